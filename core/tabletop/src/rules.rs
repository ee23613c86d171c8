//! The game of folders: what every folder has in common.

use crate::combat::DeclaredCombat;
use crate::content::Folder;
use crate::data::{SETUP, TrackOf};
use crate::hidden::Concealed;
use crate::news::TabletopNews;
use crate::position::TabletopPosition;
use crate::search::Judged;
use crate::state::{Played, TabletopState, Version};
use crate::view::TabletopView;
use rhai::Dynamic;
use std::fmt;
use std::sync::Arc;
use wilderness_engine::faults::{Fault, Faults, Source};
use wilderness_engine::plain::{Ask, Begins, Choice, Draw, Header, Side, Throw};
use wilderness_engine::script::{LargestValues, Occasion, at_function};
use wilderness_engine::{Generator, Halt, InnerLoops, Known, Rules, Seen, Side as _, Sides, Table, Word};

/// The game of folders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tabletop;

/// The result of a rule that can halt.
pub type Play<T> = wilderness_engine::Play<T, Tabletop>;

/// The most phases of one turn.
const MOST_PHASES: u16 = 10_000;
/// How many of them are named, if it does not end.
const LAST_PHASES: u16 = 1_000;

static LOOPS: InnerLoops<Tabletop> = InnerLoops::new();

/// Calls a function of the script.
fn call(table: &mut Table<Tabletop>, name: &'static str, args: Vec<Dynamic>) -> Play<()> {
    let (folder, occasion) = (table.scripts.clone(), Occasion::new(table.state.active, None));
    folder.host.act(&folder.rules, name, table, occasion, args)
}

/// What comes after a phase: what the script has said, the next phase, or the turn of the next side.
fn go_on(table: &mut Table<Tabletop>) -> Play<()> {
    let data = table.scripts.data.clone();
    let state = &mut table.state;
    (state.version, state.moved) = (Version::new(), None);
    state.retold.clear();
    let course = std::mem::take(&mut state.course);
    if state.ended.is_some() {
        return Ok(());
    }
    let is_last = usize::from(state.phase) + 1 >= data.phases.len();
    let next = course.phase.or_else(|| (course.side.is_none() && !is_last).then_some(state.phase + 1));
    if let Some(next) = next {
        let phase = data.phases[usize::from(state.phase)];
        if state.phases_played + LAST_PHASES >= MOST_PHASES {
            state.repeating |= 1 << state.phase;
        }
        (state.phase, state.phases_played) = (next, state.phases_played + 1);
        return if state.phases_played < MOST_PHASES { Ok(()) } else { Err(endless(table, phase.as_str())) };
    }
    if state.turn == data.turns {
        state.ended = Some(state.leader(data.sides));
        return Ok(());
    }
    state.active = course.side.unwrap_or_else(|| data.sides.after(state.active));
    (state.phase, state.phases_played, state.turn, state.repeating) = (0, 0, state.turn + 1, 0);
    Ok(())
}

/// A turn that does not end.
fn endless(table: &Table<Tabletop>, phase: &'static str) -> Halt<Tabletop> {
    let repeats = |index: &usize| table.state.repeating & 1 << index != 0;
    let phases = &table.scripts.data.phases;
    let names: Vec<&str> = (0..phases.len()).filter(repeats).map(|index| phases[index].as_str()).collect();
    let message = format!(
        "the turn does not end: {MOST_PHASES} phases of it have been played, the last {LAST_PHASES} of them `{}`",
        names.join("`, `")
    );
    let fault = Fault::error("tabletop::endless", message);
    let fault = at_function(fault, &table.scripts.rules.compiled, phase);
    Halt::Script(Box::new(fault.help("call `game.repeat()` and `game.go_to(…)` only while there is something to do")))
}

impl TabletopState {
    /// The side with the most points, if it is only one.
    pub(crate) fn leader(&self, sides: Sides<Side>) -> Option<Side> {
        let most = sides.iter().map(|side| self.points[side.index()]).max();
        let mut best = sides.iter().filter(|side| Some(self.points[side.index()]) == most);
        best.next().filter(|_| best.next().is_none())
    }
}

/// The number of a turn, of which there is none before the setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FolderTurn(pub u16);

impl fmt::Display for FolderTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}", self.0)
    }
}

impl Rules for Tabletop {
    type Side = Side;
    type State = TabletopState;
    type Question = Ask;
    type Choice = Choice;
    type Throw = Throw;
    type Draw = Draw;
    type News = TabletopNews;
    type Scenario = ();
    type Scripts = Folder;
    type Within = ();
    type Hidden = Concealed;
    type Search = Judged;
    type Combat = DeclaredCombat;
    type Outcome = Option<Side>;
    type Time = FolderTurn;
    type Header = Header<Tabletop>;
    type View<'a> = TabletopView<'a>;

    const SIDES: &'static [Side] = &[];
    const LARGEST_VALUES: LargestValues = LargestValues::OF_ONE_SCRIPT;

    fn sides(folder: &Folder) -> Sides<Side> {
        folder.data.sides
    }

    /// The setup is a step, and so is each phase.
    fn step(table: &mut Table<Tabletop>) -> Play<()> {
        if table.state.turn == 0 {
            call(table, SETUP, Vec::new())?;
            (table.state.turn, table.state.version, table.state.moved) = (1, Version::new(), None);
            table.state.retold.clear();
            return Ok(());
        }
        let phase = table.scripts.data.phases[usize::from(table.state.phase)];
        let side = Dynamic::from(table.state.active);
        call(table, phase.as_str(), vec![side])?;
        go_on(table)
    }

