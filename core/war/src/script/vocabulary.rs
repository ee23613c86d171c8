//! What scripts can call, from the engine's own record of its functions: names, numbers of arguments, properties, and
//! which of them ask or change something.

use super::api::{Desk, Game, Seat};
use super::host::Watch;
use super::survey::{Call, Survey};
use crate::deck::Deck;
use crate::sets::{CardId, PieceId, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::Halt;
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Scope};
use std::any::TypeId;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Words of the language that are called like functions.
const WORDS: [&str; 7] = ["Fn", "call", "is_def_fn", "is_def_var", "is_shared", "type_of", "eval"];

/// Whether the functions of a name and number of arguments ask or change something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Acts {
    /// None of them.
    Never,
    /// If called on the game.
    OnGame,
    /// All of them.
    Always,
}

/// What scripts can call.
pub(crate) struct Vocabulary {
    /// By name and number of arguments, the receiver included.
    functions: BTreeMap<String, BTreeMap<usize, Acts>>,
    getters: BTreeSet<String>,
}

impl Vocabulary {
    /// Reads what an engine has registered.
    pub fn new(engine: &Engine) -> Vocabulary {
        let probe = Probe::new();
        let mut vocabulary = Vocabulary { functions: BTreeMap::new(), getters: BTreeSet::new() };
        let all = engine.collect_fn_metadata(
            None,
            |info| Some((info.metadata.name.to_string(), info.metadata.param_types.to_vec(), info.metadata.num_params)),
            true,
        );
        for (name, types, count) in all {
            if let Some(property) = name.strip_prefix("get$").or(name.strip_prefix("set$")) {
                vocabulary.getters.insert(property.into());
                continue;
            }
            let acts = if probe.acts(engine, &name, &types) { Acts::Always } else { Acts::Never };
            let known = vocabulary.functions.entry(name).or_default();
            known.entry(count).and_modify(|known| *known = known.with(acts)).or_insert(acts);
        }
        vocabulary
    }

    /// Adds the functions of the library. One acts if a function does that it calls.
    pub fn add_library<'a>(&mut self, surveys: impl Iterator<Item = &'a Survey>) {
        let functions: Vec<_> = surveys.flat_map(|survey| &survey.functions).collect();
        for (key, _) in functions.iter().filter(|((name, _), _)| !name.contains('$')) {
            self.functions.entry(key.0.clone()).or_default().insert(key.1, Acts::Never);
        }
        // What calls something that acts, acts as well: until nothing changes any more.
        loop {
            let acting = functions.iter().filter(|((name, count), function)| {
                let own = self.acts(name, *count) == Acts::Never;
                own && function.calls.iter().any(|call| self.call_acts(call))
            });
            let acting: Vec<(String, usize)> = acting.map(|(key, _)| (*key).clone()).collect();
            if acting.is_empty() {
                return;
            }
            for (name, count) in acting {
                self.functions.entry(name).or_default().insert(count, Acts::Always);
            }
        }
    }

    /// Whether a call asks or changes something.
    pub fn call_acts(&self, call: &Call) -> bool {
        match self.acts(&call.name, call.args + usize::from(call.method)) {
            Acts::Always => true,
            Acts::OnGame => call.on_game,
            Acts::Never => false,
        }
    }

    /// Whether something has this name.
    pub fn has(&self, name: &str) -> bool {
        WORDS.contains(&name) || self.functions.contains_key(name)
    }

    /// The numbers of arguments that the functions of a name take, the receiver included; none for words of the
    /// language, which take what they take.
    pub fn counts(&self, name: &str) -> Option<Vec<usize>> {
        if WORDS.contains(&name) {
            return None;
        }
        self.functions.get(name).map(|counts| counts.keys().copied().collect())
    }

    /// Whether a call with this many arguments, the receiver included, asks or changes something.
    pub fn acts(&self, name: &str, count: usize) -> Acts {
        self.functions.get(name).and_then(|counts| counts.get(&count)).copied().unwrap_or(Acts::Never)
    }

    /// The names of all functions that a person could mean.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let plain = |name: &&str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        self.functions.keys().map(String::as_str).filter(plain)
    }

    /// The names of all properties.
    pub fn getters(&self) -> impl Iterator<Item = &str> {
        self.getters.iter().map(String::as_str)
    }

    /// Whether something has a property of this name.
    pub fn has_getter(&self, name: &str) -> bool {
        self.getters.contains(name)
    }
}

