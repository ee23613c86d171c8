//! The form of a TOML file: which keys and values it can have. What reads a file is asked for it, so that nothing else has
//! to say it: each place of the form is reached with a question in place of a value, and what is wanted there is noted.

use super::deserializer::{TomlItem, TomlMisfit};
use super::{Fault, Faults, quoted_words};
use serde::de::DeserializeOwned;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The text of a file whose form is asked for: what reads it answers with faults that have a [`Fault::form`].
pub const WHAT_FORM: &str = "# Which form has this file?\n";

/// What can be written at a place of a TOML file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TomlForm {
    /// Whatever there is; what it must be is not known here.
    Anything,
    /// `true` or `false`.
    Truth,
    /// A whole number of a type with these bounds.
    Whole(i64, i64),
    /// A number.
    Number,
    /// A text.
    Text,
    /// One of these words.
    Words(Vec<String>),
    /// A list of the form; with a number, of exactly this many items.
    List(Box<TomlForm>, Option<usize>),
    /// A table with these keys, and no others.
    Table(BTreeMap<String, TomlForm>),
    /// A table with any keys.
    Entries(Box<TomlForm>),
    /// One of several.
    OneOf(Vec<TomlForm>),
}

/// A step from a value to one inside it.
#[derive(Clone, Debug)]
pub(super) enum FormStep {
    /// The value of a key.
    Key(String),
    /// An item of a list.
    Item,
    /// The value of a variant of a choice.
    Variant(&'static str),
    /// The value itself, where its reader takes several kinds, as one of them.
    As(ValueOf),
}

/// A kind of value that is tried where a reader takes several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ValueOf {
    Text,
    Whole,
    Truth,
    List,
    Table,
}

/// What is wanted at a place.
pub(super) enum FormWanted {
    /// A plain value, or anything.
    Plain(TomlForm),
    /// A list; with a number, of exactly this many items.
    List(Option<usize>),
    /// A table with any keys.
    Entries,
    /// A table with these keys.
    Fields(Vec<String>),
    /// One of these variants.
    Variants(&'static [&'static str]),
    /// A variant without a value.
    Word,
    /// What several kinds of values are tried for.
    Any,
}

/// A question that stands in place of a value: what is wanted at the end of a path?
pub(super) struct FormQuestion<'p> {
    path: &'p [FormStep],
    answer: RefCell<Option<FormWanted>>,
}

impl FormQuestion<'_> {
    /// The next step; nothing at the end of the path.
    pub fn step(&self, at: usize) -> Option<&FormStep> {
        self.path.get(at)
    }

    /// Notes what is wanted, if it is the end of the path. Reading ends in any case.
    pub fn answer(&self, at: usize, wanted: FormWanted) -> TomlMisfit {
        if at == self.path.len() {
            self.answer.replace(Some(wanted));
        }
        TomlMisfit::new(ANSWERED.into())
    }

    /// Notes whether a reader takes the kind of value that it was given after some steps, by what it says of it.
    pub fn note_tried(&self, at: usize, misfit: Option<&str>) {
        let Some(FormStep::As(kind)) = self.step(at) else { return };
        let message = misfit.unwrap_or_default();
        let wanted = match kind {
            _ if message.starts_with("invalid type") => return,
            ValueOf::Text => FormWanted::Plain(TomlForm::Text),
            ValueOf::Whole => FormWanted::whole(i64::MIN, i64::MAX),
            ValueOf::Truth => FormWanted::Plain(TomlForm::Truth),
            ValueOf::Table if message == ANSWERED => FormWanted::Entries,
            ValueOf::Table => match known_words(message) {
                names if names.is_empty() => FormWanted::Entries,
                names => FormWanted::Fields(names),
            },
            ValueOf::List => return,
        };
        self.answer(at + 1, wanted);
    }
}

