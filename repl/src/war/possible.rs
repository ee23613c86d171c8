//! What a sentence can name in a position: who can be activated, with whom, and where to; what can be played, built,
//! besieged and raided. Computed once for a prompt, nearest first, for completion.

use crate::front::Candidate;
use crate::war::describe;
use crate::war::say::{self, SentenceError};
use wilderness_war::map::Map;
use wilderness_war::{Ask, CardId, Choice, Decision, Game, PieceId, PieceSet, Side, SpaceId, SpaceSet, View, Word};

/// Who can act, and how.
#[derive(Clone, Debug)]
pub struct Actor {
    /// The name, with its place if another piece has the same name.
    pub name: Candidate,
    /// Those who can go with it (5.34).
    pub mates: Vec<Candidate>,
    /// Where it can go alone, the nearest first.
    pub alone: Vec<Candidate>,
    /// Where it can go with all.
    pub together: Vec<Candidate>,
}

/// What sentences can name at the open decision.
#[derive(Clone, Default, Debug)]
pub struct Possible {
    /// What the cards can be played for, as `for force`.
    pub uses: Vec<Candidate>,
    /// The cards that can be played.
    pub cards: Vec<Candidate>,
    /// Who can be activated; while a force is formed or moves, its leader or the mover.
    pub actors: Vec<Actor>,
    /// Where a siege can be rolled for (8.2).
    pub sieges: Vec<Candidate>,
    /// Where an assault is possible (8.24).
    pub assaults: Vec<Candidate>,
    /// Where a stockade can be built (5.41).
    pub stockades: Vec<Candidate>,
    /// Where a fort can be started or finished (5.42).
    pub forts: Vec<Candidate>,
    /// What can be demolished (5.46).
    pub works: Vec<Candidate>,
    /// What auxiliaries can raid (10.0).
    pub raids: Vec<Candidate>,
    /// Who can intercept or avoid battle, if that is asked (6.7, 6.8).
    pub reacting: Vec<Candidate>,
    /// Where a beaten piece can retreat, if that is asked (7.91).
    pub refuges: Vec<Candidate>,
}

impl Possible {
    /// What the side that decides can name.
    pub fn of(game: &Game, decision: &Decision) -> Possible {
        let collector = Collector { game, decision, view: game.view(decision.side) };
        let options = collector.options();
        let uses = |word: Word| options.uses.contains(&word);
        let (stockades, forts) = collector.sites(&options);
        // After the activations, demolition is an answer and not a sentence.
        let demolishes =
            decision.ask == Ask::Demolish || (uses(Word::Demolish) && decision.ask != Ask::AfterActivation);
        Possible {
            uses: purposes(&options.uses),
            cards: collector.cards(),
            actors: collector.actors(options.actors),
            sieges: collector.sieges("siege"),
            assaults: collector.sieges("assault"),
            stockades: collector.spaces(stockades, None),
            forts: collector.spaces(forts, None),
            works: if demolishes { collector.spaces(collector.view.demolishable(), None) } else { Vec::new() },
            raids: collector.raids(options.actors),
            reacting: match decision.ask {
                Ask::Intercept(_) | Ask::Avoid(_) => collector.reacting(),
                _ => Vec::new(),
            },
            refuges: match decision.ask {
                Ask::Retreat(_) => collector.spaces(collector.asked(), None),
                _ => Vec::new(),
            },
        }
    }
}

/// What the cards allow.
#[derive(Default)]
struct Options {
    /// The uses of the cards.
    uses: Vec<Word>,
    /// Who can be activated.
    actors: PieceSet,
}

/// Looks at a position for the side that decides.
struct Collector<'a> {
    game: &'a Game,
    decision: &'a Decision,
    view: View<'a>,
}

