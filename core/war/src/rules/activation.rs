//! Activation (5.3): individually, or a force under its leader.

use super::force::{self, Terms};
use super::movement::{self, Mover};
use super::phase::Phase;
use super::refusal::{refuse, why_not_on_map};
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::news::{Happened, NewsEntry};
use crate::pieces::{PieceKind, Pieces};
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// Why a player cannot pass when a force is activated.
const LEADER_REQUIRED: &str = "name the leader of the force";

/// Why a leader cannot be activated with his force by a card that can activate these leaders, if he cannot (5.32,
/// 5.34).
fn why_not_command(state: &State, side: Side, leaders: PieceSet, piece: PieceId) -> Option<Refusal> {
    why_not_lead(state, side, piece).or_else(|| {
        let too_high = !leaders.contains(piece);
        too_high.then_some(Refusal::new("5.32", "the leader's initiative is higher than the value of the card"))
    })
}

/// Why a piece does not lead a force of a side, whatever the card, if it does not (5.34).
fn why_not_lead(state: &State, side: Side, piece: PieceId) -> Option<Refusal> {
    if !Pieces::get().leaders.contains(piece) {
        return refuse("5.34", "only a leader commands a force");
    }
    why_not_on_map(state, side, piece, "5.34")
}

/// The leaders on the map that a card of this value can activate with their forces (5.32).
fn commanders(table: &Table, side: Side, value: u8) -> Play<PieceSet> {
    let state = &table.state;
    if !table.scripts.are_modifying(state, "initiative") {
        return Ok(state.on_map(side) & Pieces::get().led_by(value));
    }
    let mut leaders = PieceSet::EMPTY;
    for leader in state.on_map(side).leaders() {
        let at = Context { leader: Some(leader), space: state.pieces.space(leader), ..Context::of(side) };
        leaders.set(leader, table.scripts.initiative(state, leader.facts().initiative, at)? <= value);
    }
    Ok(leaders)
}

/// Why a card of this value cannot activate a force, if it cannot (5.32).
pub fn why_not_any_force(table: &Table, side: Side, value: u8) -> Play<Option<Refusal>> {
    if !commanders(table, side, value)?.is_empty() {
        return Ok(None);
    }
    Ok(why_no_commander(&table.state, side))
}

/// Why no leader of a side is a commander, given that none is.
fn why_no_commander(state: &State, side: Side) -> Option<Refusal> {
    if state.on_map(side).leaders().is_empty() {
        return refuse("5.34", "there is no leader on the map");
    }
    refuse("5.32", "every leader on the map has an initiative higher than the value of the card")
}

/// A2 to A6: one leader and his force.
pub fn force(table: &mut Table, phase: &mut Phase, card: CardId, value: u8) -> Play<()> {
    let side = phase.side;
    let leaders = commanders(table, side, value)?;
    if leaders.is_empty() {
        // There was one when the card was played: the script of an event played in response has since removed it.
        table.tell(|_| NewsEntry::new("5.34", Happened::NoCommander).by(side));
        return Ok(());
    }
    table.explain(|state, choice| match choice {
        Choice::Word(Word::Pass) => refuse("5.34", LEADER_REQUIRED),
        choice => why_not_command(state, side, leaders, choice.piece()?),
    });
    let Some(commander) = table.ask_piece(side, Ask::Commander(card), Choices::pieces(leaders))? else {
        return Ok(());
    };
    let Some(space) = table.state.pieces.space(commander) else { return Ok(()) };
    let members = force::form(table, commander, &Terms::any(companions(&table.state, commander)))?;
    tell_of_force(table, side, members, space);
    act_in_turn(table, phase, vec![Mover::new(side, Some(commander), members, true, value, space)])
}

fn tell_of_force(table: &mut Table, side: Side, force: PieceSet, space: SpaceId) {
    table.tell(|_| NewsEntry::new("5.34", Happened::Activated { pieces: force }).by(side).at(space));
}

