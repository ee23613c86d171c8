//! A game for any number of sides, whose sides, die and board are read from a file: everything that the engine offers
//! two sides and a six-sided die.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;
use wilderness_causeways::{Board, Causeways, Content, FEN};
use wilderness_engine::agents::{Budget, Random, Search};
use wilderness_engine::faults::Source;
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::plain::{Choice, Header, Side};
use wilderness_engine::record::Record;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Answer, Game, GameType, Goal, Halt, NotReloaded, Side as _};

fn board(text: &str) -> Rc<Board> {
    Rc::new(Content::new(text).compile().unwrap_or_else(|faults| panic!("{faults}")))
}

fn begun(seed: u64) -> Game<Causeways> {
    let mut game = Game::begin(&Header::new(seed), board(FEN)).expect("a game");
    game.proceed().expect("the first question");
    game
}

/// The side with an id.
fn side(game: &Game<Causeways>, id: &str) -> Side {
    game.sides().with_id(id).expect("a side")
}

/// Who is asked what.
fn asked(game: &Game<Causeways>) -> Option<(&'static str, &'static str)> {
    game.decision().map(|decision| (decision.side.id(), wilderness_engine::Question::kind(&decision.ask)))
}

fn answer(game: &mut Game<Causeways>, tokens: &str) {
    for token in tokens.split(' ') {
        game.choose_token(token).unwrap_or_else(|refused| panic!("{token}: {refused}"));
    }
}

fn seat_random(game: &mut Game<Causeways>, seed: u64) {
    for side in game.sides() {
        game.set_agent(side, Some(Box::new(Random::new(seed, side))));
    }
}

/// A game played to its end by random agents.
fn played(text: &str, seed: u64) -> Game<Causeways> {
    let mut game = Game::begin(&Header::new(seed), board(text)).expect("a game");
    seat_random(&mut game, seed);
    game.proceed().expect("a game");
    game
}

#[test]
fn the_sides_and_their_order_come_from_the_file() {
    let game = begun(1);
    let sides: Vec<String> = game.sides().iter().map(|side| format!("{} {side}", side.id())).collect();
    assert_eq!(sides, ["otter Otter", "heron Heron", "pike Pike"]);
    assert_eq!(GameType::of::<Causeways>().sides, None, "content says how many");
    let types = GameType::of::<Causeways>();
    assert!(types.dice && !types.draws && !types.scripts && !types.zero_sum);
}

#[test]
fn the_highest_bid_acts_first_and_nobody_sees_a_bid_before_all_have_bid() {
    let mut game = begun(1);
    assert_eq!(asked(&game), Some(("otter", "bid")));
    let before = game.state().clone();
    answer(&mut game, "bid:1");
    assert_eq!((asked(&game), game.state()), (Some(("heron", "bid")), &before));
    answer(&mut game, "bid:3 bid:1");
    assert_eq!(asked(&game), Some(("heron", "move")), "it bid most");
    let silver = game.state().silver;
    assert_eq!(silver.of(game.sides()), [2, 0, 2]);
    answer(&mut game, "stay");
    assert_eq!(asked(&game), Some(("otter", "move")), "of equal bids the earlier side's comes first");
    assert_eq!(game.log().first().map(String::as_str), Some("bids: Otter 1, Heron 3, Pike 1"));
}

#[test]
fn a_follower_alone_scores_and_a_challenge_is_decided_by_the_die_of_the_file() {
    let mut game = begun(1);
    answer(&mut game, "bid:2 bid:1 bid:0 from:holt to:reeds from:heronry");
    game.beforehand().give_rolls([11, 0, 5]);
    answer(&mut game, "to:reeds");
    // 5 and one follower do not beat half of ten and one follower; 11 and 0 are no faces of the die.
    let last = |game: &Game<Causeways>, back: usize| game.log()[game.log().len() - back].clone();
    assert_eq!(last(&game, 1), "Heron challenge the Otter with a 5: a follower of the Heron goes home");
    answer(&mut game, "stay");
    assert_eq!(last(&game, 1), "turn 1 ends: Otter 3, Heron 1, Pike 1");
    assert_eq!(game.now().scores().iter().map(|(_, score)| *score).collect::<Vec<_>>(), [3, 1, 1]);
    let moved = game.why().why_not(Choice::of("from:toll"));
    assert!(moved.is_some(), "it is the turn of bids");
}

#[test]
fn a_record_replays_the_same_game_with_dice_of_ten_faces() {
    let mut faces = BTreeSet::new();
    for seed in 0..60 {
        let game = played(FEN, seed);
        assert!(game.outcome().is_some() && game.state().turn == 6);
        faces.extend(game.history().iter().filter_map(|answer| match answer {
            Answer::Roll { die, .. } => Some(*die),
            _ => None,
        }));
        let text = game.record().to_string();
        let record = Record::<Causeways>::parse(&Source::new("fen.record", text.as_str())).expect("a record");
        let again = record.play(game.scripts().clone(), None).expect("the same game");
        assert_eq!((again.state(), again.record().to_string()), (game.state(), text));
    }
    assert_eq!(faces, (1..=10).collect());
}

