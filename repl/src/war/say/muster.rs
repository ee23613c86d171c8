//! Who is meant by what a line names: pieces and groups of them, with their places and numbers; who goes along, and who
//! stays.

use super::piece_groups;
use crate::prompt::heard::{Heard, HeardThing, is_word_for, words_of_name};
use crate::prompt::questions::is_common;
use std::ops::Range;
use wilderness_war::pieces::{PieceKind, Pieces};
use wilderness_war::{Choice, Game, PieceId, Side, SpaceId, View};

/// Groups of pieces, as the grammar knows them.
pub(super) const GROUPS: [&str; 16] = [
    "regulars",
    "regular",
    "provincials",
    "provincial",
    "indians",
    "indian",
    "coureurs",
    "coureur",
    "rangers",
    "ranger",
    "highlanders",
    "leaders",
    "auxiliaries",
    "drilled",
    "units",
    "troops",
];

/// Other words for groups.
const CALLED: [(&str, &str); 19] = [
    ("redcoat", "regulars"),
    ("whitecoat", "regulars"),
    ("warbands", "indians"),
    ("raiders", "auxiliaries"),
    ("bands", "indians"),
    ("parties", "auxiliaries"),
    ("whitecoats", "regulars"),
    ("redcoats", "regulars"),
    ("battalions", "regulars"),
    ("militiamen", "provincials"),
    ("colonials", "provincials"),
    ("prov", "provincials"),
    ("prov.", "provincials"),
    ("savages", "indians"),
    ("nations", "indians"),
    ("woodsmen", "coureurs"),
    ("generals", "leaders"),
    ("officers", "leaders"),
    ("scouts", "rangers"),
];

/// Whose troops are all that he has.
const OWNERS: [&str; 9] = ["his", "their", "her", "whole", "entire", "complete", "full", "everything", "everyone"];

/// All that someone has.
const WHOLES: [&str; 12] =
    ["units", "troops", "army", "force", "forces", "stack", "column", "command", "company", "garrison", "lot", "corps"];

/// The group that a word stands for, as the grammar knows it.
pub(super) fn group(word: &str) -> Option<&str> {
    let called = CALLED.iter().find(|(called, _)| *called == word).map(|(_, group)| *group);
    called.or_else(|| GROUPS.contains(&word).then_some(word))
}

pub(super) fn is_leader(thing: &&HeardThing<Choice>) -> bool {
    matches!(thing.thing, Choice::Piece(piece) if piece.facts().kind == PieceKind::Leader)
}

/// Whether a thing is a piece of this side.
pub(super) fn is_own(thing: &HeardThing<Choice>, side: Side) -> bool {
    thing.thing.piece().is_some_and(|piece| piece.side() == side)
}

/// Whether all go, whatever they are called: `everyone`, `his whole army`, `his regiments`.
pub(super) fn takes_all(heard: &Heard<Choice>) -> bool {
    heard.says("all")
        || heard.has_any(&["the rest", "the others"])
        || (0..heard.words.len()).any(|at| is_whole(heard, at))
}

/// Whether a word stands for all that someone has: `his whole army`.
fn is_whole(heard: &Heard<Choice>, at: usize) -> bool {
    let near = &heard.words[at.saturating_sub(2)..at];
    let is_owned = near.iter().any(|word| OWNERS.contains(&word.as_str()));
    WHOLES.contains(&heard.words[at].as_str()) && is_owned && !heard.is_left_out(at)
}

/// Whether a word stands for all.
fn is_all_word(heard: &Heard<Choice>, at: usize) -> bool {
    heard.words.get(at).is_some_and(|word| is_word_for("all", word) || is_whole(heard, at))
}

/// Those who are named among these words, besides the pieces at others: pieces, and groups with their number.
pub(super) fn members_in(
    game: &Game,
    heard: &Heard<Choice>,
    side: Side,
    but: &[usize],
    words: Range<usize>,
) -> Vec<String> {
    let pieces = heard.of_kind("piece").filter(|thing| is_own(thing, side));
    let pieces = pieces.map(|thing| (thing.at, with_place(heard, thing)));
    let groups = groups(game, heard, false).into_iter().chain(sharers(game, heard, side));
    let is_meant = |(at, _): &(usize, String)| words.contains(at) && !but.contains(at);
    let mut all: Vec<(usize, String)> = pieces.chain(groups).filter(is_meant).collect();
    all.sort();
    let all: Vec<String> = all.into_iter().map(|(_, text)| text).filter(|text| !is_generic(text)).collect();
    let takes_all = || words.clone().take(heard.words.len()).any(|at| is_all_word(heard, at));
    if all.is_empty() && takes_all() { vec!["all".into()] } else { all }
}

/// Whether a group is whatever someone has.
pub(super) fn is_generic(text: &str) -> bool {
    matches!(text, "units" | "troops" | "leaders")
}

