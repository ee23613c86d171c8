//! The commands that only this game has.

use super::auto::Change;
use super::debug::Debug;
use crate::front::{UsageError, Use};
use crate::options::start::New;
use crate::prompt::command::{on_or_off, side, usage};
use crate::text::names::fold;
use crate::war::show::log::Filter;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Side, War};

/// A command of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Show something.
    Show(Topic),
    /// Show the last log entries, or a selection.
    Log(Filter),
    /// Show what a line would change, without doing it.
    WhatIf(String),
    /// Compare the current scripts with the built-in ones, by playing on from here in this many pairs of games.
    Compare(u64),
    /// Open the script of a card or rule in an editor.
    Edit(String),
    /// Begin a game.
    New(Box<New>),
    /// List the optional rules, or switch one.
    Rules(Option<(String, bool)>),
    /// List or change automatic answers.
    Auto(Change),
    /// Step through scripts, or trace their calls.
    Debug(Debug),
    /// Begin a tutorial, or leave it.
    Tutorial(Tutorial),
    /// Explain why something is not allowed.
    Why(String),
}

/// What there is to learn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tutorial {
    /// To play.
    Play,
    /// To change a card.
    Designer,
    /// No more.
    Leave,
}

impl Tutorial {
    fn read(rest: &str) -> Option<Tutorial> {
        match fold(rest).as_str() {
            "" | "on" => Some(Tutorial::Play),
            "designer" => Some(Tutorial::Designer),
            "off" => Some(Tutorial::Leave),
            _ => None,
        }
    }
}

/// The topics of `show` and its relatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The theatres as maps, or the one with this name.
    Map(String),
    /// A list of everything on the map.
    MapList,
    /// The hand of the deciding side.
    Hand,
    /// Date, victory points, tracks, piles and markers.
    Tracks,
    /// The spaces where a side is in supply or out of supply.
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
    /// The shortest way between two spaces.
    Path(String),
    /// The enemies that could reach a space.
    Threats(String),
    /// The odds of the pending combat, or of a possible one.
    Odds(String),
    /// Whatever has this name.
    Named(String),
}

/// The commands of this game with their usage, in the order of the help.
pub const USES: [Use; 21] = [
    ("show", "show [WHAT]", "the choices; or map [THEATRE|list], hand, tracks, supply SIDE, or a name"),
    ("hand", "hand, discards", "your cards, with their events and whether you can play them"),
    ("log", "log [N] [WHAT]", "`log british battles`, `log 1758 at quebec`, `#34`"),
    ("path", "path FROM, TO", "the shortest way; add `by boat` or `by land` for one manner"),
    (
        "threats",
        "threats [SPACE]",
        "the enemies that could reach a space in one activation; or your fortifications they threaten",
    ),
    ("odds", "odds [SPACE [with FORCE]]", "the odds of the pending combat, or of a possible one"),
    ("whatif", "whatif LINE", "what would change if you typed the line"),
    ("why", "why WHAT", "the rule that forbids something, or the uses of a card"),
    ("new", "new [SCENARIO] …", "begin another game; takes the options of `wilderness play`"),
    ("rules", "rules [RULE on|off]", "the optional rules; they can be changed until the first card is dealt"),
    ("auto", "auto [pass|ask|demolition] …", "questions that are answered automatically: list, add, remove"),
    ("edit", "edit CARD|RULE", "open its script in your editor, and reload it afterwards"),
    (
        "compare",
        "compare [GAMES]",
        "play on from here with your scripts and the built-in ones, and report the difference",
    ),
    ("trace", "trace on|off", "print each call of a card's script into the game, with its line"),
    ("break", "break [FILE:LINE], break off [FILE:LINE]", "stop a script at a line, as `break small_pox:7`"),
    ("next", "next", "in a stopped script: run this line; `continue` runs to the next breakpoint"),
    ("tutorial", "tutorial [off|designer]", "learn the game in a short season, step by step; or how to change a card"),
    ("all", "all", "all pieces that may go with a force or join a battle"),
    ("goto", "goto PLACE", "a season as in `1758 early`, `start`, `end`, or a bookmark"),
    ("eval", "eval EXPR", "what a script expression evaluates to: `eval game.vp(game.side)`"),
    ("help", "help [TOPIC]", "how to answer; or a command, a rule by word or number, a card"),
];

