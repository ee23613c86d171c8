//! `wilderness pack`: makes one file of a game in a folder, or of content of one's own, which can be sent.

use crate::commands::games;
use crate::options::content::ContentArg;
use crate::options::own_games;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::content::{Credits, Pack, no_directory};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::files::write_new;

#[derive(ClapArgs)]
pub struct Args {
    /// The folder. Its `game.toml`, or `content.toml`, says who made it (`author`) and what others may do with it
    /// (`licence`).
    directory: PathBuf,
    /// The file; by default, the name of the game with the ending `.pack`. A file that is there already is never overwritten.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The game, if the folder has content of several.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let Args { directory, out, game } = args;
    if !directory.is_dir() {
        return Err(Faults::from(no_directory(directory)).into());
    }
    let game = game.as_deref().map_or_else(|| games::of_folder(directory), games::of_words)?;
    let none = || miette!("{} has no content in files", game.name());
    let catalogue = game.catalogue().ok_or_else(none)?;
    // What does not play is not packed.
    let texts = game.texts(&ContentArg::of_folder(directory))?.ok_or_else(none)?;
    let credits = Credits::read(&Source::read(&directory.join(catalogue.manifest()))?)?;
    let pack = Pack::new(&texts, credits);
    let file = out.clone().unwrap_or_else(|| pack.file_name().into());
    if !Pack::is_called(&file) {
        return Err(miette!("the name of a pack ends in `.pack`, and not as `{}`", file.display()));
    }
    write_new(&[(file.clone(), pack.to_string().into_bytes())]).map_err(|why| miette!("{why}"))?;
    let (shown, count) = (file.display(), pack.names().count());
    let own = own_games::directory().map_or_else(String::new, |own| {
        format!("In {} it is in the lists, and is played by its name.\n", own.display())
    });
    let option = if catalogue.folders().next().is_some() { "--game" } else { "--content" };
    out::print(&format!(
        "{count} files of {} in {shown}. To play it:\n  wilderness play {option} {shown}\n{own}",
        pack.credits
    ))?;
    Ok(ExitCode::SUCCESS)
}
