//! Decisions: what a side is asked, and the complete list of its legal answers.

use crate::map::Department;
use crate::script::MomentKind;
use crate::sets::{CardId, Id, PieceId, PieceSet, SpaceId, SpaceSet};
use crate::side::Side;
use crate::table::Throw;
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// An answer with a name of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Word {
    /// Use the card as its event (5.5).
    Event,
    /// Use the card to activate a force (5.34).
    Force,
    /// Use the card to activate units and leaders individually (5.33).
    Individual,
    /// Use the card to build stockades (5.41).
    Stockades,
    /// Use the card to build forts (5.42).
    Forts,
    /// March, sail or stay: anything but a siege or an assault.
    Move,
    /// Roll on the Siege Table (8.23).
    Siege,
    /// Assault the fort or fortress (9.0).
    Assault,
    /// Attack the besiegers from inside (8.25).
    Sortie,
    /// Go inside the fort or fortress.
    Inside,
    /// Drop off units or leaders (6.22, 10.13).
    Drop,
    /// Demolish an own fort, stockade or fort under construction (5.46).
    Demolish,
    /// Pass, holding the last card (4.0).
    Hold,
    /// Remain in the space.
    Stay,
    /// End the movement here.
    Stop,
    /// Do none of it.
    Pass,
    /// No more of it.
    Done,
}

impl Word {
    /// All of them.
    pub const ALL: [Word; 17] = [
        Word::Event,
        Word::Force,
        Word::Individual,
        Word::Stockades,
        Word::Forts,
        Word::Move,
        Word::Siege,
        Word::Assault,
        Word::Sortie,
        Word::Inside,
        Word::Drop,
        Word::Demolish,
        Word::Hold,
        Word::Stay,
        Word::Stop,
        Word::Pass,
        Word::Done,
    ];

    /// The token of the answer.
    pub fn token(self) -> &'static str {
        match self {
            Word::Event => "event",
            Word::Force => "force",
            Word::Individual => "individual",
            Word::Stockades => "stockades",
            Word::Forts => "forts",
            Word::Move => "move",
            Word::Siege => "siege",
            Word::Assault => "assault",
            Word::Sortie => "sortie",
            Word::Inside => "inside",
            Word::Drop => "drop",
            Word::Demolish => "demolish",
            Word::Hold => "hold",
            Word::Stay => "stay",
            Word::Stop => "stop",
            Word::Pass => "pass",
            Word::Done => "done",
        }
    }
}

/// The name of an option in a card's script: up to 24 lower-case letters, digits and hyphens.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Label([u8; Label::LENGTH]);

impl Label {
    const LENGTH: usize = 24;

    /// The label with this text, if it can be one.
    pub fn new(text: &str) -> Option<Label> {
        let fits = (1..=Label::LENGTH).contains(&text.len());
        let plain = text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        let mut bytes = [0; Label::LENGTH];
        (fits && plain).then(|| {
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            Label(bytes)
        })
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|&byte| byte == 0).unwrap_or(Label::LENGTH);
        // Only ASCII goes in.
        std::str::from_utf8(&self.0[..end]).unwrap_or_default()
    }
}

/// Numbers come in their order, before words.
impl Ord for Label {
    fn cmp(&self, other: &Label) -> Ordering {
        let key = |label: &Label| label.as_str().parse::<u32>().map_or((true, 0), |number| (false, number));
        key(self).cmp(&key(other)).then(self.0.cmp(&other.0))
    }
}

impl PartialOrd for Label {
    fn partial_cmp(&self, other: &Label) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A legal answer: one piece, space or card, or a named option.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Choice {
    /// A leader or unit.
    Piece(PieceId),
    /// A space; in movement, entering it by land or boat.
    Space(SpaceId),
    /// Entering a space by infiltration (6.6).
    Infiltrate(SpaceId),
    /// Going to a port by sea (6.4).
    Naval(SpaceId),
    /// A card.
    Card(CardId),
    /// An option that a card's script names.
    Option(Label),
    /// A named option.
    Word(Word),
}

impl Choice {
    /// The stable text form used in records, the command line and tests.
    pub fn token(self) -> String {
        match self {
            Choice::Piece(piece) => format!("piece:{}", piece.id()),
            Choice::Space(space) => format!("space:{}", space.id()),
            Choice::Infiltrate(space) => format!("infiltrate:{}", space.id()),
            Choice::Naval(space) => format!("naval:{}", space.id()),
            Choice::Card(card) => format!("card:{}", card.0),
            Choice::Option(label) => format!("option:{}", label.as_str()),
            Choice::Word(word) => word.token().to_string(),
        }
    }

