//! A script that was compiled, with its text.

use super::lookup_cache::LookupCache;
use super::remembered::RememberedAnswers;
use crate::faults::Source;
use rhai::{AST, ASTNode, Stmt};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A script that was compiled, with its text.
#[derive(Clone)]
pub struct Compiled {
    pub(super) ast: AST,
    /// The names of the functions that it defines, each with the number of its parameters.
    pub(super) functions: Rc<[(String, usize)]>,
    /// Its text.
    pub source: Source,
    /// Whether there is a `+=` in it.
    pub(super) adds: bool,
    /// The functions that it has looked up, if it can have a cache.
    pub(super) cache: Option<Rc<LookupCache>>,
    /// What its functions that look on have said.
    pub(super) remembered: Rc<RefCell<BTreeMap<String, OfFunction>>>,
    /// The script whose functions it can call besides its own: that of a game, from an expression.
    pub(super) callable: Option<Rc<Compiled>>,
}

/// What a function has said.
pub(super) type OfFunction = Rc<RefCell<RememberedAnswers>>;

impl Compiled {
    /// The text of a function that stands in another script, whose functions this one can call.
    pub(super) fn source_of(&self, function: &str) -> Option<&Source> {
        let callable = self.callable.as_ref()?;
        callable.functions.iter().any(|(name, _)| name == function).then_some(&callable.source)
    }

    /// What a function has said.
    pub(super) fn remembered(&self, name: &str) -> OfFunction {
        let mut all = self.remembered.borrow_mut();
        match all.get(name) {
            Some(known) => known.clone(),
            None => all.entry(name.to_string()).or_default().clone(),
        }
    }

    /// The parameters of a function that it defines.
    pub fn parameters(&self, name: &str) -> Option<Vec<&str>> {
        self.ast.iter_functions().find(|function| function.name == name).map(|function| function.params)
    }

    /// Whether it defines a function with this many parameters.
    pub fn has(&self, name: &str, parameters: usize) -> bool {
        self.functions.iter().any(|(function, count)| function == name && *count == parameters)
    }
}

/// Whether there is a `+=` in a script that may add a set to an array.
pub(super) fn adds(ast: &AST) -> bool {
    let adding = |node: &ASTNode<'_>| match node {
        ASTNode::Stmt(Stmt::Assignment(it)) => it.0.is_op_assignment() && !it.1.rhs.is_constant(),
        _ => false,
    };
    let mut adds = false;
    ast.walk(&mut |path: &[ASTNode<'_>]| {
        adds |= path.last().is_some_and(adding);
        !adds
    });
    adds
}
