//! The handle that scripts hold, and the game itself: sides, date, points, dice.

use super::{Answer, guards, refuse};
use crate::chance::Throw;
use crate::deck::Deck;
use crate::moments::MomentKind;
use crate::news::{Entry, Happened, Why};
use crate::script::host::{Occasion, Watch};
use crate::script::memory::Memory;
use crate::sets::{CardId, CardSet, PieceId, PieceSet};
use crate::side::Side;
use crate::state::{Season, State, Step, Until};
use crate::table::{Effects, Halt, Play, Table};
use rhai::plugin::*;
use rhai::{EvalAltResult, Position, combine_with_exported_module};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What a script works on.
pub(crate) enum Desk {
    /// A copy of the state, to look at.
    Copy(Box<State>),
    /// The table, to act on.
    Table(Box<Table>),
}

/// The rule of what events do.
const EVENTS: &str = "5.5";

/// The rule by which a script acts: that of events, or of optional rules if no card is played.
fn rule_of(game: &Game) -> Answer<&'static str> {
    game.read(|seat| if seat.card.is_some() { EVENTS } else { "14.0" })
}

/// Where a script sits: what it works on, and for whom.
pub(crate) struct Seat {
    pub desk: Desk,
    pub deck: Rc<Deck>,
    pub side: Side,
    pub card: Option<CardId>,
    /// Who looks, if he is to see no more than he knows.
    eyes: Option<Side>,
    /// Why the script has to stop; looked at before anything that it returns.
    pub latch: Option<Halt>,
    /// The markers that the script can put in force.
    pub markers: Rc<BTreeMap<Arc<str>, Until>>,
    /// The leaders that the script has drawn, and may place.
    pub drawn: PieceSet,
    /// What the script remembers while it runs, if it does.
    pub memory: Option<Rc<Memory>>,
    watch: Rc<Watch>,
}

impl Seat {
    pub fn new(desk: Desk, deck: Rc<Deck>, watch: Rc<Watch>) -> Seat {
        let (markers, drawn) = (Rc::default(), PieceSet::EMPTY);
        let (side, card, eyes, latch, memory) = (Side::French, None, None, None, None);
        Seat { desk, deck, side, card, eyes, latch, markers, drawn, memory, watch }
    }

    /// Makes it ready for a call.
    pub fn begin(&mut self, occasion: Occasion) {
        self.side = occasion.side;
        self.card = occasion.card;
        self.eyes = occasion.eyes;
        self.drawn = PieceSet::EMPTY;
        self.latch = None;
    }

    /// Where everything stands.
    pub fn state(&self) -> &State {
        match &self.desk {
            Desk::Copy(state) => state,
            Desk::Table(table) => &table.state,
        }
    }

    /// The cards of a side's hand, as far as whoever looks knows them.
    pub fn hand(&self, side: Side) -> CardSet {
        match self.eyes {
            Some(eyes) if eyes != side => self.state().known_cards(side),
            _ => self.state().hands[side],
        }
    }

    /// Exchanges the table at this seat for another.
    pub fn swap(&mut self, other: &mut Table) {
        if let Desk::Table(table) = &mut self.desk {
            std::mem::swap(table.as_mut(), other);
        }
    }

    fn halt(&mut self, halt: Halt) {
        self.latch = Some(halt);
        self.watch.halted.set(true);
    }

    fn stopped<T>() -> Answer<T> {
        Err(Box::new(EvalAltResult::ErrorTerminated("halt".into(), Position::NONE)))
    }
}

/// The game, as scripts see it.
#[derive(Clone)]
pub struct Game(pub(crate) Rc<RefCell<Seat>>);

impl Game {
    /// Looks at the table.
    pub(crate) fn read<T>(&self, look: impl FnOnce(&Seat) -> T) -> Answer<T> {
        let seat = self.0.borrow();
        if seat.latch.is_some() { Seat::stopped() } else { Ok(look(&seat)) }
    }

