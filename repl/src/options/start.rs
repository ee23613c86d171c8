//! The start of a game: a scenario or a position, and the options of its game. Shared by the commands that begin games.

use super::content::ContentArg;
use super::game_option::{DICE, GameOption, POSITION, RULES, SCENARIO, WINDOWS};
use super::offered;
use crate::text::list::list;
use clap::error::ErrorKind;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, Parser};
use std::path::Path;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_engine::record::Header as _;
use wilderness_engine::{Dice, Rules, Windows};

/// The start of a game: the options given, as typed.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Start {
    /// The game, by its word or its folder; otherwise the options decide.
    pub game: Option<String>,
    /// The other options, each with its value, in the order in which the games list them.
    given: Vec<(&'static GameOption, String)>,
}

/// The name of the option that names the game.
pub const GAME: &str = "game";

/// Adds the options that the games in scope understand: the common ones, then those of each game.
fn augment(command: Command, twice: bool) -> Command {
    let game = Arg::new(GAME).long(GAME).value_name("GAME|FOLDER").help(format!(
        "The game: {}, or the folder with its content, such as `./mine`; by default the one that has the scenario, or \
         the first",
        offered::called().collect::<Vec<_>>().join(", ")
    ));
    offered::options()
        .fold(command.arg(game), |command, (option, is_shown)| command.arg(option.arg(twice).hide(!is_shown)))
}

/// All values of the options on a command line, in the order of the options.
fn values(matches: &ArgMatches) -> Vec<(&'static GameOption, Vec<String>)> {
    let of = |(option, _): (&'static GameOption, bool)| {
        // The option is not there where another game is in scope.
        let given = matches.try_get_many::<String>(option.name).ok().flatten()?;
        Some((option, given.cloned().collect()))
    };
    offered::options().filter_map(of).collect()
}

fn game(matches: &ArgMatches) -> Option<String> {
    matches.get_one::<String>(GAME).cloned()
}

impl Args for Start {
    fn augment_args(command: Command) -> Command {
        augment(command, false)
    }

    fn augment_args_for_update(command: Command) -> Command {
        augment(command, false)
    }
}

impl FromArgMatches for Start {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Start, clap::Error> {
        let each = |(option, values): (_, Vec<String>)| values.into_iter().map(move |value| (option, value));
        Ok(Start { game: game(matches), given: values(matches).into_iter().flat_map(each).collect() })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Start::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Start {
    /// The start of a scenario.
    pub fn of_scenario(id: &str) -> Start {
        Start::default().with(&SCENARIO, id)
    }

    /// The same with another value of an option.
    pub fn with(mut self, option: &'static GameOption, value: impl Into<String>) -> Start {
        self.given.retain(|(given, _)| *given != option);
        self.given.push((option, value.into()));
        self
    }

    /// The same of the game with this word, or in this folder.
    pub fn of_game(self, word: &str) -> Start {
        Start { game: Some(word.into()), ..self }
    }

    /// The same without an option.
    pub fn without(mut self, option: &GameOption) -> Start {
        self.given.retain(|(given, _)| *given != option);
        self
    }

    /// The same; unless it says when windows open, they always do, so that waiting reveals nothing.
    pub fn with_open_windows(self) -> Start {
        if self.value(&WINDOWS).is_some() { self } else { self.with(&WINDOWS, "open") }
    }

    /// The same, from the position in this file if one is named.
    pub fn or_position(self, file: Option<&Path>) -> Start {
        match file {
            Some(file) => self.with(&POSITION, file.display().to_string()),
            None => self,
        }
    }

    /// The value of an option, if it is given.
    pub fn value(&self, option: &GameOption) -> Option<&str> {
        self.values(option).next()
    }

    /// The values of an option that can be given for each side.
    pub fn values(&self, option: &GameOption) -> impl Iterator<Item = &str> {
        self.given.iter().filter(move |(given, _)| *given == option).map(|(_, value)| value.as_str())
    }

    /// The scenario, by id or file.
    pub fn scenario(&self) -> Option<&str> {
        self.value(&SCENARIO)
    }

    /// The position file, if one is named.
    pub fn position(&self) -> Option<&Path> {
        self.value(&POSITION).map(Path::new)
    }

    /// Whether the players roll the dice.
    pub fn has_players_roll(&self) -> bool {
        self.value(&DICE) == Some("table")
    }

    /// The optional rules named, if only to have none: by number or name, `all` among them.
    pub fn rules(&self) -> Option<Vec<&str>> {
        let list = self.value(&RULES)?;
        Some(list.split(',').map(str::trim).filter(|word| !word.is_empty()).collect())
    }

    /// The files named.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.given.iter().filter(|(option, _)| option.is_file).map(|(_, value)| Path::new(value))
    }

