//! `wilderness perft`: counts all sequences of decisions to a given depth.

use crate::commands::games::{self, Beginning, Title};
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::options::start::Start;
use crate::text::out;
use clap::Args as ClapArgs;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::{Game, Rules};

#[derive(ClapArgs)]
pub struct Args {
    /// A position as JSON, as `inspect` reads it; by default, the setup of the scenario.
    #[arg(value_name = "POSITION", conflicts_with = "position")]
    file: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The depth in decisions. Chance adds branches, but no depth.
    #[arg(long, short, default_value_t = 1, value_name = "N")]
    depth: usize,
    /// Also print the count below each first choice.
    #[arg(long)]
    divide: bool,
    /// Make these choices first, given as tokens; dice and cards come from the seed.
    #[arg(long, value_delimiter = ',', value_name = "TOKENS")]
    after: Vec<String>,
    /// Let a season deal any card of the draw pile; by default cards are dealt in order. The deal of whole hands, as at
    /// the start of a scenario, has too many outcomes to count.
    #[arg(long)]
    deals: bool,
    /// The seed of the dice and cards before the count, and of the order of the draw pile; by default that of the
    /// preset, or 1.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The count as JSON.
#[derive(Serialize)]
struct PerftJson<'a> {
    seconds: f64,
    nodes: u64,
    nodes_per_second: f64,
    #[serde(flatten)]
    perft: &'a Perft,
}

impl Args {
    fn start(&self) -> Start {
        self.start.clone().or_position(self.file.as_deref())
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    games::of_start(&args.start(), &args.content, false)?.perft(args)
}

/// Counts from the start of a game.
pub fn count_from<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let start = args.start();
    let scripts = F::with_scenario_file(F::origin(&args.content, false), &start)?.load()?;
    let header = F::header(&start, &Beginning::with_seed_or(args.seed, 1), &scripts)?;
    count(args, Game::<F>::begin(&header, scripts)?.without_log())
}

/// Counts from where a game stands.
fn count<R: Rules>(args: &Args, mut game: Game<R>) -> miette::Result<ExitCode> {
    make(&mut game, &args.after)?;
    let deals = if args.deals { Deals::Each } else { Deals::AsTheyLie };
    let began = Instant::now();
    let perft = match Perft::count(&game, args.depth, deals) {
        Ok(perft) => perft,
        Err(stuck) => {
            out::warn(&format!("the rules cannot continue: {stuck}\n"));
            return Ok(ExitCode::FAILURE);
        }
    };
    let seconds = began.elapsed().as_secs_f64();
    let (nodes, rate) = (perft.nodes(), perft.nodes() as f64 / seconds.max(1e-9));
    if args.json {
        let form = PerftJson { seconds, nodes, nodes_per_second: rate, perft: &perft };
        // Contains only numbers and names, so serialization cannot fail.
        out::line(&serde_json::to_string(&form).unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
    }
    let speed = format!("{nodes} nodes in {seconds:.2} s ({rate:.0} a second)\n");
    out::print(&(render(&perft, args.divide) + speed.as_str()))?;
    Ok(ExitCode::SUCCESS)
}

/// The count as text.
fn render(perft: &Perft, divide: bool) -> String {
    let mut text = String::new();
    for below in perft.divide.iter().filter(|_| divide) {
        let _ = writeln!(text, "{:<28} {:>12} {:>14.2}", below.choice, below.sequences, below.weighed);
    }
    if divide {
        text.push('\n');
    }
    let Perft { depth, sequences, weighed, over, .. } = perft;
    let _ = writeln!(text, "depth {depth}: {sequences} sequences, {weighed:.2} weighted by chance");
    let _ = writeln!(text, "{over} of them end the game");
    for (title, kinds) in [("decisions", &perft.decisions), ("chance", &perft.chance)] {
        if !kinds.is_empty() {
            let _ = writeln!(text, "{title:<16} {:>12} {:>12}", "times", "branches");
        }
        for (kind, asked) in kinds {
            let _ = writeln!(text, "  {kind:<14} {:>12} {:>12}", asked.times, asked.branches);
        }
    }
    text
}

/// Makes the choices before the count. Without any, the game has not begun.
fn make<R: Rules>(game: &mut Game<R>, tokens: &[String]) -> miette::Result<()> {
    if !tokens.is_empty() {
        game.proceed().map_err(|halt| miette::miette!("{halt}"))?;
    }
    for token in tokens {
        game.choose_token(token).map_err(|refused| miette::miette!("{refused}"))?;
        if let Some(halt) = game.now().broken() {
            return Err(miette::miette!("`{token}` stops the game: {halt}"));
        }
    }
    Ok(())
}
