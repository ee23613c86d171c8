//! Turns a sentence into a plan: what each verb means for the open decision.

use super::SentenceError;
use super::card_choice;
use super::goal::{Goal, journey};
use super::grammar::{self, MovementManner, Sentence, Verb};
use super::lookup;
use super::piece_groups::{Members, PieceGroups};
use super::trial;
use crate::front::Plan;
use crate::war::describe;
use std::collections::VecDeque;
use wilderness_war::pieces::Pieces;
use wilderness_war::{Ask, Decision, Game, PieceId, PieceSet, SpaceId, View, War, Word};

/// The plan of a line that begins with a verb.
///
/// # Errors
/// What is not understood, or what a rule forbids; nothing has changed then.
pub fn understand(game: &Game, line: &str) -> Result<Plan<War>, SentenceError> {
    let sentence = grammar::parse(line)?;
    let over = "no decision is open: the game is over (`undo` undoes the last choice)";
    let decision = game.decision().ok_or_else(|| SentenceError::form(over))?;
    if let (Some(card), false) = (&sentence.card, decision.ask == Ask::Card) {
        let acts = matches!(decision.ask, Ask::Mover | Ask::Action(_) | Ask::March(_) | Ask::Member(_) | Ask::Use(_));
        let instead = match acts {
            true => format!("leave out `{card}`"),
            false => format!("the question is now: {}", decision.ask.prompt()),
        };
        return Err(SentenceError::refused(format!("no card can be chosen now: {instead}")));
    }
    let planned = plan_of(game, decision, &sentence);
    if planned.is_err() && sentence.with.as_ref().is_some_and(Vec::is_empty) && !sentence.individually {
        // Any card activates a leader who goes alone, though not with his force (5.32).
        let alone = Sentence { individually: true, ..sentence };
        return plan_of(game, decision, &alone).or(planned);
    }
    planned
}

/// What a sentence asks for at a decision.
fn plan_of(game: &Game, decision: &Decision, sentence: &Sentence) -> Result<Plan<War>, SentenceError> {
    let speaker = Interpreter { game, decision, sentence };
    let goals = match sentence.verb {
        Verb::Play => speaker.play()?,
        Verb::Activate => speaker.activate(&sentence.to)?,
        Verb::Move => speaker.go()?,
        Verb::With => speaker.with()?,
        Verb::Build => speaker.build()?,
        Verb::Siege => speaker.besiege(Word::Siege)?,
        Verb::Assault => speaker.besiege(Word::Assault)?,
        Verb::Raid => speaker.raid()?,
        Verb::Demolish => speaker.demolish()?,
        Verb::Intercept | Verb::Avoid => speaker.react()?,
        Verb::Retreat => speaker.retreat()?,
        Verb::Campaign => speaker.campaign()?,
        Verb::GoOn | Verb::Using => return Err(SentenceError::form(LATE_CARD)),
    };
    let plan = trial::plan(decision.side, goals);
    let plan = match (&decision.ask, sentence.verb) {
        (Ask::Card, Verb::Play | Verb::Demolish | Verb::Campaign) => plan,
        (Ask::Card, _) => card_choice::with_card(game, decision, plan, sentence.card.as_deref())?,
        _ => plan,
    };
    trial::check(&plan, game)?;
    Ok(plan)
}

/// What is wrong with a card that is named first.
const LATE_CARD: &str = "no sentence waits for a card: `using` stands behind what the card does, as in \
                         `activate montcalm with all to sorel using 56`";

/// A sentence at a decision.
pub(super) struct Interpreter<'a> {
    pub(super) game: &'a Game,
    pub(super) decision: &'a Decision,
    pub(super) sentence: &'a Sentence,
}

pub(super) type Goals = Result<Vec<Goal>, SentenceError>;

