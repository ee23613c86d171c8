//! What this game adds to the prompt: its commands and sentences.

use super::commands::COMMANDS;
use super::{cases, guess, help, names, rephrase, say};
use crate::front::{Asked, Closing, Extras, Last, LineLink, Meaning, OwnCommand, Sentences, Unclear};
use crate::prompt::heard::Heard;
use crate::prompt::help::Manual;
use wilderness_battles::{Ask, Choice, Decision, FrenchAndIndianWarBattles as Battles, Game, Side};

/// What the prompt remembers: nothing.
#[derive(Clone, Copy, Default)]
pub struct BattlesPrompt;

impl Extras<Battles> for BattlesPrompt {
    fn commands() -> &'static [OwnCommand<Battles>] {
        &COMMANDS
    }

    fn manual() -> &'static Manual {
        &help::MANUAL
    }

    fn case(game: &Game, _: Side, topic: &str) -> String {
        cases::case(game, topic)
    }
}

impl Sentences<Battles> for BattlesPrompt {
    type Goal = say::Goal;

    /// Four digits are a hex wherever they stand, and no number of the menu.
    fn understand<'a>(asked: &Asked<'_, Battles>, line: &'a str) -> Result<Meaning<'a, Battles>, Unclear> {
        say::understand(asked, line)
    }

    fn rephrased(game: &Game, line: &str) -> Vec<String> {
        rephrase::rephrased(game, line)
    }

    fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
        guess::guesses(game, heard)
    }

    fn objections(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
        guess::objections(game, heard)
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
}
