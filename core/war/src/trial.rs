//! A trial of the scripts: random games, and every event played in positions from them. It finds faults that appear
//! only when a script runs, and events whose condition never or always holds.

mod eager;
mod rare_positions;

use crate::deck::{Card, EventKind};
use crate::invariants;
use crate::rules::{self, phase};
use crate::scenario::Scenario;
use crate::script::Scripts;
use crate::sets::CardId;
use crate::side::Side;
use crate::state::{State, Step, Until};
use crate::table::{Effects, Halt, Play, Table, Windows};
use crate::war::War;
use eager::Eager;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script::Findings;
pub use wilderness_engine::script::{TrialProgress, Tried};
use wilderness_engine::{Purpose, Stream};

/// How many random games of each scenario are played.
const GAMES: u64 = 3;
/// One in this many action phases of these games becomes a position to play from.
const SPACING: usize = 4;
/// How many times an event is played for each side.
const PLAYS: u32 = 6;
/// How many times some steps are played with a partly tested response in hand.
const MORE_GAMES: usize = 60;
/// How many steps are played then.
const STEPS: usize = 6;

/// Plays random games of some scenarios, and every event in positions from them. Returns the faults, and how many times
/// the event of each script was played. The trial is reproducible from its seed, unless `go_on`, which is called after
/// every action phase and every play, ends it: then the slowest function of the scripts is reported.
pub fn trial(
    scripts: &Rc<Scripts>,
    scenarios: &[Arc<Scenario>],
    seed: u64,
    go_on: &mut dyn FnMut(TrialProgress) -> bool,
) -> (Faults, BTreeMap<String, Tried>) {
    let together = rules_together(scripts);
    let games = scenarios.len() as u64 * (GAMES + together.len() as u64);
    let parts = games + scripts.events.len() as u64;
    let found = Findings::new(scripts, scripts.events.keys().cloned(), parts, go_on);
    let mut trial = RunningTrial { scripts, found, positions: Vec::new() };
    for scenario in scenarios {
        for game in 0..GAMES {
            trial.game(scenario, seed.wrapping_add(game), &[]);
        }
        for rules in &together {
            trial.game(scenario, seed, rules);
        }
    }
    trial.vary(seed);
    trial.events(seed);
    trial.responses(seed);
    trial.found.conclude(scripts.warnings(), |event| {
        let script = scripts.events.get(event)?;
        let is_response = script.compiled.has("can_respond", 1);
        Some((script.as_ref(), if is_response { "can_respond" } else { "can_play" }))
    })
}

/// The optional rules, in groups that can be in force together; none is left out.
fn rules_together(scripts: &Scripts) -> Vec<Vec<Arc<str>>> {
    let mut groups: Vec<Vec<Arc<str>>> = Vec::new();
    while let group = scripts.compatible_rules(|rule| !groups.iter().flatten().any(|id| **id == *rule.id))
        && !group.is_empty()
    {
        groups.push(group.into_iter().map(|rule| Arc::from(rule.id.as_str())).collect());
    }
    groups
}

/// A trial in progress.
struct RunningTrial<'a> {
    scripts: &'a Rc<Scripts>,
    found: Findings<'a, War>,
    positions: Vec<(Arc<Scenario>, State)>,
}

