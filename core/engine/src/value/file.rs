//! The files of weights: `values/SCENARIO.toml`.

use super::luck::PipsForm;
use super::{CONSTANT, MOST_FEATURES, PipWorth, PositionValue, Weight};
use crate::content::{Catalogue, Family, FileName, Texts, Used};
use crate::faults::{Fault, Faults, Source, Spanned, read_toml};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The directory of the files, and what stands before their names.
const DIRECTORY: &str = "values";
const PREFIX: &str = "values/";
const ENDING: &str = ".toml";

/// How a file begins.
pub const BEGINNING: &str = "# What a position is worth";

/// The values of positions that content has, by the ids of the scenarios.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values(BTreeMap<String, PositionValue>);

/// How weights came about, as their file says.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fitted {
    /// The games that they were fitted to.
    pub games: u64,
    /// The positions of these games.
    pub positions: u64,
    /// The seed of the first.
    pub seed: u64,
    /// Who played.
    pub bots: String,
    /// Of how many decisions in a hundred the bots made some at random.
    pub slips: u32,
    /// Their log loss in games that were held out, in nats a position.
    pub loss: f64,
    /// That of a constant.
    pub constant: f64,
}

/// A file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ValueForm {
    #[serde(rename = "fitted")]
    _fitted: Option<Fitted>,
    weights: BTreeMap<Spanned<String>, WeightsForm>,
    #[serde(default)]
    luck: BTreeMap<Spanned<String>, PipsForm>,
}

/// The weights of a side, by the names of its features.
type WeightsForm = BTreeMap<Spanned<String>, Spanned<Vec<f64>>>;

impl Values {
    /// The family of the files, for the catalogue of a game.
    pub const FAMILY: Family = Family::data(PREFIX, DIRECTORY, FileName::Ending(ENDING), Used::ByBots);

    /// The path of the file of a scenario, in the directory of the scenarios or the folder of a game.
    pub fn path(scenario: &str) -> String {
        format!("{PREFIX}{scenario}{ENDING}")
    }

    /// Reads the values in content, for these sides and dice and [features](features_with_constant). What is wrong with one is
    /// added to the faults.
    pub fn read(texts: &Texts, sides_and_dice: [&[&str]; 2], features: &[String], faults: &mut Faults) -> Values {
        let named = |name: &str| name.strip_suffix(ENDING).unwrap_or(name).to_string();
        let read = |(name, source): (&str, &Source)| {
            Some((named(name), PositionValue::read(source, sides_and_dice, features, faults)?))
        };
        Values(texts.within(PREFIX).filter_map(read).collect())
    }

    /// The value of a scenario.
    pub fn get(&self, scenario: &str) -> Option<&PositionValue> {
        self.0.get(scenario)
    }
}

impl Catalogue {
    /// Whether the text with a name is the values of a scenario.
    pub fn is_value_of(&self, name: &str, scenario: &str) -> bool {
        self.is_for_bots(name) && name == Values::path(scenario)
    }
}

/// The features of a game with this many sides: the constant, and as many of its own as may be.
pub fn features_with_constant(own: impl IntoIterator<Item = impl Into<String>>, sides: usize) -> Vec<String> {
    let own = own.into_iter().map(Into::into);
    std::iter::once(CONSTANT.to_string()).chain(own).take(MOST_FEATURES / sides.max(1)).collect()
}

impl PositionValue {
    /// Reads weights for the features of these sides, and what pips of these dice are worth. What is not named has none.
    pub fn read(
        source: &Source,
        [sides, dice]: [&[&str]; 2],
        features: &[String],
        faults: &mut Faults,
    ) -> Option<PositionValue> {
        let form: ValueForm = read_toml("value", source, faults)?;
        let mut weights = vec![vec![Weight::default(); features.len()]; sides.len()];
        let before = faults.len();
        for (side, own) in &form.weights {
            let Some(index) = side_of(source, side, sides, faults) else { continue };
            for (name, numbers) in own {
                match features.iter().position(|known| known == name.get_ref()) {
                    None => faults.push(unknown(source, name, features)),
                    Some(feature) => match *numbers.get_ref().as_slice() {
                        [always] => weights[index][feature] = Weight { always, late: 0.0 },
                        [always, late] => weights[index][feature] = Weight { always, late },
                        _ => {
                            let message = format!("`{}` has {} weights", name.get_ref(), numbers.get_ref().len());
                            let fault = Fault::error("value::weights", message);
                            let label = "a weight, or two: all along, and late in the game";
                            faults.push(fault.at(source, numbers.span(), label));
                        }
                    },
                }
            }
        }
        let luck = PipWorth::read(source, &form.luck, [sides, dice], faults);
        (faults.len() == before).then_some(PositionValue { weights, luck })
    }

    /// The file with these weights; those of 0 are left out.
    pub fn to_toml(&self, sides: &[&str], features: &[String], fitted: &Fitted) -> String {
        let Fitted { games, positions, seed, bots, slips, loss, constant } = fitted;
        let mut text = format!(
            "{BEGINNING}: what each feature adds to the logarithm of a side's odds, all along, and divided\n\
             # by the square root of what is left of the game. `wilderness weigh` wrote this, and fits it anew.\n\
             \n\
             [fitted]\n\
             games = {games}\n\
             positions = {positions}\n\
             seed = {seed}\n\
             bots = {bots:?}\n\
             slips = {slips}\n\
             loss = {loss:.4}\n\
             constant = {constant:.4}\n"
        );
        for (side, weights) in sides.iter().zip(&self.weights) {
            let _ = writeln!(text, "\n[weights.{}]", key(side));
            for (name, Weight { always, late }) in features.iter().zip(weights) {
                // What is written is what counts.
                match (format!("{always:.5}"), format!("{late:.5}")) {
                    (always, late) if is_nothing(&late) && is_nothing(&always) => {}
                    (always, late) if is_nothing(&late) => drop(writeln!(text, "{} = [{always}]", key(name))),
                    (always, late) => drop(writeln!(text, "{} = [{always}, {late}]", key(name))),
                }
            }
        }
        text
    }
}

/// The number of a side; nothing and a fault if there is none with this word.
pub(super) fn side_of(source: &Source, side: &Spanned<String>, sides: &[&str], faults: &mut Faults) -> Option<usize> {
    let index = sides.iter().position(|known| known == side.get_ref());
    if index.is_none() {
        let fault = Fault::error("value::unknown_side", format!("there is no side `{}`", side.get_ref()));
        let fault = fault.at(source, side.span(), "unknown side");
        faults.push(fault.did_you_mean(side.get_ref(), sides.iter().copied()));
    }
    index
}

/// A feature that is not one of the game.
fn unknown(source: &Source, name: &Spanned<String>, features: &[String]) -> Fault {
    let fault = Fault::error("value::unknown_feature", format!("there is no feature `{}`", name.get_ref()));
    let fault = fault.at(source, name.span(), "unknown feature");
    let fault = fault.did_you_mean(name.get_ref(), features.iter().map(String::as_str));
    fault.help(format!("features are {}; `wilderness weigh` writes the file anew", features.join(", ")))
}

fn is_nothing(number: &str) -> bool {
    ["0.00000", "-0.00000"].contains(&number)
}

/// A key of TOML: in quotes, if it needs them.
pub(super) fn key(word: &str) -> String {
    let is_bare = word.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_');
    if is_bare && !word.is_empty() { word.to_string() } else { format!("{word:?}") }
}
