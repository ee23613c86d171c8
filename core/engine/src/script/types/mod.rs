//! What values a script has, as far as can be told without running it: the types of its expressions, from what services
//! take and return. What cannot be told is unknown, and nothing is said about it.

mod bodies;
mod calls;
mod checker;
mod compare;
mod noted;
mod properties;
mod returns;
mod signatures;

pub(super) use bodies::{Bodies, Body, Tail, returned, tails};
pub(super) use checker::{CheckContext, Checked, MarkerNamed, MarkerOf, check, noted};
pub(super) use noted::NotedTypes;
pub(super) use signatures::Signatures;

use super::facts::LanguageFacts;
use crate::language::{Field, Limit, Value};
use rhai::Position;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// The type of a value: nothing is known of it, or it is one of some kinds.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Type {
    Unknown,
    OneOf(Vec<ValueKind>),
}

/// A kind of value.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum ValueKind {
    /// `()`.
    Nothing,
    Truth,
    /// A number in a range; what it is called, or nothing.
    Number(RangeInclusive<i64>, &'static str),
    Text(TextType),
    /// An array of such items.
    Array(Box<Type>),
    /// An object map; its fields, if it can have no others.
    Map(Option<BTreeMap<&'static str, Type>>),
    /// Numbers to go through.
    Range,
    Game,
    Side,
    /// A type of the game, by the name that scripts know it by.
    Own(&'static str),
    /// A function, with the types of what it has captured.
    Function(String, Vec<Type>),
}

/// What is known of a text.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum TextType {
    Any,
    /// One of these, which are called so.
    Words(&'static str, Vec<String>),
    /// Texts that stand in the script.
    Written(Vec<(String, Position)>),
}

/// Any number.
const ANY_NUMBER: RangeInclusive<i64> = i64::MIN..=i64::MAX;

impl From<ValueKind> for Type {
    fn from(kind: ValueKind) -> Type {
        Type::OneOf(vec![kind])
    }
}

impl Type {
    /// Any number.
    pub fn number() -> Type {
        ValueKind::Number(ANY_NUMBER, "").into()
    }

    /// Any text.
    pub fn text() -> Type {
        ValueKind::Text(TextType::Any).into()
    }

    /// An array of such items.
    pub fn array(item: Type) -> Type {
        ValueKind::Array(Box::new(item)).into()
    }

    /// A value that is of one type or of the other.
    pub fn or(self, other: Type) -> Type {
        match (self, other) {
            (Type::OneOf(mut kinds), Type::OneOf(more)) => {
                for kind in more {
                    match kinds.iter_mut().find(|known| known.is_like(&kind)) {
                        Some(known) => known.widen(kind),
                        None => kinds.push(kind),
                    }
                }
                Type::OneOf(kinds)
            }
            _ => Type::Unknown,
        }
    }

    /// The kinds that it can be; none if nothing is known.
    pub fn kinds(&self) -> &[ValueKind] {
        match self {
            Type::Unknown => &[],
            Type::OneOf(kinds) => kinds,
        }
    }

    /// Whether a value of this type can be where one of another is wanted.
    pub fn fits(&self, wanted: &Type) -> bool {
        match (self, wanted) {
            (Type::OneOf(kinds), Type::OneOf(wanted)) => {
                kinds.iter().any(|kind| wanted.iter().any(|wanted| kind.is_like(wanted)))
            }
            _ => true,
        }
    }

    /// What its items are, if it is an array.
    pub fn item(&self) -> Type {
        let items = self.kinds().iter().filter_map(|kind| match kind {
            ValueKind::Array(item) => Some((**item).clone()),
            ValueKind::Range => Some(Type::number()),
            _ => None,
        });
        items.reduce(Type::or).unwrap_or(Type::Unknown)
    }

    /// The texts that stand in the script and that it can be, with their places.
    pub fn written(&self) -> Vec<(String, Position)> {
        let texts = self.kinds().iter().filter_map(|kind| match kind {
            ValueKind::Text(TextType::Written(texts)) => Some(texts.clone()),
            _ => None,
        });
        texts.flatten().collect()
    }

    /// The type as designers call it: "a text", "a space or nothing", "anything".
    pub fn called(&self, facts: &LanguageFacts) -> String {
        if self.kinds().is_empty() {
            return "anything".into();
        }
        let kinds = self.kinds().iter().map(|kind| kind.called(facts));
        kinds.collect::<Vec<_>>().join(" or ")
    }

    /// The type that a game knows by a name: that of a service's result, or of a parameter.
    pub fn named(facts: &LanguageFacts, name: &str) -> Type {
        let own = facts.own_type(name);
        match name {
            "number" => Type::number(),
            "text" => Type::text(),
            "bool" => ValueKind::Truth.into(),
            "array" => Type::array(Type::Unknown),
            "map" => ValueKind::Map(None).into(),
            "()" | "" => ValueKind::Nothing.into(),
            "Game" => ValueKind::Game.into(),
            "Side" => ValueKind::Side.into(),
            _ => own.map_or(Type::Unknown, |own| ValueKind::Own(own.name).into()),
        }
    }

    /// What a game knows of the value of a property or of what a service returns.
    pub fn of_value(facts: &LanguageFacts, value: Value<'_>) -> Type {
        match value {
            Value::Words(what, words) => {
                ValueKind::Text(TextType::Words(what, words.into_iter().map(str::to_string).collect())).into()
            }
            Value::Number(what, range) => ValueKind::Number(range, what).into(),
            Value::Thing(name) => Type::named(facts, name),
        }
    }

    /// What can be in a field that a modifier gets or returns.
    pub fn of_field(field: &Field) -> Type {
        match field.limit {
            Limit::Truth | Limit::Veto => ValueKind::Truth.into(),
            Limit::Number(least, most) => ValueKind::Number(least..=most, field.about).into(),
            Limit::Word(words) => {
                ValueKind::Text(TextType::Words(field.about, words.iter().map(ToString::to_string).collect())).into()
            }
            Limit::Side => ValueKind::Side.into(),
        }
    }
}

impl ValueKind {
    /// Whether two kinds are the same, whatever is known of the values.
    pub fn is_like(&self, other: &ValueKind) -> bool {
        match (self, other) {
            (ValueKind::Own(name), ValueKind::Own(other)) => name == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }

    /// Includes what another of the same kind can be.
    fn widen(&mut self, other: ValueKind) {
        match (&mut *self, other) {
            (ValueKind::Number(range, what), ValueKind::Number(more, called)) => {
                *range = *range.start().min(more.start())..=*range.end().max(more.end());
                if *what != called {
                    *what = "";
                }
            }
            (ValueKind::Text(TextType::Written(texts)), ValueKind::Text(TextType::Written(more))) => {
                texts.extend(more.into_iter().filter(|text| !texts.contains(text)).collect::<Vec<_>>());
            }
            (ValueKind::Text(text), ValueKind::Text(other)) if *text != other => *text = TextType::Any,
            (ValueKind::Array(item), ValueKind::Array(other)) => **item = item.as_ref().clone().or(*other),
            (ValueKind::Map(fields), ValueKind::Map(other)) if *fields != other => *fields = None,
            (ValueKind::Function(name, captured), ValueKind::Function(other, more))
                if (&*name, &*captured) != (&other, &more) =>
            {
                name.clear();
            }
            _ => {}
        }
    }

    /// The kind as designers call it.
    fn called(&self, facts: &LanguageFacts) -> String {
        let word = match self {
            ValueKind::Nothing => "nothing",
            ValueKind::Truth => "true or false",
            ValueKind::Number(..) => "a number",
            ValueKind::Text(_) => "a text",
            ValueKind::Array(_) => "an array",
            ValueKind::Map(_) => "an object map",
            ValueKind::Range => "a range",
            ValueKind::Game => "the game",
            ValueKind::Side => "a side",
            ValueKind::Function(..) => "a function",
            ValueKind::Own(name) => {
                return with_article(facts.own_type(name).map_or(name, |own| own.called));
            }
        };
        match self {
            ValueKind::Array(item) => match item.kinds() {
                [ValueKind::Own(name)] => format!("an array of {}s", name.to_lowercase()),
                _ => word.into(),
            },
            _ => word.into(),
        }
    }
}

/// A noun with its indefinite article.
fn with_article(noun: &str) -> String {
    let article = if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
    format!("{article} {noun}")
}
