//! Tutorials: a game that always goes the same way, explained step by step. What a line means, the prompt says; here
//! stands what is written.

use crate::faults::{Fault, Faults, Source, Spanned};
use crate::harmless;
use crate::side::{Side, Sides};
use serde::Deserialize;

/// The most steps.
const MOST_STEPS: usize = 200;
/// The most bytes of an explanation, and of a line.
const LONGEST: (usize, usize) = (2_000, 200);

/// A tutorial, for the sides and the header of a game.
#[derive(Clone, Debug)]
pub struct Tutorial<S, H> {
    /// The side of the learner.
    pub learner: S,
    /// How its game begins.
    pub header: H,
    /// The steps, in their order.
    pub steps: Vec<TutorialStep>,
    /// What is said at the end.
    pub end: String,
    source: Source,
}

/// A line that the learner types, or, without an explanation, that the tutorial plays.
#[derive(Clone, Debug)]
pub struct TutorialStep {
    /// The explanation; empty if there is none.
    pub text: String,
    /// What the learner tries before: each shows something, or is taken back with `undo`.
    pub tries: Vec<TutorialTry>,
    /// The line.
    pub line: Spanned<String>,
}

/// A line with which the learner looks at the game, or that is taken back.
#[derive(Clone, Debug)]
pub struct TutorialTry {
    /// The explanation.
    pub text: String,
    /// The line.
    pub line: Spanned<String>,
}

/// A step as it is written, `[[step]]`.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct StepForm {
    text: Option<Spanned<String>>,
    #[serde(default)]
    tries: Vec<TryForm>,
    line: Spanned<String>,
}

#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct TryForm {
    text: Spanned<String>,
    line: Spanned<String>,
}

/// What is written in every tutorial, as a game has read it from a file together with how its game begins.
#[derive(Clone, Debug)]
pub struct TutorialForm {
    /// The id of the learner's side.
    pub learner: Spanned<String>,
    /// The steps.
    pub steps: Spanned<Vec<StepForm>>,
    /// What is said at the end.
    pub end: Spanned<String>,
}

impl<S: Side, H> Tutorial<S, H> {
    /// The tutorial that a form describes, for a game with these sides that begins with a header.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub fn new(source: &Source, form: TutorialForm, sides: Sides<S>, header: H) -> Result<Tutorial<S, H>, Faults> {
        let mut reader = TutorialReader { source, faults: Faults::none() };
        let ids: Vec<&str> = sides.iter().map(Side::id).collect();
        reader.faults.append(unknown_in_tutorial(source, &form.learner, &ids, "a side"));
        let learner = sides.with_id(form.learner.get_ref()).unwrap_or(sides.first());
        if form.steps.get_ref().is_empty() || form.steps.get_ref().len() > MOST_STEPS {
            reader.fault(&form.steps, format!("a tutorial has 1 to {MOST_STEPS} steps"));
        }
        let end = reader.text(&form.end);
        let steps = form.steps.into_inner().into_iter().map(|step| reader.step(step)).collect();
        let TutorialReader { faults, .. } = reader;
        faults.into_result(Tutorial { learner, header, steps, end, source: source.clone() })
    }

    /// A fault of one of its lines.
    pub fn fault(&self, line: &Spanned<String>, why: &str) -> Fault {
        let message = format!("the tutorial does not go on with `{}`: {why}", harmless::one_line(line.get_ref()));
        Fault::error("tutorial::line", message).at(&self.source, line.span(), "not possible here")
    }
}

/// The fault of a word in a tutorial that is not the id of what it should be.
pub fn unknown_in_tutorial(source: &Source, word: &Spanned<String>, known: &[&str], what: &str) -> Faults {
    if known.contains(&word.get_ref().as_str()) {
        return Faults::none();
    }
    let message = format!("`{}` is not the id of {what}", harmless::one_line(word.get_ref()));
    let fault = Fault::error("tutorial::unknown", message).at(source, word.span(), "not known");
    fault.did_you_mean(word.get_ref(), known.iter().copied()).into()
}

struct TutorialReader<'a> {
    source: &'a Source,
    faults: Faults,
}

impl TutorialReader<'_> {
    fn fault<T>(&mut self, at: &Spanned<T>, message: String) {
        self.faults.push(Fault::error("tutorial::form", message).at(self.source, at.span(), "here"));
    }

    fn step(&mut self, form: StepForm) -> TutorialStep {
        let text = form.text.map_or_else(String::new, |text| self.text(&text));
        let tried = |it: TryForm| TutorialTry { text: self.text(&it.text), line: self.line(it.line) };
        let tries = form.tries.into_iter().map(tried).collect();
        TutorialStep { text, tries, line: self.line(form.line) }
    }

    /// An explanation, of any number of lines.
    fn text(&mut self, text: &Spanned<String>) -> String {
        if text.get_ref().len() > LONGEST.0 {
            self.fault(text, format!("an explanation has at most {} bytes", LONGEST.0));
        }
        harmless::lines(text.get_ref().trim()).into_owned()
    }

    fn line(&mut self, line: Spanned<String>) -> Spanned<String> {
        let text = line.get_ref();
        if text.trim().is_empty() || text.len() > LONGEST.1 || text.contains(harmless::is_harmful) {
            self.fault(&line, format!("a line to be typed has 1 to {} bytes, and no line ends", LONGEST.1));
        }
        line
    }
}
