//! `country.toml`: the drawing under the map, and the parts of the map.

use super::{ComponentReader, Text, Unread, stands_alone};
use crate::components::country::{Country, MapPart, Outline};
use crate::components::map::Map;
use crate::sets::SpaceId;
use serde::Deserialize;
use wilderness_engine::faults::{Fault, Faults, Source, read_toml, read_toml_items};

/// The size of a drawing that says none.
const USUAL_SIZE: (u16, u16) = (2550, 1650);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CountryFile {
    #[serde(default, rename = "alone")]
    _alone: bool,
    size: Option<(u16, u16)>,
    #[serde(default, rename = "region")]
    _region: Unread,
    #[serde(default, rename = "part")]
    _part: Unread,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartEntry {
    id: Text,
    name: Text,
    spaces: Vec<Text>,
}

impl ComponentReader {
    /// The country in these layers, under a map; none if something is wrong that leaves none.
    pub(in crate::components) fn country(&mut self, layers: &[Source], map: Option<&Map>) -> Option<Country> {
        let (mut size, mut regions): (_, Vec<Outline>) = (USUAL_SIZE, Vec::new());
        for source in layers {
            let file = read_toml::<CountryFile>("country", source, &mut self.faults);
            if stands_alone(source) {
                regions.clear();
            }
            size = file.and_then(|file| file.size).unwrap_or(size);
            regions.extend(read_toml_items::<Outline>("country", source, "region", &mut self.faults));
        }
        let entries = self.layered("country", layers, "part", |entry: &PartEntry| entry.id.clone());
        let map = map?;
        let mut parts = Vec::new();
        for placed in entries {
            self.check_id("country", &placed, &placed.entry.id);
            self.check_name("country", &placed, &placed.entry.name);
            let mut spaces = Vec::new();
            for word in &placed.entry.spaces {
                match map.find(word.get_ref()) {
                    Some(space) => spaces.push(space),
                    None => self.faults.add_error(|| {
                        let message = format!("there is no space `{}`", word.get_ref());
                        let fault = Fault::error("country::unknown_space", message);
                        fault.spot(&placed.spot(word), "not on the map").did_you_mean(word.get_ref(), map.ids())
                    }),
                }
            }
            let PartEntry { id, name, .. } = placed.entry;
            parts.push(MapPart { id: id.into_inner(), name: name.into_inner(), spaces });
        }
        assign(&mut parts, map);
        self.faults.append(outside(map, size, layers));
        Some(Country { size, regions, parts })
    }
}

/// Adds the spaces that no part names to the parts of the nearest one that a part names.
fn assign(parts: &mut Vec<MapPart>, map: &Map) {
    if parts.is_empty() {
        let spaces = map.all.iter().collect();
        parts.push(MapPart { id: "all".into(), name: "The whole map".into(), spaces });
    }
    let named: Vec<SpaceId> = parts.iter().flat_map(|part| part.spaces.clone()).collect();
    let distance = |a: SpaceId, b: SpaceId| {
        let ((ax, ay), (bx, by)) = (map.space(a).at, map.space(b).at);
        u64::from(ax.abs_diff(bx)).pow(2) + u64::from(ay.abs_diff(by)).pow(2)
    };
    for space in map.all.iter().filter(|space| !named.contains(space)) {
        let Some(nearest) = named.iter().copied().min_by_key(|other| distance(space, *other)) else { continue };
        let near = parts.iter_mut().filter(|part| part.spaces.contains(&nearest));
        near.for_each(|part| part.spaces.push(space));
    }
    parts.iter_mut().for_each(|part| part.spaces.sort_unstable());
}

/// The spaces that would be drawn outside.
fn outside(map: &Map, (width, height): (u16, u16), layers: &[Source]) -> Faults {
    let is_outside = |space: &SpaceId| {
        let (x, y) = map.space(*space).at;
        x > width || y > height
    };
    let outside: Vec<&str> = map.all.iter().filter(is_outside).map(|space| map.space(space).id.as_str()).collect();
    let Some(source) = layers.last().filter(|_| !outside.is_empty()) else { return Faults::none() };
    let message = format!("the drawing of {width} by {height} does not reach to {}", outside.join(", "));
    let fault = Fault::warning("country::outside", message).at(source, 0..0, "this says how large it is");
    fault.help("write a larger `size = [width, height]`, or other coordinates for the spaces").into()
}
