//! What the program and a bot outside it say to each other: one JSON object a line each way. `core/lab/book/BOTS.md`
//! documents it for those who write bots.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The version of the protocol. It grows when a bot that knows the one before could misunderstand what is said.
pub const VERSION: u32 = 1;

/// What the program says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ToBot {
    /// A game begins. Answered with [`Ready`].
    Begin(GameBegins),
    /// A decision of the bot's seat. Answered with [`Answered`].
    Choose(Box<BotQuestion>),
    /// The game is over. Not answered.
    End {
        /// The score of each side, by its word.
        scores: BTreeMap<String, i32>,
    },
}

/// A game begins.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GameBegins {
    /// The version of the protocol.
    pub protocol: u32,
    /// The word of the game.
    pub game: String,
    /// The id of the scenario.
    pub scenario: String,
    /// The words of the sides, in order.
    pub sides: Vec<String>,
    /// The side for which the bot begins.
    pub side: String,
    /// The seed from which a bot should take all its chance, so that the same games are played again.
    pub seed: u64,
}

/// What a bot wants to know at each decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BotWants {
    /// What its side may see.
    #[default]
    View,
    /// The record, from which a build of this program follows the game. It tells everything, so it is for measuring only.
    Record,
}

/// A bot's answer to [`ToBot::Begin`].
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Ready {
    /// The version of the protocol that it speaks.
    pub protocol: u32,
    /// What it wants to know.
    #[serde(default)]
    pub wants: BotWants,
}

/// A decision that a bot has to make.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct BotQuestion {
    /// How many answers and results of chance came before it.
    pub number: usize,
    /// The side that decides.
    pub side: String,
    /// The kind of question: the word of its answers in a record.
    pub kind: String,
    /// The rule.
    pub rule: String,
    /// The legal answers.
    pub choices: Vec<OfferedAnswer>,
    /// What the side sees, for a bot that wants its view.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub view: Option<SeenBySide>,
    /// What there is of the record that the bot does not have yet, for one that wants it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub record: Option<RecordPart>,
}

/// A legal answer.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct OfferedAnswer {
    /// What is answered.
    pub token: String,
    /// What it means; empty for a bot that wants the record.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub says: String,
}

/// What a side sees where it decides.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SeenBySide {
    /// The question in words.
    pub question: String,
    /// What each choice means, in the order of the choices.
    #[serde(skip)]
    pub says: Vec<String>,
    /// The date and the score.
    pub standing: String,
    /// The board and what the side holds, as text.
    pub text: String,
    /// The board, as its picture is drawn from it.
    pub board: Value,
}

/// A part of the record.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct RecordPart {
    /// The whole record so far, at the bot's first question.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub record: String,
    /// At later questions, the lines since the last one.
    pub lines: Vec<String>,
}

/// A bot's answer to [`ToBot::Choose`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answered {
    /// It chooses the answer with this token.
    Token(String),
    /// It cannot answer, and says why.
    Error(String),
}
