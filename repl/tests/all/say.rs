//! Sentences, as a script sees them: from the start of Annus Mirabilis, with hands that the header of a record sets.

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
    code: i32,
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

    fn load(&self, name: &str, arguments: &[&str], lines: &str) -> Session {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
        command.args(["play", "--load"]).arg(self.file(name)).args(arguments);
        let output = command.write_stdin(lines).output().expect("the program runs");
        let one_line = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").replace('\n', " ");
        Session {
            out: String::from_utf8(output.stdout).expect("text"),
            err: one_line(output.stderr),
            code: output.status.code().expect("an exit code"),
        }
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
    let session = table.play(line);
    assert_eq!((session.err.as_str(), session.code), ("", 0));
    let told = after(&session, line);
    assert!(told.starts_with("= #31 Cherokee Uprising (3), force, Vaudreuil, Béarn, La Sarre, Huron,"), "{told}");
    assert!(told.contains("go from Montréal to Sorel to St-François to Bécancour"), "{told}");
    assert!(told.contains("British · ") && told.contains("Which card do you play?"), "{told}");
    let record = table.record(line);
    assert!(
        record.starts_with("french card card:31\nfrench use force\nfrench commander piece:vaudreuil\n"),
        "{record}"
    );
    assert!(record.ends_with("french march space:quebec\nfrench march stop\n"), "{record}");
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
    assert!(record.ends_with("use individual\nfrench activate piece:huron\nfrench activate piece:mississauga\n"));
    let session = Table::new().play("activate huron, mississauga to oswego using 5\n");
    assert_eq!(session.err, "");
    assert_eq!(session.out.matches(" to Oswego (6.1)").count(), 2, "{}", session.out);
    assert!(session.out.contains("British · "), "the phase is over: {}", session.out);
}

#[test]
fn a_card_is_chosen_only_if_no_other_would_do() {
    let session = Table::new().play("activate montcalm alone to sorel\nusing 24\n");
    assert!(session.err.contains("which card? Type its number:     #5 Bastions Repaired (1)"), "{}", session.err);
    assert!(
        after(&session, "using 24").starts_with("= #24 Northern Indian Alliance (2), force, Montcalm, done, Sorel")
    );
    let session = Table::new().play("activate vaudreuil alone to sorel using 24\n");
    assert!(session.err.contains("Vaudreuil: the leader's initiative is higher"), "{}", session.err);
    let session = Table::new().play("activate levis with guyenne to louisbourg using 24\n");
    assert!(session.err.contains("only with a card of value 3 (6.41)"), "{}", session.err);
}

#[test]
fn an_ambiguous_name_is_answered_with_the_candidates_and_nothing_is_done() {
    let session = Table::new().play("activate la using 5\n");
    assert!(
        session.err.contains("which `la`? Type its name or place:")
            && session.err.contains("La Sarre (regular 3-4) at Montréal")
    );
    let session = Table::new().play("activate montcalm alone using 5\nmove hudson\n");
    assert!(
        session.err.contains("which `hudson`? Type its name or place:     Hudson Carry North     Hudson Carry South"),
        "{}",
        session.err
    );
    let session = Table::new().play("play c\nplay fieldworks\n");
    assert!(session.err.contains("#8 Coehorns & Howitzers (1)     #31 Cherokee Uprising (3)"), "{}", session.err);
    assert!(session.err.contains("#9 Fieldworks (1): the event is a response"), "{}", session.err);
    assert_eq!(session.code, 1);
}

#[test]
fn a_wrong_name_is_answered_with_what_is_near() {
    let lines = "activate montclam using 5\nactivate montcalm with all to ticonderago using 5\nplay northern indain \
                 alliance\nactivate montcalm with bougainville using 5\nactivate wolfe\nplay 62\n\
                 activate huron with all using 5\n";
    let session = Table::new().play(lines);
    for said in [
        "`montclam` is not among your pieces on the map; did you mean Montcalm?",
        "`ticonderago` is not a space of the map; did you mean Ticonderoga?",
        "did you mean Northern Indian Alliance?",
        "`bougainville` is not with Montcalm at Montréal: Bougainville is at Ticonderoga",
        "`62` is Quiberon Bay, which is not in the hand",
        "only a leader takes `all` with him (5.34)",
    ] {
        assert!(session.err.contains(said), "{said}\n{}", session.err);
    }
    assert_eq!(Table::new().record(lines), "");
}

