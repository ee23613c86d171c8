//! What a side may know of the past, and what it may take back.

use wilderness_tests::pending;
use wilderness_tests::situation::Situation;
use wilderness_war::Side::{British, French};
use wilderness_war::{Ask, Cards as _, Choice, Game, Goal, PerSide, Side, Word};

/// A march in which the British are asked and pass, whether or not they hold a card to respond with.
fn march(windows_are_open: bool, british: &[i64]) -> Game {
    let situation = Situation::new().hand(French, &[1, 2]).hand(British, british);
    let situation = if windows_are_open { situation.open_windows() } else { situation };
    let mut game = situation.put("ticonderoga", "montcalm bearn").put("albany", "22nd").game();
    for token in ["card:1", "force", "piece:montcalm", "piece:bearn", "space:crown-point", "stop"] {
        pass(&mut game, British);
        if game.decision().is_some_and(|decision| decision.find(token).is_some()) {
            game.choose_token(token).expect("an answer");
        }
    }
    pass(&mut game, British);
    game
}

/// Passes all windows of a side.
fn pass(game: &mut Game, side: Side) {
    while game.decision().is_some_and(|open| open.side == side && matches!(open.ask, Ask::Respond(_))) {
        game.choose(Choice::Word(Word::Pass)).expect("a window can be passed");
    }
}

fn shown_to(side: Side) -> PerSide<bool> {
    PerSide::new(|seat| seat == side)
}

#[test]
fn a_window_that_the_other_side_passed_is_not_a_point_in_the_past() {
    let mut game = march(true, &[3, 4]);
    let passed = game.history().iter().filter(|answer| answer.line() == "british respond pass").count();
    assert!(passed > 0, "no window was passed");
    let all = game.past().place().0;
    game.past_mut().show_to(shown_to(French));
    assert_eq!(game.past().place(), (all - passed, all - passed));
    // Going back or forward does not stop there, and a bookmark of the other side leads to the next point.
    for _ in 0..all - passed {
        game.past_mut().go(Goal::Back(1)).expect("there is more");
        assert!(pending(&game).starts_with("french"), "{}", pending(&game));
    }
    assert!(game.past_mut().go(Goal::Back(1)).is_err());
    game.past_mut().show_to(shown_to(British));
    game.past_mut().go(Goal::Start).expect("a start");
    while pending(&game) != "british respond" {
        game.past_mut().go(Goal::Step(1)).expect("there is more");
    }
    game.past_mut().bookmark("here");
    game.past_mut().show_to(shown_to(French));
    game.past_mut().go(Goal::Bookmark("here")).expect("a place");
    assert!(pending(&game).starts_with("french"), "{}", pending(&game));
    assert_eq!(game.past().bookmarks()[0].decisions, game.past().place().0);
    let mut seen = game.past().place().0;
    while game.past().looks_back() {
        game.past_mut().go(Goal::Step(1)).expect("there is more");
        seen += 1;
        assert_eq!(game.past().place().0, seen);
    }
    assert_eq!(seen, all - passed);
}

#[test]
fn what_is_counted_does_not_depend_on_what_the_enemy_holds() {
    // Foul Weather is played before the enemy moves; without it no question is asked.
    let counted = |british: &[i64]| {
        let mut game = march(false, british);
        game.past_mut().show_to(shown_to(French));
        let (known, count) = (game.past().answers(), game.past().place());
        (known, count)
    };
    let ((asked, one), (unasked, other)) = (counted(&[14, 3]), counted(&[4, 3]));
    assert!(asked > unasked && one == other, "{asked}, {unasked}: {one:?}, {other:?}");
}

#[test]
fn an_answer_of_the_enemy_tells_something_and_a_passed_window_nothing() {
    let game = march(false, &[14, 3]);
    assert_eq!(game.past().last_told_since(0), None, "the British only passed");
    let mut game =
        Situation::new().hand(French, &[1, 2]).hand(British, &[14, 3]).put("ticonderoga", "montcalm bearn").game();
    for token in ["card:1", "force"] {
        game.choose_token(token).expect("an activation");
    }
    while pending(&game) != "british respond" {
        let last = game.decision().and_then(|open| open.choices.last().copied()).expect("a choice");
        game.choose(last).expect("a legal choice");
    }
    let window = game.past().answers();
    game.choose_token("card:14").expect("Foul Weather");
    assert_eq!(game.past().last_told_since(0), Some(window));
    assert_eq!(game.past().last_told_since(window), None, "it is news to the French, not to the British");
    // A forced undo takes it back all the same, and notes it.
    assert!(game.past_mut().undo_to(0));
    let text = game.record().to_string();
    assert!(text.ends_with("\nundone british respond card:14\n"), "{text}");
    let again = wilderness_tests::play("noted.record", &text).unwrap_or_else(|faults| panic!("{faults}"));
    assert_eq!((again.record().to_string(), again.record().results_taken_back()), (text, 1));
}

#[test]
fn a_card_that_is_shown_without_a_question_counts_as_shown() {
    // British Ministerial Crisis: a single card from Europe is taken without asking.
    let crisis = |british: &[i64]| {
        let mut game = Situation::new()
            .hand(French, &[37, 2])
            .hand(British, british)
            .put("ticonderoga", "montcalm bearn")
            .put("albany", "22nd")
            .game();
        game.choose_token("card:37").expect("the crisis");
        game.choose_token("event").expect("as an event");
        game
    };
    let mut game = crisis(&[58, 3, 4]);
    assert_eq!(game.past().last_told_since(0), None, "{:?}", game.history());
    let (answers, log) = (game.past().answers(), game.log().to_vec());
    assert_eq!(game.cards_shown_since(0).iter().map(|card| card.0).collect::<Vec<_>>(), [58]);
    assert_eq!((game.past().answers(), game.log()), (answers, log.as_slice()), "to look changes nothing");
    assert!(crisis(&[5, 3, 4]).cards_shown_since(0).is_empty());
    // The question for one of several would tell the French that there are several, so it is hidden from them.
    let mut game = crisis(&[58, 59, 4]);
    assert_eq!(pending(&game), "british event");
    game.choose_token("card:59").expect("a card");
    game.past_mut().show_to(shown_to(French));
    assert_eq!(game.past().place().0, 2);
}
