//! Goes through the functions of a script as the rules would call them, with types in place of values.

use super::bodies::{Bodies, Body};
use super::noted::NotedTypes;
use super::signatures::Signatures;
use super::{TextType, Type, ValueKind};
use crate::faults::{Fault, Faults, Source};
use crate::language::{Operand, Role};
use crate::script::ast_walk::Survey;
use crate::script::facts::{CardLexicon, LanguageFacts};
use crate::script::sandbox::side_constant;
use crate::script::source_text::span;
use crate::script::vocabulary::Vocabulary;
use rhai::{ASTFlags, Array, Dynamic, Expr, FnPtr, Position, Stmt, SwitchCasesCollection};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The most calls that are followed, one within the other.
const DEEPEST: usize = 12;

/// What was found out about a script.
pub(in crate::script) struct Checked {
    pub faults: Faults,
    pub markers: Vec<MarkerNamed>,
    /// The services of markers that are called with a name which is not written there.
    pub unnamed: BTreeSet<String>,
}

/// What a marker is placed on that a script names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::script) enum MarkerOf {
    Game,
    Side,
    /// A thing of this type, or of any.
    Thing(Option<&'static str>),
    /// It cannot be told.
    Unknown,
}

/// A marker that a script names.
pub(in crate::script) struct MarkerNamed {
    pub service: String,
    /// What the marker is placed on.
    pub of: MarkerOf,
    pub name: String,
    /// Where the name is.
    pub place: Range<usize>,
}

/// What a script is checked with.
pub(in crate::script) struct CheckContext<'a> {
    pub source: &'a Source,
    pub survey: &'a Survey,
    /// The functions that all scripts share; those of the script itself, if it is one of the library.
    pub library: &'a [&'a Bodies],
    pub signatures: &'a Signatures,
    pub vocabulary: &'a Vocabulary,
    pub lexicon: &'a dyn CardLexicon,
    pub facts: &'a LanguageFacts,
    pub role: Role,
}

/// Checks the types of a script.
pub(in crate::script) fn check(scene: CheckContext<'_>) -> Checked {
    let entries = scene.facts.entries(scene.role);
    let mut checker = gone_through(scene, &entries, None);
    // A name of which something was said already is not looked at again.
    checker.markers.retain(|place, _| !checker.faults.contains_key(place));
    let mut faults = Faults::none();
    faults.extend(checker.faults.into_values());
    Checked { faults, markers: checker.markers.into_values().collect(), unnamed: checker.unnamed }
}

/// The types of the values of a script, whatever its role, by where they are.
pub(in crate::script) fn noted(scene: CheckContext<'_>) -> NotedTypes {
    let entries = scene.facts.all_entries();
    gone_through(scene, &entries, Some(NotedTypes::default())).noted.unwrap_or_default()
}

/// Goes through a script from the functions that the rules call, and then through what nothing is known to call.
fn gone_through<'a>(
    scene: CheckContext<'a>,
    entries: &[(&'static str, usize)],
    noted: Option<NotedTypes>,
) -> Checker<'a> {
    let bodies = &scene.survey.bodies;
    let mut checker = Checker {
        scene,
        faults: BTreeMap::new(),
        markers: BTreeMap::new(),
        unnamed: BTreeSet::new(),
        calls: Vec::new(),
        known: Vec::new(),
        reached: BTreeSet::new(),
        bodies,
        in_library: false,
        noted,
    };
    for (name, count) in entries {
        if let Some((key, body)) = bodies.get_key_value(&(name.to_string(), *count)) {
            checker.entry(key, body);
        }
    }
    // What nothing is known to call, with anything.
    for (key, body) in bodies.iter().filter(|((name, _), _)| !name.contains('$')).chain(bodies) {
        if !checker.reached.contains(key) {
            checker.function(key, body, vec![Type::Unknown; body.parameters.len()]);
        }
    }
    checker
}

/// Goes through a script.
pub(super) struct Checker<'a> {
    pub scene: CheckContext<'a>,
    /// By place: what is found to be wrong there first is reported.
    faults: BTreeMap<usize, Fault>,
    pub markers: BTreeMap<usize, MarkerNamed>,
    /// The services of markers that are called with a name which is not written there.
    pub unnamed: BTreeSet<String>,
    /// The functions that are being gone through.
    calls: Vec<&'a (String, usize)>,
    /// What functions return for these arguments.
    known: Vec<(&'a (String, usize), Vec<Type>, Type)>,
    reached: BTreeSet<&'a (String, usize)>,
    /// The functions of the file that is being gone through.
    pub bodies: &'a Bodies,
    /// Whether that file is one of the library: what is wrong in it is reported with the library.
    pub in_library: bool,
    /// The types of values, if they are wanted.
    pub noted: Option<NotedTypes>,
}

