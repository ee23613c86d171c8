//! Missions: what a force or a single piece could do with an activation, and what that is worth.

use super::board::Board;
use super::combat::{self, ForceFacts};
use super::muster::muster;
use super::prospect::{self, Prospect, cards};
use super::raids::raiding_party;
use super::value;
use super::weights;
use crate::map::Map;
use crate::pieces::Pieces;
use crate::rules::reach::{Path, Reach};
use crate::sets::{PieceId, PieceSet, SpaceId, SpaceSet};
use crate::tables::FORTRESS_VP;

/// What a mission is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlannedErrand {
    /// Go nearer to a target, or to where it is needed.
    March,
    /// Attack the defenders there, or take an undefended space.
    Attack,
    /// Lay siege to a fort or fortress.
    Invest,
    /// Roll on the Siege Table.
    Siege,
    /// Assault.
    Storm,
    /// Break out.
    Sortie,
    Raid,
    /// Come near enough to raid with the next card.
    Approach,
    /// Find shelter from winter.
    Quarters,
    /// Strengthen a friendly fortification.
    Garrison,
}

/// What a force or piece could do with an activation.
#[derive(Clone, Copy, Debug)]
pub struct Mission {
    /// The piece that names the mover.
    pub mover: PieceId,
    /// The pieces that go.
    pub members: PieceSet,
    /// Where they start.
    pub from: SpaceId,
    /// Where they go.
    pub to: SpaceId,
    /// The route.
    pub path: Path,
    /// Whether they go by sea.
    pub sails: bool,
    /// Whether they land among the enemy (6.43).
    pub lands: bool,
    /// What for.
    pub errand: PlannedErrand,
    /// What it is worth in victory points.
    pub gain: f32,
    /// The chance of its battle, assault or raid.
    pub chance: f32,
    /// The enemy units where they go.
    pub against: u8,
    /// The units that stay where they start.
    pub left: u8,
    /// Whether it is a siege out of supply, in which there are no siege rolls (12.3).
    pub unsupplied: bool,
}

impl Mission {
    /// A mission for pieces that stay in their space.
    pub fn new(mover: PieceId, members: PieceSet, at: SpaceId, errand: PlannedErrand, gain: f32) -> Mission {
        Mission {
            mover,
            members,
            from: at,
            to: at,
            path: Path::default(),
            sails: false,
            lands: false,
            errand,
            gain,
            chance: 0.0,
            against: 0,
            left: 0,
            unsupplied: false,
        }
    }
}

/// Pieces that might go somewhere, with their prospects.
struct Travellers<'a> {
    mover: PieceId,
    from: SpaceId,
    army: ForceFacts,
    pieces: PieceSet,
    prospects: Vec<Prospect<'a>>,
    /// The most that it is worth to them to come nearer to any of these.
    most: f32,
    /// What they are worth where they are.
    stay: f32,
}

impl Travellers<'_> {
    /// What it is worth to be nearer to the best prospect from a space; nothing if that is not more than this.
    fn progress(&self, board: &Board<'_>, to: SpaceId, least: f32) -> f32 {
        let mut best = least.max(0.0);
        let mut found = 0.0;
        if self.most <= best {
            return found;
        }
        for prospect in &self.prospects {
            if prospect.most <= best {
                continue;
            }
            let nearer = prospect.nearer(cards(board.distance(to, prospect.target.space)));
            if nearer > best {
                (best, found) = (nearer, nearer);
            }
        }
        found
    }
}

/// What is worth less than another mission by this much is no match for it, however sums are rounded.
pub const MARGIN: f32 = 1e-3;

/// The missions that are worth most, the best first.
pub struct Best<const MOST: usize> {
    found: [Option<Mission>; MOST],
    /// What is not worth more than this need not be found.
    bar: f32,
}

impl<const MOST: usize> Best<MOST> {
    /// None yet, and none is sought that is not worth more than this.
    fn above(bar: f32) -> Best<MOST> {
        Best { found: [None; MOST], bar }
    }

    /// Takes up a mission, unless others are worth as much.
    fn add(&mut self, mission: Option<Mission>) {
        let Some(mut mission) = mission else { return };
        for kept in &mut self.found {
            match kept {
                Some(better) if better.gain >= mission.gain => {}
                Some(worse) => mission = std::mem::replace(worse, mission),
                None => {
                    *kept = Some(mission);
                    return;
                }
            }
        }
    }

