//! Checking content of the war: scripts, deck, scenarios and presets; and trying its events.

use crate::commands::check::{Trial, bad_path};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::faults::Faults;
use wilderness_war::deck::Deck;
use wilderness_war::scripting::{Progress, trial};
use wilderness_war::{Content, Places, Scenario, Scripts};

/// What to check.
#[derive(Default)]
struct Paths {
    /// Content and script directories.
    places: Vec<Places>,
    /// Scenario files, each checked against each of the places.
    scenarios: Vec<PathBuf>,
    /// Preset files, likewise.
    presets: Vec<PathBuf>,
}

/// Whether a path holds content of the war.
pub fn claims(path: &Path) -> bool {
    let mut found = Paths::default();
    found.take(path).is_ok()
}

/// Checks the content at these paths, or the built-in content if there are none; then tries the events.
pub fn check(paths: &[PathBuf], mut trial: Option<Trial<'_>>) -> Faults {
    let (mut found, mut faults) = (Paths::default(), Faults::none());
    for path in paths {
        found.take(path).unwrap_or_else(|more| faults.append(more));
    }
    let program = [Places::default()];
    let places = if found.places.is_empty() { &program[..] } else { &found.places };
    for place in places {
        content(place, &found, &mut trial, &mut faults).unwrap_or_else(|more| faults.append(more));
    }
    faults
}

/// Checks scripts, presets, scenarios with the cards of these scripts, and the events in these scenarios.
fn content(place: &Places, paths: &Paths, trial: &mut Option<Trial<'_>>, faults: &mut Faults) -> Result<(), Faults> {
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
    if let Some(Trial { seed, goes_on }) = trial.as_mut().filter(|_| !examined.scenarios.is_empty()) {
        let mut each = |Progress { done, parts }: Progress| goes_on(done, parts);
        faults.append(self::trial(&scripts, &examined.scenarios, *seed, &mut each).0);
    }
    Ok(())
}

/// The scenario in a file, with the setups beside it and those of the content.
fn in_file(place: &Places, file: &Path, deck: &Deck) -> Result<Scenario, Faults> {
    let content = Places { files: vec![file.to_path_buf()], ..place.clone() }.read()?;
    let id = content.scenario_named(&file.display().to_string())?;
    let unknown = || bad_path(file, "it contains no scenario").into();
    content.read_scenario(&id, deck).unwrap_or_else(|| Err(unknown()))
}

impl Paths {
    /// Sorts a path by what it contains.
    fn take(&mut self, path: &Path) -> Result<(), Faults> {
        if path.is_dir() {
            return self.take_directory(path);
        }
        if !path.is_file() {
            let why = if path.exists() { "not a regular file" } else { "no such file or directory" };
            return Err(bad_path(path, why).into());
        }
        if path.ends_with("deck.toml") || has_ending(path, "rhai") {
            // A script is checked together with the rest of its directory.
            let all = path.ancestors().skip(1).find(|dir| dir.join("deck.toml").is_file());
            let none = || bad_path(path, "no directory above it has a `deck.toml`");
            self.add(scripts_in(all.ok_or_else(none)?));
        } else if has_ending(path, "toml") && Content::is_preset(path) {
            self.presets.push(path.to_path_buf());
        } else if has_ending(path, "toml") {
            self.scenarios.push(path.to_path_buf());
        } else {
            return Err(bad_path(path, "not a script (`.rhai`), deck, scenario or preset (`.toml`)").into());
        }
        Ok(())
    }

    fn take_directory(&mut self, path: &Path) -> Result<(), Faults> {
        let mut scenarios = files(path, "toml");
        if path.join("deck.toml").is_file() {
            self.add(scripts_in(path));
        } else if is_content(path) {
            self.add(Places { root: Some(path.to_path_buf()), ..Places::default() });
        } else if scenarios.is_empty() {
            let why = "the directory has no content: no `scripts`, nor a `deck.toml`, nor scenarios";
            return Err(bad_path(path, why).into());
        } else {
            scenarios.sort();
            self.scenarios.append(&mut scenarios);
        }
        Ok(())
    }

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

/// Whether a directory is a content directory: one with a manifest, or with scripts of this game.
fn is_content(directory: &Path) -> bool {
    let scripts = directory.join("scripts");
    let of_this_game = ["deck.toml", "events", "optional", "lib", "war"];
    directory.join(MANIFEST).is_file() || of_this_game.iter().any(|name| scripts.join(name).exists())
}

fn has_ending(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|found| found == ending)
}

/// The files of a directory with this extension. Reading them shows whether they are what they seem.
fn files(dir: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| !path.is_dir() && has_ending(path, ending)).collect()
}

/// What was found out about a content.
pub struct Examined {
    pub faults: Faults,
    /// The scripts, if they can be played with.
    pub scripts: Option<Rc<Scripts>>,
    /// The scenarios in which nothing is wrong.
    pub scenarios: Vec<Arc<Scenario>>,
}

/// Checks scripts and deck, and all scenarios and presets with them.
pub fn examine(content: &Content) -> Examined {
    let mut examined = Examined::of_scripts(content);
    let Some(scripts) = examined.scripts.clone() else { return examined };
    for id in content.scenario_ids() {
        examined.take(content.read_scenario(id, scripts.deck()));
    }
    for name in content.preset_names() {
        match content.preset(name) {
            Ok(preset) => examined.faults.append(scripts.wrong_rules(preset.named_rules())),
            Err(more) => examined.faults.append(more),
        }
    }
    examined
}

impl Examined {
    /// Checks scripts and deck.
    pub fn of_scripts(content: &Content) -> Examined {
        let (scripts, faults) = match content.compile() {
            Ok(scripts) => {
                let warnings = scripts.warnings().clone();
                (Some(Rc::new(scripts)), warnings)
            }
            Err(faults) => (None, faults),
        };
        Examined { faults, scripts, scenarios: Vec::new() }
    }

    /// Takes a scenario that was read, and checks what it recommends.
    pub fn take(&mut self, read: Option<Result<Scenario, Faults>>) {
        match (read, &self.scripts) {
            (Some(Ok(scenario)), Some(scripts)) => {
                self.faults.append(scripts.wrong_rules(scenario.named_rules()));
                self.scenarios.push(Arc::new(scenario));
            }
            (Some(Err(more)), _) => self.faults.append(more),
            _ => {}
        }
    }
}
