//! What a script does, function by function: the calls, names and loops that a walk of its syntax tree finds.

use super::types::{Bodies, Body};
use rhai::{AST, ASTFlags, ASTNode, Expr, FnCallExpr, FnPtr, Position, Stmt};
use std::collections::{BTreeMap, BTreeSet};

/// Everything found in a script.
#[derive(Default)]
pub(crate) struct Survey {
    /// Its functions and closures, by name and number of parameters.
    pub functions: BTreeMap<(String, usize), FunctionNode>,
    /// Statements outside of any function.
    pub loose: Vec<Position>,
    /// The keys of its object maps.
    pub keys: BTreeSet<String>,
    /// The same functions as they are written.
    pub bodies: Bodies,
}

/// What a function or closure does.
#[derive(Default)]
pub(crate) struct FunctionNode {
    /// Its parameters; of a closure also what it captures.
    pub parameters: Vec<String>,
    pub calls: Vec<CallSite>,
    /// Properties that are read or set.
    pub properties: Vec<Property>,
    /// Closures and functions that it refers to without calling them.
    pub callbacks: Vec<String>,
    /// Names such as `Side::RED`: the part before the colons, the part behind, and where that is.
    pub constants: Vec<(String, String, Position)>,
    /// Variables that it defines.
    pub variables: Vec<(String, Position)>,
    /// Variables that it reads.
    pub reads: BTreeSet<String>,
    /// Loops without a condition that nothing leaves.
    pub endless: Vec<Position>,
    /// Where it looks at the game.
    pub game: Vec<Position>,
    /// Words with which it compares properties of `moment`.
    pub compared: Vec<MomentCompared>,
}

/// A word with which a property of `moment` is compared, and where it is.
pub(crate) struct MomentCompared {
    pub property: String,
    pub word: String,
    pub position: Position,
}

/// A property that is read or set.
pub(crate) struct Property {
    pub name: String,
    pub position: Position,
    /// The variable that has it, if it is one.
    pub of: Option<String>,
}

pub(crate) struct CallSite {
    pub name: String,
    /// The arguments without the receiver.
    pub args: usize,
    /// Whether it has a receiver: `receiver.name(…)`.
    pub method: bool,
    /// Whether the receiver is the game.
    pub on_game: bool,
    pub position: Position,
    /// Closures and functions among the arguments.
    pub callbacks: Vec<String>,
}

impl Survey {
    /// Walks a script that was compiled without optimisation.
    pub fn new(ast: &AST) -> Survey {
        let mut survey = Survey::default();
        let noop = |stmt: &&Stmt| !matches!(stmt, Stmt::Noop(..));
        survey.loose = ast.statements().iter().filter(noop).map(Stmt::position).collect();
        for function in ast.iter_functions() {
            let (name, count) = (function.name, function.params.len());
            // The bodies are not to be had one by one, but as scripts with one function. Rhai 1.27 does not filter
            // while it clones.
            let mut alone = ast.clone();
            alone.clear_statements().retain_functions(|_, _, other, n| other == name && n == count);
            let parameters = function.params.iter().map(ToString::to_string).collect();
            let parameters: Vec<String> = parameters;
            survey.bodies.insert((name.to_string(), count), Body::new(parameters.clone(), &alone));
            let mut found = FunctionNode { parameters, ..FunctionNode::default() };
            let mut loops = BTreeMap::new();
            alone.walk(&mut |path| {
                found.note(path, &mut loops, &mut survey.keys);
                true
            });
            found.endless = loops.into_values().flatten().collect();
            found.endless.sort();
            survey.functions.insert((name.to_string(), count), found);
        }
        survey
    }

