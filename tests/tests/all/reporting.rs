//! Everything that changes the position is reported, by its name: whoever reads the log can follow the game on a board.

use std::collections::BTreeSet;
use wilderness_core::Side;
use wilderness_core::header::Header;
use wilderness_core::log::{Entry, marker_name};
use wilderness_core::map::Map;
use wilderness_core::pieces::Pieces;
use wilderness_core::sets::{CardId, CardSet, SpaceId, SpaceSet};
use wilderness_core::state::{State, Step, Until};
use wilderness_tests::{agents, answer, scripts};

/// What happened between two decisions.
struct Told<'a> {
    entries: &'a [Entry],
    /// Everything since the season began: a card is named when it is played, and discarded later.
    season: &'a [Entry],
}

impl Told<'_> {
    fn says(&self, words: &str) -> bool {
        self.entries.iter().any(|entry| entry.text.contains(words))
    }

    fn names(&self, thing: impl std::fmt::Display) -> bool {
        self.says(&thing.to_string())
    }

    fn follows(&self, rule: &str) -> bool {
        self.entries.iter().any(|entry| entry.rule == rule)
    }

    fn names_card(&self, card: CardId) -> bool {
        self.season
            .iter()
            .any(|entry| entry.text.contains(&format!("({card})")) || entry.text.contains(&format!("({card},")))
    }
}

/// Everything in which two states differ, and that nothing told speaks of.
fn untold(from: &State, to: &State, told: &Told<'_>) -> Vec<String> {
    let mut untold = pieces(from, to, told);
    untold.extend(
        spaces(from, to)
            .into_iter()
            .filter(|(_, space)| !told.names(space))
            .map(|(what, space)| format!("{what} at {space}")),
    );
    untold.extend(cards(from, to, told));
    untold.extend(tracks(from, to, told));
    untold
}

fn pieces(from: &State, to: &State, told: &Told<'_>) -> Vec<String> {
    let mut untold = Vec::new();
    for piece in Pieces::get().all() {
        let (was, is) = (from.pieces.at(piece), to.pieces.at(piece));
        let changed = was != is || from.pieces.reduced().contains(piece) != to.pieces.reduced().contains(piece);
        if changed && !told.names(piece) {
            untold.push(format!("{piece}: {was:?} to {is:?}"));
        }
        let inside = |state: &State| state.pieces.inside().contains(piece);
        let besieged_before = from.is_besieged(piece);
        if !inside(from) && inside(to) && !told.names(piece) {
            untold.push(format!("{piece} goes inside"));
        }
        if besieged_before && !inside(to) && was == is && !was.space().is_some_and(|space| told.names(space)) {
            untold.push(format!("{piece} is not besieged any more"));
        }
    }
    untold
}

/// What lies on the map and is different, with its space.
fn spaces(from: &State, to: &State) -> Vec<(&'static str, SpaceId)> {
    let mut changed: Vec<(&str, SpaceId)> = Vec::new();
    let mut compare = |what: &'static str, was: SpaceSet, is: SpaceSet| {
        changed.extend(((was - is) | (is - was)).iter().map(|space| (what, space)));
    };
    for side in Side::BOTH {
        let (was, is) = (&from.works[side], &to.works[side]);
        compare("fortress", was.fortresses, is.fortresses);
        compare("fort", was.forts, is.forts);
        compare("fort under construction", was.under_construction, is.under_construction);
        compare("stockade", was.stockades, is.stockades);
    }
    for level in 0..3 {
        compare("siege", from.sieges[level], to.sieges[level]);
    }
    compare("Amphib marker", from.amphib, to.amphib);
    compare("fieldworks", from.fieldworks, to.fieldworks);
    let map = Map::get();
    changed.extend((from.niagara != to.niagara).then_some(("who holds", map.niagara)));
    changed.extend((from.ohio_forks != to.ohio_forks).then_some(("who holds", map.ohio_forks)));
    for side in Side::BOTH {
        let placed = map.all.iter().filter(|space| to.raided_markers(side, *space) > from.raided_markers(side, *space));
        changed.extend(placed.map(|space| ("Raided marker", space)));
    }
    changed
}

