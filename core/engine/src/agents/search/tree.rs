//! The tree of what was tried: decisions, their answers, and how the imagined games went on which they were given. Results
//! of chance are not in it, so one node stands for all ways in which the same answers lead to the same question.

use crate::decision::Decision;
use crate::rules::Rules;

/// How strongly answers are tried that were tried little.
const CURIOSITY: f64 = 0.7;

/// The part of the curiosity that goes to what the agent of the playouts would answer.
const TRUST: f64 = 0.5;

/// After so many games that all ended in the same victory the game is decided.
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
    /// How often the agent of the playouts would have given it.
    wanted: u32,
    /// What the searching side got out of the games on which it was given, from 0 to 1 for each.
    value: f64,
    /// The decisions that came next.
    next: Vec<NodeId>,
}

/// What came of an answer at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Tried<R: Rules> {
    pub choice: R::Choice,
    pub visits: u32,
    pub value: f64,
}

impl<R: Rules> Tried<R> {
    /// The searching side's mean result, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.value / f64::from(self.visits.max(1))
    }
}

/// The tree, for one side that searches.
pub(super) struct Tree<R: Rules> {
    seer: R::Side,
    nodes: Vec<Node<R>>,
    root: NodeId,
}

/// An answer that was given at a node.
pub(super) type Given = (NodeId, usize);

impl<R: Rules> Tree<R> {
    /// A tree that has nothing but the decision to be made.
    pub fn new(decision: &Decision<R>) -> Tree<R> {
        let mut tree = Tree { seer: decision.side, nodes: Vec::new(), root: 0 };
        tree.grow(decision);
        tree
    }

    /// The node of the decision to be made.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Makes the decision that came right after an answer at the root the new root, with all that was tried there; says
    /// whether there was one.
    pub fn follow(&mut self, choice: R::Choice, decision: &Decision<R>) -> bool {
        let Some(edge) = self.nodes[self.root].edges.iter().position(|edge| edge.choice == choice) else {
            return false;
        };
        let next = self.next((self.root, edge), decision);
        self.root = next.unwrap_or(self.root);
        next.is_some()
    }

    /// Whether a node is this decision.
    pub fn is(&self, node: NodeId, decision: &Decision<R>) -> bool {
        self.nodes[node].side == decision.side && self.nodes[node].ask == decision.ask
    }

    /// The node of a decision that follows an answer, if it was reached before.
    pub fn next(&self, (node, edge): Given, decision: &Decision<R>) -> Option<NodeId> {
        self.nodes[node].edges[edge].next.iter().copied().find(|&next| self.is(next, decision))
    }

    /// A new node for a decision that follows an answer.
    pub fn expand(&mut self, (node, edge): Given, decision: &Decision<R>) -> NodeId {
        let new = self.grow(decision);
        self.nodes[node].edges[edge].next.push(new);
        new
    }

    fn grow(&mut self, decision: &Decision<R>) -> NodeId {
        self.nodes.push(Node { side: decision.side, ask: decision.ask.clone(), visits: 0, edges: Vec::new() });
        self.nodes.len() - 1
    }

    /// The answer to try at a node: its index among the decision's choices, and the edge. `wanted` is what the agent of the
    /// playouts would answer; a node that was never visited takes it.
    pub fn select(&mut self, node: NodeId, decision: &Decision<R>, wanted: R::Choice) -> (usize, Given) {
        let seer = self.seer;
        let Node { side, visits, edges, .. } = &mut self.nodes[node];
        let index_of = |edges: &mut Vec<Edge<R>>, choice: R::Choice| {
            edges.iter().position(|edge| edge.choice == choice).unwrap_or_else(|| {
                edges.push(Edge { choice, visits: 0, wanted: 0, value: 0.0, next: Vec::new() });
                edges.len() - 1
            })
        };
        let favourite = index_of(edges, wanted);
        edges[favourite].wanted += 1;
        let own = |value: f64| if *side == seer { value } else { 1.0 - value };
        let seen = f64::from(*visits);
        let total: f64 = edges.iter().map(|edge| edge.value).sum();
        let mean = own(total / seen.max(1.0));
        let even = (1.0 - TRUST) / decision.choices.len() as f64;
        let mut best = (f64::MIN, 0, favourite);
        for (index, &choice) in decision.choices.iter().enumerate() {
            let edge = index_of(edges, choice);
            let Edge { visits, wanted, value, .. } = &edges[edge];
            let tried = f64::from(*visits);
            let prior = even + TRUST * f64::from(*wanted) / (seen + 1.0);
            // What was never tried is taken to be a little worse than what was.
            let worth = if *visits == 0 { mean - 0.1 } else { own(value / tried) };
            let score = worth + CURIOSITY * prior * (seen + 1.0).sqrt() / (1.0 + tried);
            if score > best.0 {
                best = (score, index, edge);
            }
        }
        (best.1, (node, best.2))
    }

    /// Notes how a game ended on which these answers were given.
    pub fn credit(&mut self, path: &[Given], value: f64) {
        for &(node, edge) in path {
            self.nodes[node].visits += 1;
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.value += value;
        }
    }

    /// What is worst for whoever gives an answer.
    pub fn worst(&self, (node, _): Given) -> f64 {
        if self.nodes[node].side == self.seer { 0.0 } else { 1.0 }
    }

    /// Whether so many games more cannot change which answer was tried most, or need not: all were won, or all lost.
    pub fn is_settled(&self, left: u32) -> bool {
        let root = &self.nodes[self.root];
        let (mut most, mut next, mut value) = (0, 0, 0.0);
        for edge in &root.edges {
            value += edge.value;
            if edge.visits > most {
                (most, next) = (edge.visits, most);
            } else {
                next = next.max(edge.visits);
            }
        }
        let is_decided = value == 0.0 || value == f64::from(root.visits);
        left == 0 || most > left.saturating_add(next) || (is_decided && root.visits >= ENOUGH)
    }

    /// What was tried at the root, the most often tried first.
    pub fn tried(&self) -> Vec<Tried<R>> {
        let mut tried: Vec<Tried<R>> = self.nodes[self.root]
            .edges
            .iter()
            .map(|edge| Tried { choice: edge.choice, visits: edge.visits, value: edge.value })
            .collect();
        tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)).then(a.choice.cmp(&b.choice)));
        tried
    }

    /// How many nodes it has.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }
}
