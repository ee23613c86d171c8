//! `replay --html`: writes a film of a game.

use crate::battles::content::Origin as BattleOrigin;
use crate::board::pictured::Pictured;
use crate::film::{FILM, film};
use crate::front::Origin as _;
use crate::prompt::unfinished;
use crate::text::out;
use crate::war::content::ContentArg;
use miette::miette;
use std::path::Path;
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, GAME as BATTLES};
use wilderness_engine::Game;
use wilderness_engine::faults::Source;
use wilderness_engine::files::Output;
use wilderness_engine::record::Record;

/// Where a film goes.
pub struct Target<'a> {
    /// The file.
    pub file: &'a Path,
    /// The record, which must not be overwritten.
    pub record: Option<&'a Path>,
    /// Whether any file may be overwritten.
    pub force: bool,
}

/// Whether a file is the record of a battle.
pub fn is_battle(file: &Path) -> bool {
    unfinished::game_named_in(file).is_some_and(|game| game == BATTLES)
}

/// The battle of a record.
///
/// # Errors
/// What does not fit.
pub fn battle(file: &Path, content: &ContentArg) -> miette::Result<Game<Battle>> {
    let origin = BattleOrigin::in_content_or_beside(content.root());
    let played = Record::<Battle>::parse(&Source::read(file)?)?.play_through(Rc::new(origin.load()?), None, false)?;
    played.fault.map_or(Ok(played.game), |fault| Err(fault.into()))
}

/// Writes the film of a game, as one side sees it; as everybody may see it once it is over.
///
/// # Errors
/// An unfinished game without a side, or a file that is not to be overwritten.
pub fn write<F: Pictured>(mut game: Game<F>, seer: Option<F::Side>, target: &Target<'_>) -> miette::Result<ExitCode> {
    if game.outcome().is_none() && seer.is_none() {
        return Err(miette!(
            help = "add `--as french` or `--as british`",
            "the game is not over, and a film of it would show both hands: say which side it is for"
        ));
    }
    let inputs: Vec<&Path> = target.record.into_iter().collect();
    let output = Output::claim(target.file, FILM, &inputs, target.force).map_err(|refused| miette!("{refused}"))?;
    let page = film(&mut game, seer).map_err(|why| miette!("{why}"))?;
    output.write(&page).map_err(|refused| miette!("{refused}"))?;
    out::print(&format!("{}: {}\n", F::title(&game), target.file.display()))?;
    Ok(ExitCode::SUCCESS)
}
