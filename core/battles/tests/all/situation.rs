//! A battle from a position, told step by step: answers by their tokens, dice by their faces.

use std::rc::Rc;
use wilderness_battles::{At, Battles, Game, Header, Id, Piece, PositionEntry, State};
use wilderness_engine::faults::{Faults, Source};
use wilderness_engine::{Choice as _, Question as _};

/// A battle in the middle.
pub struct Situation(pub Game);

/// The battles of the program.
pub fn battles() -> Rc<Battles> {
    Rc::new(Battles::embedded().expect("sound content"))
}

impl Situation {
    /// A battle that stands so; `position` is JSON.
    pub fn new(position: serde_json::Value) -> Situation {
        Situation::rolling(position, [])
    }

    /// The same, with the next dice: it may go on at once.
    pub fn rolling<const N: usize>(position: serde_json::Value, faces: [u8; N]) -> Situation {
        Situation::begin(&position, faces).unwrap_or_else(|codes| panic!("{codes:?}"))
    }

    /// The same, or the codes of the faults.
    pub fn begin<const N: usize>(position: &serde_json::Value, faces: [u8; N]) -> Result<Situation, Vec<String>> {
        Situation::with(position, battles(), faces)
    }

    /// The same with other content.
    pub fn with<const N: usize>(
        position: &serde_json::Value,
        battles: Rc<Battles>,
        faces: [u8; N],
    ) -> Result<Situation, Vec<String>> {
        let codes = |faults: Faults| faults.iter().map(|fault| fault.code().to_string()).collect::<Vec<_>>();
        let source = Source::new("situation", position.to_string());
        let entry = PositionEntry::read(&source).map_err(codes)?;
        let header = Header::from_position(entry.position, 1);
        let mut game = Game::begin(&header, battles).map_err(codes)?;
        game.beforehand().give_rolls(faces);
        game.proceed().expect("sound rules");
        Ok(Situation(game))
    }

    /// Answers a question of this kind.
    pub fn choose(mut self, kind: &str, token: &str) -> Situation {
        assert_eq!(self.asked(), kind, "offered: {:?}", self.offered());
        self.0.choose_token(token).unwrap_or_else(|_| panic!("{kind} {token}: offered {:?}", self.offered()));
        self.0.proceed().expect("sound rules");
        self
    }

    /// The next dice.
    pub fn dice<const N: usize>(mut self, faces: [u8; N]) -> Situation {
        self.0.beforehand().give_rolls(faces);
        self
    }

    /// The kind of question that is open; empty if none is.
    pub fn asked(&self) -> &'static str {
        self.0.decision().map_or("", |decision| decision.ask.kind())
    }

    /// The tokens that are offered.
    pub fn offered(&self) -> Vec<String> {
        self.0.decision().map_or(Vec::new(), |decision| decision.choices.iter().map(|choice| choice.token()).collect())
    }

    /// Where everything stands.
    pub fn state(&self) -> &State {
        self.0.state()
    }

    /// A unit.
    pub fn piece(&self, id: &str) -> &Piece {
        let unit = self.0.scenario().find(Id::new(id).expect("an id")).expect("a unit");
        self.state().piece(unit)
    }

    /// The hex of a unit, or what has become of it.
    pub fn at(&self, id: &str) -> String {
        match self.piece(id).at {
            At::Hex(hex) => hex.to_string(),
            other => format!("{other:?}"),
        }
    }

    /// Whether a unit is disordered.
    pub fn is_disordered(&self, id: &str) -> bool {
        self.piece(id).disordered
    }
}
