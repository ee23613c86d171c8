//! What a person types, taken apart: a command with its arguments, or an answer to the open decision.

use crate::prompt::player::Player;
use crate::prompt::session::auto::Change;
use crate::prompt::session::debug::Debug;
use crate::prompt::session::time::Time;
use crate::text::names::fold;
use crate::war::say::begins_sentence;
use crate::war::show::log::Filter;
use crate::war::start::New;
use std::path::PathBuf;
use wilderness_war::Side;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;

/// A line, understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// An empty line or a comment.
    Nothing,
    /// Show something.
    Show(Topic),
    /// Show the last entries of the log, or some of them.
    Log(Filter),
    /// Say what a line would come to, without doing it.
    WhatIf(String),
    /// Evaluate an expression of the script language.
    Eval(String),
    /// Play on from here with the scripts in force and with those of the program, and compare: so many pairs of games.
    Compare(u64),
    /// Open the script of a card or rule in an editor.
    Edit(String),
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
    /// Begin a game.
    New(Box<New>),
    /// List the optional rules, or put one in force or out of it.
    Rules(Option<(String, bool)>),
    /// Let an agent play a side, or nobody.
    Bot(Side, Option<Player>),
    /// Say why the agents chose as they did since the last answer.
    Explain,
    /// Go back and forth in time, or ask where one can go.
    Time(Time),
    /// Show or change the questions that answer themselves.
    Auto(Change),
    /// Step through scripts, or tell what they call.
    Debug(Debug),
    /// Read the scripts again.
    Reload,
    /// Take the scripts that an answer does not fit, and go back to before the card.
    Rewind,
    /// Take up scripts as they change, or not any more.
    Watch(bool),
    /// Explain how to answer, or a topic.
    Help(String),
    /// Begin the tutorial, or leave it.
    Tutorial(bool),
    /// Leave.
    Quit,
    /// Say why something cannot be done.
    Why(String),
    /// Do what a sentence says, unless it answers the decision as it stands.
    Say(String),
    /// Answer the decision.
    Answer(String),
}

/// What can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The open decision with its choices.
    Choices,
    /// Everything that stands on the map.
    Map,
    /// The hand of the side that decides.
    Hand,
    /// Date, victory points, tracks, piles and markers.
    Tracks,
    /// The spaces in which a side is in supply, and where it is not.
    Supply(Option<Side>),
    /// A space.
    Space(String),
    /// The pieces in a space.
    Stack(String),
    /// A piece.
    Piece(String),
    /// A card.
    Card(String),
    /// The discard pile.
    Discards,
    /// The way from a space to another.
    Path(String),
    /// Who of the enemy could reach a space.
    Threats(String),
    /// The odds of the combat that is pending, or of one that might be.
    Odds(String),
    /// Whatever has this name.
    Named(String),
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