    /// The choice with this token, if there is one in the game.
    pub fn from_token(token: &str) -> Option<Choice> {
        let space = |id: &str| crate::map::Map::get().find(id);
        match token.split_once(':') {
            Some(("piece", id)) => crate::pieces::Pieces::get().find(id).map(Choice::Piece),
            Some(("space", id)) => space(id).map(Choice::Space),
            Some(("infiltrate", id)) => space(id).map(Choice::Infiltrate),
            Some(("naval", id)) => space(id).map(Choice::Naval),
            Some(("option", name)) => Label::new(name).map(Choice::Option),
            Some(("card", number)) => number.parse().ok().map(|number| Choice::Card(CardId(number))),
            Some(_) => None,
            None => Word::ALL.into_iter().find(|word| word.token() == token).map(Choice::Word),
        }
    }

    /// The piece, if it is one.
    pub fn piece(self) -> Option<PieceId> {
        match self {
            Choice::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// The space, however it is entered.
    pub fn space(self) -> Option<SpaceId> {
        match self {
            Choice::Space(space) | Choice::Infiltrate(space) | Choice::Naval(space) => Some(space),
            _ => None,
        }
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Choice::Piece(piece) => piece.fmt(f),
            Choice::Space(space) => space.fmt(f),
            Choice::Infiltrate(space) => write!(f, "infiltrate {space}"),
            Choice::Naval(space) => write!(f, "sail to {space}"),
            Choice::Card(card) => card.fmt(f),
            Choice::Option(label) => f.write_str(label.as_str()),
            Choice::Word(word) => f.write_str(word.token()),
        }
    }
}

impl fmt::Debug for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.token())
    }
}

/// The choices of a decision, put together in their stable order.
#[derive(Default)]
pub struct Choices(Vec<Choice>);

impl Choices {
    /// No choices yet.
    pub fn none() -> Choices {
        Choices(Vec::new())
    }

    /// Each of these pieces.
    pub fn pieces(pieces: PieceSet) -> Choices {
        Choices::of(pieces.iter().map(Choice::Piece))
    }

    /// Each of these spaces.
    pub fn spaces(spaces: SpaceSet) -> Choices {
        Choices::of(spaces.iter().map(Choice::Space))
    }

    /// These, with room for the words that follow.
    fn of(ids: impl ExactSizeIterator<Item = Choice>) -> Choices {
        let mut choices = Vec::with_capacity(ids.len() + 2);
        choices.extend(ids);
        Choices(choices)
    }

    /// Whether it is among them.
    pub fn has(&self, choice: Choice) -> bool {
        self.0.contains(&choice)
    }

    /// And this choice.
    pub fn add(&mut self, choice: Choice) {
        self.0.push(choice);
    }

    /// And each of these.
    pub fn add_all<T: Id>(&mut self, ids: impl IntoIterator<Item = T>, choice: impl Fn(T) -> Choice) {
        self.0.extend(ids.into_iter().map(choice));
    }

    /// And this word.
    pub fn or(mut self, word: Word) -> Choices {
        self.0.push(Choice::Word(word));
        self
    }

    /// And this word, if the condition holds.
    pub fn or_if(self, condition: bool, word: Word) -> Choices {
        if condition { self.or(word) } else { self }
    }

    /// Whether nothing can be chosen.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The only choice, if there is one.
    pub fn only(&self) -> Option<Choice> {
        match self.0[..] {
            [only] => Some(only),
            _ => None,
        }
    }

    /// The choices in their stable order.
    pub fn sorted(mut self) -> Vec<Choice> {
        self.0.sort_unstable();
        self.0
    }
}

