//! The odds of an attack or a bombardment: the exact chance of each result, and of what becomes of each unit.
//!
//! The engine enumerates the dice; this module says what is counted, and what is assumed about decisions that are still
//! open.

use crate::board::Board;
use crate::decision::{Ask, Choice, Decision, Play, Table};
use crate::declare::Contacts;
use crate::game::{FrenchAndIndianWarBattles as Us, Game};
use crate::invariants;
use crate::pieces::{At, Piece};
use crate::rules::bombardment;
use crate::rules::combat::Resolved;
use crate::script::Battles;
use crate::side::{PerSide, Side};
use crate::state::{Attack, State, Step};
use crate::strength::{Strength, strength};
use crate::unit::{Class, UnitId};
use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_engine::odds::{self, End};
use wilderness_engine::{Answer, Halt, Refusal, Rules as _};
use wilderness_hexes::Hex;

/// What is assumed about decisions that are still open.
pub const ASSUMED: &str = "leaders go along with those who retreat, a leader converts each rout, an exchange takes the \
                           weakest units first, retreats go the first open way, no unit pursues, and no more special \
                           tactics markers are played";

/// The odds of an attack or a bombardment. Every chance is a number from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Odds {
    /// Who attacks or fires.
    pub side: Side,
    /// The hexes that are attacked or fired at.
    pub hexes: Vec<Hex>,
    /// What goes into the odds of an attack; nothing for a bombardment.
    pub strength: Option<Strength>,
    /// The strength of a bombardment; nothing for an attack.
    pub fire: Option<u8>,
    /// The chance of each result, in the order of the table.
    pub results: Vec<(&'static str, f64)>,
    /// What becomes of each unit that can come to harm, in the order of the counters.
    pub fates: Vec<Fate>,
    /// Demoralization points that each side takes on average (13.2).
    pub points: PerSide<f64>,
    /// The chance that no enemy man is left in the hexes.
    pub cleared: f64,
    /// Units that are taken to have marched to these hexes.
    pub marched: Vec<(UnitId, Hex)>,
}

/// What may become of a unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fate {
    /// The unit.
    pub unit: UnitId,
    /// It is disordered, and was not before.
    pub disordered: f64,
    /// It is eliminated.
    pub eliminated: f64,
    /// It retreats, in good order or disordered.
    pub retreats: f64,
}

impl Odds {
    /// The odds of an attack that is not declared: of units of one side on hexes with which all of them are in contact.
    ///
    /// # Errors
    /// Why they cannot attack these hexes, or that a script failed.
    pub fn of_attack(game: &Game, units: &[UnitId], hexes: &[Hex]) -> Result<Odds, Refusal> {
        Odds::after_march(game, units, &[], hexes)
    }

    /// The same, if some units had marched to these hexes, however far it is.
    ///
    /// # Errors
    /// Why they cannot stand there (7.1, 7.2), or cannot attack from there, or that a script failed.
    pub fn after_march(
        game: &Game,
        units: &[UnitId],
        marched: &[(UnitId, Hex)],
        hexes: &[Hex],
    ) -> Result<Odds, Refusal> {
        let (battle, mut state) = (game.scenario(), game.view(game.now().active()).seen_state().clone());
        let refuse = |reason: String| Err(Refusal::new("9.0", reason));
        let Some(first) = units.first() else { return refuse("an attack needs an attacker".into()) };
        state.side = state.piece(*first).side;
        for (unit, hex) in marched {
            state.piece_mut(*unit).at = At::Hex(*hex);
        }
        if let Some(wrong) = invariants::broken(battle, &state).filter(|_| !marched.is_empty()) {
            return Err(Refusal::new("7.2", wrong));
        }
        let field = Contacts::new(&Board::new(battle, &state));
        let contacts: Vec<(UnitId, Vec<Hex>)> = field.contacts().collect();
        for unit in units {
            let touched = contacts.iter().find(|(other, _)| other == unit).map(|(_, hexes)| hexes.as_slice());
            if let Some(hex) = hexes.iter().find(|hex| !touched.unwrap_or_default().contains(hex)) {
                return refuse(format!("{} is not in contact with an enemy in {hex}", battle.unit(*unit).id));
            }
        }
        let (mut units, mut hexes) = (units.to_vec(), hexes.to_vec());
        units.sort_unstable();
        units.dedup();
        hexes.sort_unstable();
        hexes.dedup();
        state.attacks = vec![Attack { units, hexes, done: true }];
        state.step = Step::Strike(0, [None, None]);
        Ok(Odds { marched: marched.to_vec(), ..weighed(game, state)? })
    }

