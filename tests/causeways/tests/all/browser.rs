//! Three browsers, each with the page of a side.

use assert_cmd::cargo::cargo_bin;
use tempfile::tempdir;
use wilderness_tests::browser::{Page, in_browser, result, take_turns};
use wilderness_tests::served::Server;

#[test]
fn three_browsers_play_a_whole_game() {
    in_browser(async |browser| {
        let games = tempdir().expect("a directory");
        let server = Server::of(&cargo_bin("causeways"), games.path(), &["--seed", "1"]);
        let (mut clients, mut pages) = (Vec::new(), Vec::new());
        for (number, side) in (0..).zip(["otter", "heron", "pike"]) {
            let client = browser.open((1420 + number, 900)).await;
            pages.push(Page::open(&client, &server, side).await);
            clients.push(client);
        }
        let clicks = take_turns(&mut pages, usize::MAX).await;
        assert!(clicks > 30, "{clicks}");
        let mut results = Vec::new();
        for page in &mut pages {
            results.push(result(page).await.expect("the game is over"));
            page.check().await;
            page.report("Causeways");
        }
        assert!(results.iter().all(|result| *result == results[0]), "{results:?}");
        pages[0].screenshot("three-sides").await;
        for client in clients {
            client.close().await.expect("it closes");
        }
    });
}
