//! The commands that only this game has.

use super::{fought, say, show};
use crate::front::{Effect, OwnCommand, Reply, Session, Takes, Trouble};
use wilderness_war::{Side, War};

/// The commands of this game, in the order of the help.
pub static COMMANDS: [OwnCommand<War>; 15] = [
    OwnCommand::shows(
        (
            "show",
            "show [WHAT]",
            "the choices; or map [THEATRE|list], hand, tracks, supply SIDE, SIDE, units, leaders, or a name",
        ),
        Takes::Something,
        |session, what| shown(session, what),
    ),
    OwnCommand::shows(
        ("hand", "hand", "your cards, with their events and whether you can play them"),
        Takes::Nothing,
        |session, _| shown(session, "hand"),
    ),
    OwnCommand::shows(
        ("events", "events", "which of your cards you can play for their events now, later or never"),
        Takes::Nothing,
        |session, _| shown(session, "hand events"),
    ),
    OwnCommand::shows(("discards", "discards", "the cards of the discard pile"), Takes::Nothing, |session, _| {
        shown(session, "discards")
    }),
    OwnCommand::computes(
        ("path", "path FROM, TO", "the shortest way; add `by boat` or `by land` for one manner"),
        Takes::Something,
        |session, ends| told(show::path::show(session.game(), session.viewer(), ends)),
    ),
    OwnCommand::computes(
        ("reach", "reach FORCE", "where a force or a piece could be after one activation, and the card that takes"),
        Takes::Something,
        |session, force| told(show::reach::show(session.game(), session.viewer(), force)),
    ),
    OwnCommand::shows(
        ("battle", "battle", "the last battle or assault: who won it, and why"),
        Takes::Nothing,
        |session, _| told(fought::last(session.game())),
    ),
    OwnCommand::shows(
        (
            "threats",
            "threats [SPACE]",
            "the enemies that could reach a space in one activation; or your fortifications they threaten",
        ),
        Takes::Anything,
        |session, space| told(show::threatened(session.game(), session.viewer(), space)),
    ),
    OwnCommand::shows(
        ("raids", "raids", "where your auxiliaries can raid, and which of them"),
        Takes::Nothing,
        |session, _| shown(session, "raids"),
    ),
    OwnCommand::shows(
        ("odds", "odds [SPACE [with FORCE]]", "the odds of the pending combat, or of a possible one"),
        Takes::Anything,
        |session, what| told(super::odds::show(session.game(), session.viewer(), what)),
    ),
    OwnCommand {
        usage: ("why", "why WHAT", "the rule that forbids something, or the uses of a card"),
        takes: Takes::Something,
        effect: Effect::Asks,
        run: Some(|session, what| {
            session.is_yours()?;
            say::why(session.game(), what).map(Reply::Text).map_err(Trouble::Plain)
        }),
    },
    OwnCommand::of_prompt(("all", "all", "all pieces that may go with a force or join a battle")),
    OwnCommand::of_prompt(("until", "until next season", "let the greedy bot play your side until the next season")),
    OwnCommand::of_prompt(("goto", "goto PLACE", "a season as in `1758 early`, `start`, `end`, or a bookmark")),
    OwnCommand::of_prompt(("help", "help [TOPIC]", "how to answer; or a command, a rule by word or number, a card")),
];

/// Shows a topic, as far as the viewers may see it.
fn shown(session: &Session<War>, what: &str) -> Result<Reply, Trouble> {
    let shown: Vec<Side> = Side::BOTH.into_iter().filter(|side| session.game().now().is_shown(*side)).collect();
    let viewer = session.viewer();
    // With open hands, `hand` shows the hand of the deciding side.
    let hands = if session.game().decision().is_some() && shown.len() > 1 { vec![viewer] } else { shown };
    told(show::show(session.game(), what, viewer, &hands))
}

/// Text, or why it cannot be shown.
fn told(text: Result<String, impl std::fmt::Display>) -> Result<Reply, Trouble> {
    text.map(Reply::Text).map_err(Trouble::plain)
}
