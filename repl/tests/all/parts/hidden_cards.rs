//! Tries every command at every point of a game: no output may name a card that the players at the keyboard do not
//! know.

use std::path::Path;
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::faults::Source;
use wilderness_repl::front::{Origin as _, Reply, Session, Trouble};
use wilderness_repl::testing::prompt::{ContentArg, Player, Sharing, begin, uses};
use wilderness_repl::testing::war::{Origin, all_names};
use wilderness_war::deck::Card;
use wilderness_war::{Ask, CardId, CardSet, Record, Scripts, Side, War};

/// How far back the commands are tried.
const PLACES: &[usize] = &[0, 1, 3, 9];

fn origin() -> Origin {
    Origin::named(&ContentArg::default(), false)
}

/// The commands that change nothing: the next one is tried in the same session.
const LOOKS: &[&str] = &[
    "show", "score", "where", "tables", "raids", "hand", "log", "path", "threats", "odds", "whatif", "why", "explain",
    "analyse", "hint", "eval", "branches", "help",
];

/// Lines that use a command.
fn lines(word: &str, file: &Path) -> Vec<String> {
    let file = file.display();
    let lines: &[&str] = match word {
        "show" => &["show", "show map", "show tracks", "show supply french", "show albany", "show montcalm"],
        "score" => &["score", "who is winning?"],
        "where" => &["where is montcalm", "webb"],
        "list" => &["list my units", "list british leaders", "list forts"],
        "tables" => &["tables", "tables all"],
        "again" => &["again"],
        "raids" => &["raids"],
        "hand" => &["hand"],
        "events" => &["events"],
        "reach" => &["reach montcalm", "reach webb"],
        "battle" => &["battle"],
        "discards" => &["discards"],
        "log" => &["log", "log 99", "log british"],
        "path" => &["path montreal, albany"],
        "threats" => &["threats ticonderoga", "threats albany"],
        "odds" => &["odds", "odds hudson carry north"],
        "whatif" => &["whatif 1"],
        "why" => &["why event", "why montcalm", "why webb", "why albany", "why pass"],
        "undo" => &["undo", "undo 3", "undo --force", "undo 5 --force"],
        "redo" => &["redo", "redo 3"],
        "agree" => &["agree"],
        "back" => &["back", "back 4"],
        "step" => &["step", "step 4"],
        "goto" => &["goto start", "goto end", "goto 1757 early", "goto here"],
        "bookmark" => &["bookmark here", "bookmark"],
        "branches" => &["branches"],
        "branch" => &["branch 1", "branch 2"],
        "autosave" => &["autosave"],
        "save" => return vec![format!("save {file}")],
        "load" => return vec![format!("load {file}")],
        "new" => &["new annus --seed 9"],
        "rules" => &["rules", "rules 14.1 on"],
        "bot" => &["bot", "bot british greedy", "bot british off", "bot french greedy", "bot french off"],
        "explain" => &["explain"],
        "analyse" => &["analyse 0"],
        "until" => &["until next season"],
        "hint" => &["hint"],
        "edit" => &["edit small pox"],
        "compare" => &["compare 2"],
        "eval" => &["eval game.hand(game.enemy)", "eval game.hand(Side::BRITISH)", "eval game.hand(Side::FRENCH)"],
        "reload" => &["reload"],
        "board" => &["board on", "board off"],
        "watch" => &["watch on"],
        "rewind" => &["rewind"],
        "trace" => &["trace on", "trace"],
        "break" => &["break small_pox:9", "break", "break off"],
        "next" => &["next"],
        "help" => &["help", "help movement", "help 5.56"],
        "tutorial" => &["tutorial", "tutorial off"],
        "quit" => &["quit"],
        "auto" => &["auto", "auto pass before the siege roll", "auto ask all"],
        "all" => &["all"],
        other => panic!("no line here uses `{other}`"),
    };
    lines.iter().map(|line| line.to_string()).collect()
}

fn text(reply: Result<Reply, Trouble>) -> String {
    match reply {
        Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => text,
        Ok(_) => String::new(),
        Err(Trouble::Plain(reason) | Trouble::Question(reason)) => reason,
        Err(Trouble::Midway { reason, now }) => now + reason.as_str(),
        Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => faults.to_string(),
    }
}

/// The cards unknown to the players at the keyboard: the other hand and the draw pile, except those already played.
fn hidden(session: &Session<War>) -> CardSet {
    let (game, state) = (session.game(), session.game().state());
    let mut hidden: CardSet = state.draw_pile.iter().copied().collect();
    for side in Side::BOTH.into_iter().filter(|side| !game.now().is_shown(*side)) {
        hidden |= state.hands[side] - state.known_cards(side);
    }
    let log: String = game.log().iter().map(|entry| format!("{}\n", entry.text())).collect();
    let told = |card: &CardId| names_number(&log, &format!("#{}", card.0));
    hidden.iter().filter(|card| !told(card)).collect()
}

/// Whether a text contains a number, as a whole word.
fn names_number(text: &str, number: &str) -> bool {
    let mut after = text.match_indices(number).map(|(at, _)| text[at + number.len()..].chars().next());
    after.any(|next| !next.is_some_and(|next| next.is_ascii_digit()))
}

