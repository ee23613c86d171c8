//! What is counted of many games of Wilderness War: what they start from, and the row of each.

use crate::deck::Deck;
use crate::{Answer, Ask, Choice, GAME, Game, Header, Scripts, Side, View, War, Word};
use wilderness_engine::record::Header as _;
use wilderness_engine::{Purpose, Stream};
use wilderness_lab::facts::{Column, ColumnKind, Score};
use wilderness_lab::row::{GameEnd, Row, write_counts};
use wilderness_lab::series::{SeriesStart, Tested};

/// The header of the games of a series: bots cannot roll dice at a table.
fn without_table(plan: &SeriesStart<Header>) -> Header {
    let mut header = plan.header.without_scripts();
    header.settings.dice = None;
    header
}

impl Tested for War {
    const GAME: &'static str = GAME;
    const SCORE: Score = Score {
        name: "VP",
        points: "victory points",
        is_zero_sum: true,
        widest: Some((22.0, "a game ends when a side has 11 (13.11)")),
    };
    const COLUMNS: &'static [Column] = &[
        Column { name: "year", of: ColumnKind::Word("ended in") },
        Column { name: "events", of: ColumnKind::Counts("event") },
    ];

    type Plan = SeriesStart<Header>;

    fn setup(plan: &SeriesStart<Header>, scripts: &Scripts) -> String {
        without_table(plan).setup(scripts.content()) + if plan.random_rules { "-random" } else { "" }
    }

    /// Optional rules that have no effect in a game are left out.
    fn seeded(plan: &SeriesStart<Header>, seed: u64, scripts: &Scripts) -> Header {
        let mut header = without_table(plan);
        header.seed = seed;
        if !plan.scenarios.is_empty() {
            header.scenario.clone_from(&plan.scenarios[(seed % plan.scenarios.len() as u64) as usize]);
        }
        if plan.random_rules {
            let mut coins = Stream::new(seed, Purpose::Rules);
            let rules = scripts.compatible_rules(|_| coins.below(2) == 0).into_iter().map(|rule| rule.id.as_str());
            header = header.clone().with_rules(rules, scripts).unwrap_or(header);
        }
        // A rule that has no effect in this scenario or position may have one in the next.
        header.clone().without_idle_rules([], scripts).unwrap_or(header)
    }

    fn scenarios(plan: &SeriesStart<Header>) -> Vec<String> {
        [&plan.header.scenario].into_iter().chain(&plan.scenarios).cloned().collect()
    }

    fn wrong(game: &Game) -> Option<String> {
        View::of_everything(game).broken_invariant()
    }

    fn note(game: &Game, row: &mut Row) {
        row.scenario.clone_from(&game.header().scenario);
        row.rules = game.header().rules.join(" ");
        let view = View::of_everything(game);
        row.seats = if view.exchanged() { vec![1, 0] } else { vec![0, 1] };
        row.scores = vec![view.vp().into(), -i64::from(view.vp())];
        // There are few, each with how often it was played and who played it first.
        let mut played: Vec<(&str, u64, Side)> = Vec::new();
        for (side, event) in events(game, game.scripts().deck()) {
            match played.iter_mut().find(|(known, ..)| *known == event) {
                Some((_, times, _)) => *times += 1,
                None => played.push((event, 1, side)),
            }
        }
        played.sort_unstable_by_key(|(event, ..)| *event);
        row.first_played = played.iter().map(|(event, _, first)| ((*event).into(), *first as usize)).collect();
        let counts = write_counts(played.iter().map(|(event, times, _)| (event, times)));
        row.noted = vec![view.year().to_string(), counts];
        if let Some(victory) = game.outcome() {
            row.end = Some(victory.winner.map_or(GameEnd::Draw, |side| GameEnd::Won(side as usize)));
            row.reason = victory.reason.to_string();
        }
    }

    fn event_of(file: &str) -> Option<String> {
        Some(file.strip_prefix("events/")?.strip_suffix(".rhai")?.replace('_', "-"))
    }
}

/// The cards that were played as events or in response, each with the side that played it, in order.
fn events<'a>(game: &'a Game, deck: &'a Deck) -> impl Iterator<Item = (Side, &'a str)> {
    let played = game.history().iter().filter_map(|answer| match answer {
        Answer::Choice { side, ask: Ask::Use(card), choice: Choice::Word(Word::Event) } => Some((*side, *card)),
        Answer::Choice { side, ask: Ask::Respond(_), choice: Choice::Card(card) } => Some((*side, *card)),
        _ => None,
    });
    played.filter_map(|(side, card)| Some((side, deck.card(card)?.event.as_str())))
}
