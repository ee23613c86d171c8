//! Sentences: "fire b-ontario at 0605", "move la-sarre to 0810 by road", "attack 0810 with bearn, guyenne",
//! "rally all", "place all".
//! Each is turned into answers, and either all of them are given or none.

use super::names;
use crate::front::{Reply, Session, Trouble};
use crate::text::names::fold;
use std::sync::Arc;
use wilderness_battles::look;
use wilderness_battles::odds::Odds;
use wilderness_battles::{
    Ask, Battle, Choice, Decision, Entry, FrenchAndIndianWarBattles as Battles, Happened, Hex, Number, Side, State,
    UnitId, View,
};
use wilderness_engine::Question as _;
use wilderness_lab::Player;

/// The words with which a sentence begins.
pub const VERBS: [&str; 9] = ["fire", "bombard", "move", "march", "attack", "assault", "rally", "enter", "place"];

/// A sentence, understood.
enum Sentence {
    /// A gun fires at a hex.
    Fire(UnitId, Hex),
    /// A unit moves to a hex, with leaders; by road only, or by forced march.
    Move { unit: UnitId, to: Hex, with: Vec<UnitId>, by_road: bool, march: bool },
    /// Units attack hexes.
    Attack(Vec<UnitId>, Vec<Hex>),
    /// Units rally; all who can, if none is named.
    Rally(Vec<UnitId>),
    /// A unit enters the map by a hex.
    Enter(UnitId, Hex),
    /// The greedy bot sets up the units that are left.
    PlaceAll,
}

/// A line in which hexes are written as answers: `0810` becomes `hex:0810`.
pub fn with_hexes(line: &str) -> String {
    let is_hex = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let word = |word: &str| if is_hex(word) { format!("hex:{word}") } else { word.to_string() };
    let part = |part: &str| part.split_whitespace().map(word).collect::<Vec<_>>();
    let parts: Vec<String> = line
        .split(',')
        .map(|text| {
            let words = part(text);
            // Several hexes in a row are several answers.
            let all = words.len() > 1 && words.iter().all(|word| word.starts_with("hex:"));
            words.join(if all { ", " } else { " " })
        })
        .collect();
    parts.join(", ")
}

/// The hexes of a list: `0810, 0811` or `0810 0811`, with or without `and`.
///
/// # Errors
/// A word that is not a hex.
pub fn hexes_of(battle: &Battle, text: &str) -> Result<Vec<Hex>, String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty() && *word != "and");
    words.map(|word| names::hex(battle, word)).collect()
}

/// The units of a list, divided by commas or `and`.
///
/// # Errors
/// A word that is not a unit, or fits several.
pub fn units_of(battle: &Battle, state: &State, side: Option<Side>, text: &str) -> Result<Vec<UnitId>, String> {
    let parts = text.split(',').flat_map(|part| part.split(" and ")).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| names::unit(battle, state, side, part)).collect()
}

fn read(battle: &Battle, state: &State, side: Side, line: &str) -> Result<Sentence, String> {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let own = |text: &str| names::unit(battle, state, Some(side), text);
    let usage = |form: &str| format!("usage: {form}");
    match fold(verb).as_str() {
        "fire" | "bombard" => {
            let form = || usage("fire GUN at HEX");
            let (gun, hex) = rest.split_once(" at ").ok_or_else(form)?;
            Ok(Sentence::Fire(own(gun)?, names::hex(battle, hex)?))
        }
        "attack" | "assault" => {
            let form = || usage("attack HEX[, HEX] with UNIT, UNIT");
            let (hexes, units) = rest.split_once(" with ").ok_or_else(form)?;
            Ok(Sentence::Attack(units_of(battle, state, Some(side), units)?, hexes_of(battle, hexes)?))
        }
        "rally" if fold(rest) == "all" => Ok(Sentence::Rally(Vec::new())),
        "rally" => Ok(Sentence::Rally(units_of(battle, state, Some(side), rest)?)),
        "place" if fold(rest) == "all" => Ok(Sentence::PlaceAll),
        "place" => Err(usage("place all, or the number of a hex")),
        "enter" => {
            let form = || usage("enter UNIT at HEX");
            let (unit, hex) = rest.split_once(" at ").or(rest.split_once(" by ")).ok_or_else(form)?;
            Ok(Sentence::Enter(own(unit)?, names::hex(battle, hex)?))
        }
        verb => {
            let form = || usage("move UNIT [with LEADER] to HEX [by road]");
            let (unit, to) = rest.split_once(" to ").ok_or_else(form)?;
            let (to, by_road) = to.strip_suffix("by road").map_or((to, false), |to| (to, true));
            let (unit, with) = unit.split_once(" with ").unwrap_or((unit, ""));
            let with = units_of(battle, state, Some(side), with)?;
            Ok(Sentence::Move { unit: own(unit)?, to: names::hex(battle, to)?, with, by_road, march: verb == "march" })
        }
    }
}