/// What a side is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// What a die shows that the players have rolled.
    Die(Throw),
    /// P1: which card to play.
    Card,
    /// P1: what to use the card for.
    Use(CardId),
    /// P1, V4, RD1, Z1: what to demolish.
    Demolish,
    /// B1: where to place a stockade; how many more the card allows.
    Stockade(u8),
    /// B2: where to start or finish a fort; how many more the card allows.
    Fort(u8),
    /// A1: what to activate individually; half points left.
    Activate(u8),
    /// A2: the leader whose force is activated.
    Commander(CardId),
    /// A3, E3, E6: who goes with the commander.
    Member(PieceId),
    /// A6: which of the activated acts next.
    Mover,
    /// M1: what a force or piece does.
    Action(PieceId),
    /// V4: where to go next.
    March(PieceId),
    /// V4: what is dropped off.
    Drop(SpaceId),
    /// E3: who intercepts.
    Intercept(SpaceId),
    /// E5: who defends inside the fort or fortress.
    Inside(SpaceId),
    /// E6: who avoids battle.
    Avoid(SpaceId),
    /// E6b: where those who avoid go.
    AvoidTo(SpaceId),
    /// L1: where a leader alone among enemies goes.
    Displace(PieceId),
    /// F1: which militia join a battle.
    Militia(SpaceId),
    /// F2: which besieged pieces join a battle outside.
    Sortie(SpaceId),
    /// F7: which unit loses a step; how many are still to lose.
    Loss(u8),
    /// R1: where a beaten piece retreats.
    Retreat(PieceId),
    /// G4: whether to assault.
    Assault(SpaceId),
    /// RD1: where to raid next.
    Raid,
    /// RD2: whether a militia unit defends a stockade against a raid.
    RaidMilitia(SpaceId),
    /// RD7: which raider loses a step; how many are still to lose.
    RaidLoss(u8),
    /// RD8, Y1, Y2: where a piece goes home.
    GoHome(PieceId),
    /// Y4: which reduced drilled troops die in the winter.
    Attrition(SpaceId),
    /// 5.55: which other leader of command 7 is recalled for this one.
    Recall(PieceId),
    /// 5.54: which provincials of a department are disbanded.
    Disband(Department),
    /// A window: which card is played in response (5.56).
    Respond(MomentKind),
    /// What a card's script asks, in its own words.
    Event(Arc<str>),
    /// What an optional rule asks (14.0).
    Optional(Arc<str>),
    /// What an optional rule asks in secret: the other side learns the answer with what comes of it (13.3).
    Secret(Arc<str>),
    /// Z1: whether to demolish something at the end of an activation.
    AfterActivation,
}

/// The words for the kinds of decisions in records and tests: from one table both the word of a decision and the list
/// of
/// all words, so that none can be forgotten.
macro_rules! kinds {
    ($($($pattern:pat_param)|+ => $word:literal,)+) => {
        impl Ask {
            /// The words for all kinds of decisions, each once.
            pub const KINDS: &[&str] = &[$($word),+];

            /// The word for this kind of decision in records and tests.
            pub fn kind(&self) -> &'static str {
                match self {
                    $($($pattern)|+ => $word,)+
                }
            }
        }
    };
}

kinds! {
    Ask::Card => "card",
    Ask::Die(_) => "die",
    Ask::Use(_) => "use",
    Ask::Demolish => "demolish",
    Ask::Stockade(_) => "stockade",
    Ask::Fort(_) => "fort",
    Ask::Activate(_) => "activate",
    Ask::Commander(_) => "commander",
    Ask::Member(_) => "member",
    Ask::Mover => "mover",
    Ask::Action(_) => "action",
    Ask::March(_) => "march",
    Ask::Drop(_) => "drop",
    Ask::Intercept(_) => "intercept",
    Ask::Inside(_) => "inside",
    Ask::Avoid(_) => "avoid",
    Ask::AvoidTo(_) => "avoid-to",
    Ask::Displace(_) => "displace",
    Ask::Militia(_) => "militia",
    Ask::Sortie(_) => "sortie",
    Ask::Loss(_) => "loss",
    Ask::Retreat(_) => "retreat",
    Ask::Assault(_) => "assault",
    Ask::Raid => "raid",
    Ask::RaidMilitia(_) => "raid-militia",
    Ask::RaidLoss(_) => "raid-loss",
    Ask::GoHome(_) => "go-home",
    Ask::Attrition(_) => "attrition",
    Ask::Recall(_) => "recall",
    Ask::Disband(_) => "disband",
    Ask::Respond(_) => "respond",
    Ask::Event(_) => "event",
    Ask::Optional(_) | Ask::Secret(_) => "optional",
    Ask::AfterActivation => "after-activation",
}

