//! The sources of a crate, and which of its top-level modules names which.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// That code of one top-level module names another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Arrow {
    /// The module that names the other.
    pub from: String,
    /// The module that is named.
    pub to: String,
    /// The file, from the crate's `src`.
    pub file: String,
    /// The line in it, from 1.
    pub line: usize,
}

/// A crate's files, by their paths from its `src`.
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// The files below a directory `src`.
    pub fn of(src: &Path) -> Sources {
        let mut files = BTreeMap::new();
        let mut directories = vec![src.to_owned()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(&directory).expect("a directory of sources") {
                let path = entry.expect("an entry of a directory").path();
                if path.is_dir() {
                    directories.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let name = path.strip_prefix(src).expect("a file below src").to_string_lossy().replace('\\', "/");
                    files.insert(name, fs::read_to_string(&path).expect("a source is text"));
                }
            }
        }
        Sources(files)
    }

    /// Files given as pairs of path and text.
    pub fn written<const N: usize>(files: [(&str, &str); N]) -> Sources {
        Sources(files.map(|(file, text)| (file.to_owned(), text.to_owned())).into())
    }

    /// Every arrow between two top-level modules, in order, without what only tests compile.
    pub fn arrows(&self) -> Vec<Arrow> {
        let root = self.tokens("lib.rs");
        let mut reader =
            Reader { sources: self, tops: BTreeSet::new(), reexported: BTreeMap::new(), arrows: BTreeSet::new() };
        reader.names(&root);
        reader.code(&root, &Module { path: Vec::new(), file: "lib.rs".to_owned() });
        reader.arrows.into_iter().collect()
    }

    fn tokens(&self, file: &str) -> Vec<TokenTree> {
        let text = self.0.get(file).unwrap_or_else(|| panic!("no file {file}"));
        let tokens: TokenStream = text.parse().unwrap_or_else(|fault| panic!("{file}: {fault}"));
        tokens.into_iter().collect()
    }
}

/// Where code stands.
struct Module {
    /// The names of its modules, from the crate's root.
    path: Vec<String>,
    file: String,
}

struct Reader<'a> {
    sources: &'a Sources,
    /// The crate's top-level modules.
    tops: BTreeSet<String>,
    /// What the root re-exports, and the module or crate that it comes from.
    reexported: BTreeMap<String, String>,
    arrows: BTreeSet<Arrow>,
}

