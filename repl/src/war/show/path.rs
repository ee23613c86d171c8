//! The shortest way from space to space, for drilled troops and for auxiliaries.

use super::{Unknown, find_pieces, find_space};
use crate::text::columns::{beside, line_width, wrap};
use crate::text::names::{capital, fold};
use crate::text::style::{BOLD, DIM, paint};
use wilderness_war::news::words::list;
use wilderness_war::pieces::Pieces;
use wilderness_war::queries::{Leg, Manner, NoRoute, Party, Route};
use wilderness_war::{Game, PieceSet, Side, SpaceId, View};

/// The ways requested by `FROM TO [by boat|land]`.
///
/// # Errors
/// When the text does not name two spaces.
pub fn show(game: &Game, side: Side, text: &str) -> Result<String, Unknown> {
    let view = game.view(side);
    let (places, manner) = match text.split_once(" by ").map(|(places, by)| (places, fold(by.trim()))) {
        Some((places, by)) if by == "boat" => (places, Manner::Boat),
        Some((places, by)) if by == "land" => (places, Manner::Land),
        Some(_) => {
            return Err(Unknown::Plain(
                "`path` takes `by boat` or `by land`; ships sail from port to port (6.4)".into(),
            ));
        }
        None => (text, Manner::Any),
    };
    let (from, to) = ends(&view, places)?;
    let mut text = format!("{} {}\n", paint(BOLD, format!("{from} to {to}")), paint(DIM, format!("for the {side}")));
    for (who, party) in parties(side) {
        let found = view.route(party, manner, from, to).map_err(|halt| Unknown::Plain(halt.to_string()))?;
        text.push_str(&found.map_or_else(|why| no_way(who, &why), |route| way(who, &route)));
    }
    Ok(text)
}

/// The two spaces of a text: separated by a comma or `to`, or wherever it splits into two names. The first may also be
/// a piece, for its place.
pub fn ends(view: &View<'_>, text: &str) -> Result<(SpaceId, SpaceId), Unknown> {
    let text = text.strip_prefix("from ").unwrap_or(text);
    let place = |name: &str| {
        find_space(name.trim()).or_else(|error| {
            let pieces = find_pieces(name.trim()).map_err(|_| error.clone())?;
            pieces.iter().find_map(|piece| view.space_of(*piece)).ok_or(error)
        })
    };
    if let Some((from, to)) = text.split_once(',').or_else(|| text.split_once(" to ")) {
        return Ok((place(from)?, find_space(to.trim())?));
    }
    let gaps = text.match_indices(' ').map(|(index, _)| text.split_at(index));
    let found = gaps.clone().find_map(|(from, to)| Some((place(from).ok()?, find_space(to.trim()).ok()?)));
    found.ok_or_else(|| {
        let (from, to) = text.split_once(' ').unwrap_or((text, ""));
        place(from).and(find_space(to)).err().unwrap_or_else(|| Unknown::Plain("usage: path FROM, TO".into()))
    })
}

/// A force of the slowest drilled troops, and one of the slowest auxiliaries, with more than one unit each.
fn parties(side: Side) -> [(&'static str, Party); 2] {
    let all = Pieces::get();
    let slowest = |pieces: PieceSet| {
        let own = pieces.of(side).iter().min_by_key(|piece| piece.facts().movement);
        Party::new(side, own.into_iter().collect()).with_several_units()
    };
    [("drilled troops", slowest(all.drilled)), ("auxiliaries", slowest(all.auxiliaries))]
}

fn way(who: &str, route: &Route) -> String {
    let sum = match (route.legs.len(), route.spaces()) {
        (1, 1) => "1 space".to_string(),
        (1, spaces) => format!("{spaces} spaces, in one activation"),
        (legs, spaces) => format!("{spaces} spaces, in {legs} activations"),
    };
    format!("{}: {sum}\n{}", capital(who), legs(route))
}

/// Why there is no way.
fn no_way(who: &str, why: &NoRoute) -> String {
    let why = match why {
        NoRoute::Forbidden(refusal) => refusal.to_string(),
        NoRoute::Blocked(enemies) => format!("only past the enemy at {}", list(*enemies)),
        NoRoute::Nowhere => "no way leads there".into(),
    };
    format!("{}\n", beside("", 2, &format!("{}: {why}", capital(who))).trim_start())
}

fn legs(route: &Route) -> String {
    let mut text = String::new();
    for (index, leg) in route.legs.iter().enumerate() {
        let number = if route.legs.len() > 1 { format!("{}. ", index + 1) } else { String::new() };
        let names: Vec<String> = leg.spaces.iter().map(SpaceId::to_string).collect();
        let line = format!("{number}{} ({})", names.join(" → "), how(leg));
        text.extend(wrap(&line, line_width() - 5).iter().enumerate().map(|(row, line)| match row {
            0 => format!("  {line}\n"),
            _ => format!("     {line}\n"),
        }));
        // The numbers show that the allowance is used up.
        if let Some(stop) = leg.stop.clone().filter(|_| leg.spaces.len() - 1 < usize::from(leg.allowance)) {
            text.push_str(&format!("{}\n", paint(DIM, beside("     stop:", 11, &stop.to_string()))));
        }
    }
    text
}

/// The manner and the used part of the allowance: `by boat, 5 of 9`.
pub fn how(leg: &Leg) -> String {
    let manner = match leg.manner {
        Manner::Boat => "by boat",
        Manner::Land => "by land",
        Manner::Any => "by land or boat",
    };
    format!("{manner}, {} of {}", leg.spaces.len() - 1, leg.allowance)
}
