//! Wilderness War as a game of the engine.

use crate::agents::{self, Greedy, features};
use crate::chance::{Draw, Throw};
use crate::decision::{Ask, Choice, Decision};
use crate::header::Header;
use crate::imagine;
use crate::news::NewsEntry;
use crate::rules;
use crate::rules::combat::Combat;
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::CardSet;
use crate::side::Side;
use crate::state::{State, Step, Time, Victory};
use crate::table::{Answer, Known, Play, Seen, Table, Within};
use crate::view::View;
use crate::war::War;
use std::rc::Rc;
use wilderness_engine::value::PositionValue;
use wilderness_engine::{Generator, Hidden, Horizon, InnerLoops, Rules, Searched, SideView, Situation, Stream};

static INNER_LOOPS: InnerLoops<War> = InnerLoops::new();

impl Rules for War {
    type Side = Side;
    type State = State;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Draw;
    type News = NewsEntry;
    type Scenario = Scenario;
    type Scripts = Scripts;
    type Within = Within;
    type Hidden = War;
    type Search = War;
    type Combat = Combat;
    type Outcome = Victory;
    type Time = Time;
    type Header = Header;
    type View<'a> = View<'a>;

    const SIDES: &'static [Side] = &Side::BOTH;
    const ZERO_SUM: bool = true;

    fn inner_loops() -> &'static InnerLoops<War> {
        &INNER_LOOPS
    }

    fn enter(scripts: &Scripts) {
        scripts.enter();
    }

    fn step(table: &mut Table) -> Play<()> {
        rules::step(table)
    }

    fn outcome(state: &State) -> Option<Victory> {
        match state.step {
            Step::Over(victory) => Some(victory),
            _ => None,
        }
    }

    fn time(state: &State) -> Time {
        Time { year: state.year, season: Some(state.season) }
    }

    fn is_at(state: &State, time: Time) -> bool {
        let plays = matches!(state.step, Step::Setup | Step::Deal | Step::Action);
        plays && state.year == time.year && time.season.is_none_or(|season| state.season == season)
    }

    /// Victory points are on one track: positive for the French (13.1).
    fn score(state: &State, side: Side) -> i32 {
        state.vp_of(side).into()
    }

    fn active(state: &State) -> Side {
        state.active
    }

    fn seat(state: &State, side: Side) -> Side {
        state.seat(side)
    }

    fn named(scripts: &Scripts, _: &Scenario, choice: Choice, chosen: bool) -> String {
        match choice {
            Choice::Card(_) if !chosen => "another card".into(),
            Choice::Card(card) => scripts.deck().name(card),
            _ => choice.to_string(),
        }
    }

    fn generator(state: &mut State) -> &mut Generator {
        &mut state.generator
    }

    fn forget(within: &mut Within) {
        within.forget();
    }

    fn view<'a>(seen: Seen<'a>, known: &'a Known, side: Side) -> View<'a> {
        View::at(seen, known, side)
    }
}

impl Hidden<War> for War {
    type Knowledge = CardSet;

    fn knowledge(start: &State, now: &State, since: &[Answer], side: Side) -> CardSet {
        imagine::knowledge(start, now, since, side)
    }

    fn deal_anew(start: &mut State, answers: &mut [Answer], known: &CardSet, side: Side, chance: &mut Stream) {
        imagine::deal_anew(start, answers, *known, side, chance);
    }

    fn is_asked_unseen(ask: &Ask, choice: Choice) -> bool {
        // A card of its hand, or of the draw pile, for an event or a rule: it is asked for only if there are several.
        matches!((ask, choice), (Ask::Event(_) | Ask::Optional(_), Choice::Card(_)))
    }
}

impl Searched<War> for War {
    type Playout = Greedy;

    const LEVELS: [u32; 3] = [30, 60, 2000];

    const DEPTH: u32 = 3;

    // The root mean squares of the differences to whole games, over 57 choices marked as mistakes and 278 that may be some.
    const DOUBT: f64 = 0.09;
    const DOUBT_FURTHER_ON: f64 = 0.025;
    // Two thirds as noisy as the end of the game, at half of the time.
    const FURTHER_ON: Horizon = Horizon { steps: 40, turns: 1 };

    // It ends at an action phase, because only there do both sides hold cards to be judged.
    fn horizon(_: &State, _: &Scripts) -> Horizon {
        Horizon { steps: 8, turns: 1 }
    }

    fn is_turn(state: &State) -> bool {
        state.step == Step::Action
    }

    fn features(_: &Scripts) -> Vec<String> {
        features::names().map(str::to_string).collect()
    }

    fn measure(state: &State, side: Side, scripts: &Rc<Scripts>, scenario: &Scenario) -> Vec<f64> {
        features::measure(state, side, scripts, scenario)
    }

    fn left(state: &State, _: &Scripts, scenario: &Scenario) -> Option<f64> {
        Some(features::seasons_left(state, scenario.last_year))
    }

    fn value<'a>(_: &State, scripts: &'a Scripts, scenario: &Scenario) -> Option<&'a PositionValue> {
        scripts.values().get(&scenario.id)
    }

    fn points(state: &State, side: Side, _: &Rc<Scripts>, scenario: &Scenario) -> f64 {
        features::lead(state, side, scenario.last_year)
    }

    fn result(state: &State, side: Side, _: &Scripts) -> Option<f64> {
        let Step::Over(victory) = state.step else { return None };
        Some(victory.winner.map_or(0.5, |winner| f64::from(u8::from(winner == side))))
    }

    fn tried(view: &View<'_>, decision: &Decision, advised: Choice) -> Vec<Choice> {
        agents::tried(view, decision, advised)
    }

    fn reluctance(view: &View<'_>, decision: &Decision, choice: Choice) -> u32 {
        agents::reluctance(view, decision, choice)
    }

    fn is_minor(ask: &Ask) -> bool {
        ask.is_minor()
    }
}

impl SideView<War> for View<'_> {
    fn situation(&self) -> Option<Situation<War>> {
        View::situation(self)
    }

    fn scripts(&self) -> &Rc<Scripts> {
        View::scripts(self)
    }
}
