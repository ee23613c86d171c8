//! The goals of a sentence. A goal answers the decisions that belong to it, while they are asked.

use super::losses::Losses;
use super::piece_groups::{Members, most_useful};
use super::reactions::{self, Refuge};
use super::route::{self, Journey};
use crate::war::describe;
use std::collections::VecDeque;
use std::sync::Arc;
use wilderness_war::news::words::list;
use wilderness_war::{Answer, Ask, CardId, Choice, Decision, Game, PieceId, PieceSet, SpaceId, View, War, Word};

/// A goal.
#[derive(Clone, Debug)]
pub enum Goal {
    /// Play this card.
    Card(CardId),
    /// Use it in this way.
    Use(Word),
    /// Respond with this card.
    Respond(CardId),
    /// Activate the force of this leader.
    Commander(PieceId),
    /// Activate the leader after another, whose force may still have to be named.
    OtherCommander(PieceId),
    /// These go with the commander.
    Members(Members),
    /// Activate these individually.
    Individuals(VecDeque<PieceId>),
    /// This one acts next.
    Mover(PieceId),
    /// Move, besiege or assault.
    Action(Word),
    /// Go there.
    Go(Journey),
    /// Build there, then stop building.
    Sites(VecDeque<SpaceId>),
    /// Demolish this there; whether that has been started.
    Demolish(SpaceId, Option<Word>, bool),
    /// Raid there next.
    Raid(SpaceId),
    /// This one intercepts or avoids battle.
    React(PieceId),
    /// Those who avoid battle go there.
    AvoidTo(SpaceId),
    /// These of the beaten, or all, go there.
    Retreat(Option<PieceSet>, Refuge),
    /// All pieces that may be named for this question.
    Everybody(Ask),
    /// These units take the losses.
    Lose(Losses),
    /// Nothing is demolished: back to the question before.
    Undemolished,
}

/// The response of a goal to a decision.
pub type Next = crate::front::Next<War>;

impl crate::front::SentenceGoal<War> for Goal {
    fn next(&mut self, game: &Game, decision: &Decision, since: usize) -> Next {
        let last = |choice: Choice| offered(game, decision, choice, Next::Last);
        match (self, &decision.ask) {
            (Goal::Card(card), Ask::Card) | (Goal::Respond(card), Ask::Respond(_)) => last(Choice::Card(*card)),
            (Goal::Use(Word::Event), Ask::Use(card)) => match game.why().why_not(Choice::Word(Word::Event)) {
                None => Next::Last(Choice::Word(Word::Event)),
                Some(refusal) => Next::Refuse(format!("{}: {refusal}", describe::card(game, *card))),
            },
            (Goal::Use(word), Ask::Use(_)) => last(Choice::Word(*word)),
            (Goal::Use(Word::Individual), Ask::Activate(_) | Ask::Mover) => Next::Done,
            (Goal::Use(_), Ask::Activate(_)) => {
                Next::Refuse("the card can only activate pieces individually now (5.26)".into())
            }
            (Goal::Commander(leader) | Goal::OtherCommander(leader), Ask::Commander(_)) => last(Choice::Piece(*leader)),
            (Goal::OtherCommander(leader), Ask::Member(other)) if leader == other => Next::Done,
            (Goal::Commander(leader), Ask::Member(other) | Ask::Action(other) | Ask::March(other)) => {
                if leader == other { Next::Done } else { Next::Refuse(initiative(*leader)) }
            }
            (Goal::Members(members), Ask::Member(_)) => name_member(members, game, decision),
            (Goal::Members(members), Ask::Action(leader) | Ask::March(leader)) => nobody_left(members, *leader),
            (Goal::Members(members), _) if members.are_named() => Next::Done,
            (Goal::Individuals(pieces), Ask::Activate(_)) => match pieces.pop_front() {
                Some(piece) => offered(game, decision, Choice::Piece(piece), Next::Choose),
                None => Next::Last(Choice::Word(Word::Done)),
            },
            (Goal::Individuals(pieces), Ask::Mover | Ask::Action(_) | Ask::March(_)) => {
                all_named(pieces, game, decision)
            }
            (Goal::Mover(piece), Ask::Mover) => last(Choice::Piece(*piece)),
            (Goal::Mover(piece), Ask::Action(mover) | Ask::March(mover)) if piece == mover => Next::Done,
            (Goal::Action(word), Ask::Action(mover)) => match last(Choice::Word(*word)) {
                Next::Refuse(reason) => {
                    Next::Refuse(reason + instead(*word, *mover, &game.view(decision.side)).as_str())
                }
                next => next,
            },
            (Goal::Action(Word::Move), Ask::March(_)) => Next::Done,
            (Goal::Action(Word::Assault), Ask::Assault(_)) => last(Choice::Word(Word::Assault)),
            (Goal::Action(word), Ask::March(mover)) => {
                Next::Refuse(no_action(*word, *mover, &game.view(decision.side)))
            }
            (Goal::Go(journey), _) => journey.next(game, decision),
            (Goal::Sites(sites), Ask::Stockade(_) | Ask::Fort(_)) => match sites.pop_front() {
                Some(site) => offered(game, decision, Choice::Space(site), Next::Choose),
                None => last(Choice::Word(Word::Stop)),
            },
            (Goal::Sites(sites), _) if sites.is_empty() => Next::Done,
            (Goal::Demolish(space, what, begun), _) => demolish(*space, *what, begun, game, decision),
            (Goal::Raid(space), Ask::Raid) => last(Choice::Space(*space)),
            (Goal::React(piece), Ask::Intercept(_) | Ask::Avoid(_)) => last(Choice::Piece(*piece)),
            (Goal::AvoidTo(space), Ask::AvoidTo(_)) => last(Choice::Space(*space)),
            // They did not get away, or had no choice where to go.
            (Goal::AvoidTo(_), _) => Next::Done,
            (Goal::Retreat(who, to), _) => reactions::retreat(*who, *to, game, decision),
            (Goal::Everybody(asked), ask) => everybody(asked, ask, game, decision),
            (Goal::Lose(losses), _) => losses.next(game, decision, since),
            (Goal::Undemolished, _) => undemolished(game),
            _ => Next::Wait,
        }
    }

