//! Chance by occasion: in games of one seed, whatever the players do, the same occasions have the same dice.

use std::collections::BTreeMap;
use wilderness_engine::RecordFormat;
use wilderness_engine::agents::Random;
use wilderness_tests::{game, scripts, seat_agents};
use wilderness_war::news::{Happened, NewsEntry};
use wilderness_war::{Game, Header, PerSide, Side};

/// The dice of a game by what they were rolled for, where, and how often that had happened there.
fn dice(log: &[NewsEntry]) -> BTreeMap<(String, usize), u8> {
    let (mut counts, mut dice) = (BTreeMap::<String, usize>::new(), BTreeMap::new());
    for entry in log {
        let space = entry.space.map(|space| space.id()).unwrap_or_default();
        let (what, die) = match &entry.what {
            Happened::RaidRolled { roll, .. } => (format!("raid {space}"), roll.die),
            Happened::SiegeRolled { roll, .. } => (format!("siege {space}"), roll.die),
            Happened::InterceptionRolled { roll, .. } => (format!("interception {space}"), roll.die),
            Happened::LeaderChecked { leader, die } => (format!("leader {}", leader.id()), *die),
            _ => continue,
        };
        let count = counts.entry(what.clone()).or_default();
        dice.insert((what, *count), die);
        *count += 1;
    }
    dice
}

/// A game whose dice come from one seed, and the choices of its players from another.
fn played(mut game: Game, players: u64) -> Game {
    seat_agents(&mut game, players);
    game.proceed().expect("no fault");
    game
}

#[test]
fn games_that_differ_roll_alike_on_the_same_occasions() {
    let mut known: BTreeMap<(String, usize), u8> = BTreeMap::new();
    let (mut alike, mut later) = (0, 0);
    for players in 1..=12 {
        for (occasion, die) in dice(played(game("annus-mirabilis", 1), players).log()) {
            let first = *known.entry(occasion.clone()).or_insert(die);
            assert_eq!(first, die, "players {players}: {occasion:?}");
            alike += 1;
            later += u32::from(occasion.1 > 0);
        }
    }
    assert!(alike > known.len() + 30 && later > 5, "{alike} dice on {} occasions, {later} not the first", known.len());
}

#[test]
fn a_game_of_format_1_goes_on_with_its_one_generator() {
    let header = |format| {
        let mut header = Header::new("annus-mirabilis", 1, &scripts());
        header.format = format;
        header
    };
    let begin = |format| header(format).begin(scripts()).expect("a game");
    let [one, two] = [RecordFormat::One, RecordFormat::Two].map(|format| played(begin(format), 3));
    assert_ne!(dice(one.log()), dice(two.log()));
    for (game, first) in [(&one, "wilderness-record 1\n"), (&two, "wilderness-record 2\n")] {
        // Resumed in the middle, it plays on to the same end.
        let text = game.record().to_string();
        assert!(text.starts_with(first), "{text}");
        let lines: Vec<&str> = text.lines().collect();
        let is_choice = |line: &&str| line.starts_with("french card") || line.starts_with("british card");
        let middle = lines.len() - lines.iter().rev().position(is_choice).expect("a card") - 1;
        let mut resumed = wilderness_tests::take_up(&(lines[..middle].join("\n") + "\n"));
        let answers = game.record().len() - resumed.record().len();
        let rest: Vec<&str> = lines[lines.len() - answers..].to_vec();
        for line in rest {
            let words: Vec<&str> = line.split(' ').collect();
            if matches!(words[..], ["french" | "british", ..]) {
                resumed.choose_token(words[2]).expect("offered");
            }
        }
        assert_eq!(resumed.record().to_string(), text);
    }
}

#[test]
fn what_is_undone_is_rolled_again_alike() {
    let mut game = game("annus-mirabilis", 4);
    let mut agents = PerSide::new(|side: Side| Random::new(4, side));
    game.proceed().expect("no fault");
    while let Some(decision) = game.decision().cloned() {
        let choice = wilderness_tests::answer(&game, &mut agents, &decision);
        game.choose(choice).expect("offered");
    }
    let (text, decisions) = (game.record().to_string(), game.past().decisions());
    let choices: Vec<_> = game.history().iter().filter(|answer| answer.side().is_some()).cloned().collect();
    while game.past_mut().undo() {}
    assert_eq!(choices.len(), decisions);
    for answer in choices {
        let wilderness_war::Answer::Choice { choice, .. } = answer else { panic!("{answer:?}") };
        game.choose(choice).expect("offered");
    }
    let without_notes =
        |text: &str| text.lines().filter(|line| !line.starts_with("undone")).collect::<Vec<_>>().join("\n");
    assert_eq!(without_notes(&game.record().to_string()), without_notes(&text));
}