/// The commands and how they are used, in the order in which help lists them.
pub const USES: [(&str, &str, &str); 38] = [
    ("show", "show [WHAT]", "the choices; or map, hand, tracks, supply SIDE, or a space, piece or card by name"),
    ("hand", "hand, discards", "your cards, what they do and if they can be played"),
    ("log", "log [N] [WHAT]", "`log british battles`, `log 1758 at quebec`, `#34`"),
    ("path", "path FROM, TO", "the shortest way; also `by boat` or `by land`"),
    (
        "threats",
        "threats [SPACE]",
        "which enemies could be there in one activation; or which of your works they threaten",
    ),
    ("odds", "odds [SPACE [with FORCE]]", "the chances of the combat at hand, or of another"),
    ("whatif", "whatif LINE", "what would change if you typed the line"),
    ("why", "why WHAT", "which rule is against it, or what a card is good for"),
    (
        "undo",
        "undo [N] [--force]",
        "take back your last line, but no die, card or answer of the enemy; `--force` does, and the record notes it",
    ),
    ("redo", "redo [N]", "do it again"),
    ("agree", "agree", "of two people at one screen: consent to what the other one wants to take back"),
    ("back", "back [N]", "look at the decision before, of either side; nothing is lost"),
    ("step", "step [N]", "go on along the line that was played"),
    ("goto", "goto PLACE", "a season as in `1758 early`, `start`, `end`, or a bookmark"),
    ("bookmark", "bookmark [NAME]", "give this place a name; without one: list them"),
    ("branches", "branches", "the lines that were left by another choice"),
    ("branch", "branch N", "go to the end of one of them"),
    ("autosave", "autosave [on|off|now]", "keep the game after every decision"),
    ("save", "save FILE [--force]", "write the game to a new file, or to a record of it; `--force` to any"),
    ("load", "load FILE", "take up the game in a file"),
    ("new", "new [SCENARIO] …", "begin another game; behind it the options of `wilderness play`"),
    ("rules", "rules [RULE on|off]", "the optional rules; they can be changed until the first card is dealt"),
    (
        "bot",
        "bot SIDE random|greedy|search|off",
        "let the machine play a side: at random, by rules of thumb, or by thinking ahead",
    ),
    ("auto", "auto [pass|ask|demolition] …", "questions that answer themselves: which, and which not any more"),
    ("explain", "explain", "why the machine did what it did since your last answer, if it knows"),
    ("edit", "edit CARD|RULE", "open its script in your editor, and take it up afterwards"),
    (
        "compare",
        "compare [GAMES]",
        "play on from here with your scripts and with the program's, and tell the difference",
    ),
    ("eval", "eval EXPR", "what an expression of the scripts is worth: `eval game.vp(game.side)`"),
    ("reload", "reload", "read the scripts again, in the middle of the game"),
    ("watch", "watch on|off", "reload by itself whenever a script is saved"),
    ("rewind", "rewind", "if an answer does not fit a changed script: take the script, go back to before the card"),
    ("trace", "trace on|off", "tell each call of a card's script into the game, with its line"),
    ("break", "break [FILE:LINE], break off [FILE:LINE]", "stop a script at a line, as `break small_pox:7`"),
    ("next", "next", "where a script has stopped: do this line; `continue` goes on to the next stop"),
    ("help", "help [TOPIC]", "how to answer; or a command, a rule by word or number, a card"),
    ("tutorial", "tutorial [off]", "a season to learn by, told step by step"),
    ("quit", "quit", "leave"),
    ("all", "all", "everybody who may go with a force or join a battle"),
];

