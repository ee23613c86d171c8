//! The program as a script sees it: lines go in, a session comes out. These tests are here and not in `tests/`, because
//! only the tests of a package know where its binary is.

use super::golden::{dialogue, dialogue_anywhere, golden};
use assert_cmd::Command;
use std::path::Path;

/// What came of a session.
struct Session {
    out: String,
    err: String,
    code: i32,
}

/// Plays `lines` with `arguments` after `play`.
fn play(arguments: &[&str], lines: &str) -> Session {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.arg("play").args(arguments).write_stdin(lines).output().expect("the program runs");
    Session {
        out: String::from_utf8(output.stdout).expect("text"),
        // Refusals are broken into lines; what matters is what they say.
        err: String::from_utf8(output.stderr).expect("text").replace('\n', " "),
        code: output.status.code().expect("an exit code"),
    }
}

/// The text from the last time a person was asked.
fn last_menu(out: &str) -> &str {
    out.rfind("\nFrench · ").map_or(out, |start| &out[start..])
}

const SEED: [&str; 4] = ["--seed", "3", "--windows", "holder"];

#[test]
fn without_a_command_it_plays_annus_mirabilis_and_ends_with_the_input() {
    let output = Command::new(env!("CARGO_BIN_EXE_wilderness")).write_stdin("").output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    assert!(out.contains("1757-1759") && out.contains("(5.1)\n 1 #"), "{out}");
}

#[test]
fn a_hint_names_an_answer_and_a_reason_and_changes_nothing() {
    let with = dialogue_anywhere(&["--seed", "3", "--british", "greedy"], "hint\nhint\n");
    golden("hints", &with.text);
    // Who follows it to the end of the phase gives legal answers.
    let followed = play(&["--seed", "3", "--british", "greedy"], "5\nevent\n");
    assert_eq!(followed.err, "");
    let battle = play(&["--scenario", "lake-george", "--seed", "1"], "hint\n");
    assert!(battle.out.contains("hint: ") && battle.code == 0, "{}{}", battle.out, battle.err);
}

#[test]
fn a_hint_is_for_who_decides() {
    let session = play(&["--seed", "3"], "1\nevent\nhint\nhint\n");
    assert!(session.out.contains("hint: "), "{}", session.out);
    let over = play(&["--seed", "3", "--french", "random", "--british", "random"], "hint\n");
    assert!(over.code == 1 && !over.out.contains("hint: "), "{}", over.err);
}

#[test]
fn the_same_seed_and_answers_give_the_same_session() {
    let lines = "1\n1\n1\n1\n1\n";
    assert_eq!(play(&SEED, lines).out, play(&SEED, lines).out);
    assert_ne!(play(&SEED, lines).out, play(&["--seed", "4", "--windows", "holder"], lines).out);
}

#[test]
fn a_whole_game_is_played_by_numbers() {
    let mut lines = String::new();
    for round in 0..9000 {
        lines.push_str(["1\n", "2\n", "4\n", "1\n", "3\n", "2\n", "9\n"][round % 7]);
    }
    let session = play(&["--seed", "5"], &lines);
    let over = session.out.contains(" win: ") || session.out.contains("A draw: ");
    assert!(over, "{}", &session.out[session.out.len().saturating_sub(2000)..]);
    let reasons: std::collections::BTreeSet<&str> =
        session.err.split("no: ").skip(1).map(|refusal| &refusal[..12]).collect();
    // There is no such choice, the game is over, and in the end: too many lines in a row were refused.
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    assert_eq!(session.code, 1, "lines after the end are refused");
}

#[test]
fn bots_play_a_game_to_its_end() {
    let session = play(&["--seed", "1", "--french", "random", "--british", "random"], "show hand\n");
    assert!(session.out.contains(" win: ") || session.out.contains("A draw: ") || session.out.contains("The "));
    assert!(session.code == 1 && !session.out.contains(" cards\n"), "their hands stay hidden: {}", session.err);
}

#[test]
fn the_hand_of_a_bot_is_not_shown() {
    let with_bot = play(&["--seed", "3", "--french", "random"], "show hand\n");
    assert!(with_bot.out.contains("British · ") && !with_bot.out.contains("French · "), "{}", with_bot.out);
    let both = play(&SEED, "show hand\n");
    assert!(both.out.contains("French · 9") && !both.out.contains("British · 9"));
}

