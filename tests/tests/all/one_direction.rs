//! Within a crate, top-level modules import each other in one direction only, with the exceptions that
//! `ARCHITECTURE.md` names.

mod sources;

use sources::{Arrow, Sources};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A crate, with its exception.
struct Tree {
    /// Its directory.
    directory: &'static str,
    /// Modules that may name every other: contracts, which name the types that use them.
    contracts: &'static [&'static str],
    /// Modules that call each other, and count as one.
    together: &'static [&'static str],
    /// It has more arrows than this, if its sources are read at all.
    more_than: usize,
}

const TREES: [Tree; 7] = [
    Tree { directory: "core/hexes", contracts: &[], together: &[], more_than: 5 },
    Tree { directory: "core/engine", contracts: &["rules", "language"], together: &[], more_than: 100 },
    Tree { directory: "core/lab", contracts: &[], together: &[], more_than: 20 },
    Tree { directory: "core/war", contracts: &[], together: &["rules", "script"], more_than: 100 },
    Tree { directory: "core/battles", contracts: &[], together: &["rules", "script"], more_than: 100 },
    Tree {
        directory: "core/tabletop",
        contracts: &["rules"],
        together: &["content", "language", "services", "offers"],
        more_than: 20,
    },
    Tree { directory: "repl", contracts: &[], together: &[], more_than: 100 },
];

impl Tree {
    fn arrows(&self) -> Vec<Arrow> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(self.directory);
        Sources::of(&root.join("src")).arrows()
    }

    /// The module that counts for this one.
    fn node<'a>(&self, name: &'a str) -> &'a str {
        if self.together.contains(&name) { self.together[0] } else { name }
    }

    /// The circles among these arrows that no exception allows: each as the arrows that are part of it.
    fn circles<'a>(&self, arrows: &'a [Arrow]) -> Vec<Vec<&'a Arrow>> {
        let mut ends: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for arrow in arrows.iter().filter(|arrow| !self.contracts.contains(&arrow.from.as_str())) {
            let (from, to) = (self.node(&arrow.from), self.node(&arrow.to));
            if from != to {
                ends.entry(from).or_default().insert(to);
            }
        }
        let reached: BTreeMap<&str, BTreeSet<&str>> = ends.keys().map(|from| (*from, reached(from, &ends))).collect();
        let reaches = |from: &str, to: &str| reached.get(from).is_some_and(|all| all.contains(to));
        let (mut circles, mut seen) = (Vec::new(), BTreeSet::new());
        for one in ends.keys().filter(|one| reaches(one, one)) {
            let circle: BTreeSet<&str> =
                ends.keys().copied().filter(|other| reaches(one, other) && reaches(other, one)).collect();
            if seen.insert(circle.clone()) {
                let is_part = |arrow: &&Arrow| {
                    let (from, to) = (self.node(&arrow.from), self.node(&arrow.to));
                    from != to && circle.contains(from) && circle.contains(to)
                };
                circles.push(arrows.iter().filter(is_part).collect());
            }
        }
        circles
    }

    /// What is wrong with these arrows: each circle, with the places of its arrows.
    fn report(&self, arrows: &[Arrow]) -> String {
        let mut text = String::new();
        for circle in self.circles(arrows) {
            let modules: BTreeSet<&str> = circle.iter().map(|arrow| arrow.from.as_str()).collect();
            let modules: Vec<&str> = modules.into_iter().collect();
            text += &format!("\nin {}, {} form a circle:\n", self.directory, modules.join(", "));
            for Arrow { from, to, file, line } in circle {
                text += &format!("  {from} -> {to} at {}/src/{file}:{line}\n", self.directory);
            }
        }
        text
    }
}

/// Every node that can be reached from one by arrows.
fn reached<'a>(from: &'a str, ends: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> BTreeSet<&'a str> {
    let (mut all, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(node) = next.pop() {
        next.extend(ends.get(node).into_iter().flatten().filter(|to| all.insert(**to)));
    }
    all
}

#[test]
fn modules_import_each_other_in_one_direction() {
    let mut wrong = String::new();
    for tree in &TREES {
        let arrows = tree.arrows();
        assert!(arrows.len() > tree.more_than, "{} has {} arrows only", tree.directory, arrows.len());
        wrong += &tree.report(&arrows);
    }
    assert!(wrong.is_empty(), "{wrong}\nmove what is named to the module where it belongs; see ARCHITECTURE.md");
}

#[test]
fn every_exception_is_needed() {
    for tree in TREES.iter().filter(|tree| !tree.contracts.is_empty() || !tree.together.is_empty()) {
        let strict = Tree { contracts: &[], together: &[], ..*tree };
        assert!(!strict.circles(&tree.arrows()).is_empty(), "{} needs no exception any more", tree.directory);
    }
}

