//! The moments of the game, and what is known of what scripts can say.

use wilderness_engine::language::{Language, Operand};
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::Scripts;
use wilderness_war::scripting::MomentKind;

#[test]
fn every_kind_of_moment_is_listed_in_its_order() {
    for (index, facts) in
        <Scripts as Language>::moments(Scripts::embedded().expect("sound scripts").deck()).iter().enumerate()
    {
        assert_eq!(facts.kind as usize, index);
        assert_eq!(MomentKind::from_name(facts.name), Some(facts.kind));
    }
}

#[test]
fn what_is_in_an_array_is_known() {
    let scripts = Scripts::embedded().expect("sound scripts");
    let reference = scripts.reference();
    let functions = reference.themes.iter().flat_map(|theme| &theme.functions);
    // What comes out of an array was in it.
    let arrays = functions.filter(|function| function.form.ends_with("-> array"));
    let arrays = arrays.filter(|function| !["spaces.", "pieces."].iter().any(|of| function.form.starts_with(of)));
    // Markers lie on things of several kinds.
    for function in arrays.filter(|function| function.name != "marked") {
        assert!(Scripts::value(scripts.deck(), &Operand::Item(&function.name)).is_some(), "{}", function.form);
    }
}

#[test]
fn every_end_of_a_marker_is_said_as_in_positions() {
    for (word, until) in Scripts::ends(Scripts::embedded().expect("sound scripts").deck()).iter() {
        assert_eq!(serde_json::to_value(until).expect("a word"), *word);
    }
}
