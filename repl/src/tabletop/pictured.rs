//! The board of a folder.

use super::scene;
use crate::board::pictured::{HeldSecret, Pictured};
use wilderness_engine::plain::{Choice, Side};
use wilderness_engine::scene::{Arrow, Scene};
use wilderness_engine::{Choice as _, Game, Question as _, Side as _};
use wilderness_tabletop::{CardFacts, Folder, SeenBy, SeenPile, Tabletop, TabletopNews};

impl Pictured for Tabletop {
    fn board(game: &Game<Tabletop>, side: Side) -> Scene {
        scene::board(game, side)
    }

    /// What the script says of an answer to the open question; of anything else, the place of that name.
    fn places_of(game: &Game<Tabletop>, _: Side, choice: Choice) -> Vec<usize> {
        let offered = game.decision().map(|decision| decision.ask.places_of(choice).to_vec());
        let named = || game.scripts().data.places.get(choice.name()).map(|place| place.index.into());
        offered.filter(|places| !places.is_empty()).unwrap_or_else(|| named().into_iter().collect())
    }

    /// The answers that the news since then tell.
    fn arrows(game: &Game<Tabletop>, from: usize, before: usize) -> Vec<Arrow> {
        let told = game.log().get(from..before).unwrap_or_default().iter();
        let arrow = |news: &TabletopNews| Some(Arrow { path: news.path.clone(), side: news.side?.index() });
        told.filter(|news| news.path.len() > 1).filter_map(arrow).collect()
    }

    fn moved_since(game: &Game<Tabletop>, side: Side) -> usize {
        let log = game.log();
        let is_others = |news: &&TabletopNews| news.side.is_some_and(|other| other != side);
        let others = log.iter().rev().skip_while(|news| !is_others(news)).take_while(|news| news.side != Some(side));
        let after = log.iter().rev().take_while(|news| !is_others(news)).count();
        log.len() - after - others.count()
    }

    fn sentence(_: &Game<Tabletop>, entry: &TabletopNews) -> String {
        entry.text.clone()
    }

    fn side_of(entry: &TabletopNews) -> Option<usize> {
        entry.side.map(Side::index)
    }

    fn has_hands(folder: &Folder) -> bool {
        folder.data.piles.iter().any(|pile| pile.per_side && pile.seen == SeenBy::Owner)
    }

    fn hides_anything(folder: &Folder) -> bool {
        folder.data.hides_anything() || folder.data.questions.iter().any(|question| question.ask.is_secret())
    }

    /// The cards in the hands of a side.
    fn held(game: &Game<Tabletop>, side: Side) -> Vec<HeldSecret<Tabletop>> {
        let (data, view) = (&game.scripts().data, game.view(side));
        let is_hand =
            |pile: &SeenPile| pile.side == Some(side) && data.piles[usize::from(pile.pile)].seen == SeenBy::Owner;
        let cards = view.piles().into_iter().filter(is_hand).flat_map(|pile| pile.known);
        let offered = |id: &str| {
            let choices = game.decision().filter(|decision| decision.side == side).map(|decision| &decision.choices);
            choices.into_iter().flatten().copied().find(|choice| choice.name() == id)
        };
        let held = |card: u8| {
            let CardFacts { id, name, text, .. } = &data.cards[usize::from(card)];
            let choice = offered(id.as_str()).or_else(|| Choice::from_token(&format!("card:{id}")));
            let (name, about, playable) = (name.to_string(), text.clone(), String::new());
            Some(HeldSecret { name, about, playable, choice: choice? })
        };
        cards.filter_map(held).collect()
    }
}
