//! The program as a script sees it: lines go in, a session comes out. These tests are here and not in `tests/`, because
//! only the tests of a package know where its binary is.

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
    assert!(out.contains("Annus Mirabilis, 1757-1759 (seed ") && out.contains("Which card do you play?"), "{out}");
}

#[test]
fn a_hint_names_an_answer_and_a_reason_and_changes_nothing() {
    let with = play(&["--seed", "3", "--british", "greedy"], "hint\nhint\n");
    let hints: Vec<&str> = with.out.split("hint: ").skip(1).collect();
    assert_eq!(hints.len(), 2, "{}", with.out);
    assert!(hints[0].starts_with("5 Western Indian Alliance (#27), event: the event") && hints[0].contains("VP"));
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
    assert!(over.err.contains("no question is open"), "{}", over.err);
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
    assert!(session.err.split("no: ").skip(1).all(|line| line.contains("there is no choice")
        || line.contains("the game is over")
        || line.contains("lines in a row were refused")));
    assert_eq!(session.code, 1, "lines after the end are refused");
}

#[test]
fn bots_play_a_game_to_its_end() {
    let session = play(&["--seed", "1", "--french", "random", "--british", "random"], "show hand\n");
    assert!(session.out.contains(" win: ") || session.out.contains("A draw: ") || session.out.contains("The "));
    assert!(session.err.contains("their hands stay hidden"), "{}", session.err);
}

#[test]
fn the_hand_of_a_bot_is_not_shown() {
    let with_bot = play(&["--seed", "3", "--french", "random"], "show hand\n");
    assert!(with_bot.out.contains("British · ") && !with_bot.out.contains("French · "), "{}", with_bot.out);
    let both = play(&SEED, "show hand\n");
    assert!(both.out.contains("French · 9 cards") && !both.out.contains("British · 9 cards"));
}

#[test]
fn names_tokens_and_numbers_mean_the_same() {
    let by_name = play(&SEED, "bastions\nforce\nmontc\n");
    let by_token = play(&SEED, "card:5\nforce\npiece:montcalm\n");
    let by_number = play(&SEED, "1\n1\n1\n");
    assert_eq!(last_menu(&by_name.out), last_menu(&by_token.out));
    assert!(by_name.out.contains("Who goes with Montcalm?"), "{}", by_name.out);
    assert!(by_number.out.contains("Who goes with Montcalm?"), "{}", by_number.out);
    assert_eq!([by_name.code, by_token.code, by_number.code], [0, 0, 0]);
}

#[test]
fn an_answer_that_is_not_offered_is_refused_with_the_rule() {
    let session = play(&SEED, "bastions\nforce\nmontcalm, done\npass\nquebec\nspace:oswego\nstop, 99\n");
    assert!(session.err.contains("Québec: no connection leads there (6.2)"), "{}", session.err);
    assert!(session.err.contains("Oswego: no connection leads there (6.2)"), "{}", session.err);
    assert!(!session.err.contains("space:") && !session.err.contains("`march`"), "ids: {}", session.err);
    assert_eq!(session.code, 1);
}

#[test]
fn an_ambiguous_name_is_answered_with_the_candidates() {
    let session = play(&SEED, "amph\nshow new\n");
    assert!(session.err.contains("`amph` may be:"), "{}", session.err);
    assert!(
        session.err.contains(" 3 #17 Amphibious Landing (1)") && session.err.contains(" 4 #19 "),
        "{}",
        session.err
    );
    assert!(session.err.contains("New Haven, New York and New Castle"), "{}", session.err);
}

#[test]
fn an_unknown_word_is_answered_with_what_is_near() {
    let session = play(&SEED, "bastoins repared\nshow Tikonderoga\nfrobnicate\n");
    assert!(session.err.contains("did you mean Bastions Repaired?"), "{}", session.err);
    assert!(session.err.contains("did you mean Ticonderoga?"), "{}", session.err);
    assert!(session.err.contains("`frobnicate` is neither a command nor a name"), "{}", session.err);
    assert_eq!(session.code, 1);
}

