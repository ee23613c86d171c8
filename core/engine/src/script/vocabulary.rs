//! What scripts can call, from the engine's own record of its functions: names, numbers of arguments, properties, and
//! which of them ask or change something.

use super::ast_walk::{CallSite, Survey};
use super::facts::LanguageFacts;
use crate::language::ScriptType;
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString, Map, Scope};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};

/// Words of the language that are called like functions.
const WORDS: [&str; 7] = ["Fn", "call", "is_def_fn", "is_def_var", "is_shared", "type_of", "eval"];

/// Whether the functions of a name and number of arguments ask or change something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Acts {
    /// None of them.
    Never,
    /// If called on the game.
    OnGame,
    /// All of them.
    Always,
}

/// What scripts can call.
pub(super) struct Vocabulary {
    /// By name and number of arguments, the receiver included.
    functions: BTreeMap<String, BTreeMap<usize, Acts>>,
    getters: BTreeSet<String>,
}

impl Vocabulary {
    /// Reads what an engine has registered.
    pub fn new(facts: &LanguageFacts, engine: &Engine, side: Option<Dynamic>) -> Vocabulary {
        let probe = VocabularyProbe::new(facts, side);
        let mut vocabulary = Vocabulary { functions: BTreeMap::new(), getters: BTreeSet::new() };
        let is_set =
            |kind: &TypeId| facts.types.iter().any(|own| own.set.as_ref().is_some_and(|set| (set.id)() == *kind));
        let mut forms = BTreeSet::new();
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
            // What takes an array in one form and a set in another is one function.
            let as_arrays = types.iter().map(|kind| if is_set(kind) { TypeId::of::<Array>() } else { *kind });
            if !forms.insert((name.clone(), as_arrays.collect::<Vec<_>>())) {
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
    pub fn call_acts(&self, call: &CallSite) -> bool {
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

/// Finds out which functions ask or change something: those that take the game and are not `pure`. The engine refuses
/// to call such a function on a constant, before the function is entered; so nothing has to be listed a second time.
struct VocabularyProbe {
    scope: Scope<'static>,
    /// The type of the game.
    game: TypeId,
    /// Any value of each type that services take.
    samples: Vec<Dynamic>,
}

impl VocabularyProbe {
    fn new(facts: &LanguageFacts, side: Option<Dynamic>) -> VocabularyProbe {
        let mut scope = Scope::new();
        // Pure functions that are entered stop at once.
        let game = (facts.game)();
        scope.push_constant_dynamic("it", game.clone());
        VocabularyProbe { scope, game: game.type_id(), samples: samples(facts, side) }
    }

    /// Whether a function with parameters of these types asks or changes something.
    fn acts(&self, engine: &Engine, name: &str, types: &[TypeId]) -> bool {
        let Some((first, types)) = types.split_first() else { return false };
        if *first != self.game || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
            return false;
        }
        let mut scope = self.scope.clone();
        let mut names = Vec::new();
        for (index, kind) in types.iter().enumerate() {
            // A parameter of a type that nobody thought of: better to say that it acts.
            let Some(value) = self.sample(*kind) else { return true };
            names.push(format!("a{index}"));
            scope.push_dynamic(format!("a{index}"), value);
        }
        let call = format!("it.{name}({})", names.join(", "));
        let result = engine.eval_expression_with_scope::<Dynamic>(&mut scope, &call);
        matches!(result, Err(error) if matches!(*error, EvalAltResult::ErrorNonPureMethodCallOnConstant(..)))
    }

    fn sample(&self, kind: TypeId) -> Option<Dynamic> {
        let any = || (kind == TypeId::of::<Dynamic>()).then_some(Dynamic::UNIT);
        any().or_else(|| self.samples.iter().find(|value| value.type_id() == kind).cloned())
    }
}

/// Any value of each type that services take.
fn samples(facts: &LanguageFacts, side: Option<Dynamic>) -> Vec<Dynamic> {
    let plain = [1_i64.into(), true.into(), ImmutableString::new().into(), Array::new().into(), Map::new().into()];
    let own = facts.types.iter().map(|ScriptType { sample, .. }| sample());
    let sets = facts.types.iter().filter_map(|kind| Some((kind.set.as_ref()?.sample)()));
    plain.into_iter().chain(side).chain(own).chain(sets).collect()
}
