//! What a line means: a sentence, the end of a list that names all, losses by name, or plain answers.

use crate::front::{Asked, Extent, Meaning, Meant, Name, Plan, Unclear, Which};
use crate::prompt::line::{first_part, parts};
use crate::text::names::fold;
use crate::war::say::{self, Goal, Losses, SentenceError};
use std::borrow::Cow;
use wilderness_war::{Ask, Choice, Decision, War, Word};

/// The words that leave the question what to demolish.
const WAYS_OUT: [&str; 5] = ["none", "no", "nothing", "nobody", "cancel"];

/// What a line means. One that answers the open decision as it stands is an answer: `siege`, where the menu offers it.
///
/// # Errors
/// What is not understood, or what a rule forbids.
pub fn understand<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
    let sentence = match say::begins_sentence(line) {
        _ if asked.last.is_some() || asked.is_answer => None,
        true if asked.begins_with_answer && !line.split(',').next().unwrap_or(line).trim().contains(' ') => None,
        true => Some(Cow::Borrowed(line)),
        false if say::looks_like_sentence(line) => Some(format!("{} {line}", verb(&asked.menu.decision)).into()),
        false => None,
    };
    let Some(sentence) = sentence else { return answers(asked, line) };
    // The words after the card and its use answer the questions that follow: `play 24 for force, montcalm, all`.
    let (sentence, after) = match (line.split_once(','), &sentence) {
        (Some((play, answers)), Cow::Borrowed(_)) if fold(play).starts_with("play ") => {
            (Cow::Borrowed(play.trim_end()), answers.trim())
        }
        _ => (sentence, ""),
    };
    let plan = say::understand(asked.game, &sentence).map_err(|reason| unclear(&sentence, reason))?;
    // The forces of a campaign are named one after the other, and then both act.
    let earlier = asked.unfinished.filter(|_| matches!(asked.menu.decision.ask, Ask::Commander(_)));
    Ok(Meaning::Plan(earlier.map_or(plan.clone(), |earlier| say::after(plan, earlier)), after))
}

/// The verb of a sentence that has none: `montcalm with all to sorel`.
fn verb(decision: &Decision) -> &'static str {
    match decision.ask {
        Ask::March(_) | Ask::Action(_) | Ask::Mover => "move",
        _ => "activate",
    }
}

/// What the first part of a line of answers means, or as much of the line as belongs to it.
fn answers<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
    let open = &asked.menu.decision;
    let ((part, after), all) = (first_part(line), parts(line));
    let refused = |reason: String| Unclear::Refused(reason);
    let (goal, after) = match fold(part).as_str() {
        "all" if !matches!(open.ask, Ask::Member(_) | Ask::Militia(_) | Ask::Sortie(_) | Ask::Inside(_)) => {
            return Err(refused(
                "`all` names all pieces that go with a force or join a battle; that is not asked now".into(),
            ));
        }
        "all" => (Goal::Everybody(open.ask.clone()), after),
        _ if all.len() > 1 && matches!(open.ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_)) => {
            let losses = Losses::read(asked.game, asked.shown, asked.menu, &all).map_err(refused)?;
            // If one of them cannot take a loss, nothing is done.
            let plan = Plan::new(open.side, [Goal::Lose(losses.clone())], Extent::Whole);
            say::check(&plan, asked.game).map_err(|reason| refused(reason.to_string()))?;
            (Goal::Lose(losses), "")
        }
        way_out if open.ask == Ask::Demolish && WAYS_OUT.contains(&way_out) => (Goal::Undemolished, after),
        _ => return Ok(Meaning::Answers(line.into())),
    };
    let unit = open.choices.iter().copied().find(|choice| choice.piece().is_some());
    let named = match goal {
        Goal::Undemolished => Some(Choice::Word(Word::Demolish)),
        _ => unit,
    };
    let Some(named) = named else { return Ok(Meaning::Answers(line.into())) };
    Ok(Meaning::Plan(Plan::new(open.side, [goal], Extent::Part(named)), after))
}

/// What is asked back about a sentence, or why it is refused.
fn unclear(line: &str, reason: SentenceError) -> Unclear {
    let question = reason.to_string();
    let meant = |candidate: &say::Candidate, line: Option<String>| {
        let (number, name) = (candidate.number.clone(), Name::new(&candidate.name));
        line.map(|line| Meant { number, name, line })
    };
    let candidates: Vec<Meant> = match &reason {
        SentenceError::WhichCard { candidates } => {
            let using = |card: &say::Candidate| meant(card, Some(format!("{line} using {}", card.in_line())));
            candidates.iter().filter_map(using).collect()
        }
        SentenceError::Several { typed, candidates } => {
            candidates.iter().filter_map(|one| meant(one, replaced(line, typed, one.in_line()))).collect()
        }
        _ => Vec::new(),
    };
    if candidates.is_empty() { Unclear::Refused(question) } else { Unclear::Asks(Which { question, candidates }) }
}

/// A line with another name in place of this one, behind its verb.
fn replaced(line: &str, typed: &str, name: &str) -> Option<String> {
    let (verb, rest) = line.split_once(char::is_whitespace)?;
    let is_whole = |start: &usize| {
        let (before, after) = (rest[..*start].chars().next_back(), rest[*start + typed.len()..].chars().next());
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    };
    let start = rest.match_indices(typed).map(|(start, _)| start).find(is_whole)?;
    Some(format!("{verb} {}{name}{}", &rest[..start], &rest[start + typed.len()..]))
}
