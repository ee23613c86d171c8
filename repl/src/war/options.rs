//! The options with which a game of the war begins, besides the common ones.

use crate::options::game_option::{DICE, GameOption, POSITION, RULES, SCENARIO, WINDOWS};
use crate::options::start::Start;
use wilderness_engine::faults::{Fault, Faults};
use wilderness_war::{Dice, Draws, PerSide, Settings, Side, Windows};

/// Scenario, rules and settings together.
pub static PRESET: GameOption = GameOption {
    is_file: true,
    ..GameOption::text(
        "preset",
        "NAME",
        "Scenario, rules and settings together: the name of a preset, or a file; other options override it",
    )
};
/// The size of a hand.
static HAND_SIZE: GameOption = GameOption {
    check: |text| hand_size(text).map(drop),
    is_for_each_side: true,
    ..GameOption::text(
        "hand-size",
        "SIDE=N",
        "The size of the hand dealt to a side, unless an event in force, such as William Pitt, changes it: `french=8`",
    )
};
/// Who acts first.
static FIRST_SIDE: GameOption = GameOption {
    check: |text| side(text).map(drop),
    ..GameOption::text("first-side", "SIDE", "The side that acts first in a season")
};
/// Points at the start.
static HANDICAP: GameOption = GameOption {
    check: |text| handicap(text).map(drop),
    ..GameOption::text(
        "handicap",
        "N",
        "Victory points added at the start: positive for the French, negative for the British",
    )
};
/// Who wins a draw.
static DRAWS: GameOption = GameOption {
    words: &[("nobody", "The game stays a draw"), ("french", "The French, as in a tournament (13.14)")],
    ..GameOption::text("draws", "WHO", "Who wins a drawn game: nobody, or the French, as in a tournament")
};

/// All options, in the order of help.
pub static OPTIONS: [&GameOption; 10] =
    [&SCENARIO, &PRESET, &POSITION, &RULES, &WINDOWS, &HAND_SIZE, &FIRST_SIDE, &HANDICAP, &DICE, &DRAWS];

/// Parses the name of a side.
fn side(word: &str) -> Result<Side, String> {
    Side::from_id(word).ok_or_else(|| "write `french` or `british`".to_string())
}

fn hand_size(word: &str) -> Result<(Side, u8), String> {
    let wanted = || "a side and a number of cards, such as `french=8`".to_string();
    let (who, size) = word.split_once('=').ok_or_else(wanted)?;
    let size = size.parse().ok().filter(|size| *size > 0).ok_or_else(wanted)?;
    Ok((side(who)?, size))
}

fn handicap(text: &str) -> Result<i16, String> {
    text.parse().map_err(|error| format!("{error}"))
}

/// The settings that options name.
pub fn settings(start: &Start) -> Settings {
    let size = |side: Side| {
        let sizes = start.values(&HAND_SIZE).filter_map(|text| hand_size(text).ok());
        sizes.filter(|(who, _)| *who == side).map(|(_, size)| size).next()
    };
    Settings {
        windows: start.value(&WINDOWS).map(|when| if when == "open" { Windows::Open } else { Windows::Holder }),
        hand_size: PerSide::new(size),
        first_side: start.value(&FIRST_SIDE).and_then(|word| side(word).ok()),
        handicap: start.value(&HANDICAP).and_then(|text| handicap(text).ok()),
        dice: start.value(&DICE).map(|rolls| if rolls == "table" { Dice::Table } else { Dice::Generator }),
        draws: start.value(&DRAWS).map(|who| if who == "french" { Draws::French } else { Draws::Nobody }),
    }
}

/// The size of a hand is given once for each side.
///
/// # Errors
/// The fault if it is given twice.
pub fn check_once(start: &Start) -> Result<(), Faults> {
    let sides = || start.values(&HAND_SIZE).filter_map(|text| hand_size(text).ok()).map(|(side, _)| side);
    match Side::BOTH.into_iter().find(|side| sides().filter(|other| other == side).count() > 1) {
        None => Ok(()),
        Some(side) => {
            let message = format!("`--hand-size` is given twice for the {side}");
            let form = "give it once for each side, as in `--hand-size french=8 --hand-size british=9`";
            Err(Fault::error("settings::given_twice", message).help(form).into())
        }
    }
}