    /// The odds of a shot that is not ordered.
    ///
    /// # Errors
    /// Why the gun cannot fire at the hex, or that a script failed.
    pub fn of_shot(game: &Game, gun: UnitId, hex: Hex) -> Result<Odds, Refusal> {
        let (battle, mut state) = (game.scenario(), game.view(game.now().active()).seen_state().clone());
        state.side = state.piece(gun).side;
        let board = Board::new(battle, &state);
        if battle.unit(gun).class() != Class::Gun {
            return Err(Refusal::new("6.0", format!("{} is not artillery", battle.unit(gun).id)));
        }
        let Some(shot) = bombardment::Shot::at(&board, gun, hex) else {
            return Err(bombardment::why_not(battle, &state, gun, hex));
        };
        let copy = game.copies().copy();
        let table = Table::new(state, copy.scenario.clone(), copy.scripts.clone());
        told(weigh(table, 0, move |table| shot.order(table)))
    }

    /// The odds of what the next die belongs to, if a game waits for a decision before or within an attack or a
    /// bombardment.
    ///
    /// # Errors
    /// If the rules stop.
    pub fn of_pending(game: &Game) -> Play<Option<Odds>> {
        let is_at_a_die = matches!(game.now().broken(), Some(Halt::Die(_)));
        let table = if is_at_a_die { game.copies().step_again() } else { game.copies().rerun() };
        let Some(table) = table else { return Ok(None) };
        let known = table.known().count();
        Ok(weigh(table, known, two_steps)?.map(Tally::odds))
    }
}

/// An attack is chosen in one step and resolved in the next.
fn two_steps(table: &mut Table) -> Play<()> {
    Us::step(table)?;
    if matches!(table.state.step, Step::Strike(..)) { Us::step(table) } else { Ok(()) }
}

fn weighed(game: &Game, state: State) -> Result<Odds, Refusal> {
    let copy = game.copies().copy();
    told(weigh(Table::new(state, copy.scenario.clone(), copy.scripts.clone()), 0, Us::step))
}

fn told(tally: Play<Option<Tally>>) -> Result<Odds, Refusal> {
    match tally {
        Ok(Some(tally)) => Ok(tally.odds()),
        Ok(None) => Err(Refusal::new("9.3", "no die would be rolled")),
        Err(halt) => Err(Refusal::new("9.3", halt.to_string())),
    }
}

fn weigh(table: Table, given: usize, rules: impl FnOnce(&mut Table) -> Play<()>) -> Play<Option<Tally>> {
    let (scenario, battles) = (table.scenario.clone(), table.scripts.clone());
    odds::weigh(table, given, Rc::new(stand_in), rules, move |resolved, state| {
        Tally::new(&Board::new(&scenario, state), &battles, resolved)
    })
}

/// What is assumed of a decision: see [`ASSUMED`]. What belongs to no combat is left to the players.
fn stand_in(_: &State, decision: &Decision) -> Option<Choice> {
    let first = || decision.choices.first().copied();
    let has = |choice: Choice| decision.choices.contains(&choice).then_some(choice);
    match decision.ask {
        Ask::Convert(_) => has(Choice::Convert),
        Ask::Pursuer => has(Choice::Done).or_else(first),
        Ask::SecondHex(_) => has(Choice::Stop).or_else(first),
        Ask::Along(_) => {
            decision.choices.iter().copied().find(|choice| matches!(choice, Choice::With(_))).or_else(first)
        }
        Ask::Tactics => has(Choice::None),
        Ask::Loss(_) | Ask::Retreat | Ask::RetreatStep(_) | Ask::Pursuit(_) => first(),
        _ => None,
    }
}

