//! Situations: a position put together in a few words, and a game begun from it. Every die is given by the test, so that
//! nothing depends on the generator; a die too many or too few fails the test.

use std::rc::Rc;
use wilderness_war::Side;
use wilderness_war::decision::{Ask, Choice};
use wilderness_war::game::Game;
use wilderness_war::header::Header;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::placement::Place;
use wilderness_war::position::{PieceAt, Position};
use wilderness_war::script::Scripts;
use wilderness_war::sets::{CardId, PieceId, SpaceId};
use wilderness_war::side::PerSide;
use wilderness_war::state::{Assemblies, Season, State, Victory};
use wilderness_war::table::Windows;

/// A position in the making: at first an empty map with the fortresses of 1755, an early action phase of the French in
/// 1757, and two cards of value 3 in each hand.
#[derive(Clone)]
pub struct Situation {
    position: Position,
    captured: PerSide<Vec<String>>,
    scenario: &'static str,
    windows: Windows,
}

impl Default for Situation {
    fn default() -> Situation {
        let position = Position {
            year: 1757,
            hands: PerSide { french: vec![1, 2], british: vec![3, 4] },
            draw_pile: (21..=54).collect(),
            ..Position::default()
        };
        Situation { position, captured: PerSide::default(), scenario: "annus-mirabilis", windows: Windows::Holder }
    }
}

impl Situation {
    /// The empty map.
    pub fn new() -> Situation {
        Situation::default()
    }

    /// The British act next.
    pub fn british_turn(mut self) -> Situation {
        self.position.active = Side::British;
        self
    }

    /// The scenario that is played, if not the one that ends with 1759.
    pub fn scenario(mut self, id: &'static str) -> Situation {
        self.scenario = id;
        self
    }

    /// Windows open whether or not the side holds a card to respond with: the others are in the draw pile.
    pub fn open_windows(mut self) -> Situation {
        self.windows = Windows::Open;
        self
    }

    /// The year.
    pub fn year(mut self, year: u16) -> Situation {
        self.position.year = year;
        self
    }

    /// Victory points: above 0 French, below 0 British.
    pub fn vp(mut self, vp: i16) -> Situation {
        self.position.vp = vp;
        self
    }

    /// Puts pieces into a space or militia box; a star after the name is for a reduced unit.
    pub fn put(mut self, at: &str, pieces: &str) -> Situation {
        self.place(at, pieces, false);
        self
    }

    /// Puts pieces inside the besieged fort or fortress of a space.
    pub fn inside(mut self, at: &str, pieces: &str) -> Situation {
        self.place(at, pieces, true);
        self
    }

    fn place(&mut self, at: &str, pieces: &str, inside: bool) {
        for word in pieces.split_whitespace() {
            let id = word.trim_end_matches('*');
            let piece = PieceAt { at: at.into(), reduced: id != word, inside };
            self.position.pieces.insert(id.into(), piece);
        }
    }

    /// Siege marker of a level.
    pub fn siege(mut self, at: &str, level: i64) -> Situation {
        self.position.sieges.insert(at.into(), level);
        self
    }

    /// Completed forts of a side.
    pub fn forts(mut self, side: Side, spaces: &str) -> Situation {
        self.position.fortifications[side].forts.extend(words(spaces));
        self
    }

    /// Forts under construction of a side.
    pub fn started(mut self, side: Side, spaces: &str) -> Situation {
        self.position.fortifications[side].forts_under_construction.extend(words(spaces));
        self
    }

    /// Stockades of a side.
    pub fn stockades(mut self, side: Side, spaces: &str) -> Situation {
        self.position.fortifications[side].stockades.extend(words(spaces));
        self
    }

    /// Fortresses that a side has captured.
    pub fn captured(mut self, side: Side, spaces: &str) -> Situation {
        self.captured[side].extend(words(spaces));
        self
    }

    /// Amphib marker.
    pub fn amphib(mut self, at: &str) -> Situation {
        self.position.amphib.push(at.into());
        self
    }

