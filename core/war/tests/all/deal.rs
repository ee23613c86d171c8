//! Games that stop before a deal, and differ in one card of it.

use std::rc::Rc;
use wilderness_war::agents::Greedy;
use wilderness_war::{CardId, CardSet, Deal, Deals, Game, Header, NotExchanged, PerSide, Scripts, Side};

fn seated(mut game: Game) -> Game {
    for side in Side::BOTH {
        game.set_agent(side, Some(Box::new(Greedy::new(1, side))));
    }
    game
}

/// A game before its second deal.
fn before_deal() -> Game {
    let scripts = Rc::new(Scripts::embedded().expect("scripts"));
    let mut game = seated(Header::new("annus-mirabilis", 7, &scripts).begin(scripts).expect("a game"));
    assert_eq!(game.proceed_to_deal(), Ok(true));
    assert!(game.deal().expect("no fault").is_some_and(|deal| deal.dealt.french.len() == 9));
    assert_eq!(game.deal(), Ok(None));
    assert_eq!(game.proceed_to_deal(), Ok(true));
    game
}

#[test]
fn an_exchange_changes_one_card_of_a_hand_and_nothing_else() {
    let mut game = before_deal();
    let twin = game.with_exchanged(CardId(0), CardId(1));
    assert_eq!(twin.err(), Some(NotExchanged::NotInPile(CardId(0))));
    let before = game.state().clone();
    let mut probe = seated(game.copies().fork(|_| Ok::<(), ()>(())).expect("a game"));
    assert_eq!(*probe.state(), before);
    let deal = probe.deal().expect("no fault").expect("a deal");
    let (card, other) = (deal.exchangeable(Side::British).first(), deal.spare().first());
    let (card, other) = (card.expect("a card"), other.expect("a card"));
    let mut twin = seated(game.with_exchanged(card, other).expect("a game"));
    let again = twin.deal().expect("no fault").expect("a deal");
    assert_eq!(again.dealt.french, deal.dealt.french);
    assert_eq!(again.dealt.british, deal.dealt.british.without(card).with(other));
    assert_eq!(again.left, deal.left.without(other).with(card));
    let mut same = twin.state().clone();
    same.hands = probe.state().hands;
    same.draw_pile.clone_from(&probe.state().draw_pile);
    assert_eq!(same, *probe.state());
    // The game itself has not moved.
    assert_eq!(*game.state(), before);
    game.deal().expect("no fault");
    assert_eq!(game.with_exchanged(card, other).err(), Some(NotExchanged::NoDeal));
}

#[test]
fn a_fork_without_a_change_goes_on_as_the_game_itself_does() {
    let mut game = before_deal();
    let mut fork = seated(game.copies().fork(|_| Ok::<(), ()>(())).expect("a game"));
    game = seated(game);
    assert_eq!((game.proceed(), fork.proceed()), (Ok(()), Ok(())));
    assert!(game.outcome().is_some());
    assert_eq!(fork.state(), game.state());
}

#[test]
fn what_was_shuffled_during_a_deal_is_not_exchangeable() {
    let cards = |range: std::ops::Range<u8>| range.map(CardId).collect::<CardSet>();
    let dealt = PerSide { french: cards(1..4), british: cards(4..7) };
    let deal = Deal { held: PerSide::default(), dealt, left: cards(7..9), pile: cards(1..9) };
    assert_eq!((deal.exchangeable(Side::British), deal.spare()), (cards(4..7), cards(7..9)));
    let shuffled = Deal { pile: cards(1..4), ..deal };
    assert_eq!((shuffled.exchangeable(Side::French), shuffled.spare()), (CardSet::EMPTY, CardSet::EMPTY));
}