impl Reader<'_> {
    /// Notes what the root's names stand for.
    fn names(&mut self, root: &[TokenTree]) {
        for (at, token) in root.iter().enumerate() {
            if is(token, "mod") {
                self.tops.insert(root[at + 1].to_string());
            } else if is(token, "use") {
                let end = at + root[at..].iter().position(|token| is(token, ";")).expect("the end of a use");
                self.reexport(None, &root[at + 1..end]);
            }
        }
    }

    /// Notes the names of one tree of a `use` in the root, of which `source` is the first segment, if that is before it.
    fn reexport(&mut self, source: Option<&str>, tree: &[TokenTree]) {
        let tree = if is(&tree[0], "crate") { &tree[3..] } else { tree };
        match tree.last() {
            Some(TokenTree::Group(group)) => {
                let first = tree[0].to_string();
                let source = source.or((tree.len() > 1).then_some(&first));
                for part in parts(group) {
                    self.reexport(source, &part);
                }
            }
            Some(name) => {
                let source = source.map_or_else(|| tree[0].to_string(), str::to_owned);
                self.reexported.insert(name.to_string(), source);
            }
            None => {}
        }
    }

    /// Follows every path in some code, and every module that it declares.
    fn code(&mut self, tokens: &[TokenTree], module: &Module) {
        let mut at = 0;
        while at < tokens.len() {
            let rest = &tokens[at..];
            at += match rest {
                [hash, TokenTree::Group(attribute), ..] if is(hash, "#") && is_for_tests(attribute) => item(rest),
                [word, name, semicolon, ..] if is(word, "mod") && is(semicolon, ";") => {
                    self.file(&inside(module, name));
                    3
                }
                [word, name, TokenTree::Group(body), ..] if is(word, "mod") && is_name(name) => {
                    let inner = Module { path: inside(module, name), file: module.file.clone() };
                    self.code(&trees(body), &inner);
                    3
                }
                [head, colon, second, ..] if is(colon, ":") && is(second, ":") => {
                    let known = ["crate", "self", "super"].iter().any(|name| is(head, name));
                    if known { self.path(rest, &module.path, module) } else { 1 }
                }
                [TokenTree::Group(group), ..] => {
                    self.code(&trees(group), module);
                    1
                }
                _ => 1,
            };
        }
    }

    /// Follows the code in the file of a module.
    fn file(&mut self, path: &[String]) {
        let name = path.join("/");
        let file =
            [format!("{name}.rs"), format!("{name}/mod.rs")].into_iter().find(|file| self.sources.0.contains_key(file));
        let file = file.unwrap_or_else(|| panic!("no file of the module {name}"));
        self.code(&self.sources.tokens(&file), &Module { path: path.to_owned(), file });
    }

    /// Notes what a path leads to that continues from a module. Returns how many of the tokens it has gone over.
    fn path(&mut self, tokens: &[TokenTree], from: &[String], module: &Module) -> usize {
        let mut here = from.to_vec();
        let mut at = 0;
        loop {
            match &tokens[at] {
                TokenTree::Group(group) => {
                    for part in parts(group) {
                        self.path(&part, &here, module);
                    }
                    return at + 1;
                }
                word if is(word, "crate") => here.clear(),
                word if is(word, "self") => {}
                word if is(word, "super") => drop(here.pop()),
                name => {
                    if here.is_empty() {
                        self.arrow(name, module);
                    }
                    return at + 1;
                }
            }
            let goes_on = matches!(&tokens[at + 1..], [colon, second, _, ..] if is(colon, ":") && is(second, ":"));
            if !goes_on {
                return at + 1;
            }
            at += 3;
        }
    }

    /// Notes that code names something in the crate's root.
    fn arrow(&mut self, name: &TokenTree, module: &Module) {
        let line = name.span().start().line;
        let name = name.to_string();
        let Some(from) = module.path.first() else { return };
        let to = if self.tops.contains(&name) { Some(&name) } else { self.reexported.get(&name) };
        let Some(to) = to else { panic!("{}:{line}: `crate::{name}` is in no top-level module", module.file) };
        if from != to && self.tops.contains(to) {
            let file = module.file.clone();
            self.arrows.insert(Arrow { from: from.clone(), to: to.clone(), file, line });
        }
    }
}

/// The path of a module that is declared in another.
fn inside(module: &Module, name: &TokenTree) -> Vec<String> {
    module.path.iter().cloned().chain([name.to_string()]).collect()
}

fn is(token: &TokenTree, text: &str) -> bool {
    match token {
        TokenTree::Ident(ident) => ident == text,
        TokenTree::Punct(punct) => text.len() == 1 && text.starts_with(punct.as_char()),
        TokenTree::Group(_) | TokenTree::Literal(_) => false,
    }
}

fn is_name(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Ident(_))
}

/// Whether an attribute says that only tests compile what follows.
fn is_for_tests(attribute: &Group) -> bool {
    attribute.stream().to_string().replace(' ', "") == "cfg(test)"
}

/// How many tokens an item or statement takes, with the attributes before it.
fn item(tokens: &[TokenTree]) -> usize {
    let is_end = |token: &TokenTree| {
        is(token, ";") || matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    };
    tokens.iter().position(is_end).map_or(tokens.len(), |end| end + 1)
}

fn trees(group: &Group) -> Vec<TokenTree> {
    group.stream().into_iter().collect()
}

/// The trees of a group in a `use`, which commas separate.
fn parts(group: &Group) -> Vec<Vec<TokenTree>> {
    let trees = trees(group);
    let parts = trees.split(|token| is(token, ",")).map(<[TokenTree]>::to_vec);
    parts.filter(|part| !part.is_empty()).collect()
}
