//! Where a force or a single piece could be after one activation, and which card that takes.

use super::Unknown;
use crate::text::columns::{beside, line_width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::war::describe;
use crate::war::say;
use std::collections::BTreeMap;
use wilderness_war::queries::{Manner, Party};
use wilderness_war::{Game, PieceSet, Side, SpaceId, SpaceSet, View};

/// The width of the column with the numbers of spaces.
const MARGIN: usize = 12;

/// Where the pieces that a text names could be after one activation: a leader with all whom he can take along, and alone.
///
/// # Errors
/// A text that names no pieces of one place; a script that fails.
pub fn show(game: &Game, viewer: Side, text: &str) -> Result<String, Unknown> {
    let of = |side: Side| say::force(game, side, text).map(|pieces| (side, pieces));
    let named = of(viewer).or_else(|why| of(viewer.enemy()).map_err(|_| why));
    let (side, pieces) = named.map_err(|why| Unknown::Plain(why.to_string()))?;
    let view = &game.view(side);
    let places: SpaceSet = pieces.iter().filter_map(|piece| view.space_of(piece)).collect();
    let Some(from) = places.only() else {
        return Err(Unknown::Plain("usage: reach FORCE, all of it in one place".into()));
    };
    let mut parties = Vec::new();
    if let Some(leader) = pieces.leaders().iter().max_by_key(|leader| leader.facts().command) {
        let led =
            if pieces.units().is_empty() { view.strongest_force(leader, view.companions(leader)) } else { pieces };
        parties.extend((!led.units().is_empty()).then_some(led));
        parties.extend(pieces.units().is_empty().then_some(PieceSet::one(leader)));
    } else {
        parties.push(pieces);
    }
    let mut shown = String::new();
    for party in parties {
        shown.push_str(&of_party(view, party, from)?);
    }
    let note = "One activation, without interception and responses; enemies on the way are not attacked. `path FROM, TO` \
                tells each step.";
    Ok(format!("{shown}{}\n", paint(DIM, beside("", 0, note))))
}

fn of_party(view: &View<'_>, pieces: PieceSet, from: SpaceId) -> Result<String, Unknown> {
    let failed = |halt: wilderness_war::Halt| Unknown::Plain(halt.to_string());
    let party = Party::new(view.side(), pieces);
    let mut common: Option<SpaceSet> = None;
    for piece in pieces {
        let own = view.destinations(piece).map_err(failed)?;
        common = Some(common.map_or(own, |known| known & own));
    }
    let (mut by_distance, mut by_sea) = (BTreeMap::<usize, Vec<String>>::new(), Vec::new());
    let ports = view.ports_from(from);
    for space in common.unwrap_or(SpaceSet::EMPTY).without(from) {
        let route = view.route(party, Manner::Any, from, space).map_err(failed)?;
        match route.ok().filter(|route| route.legs.len() == 1) {
            Some(route) => by_distance.entry(route.spaces()).or_default().push(named(view, space)),
            None if ports.contains(space) => by_sea.push(space.to_string()),
            None => {}
        }
    }
    let strength = match view.strength_of(pieces) {
        0 => String::new(),
        strength => format!(", strength {strength}"),
    };
    let mut text = heading(&format!("{} from {from}{strength}", describe::counted(pieces)));
    text.push_str(&format!("{}\n", beside("card", MARGIN, &card(view, pieces))));
    if !by_sea.is_empty() {
        let card = if pieces.iter().count() > 1 { ", with a card of value 3" } else { "" };
        text.push_str(&format!("{}\n", beside("by sea", MARGIN, &format!("{}{card} (6.4)", by_sea.join(", ")))));
    }
    for (spaces, names) in by_distance {
        let label = if spaces == 1 { "1 space".to_string() } else { format!("{spaces} spaces") };
        text.push_str(&format!("{}\n", beside(&label, MARGIN, &names.join(", "))));
    }
    Ok(text)
}

fn heading(text: &str) -> String {
    wrap(text, line_width()).into_iter().map(|line| format!("{}\n", paint(BOLD, line))).collect()
}

/// A space, with the enemies that stand there.
fn named(view: &View<'_>, space: SpaceId) -> String {
    let enemies = view.strength_of(view.units(view.side().enemy(), space));
    if enemies > 0 { format!("{space} (enemy {enemies})") } else { space.to_string() }
}

/// Which card activates some pieces (5.3).
fn card(view: &View<'_>, pieces: PieceSet) -> String {
    let leader = view.ranking_leader(pieces).filter(|_| pieces.iter().count() > 1);
    match leader.map(|leader| (leader, leader.facts().initiative)) {
        Some((leader, least @ 2..)) => format!("of value {least} or more: {leader} has initiative {least} (5.3)"),
        _ => "any (5.3)".into(),
    }
}
