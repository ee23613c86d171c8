//! Where everything stands: one plain value.

mod copy;

use crate::battle::Battle;
use crate::pieces::{At, Done, Piece, Pieces};
use crate::side::{PerSide, Side};
use crate::tables::Tables;
use crate::unit::{Class, Unit, UnitId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::sync::Arc;
use wilderness_engine::Generator;
use wilderness_engine::language::{Markers, Numbers};
use wilderness_hexes::{Hex, HexSet};

/// What comes next in the sequence of play (4.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// The sides pick their special tactics markers (18.0).
    Markers,
    /// A unit is set up: the number of the deployment, and of the unit in it.
    SetUp(usize, usize),
    /// A game turn begins, with fog.
    Turn,
    /// A gun fires.
    Bombardment,
    /// A Movement Phase begins: dice, forced march, arrivals.
    MovementStart,
    /// A unit arrives or moves.
    Movement,
    /// An attack is declared.
    Declaration,
    /// An attack is chosen, with markers.
    Resolution,
    /// The attack with this number from 0 is resolved, with the attacker's and the defender's marker.
    Strike(usize, [Option<Marker>; 2]),
    /// A unit is rallied.
    Rally,
    /// The battle is over.
    Over(Outcome),
}

/// How a battle ended, or would end now (17.0).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The difference of victory points.
    pub margin: u16,
    /// The level of victory.
    pub level: Level,
    /// Who won.
    pub winner: Option<Side>,
    /// Whether the other side conceded it (17.1).
    pub conceded: bool,
}

/// A level of victory (22.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Nobody wins.
    Draw,
    /// Marginal.
    Marginal,
    /// Substantive.
    Substantive,
    /// Decisive.
    Decisive,
}

impl Level {
    /// The levels at which a battle can be won, in the order of their size.
    pub const WON: [Level; 3] = [Level::Marginal, Level::Substantive, Level::Decisive];

    /// The word in answers and files.
    pub fn word(self) -> &'static str {
        ["draw", "marginal", "substantive", "decisive"][self as usize]
    }
}

/// What a marker of a script lasts until.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MarkerEnd {
    /// The end of the player turn.
    PlayerTurn,
    /// The end of the game turn.
    Turn,
    /// The end of the battle.
    Battle,
}

impl MarkerEnd {
    /// All of them, from the first to the last.
    pub const ALL: [MarkerEnd; 3] = [MarkerEnd::PlayerTurn, MarkerEnd::Turn, MarkerEnd::Battle];

    /// The word in scripts and positions.
    pub fn word(self) -> &'static str {
        ["player-turn", "turn", "battle"][self as usize]
    }
}

/// The optional rules in force (18.0 to 21.0, and those of the content).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// Special tactics (18.0).
    pub tactics: bool,
    /// Indians and militia balk (19.0).
    pub balk: bool,
    /// Supply trains (20.0).
    pub trains: bool,
    /// Burning (21.0).
    pub burning: bool,
    /// Those that are scripts of the content, by their names.
    pub own: BTreeSet<Arc<str>>,
}

impl Options {
    /// The words of those of the rulebook, in files, records and on the command line.
    pub const WORDS: [&str; 4] = ["tactics", "balk", "trains", "burning"];

    /// The option with a word, to be changed.
    pub fn get_mut(&mut self, word: &str) -> Option<&mut bool> {
        match word {
            "tactics" => Some(&mut self.tactics),
            "balk" => Some(&mut self.balk),
            "trains" => Some(&mut self.trains),
            "burning" => Some(&mut self.burning),
            _ => None,
        }
    }

    /// Switches a rule on or off: one of the rulebook, or one of the content.
    pub fn set(&mut self, word: &str, on: bool) {
        match self.get_mut(word) {
            Some(option) => *option = on,
            None if on => drop(self.own.insert(word.into())),
            None => drop(self.own.remove(word)),
        }
    }

    /// Whether none is in force.
    pub fn is_empty(&self) -> bool {
        *self == Options::default()
    }

