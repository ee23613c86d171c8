//! Reading a scenario.

use super::form::{AreaForm, ArrivalForm, AwardForm, BattleForm, LossesForm, ParametersForm, PercentForm, RateForm};
use super::room::{Waiting, has_room_for_all};
use super::{Arrival, Award, Battle, Deploy, HexPoints, Losses, NamedScript, Parameter, Rate, When};
use crate::id::Id;
use crate::map::Map;
use crate::side::{PerSide, Side};
use crate::tables::Tables;
use crate::unit::{Class, Counters, Unit, UnitId};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_hexes::{Hex, HexSet};

impl BattleForm {
    /// Reads the file.
    pub fn read(source: &Source, faults: &mut Faults) -> Option<BattleForm> {
        read_toml("scenario", source, faults)
    }

    /// The battle; nothing if it has faults.
    pub fn build(
        &self,
        source: &Source,
        tables: &Arc<Tables>,
        map: Map,
        counters: Counters,
        faults: &mut Faults,
    ) -> Option<Battle> {
        let before = faults.len();
        let mut reader = BattleReader { source, faults, map: &map, units: &counters.units };
        reader.outline(self);
        let groups = reader.groups(self);
        let deploys = reader.deploys(self, &groups);
        let arrivals = reader.arrivals(self, &groups);
        let losses = PerSide([reader.losses(&self.demoralization.french), reader.losses(&self.demoralization.british)]);
        let hex_points = reader.hex_points(self);
        let objectives = hex_points.iter().fold(HexSet::EMPTY, |all, set| all.with(&set.hexes));
        let awards = PerSide::new(|side| reader.awards(self.victory.get(&side).map_or(&[], Vec::as_slice)));
        let fog = reader.fog(self);
        let friendly = PerSide::new(|side| reader.edges(self.friendly_edges.get(&side).map_or(&[], Vec::as_slice)));
        let barred = reader.barred(self);
        let ids = counters.units.iter().enumerate().map(|(index, unit)| (unit.id, UnitId(index as u8)));
        let by_id: BTreeMap<Id, UnitId> = ids.collect();
        let mut ranks = vec![0; counters.units.len()];
        by_id.values().zip(0..).for_each(|(unit, rank)| ranks[unit.index()] = rank);
        let battle = Battle {
            id: self.id.clone(),
            name: self.name.clone(),
            historical: self.historical.clone(),
            files: Vec::new(),
            map,
            tables: tables.clone(),
            units_reconstructed: counters.reconstructed,
            fog_reconstructed: self.fog.reconstructed,
            turns: *self.turns.get_ref(),
            players: [self.player_a, *self.player_b.get_ref()],
            units: counters.units,
            by_id,
            ranks,
            fog,
            deploys,
            arrivals,
            friendly,
            losses,
            hex_points,
            awards,
            barred,
            objectives,
            scripts: self.scripts.iter().map(|(script, parameters)| named(script, parameters)).collect(),
            markers: self.options.tactics.as_ref().map(|tactics| PerSide([tactics.french, tactics.british])),
        };
        (faults.len() == before).then_some(battle)
    }
}

/// A scenario while it is read.
struct BattleReader<'a> {
    source: &'a Source,
    faults: &'a mut Faults,
    map: &'a Map,
    units: &'a [Unit],
}

