//! One playout: down the tree, one new node, then the rollout policy.

use super::tree::{EdgeId, NodeId, Tree};
use super::worth::Worth;
use crate::agent::Agent;
use crate::decision::Decision;
use crate::rules::Rules;
use std::cell::RefCell;
use std::rc::Rc;

/// Where a playout is in the tree.
#[derive(Clone, Copy)]
enum TreeCursor {
    /// Before the root, the decision that is searched.
    Above,
    /// Behind this answer.
    After(EdgeId),
    /// Below the tree.
    Below,
}

/// A playout on its way through the tree.
pub(super) struct Walk<R: Rules> {
    tree: Tree<R>,
    cursor: TreeCursor,
    path: Vec<EdgeId>,
}

impl<R: Rules> Walk<R> {
    /// A walk that begins at the root of a tree.
    pub fn new(tree: Tree<R>) -> Walk<R> {
        Walk { tree, cursor: TreeCursor::Above, path: Vec::new() }
    }

    /// Begins a playout at the root.
    pub fn begin(&mut self) {
        self.cursor = TreeCursor::Above;
        self.path.clear();
    }

    /// Adds the result of the playout to the tree.
    pub fn end(&mut self, worth: &Worth) {
        self.tree.credit(&self.path, worth);
    }

    /// Ends a playout in which a script failed: the last answer in the tree counts as the worst result for its side.
    pub fn fail(&mut self) {
        if let Some(last) = self.path.last() {
            let worth = self.tree.worst(*last);
            self.tree.credit(&self.path, &worth);
        }
    }

    pub fn tree(&self) -> &Tree<R> {
        &self.tree
    }

    /// The tree, after the last playout.
    pub fn into_tree(self) -> Tree<R> {
        self.tree
    }

    /// The node of a decision, and whether it is new; `None` outside of the tree.
    fn node(&mut self, decision: &Decision<R>) -> Option<(NodeId, bool)> {
        match self.cursor {
            TreeCursor::Above => Some((self.tree.root(), false)).filter(|&(root, _)| self.tree.is(root, decision)),
            TreeCursor::After(given) => match self.tree.next(given, decision) {
                Some(node) => Some((node, false)),
                None => Some((self.tree.expand(given, decision), true)),
            },
            TreeCursor::Below => None,
        }
    }
}

/// A player in a playout: the tree decides as far as it has grown, then the rollout policy.
pub(super) struct Walker<R: Rules> {
    pub walk: Rc<RefCell<Walk<R>>>,
    pub playout: Box<dyn Agent<R>>,
}

impl<R: Rules> Agent<R> for Walker<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let wanted = self.playout.choose(view, decision);
        let mut walk = self.walk.borrow_mut();
        // Before the root the rollout policy answers for what the other side does in secret.
        let Some((node, is_new)) = walk.node(decision) else { return wanted };
        let (index, given) = walk.tree.select(node, decision, wanted);
        walk.path.push(given);
        walk.cursor = if is_new { TreeCursor::Below } else { TreeCursor::After(given) };
        decision.choices[index]
    }
}
