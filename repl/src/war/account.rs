//! The account of a year, or of the whole game: points by cause, losses, and what became of the forts.

use crate::text::columns::beside;
use crate::text::style::{DIM, paint};
use wilderness_war::Side;
use wilderness_war::news::{Happened, NewsEntry, Structure, Why, WorksFate};

/// The width of the column with the labels.
const MARGIN: usize = 12;

/// What these entries of the log add up to, a line or more for each subject; nothing about subjects without entries.
pub fn render(entries: &[NewsEntry]) -> String {
    let sides = |of: fn(&[NewsEntry], Side) -> Option<String>| -> Vec<String> {
        Side::BOTH.into_iter().filter_map(|side| of(entries, side)).collect()
    };
    let subjects = [("points", sides(points)), ("losses", sides(losses)), ("forts", forts(entries))];
    let line = |(label, texts): (&str, Vec<String>)| {
        beside(label, MARGIN, &texts.join("; ")).replacen(label, &paint(DIM, label), 1) + "\n"
    };
    subjects.into_iter().filter(|(_, texts)| !texts.is_empty()).map(line).collect()
}

/// The points of a side by cause: `French +3 (battles +2, raids +1)`.
fn points(entries: &[NewsEntry], side: Side) -> Option<String> {
    let mut causes: Vec<(&str, i32)> = Vec::new();
    for entry in entries.iter().filter(|entry| entry.side == Some(side)) {
        let Happened::Scored { points, why, .. } = &entry.what else { continue };
        let (name, points) = (cause(why), i32::from(*points));
        match causes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += points,
            None => causes.push((name, points)),
        }
    }
    let sum: i32 = causes.iter().map(|(_, points)| points).sum();
    let causes: Vec<String> = causes.iter().map(|(name, points)| format!("{name} {points:+}")).collect();
    (!causes.is_empty()).then(|| format!("{side} {sum:+} ({})", causes.join(", ")))
}

fn cause(why: &Why) -> &'static str {
    match why {
        Why::Works(..) => "fortifications",
        Why::BattleWon => "battles",
        Why::LeftByCaptor => "fortresses left empty",
        Why::ChangedHands => "Niagara and Ohio Forks",
        Why::RaidedMarkers(_) => "raids",
        Why::Said(_) => "events",
    }
}

/// What a side lost: `French 2 units, 1 leader, 3 steps of others`.
fn losses(entries: &[NewsEntry], side: Side) -> Option<String> {
    let (mut units, mut leaders, mut steps) = (0, 0, 0);
    let own = |piece: &wilderness_war::PieceId| piece.side() == side;
    for entry in entries {
        match &entry.what {
            Happened::Eliminated { pieces } => {
                units += pieces.units().iter().filter(own).count();
                leaders += pieces.leaders().iter().filter(own).count();
            }
            Happened::LeaderChecked { leader, die: 1 } if own(leader) => leaders += 1,
            Happened::Reduced { units } => steps += units.iter().filter(own).count(),
            _ => {}
        }
    }
    let counted = [(units, "unit eliminated", "units eliminated"), (leaders, "leader", "leaders")];
    let counted = counted.into_iter().chain([(steps, "unit reduced", "units reduced")]);
    let count = |(count, one, several): (usize, &str, &str)| match count {
        0 => None,
        1 => Some(format!("1 {one}")),
        _ => Some(format!("{count} {several}")),
    };
    let counted: Vec<String> = counted.filter_map(count).collect();
    (!counted.is_empty()).then(|| format!("{side} {}", counted.join(", ")))
}

/// What became of forts and fortresses.
fn forts(entries: &[NewsEntry]) -> Vec<String> {
    let told = |entry: &&NewsEntry| match &entry.what {
        Happened::Works { structure: Structure::Fort | Structure::Fortress, .. } => true,
        Happened::Works { structure: Structure::FortUnderConstruction, fate } => *fate != WorksFate::Built,
        _ => false,
    };
    entries.iter().filter(told).map(NewsEntry::text).collect()
}
