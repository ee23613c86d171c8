//! Sentences, as a script sees them: from the start of Annus Mirabilis, with hands that the header of a record sets.

use super::golden::{Talk, dialogue, golden};
use assert_cmd::Command;
use std::path::PathBuf;
use tempfile::TempDir;

/// Most French cards have value 1, one has 2, and one has 3.
const HEADER: &str = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 24 31 5 7 8 9 10 11 12\n\
                      hand british 1 29 30 49 50 51 52 53 58\n";

/// A directory in which a game waits.
struct Table {
    directory: TempDir,
}

/// What came of a session.
struct Session {
    out: String,
    err: String,
}

impl Table {
    fn new() -> Table {
        Table::with(HEADER)
    }

    fn with(record: &str) -> Table {
        let table = Table { directory: tempfile::tempdir().expect("a directory") };
        std::fs::write(table.file("game.record"), record).expect("a file");
        table
    }

    fn file(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Plays these lines from the start of the game.
    fn play(&self, lines: &str) -> Session {
        self.load("game.record", &[], lines)
    }

    /// The same as a dialogue.
    fn say(&self, lines: &str) -> Talk {
        dialogue(self.directory.path(), &["--load", "game.record"], lines)
    }

    fn load(&self, name: &str, arguments: &[&str], lines: &str) -> Session {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--load"]).arg(self.file(name)).args(arguments);
        let output = command.write_stdin(lines).output().expect("the program runs");
        let one_line = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").replace('\n', " ");
        Session { out: String::from_utf8(output.stdout).expect("text"), err: one_line(output.stderr) }
    }

    /// The record after these lines, without what it began with and what is kept beside the game.
    fn record(&self, lines: &str) -> String {
        let file = self.file("saved.record");
        let session = self.play(&format!("{lines}\nsave {} --force\n", file.display()));
        let text = std::fs::read_to_string(file).unwrap_or_else(|_| panic!("{}{}", session.out, session.err));
        let told = |line: &&str| ["french ", "british ", "roll ", "undone "].iter().any(|word| line.starts_with(word));
        let of_the_game = text.lines().take_while(|line| *line != "ahead" && !line.starts_with("branch "));
        of_the_game.filter(told).map(|line| format!("{line}\n")).collect()
    }
}

/// What follows the last prompt that shows a line with this text.
fn after<'a>(session: &'a Session, line: &str) -> &'a str {
    let prompt = format!("> {line}\n");
    session.out.rsplit_once(&prompt).map_or_else(|| panic!("no `{line}` in {}", session.out), |(_, rest)| rest)
}

#[test]
fn a_force_is_activated_and_goes_by_boat_in_one_sentence() {
    let table = Table::new();
    let line = "Activate VAUDREUIL with all but montcalm to Quebec by boat";
    let said = table.say(line);
    assert_eq!(said.code, 0);
    golden("sentence-of-a-march", &said.text);
    let record = table.record(line);
    let begins = "french card card:31\nfrench use force\nfrench commander piece:vaudreuil\n";
    assert!(record.starts_with(begins), "{record}");
    assert!(record.ends_with("march space:quebec\nfrench march stop\n"), "{record}");
}

#[test]
fn drilled_troops_go_first_and_leaders_before_them() {
    let record = Table::new().record("activate montcalm with all using 5");
    let members: Vec<&str> = record.lines().filter_map(|line| line.strip_prefix("french member piece:")).collect();
    assert_eq!(members[..3], ["vaudreuil", "bearn", "la-sarre"], "{record}");
    let record = Table::new().record("activate montcalm with mississauga and 2 regulars using 5");
    let ends = "french member piece:mississauga\nfrench member piece:bearn\nfrench member piece:la-sarre\n";
    assert!(record.contains(ends), "{record}");
}

