//! The search tree: decisions, their answers, and the results of the playouts through them. Results of chance are not
//! part of it, so one node stands for every way in which the same answers lead to the same question.

use super::tried::{TriedWay, Way};
use super::worth::Worth;
use crate::decision::Decision;
use crate::rules::Rules;
use crate::side::Sides;

/// The weight of exploration.
const EXPLORATION: f64 = 0.7;

/// The share of the prior that goes to the answers of the rollout policy.
const POLICY_SHARE: f64 = 0.5;

/// The game counts as decided after this many playouts with the same winner.
const ENOUGH: u32 = 50;

/// A node of the tree.
pub(super) type NodeId = usize;

/// A decision that was reached.
struct Node<R: Rules> {
    side: R::Side,
    ask: R::Question,
    visits: u32,
    edges: Vec<Edge<R>>,
}

/// An answer to it.
struct Edge<R: Rules> {
    choice: R::Choice,
    visits: u32,
    /// How often the rollout policy would have given it.
    wanted: u32,
    /// The sum of the results of the playouts through it.
    worth: Worth,
    /// The decisions that came next.
    next: Vec<NodeId>,
}

/// The tree of a search, from the point of view of one side.
pub(super) struct Tree<R: Rules> {
    searcher: R::Side,
    sides: Sides<R::Side>,
    nodes: Vec<Node<R>>,
    root: NodeId,
}

/// An edge: a node and the index of an answer at it.
pub(super) type EdgeId = (NodeId, usize);

impl<R: Rules> Tree<R> {
    /// A tree with only its root, the decision to be made.
    pub fn new(decision: &Decision<R>, sides: Sides<R::Side>) -> Tree<R> {
        let mut tree = Tree { searcher: decision.side, sides, nodes: Vec::new(), root: 0 };
        tree.grow(decision);
        tree
    }

    /// The node of the decision to be made.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Makes the decision right after an answer at the root the new root, with its subtree. Returns whether the tree
    /// has one.
    pub fn follow(&mut self, choice: R::Choice, decision: &Decision<R>) -> bool {
        let Some(edge) = self.nodes[self.root].edges.iter().position(|edge| edge.choice == choice) else {
            return false;
        };
        let next = self.next((self.root, edge), decision);
        self.root = next.unwrap_or(self.root);
        next.is_some()
    }

    /// Whether a node stands for this decision.
    pub fn is(&self, node: NodeId, decision: &Decision<R>) -> bool {
        self.nodes[node].side == decision.side && self.nodes[node].ask == decision.ask
    }

    /// The node of a decision that follows an answer, if a playout has reached it.
    pub fn next(&self, (node, edge): EdgeId, decision: &Decision<R>) -> Option<NodeId> {
        self.nodes[node].edges[edge].next.iter().copied().find(|&next| self.is(next, decision))
    }

    /// Adds a node for a decision that follows an answer.
    pub fn expand(&mut self, (node, edge): EdgeId, decision: &Decision<R>) -> NodeId {
        let new = self.grow(decision);
        self.nodes[node].edges[edge].next.push(new);
        new
    }

    fn grow(&mut self, decision: &Decision<R>) -> NodeId {
        self.nodes.push(Node { side: decision.side, ask: decision.ask.clone(), visits: 0, edges: Vec::new() });
        self.nodes.len() - 1
    }

    /// The answer to try at a node: its index among the decision's choices, and the edge. `wanted` is the answer of the
    /// rollout policy, which a node without visits takes.
    pub fn select(&mut self, node: NodeId, decision: &Decision<R>, wanted: R::Choice) -> (usize, EdgeId) {
        let searcher = self.searcher;
        let Node { side, visits, edges, .. } = &mut self.nodes[node];
        let index_of = |edges: &mut Vec<Edge<R>>, choice: R::Choice| {
            edges.iter().position(|edge| edge.choice == choice).unwrap_or_else(|| {
                edges.push(Edge { choice, visits: 0, wanted: 0, worth: Worth::default(), next: Vec::new() });
                edges.len() - 1
            })
        };
        let favourite = index_of(edges, wanted);
        edges[favourite].wanted += 1;
        let own = |worth: &Worth, of: f64| worth.mean::<R>(*side, searcher, of);
        let seen = f64::from(*visits);
        let mut total = Worth::default();
        edges.iter().for_each(|edge| total.add(&edge.worth));
        let mean = own(&total, seen.max(1.0));
        let even = (1.0 - POLICY_SHARE) / decision.choices.len() as f64;
        let mut best = (f64::MIN, 0, favourite);
        for (index, &choice) in decision.choices.iter().enumerate() {
            let edge = index_of(edges, choice);
            let Edge { visits, wanted, worth, .. } = &edges[edge];
            let tried = f64::from(*visits);
            let prior = even + POLICY_SHARE * f64::from(*wanted) / (seen + 1.0);
            // An answer without visits is assumed to be a little worse than the mean of the others.
            let worth = if *visits == 0 { mean - 0.1 } else { own(worth, tried) };
            let score = worth + EXPLORATION * prior * (seen + 1.0).sqrt() / (1.0 + tried);
            if score > best.0 {
                best = (score, index, edge);
            }
        }
        (best.1, (node, best.2))
    }

    /// Adds the result of a playout to the answers on its path.
    pub fn credit(&mut self, path: &[EdgeId], worth: &Worth) {
        for &(node, edge) in path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.worth.add(worth);
        }
    }

    /// The worst result for the side that gives an answer.
    pub fn worst(&self, (node, _): EdgeId) -> Worth {
        Worth::worst::<R>(self.nodes[node].side, (self.searcher, self.sides))
    }

    /// Whether to stop: `left` more playouts cannot change which answer has the most visits, or the game is decided.
    pub fn is_settled(&self, left: u32) -> bool {
        let root = &self.nodes[self.root];
        let (mut most, mut next, mut value) = (0, 0, 0.0);
        for edge in &root.edges {
            value += edge.worth.own();
            if edge.visits > most {
                (most, next) = (edge.visits, most);
            } else {
                next = next.max(edge.visits);
            }
        }
        let is_decided = value == 0.0 || value == f64::from(root.visits);
        left == 0 || most > left.saturating_add(next) || (is_decided && root.visits >= ENOUGH)
    }

    /// The answers at the root.
    pub fn tried(&self) -> Vec<TriedWay<R>> {
        let tried =
            |edge: &Edge<R>| TriedWay { way: Way::Answer(edge.choice), visits: edge.visits, value: edge.worth.own() };
        self.nodes[self.root].edges.iter().map(tried).collect()
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}
