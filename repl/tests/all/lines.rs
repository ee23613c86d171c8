//! Lines that say more than one answer: what they mean, and what they must not be taken for.

use super::golden::{dialogue_anywhere, golden};
use assert_cmd::Command;

/// Seven units at Hudson Carry North are about to lose three steps; when they have, some of them may go inside the
/// fort.
const LOSSES: &str = "webb\nall\ndone\n";

/// What came of a session.
struct Session {
    out: String,
    err: String,
    record: String,
}

/// A game in which dice of the first battle cost three steps.
const AGAINST_A_BOT: [&str; 4] =
    ["--french", "greedy", "--load", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/losses.record")];

/// Plays these lines as the British against a French bot.
fn play(lines: &str) -> Session {
    play_with(&AGAINST_A_BOT, lines)
}

fn play_with(arguments: &[&str], lines: &str) -> Session {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("saved.record");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.arg("play").args(arguments).write_stdin(format!("{lines}save {}\n", file.display()));
    let output = command.output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    let record = std::fs::read_to_string(&file).expect("a record");
    let mut replay = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    replay.arg("replay").arg(&file).assert().success();
    Session { out: text(output.stdout), err: text(output.stderr).replace('\n', " "), record }
}

#[test]
fn a_reduced_unit_named_for_one_more_step_is_refused_with_its_rule() {
    for list in ["rogers, rogers, connecticut", "1 1 1", "2 =1 =1"] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert!(["Rogers: ", "7.63", "9.14"].iter().all(|told| session.err.contains(told)), "{list}: {}", session.err);
        assert!(of_units(&session).is_empty(), "{list}: {}", session.record);
    }
}

#[test]
fn every_number_of_a_list_may_have_the_sign_of_an_answer() {
    let mut told = std::collections::BTreeSet::new();
    for list in ["1 =2 =2", "=1, =2, =2", "1,=2,= 2"] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert_eq!(session.err, "", "{list}");
        assert_eq!(of_units(&session), ["british loss piece:rogers"], "{list}");
        let reply = session.out.rsplit_once(list).expect("it was typed").1;
        told.insert(reply.split("> save").next().map(str::to_string));
    }
    assert_eq!(told.len(), 1, "{told:?}");
}

/// The lines of a record that tell who of the British lost steps, or went inside.
fn of_units(session: &Session) -> Vec<&str> {
    let told = |line: &&str| line.contains("british loss ") || line.contains("british inside piece");
    session.record.lines().filter(told).collect()
}

#[test]
fn a_list_of_losses_does_not_run_on_into_the_question_who_goes_inside() {
    let reply = |list: &str| {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert_eq!(session.err, "", "{list}");
        assert_eq!(of_units(&session), ["british loss piece:rogers"], "{list}");
        session
            .out
            .rsplit_once(&format!("> {list}\n"))
            .expect("it was typed")
            .1
            .split("\nBritish> ")
            .next()
            .unwrap()
            .to_string()
    };
    let by_number = reply("1 2 2");
    golden("losses-and-then-inside", &by_number);
    for list in ["rogers, connecticut, massachusetts", "1 2 2 done", "rogers, connecticut, massachusetts, done"] {
        assert_eq!(reply(list), by_number, "{list}");
    }
}

#[test]
fn the_units_that_are_named_lose_the_steps_even_if_the_rest_is_forced() {
    let session = play(&format!("{LOSSES}rogers, connecticut, new jersey\n"));
    assert_eq!(session.err, "");
    assert_eq!(of_units(&session), ["british loss piece:rogers", "named british loss piece:new-jersey-1"]);
    // A number stands for a line of the menu: any of the equal units on it.
    let session = play(&format!("{LOSSES}1 2 3\n"));
    assert!(of_units(&session)[1].contains("piece:new-hampshire"), "{}", session.record);
}

#[test]
fn names_of_a_list_may_be_joined_by_and_or_by_spaces() {
    let commas = play(&format!("{LOSSES}rogers, connecticut, new jersey\n"));
    for list in [
        "rogers and the connecticut and new jersey",
        "rogers connecticut new jersey",
        "rogers, connecticut and new jersey",
    ] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert_eq!((session.err.as_str(), of_units(&session)), ("", of_units(&commas)), "{list}");
    }
}

#[test]
fn what_was_named_among_equals_survives_undo_and_going_back() {
    let named = play(&format!("{LOSSES}rogers, connecticut, new jersey\n"));
    let again = play(&format!("{LOSSES}rogers, connecticut, new jersey\nundo\nredo\nback 2\ngoto end\n"));
    assert_eq!((again.err.as_str(), of_units(&again)), ("", of_units(&named)));
    let otherwise = play(&format!("{LOSSES}rogers\nundo\nrogers, new jersey\n"));
    assert_eq!(of_units(&otherwise).last(), of_units(&named).last(), "{}", otherwise.record);
}

#[test]
fn a_list_with_a_unit_that_cannot_lose_a_step_does_nothing() {
    let lists =
        ["1 2 2 2", "rogers, webb", "rogers, rogers", "rogers, hudson carry south", "rhode island\nrhode island"];
    for list in &lists[..4] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert!(of_units(&session).is_empty(), "{list}");
    }
    let refused = |list: &str| dialogue_anywhere(&AGAINST_A_BOT, &format!("{LOSSES}{list}\n"));
    let last = |list: &str| refused(list).replies(&[list.lines().last().unwrap_or_default()]);
    golden("losses-refused", &lists.map(last).concat());
}

#[test]
fn a_reduced_unit_is_spared_with_the_rule_and_not_with_an_id() {
    let session = play(&format!("{LOSSES}rhode island\nrhode island\n"));
    assert!(session.err.contains("Rhode Island: ") && session.err.contains("(7.63)"), "{}", session.err);
    assert!(!session.err.contains("piece:"), "{}", session.err);
}

#[test]
fn done_ends_the_list_that_it_stands_behind_and_no_other_question() {
    // The force is complete before `done` is read, which must not end the march.
    let session = play_with(
        &["--seed", "3", "--windows", "holder"],
        "bastions, force, bougainville, marin, languedoc, royal, done\n",
    );
    let all = play_with(&["--seed", "3", "--windows", "holder"], "bastions, force, bougainville, all, done\n");
    for session in [session, all] {
        assert_eq!(session.err, "");
        assert!(!session.record.contains("march stop"), "{}", session.record);
    }
}

#[test]
fn a_word_that_is_not_listed_neither_ends_a_march_nor_lets_an_enemy_pass() {
    let lines = "bastions, force, bougainville, done\npass\npass\ndone\nshow\n";
    let arguments = ["--seed", "3", "--windows", "holder"];
    let session = play_with(&arguments, lines);
    assert!(!session.record.contains("march stop"), "{}", session.record);
    let intercepted = play("done\nstop\n");
    assert!(!intercepted.record.contains("british intercept"), "{}", intercepted.record);
    let refused = [
        dialogue_anywhere(&arguments, lines).replies(&["pass", "done"]),
        dialogue_anywhere(&AGAINST_A_BOT, "done\nstop\n").replies(&["done", "stop"]),
    ];
    golden("words-that-are-not-listed", &refused.concat());
}

#[test]
fn none_leads_out_of_the_question_what_to_demolish() {
    let session = play_with(&["--seed", "3"], "demolish\nnone\nshow\n");
    assert_eq!(session.err, "");
    assert!(!session.record.contains("demolish") && !session.out.contains("looking back"), "{}", session.out);
    golden("demolish-none", &dialogue_anywhere(&["--seed", "3"], "demolish\nnone\n").replies(&["none"]));
}