    /// Does something at the table; not in a condition. Once a decision is pending every service refuses.
    pub(crate) fn act<T>(&self, act: impl FnOnce(&mut Table, Side) -> Play<T>) -> Answer<T> {
        let mut seat = self.0.borrow_mut();
        if seat.latch.is_some() {
            return Seat::stopped();
        }
        let side = seat.side;
        let Desk::Table(table) = &mut seat.desk else {
            return refuse("this asks or changes something, which a condition cannot do");
        };
        let done = if table.is_at_something_hidden() { Err(Halt::Hidden) } else { act(table, side) };
        match done {
            Ok(value) => Ok(value),
            Err(halt) => {
                seat.halt(halt);
                Seat::stopped()
            }
        }
    }

    /// The script learns what a side holds, or has chosen in secret.
    pub(crate) fn peek(&self, owner: Side) {
        let mut seat = self.0.borrow_mut();
        let player = seat.side;
        if let Desk::Table(table) = &mut seat.desk {
            table.peek(owner, player);
        }
    }

    /// Looks at the table that the script acts on; nothing in a condition, or while a service works.
    pub(crate) fn table<T>(&self, look: impl FnOnce(&Table) -> T) -> Option<T> {
        match &self.0.try_borrow().ok()?.desk {
            Desk::Table(table) => Some(look(table)),
            Desk::Copy(_) => None,
        }
    }

    /// What the script remembers, if it does.
    pub(crate) fn memory(&self) -> Option<Rc<Memory>> {
        self.0.try_borrow().ok()?.memory.clone()
    }

    /// Remembers who was drawn, for the script to place.
    pub(super) fn remember_drawn(&self, leader: Option<PieceId>) {
        leader.into_iter().for_each(|leader| self.0.borrow_mut().drawn.insert(leader));
    }

    /// Who was drawn is placed.
    pub(super) fn forget_drawn(&self, piece: PieceId) {
        self.0.borrow_mut().drawn.remove(piece);
    }

    /// For whom the script runs.
    pub(crate) fn player(&self) -> Side {
        self.0.borrow().side
    }

    /// Whether the script has to stop.
    pub(crate) fn is_halted(&self) -> bool {
        self.0.borrow().latch.is_some()
    }

    /// Makes the script stop.
    pub(crate) fn halt(&self, halt: Halt) {
        self.0.borrow_mut().halt(halt);
    }
}

pub(super) fn register(module: &mut Module) {
    module.set_native_fn("==", |a: Side, b: Side| Ok(a == b));
    module.set_native_fn("!=", |a: Side, b: Side| Ok(a != b));
    combine_with_exported_module!(module, "game", functions);
}

#[export_module]
mod functions {
    /// The side that plays the card.
    ///
    /// `game.units(game.side, space)`
    #[rhai_fn(get = "side", pure, return_raw)]
    pub fn side(game: &mut Game) -> Answer<Side> {
        game.read(|seat| seat.side)
    }

    /// The other side.
    ///
    /// `game.units(game.enemy, space)`
    #[rhai_fn(get = "enemy", pure, return_raw)]
    pub fn enemy(game: &mut Game) -> Answer<Side> {
        game.read(|seat| seat.side.enemy())
    }

    /// The other side of a side.
    ///
    /// `game.has_marker(`${side.enemy}-blockhouses`)`
    #[rhai_fn(get = "enemy", pure)]
    pub fn enemy_of(side: &mut Side) -> Side {
        side.enemy()
    }

    /// The word for a side: "french" or "british".
    ///
    /// `game.mark(`${game.side}-blockhouses`)`
    #[rhai_fn(name = "to_string", pure)]
    pub fn side_name(side: &mut Side) -> String {
        side.id().into()
    }

