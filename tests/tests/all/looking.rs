//! Queries about a position: supply lines, paths, interceptions, and the outcome of supposed answers.

use wilderness_tests::pending;
use wilderness_tests::situation::{Situation, find_piece, find_space};
use wilderness_war::Side::{British, French};
use wilderness_war::news::Happened;
use wilderness_war::odds::{CombatKind, Intercepted};
use wilderness_war::queries::{Interceptor, Manner, NoRoute, Party, Route, SupplyLine};
use wilderness_war::{Answer, Choice, Game, Halt, Header, PieceSet, SpaceSet, View, Word};

fn pieces(ids: &str) -> PieceSet {
    ids.split_whitespace().map(find_piece).collect()
}

fn way(game: &Game, ids: &str, manner: Manner, from: &str, to: &str) -> Result<Route, NoRoute> {
    let party = Party::new(French, pieces(ids));
    game.view(French).route(party, manner, find_space(from), find_space(to)).expect("sound scripts")
}

#[test]
fn exactly_the_supplied_spaces_have_a_line() {
    let game = Situation::new()
        .put("crown-point", "webb 22nd")
        .put("hudson-carry-north", "montcalm bearn")
        .forts(French, "niagara ohio-forks")
        .forts(British, "oswego")
        .begun();
    for side in [French, British] {
        let view = game.view(side);
        let (supplied, sources) = (view.supplied(side), view.supply_sources(side));
        for space in wilderness_war::map::Map::get().all {
            match view.supply_line(side, space) {
                SupplyLine::Open(chain) => {
                    assert!(supplied.contains(space), "{side} {space}");
                    assert!(
                        chain.first().is_some_and(|first| sources.contains(*first)) && chain.last() == Some(&space)
                    );
                }
                SupplyLine::Cut { at, .. } => assert!(!supplied.contains(space) && view.occupies(side.enemy(), at)),
                SupplyLine::None => assert!(!supplied.contains(space), "{side} {space}"),
            }
        }
    }
}

#[test]
fn enemy_units_cut_a_line_of_supply() {
    let game = Situation::new().put("crown-point", "webb 22nd").put("ticonderoga", "bearn").begun();
    let line = game.view(French).supply_line(French, find_space("ticonderoga"));
    let SupplyLine::Cut { at, chain } = line else { panic!("a cut line") };
    assert_eq!(at, find_space("crown-point"));
    assert_eq!(chain.last(), Some(&find_space("ticonderoga")));
}

#[test]
fn boats_need_one_activation_where_land_troops_need_several() {
    let game = Situation::new().put("montreal", "montcalm bearn").begun();
    let boat = way(&game, "bearn", Manner::Boat, "montreal", "ticonderoga").expect("a way");
    assert_eq!((boat.legs.len(), boat.legs[0].manner), (1, Manner::Boat));
    let land = way(&game, "bearn", Manner::Land, "montreal", "ticonderoga").expect("a way");
    assert!(land.legs.len() > 1);
    let stop = land.legs[0].stop.clone().expect("a reason to stop");
    assert!(stop.rule.starts_with("6.2"), "{stop}");
}

#[test]
fn a_path_does_not_pass_the_enemy_or_enter_forbidden_spaces() {
    let game = Situation::new().put("crown-point", "webb 22nd").put("hudson-carry-north", "27th").begun();
    let ends_there = way(&game, "bearn", Manner::Boat, "montreal", "crown-point").expect("a way");
    assert!(!ends_there.legs.is_empty());
    let passes = way(&game, "bearn", Manner::Boat, "montreal", "hudson-carry-north");
    assert_eq!(passes, Err(NoRoute::Blocked(SpaceSet::one(find_space("crown-point")))));
    let fort = Situation::new().forts(British, "oswego").begun();
    let refused = |ids: &str| match way(&fort, ids, Manner::Any, "niagara", "oswego") {
        Err(NoRoute::Forbidden(refusal)) => Some(refusal.rule),
        _ => None,
    };
    assert_eq!([refused("bearn"), refused("huron ottawa"), refused("montcalm")], [None, Some("6.52"), Some("6.53")]);
}

