//! The help text.

use crate::columns::beside;
use crate::command::USES;
use crate::style::{BOLD, paint};

/// How to answer, and the commands.
pub fn render() -> String {
    let mut text = String::from(ANSWERS);
    text.push_str(&format!("\n{}\n", paint(BOLD, "Commands")));
    for (_, form, what) in USES {
        text.push_str(&format!("{}\n", beside(&format!("  {form}"), 28, what)));
    }
    text.push_str(WHAT);
    text.push_str(SCRIPTS);
    text
}

const ANSWERS: &str = "\
A decision is answered with
  3               the number before a choice
  hud north       words that begin words of its name, in any order; accents,
                  capitals, hyphens and apostrophes do not matter
  conn albany     with the place, if several pieces are called the same
  space:quebec    the token of a choice, as it stands in saved games
  1 4 done        several answers, one after the other; names are divided by
                  commas; the numbers are those you see
Commands win over names. A line that begins with `=` is an answer whatever it
says: `=22`, `=new`. An empty line shows the choices again.
";

const WHAT: &str = "
`show` takes: map, hand, tracks, supply SIDE, space NAME, stack NAME,
piece NAME, card NAME or NUMBER, or simply a name. Numbers of a unit are its
strength and movement, those of a leader initiative, command and tactics.
";

const SCRIPTS: &str = "
The cards can be edited while a game runs, if it was started beside a directory
`scripts` or with `--scripts DIR`. A change counts from the action phase that
is being played: it is played again with the answers given. Scripts with a
fault are not taken; the game goes on with those that it had.
";