#[test]
fn pieces_are_activated_one_by_one() {
    let record = Table::new().record("activate huron mississauga using 5");
    let ends = "use individual\nfrench activate piece:huron\nfrench activate piece:mississauga\n";
    assert!(record.ends_with(ends), "{record}");
    let session = Table::new().play("activate huron, mississauga to oswego using 5\n");
    assert_eq!(session.err, "");
    assert_eq!(session.out.matches(" Oswego (6.1)").count(), 2, "{}", session.out);
    assert!(session.out.contains("British · "), "the phase is over: {}", session.out);
}

#[test]
fn a_card_is_chosen_only_if_no_other_would_do() {
    let asked = "activate montcalm alone to sorel\nusing 24\n";
    let refused =
        ["activate vaudreuil alone to sorel using 24\n", "activate levis with guyenne to louisbourg using 24\n"];
    let first = Table::new().say(asked);
    assert!(first.reply("using 24").starts_with("= #24 "), "{}", first.text);
    let said = refused.map(|line| Table::new().say(line).text);
    golden("which-card", &[first.replies(&["activate montcalm alone to sorel"]), said.concat()].concat());
}

#[test]
fn an_ambiguous_name_is_answered_with_the_candidates_and_nothing_is_done() {
    let said = ["activate la using 5\n", "activate montcalm alone using 5\nmove hudson\n", "play c\nplay fieldworks\n"]
        .map(|lines| Table::new().say(lines));
    golden("which-name", &[said[0].text.as_str(), &said[1].replies(&["move hudson"]), &said[2].text].concat());
    assert_eq!(said[2].code, 1);
    assert_eq!(Table::new().record("activate la using 5\nplay c"), "");
}

#[test]
fn a_wrong_name_is_answered_with_what_is_near() {
    let lines = "activate montclam using 5\nactivate montcalm with all to ticonderago using 5\nplay northern indain \
                 alliance\nactivate montcalm with bougainville using 5\nactivate wolfe\nplay 62\n\
                 activate huron with all using 5\n";
    golden("wrong-names", &Table::new().say(lines).text);
    assert_eq!(Table::new().record(lines), "");
}

#[test]
fn a_sentence_stops_at_the_first_question_it_does_not_answer() {
    let table = Table::new();
    golden("sentence-not-finished", &table.say("activate vaudreuil to quebec\n").text);
    let record = table.record("activate vaudreuil to quebec\nbearn, done\ngo on");
    let goes_on = "piece:bearn\nfrench member done\nfrench march space:sorel\n";
    assert!(record.contains(goes_on), "{record}");
    let record = table.record("activate vaudreuil to quebec\nwith bearn to quebec by boat");
    assert!(record.ends_with("space:quebec\nfrench march stop\n"), "{record}");
}

#[test]
fn the_other_side_may_stop_a_sentence() {
    let windows = HEADER.to_string() + "windows open\n";
    let table = Table::with(&windows);
    let session = table.play("activate vaudreuil with bearn to quebec\npass\ngo on\n");
    assert_eq!(session.err, "");
    let asked = after(&session, "activate vaudreuil with bearn to quebec");
    assert!(asked.contains("British · "), "{asked}");
    assert!(after(&session, "go on").starts_with("= Sorel, "), "{}", session.out);
    let early = "activate vaudreuil with bearn to quebec\ngo on";
    assert!(!table.record(early).contains("space:sorel"), "the British have to answer first");
}

#[test]
fn the_two_forces_of_a_campaign_are_named_and_then_act() {
    let table = Table::with(&HEADER.replace("french 24", "french 2"));
    let lines = "play campaign\nactivate montcalm with all to sorel\nrigaud with bougainville to crown point";
    let record = table.record(lines);
    let acts = "french mover piece:montcalm\nfrench march space:sorel\nfrench march stop\n\
                french march space:crown-point\nfrench march stop\n";
    assert!(record.ends_with(acts), "{record}");
}

