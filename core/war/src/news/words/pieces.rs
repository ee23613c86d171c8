//! What pieces do, in words: a verb agrees with how many they are.

use super::{Naming, side, space};
use crate::news::{Errand, Happened, NewsEntry};
use crate::placement::Place;
use crate::sets::PieceSet;
use crate::way::Way;

/// More pieces than this are named in brief once they have been named.
const NAMED: usize = 3;

/// The names of several things: "Webb, 22nd and 27th".
pub fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match names.split_last() {
        None => "nobody".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Pieces as the subject of a verb, given in singular and plural: "Webb goes", "Webb and 22nd go".
pub(super) fn subject(pieces: PieceSet, one: &str, several: &str) -> String {
    acting(pieces, one, several, Naming::Full)
}

/// The same for a force that may have been named before.
pub(super) fn acting(pieces: PieceSet, one: &str, several: &str, naming: Naming<'_>) -> String {
    format!("{} {}", force(pieces, naming), if pieces.len() == 1 { one } else { several })
}

/// The names of pieces. A name that several of them bear is counted, not repeated: "Howe and Marine Detachment (2)".
pub(super) fn names(pieces: PieceSet) -> String {
    let mut counted: Vec<(String, usize)> = Vec::new();
    for piece in pieces {
        let name = piece.to_string();
        match counted.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None => counted.push((name, 1)),
        }
    }
    list(counted.into_iter().map(|(name, count)| if count == 1 { name } else { format!("{name} ({count})") }))
}

/// An entry about pieces that enter the game, move, or are lost.
pub(super) fn word(entry: &NewsEntry, naming: Naming<'_>) -> Option<String> {
    Some(match &entry.what {
        Happened::Placed { piece, place: Place::Space(space) } => format!("{piece} is placed at {space}"),
        Happened::Placed { piece, place: Place::Militia(department) } => {
            format!("{piece} is placed in the militia box of the {department}")
        }
        Happened::Placed { piece, .. } => format!("{piece} is placed at hand"),
        Happened::NotReceived { units } => format!("no space is open to {}", names(*units)),
        Happened::Restored { units } => subject(*units, "is restored", "are restored"),
        Happened::LeaderDrawn { leader } => format!("{leader} is drawn from the pool"),
        Happened::LeaderPutBack { leader } => format!("{leader} goes back to the pool"),
        Happened::LeaderRecalled { leader } => format!("{leader} is recalled, and out of the game"),
        Happened::PoolJoined { leaders } => format!("{} the leader pool", subject(*leaders, "joins", "join")),
        Happened::LeadersSwapped { leaders: [(a, at_a), (b, at_b)] } => {
            format!("{a} and {b} change places: {a} is now at {at_a}, {b} at {at_b}")
        }
        Happened::NoCommander => format!("{} have no leader left to activate", side(entry)),
        Happened::Activated { pieces } => {
            let at = entry.space.map_or(String::new(), |space| format!(" at {space}"));
            format!("{} activate {}{at}", side(entry), names(*pieces))
        }
        Happened::Moved { pieces, path, way } => {
            let (one, several) = match way {
                Way::Open => ("goes", "go"),
                Way::Infiltration => ("infiltrates", "infiltrate"),
                Way::Sea => ("sails", "sail"),
                Way::Landing => ("lands", "land"),
            };
            let verb = if pieces.len() == 1 { one } else { several };
            let path: Vec<String> = path.iter().map(|space| space.to_string()).collect();
            let naming = if let Naming::Brief(_) = naming { Naming::Brief(&[*pieces]) } else { naming };
            format!("{} {verb} from {}", force(*pieces, naming), path.join(" to "))
        }
        Happened::TurnedBack { pieces, from, to } => {
            format!("{} back from {from} to {to}", acting(*pieces, "goes", "go", naming))
        }
        Happened::DroppedOff { pieces } => format!("{} at {}", acting(*pieces, "stays", "stay", naming), space(entry)),
        Happened::Went { pieces, from, to, errand } => {
            let (one, several) = match errand {
                Errand::Avoid | Errand::Home | Errand::Surrender | Errand::Event => ("goes", "go"),
                Errand::Retreat => ("retreats", "retreat"),
                Errand::Withdraw => ("withdraws", "withdraw"),
            };
            let from = from.map_or(String::new(), |from| format!(" from {from}"));
            format!("{}{from} to {to}", acting(*pieces, one, several, naming))
        }
        Happened::WentInside { pieces } => format!("{} inside {}", acting(*pieces, "goes", "go", naming), space(entry)),
        Happened::MilitiaJoined { units } => {
            format!("{} the battle at {}", subject(*units, "joins", "join"), space(entry))
        }
        Happened::MilitiaReturned { units, department } => {
            format!("{} to the box of the {department}", subject(*units, "returns", "return"))
        }
        Happened::Eliminated { pieces } => subject(*pieces, "is eliminated", "are eliminated"),
        Happened::Reduced { units } => subject(*units, "is reduced", "are reduced"),
        _ => return None,
    })
}

/// The names of a force, or of the first of it if all of it has been named.
pub(super) fn force(pieces: PieceSet, naming: Naming<'_>) -> String {
    match (pieces.first(), naming) {
        (Some(first), Naming::Brief(named)) if pieces.len() > NAMED && named.contains(&pieces) => {
            format!("{first} and {} others", pieces.len() - 1)
        }
        _ => names(pieces),
    }
}
