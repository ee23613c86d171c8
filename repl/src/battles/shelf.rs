//! What an editor is told about the tables, maps, counters, scenarios and scripts of battles.

use super::content::Origin;
use crate::commands::games::Title;
use crate::lsp::{OpenTexts, Shelf};
use wilderness_battles::{Battles, Content, FrenchAndIndianWarBattles as Battle, Side};
use wilderness_engine::Side as _;
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::script::check;
use wilderness_engine::script::document::Reference;

/// A content with battles.
pub struct BattlesShelf {
    origin: Origin,
    /// The texts, as they were when they were checked last.
    content: Content,
}

impl BattlesShelf {
    /// The battles from an origin.
    pub fn new(origin: Origin) -> BattlesShelf {
        BattlesShelf { origin, content: Content::embedded() }
    }
}

impl Shelf for BattlesShelf {
    fn key(&self) -> String {
        format!("{:?}", self.origin)
    }

    fn check(&mut self, open: OpenTexts<'_>) -> Faults {
        match self.origin.read() {
            Ok(content) => self.content = content.overlaid(open).into(),
            Err(faults) => return faults,
        }
        check::<Battles>(&self.content).1
    }

    fn sources(&self) -> Vec<Source> {
        self.content.sources().cloned().collect()
    }

    fn reference(&self) -> &'static Reference {
        Battle::reference()
    }

    fn sides(&self) -> Vec<String> {
        Side::BOTH.map(|side| side.id().to_uppercase()).into()
    }
}
