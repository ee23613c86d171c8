//! The set-up of a scenario or a position on the map, and whether it is possible. People write both, so all faults are
//! collected, each with the word in the file that causes it.

use crate::deck::Deck;
use crate::map::{Department, Map};
use crate::pieces::Pieces;
use crate::placement::{Place, Placement};
use crate::sets::{CardId, PieceId, SpaceId, SpaceSet};
use crate::side::{PerSide, Side};
use crate::state::Works;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Faults, SourcePlace};

/// A word of a file, and its place.
pub(crate) type Word<'a> = (&'a str, SourcePlace);

/// The sides that last scored the two spaces that score by themselves (13.23).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct HeldBy {
    pub niagara: Side,
    /// Ohio Forks.
    pub ohio_forks: Side,
}

impl Default for HeldBy {
    fn default() -> HeldBy {
        HeldBy { niagara: Side::French, ohio_forks: Side::French }
    }
}

/// What can be built or held in a space (5.4).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Built {
    Fortress,
    Fort,
    UnderConstruction,
    Stockade,
}

impl Built {
    fn name(self) -> &'static str {
        match self {
            Built::Fortress => "fortress",
            Built::Fort => "fort",
            Built::UnderConstruction => "fort under construction",
            Built::Stockade => "stockade",
        }
    }

    fn set(self, works: &mut Works) -> &mut SpaceSet {
        match self {
            Built::Fortress => &mut works.fortresses,
            Built::Fort => &mut works.forts,
            Built::UnderConstruction => &mut works.under_construction,
            Built::Stockade => &mut works.stockades,
        }
    }

    /// Whether the two may be in one space, of one side or of both: only a stockade and a fort under construction,
    /// which does not count until it is completed (5.43, 5.44).
    fn beside(self, other: Built) -> bool {
        self != other && [self, other].iter().all(|built| matches!(built, Built::UnderConstruction | Built::Stockade))
    }
}

/// What is on the map and where the cards are, with the place in the file of each, and the faults found so far.
pub(crate) struct Layout {
    family: &'static str,
    pub(crate) faults: Faults,
    pub(crate) placement: Placement,
    pub(crate) works: PerSide<Works>,
    pub(crate) sieges: BTreeMap<SpaceId, SourcePlace>,
    pieces: BTreeMap<PieceId, SourcePlace>,
    built: BTreeMap<(SpaceId, Built), (Side, SourcePlace)>,
    cards: BTreeMap<CardId, SourcePlace>,
}

impl Layout {
    /// Nothing placed yet. `family` is the first part of the codes of the faults.
    pub(crate) fn new(family: &'static str) -> Layout {
        Layout {
            family,
            faults: Faults::none(),
            placement: Placement::default(),
            works: PerSide::default(),
            sieges: BTreeMap::new(),
            pieces: BTreeMap::new(),
            built: BTreeMap::new(),
            cards: BTreeMap::new(),
        }
    }

    /// An error of this family.
    pub(crate) fn error(&self, code: &str, message: impl Into<String>) -> Fault {
        Fault::error(format!("{}::{code}", self.family), message)
    }

    /// A warning of this family.
    pub(crate) fn warning(&self, code: &str, message: impl Into<String>) -> Fault {
        Fault::warning(format!("{}::{code}", self.family), message)
    }

    /// Reports a fault.
    pub(crate) fn report(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Reports a word that names nothing of its kind, with the name that may have been meant.
    fn unknown<'a>(
        &mut self,
        kind: &str,
        message: &str,
        word: &Word,
        label: &str,
        known: impl Iterator<Item = &'a str>,
    ) {
        let code = format!("{}::unknown_{kind}", self.family);
        self.faults.add_error(|| Fault::error(code, message).spot(&word.1, label).did_you_mean(word.0, known));
    }

    /// The space with an id.
    pub(crate) fn space(&mut self, word: &Word) -> Option<SpaceId> {
        let found = Map::get().find(word.0);
        if found.is_none() {
            self.unknown("space", &format!("there is no space `{}`", word.0), word, "not on the map", Map::get().ids());
        }
        found
    }

    /// The space or militia box with an id.
    pub(crate) fn space_or_box(&mut self, word: &Word) -> Option<Place> {
        if let Some(department) = Department::all().find(|department| department.box_id() == word.0) {
            return Some(Place::Militia(department));
        }
        if let Some(space) = Map::get().find(word.0) {
            return Some(Place::Space(space));
        }
        let boxes = Department::all().map(Department::box_id);
        let message = format!("there is no space or militia box `{}`", word.0);
        self.unknown("space", &message, word, "not on the map", Map::get().ids().chain(boxes));
        None
    }

    /// The piece with an id.
    pub(crate) fn piece(&mut self, word: &Word) -> Option<PieceId> {
        let found = Pieces::get().find(word.0);
        if found.is_none() {
            let message = format!("there is no piece `{}`", word.0);
            self.unknown("piece", &message, word, "no such leader or unit", Pieces::get().ids());
        }
        found
    }

