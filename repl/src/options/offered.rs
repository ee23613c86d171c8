//! What the games of the program add to the command line: their options, and an option for each side.

use super::game_option::{COMMON, GameOption};
use std::cell::RefCell;
use std::sync::OnceLock;
use wilderness_engine::content::Catalogue;

/// A side on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWord {
    /// Its word.
    pub id: &'static str,
    /// Its name.
    pub name: String,
}

/// What a game adds.
pub struct Offered {
    /// The word for the game.
    pub word: &'static str,
    /// Its options.
    pub options: &'static [&'static GameOption],
    /// Its sides, in order, if they are part of the program.
    pub sides: Vec<SideWord>,
    /// The files that its content consists of.
    pub catalogue: Option<&'static Catalogue>,
}

static GAMES: OnceLock<Vec<Offered>> = OnceLock::new();

/// Says what the games add, before the first command line is parsed; the first game is played unless another is named.
pub fn install(games: Vec<Offered>) {
    // The list of games is set once; what is set later is the same.
    let _ = GAMES.set(games);
}

fn all() -> &'static [Offered] {
    GAMES.get().map_or(&[], Vec::as_slice)
}

/// The words for the games.
pub fn words() -> impl Iterator<Item = &'static str> {
    all().iter().map(|game| game.word)
}

/// The names of the folders of the program, each a game.
pub fn folders() -> impl Iterator<Item = &'static str> {
    catalogues().flat_map(Catalogue::folders)
}

/// The words by which people call games: those of folders in place of that for all folders.
pub fn called() -> impl Iterator<Item = &'static str> {
    let folders = |game: &'static Offered| game.catalogue.into_iter().flat_map(Catalogue::folders).collect::<Vec<_>>();
    all().iter().flat_map(move |game| if folders(game).is_empty() { vec![game.word] } else { folders(game) })
}

/// The words for the games, as bases of content directories.
pub fn all_words() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&'static str>> = OnceLock::new();
    WORDS.get_or_init(|| words().collect())
}

/// What the content of the games consists of.
pub fn catalogues() -> impl Iterator<Item = &'static Catalogue> {
    all().iter().filter_map(|game| game.catalogue)
}

/// Whose options the command line has.
#[derive(Clone, Default)]
pub struct Scope {
    /// The game whose options help shows; otherwise those of the first.
    pub game: Option<&'static str>,
    /// The sides of that game, if its content names them.
    pub sides: Vec<SideWord>,
    /// Whether it has the options of that game alone; otherwise it also understands those of the others.
    pub alone: bool,
}

thread_local! {
    static SCOPE: RefCell<Scope> = const { RefCell::new(Scope { game: None, sides: Vec::new(), alone: false }) };
}

/// Builds or parses a command line with the options in a scope.
pub fn in_scope<T>(scope: Scope, work: impl FnOnce() -> T) -> T {
    let before = SCOPE.replace(scope);
    let result = work();
    SCOPE.replace(before);
    result
}

/// The games whose options the command line has, and whether help shows those.
fn in_order() -> Vec<(&'static Offered, bool)> {
    let Scope { game, alone, .. } = SCOPE.with_borrow(Scope::clone);
    let is_shown = |offered: &Offered| game.or(words().next()) == Some(offered.word);
    let mut games: Vec<_> = all().iter().map(|offered| (offered, is_shown(offered))).collect();
    // Its own come first, so that an option that two games have in common is its own.
    games.sort_by_key(|(_, is_shown)| !is_shown);
    games.retain(|(_, is_shown)| *is_shown || !alone);
    games
}

/// The options of the games in scope, each once, and whether help shows it.
pub fn options() -> impl Iterator<Item = (&'static GameOption, bool)> {
    let mut options: Vec<(&'static GameOption, bool)> = COMMON.into_iter().map(|option| (option, true)).collect();
    for (game, is_shown) in in_order() {
        for option in game.options {
            if !options.iter().any(|(other, _)| *other == *option) {
                options.push((option, is_shown));
            }
        }
    }
    options.into_iter()
}

/// The sides of the games in scope, each once, and whether help shows it.
pub fn sides() -> Vec<(SideWord, bool)> {
    let named = SCOPE.with_borrow(|scope| scope.sides.clone());
    let mut sides: Vec<(SideWord, bool)> = Vec::new();
    for (game, is_shown) in in_order() {
        let own = if is_shown && game.sides.is_empty() { &named } else { &game.sides };
        for side in own {
            if !sides.iter().any(|(other, _)| other.id == side.id) {
                sides.push((side.clone(), is_shown));
            }
        }
    }
    sides
}
