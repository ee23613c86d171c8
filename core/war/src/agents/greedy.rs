//! The greedy agent: it knows the rules and looks at what is to be gained now. With each card it does what scores most,
//! or brings its troops nearer to what scores; it does not look ahead further than that.

mod board;
mod build;
mod combat;
mod defence;
mod demolition;
mod events;
mod losses;
mod mission;
mod movement;
mod muster;
mod plan;
mod prospect;
mod raids;
mod reason;
mod refuge;
mod value;
mod weights;

pub(super) use plan::hand;
pub(super) use prospect::promise;
pub(super) use value::troops;

use crate::Scenario;
use crate::decision::{Ask, Choice, Decision, Word};
use crate::script::Scripts;
use crate::sets::{CardId, CardSet, PieceId, PieceSet};
use crate::side::Side;
use crate::view::View;
use crate::war::War;
use board::Board;
use plan::PhasePlan;
use reason::ChoiceReason;
use wilderness_engine::{Agent, Explanation, Playout, Purpose, Stream};

/// Plays by rules of thumb, from what its side sees.
#[derive(Clone)]
pub struct Greedy {
    /// For what it does not understand.
    stream: Stream,
    /// What it is doing with the card being played.
    plan: Option<PhasePlan>,
    /// What it is going to do with its next card, if that is settled.
    settled: Option<PhasePlan>,
    /// Which pieces join to intercept, or to avoid battle.
    company: PieceSet,
    /// Why it chose as it did last.
    why: ChoiceReason,
    /// Whether it is blind to what the enemy could do next.
    is_myopic: bool,
}

impl Greedy {
    /// A greedy agent for a side. The same seed plays the same way.
    pub fn new(seed: u64, side: Side) -> Greedy {
        Greedy {
            stream: Stream::new(seed, Purpose::Agent(side as usize)),
            plan: None,
            settled: None,
            company: PieceSet::EMPTY,
            why: ChoiceReason::Nothing,
            is_myopic: false,
        }
    }

    /// The position, as it reads it.
    fn board<'a>(&self, view: &'a View<'a>) -> Board<'a> {
        let board = Board::new(view);
        if self.is_myopic { board.without_threats() } else { board }
    }

    /// The choice, if the agent has an opinion.
    fn answer(&mut self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        match &decision.ask {
            Ask::Card => self.card(view, decision),
            Ask::Use(card) => self.purpose(view, decision, *card),
            Ask::Commander(card) => self.commander(view, decision, *card),
            Ask::Member(commander) => self.member(view, decision, *commander),
            Ask::Activate(halves) => self.activate(view, decision, *halves),
            Ask::Mover => self.mover(decision),
            Ask::Action(mover) => self.action(view, decision, *mover),
            Ask::March(mover) => self.march(view, decision, *mover),
            Ask::Assault(space) => self.assault(view, *space),
            Ask::Stockade(_) | Ask::Fort(_) => self.site(view, decision),
            Ask::Raid => losses::raid_first(view, decision),
            Ask::Intercept(space) => self.intercept(view, decision, *space),
            Ask::Inside(space) => self.inside(view, decision, *space),
            Ask::Avoid(space) => self.avoid(view, decision, *space),
            Ask::Militia(space) => self.militia(view, decision, *space),
            Ask::Sortie(_) => first_piece(decision),
            Ask::RaidMilitia(_) => losses::dearest(view, decision),
            Ask::AvoidTo(_) | Ask::Retreat(_) | Ask::Displace(_) => refuge::refuge(view, decision),
            Ask::GoHome(piece) => refuge::home(view, decision, *piece),
            Ask::Loss(_) | Ask::RaidLoss(_) => losses::cheapest_step(view, decision),
            Ask::Attrition(_) | Ask::Recall(_) | Ask::Disband(_) => losses::cheapest(view, decision),
            Ask::Respond(moment) => self.respond(view, decision, *moment),
            Ask::Event(_) | Ask::Optional(_) | Ask::Secret(_) => self.event(view, decision),
            Ask::AfterActivation => {
                let word = if self.demolishes(view, decision) { Word::Demolish } else { Word::Done };
                Some(Choice::Word(word))
            }
            Ask::Demolish => self.demolish(view, decision),
            Ask::Drop(_) | Ask::Die(_) => None,
        }
    }

    /// P1: which card.
    fn card(&mut self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        if self.demolishes(view, decision) {
            self.why = ChoiceReason::Plain(
                "a stockade that the enemy would capture is demolished: it then scores nothing (5.46)",
            );
            return Some(Choice::Word(Word::Demolish));
        }
        if let Some(plan) = self.settled.take() {
            self.why = ChoiceReason::of_plan(&plan);
            let choice = plan.card.map_or(Choice::Word(plan.purpose), Choice::Card);
            self.plan = Some(plan);
            return Some(choice);
        }
        let cards: CardSet = decision.choices.iter().filter_map(|choice| card_of(*choice)).collect();
        let board = self.board(view);
        let plan = plan::for_hand(&board, cards)?;
        self.why = ChoiceReason::of_plan(&plan);
        if offers(decision, Word::Hold) && plan::had_better_hold(&board, &plan) {
            self.why = ChoiceReason::Plain("nothing is worth the last card now: it is held for the next season");
            self.plan = None;
            return Some(Choice::Word(Word::Hold));
        }
        let card = plan.card.map(Choice::Card);
        self.plan = Some(plan);
        card
    }

