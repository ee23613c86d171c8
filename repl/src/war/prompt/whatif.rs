//! `whatif`: runs a line on copies of the game, once for every result of its dice, and compares the positions.

use crate::front::{Reply, Session, Trouble};
use crate::prompt::command::parse;
use crate::text::columns::{line_width, wrap};
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::percent;
use crate::war::difference;
use crate::war::news;
use crate::war::odds;
use crate::war::ways::{Die, FACES, dice_in_words};
use wilderness_engine::Each;
use wilderness_war::news::Entry;
use wilderness_war::odds::Odds;
use wilderness_war::{Answer, Game, Halt, Side, Throw, War};

/// The maximum number of dice followed; after them the report only says that another die is rolled.
const MOST_DICE: usize = 3;

/// A possible outcome.
struct Outcome {
    /// Its chance.
    chance: f64,
    /// The copy with this outcome.
    game: Game,
    /// Why the rest of the line would not be carried out.
    refused: Option<String>,
}

/// The description of outcomes that read the same, with their total chance and the dice that lead to each.
struct OutcomeText {
    chance: f64,
    text: String,
    dice: Vec<Vec<Die>>,
}

impl Session<War> {
    /// Runs a line on copies, and describes what it changes.
    ///
    /// # Errors
    /// When the line is not possible, or not an answer.
    pub(super) fn what_if(&self, line: &str) -> Result<Reply, Trouble> {
        self.is_yours()?;
        let side =
            self.game.decision().map(|decision| decision.side).ok_or_else(|| Trouble::plain("no decision is open"))?;
        if !parse::<War>(line, self.game.sides()).map_err(Trouble::plain)?.answers() {
            return Err(Trouble::plain("`whatif` takes an answer, not a command"));
        }
        Ok(Reply::Text(self.told_of(&self.ends(line, side)?, side)))
    }

    /// All outcomes of a line. Combat dice are not rolled: the odds say more.
    fn ends(&self, line: &str, side: Side) -> Result<Vec<Outcome>, Trouble> {
        let mut ends = Vec::new();
        let mut open = vec![Vec::new()];
        while let Some(dice) = open.pop() {
            let (game, refused) = self.try_line(line, side, &dice)?;
            match game.broken() {
                Some(Halt::Die(throw)) if !is_of_combat(*throw) && dice.len() < MOST_DICE => {
                    let further = |face| dice.iter().copied().chain([face]).collect();
                    open.extend((1..=FACES).rev().map(further));
                }
                _ => ends.push(Outcome { chance: f64::from(FACES).powi(-(dice.len() as i32)), game, refused }),
            }
        }
        Ok(ends)
    }

    /// Runs a line on a copy with these dice. Returns the copy, and why the rest of the line was not carried out, if
    /// so.
    fn try_line(&self, line: &str, side: Side, dice: &[u8]) -> Result<(Game, Option<String>), Trouble> {
        let mut game = self.game.suppose(side).ok_or_else(|| Trouble::plain("the game cannot continue"))?;
        game.give_rolls(dice.iter().copied());
        // Only the asking side is played by a person: the other side is neither asked nor looked at.
        let seat = game.seat(side);
        let bots = Each::new(Side::BOTH, |other| (other != seat).then_some(self.bots[other].unwrap_or_default()));
        let mut copy = self.supposed(game, bots);
        match copy.run(line) {
            Ok(_) => Ok((copy.game, None)),
            Err(Trouble::Midway { reason, .. }) => Ok((copy.game, Some(reason))),
            Err(trouble) => Err(trouble),
        }
    }

