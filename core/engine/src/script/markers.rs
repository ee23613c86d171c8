//! Markers: what scripts put in force, in the game, for a side or on a thing, each with a number if a script gives it one.
//! The `markers()` of a script declare them; in the state, each has a name of its own.

use super::seat::{Answer, Handle, refuse};
use super::services::Service;
use crate::language::{Language, LanguageOf, Markers, markers_in_force, numbers_of_markers};
use crate::rules::{Rules, ScriptSet as _};
use crate::side::Side as _;
use rhai::{Array, Dynamic, Module, Variant};

/// The services that take the name of a marker.
pub const OF_MARKERS: [&str; 7] = ["mark", "unmark", "has_marker", "set", "add", "get", "marked"];

/// The largest number of a marker, and the smallest below nothing.
const LARGEST: i64 = 1_000_000;

/// What stands between the name of a marker and the thing on which it lies.
const ON: char = '@';
/// What ends the declaration of a marker that lies on things of a kind.
const OF_KIND: char = ':';

/// The name of a marker of a side.
pub(super) fn marker_of(side: &str, name: &str) -> String {
    format!("{side}-{name}")
}

/// The name by which a marker is declared that lies on things of a kind: `cursed@space:`.
pub(super) fn declared_on(kind: &str, name: &str) -> String {
    format!("{name}{ON}{kind}{OF_KIND}")
}

/// Whether a marker of this declaration is in force, of one on things: on any of them.
pub(super) fn is_in_force<E>(placed: &Markers<E>, declared: &str) -> bool {
    match declared.ends_with(OF_KIND) {
        true => on_things(placed, declared).next().is_some(),
        false => placed.contains_key(declared),
    }
}

/// The markers in force of a declaration on things.
fn on_things<'a, E>(placed: &'a Markers<E>, declared: &'a str) -> impl Iterator<Item = &'a str> {
    let from = (std::ops::Bound::Included(declared), std::ops::Bound::Unbounded);
    placed.range::<str, _>(from).map(|(name, _)| &**name).take_while(move |name| name.starts_with(declared))
}

/// The name of a marker that lies on a thing, its kind and the thing; nothing for other markers.
pub fn marker_on_thing(marker: &str) -> Option<(&str, &str, &str)> {
    let (name, thing) = marker.split_once(ON)?;
    let (kind, id) = thing.split_once(OF_KIND)?;
    Some((name, kind, id))
}

/// How a marker is declared in `markers()`, by its name in a state.
pub fn declaration(marker: &str) -> &str {
    marker_on_thing(marker).map_or(marker, |(name, kind, _)| &marker[..name.len() + kind.len() + 2])
}

/// A marker that a script names: how it is declared, and its name in the state.
struct NamedMarker {
    declared: String,
    name: String,
}

impl NamedMarker {
    fn of_game(name: &str) -> NamedMarker {
        NamedMarker { declared: name.into(), name: name.into() }
    }

    fn of_side(side: &str, name: &str) -> NamedMarker {
        let name = marker_of(side, name);
        NamedMarker { declared: name.clone(), name }
    }

    fn on(kind: &str, id: &str, name: &str) -> NamedMarker {
        let declared = declared_on(kind, name);
        NamedMarker { name: format!("{declared}{id}"), declared }
    }

    /// Puts it in force, if the script has it.
    fn mark<R: Rules>(&self, game: &Handle<R>) -> Answer<()> {
        let Some(until) = game.read(|seat| seat.markers.get(self.declared.as_str()).copied())? else {
            let name = self.declared.split(ON).next().unwrap_or_default();
            return refuse(format!("`{name}` is not among the `markers()` of this script"));
        };
        game.act(|table, side| <LanguageOf<R> as Language>::set_marker(table, side, &self.name, Some(until)))
    }

