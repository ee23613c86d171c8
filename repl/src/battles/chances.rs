//! Chances beside the choices of a question: what an attack or a shot promises, and whether a unit rallies.

use crate::text::table::percent;
use wilderness_battles::odds::Odds;
use wilderness_battles::{Ask, Choice, Decision, Game, Hex, UnitId, View, look};

/// The faces of a die.
const FACES: std::ops::RangeInclusive<i16> = 1..=6;

/// A few words for each choice about which there is something to say.
pub fn beside(game: &Game, decision: &Decision) -> Vec<(Choice, String)> {
    let about = |choice: &Choice| Some((*choice, of(game, &decision.ask, *choice)?));
    decision.choices.iter().filter_map(about).collect()
}

fn of(game: &Game, ask: &Ask, choice: Choice) -> Option<String> {
    let (battle, state) = (game.scenario(), View::public(game));
    match (ask, choice) {
        (Ask::Attack, Choice::Attack(number)) => {
            let attack = state.attacks.get(usize::from(number.0).checked_sub(1)?)?;
            attacks(Odds::of_attack(game, &attack.units, &attack.hexes).ok()?)
        }
        (Ask::Attacked, Choice::Hex(hex)) => {
            let used: Vec<UnitId> = state.attacks.iter().flat_map(|attack| attack.units.iter().copied()).collect();
            let touches = |(unit, hexes): &(UnitId, Vec<Hex>)| hexes.contains(&hex) && !used.contains(unit);
            let contacts = look::contacts(battle, &state, state.side).into_iter().filter(touches);
            let units: Vec<UnitId> = contacts.map(|(unit, _)| unit).collect();
            let odds = attacks(Odds::of_attack(game, &units, &[hex]).ok()?)?;
            Some(if units.len() == 1 { odds } else { format!("{} in contact: {odds}", units.len()) })
        }
        (Ask::Build, Choice::Unit(id)) => {
            let attack = look::attack_so_far(game);
            let units: Vec<UnitId> = attack.units.iter().copied().chain(battle.find(id)).collect();
            attacks(Odds::of_attack(game, &units, &attack.hexes).ok()?)
        }
        (Ask::Build, Choice::Declare) => {
            let attack = look::attack_so_far(game);
            attacks(Odds::of_attack(game, &attack.units, &attack.hexes).ok()?)
        }
        (Ask::Target(gun), Choice::Hex(hex)) => {
            let odds = Odds::of_shot(game, battle.find(*gun)?, hex).ok()?;
            let harm = odds.fates.iter().map(|fate| fate.disordered + fate.eliminated + fate.retreats);
            Some(format!("a hit {}", percent(harm.fold(0.0, f64::max).min(1.0))))
        }
        (Ask::Rally, Choice::Unit(id)) => {
            let modifier = look::rally_modifier(battle, &state, battle.find(id)?)?;
            let needed = i16::from(battle.tables.rally.succeeds_on);
            let good = FACES.filter(|die| die + modifier >= needed).count();
            Some(format!("rallies {}", percent(good as f64 / FACES.count() as f64)))
        }
        _ => None,
    }
}

fn attacks(odds: Odds) -> Option<String> {
    let column = odds.strength.map(|strength| format!(" ({})", strength.column)).unwrap_or_default();
    Some(format!("clears {}{column}", percent(odds.cleared)))
}
