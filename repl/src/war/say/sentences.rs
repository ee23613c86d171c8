//! What a line means: a sentence, the end of a list that names all, losses by name, or plain answers.

use super::run_on;
use crate::front::{
    Asked, Closing, Extent, Last, Lexicon, LineLink, Meaning, Meant, Name, Plan, PossibleThing, Sentences, Unclear,
    Which,
};
use crate::prompt::heard::Heard;
use crate::prompt::line::{first_part, parts, separated};
use crate::prompt::which::replaced;
use crate::text::names::fold;
use crate::war::lexicon::Vocabulary;
use crate::war::names;
use crate::war::say::{self, Candidate, Goal, Losses, SentenceError};
use std::borrow::Cow;
use std::sync::Arc;
use wilderness_war::{Ask, Choice, Decision, Game, War, Word};

/// The words that leave the question what to demolish.
const WAYS_OUT: [&str; 5] = ["none", "no", "nothing", "nobody", "cancel"];

/// How many readings of a sentence with ambiguous names are tried: enough for three names of four pieces each.
const MOST_TRIES: usize = 64;

/// The sentences of this game.
pub enum WarSentences {}

impl Sentences<War> for WarSentences {
    type Goal = Goal;

    fn understand<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
        meaning(asked, line)
    }

    fn rephrased(game: &Game, line: &str) -> Vec<String> {
        say::rephrased(game, line)
    }

    fn guesses(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
        say::guesses(game, heard)
    }

    fn later(heard: &Heard<Choice>, sentence: &str) -> Option<usize> {
        say::storms_later(heard).filter(|_| sentence.starts_with("siege "))
    }

    fn objections(game: &Game, heard: &Heard<Choice>) -> Vec<String> {
        say::objections(game, heard)
    }

    fn verbs() -> Vec<&'static str> {
        say::VERBS.iter().map(|(verb, _)| *verb).collect()
    }

    fn link(last: &Last<War>, ask: &Ask, named: Option<Choice>) -> LineLink {
        run_on::link(last, ask, named)
    }

    fn ends_list(last: &Last<War>, part: &str, named: Option<Choice>) -> bool {
        run_on::ends_list(last, part, named)
    }

    /// The word that declines differs from question to question; `no` and its synonyms decline all of them. Passing may
    /// also mean naming no piece, but not ending a list that has been begun.
    fn closing(decision: &Decision) -> Closing<Choice> {
        let ask = &decision.ask;
        let first = |words: [Word; 3]| words.into_iter().map(Choice::Word).find(|word| decision.choices.contains(word));
        let begun = matches!(ask, Ask::Member(_) | Ask::Activate(_) | Ask::Drop(_));
        Closing {
            end: first([Word::Stop, Word::Done, Word::Pass]),
            no: first([Word::Done, Word::Pass, Word::Stop]).filter(|_| !matches!(ask, Ask::March(_))),
            pass: first([Word::Pass, Word::Done, Word::Hold]).filter(|_| !begun),
        }
    }

    fn find(game: &Game, typed: &str) -> Vec<Choice> {
        names::find_things(game, typed)
    }

    fn names() -> Vec<&'static str> {
        names::all_names()
    }

    fn lexicon(game: &Game) -> Arc<dyn Lexicon> {
        Arc::new(Vocabulary::of(game))
    }
}

/// What a line means. One that answers the open decision as it stands is an answer: `siege`, where the menu offers it.
///
/// # Errors
/// What is not understood, or what a rule forbids.
fn meaning<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
    let reacts = matches!(asked.menu.decision.ask, Ask::Intercept(_) | Ask::Avoid(_));
    let sentence = match say::begins_sentence(line) {
        _ if asked.last.is_some() || asked.is_answer => None,
        _ if reacts && say::is_all(line) => Some(format!("{} with all", verb(&asked.menu.decision)).into()),
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
    let plan = plan_of(asked.game, &sentence)?;
    // The forces of a campaign are named one after the other, and then both act.
    let earlier = asked.unfinished.filter(|_| matches!(asked.menu.decision.ask, Ask::Commander(_)));
    Ok(Meaning::Plan(earlier.map_or(plan.clone(), |earlier| say::after(plan, earlier)), after))
}

/// The verb of a sentence that has none: `montcalm with all to sorel`.
fn verb(decision: &Decision) -> &'static str {
    match decision.ask {
        Ask::March(_) | Ask::Action(_) | Ask::Mover => "move",
        Ask::Intercept(_) => "intercept",
        Ask::Avoid(_) => "avoid",
        _ => "activate",
    }
}

