//! Where a script sits while it runs, and the handle of the game that it holds.

use super::comparable::Comparable;
use super::lookup_cache::LookupCache;
use super::sandbox::Watch;
use crate::debug::Probe;
use crate::faults::{Fault, nearest};
use crate::language::{Card, Deck, End, Language, LanguageOf, Markers, Notes};
use crate::rules::Rules;
use crate::table::{Halt, Play, Table};
use rhai::{Dynamic, EvalAltResult, Position};
use std::cell::RefCell;
use std::fmt;
use std::rc::Rc;

/// What a native function returns to a script.
pub type Answer<T> = Result<T, Box<EvalAltResult>>;

/// An error that says why a service refuses, at the place of the call.
///
/// # Errors
/// Always.
pub fn refuse<T>(reason: impl Into<String>) -> Answer<T> {
    Err(Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(reason.into()), Position::NONE)))
}

/// There is nothing of a name that a script gives.
#[derive(Clone)]
pub(super) struct UnknownName {
    what: String,
    name: String,
    meant: Option<String>,
}

/// An error that says that there is nothing of a name, and what is probably meant.
///
/// # Errors
/// Always.
pub fn refuse_name<'a, T>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Answer<T> {
    let meant = nearest(name, known).map(str::to_string);
    let unknown = UnknownName { what: what.into(), name: name.into(), meant };
    Err(Box::new(EvalAltResult::ErrorRuntime(Dynamic::from(unknown), Position::NONE)))
}

impl UnknownName {
    /// As a fault with a code.
    pub fn fault(&self, code: &str) -> Fault {
        let fault = Fault::error(code, self.to_string());
        self.meant.iter().fold(fault, |fault, meant| fault.meaning(&self.name, meant))
    }
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no {} `{}`", self.what, self.name)
    }
}

/// For whom a script runs, and because of which card.
pub struct Occasion<R: Rules> {
    /// The side that plays the card.
    pub side: R::Side,
    /// The card; none for conditions and modifiers that belong to no card in play.
    pub card: Option<Card<R>>,
    /// The side that looks, if it is to see no more than it knows.
    pub eyes: Option<R::Side>,
    /// Whether the event was played earlier, and acts now because its marker is in force.
    pub lasts: bool,
}

impl<R: Rules> Clone for Occasion<R> {
    fn clone(&self) -> Occasion<R> {
        *self
    }
}

impl<R: Rules> Copy for Occasion<R> {}

impl<R: Rules> Occasion<R> {
    /// A script that the rules run sees everything that it asks for.
    pub fn new(side: R::Side, card: Option<Card<R>>) -> Occasion<R> {
        Occasion { side, card, eyes: None, lasts: false }
    }

    /// A script that acts because its marker is in force.
    pub(crate) fn lasting(side: R::Side, card: Option<Card<R>>) -> Occasion<R> {
        Occasion { lasts: true, ..Occasion::new(side, card) }
    }

    /// A script of no card that sees no more than its side knows.
    pub fn seen_by(side: R::Side) -> Occasion<R> {
        Occasion { side, card: None, eyes: Some(side), lasts: false }
    }
}

/// What a script works on.
pub(super) enum WorkedOn<R: Rules> {
    /// A copy of the state, to look at.
    Copy(Box<R::State>),
    /// The table, to act on.
    Table(Box<Table<R>>),
}

/// Where a script sits: what it works on, and for whom.
pub struct Seat<R: Rules> {
    pub(super) desk: WorkedOn<R>,
    /// The cards.
    pub deck: Rc<Deck<R>>,
    occasion: Occasion<R>,
    /// Why the script has to stop; looked at before anything that it returns.
    pub(super) latch: Option<Halt<R>>,
    /// The markers that the script can put in force.
    pub(super) markers: Rc<Markers<End<R>>>,
    /// What the services have noted.
    notes: Notes<R>,
    /// The functions that the script has looked up, if it has a cache.
    pub(super) cache: Option<Rc<LookupCache>>,
    /// What looks at a script that answers a question.
    pub(super) probe: Option<Rc<Probe<R>>>,
    watch: Rc<Watch>,
    comparable: Rc<Comparable>,
}

