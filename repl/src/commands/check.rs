//! `wilderness check`: reports every fault in scripts, deck and scenarios at once, and tries every event.

use crate::battles::content as battles;
use crate::checking::Examined;
use crate::front::Origin as _;
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

/// What to check.
#[derive(Default)]
struct Paths {
    /// Content and script directories.
    places: Vec<Places>,
    /// Scenario files, each checked against each of the places.
    scenarios: Vec<PathBuf>,
    /// Preset files, likewise.
    presets: Vec<PathBuf>,
    /// Directories with battles, or those of the program.
    battles: Vec<battles::Origin>,
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
    let paths = sort_out(&args.paths)?;
    let mut faults = Faults::none();
    let program = [Places::default()];
    let has_files = !paths.scenarios.is_empty() || !paths.presets.is_empty();
    let none = paths.places.is_empty() && (paths.battles.is_empty() || args.paths.is_empty() || has_files);
    let places = if none { &program[..] } else { &paths.places };
    for place in places {
        check(place, &paths, args, &mut faults).unwrap_or_else(|more| faults.append(more));
    }
    let battles = paths.battles.iter().map(battles::Origin::load).filter_map(Result::err);
    battles.for_each(|more| faults.append(more));
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

/// Checks scripts, presets, scenarios with the cards of these scripts, and the events in these scenarios.
fn check(place: &Places, paths: &Paths, args: &Args, faults: &mut Faults) -> Result<(), Faults> {
    let content = place.read()?;
    let mut examined = Examined::of_scripts(&content);
    let Some(scripts) = examined.scripts.clone() else { return Err(examined.faults) };
    let mut read: Vec<_> = match &paths.scenarios[..] {
        [] if !paths.presets.is_empty() => Vec::new(),
        [] => content.scenario_ids().filter_map(|id| content.read_scenario(id, scripts.deck())).collect(),
        files => files.iter().map(|file| in_file(place, file, scripts.deck())).collect(),
    };
    let files = paths.presets.iter().filter_map(|path| path.to_str());
    for word in content.preset_names().chain(files) {
        match content.preset(word) {
            Ok(preset) => {
                faults.append(scripts.wrong_rules(preset.named_rules()));
                // A file that a preset names is not part of the content.
                let file =
                    preset.scenario.filter(|word| Content::is_path(word) && content.scenario_named(word).is_err());
                read.extend(file.map(|file| in_file(place, Path::new(&file), scripts.deck())));
            }
            Err(more) => faults.append(more),
        }
    }
    read.into_iter().for_each(|scenario| examined.take(Some(scenario)));
    faults.append(examined.faults);
    if !args.no_trial && !examined.scenarios.is_empty() {
        faults.append(try_out(&scripts, &examined.scenarios, args));
    }
    Ok(())
}

/// The scenario in a file, with the setups beside it and those of the content.
fn in_file(place: &Places, file: &Path, deck: &Deck) -> Result<Scenario, Faults> {
    let content = Places { files: vec![file.to_path_buf()], ..place.clone() }.read()?;
    let id = content.scenario_named(&file.display().to_string())?;
    let unknown = || nothing(file, "it contains no scenario").into();
    content.read_scenario(&id, deck).unwrap_or_else(|| Err(unknown()))
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

/// Drops the warnings about scripts that are unchanged from the built-in ones, and reports how many.
fn leave_out(faults: &mut Faults) -> usize {
    let is_new = |fault: &&Fault| fault.is_error() || !fault.source_text().is_some_and(Content::has_script_of_program);
    let mut kept = Faults::none();
    kept.extend(faults.iter().filter(is_new).cloned());
    let left_out = faults.len() - kept.len();
    *faults = kept;
    left_out
}

/// Sorts the paths by what they contain.
fn sort_out(paths: &[PathBuf]) -> Result<Paths, Faults> {
    let mut found = Paths::default();
    let mut faults = Faults::none();
    if paths.is_empty() {
        found.battles.push(battles::Origin::default());
    }
    for path in paths {
        if path.is_dir() {
            let mut scenarios: Vec<PathBuf> = files(path, "toml");
            let holds_battles = battles::Origin::in_content(Some(path));
            let has_battles = !holds_battles.is_program();
            found.battles.extend(has_battles.then_some(holds_battles));
            if path.join("tables.toml").is_file() {
                found.battles.push(battles::Origin::of_directory(path));
            } else if has_battles && !is_content(path) {
                continue;
            } else if path.join("deck.toml").is_file() {
                found.add(scripts_in(path));
            } else if is_content(path) {
                found.add(Places { root: Some(path.clone()), ..Places::default() });
            } else if scenarios.is_empty() {
                faults.push(nothing(
                    path,
                    "the directory has no content: no `scripts`, nor a `deck.toml`, nor scenarios",
                ));
            } else {
                scenarios.sort();
                found.scenarios.append(&mut scenarios);
            }
        } else if !path.is_file() {
            let why = if path.exists() { "not a regular file" } else { "no such file or directory" };
            faults.push(nothing(path, why));
        } else if path.ends_with("deck.toml") || has_ending(path, "rhai") {
            // A script is checked together with the rest of its directory.
            let all = path.ancestors().skip(1).find(|dir| dir.join("deck.toml").is_file());
            match all.map(Path::to_path_buf) {
                Some(dir) => found.add(scripts_in(&dir)),
                None => faults.push(nothing(path, "no directory above it has a `deck.toml`")),
            }
        } else if has_ending(path, "toml") && Content::is_preset(path) {
            found.presets.push(path.clone());
        } else if has_ending(path, "toml") {
            found.scenarios.push(path.clone());
        } else {
            faults.push(nothing(path, "not a script (`.rhai`), deck, scenario or preset (`.toml`)"));
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

/// A script directory.
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

/// The files of a directory with this extension. Reading them shows whether they are what they seem.
fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| !path.is_dir() && has_ending(path, ending)).collect()
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
