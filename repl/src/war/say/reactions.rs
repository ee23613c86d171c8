//! Sentences that react to the enemy: `intercept with webb and all`, `avoid with all to ticonderoga`, `retreat all to
//! albany`; and those for two forces: `campaign with abercromby to albany and webb to oswego`.

use super::SentenceError;
use super::goal::{Goal, Next, offered};
use super::grammar::is_all;
use super::trial::let_pass;
use super::understand::{Goals, Interpreter};
use super::{card_choice, lookup};
use crate::text::names::fold;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, CardId, Choice, Decision, Game, PieceId, PieceSet, SpaceId, Word};

impl Interpreter<'_> {
    /// Who intercepts or avoids battle: a unit, or a leader with those he takes along (6.72, 6.8).
    pub(super) fn react(&self) -> Goals {
        let places = lookup::spaces(&self.sentence.to)?;
        if let (Ask::AvoidTo(_), super::grammar::Verb::Avoid, [place]) =
            (&self.decision.ask, self.sentence.verb, places.as_slice())
        {
            return Ok(vec![Goal::AvoidTo(*place)]);
        }
        let is_it = match self.decision.ask {
            Ask::Intercept(_) => self.sentence.verb == super::grammar::Verb::Intercept,
            Ask::Avoid(_) => self.sentence.verb == super::grammar::Verb::Avoid,
            _ => false,
        };
        if !is_it {
            return Err(self.untimely("you intercept, or avoid battle, when you are asked"));
        }
        let parts =
            [&self.sentence.what, self.sentence.with.as_ref().unwrap_or(&Vec::new())].map(Clone::clone).concat();
        let (first, rest) = match parts.split_first() {
            Some((first, rest)) if !is_all(first) => (self.own(std::slice::from_ref(first))?, rest.to_vec()),
            _ => (vec![self.senior()?], parts),
        };
        let [first, more] = [first.first().copied(), first.get(1).copied()];
        let first = first.ok_or_else(|| SentenceError::form("name who goes: `intercept with webb and all`"))?;
        let mut goals = vec![Goal::React(first)];
        let named: Vec<PieceId> = more.into_iter().collect();
        if Pieces::get().leaders.contains(first) {
            let sentence =
                super::grammar::Sentence { with: Some(rest).filter(|rest| !rest.is_empty()), ..self.sentence.clone() };
            let inner = Interpreter { sentence: &sentence, ..*self };
            goals.extend(inner.members(first, self.companions_there(first), &named)?);
        } else if !rest.is_empty() || !named.is_empty() {
            return Err(SentenceError::refused(format!("{first} takes nobody along: only a leader does (5.34)")));
        }
        if let Some(to) = places.first() {
            goals.push(Goal::AvoidTo(*to));
        }
        Ok(goals)
    }

    /// The other pieces where one stands, outside works.
    fn companions_there(&self, piece: PieceId) -> PieceSet {
        let view = self.view();
        let stack = view.space_of(piece).map(|space| view.outside(self.decision.side, space));
        stack.unwrap_or(PieceSet::EMPTY).without(piece)
    }

    /// The highest leader among those who can react, or else the only unit.
    fn senior(&self) -> Result<PieceId, SentenceError> {
        let offered = self.offered();
        let leaders = offered.leaders();
        let highest = leaders.iter().max_by_key(|leader| (leader.facts().command, leader.facts().tactics));
        let none = || SentenceError::refused("no leader is there who could take them along: name one unit (5.34)");
        highest.or_else(|| offered.only()).ok_or_else(none)
    }

    /// Where the beaten go (7.91).
    pub(super) fn retreat(&self) -> Goals {
        if !matches!(self.decision.ask, Ask::Retreat(_)) {
            return Err(self.untimely("the beaten retreat after a battle"));
        }
        let to = match self.sentence.to.as_slice() {
            [] => return Err(SentenceError::form("name the place: `retreat all to albany`, `retreat all inside`")),
            [inside] if fold(inside) == "inside" => Refuge::Inside,
            places => match lookup::spaces(places)?.as_slice() {
                [space] => Refuge::Space(*space),
                _ => return Err(SentenceError::form("they go to one place: the next question asks about the others")),
            },
        };
        let who = match self.sentence.what.as_slice() {
            [] => None,
            [all] if is_all(all) => None,
            parts => Some(self.own(parts)?.into_iter().collect()),
        };
        Ok(vec![Goal::Retreat(who, to)])
    }

    /// Two forces of a Campaign: both are named before the first acts (5.34).
    pub(super) fn campaign(&self) -> Goals {
        let asked = &self.decision.ask;
        if !matches!(asked, Ask::Card | Ask::Use(_) | Ask::Commander(_)) {
            return Err(self.untimely("a campaign begins with its card"));
        }
        let (mut named, mut acts) = (Vec::new(), Vec::new());
        for clause in std::iter::once(self.sentence).chain(self.sentence.second.as_deref()) {
            let part = Interpreter { sentence: clause, ..*self };
            let pieces = part.own(&clause.what)?;
            let leader = pieces.first().copied().filter(|piece| Pieces::get().leaders.contains(*piece));
            let leader = leader.ok_or_else(|| {
                SentenceError::refused("a leader commands each force of a campaign: name him first (5.34)")
            })?;
            let goals = part.force(leader, &pieces[1..], lookup::spaces(&clause.to)?)?;
            let is_first = named.is_empty();
            let goals: Vec<Goal> = goals
                .into_iter()
                .filter(|goal| !matches!(goal, Goal::Use(_)))
                .map(|goal| match goal {
                    Goal::Commander(leader) if !is_first => Goal::OtherCommander(leader),
                    goal => goal,
                })
                .collect();
            let first = goals.iter().position(|goal| matches!(goal, Goal::Mover(_))).unwrap_or(goals.len());
            named.extend_from_slice(&goals[..first]);
            acts.extend_from_slice(&goals[first..]);
        }
        let begin = match asked {
            Ask::Card => vec![Goal::Card(self.campaign_card()?), Goal::Use(Word::Event)],
            Ask::Use(_) => vec![Goal::Use(Word::Event)],
            _ => vec![],
        };
        Ok([begin, named, acts].concat())
    }

    /// The card that is named, or the first in the hand whose event activates two forces.
    fn campaign_card(&self) -> Result<CardId, SentenceError> {
        let hand = card_choice::hand(self.decision);
        if let Some(named) = &self.sentence.card {
            return lookup::card(self.game, &hand, named);
        }
        let begins = |card: &CardId| {
            let mut trial = self.game.copies().trial();
            let played = trial.choose(Choice::Card(*card)).and_then(|()| trial.choose(Choice::Word(Word::Event)));
            while played.is_ok() && let_pass(&mut trial, self.decision.side) {}
            played.is_ok() && trial.decision().is_some_and(|open| matches!(open.ask, Ask::Commander(_)))
        };
        let none = || SentenceError::refused("no card in your hand activates two forces (5.51)");
        hand.into_iter().find(begins).ok_or_else(none)
    }
}