impl Ask {
    /// The rule that lets the side choose.
    pub fn rule(&self) -> &'static str {
        match self {
            Ask::Card => "5.1",
            Ask::Die(_) => "2.0",
            Ask::Use(_) => "5.26",
            Ask::Demolish | Ask::AfterActivation => "5.46",
            Ask::Stockade(_) => "5.41",
            Ask::Fort(_) => "5.42",
            Ask::Activate(_) | Ask::Mover => "5.33",
            Ask::Commander(_) | Ask::Member(_) => "5.34",
            Ask::Action(_) => "5.36",
            Ask::March(_) => "6.1",
            Ask::Drop(_) => "6.22",
            Ask::Intercept(_) => "6.72",
            Ask::Inside(_) => "8.1",
            Ask::Avoid(_) => "6.8",
            Ask::AvoidTo(_) => "6.81",
            Ask::Displace(_) => "6.53",
            Ask::Militia(_) => "7.3",
            Ask::Sortie(_) => "8.251",
            Ask::Loss(_) => "7.62",
            Ask::Retreat(_) => "7.91",
            Ask::Assault(_) => "8.24",
            Ask::Raid => "10.1",
            Ask::RaidMilitia(_) => "10.2",
            Ask::RaidLoss(_) => "10.31",
            Ask::GoHome(_) => "10.4",
            Ask::Attrition(_) => "11.2",
            Ask::Respond(_) => "5.56",
            Ask::Event(_) => "5.51",
            Ask::Optional(_) | Ask::Secret(_) => "14.0",
            Ask::Recall(_) => "5.55",
            Ask::Disband(_) => "5.54",
        }
    }

    /// The question in words.
    pub fn prompt(&self) -> String {
        match self {
            Ask::Card => "Which card do you play?".into(),
            Ask::Die(throw) => format!("A die is rolled ({}): what came?", throw.about()),
            Ask::Use(card) => format!("What do you use card {card} for?"),
            Ask::Demolish => "What do you demolish?".into(),
            Ask::Stockade(left) => format!("Where do you place a stockade? ({left} left)"),
            Ask::Fort(left) => format!("Where do you start or finish a fort? ({left} left)"),
            Ask::Activate(halves) => format!("Whom do you activate? ({} left)", points(*halves)),
            Ask::Commander(_) => "Which leader commands?".into(),
            Ask::Member(commander) => format!("Who goes with {commander}?"),
            Ask::Mover => "Who acts next?".into(),
            Ask::Action(mover) => format!("What does {mover} do?"),
            Ask::March(mover) => format!("Where does {mover} go?"),
            Ask::Drop(space) => format!("Whom do you leave at {space}?"),
            Ask::Intercept(space) => format!("Who intercepts at {space}?"),
            Ask::Inside(space) => format!("Who defends inside at {space}?"),
            Ask::Avoid(space) => format!("Who tries to avoid battle at {space}?"),
            Ask::AvoidTo(space) => format!("Where do they go from {space}?"),
            Ask::Displace(leader) => format!("{leader} stands alone among enemies. Where does he go?"),
            Ask::Militia(space) => format!("Which militia fight at {space}?"),
            Ask::Sortie(space) => format!("Which of the besieged fight outside at {space}?"),
            Ask::Loss(left) => format!("Who loses a step? ({left} to lose)"),
            Ask::Retreat(piece) => format!("Where does {piece} retreat?"),
            Ask::Assault(space) => format!("Do you assault {space}?"),
            Ask::Raid => "Where do you raid first?".into(),
            Ask::RaidMilitia(space) => format!("Do militia defend the stockade at {space}?"),
            Ask::RaidLoss(left) => format!("Which raider loses a step? ({left} to lose)"),
            Ask::GoHome(piece) => format!("Where does {piece} go home?"),
            Ask::Attrition(space) => format!("Who dies of the winter at {space}?"),
            Ask::Respond(moment) => format!("Do you play a card {}?", moment.when()),
            Ask::Event(prompt) | Ask::Optional(prompt) | Ask::Secret(prompt) => prompt.to_string(),
            Ask::Recall(leader) => format!("{leader} comes: which other commander-in-chief is recalled?"),
            Ask::Disband(department) => format!("Which provincials of the {department} are disbanded?"),
            Ask::AfterActivation => "Do you demolish anything before you end your action phase?".into(),
        }
    }
}

/// Half activation points in words.
fn points(halves: u8) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => format!("{whole} points"),
        (0, _) => "½ point".into(),
        (whole, _) => format!("{whole}½ points"),
    }
}

/// A decision that is open: what is asked of whom, and every legal answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision {
    /// Who decides.
    pub side: Side,
    /// What is asked.
    pub ask: Ask,
    /// The legal answers, sorted, each once. There are at least two.
    pub choices: Vec<Choice>,
}

impl Decision {
    /// The legal answer with this token.
    pub fn find(&self, token: &str) -> Option<Choice> {
        let choice = Choice::from_token(token)?;
        self.choices.contains(&choice).then_some(choice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::Map;
    use crate::pieces::Pieces;

    #[test]
    fn every_token_leads_back_to_its_choice() {
        let mut choices: Vec<Choice> = Word::ALL.into_iter().map(Choice::Word).collect();
        choices.extend(Map::get().all.iter().flat_map(|s| [Choice::Space(s), Choice::Infiltrate(s), Choice::Naval(s)]));
        choices.extend(Pieces::get().all().iter().map(Choice::Piece));
        choices.extend((1..=70).map(|number| Choice::Card(CardId(number))));
        choices.extend(Label::new("southern-department").map(Choice::Option));
        for choice in choices {
            assert_eq!(Choice::from_token(&choice.token()), Some(choice));
        }
        assert_eq!(Choice::from_token("space:atlantis"), None);
        assert_eq!(Choice::from_token("dance"), None);
        assert_eq!(Choice::from_token("option:No Spaces"), None);
    }
}