    /// The year, 1755 to 1762.
    ///
    /// `game.year >= 1759`
    #[rhai_fn(get = "year", pure, return_raw)]
    pub fn year(game: &mut Game) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().year))
    }

    /// Whether it is the Early Season.
    ///
    /// `game.is_early`
    #[rhai_fn(get = "is_early", pure, return_raw)]
    pub fn is_early(game: &mut Game) -> Answer<bool> {
        game.read(|seat| seat.state().season == Season::Early)
    }

    /// The victory points of a side; negative if the other side is ahead.
    ///
    /// `game.vp(Side::FRENCH) < 5`
    #[rhai_fn(pure, return_raw)]
    pub fn vp(game: &mut Game, side: Side) -> Answer<i64> {
        game.read(|seat| i64::from(seat.state().vp) * if side == Side::French { 1 } else { -1 })
    }

    /// Gives a side victory points, or takes them if the number is negative (13.2).
    ///
    /// `game.score(game.side, 1, "a massacre")`
    #[rhai_fn(return_raw)]
    pub fn score(game: &mut Game, side: Side, points: i64, why: &str) -> Answer<()> {
        let Ok(points) = i8::try_from(points) else { return refuse(format!("{points} is no number of points")) };
        game.act(|table, _| {
            table.score(side, points, "13.2", Why::Said(why.into()), None);
            Ok(())
        })
    }

    /// The players change sides: whoever sat down as the French plays the British. Only before the game (13.3).
    ///
    /// `if wanted == Side::BRITISH { game.exchange_sides(); }`
    #[rhai_fn(return_raw)]
    pub fn exchange_sides(game: &mut Game) -> Answer<()> {
        if !game.read(|seat| seat.state().step == Step::Setup)? {
            return refuse("sides are exchanged only before the game");
        }
        game.act(|table, _| {
            table.state.exchanged = !table.state.exchanged;
            table.tell(|_| Entry::new("13.3", Happened::SidesExchanged));
            Ok(())
        })
    }

    /// Rolls a die: 1 to 6.
    ///
    /// `if game.roll() >= 3 { ... }`
    #[rhai_fn(return_raw)]
    pub fn roll(game: &mut Game) -> Answer<i64> {
        let rule = rule_of(game)?;
        game.act(|table, side| {
            let die = table.roll(Throw::Event)?;
            table.tell(|_| Entry::new(rule, Happened::EventDie { die, is_event: rule == EVENTS }).by(side));
            Ok(i64::from(die))
        })
    }

    /// Half of a number, rounded up.
    ///
    /// `half_up(game.roll())`
    pub fn half_up(number: i64) -> i64 {
        number.div_euclid(2) + number.rem_euclid(2)
    }

    /// Writes a line into the log of the game.
    ///
    /// `game.tell("the garrison marches out")`
    #[rhai_fn(return_raw)]
    pub fn tell(game: &mut Game, text: &str) -> Answer<()> {
        let rule = rule_of(game)?;
        game.act(|table, side| {
            table.tell(|_| Entry::new(rule, Happened::Said { text: text.into() }).by(side));
            Ok(())
        })
    }

    /// Activates two leaders of any initiative with their forces, one after the other, when the script has ended
    /// (5.34, Q25, Q108). In the `play` of an event only.
    ///
    /// `fn play() { game.activate_two_forces(); }`
    #[rhai_fn(return_raw)]
    pub fn activate_two_forces(game: &mut Game) -> Answer<()> {
        guards::only_in_play(game)?;
        game.act(|table, _| {
            table.within.requests.two_forces = true;
            Ok(())
        })
    }

    /// Sends the mover back to the space that it just left; it moves no further. In answer to `step_made` only.
    ///
    /// `fn respond(moment) { game.turn_back(); }`
    #[rhai_fn(return_raw)]
    pub fn turn_back(game: &mut Game) -> Answer<()> {
        guards::only_at(game, MomentKind::StepMade)?;
        game.act(|table, _| {
            table.within.requests.turn_back = true;
            Ok(())
        })
    }

    /// Lets the mover make an amphibious landing in a space instead of any other movement (6.431). In answer to
    /// `move_start` only; place the Amphib marker with it.
    ///
    /// `game.land(game.choose_space("Where do you land?", sites))`
    #[rhai_fn(return_raw)]
    pub fn land(game: &mut Game, space: crate::sets::SpaceId) -> Answer<()> {
        guards::only_landing(game, space)?;
        game.act(|table, _| {
            table.state.amphib.insert(space);
            table.within.requests.landing = Some(space);
            table.tell(|_| Entry::new("6.432", Happened::AmphibPlaced).by(Side::British).at(space));
            Ok(())
        })
    }
}
