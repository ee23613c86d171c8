//! The tutorial: a season that always goes the same way, as `help/tutorial.toml` tells it.

use serde::Deserialize;
use wilderness_war::Side;
use wilderness_war::decision::Choice;
use wilderness_war::table::Answer;

/// The season as it is written.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Script {
    /// The scenario it begins.
    pub scenario: String,
    /// Its seed.
    pub seed: u64,
    /// The numbers of the cards that the French hold.
    pub french: Vec<u8>,
    /// And the British.
    pub british: Vec<u8>,
    /// What is said at the end.
    pub end: String,
    /// What is done, in order.
    #[serde(rename = "step")]
    pub steps: Vec<Step>,
}

/// A line that is typed, or that the enemy plays.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What is going on; nothing before what the tutorial does itself.
    #[serde(default)]
    pub text: String,
    /// What to type.
    pub line: String,
}

impl Script {
    /// The script in the program.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn embedded() -> Result<Script, String> {
        toml::from_str(include_str!("../../help/tutorial.toml")).map_err(|error| error.to_string())
    }
}

/// The season as it goes, played through beforehand.
#[derive(Debug)]
pub struct Lesson {
    /// What is done.
    pub script: Script,
    /// All answers and results of chance.
    pub course: Vec<Answer>,
    /// How much of it is known after each step.
    pub known: Vec<usize>,
}

impl Lesson {
    /// Who learns.
    pub const LEARNER: Side = Side::French;

    /// Whether a game has gone as the season does, so far.
    pub fn agrees(&self, history: &[Answer]) -> bool {
        self.course.starts_with(history)
    }

    /// What the tutorial answers once so much is known, if it is not for the learner to answer.
    pub fn unprompted(&self, known: usize) -> Option<Choice> {
        let (_, step, _) = self.due(known)?;
        match self.course.get(known) {
            Some(Answer::Choice { side, choice, .. }) if *side != Lesson::LEARNER || step.text.is_empty() => {
                Some(*choice)
            }
            _ => None,
        }
    }

    /// The step that is due once so much is known, with its number among those of the learner, and whether a part of it
    /// is done; none at the end.
    pub fn due(&self, known: usize) -> Option<(usize, &Step, bool)> {
        let index = self.known.iter().position(|after| known < *after)?;
        let begun = index.checked_sub(1).map_or(0, |before| self.known[before]);
        let number = self.script.steps[..=index].iter().filter(|step| !step.text.is_empty()).count();
        Some((number, &self.script.steps[index], begun < known))
    }

    /// How many lines the learner types.
    pub fn length(&self) -> usize {
        self.script.steps.iter().filter(|step| !step.text.is_empty()).count()
    }
}
