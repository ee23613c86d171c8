//! A trial of a folder: random games, which find what fails only when it is played, and pairs of games that differ only in
//! what is hidden from a side, which find what it is shown all the same.

use crate::content::Folder;
use crate::hidden::{Concealed, Unknown};
use crate::news::TabletopNews;
use crate::rules::Tabletop;
use crate::state::TabletopState;
use crate::view::TabletopView;
use std::collections::BTreeSet;
use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::plain::{Header, Side};
use wilderness_engine::script::{TrialProgress, at_function};
use wilderness_engine::{
    Agent, Choice as _, Decision, Game, Halt, Hidden as _, Purpose, Question as _, Side as _, Stream, Windows,
};

/// How many random games are played.
const GAMES: u64 = 1_000;
/// The most answers of a game.
const MOST_ANSWERS: u32 = 20_000;
/// One step in this many is played in pairs.
const ONE_IN: u32 = 40;
/// How many answers a pair is played on.
const ANSWERS_OF_PAIR: usize = 12;

/// Plays random games, with scenarios and optional rules drawn at random. Returns what fails, and what a side is shown of
/// what is hidden from it, each fault once. The trial is reproducible from its seed, unless `go_on`, which is called after
/// each game, ends it.
pub fn trial(folder: &Rc<Folder>, seed: u64, go_on: &mut dyn FnMut(TrialProgress) -> bool) -> Faults {
    let (mut faults, mut seen) = (Faults::none(), BTreeSet::new());
    for number in 0..GAMES {
        if !go_on(TrialProgress { done: number, parts: GAMES }) {
            break;
        }
        let found = play(folder, seed.wrapping_add(number)).err();
        for fault in found.into_iter().filter(|fault| seen.insert((fault.code().to_string(), fault.line()))) {
            faults.push(*fault);
        }
    }
    faults
}

/// A header with a scenario and optional rules drawn at random.
fn header(folder: &Folder, seed: u64) -> Header<Tabletop> {
    let (mut header, mut coins) = (Header::new(seed).with_windows(Windows::Open), Stream::new(seed, Purpose::Rules));
    let scenarios = &folder.data.scenarios;
    header.scenario = scenarios[coins.below(scenarios.len() as u32) as usize].id.to_string();
    let options = folder.data.options.iter().filter(|_| coins.below(2) == 0);
    header.rules = options.map(|option| option.id.to_string()).collect();
    header
}

/// Plays a random game.
fn play(folder: &Rc<Folder>, seed: u64) -> Result<(), Box<Fault>> {
    let begun = Game::begin(&header(folder, seed), folder.clone());
    let mut game = begun.map_err(|faults| {
        Box::new(faults.iter().next().cloned().unwrap_or_else(|| stuck(seed, "it does not begin")))
    })?;
    let mut agents = agents(&game, seed);
    let mut when = Stream::new(seed, Purpose::Experiment);
    game.proceed().map_err(|halt| failed(seed, halt))?;
    for _ in 0..MOST_ANSWERS {
        let Some(decision) = game.decision().cloned() else { return Ok(()) };
        if game.view(decision.side).answers_of_step().is_empty() && when.below(ONE_IN) == 0 {
            for side in game.sides() {
                compare(&game, side, seed)?;
            }
        }
        let choice = agents[decision.side.index()].choose(&game.view(decision.side), &decision);
        game.choose(choice).map_err(|refused| Box::new(stuck(seed, &refused.to_string())))?;
        if let Some(halt) = game.now().broken() {
            return Err(failed(seed, halt.clone()));
        }
    }
    Err(Box::new(
        stuck(seed, "it has not ended after 20,000 answers")
            .help("let it end after a number of turns: `turns` of game.toml"),
    ))
}

fn agents(game: &Game<Tabletop>, seed: u64) -> Vec<Random> {
    game.sides().iter().map(|side| Random::new(seed, side)).collect()
}

fn failed(seed: u64, halt: Halt<Tabletop>) -> Box<Fault> {
    match halt {
        Halt::Script(fault) => fault,
        other => Box::new(stuck(seed, &other.to_string())),
    }
}

fn stuck(seed: u64, why: &str) -> Fault {
    Fault::error("trial::broken", format!("a random game (seed {seed}) cannot go on: {why}"))
}

/// What a side sees of a game, as far as it can tell games apart.
#[derive(PartialEq)]
struct Shown {
    asked: Option<(Side, &'static str)>,
    /// What it can answer, if it is asked.
    answers: Vec<String>,
    news: Vec<String>,
    table: String,
}

impl Shown {
    fn to(side: Side, game: &Game<Tabletop>) -> Shown {
        let decision = game.decision();
        let is_asked = |decision: &&Decision<Tabletop>| decision.side == side;
        let own = decision.filter(is_asked).map(|decision| decision.choices.iter().map(|choice| choice.token()));
        Shown {
            asked: decision.map(|decision| (decision.side, decision.ask.kind())),
            answers: own.map_or_else(Vec::new, Iterator::collect),
            news: game.log().iter().map(|news| news.text.clone()).collect(),
            table: table(&game.view(side)),
        }
    }