    fn outcome(state: &TabletopState) -> Option<Option<Side>> {
        state.ended
    }

    fn time(state: &TabletopState) -> FolderTurn {
        FolderTurn(state.turn)
    }

    fn time_told(state: &TabletopState, folder: &Folder) -> String {
        let text = folder.data.caption.replace("{turn}", &state.turn.to_string());
        let of_game = folder.data.tracks.iter().filter(|track| track.of == TrackOf::Game);
        of_game.fold(text, |text, track| {
            text.replace(&format!("{{{}}}", track.id), &state.tracks[track.offset].to_string())
        })
    }

    /// The points; a side that has won has more than any other, if only by one.
    fn score(state: &TabletopState, side: Side) -> i32 {
        let points = state.points[side.index()];
        if state.ended != Some(Some(side)) {
            return points;
        }
        let others = state.points.iter().enumerate().filter(|(index, _)| *index != side.index());
        others.map(|(_, points)| points + 1).fold(points, i32::max)
    }

    fn active(state: &TabletopState) -> Side {
        state.active
    }

    /// In short, by what it names alone.
    fn named(folder: &Folder, (): &(), choice: Choice, chosen: bool) -> String {
        let called = folder.data.called(&choice);
        match called.split_once(' ').filter(|_| !chosen && !choice.name().is_empty()) {
            Some((_, name)) => name.to_string(),
            None => called,
        }
    }

    fn generator(state: &mut TabletopState) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Tabletop>, known: &'a Known<Tabletop>, side: Side) -> TabletopView<'a> {
        TabletopView::new(seen, known, side)
    }

    fn inner_loops() -> &'static InnerLoops<Tabletop> {
        &LOOPS
    }
}

impl Begins for Tabletop {
    const GAME: &'static str = "tabletop";
    const WORDS: &'static [&'static str] = &["game", "scenario", "seed", "position", "rules", "windows", "dice"];

    fn complete(header: &Header<Tabletop>, folder: &Folder) -> Result<Header<Tabletop>, Faults> {
        let mut header = header.clone();
        header.scenario = scenario(&header, folder)?.as_str().into();
        Ok(header)
    }

    fn setup(header: &Header<Tabletop>, folder: &Folder) -> Result<((), TabletopState), Faults> {
        let data = &folder.data;
        let played = Played::new(scenario(header, folder)?, options(header, folder)?);
        let generator = header.generator();
        let state = match &header.position {
            None => TabletopState::new(data, played, generator),
            Some(json) => {
                TabletopPosition::read(&Source::new("position", json.to_string()))?.state(data, played, generator)?
            }
        };
        Ok(((), state))
    }

    fn position(state: &TabletopState, folder: &Folder) -> Option<String> {
        (state.turn > 0).then(|| TabletopPosition::of(state, &folder.data, |_| true).json())
    }

    /// The script can change while a game is played, and so can what the state does not name by its number.
    fn scenario_with(seen: &Seen<'_, Tabletop>, folder: &Folder) -> Result<Arc<()>, Faults> {
        let (old, new) = (&seen.scripts.data, &folder.data);
        let differs = [
            (old.sides != new.sides, "sides"),
            (old.board.shape != new.board.shape || old.names.places != new.names.places, "places"),
            (old.names.kinds != new.names.kinds, "kinds of pieces"),
            (old.tracks != new.tracks, "tracks"),
            (old.phases != new.phases, "phases"),
            (old.names.piles != new.names.piles, "piles"),
            (old.names.cards != new.names.cards, "cards"),
        ];
        match differs.iter().find(|(differs, _)| *differs) {
            Some((_, what)) => {
                let message = format!("the {what} cannot change while a game is played");
                let fault = Fault::error("tabletop::other_game", message);
                Err(fault.help("begin a new game to play with what is new").into())
            }
            None => Ok(seen.scenario.clone()),
        }
    }
}

/// The scenario of a header; the first, if it names none.
fn scenario(header: &Header<Tabletop>, folder: &Folder) -> Result<Word, Faults> {
    let all = &folder.data.scenarios;
    let id = header.scenario.as_str();
    match all.iter().find(|scenario| id.is_empty() || scenario.id.as_str() == id) {
        Some(found) => Ok(found.id),
        None => {
            let fault = Fault::error("record::unknown_scenario", format!("this game has no scenario `{id}`"));
            let ids: Vec<&str> = all.iter().map(|scenario| scenario.id.as_str()).collect();
            Err(fault.help(format!("it has {}", ids.join(", "))).did_you_mean(id, ids).into())
        }
    }
}

/// The optional rules of a header.
fn options(header: &Header<Tabletop>, folder: &Folder) -> Result<Vec<Word>, Faults> {
    let all = &folder.data.options;
    let mut found = Vec::new();
    for id in &header.rules {
        match all.iter().find(|option| option.id.as_str() == id) {
            Some(option) => found.push(option.id),
            None => {
                let fault = Fault::error("rules::unknown", format!("this game has no optional rule `{id}`"));
                return Err(fault.did_you_mean(id, all.iter().map(|option| option.id.as_str())).into());
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}
