//! Battles on the command line: at the prompt, in the lab, and in content directories.

use super::golden::{Talk, commands, dialogue, dialogue_anywhere, golden, talk};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::path::Path;
use std::process::Output;

/// Runs the program in a directory.
fn run(at: &Path, arguments: &[&str], lines: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.current_dir(at).args(arguments).write_stdin(lines).output().expect("the program runs")
}

/// What it says, refusals with it.
fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr).replace('\n', " "))
}

/// Two regiments, Wolfe and a gun before Béarn and Montcalm.
fn position() -> Value {
    json!({"scenario": "quebec", "turn": 3, "phase": "bombardment", "phasing": "british", "units": {
        "15-foot": {"at": "1106"}, "wolfe": {"at": "1106"}, "ra-1": {"at": "1106"}, "58-foot": {"at": "1105"},
        "bearn": {"at": "1306"}, "montcalm": {"at": "1306"}, "guyenne": {"at": "1407"}}})
}

/// What is said to lines in that position.
fn say(lines: &str) -> Talk {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position().to_string()).expect("a file");
    dialogue(directory.path(), &["--position", "position.json", "--seed", "3"], lines)
}

#[test]
fn the_scenarios_of_both_games_have_ids_of_their_own() {
    let directory = tempfile::tempdir().expect("a directory");
    let listed = run(directory.path(), &["scenarios", "--json"], "");
    let listed: Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    let ids: Vec<&str> = listed.as_array().expect("a list").iter().filter_map(|one| one["id"].as_str()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert!(
        once.len() == ids.len()
            && ["annus-mirabilis", "carillon", "lake-george", "quebec"].iter().all(|id| ids.contains(id))
    );
}

#[test]
fn the_language_of_the_scripts_and_the_rules_are_listed() {
    let directory = tempfile::tempdir().expect("a directory");
    let language = text(&run(directory.path(), &["api", "--game", "battles"], ""));
    assert!(["roll_up_to", "entering", "objective"].iter().all(|word| language.contains(word)), "{language}");
    let rules = commands(directory.path(), &["rules"]);
    let shown = dialogue(directory.path(), &["--scenario", "quebec", "--seed", "1"], "rules\n");
    golden("rules", &(rules + shown.replies(&["rules"]).as_str()));
}

#[test]
fn a_content_directory_may_hold_scripts_alone() {
    let directory = tempfile::tempdir().expect("a directory");
    let scripts = directory.path().join("mine/scripts/battles");
    std::fs::create_dir_all(&scripts).expect("a directory");
    let script = "fn rule() { #{ name: \"Slow river\", about: \"Nobody comes.\" } }\nfn due(arrival) { }\n";
    std::fs::write(scripts.join("charles-river.rhai"), script).expect("a file");
    let arguments = ["play", "--content", "mine", "--scenario", "quebec", "--seed", "1"];
    let shown = text(&run(directory.path(), &arguments, "rules\n"));
    assert!(shown.contains("Slow river"), "{shown}");
    std::fs::write(scripts.join("charles-river.rhai"), "fn due(arrival) { game.brings(arrival); }").expect("a file");
    let checked = run(directory.path(), &["check", "mine"], "");
    let told = text(&checked);
    assert!(!checked.status.success() && told.contains("script::unknown_function"), "{told}");
    assert!(told.contains("charles-river.rhai:1:"), "{told}");
}

#[test]
fn a_player_turn_is_said_in_sentences() {
    let said = say("fire ra-1 at 1306\nmove 15-foot with wolfe to 1206\nmove 58th to 1205 by road\n\
                    move 58th foot to 1205\nattack 1306 with 15-foot, 58-foot\nrally all\n");
    golden("battle-a-player-turn", &said.text);
}

#[test]
fn a_sentence_is_done_whole_or_not_at_all() {
    let said = say("move 15-foot to 1206\nattack 1306 with 15-foot\nfire ra-1 at 1506\nfire ra-1 at 1306\n\
                    move 15-foot to 2006\nmove ra-1 to 1107\nshow\n");
    golden("battle-refused-sentences", &said.text);
}

#[test]
fn hexes_and_names_answer_and_whole_lines_are_taken_back() {
    let said = say("done\n58th, 1205, stop\nundo\nshow unit 58th\nwhy 58-foot\nwhy bearn\n");
    golden("battle-hexes-and-names", &said.text);
}

#[test]
fn an_attack_is_weighed_before_the_march() {
    let said = say("odds 1306 with 15-foot from 1206, 58-foot from 1205\nodds 1306 with 15-foot, 58-foot from 1206\n\
                    odds 1306 with 15-foot from\nodds 1306 with 15-foot from 1206 58-foot\nodds 1306 with all except 15-foot\n\
                    done\nmove 15-foot to 1206\nmove 58-foot to 1205\ndone\nodds 1306 with 15-foot, 58-foot\n");
    let before = said.reply("odds 1306 with 15-foot from 1206, 58-foot from 1205");
    assert!(before.contains("15-foot") || before.contains("in 1206"), "{before}");
    let figures =
        |text: &str| text.lines().skip(1).take_while(|line| !line.contains("Assumed")).collect::<Vec<_>>().join("\n");
    assert_eq!(figures(before), figures(said.reply("odds 1306 with 15-foot, 58-foot")));
    for refused in [
        "odds 1306 with 15-foot, 58-foot from 1206",
        "odds 1306 with 15-foot from",
        "odds 1306 with all except 15-foot",
    ] {
        assert!(said.reply(refused).contains("no: "), "{refused}: {}", said.reply(refused));
    }
    // Where a unit has still to march, the odds say from where it is assumed to attack.
    let assumed = said.reply("odds 1306 with 15-foot from 1206 58-foot");
    assert!(assumed.contains("1205"), "{assumed}");
}

#[test]
fn odds_are_exact_and_say_what_becomes_of_everybody() {
    let said = say("odds ra-1 at 1306\ndone\nmove 15-foot to 1206\nmove 58-foot to 1205\ndone\n\
                    odds 1306 with 15-foot, 58-foot\nodds 1306 with 15-foot, ra-1\nodds 1407 with 58-foot\n");
    // Strength 3 less nothing at two hexes: the column of the table as it is.
    let asked = ["odds ra-1 at 1306", "odds 1306 with 15-foot, 58-foot", "odds 1306 with 15-foot, ra-1"];
    golden("battle-odds", &said.replies(&[&asked[..], &["odds 1407 with 58-foot"]].concat()));
}

#[test]
fn the_field_is_looked_at() {
    let lines = "show map list\nshow units\nshow victory\nshow 0403\nlos 1106 1306\nlos 1006 1306\nreach 15-foot\n\
                 threats 1306\nwhatif done\nhelp\nhelp 9.2\nhelp retreat\nhelp 99\nshow nonsense\n";
    golden("battle-looked-at", &say(lines).replies(&lines.lines().collect::<Vec<_>>()));
}

#[test]
fn the_tutorial_goes_to_its_end() {
    let lines = "tutorial\ndone\nfire ra-1 at 1306\nmove 15-foot with wolfe to 1206\nmove 58-foot to 1205\n\
                 attack 1306 with 15-foot, 58-foot\nrally all\n";
    golden("battle-tutorial", &dialogue_anywhere(&["--scenario", "quebec", "--seed", "1"], lines).text);
}

#[test]
fn a_battle_is_saved_and_taken_up_and_belongs_to_its_game() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    run(at, &["play", "--scenario", "lake-george", "--seed", "7", "--british", "greedy"], "1\n1\nsave b.record\n");
    let record = std::fs::read_to_string(at.join("b.record")).expect("a record");
    assert!(record.contains("game battles\nscenario lake-george\nseed 7\n"), "{record}");
    let again = text(&run(at, &["play", "--load", "b.record"], "show\nnew quebec seed 5\n"));
    assert!(again.contains("Lake George") && again.contains("\nQuebec, "), "{again}");
    let refused = text(&run(at, &["play", "--scenario", "lake-george", "--handicap", "3"], ""));
    assert!(refused.contains("--handicap") && refused.contains("no effect"), "{refused}");
    let rules = ["--scenario", "lake-george", "--rules", "balk,tactics"];
    let options = dialogue(at, &rules, "rules\n");
    let listed = options.reply("rules").to_string();
    assert!(listed.contains("balk [on]") && listed.contains("tactics [on]"), "{listed}");
    let unknown = run(at, &["play", "--scenario", "quebec", "--rules", "snow"], "");
    assert!(unknown.status.code() == Some(2) && text(&unknown).contains("`snow`"), "{}", text(&unknown));
}