    /// What differs.
    fn differs(&self, other: &Shown) -> Option<String> {
        let first = |mine: &[String], others: &[String]| {
            let at = (0..).find(|index| mine.get(*index) != others.get(*index))?;
            Some(match (mine.get(at), others.get(at)) {
                (Some(one), Some(other)) => format!("\"{one}\" and \"{other}\""),
                (one, other) => format!("\"{}\" in only one of the games", one.or(other)?),
            })
        };
        if self.news != other.news {
            return first(&self.news, &other.news).map(|what| format!("it is told {what}"));
        }
        if self.asked != other.asked {
            let asked = |shown: &Shown| shown.asked.map_or("nobody".into(), |(side, kind)| format!("{side} ({kind})"));
            return Some(format!("{} is asked, and {}", asked(self), asked(other)));
        }
        if self.answers != other.answers {
            return first(&self.answers, &other.answers).map(|what| format!("it can answer {what}"));
        }
        (self.table != other.table).then(|| "the board, tracks or piles differ".into())
    }
}

/// What a side sees on the table.
fn table(view: &TabletopView<'_>) -> String {
    let pieces: Vec<_> = view.pieces().collect();
    let tracks: Vec<_> = (0..view.data().tracks.len()).map(|track| view.track(track)).collect();
    let controllers: Vec<_> = (0..view.data().board.places.len()).map(|place| view.controller(place)).collect();
    format!("{pieces:?} {tracks:?} {controllers:?} {:?} {:?}", view.piles(), view.scores())
}

/// Plays two games on that differ only in what is hidden from a side, with the same answers, and compares what it is shown.
fn compare(game: &Game<Tabletop>, side: Side, seed: u64) -> Result<(), Box<Fault>> {
    let unknown = {
        let view = game.view(side);
        Unknown::to(side, view.state(), view.state())
    };
    if unknown.is_nothing() {
        return Ok(());
    }
    let mut chance = Stream::new(seed, Purpose::Imagined);
    let dealt = |state: &mut TabletopState| {
        Concealed::deal_anew(state, &mut [], &unknown, side, &mut chance);
        Ok::<(), Box<Fault>>(())
    };
    let (mut one, mut other) = (game.copies().twin(|_| Ok::<(), Box<Fault>>(()))?, game.copies().twin(dealt)?);
    let mut agents = agents(&one, seed);
    for game in [&mut one, &mut other] {
        game.proceed().map_err(|halt| failed(seed, halt))?;
    }
    for _ in 0..ANSWERS_OF_PAIR {
        if [&one, &other].iter().any(|game| unknown.is_learned(side, game.view(side).state())) {
            return Ok(()); // what it has learned is its own
        }
        if is_disclosed(&one, &other) {
            return Ok(()); // what the rules tell it
        }
        if let Some(what) = Shown::to(side, &one).differs(&Shown::to(side, &other)) {
            return Err(Box::new(leak(game, side, (seed, &what))));
        }
        let Some(decision) = one.decision().cloned() else { return Ok(()) };
        let choice = agents[decision.side.index()].choose(&one.view(decision.side), &decision);
        if !other.decision().is_some_and(|decision| decision.choices.contains(&choice)) {
            return Ok(()); // what another side does with what it holds
        }
        for game in [&mut one, &mut other] {
            game.choose(choice).map_err(|refused| Box::new(stuck(seed, &refused.to_string())))?;
        }
    }
    Ok(())
}

/// Whether the first news that differ tell what the rules want to be told.
fn is_disclosed(one: &Game<Tabletop>, other: &Game<Tabletop>) -> bool {
    let (one, other) = (one.log(), other.log());
    let first = (0..one.len().max(other.len())).find(|index| one.get(*index) != other.get(*index));
    let discloses = |news: Option<&TabletopNews>| news.is_some_and(|news| news.discloses);
    first.is_some_and(|index| discloses(one.get(index)) || discloses(other.get(index)))
}

/// A side is shown what is hidden from it.
fn leak(game: &Game<Tabletop>, side: Side, (seed, what): (u64, &str)) -> Fault {
    let message = format!("{side} can tell what is hidden from it: where only that differs, {what} (seed {seed})");
    let fault =
        at_function(Fault::error("tabletop::leak", message), &game.scripts().rules.compiled, game.view(side).phase());
    fault.help(
        "ask a side that may answer because of what it holds with a question that has `window = true`; tell only what all sides know, or with `game.disclose` what the rules want them to be told",
    )
}