impl BattleReader<'_> {
    fn fault(&mut self, code: &str, message: impl Into<String>, span: Range<usize>, label: &str) {
        self.faults.push(Fault::error(format!("scenario::{code}"), message).at(self.source, span, label));
    }

    fn hex(&mut self, word: &Spanned<String>) -> Option<Hex> {
        let hex = Hex::new(word.get_ref()).filter(|hex| self.map.grid.has(*hex));
        if hex.is_none() {
            let message = format!("`{}` is not a hex of the map", word.get_ref());
            let label = format!("hexes are 0101 to {:02}{:02}", self.map.grid.columns(), self.map.grid.rows());
            self.fault("hex", message, word.span(), &label);
        }
        hex
    }

    fn hexes(&mut self, words: &[Spanned<String>]) -> HexSet {
        words.iter().filter_map(|word| self.hex(word)).collect()
    }

    /// What is wrong with the whole.
    fn outline(&mut self, form: &BattleForm) {
        if !(1..=50).contains(form.turns.get_ref()) {
            self.fault("turns", "a battle lasts from 1 to 50 turns", form.turns.span(), "out of range");
        }
        if form.player_a == *form.player_b.get_ref() {
            self.fault("players", "both players are one side", form.player_b.span(), "the same as player A (3.1)");
        }
        if Id::new(&form.id).is_none() {
            let message = format!("`{}` is not an id: write small letters, digits and hyphens", form.id);
            self.fault("id", message, 0..0, "at most 24 of them");
        }
        let once = |order: &&Spanned<Vec<Side>>| order.get_ref().len() != 2 || order.get_ref()[0] == order.get_ref()[1];
        if let Some(order) = form.setup_order.as_ref().filter(once) {
            self.fault("setup_order", "both sides set up, each once", order.span(), "here");
        }
    }

    fn fog(&mut self, form: &BattleForm) -> BTreeMap<u8, u8> {
        let mut fog = BTreeMap::new();
        for (turn, die) in &form.fog.dice {
            match turn.get_ref().parse().ok().filter(|turn| (1..=*form.turns.get_ref()).contains(turn)) {
                Some(number) if (1..=6).contains(die) => drop(fog.insert(number, *die)),
                Some(_) => self.fault("fog", format!("no die shows {die}"), turn.span(), "from 1 to 6"),
                None => self.fault("fog", "fog comes on a turn of the battle", turn.span(), "not a turn"),
            }
        }
        fog
    }

    /// The group of each unit: the one printed, or for a train the one with which it comes.
    fn groups(&mut self, form: &BattleForm) -> Vec<String> {
        let mut groups: Vec<String> = self.units.iter().map(|unit| unit.setup.clone()).collect();
        for (train, with) in &form.options.trains {
            let Some(index) = self.unit(train) else { continue };
            if self.units[index].class() != Class::Train {
                self.fault(
                    "train",
                    format!("`{}` is not a supply train", train.get_ref()),
                    train.span(),
                    "not of type supply",
                );
            }
            let arrival = form.arrival.iter().find(|arrival| arrival.get_ref().id == *with.get_ref());
            let group = arrival.and_then(|arrival| arrival.get_ref().groups.first()).unwrap_or(with);
            groups[index] = group.get_ref().clone();
        }
        groups
    }

    fn unit(&mut self, word: &Spanned<String>) -> Option<usize> {
        let index = self.units.iter().position(|unit| unit.id.as_str() == word.get_ref());
        if index.is_none() {
            let fault = Fault::error("scenario::unit", format!("there is no unit `{}`", word.get_ref()));
            let fault = fault.at(self.source, word.span(), "not among the counters");
            let ids: Vec<String> = self.units.iter().map(|unit| unit.id.to_string()).collect();
            self.faults.push(fault.did_you_mean(word.get_ref(), ids.iter().map(String::as_str)));
        }
        index
    }

    /// The units of a side in some groups, in the order of the groups and of the file, trains last.
    fn members(&mut self, side: Side, names: &[Spanned<String>], groups: &[String]) -> Vec<UnitId> {
        let mut members = Vec::new();
        for name in names {
            let of_group = |index: &usize| groups[*index] == *name.get_ref() && self.units[*index].side == side;
            let found: Vec<usize> = (0..self.units.len()).filter(of_group).collect();
            if found.is_empty() {
                let message = format!("no unit of the {side} is in the group `{}`", name.get_ref());
                self.fault("group", message, name.span(), "a group is what `setup` of a unit says");
            }
            members.extend(found);
        }
        members.sort_by_key(|index| self.units[*index].class() == Class::Train);
        members.into_iter().map(|index| UnitId(index as u8)).collect()
    }

    fn deploys(&mut self, form: &BattleForm, groups: &[String]) -> Vec<Deploy> {
        let order = form
            .setup_order
            .as_ref()
            .map_or(vec![form.player_a, *form.player_b.get_ref()], |order| order.get_ref().clone());
        let mut deploys = Vec::new();
        for side in order {
            for deploy in form.deploy.iter().filter(|deploy| deploy.get_ref().side == side) {
                let units = self.members(side, &deploy.get_ref().groups, groups);
                let area = self.area(&deploy.get_ref().area);
                if area == HexSet::EMPTY {
                    self.fault("area", "no hex of the map lies in the area", deploy.span(), "nowhere to set up (3.2)");
                }
                let listed = deploy.get_ref().area.hexes.is_some();
                deploys.push(Deploy { side, units, area, listed });
            }
        }
        let has_areas = deploys.iter().all(|deploy| deploy.area != HexSet::EMPTY);
        if let Some(deploy) = no_room(self.map, self.units, &deploys).filter(|_| has_areas) {
            let span = form.deploy.iter().filter(|form| form.get_ref().side == deploy).map(Spanned::span).next();
            let message = format!("there is no room for all units of the {deploy}");
            self.fault("room", message, span.unwrap_or(0..0), "a hex has room for one man of each class (7.1)");
        }
        deploys
    }

    fn area(&mut self, area: &AreaForm) -> HexSet {
        if let Some(hexes) = &area.hexes {
            return self.hexes(hexes);
        }
        let of = area.of.as_ref().and_then(|of| self.hex(of));
        let inside = |hex: &Hex| {
            area.min_column.is_none_or(|least| hex.column >= least)
                && area.max_column.is_none_or(|most| hex.column <= most)
                && area.min_row.is_none_or(|least| hex.row >= least)
                && area.max_row.is_none_or(|most| hex.row <= most)
                && of.is_none_or(|of| hex.distance(of) <= area.within.unwrap_or(0))
                && !self.map.terrain(*hex).is_closed()
        };
        self.map.grid.hexes().filter(inside).collect()
    }

    fn edges(&mut self, names: &[Spanned<String>]) -> HexSet {
        let mut hexes = HexSet::EMPTY;
        for name in names {
            self.edge(name).into_iter().for_each(|hex| hexes.insert(hex));
        }
        hexes
    }

    fn edge(&mut self, name: &Spanned<String>) -> Vec<Hex> {
        if let Some(hexes) = self.map.edges.get(name.get_ref()) {
            return hexes.clone();
        }
        let fault = Fault::error("scenario::edge", format!("the map has no edge `{}`", name.get_ref()));
        let fault = fault.at(self.source, name.span(), "not an edge of the map");
        self.faults.push(fault.did_you_mean(name.get_ref(), self.map.edges.keys().map(String::as_str)));
        Vec::new()
    }

    fn arrivals(&mut self, form: &BattleForm, groups: &[String]) -> Vec<Arrival> {
        let mut arrivals: Vec<Arrival> = Vec::new();
        for arrival in &form.arrival {
            let (span, arrival) = (arrival.span(), arrival.get_ref());
            if arrivals.iter().any(|other| other.id == arrival.id) {
                self.fault("arrival", format!("there are two arrivals `{}`", arrival.id), span.clone(), "the second");
            }
            if arrival.script.is_none() && !arrival.parameters.is_empty() {
                self.fault("script", "parameters are for a script", span, "name it with `script = \"…\"`");
            }
            for group in arrival.groups.iter().filter(|group| is_set_up(form, arrival.side, group.get_ref())) {
                let message = format!("the group `{}` is set up at the beginning, and arrives, too", group.get_ref());
                self.fault("arrival", message, group.span(), "also in a [[deploy]] (3.2, 14.1)");
            }
            let script = arrival.script.as_ref().map(|script| named(script, &arrival.parameters));
            arrivals.push(Arrival {
                id: arrival.id.clone(),
                name: arrival.name.as_ref().unwrap_or(&arrival.id).clone(),
                side: arrival.side,
                units: self.members(arrival.side, &arrival.groups, groups),
                edge: self.edge(&arrival.edge),
                anchor_distance: arrival.anchor_distance,
                turn: self.turn_of_arrival(arrival, *form.turns.get_ref()),
                script,
            });
        }
        arrivals
    }

    /// The turn from which a group may arrive (14.1).
    fn turn_of_arrival(&mut self, arrival: &ArrivalForm, turns: u8) -> u8 {
        let Some(turn) = &arrival.turn else { return 1 };
        if !(1..=turns).contains(turn.get_ref()) {
            let message = format!("`{}` arrives on a turn of the battle, which has {turns}", arrival.id);
            self.fault("arrival", message, turn.span(), "not a turn (14.1)");
        }
        *turn.get_ref()
    }

    fn losses(&mut self, form: &LossesForm) -> Losses {
        if *form.level.get_ref() == 0 {
            self.fault("level", "an army has a level of demoralization", form.level.span(), "at least 1 (13.0)");
        }
        let mut rate = |form: &Spanned<RateForm>| match *form.get_ref() {
            RateForm { per_strength: Some(times), per_unit: None } => Rate::PerStrength(times.into()),
            RateForm { per_strength: None, per_unit: Some(points) } => Rate::PerUnit(points.into()),
            _ => {
                self.fault("rate", "losses count by strength or by unit", form.span(), "`per_strength` or `per_unit`");
                Rate::PerUnit(0)
            }
        };
        let (indian, artillery) = (rate(&form.indian), rate(&form.artillery));
        Losses {
            level: *form.level.get_ref(),
            infantry: form.infantry.into(),
            indian,
            artillery,
            leader: form.leader.into(),
        }
    }

    fn hex_points(&mut self, form: &BattleForm) -> Vec<HexPoints> {
        let mut all = Vec::new();
        for points in &form.demoralization.hexes {
            if *points.when_entered_by.get_ref() == points.side {
                let message = "an army loses heart when the enemy enters a hex";
                self.fault("hexes", message, points.when_entered_by.span(), "the same side (13.2)");
            }
            let hexes = self.hexes(&points.hexes);
            all.push(HexPoints { side: points.side, points: points.points.into(), hexes });
        }
        all
    }

    fn awards(&mut self, forms: &[Spanned<AwardForm>]) -> Vec<Award> {
        let mut awards = Vec::new();
        for form in forms {
            let when = match form.get_ref() {
                AwardForm { enemy_demoralization: Some(percent), occupies: None, .. } => {
                    let PercentForm { from, below } = *percent.get_ref();
                    if below.is_some_and(|below| below <= from) {
                        let message =
                            "a band of the enemy's demoralization ends above the percentage at which it begins";
                        self.fault("victory", message, percent.span(), "nothing lies in it (17.1)");
                    }
                    Some(When::Demoralization { from, below })
                }
                AwardForm { enemy_demoralization: None, occupies: Some(hex), .. } => self.hex(hex).map(When::Occupies),
                _ => {
                    let message = "victory points are for the enemy's demoralization or for a hex";
                    self.fault("victory", message, form.span(), "`enemy_demoralization` or `occupies`");
                    None
                }
            };
            awards.extend(when.map(|when| Award { vp: form.get_ref().vp.into(), when }));
        }
        awards
    }

    fn barred(&mut self, form: &BattleForm) -> PerSide<HexSet> {
        let mut barred = PerSide([HexSet::EMPTY; 2]);
        for away in &form.keep_away {
            let hexes = self.hexes(&away.hexes);
            for near in hexes.iter().flat_map(|hex| self.map.grid.near(hex)) {
                barred[away.side].insert(near);
            }
        }
        barred
    }
}

