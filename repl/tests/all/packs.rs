//! Packs: a folder in one file, which is sent, and plays where the folder is not.

use crate::golden::talk;
use serde_json::Value;
use std::path::Path;
use tempfile::tempdir;

/// Where `talk` has the games of the person.
const OWN_GAMES: &str = "wilderness/games";

fn done(home: &Path, words: &str, lines: &str) -> String {
    let said = talk(home, &words.split(' ').collect::<Vec<_>>(), lines);
    assert_eq!(said.code, 0, "{words}: {}", said.text);
    said.text
}

fn change(file: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(file).expect("a file");
    assert!(text.contains(from), "{text}");
    std::fs::write(file, text.replacen(from, to, 1)).expect("written");
}

/// The scenarios that `scenarios` lists, each by its id and file.
fn listed(home: &Path) -> Vec<(String, Option<String>)> {
    let listed: Value = serde_json::from_str(&done(home, "scenarios --json", "")).expect("JSON");
    let text = |one: &Value, key: &str| one[key].as_str().map(str::to_string);
    let each = |one: &Value| (text(one, "id").unwrap_or_default(), text(one, "from"));
    listed.as_array().expect("a list").iter().map(each).collect()
}

#[test]
fn a_pack_plays_and_replays_its_records_where_the_folder_is_not() {
    let (maker, player) = (tempdir().expect("a directory"), tempdir().expect("a directory"));
    done(maker.path(), "init own --game tabletop", "");
    done(maker.path(), "pack own --out own.pack", "");
    let pack = std::fs::read_to_string(maker.path().join("own.pack")).expect("a pack");
    for said in ["author \"A. Maker\"", "licence \"CC0-1.0\"", "name \"own\""] {
        assert!(pack.lines().any(|line| line == said), "{said}: {pack}");
    }
    std::fs::write(player.path().join("own.pack"), &pack).expect("sent");
    let of_folder = done(maker.path(), "play --game ./own --seed 1 --open-hands", "c2\nd4\nsave g.record\n");
    let of_pack = done(player.path(), "play --game own.pack --seed 1 --open-hands", "c2\nd4\nsave g.record\n");
    let after = |said: &str| said.find("c2").map(|at| said[at..].to_string());
    assert!(after(&of_pack).is_some());
    assert_eq!(after(&of_pack), after(&of_folder));
    let record = |home: &Path| std::fs::read_to_string(home.join("g.record")).expect("a record");
    assert_eq!(record(maker.path()), record(player.path()));
    std::fs::remove_file(player.path().join("own.pack")).expect("removed");
    done(player.path(), "replay g.record", "");
}

#[test]
fn a_game_in_the_persons_own_directory_is_listed_and_played_by_its_name() {
    let home = tempdir().expect("a directory");
    done(home.path(), "init made --game tabletop", "");
    let games = home.path().join(OWN_GAMES);
    std::fs::create_dir_all(&games).expect("a directory");
    let before = listed(home.path());
    done(home.path(), &format!("pack made --out {OWN_GAMES}/sent.pack"), "");
    std::fs::rename(home.path().join("made"), games.join("made")).expect("moved");
    let after = listed(home.path());
    assert_eq!(after.len(), before.len() + 2, "{after:?}");
    assert!(after.iter().any(|(_, from)| from.as_deref().is_some_and(|from| from.ends_with("sent.pack"))), "{after:?}");
    for game in ["made", "sent"] {
        done(home.path(), &format!("play --game {game} --seed 1 --open-hands"), "c2\nd4\n");
        done(home.path(), &format!("simulate --game {game} --games 1"), "");
        let begun = done(home.path(), "play --game draughts --seed 1 --open-hands", &format!("new {game}\nd2\nd3\n"));
        assert!(begun.contains("Red> d2"), "{begun}");
    }
    let unknown = talk(home.path(), &["play", "--game", "mede"], "");
    assert!(unknown.code != 0 && unknown.text.contains("made"), "{}", unknown.text);
}

#[test]
fn content_over_a_game_is_packed_as_what_differs() {
    let home = tempdir().expect("a directory");
    done(home.path(), "init mod", "");
    let refused = talk(home.path(), &["pack", "mod"], "");
    assert!(
        refused.code != 0 && refused.text.contains("author") && refused.text.contains("licence"),
        "{}",
        refused.text
    );
    change(&home.path().join("mod/content.toml"), "base =", "author = \"A\"\nlicence = \"CC0-1.0\"\nbase =");
    done(home.path(), "pack mod --out mod.pack", "");
    let simulated = |content: &str| {
        let said = done(home.path(), &format!("simulate --content {content} --games 2 --json"), "");
        let mut json: Value = serde_json::from_str(&said).expect("JSON");
        json.as_object_mut().expect("an object").retain(|key, _| !key.contains("second") && !key.contains("content"));
        json
    };
    assert_eq!(simulated("mod.pack"), simulated("mod"));
}

#[test]
fn a_damaged_pack_is_refused_where_it_is_wrong() {
    let home = tempdir().expect("a directory");
    done(home.path(), "init own --game tabletop", "");
    done(home.path(), "pack own --out own.pack", "");
    let pack = std::fs::read_to_string(home.path().join("own.pack")).expect("a pack");
    let damaged = |from: &str, to: &str, code: &str| {
        assert!(pack.contains(from));
        std::fs::write(home.path().join("own.pack"), pack.replacen(from, to, 1)).expect("written");
        let said = talk(home.path(), &["play", "--game", "own.pack"], "");
        assert!(said.code != 0 && said.text.contains(code), "{from} {to}: {}", said.text);
    };
    damaged("wilderness-pack 1", "wilderness-pack 2", "pack::format");
    damaged("author \"", "author ", "pack::text");
    damaged("content game.toml", "content ../game.toml", "pack::content_name");
    damaged("content game.toml \"", "content game.toml ", "pack::content_text");
    damaged("licence", "license", "pack::line");
    damaged("game tabletop", "game chess", "pack::other_game");
    damaged("game tabletop", "", "pack::game");
}
