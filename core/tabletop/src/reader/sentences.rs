//! The sentences that answer questions.

use super::Reader;
use crate::data::QuestionFacts;
use crate::form::SentenceForm;
use crate::sentences::SentencePattern;
use wilderness_engine::Word;
use wilderness_engine::faults::Spanned;

/// The most sentences.
const MOST_SENTENCES: usize = 50;

impl Reader<'_> {
    pub fn sentences(&mut self, forms: &[SentenceForm], questions: &[QuestionFacts]) -> Vec<SentencePattern> {
        let mut sentences = Vec::new();
        for form in forms {
            let answers = form.answers.iter().filter_map(|(id, answer)| self.answer(id, answer, questions)).collect();
            let question = |id: &str| {
                let found = questions.iter().find(|facts| facts.id.as_str() == id)?;
                Some((found.id, found.noun.clone()))
            };
            let text = self.text(&form.pattern);
            match SentencePattern::read(&text, answers, question) {
                Ok(_) if sentences.len() == MOST_SENTENCES => {
                    self.fault(
                        "many",
                        format!("there are more than {MOST_SENTENCES} sentences"),
                        &form.pattern,
                        "this",
                    );
                    break;
                }
                Ok(pattern) => sentences.push(pattern),
                Err(why) => self.fault("sentence", why, &form.pattern, "in this pattern"),
            }
        }
        sentences
    }

    fn answer(&mut self, id: &str, answer: &Spanned<String>, questions: &[QuestionFacts]) -> Option<(Word, String)> {
        let found = questions.iter().find(|facts| facts.id.as_str() == id).map(|facts| facts.id);
        if found.is_none() {
            let shown = wilderness_engine::harmless::one_line(id);
            self.fault("sentence", format!("there is no question `{shown}`"), answer, "an answer to it");
        }
        Some((found?, self.text(answer)))
    }
}
