//! Sentences: "fire b-ontario at 0605", "move la-sarre to 0810 by road", "attack 0810 with bearn, guyenne",
//! "rally all", "place all".
//! Each becomes a plan, of which either all is carried out or nothing.

use super::names::{self, UnclearName};
use super::which_unit;
use crate::front::{Asked, Extent, Meaning, Plan, Unclear};
use crate::prompt::answer::with_name;
use crate::text::names::fold;
use std::collections::VecDeque;
use std::sync::Arc;
use wilderness_battles::look;
use wilderness_battles::odds::Odds;
use wilderness_battles::{
    Ask, Battle, Choice, Class, Decision, FrenchAndIndianWarBattles as Battles, Game, Happened, Hex, Id, LogEntry,
    Number, Side, State, UnitId, View,
};
use wilderness_engine::{Question as _, cite};
use wilderness_lab::Player;

/// The words with which a sentence begins.
pub const VERBS: [&str; 9] = ["fire", "bombard", "move", "march", "attack", "assault", "rally", "enter", "place"];

/// A sentence, understood.
enum Sentence {
    /// A gun fires at a hex.
    Fire(UnitId, Hex),
    /// Units move to a hex one after the other, the first with leaders; by road only, or by forced march.
    Move { units: Vec<UnitId>, to: Hex, with: Vec<UnitId>, by_road: bool, march: bool },
    /// Units attack hexes.
    Attack(Vec<UnitId>, Vec<Hex>),
    /// Units rally; all who can, if none is named.
    Rally(Vec<UnitId>),
    /// A unit enters the map by a hex.
    Enter(UnitId, Hex),
    /// The greedy bot brings the units that are due onto the map.
    EnterAll,
    /// The greedy bot sets up the units that are left.
    PlaceAll,
}

/// A line in which hexes are written as answers: `0810` becomes `hex:0810`.
pub fn with_hexes(line: &str) -> String {
    let is_hex = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let word = |word: &str| if is_hex(word) { format!("hex:{word}") } else { word.to_string() };
    // A part with other words is no answer with hexes, but a name such as `2011 woods`: it stays as it was typed.
    let only_numbers = |part: &str| part.split_whitespace().filter(|word| *word != "and").all(|word| is_number(&word));
    let part = |part: &str| match only_numbers(part) {
        true => part.split_whitespace().map(word).collect::<Vec<_>>(),
        false => part.split_whitespace().map(str::to_string).collect(),
    };
    let parts: Vec<String> = line
        .split(',')
        .map(|text| {
            let mut words = part(text);
            if words.iter().filter(|word| *word != "and").all(|word| word.starts_with("hex:")) {
                words.retain(|word| word != "and");
            }
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
pub fn units_of(battle: &Battle, state: &State, side: Option<Side>, text: &str) -> Result<Vec<UnitId>, UnclearName> {
    let parts = text.split(',').flat_map(|part| part.split(" and ")).map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| names::unit(battle, state, side, part)).collect()
}

/// Words for all units that can do something.
const ALL: [&str; 6] = ["all", "everyone", "everybody", "everything", "all units", "them all"];

/// The units of a side that touch all of these hexes and are in good order: they could attack together (9.0).
pub fn touching(battle: &Battle, state: &State, side: Side, hexes: &[Hex]) -> Vec<UnitId> {
    let touches = |unit: &UnitId| {
        let at = state.hex(*unit);
        at.is_some_and(|at| !hexes.is_empty() && hexes.iter().all(|hex| at.distance(*hex) == 1))
    };
    let is_able = |unit: &UnitId| {
        let piece = state.piece(*unit);
        piece.side == side && !piece.disordered && battle.unit(*unit).is_man() && touches(unit)
    };
    battle.units().map(|(unit, _)| unit).filter(is_able).collect()
}

/// Why a sentence is not understood.
pub(super) enum Unread {
    /// Something is missing or wrong.
    Form(String),
    /// A name stands for no one unit.
    Name(UnclearName),
}

impl From<String> for Unread {
    fn from(reason: String) -> Unread {
        Unread::Form(reason)
    }
}

impl From<UnclearName> for Unread {
    fn from(name: UnclearName) -> Unread {
        Unread::Name(name)
    }
}

fn read(battle: &Battle, state: &State, side: Side, line: &str) -> Result<Sentence, Unread> {
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
            let hexes = hexes_of(battle, hexes)?;
            match ALL.contains(&fold(units).as_str()) {
                true => Ok(Sentence::Attack(touching(battle, state, side, &hexes), hexes)),
                false => Ok(Sentence::Attack(units_of(battle, state, Some(side), units)?, hexes)),
            }
        }
        "rally" if fold(rest) == "all" => Ok(Sentence::Rally(Vec::new())),
        "rally" => Ok(Sentence::Rally(units_of(battle, state, Some(side), rest)?)),
        "place" if fold(rest) == "all" => Ok(Sentence::PlaceAll),
        "place" => Err(usage("place all, or the number of a hex").into()),
        "enter" if ALL.contains(&fold(rest).as_str()) => Ok(Sentence::EnterAll),
        "enter" => {
            let form = || usage("enter UNIT at HEX");
            let (unit, hex) = rest.split_once(" at ").or(rest.split_once(" by ")).ok_or_else(form)?;
            Ok(Sentence::Enter(own(unit)?, names::hex(battle, hex)?))
        }
        verb => {
            let form = || usage("move UNIT[, UNIT] [with LEADER] to HEX [by road]");
            let (unit, to) = rest.split_once(" to ").ok_or_else(form)?;
            let (to, by_road) = to.strip_suffix("by road").map_or((to, false), |to| (to, true));
            let (unit, with) = unit.split_once(" with ").unwrap_or((unit, ""));
            let with = units_of(battle, state, Some(side), with)?;
            let units = units_of(battle, state, Some(side), unit)?;
            if units.is_empty() {
                return Err(form().into());
            }
            Ok(Sentence::Move { units, to: names::hex(battle, to)?, with, by_road, march: verb == "march" })
        }
    }
}

