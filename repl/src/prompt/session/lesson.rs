//! The tutorial in a session: it plays the enemy, tells the learner what to type, and refuses other moves.

use super::{Reply, Session, Trouble, plain};
use crate::prompt::command::Command;
use crate::prompt::front::{Front, Tables};
use crate::prompt::lesson::{Lesson, TutorialOf};
use crate::text::columns::{line_width, wrap};
use crate::text::names::fold;
use crate::text::style::{BOLD, DIM, paint};
use std::cell::Cell;
use std::rc::Rc;
use wilderness_engine::faults::Faults;
use wilderness_engine::{Each, Goal, NotThere, Side as _, TutorialStep, TutorialTry};
use wilderness_lab::Player;

impl<F: Front> Session<F> {
    /// Begins the tutorial of the game.
    ///
    /// # Errors
    /// There is none; a step that cannot be carried out.
    pub(crate) fn begin_tutorial(&mut self) -> Result<Reply, Trouble> {
        let found = F::Tables::tutorial(self.game.scripts())?;
        let tutorial = found.ok_or_else(|| plain("there is no tutorial for this game"))?;
        let fresh = self.beside(&tutorial.header)?;
        let lesson = Rc::new(self.rehearse(tutorial)?);
        let (keyboard, types) = (std::mem::take(&mut self.keyboard), self.types);
        *self = fresh;
        self.types = types;
        self.carry_over(&keyboard);
        // One person learns, even if another had the keyboard.
        self.give_keyboard(lesson.tutorial.learner);
        self.lesson = Some(lesson);
        Ok(Reply::Moved(self.title() + self.situation().as_str()))
    }

    /// Begins a tutorial, or leaves it.
    ///
    /// # Errors
    /// Why it cannot begin.
    pub(super) fn tutorial(&mut self, lesson: Option<&'static str>) -> Result<Reply, Trouble> {
        if let Some(lesson) = lesson {
            return F::Tables::teach(self, lesson);
        }
        let Some(lesson) = self.lesson.take() else {
            return Ok(Reply::Text("there is no tutorial to leave\n".into()));
        };
        let yours = self.hand_over(&lesson);
        match lesson.against_bots {
            false => Ok(Reply::Text(yours)),
            true => Ok(Reply::Moved(yours + self.situation().as_str())),
        }
    }

    /// Gives the game of a lesson to the learner, with bots in the other seats if they sat there before. Says who plays.
    fn hand_over(&mut self, lesson: &Lesson<F>) -> String {
        let sides = self.game.sides();
        let others: Vec<F::Side> = sides.others(lesson.tutorial.learner).collect();
        let Some(last) = others.last().map(|side| side.id()) else { return String::new() };
        if !lesson.against_bots {
            let all = if others.len() == 1 { "both" } else { "all" };
            return format!("The game is yours: you play {all} sides (`bot {last} on` changes that).\n");
        }
        for side in &others {
            self.bots[*side] = Some(Player::Greedy);
        }
        self.look();
        self.seat_bots();
        format!("The game is yours, against a bot (`bot {last} off` changes that).\n")
    }

    /// Ends a lesson whose last step is done. Returns what is said then; nothing while it goes on.
    pub(super) fn lesson_end(&mut self) -> String {
        let known = self.game.past().answers();
        let Some(lesson) = self.lesson.take_if(|lesson| lesson.due(known).is_none()) else { return String::new() };
        let yours = self.hand_over(&lesson);
        told("Tutorial: the end", &format!("{}\n{yours}", lesson.tutorial.end.trim()))
    }

    /// A game with the same scripts, with people in both seats.
    fn beside(&self, header: &F::Header) -> Result<Session<F>, Trouble> {
        Ok(Session::with(header.clone(), Each::default(), self.origin.clone(), self.game.scripts().clone())?)
    }

    /// Plays the game through, to get its answers.
    fn rehearse(&self, tutorial: TutorialOf<F>) -> Result<Lesson<F>, Trouble> {
        let mut session = self.beside(&tutorial.header)?;
        let (start, mut known) = (session.game.past().answers(), Vec::new());
        for TutorialStep { line, .. } in &tutorial.steps {
            if session.run(line.get_ref()).is_err() {
                let line = line.get_ref();
                let reason = format!("the tutorial does not work with these scripts: `{line}` is not possible");
                return Err(plain(reason));
            }
            known.push(session.game.past().answers());
        }
        let (history, tried) = (session.game.history().to_vec(), Cell::default());
        let against_bots = self.game.sides().iter().any(|side| self.bots[side].is_some());
        Ok(Lesson { tutorial, against_bots, history, start, known, tried })
    }

    /// Runs a command if the tutorial expects it, or if it does not affect the game.
    pub(super) fn learn(&mut self, line: &str, command: Command<F>) -> Result<Reply, Trouble> {
        if command.answers() {
            self.is_wanted(&command)?;
        }
        let shows_choices = matches!(command, Command::Show);
        let before = self.game.past().answers();
        let unnoted = self.note_try(line);
        let reply = self.obey(command);
        if let (Err(_), Some(lesson), Some(unnoted)) = (&reply, &self.lesson, unnoted) {
            lesson.tried.set(unnoted);
        }
        if self.lesson.as_ref().is_some_and(|lesson| !lesson.agrees(self.game.history())) {
            self.lesson = None;
        }
        match reply {
            Ok(Reply::Text(text)) if self.game.past().answers() == before => {
                let instructs = shows_choices || unnoted.is_some();
                Ok(Reply::Text(text + if instructs { self.instruction() } else { self.reminder() }.as_str()))
            }
            reply => reply,
        }
    }

