//! The game of Wilderness War that the options of the command line begin.

use super::options::{self, PRESET};
use crate::commands::games::Beginning;
use crate::options::start::Start;
use crate::text::out;
use std::path::{Path, PathBuf};
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_war::{Content, Header, Position, PositionEntry, Scripts, Windows};

/// The scenario file, if the option or the preset names one.
///
/// # Errors
/// When a preset is invalid.
pub fn file_of_scenario(
    start: &Start,
    content: impl FnOnce() -> Result<Content, Faults>,
) -> Result<Option<PathBuf>, Faults> {
    let of_preset = match (start.scenario(), start.value(&PRESET)) {
        (None, Some(word)) => content()?.preset(word)?.scenario,
        _ => None,
    };
    let named = start.scenario().map(str::to_string).or(of_preset);
    Ok(named.filter(|word| Content::is_path(word)).map(PathBuf::from))
}

/// The header of a game. Options override the preset. Optional rules and settings without effect are refused if an option
/// names them, and dropped if they come from a preset or from `all`.
///
/// # Errors
/// A position that cannot be read or played; rules that do not exist or exclude each other; settings and rules without
/// effect.
pub fn header(start: &Start, begins: &Beginning, scripts: &Scripts) -> Result<Header, Faults> {
    let header = header_with_idle(start, begins, scripts)?;
    let header = header.without_idle_rules(start.rules().unwrap_or_default(), scripts)?;
    let mut header = header.without_idle_settings(&options::settings(start), scripts)?;
    let windows = if header.has_no_draw_pile() { Windows::Holder } else { begins.windows };
    header.settings.windows = header.settings.windows.or(Some(windows));
    Ok(header)
}

/// As [`header`], but keeps rules and settings without effect: for several games, in some of which they may have one.
///
/// # Errors
/// A position that cannot be read or played; rules that do not exist or exclude each other.
pub fn header_with_idle(start: &Start, begins: &Beginning, scripts: &Scripts) -> Result<Header, Faults> {
    options::check_once(start)?;
    let content = scripts.content();
    let preset = start.value(&PRESET).map(|word| content.preset(word)).transpose()?;
    let seed = begins.seed(preset.as_ref().and_then(|preset| preset.seed));
    let named = start.scenario().or(preset.as_ref().and_then(|preset| preset.scenario.as_deref()));
    let named = named.map(|word| content.scenario_named(word)).transpose()?;
    let first = || content.scenario_ids().next().unwrap_or_default();
    let header = match start.position() {
        None => Header::new(named.as_deref().unwrap_or_else(first), seed, scripts),
        Some(file) => Header::from_position(only_position(file, seed, scripts)?, named.as_deref(), seed, scripts)?,
    };
    let of_preset = preset.as_ref().map(|preset| preset.rules.clone()).unwrap_or_default();
    let rules = start.rules().unwrap_or_else(|| of_preset.iter().map(String::as_str).collect());
    let settings = preset.map(|preset| preset.settings).unwrap_or_default().with(options::settings(start));
    Header { settings, ..header }.with_rules(rules, scripts)
}

/// The position in a file, checked; faults point into the file.
fn only_position(file: &Path, seed: u64, scripts: &Scripts) -> Result<Position, Faults> {
    let entry = only_entry(&Source::read_positions(file)?)?;
    let warnings = entry.check(scripts, Generator::seeded(seed))?.warnings;
    warnings.iter().for_each(|warning| out::warn(&format!("{}\n", warning.line())));
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
