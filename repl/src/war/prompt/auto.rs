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
        AutoLines::new(|side: Side| {
            Some(&self.lists[side]).filter(|list| changed(list)).map(|list| list.iter().map(|it| it.token()).collect())
        })
    }

    /// Restores the lists from a record.
    pub fn take_over(&mut self, lines: &AutoLines) {
        for side in Side::BOTH {
            if let Some(tokens) = &lines[side] {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::content::ContentArg;
    use wilderness_engine::Each;
    use wilderness_tests::situation::Situation;

    /// A person at a terminal.
    fn session(situation: Situation) -> Session<War> {
        let mut session = Session::at(
            situation.game(),
            0,
            Each::default(),
            crate::war::content::Origin::named(&ContentArg::default(), false),
        );
        session.set_interactive(true);
        session
    }

    /// The reply to a line.
    fn says(session: &mut Session<War>, line: &str) -> String {
        match session.run(line) {
            Ok(Reply::Text(text) | Reply::Moved(text)) => text,
            Ok(_) => String::new(),
            Err(Trouble::Plain(reason) | Trouble::Midway { reason, .. }) => panic!("{line}: {reason}"),
            Err(_) => panic!("{line}: faults"),
        }
    }

    fn asked(session: &Session<War>) -> &'static str {
        session.game().decision().map_or("nothing", |decision| decision.ask.kind())
    }

    /// A force about to take a stockade, after which its side may demolish it.
    fn stockade() -> Situation {
        let situation = Situation::new().british_turn().stockades(Side::French, "hudson-carry-north");
        situation.put("hudson-carry-south", "johnson 22nd").put("louisbourg", "bearn")
    }

    const TAKES_IT: &str = "activate johnson with 22nd to hudson carry north using 3";

    #[test]
    fn nothing_is_demolished_at_the_end_of_a_phase_unless_a_work_is_threatened() {
        let mut safe = session(stockade());
        says(&mut safe, TAKES_IT);
        assert_eq!(asked(&safe), "card");
        assert!(safe.game().record().to_string().contains("british after-activation done\n"));
        let mut threatened = session(stockade().put("quebec", "montcalm la-sarre guyenne"));
        says(&mut threatened, TAKES_IT);
        assert_eq!(asked(&threatened), "after-activation");
        assert!(says(&mut threatened, "threats").contains("Hudson Carry North"));
    }

    #[test]
    fn it_is_asked_if_somebody_goes_back_to_it_or_takes_it_off_the_list_or_pipes_lines_in() {
        let mut back = session(stockade());
        says(&mut back, TAKES_IT);
        says(&mut back, "back");
        assert_eq!(asked(&back), "after-activation");
        let mut off = session(stockade());
        assert!(says(&mut off, "auto").contains("demolition: nothing is demolished"));
        says(&mut off, "auto ask demolition");
        assert!(says(&mut off, "auto").contains("No questions of the British are answered automatically"));
        says(&mut off, TAKES_IT);
        assert_eq!(asked(&off), "after-activation");
        assert!(off.snapshot().record.to_string().ends_with("\nauto british\n"), "{}", off.snapshot().record);
        // Back on the list, the open question is answered automatically.
        says(&mut off, "auto demolition");
        assert_eq!(asked(&off), "card");
        let mut piped = session(stockade());
        piped.set_interactive(false);
        says(&mut piped, TAKES_IT);
        assert_eq!(asked(&piped), "after-activation");
    }

    #[test]
    fn one_undo_takes_back_a_line_with_what_has_answered_itself() {
        let mut session = session(stockade());
        let before = session.game().answers();
        says(&mut session, TAKES_IT);
        assert!(session.run("undo").is_err(), "the French have the keyboard now: the British have to agree");
        says(&mut session, "agree");
        assert_eq!(session.game().answers(), before);
    }

    /// The questions to the British while the French march, with this hand.
    fn questions(hand: &[i64], habits: &[AutoAnswer]) -> Vec<&'static str> {
        let situation = Situation::new().put("ticonderoga", "montcalm bearn").put("boston", "webb 22nd");
        let mut session = session(situation.hand(Side::British, hand).open_windows());
        session.extras.auto.lists.british.extend(habits);
        says(&mut session, "activate montcalm with all to hudson carry north using 1");
        let mut asked = Vec::new();
        while let Some(decision) = session.game().decision().filter(|decision| decision.ask != Ask::Card) {
            asked.push(decision.ask.kind());
            let line = if decision.side == Side::British { "pass" } else { "go on" };
            says(&mut session, line);
        }
        asked
    }

    #[test]
    fn what_is_passed_does_not_depend_on_the_hand() {
        let responses: Vec<AutoAnswer> = (1..=70).map(|card| AutoAnswer::Card(CardId(card))).collect();
        let moments: Vec<AutoAnswer> = MomentKind::all().map(AutoAnswer::Moment).collect();
        let asked = questions(&[3, 4], &[]);
        assert!(asked.contains(&"respond"), "{asked:?}");
        for habits in [&[][..], &[AutoAnswer::Card(CardId(14))], &moments[..7], &moments, &responses] {
            let (with, without) = (questions(&[3, 14], habits), questions(&[3, 4], habits));
            assert_eq!(with, without, "{habits:?}");
        }
        assert!(!questions(&[3, 14], &moments).contains(&"respond"));
        assert!(!questions(&[3, 14], &responses).contains(&"respond"));
    }

    #[test]
    fn the_list_is_in_the_record_and_is_taken_over_from_it() {
        let mut session = session(stockade());
        says(&mut session, "auto pass foul weather");
        says(&mut session, "auto pass before the enemy moves");
        let record = session.snapshot().record.to_string();
        assert!(record.ends_with("auto british demolition card:14 moment:activation_start\n"), "{record}");
        let source = wilderness_engine::faults::Source::new("x", record.as_str());
        let read = wilderness_war::Record::parse(&source).expect("a record");
        let mut auto = Auto::default();
        auto.take_over(read.auto());
        assert_eq!(auto.lists, session.extras.auto.lists);
        assert_eq!(read.to_string(), record);
        for wrong in ["auto pass bastions repaired", "auto pass xyzzy", "auto pass", "auto ask xyzzy"] {
            assert!(session.run(wrong).is_err(), "{wrong}");
        }
    }
}
