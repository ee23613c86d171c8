//! What a person types, taken apart: a command with its arguments, or an answer to the open decision.

use super::player::Player;
use super::session::time::Time;
use crate::front::{Extras, Front, Own};
use crate::text::names::fold;
use std::path::PathBuf;

/// A command, how it is used, and what it does.
pub type Use = (&'static str, &'static str, &'static str);

/// So many entries of the log are shown unless told otherwise.
const LAST: usize = 20;

/// A line, understood.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<F: Front> {
    /// An empty line or a comment.
    Nothing,
    /// Show the open decision with its choices.
    Show,
    /// Show the last entries of the log.
    Log(usize),
    /// Evaluate an expression of the script language.
    Eval(String),
    /// Take back so many commands; even those after which something was rolled or drawn.
    Undo(usize, bool),
    /// Make them again.
    Redo(usize),
    /// Consent to what takes back answers of both players.
    Agree,
    /// Write the game to a file, even if it holds something else than this game.
    Save(PathBuf, bool),
    /// Take up the game in a file.
    Load(PathBuf),
    /// Let an agent play a side, or nobody.
    Bot(F::Side, Option<Player>),
    /// Say why the agents chose as they did since the last answer.
    Explain,
    /// Go back and forth in time, or ask where one can go.
    Time(Time<F>),
    /// Go on with what waits: a script, bots, or what the line says.
    GoOn(String),
    /// Read the scripts again.
    Reload,
    /// Take the scripts that an answer does not fit, and go back to before the card.
    Rewind,
    /// Take up scripts as they change, or not any more.
    Watch(bool),
    /// Explain how to answer, or a topic.
    Help(String),
    /// Leave.
    Quit,
    /// A command of this game.
    Own(Own<F>),
    /// Answer the decision.
    Answer(String),
}

impl<F: Front> Command<F> {
    /// Whether it answers decisions.
    pub fn answers(&self) -> bool {
        match self {
            Command::Answer(_) | Command::GoOn(_) => true,
            Command::Own(own) => F::Extras::answers(own),
            _ => false,
        }
    }
}

/// A command that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misused {
    /// The arguments do not fit.
    #[error("`{0}` is used so: {1}")]
    Arguments(&'static str, &'static str),
    /// The options do not.
    #[error("{0}")]
    Options(String),
}

/// The commands of the prompt and how they are used, in the order in which help lists them.
pub const USES: [Use; 22] = [
    ("show", "show", "the choices"),
    ("log", "log [N]", "what has happened: the last entries"),
    (
        "undo",
        "undo [N] [--force]",
        "take back your last line, but no die, card or answer of the enemy; `--force` does, and the record notes it",
    ),
    ("redo", "redo [N]", "do it again"),
    ("agree", "agree", "of two people at one screen: consent to what the other one wants to take back"),
    ("back", "back [N]", "look at the decision before, of either side; nothing is lost"),
    ("step", "step [N]", "go on along the line that was played"),
    ("goto", "goto PLACE", "`start`, `end`, or a bookmark"),
    ("bookmark", "bookmark [NAME]", "give this place a name; without one: list them"),
    ("branches", "branches", "the lines that were left by another choice"),
    ("branch", "branch N", "go to the end of one of them"),
    ("autosave", "autosave [on|off|now]", "keep the game after every decision"),
    ("save", "save FILE [--force]", "write the game to a new file, or to a record of it; `--force` to any"),
    ("load", "load FILE", "take up the game in a file"),
    (
        "bot",
        "bot SIDE random|greedy|search|off",
        "let the machine play a side: at random, by rules of thumb, or by thinking ahead",
    ),
    ("explain", "explain", "why the machine did what it did since your last answer, if it knows"),
    ("eval", "eval EXPR", "what an expression of the scripts is worth"),
    ("reload", "reload", "read the scripts again, in the middle of the game"),
    ("watch", "watch on|off", "reload by itself whenever a script is saved"),
    ("rewind", "rewind", "if an answer does not fit a changed script: take the script, go back to before the card"),
    ("help", "help [COMMAND]", "how to answer; or a command"),
    ("quit", "quit", "leave"),
];

/// The commands of a game: its own, and those of the prompt that it does not replace.
pub fn uses<F: Front>() -> impl Iterator<Item = &'static Use> {
    let own = F::Extras::uses();
    own.iter().chain(USES.iter().filter(|(word, ..)| own.iter().all(|(other, ..)| other != word)))
}