    fn meanwhile(&mut self, game: &Game, since: usize) -> Next {
        match self {
            Goal::Go(journey) => journey.look(game),
            Goal::Lose(losses) => return losses.meanwhile(game, since),
            Goal::Everybody(_) => return Next::Done,
            _ => {}
        }
        Next::Wait
    }

    fn text(&self) -> Option<String> {
        Some(match self {
            Goal::Card(card) | Goal::Respond(card) => format!("play {card}"),
            Goal::Use(Word::Event) => "play the event".into(),
            Goal::Use(_) | Goal::Action(Word::Move) | Goal::Mover(_) => return None,
            Goal::Commander(leader) | Goal::OtherCommander(leader) => format!("activate {leader}"),
            Goal::Members(Members::AllBut { begun: true, .. }) => return None,
            Goal::Members(Members::AllBut { .. }) => "with all".into(),
            Goal::Members(Members::Only(pieces)) if pieces.is_empty() => return None,
            Goal::Members(Members::Only(pieces)) => format!("with {}", list(pieces)),
            Goal::Individuals(pieces) if pieces.is_empty() => return None,
            Goal::Individuals(pieces) => format!("activate {}", list(pieces)),
            Goal::Action(word) => word.token().into(),
            Goal::Go(journey) => return journey.text(),
            Goal::Sites(sites) if sites.is_empty() => return None,
            Goal::Sites(sites) => format!("build at {}", list(sites)),
            Goal::Demolish(space, ..) => format!("demolish {space}"),
            Goal::Raid(space) => format!("raid {space}"),
            Goal::React(piece) => format!("react with {piece}"),
            // What the dice decide first, and whether anybody is asked, is open.
            Goal::AvoidTo(_) | Goal::Retreat(..) => return None,
            // The parts of a line of answers are not reported.
            Goal::Everybody(_) | Goal::Lose(_) | Goal::Undemolished => return None,
        })
    }

    fn in_words(game: &Game, choice: Choice) -> String {
        match choice {
            Choice::Card(card) => describe::card(game, card),
            _ => choice.to_string(),
        }
    }
}

/// The choice, if it is offered; else why not.
pub fn offered(game: &Game, decision: &Decision, choice: Choice, next: fn(Choice) -> Next) -> Next {
    match game.why().why_not(choice) {
        _ if decision.choices.contains(&choice) => next(choice),
        Some(refusal) => Next::Refuse(match choice {
            Choice::Word(word) => format!("{}: {refusal}", word.token()),
            _ => format!("{choice}: {refusal}"),
        }),
        None => Next::Wait,
    }
}

fn initiative(leader: PieceId) -> String {
    let needed = leader.facts().initiative;
    format!("{leader}: his initiative is {needed}, which is more than the value of the card (5.32)")
}

fn name_member(members: &mut Members, game: &Game, decision: &Decision) -> Next {
    let done = Choice::Word(Word::Done);
    let piece = match members {
        Members::AllBut { but, begun } => {
            *begun = true;
            most_useful(&View::public(game), &decision.choices, *but)
        }
        Members::Only(pieces) if pieces.is_empty() => None,
        Members::Only(pieces) => Some(pieces.remove(0)),
    };
    match piece {
        Some(piece) => offered(game, decision, Choice::Piece(piece), Next::Choose),
        None if decision.choices.contains(&done) => Next::Last(done),
        None => Next::Wait,
    }
}

