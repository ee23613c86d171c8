//! Random battles: they come to their ends, what must hold holds after every step, and their records play the same
//! again.

use std::collections::BTreeSet;
use std::rc::Rc;
use wilderness_battles::{Ask, Battles, FrenchAndIndianWarBattles, Game, Header, Options, Record, Side, Throw};
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Source;
use wilderness_engine::{Agent, Answer, Chance as _, Purpose, Question as _, Side as _, Stream};

fn battles() -> Rc<Battles> {
    Rc::new(Battles::embedded().expect("sound content"))
}

/// Options drawn from the seed.
pub fn options(battles: &Battles, scenario: &str, seed: u64) -> Options {
    let battle = battles.find(scenario).expect("a battle");
    let (mut options, mut stream) = (Options::default(), Stream::new(seed, Purpose::Rules));
    for word in Options::WORDS.into_iter().filter(|word| battle.has_option(word)) {
        *options.get_mut(word).expect("an option") = stream.below(2) == 1;
    }
    options
}

/// A random battle; debug builds check the invariants after every step.
pub fn play(battles: &Rc<Battles>, scenario: &str, seed: u64) -> Game {
    let header = Header::new(scenario, seed, options(battles, scenario, seed));
    let mut game = Game::begin(&header, battles.clone()).expect("a battle");
    let mut agents = Side::BOTH.map(|side| Random::new(seed, side));
    loop {
        game.proceed().unwrap_or_else(|halt| panic!("{scenario} {seed}: {halt}\n{}", game.record()));
        let Some(decision) = game.decision().cloned() else { break };
        let agent: &mut dyn Agent<FrenchAndIndianWarBattles> = &mut agents[decision.side.index()];
        let choice = agent.choose(&game.view(decision.side), &decision);
        game.choose(choice).unwrap_or_else(|refused| panic!("{scenario} {seed}: {refused:?}"));
    }
    assert!(game.outcome().is_some(), "{scenario} {seed}");
    game
}

/// Questions that are seldom asked: where the players roll the dice; of cavalry that pursues; where two hexes are open
/// to who pursues; and of concessions, which no agent offers.
const RARE: [&str; 5] = ["die", "second-hex", "pursuit", "concede", "agree"];

/// All battles.
pub const SCENARIOS: [&str; 4] = ["carillon", "lake-george", "fort-oswego", "quebec"];

#[test]
fn random_battles_come_to_their_ends() {
    let battles = battles();
    let count: u64 = std::env::var("WILDERNESS_BATTLES").map_or(30, |count| count.parse().expect("a number"));
    let mut seen = BTreeSet::new();
    for scenario in SCENARIOS {
        for seed in 1..=count {
            let game = play(&battles, scenario, seed);
            for entry in game.log() {
                assert!(!entry.text(game.scenario()).is_empty());
            }
            for answer in game.history() {
                seen.insert(match answer {
                    Answer::Choice { ask, .. } | Answer::Named { ask, .. } => ask.kind(),
                    Answer::Roll { throw, .. } => throw.kind(),
                    Answer::Draw { draw, .. } => match *draw {},
                });
            }
        }
    }
    // Every question is asked, and every die is rolled, in one of them.
    let kinds = Ask::KINDS.iter().copied().filter(|kind| !RARE.contains(kind));
    // No script of the program rolls a die of its own.
    let dice = Throw::ALL.iter().filter(|throw| **throw != Throw::Script);
    let never: Vec<&str> = kinds.chain(dice.map(|throw| throw.kind())).filter(|kind| !seen.contains(kind)).collect();
    assert_eq!(never, [""; 0]);
}

#[test]
fn a_record_plays_the_same_battle_again() {
    let battles = battles();
    for (scenario, seed) in SCENARIOS.into_iter().zip([3, 4, 5, 6]) {
        let game = play(&battles, scenario, seed);
        let text = game.record().to_string();
        let record = Record::parse(&Source::new("battle.record", text.clone())).expect("a record");
        let again = record.play(battles.clone(), None).expect("the same battle");
        assert_eq!(again.state(), game.state(), "{scenario}");
        assert_eq!(again.record().to_string(), text, "{scenario}");
    }
}

#[test]
fn headers_with_mistakes_are_refused() {
    let wrong = |lines: &str| {
        let source = Source::new("battle.record", format!("wilderness-record 1\n{lines}"));
        let played = Record::parse(&source).and_then(|record| record.play(battles(), None).map(|_| ()));
        played.err().map_or(Vec::new(), |faults| {
            faults.iter().map(|fault| format!("{} {}", fault.code(), fault.pointed())).collect::<Vec<_>>()
        })
    };
    let position = "position {\"scenario\": \"quebec\", \"units\": {\"bearn\": {\"at\": \"2710\"}}}";
    assert_eq!(wrong("scenario quebec\nseed 1\n"), [""; 0]);
    assert_eq!(wrong("game chess\nscenario quebec\n"), ["record::other_game chess"]);
    assert_eq!(wrong("scenario sainte-foy\n"), ["record::unknown_scenario scenario sainte-foy"]);
    assert_eq!(wrong("scenario quebec\nseed one\n"), ["record::seed one"]);
    assert_eq!(wrong("scenario quebec\noptions burning snow\n"), ["options::unknown options burning snow"]);
    assert_eq!(wrong("scenario quebec\noptions balk\n"), ["options::unknown options balk"]);
    assert_eq!(wrong(&format!("scenario quebec\n{position}\n")), [format!("position::impossible {position}")]);
    assert_eq!(wrong(&format!("scenario quebec\noptions burning\n{position}\n")), ["options::twice options burning"]);
    assert_eq!(wrong("seed 1\n"), ["record::no_scenario "]);
}