/// Takes a line apart. Commands win over names; a line that begins with `=` is an answer whatever it says.
///
/// # Errors
/// A command whose arguments do not fit.
pub fn parse<F: Front>(line: &str) -> Result<Command<F>, Misused> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Command::Nothing);
    }
    if let Some(answer) = line.strip_prefix('=') {
        return Ok(Command::Answer(answer.trim().to_string()));
    }
    if F::Extras::goes_on(line) {
        return Ok(Command::GoOn(line.to_string()));
    }
    if let Some(own) = F::Extras::read(line) {
        return own.map(Command::Own);
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = fold(first);
    if word == "bot" {
        return bot(rest.trim());
    }
    match of_prompt(&word, rest.trim()) {
        Some(understood) => understood.ok_or_else(|| usage::<F>(word.trim_end_matches('!'))),
        None => Ok(Command::Answer(line.to_string())),
    }
}

/// A command of the prompt; nothing if the word is none, and nothing in it if the arguments do not fit.
fn of_prompt<F: Front>(word: &str, rest: &str) -> Option<Option<Command<F>>> {
    let bare = |command: Command<F>| if rest.is_empty() { Some(command) } else { None };
    let some = |make: fn(String) -> Command<F>| if rest.is_empty() { None } else { Some(make(rest.to_string())) };
    let times = |make: fn(usize) -> Command<F>, unless: usize| match rest {
        "" => Some(make(unless)),
        _ => rest.parse().ok().map(make),
    };
    let understood = match word {
        "show" => bare(Command::Show).or_else(|| (fold(rest) == "choices").then_some(Command::Show)),
        // What else is called so is an answer.
        "log" => Some(times(Command::Log, LAST)?),
        "eval" => some(Command::Eval),
        "undo" | "undo!" => undo(rest, word.ends_with('!')),
        "redo" => times(Command::Redo, 1),
        "agree" => bare(Command::Agree),
        "save" => {
            let (path, force) = rest.strip_suffix("--force").map_or((rest, false), |path| (path.trim_end(), true));
            (!path.is_empty()).then(|| Command::Save(PathBuf::from(path), force))
        }
        "load" => some(|file| Command::Load(PathBuf::from(file))),
        "explain" => bare(Command::Explain),
        word if Time::<F>::WORDS.contains(&word) => Time::read(word, rest).map(Command::Time),
        "reload" => bare(Command::Reload),
        "rewind" => bare(Command::Rewind),
        "watch" => on_or_off(rest).map(Command::Watch),
        "help" | "?" => Some(Command::Help(rest.to_string())),
        "quit" | "exit" => bare(Command::Quit),
        _ => return None,
    };
    Some(understood)
}

/// How a command is used.
pub fn usage<F: Front>(word: &str) -> Misused {
    let (command, form, _) = uses::<F>().find(|(command, ..)| *command == word).unwrap_or(&USES[0]);
    Misused::Arguments(command, form)
}

/// `SIDE WHO`.
fn bot<F: Front>(rest: &str) -> Result<Command<F>, Misused> {
    let (who, on) = rest.split_once(char::is_whitespace).ok_or_else(|| usage::<F>("bot"))?;
    let side = side(who).ok_or_else(|| usage::<F>("bot"))?;
    let player = match on_or_off(on) {
        Some(on) => on.then_some(Player::Greedy),
        None => Some(on.trim().parse().map_err(Misused::Options)?),
    };
    Ok(Command::Bot(side, player))
}

/// What `on` and `off` say.
pub fn on_or_off(word: &str) -> Option<bool> {
    match fold(word.trim()).as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `[N] [--force]`, in any order.
fn undo<F: Front>(rest: &str, mut force: bool) -> Option<Command<F>> {
    let mut times = None;
    for word in rest.split_whitespace() {
        match word {
            "--force" | "force" if !force => force = true,
            number if times.is_none() => times = Some(number.parse().ok()?),
            _ => return None,
        }
    }
    Some(Command::Undo(times.unwrap_or(1), force))
}

/// The side whose name begins so.
pub fn side<S: wilderness_engine::side::Side>(word: &str) -> Option<S> {
    S::BOTH.into_iter().find(|side| !word.is_empty() && side.id().starts_with(&fold(word)))
}
