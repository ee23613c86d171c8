//! Pairs of games that differ only in what is hidden from one side: whatever that side is shown, it is the same in both.
//! `WILDERNESS_PAIRS=1000 cargo test --workspace --test all -- twins` compares that many, and tells how they came about.
//!
//! A pair begins in the middle of a game. In the twin, a few things that the other side holds have been exchanged for
//! others that it might hold. Both games get the same answers, except that only the one may ask the other side whether it
//! responds: it passes. Where no answer fits both games, the pair ends. Only so far it is compared.

pub mod games;

use std::collections::BTreeMap;
use std::rc::Rc;
use wilderness_engine::analysis::{Analysis, AnalysisOptions, Depth};
use wilderness_engine::faults::Source;
use wilderness_engine::record::{Header as _, Record};
use wilderness_engine::{
    Agent as _, Choice as _, Decision, Game, Playout as _, PlayoutOf, Purpose, Question as _, Rules, Stream,
};
use wilderness_repl::front::{Reply, Session, Trouble};
use wilderness_repl::testing::pages::{GamePages, PageWish, SeatMemory, Seer, Snapshot, Standing};
use wilderness_repl::testing::pictures::{hand, scene};
use wilderness_repl::testing::prompt::{Sharing, game_of, session};
use wilderness_repl::testing::seen_by_one_side::{analysis_as_json, analysis_as_text, end, film, json, news, svg};
use wilderness_repl::title::Title;

/// The pairs of each game that are compared without `WILDERNESS_PAIRS`.
const PAIRS: usize = 8;
/// The most answers in both games of a pair.
const LONGEST: u32 = 80;
/// The fewest answers for a pair to count.
const SHORTEST: usize = 5;
/// At one decision in this many, the side that looks on tries all lines.
const ONE_IN: u32 = 12;
/// One pair in this many is analysed.
const ONE_IN_ANALYSED: u32 = 3;
/// Lines that change nothing, or only where the game looks.
const LINES: [&str; 21] = [
    "show",
    "show map",
    "log 30",
    "odds",
    "threats",
    "supply",
    "hand",
    "discards",
    "why pass",
    "whatif 1",
    "explain",
    "hint",
    "branches",
    "rules",
    "eval game.hand(game.enemy).len()",
    "undo",
    "redo",
    "back 3",
    "step",
    "goto start",
    "goto end",
];

/// A game of which there are pairs.
pub struct Pairs<F: Title> {
    scripts: Rc<F::Scripts>,
    origin: fn() -> F::Origin,
    /// How a game begins from its start.
    header: fn(u64, &F::Scripts, &mut Stream) -> F::Header,
    /// Two games that go on from one, in which a side holds other things than in the first; none if there is nothing to be
    /// exchanged.
    twins: TwinsOf<F>,
}

/// The games that come of one for the side that looks on and the side that holds something in secret.
type TwinsOf<F> = fn(&Game<F>, [<F as Rules>::Side; 2], &mut Stream) -> Option<Twins<F>>;
/// Says whether something is known in a game.
type IsLearned<F> = Box<dyn Fn(&Game<F>) -> bool>;

/// Two games that differ in what a side holds.
struct Twins<F: Title> {
    games: [Game<F>; 2],
    /// Whether the other side has learned in a game what was exchanged.
    is_learned: IsLearned<F>,
}

/// Two games from the position of one; in the second, `exchange` has changed what a side holds, if it returns `true`.
fn from_position<F: Title>(
    game: &Game<F>,
    chance: &mut Stream,
    exchange: impl FnOnce(&mut F::State, &mut Stream) -> bool,
) -> Option<Twins<F>> {
    let (scripts, seed) = (game.scripts().clone(), game.header().seed);
    let header = game.copies().header_from_here(seed, &scripts).ok()?;
    let one = Game::<F>::begin(&header, scripts.clone()).ok()?;
    let mut state = one.state().clone();
    exchange(&mut state, chance).then_some(())?;
    let other = header.starting_from(&state, seed, &scripts).ok()?;
    let games = [one, Game::<F>::begin(&other, scripts).ok()?];
    Some(Twins { games, is_learned: Box::new(|_| false) })
}

