//! Makes sentences of what a line names that is not understood: a card, a leader, those who go with him, and a place.

use super::piece_groups;
use crate::prompt::heard::{Heard, HeardThing};
use wilderness_war::pieces::{PieceKind, Pieces};
use wilderness_war::{Ask, Choice, Game, SpaceId, View};

/// Groups of pieces, as the grammar knows them.
const GROUPS: [&str; 16] = [
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

/// What stands before those to whom others go.
const JOINING: [&str; 11] =
    ["join", "joins", "hit", "hits", "attack", "attacks", "at", "against", "meet", "strike", "fight"];

/// What raiders do.
const RAIDING: [&str; 10] =
    ["raid", "raids", "raiding", "burn", "burns", "plunder", "plunders", "torch", "pillage", "scalp"];

/// The sentences that a line may mean, the most likely first.
pub fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    match open.ask {
        Ask::Intercept(_) => reaction(game, heard, "intercept"),
        Ask::Avoid(_) => reaction(game, heard, "avoid"),
        Ask::Loss(_) | Ask::RaidLoss(_) => losses(game, heard),
        Ask::AfterActivation => demolitions(heard),
        Ask::Card
        | Ask::Use(_)
        | Ask::Activate(_)
        | Ask::Commander(_)
        | Ask::Mover
        | Ask::Action(_)
        | Ask::March(_) => actions(game, heard),
        _ => Vec::new(),
    }
}

/// Who reacts: those who are named; without a leader, each by himself.
fn reaction(game: &Game, heard: &Heard<Choice>, verb: &str) -> Vec<String> {
    if heard.begins_with("no") {
        return Vec::new();
    }
    let who = members(game, heard, &[], usize::MAX);
    let leader = heard.of_kind("piece").find(is_leader).map(|leader| leader.typed.clone());
    match (leader, who.as_slice()) {
        (_, []) => Vec::new(),
        (Some(leader), [all]) if heard.says("all") && all.starts_with("all") => {
            vec![format!("{verb} with {leader} and {all}")]
        }
        (Some(leader), [only]) if *only == leader => match left_out(game, heard) {
            left if left.is_empty() => vec![format!("{verb} with {leader}")],
            left => vec![
                format!("{verb} with {leader} and all except {}", left.join(", ")),
                format!("{verb} with {leader}"),
            ],
        },
        (None, [first, ..]) => {
            let one = first.trim_start_matches(|c: char| c.is_ascii_digit() || c == ' ');
            vec![format!("{verb} with {}", who.join(", ")), format!("{verb} with {one}")]
        }
        _ => vec![format!("{verb} with {}", who.join(", "))],
    }
}

/// The works that are to be demolished.
fn demolitions(heard: &Heard<Choice>) -> Vec<String> {
    let places: Vec<&str> = heard.of_kind("space").map(|place| place.typed.as_str()).collect();
    let wants = !heard.begins_with("no") && !heard.says("decline") && !heard.says("averse");
    match places.first().filter(|_| wants && (heard.has("demolish") || heard.says("=demolish"))) {
        Some(first) => vec![format!("demolish {first}")],
        None => Vec::new(),
    }
}

/// Those who lose a step: the units that are named, and as many of each group as it says.
fn losses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let Some(open) = game.decision() else { return Vec::new() };
    let offered: Vec<_> = open.choices.iter().filter_map(|choice| choice.piece()).collect();
    let named = heard.of_kind("piece").filter(|thing| thing.is_offered);
    let mut taken: Vec<(usize, String)> = Vec::new();
    for (at, word) in heard.words.iter().enumerate() {
        let is_meant = GROUPS.contains(&word.as_str()) && !heard.is_left_out(at);
        let Some(is_of_group) = piece_groups::class(word).filter(|_| is_meant) else { continue };
        let count = heard.count_before(at);
        // `the regulars first: Béarn and Languedoc` names them.
        let of_group = |thing: &&HeardThing<Choice>| thing.thing.piece().is_some_and(|piece| is_of_group(&piece));
        if named.clone().filter(of_group).count() >= count.unwrap_or(1) {
            continue;
        }
        let count = count.unwrap_or(usize::MAX);
        let group = offered.iter().filter(|piece| is_of_group(piece)).take(count);
        taken.extend(group.map(|piece| (at, piece.to_string())));
    }
    if taken.is_empty() {
        return Vec::new();
    }
    taken.extend(named.map(|thing| (thing.at, thing.typed.clone())));
    taken.sort_by_key(|(at, _)| *at);
    let owed = match open.ask {
        Ask::Loss(left) | Ask::RaidLoss(left) => usize::from(left),
        _ => 0,
    };
    vec![taken.into_iter().take(owed).map(|(_, name)| name).collect::<Vec<_>>().join(", ")]
}

