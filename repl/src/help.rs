//! The help text.

use crate::columns::beside;
use crate::command::USES;
use crate::style::{BOLD, paint};

/// How to answer, sentences, and the commands: a screen.
pub fn render() -> String {
    let mut text = format!("{ANSWERS}\n{}\n{SENTENCES}", paint(BOLD, "Sentences"));
    text.push_str(&format!("\n{}\n", paint(BOLD, "Commands")));
    for (_, form, what) in USES {
        text.push_str(&format!("{}\n", beside(&format!("  {form}"), 28, what)));
    }
    text
}

/// What does not fit on that screen.
pub fn more() -> String {
    format!("{MORE}{WHAT}{SCRIPTS}")
}

const ANSWERS: &str = "\
A decision is answered with a sentence (below), or with
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

const SENTENCES: &str = "  play 24             play small pox             play 24 for force
  activate montcalm with all to ticonderoga by boat
  activate rigaud with 2 regulars and marin      with all but levis     alone
  activate huron, mississauga to oswego          move oswego, albany and stop
  build stockade augusta winchester    build fort venango    demolish venango
  siege     assault     raid augusta with huron      hold     using 24
";

const MORE: &str = "\
A sentence gives several answers, shown behind `=`, until it comes to a question
that it does not answer: what is left of it, `go on` does later. If a rule is
against it, it does nothing. One `undo` takes a line back as a whole.
  The numbers in it are those of cards. Without `using 24` the only card of the
hand that can do it is used; if there are several, you are asked to say which.
  A leader who is named first takes a force with him, unless you add
`individually`; others are activated one by one. With `all`, leaders come first,
then drilled troops, then the others, the strongest first.
  `to oswego` ends the movement there; `move oswego` does so only with `and
stop`. The shortest way is found, and of several that with the fewest
interceptions; `by boat`, `by land`, `by sea` or `by infiltration` says how, and
`to oswego, albany` by which spaces. `why oswego` says why it is not possible.
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
