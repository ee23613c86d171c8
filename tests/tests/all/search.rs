//! Determinization, and the searching agent.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::{Agent, Horizon, value};
use wilderness_tests::{game, play, random_game, scripts};
use wilderness_war::agents::{Budget, Greedy, Random, Search};
use wilderness_war::map::Map;
use wilderness_war::testing::{State, Step};
use wilderness_war::{Choice, Decision, Game, PerSide, Scripts, Season, Side, View, War};

/// What a probe has seen in an imagined game.
#[derive(Default)]
struct Probe {
    /// The first decision.
    asked: Option<Decision>,
    /// The end of the step in a game imagined within the imagined game.
    nested: Option<State>,
}

/// An agent in an imagined game that notes its first decision, and imagines a game from there.
struct Prober {
    probe: Rc<RefCell<Probe>>,
    scripts: Rc<Scripts>,
    agent: Random,
}

impl Agent<War> for Prober {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        if self.probe.borrow().asked.is_none() {
            let nested = ending(view, &self.scripts, 5);
            *self.probe.borrow_mut() = Probe { asked: Some(decision.clone()), nested };
        }
        self.agent.choose(view, decision)
    }
}

/// The end of the current step in the game imagined with this seed.
fn ending(view: &View<'_>, scripts: &Rc<Scripts>, seed: u64) -> Option<State> {
    let agents = Side::BOTH.map(|side| Box::new(Random::new(seed, side)) as Box<dyn Agent<War>>);
    view.situation()?.imagine(scripts, seed).play(agents, Horizon { steps: 1, turns: 1 })
}

/// A random agent that now and then checks what its side can imagine.
struct Checker {
    agent: Random,
    scripts: Rc<Scripts>,
    asked: u32,
    checks: Rc<RefCell<Checks>>,
}

#[derive(Default)]
struct Checks {
    imagined: u32,
    impossible: u32,
}

impl Agent<War> for Checker {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        self.asked += 1;
        if self.asked.is_multiple_of(23) {
            self.check(view, decision);
        }
        self.agent.choose(view, decision)
    }
}

impl Checker {
    fn check(&mut self, view: &View<'_>, decision: &Decision) {
        let situation = view.situation().expect("a game is played");
        let real = ending(view, &self.scripts, 5);
        for seed in 0..3 {
            let probe = Rc::new(RefCell::new(Probe::default()));
            let agents = Side::BOTH.map(|side| {
                let agent = Random::new(seed, side);
                Box::new(Prober { probe: probe.clone(), scripts: scripts(), agent }) as Box<dyn Agent<War>>
            });
            let ended = situation.imagine(&self.scripts, seed).play(agents, Horizon { steps: 1, turns: 1 });
            let mut checks = self.checks.borrow_mut();
            if ended.is_none() {
                checks.impossible += 1;
                continue;
            }
            checks.imagined += 1;
            let probe = probe.borrow();
            assert_eq!(probe.asked.as_ref(), Some(decision), "another decision is imagined");
            // The hidden cards of the imagined game are different, but a side in it imagines the same game: no hidden
            // information leaks.
            assert!(probe.nested == real, "the {} learn something that is hidden", decision.side);
        }
    }
}

fn check(scenario: &str, seed: u64) -> (u32, u32) {
    let checks = Rc::new(RefCell::new(Checks::default()));
    let mut game = game(scenario, seed);
    for side in Side::BOTH {
        let agent = Random::new(seed, side);
        game.set_agent(side, Some(Box::new(Checker { agent, scripts: scripts(), asked: 0, checks: checks.clone() })));
    }
    game.proceed().expect("a whole game");
    let checks = checks.borrow();
    (checks.imagined, checks.impossible)
}

#[test]
fn imagined_games_ask_the_same_question_and_leak_nothing_hidden() {
    let (mut imagined, mut impossible) = (0, 0);
    for (scenario, seed) in [("annus-mirabilis", 1), ("early-war", 2)] {
        let checks = check(scenario, seed);
        imagined += checks.0;
        impossible += checks.1;
    }
    assert!(
        imagined > 200 && impossible * 50 < imagined,
        "{imagined} games were imagined, {impossible} were impossible"
    );
}

/// A game between a search with this many playouts and a random agent, until the search has made this many decisions.
fn searched(side: Side, threads: usize, games: u32, decisions: usize) -> Game {
    let mut game = game("annus-mirabilis", 3);
    game.set_agent(side, Some(Box::new(Search::new(3, side, Budget::Games(games), threads, || Duration::ZERO))));
    let mut other = Random::new(3, side.enemy());
    game.proceed().expect("the first decision");
    let mut answers = 0;
    while game.past().decisions() < answers + decisions {
        let decision = game.decision().cloned().expect("the game goes on");
        let choice = other.choose(&game.view(decision.side), &decision);
        game.choose(choice).expect("a legal choice");
        answers += 1;
    }
    game
}

