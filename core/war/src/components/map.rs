//! The map (2.0): spaces and what joins them. Facts only.

use super::Components;
use super::side::{PerSide, Side};
use crate::sets::{Id, SpaceId, SpaceSet};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The terrain of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Terrain {
    /// A square space, settled by colonists.
    Cultivated,
    /// A round space.
    Wilderness,
    /// A mountain space.
    Mountain,
}

/// A department of cultivated spaces, with a box for its militia (2.0, 7.3), by its place in the files of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct Department(pub(crate) u8);

/// What a department is.
#[derive(Clone, Debug)]
pub struct DepartmentFacts {
    /// The id used in files and scripts.
    pub id: String,
    /// The name, without `Department`.
    pub name: String,
    /// The side to which its spaces were originally friendly (2.0).
    pub owner: Side,
    /// The word used in files for its militia box.
    pub(crate) box_id: String,
}

impl Department {
    /// New England, New York and New Jersey: the department of northern provincials (3.11).
    pub const NORTHERN: Department = Department(0);
    /// Pennsylvania and the colonies south of it: the department of southern provincials (3.11).
    pub const SOUTHERN: Department = Department(1);
    /// The ids of the departments that rules name, which every map has first.
    pub(crate) const OF_THE_RULES: [&str; 3] = ["northern", "southern", "st-lawrence"];
    /// The most departments.
    pub(crate) const MOST: usize = 8;

    /// The departments.
    pub fn all() -> impl Iterator<Item = Department> {
        (0..Map::get().departments.len()).map(|index| Department(index as u8))
    }

    /// The department with an id.
    pub fn find(id: &str) -> Option<Department> {
        Department::all().find(|department| department.facts().id == id)
    }

    /// The facts of the department.
    pub fn facts(self) -> &'static DepartmentFacts {
        &Map::get().departments[usize::from(self.0)]
    }

    /// The side to which the department's spaces were originally friendly (2.0).
    pub fn owner(self) -> Side {
        self.facts().owner
    }

    /// The word used in files for the department's militia box.
    pub fn box_id(self) -> &'static str {
        &self.facts().box_id
    }
}

impl fmt::Display for Department {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} Department", self.facts().name)
    }
}

/// The kind of connection between two spaces. Rivers and lake shores are water connections, and land connections as
/// well (2.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LinkKind {
    /// A land-only connection.
    Land,
    /// A river.
    River,
    /// A lake shore.
    Lake,
}

/// A way out of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// Where it leads.
    pub to: SpaceId,
    /// The kind of connection.
    pub kind: LinkKind,
    /// Whether it is a one-way arrow: usable for movement, but the spaces are not adjacent (2.0).
    pub arrow: bool,
}

/// A space of the map.
#[derive(Clone, Debug)]
pub struct Space {
    /// The id used in files and tokens.
    pub id: String,
    /// The name as printed on maps of the time.
    pub name: String,
    /// Other names of the place, and of its forts.
    pub also: Vec<String>,
    /// The terrain; Halifax and Louisbourg count as cultivated (Q1), Pays d'en Haut as wilderness (Q2).
    pub terrain: Terrain,
    /// The department of a cultivated space; none for Halifax and Louisbourg.
    pub department: Option<Department>,
    /// Whether a fortress is printed on the map.
    pub fortress: bool,
    /// Whether it has a port.
    pub port: bool,
    /// Whether an Indian tribe lives here.
    pub settlement: bool,
    /// The side to which a cultivated space is originally friendly (2.0).
    pub originally: Option<Side>,
    /// Centre of the space on the drawing of the country.
    pub at: (u16, u16),
}

/// The map: spaces, links, and the sets of spaces that the rules use.
#[derive(Debug)]
pub struct Map {
    departments: Vec<DepartmentFacts>,
    spaces: Vec<Space>,
    by_id: BTreeMap<String, SpaceId>,
    links: Vec<Vec<Link>>,
    adjacent: Vec<SpaceSet>,
    onward: Vec<SpaceSet>,
    onward_by_water: Vec<SpaceSet>,
    by_water: Vec<SpaceSet>,
    by_river: Vec<SpaceSet>,
    /// From each space to all.
    distance: Vec<u8>,
    /// To each space from all.
    distance_to: Vec<u8>,
    landings: Vec<(SpaceId, SpaceId)>,
    /// All spaces.
    pub all: SpaceSet,
    /// Cultivated spaces.
    pub cultivated: SpaceSet,
    /// Wilderness spaces.
    pub wilderness: SpaceSet,
    /// Mountain spaces.
    pub mountain: SpaceSet,
    /// Spaces with a fortress.
    pub fortresses: SpaceSet,
    /// Spaces with a port.
    pub ports: SpaceSet,
    /// Settlements of Indian tribes.
    pub settlements: SpaceSet,
    /// Cultivated spaces originally friendly to each side.
    originally: PerSide<SpaceSet>,
    /// Québec.
    pub quebec: SpaceId,
    /// Montréal.
    pub montreal: SpaceId,
    /// Louisbourg.
    pub louisbourg: SpaceId,
    /// Niagara.
    pub niagara: SpaceId,
    /// Ohio Forks.
    pub ohio_forks: SpaceId,
}

