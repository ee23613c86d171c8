//! Proposals: what a line may mean that is not understood as it stands. Those come first that take up most of what the line
//! names. What none of them takes up is told, with the rule against it if there is one.

use super::Session;
use super::asking::LineReading;
use super::inquiry::is_about_words;
use crate::prompt::answer;
use crate::prompt::command::{self, Command};
use crate::prompt::front::{Front, Sentences};
use crate::prompt::guess::{self, Guesses};
use crate::prompt::heard::{Heard, HeardThing, is_word_for};
use crate::prompt::menu::Menu;
use crate::prompt::questions;
use crate::text::names::fold;
use std::collections::BTreeSet;
use wilderness_engine::{Choice as _, Question as _, Refusal, cite};

/// The most lines that are asked about.
const MOST_GUESSES: usize = 3;

/// The most reasons that are told at once.
const MOST_REASONS: usize = 3;

/// What a line may mean that is not understood.
pub(super) struct Proposals {
    /// Lines that could be carried out.
    pub(super) lines: Vec<String>,
    /// What the rules say against the rest, or against all of it.
    pub(super) refused: Vec<String>,
    /// What none of the lines takes up.
    pub(super) left_out: Vec<String>,
}

/// What became of some lines that were tried on a copy, each with how much it does not take up.
#[derive(Default)]
struct TriedLines {
    accepted: Vec<(usize, String)>,
    /// The most likely one, if it is refused.
    refused: Option<(usize, String)>,
}

impl TriedLines {
    /// How much the best of those that could be carried out does not take up.
    fn best(&self) -> usize {
        self.accepted.iter().map(|(lost, _)| *lost).min().unwrap_or(usize::MAX)
    }

    /// The lines that take up most.
    fn lines(&self) -> Vec<String> {
        self.accepted.iter().filter(|(lost, _)| *lost == self.best()).map(|(_, line)| line.clone()).collect()
    }
}

impl<F: Front> Session<F> {
    /// What a line may mean that is not understood, as far as it could be carried out.
    pub(super) fn propose(&self, line: &str, is_question: bool, read: &LineReading) -> Proposals {
        let menu = Menu::of(&self.game).filter(|_| self.sees_decision() && self.is_yours().is_ok());
        let heard = Heard::new(&self.game, menu.as_ref(), &questions::spelt(&self.game, line));
        let Guesses { commands, sentences, answers, objections } = guess::guesses(&self.game, menu.as_ref(), &heard);
        let (mut lines, mut refused, mut takes_up_all) = (commands, objections, false);
        if let Some(menu) = menu.as_ref().filter(|_| !is_question) {
            let tried = self.tried(&heard, menu, sentences);
            let found = tried.lines();
            takes_up_all = tried.best() == 0 && heard.things.iter().any(|thing| thing.is_wanted() && is_thing(thing));
            let most = tried.refused.as_ref().map_or(usize::MAX, |(lost, _)| *lost);
            refused.extend(tried.refused.map(|(_, why)| why).filter(|_| refused.is_empty()));
            // An answer that takes up less than what is refused is hardly meant.
            let takes_up = |answer: &String| self.untaken(&heard, menu, answer).len() <= most;
            if takes_up_all {
                // Who gives a whole order does not leave, and what a word of it is called elsewhere does not matter.
                lines.retain(|line| line != "quit");
                refused.retain(|why| !is_about_token(why));
            }
            let says_little = heard.things.iter().filter(|thing| is_thing(thing)).count() < 2;
            let is_refused = says_little && refused.iter().any(|why| is_about_token(why));
            if found.is_empty() && lines.is_empty() && !is_refused && answers.first().is_some_and(takes_up) {
                let (found, why) = self.answered_with(&heard, menu, &answers);
                lines.extend(found);
                refused.extend(why.filter(|_| refused.is_empty()));
            }
            lines.extend(found);
            // Who begins by declining declines, whatever is said behind.
            if heard.begins_with("no") && answers.first().is_some_and(|first| first == "no") {
                lines.splice(0..0, answers);
            }
        }
        // What people mean who name nothing is an answer.
        let names_one = heard.things.iter().any(|thing| thing.is_offered && thing.is_wanted() && is_thing(thing));
        let is_said = names_one || takes_up_all || lines.iter().any(|line| read.answers.contains(line));
        if read.is_sure() && !is_said || lines.is_empty() && refused.is_empty() && read.is_likely() {
            let is_possible = |answer: &&String| {
                let command = command::parse::<F>(answer, self.game.sides());
                self.attempt(answer, matches!(command, Ok(Command::Answer(_)))).is_ok()
            };
            let meant = read.answers.iter().find(is_possible);
            lines.splice(0..0, meant.cloned());
        }
        if !refused.is_empty() {
            lines.retain(|line| !menu.as_ref().is_some_and(|menu| says_more(&heard, menu, line)));
        }
        let mut seen = BTreeSet::new();
        lines.retain(|line| seen.insert(line.clone()));
        lines.truncate(MOST_GUESSES);
        let mut left_out = self.left_out(&heard, menu.as_ref(), &lines);
        if let Some(menu) = menu.as_ref().filter(|_| !is_question) {
            self.explain_rest(menu, &heard, &lines, &mut refused, &mut left_out);
            refused.extend(untimely_card(menu, &heard).filter(|_| refused.is_empty() && lines.is_empty()));
        }
        Proposals { lines, refused, left_out }
    }

