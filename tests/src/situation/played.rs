//! A game played from a situation, and assertions about it.

use super::{find_piece, find_space, words};
use wilderness_war::testing::State;
use wilderness_war::{Ask, CardId, Choice, Game, Place, Side, Victory};

/// A game played from a situation.
pub struct Played {
    pub(crate) game: Game,
    pub(super) given: usize,
}

impl Played {
    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Gives the next dice.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Played {
        self.given += faces.len();
        self.game.beforehand().give_rolls(faces.iter().copied());
        self
    }

    /// The French answer decisions of this kind, one with each word: a piece, a space, or a token.
    pub fn french(&mut self, kind: &str, answers: &str) -> &mut Played {
        self.answer(Side::French, kind, answers)
    }

    /// Like [`Played::french`], for the British.
    pub fn british(&mut self, kind: &str, answers: &str) -> &mut Played {
        self.answer(Side::British, kind, answers)
    }

    /// A side answers a question of this kind with these words, each at the next decision.
    pub fn answer(&mut self, side: Side, kind: &str, answers: &str) -> &mut Played {
        for word in answers.split_whitespace() {
            self.asks(side, kind);
            let tokens = [word.to_string(), format!("piece:{word}"), format!("space:{word}")];
            let decision = self.game.decision().expect("a decision is open");
            let Some(choice) = tokens.iter().find_map(|token| decision.find(token)) else {
                panic!("`{word}` is not an answer to `{kind}`: {:?}", decision.choices);
            };
            self.game.choose(choice).unwrap_or_else(|refused| panic!("{refused}"));
            if let Some(halt) = self.game.now().broken() {
                panic!("{halt}");
            }
            let rolled = self.rolls();
            assert!(rolled.len() <= self.given, "the test gives too few dice; rolled were {rolled:?}");
        }
        self
    }

    fn rolls(&self) -> Vec<String> {
        let record = self.game.record().to_string();
        record.lines().filter(|line| line.starts_with("roll ")).map(str::to_string).collect()
    }

    /// Asserts the side and the kind of the open decision.
    #[track_caller]
    pub fn asks(&self, side: Side, kind: &str) {
        assert_eq!(self.asked(), format!("{} {kind}", side.id()), "what is asked, and what should be");
    }

