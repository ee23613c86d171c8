//! What a server remembers of the windows that are passed for a seat, while the game sleeps.

use wilderness_repl::front::Session;
use wilderness_repl::testing::pages::{GamePages, PageWish, PassedSeasons, Seer};
use wilderness_repl::testing::prompt::{ContentArg, Sharing, session};
use wilderness_repl::testing::war::Origin;
use wilderness_tests::situation::Situation;
use wilderness_war::{Side, War};

/// What the seat is shown about its windows when the game is opened, and then wants something.
fn opened(session: &mut Session<War>, passed: &PassedSeasons, wants: Option<PageWish>) -> String {
    let (mut pages, screens) = GamePages::new([Seer::Side(Side::British)], passed.clone());
    pages.publish(session);
    pages.show(session, 0);
    let shown = screens.seats[0].shown.borrow().section("passing").to_string();
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
    let passed = PassedSeasons::default();
    let is_on = |shown: &str| shown.contains("data-pass=\"off\"");
    assert!(!is_on(&opened(&mut session, &passed, Some(PageWish::PassWindows(true)))));
    // The game has slept, and its pages are those of a new thread.
    assert!(is_on(&opened(&mut session, &passed, None)));
    assert!(is_on(&opened(&mut session, &passed, Some(PageWish::PassWindows(false)))));
    assert!(!is_on(&opened(&mut session, &passed, Some(PageWish::PassWindows(true)))));
    // Who sits down there next is asked.
    opened(&mut session, &passed, Some(PageWish::Bot(None)));
    assert!(!is_on(&opened(&mut session, &passed, None)));
}
