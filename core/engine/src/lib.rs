//! What every tabletop wargame needs, and nothing specific to one of them. The engine knows no game, terminal, network
//! or clock.
//!
//! A game implements [`Rules`]: its rules ask, roll and draw at a [`Table`], and never wait. Its front end holds a
//! [`Game`], reads the open [`Decision`], and looks at the state through the [view](Game::view) of a side alone.
//! Everything else works for every game: records ([`record`]), scripts ([`script`], [`language`], [`debug`]), content and
//! files ([`content`], [`files`], [`faults`]), agents ([`Agent`], [`agents`], [`Situation`], [`Horizon`]), odds and counts ([`odds`],
//! [`perft`]), what decided a game ([`analysis`]) and pictures ([`scene`]).
//!
//! # Playing
//!
//! The game of these examples is Outpost, the crate `wilderness-outpost` in `tests/outpost`: a small game that shows how to
//! write one. The functions take any game.
//!
//! ```
//! use std::error::Error;
//! use std::rc::Rc;
//! use wilderness_engine::plain::Header;
//! use wilderness_engine::{Game, Rules};
//! use wilderness_outpost::Outpost;
//!
//! /// Begins a game, and gives the first legal answer to this many decisions.
//! fn play<R: Rules>(header: &R::Header, scripts: Rc<R::Scripts>, decisions: usize) -> Result<Game<R>, Box<dyn Error>> {
//!     let mut game = Game::<R>::begin(header, scripts)?;
//!     game.proceed()?;
//!     for _ in 0..decisions {
//!         let Some(decision) = game.decision() else { break };
//!         let answer = decision.choices[0];
//!         game.choose(answer)?;
//!     }
//!     Ok(game)
//! }
//!
//! # fn main() -> Result<(), Box<dyn Error>> {
//! let header = Header::new(7);
//! let mut game = play::<Outpost>(&header, Rc::default(), 3)?;
//! assert_eq!(game.past().decisions(), 3);
//! // Answers have tokens; what is not among the legal answers changes nothing.
//! assert!(game.choose_token("card:99").is_err());
//! assert!(game.past_mut().undo());
//! assert_eq!(game.past().decisions(), 2);
//! println!("{}", game.record());
//! # Ok(())
//! # }
//! ```
//!
//! # An agent
//!
//! An agent returns one of the legal answers; any other is an error that stops the game.
//!
//! ```
//! use wilderness_engine::{Agent, Decision, Halt, Rules, Windows};
//! use wilderness_outpost::{Choice, game};
//!
//! /// Always gives the last of the legal answers.
//! struct Last;
//!
//! impl<R: Rules> Agent<R> for Last {
//!     fn choose(&mut self, _: &R::View<'_>, decision: &Decision<R>) -> R::Choice {
//!         decision.choices[decision.choices.len() - 1]
//!     }
//! }
//!
//! /// Gives the same answer to everything.
//! struct Stubborn<R: Rules>(R::Choice);
//!
//! impl<R: Rules> Agent<R> for Stubborn<R> {
//!     fn choose(&mut self, _: &R::View<'_>, _: &Decision<R>) -> R::Choice {
//!         self.0
//!     }
//! }
//!
//! # fn main() {
//! let mut game = game(7, Windows::Holder);
//! for side in game.sides() {
//!     game.set_agent(side, Some(Box::new(Last)));
//! }
//! assert!(game.proceed().is_ok() && game.outcome().is_some());
//!
//! let mut other = wilderness_outpost::game(7, Windows::Holder);
//! for side in other.sides() {
//!     other.set_agent(side, Some(Box::new(Stubborn(Choice::PASS))));
//! }
//! assert!(matches!(other.proceed(), Err(Halt::Illegal { .. })));
//! # }
//! ```

mod agent;
pub mod agents;
pub mod analysis;
mod chance;
pub mod content;
pub mod debug;
mod decision;
pub mod faults;
pub mod files;
mod game;
mod generator;
pub mod harmless;
mod imagine;
mod inner_loops;
pub mod json;
pub mod language;
mod never;
pub mod odds;
pub mod perft;
pub mod plain;
pub mod record;
mod refusal;
mod rules;
mod run;
pub mod scene;
pub mod script;
mod side;
mod side_words;
mod table;
#[cfg(feature = "testing")]
pub mod testing;
mod tutorial;
pub mod value;
mod word;

// What a game gives.
pub use agent::{Agent, Explanation, Playout, Reason};
pub use decision::{Choice, Question};
pub use never::Never;
pub use rules::{GameType, Hidden, NoScripts, OpenView, PlayoutOf, Rules, SearchOf, Searched, SideView};
pub use side::{Each, MOST_SIDES, NotSides, Side, Sides};
pub use side_words::SideWords;
pub use tutorial::{StepForm, Tutorial, TutorialForm, TutorialStep, TutorialTry, unknown_in_tutorial};
pub use word::{NoWord, Word};

// What its rules work with.
pub use chance::{Purpose, Stream};
pub use generator::{Generator, RecordFormat};
pub use imagine::{Horizon, Situation};
pub use inner_loops::{InnerLoops, Searching};
pub use refusal::{Refusal, cite};
pub use run::StandIn;
pub use table::{Answer, Chance, Halt, Known, Play, Seen, Table};

// A game that is being played.
pub use decision::Decision;
pub use game::{
    Beforehand, Branch, Copies, Debugger, DebuggerMut, Game, Goal, NotReloaded, NotThere, Now, Onward, Past, PastMut,
    Played, RecordEnd, Refused, Reloading, Stands, StepBeginning, Why,
};
pub use table::{Dice, Forced, Windows};
