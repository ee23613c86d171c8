//! The front end of Wilderness War.

use crate::front::{Front, Item, Running, Tell, Wording};
use crate::war::checked::scenario_with;
use crate::war::content::Origin;
use crate::war::extras::WarPrompt;
use crate::war::say::WarSentences;
use crate::war::tables::WarTables;
use crate::war::{briefing, chances, choices, colours, describe, news};
use anstyle::Style;
use std::ops::Range;
use wilderness_lab::Player;
use wilderness_lab::balance::{self, ChangedFiles};
use wilderness_lab::series::SeriesStart;
use wilderness_war::news::{Happened, NewsEntry};
use wilderness_war::{Ask, Choice, Decision, Game, Header, Scripts, Season, Side, Time, Victory, War};

impl Front for War {
    type Origin = Origin;
    type Extras = WarPrompt;
    type Sentences = WarSentences;
    type Tables = WarTables;

    fn goes_by(ask: &Ask) -> Option<String> {
        matches!(ask, Ask::March(_)).then(|| "move {place}".into())
    }

    const TURN: &'static str = "season";

    const NAME: &'static str = "Wilderness War";
    fn greeting(_game: &Game) -> &'static str {
        "`help` explains how to answer, `tutorial` teaches the game in a short season.\n"
    }

    const TIMES: &'static str = ", and a season is `1758 early` or `1758 late`";

    fn title(game: &Game) -> String {
        let scenario = game.scenario();
        match (scenario.first_year, scenario.last_year) {
            (first, last) if first == last => format!("{}, {first}", scenario.name),
            (first, last) => format!("{}, {first}-{last}", scenario.name),
        }
    }

    fn name(game: &Game) -> String {
        game.scenario().name.clone()
    }

    fn standing(game: &Game) -> String {
        format!("{}, {}", game.now().time(), War::scores(&game.now().scores()))
    }

    fn briefly(game: &Game) -> String {
        let time = game.now().time().to_string();
        format!("{}, {}", time.replace(" Season", ""), War::scores(&game.now().scores()))
    }

    fn scores(scores: &[(Side, i32)]) -> String {
        let french = scores.iter().find(|(side, _)| *side == Side::French).map_or(0, |(_, score)| *score);
        describe::points(french)
    }

    fn result(victory: Victory) -> String {
        victory.to_string()
    }

    fn news(game: &Game, range: Range<usize>) -> String {
        news::between(game, range)
    }

    fn chapters(game: &Game, range: Range<usize>) -> String {
        news::chapters(game, range)
    }

    fn ending(game: &Game) -> String {
        news::ending(game)
    }

    fn tells_the_end(entry: &NewsEntry) -> bool {
        matches!(entry.what, Happened::GameOver { .. })
    }

    fn style(side: Side) -> Style {
        colours::side(side)
    }

    fn topic(ask: &Ask) -> &'static str {
        describe::question(ask)
    }

    fn wording(game: &Game, decision: &Decision) -> Wording {
        choices::wording(game, decision)
    }

    fn briefing(game: &Game, decision: &Decision) -> String {
        if matches!(decision.ask, Ask::Card) { briefing::render(game, decision.side) } else { String::new() }
    }

    fn chances(game: &Game, decision: &Decision) -> Vec<(Choice, String)> {
        chances::beside(game, decision)
    }

    fn items(game: &Game, decision: &Decision) -> Vec<Item<War>> {
        choices::items(game, decision)
    }

    fn measure(game: &Game, bot: Player, scripts: [&Scripts; 2], mut tell: Tell) -> std::io::Result<Option<Running>> {
        let (header, said) = measured_from(game, scripts).map_err(std::io::Error::other)?;
        if said.is_some_and(|said| !tell(&said)) {
            return Ok(None);
        }
        let plan = SeriesStart::from(header);
        Ok(balance::measure::<War>(plan, bot, scripts, tell)?.map(|running| Box::new(running) as Running))
    }

    /// A year, or a season and a year in either order.
    fn read_time(words: &[&str]) -> Option<Time> {
        let season = |word: &str| match word {
            "early" => Some(Season::Early),
            "late" => Some(Season::Late),
            _ => None,
        };
        let time = |year: &str, season: Option<Season>| Some(Time { year: year.parse().ok()?, season });
        match words {
            [year] => time(year, None),
            [one, other] => season(other)
                .and_then(|season| time(one, Some(season)))
                .or_else(|| season(one).and_then(|season| time(other, Some(season)))),
            _ => None,
        }
    }
}

/// What the games begin from that measure a change: like this game, or in a scenario that has a card with a changed event
/// if this one has none, with what there is to say about that.
///
/// # Errors
/// When no scenario, or no earlier one, has such a card, and what to do about it.
fn measured_from(game: &Game, [before, now]: [&Scripts; 2]) -> Result<(Header, Option<String>), String> {
    let header = game.header().clone();
    let events = ChangedFiles::between::<War>(before.fingerprints(), now.fingerprints()).events;
    let here = now.scenario(&header.scenario).and_then(Result::ok);
    let is_here = |event: &String| {
        let mut cards = now.deck().cards().filter(|card| card.event == *event);
        here.as_ref().is_none_or(|here| cards.any(|card| here.cards.contains(card.number)))
    };
    let Some(event) = events.first().filter(|_| !events.iter().any(is_here)) else { return Ok((header, None)) };
    let scenario = scenario_with(now, event)?;
    if before.scenario(&scenario.id).is_none() {
        return Err(format!(
            "only {} has a card with {event}, and that scenario is new: there is nothing to compare it with. `cards` \
             measures a new card",
            scenario.name
        ));
    }
    let said = format!("balance: no card of this scenario has {event}: measured in {}\n", scenario.name);
    Ok((Header::new(&scenario.id, 1, now), Some(said)))
}