fn cards(from: &State, to: &State, told: &Told<'_>) -> Vec<String> {
    let mut untold = Vec::new();
    let mut named = |what: &str, cards: CardSet| {
        untold.extend(cards.iter().filter(|card| !told.names_card(*card)).map(|card| format!("{card} {what}")));
    };
    named("is discarded", to.discard - from.discard);
    named("is out of the game", to.removed - from.removed);
    let dealt = told.says("cards are dealt");
    for side in Side::BOTH {
        named("leaves a hand", from.hands[side] - to.hands[side]);
        if !dealt {
            named("comes into a hand", to.hands[side] - from.hands[side]);
        }
    }
    let shuffled = told.says("is shuffled into a new draw pile");
    if !shuffled {
        named("leaves the discard pile", from.discard - to.discard);
    }
    if from.reshuffle != to.reshuffle && !(shuffled || told.says("the deck is shuffled at the end")) {
        untold.push("the deck is to be shuffled".into());
    }
    untold
}

fn tracks(from: &State, to: &State, told: &Told<'_>) -> Vec<String> {
    let mut untold = Vec::new();
    let mut check = |what: &str, changed: bool, said: bool| {
        if changed && !said {
            untold.push(what.to_string());
        }
    };
    let scored: i16 = told.entries.iter().map(|entry| entry.vp).sum();
    check("victory points", from.vp != to.vp, from.vp + scored == to.vp);
    check("assemblies", from.assemblies != to.assemblies, told.says("the Provincial Assemblies are"));
    let date = |state: &State| (state.year, state.season);
    check("date", date(from) != date(to), told.names(to.season) && told.names(to.year));
    check("sides", from.exchanged != to.exchanged, told.follows("13.3"));
    check("over", matches!(to.step, Step::Over(_)), told.follows("13.1"));
    for side in Side::BOTH {
        let swept = from.raided[side].len() > to.raided[side].len();
        check("Raided markers", swept, told.follows("13.22"));
        check("passing", !from.holding[side] && to.holding[side], told.says("pass and hold"));
    }
    for marker in to.markers.keys().filter(|marker| !from.markers.contains_key(*marker)) {
        check(marker, true, told.names(marker_name(marker)));
    }
    for (marker, until) in from.markers.iter().filter(|(marker, _)| !to.markers.contains_key(*marker)) {
        check(marker, *until == Until::Game, told.names(marker_name(marker)));
    }
    untold
}

/// Plays a game of random agents, and collects what no entry of the log speaks of.
fn unreported(scenario: &str, rules: &[&str], seed: u64) -> BTreeSet<String> {
    let scripts = scripts();
    let header = Header::new(scenario, seed, &scripts).with_rules(rules.iter().copied(), &scripts).expect("rules");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("the first decision");
    let mut agents = agents(seed);
    let mut found = BTreeSet::new();
    while let Some(decision) = game.decision().cloned() {
        let (before, told) = (game.state().clone(), game.log().len());
        let choice = answer(&game, &mut agents, &decision);
        game.choose(choice).expect("a legal answer");
        let begins = |entry: &Entry| entry.rule == "4.0" && entry.side.is_none();
        let season = game.log()[..told].iter().rposition(begins).unwrap_or(0);
        let entries = Told { entries: &game.log()[told..], season: &game.log()[season..] };
        let kind = decision.ask.kind();
        let line = |what: String| format!("{scenario} {seed}: {kind} {choice}: {what} in {:?}", entries.entries);
        found.extend(untold(&before, game.state(), &entries).into_iter().map(line));
    }
    found
}

/// The optional rules that can be in force together.
const RULES: [&str; 7] = ["13.3", "14.1", "14.2", "14.3", "14.4", "14.5", "14.6"];

#[test]
fn everything_that_changes_the_position_is_reported() {
    let mut found = BTreeSet::new();
    for scenario in ["annus-mirabilis", "early-war", "late-war", "full-campaign"] {
        for seed in 0..12 {
            found.extend(unreported(scenario, if seed % 2 == 0 { &RULES } else { &[] }, seed));
        }
    }
    let shown: Vec<&String> = found.iter().take(12).collect();
    assert!(found.is_empty(), "{} changes are not reported, among them {shown:#?}", found.len());
}
