//! Every refusal names its rule.

use wilderness_tests::situation::{Played, Situation};
use wilderness_tests::{agents, answer, game};
use wilderness_war::Side::{self, British, French};
use wilderness_war::decision::Choice;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::rules::construction::{fort_sites, stockade_sites, why_not_fort, why_not_stockade};
use wilderness_war::sets::CardId;

/// Asserts that each of these choices is refused by its rule.
#[track_caller]
fn refused(game: &Played, expected: &[(&str, &str)]) {
    for (token, rule) in expected {
        assert_eq!(game.refused_by(token), *rule, "{token} at `{}`", game.asked());
    }
}

#[test]
fn a_card_that_cannot_be_played_or_used() {
    let mut game = Situation::new().hand(French, &[1, 11]).put("montreal", "vaudreuil la-reine").begin();
    refused(&game, &[("card:40", "5.1"), ("hold", "4.0"), ("demolish", "5.46")]);
    game.french("card", "card:11");
    refused(&game, &[("event", "5.13"), ("force", "5.32"), ("forts", "5.42"), ("stockades", "")]);
    let mut game = Situation::new().hand(French, &[57, 1]).put("montreal", "dumas").built_last(French).begin();
    game.french("card", "card:57");
    refused(&game, &[("event", "5.12"), ("stockades", "5.4"), ("forts", "5.4"), ("individual", "")]);
}

#[test]
fn a_piece_that_cannot_be_activated() {
    let mut game = Situation::new()
        .hand(French, &[5, 1])
        .put("montreal", "la-reine huron ottawa dumas vaudreuil")
        .put("st-lawrence-militia", "canadian-militia-1")
        .begin();
    game.french("card", "card:5").french("use", "individual").french("activate", "huron");
    let expected = [("la-reine", "5.32"), ("dumas", "5.32"), ("huron", "5.31"), ("rogers", "5.33"), ("levis", "5.33")];
    refused(
        &game,
        &expected.map(|(piece, rule)| (format!("piece:{piece}"), rule)).each_ref().map(|(a, b)| (a.as_str(), *b)),
    );
    assert_eq!(game.refused_by("piece:canadian-militia-1"), "7.3");
}

#[test]
fn a_leader_that_cannot_command_and_a_piece_that_cannot_join() {
    let mut game = Situation::new()
        .british_turn()
        .hand(British, &[8, 9])
        .put("albany", "johnson murray webb mohawk-1 22nd")
        .put("hoosic", "27th")
        .begin();
    game.british("card", "card:8").british("use", "force");
    refused(&game, &[("piece:webb", "5.32"), ("piece:22nd", "5.34"), ("piece:montcalm", "5.34")]);
    game.british("commander", "murray");
    refused(&game, &[("piece:mohawk-1", "5.534"), ("piece:27th", "5.34"), ("piece:webb", "")]);
}

#[test]
fn a_space_that_cannot_be_entered() {
    let mut game = Situation::new()
        .forts(British, "hudson-carry-north")
        .put("crown-point", "dumas langlade huron")
        .put("wood-creek", "new-york-1")
        .begin();
    game.individually("dumas").go("ticonderoga");
    let expected = [
        ("space:hudson-carry-north", "6.53"),
        ("space:quebec", "6.2"),
        ("naval:quebec", "6.1"),
        ("space:crown-point", ""),
    ];
    refused(&game, &expected);
    let mut game =
        Situation::new().forts(British, "hudson-carry-north").put("ticonderoga", "dumas huron langlade").begin();
    game.force("dumas", "huron langlade");
    refused(
        &game,
        &[("space:hudson-carry-north", "6.52"), ("infiltrate:hudson-carry-north", "6.6"), ("naval:quebec", "6.4")],
    );
}

