//! The greedy agent: it plays battles to their ends, and better than at random.

use crate::situation::{Situation, battles};
use serde_json::json;
use std::time::Duration;
use wilderness_battles::agents::Greedy;
use wilderness_battles::{FrenchAndIndianWarBattles as Us, Game, Happened, Header, Options, Outcome, Side};
use wilderness_engine::agents::{Budget, Random, Search};
use wilderness_engine::{Agent, Playout, Question as _, Side as _};

fn greedy(seed: u64, side: Side) -> Box<dyn Agent<Us>> {
    Box::new(<Greedy as Playout<Us>>::new(seed, side))
}

/// A battle that agents play.
fn play(scenario: &str, seed: u64, agent: impl Fn(Side) -> Box<dyn Agent<Us>>) -> Outcome {
    let mut game = Game::begin(&Header::new(scenario, seed, Options::default()), battles()).expect("a battle");
    Side::BOTH.into_iter().for_each(|side| game.set_agent(side, Some(agent(side))));
    game.proceed().unwrap_or_else(|halt| panic!("{scenario} {seed}: {halt}"));
    game.outcome().expect("an end")
}

#[test]
fn greedy_battles_come_to_their_ends() {
    let count: u64 = std::env::var("WILDERNESS_GREEDY").map_or(4, |count| count.parse().expect("a number"));
    for scenario in ["carillon", "lake-george", "fort-oswego", "quebec"] {
        let mut table = [0; 3];
        for seed in 1..=count {
            let outcome = play(scenario, seed, |side| greedy(seed, side));
            table[outcome.winner.map_or(2, |side| side.index())] += 1;
        }
        println!("{scenario}: French {}, British {}, draws {}", table[0], table[1], table[2]);
    }
}

/// How many of 20 battles greedy wins as a side.
fn wins(side: Side, scenario: &str, other: impl Fn(u64, Side) -> Box<dyn Agent<Us>>) -> usize {
    let is_won = |seed: &u64| {
        let outcome = play(scenario, *seed, |of| if of == side { greedy(*seed, of) } else { other(*seed, of) });
        outcome.winner == Some(side)
    };
    (1..=20).filter(is_won).count()
}

#[test]
fn greedy_beats_random_play_on_both_sides() {
    for (side, scenario) in [(Side::French, "lake-george"), (Side::British, "lake-george"), (Side::British, "quebec")] {
        let wins = wins(side, scenario, |seed, side| Box::new(Random::new(seed, side)));
        assert!(wins >= 15, "{scenario}: {side} {wins} of 20");
    }
}

#[test]
fn greedy_beats_one_that_does_not_see_attacks_while_it_moves() {
    for (side, scenario) in [(Side::French, "lake-george"), (Side::British, "lake-george"), (Side::British, "quebec")] {
        let wins = wins(side, scenario, |seed, side| Box::new(<Greedy as Playout<Us>>::myopic(seed, side)));
        assert!(wins >= 11, "{scenario}: {side} {wins} of 20");
    }
}

/// The attacks of a battle between greedy agents: by which side, with how many units, and the factors of both sides.
fn attacks(scenario: &str, seed: u64) -> Vec<(Side, usize, [u32; 2])> {
    let mut game = Game::begin(&Header::new(scenario, seed, Options::default()), battles()).expect("a battle");
    Side::BOTH.into_iter().for_each(|side| game.set_agent(side, Some(greedy(seed, side))));
    game.proceed().unwrap_or_else(|halt| panic!("{scenario} {seed}: {halt}"));
    let (mut declared, mut attacks) = (Vec::new(), Vec::new());
    for news in game.log() {
        match &news.what {
            Happened::Declared(units, hexes) => declared.push((news.side, units.len(), hexes.clone())),
            Happened::Attacked { hexes, attack, defence, .. } => {
                let place = declared.iter().rposition(|(.., of)| of == hexes).expect("what was declared");
                let (side, units, _) = declared.remove(place);
                attacks.push((side, units, [*attack, *defence]));
            }
            _ => {}
        }
    }
    attacks
}

#[test]
fn units_attacked_one_at_a_time_at_poor_odds() {
    let count: u64 = std::env::var("WILDERNESS_GREEDY").map_or(6, |count| count.parse().expect("a number"));
    let all: Vec<_> = (1..=count).flat_map(|seed| attacks("fort-oswego", seed)).collect();
    let share = |count: usize| count as f64 / all.len() as f64;
    let even = share(all.iter().filter(|(.., [attack, defence])| attack >= defence).count());
    let together = share(all.iter().filter(|(_, units, _)| *units > 1).count());
    println!("{} attacks, {even:.2} at even odds or better, {together:.2} by several units", all.len());
    assert!(even >= 0.6 && together >= 0.3, "{even} at even odds or better, {together} by several units");
}

/// What the greedy agent answers to the open question.
fn answer(play: &Situation) -> String {
    let decision = play.0.decision().expect("a decision");
    greedy(1, decision.side).choose(&play.0.view(decision.side), decision).to_string()
}

