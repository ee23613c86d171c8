//! The tutorial of a folder, `tutorial.toml`: a game that always goes the same way, explained step by step. What a line
//! means, the prompt says; here stands what is written.

use crate::data::GameData;
use crate::rules::Tabletop;
use serde::Deserialize;
use wilderness_engine::Side as _;
use wilderness_engine::faults::{Fault, Faults, Source, Spanned, read_toml};
use wilderness_engine::harmless;
use wilderness_engine::plain::{Header, Side};

/// The most steps.
const MOST_STEPS: usize = 200;
/// The most bytes of an explanation, and of a line.
const LONGEST: (usize, usize) = (2_000, 200);

/// A tutorial.
pub struct Tutorial {
    /// The side of the learner.
    pub learner: Side,
    /// What is played.
    pub header: Header<Tabletop>,
    /// The steps, in their order.
    pub steps: Vec<TutorialStep>,
    /// What is said at the end.
    pub end: String,
    source: Source,
}

/// A line that the learner types, or, without an explanation, that the tutorial plays.
pub struct TutorialStep {
    /// The explanation; empty if there is none.
    pub text: String,
    /// What the learner tries before: an explanation and a line each.
    pub tries: Vec<(String, Spanned<String>)>,
    /// The line.
    pub line: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TutorialForm {
    learner: Spanned<String>,
    #[serde(default)]
    seed: u64,
    scenario: Option<Spanned<String>>,
    #[serde(default)]
    rules: Vec<Spanned<String>>,
    end: Spanned<String>,
    step: Spanned<Vec<StepForm>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct StepForm {
    text: Option<Spanned<String>>,
    #[serde(default)]
    tries: Vec<TryForm>,
    line: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TryForm {
    text: Spanned<String>,
    line: Spanned<String>,
}

impl Tutorial {
    /// Reads a tutorial of a game.
    ///
    /// # Errors
    /// Everything wrong with it.
    pub(crate) fn read(source: &Source, data: &GameData) -> Result<Tutorial, Faults> {
        let mut faults = Faults::none();
        let form: Option<TutorialForm> = read_toml("tabletop", source, &mut faults);
        let Some(form) = form else { return Err(faults) };
        let mut reader = TutorialReader { source, faults };
        let sides: Vec<&'static str> = data.sides.iter().map(|side| side.id()).collect();
        reader.one_of(&form.learner, &sides, "a side");
        let learner = data.sides.with_id(form.learner.get_ref()).unwrap_or(data.sides.first());
        let header = reader.header(&form, data);
        if form.step.get_ref().is_empty() || form.step.get_ref().len() > MOST_STEPS {
            reader.fault(&form.step, format!("a tutorial has 1 to {MOST_STEPS} steps"));
        }
        let end = reader.text(&form.end);
        let steps = form.step.into_inner().into_iter().map(|step| reader.step(step)).collect();
        let TutorialReader { faults, .. } = reader;
        faults.into_result(Tutorial { learner, header, steps, end, source: source.clone() })
    }

    /// A fault of one of its lines.
    pub fn fault(&self, line: &Spanned<String>, why: &str) -> Fault {
        let message = format!("the tutorial does not go on with `{}`: {why}", harmless::one_line(line.get_ref()));
        Fault::error("tabletop::tutorial", message).at(&self.source, line.span(), "not possible here")
    }
}

struct TutorialReader<'a> {
    source: &'a Source,
    faults: Faults,
}

impl TutorialReader<'_> {
    fn fault<T>(&mut self, at: &Spanned<T>, message: String) {
        self.faults.push(Fault::error("tabletop::tutorial", message).at(self.source, at.span(), "here"));
    }

    fn one_of(&mut self, word: &Spanned<String>, known: &[&'static str], what: &str) {
        if !known.contains(&word.get_ref().as_str()) {
            let message = format!("`{}` is not the id of {what}", harmless::one_line(word.get_ref()));
            let fault = Fault::error("tabletop::tutorial", message).at(self.source, word.span(), "not known");
            self.faults.push(fault.did_you_mean(word.get_ref(), known.iter().copied()));
        }
    }

    fn header(&mut self, form: &TutorialForm, data: &GameData) -> Header<Tabletop> {
        let mut header = Header::new(form.seed);
        header.scenario = data.scenarios.first().map(|scenario| scenario.id.to_string()).unwrap_or_default();
        if let Some(scenario) = &form.scenario {
            self.one_of(scenario, &data.names.scenarios, "a scenario");
            header.scenario.clone_from(scenario.get_ref());
        }
        for rule in &form.rules {
            self.one_of(rule, &data.names.options, "an optional rule");
        }
        header.rules = form.rules.iter().map(|rule| rule.get_ref().clone()).collect();
        header
    }

    fn step(&mut self, form: StepForm) -> TutorialStep {
        let text = form.text.map_or_else(String::new, |text| self.text(&text));
        let tries = form.tries.into_iter().map(|it| (self.text(&it.text), self.line(it.line))).collect();
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
