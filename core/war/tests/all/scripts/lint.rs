//! What is found in scripts before they run.

use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::{Content, Scripts};

/// Small Pox with another script.
fn load(script: &str) -> Result<Scripts, Faults> {
    Scripts::from_sources([("events/small_pox.rhai", script)])
}

/// Severity, code, and what is pointed at, of all that is found in a script; nothing else is wrong.
fn found(script: &str) -> Vec<String> {
    let faults = load(script).map_or_else(|faults| faults, |scripts| scripts.warnings().clone());
    faults
        .iter()
        .map(|fault| {
            let severity = if fault.is_error() { "error" } else { "warning" };
            format!("{severity} {} `{}`", fault.code().trim_start_matches("script::"), fault.pointed())
        })
        .collect()
}

/// The help for the first thing that is found.
fn help(script: &str) -> String {
    let faults = load(script).map_or_else(|faults| faults, |scripts| scripts.warnings().clone());
    faults.iter().next().and_then(Fault::help_text).unwrap_or_default().to_string()
}

fn labels(script: &str) -> Vec<String> {
    let faults = load(script).err().expect("faults");
    let fault = faults.iter().next().expect("a fault");
    let source = fault.source_text().expect("a script");
    fault.labels().map(|(span, label)| format!("{}: {label}", source.slice(span))).collect()
}

/// The text of the deck.
fn deck() -> String {
    let content = Content::embedded();
    let deck = content.sources().find(|source| source.name().ends_with("deck.toml"));
    deck.expect("a deck").text().to_string()
}

/// An event that does this.
fn play(body: &str) -> String {
    format!("fn can_play() {{ true }}\nfn play() {{ {body} }}\n")
}

/// An event with this condition.
fn can_play(body: &str) -> String {
    format!("fn can_play() {{ {body} }}\nfn play() {{ game.roll(); }}\n")
}

#[test]
fn the_embedded_scripts_are_clean() {
    let scripts = Scripts::embedded().expect("sound scripts");
    let lines: Vec<String> = scripts.warnings().iter().map(Fault::line).collect();
    assert_eq!(lines, Vec::<String>::new());
}

#[test]
fn what_is_called_has_to_exist() {
    assert_eq!(found(&play("game.rol();")), ["error unknown_function `rol`"]);
    assert_eq!(help(&play("game.rol();")), "did you mean `roll`?");
    assert_eq!(help(&play("let x = half_upp(3); game.score(game.side, x, \"\");")), "did you mean `half_up`?");
    assert_eq!(
        found(&play("game.tell(\"é\"); frobnicate(1); befrob();")),
        ["error unknown_function `frobnicate`", "error unknown_function `befrob`",]
    );
    assert_eq!(help(&play("frobnicate(1);")), "`wilderness api` lists what scripts can call");
    assert_eq!(found(&play("[1].map(|n| game.rol());")), ["error unknown_function `rol`"]);
    assert_eq!(
        help("fn can_play() { true }\nfn play() { target(); }\nfn targets() { game.roll(); }"),
        "did you mean `targets`?"
    );
}

#[test]
fn a_call_has_as_many_arguments_as_its_function_takes() {
    assert_eq!(found(&play("game.roll(6);")), ["error wrong_argument_count `roll`"]);
    assert_eq!(help(&play("game.roll(6);")), "it takes 0");
    assert_eq!(help(&play("game.choose_space();")), "it takes 2 or 3");
    assert_eq!(help(&play("roll();")), "call it on the game: `game.roll(…)`");
    assert_eq!(help(&play("half_up(1, 2);")), "it takes 1");
    assert_eq!(help("fn can_play() { true }\nfn play() { help_me(1); }\nfn help_me(a, b) { a + b }"), "it takes 2");
    assert_eq!(found(&play("game.restore(game.restorable(game.side)); game.tell(\"so\");")), Vec::<String>::new());
}

