//! What does nothing, although it is allowed, is reported.

use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::{Content, Scripts};

fn warned(files: &[(&str, String)]) -> Faults {
    let scripts = Scripts::from_sources(files.iter().map(|(name, text)| (*name, text.as_str())));
    scripts.map_or_else(|faults| faults, |scripts| scripts.warnings().clone())
}

/// Code, and what is pointed at, of all that is found in a script that stands in for Small Pox.
fn found(script: &str) -> Vec<String> {
    let faults = warned(&[("events/small_pox.rhai", script.to_string())]);
    let line = |fault: &Fault| format!("{} `{}`", fault.code().trim_start_matches("script::"), fault.pointed());
    faults.iter().map(line).collect()
}

fn help(script: &str) -> String {
    let faults = warned(&[("events/small_pox.rhai", script.to_string())]);
    faults.iter().next().and_then(Fault::help_text).unwrap_or_default().to_string()
}

/// An event that does this.
fn play(body: &str) -> String {
    format!("fn can_play() {{ true }}\nfn play() {{ {body} }}\n")
}

/// An event that puts a marker in force, with a modifier.
fn modifier(function: &str) -> String {
    format!("fn markers() {{ #{{ \"plague\": \"year\" }} }}\n{}{function}\n", play("game.mark(\"plague\");"))
}

#[test]
fn a_modifier_returns_what_it_changes() {
    let lost = modifier("fn battle(fire, at) { fire.drm += 1; }");
    assert_eq!(found(&lost), ["no_effect `battle`"]);
    assert_eq!(help(&lost), "end it with `fire`: what it returns is what counts");
    assert_eq!(found(&modifier("fn siege(drm, at) { drm }")), ["no_effect `siege`"]);
    assert_eq!(
        found(&modifier("fn siege(drm, at) { if at.side == Side::FRENCH { return drm; } }")),
        ["no_effect `siege`"]
    );
    for sound in [
        "fn battle(fire, at) { fire.drm += 1; fire }",
        "fn siege(drm, at) { if at.side == Side::FRENCH { drm + 1 } else { drm } }",
        "fn siege(drm, at) { let drm = drm + 1; drm }",
        "fn siege(drm, at) { if at.side == Side::FRENCH { return drm + 1; } }",
        "fn siege(drm, at) { loop { break drm + 1; } }",
    ] {
        assert_eq!(found(&modifier(sound)), Vec::<String>::new(), "{sound}");
    }
}

#[test]
fn nothing_stands_behind_what_leaves() {
    assert_eq!(found(&play("return; game.roll();")), ["never_reached `game`"]);
    assert_eq!(found(&play("loop { break; game.roll(); }")), ["never_reached `game`"]);
    assert_eq!(found(&play("if game.roll() > 3 { return; } game.roll();")), Vec::<String>::new());
    let both = "if game.roll() > 3 { return; } else { return; } game.roll();";
    assert_eq!(found(&play(both)), ["never_reached `game`"]);
}

#[test]
fn what_a_function_returns_is_used_if_it_does_nothing_else() {
    let dropped = "let l = game.units(game.enemy, space(\"albany\")); l.filter(|u| u.is_drilled); game.lose_steps(game.enemy, space(\"albany\"), l.len());";
    assert_eq!(found(&play(dropped)), ["dropped_result `filter`"]);
    assert_eq!(found(&play("game.controls(game.side, space(\"albany\"));")), ["dropped_result `controls`"]);
    assert_eq!(found(&play("let n = game.roll(); n == 3; game.score(game.side, n, \"\");")), ["dropped_result `=`"]);
    for sound in [
        "game.roll();",
        "let l = [1]; l.push(2); game.score(game.side, l.len(), \"\");",
        "let n = 0; [1, 2].map(|x| n += x); game.score(game.side, n, \"\");",
        "[1].map(|n| game.roll());",
    ] {
        assert_eq!(found(&play(sound)), Vec::<String>::new(), "{sound}");
    }
}

#[test]
fn a_variable_is_read_before_it_is_defined_anew() {
    let score = "game.score(game.side, n, \"\");";
    assert_eq!(found(&play(&format!("let n = 1; let n = 2; {score}"))), ["unused_variable `n`"]);
    assert_eq!(found(&play(&format!("let n = 1; let n = n + 1; {score}"))), Vec::<String>::new());
}

#[test]
fn a_variable_that_nothing_reads_hides_another_or_is_superfluous() {
    let play = |body: &str| found(&play(body));
    let hidden = "let n = 1; if game.year > 1757 { let n = 2; } game.score(game.side, n, \"\");";
    assert_eq!(play(hidden), ["unused_variable `n`"]);
    assert_eq!(play("let n = game.roll();"), ["unused_variable `n`"]);
    for sound in [
        "let _n = game.roll();",
        "let n = 1; if game.year > 1757 { n = 2; } game.score(game.side, n, \"\");",
        "let n = 1; [1, 2].for_each(|| n += this); game.score(game.side, n, \"\");",
        "let n = 1; game.tell(`${n}`);",
        "let n = 1; let read = || n + 1; game.score(game.side, read.call(), \"\");",
    ] {
        assert_eq!(play(sound), Vec::<String>::new(), "{sound}");
    }
}

