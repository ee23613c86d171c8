//! Outpost: a small game that the engine was not written for. Two sides fight for a line of seven posts. Each turn a
//! side plays a card to attack or to draw another card. The side that is attacked may lie in ambush with a high card
//! from its hidden hand.

mod cards;
mod setup;
mod words;

pub use cards::{Cards, NIGHT_RAID, RAID, TORCHES, Text};
pub use setup::Header;
pub use words::{Ask, Choice, Draw, Side, Throw};

use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::language::Markers;
use wilderness_engine::odds::{Combat, Die};
use wilderness_engine::script::Compile as _;
use wilderness_engine::{
    Agent, Decision, Game, Horizon, Known, Playout, Purpose, Refusal, Rules, Seen, Side as _, Situation, Stream, Table,
    Windows,
};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outpost;

/// The state.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub turn: u8,
    pub active: Side,
    /// Posts gained by Red; below 0, by Blue.
    pub line: i8,
    pub hands: [Vec<u8>; 2],
    pub pile: Vec<u8>,
    /// The markers of events in force.
    pub markers: Markers<()>,
    pub dice: Stream,
    pub draws: Stream,
}

/// The view of a side.
pub struct View<'a> {
    seen: Seen<'a, Outpost>,
    known: &'a Known<Outpost>,
    side: Side,
}

impl View<'_> {
    pub fn hand(&self) -> &[u8] {
        &self.seen.state.hands[self.side.index()]
    }
}

/// The cards with this script.
pub fn cards(script: &str) -> Rc<Cards> {
    Rc::new(Text(script.into()).compile().expect("a sound script"))
}

/// A new game.
pub fn game(seed: u64, windows: Windows) -> Game<Outpost> {
    Game::begin(&Header::new(seed, windows), cards(NIGHT_RAID)).expect("a game")
}

type Play<T> = wilderness_engine::Play<T, Outpost>;

/// A turn (2): the side plays a card to attack, to draw another one, or as an event.
fn turn(table: &mut Table<Outpost>) -> Play<()> {
    let side = table.state.active;
    let hand: Vec<Choice> = table.state.hands[side.index()].iter().copied().map(Choice::Card).collect();
    if !hand.is_empty() {
        table.explain(|_, _| Some(Refusal::new("2", "the card is not in the hand")));
        let Choice::Card(card) = table.ask(side, Ask::Card, hand)? else { return Ok(()) };
        table.state.hands[side.index()].retain(|other| *other != card);
        let scripts = table.scripts.clone();
        let event = scripts.can_play(&table.state, side, card)?.then_some(Choice::Event);
        let uses: Vec<Choice> = [Choice::Attack, Choice::Draw].into_iter().chain(event).collect();
        match table.ask(side, Ask::Use(card), uses)? {
            Choice::Attack => attack(table, side, card)?,
            Choice::Event => scripts.play(table, side, card)?,
            _ => draw(table, side)?,
        }
    }
    table.scripts.clone().turn_over(table, side)?;
    table.state.turn += 1;
    table.state.active = side.enemy();
    Ok(())
}

/// An attack (3): a die and half the card beat 5, or 8 against an ambush.
fn attack(table: &mut Table<Outpost>, side: Side, card: u8) -> Play<()> {
    let enemy = side.enemy();
    let high = |cards: &[u8]| cards.iter().copied().filter(|card| *card > 8).map(Choice::Card).collect::<Vec<_>>();
    let mut choices = high(&table.state.hands[enemy.index()]);
    let may_hold = table.windows == Windows::Open && !table.state.hands[enemy.index()].is_empty();
    let mut needed = table.scripts.needed(&table.state, side, 5)?;
    if (may_hold || !choices.is_empty()) && table.may_respond(enemy) {
        choices.push(Choice::Pass);
        if let Choice::Card(ambush) = table.ask_openly(enemy, Ask::Ambush, choices)? {
            table.state.hands[enemy.index()].retain(|other| *other != ambush);
            needed = table.scripts.needed(&table.state, side, 8)?;
        }
    }
    let assault = Assault { card, needed };
    if table.resolve(Some(assault), |table| assault.settle(table))? {
        table.gain(side);
    }
    Ok(())
}

/// What happens at a table.
pub trait Effects {
    /// A side gains a post.
    fn gain(&mut self, side: Side);
}

impl Effects for Table<Outpost> {
    fn gain(&mut self, side: Side) {
        self.state.line += if side == Side::Red { 1 } else { -1 };
        self.tell(|state| format!("{side} gain a post: {}", state.line));
    }
}

/// An attack before its die is rolled.
#[derive(Clone, Copy)]
pub struct Assault {
    card: u8,
    needed: u8,
}

impl Combat<Outpost> for Assault {
    type Settled = bool;

    fn settle(&self, table: &mut Table<Outpost>) -> Play<bool> {
        Ok(table.roll(Throw::Attack)? + self.card / 2 > self.needed)
    }

    fn die(_: Throw) -> Die {
        Die::Faces
    }
}

