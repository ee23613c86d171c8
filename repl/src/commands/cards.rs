//! `wilderness cards`: the impact of each card of Wilderness War.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::start::battle_of;
use crate::front::Origin as _;
use crate::interrupt;
use crate::lab::args::{jobs, seeds_from, threads};
use crate::lab::exit_code;
use crate::lab::impact::{self, Impact, Limit, Trial};
use crate::lab::progress::Progress;
use crate::lab::series::Series;
use crate::options::start::Start;
use crate::prompt::player::{PLAYERS, Player};
use crate::text::out;
use crate::war::content::Origin;
use clap::Args as ClapArgs;
use miette::{Context as _, IntoDiagnostic, miette};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::{Duration, Instant};
use wilderness_engine::files::Output;
use wilderness_war::deck::Deck;
use wilderness_war::{CardId, PerSide, War};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    /// A script directory; given twice, two are compared. `built-in` means the scripts of the program.
    #[arg(long, value_name = "DIR")]
    scripts: Vec<PathBuf>,
    /// A content directory: scripts, scenarios and presets; given twice, two are compared. `built-in` means the content
    /// of the program.
    #[arg(long, value_name = "DIR")]
    content: Vec<PathBuf>,
    /// Who plays both sides.
    #[arg(long, default_value = "greedy", value_name = "WHO", help = format!("Who plays both sides: {PLAYERS}"))]
    players: Player,
    /// Exchange this card in every pair, by its number.
    #[arg(long, value_name = "N")]
    card: Option<u8>,
    /// The number of base games; without it, as many as there is time for.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), value_name = "N")]
    games: Option<u64>,
    /// Stop after so many minutes; by default after 10, if the number of games is not given.
    #[arg(long, value_parser = minutes, value_name = "N")]
    minutes: Option<Duration>,
    /// The seed of the first base game; each later one uses the next seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
    /// The number of threads; by default, one per core.
    #[arg(long, value_parser = jobs, value_name = "N")]
    jobs: Option<usize>,
    /// Write all numbers to this file, a row for each card and side: a new file, or earlier output of `cards`.
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Let `--csv` overwrite any other file.
    #[arg(long, requires = "csv")]
    force: bool,
}

/// The default time.
const TIME: Duration = Duration::from_secs(10 * 60);
/// The longest time, in minutes: a year.
const LONGEST: f64 = 366.0 * 24.0 * 60.0;

/// A positive number of minutes.
fn minutes(text: &str) -> Result<Duration, String> {
    let minutes = text.parse().ok().filter(|minutes: &f64| *minutes > 0.0 && *minutes <= LONGEST);
    let minutes = minutes.ok_or_else(|| "a number of minutes above 0, such as `10` or `0.5`".to_string())?;
    Ok(Duration::from_secs_f64(60.0 * minutes))
}

/// The word for the program's own content.
const BUILT_IN: &str = "built-in";

/// The directory that A or B uses: 0 is A, 1 is B; none for the program's own content.
fn directory(named: &[PathBuf], which: usize) -> Option<PathBuf> {
    named.get(which).or(named.last()).filter(|path| path.as_os_str() != BUILT_IN).cloned()
}

/// What is played with one content.
struct Contender {
    series: Series<War>,
    deck: Deck,
}

impl Args {
    /// How many contents there are: two are compared.
    fn contents(&self) -> miette::Result<usize> {
        for (option, directories) in [("scripts", &self.scripts), ("content", &self.content)] {
            if directories.len() > 2 {
                let times = directories.len();
                return Err(miette!(
                    "--{option} was given {times} times: give it at most twice, first for A, then for B"
                ));
            }
        }
        Ok(self.scripts.len().max(self.content.len()).max(1))
    }

    /// The content of A or B: 0 is A, 1 is B.
    fn origin(&self, which: usize) -> Origin {
        Origin::new(directory(&self.content, which), directory(&self.scripts, which))
    }