#[test]
fn a_campaign_is_one_sentence() {
    let table = Table::with(&HEADER.replace("french 24", "french 2"));
    let one = table.record("campaign with montcalm with all to sorel and rigaud with bougainville to crown point");
    let lines = "play campaign\nactivate montcalm with all to sorel\nrigaud with bougainville to crown point";
    assert_eq!(one, table.record(lines));
    let refused = table.say("campaign with huron to sorel and rigaud to crown point\ncampaign with rigaud to sorel\n");
    let none = Table::new().say("campaign with montcalm to sorel and rigaud to crown point\n");
    golden("campaigns-refused", &[refused.text, none.text].concat());
}

#[test]
fn what_is_asked_back_is_answered_on_the_next_line() {
    let table = Table::new();
    let said = "activate montcalm alone to sorel";
    let whole = table.record(&format!("{said} using 24"));
    for answer in ["24", "using 24", "northern"] {
        assert_eq!(table.record(&format!("{said}\n{answer}")), whole, "{answer}");
    }
    // Who looks around first can still answer; another sentence drops the first.
    assert_eq!(table.record(&format!("{said}\nhand\n24")), whole);
    assert_eq!(table.record(&format!("{said}\nplay fieldworks\n24")), "");
    let begun = "activate montcalm alone using 5\n";
    let there = table.record(&format!("{begun}move st-jean, hudson\nhudson carry north"));
    assert_eq!(there, table.record(&format!("{begun}move st-jean, hudson carry north")));
    let huron = table.record("activate la alone using 5\nlanguedoc");
    assert!(huron.contains("piece:languedoc"), "{huron}");
}

#[test]
fn reactions_are_sentences() {
    let table = Table::new();
    let march = "activate bougainville with all to hudson carry north using 5\n";
    let webb = table.record(&format!("{march}intercept with webb and all"));
    assert!(webb.contains("intercept piece:webb\nbritish member piece:"), "{webb}");
    assert_eq!(table.record(&format!("{march}intercept with all")), webb, "the highest leader takes all");
    let rogers = table.record(&format!("{march}intercept with rogers"));
    assert!(rogers.contains("intercept piece:rogers\nroll interception"), "{rogers}");
    let refused = ["intercept with rogers and connecticut", "avoid with webb", "intercept"];
    let lines = format!("{march}{}\n", refused.join("\n"));
    golden("reactions-refused", &table.say(&lines).replies(&refused));
    let avoids = table.record(&format!("{march}pass, done\navoid battle with new hampshire to albany"));
    assert!(avoids.contains("avoid piece:new-hampshire\nroll avoid-battle"), "{avoids}");
}

#[test]
fn the_beaten_retreat_in_a_sentence() {
    let golden_game = include_str!("../../../tests/records/golden-annus-mirabilis.record");
    let before = &golden_game[..golden_game.find("british retreat inside").expect("a retreat")];
    let table = Table::with(before);
    for (said, ends) in [
        ("retreat to hudson carry south", "british retreat space:hudson-carry-south\n"),
        ("retreat all inside", "british retreat inside\n"),
    ] {
        let record = table.record(said);
        assert!(record.ends_with(&ends.repeat(2)), "both retreat: {record}");
    }
    golden("retreats-refused", &table.say("retreat all to boston\nretreat\nretreat all to albany and boston\n").text);
}

#[test]
fn a_place_out_of_reach_is_refused_with_the_rule_and_nothing_is_done() {
    let table = Table::new();
    let session = table.play("activate huron to albany using 5\n");
    assert!(["Huron", "Albany", "(6.52)"].iter().all(|told| session.err.contains(told)), "{}", session.err);
    assert_eq!(table.record("activate huron to albany using 5"), "");
}

#[test]
fn a_force_on_the_march_goes_on_through_the_spaces_named() {
    let table = Table::new();
    let record = table.record("activate vaudreuil with bearn\nmove sorel, becancour");
    assert!(
        record.ends_with("space:sorel\nfrench march space:st-francois\nfrench march space:becancour\n"),
        "{record}"
    );
    let record = table.record("activate vaudreuil with bearn\nmove sorel and stop");
    assert!(record.ends_with("space:sorel\nfrench march stop\n"), "{record}");
}

