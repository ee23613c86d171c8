//! What the engine gives every game: odds, undo, imagined games and search, and markers that nobody gives away.

use crate::situation::{Situation, battles};
use serde_json::json;
use std::rc::Rc;
use std::time::Duration;
use wilderness_battles::odds::{ASSUMED, Odds};
use wilderness_battles::{At, FrenchAndIndianWarBattles, Game, Header, Hex, Id, Marker, Options, Side, UnitId};
use wilderness_engine::agents::{Budget, Search};
use wilderness_engine::odds::{self, End, Tally};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::{Agent, Answer, Hidden as _, Purpose, Rules, Side as _, StandIn, Stream};

#[test]
fn a_search_plays_with_markers_it_does_not_see() {
    let options = Options { tactics: true, ..Options::default() };
    let mut game = Game::begin(&Header::new("lake-george", 3, options), battles()).expect("a battle");
    let mut agents = Side::BOTH
        .map(|side| Search::<FrenchAndIndianWarBattles>::new(5, side, Budget::Games(2), 1, || Duration::ZERO));
    for _ in 0..40 {
        game.proceed().expect("sound rules");
        let decision = game.decision().cloned().expect("a decision");
        let choice = agents[decision.side.index()].choose(&game.view(decision.side), &decision);
        assert!(decision.choices.contains(&choice));
        game.choose(choice).unwrap_or_else(|refused| panic!("{refused:?}"));
    }
}

#[test]
fn dealing_anew_keeps_what_is_known_of_the_markers() {
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "movement", "phasing": "french", "options": ["tactics"],
        "markers": {"british": ["ambush", "ambush", "volley"]}, "played": {"british": ["bayonet"]},
        "units": {"bearn": {"at": "1906"}, "15-foot": {"at": "0106"}}});
    let play = Situation::new(position);
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut state = play.state().clone();
        let known = vec![Marker::Volley];
        let mut chance = Stream::new(seed, Purpose::Imagined);
        FrenchAndIndianWarBattles::deal_anew(&mut state, &mut [], &known, Side::French, &mut chance);
        let markers = &state.markers[Side::British];
        assert!(markers.len() == 3 && markers.contains(&Marker::Volley), "{markers:?}");
        let bayonets = markers.iter().filter(|marker| **marker == Marker::Bayonet).count();
        assert!(bayonets <= 1, "one of the two has been played");
        seen.insert(markers.clone());
    }
    assert!(seen.len() > 5, "{seen:?}");
    assert!(play.0.view(Side::French).state().markers[Side::British].is_empty());
    assert_eq!(play.0.view(Side::British).state().markers[Side::British].len(), 3);
}

