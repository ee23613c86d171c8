//! British leader reinforcements (5.55).

use super::refusal::{refuse, why_not_on_map};
use super::reinforcement;
use crate::chance::Draw;
use crate::decision::{Ask, Choice, Choices};
use crate::moments::Moment;
use crate::news::{Happened, NewsEntry};
use crate::pieces::Pieces;
use crate::placement::Place;
use crate::sets::{PieceId, PieceSet, SpaceSet};
use crate::side::Side;
use crate::state::State;
use crate::table::{Effects, Play, Table};
use wilderness_engine::Refusal;

/// The command of which only two leaders may be in play.
const SUPREME_COMMAND: u8 = 7;
/// How many of those leaders may be in play.
const MOST_SUPREME: usize = 2;

/// Draws a leader from the British pool. If the leader is the third with a command rating of 7, the British remove one
/// of the other two from the game, but not a besieged one; if both are besieged the new leader returns to the pool,
/// without substitution (Q27, Q28). If the pool is empty, none is drawn.
pub fn draw(table: &mut Table) -> Play<Option<PieceId>> {
    let pool: Vec<Choice> = table.state.pieces.here(Place::LeaderPool).iter().map(Choice::Piece).collect();
    let Some(Choice::Piece(leader)) = table.draw(Draw::Leader, &pool)? else { return Ok(None) };
    table.tell(|_| NewsEntry::new("5.55", Happened::LeaderDrawn { leader }).by(Side::British));
    table.window(Side::British, Moment::LeaderDrawn { leader })?;
    let others = supreme(&table.state);
    if leader.facts().command == SUPREME_COMMAND && others.len() >= MOST_SUPREME {
        let removable = others.filter(|other| why_not_recall(&table.state, other).is_none());
        if removable.is_empty() {
            table.tell(|_| NewsEntry::new("5.55", Happened::LeaderPutBack { leader }));
            return Ok(None);
        }
        let choices = Choices::pieces(removable);
        table.explain(|state, choice| why_not_recall(state, choice.piece()?));
        if let Some(other) = table.ask_piece(Side::British, Ask::Recall(leader), choices)? {
            let from = table.state.pieces.space(other);
            table.take_out(other);
            let recalled = Happened::LeaderRecalled { leader: other };
            table.tell(|_| NewsEntry::new("5.55", recalled).by(Side::British).at(from));
        }
    }
    Ok(Some(leader))
}

/// Why a piece is not recalled for a third leader of command rating 7, if it is not (5.55, Q27).
fn why_not_recall(state: &State, piece: PieceId) -> Option<Refusal> {
    let is_supreme = Pieces::get().leaders.contains(piece) && piece.facts().command == SUPREME_COMMAND;
    if !is_supreme {
        return refuse("5.55", "only a leader with a command rating of 7 can be recalled");
    }
    if let Some(refusal) = why_not_on_map(state, Side::British, piece, "5.55") {
        return Some(refusal);
    }
    state.is_besieged(piece).then_some(Refusal::new("8.22", "a besieged leader cannot be recalled"))
}

/// Leaders join the British pool (5.55).
pub fn join_pool(table: &mut Table, leaders: PieceSet) {
    if !leaders.is_empty() {
        leaders.iter().for_each(|leader| table.state.pieces.put(leader, Place::LeaderPool));
        table.tell(|_| NewsEntry::new("5.55", Happened::PoolJoined { leaders }).by(Side::British));
    }
}

/// Draws a leader, whom the British place in one of these spaces before the next is drawn (Q27). If all spaces are
/// closed, none is drawn: the leader would return to the pool, and must not cost another leader a place (Q29).
pub fn bring(table: &mut Table, places: SpaceSet) -> Play<()> {
    if reinforcement::open_to(&table.state, Side::British, places).is_empty() {
        return Ok(());
    }
    let Some(leader) = draw(table)? else { return Ok(()) };
    let to = reinforcement::ask_where(table, leader, places, false)?;
    to.map_or(Ok(()), |to| reinforcement::place(table, leader, Place::Space(to)))
}

/// The British leaders with a command rating of 7 on the map.
fn supreme(state: &State) -> PieceSet {
    (state.on_map(Side::British) & Pieces::get().leaders).filter(|leader| leader.facts().command == SUPREME_COMMAND)
}
