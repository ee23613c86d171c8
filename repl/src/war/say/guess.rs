//! Makes sentences of what a line names that is not understood, by what is asked, and says what the rules have against it.

use super::muster::{self, is_leader, is_own, left_out, members};
use super::orders;
use super::piece_groups;
use crate::prompt::heard::{Heard, HeardThing, is_word_for};
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, Choice, Game, PieceId, Side, SpaceId, View};

/// The sentences that a line may mean, the most likely first.
pub fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    match &open.ask {
        Ask::Intercept(_) => reaction(game, heard, open.side, "intercept"),
        Ask::Avoid(_) => reaction(game, heard, open.side, "avoid"),
        Ask::Loss(_) | Ask::RaidLoss(_) => losses(game, heard),
        Ask::AfterActivation | Ask::Demolish => demolitions(game, heard, open.side),
        ask if orders::is_time(ask) => {
            [demolitions(game, heard, open.side), orders::sentences(game, heard, open.side)].concat()
        }
        _ => Vec::new(),
    }
}

/// What the rules say against a line, where no sentence says it.
pub fn objections(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let pieces = || heard.of_kind("piece").filter(|thing| is_own(thing, open.side));
    let spares = || heard.things.iter().any(|thing| thing.is_left_out && is_own(thing, open.side));
    let picks = heard.says("only")
        && (pieces().next().is_some() || heard.words.iter().any(|word| muster::group(word).is_some()));
    match &open.ask {
        Ask::Assault(space) if picks || spares() || !left_out(game, heard, open.side, None).is_empty() => {
            vec![format!("all units and leaders at {space} take part in an assault (9.12)")]
        }
        Ask::Intercept(_) => {
            let one = "one force or unit may try to intercept at each space that is entered, and only once (6.72)";
            (pieces().count() > 1 && tries_twice(heard)).then(|| one.to_string()).into_iter().collect()
        }
        Ask::Event(_) => spent(game, heard)
            .into_iter()
            .chain(arrivals(game, heard))
            .chain(orders::untimely(heard, open.side))
            .collect(),
        Ask::AfterActivation | Ask::Demolish | Ask::Assault(_) | Ask::Loss(_) => {
            orders::untimely(heard, open.side).into_iter().collect()
        }
        ask if orders::is_time(ask) => orders::objections(game, heard, open.side),
        _ => Vec::new(),
    }
}

/// That a unit of which another is wanted is on the map, where there is only one of its name.
fn spent(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let view = View::public(game);
    let is_unit = |thing: &&HeardThing<Choice>| !thing.is_offered && !is_leader(thing);
    let text = |thing: &HeardThing<Choice>| {
        let piece = thing.thing.piece()?;
        let why = game.why().why_not(thing.thing)?;
        let there = view.space_of(piece).filter(|_| why.to_string().contains("not reduced"))?;
        let others = Pieces::get().all().iter().filter(|other| other.to_string() == piece.to_string()).count();
        (others == 1).then(|| format!("{piece} is at {there} already, at full strength, and there is no other (5.52)"))
    };
    heard.of_kind("piece").filter(is_unit).filter_map(text).collect()
}

/// Where those come in who are named with a place of their own choice.
fn arrivals(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let joins = |thing: &HeardThing<Choice>| {
        let piece = thing.thing.piece().filter(|_| thing.is_offered)?;
        let home = piece.facts().home?;
        View::public(game).space_of(piece).is_none().then(|| format!("{piece} at {home}"))
    };
    let homes: Vec<String> = heard.things.iter().filter(|thing| thing.is_wanted()).filter_map(joins).collect();
    let is_elsewhere = |place: &HeardThing<Choice>| {
        let before = place.at.checked_sub(1).map_or("", |before| heard.words[before].as_str());
        matches!(before, "at" | "in" | "to" | "into" | "near")
            && !homes.iter().any(|home| home.ends_with(&format!(" at {}", place.thing)))
    };
    match heard.of_kind("space").any(is_elsewhere) && !homes.is_empty() {
        true => vec![format!("each comes in at its own settlement (5.53): {}", homes.join(", "))],
        false => Vec::new(),
    }
}

/// Whether one is to try after another.
fn tries_twice(heard: &Heard<Choice>) -> bool {
    heard.has_any(&["first", "fails", "fail", "if", "otherwise"])
        || heard.words.iter().any(|word| is_word_for("then", word))
}