#[test]
fn names_in_quotes_are_looked_up() {
    assert_eq!(found(&can_play("game.controls(game.side, space(\"qebec\"))")), ["error unknown_space `\"qebec\"`"]);
    assert_eq!(help(&can_play("game.controls(game.side, space(\"qebec\"))")), "did you mean `quebec`?");
    assert_eq!(found(&play("game.eliminate(piece(\"jonson\"));")), ["error unknown_piece `\"jonson\"`"]);
    let towns = "game.fortifications(game.side).in_department(\"southren\")";
    assert_eq!(found(&can_play(&format!("!{towns}.is_empty()"))), ["error unknown_department `\"southren\"`"]);
    assert_eq!(found(&play("game.mark(\"no-anphib\");")), ["error unknown_marker `\"no-anphib\"`"]);
    assert_eq!(help(&play("game.mark(\"no-anphib\");")), "did you mean `no-amphib`?");
    assert!(help(&play("game.unmark(\"mine\");")).starts_with("add `\"mine\": \"…\"` to `markers()`"));
    let own = play("game.mark(\"mine\");") + "fn markers() { #{ \"mine\": \"year\" } }\nfn siege(drm, at) { drm + 1 }";
    assert_eq!(found(&own), Vec::<String>::new());
    assert_eq!(found(&can_play("game.side == Side::DUTCH")), ["error unknown_name `DUTCH`"]);
}

#[test]
fn what_the_rules_call_is_there_with_the_right_parameters() {
    assert_eq!(found("fn can_play() { true }"), ["error missing_function ``"]);
    assert_eq!(help("fn can_play() { true }"), "add `fn play() { … }`");
    assert_eq!(found("fn can_play(x) { x }\nfn play() { game.roll(); }"), ["error wrong_parameters `can_play`"]);
    let modifier = can_play("true") + "fn battle(fire) { #{ drm: 1 } }";
    assert_eq!(found(&modifier), ["error wrong_parameters `battle`"]);
    assert_eq!(help(&modifier), "write `fn battle(fire, at)`");
    let misspelt = "fn can_play() { true }\nfn pley() { game.roll(); }";
    assert_eq!((&*found(misspelt)[0], &*help(misspelt)), ("error missing_function `pley`", "did you mean `play`?"));
}

#[test]
fn moments_and_the_ends_of_markers_are_known_words() {
    let response = |moments: &str, markers: &str| {
        let rest = "fn can_respond(moment) { true }\nfn respond(moment) { game.roll(); }";
        let script = format!("fn moments() {{ {moments} }}\nfn markers() {{ {markers} }}\n{rest}");
        Scripts::from_sources([("events/foul_weather.rhai", script)]).err().expect("faults")
    };
    let faults = response("[\"move_strat\", \"sunrise\"]", "#{ \"foul-weather\": \"weak\" }");
    let all: Vec<(&str, &str)> = faults.iter().map(|fault| (fault.code(), fault.pointed())).collect();
    assert_eq!(
        all,
        [
            ("script::unknown_moment", "\"move_strat\""),
            ("script::unknown_moment", "\"sunrise\""),
            ("script::unknown_end", "\"weak\""),
        ]
    );
    assert_eq!(faults.iter().next().and_then(Fault::help_text), Some("did you mean `move_start`?"));
    assert_eq!(response("[]", "#{}").iter().map(Fault::code).collect::<Vec<_>>(), ["script::no_moments"]);
    let faults = response("if game.year == 1757 { [\"move_start\"] } else { [] }", "#{}");
    assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["script::game_unknown"]);
}

#[test]
fn a_condition_looks_on() {
    assert_eq!(found(&can_play("game.roll() > 3")), ["error acting_condition `roll`"]);
    let script = "fn can_play() { lucky() }\nfn lucky() { [1].some(|n| n < game.roll()) }\nfn play() { game.roll(); }";
    assert_eq!(labels(script), ["roll: `roll` does", "can_play: it begins here"]);
    let script = "fn can_play() { lucky() }\nfn lucky() { game.roll() > 2 }\nfn play() { game.roll(); }";
    assert_eq!(labels(script), ["roll: `roll` does", "lucky: reached through here", "can_play: it begins here"]);
    let script =
        can_play("true") + "fn siege(drm, at) { if at.side == game.side { game.choose_option(\"?\", [\"a\"]); } drm }";
    assert_eq!(found(&script), ["error acting_condition `choose_option`"]);
    let script = can_play("[1].some(Fn(\"lucky\"))") + "fn lucky(n) { game.roll() > n }";
    assert_eq!(found(&script), ["error acting_condition `roll`"]);
    let script = can_play("let table = game; table.roll() > 3");
    assert_eq!(found(&script), ["error acting_condition `roll`"]);
}

