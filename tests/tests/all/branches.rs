//! Going back and forth in a game, and its branches.

use wilderness_engine::{Purpose, Stream};
use wilderness_tests::{agents, answer, game, random_game, take_up};
use wilderness_war::agents::Random;
use wilderness_war::news::NewsEntry;
use wilderness_war::testing::State;
use wilderness_war::{Decision, Game, Goal, NotThere, Season, Side, Time};

/// Everything that must be the same whatever led to a point.
type Moment = (State, Option<Decision>, Vec<String>, Vec<NewsEntry>);

fn moment(game: &Game) -> Moment {
    let answers = game.history().iter().map(|answer| answer.line()).collect();
    (game.state().clone(), game.decision().cloned(), answers, game.log().to_vec())
}

/// A game between a seated British agent and random French choices.
fn against_an_agent(seed: u64, decisions: usize) -> Game {
    let mut game = game("annus-mirabilis", seed);
    game.set_agent(Side::British, Some(Box::new(Random::new(seed, Side::British))));
    game.proceed().expect("no fault");
    play_on(&mut game, seed, decisions);
    game
}

fn play_on(game: &mut Game, seed: u64, decisions: usize) {
    let mut agents = agents(seed);
    for _ in 0..decisions {
        let Some(decision) = game.decision().cloned() else { break };
        let choice = answer(game, &mut agents, &decision);
        game.choose(choice).expect("offered");
    }
}

/// Gives an answer that differs from the branch.
fn choose_otherwise(game: &mut Game) {
    let decision = game.decision().cloned().expect("a decision");
    let known = game.past().record_of_all_branches().to_string();
    let choices = decision.choices.into_iter();
    let taken = |choice: &wilderness_war::Choice| {
        known.contains(&format!("ahead\n{} {} {}\n", decision.side.id(), decision.ask.kind(), choice.token()))
    };
    let other = choices.into_iter().find(|choice| !taken(choice)).expect("another answer");
    game.choose(other).expect("offered");
}

#[test]
fn a_game_can_go_back_anywhere_and_forward_to_the_end() {
    for seed in 1..4 {
        let mut game = against_an_agent(seed, 60);
        let (end, (made, all)) = (moment(&game), game.past().place());
        assert_eq!(made, all);
        let mut dice = Stream::new(seed, Purpose::Dice);
        for _ in 0..8 {
            let back = 1 + dice.below(all as u32) as usize;
            game.past_mut().go(Goal::Back(back)).expect("there");
            assert!(game.past().looks_back() && game.decision().is_some());
            assert_eq!(game.past().place(), (all - back, all));
            let here = moment(&game);
            game.past_mut().go(Goal::Step(1)).expect("there");
            game.past_mut().go(Goal::Back(1)).expect("there");
            assert_eq!(moment(&game), here);
            game.past_mut().go(Goal::Step(back)).expect("there");
            assert_eq!(moment(&game), end);
            assert_eq!(game.past_mut().go(Goal::Step(1)), Err(NotThere::AtEnd));
        }
        game.past_mut().go(Goal::Start).expect("there");
        assert_eq!(game.past_mut().go(Goal::Back(1)), Err(NotThere::AtStart));
        game.past_mut().go(Goal::End).expect("there");
        assert_eq!(moment(&game), end);
    }
}

#[test]
fn a_branch_that_is_left_is_saved_and_can_be_returned_to() {
    let mut game = against_an_agent(5, 60);
    let first = moment(&game);
    game.past_mut().bookmark("the first end");
    game.past_mut().go(Goal::Back(50)).expect("there");
    let fork = game.past().place().0;
    choose_otherwise(&mut game);
    assert!(!game.past().looks_back());
    play_on(&mut game, 6, 30);
    let second = moment(&game);
    let lines = game.past_mut().branches();
    assert_eq!(moment(&game), second, "looking at the lines changes nothing");
    assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 2]);
    assert_eq!((lines[0].forks.expect("left").1, lines[1].forks), (fork, None));
    assert_eq!(lines[0].stands.map(|stands| stands.scores[Side::French]), Some(first.0.vp.into()));
    game.past_mut().go(Goal::Branch(1)).expect("there");
    assert_eq!(moment(&game), first);
    game.past_mut().go(Goal::Branch(2)).expect("there");
    assert_eq!(moment(&game), second);
    game.past_mut().go(Goal::Bookmark("the first end")).expect("there");
    assert_eq!((moment(&game), game.past().branch()), (first, 1));
    assert_eq!(game.past_mut().go(Goal::Branch(3)), Err(NotThere::NoBranch(3)));
    assert!(matches!(game.past_mut().go(Goal::Bookmark("nowhere")), Err(NotThere::NoBookmark(_))));
}

