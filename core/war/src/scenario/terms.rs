//! What a scenario says of victory (13.1) and of the reinforcements of its seasons, as data.

use super::form::{ReinforcementEntry, ScenarioFile, VictoryFile};
use super::{ScenarioReader, Spanned};
use crate::sets::{PieceId, PieceSet, SpaceId};
use crate::side::{PerSide, Side};
use crate::state::Season;
use std::collections::BTreeMap;

/// The most victory points that a scenario can ask for.
const MOST: i16 = 100;

/// What the sides need to win.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VictoryTerms {
    /// The victory points with which a side wins at once, at the end of any year (13.11).
    pub at_once: PerSide<i16>,
    /// The French victory points marked with a year (13.11).
    pub french_by_year: BTreeMap<u16, i16>,
    /// What a side needs at the end of the scenario (13.12, 13.13).
    pub at_end: PerSide<i16>,
    /// Whether the British win by territory at the end (13.12).
    pub territory: bool,
}

impl VictoryTerms {
    /// Those of the rules, for a scenario that ends with this year (13.11 to 13.13).
    pub fn of_the_rules(last_year: u16) -> VictoryTerms {
        let is_short = last_year <= 1759;
        VictoryTerms {
            at_once: PerSide { french: 11, british: 11 },
            french_by_year: BTreeMap::from([(1760, 8), (1761, 5)]),
            at_end: PerSide { french: 1, british: if is_short { 1 } else { 5 } },
            territory: is_short,
        }
    }
}

/// Units and leaders that come at the beginning of a season.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reinforcement {
    /// The year.
    pub year: u16,
    /// The season.
    pub season: Season,
    /// The side.
    pub side: Side,
    /// Who comes, if still at hand then.
    pub pieces: PieceSet,
    /// Where they come: the first of these spaces that the side can enter then.
    pub at: Vec<SpaceId>,
}

impl ScenarioReader<'_> {
    /// What the scenario says of victory, where it differs from the rules.
    pub(super) fn victory(&mut self, file: &ScenarioFile) -> VictoryTerms {
        let mut terms = VictoryTerms::of_the_rules(*file.last_year.get_ref());
        let Some(VictoryFile { at_once, french_by_year, at_end, territory }) = &file.victory else { return terms };
        for side in Side::BOTH {
            terms.at_once[side] = self.points(at_once.of(side)).unwrap_or(terms.at_once[side]);
            terms.at_end[side] = self.points(at_end.of(side)).unwrap_or(terms.at_end[side]);
        }
        if let Some(years) = french_by_year {
            terms.french_by_year.clear();
            for (year, points) in years {
                let number = year.get_ref().parse::<u16>().ok();
                let is_year = |number: &u16| (*file.first_year.get_ref()..=*file.last_year.get_ref()).contains(number);
                match (number.filter(is_year), self.points(&Some(points.clone()))) {
                    (Some(number), Some(points)) => drop(terms.french_by_year.insert(number, points)),
                    (None, _) => {
                        let message = format!("`{}` is no year of this scenario", year.get_ref());
                        let fault = self.layout.error("victory_year", message);
                        self.layout.report(fault.at(&self.source, year.span(), "not one of its years"));
                    }
                    _ => {}
                }
            }
        }
        terms.territory = territory.unwrap_or(terms.territory);
        terms
    }

    /// A number of victory points.
    fn points(&mut self, number: &Option<Spanned<i16>>) -> Option<i16> {
        let number = number.as_ref()?;
        if (-MOST..=MOST).contains(number.get_ref()) {
            return Some(*number.get_ref());
        }
        let fault = self.layout.error("victory_points", format!("{} victory points decide nothing", number.get_ref()));
        self.layout.report(fault.at(&self.source, number.span(), format!("use a number from -{MOST} to {MOST}")));
        None
    }

    /// The reinforcements of its seasons.
    pub(super) fn reinforcements(&mut self, file: &ScenarioFile) -> Vec<Reinforcement> {
        let mut all: Vec<Reinforcement> = Vec::new();
        for ReinforcementEntry { year, season, pieces, at } in &file.reinforcements {
            let years = *file.first_year.get_ref()..=*file.last_year.get_ref();
            if !years.contains(year.get_ref()) {
                let message = format!("no year {} is played in this scenario", year.get_ref());
                let fault = self.layout.error("reinforcement_year", message);
                self.layout.report(fault.at(&self.source, year.span(), "not one of its years"));
            }
            let mut coming = PerSide::<PieceSet>::default();
            for text in pieces {
                let word = self.word(text);
                let Some(piece) = self.layout.piece(&word) else { continue };
                if let Some(first) = self.layout.placed(piece).cloned() {
                    let fault = self.layout.error("reinforcement_in_play", format!("`{}` is already placed", word.0));
                    self.layout.report(fault.spot(&word.1, "to come later").spot(&first, "already placed"));
                } else if all.iter().any(|other| other.pieces.contains(piece)) || coming[piece.side()].contains(piece) {
                    let fault = self.layout.error("reinforcement_twice", format!("`{}` comes twice", word.0));
                    self.layout.report(fault.spot(&word.1, "a second time"));
                }
                coming[piece.side()].insert(piece);
            }
            let spaces: Vec<SpaceId> = at
                .iter()
                .filter_map(|text| {
                    let word = self.word(text);
                    self.layout.space(&word)
                })
                .collect();
            for side in Side::BOTH {
                if !coming[side].is_empty() {
                    let (year, season, pieces) = (*year.get_ref(), *season, coming[side]);
                    all.push(Reinforcement { year, season, side, pieces, at: spaces.clone() });
                }
            }
        }
        all
    }
}

impl Reinforcement {
    /// Those of them who have not come into play otherwise.
    pub fn still_at_hand(&self, state: &crate::state::State) -> impl Iterator<Item = PieceId> {
        let at_hand = state.pieces.here(crate::placement::Place::AtHand);
        self.pieces.iter().filter(move |piece| at_hand.contains(*piece))
    }
}
