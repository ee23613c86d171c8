//! What conditions and modifiers have said, by what they had read. The rules ask the same questions again and again,
//! and the services that a script calls answer in a fraction of the time that the script takes: so a script runs only
//! if it reads something that it has not read before.
//!
//! Nothing has to be declared, and nothing can be out of date: the services are asked anew each time. What a script
//! says depends on what it reads alone, and so does which service it asks next. So what it has read is a tree, whose
//! leaves are what it said.

use super::comparable::{ByValue, Comparable};
use super::readings::{Reading, ReadingArgument, ReadingService};
use rhai::{Array, Dynamic, FnArgsVec, Shared};

/// What a function of a script has said.
#[derive(Default)]
pub(super) struct RememberedAnswers {
    /// By the arguments that can be compared.
    begun: Vec<(Vec<Option<Dynamic>>, AnswerTree)>,
    /// How many answers there are.
    answers: usize,
    /// How often one was found, and how often not.
    hits: u32,
    misses: u32,
    /// How many answers read arrays that were not empty.
    reads_arrays: usize,
    /// The number of the setting in which they hold.
    setting: u64,
}

/// What a function reads next, or what it says.
enum AnswerTree {
    Reads { service: Shared<ReadingService>, arguments: Vec<ReadingArgument>, found: ByValue<AnswerTree> },
    Says(SaidAnswer),
}

/// What a function said.
#[derive(Clone)]
pub(super) struct SaidAnswer {
    pub value: Dynamic,
    /// How many operations it took.
    pub operations: u64,
}

impl RememberedAnswers {
    /// The most answers that are remembered for a function.
    const MOST: usize = 4096;
    /// The most findings of one reading that are told apart.
    const FINDINGS: usize = 512;
    /// How many answers that are remembered in vain cost what one that is found saves. In random games of cards with
    /// scripts, to look for one in vain, note what is read and remember it takes 11,000 instructions, and to find one
    /// saves 32,000 of the 36,000 that the script would take.
    const GAIN: u32 = 3;
    /// After this many questions without a remembered answer, a function is given up for which too few were found: sooner
    /// if a quarter of them read arrays, because comparing them costs nearly as much as the script.
    const PATIENCE: [u32; 2] = [640, 48];

    /// Whether it pays to remember what the function says.
    pub fn is_worthwhile(&self) -> bool {
        let patience = RememberedAnswers::PATIENCE[usize::from(4 * self.reads_arrays > self.answers)];
        self.misses < patience || self.hits.saturating_mul(RememberedAnswers::GAIN) >= self.misses
    }

    /// Forgets answers of another setting.
    pub fn forget_unless_in(&mut self, setting: u64) {
        if self.setting != setting {
            *self = RememberedAnswers { setting, ..RememberedAnswers::default() };
        }
    }

    /// Whether there is room for another answer.
    pub fn has_room(&self) -> bool {
        self.answers < RememberedAnswers::MOST
    }

    /// What the function says, if it said so when it had read the same: it is given a game, which is ready once `ready`
    /// was called, and these arguments.
    pub fn find(
        &mut self,
        comparable: &Comparable,
        game: &mut Dynamic,
        arguments: &mut [Dynamic],
        ready: &mut dyn FnMut(),
    ) -> Option<SaidAnswer> {
        let tree = self.begun.iter().find(|(plain, _)| are_plain(comparable, plain, arguments));
        let mut from: FnArgsVec<&mut Dynamic> = arguments.iter_mut().chain([game]).collect();
        let said = tree.and_then(|(_, tree)| tree.find(comparable, &mut from, ready)).cloned();
        let count = if said.is_some() { &mut self.hits } else { &mut self.misses };
        *count = count.saturating_add(1);
        said
    }

    /// Remembers what the function said after these readings.
    pub fn remember(
        &mut self,
        comparable: &Comparable,
        arguments: &[Dynamic],
        readings: Vec<Reading>,
        said: SaidAnswer,
    ) {
        let values = readings.iter().flat_map(|reading| &reading.arguments).filter_map(|argument| match argument {
            ReadingArgument::Value(value) => Some(value),
            ReadingArgument::OfType(_) => None,
        });
        let values = values.chain(readings.iter().map(|reading| &reading.found)).chain([&said.value]);
        if !values.into_iter().all(|value| comparable.has(value)) {
            return;
        }
        let is_filled = |found: &Dynamic| found.read_lock::<Array>().is_some_and(|array| !array.is_empty());
        self.reads_arrays += usize::from(readings.iter().any(|reading| is_filled(&reading.found)));
        let known = self.begun.iter().position(|(plain, _)| are_plain(comparable, plain, arguments));
        let mut readings = readings.into_iter();
        match known {
            Some(index) => self.begun[index].1.add(comparable, &mut readings, said),
            None => {
                let plain = arguments.iter().map(|argument| comparable.has(argument).then(|| argument.clone()));
                self.begun.push((plain.collect(), AnswerTree::new(comparable, &mut readings, said)));
            }
        }
        self.answers += 1;
    }
}

/// Whether those of the arguments that can be compared are these.
fn are_plain(comparable: &Comparable, plain: &[Option<Dynamic>], arguments: &[Dynamic]) -> bool {
    let is_same = |(known, argument): (&Option<Dynamic>, _)| {
        known.as_ref().is_none_or(|known| comparable.are_same(known, argument))
    };
    plain.len() == arguments.len() && plain.iter().zip(arguments).all(is_same)
}

impl AnswerTree {
    fn new(comparable: &Comparable, readings: &mut dyn Iterator<Item = Reading>, said: SaidAnswer) -> AnswerTree {
        let Some(Reading { service, arguments, found }) = readings.next() else { return AnswerTree::Says(said) };
        let mut findings = ByValue::default();
        findings.insert(comparable, [found], AnswerTree::new(comparable, readings, said));
        AnswerTree::Reads { service, arguments, found: findings }
    }

    fn find(&self, comparable: &Comparable, from: &mut [&mut Dynamic], ready: &mut dyn FnMut()) -> Option<&SaidAnswer> {
        let mut tree = self;
        loop {
            match tree {
                AnswerTree::Says(said) => return Some(said),
                AnswerTree::Reads { service, arguments, found } => {
                    if service.looks_at_game {
                        ready();
                    }
                    let read = service.call_again(arguments, from)?;
                    tree = found.get(comparable, [&read].into_iter())?;
                }
            }
        }
    }

    fn add(&mut self, comparable: &Comparable, readings: &mut dyn Iterator<Item = Reading>, said: SaidAnswer) {
        let (AnswerTree::Reads { found, .. }, Some(reading)) = (self, readings.next()) else { return };
        let has_room = found.len() < RememberedAnswers::FINDINGS;
        match found.get_mut(comparable, &reading.found) {
            Some(tree) => tree.add(comparable, readings, said),
            None if has_room => {
                let tree = AnswerTree::new(comparable, readings, said);
                found.insert(comparable, [reading.found], tree);
            }
            None => {}
        }
    }
}
