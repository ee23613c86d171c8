//! The statements of a script: where the engine reports them, and where they begin.

use rhai::{AST, ASTNode, Position, Stmt};
use std::collections::BTreeMap;

/// A statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StatementSite {
    /// The line on which it begins, from 1.
    pub line: usize,
    /// The column on which it begins.
    pub column: usize,
    /// The function in which it stands; empty in a closure.
    pub function: String,
}

/// A line and a column.
pub type Spot = (usize, usize);

/// The first statement of each line, by the place at which the engine reports it: that of an operator or a dot may be
/// further down.
pub type Sites = BTreeMap<Spot, StatementSite>;

/// The line and column of a position.
pub fn spot(position: Position) -> Option<Spot> {
    Some((position.line()?, position.position().unwrap_or(1)))
}

/// Where a script, as it is run, can stop: before the first statement of each line.
pub fn find(ast: &AST) -> Sites {
    let mut first: BTreeMap<usize, (Spot, StatementSite)> = BTreeMap::new();
    for function in ast.iter_functions() {
        let (name, count) = (function.name, function.params.len());
        // The bodies are not to be had one by one, but as scripts with one function.
        let mut alone = ast.clone();
        alone.clear_statements().retain_functions(|_, _, other, n| other == name && n == count);
        let function = if name.contains('$') { "" } else { name };
        alone.walk(&mut |path| {
            if let Some(ASTNode::Stmt(stmt)) = path.last()
                && let Some((reported, begins)) = place(stmt)
                && let (Some(reported), Some((line, column))) = (spot(reported), spot(begins))
            {
                let site = || (reported, StatementSite { line, column, function: function.to_string() });
                let known = first.entry(line).or_insert_with(site);
                if column < known.1.column {
                    *known = site();
                }
            }
            true
        });
    }
    first.into_values().collect()
}

/// Where a statement is reported, and where it begins.
fn place(stmt: &Stmt) -> Option<(Position, Position)> {
    match stmt {
        Stmt::Noop(..) | Stmt::Block(..) => None,
        Stmt::Expr(expr) => Some((expr.position(), expr.start_position())),
        Stmt::Assignment(assignment) => Some((stmt.position(), assignment.1.lhs.start_position())),
        _ => Some((stmt.position(), stmt.position())),
    }
}