#[test]
fn works_are_built_and_demolished() {
    let table = Table::new();
    let record = table.record("build stockades at sorel becancour using 24");
    assert!(record.contains("stockade space:sorel\nfrench stockade space:becancour\n"), "{record}");
    let record = table.record("build stockade sorel");
    assert_eq!(record, "", "several cards would do");
    let record = table.record("demolish venango");
    assert_eq!(record, "french card demolish\nfrench demolish space:venango\n");
    let refused = "build stockade sorel ticonderoga using 24\nbuild fort ticonderoga\ndemolish albany\n";
    golden("works-refused", &table.say(refused).text);
}

#[test]
fn a_card_is_played_as_its_event() {
    let table = Table::new();
    let record = table.record("play northern\n");
    assert!(record.starts_with("french card card:24\nfrench use event\n"), "{record}");
    assert!(table.record("play 24 for force\n").ends_with("use force\n"));
    golden("events-refused", &table.say("play 7\nplay 31\n").text);
}

#[test]
fn an_answer_on_the_menu_wins_over_a_sentence() {
    let session = Table::new().play("demolish\nvenango\nhold\n");
    assert_eq!(Table::new().record("demolish\nvenango\nhold"), "french card demolish\nfrench demolish space:venango\n");
    assert!(session.err.contains("`hold`") && session.err.contains("(4.0)"), "{}", session.err);
}

#[test]
fn one_undo_takes_a_sentence_back_and_one_redo_makes_it_again() {
    let table = Table::new();
    let sentence = "activate vaudreuil with bearn to quebec";
    assert_eq!(table.record(&format!("{sentence}\nundo\nagree")), "");
    assert_eq!(table.record(&format!("{sentence}\nundo\nagree\nredo")), table.record(sentence));
    assert_eq!(table.record(&format!("demolish venango\n{sentence}\nundo 2\nagree")), "");
    assert_eq!(
        table.record(&format!("demolish venango\n{sentence}\nundo 2\nagree\nredo 2\nundo\nagree")),
        table.record("demolish venango")
    );
}

#[test]
fn undo_does_not_go_beyond_a_die_unless_it_is_forced() {
    let table = Table::new();
    let lines = "activate bougainville with all to hudson carry north using 5\npass, done, pass\n";
    let session = table.play(&format!("{lines}undo\n"));
    assert!(session.err.contains("`undo --force`"), "{}{}", session.out, session.err);
    let record = table.record(&format!("{lines}undo"));
    assert!(record.contains("\nroll "), "{record}");
    let record = table.record(&format!("{lines}undo --force\nagree"));
    assert!(record.contains("\nundone roll ") && !record.contains("\nroll "), "{record}");
    // The note stays in the file.
    let again =
        table.load("saved.record", &[], &format!("pass, done, pass\nsave {}\n", table.file("again.record").display()));
    let saved = std::fs::read_to_string(table.file("again.record")).unwrap_or_else(|_| panic!("{}", again.err));
    assert!(saved.contains("\nundone roll ") && saved.contains("\nroll "), "{saved}");
}

#[test]
fn one_says_no_in_the_words_of_another_question() {
    let record = Table::new().record("activate bougainville with all to hudson carry north using 5\nno\npass, nobody");
    let answers = "march space:hudson-carry-north\nbritish intercept pass\nbritish inside done\nbritish avoid pass\n";
    assert!(record.contains(answers), "{record}");
}

#[test]
fn why_answers_with_the_rule() {
    let table = Table::new();
    let lines = "why hold\nwhy 31\nwhy montcalm\nwhy not quebec\nwhy xyzzy\nactivate vaudreuil with bearn\nwhy quebec\n\
                 why winchester\nwhy naval:halifax\nwhy\n";
    let asked: Vec<&str> = lines.lines().filter(|line| line.starts_with("why")).collect();
    golden("why", &table.say(lines).replies(&asked));
}