    /// Tries lines on copies, those first that take up most, until it is known which of the best can be carried out.
    fn tried(&self, heard: &Heard<F::Choice>, menu: &Menu<F>, lines: Vec<String>) -> TriedLines {
        let mut ranked: Vec<(usize, String)> = Vec::new();
        for line in lines {
            let lost = self.untaken(heard, menu, &line).len();
            if !ranked.iter().any(|(_, other)| *other == line) {
                ranked.push((lost, line));
            }
        }
        ranked.sort_by_key(|(lost, _)| *lost);
        let mut tried = TriedLines::default();
        for (lost, line) in ranked {
            if lost > tried.best() || tried.accepted.len() == MOST_GUESSES {
                break;
            }
            match self.attempt(&line, true) {
                Ok(()) => tried.accepted.push((lost, line)),
                Err(why) if tried.accepted.is_empty() && tried.refused.is_none() => {
                    tried.refused = Some((lost, format!("`{line}` would not do: {why}")));
                }
                Err(_) => {}
            }
        }
        tried
    }

    /// The answers that the line gives: all together, or else those of which one is asked for.
    fn answered_with(
        &self,
        heard: &Heard<F::Choice>,
        menu: &Menu<F>,
        answers: &[String],
    ) -> (Vec<String>, Option<String>) {
        let Some((whole, each)) = answers.split_first() else { return (Vec::new(), None) };
        match self.attempt(whole, true) {
            Ok(()) => (vec![whole.clone()], None),
            Err(_) if !whole.contains(", ") => (Vec::new(), None),
            Err(why) => {
                let found = self.tried(heard, menu, each.to_vec()).lines();
                let question = &menu.wording().question;
                let is_several = each.iter().filter(|answer| F::Choice::from_token(answer).is_none()).count() > 1;
                if !is_several {
                    return (found, None);
                }
                let is_one = is_about_words::<F>(whole, &why);
                let one = || format!("one answer is asked for here: \"{question}\"{}", cite(menu.decision.ask.rule()));
                (found, Some(if is_one { one() } else { format!("`{whole}` would not do: {why}") }))
            }
        }
    }

