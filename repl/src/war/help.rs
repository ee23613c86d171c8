//! What the war adds to help: its sentences, its rules, and its cards.

use crate::prompt::help::{Explained, HelpTopic, Manual};
use crate::prompt::intents::LearnedIntents;
use crate::text::columns::beside;
use crate::war::show;
use std::sync::LazyLock;
use wilderness_war::Game;

/// The manual of the war.
pub static MANUAL: LazyLock<Manual> = LazyLock::new(|| Manual {
    answers: ANSWERS,
    others: OTHERS,
    more: MORE,
    commands: HelpTopic::all(include_str!("../../help/war-commands.md")),
    rules: HelpTopic::all(include_str!("../../help/rules.md")),
    intents: LearnedIntents::from(include_str!("../../help/war-intents.toml")),
});

/// The cards, each event once.
pub fn cards(game: &Game) -> Vec<Explained> {
    let explained = |card: &wilderness_war::deck::Card| {
        let about = game.scripts().about(card.number);
        let text = show::cards::list(game, &[card.number]) + beside("", 5, &about).as_str() + "\n";
        Explained { name: card.name.clone(), number: card.number.0.to_string(), text }
    };
    game.scripts().deck().cards().map(explained).collect()
}

const ANSWERS: &str = "\
Answer a question with a sentence
  play 24         play small pox         play 24 for force         hold
  activate montcalm with all to ticonderoga by boat
  activate huron, mississauga to oswego using 24
  build stockade augusta     build fort venango     raid augusta with huron
or with a choice
  3     1 4 done     by numbers, one or several
  hud north          the beginnings of words of its name, in any order
  =22                always an answer, even if it looks like a command
An empty line shows the choices again; Tab completes what you type.
";

const OTHERS: &str = "  the rules   help siege   help infiltration   help winter   help 6.6
  the cards   help 24      help small pox
  sentences and editing cards: help more    a season to learn by: tutorial
";

const MORE: &str = "\
A sentence gives several answers, shown after `=`, until a question comes up
that it does not answer; `go on` carries out the rest later. If a rule forbids
it, it has no effect. One `undo` undoes the whole line.
  Numbers in it are card numbers. Without `using 24`, the only card in hand that
can be used is used; if there are several, you are asked which, and answer
with its number on the next line.
  A leader who is named first takes a force with him, unless you add
`individually`; other pieces are activated individually. With `all`, leaders
come first, then drilled troops, then the others, the strongest first.
  `to oswego` ends the movement there; `move oswego` does so only with `and
stop`. The shortest way is taken, and of several that with the fewest
interceptions; add `by boat`, `by land`, `by sea` or `by infiltration` for the
manner, and `to oswego, albany` for the spaces. `why oswego` tells why not.

Accents, capitals, hyphens and apostrophes in names do not matter. If several
pieces have the same name, add the place: `conn albany`. Separate answers with
commas, or numbers with spaces. `space:quebec` is a choice as written in
records. `show` takes: map, hand, tracks, supply SIDE, space NAME, stack NAME,
piece NAME, card NAME or NUMBER, or simply a name. The numbers of a unit are its
strength and movement, those of a leader initiative, command and tactics.

You can edit cards during a game that was started beside a directory `scripts`,
or with `--scripts DIR` or `--content DIR`. A change takes effect from the start
of the present action phase, which is replayed with your answers. A faulty
script is rejected; the game continues with its previous scripts. A changed
scenario takes effect with the next `new`.
";
