//! What the scripts of a game can say: services, types, moments, modifiers, and the functions that the rules call, as a
//! game defines them. Calls, checks, documentation and completion are made from these.

use crate::rules::{Rules, ScriptSet};
use crate::script::markers::MarkerCarrier;
use crate::script::{Announced, ComparableType, ItemSet, SetType};
use crate::table::{Play, Table};
use rhai::{Array, Dynamic, Engine, Module};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// What the scripts of a game can say.
pub type LanguageOf<R> = <<R as Rules>::Scripts as ScriptSet>::Language;
/// The cards of a game, as services look them up.
pub type Deck<R> = <LanguageOf<R> as Language>::Deck;
/// A card of a game.
pub type Card<R> = <LanguageOf<R> as Language>::Card;
/// A kind of moment at which the scripts of a game are called.
pub type Moment<R> = <LanguageOf<R> as Language>::Moment;
/// What a marker of a game lasts until.
pub type End<R> = <LanguageOf<R> as Language>::End;
/// What the services of a game note while a script runs.
pub type Notes<R> = <LanguageOf<R> as Language>::Notes;
/// Markers, and what each of them lasts until.
pub type Markers<E> = BTreeMap<Arc<str>, E>;
/// The numbers of markers that have one.
pub type Numbers = BTreeMap<Arc<str>, i64>;