#[test]
fn names_tokens_and_numbers_mean_the_same() {
    let by_name = play(&SEED, "bastions\nforce\nmontc\n");
    let by_token = play(&SEED, "card:5\nforce\npiece:montcalm\n");
    let by_number = play(&SEED, "1\n1\n1\n");
    assert_eq!(last_menu(&by_name.out), last_menu(&by_token.out));
    assert_eq!(last_menu(&by_name.out), last_menu(&by_number.out));
    assert!(last_menu(&by_name.out).contains("with Montcalm?"), "{}", by_name.out);
    assert_eq!([by_name.code, by_token.code, by_number.code], [0, 0, 0]);
}

#[test]
fn an_answer_that_is_not_offered_is_refused_with_the_rule() {
    let said = dialogue_anywhere(&SEED, "bastions\nforce\nmontcalm, done\npass\nquebec\nspace:oswego\nstop, 99\n");
    golden("refused-with-the-rule", &said.replies(&["quebec", "space:oswego", "stop, 99"]));
    let refusals = said.text.split("no: ").skip(1).collect::<String>();
    assert!(!refusals.contains("space:oswego:") && !refusals.contains("`march`"), "ids: {refusals}");
    assert_eq!(said.code, 1);
}

#[test]
fn an_ambiguous_name_is_answered_with_the_candidates() {
    golden("ambiguous-names", &dialogue_anywhere(&SEED, "amph\nshow new\n").text);
}

#[test]
fn an_unknown_word_is_answered_with_what_is_near() {
    let said =
        dialogue_anywhere(&SEED, "bastoins repared\nshow Tikonderoga\nfrobnicate\nshwo tracks\nactivvate montcalm\n");
    golden("unknown-words", &said.text);
    assert_eq!(said.code, 1);
}

#[test]
fn several_answers_on_a_line_are_given_as_long_as_their_question_is_open() {
    let said = dialogue_anywhere(&SEED, "bastions, force, montcalm\ndone\nundo\nagree\n5 5 2, done, 1\n");
    golden("several-answers", &said.replies(&["5 5 2, done, 1"]));
}

#[test]
fn everybody_goes_with_a_force() {
    let said = dialogue_anywhere(&SEED, "bastions, force, montcalm\nall\nall\n");
    golden("everybody-goes", &said.text);
}

#[test]
fn undo_and_redo_lead_back_and_forth() {
    let there = play(&SEED, "1\nforce\n1\nshow\n");
    let again = play(&SEED, "1\nforce\n1\nundo 2\nredo\nredo\nshow\n");
    assert_eq!(last_menu(&there.out), last_menu(&again.out));
    let back = play(&SEED, "1\nforce\nundo 2\nshow\n");
    assert_eq!(last_menu(&back.out), last_menu(&play(&SEED, "show\n").out));
    golden("nothing-to-undo", &dialogue_anywhere(&SEED, "undo\nredo\n").text);
}

#[test]
fn a_saved_game_is_taken_up_where_it_was_left() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("my game.record");
    let file = file.to_str().unwrap();
    let saved = play(&["--seed", "3", "--british", "random"], &format!("1\nforce\n1, done, stop\nshow\nsave {file}\n"));
    assert_eq!((saved.err.as_str(), saved.code), ("", 0));
    let shown = last_menu(saved.out.rsplit_once("French> save").unwrap().0.trim_end()).trim_end_matches("\nFrench>");
    let loaded = play(&["--load", file], "show\n");
    assert_eq!(loaded.code, 0);
    assert!(loaded.out.contains("seed 3"), "{}", loaded.out);
    assert_eq!(last_menu(loaded.out.trim_end().trim_end_matches("French>").trim_end()), shown);
    let open = [SEED.as_slice(), &["--british", "random"]].concat();
    let twice = play(&open, &format!("load {file}\nundo --force\nsave {file}2\n"));
    assert_eq!(twice.code, 0, "{}", twice.err);
    assert!(Path::new(&format!("{file}2")).exists());
}

