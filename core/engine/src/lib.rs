//! What every tabletop wargame needs, and nothing specific to one of them. The engine knows no game, terminal, network
//! or clock.

pub mod agent;
pub mod agents;
pub mod chance;
pub mod content;
pub mod debug;
pub mod decision;
pub mod faults;
pub mod files;
pub mod game;
pub mod harmless;
pub mod imagine;
pub mod json;
pub mod lab;
pub mod language;
pub mod odds;
pub mod perft;
pub mod record;
pub mod refusal;
pub mod rules;
pub mod run;
pub mod scene;
pub mod script;
pub mod side;
pub mod table;
