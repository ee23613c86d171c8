//! Lines that are typed, and what they mean.

use std::time::Duration;
use wilderness_engine::script::GONE;
use wilderness_repl::testing::prompt::{
    InputEvent, LONGEST_LINE, Player, ResumeChoice, ago, goes_on, joined, next_line, parts, reloaded,
    waits_for_bracket, wanted,
};

/// Everything read from a text.
fn read(text: &str) -> Vec<String> {
    let mut lines = std::io::Cursor::new(text);
    let next = || match next_line(&mut lines) {
        InputEvent::Line(line) => Some(line),
        InputEvent::TooLong => Some("too long".into()),
        _ => None,
    };
    std::iter::from_fn(next).collect()
}

#[test]
fn a_line_that_is_too_long_is_passed_over_and_the_next_one_is_read() {
    let long = "x".repeat(LONGEST_LINE);
    assert_eq!(
        read(&format!("one\n{long}\ntwo\n{long}{long}{long}\nthree")),
        ["one", "too long", "two", "too long", "three"]
    );
    let open = format!("eval (\n{}\n)\nhand\n", "1 +\n".repeat(LONGEST_LINE / 4));
    assert_eq!(read(&open).first().map(String::as_str), Some("too long"), "also when it goes on");
}

#[test]
fn times_are_told_in_the_largest_unit() {
    let told = [59, 60, 7199, 7200, 86_400, 400_000].map(|seconds| ago(Duration::from_secs(seconds)));
    assert_eq!(told, ["just now", "1 minute ago", "1 hour ago", "2 hours ago", "1 day ago", "4 days ago"]);
}

#[test]
fn games_are_chosen_by_number() {
    let index = |line, count| match wanted(line, count) {
        Some(ResumeChoice::Resume(index)) => format!("resume {index}"),
        Some(ResumeChoice::Drop(index)) => format!("drop {index}"),
        Some(ResumeChoice::None) => "none".into(),
        None => "not understood".into(),
    };
    let told = ["", "2", " Drop 3", "n", "4", "0", "y", "drop"].map(|line| index(line, 3));
    let other = "not understood";
    assert_eq!(told, ["resume 0", "resume 1", "drop 2", "none", other, other, other, other]);
    assert_eq!(["", "Y", "drop", "n"].map(|line| index(line, 1)), ["resume 0", "resume 0", "drop 0", "none"]);
}

#[test]
fn what_was_reloaded_is_told_by_name() {
    let change = |name: &str, hash: &str| (name.to_string(), hash.to_string());
    assert_eq!(reloaded(&[change("events/small_pox.rhai", "1")]), "reloaded 1 script: small_pox\n");
    let hint = "`new` begins a game with it";
    let told = reloaded(&[change("scenarios/early-war.toml", "1")]);
    assert_eq!(told, format!("reloaded 1 scenario file: early-war.toml ({hint})\n"));
    let changes = [change("deck.toml", "1"), change("events/ambush.rhai", "2"), change("events/raid.rhai", GONE)];
    assert_eq!(reloaded(&changes), "reloaded 2 scripts: deck.toml, ambush; gone: raid\n");
}

#[test]
fn players_are_named_as_they_are_written() {
    for name in ["random", "greedy", "search", "search:500ms", "search:1000"] {
        assert_eq!(name.parse::<Player>().map(|player| player.to_string()), Ok(name.to_string()));
    }
    assert_eq!("Search:1S".parse::<Player>().map(|player| player.to_string()), Ok("search".to_string()));
    for wrong in ["", "nobody", "random:3", "search:", "search:0"] {
        assert!(wrong.parse::<Player>().is_err(), "{wrong}");
    }
}

#[test]
fn a_line_goes_on_behind_a_backslash_or_while_an_expression_is_open() {
    assert!(goes_on("activate montcalm \\"));
    assert!(goes_on("eval game.units("));
    assert!(goes_on("eval [1,\n2,"));
    assert!(!goes_on("eval game.vp(game.side)"));
    assert!(!goes_on("eval \"(\""), "between quotes");
    assert!(!goes_on("show new york ("), "no expression");
    assert!(!goes_on("eval (\n"), "an empty line ends it");
    assert!(waits_for_bracket("eval (\n") && !waits_for_bracket("eval (") && !waits_for_bracket("eval (\n1"));
    assert!(!waits_for_bracket("play 24 \\\n"), "no bracket");
    assert!(!goes_on(""));
}

#[test]
fn lines_that_go_on_become_one() {
    assert_eq!(joined("activate montcalm \\\nto sorel"), "activate montcalm  to sorel");
    assert_eq!(joined("eval [1,\n2]"), "eval [1,\n2]");
    assert_eq!(joined("show \\"), "show");
}

#[test]
fn several_answers_are_divided_by_commas_and_numbers_by_blanks_too() {
    assert_eq!(parts("hud north"), ["hud north"]);
    assert_eq!(parts("1 4, 7"), ["1", "4", "7"]);
    assert_eq!(parts("22nd, 27th, done"), ["22nd", "27th", "done"]);
    assert_eq!(parts("7 8, hud north, 2 done"), ["7", "8", "hud north", "2", "done"]);
    assert_eq!(parts("1, =2 =3, = hud north"), ["1", "2", "3", "hud north"]);
    assert_eq!(parts(","), [","]);
}
