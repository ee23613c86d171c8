//! Two battles that differ only in the special tactics markers that the French have picked (18.1): whatever the British
//! type and see, it is the same in both.

use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_battles::{Ask, Battles, Choice, FrenchAndIndianWarBattles as Battle, Game, Header, Options, Side};
use wilderness_engine::{Choice as _, Purpose, Stream};
use wilderness_repl::front::{Origin as _, Reply, Session, Trouble};
use wilderness_repl::testing::prompt::{BattleOrigin as Origin, Sharing, game_of, session as session_of};

/// The decisions of a battle.
const DECISIONS: usize = 900;
/// Every so many decisions of the British, everything is tried.
const ONE_IN: usize = 12;
/// What changes nothing, or only where the game looks.
const LINES: [&str; 22] = [
    "show",
    "show map",
    "show map list",
    "show units",
    "show units french",
    "show victory",
    "rules",
    "log 30",
    "odds",
    "threats 0805",
    "why done",
    "why pass",
    "whatif done",
    "whatif 1",
    "explain",
    "hint",
    "branches",
    "undo",
    "redo",
    "back 3",
    "goto start",
    "goto end",
];

fn session(battles: &Rc<Battles>, options: Options) -> Session<Battle> {
    let game = Game::begin(&Header::new("lake-george", 5, options), battles.clone()).expect("a battle");
    session_of(game, Origin::default()).share(Sharing::Passed)
}

fn text(reply: Result<Reply, Trouble>) -> String {
    match reply {
        Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => text,
        Ok(_) => String::new(),
        Err(Trouble::Plain(text) | Trouble::Question(text)) => text,
        Err(Trouble::Midway { reason, now }) => format!("{reason}\n{now}"),
        Err(_) => "faults".into(),
    }
}

/// Answers the questions about markers: the French take the first or the last ones on offer, and nobody plays any.
fn answer_markers(session: &mut Session<Battle>, first: bool) {
    while let Some(open) = session.game().decision() {
        let choice = match open.ask {
            Ask::Marker if open.side == Side::British || first => open.choices.first().copied(),
            Ask::Marker => open.choices.iter().rfind(|choice| matches!(choice, Choice::Marker(_))).copied(),
            Ask::Tactics | Ask::ForcedMarch => Some(Choice::PASS),
            _ => return,
        };
        game_of(session).choose(choice.expect("a marker")).expect("a legal answer");
    }
}

#[test]
fn nothing_tells_the_british_which_markers_the_french_have() {
    let battles = Origin::default().load().expect("sound content");
    let options = Options { tactics: true, ..Options::default() };
    let mut sessions = [session(&battles, options.clone()), session(&battles, options)];
    let (mut random, mut tried) = (Stream::new(3, Purpose::Dice), 0);
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for number in 0..DECISIONS {
        sessions.iter_mut().zip([true, false]).for_each(|(session, first)| answer_markers(session, first));
        let Some(open) = sessions[0].game().decision().cloned() else { break };
        if open.side == Side::British {
            // The keyboard goes to the British, who look around.
            let lines: &[&str] = if number % ONE_IN == 0 { &LINES } else { &["show"] };
            for line in lines {
                let [one, other] = sessions.each_mut().map(|session| text(session.run(line)));
                assert_eq!(one, other, "`{line}` at decision {number}");
                *counts.entry(line).or_default() += 1;
                tried += 1;
            }
            // Back to where the battle stands.
            sessions.iter_mut().for_each(|session| drop(session.run("goto end")));
        }
        let choice = open.choices[random.below(open.choices.len() as u32) as usize];
        for session in &mut sessions {
            game_of(session).choose(choice).unwrap_or_else(|refused| panic!("{}: {refused}", choice.token()));
        }
    }
    let [one, other] =
        sessions.each_ref().map(|session| session.game().view(Side::French).state().markers[Side::French].clone());
    assert_ne!(one, other, "the French have different markers");
    assert!(tried > 400, "{tried}: {counts:?}");
}
