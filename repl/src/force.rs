//! A force as people name it: `montcalm with all`, `rigaud, huron and 2 marine`, `all at montreal`.

use crate::names::{Name, find};
use crate::show::{Unknown, find_space};
use wilderness_core::Side;
use wilderness_core::pieces::Pieces;
use wilderness_core::rules::{activation, force};
use wilderness_core::sets::{PieceId, PieceSet};
use wilderness_core::state::State;

/// The pieces of a side on the map that a text names. `all` are those whom the first leader named can command, the
/// strongest first; `all at SPACE` is everybody there.
///
/// # Errors
/// A name that no piece of the side on the map has.
pub fn read(state: &State, side: Side, text: &str) -> Result<PieceSet, Unknown> {
    let mut pieces = PieceSet::EMPTY;
    let text = text.replace(" and ", ",").replace(" with ", ",");
    for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
        pieces |= match part.strip_prefix("all") {
            Some("") => everybody(state, pieces)?,
            Some(at) if at.starts_with(" at ") || at.starts_with(" from ") => {
                let name = at.trim().split_once(' ').map_or("", |(_, name)| name);
                state.in_space(find_space(name)?).of(side)
            }
            _ => named(state, side, pieces, part)?,
        };
    }
    match pieces.is_empty() {
        true => Err(Unknown::Plain("name a force, such as `montcalm with all` or `all at montreal`".into())),
        false => Ok(pieces),
    }
}

/// Those who go with the first leader named.
fn everybody(state: &State, named: PieceSet) -> Result<PieceSet, Unknown> {
    let leader = named.leaders().iter().max_by_key(|leader| leader.facts().command);
    let leader =
        leader.ok_or_else(|| Unknown::Plain("`all` needs a leader before it, or a place: `all at albany`".into()))?;
    Ok(strongest(state, leader, activation::companions(state, leader)))
}

/// The strongest force that a leader can lead out of these pieces: his subordinates, then units by strength (5.34).
pub fn strongest(state: &State, leader: PieceId, eligible: PieceSet) -> PieceSet {
    let mut chosen = PieceSet::one(leader);
    loop {
        let joining = force::may_join(leader, chosen, eligible);
        let drilled = Pieces::get().drilled;
        let key = |piece: &PieceId| {
            (Pieces::get().leaders.contains(*piece), state.strength(*piece), drilled.contains(*piece))
        };
        match joining.iter().max_by_key(key) {
            Some(piece) => chosen.insert(piece),
            None => return chosen,
        }
    }
}

/// `huron`, `2 huron`, `huron montreal`: pieces of one name that are not taken yet, where the others are if some are there.
fn named(state: &State, side: Side, taken: PieceSet, part: &str) -> Result<PieceSet, Unknown> {
    let (count, name) = match part.split_once(' ') {
        Some((count, name)) if count.parse::<usize>().is_ok() => (count.parse().unwrap_or(1), name),
        _ => (1, part),
    };
    let on_map = state.on_map(side) - taken;
    let names: Vec<(Name, PieceId)> = on_map
        .iter()
        .filter_map(|piece| {
            let place = state.pieces.space(piece)?.to_string();
            Some((Name::new(&piece.to_string()).hint(&place).hint("at"), piece))
        })
        .collect();
    let found: PieceSet = find(name, names.iter().map(|(name, piece)| (name, *piece))).into_iter().collect();
    let with_others =
        taken.first().and_then(|piece| state.pieces.space(piece)).map(|space| found & state.in_space(space));
    let found = with_others.filter(|found| !found.is_empty()).unwrap_or(found);
    let several = found.iter().map(|piece| piece.to_string()).collect::<std::collections::BTreeSet<_>>();
    match several.len() {
        0 => Err(Unknown::Plain(format!("no {side} piece on the map is called `{name}`"))),
        1 if found.len() >= count => Ok(found.iter().take(count).collect()),
        1 => Err(Unknown::Plain(format!("there are only {} of `{name}`", found.len()))),
        _ => Err(Unknown::Several(name.into(), wilderness_core::log::list(several))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use wilderness_tests::situation::Situation;

    #[test]
    fn a_force_is_named_in_words() {
        let situation = Situation::new().put("montreal", "montcalm levis bearn la-sarre huron").put("oswego", "ottawa");
        let state = situation.state();
        let read = |text: &str| read(&state, Side::French, text).map(wilderness_core::log::list);
        assert_eq!(read("montcalm with all").as_ref().map(|text| text.matches(", ").count()), Ok(3));
        assert_eq!(read("all at montreal"), read("montcalm with all"));
        assert_eq!(read("ottawa oswego"), Ok("Ottawa".into()));
        assert!(matches!(read("2 bearn"), Err(Unknown::Plain(_))));
        assert!(read("webb").is_err() && read("all").is_err() && read("").is_err());
    }
}
