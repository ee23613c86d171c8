//! The start of the battles in a series, and the row of each.

use super::content::Origin;
use super::start::{battle_of, header};
use crate::lab::args;
use crate::lab::row::{Row, write_events};
use crate::lab::series::{Series, Tested};
use crate::options::start::Start;
use crate::prompt::player::Player;
use std::collections::BTreeMap;
use std::path::PathBuf;
use wilderness_battles::look;
use wilderness_battles::{Battles, FrenchAndIndianWarBattles as Battle, Game, Header, Level, Options, Side, View};
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{Compile as _, ScriptSet as _, fingerprint};
use wilderness_engine::{Each, Purpose, Side as _, Stream};

/// What the games of a series start from, without their seeds.
#[derive(Clone)]
pub struct Plan {
    /// The header of each game.
    header: Header,
    /// Whether each has optional rules drawn at random.
    random_rules: bool,
}

impl Plan {
    /// Battles as this one.
    pub fn of(header: &Header) -> Plan {
        Plan { header: header.without_scripts(), random_rules: false }
    }
}

impl Series<Battle> {
    /// Battles as the options say, if they name one.
    ///
    /// # Errors
    /// What does not go together.
    pub fn of_battles(
        games: &args::Game,
        seed: u64,
        records: Option<PathBuf>,
    ) -> miette::Result<Option<Series<Battle>>> {
        let origin = Origin::in_content(games.content.root());
        Series::of_battle(&games.start, seed, games.players(), &origin, games.random_rules, records)
    }

    /// Battles from a start, if it names a battle.
    ///
    /// # Errors
    /// What does not go together.
    pub fn of_battle(
        start: &Start,
        seed: u64,
        players: Each<Player>,
        origin: &Origin,
        random_rules: bool,
        records: Option<PathBuf>,
    ) -> miette::Result<Option<Series<Battle>>> {
        if start.scenario.is_none() && start.position().is_none() {
            return Ok(None);
        }
        let sources = origin.read()?;
        let battles = sources.compile()?;
        let Some(id) = battle_of(start, &battles)? else { return Ok(None) };
        let header = header(start, &id, seed)?;
        if start.has_players_roll() {
            return Err(miette::miette!("`--dice table` has no effect here: bots play, and nobody is there to roll"));
        }
        let all: String = battles.fingerprints().iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        let without_seed = header.without_scripts().with_seed(0);
        let random = if random_rules { "-random" } else { "" };
        let setup = fingerprint(&(without_seed.write() + all.as_str())) + random;
        Game::begin(&header, std::rc::Rc::new(battles))?;
        let plan = Plan { header, random_rules };
        Ok(Some(Series { plan, players, sources, setup, records, measured: false }))
    }
}

/// A level of victory, as results are counted by it (22.6).
fn level(level: Level) -> &'static str {
    match level {
        Level::Draw => "draw",
        Level::Marginal => "marginal",
        Level::Substantive => "substantive",
        Level::Decisive => "decisive",
    }
}

impl Tested for Battle {
    type Plan = Plan;

    fn header(plan: &Plan, seed: u64, battles: &Battles) -> Header {
        let mut header = plan.header.with_seed(seed);
        let battle = battles.find(&header.scenario).ok().filter(|_| plan.random_rules && header.position.is_none());
        if let Some(battle) = battle {
            let mut coins = Stream::new(seed, Purpose::Rules);
            for word in Options::WORDS.into_iter().filter(|word| battle.has_option(word)) {
                if let Some(option) = header.options.get_mut(word) {
                    *option = coins.below(2) == 0;
                }
            }
        }
        header
    }

    fn scenarios(plan: &Plan) -> Vec<String> {
        vec![plan.header.scenario.clone()]
    }

    fn note(game: &Game, row: &mut Row) {
        let (battle, state) = (game.scenario(), &View::public(game));
        row.scenario.clone_from(&battle.id);
        row.rules = game.header().options.words().collect::<Vec<_>>().join(" ");
        let [french, british] = Side::BOTH.map(|side| look::victory_points(battle, state, side));
        row.vp = i16::try_from(i32::from(french) - i32::from(british)).unwrap_or_default();
        let demoralized = Side::BOTH.into_iter().filter(|side| state.is_demoralized(battle, *side));
        let events: BTreeMap<String, u64> = demoralized.map(|side| (format!("{}-demoralized", side.id()), 1)).collect();
        row.events = write_events(&events);
        if let Some(outcome) = game.outcome() {
            row.winner = outcome.winner.map_or("draw", Side::id).into();
            row.reason = outcome.winner.map_or("draw".into(), |side| format!("{} {side}", level(outcome.level)));
            row.error = game.view(game.active()).broken_invariant().unwrap_or_default();
        }
        if !row.error.is_empty() {
            (row.winner, row.reason) = (String::new(), String::new());
        }
    }
}