/// What is done with a card.
fn actions(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let has = |words: &[&str]| words.iter().any(|word| heard.has(word));
    let card = heard.of_kind("card").find(|card| card.is_offered).map(|card| card.thing);
    let number = match card {
        Some(Choice::Card(card)) => Some(card.0),
        _ => cheapest(game).filter(|_| heard.says("cheapest")),
    };
    let using = number.map_or(String::new(), |number| format!(" using {number}"));
    let places: Vec<&str> = heard.of_kind("space").map(|place| place.typed.as_str()).collect();
    let mut all = Vec::new();
    let is_campaign = heard.of_kind("card").any(|card| card.typed.contains("campaign"));
    all.extend(campaign(heard, &places).filter(|_| is_campaign));
    if let Some(number) = number.filter(|_| is_campaign || heard.says("event")) {
        all.push(format!("play {number} for event"));
    }
    if has(&["stockade", "stockades"]) && !places.is_empty() {
        all.push(format!("build stockade {}{using}", places.join(", ")));
    } else if let Some(fort) = heard.words.iter().position(|word| matches!(word.as_str(), "fort" | "forts"))
        && has(&["build", "start", "begin", "begun", "new", "construct", "finish", "complete"])
    {
        let there = heard.of_kind("space").filter(|place| place.at >= fort).map(|place| place.typed.as_str());
        // `two forts, at Venango and at Logstown`, but `finish the fort at Venango that covers Logstown`.
        let count = if heard.has("forts") { usize::MAX } else { 1 };
        let there: Vec<&str> = there.take(count).collect();
        let there = if there.is_empty() { places.last().copied().into_iter().collect() } else { there };
        all.extend((!there.is_empty()).then(|| format!("build fort {}{using}", there.join(", "))));
    }
    if has(&RAIDING) {
        let (who, manner) = (members(game, heard, &[], usize::MAX), manner(heard));
        let raid = |at: &&str| format!("raid {at} with {}{manner}{using}", who.join(", "));
        all.extend(places.last().filter(|_| !who.is_empty()).map(raid));
    }
    all.extend(marches(game, heard, if is_campaign { "" } else { &using }).into_iter().filter(|_| !is_campaign));
    if has(&["siege", "besiege", "besieges", "dig", "trench", "trenches"])
        && !has(&["lift", "lifts", "raise", "abandon"])
    {
        let named = places.last().map(|place| place.to_string());
        // A siege that goes on need not be named.
        let besieged = View::public(game).besieged_spaces();
        let besieged = besieged.iter().map(|space| space.to_string());
        all.extend(named.into_iter().chain(besieged).map(|place| format!("siege {place}{using}")));
    }
    match number {
        Some(number) if all.is_empty() && heard.says("value") => all.push(format!("play {number} for force")),
        Some(number) if all.is_empty() => all.extend([format!("play {number} for event"), format!("play {number}")]),
        _ => {}
    }
    all
}

/// The card with the lowest number that may be played.
fn cheapest(game: &Game) -> Option<u8> {
    let cards = game.decision()?.choices.iter().filter_map(|choice| match choice {
        Choice::Card(card) => Some(*card),
        _ => None,
    });
    cards.min_by_key(|card| (game.scripts().deck().value(*card), card.0)).map(|card| card.0)
}

