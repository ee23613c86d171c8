//! Losses by name: the units listed on a line take them, even where the rules no longer ask because the rest is forced.

use crate::front::{Session, Trouble};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::menu::Menu;
use crate::text::names::{Name, find};
use crate::war::describe;
use wilderness_war::{Answer, Ask, Choice, Decision, Game, PieceSet, View, War};

/// A word of the list, with all units that it may mean.
type LossWord<'a> = (&'a str, PieceSet);

impl Session<War> {
    /// Lets the listed units take the losses. If one of them cannot, nothing is done.
    pub(super) fn take_losses(
        &mut self,
        shown: Option<&Menu<War>>,
        open: &Decision,
        parts: Vec<&str>,
    ) -> Result<(), Trouble> {
        // The list ends automatically.
        let parts = match parts.split_last() {
            Some((&"done", rest)) => rest.to_vec(),
            _ => parts,
        };
        if let Ask::Loss(left) | Ask::RaidLoss(left) = open.ask
            && usize::from(left) < parts.len()
        {
            let (steps, are) = if left == 1 { ("step", "is") } else { ("steps", "are") };
            let reason = format!("{left} {steps} {are} to be lost, but the line names {}", parts.len());
            return Err(Trouble::plain(format!("{reason} ({})", open.ask.rule())));
        }
        let words = parts.iter().map(|part| Ok((*part, meant(shown, &self.game, open, part)?)));
        let words = words.collect::<Result<Vec<LossWord<'_>>, AnswerError>>().map_err(Trouble::plain)?;
        lose(&mut self.game.trial(), open, words.clone()).map_err(Trouble::plain)?;
        lose(&mut self.game, open, words).map_err(Trouble::plain)
    }
}

/// The units that a part of the list may mean: by its number in the menu that was shown, or by name among the units at
/// the place of the losses.
fn meant(shown: Option<&Menu<War>>, game: &Game, open: &Decision, part: &str) -> Result<PieceSet, AnswerError> {
    let menu = Menu::of(game);
    let pieces = |choices: &[Choice]| choices.iter().filter_map(|choice| choice.piece()).collect::<PieceSet>();
    if answer::is_number(part) {
        let menu = shown.filter(|menu| menu.decision.ask.kind() == open.ask.kind()).or(menu.as_ref());
        return answer::numbered(menu.ok_or(AnswerError::Nothing)?, part).map(|item| pieces(&item.choices));
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
        () => answer::resolve(menu.as_ref(), game, part).map(|choice| pieces(&[choice])),
    }
}

/// Answers until every word has taken a step, or the game asks for no more.
fn lose(game: &mut Game, open: &Decision, mut words: Vec<LossWord<'_>>) -> Result<(), AnswerError> {
    let start = game.answers();
    while let Some((part, first)) = words.first().copied() {
        let same = |now: &&Decision| now.side == open.side && now.ask.kind() == open.ask.kind();
        let now = game.decision().filter(same).ok_or_else(|| no_step_left(game, open, start, (part, first)))?;
        let offered: PieceSet = now.choices.iter().filter_map(|choice| choice.piece()).collect();
        let Some(index) = words.iter().position(|(_, units)| units.meets(offered)) else {
            let unit = first.first().ok_or(AnswerError::Nothing)?;
            return Err(answer::refusal(game, now, Choice::Piece(unit)));
        };
        let (_, units) = words.remove(index);
        let unit = (units & offered).first().ok_or(AnswerError::Nothing)?;
        let known = game.answers() + 1;
        let named = words.iter().map(|(_, units)| units.iter().map(Choice::Piece).collect()).collect();
        game.choose_naming(Choice::Piece(unit), named).map_err(|refused| AnswerError::Refused(refused.to_string()))?;
        drop_those_taken(game, open, known, &mut words);
    }
    Ok(())
}

/// Why a word takes no step after the rules assigned the remaining ones: reduced units are spared while others can be
/// reduced, or another kind of unit has to lose first.
fn no_step_left(game: &Game, open: &Decision, start: usize, (part, units): LossWord<'_>) -> AnswerError {
    let reduced = View::public(game).reduced();
    let forced: PieceSet = game.forced_since(start).filter_map(|forced| forced.choice.piece()).collect();
    let spared = matches!(open.ask, Ask::Loss(_)) && units.within(reduced) && forced.within(reduced);
    match units.first().filter(|_| spared) {
        Some(unit) => AnswerError::Refused(format!(
            "{unit}: it is already reduced, and no unit is eliminated while others are at full strength (7.63, 9.14)"
        )),
        None => AnswerError::Refused(format!(
            "no step is left for `{part}` to lose: the rules assign the rest to others (7.62, 9.14, 10.31, 11.2)"
        )),
    }
}

/// Drops the words for units that have already lost a step without a question.
fn drop_those_taken(game: &Game, open: &Decision, known: usize, words: &mut Vec<LossWord<'_>>) {
    let history = game.history();
    for forced in game.forced_since(known) {
        let since = history.get(known..forced.known).unwrap_or_default();
        if !since.iter().all(|answer| matches!(answer, Answer::Named { .. })) {
            return;
        }
        let Some(unit) = forced.choice.piece().filter(|_| forced.ask.kind() == open.ask.kind()) else { return };
        if let Some(index) = words.iter().position(|(_, units)| units.contains(unit)) {
            words.remove(index);
        }
    }
}