#[test]
fn a_search_with_a_number_of_playouts_is_deterministic_in_any_number_of_threads() {
    for side in Side::BOTH {
        for (games, decisions) in [(16, 25), (250, 2)] {
            let played = [1, 3].map(|threads| searched(side, threads, games, decisions));
            assert!(played[0].history() == played[1].history(), "{side}, {games} games");
        }
    }
}

/// How many of up to a thousand decisions a search with one playout makes like the greedy agent.
fn agreement(mut game: Game) -> (u32, u32) {
    let mut agents =
        PerSide::new(|side| (Greedy::new(5, side), Search::new(5, side, Budget::Games(1), 1, || Duration::ZERO)));
    game.proceed().expect("the first decision");
    let (mut same, mut asked) = (0, 0);
    while let Some(decision) = game.decision().cloned().filter(|_| asked < 1000) {
        let (greedy, search) = &mut agents[decision.side];
        let view = game.view(decision.side);
        let choice = greedy.choose(&view, &decision);
        same += u32::from(search.choose(&view, &decision) == choice);
        asked += 1;
        game.choose(choice).expect("a legal choice");
    }
    (same, asked)
}

#[test]
fn a_search_carries_the_plan_of_its_rollout_policy() {
    // The first playout, here the only one, follows the rollout policy. In the middle of an action it would differ if
    // it had lost its plan.
    let (same, asked) = agreement(game("annus-mirabilis", 5));
    assert!(asked > 400 && same * 100 > asked * 97, "{same} of {asked} answers are the same");
}

#[test]
fn it_carries_the_plan_in_an_exchanged_seat_too() {
    let text = "scenario annus-mirabilis\nseed 5\nrules 13.3\nfrench optional option:british\n\
                french optional option:1\nbritish optional option:french\nbritish optional option:1\n";
    let game = play("game.record", text).expect("a game");
    assert!(game.state().exchanged);
    let (same, asked) = agreement(game);
    assert!(asked > 400 && same * 100 > asked * 97, "{same} of {asked} answers are the same");
}

#[test]
fn a_search_leaves_the_scripts_of_the_game_alone() {
    // It searches in the middle of events, whose scripts continue afterwards.
    let mut game = game("annus-mirabilis", 4);
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Search::new(4, side, Budget::Games(2), 1, || Duration::ZERO))));
    }
    game.proceed().expect("a whole game");
    assert!(game.outcome().is_some());
    assert_ne!(game.history(), random_game("annus-mirabilis", 4).history());
}

/// The search's estimate of the chance that the French win from a state of Annus Mirabilis.
fn chance(state: &State, scripts: &Rc<Scripts>) -> f64 {
    let scenario = scripts.scenario("annus-mirabilis").expect("the scenario").expect("no faults");
    value::chances::<War>(state, scripts, &scenario)[0]
}

#[test]
fn the_side_that_stands_better_is_likelier_to_win() {
    let game = game("annus-mirabilis", 1);
    for (year, season) in [(1757, Season::Early), (1758, Season::Late), (1759, Season::Early), (1759, Season::Late)] {
        let state = State { year, season, vp: 0, ..game.state().clone() };
        let changed = |change: &dyn Fn(&mut State)| {
            let mut changed = state.clone();
            change(&mut changed);
            chance(&changed, game.scripts()) - chance(&state, game.scripts())
        };
        let settlement = Map::get().cultivated.first().expect("a settlement");
        assert!(changed(&|state| state.vp += 1) > 0.0, "a point, {year} {season:?}");
        assert!(changed(&|state| state.raided.french.push(settlement)) > 0.0, "a raid, {year} {season:?}");
        assert!(changed(&|state| state.raided.british.push(settlement)) < 0.0, "a British raid, {year} {season:?}");
    }
}

#[test]
fn a_search_sees_in_the_last_year_who_is_going_to_win() {
    let (mut seen, mut games) = (0, 0);
    for seed in 1..=24 {
        let mut game = game("annus-mirabilis", seed);
        let mut agents = PerSide::new(|side| Greedy::new(seed, side));
        let mut told = None;
        game.proceed().expect("the first decision");
        while let Some(decision) = game.decision().cloned() {
            if game.state().year == 1759 && game.state().step == Step::Action {
                told.get_or_insert_with(|| chance(game.state(), game.scripts()) > 0.5);
            }
            let choice = agents[decision.side].choose(&game.view(decision.side), &decision);
            game.choose(choice).expect("a legal choice");
        }
        let winner = game.outcome().and_then(|victory| victory.winner);
        if let (Some(french), Some(winner)) = (told, winner) {
            games += 1;
            seen += u32::from(french == (winner == Side::French));
        }
    }
    assert!(games > 15 && seen * 100 > games * 75, "{seen} of {games}");
}
