//! Losses by name: the units listed on a line take them, even where the rules no longer ask because the rest is forced.

use super::goal::Next;
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::menu::Menu;
use crate::text::names::{Name, find};
use crate::war::describe;
use wilderness_engine::cite;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Answer, Ask, Choice, Decision, Game, PieceSet, View, War};

/// A word of the list, with all units that it may mean.
type LossWord = (String, PieceSet);

/// The units of a list, which take the losses.
#[derive(Clone, Debug)]
pub struct Losses {
    /// The question.
    ask: Ask,
    /// The number of known answers before the first of them.
    start: usize,
    /// Those that have not taken a step.
    words: Vec<LossWord>,
}

impl Losses {
    /// The units that the parts of a line name; `shown` is the menu to which its numbers refer.
    ///
    /// # Errors
    /// A part that names none of them, or more parts than steps to lose.
    pub fn read(game: &Game, shown: &Menu<War>, menu: &Menu<War>, parts: &[&str]) -> Result<Losses, String> {
        let open = &menu.decision;
        // The list ends automatically.
        let parts = match parts.split_last() {
            Some((&"done", rest)) => rest,
            _ => parts,
        };
        if let Ask::Loss(left) | Ask::RaidLoss(left) = open.ask
            && usize::from(left) < parts.len()
        {
            let (steps, are) = if left == 1 { ("step", "is") } else { ("steps", "are") };
            let reason = format!("{left} {steps} {are} to be lost, but the line names {}", parts.len());
            return Err(format!("{reason}{}", cite(open.ask.rule())));
        }
        let word = |part: &&str| Ok((part.to_string(), meant(game, shown, menu, part)?));
        let words = parts.iter().map(word).collect::<Result<Vec<LossWord>, AnswerError>>();
        let words = words.map_err(|unclear| unclear.to_string())?;
        Ok(Losses { ask: open.ask.clone(), start: game.past().answers(), words })
    }

    /// The next word that can take a step, until every word has taken one.
    pub fn next(&mut self, game: &Game, decision: &Decision, since: usize) -> Next {
        if decision.ask.kind() != self.ask.kind() {
            return self.meanwhile(game, since);
        }
        self.drop_those_taken(game, since);
        let Some((_, first)) = self.words.first() else { return Next::Done };
        let offered = pieces(&decision.choices);
        let Some(index) = self.words.iter().position(|(_, units)| units.meets(offered)) else {
            let refused = |unit| answer::refusal(game, decision, Choice::Piece(unit)).to_string();
            return first.first().map_or(Next::Done, |unit| Next::Refuse(refused(unit)));
        };
        let (_, units) = self.words.remove(index);
        let Some(unit) = (units & offered).first() else { return Next::Done };
        let named = self.words.iter().map(|(_, units)| units.iter().map(Choice::Piece).collect()).collect();
        Next::ChooseNaming(Choice::Piece(unit), named)
    }

    /// The end of the list, where the game asks for no more.
    pub fn meanwhile(&mut self, game: &Game, since: usize) -> Next {
        self.drop_those_taken(game, since);
        match self.words.first() {
            Some(word) => Next::Refuse(self.no_step_left(game, word)),
            None => Next::Done,
        }
    }

    /// Drops the words for units that have already lost a step without a question.
    fn drop_those_taken(&mut self, game: &Game, since: usize) {
        let history = game.history();
        for forced in game.why().forced_since(since).filter(|_| since > self.start) {
            let between = history.get(since..forced.known).unwrap_or_default();
            if !between.iter().all(|answer| matches!(answer, Answer::Named { .. })) {
                return;
            }
            let Some(unit) = forced.choice.piece().filter(|_| forced.ask.kind() == self.ask.kind()) else { return };
            if let Some(index) = self.words.iter().position(|(_, units)| units.contains(unit)) {
                self.words.remove(index);
            }
        }
    }

    /// Why a word takes no step after the rules assigned the remaining ones: reduced units are spared while others can
    /// be reduced, or another kind of unit has to lose first.
    fn no_step_left(&self, game: &Game, (part, units): &LossWord) -> String {
        let reduced = View::public(game).reduced();
        let forced: PieceSet = game.why().forced_since(self.start).filter_map(|forced| forced.choice.piece()).collect();
        let spared = matches!(self.ask, Ask::Loss(_)) && units.within(reduced) && forced.within(reduced);
        let drilled = Pieces::get().drilled;
        let is_owed = matches!(self.ask, Ask::Loss(_)) && !units.meets(drilled) && forced.meets(drilled);
        match units.first().filter(|_| spared) {
            None if is_owed => format!(
                "`{part}`: at least half of the steps, as far as they can, are lost by drilled troops, so that none is left \
                 for it (7.62, 9.14)"
            ),
            Some(unit) => format!(
                "{unit}: it is already reduced, and no unit is eliminated while others are at full strength (7.63, 9.14)"
            ),
            None => format!(
                "no step is left for `{part}` to lose: the rules assign the rest to others (7.62, 9.14, 10.31, 11.2)"
            ),
        }
    }
}

/// The pieces among some choices.
fn pieces(choices: &[Choice]) -> PieceSet {
    choices.iter().filter_map(|choice| choice.piece()).collect()
}

/// The units that a part of the list may mean: by its number in the menu that was shown, or by name among the units at
/// the place of the losses.
fn meant(game: &Game, shown: &Menu<War>, menu: &Menu<War>, part: &str) -> Result<PieceSet, AnswerError> {
    let open = &menu.decision;
    if answer::is_number(part) {
        let menu = if shown.decision.ask.kind() == open.ask.kind() { shown } else { menu };
        return answer::numbered(menu, part).map(|item| pieces(&item.choices));
    }
    if let Some(piece) = Choice::from_token(part).and_then(Choice::piece) {
        return Ok(PieceSet::one(piece));
    }
    let view = &View::public(game);
    let places = pieces(&open.choices).iter().filter_map(|piece| view.space_of(piece)).collect::<Vec<_>>();
    let here = view.on_map(open.side).units();
    let here = here.filter(|unit| view.space_of(unit).is_some_and(|space| places.contains(&space)));
    let name = |piece| {
        let (place, rating) = (describe::place(view, piece), describe::rating(view, piece));
        Name::new(&piece.to_string()).hint(&place).hint(&rating)
    };
    let names: Vec<_> = here.iter().map(|piece| (name(piece), piece)).collect();
    let found: PieceSet = find(part, names.iter().map(|(name, piece)| (name, *piece))).into_iter().collect();
    let one_name =
        |set: PieceSet| set.first().is_some_and(|one| set.iter().all(|it| it.to_string() == one.to_string()));
    let offered = found & pieces(&open.choices);
    match () {
        () if one_name(found) => Ok(found),
        () if one_name(offered) => Ok(offered),
        // The error lists the other candidates.
        () => answer::resolve(Some(menu), game, part).map(|choice| pieces(&[choice])),
    }
}
