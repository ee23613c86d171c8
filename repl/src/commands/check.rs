//! `wilderness check`: reports every fault in scripts, data and scenarios at once, and tries every event.

use crate::commands::games::{self, Game};
use crate::text::out;
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use miette::Report;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wilderness_engine::faults::{Fault, Faults};

#[derive(ClapArgs)]
pub struct Args {
    /// Content directories, script directories, scripts, scenarios, presets or scenario directories; by default, the
    /// built-in content of all games.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the findings as a JSON array.
    #[arg(long)]
    json: bool,
    /// Do not try the events.
    #[arg(long)]
    no_trial: bool,
    /// The seed of the event trial.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop the event trial after this many seconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..), value_name = "SECONDS")]
    budget: u64,
    /// Also report warnings about scripts that are unchanged from the built-in ones.
    #[arg(long)]
    all: bool,
}

/// A trial of what is checked: games are played in which every event occurs.
pub struct Trial<'a> {
    /// The seed of the first game.
    pub seed: u64,
    /// Hears how many parts of how many are done, and says whether the trial goes on.
    pub goes_on: &'a mut dyn FnMut(u64, u64) -> bool,
}

/// A finding, as JSON.
#[derive(Serialize)]
struct Finding<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    code: &'a str,
    severity: &'static str,
    message: &'a str,
    help: Option<&'a str>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let mut faults = Faults::none();
    for (game, paths) in sort_out(&args.paths)? {
        faults.append(check(game, &paths, args));
    }
    let left_out = if args.all { 0 } else { leave_out(&mut faults) };
    if args.json {
        let more = faults.more().map(|more| Fault::error("check::more", more));
        let findings: Vec<Finding<'_>> = faults.iter().chain(&more).map(Finding::new).collect();
        // Contains only text and numbers, so serialization cannot fail.
        out::line(&serde_json::to_string_pretty(&findings).unwrap_or_default())?;
    } else {
        let reports: String = faults.iter().map(|fault| format!("{:?}", Report::new(fault.clone()))).collect();
        out::print(&reports)?;
        out::line(&if faults.is_empty() { "no faults found".to_string() } else { faults.to_string() })?;
        if left_out > 0 {
            let what = if left_out == 1 { "1 warning".to_string() } else { format!("{left_out} warnings") };
            out::line(&format!("{what} about unchanged built-in scripts hidden: `--all` shows them"))?;
        }
    }
    Ok(if faults.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// The paths of each game, or all games without any. A directory may hold content of several games; the first of the list
/// takes what no game claims, or says why it cannot be checked.
fn sort_out(paths: &[PathBuf]) -> Result<Vec<(Game, Vec<PathBuf>)>, Faults> {
    let mut found: Vec<(Game, Vec<PathBuf>)> = games::all().iter().map(|game| (*game, Vec::new())).collect();
    if paths.is_empty() {
        return Ok(found);
    }
    let mut faults = Faults::none();
    for path in paths {
        let mut is_claimed = false;
        for (_, own) in found.iter_mut().filter(|(game, _)| game.claims(path)) {
            own.push(path.clone());
            is_claimed = true;
        }
        if let Some((first, own)) = found.first_mut().filter(|_| !is_claimed) {
            match first.takes(path) {
                Ok(()) => own.push(path.clone()),
                Err(more) => faults.append(more),
            }
        }
    }
    found.retain(|(_, own)| !own.is_empty());
    faults.into_result(found)
}

/// Checks content of a game, with a progress bar on a terminal while events are tried.
fn check(game: Game, paths: &[PathBuf], args: &Args) -> Faults {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games and events, {elapsed}") {
        bar.set_style(style);
    }
    let (start, budget) = (Instant::now(), Duration::from_secs(args.budget));
    let mut goes_on = |done, parts| {
        bar.set_length(parts);
        bar.set_position(done);
        start.elapsed() < budget
    };
    let trial = (!args.no_trial).then_some(Trial { seed: args.seed, goes_on: &mut goes_on });
    let faults = game.check(paths, trial);
    bar.finish_and_clear();
    faults
}

/// Drops the warnings about scripts that are unchanged from the built-in ones, and reports how many.
fn leave_out(faults: &mut Faults) -> usize {
    let is_built_in = |fault: &Fault| {
        fault.source_text().is_some_and(|source| games::all().iter().any(|game| game.is_built_in(source)))
    };
    let mut kept = Faults::none();
    kept.extend(faults.iter().filter(|fault| fault.is_error() || !is_built_in(fault)).cloned());
    let left_out = faults.len() - kept.len();
    *faults = kept;
    left_out
}

/// A path that cannot be checked.
pub fn bad_path(path: &Path, why: &str) -> Fault {
    Fault::error("check::bad_path", format!("cannot check `{}`: {why}", path.display()))
}

impl<'a> Finding<'a> {
    fn new(fault: &'a Fault) -> Finding<'a> {
        let place = fault.source_text().zip(fault.labels().next());
        let end = place.as_ref().map(|(source, (span, _))| source.line_and_column(span.end));
        let place = place.map(|(source, (span, _))| source.line_and_column(span.start));
        Finding {
            file: fault.source_text().map(|source| source.name()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            end_line: end.map(|(line, _)| line),
            end_column: end.map(|(_, column)| column),
            code: fault.code(),
            severity: if fault.is_error() { "error" } else { "warning" },
            message: fault.message(),
            help: fault.help_text(),
        }
    }
}