/// A function that is being gone through.
pub(super) struct CheckedFunction<'a> {
    pub function: &'a str,
    body: &'a Body,
    variables: Vec<(&'a str, Type)>,
    /// The types of expressions, by where they are in memory.
    types: BTreeMap<usize, Type>,
}

impl<'a> CheckedFunction<'a> {
    fn define(&mut self, name: &'a str, found: Type) {
        let found = if self.body.changing.contains(name) { Type::Unknown } else { found };
        self.variables.push((name, found));
    }

    fn variable(&self, name: &str) -> Type {
        let known = self.variables.iter().rev().find(|(known, _)| *known == name);
        known.map_or(Type::Unknown, |(_, known)| known.clone())
    }

    /// The type of an expression that has been gone through.
    pub fn type_of<T>(&self, node: &T) -> Type {
        self.types.get(&address(node)).cloned().unwrap_or(Type::Unknown)
    }
}

fn address<T>(node: &T) -> usize {
    std::ptr::from_ref(node) as usize
}

impl<'a> Checker<'a> {
    /// Reports what is wrong at a place of the script.
    pub fn report(&mut self, fault: Fault, position: Position, label: &str) {
        if !self.in_library {
            self.report_written(fault, position, "", label);
        }
    }

    /// Reports what is wrong with a text that stands at a place of the script, or just behind it in an array. The text
    /// may have gone into the library.
    pub fn report_written(&mut self, fault: Fault, position: Position, written: &str, label: &str) {
        let place = self.place(position, written);
        self.faults.entry(place.start).or_insert_with(|| fault.at(self.scene.source, place, label));
    }

    /// Where a text stands: at a place of Rhai's, or behind it in an array.
    pub fn place(&self, position: Position, written: &str) -> Range<usize> {
        let source = self.scene.source;
        let begin = span(source, position);
        match source.text()[begin.start..].find(written).filter(|_| !written.is_empty()) {
            Some(offset) => begin.start + offset..begin.start + offset + written.len(),
            None => begin,
        }
    }

    /// Goes through a function as the rules call it.
    fn entry(&mut self, key: &'a (String, usize), body: &'a Body) {
        let name = key.0.as_str();
        let modifier = self.scene.facts.modifier(name);
        let types = match modifier {
            Some(modifier) => vec![Type::of_modified(&modifier.returns), Type::named(self.scene.facts, "Context")],
            None => body.parameters.iter().map(|name| Type::named(self.scene.facts, &capitalized(name))).collect(),
        };
        let Some(frame) = self.go_through(key, body, types) else { return };
        self.check_returned(&frame, body, modifier);
    }

    /// What a function returns for arguments of these types.
    pub fn function(&mut self, key: &'a (String, usize), body: &'a Body, arguments: Vec<Type>) -> Type {
        let known = self.known.iter().find(|(known, types, _)| *known == key && *types == arguments);
        if let Some((_, _, returns)) = known {
            return returns.clone();
        }
        let Some(frame) = self.go_through(key, body, arguments.clone()) else { return Type::Unknown };
        let returns = self.result(&frame, body);
        self.known.push((key, arguments, returns.clone()));
        returns
    }

