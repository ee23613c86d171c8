//! Playing a record: the game uses its lines one after the other, as long as they fit.

use super::Game;
use crate::faults::{Fault, Faults, Source};
use crate::record::{Note, Noted, Record, faults_of_lines, line_spans, loss};
use crate::rules::Rules;
use crate::table::{Answer, Given, Halt, Misfit};
use std::rc::Rc;

/// The result of playing a record as far as its lines fit.
pub struct Played<R: Rules> {
    /// The game, as far as the lines fit.
    pub game: Game<R>,
    /// Why a line does not fit, if one does not.
    pub fault: Option<Fault>,
    /// The number of dice that the record did not give, and that came from the seed.
    pub dice_from_seed: usize,
    /// The number of draws that the record did not give, and that came from the seed.
    pub draws_from_seed: usize,
}

impl<R: Rules> Game<R> {
    /// Plays on with lines of a record, which must give every answer, die and card up to the next open decision.
    ///
    /// # Errors
    /// A line that does not fit.
    pub fn follow<'a>(&mut self, lines: impl IntoIterator<Item = &'a str>) -> Result<(), Halt<R>> {
        let number = self.history().len() + 1;
        self.feed((number..).zip(lines).map(|(number, line)| Given::read(number, line)));
        self.set_strict(true);
        let played = self.proceed();
        self.set_strict(false);
        played
    }
}

impl<R: Rules> Record<R> {
    /// Plays the first `to` lines and the results of chance after them, or all lines.
    ///
    /// # Errors
    /// The first line that does not fit the game's question at that point, with the answers that would.
    pub fn play(&self, scripts: Rc<R::Scripts>, to: Option<usize>) -> Result<Game<R>, Faults> {
        let played = self.play_through(scripts, to, false)?;
        played.fault.map_or(Ok(played.game), |fault| Err(fault.into()))
    }

    /// Like [`Record::play`], but if a line does not fit, returns the game up to there. If `strict`, the record must
    /// give every answer, die and card: nothing comes from the seed.
    ///
    /// # Errors
    /// If the header cannot begin a game.
    pub fn play_through(&self, scripts: Rc<R::Scripts>, to: Option<usize>, strict: bool) -> Result<Played<R>, Faults> {
        let mut game = Game::begin(&self.header, scripts).map_err(|faults| self.at_headings(faults))?;
        let lines = &self.lines[..to.map_or(self.lines.len(), |to| self.with_chance(to))];
        let opened = self.notes.iter().find(|note| note.noted == Noted::WindowsOpen && note.after <= lines.len());
        game.opened = opened.map(|note| note.after);
        game.set_strict(strict);
        game.feed(lines.iter().cloned());
        let result = game.proceed();
        game.set_strict(false);
        let fault = match result {
            Ok(()) => game.left_over().map(|given| {
                let fault = Fault::error("record::left_over", "the game is already over before this line");
                self.at_line(fault, given.line, "no question is left")
            }),
            Err(Halt::Misfit(misfit)) => Some(self.diagnose(&misfit, strict)),
            Err(halt) => Some(Fault::error("record::broken_game", halt.to_string())),
        };
        if fault.is_some() {
            return Ok(Played { game, fault, dice_from_seed: 0, draws_from_seed: 0 });
        }
        game.rename_scripts();
        game.remember(self.remarks(lines, &game));
        let rolled = game.history().iter().filter(|answer| matches!(answer, Answer::Roll { .. })).count();
        let drawn = game.history().iter().filter(|answer| matches!(answer, Answer::Draw { .. })).count();
        let dice_from_seed = rolled.saturating_sub(lines.iter().filter(|line| line.is_roll()).count());
        let draws_from_seed = drawn.saturating_sub(lines.iter().filter(|line| line.is_draw()).count());
        Ok(Played { game, fault, dice_from_seed, draws_from_seed })
    }

    /// The notes and comments between the lines that were played, moved to their places in the game, which may contain
    /// dice and cards from the seed.
    fn remarks(&self, played: &[Given], game: &Game<R>) -> Vec<Note> {
        let mut remarks: Vec<Note> = self.notes.clone();
        let is_remark = |noted: &Noted| !matches!(noted, Noted::Script { .. } | Noted::WindowsOpen);
        remarks.retain(|note| note.after <= played.len() && is_remark(&note.noted));
        if !remarks.is_empty() {
            let places = loss::places(played, &game.record().lines);
            let place = |after: usize| after.checked_sub(1).and_then(|last| places.get(last).copied());
            remarks.iter_mut().for_each(|note| note.after = place(note.after).unwrap_or_default());
        }
        remarks
    }

    /// Resumes the game: plays it through, and restores what lies ahead, the other branches and the bookmarks. Also
    /// returns the numbers of the branches that do not fit the scripts to their end; they are restored as far as they
    /// fit.
    ///
    /// # Errors
    /// As [`Record::play`].
    pub fn take_up(&self, scripts: Rc<R::Scripts>) -> Result<(Game<R>, Vec<usize>), Faults> {
        let mut game = self.play(scripts, None)?;
        let misfits = game.restore_extras(&self.extras);
        Ok((game, misfits))
    }

    /// The number of answers and results of chance up to a line of the text, counted from 1.
    pub fn answers_up_to(&self, line: usize) -> usize {
        self.lines.iter().take_while(|given| given.line <= line).count()
    }

    /// The number of lines up to `to` with the results of chance after them: a game never stops between an answer and
    /// the dice that it leads to.
    fn with_chance(&self, to: usize) -> usize {
        let rest = self.lines.get(to..).unwrap_or_default();
        to.min(self.lines.len()) + rest.iter().take_while(|given| given.is_chance()).count()
    }

    fn diagnose(&self, misfit: &Misfit, strict: bool) -> Fault {
        let fault = Fault::error("record::does_not_fit", format!("the game asks for `{}` here", misfit.expected));
        let is_chance = |text: &str| text.starts_with("roll ") || text.starts_with("draw ");
        let fault = match misfit.choices.as_slice() {
            _ if strict && is_chance(&misfit.expected) && !is_chance(&misfit.found) => fault.help(
                "with `--strict` a record must give every die and card; without it, missing ones come from the seed",
            ),
            [] => fault,
            choices => fault.help(format!("it could be one of: {}", choices.join(" "))),
        };
        match (misfit.line, self.lines.last()) {
            (Some(line), _) => self.at_line(fault, line, &format!("`{}` does not fit", misfit.found)),
            (None, Some(last)) => self.at_line(fault, last.line, "the next line is missing"),
            (None, None) => fault,
        }
    }

    /// Points faults without a place at the header line that they belong to.
    fn at_headings(&self, faults: Faults) -> Faults {
        let text = self.source.as_ref().map_or("", Source::text);
        let line_of = |fault: &Fault| {
            let (_, words) = faults_of_lines::<R>().find(|(code, _)| fault.code().starts_with(code))?;
            let begins = |line: &str| line.split_whitespace().take(words.len()).eq(words.iter().copied());
            Some(text.lines().position(begins)? + 1)
        };
        faults.map(|fault| match line_of(&fault).filter(|_| fault.source_text().is_none()) {
            Some(line) => self.at_line(fault, line, "here"),
            None => fault,
        })
    }

    fn at_line(&self, fault: Fault, line: usize, label: &str) -> Fault {
        let source = self.source.clone().unwrap_or_else(|| Source::new("record", self.to_string()));
        let span = line_spans(source.text()).nth(line.saturating_sub(1)).unwrap_or(0..0);
        fault.at(&source, span, label)
    }
}
