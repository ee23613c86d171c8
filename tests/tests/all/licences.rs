//! What the program is built from: allowed licences and sources only, and a notice that names every crate in it.

use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

fn root() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}

/// What cargo knows of the workspace and all crates that it needs on Linux.
fn metadata() -> Value {
    let arguments = ["metadata", "--format-version", "1", "--locked", "--filter-platform", "x86_64-unknown-linux-gnu"];
    let output = Command::new(env!("CARGO")).args(arguments).current_dir(root()).output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text<'a>(value: &'a Value, key: &str) -> &'a str {
    value[key].as_str().unwrap_or_default()
}

fn items(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

/// The crates of others, by the ids that cargo gives them.
fn others(metadata: &Value) -> BTreeMap<&str, &Value> {
    let packages = items(&metadata["packages"]).iter().filter(|package| !package["source"].is_null());
    packages.map(|package| (text(package, "id"), package)).collect()
}

/// The list of words that `deny.toml` has under a key.
fn listed(deny: &str, key: &str) -> BTreeSet<String> {
    let (_, list) = deny.split_once(&format!("\n{key} = [")).unwrap_or_else(|| panic!("no `{key}`"));
    let (list, _) = list.split_once(']').expect("the end of the list");
    list.split('"').skip(1).step_by(2).map(str::to_string).collect()
}

/// Whether a licence expression can be met with allowed licences: one of each `OR`, all of each `AND`.
fn is_met(expression: &str, allowed: &BTreeSet<String>) -> bool {
    let expression = expression.replace('/', " OR ").replace(" or ", " OR ").replace(['(', ')'], "");
    let all_of = |part: &str| {
        part.split(" OR ").any(|one| allowed.contains(one.split_whitespace().collect::<Vec<_>>().join(" ").as_str()))
    };
    expression.split(" AND ").all(all_of)
}

#[test]
fn every_crate_has_an_allowed_licence_and_comes_from_the_registry() {
    let deny = std::fs::read_to_string(root().join("deny.toml")).expect("the file");
    let (allowed, banned) = (listed(&deny, "allow"), listed(&deny, "deny"));
    assert!(allowed.len() > 5 && banned.len() > 3, "{allowed:?} {banned:?}");
    assert!(is_met("MIT/Apache-2.0", &allowed) && is_met("(MIT OR GPL-3.0) AND ISC", &allowed));
    assert!(!is_met("GPL-3.0-only", &allowed) && !is_met("MIT AND GPL-3.0-only", &allowed) && !is_met("", &allowed));
    let metadata = metadata();
    let others = others(&metadata);
    assert!(others.len() > 150, "{}", others.len());
    for package in others.values() {
        let (name, licence) = (text(package, "name"), text(package, "license"));
        assert!(is_met(licence, &allowed), "{name}: `{licence}` is not allowed in deny.toml");
        assert!(!banned.contains(name), "{name} is banned in deny.toml");
        assert!(text(package, "source").starts_with("registry+https://github.com/rust-lang/crates.io-index"), "{name}");
    }
}

/// The ids of what is compiled into the program: what it needs, and what that needs, but nothing of tests and builds.
fn in_the_program(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> =
        items(&metadata["resolve"]["nodes"]).iter().map(|node| (text(node, "id"), node)).collect();
    let program = items(&metadata["packages"]).iter().find(|package| text(package, "name") == "wilderness");
    let mut open = vec![text(program.expect("the program"), "id")];
    let mut found = BTreeSet::new();
    while let Some(id) = open.pop() {
        if found.insert(id) {
            let needed = items(&nodes[id]["deps"]).iter();
            let needed = needed.filter(|dep| items(&dep["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()));
            open.extend(needed.map(|dep| text(dep, "pkg")));
        }
    }
    found
}

#[test]
fn the_notice_names_every_crate_in_the_program() {
    let metadata = metadata();
    let (others, inside) = (others(&metadata), in_the_program(&metadata));
    let line = |package: &&Value| {
        let (name, version) = (text(package, "name"), text(package, "version"));
        format!("{name} {version} ({})\n  {}\n", text(package, "license"), text(package, "repository"))
    };
    let crates: BTreeSet<String> =
        others.iter().filter(|(id, _)| inside.contains(*id)).map(|(_, package)| line(package)).collect();
    assert!(crates.len() > 100, "{}", crates.len());
    let notice = format!(
        "The program is given away under the MIT licence or the Apache licence 2.0, as you like. On Linux it contains these\n\
         crates, under their own licences; where there are several, any of them may be chosen. The texts are in the\n\
         repositories that are named.\n\n{}",
        crates.into_iter().collect::<String>()
    );
    let file = root().join("repl/help/third-parties.txt");
    if std::env::var_os("UPDATE_SCREENS").is_some_and(|value| value == "1") {
        std::fs::write(&file, notice).expect("the notice can be written");
        return;
    }
    let kept = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == notice, "repl/help/third-parties.txt is out of date: UPDATE_SCREENS=1 writes it");
}
