//! A game in which a piece moves unseen: what the seekers can find out about it.

use crate::golden::{Talk, talk};
use std::path::Path;
use tempfile::{TempDir, tempdir};
use wilderness_tests::write;

const GAME: &str = r#"
name = "The Fugitive"
phases = ["move"]
turns = 20

[[side]]
id = "fugitive"
name = "Fugitive"

[[side]]
id = "seekers"
name = "Seekers"
plural = true

[[kind]]
id = "man"
name = "Man"
hidden = true

[[kind]]
id = "shade"
name = "Shade"
hidden = true

[[question]]
id = "hide"
prompt = "Where do you hide?"
SECRET

[[question]]
id = "search"
prompt = "Where do you search?"
told = "The seekers search {answer}"

[board]
shape = "squares"
map = "a1 b1 c1 d1 e1"
"#;

const RULES: &str = r#"
fn setup() {
    for place in game.places { game.put("shade", Side::FUGITIVE, place); }
}

fn move(side) {
    if side == Side::FUGITIVE {
        TELL
        let all = game.places_of(side);
        let to = game.choose(side, "hide", all);
        for piece in game.pieces(side) { game.turn_into(piece, if game.place_of(piece) == to { "man" } else { "shade" }); }
        return;
    }
    let at = game.choose(side, "search", game.places_of(game.enemy(side)));
    let piece = game.piece_on(at);
    if game.is_kind(piece, "man") { game.tell("He is found"); game.wins(side); return; }
    game.reveal(piece);
    game.remove(piece);
}
"#;

/// The game in a folder `fugitive`: whether the hiding place is a secret, and what is told when it is chosen.
fn folder(secret: bool, tell: &str) -> TempDir {
    let home = tempdir().expect("a directory");
    let game = GAME.replace("SECRET", if secret { "secret = true" } else { "" });
    write(home.path(), "fugitive/game.toml", &game);
    write(home.path(), "fugitive/rules.rhai", &RULES.replace("TELL", tell));
    home
}

fn play(home: &Path, seed: u64, lines: &str) -> Talk {
    let seed = seed.to_string();
    talk(home, &["play", "--game", "./fugitive", "--seed", &seed, "--seat", "fugitive=random"], lines)
}

#[test]
fn undo_took_back_a_look_at_what_is_hidden() {
    let home = folder(true, "");
    for seed in 1..4 {
        let said = play(home.path(), seed, "c1\nundo\nsave here\n");
        assert_eq!(said.code, 1, "what the search has shown cannot be unseen: {}", said.text);
        let forced = play(home.path(), seed, &format!("c1\nundo --force\nsave forced-{seed}\n"));
        assert_eq!(forced.code, 0, "{}", forced.text);
        let record = std::fs::read_to_string(home.path().join(format!("forced-{seed}.record")));
        let record = record.or_else(|_| std::fs::read_to_string(home.path().join(format!("forced-{seed}"))));
        let noted = record.expect("a record").lines().any(|line| line == "undone seekers search search:c1");
        assert!(noted, "the record notes it");
    }
}

#[test]
fn undo_named_the_answer_that_nobody_was_told() {
    let home = folder(false, "");
    for seed in 1..4 {
        let said = play(home.path(), seed, "c1\nundo\n").text;
        let secret = "Where do you hide?";
        assert!(!said.lines().any(|line| line.contains(secret)), "{said}");
    }
}

#[test]
fn explain_told_what_a_hidden_piece_could_have_done() {
    let home = folder(false, "");
    let searching = ["play", "--game", "./fugitive", "--seed", "3", "--seat", "fugitive=search:40"];
    let said = talk(home.path(), &searching, "explain\n").text;
    let line = said.lines().rev().find(|line| line.contains("wins")).expect("a reason");
    assert!(
        !line.contains(" of 4") && line.matches('%').count() == 1,
        "no number of playouts, no other answer: {line}"
    );
}

#[test]
fn what_the_rules_disclose_is_no_leak() {
    let check = |tell: &str| talk(folder(true, tell).path(), &["check", "fugitive"], "");
    let odd =
        "if game.pieces(Side::FUGITIVE).some(|p| game.is_kind(p, \"man\") && game.column(game.place_of(p)) % 2 == 1)";
    let leak = check(&format!("{odd} {{ game.tell(\"He is at an odd place\"); }}"));
    assert!(leak.code == 1 && leak.text.contains("tabletop::leak"), "{}", leak.text);
    let meant = check(&format!("{odd} {{ game.disclose(\"He is at an odd place\"); }}"));
    assert_eq!(meant.code, 0, "{}", meant.text);
}

#[test]
fn a_branch_began_before_a_look_at_what_is_hidden() {
    let home = folder(true, "");
    for seed in 1..4 {
        let said = play(home.path(), seed, "c1\ngoto start\nd1\nstep\n");
        assert_eq!(said.code, 1, "what the search has shown cannot be unseen: {}", said.text);
        let along = play(home.path(), seed, "c1\ngoto start\nc1\n");
        assert_eq!(along.code, 0, "the answer that was given shows nothing new: {}", along.text);
        let forced = play(home.path(), seed, "c1\ngoto start --force\nd1\nbranches\n");
        assert_eq!(forced.code, 0, "{}", forced.text);
    }
}

#[test]
fn the_log_said_that_nothing_had_happened_after_a_secret_answer() {
    let home = folder(true, "");
    let said = talk(home.path(), &["play", "--game", "./fugitive", "--seed", "1"], "log 5\nc1\nlog 4\n");
    assert_eq!(said.code, 0, "{}", said.text);
    assert_ne!(said.reply("log 5"), said.reply("log 4"));
}
