//! Outpost: a small game that nothing in the engine was written for. Two sides fight for a line of seven posts. Each turn a
//! side plays a card: it attacks, or draws another card. Whoever is attacked may lie in ambush with a high card of its hand,
//! which nobody else sees.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::agents::{Agent, Playout, Random};
use wilderness_engine::chance::{Purpose, Stream};
use wilderness_engine::decision::{self, Decision, Question};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::game::Game;
use wilderness_engine::imagine::Situation;
use wilderness_engine::record::{self, Heading};
use wilderness_engine::refusal::Refusal;
use wilderness_engine::rules::Rules;
use wilderness_engine::run::Seen;
use wilderness_engine::script::debug::Code;
use wilderness_engine::script::{Compile, Fingerprints, ScriptSet, Variable};
use wilderness_engine::side::Side as _;
use wilderness_engine::table::{self, Chance, Dice, Known, Table, Windows};

/// The game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outpost;

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    Red,
    Blue,
}

impl wilderness_engine::side::Side for Side {
    const BOTH: [Side; 2] = [Side::Red, Side::Blue];

    fn id(self) -> &'static str {
        ["red", "blue"][self as usize]
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["Red", "Blue"][*self as usize])
    }
}

/// What a side is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    Card,
    Use(u8),
    Ambush,
    Die(Throw),
}

impl Question for Ask {
    type Throw = Throw;
    const KINDS: &'static [&'static str] = &["card", "use", "ambush", "die"];

    fn kind(&self) -> &'static str {
        match self {
            Ask::Card => "card",
            Ask::Use(_) => "use",
            Ask::Ambush => "ambush",
            Ask::Die(_) => "die",
        }
    }

    fn rule(&self) -> &'static str {
        if *self == Ask::Ambush { "3" } else { "2" }
    }

    fn prompt(&self) -> String {
        match self {
            Ask::Card => "Which card do you play?".into(),
            Ask::Use(card) => format!("What do you use the {card} for?"),
            Ask::Ambush => "Do you lie in ambush?".into(),
            Ask::Die(_) => "What did you roll?".into(),
        }
    }

    fn die(throw: Throw) -> Ask {
        Ask::Die(throw)
    }

    fn thrown(&self) -> Option<Throw> {
        if let Ask::Die(throw) = self { Some(*throw) } else { None }
    }

    fn sets_off_a_script(&self) -> bool {
        false
    }

    fn is_window(&self) -> bool {
        *self == Ask::Ambush
    }

    fn is_secret(&self) -> bool {
        false
    }
}

/// An answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Choice {
    Card(u8),
    Face(u8),
    Attack,
    Draw,
    Pass,
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&decision::Choice::token(*self))
    }
}

impl decision::Choice for Choice {
    const PASS: Choice = Choice::Pass;

    fn token(self) -> String {
        match self {
            Choice::Card(card) => format!("card:{card}"),
            Choice::Face(face) => format!("face:{face}"),
            Choice::Attack => "attack".into(),
            Choice::Draw => "draw".into(),
            Choice::Pass => "pass".into(),
        }
    }

    fn from_token(token: &str) -> Option<Choice> {
        match token.split_once(':') {
            Some(("card", card)) => card.parse().ok().map(Choice::Card),
            Some(("face", face)) => face.parse().ok().map(Choice::Face),
            _ => [Choice::Attack, Choice::Draw, Choice::Pass].into_iter().find(|word| word.token() == token),
        }
    }

    fn similar(token: &str) -> (&str, Vec<&'static str>) {
        (token, vec!["attack", "draw", "pass"])
    }

    fn face(die: u8) -> Choice {
        Choice::Face(die)
    }

    fn as_face(self) -> Option<u8> {
        if let Choice::Face(face) = self { Some(face) } else { None }
    }
}

/// What dice are rolled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Throw {
    Attack,
}

impl Chance for Throw {
    const ALL: &'static [Throw] = &[Throw::Attack];

    fn kind(self) -> &'static str {
        "attack"
    }
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Draw {
    Card,
}

impl Chance for Draw {
    const ALL: &'static [Draw] = &[Draw::Card];

    fn kind(self) -> &'static str {
        "card"
    }
}

/// Where everything stands.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    pub turn: u8,
    pub active: Side,
    /// Posts that Red has gained; below 0, those that Blue has.
    pub line: i8,
    pub hands: [Vec<u8>; 2],
    pub pile: Vec<u8>,
    dice: Stream,
    draws: Stream,
}

/// What one side sees.
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

/// Cards without scripts.
#[derive(Clone, PartialEq)]
pub struct Cards(Fingerprints);

impl ScriptSet for Cards {
    type Sources = Cards;

    fn fingerprints(&self) -> &Fingerprints {
        &self.0
    }

    fn code(&self) -> std::collections::BTreeMap<String, Code> {
        Default::default()
    }

    fn sources(&self) -> &Cards {
        self
    }

    fn vacate(&self) {}
}

impl Compile for Cards {
    type Scripts = Cards;

    fn compile(&self) -> Result<Cards, Faults> {
        Ok(self.clone())
    }
}

/// What a game starts from.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Header {
    pub seed: u64,
    pub windows: Windows,
}

