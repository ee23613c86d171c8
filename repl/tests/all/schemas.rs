//! `wilderness schema`: the schemas fit every TOML file that the program has, and refuse a key that is misspelt.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schemas of a game, as `wilderness schema` writes them.
struct Written {
    root: tempfile::TempDir,
    /// For each, its name, and the files that it is for and not for.
    index: Vec<Value>,
}

fn written(game: &str) -> Written {
    let root = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| {
        let program = Command::new(env!("CARGO_BIN_EXE_wilderness")).args(arguments).current_dir(root.path()).output();
        let told = program.expect("the program runs");
        assert!(told.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&told.stderr));
    };
    run(&["init", "mod", "--game", game]);
    run(&["schema", "mod"]);
    let index = std::fs::read_to_string(root.path().join("mod/schemas/index.json")).expect("the index");
    let index: Value = serde_json::from_str(&index).expect("JSON");
    Written { index: index.as_array().expect("a list").clone(), root }
}

/// Whether a path is meant by one of some patterns, in which `*` is a name.
fn is_meant(path: &str, patterns: &Value) -> bool {
    patterns.as_array().into_iter().flatten().filter_map(Value::as_str).any(|pattern| match pattern.split_once('*') {
        Some((before, behind)) => {
            let name = path.strip_prefix(before).and_then(|rest| rest.strip_suffix(behind));
            name.is_some_and(|name| !name.contains('/'))
        }
        None => path == pattern,
    })
}

impl Written {
    /// The schema of a file; that of an earlier edition has the one of the present file.
    fn of(&self, path: &str) -> Value {
        let path = &match path.split_once("/editions/") {
            Some((game, file)) => format!("{game}/{}", file.split_once('/').expect("its number").1),
            None => path.to_string(),
        };
        let fits = |one: &&Value| is_meant(path, &one["include"]) && !is_meant(path, &one["exclude"]);
        let [one] = &*self.index.iter().filter(fits).collect::<Vec<_>>() else { panic!("{path} has one schema") };
        let file = self.root.path().join("mod/schemas").join(one["schema"].as_str().expect("a name"));
        serde_json::from_str(&std::fs::read_to_string(file).expect("a schema")).expect("JSON")
    }
}

/// Why a value does not fit a schema: the words of draft 7 that the schemas have, and no others.
fn misfit(value: &Value, schema: &Value, at: &str) -> Option<String> {
    let wrong = |why: &str| Some(format!("{at}: {why}: {value}"));
    for (word, said) in schema.as_object().expect("a schema") {
        let found = match word.as_str() {
            "$schema" | "title" | "properties" | "minItems" | "maxItems" => None,
            "type" => {
                let is = match said.as_str().expect("a type") {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_i64(),
                    "number" => value.is_number(),
                    other => panic!("no type of values: {other}"),
                };
                if is { None } else { wrong(&format!("no {said}")) }
            }
            "minimum" if value.as_i64() < said.as_i64() => wrong("too small"),
            "maximum" if value.as_i64() > said.as_i64() => wrong("too large"),
            "minimum" | "maximum" => None,
            "enum" if said.as_array().expect("words").contains(value) => None,
            "enum" => wrong("none of the words"),
            "items" => {
                let items = value.as_array().into_iter().flatten();
                let (count, number) = (items.clone().count(), |word: &str| schema[word].as_u64().map(|n| n as usize));
                let fits =
                    number("minItems").is_none_or(|n| n <= count) && number("maxItems").is_none_or(|n| n >= count);
                let mut items = items.enumerate().filter_map(|(n, item)| misfit(item, said, &format!("{at}[{n}]")));
                if fits { items.next() } else { wrong("another number of items") }
            }
            "additionalProperties" => {
                let keys = value.as_object().into_iter().flatten();
                let mut found = keys.filter_map(|(key, value)| {
                    let at = format!("{at}.{key}");
                    match (&schema["properties"][key], said) {
                        (Value::Null, Value::Bool(false)) => Some(format!("{at}: no such key")),
                        (Value::Null, schema) => misfit(value, schema, &at),
                        (schema, _) => misfit(value, schema, &at),
                    }
                });
                found.next()
            }
            "anyOf" => {
                let all: Vec<_> = said.as_array().expect("schemas").iter().map(|one| misfit(value, one, at)).collect();
                if all.iter().any(Option::is_none) { None } else { all.into_iter().flatten().next() }
            }
            other => panic!("an unknown word in a schema: {other}"),
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

/// The TOML files below a directory, by their paths below `root`.
fn toml_files(root: &Path, directory: &Path) -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(root.join(directory)).expect("a directory") {
        let path: PathBuf = directory.join(entry.expect("an entry").file_name());
        if root.join(&path).is_dir() {
            found.extend(toml_files(root, &path));
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            let text = std::fs::read_to_string(root.join(&path)).expect("a file");
            let value: toml::Value = toml::from_str(&text).expect("TOML");
            found.push((path.display().to_string().replace('\\', "/"), json!(value)));
        }
    }
    found
}

/// The shipped files of a game, and what its content begins with.
fn shipped(game: &str) -> Vec<(String, Value)> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let starter = own.join("starters").join(game);
    let parts = ["scripts", "scenarios"].map(|part| toml_files(&own.join(".."), &Path::new(part).join(game)));
    parts.into_iter().flatten().chain(toml_files(&starter, Path::new(""))).collect()
}

/// The places of the keys of tables and of tables in lists.
fn keys(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(table) => {
            for (key, value) in table {
                let place = format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"));
                keys(value, &place, found);
                found.push(place);
            }
        }
        Value::Array(list) => list.iter().take(1).for_each(|item| keys(item, &format!("{at}/0"), found)),
        _ => {}
    }
}

