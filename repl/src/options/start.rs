//! The start of a game: a scenario, a preset, or a position in a file, with optional rules and settings. Shared by the
//! commands that begin games.

use clap::{Args, Parser};
use std::path::{Path, PathBuf};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_war::news::words::list;
use wilderness_war::{Content, Dice, Draws, PerSide, Settings, Side, Windows};

/// The start of a game.
#[derive(Args, Clone, Default, Debug, PartialEq, Eq)]
pub struct Start {
    /// The scenario, by id (`wilderness scenarios` lists them) or file; by default Annus Mirabilis, or the first that
    /// fits the position.
    #[arg(long, value_name = "ID|FILE")]
    pub scenario: Option<String>,
    /// Scenario, rules and settings together: the name of a preset, or a file; other options override it.
    #[arg(long, value_name = "NAME")]
    pub preset: Option<String>,
    /// Start from the position in this file, as `inspect` reads it.
    #[arg(long, value_name = "FILE")]
    pub position: Option<PathBuf>,
    /// The optional rules in force, by number or name, separated by commas; `wilderness rules` lists them.
    #[arg(long, value_name = "LIST", value_parser = rules)]
    rules: Vec<Rules>,
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// The arguments of `new` at the prompt.
#[derive(Parser, Clone, Debug, PartialEq, Eq)]
#[command(name = "new", no_binary_name = true, disable_help_flag = true)]
pub struct New {
    /// The scenario: a unique prefix of its id, or its file.
    #[arg(value_name = "SCENARIO")]
    pub named: Option<String>,
    /// The seed of dice and cards.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    pub start: Start,
    /// The arguments as they can be parsed again.
    #[arg(skip)]
    pub text: String,
}

impl New {
    /// Parses the arguments of `new`. `seed 7` is the same as `--seed 7`.
    ///
    /// # Errors
    /// What is wrong, in a line or two.
    pub fn read(text: &str) -> Result<New, String> {
        let words = text.split_whitespace().map(|word| if word == "seed" { "--seed" } else { word });
        let words: Vec<&str> = words.collect();
        let new = New::try_parse_from(&words).map_err(|error| {
            let text = error.to_string();
            let message = text.split("\n\n").next().unwrap_or_default();
            message.trim_start_matches("error: ").trim().to_string()
        })?;
        Ok(New { text: words.join(" "), ..new })
    }

    /// The scenario as it is named: by an id, the beginning of one, or a file.
    pub fn scenario(&self) -> Option<&str> {
        self.named.as_deref().or(self.start.scenario.as_deref())
    }

    /// The options without the scenario's name.
    pub fn options(&self) -> &Start {
        &self.start
    }
}

/// The scenario that the position in a file names, as those of battles do.
pub fn scenario_of_position(file: &Path) -> Option<String> {
    let source = Source::read(file).ok()?;
    let value: serde_json::Value = serde_json::from_str(source.text()).ok()?;
    value.get("scenario")?.as_str().map(str::to_string)
}

/// The starts of two games to be compared: each option can be given twice, first for A, then for B. An option given
/// once applies to both.
#[derive(Args, Clone)]
pub struct StartPair {
    /// The scenario, by id or file.
    #[arg(long, value_name = "ID|FILE")]
    scenario: Vec<String>,
    /// Scenario, rules and settings together: the name of a preset, or a file.
    #[arg(long, value_name = "NAME")]
    preset: Vec<String>,
    /// Start from the position in this file.
    #[arg(long, value_name = "FILE")]
    position: Vec<PathBuf>,
    /// The optional rules in force, separated by commas; "" for none.
    #[arg(long, value_name = "LIST", value_parser = rules)]
    rules: Vec<Rules>,
    /// When a side may respond with a card.
    #[arg(long, value_name = "WHEN")]
    windows: Vec<When>,
    /// The size of the hand dealt to a side, unless an event in force, such as William Pitt, changes it: `french=8`.
    #[arg(long, value_name = "SIDE=N", value_parser = hand_size)]
    hand_size: Vec<(Side, u8)>,
    /// The side that acts first in a season.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    first_side: Vec<Side>,
    /// Victory points added at the start: positive for the French, negative for the British.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    handicap: Vec<i16>,
    /// Who wins a draw.
    #[arg(long, value_name = "WHO")]
    draws: Vec<DrawsTo>,
}

impl StartPair {
    /// The named files.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let scenarios = self.scenario.iter().filter(|word| Content::is_path(word)).map(Path::new);
        self.position.iter().map(PathBuf::as_path).chain(self.preset.iter().map(Path::new)).chain(scenarios)
    }