impl Interpreter<'_> {
    /// What the side that decides sees.
    pub(super) fn view(&self) -> View<'_> {
        self.game.view(self.decision.side)
    }

    fn play(&self) -> Goals {
        let typed = self.sentence.what.join(" ");
        let hand: Vec<_> = self.view().hand().iter().collect();
        match self.decision.ask {
            Ask::Card => {
                let card = lookup::card(self.game, &card_choice::hand(self.decision), &typed)?;
                Ok(vec![Goal::Card(card), Goal::Use(self.sentence.purpose.unwrap_or(Word::Event))])
            }
            Ask::Use(_) => Ok(vec![Goal::Use(self.sentence.purpose.unwrap_or(Word::Event))]),
            Ask::Respond(_) => Ok(vec![Goal::Respond(lookup::card(self.game, &hand, &typed)?)]),
            _ => Err(self.untimely("a card is played at the beginning of an action phase, or in response")),
        }
    }

    /// A force, if a leader is named first, or individual pieces; and their destination.
    fn activate(&self, to: &[String]) -> Goals {
        if !matches!(self.decision.ask, Ask::Card | Ask::Use(_) | Ask::Commander(_) | Ask::Activate(_)) {
            return Err(self.untimely("pieces are activated at the beginning of an action phase"));
        }
        if !self.sentence.others.is_empty() {
            return self.apart();
        }
        let pieces = self.own(&self.sentence.what)?;
        let leader = pieces.first().copied().filter(|piece| Pieces::get().leaders.contains(*piece));
        let one_by_one = self.sentence.individually || matches!(self.decision.ask, Ask::Activate(_));
        let spaces = lookup::spaces(to)?;
        match leader.filter(|_| !one_by_one) {
            Some(leader) => self.force(leader, &pieces[1..], spaces),
            None => self.one_by_one(pieces, &spaces),
        }
    }

    pub(super) fn force(&self, leader: PieceId, named: &[PieceId], spaces: Vec<SpaceId>) -> Goals {
        let mut goals = match self.decision.ask {
            Ask::Commander(_) => vec![],
            _ => vec![Goal::Use(Word::Force)],
        };
        goals.push(Goal::Commander(leader));
        goals.extend(self.members(leader, self.view().companions(leader), named)?);
        if !spaces.is_empty() {
            // With a Campaign another force may be waiting to act.
            goals.push(Goal::Mover(leader));
            goals.extend(self.journey(leader, spaces, true));
        }
        Ok(goals)
    }

    fn one_by_one(&self, mut pieces: Vec<PieceId>, spaces: &[SpaceId]) -> Goals {
        if let Some(with) = self.sentence.with.as_ref().filter(|with| !with.is_empty()) {
            pieces.extend(self.own(with)?);
        }
        let mut goals = match self.decision.ask {
            Ask::Activate(_) => vec![],
            _ => vec![Goal::Use(Word::Individual)],
        };
        goals.push(Goal::Individuals(pieces.iter().copied().collect()));
        for piece in pieces.into_iter().filter(|_| !spaces.is_empty()) {
            goals.push(Goal::Mover(piece));
            goals.extend(self.journey(piece, spaces.to_vec(), true));
        }
        Ok(goals)
    }

    /// Pieces that are activated individually, and go to different places.
    fn apart(&self) -> Goals {
        let (mut all, mut acts) = (VecDeque::new(), Vec::new());
        for clause in std::iter::once(self.sentence).chain(&self.sentence.others) {
            let part = Interpreter { sentence: clause, ..*self };
            if clause.with.as_ref().is_some_and(|with| !with.is_empty()) || !clause.except.is_empty() {
                return Err(SentenceError::refused(
                    "a card activates one force (5.32); the event of Campaign activates two (5.34)",
                ));
            }
            let spaces = lookup::spaces(&clause.to)?;
            if spaces.is_empty() {
                return Err(SentenceError::form("name where each goes: `activate huron to sorel, mingo to venango`"));
            }
            for piece in part.own(&clause.what)? {
                all.push_back(piece);
                acts.push(Goal::Mover(piece));
                acts.extend(part.journey(piece, spaces.clone(), true));
            }
        }
        let begin = match self.decision.ask {
            Ask::Activate(_) => vec![],
            _ => vec![Goal::Use(Word::Individual)],
        };
        Ok([begin, vec![Goal::Individuals(all)], acts].concat())
    }

    /// The pieces that go with a leader; nothing if the sentence names none.
    pub(super) fn members(
        &self,
        leader: PieceId,
        mates: PieceSet,
        named: &[PieceId],
    ) -> Result<Option<Goal>, SentenceError> {
        let view = &self.view();
        if let Some(stranger) = named.iter().find(|piece| !mates.contains(**piece)) {
            let (where_, there) = (describe::place(view, *stranger), describe::place(view, leader));
            return Err(SentenceError::refused(format!(
                "{stranger} is {where_}, and does not go with {leader} {there} (5.34); `individually` activates each \
                 alone"
            )));
        }
        let muster = || PieceGroups::new(self.game, mates, format!("with {leader} {}", describe::place(view, leader)));
        let but = muster().read(&self.sentence.except)?;
        let but: PieceSet = but.ok_or_else(|| SentenceError::form("name who stays"))?.into_iter().collect();
        let mut members = match &self.sentence.with {
            None if named.is_empty() && but.is_empty() => return Ok(None),
            None if named.is_empty() => return Ok(Some(Goal::Members(Members::all_but(but)))),
            None => Vec::new(),
            Some(parts) => match muster().read(parts)? {
                None => return Ok(Some(Goal::Members(Members::all_but(but)))),
                Some(members) => members,
            },
        };
        members.extend(named.iter().copied().filter(|piece| !members.contains(piece)).collect::<Vec<_>>());
        members.retain(|piece| !but.contains(*piece));
        // A leader lets more units join.
        members.sort_by_key(|piece| !Pieces::get().leaders.contains(*piece));
        Ok(Some(Goal::Members(Members::Only(members))))
    }

    fn go(&self) -> Goals {
        let sentence = self.sentence;
        let here = || [sentence.what.as_slice(), &sentence.to].concat();
        match self.decision.ask {
            Ask::March(mover) | Ask::Action(mover) => {
                // `move montcalm to oswego`, when Montcalm is moving.
                let named = !sentence.to.is_empty() && self.own(&sentence.what).is_ok_and(|who| who == [mover]);
                let spaces = lookup::spaces(&if named { sentence.to.clone() } else { here() })?;
                Ok(self.journey(mover, spaces, sentence.stop))
            }
            Ask::Member(leader) => {
                let members = self.members(leader, self.offered(), &[])?;
                let members = members.unwrap_or(Goal::Members(Members::Only(Vec::new())));
                let journey = self.journey(leader, lookup::spaces(&here())?, sentence.stop);
                Ok([vec![members], journey].concat())
            }
            Ask::Mover if sentence.what.is_empty() || sentence.to.is_empty() => {
                Err(SentenceError::form("name the piece and its destination: `move huron to oswego`"))
            }
            Ask::Mover => match self.own(&sentence.what)?.as_slice() {
                [piece] => {
                    let journey = self.journey(*piece, lookup::spaces(&sentence.to)?, true);
                    Ok([vec![Goal::Mover(*piece)], journey].concat())
                }
                _ => Err(SentenceError::form("move one piece at a time: `move huron to oswego`")),
            },
            Ask::Card | Ask::Use(_) | Ask::Commander(_) | Ask::Activate(_)
                if !sentence.what.is_empty() && !sentence.to.is_empty() =>
            {
                self.activate(&sentence.to)
            }
            Ask::Card | Ask::Use(_) | Ask::Commander(_) | Ask::Activate(_) if sentence.with.is_some() => {
                // `attack albany with montcalm and all`
                let mut with = sentence.with.clone().unwrap_or_default();
                let what = Vec::from_iter((!with.is_empty()).then(|| with.remove(0)));
                let with = Some(with).filter(|with| !with.is_empty());
                Interpreter { sentence: &Sentence { what, with, ..sentence.clone() }, ..*self }.activate(&here())
            }
            Ask::Card | Ask::Use(_) | Ask::Commander(_) | Ask::Activate(_) => {
                Err(SentenceError::form("name who goes: `activate montcalm with all to oswego`"))
            }
            _ => Err(self.untimely("no force is on the march")),
        }
    }

    /// `with all to oswego`, when a force is being formed.
    fn with(&self) -> Goals {
        let Ask::Member(leader) = self.decision.ask else {
            return Err(self.untimely("no force is being formed; begin with `activate`"));
        };
        let mut goals: Vec<Goal> = self.members(leader, self.offered(), &[])?.into_iter().collect();
        if !self.sentence.to.is_empty() {
            goals.extend(self.journey(leader, lookup::spaces(&self.sentence.to)?, true));
        }
        Ok(goals)
    }

    fn build(&self) -> Goals {
        let view = self.view();
        let spaces = lookup::spaces(&self.sentence.what)?;
        let (what, goals) = match (&self.decision.ask, self.sentence.purpose) {
            (Ask::Stockade(_), None | Some(Word::Stockades)) => (Word::Stockades, vec![]),
            (Ask::Fort(_), None | Some(Word::Forts)) => (Word::Forts, vec![]),
            (Ask::Card | Ask::Use(_), Some(what)) => (what, vec![Goal::Use(what)]),
            (Ask::Card | Ask::Use(_), None) => {
                return Err(SentenceError::form("name the work: `build stockade augusta`, `build fort venango`"));
            }
            _ => return Err(self.untimely("works are built with a card of their own")),
        };
        let (sites, first) = match what {
            Word::Forts => (view.fort_sites(), spaces[0]),
            _ => (view.stockade_sites(), spaces[0]),
        };
        let refusal = match what {
            Word::Forts => view.why_not_fort(first),
            _ => view.why_not_stockade(first),
        };
        if let Some(refusal) = refusal {
            return Err(SentenceError::refused(format!("{first}: {refusal}")));
        }
        // The game does not ask about a single place.
        let asked = !goals.is_empty() && sites.only() == Some(first);
        let spaces = spaces.into_iter().skip(usize::from(asked)).collect();
        Ok([goals, vec![Goal::Sites(spaces)]].concat())
    }

    fn besiege(&self, action: Word) -> Goals {
        let named = lookup::spaces(&self.sentence.what)?;
        let place = |leader: PieceId| self.view().space_of(leader);
        let picks =
            self.sentence.with.as_ref().is_some_and(|with| !with.first().is_some_and(|part| grammar::is_all(part)));
        if action == Word::Assault && (picks || !self.sentence.except.is_empty()) {
            return Err(SentenceError::refused("all units and leaders in the space take part in an assault (9.12)"));
        }
        match self.decision.ask {
            Ask::Assault(space) if named.first().is_none_or(|named| *named == space) => match action {
                Word::Assault => Ok(vec![Goal::Action(action)]),
                _ => Err(self.untimely("the siege has been rolled for: `yes` assaults, `no` goes on besieging")),
            },
            Ask::Action(leader) if named.is_empty() || named.first() == place(leader).as_ref() => {
                Ok(vec![Goal::Action(action)])
            }
            Ask::Member(leader) => {
                let members = self.members(leader, self.offered(), &[])?;
                let all = Goal::Members(Members::all_but(PieceSet::EMPTY));
                Ok(vec![members.unwrap_or(all), Goal::Action(action)])
            }
            Ask::Card | Ask::Use(_) | Ask::Commander(_) => {
                let leader = self.besieger(&named)?;
                let mates = self.view().companions(leader);
                let all = Goal::Members(Members::all_but(PieceSet::EMPTY));
                let members = self.members(leader, mates, &[])?.unwrap_or(all);
                let mut goals = vec![Goal::Commander(leader), members, Goal::Action(action)];
                if !matches!(self.decision.ask, Ask::Commander(_)) {
                    goals.insert(0, Goal::Use(Word::Force));
                }
                Ok(goals)
            }
            _ => Err(self.untimely("a siege is an action of a force, instead of moving")),
        }
    }

    /// The leader who commands the siege: the one of the highest rank in the space (8.231).
    fn besieger(&self, named: &[SpaceId]) -> Result<PieceId, SentenceError> {
        let (view, side) = (self.view(), self.decision.side);
        let held = view.works(side.enemy()).besiegeable();
        let sieges = (view.besieged_spaces() & held).filter(|space| !view.outside(side, space).is_empty());
        let space = match (named, sieges.only()) {
            ([space], _) if sieges.contains(*space) => *space,
            ([space, ..], _) => return Err(SentenceError::refused(format!("you are not besieging {space} (8.23)"))),
            ([], Some(only)) => only,
            ([], None) if sieges.is_empty() => {
                return Err(SentenceError::refused("you are not besieging any space (8.23)"));
            }
            ([], None) => {
                let names = wilderness_war::news::words::list(sieges);
                return Err(SentenceError::form(format!("which siege? {names}")));
            }
        };
        let leaders = view.outside(side, space).leaders();
        let highest = leaders.iter().max_by_key(|leader| (leader.facts().command, leader.facts().tactics));
        highest.ok_or_else(|| SentenceError::refused(format!("no leader commands the siege of {space} (8.231)")))
    }

    fn raid(&self) -> Goals {
        let spaces = lookup::spaces(&[self.sentence.what.as_slice(), &self.sentence.to].concat())?;
        let view = self.view();
        let target = |space: SpaceId| match view.is_raid_target(space) {
            true => Ok(space),
            false => Err(SentenceError::refused(format!(
                "{space} is not raided: it is not a cultivated space, a stockade or an allied settlement of the enemy, or it \
                 has a fort or fortress, or own drilled troops (10.1, 10.11)"
            ))),
        };
        match (&self.decision.ask, spaces.as_slice()) {
            (Ask::Raid, [space]) => Ok(vec![Goal::Raid(*space)]),
            (Ask::March(mover) | Ask::Action(mover), _) => {
                let here = view.space_of(*mover);
                let last = spaces.last().copied().or(here);
                let last = last.ok_or_else(|| SentenceError::form("name the place: `raid augusta`"))?;
                target(last)?;
                Ok(self.journey(*mover, if spaces.is_empty() { vec![last] } else { spaces }, true))
            }
            (Ask::Card | Ask::Use(_) | Ask::Activate(_), [.., last]) if self.sentence.with.is_some() => {
                target(*last)?;
                let who = self.own(self.sentence.with.as_deref().unwrap_or_default())?;
                let leader = who.first().copied().filter(|piece| Pieces::get().leaders.contains(*piece));
                match leader.filter(|_| !matches!(self.decision.ask, Ask::Activate(_))) {
                    None => Interpreter { sentence: &without_with(self.sentence), ..*self }.one_by_one(who, &spaces),
                    Some(leader) => {
                        Interpreter { sentence: &without_with(self.sentence), ..*self }.force(leader, &who[1..], spaces)
                    }
                }
            }
            (Ask::Card | Ask::Use(_) | Ask::Activate(_), _) => {
                Err(SentenceError::form("name the place and the raiders: `raid augusta with huron and mississauga`"))
            }
            _ => Err(self.untimely("auxiliaries raid where they end their movement")),
        }
    }

    fn demolish(&self) -> Goals {
        let spaces = lookup::spaces(&self.sentence.what)?;
        let own = self.view().demolishable();
        if let Some(space) = spaces.iter().find(|space| !own.contains(**space)) {
            let text = format!("{space}: you have nothing to demolish there (5.46)");
            return Err(SentenceError::refused(text));
        }
        Ok(spaces.into_iter().map(|space| Goal::Demolish(space, self.sentence.purpose, false)).collect())
    }

    /// One's own pieces on the map by name.
    pub(super) fn own(&self, parts: &[String]) -> Result<Vec<PieceId>, SentenceError> {
        let own = self.view().on_map(self.decision.side);
        let read = PieceGroups::new(self.game, own, "among your pieces on the map").read(parts)?;
        match read {
            Some(pieces) if !pieces.is_empty() => Ok(pieces),
            Some(_) => Err(SentenceError::form("name the pieces")),
            None => Err(SentenceError::form("only a leader takes `all` with him (5.34); name the pieces")),
        }
    }

    /// The pieces among the answers to the open decision.
    pub(super) fn offered(&self) -> PieceSet {
        self.decision.choices.iter().filter_map(|choice| choice.piece()).collect()
    }

    fn journey(&self, mover: PieceId, spaces: Vec<SpaceId>, stop: bool) -> Vec<Goal> {
        let way: MovementManner = self.sentence.way;
        vec![Goal::Action(Word::Move), journey(mover, spaces, way, stop)]
    }

    pub(super) fn untimely(&self, rule: &str) -> SentenceError {
        SentenceError::refused(format!("{rule}; the question is now: {}", self.decision.ask.prompt()))
    }
}

/// The sentence after its members have been read.
fn without_with(sentence: &Sentence) -> Sentence {
    Sentence { with: Some(Vec::new()), ..sentence.clone() }
}