/// The spaces that rules name.
pub(super) const NAMED_BY_RULES: [&str; 5] = ["quebec", "montreal", "louisbourg", "niagara", "ohio-forks"];

/// What a map is made of.
pub(super) struct MapParts {
    pub(super) departments: Vec<DepartmentFacts>,
    pub(super) spaces: Vec<Space>,
    /// From one space to another, both ways unless it is an arrow.
    pub(super) connections: Vec<(SpaceId, Link)>,
    /// From one space to another (6.431).
    pub(super) landings: Vec<(SpaceId, SpaceId)>,
    /// Those of [`NAMED_BY_RULES`].
    pub(super) named: [SpaceId; NAMED_BY_RULES.len()],
}

impl Map {
    /// The map of the game that this thread plays.
    #[inline]
    pub fn get() -> &'static Map {
        &Components::get().map
    }

    pub(super) fn new(parts: MapParts) -> Map {
        let MapParts { departments, spaces, connections, landings, named } = parts;
        let by_id: BTreeMap<String, SpaceId> =
            spaces.iter().enumerate().map(|(index, space)| (space.id.clone(), SpaceId::from_index(index))).collect();
        let links = links(&connections, spaces.len());
        let is_water = |link: &Link| link.kind != LinkKind::Land;
        let set = |test: &dyn Fn(&Space) -> bool| -> SpaceSet {
            spaces.iter().enumerate().filter(|(_, s)| test(s)).map(|(index, _)| SpaceId::from_index(index)).collect()
        };
        let distance = distances(&links);
        let [quebec, montreal, louisbourg, niagara, ohio_forks] = named;
        Map {
            all: set(&|_| true),
            cultivated: set(&|s| s.terrain == Terrain::Cultivated),
            wilderness: set(&|s| s.terrain == Terrain::Wilderness),
            mountain: set(&|s| s.terrain == Terrain::Mountain),
            fortresses: set(&|s| s.fortress),
            ports: set(&|s| s.port),
            settlements: set(&|s| s.settlement),
            originally: PerSide::new(|side| set(&|s| s.originally == Some(side))),
            quebec,
            montreal,
            louisbourg,
            niagara,
            ohio_forks,
            distance_to: transposed(&distance, links.len()),
            distance,
            adjacent: leading(&links, |link| !link.arrow),
            onward: leading(&links, |_| true),
            onward_by_water: leading(&links, is_water),
            by_water: leading(&links, |link| !link.arrow && is_water(link)),
            by_river: leading(&links, |link| !link.arrow && link.kind == LinkKind::River),
            links,
            landings,
            by_id,
            spaces,
            departments,
        }
    }

    /// The number of spaces.
    pub fn len(&self) -> usize {
        self.spaces.len()
    }

    /// Whether the map has no spaces: always false.
    pub fn is_empty(&self) -> bool {
        self.spaces.is_empty()
    }

    /// The facts of a space.
    #[inline]
    pub fn space(&self, space: SpaceId) -> &Space {
        &self.spaces[space.index()]
    }

    /// The space with this id.
    pub fn find(&self, id: &str) -> Option<SpaceId> {
        self.by_id.get(id).copied()
    }

    /// The ids of all spaces, in alphabetical order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.by_id.keys().map(String::as_str)
    }

    /// The links from a space, one-way arrows included, by destination.
    #[inline]
    pub fn links(&self, from: SpaceId) -> &[Link] {
        &self.links[from.index()]
    }

    /// The link from one space to another, if there is one.
    pub fn link(&self, from: SpaceId, to: SpaceId) -> Option<Link> {
        self.links(from).iter().copied().find(|link| link.to == to)
    }

    /// The spaces adjacent to a space: joined by land or water, never by an arrow (2.0, D2).
    #[inline]
    pub fn adjacent(&self, space: SpaceId) -> SpaceSet {
        self.adjacent[space.index()]
    }

    /// The spaces to which a link leads, outbound arrows included.
    #[inline]
    pub(crate) fn onward(&self, space: SpaceId) -> SpaceSet {
        self.onward[space.index()]
    }

    /// Those of them to which it leads over water.
    #[inline]
    pub(crate) fn onward_by_water(&self, space: SpaceId) -> SpaceSet {
        self.onward_by_water[space.index()]
    }

    /// The adjacent spaces joined by water.
    #[inline]
    pub(crate) fn adjacent_by_water(&self, space: SpaceId) -> SpaceSet {
        self.by_water[space.index()]
    }

    /// The adjacent spaces joined by a river.
    #[inline]
    pub(crate) fn adjacent_by_river(&self, space: SpaceId) -> SpaceSet {
        self.by_river[space.index()]
    }

    /// The number of links from one space to another, outbound arrows counted as one (10.421, Q4); `u8::MAX` if there
    /// is no route.
    #[inline]
    pub fn distance(&self, from: SpaceId, to: SpaceId) -> u8 {
        self.distance[from.index() * self.links.len() + to.index()]
    }

    /// The number of links from each space to the nearest of these, by space number; `u8::MAX` if there is no route.
    pub(crate) fn distances_to(&self, targets: SpaceSet) -> Vec<u8> {
        let mut nearest = vec![u8::MAX; self.len()];
        for target in targets {
            let to = self.distance_to.chunks_exact(self.len()).nth(target.index()).unwrap_or_default();
            nearest.iter_mut().zip(to).for_each(|(nearest, distance)| *nearest = (*nearest).min(*distance));
        }
        nearest
    }

    /// The spaces to which an amphibious arrow leads from a space (6.431).
    pub fn landings(&self, from: SpaceId) -> impl Iterator<Item = SpaceId> + '_ {
        self.landings.iter().filter(move |(start, _)| *start == from).map(|(_, to)| *to)
    }

    /// Spaces to which an amphibious arrow leads (6.431).
    pub(crate) fn landing_sites(&self) -> SpaceSet {
        self.landings.iter().map(|(_, to)| *to).collect()
    }

    /// The cultivated spaces that were originally friendly to a side (2.0).
    #[inline]
    pub fn originally(&self, side: Side) -> SpaceSet {
        self.originally[side]
    }

    /// The spaces of a department.
    pub fn department(&self, department: Department) -> SpaceSet {
        self.all.filter(|space| self.space(space).department == Some(department))
    }
}