#[test]
fn nothing_is_asked_while_something_is_sorted() {
    let sort = play("let a = [2, 1]; a.sort(|x, y| x - y + game.roll()); game.tell(`${a}`);");
    assert_eq!(found(&sort), ["error acting_callback `roll`"]);
    let captured = play("let a = [2, 1]; let z = 3; a.dedup(|x, y| x + y == z + game.roll()); game.tell(`${a}`);");
    assert_eq!(found(&captured), ["error acting_callback `roll`"]);
    let through =
        play("let a = [2, 1]; a.sort(|x, y| by(x, y)); game.tell(`${a}`);") + "fn by(x, y) { x - y + game.roll() }";
    assert_eq!(found(&through), ["error acting_callback `roll`"]);
    assert_eq!(found(&play("let a = [2, 1].map(|x| x + game.roll()); game.tell(`${a}`);")), Vec::<String>::new());
}

#[test]
fn what_is_probably_a_mistake_is_a_warning() {
    assert_eq!(found(&play("let die = game.roll();")), ["warning unused_variable `die`"]);
    assert_eq!(found(&play("let die = 1; die = game.roll();")), ["warning unused_variable `die`"]);
    assert_eq!(found(&play("let _die = game.roll(); for _i in [1, 2] { game.roll(); }")), Vec::<String>::new());
    assert_eq!(found(&play("let n = 2; [1].for_each(|| game.score(game.side, n, \"\"));")), Vec::<String>::new());
    assert_eq!(found(&(play("twice(1);") + "fn twice(n) { game.roll(); }")), ["warning unused_variable `twice`"]);
    assert_eq!(
        found(&can_play("game.units(game.side).some(|unit| unit.is_indain)")),
        ["error unknown_property `is_indain`"]
    );
    assert_eq!(
        help(&can_play("game.hand(game.side).len > 3 && game.spaces == 1")),
        "it is called with parentheses: `spaces(…)`"
    );
    assert_eq!(found(&play("let m = #{ steps: 2 }; game.score(game.side, m.steps, \"\");")), Vec::<String>::new());
    assert_eq!(found(&(can_play("true") + "fn helper() { 1 }")), ["warning unused_function `helper`"]);
    assert_eq!(found(&(can_play("true") + "let x = 1;")), ["warning never_run `let`"]);
}

#[test]
fn a_loop_needs_a_way_out() {
    assert_eq!(found(&play("loop { game.roll(); }")), ["warning loop_without_end `loop`"]);
    assert_eq!(found(&play("while true { game.roll(); }")), ["warning loop_without_end `while`"]);
    assert_eq!(found(&play("loop { loop { if game.roll() > 3 { break; } } }")), ["warning loop_without_end `loop`"]);
    assert_eq!(found(&play("loop { for i in [1, 2] { if i == 2 { break; } } }")), ["warning loop_without_end `loop`"]);
    assert_eq!(found(&play("loop { if game.roll() > 3 { break; } }")), Vec::<String>::new());
    assert_eq!(found(&play("loop { loop { if game.roll() > 3 { return; } } }")), Vec::<String>::new());
    assert_eq!(found(&play("loop { if game.roll() > 3 { throw \"enough\"; } }")), Vec::<String>::new());
}

#[test]
fn what_a_moment_carries_fits_the_moments_that_are_answered() {
    let script = "fn moments() { [\"activation_start\"] }\nfn can_respond(moment) { moment.from.is_port }\nfn respond(moment) { game.roll(); }";
    let scripts = Scripts::from_sources([("events/lake_schooner.rhai", script)]).expect("no errors");
    let all: Vec<(&str, &str)> = scripts.warnings().iter().map(|fault| (fault.code(), fault.pointed())).collect();
    assert_eq!(all, [("script::not_carried", "from")]);
}

#[test]
fn faults_in_several_scripts_are_all_found() {
    let faults = Scripts::from_sources([
        ("events/small_pox.rhai", play("game.rol(); game.mark(\"nothing\");")),
        ("events/campaign.rhai", "fn can_play() { true".into()),
        ("events/lake_schooner.rhai", "fn respond(moment) { game.turn_back(); }".into()),
    ]);
    let faults = faults.err().expect("faults");
    let codes: Vec<&str> = faults.iter().filter(|fault| fault.is_error()).map(Fault::code).collect();
    assert_eq!(
        codes,
        ["script::syntax", "script::missing_function", "script::missing_function", "script::unknown_function",]
    );
}

