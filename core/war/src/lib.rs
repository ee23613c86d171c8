//! A rules engine for the board game Wilderness War. The core plays the whole game: map, sequence of play, movement,
//! battles, sieges, raids, supply. It has no terminal and no network.
//!
//! # Playing
//!
//! A game begins as a [`Header`] says. It waits at each [`Decision`] until one of its choices is given; a [`View`] is
//! what a side sees of it.
//!
//! ```
//! use std::rc::Rc;
//! use wilderness_war::{Ask, Header, Scripts, Side, View};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scripts = Rc::new(Scripts::embedded()?);
//! let mut game = Header::new("annus-mirabilis", 7, &scripts).begin(scripts)?;
//! game.proceed()?;
//!
//! // The French play a card to activate units one by one.
//! let decision = game.decision().ok_or("the game is over")?;
//! assert_eq!((decision.side, &decision.ask), (Side::French, &Ask::Card));
//! let card = decision.choices[0];
//! game.choose(card)?;
//! game.choose_token("individual")?;
//! // An answer that is not offered changes nothing.
//! assert!(game.choose_token("space:quebec").is_err());
//! let unit = game.decision().ok_or("the game is over")?.choices[0];
//! game.choose(unit)?;
//! assert_eq!(game.past().decisions(), 3);
//!
//! // A side sees its own hand; the public view shows none.
//! let view = game.view(Side::French);
//! assert!(!view.hand().is_empty() && view.cards_of(Side::British).is_empty());
//! assert!(View::public(&game).hand().is_empty());
//! println!("{} {}: {} VP", view.season(), view.year(), view.vp());
//!
//! assert!(game.past_mut().undo());
//! println!("{}", game.record());
//! # Ok(())
//! # }
//! ```
//!
//! # An agent
//!
//! An agent returns one of the choices; any other is an error that stops the game.
//!
//! ```
//! use std::rc::Rc;
//! use wilderness_engine::Agent;
//! use wilderness_war::agents::Greedy;
//! use wilderness_war::{Ask, Choice, Decision, Halt, Header, Scripts, Side, View, War};
//!
//! /// Builds with its cards as long as it can, and otherwise asks the greedy agent.
//! struct Builder(Greedy);
//!
//! impl Agent<War> for Builder {
//!     fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
//!         let builds = matches!(decision.ask, Ask::Use(_)).then(|| decision.find("stockades")).flatten();
//!         builds.unwrap_or_else(|| self.0.choose(view, decision))
//!     }
//! }
//!
//! /// Gives the same answer to everything.
//! struct Stubborn(Choice);
//!
//! impl Agent<War> for Stubborn {
//!     fn choose(&mut self, _: &View<'_>, _: &Decision) -> Choice {
//!         self.0
//!     }
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let scripts = Rc::new(Scripts::embedded()?);
//! let header = Header::new("annus-mirabilis", 7, &scripts);
//!
//! let mut game = header.begin(scripts.clone())?;
//! game.set_agent(Side::French, Some(Box::new(Builder(Greedy::new(1, Side::French)))));
//! game.proceed()?;
//! assert_eq!(game.decision().map(|decision| decision.side), Some(Side::British));
//!
//! let mut game = header.begin(scripts)?;
//! game.proceed()?;
//! let card = game.decision().ok_or("the game is over")?.choices[0];
//! game.set_agent(Side::French, Some(Box::new(Stubborn(card))));
//! assert!(matches!(game.proceed(), Err(Halt::Illegal { .. })));
//! # Ok(())
//! # }
//! ```

pub mod agents;
mod chance;
mod components;
mod content;
mod context;
mod deal;
mod decision;
pub mod deck;
mod engine;
mod game;
mod header;
mod imagine;
mod inspect;
mod invariants;
mod layout;
mod moments;
pub mod news;
pub mod odds;
mod placement;
mod position;
mod record;
mod rules;
mod scenario;
pub mod scene;
mod script;
pub mod series;
mod sets;
mod settings;
mod state;
mod table;
pub mod tables;
#[cfg(feature = "testing")]
pub mod testing;
mod trial;
mod view;
mod war;
mod way;

// What lies on the table, and who sits at it.
use components::side;
pub use components::{map, pieces};

// The game and its sides.
pub use deal::{Deal, Deals, NotExchanged};
pub use game::{Cards, Game, Goal, NotReloaded, NotThere, Onward, Refused};
pub use side::{PerSide, Side};
pub use table::{Forced, Halt};
pub use view::View;
pub use war::{GAME, War};

// What is asked and answered.
pub use chance::{Draw, Throw};
pub use decision::{Ask, Choice, Decision, Word};
pub use table::{Answer, Chance, Dice, Windows};

// What is on the map and the tracks.
pub use placement::Place;
pub use sets::{CardId, CardSet, PieceId, PieceSet, SpaceId, SpaceSet};
pub use state::{Assemblies, Reason, Season, Time, Until, Victory, Works};

// What a game begins with, and files.
pub use content::{CATALOGUE, Content};
pub use header::Header;
pub use inspect::{Inspection, Standing};
pub use position::{PieceAt, Position, PositionEntry};
pub use record::{AutoLines, KnownRecords, Played, Record};
pub use scenario::Scenario;
pub use script::Scripts;
pub use settings::{Draws, Settings};

/// What a [`View`] answers: routes, supply lines, and who could come or intercept.
pub mod queries {
    pub use crate::rules::march::{Manner, Party};
    pub use crate::rules::route::{Leg, Route};
    pub use crate::rules::supply::SupplyLine;
    pub use crate::script::MovementLimits;
    pub use crate::view::{Arrival, Interceptor, NoRoute};
}

/// What the tools of a designer need: the scripts' API as a document, their cost, and their debugger.
pub mod scripting {
    pub use crate::moments::MomentKind;
    pub use crate::script::{Costs, Fingerprints, OptionalRule, ScriptLine, Stoppable, Watched, document};
    pub use crate::trial::{TrialProgress, trial};
}