#[test]
fn a_refused_answer_says_why() {
    let session = Table::new().play("activate vaudreuil with bearn\nquebec\nspace:boston\n");
    assert!(session.err.contains("Boston: ") && session.err.contains("(6.2)"), "{}", session.err);
}

#[test]
fn odd_sentences_do_nothing() {
    let table = Table::new();
    let lines = "play\nplay card\nplay 300\nactivate ,\nactivate all\nactivate 3\nactivate the\nactivate 2 montcalm\n\
                 activate montcalm with 9 regulars\nactivate montcalm with\nmove ,\nmove to\nbuild a\nbuild stockade the\n\
                 build an stockade\nbuild fort ,,\ndemolish fort\nraid\nraid with\nraid albany with montcalm using 5\nsiege\n\
                 assault quebec\nwith all\nwith\nto\nto quebec\nby boat\nusing\nusing 5\ngo on\ngo\ncontinue now\n\
                 activate montcalm using\nactivate montcalm by\nactivate montcalm with levis\nactivate dieskau alone\n\
                 activate wolfe with all\nmontcalm with\nwhy with\n";
    let session = table.play(lines);
    // One of them could mean several things, and one names a card.
    let asked = ["which card?", "do you mean"].map(|question| session.err.matches(question).count());
    let refused = session.err.matches("no: ").count();
    assert_eq!((refused, asked), (lines.lines().count() - 2, [1, 1]), "{}", session.err);
    assert_eq!(table.record(lines), "");
}

#[test]
fn a_die_that_was_mistyped_can_be_taken_back() {
    let table = Table::with(&(HEADER.to_string() + "dice table\n"));
    let lines = "activate bougainville with all to hudson carry north using 5\npass, done, pass\n";
    let session = table.play(&format!("{lines}6\nundo\n"));
    assert_eq!(session.err, "", "{}", session.out);
    let record = table.record(&format!("{lines}option:6\nundo\n5"));
    assert!(record.contains("undone roll attacker-fire 6\nroll attacker-fire 5\n"), "{record}");
}

#[test]
fn pieces_that_cannot_be_activated_any_more_are_refused_by_the_rule() {
    let why = |line: &str| Table::new().play(&format!("{line}\n")).err;
    let drilled = why("activate bearn, la sarre to montreal individually using 5");
    assert!(drilled.contains("La Sarre: ") && drilled.contains("(5.32)"), "{drilled}");
    let value = why("activate vaudreuil, bougainville to quebec individually using 5");
    assert!(value.contains("Bougainville") && value.contains("(5.32)"), "{value}");
}

/// Two nations at the frontier, each with another band far away, and a British stockade.
const RAIDERS: &str = r#"{"year": 1757, "active": "french", "pieces": {
    "shawnee-1": {"at": "allegheny-south"}, "shawnee-2": {"at": "niagara"},
    "delaware-1": {"at": "allegheny-south"}, "delaware-2": {"at": "montreal"}},
    "fortifications": {"british": {"stockades": ["augusta"]}}, "hands": {"french": [5, 7], "british": [16, 6]}}"#;

/// Montcalm before a fort.
const SIEGE: &str = r#"{"year": 1757, "active": "french", "pieces": {
    "montcalm": {"at": "hudson-carry-north"}, "bearn": {"at": "hudson-carry-north"},
    "la-sarre": {"at": "hudson-carry-north"}, "guyenne": {"at": "hudson-carry-north"},
    "new-jersey-1": {"at": "hudson-carry-north", "inside": true}},
    "fortifications": {"french": {"fortresses": ["montreal", "quebec"], "forts": ["ticonderoga", "crown-point"],
        "stockades": ["ile-aux-noix", "st-jean"]}, "british": {"forts": ["hudson-carry-north"]}},
    "sieges": {"hudson-carry-north": 0}, "hands": {"french": [5, 7], "british": [16, 6]}}"#;

