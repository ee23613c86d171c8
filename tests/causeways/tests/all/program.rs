//! The commands, for the four sides of a folder and for the three that are built in.

use crate::{done, moor, refused, run};
use std::path::Path;
use tempfile::tempdir;
use wilderness_causeways::FEN;

/// Plays a game of the folder with one person to its end, and saves it in `moor.record`.
fn played(at: &Path) -> String {
    let turn = "bid 0\nstay\n".repeat(3);
    let bots = "--red greedy --green random --gold search:5 --seed 1";
    done(at, &format!("play --game MOOR {bots}"), &format!("{turn}save moor.record\n"))
}

#[test]
fn people_and_bots_play_the_sides_of_a_folder() {
    let at = tempdir().expect("a directory");
    let said = played(at.path());
    assert!(said.contains("The Moor") && said.contains("turn 3 ends"), "{said}");
    let (said, code) = run(at.path(), "play --game MOOR --otter greedy", "");
    assert!(code == 2 && said.contains("--otter"), "it has no such side: {said}");
    refused(at.path(), "play --game MOOR --seat otter=greedy", "options::unknown_side");
}

#[test]
fn three_people_take_turns_at_one_screen() {
    let at = tempdir().expect("a directory");
    let lines = "bid:2\n\nbid 1\n\nbid 0\n\nfrom holt\nto reeds\n";
    let said = done(at.path(), "play --seed 1 --open-hands", lines);
    assert!(said.contains("bids: Otter 2, Heron 1, Pike 0") && said.contains("Otter enter reeds"), "{said}");
}

#[test]
fn a_record_carries_the_folder_and_is_replayed_without_it() {
    let at = tempdir().expect("a directory");
    played(at.path());
    let record = std::fs::read_to_string(at.path().join("moor.record")).expect("a record");
    assert!(record.contains("content game.toml \"") && record.contains("\nblue bid bid:0\n"), "{record}");
    assert!(!record.contains(env!("CARGO_MANIFEST_DIR")), "no path of this machine");
    let shown = done(at.path(), "replay moor.record", "");
    assert!(shown.contains("turn 3 ends: Red"), "{shown}");
    let json = done(at.path(), "replay moor.record --json --as gold", "");
    assert!(json.contains("\"points\"") && json.contains("\"Gold\""), "{json}");
    done(at.path(), "replay moor.record --html moor.html", "");
    let film = std::fs::read_to_string(at.path().join("moor.html")).expect("a film");
    assert!(film.contains("<span class=\"side-3\">Gold</span>"), "all four sides are named");
    let resumed = done(at.path(), "play --load moor.record --gold greedy", "show\n");
    assert!(resumed.contains("The Moor"), "{resumed}");
    refused(at.path(), "play --load moor.record --otter greedy", "--otter");
}

#[test]
fn another_game_is_begun_from_a_folder_while_one_is_played() {
    let at = tempdir().expect("a directory");
    let said = done(at.path(), "play --seed 1 --open-hands", &format!("new --game {} --seed 2\n", moor()));
    assert!(said.contains("The Moor") && said.contains("Red"), "{said}");
    let (said, code) = run(at.path(), "play --seed 1 --open-hands", "new --game nowhere\nbid 2\n");
    assert!(code == 1 && said.contains("there is no game `nowhere`"), "{said}");
    assert!(
        said.contains("How much silver do you bid") && said.contains("Heron · turn 1"),
        "the old game goes on: {said}"
    );
}

#[test]
fn the_help_about_a_record_lists_the_sides_of_its_own_game() {
    let at = tempdir().expect("a directory");
    played(at.path());
    let said = done(at.path(), "serve moor.record --help", "");
    assert!(said.contains("--gold") && !said.contains("--otter"), "{said}");
}

#[test]
fn the_lab_has_a_row_for_each_side() {
    let at = tempdir().expect("a directory");
    let said = done(at.path(), "simulate --game MOOR --games 20 --red greedy --jobs 2 --out four.rows", "");
    let sides = ["Red", "Blue", "Green", "Gold"];
    assert!(sides.iter().all(|side| said.contains(&format!("{side} win"))), "{said}");
    let merged = done(at.path(), "merge four.rows", "");
    assert!(sides.iter().all(|side| merged.contains(&format!("{side} win"))), "{merged}");
    let said = done(at.path(), "arena search:10 random --game MOOR --games 8", "");
    assert!(sides.iter().all(|side| said.contains(&format!("as {side}"))), "{said}");
    let said = done(at.path(), "compare --game MOOR --red random --red search:10 --games 20", "");
    assert!(sides.iter().all(|side| said.contains(&format!("{side} lead"))), "{said}");
    refused(at.path(), "compare --content MOOR --games 4", "different sides");
}

#[test]
fn perft_counts_every_face_of_the_die_of_the_folder() {
    let at = tempdir().expect("a directory");
    let before = "bid:2,bid:1,bid:0,bid:0,from:a,from:b";
    let counted = done(at.path(), &format!("perft --game MOOR --after {before} --json"), "");
    assert!(counted.contains("\"challenge\":{\"times\":1,\"branches\":12}"), "{counted}");
}

#[test]
fn a_folder_is_listed_drawn_and_described() {
    let at = tempdir().expect("a directory");
    let listed = done(at.path(), "scenarios --game MOOR", "");
    assert!(listed.contains("The Moor, for 4 sides") && listed.contains("game.toml"), "{listed}");
    assert!(done(at.path(), "scenarios", "").contains("The Fen, for 3 sides"));
    done(at.path(), "rules --game MOOR", "");
    done(at.path(), "board --game MOOR --as gold --out board.svg", "");
    let picture = std::fs::read_to_string(at.path().join("board.svg")).expect("a picture");
    assert!(picture.contains("#00796b"), "the third side has a colour of its own");
    for words in ["play --game MOOR --help", "completions bash --game MOOR", "man --game MOOR --out pages"] {
        let said = done(at.path(), words, "");
        let page = std::fs::read_to_string(at.path().join("pages/wilderness-play.1")).unwrap_or(said);
        assert!(page.contains("gold") && !page.contains("otter"), "{words}: {page}");
    }
}

#[test]
fn mistakes_in_a_folder_are_pointed_at() {
    let at = tempdir().expect("a directory");
    assert!(done(at.path(), "check MOOR", "").contains("no faults found"));
    wilderness_tests::write(at.path(), "own/game.toml", &FEN.replace("die = 10", "die = 1"));
    for words in ["check own", "check own/game.toml"] {
        let (said, code) = run(at.path(), words, "");
        assert!(code == 1 && said.contains("causeways::number") && said.contains("game.toml:4"), "{said}");
    }
    refused(at.path(), "play --game ./own --otter greedy", "causeways::number");
    refused(at.path(), "play --game ./nowhere", "content::no_directory");
    refused(at.path(), "play --game MOOR --content own", "leave `--content` out");
    std::fs::create_dir(at.path().join("empty")).expect("a directory");
    refused(at.path(), "simulate --game empty/", "content::nothing");
}

#[test]
fn a_side_that_is_called_as_an_option_is_seated_with_seat() {
    let at = tempdir().expect("a directory");
    wilderness_tests::write(at.path(), "own/game.toml", &FEN.replace("id = \"otter\"", "id = \"games\""));
    let said = done(at.path(), "simulate --game ./own --games 2 --seat games=greedy --heron random", "");
    assert!(said.contains("2 games"), "{said}");
}
