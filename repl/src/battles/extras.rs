//! The commands of this game at the table.

use super::command::{self, Command};
use super::{help, looking, names, odds, rephrase, say, show};
use crate::front::{
    Asked, Closing, Extras, Last, LineLink, Meaning, Reply, Session, Trouble, Unclear, UsageError, Use,
};
use crate::prompt::help::Manual;
use crate::text::columns::{line_width, wrap};
use wilderness_battles::{Ask, Choice, Decision, FrenchAndIndianWarBattles as Battles, Game, Level};

/// What the prompt remembers: nothing.
#[derive(Clone, Copy, Default)]
pub struct BattlesPrompt;

impl Extras<Battles> for BattlesPrompt {
    type Command = Command;
    type Goal = say::Goal;

    fn uses() -> &'static [Use] {
        &command::USES
    }

    fn read(line: &str) -> Option<Result<Command, UsageError>> {
        command::read(line)
    }

    fn is_for_pages(_: &Command) -> bool {
        true
    }

    fn obey(session: &mut Session<Battles>, command: Command) -> Result<Reply, Trouble> {
        let game = session.game();
        let text = match command {
            Command::Concede(level) => return concede(session, level),
            Command::Show(what) => show::show(game, session.viewer(), &what),
            Command::Odds(what) => odds::show(game, &what),
            Command::Los(what) => looking::line_of_sight(game, &what),
            Command::Reach(what) => looking::reach(game, &what),
            Command::Threats(what) => looking::threats(game, session.viewer(), &what),
            Command::Why(what) => {
                session.is_yours()?;
                looking::why(game, &what)
            }
        };
        text.map(Reply::Text).map_err(Trouble::plain)
    }

    /// Four digits are a hex wherever they stand, and no number of the menu.
    fn understand<'a>(asked: &Asked<'_, Battles>, line: &'a str) -> Result<Meaning<'a, Battles>, Unclear> {
        say::understand(asked, line)
    }

    fn rephrased(game: &Game, line: &str) -> Vec<String> {
        rephrase::rephrased(game, line)
    }

    fn verbs() -> Vec<&'static str> {
        say::VERBS.to_vec()
    }

    /// A line may go on with the question to which an answer leads: who moves, and by which hexes.
    fn link(last: &Last<Battles>, ask: &Ask, _: Option<Choice>) -> LineLink {
        let moves = |ask: &Ask| matches!(ask, Ask::Mover | Ask::Along(_) | Ask::Step(_) | Ask::Entry(_) | Ask::Arrival);
        let attacks = |ask: &Ask| matches!(ask, Ask::Attacked | Ask::Build);
        let fires = |ask: &Ask| matches!(ask, Ask::Gun | Ask::Target(_));
        let retreats = |ask: &Ask| matches!(ask, Ask::Retreat | Ask::RetreatStep(_) | Ask::Along(_));
        let together = [
            moves(&last.ask) && moves(ask),
            attacks(&last.ask) && attacks(ask),
            fires(&last.ask) && fires(ask),
            retreats(&last.ask) && retreats(ask),
        ];
        match together.contains(&true) {
            _ if last.is_like(ask) => LineLink::Same,
            true => LineLink::Next,
            false => LineLink::None,
        }
    }

    fn closing(decision: &Decision) -> Closing<Choice> {
        let first = |words: &[Choice]| words.iter().copied().find(|word| decision.choices.contains(word));
        let no = first(&[Choice::Decline, Choice::None, Choice::Done, Choice::Stop, Choice::Go]);
        let end = first(&[Choice::Done, Choice::Stop, Choice::Declare, Choice::Go, Choice::None]);
        Closing { end, no, pass: no }
    }

    fn find(game: &Game, typed: &str) -> Vec<Choice> {
        let battle = game.scenario();
        if let Ok(hex) = names::hex(battle, typed) {
            return vec![Choice::Hex(hex)];
        }
        names::units(battle, typed).into_iter().map(|unit| Choice::Unit(battle.unit(unit).id)).collect()
    }

    fn manual() -> &'static Manual {
        &help::MANUAL
    }
}

/// Gives the enemy of the side that decides the victory at a level, if he agrees (17.1).
fn concede(session: &mut Session<Battles>, level: Option<Level>) -> Result<Reply, Trouble> {
    session.is_yours()?;
    let side = session.game().decision().map(|open| open.side).ok_or_else(|| Trouble::plain("the battle is over"))?;
    let Some(level) = level else {
        let text = format!(
            "`concede marginal`, `concede substantive` or `concede decisive` gives the {} the victory at that level and \
             ends the battle, if they agree (17.1).",
            side.enemy()
        );
        return Ok(Reply::Text(wrap(&text, line_width()).join("\n") + "\n"));
    };
    if session.game().decision().is_some_and(|open| matches!(open.ask, Ask::Agree(_))) {
        return Err(Trouble::plain("the enemy has conceded: `accept` or `decline`"));
    }
    session.volunteer(side, Ask::Concede, Choice::Level(level))
}