#[test]
fn a_file_that_is_no_game_is_diagnosed_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let at = directory.path();
    std::fs::write(
        at.join("bad.record"),
        "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nfrench card card:999\n",
    )
    .unwrap();
    let said = dialogue(at, &SEED, "show\nload bad.record\nload /no/such/file\nshow\n");
    let fault = said.reply("load bad.record");
    assert!(fault.contains("record::") && fault.contains("bad.record:4:") && fault.contains("card:999"), "{fault}");
    assert!(said.reply("load /no/such/file").contains("/no/such/file"), "{}", said.text);
    assert!(said.text.starts_with(&format!("French> show\n{}", said.reply("show").trim_end())), "{}", said.text);
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.current_dir(at).args(["play", "--load", "bad.record"]).assert().code(2);
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(["play", "--scenario", "anus-mirabilis"]).assert().code(2);
}

#[test]
fn everything_that_can_be_shown_fits_80_columns_without_colours() {
    let lines = "help\nhelp more\nshow\nshow map\nshow hand\nshow tracks\nshow supply\nshow new york\nshow stack montreal\n\
                 show webb\nshow connecticut\nshow card ambush\nshow card:7\nbastions\nindividual\nlog\n";
    let cards: String = (1..=70).map(|number| format!("show card {number}\n")).collect();
    let session = play(&SEED, &(cards + lines));
    assert_eq!((session.err.as_str(), session.code), ("", 0));
    for line in session.out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn remarks_and_empty_lines_of_a_script_are_passed_over() {
    let session = play(&SEED, "# a script\n\nquit\n1\n");
    assert_eq!((session.err.as_str(), session.code), ("", 0));
    assert_eq!(session.out.matches("Which card").count(), 1);
}

#[test]
fn another_game_can_be_begun() {
    let session = play(&SEED, "new early seed 9\nbot british on\nbot british off\n");
    assert!(session.out.contains("\nEarly War") && session.out.contains("seed 9"), "{}", session.out);
    assert_eq!(session.code, 0, "{}", session.err);
}

#[test]
fn a_line_goes_on_in_the_next() {
    let session = play(&SEED, "eval [1,\n  2].len()\nbastions, \\\nforce\neval (\n\nshow\n");
    assert!(session.out.contains("\n2\n"), "{}", session.out);
    assert!(last_menu(&session.out).contains("with #5"), "{}", session.out);
    assert!(session.err.contains("script::syntax"), "an empty line ends it: {}", session.err);
    let cut_short = play(&SEED, "bastions, \\\n");
    assert!(last_menu(&cut_short.out).contains("use #5"), "{}", cut_short.out);
}

#[test]
fn the_greedy_bot_says_why_it_did_what_it_did() {
    let explained = |french| play(&["--seed", "3", "--windows", "holder", "--french", french], "explain\n").out;
    let greedy = explained("greedy");
    let (_, reasons) = greedy.split_once("\nFrench: ").expect("reasons");
    assert!(reasons.contains(" VP"), "{greedy}");
    assert!(!explained("random").contains("French: "));
}

#[test]
fn bots_that_play_on_leave_headings_and_accounts() {
    let out = play(&["--seed", "3", "--french", "greedy", "--british", "greedy"], "").out;
    for heading in ["Early Season 1757", "Late Season 1757", "The year 1757", "Early Season 1758", "The whole war"] {
        assert_eq!(out.matches(&format!("── {heading} ──")).count(), 1, "{heading}: {out}");
    }
    let account = &out[out.find("── The year 1757 ──").expect("an account")..];
    assert!(account.find("points").expect("points") < account.find("── Early Season 1758").expect("a season"));
    let (account, end) = out.split_once("── The whole war ──").expect("an account of the end");
    assert!(account.contains("(`log "), "{out}");
    assert!(end.contains("\nlosses ") && end.contains("`new`"), "{end}");
}

#[test]
fn a_winter_with_losses_has_a_heading_of_its_own() {
    let seasons = "until next season\n".repeat(2);
    let winters = ["3", "4", "5", "6"].map(|seed| {
        let out = play(&["--seed", seed, "--windows", "holder", "--british", "greedy"], &seasons).out;
        assert!(out.matches("── Winter 1757 ──").count() <= 1, "{out}");
        assert_eq!(out.contains("  winter at "), out.contains("── Winter 1757 ──"), "{out}");
        out.contains("── Winter 1757 ──")
    });
    assert!(winters.contains(&true));
}

#[test]
fn until_next_season_a_bot_plays_the_side_of_the_person() {
    let session = play(&["--seed", "3", "--windows", "holder", "--british", "greedy"], "until my next season\nundo\n");
    let (_, out) = session.out.split_once("> until my next season\n").expect("a prompt");
    assert_eq!(out.matches("── Late Season 1757 ──").count(), 1, "{out}");
    assert!(last_menu(out).contains("Late ") && last_menu(out).contains("(5.1)\n 1 #"), "{out}");
    assert!(session.err.contains("`undo --force`"), "what was revealed stays: {}", session.err);
    let wrong = play(&SEED, "until tomorrow\n").err;
    assert!(wrong.contains("usage: "), "{wrong}");
}

/// What `explain` says at last, on one line.
fn explained(out: &str) -> String {
    let told = out.rsplit("> explain\n").next().unwrap_or_default();
    told.lines().take_while(|line| !line.contains("> ")).map(|line| format!("{} ", line.trim())).collect()
}

#[test]
fn the_last_enemy_turn_is_explained_in_a_sentence() {
    // The French siege of Hudson Carry North costs the British units, so they answer in the middle of the turn.
    let options = |bot| ["--seed", "1", "--windows", "holder", "--french", bot];
    let said = dialogue_anywhere(&options("greedy"), "explain\n");
    golden("explained-turn", &said.text);
    let after = dialogue_anywhere(&options("greedy"), "pass\npass\nexplain\n");
    assert_eq!(after.reply("explain"), said.reply("explain"), "an answer in the middle of the turn");
    let search = explained(&play(&options("search:40"), "explain\n").out);
    // Only what it did: the rest would tell what it could have done.
    assert!(search.matches(" wins ").count() == 1 && !search.contains("another"), "{search}");
}

#[test]
fn undo_is_no_look_at_the_past() {
    let out = play(&SEED, "1\nundo\nback\n1\n1\nundo 2\nredo\nback\n").out;
    assert_eq!(out.matches("looking back").count(), 1, "only `back` looks back: {out}");
}

#[test]
fn a_refused_line_does_not_make_the_bot_forget_its_reasons() {
    let march = "activate bougainville with all to hudson carry north using 5\n";
    let lines = format!("{march}explain\nnonsense\nexplain\nundo\nexplain\ndone\nexplain\n");
    let said = dialogue_anywhere(&["--seed", "3", "--british", "greedy"], &lines);
    let told: Vec<&str> =
        said.text.split("> explain\n").skip(1).map(|told| told.split("French").next().unwrap()).collect();
    assert_eq!(told[..3], [told[0]; 3], "{}", said.text);
    golden("reasons-and-refused-lines", &["> explain\n", told[0], &said.replies(&["nonsense", "undo"])].concat());
}

#[test]
fn undo_names_the_leader_who_was_drawn_and_not_the_word_that_ended_the_phase() {
    let lines = "1\nundo\nredo\n2\nundo\nredo\n".repeat(12);
    let session = play(&["--seed", "3", "--british", "greedy"], &lines);
    let err = session.err.replace('\n', " ");
    assert!(err.contains(" Murray"), "{err}");
    assert!(!err.contains("? done)"), "{err}");
}

#[test]
fn refusals_say_what_is_wrong_with_what_was_typed() {
    let lines =
        "hold 5\nusing 5 and levis with all to quebec\n1.5\n-1\nwhy play 70\nwhy hold 5\nbastions\nevent 5\nforce 3\n";
    let said = dialogue_anywhere(&SEED, lines);
    let asked: Vec<&str> = lines.lines().filter(|line| *line != "bastions").collect();
    golden("refused-lines", &said.replies(&asked));
}

#[test]
fn the_bot_that_plays_is_named() {
    let said = dialogue_anywhere(&SEED, "bot british greedy\nbot british off\nbot british clever\n");
    assert!(said.reply("bot british greedy").starts_with("a bot "), "{}", said.text);
    assert!(said.reply("bot british off").starts_with("a person "), "{}", said.text);
    let unknown = said.reply("bot british clever");
    assert!(["`clever`", "random", "greedy", "search"].iter().all(|name| unknown.contains(name)), "{unknown}");
}

#[test]
fn a_misspelt_command_or_verb_gets_a_suggestion() {
    let said = play(&["--seed", "5"], "shwo tracks\nactivvate montcalm\n").err;
    assert!(said.contains("`show`") && said.contains("`activate`"), "{said}");
}