/// Where a beaten piece goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refuge {
    /// To a space.
    Space(SpaceId),
    /// Inside the fort or fortress.
    Inside,
}

impl Refuge {
    /// The answer for it.
    fn choice(self) -> Choice {
        match self {
            Refuge::Space(space) => Choice::Space(space),
            Refuge::Inside => Choice::Word(Word::Inside),
        }
    }

    /// It as text: `to Albany`, `inside`.
    pub fn text(self) -> String {
        match self {
            Refuge::Space(space) => format!("to {space}"),
            Refuge::Inside => "inside".into(),
        }
    }
}

/// The answer to where a beaten piece goes; those who are not named are left to the player.
pub fn retreat(who: Option<PieceSet>, to: Refuge, game: &Game, decision: &Decision) -> Next {
    match decision.ask {
        Ask::Retreat(piece) if who.is_none_or(|who| who.contains(piece)) => {
            match offered(game, decision, to.choice(), Next::Choose) {
                Next::Refuse(reason) => {
                    // The reason begins with the place.
                    let reason = reason.split_once(": ").map_or(reason.as_str(), |(_, reason)| reason);
                    Next::Refuse(format!("{piece} cannot retreat {}: {reason}", to.text()))
                }
                next => next,
            }
        }
        Ask::Retreat(_) => Next::Wait,
        _ => Next::Done,
    }
}
