//! The strength of an attack and of its defence (9.1, 9.2, B43 to B46).

use crate::board::Board;
use crate::state::Marker;
use crate::tables::{Column, Defence};
use crate::unit::{Class, UnitId};
use wilderness_hexes::{Direction, Hex};

/// What goes into the odds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Strength {
    pub attack: u32,
    pub defence: u32,
    /// Who is doubled by terrain or hexsides.
    pub doubled: Vec<UnitId>,
    /// Whether the attack is in enfilade.
    pub enfilade: bool,
    /// The column of the combat table.
    pub column: Column,
}

/// The strength of an attack of the phasing side, with the attacker's and the defender's marker.
pub(crate) fn strength(
    board: &Board<'_>,
    units: &[UnitId],
    hexes: &[Hex],
    [attacker, defender]: [Option<Marker>; 2],
) -> Strength {
    let side = board.state.side;
    let from: Vec<Hex> = units.iter().filter_map(|unit| board.state.hex(*unit)).collect();
    let enfilade = hexes.len() == 1 && is_enfilade(board, hexes[0], &from);
    let mut attack = 0;
    for unit in units {
        let bonus = attacker.is_some_and(|marker| helps(board, marker, *unit, true));
        attack += board.cf(*unit) * multiple(enfilade, bonus);
    }
    let has_leader = |hex: &Hex| board.of_class(side, Class::Leader).contains(*hex);
    let mut led: Vec<Hex> = from.iter().copied().filter(has_leader).collect();
    led.sort_unstable();
    led.dedup();
    attack += led.iter().map(|hex| board.command(side, *hex)).sum::<u32>() * multiple(enfilade, false);
    let (mut defence, mut doubled) = (0, Vec::new());
    for hex in hexes {
        defence += defence_of(board, *hex, &from, defender, &mut doubled);
    }
    let column = board.battle.tables.combat.column(attack, defence);
    Strength { attack, defence, doubled, enfilade, column }
}

/// Doubled by one of them, tripled by both (18.1).
fn multiple(doubled: bool, marker: bool) -> u32 {
    1 + u32::from(doubled) + u32::from(marker)
}

/// The defence of one hex (9.2.1, B44). A train defends only when it is alone (20.0).
fn defence_of(board: &Board<'_>, hex: Hex, from: &[Hex], marker: Option<Marker>, doubled: &mut Vec<UnitId>) -> u32 {
    let side = board.state.other();
    let map = &board.battle.map;
    let behind = !from.is_empty() && from.iter().all(|attacker| map.doubles(*attacker, hex));
    let is_doubled = |unit: UnitId| {
        let inside = match map.terrain(hex).defence {
            Defence::All => true,
            Defence::Light => board.unit(unit).light,
            Defence::None => false,
        };
        behind || (inside && !board.state.burning.contains(hex))
    };
    let men = || board.men_at(side, hex);
    let alone = if men().next().is_none() { board.train_at(side, hex) } else { None };
    let mut sum = 0;
    for unit in men().chain(alone) {
        let is_doubled = is_doubled(unit);
        doubled.extend(is_doubled.then_some(unit));
        let bonus = marker.is_some_and(|marker| helps(board, marker, unit, false));
        sum += board.cf(unit) * multiple(is_doubled, bonus);
    }
    let foot = men().find(|unit| board.unit(*unit).class() == Class::Foot);
    sum + foot.map_or(0, |unit| board.command(side, hex) * multiple(is_doubled(unit), false))
}

/// Whether attackers stand on opposite sides of a hex, or on every other side with no enemy man between (9.2.2, B45).
fn is_enfilade(board: &Board<'_>, hex: Hex, from: &[Hex]) -> bool {
    let at = |direction: usize| hex.next(Direction::ALL[direction % 6]);
    let attacks = |direction: usize| at(direction).is_some_and(|near| from.contains(&near));
    let enemy = |direction: usize| at(direction).is_some_and(|near| board.men[board.state.other()].contains(near));
    let opposite = (0..3).any(|direction| attacks(direction) && attacks(direction + 3));
    let around = |first: usize| [first, first + 2, first + 4].into_iter().all(attacks);
    let clear = |first: usize| ![first + 1, first + 3, first + 5].into_iter().any(enemy);
    opposite || (0..2).any(|first| around(first) && clear(first))
}

/// Whether a marker helps a unit that attacks or defends (18.1, B87, C17).
pub(crate) fn helps(board: &Board<'_>, marker: Marker, unit: UnitId, attacks: bool) -> bool {
    let (piece, counter) = (board.piece(unit), board.unit(unit));
    let Some(hex) = board.state.hex(unit) else { return false };
    if piece.disordered || board.state.burning.contains(hex) {
        return false;
    }
    match marker {
        Marker::Bayonet => attacks && counter.is_of_the_line(),
        Marker::Volley => !attacks && counter.is_of_the_line(),
        Marker::Ambush => counter.light && board.battle.map.terrain(hex).ambush,
        Marker::ForcedMarch => false,
    }
}
