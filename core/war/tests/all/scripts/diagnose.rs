//! How faults of running scripts are told.

use wilderness_engine::faults::Fault;
use wilderness_war::testing::{State, can_play};
use wilderness_war::{CardId, Halt, Scripts, Side};

/// The fault of a condition: of Small Pox, asked on an empty map.
fn fault(script: &str) -> Fault {
    let scripts = match Scripts::from_sources([("events/small_pox.rhai", script)]) {
        Ok(scripts) => scripts,
        Err(faults) => return faults.iter().next().expect("a fault").clone(),
    };
    match can_play(&scripts, &State::bare(), Side::French, CardId(34)) {
        Err(Halt::Script(fault)) => *fault,
        other => panic!("no fault: {other:?}"),
    }
}

fn condition(body: &str) -> Fault {
    fault(&format!("fn can_play() {{ {body} }}\nfn play() {{ game.roll(); }}\n"))
}

/// Code, message and help.
fn said(fault: &Fault) -> (&str, &str, &str) {
    (fault.code().trim_start_matches("script::"), fault.message(), fault.help_text().unwrap_or_default())
}

fn labels(fault: &Fault) -> Vec<String> {
    let source = fault.source_text().expect("a script");
    fault.labels().map(|(span, label)| format!("{}: {label}", source.slice(span))).collect()
}

#[test]
fn what_does_not_compile_is_pointed_at() {
    let wrong = fault("fn can_play() { true }\nfn play() { let e = \"é\" game.roll(); }");
    assert_eq!((wrong.code(), wrong.pointed()), ("script::syntax", "game"));
    let wrong = condition("let stack = 1; stak > 2");
    assert_eq!(said(&wrong), ("unknown_variable", "unknown variable `stak`", "did you mean `stack`?"));
    assert_eq!(labels(&wrong), ["stak: not defined here"]);
}

#[test]
fn what_scripts_may_not_use_is_refused() {
    for (word, body) in [
        ("eval", "eval(\"true\")"),
        ("import", "import \"other\" as other; true"),
        ("try", "try { true } catch { false }"),
        ("export", "export const A = 1; true"),
        ("debug", "debug(\"x\"); true"),
    ] {
        let wrong = condition(body);
        assert_eq!(wrong.message(), format!("`{word}` is not for scripts"), "{body}");
        assert_eq!((wrong.code(), wrong.pointed()), ("script::forbidden", word));
        assert!(wrong.help_text().is_some());
    }
    // The words of other languages too.
    assert_eq!(condition("var x = 1; true").code(), "script::foreign");
    assert_eq!(condition("goto x; true").code(), "script::forbidden");
}

#[test]
fn nothing_else_is_called_as_the_game() {
    // Rhai itself panics at the first of these.
    let bodies = [
        "game.year.game.side > 1",
        "game.game",
        "let game = 3; true",
        "for game in 0..3 { } true",
        "game.spaces().some(|game| true)",
        "#{ game: 1 }.is_empty()",
    ];
    let given = fault("fn can_play() { true }\nfn play() { }\nfn helper(game) { 1 }");
    for wrong in bodies.into_iter().map(condition).chain([given]) {
        assert_eq!((wrong.code(), wrong.pointed()), ("script::syntax", "game"), "{wrong:?}");
        assert_eq!(wrong.message(), "`game` is the game itself, and nothing else has that name");
    }
}

#[test]
fn wrong_arguments_are_shown_with_what_fits() {
    let wrong = condition("game.units(\"french\").is_empty()");
    let (code, message, help) = said(&wrong);
    assert_eq!((code, message), ("wrong_arguments", "`units` takes a side here, not a text"));
    assert_eq!((help, wrong.pointed()), ("write `Side::FRENCH`", "\"french\""));
    let wrong = condition("game.units(3).is_empty()");
    assert_eq!(said(&wrong).2, "game.units(side: Side) -> array");
    let swapped = condition("game.units(space(\"albany\"), game.side).is_empty()");
    assert_eq!(said(&swapped).1, "`units` does not take a space, a side");
    assert_eq!(swapped.pointed(), "units");
    assert_eq!(said(&condition("1 + game.side > 2")).1, "`+` does not take a number and a side");
    let wrong = condition("game.spaces().some(|space| space.is_prot)");
    assert_eq!(said(&wrong), ("unknown_property", "a space has no property `is_prot`", "did you mean `is_port`?"));
    let wrong = condition("let m = #{ a: 1 }; m.b");
    assert_eq!(said(&wrong).1, "this has no property `b`");
}

