//! Which words of a script mean the same variable or parameter, and where its functions are.

use super::words::KEYWORDS;
use crate::format::tokens::{ScriptToken, TokenKind, tokens};
use std::ops::Range;

/// A function that a script defines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OwnFunction {
    pub name: Range<usize>,
    /// How it is called: `within(place, most)`.
    pub form: String,
    /// The number of its parameters.
    pub parameters: usize,
    /// From `fn` to its closing brace.
    pub whole: Range<usize>,
    /// What the comment above it says.
    pub about: String,
}

/// What the words of a script mean.
pub struct Scopes {
    pub functions: Vec<OwnFunction>,
    /// The places of variables, each with the place where it is declared.
    pub variables: Vec<(Range<usize>, Range<usize>)>,
    /// The places where functions of the script or of the library are called or named, and defined.
    pub calls: Vec<Range<usize>>,
    /// The places where something is called behind a dot, each with the number of its arguments: a function of the
    /// script, which gets the value before the dot as `this`, or one of the program.
    pub methods: Vec<(Range<usize>, usize)>,
}

/// A part of a script in which variables are declared.
struct OpenScope {
    /// How many brackets were open before it.
    depth: usize,
    /// Whether it is the value of a closure without braces, which ends before the next comma, semicolon or bracket.
    is_closure: bool,
    names: Vec<Range<usize>>,
}

/// What a script is read with.
struct ScopeReader<'t> {
    text: &'t str,
    tokens: Vec<ScriptToken>,
    at: usize,
    depth: usize,
    open: Vec<OpenScope>,
    /// Variables that are declared when their statement ends, and how many brackets are open there.
    pending: Vec<(usize, Range<usize>)>,
    /// Names that belong to the next block.
    next: Vec<Range<usize>>,
    found: Scopes,
}

impl Scopes {
    /// Reads a script.
    pub fn of(text: &str) -> Scopes {
        let tokens: Vec<ScriptToken> =
            tokens(text).into_iter().filter(|token| token.kind != TokenKind::Comment).collect();
        let found = Scopes { functions: Vec::new(), variables: Vec::new(), calls: Vec::new(), methods: Vec::new() };
        let open = vec![OpenScope { depth: 0, is_closure: false, names: Vec::new() }];
        let (pending, next) = (Vec::new(), Vec::new());
        let mut reader = ScopeReader { text, tokens, at: 0, depth: 0, open, pending, next, found };
        while reader.at < reader.tokens.len() {
            reader.step();
        }
        reader.found
    }

    /// All places of the variable at a place, its declaration first.
    pub fn variable_at(&self, at: &Range<usize>) -> Option<Vec<Range<usize>>> {
        let (_, declared) = self.variables.iter().find(|(place, _)| place == at)?;
        let all = self.variables.iter().filter(|(_, of)| of == declared).map(|(place, _)| place.clone());
        Some(all.collect())
    }

    /// Where a function is called behind a dot, with one of these numbers of arguments.
    pub fn method_calls(&self, text: &str, name: &str, parameters: &[usize]) -> impl Iterator<Item = &Range<usize>> {
        let all = self.methods.iter();
        all.filter(move |(place, count)| &text[place.clone()] == name && parameters.contains(count)).map(|(at, _)| at)
    }

    /// The function of a name.
    pub fn function(&self, text: &str, name: &str) -> Option<&OwnFunction> {
        self.functions.iter().find(|function| &text[function.name.clone()] == name)
    }
}

