//! `auto`: questions that are answered automatically, with a list for each side. What is passed does not depend on the
//! hand, so that it reveals nothing of it.

use crate::front::{Reply, Session, Trouble};
use crate::text::columns::beside;
use crate::text::names::{Fit, Name, find, fold};
use crate::war::describe;
use crate::war::show;
use wilderness_war::scripting::MomentKind;
use wilderness_war::{Ask, AutoLines, CardId, Cards as _, Choice, Decision, Game, PerSide, Side, War, Word};

/// A kind of question that is answered automatically.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum AutoAnswer {
    /// What to demolish at the end of an action phase: nothing, unless one's own fortification is threatened (5.46).
    Demolition,
    /// Whether to respond with a card: no, if only cards in the list could be played (5.56).
    Card(CardId),
    /// Whether to respond at a moment: no.
    Moment(MomentKind),
}

impl AutoAnswer {
    /// Its word in records.
    fn token(self) -> String {
        match self {
            AutoAnswer::Demolition => "demolition".into(),
            AutoAnswer::Card(card) => format!("card:{}", card.0),
            AutoAnswer::Moment(moment) => format!("moment:{}", moment.name()),
        }
    }

    fn read(token: &str) -> Option<AutoAnswer> {
        match token.split_once(':') {
            None => (token == "demolition").then_some(AutoAnswer::Demolition),
            Some(("card", number)) => number.parse().ok().map(|number| AutoAnswer::Card(CardId(number))),
            Some(("moment", name)) => MomentKind::from_name(name).map(AutoAnswer::Moment),
            Some(_) => None,
        }
    }

    /// Its effect as text.
    fn describe(self, game: &Game) -> String {
        match self {
            AutoAnswer::Demolition => {
                "demolition: nothing is demolished, unless one of your fortifications is threatened (5.46)".into()
            }
            AutoAnswer::Card(card) => {
                format!("{}: passed, where no other card could be played", describe::card(game, card))
            }
            AutoAnswer::Moment(moment) => format!("a card {}: passed", moment.when()),
        }
    }
}

/// The lists of both sides.
#[derive(Clone, Debug)]
pub(super) struct Auto {
    lists: PerSide<Vec<AutoAnswer>>,
}

impl Default for Auto {
    fn default() -> Auto {
        Auto { lists: PerSide::new(|_| vec![AutoAnswer::Demolition]) }
    }
}

impl Auto {
    /// The lists for a record, of each side that has changed its own.
    pub fn lines(&self) -> AutoLines {
        let changed = |list: &Vec<AutoAnswer>| *list != [AutoAnswer::Demolition];
        let sides = Side::BOTH.into_iter().filter(|side| changed(&self.lists[*side]));
        sides.map(|side| (side.id().into(), self.lists[side].iter().map(|it| it.token()).collect())).collect()
    }

    /// Restores the lists from a record.
    pub fn take_over(&mut self, lines: &AutoLines) {
        for (side, tokens) in lines {
            if let Some(side) = Side::from_id(side) {
                self.lists[side] = tokens.iter().filter_map(|token| AutoAnswer::read(token)).collect();
            }
        }
    }

    /// The automatic answer to an open decision, if any.
    pub fn answer(&self, game: &Game, decision: &Decision) -> Option<Choice> {
        let list = &self.lists[decision.side];
        let word = match decision.ask {
            Ask::AfterActivation if list.contains(&AutoAnswer::Demolition) => {
                let threatened = show::threatened(game, decision.side).ok()?;
                threatened.is_empty().then_some(Word::Done)
            }
            Ask::Respond(moment) => {
                let cards = game.fitting_responses();
                let all = !cards.is_empty() && cards.iter().all(|card| list.contains(&AutoAnswer::Card(card)));
                (all || list.contains(&AutoAnswer::Moment(moment))).then_some(Word::Pass)
            }
            _ => None,
        }?;
        Some(Choice::Word(word)).filter(|choice| decision.choices.contains(choice))
    }
}

/// A parsed `auto` command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// List the automatic answers.
    None,
    /// Answer such questions automatically.
    Add(String),
    /// Ask them again.
    Remove(String),
}

impl Change {
    /// Parses the arguments of `auto`.
    pub fn read(rest: &str) -> Option<Change> {
        let (first, what) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let what = what.trim();
        match fold(first).as_str() {
            "" => Some(Change::None),
            "demolition" if what.is_empty() => Some(Change::Add("demolition".into())),
            "pass" => Some(Change::Add(what.into())),
            "ask" if !what.is_empty() => Some(Change::Remove(what.into())),
            _ => None,
        }
    }
}

impl Session<War> {
    /// Shows or changes the list of the deciding side.
    pub(super) fn change_auto(&mut self, change: &Change) -> Result<Reply, Trouble> {
        self.turn()?;
        let side = self.game.decision().ok_or_else(|| Trouble::plain("no decision is open"))?.side;
        let (habits, add) = match change {
            Change::None => return Ok(Reply::Text(self.auto_list(side))),
            Change::Add(what) => (self.habits(what)?, true),
            Change::Remove(what) if fold(what) == "all" => (self.extras.auto.lists[side].clone(), false),
            Change::Remove(what) => (self.habits(what)?, false),
        };
        let list = &mut self.extras.auto.lists[side];
        list.retain(|habit| !habits.contains(habit));
        if add {
            list.extend(habits);
            list.sort_unstable();
        }
        let text = self.auto_list(side);
        self.asks_at = None;
        self.as_one(|session| {
            let before = session.game.answers();
            session.answer_automatically();
            match session.game.answers() == before {
                true => Ok(Reply::Text(text)),
                false => Ok(Reply::Moved(text + session.situation().as_str())),
            }
        })
    }

    fn auto_list(&self, side: Side) -> String {
        let off = if self.is_interactive() { "" } else { " (not for piped input)" };
        let list = &self.extras.auto.lists[side];
        let mut text = match list.is_empty() {
            true => format!("No questions of the {side} are answered automatically.\n"),
            false => format!("Questions of the {side} that are answered automatically{off}:\n"),
        };
        list.iter().for_each(|habit| text.push_str(&(beside("  ", 4, &habit.describe(&self.game)) + "\n")));
        text + "`auto pass CARD`, `auto pass MOMENT`, `auto demolition` add to them;\n`auto ask WHAT` takes away.\n"
    }

    /// The question that the arguments name: demolition, a response card by its full name, or a moment; without a name,
    /// the moment of the open window.
    fn habits(&self, what: &str) -> Result<Vec<AutoAnswer>, Trouble> {
        let scripts = self.game.scripts();
        match (fold(what).as_str(), self.game.decision().map(|open| &open.ask)) {
            ("demolition", _) => return Ok(vec![AutoAnswer::Demolition]),
            ("" | "this", Some(Ask::Respond(moment))) => return Ok(vec![AutoAnswer::Moment(*moment)]),
            ("" | "this", _) => {
                return Err(Trouble::plain("no window is open: name a card or a moment, as `auto pass 14`"));
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
                    true => Err(Trouble::plain(format!(
                        "{first} is not a response card, so no question asks about it (5.56)"
                    ))),
                    false => Ok(habits),
                }
            }
            ([], None) => Err(Trouble::plain(format!("there is no card or moment `{what}`: {}", example()))),
            _ => Err(Trouble::plain(format!("`{what}` may be several cards or moments: type more of the name"))),
        }
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
