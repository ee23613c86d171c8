//! What happened in a game, told as it happens: for people to read and filter.

use crate::sets::{PieceSet, SpaceId};
use crate::side::Side;
use wilderness_engine::harmless::{is_harmful, one_line};

/// What an entry of the log is about.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Topic {
    /// Seasons, years, dealing, passing.
    Season,
    /// Cards played.
    Card,
    /// Activation and movement.
    Movement,
    /// Building and demolition.
    Construction,
    /// Battles, interception, avoiding, retreat.
    Battle,
    /// Sieges and assaults.
    Siege,
    /// Raids and going home.
    Raid,
    /// Winter attrition.
    Attrition,
    /// Victory points.
    Score,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// What it is about.
    pub topic: Topic,
    /// The rule that made it happen.
    pub rule: &'static str,
    /// Who did it.
    pub side: Option<Side>,
    /// Where.
    pub space: Option<SpaceId>,
    /// Victory points: above 0 for the French, below 0 for the British, as on the track.
    pub vp: i16,
    /// It, in words.
    pub text: String,
}

impl Entry {
    /// An entry about something that no side did and that happened nowhere. The text may come from a script: it is one
    /// line, and does nothing to a terminal.
    pub fn new(topic: Topic, rule: &'static str, text: impl Into<String>) -> Entry {
        let text = text.into();
        let text = if text.contains(is_harmful) { one_line(&text).into_owned() } else { text };
        Entry { topic, rule, side: None, space: None, vp: 0, text }
    }

    /// Done by a side.
    pub fn by(mut self, side: Side) -> Entry {
        self.side = Some(side);
        self
    }

    /// Happening in a space.
    pub fn at(mut self, space: SpaceId) -> Entry {
        self.space = Some(space);
        self
    }
}

/// A marker of an event as people call it: `no-amphib` is "No Amphib".
pub fn marker_name(id: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    id.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

/// What one piece does, or what several do.
pub fn verb(pieces: PieceSet, one: &'static str, several: &'static str) -> &'static str {
    if pieces.len() == 1 { one } else { several }
}

/// The names of several things: "Webb, 22nd and 27th".
pub fn list<T: std::fmt::Display>(items: impl IntoIterator<Item = T>) -> String {
    let names: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match names.split_last() {
        None => "nobody".into(),
        Some((only, [])) => only.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn markers_are_called_by_names() {
        assert_eq!(super::marker_name("no-amphib"), "No Amphib");
        assert_eq!(super::marker_name("quiberon"), "Quiberon");
    }

    #[test]
    fn names_are_listed_as_people_list_them() {
        assert_eq!(super::list(Vec::<&str>::new()), "nobody");
        assert_eq!(super::list(["Webb"]), "Webb");
        assert_eq!(super::list(["Webb", "22nd", "27th"]), "Webb, 22nd and 27th");
    }
}
