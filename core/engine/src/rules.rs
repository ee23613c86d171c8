//! What a game defines about itself: the contract between a game and the engine, in small traits.
//!
//! [`Rules`] has what every game needs. What only some games have is a contract of its own, which a game names as a type:
//! [`Hidden`] (what a side may not know), [`Searched`] (how positions are judged), [`Weighed`] (combats whose odds can be
//! computed) and [`ScriptSet`] (what a designer can change). A game that has none of it writes `()`, or [`NoScripts`];
//! the features of the engine then do the natural thing, and [`GameType`] says as data what a game has.

mod game_type;
mod hidden;
mod open_view;
mod scripted;
mod searched;
mod weighed;

pub use game_type::GameType;
pub use hidden::Hidden;
pub use open_view::OpenView;
pub use scripted::{Compile, NoScripts, ScriptSet, check};
pub use searched::{PlayoutOf, SearchOf, Searched, SideView};
pub use weighed::{Die, Weighed};

use crate::decision::{Choice, Question};
use crate::generator::Generator;
use crate::inner_loops::InnerLoops;
use crate::record::Header;
use crate::script::LargestValues;
use crate::side::{Side, Sides};
use crate::table::{Chance, Known, Play, Seen, Table};
use std::fmt::{Debug, Display};

/// A game: its sides, its state, what it asks, and how it goes on.
///
/// The rules themselves are plain functions that work on a [`Table`]: they ask, roll and draw, and never wait. A run of
/// [`Rules::step`] is a function of the state at its start, the known answers and the scripts alone.
pub trait Rules: Copy + Eq + Debug + Sized + 'static {
    /// One of the sides, as records and agents name them.
    type Side: Side;
    /// Everything that can change in a game: a plain value. The engine copies it where a step begins, and compares
    /// copies; what is not in it does not survive the end of a step.
    type State: Clone + PartialEq + Debug + Send + Sync + 'static;
    /// What a side is asked.
    type Question: Question<Throw = Self::Throw>;
    /// A legal answer.
    type Choice: Choice;
    /// What a die is rolled for; [`Never`](crate::Never) in a game without dice.
    type Throw: Chance;
    /// What something is drawn for; [`Never`](crate::Never) in a game in which nothing is drawn.
    type Draw: Chance;
    /// One thing that happened, as [`Table::tell`] reports it. The front end turns it into text.
    type News: Clone + PartialEq + Debug + 'static;
    /// What is being played: where a game begins and ends. It does not change during a game.
    type Scenario: Debug + Send + Sync + 'static;
    /// What a designer can change, such as cards and their scripts; [`NoScripts`] if there is nothing of the kind.
    type Scripts: ScriptSet<Rules = Self>;
    /// What the rules remember at the table besides the state, while a step lasts; `()` for nothing.
    type Within: Default + 'static;
    /// What is hidden from a side; `()` in a game of perfect information.
    type Hidden: Hidden<Self>;
    /// How the searching agent judges positions; `()` to judge them by random playouts and the score.
    type Search: Searched<Self>;
    /// A combat, as its odds resolve it again; `()` for a game without odds.
    type Combat: Weighed<Self>;
    /// How a game ended.
    type Outcome: Copy + Eq + Debug;
    /// A time of the game that one can go to.
    type Time: Copy + Eq + Debug + Display;
    /// What a game starts from: the header of its record.
    type Header: Header<Self>;
    /// What one side sees; [`OpenView`] in a game of perfect information.
    type View<'a>: SideView<Self>;

    /// How large values of scripts may grow.
    const LARGEST_VALUES: LargestValues = LargestValues::USUAL;

    /// The sides, in their order, if they are part of the program: records are checked for them when they are read. Empty
    /// if content names them; then [`Rules::sides`] says which.
    const SIDES: &'static [Self::Side];

    /// Whether the scores of all sides always add up to nothing, so that of two sides one score tells both.
    const ZERO_SUM: bool = false;

    /// The sides of a game with this content. Asked wherever all of them are gone through; while a game is open the answer
    /// must stay the same.
    fn sides(_scripts: &Self::Scripts) -> Sides<Self::Side> {
        const { Sides::of(Self::SIDES) }
    }

    /// Makes the names of this content those that this thread goes by. A game whose choices, pieces or places are small
    /// numbers, and whose content names them, notes here which content that is; other games have nothing to do. Called
    /// wherever a game is asked something that may read or write names, so that games with different content can be
    /// played in turn in one thread.
    fn enter(_scripts: &Self::Scripts) {}

    /// Plays the next step of the sequence of play. Every run calls it: a game until it ends, and copies that suppose,
    /// count, weigh or imagine. It runs again from its start for each new answer, so it must depend on nothing but the
    /// table: a clock or a random number from elsewhere makes known answers misfit. It must end the game sometime, and
    /// should be short, because an undo repeats it.
    ///
    /// # Errors
    /// Whatever stops the step before its end; the state is then of no further use.
    fn step(table: &mut Table<Self>) -> Play<(), Self>;

    /// How the game ended, if it has. Asked before each step; after an outcome no step is played. A game whose outcome
    /// never comes is played for ever by agents.
    fn outcome(state: &Self::State) -> Option<Self::Outcome>;

    /// Whether the game is over: the same as an [outcome](Rules::outcome), for a game that can say so faster.
    fn is_over(state: &Self::State) -> bool {
        Self::outcome(state).is_some()
    }

    /// The time at which a state stands, for headings and summaries of branches.
    fn time(state: &Self::State) -> Self::Time;

    /// What people call that time.
    fn time_told(state: &Self::State, _scripts: &Self::Scripts) -> String {
        Self::time(state).to_string()
    }

    /// Whether a state at the start of a step stands in a time, and a side decides in that step: `goto` goes to the
    /// first such step. If it is never true of a time, that time cannot be gone to.
    fn is_at(state: &Self::State, time: Self::Time) -> bool {
        Self::time(state) == time
    }

    /// What a side has scored; more is better. Shown, averaged in the lab, and what a search without a better judgement
    /// goes by: if the winner has not the highest score, that search plays for something else.
    fn score(state: &Self::State, side: Self::Side) -> i32;

    /// Whose turn it is: the side that types the dice if the players roll them, and from whose point of view a game is
    /// shown that belongs to all.
    fn active(state: &Self::State) -> Self::Side;

    /// From which seat a side is played, if sides can be exchanged before a game: the agent of that seat answers for the
    /// side. It may change only between steps, and no two sides may share a seat.
    fn seat(_state: &Self::State, side: Self::Side) -> Self::Side {
        side
    }

    /// A choice as people call it, in menus and in the reasons of agents. If it was not `chosen`, it must not tell what
    /// may be hidden, such as a card that is still in the hand.
    fn named(_scripts: &Self::Scripts, _scenario: &Self::Scenario, choice: Self::Choice, _chosen: bool) -> String {
        choice.to_string()
    }

    /// The generator of dice, draws and shuffles, which is part of the state. [`Table::roll`] and [`Table::draw`] count
    /// each die and draw in it, known or not, and the rules shuffle with it; nothing else may use it, or a record no
    /// longer gives the same dice.
    fn generator(state: &mut Self::State) -> &mut Generator;

    /// Forgets what was remembered of another run. Called before a step runs again: what is left over would affect it,
    /// and the same answers would no longer give the same game.
    fn forget(within: &mut Self::Within) {
        *within = Self::Within::default();
    }

    /// What a side sees of a game. Agents get it with each question, and front ends reach the state only through it: it
    /// must not tell what the side does not know.
    fn view<'a>(seen: Seen<'a, Self>, known: &'a Known<Self>, side: Self::Side) -> Self::View<'a>;

    /// The engine's inner loops for this game. A game that keeps them in a `static` of its own crate,
    /// `static LOOPS: InnerLoops<War> = InnerLoops::new();`, has them compiled there, optimised like its rules; else
    /// every program that plays it compiles them again. Nothing else depends on it.
    fn inner_loops() -> &'static InnerLoops<Self> {
        const { &InnerLoops::new() }
    }
}
