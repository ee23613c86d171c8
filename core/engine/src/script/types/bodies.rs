//! The functions of a script as they are written, and what their values come from.

use rhai::{AST, ASTNode, Expr, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// The functions and closures of a script, by name and number of parameters.
pub(in crate::script) type Bodies = BTreeMap<(String, usize), Body>;

/// A function as it is written.
#[derive(Default)]
pub(in crate::script) struct Body {
    /// Its parameters; of a closure, what it captures comes first.
    pub parameters: Vec<String>,
    pub statements: Vec<Stmt>,
    /// The variables that change after they were defined, so that nothing is known of them.
    pub changing: BTreeSet<String>,
}

impl Body {
    /// Reads the only function of a script.
    pub fn new(parameters: Vec<String>, alone: &AST) -> Body {
        let mut body = Body { parameters, ..Body::default() };
        alone.walk(&mut |path| {
            if let [ASTNode::Stmt(stmt)] = path {
                body.statements.push((*stmt).clone());
            }
            body.changing.extend(path.last().and_then(changed));
            true
        });
        body
    }
}

/// The variable that a node changes.
fn changed(node: &ASTNode<'_>) -> Option<String> {
    let of = |expr: &Expr| match expr {
        Expr::Variable(variable, ..) => Some(variable.1.to_string()),
        _ => None,
    };
    match node {
        ASTNode::Stmt(Stmt::Assignment(assignment)) => match &assignment.1.lhs {
            Expr::Index(chain, ..) | Expr::Dot(chain, ..) => of(&chain.lhs),
            other => of(other),
        },
        // What is put into an array changes what its items are.
        ASTNode::Expr(Expr::Dot(chain, ..)) => match &chain.rhs {
            Expr::MethodCall(call, _)
                if ["push", "append", "insert", "pad", "splice", "set"].contains(&&*call.name) =>
            {
                of(&chain.lhs)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The expressions of which one is the value of a block; none for a branch that has no value.
pub(in crate::script) fn tails<'a>(statements: &'a [Stmt], found: &mut Vec<Tail<'a>>) {
    match statements.iter().rev().find(|stmt| !stmt.is_noop()) {
        None => {}
        Some(Stmt::Expr(expr)) => of_expr(expr, found),
        Some(stmt @ Stmt::FnCall(..)) => found.push(Tail::Call(stmt)),
        Some(stmt) => of_statement(stmt, found),
    }
}

/// What a value comes from.
pub(in crate::script) enum Tail<'a> {
    Expr(&'a Expr),
    /// A statement that is a call.
    Call(&'a Stmt),
}

fn of_statement<'a>(stmt: &'a Stmt, found: &mut Vec<Tail<'a>>) {
    match stmt {
        Stmt::If(flow, _) => {
            tails(flow.body.statements(), found);
            tails(flow.branch.statements(), found);
        }
        Stmt::Switch(switch, _) => switch.1.expressions.iter().for_each(|case| of_expr(&case.rhs, found)),
        Stmt::Block(block) => tails(block.statements(), found),
        _ => {}
    }
}

fn of_expr<'a>(expr: &'a Expr, found: &mut Vec<Tail<'a>>) {
    match expr {
        Expr::Stmt(block) => tails(block.statements(), found),
        other => found.push(Tail::Expr(other)),
    }
}

/// The values that the `return`s of a function give.
pub(in crate::script) fn returned<'a>(statements: &'a [Stmt], found: &mut Vec<Tail<'a>>) {
    for stmt in statements {
        match stmt {
            Stmt::Return(Some(expr), ..) => of_expr(expr, found),
            Stmt::If(flow, _) | Stmt::While(flow, _) | Stmt::Do(flow, ..) => {
                returned(flow.body.statements(), found);
                returned(flow.branch.statements(), found);
            }
            Stmt::For(each, _) => returned(each.2.body.statements(), found),
            Stmt::Block(block) => returned(block.statements(), found),
            Stmt::Switch(switch, _) => {
                for case in &switch.1.expressions {
                    if let Expr::Stmt(block) = &case.rhs {
                        returned(block.statements(), found);
                    }
                }
            }
            _ => {}
        }
    }
}

/// Whether a block can end without a value.
pub(super) fn may_end_without(statements: &[Stmt]) -> bool {
    match statements.iter().rev().find(|stmt| !stmt.is_noop()) {
        Some(Stmt::If(flow, _)) => may_end_without(flow.body.statements()) || may_end_without(flow.branch.statements()),
        Some(Stmt::Switch(switch, _)) => {
            let open = |case: &Expr| matches!(case, Expr::Stmt(block) if may_end_without(block.statements()));
            switch.1.def_case.is_none() || switch.1.expressions.iter().any(|case| open(&case.rhs))
        }
        Some(Stmt::Block(block)) => may_end_without(block.statements()),
        Some(Stmt::Expr(expr)) => matches!(&**expr, Expr::Stmt(block) if may_end_without(block.statements())),
        Some(Stmt::FnCall(..) | Stmt::Return(..)) => false,
        _ => true,
    }
}
