//! The words and tables of the battles for the commands that every game has.

use super::{briefing, charts, odds, rules, show, tutorial};
use crate::front::{Chart, Counting, Front as _, OnRoll, Passing, Reply, RuleTable, Session, Tables, Trouble};
use crate::options::start::New;
use std::rc::Rc;
use wilderness_battles::odds::Odds;
use wilderness_battles::{Battles as Scripts, FrenchAndIndianWarBattles as Battles, Game, Header, Side, Throw};
use wilderness_engine::Tutorial;
use wilderness_engine::faults::Faults;

/// What the battles supply.
pub struct BattlesTables;

impl Tables<Battles> for BattlesTables {
    type Habit = Passing;

    const LESSONS: &'static [&'static str] = &[""];
    const HAS_RULES: bool = true;
    const DRAWN: &'static str = "a marker";

    fn score(game: &Game, viewer: Side) -> String {
        format!("{}\n{}", Battles::standing(game), briefing::render(game, viewer))
    }

    fn look(game: &Game, _: Side, name: &str) -> Result<String, String> {
        show::show(game, name)
    }

    const STATES: &'static [&'static str] = &["disordered", "fired", "eliminated"];

    fn roll(game: &Game, _: Side) -> Vec<OnRoll> {
        show::roll(game)
    }

    fn charts(game: &Game) -> Vec<Chart> {
        charts::all(game)
    }

    fn tutorial(_: &Rc<Scripts>) -> Result<Option<Tutorial<Side, Header>>, Faults> {
        tutorial::read().map(Some)
    }

    fn another(session: &mut Session<Battles>, new: &New) -> Result<Reply, Trouble> {
        session.begin_another(new)
    }

    fn rules(game: &Game, viewer: Side) -> Option<RuleTable> {
        Some(rules::table(game, viewer))
    }

    fn with_rule(game: &Game, rule: &str, on: bool) -> Result<Header, Faults> {
        rules::switched(game, rule, on)
    }

    fn is_about(game: &Game, index: usize, side: Side) -> bool {
        game.log()[index].side == side
    }

    fn counting(sides: &[Side]) -> Counting<Battles> {
        Counting::of_lab(sides)
    }

    fn purpose(throw: Throw) -> String {
        format!("for {}, {}", throw.about(), throw.rule())
    }

    fn is_weighed(throw: Throw) -> bool {
        matches!(throw, Throw::Combat | Throw::Bombardment)
    }

    /// Odds that cannot be computed are omitted.
    fn pending_odds(game: &Game) -> Option<String> {
        let odds = Odds::of_pending(game).ok()??;
        Some(odds::render(game.scenario(), &odds))
    }
}
