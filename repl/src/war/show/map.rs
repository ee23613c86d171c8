//! The theatres of the war as maps in the terminal.

use super::{Unknown, nothing};
use crate::board::pictured;
use crate::board::terminal::theatre;
use crate::text::names::fold;
use crate::text::window::window;
use crate::war::colours;
use wilderness_war::{Game, Side};

/// The theatres, or the one of a name, with the choices of the open question and with what has moved.
///
/// # Errors
/// A name that no theatre has.
pub fn show(game: &Game, side: Side, name: &str) -> Result<String, Unknown> {
    let scene = pictured::scene(game, side);
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
