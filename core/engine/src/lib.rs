//! What every tabletop wargame needs, and nothing that only one of them has. The engine knows no game, no terminal, no
//! network and no clock.

pub mod agents;
pub mod chance;
pub mod content;
pub mod decision;
pub mod faults;
pub mod files;
pub mod game;
pub mod harmless;
pub mod imagine;
pub mod json;
pub mod lab;
pub mod perft;
pub mod record;
pub mod refusal;
pub mod rules;
pub mod run;
pub mod script;
pub mod side;
mod source;
pub mod table;
