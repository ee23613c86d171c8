//! Causeways at the prompt.

use crate::{Board, Causeways, FEN, Text};
use std::ops::Range;
use std::path::PathBuf;
use wilderness_engine::Game;
use wilderness_engine::faults::Faults;
use wilderness_engine::plain::Side;
use wilderness_engine::script::{Fingerprints, ScriptSet as _};
use wilderness_repl::front::{Front, Origin};

/// Where the file of a game is: in a folder, or in the program.
#[derive(Clone, PartialEq, Default)]
pub struct Folder(pub Option<PathBuf>);

impl Origin for Folder {
    type Scripts = Board;

    fn built_in() -> Folder {
        Folder(None)
    }

    fn read(&self) -> Result<Text, Faults> {
        self.0.as_ref().map_or_else(|| Ok(Text::new(FEN)), |folder| Text::read(folder))
    }

    fn files(&self) -> Vec<PathBuf> {
        self.0.iter().map(|folder| folder.join("game.toml")).collect()
    }

    fn is_program(&self) -> bool {
        self.0.is_none()
    }

    fn fingerprints(&self) -> Result<Fingerprints, Faults> {
        Ok(self.load()?.fingerprints().clone())
    }
}

impl Front for Causeways {
    type Origin = Folder;
    type Extras = ();
    type Tables = ();

    const NAME: &'static str = "Causeways";

    fn title(game: &Game<Causeways>) -> String {
        game.scripts().name.clone()
    }

    fn standing(game: &Game<Causeways>) -> String {
        format!("turn {}, {}", game.now().time(), Causeways::scores(&game.now().scores()))
    }

    fn result(winner: Option<Side>) -> String {
        winner.map_or("a draw".into(), |side| format!("the {side} win"))
    }

    fn news(game: &Game<Causeways>, range: Range<usize>) -> String {
        game.log()[range].iter().map(|entry| format!("{entry}\n")).collect()
    }
}