/// What is known of the running script.
pub(super) struct RunningScript {
    /// The functions that it has looked up.
    pub cache: Rc<LookupCache>,
    /// What values can be compared.
    pub comparable: Rc<Comparable>,
    pub watch: Rc<Watch>,
}

impl<R: Rules> Seat<R> {
    pub(super) fn new(
        desk: WorkedOn<R>,
        deck: Rc<Deck<R>>,
        occasion: Occasion<R>,
        (watch, comparable): (Rc<Watch>, Rc<Comparable>),
    ) -> Seat<R> {
        let (markers, notes) = Default::default();
        Seat { desk, deck, occasion, latch: None, markers, notes, cache: None, probe: None, watch, comparable }
    }

    /// Makes it ready for a call.
    pub(super) fn begin(&mut self, occasion: Occasion<R>) {
        self.occasion = occasion;
        self.notes = Notes::<R>::default();
        self.latch = None;
    }

    /// Where everything stands.
    pub fn state(&self) -> &R::State {
        self.watch.look();
        match &self.desk {
            WorkedOn::Copy(state) => state,
            WorkedOn::Table(table) => &table.state,
        }
    }

    /// What never changes in a game, as the language says. What depends on nothing else is remembered without a look at
    /// the state.
    pub fn setting(&self) -> &str {
        <LanguageOf<R> as Language>::setting(match &self.desk {
            WorkedOn::Copy(state) => state,
            WorkedOn::Table(table) => &table.state,
        })
    }

    /// The side for which the script runs.
    pub fn side(&self) -> R::Side {
        self.watch.look();
        self.occasion.side
    }

    /// The card whose event this is, if a card is in play.
    pub fn card(&self) -> Option<Card<R>> {
        self.watch.look();
        self.occasion.card
    }

    /// What the services have noted.
    pub fn notes(&self) -> &Notes<R> {
        self.watch.look();
        &self.notes
    }

    /// Whether the card is being played now, rather than acting because its marker is in force.
    pub fn is_played(&self) -> bool {
        self.watch.look();
        self.occasion.card.is_some() && !self.occasion.lasts
    }

    /// The side that looks, if it is to see no more than it knows.
    pub fn eyes(&self) -> Option<R::Side> {
        self.watch.look();
        self.occasion.eyes
    }

    /// Exchanges the table at this seat for another.
    pub(super) fn swap(&mut self, other: &mut Table<R>) {
        if let WorkedOn::Table(table) = &mut self.desk {
            std::mem::swap(table.as_mut(), other);
        }
    }

    fn halt(&mut self, halt: Halt<R>) {
        self.latch = Some(halt);
        self.watch.halted.set(true);
    }
}

fn stopped<T>() -> Answer<T> {
    Err(Box::new(EvalAltResult::ErrorTerminated("halt".into(), Position::NONE)))
}

/// The game, as scripts see it: what services are called on.
#[derive(Clone)]
pub struct Handle<R: Rules>(Option<Rc<RefCell<Seat<R>>>>);

impl<R: Rules> Handle<R> {
    pub(super) fn new(seat: Rc<RefCell<Seat<R>>>) -> Handle<R> {
        Handle(Some(seat))
    }

    /// A handle of no game, which every service refuses.
    pub(super) fn of_no_game() -> Handle<R> {
        Handle(None)
    }

    /// Looks at the game.
    ///
    /// # Errors
    /// If the script has to stop.
    pub fn read<T>(&self, look: impl FnOnce(&Seat<R>) -> T) -> Answer<T> {
        let Some(seat) = &self.0 else { return stopped() };
        let seat = seat.borrow();
        if seat.latch.is_some() { stopped() } else { Ok(look(&seat)) }
    }