    /// The rule that refuses a choice; empty if it is legal.
    pub fn refused_by(&self, token: &str) -> &'static str {
        let choice = Choice::from_token(token).unwrap_or_else(|| panic!("`{token}` is not a token"));
        self.game.why().why_not(choice).map_or("", |refusal| refusal.rule)
    }

    /// The side and the kind of the open decision, "french march"; empty when the game is over.
    pub fn asked(&self) -> String {
        let asked = |decision: &wilderness_war::Decision| {
            let (side, kind) = (decision.side.id(), decision.ask.kind());
            format!("{side} {kind}")
        };
        self.game.decision().map(asked).unwrap_or_default()
    }

    /// The legal answers to the open decision, by name.
    pub fn offers(&self) -> Vec<String> {
        let choices = self.game.decision().map(|decision| decision.choices.as_slice()).unwrap_or_default();
        let name = |token: String| token.trim_start_matches("piece:").trim_start_matches("space:").to_string();
        let mut names: Vec<String> = choices.iter().map(|choice| name(choice.token())).collect();
        names.sort();
        names
    }

    /// Asserts the legal answers to the open decision, in any order.
    #[track_caller]
    pub fn offers_only(&self, names: &str) {
        let mut expected: Vec<String> = words(names).collect();
        expected.sort();
        assert_eq!(self.offers(), expected, "answers to `{}`", self.asked());
    }

    /// Whether an answer to the open decision is legal.
    pub fn may(&self, name: &str) -> bool {
        self.offers().iter().any(|offered| offered == name)
    }

    /// The active side plays its first card to activate a leader's force with these members.
    pub fn force(&mut self, commander: &str, members: &str) -> &mut Played {
        let side = self.play_card("force");
        if self.asked().ends_with(" commander") {
            self.answer(side, "commander", commander);
        }
        self.answer(side, "member", members);
        if self.asked().ends_with(" member") {
            self.answer(side, "member", "done");
        }
        self
    }

    /// The active side plays its first card to activate these pieces individually.
    pub fn individually(&mut self, pieces: &str) -> &mut Played {
        let side = self.play_card("individual");
        self.answer(side, "activate", pieces);
        if self.asked().ends_with(" activate") {
            self.answer(side, "activate", "done");
        }
        self
    }

    /// The active side plays its first card for a use. Returns the side.
    pub fn play_card(&mut self, purpose: &str) -> Side {
        let side = self.state().active;
        self.asks(side, "card");
        let decision = self.game.decision().expect("a decision is open");
        let first = decision.choices.iter().find(|choice| matches!(choice, Choice::Card(_))).expect("a card");
        self.answer(side, "card", &first.token());
        if self.asked().ends_with(" use") {
            self.answer(side, "use", purpose);
        }
        side
    }

    /// A side responds with a card in the window of a moment.
    #[track_caller]
    pub fn responds(&mut self, side: Side, moment: &str, card: u8) -> &mut Played {
        self.opens(side, moment);
        self.answer(side, "respond", &format!("card:{card}"))
    }

    /// A side passes the window of a moment.
    #[track_caller]
    pub fn declines(&mut self, side: Side, moment: &str) -> &mut Played {
        self.opens(side, moment);
        self.answer(side, "respond", "pass")
    }

    /// Asserts that the window of a moment is open to a side.
    #[track_caller]
    pub fn opens(&self, side: Side, moment: &str) {
        self.asks(side, "respond");
        assert_eq!(self.window(), Some(moment), "the moment of the window");
    }

    /// The moment whose window is open, if any.
    pub fn window(&self) -> Option<&'static str> {
        match self.game.decision()?.ask {
            Ask::Respond(kind) => Some(kind.name()),
            _ => None,
        }
    }

    /// The active side plays a card as an event.
    pub fn event(&mut self, card: u8) -> &mut Played {
        let side = self.state().active;
        self.answer(side, "card", &format!("card:{card}"));
        self.answer(side, "use", "event")
    }

    /// The active side's mover moves from space to space.
    pub fn go(&mut self, way: &str) -> &mut Played {
        let side = self.state().active;
        self.answer(side, "march", way)
    }

    /// The state.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// The location of a piece: the id of a space or militia box, "pool", "at hand" or "eliminated".
    pub fn at(&self, piece: &str) -> &'static str {
        match self.state().pieces.at(find_piece(piece)) {
            Place::Space(space) => space.id(),
            Place::Militia(department) => department.box_id(),
            Place::LeaderPool => "pool",
            Place::AtHand => "at hand",
            Place::Eliminated => "eliminated",
        }
    }

    /// Whether a unit is reduced.
    pub fn is_reduced(&self, piece: &str) -> bool {
        self.state().pieces.reduced().contains(find_piece(piece))
    }

    /// Whether a piece is inside a fort or fortress.
    pub fn is_inside(&self, piece: &str) -> bool {
        self.state().pieces.inside().contains(find_piece(piece))
    }

    /// The siege level of a space.
    pub fn siege(&self, at: &str) -> Option<u8> {
        self.state().siege_level(find_space(at))
    }

    /// Victory points: above 0 French, below 0 British.
    pub fn vp(&self) -> i16 {
        self.state().vp
    }

    /// The numbers of the cards in a side's hand.
    pub fn hand(&self, side: Side) -> Vec<u8> {
        self.state().hands[side].iter().map(|card| card.0).collect()
    }

    /// The numbers of the cards in the other hand that a side knows.
    pub fn known_to(&self, side: Side) -> Vec<u8> {
        self.game.view(side).known_cards().iter().map(|card| card.0).collect()
    }

    /// Whether a card is in the discard pile.
    pub fn is_discarded(&self, card: u8) -> bool {
        self.state().discard.contains(CardId(card))
    }

    /// Whether a card is out of the game.
    pub fn is_removed(&self, card: u8) -> bool {
        self.state().removed.contains(CardId(card))
    }

    /// Whether a marker is in force.
    pub fn has_marker(&self, name: &str) -> bool {
        self.state().markers.contains_key(name)
    }

    /// How the game ended.
    pub fn outcome(&self) -> Option<Victory> {
        self.game.outcome()
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.rolls().len(), self.given, "dice rolled, and dice given");
        }
    }
}
