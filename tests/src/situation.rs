//! Situations: a position built in a few words, and a game begun from it. The test gives every die, so that nothing
//! depends on the generator; a die too many or too few fails the test.

mod played;

pub use played::Played;

use std::rc::Rc;
use wilderness_engine::record::Common;
use wilderness_war::map::Map;
use wilderness_war::pieces::Pieces;
use wilderness_war::testing::State;
use wilderness_war::{
    Assemblies, CardId, Content, Game, Header, PerSide, PieceAt, PieceId, Position, Season, Side, SpaceId, Windows,
};

/// A position under construction. It starts as an empty map with the fortresses of 1755, a French action phase in Early
/// Season 1757, and two cards of value 3 in each hand.
#[derive(Clone)]
pub struct Situation {
    position: Position,
    captured: PerSide<Vec<String>>,
    scenario: &'static str,
    windows: Windows,
    content: Content,
}

impl Default for Situation {
    fn default() -> Situation {
        let position = Position {
            year: 1757,
            hands: PerSide { french: vec![1, 2], british: vec![3, 4] },
            draw_pile: (21..=54).collect(),
            ..Position::default()
        };
        let (captured, content) = (PerSide::default(), Content::embedded());
        Situation { position, captured, scenario: "annus-mirabilis", windows: Windows::Holder, content }
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

    /// The scenario, if not the one that ends with 1759.
    pub fn scenario(mut self, id: &'static str) -> Situation {
        self.scenario = id;
        self
    }

    /// Other cards and scripts than those of the program.
    pub fn content(mut self, content: Content) -> Situation {
        self.content = content;
        self
    }

    /// Opens windows even for a side without a card to respond with: the cards are in the draw pile.
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

    /// Puts pieces into a space or militia box; a star after the name marks a reduced unit.
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

    /// A siege marker with a level.
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

    /// An Amphib marker.
    pub fn amphib(mut self, at: &str) -> Situation {
        self.position.amphib.push(at.into());
        self
    }

    /// A fieldworks marker.
    pub fn fieldworks(mut self, at: &str) -> Situation {
        self.position.fieldworks.push(at.into());
        self
    }

    /// Raided markers placed by a side.
    pub fn raided(mut self, side: Side, spaces: &str) -> Situation {
        self.position.raided[side].extend(words(spaces));
        self
    }

    /// The side that last scored Niagara and Ohio Forks.
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

    /// The side held a card over from the previous season.
    pub fn held_card(mut self, side: Side) -> Situation {
        self.position.held_card[side] = true;
        self
    }

    /// The side used its last card for construction.
    pub fn built_last(mut self, side: Side) -> Situation {
        self.position.built_last[side] = true;
        self
    }

    /// All cards of the Late Season have been played: the end of the year comes next.
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

    /// The number of a marker in force.
    pub fn number(mut self, marker: &str, number: i64) -> Situation {
        self.position.numbers.insert(marker.to_string(), number);
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
        game.view(side).can_play(CardId(card)).unwrap_or_else(|halt| panic!("{halt}"))
    }

    /// The state of the position.
    pub fn state(self) -> State {
        self.begun().state().clone()
    }

    /// The game that begins from the position, at its first decision.
    pub fn begin(self) -> Played {
        Played { game: self.game(), given: 0 }
    }

    /// Like [`Situation::begin`], for a test that does not give every die.
    pub fn game(self) -> Game {
        let mut game = self.begun();
        game.proceed().unwrap_or_else(|halt| panic!("{halt}"));
        game
    }

    /// The game that begins from the position, before its first step.
    pub fn begun(mut self) -> Game {
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
            common: Common::new(self.scenario, 1),
            position: Some(self.position),
            settings: wilderness_war::Settings { windows: Some(self.windows), ..Default::default() },
            ..Header::default()
        };
        let scripts = self.content.compile().unwrap_or_else(|faults| panic!("{faults}"));
        header.begin(Rc::new(scripts)).unwrap_or_else(|faults| panic!("{}", crate::messages(&faults)))
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split_whitespace().map(str::to_string)
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
    Pieces::get().find(id).unwrap_or_else(|| panic!("no such piece: `{id}`"))
}
