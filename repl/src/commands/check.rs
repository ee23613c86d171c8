//! `wilderness check`: reports every fault in scripts, deck and scenarios at once, and tries every event.

use crate::checking::{GAMES, Root};
use crate::text::out;
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use miette::Report;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};
use wilderness_battles::{Battles, Content as BattleContent};
use wilderness_engine::content::{Places, Texts};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::script;
use wilderness_war::scripting::{Progress, trial};
use wilderness_war::{Content, Scenario, Scripts};

#[derive(ClapArgs)]
pub struct Args {
    /// Content directories, script directories, scripts, scenarios, presets or scenario directories; by default, the
    /// built-in content.
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
    for root in sort_out(&args.paths)? {
        check(&root, args, &mut faults).unwrap_or_else(|more| faults.append(more));
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

/// Checks content; of the war, also tries the events in its scenarios.
fn check(root: &Root, args: &Args, faults: &mut Faults) -> Result<(), Faults> {
    match root {
        Root::War(places) => {
            let (scripts, found) = script::check::<Scripts>(&Content::read(places)?);
            faults.append(found);
            let is_beside = places.root.is_none() && places.scripts.is_none() && !places.is_built_in();
            let scripts = scripts.filter(|_| !args.no_trial).map(Rc::new);
            let scenarios = scripts.as_ref().map(|scripts| scripts.sound_scenarios(is_beside)).unwrap_or_default();
            if let Some(scripts) = scripts.filter(|_| !scenarios.is_empty()) {
                faults.append(try_out(&scripts, &scenarios, args));
            }
        }
        Root::Battles(places) => faults.append(script::check::<Battles>(&BattleContent::read(places)?).1),
    }
    Ok(())
}

/// Tries the events, with a progress bar on a terminal.
fn try_out(scripts: &Rc<Scripts>, scenarios: &[Arc<Scenario>], args: &Args) -> Faults {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games and events, {elapsed}") {
        bar.set_style(style);
    }
    let (start, budget) = (Instant::now(), Duration::from_secs(args.budget));
    let (faults, _) = trial(scripts, scenarios, args.seed, &mut |Progress { done, parts }| {
        bar.set_length(parts);
        bar.set_position(done);
        start.elapsed() < budget
    });
    bar.finish_and_clear();
    faults
}

/// Whether a text is that of a built-in file.
fn is_built_in(source: &Source) -> bool {
    [&wilderness_war::CATALOGUE, &wilderness_battles::CATALOGUE].iter().any(|games| Texts::has_built_in(games, source))
}

/// Drops the warnings about scripts that are unchanged from the built-in ones, and reports how many.
fn leave_out(faults: &mut Faults) -> usize {
    let is_new = |fault: &&Fault| fault.is_error() || !fault.source_text().is_some_and(is_built_in);
    let mut kept = Faults::none();
    kept.extend(faults.iter().filter(is_new).cloned());
    let left_out = faults.len() - kept.len();
    *faults = kept;
    left_out
}

/// The content that the paths belong to. Files that are named by themselves are checked with each of it.
fn sort_out(paths: &[PathBuf]) -> Result<Vec<Root>, Faults> {
    if paths.is_empty() {
        return Ok(vec![Root::War(Places::default()), Root::Battles(Places::default())]);
    }
    let (mut found, mut files, mut faults) = (Vec::new(), Vec::new(), Faults::none());
    for path in paths {
        let mut roots = Root::of(path);
        if roots.is_empty() {
            match unclaimed(path) {
                Ok(root) => roots.push(root),
                Err(why) => faults.push(nothing(path, why)),
            }
        }
        for root in roots {
            match root {
                Root::War(places) if !places.files.is_empty() => files.extend(places.files),
                root if !found.contains(&root) => found.push(root),
                _ => {}
            }
        }
    }
    if !files.is_empty() && !found.iter().any(|root| matches!(root, Root::War(_))) {
        found.push(Root::War(Places { games: &GAMES, ..Places::default() }));
    }
    for root in &mut found {
        if let Root::War(places) = root {
            places.files.clone_from(&files);
        }
    }
    faults.into_result(found)
}

/// What a path is that no game claims: a file, or a directory of files, whose faults the war reports.
fn unclaimed(path: &Path) -> Result<Root, &'static str> {
    let war = |places| Ok(Root::War(Places { games: &GAMES, ..places }));
    let is_data = |path: &Path| has_ending(path, "toml");
    if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        let mut files = entries.filter(|file| !file.is_dir() && is_data(file));
        match files.next() {
            Some(_) => war(Places { scenarios: Some(path.to_path_buf()), ..Places::default() }),
            None => Err("the directory has no content: no `scripts`, nor a `deck.toml`, nor scenarios"),
        }
    } else if !path.is_file() {
        Err(if path.exists() { "not a regular file" } else { "no such file or directory" })
    } else if is_data(path) {
        war(Places { files: vec![path.to_path_buf()], ..Places::default() })
    } else if has_ending(path, "rhai") {
        Err("it is in no directory of scripts")
    } else {
        Err("not a script (`.rhai`), deck, scenario or preset (`.toml`)")
    }
}

fn nothing(path: &Path, why: &str) -> Fault {
    Fault::error("check::bad_path", format!("cannot check `{}`: {why}", path.display()))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
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