    /// Ends it, unless it is an optional rule.
    fn unmark<R: Rules>(&self, game: &Handle<R>) -> Answer<()> {
        if game.table(|table| table.scripts.is_rule(&self.name)) == Some(true) {
            return refuse(format!("`{}` is an optional rule, in force until the game ends", self.name));
        }
        game.act(|table, side| match markers_in_force::<R>(&table.state).contains_key(self.name.as_str()) {
            true => <LanguageOf<R> as Language>::set_marker(table, side, &self.name, None),
            false => Ok(()),
        })
    }

    fn is_in_force<R: Rules>(&self, game: &Handle<R>) -> Answer<bool> {
        game.read(|seat| markers_in_force::<R>(seat.state()).contains_key(self.name.as_str()))
    }

    /// Gives it a number. It is in force from then on.
    fn set<R: Rules>(&self, game: &Handle<R>, number: i64) -> Answer<()> {
        if !(-LARGEST..=LARGEST).contains(&number) {
            return refuse(format!("a marker has a number from -{LARGEST} to {LARGEST}, not {number}"));
        }
        if !self.is_in_force(game)? {
            self.mark(game)?;
        }
        game.act(|table, side| <LanguageOf<R> as Language>::set_number(table, side, &self.name, number))
    }

    /// Adds to its number, and returns what it is then.
    fn add<R: Rules>(&self, game: &Handle<R>, number: i64) -> Answer<i64> {
        let sum = self.get(game)?.saturating_add(number);
        self.set(game, sum)?;
        Ok(sum)
    }

    /// Its number; 0 without one.
    fn get<R: Rules>(&self, game: &Handle<R>) -> Answer<i64> {
        game.read(|seat| numbers_of_markers::<R>(seat.state()).get(self.name.as_str()).copied().unwrap_or_default())
    }
}

/// The services of [`OF_MARKERS`] for markers of the game and of a side.
pub fn markers<R: Rules>(module: &mut Module) {
    let service = |name, about, form: &'static [&'static str]| Service { name, about, form };
    let about = [
        "Puts a marker in force. It is one of the `markers()` of the script, which say what it lasts until.",
        "game.mark(\"truce\")",
    ];
    service("mark", about, &["game: &mut Game", "name: &str", "()"])
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| NamedMarker::of_game(name).mark(game));
    let about = [
        "Ends a marker: one of the script, or one of another event. Optional rules stay in force.",
        "game.unmark(\"truce\")",
    ];
    service("unmark", about, &["game: &mut Game", "name: &str", "()"])
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| NamedMarker::of_game(name).unmark(game));
    let about = ["Whether a marker is in force.", "game.has_marker(\"truce\")"];
    service("has_marker", about, &["game: &mut Game", "name: &str", "bool"])
        .looking()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| NamedMarker::of_game(name).is_in_force(game));
    let about = [
        "Gives a marker of the script a number, which it keeps as long as it is in force; that begins here, if it was not.",
        "game.set(\"will\", 3)",
    ];
    service("set", about, &["game: &mut Game", "name: &str", "number: i64", "()"])
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str, number: i64| {
            NamedMarker::of_game(name).set(game, number)
        });
    let about =
        ["Adds to the number of a marker, and returns what it is then.", "if game.add(\"will\", -1) <= 0 { … }"];
    service("add", about, &["game: &mut Game", "name: &str", "number: i64", "i64"])
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str, number: i64| {
            NamedMarker::of_game(name).add(game, number)
        });
    let about = ["The number of a marker; 0 if it is not in force, or has none.", "game.get(\"will\")"];
    service("get", about, &["game: &mut Game", "name: &str", "i64"])
        .looking()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| NamedMarker::of_game(name).get(game));
    let side = MarkerForms {
        forms: [
            &["game: &mut Game", "side: Side", "name: &str", "()"],
            &["game: &mut Game", "side: Side", "name: &str", "bool"],
            &["game: &mut Game", "side: Side", "name: &str", "i64"],
            &["game: &mut Game", "side: Side", "name: &str", "number: i64", "()"],
            &["game: &mut Game", "side: Side", "name: &str", "number: i64", "i64"],
        ],
        of: "of a side, which `markers()` has `per side`",
        example: "game.side",
    };
    placed::<R, R::Side>(module, &side, |side, name| NamedMarker::of_side(side.id(), name));
}