impl Session<Battles> {
    /// Does what a sentence says, or nothing.
    ///
    /// # Errors
    /// Why it cannot be done.
    pub(super) fn say(&mut self, line: &str) -> Result<Reply, Trouble> {
        self.turn()?;
        self.is_yours()?;
        let side = self.game.decision().map(|decision| decision.side);
        let side = side.ok_or_else(|| Trouble::plain("nothing is to be decided: the game is over"))?;
        let sentence = read(self.game.scenario(), &View::public(&self.game), side, line).map_err(Trouble::Plain)?;
        self.is_time_for(&sentence).map_err(Trouble::Plain)?;
        let before = self.game.answers();
        let done = match sentence {
            Sentence::Fire(gun, hex) => self.give([self.unit(gun), Choice::Hex(hex)]),
            Sentence::Enter(unit, hex) => self.give([self.unit(unit), Choice::Hex(hex)]),
            Sentence::Attack(units, hexes) => self.attack(&units, &hexes),
            Sentence::Rally(units) => self.rally(&units),
            Sentence::PlaceAll => self.place_all(side),
            Sentence::Move { unit, to, with, by_road, march } => self.move_unit(unit, to, &with, by_road, march),
        };
        if let Err(reason) = done {
            if self.game.answers() > before {
                self.game.back_out(before);
            }
            return Err(Trouble::Plain(reason));
        }
        Ok(Reply::Moved(self.situation()))
    }

    /// Whether a sentence can answer the open decision.
    fn is_time_for(&self, sentence: &Sentence) -> Result<(), String> {
        let Some(open) = self.game.decision() else { return Err("nothing is to be decided".into()) };
        let (fits, when) = match sentence {
            Sentence::Fire(..) => {
                (matches!(open.ask, Ask::Gun | Ask::Target(_)), "guns fire in the Bombardment Phase (6.0)")
            }
            Sentence::Enter(..) => {
                (matches!(open.ask, Ask::Arrival | Ask::Entry(_)), "no unit is to enter the map now (14.1)")
            }
            Sentence::Attack(..) => (
                matches!(open.ask, Ask::Attacked | Ask::Build | Ask::Attack),
                "attacks are declared in the Combat Phase (9.0)",
            ),
            Sentence::PlaceAll => (matches!(open.ask, Ask::Place(_)), "no unit is to be set up now (3.2)"),
            Sentence::Rally(_) => (open.ask == Ask::Rally, "no unit can rally now (11.2)"),
            Sentence::Move { .. } => (
                matches!(open.ask, Ask::Mover | Ask::Along(_) | Ask::Step(_)),
                "units move in the Movement Phase (7.2)",
            ),
        };
        if fits { Ok(()) } else { Err(format!("{when}; now it is asked: {} ({})", open.ask.prompt(), open.ask.rule())) }
    }

    fn unit(&self, unit: UnitId) -> Choice {
        Choice::Unit(self.game.scenario().unit(unit).id)
    }

    /// Gives an answer, or the reason why it is none. What the rules have chosen without asking needs no answer.
    fn choose(&mut self, choice: Choice) -> Result<(), String> {
        let known = self.game.answers();
        let decision = self.game.decision().ok_or("nothing is to be decided")?;
        if !decision.choices.contains(&choice) {
            let why = self.game.why_not(choice).filter(|refusal| refusal.says_why());
            let asked = || format!("that is not an answer to \"{}\" ({})", decision.ask.prompt(), decision.ask.rule());
            return Err(format!("{choice}: {}", why.map_or_else(asked, |refusal| refusal.to_string())));
        }
        self.game.choose(choice).map_err(|refused| refused.to_string())?;
        debug_assert!(self.game.answers() > known);
        Ok(())
    }

    /// Gives answers one after the other; those that were forced since are left out.
    fn give(&mut self, choices: impl IntoIterator<Item = Choice>) -> Result<(), String> {
        let mut known = self.game.answers();
        for choice in choices {
            let forced = self.game.forced_since(known).any(|forced| forced.choice == choice);
            if forced && !self.game.decision().is_some_and(|decision| decision.choices.contains(&choice)) {
                continue;
            }
            known = self.game.answers() + 1;
            self.choose(choice)?;
        }
        Ok(())
    }