    fn go_through(
        &mut self,
        key: &'a (String, usize),
        body: &'a Body,
        types: Vec<Type>,
    ) -> Option<CheckedFunction<'a>> {
        self.reached.insert(key);
        if self.calls.contains(&key) || self.calls.len() >= DEEPEST {
            return None;
        }
        self.calls.push(key);
        let (variables, known) = (Vec::new(), BTreeMap::new());
        let mut frame = CheckedFunction { function: &key.0, body, variables, types: known };
        for (name, found) in body.parameters.iter().zip(types) {
            frame.define(name, found);
        }
        for stmt in body.statements.iter().filter(|stmt| !stmt.is_noop()) {
            self.statement(&mut frame, stmt);
        }
        self.calls.pop();
        Some(frame)
    }

    /// The type of a block's value.
    fn block(&mut self, frame: &mut CheckedFunction<'a>, statements: &'a [Stmt]) -> Type {
        let (depth, mut last) = (frame.variables.len(), Type::from(ValueKind::Nothing));
        for stmt in statements.iter().filter(|stmt| !stmt.is_noop()) {
            last = self.statement(frame, stmt);
        }
        frame.variables.truncate(depth);
        last
    }

    fn statement(&mut self, frame: &mut CheckedFunction<'a>, stmt: &'a Stmt) -> Type {
        let nothing = || Type::from(ValueKind::Nothing);
        match stmt {
            Stmt::Var(var, ..) => {
                let found = self.expr(frame, &var.1);
                frame.define(var.0.name.as_str(), found);
                nothing()
            }
            Stmt::Assignment(assignment) => {
                self.expr(frame, &assignment.1.lhs);
                self.expr(frame, &assignment.1.rhs);
                nothing()
            }
            Stmt::FnCall(call, position) => {
                let found = self.call(frame, call, None, *position);
                frame.types.insert(address(stmt), found.clone());
                found
            }
            Stmt::Expr(expr) => self.expr(frame, expr),
            Stmt::Block(block) => self.block(frame, block.statements()),
            Stmt::If(flow, _) => {
                self.condition(frame, &flow.expr);
                let then = self.block(frame, flow.body.statements());
                then.or(self.block(frame, flow.branch.statements()))
            }
            Stmt::Switch(switch, _) => self.switch(frame, &switch.0, &switch.1),
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                if !matches!(flow.expr, Expr::Unit(_)) {
                    self.condition(frame, &flow.expr);
                }
                self.block(frame, flow.body.statements());
                Type::Unknown
            }
            Stmt::For(each, _) => {
                let through = self.expr(frame, &each.2.expr);
                let depth = frame.variables.len();
                frame.define(each.0.name.as_str(), through.item());
                if let Some(counter) = &each.1 {
                    frame.define(counter.name.as_str(), Type::number());
                }
                self.block(frame, each.2.body.statements());
                frame.variables.truncate(depth);
                Type::Unknown
            }
            Stmt::Return(value, ..) | Stmt::BreakLoop(value, ..) => {
                if let Some(expr) = value {
                    self.expr(frame, expr);
                }
                Type::OneOf(Vec::new())
            }
            _ => Type::Unknown,
        }
    }

    fn switch(&mut self, frame: &mut CheckedFunction<'a>, on: &'a Expr, cases: &'a SwitchCasesCollection) -> Type {
        self.expr(frame, on);
        let mut found = if cases.def_case.is_some() { Type::OneOf(Vec::new()) } else { ValueKind::Nothing.into() };
        for case in &cases.expressions {
            if !matches!(case.lhs, Expr::BoolConstant(..)) {
                self.condition(frame, &case.lhs);
            }
            found = found.or(self.expr(frame, &case.rhs));
        }
        found
    }

    /// What decides which way a script goes is true or false.
    fn condition(&mut self, frame: &mut CheckedFunction<'a>, expr: &'a Expr) {
        let found = self.expr(frame, expr);
        if found.fits(&ValueKind::Truth.into()) || found.kinds().is_empty() {
            return;
        }
        let message = format!("a condition is true or false, not {}", found.called(self.scene.facts));
        let fault = Fault::error("script::wrong_type", message);
        let fault = match found.kinds() {
            [ValueKind::Array(_)] => fault.help("`.is_empty()` says whether an array is empty"),
            [ValueKind::Number(..)] => fault.help("compare it: `… > 0`"),
            _ => fault,
        };
        self.report(fault, expr.start_position(), "a condition");
    }

    pub fn expr(&mut self, frame: &mut CheckedFunction<'a>, expr: &'a Expr) -> Type {
        let found = self.untold(frame, expr);
        frame.types.insert(address(expr), found.clone());
        found
    }

    fn untold(&mut self, frame: &mut CheckedFunction<'a>, expr: &'a Expr) -> Type {
        match expr {
            Expr::DynamicConstant(value, position) => self.constant(value, *position),
            Expr::BoolConstant(..) => ValueKind::Truth.into(),
            Expr::IntegerConstant(number, _) => ValueKind::Number(*number..=*number, "").into(),
            Expr::StringConstant(text, position) => self.written(text, *position),
            Expr::InterpolatedString(parts, _) => {
                parts.iter().for_each(|part| drop(self.expr(frame, part)));
                Type::text()
            }
            Expr::Array(items, _) => {
                let items: Vec<Type> = items.iter().map(|item| self.expr(frame, item)).collect();
                Type::array(items.into_iter().reduce(Type::or).unwrap_or(Type::Unknown))
            }
            Expr::Map(map, _) => {
                map.0.iter().for_each(|(_, value)| drop(self.expr(frame, value)));
                ValueKind::Map(None).into()
            }
            Expr::Unit(_) => ValueKind::Nothing.into(),
            Expr::Variable(variable, _, position) if variable.2.is_empty() => {
                let found = frame.variable(&variable.1);
                self.note_variable(&variable.1, &found, *position);
                found
            }
            Expr::Variable(variable, ..) if self.is_side(&variable.1) => ValueKind::Side.into(),
            Expr::Stmt(block) => self.block(frame, block.statements()),
            Expr::FnCall(call, position) => self.call(frame, call, None, *position),
            Expr::Dot(chain, ..) => {
                let found = self.expr(frame, &chain.lhs);
                let of = match &chain.lhs {
                    Expr::Variable(variable, ..) => Some(variable.1.as_str()),
                    _ => None,
                };
                self.after_dot(frame, found, of, &chain.rhs)
            }
            Expr::Index(chain, flags, _) => {
                let found = self.expr(frame, &chain.lhs);
                self.after_index(frame, found, &chain.rhs, *flags)
            }
            Expr::And(parts, _) | Expr::Or(parts, _) => {
                parts.iter().for_each(|part| self.condition(frame, part));
                ValueKind::Truth.into()
            }
            Expr::Coalesce(parts, _) => {
                let parts: Vec<Type> = parts.iter().map(|part| self.expr(frame, part)).collect();
                parts.into_iter().reduce(Type::or).unwrap_or(Type::Unknown)
            }
            Expr::Custom(..) => ValueKind::Game.into(),
            _ => Type::Unknown,
        }
    }

    /// Whether a word is the name of a side, such as `RED`.
    fn is_side(&self, word: &str) -> bool {
        self.scene.lexicon.sides().into_iter().any(|side| side_constant(side) == word)
    }

    /// A type with what the game knows of the value beyond it. A service that returns anything may also return nothing.
    pub fn refined(&self, formal: Type, operand: &Operand<'_>) -> Type {
        let known = self.scene.lexicon.value(operand).map(|value| Type::of_value(self.scene.facts, value));
        let Some(known) = known else { return formal };
        match formal {
            Type::Unknown => known.or(ValueKind::Nothing.into()),
            formal if known.fits(&formal) => known,
            formal => formal,
        }
    }

    /// A text that stands in the script; of the library's own texts, the places mean nothing elsewhere.
    fn written(&self, text: &str, position: Position) -> Type {
        let known = if self.in_library { TextType::Any } else { TextType::Written(vec![(text.to_string(), position)]) };
        ValueKind::Text(known).into()
    }

    fn constant(&self, value: &Dynamic, position: Position) -> Type {
        if let Some(function) = value.read_lock::<FnPtr>() {
            return ValueKind::Function(function.fn_name().to_string(), Vec::new()).into();
        }
        if let Some(items) = value.read_lock::<Array>() {
            let items: Vec<Type> = items.iter().map(|item| self.constant(item, position)).collect();
            return Type::array(items.into_iter().reduce(Type::or).unwrap_or(Type::Unknown));
        }
        match (value.as_int(), value.as_bool(), value.clone().into_immutable_string()) {
            (Ok(number), ..) => ValueKind::Number(number..=number, "").into(),
            (_, Ok(_), _) => ValueKind::Truth.into(),
            (.., Ok(text)) => self.written(&text, position),
            _ if value.is_map() => ValueKind::Map(None).into(),
            _ if value.is_unit() => ValueKind::Nothing.into(),
            _ => Type::Unknown,
        }
    }

    /// What stands behind a dot. Chains nest to the right.
    fn after_dot(&mut self, frame: &mut CheckedFunction<'a>, of: Type, variable: Option<&str>, rest: &'a Expr) -> Type {
        let found = match rest {
            Expr::Dot(chain, ..) => {
                let found = self.after_dot(frame, of, variable, &chain.lhs);
                self.after_dot(frame, found, None, &chain.rhs)
            }
            Expr::Index(chain, flags, _) => {
                let found = self.after_dot(frame, of, variable, &chain.lhs);
                self.after_index(frame, found, &chain.rhs, *flags)
            }
            Expr::Property(property, position) => {
                self.note_receiver(variable, &of, *position);
                self.property(&of, variable, &property.2, *position)
            }
            Expr::MethodCall(call, position) => {
                self.note_receiver(variable, &of, *position);
                self.call(frame, call, Some(of), *position)
            }
            _ => Type::Unknown,
        };
        frame.types.insert(address(rest), found.clone());
        found
    }

    /// What stands between brackets, and behind them.
    fn after_index(&mut self, frame: &mut CheckedFunction<'a>, of: Type, rest: &'a Expr, flags: ASTFlags) -> Type {
        let item = of.item();
        match rest {
            Expr::Dot(chain, ..) if !flags.intersects(ASTFlags::BREAK) => {
                self.expr(frame, &chain.lhs);
                self.after_dot(frame, item, None, &chain.rhs)
            }
            Expr::Index(chain, more, _) if !flags.intersects(ASTFlags::BREAK) => {
                self.expr(frame, &chain.lhs);
                self.after_index(frame, item, &chain.rhs, *more)
            }
            index => {
                self.expr(frame, index);
                item
            }
        }
    }
}

/// The name of a type that a parameter is called after.
pub(super) fn capitalized(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
