//! Combat (9.1 to 9.3).

use super::effects::{disorder, eliminate, tell};
use super::retreat::{self, Hit};
use super::{leaders, pursuit, sequence, tactics};
use crate::board::Board;
use crate::decision::{Ask, Choice, Number, Play, Table, Throw};
use crate::log::Happened;
use crate::script;
use crate::side::Side;
use crate::state::{Marker, Step};
use crate::strength::{Strength, strength};
use crate::tables::CombatResult;
use crate::unit::UnitId;
use wilderness_engine::odds::Weighed;
use wilderness_hexes::Hex;

/// CR1: an attack is resolved, or the phase ends.
pub(super) fn next(table: &mut Table) -> Play<()> {
    let side = table.state.side;
    let open = table.state.attacks.iter().enumerate().filter(|(_, attack)| !attack.done);
    let choices: Vec<Choice> = open.map(|(index, _)| Choice::Attack(Number(index as u8 + 1))).collect();
    if choices.is_empty() {
        sequence::end_combat(table);
        return Ok(());
    }
    let Choice::Attack(Number(number)) = table.ask(side, Ask::Attack, choices)? else { return Ok(()) };
    let index = usize::from(number) - 1;
    let Some(attack) = table.state.attacks.get_mut(index) else { return Ok(()) };
    attack.done = true;
    let (units, hexes) = (attack.units.clone(), attack.hexes.clone());
    let (units, left) = still_there(table, &units, &hexes);
    if units.is_empty() || left.is_empty() {
        tell(table, "9.0", side, Happened::Lapsed(hexes));
        return Ok(());
    }
    let markers = tactics::choose(table, &units, &left)?;
    table.state.step = Step::Strike(index, markers);
    Ok(())
}

/// The attackers and target hexes of an attack that are left (B41).
fn still_there(table: &Table, units: &[UnitId], hexes: &[Hex]) -> (Vec<UnitId>, Vec<Hex>) {
    let enemy = table.state.other();
    let board = Board::new(&table.scenario, &table.state);
    let defended = |hex: &Hex| board.men[enemy].contains(*hex) || board.train_at(enemy, *hex).is_some();
    let units = units.iter().copied().filter(|unit| table.state.hex(*unit).is_some()).collect();
    (units, hexes.iter().copied().filter(defended).collect())
}

/// An attack is resolved.
pub(super) fn strike(table: &mut Table, index: usize, markers: [Option<Marker>; 2]) -> Play<()> {
    let (side, turn) = (table.state.side, table.state.turn);
    let attack = table.state.attacks.get(index).cloned().unwrap_or_default();
    let (units, hexes) = still_there(table, &attack.units, &attack.hexes);
    table.state.first_attack[side].get_or_insert(turn);
    table.state.step = Step::Resolution;
    let assault = Assault { units, hexes, markers };
    table.resolve(Some(Resolved::Assault(assault.clone())), |table| assault.resolve(table))
}

/// What is resolved with a die, so that odds can resolve it again.
#[derive(Clone, Debug)]
pub enum Resolved {
    /// An attack.
    Assault(Assault),
    /// A bombardment.
    Shot(super::bombardment::Shot),
}

impl Resolved {
    /// The hexes that are hit, the attackers, and the markers of attacker and defender.
    pub(crate) fn parts(&self) -> (Vec<Hex>, &[UnitId], [Option<Marker>; 2]) {
        match self {
            Resolved::Assault(Assault { units, hexes, markers }) => (hexes.clone(), units, *markers),
            Resolved::Shot(shot) => (vec![shot.target()], &[], [None; 2]),
        }
    }
}

impl Weighed<crate::game::FrenchAndIndianWarBattles> for Resolved {
    type Settled = ();

    fn settle(&self, table: &mut Table) -> Play<()> {
        match self {
            Resolved::Assault(assault) => assault.resolve(table),
            Resolved::Shot(shot) => shot.resolve(table),
        }
    }
}

/// An attack whose die is still to be rolled.
#[derive(Clone, Debug)]
pub struct Assault {
    units: Vec<UnitId>,
    hexes: Vec<Hex>,
    markers: [Option<Marker>; 2],
}

