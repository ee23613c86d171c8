//! The smallest game: no dice, no scripts, nothing hidden, no judgement of its own. What the engine offers without them.

use std::fmt;
use std::marker::PhantomData;
use std::rc::Rc;
use std::time::Duration;
use wilderness_engine::agents::{Budget, Random, Search};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::perft::{Deals, Perft};
use wilderness_engine::plain::{Begins, Header, Side};
use wilderness_engine::record::Record;

use wilderness_engine::script::ScriptSet as _;
use wilderness_engine::{
    Each, Game, GameType, Generator, Known, Never, NoScripts, OpenView, Play, Rules, Searched, Seen, Table,
};
use wilderness_outpost::{BLUE, Outpost, RED, enemy};

/// Fifteen stones, of which each side in turn takes one to three. Taking the last one wins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Nim<S = ()>(PhantomData<S>);

/// What a game is judged by in these tests.
pub(super) trait Judge: Searched<Nim<Self>> + Copy + Eq + fmt::Debug {
    /// How often a side takes stones before it is the enemy's turn.
    const TAKES: usize = 1;
}

impl Judge for () {}

#[derive(Clone, PartialEq, Debug)]
pub(super) struct Stones {
    pub left: u8,
    pub active: Side,
    pub generator: Generator,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Ask;

impl wilderness_engine::Question for Ask {
    type Throw = Never;
    const KINDS: &'static [&'static str] = &["stones"];

    fn kind(&self) -> &'static str {
        "stones"
    }

    fn rule(&self) -> &'static str {
        "1"
    }

    fn prompt(&self) -> String {
        "How many stones do you take?".into()
    }

    fn die(throw: Never) -> Ask {
        match throw {}
    }

    fn thrown(&self) -> Option<Never> {
        None
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Take(pub u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "take:{}", self.0)
    }
}

impl wilderness_engine::Choice for Take {
    const PASS: Take = Take(0);

    fn from_token(token: &str) -> Option<Take> {
        token.strip_prefix("take:")?.parse().ok().map(Take)
    }

    fn face(die: u8) -> Take {
        Take(die)
    }

    fn as_face(self) -> Option<u8> {
        None
    }
}

impl<S: Judge> Rules for Nim<S> {
    type Side = Side;
    type State = Stones;
    type Question = Ask;
    type Choice = Take;
    type Throw = Never;
    type Draw = Never;
    type News = Take;
    type Scenario = ();
    type Scripts = NoScripts<Nim<S>>;
    type Within = ();
    type Hidden = ();
    type Search = S;
    type Combat = ();
    type Outcome = Side;
    type Time = u8;
    type Header = Header<Nim<S>>;
    type View<'a> = OpenView<'a, Nim<S>>;

    const SIDES: &'static [Side] = &[RED, BLUE];

    fn step(table: &mut Table<Nim<S>>) -> Play<(), Nim<S>> {
        let side = table.state.active;
        for _ in 0..S::TAKES {
            let choices: Vec<Take> = (1..=3.min(table.state.left)).map(Take).collect();
            let taken = table.ask(side, Ask, choices)?;
            table.state.left -= taken.0;
            table.tell(|_| taken);
        }
        table.state.active = enemy(side);
        Ok(())
    }

    fn outcome(state: &Stones) -> Option<Side> {
        (state.left == 0).then_some(enemy(state.active))
    }

    fn time(state: &Stones) -> u8 {
        state.left
    }

    fn score(state: &Stones, side: Side) -> i32 {
        (Self::outcome(state) == Some(side)).into()
    }

    fn active(state: &Stones) -> Side {
        state.active
    }

    fn generator(state: &mut Stones) -> &mut Generator {
        &mut state.generator
    }

    fn view<'a>(seen: Seen<'a, Nim<S>>, known: &'a Known<Nim<S>>, side: Side) -> OpenView<'a, Nim<S>> {
        OpenView::new(seen, known, side)
    }
}

impl<S: Judge> Begins for Nim<S> {
    const GAME: &'static str = "nim";