#[test]
fn several_answers_on_a_line_are_given_as_long_as_their_question_is_open() {
    let session = play(&SEED, "bastions, force, montcalm\ndone\nundo\nagree\n5 5 2, done, 1\n");
    assert!(session.out.contains("French activate Montcalm, Huron, Béarn and La Sarre at Montréal"), "{}", session.out);
    assert!(session.err.ends_with(" no: choice 1, Vaudreuil (leader 3-5-0) at Montréal, is no longer open "));
    assert!(last_menu(&session.out).contains("Do you play a card before the enemy moves?"), "{}", session.out);
}

#[test]
fn everybody_goes_with_a_force() {
    let session = play(&SEED, "bastions, force, montcalm\nall\nall\n");
    assert!(session.out.contains("Repentigny, Béarn and La Sarre at Montréal"), "{}", session.out);
    assert!(session.err.contains("that is not asked now"), "{}", session.err);
}

#[test]
fn undo_and_redo_lead_back_and_forth() {
    let there = play(&SEED, "1\nforce\n1\nshow\n");
    let again = play(&SEED, "1\nforce\n1\nundo 2\nredo\nredo\nshow\n");
    assert_eq!(last_menu(&there.out), last_menu(&again.out));
    let back = play(&SEED, "1\nforce\nundo 2\nshow\n");
    assert_eq!(last_menu(&back.out), last_menu(&play(&SEED, "show\n").out));
    let nothing = play(&SEED, "undo\nredo\n");
    assert!(nothing.err.contains("nothing to undo") && nothing.err.contains("nothing to redo"));
}

#[test]
fn a_saved_game_is_taken_up_where_it_was_left() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("my game.record");
    let file = file.to_str().unwrap();
    let saved = play(&["--seed", "3", "--british", "random"], &format!("1\nforce\n1, done, stop\nshow\nsave {file}\n"));
    assert_eq!((saved.err.as_str(), saved.code), ("", 0));
    let menu = |out: &str| out.split("British play").last().unwrap().to_string();
    let shown = last_menu(saved.out.rsplit_once("French> save").unwrap().0.trim_end()).to_string();
    let loaded = play(&["--load", file], "show\n");
    assert_eq!(loaded.code, 0);
    assert!(loaded.out.contains("seed 3"), "{}", loaded.out);
    assert!(menu(&loaded.out).contains("Which card do you play?") && shown.contains("Which card do you play?"));
    let open = [SEED.as_slice(), &["--british", "random"]].concat();
    let twice = play(&open, &format!("load {file}\nundo --force\nsave {file}2\n"));
    assert_eq!(twice.code, 0, "{}", twice.err);
    assert!(Path::new(&format!("{file}2")).exists());
}

#[test]
fn a_file_that_is_no_game_is_diagnosed_and_changes_nothing() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("bad.record");
    std::fs::write(&file, "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nfrench card card:999\n").unwrap();
    let session = play(&SEED, &format!("load {}\nload /no/such/file\nshow\n", file.display()));
    assert!(session.err.contains("card:999"), "{}", session.err);
    assert!(session.out.matches("Which card do you play?").count() == 2, "{}", session.out);
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.args(["play", "--load"]).arg(&file).assert().code(2);
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
    assert!(session.out.contains("Early War Campaign, 1755-1759 (seed 9)"), "{}", session.out);
    assert_eq!(session.code, 0, "{}", session.err);
}

#[test]
fn a_line_goes_on_in_the_next() {
    let session = play(&SEED, "eval [1,\n  2].len()\nbastions, \\\nforce\neval (\n\nshow\n");
    assert!(session.out.contains("\n2\n"), "{}", session.out);
    assert!(session.out.contains("Which leader commands with #5"), "{}", session.out);
    assert!(session.err.contains("script::syntax"), "an empty line ends it: {}", session.err);
    let cut_short = play(&SEED, "bastions, \\\n");
    assert!(cut_short.out.contains("What do you use #5"), "{}", cut_short.out);
}