/// A2 to A6 for a card that activates several leaders of any initiative, each with a force (5.34). The player names all
/// before the first acts, and may decline all but the first (Q25, Q108).
pub fn forces(table: &mut Table, phase: &mut Phase, (card, value): (CardId, u8), number: u8) -> Play<()> {
    let side = phase.side;
    let mut movers: Vec<Mover> = Vec::new();
    for _ in 0..number {
        let taken = movers.iter().fold(PieceSet::EMPTY, |all, mover| all | mover.pieces);
        let why_not = |state: &State, piece| why_not_lead_too(state, side, taken, piece);
        let leaders = table.state.on_map(side).leaders() - taken;
        debug_assert_eq!(leaders, Pieces::get().all().filter(|piece| why_not(&table.state, piece).is_none()));
        if leaders.is_empty() {
            break;
        }
        let choices = Choices::pieces(leaders).or_if(!movers.is_empty(), Word::Pass);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Pass) => movers.is_empty().then_some(Refusal::new("5.34", LEADER_REQUIRED)),
            choice => why_not(state, choice.piece()?),
        });
        let Some(commander) = table.ask_piece(side, Ask::Commander(card), choices)? else { break };
        let Some(space) = table.state.pieces.space(commander) else { break };
        let terms = Terms::any(companions(&table.state, commander)).but_for(taken, "5.31", "it is already activated");
        let members = force::form(table, commander, &terms)?;
        tell_of_force(table, side, members, space);
        movers.push(Mover::new(side, Some(commander), members, true, value, space));
    }
    act_in_turn(table, phase, movers)
}

/// Why a piece does not lead another force, if it does not: `taken` are those of the forces named before (5.31).
fn why_not_lead_too(state: &State, side: Side, taken: PieceSet, piece: PieceId) -> Option<Refusal> {
    let is_taken = || taken.contains(piece).then_some(Refusal::new("5.31", "the leader is already activated"));
    why_not_lead(state, side, piece).or_else(is_taken)
}

/// The pieces in a leader's space, on the same side of the fortification's walls (5.34, Q94).
pub fn companions(state: &State, leader: PieceId) -> PieceSet {
    let Some(space) = state.pieces.space(leader) else { return PieceSet::EMPTY };
    let besieged = state.is_besieged(leader);
    let mates = if besieged { state.inside(leader.side(), space) } else { state.outside(leader.side(), space) };
    mates.without(leader)
}

/// What a piece costs to activate individually, in half points (5.32).
fn cost(piece: PieceId) -> u8 {
    if piece.facts().kind == PieceKind::Indian { 1 } else { 2 }
}

/// Why a piece cannot be activated individually, if it cannot, with these half points left and these pieces already
/// chosen (5.32, 5.33).
fn why_not_activate(state: &State, side: Side, picked: PieceSet, halves: u8, piece: PieceId) -> Option<Refusal> {
    let all = Pieces::get();
    if all.militia.contains(piece) && piece.side() == side {
        return refuse("7.3", "militia fight in their department and cannot be activated");
    }
    if let Some(refusal) = why_not_on_map(state, side, piece, "5.33") {
        return Some(refusal);
    }
    if picked.contains(piece) {
        return refuse("5.31", "it is already activated");
    }
    if all.drilled.contains(piece) {
        let alone = "a unit of drilled troops is activated alone";
        return (!picked.is_empty()).then_some(Refusal::new("5.32", alone));
    }
    if cost(piece) > halves {
        return refuse("5.32", "too little of the value of the card is left");
    }
    None
}

/// The pieces of a side that can be activated individually: [`why_not_activate`] gives no reason against them.
fn activatable(state: &State, side: Side, picked: PieceSet, halves: u8) -> PieceSet {
    let all = Pieces::get();
    let others = state.on_map(side) - all.militia - picked;
    let affordable = match halves {
        0 => PieceSet::EMPTY,
        1 => others & all.indians,
        _ => others - all.drilled,
    };
    let pieces = if picked.is_empty() { affordable | (others & all.drilled) } else { affordable };
    debug_assert_eq!(pieces, {
        all.all().filter(|piece| why_not_activate(state, side, picked, halves, piece).is_none())
    });
    pieces
}

/// Why a piece cannot be activated individually after these have been picked, with a card of this many half points,
/// once the player has named all (5.32, 5.33).
pub fn why_no_more(state: &State, side: Side, picked: PieceSet, halves: u8, piece: PieceId) -> Refusal {
    let spent = picked.iter().map(cost).sum();
    let why_not = why_not_activate(state, side, picked, halves.saturating_sub(spent), piece);
    let drilled = picked.meets(Pieces::get().drilled);
    let alone = drilled.then(|| Refusal::new("5.32", "a unit of drilled troops is activated alone"));
    let over = || Refusal::new("5.33", "all are named before the first of them acts");
    alone.or(why_not).unwrap_or_else(over)
}

