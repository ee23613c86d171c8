//! Several sentences on one line, with `;` or `then` between them: `move béarn to 0613; rally all`.

use super::{Session, Trouble, plain};
use crate::prompt::front::{Front, Sentences};
use crate::text::names::fold;

impl<F: Front> Session<F> {
    /// Carries out the sentences of a line one after the other, up to the first that is refused.
    ///
    /// # Errors
    /// Why one of them is refused; what was done before it stands.
    pub(super) fn say_all(&mut self, line: &str, said: &mut String) -> Result<(), Trouble> {
        let sentences = sentences_of::<F>(line);
        let [first, rest @ ..] = sentences.as_slice() else { return self.say(line, said) };
        if rest.is_empty() {
            return self.say(first, said);
        }
        self.say_one(first, said)?;
        for sentence in rest {
            self.say_one(sentence, said).map_err(|trouble| match trouble {
                Trouble::Plain(reason) => plain(format!("`{sentence}` is not carried out: {reason}")),
                other => other,
            })?;
        }
        Ok(())
    }

    /// Carries out one of several sentences, put otherwise if it is not understood as it stands.
    fn say_one(&mut self, sentence: &str, said: &mut String) -> Result<(), Trouble> {
        let before = self.game.past().answers();
        let refused = match self.say(sentence, said) {
            Err(Trouble::Plain(reason)) if self.game.past().answers() == before => reason,
            done => return done,
        };
        let mut reason = refused;
        for other in F::Sentences::rephrased(&self.game, sentence) {
            match self.say(&other, said) {
                Err(Trouble::Plain(why)) if self.game.past().answers() == before => reason = why,
                done => return done,
            }
        }
        Err(Trouble::Plain(reason))
    }
}

/// The sentences of a line. `then` also stands between the spaces of a march; it ends a sentence only before a verb.
fn sentences_of<F: Front>(line: &str) -> Vec<&str> {
    let is_verb = |word: &str| F::Sentences::verbs().contains(&fold(word).as_str());
    let mut sentences = Vec::new();
    for part in line.split(';') {
        let mut start = 0;
        for (at, then) in part.match_indices(" then ") {
            let next = part[at + then.len()..].split_whitespace().next().unwrap_or_default();
            if is_verb(next) {
                sentences.push(&part[start..at]);
                start = at + then.len();
            }
        }
        sentences.push(&part[start..]);
    }
    sentences.into_iter().map(without_and).filter(|text| !text.is_empty()).collect()
}

/// A sentence without the comma or the `and` before the next one.
fn without_and(text: &str) -> &str {
    let text = text.trim().trim_end_matches(',').trim_end();
    text.strip_suffix(" and").unwrap_or(text).trim_end_matches([',', ' '])
}
