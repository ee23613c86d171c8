//! Looking at a game: what a person at the prompt is told about spaces, cards, ways, threats, odds and what might be.
//! Only what the one who looks may see.

use assert_cmd::Command;

/// What a session with these lines prints, and what it refuses.
fn play(arguments: &[&str], lines: &str) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.arg("play").args(arguments).write_stdin(lines).output().expect("the program runs");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr).replace('\n', " "))
}

const SEED: [&str; 4] = ["--seed", "3", "--windows", "holder"];

#[test]
fn everything_that_is_looked_at_fits_80_columns() {
    let spaces = ["quebec", "montreal", "ticonderoga", "albany", "ohio forks", "new york", "louisbourg", "oswego"];
    let mut lines =
        String::from("hand\ndiscards\nlog\nlog 1757\nlog british battles\nhelp\nodds albany with all at montreal\n");
    for space in spaces {
        lines.push_str(&format!(
            "show {space}\nthreats {space}\npath montreal, {space}\npath albany, {space} by boat\n"
        ));
    }
    lines.push_str("whatif bastions, force, montcalm, all\n");
    let (out, _) = play(&SEED, &lines);
    for line in out.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\u{1b}'), "{line}");
    }
}

#[test]
fn a_card_says_what_it_does_and_whether_it_can_be_played() {
    let (out, err) = play(&SEED, "hand\nshow card 34\n");
    assert_eq!(err, "");
    assert!(out.contains("#5 Bastions Repaired") && out.contains("not as an event now"), "{out}");
    assert!(out.contains("an enemy stack of more than four units"), "{out}");
    assert!(out.contains("it bears only the enemy's symbol (5.12)"), "{out}");
}

#[test]
fn a_space_is_told_with_strength_supply_and_who_could_intercept() {
    let (out, _) = play(&SEED, "show ticonderoga\n");
    for part in ["Strength", "Auxiliaries", "Supply (12.0)", "could be intercepted (6.7)", "Ways out"] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // Whoever intercepts is an enemy of the side that comes.
    assert!(out.contains("\n  British   by the French: 2 units, strength 2 from Crown Point"), "{out}");
}

#[test]
fn the_log_is_sifted() {
    let lines = "bastions, individual, 1, done, stop\nlog french\nlog british raids 1761\nlog #5\nlog at nowhere\n";
    let (out, err) = play(&["--seed", "3", "--british", "random"], lines);
    assert!(out.contains("no such events so far"), "{out}");
    assert!(out.matches("French play Bastions Repaired (#5").count() >= 2, "{out}");
    assert!(err.contains("no space is called `nowhere`"), "{err}");
}

#[test]
fn what_if_changes_nothing_and_tells_what_would() {
    let (out, err) = play(&SEED, "whatif bastions, force, montcalm, bearn, done, quebec\nshow\n");
    assert_eq!(err, "");
    assert!(out.contains("What would change") && out.contains("Out of hand"), "{out}");
    assert!(out.rsplit("French> show").next().is_some_and(|menu| menu.contains("Which card do you play?")), "{out}");
}

#[test]
fn what_if_goes_past_the_windows_of_the_enemy() {
    let line = "whatif bastions, force, bougainville, marin, languedoc, done, wood creek, stop\n";
    for windows in ["open", "holder"] {
        let (out, err) = play(&["--seed", "3", "--windows", windows], line);
        assert_eq!(err, "");
        assert!(out.contains("Bougainville, Marin and Languedoc: Ticonderoga → Wood Creek"), "{out}");
        assert!(!out.contains("could not go on"), "{out}");
    }
}

#[test]
fn what_if_answers_for_nobody_else_and_shows_no_other_hand() {
    let lines = "whatif bastions, individual, done, done, 1\nwhatif bastions, individual, 1, done, stop, 1, 1, 1, 1\n";
    for seats in [&SEED[..], &["--seed", "3", "--british", "random"]] {
        let (out, err) = play(seats, lines);
        assert!(!out.contains("British play"), "{out}");
        assert!(!err.contains("British play"), "{err}");
    }
}