fn draw(table: &mut Table<Outpost>, side: Side) -> Play<()> {
    let Some(&top) = table.state.pile.last() else { return Ok(()) };
    let pile: Vec<Choice> = table.state.pile.iter().copied().map(Choice::Card).collect();
    let Choice::Card(card) = table.take(Draw::Card, &pile, Choice::Card(top))? else { return Ok(()) };
    table.state.pile.retain(|other| *other != card);
    table.state.hands[side.index()].push(card);
    Ok(())
}

/// The rollout policy: plays at random.
#[derive(Clone)]
pub struct Careless(Stream);

impl Agent<Outpost> for Careless {
    fn choose(&mut self, _: &View<'_>, decision: &Decision<Outpost>) -> Choice {
        decision.choices[self.0.below(decision.choices.len() as u32) as usize]
    }
}

impl Playout<Outpost> for Careless {
    fn new(seed: u64, side: Side) -> Careless {
        Careless(Stream::new(seed, Purpose::Agent(side.index())))
    }

    fn again(&self, seed: u64, side: Side) -> Careless {
        Careless::new(seed, side)
    }
}

impl Rules for Outpost {
    type Side = Side;
    type State = State;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Draw;
    type News = String;
    type Scenario = ();
    type Scripts = Cards;
    type Within = ();
    type Combat = Assault;
    type Outcome = Option<Side>;
    type Time = u8;
    type Header = Header;
    type Knowledge = Vec<u8>;
    type Playout = Careless;
    type View<'a> = View<'a>;
    const HORIZON: Horizon = Horizon { steps: 8, turns: 1 };
    const SUPERFLUOUS: &'static [(&'static str, &'static str)] = &[];

    fn step(table: &mut Table<Outpost>) -> Play<()> {
        turn(table)
    }

    fn outcome(state: &State) -> Option<Option<Side>> {
        let over = state.turn == 12 || state.line.abs() == 3 || state.hands.iter().all(Vec::is_empty);
        over.then_some(match state.line {
            0 => None,
            1.. => Some(Side::Red),
            _ => Some(Side::Blue),
        })
    }

    fn time(state: &State) -> u8 {
        state.turn
    }

    fn is_at(state: &State, turn: u8) -> bool {
        state.turn == turn
    }

    fn vp(state: &State) -> i16 {
        state.line.into()
    }

    fn active(state: &State) -> Side {
        state.active
    }

    fn seat(_: &State, side: Side) -> Side {
        side
    }

    fn is_deal(_: Draw) -> bool {
        false
    }

    fn unwritten(_: &Ask) -> Option<Choice> {
        None
    }

    fn is_asked_unseen(_: &Ask, _: Choice) -> bool {
        false
    }

    fn knowledge(_: &State, now: &State, _: &[wilderness_engine::Answer<Outpost>], side: Side) -> Vec<u8> {
        let hidden = now.pile.iter().chain(&now.hands[side.enemy().index()]);
        (1..=12).filter(|card| !hidden.clone().any(|other| other == card)).collect()
    }

    fn deal_anew(
        start: &mut State,
        answers: &mut [wilderness_engine::Answer<Outpost>],
        known: &Vec<u8>,
        side: Side,
        chance: &mut Stream,
    ) {
        let hand = &start.hands[side.enemy().index()];
        let lying: Vec<u8> = hand.iter().chain(&start.pile).copied().filter(|card| !known.contains(card)).collect();
        let mut dealt = lying.clone();
        dealt.sort_unstable();
        chance.shuffle(&mut dealt);
        let instead = |card: &mut u8| {
            *card = lying.iter().position(|other| other == card).map_or(*card, |index| dealt[index]);
        };
        start.hands[side.enemy().index()].iter_mut().chain(&mut start.pile).for_each(instead);
        for answer in answers {
            if let wilderness_engine::Answer::Draw { drawn: Choice::Card(card), .. } = answer {
                instead(card);
            }
        }
    }

    fn is_turn(_: &State) -> bool {
        true
    }

    fn worth(state: &State, side: Side, _: &Rc<Cards>, (): &()) -> f64 {
        let red = (f64::from(state.line) + 3.0) / 6.0;
        if side == Side::Red { red } else { 1.0 - red }
    }

    fn reluctance(_: &View<'_>, _: &Decision<Outpost>, _: Choice) -> u32 {
        1
    }

    fn is_minor(_: &Ask) -> bool {
        false
    }

    fn situation(view: &View<'_>) -> Option<Situation<Outpost>> {
        Situation::new(view.seen, view.known, view.side)
    }

    fn scripts<'a>(view: &'a View<'_>) -> &'a Rc<Cards> {
        view.seen.scripts
    }

    fn named(_: &Cards, choice: Choice, _: bool) -> String {
        choice.to_string()
    }

    fn dice(state: &mut State) -> &mut Stream {
        &mut state.dice
    }

    fn draws(state: &mut State) -> &mut Stream {
        &mut state.draws
    }

    fn forget((): &mut ()) {}

    fn view<'a>(seen: Seen<'a, Outpost>, known: &'a Known<Outpost>, side: Side) -> View<'a> {
        View { seen, known, side }
    }
}

/// Two random agents with a seed.
pub fn random(game: &mut Game<Outpost>, seed: u64) {
    Side::BOTH.into_iter().for_each(|side| game.set_agent(side, Some(Box::new(Random::new(seed, side)))));
}