const PLAIN: Tree = Tree { directory: "x", contracts: &[], together: &[], more_than: 0 };

/// The arrows of some files, each as `a -> b at FILE:LINE`.
fn arrows<const N: usize>(files: [(&str, &str); N]) -> Vec<String> {
    let name = |Arrow { from, to, file, line }: Arrow| format!("{from} -> {to} at {file}:{line}");
    Sources::written(files).arrows().into_iter().map(name).collect()
}

#[test]
fn a_circle_is_found_with_its_places() {
    let files = [
        ("lib.rs", "mod a;\nmod b;\nmod c;\nmod d;"),
        ("a.rs", "use crate::{\n    b::{x, y},\n    c::z,\n};"),
        ("b/mod.rs", "mod inner;"),
        ("b/inner.rs", "fn f() -> u8 { format!(\"{}\", super::super::a::g()); 1 }"),
        ("c.rs", "use crate::d;"),
        ("d.rs", ""),
    ];
    let found = Sources::written(files).arrows();
    let report = "\nin x, a, b form a circle:\n  a -> b at x/src/a.rs:2\n  b -> a at x/src/b/inner.rs:1\n";
    assert_eq!(PLAIN.report(&found), report);
    let allowed = Tree { together: &["a", "b"], ..PLAIN };
    assert_eq!(allowed.report(&found), "");
    let contract = Tree { contracts: &["a"], ..PLAIN };
    assert_eq!(contract.report(&found), "");
}

#[test]
fn modules_that_count_as_one_form_no_circle_with_another() {
    let found = Sources::written([
        ("lib.rs", "mod a;\nmod b;\nmod c;"),
        ("a.rs", "use crate::b;"),
        ("b.rs", "use crate::{a, c};"),
        ("c.rs", "use crate::a;"),
    ]);
    let report = Tree { together: &["a", "b"], ..PLAIN }.report(&found.arrows());
    assert_eq!(report, "\nin x, b, c form a circle:\n  b -> c at x/src/b.rs:1\n  c -> a at x/src/c.rs:1\n");
}

#[test]
fn every_way_to_name_another_module_counts() {
    let found = arrows([
        (
            "lib.rs",
            "mod a;\npub mod b;\nmod c { pub use crate::b::X; }\npub use b::{deep::Foo, self as beta};\npub use std::rc::Rc;",
        ),
        (
            "a.rs",
            "use super::b;\npub use super::{c::X, a::Y};\nmod inside {\n    use super::super::b;\n    use super::Y;\n}",
        ),
        (
            "b.rs",
            "use crate::{Rc, a as other};\nuse {std::fmt, crate::c};\n\
             fn f(x: Vec<crate::a::Y>) { crate::c::g::<crate::a::Y>(); Some(self::h(x)) }",
        ),
    ]);
    assert_eq!(
        found,
        [
            "a -> b at a.rs:1",
            "a -> b at a.rs:4",
            "a -> c at a.rs:2",
            "b -> a at b.rs:1",
            "b -> a at b.rs:3",
            "b -> c at b.rs:2",
            "b -> c at b.rs:3",
            "c -> b at lib.rs:3",
        ]
    );
    let reexported = arrows([
        ("lib.rs", "mod a;\nmod b;\npub use b::{deep::Foo, Bar as Baz};"),
        ("a.rs", "use crate::Foo;\nuse crate::Baz;"),
        ("b.rs", ""),
    ]);
    assert_eq!(reexported, ["a -> b at a.rs:1", "a -> b at a.rs:2"]);
}

#[test]
fn text_and_tests_do_not_count() {
    let found = arrows([
        ("lib.rs", "mod a;\nmod b;\n#[cfg(test)]\nmod only_tests;"),
        (
            "a.rs",
            "//! See [`crate::b`].\n/// As in `crate::b::f`.\n// crate::b\n/* use crate::b; */\n\
             const TEXT: &str = \"use crate::b;\";\nconst RAW: &str = r#\"crate::b\"#;\n\
             #[cfg(test)]\nmod beside;\n#[cfg(test)]\nuse crate::b::g;\n\
             fn f() {\n    #[cfg(test)]\n    crate::b::meddle();\n}\n\
             #[cfg(test)]\nmod tests {\n    use crate::b;\n}",
        ),
        ("b.rs", "use crate::a;"),
        ("only_tests.rs", "use crate::a;"),
    ]);
    assert_eq!(found, ["b -> a at b.rs:1"]);
}

#[test]
#[should_panic(expected = "a.rs:1: `crate::stray` is in no top-level module")]
fn what_is_in_no_module_is_reported() {
    arrows([("lib.rs", "mod a;\nfn stray() {}"), ("a.rs", "use crate::stray;")]);
}
