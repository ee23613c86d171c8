//! Looking at a game: what a person at the prompt is told about spaces, cards, ways, threats, odds and what might be.
//! Only what the one who looks may see.

use super::golden::{dialogue, dialogue_anywhere, golden};
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
    let lines = "hand\nshow card 34\n";
    golden("hand-and-card", &dialogue_anywhere(&SEED, lines).text);
}

#[test]
fn a_space_is_told_with_strength_supply_and_who_could_intercept() {
    let said = dialogue_anywhere(&SEED, "show ticonderoga\n");
    golden("show-ticonderoga", &said.text);
    // Whoever intercepts is an enemy of the side that comes.
    assert!(said.text.contains("British   by the French"), "{}", said.text);
}

#[test]
fn the_log_is_sifted() {
    let sifted = ["log french", "log british raids 1761", "log #5", "log at nowhere"];
    let lines = format!("bastions, individual, 1, done, stop\n{}\n", sifted.join("\n"));
    golden("log-sifted", &dialogue_anywhere(&["--seed", "3", "--british", "random"], &lines).replies(&sifted));
    // Words come in any order, and may be shortened; what the game does not know is looked for in the text.
    let alike = ["log british raids 1761", "log 1761 raid brit"];
    let said = dialogue_anywhere(
        &["--seed", "3", "--british", "random"],
        "bastions, individual, 1, done, stop\nlog british raids 1761\nlog 1761 raid brit\nlog bastions\nlog nonsense\n",
    );
    assert_eq!(said.reply(alike[0]), said.reply(alike[1]));
    assert!(said.reply("log bastions").contains("Bastions"), "{}", said.text);
    assert_eq!(said.reply("log nonsense").trim(), "no such events so far");
}

#[test]
fn what_if_changes_nothing_and_tells_what_would() {
    let line = "whatif bastions, force, montcalm, bearn, done, quebec";
    let said = dialogue_anywhere(&SEED, &format!("show\n{line}\nshow\n"));
    golden("whatif-march", &said.replies(&[line]));
    let shown: Vec<&str> =
        said.text.split("> show\n").skip(1).map(|menu| menu.split("French> ").next().unwrap()).collect();
    assert_eq!((shown.len(), shown[0].trim_end()), (2, shown[1].trim_end()));
}

#[test]
fn what_if_goes_past_the_windows_of_the_enemy() {
    let line = "whatif bastions, force, bougainville, marin, languedoc, done, wood creek, stop\n";
    let told = ["open", "holder"].map(|windows| dialogue_anywhere(&["--seed", "3", "--windows", windows], line).text);
    assert_eq!(told[0], told[1]);
    golden("whatif-past-windows", &told[0]);
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
    let asked = ["odds hud north", "odds"];
    let lines = "bastions, force, bougainville, marin, languedoc, done\npass\nodds hud north\nhud north\npass\nodds\n";
    golden("odds-of-a-march", &dialogue_anywhere(&SEED, lines).replies(&asked));
}

#[test]
fn odds_need_a_combat() {
    let lines = "odds\nodds hudson carry north with bougainville with all\nodds xyz with montcalm\n";
    golden("odds-hudson-carry", &dialogue_anywhere(&SEED, lines).text);
}

#[test]
fn odds_leave_out_those_behind_except_and_refuse_what_they_do_not_understand() {
    let odds = |force: &str| format!("odds hudson carry north with rigaud, {force}");
    let without = ["all except marin", "all but marin", "everyone without marin", "all from ticonderoga but marin"];
    for line in without.map(odds) {
        let (out, err) = play(&SEED, &format!("{line}\n"));
        let french = out.lines().find(|line| line.contains(" strength ")).unwrap_or_else(|| panic!("{out}{err}"));
        assert!(french.contains("Bougainville") && !french.contains("Marin"), "{line}: {french}");
    }
    let (out, _) = play(&SEED, &format!("{}\n", odds("languedoc plus marin")));
    assert!(["Rigaud", "Marin", "Languedoc"].iter().all(|piece| out.contains(piece)), "{out}");
    for refused in [
        "all using 3",
        "all by boat",
        "all to albany",
        "all marin",
        "all at quebec bougainville",
        "all except",
        "all except xyz",
        "all except everyone",
        "languedoc individually",
        "languedoc except marin",
    ] {
        let (out, err) = play(&SEED, &format!("{}\n", odds(refused)));
        assert!(!out.contains("Battle at") && err.contains("no:"), "{refused}: {out}{err}");
    }
}