/// Those who are named before a word, besides the pieces at these: pieces, and groups with their number.
pub(super) fn members(game: &Game, heard: &Heard<Choice>, side: Side, but: &[usize], until: usize) -> Vec<String> {
    let takes_all = takes_all(heard);
    // Who takes all takes all troops and leaders.
    let mut of_groups = groups(game, heard, false);
    of_groups.extend(sharers(game, heard, side));
    of_groups.retain(|(_, text)| !(takes_all && is_generic(text)));
    let is_member = |at: usize| !but.contains(&at) && at < until;
    let own = || heard.of_kind("piece").filter(|thing| is_own(thing, side));
    let named = |thing: &&HeardThing<Choice>| is_member(thing.at) && !is_leader(thing);
    if takes_all && of_groups.is_empty() && !own().any(|thing| named(&thing)) {
        let left = left_out(game, heard, side, None);
        return vec![if left.is_empty() { "all".into() } else { format!("all except {}", left.join(", ")) }];
    }
    let pieces = own().map(|thing| (thing.at, with_place(heard, thing)));
    let mut all: Vec<(usize, String)> = pieces.chain(of_groups).filter(|(at, _)| is_member(*at)).collect();
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// Whether a word says where those are who are named before it.
pub(super) fn says_where(heard: &Heard<Choice>, at: usize) -> bool {
    heard.words.get(at).is_some_and(|word| matches!(word.as_str(), "at" | "in" | "from" | "of"))
}

/// The place of those who are named before this word, if the line says where they are.
fn place_of(heard: &Heard<Choice>, end: usize) -> Option<SpaceId> {
    let there = heard.things.iter().find(|thing| thing.at == end + 1).filter(|_| says_where(heard, end))?;
    there.thing.space()
}

/// A piece with its place, if the line says where it is.
pub(super) fn with_place(heard: &Heard<Choice>, thing: &HeardThing<Choice>) -> String {
    let place = place_of(heard, thing.end);
    place.map_or_else(|| thing.typed.clone(), |space| format!("{} at {space}", thing.typed))
}

/// The names of those of a group who are at a place, as many as are meant, the most useful first.
fn at_place(game: &Game, group: &str, space: SpaceId, count: Option<usize>) -> String {
    let Some(is_of_group) = piece_groups::class(group) else { return String::new() };
    let view = View::public(game);
    let side = game.decision().map(|open| open.side);
    let own = Pieces::get().all().iter().filter(|piece| Some(piece.side()) == side && is_of_group(piece));
    let there = own.filter(|piece| view.space_of(*piece) == Some(space));
    let mut there: Vec<PieceId> = there.collect();
    there.sort_by_key(|piece| view.usefulness(*piece));
    let named = there.into_iter().take(count.unwrap_or(usize::MAX));
    named.map(|piece| format!("{piece} at {space}")).collect::<Vec<_>>().join(", ")
}

/// Those who are left out of those who are here; of all, if it is not said where.
pub(super) fn left_out(game: &Game, heard: &Heard<Choice>, side: Side, here: Option<SpaceId>) -> Vec<String> {
    let view = View::public(game);
    let is_here = |thing: &HeardThing<Choice>| {
        here.is_none() || thing.thing.piece().is_some_and(|piece| view.space_of(piece) == here)
    };
    let pieces = heard.things.iter().filter(|thing| thing.is_left_out && is_own(thing, side) && is_here(thing));
    let pieces = pieces.map(|thing| (thing.at, thing.typed.clone()));
    let mut all: Vec<(usize, String)> = pieces.chain(groups(game, heard, true)).collect();
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// Whether a word belongs to something that is named.
fn is_in_name(heard: &Heard<Choice>, at: usize) -> bool {
    heard.things.iter().any(|thing| (thing.at..thing.end).contains(&at))
}

/// Pieces that share a word of their names, with their number: `both Berry battalions` are 2/Berry and 3/Berry.
fn sharers(game: &Game, heard: &Heard<Choice>, side: Side) -> Vec<(usize, String)> {
    let own = View::public(game).on_map(side).units();
    let named = |(at, typed): (usize, &String)| {
        let word = typed.trim_end_matches('s');
        let is_name = word.len() > 3 && !is_common(typed) && group(typed).is_none() && !is_in_name(heard, at);
        let shares =
            |piece: &PieceId| words_of_name(&piece.to_string().replace('/', " ")).iter().any(|own| own == word);
        let sharing = own.filter(|piece| is_name && shares(&piece)).iter().count();
        let count = heard.count_before(at).unwrap_or(sharing);
        (sharing > 1 && !heard.is_left_out(at)).then(|| (at, format!("{count} {word}")))
    };
    heard.words.iter().enumerate().filter_map(named).collect()
}

/// The groups that are named, with how many: those that are left out, or the others.
fn groups(game: &Game, heard: &Heard<Choice>, left_out: bool) -> Vec<(usize, String)> {
    // `the Connecticut provincials` are named already.
    let is_named = |at: usize| {
        let of_piece = |thing: &HeardThing<Choice>| thing.kind == "piece" && thing.end == at && !is_leader(&thing);
        // `three provincial regiments` are one group.
        let is_noun = matches!(heard.words[at].as_str(), "units" | "indians" | "regulars" | "battalions");
        let goes_on = is_noun && at > 0 && group(&heard.words[at - 1]).is_some();
        let of_sharers = at > 0 && sharers_word(game, heard, at - 1);
        goes_on || of_sharers || is_in_name(heard, at) || heard.things.iter().any(of_piece)
    };
    let found = |(at, word): (usize, &String)| {
        let group = group(word).filter(|_| !is_named(at) && heard.is_left_out(at) == left_out)?;
        let count = heard.count_before(at);
        let there = place_of(heard, at + 1).map(|space| at_place(game, group, space, count));
        let text = there.unwrap_or_else(|| count.map_or_else(|| group.to_string(), |count| format!("{count} {group}")));
        (!text.is_empty()).then_some((at, text))
    };
    heard.words.iter().enumerate().filter_map(found).collect()
}

/// Whether a word is one that several pieces share.
fn sharers_word(game: &Game, heard: &Heard<Choice>, at: usize) -> bool {
    [Side::French, Side::British].into_iter().any(|side| sharers(game, heard, side).iter().any(|(word, _)| *word == at))
}
