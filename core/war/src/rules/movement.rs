//! Movement (6.0): a force, unit or leader that acts, its choices from space to space, and what it leaves behind.

use super::battle::AttackerOrigin;
use super::demolition::LastOffer;
use super::entry::{self, Entering as Entered, Onward};
use super::force;
use super::infiltration;
use super::march::{March, Party, Ways};
use super::phase::Phase;
use super::refusal::refuse;
use super::{demolition, raid, siege};
use crate::context::Context;
use crate::decision::{Ask, Choice, Choices, Word};
use crate::map::{Link, Map};
use crate::moments::{Moment, MomentKind};
use crate::news::{Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::script::MovementLimits;
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::state::{State, Until};
use crate::table::{Effects, Play, Table};
use crate::way::Way;
use wilderness_engine::Refusal;

/// The card value with which a force may go by sea (6.41).
const FORCE_NAVAL_VALUE: u8 = 3;

/// A force, a single unit or a single leader that was activated.
#[derive(Clone, Debug)]
pub struct Mover {
    /// The owner.
    pub side: Side,
    /// The leader that commands, or moves alone.
    pub commander: Option<PieceId>,
    /// All pieces activated with it, including those dropped off.
    pub activated: PieceSet,
    /// The pieces still together.
    pub pieces: PieceSet,
    /// Whether it was activated as a force (5.34), not individually (5.33).
    pub is_force: bool,
    /// The value of the card (5.32).
    pub value: u8,
    /// Where it is.
    pub space: SpaceId,
    /// The space from which it entered its current space.
    pub origin: AttackerOrigin,
    /// How far it has gone.
    pub march: March,
    /// Pieces dropped off: which, where, and where they had come from.
    pub dropped: Vec<(PieceSet, SpaceId, AttackerOrigin)>,
    /// The unfinished entry while it infiltrates (6.6).
    pub infiltrating: Option<Entered>,
    /// Enemies that failed to intercept during this activation: they may not avoid battle (6.84).
    pub barred: PieceSet,
    /// What events in force change about its movement.
    pub limits: MovementLimits,
    /// Whether its movement is over.
    pub finished: bool,
}

impl Mover {
    /// A mover at a space.
    pub fn new(
        side: Side,
        commander: Option<PieceId>,
        pieces: PieceSet,
        is_force: bool,
        value: u8,
        space: SpaceId,
    ) -> Mover {
        Mover {
            side,
            commander,
            activated: pieces,
            pieces,
            is_force,
            value,
            space,
            origin: AttackerOrigin::Here,
            march: March::default(),
            dropped: Vec::new(),
            infiltrating: None,
            barred: PieceSet::EMPTY,
            limits: MovementLimits::default(),
            finished: false,
        }
    }

    /// The piece that names it.
    pub fn name(&self) -> PieceId {
        let first = || self.pieces.first().or_else(|| self.activated.first());
        self.commander.or_else(first).unwrap_or(PieceId(0))
    }

    /// The facts that matter for its movement.
    pub fn party(&self) -> Party {
        Party::new(self.side, self.pieces)
    }

    /// The space from which one of its pieces entered the current space.
    pub fn origin_of(&self, piece: PieceId, space: SpaceId) -> AttackerOrigin {
        if self.pieces.contains(piece) && self.space == space {
            return self.origin;
        }
        let left = self.dropped.iter().find(|(pieces, place, _)| *place == space && pieces.contains(piece));
        left.map_or(AttackerOrigin::Here, |(_, _, origin)| *origin)
    }

    /// What scripts are told when they limit its movement.
    fn context(&self) -> Context {
        Context { pieces: self.pieces, ..Context::at(self.side, self.space) }
    }

    /// Removes pieces that are no longer on the map in its space.
    pub fn refresh(&mut self, state: &State) {
        self.pieces &= state.in_space(self.space);
    }

    /// Whether it may go by sea: single pieces with any card, forces with units only with a 3 (6.41, 6.42, Q17).
    fn may_sail(&self) -> bool {
        let by_card = !self.is_force || self.pieces.units().is_empty() || self.value >= FORCE_NAVAL_VALUE;
        self.limits.naval && by_card
    }
}

/// One activated mover acts: siege, assault, sortie or movement with its battles, then the raids (5.36).
pub fn act(table: &mut Table, phase: &mut Phase, mut mover: Mover) -> Play<()> {
    let mut action = choose_action(table, phase, &mover)?;
    if action == Choice::Word(Word::Move) {
        let in_force = table.state.markers.len();
        table.window(mover.side.enemy(), Moment::ActivationStart { mover: mover.pieces })?;
        if table.state.markers.len() != in_force && actions(&table.state, phase, &mover).only().is_none() {
            // The enemy's response may have made a siege the better choice (Q107).
            action = choose_action(table, phase, &mover)?;
        }
    }
    match action {
        Choice::Word(Word::Sortie) => siege::sortie(table, phase, &mut mover)?,
        Choice::Word(Word::Siege) => siege::besiege(table, phase, &mover)?,
        Choice::Word(Word::Assault) => siege::assault(table, phase, &mover)?,
        Choice::Word(Word::Move) => march(table, phase, &mut mover)?,
        _ => {}
    }
    raid::resolve(table, phase, &mover)?;
    table.window(mover.side, Moment::ActivationEnd)?;
    table.expire(Until::Activation)?;
    Ok(())
}

/// M1: what the mover can do.
fn actions(state: &State, phase: &Phase, mover: &Mover) -> Choices {
    let words = [Word::Siege, Word::Assault, Word::Move, Word::Sortie, Word::Pass];
    let allowed = words.into_iter().filter(|word| why_not_act(state, phase, mover, *word).is_none());
    allowed.fold(Choices::none(), Choices::or)
}

fn choose_action(table: &mut Table, phase: &Phase, mover: &Mover) -> Play<Choice> {
    table.explain(|state, choice| match choice {
        Choice::Word(word) => why_not_act(state, phase, mover, word),
        _ => None,
    });
    let choices = actions(&table.state, phase, mover);
    table.ask(mover.side, Ask::Action(mover.name()), choices)
}

/// Why a mover cannot take an action, if it cannot: the besieged can only attack the besiegers; a force at a siege can
/// roll on the Siege Table, assault or move; all others move (5.36, 8.25).
fn why_not_act(state: &State, phase: &Phase, mover: &Mover, word: Word) -> Option<Refusal> {
    let besieged = state.is_besieged(mover.name());
    match word {
        Word::Move if besieged => refuse("8.25", "the besieged may not leave the space"),
        Word::Siege | Word::Assault if besieged => refuse("8.25", "the besieged can only break out"),
        Word::Siege => siege::why_not_roll(state, phase, mover),
        Word::Assault => siege::why_not_assault(state, mover),
        Word::Sortie if !besieged => refuse("8.25", "only the besieged break out"),
        Word::Sortie if mover.pieces.units().is_empty() => refuse("8.25", "leaders alone cannot break out"),
        Word::Pass if !besieged => refuse("5.36", "only the besieged can pass: others move, and may stop at once"),
        _ => None,
    }
}

/// V4: step by step, until the mover stops, must stop, or can go no further.
fn march(table: &mut Table, phase: &mut Phase, mover: &mut Mover) -> Play<()> {
    if table.notices_moments() && table.scripts.concerns(table, MomentKind::MoveStart) {
        mover.limits = table.scripts.movement_of(&table.state, mover.context())?;
        let may_sail = mover.may_sail();
        table.window(mover.side, Moment::MoveStart { mover: mover.pieces, may_sail })?;
    }
    mover.limits = table.scripts.movement_of(&table.state, mover.context())?;
    if let Some(space) = table.within.requests.landing.take() {
        let steps = NextSteps::of(&table.state, mover);
        go(table, phase, mover, space, Way::Landing, &steps)?;
        mover.refresh(&table.state);
        return Ok(());
    }
    // The space and the march before the last step, while nothing has been asked since.
    let mut last_step = None;
    while !mover.finished {
        let steps = NextSteps::of(&table.state, mover);
        let destinations = steps.destinations(&table.state, mover);
        if destinations.is_empty() && !can_go_on_with_less(&table.state, mover) {
            break;
        }
        let state = &table.state;
        let choices = destinations
            .or_if(why_not_drop_any(mover).is_none(), Word::Drop)
            .or_if(demolition::why_not_anything(state, mover.side).is_none(), Word::Demolish)
            .or_if(why_not_stop(state, mover).is_none(), Word::Stop);
        table.explain(|state, choice| match choice {
            Choice::Word(Word::Drop) => why_not_drop_any(mover),
            Choice::Word(Word::Demolish) => demolition::why_not_anything(state, mover.side),
            Choice::Word(Word::Stop) => why_not_stop(state, mover),
            choice => why_not_go(state, mover, choice),
        });
        let choice = table.ask(mover.side, Ask::March(mover.name()), choices)?;
        phase.last_offer = LastOffer::now(table);
        last_step = matches!(choice, Choice::Space(_) | Choice::Infiltrate(_) | Choice::Naval(_))
            .then_some((mover.space, mover.march));
        match choice {
            Choice::Space(to) => go(table, phase, mover, to, Way::Open, &steps)?,
            Choice::Infiltrate(to) => go(table, phase, mover, to, Way::Infiltration, &steps)?,
            Choice::Naval(to) => go(table, phase, mover, to, Way::Sea, &steps)?,
            Choice::Word(Word::Drop) => drop_off(table, mover)?,
            Choice::Word(Word::Demolish) => {
                let around = entry::around_infiltrator(&table.state, mover);
                demolition::demolish(table, mover.side, around)?;
            }
            _ => break,
        }
        mover.refresh(&table.state);
        if mover.commander.is_some_and(|leader| !mover.pieces.contains(leader)) || mover.pieces.is_empty() {
            mover.finished = true; // no commander is left
        }
    }
    if last_step.is_some_and(|(from, march)| ends_by_way_of_works(&table.state, mover, from, &march)) {
        phase.last_offer.owe_another();
    }
    if let Some(entered) = mover.infiltrating.take() {
        // 6.64: an infiltrator that ends its movement among enemies attacks them.
        entry::contest(table, phase, mover, entered)?;
        mover.finished = true;
    }
    Ok(())
}

/// Whether the last step of a movement, from this space, was a carry over a fortification of its side, or led the mover
/// onto one: before it, that could not be demolished without losing the way (5.46, R10). A fortress cannot be demolished
/// at all.
fn ends_by_way_of_works(state: &State, mover: &Mover, from: SpaceId, before: &March) -> bool {
    let works = &state.works[mover.side];
    let works = works.forts | works.stockades;
    let has_carried = mover.march.has_just_carried(before);
    works.contains(mover.space) || (has_carried && works.contains(from))
}

/// What matters for the next step of a mover.
struct NextSteps {
    ways: Ways,
    party: Party,
}

impl NextSteps {
    fn of(state: &State, mover: &Mover) -> NextSteps {
        NextSteps { ways: Ways::new(state, mover.side, mover.limits), party: mover.party() }
    }

    /// Every next step: over links, by infiltration, and by sea.
    fn destinations(&self, state: &State, mover: &Mover) -> Choices {
        let NextSteps { ways, party } = self;
        let mut choices = Choices::none();
        let occupied = occupied_behind(state, mover.side, mover.pieces, mover.space);
        for &link in Map::get().links(mover.space) {
            if !mover.march.can_step(ways, *party, mover.space, link) {
                continue;
            }
            let (open, infiltration) = entrances(state, ways, occupied, *party, mover.march, mover.space, link);
            if open {
                choices.add(Choice::Space(link.to));
            }
            if infiltration {
                choices.add(Choice::Infiltrate(link.to));
            }
        }
        if mover.march.entered == 0 && mover.may_sail() {
            let ports = naval_destinations(state, mover.side, mover.space);
            let ports = if party.is_leaders_alone() { ports - occupied } else { ports };
            choices.add_all(ports, Choice::Naval);
        }
        choices
    }
}

fn go(table: &mut Table, phase: &mut Phase, mover: &mut Mover, to: SpaceId, way: Way, steps: &NextSteps) -> Play<()> {
    let from = mover.space;
    let link = Map::get().link(from, to);
    if let Some(link) = link.filter(|_| !way.is_by_sea()) {
        mover.march = mover.march.step(&steps.ways, steps.party, from, link).unwrap_or(mover.march);
    }
    table.tell(|_| {
        let moved = Happened::Moved { pieces: mover.pieces, path: vec![from, to], way };
        NewsEntry::new("6.1", moved).by(mover.side).at(to)
    });
    mover.infiltrating = None;
    if entry::enter(table, phase, mover, to, way)? == Onward::Halt {
        mover.finished = true;
    }
    Ok(())
}

/// Every next step of a mover: over links, by infiltration, and by sea.
pub fn destinations(state: &State, mover: &Mover) -> Choices {
    NextSteps::of(state, mover).destinations(state, mover)
}

/// Why a mover cannot go somewhere, if it cannot (6.0). [`destinations`] are the legal choices.
pub fn why_not_go(state: &State, mover: &Mover, choice: Choice) -> Option<Refusal> {
    match choice {
        Choice::Naval(to) => why_not_sail(state, mover, to),
        Choice::Space(to) | Choice::Infiltrate(to) => why_not_march(state, mover, to, choice == Choice::Infiltrate(to)),
        _ => None,
    }
}

/// Why a mover cannot enter a space over a connection, openly or by infiltration, if it cannot (6.2, 6.3, 6.51 to 6.6).
fn why_not_march(state: &State, mover: &Mover, to: SpaceId, infiltrates: bool) -> Option<Refusal> {
    let party = mover.party();
    let Some(link) = Map::get().link(mover.space, to) else {
        return refuse("6.2", "no connection leads there");
    };
    let ways = Ways::new(state, mover.side, mover.limits);
    if let Some(refusal) = mover.march.why_not(&ways, party, mover.space, link) {
        return Some(refusal);
    }
    let occupied = occupied_behind(state, mover.side, mover.pieces, mover.space);
    if infiltrates && !occupied.contains(to) {
        return refuse("6.6", "there are no enemies to infiltrate");
    }
    if party.is_leaders_alone() && occupied.contains(to) {
        return refuse("6.53", "leaders alone cannot enter a space occupied by the enemy");
    }
    if !infiltrates {
        let is_closed = closed(state, occupied, party).contains(to);
        let drilled = "only drilled troops can enter an unbesieged enemy fort or fortress";
        return is_closed.then_some(Refusal::new("6.52", drilled));
    }
    if !party.is_lone_auxiliary() {
        return refuse("6.6", "only a single auxiliary unit can infiltrate");
    }
    let has_way_out = infiltration::has_way_out(&ways, occupied, party, mover.march, mover.space, link);
    (!has_way_out).then_some(Refusal::new("6.61", "its movement cannot reach a space that it may enter openly"))
}

/// Why a mover cannot go to a port by sea, if it cannot (6.1, 6.4, 6.53).
fn why_not_sail(state: &State, mover: &Mover, to: SpaceId) -> Option<Refusal> {
    if mover.march.entered > 0 {
        return refuse("6.1", "naval movement cannot be combined with other movement");
    }
    if !mover.limits.naval {
        return refuse("5.51", "an event forbids naval movement");
    }
    if !mover.may_sail() {
        return refuse("6.41", "a force with units can go by sea only with a card of value 3");
    }
    if !naval_destinations(state, mover.side, mover.space).contains(to) {
        let map = Map::get();
        let (french, quebec, louisbourg) = (Side::French, map.quebec, map.louisbourg);
        let reason =
            format!("ships go between friendly-controlled ports, the {french} between {quebec} and {louisbourg}");
        return refuse("6.4", reason);
    }
    let occupied = occupied_behind(state, mover.side, mover.pieces, mover.space);
    let is_closed = mover.party().is_leaders_alone() && occupied.contains(to);
    is_closed.then_some(Refusal::new("6.53", "leaders alone cannot enter a space occupied by the enemy"))
}

/// Why a mover cannot stop in its space, if it cannot: an infiltrator cannot end its movement in an enemy fort or
/// fortress space (6.52, 6.64).
fn why_not_stop(state: &State, mover: &Mover) -> Option<Refusal> {
    let unbesieged = state.works[mover.side.enemy()].besiegeable() - state.besieged_spaces();
    let in_enemy_fort = mover.infiltrating.is_some() && unbesieged.contains(mover.space);
    in_enemy_fort.then_some(Refusal::new("6.52", "auxiliaries cannot stop in an enemy fort or fortress space"))
}

/// The spaces that the enemy occupies once some pieces of a side have left a space: including that space, if they alone
/// besiege it, because the siege ends when they leave (8.232).
pub fn occupied_behind(state: &State, side: Side, leaving: PieceSet, from: SpaceId) -> SpaceSet {
    let enemy = side.enemy();
    let besieged = state.besieged_spaces().contains(from) && state.has_fort_or_fortress(enemy, from);
    let is_lifted = besieged && (state.outside(side, from).units() - leaving).is_empty();
    if is_lifted { state.occupied(enemy).with(from) } else { state.occupied(enemy) }
}

/// The occupied spaces that a party cannot enter openly: all of them for leaders alone (6.53), and unbesieged enemy
/// forts and fortresses for a party without drilled troops (6.52).
pub fn closed(state: &State, occupied: SpaceSet, party: Party) -> SpaceSet {
    if party.is_leaders_alone() {
        occupied
    } else if party.drilled {
        SpaceSet::EMPTY
    } else {
        occupied & (state.works[party.side.enemy()].besiegeable() - state.besieged_spaces())
    }
}

/// Whether a space that the march allows can be entered openly, and whether by infiltration (6.51-6.53, 6.6).
pub fn entrances(
    state: &State,
    ways: &Ways,
    occupied: SpaceSet,
    party: Party,
    march: March,
    from: SpaceId,
    link: Link,
) -> (bool, bool) {
    if !occupied.contains(link.to) {
        return (true, false);
    }
    if party.is_leaders_alone() {
        return (false, false); // 6.53
    }
    let open = !closed(state, occupied, party).contains(link.to);
    let infiltration = party.is_lone_auxiliary() && infiltration::has_way_out(ways, occupied, party, march, from, link);
    (open, infiltration)
}

/// Where a side can sail from a space: between ports it controls, for the French Québec and Louisbourg only; for the
/// British also between such a port and an Amphib space (6.4, 6.432, Q7).
pub fn naval_destinations(state: &State, side: Side, from: SpaceId) -> SpaceSet {
    let map = Map::get();
    let mut ports = state.controlled(side) & map.ports;
    if side == Side::French {
        ports &= SpaceSet::one(map.quebec).with(map.louisbourg);
    }
    let amphib = state.own_amphib(side);
    let destinations = if ports.contains(from) {
        ports | amphib
    } else if amphib.contains(from) {
        ports
    } else {
        SpaceSet::EMPTY
    };
    destinations.without(from)
}

/// Where British pieces could make an amphibious landing (6.431): along the arrows from a port under British control,
/// not where the British are in control or an Amphib marker lies (Q6). Leaders alone cannot land among enemies (6.53),
/// and only drilled troops can land at an unbesieged fort or fortress (6.52).
pub fn landing_sites(state: &State, pieces: PieceSet) -> SpaceSet {
    let controlled = state.controlled(Side::British);
    let port = pieces.first().and_then(|piece| state.pieces.space(piece)).filter(|port| controlled.contains(*port));
    let Some(port) = port else { return SpaceSet::EMPTY };
    let sites = Map::get().landings(port).collect::<SpaceSet>() - state.amphib - controlled;
    if pieces.units().is_empty() {
        sites - state.occupied(Side::French)
    } else if pieces.drilled().is_empty() {
        sites - (state.works.french.besiegeable() - state.besieged_spaces())
    } else {
        sites
    }
}

/// Why a mover cannot drop off pieces in its space, if it cannot (6.22).
fn why_not_drop_any(mover: &Mover) -> Option<Refusal> {
    if mover.infiltrating.is_some() {
        return refuse("6.6", "an infiltrator cannot leave pieces behind among enemies");
    }
    droppable(mover).is_empty().then_some(Refusal::new("6.22", "there are no pieces to leave behind"))
}

/// The pieces that a force may drop off.
fn droppable(mover: &Mover) -> PieceSet {
    let others = mover.pieces.without(mover.name());
    if others.is_empty() {
        return others;
    }
    force::filter_by_limits(others, |piece| why_not_drop(mover, piece).is_none())
}

/// Why a force cannot drop off a piece, if it cannot: any piece but the commander may stay, as long as the rest is
/// within the leaders' limits (5.34, 6.22).
fn why_not_drop(mover: &Mover, piece: PieceId) -> Option<Refusal> {
    if !mover.pieces.contains(piece) {
        return refuse("6.22", "it does not move with the force");
    }
    if mover.name() == piece {
        return refuse("6.22", "it commands the force, or moves alone");
    }
    let rest = mover.pieces.without(piece);
    if force::fits(rest) {
        return None;
    }
    let all = Pieces::get();
    if piece == all.johnson && rest.meets(all.johnsons_own) {
        return refuse("5.534", format!("only {} commands some of the nations in the force", Pieces::get().johnson));
    }
    let of_unit = "the leaders of the force would still not command all units that move on";
    let of_leader = "the other leaders of the force cannot command all of its units";
    refuse("5.34", if all.leaders.contains(piece) { of_leader } else { of_unit })
}

/// Whether a force that can go no further could, if it dropped off units: those stopped by the terrain, or the slow
/// ones (6.2, 6.22, Q18). Whatever any of its units could do, one unit with the leaders can do.
fn can_go_on_with_less(state: &State, mover: &Mover) -> bool {
    if mover.infiltrating.is_some() || droppable(mover).is_empty() {
        return false;
    }
    let leaders = mover.pieces.leaders();
    let mut parts = mover.pieces.units().iter().map(|unit| leaders.with(unit)).chain([leaders]);
    parts.any(|pieces| !destinations(state, &Mover { pieces, ..mover.clone() }).is_empty())
}

fn drop_off(table: &mut Table, mover: &mut Mover) -> Play<()> {
    let mut dropped = PieceSet::EMPTY;
    loop {
        let candidates = droppable(mover);
        if candidates.is_empty() {
            break;
        }
        let choices = Choices::pieces(candidates).or_if(!dropped.is_empty(), Word::Done);
        table.explain(|_, choice| match choice {
            Choice::Word(Word::Done) => dropped.is_empty().then_some(Refusal::new("6.22", "leave at least one behind")),
            choice => why_not_drop(mover, choice.piece()?),
        });
        let Some(piece) = table.ask_piece(mover.side, Ask::Drop(mover.space), choices)? else { break };
        mover.pieces.remove(piece);
        dropped.insert(piece);
    }
    mover.dropped.push((dropped, mover.space, mover.origin));
    table.tell(|_| NewsEntry::new("6.22", Happened::DroppedOff { pieces: dropped }).by(mover.side).at(mover.space));
    Ok(())
}