/// Two leaders of a campaign, and where each goes: what is named once is where both go.
fn campaign(heard: &Heard<Choice>, places: &[&str]) -> Option<String> {
    let leaders: Vec<&str> = heard.of_kind("piece").filter(is_leader).map(|leader| leader.typed.as_str()).collect();
    let ([one, other, ..], [.., last]) = (leaders.as_slice(), places) else { return None };
    let first = if places.len() > 1 { places[places.len() - 2] } else { last };
    Some(format!("campaign with {one} to {first} and {other} to {last}"))
}

/// A leader, or units, and where they go.
fn marches(game: &Game, heard: &Heard<Choice>, using: &str) -> Vec<String> {
    let first = heard.of_kind("piece").find(is_leader).or_else(|| heard.of_kind("piece").next());
    // What is said of another leader afterwards is another march.
    let is_next = |other: &&HeardThing<Choice>| {
        first.is_some_and(|first| other.at > first.at && heard.clause(other.at) > heard.clause(first.at))
    };
    let next = heard.of_kind("piece").filter(is_leader).find(is_next);
    let here = first.and_then(|first| match first.thing {
        Choice::Piece(piece) => View::public(game).space_of(piece),
        _ => None,
    });
    // Until another place is named, others go along.
    let is_other = |place: &HeardThing<Choice>| matches!(place.thing, Choice::Space(space) if Some(space) != here);
    let has_place =
        |next: &&HeardThing<Choice>| heard.of_kind("space").any(|place| place.at < next.at && is_other(place));
    let until = next.filter(has_place).map_or(usize::MAX, |next| next.at);
    let elsewhere = |place: &&HeardThing<Choice>| is_other(place) && place.at < until;
    let named = heard.of_kind("space").filter(elsewhere).last().map(|to| to.typed.clone());
    // Who attacks or joins a piece goes where that piece is.
    let other = heard.of_kind("piece").filter(|other| first.is_some_and(|first| other.at > first.at));
    let spaces = other.filter_map(|other| View::public(game).space_of(other.thing.piece()?));
    let joined = spaces.filter(|space| Some(*space) != here).last().map(|space| space.to_string());
    let Some(to) = named.or(joined.filter(|_| JOINING.iter().any(|word| heard.has(word)))) else { return Vec::new() };
    let manner = manner(heard);
    let is_apart = |thing: &&HeardThing<Choice>| match thing.thing {
        Choice::Piece(piece) => is_leader(thing) && View::public(game).space_of(piece) != here,
        _ => false,
    };
    let apart: Vec<usize> = heard.of_kind("piece").filter(is_apart).map(|thing| thing.at).collect();
    let but: Vec<usize> = first.map(|first| first.at).into_iter().chain(apart).collect();
    let who = members(game, heard, &but, until);
    let Some(first) = first else {
        let who = if who.is_empty() { return Vec::new() } else { who.join(", ") };
        return vec![format!("activate {who} to {to}{manner}{using}")];
    };
    let named = |with: &str| format!("activate {}{with} to {to}{manner}{using}", first.typed);
    let left: Vec<String> = left_out(game, heard);
    let all = if left.is_empty() { " with all".to_string() } else { format!(" with all except {}", left.join(", ")) };
    match () {
        () if ["alone", "allein", "seul", "himself"].iter().any(|word| heard.has(word)) => vec![named(" alone")],
        () if !who.is_empty() => vec![named(&format!(" with {}", who.join(", ")))],
        () if is_leader(&first) => vec![named(&all), named("")],
        () => vec![named("")],
    }
}

fn is_leader(thing: &&HeardThing<Choice>) -> bool {
    matches!(thing.thing, Choice::Piece(piece) if piece.facts().kind == PieceKind::Leader)
}

/// How they go, if the line says so.
fn manner(heard: &Heard<Choice>) -> &'static str {
    let has = |words: &[&str]| words.iter().any(|word| heard.has(word));
    match () {
        () if has(&["sea", "ship", "ships", "sail", "sails", "naval"]) => " by sea",
        () if has(&["infiltrate", "infiltrates", "infiltrating", "slip", "slips", "sneak", "sneaks", "past"]) => {
            " by infiltration"
        }
        () if has(&["boat", "boats", "river", "lake", "canoe", "bateaux", "bateau"]) => " by boat",
        () => "",
    }
}

