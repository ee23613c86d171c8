//! `whatif`: runs a line on copies of the game, once for every result of its dice, and compares the positions.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::front::{Front, Tables};
use crate::prompt::ways::{Die, dice_in_words};
use crate::text::columns::{line_width, wrap};
use crate::text::list::list;
use crate::text::style::{BOLD, DIM, paint};
use crate::text::table::percent;
use wilderness_engine::{Answer, Chance as _, Each, Game, Halt, Question as _, cite};

/// The maximum number of ways in which the dice can fall; after them the report only says that another die is rolled.
const MOST_WAYS: u32 = 216;

/// A possible outcome.
struct Outcome<F: Front> {
    chance: f64,
    /// The copy with this outcome.
    game: Game<F>,
    /// Why the rest of the line would not be carried out.
    refused: Option<String>,
}

/// The description of outcomes that read the same or lead to the same position, with their total chance and the dice that lead to each.
struct OutcomeText<'a, F: Front> {
    chance: f64,
    /// The first of them.
    game: &'a Game<F>,
    text: String,
    dice: Vec<Vec<Die<F>>>,
}

impl<F: Front> Session<F> {
    /// Runs a line on copies, and describes what it changes.
    ///
    /// # Errors
    /// When the line is not possible, or not an answer.
    pub(super) fn what_if(&self, line: &str) -> Result<Reply, Trouble> {
        self.is_yours()?;
        let side = self.game.decision().map(|decision| decision.side).ok_or_else(|| plain("no decision is open"))?;
        if !self.parse(line).map_err(plain)?.answers() {
            return Err(plain("`whatif` takes an answer, not a command"));
        }
        Ok(Reply::Text(self.told_of(&self.ends(line, side)?, side)))
    }

    /// A copy on which the side that decides has given the answers of a line, as far as nothing stops it: a die, something
    /// that is drawn, or what others hide.
    ///
    /// # Errors
    /// When the line is not possible, or not an answer.
    pub(crate) fn after(&self, line: &str) -> Result<Game<F>, Trouble> {
        self.is_yours()?;
        let side = self.game.decision().map(|decision| decision.side).ok_or_else(|| plain("no decision is open"))?;
        match line.trim() {
            "" => self.game.copies().suppose(side).ok_or_else(|| plain("the game cannot continue")),
            line if !self.parse(line).map_err(plain)?.answers() => Err(plain("this takes an answer, not a command")),
            line => Ok(self.try_line(line, side, &[])?.0),
        }
    }

    /// All outcomes of a line. The dice of combats with odds are not rolled: the odds say more.
    fn ends(&self, line: &str, side: F::Side) -> Result<Vec<Outcome<F>>, Trouble> {
        let mut ends = Vec::new();
        let mut open = vec![(1, Vec::new())];
        while let Some((ways, dice)) = open.pop() {
            let (game, refused) = self.try_line(line, side, &dice)?;
            match game.now().broken() {
                Some(Halt::Die(throw))
                    if !F::Tables::is_weighed(*throw) && ways * u32::from(throw.faces()) <= MOST_WAYS =>
                {
                    let faces = throw.faces();
                    let further =
                        |face| (ways * u32::from(faces), dice.iter().copied().chain([face]).collect::<Vec<u8>>());
                    open.extend((1..=faces).rev().map(further));
                }
                _ => ends.push(Outcome { chance: 1.0 / f64::from(ways), game, refused }),
            }
        }
        Ok(ends)
    }

    /// Runs a line on a copy with these dice. Returns the copy, and why the rest of the line was not carried out, if
    /// so.
    fn try_line(&self, line: &str, side: F::Side, dice: &[u8]) -> Result<(Game<F>, Option<String>), Trouble> {
        let mut game = self.game.copies().suppose(side).ok_or_else(|| plain("the game cannot continue"))?;
        game.beforehand().give_rolls(dice.iter().copied());
        // Only the asking side is played by a person: the other sides are neither asked nor looked at.
        let seat = game.now().seat(side);
        let bots =
            Each::new(self.game.sides(), |other| (other != seat).then_some(self.bots[other].unwrap_or_default()));
        let mut copy = self.supposed(game, bots);
        match copy.run(line) {
            Ok(_) => Ok((copy.game, None)),
            Err(Trouble::Midway { reason, .. }) => Ok((copy.game, Some(reason))),
            Err(trouble) => Err(trouble),
        }
    }