/// A1, A6: auxiliaries and leaders up to the value of the card, Indians at half cost; or one unit of drilled troops.
/// The player names all of them before the first acts (5.33).
pub fn individually(table: &mut Table, phase: &mut Phase, value: u8) -> Play<()> {
    let side = phase.side;
    let all = Pieces::get();
    let mut picked = PieceSet::EMPTY;
    let mut halves = value * 2;
    loop {
        let eligible = activatable(&table.state, side, picked, halves);
        if eligible.is_empty() {
            break;
        }
        let choices = Choices::pieces(eligible).or(Word::Done);
        table.explain(|state, choice| why_not_activate(state, side, picked, halves, choice.piece()?));
        let Some(piece) = table.ask_piece(side, Ask::Activate(halves), choices)? else { break };
        picked.insert(piece);
        if all.drilled.contains(piece) {
            break;
        }
        halves -= cost(piece);
    }
    one_by_one(table, phase, picked, value)
}

/// Why an event of a side cannot activate a piece individually, if it cannot (5.33, 7.3).
pub fn why_not_one_by_one(state: &State, side: Side, piece: PieceId) -> Option<Refusal> {
    why_not_activate(state, side, PieceSet::EMPTY, u8::MAX, piece)
}

/// A6: these pieces act individually, in the order their owner chooses (5.33).
pub fn one_by_one(table: &mut Table, phase: &mut Phase, pieces: PieceSet, value: u8) -> Play<()> {
    let side = phase.side;
    table.tell(|_| NewsEntry::new("5.33", Happened::Activated { pieces }).by(side));
    let movers = pieces.iter().filter_map(|piece| {
        let space = table.state.pieces.space(piece)?;
        let leader = Pieces::get().leaders.contains(piece).then_some(piece);
        Some(Mover::new(side, leader, PieceSet::one(piece), false, value, space))
    });
    let movers = movers.collect();
    act_in_turn(table, phase, movers)
}

/// Why a piece is not the next to act, if it is not: each mover is named after one of its pieces (5.33, 5.34).
fn why_not_next(
    state: &State,
    phase: &Phase,
    movers: &[Mover],
    activated: PieceSet,
    piece: PieceId,
) -> Option<Refusal> {
    if movers.iter().any(|mover| mover.name() == piece) {
        return None;
    }
    if let Some(mover) = movers.iter().find(|mover| mover.pieces.contains(piece)) {
        return refuse("5.34", format!("it acts with the force of {}", mover.name()));
    }
    if let Some(refusal) = why_not_on_map(state, phase.side, piece, "5.31") {
        return Some(refusal);
    }
    if phase.fought.contains(piece) {
        return refuse("5.36", "it has fought or raided already");
    }
    let has_acted = activated.contains(piece);
    refuse("5.31", if has_acted { "it has acted already" } else { "it is not activated" })
}

/// A6: the activated pieces act one after the other, in the order their owner chooses. A piece that has been
/// eliminated, or has fought or raided in another's battle, no longer acts (5.36, Q24).
pub fn act_in_turn(table: &mut Table, phase: &mut Phase, mut movers: Vec<Mover>) -> Play<()> {
    let activated = movers.iter().fold(PieceSet::EMPTY, |all, mover| all | mover.pieces);
    loop {
        for mover in &mut movers {
            mover.pieces -= phase.fought;
            // A piece may have gone home with raiders.
            if let Some(space) = table.state.pieces.space(mover.name()) {
                mover.space = space;
            }
            mover.refresh(&table.state);
        }
        movers.retain(|mover| match mover.commander {
            Some(commander) => mover.pieces.contains(commander),
            None => !mover.pieces.is_empty(),
        });
        let names: PieceSet = movers.iter().map(Mover::name).collect();
        if names.is_empty() {
            return Ok(());
        }
        table.explain(|state, choice| why_not_next(state, phase, &movers, activated, choice.piece()?));
        let next = table.ask_piece(phase.side, Ask::Mover, Choices::pieces(names))?;
        let Some(index) = movers.iter().position(|mover| Some(mover.name()) == next) else { return Ok(()) };
        let mut mover = movers.remove(index);
        mover.activated = mover.pieces;
        movement::act(table, phase, mover)?;
    }
}
