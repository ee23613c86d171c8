//! What has happened, entry by entry, for the page that looks back: the board as its seat saw it then. The game stays
//! where it is, and so do all other pages.

use super::sections::PlaceNames;
use crate::board::layout::{Block, Label};
use crate::board::{GROUPS, Picture};
use crate::front::{Front, Session};
use serde::Serialize;
use std::collections::BTreeMap;
use wilderness_engine::Game;

/// The most entries that are shown at once.
const MOST: usize = 120;

/// Some entries of the log in order.
#[derive(Serialize)]
struct PastEntries {
    /// The number of the first.
    first: usize,
    /// How many entries the log has.
    all: usize,
    entries: Vec<PastEntry>,
}

/// An entry with the board when it was told.
#[derive(Serialize)]
struct PastEntry {
    /// When it was, and how the game stood.
    when: String,
    /// The entry, as HTML.
    text: String,
    /// The parts of the picture that differ from those of the entry before: group, key, and look; nothing if one is gone.
    parts: Vec<(&'static str, String, Option<String>)>,
}

/// The entries of the log from a number on, as JSON.
///
/// # Errors
/// If the game cannot be played again from its start, in a sentence.
pub fn past<F: Front>(session: &Session<F>, names: &[Label], from: usize) -> Result<String, String> {
    let (game, viewer) = (session.game(), session.viewer());
    let all = game.log().len();
    let first = from.min(all);
    let mut looking = LookBack { viewer, names, blocks: Vec::new(), parts: BTreeMap::new(), entries: Vec::new() };
    let looked = game.past().unreel(|then| {
        let number = then.log().len().saturating_sub(1);
        if (first..first + MOST).contains(&number) {
            looking.look(then, number);
        }
    });
    looked.map_err(|halt| format!("the game cannot be shown from its start: {halt}"))?;
    let told = PastEntries { first, all, entries: looking.entries };
    Ok(serde_json::to_string(&told).unwrap_or_default())
}

/// A seat that looks back.
struct LookBack<'a, F: Front> {
    viewer: F::Side,
    names: &'a [Label],
    blocks: Vec<Block>,
    parts: BTreeMap<(usize, String), String>,
    entries: Vec<PastEntry>,
}

impl<F: Front> LookBack<'_, F> {
    fn look(&mut self, then: &Game<F>, number: usize) {
        let Some(entry) = then.log().last() else { return };
        let mut scene = F::board(then, self.viewer);
        scene.show_moves(F::arrows(then, number, number + 1));
        let picture = Picture::new(&scene, self.names, &self.blocks);
        let drawn = picture.parts().into_iter();
        let parts: BTreeMap<(usize, String), String> =
            drawn.map(|part| ((part.group, part.key), part.markup.into_string())).collect();
        let gone = self.parts.keys().filter(|key| !parts.contains_key(*key));
        let gone = gone.map(|(group, key)| (GROUPS[*group], key.clone(), None));
        let new = parts.iter().filter(|(key, look)| self.parts.get(*key) != Some(look));
        let new = new.map(|((group, key), look)| (GROUPS[*group], key.clone(), Some(look.clone())));
        let changed = gone.chain(new).collect();
        let text = PlaceNames::of(&scene).linked(&F::sentence(then, entry)).into_string();
        self.entries.push(PastEntry { when: F::standing(then), text, parts: changed });
        self.blocks = picture.blocks;
        self.parts = parts;
    }
}