#[test]
fn everybody_can_go_in_the_middle_of_a_line() {
    let (out, err) = play(&SEED, "whatif play 5 for force, montcalm, all\nplay 5 for force, montcalm, all, stop\n");
    assert_eq!(err, "", "{out}");
    let (tried, done) = out.split_once("> play 5").expect("two lines");
    for told in [tried, done] {
        assert!(["Repentigny", "Béarn", "La Sarre"].iter().all(|unit| told.contains(unit)), "{told}");
    }
    let said = dialogue_anywhere(&SEED, "bastions, force, montcalm, all\nundo\nall, pass\n");
    golden("everybody-goes-or-not", &said.text);
}

#[test]
fn what_if_tells_the_chances_where_dice_decide_and_passes_the_own_windows() {
    // A die says how many western Indians come; the French could not know which, and none is rolled.
    golden("whatif-a-die", &dialogue_anywhere(&SEED, "whatif play 27\n").text);
    // The odds are told, no shots, and no questions of the French.
    let lines = "whatif activate bougainville with all to hudson carry north using 5\n";
    golden("whatif-a-battle", &dialogue_anywhere(&["--seed", "3", "--british", "random"], lines).text);
}

#[test]
fn the_odds_are_told_while_the_force_of_an_interceptor_is_put_together() {
    let asked = ["odds", "odds hudson carry north", "odds with rogers"];
    let lines = "activate bougainville with all to hudson carry north using 5\npass\ngo on\npass\n\
                 webb\nodds\nconnecticut\nodds hudson carry north\nodds with rogers\n";
    let said = dialogue_anywhere(&["--seed", "3"], lines);
    // Everybody goes, then those who were named, and then one more; nobody who intercepts is inside.
    golden("odds-of-an-interceptor", &said.replies(&asked));
}

#[test]
fn what_if_does_not_tell_what_the_other_side_bids() {
    let arguments = ["--preset", "tournament", "--seed", "1"];
    let said = dialogue_anywhere(&arguments, "french\n7\nfrench\nwhatif 3\n");
    golden("whatif-hidden", &said.replies(&["whatif 3"]));
    assert!(!said.reply("whatif 3").contains('7'), "{}", said.text);
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
    assert!(nothing.contains("hidden"), "{nothing}");
    assert_eq!([told("57"), told("57 58")], [nothing.clone(), nothing]);
}

#[test]
fn a_way_leads_through_an_empty_stockade() {
    let lines = "path crown point, montreal\n";
    golden("path-through-a-stockade", &dialogue_anywhere(&["--seed", "1757", "--french", "random"], lines).text);
}

#[test]
fn the_odds_where_an_interception_is_to_be_decided_are_those_of_the_interception() {
    let asked = ["odds", "odds hudson carry north with webb and all", "odds with new hampshire"];
    let lines = "activate bougainville with all to hudson carry north using 5\npass\ngo on\npass";
    let said = dialogue_anywhere(&["--seed", "3"], &format!("{lines}\n{}\n", asked.join("\n")));
    golden("odds-of-an-interception", &said.replies(&asked));
    assert!(said.replies(&asked).lines().all(|line| line.chars().count() <= 80), "{}", said.text);
}

#[test]
fn chances_stand_beside_the_choices() {
    let record = "wilderness-record 1\nscenario annus-mirabilis\nseed 3\nhand french 24 31 5 7 8 9 10 11 12\n\
                  hand british 1 29 30 49 50 51 52 53 58\n";
    let at = tempfile::tempdir().expect("a directory");
    std::fs::write(at.path().join("game.record"), record).expect("a file");
    let played = |lines: &str| dialogue(at.path(), &["--load", "game.record"], lines).text;
    let march = played("activate bougainville with all using 5\nto hudson carry north\npass, done\n");
    // The same as when the odds are asked for.
    let odds = played("odds hudson carry north with bougainville, languedoc, royal roussillon, marin\n");
    for told in [&march, &odds] {
        assert!(told.contains("72 %"), "{told}");
    }
    golden("chances-beside-choices", &[march, odds, played("play 31 for stockades\n")].concat());
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
