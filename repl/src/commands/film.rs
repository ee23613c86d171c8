//! `replay --html` and `analyse --html`: write a film of a game.

use crate::film::{FILM, film};
use crate::front::Front;
use crate::front::sides;
use crate::text::out;
use miette::miette;
use std::path::Path;
use std::process::ExitCode;
use wilderness_engine::analysis::Analysis;
use wilderness_engine::files::Output;
use wilderness_engine::{Game, Side as _};

/// Where a film goes.
pub struct FilmOutput<'a> {
    /// The file.
    pub file: &'a Path,
    /// The record, which must not be overwritten.
    pub record: Option<&'a Path>,
    /// Whether any file may be overwritten.
    pub force: bool,
}

/// Writes the film of a game, as one side sees it; as everybody may see it once it is over. With its analysis it shows what
/// turned the game.
///
/// # Errors
/// An unfinished game without a side, or a file that is not to be overwritten.
pub fn write<F: Front>(
    game: &Game<F>,
    seer: Option<F::Side>,
    analysis: Option<&Analysis<F>>,
    target: &FilmOutput<'_>,
) -> miette::Result<ExitCode> {
    if game.outcome().is_none() && seer.is_none() {
        let options: Vec<String> =
            sides::<F>(game.scripts()).iter().map(|side| format!("`--as {}`", side.id())).collect();
        return Err(miette!(
            help = format!("add {}", options.join(" or ")),
            "the game is not over, and a film of it would show what each side hides: say which side it is for"
        ));
    }
    let inputs: Vec<&Path> = target.record.into_iter().collect();
    let output = Output::claim(target.file, FILM, &inputs, target.force).map_err(|refused| miette!("{refused}"))?;
    let page = film(game, seer, analysis).map_err(|why| miette!("{why}"))?;
    output.write(&page).map_err(|refused| miette!("{refused}"))?;
    out::print(&format!("{}: {}\n", F::title(game), target.file.display()))?;
    Ok(ExitCode::SUCCESS)
}
