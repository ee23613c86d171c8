//! Services that the scripts of every game have besides markers: what the deck says of cards, and what can be done to an event
//! that is announced. A game adds those that it wants to its themes.

use super::seat::{Answer, Handle, refuse};
use crate::language::{Card, Language, LanguageOf};
use crate::rules::Rules;
use rhai::{FuncRegistration, Module};

/// A function with what the reference says of it.
pub(super) struct Service {
    pub name: &'static str,
    /// What it does, and an example.
    pub about: [&'static str; 2],
    /// Its parameters and what it returns, as in Rust.
    pub form: &'static [&'static str],
}

impl Service {
    /// A function that looks on.
    pub fn looking(&self) -> FuncRegistration {
        self.acting().with_purity(true)
    }

    /// A function that changes something.
    pub fn acting(&self) -> FuncRegistration {
        documented(self.name, &self.about.map(str::to_string), self.form).with_purity(false)
    }
}

/// A function with what the reference says of it: what it does, and an example.
pub(super) fn documented(
    name: &'static str,
    [about, example]: &[String; 2],
    form: &'static [&'static str],
) -> FuncRegistration {
    let comments = [format!("/// {about}"), "///".into(), format!("/// `{example}`")];
    FuncRegistration::new(name).with_comments(comments).with_params_info(form)
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
