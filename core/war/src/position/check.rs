//! From a position to a state: every fault is reported at its place in the text.

use super::{Checked, Position};
use crate::layout::{Built, Layout, Word};
use crate::map::Map;
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::script::Scripts;
use crate::sets::{CardId, SpaceId, SpaceSet};
use crate::side::{PerSide, Side};
use crate::state::{State, Step, Until};
use crate::tables::MOST_POINTS;
use std::collections::BTreeMap;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source, SourcePlace};
use wilderness_engine::json::JsonNode;

/// Makes a state of a position whose text is `node` of `source`.
pub(super) fn check(
    position: &Position,
    source: &Source,
    node: &JsonNode,
    scripts: &Scripts,
    generator: Generator,
) -> Result<Checked, Faults> {
    let mut checker = Checker { position, source, node, scripts, layout: Layout::new("position") };
    checker.year();
    checker.fortifications();
    checker.pieces();
    let sieges = checker.sieges();
    checker.layout.check_map();
    let [amphib, fieldworks] =
        [("amphib", &position.amphib), ("fieldworks", &position.fieldworks)].map(|(key, list)| {
            let spaces = checker.spaces(&[key], list);
            checker.once(&[key], &spaces);
            spaces
        });
    checker.landings(&amphib);
    let raided = PerSide::new(|side| checker.spaces(&["raided", side.id()], &position.raided[side]));
    let hands = PerSide::new(|side| checker.cards(&["hands", side.id()], &position.hands[side]).into_iter().collect());
    let state = State {
        year: position.year,
        season: position.season,
        step: Step::Action,
        active: position.active,
        vp: position.vp,
        assemblies: position.assemblies,
        pieces: checker.layout.placement.clone(),
        works: checker.layout.works.clone(),
        sieges,
        amphib: amphib.into_iter().flatten().collect(),
        fieldworks: fieldworks.into_iter().flatten().collect(),
        supply_limits: Default::default(),
        raided: PerSide::new(|side| raided[side].iter().copied().flatten().collect()),
        niagara: position.held_by.niagara,
        ohio_forks: position.held_by.ohio_forks,
        hands,
        draw_pile: checker.cards(&["draw_pile"], &position.draw_pile),
        discard: checker.cards(&["discard"], &position.discard).into_iter().collect(),
        removed: checker.cards(&["removed"], &position.removed).into_iter().collect(),
        reshuffle: position.reshuffle,
        held_card: position.held_card,
        holding: position.holding,
        built_last: position.built_last,
        seen: Default::default(),
        exchanged: false,
        numbers: Arc::new(checker.numbers()),
        markers: Arc::new(checker.markers()),
        generator,
    };
    checker.allied(&state);
    checker.held_by(&state);
    checker.layout.faults.with_warnings(state).map(|(state, warnings)| Checked { state, warnings })
}

struct Checker<'a> {
    position: &'a Position,
    source: &'a Source,
    node: &'a JsonNode,
    scripts: &'a Scripts,
    layout: Layout,
}

impl<'a> Checker<'a> {
    /// The value at the end of a path.
    fn spot(&self, path: &[&str]) -> SourcePlace {
        SourcePlace { source: self.source.clone(), span: self.node.value_at(path).span.clone() }
    }

    /// The item of a list.
    fn item(&self, path: &[&str], index: usize) -> SourcePlace {
        let list = self.node.value_at(path);
        SourcePlace { source: self.source.clone(), span: list.items.get(index).unwrap_or(list).span.clone() }
    }

    /// The key at the end of a path.
    fn key(&self, path: &[&str], key: &str) -> SourcePlace {
        let node = self.node.value_at(path);
        let span = node.member(key).map_or(&node.span, |member| &member.key_span);
        SourcePlace { source: self.source.clone(), span: span.clone() }
    }

