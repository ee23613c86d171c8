//! What completion offers in sentences is understood: in positions of random games.

use wilderness_repl::front::Lexicon as _;
use wilderness_repl::testing::war::{SentenceError, Vocabulary, understand};
use wilderness_tests::{agents, answer, game};
use wilderness_war::{Ask, Game};

/// The positions looked at.
const POSITIONS: usize = 20;

/// The words that end a sentence or need more after them.
const CONNECTORS: [&str; 7] = ["with", "to", "using", "all", "by boat", "by land", "by sea"];

/// Whether a line is carried out, or needs nothing but a card.
fn is_understood(game: &Game, line: &str) -> Result<(), String> {
    match understand(game, line) {
        Ok(_) | Err(SentenceError::WhichCard { .. }) => Ok(()),
        Err(reason) => Err(format!("`{line}`: {reason}\n{:?}", game.decision().map(|decision| &decision.ask))),
    }
}

/// The words offered behind the beginning of a sentence.
fn offered(lexicon: &Vocabulary, line: &str) -> Vec<String> {
    let found = lexicon.complete(line).1.into_iter().map(|candidate| candidate.word);
    found.filter(|word| !CONNECTORS.contains(&word.as_str())).collect()
}

fn check(game: &Game, faults: &mut Vec<String>) {
    let lexicon = Vocabulary::of(game);
    let mut lines: Vec<String> = Vec::new();
    for verb in ["siege ", "assault ", "build fort ", "build stockade ", "demolish "] {
        lines.extend(offered(&lexicon, verb).into_iter().map(|word| format!("{verb}{word}")));
    }
    for card in offered(&lexicon, "play ") {
        // Its event, or another use that is offered.
        let plain = format!("play {card}");
        let uses = offered(&lexicon, &format!("{plain} "));
        let other = uses.iter().any(|purpose| is_understood(game, &format!("{plain} {purpose}")).is_ok());
        lines.extend((!other).then_some(plain));
    }
    if matches!(game.decision().map(|decision| &decision.ask), Some(Ask::Card | Ask::Use(_) | Ask::Commander(_))) {
        let who = offered(&lexicon, "activate ");
        lines.extend(who.iter().map(|name| format!("activate {name}")));
        if let Some(leader) = who.first() {
            for part in [" with ", " to ", " with all to "] {
                let begun = format!("activate {leader}{part}");
                lines.extend(offered(&lexicon, &begun).into_iter().map(|word| format!("{begun}{word}")));
            }
        }
    }
    for verb in ["intercept with ", "avoid with ", "retreat all to "] {
        let fits = match game.decision().map(|decision| &decision.ask) {
            Some(Ask::Intercept(_)) => verb.starts_with('i'),
            Some(Ask::Avoid(_)) => verb.starts_with('a'),
            Some(Ask::Retreat(_)) => verb.starts_with('r'),
            _ => false,
        };
        let words = if fits { offered(&lexicon, verb) } else { Vec::new() };
        lines.extend(words.into_iter().map(|word| format!("{verb}{word}")));
    }
    faults.extend(lines.iter().filter_map(|line| is_understood(game, line).err()));
}

#[test]
fn what_is_offered_in_a_sentence_is_understood() {
    let (mut looked, mut faults) = (0, Vec::new());
    for seed in 51.. {
        let (mut game, mut bots) = (game("annus-mirabilis", seed), agents(seed));
        game.proceed().expect("a decision");
        for number in 0_usize.. {
            let Some(decision) = game.decision().cloned().filter(|_| looked < POSITIONS) else { break };
            if number % 11 == 0 {
                check(&game, &mut faults);
                looked += 1;
            }
            let choice = answer(&game, &mut bots, &decision);
            game.choose(choice).expect("a legal answer");
        }
        if looked == POSITIONS {
            break;
        }
    }
    assert!(faults.is_empty(), "{} of them, as\n{}", faults.len(), faults[..faults.len().min(12)].join("\n"));
}
