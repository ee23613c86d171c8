//! Ten cards that other card-driven games are known for, as scripts (`tests/famous-cards`): nothing is found wrong with
//! them, and all of them are played in random games.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::content::Places;
use wilderness_engine::faults::Fault;
use wilderness_engine::script::ScriptSet as _;
use wilderness_war::{Content, Header, Scripts};

fn famous_cards() -> Rc<Scripts> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("famous-cards");
    let content = Content::read(&Places::in_content(root)).unwrap_or_else(|faults| panic!("{faults}"));
    Rc::new(content.compile().unwrap_or_else(|faults| panic!("{faults}")))
}

#[test]
fn nothing_is_found_wrong_with_them_and_none_is_long() {
    let scripts = famous_cards();
    let found: Vec<String> = scripts.examine().iter().map(Fault::line).collect();
    assert_eq!(found, [""; 0]);
    let new = scripts.script_files().filter(|file| Content::embedded().get(file).is_none());
    let lines: Vec<usize> = new.map(|file| scripts.source_of(file).expect("a text").text().lines().count()).collect();
    assert_eq!((lines.len(), lines.iter().max()), (10, Some(&20)));
}

#[test]
fn random_games_play_all_of_them() {
    let scripts = famous_cards();
    let mut played = BTreeSet::new();
    for seed in 0..40 {
        let mut game = Header::new("famous-cards", seed, &scripts).begin(scripts.clone()).expect("a game");
        wilderness_tests::seat_agents(&mut game, seed);
        game.proceed().unwrap_or_else(|halt| panic!("seed {seed}: {halt}"));
        let text: String = game.log().iter().map(|entry| entry.text() + "\n").collect();
        played.extend((91..=100).filter(|number| {
            text.lines().any(|line| line.contains(&format!("(#{number},")) && line.contains("as an event"))
        }));
    }
    assert_eq!(played, (91..=100).collect(), "each of them is played as an event");
}