#[test]
fn the_greedy_bot_says_why_it_did_what_it_did() {
    let explained = |french| play(&["--seed", "3", "--windows", "holder", "--french", french], "explain\n").out;
    let greedy = explained("greedy");
    assert!(greedy.lines().any(|line| line.starts_with("French: ") && line.contains(" VP")), "{greedy}");
    assert!(explained("random").contains("No bot has given a reason."));
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
    assert!(account.contains("earlier entries (`log "), "{out}");
    assert!(end.contains("losses      French ") && end.contains("`new` begins another game"), "{end}");
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
    assert!(out.contains("French · Late Season 1757") && out.contains("Which card do you play?"), "{out}");
    assert!(session.err.contains("undo --force"), "what was revealed stays: {}", session.err);
    let wrong = play(&SEED, "until tomorrow\n").err;
    assert!(wrong.contains("usage: until next season"), "{wrong}");
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
    let told = explained(&play(&options("greedy"), "explain\n").out);
    let march = "French: the event Campaign (#4) is worth 1.2 VP (5.5); marches towards the enemy by Crown Point: \
                 worth 0.6 VP; lays siege to Hudson Carry North: 83 %, worth 0.6 VP ";
    assert_eq!(told, march);
    let after = explained(&play(&options("greedy"), "pass\npass\nexplain\n").out);
    assert_eq!(after, march, "an answer in the middle of the turn");
    let search = explained(&play(&options("search:40"), "explain\n").out);
    assert_eq!(search.matches(" playouts ").count(), 3, "{search}");
    assert!(search.contains("; and so on for ") && search.contains(" % of "), "{search}");
}

#[test]
fn undo_is_no_look_at_the_past() {
    let out = play(&SEED, "1\nundo\nback\n1\n1\nundo 2\nredo\nback\n").out;
    assert_eq!(out.matches("looking back: decision 1 of").count(), 1, "only `back` looks back: {out}");
}

#[test]
fn a_refused_line_does_not_make_the_bot_forget_its_reasons() {
    let march = "activate bougainville with all to hudson carry north using 5\n";
    let lines = format!("{march}explain\nnonsense\nexplain\nundo\nexplain\ndone\nexplain\n");
    let session = play(&["--seed", "3", "--british", "greedy"], &lines);
    let told = session.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let reasons = "British: intercepts at Hudson Carry North: 83 % to win; defends inside at Hudson Carry North: 28 %";
    assert_eq!(told.matches(reasons).count(), 3, "{told}");
    assert!(session.err.contains("neither a command nor a name") && session.err.contains("undo --force"));
}

#[test]
fn undo_names_the_leader_who_was_drawn_and_not_the_word_that_ended_the_phase() {
    let lines = "1\nundo\nredo\n2\nundo\nredo\n".repeat(12);
    let session = play(&["--seed", "3", "--british", "greedy"], &lines);
    let err = session.err.replace('\n', " ");
    assert!(err.contains("after your last choice came the draw of Murray"), "{err}");
    assert!(!err.contains("? done)"), "{err}");
}

#[test]
fn refusals_say_what_is_wrong_with_what_was_typed() {
    let refused = |line: &str| play(&SEED, &format!("{line}\n")).err.replace('\n', " ");
    for (line, reason) in [
        ("hold 5", "`hold`: only the last card can be held (4.0)"),
        ("using 5 and levis with all to quebec", "`using` stands behind what the card does"),
        ("1.5", "there is no choice 1.5: they go from 1 to 10"),
        ("-1", "there is no choice -1: they go from 1 to 10"),
    ] {
        let said = refused(line);
        assert!(said.contains(reason), "{line}: {said}");
    }
    let force = play(&SEED, "bastions\nevent 5\nforce 3\n").err.replace('\n', " ");
    assert!(force.contains("`force` takes no arguments: type it without `3`"), "{force}");
    let why = play(&SEED, "why play 70\nwhy hold 5\n");
    assert_eq!(why.err, "", "{}", why.out);
    assert!(why.out.contains("#70 Intrigues Against Shirley (2): the card is not in the hand (5.1)"), "{}", why.out);
    assert!(why.out.contains("hold: only the last card can be held (4.0)"), "{}", why.out);
}

#[test]
fn the_bot_that_plays_is_named() {
    let session = play(&SEED, "bot british greedy\nbot british off\nbot british clever\n");
    assert!(session.out.contains("a bot plays the British"), "{}", session.out);
    assert!(session.err.contains("no such player: `clever` (random, greedy, search"), "{}", session.err);
}
