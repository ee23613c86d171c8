//! Commands for designers: comparing scripts, and finding the script of a card.

use crate::front::{Reply, Session, Tables as _, Trouble};
use crate::progress::{Progress, shown};
use crate::text::columns::{line_width, wrap};
use crate::text::out;
use crate::war::series::greedy;
use crate::war::tables::WarTables;
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_lab::Threads;
use wilderness_lab::comparison::Comparison;
use wilderness_lab::row::Row;
use wilderness_lab::series::Series;
use wilderness_war::{Content, Position, Scripts, War};

/// A mean difference of fewer victory points than this does not matter.
const MARGIN: f64 = 0.25;
/// The number of determinizations in a comparison.
const MOST_DEALS: u64 = 100;

impl Session<War> {
    /// Compares the current scripts with the built-in ones: greedy bots play this many pairs of games from here. Hidden
    /// cards (the other hand and the draw pile) are dealt anew.
    pub(super) fn compare_scripts(&self, games: u64) -> Result<Reply, Trouble> {
        let (own, program) = (self.game.scripts(), Scripts::embedded()?);
        if own.fingerprints() == program.fingerprints() {
            return Err(Trouble::plain("the current scripts are the built-in ones; change one, and `reload`"));
        }
        let view = self.game.view(self.viewer());
        let positions: Vec<Position> = (1..=games.clamp(1, MOST_DEALS)).filter_map(|seed| view.imagine(seed)).collect();
        let series = |scripts: &Rc<Scripts>| -> Result<Series<War>, Trouble> {
            let header = self.game.header_from_here(1, scripts)?;
            header.begin(scripts.clone())?;
            let mut series = greedy(header, scripts);
            series.plan.positions.clone_from(&positions);
            Ok(series)
        };
        let pair = [series(&Rc::new(program))?, series(own)?];
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let progress = Progress::of_games(games);
        let failed = |row: &Row| out::warn(&format!("seed {}: {}\n", row.seed, row.error));
        let play = |threads: Threads<'_>| Comparison::play(&pair, 1..=games, threads, (MARGIN, false), failed);
        let compared = shown(&progress, jobs, play).0.map_err(|report| Trouble::plain(report.to_string()))?;
        let from = "A: the program's scripts, B: those in force; greedy bots, from the start of this action phase,\n\
                    with the hidden cards dealt anew";
        Ok(Reply::Text(format!("{from}\n{}", compared.render(|text| wrap(text, line_width() - 3)))))
    }

    /// The script file of a card or optional rule, by number or name.
    pub(super) fn script_of(&self, what: &str) -> Result<PathBuf, Trouble> {
        self.watched()?;
        let name = WarTables::file_of(self.game.scripts(), what);
        let name = name.ok_or_else(|| Trouble::plain(format!("no such card or optional rule: `{what}`")))?;
        let content = Content::read(self.origin.places())?;
        let own = content.get(&name).filter(|_| !content.is_from_program(&name));
        let place = own.map(|source| PathBuf::from(source.name()));
        place.ok_or_else(|| Trouble::plain(format!("`{name}` is built in; create a file of this name to replace it")))
    }
}
