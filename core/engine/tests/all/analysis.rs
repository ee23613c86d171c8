//! What decided a game: games small enough that all is known of them.

use crate::nim::{Judge, Nim, Stones, Take, begun};
use crate::plans::Planner;
use crate::played;
use std::rc::Rc;
use wilderness_causeways::{Causeways, Content, FEN};
use wilderness_engine::agents::Random;
use wilderness_engine::analysis::{AnalysedMoment, Analysis, AnalysisOptions, Depth, Happened, LineOfPlay, Referee};
use wilderness_engine::faults::Source;
use wilderness_engine::plain::{Header, Side};
use wilderness_engine::record::Record;
use wilderness_engine::script::Compile as _;
use wilderness_engine::{
    Answer, Chance as _, Choice as _, Game, Horizon, NoScripts, Question as _, Rules, Searched, Windows,
};
use wilderness_outpost::{BLUE, Outpost, RED, card, game};

fn analysed<R: Rules>(game: &Game<R>, depth: u32, seer: Option<R::Side>, threads: usize) -> Analysis<R> {
    let depth = Depth::new(depth).expect("a depth");
    Analysis::of(game, &AnalysisOptions { depth, seer, threads, stop: &|| false, tick: &|| {} })
}

/// All that is told, but for how many answers came before.
fn told<R: Rules>(analysis: &Analysis<R>) -> String {
    let without_answers = |moment: &AnalysedMoment<R>| AnalysedMoment { answers: 0..0, ..moment.clone() };
    let moments: Vec<_> = analysis.moments.iter().map(without_answers).collect();
    format!("{:?}\n{moments:?}\n{}", analysis.curve, analysis.copies)
}

/// A game with the first answers of another, and then one more line; what follows on it comes from the seed.
fn with_other(game: &Game<Outpost>, answers: usize, line: Option<&str>) -> Game<Outpost> {
    let text = game.record().to_string();
    let header = text.lines().count() - game.history().len();
    let lines: Vec<&str> = text.lines().take(header + answers).chain(line).collect();
    let record = Record::<Outpost>::parse(&Source::new("game.record", lines.join("\n") + "\n")).expect("a record");
    record.play(game.scripts().clone(), None).expect("a game")
}