#[test]
fn who_could_intercept_is_adjacent_and_unguarded_spaces_only_are_watched_6_72() {
    let situation = Situation::new().put("hudson-carry-south", "webb 22nd").put("albany", "27th");
    let game = situation.begun();
    let (south, north) = (find_space("hudson-carry-south"), find_space("hudson-carry-north"));
    let webb = Interceptor { space: south, pieces: pieces("webb 22nd"), leader: Some(find_piece("webb")), chance: 0.5 };
    assert_eq!(game.view(French).interceptors(French, north), [webb]);
    assert!(game.view(French).interceptors(British, south).is_empty());
    // Tactics ratings of 0, 1 and 2.
    let with = |leader: &str| {
        let game = Situation::new().put("hudson-carry-south", &format!("{leader} 22nd")).begun();
        (game.view(French).interceptors(French, north)[0].chance * 6.0).round()
    };
    assert_eq!(["webb", "amherst", "wolfe"].map(with), [3.0, 4.0, 5.0]);
    let guarded = Situation::new().put("albany", "22nd").put("hudson-carry-south", "bearn").begun();
    assert!(guarded.view(French).interceptors(French, find_space("hudson-carry-south")).is_empty());
}

/// The known dice of a game.
fn dice(game: &wilderness_war::Game) -> Vec<u8> {
    let rolls = game.history().iter().filter_map(|answer| match answer {
        Answer::Roll { die, .. } => Some(*die),
        _ => None,
    });
    rolls.collect()
}

#[test]
fn a_path_through_an_empty_stockade_captures_it_and_ends_the_activation() {
    let stockade = |garrison: &str| {
        let situation = Situation::new().put("montreal", "montcalm bearn").put("albany", "webb 22nd");
        let situation = situation.stockades(British, "crown-point").put("crown-point", garrison);
        way(&situation.begun(), "bearn la-sarre", Manner::Any, "montreal", "ticonderoga")
    };
    let ends = |route: &Route| route.legs.iter().map(|leg| leg.spaces[leg.spaces.len() - 1].id()).collect::<Vec<_>>();
    let through = stockade("").expect("a way");
    assert_eq!(ends(&through), ["crown-point", "ticonderoga"]);
    assert_eq!(through.legs[0].stop.as_ref().map(|stop| stop.rule), Some("6.51"));
    assert!(!stockade("27th").is_ok_and(|way| ends(&way).contains(&"crown-point")), "not past its garrison");
}

#[test]
fn the_odds_of_an_interception_are_those_of_the_battle_that_follows() {
    let situation =
        Situation::new().put("ticonderoga", "montcalm bearn la-sarre").put("hudson-carry-south", "webb 22nd 27th");
    let mut game = situation.hand(French, &[1]).hand(British, &[3]).game();
    for token in ["card:1", "individual", "piece:bearn", "space:hudson-carry-north"] {
        let _ = game.choose_token(token);
    }
    assert_eq!(pending(&game), "british intercept");
    let found = Intercepted::by(&game, pieces("webb 22nd 27th")).expect("no fault").expect("they could");
    assert_eq!((found.space, found.first, found.chance), (find_space("hudson-carry-north"), find_piece("webb"), 0.5));
    let battle = found.battle.expect("a battle");
    assert_eq!(
        (battle.kind, battle.attacker, battle.fighters),
        (CombatKind::Field, French, pieces("bearn webb 22nd 27th"))
    );
    let alone = Intercepted::by(&game, pieces("22nd")).expect("no fault").expect("it could");
    assert_eq!(alone.battle.map(|battle| battle.fighters), Some(pieces("bearn 22nd")));
    assert_eq!(Intercepted::by(&game, pieces("bearn")), Ok(None), "the mover does not intercept");
}

#[test]
fn a_supposed_game_changes_nothing_and_rolls_no_die() {
    let situation = Situation::new().put("ticonderoga", "montcalm bearn la-sarre").put("wood-creek", "webb 22nd 27th");
    let game = situation.hand(French, &[1]).hand(British, &[3]).game();
    let before = (game.state().clone(), game.record());
    for faces in [&[][..], &[5], &[5, 2]] {
        let mut copy = game.copies().suppose(French).expect("a copy");
        copy.beforehand().give_rolls(faces.iter().copied());
        assert_eq!(copy.decision(), game.decision());
        for token in ["card:1", "individual", "piece:bearn", "space:wood-creek", "pass", "pass"] {
            let _ = copy.choose_token(token);
        }
        assert_eq!(dice(&copy), faces, "those that were given, and no others");
        assert_eq!(matches!(copy.now().broken(), Some(Halt::Die(_))), faces.len() < 2, "{:?}", copy.now().broken());
    }
    assert_eq!((game.state().clone(), game.record()), before);
}

