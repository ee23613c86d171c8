//! The designer's tutorial of `help/designer.toml`: a card is changed while it is played.

use crate::front::{Origin as _, Reply, Session, Trouble};
use crate::text::columns::{line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, paint};
use crate::war::content::Origin;
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::content::MANIFEST;
use wilderness_engine::content::Places;
use wilderness_engine::faults::built_in_toml;
use wilderness_lab::Player;
use wilderness_war::{CardId, Content, Header, PerSide, Side, War};

/// The directory that it makes where the program was started.
const DIRECTORY: &str = "my-cards";
/// The script that is changed.
const SCRIPT: &str = "events/small_pox.rhai";
/// What makes it a content directory.
const CONTENT: &str = "game = \"war\"\nname = \"My cards\"\nbase = \"war\"\n";

/// The tutorial as written in the file.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Course {
    scenario: String,
    seed: u64,
    /// The French hand, by card number.
    french: Vec<u8>,
    /// The closing text.
    end: String,
    #[serde(rename = "step")]
    steps: Vec<WorkshopStep>,
}

/// What a designer does.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct WorkshopStep {
    text: String,
    /// The line that is typed.
    line: Option<String>,
    /// What the saved script has in it.
    has: Option<String>,
    /// What it no longer has.
    lacks: Option<String>,
}

/// How far a designer is.
#[derive(Clone, Debug)]
pub struct Workshop {
    course: Rc<Course>,
    file: PathBuf,
    done: usize,
}

impl Workshop {
    /// Notes a line that was carried out. Returns what comes next if that was wanted.
    pub fn typed(&mut self, line: &str) -> Option<String> {
        let wanted = self.course.steps.get(self.done)?.line.as_ref()?;
        fold(line).starts_with(&fold(wanted)).then(|| self.next())
    }

    /// Notes that the scripts were taken up. Returns what comes next if they are as wanted.
    pub fn saved(&mut self) -> Option<String> {
        let step = self.course.steps.get(self.done)?;
        let text = std::fs::read_to_string(&self.file).ok()?;
        let has = step.has.as_ref()?;
        let lacks = step.lacks.as_ref().is_none_or(|lacks| !text.contains(lacks.as_str()));
        (text.contains(has.as_str()) && lacks).then(|| self.next())
    }

    fn next(&mut self) -> String {
        self.done += 1;
        self.instruction()
    }

    /// Whether nothing is left to do.
    pub fn is_over(&self) -> bool {
        self.done >= self.course.steps.len()
    }

    /// What to do now.
    fn instruction(&self) -> String {
        let told = |heading: &str, text: &str| {
            let text = text.trim().replace("FILE", &self.file.display().to_string());
            format!("\n{}\n{}\n", paint(BOLD, heading), wrap(&text, line_width()).join("\n"))
        };
        let steps = &self.course.steps;
        let Some(step) = steps.get(self.done) else { return told("Designer's tutorial: the end", &self.course.end) };
        let heading = format!("Designer's tutorial {}/{}", self.done + 1, steps.len());
        match &step.line {
            Some(line) => format!("{}  {}\n", told(&heading, &step.text), paint(BOLD, line)),
            None => told(&heading, &step.text),
        }
    }
}

impl Session<War> {
    /// Begins the designer's tutorial: a game with a directory of scripts that can be changed.
    pub(super) fn begin_workshop(&mut self) -> Result<Reply, Trouble> {
        let course: Course = built_in_toml("designer.toml", include_str!("../../help/designer.toml"));
        let file = furnish(Path::new(DIRECTORY)).map_err(Trouble::Plain)?;
        let origin = Origin::of_places(Places::in_content(DIRECTORY));
        let scripts = origin.load()?;
        let hand = course.french.iter().map(|card| CardId(*card)).collect();
        let hands = PerSide { french: Some(hand), british: None };
        let header = Header { hands, ..Header::new(&course.scenario, course.seed, &scripts) };
        let bots = Each::new(Side::BOTH, |side| (side == Side::British).then_some(Player::Greedy));
        self.replace_with(Session::with(header, bots, origin, scripts)?);
        let file = std::path::absolute(&file).unwrap_or(file);
        let workshop = Workshop { course: Rc::new(course), file, done: 0 };
        let text = self.title() + self.situation().as_str() + workshop.instruction().as_str();
        self.extras.workshop = Some(workshop);
        Ok(Reply::Begun(text))
    }

    /// Goes on with the designer's tutorial where a line was carried out that it asked for.
    pub(super) fn with_workshop(&mut self, line: &str, reply: Result<Reply, Trouble>) -> Result<Reply, Trouble> {
        let Some(workshop) = self.extras.workshop.as_mut().filter(|_| reply.is_ok()) else { return reply };
        let Some(next) = workshop.typed(line) else { return reply };
        if workshop.is_over() {
            self.extras.workshop = None;
        }
        reply.map(|reply| match reply {
            Reply::Text(text) => Reply::Text(text + next.as_str()),
            Reply::Moved(text) => Reply::Moved(text + next.as_str()),
            // What the conversation does itself is told before what comes next.
            other => Reply::Then(Box::new(other), next),
        })
    }
}

/// Makes a directory with the script that is changed, as it is in the program. Returns the file.
fn furnish(directory: &Path) -> Result<PathBuf, String> {
    let file = directory.join("scripts").join(SCRIPT);
    let texts = Content::embedded();
    let text = texts.sources().find(|source| source.name().ends_with(SCRIPT)).map(|source| source.text().to_string());
    let text = text.ok_or("the program has no Small Pox")?;
    let cannot = |error: std::io::Error| format!("cannot make `{}`: {error}", directory.display());
    if directory.exists() {
        let is_own = std::fs::read_to_string(directory.join(MANIFEST)).is_ok_and(|manifest| manifest == CONTENT);
        let is_as_before = std::fs::read_to_string(&file).is_ok_and(|found| found == text);
        if !is_own || !is_as_before {
            let name = directory.display();
            return Err(format!("there is a `{name}` here already: rename it, or begin in another directory"));
        }
        return Ok(file);
    }
    std::fs::create_dir_all(file.parent().unwrap_or(directory)).map_err(cannot)?;
    std::fs::write(directory.join(MANIFEST), CONTENT).map_err(cannot)?;
    std::fs::write(&file, text).map_err(cannot)?;
    Ok(file)
}
