//! The options with which games begin, as data: each game lists those that it understands, and the command line offers
//! those of every game.

use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction};

/// An option with which a game begins.
#[derive(Debug)]
pub struct GameOption {
    /// Its name, without the dashes.
    pub name: &'static str,
    /// What stands for its value in help: `SIDE=N`.
    pub value: &'static str,
    /// What it does.
    pub help: &'static str,
    /// The words that it takes, each with what it means; empty if it takes another kind of text.
    pub words: &'static [(&'static str, &'static str)],
    /// Says why a text is not a value of it.
    pub check: fn(&str) -> Result<(), String>,
    /// Whether it may be given several times for one game: once for each side.
    pub is_for_each_side: bool,
    /// Whether its value may be a file that is read.
    pub is_file: bool,
}

/// The scenario.
pub const SCENARIO: GameOption = GameOption::text(
    "scenario",
    "ID|FILE",
    "The scenario, by id (`wilderness scenarios` lists them) or file; by default the first of the game, or the first \
     that fits the position",
)
.file();
/// A position from which the game starts.
pub const POSITION: GameOption =
    GameOption::text("position", "FILE", "Start from the position in this file, as `inspect` reads it").file();
/// The optional rules.
pub const RULES: GameOption = GameOption {
    check: rules,
    ..GameOption::text(
        "rules",
        "LIST",
        "The optional rules in force, by number or name, separated by commas, \"\" for none; `wilderness rules` lists \
         them",
    )
};
/// Who rolls the dice.
pub const DICE: GameOption = GameOption {
    words: &[("generator", "The game's generator"), ("table", "The players roll, and enter the results")],
    ..GameOption::text("dice", "WHERE", "Where dice come from: the program, or the players, who enter what they roll")
};
/// When sides may respond.
pub const WINDOWS: GameOption = GameOption {
    words: &[("open", "Whenever it might hold what it takes"), ("holder", "Only if it holds what it takes")],
    ..GameOption::text(
        "windows",
        "WHEN",
        "When a side is asked whether it responds with what it holds in secret: whenever it might, or only if it can",
    )
};

/// The options that every command line offers; a game lists those among them that it understands.
pub const COMMON: [&GameOption; 4] = [&SCENARIO, &POSITION, &RULES, &DICE];

impl PartialEq for GameOption {
    fn eq(&self, other: &GameOption) -> bool {
        self.name == other.name
    }
}

impl Eq for GameOption {}

impl GameOption {
    /// An option that takes any text.
    pub const fn text(name: &'static str, value: &'static str, help: &'static str) -> GameOption {
        GameOption { name, value, help, words: &[], check: |_| Ok(()), is_for_each_side: false, is_file: false }
    }

    /// The same, whose value is a file.
    const fn file(self) -> GameOption {
        GameOption { is_file: true, ..self }
    }

    /// The option on the command line. With `twice` it can be given once for each of two games that are compared.
    pub fn arg(&'static self, twice: bool) -> Arg {
        let arg = Arg::new(self.name).long(self.name).value_name(self.value).help(self.help);
        let repeats = twice || self.is_for_each_side;
        let arg = arg.action(if repeats { ArgAction::Append } else { ArgAction::Set }).allow_negative_numbers(true);
        if self.words.is_empty() {
            let check = self.check;
            return arg.value_parser(move |text: &str| check(text).map(|()| text.to_string()));
        }
        let words = self.words.iter().map(|(word, about)| PossibleValue::new(*word).help(*about));
        arg.value_parser(PossibleValuesParser::new(words))
    }
}

/// Checks a list of rules: an empty text is an empty list.
fn rules(text: &str) -> Result<(), String> {
    match text.trim().is_empty() || !text.split(',').any(|word| word.trim().is_empty()) {
        true => Ok(()),
        false => Err("a rule is missing before or after a comma; \"\" means no rules".into()),
    }
}