    fn words<'t>(&self, path: &[&str], list: &'t [String]) -> Vec<Word<'t>> {
        list.iter().enumerate().map(|(index, word)| (word.as_str(), self.item(path, index))).collect()
    }

    fn year(&mut self) {
        if !(1755..=1762).contains(&self.position.year) {
            let fault = self.layout.error("bad_year", format!("{} is not a year of the war", self.position.year));
            self.layout.report(fault.spot(&self.spot(&["year"]), "use a year from 1755 to 1762"));
        }
        if !(-MOST_POINTS..=MOST_POINTS).contains(&self.position.vp) {
            let fault = self.layout.error("bad_vp", format!("{} victory points are out of range", self.position.vp));
            self.layout.report(fault.spot(&self.spot(&["vp"]), "11 points win the game (13.11)"));
        }
    }

    /// What each side holds and has built.
    fn fortifications(&mut self) {
        let position = self.position;
        let lists = PerSide::new(|side| {
            let path = ["fortifications", side.id(), "fortresses"];
            let list = position.fortifications[side].fortresses.as_ref()?;
            Some((self.words(&path, list), self.spot(&path)))
        });
        self.layout.fortresses(lists);
        for side in Side::BOTH {
            let own = &position.fortifications[side];
            for (built, key, list) in [
                (Built::Fort, "forts", &own.forts),
                (Built::UnderConstruction, "forts_under_construction", &own.forts_under_construction),
                (Built::Stockade, "stockades", &own.stockades),
            ] {
                for word in self.words(&["fortifications", side.id(), key], list) {
                    self.layout.build(side, built, &word);
                }
            }
        }
    }

    /// The pieces in play, in the pool and out of the game.
    fn pieces(&mut self) {
        let position = self.position;
        for (id, piece_at) in &position.pieces {
            let word = (id.as_str(), self.key(&["pieces"], id));
            let at = (piece_at.at.as_str(), self.spot(&["pieces", id, "at"]));
            let (piece, place) = (self.layout.piece(&word), self.layout.space_or_box(&at));
            let (Some(piece), Some(place)) = (piece, place) else { continue };
            if !self.layout.place(&word, piece, place) {
                continue;
            }
            if piece_at.reduced && Pieces::get().leaders.contains(piece) {
                let fault = self.layout.error("reduced_leader", format!("`{id}` is a leader and cannot be reduced"));
                self.layout.report(fault.spot(&self.key(&["pieces", id], "reduced"), "only units have a reduced side"));
            }
            self.layout.placement.set_reduced(piece, piece_at.reduced);
            self.layout.placement.set_inside(piece, piece_at.inside);
            if piece_at.inside && place.space().is_none() {
                let fault = self.layout.error("inside_without_fort", format!("`{id}` is inside nothing"));
                self.layout.report(fault.spot(&word.1, "no fort or fortress in a militia box"));
            }
        }
        for word in self.words(&["leader_pool"], &position.leader_pool) {
            if let Some(leader) = self.layout.british_leader(&word) {
                self.layout.place(&word, leader, Place::LeaderPool);
            }
        }
        for word in self.words(&["eliminated"], &position.eliminated) {
            if let Some(piece) = self.layout.piece(&word) {
                self.layout.place(&word, piece, Place::Eliminated);
            }
        }
    }

    /// Besieged spaces by level.
    fn sieges(&mut self) -> [SpaceSet; 3] {
        let mut sieges = [SpaceSet::EMPTY; 3];
        for (id, &level) in &self.position.sieges {
            let spot = self.key(&["sieges"], id);
            let Some(space) = self.layout.space(&(id, spot.clone())) else { continue };
            self.layout.sieges.insert(space, spot);
            match usize::try_from(level).ok().and_then(|level| sieges.get_mut(level)) {
                Some(spaces) => spaces.insert(space),
                None => {
                    let fault = self.layout.error("bad_siege_level", format!("{level} is not a siege level"));
                    self.layout.report(fault.spot(&self.spot(&["sieges", id]), "not 0, 1 or 2"));
                }
            }
        }
        sieges
    }

    /// The spaces of a list; none for a word that is not a space.
    fn spaces(&mut self, path: &[&str], list: &[String]) -> Vec<Option<SpaceId>> {
        self.words(path, list).iter().map(|word| self.layout.space(word)).collect()
    }

    /// A marker that may be in a space only once.
    fn once(&mut self, path: &[&str], spaces: &[Option<SpaceId>]) {
        let mut seen = BTreeMap::new();
        for (index, space) in spaces.iter().enumerate() {
            let Some(space) = space else { continue };
            let first = *seen.entry(space).or_insert(index);
            if first < index {
                let fault = self.layout.error("marker_twice", format!("`{}` is listed twice", space.id()));
                let fault = fault.spot(&self.item(path, index), "a second time");
                self.layout.report(fault.spot(&self.item(path, first), "already here"));
            }
        }
    }

    /// 6.432: an Amphib marker can only be at a landing site.
    fn landings(&mut self, spaces: &[Option<SpaceId>]) {
        for (index, space) in spaces.iter().enumerate() {
            let Some(space) = space.filter(|&space| !Map::get().landing_sites().contains(space)) else { continue };
            let fault = self.layout.error("no_landing", format!("`{}` is not a landing site", space.id()));
            let sites: Vec<&str> = Map::get().landing_sites().iter().map(SpaceId::id).collect();
            let help = format!("amphibious arrows lead to {} (6.431)", sites.join(", "));
            self.layout.report(fault.spot(&self.item(&["amphib"], index), "no amphibious arrow leads here").help(help));
        }
    }

    /// The cards of a list: known, and not in any other place.
    fn cards(&mut self, path: &[&str], list: &[i64]) -> Vec<CardId> {
        let mut cards = Vec::new();
        for (index, &number) in list.iter().enumerate() {
            let spot = self.item(path, index);
            if let Some(card) = self.layout.card(number, &spot, self.scripts.deck())
                && self.layout.take_card(card, &spot)
            {
                cards.push(card);
            }
        }
        cards
    }

    /// Events in force, each with the duration given by the script that places its marker.
    fn markers(&mut self) -> BTreeMap<Arc<str>, Until> {
        let mut markers = BTreeMap::new();
        for (name, spot) in self.words(&["markers"], &self.position.markers) {
            let until = self.scripts.lifetime(name);
            if until.is_none() {
                self.layout.faults.add_warning(|| {
                    Fault::warning("position::unknown_marker", format!("no script places a marker `{name}`"))
                        .spot(&spot, "it lasts until the end of the game, without effect")
                        .did_you_mean(name, self.scripts.markers())
                });
            }
            markers.insert(Arc::from(name), until.unwrap_or(Until::Game));
        }
        markers
    }

    /// The numbers of the events in force that have one.
    fn numbers(&mut self) -> BTreeMap<Arc<str>, i64> {
        let (known, mut numbers) = (&self.position.markers, BTreeMap::new());
        for (name, number) in &self.position.numbers {
            if !known.contains(name) {
                let message = format!("`{name}` is not in force, and has no number");
                let fault = Fault::error("position::number_of_nothing", message);
                let fault = fault.spot(&self.spot(&["numbers", name]), "not among the `markers`");
                self.layout.report(fault.help("list it in `markers`, too"));
            }
            numbers.insert(Arc::from(name.as_str()), *number);
        }
        numbers
    }

    /// Allied markers follow from the units in play; a list that differs is merely out of date.
    fn allied(&mut self, state: &State) {
        let Some(allied) = &self.position.allied else { return };
        for side in Side::BOTH {
            let path = ["allied", side.id()];
            let listed = self.spaces(&path, &allied[side]);
            let actual = state.allied(side);
            for (index, space) in listed.iter().enumerate() {
                let Some(space) = space.filter(|&space| !actual.contains(space)) else { continue };
                let message = format!("`{}` is not allied with the {side}", space.id());
                let label = format!("no {side} unit of this tribe is in play");
                self.warn_allied(message, &self.item(&path, index), label);
            }
            for space in actual - listed.iter().copied().flatten().collect() {
                let message = format!("`{}` is allied with the {side}, but not listed", space.id());
                self.warn_allied(message, &self.spot(&path), "missing here".to_string());
            }
        }
    }

    /// 13.23: who scored Niagara or Ohio Forks last follows from who alone stands there; otherwise the point is scored
    /// as soon as the game begins.
    fn held_by(&mut self, state: &State) {
        let map = Map::get();
        for (space, last) in [(map.niagara, state.niagara), (map.ohio_forks, state.ohio_forks)] {
            let Some(holder) = state.sole_occupant(space).filter(|holder| *holder != last) else { continue };
            let message = format!("`held_by` gives {space} to the {last}, but the {holder} alone stand there");
            let place = self.spot(&["held_by", space.id()]);
            let fault = self.layout.warning("held_by_differs", message);
            let label = format!("the {holder} score 1 VP as soon as the game begins (13.23)");
            let help = format!("write \"{}\": \"{}\" in `held_by`", space.id(), holder.id());
            self.layout.report(fault.spot(&place, label).help(help));
        }
    }

    fn warn_allied(&mut self, message: String, spot: &SourcePlace, label: String) {
        let fault: Fault = self.layout.warning("allied_differs", message);
        self.layout.report(fault.spot(spot, label).help("Allied markers follow from the Indian units in play (5.532)"));
    }
}
