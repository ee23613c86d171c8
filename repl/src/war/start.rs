//! What games start from: a scenario, a preset, or a position in a file; and with which optional rules and settings.
//! Shared by the commands that begin games.

use clap::{Args, Parser};
use std::path::{Path, PathBuf};
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_war::news::words::list;
use wilderness_war::{
    Content, Dice, Draws, Game, Header, PerSide, Position, PositionEntry, Scripts, Settings, Side, Windows,
};

/// What a game starts from.
#[derive(Args, Clone, Default, Debug, PartialEq, Eq)]
pub struct Start {
    /// The scenario, by id (`wilderness scenarios` lists them) or file; Annus Mirabilis, or the first that fits the
    /// position.
    #[arg(long, value_name = "ID|FILE")]
    pub scenario: Option<String>,
    /// Scenario, rules and settings together: the name of a preset, or a file; what else is given counts more.
    #[arg(long, value_name = "NAME")]
    preset: Option<String>,
    /// Start from the position in this file, as `inspect` reads it.
    #[arg(long, value_name = "FILE")]
    position: Option<PathBuf>,
    /// The optional rules in force, by number or name, divided by commas; `wilderness rules` lists them.
    #[arg(long, value_name = "LIST", value_parser = rules)]
    rules: Vec<Rules>,
    #[command(flatten)]
    settings: SettingArgs,
}

/// What stands behind `new` at the prompt.
#[derive(Parser, Clone, Debug, PartialEq, Eq)]
#[command(name = "new", no_binary_name = true, disable_help_flag = true)]
pub struct New {
    /// The scenario: as much of its id as tells it from the others, or its file.
    #[arg(value_name = "SCENARIO")]
    named: Option<String>,
    /// The seed of dice and cards.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    #[command(flatten)]
    start: Start,
}

impl New {
    /// Reads what stands behind `new`. `seed 7` is the same as `--seed 7`.
    ///
    /// # Errors
    /// What is wrong with it, in a line or two.
    pub fn read(text: &str) -> Result<New, String> {
        let words = text.split_whitespace().map(|word| if word == "seed" { "--seed" } else { word });
        New::try_parse_from(words).map_err(|error| {
            let text = error.to_string();
            let message = text.split("\n\n").next().unwrap_or_default();
            message.trim_start_matches("error: ").trim().to_string()
        })
    }

    /// What the game starts from; the scenario of the game that was played, if nothing else is named.
    ///
    /// # Errors
    /// A word that begins no scenario's id, or several.
    pub fn start(&self, played: &Game) -> Result<Start, Faults> {
        let mut start = self.start.clone();
        let content = played.scripts().content();
        let begun = self.named.as_deref().map(|word| scenario(word, content)).transpose()?;
        let named = begun.or(start.scenario.take());
        let is_open = start.preset.is_none() && start.position.is_none();
        start.scenario = named.or_else(|| is_open.then(|| played.header().scenario.clone()));
        Ok(start)
    }
}

/// The file that a word names, or the id of the only scenario that begins so.
fn scenario(word: &str, content: &Content) -> Result<String, Faults> {
    let folded = crate::text::names::fold(word);
    let mut ids = content.scenario_ids().filter(|id| id.starts_with(&folded));
    match (ids.next(), ids.next()) {
        _ if Content::is_path(word) => Ok(word.to_string()),
        (Some(id), None) => Ok(id.to_string()),
        _ => content.scenario_named(word),
    }
}

/// What two games start from that are compared: each option can be given twice, first for A, then for B. Given once, it
/// counts for both.
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
    /// The optional rules in force, divided by commas; "" for none.
    #[arg(long, value_name = "LIST", value_parser = rules)]
    rules: Vec<Rules>,
    /// When a side may respond with a card.
    #[arg(long, value_name = "WHEN")]
    windows: Vec<When>,
    /// How many cards a side is dealt up to, if no event in force says otherwise, as William Pitt does: `french=8`.
    #[arg(long, value_name = "SIDE=N", value_parser = hand_size)]
    hand_size: Vec<(Side, u8)>,
    /// The side that acts first in a season.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    first_side: Vec<Side>,
    /// Victory points added at the start: above 0 for the French, below 0 for the British.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    handicap: Vec<i16>,
    /// Who wins a draw.
    #[arg(long, value_name = "WHO")]
    draws: Vec<DrawsTo>,
}

impl StartPair {
    /// The files that are named.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let scenarios = self.scenario.iter().filter(|word| Content::is_path(word)).map(Path::new);
        self.position.iter().map(PathBuf::as_path).chain(self.preset.iter().map(Path::new)).chain(scenarios)
    }

    /// The options and what was given for each.
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

    /// What one of the two starts from: 0 is A, 1 is B.
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

