//! `wilderness simulate`: agents play many games; what goes wrong is counted, and kept as a record that repeats it.

use crate::cards::CardsArg;
use crate::start::Start;
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use wilderness_core::agents::{Agent, Greedy, Random};
use wilderness_core::chance::{Purpose, Stream};
use wilderness_core::decision::{Ask, Choice, Word};
use wilderness_core::game::Game;
use wilderness_core::header::Header;
use wilderness_core::script::{Costs, Deck, Scripts};
use wilderness_core::table::{Answer, Dice, Windows};
use wilderness_core::{Side, invariants};

#[derive(ClapArgs)]
pub struct Args {
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    cards: CardsArg,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The seed of the first game; each further one has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let each game have optional rules drawn at random.
    #[arg(long, conflicts_with = "rules")]
    random_rules: bool,
    /// How many threads play.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
    /// Who plays the French.
    #[arg(long, default_value = "random")]
    french: Player,
    /// Who plays the British.
    #[arg(long, default_value = "random")]
    british: Player,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Also say how often each event was played.
    #[arg(long)]
    events: bool,
    /// Also say which functions of the scripts took how long.
    #[arg(long)]
    costs: bool,
    /// Where the records of games that went wrong are written.
    #[arg(long, default_value = ".", value_name = "DIR")]
    records: PathBuf,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Player {
    /// Any legal choice.
    Random,
    /// Whatever scores most now.
    Greedy,
}

impl Player {
    /// An agent of this sort.
    pub fn agent(self, seed: u64, side: Side) -> Box<dyn Agent> {
        match self {
            Player::Random => Box::new(Random::new(seed, side)),
            Player::Greedy => Box::new(Greedy::new(seed, side)),
        }
    }
}

/// What came of the games.
#[derive(Default, Serialize)]
struct Summary {
    games: u64,
    decisions: u64,
    seconds: f64,
    french: u64,
    british: u64,
    draws: u64,
    errors: u64,
    mean_vp: f64,
    /// How often each event was played.
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<BTreeMap<String, u64>>,
    /// What the functions of the scripts cost.
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<FunctionCost>>,
}

/// What a function of a script cost, with everything that it called.
#[derive(Serialize)]
struct FunctionCost {
    file: String,
    function: String,
    calls: u64,
    seconds: f64,
}

/// What came of some of the games, as integers, so that the sum does not depend on the order.
#[derive(Default)]
struct Tally {
    decisions: u64,
    french: u64,
    british: u64,
    draws: u64,
    vp: i64,
    events: BTreeMap<String, u64>,
    costs: Costs,
    failures: Vec<Failure>,
}

/// A game that went wrong.
struct Failure {
    seed: u64,
    message: String,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    // Faults of the scripts or the scenario are reported once, before the threads start.
    let scripts = Rc::new(args.cards.named().load()?);
    let mut header = args.start.header(|| args.seed, Windows::Holder, &scripts)?;
    header.settings.dice = Dice::Generator; // nobody is there to roll
    header.begin(scripts)?;
    let progress = ProgressBar::new(args.games);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left") {
        progress.set_style(style);
    }
    // What panics in the rules is caught and reported below, with the seed.
    std::panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let next = AtomicU64::new(0);
    let tallies = std::thread::scope(|scope| {
        let workers: Vec<_> =
            (0..args.jobs.max(1)).map(|_| scope.spawn(|| play_games(args, &header, &next, &progress))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect::<Vec<_>>()
    });
    let _ = std::panic::take_hook();
    progress.finish_and_clear();
    let total = tallies.into_iter().fold(Tally::default(), |mut sum, tally| {
        sum.decisions += tally.decisions;
        sum.french += tally.french;
        sum.british += tally.british;
        sum.draws += tally.draws;
        sum.vp += tally.vp;
        for (event, times) in tally.events {
            *sum.events.entry(event).or_default() += times;
        }
        for (function, cost) in tally.costs {
            *sum.costs.entry(function).or_default() += cost;
        }
        sum.failures.extend(tally.failures);
        sum
    });
    for failure in &total.failures {
        eprintln!("seed {}: {}", failure.seed, failure.message);
    }
    let summary = Summary {
        games: args.games,
        decisions: total.decisions,
        seconds: start.elapsed().as_secs_f64(),
        french: total.french,
        british: total.british,
        draws: total.draws,
        errors: total.failures.len() as u64,
        mean_vp: total.vp as f64 / args.games.max(1) as f64,
        events: args.events.then_some(total.events),
        costs: args.costs.then(|| by_cost(total.costs)),
    };
    print(&summary, args);
    Ok(if summary.errors == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The functions, those that took longest first.
fn by_cost(costs: Costs) -> Vec<FunctionCost> {
    let mut costs: Vec<FunctionCost> = costs
        .into_iter()
        .map(|((file, function), cost)| FunctionCost {
            file,
            function,
            calls: cost.calls,
            seconds: cost.time.as_secs_f64(),
        })
        .collect();
    costs.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    costs
}

fn print(summary: &Summary, args: &Args) {
    if args.json {
        // Numbers and nothing else: it always has a JSON form.
        println!("{}", serde_json::to_string(summary).unwrap_or_default());
        return;
    }
    let Summary { games, decisions, seconds, french, british, draws, errors, mean_vp, events, costs } = summary;
    println!("{games} games, {decisions} decisions in {seconds:.2} s ({:.0} games a second)", *games as f64 / seconds);
    println!("French {french}, British {british}, draws {draws}, errors {errors}; mean VP {mean_vp:+.2}");
    for (event, times) in events.iter().flatten() {
        println!("{times:>9} {event}");
    }
    if let Some(costs) = costs {
        let busy = seconds * args.jobs.max(1) as f64;
        let (calls, spent): (Vec<u64>, Vec<f64>) = costs.iter().map(|cost| (cost.calls, cost.seconds)).unzip();
        let (calls, spent): (u64, f64) = (calls.iter().sum(), spent.iter().sum());
        println!("scripts: {calls} calls, {spent:.2} s, {:.0} % of the time of the threads", 100.0 * spent / busy);
        for FunctionCost { file, function, calls, seconds } in costs {
            println!("{calls:>9} calls {seconds:>8.3} s  {file}: {function}");
        }
    }
}

/// Plays games of the common list until there are no more.
fn play_games(args: &Args, header: &Header, next: &AtomicU64, progress: &ProgressBar) -> Tally {
    let mut tally = Tally::default();
    let Ok(scripts) = args.cards.named().load() else { return tally };
    let scripts = Rc::new(scripts);
    if args.costs {
        scripts.measure();
    }
    loop {
        let index = next.fetch_add(1, Ordering::Relaxed);
        if index >= args.games {
            tally.costs = scripts.costs();
            return tally;
        }
        let mut header = Header { seed: args.seed.wrapping_add(index), ..header.clone() };
        if args.random_rules {
            header = with_random_rules(header, &scripts);
        }
        play_one(args, &header, &scripts, &mut tally);
        progress.inc(1);
    }
}

/// The same game, with optional rules of which each is as likely to be in force as not.
fn with_random_rules(header: Header, scripts: &Scripts) -> Header {
    let mut coins = Stream::new(header.seed, Purpose::Rules);
    let rules: Vec<String> =
        scripts.compatible_rules(|_| coins.below(2) == 0).into_iter().map(|rule| rule.id.clone()).collect();
    header.clone().with_rules(rules.iter().map(String::as_str), scripts).unwrap_or(header)
}

fn play_one(args: &Args, header: &Header, scripts: &Rc<Scripts>, tally: &mut Tally) {
    let seed = header.seed;
    let Ok(game) = header.begin(scripts.clone()) else { return };
    let mut game = game.without_log();
    game.set_agent(Side::French, Some(args.french.agent(seed, Side::French)));
    game.set_agent(Side::British, Some(args.british.agent(seed, Side::British)));
    let fault = match catch_unwind(AssertUnwindSafe(|| game.proceed())) {
        Ok(Ok(())) => invariants::broken(game.state()),
        Ok(Err(halt)) => Some(halt.to_string()),
        Err(panic) => Some(format!("panic: {}", message(&*panic))),
    };
    tally.decisions += game.decisions() as u64;
    if args.events {
        count_events(&game, scripts.deck(), &mut tally.events);
    }
    tally.vp += i64::from(game.state().vp);
    if let Some(fault) = fault {
        tally.failures.push(Failure { seed, message: keep(args, seed, &game, &fault) });
        return;
    }
    match game.outcome().and_then(|victory| victory.winner) {
        Some(Side::French) => tally.french += 1,
        Some(Side::British) => tally.british += 1,
        None => tally.draws += 1,
    }
}

/// Writes the record that repeats a failure, and says where.
fn keep(args: &Args, seed: u64, game: &Game, fault: &str) -> String {
    let path = args.records.join(format!("{}-{seed}.record", args.start.name()));
    match game.record().save(&path) {
        Ok(()) => format!("{fault}; see {}", path.display()),
        Err(error) => format!("{fault}; the record could not be written: {error}"),
    }
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("unknown")
}

/// Counts the cards that were played as events or in response.
fn count_events(game: &Game, deck: &Deck, events: &mut BTreeMap<String, u64>) {
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
}