#[test]
fn a_new_game_may_be_of_the_other_kind_and_takes_the_same_options() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    std::fs::write(at.join("position.json"), position().to_string()).expect("a file");
    let lines = "new lake-george --rules balk --seed 7\nrules\nnew late --seed 3\nnew quebec\n\
                 new --position position.json --seed 3\nfire ra-1 at 1306\nnew --preset tournament\n\
                 new --position position.json --seed 3\ndone\n58th, 1205, stop\nsave b.record\n";
    let said = run(at, &["play", "--scenario", "early-war", "--seed", "1", "--french", "greedy"], lines);
    let said = text(&said);
    let mut rest = said.as_str();
    for expected in [
        "— Early War",
        "— Lake George",
        "balk [on]",
        "— Late War",
        "— Quebec",
        "Royal Artillery 1",
        "— Annus Mirabilis",
        "— Quebec",
        "b.record",
    ] {
        let found = rest.find(expected);
        rest = &rest[found.unwrap_or_else(|| panic!("{expected}: {said}"))..];
    }
    assert!(std::fs::read_to_string(at.join("b.record")).is_ok_and(|record| record.contains("game battles\n")));
}

#[test]
fn a_new_game_that_cannot_begin_leaves_the_present_one_on_the_table() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let lines = "new lake-gorge\nnew quebec --handicap 2\nnew lake --seed x\nshow hand\n";
    let said = dialogue(at, &["--scenario", "annus-mirabilis", "--seed", "1"], lines);
    golden("new-game-refused", &said.replies(&lines.lines().take(3).collect::<Vec<_>>()));
    assert!(said.reply("show hand").contains("French · ") && !said.text.contains("Battles —"), "{}", said.text);
    assert_eq!(said.code, 1, "lines were refused");
    let said = text(&run(at, &["play", "--scenario", "quebec", "--seed", "1"], "new annus --rules snow\nshow units\n"));
    assert!(said.contains("`snow`") && said.contains("15th Foot"), "{said}");
    // The file of an autosave holds the game that it began with.
    let autosaved = ["play", "--scenario", "annus-mirabilis", "--seed", "1", "--autosave", "a.record"];
    let output = run(at, &autosaved, "1\nnew quebec --seed 2\n1\n");
    let record = std::fs::read_to_string(at.join("a.record")).expect("a record");
    assert!(record.contains("annus-mirabilis\n") && !output.status.success(), "{}", text(&output));
}

