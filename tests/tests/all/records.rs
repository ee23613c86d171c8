//! Every record in `tests/records` plays through, and meets the expectations in the file beside it. Two of them are
//! golden records of a whole random game, one in each format, which the same seed, scripts and agents reproduce on every
//! machine.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use wilderness_engine::RecordFormat;
use wilderness_engine::faults::{Fault, Source};
use wilderness_engine::record::first_words;
use wilderness_tests::{expect, pending, play, random_game, scripts, seat_agents};
use wilderness_war::{Answer, Ask, Chance as _, Draw, Game, Header, Record, Throw, War, Word};

/// The golden records: their names and formats. Those of earlier formats are never made anew.
const GOLDEN: [(&str, RecordFormat); 2] =
    [("golden-annus-mirabilis", RecordFormat::Two), ("golden-format-1", RecordFormat::One)];

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("records")
}

/// Whether to update goldens and expectations instead of comparing them: `UPDATE_RECORDS=1`.
fn updating() -> bool {
    std::env::var_os("UPDATE_RECORDS").is_some_and(|value| value == "1")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) {
    std::fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
}

fn pretty(value: &Value) -> String {
    format!("{}\n", serde_json::to_string_pretty(value).expect("written"))
}

/// Plays a record and compares its end with the expectations. Returns the differences.
fn check(path: &Path) -> Vec<String> {
    let game = match play(&path.to_string_lossy(), &read(path)) {
        Ok(game) => game,
        Err(faults) => return vec![faults],
    };
    let expected_path = path.with_extension("expect.json");
    if !expected_path.exists() {
        return Vec::new();
    }
    let expected: Value = match serde_json::from_str(&read(&expected_path)) {
        Ok(expected) => expected,
        Err(error) => return vec![format!("{}: {error}", expected_path.display())],
    };
    let mut wrong = expect::differences(&expected, &expect::seen(&game));
    if updating() && !wrong.is_empty() {
        write(&expected_path, &pretty(&expect::updated(&expected, &expect::seen(&game))));
        wrong.clear();
    }
    wrong
}