/// The dialogue of these lines in a position; the players roll the dice.
fn at(position: &str, lines: &str) -> Talk {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position).expect("a file");
    dialogue(directory.path(), &["--position", "position.json", "--dice", "table"], lines)
}

#[test]
fn go_on_is_not_refused_after_the_first_raider_has_gone_home() {
    let sent = "raid augusta with shawnee at allegheny south, delaware at allegheny south using 5";
    let said = at(RAIDERS, &format!("{sent}\n1\ngo on\n"));
    assert_eq!(said.replies(&["1"]).matches("still to do: Delaware to Augusta, stop;").count(), 1, "{}", said.text);
    assert!(said.reply("go on").starts_with("= Augusta"), "{}", said.text);
}

#[test]
fn two_ambiguous_names_are_asked_about_one_after_the_other() {
    golden("which-names-in-a-row", &at(RAIDERS, "activate shawnee, delaware using 5\nniagara\n1\n").text);
}

#[test]
fn the_number_of_a_question_about_a_name_does_not_play_a_card() {
    let table = Table::new();
    assert!(
        table
            .record("activate la using 5\n2")
            .contains("card:5\nfrench use individual\nfrench activate piece:la-reine")
    );
    assert_eq!(table.record("activate la using 5\n7"), "", "it is asked again");
    let again = table.record("activate la using 5\n7\n2");
    assert_eq!(again, table.record("activate la reine using 5"));
}

#[test]
fn a_name_is_not_asked_about_where_only_one_piece_can_do_it() {
    let reply = |line: &str| at(RAIDERS, &format!("{line}\n")).reply(line).to_string();
    let full = "activate shawnee at allegheny south to augusta using 5";
    assert_eq!(reply("activate shawnee to augusta using 5"), reply(full));
}

#[test]
fn all_is_an_answer_to_who_intercepts() {
    let table = Table::new();
    let march = "activate bougainville with all to hudson carry north using 5\n";
    let all = table.record(&format!("{march}all"));
    assert_eq!(all, table.record(&format!("{march}intercept with all")));
    assert_eq!(table.record(&format!("{march}webb with all")), all);
}

#[test]
fn yes_is_an_answer_to_the_question_whether_to_assault() {
    let reply =
        |line: &str| at(SIEGE, &format!("siege hudson carry north using 5\n6\n{line}\n")).reply(line).to_string();
    assert_eq!(reply("yes"), reply("assault"));
}

#[test]
fn end_turn_is_an_answer_where_the_word_is_another_one() {
    let table = Table::new();
    let march = "activate marin alone using 5\n";
    assert_eq!(table.record(&format!("{march}end turn")), table.record(&format!("{march}stop")));
}

#[test]
fn a_leader_and_everyone_go_like_a_leader_with_all() {
    let table = Table::new();
    let whole = table.record("activate montcalm with all to sorel using 31");
    for line in [
        "montcalm and everyone to sorel using 31",
        "activate montcalm and all to sorel using 31",
        "go to sorel with montcalm and everyone using 31",
    ] {
        assert_eq!(table.record(line), whole, "{line}");
    }
}

#[test]
fn a_refused_siege_names_the_one_condition_that_fails() {
    let unsupplied = at(&SIEGE.replace("hudson-carry-north", "carlisle"), "siege carlisle using 5\n");
    let early = at(SIEGE, "assault hudson carry north using 5\n");
    golden("sieges-refused", &[unsupplied.text, early.text].concat());
}

#[test]
fn all_names_the_nations_that_join_as_many_as_the_card_lets() {
    let table = Table::with(&(HEADER.to_string() + "dice table\n"));
    let all = table.record("play 24\n6\nall");
    assert_eq!(all.matches("french event piece:").count(), 3, "{all}");
}
