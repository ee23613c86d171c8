//! What a game defines about itself.

use crate::agent::Playout;
use crate::chance::Stream;
use crate::decision::{Choice, Decision, Question};
use crate::imagine::{Horizon, Situation};
use crate::inner_loops::InnerLoops;
use crate::odds::Combat;
use crate::record::Header;
use crate::script::ScriptSet;
use crate::side::Side;
use crate::table::{Answer, Chance, Known, Play, Seen, Table};
use std::fmt::{Debug, Display};
use std::rc::Rc;

/// A game: its sides, its state, what it asks, and how it goes on.
///
/// The rules themselves are plain functions that work on a [`Table`]: they ask, roll and draw, and never wait. A run of
/// [`Rules::step`] is a function of the state at its start, the known answers and the scripts alone.
pub trait Rules: Copy + Eq + Debug + Sized + 'static {
    /// The two sides.
    type Side: Side;
    /// Everything that can change in a game: a plain value.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a side is asked.
    type Question: Question<Throw = Self::Throw>;
    /// A legal answer.
    type Choice: Choice;
    /// What a die is rolled for.
    type Throw: Chance;
    /// What something is drawn for.
    type Draw: Chance;
    /// One thing that happened.
    type News: Clone + PartialEq + Debug + 'static;
    /// What is being played: where a game begins and ends.
    type Scenario: Debug + Send + Sync + 'static;
    /// What a designer can change: the cards and their scripts.
    type Scripts: ScriptSet<Rules = Self>;
    /// What the rules remember at the table besides the state, while a step lasts.
    type Within: Default + 'static;
    /// A combat, as its odds resolve it again.
    type Combat: Combat<Self>;
    /// How a game ended.
    type Outcome: Copy + Eq + Debug;
    /// A time of the game that one can go to.
    type Time: Copy + Eq + Debug + Display;
    /// What a game starts from: the header of its record.
    type Header: Header<Self>;
    /// What a side knows of what is hidden from it.
    type Knowledge: Clone + Send + 'static;
    /// The agent that plays imagined games to their ends.
    type Playout: Playout<Self>;
    /// What one side sees.
    type View<'a>;

    /// Plays the next step of the sequence of play.
    ///
    /// # Errors
    /// Whatever stops the step before its end; the state is then of no further use.
    fn step(table: &mut Table<Self>) -> Play<(), Self>;

    /// The engine's inner loops for this game. A game that keeps them in a `static` of its own crate,
    /// `static LOOPS: InnerLoops<War> = InnerLoops::new();`, has them compiled there, optimised like its rules; else
    /// every program that plays it compiles them again. Nothing else depends on it.
    fn inner_loops() -> &'static InnerLoops<Self> {
        const { &InnerLoops::new() }
    }

    /// How the game ended, if it has.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;

    /// Whether the game is over.
    fn is_over(state: &Self::State) -> bool {
        Self::outcome(state).is_some()
    }

    /// The time at which a state stands.
    fn time(state: &Self::State) -> Self::Time;

    /// Whether a state stands in a time, and a side decides in it.
    fn is_at(state: &Self::State, time: Self::Time) -> bool;

    /// Victory points, as on the track.
    fn vp(state: &Self::State) -> i16;

    /// Whose turn it is: who types the dice that the players roll.
    fn active(state: &Self::State) -> Self::Side;

    /// Who plays a side: the one who sat down as this side.
    fn seat(state: &Self::State, side: Self::Side) -> Self::Side;

    /// Whether a draw deals a hand: such draws are too many to be counted one by one.
    fn is_deal(draw: Self::Draw) -> bool;

    /// The answer to a question that a record may leave out, if it is such a question.
    fn unwritten(ask: &Self::Question) -> Option<Self::Choice>;

    /// Lines that a record may contain where nobody asks: the kind of the question, and the token.
    const SUPERFLUOUS: &'static [(&'static str, &'static str)];

    /// Whether only the side that answers learns that it was asked, as when it picks one of several cards of its hand.
    fn is_asked_unseen(ask: &Self::Question, choice: Self::Choice) -> bool;

    /// What a side knows now of what was hidden when the current step began, or is hidden still.
    fn knowledge(start: &Self::State, now: &Self::State, since: &[Answer<Self>], side: Self::Side) -> Self::Knowledge;

    /// Deals what is hidden from a side anew: in the state at the start of a step, and in the answers since. What comes
    /// out may not depend on where the hidden things really are.
    fn deal_anew(
        start: &mut Self::State,
        answers: &mut [Answer<Self>],
        knowledge: &Self::Knowledge,
        side: Self::Side,
        chance: &mut Stream,
    );

    /// How far the searching agent imagines a game.
    const HORIZON: Horizon;

    /// Whether a side is about to take its turn: imagined games are judged there.
    fn is_turn(state: &Self::State) -> bool;

    /// What a side may expect of a position, from 0 to 1.
    fn worth(state: &Self::State, side: Self::Side, scripts: &Rc<Self::Scripts>, scenario: &Self::Scenario) -> f64;

    /// Once the random agent has drawn a choice, it carries it out one time in this many; 1 is always.
    fn reluctance(view: &Self::View<'_>, decision: &Decision<Self>, choice: Self::Choice) -> u32;

    /// Whether little hangs on how a question is answered: a search spends less on it.
    fn is_minor(ask: &Self::Question) -> bool;

    /// How the game stands for the side of a view, to think it through in imagined games; nothing if no game is played.
    fn situation(view: &Self::View<'_>) -> Option<Situation<Self>>;

    /// The scripts of a view.
    fn scripts<'a>(view: &'a Self::View<'_>) -> &'a Rc<Self::Scripts>;

    /// A choice as people call it; what it is about if it may be hidden and was not chosen.
    fn named(scripts: &Self::Scripts, choice: Self::Choice, chosen: bool) -> String;

    /// The generator of dice.
    fn dice(state: &mut Self::State) -> &mut Stream;

    /// The generator of shuffles and draws.
    fn draws(state: &mut Self::State) -> &mut Stream;

    /// Before a step is run from its start: forgets what was remembered of another run.
    fn forget(within: &mut Self::Within);

    /// What a side sees of a game.
    fn view<'a>(seen: Seen<'a, Self>, known: &'a Known<Self>, side: Self::Side) -> Self::View<'a>;
}
