//! A trial of battles: random games, which find scripts that fail only when they run.

use crate::game::{FrenchAndIndianWarBattles as Us, Game};
use crate::script::Battles;
use crate::side::Side;
use crate::state::Options;
use crate::{Battle, Header};
use std::collections::BTreeSet;
use std::rc::Rc;
use wilderness_engine::agents::Random;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script::TrialProgress;
use wilderness_engine::{Agent, Halt, Purpose, Side as _, Stream};

/// How many random games of each battle are played.
const GAMES: u64 = 20;

/// Plays random games of each battle, with optional rules drawn at random. Returns what fails, each fault once. The trial is
/// reproducible from its seed, unless `go_on`, which is called after each game, ends it.
pub fn trial(battles: &Rc<Battles>, seed: u64, go_on: &mut dyn FnMut(TrialProgress) -> bool) -> Faults {
    let (mut faults, mut seen) = (Faults::none(), BTreeSet::new());
    let parts = GAMES * battles.iter().count() as u64;
    let games = (0..GAMES).flat_map(|number| battles.iter().map(move |battle| (seed.wrapping_add(number), battle)));
    for (done, (seed, battle)) in games.enumerate() {
        if !go_on(TrialProgress { done: done as u64, parts }) {
            break;
        }
        if let Some(fault) = failure(battles, battle, seed)
            && seen.insert(fault.line())
        {
            faults.push(fault);
        }
    }
    faults
}

/// What fails in a random game of a battle.
fn failure(battles: &Rc<Battles>, battle: &Battle, seed: u64) -> Option<Fault> {
    let mut header = Header::new(&battle.id, seed, Options::default());
    let mut coins = Stream::new(seed, Purpose::Rules);
    for word in battles.options().filter(|word| battles.has_option(battle, word)) {
        header.options.set(word, coins.below(2) == 0);
    }
    let mut game = match Game::begin(&header, battles.clone()) {
        Ok(game) => game.without_log(),
        Err(faults) => return faults.iter().next().cloned(),
    };
    for side in Side::BOTH {
        let agent: Box<dyn Agent<Us>> = Box::new(Random::new(seed.wrapping_add(side.index() as u64), side));
        game.set_agent(side, Some(agent));
    }
    match game.proceed() {
        Ok(()) => None,
        Err(Halt::Script(fault)) => Some(*fault),
        Err(other) => Some(broken(battle, seed, &other.to_string())),
    }
}

/// A game that cannot go on.
fn broken(battle: &Battle, seed: u64, why: &str) -> Fault {
    let message = format!("a random game of `{}` (seed {seed}) cannot go on: {why}", battle.id);
    Fault::error("trial::broken", message).at(&Source::new(format!("{}.toml", battle.id), ""), 0..0, "in this battle")
}