#[test]
fn a_side_is_briefed_where_its_turn_begins_and_nowhere_else() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let mut placed = position();
    placed["units"]["15-foot"]["disordered"] = true.into();
    placed["dp"] = json!({ "french": 5 });
    std::fs::write(at.join("position.json"), placed.to_string()).expect("a file");
    // The greeting ends with the briefing of the British.
    let said = talk(at, &["play", "--position", "position.json", "--seed", "3"], "done\ndone\ndone\n");
    assert_eq!(said.text.matches("\nscore ").count(), 2, "one at each turn: {}", said.text);
    golden("battle-briefings", &said.text);
}

#[test]
fn figures_change_while_a_battle_is_played() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let units = at.join("my/scenarios/battles/units");
    std::fs::create_dir_all(&units).expect("a directory");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/battles/units/quebec.toml");
    let changed = std::fs::read_to_string(program).expect("a file").replace("cf = 4", "cf = 8");
    std::fs::write(units.join("quebec.toml"), changed).expect("a file");
    std::fs::write(at.join("position.json"), position().to_string()).expect("a file");
    let play = ["--content", "my", "--position", "position.json", "--seed", "3"];
    let said = dialogue(at, &play, "show unit 58-foot\nreload\nwatch on\n");
    assert!(said.code == 0 && said.reply("show unit 58-foot").contains("8-2"), "{}", said.text);
    let checked = run(at, &["check", "my", "--no-trial"], "");
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked));
    std::fs::write(units.join("quebec.toml"), "units = [{ id = \"x\" }]\n").expect("a file");
    let checked = run(at, &["check", "my", "--no-trial"], "");
    let told = text(&checked);
    assert!(checked.status.code() == Some(1) && told.contains("::missing_key") && told.contains("`name`"), "{told}");
}