    /// What another one must be worth more than.
    fn least(&self) -> f32 {
        self.found.last().copied().flatten().map_or(weights::LEAST, |worst| worst.gain).max(self.bar)
    }

    /// The best.
    fn first(&self) -> Option<Mission> {
        self.found.first().copied().flatten()
    }

    /// What the best is worth.
    pub fn worth(&self) -> f32 {
        self.first().map_or(0.0, |mission| mission.gain)
    }

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = Mission> {
        self.found.into_iter().flatten()
    }
}

/// Finds missions.
pub struct Scout<'a> {
    /// The position.
    pub board: &'a Board<'a>,
    /// How far the pieces go that it looked at last.
    pub reach: Reach,
}

impl<'a> Scout<'a> {
    /// A planner that has not seen a position yet.
    pub fn new(board: &'a Board<'a>) -> Scout<'a> {
        Scout { board, reach: Reach::default() }
    }

    /// The best mission of a leader with a force; none if it is better to stay.
    pub fn force(&mut self, leader: PieceId, taken: PieceSet, by_sea: bool) -> Option<Mission> {
        let (mut best, sea) = self.by_land_or_sea::<1>(leader, taken, by_sea, (weights::LEAST, weights::LEAST));
        best.add(sea.first());
        best.first()
    }

    /// The best that a leader could do with a force without ships, and with them, if that is worth more than the bars.
    pub fn by_land_or_sea<const MOST: usize>(
        &mut self,
        leader: PieceId,
        taken: PieceSet,
        by_sea: bool,
        bars: (f32, f32),
    ) -> (Best<MOST>, Best<MOST>) {
        let board = self.board;
        let (mut best, mut voyage) = (Best::above(bars.0), Best::above(bars.1));
        let Some(space) = board.view.space_of(leader) else { return (best, voyage) };
        let mates = board.view.companions(leader) - taken;
        if board.view.is_besieged(leader) {
            best.add(self.sortie(leader, space, mates));
            return (best, voyage);
        }
        let all = muster(leader, mates.with(leader), 0, board.view);
        best.add(self.at_siege(leader, space, all));
        let spare = self.spare(space, mates);
        let field = if spare == 0 { all } else { muster(leader, mates.with(leader), spare, board.view) };
        if !field.units().is_empty() {
            self.journeys(leader, space, field, by_sea, (&mut best, &mut voyage));
        }
        let raiders = raiding_party(leader, mates);
        if !raiders.units().is_empty() && board.may_raid(space, 6) {
            best.add(self.raid(leader, Some(leader), space, raiders));
        }
        (best, voyage)
    }

    /// How many units stay in a threatened fortification.
    fn spare(&self, space: SpaceId, mates: PieceSet) -> usize {
        let works = self.board.view.works(self.board.side);
        if self.board.is_captured(space) {
            return 1;
        }
        if !works.besiegeable().contains(space) || mates.units().len() < 3 {
            return 0;
        }
        let pressure = self.board.pressure(space);
        match () {
            () if pressure >= weights::GARRISON_OF_TWO => 2,
            () if pressure >= weights::GARRISON_OF_ONE => 1,
            () => 0,
        }
    }

    /// A siege roll or an assault in the force's space (8.2, 9.0).
    fn at_siege(&self, leader: PieceId, space: SpaceId, force: PieceSet) -> Option<Mission> {
        let board = self.board;
        let target = board.target(space).filter(|target| target.siege > 0)?;
        board.view.siege_level(space)?;
        let besiegers = board.view.outside(board.side, space);
        let army = ForceFacts::new(board.view, besiegers, None);
        let odds = combat::assault(&army, &target.defenders);
        let (worth, rolls) = board.worth(target, &army, besiegers);
        let ready = target.level >= target.siege;
        let outranked = besiegers.leaders().iter().any(|other| other.facts().command > leader.facts().command);
        let errand = if ready { PlannedErrand::Storm } else { PlannedErrand::Siege };
        if !ready && (outranked || !board.supplied.contains(space) || besiegers.drilled().is_empty()) {
            return None; // 8.231
        }
        let gain = worth / rolls + weights::AT_SIEGE;
        Some(Mission { chance: odds.win, ..Mission::new(leader, force, space, errand, gain) })
    }

    /// An attack of the besieged on the besiegers (8.25).
    fn sortie(&self, leader: PieceId, space: SpaceId, mates: PieceSet) -> Option<Mission> {
        let board = self.board;
        let force = muster(leader, mates.with(leader), 0, board.view);
        let (army, enemies) =
            (ForceFacts::new(board.view, force, Some(leader)), board.view.outside(board.enemy, space));
        if army.units == 0 {
            return None;
        }
        let odds = combat::battle(&army, &ForceFacts::new(board.view, enemies, None), space.terrain(), 0, 0);
        let saved = weights::SORTIE_SAVES * value::prize(board.view, board.side, space);
        let gain = odds.win * (saved + weights::SORTIE_WON) - (1.0 - odds.win) * weights::SORTIE_LOST;
        Some(Mission { chance: odds.win, ..Mission::new(leader, force, space, PlannedErrand::Sortie, gain) })
    }

    /// The best space to which pieces could go, if that is worth more than a bar.
    pub fn journey(
        &mut self,
        mover: PieceId,
        from: SpaceId,
        pieces: PieceSet,
        by_sea: bool,
        bar: f32,
    ) -> Option<Mission> {
        let (mut best, mut sea) = (Best::<1>::above(bar), Best::above(bar));
        self.journeys(mover, from, pieces, by_sea, (&mut best, &mut sea));
        best.add(sea.first());
        best.first()
    }

    /// Adds the best spaces to which pieces could go without ships, and the best with them.
    fn journeys<const MOST: usize>(
        &mut self,
        mover: PieceId,
        from: SpaceId,
        pieces: PieceSet,
        by_sea: bool,
        (land, sea): (&mut Best<MOST>, &mut Best<MOST>),
    ) {
        let board = self.board;
        let army =
            ForceFacts::new(board.view, pieces, Some(mover).filter(|mover| Pieces::get().leaders.contains(*mover)));
        let left = board.others(from, pieces);
        let stay = self.standing(from, &army, pieces, left) + self.abandons(from, pieces, left);
        let prospects = prospect::prospects(board, from, &army, pieces);
        let most = prospects.iter().map(|prospect| prospect.most).fold(0.0, f32::max);
        let party = Travellers { mover, from, army, pieces, prospects, most, stay };
        board.view.reach(pieces, from, &mut self.reach);
        // What can be attacked first: little else is worth as much.
        let goals: SpaceSet = party.prospects.iter().map(|prospect| prospect.target.space).collect();
        let ends = self.reach.ends();
        for to in ends & goals {
            land.add(self.visit(&party, to, land.least()));
        }
        // Elsewhere it could only come nearer, or hold what is threatened.
        let enough = land.least() + stay;
        let others = if enough >= 0.0 && most <= enough { ends & board.under_pressure } else { ends };
        for to in others - goals {
            land.add(self.visit(&party, to, land.least()));
        }
        if MOST == 1 {
            sea.bar = sea.bar.max(land.least() - MARGIN);
        }
        if by_sea && Map::get().ports.contains(from) {
            for to in board.view.ports_from(from) - board.hostile {
                let sails = |mission| Mission { sails: true, path: Path::direct(to), ..mission };
                sea.add(self.visit(&party, to, sea.least()).map(sails));
            }
            for to in Map::get().landings(from).filter(|_| board.landing) {
                let cost = weights::LANDING_CARD;
                let lands = |mission: Mission| Mission { lands: true, gain: mission.gain - cost, ..mission };
                sea.add(self.visit(&party, to, sea.least() + cost).map(lands));
            }
        }
    }

    /// A mission with what need not be known while many are compared: the path that it takes, if it goes over land or by boat,
    /// and whom it meets and leaves.
    pub fn with_path(&self, mission: Mission) -> Mission {
        let (view, side, enemy) = (self.board.view, self.board.side, self.board.enemy);
        let count = |pieces: PieceSet| pieces.units().len() as u8;
        let against = count(view.outside(enemy, mission.to) | view.inside(enemy, mission.to));
        let left = count((view.outside(side, mission.from) | view.inside(side, mission.from)) - mission.members);
        let mission = Mission { against, left, ..mission };
        if mission.sails || mission.lands || mission.from == mission.to {
            return mission;
        }
        Mission { path: view.path(mission.members, mission.from, mission.to), ..mission }
    }

    /// What is lost where they leave: a captured fortress without a unit (8.24), or a siege.
    fn abandons(&self, space: SpaceId, pieces: PieceSet, left: PieceSet) -> f32 {
        let board = self.board;
        if left.units().is_empty() && !pieces.units().is_empty() && board.is_captured(space) {
            return f32::from(FORTRESS_VP) + weights::ABANDONED;
        }
        let Some(target) = board.target(space).filter(|target| target.siege > 0) else { return 0.0 };
        let rate = |besiegers: PieceSet| {
            let (worth, rolls) = board.worth(target, &ForceFacts::new(board.view, besiegers, None), besiegers);
            worth.max(0.0) / rolls
        };
        let begun = weights::SIEGE_BEGUN * f32::from(target.level) * rate(left | pieces);
        if left.drilled().is_empty() { begun + rate(left | pieces) } else { rate(left | pieces) - rate(left) }
    }

    /// The value of an army in its present or future space: what it holds, and its risk from enemies and winter.
    fn standing(&self, space: SpaceId, army: &ForceFacts, pieces: PieceSet, others: PieceSet) -> f32 {
        let there = self.strength(others);
        self.holding(space, army, there) - self.suffering(space, army, pieces, others, there)
    }

    /// What its strength is worth where others hold already.
    fn holding(&self, space: SpaceId, army: &ForceFacts, there: u32) -> f32 {
        self.board.hold(space, there + army.strength) - self.board.hold(space, there)
    }

    /// What the enemy and winter may cost it; never less than nothing.
    fn suffering(&self, space: SpaceId, army: &ForceFacts, pieces: PieceSet, others: PieceSet, there: u32) -> f32 {
        let together = ForceFacts { strength: army.strength + there, ..*army };
        self.board.danger(space, &together, pieces) + self.board.frost(space, pieces, others.units().len())
    }

    fn strength(&self, pieces: PieceSet) -> u32 {
        pieces.units().iter().map(|unit| u32::from(self.board.view.strength(unit))).sum()
    }

    /// What it is worth to go to a space, if that is more than the least that counts.
    fn visit(&self, party: &Travellers<'_>, to: SpaceId, least: f32) -> Option<Mission> {
        let Travellers { mover, from, army, pieces, prospects, stay, .. } = party;
        let (army, pieces, from) = (army, *pieces, *from);
        let board = self.board;
        let here = prospects.iter().find(|prospect| prospect.target.space == to);
        let fort = board.view.works(board.enemy).besiegeable().contains(to);
        if board.hostile.contains(to) && here.is_none() && (fort || !self.beats(to, army, pieces)) {
            return None;
        }
        let pressed = board.is_pressed(to);
        let mut errand = PlannedErrand::March;
        let progress = match here {
            Some(prospect) if prospect.target.siege == 0 => {
                errand = PlannedErrand::Attack;
                prospect.worth
            }
            Some(prospect) => {
                errand = PlannedErrand::Invest;
                prospect.rate * prospect.from_here.min(weights::NEARER)
            }
            None => party.progress(board, to, if pressed { 0.0 } else { least + stay }),
        };
        if progress <= 0.0 && *stay >= 0.0 && !pressed {
            return None; // it is not better there than here
        }
        if !pressed && progress - stay <= least {
            return None;
        }
        let others = board.others(to, pieces);
        let there = self.strength(others);
        let mut gain = self.holding(to, army, there) - *stay;
        if gain + progress <= least {
            return None;
        }
        gain -= self.suffering(to, army, pieces, others, there);
        if gain + progress <= least {
            return None;
        }
        let chance = here.map_or(0.0, |prospect| match errand {
            PlannedErrand::Invest => combat::assault(army, &prospect.target.defenders).win,
            _ => {
                let shift = usize::from(board.view.fieldworks().contains(to));
                combat::battle(army, &prospect.target.defenders, to.terrain(), 0, shift).win
            }
        });
        if progress < weights::LITTLE && gain > weights::LITTLE {
            let cold = board.frost(from, pieces, 0) > weights::COLD;
            errand = if cold { PlannedErrand::Quarters } else { PlannedErrand::Garrison };
        }
        gain += progress;
        let unsupplied = errand == PlannedErrand::Invest && !board.supplied.contains(to);
        Some(Mission { to, chance, unsupplied, ..Mission::new(*mover, pieces, from, errand, gain) })
    }

    /// Whether an army would probably beat the enemies in the open in a space.
    fn beats(&self, space: SpaceId, army: &ForceFacts, pieces: PieceSet) -> bool {
        let board = self.board;
        let stack = ForceFacts::new(board.view, board.view.outside(board.enemy, space), None);
        let odds = combat::battle(army, &stack, space.terrain(), 0, 0);
        odds.win > weights::CLEAR_WAY && !pieces.units().is_empty()
    }
}
