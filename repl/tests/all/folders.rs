//! What comes with a folder at the prompt: its tutorial, its sentences, the odds of its combats, and its words.

use crate::golden::{Talk, talk};
use std::path::Path;
use tempfile::{TempDir, tempdir};

const WAR: &str = "crown-and-league";

fn play(home: &Path, game: &str, seed: &str, lines: &str) -> Talk {
    talk(home, &["play", "--game", game, "--seed", seed, "--open-hands"], lines)
}

/// What a learner types, as a tutorial says.
fn typed(tutorial: &str) -> String {
    let tutorial: toml::Table = tutorial.parse().expect("a tutorial");
    let line = |step: &toml::Value| format!("{}\n", step["line"].as_str().expect("a line"));
    let mut lines = "tutorial\n".to_string();
    for step in tutorial["step"].as_array().expect("steps").iter().filter(|step| step.get("text").is_some()) {
        lines.extend(step.get("tries").and_then(toml::Value::as_array).into_iter().flatten().map(line));
        lines.push_str(&line(step));
    }
    lines
}

/// A block of the guide, which begins with this line.
fn block(begins: &str) -> String {
    let guide = concat!(env!("CARGO_MANIFEST_DIR"), "/../core/tabletop/README.md");
    let guide = std::fs::read_to_string(guide).expect("the guide");
    let at = guide.find(&format!("\n{begins}\n")).expect("a block");
    guide[at..].split("```").next().expect("its end").to_string()
}

/// The game of the guide with its tutorial, in a folder `race`.
fn race() -> TempDir {
    let home = tempdir().expect("a directory");
    for (file, begins) in
        [("game.toml", "# game.toml"), ("rules.rhai", "// rules.rhai"), ("tutorial.toml", "# tutorial.toml")]
    {
        wilderness_tests::write(home.path(), &format!("race/{file}"), &block(begins));
    }
    home
}

/// The chances that `odds` shows.
fn chances(said: &str) -> Vec<f64> {
    said.lines().filter_map(|line| line.split_once(" %  ")?.0.trim().parse().ok()).collect()
}

#[test]
fn who_types_what_the_tutorial_of_a_folder_says_comes_to_its_end() {
    let home = tempdir().expect("a directory");
    let file = format!("{}/../scenarios/folders/{WAR}/tutorial.toml", env!("CARGO_MANIFEST_DIR"));
    let lines = typed(&std::fs::read_to_string(file).expect("the tutorial"));
    let said = play(home.path(), WAR, "9", &lines);
    assert_eq!(said.code, 0, "{}", said.text);
    assert!(said.text.contains(": the end"), "{}", said.text);
    for line in lines.lines().skip(1) {
        assert!(said.text.contains(&format!("Type: {line}\n")), "the learner is told to type `{line}`: {}", said.text);
    }
    assert!(!chances(&said.text).is_empty(), "the learner asks for odds: {}", said.text);
    let other = play(home.path(), WAR, "9", "tutorial\nplay ambush for orders\n");
    assert!(other.code == 1 && other.text.contains("Tutorial 1/"), "{}", other.text);
}

#[test]
fn the_tutorial_of_the_guide_is_played_and_one_that_cannot_go_on_is_reported_by_its_line() {
    let home = race();
    let checked = talk(home.path(), &["check", "race"], "");
    assert_eq!(checked.code, 0, "{}", checked.text);
    let said = play(home.path(), "./race", "9", &typed(&block("# tutorial.toml")));
    assert!(said.code == 0 && said.text.contains(": the end"), "{}", said.text);
    let wrong = block("# tutorial.toml").replace("run to b2", "run to c2");
    wilderness_tests::write(home.path(), "race/tutorial.toml", &wrong.replace("line = \"c3\"", "line = \"a3\""));
    let checked = talk(home.path(), &["check", "race"], "");
    assert_eq!(checked.code, 0, "both are possible: {}", checked.text);
    wilderness_tests::write(home.path(), "race/tutorial.toml", &wrong.replace("run to c2", "run to c3"));
    let checked = talk(home.path(), &["check", "race", "--json"], "");
    let found: serde_json::Value = serde_json::from_str(&checked.text).expect("JSON");
    let line = wrong.lines().position(|line| line.starts_with("line = \"run")).expect("the line") + 1;
    assert_eq!((found[0]["line"].as_u64(), found[0]["code"].as_str()), (Some(line as u64), Some("tutorial::line")));
}

#[test]
fn a_sentence_that_begins_with_a_command_is_reported() {
    let home = race();
    let data = block("# game.toml").replace("run|walk", "show");
    wilderness_tests::write(home.path(), "race/game.toml", &data);
    std::fs::remove_file(home.path().join("race/tutorial.toml")).expect("removed");
    let checked = talk(home.path(), &["check", "race", "--json"], "");
    let found: serde_json::Value = serde_json::from_str(&checked.text).expect("JSON");
    assert_eq!((checked.code, found[0]["code"].as_str()), (1, Some("tabletop::sentence")), "{found}");
}

#[test]
fn a_folder_without_a_tutorial_says_so() {
    let home = race();
    std::fs::remove_file(home.path().join("race/tutorial.toml")).expect("removed");
    let said = play(home.path(), "./race", "1", "tutorial\n");
    assert_eq!(said.code, 1, "{}", said.text);
    assert!(!said.text.contains("Tutorial 1/"), "{}", said.text);
}

