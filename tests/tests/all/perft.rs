//! Perft: golden counts of small positions, a few of them computed by hand, and the same counts by answering a game
//! decision by decision. A changed count means changed questions, answers or results of chance.

use wilderness_engine::perft::{Deals, Perft};
use wilderness_tests::situation::Situation;
use wilderness_tests::{answer_words, game, scripts};
use wilderness_war::Side::{British, French};
use wilderness_war::{Ask, Dice, Game};

/// A situation after these answers.
fn after(situation: Situation, words: &str) -> Game {
    answered(situation.game(), words)
}

fn answered(mut game: Game, words: &str) -> Game {
    answer_words(&mut game, words);
    game
}

fn count(game: &Game, depth: usize) -> Perft {
    Perft::count(game, depth, Deals::AsTheyLie).unwrap_or_else(|stuck| panic!("{stuck}"))
}

/// A situation, and the answers up to the point where its count begins.
type Start = (Situation, &'static str);

/// Bradstreet at the French fort at Crown Point, about to roll for the siege or to march.
fn siege() -> Start {
    let situation = Situation::new()
        .british_turn()
        .forts(French, "crown-point")
        .stockades(British, "hudson-carry-south hudson-carry-north")
        .siege("crown-point", 0)
        .put("crown-point", "bradstreet 22nd");
    (situation, "3 force 22nd")
}

/// Dumas about to raid the stockade at Augusta, which a militia unit may defend.
fn raid() -> Start {
    let situation = Situation::new()
        .forts(French, "ohio-forks")
        .stockades(British, "augusta")
        .put("southern-militia", "colonial-militia-1")
        .put("allegheny-south", "dumas mingo-1 shawnee-1");
    (situation, "1 force mingo-1 shawnee-1 augusta")
}

/// Bradstreet attacks Villiers; each side may lose its leader, militia may join, and the French may avoid battle.
fn battle() -> Start {
    let situation = Situation::new()
        .british_turn()
        .put("northern-militia", "colonial-militia-1")
        .put("hoosic", "villiers bearn")
        .put("northampton", "bradstreet 22nd");
    (situation, "3 force 22nd hoosic")
}

/// Small Pox can strike at Albany or at Schenectady.
fn small_pox() -> Start {
    let situation = Situation::new()
        .hand(French, &[34, 1])
        .put("albany", "22nd 27th 44th 48th 35th")
        .put("schenectady", "new-york-1 new-york-2 maryland virginia-1 virginia-2");
    (situation, "")
}

/// A regiment at Québec, on an empty map.
fn march() -> Start {
    (Situation::new().put("quebec", "bearn"), "1 individual bearn")
}

/// Courier Intercepted!, with three cards in the British hand.
fn courier() -> Start {
    (Situation::new().hand(British, &[3, 4, 5]).hand(French, &[35, 1]), "35")
}

#[test]
fn the_counts_of_small_positions_are_as_they_were() {
    let counts = |name: &str, (situation, words): Start, expected: &[u64]| {
        let game = after(situation, words);
        let found: Vec<u64> = (1..=expected.len()).map(|depth| count(&game, depth).sequences).collect();
        (found != expected).then(|| format!("{name}: found {found:?}, expected {expected:?}"))
    };
    let differences: Vec<String> = [
        counts("siege", siege(), &[7, 344, 706]),
        counts("raid", raid(), &[167, 615, 1398]),
        counts("battle", battle(), &[13, 2486, 6204]),
        counts("small pox", small_pox(), &[2, 6, 38, 266, 2096]),
        counts("march", march(), &[5, 15, 46, 319, 7025]),
        counts("courier", courier(), &[16, 43, 188]),
    ]
    .into_iter()
    .flatten()
    .collect();
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn a_siege_is_six_faces_or_a_march() {
    let (situation, words) = siege();
    let found = count(&after(situation, words), 1);
    // 8.23: each face of the siege die is a sequence, which ends at the besieger's next decision. A march takes no die:
    // the next decision is its destination.
    let below: Vec<(&str, u64)> = found.divide.iter().map(|below| (below.choice.as_str(), below.sequences)).collect();
    assert_eq!(below, [("move", 1), ("siege", 6)]);
    assert_eq!((found.chance["siege"].times, found.chance["siege"].branches), (1, 6));
    // The die counts as one sequence on average.
    assert!((found.weighed - 2.0).abs() < 1e-9);
}

#[test]
fn a_card_taken_unseen_branches_into_every_possible_card() {
    let (situation, words) = courier();
    let found = count(&after(situation, words), 1);
    // On 1 and 2 no card is taken: two sequences. On each of the four other faces one of three cards is: twelve.
    let event = found.divide.iter().find(|below| below.choice == "event").expect("the event can be played");
    assert_eq!(event.sequences, 2 + 4 * 3);
    assert!((event.weighed - 1.0).abs() < 1e-9);
    assert_eq!((found.chance["hand"].times, found.chance["hand"].branches), (4, 12));
}

#[test]
fn small_pox_is_two_spaces_and_six_faces() {
    let (situation, words) = small_pox();
    let game = answered(situation.game(), &format!("{words} 34 event"));
    // A choice of two spaces, and then a die: twelve sequences. The five regulars at Albany are equal, so no question
    // is asked about losses, and the British choose one of two cards. At Schenectady they choose one of five units.
    assert_eq!([1, 2].map(|depth| count(&game, depth).sequences), [2 * 6, 6 * 2 + 6 * 5]);
}

#[test]
fn the_counts_of_the_first_choices_add_up_to_the_total() {
    for (situation, words) in [siege(), raid(), battle(), small_pox(), march(), courier()] {
        let game = after(situation, words);
        for depth in 1..=3 {
            let found = count(&game, depth);
            assert_eq!(found.divide.iter().map(|below| below.sequences).sum::<u64>(), found.sequences);
            let weighed: f64 = found.divide.iter().map(|below| below.weighed).sum();
            assert!((weighed - found.weighed).abs() < 1e-6, "{weighed} and {}", found.weighed);
            let choices = &game.decision().expect("a decision").choices;
            assert_eq!(found.divide.len(), choices.len(), "every choice has a share");
        }
    }
}

/// Counts by answering a game that asks for dice like any other decision.
fn naive(game: &mut Game, depth: usize) -> u64 {
    let Some(decision) = game.decision().cloned() else { return 1 };
    let is_die = matches!(decision.ask, Ask::Die(_));
    if depth == 0 && !is_die {
        return 1;
    }
    let mut sum = 0;
    for choice in decision.choices {
        game.choose(choice).unwrap_or_else(|refused| panic!("{refused}"));
        assert!(game.now().broken().is_none(), "{:?}", game.now().broken());
        sum += naive(game, depth - usize::from(!is_die));
        assert!(game.past_mut().undo());
    }
    sum
}

#[test]
fn answering_decision_by_decision_counts_the_same() {
    for (situation, words) in [siege(), raid(), battle(), small_pox(), march()] {
        let game = after(situation, words);
        let mut header = game.header().clone();
        header.settings.dice = Some(Dice::Table);
        let mut asked = header.begin(scripts()).unwrap_or_else(|faults| panic!("{faults}"));
        asked.proceed().unwrap_or_else(|halt| panic!("{halt}"));
        let mut asked = answered(asked, words);
        for depth in 0..=2 {
            assert_eq!(naive(&mut asked, depth), count(&game, depth).sequences, "`{words}`, depth {depth}");
        }
    }
}

#[test]
fn a_scenario_is_counted_from_its_setup() {
    let setup = game("annus-mirabilis", 1);
    // The deal is known, and has no branches. The French choose one of their cards, and then its use.
    let mut dealt = game("annus-mirabilis", 1);
    dealt.proceed().unwrap_or_else(|halt| panic!("{halt}"));
    let cards = dealt.decision().expect("a card is chosen").choices.len() as u64;
    assert_eq!([0, 1, 2].map(|depth| count(&setup, depth).sequences), [1, cards, 57]);
    assert!(count(&setup, 1).chance.is_empty());
}

#[test]
fn a_deal_branches_into_every_card_on_demand() {
    // Both hands are empty, and the pile has three cards: the French are dealt the first and the last, the British the
    // second.
    let others: Vec<i64> = (21..=51).collect();
    let situation = Situation::new().hand(French, &[]).hand(British, &[]).removed(&others);
    let start = situation.game().header().begin(scripts()).unwrap_or_else(|faults| panic!("{faults}"));
    let count = |deals| Perft::count(&start, 0, deals).unwrap_or_else(|stuck| panic!("{stuck}"));
    assert_eq!(count(Deals::AsTheyLie).sequences, 1);
    let found = count(Deals::Each);
    assert_eq!(found.sequences, 3 * 2, "the last card is known");
    assert!((found.weighed - 1.0).abs() < 1e-9);
}
