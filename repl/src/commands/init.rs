//! `wilderness init`: makes a directory with content of one's own that plays.

use crate::commands::games;
use crate::text::out;
use clap::Args as ClapArgs;
use include_dir::{Dir, DirEntry};
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::files::write_new;

/// What stands for the name of the directory in the files.
const NAME: &str = "NAME";

#[derive(ClapArgs)]
pub struct Args {
    /// The directory: one that is not there yet, or that has nothing in it.
    directory: PathBuf,
    /// The game; by default, the first.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let game = args.game.as_deref().map_or_else(games::first, games::of_words)?;
    let directory = &args.directory;
    let starter = game.starter().ok_or_else(|| miette!("there is nothing to begin {} with", game.name()))?;
    if directory.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        let help = "name a directory that is not there yet";
        return Err(miette!(help = help, "there is something in `{}` already", directory.display()));
    }
    let files: Vec<(PathBuf, Vec<u8>)> = contents(starter, &name_of(directory))
        .into_iter()
        .map(|(path, text)| (directory.join(path), text.into_bytes()))
        .collect();
    write_new(&files).map_err(|why| miette!("{why}"))?;
    let id = |path: &PathBuf| game.catalogue()?.scenario_at(path.strip_prefix(directory).ok()?).map(str::to_string);
    let scenario = files.iter().find_map(|(path, _)| Some(format!(" --scenario {}", id(path)?)));
    let (at, scenario) = (directory.display(), scenario.unwrap_or_default());
    let list: String = files.iter().map(|(path, _)| format!("  {}\n", path.display())).collect();
    // A folder is named as the game; of all other content the scenario tells.
    let is_folder = game.catalogue().is_some_and(|catalogue| catalogue.folders().next().is_some());
    let named = if is_folder { format!("--game {}", as_game(directory)) } else { format!("--content {at}{scenario}") };
    out::print(&format!(
        "{list}Change them, and try them:\n  wilderness check {at}\n  wilderness play {named}\n  wilderness simulate \
         {named} --games 100\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}

/// A folder as `--game` takes it: with a separator, so that it is not the name of a game.
pub fn as_game(directory: &Path) -> String {
    let here = if directory.components().count() == 1 { "./" } else { "" };
    format!("{here}{}", directory.display())
}

/// The name of a directory.
pub fn name_of(directory: &Path) -> String {
    let absolute = std::path::absolute(directory).unwrap_or_else(|_| directory.to_path_buf());
    absolute.file_name().map_or_else(|| "my content".into(), |name| name.to_string_lossy().into_owned())
}

/// The files of a directory of the program, with a name in them.
fn contents(directory: &Dir<'_>, name: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    for entry in directory.entries() {
        match entry {
            DirEntry::Dir(inner) => files.extend(contents(inner, name)),
            DirEntry::File(file) => {
                let quoted = toml::Value::String(name.into()).to_string();
                let text = String::from_utf8_lossy(file.contents()).replace(&format!("\"{NAME}\""), &quoted);
                files.push((file.path().to_path_buf(), text));
            }
        }
    }
    files
}