/// What a line means: a sentence, or answers with the hexes written as answers.
///
/// # Errors
/// Why a sentence cannot be carried out.
pub fn understand<'a>(asked: &Asked<'_, Battles>, line: &'a str) -> Result<Meaning<'a, Battles>, Unclear> {
    let (verb, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    // `attack 2` is an answer, where the menu offers it.
    if asked.last.is_some() || asked.is_answer || rest.is_empty() || !VERBS.contains(&fold(verb).as_str()) {
        return Ok(Meaning::Answers(with_hexes(line).into()));
    }
    let goals = which_unit::meant(asked.game, &asked.menu.decision, line)?;
    Ok(Meaning::Plan(Plan::new(asked.menu.decision.side, goals, Extent::Whole), ""))
}

/// The goals of a sentence that can answer the open decision.
pub(super) fn goals_of(game: &Game, open: &Decision, line: &str) -> Result<Vec<Goal>, Unread> {
    let sentence = read(game.scenario(), &View::public(game), open.side, line)?;
    is_time_for(game.scenario(), open, &sentence)?;
    Ok(goals(game, open, sentence)?)
}

/// Whether a sentence can answer the open decision.
fn is_time_for(battle: &Battle, open: &Decision, sentence: &Sentence) -> Result<(), String> {
    let (fits, when) = match sentence {
        Sentence::Fire(..) => {
            (matches!(open.ask, Ask::Gun | Ask::Target(_)), "guns fire in the Bombardment Phase (6.0)")
        }
        Sentence::Enter(..) | Sentence::EnterAll => (is_entry(&open.ask), "no unit is to enter the map now (14.1)"),
        Sentence::Attack(..) => (
            matches!(open.ask, Ask::Attacked | Ask::Build | Ask::Attack),
            "attacks are declared in the Combat Phase (9.0)",
        ),
        Sentence::PlaceAll => (matches!(open.ask, Ask::Place(_)), "no unit is to be set up now (3.2)"),
        Sentence::Rally(_) => (open.ask == Ask::Rally, "no unit can rally now (11.2)"),
        Sentence::Move { .. } => {
            (matches!(open.ask, Ask::Mover | Ask::Along(_) | Ask::Step(_)), "units move in the Movement Phase (7.2)")
        }
    };
    let when = match (sentence, &open.ask) {
        (Sentence::Move { .. }, Ask::Arrival | Ask::Entry(_) | Ask::Anchor(_) | Ask::Reserve) => {
            "those who are due enter the map before others move (14.1)"
        }
        _ => when,
    };
    if fits {
        Ok(())
    } else {
        Err(format!("{when}; now it is asked: {}{}", names::question(battle, &open.ask), cite(open.ask.rule())))
    }
}

/// Whether the question brings units onto the map (14.1).
fn is_entry(ask: &Ask) -> bool {
    matches!(ask, Ask::Arrival | Ask::Entry(_) | Ask::Anchor(_))
}

/// The goals of a sentence.
fn goals(game: &Game, open: &Decision, sentence: Sentence) -> Result<Vec<Goal>, String> {
    let unit = |unit: UnitId| Choice::Unit(game.scenario().unit(unit).id);
    Ok(match sentence {
        Sentence::Fire(gun, hex) => vec![Goal::Give(unit(gun)), Goal::Give(Choice::Hex(hex))],
        Sentence::Enter(who, hex) => vec![Goal::Give(unit(who)), Goal::Give(Choice::Hex(hex))],
        Sentence::Attack(units, hexes) => attack(game, open, &units, &hexes)?,
        Sentence::Rally(units) if units.is_empty() => vec![Goal::RallyAll],
        Sentence::Rally(units) => units.into_iter().map(|who| Goal::Give(unit(who))).collect(),
        Sentence::PlaceAll => by_bot(game, open.side, |ask| matches!(ask, Ask::Place(_))),
        Sentence::EnterAll => {
            by_bot(game, open.side, |ask| is_entry(ask) || matches!(ask, Ask::Along(_) | Ask::Step(_)))
        }
        Sentence::Move { units, to, with, by_road, march } => {
            let mut goals = Vec::new();
            for (index, unit) in units.into_iter().enumerate() {
                let with = if index == 0 { with.as_slice() } else { &[] };
                goals.extend(movement(game, open, (unit, with), to, (by_road, march))?);
            }
            goals
        }
    })
}

/// The goals of a unit, with leaders, that moves to a hex: by road only, or by forced march.
fn movement(
    game: &Game,
    open: &Decision,
    (unit, with): (UnitId, &[UnitId]),
    to: Hex,
    (by_road, march): (bool, bool),
) -> Result<Vec<Goal>, String> {
    let id = game.scenario().unit(unit).id;
    let mover = if march { Choice::March(id) } else { Choice::Unit(id) };
    let mut goals = Vec::new();
    let mut way = Vec::new();
    if open.ask == Ask::Mover {
        let found = look::way(game, unit, to, by_road, march);
        if open.choices.contains(&mover) && found.is_none() {
            return Err(why_no_way(game, unit, to, by_road));
        }
        way = found.unwrap_or_default();
        goals.push(Goal::Choose(mover));
    }
    goals.extend(with.iter().map(|leader| Goal::Choose(Choice::With(game.scenario().unit(*leader).id))));
    goals.push(Goal::If(Ask::Along(id), Choice::Go));
    goals.push(Goal::Move { unit, id, to, way: way.into() });
    goals.push(Goal::If(Ask::Step(id), Choice::Stop));
    Ok(goals)
}

/// Why a unit cannot end its move in a hex.
fn why_no_way(game: &Game, unit: UnitId, to: Hex, by_road: bool) -> String {
    let (battle, state) = (game.scenario(), View::public(game));
    let (counter, side) = (battle.unit(unit), state.piece(unit).side);
    let there = |(other, _): &(UnitId, _)| *other != unit && state.hex(*other) == Some(to);
    let why = match battle.units().filter(there).find(|(other, there)| {
        state.piece(*other).side != side || (there.class() == counter.class() && counter.class() != Class::Leader)
    }) {
        Some((other, there)) if state.piece(other).side == side => format!("{} stands there (7.1)", there.name),
        Some((_, there)) => format!("the enemy's {} stands there (7.1)", there.name),
        None => {
            let from = state.hex(unit).map_or(0, |from| from.distance(to));
            let far = if from > counter.ma.into() {
                format!("it is {from} hexes away, with {} MP; ", counter.ma)
            } else {
                String::new()
            };
            format!("{far}`reach {}` says where it can go (7.2)", counter.id)
        }
    };
    let how = if by_road { " by road" } else { "" };
    format!("{} cannot end its move in {to}{how}: {why}", counter.name)
}

/// Declares an attack, or picks the one that is resolved next.
fn attack(game: &Game, open: &Decision, units: &[UnitId], hexes: &[Hex]) -> Result<Vec<Goal>, String> {
    let (mut wanted, mut targets) = (units.to_vec(), hexes.to_vec());
    wanted.sort_unstable();
    targets.sort_unstable();
    if open.ask == Ask::Attack {
        let state = View::public(game);
        let mut attacks = state.attacks.iter();
        let found = attacks.position(|attack| attack.units == wanted && attack.hexes == targets);
        let number = found.ok_or("no such attack is declared (9.0)")? as u8 + 1;
        return Ok(vec![Goal::Choose(Choice::Attack(Number(number)))]);
    }
    Odds::of_attack(game, units, hexes).map_err(|refusal| refusal.to_string())?;
    let units = units.iter().map(|unit| Choice::Unit(game.scenario().unit(*unit).id));
    let mut hexes = hexes.iter().map(|hex| Choice::Hex(*hex));
    let first = hexes.next().ok_or("an attack needs a hex")?;
    // More hexes can be named once there is an attacker.
    let mut goals: Vec<Goal> = [first].into_iter().chain(units).chain(hexes).map(Goal::Give).collect();
    goals.push(Goal::If(Ask::Build, Choice::Declare));
    goals.push(Goal::Declared { units: wanted, hexes: targets, from: game.log().len() });
    Ok(goals)
}

/// What the greedy bot answers a side's questions of a kind, as long as they follow each other.
fn by_bot(game: &Game, side: Side, is_of_kind: impl Fn(&Ask) -> bool) -> Vec<Goal> {
    let mut bot = Player::Greedy.agent::<Battles>(game.header().seed, side, 1, Arc::default());
    let is_asked = |open: &&Decision| open.side == side && is_of_kind(&open.ask);
    let (mut trial, mut goals) = (game.copies().trial(), Vec::new());
    while let Some(open) = trial.decision().filter(is_asked).cloned() {
        let choice = bot.choose(&trial.view(side), &open);
        if trial.choose(choice).is_err() {
            break;
        }
        goals.push(Goal::Choose(choice));
    }
    goals
}

/// Something that a sentence wants.
#[derive(Clone, Debug)]
pub enum Goal {
    /// This answer.
    Choose(Choice),
    /// This answer, unless the rules have chosen it without asking.
    Give(Choice),
    /// This answer, if the question is asked.
    If(Ask, Choice),
    /// A unit is in a hex; the hexes that it enters on its way.
    Move { unit: UnitId, id: Id, to: Hex, way: VecDeque<Hex> },
    /// All units that can rally do.
    RallyAll,
    /// These units have declared an attack on these hexes since this entry of the log.
    Declared { units: Vec<UnitId>, hexes: Vec<Hex>, from: usize },
}

type Next = crate::front::Next<Battles>;

impl crate::front::SentenceGoal<Battles> for Goal {
    fn next(&mut self, game: &Game, open: &Decision, since: usize) -> Next {
        match self {
            Goal::Choose(choice) | Goal::Give(choice) if open.choices.contains(choice) => Next::Last(*choice),
            Goal::If(ask, choice) if open.ask == *ask => Next::Last(*choice),
            Goal::RallyAll if open.ask == Ask::Rally => {
                let unit = open.choices.iter().copied().find(|choice| matches!(choice, Choice::Unit(_)));
                unit.map_or(Next::Done, Next::Choose)
            }
            Goal::Move { unit, id, to, way } if open.ask == Ask::Step(*id) && !is_at(game, *unit, *to) => {
                match way.pop_front().or_else(|| nearest(open, *to)).map(Choice::Hex) {
                    Some(hex) if open.choices.contains(&hex) => Next::Choose(hex),
                    Some(hex) => Next::Refuse(refusal(game, hex)),
                    None => Next::Refuse(format!("{} finds no way to {to} (7.2)", game.scenario().unit(*unit).name)),
                }
            }
            _ => self.meanwhile(game, since),
        }
    }

    fn meanwhile(&mut self, game: &Game, since: usize) -> Next {
        match self {
            Goal::Give(choice) if game.why().forced_since(since).any(|forced| forced.choice == *choice) => Next::Done,
            Goal::Choose(choice) | Goal::Give(choice) => Next::Refuse(refusal(game, *choice)),
            Goal::If(..) | Goal::RallyAll => Next::Done,
            Goal::Move { unit, to, .. } if is_at(game, *unit, *to) => Next::Done,
            Goal::Move { unit, to, .. } => {
                Next::Refuse(format!("{} comes to a halt before {to} (7.2)", game.scenario().unit(*unit).name))
            }
            Goal::Declared { units, hexes, from } => declared(game, units, hexes, *from),
        }
    }
}

/// Why a choice is not an answer.
fn refusal(game: &Game, choice: Choice) -> String {
    let Some(open) = game.decision() else { return "nothing is to be decided".into() };
    let why = game.why().why_not(choice).filter(|refusal| refusal.says_why());
    let question = names::question(game.scenario(), &open.ask);
    let asked = || format!("that is not an answer to \"{question}\"{}", cite(open.ask.rule()));
    with_name(&names::choice(game, choice), &why.map_or_else(asked, |refusal| refusal.to_string()))
}

fn is_at(game: &Game, unit: UnitId, hex: Hex) -> bool {
    View::public(game).hex(unit) == Some(hex)
}

/// The hex among the answers that is nearest to another.
fn nearest(open: &Decision, to: Hex) -> Option<Hex> {
    let hex = |choice: &Choice| match choice {
        Choice::Hex(hex) => Some(*hex),
        _ => None,
    };
    open.choices.iter().filter_map(hex).min_by_key(|hex| hex.distance(to))
}

/// Whether the attack that was wanted has been declared: of units that must attack others the rules make attacks of their
/// own.
fn declared(game: &Game, units: &[UnitId], hexes: &[Hex], from: usize) -> Next {
    let is_it = |entry: &LogEntry| match &entry.what {
        Happened::Declared(by, on) => *by == units && *on == hexes,
        _ => false,
    };
    match game.log().iter().skip(from).any(is_it) {
        true => Next::Done,
        false => {
            Next::Refuse("these units cannot make this attack together: some must attack others, too (9.0)".into())
        }
    }
}
