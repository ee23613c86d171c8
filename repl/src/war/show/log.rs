//! The words that select entries of the log: subjects, years, seasons, cards and spaces.

use super::find_space;
use crate::front::LogTerm;
use wilderness_war::news::{Happened, Topic};
use wilderness_war::{CardId, Game, Season};

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

/// What a word selects, or `at` with the name of a space; nothing if the game has no such word.
///
/// # Errors
/// When a space is unknown.
pub fn term<'a>(game: &'a Game, word: &str) -> Result<Option<LogTerm<'a>>, String> {
    let log = game.log();
    if let Some(name) = word.strip_prefix("at ") {
        let space = find_space(name.trim()).map_err(|unknown| unknown.to_string())?;
        return Ok(Some(LogTerm::new("space", move |index| log[index].concerns(space))));
    }
    if let Some(card) = word.strip_prefix('#').and_then(|card| card.parse().ok()).map(CardId) {
        return Ok(Some(LogTerm::new("card", move |index| log[index].names_card(card))));
    }
    if let Some(year) = word.parse::<u16>().ok().filter(|year| (1750..1770).contains(year)) {
        let dates = dates(game);
        return Ok(Some(LogTerm::new("year", move |index| dates[index].is_some_and(|(_, of)| of == year))));
    }
    let season = [("early", Season::Early), ("late", Season::Late)].into_iter().find(|(known, _)| *known == word);
    if let Some((_, season)) = season {
        let dates = dates(game);
        return Ok(Some(LogTerm::new("season", move |index| dates[index].is_some_and(|(of, _)| of == season))));
    }
    // `battles` and `raids`, and prefixes of three letters or more.
    let named = |known: &str| word.trim_end_matches('s') == known || (word.len() > 2 && known.starts_with(word));
    let known = SUBJECTS.iter().find(|(known, _)| named(known) || word.starts_with(known));
    Ok(known.map(|(_, topic)| LogTerm::new("subject", move |index| log[index].topic() == *topic)))
}

/// The season in which each entry happened.
fn dates(game: &Game) -> Vec<Option<(Season, u16)>> {
    let dated = game.log().iter().scan(None, |when, entry| {
        if let Happened::SeasonBegan { season, year } = entry.what {
            *when = Some((season, year));
        }
        Some(*when)
    });
    dated.collect()
}