#[test]
fn a_side_a_die_or_an_answer_that_content_does_not_have_is_pointed_at_where_it_is_played() {
    let code = |lines: &str, label: &str| {
        let text = format!("wilderness-record 1\ngame causeways\nseed 1\n{lines}");
        let record = Record::<Causeways>::parse(&Source::new("fen.record", text)).expect("a record");
        let faults = record.play(board(FEN), None).map(drop).expect_err("it does not fit");
        let fault = faults.iter().next().expect("a fault");
        assert_eq!((fault.code(), fault.pointed()), ("record::does_not_fit", label), "{lines}");
    };
    code("badger bid bid:1\n", "badger bid bid:1");
    code("otter bid bid:9\n", "otter bid bid:9");
    code("otter boast bid:1\n", "otter boast bid:1");
    let bids = "otter bid bid:2\nheron bid bid:1\npike bid bid:0\n";
    let moves = "otter move from:holt\notter to to:reeds\nheron move from:heronry\nheron to to:reeds\n";
    code(&format!("{bids}{moves}roll challenge 11\n"), "roll challenge 11");
    let parsed = |line: &str| {
        let text = format!("wilderness-record 1\nseed 1\n{line}\n");
        let faults = Record::<Causeways>::parse(&Source::new("fen.record", text)).map(drop).expect_err("a fault");
        faults.iter().map(|fault| fault.code().to_string()).collect::<Vec<_>>()
    };
    assert_eq!(parsed("roll challenge 0"), ["record::die"]);
    assert_eq!(parsed("draw card card:1"), ["record::unknown_kind"], "nothing is ever drawn");
    assert_eq!(parsed("badger boasts"), ["record::unknown_line"]);
}

#[test]
fn an_answer_can_be_undone_and_another_branch_begun() {
    let mut game = begun(7);
    answer(&mut game, "bid:1 bid:2 bid:3 stay from:heronry to:reeds");
    let stood = game.state().clone();
    assert!(game.past_mut().undo() && game.past_mut().undo());
    assert_eq!(asked(&game), Some(("heron", "move")));
    answer(&mut game, "stay");
    assert_eq!(game.past_mut().branches().len(), 2);
    assert_eq!(
        game.past_mut().branches()[1].stands.map(|stands| stands.scores.of(game.sides()).to_vec()),
        Some(vec![0; 3])
    );
    game.past_mut().go(Goal::Branch(1)).expect("the first line");
    assert_eq!(*game.state(), stood);
    let ahead = |game: &Game<Causeways>, id: &str| -> Vec<&'static str> {
        game.past().answer_ahead(side(game, id)).iter().map(|side| side.id()).collect()
    };
    game.past_mut().go(Goal::Back(3)).expect("before the move of Pike");
    assert_eq!(
        (asked(&game), ahead(&game, "pike"), ahead(&game, "otter")),
        (Some(("pike", "move")), vec!["heron"], vec!["heron", "pike"])
    );
}

#[test]
fn a_supposed_game_stops_at_the_die() {
    let mut game = begun(7);
    answer(&mut game, "bid:2 bid:1 bid:0 from:holt to:reeds");
    let mut supposed = game.copies().suppose(side(&game, "heron")).expect("a copy");
    answer(&mut supposed, "from:heronry to:reeds");
    let Some(Halt::Die(throw)) = supposed.now().broken() else { panic!("{:?}", supposed.now().broken()) };
    assert_eq!(wilderness_engine::Chance::faces(*throw), 10);
}

#[test]
fn perft_counts_every_face_of_the_die() {
    let mut game = begun(7);
    let count = |game: &Game<Causeways>, depth| Perft::count(game, depth, Deals::Each).expect("a count");
    assert_eq!([1, 2, 3].map(|depth| count(&game, depth).sequences), [4, 16, 64], "each side bids up to 3");
    answer(&mut game, "bid:2 bid:1 bid:0 from:holt to:reeds from:heronry");
    // To the alders, or to the reeds, where the challenge has ten results.
    let found = count(&game, 1);
    assert_eq!((found.sequences, found.chance["challenge"].branches), (1 + 10, 10));
    assert!((found.weighed - 2.0).abs() < 1e-9);
}