    /// The options given.
    pub fn options(&self) -> impl Iterator<Item = &'static GameOption> {
        self.given.iter().map(|(option, _)| *option)
    }

    /// The content that the word for the game names, if it names a folder.
    pub fn content(&self) -> Option<ContentArg> {
        ContentArg::of_word(self.game.as_deref()?)
    }

    /// When windows open: as an option says, or else `otherwise`.
    pub fn windows(&self, otherwise: Windows) -> Windows {
        match self.value(&WINDOWS) {
            None => otherwise,
            Some("open") => Windows::Open,
            Some(_) => Windows::Holder,
        }
    }

    /// What a game starts from that has one scenario, called as the game: with a seed, and with windows that open then
    /// unless an option says when.
    ///
    /// # Errors
    /// Another scenario.
    pub fn header<R: Rules>(&self, seed: u64, windows: Windows) -> Result<R::Header, Faults> {
        if let Some(id) = self.scenario().filter(|id| *id != R::Header::GAME) {
            return Err(unknown(id, [R::Header::GAME].into_iter()));
        }
        let mut header = R::Header::default();
        header.seed = seed;
        header.set_windows(self.windows(windows));
        if self.has_players_roll() {
            header.set_dice(Dice::Table);
        }
        Ok(header)
    }

    /// The options given, as typed: a record determines these itself.
    pub fn given(&self) -> Vec<String> {
        let mut given: Vec<String> = self.options().map(|option| format!("--{}", option.name)).collect();
        given.dedup();
        given
    }
}

/// There is no such scenario.
pub fn unknown<'a>(word: &str, ids: impl Iterator<Item = &'a str>) -> Faults {
    let ids: Vec<&str> = ids.collect();
    let fault = Fault::error("scenario::unknown", format!("there is no scenario `{word}`"));
    fault.help(format!("there are {}; or name a file", ids.join(", "))).did_you_mean(word, ids).into()
}

/// The starts of two games to be compared: each option can be given twice, first for A, then for B. An option given
/// once applies to both.
#[derive(Clone)]
pub struct StartPair {
    game: Option<String>,
    given: Vec<(&'static GameOption, Vec<String>)>,
}

impl Args for StartPair {
    fn augment_args(command: Command) -> Command {
        augment(command, true)
    }

    fn augment_args_for_update(command: Command) -> Command {
        augment(command, true)
    }
}

impl FromArgMatches for StartPair {
    fn from_arg_matches(matches: &ArgMatches) -> Result<StartPair, clap::Error> {
        Ok(StartPair { game: game(matches), given: values(matches) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = StartPair::from_arg_matches(matches)?;
        Ok(())
    }
}

impl StartPair {
    /// The named files.
    pub fn inputs(&self) -> impl Iterator<Item = &Path> {
        let files = self.given.iter().filter(|(option, _)| option.is_file);
        files.flat_map(|(_, values)| values.iter().map(Path::new))
    }

    /// The options, with what was given for each.
    pub fn given(&self) -> Vec<(&'static str, Vec<String>)> {
        self.given.iter().map(|(option, values)| (option.name, values.clone())).collect()
    }

    /// The start of A or B: 0 is A, 1 is B.
    pub fn of(&self, which: usize) -> Start {
        let one = |(option, values): &(&'static GameOption, Vec<String>)| {
            Some((*option, values.get(which).or(values.last())?.clone()))
        };
        Start { game: self.game.clone(), given: self.given.iter().filter_map(one).collect() }
    }
}

/// A seed that is easy to retype.
pub fn fresh_seed() -> u64 {
    u64::from(rand::random::<u32>()) % 1_000_000
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
            let message = message.trim_start_matches("error: ").trim();
            match error.kind() {
                ErrorKind::UnknownArgument => {
                    format!("{message}; `bot SIDE greedy` seats a bot when the game has begun")
                }
                _ => message.to_string(),
            }
        })?;
        Ok(New { text: words.join(" "), ..new })
    }

    /// Whether it names anything but a seed.
    pub fn names_a_game(&self) -> bool {
        self.scenario().is_some() || self.start.game.is_some() || self.start.options().next().is_some()
    }

    /// The scenario as it is named: by an id, the beginning of one, or a file.
    pub fn scenario(&self) -> Option<&str> {
        self.named.as_deref().or(self.start.scenario())
    }
}

/// Refuses options beside a record: the game is played as the record says.
pub fn no_effect_on_a_record(options: &[String], instead: &str) -> miette::Report {
    let (have, what) = if options.len() == 1 { ("has", "it") } else { ("have", "them") };
    miette::miette!(
        help = format!("change {what} in the header of the record, or {instead}"),
        "{} {have} no effect on a record, which determines how its game is played",
        list(options.iter().map(|option| format!("`{option}`")))
    )
}
