//! Parses what a person types: a command with its arguments, or an answer to the open decision.

use super::inquiry;
use super::session::auto::Change;
use super::session::debug::Debug;
use super::session::navigation::Navigation;
use crate::options::start::New;
use crate::prompt::front::{Extras, Front, Sentences, Tables};
use crate::prompt::own::{Effect, OwnCommand, Takes};
use crate::text::names::{Name, fold};
use std::path::PathBuf;
use wilderness_engine::analysis::Depth;
use wilderness_engine::{Side, Sides};
use wilderness_lab::Player;

/// A command's name, usage and purpose.
pub type Use = (&'static str, &'static str, &'static str);

/// The number of pairs of games that are compared by default.
const PAIRS: u64 = 200;

/// A parsed line.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<F: Front> {
    /// An empty line or a comment.
    Nothing,
    /// Show the open decision with its choices.
    Show,
    /// Show the score, and what each side lacks.
    Score,
    /// Show the thing with this name.
    Look(String),
    /// List the pieces and fortifications that these words ask for.
    List(String),
    /// Show the table of the rules with this name, or list the tables.
    Tables(String),
    /// Repeat the last line.
    Again,
    /// Show the last log entries, or those that words select.
    Log(String),
    /// Begin a game.
    New(Box<New>),
    /// Begin the tutorial with this word, or leave it.
    Tutorial(Option<&'static str>),
    /// List or change automatic answers.
    Auto(Change),
    /// List the optional rules, or switch one.
    Rules(Option<(String, bool)>),
    /// Compare the current content with the built-in one, by playing on from here in this many pairs of games.
    Compare(u64),
    /// Open a script in an editor.
    Edit(String),
    /// Step through scripts, or trace their calls.
    Debug(Debug),
    /// Evaluate a script expression.
    Eval(String),
    /// Undo this many commands; if forced, even those that revealed a die or draw.
    Undo(usize, bool),
    /// Redo them.
    Redo(usize),
    /// Consent to undo answers of other players.
    Agree,
    /// Save the game to a file; if forced, over any other content.
    Save(PathBuf, bool),
    /// Resume the game in a file.
    Load(PathBuf),
    /// Let a bot play a side, or a person.
    Bot(F::Side, Option<Player>),
    /// Say who plays each side.
    Seats,
    /// Explain the bots' last turn.
    Explain,
    /// Find out what decided the game, so deep.
    Analyse(Depth),
    /// Let a bot answer for the viewer until the next turn.
    Until,
    /// Say what a bot would answer here.
    Hint,
    /// Show what a line would change, without carrying it out.
    WhatIf(String),
    /// Navigate the game, or list bookmarks and branches.
    Navigation(Navigation<F>),
    /// Continue what is waiting: a script, bots, or the rest of a sentence.
    GoOn,
    /// Reload the scripts.
    Reload,
    /// Take scripts that an answer does not fit, and go back to before they were used.
    Rewind,
    /// Show the game on a page, or stop.
    Board(bool),
    /// Pick up changed scripts automatically, or stop doing so.
    Watch(WatchChange),
    /// Explain how to answer, or a topic.
    Help(String),
    /// Quit.
    Quit,
    /// Show the board, or a part of it.
    Map(String),
    /// A command that only this game has, and the words after it.
    Own(&'static str, String),
    /// Answer the decision.
    Answer(String),
}

impl<F: Front> Command<F> {
    /// Whether it answers decisions.
    pub fn answers(&self) -> bool {
        matches!(self, Command::Answer(_) | Command::GoOn | Command::Until)
    }

    /// Whether it only shows something of the game.
    pub fn only_looks(&self) -> bool {
        match self {
            Command::Help(_)
            | Command::Show
            | Command::Score
            | Command::Look(_)
            | Command::List(_)
            | Command::Tables(_)
            | Command::Log(_)
            | Command::Hint
            | Command::WhatIf(_)
            | Command::Rules(None)
            | Command::Map(_)
            | Command::Seats
            | Command::Explain => true,
            Command::Own(word, _) => OwnCommand::<F>::find(word).is_some_and(|own| own.effect != Effect::Acts),
            _ => false,
        }
    }

    /// Whether a page may send it: it looks at the game or plays it, and reaches nothing beyond it.
    pub fn is_for_pages(&self) -> bool {
        match self {
            Command::Help(_)
            | Command::Show
            | Command::Score
            | Command::Look(_)
            | Command::List(_)
            | Command::Tables(_)
            | Command::Log(_)
            | Command::Redo(_)
            | Command::Agree
            | Command::Hint
            | Command::WhatIf(_)
            | Command::Auto(_)
            | Command::Rules(None)
            | Command::Seats
            | Command::Explain
            | Command::GoOn
            | Command::Answer(_)
            | Command::Map(_)
            | Command::Own(..)
            | Command::Nothing => true,
            Command::Undo(_, force) => !force,
            Command::Navigation(navigation) => !matches!(navigation, Navigation::Autosave(_) | Navigation::Forced(_)),
            _ => false,
        }
    }
}

/// A command that cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum UsageError {
    /// Wrong arguments.
    #[error("usage: {1}")]
    Arguments(&'static str, &'static str),
    /// Wrong options.
    #[error("{0}")]
    Options(String),
}

/// The commands of the prompt with their usage, in the order of the help.
pub const USES: [Use; 41] = [
    ("show", "show [map [PLACE]]", "the choices; or the board, around a place"),
    ("score", "score", "the score, who would win now, and what each side lacks"),
    (
        "where",
        "where is NAME",
        "a place or piece: where it is, and what there is to know of it; its bare name does the same",
    ),
    ("list", "list WORDS", "pieces and what is built, by side, kind, state and place: `list my leaders`"),
    ("tables", "tables [NAME|all]", "the tables of the rules: combat, terrain, victory"),
    ("again", "again", "repeat your last line"),
    ("log", "log [N] [WHAT]", "the last entries of the log; of a side, or with a word in them"),
    (
        "undo",
        "undo [N] [--force]",
        "undo your last line, but no die, draw or enemy answer; `--force` does, and the record notes it",
    ),
    ("redo", "redo [N]", "redo what was undone"),
    ("agree", "agree", "with two people at one screen: let the other player undo or change past answers"),
    ("back", "back [N] [--force]", "go back to the previous decision of either side, to look; nothing is lost"),
    ("step", "step [N]", "go forward along the branch"),
    ("goto", "goto PLACE [--force]", "`start`, `end`, or a bookmark"),
    ("bookmark", "bookmark [NAME]", "name this point; without a name: list the bookmarks"),
    ("branches", "branches", "list the other branches of the game"),
    ("branch", "branch N [--force]", "switch to a branch"),
    ("autosave", "autosave [on|off|now]", "save the game after every decision"),
    ("save", "save FILE [--force]", "save the game to a new file, or over its own record; `--force`: over any file"),
    ("load", "load FILE", "resume the game in a file"),
    (
        "bot",
        "bot [SIDE easy|normal|strong|best|off]",
        "who plays each side; or let a bot play one; harder ones look further ahead. Also `random`, `greedy`, `search:200`, `search:2s`",
    ),
    ("hint", "hint", "what the greedy bot would do here, and why"),
    ("whatif", "whatif LINE", "what would change if you typed the line"),
    ("until", "until next turn", "let the greedy bot play your side until the next turn"),
    ("explain", "explain", "why the bot played its last turn as it did"),
    ("analyse", "analyse [DEPTH]", "what decided the game so far: the chance of winning, luck and mistakes"),
    ("new", "new [SCENARIO] …", "begin another game, with a seed, rules or a position as `wilderness play` takes them"),
    ("tutorial", "tutorial [LESSON|off]", "learn the game step by step, or leave the lesson"),
    ("auto", "auto [pass|ask] …", "questions that are answered automatically: list, add, remove"),
    ("rules", "rules [RULE on|off]", "the optional rules; they can be changed before the game has begun"),
    ("edit", "edit SCRIPT", "open a script in your editor, and reload it afterwards"),
    (
        "compare",
        "compare [GAMES]",
        "play on from here with your scripts and the built-in ones, and report the difference",
    ),
    (
        "trace",
        "trace [modifiers|conditions] on|off",
        "print each call of a script into the game; or what modifiers change, conditions call",
    ),
    ("break", "break [off] [FILE:LINE]", "stop a script at a line, or no longer; alone: list these lines"),
    ("next", "next", "in a stopped script: run this line; `continue` runs to the next breakpoint"),
    ("eval", "eval EXPR", "what a script expression evaluates to"),
    ("reload", "reload", "reload the scripts, in the middle of the game"),
    ("board", "board on|off", "show the game on a page in your browser, and play there as well"),
    ("watch", "watch on|off|balance [BOT]", "reload whenever a script is saved; measure what it changes"),
    ("rewind", "rewind", "if an answer does not fit a changed script: take the script, and undo what it was used for"),
    ("help", "help [COMMAND]", "how to answer; or a command"),
    ("quit", "quit", "leave"),
];

/// The commands of a game: its own, and those of the prompt that it does not replace.
pub fn uses<F: Front>() -> impl Iterator<Item = &'static Use> {
    let own = || F::Extras::commands().iter().map(|own| &own.usage);
    own().chain(USES.iter().filter(move |(word, ..)| own().all(|(other, ..)| other != word)))
}