#[test]
fn an_answer_can_be_taken_back() {
    let units = json!({"bearn": {"at": "1906"}, "15-foot": {"at": "0106"}, "guyenne": {"at": "2006"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "movement", "phasing": "french", "units": units});
    let play = Situation::new(position);
    let before = play.state().clone();
    let mut play = play.choose("mover", "unit:bearn").choose("step", "hex:1806");
    let game: &mut Game = &mut play.0;
    assert!(game.past_mut().undo() && game.past_mut().undo());
    game.proceed().expect("sound rules");
    assert_eq!(*game.state(), before);
}

#[test]
fn the_markers_of_the_attacker_are_hidden_until_both_have_chosen() {
    let units = json!({"bearn": {"at": "1106"}, "15-foot": {"at": "1105"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": "british", "options": ["tactics"],
        "markers": {"british": ["bayonet"], "french": ["volley"]}, "units": units});
    let play = Situation::new(position);
    assert_eq!(play.offered(), ["marker:bayonet", "none"]);
    let play = play.choose("tactics", "marker:bayonet");
    // The defender is asked, and the attacker's marker is still in its hand.
    assert_eq!((play.asked(), play.state().markers[Side::British].len()), ("tactics", 1));
    let play = play.dice([3, 1]).choose("tactics", "marker:volley");
    assert_eq!((play.state().markers[Side::British].len(), play.state().markers[Side::French].len()), (0, 0));
    let attacked = play.0.log().iter().any(|entry| entry.text(play.0.scenario()).contains("(10 to 8, 1-1)"));
    assert!(attacked, "{:?}", play.0.log());
}

/// The chance of everything, and that a unit is eliminated or disordered.
#[derive(Default)]
struct Chances {
    all: f64,
    gone: f64,
    shaken: f64,
    unit: usize,
}

impl Tally<FrenchAndIndianWarBattles> for Chances {
    fn assume(&mut self, _: &[Answer<FrenchAndIndianWarBattles>]) {}

    fn add(&mut self, chance: f64, end: &End<FrenchAndIndianWarBattles>) {
        let piece = &end.state.pieces[self.unit];
        self.all += chance;
        self.gone += if piece.at == At::Eliminated { chance } else { 0.0 };
        self.shaken += if piece.at != At::Eliminated && piece.disordered { chance } else { 0.0 };
    }

    fn endanger(&mut self, _: f64, _: &End<FrenchAndIndianWarBattles>, _: &End<FrenchAndIndianWarBattles>) {}
}

/// The chances of what becomes of a unit when the next die is rolled.
fn chances(play: &Situation, choice: &str, unit: &str) -> Chances {
    let decision = play.0.decision().expect("a decision");
    let mut table = play.0.copies().rerun().expect("a table");
    let choice = decision.find(choice).expect("an answer");
    table.supply(Answer::Choice { side: decision.side, ask: decision.ask.clone(), choice });
    let unit = play.0.scenario().find(Id::new(unit).expect("an id")).expect("a unit").index();
    let known = table.known().count();
    let first: StandIn<FrenchAndIndianWarBattles> = Rc::new(|_, decision| decision.choices.first().copied());
    // An attack is chosen in one step, and resolved in the next.
    let rules = |table: &mut _| {
        FrenchAndIndianWarBattles::step(table)?;
        FrenchAndIndianWarBattles::step(table)
    };
    let tally = odds::weigh(table, known, first, rules, |_, _| Chances { unit, ..Chances::default() });
    tally.expect("sound rules").expect("a combat")
}

#[test]
fn the_odds_of_an_attack_are_exact() {
    let units = json!({"48-foot": {"at": "1106"}, "bearn": {"at": "1105"}, "58-foot": {"at": "1306"}, "guyenne": {"at": "1305"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": "british", "units": units});
    let play = Situation::new(position).choose("attacked", "hex:1105");
    // 7 to 4, the 1.5-1 column: Ad Ad Bx Bx Dd Dr. Bearn is disordered by four of them, and has room to rout to.
    let odds = chances(&play, "attack:1", "bearn");
    assert!((odds.all - 1.0).abs() < 1e-9, "{}", odds.all);
    assert!((odds.shaken - 4.0 / 6.0).abs() < 1e-9 && odds.gone == 0.0, "{} {}", odds.shaken, odds.gone);
}

#[test]
fn sequences_are_counted() {
    let units = json!({"bearn": {"at": "1906"}, "15-foot": {"at": "0106"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "movement", "phasing": "french", "units": units});
    let play = Situation::new(position);
    let count = Perft::count(&play.0, 2, Deals::AsTheyLie).expect("sound rules");
    assert!(count.nodes() > 6, "{}", count.nodes());
}

/// The units with these ids.
fn units(play: &Situation, ids: &[&str]) -> Vec<UnitId> {
    let find = |id: &&str| play.0.scenario().find(Id::new(id).expect("an id")).expect("a unit");
    ids.iter().map(find).collect()
}

fn hex(text: &str) -> Hex {
    Hex::new(text).expect("a hex")
}

#[test]
fn odds_left_leaders_behind_to_die_who_may_go_along() {
    let stand = json!({"35-foot": {"at": "1106"}, "78-foot": {"at": "1005"}, "bearn": {"at": "1105"},
        "montcalm": {"at": "1105"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": "british", "units": stand});
    let play = Situation::new(position);
    let odds = Odds::of_attack(&play.0, &units(&play, &["35-foot", "78-foot"]), &[hex("1105")]).expect("odds");
    let montcalm = units(&play, &["montcalm"])[0];
    let fate = odds.fates.iter().find(|fate| fate.unit == montcalm).expect("he is at risk");
    assert!(fate.eliminated == 0.0 && fate.retreats > 0.0, "{fate:?}");
    assert_eq!(odds.points[Side::French], 0.0);
    assert!(ASSUMED.contains("leaders go along"));
}

#[test]
fn odds_before_a_march_are_those_after_it() {
    let position = |phase: &str, from: &str| {
        let stand = json!({"35-foot": {"at": from}, "78-foot": {"at": "1005"}, "bearn": {"at": "1105"}});
        json!({"scenario": "quebec", "turn": 2, "phase": phase, "phasing": "british", "units": stand})
    };
    let before = Situation::new(position("movement", "0905"));
    let attackers = units(&before, &["35-foot", "78-foot"]);
    let march = |to: &str| Odds::after_march(&before.0, &attackers, &[(attackers[0], hex(to))], &[hex("1105")]);
    let after = Situation::new(position("combat", "1106"));
    let told = Odds::of_attack(&after.0, &attackers, &[hex("1105")]).expect("odds");
    assert_eq!(march("1106").expect("odds"), Odds { marched: vec![(attackers[0], hex("1106"))], ..told });
    assert_eq!(before.at("35-foot"), "0905", "the battle does not change");
    for (to, rule) in [("1005", "finds no room"), ("1105", "both sides"), ("0905", "contact")] {
        let refusal = march(to).expect_err(to).to_string();
        assert!(refusal.contains(rule), "{to}: {refusal}");
    }
}