#[test]
fn the_same_answer_continues_along_the_branch() {
    let mut game = against_an_agent(7, 40);
    let end = moment(&game);
    (0..10).for_each(|_| assert!(game.past_mut().undo()));
    while game.past().looks_back() {
        let line = game.past().record_of_all_branches().to_string();
        let next = line.split("ahead\n").nth(1).and_then(|rest| rest.lines().next()).expect("ahead");
        let token = next.rsplit(' ').next().expect("a token").to_string();
        game.choose_token(&token).expect("offered");
    }
    assert_eq!(moment(&game), end);
    assert_eq!(game.past_mut().branches().len(), 1);
}

#[test]
fn undo_and_another_answer_begin_a_branch_too() {
    let mut game = against_an_agent(8, 20);
    let end = moment(&game);
    assert!(game.past_mut().undo());
    choose_otherwise(&mut game);
    assert!(!game.past_mut().redo());
    game.past_mut().go(Goal::Branch(1)).expect("there");
    assert_eq!(moment(&game), end);
}

#[test]
fn seasons_are_found_in_the_past_and_ahead() {
    let mut game = random_game("annus-mirabilis", 3);
    let end = moment(&game);
    for (year, season) in [(1758, Season::Late), (1757, Season::Early), (1758, Season::Early)] {
        game.past_mut().go(Goal::Time(Time { year, season: Some(season) })).expect("there");
        assert_eq!((game.state().year, game.state().season), (year, season));
        let (date, place) = ((year, season), game.past().place());
        game.past_mut().go(Goal::Back(1)).unwrap_or(());
        assert!(date != (game.state().year, game.state().season) || place.0 == 0, "{date:?} begins before");
    }
    game.past_mut().go(Goal::Time(Time { year: 1758, season: None })).expect("there");
    assert_eq!(game.state().season, Season::Early);
    let here = moment(&game);
    assert!(matches!(game.past_mut().go(Goal::Time(Time { year: 1762, season: None })), Err(NotThere::NoTime(_))));
    assert_eq!(moment(&game), here);
    game.past_mut().go(Goal::End).expect("there");
    assert_eq!(moment(&game), end);
}

#[test]
fn branches_and_bookmarks_are_saved_in_a_record() {
    let mut game = against_an_agent(9, 50);
    for back in [30, 5, 12] {
        game.past_mut().go(Goal::Back(back)).expect("there");
        choose_otherwise(&mut game);
        play_on(&mut game, back as u64, 15);
        game.past_mut().bookmark(&format!("after {back}"));
    }
    game.past_mut().go(Goal::Branch(2)).expect("there");
    game.past_mut().go(Goal::Back(4)).expect("there");
    let text = game.past().record_of_all_branches().to_string();
    let mut loaded = take_up(&text);
    assert_eq!(moment(&loaded), moment(&game));
    assert_eq!(loaded.past().record_of_all_branches().to_string(), text);
    assert_eq!(loaded.past_mut().branches(), game.past_mut().branches());
    assert_eq!(loaded.past().bookmarks(), game.past().bookmarks());
    for line in [1, 3, 4, 2] {
        game.past_mut().go(Goal::Branch(line)).expect("there");
        loaded.past_mut().go(Goal::Branch(line)).expect("there");
        assert_eq!(moment(&loaded), moment(&game), "line {line}");
    }
    let small = text.split("ahead\n").next().expect("a game");
    assert_eq!(take_up(small).past().answers(), small.lines().filter(|line| is_answer(line)).count(), "an old record");
}

fn is_answer(line: &str) -> bool {
    ["french ", "british ", "roll ", "draw "].iter().any(|word| line.starts_with(word))
}
