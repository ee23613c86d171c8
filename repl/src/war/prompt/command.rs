//! What only this game understands at the prompt: a command with its arguments.

use super::auto::Change;
use super::debug::Debug;
use crate::front::{Misused, Use};
use crate::prompt::command::{on_or_off, side, usage};
use crate::text::names::fold;
use crate::war::say::begins_sentence;
use crate::war::show::log::Filter;
use crate::war::start::New;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Side, War};

/// A command of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Show something.
    Show(Topic),
    /// Show the last entries of the log, or some of them.
    Log(Filter),
    /// Say what a line would come to, without doing it.
    WhatIf(String),
    /// Play on from here with the scripts in force and with those of the program, and compare: so many pairs of games.
    Compare(u64),
    /// Open the script of a card or rule in an editor.
    Edit(String),
    /// Begin a game.
    New(Box<New>),
    /// List the optional rules, or put one in force or out of it.
    Rules(Option<(String, bool)>),
    /// Show or change the questions that answer themselves.
    Auto(Change),
    /// Step through scripts, or tell what they call.
    Debug(Debug),
    /// Begin the tutorial, or leave it.
    Tutorial(bool),
    /// Say why something cannot be done.
    Why(String),
    /// Do what a sentence says, unless it answers the decision as it stands.
    Say(String),
}

/// What can be shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Topic {
    /// The theatres as maps, or the one of this name.
    Map(String),
    /// Everything that stands on the map, as a list.
    MapList,
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

/// The commands of this game and how they are used, in the order in which help lists them.
pub const USES: [Use; 21] = [
    ("show", "show [WHAT]", "the choices; or map [THEATRE|list], hand, tracks, supply SIDE, or a name"),
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
    ("new", "new [SCENARIO] …", "begin another game; behind it the options of `wilderness play`"),
    ("rules", "rules [RULE on|off]", "the optional rules; they can be changed until the first card is dealt"),
    ("auto", "auto [pass|ask|demolition] …", "questions that answer themselves: which, and which not any more"),
    ("edit", "edit CARD|RULE", "open its script in your editor, and take it up afterwards"),
    (
        "compare",
        "compare [GAMES]",
        "play on from here with your scripts and with the program's, and tell the difference",
    ),
    ("trace", "trace on|off", "tell each call of a card's script into the game, with its line"),
    ("break", "break [FILE:LINE], break off [FILE:LINE]", "stop a script at a line, as `break small_pox:7`"),
    ("next", "next", "where a script has stopped: do this line; `continue` goes on to the next stop"),
    ("tutorial", "tutorial [off]", "a season to learn by, told step by step"),
    ("all", "all", "everybody who may go with a force or join a battle"),
    ("goto", "goto PLACE", "a season as in `1758 early`, `start`, `end`, or a bookmark"),
    ("eval", "eval EXPR", "what an expression of the scripts is worth: `eval game.vp(game.side)`"),
    ("help", "help [TOPIC]", "how to answer; or a command, a rule by word or number, a card"),
];

/// Reads a line that begins with a command of this game. `new` and `log` with words that they do not know are answers,
/// though, so that `new york` and `log town` are places.
pub fn read(line: &str) -> Option<Result<Command, Misused>> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (fold(first), rest.trim());
    if word == "new" {
        let new = || New::read(rest).map(|new| Command::New(Box::new(new))).map_err(Misused::Options);
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
        "tutorial" if rest.is_empty() => Some(Command::Tutorial(true)),
        "tutorial" => on_or_off(rest).map(Command::Tutorial),
        "why" => (!rest.is_empty()).then(|| Command::Why(rest.to_string())),
        _ if begins_sentence(line) => Some(Command::Say(line.to_string())),
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

#[cfg(test)]
mod tests;