/// How the pairs came about.
#[derive(Default, Debug)]
struct Tally {
    pairs: usize,
    answers: usize,
    /// Questions whether the other side responds that only one game of a pair asked.
    asked_in_one: usize,
    /// Texts compared.
    compared: usize,
    /// Pairs that differ still where they end, for those who see everything.
    differing: usize,
    /// Why pairs ended.
    ended: BTreeMap<String, usize>,
}

/// Two games of which one side cannot know which it plays.
struct Pair<'a, F: Title> {
    game: &'a Pairs<F>,
    sessions: [Session<F>; 2],
    is_learned: IsLearned<F>,
    seer: F::Side,
    /// Whether the side has a screen of its own, as on a page.
    apart: bool,
    chance: Stream,
    policy: Vec<PlayoutOf<F>>,
    answers: usize,
    asked_in_one: usize,
    compared: usize,
}

/// Something that a side is shown of a game.
type Show<'a, F> = &'a dyn Fn(&Game<F>) -> String;

/// What a side is shown in both games.
fn same(what: &str, seer: impl std::fmt::Display, texts: [String; 2], games: [String; 2]) {
    let [one, other] = texts;
    if one != other {
        let line = one.lines().zip(other.lines()).find(|(one, other)| one != other);
        let [game, twin] = games;
        panic!("{what} tells the {seer} what is hidden: {line:?}\n{game}\n\n{twin}\n\n{one}\n\n{other}");
    }
}

fn said(reply: Result<Reply, Trouble>) -> String {
    match reply {
        Ok(Reply::Text(text) | Reply::Moved(text) | Reply::Begun(text)) => text,
        Ok(_) => String::new(),
        Err(Trouble::Plain(text) | Trouble::Question(text)) => text,
        Err(Trouble::Midway { reason, now }) => format!("{reason}\n{now}"),
        Err(Trouble::Faults(faults) | Trouble::Reload { faults, .. }) => faults.to_string(),
    }
}

/// One of some choices, as a bot would choose, or else at random.
fn chosen<F: Title>(
    game: &Game<F>,
    open: &Decision<F>,
    among: &[F::Choice],
    policy: &mut [PlayoutOf<F>],
    chance: &mut Stream,
) -> Option<F::Choice> {
    let index = game.sides().iter().position(|side| side == open.side)?;
    let plans = chance.below(4) > 0;
    let planned = plans.then(|| policy[index].choose(&game.view(open.side), open));
    let random = || among.get(chance.below(among.len().max(1) as u32) as usize).copied();
    planned.filter(|choice| among.contains(choice)).or_else(random)
}

impl<F: Title> Pairs<F> {
    fn policy(&self, seed: u64) -> Vec<PlayoutOf<F>> {
        F::sides(&self.scripts).iter().map(|side| PlayoutOf::<F>::new(seed, side)).collect()
    }