    /// The options, with what was given for each.
    pub fn given(&self) -> Vec<(&'static str, Vec<String>)> {
        fn texts<T>(given: &[T], text: impl Fn(&T) -> String) -> Vec<String> {
            given.iter().map(text).collect()
        }
        vec![
            ("scenario", self.scenario.clone()),
            ("preset", self.preset.clone()),
            ("position", texts(&self.position, |file| file.display().to_string())),
            ("rules", texts(&self.rules, |rules| rules.0.join(","))),
            ("windows", texts(&self.windows, |when| format!("{when:?}").to_ascii_lowercase())),
            ("hand-size", texts(&self.hand_size, |(side, size)| format!("{}={size}", side.id()))),
            ("first-side", texts(&self.first_side, |side| side.id().into())),
            ("handicap", texts(&self.handicap, i16::to_string)),
            ("draws", texts(&self.draws, |who| format!("{who:?}").to_ascii_lowercase())),
        ]
    }

    /// The start of A or B: 0 is A, 1 is B.
    pub fn of(&self, which: usize) -> Start {
        fn one<T: Clone>(given: &[T], which: usize) -> Option<T> {
            given.get(which).or(given.last()).cloned()
        }
        let settings = SettingArgs {
            windows: one(&self.windows, which),
            hand_size: one(&self.hand_size, which).into_iter().collect(),
            first_side: one(&self.first_side, which),
            handicap: one(&self.handicap, which),
            dice: None,
            draws: one(&self.draws, which),
        };
        Start {
            scenario: one(&self.scenario, which),
            preset: one(&self.preset, which),
            position: one(&self.position, which),
            rules: one(&self.rules, which).into_iter().collect(),
            settings,
        }
    }
}

/// The settings of a game.
#[derive(Args, Clone, Default, Debug, PartialEq, Eq)]
pub struct SettingArgs {
    /// When a side may respond with a card: whenever it might hold one, or only if it does.
    #[arg(long, value_name = "WHEN")]
    windows: Option<When>,
    /// The size of the hand dealt to a side, unless an event in force, such as William Pitt, changes it: `french=8`.
    #[arg(long, value_name = "SIDE=N", value_parser = hand_size)]
    hand_size: Vec<(Side, u8)>,
    /// The side that acts first in a season.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    first_side: Option<Side>,
    /// Victory points added at the start: positive for the French, negative for the British.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    handicap: Option<i16>,
    /// Where dice come from: the program, or the players, who enter what they roll.
    #[arg(long, value_name = "WHERE")]
    dice: Option<Rolls>,
    /// Who wins a drawn game: nobody, or the French, as in a tournament.
    #[arg(long, value_name = "WHO")]
    draws: Option<DrawsTo>,
}

/// When a window for responses opens.
#[derive(Clone, Copy, clap::ValueEnum, Debug, PartialEq, Eq)]
enum When {
    /// Whenever the card might be in the hidden hand.
    Open,
    /// Only to a side that holds a fitting card.
    Holder,
}

/// Where dice come from.
#[derive(Clone, Copy, clap::ValueEnum, Debug, PartialEq, Eq)]
enum Rolls {
    /// The game's generator.
    Generator,
    /// The players roll, and enter the results.
    Table,
}

/// Optional rules, by number or name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules(Vec<String>);

/// Parses a list of rules, separated by commas; an empty text is an empty list.
fn rules(text: &str) -> Result<Rules, String> {
    let words: Vec<String> = text.split(',').map(|word| word.trim().to_string()).collect();
    match words.iter().any(String::is_empty) {
        false => Ok(Rules(words)),
        true if text.trim().is_empty() => Ok(Rules(Vec::new())),
        true => Err("a rule is missing before or after a comma; \"\" means no rules".into()),
    }
}

/// Who wins a draw.
#[derive(Clone, Copy, clap::ValueEnum, Debug, PartialEq, Eq)]
enum DrawsTo {
    /// Nobody: the game stays a draw.
    Nobody,
    /// The French, as in a tournament (13.14).
    French,
}

/// Parses the name of a side.
pub fn side(word: &str) -> Result<Side, String> {
    Side::from_id(word).ok_or_else(|| "write `french` or `british`".to_string())
}