/// Parses a line. Commands take precedence over names; a line that begins with `=` is always an answer.
///
/// # Errors
/// A command with wrong arguments.
pub fn parse<F: Front>(line: &str, sides: Sides<F::Side>) -> Result<Command<F>, UsageError> {
    let line = line.trim();
    // `#60` is a card, and no comment.
    let is_comment = line.strip_prefix('#').is_some_and(|after| !after.starts_with(|c: char| c.is_ascii_digit()));
    if line.is_empty() || is_comment {
        return Ok(Command::Nothing);
    }
    if let Some(answer) = line.strip_prefix('=') {
        return Ok(Command::Answer(answer.trim().to_string()));
    }
    if matches!(fold(line).split_whitespace().collect::<Vec<_>>().as_slice(), ["continue"] | ["go", "on"]) {
        return Ok(Command::GoOn);
    }
    let shorter = inquiry::without_fillers(line);
    let line = shorter.as_deref().unwrap_or(line);
    if let Some(asked) = inquiry::read(line) {
        return Ok(asked);
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let word = fold(first);
    if word == "show"
        && let Some(shown) = shown(rest.trim())
    {
        return Ok(shown);
    }
    if let Some(own) = OwnCommand::<F>::of_line(&word, rest.trim()) {
        let (word, rest) = (own.usage.0, rest.trim());
        let lacks = own.takes == Takes::Something && rest.is_empty();
        return if lacks { Err(usage::<F>(word)) } else { Ok(Command::Own(word, rest.to_string())) };
    }
    if word == "bot" {
        return if rest.trim().is_empty() { Ok(Command::Seats) } else { bot(rest.trim(), sides) };
    }
    if word == "new" && !is_name::<F>(&word, rest.trim()) {
        return New::read(rest.trim()).map(|new| Command::New(Box::new(new))).map_err(UsageError::Options);
    }
    match of_prompt(&word, rest.trim()) {
        Some(understood) => understood.ok_or_else(|| usage::<F>(word.trim_end_matches('!'))),
        None => Ok(Command::Answer(line.to_string())),
    }
}

/// A command of the prompt: nothing if the word is not one, and an inner nothing if the arguments are wrong.
fn of_prompt<F: Front>(word: &str, rest: &str) -> Option<Option<Command<F>>> {
    let bare = |command: Command<F>| if rest.is_empty() { Some(command) } else { None };
    let some = |make: fn(String) -> Command<F>| if rest.is_empty() { None } else { Some(make(rest.to_string())) };
    let times = |make: fn(usize) -> Command<F>, unless: usize| match rest {
        "" => Some(make(unless)),
        _ => rest.parse().ok().map(make),
    };
    let understood = match word {
        "show" => shown(rest),
        "log" if !is_name::<F>(word, rest) => Some(Command::Log(rest.to_string())),
        "list" => some(Command::List),
        "eval" => some(Command::Eval),
        "tutorial" => tutorial::<F>(rest).map(Command::Tutorial),
        "auto" => Change::read::<F>(rest).map(Command::Auto),
        "rules" if rest.is_empty() => Some(Command::Rules(None)),
        "rules" => rest
            .rsplit_once(char::is_whitespace)
            .and_then(|(rule, on)| on_or_off(on).map(|on| Command::Rules(Some((rule.trim().to_string(), on))))),
        "edit" => some(Command::Edit),
        "compare" if rest.is_empty() => Some(Command::Compare(PAIRS)),
        "compare" => rest.parse().ok().filter(|games| *games > 0).map(Command::Compare),
        word if Debug::WORDS.contains(&word) => Debug::read(word, rest).map(Command::Debug),
        "undo" | "undo!" => undo(rest, word.ends_with('!')),
        "redo" => times(Command::Redo, 1),
        "agree" => bare(Command::Agree),
        "save" => {
            let (path, force) = rest.strip_suffix("--force").map_or((rest, false), |path| (path.trim_end(), true));
            // `save as NAME` is English as well.
            let path = path.strip_prefix("as ").map_or(path, str::trim_start);
            (!path.is_empty()).then(|| Command::Save(PathBuf::from(path), force))
        }
        "load" => some(|file| Command::Load(PathBuf::from(file))),
        "explain" => bare(Command::Explain),
        "analyse" if rest.is_empty() => Some(Command::Analyse(Depth::usual::<F>())),
        "analyse" => rest.parse().ok().and_then(Depth::new).map(Command::Analyse),
        "hint" => bare(Command::Hint),
        "whatif" => some(Command::WhatIf),
        "until" => until::<F>(rest).then_some(Command::Until),
        word if Navigation::<F>::WORDS.contains(&word) => Navigation::read(word, rest).map(Command::Navigation),
        "reload" => bare(Command::Reload),
        "where" if rest.is_empty() => None,
        "rewind" => bare(Command::Rewind),
        "board" => on_or_off(rest).map(Command::Board),
        "watch" => watched(rest).map(Command::Watch),
        "help" | "?" => Some(Command::Help(rest.to_string())),
        "quit" | "exit" => bare(Command::Quit),
        _ => return None,
    };
    Some(understood)
}

/// What `show` shows of every game: the choices, or the board.
fn shown<F: Front>(rest: &str) -> Option<Command<F>> {
    let (first, part) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match fold(first).as_str() {
        "map" | "board" => Some(Command::Map(part.trim().to_string())),
        "" | "choices" if part.is_empty() => Some(Command::Show),
        _ => None,
    }
}

/// Whether a line that begins with the word of a command is the name of something in the game, as `new york` is.
pub fn is_name<F: Front>(word: &str, rest: &str) -> bool {
    let first = rest.split([' ', ',']).next().unwrap_or_default();
    let begins = format!("{word} {first}");
    !first.is_empty() && F::Sentences::names().into_iter().any(|name| Name::new(name).fits(&begins).is_some())
}

/// The word of a lesson, or nothing to leave it.
fn tutorial<F: Front>(rest: &str) -> Option<Option<&'static str>> {
    let lessons = F::Tables::LESSONS;
    match fold(rest).as_str() {
        "off" => Some(None),
        "" | "on" => Some(Some(lessons.first().copied().unwrap_or_default())),
        word => lessons.iter().find(|lesson| **lesson == word).map(|lesson| Some(*lesson)),
    }
}