    /// A pair that begins in the middle of a game; none if no game can begin there, or nothing is hidden.
    fn pair(&self, seed: u64) -> Option<Pair<'_, F>> {
        let mut chance = Stream::new(seed, Purpose::Dice);
        let header = (self.header)(seed, &self.scripts, &mut chance);
        let mut game = Game::<F>::begin(&header, self.scripts.clone()).expect("a game");
        game.proceed().expect("it goes on");
        let mut policy = self.policy(seed);
        for _ in 0..chance.below(400) {
            let Some(open) = game.decision().cloned() else { break };
            let choice = chosen(&game, &open, &open.choices, &mut policy, &mut chance)?;
            game.choose(choice).expect("a legal answer");
        }
        game.outcome().is_none().then_some(())?;
        let sides = F::sides(&self.scripts);
        let seer = sides.iter().nth(chance.below(sides.iter().count() as u32) as usize)?;
        let hidden = sides.others(seer).next()?;
        let Twins { games, is_learned } = (self.twins)(&game, [seer, hidden], &mut chance)?;
        let apart = chance.below(2) == 0;
        let sessions = games.map(|mut game| {
            game.proceed().expect("it goes on");
            let mut session =
                session(game, (self.origin)()).share(if apart { Sharing::Apart } else { Sharing::Passed });
            // As the pages of two people do.
            let _ = session.keep_windows_open();
            session
        });
        Some(Pair {
            game: self,
            sessions,
            is_learned,
            seer,
            apart,
            chance,
            policy: self.policy(seed + 1),
            answers: 0,
            asked_in_one: 0,
            compared: 0,
        })
    }

    /// Compares so many pairs.
    fn compare(&self, wanted: usize) -> Tally {
        let mut tally = Tally::default();
        for seed in 51.. {
            if tally.pairs == wanted || seed > 51 + 40 * wanted as u64 {
                break;
            }
            let Some(mut pair) = self.pair(seed) else { continue };
            let (records, why) = pair.play();
            if pair.answers < SHORTEST {
                continue;
            }
            tally.differing += usize::from(pair.compare_records(&records));
            tally.pairs += 1;
            tally.answers += pair.answers;
            tally.asked_in_one += pair.asked_in_one;
            tally.compared += pair.compared;
            *tally.ended.entry(why).or_default() += 1;
        }
        tally
    }
}

/// All that the page of a side is sent, and what it can ask for: the past, the places in reach, and the film.
fn page_of<F: Title>(session: &mut Session<F>, seer: F::Side) -> String {
    let (mut pages, screens) = GamePages::new([Seer::Side(seer)], SeatMemory::default());
    pages.publish(session);
    let Standing { title, now, last, .. } = screens.standing.borrow().as_ref().clone();
    pages.show(session, 0);
    let Snapshot { sections, parts, board, places, .. } = screens.seats[0].shown.borrow().as_ref().clone();
    let at = session.game().past().answers();
    let asked = [PageWish::Past(0), PageWish::Reach(at), PageWish::Film { analysed: false }]
        .map(|wish| pages.fulfil(session, 0, wish.into()).0.text);
    format!("{title}\n{now}\n{last}\n{sections:#?}\n{parts:#?}\n{board}\n{places}\n{}", asked.join("\n"))
}

