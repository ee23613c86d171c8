//! The commands that play many games.

use super::golden::{golden, talk};
use assert_cmd::Command;
use std::fs::read_to_string;
use std::path::Path;
use tempfile::tempdir;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles, Header as BattleHeader};
use wilderness_engine::RecordFormat;
use wilderness_lab::series::Tested as _;
use wilderness_war::{Header, Scripts, War};

/// Runs the program in a directory, and says what it prints; it must end well.
pub fn done(directory: &Path, words: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let output = command.current_dir(directory).args(words.split_whitespace()).output().expect("it runs");
    let [out, errors] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "{words}: {out}{errors}");
    out.into_owned()
}

/// A command that ends badly, and what is complained of.
pub fn refused(directory: &Path, words: &str) -> String {
    let said = talk(directory, &words.split_whitespace().collect::<Vec<_>>(), "");
    assert_ne!(said.code, 0, "{words}: {}", said.text);
    format!("$ wilderness {words}\n{}\n\n", said.text.trim_end())
}

fn json(directory: &Path, words: &str) -> serde_json::Value {
    serde_json::from_str(&done(directory, words)).expect("JSON")
}

#[test]
fn the_same_seeds_give_the_same_rows_in_any_number_of_threads() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    for jobs in [1, 3] {
        done(
            at,
            &format!("simulate --games 12 --seed 5 --all-scenarios --random-rules --jobs {jobs} --out {jobs}.csv"),
        );
    }
    let rows = read_to_string(at.join("1.csv")).expect("rows");
    assert_eq!(rows, read_to_string(at.join("3.csv")).expect("rows"));
    assert_eq!(rows.lines().count(), 13);
    assert!(["early-war", "late-war", "full-campaign", "annus-mirabilis"].iter().all(|id| rows.contains(id)));
}

#[test]
fn all_battles_are_played_in_turn_as_each_is_alone() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "simulate --game battles --seeds 4..11 --all-scenarios --rules tactics,balk --out all.csv");
    let rows = read_to_string(at.join("all.csv")).expect("rows");
    for row in rows.lines().skip(1) {
        let fields: Vec<&str> = row.split(',').collect();
        let [seed, scenario, rules] = [1, 2, 3].map(|column| fields[column]);
        let rules = if rules.is_empty() { String::new() } else { format!("--rules {}", rules.replace(' ', ",")) };
        done(at, &format!("simulate --scenario {scenario} --seeds {seed}..{seed} {rules} --out alone.csv --force"));
        let alone = read_to_string(at.join("alone.csv")).expect("rows");
        let alone: Vec<&str> = alone.lines().last().expect("a row").split(',').collect();
        // All but the fingerprint of what the series starts from.
        assert_eq!((&alone[..7], &alone[8..]), (&fields[..7], &fields[8..]));
    }
    let with = |rule: &str, id: &str| rows.lines().any(|row| row.contains(rule) && row.contains(id));
    assert!(with("balk", "lake-george") && !with("balk", "carillon"), "{rows}");
    done(at, "simulate --game battles --games 12 --seed 5 --all-scenarios --random-rules --jobs 1 --out 1.csv");
    done(at, "simulate --game battles --games 12 --seed 5 --all-scenarios --random-rules --jobs 3 --out 3.csv");
    let rows = read_to_string(at.join("1.csv")).expect("rows");
    assert_eq!(rows, read_to_string(at.join("3.csv")).expect("rows"));
    assert!(["carillon", "fort-oswego", "lake-george", "quebec"].iter().all(|id| rows.contains(id)));
}

#[test]
fn games_with_other_kinds_of_chance_do_not_merge() {
    let (scripts, battles) = (Scripts::embedded().expect("scripts"), Battles::embedded().expect("battles"));
    let [one, two] = RecordFormat::ALL.map(|format| {
        let mut war = Header::default();
        war.common.format = format;
        war.common.scenario = "annus-mirabilis".into();
        let mut battle = BattleHeader::new("lake-george", 1, Default::default());
        battle.common.format = format;
        [War::setup(&war.into(), &scripts), FrenchAndIndianWarBattles::setup(&battle.into(), &battles)]
    });
    assert!(one.iter().zip(&two).all(|(one, two)| one != two), "{one:?} {two:?}");
}

