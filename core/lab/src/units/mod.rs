//! Files of rows: what was played, unit by unit, so that a run can be resumed after it was killed, and spread over many
//! machines. The first line says what is played ([`RowsHead`]); each other line is a unit of the statistics, in the order
//! of the run: a game, a pair, a base game with its twins. So a file is always the beginning of its shard, however it ended.

mod build;
mod file;
mod head;
mod merged;
mod packed;

pub use build::build_of;
pub use file::{RowsFile, RowsReader};
pub use head::{FORM, RowsHead, SeriesHead};
pub use merged::MergedFiles;
pub use packed::PackedGames;

use crate::facts::Facts;
use crate::row::Row;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;

/// How units are written as lines. It may remember what earlier lines of the file have said.
pub trait UnitForm {
    /// What is counted as one.
    type Unit;
    /// What a line holds of it, besides the seed.
    type Packed: Serialize + DeserializeOwned;
    /// Whether it consists of games that each have a row in a table.
    const HAS_ROWS: bool = false;

    /// Before the first line of a file.
    fn begin(head: &RowsHead, facts: &Facts) -> Self;

    /// What a line holds of the next unit, which is one of several with its seed.
    fn pack(&mut self, one: u64, unit: &Self::Unit) -> Self::Packed;

    /// The next unit, which has this seed, and is one of several with it.
    ///
    /// # Errors
    /// What is wrong with the line.
    fn unpack(&mut self, seed: u64, one: u64, packed: Self::Packed) -> Result<Self::Unit, String>;

    /// The rows of its games.
    fn rows(_unit: &Self::Unit) -> &[Row] {
        &[]
    }
}

/// A number as rows hold it, or the nearest that they can hold: with 32 bits, no sum of those of many games overflows.
pub fn narrow(number: i64) -> i32 {
    number.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Units that are written as they are.
pub struct AsTheyAre<T>(PhantomData<T>);

impl<T: Clone + Serialize + DeserializeOwned> UnitForm for AsTheyAre<T> {
    type Unit = T;
    type Packed = T;

    fn begin(_: &RowsHead, _: &Facts) -> AsTheyAre<T> {
        AsTheyAre(PhantomData)
    }

    fn pack(&mut self, _: u64, unit: &T) -> T {
        unit.clone()
    }

    fn unpack(&mut self, _: u64, _: u64, packed: T) -> Result<T, String> {
        Ok(packed)
    }
}
