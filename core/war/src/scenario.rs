//! Scenarios: when a game begins and ends, the set-up, and the cards. Data only, one TOML file each;
//! `scenarios/war/README.md` describes the form.

use crate::deck::Deck;
use crate::layout::{Built, Layout, Word};
use crate::placement::{Place, Placement};
use crate::sets::{CardId, CardSet, PieceId, PieceSet};
use crate::settings::Draws;
use crate::side::{PerSide, Side};
use crate::state::{Assemblies, Season, State, Step, Until, Works};
use crate::tables::MOST_POINTS;
use form::{CardRange, Lists, ScenarioFile, SetupFile, SetupRef, Text};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::faults::{Fault, Faults, Source, SourcePlace, Spanned, nearest, read_toml};
use wilderness_engine::harmless::one_line;

mod form;
mod read;
mod terms;

pub(crate) use read::{ReadScenarios, ScenarioText};
pub use terms::{Reinforcement, VictoryTerms};

/// Leaders who join the British pool at the start of a year, if they are not in play by then.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JoinsPool {
    pub year: u16,
    pub leaders: PieceSet,
}

/// Where in the text of a scenario things stand that are checked together with the scripts.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ScenarioPlaces {
    source: Source,
    rules: Vec<Range<usize>>,
    markers: Vec<Range<usize>>,
    vp: Range<usize>,
}

impl ScenarioPlaces {
    fn of(source: &Source, file: &ScenarioFile) -> ScenarioPlaces {
        ScenarioPlaces {
            source: source.clone(),
            rules: file.recommends.iter().chain(&file.requires).map(Spanned::span).collect(),
            markers: file.markers.iter().map(Spanned::span).collect(),
            vp: file.vp.as_ref().map_or(0..0, Spanned::span),
        }
    }

    fn at(&self, span: &Range<usize>) -> SourcePlace {
        SourcePlace { source: self.source.clone(), span: span.clone() }
    }
}

/// A scenario, read and checked, ready to start games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// The word used on the command line and in records.
    pub id: String,
    /// The name.
    pub name: String,
    /// The year of the first Early Season.
    pub first_year: u16,
    /// The year after which the game ends (13.12, 13.13).
    pub last_year: u16,
    /// Victory points at the start: above 0 French, below 0 British.
    pub vp: i16,
    /// The Provincial Assemblies at the start (5.54).
    pub assemblies: Assemblies,
    /// How many cards each side is dealt up to (4.0), before events change it.
    pub hand_size: PerSide<u8>,
    /// The side that acts first in a season (4.0 A.2), before events change it.
    pub first_side: Side,
    /// The side that wins a game that ends in a draw (13.14). It comes from the settings of a game, not from the file.
    pub draws: Draws,
    /// Optional rules recommended for it, by number or id (14.0).
    pub recommends: Vec<String>,
    /// Optional rules that are always in force in it, by number or id.
    pub requires: Vec<String>,
    /// What the sides need to win (13.1).
    pub victory: VictoryTerms,
    /// Who comes at the beginning of which season.
    pub reinforcements: Vec<Reinforcement>,
    /// Where in its text things stand that are checked later.
    places: ScenarioPlaces,
    /// The cards in the game.
    pub cards: CardSet,
    /// Cards that are in a hand before the first deal.
    pub hands: PerSide<CardSet>,
    /// Cards on top of the draw pile, the last of them drawn first; the others are below them in random order.
    pub draw_pile: Vec<CardId>,
    /// Events that count as already played, in force until the end of the game.
    pub markers: Vec<Arc<str>>,
    /// Leaders who join the British pool later.
    pub joins_pool: Vec<JoinsPool>,
    /// Where every piece is.
    pub pieces: Placement,
    /// The works on the map, and the holders of the fortresses.
    pub works: PerSide<Works>,
    /// The holder of Niagara (13.23).
    pub niagara: Side,
    /// The holder of Ohio Forks (13.23).
    pub ohio_forks: Side,
}

impl Scenario {
    /// The rules that it recommends or requires, each with its place in the text.
    pub fn named_rules(&self) -> impl Iterator<Item = (&str, SourcePlace)> + Clone {
        let spots = self.places.rules.iter().map(|span| self.places.at(span));
        self.recommends.iter().chain(&self.requires).map(String::as_str).zip(spots)
    }

    /// The events that count as already played, each with its place in the text.
    pub(crate) fn named_markers(&self) -> impl Iterator<Item = (&str, SourcePlace)> {
        self.markers.iter().map(|marker| &**marker).zip(self.places.markers.iter().map(|span| self.places.at(span)))
    }

    /// Where the victory points stand in the text.
    pub(crate) fn place_of_points(&self) -> SourcePlace {
        self.places.at(&self.places.vp)
    }

