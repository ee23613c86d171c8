//! The commands that only one game has, as data.

use crate::prompt::command::{Use, usage};
use crate::prompt::front::{Extras, Front};
use crate::prompt::session::{Reply, Session, Trouble};
use crate::text::names::fold;

/// Runs a command with the words after it.
pub type Run<F> = fn(&mut Session<F>, &str) -> Result<Reply, Trouble>;

/// A command of one game, or what the help says there of a command that every game has.
pub struct OwnCommand<F: Front> {
    /// Its word, its form and its purpose.
    pub usage: Use,
    /// What follows the word.
    pub takes: Takes,
    /// What it does to the game.
    pub effect: Effect,
    /// Runs it; without it, the command is the prompt's, and only its usage differs.
    pub run: Option<Run<F>>,
}

/// The words after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Takes {
    /// None: a line that has some is not this command.
    Nothing,
    /// Any.
    Anything,
    /// At least one.
    Something,
}

/// What a command does to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// It shows what is there, even while a script is stopped.
    Shows,
    /// The same, of what the rules compute: it also says what scripts have changed of that.
    Computes,
    /// It asks the rules, and waits until a stopped script continues. It also says what scripts have changed.
    Asks,
    /// It answers, or begins something.
    Acts,
}

impl<F: Front> OwnCommand<F> {
    /// A command that shows something.
    pub const fn shows(usage: Use, takes: Takes, run: Run<F>) -> OwnCommand<F> {
        OwnCommand { usage, takes, effect: Effect::Shows, run: Some(run) }
    }

    /// A command that shows what the rules compute.
    pub const fn computes(usage: Use, takes: Takes, run: Run<F>) -> OwnCommand<F> {
        OwnCommand { effect: Effect::Computes, ..OwnCommand::shows(usage, takes, run) }
    }

    /// What the help says of a command that every game has.
    pub const fn of_prompt(usage: Use) -> OwnCommand<F> {
        OwnCommand { usage, takes: Takes::Anything, effect: Effect::Shows, run: None }
    }

    /// The command of the game that a line begins with.
    pub fn of_line(word: &str, rest: &str) -> Option<&'static OwnCommand<F>> {
        let own = F::Extras::commands().iter().find(|own| own.run.is_some() && own.usage.0 == fold(word))?;
        (own.takes != Takes::Nothing || rest.is_empty()).then_some(own)
    }

    /// The command with a word.
    pub(super) fn find(word: &str) -> Option<&'static OwnCommand<F>> {
        F::Extras::commands().iter().find(|own| own.usage.0 == word)
    }
}

/// The refusal of wrong words after a command of a game.
pub fn misused<F: Front>(word: &str) -> Trouble {
    Trouble::plain(usage::<F>(word))
}
