//! French & Indian War Battles as a game of the engine.

use crate::agents::{self, Greedy, features};
use crate::battle::Battle;
use crate::decision::{Ask, Choice, Decision, Play, Table, Throw};
use crate::game::{FrenchAndIndianWarBattles, Time};
use crate::header::Header;
use crate::log::LogEntry;
use crate::rules;
use crate::rules::combat::Resolved;
use crate::rules::victory;
use crate::script::Battles;
use crate::side::Side;
use crate::state::{Marker, Outcome, State, Step};
use crate::view::View;
use std::rc::Rc;
use wilderness_engine::value::PositionValue;
use wilderness_engine::{
    Answer, Choice as _, Generator, Hidden, Horizon, InnerLoops, Known, Never, Rules, Searched, Seen, SideView,
    Situation, Stream,
};

static INNER_LOOPS: InnerLoops<FrenchAndIndianWarBattles> = InnerLoops::new();

impl Rules for FrenchAndIndianWarBattles {
    type Side = Side;
    type State = State;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Never;
    type News = LogEntry;
    type Scenario = Battle;
    type Scripts = Battles;
    type Within = ();
    type Hidden = Self;
    type Search = Self;
    type Combat = Resolved;
    type Outcome = Outcome;
    type Time = Time;
    type Header = Header;
    type View<'a> = View<'a>;

    const SIDES: &'static [Side] = &Side::BOTH;

    fn inner_loops() -> &'static InnerLoops<FrenchAndIndianWarBattles> {
        &INNER_LOOPS
    }

    fn enter(scripts: &Battles) {
        scripts.enter();
    }

    fn step(table: &mut Table) -> Play<()> {
        rules::step(table)
    }

    fn outcome(state: &State) -> Option<Outcome> {
        if let Step::Over(outcome) = state.step { Some(outcome) } else { None }
    }

    fn time(state: &State) -> Time {
        Time { turn: state.turn, side: Some(state.side) }
    }

    fn is_at(state: &State, time: Time) -> bool {
        let in_turn = !matches!(state.step, Step::Markers | Step::SetUp(..) | Step::Turn | Step::Over(_));
        in_turn && state.turn == time.turn && time.side.is_none_or(|side| side == state.side)
    }

    /// The only track of this game is that of demoralization: what the enemy has lost.
    fn score(state: &State, side: Side) -> i32 {
        state.dp[side.enemy()].into()
    }

    fn active(state: &State) -> Side {
        state.side
    }

    fn named(_: &Battles, battle: &Battle, choice: Choice, chosen: bool) -> String {
        let name = |id| battle.find(id).map(|unit| battle.unit(unit).name.clone());
        match choice {
            Choice::Marker(_) if !chosen => "another marker".into(),
            Choice::Unit(id) | Choice::With(id) | Choice::March(id) => name(id).unwrap_or_else(|| id.to_string()),
            Choice::Hex(hex) => battle.place(hex),
            Choice::Attack(number) => format!("attack {}", number.0),
            _ => choice.token(),
        }
    }

    fn generator(state: &mut State) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Self>, known: &'a Known<Self>, side: Side) -> View<'a> {
        View::new(seen, known, side)
    }
}

impl Hidden<FrenchAndIndianWarBattles> for FrenchAndIndianWarBattles {
    type Knowledge = Vec<Marker>;

    /// The markers that the enemy has played since the step began.
    fn knowledge(start: &State, now: &State, _: &[Answer<Self>], side: Side) -> Vec<Marker> {
        let enemy = side.enemy();
        now.played[enemy].get(start.played[enemy].len()..).unwrap_or_default().to_vec()
    }

    /// The enemy's markers may be any that it has not played.
    fn deal_anew(start: &mut State, _: &mut [Answer<Self>], known: &Vec<Marker>, side: Side, chance: &mut Stream) {
        let enemy = side.enemy();
        let count = start.markers[enemy].len();
        let mut pool = start.pool.clone();
        for marker in start.played[enemy].iter().chain(known) {
            if let Some(place) = pool.iter().position(|other| other == marker) {
                pool.remove(place);
            }
        }
        chance.shuffle(&mut pool);
        let mut markers: Vec<Marker> = known.iter().copied().chain(pool).take(count).collect();
        markers.sort_unstable();
        start.markers[enemy] = markers;
    }
}

impl Searched<FrenchAndIndianWarBattles> for FrenchAndIndianWarBattles {
    /// Scripts ask nothing in battles.
    fn tried(_: &View<'_>, _: &Decision, _: Choice) -> Vec<Choice> {
        Vec::new()
    }

    type Playout = Greedy;

    const LEVELS: [u32; 3] = [16, 120, 1200];

    // The root mean squares of the differences to whole games, over 19 choices marked as mistakes and 51 that may be some.
    const DOUBT: f64 = 0.09;
    const DOUBT_FURTHER_ON: f64 = 0.045;
    // Half as noisy as the end of the battle, at a quarter of the time.
    const FURTHER_ON: Horizon = Horizon { steps: 1, turns: 4 };

    // Much depends on how the sides play on. A referee that lets them play on by other plans, too, confirmed 37 of 54 marks
    // with 0.6, and 27 of the 35 of these that are left with this.
    const CONFIRMED: f64 = 1.0;

    // Each step of a march is a question, at which the march is planned anew.
    const FORGETS: bool = true;

    // A player turn of each side: what the enemy does about it.
    fn horizon(_: &State, _: &Battles) -> Horizon {
        Horizon { steps: 1, turns: 2 }
    }

    // A round more for each 150 playouts, and no more than two: measured by what the plans that were chosen won in the end.
    // What comes later, dice decide.
    fn horizon_of_plans(_: &State, _: &Battles, playouts: u32) -> Horizon {
        Horizon { steps: 1, turns: 2 + 2 * (playouts / 150).min(2) }
    }

    /// Each player turn once: between the Bombardment Phase and the Movement Phase.
    fn is_turn(state: &State) -> bool {
        state.step == Step::MovementStart
    }

    fn features(_: &Battles) -> Vec<String> {
        features::names().map(str::to_string).collect()
    }

    fn measure(state: &State, side: Side, _: &Rc<Battles>, battle: &Battle) -> Vec<f64> {
        features::measure(battle, state, side)
    }

    /// The turns that are left, this one included.
    fn left(state: &State, _: &Battles, battle: &Battle) -> Option<f64> {
        let second = f64::from(u8::from(state.side == battle.players[1]));
        Some(f64::from(battle.turns.saturating_sub(state.turn)) + 1.0 - second / 2.0)
    }

    fn value<'a>(_: &State, battles: &'a Battles, battle: &Battle) -> Option<&'a PositionValue> {
        battles.values().get(&battle.id)
    }

    fn points(state: &State, side: Side, _: &Rc<Battles>, battle: &Battle) -> f64 {
        victory::vp(battle, state, side).into()
    }

    fn result(state: &State, side: Side, _: &Battles) -> Option<f64> {
        let Step::Over(outcome) = state.step else { return None };
        Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))))
    }

    fn reluctance(_: &View<'_>, _: &Decision, choice: Choice) -> u32 {
        agents::reluctance(choice)
    }

    fn is_minor(ask: &Ask) -> bool {
        matches!(ask, Ask::Place(_) | Ask::Along(_) | Ask::Retreat | Ask::Attack)
    }
}

impl SideView<FrenchAndIndianWarBattles> for View<'_> {
    fn situation(&self) -> Option<Situation<FrenchAndIndianWarBattles>> {
        View::situation(self)
    }

    fn scripts(&self) -> &Rc<Battles> {
        self.battles()
    }
}
