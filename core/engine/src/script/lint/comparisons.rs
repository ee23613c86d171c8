//! Comparisons with a text or a number that can never be equal: a word that is none of those which a property has, a
//! number that is out of range, or something that is not a text or a number at all.

use super::Lint;
use crate::faults::{Fault, Source};
use crate::language::{Language, Operand, Value};
use crate::rules::Rules;
use crate::script::ast_walk::{Compared, Comparison, Function, Literal};
use crate::script::source_text::span;

impl<R: Rules> Lint<'_, R> {
    /// What a function compares with texts.
    pub(super) fn comparisons(&mut self, name: &str, function: &Function) {
        for comparison in &function.comparisons {
            if let Some(fault) = self.never_equal(name, function, comparison) {
                self.faults.push(fault);
            }
        }
    }

    fn never_equal(&self, name: &str, function: &Function, comparison: &Comparison) -> Option<Fault> {
        let Comparison { with, literal, position, negated } = comparison;
        let always = if *negated { "true" } else { "false" };
        let (written, text) = match literal {
            Literal::Text(text) => (format!("\"{text}\""), text.as_str()),
            Literal::Number(number) => (number.to_string(), ""),
        };
        let point = |message: String| {
            let fault = Fault::warning("script::never_equal", format!("this is always {always}: {message}"));
            fault.at(&self.script.source, place(&self.script.source, *position, &written), "never equal")
        };
        match (self.value(name, function, with, text)?, literal) {
            (Value::Words(_, words), Literal::Text(text)) if words.contains(&text.as_str()) => None,
            (Value::Words(what, words), Literal::Text(text)) => {
                let fault = point(format!("there is no {what} `{text}`"));
                let few = words.len() <= 8;
                let fault = if few { fault.help(format!("there are {}", words.join(", "))) } else { fault };
                Some(fault.did_you_mean(text, words))
            }
            (Value::Words(what, _), Literal::Number(_)) => Some(point(format!("a {what} is a text, not a number"))),
            (Value::Number(_, range), Literal::Number(number)) if range.contains(number) => None,
            (Value::Number(what, range), Literal::Number(number)) => {
                let fault = point(format!("{what} is never {number}"));
                Some(fault.help(format!("it is from {} to {}", range.start(), range.end())))
            }
            (Value::Number(what, _), Literal::Text(text)) => {
                let fault = point(format!("{what} is a number, not a text"));
                Some(match text.parse::<i64>() {
                    Ok(number) => fault.help(format!("write `{number}`")),
                    Err(_) => fault,
                })
            }
            (Value::Thing(what, write), Literal::Text(text)) => {
                Some(point(format!("a {what} is not a text")).help(format!("write `{}`", write(text))))
            }
            (Value::Thing(what, _), Literal::Number(_)) => Some(point(format!("a {what} is not a number"))),
        }
    }

    /// What is known of a value; nothing of object maps, whose properties can be anything, or of what functions of the
    /// script return.
    fn value(&self, function: &str, within: &Function, compared: &Compared, text: &str) -> Option<Value<'_>> {
        let is_own = |name: &str| self.survey.named(name).next().is_some();
        let operand = match compared {
            Compared::Property { name, .. } if self.survey.keys.contains(name) => return None,
            Compared::Call(name) | Compared::Item(name) if is_own(name) => return None,
            Compared::Property { name, of } => Operand::Property { name, of: of.as_deref() },
            Compared::Call(name) => Operand::Returned(name),
            Compared::Item(name) => Operand::Item(name),
            Compared::Variable(name) => match within.assigned.get(name) {
                Some(assigned) => return self.value(function, within, assigned.as_ref()?, text),
                None => Operand::Variable { name, function, text },
            },
        };
        <R::Scripts as Language>::value(self.deck, &operand)
    }
}

/// Where a text or number stands: at a place, or behind it if that is where an array begins.
fn place(source: &Source, position: rhai::Position, written: &str) -> std::ops::Range<usize> {
    let begin = span(source, position);
    match source.text()[begin.start..].find(written) {
        Some(offset) => begin.start + offset..begin.start + offset + written.len(),
        None => begin,
    }
}
