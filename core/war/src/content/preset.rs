//! Presets: scenario, optional rules and settings together, in a TOML file; `scenarios/war/README.md` describes the
//! form.

use super::Content;
use crate::settings::Settings;
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use wilderness_engine::faults::{Faults, Source, SourcePlace, Spanned, read_toml};
use wilderness_engine::harmless::one_line;

/// A named way to begin a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The name of its file without the ending.
    pub id: String,
    /// Its purpose, in one line.
    pub about: String,
    /// The id or the file of the scenario; none leaves it open.
    pub scenario: Option<String>,
    /// The optional rules, by number or id.
    pub rules: Vec<String>,
    /// The seed; a new one each time if there is none.
    pub seed: Option<u64>,
    /// How it is played.
    pub settings: Settings,
    /// Its text, and where the rules stand in it.
    places: (Source, Vec<Range<usize>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PresetFile {
    about: String,
    scenario: Option<Spanned<String>>,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    seed: Option<u64>,
    #[serde(default)]
    settings: Settings,
}

impl Preset {
    /// Reads a preset. Its scenario is one of the content, or a file beside the preset. Whether its rules exist is seen
    /// when a game begins.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn parse(source: &Source, content: &Content) -> Result<Preset, Faults> {
        let mut faults = Faults::none();
        let Some(file) = read_toml::<PresetFile>("preset", source, &mut faults) else { return Err(faults) };
        let directory = Path::new(source.name()).parent().unwrap_or(Path::new(""));
        let scenario = file.scenario.map(|word| match word.get_ref() {
            path if Content::is_path(path) => directory.join(path).display().to_string(),
            id => {
                if content.scenario_named(id).is_err() {
                    let fault = content.unknown_scenario("preset::unknown_scenario", id);
                    faults.push(fault.at(source, word.span(), "unknown scenario"));
                }
                id.clone()
            }
        });
        let stem = Path::new(source.name()).file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let preset = Preset {
            id: stem.to_string(),
            about: one_line(&file.about).into_owned(),
            scenario,
            places: (source.clone(), file.rules.iter().map(Spanned::span).collect()),
            rules: file.rules.into_iter().map(Spanned::into_inner).collect(),
            seed: file.seed,
            settings: file.settings,
        };
        faults.into_result(preset)
    }

    /// Its optional rules, each with its place in the text.
    pub fn named_rules(&self) -> impl Iterator<Item = (&str, SourcePlace)> + Clone {
        let (source, places) = &self.places;
        let spots = places.iter().map(|span| SourcePlace { source: source.clone(), span: span.clone() });
        self.rules.iter().map(String::as_str).zip(spots)
    }
}
