//! `wilderness export`: writes the content of a game that is in the program into a directory.

use crate::commands::games;
use crate::commands::init::{as_game, name_of};
use crate::options::content::ContentArg;
use crate::text::names::near;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::files::write_new;

#[derive(ClapArgs)]
pub struct Args {
    /// The directory. A file that is there already is never overwritten.
    directory: PathBuf,
    /// Only the files of these names, with or without their directory and ending, such as `small_pox`; by default, all.
    names: Vec<String>,
    /// The game; by default, the first.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let game = args.game.as_deref().map_or_else(games::first, games::of_words)?;
    let none = || miette!("{} has no content that is in the program", game.name());
    let catalogue = game.catalogue().ok_or_else(none)?;
    let folder = args.game.as_deref().and_then(ContentArg::of_word).and_then(|named| named.folder);
    let mut all = catalogue.files();
    if let Some(folder) = folder {
        let within = |(path, text): (PathBuf, _)| Some((path.strip_prefix(folder).ok()?.to_path_buf(), text));
        all = all.into_iter().filter_map(within).collect();
    }
    if all.is_empty() {
        return Err(none());
    }
    for name in &args.names {
        if !all.iter().any(|(path, _)| is_called(path, name)) {
            let stems: Vec<String> = all.iter().filter_map(|(path, _)| stem(path)).collect();
            let near = near(name, stems.iter().map(String::as_str)).join("`, `");
            let help = if near.is_empty() {
                "`wilderness export DIR` writes all".into()
            } else {
                format!("did you mean `{near}`?")
            };
            return Err(miette!(help = help, "{} has no file called `{name}`", game.name()));
        }
    }
    let is_wanted = |path: &Path| args.names.is_empty() || args.names.iter().any(|name| is_called(path, name));
    let wanted = all.iter().filter(|(path, _)| is_wanted(path));
    let mut files: Vec<(PathBuf, Vec<u8>)> =
        wanted.map(|(path, text)| (args.directory.join(path), text.to_vec())).collect();
    let manifest = args.directory.join(MANIFEST);
    let stands_alone = catalogue.folders().next().is_some();
    if !manifest.exists() && !stands_alone {
        files.push((manifest, manifest_of(&args.directory, game.word()).into_bytes()));
    }
    write_new(&files).map_err(|why| miette!("{why}"))?;
    let count = files.len();
    let directory = args.directory.display();
    out::print(&if stands_alone {
        format!("{count} files in {directory}.\n  wilderness play --game {}\n", as_game(&args.directory))
    } else {
        let word = game.word();
        format!(
            "{count} files in {directory}. What you do not change you can delete: the program has it.\n  wilderness play \
             --game {word} --content {directory}\n"
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

/// A `content.toml` over the content in the program.
fn manifest_of(directory: &Path, game: &str) -> String {
    let name = name_of(directory);
    let text = |text: &str| toml::Value::String(text.into()).to_string();
    format!("game = {}\nname = {}\nbase = {}\n", text(game), text(&name), text(game))
}

/// Whether a file has a name, with or without its directory and ending.
fn is_called(path: &Path, name: &str) -> bool {
    let folded = |text: &str| text.replace('-', "_");
    let name = folded(name);
    let whole = folded(&path.to_string_lossy());
    whole == name || whole.ends_with(&format!("/{name}")) || stem(path).is_some_and(|stem| folded(&stem) == name)
}

fn stem(path: &Path) -> Option<String> {
    Some(path.file_stem()?.to_string_lossy().into_owned())
}