impl<F: Title> Pair<'_, F> {
    fn open(&self) -> [Option<Decision<F>>; 2] {
        self.sessions.each_ref().map(|session| session.game().decision().cloned())
    }

    fn records(&self) -> [String; 2] {
        self.sessions.each_ref().map(|session| session.game().record().to_string())
    }

    fn logs_agree(&self) -> bool {
        let [one, other] = self.sessions.each_ref().map(|session| news(session.game()));
        one == other
    }

    /// Whether the side holds the same in both games: cards that were exchanged may be dealt to it.
    fn holds_the_same(&self) -> bool {
        let [one, other] = self.sessions.each_ref().map(|session| hand(session.game(), self.seer));
        one == other
    }

    /// Passes where only one of the games asks the other side whether it responds.
    fn settle(&mut self) {
        loop {
            let open = self.open();
            let alike = |one: &Decision<F>, other: &Decision<F>| one.side == other.side && one.ask == other.ask;
            let both = matches!(&open, [Some(one), Some(other)] if alike(one, other));
            let is_window = |open: &Option<Decision<F>>| {
                open.as_ref().is_some_and(|open| open.side != self.seer && open.ask.is_window())
            };
            // Where both are at such a window, one may be ahead of the other.
            let told = |index: &usize| self.sessions[*index].game().log().len();
            let behind = (0..2).filter(|index| is_window(&open[*index])).min_by_key(told);
            let Some(index) = behind.filter(|_| !(both && told(&0) == told(&1))) else { return };
            game_of(&mut self.sessions[index]).choose(F::Choice::PASS).expect("a window can be passed");
            self.asked_in_one += 1;
        }
    }

    /// Gives both games the same answers as long as the same fit. Returns the records up to there, and why it ended.
    fn play(&mut self) -> ([String; 2], String) {
        let length = 20 + self.chance.below(LONGEST - 20);
        let mut records = self.records();
        for _ in 0..length {
            self.settle();
            if !self.logs_agree() {
                self.answers = self.answers.saturating_sub(1);
                return (records, format!("differ after {}", self.last_answer()));
            }
            if !self.holds_the_same() {
                return (records, "the side has drawn what was exchanged".into());
            }
            if self.sessions.iter().any(|session| (self.is_learned)(session.game())) {
                return (records, "the side has learned what was exchanged".into());
            }
            let [Some(one), Some(other)] = self.open() else {
                return (self.records(), "over".into());
            };
            let is_asked = |open: &Decision<F>| open.side == self.seer;
            if (one.side, &one.ask) != (other.side, &other.ask) || is_asked(&one) && one.choices != other.choices {
                let why = format!("asked `{}` and `{}`", one.ask.kind(), other.ask.kind());
                assert!(!is_asked(&one) && !is_asked(&other), "{why}\n{}", self.records().join("\n\n"));
                return (records, why);
            }
            records = self.records();
            self.look(&one);
            let both: Vec<F::Choice> =
                one.choices.iter().copied().filter(|choice| other.choices.contains(choice)).collect();
            let chosen = chosen(self.sessions[0].game(), &one, &both, &mut self.policy, &mut self.chance);
            let Some(choice) = chosen else {
                return (records, format!("`{}` has no answer in common", one.ask.kind()));
            };
            self.answer(&one, choice);
            self.answers += 1;
        }
        self.settle();
        if self.logs_agree() && self.holds_the_same() {
            records = self.records();
        }
        (records, "long enough".into())
    }

    fn last_answer(&self) -> String {
        let game = self.sessions[0].game();
        let kind = |answer: &wilderness_engine::Answer<F>| match answer {
            wilderness_engine::Answer::Choice { ask, .. } => Some(ask.kind()),
            _ => None,
        };
        game.history().iter().rev().find_map(kind).unwrap_or("nothing").to_string()
    }

    /// The side looks around, if it is its turn, or if it has a screen of its own.
    fn look(&mut self, open: &Decision<F>) {
        if open.side != self.seer && !self.apart {
            return;
        }
        let (seer, games) = (self.seer, self.records());
        if self.apart {
            self.sessions.iter_mut().for_each(|session| session.seat_types(Some(seer)));
        }
        let told = self.sessions.each_mut().map(Session::situation);
        same("the situation", seer, told, games.clone());
        let all = self.chance.below(ONE_IN) == 0;
        for line in LINES.iter().filter(|_| all) {
            let told = self.sessions.each_mut().map(|session| {
                let told = said(session.run(line));
                let prompt = session.typed_prompt();
                format!("{told}\n{}\n{:?}", prompt.text, prompt.lexicon.complete("").1)
            });
            same(&format!("`{line}`"), seer, told, games.clone());
            self.compared += 1;
        }
        if self.apart && all {
            // Pages open windows for two people, so they look at a copy.
            let seen = self.sessions.each_ref().map(|played| {
                let game = played.game().record().play(self.game.scripts.clone(), None).expect("it plays");
                page_of(&mut session(game, (self.game.origin)()).share(Sharing::Apart), seer)
            });
            same("the page", seer, seen, games);
            self.compared += 1;
        }
        self.compared += 1;
    }

    /// Answers in both games. What the side is told at once is compared, if the next question is the same in both: it is
    /// told less where one of them asks the other side first.
    fn answer(&mut self, open: &Decision<F>, choice: F::Choice) {
        let next = |session: &Session<F>| {
            let mut copy = session.game().record().play(self.game.scripts.clone(), None).expect("it plays");
            copy.choose(choice).expect("a legal answer");
            (copy.decision().map(|open| (open.side, open.ask.clone())), news(&copy), hand(&copy, self.seer))
        };
        let is_told = open.side == self.seer && {
            let [one, other] = self.sessions.each_ref().map(next);
            // At a screen that they share, the other side is asked at once, and sees its hand.
            one == other && (self.apart || one.0.is_none_or(|(side, _)| side == self.seer))
        };
        if is_told {
            let line = format!("={}", choice.token());
            let told = self.sessions.each_mut().map(|session| said(session.run(&line)));
            same("the answer", self.seer, told, self.records());
            self.compared += 1;
        } else {
            for session in &mut self.sessions {
                game_of(session).choose(choice).expect("a legal answer");
            }
        }
    }

    /// Compares what commands make of the records for the side. Returns whether they differ without a side.
    fn compare_records(&mut self, records: &[String; 2]) -> bool {
        let seer = self.seer;
        let games = records.each_ref().map(|record| {
            let record = Record::<F>::parse(&Source::new("pair.record", record.clone())).expect("a record");
            record.play(self.game.scripts.clone(), None).expect("it plays")
        });
        let shown: [(&str, Show<'_, F>); 5] = [
            ("a film", &|game| film(game, Some(seer), None).expect("a film")),
            ("`replay`", &|game| [news(game), end(game, Some(seer))].concat()),
            ("`replay --json`", &|game| json(game, Some(seer))),
            ("`board`", &|game| svg(&scene(game, seer))),
            ("the scene", &|game| serde_json::to_string(&scene(game, seer)).expect("JSON")),
        ];
        for (what, show) in shown {
            same(what, seer, games.each_ref().map(show), records.clone());
            self.compared += 1;
        }
        // An analysis plays thousands of copies.
        if self.chance.below(ONE_IN_ANALYSED) == 0 {
            same("`analyse`", seer, games.each_ref().map(|game| analysed(game, seer)), records.clone());
            self.compared += 1;
        }
        for (layer, _) in F::LAYERS {
            let layers = games.each_ref().map(|game| format!("{:?}", F::layer(game, seer, layer, None)));
            same(layer, seer, layers, records.clone());
            self.compared += 1;
        }
        let [one, other] = games.each_ref().map(|game| json(game, None));
        one != other
    }
}

