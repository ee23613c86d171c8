//! Games that an earlier run has played: their rows are taken from its file, if they are those that would be played again.

use crate::row::{KnownGames, Row, read};
use crate::series::{BUILD, Series, Tested};
use miette::miette;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

/// Who played, where, and the seed.
type GameKey = (Vec<String>, String, u64);

/// The rows of earlier runs, without those of games that failed.
#[derive(Default)]
pub struct EarlierRows(BTreeMap<GameKey, Row>);

impl EarlierRows {
    /// Reads the rows of a file, which must be of these series.
    ///
    /// # Errors
    /// A row that is not of the form, or of other games: what differs.
    pub fn read<F: Tested>(&mut self, path: &Path, known: KnownGames<'_>, series: &[&Series<F>]) -> miette::Result<()> {
        let setups: BTreeMap<(Vec<String>, String), &str> =
            series.iter().map(|series| ((series.names(), series.scenario()), series.setup.as_str())).collect();
        read(path, known, |facts, row| {
            let setup = setups.get(&(row.players.clone(), row.scenario.clone())).copied();
            if let Some(why) = difference(F::GAME == facts.game, &row, setup) {
                let help = "name another file with `--out`, or delete this one";
                return Err(miette!(help = help, "{} holds games {why}", path.display()));
            }
            if row.error.is_empty() {
                self.0.insert((row.players.clone(), row.scenario.clone(), row.seed), row);
            }
            Ok(())
        })
    }

    /// The row of a game.
    pub fn row(&self, players: &[String], scenario: &str, seed: u64) -> Option<&Row> {
        self.0.get(&(players.to_vec(), scenario.to_string(), seed))
    }

    /// Whether this row is among them.
    pub fn has(&self, row: &Row) -> bool {
        self.row(&row.players, &row.scenario, row.seed).is_some()
    }

    /// All of them.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.0.values()
    }
}

/// What tells a row from those of the series with the same players and scenario, which have this setup.
fn difference(is_of_game: bool, row: &Row, setup: Option<&str>) -> Option<String> {
    let Some(setup) = setup.filter(|_| is_of_game) else {
        let players = row.players.join("` against `");
        return Some(format!("of `{players}` in `{}`, which are not among these", row.scenario));
    };
    let [own, other] = [setup, row.setup.as_str()].map(|setup| setup.split_once(BUILD).unwrap_or((setup, "")));
    match () {
        () if own.0 != other.0 => Some("with other scripts, rules, settings or starting positions".into()),
        () if other.1.is_empty() => Some("that do not say which build of the program has played them".into()),
        () if own.1 != other.1 => Some(format!("played by another build of the program ({}, not {})", other.1, own.1)),
        () => None,
    }
}

/// How much of the program is read at once, in bytes.
const PART: u64 = 1 << 16;

/// A fingerprint of the program that is running.
///
/// # Errors
/// When it cannot be read.
pub fn build_of() -> Result<String, String> {
    let failed = |error: std::io::Error| format!("the program cannot read itself, to tell its build: {error}");
    let mut program = File::open(std::env::current_exe().map_err(failed)?).map_err(failed)?;
    let (mut hash, mut part) = (0xcbf2_9ce4_8422_2325_u64, Vec::new());
    loop {
        part.clear();
        if program.by_ref().take(PART).read_to_end(&mut part).map_err(failed)? == 0 {
            return Ok(format!("{hash:016x}"));
        }
        for bytes in part.chunks(8) {
            let word = bytes.iter().fold(0_u64, |word, byte| word << 8 | u64::from(*byte));
            hash = (hash ^ word).wrapping_mul(0x100_0000_01b3).rotate_left(23);
        }
    }
}
