//! The game of three sides plays by the same rules as its version in Rust.

use crate::begun;
use wilderness_causeways::{Causeways, Content, FEN};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::plain::{Choice, Header};
use wilderness_engine::script::Compile as _;
use wilderness_engine::{Choice as _, Game, Purpose, Rules, Side as _, Stream};
use wilderness_tabletop::Tabletop;

/// The games of the short test, and of the long one.
const GAMES: [u64; 2] = [40, 10_000];
/// More rolls than a game can need: each side acts once in each of six rounds.
const ROLLS: usize = 18;

/// Both games before their first question.
fn both(seed: u64) -> (Game<Tabletop>, Game<Causeways>) {
    let board = Content::new(FEN).compile().expect("a board").into();
    let mut native = Game::begin(&Header::new(seed), board).expect("a game");
    native.proceed().expect("the first question");
    (begun("fen", seed), native)
}

/// Who is asked, and the tokens of what may be answered, in their order; nothing at the end.
fn asked<R: Rules<Choice = Choice>>(game: &Game<R>, like: fn(&str) -> String) -> Option<(&'static str, Vec<String>)> {
    let decision = game.decision()?;
    let mut tokens: Vec<String> = decision.choices.iter().map(|choice| like(&choice.token())).collect();
    tokens.sort_unstable();
    Some((decision.side.id(), tokens))
}

/// The token in the folder for one of the version in Rust, which challenges a `side`.
fn token(native: &str) -> String {
    native.strip_prefix("side:").map_or_else(|| native.to_string(), |side| format!("whom:{side}"))
}

/// Plays random games of both side by side.
fn play_both(seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let (mut folder, mut native) = both(seed);
        let mut stream = Stream::new(seed, Purpose::Dice);
        let rolls: Vec<u8> = (0..ROLLS).map(|_| 1 + stream.below(10) as u8).collect();
        folder.beforehand().give_rolls(rolls.clone());
        native.beforehand().give_rolls(rolls);
        while let Some((side, tokens)) = asked(&native, token) {
            let place = format!("seed {seed}, after {} answers", native.past().answers());
            assert_eq!(asked(&folder, str::to_string), Some((side, tokens.clone())), "{place}");
            let chosen = &tokens[stream.below(tokens.len() as u32) as usize];
            folder.choose_token(chosen).unwrap_or_else(|refused| panic!("{place}: {refused}"));
            let chosen = chosen.strip_prefix("whom:").map_or_else(|| chosen.clone(), |side| format!("side:{side}"));
            native.choose_token(&chosen).unwrap_or_else(|refused| panic!("{place}: {refused}"));
        }
        let ids =
            |winner: Option<Option<wilderness_engine::plain::Side>>| winner.map(|side| side.map(|side| side.id()));
        assert_eq!(ids(folder.outcome()), ids(native.outcome()), "seed {seed}");
        assert!(native.outcome().is_some(), "seed {seed}");
        let native: Vec<i32> = native.now().scores().iter().map(|(_, score)| *score).collect();
        assert_eq!(folder.state().points[..3], native, "seed {seed}");
    }
}

#[test]
fn random_games_agree_decision_by_decision() {
    play_both(0..GAMES[0]);
}

/// `cargo test --release -p wilderness-tabletop --test all -- --ignored ten_thousand`
#[test]
#[ignore = "minutes: 10,000 games"]
fn ten_thousand_random_games_agree() {
    play_both(0..GAMES[1]);
}

#[test]
fn perft_counts_the_same() {
    let (mut folder, mut native) = both(1);
    let counted = |folder: &Game<Tabletop>, native: &Game<Causeways>, depth| {
        let folder = Perft::count(folder, depth, Deals::Each).expect("a count");
        let native = Perft::count(native, depth, Deals::Each).expect("a count");
        assert_eq!((folder.sequences, folder.weighed), (native.sequences, native.weighed), "depth {depth}");
        native.sequences
    };
    // Each side bids up to 3; then one moves to one of two places, or stays.
    assert_eq!([1, 2, 3, 4].map(|depth| counted(&folder, &native, depth)), [4, 16, 64, 128]);
    for token in ["bid:2", "bid:1", "bid:0", "from:holt", "to:reeds", "from:heronry"] {
        folder.choose_token(token).expect("a bid");
        native.choose_token(token).expect("a bid");
    }
    // The heron goes to the alders, or challenges, with ten results. Then the pike stays, and the otter bids up to 1; or it
    // goes to the mill, or to the alders, where it challenges the heron if that is there.
    assert_eq!([1, 2, 3].map(|depth| counted(&folder, &native, depth)), [11, 2 * 11, 11 * (2 + 1) + (10 + 10)]);
}
