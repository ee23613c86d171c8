//! One imagined game: down the tree as far as it has grown, one decision further, and on with the agents of the playouts.

use super::tree::{Given, NodeId, Tree};
use crate::agent::Agent;
use crate::decision::Decision;
use crate::rules::Rules;
use std::cell::RefCell;
use std::rc::Rc;

/// Where an imagined game is.
#[derive(Clone, Copy)]
enum Place {
    /// Before the decision that is searched.
    Above,
    /// At the end of this answer.
    After(Given),
    /// Where the tree has not grown yet.
    Below,
}

/// An imagined game on its way through the tree.
pub(super) struct Walk<R: Rules> {
    tree: Tree<R>,
    place: Place,
    path: Vec<Given>,
}

impl<R: Rules> Walk<R> {
    /// A walk that begins at the root of a tree.
    pub fn new(tree: Tree<R>) -> Walk<R> {
        Walk { tree, place: Place::Above, path: Vec::new() }
    }

    /// Back to the root.
    pub fn begin(&mut self) {
        self.place = Place::Above;
        self.path.clear();
    }

    /// Notes how the game ended.
    pub fn end(&mut self, value: f64) {
        self.tree.credit(&self.path, value);
    }

    /// Notes that a script failed in the game, if it got as far as the tree: whoever answered last had better not.
    pub fn fail(&mut self) {
        if let Some(last) = self.path.last() {
            let value = self.tree.worst(*last);
            self.tree.credit(&self.path, value);
        }
    }

    /// The tree.
    pub fn tree(&self) -> &Tree<R> {
        &self.tree
    }

    /// The tree, when the last game has ended.
    pub fn into_tree(self) -> Tree<R> {
        self.tree
    }

    /// The node at which the tree decides, and whether it is new.
    fn node(&mut self, decision: &Decision<R>) -> Option<(NodeId, bool)> {
        match self.place {
            Place::Above => Some((self.tree.root(), false)).filter(|&(root, _)| self.tree.is(root, decision)),
            Place::After(given) => match self.tree.next(given, decision) {
                Some(node) => Some((node, false)),
                None => Some((self.tree.expand(given, decision), true)),
            },
            Place::Below => None,
        }
    }
}

/// Somebody at the table of an imagined game: the tree decides as far as it has grown, then the agent of the playouts.
pub(super) struct Walker<R: Rules> {
    pub walk: Rc<RefCell<Walk<R>>>,
    pub playout: Box<dyn Agent<R>>,
}

impl<R: Rules> Agent<R> for Walker<R> {
    fn choose(&mut self, view: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
        let wanted = self.playout.choose(view, decision);
        let mut walk = self.walk.borrow_mut();
        // Before the root, what the other side does in secret is imagined anew.
        let Some((node, is_new)) = walk.node(decision) else { return wanted };
        let (index, given) = walk.tree.select(node, decision, wanted);
        walk.path.push(given);
        walk.place = if is_new { Place::Below } else { Place::After(given) };
        decision.choices[index]
    }
}