/// The game does not ask for further members.
fn nobody_left(members: &Members, leader: PieceId) -> Next {
    match members {
        Members::Only(pieces) if !pieces.is_empty() => {
            Next::Refuse(format!("{} cannot go with {leader}: he commands no more (5.34)", list(pieces)))
        }
        _ => Next::Done,
    }
}

/// The game does not ask for further activations.
fn all_named(pieces: &VecDeque<PieceId>, game: &Game, decision: &Decision) -> Next {
    let activated: PieceSet = decision.choices.iter().filter_map(|choice| choice.piece()).collect();
    let left: Vec<PieceId> = pieces.iter().copied().filter(|piece| !activated.contains(*piece)).collect();
    let Some(&first) = left.first() else { return Next::Done };
    let (mut halves, mut picked) = (None, PieceSet::EMPTY);
    for answer in game.past().history_of_step() {
        if let Answer::Choice { ask: Ask::Activate(left), choice, .. } = answer {
            halves = halves.or(Some(*left));
            choice.piece().into_iter().for_each(|piece| picked.insert(piece));
        }
    }
    let why = game.view(decision.side).why_no_more(picked, halves.unwrap_or_default(), first);
    Next::Refuse(format!("{}: {why}", list(left)))
}

/// The one condition that fails.
fn no_action(word: Word, mover: PieceId, view: &View<'_>) -> String {
    let what = if word == Word::Siege { "roll for a siege" } else { "assault" };
    let why = view.why_not_besiege(mover, word).map_or_else(String::new, |refusal| format!(": {refusal}"));
    format!("{mover} cannot {what} here{why}{}", instead(word, mover, view))
}

/// What would work where an assault does not.
fn instead(word: Word, mover: PieceId, view: &View<'_>) -> String {
    match (word, view.space_of(mover)) {
        (Word::Assault, Some(space)) if view.why_not_besiege(mover, Word::Siege).is_none() => {
            format!("; `siege {space}` rolls for the siege first")
        }
        _ => String::new(),
    }
}

fn demolish(space: SpaceId, what: Option<Word>, begun: &mut bool, game: &Game, decision: &Decision) -> Next {
    let word = |word: Word| decision.choices.contains(&Choice::Word(word));
    if decision.ask == Ask::Demolish {
        *begun = true;
        // Which of them is meant is asked only where there are both.
        let view = View::public(game);
        let works = view.works(decision.side);
        let both = works.stockades.contains(space) && (works.forts | works.under_construction).contains(space);
        let chosen = if both { Next::Choose } else { Next::Last };
        return match what {
            _ if decision.choices.iter().any(|choice| choice.space().is_some()) => {
                offered(game, decision, Choice::Space(space), chosen)
            }
            Some(what) => offered(game, decision, Choice::Word(what), Next::Last),
            // Whether the stockade or the fort has to be asked.
            None => Next::Done,
        };
    }
    match *begun {
        true => Next::Done,
        false if word(Word::Demolish) => {
            *begun = true;
            Next::Choose(Choice::Word(Word::Demolish))
        }
        false => Next::Refuse("nothing can be demolished now (5.46)".into()),
    }
}

/// The next of all pieces that may be named for a question, the most useful first, while it is asked.
fn everybody(asked: &Ask, ask: &Ask, game: &Game, decision: &Decision) -> Next {
    // Behind its question a card says how many more may be named.
    let question = |text: &Arc<str>| text.split('?').next().map(str::to_string);
    let is_same = match (asked, ask) {
        (Ask::Event(asked), Ask::Event(ask)) => question(asked) == question(ask),
        _ => asked == ask,
    };
    let piece = is_same.then(|| most_useful(&View::public(game), &decision.choices, PieceSet::EMPTY));
    piece.flatten().map_or(Next::Done, |piece| Next::Choose(Choice::Piece(piece)))
}

/// Returns from the question what to demolish to the previous one.
fn undemolished(game: &Game) -> Next {
    let demolishes = |answer: &Answer| matches!(answer, Answer::Choice { choice: Choice::Word(Word::Demolish), .. });
    game.history().iter().rposition(demolishes).map_or(Next::Done, Next::Back)
}

/// The journeys of a plan.
pub fn journey(mover: PieceId, spaces: Vec<SpaceId>, way: super::grammar::MovementManner, stop: bool) -> Goal {
    Goal::Go(route::Journey::new(mover, spaces, way, stop))
}
