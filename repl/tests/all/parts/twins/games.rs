//! The games of which there are pairs, and what of them is exchanged.

use super::{Pairs, Twins, from_position, tell};
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, Header as BattleHeader, Options, Side as BattleSide};
use wilderness_engine::faults::Source;
use wilderness_engine::plain::{Header, Side as PlainSide};
use wilderness_engine::record::Record;
use wilderness_engine::{Game, Rules, Stream};
use wilderness_repl::front::{Files, Origin as _};
use wilderness_repl::testing::prompt::{BattleOrigin, ContentArg};
use wilderness_repl::testing::war::Origin as WarOrigin;
use wilderness_tabletop::{CardAt, Folder, Tabletop};
use wilderness_war::deck::EventKind;
use wilderness_war::{Header as WarHeader, Scripts, Side, War};

pub fn war() -> Pairs<War> {
    let origin = || WarOrigin::named(&ContentArg::default(), false);
    let scripts = origin().load().expect("sound scripts");
    let header = |seed, scripts: &Scripts, chance: &mut Stream| {
        let scenarios = ["annus-mirabilis", "early-war", "late-war", "full-campaign"];
        WarHeader::new(scenarios[chance.below(4) as usize], seed, scripts)
    };
    // One to three cards of the hand, responses first, for some of the draw pile that are drawn late.
    fn exchange(state: &mut <War as Rules>::State, side: Side, scripts: &Scripts, chance: &mut Stream) -> bool {
        let mut hand: Vec<_> = (state.hands[side] - state.known_cards(side)).iter().collect();
        chance.shuffle(&mut hand);
        let is_response = |card| scripts.deck().card(card).is_some_and(|card| card.kind == EventKind::Response);
        hand.sort_by_key(|card| !is_response(*card));
        let depth = state.draw_pile.len() / 2;
        let count = (1 + chance.below(3) as usize).min(hand.len()).min(depth);
        for (place, card) in hand.into_iter().take(count).enumerate() {
            let place = place * depth / count + chance.below((depth / count) as u32) as usize;
            let drawn = std::mem::replace(&mut state.draw_pile[place], card);
            state.hands[side].remove(card);
            state.hands[side].insert(drawn);
        }
        count > 0
    }
    let twins = |game: &Game<War>, [_, hidden]: [Side; 2], chance: &mut Stream| {
        let scripts = game.scripts().clone();
        from_position(game, chance, |state, chance| exchange(state, hidden, &scripts, chance))
    };
    Pairs { scripts, origin, header, twins }
}

fn battles() -> Pairs<Battle> {
    let scripts = BattleOrigin::default().load().expect("sound content");
    let header = |seed, _: &_, chance: &mut Stream| {
        let scenarios = ["lake-george", "carillon", "fort-oswego", "quebec"];
        let options = Options { tactics: true, ..Options::default() };
        BattleHeader::new(scenarios[chance.below(4) as usize], seed, options)
    };
    fn exchange(state: &mut <Battle as Rules>::State, side: BattleSide, chance: &mut Stream) -> bool {
        let before = state.markers[side].clone();
        let mut pool = state.pool.clone();
        for marker in &state.played[side] {
            if let Some(place) = pool.iter().position(|other| other == marker) {
                pool.remove(place);
            }
        }
        chance.shuffle(&mut pool);
        pool.truncate(before.len());
        pool.sort_unstable();
        let changes = pool != before;
        state.markers[side] = pool;
        changes
    }
    let twins = |game: &Game<Battle>, [_, hidden]: [BattleSide; 2], chance: &mut Stream| {
        from_position(game, chance, |state, chance| exchange(state, hidden, chance))
    };
    Pairs { scripts, origin: BattleOrigin::default, header, twins }
}

/// A folder with hidden hands. Games of folders begin from their setup only, so the twin has the same record, in which one
/// or two cards that nobody has seen since the beginning are drawn in place of others.
fn folders() -> Pairs<Tabletop> {
    let origin = || {
        let content = ContentArg { folder: Some("crown-and-league"), ..ContentArg::default() };
        Files::named(&content, false)
    };
    let scripts = origin().load().expect("a sound folder");
    let header = |seed, _: &Folder, _: &mut Stream| Header::new(seed);
    Pairs { scripts, origin, header, twins: of_other_draws }
}

/// The numbers of the cards that a side holds and another has never seen, and of those that nobody has drawn: the record
/// names the ones where they are drawn, and the others nowhere.
fn exchangeable(game: &Game<Tabletop>, [seer, hidden]: [PlainSide; 2], record: &str) -> [Vec<usize>; 2] {
    let cards = &game.scripts().data.cards;
    let named = |card: usize| {
        let token = format!("card:{}", cards[card].id);
        record.split_whitespace().filter(|word| **word == token).count()
    };
    let own = |facts: &CardAt| facts.known_to.has(hidden) && !facts.known_to.has(seer);
    let known_to = |card: usize| &game.state().cards[card];
    let held = (0..cards.len()).filter(|card| own(known_to(*card)) && named(*card) == 1).collect();
    [held, (0..cards.len()).filter(|card| named(*card) == 0).collect()]
}

fn of_other_draws(game: &Game<Tabletop>, sides: [PlainSide; 2], chance: &mut Stream) -> Option<Twins<Tabletop>> {
    let (record, scripts) = (game.record().to_string(), game.scripts().clone());
    let mut found = exchangeable(game, sides, &record);
    found.iter_mut().for_each(|cards| chance.shuffle(cards));
    let [held, spare] = found;
    let exchanged: Vec<[usize; 2]> = held.into_iter().zip(spare).take(2).map(|(held, spare)| [held, spare]).collect();
    let mut other = record.clone();
    for cards in &exchanged {
        let [held, spare] = cards.map(|card| format!("card:{}\n", scripts.data.cards[card].id));
        other = other.replace(&held, &spare);
    }
    let play = |text: &str| {
        let record = Record::<Tabletop>::parse(&Source::new("twin.record", text)).expect("a record");
        record.play(scripts.clone(), None).ok()
    };
    let games = [play(&record)?, play(&other).filter(|_| !exchanged.is_empty())?];
    let is_learned = move |game: &Game<Tabletop>| {
        exchanged.iter().flatten().any(|card| game.state().cards[*card].known_to.has(sides[0]))
    };
    Some(Twins { games, is_learned: Box::new(is_learned) })
}

#[test]
fn twins_of_folders_look_the_same_to_the_side_that_cannot_know() {
    tell(&folders());
}

#[test]
fn twins_of_the_war_look_the_same_to_the_side_that_cannot_know() {
    tell(&war());
}

#[test]
fn twins_of_battles_look_the_same_to_the_side_that_cannot_know() {
    tell(&battles());
}
