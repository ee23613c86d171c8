//! Every decision of random games, of each folder of the program.

use crate::{FOLDERS, begun, random_game};
use wilderness_engine::agents::Random;
use wilderness_engine::faults::Source;
use wilderness_engine::plain::Choice;
use wilderness_engine::record::Record;
use wilderness_engine::{
    Agent, Choice as _, Decision, Game, Hidden as _, Purpose, Question as _, Refused, Side as _, Stream,
};
use wilderness_tabletop::{Concealed, Tabletop, TabletopNews, TabletopState, TrackOf};

/// One decision in this many is looked at closely.
const ONE_IN: u32 = 20;
/// The most decisions of a game.
const MOST: usize = 5_000;

/// Everything about a game that a refused answer must not change.
#[derive(PartialEq, Debug)]
struct Snapshot {
    state: TabletopState,
    decision: Option<Decision<Tabletop>>,
    answers: usize,
    log: Vec<TabletopNews>,
}

impl Snapshot {
    fn of(game: &Game<Tabletop>) -> Snapshot {
        let (state, decision) = (game.state().clone(), game.decision().cloned());
        Snapshot { state, decision, answers: game.past().answers(), log: game.log().to_vec() }
    }
}

fn read(text: &str) -> Record<Tabletop> {
    Record::parse(&Source::new("saved.record", text)).expect("a record")
}

/// Plays a game with agents that are not seated; `look` sees it at every decision.
fn play_out(name: &str, seed: u64, mut look: impl FnMut(&mut Game<Tabletop>, &Decision<Tabletop>)) -> Game<Tabletop> {
    let mut game = begun(name, seed);
    let mut agents: Vec<Random> = game.sides().iter().map(|side| Random::new(seed, side)).collect();
    for count in 0.. {
        let Some(decision) = game.decision().cloned() else { break };
        look(&mut game, &decision);
        let choice = agents[decision.side.index()].choose(&game.view(decision.side), &decision);
        game.choose(choice).unwrap_or_else(|refused| panic!("{name}, seed {seed}: {refused}"));
        assert!(count < MOST, "{name}, seed {seed}: the game does not end");
    }
    assert!(game.outcome().is_some(), "{name}, seed {seed}: no decision is open, but the game is not over");
    game
}

#[test]
fn every_decision_is_sound() {
    for (name, seed) in FOLDERS.into_iter().flat_map(|name| (0..6).map(move |seed| (name, seed))) {
        let mut others = Vec::new();
        let game = play_out(name, seed, |game, decision| {
            let place = format!("{name}, seed {seed}: {decision:?}");
            let least = if game.scripts().data.asks_single { 1 } else { 2 };
            assert!(decision.choices.len() >= least, "{place}");
            assert!(decision.choices.windows(2).all(|pair| pair[0] < pair[1]), "{place}");
            assert!(!decision.ask.prompt().is_empty() && !decision.ask.kind().is_empty(), "{place}");
            decision
                .choices
                .iter()
                .for_each(|choice| assert_eq!(decision.find(&choice.token()), Some(*choice), "{place}"));
            refuse(game, decision, &others, &place);
            others.truncate(8);
            others.insert(0, decision.choices[0]);
        });
        assert!(game.log().iter().all(|news| !news.text.is_empty()));
        // The same agents, seated, play the same game.
        let straight = random_game(name, seed);
        assert_eq!(Snapshot::of(&straight), Snapshot::of(&game), "{name}, seed {seed}");
        assert_eq!(straight.record(), game.record(), "{name}, seed {seed}");
    }
}

/// An answer that is not offered is refused, and nothing changes.
fn refuse(game: &mut Game<Tabletop>, decision: &Decision<Tabletop>, others: &[Choice], place: &str) {
    let before = Snapshot::of(game);
    for choice in others.iter().filter(|choice| !decision.choices.contains(choice)) {
        let refused = game.choose(*choice).expect_err(place);
        assert!(matches!(refused, Refused::NotOffered { count, .. } if count == decision.choices.len()), "{place}");
    }
    assert!(game.choose_token("move:nowhere").is_err(), "{place}");
    assert_eq!(Snapshot::of(game), before, "{place}");
}

#[test]
fn everything_can_be_undone_and_redone() {
    for (name, seed) in FOLDERS.into_iter().zip(30..) {
        let start = Snapshot::of(&begun(name, seed));
        let mut game = play_out(name, seed, |_, _| {});
        let (end, decisions, mut undone) = (Snapshot::of(&game), game.past().decisions(), 0);
        while game.past_mut().undo() {
            undone += 1;
        }
        assert_eq!((undone, Snapshot::of(&game)), (decisions, start), "{name}");
        while game.past_mut().redo() {
            undone -= 1;
        }
        assert_eq!((undone, Snapshot::of(&game)), (0, end), "{name}");
    }
}