/// Those who are named before a word, besides the pieces at these: pieces, and groups with their number.
fn members(game: &Game, heard: &Heard<Choice>, but: &[usize], until: usize) -> Vec<String> {
    // Who takes all takes all troops and leaders.
    let is_generic = |text: &str| heard.says("all") && matches!(text, "units" | "troops" | "leaders");
    let mut of_groups = groups(game, heard, false);
    of_groups.retain(|(_, text)| !is_generic(text));
    let is_member = |at: usize| !but.contains(&at) && at < until;
    let named = |thing: &&HeardThing<Choice>| is_member(thing.at) && !is_leader(thing);
    if heard.says("all") && of_groups.is_empty() && !heard.of_kind("piece").any(|thing| named(&thing)) {
        let left = left_out(game, heard);
        return vec![if left.is_empty() { "all".into() } else { format!("all except {}", left.join(", ")) }];
    }
    let pieces = heard.of_kind("piece").map(|thing| (thing.at, with_place(heard, thing)));
    let mut all: Vec<(usize, String)> = pieces.chain(of_groups).filter(|(at, _)| is_member(*at)).collect();
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// The place of those who are named before this word, if the line says where they are.
fn place_of(heard: &Heard<Choice>, end: usize) -> Option<SpaceId> {
    let says_where = heard.words.get(end).is_some_and(|word| matches!(word.as_str(), "at" | "in" | "from" | "of"));
    let there = heard.things.iter().find(|thing| thing.at == end + 1).filter(|_| says_where)?;
    match there.thing {
        Choice::Space(space) => Some(space),
        _ => None,
    }
}

/// A piece with its place, if the line says where it is.
fn with_place(heard: &Heard<Choice>, thing: &HeardThing<Choice>) -> String {
    let place = place_of(heard, thing.end);
    place.map_or_else(|| thing.typed.clone(), |space| format!("{} at {space}", thing.typed))
}

/// The names of those of a group who are at a place, as many as are meant.
fn at_place(game: &Game, group: &str, space: SpaceId, count: Option<usize>) -> String {
    let Some(is_of_group) = piece_groups::class(group) else { return String::new() };
    let view = View::public(game);
    let there = Pieces::get().all().iter().filter(|piece| is_of_group(piece) && view.space_of(*piece) == Some(space));
    there.take(count.unwrap_or(usize::MAX)).map(|piece| format!("{piece} at {space}")).collect::<Vec<_>>().join(", ")
}

/// Those who are left out.
fn left_out(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
    let pieces = heard.things.iter().filter(|thing| thing.kind == "piece" && thing.is_left_out);
    let pieces = pieces.map(|thing| (thing.at, thing.typed.clone()));
    let mut all: Vec<(usize, String)> = pieces.chain(groups(game, heard, true)).collect();
    all.sort();
    all.into_iter().map(|(_, text)| text).collect()
}

/// The groups that are named, with how many: those that are left out, or the others.
fn groups(game: &Game, heard: &Heard<Choice>, left_out: bool) -> Vec<(usize, String)> {
    // `the Connecticut provincials` are named already.
    let is_named = |at: usize| {
        let of_name = |thing: &HeardThing<Choice>| (thing.at..thing.end).contains(&at);
        let of_piece = |thing: &HeardThing<Choice>| thing.kind == "piece" && thing.end == at && !is_leader(&thing);
        // `three provincial regiments` are one group.
        let is_noun = matches!(heard.words[at].as_str(), "units" | "indians");
        let goes_on = is_noun && at > 0 && GROUPS.contains(&heard.words[at - 1].as_str());
        goes_on || heard.things.iter().any(|thing| of_name(thing) || of_piece(thing))
    };
    let group = |(at, word): (usize, &String)| {
        let is_meant = GROUPS.contains(&word.as_str()) && !is_named(at) && heard.is_left_out(at) == left_out;
        let count = heard.count_before(at);
        let there = place_of(heard, at + 1).map(|space| at_place(game, word, space, count));
        let text = there.unwrap_or_else(|| count.map_or_else(|| word.clone(), |count| format!("{count} {word}")));
        (is_meant && !text.is_empty()).then_some((at, text))
    };
    heard.words.iter().enumerate().filter_map(group).collect()
}
