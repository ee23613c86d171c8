//! `wilderness analyse`: finds out what decided a game.

use super::{film, replay};
use crate::commands::games::{self, Title};
use crate::front::sides;
use crate::interrupt;
use crate::options::content::ContentArg;
use crate::options::players::side;
use crate::options::series::{jobs, threads};
use crate::progress::{Progress, shown};
use crate::prompt::analysed;
use crate::text::list::list;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{IntoDiagnostic, miette};
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_engine::{Game, Side as _};

/// Finds out what decided a game: the chance of winning over time, what dice and cards gave each side, and what decisions
/// gave away, each with the better choice. Decisions are judged by what the side knew.
#[derive(ClapArgs)]
pub struct Args {
    /// The record.
    file: PathBuf,
    /// Analyse the game as this side saw it, with nothing that it does not know. A game that is not over takes it.
    #[arg(long = "as", value_name = "SIDE")]
    seer: Option<String>,
    /// How deep to go: each level plays twice as many copies as the one before. At 0, decisions are compared only with
    /// what the rollout policy of the bots would have chosen.
    #[arg(long, default_value_t = Depth::USUAL.number(), value_parser = clap::value_parser!(u32).range(..=i64::from(Depth::MOST)), value_name = "N")]
    depth: u32,
    #[command(flatten)]
    content: ContentArg,
    /// The number of threads; by default, one per core. The result is the same with any number.
    #[arg(long, value_parser = jobs, value_name = "N")]
    jobs: Option<usize>,
    /// Print the analysis as JSON.
    #[arg(long)]
    json: bool,
    /// Write a film of the game with the chance of winning, and marks at mistakes and strokes of luck.
    #[arg(long, value_name = "FILE.html", conflicts_with = "json")]
    html: Option<PathBuf>,
    /// Let `--html` overwrite a file that is not a film.
    #[arg(long, requires = "html")]
    force: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    interrupt::catch().into_diagnostic()?;
    games::of_record(&args.file)?.analyse(args)
}

/// Analyses the game of a record.
pub fn show<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    let (_, record, scripts) = replay::read::<F>(&args.content, &args.file)?;
    let seer = args.seer.as_deref().map(|word| side(word, &sides::<F>(&scripts))).transpose()?;
    let played = record.play_through(scripts, None, false)?;
    if let Some(fault) = played.fault {
        return Err(replay::misfit(fault, seer.is_some()));
    }
    let game = played.game;
    if game.outcome().is_none() && seer.is_none() {
        return Err(not_over(&game));
    }
    let progress = Progress::of_steps(game.past().step_count() as u64);
    let (analysis, was_stopped) = shown(&progress, threads(args.jobs), |threads| {
        let depth = Depth::new(args.depth).unwrap_or_default();
        let options = AnalysisOptions { depth, seer, threads: threads.count, stop: &threads.stop, tick: threads.tick };
        Analysis::of(&game, &options)
    });
    match &args.html {
        Some(file) => {
            let target = film::FilmOutput { file, record: Some(&args.file), force: args.force };
            film::write(&game, seer, Some(&analysis), &target)?;
        }
        None if args.json => out::line(&analysed::json(&game, &analysis))?,
        None => out::print(&analysed::text(&game, &analysis))?,
    }
    Ok(if was_stopped { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// Why a game that is not over is not analysed with all cards open.
fn not_over<F: Title>(game: &Game<F>) -> miette::Report {
    let options = list(game.sides().iter().map(|side| format!("`--as {}`", side.id())));
    miette!(
        help = format!("add one of {options}"),
        "the game is not over, and an analysis of it would tell what each side hides: say which side it is for"
    )
}
