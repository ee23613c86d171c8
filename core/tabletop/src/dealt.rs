//! What a card changes for the side that is dealt it: pairs of games that differ in one card of one hand. A deal draws at
//! random, so any card that a side has drawn unseen could as well have been any card that is left in the pile.

use crate::data::SeenBy;
use crate::rules::Tabletop;
use crate::state::{SideSet, TabletopState, Version};
use std::collections::BTreeSet;
use std::sync::Arc;
use wilderness_engine::plain::Side;
use wilderness_engine::{Agent, Each, Game, Purpose, Side as _, Stream};
use wilderness_lab::Player;
use wilderness_lab::series::Tested as _;

/// The seeds of agents are counted in this many per game: with more deals, they begin again.
const DEALS: u64 = 1_000;

/// Two games that differ in one card of a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DealtPair {
    /// Whose hand it is.
    pub side: Side,
    /// The number of the card in the first game.
    pub card: u8,
    /// The number of that in the second.
    pub instead: u8,
    /// How many more games the side wins with the first: 1, 0 or -1.
    pub wins: i64,
    /// How much further the side is ahead in points with the first.
    pub lead: i64,
}

/// How a game ended for each side: whether it has won, and how far it is ahead.
type End = Vec<(i64, i64)>;

/// What is played: a base game and its twins.
pub struct DealtTrial<'a> {
    /// Who plays.
    pub players: &'a Each<Player>,
    /// The seed of the base game.
    pub seed: u64,
    /// The number of the card that is exchanged in every pair; any card if there is none.
    pub only: Option<u8>,
    /// Whether to stop.
    pub stop: &'a dyn Fn() -> bool,
}

/// What is done where cards have been dealt: it is told the cards, and the number of the deal.
type AtDeal<'a> = &'a mut dyn FnMut(&Game<Tabletop>, &[(u8, u8)], u64) -> Result<(), String>;

impl DealtTrial<'_> {
    /// Plays a game that begins, and for each deal and side a twin with another card. Nothing if it is stopped.
    ///
    /// # Errors
    /// What goes wrong in one of the games.
    pub fn play(&self, game: Game<Tabletop>) -> Result<Option<Vec<DealtPair>>, String> {
        let (mut chance, mut twins) = (Stream::new(self.seed, Purpose::Experiment), Vec::new());
        let end = self.play_on(game.without_log(), 0, &mut |game, dealt, deal| {
            for side in game.sides() {
                let Some([card, instead]) = self.exchange(game, side, dealt, &mut chance) else { continue };
                let exchanged = |state: &mut TabletopState| {
                    state.cards.swap(usize::from(card), usize::from(instead));
                    state.version = Version::new();
                    Ok::<(), String>(())
                };
                let twin = game.copies().fork(exchanged)?;
                twins.push((side, [card, instead], self.play_on(twin, deal, &mut |_, _, _| Ok(()))?));
            }
            Ok(())
        })?;
        let Some(end) = end else { return Ok(None) };
        let pair = |(side, [card, instead], twin): (Side, [u8; 2], Option<End>)| {
            let ((won, ahead), (twin_won, twin_ahead)) = (end[side.index()], twin?[side.index()]);
            Some(DealtPair { side, card, instead, wins: won - twin_won, lead: ahead - twin_ahead })
        };
        Ok(twins.into_iter().map(pair).collect())
    }

    /// New agents: after each deal those of a game and of its twins begin alike.
    fn agents(&self, game: &Game<Tabletop>, deal: u64) -> Vec<Box<dyn Agent<Tabletop>>> {
        let seed = self.seed.wrapping_mul(DEALS).wrapping_add(deal % DEALS);
        game.sides().iter().map(|side| self.players[side].agent(seed, side, 1, Arc::default())).collect()
    }

    /// Plays a game to its end.
    fn play_on(&self, mut game: Game<Tabletop>, mut deal: u64, at_deal: AtDeal<'_>) -> Result<Option<End>, String> {
        // It asks them itself, between one deal and the next.
        game.sides().into_iter().for_each(|side| game.set_agent(side, None));
        let mut before = held(&game);
        let mut agents = self.agents(&game, deal);
        game.proceed().map_err(|halt| halt.to_string())?;
        while let Some(decision) = game.decision().cloned() {
            if (self.stop)() {
                return Ok(None);
            }
            if game.view(decision.side).answers_of_step().is_empty() {
                let now = held(&game);
                let dealt: Vec<(u8, u8)> = now.difference(&before).copied().collect();
                if !dealt.is_empty() {
                    deal += 1;
                    agents = self.agents(&game, deal);
                    at_deal(&game, &dealt, deal)?;
                }
                before = now;
            }
            let choice = agents[decision.side.index()].choose(&game.view(decision.side), &decision);
            game.choose(choice).map_err(|refused| refused.to_string())?;
            if let Some(halt) = game.now().broken() {
                return Err(halt.to_string());
            }
        }
        if game.outcome().is_some() { Ok(Some(end(&game))) } else { Err("the game has no end".into()) }
    }

    /// One of the cards that a side was dealt, and one that lies where nobody sees it, at random.
    fn exchange(&self, game: &Game<Tabletop>, side: Side, dealt: &[(u8, u8)], chance: &mut Stream) -> Option<[u8; 2]> {
        let own: Vec<u8> =
            dealt.iter().filter(|(of, _)| usize::from(*of) == side.index()).map(|(_, card)| *card).collect();
        let cards = &state(game).cards;
        let unseen = |card: &u8| cards[usize::from(*card)].known_to == SideSet::NONE;
        let spare: Vec<u8> = (0..cards.len() as u8).filter(unseen).collect();
        let mut drawn = |among: &[u8]| {
            let wanted = self.only.filter(|only| among.contains(only));
            wanted.or_else(|| among.get(chance.below(among.len().max(1) as u32) as usize).copied())
        };
        let pair = [drawn(&own)?, drawn(&spare)?];
        self.only.is_none_or(|only| pair.contains(&only)).then_some(pair)
    }
}

fn state(game: &Game<Tabletop>) -> &TabletopState {
    game.view(game.now().active()).state()
}

/// The cards in the hands of sides that nobody else knows: the number of the side, and that of the card.
fn held(game: &Game<Tabletop>) -> BTreeSet<(u8, u8)> {
    let data = &game.scripts().data;
    let cards = state(game).cards.iter().zip(0..);
    let is_held = |pile: u8| data.piles[usize::from(pile)].seen == SeenBy::Owner;
    let own = cards.filter(|(at, _)| is_held(at.pile) && at.known_to == SideSet::of(at.side));
    own.map(|(at, card)| (at.side, card)).collect()
}

/// How a game has ended.
fn end(game: &Game<Tabletop>) -> End {
    let (winner, scores) = (Tabletop::winner(game), game.now().scores());
    let ahead = |side: Side, score: i64| {
        let others = scores.iter().filter(|(other, _)| *other != side).map(|(_, score)| i64::from(*score));
        score - others.max().unwrap_or_default()
    };
    scores.iter().map(|(side, score)| (i64::from(winner == Some(*side)), ahead(*side, i64::from(*score)))).collect()
}