#[test]
fn a_force_that_moves_asks_what_awaits_it() {
    let lines = "bastions, force, bougainville, marin, languedoc, done\npass\nodds hud north\nhud north\npass\nodds\n";
    let (out, _) = play(&SEED, lines);
    let battle = "Battle at Hudson Carry North: the French attack (7.0)";
    assert!(out.matches(battle).count() >= 1 && out.contains("Marin and Languedoc"), "{out}");
}

#[test]
fn odds_need_a_combat() {
    let (out, err) = play(&SEED, "odds\nodds hudson carry north with bougainville with all\nodds xyz with montcalm\n");
    assert!(err.contains("no combat is pending"), "{err}");
    assert!(out.contains("Hudson Carry North") && out.contains("French win"), "{out}");
    assert!(err.contains("no space is called `xyz`"), "{err}");
}

#[test]
fn everybody_can_go_in_the_middle_of_a_line() {
    let (out, err) = play(&SEED, "whatif play 5 for force, montcalm, all\nplay 5 for force, montcalm, all, stop\n");
    assert_eq!(err, "", "{out}");
    let (tried, done) = out.split_once("French> play 5").expect("two lines");
    for told in [tried, done] {
        assert!(told.contains("Repentigny, Béarn and La Sarre at Montréal"), "{told}");
    }
    let (out, err) = play(&SEED, "bastions, force, montcalm, all\nundo\nall, pass\n");
    assert!(out.contains("Repentigny, Béarn and La Sarre at Montréal"), "{out}");
    assert!(err.contains("that is not asked now"), "{err}");
}

#[test]
fn what_if_tells_the_chances_where_dice_decide_and_passes_the_own_windows() {
    // A die says how many western Indians come; the French could not know which.
    let (out, err) = play(&SEED, "whatif play 27\n");
    assert_eq!(err, "", "{out}");
    assert!(!out.contains("a die for the event:"), "no die is rolled: {out}");
    for faces in ["1 or 2", "3 or 4", "5 or 6"] {
        assert!(out.contains(&format!("What may change: 33 %, if the die for the event shows {faces}")), "{out}");
    }
    assert!(out.contains("(1\npoint left)") && out.contains("(3\npoints left)"), "{out}");
    let lines = "whatif activate bougainville with all to hudson carry north using 5\n";
    let (out, err) = play(&["--seed", "3", "--british", "random"], lines);
    assert_eq!(err, "", "{out}");
    assert!(!out.contains("fire with strength") && !out.contains("Do you play a card"), "{out}");
    assert!(out.contains("Battle at Hudson Carry North: the French attack (7.0)"), "the odds: {out}");
}

#[test]
fn the_odds_are_told_while_the_force_of_an_interceptor_is_put_together() {
    let lines = "activate bougainville with all to hudson carry north using 5\npass\ngo on\npass\n\
                 webb\nodds\nconnecticut\nodds hudson carry north\nodds with rogers\n";
    let (out, err) = play(&["--seed", "3"], lines);
    assert_eq!(err, "", "{out}");
    let told: Vec<&str> = out.split("Webb intercepts at Hudson Carry North: 50 % (6.71)").collect();
    let [_, all, one, two] = told[..] else { panic!("three times: {out}") };
    for (told, british) in [(all, "6 units, strength 12 (Webb"), (one, "3 units, strength 6"), (two, "4 units")] {
        assert!(told.contains(british), "{british}: {told}");
        assert!(told.contains("Assumed: nobody goes inside."), "somebody intercepts: {told}");
    }
}

#[test]
fn what_if_does_not_tell_what_the_other_side_bids() {
    let arguments = ["--preset", "tournament", "--seed", "1"];
    let (out, _) = play(&arguments, "french\n7\nfrench\nwhatif 3\n");
    let told = out.split("> whatif 3\n").nth(1).expect("the answer");
    assert!(told.contains("depends on hidden information"), "{told}");
    assert!(!told.contains('7'), "{told}");
}

#[test]
fn what_if_does_not_tell_what_the_other_hand_holds() {
    let told = |british: &str| {
        let directory = tempfile::tempdir().expect("a directory");
        let file = directory.path().join("game.record");
        let text = format!(
            "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 37 2\nhand british {british}\n"
        );
        std::fs::write(&file, text).expect("a file");
        let (out, err) = play(&["--load", file.to_str().expect("a path")], "whatif play 37\n");
        assert_eq!(err, "", "{out}");
        out.split("> whatif play 37\n").nth(1).expect("the answer").to_string()
    };
    let nothing = told("1");
    assert!(nothing.contains("depends on hidden information"), "{nothing}");
    assert_eq!([told("57"), told("57 58")], [nothing.clone(), nothing]);
}