impl Assault {
    /// Rolls the die, and does what comes of it (9.3).
    fn resolve(&self, table: &mut Table) -> Play<()> {
        let (battle, side) = (table.scenario.clone(), table.state.side);
        let board = Board::new(&battle, &table.state);
        let battles = table.scripts.clone();
        let changes = battles.scripts().attack(&board, &self.units, &self.hexes)?;
        let Strength { attack, defence, enfilade, .. } = strength(&board, &self.units, &self.hexes, self.markers);
        let ([attack, defence], changed) = changes.factors(attack, defence);
        let column = battle.tables.combat.column(attack, defence);
        let defenders: Vec<UnitId> = self.hexes.iter().flat_map(|hex| board.men_at(side.enemy(), *hex)).collect();
        let indians = board.has_indians(&self.units) || board.has_indians(&defenders);
        let place = self.hexes.first().map_or(0, |hex| u64::from(*hex));
        script::tell_changes(table, "9.1", side, changed);
        let die = table.roll_at(Throw::Combat, place)?;
        let (counted, changed) = changes.die(die);
        script::tell_changes(table, "9.3", side, changed);
        let result = battle.tables.combat.result(column, counted);
        let hexes = self.hexes.clone();
        tell(table, "9.3", side, Happened::Attacked { hexes, attack, defence, enfilade, column, die, result });
        self.apply(table, result, defenders)?;
        leaders::test(table);
        if matches!(result, CombatResult::Dd | CombatResult::Dr | CombatResult::De | CombatResult::Bx) {
            pursuit::pursue(table, &self.units, &self.hexes, indians)?;
        }
        script::attacked(table, side, self.hexes.first().copied(), die, result.word())?;
        leaders::test(table);
        Ok(())
    }

    fn apply(&self, table: &mut Table, result: CombatResult, defenders: Vec<UnitId>) -> Play<()> {
        let side = table.state.side;
        match result {
            CombatResult::Ae => self.units.iter().for_each(|unit| eliminate(table, "9.3", *unit)),
            CombatResult::De => defenders.iter().for_each(|unit| eliminate(table, "9.3", *unit)),
            CombatResult::Ad => self.units.iter().for_each(|unit| disorder(table, "9.3", *unit)),
            CombatResult::Dd => defenders.iter().for_each(|unit| disorder(table, "9.3", *unit)),
            CombatResult::Ar => {
                let fort = self.hexes.iter().any(|hex| table.scenario.map.terrain(*hex).fort);
                retreat::rout(table, side, by_hex(table, &self.units), fort)?;
            }
            CombatResult::Dr => retreat::rout(table, side.enemy(), by_hex(table, &defenders), false)?,
            CombatResult::Bx => exchange(table, &self.units, &defenders)?,
        }
        Ok(())
    }
}

/// Units by the hexes in which they stand.
fn by_hex(table: &Table, units: &[UnitId]) -> Vec<Hit> {
    let mut hits: Vec<Hit> = Vec::new();
    for unit in units {
        let Some(hex) = table.state.hex(*unit) else { continue };
        match hits.iter_mut().find(|hit| hit.hex == hex) {
            Some(hit) => hit.units.push(*unit),
            None => hits.push(Hit { hex, units: vec![*unit] }),
        }
    }
    hits
}

/// The combat factors that units show; those that are gone have none.
fn shown(table: &Table, units: &[UnitId]) -> u32 {
    let board = Board::new(&table.scenario, &table.state);
    units.iter().filter(|unit| table.state.hex(**unit).is_some()).map(|unit| board.cf(*unit)).sum()
}

/// Bx: the weaker side is disordered whole, then the other disorders at least as much as is left of it (9.3, B50).
fn exchange(table: &mut Table, attackers: &[UnitId], defenders: &[UnitId]) -> Play<()> {
    let side = table.state.side;
    let attacker_is_stronger = shown(table, attackers) >= shown(table, defenders);
    let (weak, strong, payer) =
        if attacker_is_stronger { (defenders, attackers, side) } else { (attackers, defenders, side.enemy()) };
    weak.iter().for_each(|unit| disorder(table, "9.3", *unit));
    leaders::test(table);
    pay(table, payer, strong, shown(table, weak))
}

/// CR3: a side disorders units of its own until their factors reach what it owes.
fn pay(table: &mut Table, payer: Side, units: &[UnitId], owed: u32) -> Play<()> {
    let (mut owed, mut left) = (owed, units.to_vec());
    while owed > 0 && !left.is_empty() {
        let factors: Vec<u32> = left.iter().map(|unit| shown(table, &[*unit])).collect();
        let least = factors.iter().min().copied().unwrap_or(0);
        let all = factors.iter().sum::<u32>() - least < owed;
        let place = if all {
            0
        } else {
            let choices: Vec<Choice> = left.iter().map(|unit| Choice::Unit(table.scenario.unit(*unit).id)).collect();
            let Choice::Unit(id) = table.ask(payer, Ask::Loss(owed), choices)? else { return Ok(()) };
            left.iter().position(|unit| table.scenario.unit(*unit).id == id).unwrap_or_default()
        };
        let unit = left.remove(place);
        owed = owed.saturating_sub(factors[place]);
        disorder(table, "9.3", unit);
        leaders::test(table);
    }
    Ok(())
}
