//! Help on the commands of any game.

use super::command::uses;
use crate::prompt::front::Front;
use crate::text::columns::{beside, line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, paint};

/// How to answer.
const ANSWERS: &str = "\
Answer a question with the number or token of a choice, or with the beginnings
of words of its name; separate several answers with commas or `and`. `=` before
a line marks it as an answer. An empty line shows the choices again.
";

/// The width of the usage column.
const FORMS: usize = 38;

/// Help on a command; without a name, how to answer and all commands.
///
/// # Errors
/// When there is no such command.
pub fn help<F: Front>(topic: &str) -> Result<String, String> {
    let asked = fold(topic.trim());
    if asked.is_empty() {
        let lines = uses::<F>().map(|(_, form, what)| format!("{}\n", beside(&format!("  {form}"), FORMS, what)));
        return Ok(format!("{ANSWERS}{}", lines.collect::<String>()));
    }
    let found = uses::<F>().find(|(word, ..)| *word == asked);
    let told = found.map(|(_, form, what)| format!("{}\n{}\n", paint(BOLD, form), wrap(what, line_width()).join("\n")));
    told.ok_or_else(|| format!("there is no command `{}` (`help` lists the commands)", topic.trim()))
}
