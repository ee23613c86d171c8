//! Operators, and comparisons that can never be true: with a word that is none of those which a value can be, with a
//! number that is out of its range, or with a value of another type.

use super::calls::instead_of_text;
use super::checker::{CheckedFunction, Checker};
use super::{ANY_NUMBER, TextType, Type, ValueKind};
use crate::faults::Fault;
use crate::language::Operand;
use rhai::{Expr, FnCallExpr, Position};
use std::ops::RangeInclusive;

impl<'a> Checker<'a> {
    /// What an operator makes of its operands, if the call is one.
    pub fn operator(
        &mut self,
        frame: &CheckedFunction<'a>,
        call: &'a FnCallExpr,
        types: &[Type],
        position: Position,
    ) -> Option<Type> {
        let truth = || Some(Type::from(ValueKind::Truth));
        match (call.name.as_str(), types) {
            ("==" | "!=", [left, right]) => {
                self.equal(frame, call, [left, right], position);
                truth()
            }
            // `in` becomes a call of the array's function, with the array first.
            ("contains", [array, item]) if is_array(array) => {
                self.contains(frame, call, array, item);
                truth()
            }
            ("<" | "<=" | ">" | ">=", [left, right]) => {
                self.order(call, [left, right], position);
                truth()
            }
            ("!", [of]) => {
                if !of.fits(&ValueKind::Truth.into()) && !of.kinds().is_empty() {
                    let message = format!("`!` takes what is true or false, not {}", of.called(self.scene.facts));
                    let fault = Fault::error("script::wrong_arguments", message);
                    self.report(fault, call.args[0].start_position(), "of another type");
                }
                truth()
            }
            (".." | "..=", [_, _]) => Some(ValueKind::Range.into()),
            ("+" | "-" | "*" | "/" | "%", [left, right]) => Some(self.reckoned(call, [left, right], position)),
            ("-" | "+", [_]) => Some(Type::number()),
            _ => None,
        }
    }

    /// What comes of arithmetic, of joining texts, and of putting arrays together.
    fn reckoned(&mut self, call: &FnCallExpr, [left, right]: [&Type; 2], position: Position) -> Type {
        let number = |found: &Type| matches!(found.kinds(), [ValueKind::Number(..)]);
        let text = |found: &Type| matches!(found.kinds(), [ValueKind::Text(_)]);
        let name = call.name.as_str();
        if number(left) && number(right) {
            self.always_zero(call, [left, right], position);
            return Type::number();
        }
        if name == "+" && (text(left) || text(right)) {
            return Type::text();
        }
        if is_array(left) && is_array(right) && matches!(name, "+" | "-") {
            return Type::array(left.item().or(right.item()));
        }
        let reckons = |found: &Type| {
            let able = |kind: &ValueKind| {
                matches!(kind, ValueKind::Number(..) | ValueKind::Text(_) | ValueKind::Array(_) | ValueKind::Map(_))
            };
            found.kinds().is_empty() || found.kinds().iter().any(able)
        };
        if !reckons(left) || !reckons(right) {
            let message = format!(
                "`{name}` does not take {} and {}",
                left.called(self.scene.facts),
                right.called(self.scene.facts)
            );
            self.report(Fault::error("script::wrong_arguments", message), position, "of these");
        }
        Type::Unknown
    }

    /// A division of one number by a larger one, which leaves nothing.
    fn always_zero(&mut self, call: &FnCallExpr, [left, right]: [&Type; 2], position: Position) {
        let ([ValueKind::Number(of, _)], [ValueKind::Number(by, _)]) = (left.kinds(), right.kinds()) else { return };
        let is_small = *of.start() >= 0 && *of.end() > 0 && of.end() < by.start();
        if call.name == "/" && is_small {
            let message = "this division is always 0: there are whole numbers only";
            let fault = Fault::warning("script::always_zero", message).help("multiply first: `3 * 15 / 100`");
            self.report(fault, position, "always 0");
        }
    }

