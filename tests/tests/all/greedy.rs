//! The greedy agent: what it attacks, what it leaves alone, and whole games.

use std::rc::Rc;
use wilderness_engine::Agent;
use wilderness_tests::situation::{Situation, find_piece, find_space};
use wilderness_tests::{game, scripts};
use wilderness_war::agents::{Greedy, Random};
use wilderness_war::{Answer, Ask, Chance as _, Choice, Game, Header, PerSide, Side, SpaceId, War, Word};

/// Lets a greedy agent answer its own decisions until its action phase is over.
fn one_phase(mut game: Game, side: Side) -> Game {
    let cards = game.state().hands[side].len();
    let mut greedy = PerSide::new(|side| Greedy::new(1, side));
    while let Some(decision) = game.decision().cloned() {
        let next_phase = game.state().hands[side].len() < cards && matches!(decision.ask, Ask::Card);
        if next_phase || game.state().holding[side] {
            break;
        }
        let choice = greedy[decision.side].choose(&game.view(decision.side), &decision);
        game.choose(choice).expect("a legal choice");
    }
    game
}

/// The choices among the answers.
fn choices(game: &Game) -> Vec<Choice> {
    let choice = |answer: &Answer| match answer {
        Answer::Choice { choice, .. } => Some(*choice),
        _ => None,
    };
    game.history().iter().filter_map(choice).collect()
}

fn went_to(game: &Game, space: &str) -> bool {
    choices(game).contains(&Choice::Space(find_space(space)))
}

fn raided(game: &Game) -> Vec<SpaceId> {
    let raid = |answer: &Answer| match answer {
        Answer::Roll { throw, .. } => throw.kind() == "raid",
        _ => false,
    };
    let raids = game.history().iter().filter(|answer| raid(answer)).count();
    let choices = choices(game);
    let spaces: Vec<SpaceId> = choices.iter().rev().filter_map(|choice| choice.space()).take(raids).collect();
    assert_eq!(spaces.len(), raids);
    spaces
}

#[test]
fn it_raids_an_undefended_settlement() {
    let position = Situation::new().put("laurel-ridge-south", "shawnee-1").hand(Side::French, &[5, 7]);
    let game = one_phase(position.stockades(Side::French, "logstown").game(), Side::French);
    let british = wilderness_war::map::Map::get().originally(Side::British);
    let spaces = raided(&game);
    assert!(!spaces.is_empty() && spaces.iter().all(|space| british.contains(*space)), "{:?}", choices(&game));
}

#[test]
fn it_besieges_with_superior_force() {
    let position = Situation::new()
        .british_turn()
        .forts(Side::French, "ticonderoga")
        .forts(Side::British, "hudson-carry-north")
        .forts(Side::British, "hudson-carry-south")
        .put("ticonderoga", "marine-detachment-1")
        .put("hudson-carry-north", "wolfe 22nd 27th 35th 40th rogers")
        .hand(Side::British, &[3, 5]);
    let game = one_phase(position.game(), Side::British);
    assert!(went_to(&game, "ticonderoga"), "{:?}", choices(&game));
    let level = game.state().siege_level(find_space("ticonderoga"));
    assert_eq!(level, Some(0));
}

#[test]
fn it_goes_on_with_a_siege_and_assaults_when_it_can() {
    let position = Situation::new()
        .british_turn()
        .forts(Side::British, "hudson-carry-south hudson-carry-north")
        .forts(Side::French, "ticonderoga")
        .inside("ticonderoga", "marine-detachment-1")
        .put("ticonderoga", "wolfe 22nd 27th 35th 40th")
        .siege("ticonderoga", 1)
        .hand(Side::British, &[5, 8]);
    let game = one_phase(position.game(), Side::British);
    let answers = choices(&game);
    assert!(answers.contains(&Choice::Word(Word::Assault)), "{answers:?}");
}

#[test]
fn it_does_not_attack_at_bad_odds() {
    let position = Situation::new()
        .british_turn()
        .forts(Side::French, "ticonderoga")
        .forts(Side::British, "hudson-carry-north")
        .put("ticonderoga", "montcalm levis bearn la-sarre guyenne la-reine languedoc royal-roussillon")
        .put("hudson-carry-north", "webb new-jersey-1 new-hampshire")
        .hand(Side::British, &[3]);
    let game = one_phase(position.game(), Side::British);
    assert!(!went_to(&game, "ticonderoga"), "{:?}", choices(&game));
}