#[test]
fn a_search_goes_by_the_score_of_its_side_and_beats_random_agents_from_every_seat() {
    let won = |seat: usize, searches: bool| {
        let wins = |seed: u64| {
            let mut game = Game::begin(&Header::new(seed), board(FEN)).expect("a game");
            seat_random(&mut game, seed);
            let side = game.sides().iter().nth(seat).expect("a seat");
            let search = Search::new(seed, side, Budget::Games(60), 1, || Duration::ZERO);
            if searches {
                game.set_agent(side, Some(Box::new(search)));
            }
            game.proceed().expect("a game");
            game.outcome() == Some(Some(side))
        };
        (0..12).filter(|seed| wins(*seed)).count()
    };
    for seat in 0..3 {
        let (searching, random) = (won(seat, true), won(seat, false));
        assert!(searching > random + 2, "seat {seat}: {searching} and {random} of 12");
    }
}

#[test]
fn a_search_does_not_see_what_others_have_bid() {
    let answers = |bid: &str, seed: u64| {
        let mut game = begun(3);
        answer(&mut game, bid);
        let heron = side(&game, "heron");
        game.set_agent(heron, Some(Box::new(Search::new(seed, heron, Budget::Games(40), 1, || Duration::ZERO))));
        game.proceed().expect("its answer");
        assert_eq!(
            (asked(&game), game.why().reasons().len()),
            (Some(("pike", "bid")), 0),
            "nor does it say why it bids"
        );
        game.record().lines()[1].text()
    };
    let all: BTreeSet<String> = (0..8).map(|seed| answers("bid:0", seed)).collect();
    assert!(all.len() > 1, "{all:?}");
    assert!((0..8).all(|seed| answers("bid:0", seed) == answers("bid:3", seed)));
}

#[test]
fn two_to_seven_sides_play_by_the_same_rules() {
    let side = |number: usize| format!("[[side]]\nid = \"s{number}\"\nname = \"Side {number}\"\nhome = \"holt\"\n");
    let (before, rest) = FEN.split_once("[[side]]").expect("sides");
    let (_, places) = rest.split_once("[[place]]").expect("places");
    let with = |count: usize| {
        let sides: Vec<String> = (1..=count).map(side).collect();
        format!("{before}{}[[place]]{places}", sides.join("\n"))
    };
    for count in 2..=7 {
        let game = played(&with(count), 5);
        assert_eq!((game.sides().count(), game.now().scores().len()), (count, count));
        assert!(game.outcome().is_some());
    }
    for count in [1, 8] {
        let faults = Content::new(&with(count)).compile().map(drop).expect_err("too few or too many");
        assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["causeways::sides"]);
    }
}

#[test]
fn mistakes_in_the_file_are_pointed_at() {
    let found = |from: &str, to: &str| -> Vec<(String, String)> {
        assert!(FEN.contains(from), "{from}");
        let faults = Content::new(&FEN.replacen(from, to, 1)).compile().map(drop).expect_err("a mistake");
        faults.iter().map(|fault| (fault.code().to_string(), fault.pointed().to_string())).collect()
    };
    let one = |code: &str, at: &str| vec![(format!("causeways::{code}"), at.to_string())];
    assert_eq!(found("die = 10", "die = 1"), one("number", "1"));
    assert_eq!(found("home = \"deeps\"", "home = \"deep\""), one("unknown_place", "\"deep\""));
    assert_eq!(found("id = \"pike\"", "id = \"otter\""), one("sides", "\"otter\""));
    assert_eq!(found("id = \"pike\"", "id = \"the pike\""), one("word", "\"the pike\""));
    assert_eq!(found("near = [\"mill\", \"reeds\"]", "near = [\"reeds\"]"), one("one_way", "\"holt\""));
    assert_eq!(found("turns = 6", "turns = \"six\""), one("bad_value", "\"six\""));
    let reserved =
        Rc::new(Content::new(&FEN.replacen("id = \"pike\"", "id = \"undone\"", 1)).compile().expect("a board"));
    let faults = Game::<Causeways>::begin(&Header::new(1), reserved).map(drop).expect_err("a word of records");
    assert_eq!(faults.iter().map(|fault| fault.code()).collect::<Vec<_>>(), ["game::reserved_word"]);
}

#[test]
fn numbers_of_the_file_can_be_changed_while_a_game_is_played_and_its_sides_cannot() {
    let mut game = begun(1);
    answer(&mut game, "bid:2 bid:1 bid:0 stay stay stay");
    game.reloading().reload(board(&FEN.replace("worth = 1", "worth = 7"))).expect("it fits");
    answer(&mut game, "bid:0 bid:0 bid:0 stay stay stay");
    assert_eq!(game.now().scores().iter().map(|(_, score)| *score).collect::<Vec<_>>(), [8, 8, 8]);
    let renamed = board(&FEN.replace("name = \"Pike\"", "name = \"Eel\""));
    assert!(matches!(game.reloading().reload(renamed), Err(NotReloaded::Deck(_))));
}