/// A kind of things on which markers can lie: `"cursed": "year per space"`.
pub struct MarkerCarrier {
    /// What one is called in `markers()`, after `per`.
    pub kind: &'static str,
    /// The name of their type, as scripts know it.
    pub of_type: &'static str,
    /// The forms of the services, which name the type of the thing as in Rust.
    pub placed: MarkerForms,
    /// The thing with this id.
    pub find: fn(&str) -> Option<Dynamic>,
}

/// How the services are written that take what a marker is placed on.
pub struct MarkerForms {
    /// The forms of those that return nothing, whether, and a number, and of those that take a number too.
    pub forms: [&'static [&'static str]; 5],
    /// What the marker is of, in words.
    pub of: &'static str,
    /// What stands for the thing in examples.
    pub example: &'static str,
}

/// The services of [`OF_MARKERS`] for markers on things of a kind. `id` is what the thing is called in a state.
pub fn markers_on<R: Rules, T: Variant + Clone>(
    module: &mut Module,
    carrier: &MarkerCarrier,
    id: impl Fn(&T) -> String + Clone + 'static,
) {
    let kind = carrier.kind;
    placed::<R, T>(module, &carrier.placed, move |thing, name| NamedMarker::on(kind, &id(thing), name));
}

/// `marked`: the things on which a marker lies.
pub fn marked<R: Rules>(module: &mut Module, carriers: &'static [MarkerCarrier]) {
    let about = ["The things on which a marker lies, in the order of their names.", "game.marked(\"cursed\")"];
    let form = &["game: &mut Game", "name: &str", "Array"];
    Service { name: "marked", about, form }.looking().set_into_module(
        module,
        move |game: &mut Handle<R>, name: &str| -> Answer<Array> {
            game.read(|seat| {
                let placed = markers_in_force::<R>(seat.state());
                let of_kind = |carrier: &MarkerCarrier| {
                    let declared = declared_on(carrier.kind, name);
                    on_things(placed, &declared)
                        .filter_map(|name| (carrier.find)(&name[declared.len()..]))
                        .collect::<Array>()
                };
                carriers.iter().flat_map(of_kind).collect()
            })
        },
    );
}

/// The services of markers that are placed on something.
fn placed<R: Rules, T: Variant + Clone>(
    module: &mut Module,
    written: &MarkerForms,
    named: impl Fn(&T, &str) -> NamedMarker + Clone + 'static,
) {
    let MarkerForms { forms: [nothing, whether, number, taking, adding], of, example } = written;
    let service = |name: &'static str, about: String, rest: &str, form: &'static [&'static str]| {
        let example = format!("game.{name}({example}, \"truce\"{rest})");
        super::services::documented(name, &[about, example], form)
    };
    let find = named.clone();
    service("mark", format!("Puts a marker in force {of}."), "", nothing)
        .with_purity(false)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str| find(&of, name).mark(game));
    let find = named.clone();
    service("unmark", format!("Ends a marker {of}."), "", nothing)
        .with_purity(false)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str| find(&of, name).unmark(game));
    let find = named.clone();
    service("has_marker", format!("Whether a marker is in force {of}."), "", whether)
        .with_purity(true)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str| find(&of, name).is_in_force(game));
    let find = named.clone();
    service("set", format!("Gives a number to a marker {of}; it is in force from then on."), ", 3", taking)
        .with_purity(false)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str, number: i64| {
            find(&of, name).set(game, number)
        });
    let find = named.clone();
    service("add", format!("Adds to the number of a marker {of}, and returns what it is then."), ", 1", adding)
        .with_purity(false)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str, number: i64| {
            find(&of, name).add(game, number)
        });
    service("get", format!("The number of a marker {of}; 0 without one."), "", number)
        .with_purity(true)
        .set_into_module(module, move |game: &mut Handle<R>, of: T, name: &str| named(&of, name).get(game));
}