fn hand_size(word: &str) -> Result<(Side, u8), String> {
    let wanted = || "a side and a number of cards, such as `french=8`".to_string();
    let (who, size) = word.split_once('=').ok_or_else(wanted)?;
    let size = size.parse().ok().filter(|size| *size > 0).ok_or_else(wanted)?;
    Ok((side(who)?, size))
}

impl Start {
    /// The start of a scenario.
    pub fn of_scenario(id: &str) -> Start {
        Start { scenario: Some(id.into()), ..Start::default() }
    }

    /// The same; unless it says when windows open, they always do, so that waiting reveals nothing.
    pub fn with_open_windows(mut self) -> Start {
        self.settings.windows.get_or_insert(When::Open);
        self
    }
}

impl SettingArgs {
    /// Per-side values are given once for each side.
    pub fn check_once(&self) -> Result<(), Faults> {
        let given = |side: Side| self.hand_size.iter().filter(|(who, _)| *who == side).count();
        match Side::BOTH.into_iter().find(|side| given(*side) > 1) {
            None => Ok(()),
            Some(side) => {
                let message = format!("`--hand-size` is given twice for the {side}");
                let form = "give it once for each side, as in `--hand-size french=8 --hand-size british=9`";
                Err(Fault::error("settings::given_twice", message).help(form).into())
            }
        }
    }

    fn settings(&self) -> Settings {
        let size = |side: Side| self.hand_size.iter().find(|(who, _)| *who == side).map(|(_, size)| *size);
        Settings {
            windows: self.windows.map(|when| match when {
                When::Open => Windows::Open,
                When::Holder => Windows::Holder,
            }),
            hand_size: PerSide::new(size),
            first_side: self.first_side,
            handicap: self.handicap,
            dice: self.dice.map(|rolls| match rolls {
                Rolls::Table => Dice::Table,
                Rolls::Generator => Dice::Generator,
            }),
            draws: self.draws.map(|who| match who {
                DrawsTo::Nobody => Draws::Nobody,
                DrawsTo::French => Draws::French,
            }),
        }
    }
}

impl Start {
    /// The same, from the position in this file if one is named.
    pub fn or_position(self, file: Option<PathBuf>) -> Start {
        Start { position: file.or(self.position), ..self }
    }

    /// The position file, if one is named.
    pub fn position(&self) -> Option<&Path> {
        self.position.as_deref()
    }

    /// The named files; a built-in preset is not one.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let scenario = self.scenario.as_deref().filter(|word| Content::is_path(word)).map(Path::new);
        self.position.as_deref().into_iter().chain(self.preset.as_deref().map(Path::new)).chain(scenario)
    }

    /// The options given, as typed: a record determines these itself.
    pub fn given(&self) -> Vec<&'static str> {
        let settings = &self.settings;
        let given = [
            ("--scenario", self.scenario.is_some()),
            ("--preset", self.preset.is_some()),
            ("--position", self.position.is_some()),
            ("--rules", !self.rules.is_empty()),
            ("--windows", settings.windows.is_some()),
            ("--hand-size", !settings.hand_size.is_empty()),
            ("--first-side", settings.first_side.is_some()),
            ("--handicap", settings.handicap.is_some()),
            ("--dice", settings.dice.is_some()),
            ("--draws", settings.draws.is_some()),
        ];
        given.into_iter().filter(|(_, is_given)| *is_given).map(|(option, _)| option).collect()
    }

    /// Whether the options say that the players roll the dice.
    pub fn has_players_roll(&self) -> bool {
        self.settings.dice == Some(Rolls::Table)
    }

    /// The settings named by options.
    pub fn named_settings(&self) -> Settings {
        self.settings.settings()
    }

    /// Whether an option names the optional rules, if only to have none.
    pub fn names_rules(&self) -> bool {
        !self.rules.is_empty()
    }

    /// The optional rules named by an option, by number or name; `all` among them.
    pub fn named_rules(&self) -> impl Iterator<Item = &str> + Clone {
        self.rules.iter().flat_map(|rules| rules.0.iter().map(String::as_str))
    }
}

/// Refuses options beside a record: the game is played as the record says.
pub fn no_effect_on_a_record(options: &[&'static str], instead: &str) -> miette::Report {
    let (have, what) = if options.len() == 1 { ("has", "it") } else { ("have", "them") };
    miette::miette!(
        help = format!("change {what} in the header of the record, or {instead}"),
        "{} {have} no effect on a record, which determines how its game is played",
        list(options.iter().map(|option| format!("`{option}`")))
    )
}
