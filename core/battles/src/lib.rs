//! A rules engine for French & Indian War Battles: one battle at a time, with hexes and counters. What a battle is
//! comes from data (`scenarios/battles`): tables, maps, counters and scenarios. Whatever is reconstructed there is
//! marked as such.
//!
//! # Playing
//!
//! A battle begins as a [`Header`] says. It waits at each [`Decision`] until one of its choices is given; a [`View`] is
//! what a side sees of it.
//!
//! ```
//! use std::rc::Rc;
//! use wilderness_battles::{Ask, Battles, Choice, Game, Header, Options, Side};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let battles = Rc::new(Battles::embedded()?);
//! let mut game = Game::begin(&Header::new("lake-george", 7, Options::default()), battles)?;
//! game.proceed()?;
//!
//! // The British set up their camp.
//! let decision = game.decision().ok_or("the battle is over")?;
//! assert_eq!(decision.side, Side::British);
//! assert!(matches!(decision.ask, Ask::Place(_)));
//! let hex = decision.choices[0];
//! game.choose(hex)?;
//! // An answer that is not offered changes nothing.
//! assert!(game.choose_token("hex:0000").is_err());
//! assert!(matches!(game.decision().ok_or("the battle is over")?.choices[0], Choice::Hex(_)));
//! assert_eq!(game.past().decisions(), 1);
//!
//! // A side sees everything but the markers that its enemy has not played.
//! let view = game.view(Side::French);
//! println!("{}, turn {} of {}", view.battle().name, view.state().turn, view.battle().turns);
//!
//! assert!(game.past_mut().undo());
//! println!("{}", game.record());
//! # Ok(())
//! # }
//! ```
//!
//! # An agent
//!
//! An agent returns one of the choices; any other is an error that stops the battle.
//!
//! ```
//! use std::rc::Rc;
//! use wilderness_battles::agents::Greedy;
//! use wilderness_battles::{Ask, Battles, Choice, Decision, FrenchAndIndianWarBattles, Game};
//! use wilderness_battles::{Header, Options, Side, View};
//! use wilderness_engine::{Agent, Halt, Playout as _};
//!
//! /// Attacks no one that it need not attack, and otherwise asks the greedy agent.
//! struct Cautious(Greedy);
//!
//! impl Agent<FrenchAndIndianWarBattles> for Cautious {
//!     fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
//!         let leaves_off = matches!(decision.ask, Ask::Attacked).then(|| decision.find("done")).flatten();
//!         leaves_off.unwrap_or_else(|| self.0.choose(view, decision))
//!     }
//! }
//!
//! /// Gives the same answer to everything.
//! struct Stubborn(Choice);
//!
//! impl Agent<FrenchAndIndianWarBattles> for Stubborn {
//!     fn choose(&mut self, _: &View<'_>, _: &Decision) -> Choice {
//!         self.0
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let battles = Rc::new(Battles::embedded()?);
//! let header = Header::new("lake-george", 7, Options::default());
//!
//! let mut game = Game::begin(&header, battles.clone())?;
//! game.set_agent(Side::British, Some(Box::new(Cautious(Greedy::new(1, Side::British)))));
//! game.proceed()?;
//! assert_eq!(game.decision().map(|decision| decision.side), Some(Side::French));
//!
//! let mut game = Game::begin(&header, battles)?;
//! game.set_agent(Side::British, Some(Box::new(Stubborn(Choice::Done))));
//! assert!(matches!(game.proceed(), Err(Halt::Illegal { .. })));
//! # Ok(())
//! # }
//! ```

pub mod agents;
mod battle;
mod board;
mod content;
mod decision;
mod declare;
mod engine;
mod game;
mod header;
mod id;
pub mod inspect;
mod invariants;
mod log;
pub mod look;
pub mod los;
mod map;
pub mod odds;
mod pieces;
mod position;
mod rules;
pub mod scene;
mod script;
pub mod series;
mod side;
mod state;
mod strength;
mod tables;
pub mod trial;

mod unit;
mod view;
pub mod words;

// The game and its sides.
pub use game::{FrenchAndIndianWarBattles, Game, Record, Time};
pub use side::{PerSide, Side};
pub use view::View;

// What is asked and answered.
pub use decision::{Ask, Choice, Decision, Number, Throw};
pub use log::{Happened, LogEntry};

// What stands on the field.
pub use id::Id;
pub use pieces::{At, Done, Piece, Pieces};
pub use state::{Level, Marker, Options, Outcome, State, Step};
pub use tables::{Cost, Defence, Gait, TerrainRow};
pub use unit::{Class, Unit, UnitId};
pub use wilderness_hexes::{Hex, HexSet};

// What a battle begins with, and files.
pub use battle::Battle;
pub use content::{CATALOGUE, Content, GAME};
pub use header::Header;
pub use position::{Position, PositionEntry};
pub use script::Battles;

/// What the tests see besides the API.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::tables::Column;
}
