//! What a designer does at the prompt: asking the position in the language of the scripts, and finding the file of a
//! card.

use crate::front::{Reply, Session, Trouble};
use crate::lab::compared::Compared;
use crate::lab::series::Series;
use crate::prompt::player::Player;
use crate::text::names::{Name, find};
use std::path::PathBuf;
use std::rc::Rc;
use wilderness_war::{CardId, PerSide, Position, Scripts, War};

/// A difference of fewer victory points in the mean does not matter.
const MARGIN: f64 = 0.25;
/// In so many ways the hidden cards are dealt for a comparison.
const MOST_DEALS: u64 = 100;

impl Session<War> {
    /// What the scripts in force change against those of the program: greedy agents play on from here with both, so
    /// many pairs of games. What the side that looks does not know, the other hand and the draw pile, is dealt anew.
    pub(super) fn compare_scripts(&self, games: u64) -> Result<Reply, Trouble> {
        let (own, program) = (self.game.scripts(), Scripts::embedded()?);
        if own.fingerprints() == program.fingerprints() {
            return Err(Trouble::plain("the scripts in force are those of the program; change one, and `reload`"));
        }
        let view = self.game.view(self.viewer());
        let positions: Vec<Position> = (1..=games.clamp(1, MOST_DEALS)).filter_map(|seed| view.imagine(seed)).collect();
        let series = |scripts: &Rc<Scripts>| -> Result<Series, Trouble> {
            let header = self.game.header_from_here(1, scripts)?;
            header.begin(scripts.clone())?;
            let players = PerSide::new(|_| Player::Greedy);
            let series = Series::new(header, players, scripts.content().clone(), None);
            Ok(Series { positions: positions.clone(), ..series })
        };
        let pair = [series(&Rc::new(program))?, series(own)?];
        let jobs = std::thread::available_parallelism().map_or(1, usize::from);
        let compared = Compared::play(&pair, 1..=games, jobs, MARGIN, false);
        let compared = compared.map_err(|report| Trouble::plain(report.to_string()))?;
        let from = "A: the program's scripts, B: those in force; greedy bots, from the start of this action phase,\n\
                    with the hidden cards dealt anew";
        Ok(Reply::Text(format!("{from}\n{}", compared.render())))
    }

    /// The file of the script of a card or an optional rule, named by number or name.
    pub(super) fn script_of(&self, what: &str) -> Result<PathBuf, Trouble> {
        self.watched()?;
        let name = self.file_of(what);
        let name = name.ok_or_else(|| Trouble::plain(format!("no card and no optional rule is called `{what}`")))?;
        let place = self.origin.places().file_of_script(&name);
        place.ok_or_else(|| {
            Trouble::plain(format!("`{name}` is part of the program; write a file of this name to replace it"))
        })
    }

    /// The same, relative to the directory of scripts.
    pub(super) fn file_of(&self, what: &str) -> Option<String> {
        let scripts = self.game.scripts();
        let number = what.trim_start_matches('#').parse().ok().map(CardId);
        let named = || {
            let names: Vec<(Name, CardId)> =
                scripts.deck().cards().map(|card| (Name::new(&card.name), card.number)).collect();
            find(what, names.iter().map(|(name, card)| (name, *card))).first().copied()
        };
        let file = number.and_then(|card| scripts.file_of_card(card)).or_else(|| scripts.file_of_rule(what));
        file.or_else(|| scripts.file_of_card(named()?))
    }
}
