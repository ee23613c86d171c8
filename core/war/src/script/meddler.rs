//! What tests do wherever the rules are about to call scripts.

use super::Scripts;
use crate::sets::CardId;
use crate::side::Side;
use crate::table::Table;
use std::cell::RefCell;
use std::rc::Rc;

/// Acts for a side where scripts are about to be called: as the event of a card if one is given, else as an optional
/// rule.
pub type Meddler = Rc<dyn Fn(&Scripts, &mut Table, Side, Option<CardId>)>;

thread_local! {
    static MEDDLER: RefCell<Option<Meddler>> = const { RefCell::new(None) };
}

/// Sets what acts from now on in this thread; every moment is then one at which a script may act.
pub fn set(meddler: Option<Meddler>) {
    MEDDLER.set(meddler);
}

pub(super) fn is_on() -> bool {
    MEDDLER.with_borrow(Option::is_some)
}

/// Lets it act, if it is set. What it causes is left alone.
pub(super) fn meddle(scripts: &Scripts, table: &mut Table, side: Side, card: Option<CardId>) {
    let Some(meddler) = MEDDLER.take() else { return };
    meddler(scripts, table, side, card);
    MEDDLER.set(Some(meddler));
}
