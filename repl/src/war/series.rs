//! The start of the games in a series of Wilderness War, and the row of each.

use crate::front::Origin as _;
use crate::lab::args;
use crate::lab::row::{Row, write_events};
use crate::lab::series::{Series, Tested};
use crate::options::start::Start;
use crate::prompt::player::Player;
use miette::miette;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_engine::record::Header as _;
use wilderness_engine::{Each, Purpose, Stream};
use wilderness_war::deck::Deck;
use wilderness_war::{Answer, Ask, Choice, Content, Game, Header, Position, Scripts, Side, View, War, Windows, Word};

/// What the games of a series start from, without their seeds.
#[derive(Clone)]
pub struct Plan {
    /// The header of each game.
    pub header: Header,
    /// The scenarios, by turns; that of the header if there are none.
    pub scenarios: Vec<String>,
    /// The positions from which they start, by turns; that of the header if there are none.
    pub positions: Vec<Position>,
    /// Whether each has optional rules drawn at random.
    pub random_rules: bool,
}

impl Plan {
    /// Games as this one, from their beginning. Bots cannot roll dice at a table.
    pub fn of(header: &Header) -> Plan {
        let mut header = header.without_scripts();
        header.settings.dice = None;
        Plan { header, scenarios: Vec::new(), positions: Vec::new(), random_rules: false }
    }
}

impl Series<War> {
    /// Games that begin with this header.
    pub fn new(
        header: Header,
        players: impl Into<Each<Player>>,
        content: Content,
        records: Option<PathBuf>,
    ) -> Series<War> {
        let setup = header.setup(&content);
        let plan = Plan { header, scenarios: Vec::new(), positions: Vec::new(), random_rules: false };
        Series { plan, players: players.into(), sources: content, setup, records, measured: false }
    }

    /// Games as the options say, checked: faults in the scripts or the scenario are reported once.
    ///
    /// # Errors
    /// Content that cannot be read; what does not go together.
    pub fn of_games(games: &args::Game, seed: u64, records: Option<PathBuf>) -> miette::Result<Series<War>> {
        let start = &games.start;
        let scripts = Rc::new(games.content.named().for_start(start)?.load()?);
        let players = games.players();
        if !games.all_scenarios {
            let series = Series::of_start(start, &scripts, seed, players, records)?;
            return Ok(series.with(false, games.random_rules));
        }
        // A rule without effect in one scenario may have one in another, so each game drops its own.
        let header = start.header_with_idle(|_| seed, &scripts)?;
        let series = Series::of_header(header, start, &scripts, players, records)?.with(true, games.random_rules);
        for scenario in &series.plan.scenarios {
            let mut header = series.plan.header.clone();
            header.scenario.clone_from(scenario);
            let header = header.without_idle_rules(start.named_rules(), &scripts)?;
            header.without_idle_settings(&start.named_settings(), &scripts)?;
        }
        Ok(series)
    }

    /// Games from a start.
    ///
    /// # Errors
    /// What does not go together.
    pub fn of_start(
        start: &Start,
        scripts: &Rc<Scripts>,
        seed: u64,
        players: impl Into<Each<Player>>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series<War>> {
        let header = start.header(|_| seed, Windows::Holder, scripts)?;
        Series::of_header(header, start, scripts, players, records)
    }

    fn of_header(
        mut header: Header,
        start: &Start,
        scripts: &Rc<Scripts>,
        players: impl Into<Each<Player>>,
        records: Option<PathBuf>,
    ) -> miette::Result<Series<War>> {
        if start.has_players_roll() {
            return Err(miette!("`--dice table` has no effect here: bots cannot roll dice at a table"));
        }
        header.settings.dice = None; // A preset may be meant for people who roll dice.
        header.begin(scripts.clone())?;
        if let Some(directory) = records.as_ref().filter(|directory| !directory.is_dir()) {
            let what = if directory.exists() { "is not a directory" } else { "does not exist: create it first" };
            return Err(miette!("`--records` names a directory for records, but `{}` {what}", directory.display()));
        }
        Ok(Series::new(header, players, scripts.content().clone(), records))
    }

    fn with(mut self, all_scenarios: bool, random_rules: bool) -> Series<War> {
        if all_scenarios {
            self.plan.scenarios = self.sources.scenario_ids().map(str::to_string).collect();
        }
        if random_rules {
            self.setup.push_str("-random");
        }
        self.plan.random_rules = random_rules;
        self
    }
}

impl Tested for War {
    type Plan = Plan;

    /// Optional rules that have no effect in a game are left out.
    fn header(plan: &Plan, seed: u64, scripts: &Scripts) -> Header {
        let mut header = plan.header.clone();
        header.seed = seed;
        if !plan.scenarios.is_empty() {
            header.scenario.clone_from(&plan.scenarios[(seed % plan.scenarios.len() as u64) as usize]);
        }
        if !plan.positions.is_empty() {
            header.position = Some(plan.positions[(seed % plan.positions.len() as u64) as usize].clone());
        }
        if plan.random_rules {
            let mut coins = Stream::new(seed, Purpose::Rules);
            let rules = scripts.compatible_rules(|_| coins.below(2) == 0).into_iter().map(|rule| rule.id.as_str());
            header = header.clone().with_rules(rules, scripts).unwrap_or(header);
        }
        // A rule that has no effect in this scenario or position may have one in the next.
        header.clone().without_idle_rules([], scripts).unwrap_or(header)
    }

    fn scenarios(plan: &Plan) -> Vec<String> {
        [&plan.header.scenario].into_iter().chain(&plan.scenarios).cloned().collect()
    }

    fn wrong(game: &Game) -> Option<String> {
        View::of_everything(game).broken_invariant()
    }

    fn note(game: &Game, row: &mut Row) {
        row.scenario.clone_from(&game.header().scenario);
        row.rules = game.header().rules.join(" ");
        row.events = write_events(&events(game, game.scripts().deck()));
        let view = View::of_everything(game);
        row.exchanged = view.exchanged();
        (row.year, row.vp) = (view.year(), view.vp());
        if let Some(victory) = game.outcome() {
            row.winner = victory.winner.map_or("draw", Side::id).into();
            row.reason = victory.reason.to_string();
        }
    }
}

/// The cards that were played as events or in response.
fn events(game: &Game, deck: &Deck) -> BTreeMap<String, u64> {
    let mut events = BTreeMap::new();
    for answer in game.history() {
        let card = match answer {
            Answer::Choice { ask: Ask::Use(card), choice: Choice::Word(Word::Event), .. } => *card,
            Answer::Choice { ask: Ask::Respond(_), choice: Choice::Card(card), .. } => *card,
            _ => continue,
        };
        if let Some(card) = deck.card(card) {
            *events.entry(card.event.clone()).or_default() += 1;
        }
    }
    events
}