#[test]
fn a_sentence_answers_several_questions_or_none() {
    let answers = |lines: &str| {
        let home = tempdir().expect("a directory");
        let said = play(home.path(), WAR, "4", &format!("{lines}\nsave g.record\n"));
        let record = std::fs::read_to_string(home.path().join("g.record")).expect("a record");
        let given = record.lines().filter(|line| line.starts_with("crown ")).map(str::to_string);
        (said.text.clone(), given.collect::<Vec<_>>())
    };
    let (_, given) = answers("play the city guard for orders\nmove kingsholm without guard and the guns to greyford");
    let all = [
        "crown card card:city_guard",
        "crown use orders",
        "crown order order:kingsholm",
        "crown join join:guard-1",
        "crown join join:guns-3",
        "crown to to:greyford",
    ];
    assert_eq!(given, all);
    let (said, given) = answers("play city guard for orders\nmarch from kingsholm to marle");
    assert_eq!(given.len(), 2, "what cannot be done as a whole is not begun: {said}");
    let (_, given) = answers("play city guard for orders, march greyford to twinbridge, end");
    assert_eq!(given.last().map(String::as_str), Some("crown order end"), "sentences follow each other on a line");
    let (said, given) = answers("march from greyford to twinbridge\nplay city guard\nmarch greyford");
    assert!(given.is_empty(), "{said}");
}

#[test]
fn the_odds_of_a_combat_of_a_script_are_told_before_it_is_fought() {
    let home = tempdir().expect("a directory");
    let before = "play city guard for orders\nmarch greyford to twinbridge\nend\nplay forced march for orders\n\
                  march marle without horse to starhill\nplay good harvest for orders\n";
    let odds = |lines: &str| chances(&play(home.path(), WAR, "4", &format!("{before}{lines}")).text);
    let found = odds("odds march from twinbridge to marle\n");
    assert!(found.len() > 1 && (found.iter().sum::<f64>() - 100.0).abs() < 0.1, "{found:?}");
    assert_eq!(odds("march from twinbridge to marle\nodds\n"), found, "a trick can still be passed");
    let none = play(home.path(), WAR, "4", &format!("{before}odds march from thornkeep to coldpass\n"));
    assert_eq!(none.code, 1, "{}", none.text);
    let none = play(home.path(), "draughts", "4", "odds\n");
    assert_eq!(none.code, 1, "{}", none.text);
}

#[test]
fn chances_of_a_combat_stand_beside_the_choices_that_lead_to_it() {
    let home = tempdir().expect("a directory");
    let lines = "play city guard for orders\nmarch greyford to twinbridge\nend\nplay forced march for orders\n\
                 march marle without horse to starhill\nplay good harvest for orders\norder twinbridge\ngo\n";
    let said = play(home.path(), WAR, "4", lines).text;
    let menu = said.rsplit("\n\n").next().expect("the last question");
    let line = |name: &str| menu.lines().find(|line| line.contains(name)).expect("a place").to_string();
    assert!(line("Marle").contains('%'), "an army stands there: {menu}");
    assert!(!line("Aldwater").contains('%'), "nobody does: {menu}");
}

#[test]
fn a_folder_says_how_its_sides_are_spoken_of_and_what_time_it_is() {
    let home = tempdir().expect("a directory");
    let said =
        play(home.path(), WAR, "4", "play city guard for orders\nmarch greyford to twinbridge\nwhatif end\n").text;
    assert!(said.contains("Crown leads") && said.contains("Year 1"), "{said}");
    assert!(said.contains(" holds, "), "{said}");
    let said = play(home.path(), "draughts", "4", "whatif 9-13\n").text;
    assert!(said.contains(" White is "), "{said}");
}

#[test]
fn what_no_rule_asks_is_asked_and_refused_without_one() {
    let home = tempdir().expect("a directory");
    let said = play(home.path(), "draughts", "4", "1-5\nwhy 1-5\n9-13\nwhy 30-31\n").text;
    // The question of two turns, and three refusals; nothing but the seed and the licence stands in parentheses.
    let ends = |end: &str| said.lines().filter(|line| line.trim_end().ends_with(end)).count();
    assert_eq!((ends("where?"), ends("that"), said.matches(['(', ')']).count()), (2, 3, 4), "{said}");
    let said = play(home.path(), WAR, "4", "").text;
    assert!(said.contains("play? (2)"), "{said}");
}

#[test]
fn a_record_of_a_folder_is_taken_up_against_a_bot() {
    let home = tempdir().expect("a directory");
    let begun =
        play(home.path(), WAR, "4", "play city guard for orders\nmarch greyford to twinbridge\nsave g.record\n");
    assert_eq!(begun.code, 0, "{}", begun.text);
    let lines = "end\nsave h.record\n";
    for bot in ["random", "search:5"] {
        let said = talk(home.path(), &["play", "--load", "g.record", "--league", bot], lines);
        assert_eq!(said.code, 0, "{}", said.text);
        let record = std::fs::read_to_string(home.path().join("h.record")).expect("a record");
        assert!(record.lines().any(|line| line.split(" ").next() == Some("league")), "{record}");
        std::fs::remove_file(home.path().join("h.record")).expect("removed");
    }
}

#[test]
fn fortresses_of_a_folder_stand_on_the_map() {
    let home = tempdir().expect("a directory");
    let drawn = talk(home.path(), &["board", "--game", WAR, "--out", "board.svg"], "");
    assert_eq!(drawn.code, 0, "{}", drawn.text);
    let map = play(home.path(), WAR, "4", "show map\n").text;
    assert!(map.contains('*') && map.contains('#'), "{map}");
}
