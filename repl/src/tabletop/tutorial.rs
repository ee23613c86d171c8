//! The tutorial of a folder at the prompt.

use crate::front::{Files, Reply, Session, Trouble};
use crate::prompt::lesson::{Course, LessonStep, Try};
use std::rc::Rc;
use wilderness_engine::Each;
use wilderness_engine::content::Places;
use wilderness_engine::faults::Faults;
use wilderness_tabletop::{Folder, Tabletop, Tutorial, TutorialStep};

impl Session<Tabletop> {
    /// Begins the tutorial of the folder.
    ///
    /// # Errors
    /// A step that cannot be carried out.
    pub(super) fn begin_tutorial(&mut self) -> Result<Reply, Trouble> {
        let folder = self.game().scripts().clone();
        let none = || Trouble::plain("there is no tutorial for this game");
        let Tutorial { learner, header, steps, end, .. } = folder.tutorial.as_ref().ok_or_else(none)?;
        let steps = steps.iter().map(step).collect();
        self.begin_lesson(header, Course { learner: *learner, steps, end: end.clone() })
    }
}

fn step(step: &TutorialStep) -> LessonStep {
    let to_try = step.tries.iter().map(|(text, line)| Try { text: text.clone(), line: line.get_ref().clone() });
    LessonStep { text: step.text.clone(), tries: to_try.collect(), line: step.line.get_ref().clone() }
}

/// Carries out every line of the tutorial in turn. What the learner only tries must leave the game where it is.
pub fn check(folder: &Rc<Folder>) -> Faults {
    let Some(tutorial) = &folder.tutorial else { return Faults::none() };
    let mut faults = Faults::none();
    let header = tutorial.header.clone();
    let mut session =
        match Session::<Tabletop>::with(header, Each::default(), Files::new(Places::default()), folder.clone()) {
            Ok(session) => session,
            Err(more) => return more,
        };
    for step in &tutorial.steps {
        let before = session.game().past().answers();
        for (_, line) in &step.tries {
            if let Err(trouble) = session.run(line.get_ref()) {
                faults.push(tutorial.fault(line, &trouble.reason()));
            }
        }
        if session.game().past().answers() != before {
            let line = step.tries.last().map_or(&step.line, |(_, line)| line);
            faults.push(tutorial.fault(line, "what is tried has to be taken back with `undo`"));
            return faults;
        }
        if let Err(trouble) = session.run(step.line.get_ref()) {
            faults.push(tutorial.fault(&step.line, &trouble.reason()));
            return faults;
        }
    }
    faults
}
