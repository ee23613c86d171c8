//! Shards: the part of a run that one of many machines plays. A run is dealt by its seeds, in blocks of about the same
//! length, so that what is counted as one stays together: a game, a pair, a base game with its twins.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// One of the parts into which the seeds of a run are dealt: `3/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

/// Which shard is meant: one that is named, or the one that a scheduler has given to this process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardChoice {
    /// This one.
    Named(Shard),
    /// That of the scheduler, of this many; without a number, of as many as the scheduler says.
    Scheduled(Option<u64>),
}

/// The word for the shard of a scheduler.
const AUTO: &str = "auto";

/// More shards than this are assumed to be a typing error.
const MOST: u64 = 1_000_000;

/// A scheduler that numbers the processes that it starts.
struct Scheduler {
    name: &'static str,
    /// The variable with the number.
    variable: &'static str,
    /// The number of the first process.
    first: u64,
}

const SLURM: Scheduler = Scheduler { name: "Slurm", variable: "SLURM_ARRAY_TASK_ID", first: 1 };
const SCHEDULERS: [Scheduler; 3] = [
    SLURM,
    Scheduler { name: "Kubernetes", variable: "JOB_COMPLETION_INDEX", first: 0 },
    Scheduler { name: "GNU parallel", variable: "PARALLEL_SEQ", first: 1 },
];

/// The value of an environment variable, if it is set.
type Variables<'a> = &'a dyn Fn(&str) -> Option<String>;

impl Shard {
    /// A run that is not dealt.
    pub const WHOLE: Shard = Shard { number: 1, of: 1 };

    fn new(number: u64, of: u64) -> Result<Shard, String> {
        let is_one = (1..=MOST).contains(&of) && (1..=of).contains(&number);
        if is_one { Ok(Shard { number, of }) } else { Err(format!("there is no shard {number} of {of}")) }
    }

    /// The seeds that it plays of all of a run; nothing if there are more shards than seeds.
    pub fn seeds(self, all: &RangeInclusive<u64>) -> Option<RangeInclusive<u64>> {
        let count = u128::from(all.end().checked_sub(*all.start())?) + 1;
        // The edges lie within the seeds, so they fit.
        let edge = |number: u64| u128::from(*all.start()) + count * u128::from(number) / u128::from(self.of);
        let (first, end) = (edge(self.number - 1), edge(self.number));
        (first < end).then(|| first as u64..=(end - 1) as u64)
    }

    /// All shards of a run that is dealt like this.
    pub fn all(self) -> impl Iterator<Item = Shard> {
        (1..=self.of).map(move |number| Shard { number, ..self })
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').map(|(number, of)| (number.trim().parse(), of.trim().parse()));
        match numbers {
            Some((Ok(number), Ok(of))) => Shard::new(number, of),
            _ => Err("a shard, such as `3/8`".into()),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Shard, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> String {
        shard.to_string()
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for ShardChoice {
    type Err = String;

    fn from_str(text: &str) -> Result<ShardChoice, String> {
        let of = match text.split_once('/') {
            None if text == AUTO => return Ok(ShardChoice::Scheduled(None)),
            Some((AUTO, of)) => of.parse().ok().filter(|of| (1..=MOST).contains(of)),
            _ => return text.parse().map(ShardChoice::Named).map_err(|what| format!("{what}; or `auto`, or `auto/8`")),
        };
        of.map(|of| ShardChoice::Scheduled(Some(of))).ok_or_else(|| format!("the number of shards, 1 to {MOST}"))
    }
}

impl ShardChoice {
    /// The shard, and where its number comes from if that is not the command line.
    ///
    /// # Errors
    /// When the environment does not say which one it is.
    pub fn settle(self, variable: Variables<'_>) -> Result<(Shard, Option<String>), String> {
        let of = match self {
            ShardChoice::Named(shard) => return Ok((shard, None)),
            ShardChoice::Scheduled(of) => of,
        };
        let set: Vec<(&Scheduler, String)> =
            SCHEDULERS.iter().filter_map(|known| Some((known, variable(known.variable)?))).collect();
        let (scheduler, value) = match &set[..] {
            [only] => only,
            [] => {
                let names = SCHEDULERS.map(|known| format!("{} ({})", known.variable, known.name)).join(", ");
                return Err(format!("no scheduler says which shard this is: none of {names} is set"));
            }
            several => {
                let names: Vec<&str> = several.iter().map(|(known, _)| known.variable).collect();
                return Err(format!(
                    "{} are set, and it is not clear which of them counts: write `--shard I/N`",
                    names.join(" and ")
                ));
            }
        };
        let number = |name: &str, value: &str| {
            value.trim().parse::<u64>().map_err(|_| format!("{name} is `{value}`, which is not a number"))
        };
        let value = number(scheduler.variable, value)?;
        let shard = match of {
            Some(of) => {
                let number = value.saturating_add(1).saturating_sub(scheduler.first);
                let last = of + scheduler.first - 1;
                Shard::new(number, of).map_err(|_| {
                    let (variable, first) = (scheduler.variable, scheduler.first);
                    format!("{variable} is {value}, but {of} shards are numbered from {first} to {last}")
                })?
            }
            None => {
                let read = |name: &str| variable(name).map(|value| number(name, &value)).transpose();
                let facts = ["COUNT", "MIN", "MAX"].map(|what| read(&format!("SLURM_ARRAY_TASK_{what}")));
                let [count, min, max] = facts;
                match (count?, min?, max?) {
                    (Some(count), Some(min), Some(max)) if scheduler.variable == SLURM.variable => {
                        of_array(value, count, min, max)?
                    }
                    _ => {
                        let variable = scheduler.variable;
                        return Err(format!(
                            "{variable} does not say how many shards there are: write `--shard auto/N`"
                        ));
                    }
                }
            }
        };
        Ok((shard, Some(format!("{} is {value}", scheduler.variable))))
    }
}

/// The shard of a task of an array of Slurm, whose tasks are numbered in equal steps.
fn of_array(id: u64, count: u64, min: u64, max: u64) -> Result<Shard, String> {
    let step = max.saturating_sub(min).checked_div(count.saturating_sub(1)).unwrap_or(1).max(1);
    let is_even = min.checked_add(step * count.saturating_sub(1)) == Some(max);
    let offset = id.checked_sub(min).filter(|offset| is_even && offset % step == 0);
    let shard = offset.map(|offset| Shard::new(offset / step + 1, count));
    shard.unwrap_or_else(|| {
        Err(format!(
            "the {count} tasks of the array, {min} to {max}, are not numbered in equal steps: write `--shard auto/N`"
        ))
    })
}
