//! What the tests of the workspace see besides the API: the state of a game, rules about all of it or by themselves,
//! and what scripts do to it.

pub use crate::content::preset::Preset;
pub use crate::invariants::{broken as broken_invariant, broken_but, check as check_invariants};
pub use crate::placement::Placement;
pub use crate::script::UnderWay;
pub use crate::script::meddler::{Meddler, set as set_meddler};
pub use crate::state::{State, Step};
pub use crate::tables::{RaidColumn, RaidResult, combat, combat_column, combat_column_name, raid, siege};

use crate::deck::Deck;
use crate::position::{Checked, Position};
use crate::scenario::{JoinsPool, Scenario};
use crate::script::Scripts;
use crate::sets::{CardId, PieceId, PieceSet};
use crate::side::Side;
use crate::table::{Play, Requests, Table};
use crate::view::View;
use std::rc::Rc;
use wilderness_engine::Generator;

/// Rules by themselves.
pub mod rules {
    pub use crate::rules::alliance::settlements;
    pub use crate::rules::assemblies::{limit, provincials};
    pub use crate::rules::demolition::{demolishable, why_not_demolish};
    pub use crate::rules::force::{can_command_a_unit, fits, may_join};
    pub use crate::rules::housekeeping::{refuges, why_not_refuge};
    pub use crate::rules::losses::{Losses, Spread};
    pub use crate::rules::march::{March, Ways};
    pub use crate::rules::movement::{Mover, destinations, why_not_go};
    pub use crate::rules::raid::{all_targets, is_target};
    pub use crate::rules::reinforcement::{restorable, why_not_restore};
}

/// The state with which a scenario starts.
pub fn start(scenario: &Scenario, deck: &Deck, seed: u64) -> State {
    scenario.start(deck, Generator::seeded(seed))
}

/// The state of a position that was checked.
pub fn state_of(checked: &Checked) -> &State {
    &checked.state
}

/// The position of a state.
pub fn position_of(state: &State) -> Position {
    Position::from_state(state)
}

/// What a side sees of a state.
pub fn view<'a>(state: &'a State, scripts: &'a Rc<Scripts>, side: Side) -> View<'a> {
    View::new(state, scripts, side)
}

/// Whether a side may play the event of a card.
///
/// # Errors
/// A fault of its script.
pub fn can_play(scripts: &Scripts, state: &State, side: Side, card: CardId) -> Play<bool> {
    scripts.can_play(state, side, card)
}

/// Plays the event of a card.
///
/// # Errors
/// Whatever stops it.
pub fn play(scripts: &Scripts, table: &mut Table, side: Side, card: CardId) -> Play<()> {
    scripts.play(table, side, card)
}

/// What is reported when the event of a card ended like this.
///
/// # Errors
/// The same, or a fault of its script.
pub fn blamed(scripts: &Scripts, card: CardId, result: Play<()>) -> Play<()> {
    scripts.blamed(card, result)
}

/// How a table was before a script acted.
pub struct Before {
    state: State,
    requests: Requests,
    known: usize,
}

impl Before {
    /// How a table is now.
    pub fn of(table: &Table) -> Before {
        Before { state: table.state.clone(), requests: table.within.requests, known: table.known().next }
    }

    /// Takes back what has changed at the table since.
    pub fn restore(self, table: &mut Table) {
        table.state = self.state;
        table.within.requests = self.requests;
        table.back_to(self.known);
    }
}

/// Whether a piece does not come back once it is eliminated (7.61).
pub fn is_irreplaceable(piece: PieceId) -> bool {
    piece.irreplaceable()
}

/// The leaders who are not yet in play of those who join the pool in a year.
pub fn still_at_hand(joins: &JoinsPool, state: &State) -> PieceSet {
    joins.still_at_hand(state).collect()
}

/// The winner at the end of a year by the rules, in a scenario that ends with this year (13.1).
pub fn judge(state: &State, last_year: u16) -> Option<crate::state::Victory> {
    crate::rules::victory::judge(state, last_year, &crate::scenario::VictoryTerms::of_the_rules(last_year))
}