/// The connections of each space, in the order of the spaces that they lead to.
fn links(connections: &[(SpaceId, Link)], spaces: usize) -> Vec<Vec<Link>> {
    let mut links = vec![Vec::new(); spaces];
    for (from, link) in connections {
        links[from.index()].push(*link);
        if !link.arrow {
            links[link.to.index()].push(Link { to: *from, ..*link });
        }
    }
    links.iter_mut().for_each(|links| links.sort_by_key(|link| link.to));
    links
}

/// For each space those to which such links lead.
fn leading(links: &[Vec<Link>], test: impl Fn(&Link) -> bool) -> Vec<SpaceSet> {
    let to = |links: &Vec<Link>| links.iter().filter(|link| test(link)).map(|link| link.to).collect();
    links.iter().map(to).collect()
}

/// A table of this many rows and columns with its columns as rows.
fn transposed(table: &[u8], count: usize) -> Vec<u8> {
    (0..count).flat_map(|column| table.iter().skip(column).step_by(count).copied()).collect()
}

/// Breadth-first search from every space; a row for each.
fn distances(links: &[Vec<Link>]) -> Vec<u8> {
    (0..links.len())
        .flat_map(|start| {
            let mut distance = vec![u8::MAX; links.len()];
            distance[start] = 0;
            let mut queue = std::collections::VecDeque::from([start]);
            while let Some(at) = queue.pop_front() {
                for link in &links[at] {
                    if distance[link.to.index()] == u8::MAX {
                        distance[link.to.index()] = distance[at] + 1;
                        queue.push_back(link.to.index());
                    }
                }
            }
            distance
        })
        .collect()
}

impl SpaceId {
    /// The facts of the space.
    #[inline]
    pub fn facts(self) -> &'static Space {
        Map::get().space(self)
    }

    /// The id used in files and tokens.
    pub fn id(self) -> &'static str {
        &self.facts().id
    }

    /// The terrain of the space.
    #[inline]
    pub fn terrain(self) -> Terrain {
        self.facts().terrain
    }
}

impl fmt::Display for SpaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.facts().name)
    }
}

impl fmt::Debug for SpaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}
