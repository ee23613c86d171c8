//! The board as the prompt and the page show it: what a side sees, with the choices of the open question.

use crate::board::text::{BoardPart, board};
use crate::prompt::front::{Front, Sentences};
use crate::prompt::menu::Menu;
use crate::prompt::session::{Session, Trouble};
use crate::text::names::{Name, fold};
use crate::text::window::window;
use anstyle::Style;
use wilderness_engine::Game;
use wilderness_engine::scene::Scene;

/// What a side sees, with the numbers of the choices of the question that is open for it, and with what has moved since
/// its last turn.
pub fn scene<F: Front>(game: &Game<F>, side: F::Side) -> Scene {
    let mut scene = F::board(game, side);
    if let Some(menu) = Menu::of(game).filter(|menu| menu.decision.side == side) {
        for (item, place) in menu.items.iter().zip(1..) {
            let number = item.number.parse().unwrap_or(place);
            let places = item.choices.iter().flat_map(|choice| F::places_of(game, side, *choice));
            places.for_each(|place| scene.mark_choice(place, number));
        }
    }
    scene.show_moves(F::arrows(game, F::moved_since(game, side), game.log().len()));
    scene
}

impl<F: Front> Session<F> {
    /// The board in the terminal, as the viewer sees it: all of it as a list, a theatre, or the surroundings of a place.
    ///
    /// # Errors
    /// What no theatre or place is called.
    pub(super) fn map(&self, part: &str) -> Result<String, Trouble> {
        let (game, viewer) = (self.game(), self.viewer());
        let scene = scene(game, viewer);
        if scene.places.is_empty() {
            return Err(Trouble::plain("this game has no board to draw"));
        }
        if fold(part) == "list" {
            return Ok(F::board_list(game, viewer));
        }
        let styles: Vec<Style> = self.game.sides().iter().map(F::style).collect();
        let named = BoardPart::Named(part.into());
        let part = match part {
            "" => BoardPart::OfInterest,
            _ => match place_called(game, viewer, &scene, part) {
                // The name of a theatre precedes that of a place in it.
                Some(place) if board(&scene, &named, window(), &styles).is_err() => BoardPart::Around(place),
                _ => named,
            },
        };
        board(&scene, &part, window(), &styles).map_err(Trouble::plain)
    }
}

/// The number of the place that is called so: by its name on the board, or by any that the game knows.
fn place_called<F: Front>(game: &Game<F>, side: F::Side, scene: &Scene, name: &str) -> Option<usize> {
    let known = F::Sentences::find(game, name);
    let mut known = known.into_iter().flat_map(|choice| F::places_of(game, side, choice));
    known.next().or_else(|| scene.find(name)).or_else(|| {
        scene.places.iter().position(|place| !place.name.is_empty() && Name::new(&place.name).fits(name).is_some())
    })
}
