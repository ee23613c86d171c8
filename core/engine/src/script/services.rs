//! Services that the scripts of every game have: markers, what the deck says of cards, and what can be done to an event
//! that is announced. A game adds those that it wants to its themes.

use super::seat::{Answer, Handle, refuse};
use crate::language::{Card, Language, LanguageOf, markers_in_force};
use crate::rules::{Rules, ScriptSet as _};
use crate::side::Side as _;
use rhai::{FuncRegistration, Module};

/// A function with what the reference says of it.
struct Service {
    name: &'static str,
    /// What it does, and an example.
    about: [&'static str; 2],
    /// Its parameters and what it returns, as in Rust.
    form: &'static [&'static str],
}

impl Service {
    /// A function that looks on.
    fn looking(&self) -> FuncRegistration {
        self.acting().with_purity(true)
    }

    /// A function that changes something.
    fn acting(&self) -> FuncRegistration {
        let [about, example] = self.about;
        let comments = [format!("/// {about}"), "///".into(), format!("/// `{example}`")];
        FuncRegistration::new(self.name).with_comments(comments).with_params_info(self.form).with_purity(false)
    }
}

/// The services that take the name of a marker.
pub const OF_MARKERS: [&str; 3] = ["mark", "unmark", "has_marker"];

/// The name of a marker of a side.
pub(super) fn marker_of(side: &str, name: &str) -> String {
    format!("{side}-{name}")
}

/// Puts a marker in force that the script has.
fn mark<R: Rules>(game: &Handle<R>, name: &str) -> Answer<()> {
    let Some(until) = game.read(|seat| seat.markers.get(name).copied())? else {
        return refuse(format!("`{name}` is not among the `markers()` of this script"));
    };
    game.act(|table, side| <LanguageOf<R> as Language>::set_marker(table, side, name, Some(until)))
}

/// Ends a marker, unless it is an optional rule.
fn unmark<R: Rules>(game: &Handle<R>, name: &str) -> Answer<()> {
    if game.table(|table| table.scripts.is_rule(name)) == Some(true) {
        return refuse(format!("`{name}` is an optional rule, in force until the game ends"));
    }
    game.act(|table, side| {
        let is_in_force = markers_in_force::<R>(&table.state).contains_key(name);
        if is_in_force { <LanguageOf<R> as Language>::set_marker(table, side, name, None) } else { Ok(()) }
    })
}

fn has_marker<R: Rules>(game: &Handle<R>, name: &str) -> Answer<bool> {
    game.read(|seat| markers_in_force::<R>(seat.state()).contains_key(name))
}

/// The services of [`OF_MARKERS`].
pub fn markers<R: Rules>(module: &mut Module) {
    let of_game = &["game: &mut Game", "name: &str", "()"];
    let of_side = &["game: &mut Game", "side: Side", "name: &str", "()"];
    let about = [
        "Puts a marker in force. It is one of the `markers()` of the script, which say what it lasts until.",
        "game.mark(\"truce\")",
    ];
    Service { name: "mark", about, form: of_game }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| mark(game, name));
    let about =
        ["Puts a marker of a side in force, which `markers()` has `per side`.", "game.mark(game.side, \"truce\")"];
    Service { name: "mark", about, form: of_side }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, side: R::Side, name: &str| {
            mark(game, &marker_of(side.id(), name))
        });
    let about = [
        "Ends a marker: one of the script, or one of another event. Optional rules stay in force.",
        "game.unmark(\"truce\")",
    ];
    Service { name: "unmark", about, form: of_game }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| unmark(game, name));
    let about = ["Ends a marker of a side.", "game.unmark(game.enemy, \"truce\")"];
    Service { name: "unmark", about, form: of_side }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>, side: R::Side, name: &str| {
            unmark(game, &marker_of(side.id(), name))
        });
    let about = ["Whether a marker is in force.", "game.has_marker(\"truce\")"];
    Service { name: "has_marker", about, form: &["game: &mut Game", "name: &str", "bool"] }
        .looking()
        .set_into_module(module, |game: &mut Handle<R>, name: &str| has_marker(game, name));
    let about = ["Whether a marker of a side is in force.", "game.has_marker(game.side, \"truce\")"];
    Service { name: "has_marker", about, form: &["game: &mut Game", "side: Side", "name: &str", "bool"] }
        .looking()
        .set_into_module(module, |game: &mut Handle<R>, side: R::Side, name: &str| {
            has_marker(game, &marker_of(side.id(), name))
        });
}

/// `parameter` and `has_tag`: what the deck says of cards.
pub fn deck<R: Rules>(module: &mut Module) {
    let about = [
        "A number that the deck gives in the `parameters` of the card whose event this is.",
        "game.parameter(\"units\")",
    ];
    Service { name: "parameter", about, form: &["game: &mut Game", "name: &str", "i64"] }.looking().set_into_module(
        module,
        |game: &mut Handle<R>, name: &str| -> Answer<i64> {
            let found = game.read(|seat| {
                seat.card().and_then(|card| <LanguageOf<R> as Language>::parameter(&seat.deck, card, name))
            })?;
            found.map_or_else(|| refuse(format!("the deck gives no parameter `{name}` with this card")), Ok)
        },
    );
    let about = ["Whether a card has a tag in the deck.", "cards.filter(|card| game.has_tag(card, \"relief\"))"];
    let form = &["game: &mut Game", "card: Card", "tag: &str", "bool"];
    Service { name: "has_tag", about, form }.looking().set_into_module(
        module,
        |game: &mut Handle<R>, card: Card<R>, tag: &str| -> Answer<bool> {
            game.read(|seat| <LanguageOf<R> as Language>::has_tag(&seat.deck, card, tag))
        },
    );
}

/// `cancel`, `double` and `copy`: what can be done to an event that is announced.
pub fn announcing<R: Rules>(module: &mut Module) {
    let form = &["game: &mut Game", "()"];
    let about = ["The event that is announced has no effect. At the moment `announced` only.", "game.cancel()"];
    Service { name: "cancel", about, form }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>| change(game, |announced, _| announced.cancelled = true));
    let about = [
        "The event that is announced has its effect twice, if its condition still holds the second time. At the moment `announced` only.",
        "game.double()",
    ];
    Service { name: "double", about, form }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>| change(game, |announced, _| announced.doubled = true));
    let about = [
        "The side of the script also has the effect of the event that is announced, after the side that plays it, if its condition holds then. At the moment `announced` only.",
        "game.copy()",
    ];
    Service { name: "copy", about, form }
        .acting()
        .set_into_module(module, |game: &mut Handle<R>| change(game, |announced, side| announced.copied = Some(side)));
}

/// Does something to the event that is announced.
fn change<R: Rules>(game: &Handle<R>, change: impl FnOnce(&mut super::Announced<R::Side>, R::Side)) -> Answer<()> {
    let done = game.act(|table, side| {
        let announced = <LanguageOf<R> as Language>::announced(table);
        Ok(announced.map(|announced| change(announced, side)))
    })?;
    done.map_or_else(|| refuse("no event is being announced: it is meant for the moment `announced`"), Ok)
}