/// Takes a line apart. Commands win over names; a line that begins with `=` is an answer whatever it says.
///
/// # Errors
/// A command whose arguments do not fit. `new` and `log` with words that they do not know are answers, though, so that
/// `new york` and `log town` are places.
pub fn parse(line: &str) -> Result<Command, Misused> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Command::Nothing);
    }
    if let Some(answer) = line.strip_prefix('=') {
        return Ok(Command::Answer(answer.trim().to_string()));
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = fold(first);
    let bare = |command: Command| if rest.is_empty() { Some(command) } else { None };
    let file = |make: fn(PathBuf) -> Command| if rest.is_empty() { None } else { Some(make(PathBuf::from(rest))) };
    let times = |make: fn(usize) -> Command| match rest {
        "" => Some(make(1)),
        _ => rest.parse().ok().map(make),
    };
    let understood = match word.as_str() {
        "show" => show(rest).map(Command::Show),
        "log" => Some(Filter::parse(rest).map_or_else(|| Command::Answer(line.into()), Command::Log)),
        "hand" | "discards" if rest.is_empty() => show(&word).map(Command::Show),
        "path" if rest.is_empty() => None,
        "path" => Some(Command::Show(Topic::Path(rest.into()))),
        "threats" => Some(Command::Show(Topic::Threats(rest.into()))),
        "odds" => Some(Command::Show(Topic::Odds(rest.into()))),
        "whatif" if rest.is_empty() => None,
        "whatif" => Some(Command::WhatIf(rest.into())),
        "compare" if rest.is_empty() => Some(Command::Compare(200)),
        "compare" => rest.parse().ok().filter(|games| *games > 0).map(Command::Compare),
        "eval" if !rest.is_empty() => Some(Command::Eval(rest.into())),
        "edit" if !rest.is_empty() => Some(Command::Edit(rest.into())),
        "eval" | "edit" => None,
        "undo" | "undo!" => undo(rest, word.ends_with('!')),
        "redo" => times(Command::Redo),
        "agree" => bare(Command::Agree),
        "save" => {
            let (path, force) = rest.strip_suffix("--force").map_or((rest, false), |path| (path.trim_end(), true));
            (!path.is_empty()).then(|| Command::Save(PathBuf::from(path), force))
        }
        "load" => file(Command::Load),
        "new" if is_new(rest) => {
            return New::read(rest).map(|new| Command::New(Box::new(new))).map_err(Misused::Options);
        }
        "new" => Some(Command::Answer(line.into())),
        "rules" if rest.is_empty() => Some(Command::Rules(None)),
        "rules" => rest
            .rsplit_once(char::is_whitespace)
            .and_then(|(rule, on)| on_or_off(on).map(|on| Command::Rules(Some((rule.trim().to_string(), on))))),
        "bot" => return bot(rest),
        "auto" => Change::read(rest).map(Command::Auto),
        "explain" => bare(Command::Explain),
        word if Time::WORDS.contains(&word) => Time::read(word, rest).map(Command::Time),
        word if Debug::WORDS.contains(&word) => Debug::read(word, rest).map(Command::Debug),
        "reload" => bare(Command::Reload),
        "rewind" => bare(Command::Rewind),
        "watch" => on_or_off(rest).map(Command::Watch),
        "help" | "?" => Some(Command::Help(rest.to_string())),
        "tutorial" if rest.is_empty() => Some(Command::Tutorial(true)),
        "tutorial" => on_or_off(rest).map(Command::Tutorial),
        "quit" | "exit" => bare(Command::Quit),
        "why" if rest.is_empty() => None,
        "why" => Some(Command::Why(rest.to_string())),
        _ if begins_sentence(line) => Some(Command::Say(line.to_string())),
        _ => return Ok(Command::Answer(line.to_string())),
    };
    understood.ok_or_else(|| usage(word.trim_end_matches('!')))
}

fn usage(word: &str) -> Misused {
    let (command, form, _) = USES.iter().find(|(command, ..)| *command == word).unwrap_or(&USES[0]);
    Misused::Arguments(command, form)
}

fn show(rest: &str) -> Option<Topic> {
    let (first, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.trim();
    let named = |make: fn(String) -> Topic| if name.is_empty() { None } else { Some(make(name.to_string())) };
    match fold(first).as_str() {
        "" | "choices" => Some(Topic::Choices),
        "map" | "board" if name.is_empty() => Some(Topic::Map),
        "hand" if name.is_empty() => Some(Topic::Hand),
        "discards" | "discard" if name.is_empty() => Some(Topic::Discards),
        "tracks" | "track" | "vp" if name.is_empty() => Some(Topic::Tracks),
        "supply" if name.is_empty() => Some(Topic::Supply(None)),
        "supply" => side(name).map(|side| Topic::Supply(Some(side))),
        "space" => named(Topic::Space),
        "stack" => named(Topic::Stack),
        "piece" => named(Topic::Piece),
        "card" => named(Topic::Card),
        _ => Some(Topic::Named(rest.to_string())),
    }
}

/// Whether `new` with these words begins a game, and is not the name of a space or a piece such as New York.
fn is_new(rest: &str) -> bool {
    let first = rest.split([' ', ',']).next().map(fold).unwrap_or_default();
    let begins = format!("new {first}");
    let spaces = Map::get().all.iter().map(|space| space.to_string());
    let pieces =
        (Pieces::get().of[Side::French] | Pieces::get().of[Side::British]).iter().map(|piece| piece.to_string());
    first.is_empty() || !spaces.chain(pieces).any(|name: String| fold(&name).starts_with(&begins))
}

fn bot(rest: &str) -> Result<Command, Misused> {
    let (who, on) = rest.split_once(char::is_whitespace).ok_or_else(|| usage("bot"))?;
    let side = side(who).ok_or_else(|| usage("bot"))?;
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
fn undo(rest: &str, mut force: bool) -> Option<Command> {
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
fn side(word: &str) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| !word.is_empty() && side.id().starts_with(&fold(word)))
}

#[cfg(test)]
mod tests;