#[test]
fn every_record_meets_its_expectations() {
    let files = std::fs::read_dir(directory()).expect("the directory of records");
    let mut records: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    records.sort();
    let (records, others): (Vec<_>, Vec<_>) =
        records.into_iter().partition(|path| path.extension().is_some_and(|extension| extension == "record"));
    assert!(!records.is_empty(), "no records in {}", directory().display());
    let mut wrong = String::new();
    for path in &records {
        if is_golden(path) && updating() {
            continue; // the golden test updates it
        }
        for fault in check(path) {
            wrong += &format!("\n{}: {fault}", path.display());
        }
    }
    // Directories hold old games, which have a test of their own.
    for path in others.into_iter().filter(|path| !path.is_dir()) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        let lonely =
            name.strip_suffix(".expect.json").is_some_and(|stem| !directory().join(format!("{stem}.record")).exists());
        if lonely || !(name == "README.md" || name.ends_with(".expect.json")) {
            wrong += &format!("\n{name} belongs to no record");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

fn is_golden(path: &Path) -> bool {
    path.file_stem().is_some_and(|stem| stem == GOLDEN[0].0)
}

/// The golden record of a game, and its whole final position.
fn golden(game: &Game) -> (String, String) {
    let mut seen = expect::seen(game);
    if let Some(seen) = seen.as_object_mut() {
        seen.remove("log");
    }
    (game.record().to_string(), pretty(&seen))
}

#[test]
fn the_same_seed_gives_the_same_game_on_every_machine() {
    for (name, format) in GOLDEN {
        is_the_same_game(name, format);
    }
}

/// The random game that a golden record of this format has.
fn golden_game(format: RecordFormat) -> Game {
    let mut header = Header::new("annus-mirabilis", 1757, &scripts());
    header.format = format;
    let mut game = header.begin(scripts()).unwrap_or_else(|faults| panic!("{faults}"));
    seat_agents(&mut game, header.seed);
    game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    game
}

fn is_the_same_game(name: &str, format: RecordFormat) {
    let path = directory().join(format!("{name}.record"));
    let expected_path = path.with_extension("expect.json");
    let (record, position) = golden(&golden_game(format));
    if updating() && format == RecordFormat::default() {
        write(&path, &record);
        write(&expected_path, &position);
        return;
    }
    let differs = "if the rules, the scripts or the random agent were changed on purpose, run with UPDATE_RECORDS=1";
    let text = read(&path);
    let first = text.lines().zip(record.lines()).enumerate().find(|(_, (was, is))| was != is);
    if let Some((line, (was, is))) = first {
        panic!("{name}.record, line {}: it was `{was}` and now is `{is}`; {differs}", line + 1);
    }
    assert_eq!(text.len(), record.len(), "{name}.record is longer or shorter; {differs}");
    assert_eq!(read(&expected_path), position, "{name}.expect.json: {differs}");
    // Replayed from its text, without the agents, it is the same game.
    let replayed = play(name, &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!(golden(&replayed), (record, position));
}

#[test]
fn a_wrong_line_is_pointed_at() {
    let text = read(&directory().join("monongahela-1755.record"));
    let bent = text.replace("british march space:ohio-forks", "british march space:montreal");
    let faults = play("bent.record", &bent).err().expect("the march is not possible");
    assert!(faults.contains("record::does_not_fit") && faults.contains("british march space:montreal"), "{faults}");
    assert!(faults.contains("space:ohio-forks"), "the answers that would fit are named: {faults}");
}

#[test]
fn a_missing_card_is_pointed_at_in_its_line() {
    for (wrong, line) in [("hand french 1 99", 3), ("hand british 2\nhand french 1 2", 3), ("draw-pile 77", 3)] {
        let text = format!("wilderness-record 1\nscenario annus-mirabilis\n{wrong}\n");
        let faults = play("cards.record", &text).err().unwrap_or_else(|| panic!("{wrong} is accepted"));
        let at = text.lines().nth(line - 1).unwrap_or_default();
        assert!(faults.contains("card_not_there") && faults.contains(&format!("(at `{at}`)")), "{faults}");
    }
}

#[test]
fn a_wrong_expectation_is_pointed_at() {
    let path = directory().join("monongahela-1755.record");
    let game = play("x", &read(&path)).expect("plays");
    let expected = serde_json::json!({"vp": 2, "log": ["British win at Ohio Forks"], "pieces": {"dunbar": null}});
    let wrong = expect::differences(&expected, &expect::seen(&game));
    assert_eq!(wrong.len(), 3, "{wrong:?}");
}

/// The rows of the tables in a section of the README: the code words of the first column, and the whole row.
fn rows<'a>(readme: &'a str, section: &str) -> Vec<(Vec<&'a str>, &'a str)> {
    let start = readme.find(&format!("\n## {section}\n")).unwrap_or_else(|| panic!("no section `{section}`"));
    let section = &readme[start + 4..];
    let section = section.find("\n## ").map_or(section, |end| &section[..end]);
    let rows = section.lines().filter_map(|line| Some((line.strip_prefix("| ")?.split(" | ").next()?, line)));
    rows.map(|(first, line)| (first.split('`').skip(1).step_by(2).collect(), line)).collect()
}

#[test]
fn every_kind_word_and_line_is_documented() {
    let readme = read(&directory().join("README.md"));
    let (answers, chance) = (rows(&readme, "Answers"), rows(&readme, "Chance"));
    let (header, branches) = (rows(&readme, "The header"), rows(&readme, "Branches and bookmarks"));
    let begins = |rows: &[(Vec<&str>, &str)], words: &str| {
        rows.iter().any(|(codes, _)| codes.iter().any(|code| *code == words || code.starts_with(&format!("{words} "))))
    };
    let mut missing: Vec<String> = Vec::new();
    missing.extend(Ask::KINDS.iter().filter(|kind| !begins(&answers, kind)).map(|kind| format!("kind {kind}")));
    let offered = |token: &str| answers.iter().any(|(_, row)| row.contains(&format!("`{token}`")));
    missing.extend(
        Word::ALL.iter().copied().map(Word::token).filter(|word| !offered(word)).map(|word| format!("word {word}")),
    );
    let throws = Throw::ALL.iter().map(|throw| format!("roll {}", throw.kind()));
    let draws = Draw::ALL.iter().map(|draw| format!("draw {}", draw.kind()));
    missing.extend(throws.into_iter().chain(draws).filter(|line| !begins(&chance, line)));
    let elsewhere = |word: &str| match word {
        "french" | "british" => readme.contains("`SIDE` is `french` or `british`"),
        "roll" | "draw" => begins(&chance, word),
        "undone" => readme.contains("`undone roll KIND DIE`"),
        "named" => readme.contains("`named SIDE KIND piece:ID`"),
        "auto" => readme.contains("`auto SIDE WORD…`"),
        _ => begins(&header, word) || begins(&branches, word),
    };
    missing.extend(first_words::<War>().filter(|word| !elsewhere(word)).map(|word| format!("line {word}")));
    assert!(missing.is_empty(), "tests/records/README.md does not describe {missing:?}");
}

#[test]
fn every_choice_of_a_whole_game_is_documented_under_its_kind() {
    let readme = read(&directory().join("README.md"));
    let answers = rows(&readme, "Answers");
    let mut missing: BTreeSet<String> = BTreeSet::new();
    for (scenario, seed) in [("full-campaign", 3), ("annus-mirabilis", 5)] {
        for answer in random_game(scenario, seed).history() {
            let Answer::Choice { ask, choice, .. } = answer else { continue };
            let token = choice.token();
            let shape = token.split_once(':').map_or(format!("`{token}`"), |(shape, _)| format!("`{shape}:"));
            let row = answers.iter().find(|(kinds, _)| kinds.contains(&ask.kind()));
            if !row.is_some_and(|(_, row)| row.contains(&shape)) {
                missing.insert(format!("{} {token}", ask.kind()));
            }
        }
    }
    assert!(missing.is_empty(), "tests/records/README.md does not offer {missing:?}");
}

#[test]
fn the_example_in_the_readme_plays() {
    let readme = read(&directory().join("README.md"));
    let example = readme.split("```").nth(1).expect("a block of code");
    let game = play("README.md", example).unwrap_or_else(|faults| panic!("{faults}"));
    let expected = readme.split("```json").nth(1).and_then(|rest| rest.split("```").next()).expect("an expectation");
    let mut expected: serde_json::Value = serde_json::from_str(expected).expect("JSON");
    expected["log"] = serde_json::json!(["Dumas goes from Ohio Forks to Logstown"]);
    expected["pieces"]["44th"] = Value::Null;
    assert_eq!(expect::differences(&expected, &expect::seen(&game)), Vec::<String>::new());
}

// Records written by hand

/// A battle at Ohio Forks, without its dice.
fn monongahela() -> String {
    read(&directory().join("monongahela-1755.record"))
}

fn parse(text: &str) -> Record {
    Record::parse(&Source::new("x.record", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The code of a fault, and the text that it points at.
fn found(fault: &Fault) -> (&str, &str) {
    (fault.code(), fault.pointed())
}

#[test]
fn missing_dice_are_counted_and_refused_by_strict_replay() {
    let whole = monongahela();
    let all = parse(&whole).play_through(scripts(), None, true).expect("begins");
    assert_eq!((all.fault, all.dice_from_seed, all.draws_from_seed), (None, 0, 0));
    let rolls = whole.lines().filter(|line| line.starts_with("roll ")).count();
    assert!(rolls > 1, "the record has dice");
    let without: String =
        whole.lines().filter(|line| !line.starts_with("roll ")).map(|line| format!("{line}\n")).collect();
    let strict = parse(&without).play_through(scripts(), None, true).expect("begins");
    let fault = strict.fault.expect("a die is missing");
    assert_eq!(fault.code(), "record::does_not_fit");
    assert!(fault.message().contains("roll "), "{}", fault.message());
    assert!(fault.help_text().is_some_and(|help| help.contains("--strict")));
    assert!(!strict.game.log().is_empty(), "what happened up to there can be read");
    // Only the last line is missing: the fault points at the line before it.
    let (last, _) = whole.trim_end().rsplit_once("roll ").expect("a die");
    let cut = parse(last.trim_end()).play_through(scripts(), None, true).expect("begins");
    let fault = cut.fault.expect("the last die is missing");
    assert_eq!(fault.pointed(), last.trim_end().lines().last().unwrap_or_default());
    let loose = parse(last.trim_end()).play_through(scripts(), None, false).expect("begins");
    assert!(loose.fault.is_none() && loose.dice_from_seed > 0, "the seed gives what is missing");
}

#[test]
fn a_record_played_up_to_a_die_includes_the_die() {
    let text = monongahela();
    let record = parse(&text);
    let lines: Vec<&str> = text.lines().collect();
    let die = lines.iter().position(|line| line.starts_with("roll ")).expect("a die");
    let cut = record.play(scripts(), Some(record.answers_up_to(die))).expect("plays");
    let known: Vec<String> = cut.history().iter().map(Answer::line).collect();
    let next = known.get(record.answers_up_to(die)).expect("the die was rolled");
    assert!(lines[die].starts_with(next.as_str()), "{next} is not {}", lines[die]);
    assert_eq!(record.answers_up_to(0), 0);
    assert_eq!(record.answers_up_to(usize::MAX), record.len());
}

#[test]
fn a_fault_of_a_position_points_into_the_position_line() {
    let record =
        "scenario early-war\nseed 1\nposition {\"year\": 1756, \"pieces\": {\"dumas\": {\"at\": \"ohio-fork\"}}}\n";
    let faults = parse(record).play(scripts(), None).err().expect("no such space");
    let fault = faults.iter().next().expect("a fault");
    assert_eq!(found(fault), ("position::unknown_space", "\"ohio-fork\""));
    assert_eq!(fault.source_text().map(Source::name), Some("x.record"));
    assert!(fault.line().starts_with("x.record:3:"), "{}", fault.line());
    let misspelt = Source::new("x.record", record.replace("pieces", "peices"));
    let faults = Record::parse(&misspelt).expect_err("no such key");
    assert_eq!(faults.iter().map(found).collect::<Vec<_>>(), [("position::unknown_key", "\"peices\"")]);
    let open = Source::new("x.record", record.replace("}}}", "}}"));
    let faults = Record::parse(&open).expect_err("a bracket is missing");
    assert!(faults.iter().all(|fault| fault.line().starts_with("x.record:3:")), "{:?}", faults.iter().next());
}

#[test]
fn with_dice_of_the_players_a_missing_roll_does_not_end_the_game() {
    let text = "scenario annus-mirabilis\nrules 14.7\ndice table\nroll event 2\nbritish optional option:1\n";
    let faults = play("x", text).err().expect("the second roll is missing");
    assert!(faults.contains("roll event 1-6"), "{faults}");
    let whole = "scenario annus-mirabilis\nrules 14.7\ndice table\nroll event 2\nroll event 5\n";
    let game = play("x", whole).expect("plays");
    assert_eq!(pending(&game), "british optional");
}