/// How a game is played.
#[derive(Args, Clone, Default, Debug, PartialEq, Eq)]
struct SettingArgs {
    /// When a side may respond with a card: whenever it might hold one, or only if it does.
    #[arg(long, value_name = "WHEN")]
    windows: Option<When>,
    /// How many cards a side is dealt up to, if no event in force says otherwise, as William Pitt does: `french=8`.
    #[arg(long, value_name = "SIDE=N", value_parser = hand_size)]
    hand_size: Vec<(Side, u8)>,
    /// The side that acts first in a season.
    #[arg(long, value_name = "SIDE", value_parser = side)]
    first_side: Option<Side>,
    /// Victory points added at the start: above 0 for the French, below 0 for the British.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    handicap: Option<i16>,
    /// Where dice come from: the program, or the players, who say what they rolled.
    #[arg(long, value_name = "WHERE")]
    dice: Option<Rolls>,
    /// Who wins a game that ends in a draw: nobody, or the French, as in a tournament.
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
    /// The generator of the game.
    Generator,
    /// The players roll, and say what came.
    Table,
}

/// Optional rules, by number or name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Rules(Vec<String>);

/// Reads a list of rules, divided by commas; nothing at all is none.
fn rules(text: &str) -> Result<Rules, String> {
    let words: Vec<String> = text.split(',').map(|word| word.trim().to_string()).collect();
    match words.iter().any(String::is_empty) {
        false => Ok(Rules(words)),
        true if text.trim().is_empty() => Ok(Rules(Vec::new())),
        true => Err("a rule is missing before or after a comma; \"\" is for no rules".into()),
    }
}

/// Who wins a draw.
#[derive(Clone, Copy, clap::ValueEnum, Debug, PartialEq, Eq)]
enum DrawsTo {
    /// Nobody: it stays a draw.
    Nobody,
    /// The French, as in a tournament (13.14).
    French,
}

/// Reads the name of a side.
pub fn side(word: &str) -> Result<Side, String> {
    Side::from_id(word).ok_or_else(|| "a side is `french` or `british`".to_string())
}

fn hand_size(word: &str) -> Result<(Side, u8), String> {
    let wanted = || "a side and a number of cards, such as `french=8`".to_string();
    let (who, size) = word.split_once('=').ok_or_else(wanted)?;
    let size = size.parse().ok().filter(|size| *size > 0).ok_or_else(wanted)?;
    Ok((side(who)?, size))
}

impl SettingArgs {
    /// What has a value for each side is given once for each.
    fn check_once(&self) -> Result<(), Faults> {
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

    /// The file of the scenario, if the option or the preset names one.
    ///
    /// # Errors
    /// A preset that cannot be understood.
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

    /// The file with the position, if one is named.
    pub fn position(&self) -> Option<&Path> {
        self.position.as_deref()
    }

    /// The files that are named; a preset of the program is none.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let scenario = self.scenario.as_deref().filter(|word| Content::is_path(word)).map(Path::new);
        self.position.as_deref().into_iter().chain(self.preset.as_deref().map(Path::new)).chain(scenario)
    }

    /// The options that are given, as they are written: a record says for itself what they would say.
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

    /// Whether the option says that the players roll the dice.
    pub fn has_players_roll(&self) -> bool {
        self.settings.dice == Some(Rolls::Table)
    }

    /// The header of a game. `seed` gets the seed of the preset, if one is named and has a seed. `windows` counts
    /// unless the options or the preset say otherwise. What an option says overrides the preset. Optional rules
    /// and settings that have no effect are refused if an option names them, and left out if they come from a preset or
    /// from `all`.
    ///
    /// # Errors
    /// A position that cannot be read, or not be played; rules that do not exist or exclude each other; settings and
    /// rules without effect.
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

    /// The settings that options name.
    pub fn named_settings(&self) -> Settings {
        self.settings.settings()
    }

    /// The optional rules that an option names, by number or name; `all` among them.
    pub fn named_rules(&self) -> impl Iterator<Item = &str> + Clone {
        self.rules.iter().flat_map(|rules| rules.0.iter().map(String::as_str))
    }

    /// The same as [`Start::header`], with the rules and settings that have no effect: for several games, in some of
    /// which they do.
    ///
    /// # Errors
    /// A position that cannot be read, or not be played; rules that do not exist or exclude each other.
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
        let rules: Vec<&str> = match self.rules.is_empty() {
            true => of_preset.iter().map(String::as_str).collect(),
            false => self.named_rules().collect(),
        };
        let settings = preset.map(|preset| preset.settings).unwrap_or_default().with(self.named_settings());
        Header { settings, ..header }.with_rules(rules, scripts)
    }
}

/// Why options are refused beside a record: the game is played as the record says.
pub fn no_effect_on_a_record(options: &[&'static str], instead: &str) -> miette::Report {
    let (have, what) = if options.len() == 1 { ("has", "it") } else { ("have", "them") };
    miette::miette!(
        help = format!("change {what} in the header of the record, or {instead}"),
        "{} {have} no effect on a record, which says for itself how its game is played",
        list(options.iter().map(|option| format!("`{option}`")))
    )
}

/// The position in a file, checked: faults point at the text of the file.
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
