//! What a server remembers of a seat while the game sleeps: that windows are passed, and that onlookers may see the hand.

use wilderness_repl::front::Session;
use wilderness_repl::testing::pages::{GamePages, PageWish, SeatMemory, Seer};
use wilderness_repl::testing::prompt::{ContentArg, Sharing, session};
use wilderness_repl::testing::war::Origin;
use wilderness_tests::situation::Situation;
use wilderness_war::{Side, War};

/// What the seat is shown in a section when the game is opened; then it wants something.
fn opened(session: &mut Session<War>, name: &str, memory: &SeatMemory, wants: Option<PageWish>) -> String {
    let (mut pages, screens) = GamePages::new([Seer::Side(Side::British)], memory.clone());
    pages.publish(session);
    pages.show(session, 0);
    let shown = screens.seats[0].shown.borrow().section(name).to_string();
    if let Some(wish) = wants {
        assert!(pages.fulfil(session, 0, wish.into()).0.done);
        pages.publish(session);
    }
    shown
}

#[test]
fn the_switch_that_passes_windows_survives_the_sleep_of_its_game() {
    let game = Situation::new().game();
    let mut session = session(game, Origin::named(&ContentArg::default(), false)).share(Sharing::Apart);
    let memory = SeatMemory::default();
    let is_on = |shown: &str| shown.contains("data-pass=\"off\"");
    assert!(!is_on(&opened(&mut session, "passing", &memory, Some(PageWish::PassWindows(true)))));
    // The game has slept, and its pages are those of a new thread.
    assert!(is_on(&opened(&mut session, "passing", &memory, None)));
    assert!(is_on(&opened(&mut session, "passing", &memory, Some(PageWish::PassWindows(false)))));
    assert!(!is_on(&opened(&mut session, "passing", &memory, Some(PageWish::PassWindows(true)))));
    // Who sits down there next is asked.
    opened(&mut session, "passing", &memory, Some(PageWish::Bot(None)));
    assert!(!is_on(&opened(&mut session, "passing", &memory, None)));
}

#[test]
fn what_onlookers_may_see_survives_the_sleep_of_its_game() {
    let game = Situation::new().game();
    let mut session = session(game, Origin::named(&ContentArg::default(), false)).share(Sharing::Apart);
    let memory = SeatMemory::default();
    let is_on = |shown: &str| shown.contains("data-hand=\"false\"");
    let mut opened = |wants| opened(&mut session, "showing", &memory, wants);
    assert!(!is_on(&opened(Some(PageWish::ShowHand(true)))));
    assert!(is_on(&opened(Some(PageWish::ShowHand(false)))));
    assert!(!is_on(&opened(Some(PageWish::ShowHand(true)))));
    // Who sits down there next has agreed to nothing.
    assert!(is_on(&opened(Some(PageWish::Bot(None)))));
    assert!(!is_on(&opened(None)));
}
