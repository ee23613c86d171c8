//! What a line would come to: it is run on a copy of the game, and the two positions are compared.

use super::auto::Auto;
use super::{Reply, Session, Trouble, plain};
use crate::columns::{WIDTH, wrap};
use crate::command::{self, Command};
use crate::player::Player;
use crate::style::{BOLD, DIM, paint};
use crate::{difference, news};
use wilderness_core::game::Game;
use wilderness_core::table::Answer;
use wilderness_core::{PerSide, Side};

impl Session {
    /// Runs a line on a copy, and tells what it changes there.
    ///
    /// # Errors
    /// The line cannot be done, or is no answer.
    pub(super) fn what_if(&self, line: &str) -> Result<Reply, Trouble> {
        let side =
            self.game.decision().map(|decision| decision.side).ok_or_else(|| plain("nothing is to be decided"))?;
        if !matches!(command::parse(line).map_err(plain)?, Command::Answer(_) | Command::Say(_)) {
            return Err(plain("`whatif` takes what you would answer, not a command"));
        }
        let game = self.game.suppose(side, rand::random()).ok_or_else(|| plain("the game cannot go on"))?;
        // Only the side that asks is played by a person: nobody answers for the other one, or looks into its hand.
        let seat = game.state().seat(side);
        let bots = PerSide::new(|other| (other != seat).then_some(self.bots[other].unwrap_or(Player::Random)));
        let told = game.log().len();
        let mut copy = Session {
            game,
            bots,
            told,
            cards: self.cards.clone(),
            begun: Vec::new(),
            rest: self.rest.clone(),
            without_card: self.without_card.clone(),
            refused: None,
            auto: Auto::default(),
            lesson: self.lesson.clone(),
        };
        let ended = match copy.run(line) {
            Ok(_) => None,
            Err(Trouble::Midway { reason, .. }) => Some(reason),
            Err(trouble) => return Err(trouble),
        };
        Ok(Reply::Text(self.compare(&copy.game, side, ended)))
    }

    fn compare(&self, then: &Game, side: Side, ended: Option<String>) -> String {
        let known = self.game.history().len().min(then.history().len());
        let count = |what: fn(&Answer) -> bool| then.history()[known..].iter().filter(|answer| what(answer)).count();
        let rolled = count(|answer| matches!(answer, Answer::Roll { .. }));
        let drawn = count(|answer| matches!(answer, Answer::Draw { .. }));
        let news = news::render(&then.log()[self.game.log().len().min(then.log().len())..]);
        let mut text = if news.is_empty() { news } else { format!("{}\n{news}", paint(BOLD, "What would happen")) };
        text.push_str(&format!("{}\n", paint(BOLD, "What would change")));
        text.push_str(&difference::render(&self.game, then, side));
        if let Some(reason) = ended {
            let rest = format!("The rest of the line would not be done: {reason}");
            text.push_str(&format!("{}\n", wrap(&rest, WIDTH).join("\n")));
        }
        text.push_str(&format!("{}\n", next(then, side)));
        if rolled + drawn > 0 {
            let dice = if rolled == 1 { "1 die was".into() } else { format!("{rolled} dice were") };
            let what = if drawn > 0 { "something was drawn".into() } else { format!("{dice} rolled") };
            text.push_str(&format!(
                "{}\n",
                paint(BOLD, format!("For this {what}; in the game it may come otherwise."))
            ));
        }
        text.push_str(&format!(
            "{}\n",
            paint(DIM, "Responses of the enemy are not reckoned with. Nothing has been done.")
        ));
        text
    }

    /// Whether the open decision is a person's to make: that of a machine stays open where the game looks back, where it
    /// was stopped, and on a copy.
    pub(super) fn is_for_people(&self) -> Result<(), Trouble> {
        let waits = |side: &Side| self.bots[self.game.state().seat(*side)].is_some();
        match self.game.decision().map(|decision| decision.side).filter(waits) {
            Some(side) => Err(plain(format!("that is for the {side} to decide"))),
            None => Ok(()),
        }
    }
}

/// What would be asked next.
fn next(game: &Game, side: Side) -> String {
    if game.stopped_at_a_draw() {
        return "Then a card is drawn: nobody knows which.".into();
    }
    if let Some(halt) = game.broken() {
        return wrap(&format!("Then the game could not go on: {halt}"), WIDTH).join("\n");
    }
    match (game.decision(), game.outcome()) {
        (Some(decision), _) => {
            let who = if decision.side == side { "you are".into() } else { format!("the {} are", decision.side) };
            wrap(&format!("Then {who} asked: {} ({})", decision.ask.prompt(), decision.ask.rule()), WIDTH).join("\n")
        }
        (None, Some(victory)) => format!("Then the game is over: {victory}."),
        (None, None) => String::new(),
    }
}