#[test]
fn what_does_not_belong_together_does_not_merge() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "simulate --seeds 1..5 --out a.rows");
    done(at, "simulate --seeds 6..12 --out b.rows");
    let mut told = refused(at, "merge a.rows a.rows");
    done(at, "simulate --seeds 13..14 --handicap 2 --out d.rows");
    told += &refused(at, "merge a.rows d.rows");
    done(at, "simulate --seeds 13..14 --rules 14.4 --out r.rows");
    told += &refused(at, "merge a.rows r.rows");
    std::fs::write(at.join("empty.rows"), "").expect("a file");
    told += &refused(at, "merge a.rows empty.rows");
    // What is merged into one of the files, whatever it is called, would be lost.
    let before = read_to_string(at.join("a.rows")).expect("rows");
    for line in ["merge a.rows b.rows --out ./a.rows", "merge b.rows d.rows --out a.rows"] {
        told += &refused(at, line);
        assert_eq!(read_to_string(at.join("a.rows")).expect("rows"), before);
    }
    done(at, "simulate --seeds 13..14 --french greedy --out e.rows");
    told += &refused(at, "merge a.rows e.rows");
    done(at, "simulate --seeds 13..14 --out f.rows");
    told += &refused(at, "merge a.rows f.rows");
    assert!(done(at, "merge a.rows f.rows --incomplete").starts_with("7 games"));
    told += &refused(at, "merge a.rows f.rows --incomplete --out all.rows");
    done(at, "simulate --seeds 1..2 --out c.csv");
    told += &refused(at, "merge c.csv");
    told += &refused(at, "merge a.rows b.rows --markdown");
    // Rows of earlier versions of the program.
    std::fs::write(at.join("old.jsonl"), "{\"game\":\"war\",\"seed\":1}\n").expect("a file");
    told += &refused(at, "merge old.jsonl");
    // A run with other games does not go on with the rows of these.
    told += &refused(at, "simulate --seeds 1..5 --handicap 1 --out a.rows");
    told += &refused(at, "simulate --seeds 2..5 --out a.rows");
    told += &refused(at, "arena random random --out a.rows");
    assert_eq!(read_to_string(at.join("a.rows")).expect("rows"), before);
    done(at, "simulate --seeds 2..5 --out a.rows --force");
    assert_ne!(read_to_string(at.join("a.rows")).expect("rows"), before);
    golden("merge-refused", &told);
}

#[test]
fn a_game_of_a_simulation_is_played_again_from_its_seed() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "simulate --seeds 9..9 --scenario early-war --random-rules --out rows.jsonl");
    let row: serde_json::Value =
        serde_json::from_str(&read_to_string(at.join("rows.jsonl")).expect("rows")).expect("a row");
    let again = "replay --from-sim 9 --scenario early-war --random-rules";
    assert_eq!(json(at, &format!("{again} --json --save game.record"))["position"]["vp"], row["french_score"]);
    assert_eq!(json(at, "replay game.record --json")["position"]["vp"], row["french_score"]);
    assert!(done(at, &format!("{again} --to 3")).contains("points do"), "the bidding");
    assert!(refused(at, "replay").contains("--from-sim"));
}

#[test]
fn results_stand_with_their_intervals() {
    let at = tempdir().expect("a directory");
    let result = json(at.path(), "simulate --games 10 --json");
    let all = &result["results"]["all"];
    assert_eq!(all["games"], 10);
    let french = &all["wins"]["french"];
    let [low, share, high] = ["low", "share", "high"].map(|field| french[field].as_f64().expect("a number"));
    assert!(low < share && share < high, "{french}");
    assert!(all["scores"]["french"]["mean"]["plus_minus"].as_f64().is_some_and(|half| half > 0.0));
    assert_eq!(result["results"]["annus-mirabilis"], *all);
}

#[test]
fn an_arena_plays_both_sides_as_often() {
    let at = tempdir().expect("a directory");
    let result = json(at.path(), "arena random random --games 8 --json");
    assert_eq!((&result["all"]["games"], &result["sides"]["french"]["games"]), (&8.into(), &4.into()));
    let wins = ["french", "british"].map(|side| result["sides"][side]["wins"].as_u64().expect("a number"));
    assert_eq!(result["all"]["wins"], wins[0] + wins[1]);
    // The same agents from the same seeds: what one wins as a side the other wins too.
    let text = done(at.path(), "arena random random --games 8");
    assert!(text.contains("as French") && text.contains("of 8"), "{text}");
    // The seats go with the players when they exchange sides.
    let both = json(at.path(), "arena greedy random --rules 13.3 --games 20 --json");
    assert_eq!(both["all"]["wins"], 20, "{both}");
    assert!(refused(at.path(), "arena random nobody").contains("`nobody`"));
}

#[test]
fn a_remark_changes_nothing_and_points_for_an_event_do() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    wilderness_tests::copy_scripts(&at.join("b"));
    assert!(refused(at, "compare --scripts b").contains("A and B"));
    // A remark changes nothing.
    let remark = at.join("b/events/small_pox.rhai");
    std::fs::write(&remark, read_to_string(&remark).expect("a script") + "// A remark.\n").expect("a file");
    let same = json(at, "compare --scripts b --games 400 --json");
    assert_eq!(same["verdict"], "alike");
    assert!(same["pairs"].as_u64().is_some_and(|pairs| pairs < 400 && same["alike"] == pairs), "{same}");
    // Ten points to whoever plays a campaign are seen soon, and so is who does it more often.
    let file = at.join("b/events/indians_desert.rhai");
    let script = read_to_string(&file).expect("a script");
    let changed = script.replacen("fn play() {", "fn play() {\n    game.score(Side::FRENCH, 5, \"a trial\");", 1);
    assert_ne!(script, changed);
    std::fs::write(&file, changed).expect("a file");
    let other = json(at, "compare --scripts b --games 400 --json --svg plot.svg");
    assert_eq!(other["verdict"]["differs"], "french", "{other}");
    assert!(other["pairs"].as_u64().is_some_and(|pairs| pairs < 400), "{other}");
    let plot = read_to_string(at.join("plot.svg")).expect("a plot");
    assert!(plot.starts_with("<svg") && plot.contains("points, B"));
}

