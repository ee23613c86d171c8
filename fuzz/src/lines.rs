//! Lists at the prompt: a line must have the same effect as its parts one by one, as long as the questions are of the
//! same kind.

use crate::scripts;
use wilderness_engine::Agent;
use wilderness_repl::harness::Prompt;
use wilderness_war::agents::Random;
use wilderness_war::{Answer, Ask, Choice, Decision, Forced, Game, PieceSet, Refused, War};

/// The most questions that are answered.
const MOST: usize = 400;
/// The most lists that are compared, each by replaying the whole game. Later ones are answered one by one.
const MOST_LISTS: usize = 60;

/// The first bytes choose the game, and each group of four a line: usually one answer, or a list of up to four choices.
///
/// # Panics
/// If a list differs in effect from its parts one by one, or answers a question of another kind.
pub fn lines(data: &[u8]) {
    let Some((&[seed, more], rest)) = data.split_first_chunk::<2>() else { return };
    let seed = u64::from(u16::from_le_bytes([seed, more]));
    // The inputs of the corpus were found in games of this format.
    let record = format!("wilderness-record 1\nscenario annus-mirabilis\nseed {seed}\nwindows open\n");
    let mut prompt = Prompt::resumed(scripts(), &record).unwrap_or_else(|faults| panic!("no game begins: {faults}"));
    let mut agents = wilderness_war::PerSide::new(|side| Random::new(seed, side));
    let mut lists = 0;
    for bytes in rest.chunks_exact(4).take(MOST) {
        let Some(decision) = prompt.game().decision().cloned() else { return };
        let losses = matches!(decision.ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_));
        if lists < MOST_LISTS && (losses || bytes[0].is_multiple_of(3)) {
            lists += 1;
            list(&mut prompt, &decision, bytes);
        } else {
            let choice = agents[decision.side].choose(&prompt.game().view(decision.side), &decision);
            let line = word(&prompt, choice, bytes[1]);
            prompt.line(&line).unwrap_or_else(|reason| panic!("`{line}` was offered: {reason}"));
        }
    }
}

/// What a person types for a choice: its token, or its number if the number has no other meaning.
fn word(prompt: &Prompt<War>, choice: Choice, byte: u8) -> String {
    prompt.number(choice).filter(|_| byte.is_multiple_of(2)).unwrap_or_else(|| choice.token())
}

/// Types a list, and compares it with its parts.
fn list(prompt: &mut Prompt<War>, decision: &Decision, bytes: &[u8]) {
    let choice = |byte: &u8| decision.choices[usize::from(*byte) % decision.choices.len()];
    let count = 1 + usize::from(bytes[0] / 3) % 4;
    let choices: Vec<Choice> = bytes.iter().cycle().skip(1).take(count).map(choice).collect();
    let words: Vec<String> = choices.iter().map(|choice| word(prompt, *choice, bytes[1])).collect();
    let line = words.join(", ");
    let record = prompt.game().record();
    let mut other = record.play(scripts(), None).unwrap_or_else(|faults| panic!("{faults}"));
    let before = prompt.game().past().answers();
    let said = prompt.line(&line);
    let game = prompt.game();
    let about = || format!("`{line}` at {:?} in\n{record}\nis answered with {said:?}", decision.ask);
    for answer in &game.history()[before..] {
        if let Answer::Choice { side, ask, .. } = answer {
            let force = matches!(ask, Ask::Member(_));
            let words = choices.iter().any(|choice| matches!(choice, Choice::Word(_)));
            assert!(*side == decision.side && (words || force || ask.kind() == decision.ask.kind()), "{}", about());
        }
    }
    if matches!(decision.ask, Ask::Loss(_) | Ask::RaidLoss(_) | Ask::Attrition(_)) && choices.len() > 1 {
        return losses(game, &choices, before, said.is_ok(), &about);
    }
    if choices.iter().any(|choice| matches!(choice, Choice::Word(_))) {
        return;
    }
    one_by_one(&mut other, decision, choices.iter().copied().zip(words.iter().map(String::as_str)));
    assert!(other.state() == game.state() && other.decision() == game.decision(), "{}", about());
}

/// Answers with one choice after the other, as long as the questions are of the same kind. A token may also name a
/// piece that goes with a leader; a number belongs to the menu that was shown, and answers no other question.
fn one_by_one<'a>(game: &mut Game, decision: &Decision, choices: impl Iterator<Item = (Choice, &'a str)>) {
    let mut known = game.past().answers();
    for (choice, word) in choices {
        let is_token = word == choice.token();
        let open = game.decision().filter(|open| open.side == decision.side);
        let same = open.is_some_and(|open| {
            open.ask.kind() == decision.ask.kind() || (is_token && matches!(open.ask, Ask::Member(_)))
        });
        if same && open.is_some_and(|open| open.choices.contains(&choice)) {
            known = game.past().answers() + 1;
            match game.choose(choice) {
                Ok(()) | Err(Refused::ScriptFailed(_)) => {}
                Err(refused) => panic!("{choice:?} was offered and is refused: {refused}"),
            }
        } else if !game.why().forced_since(known).any(|forced: &Forced| forced.choice == choice) {
            return;
        }
    }
}

/// Each unit of an accepted list has lost a step; a refused list has changed nothing.
fn losses(game: &Game, choices: &[Choice], before: usize, accepted: bool, about: &impl Fn() -> String) {
    if !accepted {
        assert_eq!(game.past().answers(), before, "{}", about());
        return;
    }
    let mut lost: Vec<Choice> = game.history()[before..].iter().filter_map(chosen).collect();
    lost.extend(game.why().forced_since(before + 1).map(|forced| forced.choice));
    let named: PieceSet = choices.iter().filter_map(|choice| choice.piece()).collect();
    assert!(named.iter().all(|piece| lost.contains(&Choice::Piece(piece))), "{}", about());
}

fn chosen(answer: &Answer) -> Option<Choice> {
    match answer {
        Answer::Choice { choice, .. } => Some(*choice),
        _ => None,
    }
}
