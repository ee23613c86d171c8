//! The game of Wilderness War that the options of the command line begin.

use crate::options::start::{New, Start, scenario_of_position};
use crate::text::names::fold;
use std::path::{Path, PathBuf};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_war::{Content, Header, Position, PositionEntry, Scripts, Windows};

impl New {
    /// Whether it begins another game than Wilderness War: it names a scenario or position that is not of this one.
    pub fn is_elsewhere(&self, content: &Content) -> bool {
        match (self.scenario(), self.start.position()) {
            (Some(word), _) => {
                let folded = fold(word);
                !Content::is_path(word) && !content.scenario_ids().any(|id| id.starts_with(&folded))
            }
            (None, Some(file)) => scenario_of_position(file).is_some(),
            (None, None) => false,
        }
    }

    /// The start of a game; by default with the scenario of the game that is being played, if one is.
    ///
    /// # Errors
    /// A word that begins no scenario id, or several.
    pub fn start(&self, content: &Content, played: Option<&str>) -> Result<Start, Faults> {
        let mut start = self.start.clone();
        let begun = self.named.as_deref().map(|word| scenario(word, content)).transpose()?;
        let named = begun.or(start.scenario.take());
        let is_open = start.preset.is_none() && start.position.is_none();
        start.scenario = named.or_else(|| played.filter(|_| is_open).map(str::to_string));
        Ok(start)
    }
}

/// The file that a word names, or the id of the only scenario with this prefix.
fn scenario(word: &str, content: &Content) -> Result<String, Faults> {
    let folded = fold(word);
    let mut ids = content.scenario_ids().filter(|id| id.starts_with(&folded));
    match (ids.next(), ids.next()) {
        _ if Content::is_path(word) => Ok(word.to_string()),
        (Some(id), None) => Ok(id.to_string()),
        _ => content.scenario_named(word),
    }
}

impl Start {
    /// The scenario file, if the option or the preset names one.
    ///
    /// # Errors
    /// When a preset is invalid.
    pub fn file_of_scenario(
        &self,
        content: impl FnOnce() -> Result<Content, Faults>,
    ) -> Result<Option<PathBuf>, Faults> {
        let of_preset = match (&self.scenario, &self.preset) {
            (None, Some(word)) => content()?.preset(word)?.scenario,
            _ => None,
        };
        let named = self.scenario.clone().or(of_preset);
        Ok(named.filter(|word| Content::is_path(word)).map(PathBuf::from))
    }

    /// The header of a game. `seed` is set to the seed of the preset, if it has one. `windows` is the default where
    /// neither the options nor the preset say otherwise. Options override the preset. Optional rules and settings
    /// without effect are refused if an option names them, and dropped if they come from a preset or from `all`.
    ///
    /// # Errors
    /// A position that cannot be read or played; rules that do not exist or exclude each other; settings and rules
    /// without effect.
    pub fn header(
        &self,
        seed: impl FnOnce(Option<u64>) -> u64,
        windows: Windows,
        scripts: &Scripts,
    ) -> Result<Header, Faults> {
        let header = self.header_with_idle(seed, scripts)?;
        let header = header.without_idle_rules(self.named_rules(), scripts)?;
        let mut header = header.without_idle_settings(&self.named_settings(), scripts)?;
        let windows = if header.has_no_draw_pile() { Windows::Holder } else { windows };
        header.settings.windows = header.settings.windows.or(Some(windows));
        Ok(header)
    }

    /// As [`Start::header`], but keeps rules and settings without effect: for several games, in some of which they may
    /// have one.
    ///
    /// # Errors
    /// A position that cannot be read or played; rules that do not exist or exclude each other.
    pub fn header_with_idle(&self, seed: impl FnOnce(Option<u64>) -> u64, scripts: &Scripts) -> Result<Header, Faults> {
        self.settings.check_once()?;
        let content = scripts.content();
        let preset = self.preset.as_deref().map(|word| content.preset(word)).transpose()?;
        let seed = seed(preset.as_ref().and_then(|preset| preset.seed));
        let named = self.scenario.as_deref().or(preset.as_ref().and_then(|preset| preset.scenario.as_deref()));
        let named = named.map(|word| content.scenario_named(word)).transpose()?;
        let first = || content.scenario_ids().next().unwrap_or_default();
        let header = match &self.position {
            None => Header::new(named.as_deref().unwrap_or_else(first), seed, scripts),
            Some(file) => Header::from_position(only_position(file, seed, scripts)?, named.as_deref(), seed, scripts)?,
        };
        let of_preset = preset.as_ref().map(|preset| preset.rules.clone()).unwrap_or_default();
        let rules: Vec<&str> = match self.names_rules() {
            true => self.named_rules().collect(),
            false => of_preset.iter().map(String::as_str).collect(),
        };
        let settings = preset.map(|preset| preset.settings).unwrap_or_default().with(self.named_settings());
        Header { settings, ..header }.with_rules(rules, scripts)
    }
}

/// The position in a file, checked; faults point into the file.
fn only_position(file: &Path, seed: u64, scripts: &Scripts) -> Result<Position, Faults> {
    let entry = only_entry(&Source::read(file)?)?;
    entry.check(scripts, seed)?;
    Ok(entry.position)
}

/// The only position in a text.
pub fn only_entry(source: &Source) -> Result<PositionEntry, Faults> {
    let mut entries = Position::entries(source)?;
    match (entries.next().transpose()?, entries.count()) {
        (Some(entry), 0) => Ok(entry),
        (first, others) => {
            let count = others + usize::from(first.is_some());
            let message = format!("a game starts from one position; {} has {count}", source.name());
            Err(Fault::error("position::several", message).into())
        }
    }
}