    /// The optional rules in force and the special ones of a battle, as scripts have them.
    pub(crate) fn in_force(&self, battle: &Battle) -> Arc<Markers<MarkerEnd>> {
        let named = battle.scripts.iter().map(|named| named.script.as_str());
        let special = named.filter(|name| !Options::WORDS.contains(name));
        let all = self.words().map(Arc::from).chain(special.map(Arc::from));
        Arc::new(all.map(|word| (word, MarkerEnd::Battle)).collect())
    }

    /// The words of those in force.
    pub fn words(&self) -> impl Iterator<Item = &str> {
        let Options { tactics, balk, trains, burning, own } = self;
        let of_rulebook = Options::WORDS.into_iter().zip([*tactics, *balk, *trains, *burning]);
        of_rulebook.filter(|(_, on)| *on).map(|(word, _)| word).chain(own.iter().map(|word| &**word))
    }
}

/// A kind of special tactics marker (18.1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Marker {
    /// Light units in cover.
    Ambush,
    /// Line and grenadiers that attack.
    Bayonet,
    /// Twice the allowance.
    ForcedMarch,
    /// Line and grenadiers that defend.
    Volley,
}

impl Marker {
    /// All kinds, in the order of their words.
    pub const ALL: [Marker; 4] = [Marker::Ambush, Marker::Bayonet, Marker::ForcedMarch, Marker::Volley];

    /// The word in files and answers.
    pub fn word(self) -> &'static str {
        ["ambush", "bayonet", "forced-march", "volley"][self as usize]
    }

    /// The markers that a side can pick from (18.0), by kind.
    fn pool(tables: &Tables) -> Vec<Marker> {
        let counts = &tables.tactics.pool;
        let each = |marker| match marker {
            Marker::Ambush => counts.ambush,
            Marker::Bayonet => counts.bayonet,
            Marker::ForcedMarch => counts.forced_march,
            Marker::Volley => counts.volley,
        };
        Marker::ALL.into_iter().flat_map(|marker| std::iter::repeat_n(marker, each(marker).into())).collect()
    }
}

/// An attack that has been declared (9.0): attackers and target hexes, both sorted.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Attack {
    /// The attackers.
    pub units: Vec<UnitId>,
    /// The hexes that they attack.
    pub hexes: Vec<Hex>,
    /// Whether it is resolved.
    pub done: bool,
}

/// Where everything stands.
#[derive(PartialEq, Debug)]
pub struct State {
    /// The battle, by its id.
    pub battle: Arc<str>,
    /// What comes next.
    pub step: Step,
    /// The game turn.
    pub turn: u8,
    /// The phasing side.
    pub side: Side,
    /// Whether there is fog in this game turn.
    pub fog: bool,
    /// The units, by their places in the battle's list.
    pub pieces: Pieces,
    /// Demoralization points.
    pub dp: PerSide<u16>,
    /// Whether each army was demoralized when this phase began: what that does begins with the next phase (B62).
    pub demoralized: PerSide<bool>,
    /// Which sets of hexes have been scored for demoralization, by their places in the battle's list.
    pub hex_points: Vec<bool>,
    /// The demoralization die of the phasing side in this Movement Phase.
    pub die: Option<u8>,
    /// The optional rules in force.
    pub options: Options,
    /// The optional and special rules in force, as scripts have them: by their words.
    pub(crate) in_force: Arc<Markers<MarkerEnd>>,
    /// The numbers of the markers of scripts that have one.
    pub(crate) numbers: Arc<Numbers>,
    /// Special tactics markers left, sorted.
    pub markers: PerSide<Vec<Marker>>,
    /// Special tactics markers that have been played and shown.
    pub played: PerSide<Vec<Marker>>,
    /// The special tactics markers that a side picks from.
    pub pool: Vec<Marker>,
    /// Units that may move by forced march in this phase; nothing if none was played.
    pub marching: Option<Vec<UnitId>>,
    /// Burning hexes.
    pub burning: HexSet,
    /// The anchor hex of each arrival.
    pub anchors: Vec<Option<Hex>>,
    /// How many men and trains have entered by each hex in this Movement Phase.
    pub entered: Vec<(Hex, u8)>,
    /// The turn of each side's first attack.
    pub first_attack: PerSide<Option<u8>>,
    /// The attacks of this Combat Phase.
    pub attacks: Vec<Attack>,
    /// The generator of dice; nothing is drawn in this game.
    pub generator: Generator,
}