#[test]
fn names_made_at_run_time_are_refused_with_a_suggestion() {
    let wrong = condition("game.controls(game.side, space(`que${\"bek\"}`))");
    assert_eq!(said(&wrong), ("refused", "no space `quebek`", "did you mean `quebec`?"));
    assert_eq!(wrong.pointed(), "space");
    let wrong = condition("game.is_on_map(piece(\"john\" + \"so\"))");
    assert_eq!(said(&wrong), ("refused", "no piece `johnso`", "did you mean `johnson`?"));
}

#[test]
fn results_of_the_wrong_type_are_pointed_at() {
    let wrong = condition("3");
    assert_eq!(said(&wrong), ("wrong_result", "`can_play` returns a number", "it returns true or false"));
    assert_eq!(labels(&wrong), ["3: returned here"]);
    // What cannot be told beforehand is seen when it happens.
    let wrong = condition("[3, true][0]");
    let expected = ("wrong_result", "`can_play` returns a value of type number", "`can_play` returns true or false");
    assert_eq!(said(&wrong), expected);
    assert_eq!(labels(&wrong), ["can_play: in this function"]);
    let wrong = condition("if game.side { true } else { false }");
    assert_eq!(said(&wrong).1, "a condition is true or false, not a side");
    assert_eq!(said(&condition("[1, 2][5] == 1")).0, "no_such_item");
}

#[test]
fn the_chain_of_calls_is_shown() {
    let wrong = fault(
        "fn can_play() { first(2) }\nfn play() { game.roll(); }\nfn first(n) { [n].some(|n| second(n)) }\n\
         fn second(n) { space(`${n}`) == n }",
    );
    assert_eq!(wrong.message(), "no space `2`");
    assert_eq!(
        labels(&wrong),
        ["space: here", "second: in this call of `second`", "some: in this closure", "first: in this call of `first`"]
    );
}

#[test]
fn limits_say_what_was_exceeded_and_where() {
    let wrong = condition("let n = 0; loop { n += 1; if n < 0 { break; } } true");
    assert_eq!(said(&wrong).0, "endless");
    assert_eq!(said(&wrong).1, "`can_play` runs too long: over 200000 operations");
    let wrong = fault("fn can_play() { deep(1) }\nfn play() { game.roll(); }\nfn deep(n) { deep(n + 1) }");
    assert_eq!(said(&wrong).0, "too_deep");
    assert!(wrong.labels().count() < 10);
    assert_eq!(wrong.pointed(), "deep");
    let wrong = condition("let s = \"wilderness\"; while s.len() < 100000 { s += s; } true");
    assert_eq!((said(&wrong).0, wrong.pointed()), ("too_large", "can_play"));
    let wrong = condition("let a = [1]; while a.len() < 100000 { a.push(1); } true");
    assert_eq!((said(&wrong).0, wrong.pointed()), ("too_large", "can_play"));
}

#[test]
fn there_are_no_decimal_numbers_and_it_is_said() {
    for body in ["game.year * 0.5 > 3", "let half = 10.25; half > 1"] {
        let wrong = condition(body);
        assert_eq!((wrong.code(), wrong.message()), ("script::decimal", "decimals are not supported"), "{body}");
    }
    assert_eq!(condition("game.year * 0.5 > 3").pointed(), "0.5");
    assert_eq!(condition("[1].0 > 3").code(), "script::syntax");
}

#[test]
fn messages_are_in_words_of_designers() {
    for body in ["let a = [1]; a[\"x\"] == 1", "for n in 3 { game.year; } true", "-\"x\" == 1"] {
        let wrong = condition(body);
        let text = format!("{} {}", wrong.message(), wrong.help_text().unwrap_or_default());
        for word in ["i64", "::", "struct", "Dynamic", "race"] {
            assert!(!text.contains(word), "{body}: {text}");
        }
    }
}