/// The lines of all results that a result of chance could have had.
fn results(game: &Game<Outpost>, number: usize) -> Vec<String> {
    match &game.history()[number] {
        Answer::Roll { throw, .. } => (1..=6).map(|face| format!("roll {} {face}", throw.kind())).collect(),
        Answer::Draw { draw, .. } => {
            let after = with_other(game, number, None);
            let Answer::Draw { drawn, .. } = &after.history()[number] else { panic!("{:?}", after.history()) };
            let pile = after.state().pile.iter().map(|number| card(*number)).chain([*drawn]);
            pile.map(|card| format!("draw {} {}", draw.kind(), card.token())).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn the_change_of_the_chances_is_the_sum_of_its_parts() {
    for seed in 0..10 {
        let game = played(seed, Windows::Open);
        let analysis = analysed(&game, 2, None, 1);
        assert!(analysis.is_whole());
        let totals = analysis.totals();
        let [first, last] =
            [analysis.curve.first(), analysis.curve.last()].map(|point| point.expect("a point").chances);
        for total in &totals.sides {
            let parts = total.luck + total.decisions + total.hidden + total.remainder;
            assert!((parts - total.change).abs() < 1e-9, "{total:?}");
            assert!((last[total.side] - first[total.side] - total.change).abs() < 1e-9, "{total:?}");
        }
        let [red, blue] = [&totals.sides[0], &totals.sides[1]];
        assert!((red.luck + blue.luck).abs() < 1e-9, "what one side gains, the other loses");
        assert!(totals.remainder < 0.1, "{}", totals.remainder);
        let result = f64::from(game.state().line + 3) / 6.0;
        assert!((last[RED] - result).abs() < 1e-9, "at the end of the game nothing is left to chance");
    }
}

#[test]
fn all_results_of_a_die_or_a_draw_together_give_nothing() {
    let (mut dice, mut draws) = (0, 0);
    for seed in 0..6 {
        let game = played(seed, Windows::Holder);
        for number in 0..game.history().len() {
            // At this depth every card of the pile is compared.
            let luck = |line: &String| {
                let analysis = analysed(&with_other(&game, number, Some(line)), 3, None, 1);
                let moment = analysis.moments.into_iter().find(|moment| moment.answers.contains(&number));
                let moment = moment.expect("a moment");
                assert!(matches!(moment.what, Happened::Chance) && moment.answers.len() == 1, "{moment:?}");
                moment.luck[RED]
            };
            let results = results(&game, number);
            // The last card of a pile is no luck.
            let lucks: Vec<f64> = if results.len() < 2 { Vec::new() } else { results.iter().map(luck).collect() };
            let sum: f64 = lucks.iter().sum();
            assert!(sum.abs() < 1e-9, "{}: {lucks:?}", game.history()[number].line());
            let differ = lucks.iter().any(|luck| luck.abs() > 1e-3);
            match game.history()[number] {
                Answer::Roll { .. } => dice += usize::from(differ),
                _ => draws += usize::from(differ),
            }
        }
    }
    assert!(dice > 5 && draws > 5, "{dice} dice and {draws} draws changed something");
}

#[test]
fn a_planted_blunder_is_found_and_a_winning_choice_is_none() {
    let mut game = Game::<Nim>::begin(&Header::default(), Rc::default()).expect("a game");
    game.proceed().expect("the first question");
    // Three stones are left: who takes them wins.
    for taken in [3, 3, 3, 3, 1, 2] {
        game.choose(Take(taken)).expect("it is offered");
    }
    assert_eq!(game.outcome(), Some(BLUE));
    let analysis = analysed(&game, 2, None, 1);
    let mistakes: Vec<(usize, Take, Take)> = analysis
        .moments
        .iter()
        .filter_map(|moment| match &moment.what {
            Happened::Decision(judged) => {
                let mistake = judged.mistake.as_ref()?;
                assert!(mistake.loss > 2.0 * mistake.error, "{judged:?}");
                Some((moment.step, judged.choice, mistake.better))
            }
            Happened::Chance => panic!("there are no dice"),
        })
        .collect();
    assert!(mistakes.contains(&(4, Take(1), Take(3))), "{mistakes:?}");
    let is_seen = |moment: &AnalysedMoment<Nim>| [RED, BLUE].iter().all(|side| moment.hidden[*side] == 0.0);
    assert!(analysis.moments.iter().all(is_seen), "nothing is hidden");
    assert!(!mistakes.iter().any(|(step, ..)| *step == 5), "{mistakes:?}");
    let lost = analysis.totals().sides.iter().map(|total| total.lost).collect::<Vec<_>>();
    assert!(lost[0] > lost[1] && lost[0] > 0.3, "{lost:?}");
}

/// Judged by how many stones Red takes in its first turn; a player of few ideas takes them singly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FirstTurn;

impl Judge for FirstTurn {
    const TAKES: usize = 3;
}

impl Searched<Nim<FirstTurn>> for FirstTurn {
    type Playout = Planner;

    fn horizon(_: &Stones, _: &NoScripts<Nim<FirstTurn>>) -> Horizon {
        Horizon { steps: 1, turns: 1 }
    }

    fn worth(state: &Stones, side: Side, _: &Rc<NoScripts<Nim<FirstTurn>>>, (): &()) -> f64 {
        let of_red = match 15 - state.left {
            5 => 0.1,
            8 => 0.2,
            9 => 1.0,
            _ => 0.0,
        };
        if side == RED { of_red } else { 1.0 - of_red }
    }
}

#[test]
fn a_better_choice_is_followed_by_what_the_side_did_later() {
    let mut game = begun::<FirstTurn>();
    [2, 3, 3].into_iter().for_each(|taken| game.choose(Take(taken)).expect("it is offered"));
    let analysis = analysed(&game, 2, None, 1);
    let mistakes: Vec<_> = analysis.moments.iter().filter_map(|moment| moment.mistake()).collect();
    // Single stones make little of a first take of three; what the side did later makes all of it.
    let [first] = mistakes[..] else { panic!("{mistakes:?}") };
    assert_eq!(first.better, Take(3));
    assert!((first.loss - 0.8).abs() < 1e-6, "{first:?}");
}

#[test]
fn a_referee_says_what_a_blunder_lost() {
    let mut game = Game::<Nim>::begin(&Header::default(), Rc::default()).expect("a game");
    game.proceed().expect("the first question");
    for taken in [3, 3, 3, 3, 1, 2] {
        game.choose(Take(taken)).expect("it is offered");
    }
    let referee = Referee::new(&game);
    let worths = |answer, choice| referee.worths(&LineOfPlay { answer, choice, carried: 0 }, 0..40);
    let losses = |answer, chosen, better| -> Vec<f64> {
        let both = worths(answer, better).into_iter().zip(worths(answer, chosen));
        both.filter_map(|(better, chosen)| Some(better? - chosen?)).collect()
    };
    let mean = |losses: &[f64]| losses.iter().sum::<f64>() / losses.len() as f64;
    // Three stones were left: to take one loses, unless the enemy errs, as the rollout policy does half of the time.
    let of_blunder = losses(4, Some(Take(1)), Some(Take(3)));
    assert_eq!(of_blunder.len(), 40);
    assert!((0.2..0.8).contains(&mean(&of_blunder)), "{of_blunder:?}");
    // Two were left, and both were taken.
    let of_win = |better| mean(&losses(5, Some(Take(2)), better));
    assert!(of_win(Some(Take(1))) < -0.9 && of_win(None) < -0.2, "{} {}", of_win(Some(Take(1))), of_win(None));
    assert!(worths(99, None).is_empty());
}

#[test]
fn threads_make_no_difference_and_stopping_leaves_the_first_steps() {
    let game = played(4, Windows::Open);
    let whole = analysed(&game, 1, None, 1);
    assert_eq!(told(&analysed(&game, 1, None, 3)), told(&whole));
    let ticks = std::sync::atomic::AtomicUsize::new(0);
    let stop = || ticks.load(std::sync::atomic::Ordering::Relaxed) == 2;
    let tick = || {
        ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    };
    let depth = Depth::new(1).expect("a depth");
    let options = AnalysisOptions { depth, seer: None, threads: 1, stop: &stop, tick: &tick };
    let part = Analysis::of(&game, &options);
    assert!(!part.is_whole() && part.curve.len() == 2 && part.steps == whole.steps);
    let first = |analysis: &Analysis<Outpost>| {
        let moments = analysis.moments.iter().filter(|moment| moment.step < 2);
        format!("{:?} {:?}", &analysis.curve[..2], moments.collect::<Vec<_>>())
    };
    assert_eq!(first(&part), first(&whole));
}

/// Two games in which Blue holds another card, and does the same in both.
fn twins(seed: u64) -> Option<[Game<Outpost>; 2]> {
    let mut first = game(seed, Windows::Open);
    first.proceed().expect("the first question");
    let (held, lies) = (first.state().hands[1][0], first.state().pile[0]);
    let exchange = |state: &mut wilderness_outpost::State| -> Result<(), ()> {
        (state.hands[1][0], state.pile[0]) = (lies, held);
        Ok(())
    };
    let twin = |other: bool| {
        let change = |state: &mut _| if other { exchange(state) } else { Ok(()) };
        let mut game = first.copies().twin(change).expect("a game");
        game.proceed().expect("a question");
        // A side plays its last card without being asked, and then shows it.
        while let Some(decision) = game.decision().filter(|_| game.state().turn < 4) {
            // Nobody draws, as it might be the card, or takes cards by an event. Blue never shows it.
            let is_meant = |choice: &&wilderness_outpost::Choice| {
                let hides = decision.side == BLUE && [card(held), card(lies)].contains(choice);
                !hides && !["draw", "event"].contains(&choice.token().as_str())
            };
            let pass = Some(wilderness_outpost::Choice::PASS).filter(|_| decision.ask.is_window());
            let Some(choice) = pass.or_else(|| decision.choices.iter().rfind(is_meant).copied()) else { break };
            game.choose(choice).expect("it is offered");
        }
        game
    };
    let games = [twin(false), twin(true)];
    let lines = games.each_ref().map(|game| game.history().iter().map(Answer::line).collect::<Vec<_>>());
    (lines[0] == lines[1] && lines[0].len() > 4 && games[0].state() != games[1].state()).then_some(games)
}

#[test]
fn a_side_is_told_the_same_whatever_is_hidden_from_it() {
    let (mut alike, mut different) = (0, 0);
    for games in (0..40).filter_map(twins) {
        let [one, other] = games.each_ref().map(|game| told(&analysed(game, 1, Some(RED), 1)));
        assert_eq!(one, other);
        alike += 1;
        let [one, other] = games.each_ref().map(|game| told(&analysed(game, 1, None, 1)));
        different += usize::from(one != other);
    }
    assert!(alike > 5 && different > 5, "{alike} pairs, {different} of which differ with all cards open");
}

#[test]
fn a_secret_answer_makes_no_difference_to_those_who_do_not_know_it() {
    let board = Rc::new(Content::new(FEN).compile().expect("a board"));
    let bids = |bid: &str| {
        let mut game = Game::<Causeways>::begin(&Header::new(3), board.clone()).expect("a game");
        game.proceed().expect("the first question");
        game.choose_token(bid).expect("it is offered");
        let seer = game.decision().expect("the second bid").side;
        // The game ends in the middle of a step.
        told(&analysed(&game, 1, Some(seer), 1))
    };
    assert_eq!(bids("bid:0"), bids("bid:2"));
}

#[test]
fn a_game_of_three_sides_is_analysed_for_each() {
    let board = Rc::new(Content::new(FEN).compile().expect("a board"));
    let mut game = Game::<Causeways>::begin(&Header::new(5), board).expect("a game");
    for side in game.sides() {
        game.set_agent(side, Some(Box::new(Random::new(5, side))));
    }
    game.proceed().expect("a game");
    let analysis = analysed(&game, 0, None, 2);
    let totals = analysis.totals();
    assert!(analysis.is_whole() && totals.sides.len() == 3);
    let sum = |of: fn(&wilderness_engine::analysis::SideTotal<_>) -> f64| totals.sides.iter().map(of).sum::<f64>();
    assert!(sum(|total| total.luck).abs() < 1e-9 && sum(|total| total.change).abs() < 1e-9);
    assert!(totals.sides.iter().all(|total| total.judged > 0));
}
