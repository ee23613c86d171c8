//! Activation (5.3): individually, or a force under its leader.

use super::force::{self, Size};
use super::movement::{self, Mover};
use super::phase::Phase;
use crate::decision::{Ask, Choices, Word};
use crate::log::{Entry, Happened};
use crate::pieces::{Kind, Pieces};
use crate::sets::{CardId, PieceId, PieceSet, SpaceId};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::refusal::Refusal;

/// The leaders on the map that a card of this value can activate with their forces (5.32).
pub fn commanders(state: &State, side: Side, value: u8) -> PieceSet {
    (state.on_map(side) & Pieces::get().leaders).filter(|leader| leader.facts().initiative <= value)
}

/// A2 to A6: one leader and his force.
pub fn force(table: &mut Table, phase: &mut Phase, card: CardId, value: u8) -> Play<()> {
    let side = phase.side;
    let leaders = commanders(&table.state, side, value);
    if leaders.is_empty() {
        // There was one when the card was played: what a script did when it was discarded has taken him away.
        table.tell(|_| Entry::new("5.34", Happened::NoCommander).by(side));
        return Ok(());
    }
    table.explain(|state, choice| why_not_command(state, side, value, choice.piece()?));
    let Some(commander) = table.ask_piece(side, Ask::Commander(card), Choices::pieces(leaders))? else {
        return Ok(());
    };
    let Some(space) = table.state.pieces.space(commander) else { return Ok(()) };
    let members = force::form(table, side, commander, companions(&table.state, commander), Size::ANY)?;
    tell_of_force(table, side, members, space);
    act_in_turn(table, phase, vec![Mover::new(side, Some(commander), members, true, value, space)])
}

fn tell_of_force(table: &mut Table, side: Side, force: PieceSet, space: SpaceId) {
    table.tell(|_| Entry::new("5.34", Happened::Activated { pieces: force }).by(side).at(space));
}

/// A2 to A6 for a card that activates two leaders of any initiative, each with his force (5.34). Both are named before
/// the first acts; the second may be left out (Q25, Q108).
pub fn two_forces(table: &mut Table, phase: &mut Phase, card: CardId, value: u8) -> Play<()> {
    let side = phase.side;
    let mut movers: Vec<Mover> = Vec::new();
    for _ in 0..2 {
        let taken = movers.iter().fold(PieceSet::EMPTY, |all, mover| all | mover.pieces);
        let leaders = (table.state.on_map(side) & Pieces::get().leaders) - taken;
        if leaders.is_empty() {
            break;
        }
        let choices = Choices::pieces(leaders).or_if(!movers.is_empty(), Word::Pass);
        let Some(commander) = table.ask_piece(side, Ask::Commander(card), choices)? else { break };
        let Some(space) = table.state.pieces.space(commander) else { break };
        let eligible = companions(&table.state, commander) - taken;
        let members = force::form(table, side, commander, eligible, Size::ANY)?;
        tell_of_force(table, side, members, space);
        movers.push(Mover::new(side, Some(commander), members, true, value, space));
    }
    act_in_turn(table, phase, movers)
}

/// Those in a leader's space and on his side of the wall (5.34, Q94).
pub fn companions(state: &State, leader: PieceId) -> PieceSet {
    let Some(space) = state.pieces.space(leader) else { return PieceSet::EMPTY };
    let besieged = state.is_besieged(leader);
    let mates = if besieged { state.inside(leader.side(), space) } else { state.outside(leader.side(), space) };
    mates.without(leader)
}

/// What a piece costs to activate individually, in half points (5.32).
fn cost(piece: PieceId) -> u8 {
    if piece.facts().kind == Kind::Indian { 1 } else { 2 }
}

/// Why a leader cannot be activated with his force, if he cannot (5.32).
fn why_not_command(state: &State, side: Side, value: u8, piece: PieceId) -> Option<Refusal> {
    let refuse = |rule, reason| Some(Refusal::new(rule, reason));
    if !Pieces::get().leaders.contains(piece) {
        return refuse("5.34", "only a leader commands a force");
    }
    if piece.side() != side || state.pieces.space(piece).is_none() {
        return refuse("5.34", "it is no leader of yours on the map");
    }
    if piece.facts().initiative > value {
        return refuse("5.32", "the leader's initiative is higher than the value of the card");
    }
    None
}

/// Why a piece cannot be activated individually, if it cannot: with these half points left and these picked already
/// (5.32, 5.33).
fn why_not_activate(state: &State, side: Side, picked: PieceSet, halves: u8, piece: PieceId) -> Option<Refusal> {
    let all = Pieces::get();
    let refuse = |rule, reason| Some(Refusal::new(rule, reason));
    if piece.side() != side {
        return refuse("5.33", "it is not yours");
    }
    if picked.contains(piece) {
        return refuse("5.31", "it is activated already");
    }
    if all.militia.contains(piece) {
        return refuse("7.3", "militia fight in their department and cannot be activated");
    }
    if state.pieces.space(piece).is_none() {
        return refuse("5.33", "it is not on the map");
    }
    if all.drilled.contains(piece) && !picked.is_empty() {
        return refuse("5.32", "a unit of drilled troops is activated alone");
    }
    if cost(piece) > halves {
        return refuse("5.32", "the value of the card is used up");
    }
    None
}

/// A1, A6: auxiliaries and leaders up to the value of the card, Indians at half; or one unit of drilled troops. All are
/// named before the first of them acts (5.33).
pub fn individually(table: &mut Table, phase: &mut Phase, value: u8) -> Play<()> {
    let side = phase.side;
    let all = Pieces::get();
    let on_map = table.state.on_map(side);
    let mut picked = PieceSet::EMPTY;
    let mut halves = value * 2;
    loop {
        let mut eligible = (on_map & (all.auxiliaries | all.leaders)).filter(|piece| cost(piece) <= halves) - picked;
        if picked.is_empty() {
            eligible |= on_map & all.drilled;
        }
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
    table.tell(|_| Entry::new("5.33", Happened::Activated { pieces: picked }).by(side));
    let movers = picked.iter().filter_map(|piece| {
        let space = table.state.pieces.space(piece)?;
        let leader = all.leaders.contains(piece).then_some(piece);
        Some(Mover::new(side, leader, PieceSet::one(piece), false, value, space))
    });
    let movers = movers.collect();
    act_in_turn(table, phase, movers)
}

/// A6: the activated act one after the other, in the order their owner likes. Whoever has been killed, or has fought or raided in
/// somebody else's battle, does not act any more (5.36, Q24).
pub fn act_in_turn(table: &mut Table, phase: &mut Phase, mut movers: Vec<Mover>) -> Play<()> {
    loop {
        for mover in &mut movers {
            mover.pieces -= phase.fought;
            // Going home with raiders may have taken a piece elsewhere.
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
        let next = table.ask_piece(phase.side, Ask::Mover, Choices::pieces(names))?;
        let Some(index) = movers.iter().position(|mover| Some(mover.name()) == next) else { return Ok(()) };
        let mut mover = movers.remove(index);
        mover.activated = mover.pieces;
        movement::act(table, phase, mover)?;
    }
}