/// What the scripts of a game can say. Usually the type of a set of scripts has it. Everything has a default that says
/// nothing, so that a game defines what its scripts need; a game without scripts has [`NoScripts`](crate::NoScripts).
pub trait Language: Sized + 'static {
    /// The game.
    type Rules: Rules;
    /// The cards, as services look them up; `()` if no service does.
    type Deck: 'static;
    /// A card; [`Never`](crate::Never) in a game without cards.
    type Card: Copy + Send + Sync + 'static;
    /// A kind of moment at which scripts are called; [`Never`](crate::Never) if the rules call them at none.
    type Moment: Copy + Ord + Debug + 'static;
    /// What a marker lasts until; [`Never`](crate::Never) in a game whose scripts place no markers.
    type End: Copy + Eq + Debug + 'static;
    /// What services note while a script runs. It is new for each run.
    type Notes: Default + 'static;

    /// The types of the values that services take and return, besides sides and those of Rhai. What is missing cannot be
    /// compared in a script, nor shown in the debugger. These and the themes are functions in Rust, so the game's type has
    /// them; the rest belongs to the content.
    const TYPES: &'static [ScriptType] = &[];
    /// Everything that scripts can call, in the order of the reference. What is missing is an unknown function for them. A
    /// game without any has no scripts.
    const THEMES: &'static [Theme] = &[];
    /// The kinds of things on which markers can lie, besides the game and its sides.
    const CARRIERS: &'static [MarkerCarrier] = &[];
    /// The services that tell what a side holds. In modifiers and conditions they are refused, but for a condition that
    /// asks what its own side holds; what is missing is refused only when it is called.
    const PEEKING: &'static [&'static str] = &[];

    /// Where designers read what scripts can do. Faults refer to it.
    fn guide(_deck: &Self::Deck) -> &'static str {
        "the guide of the game"
    }

    /// The command that lists what scripts can call and answer. Faults refer to it.
    fn reference_command(_deck: &Self::Deck) -> &'static str {
        "the reference of the game"
    }

    /// The functions that the rules call in scripts, besides modifiers. Asked when content is read, as are modifiers,
    /// moments and ends; a game that takes them from its content reads their words as [`Word`](crate::Word)s. A function
    /// that the rules call and that is missing here is reported as unused.
    fn entry_points(_deck: &Self::Deck) -> Cow<'static, [EntryPoint]> {
        Cow::Borrowed(&[])
    }

    /// The functions with which scripts change what the rules compute. The rules can call no others.
    fn modifiers(_deck: &Self::Deck) -> Cow<'static, [Modifier]> {
        Cow::Borrowed(&[])
    }

    /// The moments at which scripts are called, in the order of the reference. A script cannot answer any other.
    fn moments(_deck: &Self::Deck) -> Cow<'static, [MomentFacts<Self::Moment>]> {
        Cow::Borrowed(&[])
    }

    /// What markers last until, as scripts say it.
    fn ends(_deck: &Self::Deck) -> Cow<'static, [(&'static str, Self::End)]> {
        Cow::Borrowed(&[])
    }

    /// The sides that scripts name, such as `Side::RED`, in the order of the game: by default those that are part of the
    /// program. A script cannot name any other.
    fn sides(_deck: &Self::Deck) -> Vec<<Self::Rules as Rules>::Side> {
        Self::Rules::SIDES.to_vec()
    }

    /// The markers in force in a state. Asked before each call of a script that has markers: what is missing is not in
    /// force.
    fn markers(_state: &<Self::Rules as Rules>::State) -> Option<&Arc<Markers<Self::End>>> {
        None
    }

    /// What tells a game from others with the same scripts, and never changes while it is played, such as its scenario:
    /// services may read it with [`Seat::setting`](crate::script::Seat::setting). Asked before each call of a script.
    fn setting(_state: &<Self::Rules as Rules>::State) -> &str {
        ""
    }

    /// The numbers of the markers in force that have one.
    fn numbers(_state: &<Self::Rules as Rules>::State) -> Option<&Arc<Numbers>> {
        None
    }

    /// Gives a marker in force a number, for a script of a side, and reports it. Called by the services `set` and `add`;
    /// [`Language::numbers`] must say so afterwards, until the marker ends.
    ///
    /// # Errors
    /// A script that fails, because what the number changes is computed at once.
    fn set_number(
        _table: &mut Table<Self::Rules>,
        _side: <Self::Rules as Rules>::Side,
        _name: &str,
        _number: i64,
    ) -> Play<(), Self::Rules> {
        Ok(())
    }

    /// Puts a marker in force for a script of a side, or ends it, with its number, if it lasts until nothing, and reports
    /// it. Called by the services `mark` and `unmark`; [`Language::markers`] must say so afterwards.
    ///
    /// # Errors
    /// A script that fails, because what the marker changes is computed at once.
    fn set_marker(
        _table: &mut Table<Self::Rules>,
        _side: <Self::Rules as Rules>::Side,
        _name: &str,
        _until: Option<Self::End>,
    ) -> Play<(), Self::Rules> {
        Ok(())
    }

    /// What the responses to the event that is being announced have done to it; none at any other moment. Called by the
    /// services of announced events, which are refused at other moments.
    fn announced(_table: &mut Table<Self::Rules>) -> Option<&mut Announced<<Self::Rules as Rules>::Side>> {
        None
    }

    /// A number that the deck gives with a card, for the service `parameter`.
    fn parameter(_deck: &Self::Deck, _card: Self::Card, _name: &str) -> Option<i64> {
        None
    }

    /// Whether the deck gives a card a tag, for the service `has_tag`.
    fn has_tag(_deck: &Self::Deck, _card: Self::Card, _tag: &str) -> bool {
        false
    }

    /// What is wrong with the position in which a script has left a table, if it is an impossible one. Asked after each
    /// script that acted; a position that is wrongly let through stops the game later, where the rules stumble over it.
    fn impossible(_table: &Table<Self::Rules>) -> Option<String> {
        None
    }

    /// What the first text among the arguments of a function is the name of. Asked when a script is checked, so that a
    /// name that does not exist is found before it is used.
    fn named_by<'a>(_deck: &'a Self::Deck, _function: &str) -> Option<NameUse<'a>> {
        None
    }

    /// What a service is meant for, if it is not for a script that answers these moments and defines these functions.
    /// Asked when a script is checked; what it wrongly names is a false warning.
    fn meant_for(_service: &str, _moments: &[Self::Moment], _defines: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        None
    }

    /// The words that a property of a moment can be at this kind of moment; empty if it is no word, or can be any. Asked
    /// when a script is checked, to find comparisons that are never true.
    fn carried_words(_moment: Self::Moment, _property: &str) -> &'static [&'static str] {
        &[]
    }

    /// What is known of a value that a script compares. Asked when a script is checked, to find comparisons that are never
    /// true.
    fn value<'a>(_deck: &'a Self::Deck, _operand: &Operand<'_>) -> Option<Value<'a>> {
        None
    }
}

/// The numbers of the markers in force in a state.
pub(crate) fn numbers_of_markers<R: Rules>(state: &R::State) -> &Numbers {
    <LanguageOf<R> as Language>::numbers(state).map_or(const { &Numbers::new() }, |numbers| numbers)
}

