//! Sentences of what a line does with a card, made of what it names: who goes where, and what is built, besieged, raided
//! or played. Several are made of one line; which of them takes up most, and can be carried out, is found out by trying.

mod marches;

use super::muster::{self, is_leader, is_own, members};
use crate::prompt::heard::{Heard, HeardThing, number, stem, words_of_name};
use wilderness_war::{Ask, CardId, Choice, Game, Side, SpaceId, View};

/// What raiders do.
const RAIDING: [&str; 11] =
    ["raid", "raids", "raiding", "burn", "burns", "plunder", "plunders", "torch", "pillage", "scalp", "scalps"];

/// What builders do.
const BUILDING: [&str; 15] = [
    "build",
    "builds",
    "start",
    "starts",
    "begin",
    "begun",
    "new",
    "construct",
    "finish",
    "finishes",
    "complete",
    "completes",
    "buys",
    "raise",
    "erect",
];

/// What besiegers do.
const BESIEGING: [&str; 10] =
    ["seige", "beseige", "siege", "besiege", "besieges", "besieging", "dig", "trench", "trenches", "sap"];

/// What ends a siege.
const LIFTING: [&str; 7] = ["lift", "lifts", "raise", "raises", "abandon", "abandons", "break"];

/// What those do who storm a work.
const STORMING: [&str; 9] =
    ["asault", "over the wall", "assault", "storm", "storms", "assaults", "escalade", "stormed", "storming"];

/// What says that troops come with a card's event.
const ARRIVING: [&str; 7] = ["reinforcement", "reinforcements", "reinforce", "land", "lands", "arrive", "raise"];

/// Who acts alone.
const ALONE: [&str; 5] = ["alone", "allein", "seul", "by himself", "nobody else"];

/// The most cards among which a sentence is tried.
const MOST_CARDS: usize = 3;

/// A line that does something with a card.
struct Order<'a> {
    game: &'a Game,
    heard: &'a Heard<Choice>,
    side: Side,
}

/// The sentences that a line may mean, the most likely first.
pub(super) fn sentences(game: &Game, heard: &Heard<Choice>, side: Side) -> Vec<String> {
    let order = Order { game, heard, side };
    let cards = order.cards();
    let is_campaign = heard.of_kind("card").any(|card| card.typed.contains("campaign")) || heard.has("campaign");
    let mut all = Vec::new();
    all.extend(order.campaign().filter(|_| is_campaign || order.forces().len() > 1));
    let deeds = [order.works(), order.raids(), order.marches(), order.sieges()].concat();
    let deeds = deeds.into_iter().filter(|_| !is_campaign);
    let with_cards = deeds.flat_map(|deed| match cards.as_slice() {
        [] => vec![deed],
        // If the card will not do, another may.
        cards => cards.iter().map(|card| format!("{deed} using {card}")).chain([deed.clone()]).collect(),
    });
    let with_cards: Vec<String> = with_cards.collect();
    let is_event = is_campaign || heard.says("event") || order.has(&ARRIVING) || with_cards.is_empty();
    let is_wanted = heard.says("event") || order.has(&ARRIVING);
    match cards.first() {
        Some(_) if !is_event || heard.says("value") && !heard.says("event") => all.extend(with_cards),
        Some(_) => {
            all.extend(with_cards);
            let events = cards.iter().flat_map(|card| order.events(*card, is_wanted));
            all.extend(events);
        }
        None => {
            let names_no_piece = heard.of_kind("piece").next().is_none();
            let like = order.cards_like().into_iter().filter(|_| names_no_piece);
            let events =
                like.flat_map(|card| order.events(card, true)).chain(order.arrivals().filter(|_| names_no_piece));
            let mut both = [with_cards, events.collect()];
            if order.has(&ARRIVING) {
                both.reverse();
            }
            all.extend(both.concat());
        }
    }
    if let Some(card) = cards.first().filter(|_| all.is_empty() && heard.says("value")) {
        all.push(format!("play {card} for force"));
    }
    all
}

/// What the rules say against what a line does with a card.
pub(super) fn objections(game: &Game, heard: &Heard<Choice>, side: Side) -> Vec<String> {
    let order = Order { game, heard, side };
    let mut all = Vec::new();
    let is_campaign = heard.of_kind("card").any(|card| card.typed.contains("campaign")) || heard.has("campaign");
    if let ([(one, there), (other, elsewhere), ..], false) = (order.forces().as_slice(), is_campaign) {
        all.push(format!(
            "a card activates one force (5.32), or two with the event of Campaign: `campaign with {one} to {there} and \
             {other} to {elsewhere}`"
        ));
    }
    all.extend(order.too_low());
    let has = |words: &[&str]| order.has(words);
    if has(&["stockade", "stockades"]) && has(&["fort", "forts"]) && has(&BUILDING) {
        all.push("one card builds stockades or forts, but not both (5.4)".into());
    }
    all
}