impl FormWanted {
    /// A whole number of a type.
    pub fn whole(least: impl TryInto<i64>, most: impl TryInto<i64>) -> FormWanted {
        FormWanted::Plain(TomlForm::Whole(least.try_into().unwrap_or(i64::MIN), most.try_into().unwrap_or(i64::MAX)))
    }

    /// A table with these keys.
    pub fn fields(names: &[&str]) -> FormWanted {
        FormWanted::Fields(names.iter().map(ToString::to_string).collect())
    }
}

/// What is said when a question is answered.
const ANSWERED: &str = "answered";
/// A key that no table has.
pub(super) const NO_KEY: &str = "no-such-key";
/// Names of the keys of a table whose keys are read by a form of their own.
const SAMPLE_KEYS: [&str; 3] = ["a", "1", "0101"];
/// How deep a form can be; one that holds itself ends there.
const DEEPEST: usize = 16;

impl TomlForm {
    /// The form of a file, or of a part of one, that is read as a type.
    pub(super) fn of<T: DeserializeOwned>() -> TomlForm {
        // A small function of the type, so that little code is made for each.
        let read = |question: &FormQuestion<'_>| T::deserialize(TomlItem::of_question(question)).err();
        FormReader { read, path: Vec::new() }.form()
    }

    /// The form of a file of which this is a part and that another.
    pub fn with(self, other: TomlForm) -> TomlForm {
        match (self, other) {
            (TomlForm::Table(mut all), TomlForm::Table(more)) => {
                for (key, form) in more {
                    let own = all.remove(&key).unwrap_or(TomlForm::Anything);
                    all.insert(key, own.with(form));
                }
                TomlForm::Table(all)
            }
            (TomlForm::List(own, count), TomlForm::List(other, _)) => TomlForm::List(Box::new(own.with(*other)), count),
            (TomlForm::Anything, other) => other,
            (own, _) => own,
        }
    }
}

/// Goes through a form.
struct FormReader {
    read: fn(&FormQuestion<'_>) -> Option<TomlMisfit>,
    path: Vec<FormStep>,
}

impl FormReader {
    /// What is wanted at the end of the path, or why it is not reached.
    fn wanted(&self) -> Result<FormWanted, String> {
        let question = FormQuestion { path: &self.path, answer: RefCell::default() };
        let misfit = (self.read)(&question);
        let wanted = question.answer.take();
        wanted.ok_or_else(|| misfit.map_or(String::new(), |misfit| misfit.message().to_string()))
    }

    /// What is known a step further.
    fn further<R>(&mut self, step: FormStep, ask: impl FnOnce(&mut FormReader) -> R) -> R {
        self.path.push(step);
        let found = ask(self);
        self.path.pop();
        found
    }

    fn form_at(&mut self, step: FormStep) -> TomlForm {
        self.further(step, FormReader::form)
    }

    /// The form at the end of the path.
    fn form(&mut self) -> TomlForm {
        let Ok(wanted) = self.wanted() else { return TomlForm::Anything };
        self.form_wanted(wanted)
    }

    fn form_wanted(&mut self, wanted: FormWanted) -> TomlForm {
        if self.path.len() >= DEEPEST {
            return TomlForm::Anything;
        }
        match wanted {
            FormWanted::Plain(form) => form,
            FormWanted::List(count) => TomlForm::List(Box::new(self.form_at(FormStep::Item)), count),
            FormWanted::Fields(names) => self.table(names),
            FormWanted::Entries => self.entries(),
            FormWanted::Variants(names) => self.choice(names),
            FormWanted::Any => self.several(),
            FormWanted::Word => TomlForm::Anything,
        }
    }

    fn table(&mut self, names: Vec<String>) -> TomlForm {
        TomlForm::Table(names.into_iter().map(|name| (name.clone(), self.form_at(FormStep::Key(name)))).collect())
    }

