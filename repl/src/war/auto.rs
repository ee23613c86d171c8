//! The questions of Wilderness War that can be answered automatically. What is passed does not depend on the hand, so that
//! it reveals nothing of it.

use crate::front::Habit;
use crate::text::names::{Fit, Name, find, fold};
use crate::war::describe;
use wilderness_war::scripting::MomentKind;
use wilderness_war::{Ask, CardId, Cards as _, Choice, Decision, Game, War, Word};

/// A kind of question that is answered automatically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum AutoAnswer {
    /// What to demolish at the end of an action phase: nothing; if it is not `always` so, unless a fortification of the
    /// side could be lost before its next action phase (5.46).
    Demolition {
        /// Whether it is never asked.
        always: bool,
    },
    /// Whether to respond with a card: no, if only cards in the list could be played (5.56).
    Card(CardId),
    /// Whether to respond at a moment: no.
    Moment(MomentKind),
}

impl Habit<War> for AutoAnswer {
    const USAGE: &'static str = "`auto pass CARD`, `auto pass MOMENT`, `auto demolition`, `auto never demolition` add to\n\
                                 them; `auto ask WHAT` takes away.\n";

    fn first() -> Vec<AutoAnswer> {
        vec![AutoAnswer::Demolition { always: false }]
    }

    fn is_about_the_same(&self, other: &AutoAnswer) -> bool {
        self == other || matches!((self, other), (AutoAnswer::Demolition { .. }, AutoAnswer::Demolition { .. }))
    }

    fn token(&self) -> String {
        match self {
            AutoAnswer::Demolition { always: false } => "demolition".into(),
            AutoAnswer::Demolition { always: true } => "demolition:never".into(),
            AutoAnswer::Card(card) => format!("card:{}", card.0),
            AutoAnswer::Moment(moment) => format!("moment:{}", moment.name()),
        }
    }

    fn read(token: &str) -> Option<AutoAnswer> {
        match token.split_once(':') {
            None => (token == "demolition").then_some(AutoAnswer::Demolition { always: false }),
            Some(("demolition", "never")) => Some(AutoAnswer::Demolition { always: true }),
            Some(("card", number)) => number.parse().ok().map(|number| AutoAnswer::Card(CardId(number))),
            Some(("moment", name)) => MomentKind::from_name(name).map(AutoAnswer::Moment),
            Some(_) => None,
        }
    }

    fn describe(&self, game: &Game) -> String {
        match self {
            AutoAnswer::Demolition { always: false } => {
                "demolition: asked only if a fortification of yours could be lost \
                                                         before your next action phase (5.46)"
                    .into()
            }
            AutoAnswer::Demolition { always: true } => "demolition: never asked (5.46)".into(),
            AutoAnswer::Card(card) => {
                format!("{}: passed, where no other card could be played", describe::card(game, *card))
            }
            AutoAnswer::Moment(moment) => format!("a card {}: passed", moment.when()),
        }
    }

    /// Demolition, a response card by its full name, or a moment; without a name,
    /// the moment of the open window.
    fn named(game: &Game, what: &str) -> Result<Vec<AutoAnswer>, String> {
        let scripts = game.scripts();
        match (fold(what).as_str(), game.decision().map(|open| &open.ask)) {
            ("demolition", _) => return Ok(vec![AutoAnswer::Demolition { always: false }]),
            ("never demolition", _) => return Ok(vec![AutoAnswer::Demolition { always: true }]),
            ("" | "this", Some(Ask::Respond(moment))) => return Ok(vec![AutoAnswer::Moment(*moment)]),
            ("" | "this", _) => {
                return Err("no window is open: name a card or a moment, as `auto pass 14`".into());
            }
            _ => {}
        }
        let deck = scripts.deck();
        let number = what.trim_start_matches('#').trim_start_matches("card:").parse().ok().map(CardId);
        let named: Vec<(Name, CardId)> = deck.cards().map(|card| (Name::new(&card.name), card.number)).collect();
        let cards = match number {
            Some(number) => vec![number],
            None => find(what, named.iter().map(|(name, card)| (name, *card))),
        };
        let names: Vec<&str> =
            cards.iter().filter_map(|card| deck.card(*card)).map(|card| card.name.as_str()).collect();
        let alike = |card: CardId| deck.card(card).is_some_and(|card| names.contains(&card.name.as_str()));
        let moments: Vec<MomentKind> = MomentKind::all().filter(|moment| is_called(*moment, what)).collect();
        match (moments.as_slice(), names.first()) {
            (&[moment], None) => Ok(vec![AutoAnswer::Moment(moment)]),
            (_, Some(first)) if names.iter().all(|name| name == first) => {
                let responses = named.iter().map(|(_, card)| *card).filter(|card| alike(*card));
                let responses = responses.filter(|card| !scripts.moments(*card).is_empty());
                let habits: Vec<AutoAnswer> = responses.map(AutoAnswer::Card).collect();
                match habits.is_empty() {
                    true => Err(format!("{first} is not a response card, so no question asks about it (5.56)")),
                    false => Ok(habits),
                }
            }
            ([], None) => Err(format!("there is no card or moment `{what}`: {}", example())),
            _ => Err(format!("`{what}` may be several cards or moments: type more of the name")),
        }
    }

    fn answer(list: &[AutoAnswer], game: &Game, decision: &Decision) -> Option<Choice> {
        let word = match decision.ask {
            Ask::AfterActivation if list.contains(&AutoAnswer::Demolition { always: true }) => Some(Word::Done),
            Ask::AfterActivation if list.contains(&AutoAnswer::Demolition { always: false }) => {
                let at_risk = game.view(decision.side).works_at_risk().ok()?;
                at_risk.is_empty().then_some(Word::Done)
            }
            Ask::Respond(moment) => {
                let cards = game.fitting_responses();
                let all = !cards.is_empty() && cards.iter().all(|card| list.contains(&AutoAnswer::Card(card)));
                (all || list.contains(&AutoAnswer::Moment(moment))).then_some(Word::Pass)
            }
            _ => None,
        }?;
        Some(Choice::Word(word))
    }
}

/// Whether a moment has this name: words of its question, or its name in scripts.
fn is_called(moment: MomentKind, what: &str) -> bool {
    fold(what) == moment.name() || Name::new(moment.when()).fits(what) == Some(Fit::Whole)
}

/// The name of a moment.
fn example() -> String {
    format!("write `auto pass 14` or `auto pass {}`", MomentKind::ActivationStart.when())
}