#[test]
fn it_fires_where_most_stand_and_attacks_where_the_odds_are_good() {
    let units = json!({"ra-1": {"at": "1106"}, "15-foot": {"at": "1106"}, "guyenne": {"at": "1304"},
        "bearn": {"at": "1306"}, "art-q-f": {"at": "1306"}});
    let position = json!({"scenario": "quebec", "turn": 2, "phasing": "british", "units": units});
    let play = Situation::new(position);
    assert_eq!((play.asked(), answer(&play).as_str()), ("gun", "unit:ra-1"));
    let play = play.choose("gun", "unit:ra-1");
    assert_eq!((play.offered().len(), answer(&play).as_str()), (2, "hex:1306"), "{:?}", play.offered());
    let units =
        json!({"48-foot": {"at": "1106"}, "58-foot": {"at": "1104"}, "bearn": {"at": "1105", "disordered": true}});
    let position = json!({"scenario": "quebec", "turn": 2, "phase": "combat", "phasing": "british", "units": units});
    let play = Situation::new(position);
    assert_eq!((play.asked(), answer(&play).as_str()), ("attacked", "hex:1105"));
    let play = play.choose("attacked", "hex:1105");
    assert_eq!(answer(&play), "unit:48-foot");
    let play = play.choose("build", "unit:48-foot");
    assert_eq!(answer(&play), "unit:58-foot", "an attack in enfilade is better");
}

#[test]
fn it_marches_to_the_victory_hexes() {
    let position = json!({"scenario": "lake-george", "turn": 2, "phase": "movement", "phasing": "french",
        "units": {"la-reine-lg": {"at": "1610"}}});
    let mut play = Situation::new(position);
    let mut greedy = greedy(1, Side::French);
    while play.asked() != "along" && matches!(play.asked(), "mover" | "step") && play.state().side == Side::French {
        let decision = play.0.decision().cloned().expect("a decision");
        let token = greedy.choose(&play.0.view(Side::French), &decision).to_string();
        play = play.choose(decision.ask.kind(), &token);
    }
    let at = play.at("la-reine-lg");
    assert!(["1913", "1812", "1912"].contains(&at.as_str()), "{at}");
}

#[test]
fn the_bot_says_why_it_moves_fires_and_attacks() {
    let mut game = Game::begin(&Header::new("quebec", 5, Options::default()), battles()).expect("a battle");
    game.proceed().expect("sound rules");
    let mut bots = Side::BOTH.map(|side| greedy(5, side));
    let mut missing = vec!["counts for victory", "the shot costs the enemy", "attack", "stands better elsewhere"];
    while let Some(open) = game.decision().filter(|_| !missing.is_empty()).cloned() {
        let bot = &mut bots[open.side.index()];
        let choice = bot.choose(&game.view(open.side), &open);
        let why = bot.explain(game.scripts(), game.scenario()).map(|why| why.sentence).unwrap_or_default();
        missing.retain(|part| !why.contains(part));
        game.choose(choice).expect("an answer that is offered");
        game.proceed().expect("sound rules");
    }
    assert!(missing.is_empty(), "{missing:?}");
}

/// The answers in the first Movement Phase in which more than a few units can move, with what a search said about each.
fn first_moves(playouts: u32, seed: u64) -> Vec<(String, String)> {
    let mut game = Game::begin(&Header::new("lake-george", 5, Options::default()), battles()).expect("a battle");
    game.proceed().expect("sound rules");
    let search = |side| -> Box<dyn Agent<Us>> {
        Box::new(Search::<Us>::new(seed, side, Budget::Games(playouts), 1, || Duration::ZERO))
    };
    let mut bots = Side::BOTH.map(|side| greedy(5, side));
    let mut moves = Vec::new();
    while let Some(open) = game.decision().cloned() {
        let begins = moves.is_empty() && open.ask.kind() == "mover" && open.choices.len() > 6;
        let is_move = begins || !moves.is_empty() && matches!(open.ask.kind(), "mover" | "step" | "along");
        if begins {
            bots[open.side.index()] = search(open.side);
        }
        let bot = &mut bots[open.side.index()];
        let choice = bot.choose(&game.view(open.side), &open);
        if is_move {
            let why = bot.explain(game.scripts(), game.scenario()).map(|why| why.sentence);
            moves.push((choice.to_string(), why.unwrap_or_default()));
        }
        if !moves.is_empty() && (!is_move || choice.to_string() == "done") {
            break;
        }
        game.choose(choice).expect("an answer that is offered");
        game.proceed().expect("sound rules");
    }
    moves
}

#[test]
fn a_search_thinks_once_about_a_movement_phase_and_carries_its_plan_out() {
    let moves = first_moves(24, 1);
    let searched = |(_, why): &&(String, String)| why.contains("playouts");
    assert!(moves.len() > 4, "{moves:?}");
    assert_eq!(moves.iter().filter(searched).count(), 1, "{moves:?}");
    assert!(searched(&&moves[0]), "{moves:?}");
    // What is carried out has the reasons of the rules of thumb.
    assert!(moves[1..].iter().any(|(_, why)| !why.is_empty()), "{moves:?}");
    assert_eq!(moves, first_moves(24, 1), "the same playouts make the same plan");
    let answers =
        |playouts, seed| first_moves(playouts, seed).into_iter().map(|(choice, _)| choice).collect::<Vec<_>>();
    // One playout is enough for one plan: what it does as usual.
    let as_usual = answers(1, 1);
    assert!((1..=8).any(|seed| answers(24, seed) != as_usual), "no other plan was ever better");
}