#[test]
fn for_each_hands_over_the_number_of_an_item() {
    let body = "game.units(game.enemy, space(\"albany\")).for_each(|unit| game.eliminate(unit));";
    assert_eq!(found(&play(body)), ["wrong_arguments `unit`"]);
}

#[test]
fn a_marker_is_placed_and_does_something() {
    let event = |markers: &str, rest: &str| format!("fn markers() {{ #{{ {markers} }} }}\n{rest}");
    let idle = event("\"plague\": \"year\"", &(play("game.roll();") + "fn siege(drm, at) { drm + 1 }\n"));
    assert_eq!(found(&idle), ["idle_marker `\"plague\"`"]);
    let silent = event("\"plague\": \"year\"", &play("game.mark(\"plague\");"));
    assert_eq!(found(&silent), ["idle_marker `\"plague\"`"]);
    let number = "game.set(\"plague\", 3); if game.get(\"plague\") > 1 { game.roll(); }";
    assert_eq!(found(&event("\"plague\": \"year\"", &play(number))), Vec::<String>::new());
}

#[test]
fn what_works_for_a_side_asks_for_the_side() {
    let marker = "fn markers() { #{ \"plague\": \"year per side\" } }\n";
    let placed = play("game.mark(game.side, \"plague\");");
    let both = format!("{marker}{placed}fn siege(drm, at) {{ drm + 1 }}\n");
    assert_eq!(found(&both), ["both_sides `\"plague\"`"]);
    assert_eq!(help(&both), "ask in `siege` whether `game.has_marker(at.side, \"plague\")`");
    let own =
        "fn siege(drm, at) { if is_ill(at.side) { drm + 1 } }\nfn is_ill(side) { game.has_marker(side, \"plague\") }\n";
    assert_eq!(found(&format!("{marker}{placed}{own}")), Vec::<String>::new());
}

#[test]
fn a_script_asks_only_for_moments_that_it_answers() {
    let moments = "fn moments() { [\"season_end\"] }\n";
    let act = "fn act(moment) { if moment.kind == \"year_end\" { game.roll(); } }\n";
    let lasting = modifier(&format!("{moments}{act}"));
    assert_eq!(found(&lasting), ["never_equal `\"year_end\"`"]);
    assert_eq!(found(&lasting.replace("[\"season_end\"]", "[\"season_end\", \"year_end\"]")), Vec::<String>::new());
}

#[test]
fn comparisons_hold_sometimes() {
    let chosen = |word: &str| {
        let ask = "let w = game.choose_option(\"?\", [\"new-unit\", \"restore\"]);";
        play(&format!("{ask} if w == \"{word}\" {{ game.roll(); }}"))
    };
    assert_eq!(found(&chosen("new_unit")), ["never_equal `\"new_unit\"`"]);
    assert_eq!(help(&chosen("new_unit")), "did you mean `new-unit`?");
    assert_eq!(found(&chosen("new-unit")), Vec::<String>::new());
    assert_eq!(found(&play("if game.roll() >= 1 { game.roll(); }")), ["never_equal `1`"]);
    assert_eq!(found(&play("game.score(game.side, 3 * (15 / 100), \"\");")), ["always_zero `/`"]);
    assert_eq!(found(&play("game.score(game.side, 15 / 10, \"\");")), Vec::<String>::new());
}

#[test]
fn scenarios_name_markers_and_points_that_mean_something() {
    let embedded = Content::embedded();
    let scenario = embedded.sources().find(|source| source.name().ends_with("annus-mirabilis.toml"));
    let text = scenario.expect("a scenario").text().replace("\"william-pitt\"", "\"william-pit\"");
    let text = text.replacen("vp = 4", "vp = 30", 1).replacen("annus-mirabilis", "house", 1);
    let content = Content::embedded().with_texts([("scenarios/house.toml", text)]);
    let scripts = content.compile().expect("sound scripts");
    let codes: Vec<String> = scripts.examine().iter().map(|fault| fault.code().to_string()).collect();
    assert_eq!(codes, ["scenario::unknown_marker", "scenario::already_won"]);
}

#[test]
fn scripts_have_cards_and_cards_have_scenarios() {
    let content = Content::embedded().with_texts([("events/plague.rhai", play("game.roll();"))]);
    let scripts = content.compile().expect("sound scripts");
    let codes: Vec<String> = scripts.examine().iter().map(|fault| fault.code().to_string()).collect();
    assert_eq!(codes, ["script::no_card"]);
}
