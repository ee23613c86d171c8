//! The theatres of the war as maps in the terminal.

use super::{Unknown, nothing};
use crate::board::pictured;
use crate::board::terminal::{by_interest, theatre};
use crate::text::names::fold;
use crate::text::style::{DIM, paint};
use crate::text::window::window;
use crate::war::colours;
use wilderness_war::{Game, Side};

/// The theatre of a name, all, or without a name that of the open question, with its choices and with what has moved. One
/// theatre fills the window, so that the others are only named.
///
/// # Errors
/// A name that no theatre has.
pub fn show(game: &Game, side: Side, name: &str) -> Result<String, Unknown> {
    let scene = pictured::scene(game, side);
    let styles = [colours::side(Side::French), colours::side(Side::British)];
    let name = fold(name);
    if let ([first, others @ ..], "") = (by_interest(&scene).as_slice(), name.as_str()) {
        let words: Vec<&str> = others.iter().map(|part| part.word.as_str()).collect();
        let others = paint(DIM, format!("others: {}, all", words.join(", ")));
        return Ok(format!("{}{others}\n", theatre(&scene, first, window(), styles)));
    }
    let fits = |word: &str| fold(word).contains(&name);
    let wanted: Vec<_> =
        scene.theatres.iter().filter(|part| name == "all" || fits(&part.word) || fits(&part.name)).collect();
    if wanted.is_empty() {
        let words: Vec<&str> = scene.theatres.iter().map(|part| part.word.as_str()).collect();
        return Err(match nothing("theatre", &name) {
            Unknown::Nothing { what, name, .. } => {
                Unknown::Nothing { what, name, hint: format!("; `show map` takes: {}, all, list", words.join(", ")) }
            }
            other => other,
        });
    }
    Ok(wanted.into_iter().map(|part| theatre(&scene, part, window(), styles)).collect::<Vec<_>>().join("\n"))
}