#[test]
fn many_battles_are_played_and_compared() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    let greedy = ["--french", "greedy", "--british", "greedy"];
    let simulated =
        run(at, &[&["simulate", "--scenario", "lake-george", "--games", "6", "--events"], &greedy[..]].concat(), "");
    assert!(text(&simulated).contains("6 games") && text(&simulated).contains("lake-george"), "{}", text(&simulated));
    let options = ["simulate", "--scenario", "quebec", "--random-rules", "--games", "4", "--json"];
    let random: Value = serde_json::from_slice(&run(at, &options, "").stdout).expect("JSON");
    assert_eq!((&random["results"]["quebec"]["games"], &random["results"]["quebec"]["errors"]), (&4.into(), &0.into()));
    let options = ["arena", "greedy", "random", "--scenario", "lake-george", "--games", "6", "--json"];
    let arena: Value = serde_json::from_slice(&run(at, &options, "").stdout).expect("JSON");
    assert_eq!((&arena["all"]["games"], &arena["sides"]["british"]["games"]), (&6.into(), &3.into()));
    let units = at.join("my/scenarios/battles/units");
    std::fs::create_dir_all(&units).expect("a directory");
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/battles/units/lake-george.toml");
    let militia = std::fs::read_to_string(program).expect("a file");
    let better = militia.lines().map(|line| match line.contains("type = \"militia\"") {
        true => line.replace("rally = 1", "rally = 2"),
        false => line.to_string(),
    });
    std::fs::write(units.join("lake-george.toml"), better.collect::<Vec<_>>().join("\n")).expect("a file");
    let compare = ["compare", "--scenario", "lake-george", "--content", "my", "--games", "10", "--json"];
    let compared: Value = serde_json::from_slice(&run(at, &[&compare[..], &greedy].concat(), "").stdout).expect("JSON");
    assert_eq!(compared["pairs"], 10);
    let lines = "compare 4\nrules burning on\n";
    let said = dialogue(at, &["--scenario", "lake-george", "--content", "my", "--seed", "7"], lines);
    // No battle begins from the middle of a set-up.
    let from = "A: the built-in scripts, B: the current ones; greedy bots, from the beginning,";
    assert!(said.reply("compare 4").starts_with(from), "{}", said.text);
    assert!(said.reply("rules burning on").contains("burning [on]"), "{}", said.text);
    let same = run(at, &["compare", "--scenario", "lake-george", "--games", "4"], "");
    assert!(same.status.code() == Some(2) && text(&same).contains("A and B"), "{}", text(&same));
}

