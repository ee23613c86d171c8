//! The log, filtered by side, subject, year, season, space and card, and limited to the last entries.

use super::{Unknown, find_space};
use crate::text::names::fold;
use crate::war::news;
use wilderness_war::news::{Entry, Happened, Topic};
use wilderness_war::{CardId, Game, Season, Side, SpaceId};

/// The number of entries shown by default, without and with a filter.
const LAST: usize = 20;
const LAST_SELECTED: usize = 100;

/// A selection of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// How many of the last entries.
    pub last: Option<usize>,
    /// The side that they are about.
    pub side: Option<Side>,
    /// What they are about, one of these.
    pub topics: Vec<Topic>,
    /// The year.
    pub year: Option<u16>,
    season: Option<Season>,
    card: Option<CardId>,
    /// A name that has not been looked up yet.
    pub space: Option<String>,
}

/// Subjects, by the beginnings of common words for them.
const SUBJECTS: [(&str, Topic); 18] = [
    ("season", Topic::Season),
    ("card", Topic::Card),
    ("event", Topic::Card),
    ("move", Topic::Movement),
    ("march", Topic::Movement),
    ("activation", Topic::Movement),
    ("construction", Topic::Construction),
    ("building", Topic::Construction),
    ("works", Topic::Construction),
    ("battle", Topic::Battle),
    ("interception", Topic::Battle),
    ("loss", Topic::Battle),
    ("siege", Topic::Siege),
    ("assault", Topic::Siege),
    ("raid", Topic::Raid),
    ("attrition", Topic::Attrition),
    ("score", Topic::Score),
    ("vp", Topic::Score),
];

impl Filter {
    /// The filter that these words describe, in any order; `at` comes last. Nothing if a word does not belong to a
    /// filter.
    pub fn parse(text: &str) -> Option<Filter> {
        let mut filter = Filter::default();
        let (words, space) = match text.strip_prefix("at ").map(|space| ("", space)).or(text.split_once(" at ")) {
            Some((words, space)) => (words, Some(space.trim().to_string())),
            None => (text, None),
        };
        filter.space = space;
        words.split_whitespace().all(|word| filter.take(&fold(word))).then_some(filter)
    }

    /// Takes a word; returns whether it belongs to a filter.
    fn take(&mut self, word: &str) -> bool {
        if let Some(card) = word.strip_prefix('#') {
            self.card = card.parse().ok().map(CardId);
            return self.card.is_some();
        }
        if let Ok(number) = word.parse::<usize>() {
            match u16::try_from(number) {
                Ok(year) if (1750..1770).contains(&year) => self.year = Some(year),
                _ => self.last = Some(number),
            }
            return true;
        }
        if ["early", "late"].contains(&word) {
            self.season = Some(if word == "early" { Season::Early } else { Season::Late });
            return true;
        }
        if let Some(side) = Side::BOTH.into_iter().find(|side| word.len() > 1 && side.id().starts_with(word)) {
            self.side = Some(side);
            return true;
        }
        // `battles` and `raids`, and prefixes of three letters or more.
        let named = |known: &str| word.trim_end_matches('s') == known || (word.len() > 2 && known.starts_with(word));
        let known = SUBJECTS.iter().find(|(known, _)| named(known) || word.starts_with(known));
        self.topics.extend(known.map(|(_, topic)| *topic));
        known.is_some()
    }

    fn is_plain(&self) -> bool {
        *self == Filter { last: self.last, ..Filter::default() }
    }

    fn fits(&self, entry: &Entry, when: Option<(Season, u16)>, space: Option<SpaceId>) -> bool {
        self.side.is_none_or(|side| entry.side == Some(side))
            && (self.topics.is_empty() || self.topics.contains(&entry.topic()))
            && self.year.is_none_or(|year| when.is_some_and(|when| when.1 == year))
            && self.season.is_none_or(|season| when.is_some_and(|when| when.0 == season))
            && self.card.is_none_or(|card| entry.names_card(card))
            && space.is_none_or(|space| entry.concerns(space))
    }
}

/// The last matching entries of a game.
///
/// # Errors
/// When a space is unknown.
pub fn show(game: &Game, filter: &Filter) -> Result<String, Unknown> {
    let space = filter.space.as_deref().map(find_space).transpose()?;
    // Seasons are entries: they head the selected entries and date them.
    let (mut when, mut fitting, mut heading) = (None, Vec::new(), None);
    for entry in game.log() {
        let begins = match entry.what {
            Happened::SeasonBegan { season, year } => Some((season, year)),
            _ => None,
        };
        if begins.is_some() {
            when = begins;
            heading = Some(entry);
        }
        if filter.fits(entry, when, space) {
            fitting.extend(heading.take().filter(|_| begins.is_none() && !filter.is_plain()));
            fitting.push(entry);
            heading = None;
        }
    }
    let most = filter.last.unwrap_or(if filter.is_plain() { LAST } else { LAST_SELECTED });
    let from = fitting.len().saturating_sub(most);
    let shown: Vec<Entry> = fitting[from..].iter().map(|entry| (*entry).clone()).collect();
    if shown.is_empty() {
        return Ok("no such events so far\n".into());
    }
    let before = if from > 0 && !filter.is_plain() { format!("… {from} earlier entries\n") } else { String::new() };
    Ok(before + news::render(&shown).as_str())
}