/// What the first part of a line of answers means, or as much of the line as belongs to it.
fn answers<'a>(asked: &Asked<'_, War>, line: &'a str) -> Result<Meaning<'a, War>, Unclear> {
    let open = &asked.menu.decision;
    let ((part, after), all) = (first_part(line), parts(line));
    let refused = |reason: String| Unclear::Refused(reason);
    let folded = if say::is_all(part) { "all".into() } else { fold(part) };
    let (goal, after) = match folded.as_str() {
        "all" if !names_all(open) => {
            return Err(refused(
                "`all` names all pieces that go with a force or join a battle; that is not asked now".into(),
            ));
        }
        "all" => (Goal::Everybody(open.ask.clone()), after),
        _ if all.len() > 1 && matches!(open.ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_)) => {
            let apart = separated(asked.menu, asked.game, line);
            let all = apart.as_deref().map_or(all, parts);
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

/// Whether `all` answers a question: all go with a force or join a battle, or a card lets several pieces be named.
fn names_all(open: &Decision) -> bool {
    let pieces = open.choices.iter().filter(|choice| choice.piece().is_some()).count();
    match open.ask {
        Ask::Member(_) | Ask::Militia(_) | Ask::Sortie(_) | Ask::Inside(_) => true,
        Ask::Event(_) => pieces > 0 && open.choices.contains(&Choice::Word(Word::Done)),
        _ => false,
    }
}

/// The plan of a sentence. If a name fits several pieces or places, and the sentence can be carried out with only one of
/// them, that one is meant.
fn plan_of(game: &Game, sentence: &str) -> Result<Plan<War>, Unclear> {
    let (mut line, mut tries) = (sentence.to_string(), MOST_TRIES);
    loop {
        let (typed, mut able) = match say::understand(game, &line) {
            Ok(plan) => return Ok(plan),
            Err(SentenceError::Several { typed, candidates }) => (typed, candidates),
            Err(reason) => return Err(unclear(&line, &reason)),
        };
        let all = able.clone();
        let with = |one: &Candidate| replaced(&line, &typed, one.in_line()).filter(|with| *with != line);
        if able.iter().all(|one| one.number.is_none()) {
            able.retain(|one| with(one).is_some_and(|line| is_possible(game, &line, &mut tries)));
        }
        // Which of several pieces of one name is meant makes no difference.
        let is_one_name = all.iter().all(|one| one.text.split(" (").next() == all[0].text.split(" (").next());
        if able.is_empty()
            && is_one_name
            && let Some(reason) = all.first().and_then(with).and_then(|line| why_impossible(game, &line))
        {
            return Err(Unclear::Refused(reason));
        }
        match able.as_slice() {
            [only] => match with(only) {
                Some(settled) => line = settled,
                None => return Err(which_name(&line, &typed, &all)),
            },
            [] => return Err(which_name(&line, &typed, &all)),
            several => return Err(which_name(&line, &typed, several)),
        }
    }
}

/// Whether a sentence can be carried out, whichever things its names mean; yes, if that takes too long to find out.
fn is_possible(game: &Game, line: &str, tries: &mut usize) -> bool {
    let Some(left) = tries.checked_sub(1) else { return true };
    *tries = left;
    match say::understand(game, line) {
        Ok(_) | Err(SentenceError::WhichCard { .. }) => true,
        Err(SentenceError::Several { typed, candidates }) => candidates.iter().any(|one| {
            let with = replaced(line, &typed, one.in_line()).filter(|with| with != line);
            with.is_some_and(|line| is_possible(game, &line, tries))
        }),
        Err(_) => false,
    }
}

/// Why a sentence is refused, whichever things its names mean: with the first reading of each.
fn why_impossible(game: &Game, line: &str) -> Option<String> {
    let mut line = line.to_string();
    for _ in 0..MOST_TRIES {
        match say::understand(game, &line) {
            Ok(_) | Err(SentenceError::WhichCard { .. }) => return None,
            Err(SentenceError::Several { typed, candidates }) => {
                line = replaced(&line, &typed, candidates.first()?.in_line()).filter(|with| *with != line)?;
            }
            Err(reason) => return Some(reason.to_string()),
        }
    }
    None
}

/// Which card is meant, or why a sentence is refused.
fn unclear(line: &str, reason: &SentenceError) -> Unclear {
    let SentenceError::WhichCard { candidates } = reason else { return Unclear::Refused(reason.to_string()) };
    let using = |card: &Candidate| Meant {
        number: card.number.clone(),
        name: Name::new(&card.name),
        line: format!("{line} using {}", card.in_line()),
    };
    let candidates = candidates.iter().map(using).collect();
    Unclear::Asks(Which { question: reason.to_string(), candidates, only_looks: false })
}

/// Which of several things with a name is meant.
fn which_name(line: &str, typed: &str, candidates: &[Candidate]) -> Unclear {
    let thing = |one: &Candidate| PossibleThing {
        number: one.number.clone(),
        in_line: one.in_line().to_string(),
        name: Name::new(&one.name),
        text: one.text.clone(),
    };
    match Which::among(line, typed, &candidates.iter().map(thing).collect::<Vec<_>>()) {
        Some(which) => Unclear::Asks(which),
        None => {
            Unclear::Refused(SentenceError::Several { typed: typed.into(), candidates: candidates.into() }.to_string())
        }
    }
}