    /// A table whose keys are read like values: if they are words of a list, they are known.
    fn entries(&mut self) -> TomlForm {
        for key in SAMPLE_KEYS {
            match self.further(FormStep::Key(key.into()), |further| further.wanted().map(|w| further.form_wanted(w))) {
                Ok(form) => return TomlForm::Entries(Box::new(form)),
                Err(message) => {
                    let known = known_words(&message);
                    if !known.is_empty() {
                        return self.table(known);
                    }
                }
            }
        }
        TomlForm::Entries(Box::new(TomlForm::Anything))
    }

    /// Words, and tables with one key: the variants of a choice.
    fn choice(&mut self, names: &'static [&'static str]) -> TomlForm {
        let (mut words, mut all) = (Vec::new(), Vec::new());
        for name in names {
            match self.further(FormStep::Variant(name), |further| (further.wanted(), further.form())) {
                (Ok(FormWanted::Word), _) => words.push(name.to_string()),
                (_, form) => all.push(TomlForm::Table(BTreeMap::from([(name.to_string(), form)]))),
            }
        }
        if !words.is_empty() {
            all.insert(0, TomlForm::Words(words));
        }
        one_of(all)
    }

    /// The kinds of values that a reader takes.
    fn several(&mut self) -> TomlForm {
        let kinds = [ValueOf::Text, ValueOf::Whole, ValueOf::Truth, ValueOf::List, ValueOf::Table];
        let taken = kinds.into_iter().filter_map(|kind| {
            self.further(FormStep::As(kind), |further| {
                let wanted = further.wanted().ok()?;
                Some(match (kind, wanted) {
                    (ValueOf::List, item) => TomlForm::List(Box::new(further.form_wanted(item)), None),
                    (_, wanted) => further.form_wanted(wanted),
                })
            })
        });
        let taken: Vec<TomlForm> = taken.collect();
        one_of(taken)
    }
}

fn one_of(mut all: Vec<TomlForm>) -> TomlForm {
    match all.len() {
        0 => TomlForm::Anything,
        1 => all.remove(0),
        _ => TomlForm::OneOf(all),
    }
}

/// The words that could have stood in the place of one that is not known.
pub(super) fn known_words(message: &str) -> Vec<String> {
    let is_of_words = message.starts_with("unknown field") || message.starts_with("unknown variant");
    let words = if is_of_words { quoted_words(message) } else { Vec::new() };
    words.into_iter().skip(1).map(str::to_string).collect()
}

impl TomlForm {
    /// The form at the end of a path of keys; of lists, that of their items.
    pub fn within(&self, keys: &[&str]) -> Option<&TomlForm> {
        match (self, keys) {
            (TomlForm::List(item, _), _) => item.within(keys),
            (TomlForm::OneOf(all), _) => all.iter().find_map(|form| form.within(keys)),
            (found, []) => Some(found),
            (TomlForm::Table(table), [key, rest @ ..]) => table.get(*key)?.within(rest),
            (TomlForm::Entries(form), [_, rest @ ..]) => form.within(rest),
            _ => None,
        }
    }

    /// The keys that a table can have there.
    pub fn keys(&self) -> Vec<&str> {
        match self {
            TomlForm::Table(table) => table.keys().map(String::as_str).collect(),
            TomlForm::OneOf(all) => all.iter().flat_map(TomlForm::keys).collect(),
            _ => Vec::new(),
        }
    }

    /// The form that faults tell, if it was asked for.
    pub fn told_by(faults: &Faults) -> Option<TomlForm> {
        faults.iter().filter_map(|fault| fault.form().cloned()).reduce(TomlForm::with)
    }
}

impl Fault {
    /// The answer to [`WHAT_FORM`].
    pub(super) fn answering(form: TomlForm) -> Fault {
        Fault { form: Some(Box::new(form)), ..Fault::error("file::form", "the form of this file was asked for") }
    }

    /// The form of the file, or a part of it, if [`WHAT_FORM`] was its text.
    pub fn form(&self) -> Option<&TomlForm> {
        self.form.as_deref()
    }
}
