//! Tests of the lab.

mod compared;
mod estimates;
mod ladder;
mod rows;
mod sequential;
mod simulated;
mod three_sides;
mod weigh;