#[test]
fn the_schemas_fit_every_data_file_of_the_program() {
    for game in ["war", "battles"] {
        let (written, files) = (written(game), shipped(game));
        assert!(files.len() >= 10, "{}", files.len());
        for (path, value) in files {
            assert_eq!(misfit(&value, &written.of(&path), ""), None, "{path}");
        }
    }
}

#[test]
fn the_schemas_refuse_misspelt_keys() {
    for game in ["war", "battles"] {
        let (written, mut refused, mut all) = (written(game), 0, 0);
        for (path, value) in shipped(game) {
            let (schema, mut places) = (written.of(&path), Vec::new());
            keys(&value, "", &mut places);
            for place in places {
                let (table, key) = place.rsplit_once('/').expect("a place");
                let mut wrong = value.clone();
                let table = wrong.pointer_mut(table).and_then(Value::as_object_mut).expect("a table");
                let moved = table.remove(&key.replace("~1", "/").replace("~0", "~")).expect("a value");
                table.insert(format!("{key}q"), moved);
                let is_refused = misfit(&wrong, &schema, "").is_some();
                assert!(is_refused || place.matches('/').count() > 1, "{path} takes a misspelt {place}");
                // The keys of values are the names of features, which `check` knows.
                if !path.contains("values/") {
                    (refused, all) = (refused + u32::from(is_refused), all + 1);
                }
            }
        }
        println!("{game}: {refused} of {all} misspelt keys are refused");
        // The others are names: of spaces, of units, of parameters.
        assert!(refused * 2 > all, "{game}: {refused} of {all}");
    }
}

#[test]
fn a_schema_knows_types_and_words() {
    let written = written("war");
    let deck = written.of("scripts/war/deck.toml");
    let card = &deck["properties"]["card"]["items"]["properties"];
    assert_eq!(card["removed"], json!({ "type": "boolean" }));
    assert_eq!(card["sides"]["items"], json!({ "enum": ["french", "british"] }));
    let scenario = written.of("scenarios/war/mine.toml");
    assert_eq!(misfit(&json!({ "cards": ["3..20", 5] }), &scenario, ""), None);
    assert_ne!(misfit(&json!({ "cards": [true] }), &scenario, ""), None);
    assert_eq!(misfit(&json!({ "setup": "1757" }), &scenario, ""), None);
    assert_eq!(misfit(&json!({ "setup": { "at": { "albany": ["webb"] } } }), &scenario, ""), None);
    assert_ne!(misfit(&json!({ "setup": { "att": {} } }), &scenario, ""), None);
}