    /// The functions that a function reaches, itself included, each with the call through which it was reached first.
    pub fn reach(&self, start: &(String, usize)) -> BTreeMap<(String, usize), Option<Position>> {
        let mut reached = BTreeMap::from([(start.clone(), None)]);
        let mut open = vec![start.clone()];
        while let Some(key) = open.pop() {
            let Some(function) = self.functions.get(&key) else { continue };
            let calls = function.calls.iter().map(|call| ((call.name.clone(), call.args), Some(call.position)));
            let handed = function.callbacks.iter().flat_map(|name| self.named(name)).map(|key| (key.clone(), None));
            for (callee, position) in calls.chain(handed) {
                if self.functions.contains_key(&callee) && !reached.contains_key(&callee) {
                    reached.insert(callee.clone(), position);
                    open.push(callee);
                }
            }
        }
        reached
    }

    /// The functions with a name, whatever the number of their parameters.
    pub fn named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a (String, usize)> {
        self.functions.keys().filter(move |(other, _)| other == name)
    }
}

impl FunctionNode {
    /// Notes what a node holds. A loop without a condition is kept by its address until something is found to leave it.
    fn note(
        &mut self,
        path: &[ASTNode<'_>],
        loops: &mut BTreeMap<usize, Option<Position>>,
        keys: &mut BTreeSet<String>,
    ) {
        let Some((node, above)) = path.split_last() else { return };
        match node {
            ASTNode::Stmt(stmt) => {
                keys.extend(key_set(stmt));
                self.note_statement(stmt, above, loops);
            }
            ASTNode::Expr(expr) => self.note_expression(expr, above, keys),
            _ => {}
        }
    }

    fn note_statement(&mut self, stmt: &Stmt, above: &[ASTNode<'_>], loops: &mut BTreeMap<usize, Option<Position>>) {
        match stmt {
            Stmt::FnCall(call, position) => self.note_call(call, *position, false, false),
            Stmt::Var(var, ..) => {
                self.variables.push((var.0.name.to_string(), var.0.pos));
            }
            Stmt::For(each, ..) => {
                let counter = each.1.as_ref().map(|counter| (counter.name.to_string(), counter.pos));
                self.variables.extend(std::iter::once((each.0.name.to_string(), each.0.pos)).chain(counter));
            }
            Stmt::While(flow, position) if matches!(flow.expr, Expr::Unit(_) | Expr::BoolConstant(true, _)) => {
                loops.insert(address(stmt), Some(*position));
            }
            Stmt::BreakLoop(_, flags, _) if flags.intersects(ASTFlags::BREAK) => {
                let inner = above.iter().rev().find_map(|node| match node {
                    ASTNode::Stmt(stmt @ (Stmt::While(..) | Stmt::Do(..) | Stmt::For(..))) => Some(address(stmt)),
                    _ => None,
                });
                inner.map(|inner| loops.insert(inner, None));
            }
            Stmt::Return(..) => above.iter().for_each(|node| {
                if let ASTNode::Stmt(stmt) = node {
                    loops.insert(address(stmt), None);
                }
            }),
            _ => {}
        }
    }

    fn note_expression(&mut self, expr: &Expr, above: &[ASTNode<'_>], keys: &mut BTreeSet<String>) {
        match expr {
            Expr::FnCall(call, position) => self.note_call(call, *position, false, false),
            Expr::MethodCall(call, position) => {
                let on_game = matches!(receiver(expr, above), Some(Expr::Custom(..)));
                self.note_call(call, *position, true, on_game);
            }
            Expr::Property(property, position) => {
                let of = match receiver(expr, above) {
                    Some(Expr::Variable(variable, ..)) => Some(variable.1.to_string()),
                    _ => None,
                };
                self.properties.push(Property { name: property.2.to_string(), position: *position, of });
            }
            Expr::Variable(variable, _, position) => {
                if !variable.2.is_empty() {
                    self.constants.push((variable.2.root().to_string(), variable.1.to_string(), *position));
                } else if !is_assigned(expr, above) {
                    self.reads.insert(variable.1.to_string());
                }
            }
            Expr::Map(map, _) => keys.extend(map.0.iter().map(|(key, _)| key.name.to_string())),
            Expr::DynamicConstant(..) => self.callbacks.extend(callback(expr)),
            Expr::Custom(_, position) => self.game.push(*position),
            _ => {}
        }
    }

    fn note_call(&mut self, call: &FnCallExpr, position: Position, method: bool, on_game: bool) {
        self.compared.extend(moment_compared(call));
        if call.is_operator_call() || call.is_qualified() || call.name == "curry" {
            return;
        }
        if let ("Fn", Some(Expr::StringConstant(name, _))) = (call.name.as_str(), call.args.first()) {
            self.callbacks.push(name.to_string());
        }
        let mut callbacks = Vec::new();
        for argument in &call.args {
            argument.walk(&mut Vec::new(), &mut |path| {
                if let Some(ASTNode::Expr(expr)) = path.last() {
                    callbacks.extend(callback(expr));
                }
                true
            });
        }
        let (name, args) = (call.name.to_string(), call.args.len());
        self.calls.push(CallSite { name, args, method, on_game, position, callbacks });
    }
}

/// The word with which a property of `moment` is compared.
fn moment_compared(call: &FnCallExpr) -> Option<MomentCompared> {
    let property = |expr: &Expr| match expr {
        Expr::Dot(chain, ..) => match (&chain.lhs, &chain.rhs) {
            (Expr::Variable(variable, ..), Expr::Property(property, _)) if variable.1 == "moment" => {
                Some(property.2.to_string())
            }
            _ => None,
        },
        _ => None,
    };
    match (call.name.as_str(), &call.args[..]) {
        ("==" | "!=", [of, Expr::StringConstant(word, position)] | [Expr::StringConstant(word, position), of]) => {
            Some(MomentCompared { property: property(of)?, word: word.to_string(), position: *position })
        }
        _ => None,
    }
}

/// A node's place in memory tells it from others.
fn address(stmt: &Stmt) -> usize {
    std::ptr::from_ref(stmt) as usize
}

/// The key that a statement sets: `map.key = …`.
fn key_set(stmt: &Stmt) -> Option<String> {
    let Stmt::Assignment(assignment) = stmt else { return None };
    let mut at = &assignment.1.lhs;
    while let Expr::Dot(chain, ..) | Expr::Index(chain, ..) = at {
        at = &chain.rhs;
    }
    if let Expr::Property(property, _) = at { Some(property.2.to_string()) } else { None }
}

/// The function that an expression points to: a closure, or `Fn("name")`.
fn callback(expr: &Expr) -> Option<String> {
    match expr {
        Expr::DynamicConstant(value, _) => value.read_lock::<FnPtr>().map(|function| function.fn_name().to_string()),
        Expr::FnCall(call, _) if call.name == "Fn" => match call.args.first() {
            Some(Expr::StringConstant(name, _)) => Some(name.to_string()),
            _ => None,
        },
        _ => None,
    }
}

/// What stands before the dot. Chains nest to the right: `a.b.c` is `a.(b.c)`.
fn receiver<'a>(expr: &Expr, above: &[ASTNode<'a>]) -> Option<&'a Expr> {
    let mut parents = above.iter().rev();
    let ASTNode::Expr(Expr::Dot(parent, ..)) = parents.next()? else { return None };
    if std::ptr::eq(&parent.rhs, expr) {
        return Some(&parent.lhs);
    }
    match parents.next()? {
        ASTNode::Expr(Expr::Dot(outer, ..)) if matches!(&outer.rhs, Expr::Dot(inner, ..) if std::ptr::eq(inner, parent)) => {
            Some(&outer.lhs)
        }
        _ => None,
    }
}

/// Whether a variable is only given a value here.
fn is_assigned(expr: &Expr, above: &[ASTNode<'_>]) -> bool {
    matches!(above.last(), Some(ASTNode::Stmt(Stmt::Assignment(assignment))) if std::ptr::eq(&assignment.1.lhs, expr))
}