#[test]
fn who_cannot_intercept_and_who_cannot_avoid() {
    let mut game = Situation::new()
        .put("crown-point", "langlade")
        .put("hudson-carry-north", "rogers 22nd")
        .put("albany", "27th")
        .begin();
    game.individually("langlade").go("ticonderoga");
    refused(
        &game,
        &[("piece:22nd", "6.721"), ("piece:27th", "6.72"), ("piece:langlade", "6.72"), ("piece:rogers", "")],
    );
    let mut game =
        Situation::new().put("ticonderoga", "la-reine guyenne").put("hudson-carry-north", "rogers 22nd").begin();
    game.individually("la-reine").go("hudson-carry-north");
    game.asks(British, "avoid");
    refused(&game, &[("piece:la-reine", "6.8"), ("piece:27th", "6.8")]);
    game.dice(&[4]).british("avoid", "22nd");
    refused(&game, &[("space:ticonderoga", "6.81"), ("space:montreal", "6.81")]);
}

#[test]
fn where_a_beaten_unit_cannot_retreat() {
    let mut game = Situation::new()
        .put("ticonderoga", "montcalm la-reine guyenne languedoc")
        .stockades(British, "hudson-carry-south adirondacks-south")
        .put("hudson-carry-north", "22nd 27th 35th")
        .begin();
    game.force("montcalm", "la-reine guyenne languedoc").go("hudson-carry-north");
    game.dice(&[3, 2]).british("avoid", "pass");
    game.asks(British, "retreat");
    refused(&game, &[("space:ticonderoga", "7.92"), ("space:adirondacks-central", "7.92"), ("inside", "8.13")]);
}

#[test]
fn where_nothing_is_built_and_no_siege_is_rolled() {
    let mut game = Situation::new().put("montreal", "la-reine").stockades(British, "hoosic").begin();
    game.french("card", "card:1").french("use", "stockades");
    let expected = [("quebec", "5.43"), ("hoosic", "5.43"), ("ticonderoga", "5.41"), ("sorel", "")];
    refused(
        &game,
        &expected.map(|(space, rule)| (format!("space:{space}"), rule)).each_ref().map(|(a, b)| (a.as_str(), *b)),
    );
    let mut game = Situation::new()
        .forts(British, "oswego")
        .siege("oswego", 0)
        .put("oswego", "montcalm vaudreuil la-reine")
        .begin();
    game.force("vaudreuil", "la-reine");
    assert_eq!(game.asked(), "french march", "Montcalm has the higher command: nothing but moving is left");
}

#[test]
fn a_choice_is_refused_exactly_when_it_is_not_offered() {
    for seed in 0..3 {
        let (mut game, mut players) = (game("annus-mirabilis", seed), agents(seed));
        game.proceed().expect("a sound game");
        for turn in 0.. {
            let Some(decision) = game.decision().cloned() else { break };
            if turn % 29 == 0 {
                let map = Map::get();
                let mut choices: Vec<Choice> = Pieces::get().all().iter().map(Choice::Piece).collect();
                choices
                    .extend(map.all.iter().flat_map(|s| [Choice::Space(s), Choice::Infiltrate(s), Choice::Naval(s)]));
                choices.extend((1..=62).map(|number| Choice::Card(CardId(number))));
                for choice in choices.into_iter().chain(decision.choices.iter().copied()) {
                    let offered = decision.choices.contains(&choice);
                    assert_eq!(game.why_not(choice).is_none(), offered, "{choice:?} of {decision:?}");
                }
            }
            let choice = answer(&game, &mut players, &decision);
            game.choose(choice).expect("offered");
        }
    }
}

#[test]
fn construction_is_refused_exactly_where_there_is_no_site() {
    for seed in 10..20 {
        let (mut game, mut players) = (game("early-war", seed), agents(seed));
        game.proceed().expect("a sound game");
        for turn in 0.. {
            let Some(decision) = game.decision().cloned() else { break };
            if turn % 41 == 0 {
                let state = game.state();
                for (side, space) in
                    Side::BOTH.into_iter().flat_map(|side| Map::get().all.iter().map(move |s| (side, s)))
                {
                    let stockade = why_not_stockade(state, side, space).is_none();
                    assert_eq!(stockade, stockade_sites(state, side).contains(space), "{side} at {space:?}");
                    assert_eq!(why_not_fort(state, side, space).is_none(), fort_sites(state, side).contains(space));
                }
            }
            let choice = answer(&game, &mut players, &decision);
            game.choose(choice).expect("offered");
        }
    }
}
