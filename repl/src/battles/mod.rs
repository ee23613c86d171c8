//! The front end of French & Indian War Battles: units and hexes in words, what it shows, and the sentences it
//! understands.

mod briefing;
mod cases;
mod chances;
mod charts;
mod commands;
pub mod content;
mod extras;
mod front;
mod guess;
mod help;
pub mod inspect;
mod looking;
mod moves;
mod names;
mod odds;
mod pictured;
mod rephrase;
mod replayed;
mod routes;
mod rows;
pub mod rules;
mod say;
pub mod series;
mod show;
pub mod start;
mod tables;
mod title;
mod tutorial;
mod ways;
mod which_unit;
