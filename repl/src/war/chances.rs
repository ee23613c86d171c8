//! Chances beside the choices of a question: what an interception, a march, a siege or a raid promises, and what the
//! enemy could do where something is built. Dice to come are weighed; no cards are assumed to be played.

use super::warnings;
use crate::text::table::percent;
use wilderness_war::odds::{Intercepted, Odds};
use wilderness_war::pieces::Pieces;
use wilderness_war::queries::Interceptor;
use wilderness_war::{Ask, Choice, Decision, Game, PieceId, PieceSet, Side, SpaceId, View, Word};

/// A few words for each choice about which there is something to say. What a script that fails would have to tell is
/// left out.
pub fn beside(game: &Game, decision: &Decision) -> Vec<(Choice, String)> {
    let about = |choice: &Choice| {
        let text = of(game, decision, *choice);
        (!text.is_empty()).then_some((*choice, text))
    };
    decision.choices.iter().filter_map(about).collect()
}

/// What a choice promises; nothing if there is nothing to say.
pub fn of(game: &Game, decision: &Decision, choice: Choice) -> String {
    Chances { game, side: decision.side, view: game.view(decision.side) }.of(decision, choice)
}

/// Who could intercept a side at a space: the best of them.
pub fn intercepted(game: &Game, side: Side, space: SpaceId) -> String {
    Chances { game, side, view: game.view(side) }.intercepted(space)
}

struct Chances<'a> {
    game: &'a Game,
    side: Side,
    view: View<'a>,
}

impl Chances<'_> {
    fn of(&self, decision: &Decision, choice: Choice) -> String {
        match (&decision.ask, choice) {
            (Ask::Card, Choice::Card(card)) if self.view.can_play(card) == Ok(true) => "event".into(),
            (Ask::Intercept(_), Choice::Piece(first)) => self.interception(first),
            (Ask::Avoid(space), Choice::Piece(piece)) => percent(self.view.chance_to_avoid(*space, piece)),
            (Ask::March(mover), Choice::Space(to) | Choice::Naval(to) | Choice::Infiltrate(to)) => {
                joined([self.combat(choice), self.intercepted(to), self.lacks(*mover, to)])
            }
            (Ask::March(mover), Choice::Word(Word::Stop)) => {
                self.view.space_of(*mover).map_or(String::new(), |here| self.lacks(*mover, here))
            }
            (Ask::Action(_) | Ask::Assault(_) | Ask::Raid | Ask::Sortie(_), _) => self.combat(choice),
            (Ask::Stockade(_) | Ask::Fort(_), Choice::Space(space)) => self.threat(space),
            _ => String::new(),
        }
    }

    /// `50 %, then wins 72 %`: a leader with the strongest force that he can lead, or a unit.
    fn interception(&self, first: PieceId) -> String {
        let there = self.view.space_of(first).map_or(PieceSet::EMPTY, |space| self.view.outside(self.side, space));
        let is_leader = Pieces::get().leaders.contains(first);
        let force =
            if is_leader { self.view.strongest_force(first, there.without(first)) } else { PieceSet::one(first) };
        let Ok(Some(found)) = Intercepted::by(self.game, force | PieceSet::one(first)) else { return String::new() };
        let battle = found.battle.map(|odds| self.odds(&odds)).unwrap_or_default();
        let then = if battle.is_empty() { battle } else { format!("then {battle}") };
        joined([percent(found.chance), then])
    }

    /// What the combat promises to which a choice leads.
    fn combat(&self, choice: Choice) -> String {
        let odds = Odds::after(self.game, choice);
        odds.ok().flatten().map(|odds| self.odds(&odds)).unwrap_or_default()
    }

    fn odds(&self, odds: &Odds) -> String {
        match (odds.raid, odds.siege, odds.battle) {
            (Some(raid), ..) => format!("raids {}", percent(raid.success)),
            (_, Some(siege), _) => format!("can assault then {}", percent(siege.assault)),
            (_, _, Some(battle)) => {
                let wins = if odds.attacker == self.side { battle.attacker_wins } else { battle.defender_wins };
                format!("wins {}", percent(wins))
            }
            _ => String::new(),
        }
    }

    /// Who could intercept at a space: the best of them.
    fn intercepted(&self, space: SpaceId) -> String {
        let around = self.view.interceptors(self.side, space);
        let best = around.iter().max_by(|one, other| one.chance.total_cmp(&other.chance));
        let name = |Interceptor { leader, space: from, .. }: &Interceptor| {
            leader.map_or_else(|| format!("from {from}"), |leader| leader.to_string())
        };
        best.map_or(String::new(), |best| format!("interception {}: {}", percent(best.chance), name(best)))
    }

    /// What the mover would lack in a space.
    fn lacks(&self, mover: PieceId, to: SpaceId) -> String {
        warnings::lacks(self.game, &self.view, mover, to).join(", ")
    }

    /// The strongest enemy force that could come.
    fn threat(&self, space: SpaceId) -> String {
        let arrivals = self.view.arrivals(self.side.enemy(), space).unwrap_or_default();
        let strength = arrivals.iter().map(|arrival| (self.view.strength_of(arrival.pieces), arrival.from)).max();
        strength.map_or(String::new(), |(strength, from)| format!("enemy {strength} could come from {from}"))
    }
}

fn joined(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}
