//! The impact of each card of the war, for the command `cards`.

use super::content::Origin;
use super::impact::{self, CardEvents, CardNames, Impact, ImpactTrial, Limit, Sample};
use crate::commands::cards::{Args, BUILT_IN, directory};
use crate::commands::games::{UnitsRun, series};
use crate::commands::merge::MergedCards;
use crate::interrupt;
use crate::interrupt::exit_code_of;
use crate::options::content::ContentArg;
use crate::options::players::Players;
use crate::options::series::Wanted;
use crate::options::series::threads;
use crate::text::out;
use miette::{Context as _, IntoDiagnostic, miette};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::time::Instant;
use wilderness_engine::files::Output;
use wilderness_lab::series::Series;
use wilderness_lab::units::{AsTheyAre, RowsHead};
use wilderness_lab::{Contestant, Worker};
use wilderness_war::{CardId, Side, War};

/// What is played with one content.
struct Contender {
    series: Series<War>,
    /// The same, where it is found out what events bring, if that is wanted.
    weighed: Option<Series<War>>,
    names: CardNames,
    events: CardEvents,
}

impl Contender {
    fn trial(&self, card: Option<CardId>, limit: Limit) -> ImpactTrial<'_> {
        ImpactTrial { series: &self.series, weighed: self.weighed.as_ref(), card, limit }
    }
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
        let players = Players::new(players);
        let made = || {
            let series = series::<War>(&wanted, &content, &players, None)?;
            Ok::<_, miette::Report>(if self.with_luck { series } else { series.noting_own_luck() })
        };
        let series = made()?;
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
        let names = scripts.deck().cards().map(|card| (card.number.0, card.name.clone())).collect();
        let events: CardEvents = (scripts.deck().cards())
            .map(|card| (card.number.0, (card.event.clone(), Side::BOTH.map(|side| card.worth[side]))))
            .collect();
        let is_meant = |event: &str| self.card.is_none_or(|card| events.get(&card).is_some_and(|(of, _)| of == event));
        let weighed = self.worth.then(made).transpose()?;
        let weighed =
            weighed.map(|series| series.observing_events(&scripts, is_meant).weighing_events_in(0..=u64::MAX));
        Ok(Contender { weighed, series, names, events })
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
    let seeds = args.seeds()?;
    let contenders = args.contenders()?;
    let claim = |file: &PathBuf| Output::claim(file, impact::FORM, &args.inputs(), args.rows.force);
    let table = args.csv.as_ref().map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let card = args.card.map(CardId);
    let limit = Limit(args.time().map(|time| Instant::now() + time));
    let trials: Vec<ImpactTrial<'_>> = contenders.iter().map(|contender| contender.trial(card, limit)).collect();
    let weighing = contenders.iter().filter(|contender| contender.weighed.is_some());
    let events: Vec<CardEvents> = weighing.map(|contender| contender.events.clone()).collect();
    let cards: Vec<CardNames> = contenders.iter().map(|contender| contender.names.clone()).collect();
    let with_series = |head: RowsHead| {
        let head = contenders.iter().fold(head, |head, contender| head.with_series(&contender.series));
        // Numbers and texts, so serialization cannot fail.
        let [cards, events] =
            [serde_json::to_value(&cards), serde_json::to_value(&events)].map(Result::unwrap_or_default);
        head.telling("cards", cards)
            .telling("events", events)
            .telling("names", args.names())
            .telling("only", args.card)
            .telling("with luck", args.with_luck)
    };
    let facts = contenders[0].series.facts();
    let run = UnitsRun::new(&args.rows, "cards", facts, &seeds, &args.inputs(), with_series)?;
    let mut impact =
        Impact::new(trials.len(), card, args.names(), args.games.map(|_| run.wanted())).weighing(events.clone());
    let play = |worker: &mut Worker<War>, seed, _| {
        trials.iter().map(|trial| trial.play(worker, seed)).collect::<Option<Vec<Sample>>>()
    };
    let mut next = run.first_seed();
    let each = |_, samples: &Vec<Sample>| {
        // Behind a game that was not finished in time others may be that were: which ones depends on the threads.
        let seed = samples.first().map(|sample| sample.seed);
        if next != seed {
            return ControlFlow::Break(());
        }
        next = seed.map(|seed| seed.wrapping_add(1));
        impact.add(samples);
        ControlFlow::Continue(())
    };
    let (began, progress) = (Instant::now(), |games| args.progress(games));
    let (_, was_pressed) =
        run.play::<AsTheyAre<Vec<Sample>>, _, _>(progress, threads(args.jobs), Worker::default, play, drop, each)?;
    let seconds = began.elapsed().as_secs_f64();
    impact.stopped = was_pressed;
    let code = tell(&impact, &cards, args.json, table.as_ref())?;
    let all = impact.games * trials.len() as u64 + impact.pairs;
    if !args.json {
        out::warn(&format!("{seconds:.0} s, {:.0} games a second\n", all as f64 / seconds.max(1e-9)));
    }
    Ok(code)
}

/// Prints the result, and writes its table.
fn tell(impact: &Impact, cards: &[CardNames], json: bool, table: Option<&Output>) -> miette::Result<ExitCode> {
    if json {
        out::line(&impact::json(impact, cards).to_string())?;
    } else {
        out::print(&impact.render(cards))?;
    }
    if let Some(table) = table {
        impact::write(impact, cards, table)?;
    }
    Ok(exit_code_of(impact.errors, impact.stopped))
}

/// Tells the result of rows that are merged.
pub fn merged(rows: &MergedCards<'_>) -> miette::Result<ExitCode> {
    let head = rows.files.head();
    let cards: Vec<CardNames> = head.told("cards").unwrap_or_default();
    let (names, only) = (head.told("names").unwrap_or_default(), head.told::<u8>("only").map(CardId));
    let claim = |file: &Path| Output::claim(file, impact::FORM, rows.inputs, rows.force);
    let table = rows.csv.map(claim).transpose().map_err(|refused| miette!("{refused}"))?;
    let events = head.told("events").unwrap_or_default();
    let mut impact = Impact::new(cards.len(), only, names, None).weighing(events);
    rows.read::<AsTheyAre<Vec<Sample>>>(|samples| impact.add(samples))?;
    tell(&impact, &cards, rows.json, table.as_ref())
}