#[test]
fn comparisons_that_never_hold_are_found() {
    let all = |body: &str| found(&can_play(body));
    let units = |test: &str| format!("game.units(game.side).some(|unit| {test})");
    assert_eq!(all(&units("unit.kind == \"indain\"")), ["warning never_equal `\"indain\"`"]);
    assert_eq!(help(&can_play(&units("unit.kind == \"indain\""))), "did you mean `indian`?");
    assert_eq!(all(&units("unit.kind in [\"ranger\", \"indain\"]")), ["warning never_equal `\"indain\"`"]);
    assert_eq!(all(&units("unit.nation != \"mohwak\"")), ["warning never_equal `\"mohwak\"`"]);
    assert_eq!(all("game.assemblies == \"eager\""), ["warning never_equal `\"eager\"`"]);
    assert_eq!(help(&can_play("game.assemblies == \"eager\"")), "there are reluctant, supportive, enthusiastic");
    assert_eq!(all("game.side == \"french\""), ["warning never_equal `\"french\"`"]);
    assert_eq!(help(&can_play("game.side == \"french\"")), "write `Side::FRENCH`");
    assert_eq!(all("game.spaces().some(|space| space == \"albany\")"), ["warning never_equal `\"albany\"`"]);
    assert_eq!(
        all("let home = game.space_of(piece(\"johnson\")); home == \"albany\""),
        ["warning never_equal `\"albany\"`"]
    );
    assert_eq!(help(&can_play("game.space_of(piece(\"johnson\")) == \"albany\"")), "write `space(\"albany\")`");
    assert_eq!(
        all("game.discard_pile().some(|card| game.event_of(card) == \"small-pocks\")"),
        ["warning never_equal `\"small-pocks\"`"]
    );
    let veto = can_play("true") + "fn may_play(may, at) { if at.event == \"foul-wether\" { false } }";
    assert_eq!(found(&veto), ["warning never_equal `\"foul-wether\"`"]);
    assert_eq!(help(&veto), "did you mean `foul-weather`?");
}

#[test]
fn comparisons_with_numbers_that_never_hold_are_found() {
    let all = |body: &str| found(&can_play(body));
    assert_eq!(all("game.year == \"1757\""), ["warning never_equal `\"1757\"`"]);
    assert_eq!(help(&can_play("game.year == \"1757\"")), "write `1757`");
    assert_eq!(all("game.year in [1757, 1775]"), ["warning never_equal `1775`"]);
    assert_eq!(all("game.siege_level(space(\"quebec\")) == 3"), ["warning never_equal `3`"]);
    assert_eq!(help(&can_play("game.siege_level(space(\"quebec\")) == 3")), "it is from 0 to 2");
    assert_eq!(found(&play("if game.roll() == 0 { game.score(game.side, 1, \"\"); }")), ["warning never_equal `0`"]);
    assert_eq!(all("game.assemblies == 2"), ["warning never_equal `2`"]);
    assert_eq!(all("game.side == 1"), ["warning never_equal `1`"]);
    assert_eq!(all("game.units(game.side).len() == \"3\""), ["warning never_equal `\"3\"`"]);
}

#[test]
fn comparisons_of_loop_variables_that_never_hold_are_found() {
    let each =
        |of: &str, test: &str| found(&can_play(&format!("for x in {of} {{ if {test} {{ return true; }} }} false")));
    assert_eq!(each("game.units(game.side)", "x == \"mohawk\""), ["warning never_equal `\"mohawk\"`"]);
    assert_eq!(each("game.spaces()", "x == \"albany\""), ["warning never_equal `\"albany\"`"]);
    assert_eq!(each("game.hand(game.side)", "x == 7"), ["warning never_equal `7`"]);
    assert_eq!(each("[\"albany\"]", "x == \"albany\""), Vec::<String>::new());
}

#[test]
fn comparisons_that_can_hold_are_none_of_them() {
    for body in [
        "game.units(game.side).some(|unit| unit.kind == \"ranger\" || unit.nation == \"mohawk\")",
        "game.spaces().some(|space| space.id == \"albany\" || space.department == \"northern\")",
        "let side = \"french\"; side == \"french\"",
        "let m = #{ side: \"french\", kind: \"new\" }; m.side == \"french\" && m.kind == \"new\"",
        "word(\"x\") == \"albany\"",
        "`${game.side}` == \"french\" && game.assemblies != \"reluctant\"",
        "game.year == 1757 && game.siege_level(space(\"quebec\")) in [0, 2] && game.vp(game.side) == -3",
    ] {
        let script = can_play(body) + "fn word(x) { x }";
        let found = found(&script);
        assert!(!found.iter().any(|fault| fault.contains("never_equal")), "{body}: {found:?}");
    }
}