    /// `a == b`, `a != b`.
    fn equal(
        &mut self,
        frame: &CheckedFunction<'a>,
        call: &'a FnCallExpr,
        [left, right]: [&Type; 2],
        position: Position,
    ) {
        let always = if call.name == "!=" { "true" } else { "false" };
        for (value, expr, other) in [(left, &call.args[0], right), (right, &call.args[1], left)] {
            let guessed = self.guessed(frame, expr, value, other);
            let value = guessed.as_ref().unwrap_or(value);
            let literal = call.args.iter().find(|argument| is_literal(argument));
            let at = literal.map_or(position, |literal| literal.start_position());
            if self.never(value, other, always, at) {
                return;
            }
        }
    }

    /// `a in [b, c]`.
    fn contains(&mut self, frame: &CheckedFunction<'a>, call: &'a FnCallExpr, array: &Type, item: &Type) {
        let guessed = self.guessed(frame, &call.args[1], item, &array.item());
        let value = guessed.as_ref().unwrap_or(item);
        let at = call.args[0].start_position();
        if self.never(value, &array.item(), "false", at) {
            return;
        }
        for number in numbers(&call.args[0]) {
            if let Some(fault) = never_the_number(value, &(number..=number), "false") {
                self.report_written(fault, at, &number.to_string(), "never equal");
            }
        }
    }

    /// What a variable is, going by its name, of which nothing else is known.
    fn guessed(&self, frame: &CheckedFunction<'a>, expr: &Expr, known: &Type, other: &Type) -> Option<Type> {
        let (Expr::Variable(variable, ..), Type::Unknown) = (expr, known) else { return None };
        let texts = other.written();
        let text = texts.first().map_or("", |(text, _)| text.as_str());
        let operand = Operand::Variable { name: &variable.1, function: frame.function, text };
        self.scene.lexicon.value(&operand).map(|value| Type::of_value(self.scene.facts, value))
    }

    /// Reports if a value can never be equal to another.
    fn never(&mut self, value: &Type, other: &Type, always: &str, at: Position) -> bool {
        let point =
            |message: String| Fault::warning("script::never_equal", format!("this is always {always}: {message}"));
        let (Type::OneOf(kinds), Type::OneOf(others)) = (value, other) else { return false };
        let nothing =
            |kinds: &[ValueKind]| kinds.is_empty() || kinds.iter().any(|kind| matches!(kind, ValueKind::Nothing));
        let texts = other.written();
        if !value.fits(other) {
            return self.of_another_type(kinds, other, always, at);
        }
        if nothing(kinds) && nothing(others) {
            return false;
        }
        for kind in kinds {
            let ValueKind::Text(TextType::Words(what, words)) = kind else { continue };
            let only_texts = others.iter().all(|kind| matches!(kind, ValueKind::Text(TextType::Written(_))));
            let wrong = texts.iter().filter(|(text, _)| !words.contains(text));
            let wrong: Vec<_> = wrong.filter(|_| only_texts).cloned().collect();
            for (text, place) in &wrong {
                let fault = point(format!("there is no {what} `{text}`"));
                let few = words.len() <= 8;
                let fault = if few { fault.help(format!("there are {}", words.join(", "))) } else { fault };
                let fault = fault.did_you_mean(text, words.iter().map(String::as_str));
                self.report_written(fault, *place, &format!("\"{text}\""), "never equal");
            }
            return !wrong.is_empty();
        }
        let fault = match &others[..] {
            [ValueKind::Number(other, _)] => never_the_number(value, other, always),
            _ => None,
        };
        let is_never = fault.is_some();
        fault.into_iter().for_each(|fault| self.report(fault, at, "never equal"));
        is_never
    }