#[test]
fn rules_and_settings_are_compared_too() {
    let at = tempdir().expect("a directory");
    let points = json(at.path(), "compare --handicap 0 --handicap 3 --games 60 --json");
    assert_eq!(points["verdict"]["differs"], "french", "{points}");
    let few = done(at.path(), "compare --rules 14.4 --rules 14.2 --games 2 --margin 0.01");
    assert!(few.starts_with("A: rules 14.4\nB: rules 14.2\n"), "{few}");
    let few = json(at.path(), "compare --rules 14.4 --rules 14.2 --games 2 --margin 0.01 --json");
    assert!(few["verdict"]["too_small"].as_u64().is_some_and(|wanted| wanted > 2), "{few}");
    let refused = [
        "compare --rules 14.4 --rules 99.9 --games 2",
        "compare --rules 14.4 --games 2",
        "compare --handicap 0 --handicap 1 --handicap 2",
        "compare --handicap 0 --handicap 1 --margin 0",
        "compare --handicap 0 --handicap 1 --svg nowhere/plot.svg",
        "simulate --games 0",
    ];
    golden("compare-refused", &refused.map(|line| self::refused(at.path(), line)).concat());
}

#[cfg(unix)]
#[test]
fn whoever_reads_the_output_may_stop() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let at = tempdir().expect("a directory");
    let mut program = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    let mut child = program
        .args(["simulate", "--games", "2", "--events"])
        .current_dir(at.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let mut errors = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut errors).expect("text");
    child.wait().expect("it ends");
    assert!(!errors.contains("panicked"), "{errors}");
}

#[test]
fn a_table_takes_the_place_of_an_earlier_one_and_of_nothing_else() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    done(at, "simulate --games 2 --out a.csv");
    done(at, "simulate --games 2 --out a.rows");
    std::fs::hard_link(at.join("a.rows"), at.join("b.rows")).expect("a link");
    done(at, "merge a.rows --out c.jsonl");
    done(at, "simulate --games 1 --out c.jsonl");
    let rows = read_to_string(at.join("a.rows")).expect("rows");
    let mut told = refused(at, "merge a.rows --out b.rows --force");
    assert_eq!(read_to_string(at.join("a.rows")).expect("rows"), rows);
    std::fs::write(at.join("notes"), "Notes").expect("a file");
    told += &refused(at, "simulate --games 1 --out notes");
    told += &refused(at, "compare --games 1 --handicap 0 --handicap 1 --svg notes");
    assert_eq!(read_to_string(at.join("notes")).expect("notes"), "Notes");
    done(at, "simulate --games 1 --out notes --force");
    (0..2).for_each(|_| drop(done(at, "compare --games 2 --handicap 0 --handicap 1 --svg plot.svg")));
    (0..2).for_each(|_| drop(done(at, "api --format definitions --out api")));
    std::fs::write(at.join("api/game.d.rhai"), "// mine").expect("a file");
    told += &refused(at, "api --format definitions --out api");
    golden("output-refused", &told);
    let names = std::fs::read_dir(at).expect("a directory").flatten();
    let halves = names.filter(|entry| entry.file_name().to_string_lossy().ends_with(".part")).count();
    assert_eq!(halves, 0, "nothing stays half written");
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_is_played() {
    let at = tempdir().expect("a directory");
    let at = at.path();
    std::fs::write(at.join("notes"), "Notes").expect("a file");
    let lines = [
        "simulate --games 1 --records notes",
        "simulate --games 1 --records missing",
        "compare --margin 1e308 --handicap 0 --handicap 1",
        "simulate --games 1 --hand-size french=8 --hand-size french=7",
    ];
    golden("lab-refused", &lines.map(|line| refused(at, line)).concat());
}

#[test]
fn what_is_compared_is_named_in_lines_that_fit() {
    let at = tempdir().expect("a directory");
    let compared = done(
        at.path(),
        "compare --games 2 --scenario full-campaign --rules 14.1,14.2,14.3,14.4 --rules 14.1,14.2,14.3 --handicap 0 --handicap 1 --windows open \
         --windows holder --first-side french --first-side british",
    );
    let header = compared.lines().take_while(|line| !line.contains(" pairs "));
    assert!(header.clone().count() >= 2 && header.clone().all(|line| line.chars().count() <= 80), "{compared}");
}
