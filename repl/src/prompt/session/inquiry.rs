//! What a person asks about the game without answering: the score, a thing by its name, the tables of the rules; and the
//! last line once more.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::answer::{self, AnswerError};
use crate::prompt::charts;
use crate::prompt::command::{self, Command};
use crate::prompt::front::{Extras, Front, Tables};
use crate::prompt::help;
use crate::prompt::inquiry::without_article;
use crate::prompt::menu::Menu;
use crate::prompt::plan::{Asked, Meaning};
use crate::text::columns::{line_width, wrap};
use crate::text::style::{DIM, paint};
use wilderness_engine::{Choice as _, Game, Question as _};

/// The most digits of a number that is one of a menu.
const MOST_DIGITS: usize = 3;

/// The table of which a game without tables tells at least the score.
const VICTORY: &str = "victory";

impl<F: Front> Session<F> {
    /// The score, and what each side lacks.
    pub(super) fn score(&self) -> String {
        F::Tables::score(&self.game, self.viewer())
    }

    /// The table of the rules with this name, or their list.
    pub(super) fn charts(&self, name: &str) -> Result<Reply, Trouble> {
        let charts = F::Tables::charts(&self.game);
        match charts::render(&charts, name) {
            Err(_) if charts.is_empty() && name == VICTORY => Ok(Reply::Text(self.score())),
            text => text.map(Reply::Text).map_err(plain),
        }
    }

    /// Help on a topic, or the table with this name.
    pub(super) fn help(&self, topic: &str) -> Result<Reply, Trouble> {
        let text = help::help(&self.game, topic);
        let table = |why| if topic.trim().is_empty() { Err(why) } else { self.table_or(topic, why) };
        text.or_else(table).map(Reply::Text).map_err(plain)
    }

    fn table_or(&self, name: &str, why: String) -> Result<String, String> {
        charts::render(&F::Tables::charts(&self.game), name).map_err(|_| why)
    }

    /// Shows the thing with this name, whatever is asked.
    pub(super) fn look_at(&self, name: &str) -> Result<Reply, Trouble> {
        let name = without_article(name);
        F::Tables::look(&self.game, self.viewer(), name).map(Reply::Text).map_err(plain)
    }

    /// What a line shows that is only the name of a thing, and no answer: the thing, or which things have that name.
    /// Nothing for a line that means something else, and for an answer that a rule forbids.
    pub(super) fn bare_name(&self, typed: &str) -> Option<Result<Reply, Trouble>> {
        // A short number is one of a menu, even where there is none; hexes have four digits.
        if typed.len() <= MOST_DIGITS && typed.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let things = F::Extras::find(&self.game, typed);
        let menu = Menu::of(&self.game).filter(|_| self.sees_decision());
        let note = match menu {
            _ if things.is_empty() => return None,
            Some(menu) => no_answer(&self.game, &menu, &things, typed)?,
            None => String::new(),
        };
        let note: String = wrap(&note, line_width()).into_iter().map(|line| paint(DIM, line) + "\n").collect();
        let shown = F::Tables::look(&self.game, self.viewer(), typed);
        Some(shown.map(|shown| Reply::Text(shown + note.as_str())).map_err(plain))
    }

    /// Carries out the last line once more.
    pub(super) fn repeat(&mut self) -> Result<Reply, Trouble> {
        let line = self.last_line.clone();
        if line.is_empty() {
            return Err(plain("there is no line to repeat yet"));
        }
        if answer::is_number(&line) {
            return Err(plain(format!(
                "the last line was the choice {line} of another question: type the one you mean"
            )));
        }
        let command = command::parse(&line, self.game.sides()).map_err(plain)?;
        self.obey(command)
    }

    /// Remembers a line for `again`.
    pub(super) fn note_line(&mut self, line: &str, command: &Command<F>) {
        if !matches!(command, Command::Again | Command::Nothing) {
            self.last_line = line.trim().to_string();
        }
    }
}

/// What is said if a line names these things, and the open question takes none of their kind; nothing if it might.
fn no_answer<F: Front>(game: &Game<F>, menu: &Menu<F>, things: &[F::Choice], typed: &str) -> Option<String> {
    let kind = |choice: F::Choice| choice.token().split(':').next().map(str::to_string);
    let is_of_its_kind = |thing: &F::Choice| menu.decision.choices.iter().any(|choice| kind(*choice) == kind(*thing));
    let meaning = F::Extras::understand(&Asked::at(game, menu, typed), typed);
    let is_plain = matches!(meaning, Ok(Meaning::Answers(text)) if text == typed);
    let refused = matches!(answer::resolve(Some(menu), game, typed), Err(AnswerError::NotOffered { .. }));
    let is_no_answer = is_plain && refused && !things.iter().any(is_of_its_kind);
    is_no_answer.then(|| format!("This does not answer \"{}\"", menu.decision.ask.prompt()))
}