    /// Does something at the table, for the side of the script; not in a condition. Once a decision is pending every
    /// service refuses.
    ///
    /// # Errors
    /// In a condition, and if the script has to stop.
    pub fn act<T>(&self, act: impl FnOnce(&mut Table<R>, R::Side) -> Play<T, R>) -> Answer<T> {
        let Some(seat) = &self.0 else { return stopped() };
        let mut seat = seat.borrow_mut();
        if seat.latch.is_some() {
            return stopped();
        }
        let side = seat.occasion.side;
        seat.watch.look();
        let WorkedOn::Table(table) = &mut seat.desk else {
            return refuse("this asks or changes something, which a condition cannot do");
        };
        let done = if table.is_at_something_hidden() { Err(Halt::Hidden) } else { act(table, side) };
        match done {
            Ok(value) => Ok(value),
            Err(halt) => {
                seat.halt(halt);
                stopped()
            }
        }
    }

    /// The script learns what a side holds, or has chosen in secret. What conditions and modifiers say is seen by all, so
    /// they may learn only what the side that looks knows: the condition of a card in play, what its own side holds.
    ///
    /// # Errors
    /// In a condition or modifier, if it is hidden.
    pub fn peek(&self, owner: R::Side) -> Answer<()> {
        let Some(seat) = &self.0 else { return stopped() };
        let mut seat = seat.borrow_mut();
        let (player, is_own_card) = (seat.occasion.side, seat.is_played()); // a look, too
        let sees_what_it_knows = seat.eyes().is_some() || is_own_card && owner == player;
        match &mut seat.desk {
            WorkedOn::Table(table) => table.peek(owner, player),
            WorkedOn::Copy(_) if sees_what_it_knows => {}
            WorkedOn::Copy(_) => {
                return refuse("this looks at what a side hides, which a condition or modifier cannot do");
            }
        }
        Ok(())
    }

    /// Looks at the table that the script acts on; nothing in a condition, or while a service works.
    pub fn table<T>(&self, look: impl FnOnce(&Table<R>) -> T) -> Option<T> {
        let seat = self.0.as_ref()?.try_borrow().ok()?;
        seat.watch.look();
        match &seat.desk {
            WorkedOn::Table(table) => Some(look(table)),
            WorkedOn::Copy(_) => None,
        }
    }

    /// Notes something for the services that are called later in the same run of the script.
    pub fn note(&self, note: impl FnOnce(&mut Notes<R>)) {
        if let Some(seat) = &self.0 {
            let mut seat = seat.borrow_mut();
            seat.watch.look();
            note(&mut seat.notes);
        }
    }

    /// What is known of the running script, if it has a cache.
    pub(super) fn running(&self) -> Option<RunningScript> {
        let seat = self.0.as_ref()?.try_borrow().ok()?;
        let (cache, comparable, watch) = (seat.cache.clone()?, seat.comparable.clone(), seat.watch.clone());
        Some(RunningScript { cache, comparable, watch })
    }

    /// Whether the script has to stop.
    pub(super) fn is_halted(&self) -> bool {
        self.0.as_ref().is_none_or(|seat| seat.borrow().latch.is_some())
    }

    /// Makes the script stop.
    pub(super) fn halt(&self, halt: Halt<R>) {
        if let Some(seat) = &self.0 {
            seat.borrow_mut().halt(halt);
        }
    }

    /// For whom the script runs.
    pub(super) fn player(&self) -> Option<R::Side> {
        Some(self.0.as_ref()?.borrow().occasion.side)
    }

    /// What looks at the script, if it is debugged.
    pub(super) fn probe(&self) -> Option<Rc<Probe<R>>> {
        let own = self.0.as_ref()?.try_borrow().ok()?.probe.clone();
        own.or_else(|| self.table(|table| table.probe().cloned()).flatten())
    }

    /// Whether the script has seen what is hidden from a person who looks on.
    pub(super) fn is_hidden(&self) -> bool {
        self.table(|table| table.has_peeked()).unwrap_or(false)
    }

    /// How many entries the log has.
    pub(super) fn log_length(&self) -> usize {
        let questioned = || self.probe().map_or(0, |probe| probe.log_length());
        self.table(|table| table.log_length()).unwrap_or_else(questioned)
    }

    /// What a script prints is told where scripts are debugged, and forgotten elsewhere.
    pub(super) fn print(&self, source: Option<&str>, position: Position, text: &str) {
        if let Some(probe) = self.probe().filter(|_| !self.is_hidden() && !self.is_halted()) {
            probe.print(source, position, self.log_length(), text);
        }
    }
}