    /// What a line names and another does not take up: what is wanted, and what is left out where that one takes all.
    fn untaken<'a>(&self, heard: &'a Heard<F::Choice>, menu: &Menu<F>, line: &str) -> Vec<&'a HeardThing<F::Choice>> {
        let (folded, taken) = (fold(line), Heard::new(&self.game, Some(menu), line));
        let name = |thing: F::Choice| F::named(self.game.scripts(), self.game.scenario(), thing, false);
        let known: Vec<String> = taken.things.iter().map(|thing| name(thing.thing)).collect();
        let places = |thing: F::Choice| F::places_of(&self.game, self.viewer(), thing);
        let at = |is_it: fn(&HeardThing<F::Choice>) -> bool| -> Vec<usize> {
            taken.things.iter().filter(|thing| is_it(thing)).flat_map(|thing| places(thing.thing)).collect()
        };
        // Where those stand who are named, and where they go.
        let (stand, go) = (at(HeardThing::is_piece), at(HeardThing::is_place));
        let meets = |thing: &HeardThing<F::Choice>, there: &[usize]| {
            places(thing.thing).iter().any(|place| there.contains(place))
        };
        let question = fold(&menu.wording().question);
        let takes_all = folded.contains(" all") || folded == "all";
        let is_taken = |thing: &HeardThing<F::Choice>| {
            known.contains(&name(thing.thing))
                || folded.contains(&thing.typed)
                || thing.is_place() && meets(thing, &stand)
                || thing.is_piece() && meets(thing, &go)
                || question.contains(&fold(&name(thing.thing)))
        };
        let is_meant = |thing: &HeardThing<F::Choice>| {
            let stays = thing.is_left_out && takes_all && thing.is_piece() && meets(thing, &stand);
            let is_kept = stays && !folded.contains(&thing.typed);
            is_thing(thing) && !thing.is_reason && (!thing.is_left_out || is_kept)
        };
        heard.things.iter().filter(|thing| is_meant(thing) && !is_taken(thing)).collect()
    }

    /// What a line names and none of these lines takes up, and what is to come later.
    fn left_out(&self, heard: &Heard<F::Choice>, menu: Option<&Menu<F>>, lines: &[String]) -> Vec<String> {
        let (Some(menu), Some(first)) = (menu, lines.first()) else { return Vec::new() };
        // Several answers need not repeat what each question is about.
        let is_sentence =
            |line: &str| line.split(' ').next().is_some_and(|first| F::Sentences::verbs().contains(&first));
        if lines.iter().any(|line| line.contains(", ") && !is_sentence(line)) {
            return Vec::new();
        }
        if let ([_], Some(rest)) = (lines, bare(heard, menu, first)) {
            return rest;
        }
        let lost = |line: &String| {
            let lost = self.untaken(heard, menu, line);
            lost.into_iter().map(|thing| format!("`{}`", thing.typed)).collect::<BTreeSet<String>>()
        };
        let common = lines[1..].iter().map(lost).fold(lost(first), |all, other| &all & &other);
        let next = later(heard, lines).or_else(|| {
            let from = F::Sentences::later(heard, first)?;
            let of_clause = |at: &usize| heard.clause(*at) == heard.clause(from);
            let words = (from..heard.words.len()).take_while(of_clause).map(|at| heard.words[at].as_str());
            Some(format!("`{}`", words.collect::<Vec<_>>().join(" ")))
        });
        common.into_iter().chain(next).collect()
    }

    /// Adds why the rest of a line is not possible, or all of it, and drops from what is left out what a reason names.
    fn explain_rest(
        &self,
        menu: &Menu<F>,
        heard: &Heard<F::Choice>,
        lines: &[String],
        refused: &mut Vec<String>,
        left_out: &mut Vec<String>,
    ) {
        let rest: Vec<&HeardThing<F::Choice>> = match lines.first() {
            Some(first) => self.untaken(heard, menu, first),
            None => heard.things.iter().filter(|thing| thing.is_wanted()).collect(),
        };
        let mut reasons: Vec<String> = Vec::new();
        for why in rest.iter().filter_map(|thing| self.reason_against(menu, thing)) {
            if !reasons.contains(&why) && !refused.iter().any(|told| told.contains(&why)) {
                reasons.push(why);
            }
        }
        reasons.truncate(MOST_REASONS);
        refused.extend(reasons);
        left_out.retain(|name| !refused.iter().any(|why| fold(why).contains(name.trim_matches('`'))));
    }

    /// The rule against something of a kind that is asked for.
    fn reason_against(&self, menu: &Menu<F>, thing: &HeardThing<F::Choice>) -> Option<String> {
        let kind = |choice: F::Choice| choice.token().split(':').next().map(str::to_string);
        let is_of_its_kind = menu.decision.choices.iter().any(|choice| kind(*choice) == kind(thing.thing));
        if thing.is_offered || !is_of_its_kind {
            return None;
        }
        let why = self.game.why().why_not(thing.thing).filter(Refusal::says_why);
        why.map(|_| answer::refusal(&self.game, &menu.decision, thing.thing).to_string())
    }
}

/// That a card is named where none is played.
fn untimely_card<F: Front>(menu: &Menu<F>, heard: &Heard<F::Choice>) -> Option<String> {
    let plays = menu.decision.choices.iter().any(|choice| choice.token().starts_with("card:"));
    let card = heard.things.iter().find(|thing| thing.is_card() && thing.is_wanted()).filter(|_| !plays)?;
    let (card, question) = (&card.typed, &menu.wording().question);
    Some(format!("`{card}`: no card is played now; the question is \"{question}\"{}", cite(menu.decision.ask.rule())))
}

/// Whether a card alone is proposed where more is wanted of it: somewhere to go, or someone who goes.
fn says_more<F: Front>(heard: &Heard<F::Choice>, menu: &Menu<F>, line: &str) -> bool {
    let is_card = bare_thing(heard, menu, line).is_some_and(HeardThing::is_card);
    is_card && heard.things.iter().any(|thing| thing.is_wanted() && is_thing(thing) && !thing.is_card())
}