impl Collector<'_> {
    fn side(&self) -> Side {
        self.decision.side
    }

    /// The uses of the cards, and whom they activate: tried on a copy, with a card of each value.
    fn options(&self) -> Options {
        let mut options = Options::default();
        let mut values = Vec::new();
        if self.decision.ask != Ask::Card {
            collect(self.game, &mut options);
            return options;
        }
        options.uses.extend(self.decision.choices.iter().filter_map(word));
        for card in self.hand() {
            let value = self.game.scripts().deck().value(card);
            let mut trial = self.game.copies().trial();
            if !values.contains(&value) && trial.choose(Choice::Card(card)).is_ok() {
                values.push(value);
                collect(&trial, &mut options);
            }
        }
        options
    }

    /// The spaces among the choices.
    fn asked(&self) -> SpaceSet {
        self.decision.choices.iter().filter_map(|choice| choice.space()).collect()
    }

    /// The pieces among the choices.
    fn asked_pieces(&self) -> PieceSet {
        self.decision.choices.iter().filter_map(|choice| choice.piece()).collect()
    }

    /// The cards among the choices.
    fn hand(&self) -> Vec<CardId> {
        let card = |choice: &Choice| if let Choice::Card(card) = choice { Some(*card) } else { None };
        self.decision.choices.iter().filter_map(card).collect()
    }

    /// The cards among the choices, with their values; those whose events can be played are marked.
    fn cards(&self) -> Vec<Candidate> {
        let candidate = |card: CardId| {
            let facts = self.game.scripts().deck().card(card)?;
            let event = self.view.can_play(card).is_ok_and(|can| can);
            let mark = if event { ", event playable" } else { "" };
            Some(Candidate::new(&facts.name, format!("card {card}, value {}{mark}", facts.value)))
        };
        self.hand().into_iter().filter_map(candidate).collect()
    }

    /// Leaders first, and those in the same place together.
    fn actors(&self, pieces: PieceSet) -> Vec<Actor> {
        let destinations = |piece: PieceId| self.view.destinations(piece).unwrap_or_default();
        let reach: Vec<(PieceId, SpaceSet)> = pieces.iter().map(|piece| (piece, destinations(piece))).collect();
        let reach_of = |piece: PieceId| {
            let known = reach.iter().find(|(other, _)| *other == piece).map(|(_, spaces)| *spaces);
            known.unwrap_or_else(|| destinations(piece))
        };
        let marching = matches!(self.decision.ask, Ask::March(_));
        let steps: SpaceSet = if marching { self.asked() } else { SpaceSet::EMPTY };
        let mut names: Vec<String> = Vec::new();
        let ordered = (pieces.leaders().iter()).chain(pieces.units().iter());
        let actor = |piece: PieceId| {
            let name = self.name(piece);
            if names.contains(&name.word) {
                return None;
            }
            names.push(name.word.clone());
            let mates = self.mates(piece);
            let alone = if marching { steps } else { reach_of(piece) };
            let together = self.view.strongest_force(piece, mates).iter();
            let together = together.fold(alone, |common, mate| if marching { common } else { common & reach_of(mate) });
            let from = self.view.space_of(piece);
            let mates = self.pieces(mates);
            Some(Actor { name, mates, alone: self.spaces(alone, from), together: self.spaces(together, from) })
        };
        ordered.filter_map(actor).collect()
    }

    /// Those who can join the force that a leader forms, or could form.
    fn mates(&self, leader: PieceId) -> PieceSet {
        match self.decision.ask {
            Ask::Member(_) => self.decision.choices.iter().filter_map(|choice| choice.piece()).collect(),
            Ask::March(_) | Ask::Action(_) | Ask::Activate(_) | Ask::Mover => PieceSet::EMPTY,
            _ if PieceSet::one(leader).leaders().is_empty() => PieceSet::EMPTY,
            // A subordinate cannot outrank the commander (5.34).
            _ => {
                let outranks = |piece: PieceId| piece.facts().command > leader.facts().command;
                let companions = self.view.companions(leader);
                companions - companions.leaders().filter(outranks)
            }
        }
    }

    fn pieces(&self, pieces: PieceSet) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for piece in pieces {
            let candidate = Candidate::new(&piece.to_string(), describe::rating(&self.view, piece));
            if found.iter().all(|other| other.word != candidate.word) {
                found.push(candidate);
            }
        }
        found
    }

    /// Who can react, each by a name that no other piece has.
    fn reacting(&self) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = self.asked_pieces().iter().map(|piece| self.name(piece)).collect();
        found.dedup_by(|one, other| one.word == other.word);
        found
    }

    /// The name of a piece; with its place if one of the same name is elsewhere.
    fn name(&self, piece: PieceId) -> Candidate {
        let (name, place) = (piece.to_string(), describe::place(&self.view, piece));
        let namesake = |other: PieceId| other.to_string() == name && describe::place(&self.view, other) != place;
        let rating = describe::rating(&self.view, piece);
        match self.view.space_of(piece) {
            Some(space) if self.view.on_map(self.side()).iter().any(namesake) => {
                Candidate::new(&format!("{name} at {space}"), rating)
            }
            _ => Candidate::new(&name, format!("{rating} {place}")),
        }
    }

    /// Spaces with what stands there, the nearest to a space first.
    fn spaces(&self, spaces: SpaceSet, from: Option<SpaceId>) -> Vec<Candidate> {
        let mut spaces: Vec<SpaceId> = spaces.iter().collect();
        if let Some(from) = from {
            spaces.sort_by_key(|space| Map::get().distance(from, *space));
        }
        let note = |space: SpaceId| {
            let here = describe::occupants(&self.view, space);
            if here.is_empty() { describe::terrain(space).to_string() } else { here }
        };
        spaces.into_iter().map(|space| Candidate::new(&space.to_string(), note(space))).collect()
    }

    /// The sieges at which a sentence with this verb is understood.
    fn sieges(&self, verb: &str) -> Vec<Candidate> {
        let works = self.view.works(self.side().enemy()).besiegeable();
        let sieges = (self.view.besieged_spaces() & works).filter(|space| {
            let plan = say::understand(self.game, &format!("{verb} {space}"));
            matches!(plan, Ok(_) | Err(SentenceError::WhichCard { .. }))
        });
        self.spaces(sieges, None)
    }

    /// The sites of stockades and forts for which a card can be used, or that are asked for.
    fn sites(&self, options: &Options) -> (SpaceSet, SpaceSet) {
        let asked = self.asked();
        let when = |word: Word, sites: SpaceSet| if options.uses.contains(&word) { sites } else { SpaceSet::EMPTY };
        match self.decision.ask {
            Ask::Stockade(_) => (asked, SpaceSet::EMPTY),
            Ask::Fort(_) => (SpaceSet::EMPTY, asked),
            _ => (when(Word::Stockades, self.view.stockade_sites()), when(Word::Forts, self.view.fort_sites())),
        }
    }

    /// The spaces that auxiliaries among those who can act can reach and raid.
    fn raids(&self, actors: PieceSet) -> Vec<Candidate> {
        if self.decision.ask == Ask::Raid {
            return self.spaces(self.asked(), None);
        }
        let reach = actors.auxiliaries().iter().flat_map(|piece| self.view.destinations(piece).unwrap_or_default());
        self.spaces(reach.filter(|space| self.view.is_raid_target(*space)).collect(), None)
    }
}

