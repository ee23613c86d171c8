//! Content of one's own: scenarios in files, content directories, overlays.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use wilderness_tests::write;

const SKIRMISH: &str = r#"
id = "skirmish"
name = "Skirmish on the Great Lakes"
first_year = 1757
last_year = 1757
cards = ["1..62"]
hand_size = { french = 6, british = 6 }
vp = 2

[setup.at]
niagara = ["joncaire", "bearn"]
"#;

/// Runs the program in a directory with lines for the prompt.
fn run(at: &Path, arguments: &str, lines: &str) -> Output {
    let file = at.join("lines.txt");
    std::fs::write(&file, lines).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wilderness"));
    command.current_dir(at).args(arguments.split(' ')).stdin(Stdio::from(std::fs::File::open(file).expect("a file")));
    command.output().expect("it runs")
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_scenario_is_played_from_its_file_from_a_preset_and_with_new() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    write(at, "skirmish.toml", SKIRMISH);
    write(at, "club.toml", "about = \"ours\"\nscenario = \"skirmish.toml\"\n");
    let title = "Skirmish on the Great Lakes, 1757 (seed 7)\n";
    assert!(text(&run(at, "play --scenario ./skirmish.toml --seed 7", "save a.record\n")).contains(title));
    assert!(text(&run(at, "play --preset club.toml --seed 7", "")).contains(title));
    let again = text(&run(at, "play --seed 3", "new ./skirmish.toml seed 7\nnew seed 8\nnew nowhere\n"));
    assert!(again.contains(title) && again.contains("1757 (seed 8)"), "{again}");
    assert!(again.contains("scenario::unknown") && again.contains("`nowhere`"), "{again}");
    std::fs::remove_file(at.join("skirmish.toml")).expect("a file");
    let replayed = run(at, "replay a.record --json", "");
    assert!(text(&replayed).contains("\"vp\": 2"), "{}", text(&replayed));
    let taken_up = text(&run(at, "play --load a.record", "new seed 8\n"));
    assert!(taken_up.contains("Great Lakes") && taken_up.contains("(seed 8)"), "{taken_up}");
}

#[test]
fn an_overlay_is_listed_checked_and_reloaded() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    write(at, "my/content.toml", "game = \"war\"\nbase = \"war\"\n");
    write(at, "my/scenarios/skirmish.toml", SKIRMISH);
    let listed = run(at, "scenarios --content my --json", "");
    let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
    assert_eq!(listed[0]["id"], "annus-mirabilis");
    assert_eq!((&listed[0]["from"], &listed[4]["from"]), (&"program".into(), &"my/scenarios/skirmish.toml".into()));
    assert_eq!((&listed[4]["id"], &listed[4]["first_year"]), (&"skirmish".into(), &1757.into()));
    let told = text(&run(at, "simulate --content my --scenario skirmish --games 3 --jobs 2", ""));
    assert!(told.contains("3 games"), "{told}");
    assert_eq!(run(at, "check my --no-trial", "").status.code(), Some(0));
    write(at, "my/scenarios/skirmish.toml", &SKIRMISH.replace("\"1..62\"", "\"1..62\", 99"));
    let checked = run(at, "check my --no-trial", "");
    assert!(
        checked.status.code() == Some(1) && text(&checked).contains("skirmish.toml:") && text(&checked).contains(" 99"),
        "{}",
        text(&checked)
    );
    let unknown = run(at, "play --content my --scenario skirmsh", "");
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown).contains("`skirmish`"), "{}", text(&unknown));
}

#[test]
fn a_file_that_a_preset_names_is_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    write(at, "my/content.toml", "base = \"war\"\n");
    write(at, "my/scenarios/presets/club.toml", "about = \"ours\"\nscenario = \"../../skirmish.toml\"\n");
    write(at, "my/skirmish.toml", SKIRMISH);
    assert_eq!(run(at, "check my --no-trial", "").status.code(), Some(0));
    let named = "check my/scenarios/presets/club.toml --no-trial";
    assert_eq!(run(at, named, "").status.code(), Some(0), "{}", text(&run(at, named, "")));
    write(at, "my/skirmish.toml", &SKIRMISH.replace("\"1..62\"", "99"));
    let checked = run(at, named, "");
    assert!(checked.status.code() == Some(1) && text(&checked).contains("99"), "{}", text(&checked));
    let checked = run(at, "check my --no-trial", "");
    assert!(checked.status.code() == Some(1) && text(&checked).contains("99"), "{}", text(&checked));
    std::fs::remove_file(at.join("my/skirmish.toml")).expect("a file");
    let checked = run(at, "check my --no-trial", "");
    assert!(checked.status.code() == Some(1) && text(&checked).contains("skirmish.toml"), "{}", text(&checked));
}

