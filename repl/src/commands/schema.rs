//! `wilderness schema`: writes JSON schemas of the TOML files of a content directory or game.

use crate::commands::games::{self, Game};
use crate::json_schema::schemas;
use crate::lsp::CheckedContent;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::files::write_new;

/// Writes a schema for each kind of TOML file into `schemas`, and which file has which into `.taplo.toml`, which Taplo and
/// the extension "Even Better TOML" read, and into `schemas/index.json`, for others.
#[derive(ClapArgs)]
pub struct Args {
    /// The content directory, or the folder of a game. A file that is there already is never overwritten.
    #[arg(default_value = ".")]
    directory: PathBuf,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let help = "name a content directory or the folder of a game: `wilderness init DIR` makes one";
    let none = || miette!(help = help, "`{}` has no `{MANIFEST}`, and is not a game", args.directory.display());
    let (game, shelf) = content_in(&args.directory).ok_or_else(none)?;
    let catalogue = game.catalogue().ok_or_else(|| miette!("{} has no content in files", game.name()))?;
    let written = schemas(game.name(), catalogue, &*shelf).written();
    let files: Vec<(PathBuf, Vec<u8>)> =
        written.into_iter().map(|(path, text)| (args.directory.join(path), text.into_bytes())).collect();
    write_new(&files).map_err(|why| miette!("{why}"))?;
    let list: String = files.iter().map(|(path, _)| format!("  {}\n", path.display())).collect();
    out::print(&list)?;
    Ok(ExitCode::SUCCESS)
}

/// The game that a directory holds content of, and that content: its `content.toml` tells, or it is a game itself.
fn content_in(directory: &Path) -> Option<(Game, Box<dyn CheckedContent>)> {
    let manifest = directory.join(MANIFEST);
    if manifest.is_file() {
        return games::claiming(&manifest);
    }
    let of_folders = |game: &&Game| game.catalogue().is_some_and(|catalogue| catalogue.folders().next().is_some());
    let is_whole = |game: &&Game| game.claims(directory);
    let game = games::all().iter().filter(of_folders).find(is_whole)?;
    Some((*game, game.shelf(directory)?))
}