/// The markers in force in a state.
pub(crate) fn markers_in_force<R: Rules>(state: &R::State) -> &Markers<End<R>> {
    <LanguageOf<R> as Language>::markers(state).map_or(const { &Markers::new() }, |markers| markers)
}

/// Functions that belong together.
pub struct Theme {
    /// Its name.
    pub name: &'static str,
    /// What it is about.
    pub about: &'static str,
    /// Adds them to a module.
    pub register: fn(&mut Module),
}

/// A type of the values that services take and return.
pub struct ScriptType {
    /// The name that scripts know it by.
    pub(crate) name: &'static str,
    /// The name that Rust knows it by, with its path.
    pub(crate) path: fn() -> &'static str,
    /// Any value of it.
    pub(crate) sample: fn() -> Dynamic,
    /// A value as a person reads it, if it is one of this type.
    pub(crate) shown: fn(&Dynamic) -> Option<String>,
    /// What one is called in a sentence: "space".
    pub(crate) called: &'static str,
    /// How one is written of which a script has the name.
    pub(crate) written: Option<fn(&str) -> String>,
    /// Adds `==` and `!=`.
    pub(crate) operators: fn(&mut Module),
    /// How two values are compared; nothing if they cannot be.
    pub(crate) compared: Option<fn() -> ComparableType>,
    /// Adds quick functions of arrays of such values.
    pub(crate) arrays: fn(&mut Engine),
    /// The sets of such values, if services take or return any.
    pub(crate) set: Option<SetType>,
}

impl ScriptType {
    /// A type of values that can be compared and shown.
    pub const fn of<T: Clone + Eq + Hash + Display + 'static>(
        name: &'static str,
        sample: fn() -> Dynamic,
    ) -> ScriptType {
        ScriptType {
            shown: |value| value.read_lock::<T>().map(|value| value.to_string()),
            operators: |module| {
                module.set_native_fn("==", |a: T, b: T| Ok(a == b));
                module.set_native_fn("!=", |a: T, b: T| Ok(a != b));
            },
            compared: Some(ComparableType::of::<T>),
            arrays: crate::script::register_contains::<T>,
            ..ScriptType::opaque::<T>(name, sample)
        }
    }

    /// A type of values that are only asked for their properties.
    pub const fn opaque<T: Clone + 'static>(name: &'static str, sample: fn() -> Dynamic) -> ScriptType {
        ScriptType {
            name,
            path: std::any::type_name::<T>,
            sample,
            shown: |_| None,
            called: name,
            written: None,
            operators: |_| {},
            compared: None,
            arrays: |_| {},
            set: None,
        }
    }

    /// The items of a value, if it is an array, or a set of one of these types.
    pub(crate) fn items(types: &[ScriptType], value: &Dynamic) -> Option<Array> {
        let array = value.read_lock::<Array>().map(|array| array.clone());
        array.or_else(|| types.iter().find_map(|kind| (kind.set.as_ref()?.array)(value)))
    }

    /// Says of which type sets of such values are, and what the services call it. Scripts see them as arrays.
    pub const fn in_sets<S: ItemSet>(self, alias: &'static str) -> ScriptType {
        ScriptType { set: Some(SetType::of::<S>(alias)), ..self }
    }

    /// Says what one is called in a sentence.
    pub const fn called(self, called: &'static str) -> ScriptType {
        ScriptType { called, ..self }
    }

    /// Says how one is written of which a script has the name.
    pub const fn written(self, written: fn(&str) -> String) -> ScriptType {
        ScriptType { written: Some(written), ..self }
    }
}

/// A function that the rules call in a script, and that is no modifier.
#[derive(Clone, Copy, Debug)]
pub struct EntryPoint {
    /// Its name.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: &'static [&'static str],
    /// What the rules call it for.
    pub call: Call,
    /// What it is for, and when it is called.
    pub about: &'static str,
    /// What it returns; empty if nothing is made of it.
    pub returns: &'static str,
}

/// What the rules call a function for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Call {
    /// It says something of its script, and is called when there is no game.
    Constant,
    /// It looks on, and says whether something holds.
    Condition,
    /// It looks on, and says something else of the game, such as a text or a number.
    Report,
    /// It acts on the game.
    Act,
}

