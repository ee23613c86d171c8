//! The reference of what scripts can call.

use rhai::{Array, Dynamic, Engine, ImmutableString, Map, Module};
use std::any::TypeId;
use std::collections::BTreeSet;
use wilderness_engine::language::Language;
use wilderness_engine::script::{Handle, ScriptSet as _};
use wilderness_war::scripting::document::{Function, Reference};
use wilderness_war::{CardId, CardSet, PieceId, PieceSet, Scripts, Side, SpaceId, SpaceSet, War};

fn functions(reference: &Reference) -> impl Iterator<Item = &Function> {
    reference.themes.iter().flat_map(|theme| &theme.functions)
}

#[test]
fn every_function_is_described_with_an_example_and_in_words_of_scripts() {
    let reference = Scripts::embedded().expect("sound scripts").reference();
    assert!(functions(&reference).count() > 80);
    for function in functions(&reference) {
        assert!(!function.example.is_empty(), "{} has no example", function.form);
        for word in ["&", "Id", "i64", "Answer", "Dynamic", "String", "View", "<"] {
            assert!(!function.form.contains(word), "{} is Rust", function.form);
        }
    }
}

#[test]
fn the_examples_use_what_there_is() {
    let reference = Scripts::embedded().expect("sound scripts").reference();
    let scripts = Scripts::embedded().expect("sound scripts");
    let engine = scripts.host().expect("scripts").language();
    let names: BTreeSet<String> =
        engine.collect_fn_metadata(None, |info| Some(info.metadata.name.to_string()), true).into_iter().collect();
    for function in functions(&reference) {
        let code: String = function.example.split('"').step_by(2).collect();
        for word in code.split('.').skip(1) {
            let word: String = word.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let known = names.contains(&word) || names.contains(&format!("get${word}"));
            assert!(word.is_empty() || known, "the example of {} uses `{word}`", function.form);
        }
    }
}

#[test]
fn a_function_is_written_as_in_scripts() {
    let reference = Scripts::embedded().expect("sound scripts").reference();
    let all = |name: &str| -> Vec<(String, bool)> {
        functions(&reference).filter(|function| function.name == name).map(|f| (f.form.clone(), f.acts)).collect()
    };
    assert_eq!(all("vp"), [("game.vp(side: Side) -> number".to_string(), false)]);
    assert_eq!(
        all("mark"),
        ["name: text", "piece: Piece, name: text", "side: Side, name: text", "space: Space, name: text"]
            .map(|parameters| (format!("game.mark({parameters})"), true))
    );
    assert_eq!(all("half_up"), [("half_up(number: number) -> number".to_string(), false)]);
    assert_eq!(all("year"), [("game.year -> number".to_string(), false)]);
}

#[test]
fn every_property_of_a_moment_comes_with_some_moment() {
    let reference = Scripts::embedded().expect("sound scripts").reference();
    let moments = <Scripts as Language>::moments(Scripts::embedded().expect("sound scripts").deck());
    let carried = moments.iter().flat_map(|facts| facts.carries);
    let carried: BTreeSet<&str> = carried.map(|name| name.split('(').next().unwrap_or(name)).collect();
    let theme = reference.themes.iter().find(|theme| theme.name == "Moments").expect("a theme");
    let known: BTreeSet<&str> = theme.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(carried, known, "add what is new to `MomentKind::ALL`");
}

#[test]
fn what_asks_or_changes_something_is_told_from_what_looks() {
    let reference = Scripts::embedded().expect("sound scripts").reference();
    let acts = |name: &str| functions(&reference).filter(|f| f.name == name).map(|f| f.acts).collect::<Vec<_>>();
    for name in ["roll", "choose_space", "mark", "place_each"] {
        assert!(!acts(name).is_empty() && acts(name).iter().all(|acts| *acts), "{name}");
    }
    for name in ["units", "vp", "has_marker", "half_up", "space", "is_indian"] {
        assert!(!acts(name).is_empty() && acts(name).iter().all(|acts| !acts), "{name}");
    }
}

#[test]
fn every_service_takes_values_of_types_that_are_known() {
    let mut known = vec![TypeId::of::<Dynamic>(), TypeId::of::<i64>(), TypeId::of::<bool>()];
    known.extend([TypeId::of::<ImmutableString>(), TypeId::of::<Array>(), TypeId::of::<Map>(), TypeId::of::<Side>()]);
    known.extend([TypeId::of::<SpaceId>(), TypeId::of::<PieceId>(), TypeId::of::<CardId>()]);
    known.extend([TypeId::of::<SpaceSet>(), TypeId::of::<PieceSet>(), TypeId::of::<CardSet>()]);
    assert_eq!(Scripts::TYPES.len(), 5, "three of them, and moments and contexts, which no service takes");
    let mut engine = Engine::new_raw();
    for theme in Scripts::THEMES {
        let mut module = Module::new();
        (theme.register)(&mut module);
        engine.register_global_module(module.into());
    }
    let services = engine.collect_fn_metadata(
        None,
        |info| {
            let types = info.metadata.param_types.to_vec();
            (types.first() == Some(&TypeId::of::<Handle<War>>())).then(|| (info.metadata.name.to_string(), types))
        },
        true,
    );
    assert!(services.len() > 40);
    for (name, types) in services {
        assert!(types[1..].iter().all(|kind| known.contains(kind)), "{name} takes something unknown");
    }
}
