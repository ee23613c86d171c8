//! What is counted of many battles: what they start from, and the row of each.

use crate::{Battles, FrenchAndIndianWarBattles as Battle, GAME, Game, Header, Options, Side, View, look};
use wilderness_engine::record::Header as _;
use wilderness_engine::script::{ScriptSet as _, fingerprint};
use wilderness_engine::{Purpose, Side as _, Stream};
use wilderness_lab::facts::{Column, ColumnKind, Score};
use wilderness_lab::row::{GameEnd, Row};
use wilderness_lab::series::{SeriesStart, Tested};

impl Tested for Battle {
    const GAME: &'static str = GAME;
    const SCORE: Score = Score { name: "VP", points: "victory points", is_zero_sum: false, widest: None };
    const COLUMNS: &'static [Column] = &[Column { name: "demoralized", of: ColumnKind::Word("demoralized:") }];

    type Plan = SeriesStart<Header>;

    fn setup(plan: &SeriesStart<Header>, battles: &Battles) -> String {
        let all: String = battles.fingerprints().iter().map(|(name, hash)| format!("{name} {hash}\n")).collect();
        let without_seed = plan.header.without_scripts().with_seed(0);
        fingerprint(&(without_seed.write() + all.as_str())) + if plan.random_rules { "-random" } else { "" }
    }

    /// Optional rules for which a battle has nothing are left out.
    fn seeded(plan: &SeriesStart<Header>, seed: u64, battles: &Battles) -> Header {
        let mut header = plan.header.without_scripts().with_seed(seed);
        if !plan.scenarios.is_empty() {
            header.scenario.clone_from(&plan.scenarios[(seed % plan.scenarios.len() as u64) as usize]);
        }
        let Ok(battle) = battles.find(&header.scenario) else { return header };
        if !plan.scenarios.is_empty() {
            for word in Options::WORDS.into_iter().filter(|word| !battle.has_option(word)) {
                header.options.set(word, false);
            }
        }
        if plan.random_rules && header.position.is_none() {
            let mut coins = Stream::new(seed, Purpose::Rules);
            for word in battles.options().filter(|word| battles.has_option(battle, word)) {
                header.options.set(word, coins.below(2) == 0);
            }
        }
        header
    }

    fn scenarios(plan: &SeriesStart<Header>) -> Vec<String> {
        [&plan.header.scenario].into_iter().chain(&plan.scenarios).cloned().collect()
    }

    fn note(game: &Game, row: &mut Row) {
        let (battle, state) = (game.scenario(), &View::public(game));
        row.scenario.clone_from(&battle.id);
        row.rules = game.header().options.words().collect::<Vec<_>>().join(" ");
        row.scores = Side::BOTH.map(|side| look::victory_points(battle, state, side).into()).into();
        let demoralized = Side::BOTH.into_iter().filter(|side| state.is_demoralized(battle, *side));
        row.noted = vec![demoralized.map(Side::id).collect::<Vec<_>>().join(" and ")];
        if let Some(outcome) = game.outcome() {
            row.end = Some(outcome.winner.map_or(GameEnd::Draw, |side| GameEnd::Won(side.index())));
            row.reason = outcome.winner.map_or("draw".into(), |side| format!("{} {side}", outcome.level.word()));
            row.error = game.view(game.now().active()).broken_invariant().unwrap_or_default();
        }
        if !row.error.is_empty() {
            (row.end, row.reason) = (None, String::new());
        }
    }
}
