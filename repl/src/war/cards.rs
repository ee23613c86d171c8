//! The impact of each card of the war, for the command `cards`.

use super::content::Origin;
use super::impact::{self, Impact, ImpactTrial, Limit};
use crate::commands::cards::{Args, BUILT_IN, TIME, directory};
use crate::commands::games::series;
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::Wanted;
use crate::options::series::{seeds_from, threads};
use crate::progress::Progress;
use crate::text::out;
use miette::{Context as _, IntoDiagnostic, miette};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;
use wilderness_engine::files::Output;
use wilderness_lab::Contestant;
use wilderness_lab::series::Series;
use wilderness_war::deck::Deck;
use wilderness_war::{CardId, Side, War};

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
    fn named(&self, which: usize) -> ContentArg {
        ContentArg { content: directory(&self.content, which), scripts: directory(&self.scripts, which), folder: None }
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
        let (content, players) =
            (self.named(which), Side::BOTH.map(|side| (side.id().to_string(), Contestant::Own(self.players))));
        let wanted = Wanted { start: &self.start, seed: self.seed, all_scenarios: false, random_rules: false };
        let series = series::<War>(&wanted, &content, &Players::new(players), None)?;
        let scripts = Rc::new(series.sources.compile()?);
        if let Some(card) = self.card {
            let card = CardId(card);
            let name =
                scripts.deck().card(card).ok_or_else(|| miette!("no card has the number {}", card.0))?.name.clone();
            let game = series.begin(self.seed, interrupt::is_pressed)?;
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
        format!("{}, with {}, cannot be played", ["A", "B"][which.min(1)], Origin::named(&self.named(which), false))
    }

    /// The files and directories that are read.
    fn inputs(&self) -> Vec<&Path> {
        self.start.inputs().chain(self.scripts.iter().chain(&self.content).map(PathBuf::as_path)).collect()
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
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
    let trials: Vec<ImpactTrial<'_>> =
        contenders.iter().map(|contender| ImpactTrial { series: &contender.series, card, limit }).collect();
    let (names, wanted) = (args.names(), args.games);
    let impact = Impact { names, wanted, ..Impact::play(&trials, &seeds, threads(args.jobs), &progress) };
    let decks: Vec<Deck> = contenders.into_iter().map(|contender| contender.deck).collect();
    out::print(&impact.render(&decks))?;
    if let Some(output) = &output {
        impact::write(&impact, &decks, output)?;
    }
    Ok(exit_code_of(impact.errors, impact.stopped))
}
