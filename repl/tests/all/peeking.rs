//! Scripts that look at what a side hides: what they say, and how they fail, tells the other side nothing.

use assert_cmd::Command;
use std::path::Path;

/// Content in which one event is another: Small Pox, a card of the French hand.
fn content(directory: &Path, script: &str) {
    let write = |name: &str, text: &str| {
        let file = directory.join(name);
        std::fs::create_dir_all(file.parent().expect("a directory")).expect("room");
        std::fs::write(file, text).expect("room");
    };
    write("content.toml", "base = \"war\"\n");
    write("scripts/events/small_pox.rhai", script);
}

/// What the French are told who hold it, about these lines, while the British hold either card.
fn told(script: &str, more: &[&str], lines: &str) -> [String; 2] {
    let directory = tempfile::tempdir().expect("a directory");
    content(directory.path(), script);
    ["57", "56"].map(|card| {
        let position = format!(
            r#"{{"year":1757,"vp":4,"pieces":{{"montcalm":{{"at":"quebec"}},"bearn":{{"at":"quebec"}},"webb":{{"at":"albany"}},
            "new-hampshire":{{"at":"albany"}}}},"hands":{{"french":[5,10,4,34,62],"british":[{card},60,11,1,2]}}}}"#
        );
        let file = directory.path().join("start.json");
        std::fs::write(&file, position).expect("room");
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--seed", "3", "--scenario", "annus-mirabilis", "--content"]).arg(directory.path());
        command.arg("--position").arg(&file).args(more);
        let output = command.write_stdin(lines).output().expect("the program runs");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat()
    })
}

const AGAINST_A_BOT: [&str; 2] = ["--british", "greedy"];
const LINES: &str = "why 34\nplay 34\nwhatif play 34 event\nplay 34 for event\n=card:34\n=event\n";

#[test]
fn a_script_that_failed_printed_the_hand_that_it_had_looked_into() {
    let number = "let n = 0; for c in game.hand(game.enemy) { n = n * 100 + c.number; }";
    for failing in [
        format!("fn play() {{ {number} throw n; }}"),
        format!("fn play() {{ {number} space(`x${{n}}`); }}"),
        "fn play() { game.discard(game.enemy, game.random_card(game.enemy)); space(`x${game.hand(game.enemy)[0].number}`); }"
            .to_string(),
    ] {
        let [one, other] = told(&failing, &AGAINST_A_BOT, LINES);
        assert!(one.contains("small_pox.rhai") && one.contains("hidden"), "{one}");
        if !failing.contains("discard") {
            assert_eq!(one, other, "{failing}");
        }
        // Those who see all hands are told all, but for `whatif`, which is asked by one side.
        let [open, _] = told(&failing, &["--open-hands"], &LINES.replace("whatif play 34 event\n", ""));
        assert!(!open.contains("message is"), "{open}");
    }
}

#[test]
fn a_condition_told_whether_the_enemy_held_a_card() {
    let script = "fn can_play() { let side = game.enemy; for c in game.hand(side) { if c.number == 57 { return true; } } false }\n\
                  fn play() { game.tell(\"nothing\"); }";
    let [one, other] = told(script, &AGAINST_A_BOT, LINES);
    assert_eq!(one, other);
    assert!(one.replace('\n', " ").contains("modifier"), "{one}");
    // What is certain to be refused is refused before the game.
    let [one, _] = told(&script.replace("hand(side)", "hand(game.enemy)"), &AGAINST_A_BOT, LINES);
    assert!(one.contains("script::hidden_hand"), "{one}");
    let [own, _] = told(&script.replace("hand(side)", "hand(game.side)"), &AGAINST_A_BOT, "why 34\n");
    assert!(own.contains("event: no"), "{own}");
}

#[test]
fn an_attempt_to_take_a_card_told_whether_the_enemy_held_it() {
    let script = "fn play() { game.discard(game.enemy, card(57)); }";
    let [holds, lacks] = told(script, &AGAINST_A_BOT, "why 34\nwhatif play 34 event\n");
    assert_eq!(holds, lacks);
}

#[test]
fn check_says_that_conditions_and_modifiers_cannot_look_into_a_hand() {
    let checked = |script: &str| {
        let directory = tempfile::tempdir().expect("a directory");
        content(directory.path(), script);
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        let output = command.args(["check", "--no-trial"]).arg(directory.path()).output().expect("the program runs");
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).concat()
    };
    let condition = "fn can_play() { game.hand(WHOSE).is_empty() }\nfn play() { }";
    let enemy = checked(&condition.replace("WHOSE", "game.enemy"));
    assert!(enemy.contains("script::hidden_hand") && enemy.contains("small_pox.rhai:1:"), "{enemy}");
    assert!(checked(&condition.replace("WHOSE", "Side::FRENCH")).contains("script::hidden_hand"));
    assert!(!checked(&condition.replace("WHOSE", "game.side")).contains("script::hidden_hand"));
    let modifier = "fn markers() { #{ \"smallpox\": \"season\" } }\nfn play() { game.mark(\"smallpox\"); }\n\
                    fn battle(dice, at) { #{ drm: game.hand(game.side).len() } }";
    assert!(checked(modifier).contains("script::hidden_hand"), "{}", checked(modifier));
}
