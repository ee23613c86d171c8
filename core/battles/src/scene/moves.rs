//! What has moved, and what choices stand for.

use crate::battle::Battle;
use crate::decision::Choice;
use crate::game::Game;
use crate::id::Id;
use crate::log::{Happened, LogEntry};
use crate::position::Placed;
use crate::side::Side;
use crate::unit::UnitId;
use crate::view::View;
use std::collections::BTreeMap;
use std::ops::Range;
use wilderness_engine::scene::Arrow;
use wilderness_hexes::Hex;

/// The places that a choice stands for: a hex, the hex of a unit, or the hexes of an attack.
pub fn places_of(view: &View<'_>, choice: Choice) -> Vec<usize> {
    let (battle, state) = (view.battle(), view.state());
    let hexes = match choice {
        Choice::Hex(hex) => vec![hex],
        Choice::Unit(id) | Choice::March(id) | Choice::With(id) => {
            battle.find(id).and_then(|unit| state.hex(unit)).into_iter().collect()
        }
        Choice::Attack(number) => {
            let attack = state.attacks.get(usize::from(number.0).wrapping_sub(1));
            attack.map_or(Vec::new(), |attack| attack.hexes.clone())
        }
        _ => Vec::new(),
    };
    hexes.into_iter().filter_map(|hex| number(battle, hex)).collect()
}

/// The number of the first entry of a log since the last player turn of a side: the first move or shot of its enemy since then.
pub fn moved_since(log: &[LogEntry], side: Side) -> usize {
    let acts = |entry: &LogEntry, who: Side| {
        let acts = matches!(
            entry.what,
            Happened::Moved(..) | Happened::Entered(..) | Happened::Fired { .. } | Happened::Declared(..)
        );
        acts && entry.side == who
    };
    let enemys = log.iter().rposition(|entry| acts(entry, side.enemy()));
    let own = log[..enemys.unwrap_or(0)].iter().rposition(|entry| acts(entry, side)).map_or(0, |last| last + 1);
    let first = log[own..].iter().position(|entry| acts(entry, side.enemy())).unwrap_or(0);
    own + first
}

/// The movements that some entries of the log of a game report, with the hexes on the way; one arrow for each unit.
pub fn arrows(game: &Game, entries: Range<usize>) -> Vec<Arrow> {
    let battle = game.scenario();
    // A way does not name the hex where it begins: the start and the log tell where the units were.
    let mut at = starts(game);
    let mut ways: BTreeMap<UnitId, (Side, Vec<Hex>)> = BTreeMap::new();
    for (index, entry) in game.log().iter().enumerate().take(entries.end) {
        let (unit, way) = match &entry.what {
            Happened::SetUp(unit, hex) | Happened::Entered(unit, hex) => (*unit, vec![*hex]),
            Happened::WentAlong(unit, hex) | Happened::Pursued(unit, hex) => (*unit, vec![*hex]),
            Happened::Moved(unit, way) | Happened::Retreated(unit, way) => (*unit, way.clone()),
            Happened::Eliminated(unit) | Happened::Exited(unit) => {
                ways.remove(unit);
                continue;
            }
            _ => continue,
        };
        let Some(end) = way.last() else { continue };
        let from = at.insert(unit, *end);
        if index >= entries.start {
            let (_, whole) = ways.entry(unit).or_insert_with(|| (entry.side, from.into_iter().collect()));
            way.into_iter().for_each(|hex| {
                if whole.last() != Some(&hex) {
                    whole.push(hex)
                }
            });
        }
    }
    let arrow = |(side, way): (Side, Vec<Hex>)| Arrow {
        path: way.into_iter().filter_map(|hex| number(battle, hex)).collect(),
        side: super::index(side),
    };
    ways.into_values().map(arrow).collect()
}

/// Where the units of a battle are that begins from a position.
fn starts(game: &Game) -> BTreeMap<UnitId, Hex> {
    let placed = game.header().position.iter().flat_map(|position| &position.units);
    let start = |(id, placed): (&String, &Placed)| Some((game.scenario().find(Id::new(id)?)?, Hex::new(&placed.at)?));
    placed.filter_map(start).collect()
}

/// The number of the place of a hex.
pub(super) fn number(battle: &Battle, hex: Hex) -> Option<usize> {
    battle.map.grid.hexes().position(|other| other == hex)
}
