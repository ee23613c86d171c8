//! What a line would come to: it is run on a copy of the game, up to the next die.

use super::odds;
use crate::front::{Front as _, Reply, Session, Trouble};
use crate::prompt::command::parse;
use crate::text::columns::{line_width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use wilderness_battles::odds::Odds;
use wilderness_battles::{FrenchAndIndianWarBattles as Battles, Game, Side};
use wilderness_engine::{Chance as _, Each, Halt, Question as _};

impl Session<Battles> {
    /// Runs a line on a copy, and tells what it changes there.
    ///
    /// # Errors
    /// The line cannot be carried out, or is not an answer.
    pub(super) fn what_if(&self, line: &str) -> Result<Reply, Trouble> {
        self.is_yours()?;
        let none = || Trouble::plain("nothing is to be decided");
        let side = self.game.decision().map(|decision| decision.side).ok_or_else(none)?;
        if !parse::<Battles>(line, self.game.sides()).map_err(Trouble::plain)?.answers() {
            return Err(Trouble::plain("`whatif` takes what you would answer, not a command"));
        }
        let game = self.game.suppose(side).ok_or_else(|| Trouble::plain("the game cannot go on"))?;
        let bots = Each::new(Side::BOTH, |other| (other != side).then_some(self.bots[other].unwrap_or_default()));
        let mut copy = self.supposed(game, bots);
        let refused = match copy.run(line) {
            Ok(_) => None,
            Err(Trouble::Midway { reason, .. }) => Some(reason),
            Err(trouble) => return Err(trouble),
        };
        let known = self.game.log().len();
        let news = Battles::news(&copy.game, known..copy.game.log().len().max(known));
        let mut text = format!(
            "{}\n{}",
            paint(BOLD, "What would happen"),
            if news.is_empty() { "nothing yet\n".into() } else { news }
        );
        if let Some(reason) = refused {
            text.push_str(&format!(
                "{}\n",
                wrap(&format!("The rest of the line would not be done: {reason}"), line_width()).join("\n")
            ));
        }
        text.push_str(&format!("{}\n", next(&copy.game)));
        if let Ok(Some(found)) = Odds::of_pending(&copy.game) {
            text.push_str(&odds::render(copy.game.scenario(), &found));
        }
        Ok(Reply::Text(text + format!("{}\n", paint(DIM, "Nothing has been done.")).as_str()))
    }
}

/// What would come next.
fn next(game: &Game) -> String {
    let text = match (game.broken(), game.decision(), game.outcome()) {
        (Some(Halt::Die(throw)), ..) => format!("Then a die is rolled: {}.", throw.kind()),
        (Some(Halt::Hidden), ..) => "What comes of it depends on markers that are hidden (18.1).".into(),
        (Some(halt), ..) => format!("Then the game could not go on: {halt}"),
        (None, Some(decision), _) => {
            format!("Then the {} are asked: {} ({})", decision.side, decision.ask.prompt(), decision.ask.rule())
        }
        (None, None, Some(outcome)) => format!("Then the battle is over: {}.", Battles::result(outcome)),
        (None, None, None) => String::new(),
    };
    wrap(&text, line_width()).join("\n")
}
