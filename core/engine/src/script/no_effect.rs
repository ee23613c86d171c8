//! What has no effect in a script, although it is allowed: modifiers that change nothing, statements that are never
//! reached, results and values that are dropped.

use super::ast_walk::FunctionNode;
use super::facts::LanguageFacts;
use super::lint::Inspected;
use super::source_text::{self, span};
use super::types::{Body, Tail, returned, tails};
use super::vocabulary::Vocabulary;
use crate::faults::{Fault, Faults};
use crate::language::{Call, Modifier, Returned};
use rhai::{ASTFlags, ASTNode, Expr, FnCallExpr, Position, Stmt};

/// Functions of arrays, maps and texts that change what they are called on, or call a function for what it does.
const CHANGING: [&str; 35] = [
    "append",
    "chop",
    "clear",
    "crop",
    "dedup",
    "drain",
    "fill_with",
    "for_each",
    "insert",
    "make_lower",
    "make_upper",
    "mixin",
    "order",
    "order_by",
    "pad",
    "pop",
    "push",
    "remove",
    "replace",
    "retain",
    "reverse",
    "set",
    "set_bit",
    "set_bits",
    "set_tag",
    "shift",
    "sort",
    "sort_by",
    "sort_desc",
    "splice",
    "trim",
    "truncate",
    "call",
    "Fn",
    "throw",
];

/// Finds what has no effect in a script.
pub(super) fn no_effect(facts: &LanguageFacts, inspected: &Inspected<'_>, vocabulary: &Vocabulary) -> Faults {
    let mut search = NoEffectFinder { inspected, vocabulary, outside: Vec::new(), faults: Faults::none() };
    for (key @ (name, count), body) in &inspected.survey.bodies {
        let Some(function) = inspected.survey.functions.get(key) else { continue };
        let modifier = facts.modifier(name).filter(|_| inspected.role.modifies && *count == Modifier::PARAMETERS);
        if let Some(modifier) = modifier {
            search.modifier(modifier, body, function);
        }
        search.block(function, &body.statements, facts.called_for(name) != Some(Call::Act));
    }
    search.faults
}

struct NoEffectFinder<'a> {
    inspected: &'a Inspected<'a>,
    vocabulary: &'a Vocabulary,
    /// The variables that are defined before the statement that is looked at.
    outside: Vec<String>,
    faults: Faults,
}

