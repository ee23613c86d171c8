//! What the scripts of a folder can say: the services, and the functions that its data names.

use crate::board::Place;
use crate::content::Folder;
use crate::data::{GameData, SETUP};
use crate::rules::Tabletop;
use crate::services::THEMES;
use crate::state::{Card, Piece, TabletopState};
use rhai::Dynamic;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use wilderness_engine::language::{Call, EntryPoint, Language, NameUse, Role, ScriptType, Theme};
use wilderness_engine::plain::Side;
use wilderness_engine::{Never, Word};

/// The function that judges a position for a side.
pub(crate) const WORTH: &str = "worth";

/// A list of words that lasts as long as the program, like the words themselves: each distinct one is kept once.
fn lasting(list: Vec<&'static str>) -> &'static [&'static str] {
    static LISTS: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());
    // A thread that panicked has left the set as it was before or after an insertion.
    let mut lists = LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = lists.get(&list[..]) {
        return known;
    }
    let list: &'static [&'static str] = list.leak();
    lists.insert(list);
    list
}

/// Which functions the rules call in the script of a folder.
pub(crate) fn role(data: &GameData) -> Role {
    let needed = [SETUP].into_iter().chain(data.phases.iter().map(|phase| phase.as_str()));
    let of_questions = data.questions.iter().flat_map(|question| [question.may, question.why_not]);
    let also = of_questions.map(Word::as_str).chain([WORTH]);
    Role { needed: lasting(needed.collect()), together: &[], also: lasting(also.collect()), modifies: false }
}

impl Language for Folder {
    type Rules = Tabletop;
    type Deck = GameData;
    type Card = Never;
    type Moment = Never;
    type End = Never;
    type Notes = ();

    const TYPES: &'static [ScriptType] = &[
        ScriptType::of::<Place>("Place", || {
            Dynamic::from(Place { index: 0, id: Word::of("place"), name: Word::of("place") })
        })
        .called("place"),
        ScriptType::of::<Piece>("Piece", || Dynamic::from(Piece(0))).called("piece"),
        ScriptType::of::<Card>("Card", || {
            Dynamic::from(Card { index: 0, id: Word::of("card"), name: Word::of("card") })
        })
        .called("card"),
    ];
    const THEMES: &'static [Theme] = &THEMES;

    fn guide(_: &GameData) -> &'static str {
        "core/tabletop/README.md"
    }

    fn setting(state: &TabletopState) -> &str {
        &state.played.setting
    }

    fn sides(data: &GameData) -> Vec<Side> {
        data.sides.iter().collect()
    }

    fn entry_points(data: &GameData) -> Cow<'static, [EntryPoint]> {
        let setup = EntryPoint {
            name: SETUP,
            parameters: &[],
            call: Call::Act,
            about: "Sets up the game. Called once, before the first turn.",
            returns: "",
        };
        let phase = |name: &Word| EntryPoint {
            name: name.as_str(),
            parameters: &["side"],
            about: "A phase of the turn of a side.",
            ..setup
        };
        let report = EntryPoint { call: Call::Report, ..setup };
        let why_not = data.questions.iter().map(|question| EntryPoint {
            name: question.why_not.as_str(),
            parameters: &["side", "answer"],
            about: "Why a side cannot give an answer to the question, which is a text.",
            returns: "a text",
            ..report
        });
        let may = data.questions.iter().map(|question| EntryPoint {
            name: question.may.as_str(),
            parameters: &["side"],
            about: "The answers that a side has to the question, for `game.choose(side, …)` without answers.",
            returns: "an array",
            ..report
        });
        let worth = EntryPoint {
            name: WORTH,
            parameters: &["side"],
            about: "What a side may expect of a position: searching bots play for it.",
            returns: "a number from 0 to 100",
            ..report
        };
        [setup].into_iter().chain(data.phases.iter().map(phase)).chain(may).chain(why_not).chain([worth]).collect()
    }

    fn named_by<'a>(data: &'a GameData, function: &str) -> Option<NameUse<'a>> {
        let names = &data.names;
        let (what, code, names) = match function {
            "place" => ("place", "tabletop::unknown_place", &names.places),
            "beyond" => ("way", "tabletop::unknown_way", &names.ways),
            "put" | "turn_into" | "is_kind" => ("kind of piece", "tabletop::unknown_kind", &names.kinds),
            "track" | "set_track" | "advance" => ("track", "tabletop::unknown_track", &names.tracks),
            "choose" => ("question", "tabletop::unknown_question", &names.questions),
            "roll" => ("die", "tabletop::unknown_die", &names.dice),
            "go_to" => ("phase", "tabletop::unknown_phase", &names.phases),
            "card" => ("card", "tabletop::unknown_card", &names.cards),
            "cards" | "card_count" | "draw" | "put_card" | "gather" => ("pile", "tabletop::unknown_pile", &names.piles),
            "fact" => ("fact", "tabletop::unknown_fact", &names.facts),
            "option" => ("optional rule", "tabletop::unknown_option", &names.options),
            _ => return None,
        };
        Some(NameUse { what, code, names: names.clone(), help: "`game.toml` names them" })
    }
}
