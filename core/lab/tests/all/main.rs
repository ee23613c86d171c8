//! Tests of the lab.

mod compared;
mod estimates;
mod ladder;
mod luck;
#[cfg(feature = "parquet")]
mod parquet;
mod rows;
mod sequential;
mod shards;
mod simulated;
mod three_sides;
mod units;
mod weigh;
