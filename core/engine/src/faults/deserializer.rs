//! The deserializer of TOML. A form is read by this type alone: the deserializers of `toml` have a type each for keys,
//! values, tables and spans, and the code of every form would be compiled for each of them.

use super::form::{FormQuestion, FormStep, FormWanted, NO_KEY, TomlForm, ValueOf};
use super::spanned;
use serde::de::{DeserializeSeed, Deserializer, EnumAccess, Error, Expected, MapAccess, SeqAccess, Unexpected};
use serde::de::{VariantAccess, Visitor};
use std::fmt::{self, Display};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// Why a value does not fit, and where.
#[derive(Debug)]
pub(super) struct TomlMisfit(Box<(String, Option<Range<usize>>)>);

impl TomlMisfit {
    pub fn new(message: String) -> TomlMisfit {
        TomlMisfit(Box::new((message, None)))
    }

    pub fn message(&self) -> &str {
        &self.0.0
    }

    /// The innermost place known.
    pub fn span(&self) -> Option<Range<usize>> {
        self.0.1.clone()
    }

    /// The fault at a place, unless it has one already.
    #[inline(never)]
    fn at(mut self, span: &Range<usize>) -> TomlMisfit {
        self.0.1.get_or_insert_with(|| span.clone());
        self
    }
}

impl Display for TomlMisfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl std::error::Error for TomlMisfit {}

impl Error for TomlMisfit {
    fn custom<T: Display>(message: T) -> TomlMisfit {
        TomlMisfit::new(message.to_string())
    }
}

/// A key or a value, and its place.
#[derive(Clone)]
pub(super) struct TomlItem<'a> {
    content: TomlContent<'a>,
    span: Range<usize>,
}

#[derive(Clone, Copy)]
enum TomlContent<'a> {
    Key(&'a str),
    Value(&'a DeValue<'a>),
    Table(&'a DeTable<'a>),
    /// A question after this many of its steps.
    Question(&'a FormQuestion<'a>, usize),
}

impl<'a> TomlItem<'a> {
    pub fn of_value(value: &'a Spanned<DeValue<'a>>) -> TomlItem<'a> {
        TomlItem { content: TomlContent::Value(value.get_ref()), span: value.span() }
    }

    pub fn of_file(file: &'a Spanned<DeTable<'a>>) -> TomlItem<'a> {
        TomlItem { content: TomlContent::Table(file.get_ref()), span: file.span() }
    }

    pub fn of_question(question: &'a FormQuestion<'a>) -> TomlItem<'a> {
        TomlItem::after(question, 0)
    }

    fn after(question: &'a FormQuestion<'a>, steps: usize) -> TomlItem<'a> {
        TomlItem { content: TomlContent::Question(question, steps), span: 0..0 }
    }

    /// Answers a question.
    #[inline(never)]
    fn wants(&self, wanted: FormWanted) -> Option<TomlMisfit> {
        match self.content {
            TomlContent::Question(question, at) => Some(question.answer(at, wanted)),
            _ => None,
        }
    }

    fn is_question(&self) -> bool {
        matches!(self.content, TomlContent::Question(..))
    }

    /// Tries a kind of value where a reader takes several, and notes whether it takes this one.
    fn tried<V: Visitor<'a>>(question: &'a FormQuestion<'a>, at: usize, visitor: V) -> Result<V::Value, TomlMisfit> {
        let inside = |steps: usize| TomlItem::after(question, at + steps);
        let tried = match question.step(at) {
            Some(FormStep::As(ValueOf::Text)) => visitor.visit_str("a"),
            Some(FormStep::As(ValueOf::Whole)) => visitor.visit_i64(1),
            Some(FormStep::As(ValueOf::Truth)) => visitor.visit_bool(true),
            Some(FormStep::As(ValueOf::List)) => return visitor.visit_seq(Items::one(inside(1))),
            Some(FormStep::As(ValueOf::Table)) => match question.step(at + 1) {
                Some(FormStep::Key(key)) => return visitor.visit_map(Entries::one(key, inside(2))),
                _ => visitor.visit_map(Entries::one(NO_KEY, inside(2))),
            },
            _ => return Err(question.answer(at, FormWanted::Any)),
        };
        question.note_tried(at, tried.as_ref().err().map(TomlMisfit::message));
        tried
    }

    fn text(&self) -> Option<&'a str> {
        match self.content {
            TomlContent::Key(text) => Some(text),
            TomlContent::Value(DeValue::String(text)) => Some(text),
            _ => None,
        }
    }

    #[inline(never)]
    fn table(&self) -> Option<Entries<'a>> {
        match self.content {
            TomlContent::Table(table) | TomlContent::Value(DeValue::Table(table)) => Some(Entries::of(table)),
            TomlContent::Question(question, at) => match question.step(at)? {
                FormStep::Key(key) => Some(Entries::one(key, TomlItem::after(question, at + 1))),
                _ => None,
            },
            _ => None,
        }
    }

    #[inline(never)]
    fn list(&self) -> Option<Items<'a>> {
        match self.content {
            TomlContent::Value(DeValue::Array(list)) => {
                Some(Items(list.iter().map(TomlItem::of_value).collect::<Vec<_>>().into_iter()))
            }
            TomlContent::Question(question, at) if matches!(question.step(at), Some(FormStep::Item)) => {
                Some(Items::one(TomlItem::after(question, at + 1)))
            }
            _ => None,
        }
    }

    fn number(&self) -> Result<Option<i64>, TomlMisfit> {
        let TomlContent::Value(DeValue::Integer(number)) = self.content else { return Ok(None) };
        let number = i64::from_str_radix(number.as_str(), number.radix());
        number.map(Some).map_err(|_| TomlMisfit::new("integer number overflowed".into()))
    }

    /// The answer to a question, or that it is something else than what is expected.
    #[inline(never)]
    fn misfit(&self, wanted: FormWanted, expected: &dyn Expected) -> TomlMisfit {
        self.wants(wanted).unwrap_or_else(|| self.wrong(expected))
    }

    /// That it is something else than what is expected.
    #[inline(never)]
    fn wrong(&self, expected: &dyn Expected) -> TomlMisfit {
        let found = match self.content {
            TomlContent::Key(text) => Unexpected::Str(text),
            TomlContent::Table(_) => Unexpected::Map,
            TomlContent::Question(..) => Unexpected::Other("question"),
            TomlContent::Value(value) => match value {
                DeValue::String(text) => Unexpected::Str(text),
                DeValue::Integer(_) => match self.number() {
                    Ok(number) => Unexpected::Signed(number.unwrap_or_default()),
                    Err(misfit) => return misfit,
                },
                DeValue::Float(number) => Unexpected::Float(number.as_str().parse().unwrap_or_default()),
                DeValue::Boolean(truth) => Unexpected::Bool(*truth),
                DeValue::Datetime(_) => Unexpected::Other("date"),
                DeValue::Array(_) => Unexpected::Seq,
                DeValue::Table(_) => Unexpected::Map,
            },
        };
        TomlMisfit::invalid_type(found, expected)
    }
}

