//! Mistakes of people who know other languages: each is found where it is, with what to write instead, in words that a
//! designer knows.

use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::Scripts;

/// Bodies of `play`, the code of what is found in them, and what it points at.
const IN_PLAY: [(&str, &str, &str); 48] = [
    ("let n = 3; if n = 3 { game.roll(); }", "foreign", "="),
    ("let n = game.roll(); while n = 3 { break; }", "foreign", "="),
    ("let a = game.roll() > 2; if a and true { game.roll(); }", "foreign", "and"),
    ("let a = game.roll() > 2; if a or false { game.roll(); }", "foreign", "or"),
    ("let a = game.roll() > 2; if not a { game.roll(); }", "foreign", "not"),
    ("let n = game.roll(); if n is 3 { game.roll(); }", "foreign", "is"),
    ("let n = game.roll(); let m = n mod 2; game.score(game.side, m, \"\");", "foreign", "mod"),
    ("let p = space(\"albany\"); if p != null { game.roll(); }", "foreign", "null"),
    ("let p = space(\"albany\"); if p != None { game.roll(); }", "foreign", "None"),
    ("let p = space(\"albany\"); if p == nil { game.roll(); }", "foreign", "nil"),
    ("game.tell('loot');", "foreign", "'"),
    ("let n = 1; n++; game.score(game.side, n, \"\");", "foreign", "++"),
    ("let n = 1; n--; game.score(game.side, n, \"\");", "foreign", "--"),
    (
        "let n = if game.roll() > 3 { 1 } else { 2 }; let m = n > 1 ? 1 : 2; game.score(game.side, m, \"\");",
        "foreign",
        "?",
    ),
    ("if game.roll() > 3 { game.roll(); } elif game.roll() > 2 { game.roll(); }", "foreign", "elif"),
    ("if game.roll() > 3 { game.roll(); } elsif game.roll() > 2 { game.roll(); }", "foreign", "elsif"),
    ("n = game.roll();", "unknown_variable", "n"),
    ("if game.roll() > 3 then { game.roll(); }", "foreign", "then"),
    ("if game.roll() > 3 begin game.roll(); end", "foreign", "begin"),
    ("foreach unit in game.units(game.side) { game.eliminate(unit); }", "foreign", "foreach"),
    ("for unit of game.units(game.side) { game.eliminate(unit); }", "foreign", "of"),
    ("for (let i = 0; i < 3; i += 1) { game.roll(); }", "foreign", "for ("),
    ("let n = game.roll(); if n <> 3 { game.roll(); }", "foreign", "<>"),
    ("let n = game.roll(); if n === 3 { game.roll(); }", "foreign", "==="),
    ("let n = game.roll(); if n !== 3 { game.roll(); }", "foreign", "!=="),
    ("n := game.roll();", "foreign", ":="),
    ("game->roll();", "foreign", "->"),
    ("var n = game.roll(); game.score(game.side, n, \"\");", "foreign", "var"),
    ("int n = game.roll(); game.score(game.side, n, \"\");", "foreign", "int"),
    ("let n = True; if n { game.roll(); }", "foreign", "True"),
    ("let n = FALSE; if n { game.roll(); }", "foreign", "FALSE"),
    ("let n = self.roll(); game.score(game.side, n, \"\");", "foreign", "self"),
    ("case game.roll() { 1 => game.roll() }", "foreign", "case"),
    ("unless game.roll() > 3 { game.roll(); }", "foreign", "unless"),
    ("# rolls a die\n game.roll();", "foreign", "#"),
    ("let n = 1.5; game.score(game.side, n, \"\");", "decimal", "1.5"),
    ("let n = game.roll() let m = 3; game.score(game.side, n + m, \"\");", "syntax", "let"),
    ("game.tell(\"a\")\n game.tell(\"b\");", "syntax", "game"),
    ("game.tell((\"a\");", "syntax", "("),
    ("game.tell([\"a\", \"b\";", "syntax", "["),
    ("if game.roll() > 3 game.roll();", "syntax", "game"),
    ("if space(\"albany\").is_port() { game.roll(); }", "unknown_function", "is_port"),
    ("let n = game.roll; game.score(game.side, n, \"\");", "unknown_property", "roll"),
    ("try { game.roll(); } catch { }", "forbidden", "try"),
    ("import \"other\" as other;", "forbidden", "import"),
    ("game.eliminate(space(\"albany\"));", "wrong_arguments", "space"),
    ("game.tel(\"a\");", "unknown_function", "tel"),
    ("let albani = space(\"albani\"); game.lose_steps(game.enemy, albani, 1);", "unknown_space", "\"albani\""),
];

