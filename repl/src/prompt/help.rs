//! Help about the commands of any game.

use super::command::uses;
use crate::front::Front;
use crate::text::columns::{WIDTH, beside, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, paint};

/// How to answer.
const ANSWERS: &str = "\
A question is answered with the number or the token of a choice, or with words
that begin words of its name; several answers are divided by commas. `=` before
an answer marks it as one. An empty line shows the choices again.
";

/// The width of the column with the forms of commands.
const FORMS: usize = 38;

/// What there is to say about a command; without one, how to answer, and all commands.
///
/// # Errors
/// A command that there is not.
pub fn help<F: Front>(topic: &str) -> Result<String, String> {
    let asked = fold(topic.trim());
    if asked.is_empty() {
        let lines = uses::<F>().map(|(_, form, what)| format!("{}\n", beside(&format!("  {form}"), FORMS, what)));
        return Ok(format!("{ANSWERS}{}", lines.collect::<String>()));
    }
    let found = uses::<F>().find(|(word, ..)| *word == asked);
    let told = found.map(|(_, form, what)| format!("{}\n{}\n", paint(BOLD, form), wrap(what, WIDTH).join("\n")));
    told.ok_or_else(|| format!("there is no command `{}` (`help` lists the commands)", topic.trim()))
}
