//! Questions about a position that only look: supply lines, ways, interceptions, and what answers would lead to.

use wilderness_core::Side::{British, French};
use wilderness_core::decision::{Choice, Word};
use wilderness_core::rules::interception;
use wilderness_core::rules::march::{Manner, Party};
use wilderness_core::rules::route::{Route, Search, route, why_not_enter};
use wilderness_core::rules::supply::{self, Line};
use wilderness_core::script::MovementLimits;
use wilderness_core::sets::PieceSet;
use wilderness_core::state::State;
use wilderness_core::table::Answer;
use wilderness_tests::situation::{Situation, find_piece, find_space};

fn pieces(ids: &str) -> PieceSet {
    ids.split_whitespace().map(find_piece).collect()
}

fn way(state: &State, ids: &str, manner: Manner, from: &str, to: &str) -> Option<Route> {
    let party = Party::new(French, pieces(ids));
    let closed = state.occupied(British);
    let search = Search { party, limits: MovementLimits::default(), manner, activations: 9, closed };
    route(state, &search, find_space(from), find_space(to))
}

#[test]
fn every_supplied_space_has_a_line_and_no_other_has() {
    let state = Situation::new()
        .put("crown-point", "webb 22nd")
        .put("hudson-carry-north", "montcalm bearn")
        .forts(French, "niagara ohio-forks")
        .forts(British, "oswego")
        .state();
    for side in [French, British] {
        let (supplied, sources) = (supply::supplied(&state, side), supply::sources(&state, side));
        for space in wilderness_core::map::Map::get().all {
            match supply::line(&state, side, space) {
                Line::Open(chain) => {
                    assert!(supplied.contains(space), "{side} {space}");
                    assert!(
                        chain.first().is_some_and(|first| sources.contains(*first)) && chain.last() == Some(&space)
                    );
                }
                Line::Cut { at, .. } => assert!(!supplied.contains(space) && state.occupies(side.enemy(), at)),
                Line::None => assert!(!supplied.contains(space), "{side} {space}"),
            }
        }
    }
}

#[test]
fn a_line_of_supply_is_cut_by_whom_the_enemy_has_on_it() {
    let state = Situation::new().put("crown-point", "webb 22nd").put("ticonderoga", "bearn").state();
    let Line::Cut { at, chain } = supply::line(&state, French, find_space("ticonderoga")) else { panic!("a cut line") };
    assert_eq!(at, find_space("crown-point"));
    assert_eq!(chain.last(), Some(&find_space("ticonderoga")));
}

#[test]
fn boats_need_one_activation_where_land_troops_need_several() {
    let state = Situation::new().put("montreal", "montcalm bearn").state();
    let boat = way(&state, "bearn", Manner::Boat, "montreal", "ticonderoga").expect("a way");
    assert_eq!((boat.legs.len(), boat.legs[0].manner), (1, Manner::Boat));
    let land = way(&state, "bearn", Manner::Land, "montreal", "ticonderoga").expect("a way");
    assert!(land.legs.len() > 1);
    let stop = land.legs[0].stop.clone().expect("a reason to stop");
    assert!(stop.rule.starts_with("6.2"), "{stop}");
}

#[test]
fn a_way_does_not_pass_the_enemy_nor_enter_what_it_may_not() {
    let state = Situation::new().put("crown-point", "webb 22nd").put("hudson-carry-north", "27th").state();
    let ends_there = way(&state, "bearn", Manner::Boat, "montreal", "crown-point").expect("a way");
    assert!(!ends_there.legs.is_empty());
    let passes = way(&state, "bearn", Manner::Boat, "montreal", "hudson-carry-north");
    assert_eq!(passes, None);
    let fort = Situation::new().forts(British, "oswego").state();
    let party = |ids: &str| Party::new(French, pieces(ids));
    let refused = |ids: &str| why_not_enter(&fort, party(ids), find_space("oswego")).map(|refusal| refusal.rule);
    assert_eq!([refused("bearn"), refused("huron ottawa"), refused("montcalm")], [None, Some("6.52"), Some("6.53")]);
}

#[test]
fn who_could_intercept_is_adjacent_and_unguarded_spaces_only_are_watched_6_72() {
    let situation = Situation::new().put("hudson-carry-south", "webb 22nd").put("albany", "27th");
    let state = situation.state();
    let around = interception::around(&state, French, find_space("hudson-carry-north"));
    assert_eq!(around, [(find_space("hudson-carry-south"), pieces("webb 22nd"))]);
    assert_eq!(interception::best_leader(pieces("webb 22nd")), Some(find_piece("webb")));
    assert!(interception::around(&state, British, find_space("hudson-carry-south")).is_empty());
    assert_eq!([0, 1, 2, 3].map(|tactics| (interception::chance(tactics) * 6.0).round()), [3.0, 4.0, 5.0, 6.0]);
    let guarded = Situation::new().put("albany", "22nd").put("hudson-carry-south", "bearn").state();
    assert!(interception::around(&guarded, French, find_space("hudson-carry-south")).is_empty());
}

/// The dice known in a game.
fn dice(game: &wilderness_core::game::Game) -> Vec<u8> {
    let rolls = game.history().iter().filter_map(|answer| match answer {
        Answer::Roll { die, .. } => Some(*die),
        _ => None,
    });
    rolls.collect()
}

#[test]
fn what_is_supposed_changes_nothing_and_foretells_no_dice() {
    let situation = Situation::new().put("ticonderoga", "montcalm bearn la-sarre").put("wood-creek", "webb 22nd 27th");
    let game = situation.hand(French, &[1]).hand(British, &[3]).game();
    let before = (game.state().clone(), game.record());
    let mut seen = std::collections::BTreeSet::new();
    for seed in 0..20 {
        let mut copy = game.suppose(French, seed).expect("a copy");
        assert_eq!(copy.decision(), game.decision());
        for token in ["card:1", "individual", "piece:bearn", "space:wood-creek", "pass", "pass"] {
            let _ = copy.choose_token(token);
        }
        seen.insert(dice(&copy));
    }
    assert!(seen.len() > 1 && seen.iter().all(|dice| !dice.is_empty()), "{seen:?}");
    assert_eq!((game.state().clone(), game.record()), before);
}

#[test]
fn what_is_supposed_shows_no_response_of_the_enemy_and_no_card_drawn() {
    // The French hold Courier Intercepted, the British Foul Weather, which could answer any move.
    let situation =
        Situation::new().put("ticonderoga", "montcalm bearn").hand(French, &[35, 1]).hand(British, &[3, 14]);
    let game = situation.game();
    let mut copy = game.suppose(French, 5).expect("a copy");
    for token in ["card:1", "individual", "piece:bearn", "space:wood-creek", "stop"] {
        let _ = copy.choose_token(token);
        let responds = copy.decision().is_some_and(|open| open.side == British && open.ask.kind() == "respond");
        assert!(!responds && copy.broken().is_none(), "{:?}", copy.broken());
    }
    let stops = (0..20).filter(|seed| {
        let mut copy = game.suppose(French, *seed).expect("a copy");
        let _ = copy.choose_token("card:35").and_then(|()| copy.choose(Choice::Word(Word::Event)));
        copy.stopped_at_a_draw()
    });
    assert!(stops.count() > 5);
}