    /// P1: what the card is used for.
    fn purpose(&mut self, view: &View<'_>, decision: &Decision, card: CardId) -> Option<Choice> {
        let planned = self.plan.as_ref().filter(|plan| plan.card == Some(card) && offers(decision, plan.purpose));
        if planned.is_none() {
            let board = self.board(view);
            let plan = plan::for_card(&board, card);
            let event = plan::worth(view, card);
            let plays = offers(decision, Word::Event) && (event > plan.gain || !offers(decision, plan.purpose));
            let event = PhasePlan { card: Some(card), ..PhasePlan::to(Word::Event, event) };
            self.plan = Some(if plays { event } else { plan });
        }
        let plan = self.plan.as_ref()?;
        self.why = ChoiceReason::of_plan(plan);
        Some(Choice::Word(plan.purpose))
    }

    /// B1, B2: where to build.
    fn site(&mut self, view: &View<'_>, decision: &Decision) -> Option<Choice> {
        let stop = offers(decision, Word::Stop);
        if self.plan.as_ref().is_none_or(|plan| plan.sites.is_empty()) && !stop {
            let board = self.board(view);
            let build = if matches!(decision.ask, Ask::Fort(_)) { build::forts } else { build::stockades };
            let (gain, sites) = build(&board);
            self.plan = Some(PhasePlan { sites, ..PhasePlan::to(Word::Forts, gain) });
        }
        let sites = &mut self.plan.as_mut()?.sites;
        let offered = |choice: &Choice| decision.choices.contains(choice);
        let planned = sites.iter().position(|space| offered(&Choice::Space(*space)));
        match planned {
            Some(index) => {
                let space = sites.remove(index);
                self.why = ChoiceReason::At("builds at", space);
                Some(Choice::Space(space))
            }
            None => stop.then_some(Choice::Word(Word::Stop)),
        }
    }
}

impl Agent<War> for Greedy {
    fn choose(&mut self, view: &View<'_>, decision: &Decision) -> Choice {
        self.why = ChoiceReason::Nothing;
        let choice = self.answer(view, decision).filter(|choice| decision.choices.contains(choice));
        choice.unwrap_or_else(|| events::general(view, decision, &mut self.stream))
    }

    fn in_mind(&self) -> Option<String> {
        Some(format!("{} {:?}", self.stream.place(), (&self.plan, &self.settled, self.company)))
    }

    fn explain(&self, scripts: &Scripts, _: &Scenario) -> Option<Explanation> {
        self.why.sentence(scripts.deck()).map(Explanation::from)
    }
}

impl Playout<War> for Greedy {
    fn new(seed: u64, side: Side) -> Greedy {
        Greedy::new(seed, side)
    }

    fn again(&self, seed: u64, side: Side) -> Greedy {
        Greedy { stream: Stream::new(seed, Purpose::Agent(side as usize)), ..self.clone() }
    }

    fn myopic(seed: u64, side: Side) -> Greedy {
        Greedy { is_myopic: true, ..Greedy::new(seed, side) }
    }

    /// What could be done with the hand.
    fn plans(&mut self, view: &View<'_>, decision: &Decision, most: usize) -> Vec<Greedy> {
        if !matches!(decision.ask, Ask::Card) {
            return Vec::new();
        }
        let cards: CardSet = decision.choices.iter().filter_map(|choice| card_of(*choice)).collect();
        let words = [Word::Hold, Word::Demolish].into_iter().filter(|word| offers(decision, *word));
        let others = plan::all_for_hand(&self.board(view), cards).into_iter();
        let settled = others.chain(words.map(|word| PhasePlan::to(word, 0.0)));
        let own = Greedy { settled: None, ..self.clone() };
        let others = settled.map(|plan| Greedy { settled: Some(plan), ..own.clone() });
        [own.clone()].into_iter().chain(others).take(most).collect()
    }
}

/// Whether a word is among the choices.
fn offers(decision: &Decision, word: Word) -> bool {
    decision.choices.contains(&Choice::Word(word))
}

/// The pieces among the choices.
fn offered_pieces(decision: &Decision) -> PieceSet {
    decision.choices.iter().filter_map(|choice| choice.piece()).collect()
}

fn first_piece(decision: &Decision) -> Option<Choice> {
    decision.choices.iter().copied().find(|choice| choice.piece().is_some())
}

fn card_of(choice: Choice) -> Option<CardId> {
    match choice {
        Choice::Card(card) => Some(card),
        _ => None,
    }
}

/// The piece of the highest score.
fn best_of(pieces: PieceSet, score: impl Fn(PieceId) -> f32) -> Option<PieceId> {
    let mut best: Option<(f32, PieceId)> = None;
    for piece in pieces {
        let score = score(piece);
        if best.is_none_or(|(most, _)| score > most) {
            best = Some((score, piece));
        }
    }
    best.map(|(_, piece)| piece)
}
