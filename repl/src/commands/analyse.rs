//! `wilderness analyse`: finds out what decided a game.

use super::{film, replay};
use crate::commands::games::{self, Title};
use crate::front::sides;
use crate::interrupt;
use crate::options::content::ContentArg;
use crate::options::players::side;
use crate::options::series::{jobs, threads};
use crate::options::time::seconds;
use crate::progress::{Progress, shown};
use crate::prompt;
use crate::prompt::analysed::ManyGames;
use crate::text::list::list;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::{Context as _, IntoDiagnostic, miette};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_engine::{Game, Side as _};
use wilderness_lab::Threads;

/// Finds out what decided a game: the chance of winning over time, what dice and cards gave each side, and what decisions
/// gave away, each with the better choice. Decisions are judged by what the side knew. Of several records, it adds up what
/// dice, cards and places changed, and what each kind of decision gave away.
#[derive(ClapArgs)]
pub struct Args {
    /// The record; or several of one game, or directories of them.
    #[arg(required = true, value_name = "RECORD")]
    files: Vec<PathBuf>,
    /// Analyse the game as this side saw it, with nothing that it does not know. A game that is not over takes it.
    #[arg(long = "as", value_name = "SIDE")]
    seer: Option<String>,
    /// How deep to go: each level plays twice as many copies as the one before. At 0, decisions are compared only with
    /// what the rollout policy of the bots would have chosen. By default a game takes about half a minute.
    #[arg(long, value_parser = clap::value_parser!(u32).range(..=i64::from(Depth::MOST)), value_name = "N")]
    depth: Option<u32>,
    /// Go as deep as is possible in this many seconds, from 0 on. The depth that was reached is told, and `--depth` with it
    /// gives the same analysis.
    #[arg(long, conflicts_with = "depth", value_parser = seconds, value_name = "SECONDS")]
    time: Option<Duration>,
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
    let files = records(&args.files)?;
    let first = files.first().ok_or_else(|| miette!("there is no record (`*.record`) in these directories"))?;
    games::of_record(first)?.analyse(args)
}

/// The files, with those of directories that are records, in the order of their names.
fn records(files: &[PathBuf]) -> miette::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for file in files {
        if !file.is_dir() {
            found.push(file.clone());
            continue;
        }
        let entries = std::fs::read_dir(file).and_then(Iterator::collect::<Result<Vec<_>, _>>).into_diagnostic();
        let entries = entries.wrap_err_with(|| format!("cannot read {}", file.display()))?;
        let is_record = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "record");
        let mut inside: Vec<PathBuf> = entries.iter().map(std::fs::DirEntry::path).filter(is_record).collect();
        inside.sort();
        found.extend(inside);
    }
    Ok(found)
}

/// Analyses the game of a record, or of several.
pub fn show<F: Title>(args: &Args) -> miette::Result<ExitCode> {
    match records(&args.files)?.as_slice() {
        [file] if !args.files.iter().any(|file| file.is_dir()) => show_one::<F>(args, file),
        files => show_many::<F>(args, files),
    }
}

/// The game of a record, and whose eyes it is analysed with.
fn read<F: Title>(args: &Args, file: &Path) -> miette::Result<(Game<F>, Option<F::Side>)> {
    let (_, record, scripts) = replay::read::<F>(&args.content, file)?;
    let seer = args.seer.as_deref().map(|word| side(word, &sides::<F>(&scripts))).transpose()?;
    let played = record.play_through(scripts, None, false)?;
    if let Some(fault) = played.fault {
        return Err(replay::misfit(fault, seer.is_some()));
    }
    let game = played.game;
    if game.outcome().is_none() && seer.is_none() {
        return Err(not_over(&game));
    }
    Ok((game, seer))
}

/// Analyses a game to the depth that is wanted, or as deep as the time suffices for.
fn analysed<F: Title>(args: &Args, game: &Game<F>, seer: Option<F::Side>, threads: &Threads<'_>) -> Analysis<F> {
    let end = args.time.map(|time| Instant::now() + time);
    let stop = || (threads.stop)() || end.is_some_and(|end| Instant::now() >= end);
    let to = |depth| {
        let options = AnalysisOptions { depth, seer, threads: threads.count, stop: &stop, tick: threads.tick };
        Analysis::of(game, &options)
    };
    let first = if end.is_some() { Some(0) } else { args.depth };
    let mut found = to(first.and_then(Depth::new).unwrap_or(Depth::usual::<F>()));
    while end.is_some() && found.is_whole() && !stop() {
        let deeper = Depth::new(found.depth.number() + 1).map(to);
        match deeper.filter(Analysis::is_whole) {
            Some(deeper) => found = deeper,
            None => break,
        }
    }
    found
}

fn show_one<F: Title>(args: &Args, file: &Path) -> miette::Result<ExitCode> {
    let (game, seer) = read::<F>(args, file)?;
    let progress = match args.time {
        Some(time) => Progress::of_time(time),
        None => Progress::of_steps(game.past().step_count() as u64),
    };
    let (analysis, was_stopped) = shown(&progress, threads(args.jobs), |threads| analysed(args, &game, seer, &threads));
    match &args.html {
        Some(html) => {
            let target = film::FilmOutput { file: html, record: Some(file), force: args.force };
            film::write(&game, seer, Some(&analysis), &target)?;
        }
        None if args.json => out::line(&prompt::analysed::json(&game, &analysis))?,
        None => out::print(&prompt::analysed::text(&game, &analysis))?,
    }
    Ok(if was_stopped { interrupt::exit_code() } else { ExitCode::SUCCESS })
}

/// Adds up what decided several games. Stopped, it tells of those that it has analysed.
fn show_many<F: Title>(args: &Args, files: &[PathBuf]) -> miette::Result<ExitCode> {
    if args.html.is_some() {
        return Err(miette!("a film shows one game: name one record"));
    }
    if args.time.is_some() {
        return Err(miette!("`--time` is for one record: several are analysed to the same `--depth`"));
    }
    let (mut many, mut titles, mut failed) = (ManyGames::default(), BTreeSet::new(), None);
    let progress = Progress::of_games(files.len() as u64);
    let ((), was_stopped) = shown(&progress, threads(args.jobs), |threads| {
        let quiet = Threads { tick: &|| (), ..threads };
        for file in files {
            let (game, seer) = match read::<F>(args, file) {
                Ok(read) => read,
                Err(why) => {
                    failed = Some(why.wrap_err(format!("{}", file.display())));
                    return;
                }
            };
            let analysis = analysed(args, &game, seer, &quiet);
            if !analysis.is_whole() {
                return;
            }
            many.add(&game, &analysis);
            titles.insert(F::title(&game));
            (threads.tick)();
        }
    });
    if let Some(why) = failed {
        return Err(why);
    }
    let title = titles.into_iter().collect::<Vec<_>>().join("; ");
    match args.json {
        true => out::line(&many.json(&title))?,
        false => out::print(&many.text(&title))?,
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