    /// Reports that a value is compared with one of another type. What may be nothing is compared with nothing to find
    /// out.
    fn of_another_type(&mut self, kinds: &[ValueKind], other: &Type, always: &str, at: Position) -> bool {
        let something = kinds.iter().filter(|kind| !matches!(kind, ValueKind::Nothing)).cloned().collect::<Vec<_>>();
        let what = Type::OneOf(something);
        if what.kinds().is_empty() || other.kinds().iter().all(|kind| matches!(kind, ValueKind::Nothing)) {
            return false;
        }
        let message = format!(
            "this is always {always}: {} is not {}",
            what.called(self.scene.facts),
            other.called(self.scene.facts)
        );
        let fault = Fault::warning("script::never_equal", message);
        match other.written().first() {
            Some((text, place)) => {
                let instead = instead_of_text(&self.scene, &what, text);
                let fault = instead.into_iter().fold(fault, |fault, it| fault.help(format!("write `{it}`")));
                self.report_written(fault, *place, &format!("\"{text}\""), "never equal");
            }
            None => self.report(fault, at, "never equal"),
        }
        true
    }

    /// `a < b` and its like, of which one side is a number that stands there.
    fn order(&mut self, call: &FnCallExpr, [left, right]: [&Type; 2], position: Position) {
        let name = call.name.as_str();
        if let ([ValueKind::Number(a, what)], [ValueKind::Number(b, other)]) = (left.kinds(), right.kinds()) {
            let never = match name {
                "<" => a.start() >= b.end(),
                "<=" => a.start() > b.end(),
                ">" => a.end() <= b.start(),
                _ => a.end() < b.start(),
            };
            let always = match name {
                "<" => a.end() < b.start(),
                "<=" => a.end() <= b.start(),
                ">" => a.start() > b.end(),
                _ => a.start() >= b.end(),
            };
            let (range, what) = if what.is_empty() { (b, other) } else { (a, what) };
            if (never || always) && !what.is_empty() {
                let message = match never {
                    true => format!("this is always false: {what} is never so"),
                    false => format!("this is always true: {what} is never otherwise"),
                };
                let fault = Fault::warning("script::never_equal", message);
                let fault = fault.help(format!("it is from {} to {}", range.start(), range.end()));
                let literal = call.args.iter().find(|argument| is_literal(argument));
                self.report(
                    fault,
                    literal.map_or(position, |literal| literal.start_position()),
                    if never { "never true" } else { "always true" },
                );
            }
        } else if !left.fits(right) && !left.kinds().is_empty() && !right.kinds().is_empty() {
            let message =
                format!("{} and {} have no order", left.called(self.scene.facts), right.called(self.scene.facts));
            self.report(Fault::error("script::wrong_arguments", message), position, "compared here");
        }
    }
}

/// Whether a value can never be a number of this range.
fn never_the_number(value: &Type, other: &RangeInclusive<i64>, always: &str) -> Option<Fault> {
    let (range, what) = value.kinds().iter().find_map(|kind| match kind {
        ValueKind::Number(range, what) if *range != ANY_NUMBER && !what.is_empty() => Some((range, what)),
        _ => None,
    })?;
    if other.end() >= range.start() && other.start() <= range.end() {
        return None;
    }
    let message = format!("this is always {always}: {what} is never {}", other.start());
    let fault = Fault::warning("script::never_equal", message);
    Some(fault.help(format!("it is from {} to {}", range.start(), range.end())))
}

/// The numbers in an array that stands in the script.
fn numbers(array: &Expr) -> Vec<i64> {
    match array {
        Expr::Array(items, _) => {
            let number = |item: &Expr| if let Expr::IntegerConstant(number, _) = item { Some(*number) } else { None };
            items.iter().filter_map(number).collect()
        }
        Expr::DynamicConstant(value, _) => {
            let items = value.read_lock::<rhai::Array>();
            items.map(|items| items.iter().filter_map(|item| item.as_int().ok()).collect()).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

fn is_literal(expr: &Expr) -> bool {
    matches!(expr, Expr::IntegerConstant(..) | Expr::StringConstant(..))
}

fn is_array(found: &Type) -> bool {
    matches!(found.kinds(), [ValueKind::Array(_)])
}
