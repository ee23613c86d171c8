//! The theatres of the war as maps in the terminal.

use super::{Unknown, nothing};
use crate::board::terminal::{Window, theatre};
use crate::prompt::menu::Menu;
use crate::text::names::fold;
use crate::war::colours;
use wilderness_engine::scene::{Highlight, Scene};
use wilderness_war::news::Happened;
use wilderness_war::{Game, Side, scene};

/// The window for those who have none.
const PAGE: Window = (80, 24);

/// The theatres, or the one of a name, with the choices of the open question and with what has moved.
///
/// # Errors
/// A name that no theatre has.
pub fn show(game: &Game, side: Side, name: &str) -> Result<String, Unknown> {
    let scene = scene_of(game, side);
    let name = fold(name);
    let fits = |word: &str| fold(word).contains(&name);
    let wanted: Vec<_> = scene.theatres.iter().filter(|part| fits(&part.word) || fits(&part.name)).collect();
    if wanted.is_empty() {
        let words: Vec<&str> = scene.theatres.iter().map(|part| part.word.as_str()).collect();
        return Err(match nothing("theatre", &name) {
            Unknown::Nothing { what, name, .. } => {
                Unknown::Nothing { what, name, hint: format!("; `show map` takes: {}, list", words.join(", ")) }
            }
            other => other,
        });
    }
    let styles = [colours::side(Side::French), colours::side(Side::British)];
    Ok(wanted.into_iter().map(|part| theatre(&scene, part, window(), styles)).collect::<Vec<_>>().join("\n"))
}

/// What a side sees, with the choices of the open question and with what has moved since it last played a card.
pub fn scene_of(game: &Game, side: Side) -> Scene {
    let view = game.view(side);
    let mut scene = view.scene();
    scene.title = game.scenario().name.clone();
    if let Some(menu) = Menu::of(game).filter(|menu| menu.decision.side == side) {
        for (number, item) in menu.items.iter().enumerate() {
            let places = item.choices.iter().filter_map(|&choice| scene::place_of(&view, choice));
            for place in places {
                match scene.highlights.iter_mut().find(|highlight| highlight.place == place) {
                    Some(highlight) => highlight.numbers.push(number + 1),
                    None => scene.highlights.push(Highlight { place, numbers: vec![number + 1] }),
                }
            }
        }
        scene.highlights.iter_mut().for_each(|highlight| highlight.numbers.dedup());
    }
    let own_card = |entry: &wilderness_war::news::Entry| {
        matches!(entry.what, Happened::CardPlayed { .. }) && entry.side == Some(side)
    };
    let since = game.log().iter().rposition(own_card).map_or(0, |last| last + 1);
    scene.arrows = scene::arrows(game.log()[since..].iter());
    for arrow in &scene.arrows {
        let arrived = scene.stacks.iter_mut().filter(|stack| stack.place == arrow.to && stack.side == arrow.side);
        arrived.for_each(|stack| stack.moved = true);
    }
    scene
}

/// The size of the terminal.
fn window() -> Window {
    terminal_size::terminal_size().map_or(PAGE, |(columns, lines)| (columns.0.into(), lines.0.into()))
}
