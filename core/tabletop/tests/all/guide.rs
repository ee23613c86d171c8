//! The guide for authors: its game is played, and its reference is that of the program. `UPDATE_GUIDE=1 cargo test -p
//! wilderness-tabletop guide` writes the reference.

use crate::shown;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::Game;
use wilderness_engine::agents::Random;
use wilderness_engine::plain::Header;
use wilderness_engine::script::{Compile as _, ScriptSet as _};
use wilderness_tabletop::{Folder, FolderTexts, Tabletop};

const BEGIN: &str = "<!-- reference: begin -->\n";
const END: &str = "<!-- reference: end -->\n";

fn file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("README.md")
}

fn guide() -> String {
    std::fs::read_to_string(file()).expect("the guide")
}

/// The first block of the guide in a language.
fn block(guide: &str, language: &str) -> String {
    let (_, rest) = guide.split_once(&format!("```{language}\n")).expect("a block");
    rest.split_once("```").expect("its end").0.to_string()
}

/// The game that the guide shows.
fn shown_game() -> Rc<Folder> {
    let guide = guide();
    let texts = FolderTexts::new(&block(&guide, "toml"), &block(&guide, "rhai"));
    Rc::new(texts.compile().unwrap_or_else(|faults| panic!("{}", shown(&faults))))
}

#[test]
fn the_game_of_the_guide_is_played_to_its_end() {
    let folder = shown_game();
    assert!(folder.examine().is_empty(), "{}", shown(&folder.examine()));
    for seed in 1..=20 {
        let mut game = Game::<Tabletop>::begin(&Header::new(seed), folder.clone()).expect("a game");
        for side in game.sides() {
            game.set_agent(side, Some(Box::new(Random::new(seed, side))));
        }
        game.proceed().expect("it is played");
        assert!(game.outcome().is_some());
    }
}

#[test]
fn the_reference_of_the_guide_is_that_of_the_program() {
    let guide = guide();
    let (before, rest) = guide.split_once(BEGIN).expect("where the reference begins");
    let (found, after) = rest.split_once(END).expect("where it ends");
    let reference = shown_game().reference().markdown();
    if std::env::var_os("UPDATE_GUIDE").is_some_and(|value| value == "1") {
        std::fs::write(file(), format!("{before}{BEGIN}{reference}{END}{after}")).expect("the guide can be written");
        return;
    }
    let differs = found.lines().zip(reference.lines()).find(|(old, new)| old != new);
    assert!(found == reference, "the guide is out of date: UPDATE_GUIDE=1 writes it anew; first at {differs:?}");
}