#[test]
fn a_supposed_game_shows_no_response_and_no_draw() {
    // The French hold Courier Intercepted, the British Foul Weather, which could answer any move.
    let situation =
        Situation::new().put("ticonderoga", "montcalm bearn").hand(French, &[35, 1]).hand(British, &[3, 14]);
    let game = situation.game();
    let mut copy = game.copies().suppose(French).expect("a copy");
    for token in ["card:1", "individual", "piece:bearn", "space:wood-creek", "stop"] {
        let _ = copy.choose_token(token);
        let responds = copy.decision().is_some_and(|open| open.side == British && open.ask.kind() == "respond");
        assert!(!responds && copy.now().broken().is_none(), "{:?}", copy.now().broken());
    }
    for (face, draws) in [(2, false), (3, true)] {
        let mut copy = game.copies().suppose(French).expect("a copy");
        copy.beforehand().give_rolls([face]);
        let _ = copy.choose_token("card:35").and_then(|()| copy.choose(Choice::Word(Word::Event)));
        assert_eq!(copy.now().broken() == Some(&Halt::Chance), draws, "{:?}", copy.now().broken());
    }
}

#[test]
fn a_supposed_game_passes_the_sides_own_windows_too() {
    // The British hold George Croghan, which they could play as they begin to move.
    let situation = Situation::new().put("albany", "webb 22nd").hand(British, &[16, 1]).hand(French, &[3]);
    let mut game = situation.british_turn().game();
    for token in ["card:1", "individual", "piece:22nd", "done"] {
        let _ = game.choose_token(token);
    }
    assert_eq!(pending(&game), "british respond", "the window is open in the game");
    let mut copy = game.copies().suppose(British).expect("a copy");
    assert_eq!(pending(&copy), "british respond", "and stays open, because it is what is asked");
    copy.choose_token("card:16").expect("an answer");
    assert_eq!(pending(&copy), "british march");
    assert!(game.past_mut().undo());
    let mut copy = game.copies().suppose(British).expect("a copy");
    copy.choose(game.decision().expect("a decision").choices[0]).expect("an answer");
    assert_ne!(pending(&copy), "british respond");
}

#[test]
fn a_supposed_game_stops_where_a_script_looks_into_the_other_hand() {
    // British Ministerial Crisis may cost the British nothing, a certain card, or one of two.
    for british in [&[1][..], &[57], &[57, 58]] {
        let game = Situation::new().hand(French, &[37, 2]).hand(British, british).game();
        let mut copy = game.copies().suppose(French).expect("a copy");
        for token in ["card:37", "event"] {
            copy.choose_token(token).expect("an answer");
        }
        assert_eq!(copy.now().broken(), Some(&Halt::Hidden), "{british:?}");
        assert!(copy.log()[game.log().len()..].iter().all(|entry| !matches!(entry.what, Happened::CardMoved { .. })));
    }
}

#[test]
fn a_supposed_bid_stops_before_the_other_bid_is_known() {
    let scripts = wilderness_tests::scripts();
    let header = Header::new("annus-mirabilis", 1, &scripts).with_rules(["13.3"], &scripts).expect("a rule");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("the first decision");
    for token in ["option:french", "option:7", "option:french"] {
        game.choose_token(token).expect("an answer");
    }
    let mut copy = game.copies().suppose(British).expect("a copy");
    copy.choose_token("option:3").expect("an answer");
    assert_eq!((copy.now().broken(), copy.log().len()), (Some(&Halt::Hidden), game.log().len()));
}

#[test]
fn only_the_number_of_cards_in_the_other_hand_is_known() {
    let game = Situation::new().hand(French, &[37]).hand(British, &[57, 58, 3]).game();
    assert_eq!(game.debugger().evaluate(French, "game.hand_size(game.enemy)").ok().as_deref(), Some("3"));
    assert_eq!(game.debugger().evaluate(French, "game.hand(game.enemy)").ok().as_deref(), Some("[]"));
    assert_eq!(game.debugger().evaluate(British, "game.hand(game.side).len()").ok().as_deref(), Some("3"));
}

#[test]
fn the_public_view_evaluates_and_imagines_nothing() {
    let game = Situation::new().hand(French, &[37]).game();
    let public = View::public(&game);
    assert!(public.hand().is_empty() && public.situation().is_none());
    let faults = public.evaluate("game.hand(game.side)").expect_err("it has no side");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["view::public"]);
}