#[test]
fn a_sentence_stops_at_the_first_question_it_does_not_answer() {
    let table = Table::new();
    let session = table.play("activate vaudreuil to quebec\n");
    assert_eq!(session.err, "");
    assert!(session.out.contains("Who goes with Vaudreuil?"), "{}", session.out);
    assert!(session.out.contains("still to do: Vaudreuil to Québec, stop; `go on` continues"), "{}", session.out);
    let record = table.record("activate vaudreuil to quebec\nbearn, done\ngo on");
    assert!(record.contains("member piece:bearn\nfrench member done\nfrench march space:sorel\n"), "{record}");
    let record = table.record("activate vaudreuil to quebec\nwith bearn to quebec by boat");
    assert!(record.ends_with("french march space:quebec\nfrench march stop\n"), "{record}");
}

#[test]
fn the_other_side_may_stop_a_sentence() {
    let windows = HEADER.to_string() + "windows open\n";
    let table = Table::with(&windows);
    let session = table.play("activate vaudreuil with bearn to quebec\npass\ngo on\n");
    assert_eq!(session.err, "");
    let asked = after(&session, "activate vaudreuil with bearn to quebec");
    assert!(asked.contains("British · "), "{asked}");
    assert!(after(&session, "go on").starts_with("= Sorel, St-François, Bécancour, Québec, stop\n"), "{}", session.out);
    let session = table.play("activate vaudreuil with bearn to quebec\ngo on\n");
    assert!(session.err.contains("none of your sentences is unfinished"), "{}", session.err);
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
    let refused = table.play("campaign with huron to sorel and rigaud to crown point\ncampaign with rigaud to sorel\n");
    assert!(refused.err.contains("a leader commands each force of a campaign"), "{}", refused.err);
    assert!(refused.err.contains("name two forces and where they go"), "{}", refused.err);
    let none = Table::new().play("campaign with montcalm to sorel and rigaud to crown point\n");
    assert!(none.err.contains("no card in your hand activates two forces"), "{}", none.err);
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
    let dropped = table.play(&format!("{said}\nplay fieldworks\n24\n"));
    assert!(dropped.err.contains("there is no choice 24"), "{}", dropped.err);
    let begun = "activate montcalm alone using 5\n";
    let there = table.record(&format!("{begun}move st-jean, hudson\nhudson carry north"));
    assert_eq!(there, table.record(&format!("{begun}move st-jean, hudson carry north")));
    let huron = table.record("activate la alone using 5\nlanguedoc");
    assert!(huron.contains("french activate piece:languedoc"), "{huron}");
}

#[test]
fn reactions_are_sentences() {
    let table = Table::new();
    let march = "activate bougainville with all to hudson carry north using 5\n";
    let webb = table.record(&format!("{march}intercept with webb and all"));
    assert!(webb.contains("british intercept piece:webb\nbritish member piece:"), "{webb}");
    assert_eq!(table.record(&format!("{march}intercept with all")), webb, "the highest leader takes all");
    let rogers = table.record(&format!("{march}intercept with rogers"));
    assert!(rogers.contains("british intercept piece:rogers\nroll interception"), "{rogers}");
    let refused = table.play(&format!("{march}intercept with rogers and connecticut\navoid with webb\nintercept\n"));
    assert!(refused.err.contains("Rogers takes nobody along: only a leader does (5.34)"), "{}", refused.err);
    assert!(refused.err.contains("you intercept, or avoid battle, when you are asked"), "{}", refused.err);
    let avoids = table.record(&format!("{march}pass, done\navoid battle with new hampshire to albany"));
    assert!(avoids.contains("british avoid piece:new-hampshire\nroll avoid-battle"), "{avoids}");
}

#[test]
fn the_beaten_retreat_in_a_sentence() {
    let golden = include_str!("../../../tests/records/golden-annus-mirabilis.record");
    let before = &golden[..golden.find("british retreat inside").expect("a retreat")];
    let table = Table::with(before);
    for (said, ends) in [
        ("retreat to hudson carry south", "british retreat space:hudson-carry-south\n"),
        ("retreat all inside", "british retreat inside\n"),
    ] {
        let record = table.record(said);
        assert!(record.ends_with(&ends.repeat(2)), "both retreat: {record}");
    }
    let refused = table.play("retreat all to boston\nretreat\nretreat all to albany and boston\n");
    assert!(refused.err.contains("cannot retreat to Boston: the space is not adjacent"), "{}", refused.err);
    assert!(refused.err.contains("name the place") && refused.err.contains("they go to one place"), "{}", refused.err);
}

