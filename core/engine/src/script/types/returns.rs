//! What the functions return that the rules call: conditions true or false, modifiers what they can change.

use super::bodies::{self, Body, Tail};
use super::checker::{CheckedFunction, Checker};
use super::{TextType, Type, ValueKind};
use crate::faults::Fault;
use crate::language::{Call, Field, Limit, Modifier, Returned};
use rhai::{Expr, Position};

impl Type {
    /// What a modifier gets: the value as it is so far.
    pub(super) fn of_modified(returned: &Returned) -> Type {
        match returned {
            Returned::Value(field) => Type::of_field(field),
            Returned::Fields(fields) => {
                let fields = fields.iter().map(|field| (field.name, Type::of_field(field))).collect();
                ValueKind::Map(Some(fields)).into()
            }
        }
    }
}

/// The type of what a value comes from, and where that begins.
fn seen(frame: &CheckedFunction<'_>, tail: &Tail<'_>) -> (Type, Position) {
    match tail {
        Tail::Expr(expr) => (frame.type_of(*expr), expr.start_position()),
        Tail::Call(stmt) => (frame.type_of(*stmt), stmt.position()),
    }
}

impl<'a> Checker<'a> {
    /// What a function returns that was gone through.
    pub fn result(&mut self, frame: &CheckedFunction<'a>, body: &'a Body) -> Type {
        let mut found = Vec::new();
        bodies::tails(&body.statements, &mut found);
        let open = found.is_empty() || bodies::may_end_without(&body.statements);
        bodies::returned(&body.statements, &mut found);
        let types = found.iter().map(|tail| seen(frame, tail).0);
        let known = types.reduce(Type::or).unwrap_or(ValueKind::Nothing.into());
        if open { known.or(ValueKind::Nothing.into()) } else { known }
    }

    /// What the rules get from a function that they call is what they expect.
    pub fn check_returned(&mut self, frame: &CheckedFunction<'a>, body: &'a Body, modifier: Option<&Modifier>) {
        let mut found = Vec::new();
        bodies::tails(&body.statements, &mut found);
        bodies::returned(&body.statements, &mut found);
        let is_condition = self.scene.facts.called_for(frame.function) == Some(Call::Condition);
        for tail in &found {
            let (known, position) = seen(frame, tail);
            match modifier.map(|modifier| modifier.returns) {
                Some(Returned::Value(field)) => {
                    self.check_field(frame.function, &field, &known, position, true);
                }
                Some(Returned::Fields(fields)) => self.check_fields(frame, fields, tail, &known, position),
                None if is_condition && !known.fits(&ValueKind::Truth.into()) && !known.kinds().is_empty() => {
                    let message = format!("`{}` returns {}", frame.function, known.called(self.scene.facts));
                    let fault = Fault::error("script::wrong_result", message);
                    let fault = match known.kinds() {
                        [ValueKind::Array(_)] => fault.help("it returns true or false: `!….is_empty()`, for example"),
                        _ => fault.help("it returns true or false"),
                    };
                    self.report(fault, position, "returned here");
                }
                None => {}
            }
        }
    }

    /// An object map with some of the fields that a modifier can change.
    fn check_fields(
        &mut self,
        frame: &CheckedFunction<'a>,
        fields: &'static [Field],
        tail: &Tail<'a>,
        known: &Type,
        position: Position,
    ) {
        let name = frame.function;
        let all: Vec<&str> = fields.iter().map(|field| field.name).collect();
        if let Tail::Expr(Expr::Map(map, _)) = tail {
            for (key, value) in &map.0 {
                match fields.iter().find(|field| field.name == key.name) {
                    Some(field) => self.check_field(name, field, &frame.type_of(value), value.start_position(), false),
                    None => {
                        let fault =
                            Fault::error("script::unknown_modifier", format!("`{name}` returns no `{}`", key.name));
                        let fault =
                            fault.help(format!("it returns {}", all.join(", "))).did_you_mean(&key.name, all.clone());
                        self.report(fault, key.pos, "not known");
                    }
                }
            }
            return;
        }
        let wanted = Type::OneOf(vec![ValueKind::Map(None), ValueKind::Nothing]);
        if !known.fits(&wanted) && !known.kinds().is_empty() {
            let message = format!("`{name}` returns {}, not an object map", known.called(self.scene.facts));
            let fault = Fault::error("script::wrong_result", message);
            let fault =
                fault.help(format!("write, for example, `#{{ {}: … }}`; it can have {}", all[0], all.join(", ")));
            self.report(fault, position, "returned here");
        }
    }

    /// A value that a modifier returns is one that it can be.
    fn check_field(&mut self, name: &str, field: &Field, known: &Type, position: Position, alone: bool) {
        if known.kinds().is_empty() {
            return;
        }
        let what = if alone { String::new() } else { format!(" for `{}`", field.name) };
        let wanted = Type::of_field(field);
        let allowed = if alone { wanted.clone().or(ValueKind::Nothing.into()) } else { wanted };
        if !known.fits(&allowed) {
            let message = format!("`{name}` returns {}{what}", known.called(self.scene.facts));
            let fault = Fault::error("script::wrong_result", message);
            self.report(fault.help(format!("{}: {}", field.about, field.limit)), position, "returned here");
            return;
        }
        let out_of_range = known.kinds().iter().find_map(|kind| match (kind, field.limit) {
            (ValueKind::Number(range, _), Limit::Number(least, most))
                if *range.end() < least || *range.start() > most =>
            {
                Some((range.start().to_string(), String::new()))
            }
            (ValueKind::Text(TextType::Written(texts)), Limit::Word(words)) => {
                let wrong = texts.iter().find(|(text, _)| !words.contains(&text.as_str()));
                wrong.map(|(text, _)| (format!("\"{text}\""), text.clone()))
            }
            _ => None,
        });
        if let Some((shown, word)) = out_of_range {
            let fault = Fault::error("script::out_of_range", format!("`{name}` returns {shown}{what}"));
            let fault = fault.help(format!("{}: {}", field.about, field.limit));
            let fault = match field.limit {
                Limit::Word(words) => fault.did_you_mean(&word, words.iter().copied()),
                _ => fault,
            };
            self.report(fault, position, "returned here");
        }
    }
}