/// Deserializers of numbers: each as a whole number, from which the visitor makes its own.
macro_rules! numbers {
    ($($method:ident $type:ty,)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
            match self.number()? {
                Some(number) => visitor.visit_i64(number),
                None => Err(self.misfit(FormWanted::whole(<$type>::MIN, <$type>::MAX), &visitor)),
            }
        }
    )*};
}

/// Deserializers of words.
macro_rules! words {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
            match self.text() {
                Some(text) => visitor.visit_str(text),
                None => Err(self.misfit(FormWanted::Plain(TomlForm::Text), &visitor)),
            }
        }
    )*};
}

/// Deserializers of kinds of values that no file has.
macro_rules! none {
    ($($method:ident)*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
            Err(self.wrong(&visitor))
        }
    )*};
}

impl<'de> Deserializer<'de> for TomlItem<'de> {
    type Error = TomlMisfit;

    numbers! { deserialize_i8 i8, deserialize_i16 i16, deserialize_i32 i32, deserialize_i64 i64, deserialize_i128 i128,
    deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64, deserialize_u128 u64, }
    words! { deserialize_char deserialize_str deserialize_string deserialize_identifier }
    none! { deserialize_bytes deserialize_byte_buf deserialize_unit }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        match self.content {
            TomlContent::Value(DeValue::Boolean(truth)) => visitor.visit_bool(*truth),
            _ => Err(self.misfit(FormWanted::Plain(TomlForm::Truth), &visitor)),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        let number = match self.content {
            TomlContent::Value(DeValue::Float(number)) => match number.as_str().parse::<f64>() {
                Ok(number) if number.is_finite() => Some(number),
                _ => return Err(TomlMisfit::new("the number is too large".into())),
            },
            _ => self.number()?.map(|number| number as f64),
        };
        match number {
            Some(number) => visitor.visit_f64(number),
            None => Err(self.misfit(FormWanted::Plain(TomlForm::Number), &visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, TomlMisfit> {
        Err(self.wrong(&visitor))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value, TomlMisfit> {
        if name == spanned::NAME {
            spanned::place(&self.span);
        }
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        match self.list() {
            Some(items) => visitor.visit_seq(items),
            None => Err(self.misfit(FormWanted::List(None), &visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, TomlMisfit> {
        match self.list() {
            Some(items) if items.0.len() == length || self.is_question() => visitor.visit_seq(items),
            Some(items) => Err(TomlMisfit::invalid_length(items.0.len(), &visitor)),
            None => Err(self.misfit(FormWanted::List(Some(length)), &visitor)),
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, TomlMisfit> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        match self.table() {
            Some(entries) => visitor.visit_map(entries),
            None => Err(self.misfit(FormWanted::Entries, &visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlMisfit> {
        match self.table() {
            Some(entries) => visitor.visit_map(entries),
            None => Err(self.misfit(FormWanted::fields(fields), &visitor)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlMisfit> {
        if let TomlContent::Question(question, at) = self.content {
            let Some(FormStep::Variant(name)) = question.step(at) else {
                return Err(question.answer(at, FormWanted::Variants(variants)));
            };
            let name = TomlItem { content: TomlContent::Key(name), span: 0..0 };
            return visitor.visit_enum(Variant { name, value: Some(TomlItem::after(question, at + 1)) });
        }
        match (self.text(), self.table()) {
            (Some(_), _) => visitor.visit_enum(Variant { name: self, value: None }),
            (None, Some(mut entries)) if entries.0.len() == 1 => {
                let (name, value) = entries.0.next().expect("one entry");
                visitor.visit_enum(Variant { name, value: Some(value) })
            }
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        if let Some(answered) = self.wants(FormWanted::Plain(TomlForm::Anything)) {
            return Err(answered);
        }
        visitor.visit_unit()
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, TomlMisfit> {
        match self.content {
            TomlContent::Key(_) | TomlContent::Value(DeValue::String(_)) => self.deserialize_str(visitor),
            TomlContent::Table(_) | TomlContent::Value(DeValue::Table(_)) => self.deserialize_map(visitor),
            TomlContent::Value(DeValue::Integer(_)) => self.deserialize_i64(visitor),
            TomlContent::Value(DeValue::Float(_)) => self.deserialize_f64(visitor),
            TomlContent::Value(DeValue::Boolean(truth)) => visitor.visit_bool(*truth),
            TomlContent::Value(DeValue::Array(_)) => self.deserialize_seq(visitor),
            TomlContent::Value(DeValue::Datetime(_)) => Err(self.wrong(&visitor)),
            TomlContent::Question(question, at) => TomlItem::tried(question, at, visitor),
        }
    }
}

/// The items of a list.
struct Items<'a>(std::vec::IntoIter<TomlItem<'a>>);

impl<'a> Items<'a> {
    fn one(item: TomlItem<'a>) -> Items<'a> {
        Items(vec![item].into_iter())
    }
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = TomlMisfit;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, TomlMisfit> {
        let Some(value) = self.0.next() else { return Ok(None) };
        let span = value.span.clone();
        seed.deserialize(value).map(Some).map_err(|misfit| misfit.at(&span))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The keys and values of a table, by key.
struct Entries<'a>(std::vec::IntoIter<(TomlItem<'a>, TomlItem<'a>)>, Option<TomlItem<'a>>);

impl<'a> Entries<'a> {
    fn of(table: &'a DeTable<'a>) -> Entries<'a> {
        let entries = table.iter().map(|(key, value)| {
            (TomlItem { content: TomlContent::Key(key.get_ref()), span: key.span() }, TomlItem::of_value(value))
        });
        Entries(entries.collect::<Vec<_>>().into_iter(), None)
    }

    fn one(key: &'a str, value: TomlItem<'a>) -> Entries<'a> {
        let key = TomlItem { content: TomlContent::Key(key), span: 0..0 };
        Entries(vec![(key, value)].into_iter(), None)
    }
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = TomlMisfit;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, TomlMisfit> {
        let Some((key, value)) = self.0.next() else { return Ok(None) };
        self.1 = Some(value);
        let span = key.span.clone();
        seed.deserialize(key).map(Some).map_err(|misfit| misfit.at(&span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, TomlMisfit> {
        let value = self.1.take().expect("a value follows its key");
        let span = value.span.clone();
        seed.deserialize(value).map_err(|misfit| misfit.at(&span))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// A variant of an enum: a word, or a table with one entry.
struct Variant<'a> {
    name: TomlItem<'a>,
    value: Option<TomlItem<'a>>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = TomlMisfit;
    type Variant = Variant<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Variant<'de>), TomlMisfit> {
        let name = seed.deserialize(self.name.clone()).map_err(|misfit| misfit.at(&self.name.span))?;
        Ok((name, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = TomlMisfit;

    fn unit_variant(self) -> Result<(), TomlMisfit> {
        match self.value {
            None => Ok(()),
            Some(value) => Err(value.wants(FormWanted::Word).unwrap_or_else(|| value.wrong(&"a word alone"))),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, TomlMisfit> {
        seed.deserialize(self.value.unwrap_or(self.name))
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, TomlMisfit> {
        self.value.unwrap_or(self.name).deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, TomlMisfit> {
        self.value.unwrap_or(self.name).deserialize_struct("", fields, visitor)
    }
}