/// That a line wants something which takes a card, where none is played.
pub(super) fn untimely(heard: &Heard<Choice>, side: Side) -> Option<String> {
    let builds =
        !destroys(heard) && heard.has_any(&BUILDING) && heard.has_any(&["fort", "forts", "stockade", "stockades"]);
    let is_goal = |place: &HeardThing<Choice>| {
        let before = place.at.checked_sub(1).map_or("", |before| heard.words[before].as_str());
        matches!(before, "to" | "into" | "onto" | "on")
    };
    let marches = heard.of_kind("piece").any(|thing| is_own(thing, side)) && heard.of_kind("space").any(is_goal);
    match () {
        () if builds => {
            Some("building takes a card of its own, which is played at the next action phase (5.26, 5.4)".into())
        }
        () if marches => {
            Some("who marches is activated by a card, which is played at the next action phase (5.31)".into())
        }
        () => None,
    }
}

/// The word with which a line that wants a siege goes on to an assault.
pub fn storms_later(heard: &Heard<Choice>) -> Option<usize> {
    let is_one_of = |words: &[&str], at: usize| words.contains(&heard.words[at].as_str());
    let digs = (0..heard.words.len()).find(|at| is_one_of(&BESIEGING, *at))?;
    (digs..heard.words.len()).find(|at| is_one_of(&STORMING, *at))
}

/// Whether a line wants something demolished.
pub(super) fn destroys(heard: &Heard<Choice>) -> bool {
    heard.has_any(&["demolish", "mines"]) || heard.says("=demolish")
}

