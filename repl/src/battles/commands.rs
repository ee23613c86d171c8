//! The commands that only this game has.

use super::{cases, looking, odds, show, ways};
use crate::front::{Effect, OwnCommand, Reply, Session, Takes, Trouble, misused};
use crate::text::columns::{line_width, wrap};
use crate::text::names::fold;
use wilderness_battles::{Ask, Choice, FrenchAndIndianWarBattles as Battles, Level};

/// The commands of this game, in the order of the help.
pub static COMMANDS: [OwnCommand<Battles>; 12] = [
    OwnCommand::shows(
        ("show", "show [WHAT]", "the choices; or map [HEX | list], units [SIDE], a side, a hex or a unit by name"),
        Takes::Something,
        |session, what| told(show::show(session.game(), what)),
    ),
    OwnCommand::shows(
        ("odds", "odds [HEX with UNITS [from HEX] | UNIT at HEX]", "the chances of an attack or bombardment, exactly"),
        Takes::Anything,
        |session, what| told(odds::show(session.game(), what)),
    ),
    OwnCommand::shows(
        ("los", "los HEX HEX", "whether one hex sees another, and what blocks the line"),
        Takes::Something,
        |session, what| told(looking::line_of_sight(session.game(), what)),
    ),
    OwnCommand::computes(
        ("reach", "reach UNIT", "where a unit could end its move, with the MP that it costs"),
        Takes::Something,
        |session, what| told(looking::reach(session.game(), what)),
    ),
    OwnCommand::shows(
        (
            "path",
            "path [HEX,] HEX",
            "how far it is, in MP; without a start from the hexes of the question, or your units",
        ),
        Takes::Something,
        |session, what| told(ways::show(session.game(), what)),
    ),
    OwnCommand::shows(
        ("expected", "expected", "who is still to arrive: when, by which hexes, and with what"),
        Takes::Nothing,
        |session, _| told(cases::expected(session.game())),
    ),
    OwnCommand::shows(
        ("walls", "walls", "the hexes behind walls, and where the walls are"),
        Takes::Nothing,
        |session, _| told(cases::walls(session.game())),
    ),
    OwnCommand::shows(
        ("threats", "threats [HEX]", "which enemies could fire at a hex, enter it or attack it; without one, at yours"),
        Takes::Anything,
        |session, what| told(looking::threats(session.game(), session.viewer(), what)),
    ),
    OwnCommand {
        usage: ("why", "why WHAT", "which rule is against an answer: a hex, a unit or a token"),
        takes: Takes::Something,
        effect: Effect::Asks,
        run: Some(|session, what| {
            session.is_yours()?;
            told(looking::why(session.game(), what))
        }),
    },
    OwnCommand {
        usage: (
            "concede",
            "concede [LEVEL]",
            "give the enemy a marginal, substantive or decisive victory, if they agree",
        ),
        takes: Takes::Anything,
        effect: Effect::Acts,
        run: Some(concede),
    },
    OwnCommand::of_prompt(("goto", "goto PLACE", "a game turn as in `5 french`, `start`, `end`, or a bookmark")),
    OwnCommand::of_prompt(("help", "help [TOPIC]", "how to answer; or a command; or a rule by number or word")),
];

/// Text, or why it cannot be shown.
fn told(text: Result<String, String>) -> Result<Reply, Trouble> {
    text.map(Reply::Text).map_err(Trouble::plain)
}

/// Gives the enemy of the side that decides the victory at a level, if he agrees (17.1); without a level, says what that
/// means.
fn concede(session: &mut Session<Battles>, level: &str) -> Result<Reply, Trouble> {
    session.is_yours()?;
    let side = session.game().decision().map(|open| open.side).ok_or_else(|| Trouble::plain("the battle is over"))?;
    if level.is_empty() {
        let text = format!(
            "`concede marginal`, `concede substantive` or `concede decisive` gives the {} the victory at that level and \
             ends the battle, if they agree (17.1).",
            side.enemy()
        );
        return Ok(Reply::Text(wrap(&text, line_width()).join("\n") + "\n"));
    }
    let level = Level::WON.into_iter().find(|known| known.word().starts_with(&fold(level)));
    let level = level.ok_or_else(|| misused::<Battles>("concede"))?;
    if session.game().decision().is_some_and(|open| matches!(open.ask, Ask::Agree(_))) {
        return Err(Trouble::plain("the enemy has conceded: `accept` or `decline`"));
    }
    session.volunteer(side, Ask::Concede, Choice::Level(level))
}
