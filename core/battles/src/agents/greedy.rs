//! The greedy agent: it goes for the victory hexes, keeps a line, masses its guns, attacks where the tables promise
//! more than they cost, and looks no further than this phase.

use super::assault::Marches;
use super::eye::Eye;
use super::known::Known;
use super::reason::ChoiceReason;
use super::temper::Temper;
use super::{attack, fire, moves};
use crate::battle::Battle;
use crate::decision::{Ask, Choice, Decision};
use crate::game::FrenchAndIndianWarBattles as Us;
use crate::rules::{rally, victory};
use crate::script::Battles;
use crate::side::Side;
use crate::state::{Attack, Level, Step};
use crate::unit::UnitId;
use crate::view::View;
use std::cell::LazyCell;
use wilderness_engine::{Agent, Explanation, Playout, Purpose, Stream};
use wilderness_hexes::Hex;

/// Plays by rules of thumb, from what its side sees.
#[derive(Clone)]
pub struct Greedy {
    /// For what it has no opinion about.
    stream: Stream,
    /// Its usual temper.
    usual: Temper,
    /// Its temper, with the game turn in which it has it; nothing if it is as usual.
    temper: Option<(u8, Temper)>,
    plan: MovePlan,
    /// What it has found out already.
    known: Known,
}

/// What it is doing in a Movement Phase.
#[derive(Clone, Default)]
pub(super) struct MovePlan {
    /// The game turn for which the rest holds.
    pub turn: u8,
    /// Units that are still to go where they attack together.
    pub marches: Marches,
    /// Units that stay where they are.
    pub stay: Vec<UnitId>,
    /// The unit that moves, and the hexes that it is still to enter.
    pub way: Option<(UnitId, Vec<Hex>)>,
    /// The attacks that it is declaring.
    pub attacks: Vec<Attack>,
    /// Why it made its last choice, if it has a reason.
    pub reason: Option<ChoiceReason>,
}

impl Greedy {
    fn answer(&mut self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        let turn = view.seen_state().turn;
        let temper = self.temper.filter(|(of, _)| *of == turn).map_or(self.usual, |(_, temper)| temper);
        let battle = view.battle();
        let position = (&**view.battles(), battle, view.seen_state());
        let known = &mut self.known;
        let eye = LazyCell::new(|| Eye::new(position, decision.side, temper, known));
        let choices = &decision.choices;
        self.plan.reason = None;
        let mut because = |(choice, reason)| {
            self.plan.reason = Some(reason);
            choice
        };
        match &decision.ask {
            Ask::Gun => Some(because(fire::gun(&eye, choices))),
            Ask::Target(gun) => fire::target(&eye, battle.find(*gun)?, choices),
            Ask::Mover => moves::mover(&eye, &mut self.plan, choices),
            Ask::Step(id) => {
                let unit = battle.find(*id)?;
                let next = self.plan.next_step(unit, choices);
                next.or_else(|| moves::step(&eye, &mut self.plan, unit, choices))
            }
            Ask::Place(id) | Ask::Entry(id) => {
                let best = moves::best_hex(&eye, battle.find(*id)?, choices);
                best.map(|choice| because((choice, ChoiceReason::Placed)))
            }
            Ask::Anchor(_) => moves::nearest_to_goals(&eye, choices),
            Ask::RetreatStep(id) => moves::refuge(&eye, battle.find(*id)?, choices),
            Ask::Along(id) => moves::along(&eye, &self.plan, battle.find(*id)?, view.answers_of_step(), choices),
            Ask::Attacked => attack::opening(&eye, &mut self.plan, choices),
            Ask::Build => attack::addition(&eye, &mut self.plan, view.answers_of_step(), choices),
            Ask::Tactics => choices.iter().copied().find(|choice| matches!(choice, Choice::Marker(_))),
            Ask::ForcedMarch => Some(Choice::None),
            Ask::Convert(_) => Some(Choice::Convert),
            Ask::Loss(_) => cheapest(&eye, choices),
            Ask::Pursuer | Ask::Pursuit(_) | Ask::SecondHex(_) => moves::pursuit(&eye, choices),
            Ask::Rally => best_rally(&eye, choices).map(because),
            Ask::Arrival | Ask::Reserve | Ask::Attack | Ask::Retreat => choices.first().copied(),
            Ask::Agree(level) => Some(accepts(view, decision.side, *level)),
            Ask::Marker | Ask::Die(_) | Ask::Concede => None,
        }
    }
}

