//! What agents must not know, and must not reveal.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::{Agent, Explanation, Horizon, Reason};
use wilderness_tests::situation::Situation;
use wilderness_tests::{copy_scripts, game, pending, scripts};
use wilderness_war::Side::{British, French};
use wilderness_war::agents::{Budget, Random, Search};
use wilderness_war::{Ask, Choice, Decision, Game, Header, Scenario, Scripts, Side, View, War, Word};

/// A game with bidding, in which the French have chosen a side and a bid.
fn bid(side: &str, points: u32) -> Game {
    let scripts = scripts();
    let header = Header::new("annus-mirabilis", 3, &scripts).with_rules(["13.3"], &scripts).expect("a rule");
    let mut game = header.begin(scripts).expect("a game");
    game.proceed().expect("the first decision");
    for token in [format!("option:{side}"), format!("option:{points}")] {
        game.choose_token(&token).expect("a bid");
    }
    game
}

#[test]
fn a_search_does_not_see_what_was_bid_in_secret() {
    // The same search chooses its side and its bid after other bids.
    let answers = |side: &str, points: u32| {
        let mut game = bid(side, points);
        let mut search = Search::new(3, British, Budget::Games(60), 1, || Duration::ZERO);
        [(); 2].map(|()| {
            assert_eq!(pending(&game), "british optional");
            let decision = game.decision().cloned().expect("a decision");
            let choice = search.choose(&game.view(British), &decision);
            let reason = search.explain(game.scripts(), game.scenario());
            assert!(reason.is_some(), "it imagined games");
            game.choose(choice).expect("a legal answer");
            (choice, reason)
        })
    };
    let first = answers("french", 0);
    assert_eq!(first, answers("french", 10));
    assert_eq!(first, answers("british", 3));
}

/// Imagines games at every decision, and counts the impossible ones.
struct Doubter {
    agent: Random,
    scripts: Rc<Scripts>,
    counts: Rc<RefCell<(u32, u32)>>,
}

impl Agent<War> for Doubter {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        let situation = view.situation().expect("a game is played");
        for seed in 0..20 {
            let agents = Side::BOTH.map(|side| Box::new(Random::new(seed, side)) as Box<dyn Agent<War>>);
            let mut counts = self.counts.borrow_mut();
            counts.0 += 1;
            counts.1 += u32::from(
                situation.imagine(&self.scripts, seed).play(agents, Horizon { steps: 1, turns: 1 }).is_none(),
            );
        }
        self.agent.choose(view, decision)
    }
}

#[test]
fn a_card_that_is_played_without_a_question_is_known() {
    // The French hold a single card, held over from the previous season: they must play it.
    let mut game = Situation::new()
        .hand(French, &[34])
        .hand(British, &[1, 2])
        .held_card(French)
        .put("albany", "22nd 27th 44th 48th 35th rogers johnson")
        .game();
    let counts = Rc::new(RefCell::new((0, 0)));
    let agent = Doubter { agent: Random::new(1, British), scripts: scripts(), counts: counts.clone() };
    game.set_agent(British, Some(Box::new(agent)));
    assert_eq!(pending(&game), "french use");
    game.choose(Choice::Word(Word::Event)).expect("small pox");
    let (imagined, impossible) = *counts.borrow();
    assert!(imagined > 0 && impossible == 0, "{impossible} of {imagined} games cannot be");
}

#[test]
fn reasons_name_no_card_that_stays_in_a_hidden_hand() {
    let mut game = game("annus-mirabilis", 3);
    let mut other = Random::new(3, French);
    game.set_agent(British, Some(Box::new(Search::new(3, British, Budget::Games(24), 1, || Duration::ZERO))));
    game.proceed().expect("the first decision");
    let mut told = 0;
    for _ in 0..240 {
        game.past_mut().forget_reasons();
        let Some(decision) = game.decision().cloned() else { break };
        let choice = other.choose(&game.view(decision.side), &decision);
        game.choose(choice).expect("a legal choice");
        for Reason { side, explanation, .. } in game.why().reasons() {
            let reason = &explanation.sentence;
            told += 1;
            let hidden = game.state().hands[*side].iter().map(|card| format!("(#{})", card.0));
            for card in hidden {
                assert!(!reason.contains(&card), "{card} is in the hand: {reason}");
            }
        }
    }
    assert!(told > 10, "{told} reasons");
}

#[test]
fn no_agent_reveals_that_it_could_have_responded() {
    /// Passes to every window, and gives a reason for everything.
    struct Talker(Random);
    impl Agent<War> for Talker {
        fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
            match decision.ask {
                Ask::Respond(_) => Choice::Word(Word::Pass),
                _ => self.0.choose(view, decision),
            }
        }
        fn explain(&self, _: &Scripts, _: &Scenario) -> Option<Explanation> {
            Some("so".to_string().into())
        }
    }
    // Foul Weather in hand, the British are asked when a force is activated.
    let mut game = Situation::new()
        .hand(French, &[1, 2])
        .hand(British, &[14, 3])
        .put("ticonderoga", "montcalm bearn")
        .put("albany", "22nd")
        .game();
    game.set_agent(British, Some(Box::new(Talker(Random::new(1, British)))));
    let responded = |game: &Game| game.history().iter().any(|answer| answer.line() == "british respond pass");
    for token in ["card:1", "force"] {
        game.choose_token(token).expect("an activation");
    }
    while !responded(&game) {
        assert!(pending(&game).starts_with("french"), "he is asked before it is his turn");
        let last = game.decision().and_then(|decision| decision.choices.last().copied()).expect("a choice");
        game.choose(last).expect("a legal choice");
    }
    assert!(game.why().reasons().is_empty(), "{:?}", game.why().reasons());
}

#[test]
fn a_search_does_not_play_the_event_whose_script_fails() {
    let directory = tempfile::tempdir().expect("a directory");
    copy_scripts(directory.path());
    let script = directory.path().join("events/western_indian_alliance.rhai");
    let text = std::fs::read_to_string(&script).expect("a script");
    let broken = text.replace("fn play() {", "fn play() { throw \"broken\";");
    assert_ne!(text, broken);
    std::fs::write(&script, broken).expect("room");
    let scripts = Rc::new(Scripts::from_dir(directory.path()).expect("sound scripts"));
    let mut thinking = 0;
    for seed in 1..=6 {
        let header = Header::new("annus-mirabilis", seed, &scripts);
        let mut game = header.begin(scripts.clone()).expect("a game");
        game.proceed().expect("the first decision");
        let hand = game.state().hands[Side::French];
        if !hand.iter().any(|card| scripts.deck().card(card).is_some_and(|card| card.event.contains("western"))) {
            continue;
        }
        let mut search = Search::new(seed, French, Budget::Games(100), 1, || Duration::ZERO);
        let decision = game.decision().cloned().expect("a decision");
        let choice = search.choose(&game.view(French), &decision);
        let reason = search.explain(&scripts, game.scenario()).expect("a reason").sentence;
        let games =
            reason.split_once(" playouts").and_then(|(before, _)| before.rsplit(' ').next()?.parse::<u32>().ok());
        assert!(games.is_some_and(|games| games > 15), "as many as with sound scripts: {reason}");
        thinking += 1;
        game.choose(choice).expect("a legal answer");
        if let Some(decision) = game.decision().cloned().filter(|decision| matches!(decision.ask, Ask::Use(_))) {
            let choice = search.choose(&game.view(French), &decision);
            game.choose(choice).expect("a legal answer");
        }
        assert!(game.now().broken().is_none(), "seed {seed}: {:?}", game.now().broken());
    }
    assert!(thinking > 0, "an agent holds the card");
}
