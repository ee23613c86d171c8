//! Every refusal names its rule.

use std::collections::BTreeMap;
use wilderness_tests::situation::{Played, Situation};
use wilderness_tests::{agents, answer, game};
use wilderness_war::Side::{British, French};
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, CardId, Choice, Decision, Game, Side, Word};

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
fn pieces_that_cannot_intercept_or_avoid() {
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
fn spaces_to_which_a_beaten_unit_cannot_retreat() {
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
fn spaces_without_construction_or_siege_rolls() {
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

/// The words that can answer a question of a kind.
fn words(kind: &str) -> &'static [Word] {
    match kind {
        "card" => &[Word::Hold, Word::Demolish],
        "use" => &[Word::Event, Word::Force, Word::Individual, Word::Stockades, Word::Forts],
        "stockade" | "fort" => &[Word::Stop],
        "activate" | "member" | "drop" | "inside" | "militia" | "sortie" => &[Word::Done],
        "commander" | "intercept" | "avoid" | "raid-militia" | "respond" => &[Word::Pass],
        "action" => &[Word::Siege, Word::Assault, Word::Move, Word::Sortie, Word::Pass],
        "march" => &[Word::Stop, Word::Drop, Word::Demolish],
        "displace" | "retreat" => &[Word::Inside],
        "assault" => &[Word::Assault, Word::Pass],
        "raid" => &[Word::Demolish],
        "go-home" => &[Word::Stay],
        "after-activation" => &[Word::Demolish, Word::Done],
        _ => &[],
    }
}

/// Every candidate answer to a decision: all pieces if it asks for a piece, and so on.
fn vocabulary(decision: &Decision) -> Vec<Choice> {
    let map = Map::get();
    let kind = decision.ask.kind();
    let is_asked = |is: fn(&Choice) -> bool| decision.choices.iter().any(is);
    let mut all: Vec<Choice> = words(kind).iter().copied().map(Choice::Word).collect();
    if is_asked(|choice| matches!(choice, Choice::Piece(_))) {
        all.extend(Pieces::get().all().iter().map(Choice::Piece));
    }
    if kind == "march" {
        all.extend(map.all.iter().flat_map(|s| [Choice::Space(s), Choice::Infiltrate(s), Choice::Naval(s)]));
    } else if is_asked(|choice| matches!(choice, Choice::Space(_))) {
        all.extend(map.all.iter().map(Choice::Space));
    }
    if kind == "respond" || is_asked(|choice| matches!(choice, Choice::Card(_))) {
        all.extend((1..=70).map(|number| Choice::Card(CardId(number))));
    }
    all.extend(decision.choices.iter().copied());
    all
}

/// Asserts that every candidate answer is either offered, or refused by a rule that says why.
#[track_caller]
fn every_refusal_says_why(game: &Game, decision: &Decision) {
    for choice in vocabulary(decision) {
        let refusal = game.why().why_not(choice);
        match decision.choices.contains(&choice) {
            true => assert_eq!(refusal, None, "{choice:?} is offered by {decision:?}"),
            false => {
                let refusal =
                    refusal.unwrap_or_else(|| panic!("{choice:?} is neither offered nor refused: {decision:?}"));
                let is_rule = refusal.rule.starts_with(|first: char| first.is_ascii_digit());
                assert!(refusal.says_why() && is_rule, "{choice:?}: {refusal}: {decision:?}");
            }
        }
    }
}

/// Asserts the same for the open decision of a situation, which is of this kind.
#[track_caller]
fn explains(game: &Played, asked: &str) {
    assert_eq!(game.asked(), asked);
    every_refusal_says_why(game.game(), game.game().decision().expect("a decision is open"));
}

/// The kinds of questions that random games without optional rules rarely or never ask.
const RARE: [&str; 5] = ["die", "optional", "raid", "raid-loss", "sortie"];

#[test]
fn every_choice_is_either_offered_or_refused_with_a_reason() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..24 {
        let scenario = ["annus-mirabilis", "early-war"][seed as usize % 2];
        let (mut game, mut players) = (game(scenario, seed), agents(seed));
        game.proceed().expect("a sound game");
        let mut here: BTreeMap<&str, usize> = BTreeMap::new();
        for turn in 0.. {
            let Some(decision) = game.decision().cloned() else { break };
            let kind = decision.ask.kind();
            let of_game = here.entry(kind).or_default();
            // Not all questions of a kind come at the beginning of the game.
            if *of_game < 3 && (turn % 5 == seed % 5 || *of_game == 0) {
                *of_game += 1;
                *seen.entry(kind).or_default() += 1;
                every_refusal_says_why(&game, &decision);
            }
            let choice = answer(&game, &mut players, &decision);
            game.choose(choice).expect("offered");
        }
    }
    let missing: Vec<&&str> = Ask::KINDS.iter().filter(|kind| !seen.contains_key(*kind)).collect();
    assert!(missing.iter().all(|kind| RARE.contains(kind)), "no question of these kinds: {missing:?}");
}

#[test]
fn rare_questions_explain_themselves_too() {
    let mut game = Situation::new()
        .put("hudson-carry-south", "vaudreuil langlade* huron")
        .put("northern-militia", "colonial-militia-1 colonial-militia-2")
        .begin();
    game.force("vaudreuil", "langlade huron").go("hoosic").dice(&[5]).go("stop");
    explains(&game, "french raid-loss");
    refused(&game, &[("piece:vaudreuil", "7.64"), ("piece:ottawa", "10.31"), ("piece:22nd", "10.31")]);
    let mut game = Situation::new()
        .forts(French, "crown-point")
        .put("crown-point", "22nd")
        .inside("crown-point", "drucour bearn guyenne")
        .siege("crown-point", 1)
        .begin();
    game.force("drucour", "bearn").french("action", "sortie").british("avoid", "pass");
    explains(&game, "french sortie");
    refused(&game, &[("piece:bearn", "8.251"), ("piece:huron", "8.251"), ("piece:22nd", "8.251")]);
    let raiders = Situation::new().put("hudson-carry-south", "dumas huron ojibwa");
    let mut game = raiders.begin();
    game.force("dumas", "huron ojibwa").go("hoosic drop").french("drop", "huron done").go("northampton stop");
    explains(&game, "french raid");
    refused(&game, &[("space:deerfield", "10.1"), ("space:quebec", "10.1"), ("demolish", "5.46")]);
}

#[test]
fn losses_name_the_rule_that_spreads_them() {
    let mut game = Situation::new()
        .put("ticonderoga", "montcalm la-reine guyenne* languedoc huron")
        .put("hudson-carry-north", "22nd 27th 35th")
        .begin();
    game.force("montcalm", "la-reine guyenne languedoc huron").go("hudson-carry-north").dice(&[4, 4]);
    game.british("avoid", "pass");
    if game.asked() != "french loss" {
        game.british("loss", "22nd");
    }
    explains(&game, "french loss");
    let expected = [("guyenne", "7.63"), ("montcalm", "7.64"), ("bearn", "7.6"), ("22nd", "7.6")];
    let expected = expected.map(|(piece, rule)| (format!("piece:{piece}"), rule));
    refused(&game, &expected.each_ref().map(|(piece, rule)| (piece.as_str(), *rule)));
}

#[test]
fn construction_is_refused_exactly_where_there_is_no_site() {
    for seed in 10..20 {
        let (mut game, mut players) = (game("early-war", seed), agents(seed));
        game.proceed().expect("a sound game");
        for turn in 0.. {
            let Some(decision) = game.decision().cloned() else { break };
            if turn % 41 == 0 {
                for (side, space) in
                    Side::BOTH.into_iter().flat_map(|side| Map::get().all.iter().map(move |s| (side, s)))
                {
                    let view = game.view(side);
                    let stockade = view.why_not_stockade(space).is_none();
                    assert_eq!(stockade, view.stockade_sites().contains(space), "{side} at {space:?}");
                    assert_eq!(view.why_not_fort(space).is_none(), view.fort_sites().contains(space));
                }
            }
            let choice = answer(&game, &mut players, &decision);
            game.choose(choice).expect("offered");
        }
    }
}
