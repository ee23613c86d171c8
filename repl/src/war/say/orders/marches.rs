//! Who goes where: the sentences of a line that moves pieces.

use super::{ALONE, Order};
use crate::prompt::heard::HeardThing;
use crate::war::say::muster::{self, is_leader, is_own, left_out, members};
use wilderness_war::{Choice, PieceId, SpaceId};

/// What stands before those to whom others go.
const JOINING: [&str; 14] = [
    "join",
    "joins",
    "hit",
    "hits",
    "attack",
    "attacks",
    "at",
    "against",
    "meet",
    "strike",
    "fight",
    "relieve",
    "reinforce",
    "relieves",
];

/// What those do who go where others of their side fight.
const HELPING: [&str; 8] = ["help", "helps", "support", "supports", "reinforce", "relieve", "besiegers", "lines"];

impl Order<'_> {
    /// Where a piece stands.
    pub(super) fn space_of(&self, thing: &HeardThing<Choice>) -> Option<SpaceId> {
        self.view().space_of(thing.thing.piece()?)
    }

    /// Whether someone comes from a place.
    pub(super) fn is_source(&self, place: &HeardThing<Choice>) -> bool {
        let before = place.at.checked_sub(1).map(|before| self.heard.words[before].as_str());
        matches!(before, Some("from" | "of" | "leave" | "leaves" | "quit"))
    }

    /// Who goes where.
    pub(super) fn marches(&self) -> Vec<String> {
        let heard = self.heard;
        let pieces = || heard.of_kind("piece").filter(|thing| is_own(thing, self.side));
        let first = pieces().find(is_leader).or_else(|| pieces().next());
        let before = first.and_then(|leader| pieces().find(|unit| unit.at < leader.at));
        match first {
            // `the New York regiment joins Dunbar`
            Some(leader) if before.is_some() && self.has(&JOINING) => {
                let units = before.map(|unit| self.one_by_one(unit)).unwrap_or_default();
                [units, self.march_of(leader)].concat()
            }
            Some(leader) if is_leader(&leader) => self.march_of(leader),
            Some(unit) => self.one_by_one(unit),
            None => {
                let mut all = Vec::new();
                for leader in self.seniors() {
                    let here = self.view().space_of(leader);
                    let goals = self.goals(here, 0, usize::MAX);
                    all.extend(goals.iter().flat_map(|to| self.forms((&leader.to_string(), here), &[], to, true)));
                }
                let who = members(self.game, heard, self.side, &[], usize::MAX);
                let goals = self.goals(None, 0, usize::MAX);
                let is_vague = who.iter().all(|one| one.starts_with("all") || muster::is_generic(one));
                let named = goals.iter().filter(|_| !is_vague);
                all.extend(named.map(|to| format!("activate {} to {to}{}", who.join(", "), self.manner())));
                all
            }
        }
    }

    /// The highest leaders of the stacks that may be meant by `everyone` and `we`: those in a place that the line names, and
    /// those who besiege.
    fn seniors(&self) -> Vec<PieceId> {
        let view = self.view();
        let stands = |place: &&HeardThing<Choice>| {
            let before =
                self.heard.words[..place.at].iter().rev().find(|word| !matches!(word.as_str(), "fort" | "the"));
            matches!(before.map(String::as_str), Some("from" | "at" | "in" | "of"))
        };
        let spaces = self.heard.things.iter().filter(|thing| !thing.is_reason);
        let named = spaces.filter(stands).filter_map(|place| place.thing.space());
        let speaks = muster::takes_all(self.heard) || self.has(&["we", "us", "army", "force"]);
        let spaces = named.chain(view.besieged_spaces().iter()).filter(|_| speaks);
        let senior = |space: SpaceId| {
            let leaders = view.outside(self.side, space).leaders();
            leaders.iter().max_by_key(|leader| (leader.facts().command, leader.facts().tactics))
        };
        let mut found: Vec<PieceId> = Vec::new();
        for leader in spaces.filter_map(senior) {
            if !found.contains(&leader) {
                found.push(leader);
            }
        }
        found
    }

    /// Where someone may go who stands here: by all places that are named, or to the last one.
    fn goals(&self, here: Option<SpaceId>, from: usize, until: usize) -> Vec<String> {
        let elsewhere = |place: &&HeardThing<Choice>| {
            place.thing.space().is_some_and(|space| Some(space) != here)
                && !self.is_source(place)
                && (from..until).contains(&place.at)
        };
        let named = self.heard.of_kind("space").filter(elsewhere);
        let mut named: Vec<String> = named.map(|to| to.thing.to_string()).collect();
        named.dedup();
        let last = named.last().cloned();
        let way = (named.len() > 1).then(|| named.join(", "));
        way.into_iter().chain(last).collect()
    }

    /// The march of a leader, with those who go along.
    fn march_of(&self, leader: &HeardThing<Choice>) -> Vec<String> {
        let (heard, here) = (self.heard, self.space_of(leader));
        let pieces = || heard.of_kind("piece").filter(|thing| is_own(thing, self.side));
        // What is said of another leader afterwards is another march.
        let is_next = |other: &&HeardThing<Choice>| {
            is_leader(other) && other.at > leader.at && heard.clause(other.at) > heard.clause(leader.at)
        };
        let is_other = |place: &HeardThing<Choice>| place.thing.space() != here;
        // Until another place is named, others go along.
        let has_place =
            |next: &&HeardThing<Choice>| heard.of_kind("space").any(|place| place.at < next.at && is_other(place));
        let until = pieces().find(is_next).filter(has_place).map_or(usize::MAX, |next| next.at);
        let mut goals = self.goals(here, 0, until);
        // Who attacks or joins a piece goes where that piece is.
        let others = heard.of_kind("piece").filter(|other| other.at > leader.at);
        let joined = others.filter_map(|other| self.space_of(other)).filter(|space| Some(*space) != here).last();
        if goals.is_empty() {
            let helped = self.view().besieged_spaces().iter().find(|_| self.has(&HELPING));
            goals.extend(joined.or(helped).map(|space| space.to_string()));
        }
        let is_apart = |thing: &&HeardThing<Choice>| is_leader(thing) && self.space_of(thing) != here;
        let apart = pieces().filter(is_apart).map(|thing| thing.at);
        let but: Vec<usize> = std::iter::once(leader.at).chain(apart).collect();
        let who = members(self.game, heard, self.side, &but, until);
        goals.iter().flat_map(|to| self.forms((&leader.typed, here), &who, to, muster::takes_all(heard))).collect()
    }

    /// The forms of a march: with those who are named, with all, or as it is decided later.
    fn forms(&self, (leader, here): (&str, Option<SpaceId>), who: &[String], to: &str, takes_all: bool) -> Vec<String> {
        let manner = self.manner();
        let named = |with: &str| format!("activate {leader}{with} to {to}{manner}");
        let left = left_out(self.game, self.heard, self.side, here);
        let all = match left.is_empty() {
            true => named(" with all"),
            false => named(&format!(" with all except {}", left.join(", "))),
        };
        match () {
            () if self.has(&ALONE) => vec![named(" alone")],
            () if !who.is_empty() => {
                vec![named(&format!(" with {}", who.join(", "))), all, named("")]
            }
            () if takes_all || !left.is_empty() => vec![all],
            () => vec![all, named("")],
        }
    }

    /// Units that are activated one by one: together to one place, or each to its own.
    fn one_by_one(&self, first: &HeardThing<Choice>) -> Vec<String> {
        let (heard, manner) = (self.heard, self.manner());
        let mut parts: Vec<(Vec<String>, String)> = Vec::new();
        let mut units: Vec<(usize, String)> = Vec::new();
        let mut things: Vec<&HeardThing<Choice>> = heard.things.iter().filter(|thing| thing.is_wanted()).collect();
        things.retain(|thing| thing.kind == "piece" && is_own(thing, self.side) || thing.kind == "space");
        for thing in things {
            let is_where_it_stands =
                || units.iter().any(|(end, _)| thing.at == end + 1) && muster::says_where(heard, thing.at - 1);
            match thing.thing {
                Choice::Piece(_) => units.push((thing.end, muster::with_place(heard, thing))),
                _ if units.is_empty() || self.is_source(thing) || is_where_it_stands() => {}
                _ => {
                    let who = std::mem::take(&mut units).into_iter().map(|(_, unit)| unit).collect();
                    parts.push((who, thing.thing.to_string()));
                }
            }
        }
        let mut all = Vec::new();
        if parts.len() > 1 {
            let part = |(who, to): &(Vec<String>, String)| format!("{} to {to}{manner}", who.join(", "));
            all.push(format!("activate {}", parts.iter().map(part).collect::<Vec<_>>().join(", ")));
        }
        let here = self.space_of(first);
        let mut goals = self.goals(here, 0, usize::MAX);
        let others = heard.of_kind("piece").filter(|other| other.at > first.at);
        let joined = others.filter_map(|other| self.space_of(other)).filter(|space| Some(*space) != here).last();
        if self.has(&JOINING) {
            goals.extend(joined.map(|space| space.to_string()));
        }
        let who = members(self.game, heard, self.side, &[], usize::MAX);
        for to in goals {
            all.push(format!("activate {} to {to}{manner}", who.join(", ")));
            all.push(format!("activate {} to {to}{manner}", muster::with_place(heard, first)));
            let through = manner.is_empty().then(|| format!("activate {} to {to} by infiltration", who.join(", ")));
            all.extend(through);
        }
        all
    }

    /// How they go, if the line says so.
    pub(super) fn manner(&self) -> &'static str {
        match () {
            () if self.has(&["sea", "ship", "ships", "sail", "sails", "naval"]) => " by sea",
            () if self.has(&[
                "infiltrate",
                "infiltrates",
                "infiltrating",
                "slip",
                "slips",
                "sneak",
                "sneaks",
                "past",
            ]) =>
            {
                " by infiltration"
            }
            () if self.has(&["boat", "boats", "river", "lake", "canoe", "canoes", "bateaux", "bateau"]) => " by boat",
            () => "",
        }
    }
}