    /// The British leader with an id: only they have a pool (5.55).
    pub(crate) fn british_leader(&mut self, word: &Word) -> Option<PieceId> {
        let piece = self.piece(word)?;
        if (Pieces::get().leaders & Pieces::get().of[Side::British]).contains(piece) {
            return Some(piece);
        }
        let fault = self.error("not_a_british_leader", format!("`{}` cannot be in the British leader pool", word.0));
        let what = if Pieces::get().leaders.contains(piece) { "a French leader" } else { "a unit" };
        self.report(fault.spot(&word.1, what).help("the pool holds British leaders only (5.55)"));
        None
    }

    /// The number of a card of the deck.
    pub(crate) fn card(&mut self, number: i64, spot: &SourcePlace, deck: &Deck) -> Option<CardId> {
        let found = u8::try_from(number).ok().map(CardId).filter(|&number| deck.card(number).is_some());
        if found.is_none() {
            let fault = self.error("unknown_card", format!("there is no card {number} in the deck"));
            self.report(fault.spot(spot, "not in the deck"));
        }
        found
    }

    /// Records the place of a card; it can be in one place only.
    pub(crate) fn take_card(&mut self, card: CardId, spot: &SourcePlace) -> bool {
        if let Some(first) = self.cards.get(&card) {
            let fault = self.error("card_twice", format!("card {} is in two places", card.0));
            self.report(fault.spot(spot, "here again").spot(first, "already here"));
            return false;
        }
        self.cards.insert(card, spot.clone());
        true
    }

    /// Where a piece was placed, if it was.
    pub(crate) fn placed(&self, piece: PieceId) -> Option<&SourcePlace> {
        self.pieces.get(&piece)
    }

    /// Puts a piece at a place: only once, and only militia of the department in a militia box (7.3).
    pub(crate) fn place(&mut self, word: &Word, piece: PieceId, place: Place) -> bool {
        if let Some(first) = self.pieces.get(&piece) {
            let fault = self.error("piece_twice", format!("`{}` is in two places", word.0));
            self.report(fault.spot(&word.1, "here again").spot(first, "already here"));
            return false;
        }
        self.pieces.insert(piece, word.1.clone());
        if let Place::Militia(department) = place
            && !Pieces::get().militia.of(department.owner()).contains(piece)
        {
            let fault = self.error("not_militia", format!("`{}` cannot be in the {department}'s box", word.0));
            let label = format!("not a {} militia unit", department.owner());
            self.report(fault.spot(&word.1, label).help("a militia box holds its department's militia only (7.3)"));
            return false;
        }
        self.placement.put(piece, place);
        true
    }

    /// Gives a side a fortress, or places works of a side in a space; one of each kind in each space (5.4).
    pub(crate) fn build(&mut self, side: Side, built: Built, word: &Word) {
        let Some(space) = self.space(word) else { return };
        let fortress = Map::get().fortresses.contains(space);
        if fortress != (built == Built::Fortress) {
            let (code, help) = match fortress {
                true => ("built_at_fortress", "a space with a fortress has no other fortification (5.43)"),
                false => ("no_fortress", "the fortresses are printed on the map (2.0)"),
            };
            let fault = self.error(code, format!("there cannot be a {} at `{}`", built.name(), word.0));
            let label = if fortress { "a fortress space" } else { "no fortress is here" };
            self.report(fault.spot(&word.1, label).help(help));
            return;
        }
        let clash = self
            .built
            .range((space, Built::Fortress)..=(space, Built::Stockade))
            .find(|((_, other), _)| !built.beside(*other));
        if let Some(((_, other), (owner, first))) = clash {
            let fault = self
                .error("two_fortifications", format!("`{}` has two fortifications", word.0))
                .spot(&word.1, format!("a {side} {}", built.name()))
                .spot(first, format!("already a {owner} {}", other.name()))
                .help("only a fort under construction and a stockade can be in the same space (5.43)");
            self.report(fault);
            return;
        }
        self.built.insert((space, built), (side, word.1.clone()));
        built.set(&mut self.works[side]).insert(space);
    }

    /// The holders of the fortresses. A side without a list holds those that the other does not name; without any list,
    /// each is held by its original side.
    pub(crate) fn fortresses(&mut self, lists: PerSide<Option<(Vec<Word>, SourcePlace)>>) {
        let map = Map::get();
        let faults_before = self.faults.len();
        for side in Side::BOTH {
            for word in lists[side].iter().flat_map(|(words, _)| words) {
                self.build(side, Built::Fortress, word);
            }
        }
        for side in Side::BOTH {
            let other = &lists[side.enemy()];
            if lists[side].is_none() {
                self.works[side].fortresses = match other {
                    None => map.fortresses & map.originally(side),
                    Some(_) => map.fortresses - self.works[side.enemy()].fortresses,
                };
            }
        }
        let unowned = map.fortresses - self.works.french.fortresses - self.works.british.fortresses;
        let sound = self.faults.len() == faults_before;
        if let (true, false, Some((_, spot))) =
            (sound, unowned.is_empty(), lists.british.as_ref().or(lists.french.as_ref()))
        {
            let names: Vec<&str> = unowned.iter().map(SpaceId::id).collect();
            let fault = self.error("fortress_of_nobody", format!("neither side holds {}", names.join(", ")));
            let help = "the two lists together must name all fortresses of the map";
            self.report(fault.spot(spot, "missing here or in the other list").help(help));
        }
    }