/// Whether these words name the next turn, or what the game calls it.
fn until<F: Front>(rest: &str) -> bool {
    let words: Vec<String> = rest.split_whitespace().map(fold).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_turn = |word: &&str| matches!(*word, "turn" | "season") || *word == F::TURN;
    matches!(words.as_slice(), ["my", "next", word] | ["next", word] if is_turn(word))
}

/// The usage of a command.
pub fn usage<F: Front>(word: &str) -> UsageError {
    let (command, form, _) = uses::<F>().find(|(command, ..)| *command == word).unwrap_or(&USES[0]);
    UsageError::Arguments(command, form)
}

/// `SIDE WHO`.
fn bot<F: Front>(rest: &str, sides: Sides<F::Side>) -> Result<Command<F>, UsageError> {
    let (who, on) = rest.split_once(char::is_whitespace).ok_or_else(|| usage::<F>("bot"))?;
    let side = side(who, sides).ok_or_else(|| usage::<F>("bot"))?;
    let player = match on_or_off(on) {
        Some(on) => on.then_some(Player::Greedy),
        None => Some(on.trim().parse().map_err(UsageError::Options)?),
    };
    Ok(Command::Bot(side, player))
}

/// Parses `on` and `off`.
pub fn on_or_off(word: &str) -> Option<bool> {
    match fold(word.trim()).as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    }
}

/// `on`, `off`, `balance [on|off|BOT]`.
fn watched(rest: &str) -> Option<WatchChange> {
    match fold(rest.trim()).split_whitespace().collect::<Vec<_>>().as_slice() {
        ["balance"] | ["balance", "on"] => Some(WatchChange::Balance(Some(Player::Greedy))),
        ["balance", "off"] => Some(WatchChange::Balance(None)),
        ["balance", bot] => bot.parse().ok().map(|bot| WatchChange::Balance(Some(bot))),
        [word] => on_or_off(word).map(WatchChange::Scripts),
        _ => None,
    }
}

/// What is watched, and whether it is or no longer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WatchChange {
    /// The scripts: they are taken up when they change.
    Scripts(bool),
    /// The balance: what a change does to it is measured as well, in games that this bot plays.
    Balance(Option<Player>),
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

/// The side whose name begins with this text.
pub fn side<S: Side>(word: &str, sides: impl IntoIterator<Item = S>) -> Option<S> {
    sides.into_iter().find(|side| !word.is_empty() && side.id().starts_with(&fold(word)))
}