    /// The outcomes as text: what happens in any case, and then each different outcome, the likeliest first.
    fn told_of(&self, ends: &[Outcome<F>], side: F::Side) -> String {
        let known = self.game.log().len();
        let common = known + common(ends, known);
        let news = ends.first().map(|end| F::news(&end.game, known..common)).unwrap_or_default();
        let happens = paint(BOLD, "What would happen");
        let is_told = !news.is_empty();
        let mut text = if is_told { format!("{happens}\n{news}") } else { news };
        let mut told: Vec<OutcomeText<'_, F>> = Vec::new();
        for end in ends {
            let (what, dice) = (self.told_of_end(end, side, common), self.dice_of(end));
            let followed = next(&end.game, side);
            let is_alike = |told: &OutcomeText<'_, F>| {
                end.refused.is_none() && told.game.now().is_as_in(&end.game) && next(told.game, side) == followed
            };
            match told.iter_mut().find(|told| told.text == what || is_alike(told)) {
                Some(told) => {
                    told.chance += end.chance;
                    told.dice.push(dice);
                }
                None => told.push(OutcomeText { chance: end.chance, game: &end.game, text: what, dice: vec![dice] }),
            }
        }
        told.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let compares = ends.iter().any(|end| F::Tables::differences(&self.game, &end.game, side).is_some());
        for OutcomeText { chance, text: what, dice, .. } in &told {
            let dice: Vec<&[Die<F>]> = dice.iter().map(Vec::as_slice).collect();
            let heading = match (told.len(), ends.len()) {
                (1, 1) if compares => "What would change".to_string(),
                (1, 1) if is_told => String::new(),
                (1, 1) => "What would happen".to_string(),
                (1, _) => "What would change, whatever the dice show".to_string(),
                _ => format!("What may change: {}, if {}", percent(*chance), dice_in_words::<F>(&dice).join(", or ")),
            };
            if !heading.is_empty() {
                text.push_str(&format!("{}\n", paint(BOLD, wrap(&heading, line_width()).join("\n  "))));
            }
            text.push_str(what);
        }
        text + format!("{}\n", paint(DIM, format!("{}The game is unchanged.", F::Tables::LEFT_OUT))).as_str()
    }

    /// The dice rolled on the way to an outcome.
    fn dice_of(&self, end: &Outcome<F>) -> Vec<Die<F>> {
        let since = end.game.history().get(self.game.past().answers()..).unwrap_or_default();
        let rolls = since.iter().filter_map(|answer| match answer {
            Answer::Roll { throw, die } => Some((*throw, *die)),
            _ => None,
        });
        rolls.collect()
    }

    /// What is particular to an outcome. The news before the entry `common` is told already.
    fn told_of_end(&self, end: &Outcome<F>, side: F::Side, common: usize) -> String {
        let news = || F::news(&end.game, common..end.game.log().len().max(common));
        let mut text = F::Tables::differences(&self.game, &end.game, side).unwrap_or_else(news);
        if text.is_empty() && common == self.game.log().len() {
            text.push_str("  nothing yet\n");
        }
        if let Some(reason) = &end.refused {
            let rest = format!("The rest of the line would not be carried out: {reason}");
            text.push_str(&format!("{}\n", wrap(&rest, line_width()).join("\n")));
        }
        text.push_str(&format!("{}\n", next(&end.game, side)));
        text + F::Tables::pending_odds(&end.game).unwrap_or_default().as_str()
    }
}

/// The number of log entries after the first `known` that all outcomes have in common.
fn common<F: Front>(ends: &[Outcome<F>], known: usize) -> usize {
    let fresh = |end: &Outcome<F>| end.game.log().get(known..).unwrap_or_default().to_vec();
    let logs: Vec<Vec<F::News>> = ends.iter().map(fresh).collect();
    let Some(first) = logs.first() else { return 0 };
    let same = |index: &usize| logs.iter().all(|log| log.get(*index) == first.get(*index));
    (0..first.len()).take_while(same).count()
}

/// What would come next.
fn next<F: Front>(game: &Game<F>, side: F::Side) -> String {
    let others = |side| F::in_sentences(game.scripts(), side);
    let text = match (game.now().broken(), game.decision(), game.outcome()) {
        (Some(Halt::Die(throw)), ..) => format!("Then a die is rolled: {}.", F::Tables::purpose(*throw)),
        (Some(Halt::Chance), ..) => format!("Then {} is drawn at random.", F::Tables::DRAWN),
        (Some(Halt::Hidden), ..) => {
            let hidden = match game.sides().iter().filter(|other| *other != side).collect::<Vec<_>>()[..] {
                [only] => others(only).does("hold, or have chosen", "holds, or has chosen"),
                ref several => {
                    format!("{} hold, or have chosen", list(several.iter().map(|it| others(*it).to_string())))
                }
            };
            format!("The result depends on hidden information: what {hidden}.")
        }
        (Some(halt), ..) => format!("Then the game could not continue: {halt}"),
        (None, Some(decision), _) => {
            let who = if decision.side == side { "you are".into() } else { others(decision.side).does("are", "is") };
            let question = F::wording(game, decision).question;
            format!("Then {who} asked: {question}{}", cite(decision.ask.rule()))
        }
        (None, None, Some(outcome)) => format!("Then the game is over: {}.", F::result(outcome)),
        (None, None, None) => String::new(),
    };
    wrap(&text, line_width()).join("\n")
}
