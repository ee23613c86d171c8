//! Victory (17.0).

use super::effects::tell;
use crate::battle::{Battle, When};
use crate::decision::{Ask, Choice, Play, Table};
use crate::log::Happened;
use crate::pieces::At;
use crate::script;
use crate::side::Side;
use crate::state::{Level, Outcome, State, Step};
use crate::unit::Class;

/// The DP that a side's eliminated units are worth (13.2, B75).
pub(crate) fn losses(battle: &Battle, state: &State, side: Side) -> u16 {
    let lost = battle.units().filter(|(unit, counter)| counter.side == side && state.piece(*unit).at == At::Eliminated);
    lost.map(|(unit, _)| battle.loss(unit)).sum()
}

/// The victory points of a side if the battle ended now (17.1, B83, B90).
pub(crate) fn vp(battle: &Battle, state: &State, side: Side) -> u16 {
    let enemy = side.enemy();
    let percent = u32::from(state.dp[enemy]) * 100 / u32::from(battle.losses[enemy].level);
    let holds = |hex| {
        let stands = |(unit, _): &(_, _)| state.hex(*unit) == Some(hex) && state.piece(*unit).side == side;
        battle.units().filter(stands).any(|(_, counter)| counter.class() != Class::Train)
    };
    let is_met = |when: When| match when {
        When::Demoralization { from, below } => percent >= from && below.is_none_or(|below| percent < below),
        When::Occupies(hex) => holds(hex),
    };
    let awarded: u16 = battle.awards[side].iter().filter(|award| is_met(award.when)).map(|award| award.vp).sum();
    let trains = battle.units().filter(|(_, counter)| counter.class() == Class::Train && counter.side == enemy);
    let taken = trains.filter(|(unit, _)| {
        let piece = state.piece(*unit);
        piece.at == At::Eliminated || piece.side == side
    });
    awarded.saturating_add(battle.tables.supply_train.vp.saturating_mul(taken.count() as u16))
}

/// How the battle would end now (22.6, B85).
pub(crate) fn outcome(battle: &Battle, state: &State) -> Outcome {
    outcome_of(battle, Side::BOTH.map(|side| vp(battle, state, side)))
}

/// How the battle ends, with what scripts in force say of it.
pub(super) fn judge(table: &mut Table) -> Play<Outcome> {
    let (battles, battle) = (table.scripts.clone(), table.scenario.clone());
    let mut points = [0; 2];
    for (index, side) in Side::BOTH.into_iter().enumerate() {
        let found = vp(&battle, &table.state, side);
        let (vp, changes) = battles.scripts().victory_points(&table.state, side, found)?;
        script::tell_changes(table, "17.1", side, changes);
        points[index] = vp;
    }
    battles.scripts().outcome(&table.state, outcome_of(&battle, points))
}

/// How the battle ends with these victory points (22.6, B85).
fn outcome_of(battle: &Battle, [french, british]: [u16; 2]) -> Outcome {
    let margin = french.abs_diff(british);
    let levels = &battle.tables.victory_level;
    let level = match margin {
        margin if margin >= levels.decisive => Level::Decisive,
        margin if margin >= levels.substantive => Level::Substantive,
        margin if margin >= levels.marginal => Level::Marginal,
        _ => Level::Draw,
    };
    let ahead = if french > british { Side::French } else { Side::British };
    Outcome { margin, level, winner: (level != Level::Draw).then_some(ahead), conceded: false }
}

/// A side that volunteers it concedes the battle at a level, and it ends if the other side agrees (17.1). This is a step of
/// its own; returns whether it was made.
pub(super) fn conceded(table: &mut Table) -> Play<bool> {
    let levels = Level::WON.map(Choice::Level);
    let offers =
        |table: &mut Table, side: Side| levels.iter().any(|level| table.is_on_record(side, &Ask::Concede, *level));
    let Some(side) = Side::BOTH.into_iter().find(|side| offers(table, *side)) else { return Ok(false) };
    let Choice::Level(level) = table.ask(side, Ask::Concede, levels)? else { return Ok(false) };
    tell(table, "17.1", side, Happened::Conceded(level));
    let winner = side.enemy();
    if table.ask(winner, Ask::Agree(level), [Choice::Accept, Choice::Decline])? != Choice::Accept {
        tell(table, "17.1", winner, Happened::PlaysOn);
        return Ok(true);
    }
    let levels = &table.scenario.tables.victory_level;
    let margin = match level {
        Level::Draw => 0,
        Level::Marginal => levels.marginal,
        Level::Substantive => levels.substantive,
        Level::Decisive => levels.decisive,
    };
    let outcome = Outcome { margin, level, winner: Some(winner), conceded: true };
    table.state.step = Step::Over(outcome);
    tell(table, "17.1", winner, Happened::Over(outcome));
    Ok(true)
}