#[test]
fn a_way_leads_through_an_empty_stockade() {
    let lines = "path crown point, montreal\n";
    let (out, err) = play(&["--seed", "1757", "--french", "random"], lines);
    assert_eq!(err, "", "{out}");
    assert!(out.contains("for the British") && out.contains("in 2 activations"), "{out}");
    assert!(out.contains("Île-aux-Noix") && out.contains("captures a stockade"), "{out}");
}

#[test]
fn the_odds_where_an_interception_is_to_be_decided_are_those_of_the_interception() {
    let lines = "activate bougainville with all to hudson carry north using 5\npass\ngo on\npass\n\
                 odds\nodds hudson carry north with webb and all\nodds with new hampshire\n";
    let (out, err) = play(&["--seed", "3"], lines);
    let told = out.split("> odds\n").nth(1).expect("the odds");
    assert!(told.contains("succeeds  then win  both  interception by"), "{told}");
    assert!(told.contains("Webb, Rogers, Connecticut, Massachusetts and Rhode\n"), "{told}");
    let webb = told.split("with webb and all\n").nth(1).expect("the odds of Webb");
    assert!(webb.starts_with("Webb intercepts at Hudson Carry North: 50 % (6.71)"), "{webb}");
    assert!(webb.contains("the French attack (7.0)") && webb.contains("6 units, strength 12 (Webb"), "{webb}");
    assert!(err.contains("(6.72)") && told.lines().all(|line| line.chars().count() <= 80), "{err} {told}");
}

#[test]
fn chances_stand_beside_the_choices() {
    let record = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 24 31 5 7 8 9 10 11 12\n\
                  hand british 1 29 30 49 50 51 52 53 58\n";
    let at = tempfile::tempdir().expect("a directory");
    let file = at.path().join("game.record");
    std::fs::write(&file, record).expect("a file");
    let played = |lines: &str| play(&["--load", file.to_str().expect("a path")], lines).0;
    let out = played("activate bougainville with all using 5\nto hudson carry north\npass, done\n");
    assert!(out.contains("#24 Northern Indian Alliance (2): event\n 9 #31 Cherokee Uprising (3)\n"), "{out}");
    assert!(out.contains("strength 4;\n   wins 72 %, interception 50 %: Webb\n"), "{out}");
    assert!(out.contains(" 1 Webb (leader 3-5-0): 50 %, then wins 83 %\n"), "{out}");
    assert!(out.contains("New Hampshire, New Jersey at Hudson Carry North: 50 %\n"), "{out}");
    // The same as when the odds are asked for.
    let odds = played("odds hudson carry north with bougainville, languedoc, royal roussillon, marin\n");
    assert!(odds.contains("French win     72 %"), "{odds}");
    let sites = played("play 31 for stockades\n");
    assert!(sites.contains("Sorel: cultivated; enemy 2 could come from Hudson Carry South\n"), "{sites}");
    assert!(sites.contains("Baie-St-Paul: cultivated\n"), "{sites}");
}

#[test]
fn chances_stand_beside_the_choices_of_a_battle() {
    let at = tempfile::tempdir().expect("a directory");
    let file = at.path().join("battle.record");
    for (kind, chance) in [("attack attack:", "; clears "), ("target ", "a hit "), ("rally unit:", "rallies ")] {
        let records = ["lake-george", "fort-oswego", "quebec", "carillon"].map(|name| {
            std::fs::read_to_string(format!("../core/battles/tests/records/{name}.record")).expect("a record")
        });
        let before = records.iter().find_map(|text| {
            let asked = ["french", "british"].into_iter().find_map(|side| text.find(&format!("\n{side} {kind}")))?;
            Some(&text[..=asked])
        });
        std::fs::write(&file, before.unwrap_or_else(|| panic!("no record has `{kind}`"))).expect("a file");
        let told = play(&["--load", file.to_str().expect("a path")], "show\n").0;
        assert!(told.contains(chance), "no `{chance}` in\n{told}");
    }
}