/// Whole scripts.
const WHOLE: [(&str, &str, &str); 14] = [
    ("function play() { game.roll(); }\n", "foreign", "function"),
    ("def play() { game.roll(); }\n", "foreign", "def"),
    ("void play() { game.roll(); }\n", "foreign", "void"),
    ("fn play() -> bool { game.roll(); }\n", "foreign", "->"),
    ("const LIMIT = 3;\nfn play() { if game.roll() > LIMIT { game.roll(); } }\n", "unknown_variable", "LIMIT"),
    ("let limit = 3;\nfn play() { if game.roll() > limit { game.roll(); } }\n", "unknown_variable", "limit"),
    ("fn play() {\n    if game.roll() > 3 {\n        game.roll();\n}\n", "syntax", "{"),
    ("fn play() {\n    for n in 0..3 {\n        game.roll();\n\nfn more() { 3 }\n", "syntax", "{"),
    ("fn play() {\n    game.roll();\n", "syntax", "{"),
    ("fn play()\n    game.roll();\n", "syntax", "game"),
    ("fn play() { game.roll(); }\n}\n", "syntax", "}"),
    (
        "fn moments() { [\"step_made\"] }\nfn can_respond(m) { true }\nfn respond(m) { game.turn_back(); }\n",
        "missing_function",
        "",
    ),
    ("fn play() { game.roll(); }\nfn can_play() { game.roll() > 3 }\n", "acting_condition", "roll"),
    ("fn markers() { { \"fog\": \"season\" } }\nfn play() { game.mark(\"fog\"); }\n", "syntax", ":"),
];

/// What is found in a script.
fn faults(script: &str) -> Faults {
    match Scripts::from_sources([("events/small_pox.rhai", script)]) {
        Ok(scripts) => scripts.warnings().clone(),
        Err(faults) => faults,
    }
}

/// What is said of a fault: everything that a designer reads.
fn said(fault: &Fault) -> String {
    let labels: Vec<&str> = fault.labels().map(|(_, label)| label).collect();
    format!("{} {} {}", fault.message(), labels.join(" "), fault.help_text().unwrap_or_default())
}

#[test]
fn a_mistake_from_another_language_is_found_where_it_is_with_a_remedy_and_no_names_of_rust() {
    let in_play = IN_PLAY.iter().map(|(body, code, pointed)| (format!("fn play() {{ {body} }}\n"), *code, *pointed));
    let whole = WHOLE.iter().map(|(script, code, pointed)| (script.to_string(), *code, *pointed));
    let mut wrong = Vec::new();
    for (script, code, pointed) in in_play.chain(whole) {
        let faults = faults(&script);
        let first = faults.iter().next();
        let found = first.map(|fault| (fault.code().trim_start_matches("script::"), fault.pointed()));
        let said = first.map(said).unwrap_or_default();
        let is_plain = !said.replace("Side::", "").contains("::");
        let has_remedy = first.is_some_and(|fault| fault.help_text().is_some());
        if found != Some((code, pointed)) || !is_plain || !has_remedy {
            wrong.push(format!("{}\n    {found:?} {said}", script.trim()));
        }
    }
    assert!(wrong.is_empty(), "{} of them:\n{}", wrong.len(), wrong.join("\n"));
}
