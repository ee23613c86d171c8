//! Settings, and presets that give them.

use wilderness_engine::faults::Source;
use wilderness_engine::{Dice, Windows};
use wilderness_war::testing::Preset;
use wilderness_war::{Content, Draws, PerSide, Record, Scripts, Settings, Side};

/// A record with these lines in its header.
fn record(lines: &str) -> Record {
    Record::parse(&Source::new("a.record", format!("scenario annus-mirabilis\n{lines}\n"))).expect("a record")
}

/// The lines of a record that settings add to it.
fn written(settings: &Settings) -> Vec<String> {
    let mut set = record("");
    let before = set.to_string();
    set.header.settings = settings.clone();
    let after = set.to_string();
    after.lines().filter(|line| !before.lines().any(|other| other == *line)).map(str::to_string).collect()
}

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

#[test]
fn what_is_set_survives_being_written_and_read() {
    let settings = Settings {
        windows: Some(Windows::Open),
        hand_size: PerSide { french: Some(7), british: None },
        first_side: Some(Side::British),
        handicap: Some(-2),
        dice: Some(Dice::Table),
        draws: Some(Draws::French),
    };
    let lines = written(&settings);
    let expected =
        ["windows open", "hand-size french 7", "first-side british", "handicap -2", "dice table", "draws french"];
    assert_eq!(lines, expected);
    assert_eq!(settings.sentences().len(), lines.len());
    assert_eq!(record(&lines.join("\n")).header.settings, settings);
    assert_eq!(written(&Settings::default()), Vec::<String>::new());
}

#[test]
fn what_is_asked_for_overrides_a_preset_even_with_what_would_be_anyway() {
    let preset = Settings {
        handicap: Some(2),
        first_side: Some(Side::British),
        dice: Some(Dice::Table),
        draws: Some(Draws::French),
        ..Settings::default()
    };
    let asked = Settings {
        handicap: Some(0),
        dice: Some(Dice::Generator),
        draws: Some(Draws::Nobody),
        windows: Some(Windows::Holder),
        ..Settings::default()
    };
    let both = preset.with(asked.clone());
    assert_eq!(both, Settings { first_side: Some(Side::British), ..asked });
    assert_eq!(written(&both), ["first-side british"]);
}
