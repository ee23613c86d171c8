//! `map.toml`: departments, spaces, connections, amphibious arrows.

use super::{ComponentReader, Placed, Text, Unread};
use crate::components::entries::{arrow, connection};
use crate::components::map::{
    Department, DepartmentFacts, Link, LinkKind, Map, MapParts, NAMED_BY_RULES, Space, Terrain,
};
use crate::components::side::Side;
use crate::sets::{Id, MOST_SPACES, SpaceId};
use serde::Deserialize;
use std::collections::BTreeMap;
use wilderness_engine::faults::{Fault, Source, Spanned};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct MapFile {
    #[serde(default, rename = "alone")]
    _alone: bool,
    #[serde(default, rename = "department")]
    _department: Unread,
    #[serde(default, rename = "space")]
    _space: Unread,
    #[serde(default, rename = "connection")]
    _connection: Unread,
    #[serde(default, rename = "amphibious")]
    _amphibious: Unread,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct DepartmentEntry {
    id: Text,
    name: Text,
    side: Side,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SpaceEntry {
    id: Text,
    name: Text,
    #[serde(default)]
    also: Vec<Text>,
    terrain: Spanned<Terrain>,
    department: Option<Text>,
    #[serde(default)]
    fortress: bool,
    #[serde(default)]
    port: bool,
    #[serde(default)]
    settlement: Vec<String>,
    originally: Option<Spanned<Side>>,
    x: u16,
    y: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ConnectionEntry {
    kind: Spanned<ConnectionKind>,
    between: Option<(Text, Text)>,
    from: Option<Text>,
    to: Option<Text>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ConnectionKind {
    Land,
    River,
    Lake,
    /// A connection of a layer below is taken away.
    None,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ArrowEntry {
    from: Text,
    to: Text,
}

impl ConnectionEntry {
    /// The two spaces, and whether it is a one-way arrow.
    fn ends(&self) -> Option<(&Text, &Text, bool)> {
        match (&self.between, &self.from, &self.to) {
            (Some((one, other)), None, None) => Some((one, other, false)),
            (None, Some(from), Some(to)) => Some((from, to, true)),
            _ => None,
        }
    }

    fn key(&self) -> Spanned<String> {
        match self.ends() {
            Some((one, other, false)) => Spanned::new(one.span(), connection(one.get_ref(), other.get_ref())),
            Some((from, to, true)) => Spanned::new(from.span(), arrow(from.get_ref(), to.get_ref())),
            // Each for itself; reported when it is read.
            None => Spanned::new(self.kind.span(), format!("{:?}", self.kind.span())),
        }
    }
}

type Ids = BTreeMap<String, SpaceId>;

impl ComponentReader {
    /// The map in these layers; none if something is wrong that leaves none.
    pub(in crate::components) fn map(&mut self, layers: &[Source]) -> Option<Map> {
        layers.iter().for_each(|source| self.check_form::<MapFile>("map", source));
        let departments = self.layered("map", layers, "department", |entry: &DepartmentEntry| entry.id.clone());
        let spaces = self.layered("map", layers, "space", |entry: &SpaceEntry| entry.id.clone());
        let connections = self.layered("map", layers, "connection", ConnectionEntry::key);
        let arrow =
            |ArrowEntry { from, to }: &ArrowEntry| Spanned::new(from.span(), arrow(from.get_ref(), to.get_ref()));
        let amphibious = self.layered("map", layers, "amphibious", arrow);
        self.check_number("map", "departments", &departments, Department::MOST, |entry| &entry.id);
        self.check_number("map", "spaces", &spaces, MOST_SPACES, |entry| &entry.id);
        let ids: Ids = spaces
            .iter()
            .enumerate()
            .take(MOST_SPACES)
            .map(|(index, space)| (space.entry.id.get_ref().clone(), SpaceId::from_index(index)))
            .collect();
        let departments = self.departments(&departments, layers);
        let connections = self.connections(&connections, &ids);
        let landings = self.landings(&amphibious, &ids);
        self.check_reached(&spaces, &connections);
        let named = NAMED_BY_RULES.map(|id| self.named_by_rules(id, &ids, layers));
        let spaces = spaces.into_iter().map(|space| self.space(space, &departments)).collect();
        let named = named.map(|space| space.unwrap_or(SpaceId::from_index(0)));
        let parts = MapParts { departments, spaces, connections, landings, named };
        (!self.faults.has_errors()).then(|| Map::new(parts))
    }

    fn departments(&mut self, entries: &[Placed<DepartmentEntry>], layers: &[Source]) -> Vec<DepartmentFacts> {
        let ids: Vec<&str> = entries.iter().map(|placed| placed.entry.id.get_ref().as_str()).collect();
        if let Some(source) = layers.last()
            && !ids.starts_with(&Department::OF_THE_RULES)
        {
            let message = format!("the first departments are {}", Department::OF_THE_RULES.join(", "));
            let fault = Fault::error("map::departments", message).help("rules name them (3.11, 5.54)");
            self.faults.push(fault.at(source, 0..0, "in this order, under other names if you like"));
        }
        let facts = |placed: &Placed<DepartmentEntry>| {
            self.check_id("map", placed, &placed.entry.id);
            self.check_name("map", placed, &placed.entry.name);
            let DepartmentEntry { id, name, side } = &placed.entry;
            let box_id = format!("{}-militia", id.get_ref());
            DepartmentFacts { id: id.get_ref().clone(), name: name.get_ref().clone(), owner: *side, box_id }
        };
        entries.iter().map(facts).collect()
    }

    fn space(&mut self, placed: Placed<SpaceEntry>, departments: &[DepartmentFacts]) -> Space {
        let entry = &placed.entry;
        self.check_id("map", &placed, &entry.id);
        self.check_name("map", &placed, &entry.name);
        entry.also.iter().for_each(|name| self.check_name("map", &placed, name));
        if departments.iter().any(|department| department.box_id == *entry.id.get_ref()) {
            let fault = Fault::error("map::bad_id", format!("`{}` is a militia box", entry.id.get_ref()));
            self.faults.push(fault.spot(&placed.spot(&entry.id), "a space needs another id"));
        }
        let department = entry.department.as_ref().and_then(|word| self.department(&placed, word, departments));
        let owner = department.map(|department| departments[usize::from(department.0)].owner);
        let originally = owner.or(entry.originally.as_ref().map(|side| *side.get_ref()));
        self.check_land(&placed, originally);
        let SpaceEntry { id, name, also, terrain, fortress, port, settlement, x, y, .. } = placed.entry;
        Space {
            originally,
            department,
            terrain: terrain.into_inner(),
            settlement: !settlement.is_empty(),
            id: id.into_inner(),
            name: name.into_inner(),
            also: also.into_iter().map(Spanned::into_inner).collect(),
            fortress,
            port,
            at: (x, y),
        }
    }

    fn department(&mut self, at: &Placed<SpaceEntry>, word: &Text, all: &[DepartmentFacts]) -> Option<Department> {
        let found = all.iter().position(|department| department.id == *word.get_ref());
        if found.is_none() {
            let message = format!("there is no department `{}`", word.get_ref());
            let fault = Fault::error("map::unknown_department", message).spot(&at.spot(word), "unknown");
            let known = all.iter().map(|department| department.id.as_str());
            self.faults.push(fault.did_you_mean(word.get_ref(), known));
        }
        found.map(|index| Department(index as u8))
    }

    /// Cultivated spaces, and they alone, were friendly to a side, and have fortresses (2.0).
    fn check_land(&mut self, placed: &Placed<SpaceEntry>, originally: Option<Side>) {
        let entry = &placed.entry;
        let id = entry.id.get_ref();
        let is_cultivated = *entry.terrain.get_ref() == Terrain::Cultivated;
        let (code, message, label) = match is_cultivated {
            true if originally.is_none() && entry.department.is_none() => (
                "friendly_to_nobody",
                format!("`{id}` was friendly to neither side"),
                "give it a `department`, or say `originally`",
            ),
            false if originally.is_some() => {
                ("belongs_to_a_side", format!("`{id}` belongs to a side"), "only `cultivated` spaces do (2.0)")
            }
            false if entry.fortress => {
                ("fortress", format!("`{id}` has a fortress"), "only `cultivated` spaces have one (2.0)")
            }
            _ => return,
        };
        let fault = Fault::error(format!("map::{code}"), message);
        self.faults.push(fault.spot(&placed.spot(&entry.terrain), label));
    }

    /// The space that a word names.
    fn space_named(&mut self, at: &Placed<impl Sized>, word: &Text, ids: &Ids) -> Option<SpaceId> {
        let found = ids.get(word.get_ref()).copied();
        if found.is_none() {
            self.faults.add_error(|| {
                let fault = Fault::error("map::unknown_space", format!("there is no space `{}`", word.get_ref()));
                let known = ids.keys().map(String::as_str);
                fault.spot(&at.spot(word), "not on the map").did_you_mean(word.get_ref(), known)
            });
        }
        found
    }

    fn named_by_rules(&mut self, id: &str, ids: &Ids, layers: &[Source]) -> Option<SpaceId> {
        let found = ids.get(id).copied();
        if let (None, Some(source)) = (found, layers.last()) {
            let fault = Fault::error("map::named_by_rules", format!("the map has no space `{id}`"));
            let help = "rules name it (12.1, 13.1, 13.23): give the id to the space that takes its place";
            self.faults.push(fault.at(source, 0..0, "missing").help(help));
        }
        found
    }

    fn connections(&mut self, entries: &[Placed<ConnectionEntry>], ids: &Ids) -> Vec<(SpaceId, Link)> {
        let mut connections = Vec::new();
        for placed in entries {
            let Some((one, other, arrow)) = placed.entry.ends() else {
                let message = "a connection is `between` two spaces, or leads `from` one `to` another";
                let fault = Fault::error("map::connection", message);
                self.faults.push(fault.spot(&placed.spot(&placed.entry.kind), "say which it joins"));
                continue;
            };
            let ends = (self.space_named(placed, one, ids), self.space_named(placed, other, ids));
            let (Some(from), Some(to)) = ends else { continue };
            if from == to {
                let fault = Fault::error("map::connection", format!("`{}` is joined to itself", one.get_ref()));
                self.faults.push(fault.spot(&placed.spot(other), "another space is needed here"));
            }
            let kind = match placed.entry.kind.get_ref() {
                ConnectionKind::Land => LinkKind::Land,
                ConnectionKind::River => LinkKind::River,
                ConnectionKind::Lake => LinkKind::Lake,
                ConnectionKind::None => continue,
            };
            connections.push((from, Link { to, kind, arrow }));
        }
        connections
    }

    fn landings(&mut self, entries: &[Placed<ArrowEntry>], ids: &Ids) -> Vec<(SpaceId, SpaceId)> {
        let mut landings = Vec::new();
        for placed in entries {
            let ArrowEntry { from, to } = &placed.entry;
            let ends = (self.space_named(placed, from, ids), self.space_named(placed, to, ids));
            landings.extend(ends.0.zip(ends.1));
        }
        landings
    }

    /// Nothing can come to a space without connections, unless by sea.
    fn check_reached(&mut self, spaces: &[Placed<SpaceEntry>], connections: &[(SpaceId, Link)]) {
        let mut joined = vec![false; spaces.len()];
        for (from, link) in connections {
            joined[from.index()] = true;
            joined[link.to.index()] = true;
        }
        for (placed, _) in spaces.iter().zip(joined).filter(|(placed, joined)| !joined && !placed.entry.port) {
            let id = &placed.entry.id;
            let fault = Fault::warning("map::unconnected", format!("nothing leads to `{}`", id.get_ref()));
            let help = "add a `[[connection]]` with `between = [\"…\", \"…\"]`";
            self.faults.push(fault.spot(&placed.spot(id), "no connection, and no port").help(help));
        }
    }
}