#[test]
fn what_is_chosen_can_be_undone_and_a_record_leads_to_the_same() {
    for (name, seed) in FOLDERS.into_iter().flat_map(|name| (10..13).map(move |seed| (name, seed))) {
        let mut when = Stream::new(seed, Purpose::Dice);
        play_out(name, seed, |game, decision| {
            if when.below(ONE_IN) > 0 {
                return;
            }
            let before = Snapshot::of(game);
            for choice in &decision.choices {
                game.choose(*choice).unwrap_or_else(|refused| panic!("{name}: {refused}"));
                assert!(game.past_mut().undo());
                assert_eq!(Snapshot::of(game), before, "{name}, seed {seed}: {choice:?} is not undone");
            }
            let text = game.record().to_string();
            let replayed = read(&text).play(game.scripts().clone(), None).expect("it fits");
            assert_eq!(Snapshot::of(&replayed), before, "{name}, seed {seed}");
            assert_eq!(replayed.record().to_string(), text);
            let branches = game.past().record_of_all_branches().to_string();
            let (loaded, misfits) = read(&branches).take_up(game.scripts().clone()).expect("it fits");
            assert!(misfits.is_empty(), "{name}, seed {seed}: {misfits:?}");
            assert_eq!(Snapshot::of(&loaded), before, "{name}, seed {seed}");
            assert_eq!(loaded.past().record_of_all_branches().to_string(), branches);
        });
    }
}

/// What is dealt anew for a side agrees with what it knows, and is not always what lies there.
#[test]
fn what_a_side_knows_stays_where_it_is_in_imagined_games() {
    let mut differ = 0;
    for seed in 20..24 {
        let mut when = Stream::new(seed, Purpose::Dice);
        play_out("crown-and-league", seed, |game, decision| {
            if when.below(ONE_IN) > 0 {
                return;
            }
            for side in game.sides() {
                let state = game.state();
                let mut other = state.clone();
                let unknown = Concealed::knowledge(state, state, &[], side);
                Concealed::deal_anew(&mut other, &mut [], &unknown, side, &mut Stream::new(seed, Purpose::Imagined));
                for (index, (one, two)) in state.cards.iter().zip(&other.cards).enumerate() {
                    assert!(!one.known_to.has(side) || one == two, "{side}, card {index}: {decision:?}");
                }
                let places = |state: &TabletopState| {
                    let mut all: Vec<_> = state.cards.iter().map(|at| (at.pile, at.side)).collect();
                    all.sort_unstable();
                    all
                };
                assert_eq!(places(state), places(&other));
                differ += usize::from(state.cards != other.cards);
                assert!(game.view(side).piles().iter().any(|pile| pile.count > pile.known.len()));
            }
        });
    }
    assert!(differ > 10, "{differ}");
}

/// The tracks of pieces are numbered apart from the others.
#[test]
fn a_view_has_the_numbers_of_every_track() {
    for name in FOLDERS {
        let game = begun(name, 1);
        let view = game.view(game.now().active());
        for (index, track) in game.scripts().data.tracks.iter().enumerate() {
            assert_eq!(view.track(index).is_empty(), track.of == TrackOf::Piece, "{name}: {}", track.id);
        }
    }
}

#[test]
fn a_side_that_has_won_by_points_has_what_it_scored() {
    let mut by_points = 0;
    for seed in 40..46 {
        let game = random_game("crown-and-league", seed);
        let points = game.view(game.now().active()).scores();
        let Some(Some(winner)) = game.outcome() else { continue };
        let is_first = (0..points.len()).all(|side| side == winner.index() || points[side] < points[winner.index()]);
        let scores = game.now().scores();
        assert!(scores.iter().all(|(side, score)| *side == winner || *score < scores[winner.index()].1), "{scores:?}");
        by_points += usize::from(is_first && scores[winner.index()].1 == points[winner.index()]);
    }
    assert!(by_points > 0);
}

/// The script tells of a march after it has moved the pieces.
#[test]
fn news_of_a_march_know_its_way() {
    let game = random_game("crown-and-league", 50);
    let told = game.log().iter().filter(|news| news.text.contains("marches from"));
    assert!(told.clone().count() > 3);
    for news in told {
        let [from, to] = news.path[..] else { panic!("{news:?}") };
        let places = &game.scripts().data.board.places;
        let named = |place: usize| news.text.contains(places[place].place.name.as_str());
        assert!(from != to && named(from) && named(to), "{news:?}");
        assert!(news.side.is_some_and(|side| news.text.starts_with(&side.to_string())), "{news:?}");
    }
}
