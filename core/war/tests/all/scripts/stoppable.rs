//! Where scripts can be stopped.

use wilderness_engine::script::ScriptSet as _;
use wilderness_war::Scripts;

/// Small Pox with these lines, and the lines of it at which it can stop.
fn lines(text: &str) -> Vec<(usize, String, bool)> {
    let scripts = Scripts::from_sources([("events/small_pox.rhai", text)]).expect("sound scripts");
    let lines = scripts.stoppable("events/small_pox.rhai").into_iter();
    lines.map(|at| (at.line, at.function, at.looks_on)).collect()
}

#[test]
fn a_script_stops_once_on_a_line_and_only_where_a_statement_begins() {
    let text = "// a remark\n\
                fn can_play() { true }\n\
                fn play() {\n\
                \x20   let units = game.units(game.enemy)\n\
                \x20       .filter(|unit| unit.is_indian);\n\
                \x20   if units.is_empty() { return; }\n\
                \x20   for unit in units {\n\
                \x20       game.eliminate(unit); helper();\n\
                \x20   }\n\
                \x20   let found = units.filter(|unit| {\n\
                \x20       unit.is_indian\n\
                \x20   });\n\
                \x20   if found.is_empty()\n\
                \x20       && true { game.tell(\"none\"); }\n\
                }\n\
                fn helper() { game.tell(\"helped\"); }\n";
    let play = |line| (line, "play".to_string(), false);
    let expected = vec![
        (2, "can_play".to_string(), true),
        play(4),
        (5, String::new(), false),
        play(6),
        play(7),
        play(8),
        play(10),
        (11, String::new(), false),
        play(13),
        play(14),
        (16, "helper".to_string(), false),
    ];
    assert_eq!(lines(text), expected);
}

#[test]
fn every_script_can_be_stopped_in_where_it_acts() {
    let scripts = Scripts::embedded().expect("sound scripts");
    assert!(scripts.script_files().count() > 40);
    for file in scripts.script_files() {
        let source = scripts.source_of(file).unwrap_or_else(|| panic!("{file} has no text"));
        let acts = ["fn play(", "fn respond(", "fn act("].iter().any(|word| source.text().contains(word));
        let stops = scripts.stoppable(file);
        assert!(!acts || stops.iter().any(|at| !at.looks_on), "{file}: {stops:?}");
    }
    assert_eq!(scripts.source_of("small_pox.rhai"), None, "a file has its directory");
    assert_eq!(scripts.stoppable("events/nothing.rhai"), []);
}