    /// Declares an attack, or picks the one that is resolved next.
    fn attack(&mut self, units: &[UnitId], hexes: &[Hex]) -> Result<(), String> {
        let (mut wanted, mut targets) = (units.to_vec(), hexes.to_vec());
        wanted.sort_unstable();
        targets.sort_unstable();
        if self.game.decision().is_some_and(|open| open.ask == Ask::Attack) {
            let state = View::public(&self.game);
            let mut attacks = state.attacks.iter();
            let found = attacks.position(|attack| attack.units == wanted && attack.hexes == targets);
            let number = found.ok_or("no such attack is declared (9.0)")? as u8 + 1;
            return self.choose(Choice::Attack(Number(number)));
        }
        Odds::of_attack(&self.game, units, hexes).map_err(|refusal| refusal.to_string())?;
        let known = self.game.log().len();
        let units = units.iter().map(|unit| self.unit(*unit)).collect::<Vec<_>>();
        let mut hexes = hexes.iter().map(|hex| Choice::Hex(*hex));
        let first = hexes.next().ok_or("an attack needs a hex")?;
        // More hexes can be named once there is an attacker.
        self.give([first].into_iter().chain(units).chain(hexes))?;
        if self.game.decision().is_some_and(|open| open.ask == Ask::Build) {
            self.choose(Choice::Declare)?;
        }
        // Of units that must attack others the rules have made attacks of their own.
        let is_it = |entry: &Entry| match &entry.what {
            Happened::Declared(units, hexes) => *units == wanted && *hexes == targets,
            _ => false,
        };
        match self.game.log().iter().skip(known).any(is_it) {
            true => Ok(()),
            false => Err("these units cannot make this attack together: some must attack others, too (9.0)".into()),
        }
    }

    fn rally(&mut self, units: &[UnitId]) -> Result<(), String> {
        if !units.is_empty() {
            return self.give(units.iter().map(|unit| self.unit(*unit)).collect::<Vec<_>>());
        }
        let side = View::public(&self.game).side;
        while let Some(open) = self.game.decision().filter(|open| open.ask == Ask::Rally && open.side == side) {
            let Some(unit) = open.choices.iter().copied().find(|choice| matches!(choice, Choice::Unit(_))) else {
                break;
            };
            self.choose(unit)?;
        }
        Ok(())
    }

    fn place_all(&mut self, side: Side) -> Result<(), String> {
        let mut bot = Player::Greedy.agent::<Battles>(self.game.header().seed, side, 1, Arc::default());
        let is_placed = |open: &&Decision| open.side == side && matches!(open.ask, Ask::Place(_));
        while let Some(open) = self.game.decision().filter(is_placed).cloned() {
            let hex = bot.choose(&self.game.view(side), &open);
            self.choose(hex)?;
        }
        Ok(())
    }

    fn move_unit(&mut self, unit: UnitId, to: Hex, with: &[UnitId], by_road: bool, march: bool) -> Result<(), String> {
        let id = self.game.scenario().unit(unit).id;
        let mover = if march { Choice::March(id) } else { Choice::Unit(id) };
        let mut way = Vec::new();
        if self.game.decision().is_some_and(|open| open.ask == Ask::Mover) {
            let found = look::way(&self.game, unit, to, by_road, march);
            if self.game.decision().is_some_and(|open| open.choices.contains(&mover)) && found.is_none() {
                let how = if by_road { " by road" } else { "" };
                let why = "`reach` says where it can go";
                return Err(format!("{id} cannot end its move in {to}{how} (7.2): {why}"));
            }
            way = found.unwrap_or_default();
            self.choose(mover)?;
        }
        for leader in with {
            self.choose(Choice::With(self.game.scenario().unit(*leader).id))?;
        }
        if self.game.decision().is_some_and(|open| open.ask == Ask::Along(id)) {
            self.choose(Choice::Go)?;
        }
        let mut way = way.into_iter();
        while View::public(&self.game).hex(unit) != Some(to) {
            let open = self.game.decision().filter(|open| open.ask == Ask::Step(id));
            let open = open.ok_or_else(|| format!("{id} comes to a halt before {to} (7.2)"))?;
            let hexes: Vec<Hex> = open
                .choices
                .iter()
                .filter_map(|choice| match choice {
                    Choice::Hex(hex) => Some(*hex),
                    _ => None,
                })
                .collect();
            let next = way.next().or_else(|| hexes.into_iter().min_by_key(|hex| hex.distance(to)));
            let next = next.ok_or_else(|| format!("{id} finds no way to {to} (7.2)"))?;
            self.choose(Choice::Hex(next))?;
        }
        match self.game.decision() {
            Some(open) if open.ask == Ask::Step(id) => self.choose(Choice::Stop),
            _ => Ok(()),
        }
    }
}