    /// Reads and checks a scenario; `setups` are those that it can name. All faults are reported at once.
    pub fn parse(source: &Source, setups: &BTreeMap<String, Source>, deck: &Deck) -> Result<Scenario, Faults> {
        let mut faults = Faults::none();
        let Some(mut file) = read_toml::<ScenarioFile>("scenario", source, &mut faults) else { return Err(faults) };
        let mut reader = ScenarioReader { source: source.clone(), layout: Layout::new("scenario"), deck };
        let setup = match file.setup.take().map(|setup| (setup.span(), setup.into_inner())) {
            None => Some((SetupFile::default(), source.clone())),
            Some((_, SetupRef::Inline(setup))) => Some((*setup, source.clone())),
            Some((span, SetupRef::Named(name))) => reader.find_setup(&name, span, setups),
        };
        let (niagara, ohio_forks) = match setup {
            None => (Side::French, Side::French),
            Some((setup, setup_source)) => {
                let (niagara, ohio_forks) = (setup.held_by.niagara, setup.held_by.ohio_forks);
                reader.set_up(&setup, &setup_source);
                (niagara, ohio_forks)
            }
        };
        reader.check_id(&file);
        reader.check_years(&file);
        reader.check_points(&file);
        reader.out_of_game(&file.out_of_game);
        let joins_pool = reader.joins_pool(&file);
        let victory = reader.victory(&file);
        let reinforcements = reader.reinforcements(&file);
        let cards = reader.cards(&file.cards);
        let hands = PerSide::new(|side| reader.hand(side, &file, cards));
        let draw_pile = reader.listed_cards(&file.draw_pile, cards);
        reader.check_deal(&file, cards);
        reader.layout.check_map();
        let places = ScenarioPlaces::of(source, &file);
        let scenario = Scenario {
            id: file.id.into_inner(),
            name: one_line(&file.name).into_owned(),
            first_year: *file.first_year.get_ref(),
            last_year: *file.last_year.get_ref(),
            vp: file.vp.as_ref().map_or(0, |vp| *vp.get_ref()),
            assemblies: file.assemblies,
            hand_size: PerSide::new(|side| *file.hand_size.of(side).get_ref()),
            first_side: file.first_side,
            draws: Draws::default(),
            victory,
            reinforcements,
            places,
            requires: file.requires.into_iter().map(Spanned::into_inner).collect(),
            recommends: file.recommends.into_iter().map(Spanned::into_inner).collect(),
            cards,
            hands,
            draw_pile,
            markers: file.markers.into_iter().map(|marker| Arc::from(marker.into_inner())).collect(),
            joins_pool,
            pieces: reader.layout.placement,
            works: reader.layout.works,
            niagara,
            ohio_forks,
        };
        reader.layout.faults.into_result(scenario)
    }

    /// The state in which the game begins: everything placed, the cards shuffled, before the first deal.
    pub(crate) fn start(&self, deck: &Deck, mut generator: Generator) -> State {
        let listed: CardSet = self.draw_pile.iter().copied().collect();
        let rest = (self.cards & deck.numbers()) - self.hands.french - self.hands.british - listed;
        let mut draw_pile: Vec<CardId> = rest.iter().collect();
        generator.shuffle_first(&mut draw_pile);
        draw_pile.extend(&self.draw_pile);
        State {
            year: self.first_year,
            season: Season::Early,
            step: Step::Setup,
            active: Side::French,
            vp: self.vp,
            assemblies: self.assemblies,
            pieces: self.pieces.clone(),
            works: self.works.clone(),
            sieges: Default::default(),
            amphib: Default::default(),
            fieldworks: Default::default(),
            raided: Default::default(),
            niagara: self.niagara,
            ohio_forks: self.ohio_forks,
            hands: self.hands,
            seen: Default::default(),
            draw_pile,
            discard: CardSet::EMPTY,
            removed: CardSet::EMPTY,
            reshuffle: false,
            supply_limits: Default::default(),
            held_card: Default::default(),
            holding: Default::default(),
            built_last: Default::default(),
            exchanged: false,
            numbers: Arc::default(),
            markers: Arc::new(self.markers.iter().map(|marker| (marker.clone(), Until::Game)).collect()),
            generator,
        }
    }
}

/// A scenario while it is being read and checked.
struct ScenarioReader<'a> {
    source: Source,
    layout: Layout,
    deck: &'a Deck,
}