/// Who reacts: those who are named, with all or without those who stay; without a leader, each by himself.
fn reaction(game: &Game, heard: &Heard<Choice>, side: Side, verb: &str) -> Vec<String> {
    if heard.begins_with("no") || heard.says("decline") {
        return Vec::new();
    }
    let who = members(game, heard, side, &[], usize::MAX);
    let left = left_out(game, heard, side, None);
    let mut pieces = heard.of_kind("piece").filter(|thing| is_own(thing, side));
    if let Some(first) = pieces.next().filter(|_| pieces.next().is_some() && tries_twice(heard)) {
        return vec![format!("{verb} with {}", first.typed)];
    }
    let leader = heard.of_kind("piece").find(|thing| is_leader(thing) && is_own(thing, side));
    let but = if left.is_empty() { String::new() } else { format!(" except {}", left.join(", ")) };
    let Some(leader) = leader.map(|leader| leader.typed.clone()) else {
        return match who.as_slice() {
            [] => Vec::new(),
            [first, ..] => {
                let one = first.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
                vec![format!("{verb} with {}", who.join(", ")), format!("{verb} with {one}")]
            }
        };
    };
    let alone = format!("{verb} with {leader}");
    let all = format!("{verb} with {leader} and all{but}");
    let others: Vec<&String> = who.iter().filter(|one| **one != leader && !one.starts_with("all")).collect();
    match () {
        () if !others.is_empty() => {
            let named = std::iter::once(&leader).chain(others).map(String::as_str).collect::<Vec<_>>();
            vec![format!("{verb} with {}", named.join(", ")), all]
        }
        () if muster::takes_all(heard) || !left.is_empty() => vec![all, alone],
        () => vec![alone],
    }
}

/// The works that are to be demolished: those of the side that are named, or else others, of which the rules say why not.
fn demolitions(game: &Game, heard: &Heard<Choice>, side: Side) -> Vec<String> {
    let view = View::public(game);
    let own = view.demolishable();
    let named = heard.of_kind("space").filter_map(|place| place.thing.space());
    let held = heard.of_kind("piece").filter_map(|thing| view.space_of(thing.thing.piece()?));
    let mut places: Vec<SpaceId> = named.collect();
    if places.is_empty() && heard.has_any(&["new", "just", "captured", "begun", "unfinished", "half"]) {
        places.extend(view.works(side).under_construction.iter().filter(|space| own.contains(*space)));
    }
    if places.is_empty() {
        places.extend(held);
    }
    if places.iter().any(|space| own.contains(*space)) {
        places.retain(|space| own.contains(*space));
    }
    places.dedup();
    let is_end = game.decision().is_some_and(|open| open.ask == Ask::AfterActivation);
    let wants = orders::destroys(heard) || is_end && heard.has_any(&["burn", "torch"]);
    let declines = heard.begins_with("no") || heard.says("decline") || heard.says("averse");
    if places.is_empty() || !wants || declines {
        return Vec::new();
    }
    let names: Vec<String> = places.iter().map(SpaceId::to_string).collect();
    let all = format!("demolish {}", names.join(", "));
    let each = names.iter().map(|place| format!("demolish {place}"));
    std::iter::once(all).chain(each).collect()
}

/// What says that a unit is lost with all its steps.
const WHOLLY: [&str; 6] = ["completely", "entirely", "totally", "wholly", "twice", "altogether"];

/// Those who lose a step: the units that are named, and as many of each group as it says.
fn losses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let offered: Vec<_> = open.choices.iter().filter_map(|choice| choice.piece()).collect();
    let named = heard.of_kind("piece").filter(|thing| thing.is_offered);
    let mut taken: Vec<(usize, String)> = Vec::new();
    for (at, word) in heard.words.iter().enumerate() {
        let is_meant = !heard.is_left_out(at);
        let Some(is_of_group) = muster::group(word).and_then(piece_groups::class).filter(|_| is_meant) else {
            continue;
        };
        let count = heard.count_before(at);
        // `the regulars first: Béarn and Languedoc` names them.
        let of_group = |thing: &&HeardThing<Choice>| thing.thing.piece().is_some_and(|piece| is_of_group(&piece));
        if named.clone().filter(of_group).count() >= count.unwrap_or(1) {
            continue;
        }
        let count = count.unwrap_or(usize::MAX);
        let is_named = |piece: &PieceId| named.clone().any(|thing| thing.thing.piece() == Some(*piece));
        let group = offered.iter().filter(|piece| is_of_group(piece) && !is_named(piece)).take(count);
        taken.extend(group.map(|piece| (at, piece.to_string())));
    }
    let counted = named.flat_map(|thing| {
        let is_whole =
            |at: usize| heard.clause(at) == heard.clause(thing.at) && WHOLLY.contains(&heard.words[at].as_str());
        let is_lost = (0..heard.words.len()).any(is_whole)
            && thing.thing.piece().is_some_and(|piece| !View::public(game).reduced().contains(piece));
        let count = if is_lost { 2 } else { heard.count_before(thing.at).unwrap_or(1) };
        std::iter::repeat_n((thing.at, thing.typed.clone()), count)
    });
    taken.extend(counted);
    taken.sort_by_key(|(at, _)| *at);
    let owed = match open.ask {
        Ask::Loss(left) | Ask::RaidLoss(left) => usize::from(left),
        _ => 0,
    };
    let all: Vec<String> = taken.into_iter().take(owed).map(|(_, name)| name).collect();
    if all.is_empty() { Vec::new() } else { vec![all.join(", ")] }
}
