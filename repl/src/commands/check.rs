//! `wilderness check`: everything that is wrong with scripts, deck and scenarios, at once; and a trial of every event.

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
use wilderness_engine::content::MANIFEST;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::deck::Deck;
use wilderness_war::scripting::{Progress, trial};
use wilderness_war::{Content, Places, Scenario, Scripts};

#[derive(ClapArgs)]
pub struct Args {
    /// Content directories, directories of scripts, scripts, scenarios, or directories of scenarios; without any, what
    /// is part of the program.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print the findings as a JSON array.
    #[arg(long)]
    json: bool,
    /// Do not play the events.
    #[arg(long)]
    no_trial: bool,
    /// The seed of the trial.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End the trial of the events after so many seconds.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..), value_name = "SECONDS")]
    budget: u64,
    /// Also report warnings about scripts that are as in the program.
    #[arg(long)]
    all: bool,
}

/// What is to be checked.
#[derive(Default)]
struct Paths {
    /// Content directories and directories of scripts.
    places: Vec<Places>,
    /// Files with a scenario each, which are checked with each of the places.
    scenarios: Vec<PathBuf>,
}

/// A finding, for programs.
#[derive(Serialize)]
struct Finding<'a> {
    file: Option<&'a str>,
    line: Option<usize>,
    column: Option<usize>,
    code: &'a str,
    severity: &'static str,
    message: &'a str,
    help: Option<&'a str>,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let paths = sort_out(&args.paths)?;
    let mut faults = Faults::none();
    let program = [Places::default()];
    let places = if paths.places.is_empty() { &program[..] } else { &paths.places };
    for place in places {
        check(place, &paths.scenarios, args, &mut faults).unwrap_or_else(|more| faults.append(more));
    }
    let left_out = if args.all { 0 } else { leave_out(&mut faults) };
    if args.json {
        let more = faults.more().map(|more| Fault::error("check::more", more));
        let findings: Vec<Finding<'_>> = faults.iter().chain(&more).map(Finding::new).collect();
        // Texts and numbers and nothing else: it always has a JSON form.
        out::line(&serde_json::to_string_pretty(&findings).unwrap_or_default())?;
    } else {
        let reports: String = faults.iter().map(|fault| format!("{:?}", Report::new(fault.clone()))).collect();
        out::print(&reports)?;
        out::line(&if faults.is_empty() { "nothing to complain about".to_string() } else { faults.to_string() })?;
        if left_out > 0 {
            let what = if left_out == 1 { "1 warning".to_string() } else { format!("{left_out} warnings") };
            out::line(&format!("{what} about scripts that are as in the program not shown: `--all` shows them"))?;
        }
    }
    Ok(if faults.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Checks scripts, scenarios with the cards of these scripts, presets, and the events in these scenarios.
fn check(place: &Places, files: &[PathBuf], args: &Args, faults: &mut Faults) -> Result<(), Faults> {
    let content = place.read()?;
    let scripts = Rc::new(content.compile()?);
    faults.append(scripts.warnings().clone());
    let read: Vec<_> = match files {
        [] => content.scenario_ids().filter_map(|id| content.read_scenario(id, scripts.deck())).collect(),
        files => files.iter().map(|file| in_file(place, file, scripts.deck())).collect(),
    };
    let mut read = read;
    for name in content.preset_names() {
        match content.preset(name) {
            Ok(preset) => {
                let unknown = scripts.chosen_rules(preset.rules.iter().map(String::as_str)).err();
                faults.append(unknown.unwrap_or_default());
                // A file that a preset names is no part of the content.
                let file =
                    preset.scenario.filter(|word| Content::is_path(word) && content.scenario_named(word).is_err());
                read.extend(file.map(|file| in_file(place, Path::new(&file), scripts.deck())));
            }
            Err(more) => faults.append(more),
        }
    }
    let mut scenarios = Vec::new();
    for scenario in read {
        match scenario {
            Ok(scenario) => {
                let unknown = scripts.chosen_rules(scenario.recommends.iter().map(String::as_str)).err();
                faults.append(unknown.unwrap_or_default());
                scenarios.push(Arc::new(scenario));
            }
            Err(more) => faults.append(more),
        }
    }
    if !args.no_trial && !scenarios.is_empty() {
        faults.append(try_out(&scripts, &scenarios, args));
    }
    Ok(())
}

/// The scenario in a file, with the setups beside it and those of the content.
fn in_file(place: &Places, file: &Path, deck: &Deck) -> Result<Scenario, Faults> {
    let content = Places { files: vec![file.to_path_buf()], ..place.clone() }.read()?;
    let id = content.scenario_named(&file.display().to_string())?;
    let unknown = || nothing(file, "there is no scenario in it").into();
    content.read_scenario(&id, deck).unwrap_or_else(|| Err(unknown()))
}

/// Plays the events, and shows on a terminal how far that is.
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

/// Leaves out the warnings about scripts that are as in the program, and says how many.
fn leave_out(faults: &mut Faults) -> usize {
    let is_new = |fault: &&Fault| fault.is_error() || !fault.source_text().is_some_and(Content::has_script_of_program);
    let mut kept = Faults::none();
    kept.extend(faults.iter().filter(is_new).cloned());
    let left_out = faults.len() - kept.len();
    *faults = kept;
    left_out
}

/// Finds out what the paths are.
fn sort_out(paths: &[PathBuf]) -> Result<Paths, Faults> {
    let mut found = Paths::default();
    let mut faults = Faults::none();
    for path in paths {
        if path.is_dir() {
            let mut scenarios: Vec<PathBuf> = files(path, "toml");
            if path.join("deck.toml").is_file() {
                found.add(scripts_in(path));
            } else if is_content(path) {
                found.add(Places { root: Some(path.clone()), ..Places::default() });
            } else if scenarios.is_empty() {
                faults.push(nothing(
                    path,
                    "the directory has no content: neither `scripts`, nor a `deck.toml`, nor scenarios",
                ));
            } else {
                scenarios.sort();
                found.scenarios.append(&mut scenarios);
            }
        } else if !path.is_file() {
            let why = if path.exists() { "it is not a regular file" } else { "there is no such file or directory" };
            faults.push(nothing(path, why));
        } else if path.ends_with("deck.toml") || has_ending(path, "rhai") {
            // A script is checked with the others that belong to it.
            let all = path.ancestors().skip(1).find(|dir| dir.join("deck.toml").is_file());
            match all.map(Path::to_path_buf) {
                Some(dir) => found.add(scripts_in(&dir)),
                None => faults.push(nothing(path, "no directory above it has a `deck.toml`")),
            }
        } else if has_ending(path, "toml") {
            found.scenarios.push(path.clone());
        } else {
            faults.push(nothing(path, "neither a script (`.rhai`) nor a deck or scenario (`.toml`)"));
        }
    }
    faults.into_result(found)
}

impl Paths {
    fn add(&mut self, place: Places) {
        if !self.places.contains(&place) {
            self.places.push(place);
        }
    }
}

/// A directory of scripts.
fn scripts_in(directory: &Path) -> Places {
    Places { scripts: Some(directory.to_path_buf()), ..Places::default() }
}

/// Whether a directory is a content directory.
fn is_content(directory: &Path) -> bool {
    directory.join(MANIFEST).is_file() || directory.join("scripts").is_dir()
}

fn nothing(path: &Path, why: &str) -> Fault {
    Fault::error("check::bad_path", format!("cannot check `{}`: {why}", path.display()))
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// The files of a directory with an ending. What only looks like one is found out when it is read.
fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| !path.is_dir() && has_ending(path, ending)).collect()
}

impl<'a> Finding<'a> {
    fn new(fault: &'a Fault) -> Finding<'a> {
        let place = fault.source_text().zip(fault.labels().next());
        let place = place.map(|(source, (span, _))| source.line_and_column(span.start));
        Finding {
            file: fault.source_text().map(|source| source.name()),
            line: place.map(|(line, _)| line),
            column: place.map(|(_, column)| column),
            code: fault.code(),
            severity: if fault.is_error() { "error" } else { "warning" },
            message: fault.message(),
            help: fault.help_text(),
        }
    }
}