impl NoEffectFinder<'_> {
    fn report(&mut self, fault: Fault, position: Position, label: &str) {
        let source = &self.inspected.script.source;
        self.faults.push(fault.at(source, span(source, position), label));
    }

    /// A modifier changes a value by what it returns.
    fn modifier(&mut self, modifier: &Modifier, body: &Body, function: &FunctionNode) {
        let Some(value) = body.parameters.first() else { return };
        let mut found = Vec::new();
        tails(&body.statements, &mut found);
        returned(&body.statements, &mut found);
        let is_nothing = |tail: &Tail<'_>| matches!(tail, Tail::Expr(Expr::Unit(_)));
        let is_value = |tail: &Tail<'_>| matches!(tail, Tail::Expr(Expr::Variable(it, ..)) if it.1 == *value);
        let is_changed = body.changing.contains(value) || function.variables.iter().any(|(name, _)| name == value);
        let name = modifier.name;
        let (message, help) = if found.iter().all(is_nothing) && !breaks_with_value(body) {
            let help = match modifier.returns {
                _ if body.changing.contains(value) => format!("end it with `{value}`: what it returns is what counts"),
                Returned::Fields(fields) => {
                    let first = fields.first().map_or("", |field| field.name);
                    format!("return what changes, for example `#{{ {first}: … }}`")
                }
                Returned::Value(_) => format!("return what shall be in place of `{value}`"),
            };
            (format!("`{name}` changes nothing: it never returns anything"), help)
        } else if !found.is_empty() && !is_changed && found.iter().all(|tail| is_value(tail) || is_nothing(tail)) {
            let help = format!("return another value, or leave `{name}` out");
            (format!("`{name}` changes nothing: it returns its `{value}` as it is"), help)
        } else {
            return;
        };
        let source = &self.inspected.script.source;
        let place = source_text::definition(source, name).unwrap_or(0..0);
        let fault = Fault::warning("script::no_effect", message).help(help);
        self.faults.push(fault.at(source, place, "without effect"));
    }

    /// The statements of a block, whose value is used or not.
    fn block(&mut self, function: &FunctionNode, statements: &[Stmt], is_used: bool) {
        let written = |stmt: &&Stmt| !matches!(stmt, Stmt::Noop(..) | Stmt::Share(..));
        let written: Vec<&Stmt> = statements.iter().filter(written).collect();
        let end = written.iter().position(|stmt| leaves(stmt));
        if let Some(next) = end.and_then(|end| written.get(end + 1)) {
            let fault = Fault::warning("script::never_reached", "this is never reached");
            let fault = fault.help("what stands before it leaves the function, or the loop");
            self.report(fault, start(next), "never runs");
        }
        self.unread(&written);
        let outside = self.outside.len();
        for (index, stmt) in written.iter().enumerate() {
            self.statement(function, stmt, is_used && index + 1 == written.len());
            if let Stmt::Var(var, ..) = stmt {
                self.outside.push(var.0.name.to_string());
            }
        }
        self.outside.truncate(outside);
    }

    fn statement(&mut self, function: &FunctionNode, stmt: &Stmt, is_used: bool) {
        match stmt {
            Stmt::If(flow, _) => {
                self.block(function, flow.body.statements(), is_used);
                self.block(function, flow.branch.statements(), is_used);
            }
            Stmt::While(flow, _) | Stmt::Do(flow, ..) => self.block(function, flow.body.statements(), false),
            Stmt::For(each, _) => self.block(function, each.2.body.statements(), false),
            Stmt::Block(block) => self.block(function, block.statements(), is_used),
            Stmt::Switch(switch, _) => {
                switch.1.expressions.iter().for_each(|case| self.value(function, &case.rhs, is_used));
            }
            Stmt::Expr(expr) => self.value(function, expr, is_used),
            Stmt::FnCall(call, position) if !is_used => self.dropped_call(function, call, *position),
            Stmt::Var(var, ..) => self.value(function, &var.1, true),
            Stmt::Assignment(assignment) => self.value(function, &assignment.1.rhs, true),
            Stmt::Return(Some(expr), ..) => self.value(function, expr, true),
            _ => {}
        }
    }

    /// A value, which is used or not.
    fn value(&mut self, function: &FunctionNode, expr: &Expr, is_used: bool) {
        match expr {
            Expr::Stmt(block) => self.block(function, block.statements(), is_used),
            Expr::FnCall(call, position) if !is_used => self.dropped_call(function, call, *position),
            Expr::Dot(chain, ..) if !is_used => {
                let mut last = &chain.rhs;
                while let Expr::Dot(inner, ..) = last {
                    last = &inner.rhs;
                }
                if let Expr::MethodCall(call, position) = last {
                    self.dropped_call(function, call, *position);
                }
            }
            _ => {}
        }
    }

    /// A call of which nothing is used, although it does nothing but return a value.
    fn dropped_call(&mut self, function: &FunctionNode, call: &FnCallExpr, position: Position) {
        let name = call.name.as_str();
        let message = format!("nothing is made of what `{name}` returns");
        let fault = Fault::warning("script::dropped_result", message);
        if call.is_operator_call() {
            if !call.name.ends_with('=') || ["==", "!=", "<=", ">="].contains(&name) {
                let fault = if name == "==" { fault.help("a single `=` gives a variable a value") } else { fault };
                self.report(fault, position, "without effect");
            }
            return;
        }
        let site = function.calls.iter().find(|site| site.position == position && site.name == name);
        let survey = self.inspected.survey;
        let Some(site) = site.filter(|_| survey.named(name).next().is_none() && self.vocabulary.has(name)) else {
            return;
        };
        let started = site.callbacks.iter().flat_map(|callback| survey.named(callback));
        let mut reached = started.flat_map(|start| survey.reach(start).into_keys());
        let does_something = |key: &(String, usize)| {
            let acts = |function: &FunctionNode| function.calls.iter().any(|call| self.vocabulary.call_acts(call));
            survey.functions.get(key).is_some_and(acts)
                || survey.bodies.get(key).is_some_and(|body| !body.changing.is_empty())
        };
        if name == "print"
            || CHANGING.contains(&name)
            || self.vocabulary.call_acts(site)
            || reached.any(|key| does_something(&key))
        {
            return;
        }
        self.report(fault.help(format!("use it, `let … = …{name}(…)`, or leave it out")), position, "dropped");
    }

    /// A variable that nothing reads, or that is defined anew before anything reads it.
    fn unread(&mut self, written: &[&Stmt]) {
        for (index, stmt) in written.iter().enumerate() {
            let Stmt::Var(var, ..) = stmt else { continue };
            let name = var.0.name.as_str();
            let again = |stmt: &&Stmt| matches!(stmt, Stmt::Var(other, ..) if other.0.name == name);
            let rest = &written[index + 1..];
            let next = rest.iter().position(again);
            let is_read = rest.iter().take(next.map_or(rest.len(), |next| next + 1)).any(|stmt| reads(stmt, name));
            if is_read || name.starts_with('_') {
                continue;
            }
            let (message, help) = match next {
                Some(_) => (format!("`{name}` is defined anew before it is read"), "leave it out".to_string()),
                None if self.outside.iter().any(|other| other == name) => (
                    format!("nothing reads this `{name}`: it ends with its block"),
                    format!("leave out `let` to change the `{name}` that is defined before"),
                ),
                None => (format!("nothing reads `{name}`"), format!("leave it out, or call it `_{name}`")),
            };
            self.report(Fault::warning("script::unused_variable", message).help(help), var.0.pos, "never read");
        }
    }
}