    /// Fieldworks marker.
    pub fn fieldworks(mut self, at: &str) -> Situation {
        self.position.fieldworks.push(at.into());
        self
    }

    /// Raided markers placed by a side.
    pub fn raided(mut self, side: Side, spaces: &str) -> Situation {
        self.position.raided[side].extend(words(spaces));
        self
    }

    /// Who last scored Niagara and Ohio Forks.
    pub fn niagara_and_ohio_forks_held_by(mut self, side: Side) -> Situation {
        self.position.held_by.niagara = side;
        self.position.held_by.ohio_forks = side;
        self
    }

    /// The hand of a side, by the numbers of its cards.
    pub fn hand(mut self, side: Side, cards: &[i64]) -> Situation {
        self.position.draw_pile.retain(|card| !cards.contains(card));
        self.position.hands[side] = cards.to_vec();
        self
    }

    /// The side held a card over from the season before.
    pub fn held_card(mut self, side: Side) -> Situation {
        self.position.held_card[side] = true;
        self
    }

    /// The side's last card was spent on construction.
    pub fn built_last(mut self, side: Side) -> Situation {
        self.position.built_last[side] = true;
        self
    }

    /// All cards of the Late Season are played: the end of the year comes next.
    pub fn year_ends(mut self) -> Situation {
        self.position.season = Season::Late;
        self.position.hands = PerSide::default();
        self
    }

    /// Markers of events in force.
    pub fn markers(mut self, names: &str) -> Situation {
        self.position.markers.extend(words(names));
        self
    }

    /// The Provincial Assemblies.
    pub fn assemblies(mut self, assemblies: Assemblies) -> Situation {
        self.position.assemblies = assemblies;
        self
    }

    /// The British leader pool.
    pub fn pool(mut self, leaders: &str) -> Situation {
        self.position.leader_pool.extend(words(leaders));
        self
    }

    /// Pieces out of the game.
    pub fn eliminated(mut self, pieces: &str) -> Situation {
        self.position.eliminated.extend(words(pieces));
        self
    }

    /// Cards in the discard pile.
    pub fn discarded(mut self, cards: &[i64]) -> Situation {
        self.position.draw_pile.retain(|card| !cards.contains(card));
        self.position.discard.extend(cards);
        self
    }

    /// Cards out of the game.
    pub fn removed(mut self, cards: &[i64]) -> Situation {
        self.position.draw_pile.retain(|card| !cards.contains(card));
        self.position.removed.extend(cards);
        self
    }

    /// Whether a side could play a card as an event now, in its own action phase.
    pub fn playable(self, side: Side, card: u8) -> bool {
        let game = self.begun();
        game.scripts().can_play(game.state(), side, CardId(card)).unwrap_or_else(|halt| panic!("{halt}"))
    }

    /// The state of the position.
    pub fn state(self) -> State {
        self.begun().state().clone()
    }

    /// The game that begins from the position, at its first decision.
    pub fn begin(self) -> Played {
        Played { game: self.game(), given: 0 }
    }

    /// The same, for a test that does not give every die.
    pub fn game(self) -> Game {
        let mut game = self.begun();
        game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
        game
    }

