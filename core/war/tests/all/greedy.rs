//! The greedy bot: at what scripts offer it looks one step ahead, and it sees what the enemy could do next.

use std::rc::Rc;
use wilderness_engine::{Agent, Rules as _};
use wilderness_war::{Content, Header, Scripts, Side, War};

/// The shipped content with another event of Small Pox (34).
fn with_small_pox(play: &str, more: &[(&str, String)]) -> Rc<Scripts> {
    let text = format!("fn can_play() {{ true }}\n\nfn play() {{ {play} }}\n");
    let texts = [("events/small_pox.rhai", text)].into_iter().chain(more.iter().cloned());
    Rc::new(Content::embedded().with_texts(texts).compile().expect("sound scripts"))
}

/// The record of a game between greedy bots.
fn played(seed: u64, scripts: &Rc<Scripts>) -> String {
    let mut game = Header::new("annus-mirabilis", seed, scripts).begin(scripts.clone()).expect("a game");
    for side in Side::BOTH {
        game.set_agent(side, Some((War::inner_loops().look)(seed, side)));
    }
    game.proceed().expect("sound rules");
    game.record().to_string()
}

#[test]
fn greedy_french_do_better_than_those_who_do_not_see_what_the_enemy_could_do() {
    let scripts = Rc::new(Content::embedded().compile().expect("sound scripts"));
    let wins = |french: fn(u64, Side) -> Box<dyn Agent<War>>| {
        let is_won = |seed: &u64| {
            let mut game = Header::new("annus-mirabilis", *seed, &scripts).begin(scripts.clone()).expect("a game");
            game.set_agent(Side::French, Some(french(*seed, Side::French)));
            game.set_agent(Side::British, Some((War::inner_loops().look)(*seed, Side::British)));
            game.proceed().expect("sound rules");
            game.outcome().expect("an end").winner == Some(Side::French)
        };
        (1..=60).filter(is_won).count()
    };
    let (seeing, blind) = (wins(War::inner_loops().look), wins(War::inner_loops().look_myopically));
    assert!(seeing > blind, "{seeing} of 60 against {blind}");
}

/// How often each of two answers was given in games with these seeds, as a record has it after the side.
fn answered(answers: [&str; 2], seeds: std::ops::Range<u64>, scripts: &Rc<Scripts>) -> [usize; 2] {
    let records: Vec<String> = seeds.map(|seed| played(seed, scripts)).collect();
    let lines = || records.iter().flat_map(|record| record.lines()).filter_map(|line| line.split_once(' '));
    answers.map(|answer| lines().filter(|(_, given)| *given == answer).count())
}

#[test]
fn a_bot_does_not_take_the_first_option_because_it_stands_first() {
    let play = "let way = game.choose_option(\"Which way?\", [\"lose-a-point\", \"win-three\"]);\n\
                if way == \"win-three\" { game.score(game.side, 3, \"a trial\"); } \
                else { game.score(game.side.enemy, 1, \"a trial\"); }";
    let [lost, won] =
        answered(["event option:lose-a-point", "event option:win-three"], 1..7, &with_small_pox(play, &[]));
    assert!(won >= 3, "it was asked {won} times");
    assert_eq!(lost, 0);
}

/// The deck, without what Small Pox is said to be worth.
fn unjudged_deck() -> (&'static str, String) {
    let deck = include_str!("../../../../scripts/war/deck.toml");
    let (before, after) = deck.split_once("event = \"small-pox\"").expect("the card");
    let (own, others) = after.split_once("[[card]]").expect("another card");
    let own: String = own.lines().filter(|line| !line.starts_with("worth")).map(|line| format!("{line}\n")).collect();
    ("deck.toml", format!("{before}event = \"small-pox\"{own}[[card]]{others}"))
}

#[test]
fn an_event_that_nobody_has_judged_is_played_for_what_it_does() {
    let events = |points: &str| {
        let play = format!("game.score({points}, \"a trial\")");
        let scripts = with_small_pox(&play, &[unjudged_deck()]);
        let records: Vec<String> = (1..7).map(|seed| played(seed, &scripts)).collect();
        let lines: Vec<&str> = records.iter().flat_map(|record| record.lines()).collect();
        let is_event = |pair: &&[&str]| pair[0].ends_with(" card card:34") && pair[1].ends_with(" use event");
        lines.windows(2).filter(is_event).count()
    };
    let (good, bad) = (events("game.side, 5"), events("game.side.enemy, 5"));
    assert!(good >= 3 && bad == 0, "played {good} times where it is good, {bad} where it is bad");
}