impl Acts {
    fn with(self, other: Acts) -> Acts {
        if self == other { self } else { Acts::OnGame }
    }
}

/// Finds out which functions ask or change something: those that take the game and are not `pure`. The engine refuses to
/// call such a function on a constant, before the function is entered; so nothing has to be listed a second time.
struct Probe {
    scope: Scope<'static>,
}

impl Probe {
    fn new() -> Probe {
        let desk = Desk::Copy(Box::new(State::bare()));
        let mut seat = Seat::new(desk, Rc::new(Deck::new([])), Rc::new(Watch::default()));
        // Pure functions that are entered stop at once.
        seat.latch = Some(Halt::DeadEnd { side: Side::French, ask: crate::decision::Ask::Card });
        let mut scope = Scope::new();
        scope.push_constant("it", Game(Rc::new(RefCell::new(seat))));
        Probe { scope }
    }

    /// Whether a function with parameters of these types asks or changes something.
    fn acts(&self, engine: &Engine, name: &str, types: &[TypeId]) -> bool {
        let Some((first, types)) = types.split_first() else { return false };
        if *first != TypeId::of::<Game>() || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return false;
        }
        let mut scope = self.scope.clone();
        let mut names = Vec::new();
        for (index, kind) in types.iter().enumerate() {
            // A parameter of a type that nobody thought of: better to say that it acts.
            let Some(value) = sample(*kind) else { return true };
            names.push(format!("a{index}"));
            scope.push_dynamic(format!("a{index}"), value);
        }
        let call = format!("it.{name}({})", names.join(", "));
        let result = engine.eval_expression_with_scope::<Dynamic>(&mut scope, &call);
        matches!(result, Err(error) if matches!(*error, EvalAltResult::ErrorNonPureMethodCallOnConstant(..)))
    }
}

/// Any value of a type that services take.
fn sample(kind: TypeId) -> Option<Dynamic> {
    let samples = [
        (TypeId::of::<Dynamic>(), Dynamic::UNIT),
        (TypeId::of::<i64>(), Dynamic::from(1_i64)),
        (TypeId::of::<bool>(), Dynamic::TRUE),
        (TypeId::of::<ImmutableString>(), "".into()),
        (TypeId::of::<Array>(), Array::new().into()),
        (TypeId::of::<Map>(), Map::new().into()),
        (TypeId::of::<Side>(), Dynamic::from(Side::French)),
        (TypeId::of::<SpaceId>(), Dynamic::from(SpaceId(0))),
        (TypeId::of::<PieceId>(), Dynamic::from(PieceId(0))),
        (TypeId::of::<CardId>(), Dynamic::from(CardId(1))),
    ];
    samples.into_iter().find(|(other, _)| *other == kind).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::host::Host;

    #[test]
    fn what_asks_or_changes_something_is_told_from_what_looks() {
        let host = Host::new();
        let vocabulary = Vocabulary::new(host.engine());
        for (name, count) in [("roll", 1), ("choose_space", 3), ("choose_space", 4), ("mark", 2), ("place_each", 3)] {
            assert_eq!(vocabulary.acts(name, count), Acts::Always, "{name}");
        }
        for (name, count) in [("units", 2), ("units", 3), ("vp", 2), ("has_marker", 2), ("half_up", 1), ("space", 1)] {
            assert_eq!(vocabulary.acts(name, count), Acts::Never, "{name}");
        }
        assert_eq!(vocabulary.acts("filter", 2), Acts::Never);
        assert!(vocabulary.has_getter("is_indian") && vocabulary.has_getter("side"));
        assert_eq!(vocabulary.counts("choose_space"), Some(vec![3, 4]));
    }

    #[test]
    fn every_service_takes_values_of_types_that_are_known() {
        let host = Host::new();
        let services = host.engine().collect_fn_metadata(
            None,
            |info| {
                let types = info.metadata.param_types.to_vec();
                (types.first() == Some(&TypeId::of::<Game>())).then(|| (info.metadata.name.to_string(), types))
            },
            true,
        );
        assert!(services.len() > 40);
        for (name, types) in services {
            assert!(types[1..].iter().all(|kind| sample(*kind).is_some()), "{name} takes something unknown");
        }
    }
}