    fn begun(mut self) -> Game {
        for side in Side::BOTH {
            let original = Map::get().fortresses & Map::get().originally(side);
            let lost = &self.captured[side.enemy()];
            let kept = original.iter().map(|space| space.id().to_string()).filter(|id| !lost.contains(id));
            let held = kept.chain(self.captured[side].iter().cloned()).collect();
            self.position.fortifications[side].fortresses = Some(held);
        }
        if self.windows == Windows::Open {
            let Position { hands, discard, removed, .. } = &self.position;
            let elsewhere: Vec<i64> =
                [&hands.french, &hands.british, discard, removed].into_iter().flatten().copied().collect();
            self.position.draw_pile = (1..=70).filter(|card| !elsewhere.contains(card)).collect();
        }
        let header = Header {
            scenario: self.scenario.into(),
            seed: 1,
            position: Some(self.position),
            settings: wilderness_war::settings::Settings { windows: Some(self.windows), ..Default::default() },
            ..Header::default()
        };
        let scripts = Scripts::embedded().unwrap_or_else(|faults| panic!("{faults}"));
        header.begin(Rc::new(scripts)).unwrap_or_else(|faults| panic!("{faults}"))
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(str::to_string)
}

/// A game that is being played from a situation.
pub struct Played {
    pub(crate) game: Game,
    given: usize,
}

impl Played {
    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The next dice.
    pub fn dice(&mut self, faces: &[u8]) -> &mut Played {
        self.given += faces.len();
        self.game.give_rolls(faces.iter().copied());
        self
    }

    /// The French answer decisions of this kind, one with each word: a piece, a space, or a token.
    pub fn french(&mut self, kind: &str, answers: &str) -> &mut Played {
        self.answer(Side::French, kind, answers)
    }

    /// As [`Played::french`], for the British.
    pub fn british(&mut self, kind: &str, answers: &str) -> &mut Played {
        self.answer(Side::British, kind, answers)
    }

    fn answer(&mut self, side: Side, kind: &str, answers: &str) -> &mut Played {
        for word in answers.split_whitespace() {
            self.asks(side, kind);
            let tokens = [word.to_string(), format!("piece:{word}"), format!("space:{word}")];
            let decision = self.game.decision().expect("a decision is open");
            let Some(choice) = tokens.iter().find_map(|token| decision.find(token)) else {
                panic!("`{word}` is no answer to `{kind}`: {:?}", decision.choices);
            };
            self.game.choose(choice).unwrap_or_else(|refused| panic!("{refused}"));
            if let Some(halt) = self.game.broken() {
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

    /// Asserts what is asked of whom.
    #[track_caller]
    pub fn asks(&self, side: Side, kind: &str) {
        assert_eq!(self.asked(), format!("{} {kind}", side.id()), "what is asked, and what should be");
    }

    /// The rule by which a choice is refused; empty if it is allowed.
    pub fn refused_by(&self, token: &str) -> &'static str {
        let choice = Choice::from_token(token).unwrap_or_else(|| panic!("`{token}` is no token"));
        self.game.why_not(choice).map_or("", |refusal| refusal.rule)
    }

    /// What is asked of whom: "french march"; nothing when the game is over.
    pub fn asked(&self) -> String {
        let asked = |decision: &wilderness_war::decision::Decision| {
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

    /// A side does not respond in the window of a moment.
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

    /// The moment whose window is open, if one is.
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

    /// The active side's mover goes from space to space.
    pub fn go(&mut self, way: &str) -> &mut Played {
        let side = self.state().active;
        self.answer(side, "march", way)
    }

    /// The state.
    pub fn state(&self) -> &State {
        self.game.state()
    }

    /// Where a piece is: the id of a space or militia box, "pool", "at hand" or "eliminated".
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

    /// The cards of a side's hand, by their numbers.
    pub fn hand(&self, side: Side) -> Vec<u8> {
        self.state().hands[side].iter().map(|card| card.0).collect()
    }

    /// The cards of the other hand that a side knows.
    pub fn known_to(&self, side: Side) -> Vec<u8> {
        self.game.view(side).known_cards().iter().map(|card| card.0).collect()
    }

    /// Whether a card lies in the discard pile.
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

/// The space with an id.
///
/// # Panics
/// If there is none.
pub fn find_space(id: &str) -> SpaceId {
    Map::get().find(id).unwrap_or_else(|| panic!("no space `{id}`"))
}

/// The piece with an id.
///
/// # Panics
/// If there is none.
pub fn find_piece(id: &str) -> PieceId {
    Pieces::get().find(id).unwrap_or_else(|| panic!("no piece `{id}`"))
}