impl State {
    /// A battle before set-up.
    pub fn new(battle: &Battle, options: &Options, generator: Generator) -> State {
        let groups = battle.deploys.iter().map(|deploy| &deploy.units);
        let groups = groups.chain(battle.arrivals.iter().map(|arrival| &arrival.units));
        let comes: std::collections::BTreeSet<UnitId> = groups.flatten().copied().collect();
        let takes_part =
            |id: UnitId, unit: &Unit| comes.contains(&id) && (unit.class() != Class::Train || options.trains);
        let piece = |(id, unit): (UnitId, &Unit)| Piece {
            at: if takes_part(id, unit) { At::OffMap } else { At::Absent },
            side: unit.side,
            disordered: false,
            looted: false,
            done: Done::default(),
        };
        State {
            battle: battle.id.as_str().into(),
            step: if options.tactics && battle.markers.is_some() { Step::Markers } else { Step::SetUp(0, 0) },
            turn: 1,
            side: battle.players[0],
            fog: false,
            pieces: battle.units().map(piece).collect(),
            dp: PerSide::default(),
            demoralized: PerSide::default(),
            hex_points: vec![false; battle.hex_points.len()],
            die: None,
            in_force: options.in_force(battle),
            options: options.clone(),
            numbers: Arc::default(),
            markers: PerSide::default(),
            played: PerSide::default(),
            pool: Marker::pool(&battle.tables),
            marching: None,
            burning: HexSet::EMPTY,
            anchors: vec![None; battle.arrivals.len()],
            entered: Vec::new(),
            first_attack: PerSide::default(),
            attacks: Vec::new(),
            generator,
        }
    }

    /// A piece.
    #[inline]
    pub fn piece(&self, unit: UnitId) -> &Piece {
        &self.pieces[unit.index()]
    }

    /// A piece, to be changed.
    #[inline]
    pub(crate) fn piece_mut(&mut self, unit: UnitId) -> &mut Piece {
        &mut self.pieces[unit.index()]
    }

    /// The hex of a unit that is on the map.
    #[inline]
    pub fn hex(&self, unit: UnitId) -> Option<Hex> {
        match self.piece(unit).at {
            At::Hex(hex) => Some(hex),
            _ => None,
        }
    }

    /// The units of a side on the map, looted trains left out, in the order of the list.
    pub(crate) fn on_map(&self, side: Side) -> impl Iterator<Item = (UnitId, Hex)> + use<'_> {
        self.pieces.iter().enumerate().filter_map(move |(index, piece)| match piece.at {
            At::Hex(hex) if piece.side == side && !piece.looted => Some((UnitId(index as u8), hex)),
            _ => None,
        })
    }

    /// Whether an army is demoralized (13.1).
    pub fn is_demoralized(&self, battle: &Battle, side: Side) -> bool {
        self.dp[side] >= battle.losses[side].level
    }

    /// The markers of scripts that last until then, or less, are over.
    pub(crate) fn end_markers(&mut self, until: MarkerEnd) {
        if self.in_force.values().any(|end| *end <= until) {
            Arc::make_mut(&mut self.in_force).retain(|_, end| *end > until);
            let in_force = &self.in_force;
            Arc::make_mut(&mut self.numbers).retain(|name, _| in_force.contains_key(name));
        }
    }

    /// A phase begins: armies that have reached their levels by now feel it.
    pub(crate) fn note_demoralization(&mut self, battle: &Battle) {
        self.demoralized = PerSide::new(|side| self.is_demoralized(battle, side));
    }

    /// The other side than the phasing one.
    pub fn other(&self) -> Side {
        self.side.enemy()
    }
}