    /// What distinguishes A from B.
    fn names(&self) -> Vec<String> {
        let of = |(option, paths): (&str, &[PathBuf]), which: usize| match directory(paths, which) {
            Some(directory) => format!("{option} in {}", directory.display()),
            None => format!("{option} {BUILT_IN}"),
        };
        let options = [("content", &self.content[..]), ("scripts", &self.scripts[..])];
        let twice = || options.into_iter().filter(|(_, paths)| paths.len() == 2);
        let name = |which| twice().map(|option| of(option, which)).collect::<Vec<_>>().join(", ");
        if twice().next().is_some() { [0, 1].map(name).into() } else { Vec::new() }
    }

    fn contender(&self, which: usize) -> miette::Result<Contender> {
        let scripts = Rc::new(self.origin(which).for_start(&self.start)?.load()?);
        let players = PerSide::new(|_| self.players);
        let series = Series::of_start(&self.start, &scripts, self.seed, players, None)?;
        if let Some(card) = self.card {
            let card = CardId(card);
            let name =
                scripts.deck().card(card).ok_or_else(|| miette!("no card has the number {}", card.0))?.name.clone();
            let game = series.begin(self.seed)?;
            if !game.scenario().cards.contains(card) {
                let scenario = &game.scenario().name;
                return Err(miette!("card {} (`{name}`) is not used in the scenario {scenario}", card.0));
            }
        }
        Ok(Contender { series, deck: scripts.deck().clone() })
    }

    /// The contents, each played alike.
    fn contenders(&self) -> miette::Result<Vec<Contender>> {
        let count = self.contents()?;
        let made = |which| {
            let contender = self.contender(which);
            if count == 1 { contender } else { contender.wrap_err_with(|| self.cannot(which)) }
        };
        let contenders = (0..count).map(made).collect::<miette::Result<Vec<Contender>>>()?;
        if let [a, b] = &contenders[..]
            && a.series.is_like(&b.series)
        {
            return Err(miette!(
                "A and B play the same games: name two contents that differ, as in `--scripts built-in --scripts DIR`"
            ));
        }
        Ok(contenders)
    }

    fn cannot(&self, which: usize) -> String {
        format!("{}, with {}, cannot be played", ["A", "B"][which.min(1)], self.origin(which))
    }

    /// The files and directories that are read.
    fn inputs(&self) -> Vec<&Path> {
        self.start.inputs().chain(self.scripts.iter().chain(&self.content).map(PathBuf::as_path)).collect()
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    let battles = BattleOrigin::in_content(directory(&args.content, 0).as_deref()).load()?;
    if let Some(id) = battle_of(&args.start, &battles)? {
        return Err(miette!("`{id}` is a battle, and has no cards: `cards` is about Wilderness War"));
    }
    let seeds = args.games.map_or(Ok(args.seed..=u64::MAX), |games| seeds_from(args.seed, games))?;
    let contenders = args.contenders()?;
    let claim = |file: &PathBuf| Output::claim(file, impact::FORM, &args.inputs(), args.force);
    let output = args.csv.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let time = args.minutes.or(Some(TIME).filter(|_| args.games.is_none()));
    let progress = match (args.games, time) {
        (Some(games), _) => Progress::of_games(games),
        (None, time) => Progress::of_time(time.unwrap_or(TIME)),
    };
    let limit = Limit(time.map(|time| Instant::now() + time));
    let card = args.card.map(CardId);
    let trials: Vec<Trial<'_>> =
        contenders.iter().map(|contender| Trial { series: &contender.series, card, limit }).collect();
    let (names, wanted) = (args.names(), args.games);
    let impact = Impact { names, wanted, ..Impact::play(&trials, &seeds, threads(args.jobs), &progress) };
    let decks: Vec<Deck> = contenders.into_iter().map(|contender| contender.deck).collect();
    out::print(&impact.render(&decks))?;
    if let Some(output) = &output {
        impact::write(&impact, &decks, output)?;
    }
    Ok(exit_code(impact.errors, impact.stopped))
}
