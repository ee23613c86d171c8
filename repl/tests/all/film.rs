//! Films: one page for each, with nothing from elsewhere.

use assert_cmd::Command;
use std::path::Path;

fn wilderness() -> Command {
    Command::cargo_bin("wilderness").expect("the program is built")
}

fn record(name: &str) -> String {
    format!("{}/../tests/records/{name}.record", env!("CARGO_MANIFEST_DIR"))
}

fn filmed(record: &str, more: &[&str], file: &Path) -> String {
    wilderness().args(["replay", record, "--html"]).arg(file).args(more).assert().success();
    std::fs::read_to_string(file).expect("a page")
}

/// The data of a page.
pub(crate) fn data(page: &str) -> serde_json::Value {
    let text = page.split("type=\"application/json\">").nth(1).and_then(|rest| rest.split("</script>").next());
    serde_json::from_str(text.expect("data")).expect("JSON")
}

#[test]
fn a_whole_game_is_one_page_below_3_mb() {
    let directory = tempfile::tempdir().unwrap();
    let page = filmed(&record("golden-annus-mirabilis"), &[], &directory.path().join("film.html"));
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    assert_eq!(page.matches("class=\"board\"").count(), 1, "the map is stored once");
    let film = data(&page);
    let frames = film["frames"].as_array().unwrap();
    let text = |frame: &serde_json::Value| frame["news"][0][1].as_str().unwrap_or_default().to_string();
    let cards = frames.iter().filter(|frame| text(frame).contains("play")).count();
    assert!(frames.len() > 60 && cards > 40, "{} frames, {cards} cards", frames.len());
    assert!(frames.iter().any(|frame| text(frame).starts_with("battle ")), "battles are frames");
}

#[test]
fn each_frame_holds_only_what_changes_and_all_of_it() {
    let directory = tempfile::tempdir().unwrap();
    let film = data(&filmed(&record("golden-annus-mirabilis"), &[], &directory.path().join("film.html")));
    let (slots, fragments) = (film["slots"].as_array().unwrap(), film["fragments"].as_array().unwrap());
    let mut shown = vec![-1; slots.len()];
    for (number, frame) in film["frames"].as_array().unwrap().iter().enumerate() {
        for change in frame["changes"].as_array().unwrap() {
            let (slot, look) = (change[0].as_u64().unwrap() as usize, change[1].as_i64().unwrap());
            assert_ne!(shown[slot], look, "frame {number} changes part {slot} to what it is");
            assert!(look < fragments.len() as i64);
            shown[slot] = look;
        }
    }
}

#[test]
fn a_page_loads_nothing_and_runs_no_script_but_its_own() {
    let directory = tempfile::tempdir().unwrap();
    let page = filmed(&record("early-season-1757"), &["--as", "french"], &directory.path().join("film.html"));
    assert!(page.contains("default-src 'none'; script-src 'sha256-"), "{}", &page[..600]);
    for elsewhere in ["src=", "@import", "url(http", "<link", "<iframe", "fetch("] {
        assert!(!page.contains(elsewhere), "{elsewhere}");
    }
    let addresses = page.matches("http").count() - page.matches("http://www.w3.org/2000/svg").count();
    assert_eq!(addresses, page.matches("http-equiv").count(), "only the names of formats");
    assert!(!page.contains("onclick=\"") && !page.contains("javascript:"));
}

#[test]
fn an_unfinished_game_is_filmed_for_one_side() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("film.html");
    let refused = wilderness().args(["replay", &record("early-season-1757"), "--html"]).arg(&file).assert().code(2);
    let said = String::from_utf8(refused.get_output().stderr.clone()).unwrap();
    assert!(said.contains("--as french") && said.contains("--as british"), "{said}");
    assert!(!file.exists());
    let film = data(&filmed(&record("early-season-1757"), &["--as", "british"], &file));
    for frame in film["frames"].as_array().unwrap() {
        let hands = frame["hands"].to_string();
        assert!(!hands.contains("French:"), "{hands}");
    }
    assert!(film["frames"].to_string().contains("British: "));
}

