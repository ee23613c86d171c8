//! The balance lab: what `simulate`, `merge`, `arena` and `compare` have in common.

pub mod args;
pub mod compared;
pub mod estimate;
pub mod in_order;
pub mod plot;
pub mod row;
pub mod series;
pub mod summary;