#[test]
fn a_place_out_of_reach_is_refused_with_the_rule_and_nothing_is_done() {
    let table = Table::new();
    let session = table.play("activate huron to albany using 5\n");
    assert!(session.err.contains("Huron cannot reach Albany:"), "{}", session.err);
    assert!(session.err.contains("only drilled troops can enter an unbesieged enemy fort or fortress (6.52)"));
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
    assert!(record.contains("french stockade space:sorel\nfrench stockade space:becancour\n"), "{record}");
    let record = table.record("build stockade sorel");
    assert_eq!(record, "", "several cards would do");
    let session = table.play("build stockade sorel ticonderoga using 24\nbuild fort ticonderoga\n");
    assert!(session.err.matches("(5.43)").count() >= 2, "{}", session.err);
    let record = table.record("demolish venango");
    assert_eq!(record, "french card demolish\nfrench demolish space:venango\n");
    let session = table.play("demolish albany\n");
    assert!(session.err.contains("Albany: you have nothing to demolish there"), "{}", session.err);
}

#[test]
fn a_card_is_played_as_its_event() {
    let table = Table::new();
    let record = table.record("play northern\n");
    assert!(record.starts_with("french card card:24\nfrench use event\n"), "{record}");
    assert!(table.record("play 24 for force\n").ends_with("use force\n"));
    let session = table.play("play 7\nplay 31\n");
    assert!(session.err.contains("#7 Massacre! (1): the event is a response"), "{}", session.err);
    assert!(session.err.contains("#31 Cherokee Uprising (3): the event's condition is not met (5.51)"));
}

#[test]
fn an_answer_on_the_menu_wins_over_a_sentence() {
    let session = Table::new().play("demolish\nvenango\nhold\n");
    assert!(session.out.contains("the stockade at Venango is demolished"), "{}", session.out);
    assert!(session.err.contains("only the last card can be held (4.0)"), "{}", session.err);
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
    assert!(
        session.err.contains("`undo --force` goes further, and the record notes it"),
        "{}{}",
        session.out,
        session.err
    );
    let record = table.record(&format!("{lines}undo"));
    assert!(record.contains("\nroll "), "{record}");
    let record = table.record(&format!("{lines}undo --force\nagree"));
    assert!(record.contains("\nundone roll ") && !record.contains("\nroll "), "{record}");
    // The note stays in the file.
    let again =
        table.load("saved.record", &[], &format!("pass, done, pass\nsave {}\n", table.file("again.record").display()));
    assert!(again.out.contains("saved in"), "{}", again.err);
    let saved = std::fs::read_to_string(table.file("again.record")).unwrap();
    assert!(saved.contains("\nundone roll ") && saved.contains("\nroll "), "{saved}");
}

#[test]
fn one_says_no_in_the_words_of_another_question() {
    let record = Table::new().record("activate bougainville with all to hudson carry north using 5\nno\npass, nobody");
    assert!(record.contains(
        "french march space:hudson-carry-north\nbritish intercept pass\nbritish inside done\nbritish avoid pass\n"
    ));
}

#[test]
fn why_answers_with_the_rule() {
    let table = Table::new();
    let lines = "why hold\nwhy 31\nwhy montcalm\nwhy not quebec\nwhy xyzzy\nactivate vaudreuil with bearn\nwhy quebec\n\
                 why winchester\nwhy naval:halifax\nwhy\n";
    let session = table.play(lines);
    assert!(after(&session, "why hold").starts_with("hold: only the last card can be held (4.0)\n"));
    assert!(after(&session, "why 31").contains("  event: no, the event's condition is not met (5.51)\n  force: yes\n"));
    assert!(after(&session, "why montcalm").starts_with("Montcalm at Montréal: a card of value 1 or more"));
    assert!(after(&session, "why quebec").starts_with("Québec: not with the next step, but `move Québec` goes there"));
    assert!(after(&session, "why winchester").starts_with("Vaudreuil cannot reach Winchester: "), "{}", session.out);
    assert!(after(&session, "why naval:halifax").contains("(6.4"), "{}", session.out);
    assert!(session.err.contains("there is nothing called `xyzzy`"), "{}", session.err);
    assert!(session.err.contains("usage: why WHAT"), "{}", session.err);
}

#[test]
fn a_refused_answer_says_why() {
    let session = Table::new().play("activate vaudreuil with bearn\nquebec\nspace:boston\n");
    assert!(session.err.contains("Boston: no connection leads there (6.2)"), "{}", session.err);
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
    assert_eq!(session.err.matches("no: ").count(), lines.lines().count(), "{}", session.err);
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
    assert!(drilled.contains("La Sarre: a unit of drilled troops is activated alone (5.32)"), "{drilled}");
    let value = why("activate vaudreuil, bougainville to quebec individually using 5");
    assert!(value.contains("Bougainville: too little of the value of the card is left (5.32)"), "{value}");
}