/// What a script is for, and so which functions the rules call in it. All of them are entry points of the language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Role {
    /// The functions that it has to define.
    pub needed: &'static [&'static str],
    /// The functions of which it defines all or none.
    pub together: &'static [&'static str],
    /// Other functions that it can define.
    pub also: &'static [&'static str],
    /// Whether it can define modifiers.
    pub modifies: bool,
}

impl Role {
    /// Functions that several scripts share.
    pub const LIBRARY: Role = Role { needed: &[], together: &[], also: &[], modifies: false };
}

/// A function with which a script changes what the rules compute: `name(value, at)`. It gets the value that the script
/// before it returned, and the context, and returns the new value; `()` leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub struct Modifier {
    /// Its name.
    pub name: &'static str,
    /// What its first parameter is called. The second is `at`.
    pub value: &'static str,
    /// What it changes, and when it is called.
    pub about: &'static str,
    /// What it returns.
    pub returns: Returned,
    /// The properties of `at` that have a meaning.
    pub at: &'static [&'static str],
    /// A script that defines it.
    pub example: &'static str,
}

impl Modifier {
    /// How many parameters a modifier has.
    pub(crate) const PARAMETERS: usize = 2;

    /// How it is written.
    pub(crate) fn parameters(&self) -> [&'static str; Modifier::PARAMETERS] {
        [self.value, "at"]
    }
}

/// What a modifier returns.
#[derive(Clone, Copy, Debug)]
pub enum Returned {
    /// A value.
    Value(Field),
    /// An object map with some of these fields; the others stay as they are.
    Fields(&'static [Field]),
}

impl Returned {
    /// The fields; of a single value, that one.
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Returned::Value(field) => std::slice::from_ref(field),
            Returned::Fields(fields) => fields,
        }
    }
}

/// A value that a modifier returns.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in the object map; empty if it is returned by itself.
    pub name: &'static str,
    /// What it means.
    pub about: &'static str,
    /// What it can be.
    pub limit: Limit,
}

/// What a value can be.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// True or false.
    Truth,
    /// True or false; once a script has returned false, it stays false.
    Veto,
    /// A number from the first to the second.
    Number(i64, i64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A side.
    Side,
}

impl Display for Limit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Limit::Truth | Limit::Veto => f.write_str("true or false"),
            Limit::Number(least, most) => write!(f, "a number from {least} to {most}"),
            Limit::Word(words) => write!(f, "one of {}", words.join(", ")),
            Limit::Side => f.write_str("a side"),
        }
    }
}

/// What there is to say of a kind of moment.
#[derive(Clone, Copy, Debug)]
pub struct MomentFacts<M> {
    /// The kind.
    pub kind: M,
    /// The name that scripts use.
    pub name: &'static str,
    /// The words that finish "Do you play a card ...?".
    pub when: &'static str,
    /// Who is asked whether to respond.
    pub asked: &'static str,
    /// The properties of the moment that mean something at it.
    pub carries: &'static [&'static str],
}

/// What a text in a script is the name of.
pub struct NameUse<'a> {
    /// What it is, in words.
    pub what: &'static str,
    /// The code of the fault if it is not.
    pub code: &'static str,
    /// All names.
    pub names: Vec<&'a str>,
    /// Where to find them.
    pub help: &'static str,
}

/// What a script compares with a text or a number.
pub enum Operand<'a> {
    /// A property, and the variable that has it, if it is one.
    Property {
        /// Its name.
        name: &'a str,
        /// The variable.
        of: Option<&'a str>,
    },
    /// What a service returns.
    Returned(&'a str),
    /// An item of the array that a service returns.
    Item(&'a str),
    /// A variable of which nothing is known but its name, as of a parameter.
    Variable {
        /// Its name.
        name: &'a str,
        /// The function in which it stands.
        function: &'a str,
        /// The text that it is compared with; empty if it is a number.
        text: &'a str,
    },
}

/// What is known of a value that a script compares.
pub enum Value<'a> {
    /// One of these words, which are called so.
    Words(&'static str, Vec<&'a str>),
    /// A number, which is called so, and is in this range.
    Number(&'static str, RangeInclusive<i64>),
    /// A value of this type: `Side`, or one of the game's own.
    Thing(&'static str),
}
