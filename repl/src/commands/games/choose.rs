//! Which game is meant: by its word, a record, a scenario or a position.

use super::begin::{is_path, matching};
use super::{Game, all, first};
use crate::lsp::CheckedContent;
use crate::options::content::{ContentArg, folder};
use crate::options::offered::{self, SideWord};
use crate::options::own_games;
use crate::options::start::{New, Start, unknown};
use crate::prompt::unfinished::game_named_in;
use crate::text::list::list;
use std::ffi::OsString;
use std::path::Path;
use wilderness_engine::content::{Pack, no_directory, other_game};
use wilderness_engine::faults::{Fault, Faults, Source};

/// The game with this word, or whose content is in this folder.
///
/// # Errors
/// There is none, or a folder has content of several.
pub fn of_words(word: &str) -> Result<Game, Faults> {
    if let Some(at) = folder(word) {
        return of_folder(at);
    }
    let own = || own_games::find(word).map(|at| of_folder(&at));
    let has_folder = |game: &Game| game.catalogue().is_some_and(|known| known.folders().any(|folder| folder == word));
    let found = all().iter().copied().find(|game| game.word() == word || has_folder(game));
    found.map(Ok).or_else(own).unwrap_or_else(|| {
        let fault = Fault::error("game::unknown", format!("there is no game `{word}`"));
        let own = own_games::all();
        let mut words: Vec<&str> = offered::called().collect();
        words.extend(own.iter().map(|game| game.name.as_str()));
        Err(fault.help(format!("the games are {}", words.join(", "))).did_you_mean(word, words).into())
    })
}

/// The game whose content is in a folder or pack.
///
/// # Errors
/// There is none, or it has content of several.
pub fn of_folder(at: &Path) -> Result<Game, Faults> {
    if !at.exists() || at.is_file() && !Pack::is_called(at) {
        return Err(no_directory(at).into());
    }
    if at.is_file() {
        let game = Pack::game_of(at)?;
        let is_its = |known: &&Game| known.catalogue().is_some_and(|known| known.game == game);
        let words: Vec<&str> = offered::words().collect();
        let found = all().iter().find(is_its).copied();
        return found.ok_or_else(|| other_game("pack", &game, &words.join("`, `")).into());
    }
    let fault = |code: &str, message: String| Fault::error(format!("game::{code}"), message);
    let listed = |games: &[Game]| list(games.iter().map(|game| format!("`{}`", game.word())));
    let found: Vec<Game> = all().iter().copied().filter(|game| game.opens(at)).collect();
    let at = at.display();
    match found[..] {
        [only] => Ok(only),
        [] => {
            let fault = fault("no_folder", format!("`{at}` is not the folder of a game"));
            Err(fault.help(format!("a folder has content of {}", listed(all()))).into())
        }
        _ => {
            let fault = fault("several", format!("`{at}` has content of several games: {}", listed(&found)));
            Err(fault
                .help(format!("name the game and its content: `--game {} --content {at}`", found[0].word()))
                .into())
        }
    }
}

/// The game with this word, or all games if none is named.
///
/// # Errors
/// There is no such game.
pub fn wanted(word: Option<&str>) -> Result<Vec<Game>, Faults> {
    match word {
        Some(word) => Ok(vec![of_words(word)?]),
        None => Ok(all().to_vec()),
    }
}

/// The value of an option on a command line, before it is parsed.
fn value<'a>(arguments: &'a [OsString], option: &str) -> Option<&'a str> {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let joined = words.iter().find_map(|word| word.strip_prefix(option)?.strip_prefix('='));
    joined.or_else(|| words.iter().zip(words.iter().skip(1)).find(|(word, _)| **word == option).map(|(_, next)| *next))
}

/// The game that a command line names with `--game`, whose built-in scenario it names with `--scenario`, or whose record it
/// loads, before it is parsed.
pub fn named_in(arguments: &[OsString]) -> Option<Game> {
    let of_scenario = |id: &str| {
        let has = |game: &&Game| {
            game.scenario_ids(&ContentArg::default(), false).is_ok_and(|ids| ids.iter().any(|other| other == id))
        };
        all().iter().find(has).copied()
    };
    match value(arguments, "--game") {
        Some(word) => of_words(word).ok(),
        None => value(arguments, "--scenario").and_then(of_scenario).or_else(|| {
            let word = game_named_in(Path::new(value(arguments, "--load")?))?;
            all().iter().find(|game| game.word() == word).copied()
        }),
    }
}

/// The sides of a game whose content names them: of the content or the save that a command line names, before it is
/// parsed; otherwise of what is in the current directory, or built in.
///
/// # Errors
/// Content that is named and cannot be read.
pub fn sides_in(arguments: &[OsString], game: Game) -> Result<Vec<SideWord>, Faults> {
    if game.has_sides() {
        return Ok(Vec::new());
    }
    let at_root = || value(arguments, "--content").map(|at| ContentArg::of_folder(Path::new(at)));
    let content = value(arguments, "--game").and_then(ContentArg::of_word).or_else(at_root);
    let is_record = |file: &&Path| {
        file.is_file() && !Pack::is_called(file) && game_named_in(file).is_some_and(|word| word == game.word())
    };
    let record = || arguments.iter().skip(2).map(Path::new).find(is_record);
    let save = value(arguments, "--load").map(Path::new).or_else(record);
    let sides = game.sides(&content.clone().unwrap_or_default(), save);
    // What is not named is not what the command may be about.
    if content.is_some() { sides } else { Ok(sides.unwrap_or_default()) }
}

