//! The commands that only this game has.

use crate::front::{UsageError, Use};
use crate::prompt::command::{side, usage};
use crate::text::names::fold;
use crate::war::show::Listed;
use wilderness_war::{Side, War};

/// A command of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Show something.
    Show(ShowTopic),
    /// Explain why something is not allowed.
    Why(String),
}

/// The topics of `show` and its relatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ShowTopic {
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
    /// The pieces of a side, or of both.
    Pieces(Option<Side>, Listed),
    /// Where a side can raid.
    Raids,
    /// Whatever has this name.
    Named(String),
}

/// The commands of this game with their usage, in the order of the help.
pub const USES: [Use; 10] = [
    (
        "show",
        "show [WHAT]",
        "the choices; or map [THEATRE|list], hand, tracks, supply SIDE, SIDE, units, leaders, or a name",
    ),
    ("hand", "hand, discards", "your cards, with their events and whether you can play them"),
    ("path", "path FROM, TO", "the shortest way; add `by boat` or `by land` for one manner"),
    (
        "threats",
        "threats [SPACE]",
        "the enemies that could reach a space in one activation; or your fortifications they threaten",
    ),
    ("raids", "raids", "where your auxiliaries can raid, and which of them"),
    ("odds", "odds [SPACE [with FORCE]]", "the odds of the pending combat, or of a possible one"),
    ("why", "why WHAT", "the rule that forbids something, or the uses of a card"),
    ("all", "all", "all pieces that may go with a force or join a battle"),
    ("goto", "goto PLACE", "a season as in `1758 early`, `start`, `end`, or a bookmark"),
    ("help", "help [TOPIC]", "how to answer; or a command, a rule by word or number, a card"),
];

/// Parses a line that begins with a command of this game.
pub fn read(line: &str) -> Option<Result<Command, UsageError>> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (fold(first), rest.trim());
    let understood = match word.as_str() {
        "show" if matches!(fold(rest).as_str(), "" | "choices") => return None,
        "show" => show(rest).map(Command::Show),
        "hand" | "discards" if rest.is_empty() => show(&word).map(Command::Show),
        "raids" if rest.is_empty() => Some(Command::Show(ShowTopic::Raids)),
        "path" => (!rest.is_empty()).then(|| Command::Show(ShowTopic::Path(rest.into()))),
        "threats" => Some(Command::Show(ShowTopic::Threats(rest.into()))),
        "odds" => Some(Command::Show(ShowTopic::Odds(rest.into()))),
        "why" => (!rest.is_empty()).then(|| Command::Why(rest.to_string())),
        _ => return None,
    };
    Some(understood.ok_or_else(|| usage::<War>(&word)))
}

fn show(rest: &str) -> Option<ShowTopic> {
    let (first, name) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let name = name.trim();
    let named = |make: fn(String) -> ShowTopic| if name.is_empty() { None } else { Some(make(name.to_string())) };
    match fold(first).as_str() {
        "map" | "board" if fold(name) == "list" => Some(ShowTopic::MapList),
        "map" | "board" => Some(ShowTopic::Map(name.to_string())),
        "hand" if name.is_empty() => Some(ShowTopic::Hand),
        "discards" | "discard" if name.is_empty() => Some(ShowTopic::Discards),
        "tracks" | "track" | "vp" if name.is_empty() => Some(ShowTopic::Tracks),
        "supply" if name.is_empty() => Some(ShowTopic::Supply(None)),
        "supply" => side(name, Side::BOTH).map(|side| ShowTopic::Supply(Some(side))),
        "raids" if name.is_empty() => Some(ShowTopic::Raids),
        "units" | "army" | "armies" | "pieces" | "forces" => pieces(name, Listed::All),
        "leaders" | "generals" => pieces(name, Listed::Leaders),
        "space" => named(ShowTopic::Space),
        "stack" => named(ShowTopic::Stack),
        "piece" => named(ShowTopic::Piece),
        "card" => named(ShowTopic::Card),
        first => match Side::BOTH.into_iter().find(|side| side.id() == first) {
            Some(side) if name.is_empty() => Some(ShowTopic::Pieces(Some(side), Listed::All)),
            Some(_) if matches!(fold(name).as_str(), "units" | "army" | "pieces" | "forces") => {
                pieces(first, Listed::All)
            }
            Some(_) if fold(name) == "leaders" => pieces(first, Listed::Leaders),
            _ => Some(ShowTopic::Named(rest.to_string())),
        },
    }
}

/// The pieces of the side with this name, or of both.
fn pieces(name: &str, listed: Listed) -> Option<ShowTopic> {
    match name {
        "" => Some(ShowTopic::Pieces(None, listed)),
        name => side(name, Side::BOTH).map(|side| ShowTopic::Pieces(Some(side), listed)),
    }
}