#[test]
fn it_does_not_demolish_what_is_not_threatened() {
    let mut game = game("annus-mirabilis", 4);
    game.set_agent(Side::French, Some(Box::new(Greedy::new(4, Side::French))));
    game.set_agent(Side::British, Some(Box::new(Random::new(4, Side::British))));
    game.proceed().expect("a game to its end");
    let forts = game.history().windows(2).filter(|pair| {
        let french = |answer: &Answer| matches!(answer, Answer::Choice { side: Side::French, ask: Ask::Demolish, .. });
        french(&pair[1]) && matches!(&pair[1], Answer::Choice { choice: Choice::Word(Word::Forts), .. })
    });
    assert_eq!(forts.count(), 0);
    assert!(game.history().len() > 100);
}

#[test]
fn it_holds_a_captured_fortress() {
    // Leaving it would give three points back (8.24).
    let position = Situation::new()
        .british_turn()
        .captured(Side::British, "quebec")
        .put("quebec", "wolfe 22nd")
        .stockades(Side::French, "trois-rivieres")
        .hand(Side::British, &[3, 5]);
    let game = one_phase(position.game(), Side::British);
    assert_eq!(game.state().pieces.space(find_piece("22nd")), Some(find_space("quebec")), "{:?}", choices(&game));
}

#[test]
fn a_new_agent_can_take_over_at_any_point() {
    // A new agent has no plan from an earlier one.
    for seed in 1..4 {
        let mut game = game("annus-mirabilis", seed);
        game.proceed().expect("a decision");
        for step in 0..1500 {
            let Some(decision) = game.decision().cloned() else { break };
            let mut fresh = Greedy::new(step, decision.side);
            let choice = fresh.choose(&game.view(decision.side), &decision);
            assert!(decision.choices.contains(&choice));
            game.choose(choice).expect("a legal choice");
        }
        assert!(game.past().answers() > 300);
    }
}

/// A whole game between agents, with all optional rules that are compatible.
fn whole(scenario: &str, seed: u64, seats: [Box<dyn Agent<War>>; 2]) -> Game {
    let scripts = scripts();
    let rules: Vec<String> = scripts.compatible_rules(|_| true).into_iter().map(|rule| rule.id.clone()).collect();
    assert!(!rules.is_empty());
    let header = Header::new(scenario, seed, &scripts);
    let header = header.with_rules(rules.iter().map(String::as_str), &scripts).expect("rules");
    play(header.begin(Rc::clone(&scripts)).expect("a game"), seats)
}

fn play(mut game: Game, seats: [Box<dyn Agent<War>>; 2]) -> Game {
    for (side, agent) in Side::BOTH.into_iter().zip(seats) {
        game.set_agent(side, Some(agent));
    }
    game.proceed().expect("a game to its end");
    game
}

fn greedy(seed: u64, side: Side) -> Box<dyn Agent<War>> {
    Box::new(Greedy::new(seed, side))
}

fn random(seed: u64, side: Side) -> Box<dyn Agent<War>> {
    Box::new(Random::new(seed, side))
}

#[test]
fn it_plays_every_scenario_with_all_optional_rules_deterministically() {
    for scenario in ["annus-mirabilis", "early-war", "late-war", "full-campaign"] {
        let play = || whole(scenario, 7, [greedy(7, Side::French), greedy(7, Side::British)]);
        let (one, other) = (play(), play());
        assert!(one.outcome().is_some(), "{scenario}");
        assert_eq!(one.history(), other.history(), "{scenario}");
    }
}

#[test]
fn it_beats_the_random_agent_on_either_side() {
    let won = |winner: Side| {
        let games = (1..=6).map(|seed| {
            let seats = match winner {
                Side::French => [greedy(seed, Side::French), random(seed, Side::British)],
                Side::British => [random(seed, Side::French), greedy(seed, Side::British)],
            };
            play(game("annus-mirabilis", seed).without_log(), seats)
        });
        games.filter(|game| game.outcome().and_then(|victory| victory.winner) == Some(winner)).count()
    };
    assert!(won(Side::French) >= 5);
    assert!(won(Side::British) >= 5);
}

#[test]
fn it_gives_reasons_in_words_and_only_in_games_with_a_log() {
    let seats = || [greedy(3, Side::French), random(3, Side::British)];
    let game_with_log = play(game("annus-mirabilis", 3), seats());
    assert!(
        game_with_log
            .why()
            .reasons()
            .iter()
            .all(|reason| reason.side == Side::French && !reason.explanation.sentence.is_empty())
    );
    assert!(
        game_with_log.why().reasons().iter().any(|reason| reason.explanation.sentence.starts_with("lays siege to "))
    );
    assert!(play(game("annus-mirabilis", 3).without_log(), seats()).why().reasons().is_empty());
}