#[test]
fn two_scripts_that_say_differently_how_long_a_marker_lasts_are_refused() {
    let script = can_play("true") + "fn markers() { #{ \"no-amphib\": \"season\" } }";
    assert_eq!(found(&script), ["error marker_lifetimes `\"no-amphib\"`"]);
    assert!(help(&script).contains("louisbourg_squadrons.rhai"), "{}", help(&script));
    let same = can_play("true") + "fn markers() { #{ \"no-amphib\": \"year\" } }";
    assert_eq!(found(&same), Vec::<String>::new());
}

#[test]
fn a_misspelt_event_in_the_deck_is_pointed_at_there() {
    let deck = deck().replace("\"small-pox\"", "\"small-pocks\"");
    let faults = Scripts::from_sources([("deck.toml", deck)]).err().expect("a fault");
    let fault = faults.iter().find(|fault| fault.code() == "script::no_script").expect("no script");
    assert_eq!((fault.pointed(), fault.help_text()), ("\"small-pocks\"", Some("did you mean `small-pox`?")));
}

#[test]
fn names_that_act_on_the_screen_are_refused() {
    let deck = deck().replace("\"Small Pox\"", "\"Small\\u001B[2JPox\"");
    let faults = Scripts::from_sources([("deck.toml", deck)]).err().expect("a fault");
    assert_eq!(faults.iter().map(Fault::code).collect::<Vec<_>>(), ["deck::bad_name"]);
    let marker = can_play("true") + "fn markers() { #{ \"a\\u001Bb\": \"year\" } }";
    assert_eq!(found(&marker), ["error bad_marker `markers`"]);
}

#[test]
fn a_script_may_begin_with_a_byte_order_mark() {
    assert_eq!(found(&format!("\u{feff}{}", play("game.roll();"))), Vec::<String>::new());
}

#[test]
fn nothing_is_said_of_what_is_in_order_or_cannot_be_told() {
    assert_eq!(found(include_str!("everything.rhai")), Vec::<String>::new());
}

#[test]
fn what_is_known_of_a_value_goes_with_it() {
    let all = |body: &str| found(&can_play(body));
    // Through variables, functions, closures, loops, and the library.
    assert_eq!(all("let here = space(\"albany\"); here.is_drilled"), ["error unknown_property `is_drilled`"]);
    let through = can_play("own().is_drilled")
        + "fn own() { if game.year > 1758 { space(\"albany\") } else { space(\"york\") } }";
    assert!(found(&through).contains(&"error unknown_property `is_drilled`".to_string()), "{:?}", found(&through));
    assert_eq!(all("[space(\"albany\")].some(|it| it.is_drilled)"), ["error unknown_property `is_drilled`"]);
    let captured = "let most = \"3\"; game.spaces().some(|it| game.units(game.side, it).len() == most)";
    assert_eq!(all(captured), ["warning never_equal `\"3\"`"]);
    let handed = can_play("lies(\"small-pocks\")")
        + "fn lies(event) { game.discard_pile().some(|card| game.event_of(card) == event) }";
    assert_eq!(found(&handed), ["warning never_equal `\"small-pocks\"`"]);
    assert_eq!(
        all("!discarded([\"small-pox\", \"fowl-weather\"]).is_empty()"),
        ["warning never_equal `\"fowl-weather\"`"]
    );
    // What may be one thing or another is not judged.
    assert_eq!(
        all("let it = if game.year > 1758 { space(\"albany\") } else { piece(\"johnson\") }; it.is_port"),
        Vec::<String>::new()
    );
    assert_eq!(all("game.roll > 3"), ["error unknown_property `roll`"]);
    // A variable ends with its block, and what had its name is there again.
    let hidden = can_play("above(3)")
        + "fn above(n) { if game.year > 1758 { let n = \"many\"; if n == \"few\" { return true; } } n > 2 }";
    assert_eq!(found(&hidden), Vec::<String>::new());
}