impl record::Header<Outpost> for Header {
    const WORDS: &'static [&'static str] = &["seed", "windows"];
    const FOR_EACH: &'static [&'static str] = &[];
    const IN_JSON: &'static [&'static str] = &[];
    const FAULTS: &'static [(&'static str, &'static [&'static str])] = &[];

    fn read(&mut self, heading: &Heading<'_>) -> Result<(), Faults> {
        let wrong = || Err(heading.fault("form", "a seed, or `windows open`", &heading.span, "here").into());
        match (heading.first, heading.rest) {
            ("seed", [(seed, _)]) => seed.parse().map(|seed| self.seed = seed).or_else(|_| wrong()),
            ("windows", [("open", _)]) => {
                self.windows = Windows::Open;
                Ok(())
            }
            _ => wrong(),
        }
    }

    fn lacks(&self, _: &Source) -> Faults {
        Faults::none()
    }

    fn add_script(&mut self, _: String, _: String) {}

    fn windows(&self) -> Windows {
        self.windows
    }

    fn dice(&self) -> Dice {
        Dice::Generator
    }

    fn scripts(&self) -> &[(String, String)] {
        &[]
    }

    fn name_scripts(&mut self, _: &Cards) {}

    fn carry(&mut self, _: &Cards) {}

    fn without_scripts(&self) -> Header {
        self.clone()
    }

    fn starting_from(&self, _: &State, _: u64, _: &Cards) -> Result<Header, Faults> {
        Err(Fault::error("outpost::no_positions", "a game starts from its setup").into())
    }

    fn scenario_with(&self, _: &State, seen: &Seen<'_, Outpost>, _: &Cards) -> Result<Arc<()>, Faults> {
        Ok(seen.scenario.clone())
    }

    fn begin(&self, scripts: Rc<Cards>) -> Result<Game<Outpost>, Faults> {
        let mut draws = Stream::new(self.seed, Purpose::Deck);
        let mut pile: Vec<u8> = (1..=12).collect();
        draws.shuffle(&mut pile);
        let hands = [pile.split_off(9), pile.split_off(6)];
        let dice = Stream::new(self.seed, Purpose::Dice);
        let state = State { turn: 0, active: Side::Red, line: 0, hands, pile, dice, draws };
        Ok(Game::new(self.clone(), Arc::new(()), scripts, state))
    }

    fn write(&self) -> String {
        let windows = if self.windows == Windows::Open { "windows open\n" } else { "" };
        format!("{} {}\nseed {}\n{windows}", record::FIRST_WORD, record::VERSION, self.seed)
    }
}

/// A new game.
pub fn game(seed: u64, windows: Windows) -> Game<Outpost> {
    let header = Header { seed, windows };
    record::Header::begin(&header, Rc::new(Cards(Fingerprints::new()))).expect("a game")
}

type Play<T> = table::Play<T, Outpost>;

/// A turn (2): a card is played, to attack or to draw another one.
fn turn(table: &mut Table<Outpost>) -> Play<()> {
    let side = table.state.active;
    let hand: Vec<Choice> = table.state.hands[side.index()].iter().copied().map(Choice::Card).collect();
    if !hand.is_empty() {
        table.explain(|_, _| Some(Refusal::new("2", "the card is not in the hand")));
        let Choice::Card(card) = table.ask(side, Ask::Card, hand)? else { return Ok(()) };
        table.state.hands[side.index()].retain(|other| *other != card);
        match table.ask(side, Ask::Use(card), [Choice::Attack, Choice::Draw])? {
            Choice::Attack => attack(table, side, card)?,
            _ => draw(table, side)?,
        }
    }
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
    let mut needed = 5;
    if (may_hold || !choices.is_empty()) && table.may_respond(enemy) {
        choices.push(Choice::Pass);
        if let Choice::Card(ambush) = table.ask_openly(enemy, Ask::Ambush, choices)? {
            table.state.hands[enemy.index()].retain(|other| *other != ambush);
            needed = 8;
        }
    }
    if table.roll(Throw::Attack)? + card / 2 > needed {
        table.state.line += if side == Side::Red { 1 } else { -1 };
        table.tell(|state| format!("{side} gain a post: {}", state.line));
    }
    Ok(())
}

fn draw(table: &mut Table<Outpost>, side: Side) -> Play<()> {
    let Some(&top) = table.state.pile.last() else { return Ok(()) };
    let pile: Vec<Choice> = table.state.pile.iter().copied().map(Choice::Card).collect();
    let Choice::Card(card) = table.take(Draw::Card, &pile, Choice::Card(top))? else { return Ok(()) };
    table.state.pile.retain(|other| *other != card);
    table.state.hands[side.index()].push(card);
    Ok(())
}

/// Plays any choice, as the random agent does.
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
    type Combat = ();
    type Outcome = Option<Side>;
    type Time = u8;
    type Header = Header;
    type Knowledge = Vec<u8>;
    type Playout = Careless;
    type View<'a> = View<'a>;
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

    fn shown(_: &rhai::Dynamic) -> Option<String> {
        None
    }

    fn evaluate(_: View<'_>, _: &[Variable], _: &str) -> Result<String, Faults> {
        Err(Fault::error("outpost::no_scripts", "the cards have no scripts").into())
    }

    fn knowledge(_: &State, now: &State, _: &[table::Answer<Outpost>], side: Side) -> Vec<u8> {
        let hidden = now.pile.iter().chain(&now.hands[side.enemy().index()]);
        (1..=12).filter(|card| !hidden.clone().any(|other| other == card)).collect()
    }

    fn deal_anew(
        start: &mut State,
        answers: &mut [table::Answer<Outpost>],
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
            if let table::Answer::Draw { drawn: Choice::Card(card), .. } = answer {
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

/// Two random agents of a seed.
pub fn random(game: &mut Game<Outpost>, seed: u64) {
    Side::BOTH.into_iter().for_each(|side| game.set_agent(side, Some(Box::new(Random::new(seed, side)))));
}
