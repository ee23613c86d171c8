//! What only this game understands at the prompt: a command with its arguments.

use crate::front::{UsageError, Use};
use crate::prompt::command::usage;
use crate::text::names::fold;
use wilderness_battles::{FrenchAndIndianWarBattles, Level};

/// A command of this game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Show something.
    Show(String),
    /// The odds of the attack or bombardment that is pending, or of one that might be.
    Odds(String),
    /// What blocks the line of sight between two hexes.
    Los(String),
    /// Where a unit can go.
    Reach(String),
    /// Who of the enemy threatens a hex.
    Threats(String),
    /// Why something is not allowed.
    Why(String),
    /// Concede the battle at a level; without one, say what that means.
    Concede(Option<Level>),
}

/// The commands of this game and how they are used, in the order in which help lists them.
pub const USES: [Use; 9] = [
    ("show", "show [WHAT]", "the choices; or map [HEX | list], units [SIDE], tables, a hex or a unit by name"),
    ("odds", "odds [HEX with UNITS [from HEX] | UNIT at HEX]", "the chances of an attack or bombardment, exactly"),
    ("los", "los HEX HEX", "whether one hex sees another, and what blocks the line"),
    ("reach", "reach UNIT", "where a unit could end its move, with the MP that it costs"),
    ("threats", "threats HEX", "which enemies could fire at a hex, enter it or attack it"),
    ("why", "why WHAT", "which rule is against an answer: a hex, a unit or a token"),
    ("concede", "concede [LEVEL]", "give the enemy a marginal, substantive or decisive victory, if they agree"),
    ("goto", "goto PLACE", "a game turn as in `5 french`, `start`, `end`, or a bookmark"),
    ("help", "help [TOPIC]", "how to answer; or a command; or a rule by number or word"),
];

/// Reads a line that begins with a command of this game.
pub fn read(line: &str) -> Option<Result<Command, UsageError>> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let (word, rest) = (fold(first), rest.trim());
    let some = |make: fn(String) -> Command| (!rest.is_empty()).then(|| make(rest.to_string()));
    let understood = match word.as_str() {
        "show" if matches!(fold(rest).as_str(), "" | "choices") => return None,
        "show" => some(Command::Show),
        "odds" => Some(Command::Odds(rest.into())),
        "los" => some(Command::Los),
        "reach" => some(Command::Reach),
        "threats" => some(Command::Threats),
        "why" => some(Command::Why),
        "concede" if rest.is_empty() => Some(Command::Concede(None)),
        "concede" => {
            let level = Level::WON.into_iter().find(|level| level.word().starts_with(&fold(rest)));
            level.map(|level| Command::Concede(Some(level)))
        }
        _ => return None,
    };
    Some(understood.ok_or_else(|| {
        usage::<FrenchAndIndianWarBattles>(
            USES.iter().find(|(use_, ..)| *use_ == word).map_or("show", |(use_, ..)| use_),
        )
    }))
}