/// A hidden card named in a text, by its number, its token, or a name that no visible card has.
fn named(text: &str, hidden: CardSet, scripts: &Scripts) -> Option<String> {
    let names =
        |number: u8| [format!("#{number}"), format!("card:{number}")].into_iter().find(|name| names_number(text, name));
    // Some names are also those of pieces, or appear in the script text of another card.
    let elsewhere = |card: &Card| {
        let others = scripts.deck().cards().filter(|other| other.name != card.name || !hidden.contains(other.number));
        let said = |other: &Card| other.name == card.name || scripts.about(other.number).contains(&*card.name);
        others.into_iter().any(said) || all_names().iter().any(|name| name.contains(&*card.name))
    };
    let by_name = |card: &Card| (text.contains(&*card.name) && !elsewhere(card)).then(|| card.name.to_string());
    let cards = scripts.deck().cards().filter(|card| hidden.contains(card.number));
    cards.into_iter().find_map(|card| names(card.number.0).or_else(|| by_name(card)))
}

/// A game after some decisions, as text; every window is passed.
fn played(bots: Each<Option<Player>>, scripts: &Rc<Scripts>) -> String {
    let mut session = begin(3, bots, scripts.clone()).expect("a game");
    session.situation();
    for round in 0..40 {
        let Some(decision) = session.game().decision() else { break };
        let choice = match decision.ask {
            Ask::Respond(_) => decision.choices.last(),
            _ => decision.choices.get(round * 7 % decision.choices.len()),
        };
        let line = format!("={}", choice.expect("a choice").token());
        assert!(session.run(&line).is_ok(), "{line}");
    }
    session.game().past().record_of_all_branches().to_string()
}

/// Tries every command at every point, after an opening line.
fn try_everything(bots: Each<Option<Player>>, first: Option<&str>, places: &[usize]) {
    let scripts = origin().load().expect("sound scripts");
    let record = Record::parse(&Source::new("game.record", played(bots, &scripts))).expect("a record");
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("game.record");
    record.save(&file, false, &wilderness_war::KnownRecords::default()).expect("room");
    let begin = |back: usize| {
        let (game, _) = record.take_up(scripts.clone()).expect("it plays");
        let mut session = Session::resuming(game, &record, bots, origin()).share(Sharing::Passed);
        session.situation();
        if let Some(first) = first {
            first.split('/').for_each(|line| assert!(session.run(line).is_ok(), "{line}"));
        }
        let secrets = hidden(&session);
        let there = if back > 0 { text(session.run(&format!("back {back}"))) } else { String::new() };
        (session, secrets, there)
    };
    for &back in places {
        let mut unchanged = None;
        // An analysis takes as long as all the rest, and one is enough: it goes through the whole game.
        let is_tried = |word: &str| word != "analyse" || back == places[0];
        for (word, ..) in uses::<War>().copied().filter(|(word, ..)| is_tried(word)) {
            for line in lines(word, &file) {
                let (mut session, secrets, there) = unchanged.take().unwrap_or_else(|| begin(back));
                let reply = session.run(&line);
                let only_looked = LOOKS.contains(&word) && matches!(reply, Ok(Reply::Text(_)) | Err(Trouble::Plain(_)));
                let said = text(reply);
                let afresh = matches!(word, "new" | "load" | "tutorial");
                let secrets = match word {
                    _ if afresh => hidden(&session),
                    // Bots play on, and their plays are public.
                    "bot" | "until" => secrets & hidden(&session),
                    _ => secrets,
                };
                let prompt = session.typed_prompt();
                let completed =
                    ["", "play ", "using "].map(|line| format!("{:?}", prompt.lexicon.complete(line).1)).join("\n");
                let all = if afresh { said } else { format!("{there}{said}") };
                // They are the same in every game.
                if !["help", "rules"].contains(&word) {
                    let found = named(&format!("{all}\n{}\n{completed}", prompt.text), secrets, &scripts);
                    assert_eq!(found, None, "{back} back, `{line}`:\n{all}\n{completed}");
                }
                if only_looked {
                    unchanged = Some((session, secrets, there));
                }
            }
        }
    }
}

#[test]
fn no_command_names_a_card_of_a_bot() {
    try_everything(Each::from([None, Some(Player::Greedy)]), None, PLACES);
}

#[test]
fn no_command_names_a_card_of_the_other_player_at_the_screen() {
    try_everything(Each::default(), None, PLACES);
}

#[test]
fn no_command_names_a_card_of_the_enemy_in_the_tutorial() {
    let first = "tutorial/activate montcalm with bearn, la sarre, huron to ticonderoga using 5/play 24";
    // A tutorial is rehearsed each time it begins, which takes a while.
    try_everything(Each::default(), Some(first), &[3]);
}

#[test]
fn a_sound_search_finds_what_is_hidden() {
    let scripts = origin().load().expect("sound scripts");
    let bots = Each::default();
    let mut session = begin(3, bots, scripts).expect("a game");
    let shown = session.situation();
    let scripts = session.game().scripts().clone();
    let hand = session.game().state().hands[Side::French];
    assert!(named(&shown, hand, &scripts).is_some() && named(&shown, hidden(&session), &scripts).is_none(), "{shown}");
}

#[test]
fn no_command_names_a_card_of_bots_that_play_among_themselves() {
    let people = Each::default();
    try_everything(people, Some("bot french random/bot british random"), PLACES);
}
