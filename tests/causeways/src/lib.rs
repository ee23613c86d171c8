//! Causeways: a small game for two to seven sides, of which nothing but the rules is part of the program. Its sides, its
//! die, its board and a few numbers are a file, such as `fen/game.toml`; so its words are those of
//! [`plain`](wilderness_engine::plain).
//!
//! 1. The board has places, joined by causeways. Each side begins with followers at its home, and with silver.
//! 2. At the beginning of a turn each side bids silver in secret. All bids are paid. Then each side acts once, in the order
//!    of their bids, the highest first; of equal bids, that of the side with fewer points, and then the earlier side's.
//! 3. A side that acts moves one follower along a causeway, or stays and takes a piece of silver.
//! 4. A follower that enters a place with followers of others challenges one of these sides. A die and the number of its
//!    own followers there must beat half the faces of the die and the number of the challenged side's. The loser's
//!    follower goes home.
//! 5. At the end of a turn a side scores what a place is worth if it alone has followers there. After the last turn the
//!    side with the most points wins, if there is only one.

mod content;
#[cfg(feature = "front")]
mod front;
#[cfg(feature = "front")]
mod scene;

pub use content::{Board, CATALOGUE, Content, FEN, Place};

use std::cmp::Reverse;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::plain::{Ask, Begins, Choice, Header, Side, Throw};
use wilderness_engine::{Each, Generator, Known, Never, OpenView, Refusal, Rules, Seen, Side as _, Sides, Table, Word};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Causeways;

/// The result of a rule that can halt.
pub type Play<T> = wilderness_engine::Play<T, Causeways>;

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The sides.
    pub sides: Sides<Side>,
    /// The number of turns played.
    pub turn: u8,
    /// How many there are.
    pub turns: u8,
    /// The sides that are still to act in this turn.
    pub order: Vec<Side>,
    /// The side that acts, or that acts first.
    pub active: Side,
    /// The followers of each side, for each place.
    pub followers: Vec<Each<u8>>,
    /// The silver of each side.
    pub silver: Each<u8>,
    /// The points of each side.
    pub points: Each<i32>,
    /// What dice come from.
    pub generator: Generator,
}

/// The secret bids (2). No side knows of them until all have bid, because they are in no state.
fn bids(table: &mut Table<Causeways>) -> Play<()> {
    let sides = table.state.sides;
    let mut bids: Each<u8> = Each::default();
    for side in sides {
        let choices: Vec<Choice> = (0..=table.state.silver[side]).map(|bid| Choice::numbered("bid", bid)).collect();
        let ask = Ask::new("bid", "2", "How much silver do you bid?").secret();
        bids[side] = table.ask(side, ask, choices)?.number().unwrap_or_default();
    }
    let mut order: Vec<Side> = sides.into_iter().collect();
    order.sort_by_key(|side| (Reverse(bids[*side]), table.state.points[*side]));
    for side in sides {
        table.state.silver[side] -= bids[side];
    }
    table.state.active = order[0];
    table.state.order = order;
    let bid = |side| format!("{side} {}", bids[side]);
    table.tell(|_| format!("bids: {}", sides.into_iter().map(bid).collect::<Vec<_>>().join(", ")));
    Ok(())
}

/// A side acts (3).
fn act(table: &mut Table<Causeways>, side: Side) -> Play<()> {
    let board = table.scripts.clone();
    let has = |state: &State, place: usize| state.followers[place][side] > 0;
    let from = (0..board.places.len()).filter(|place| has(&table.state, *place));
    let mut choices: Vec<Choice> = from.map(|place| Choice::naming("from", board.places[place].id)).collect();
    choices.push(Choice::of("stay"));
    table.explain(|_, _| Some(Refusal::new("3", "the side has no follower there")));
    let from = table.ask(side, Ask::new("move", "3", "Which follower moves?"), choices)?;
    let Some(from) = board.place(from.name()) else {
        table.state.silver[side] = table.state.silver[side].saturating_add(1);
        table.tell(|_| format!("{side} stay and take silver"));
        return Ok(());
    };
    let near = board.places[from].near.iter().map(|place| Choice::naming("to", board.places[*place].id));
    table.explain(|_, _| Some(Refusal::new("3", "no causeway leads there")));
    let ask = Ask::new("to", "3", format!("Where to from {}?", board.places[from].id));
    let to = table.ask(side, ask, near.collect::<Vec<_>>())?;
    let to = board.place(to.name()).unwrap_or(from);
    table.state.followers[from][side] -= 1;
    table.state.followers[to][side] += 1;
    table.tell(|_| format!("{side} enter {}", board.places[to].id));
    challenge(table, side, to)
}

