//! `pieces.toml`: nations, leaders, units.

use super::{ComponentReader, Placed, Text, Unread};
use crate::components::map::Map;
use crate::components::pieces::{JOHNSON, Nation, NationFacts, Piece, PieceKind, Pieces};
use crate::components::side::Side;
use crate::sets::{Id, MOST_PIECES, PieceId, SpaceId};
use serde::Deserialize;
use std::ops::RangeInclusive;
use wilderness_engine::faults::{Fault, Source, Spanned};

/// The most nations.
const MOST_NATIONS: usize = 64;
/// The highest combat strength of a unit, command of a leader, and movement allowance.
const HIGHEST: u8 = 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecesFile {
    #[serde(default, rename = "alone")]
    _alone: bool,
    #[serde(default, rename = "nation")]
    _nation: Unread,
    #[serde(default, rename = "piece")]
    _piece: Unread,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NationEntry {
    id: Text,
    #[serde(default)]
    johnson: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PieceEntry {
    id: Text,
    name: Text,
    side: Side,
    kind: Spanned<PieceKind>,
    strength: Option<Spanned<u8>>,
    reduced: Option<Spanned<u8>>,
    movement: Option<Spanned<u8>>,
    initiative: Option<Spanned<u8>>,
    command: Option<Spanned<u8>>,
    tactics: Option<Spanned<u8>>,
    nation: Option<Text>,
    home: Option<Text>,
}

impl PieceEntry {
    fn is_leader(&self) -> bool {
        *self.kind.get_ref() == PieceKind::Leader
    }
}

impl ComponentReader {
    /// The pieces in these layers, on a map; none if something is wrong that leaves none.
    pub(in crate::components) fn pieces(&mut self, layers: &[Source], map: Option<&Map>) -> Option<Pieces> {
        layers.iter().for_each(|source| self.check_form::<PiecesFile>("pieces", source));
        let nations = self.layered("pieces", layers, "nation", |entry: &NationEntry| entry.id.clone());
        let pieces = self.layered("pieces", layers, "piece", |entry: &PieceEntry| entry.id.clone());
        self.check_number("pieces", "nations", &nations, MOST_NATIONS, |entry| &entry.id);
        self.check_number("pieces", "pieces", &pieces, MOST_PIECES, |entry| &entry.id);
        nations.iter().for_each(|placed| self.check_id("pieces", placed, &placed.entry.id));
        let is_johnson = |placed: &Placed<PieceEntry>| placed.entry.id.get_ref() == JOHNSON && placed.entry.is_leader();
        let johnson = pieces.iter().position(is_johnson);
        if let (None, Some(source)) = (johnson, layers.last()) {
            let fault = Fault::error("pieces::named_by_rules", format!("there is no leader `{JOHNSON}`"));
            self.faults.push(fault.at(source, 0..0, "missing").help("rules name him (5.534)"));
        }
        let nations: Vec<NationFacts> = nations
            .into_iter()
            .map(|placed| NationFacts { id: placed.entry.id.into_inner(), johnson: placed.entry.johnson })
            .collect();
        let pieces = pieces.iter().map(|placed| self.piece(placed, &nations, map)).collect();
        let johnson = johnson.map(PieceId::from_index).filter(|_| !self.faults.has_errors())?;
        Some(Pieces::new(pieces, nations, johnson))
    }

    fn piece(&mut self, placed: &Placed<PieceEntry>, nations: &[NationFacts], map: Option<&Map>) -> Piece {
        let entry = &placed.entry;
        self.check_id("pieces", placed, &entry.id);
        self.check_name("pieces", placed, &entry.name);
        match entry.is_leader() {
            true => self.check_leader(placed),
            false => self.check_unit(placed),
        }
        let nation = self.nation(placed, nations);
        let home = entry.home.as_ref().zip(map).and_then(|(word, map)| self.home(placed, word, map));
        let value = |value: &Option<Spanned<u8>>| value.as_ref().map_or(0, |value| *value.get_ref());
        Piece {
            id: entry.id.get_ref().clone(),
            name: entry.name.get_ref().clone(),
            side: entry.side,
            kind: *entry.kind.get_ref(),
            strength: value(&entry.strength),
            reduced: value(&entry.reduced),
            // 6.21
            movement: entry.movement.as_ref().map_or(6, |movement| *movement.get_ref()),
            initiative: value(&entry.initiative),
            command: value(&entry.command),
            tactics: value(&entry.tactics),
            nation,
            home,
        }
    }

    /// The settlement of an Indian unit.
    fn home(&mut self, placed: &Placed<PieceEntry>, word: &Text, map: &Map) -> Option<SpaceId> {
        let found = map.find(word.get_ref());
        if found.is_none() {
            let message = format!("there is no space `{}`", word.get_ref());
            let fault = Fault::error("pieces::unknown_space", message).spot(&placed.spot(word), "not on the map");
            self.faults.push(fault.did_you_mean(word.get_ref(), map.ids()));
        } else if found.is_some_and(|home| !map.settlements.contains(home)) {
            let fault = Fault::warning("pieces::no_settlement", format!("`{}` is not a settlement", word.get_ref()));
            let fault = fault.spot(&placed.spot(word), "an Indian unit enters the game at a settlement (5.522)");
            self.faults.push(fault.help("in the map, a space with `settlement = [\"…\"]` is one"));
        }
        found
    }

    /// The nation of an Indian unit: each has one, and no other piece.
    fn nation(&mut self, placed: &Placed<PieceEntry>, nations: &[NationFacts]) -> Option<Nation> {
        let entry = &placed.entry;
        let is_indian = *entry.kind.get_ref() == PieceKind::Indian;
        if is_indian != entry.nation.is_some() {
            let id = entry.id.get_ref();
            let (message, label) = match is_indian {
                true => (format!("`{id}` has no nation"), "add `nation`: events name it (5.531)"),
                false => (format!("`{id}` has a nation"), "only pieces of the kind `indian` have one"),
            };
            self.faults.push(Fault::error("pieces::nation", message).spot(&placed.spot(&entry.kind), label));
        }
        let word = entry.nation.as_ref()?;
        let found = nations.iter().position(|nation| nation.id == *word.get_ref());
        if found.is_none() {
            let fault = Fault::error("pieces::unknown_nation", format!("there is no nation `{}`", word.get_ref()));
            let fault = fault.spot(&placed.spot(word), "unknown").help("a new nation is a `[[nation]]` with an `id`");
            let known = nations.iter().map(|nation| nation.id.as_str());
            self.faults.push(fault.did_you_mean(word.get_ref(), known));
        }
        found.map(|index| Nation(index as u8))
    }

    /// Initiative, command and tactics (3.2).
    fn check_leader(&mut self, placed: &Placed<PieceEntry>) {
        let PieceEntry { id, initiative, command, tactics, strength, reduced, .. } = &placed.entry;
        self.check_value(placed, "initiative", initiative, 1..=Pieces::HIGHEST_INITIATIVE as u8);
        self.check_value(placed, "command", command, 1..=HIGHEST);
        self.check_value(placed, "tactics", tactics, 0..=9);
        if let Some(value) = strength.as_ref().or(reduced.as_ref()) {
            let message = format!("`{}` is a leader with a combat strength", id.get_ref());
            let fault = Fault::error("pieces::bad_value", message);
            self.faults.push(fault.spot(&placed.spot(value), "leaders have none (3.2)"));
        }
    }

    /// Strength on both sides of the counter, and movement (3.1).
    fn check_unit(&mut self, placed: &Placed<PieceEntry>) {
        let PieceEntry { id, strength, reduced, movement, initiative, command, tactics, .. } = &placed.entry;
        self.check_value(placed, "strength", strength, 0..=HIGHEST);
        self.check_value(placed, "reduced", reduced, 0..=HIGHEST);
        self.check_value(placed, "movement", movement, 0..=HIGHEST);
        if let (Some(full), Some(reduced)) = (strength, reduced)
            && reduced.get_ref() > full.get_ref()
        {
            let fault = Fault::error("pieces::bad_value", format!("`{}` is stronger when reduced", id.get_ref()));
            self.faults.push(fault.spot(&placed.spot(reduced), format!("more than {}", full.get_ref())));
        }
        if let Some(rating) = initiative.as_ref().or(command.as_ref()).or(tactics.as_ref()) {
            let fault = Fault::error("pieces::bad_value", format!("`{}` is a unit with ratings", id.get_ref()));
            self.faults.push(fault.spot(&placed.spot(rating), "only a `leader` has ratings (3.2)"));
        }
    }

    /// A value that a piece of its kind has, within its range.
    fn check_value(
        &mut self,
        placed: &Placed<PieceEntry>,
        name: &str,
        value: &Option<Spanned<u8>>,
        range: RangeInclusive<u8>,
    ) {
        let id = &placed.entry.id;
        let wanted = format!("from {} to {}", range.start(), range.end());
        match value {
            None => {
                let what = if placed.entry.is_leader() { "leader" } else { "unit" };
                let message = format!("the {what} `{}` has no `{name}`", id.get_ref());
                let fault = Fault::error("pieces::missing_key", message);
                self.faults.push(fault.spot(&placed.spot(id), format!("add `{name}`, {wanted}")));
            }
            Some(value) if !range.contains(value.get_ref()) => {
                let fault = Fault::error("pieces::bad_value", format!("`{}` has no usable `{name}`", id.get_ref()));
                self.faults.push(fault.spot(&placed.spot(value), format!("not {wanted}")));
            }
            Some(_) => {}
        }
    }
}
