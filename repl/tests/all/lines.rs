//! Lines that say more than one answer: what they mean, and what they must not be taken for.

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

/// Plays these lines as the British against a French bot.
fn play(lines: &str) -> Session {
    play_with(&["--french", "greedy", "--seed", "1757"], lines)
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
        assert!(session.err.contains("Rogers: it is already reduced"), "{list}: {}", session.err);
        assert!(session.err.contains("at full strength (7.63, 9.14)"), "{list}: {}", session.err);
        assert!(of_units(&session).is_empty(), "{list}: {}", session.record);
    }
}

#[test]
fn every_number_of_a_list_may_have_the_sign_of_an_answer() {
    for list in ["1 =2 =2", "=1, =2, =2", "1,=2,= 2"] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert_eq!(session.err, "", "{list}");
        assert!(session.out.contains("Rogers, Connecticut and Massachusetts are reduced"), "{}", session.out);
    }
}

/// The lines of a record that tell who of the British lost steps, or went inside.
fn of_units(session: &Session) -> Vec<&str> {
    let told = |line: &&str| line.contains("british loss ") || line.contains("british inside piece");
    session.record.lines().filter(told).collect()
}

#[test]
fn a_list_of_losses_does_not_run_on_into_the_question_who_goes_inside() {
    for list in
        ["1 2 2", "rogers, connecticut, massachusetts", "1 2 2 done", "rogers, connecticut, massachusetts, done"]
    {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert_eq!(session.err, "", "{list}");
        assert!(session.out.contains("Rogers, Connecticut and Massachusetts are reduced"), "{}", session.out);
        assert_eq!(of_units(&session), ["british loss piece:rogers"], "{list}");
        assert!(session.out.trim_end().contains("Who defends inside at Hudson Carry North?"), "{}", session.out);
    }
}

#[test]
fn the_units_that_are_named_lose_the_steps_even_if_the_rest_is_forced() {
    let session = play(&format!("{LOSSES}rogers, connecticut, new jersey\n"));
    assert_eq!(session.err, "");
    assert!(session.out.contains("Rogers, Connecticut and New Jersey are reduced"), "{}", session.out);
    assert_eq!(of_units(&session), ["british loss piece:rogers", "named british loss piece:new-jersey-1"]);
    // A number stands for a line of the menu: any of the equal units on it.
    let session = play(&format!("{LOSSES}1 2 3\n"));
    assert!(session.out.contains("Rogers, Connecticut and New Hampshire are reduced"), "{}", session.out);
}

#[test]
fn what_was_named_among_equals_survives_undo_and_going_back() {
    let named = play(&format!("{LOSSES}rogers, connecticut, new jersey\n"));
    let again = play(&format!("{LOSSES}rogers, connecticut, new jersey\nundo\nredo\nback 2\ngoto end\n"));
    assert_eq!((again.err.as_str(), of_units(&again)), ("", of_units(&named)));
    let otherwise = play(&format!("{LOSSES}rogers\nundo\nrogers, new jersey\n"));
    assert!(otherwise.out.contains("Rogers, Connecticut and New Jersey are reduced"), "{}", otherwise.out);
}

#[test]
fn a_list_with_a_unit_that_cannot_lose_a_step_does_nothing() {
    for (list, reason) in [
        ("1 2 2 2", "3 steps are to be lost, but the line names 4 (7.62)"),
        ("rogers, webb", "Webb: leaders have no steps to lose (7.64)"),
        ("rogers, rogers", "Rogers: it is already reduced"),
        ("rogers, hudson carry south", "that is not an answer to"),
    ] {
        let session = play(&format!("{LOSSES}{list}\n"));
        assert!(session.err.contains(reason), "{list}: {}", session.err);
        assert!(of_units(&session).is_empty(), "{list}");
    }
}

#[test]
fn a_reduced_unit_is_spared_with_the_rule_and_not_with_an_id() {
    let session = play(&format!("{LOSSES}rhode island\nrhode island\n"));
    assert!(
        session.err.contains("Rhode Island: it would be eliminated while others are at full strength"),
        "{}",
        session.err
    );
    assert!(session.err.contains("(7.63)") && !session.err.contains("piece:"), "{}", session.err);
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
    let session = play_with(&["--seed", "3", "--windows", "holder"], lines);
    assert!(
        session.err.contains("`pass`: that is not an answer to \"Where does Bougainville go?\""),
        "{}",
        session.err
    );
    assert!(session.err.contains("the word here is `stop`") && session.err.contains("`done`: "), "{}", session.err);
    assert!(!session.record.contains("march stop"), "{}", session.record);
    let session = play("done\nstop\n");
    assert!(session.err.contains("`done`: that is not an answer to \"Who intercepts"), "{}", session.err);
    assert!(!session.record.contains("british intercept"), "{}", session.record);
}

#[test]
fn none_leads_out_of_the_question_what_to_demolish() {
    let session = play_with(&["--seed", "3"], "demolish\nnone\nshow\n");
    assert_eq!(session.err, "");
    assert!(session.out.contains("none: back to the previous question"), "{}", session.out);
    assert!(!session.record.contains("demolish") && !session.out.contains("looking back"), "{}", session.out);
    assert_eq!(session.out.matches("Which card do you play?").count(), 3, "{}", session.out);
}