    /// The outcomes as text: what happens in any case, and then each different outcome, the likeliest first.
    fn told_of(&self, ends: &[Outcome], side: Side) -> String {
        let known = self.game.log().len();
        let fresh = |end: &Outcome| end.game.log().get(known..).unwrap_or_default().to_vec();
        let logs: Vec<Vec<Entry>> = ends.iter().map(fresh).collect();
        let news = news::render(common(&logs));
        let mut text = if news.is_empty() { news } else { format!("{}\n{news}", paint(BOLD, "What would happen")) };
        let mut told: Vec<OutcomeText> = Vec::new();
        for end in ends {
            let (what, dice) = (self.told_of_end(end, side), self.dice_of(end));
            match told.iter_mut().find(|told| told.text == what) {
                Some(told) => {
                    told.chance += end.chance;
                    told.dice.push(dice);
                }
                None => told.push(OutcomeText { chance: end.chance, text: what, dice: vec![dice] }),
            }
        }
        told.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        for OutcomeText { chance, text: what, dice } in &told {
            let dice: Vec<&[Die]> = dice.iter().map(Vec::as_slice).collect();
            let heading = match (told.len(), ends.len()) {
                (1, 1) => "What would change".to_string(),
                (1, _) => "What would change, whatever the dice show".to_string(),
                _ => format!("What may change: {}, if {}", percent(*chance), dice_in_words(&dice).join(", or ")),
            };
            let heading = wrap(&heading, line_width()).join("\n  ");
            text.push_str(&format!("{}\n{what}", paint(BOLD, heading)));
        }
        text + format!("{}\n", paint(DIM, "Response cards are not considered. The game is unchanged.")).as_str()
    }

    /// The dice rolled on the way to an outcome.
    fn dice_of(&self, end: &Outcome) -> Vec<Die> {
        let since = end.game.history().get(self.game.answers()..).unwrap_or_default();
        let rolls = since.iter().filter_map(|answer| match answer {
            Answer::Roll { throw, die } => Some((*throw, *die)),
            _ => None,
        });
        rolls.collect()
    }

    fn told_of_end(&self, end: &Outcome, side: Side) -> String {
        let mut text = difference::render(&self.game, &end.game, side);
        if let Some(reason) = &end.refused {
            let rest = format!("The rest of the line would not be carried out: {reason}");
            text.push_str(&format!("{}\n", wrap(&rest, line_width()).join("\n")));
        }
        text.push_str(&format!("{}\n", next(&end.game, side)));
        // Odds that cannot be computed are omitted: the next question is shown anyway.
        if let Ok(Some(found)) = Odds::of_pending(&end.game) {
            text.push_str(&odds::render(&end.game, &found));
        }
        text
    }
}

/// The common beginning of these logs.
fn common(logs: &[Vec<Entry>]) -> &[Entry] {
    let Some(first) = logs.first() else { return &[] };
    let same = |index: &usize| logs.iter().all(|log| log.get(*index) == first.get(*index));
    &first[..(0..first.len()).take_while(same).count()]
}

/// Whether a die belongs to a combat, whose odds are known.
fn is_of_combat(throw: Throw) -> bool {
    !matches!(throw, Throw::Interception | Throw::AvoidBattle | Throw::Event)
}

/// What would come next.
fn next(game: &Game, side: Side) -> String {
    let text = match (game.broken(), game.decision(), game.outcome()) {
        (Some(Halt::Die(throw)), ..) => format!("Then a die is rolled: {}.", throw.about()),
        (Some(Halt::Chance), ..) => "Then a card or leader is drawn at random.".into(),
        (Some(Halt::Hidden), ..) => {
            format!("The result depends on hidden information: what the {} hold, or have chosen.", side.enemy())
        }
        (Some(halt), ..) => format!("Then the game could not continue: {halt}"),
        (None, Some(decision), _) => {
            let who = if decision.side == side { "you are".into() } else { format!("the {} are", decision.side) };
            format!("Then {who} asked: {} ({})", decision.ask.prompt(), decision.ask.rule())
        }
        (None, None, Some(victory)) => format!("Then the game is over: {victory}."),
        (None, None, None) => String::new(),
    };
    wrap(&text, line_width()).join("\n")
}
