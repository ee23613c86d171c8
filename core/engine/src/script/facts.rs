//! What checks, faults and the reference need to know of the language of a game, as data: they are compiled once, for
//! all games.

use super::markers::MarkerCarrier;
use super::seat::Handle;
use crate::language::{
    Call, Deck, EntryPoint, Language, LanguageOf, Modifier, MomentFacts, NameUse, Operand, Role, ScriptType, Theme,
    Value,
};
use crate::rules::Rules;
use crate::side::Side;
use rhai::Dynamic;
use std::any::TypeId;
use std::borrow::Cow;

/// The language of the content of a game.
pub(crate) struct LanguageFacts {
    /// Where designers read what scripts can do.
    pub guide: &'static str,
    /// The command that lists what scripts can call and answer.
    pub reference: &'static str,
    /// The types of the values that services take and return, besides sides and those of Rhai.
    pub types: &'static [ScriptType],
    /// Everything that scripts can call.
    pub themes: &'static [Theme],
    /// The services that tell what a side holds.
    pub peeking: &'static [&'static str],
    /// The functions that the rules call in scripts, besides modifiers.
    pub entry_points: Cow<'static, [EntryPoint]>,
    /// The functions with which scripts change what the rules compute.
    pub modifiers: Cow<'static, [Modifier]>,
    /// The moments at which scripts are called.
    pub moments: Vec<MomentFacts<()>>,
    /// What markers last until, as scripts say it.
    pub ends: Vec<&'static str>,
    /// The kinds of things on which markers can lie.
    pub carriers: &'static [MarkerCarrier],
    /// The game as scripts have it, when there is none.
    pub game: fn() -> Dynamic,
    /// The type of sides.
    pub side: fn() -> TypeId,
    /// The names by which Rust knows the types of the game and of a side.
    pub paths: fn() -> [&'static str; 2],
}

impl LanguageFacts {
    /// The language of content with these cards.
    pub fn of<R: Rules>(deck: &Deck<R>) -> LanguageFacts {
        let moments = <LanguageOf<R> as Language>::moments(deck);
        let without_kind = |&MomentFacts { kind: _, name, when, asked, carries }: &MomentFacts<_>| MomentFacts {
            kind: (),
            name,
            when,
            asked,
            carries,
        };
        LanguageFacts {
            guide: <LanguageOf<R> as Language>::guide(deck),
            reference: <LanguageOf<R> as Language>::reference_command(deck),
            types: <LanguageOf<R> as Language>::TYPES,
            themes: <LanguageOf<R> as Language>::THEMES,
            carriers: <LanguageOf<R> as Language>::CARRIERS,
            peeking: <LanguageOf<R> as Language>::PEEKING,
            entry_points: <LanguageOf<R> as Language>::entry_points(deck),
            modifiers: <LanguageOf<R> as Language>::modifiers(deck),
            moments: moments.iter().map(without_kind).collect(),
            ends: <LanguageOf<R> as Language>::ends(deck).iter().map(|(word, _)| *word).collect(),
            game: || Dynamic::from(Handle::<R>::of_no_game()),
            side: TypeId::of::<R::Side>,
            paths: || [std::any::type_name::<Handle<R>>(), std::any::type_name::<R::Side>()],
        }
    }

    /// The name that scripts know a type by, given the name that Rust or Rhai has for it.
    pub fn type_name<'a>(&self, kind: &'a str) -> &'a str {
        let kind = kind.trim().trim_start_matches("&mut ");
        let last = kind.rsplit("::").next().unwrap_or(kind);
        let [game, side] = (self.paths)();
        match last {
            "string" | "&str" | "String" | "ImmutableString" | "&str | ImmutableString | String" => "text",
            "Vec<rhai::Dynamic>" | "Vec<Dynamic>" | "Dynamic>" | "Array" => "array",
            "i64" | "INT" => "number",
            "Map" => "map",
            "Dynamic" | "?" => "any",
            _ if kind == game => "Game",
            _ if kind == side => "Side",
            _ if self.types.iter().any(|own| own.set.as_ref().is_some_and(|set| set.is_called(kind))) => "array",
            other => {
                let mut named = self.types.iter().filter(|own| (own.path)().rsplit("::").next() == Some(other));
                named.next().map_or(other, |own| own.name)
            }
        }
    }

    /// The type of a name.
    pub fn own_type(&self, name: &str) -> Option<&'static ScriptType> {
        self.types.iter().find(|own| own.name == name)
    }

    pub fn modifier(&self, name: &str) -> Option<&Modifier> {
        self.modifiers.iter().find(|modifier| modifier.name == name)
    }

    /// A function that the rules call, besides modifiers.
    pub fn entry_point(&self, name: &str) -> Option<&EntryPoint> {
        self.entry_points.iter().find(|point| point.name == name)
    }

    /// What the rules call the function of a name for, if they call it.
    pub fn called_for(&self, function: &str) -> Option<Call> {
        let point = self.entry_point(function).map(|point| point.call);
        point.or_else(|| self.modifier(function).map(|_| Call::Condition))
    }

    /// What a function returns that the rules call; empty if nothing is made of it.
    pub fn returns(&self, function: &str) -> Option<&'static str> {
        self.entry_point(function).map(|point| point.returns)
    }

    /// The parameters of what the rules call by a name.
    pub fn parameters(&self, name: &str) -> String {
        let point = self.entry_point(name).map(|point| point.parameters.join(", "));
        point.or_else(|| self.modifier(name).map(|modifier| modifier.parameters().join(", "))).unwrap_or_default()
    }

    /// The functions that the rules call in a script of a role if it defines them, with the number of their parameters.
    pub fn entries(&self, role: Role) -> Vec<(&'static str, usize)> {
        let names = role.needed.iter().chain(role.together).chain(role.also);
        let points = names.filter_map(|name| self.entry_point(name));
        let points = points.map(|point| (point.name, point.parameters.len()));
        let modifiers = self.modifiers.iter().filter(|_| role.modifies);
        points.chain(modifiers.map(|modifier| (modifier.name, Modifier::PARAMETERS))).collect()
    }
}

impl LanguageFacts {
    /// The functions that the rules call in scripts of any role, with the number of their parameters.
    pub fn all_entries(&self) -> Vec<(&'static str, usize)> {
        let points = self.entry_points.iter().map(|point| (point.name, point.parameters.len()));
        points.chain(self.modifiers.iter().map(|modifier| (modifier.name, Modifier::PARAMETERS))).collect()
    }
}

/// What the cards of a game say of names and values in its scripts.
pub(super) trait CardLexicon {
    /// The ids of the sides, in their order.
    fn sides(&self) -> Vec<&'static str>;

    /// As [`Language::named_by`].
    fn named_by<'a>(&'a self, function: &str) -> Option<NameUse<'a>>;

    /// As [`Language::value`].
    fn value<'a>(&'a self, operand: &Operand<'_>) -> Option<Value<'a>>;
}

/// The lexicon of a deck.
pub(super) struct OfDeck<'d, R: Rules>(pub &'d Deck<R>);

impl<R: Rules> CardLexicon for OfDeck<'_, R> {
    fn sides(&self) -> Vec<&'static str> {
        <LanguageOf<R> as Language>::sides(self.0).iter().map(|side| side.id()).collect()
    }

    fn named_by<'a>(&'a self, function: &str) -> Option<NameUse<'a>> {
        <LanguageOf<R> as Language>::named_by(self.0, function)
    }

    fn value<'a>(&'a self, operand: &Operand<'_>) -> Option<Value<'a>> {
        <LanguageOf<R> as Language>::value(self.0, operand)
    }
}