/// The ends of `play CARD for …`.
fn purposes(uses: &[Word]) -> Vec<Candidate> {
    let ways = [Word::Force, Word::Individual, Word::Stockades, Word::Forts];
    let ways = ways.into_iter().filter(|way| uses.contains(way));
    ways.map(|way| Candidate::plain(&format!("for {}", way.token()))).collect()
}

/// The word that a choice is.
fn word(choice: &Choice) -> Option<Word> {
    if let Choice::Word(word) = choice { Some(*word) } else { None }
}

/// Collects what the open decision of a game offers, and what follows its uses of a card.
fn collect(game: &Game, options: &mut Options) {
    let Some(decision) = game.decision() else { return };
    match decision.ask {
        Ask::Use(_) => {
            let uses: Vec<Word> = decision.choices.iter().filter_map(word).collect();
            for way in [Word::Force, Word::Individual].into_iter().filter(|way| uses.contains(way)) {
                let (mut trial, mut those) = (game.copies().trial(), Options::default());
                if trial.choose(Choice::Word(way)).is_ok() {
                    collect(&trial, &mut those);
                }
                // A leader who is named first commands a force (5.34).
                let leads = way == Word::Force;
                options.actors |= those.actors.filter(|piece| leads || PieceSet::one(piece).leaders().is_empty());
            }
            options.uses.extend(uses);
        }
        Ask::Commander(_) | Ask::Activate(_) | Ask::Mover => {
            options.actors |= decision.choices.iter().filter_map(|choice| choice.piece()).collect();
        }
        Ask::Member(piece) | Ask::March(piece) | Ask::Action(piece) => options.actors.insert(piece),
        _ => {}
    }
    if decision.choices.contains(&Choice::Word(Word::Demolish)) {
        options.uses.push(Word::Demolish);
    }
}