/// The challenge of a side that has entered a place (4).
fn challenge(table: &mut Table<Causeways>, side: Side, place: usize) -> Play<()> {
    let (sides, board) = (table.state.sides, table.scripts.clone());
    let others = sides.others(side).filter(|other| table.state.followers[place][*other] > 0);
    let choices: Vec<Choice> = others.map(|other| Choice::naming("side", Word::of(other.id()))).collect();
    if choices.is_empty() {
        return Ok(());
    }
    let ask = Ask::new("challenge", "4", "Whom do you challenge?");
    let Some(other) = sides.with_id(table.ask(side, ask, choices)?.name()) else { return Ok(()) };
    let rolled = table.roll(Throw::new("challenge".into(), board.die))?;
    let count = |side| u16::from(table.state.followers[place][side]);
    let wins = u16::from(rolled) + count(side) > u16::from(board.die / 2) + count(other);
    let loser = if wins { other } else { side };
    table.state.followers[place][loser] -= 1;
    table.state.followers[board.homes[loser]][loser] += 1;
    table.tell(|_| format!("{side} challenge the {other} with a {rolled}: a follower of the {loser} goes home"));
    Ok(())
}

/// The end of a turn (5).
fn end_turn(table: &mut Table<Causeways>) {
    let (sides, board) = (table.state.sides, table.scripts.clone());
    for (place, followers) in board.places.iter().zip(table.state.followers.clone()) {
        let mut there = sides.into_iter().filter(|side| followers[*side] > 0);
        if let (Some(only), None) = (there.next(), there.next()) {
            table.state.points[only] += i32::from(place.worth);
        }
    }
    table.state.turn += 1;
    table.tell(|state| format!("turn {} ends: {}", state.turn, standing(state)));
}

/// The points of all sides: `Otter 3, Heron 1`.
fn standing(state: &State) -> String {
    let points = |side| format!("{side} {}", state.points[side]);
    state.sides.into_iter().map(points).collect::<Vec<_>>().join(", ")
}

impl Rules for Causeways {
    type Side = Side;
    type State = State;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Never;
    type News = String;
    type Scenario = ();
    type Scripts = Board;
    type Within = ();
    type Hidden = ();
    type Search = ();
    type Combat = ();
    type Outcome = Option<Side>;
    type Time = u8;
    type Header = Header<Causeways>;
    type View<'a> = OpenView<'a, Causeways>;

    const SIDES: &'static [Side] = &[];

    fn sides(board: &Board) -> Sides<Side> {
        board.sides
    }

    /// The bids are a step, and so is what each side does.
    fn step(table: &mut Table<Causeways>) -> Play<()> {
        let Some(side) = table.state.order.first().copied() else { return bids(table) };
        act(table, side)?;
        table.state.order.remove(0);
        match table.state.order.first() {
            Some(next) => table.state.active = *next,
            None => end_turn(table),
        }
        Ok(())
    }

    fn outcome(state: &State) -> Option<Option<Side>> {
        let most = state.sides.iter().map(|side| state.points[side]).max();
        let mut best = state.sides.into_iter().filter(|side| Some(state.points[*side]) == most);
        let winner = best.next().filter(|_| best.next().is_none());
        (state.turn == state.turns).then_some(winner)
    }

    fn time(state: &State) -> u8 {
        state.turn + 1
    }

    fn score(state: &State, side: Side) -> i32 {
        state.points[side]
    }

    fn active(state: &State) -> Side {
        state.active
    }

    fn generator(state: &mut State) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Causeways>, known: &'a Known<Causeways>, side: Side) -> OpenView<'a, Causeways> {
        OpenView::new(seen, known, side)
    }
}

impl Begins for Causeways {
    const GAME: &'static str = "causeways";

    fn setup(header: &Header<Causeways>, board: &Board) -> Result<((), State), Faults> {
        let sides = board.sides;
        let mut followers = vec![Each::default(); board.places.len()];
        sides.into_iter().for_each(|side| followers[board.homes[side]][side] += board.followers);
        let silver = Each::new(sides, |_| board.silver);
        let (order, points, generator) = (Vec::new(), Each::default(), header.generator());
        let (turn, turns, active) = (0, board.turns, sides.first());
        Ok(((), State { sides, turn, turns, order, active, followers, silver, points, generator }))
    }

    /// The numbers of a file can change while a game is played.
    fn scenario_with(seen: &Seen<'_, Causeways>, board: &Board) -> Result<Arc<()>, Faults> {
        let ids = |board: &Board| board.places.iter().map(|place| place.id).collect::<Vec<_>>();
        if board.sides != seen.sides() || ids(board) != ids(seen.scripts) {
            let message = "sides and places cannot change while a game is played";
            return Err(Fault::error("causeways::other_board", message).into());
        }
        Ok(seen.scenario.clone())
    }
}