/// Whether a concession is accepted: unless the side would win by more if the battle ended now (17.1).
fn accepts(view: &View<'_>, side: Side, level: Level) -> Choice {
    let now = victory::outcome(view.battle(), view.seen_state());
    if now.winner == Some(side) && now.level > level { Choice::Decline } else { Choice::Accept }
}

/// The unit whose loss costs least (CR3).
fn cheapest(eye: &Eye<'_>, choices: &[Choice]) -> Option<Choice> {
    let cost = |choice: &Choice| {
        let unit = eye.unit_of(*choice)?;
        Some((eye.board.piece(unit).disordered, eye.board.unit(unit).cf))
    };
    choices.iter().copied().filter(|choice| cost(choice).is_some()).min_by_key(cost)
}

/// The unit that rallies most easily (RA1).
fn best_rally(eye: &Eye<'_>, choices: &[Choice]) -> Option<(Choice, ChoiceReason)> {
    let modifier = |choice: &Choice| rally::modifier(&eye.board, eye.unit_of(*choice)?);
    let able = choices.iter().filter_map(|choice| Some((modifier(choice)?, *choice)));
    let (modifier, choice) = able.max_by_key(|(modifier, _)| *modifier)?;
    Some((choice, ChoiceReason::Rallies(modifier)))
}

impl Agent<Us> for Greedy {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        let answer = self.answer(view, decision).filter(|choice| decision.choices.contains(choice));
        answer.unwrap_or_else(|| decision.choices[self.stream.below(decision.choices.len() as u32) as usize])
    }

    fn in_mind(&self) -> Option<String> {
        let MovePlan { turn, marches, stay, way, attacks, .. } = &self.plan;
        Some(format!("{} {:?} {:?}", self.stream.place(), self.temper, (turn, marches, stay, way, attacks)))
    }

    fn explain(&self, _: &Battles, battle: &Battle) -> Option<Explanation> {
        self.plan.reason.map(|reason| reason.sentence(battle).into())
    }
}

impl Playout<Us> for Greedy {
    fn new(seed: u64, side: Side) -> Greedy {
        Greedy {
            stream: Stream::new(seed, Purpose::Agent(side as usize)),
            usual: Temper::EVEN,
            temper: None,
            plan: MovePlan::default(),
            known: Known::default(),
        }
    }

    fn again(&self, seed: u64, side: Side) -> Greedy {
        Greedy { plan: self.plan.clone(), temper: self.temper, usual: self.usual, ..Playout::<Us>::new(seed, side) }
    }

    fn myopic(seed: u64, side: Side) -> Greedy {
        Greedy { usual: Temper::MYOPIC, ..Playout::<Us>::new(seed, side) }
    }

    /// In other tempers for this player turn.
    fn plans(&mut self, view: &View<'_>, decision: &Decision, most: usize) -> Vec<Greedy> {
        let turn = view.seen_state().turn;
        if !matches!(decision.ask, Ask::Mover) || self.plan.turn == turn {
            return Vec::new();
        }
        let as_usual = Greedy { temper: None, ..self.clone() };
        let other = |_| Greedy { temper: Some((turn, Temper::random(&mut self.stream))), ..as_usual.clone() };
        let others: Vec<Greedy> = (1..most).map(other).collect();
        [as_usual].into_iter().chain(others).collect()
    }

    /// Once units move, no die falls before the phase is over (7.0): what was planned is carried out.
    fn carries_on(&self, view: &View<'_>, decision: &Decision) -> bool {
        let (state, moves) = (view.seen_state(), matches!(decision.ask, Ask::Mover | Ask::Step(_) | Ask::Along(_)));
        moves && state.step == Step::Movement && self.plan.turn == state.turn
    }
}