impl Order<'_> {
    /// That the card which is named activates no leader like the one who is to march by it, and which would.
    fn too_low(&self) -> Option<String> {
        let heard = self.heard;
        let mut leaders = heard.of_kind("piece").filter(|thing| is_leader(thing) && is_own(thing, self.side));
        let leader = leaders.next().filter(|_| leaders.next().is_none())?.thing.piece()?;
        let names_card = heard.of_kind("card").next().is_some() && !heard.says("event") && !self.has(&ALONE);
        let value = |card: &u8| self.game.scripts().deck().value(CardId(*card));
        let highest = self.cards().iter().map(value).max().filter(|_| names_card && !self.marches().is_empty())?;
        let needed = leader.facts().initiative;
        let able = if needed == 3 { "value 3" } else { "value 2 or 3" };
        (highest < needed).then(|| {
            format!("{leader} has initiative {needed}: a card of value {highest} does not activate him, one of {able} does (5.32)")
        })
    }

    fn view(&self) -> View<'_> {
        View::public(self.game)
    }

    fn has(&self, words: &[&str]) -> bool {
        self.heard.has_any(words)
    }

    /// The places that the line wants something of, in order.
    fn places(&self) -> Vec<String> {
        self.heard.of_kind("space").map(|place| place.thing.to_string()).collect()
    }

    /// The numbers of the cards that may be meant: those that are named, or that have the value which the line says.
    fn cards(&self) -> Vec<u8> {
        let heard = self.heard;
        let mut named: Vec<u8> = Vec::new();
        for card in heard.of_kind("card") {
            if let Choice::Card(card) = card.thing
                && !named.contains(&card.0)
            {
                named.push(card.0);
            }
        }
        if !named.is_empty() {
            return named;
        }
        let hand = self.hand();
        let value = |card: &CardId| self.game.scripts().deck().value(*card);
        let is_value = |at: usize| {
            let (word, next) = (&heard.words[at], heard.words.get(at + 1));
            let joined = ["-card", "-pointer", "-er"].iter().find_map(|end| word.strip_suffix(end)).and_then(number);
            let apart = next.filter(|next| matches!(next.as_str(), "card" | "pointer")).and_then(|_| number(word));
            let after = next.filter(|_| word == "value").and_then(|next| number(next));
            joined.or(apart).or(after).filter(|value| *value <= 3)
        };
        if let Some(worth) = (0..heard.words.len()).find_map(is_value) {
            let able = hand.iter().filter(|card| usize::from(value(card)) == worth);
            return able.take(MOST_CARDS).map(|card| card.0).collect();
        }
        let cheapest = hand.iter().min_by_key(|card| (value(card), card.0)).filter(|_| heard.says("cheapest"));
        let only = hand.first().filter(|_| hand.len() == 1);
        cheapest.or(only).map(|card| card.0).into_iter().collect()
    }

    /// The cards that may be played now.
    fn hand(&self) -> Vec<CardId> {
        self.game.decision().map_or_else(Vec::new, super::card_choice::hand)
    }

    /// The cards whose event may be played, and which are called like something in the line: `regulars to louisbourg`.
    fn cards_like(&self) -> Vec<u8> {
        let view = self.game.view(self.side);
        let is_playable = |card: &CardId| view.can_play(*card).is_ok_and(|can| can);
        let words: Vec<String> = self.heard.words.iter().filter(|word| word.len() > 4).map(|word| stem(word)).collect();
        let sides: Vec<String> =
            [Side::French, Side::British].iter().map(|side| stem(&side.to_string().to_lowercase())).collect();
        let is_like = |card: &CardId| {
            let name = self.game.scripts().deck().card(*card).map_or_else(String::new, |facts| facts.name.clone());
            let of_name = words_of_name(&name).into_iter().map(|word| stem(&word));
            of_name.filter(|word| word.len() > 4 && !sides.contains(word)).any(|word| words.contains(&word))
        };
        let like = self.hand().into_iter().filter(|card| is_like(card) && is_playable(card));
        like.take(MOST_CARDS).map(|card| card.0).collect()
    }

    /// Any card as an event by which troops come in at a place that is named.
    fn arrivals(&self) -> impl Iterator<Item = String> {
        let place = self.places().pop().filter(|_| self.has(&ARRIVING));
        let hand = self.hand().into_iter();
        place.into_iter().flat_map(move |place| hand.clone().map(move |card| format!("play {card} for event, {place}")))
    }

    /// A card as an event, with where its troops come in.
    fn events(&self, card: u8, is_wanted: bool) -> Vec<String> {
        let event = format!("play {card} for event");
        if !is_wanted {
            let is_playable = self.game.view(self.side).can_play(CardId(card)).is_ok_and(|can| can);
            return if is_playable { vec![event] } else { Vec::new() };
        }
        let there = self.places().last().map(|place| format!("{event}, {place}"));
        there.into_iter().chain([event]).collect()
    }

    /// The leaders of forces that stand in different places, each with where he goes.
    fn forces(&self) -> Vec<(String, String)> {
        let heard = self.heard;
        let mut forces: Vec<(usize, SpaceId, String, String)> = Vec::new();
        for leader in heard.of_kind("piece").filter(|thing| is_leader(thing) && is_own(thing, self.side)) {
            let Some(from) = self.space_of(leader) else { continue };
            if forces.iter().any(|(_, other, ..)| *other == from) {
                continue;
            }
            let is_goal = |place: &&HeardThing<Choice>| {
                place.at > leader.at && place.thing != Choice::Space(from) && !self.is_source(place)
            };
            let next = heard.of_kind("piece").find(|other| other.at > leader.at && is_leader(other));
            let until = next.map_or(usize::MAX, |next| next.at);
            if let Some(to) = heard.of_kind("space").find(|place| is_goal(place) && place.at < until) {
                forces.push((leader.at, from, leader.typed.clone(), to.thing.to_string()));
            }
        }
        forces.into_iter().map(|(_, _, leader, to)| (leader, to)).collect()
    }

    /// Two leaders of a campaign, and where each goes: what is named once is where both go.
    fn campaign(&self) -> Option<String> {
        let named = self.heard.of_kind("piece").filter(|thing| is_leader(thing) && is_own(thing, self.side));
        let leaders: Vec<&HeardThing<Choice>> = named.collect();
        let places = self.places();
        let ([one, other, ..], [.., last]) = (leaders.as_slice(), places.as_slice()) else { return None };
        let forces = self.forces();
        let goal = |leader: &HeardThing<Choice>| {
            let known = forces.iter().find(|(name, _)| *name == leader.typed).map(|(_, goal)| goal);
            known.or(Some(last).filter(|_| places.len() == 1))
        };
        let (first, last) = (goal(one)?, goal(other)?);
        let with = |leader: &HeardThing<Choice>, until: usize| {
            let but: Vec<usize> = leaders.iter().map(|leader| leader.at).collect();
            let who = muster::members_in(self.game, self.heard, self.side, &but, leader.at..until);
            let is_alone =
                (leader.at..until.min(self.heard.words.len())).any(|at| ALONE.contains(&self.heard.words[at].as_str()));
            match who.is_empty() || is_alone {
                true if is_alone => format!("{} alone", leader.typed),
                true => leader.typed.clone(),
                false => format!("{} with {}", leader.typed, who.join(", ")),
            }
        };
        let (one, other) = (with(one, other.at), with(other, usize::MAX));
        Some(format!("campaign with {one} to {first} and {other} to {last}"))
    }

    /// What is built.
    fn works(&self) -> Vec<String> {
        let (heard, places) = (self.heard, self.places());
        let mut all = Vec::new();
        if destroys(heard) {
            return all;
        }
        if self.has(&["stockade", "stockades"]) && !places.is_empty() {
            all.push(format!("build stockade {}", places.join(", ")));
            all.extend(self.allowed_sites("stockade", &places));
        }
        let Some(fort) = heard.words.iter().position(|word| matches!(word.as_str(), "fort" | "forts")) else {
            return all;
        };
        let names_nobody = heard.of_kind("piece").all(|thing| !is_own(thing, self.side));
        let fights = self.has(&STORMING) || self.has(&BESIEGING) || self.has(&RAIDING);
        let lists = heard.has("forts") && names_nobody && !fights;
        if !self.has(&BUILDING) && !lists {
            return all;
        }
        let there = heard.of_kind("space").filter(|place| place.at >= fort).map(|place| place.thing.to_string());
        // `two forts, at Venango and at Logstown`, but `finish the fort at Venango that covers Logstown`.
        let count = if heard.has("forts") { usize::MAX } else { 1 };
        let there: Vec<String> = there.take(count).collect();
        let there = if there.is_empty() { places.last().cloned().into_iter().collect() } else { there };
        all.extend((!there.is_empty()).then(|| format!("build fort {}", there.join(", "))));
        all.extend(self.allowed_sites("fort", &there));
        if places.is_empty() {
            let begun = self.view().works(self.side).under_construction;
            all.extend(begun.iter().map(|space| format!("build fort {space}")));
        }
        all
    }

    /// The same with only those of several places where the rules allow it.
    fn allowed_sites(&self, work: &str, places: &[String]) -> Option<String> {
        let view = self.game.view(self.side);
        let sites = if work == "fort" { view.fort_sites() } else { view.stockade_sites() };
        let allowed: Vec<&str> = sites
            .iter()
            .map(|space| space.to_string())
            .filter_map(|name| places.iter().find(|place| **place == name).map(String::as_str))
            .collect();
        let is_part = !allowed.is_empty() && allowed.len() < places.len();
        is_part.then(|| format!("build {work} {}", allowed.join(", ")))
    }

    /// Who raids where.
    fn raids(&self) -> Vec<String> {
        if !self.has(&RAIDING) {
            return Vec::new();
        }
        let (who, manner) = (members(self.game, self.heard, self.side, &[], usize::MAX), self.manner());
        let Some(at) = self.places().pop().filter(|_| !who.is_empty()) else { return Vec::new() };
        let raid = format!("raid {at} with {}", who.join(", "));
        let through = manner.is_empty().then(|| format!("{raid} by infiltration"));
        std::iter::once(format!("{raid}{manner}")).chain(through).collect()
    }

    /// What is besieged or stormed. A siege that goes on need not be named.
    fn sieges(&self) -> Vec<String> {
        let first = |words: &[&str]| self.heard.words.iter().position(|word| words.contains(&word.as_str()));
        let digs_first = first(&BESIEGING).is_some_and(|digs| first(&STORMING).is_none_or(|storms| digs < storms));
        let verb = match () {
            () if self.has(&STORMING) && !digs_first => "assault",
            () if self.has(&BESIEGING) && !self.has(&LIFTING) => "siege",
            () => return Vec::new(),
        };
        let besieged = self.view().besieged_spaces();
        let places = self.places();
        let named = places.last().cloned();
        let besieged = besieged.iter().map(|space| space.to_string());
        named.into_iter().chain(besieged).map(|place| format!("{verb} {place}")).collect()
    }
}

/// Whether a question is one at which a line may do something with a card.
pub(super) fn is_time(ask: &Ask) -> bool {
    matches!(
        ask,
        Ask::Card | Ask::Use(_) | Ask::Activate(_) | Ask::Commander(_) | Ask::Mover | Ask::Action(_) | Ask::March(_)
    )
}
