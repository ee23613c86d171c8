//! Every change of the position is reported by name, so that the log is enough to follow the game on a board.

use std::collections::{BTreeMap, BTreeSet};
use wilderness_tests::situation::{Situation, find_space};
use wilderness_tests::{agents, answer, random_game, scripts};
use wilderness_war::Side::{British, French};
use wilderness_war::map::Map;
use wilderness_war::news::{Field, Happened, NewsEntry, Why};
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::{State, Step};
use wilderness_war::{CardId, CardSet, Header, PieceId, Side, SpaceId, SpaceSet, Until};

/// The news between two decisions.
struct Told<'a> {
    entries: &'a [NewsEntry],
    /// All news of the season: a card is named when it is played, but discarded later.
    season: &'a [NewsEntry],
}

impl Told<'_> {
    fn tells(&self, what: impl Fn(&Happened) -> bool) -> bool {
        self.entries.iter().any(|entry| what(&entry.what))
    }

    fn has(&self, kind: &str) -> bool {
        self.tells(|what| what.kind() == kind)
    }

    fn names(&self, piece: PieceId) -> bool {
        let named = |field: &Field<'_>| match field {
            Field::Piece(named) => *named == piece,
            Field::Pieces(pieces) => pieces.contains(piece),
            _ => false,
        };
        self.tells(|what| what.fields().iter().any(|(_, field)| named(field)))
    }

    fn names_space(&self, space: SpaceId) -> bool {
        self.entries.iter().any(|entry| entry.concerns(space))
    }

    fn names_card(&self, card: CardId) -> bool {
        self.season.iter().any(|entry| entry.names_card(card))
    }

    fn names_marker(&self, id: &str) -> bool {
        self.tells(|what| match what {
            Happened::MarkerPlaced { marker, .. } | Happened::MarkerRemoved { marker } => &**marker == id,
            _ => false,
        })
    }
}

/// The differences between two states that no news mentions.
fn untold(from: &State, to: &State, told: &Told<'_>) -> Vec<String> {
    let mut untold = pieces(from, to, told);
    untold.extend(
        spaces(from, to)
            .into_iter()
            .filter(|(_, space)| !told.names_space(*space))
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
        if besieged_before && !inside(to) && was == is && !was.space().is_some_and(|space| told.names_space(space)) {
            untold.push(format!("{piece} is not besieged any more"));
        }
    }
    untold
}

/// The markers on the map that differ, with their spaces.
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
    let dealt = told.has("dealt");
    for side in Side::BOTH {
        named("leaves a hand", from.hands[side] - to.hands[side]);
        if !dealt {
            named("comes into a hand", to.hands[side] - from.hands[side]);
        }
    }
    let shuffled = told.has("reshuffled");
    if !shuffled {
        named("leaves the discard pile", from.discard - to.discard);
    }
    if from.reshuffle != to.reshuffle && !(shuffled || told.has("reshuffle-due")) {
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
    let scored: i16 = told.entries.iter().map(NewsEntry::vp).sum();
    check("victory points", from.vp != to.vp, from.vp + scored == to.vp);
    check("assemblies", from.assemblies != to.assemblies, told.has("assemblies"));
    let date = |state: &State| (state.year, state.season);
    let begins = Happened::SeasonBegan { season: to.season, year: to.year };
    check("date", date(from) != date(to), told.tells(|what| *what == begins));
    check("sides", from.exchanged != to.exchanged, told.has("sides-exchanged"));
    check("over", matches!(to.step, Step::Over(_)), told.has("game-over"));
    for side in Side::BOTH {
        let swept = from.raided[side].len() > to.raided[side].len();
        check(
            "Raided markers",
            swept,
            told.tells(|what| matches!(what, Happened::Scored { why: Why::RaidedMarkers(_), .. })),
        );
        check("passing", !from.holding[side] && to.holding[side], told.has("held"));
    }
    for marker in to.markers.keys().filter(|marker| !from.markers.contains_key(*marker)) {
        check(marker, true, told.names_marker(marker));
    }
    for (marker, until) in from.markers.iter().filter(|(marker, _)| !to.markers.contains_key(*marker)) {
        check(marker, *until == Until::Game, told.names_marker(marker));
    }
    untold
}

/// Plays a game of random agents, and collects the changes that no log entry mentions.
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
        let begins = |entry: &NewsEntry| matches!(entry.what, Happened::SeasonBegan { .. });
        let season = game.log()[..told].iter().rposition(begins).unwrap_or(0);
        let entries = Told { entries: &game.log()[told..], season: &game.log()[season..] };
        let kind = decision.ask.kind();
        let line = |what: String| format!("{scenario} {seed}: {kind} {choice}: {what} in {:?}", entries.entries);
        found.extend(untold(&before, game.state(), &entries).into_iter().map(line));
    }
    let ids: Vec<&str> = game.scripts().markers().filter(|id| id.contains('-')).collect();
    found.extend(clumsy(game.log(), &ids));
    found
}

