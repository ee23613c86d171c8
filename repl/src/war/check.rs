//! Checking content of the war: scripts, deck, scenarios and presets; and trying its events.

use super::content::Origin;
use crate::commands::check::{Trial, bad_path};
use crate::options::offered;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_engine::content::Places;
use wilderness_engine::faults::Faults;
use wilderness_engine::script;
use wilderness_war::scripting::{TrialProgress, trial};
use wilderness_war::{CATALOGUE, Content, Scripts};

/// The content of the war that a path belongs to. A file or a directory of data that seems to be of no game is taken for
/// one of the war, which then says what is wrong with it.
pub fn places_of(path: &Path) -> Result<Places, Faults> {
    if let Some(places) = Places::of(path, &CATALOGUE, offered::all_words()) {
        return Ok(places);
    }
    let is_data = |path: &Path| path.extension().is_some_and(|found| found == "toml");
    let why = if path.is_dir() {
        let entries = std::fs::read_dir(path).into_iter().flatten().flatten().map(|entry| entry.path());
        if entries.into_iter().any(|file| !file.is_dir() && is_data(&file)) {
            return Ok(Places { scenarios: Some(path.to_path_buf()), ..Places::default() });
        }
        "the directory has no content: no `scripts`, nor a `deck.toml`, nor scenarios"
    } else if !path.is_file() {
        if path.exists() { "not a regular file" } else { "no such file or directory" }
    } else if is_data(path) {
        return Ok(Places { files: vec![path.to_path_buf()], ..Places::default() });
    } else if path.extension().is_some_and(|found| found == "rhai") {
        "it is in no directory of scripts"
    } else {
        "not a script (`.rhai`), deck, scenario or preset (`.toml`)"
    };
    Err(bad_path(path, why).into())
}

/// Checks the content at these paths, or the built-in content if there are none; then tries the events. Files that are
/// named by themselves are checked with each of the directories.
pub fn check(paths: &[PathBuf], mut trial: Option<Trial<'_>>) -> Faults {
    let (mut found, mut files, mut faults) = (Vec::new(), Vec::new(), Faults::none());
    for path in paths {
        match places_of(path) {
            Ok(places) if !places.files.is_empty() => files.extend(places.files),
            Ok(places) if !found.contains(&places) => found.push(places),
            Ok(_) => {}
            Err(more) => faults.append(more),
        }
    }
    if found.is_empty() && (!files.is_empty() || paths.is_empty()) {
        found.push(Places::default());
    }
    for places in found {
        let origin = Origin::of_places(Places { files: files.clone(), ..places });
        content(origin.places(), &mut trial, &mut faults).unwrap_or_else(|more| faults.append(more));
    }
    faults
}

/// Checks content, and tries the events in its scenarios.
fn content(places: &Places, trial: &mut Option<Trial<'_>>, faults: &mut Faults) -> Result<(), Faults> {
    let (scripts, found) = script::check::<Scripts>(&Content::read(places)?);
    faults.append(found);
    let Some((scripts, Trial { seed, goes_on })) = scripts.map(Rc::new).zip(trial.as_mut()) else { return Ok(()) };
    let is_beside = places.root.is_none() && places.scripts.is_none() && !places.is_built_in();
    let scenarios = scripts.sound_scenarios(is_beside);
    if !scenarios.is_empty() {
        let mut each = |TrialProgress { done, parts }: TrialProgress| goes_on(done, parts);
        faults.append(self::trial(&scripts, &scenarios, *seed, &mut each).0);
    }
    Ok(())
}