    /// Notes the line that the learner was to try. Returns what was noted before.
    fn note_try(&self, line: &str) -> Option<(usize, usize)> {
        let (lesson, known) = (self.lesson.as_ref()?, self.game.past().answers());
        let words = |line: &str| fold(line).split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let wanted = lesson.to_try(known).is_some_and(|to_try| words(to_try.line.get_ref()) == words(line));
        wanted.then(|| {
            let before = lesson.tried.get();
            lesson.note_try(known);
            before
        })
    }

    /// Tries a line on a copy of the game, with the same dice.
    fn is_wanted(&self, command: &Command<F>) -> Result<(), Trouble> {
        let Some(lesson) = &self.lesson else { return Ok(()) };
        let Some((_, step, _)) = lesson.due(self.game.past().answers()) else { return Ok(()) };
        let wanted = format!("the tutorial expects `{}`; `tutorial off` lets you play freely", step.line.get_ref());
        let game = self.game.record().play(self.game.scripts().clone(), None)?;
        let mut copy = Session::at(game, self.told, self.bots, self.origin.clone());
        copy.extras.clone_from(&self.extras);
        copy.auto.clone_from(&self.auto);
        copy.spoken.clone_from(&self.spoken);
        match copy.obey(command.clone()) {
            Ok(_) if lesson.agrees(copy.game.history()) => Ok(()),
            Ok(_) => Err(plain(format!("another time: {wanted}"))),
            Err(Trouble::Plain(reason) | Trouble::Question(reason) | Trouble::Midway { reason, .. }) => {
                Err(plain(format!("{reason}\n{wanted}")))
            }
            Err(other) => Err(other),
        }
    }

    /// Plays the steps without a text: the enemy's, and uninteresting ones.
    pub(super) fn tutorial_plays(&mut self) {
        let Some(lesson) = self.lesson.clone() else { return };
        while let Some(choice) =
            lesson.unprompted(self.game.past().answers()).filter(|_| lesson.agrees(self.game.history()))
        {
            if self.game.choose(choice).is_err() {
                return;
            }
        }
    }

    /// Goes further back, to a decision of the learner: the tutorial would repeat its own answers at once.
    pub(super) fn back_to_learner(&mut self) -> Result<(), NotThere<F>> {
        let Some(lesson) = self.lesson.clone() else { return Ok(()) };
        while lesson.unprompted(self.game.past().answers()).is_some() {
            self.game.past_mut().go(Goal::Back(1))?;
        }
        Ok(())
    }

    /// The explanation and the line to type; empty without a tutorial.
    pub(super) fn instruction(&mut self) -> String {
        let Some(lesson) = self.lesson.clone() else { return String::new() };
        let Some((number, step, begun)) = lesson.due(self.game.past().answers()) else { return String::new() };
        let heading = format!("Tutorial {number}/{}", lesson.length());
        if let Some(to_try) = lesson.to_try(self.game.past().answers()) {
            return told(&heading, &to_try.text) + self.reminder().as_str();
        }
        if begun {
            let text =
                format!("You are in the middle of `{}`: keep answering, or `undo` and type it.", step.line.get_ref());
            return told(&heading, &text);
        }
        told(&heading, &step.text) + self.reminder().as_str()
    }

    /// The line to be typed next.
    fn reminder(&self) -> String {
        let Some(lesson) = &self.lesson else { return String::new() };
        let known = self.game.past().answers();
        let step = || lesson.due(known).filter(|(_, _, begun)| !begun).map(|(_, step, _)| &step.line);
        let line = lesson.to_try(known).map(|to_try| &to_try.line).or_else(step);
        line.map_or(String::new(), |line| format!("{} {}\n", paint(DIM, "Type:"), paint(BOLD, line.get_ref())))
    }
}

/// Carries out every line of the tutorial of some content in turn. What the learner only tries must leave the game where
/// it is.
pub fn check_tutorial<F: Front>(origin: F::Origin, scripts: &Rc<F::Scripts>) -> Faults {
    let begun = F::Tables::tutorial(scripts).and_then(|found| {
        let Some(tutorial) = found else { return Ok(None) };
        let session = Session::<F>::with(tutorial.header.clone(), Each::default(), origin, scripts.clone())?;
        Ok(Some((tutorial, session)))
    });
    let (tutorial, mut session) = match begun {
        Ok(Some(begun)) => begun,
        Ok(None) => return Faults::none(),
        Err(faults) => return faults,
    };
    let mut faults = Faults::none();
    for step in &tutorial.steps {
        let before = session.game.past().answers();
        for TutorialTry { line, .. } in &step.tries {
            if let Err(trouble) = session.run(line.get_ref()) {
                faults.push(tutorial.fault(line, &trouble.reason()));
            }
        }
        if session.game.past().answers() != before {
            let line = step.tries.last().map_or(&step.line, |last| &last.line);
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

fn told(heading: &str, text: &str) -> String {
    let lines: Vec<String> = text.trim().lines().flat_map(|line| wrap(line, line_width())).collect();
    format!("\n{}\n{}\n", paint(BOLD, heading), lines.join("\n"))
}
