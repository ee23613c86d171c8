//! Presets: scenario, optional rules and settings together, in a TOML file; `scenarios/war/README.md` describes the
//! form.

use super::Content;
use crate::settings::Settings;
use serde::Deserialize;
use std::ops::Range;
use std::path::Path;
use wilderness_engine::faults::{Faults, Source, Spanned, Spot, read_toml};
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
    pub fn named_rules(&self) -> impl Iterator<Item = (&str, Spot)> + Clone {
        let (source, places) = &self.places;
        let spots = places.iter().map(|span| Spot { source: source.clone(), span: span.clone() });
        self.rules.iter().map(String::as_str).zip(spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Scripts;
    use crate::settings::Draws;
    use crate::side::Side;
    use crate::table::{Dice, Windows};

    #[test]
    fn every_preset_is_sound_and_its_rules_go_together() {
        let scripts = Scripts::embedded().expect("sound scripts");
        let content = Content::embedded();
        for id in content.preset_names() {
            let preset = content.preset(id).expect("a sound preset");
            assert_eq!(preset.id, id);
            scripts.chosen_rules(preset.rules.iter().map(String::as_str)).expect("rules that exist");
        }
    }

    #[test]
    fn a_preset_sets_everything_that_a_game_can_be_played_with() {
        let text = "about = \"for a test\"\nscenario = \"late-war\"\nrules = [\"14.2\"]\nseed = 7\n[settings]\n\
                    windows = \"open\"\nhand_size = { french = 8 }\nfirst_side = \"british\"\nhandicap = -2\n\
                    dice = \"table\"\ndraws = \"french\"\n";
        let preset = Preset::parse(&Source::new("here/own.toml", text), &Content::embedded()).expect("a sound preset");
        assert_eq!((preset.id.as_str(), preset.scenario.as_deref(), preset.seed), ("own", Some("late-war"), Some(7)));
        let Settings { windows, hand_size, first_side, handicap, dice, draws } = preset.settings;
        assert_eq!((windows, hand_size.french, hand_size.british), (Some(Windows::Open), Some(8), None));
        assert_eq!((first_side, handicap, dice), (Some(Side::British), Some(-2), Some(Dice::Table)));
        assert_eq!(draws, Some(Draws::French));
    }

    #[test]
    fn what_is_wrong_with_a_preset_is_pointed_at() {
        let code = |text: &str| {
            let faults = Preset::parse(&Source::new("own.toml", text), &Content::embedded()).expect_err("faults");
            faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect::<Vec<_>>()
        };
        assert_eq!(
            code("about = \"\"\nscenario = \"late-wra\"\n"),
            [("preset::unknown_scenario".into(), "\"late-wra\"".into())]
        );
        assert_eq!(code("about = \"\"\n[settings]\ndices = 1\n"), [("preset::unknown_key".into(), "dices".into())]);
        assert_eq!(
            Content::embedded()
                .preset("tournamant")
                .expect_err("faults")
                .iter()
                .next()
                .and_then(|f| f.help_text().map(String::from)),
            Some("did you mean `tournament`?".into())
        );
    }
}
