//! The HTML around what changes: the page of a seat, and the operator's list of games.

use super::hosted_games::{HostedGame, Sitter};
use super::server::OfferedGame;
use super::snapshot::Snapshot;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The page of a seat. What changes comes by itself, with the first event.
pub fn seat(snapshot: &Snapshot) -> String {
    let section = |name: &str, label: &str| html! { section id=(name) aria-label=(label) {} };
    let ask = |line: &str, label: &str, title: &str| {
        html! { button type="button" data-line=(line) title=(title) { (label) } }
    };
    let body = html! {
        main {
            div id="board" tabindex="0" aria-label="The board: arrow keys move it, plus and minus zoom" {
                (PreEscaped(&*snapshot.board))
            }
            aside {
                header { h1 { (snapshot.title) } (section("standing", "How the game stands")) }
                (section("notice", "Notice"))
                (section("request", "Request of the other player"))
                div id="said" role="status" aria-live="polite" {}
                (section("question", "The question"))
                form id="line" autocomplete="off" {
                    label for="typed" class="hidden" { "An answer, a sentence or a command" }
                    input id="typed" type="text" maxlength="400" placeholder="number, sentence or command" spellcheck="false";
                    button type="submit" { "Enter" }
                }
                p class="advice" {
                    (ask("hint", "Hint", "What the greedy bot would do"))
                    (ask("explain", "Explain", "Why the bot played as it did"))
                    (ask("odds", "Odds", "The odds of what is pending"))
                    (ask("threats", "Threats", "What the enemy threatens"))
                    (ask("help", "Help", "How to answer, and the rules"))
                }
                pre id="told" tabindex="0" aria-label="What was asked for" {}
                (section("hand", "Your hand"))
                (section("news", "News"))
            }
            nav aria-label="The game" {
                (section("timeline", "Timeline"))
                a href="film" target="_blank" { "Film" }
                (section("layers", "Layers of the map"))
                span class="zoom" {
                    button type="button" id="closer" aria-label="Zoom in" { "+" }
                    button type="button" id="wider" aria-label="Zoom out" { "−" }
                    button type="button" id="whole" aria-label="The whole board" { "□" }
                }
                span id="link" role="status" {}
            }
        }
        div id="place" role="dialog" aria-label="A place" hidden {
            button type="button" id="close" aria-label="Close" { "×" }
            div id="here" {}
        }
        div id="stacks" hidden {}
        script type="application/json" id="places" { (PreEscaped(escaped(&snapshot.places))) }
        script src="/page.js" defer {}
    };
    page(&snapshot.title, body)
}

/// JSON that cannot end the element that it stands in.
fn escaped(json: &str) -> String {
    json.replace("</", "<\\/").replace("<!--", "\\u003c!--").replace("<script", "\\u003cscript")
}

/// The operator's list of games.
pub fn list(tables: &[Markup], games: &[OfferedGame], wrong: &str) -> String {
    let body = html! {
        main class="list" {
            h1 { "Games" }
            p { "Anyone with a seat's link can play it. Give each player one link, and keep this page to yourself." }
            @if !wrong.is_empty() { p class="fault" { (wrong) } }
            @for table in tables { (table) }
            @for game in games {
                form method="post" action="new" {
                    h2 { "A new game of " (game.name) }
                    input type="hidden" name="game" value=(game.word);
                    label { "Scenario " select name="scenario" {
                        @for (id, title) in &game.scenarios { option value=(id) { (title) } }
                    } }
                    @for side in &game.sides {
                        label { " " (side.name) " " (players(side.id)) }
                    }
                    " " button type="submit" { "Begin" }
                }
            }
        }
    };
    page("Games", body)
}

fn players(name: &str) -> Markup {
    html! {
        select name=(name) {
            option value="" { "a person" }
            option value="greedy" { "greedy (a bot)" }
            option value="search" { "search (a bot)" }
            option value="random" { "random (a bot)" }
        }
    }
}

/// A game in the list.
pub fn table(table: &HostedGame) -> Markup {
    let standing = table.room.seen.iter().map(|seen| seen.borrow().title.clone()).find(|title| !title.is_empty());
    html! {
        section class="table" {
            h2 { (table.name) ": " (standing.unwrap_or_default()) }
            ul {
                @for (number, (side, sitter)) in table.room.seats.iter().zip(&table.seats).enumerate() {
                    li {
                        (side) ": "
                        @match sitter {
                            Sitter::Person(secret) => { a href=(format!("/s/{secret}/")) { "link of the seat" } },
                            Sitter::Bot(player) => { "the bot " (player) },
                        }
                        form method="post" action="seat" class="inline" {
                            input type="hidden" name="table" value=(table.name);
                            input type="hidden" name="seat" value=(number);
                            " " (players("player")) " " button type="submit" { "Seat" }
                        }
                    }
                }
            }
        }
    }
}

/// A page of this server.
pub fn page(title: &str, body: Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/page.css";
                link rel="icon" href="/icon.svg";
            }
            body { (body) noscript { p { "This page needs JavaScript. Its script comes from this server." } } }
        }
    };
    page.into_string()
}