/// Whether a group of a side is set up at the beginning.
fn is_set_up(form: &BattleForm, side: Side, group: &str) -> bool {
    let deploys = form.deploy.iter().map(Spanned::get_ref).filter(|deploy| deploy.side == side);
    deploys.flat_map(|deploy| &deploy.groups).any(|other| other.get_ref() == group)
}

/// A script with its parameters.
fn named(script: &Spanned<String>, parameters: &ParametersForm) -> NamedScript {
    let parameter = |(name, value): (&Spanned<String>, &Spanned<toml::Value>)| Parameter {
        name: name.get_ref().clone(),
        value: value.get_ref().clone(),
        at: name.span().start..value.span().end,
    };
    let parameters = parameters.iter().map(parameter).collect();
    NamedScript { script: script.get_ref().clone(), at: script.span(), parameters }
}

/// The first side whose units cannot all be set up.
fn no_room(map: &Map, units: &[Unit], deploys: &[Deploy]) -> Option<Side> {
    [Side::French, Side::British].into_iter().find(|side| {
        let of_side = deploys.iter().filter(|deploy| deploy.side == *side);
        let all = of_side.flat_map(|deploy| deploy.units.iter().map(move |unit| (deploy, &units[unit.index()])));
        let waiting: Vec<Waiting> = all.map(|(deploy, unit)| Waiting::new(map, deploy, unit)).collect();
        !has_room_for_all(&waiting)
    })
}