/// Whether a statement reads a variable, and does not only give it a value.
fn reads(stmt: &Stmt, name: &str) -> bool {
    let is_it = |expr: &Expr| matches!(expr, Expr::Variable(variable, ..) if variable.1 == name);
    let (mut named, mut set) = (0, 0);
    stmt.walk(&mut Vec::new(), &mut |path| {
        match path.last() {
            Some(ASTNode::Expr(expr)) if is_it(expr) => named += 1,
            Some(ASTNode::Stmt(Stmt::Assignment(assignment))) if is_it(&assignment.1.lhs) => set += 1,
            _ => {}
        }
        true
    });
    named > set
}

/// Whether nothing that stands behind a statement is reached.
fn leaves(stmt: &Stmt) -> bool {
    let any = |statements: &[Stmt]| statements.iter().any(leaves);
    match stmt {
        Stmt::Return(..) | Stmt::BreakLoop(..) => true,
        Stmt::If(flow, _) => any(flow.body.statements()) && any(flow.branch.statements()),
        Stmt::Block(block) => any(block.statements()),
        _ => false,
    }
}

/// Whether a loop of a function is left with a value, which may be the value of the function.
fn breaks_with_value(body: &Body) -> bool {
    let mut found = false;
    for stmt in &body.statements {
        stmt.walk(&mut Vec::new(), &mut |path| {
            let breaks =
                |stmt: &Stmt| matches!(stmt, Stmt::BreakLoop(Some(_), flags, _) if flags.intersects(ASTFlags::BREAK));
            found |= matches!(path.last(), Some(ASTNode::Stmt(stmt)) if breaks(stmt));
            true
        });
    }
    found
}

/// Where a statement begins.
fn start(stmt: &Stmt) -> Position {
    match stmt {
        Stmt::Expr(expr) => expr.start_position(),
        Stmt::Assignment(assignment) => assignment.1.lhs.start_position(),
        other => other.position(),
    }
}
