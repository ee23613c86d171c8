//! The words and tables of Wilderness War for the commands that every game has.

use super::auto::AutoAnswer;
use super::{briefing, charts, difference, news, odds, rules, show, tutorial};
use crate::front::{Chart, Counting, Front as _, LogTerm, OnRoll, Reply, RuleTable, Session, Tables, Trouble};
use crate::options::start::New;
use crate::text::names::{Name, find, fold};
use std::rc::Rc;
use wilderness_engine::Tutorial;
use wilderness_engine::faults::Faults;
use wilderness_war::odds::Odds;
use wilderness_war::{CardId, Game, Header, Scripts, Side, Throw, War};

/// The word of the tutorial for designers.
const DESIGNER: &str = "designer";

/// What Wilderness War supplies.
pub struct WarTables;

impl Tables<War> for WarTables {
    type Habit = AutoAnswer;

    const LEFT_OUT: &'static str = "Response cards are not considered. ";
    const LESSONS: &'static [&'static str] = &["", DESIGNER];
    const HAS_RULES: bool = true;
    const DRAWN: &'static str = "a card or leader";

    const SCRIPT_NAMES: &'static str = ", or with the number of a card `break 34:7`";

    /// By the number or name of a card or optional rule.
    fn file_of(scripts: &Scripts, what: &str) -> Option<String> {
        let number = what.trim_start_matches('#').parse().ok().map(CardId);
        let named = || {
            let names: Vec<(Name, CardId)> =
                scripts.deck().cards().map(|card| (Name::new(&card.name), card.number)).collect();
            find(what, names.iter().map(|(name, card)| (name, *card))).first().copied()
        };
        let file = number.and_then(|card| scripts.file_of_card(card)).or_else(|| scripts.file_of_rule(what));
        file.or_else(|| scripts.file_of_card(named()?))
    }

    fn differences(before: &Game, after: &Game, side: Side) -> Option<String> {
        Some(difference::render(before, after, side))
    }

    fn score(game: &Game, viewer: Side) -> String {
        format!("{}\n{}", War::standing(game), briefing::render(game, viewer))
    }

    fn look(game: &Game, viewer: Side, name: &str) -> Result<String, String> {
        let (first, rest) = name.split_once(' ').unwrap_or((name, ""));
        let rest = rest.trim_end_matches(" please").trim_end_matches(" pls");
        if fold(first) == "card" && !rest.is_empty() {
            return show::card(game, viewer, rest).map_err(|unknown| unknown.to_string());
        }
        show::named(game, viewer, name).map_err(|unknown| unknown.to_string())
    }

    const STATES: &'static [&'static str] = &["reduced", "inside", "besieged", "eliminated"];

    fn roll(game: &Game, viewer: Side) -> Vec<OnRoll> {
        show::roll(&game.view(viewer))
    }

    fn charts(_: &Game) -> Vec<Chart> {
        charts::all()
    }

    fn tutorial(scripts: &Rc<Scripts>) -> Result<Option<Tutorial<Side, Header>>, Faults> {
        tutorial::read(scripts).map(Some)
    }

    fn teach(session: &mut Session<War>, lesson: &str) -> Result<Reply, Trouble> {
        if lesson == DESIGNER { session.begin_workshop() } else { session.begin_tutorial() }
    }

    fn another(session: &mut Session<War>, new: &New) -> Result<Reply, Trouble> {
        session.begin_another(new)
    }

    fn rules(game: &Game, _: Side) -> Option<RuleTable> {
        Some(rules::table(game))
    }

    fn with_rule(game: &Game, rule: &str, on: bool) -> Result<Header, Faults> {
        rules::switched(game, rule, on)
    }

    fn log_term<'a>(game: &'a Game, word: &str) -> Result<Option<LogTerm<'a>>, String> {
        show::log::term(game, word)
    }

    fn is_about(game: &Game, index: usize, side: Side) -> bool {
        game.log()[index].side == Some(side)
    }

    /// A march through several spaces is one entry.
    fn entries(game: &Game, selected: &[usize]) -> String {
        news::render(&selected.iter().map(|index| game.log()[*index].clone()).collect::<Vec<_>>())
    }

    fn counting(sides: &[Side]) -> Counting<War> {
        Counting::of_lab(sides)
    }

    fn purpose(throw: Throw) -> String {
        throw.about().into()
    }

    fn is_weighed(throw: Throw) -> bool {
        !matches!(throw, Throw::Interception | Throw::AvoidBattle | Throw::Event)
    }

    /// Odds that cannot be computed are omitted: the next question is shown anyway.
    fn pending_odds(game: &Game) -> Option<String> {
        let odds = Odds::of_pending(game).ok()??;
        Some(odds::render(game, &odds))
    }
}