#[test]
fn a_film_replaces_nothing_but_films() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("notes.html");
    std::fs::write(&file, "my notes").unwrap();
    let run = |more: &[&str]| {
        let mut command = wilderness();
        command.args(["replay", &record("early-season-1757"), "--as", "french", "--html"]).arg(&file).args(more);
        command.assert()
    };
    run(&[]).code(2);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "my notes");
    run(&["--force"]).success();
    run(&[]).success();
}

#[test]
fn a_battle_has_a_film_too() {
    let directory = tempfile::tempdir().unwrap();
    let (record, file) = (directory.path().join("battle.record"), directory.path().join("film.html"));
    let lines = format!("save {}\nquit\n", record.display());
    let bots = ["--french", "greedy", "--british", "greedy"];
    let mut play = wilderness();
    play.args(["play", "--scenario", "lake-george", "--seed", "3"]).args(bots).current_dir(directory.path());
    play.write_stdin(lines).assert().success();
    let film = data(&filmed(record.to_str().unwrap(), &["--as", "french"], &file));
    let frames = film["frames"].as_array().unwrap();
    assert!(frames.len() > 10, "{} frames", frames.len());
    let moved = frames.iter().filter(|frame| frame["news"].to_string().contains(" moves to ")).count();
    assert!(moved > 4, "{moved} frames with movement");
}

/// Two games that differ in one British card, which is not played: with the one the British may respond to what
/// happens, with the other nobody asks them.
fn asked_or_not(directory: &Path) -> [std::path::PathBuf; 2] {
    let position = r#"{"year":1757,"vp":4,"pieces":{"marin":{"at":"ticonderoga"},"rogers":{"at":"hudson-carry-south"},
        "new-hampshire":{"at":"albany"},"montcalm":{"at":"quebec"},"languedoc":{"at":"ticonderoga"},
        "rigaud":{"at":"ticonderoga"},"massachusetts-1":{"at":"hudson-carry-south"}},
        "fortifications":{"french":{"forts":["ticonderoga"]},"british":{"forts":["hudson-carry-south"]}},
        "hands":{"french":[5,10,4,34,62],"british":[CARD,60,57,1,2]}}"#;
    let lines = "french card card:5\nfrench use individual\nfrench activate piece:marin\n\
                 french march space:hudson-carry-north\nbritish intercept piece:rogers\nroll interception 6\n";
    [("11", "british respond pass\n"), ("56", "")].map(|(card, asked)| {
        let position = position.replace("CARD", card).replace('\n', "");
        let file = directory.join(format!("holds-{card}.record"));
        let text =
            format!("wilderness-record 1\nscenario annus-mirabilis\nseed 3\nposition {position}\n{lines}{asked}");
        std::fs::write(&file, text).expect("room");
        file
    })
}

#[test]
fn a_film_does_not_tell_who_was_asked_for_a_response() {
    let directory = tempfile::tempdir().unwrap();
    let films = asked_or_not(directory.path()).map(|record| {
        let file = record.with_extension("html");
        filmed(record.to_str().unwrap(), &["--as", "french"], &file)
    });
    assert!(films[0] == films[1], "the film shows whether the British hold a card");
}

#[test]
fn the_picture_beside_an_interception_is_not_that_after_the_battle() {
    let directory = tempfile::tempdir().unwrap();
    let [_, record] = asked_or_not(directory.path());
    let film = data(&filmed(record.to_str().unwrap(), &["--as", "french"], &directory.path().join("film.html")));
    let frames = film["frames"].as_array().unwrap();
    let news = |frame: &serde_json::Value| frame["news"].to_string();
    assert!(["Rogers", "intercept"].iter().all(|word| news(&frames[0]).contains(word)), "{}", frames[0]["news"]);
    assert!(["Rogers", "reduced"].iter().all(|word| news(&frames[1]).contains(word)), "{}", frames[1]["news"]);
    let shown = |frame: &serde_json::Value| -> String {
        let looks = frame["changes"].as_array().unwrap().iter().filter_map(|change| change[1].as_u64());
        looks.map(|look| film["fragments"][look as usize].as_str().unwrap()).collect()
    };
    let [before, after] = [&frames[0], &frames[1]].map(shown);
    assert!(!before.contains("reduced") && before.contains(": Marin") && before.contains(": Rogers"), "{before}");
    assert!(["(1 reduced): Rogers", "(1 reduced): Marin"].iter().all(|piece| after.contains(piece)), "{after}");
}