    /// Checks the pieces in each space: besieged and besiegers (8.2), no units among enemies, no units in an enemy
    /// fortification that they do not besiege.
    pub(crate) fn check_map(&mut self) {
        for space in Map::get().all {
            self.check_siege(space);
            for side in Side::BOTH {
                self.check_inside(space, side);
                self.check_among_enemies(space, side);
            }
        }
    }

    /// The pieces of a side in a space, outside any fort or fortress.
    fn outside(&self, space: SpaceId, side: Side) -> crate::sets::PieceSet {
        self.placement.in_space(space).of(side) - self.placement.inside()
    }

    /// 8.21: a siege has a fort or fortress, and enemies outside.
    fn check_siege(&mut self, space: SpaceId) {
        let Some(spot) = self.sieges.get(&space).cloned() else { return };
        match Side::BOTH.into_iter().find(|&side| self.works[side].besiegeable().contains(space)) {
            None => {
                let fault = self.error("siege_without_fort", format!("nothing can be besieged at `{}`", space.id()));
                self.report(fault.spot(&spot, "no fort or fortress here").help("a stockade is never besieged (8.21)"));
            }
            Some(owner) if self.outside(space, owner.enemy()).units().is_empty() => {
                let fault =
                    self.error("siege_without_besieger", format!("`{}` is under siege without a besieger", space.id()));
                let label = format!("no {} unit outside", owner.enemy());
                self.report(
                    fault.spot(&spot, label).help("without besieging units the siege marker is removed (8.232)"),
                );
            }
            Some(_) => {}
        }
    }

    /// 8.11, 8.21: only a besieged fort or fortress has an inside, and a fort has room for four units.
    fn check_inside(&mut self, space: SpaceId, side: Side) {
        let inside = self.placement.in_space(space).of(side) & self.placement.inside();
        let besieged = self.sieges.contains_key(&space);
        for piece in inside {
            let spot = self.pieces[&piece].clone();
            if !self.works[side].besiegeable().contains(space) {
                let fault = self.error("inside_without_fort", format!("`{}` is inside nothing", piece.id()));
                let label = format!("no {side} fort or fortress at `{}`", space.id());
                self.report(fault.spot(&spot, label));
            } else if !besieged {
                let fault = self.error("inside_without_siege", format!("`{}` is inside without a siege", piece.id()));
                let help = "pieces are inside only while the space is besieged (8.21)";
                self.report(fault.spot(&spot, format!("`{}` is not besieged", space.id())).help(help));
            }
        }
        if let (true, Some(fifth)) = (self.works[side].forts.contains(space), inside.units().iter().nth(4)) {
            let message = format!("{} units are inside the fort at `{}`", inside.units().len(), space.id());
            let fault = self.error("fort_overfull", message).spot(&self.pieces[&fifth], "one too many");
            self.report(fault.help("no more than four units can be inside a fort (8.11)"));
        }
    }

    fn check_among_enemies(&mut self, space: SpaceId, side: Side) {
        let (ours, enemy) = (self.outside(space, side), side.enemy());
        let enemies = self.outside(space, enemy).units();
        // Two stacks of units are one fault, reported at the British stack.
        let among = if side == Side::British || ours.units().is_empty() { enemies } else { enemies & ours };
        let walls = (self.works[enemy].fortifications()).contains(space) && !self.sieges.contains_key(&space);
        let Some(first) = ours.units().first().or(ours.first()) else { return };
        let spot = self.pieces[&first].clone();
        if let Some(other) = among.first() {
            let alone = format!("`{}` is among enemies", first.id());
            let together = format!("units of both sides are at `{}`", space.id());
            let fault = match ours.units().is_empty() {
                true if self.family == "position" => self.warning("leader_among_enemies", alone),
                true => self.error("leader_among_enemies", alone),
                // Positions from elsewhere forget `inside`, and can still be looked at.
                false if self.sieges.contains_key(&space) => self
                    .warning("garrison_outside", together)
                    .help("besieged pieces are marked `\"inside\": true`; without it they count as unbesieged (8.21)"),
                false => self.error("among_enemies", together),
            };
            self.report(fault.spot(&spot, "here").spot(&self.pieces[&other], "an enemy in the same space"));
        } else if walls && !(ours.units().is_empty() && self.family == "position") {
            let fault = self.error("enemy_fortification", format!("`{}` is in an enemy fortification", first.id()));
            let built = self.built.iter().find(|((at, _), (owner, _))| *at == space && *owner == enemy);
            let label = format!("`{}` is {enemy}", space.id());
            let fault = match built {
                Some((_, (_, wall))) => fault.spot(&spot, label).spot(wall, "held by the enemy"),
                None => fault.spot(&spot, label),
            };
            self.report(fault);
        }
    }
}