impl RunningTrial<'_> {
    fn table(&self, state: State, scenario: &Arc<Scenario>, seed: u64) -> Table {
        let mut table = Table::new(state, scenario.clone(), self.scripts.clone());
        for side in Side::BOTH {
            table.seat(side, Box::new(Eager::new(seed, side)));
        }
        table.within.tried = Some(BTreeMap::new());
        table
    }

    /// Plays a whole game with some optional rules. If there are none, some of its positions are saved for playing
    /// events.
    fn game(&mut self, scenario: &Arc<Scenario>, seed: u64, rules: &[Arc<str>]) {
        let mut start = scenario.start(self.scripts.deck(), Generator::seeded(seed));
        Arc::make_mut(&mut start.markers).extend(rules.iter().map(|rule| (rule.clone(), Until::Game)));
        let mut table = self.table(start, scenario, seed);
        // Whether a response fits is asked for every card that a side might hold.
        table.windows = Windows::Open;
        let mut phases = 0;
        while !matches!(table.state.step, Step::Over(_)) && self.found.goes_on() {
            table.take_acted();
            if let Err(halt) = crate::rules::step(&mut table) {
                self.found.report(table.take_acted(), halt);
                break;
            }
            if table.state.step == Step::Action {
                phases += 1;
                if phases % SPACING > 0 {
                    continue;
                }
                if rules.is_empty() {
                    self.positions.push((scenario.clone(), table.state.clone()));
                } else if let Err(halt) = self.scripts.try_modifiers(&table.state) {
                    self.found.report(None, halt);
                    break;
                }
            }
        }
        self.found.part();
        self.note(&mut table);
    }

    /// Adds what a table recorded.
    fn note(&mut self, table: &mut Table) {
        for (card, tried) in table.within.tried.take().unwrap_or_default() {
            self.add(card, tried);
        }
    }

    /// Adds variations of the positions.
    fn vary(&mut self, seed: u64) {
        let mut chance = Stream::new(seed, Purpose::Deck);
        let varied = self.positions.iter().filter_map(|(scenario, state)| {
            Some((scenario.clone(), rare_positions::vary(state, self.scripts, &mut chance)?))
        });
        let varied: Vec<_> = varied.collect();
        self.positions.extend(varied);
        chance.shuffle(&mut self.positions);
    }

    fn add(&mut self, card: CardId, tried: Tried) {
        if let Some(card) = self.scripts.deck().card(card) {
            self.found.add(&card.event, tried);
        }
    }

    /// Plays every event that is not a response, from the positions collected.
    fn events(&mut self, seed: u64) {
        let scripts = self.scripts.clone();
        let positions = self.positions.clone();
        let mut done = BTreeSet::new();
        for card in scripts.deck().cards().filter(|card| card.kind == EventKind::Event) {
            if !scripts.events.contains_key(&card.event) || !done.insert(&card.event) {
                continue;
            }
            for &side in &card.sides {
                let mut tried = Tried::default();
                for (index, (scenario, state)) in positions.iter().enumerate() {
                    if !self.found.goes_on() {
                        return;
                    }
                    let mut state = state.clone();
                    give(&mut state, side, card.number);
                    state.active = side;
                    let mut table = self.table(state, scenario, seed.wrapping_add(index as u64));
                    match scripts.can_play(&table.state, side, card.number) {
                        Ok(playable) => {
                            tried.note(playable);
                            if !playable || tried.played >= PLAYS {
                                continue;
                            }
                        }
                        Err(halt) => {
                            self.found.report(self.function(&card.event, "can_play"), halt);
                            break;
                        }
                    }
                    match play(&mut table, side, card.number) {
                        Ok(()) => tried.played += 1,
                        Err(halt) => {
                            self.found.report(table.take_acted().or(self.function(&card.event, "play")), halt);
                            break;
                        }
                    }
                }
                self.add(card.number, tried);
            }
            self.found.part();
        }
    }

    /// Plays on from some positions with partly tested responses in hand.
    fn responses(&mut self, seed: u64) {
        let scripts = self.scripts.clone();
        let positions = self.positions.clone();
        for card in scripts.deck().cards().filter(|card| card.kind == EventKind::Response) {
            for (index, (scenario, state)) in positions.iter().enumerate().take(MORE_GAMES) {
                if self.found.is_enough(&card.event) || !self.found.goes_on() {
                    break;
                }
                let mut held = state.clone();
                give(&mut held, card.sides[index % card.sides.len()], card.number);
                let mut table = self.table(held, scenario, seed.wrapping_add(index as u64));
                table.windows = Windows::Open;
                let mut step = |_| {
                    table.take_acted();
                    rules::step(&mut table)
                };
                if let Err(halt) = (0..STEPS).try_for_each(&mut step) {
                    self.found.report(table.take_acted(), halt);
                }
                self.note(&mut table);
                self.windows(scenario, state, card, seed.wrapping_add(index as u64));
            }
            self.found.part();
        }
    }

    /// Opens the response windows of moments that are possible in a position, for a side that holds a card.
    fn windows(&mut self, scenario: &Arc<Scenario>, state: &State, card: &Card, seed: u64) {
        let answered = self.scripts.events.get(&card.event).map(|event| event.moments().to_vec()).unwrap_or_default();
        for (side, moment) in rare_positions::moments(state) {
            if !answered.contains(&moment.kind()) || !card.sides.contains(&side) {
                continue;
            }
            let mut state = state.clone();
            give(&mut state, side, card.number);
            let mut table = self.table(state, scenario, seed);
            let result = table.window(side, moment).and_then(|()| self.scripts.try_modifiers(&table.state));
            if let Err(halt) = result {
                self.found.report(table.take_acted().or(self.function(&card.event, "respond")), halt);
            }
            self.note(&mut table);
            if self.found.is_enough(&card.event) {
                return;
            }
        }
    }

    /// A function of the script of an event.
    fn function(&self, event: &str, name: &'static str) -> Option<(Source, &'static str)> {
        Some((self.scripts.events.get(event)?.compiled.source.clone(), name))
    }
}

/// Plays an event as in an action phase of a side, then reads everything that it changes.
fn play(table: &mut Table, side: Side, card: CardId) -> Play<()> {
    let mut action = phase::Phase::new(&table.state, side);
    let value = table.scripts.deck().value(card);
    phase::play_event(table, &mut action, card, value)?;
    match invariants::broken(&table.state) {
        Some(fault) => Err(Halt::Script(Box::new(Fault::error("trial::broken_position", fault)))),
        None => table.scripts.try_modifiers(&table.state),
    }
}

/// Moves a card to the hand of a side, wherever it is.
fn give(state: &mut State, side: Side, card: CardId) {
    for side in Side::BOTH {
        state.hands[side].remove(card);
    }
    state.draw_pile.retain(|other| *other != card);
    state.discard.remove(card);
    state.removed.remove(card);
    state.hands[side].insert(card);
}