/// Empty headings, repeated news, and ids instead of names.
fn clumsy(log: &[NewsEntry], ids: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    for (entry, next) in log.iter().zip(log.iter().skip(1)) {
        let text = entry.text();
        if entry.what == Happened::Winter && (next.rule != entry.rule || next.what == Happened::Winter) {
            found.push(format!("nothing under {text}"));
        }
        if let (Happened::LeaderChecked { leader, die: 1 }, Happened::Eliminated { pieces }) = (&entry.what, &next.what)
            && pieces.contains(*leader)
        {
            found.push(format!("told twice: {}", next.text()));
        }
        found.extend(ids.iter().filter(|id| text.contains(**id)).map(|id| format!("{id} in {text}")));
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

#[test]
fn an_assault_is_reported_as_an_assault() {
    let siege = Situation::new().british_turn().forts(French, "crown-point").siege("crown-point", 1);
    let mut game = siege.put("crown-point", "bradstreet webb 22nd").begin();
    game.force("bradstreet", "");
    game.dice(&[5, 1]).british("action", "assault");
    let heading = game.told("9.1");
    assert!(heading.len() == 1 && heading[0].starts_with("assault on Crown Point: "), "{heading:?}");
    assert!(heading[0].ends_with(" against no defenders"), "{heading:?}");
    assert_eq!(game.told("9.2"), ["the assault on Crown Point succeeds: neither side loses a step"]);
    assert!(["7.1", "7.5", "7.8"].iter().all(|rule| game.told(rule).is_empty()), "it is not a battle");
}

#[test]
fn a_card_that_is_discarded_by_an_event_is_named() {
    let mut game = Situation::new().british_turn().hand(British, &[1, 36]).hand(French, &[55]).begin();
    game.event(36);
    assert_eq!(game.told("5.22"), ["French discard French Regulars (#55)"]);
}

#[test]
fn a_courier_that_gets_through_is_reported() {
    let mut game = Situation::new().hand(French, &[1, 35]).hand(British, &[57]).begin();
    game.dice(&[2]).event(35);
    assert!(game.told("5.5").iter().any(|told| told == "the courier gets through"), "{:?}", game.told("5.5"));
}

#[test]
fn leaders_who_change_places_are_named_with_their_places() {
    let leaders = Situation::new().british_turn().put("montreal", "vaudreuil").put("ticonderoga", "montcalm bearn");
    let mut game = leaders.hand(British, &[22]).begin();
    game.event(22).british("event", "montcalm");
    let told = game.told("5.5").join("; ");
    assert!(["Vaudreuil", "Montcalm", "change places", "Ticonderoga"].iter().all(|part| told.contains(part)), "{told}");
}

#[test]
fn news_are_data_and_name_what_they_concern() {
    let mut game = Situation::new().put("ticonderoga", "montcalm bearn").begin();
    game.force("montcalm", "bearn");
    game.french("march", "space:crown-point stop");
    let log = game.game().log();
    let of = |kind: &str| log.iter().find(|entry| entry.what.kind() == kind).unwrap_or_else(|| panic!("no {kind}"));
    let moved = serde_json::json!({
        "kind": "moved", "rule": "6.1", "side": "french", "space": "crown-point", "pieces": ["montcalm", "bearn"],
        "path": ["ticonderoga", "crown-point"], "way": "land-or-boat",
        "text": "Montcalm and Béarn go from Ticonderoga to Crown Point",
    });
    assert_eq!(of("moved").to_json(), moved);
    assert!(of("moved").concerns(find_space("ticonderoga")) && !of("moved").concerns(find_space("albany")));
    let card = serde_json::json!({ "number": 1, "name": "Campaign" });
    assert_eq!(of("card-played").to_json()["card"], card);
    assert!(of("card-played").names_card(CardId(1)) && !of("card-played").names_card(CardId(2)));
}

#[test]
fn every_kind_of_news_has_a_word_of_its_own() {
    let mut kinds: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for seed in 0..40 {
        for entry in random_game("full-campaign", seed).log() {
            let variant = format!("{:?}", entry.what);
            let variant = variant.split([' ', '{']).next().unwrap_or_default().to_string();
            kinds.entry(entry.what.kind()).or_default().insert(variant);
        }
    }
    assert!(kinds.len() > 45, "{:?}", kinds.keys());
    let shared: Vec<_> = kinds.iter().filter(|(_, variants)| variants.len() > 1).collect();
    assert!(shared.is_empty(), "{shared:?}");
}
