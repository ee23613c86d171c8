//! The engine knows no game: its sources use no id and no name of the games' data.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use wilderness_battles::Battles;
use wilderness_tests::scripts;
use wilderness_war::Side;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;

/// Names that are ordinary English, or words of the engine itself, and what they mean there.
const ORDINARY: [(&str, &str); 1] = [("reading", "a town in Pennsylvania; here, to read a text")];

/// A text in which only letters and digits count, so that ids are found as names of files and functions too.
fn plain(text: &str) -> String {
    let letters = text.chars().map(|c| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { ' ' });
    let words = letters.collect::<String>();
    format!(" {} ", words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The ids and names of Wilderness War: spaces, pieces, cards, events, optional rules, markers, sides and scenarios.
fn names_of_war() -> BTreeSet<String> {
    let (map, pieces, scripts) = (Map::get(), Pieces::get(), scripts());
    let mut names: BTreeSet<String> = map.ids().chain(pieces.ids()).map(plain).collect();
    names.extend(map.all.iter().map(|space| plain(&space.to_string())));
    names.extend(pieces.all().iter().map(|piece| plain(&piece.to_string())));
    names.extend(scripts.deck().cards().flat_map(|card| [plain(&card.name), plain(&card.event)]));
    names.extend(scripts.rules().flat_map(|rule| [plain(&rule.id), plain(&rule.facts.name)]));
    names.extend(scripts.markers().map(plain));
    names.extend(Side::BOTH.into_iter().flat_map(|side| [plain(side.id()), plain(&side.to_string())]));
    names.extend(scripts.content().scenario_ids().chain(scripts.content().preset_names()).map(plain));
    names
}

/// The ids and names of the battles, their units and their maps.
fn names_of_battles() -> BTreeSet<String> {
    let battles = Battles::embedded().expect("sound content");
    let mut names = BTreeSet::new();
    for battle in battles.iter() {
        names.extend([&battle.id, &battle.name, &battle.map.id].map(|name| plain(name)));
        names.extend(battle.units().flat_map(|(_, unit)| [plain(unit.id.as_str()), plain(&unit.name)]));
    }
    names
}

/// The sources in a directory and those below it.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).expect("a directory").map(|entry| entry.expect("an entry").path());
    let (directories, files): (Vec<PathBuf>, Vec<PathBuf>) = entries.partition(|path| path.is_dir());
    files.into_iter().chain(directories.iter().flat_map(|path| sources(path))).collect()
}

#[test]
fn the_engine_names_nothing_of_a_game() {
    let mut names = names_of_battles();
    assert!(names.len() > 150 && names.contains(" la sarre "), "{} names", names.len());
    names.extend(names_of_war());
    assert!(names.len() > 300 && names.contains(" quebec ") && names.contains(" small pox "), "{} names", names.len());
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/engine/src")) {
        let text = plain(&std::fs::read_to_string(&path).expect("a source"));
        for name in names.iter().filter(|name| text.contains(*name)) {
            let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            found.entry(name.trim().to_string()).or_default().insert(file);
        }
    }
    let ordinary: BTreeSet<&str> = ORDINARY.iter().map(|(word, _)| *word).collect();
    let unused: Vec<&&str> = ordinary.iter().filter(|word| !found.contains_key(**word)).collect();
    assert!(unused.is_empty(), "these words need not be excepted: {unused:?}");
    found.retain(|name, _| !ordinary.contains(name.as_str()));
    assert!(found.is_empty(), "words of a game in the engine: {found:#?}");
}
