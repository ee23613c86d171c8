//! Which content to use: that in files, or what is built in.

use super::start::GAME;
use super::{offered, own_games};
use clap::error::ErrorKind;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::{Path, PathBuf};
use wilderness_engine::content::{Catalogue, Pack, Places};

/// The options that name content.
#[derive(Args)]
struct Directories {
    /// Load scripts, scenarios and presets from `scripts` and `scenarios` in this directory instead of the built-in
    /// ones; with `base = "GAME"` in its `content.toml` it holds only what differs.
    #[arg(long, value_name = "DIR")]
    content: Option<PathBuf>,
    /// Load the scripts from this directory instead of the built-in ones.
    #[arg(long, value_name = "DIR")]
    scripts: Option<PathBuf>,
}

/// The content to use: as the options name it, or the folder that `--game` names.
#[derive(Clone, Default)]
pub struct ContentArg {
    /// A content directory.
    pub content: Option<PathBuf>,
    /// A directory of scripts.
    pub scripts: Option<PathBuf>,
    /// A folder of the program.
    pub folder: Option<&'static str>,
}

/// The folder or pack that a word names, if it is a path and not the word for a game.
pub fn folder(word: &str) -> Option<&Path> {
    let path = Path::new(word);
    let is_path = word.contains(std::path::is_separator) || [".", ".."].contains(&word) || Pack::is_called(path);
    is_path.then_some(path)
}

impl Args for ContentArg {
    fn augment_args(command: Command) -> Command {
        Directories::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Directories::augment_args_for_update(command)
    }
}

impl FromArgMatches for ContentArg {
    fn from_arg_matches(matches: &ArgMatches) -> Result<ContentArg, clap::Error> {
        let Directories { content, scripts } = Directories::from_arg_matches(matches)?;
        let game = matches.try_get_one::<String>(GAME).ok().flatten();
        match (content, game.zip(game.and_then(|word| ContentArg::of_word(word)))) {
            (Some(_), Some((word, _))) => {
                let message = format!("`--game {word}` says where the content is: leave `--content` out\n");
                Err(clap::Error::raw(ErrorKind::ArgumentConflict, message))
            }
            (None, Some((_, named))) => Ok(ContentArg { scripts, ..named }),
            (content, None) => Ok(ContentArg { content, scripts, folder: None }),
        }
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = ContentArg::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ContentArg {
    /// The content in a folder or pack that names a game.
    pub fn of_folder(at: &Path) -> ContentArg {
        ContentArg { content: Some(at.to_path_buf()), ..ContentArg::default() }
    }

    /// The content that a word for a game names, if it names more than the game: a folder or pack, one of the program, or one
    /// in the person's own directory.
    pub fn of_word(word: &str) -> Option<ContentArg> {
        let built_in = || offered::folders().find(|folder| *folder == word);
        let built_in = || Some(ContentArg { folder: Some(built_in()?), ..ContentArg::default() });
        let is_game = offered::words().any(|game| game == word);
        let own = || own_games::find(word).filter(|_| !is_game).map(|at| ContentArg::of_folder(&at));
        folder(word).map(ContentArg::of_folder).or_else(built_in).or_else(own)
    }

    /// The named content directory.
    pub fn root(&self) -> Option<&Path> {
        self.content.as_deref()
    }

    /// Whether what is named holds nothing of a game, but something of another.
    pub fn is_of_others(&self, game: &'static Catalogue) -> bool {
        let ContentArg { content: root, scripts, .. } = self.clone();
        let places = Places { root, scripts, games: offered::all_words(), ..Places::default() };
        let holds = |catalogue: &'static Catalogue| places.hold(catalogue);
        !places.is_built_in()
            && !holds(game)
            && offered::catalogues().any(|other| other.game != game.game && holds(other))
    }

    /// The named directories.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.content.as_deref().into_iter().chain(self.scripts.as_deref())
    }
}

impl std::fmt::Display for ContentArg {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let content = self.content.as_ref().map(|directory| format!("the content in {}", directory.display()));
        let scripts = self.scripts.as_ref().map(|directory| format!("the scripts in {}", directory.display()));
        match (content, scripts) {
            (Some(content), Some(scripts)) => write!(f, "{content}, with {scripts}"),
            (Some(one), None) | (None, Some(one)) => f.write_str(&one),
            (None, None) => f.write_str("the built-in scripts"),
        }
    }
}