impl<'t> ScopeReader<'t> {
    fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |token| token.of(self.text))
    }

    fn is_name(&self, at: usize) -> bool {
        let starts = |word: &str| word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let is_word = self.tokens.get(at).is_some_and(|token| token.kind == TokenKind::Word);
        is_word && starts(self.word(at)) && !KEYWORDS.contains(&self.word(at)) && self.word(at) != "const"
    }

    /// Whether a value ends before a token, so that a bar behind it is an operator.
    fn follows_value(&self) -> bool {
        let Some(before) = self.at.checked_sub(1).and_then(|at| self.tokens.get(at)) else { return false };
        match before.kind {
            TokenKind::Sign => [")", "]", "}"].contains(&before.of(self.text)),
            TokenKind::Word => !["return", "in", "if", "while", "else"].contains(&before.of(self.text)),
            _ => true,
        }
    }

    fn step(&mut self) {
        let (token, word) = (self.tokens[self.at].clone(), self.word(self.at));
        match (token.kind, word) {
            (TokenKind::Word, "fn") => return self.function(),
            (TokenKind::Word, "let" | "const") if self.is_name(self.at + 1) => {
                self.pending.push((self.depth, self.tokens[self.at + 1].span.clone()));
                self.at += 2;
                return;
            }
            (TokenKind::Word, "for") => return self.loop_variables(),
            (TokenKind::Sign, "|" | "||") if !self.follows_value() => return self.closure(),
            (TokenKind::Text, text) if text.ends_with("${") => self.depth += 1,
            (TokenKind::Sign, "(" | "[" | "#{") => self.depth += 1,
            (TokenKind::Sign, "{") => {
                let names = std::mem::take(&mut self.next);
                self.open.push(OpenScope { depth: self.depth, is_closure: false, names });
                self.depth += 1;
            }
            (TokenKind::Sign, ")" | "]" | "}") => self.close(),
            (TokenKind::Sign, "," | ";") => self.end_closures(),
            (TokenKind::Word, _) if self.is_name(self.at) => self.name(&token.span),
            _ => {}
        }
        if word == ";" {
            self.declare();
        }
        self.at += 1;
    }

    /// A bracket closes.
    fn close(&mut self) {
        self.end_closures();
        self.declare();
        self.depth = self.depth.saturating_sub(1);
        while self.open.len() > 1 && self.open.last().is_some_and(|scope| scope.depth >= self.depth) {
            self.open.pop();
        }
    }

    /// Closures without braces end here.
    fn end_closures(&mut self) {
        while self.open.last().is_some_and(|scope| scope.is_closure && scope.depth >= self.depth) {
            self.open.pop();
        }
    }

    /// Variables whose statement ends are declared.
    fn declare(&mut self) {
        let depth = self.depth;
        let ended = self.pending.extract_if(.., |(at, _)| *at >= depth).map(|(_, name)| name);
        let ended: Vec<_> = ended.collect();
        for name in ended {
            self.found.variables.push((name.clone(), name.clone()));
            self.open.last_mut().into_iter().for_each(|scope| scope.names.push(name.clone()));
        }
    }

    /// Names up to a closing sign, each declared.
    fn names_until(&mut self, ends: &[&str]) -> Vec<Range<usize>> {
        let mut names = Vec::new();
        while self.at < self.tokens.len() && !ends.contains(&self.word(self.at)) {
            if self.is_name(self.at) {
                let name = self.tokens[self.at].span.clone();
                self.found.variables.push((name.clone(), name.clone()));
                names.push(name);
            }
            self.at += 1;
        }
        names
    }

    fn function(&mut self) {
        let begin = self.tokens[self.at].span.start;
        if !self.is_name(self.at + 1) {
            self.at += 1;
            return;
        }
        let name = self.tokens[self.at + 1].span.clone();
        self.at += 2;
        let opening = self.at;
        let parameters = self.names_until(&[")", "{", "}"]);
        let listed: Vec<&str> = parameters.iter().map(|span| &self.text[span.clone()]).collect();
        let form = format!("{}({})", &self.text[name.clone()], listed.join(", "));
        let end = self.end_of_block(opening);
        let about = comment_above(self.text, begin);
        self.found.calls.push(name.clone());
        let parameters_count = parameters.len();
        self.found.functions.push(OwnFunction { name, form, parameters: parameters_count, whole: begin..end, about });
        self.next = parameters;
        // What is still open in the function before was never closed.
        (self.depth, self.pending) = (0, Vec::new());
        self.open.truncate(1);
        self.at += usize::from(self.word(self.at) == ")");
    }

    /// Where the block ends that begins behind a token: at its closing brace, or before the next function.
    fn end_of_block(&self, from: usize) -> usize {
        let mut depth = 0_usize;
        for token in &self.tokens[from..] {
            match (token.kind, token.of(self.text)) {
                (TokenKind::Text, text) if text.ends_with("${") => depth += 1,
                (TokenKind::Sign, "{" | "#{") => depth += 1,
                (TokenKind::Sign, "}") => {
                    depth = depth.saturating_sub(1);
                    if depth == 0 {
                        return token.span.end;
                    }
                }
                (TokenKind::Word, "fn") => return token.span.start,
                _ => {}
            }
        }
        self.text.len()
    }

    fn loop_variables(&mut self) {
        self.at += 1;
        let names = self.names_until(&["in", "{", "}", ";"]);
        // What is gone through does not know them yet.
        self.next = names;
    }

    fn closure(&mut self) {
        let has_parameters = self.word(self.at) == "|";
        self.at += 1;
        let names = if has_parameters { self.names_until(&["|", ";", "{", "}"]) } else { Vec::new() };
        self.at += usize::from(has_parameters && self.word(self.at) == "|");
        if self.word(self.at) == "{" {
            self.next = names;
        } else {
            self.open.push(OpenScope { depth: self.depth, is_closure: true, names });
        }
    }

    /// How many arguments stand between the brackets that open at a token.
    fn arguments(&self, opening: usize) -> usize {
        let (mut depth, mut commas, mut in_bars) = (0_usize, 0, false);
        for at in opening..self.tokens.len() {
            match self.word(at) {
                "|" if in_bars => in_bars = false,
                "|" => in_bars = ["(", ",", "||"].contains(&self.word(at - 1)),
                "(" | "[" | "{" | "#{" => depth += 1,
                text if text.ends_with("${") => depth += 1,
                ")" | "]" | "}" => {
                    depth -= 1;
                    if depth == 0 {
                        let is_empty = at == opening + 1;
                        return if is_empty { 0 } else { commas + 1 };
                    }
                }
                "," if depth == 1 && !in_bars && self.word(at + 1) != ")" => commas += 1,
                _ => {}
            }
        }
        commas
    }

    /// A name that stands in an expression.
    fn name(&mut self, span: &Range<usize>) {
        let before = self.at.checked_sub(1).map_or("", |at| self.word(at));
        let behind = self.word(self.at + 1);
        if before == "." || before == "?." {
            if behind == "(" {
                self.found.methods.push((span.clone(), self.arguments(self.at + 1)));
            }
            return;
        }
        if before == "::" || behind == "::" {
            return;
        }
        if behind == "(" {
            self.found.calls.push(span.clone());
            return;
        }
        // The key of an object map.
        if behind == ":" && ["#{", ","].contains(&before) {
            return;
        }
        let word = &self.text[span.clone()];
        let known = self.open.iter().rev().flat_map(|scope| scope.names.iter().rev());
        let declared = known.clone().find(|name| &self.text[(*name).clone()] == word).cloned();
        declared.into_iter().for_each(|declared| self.found.variables.push((span.clone(), declared)));
    }
}

/// The lines of comments directly above a place, without their slashes.
fn comment_above(text: &str, at: usize) -> String {
    let begin = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..begin].lines().rev();
    let mut found: Vec<&str> = lines
        .map_while(|line| line.trim().strip_prefix("//"))
        .map(|line| line.trim_start_matches('/').trim())
        .collect();
    found.reverse();
    found.join("\n")
}