/// Adds up the ends.
struct Tally {
    before: Vec<Piece>,
    points: PerSide<u16>,
    odds: Odds,
    sums: BTreeMap<u8, f64>,
    names: [&'static str; 6],
    /// Whether each unit is a man.
    men: Vec<bool>,
}

impl Tally {
    fn new(board: &Board<'_>, battles: &Battles, resolved: &Resolved) -> Tally {
        let (state, tables) = (board.state, &board.battle.tables);
        let (hexes, units, [attacker, defender]) = resolved.parts();
        let by_face = |name: &dyn Fn(u8) -> &'static str| [1, 2, 3, 4, 5, 6].map(name);
        let (strength, fire, names) = match resolved {
            Resolved::Assault(_) => {
                let mut strength = strength(board, units, &hexes, [attacker, defender]);
                let changes = battles.scripts().attack(board, units, &hexes).unwrap_or_default();
                ([strength.attack, strength.defence], _) = changes.factors(strength.attack, strength.defence);
                strength.column = tables.combat.column(strength.attack, strength.defence);
                let names = by_face(&|die| tables.combat.result(strength.column, changes.die(die).0).word());
                (Some(strength), None, names)
            }
            Resolved::Shot(shot) => {
                let names = by_face(&|die| tables.bombardment.result(shot.strength(), die).word());
                (None, Some(shot.strength()), names)
            }
        };
        let at_risk = |unit: &UnitId| {
            let there = state.hex(*unit).is_some_and(|hex| hexes.contains(&hex));
            units.contains(unit) || (there && state.piece(*unit).side != state.side)
        };
        let leads = |(unit, hex): &(UnitId, Hex)| {
            let with = |other: &UnitId| state.hex(*other) == Some(*hex);
            board.unit(*unit).class() == Class::Leader && units.iter().any(with)
        };
        let mut fated: Vec<UnitId> = board.battle.units().map(|(unit, _)| unit).filter(at_risk).collect();
        fated.extend(board.of(state.side).filter(leads).map(|(unit, _)| unit));
        fated.sort_unstable();
        fated.dedup();
        let fate = |unit: &UnitId| Fate { unit: *unit, disordered: 0.0, eliminated: 0.0, retreats: 0.0 };
        let fates = fated.iter().map(fate).collect();
        let (side, results, points) = (state.side, Vec::new(), PerSide::new(|_: Side| 0.0));
        let odds = Odds { side, hexes, strength, fire, results, fates, points, cleared: 0.0, marched: Vec::new() };
        let men = board.battle.units().map(|(_, unit)| unit.is_man()).collect();
        Tally { before: state.pieces.to_vec(), points: state.dp, odds, sums: BTreeMap::new(), names, men }
    }

    fn odds(self) -> Odds {
        let Tally { mut odds, sums, names, .. } = self;
        let mut results: Vec<(&'static str, f64)> = Vec::new();
        for (die, chance) in sums {
            let name = names[usize::from(die).clamp(1, 6) - 1];
            match results.iter_mut().find(|(other, _)| *other == name) {
                Some((_, sum)) => *sum += chance,
                None => results.push((name, chance)),
            }
        }
        odds.results = results;
        odds
    }
}

impl odds::Tally<Us> for Tally {
    fn assume(&mut self, _: &[Answer<Us>]) {}

    fn add(&mut self, chance: f64, end: &End<Us>) {
        let first = end.answers.iter().find_map(|answer| match answer {
            Answer::Roll { throw, die } if throw.decides_a_result() => Some(*die),
            _ => None,
        });
        *self.sums.entry(first.unwrap_or(1)).or_default() += chance;
        for fate in &mut self.odds.fates {
            let (before, now) = (&self.before[fate.unit.index()], &end.state.pieces[fate.unit.index()]);
            match now.at {
                At::Eliminated => fate.eliminated += chance,
                _ if now.at != before.at => fate.retreats += chance,
                _ => {}
            }
            if now.at != At::Eliminated && now.disordered && !before.disordered {
                fate.disordered += chance;
            }
        }
        for side in Side::BOTH {
            self.odds.points[side] += chance * f64::from(end.state.dp[side].saturating_sub(self.points[side]));
        }
        let enemy = self.odds.side.enemy();
        let stands = end.state.pieces.iter().enumerate().any(|(index, piece)| {
            let there = matches!(piece.at, At::Hex(hex) if self.odds.hexes.contains(&hex));
            there && piece.side == enemy && self.men[index]
        });
        self.odds.cleared += if stands { 0.0 } else { chance };
    }

    fn endanger(&mut self, _: f64, _: &End<Us>, _: &End<Us>) {}
}