impl ScenarioReader<'_> {
    fn spot<T>(&self, value: &Spanned<T>) -> SourcePlace {
        SourcePlace { source: self.source.clone(), span: value.span() }
    }

    fn word<'t>(&self, text: &'t Text) -> Word<'t> {
        (text.get_ref(), self.spot(text))
    }

    /// The setup with this name.
    fn find_setup(
        &mut self,
        name: &str,
        span: std::ops::Range<usize>,
        setups: &BTreeMap<String, Source>,
    ) -> Option<(SetupFile, Source)> {
        let Some(found) = setups.get(name) else {
            let fault = self.layout.error("unknown_setup", format!("there is no setup `{name}`"));
            let fault = fault.at(&self.source, span, "no such file in `setups`");
            let names: Vec<&str> = setups.keys().map(String::as_str).collect();
            self.layout.report(match nearest(name, names.iter().copied()) {
                Some(near) => fault.meaning(name, near),
                None => fault.help(format!("there are: {}", names.join(", "))),
            });
            return None;
        };
        Some((read_toml("scenario", found, &mut self.layout.faults)?, found.clone()))
    }

    /// Places everything in a setup.
    fn set_up(&mut self, setup: &SetupFile, source: &Source) {
        let own = std::mem::replace(&mut self.source, source.clone());
        let lists = PerSide::new(|side| {
            let list = setup.of(side).fortresses.as_ref()?;
            Some((list.get_ref().iter().map(|text| self.word(text)).collect(), self.spot(list)))
        });
        self.layout.fortresses(lists);
        for side in Side::BOTH {
            let Lists { forts, forts_under_construction, stockades, .. } = setup.of(side);
            let all = [
                (Built::Fort, forts),
                (Built::UnderConstruction, forts_under_construction),
                (Built::Stockade, stockades),
            ];
            for (built, spaces) in all {
                spaces.iter().for_each(|space| self.layout.build(side, built, &self.word(space)));
            }
        }
        for (place, pieces) in &setup.at {
            let place = self.layout.space_or_box(&self.word(place));
            for piece in pieces {
                let word = self.word(piece);
                if let (Some(piece), Some(place)) = (self.layout.piece(&word), place) {
                    self.layout.place(&word, piece, place);
                }
            }
        }
        for leader in &setup.leader_pool {
            let word = self.word(leader);
            if let Some(leader) = self.layout.british_leader(&word) {
                self.layout.place(&word, leader, Place::LeaderPool);
            }
        }
        self.source = own;
    }

    /// The id: a word on the command line and in records.
    fn check_id(&mut self, file: &ScenarioFile) {
        let id = file.id.get_ref();
        let is_word = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if id.is_empty() || !id.chars().all(is_word) {
            let fault = self.layout.error("bad_id", "the scenario has no usable id");
            let label = "not lower-case letters, digits and hyphens";
            self.layout.report(fault.at(&self.source, file.id.span(), label));
        }
    }

    fn check_years(&mut self, file: &ScenarioFile) {
        for year in [&file.first_year, &file.last_year] {
            if !(1755..=1762).contains(year.get_ref()) {
                let fault = self.layout.error("bad_year", format!("{} is not a year of the war", year.get_ref()));
                self.layout.report(fault.at(&self.source, year.span(), "use a year from 1755 to 1762"));
            }
        }
        if file.last_year.get_ref() < file.first_year.get_ref() {
            let message = format!("the last year, {}, is before the first", file.last_year.get_ref());
            let fault = self.layout.error("years_reversed", message);
            let fault = fault.at(&self.source, file.last_year.span(), "earlier than the first year");
            self.layout.report(fault.at(&self.source, file.first_year.span(), "the first year"));
        }
    }

    fn check_points(&mut self, file: &ScenarioFile) {
        let Some(vp) = &file.vp else { return };
        if !(-MOST_POINTS..=MOST_POINTS).contains(vp.get_ref()) {
            let fault = self.layout.error("bad_vp", format!("{} victory points are out of range", vp.get_ref()));
            self.layout.report(fault.at(&self.source, vp.span(), "11 points win the game (13.11)"));
        }
    }

    fn out_of_game(&mut self, pieces: &[Text]) {
        for text in pieces {
            let word = self.word(text);
            if let Some(piece) = self.layout.piece(&word) {
                self.layout.place(&word, piece, Place::Eliminated);
            }
        }
    }

    /// Leaders who join the pool later: British, and not in play until then.
    fn joins_pool(&mut self, file: &ScenarioFile) -> Vec<JoinsPool> {
        let mut joins: Vec<JoinsPool> = Vec::new();
        for entry in &file.joins_pool {
            let year = *entry.year.get_ref();
            if !(*file.first_year.get_ref()..=*file.last_year.get_ref()).contains(&year) {
                let fault = self.layout.error("joins_too_late", format!("no year {year} starts in this scenario"));
                self.layout.report(fault.at(&self.source, entry.year.span(), "not a year of the scenario"));
            }
            let mut leaders = PieceSet::EMPTY;
            for text in &entry.leaders {
                let word = self.word(text);
                let Some(leader) = self.layout.british_leader(&word) else { continue };
                if let Some(first) = self.layout.placed(leader).cloned() {
                    let fault = self.layout.error("joins_from_play", format!("`{}` is already placed", word.0));
                    self.layout.report(fault.spot(&word.1, "to join the pool later").spot(&first, "already placed"));
                } else if joins.iter().any(|join| join.leaders.contains(leader)) || leaders.contains(leader) {
                    let fault = self.layout.error("joins_twice", format!("`{}` joins the pool twice", word.0));
                    self.layout.report(fault.spot(&word.1, "a second time"));
                }
                leaders.insert(leader);
            }
            joins.push(JoinsPool { year, leaders });
        }
        joins
    }

    /// The cards on the list, all of which must be in the deck.
    fn cards(&mut self, list: &Spanned<Vec<Spanned<CardRange>>>) -> CardSet {
        if let [first, last] = list.get_ref().as_slice()
            && first.get_ref().is_number
            && last.get_ref().is_number
        {
            return self.card_range(first.get_ref().first, last.get_ref().last, self.spot(list));
        }
        let mut cards = CardSet::EMPTY;
        for range in list.get_ref() {
            cards |= self.card_range(range.get_ref().first, range.get_ref().last, self.spot(range));
        }
        cards
    }

    /// The cards of a range.
    fn card_range(&mut self, first: i64, last: i64, spot: SourcePlace) -> CardSet {
        if first > last || first < 1 {
            let fault = self.layout.error("bad_cards", format!("there are no cards from {first} to {last}"));
            self.layout.report(fault.spot(&spot, "the first and the last number, both included"));
            return CardSet::EMPTY;
        }
        let all = self.deck.numbers();
        let cards = all.filter(|card| (first..=last).contains(&card.0.into()));
        let missing = (first..=last.min(192)).find(|&n| n == 192 || !all.contains(CardId(n as u8)));
        if let Some(missing) = missing {
            let fault = self.layout.error("missing_card", format!("the deck has no card {missing}"));
            let label = if first == last { "no such card" } else { "the range includes cards not in the deck" };
            self.layout.report(fault.spot(&spot, label).help("add the card to `deck.toml`, or leave its number out"));
        }
        cards
    }

    /// Cards given by number: known, in the game, and not in any other place.
    fn listed_cards(&mut self, numbers: &[Spanned<i64>], cards: CardSet) -> Vec<CardId> {
        let mut found = Vec::new();
        for number in numbers {
            let spot = self.spot(number);
            let Some(card) = self.layout.card(*number.get_ref(), &spot, self.deck) else { continue };
            if !cards.contains(card) {
                let fault = self.layout.error("card_not_in_game", format!("card {} is not in this game", card.0));
                self.layout.report(fault.spot(&spot, "outside the scenario's `cards`"));
            } else if self.layout.take_card(card, &spot) {
                found.push(card);
            }
        }
        found
    }

    fn hand(&mut self, side: Side, file: &ScenarioFile, cards: CardSet) -> CardSet {
        let listed = file.hands.of(side);
        let size = *file.hand_size.of(side).get_ref();
        if let Some(extra) = listed.get(usize::from(size)) {
            let message = format!("the {side} hold {} cards, but their hand size is {size}", listed.len());
            let fault = self.layout.error("hand_too_large", message);
            self.layout.report(fault.spot(&self.spot(extra), "one too many"));
        }
        self.listed_cards(listed, cards).into_iter().collect()
    }

    /// There must be enough cards for the first deal.
    fn check_deal(&mut self, file: &ScenarioFile, cards: CardSet) {
        let sizes = PerSide::new(|side| usize::from(*file.hand_size.of(side).get_ref()));
        for side in Side::BOTH {
            if sizes[side] == 0 {
                let fault = self.layout.error("no_hand", format!("the {side} are dealt no cards"));
                self.layout.report(fault.at(&self.source, file.hand_size.of(side).span(), "at least one"));
            }
        }
        if sizes.french + sizes.british > cards.len() && !cards.is_empty() {
            let message = format!("{} cards cannot be dealt from {}", sizes.french + sizes.british, cards.len());
            let fault: Fault = self.layout.error("too_few_cards", message);
            let fault = fault.at(&self.source, file.cards.span(), "too few cards for both hands");
            self.layout.report(fault.at(&self.source, file.hand_size.french.span(), "the French hand size"));
        }
    }
}

impl JoinsPool {
    /// Those of its leaders who are not yet in play.
    pub(crate) fn still_at_hand(&self, state: &State) -> impl Iterator<Item = PieceId> {
        (self.leaders & state.pieces.here(Place::AtHand)).iter()
    }
}
