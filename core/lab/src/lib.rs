//! The balance lab, for any game: series of games that bots play, a row for each, statistics, paired comparisons and
//! plots. A game says what it counts ([`Tested`](series::Tested)); what is typed and shown is the program's.

pub mod balance;
pub mod clustered;
pub mod comparison;
mod contestant;
mod count;
mod estimate;
pub mod facts;
mod in_order;
mod judged;
pub mod ladder;
pub mod luck;
pub mod outside;
mod pairs;
#[cfg(feature = "parquet")]
mod parquet;
mod player;
pub mod plot;
pub mod row;
pub mod seen;
pub mod sequential;
pub mod series;
pub mod shard;
mod simulate;
mod solve;
pub mod summary;
pub mod swing;
pub mod table;
pub mod units;
pub mod weigh;

pub use contestant::{CONTESTANTS, Contestant};
pub use count::{stopped_early, thousands};
pub use estimate::{CONFIDENCE, Mean, Rate};
pub use in_order::{Threads, count, in_order};
pub use judged::{Certainty, Judged};
pub use pairs::{PairWorker, SharedCourses, play_pairs};
pub use player::{Level, PLAYERS, Player, clock};
pub use simulate::{Ended, Experiment, PANIC, Worker, finish, message, play_several};