/// The game that begins with these options, which are all options of that game.
///
/// # Errors
/// A game or scenario that does not exist, a file that cannot be read, options that the game does not have.
pub fn of_start(start: &Start, content: &ContentArg, beside: bool) -> Result<Game, Faults> {
    let game = match (&start.game, start.scenario(), start.position()) {
        (Some(word), ..) => of_words(word)?,
        (None, Some(id), _) => of_scenario(id, content, beside)?,
        (None, None, Some(file)) => of_position(file)?.map_or_else(first, Ok)?,
        (None, None, None) => first()?,
    };
    refuse_others(game, start)?;
    Ok(game)
}

/// Refuses the options that a game does not have.
fn refuse_others(game: Game, start: &Start) -> Result<(), Faults> {
    let mut faults = Faults::none();
    let mut others: Vec<_> = start.options().filter(|option| !game.options().contains(option)).collect();
    others.dedup();
    for option in others {
        let message = format!("`--{}` has no effect on {}, which has no such option", option.name, game.name());
        let known: Vec<String> = game.options().iter().map(|option| format!("`--{}`", option.name)).collect();
        faults.push(Fault::error("options::no_effect", message).help(format!("it takes {}", known.join(", "))));
    }
    faults.into_result(())
}

/// The game that has a scenario.
fn of_scenario(id: &str, content: &ContentArg, beside: bool) -> Result<Game, Faults> {
    if is_path(id) {
        let source = Source::read(Path::new(id))?;
        return all().iter().copied().find(|game| game.claims_scenario(&source)).map_or_else(first, Ok);
    }
    let (mut ids, mut faults) = (Vec::new(), Faults::none());
    for game in all() {
        match game.scenario_ids(content, beside) {
            Ok(own) if own.iter().any(|other| other == id) => return Ok(*game),
            Ok(own) => ids.extend(own),
            Err(more) => faults.append(more),
        }
    }
    // A scenario may be in what cannot be read.
    faults.into_result(())?;
    Err(unknown(id, ids.iter().map(String::as_str)))
}

/// The game that begins with the arguments of `new`, and the same with the whole id of its scenario.
///
/// # Errors
/// A game or scenario that does not exist, a file that cannot be read, options that the game does not have.
pub fn named(new: &New, content: &ContentArg, beside: bool) -> Result<(Game, Start), Faults> {
    use crate::options::game_option::SCENARIO;
    if let Some(word) = new.named.as_deref().filter(|word| ContentArg::of_word(word).is_some()) {
        let start = new.start.clone().of_game(word);
        return Ok((of_start(&start, content, beside)?, start));
    }
    let Some(word) = new.scenario().filter(|word| !is_path(word)) else {
        let start = new.scenario().map_or(new.start.clone(), |file| new.start.clone().with(&SCENARIO, file));
        return Ok((of_start(&start, content, beside)?, start));
    };
    let mut ids = Vec::new();
    for game in all() {
        // What cannot be read is reported by its own game.
        ids.extend(game.scenario_ids(content, beside).unwrap_or_default());
    }
    let [id] = matching(word, &ids)[..] else { return Err(unknown(word, ids.iter().map(String::as_str))) };
    let start = new.start.clone().with(&SCENARIO, id);
    Ok((of_start(&start, content, beside)?, start))
}

/// The game of the position in a file, if one claims it.
///
/// # Errors
/// A file that cannot be read.
pub fn of_position(file: &Path) -> Result<Option<Game>, Faults> {
    let source = Source::read_positions(file)?;
    let Ok(value) = serde_json::from_str::<serde_json::Value>(source.text()) else { return Ok(None) };
    Ok(all().iter().copied().find(|game| game.claims_position(&value)))
}

/// The game of a record: the one that it names, or the first.
///
/// # Errors
/// If there is no game on the list.
pub fn of_record(record: &Path) -> Result<Game, Faults> {
    let named = game_named_in(record);
    let is_named = |game: &&Game| named.as_deref() == Some(game.word());
    all().iter().find(is_named).copied().map_or_else(first, Ok)
}

/// The game to whose content a file belongs, and what an editor is told about that: the first game of the list takes what
/// no other claims.
pub fn claiming(file: &Path) -> Option<(Game, Box<dyn CheckedContent>)> {
    let (first, others) = all().split_first()?;
    others.iter().chain([first]).find_map(|game| Some((*game, game.shelf(file)?)))
}

/// What an editor is told about the content that a file belongs to.
pub fn shelf_of(file: &Path) -> Option<Box<dyn CheckedContent>> {
    claiming(file).map(|(_, shelf)| shelf)
}
