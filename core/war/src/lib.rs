//! A rules engine for the board game Wilderness War. The core plays the whole game: map, sequence of play, movement,
//! battles, sieges, raids, supply. It has no terminal and no network.

pub mod agents;
mod chance;
mod content;
mod decision;
pub mod deck;
mod engine;
mod game;
mod header;
mod imagine;
mod inspect;
mod invariants;
mod layout;
pub mod map;
mod moments;
pub mod news;
pub mod odds;
pub mod pieces;
mod placement;
mod position;
mod record;
mod rules;
mod scenario;
pub mod scene;
mod script;
mod sets;
mod settings;
mod side;
mod state;
mod table;
mod tables;
mod trial;
mod view;
mod war;
mod way;

// The game and its sides.
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
pub use content::{Content, Places};
pub use header::Header;
pub use inspect::{Inspection, Standing};
pub use position::{PieceAt, Position, PositionEntry};
pub use record::{AutoLines, Known, Played, Record};
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
    pub use crate::script::{Costs, Fingerprints, OptionalRule, Place, Stoppable, Watched, document};
    pub use crate::trial::{Progress, trial};
}

/// What the tests of the workspace see besides the API: the state of a game, and rules about all of it.
#[cfg(feature = "testing")]
pub mod testing {
    pub use crate::agents::Standing;
    pub use crate::invariants::broken as broken_invariant;
    pub use crate::rules::victory::judge;
    pub use crate::state::{State, Step};
    pub use crate::tables::{combat, combat_column, combat_column_name, raid};

    /// The state with which a scenario starts.
    pub fn start(scenario: &crate::Scenario, deck: &crate::deck::Deck, seed: u64) -> State {
        scenario.start(deck, seed)
    }
}