/// What decided a game so far, as a side saw it.
fn analysed<F: Title>(game: &Game<F>, seer: F::Side) -> String {
    let depth = Depth::new(0).expect("a depth");
    let options = AnalysisOptions { depth, seer: Some(seer), threads: 1, stop: &|| false, tick: &|| {} };
    let analysis = Analysis::of(game, &options);
    assert!(analysis.is_whole());
    [analysis_as_text(game, &analysis), analysis_as_json(game, &analysis)].concat()
}

/// The records of a pair of games in the middle, and the side that cannot know which of them it plays; none if no game can
/// begin there.
pub fn records<F: Title>(pairs: &Pairs<F>, seed: u64) -> Option<([String; 2], F::Side)> {
    let pair = pairs.pair(seed)?;
    Some((pair.records(), pair.seer))
}

/// How many pairs of each game are compared.
fn wanted() -> usize {
    let wanted = std::env::var("WILDERNESS_PAIRS").ok().and_then(|pairs| pairs.parse::<usize>().ok());
    wanted.map_or(PAIRS, |pairs| pairs.div_ceil(2))
}

fn tell<F: Title>(pairs: &Pairs<F>) {
    let wanted = wanted();
    let tally = pairs.compare(wanted);
    println!("{}: {tally:?}", F::NAME);
    assert_eq!(tally.pairs, wanted, "{tally:?}");
    assert!(tally.differing > wanted / 2, "the games of a pair are not the same: {tally:?}");
    // A few pairs may all have open windows.
    assert!(tally.asked_in_one > 0 || wanted <= PAIRS, "only one game of a pair asks sometimes: {tally:?}");
}