/// The thing that a line is the bare name of, as it is heard.
fn bare_thing<'a, F: Front>(
    heard: &'a Heard<F::Choice>,
    menu: &Menu<F>,
    line: &str,
) -> Option<&'a HeardThing<F::Choice>> {
    let verb = line.split(' ').next().is_some_and(|first| F::Sentences::verbs().contains(&first));
    let named = heard.things.iter().filter(|thing| thing.is_offered && thing.is_wanted() && is_thing(thing));
    let is_it = |thing: &&HeardThing<F::Choice>| {
        let items = menu.items.iter().filter(|item| item.choices.contains(&thing.thing));
        items.flat_map(|item| &item.called).any(|called| called == line)
            || thing.thing.token().ends_with(&format!(":{line}"))
    };
    named.filter(|_| !verb).find(is_it)
}

/// Words that join a name to what stands around it.
const JOINTS: [&str; 16] =
    ["and", "but", "with", "on", "in", "at", "to", "the", "a", "of", "by", "for", "use", "using", "card", "play"];

/// What stands around a name in a line that is proposed to be nothing but that name: the parts that tell something.
fn bare<F: Front>(heard: &Heard<F::Choice>, menu: &Menu<F>, line: &str) -> Option<Vec<String>> {
    let thing = bare_thing(heard, menu, line)?;
    let question = fold(&menu.wording().question);
    let tells = |at: usize| {
        let names =
            |other: &HeardThing<F::Choice>| (other.at..other.end).contains(&at) && !question.contains(&other.typed);
        heard.is_telling(at) || heard.things.iter().any(|other| is_thing(other) && other.is_wanted() && names(other))
    };
    let mut parts: Vec<Vec<usize>> = vec![Vec::new()];
    for at in 0..heard.words.len() {
        let is_new = at > 0 && heard.clause(at) != heard.clause(at - 1);
        if is_new || (thing.at..thing.end).contains(&at) {
            parts.push(Vec::new());
        }
        if !(thing.at..thing.end).contains(&at) {
            parts.last_mut()?.push(at);
        }
    }
    let is_thing_at = |at: &usize| heard.things.iter().any(|other| other.at == *at && is_thing(other));
    let is_joint = |at: &usize| JOINTS.contains(&heard.words[*at].as_str());
    let trimmed = |part: &Vec<usize>| {
        let end = part.iter().rposition(|at| !is_joint(at)).map_or(0, |last| last + 1);
        part[..end].iter().copied().skip_while(is_joint).collect::<Vec<usize>>()
    };
    let is_told =
        |part: &Vec<usize>| part.iter().any(|at| tells(*at)) && (part.len() > 1 || part.iter().any(is_thing_at));
    let parts: Vec<Vec<usize>> = parts.iter().map(trimmed).filter(is_told).collect();
    let words = |part: &Vec<usize>| part.iter().map(|at| heard.words[*at].as_str()).collect::<Vec<_>>().join(" ");
    Some(parts.iter().map(|part| format!("`{}`", words(part))).collect())
}

/// Whether a reason is about the word for an answer.
fn is_about_token(why: &str) -> bool {
    why.starts_with('`') && !why.contains("would not do")
}

/// Whether it is something of the game, and not a word.
fn is_thing<C: wilderness_engine::Choice>(thing: &HeardThing<C>) -> bool {
    thing.thing.token().contains(':')
}

/// What the line wants done afterwards, if the proposals do only one thing.
fn later<C: wilderness_engine::Choice>(heard: &Heard<C>, lines: &[String]) -> Option<String> {
    let begins = |at: &usize| is_word_for("then", &heard.words[*at]) && heard.clause(*at) != heard.clause(*at - 1);
    let from = (1..heard.words.len()).find(begins)?;
    let of_clause = |at: &usize| heard.clause(*at) == heard.clause(from);
    let words: Vec<&str> = (from..heard.words.len()).take_while(of_clause).map(|at| heard.words[at].as_str()).collect();
    let things = heard.things.iter().filter(|thing| heard.clause(thing.at) == heard.clause(from));
    let is_taken = things.clone().next().is_some()
        && things.clone().all(|thing| lines.iter().any(|line| fold(line).contains(&thing.typed)));
    let does_more = lines.iter().any(|line| line.contains([',', ';']));
    (words.len() > 1 && !is_taken && !does_more).then(|| format!("`{}`", words.join(" ")))
}