/// Parses a line that begins with a command of this game. `new` and `log` followed by words they do not know are
/// answers, though: `new york` and `log town` are spaces.
pub fn read(line: &str) -> Option<Result<Command, UsageError>> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (fold(first), rest.trim());
    if word == "new" {
        let new = || New::read(rest).map(|new| Command::New(Box::new(new))).map_err(UsageError::Options);
        return is_new(rest).then(new);
    }
    if word == "log" {
        return Filter::parse(rest).map(|filter| Ok(Command::Log(filter)));
    }
    let understood = match word.as_str() {
        "show" if matches!(fold(rest).as_str(), "" | "choices") => return None,
        "show" => show(rest).map(Command::Show),
        "hand" | "discards" if rest.is_empty() => show(&word).map(Command::Show),
        "path" => (!rest.is_empty()).then(|| Command::Show(Topic::Path(rest.into()))),
        "threats" => Some(Command::Show(Topic::Threats(rest.into()))),
        "odds" => Some(Command::Show(Topic::Odds(rest.into()))),
        "whatif" => (!rest.is_empty()).then(|| Command::WhatIf(rest.into())),
        "compare" if rest.is_empty() => Some(Command::Compare(200)),
        "compare" => rest.parse().ok().filter(|games| *games > 0).map(Command::Compare),
        "edit" => (!rest.is_empty()).then(|| Command::Edit(rest.into())),
        "rules" if rest.is_empty() => Some(Command::Rules(None)),
        "rules" => rest
            .rsplit_once(char::is_whitespace)
            .and_then(|(rule, on)| on_or_off(on).map(|on| Command::Rules(Some((rule.trim().to_string(), on))))),
        "auto" => Change::read(rest).map(Command::Auto),
        word if Debug::WORDS.contains(&word) => Debug::read(word, rest).map(Command::Debug),
        "tutorial" => Tutorial::read(rest).map(Command::Tutorial),
        "why" => (!rest.is_empty()).then(|| Command::Why(rest.to_string())),
        _ => return None,
    };
    Some(understood.ok_or_else(|| usage::<War>(&word)))
}

fn show(rest: &str) -> Option<Topic> {
    let (first, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.trim();
    let named = |make: fn(String) -> Topic| if name.is_empty() { None } else { Some(make(name.to_string())) };
    match fold(first).as_str() {
        "map" | "board" if fold(name) == "list" => Some(Topic::MapList),
        "map" | "board" => Some(Topic::Map(name.to_string())),
        "hand" if name.is_empty() => Some(Topic::Hand),
        "discards" | "discard" if name.is_empty() => Some(Topic::Discards),
        "tracks" | "track" | "vp" if name.is_empty() => Some(Topic::Tracks),
        "supply" if name.is_empty() => Some(Topic::Supply(None)),
        "supply" => side(name, Side::BOTH).map(|side| Topic::Supply(Some(side))),
        "space" => named(Topic::Space),
        "stack" => named(Topic::Stack),
        "piece" => named(Topic::Piece),
        "card" => named(Topic::Card),
        _ => Some(Topic::Named(rest.to_string())),
    }
}

/// Whether `new` with these words begins a game, and is not the name of a space or piece such as New York.
fn is_new(rest: &str) -> bool {
    let first = rest.split([' ', ',']).next().map(fold).unwrap_or_default();
    let begins = format!("new {first}");
    let spaces = Map::get().all.iter().map(|space| space.to_string());
    let pieces =
        (Pieces::get().of[Side::French] | Pieces::get().of[Side::British]).iter().map(|piece| piece.to_string());
    first.is_empty() || !spaces.chain(pieces).any(|name: String| fold(&name).starts_with(&begins))
}
