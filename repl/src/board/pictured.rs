//! Games with a board to be drawn.

use super::text::list;
use std::ops::Range;
use wilderness_engine::scene::{Arrow, Layer, Scene};
use wilderness_engine::{Decision, Game, Rules};

/// What a game tells about its board and log. One without a board has an empty scene.
pub trait Pictured: Rules {
    /// The layers that can be asked for, each with what it shows.
    const LAYERS: &'static [(&'static str, &'static str)] = &[];

    /// What a side sees on the board.
    fn board(_game: &Game<Self>, _side: Self::Side) -> Scene {
        Scene::default()
    }

    /// Everything on the board as lines, as a side may know it.
    fn board_list(game: &Game<Self>, side: Self::Side) -> String {
        list(&Self::board(game, side))
    }

    /// The numbers of the places that a choice stands for.
    fn places_of(_game: &Game<Self>, _side: Self::Side, _choice: Self::Choice) -> Vec<usize> {
        Vec::new()
    }

    /// The ways of those who are asked where they go, one to each place that they can reach; none at other questions. Only
    /// asked for the side that decides, and what it tells, that side may know.
    fn routes(_game: &Game<Self>, _decision: &Decision<Self>) -> Vec<PlannedRoute> {
        Vec::new()
    }

    /// The pieces that have still to come onto the board, as everybody knows: what each group of them waits for, and their
    /// names.
    fn off_board(_game: &Game<Self>) -> Vec<(String, Vec<String>)> {
        Vec::new()
    }

    /// The movements that entries of the log report: those from a number on, before another.
    fn arrows(_game: &Game<Self>, _from: usize, _before: usize) -> Vec<Arrow> {
        Vec::new()
    }

    /// The number of the first entry of the log since the last turn of a side.
    fn moved_since(game: &Game<Self>, _side: Self::Side) -> usize {
        game.log().len()
    }

    /// A layer, by its name and what it is of.
    ///
    /// # Errors
    /// No such layer, or nothing of that name.
    fn layer(_game: &Game<Self>, _side: Self::Side, name: &str, _of: Option<&str>) -> Result<Layer, String> {
        Err(format!("there is no layer `{name}`"))
    }

    /// An entry of the log as a sentence.
    fn sentence(game: &Game<Self>, entry: &Self::News) -> String;

    /// Some entries of the log as sentences, each with the numbers of those that it tells: what readers see as one, such as
    /// the steps of a march, can be told in one.
    fn sentences(game: &Game<Self>, entries: Range<usize>) -> Vec<(Range<usize>, String)> {
        let sentence = |number: usize| Some((number..number + 1, Self::sentence(game, game.log().get(number)?)));
        entries.filter_map(sentence).collect()
    }

    /// The number of the side that did what an entry reports, if one did.
    fn side_of(_entry: &Self::News) -> Option<usize> {
        None
    }

    /// What a side holds in secret.
    fn held(_game: &Game<Self>, _side: Self::Side) -> Vec<HeldSecret<Self>> {
        Vec::new()
    }

    /// Whether sides ever hold something in secret in this game.
    fn has_hands(_: &Self::Scripts) -> bool {
        false
    }

    /// Whether anything is hidden from a side in this game, as far as is known.
    fn hides_anything(_: &Self::Scripts) -> bool {
        true
    }

    /// Whether the last of some entries begins something that a film shows in a picture of its own, such as an action phase
    /// or a battle, and when it is told; by default each does, once it has happened.
    fn begins_frame(_log: &[Self::News]) -> Option<FrameStart> {
        Some(FrameStart::Done)
    }
}

/// When the entry that begins a frame is told. The frame before it ends with the board as it was until then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameStart {
    /// Before anything of it happens: the board when it is told belongs to what came before.
    Announced,
    /// Once it has happened: the board at the entry before belongs to what came before.
    Done,
}

/// A way to a place that can be reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedRoute {
    /// The numbers of the places, from where it begins to its end.
    pub path: Vec<usize>,
    /// What it costs and risks, in a few words each.
    pub notes: Vec<String>,
}

/// A card or marker that a side holds in secret.
pub struct HeldSecret<R: Rules> {
    /// Its name, with what it is worth.
    pub name: String,
    /// What it does; may be empty.
    pub about: String,
    /// Whether it can be played now, or why not; may be empty.
    pub playable: String,
    /// The choice that plays it, where one is offered.
    pub choice: R::Choice,
}

/// What a side holds in secret, as a sentence; none if it holds nothing.
pub fn hand<F: Pictured>(game: &Game<F>, side: F::Side) -> Option<String> {
    let names: Vec<String> = F::held(game, side).into_iter().map(|held| held.name).collect();
    (!names.is_empty()).then(|| format!("{side}: {}", names.join(", ")))
}