    fn setup(_: &Header<Nim<S>>, _: &NoScripts<Nim<S>>) -> Result<((), Stones), Faults> {
        Ok(((), Stones { left: 15, active: RED, generator: Generator::seeded(0) }))
    }
}

pub(super) fn begun<S: Judge>() -> Game<Nim<S>> {
    let mut game = Game::begin(&Header::default(), Rc::default()).expect("a game");
    game.proceed().expect("the first question");
    game
}

#[test]
fn what_a_game_has_is_data() {
    let none = GameType {
        sides: Some(2),
        zero_sum: false,
        dice: false,
        draws: false,
        hidden: false,
        judges: false,
        odds: false,
        scripts: false,
    };
    assert_eq!(GameType::of::<Nim>(), none);
    let all = GameType {
        sides: Some(2),
        zero_sum: true,
        dice: true,
        draws: true,
        hidden: true,
        judges: true,
        odds: true,
        scripts: true,
    };
    assert_eq!(GameType::of::<Outpost>(), all);
}

#[test]
fn a_game_without_a_judgement_of_its_own_is_searched_by_random_playouts() {
    let won = |search: bool| {
        let play = |seed| {
            let mut game = begun::<()>();
            game.set_agent(RED, Some(Box::new(Random::new(seed, RED))));
            let player = Search::new(seed, BLUE, Budget::Games(200), 1, || Duration::ZERO);
            let random = Random::new(seed, BLUE);
            game.set_agent(BLUE, Some(if search { Box::new(player) } else { Box::new(random) }));
            game.proceed().expect("a game");
            game.outcome()
        };
        (0..40).filter(|seed| play(*seed) == Some(BLUE)).count()
    };
    let (searching, random) = (won(true), won(false));
    assert!(searching > 36 && random < 30, "{searching} and {random}");
}

#[test]
fn a_game_without_scripts_has_records_undo_and_counts_and_reloads_nothing() {
    let mut game = begun::<()>();
    assert_eq!(Perft::count(&game, 3, Deals::Each).expect("a count").sequences, 27);
    for token in ["take:3", "take:2", "take:1"] {
        game.choose_token(token).expect("it is offered");
    }
    assert_eq!(game.view(RED).state().left, 9);
    let record = Record::<Nim>::parse(&Source::new("nim.record", game.record().to_string())).expect("a record");
    let again = record.play(Rc::default(), None).expect("the same game");
    assert_eq!((again.state(), again.log()), (game.state(), game.log()));
    assert!(game.past_mut().undo());
    assert_eq!(game.state().left, 10);
    game.reloading().reload(Rc::default()).expect("there is nothing to exchange");
    let faults = game.debugger().evaluate(RED, "1 + 1").expect_err("no scripts");
    assert!(faults.iter().all(|fault| fault.code() == "eval::no_scripts"));
    assert!(game.scripts().host().is_none() && game.scripts().all().next().is_none());
}

#[test]
fn every_side_of_a_game_that_hides_nothing_sees_the_whole_state() {
    let mut game = begun::<()>();
    let seen: Each<u8> = Each::new(game.sides(), |side| game.view(side).state().left);
    assert_eq!(seen.of(game.sides()), [15, 15], "nothing is hidden from either side");
    game.choose_token("take:2").expect("it is offered");
    assert_eq!(game.view(BLUE).answers_of_step().len(), 0, "a new step has begun");
    assert_eq!(game.view(BLUE).side(), BLUE);
}

#[test]
fn a_record_with_a_fault_is_pointed_at() {
    let text = "wilderness-record 1\nred stones tak:1\ngreen stones take:1\nred stonse take:1\n";
    let faults = Record::<Nim>::parse(&Source::new("game.record", text)).expect_err("three faults");
    let found: Vec<&str> = faults.iter().map(|fault| fault.code()).collect();
    assert_eq!(found, ["record::unknown_token", "record::unknown_line", "record::unknown_kind"]);
}