#[test]
fn a_record_carries_scripts_whatever_their_files_are_called() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    write(at, "my/content.toml", "base = \"war\"\n");
    write(at, "my/scripts/lib/our own help.rhai", "fn ours() { 1 }\n");
    write(at, "my/scripts/lib/our #2 help.rhai", "fn more() { 2 }\n");
    let saved = text(&run(at, "play --content my --seed 7", "save a.record\n"));
    assert!(saved.contains("a.record"), "{saved}");
    let record = std::fs::read_to_string(at.join("a.record")).expect("a record");
    assert!(record.contains("lib/our%20own%20help.rhai ") && record.contains("our%20%232%20help"), "{record}");
    let again = text(&run(at, "play --load a.record", "save b.record\n"));
    assert!(again.contains("b.record"), "{again}");
    assert_eq!(std::fs::read_to_string(at.join("b.record")).expect("a record"), record);
}

#[test]
fn the_greeting_names_the_directories_that_the_content_comes_from() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    write(at, "mine/content.toml", "base = \"war\"\n");
    write(at, "mine/scenarios/skirmish.toml", SKIRMISH);
    let out = text(&run(at, "play --content mine --scenario skirmish", ""));
    assert!(out.contains(" in mine ("), "{out}");
    let out = text(&run(at, "play", ""));
    assert!(out.contains("built-in"), "{out}");
}

/// A directory with a battle of its own, which is another's under another id.
fn own_battle(at: &Path, directory: &str) {
    let built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios/battles/lake-george.toml");
    let text = std::fs::read_to_string(built_in).expect("a battle");
    let text = text.replacen("id = \"lake-george\"", "id = \"my-battle\"", 1);
    write(at, &format!("{directory}/scenarios/battles/my-battle.toml"), &text);
}

#[test]
fn a_battle_of_ones_own_replays_where_its_files_are_not() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    own_battle(at, "c1");
    let played = text(&run(at, "play --content c1 --scenario my-battle --seed 3", "1\nsave mine.record\n"));
    assert!(played.contains("mine.record"), "{played}");
    std::fs::remove_dir_all(at.join("c1")).expect("a directory");
    let replayed = run(at, "replay mine.record", "");
    assert!(replayed.status.success(), "{}", text(&replayed));
    let resumed = text(&run(at, "play --load mine.record", "save again.record\n"));
    assert!(resumed.contains("again.record"), "{resumed}");
    let [first, second] =
        ["mine.record", "again.record"].map(|name| std::fs::read_to_string(at.join(name)).expect("it"));
    assert_eq!(first, second);
}

#[test]
fn a_directory_with_battles_alone_is_listed_based_on_another_and_checked() {
    let directory = tempfile::tempdir().expect("a directory");
    let at = directory.path();
    own_battle(at, "c1");
    write(at, "c3/content.toml", "base = \"../c1\"\n");
    for content in ["c1", "c3"] {
        let listed = run(at, &format!("scenarios --content {content} --json"), "");
        let listed: serde_json::Value = serde_json::from_slice(&listed.stdout).expect("JSON");
        let all = listed.as_array().expect("a list");
        let from =
            |id: &str| all.iter().find(|one| one["id"] == id).map(|one| one["from"].as_str().unwrap_or_default());
        assert!(
            from("my-battle").is_some_and(|from| from.ends_with("c1/scenarios/battles/my-battle.toml")),
            "{listed}"
        );
        assert_eq!((from("quebec"), from("early-war")), (Some("program"), Some("program")));
        let played = text(&run(at, &format!("play --content {content} --scenario my-battle --seed 3"), ""));
        assert!(played.contains("The battles are those in c"), "{played}");
        assert_eq!(text(&run(at, &format!("check {content}"), "")), "no faults found\n");
    }
    write(at, "c1/scripts/battles/relief.rhai", "fn due(arrival) { game.brings(arrival); }");
    for path in ["c1/scripts/battles/relief.rhai", "c1/scripts/battles", "c1/scenarios/battles", "c1", "c3"] {
        let checked = run(at, &format!("check {path}"), "");
        let told = text(&checked);
        assert!(checked.status.code() == Some(1) && told.contains("script::unknown_function"), "{path}: {told}");
        assert!(!told.contains("deck.toml"), "{path}: {told}");
    }
}

#[test]
fn a_directory_in_which_no_game_has_anything_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::create_dir(directory.path().join("empty")).expect("a directory");
    for arguments in ["play --content empty", "play --scripts empty", "scenarios --content empty"] {
        let refused = run(directory.path(), arguments, "");
        assert!(refused.status.code() == Some(2) && text(&refused).contains("content::nothing"), "{}", text(&refused));
    }
}