#[test]
fn positions_of_battles_are_inspected_and_counted() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    std::fs::write(at.join("position.json"), position().to_string()).expect("a file");
    std::fs::write(at.join("list.json"), json!([{"id": "one", "position": position()}]).to_string()).expect("a file");
    let one: Value = serde_json::from_slice(&run(at, &["inspect", "list.json", "--json"], "").stdout).expect("JSON");
    assert_eq!((&one[0]["id"], &one[0]["targets"]["ra-1"]["fire"]["1306"]), (&"one".into(), &3.into()));
    // Text is what people read: no braces and quotes.
    let told = text(&run(at, &["inspect", "list.json", "--text"], ""));
    assert!(told.contains("outcome\n  level: ") && told.contains("id: one") && !told.contains(['{', '"']), "{told}");
    let los: Value = serde_json::from_slice(&run(at, &["inspect", "--los", "quebec"], "").stdout).expect("JSON");
    assert_eq!((&los["map"], &los["range"]), (&"quebec".into(), &6.into()));
    let counted: Value =
        serde_json::from_slice(&run(at, &["perft", "position.json", "--depth", "1", "--json"], "").stdout)
            .expect("JSON");
    assert_eq!(counted["sequences"], 2, "{counted}");
}

#[test]
fn the_bot_sets_up_what_a_player_does_not_want_to() {
    // The French column comes then, and nobody is left to be set up.
    let told = dialogue_anywhere(&["--scenario", "lake-george", "--seed", "3"], "15\nplace all\nplace all\n");
    golden("battle-placed-by-the-bot", &told.text);
}

#[test]
fn exit_takes_a_unit_off_the_map_where_that_is_offered_and_does_not_end_the_program() {
    let beaten = json!({"scenario": "quebec", "turn": 10, "phase": "movement", "phasing": "french", "units": {
        "q-cr": {"at": "2301"}, "la-sarre": {"at": "2306"}, "wolfe": {"at": "1607"}, "15-foot": {"at": "1607"}},
        "dp": {"french": 40, "british": 9}});
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), beaten.to_string()).expect("a file");
    let said = dialogue(directory.path(), &["--position", "position.json", "--seed", "3"], "q-cr\nexit\nexit\n");
    assert_eq!(said.code, 0);
    golden("exit-where-it-is-offered", &said.text);
}

#[test]
fn the_questions_of_an_attack_did_not_show_who_stands_there_nor_who_must_attack() {
    let mut position = position();
    position["phase"] = json!("movement");
    position["units"]["guyenne"] = json!({ "at": "1305" });
    position["units"]["58-foot"] = json!({ "at": "1205" });
    position["units"]["15-foot"] = json!({ "at": "1206" });
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position.to_string()).expect("a file");
    let arguments = ["--position", "position.json", "--seed", "3"];
    let lines = "done\nwhy done\nwhy 0101\n1306\n58th\nwhy 35-foot\ndeclare\n";
    golden("battle-declared", &dialogue(directory.path(), &arguments, lines).text);
}

#[test]
fn a_battle_could_not_be_conceded_at_the_prompt() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("position.json"), position().to_string()).expect("a file");
    let arguments = ["--position", "position.json", "--seed", "3", "--french", "greedy"];
    let lines = "concede\nconcede nothing\nra-1\nconcede decisive\nundo\nconcede decisive\n";
    golden("battle-conceded", &dialogue(directory.path(), &arguments, lines).text);
    let lines = "concede marginal\nsubstantive\nno\nconcede substantive\nyes\n";
    golden("battle-conceded-to-a-person", &dialogue(directory.path(), &arguments[..4], lines).text);
}

#[test]
fn a_batch_of_positions_with_a_fault_did_not_say_which_is_wrong() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut full = position();
    full["units"]["58-foot"] = json!({ "at": "1106" });
    let batch = json!([{ "id": "sound", "position": position() }, { "id": "full", "position": full }]);
    std::fs::write(directory.path().join("batch.json"), batch.to_string()).expect("a file");
    golden("battle-positions-refused", &commands(directory.path(), &["inspect batch.json"]));
}

#[test]
fn a_replay_asks_with_the_names_of_units() {
    let directory = tempfile::tempdir().expect("a directory");
    dialogue(directory.path(), &["--scenario", "lake-george", "--seed", "5"], "15\n16\nsave a.record\n");
    let told = text(&run(directory.path(), &["replay", "a.record", "--to", "1"], ""));
    assert!(told.contains("Where do you set up Massachusetts, ") && !told.contains("mass-"), "{told}");
}
