//! `wilderness schema`: writes JSON schemas of the TOML files of a content directory.

use crate::commands::games;
use crate::json_schema::schemas;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::files::write_new;

/// Writes a schema for each kind of TOML file into `schemas`, and which file has which into `.taplo.toml`, which Taplo and
/// the extension "Even Better TOML" read, and into `schemas/index.json`, for others.
#[derive(ClapArgs)]
pub struct Args {
    /// The content directory. A file that is there already is never overwritten.
    #[arg(default_value = ".")]
    directory: PathBuf,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let manifest = args.directory.join(MANIFEST);
    let help = "name a content directory: `wilderness init DIR` makes one";
    let none = || miette!(help = help, "`{}` has no `{MANIFEST}`", args.directory.display());
    let (game, shelf) = manifest.is_file().then(|| games::claiming(&manifest)).flatten().ok_or_else(none)?;
    let catalogue = game.catalogue().ok_or_else(|| miette!("{} has no content in files", game.name()))?;
    let written = schemas(game.name(), catalogue, &*shelf).written();
    let files: Vec<(PathBuf, Vec<u8>)> =
        written.into_iter().map(|(path, text)| (args.directory.join(path), text.into_bytes())).collect();
    write_new(&files).map_err(|why| miette!("{why}"))?;
    let list: String = files.iter().map(|(path, _)| format!("  {}\n", path.display())).collect();
    out::print(&list)?;
    Ok(ExitCode::SUCCESS)
}
