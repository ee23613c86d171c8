//! The HTML around what changes: the page of a seat, and the operator's list of games.

use super::hosted_games::{HostedGame, Sitter};
use super::server::OfferedGame;
use super::snapshot::Snapshot;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use wilderness_lab::Level;

/// The page of a seat, as it is now. What changes comes by itself.
pub fn seat(snapshot: &Snapshot) -> String {
    let body = html! {
        main {
            div id="board" role="group" tabindex="0" aria-label="The board: arrow keys move it, plus and minus zoom" {
                (PreEscaped(snapshot.picture()))
            }
            (beside(snapshot))
            (below(snapshot))
        }
        div id="place" role="dialog" aria-label="A place" hidden {
            button type="button" id="close" aria-label="Close" { "×" }
            div id="here" {}
        }
        div id="way" role="tooltip" hidden {}
        div id="spoken" class="hidden" aria-live="polite" {}
        div id="stacks" hidden { (PreEscaped(snapshot.section("stacks"))) }
        script type="application/json" id="places" { (PreEscaped(escaped(&snapshot.places))) }
        script type="application/json" id="colours" { (PreEscaped(escaped(&snapshot.colours))) }
        script type="module" src="/page.js" {}
    };
    page_at(&snapshot.title, body, Some(snapshot))
}

fn section(snapshot: &Snapshot, name: &str, label: &str) -> Markup {
    html! { section id=(name) aria-label=(label) { (PreEscaped(snapshot.section(name))) } }
}

/// What stands beside the board.
fn beside(snapshot: &Snapshot) -> Markup {
    let ask = |line: &str, label: &str, title: &str| {
        html! { @if snapshot.asks.contains(&line) { button type="button" data-line=(line) title=(title) { (label) } } }
    };
    html! {
        aside id="aside" {
            header { h1 { (snapshot.title) } (section(snapshot, "standing", "How the game stands")) }
            (section(snapshot, "past", "The past"))
            (looking())
            (section(snapshot, "notice", "Notice"))
            (section(snapshot, "request", "Request of the other player"))
            (section(snapshot, "recap", "Since your last answer"))
            div id="said" role="status" aria-live="polite" {}
            (section(snapshot, "question", "The question"))
            (section(snapshot, "passing", "Windows"))
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
            (section(snapshot, "waiting", "Not yet on the board"))
            (section(snapshot, "news", "News"))
            (section(snapshot, "hand", "Your hand"))
            (section(snapshot, "tracks", "Tracks"))
            (talk(snapshot))
            (section(snapshot, "showing", "Onlookers"))
            @if !snapshot.made_by.is_empty() { footer { (snapshot.title) ", " (snapshot.made_by) } }
        }
    }
}

/// What people say to each other, and what each writes for themselves.
fn talk(snapshot: &Snapshot) -> Markup {
    html! {
        (section(snapshot, "talk", "Talk"))
        form id="say" autocomplete="off" {
            label for="remark" class="hidden" { "Say something to everybody at this game" }
            input id="remark" type="text" maxlength="300" placeholder="say something to everybody here";
            button type="submit" { "Say" }
        }
        details id="notes" {
            summary { "Your notes" }
            textarea id="note" rows="6" maxlength="20000" aria-label="Your notes, which stay in this browser" {}
        }
    }
}

/// An entry of the past, while the page looks back, and the way back.
fn looking() -> Markup {
    html! {
        section id="looking" aria-label="What has happened" hidden {
            h2 { "You look back" }
            p id="then" class="when" {}
            p id="told-then" aria-live="polite" {}
            button type="button" id="earlier" title="The entry before (,)" { "◀ Previous" } " "
            button type="button" id="later" title="The entry after (.)" { "Next ▶" } " "
            button type="button" id="now" title="To the present (Esc)" { "Back to now" }
        }
    }
}

/// What stands below the board, and on a phone at the bottom of the screen.
fn below(snapshot: &Snapshot) -> Markup {
    html! {
        nav aria-label="The game" {
            span class="tabs" {
                @let tabs = [("play", "Play", true), ("cards", "Cards", snapshot.has_hands), ("news", "News", true)];
                @for (tab, label, _) in tabs.into_iter().filter(|(.., has)| *has) {
                    button type="button" data-tab=(tab) aria-pressed=(tab == "play") { (label) }
                }
            }
            (section(snapshot, "timeline", "Timeline"))
            a href="film#last" target="_blank" class="film" { "Film" }
            (section(snapshot, "layers", "Layers of the map"))
            span class="zoom" {
                button type="button" id="closer" aria-label="Zoom in" { "+" }
                button type="button" id="wider" aria-label="Zoom out" { "−" }
                button type="button" id="whole" aria-label="The whole board" { "□" }
            }
            details id="legend" { summary { "Legend" } }
            button type="button" id="calls" title="A sound, and a notification while this page is out of view" {
                "Notify me"
            }
            span id="link" role="status" {}
        }
    }
}

/// JSON that cannot end the element that it stands in.
fn escaped(json: &str) -> String {
    json.replace("</", "<\\/").replace("<!--", "\\u003c!--").replace("<script", "\\u003cscript")
}

/// The operator's list of games.
/// What is in the archive comes last.
pub fn list(tables: &[(bool, Markup)], games: &[OfferedGame], wrong: &str) -> String {
    let body = html! {
        main class="list" {
            h1 { "Games" }
            p { "Anyone with a seat's link can play it. Give each player one link, and keep this page to yourself." }
            @if !wrong.is_empty() { p class="fault" { (wrong) } }
            @for (_, table) in tables.iter().filter(|(archived, _)| !archived) { (table) }
            @for game in games {
                form method="post" action="new" {
                    h2 { "A new game of " (game.name) }
                    @if !game.made_by.is_empty() { p { (game.name) ", " (game.made_by) } }
                    input type="hidden" name="game" value=(game.word);
                    label { "Scenario " select name="scenario" {
                        @for (id, title) in &game.scenarios { option value=(id) { (title) } }
                    } }
                    @for side in &game.sides {
                        label { " " (side.name) " " (players(side.id, &side.name)) }
                    }
                    " " button type="submit" { "Begin" }
                }
            }
            @let archived = tables.iter().filter(|(archived, _)| *archived);
            @if archived.clone().count() > 0 {
                details class="table" { summary { "The archive" } @for (_, table) in archived { (table) } }
            }
        }
    };
    page("Games", body)
}

fn players(name: &str, label: &str) -> Markup {
    html! {
        select name=(name) aria-label=(format!("Who plays the {label}")) {
            option value="" { "a person" }
            @for level in Level::ALL {
                option value=(level.name()) { "a bot: " (level.name()) }
            }
            option value="random" { "a bot: random" }
        }
    }
}

/// A game in the list: how it stands, whose turn it is, what has happened last, and the links.
pub fn table(table: &HostedGame) -> Markup {
    let stands = table.room.last_awake().map(|channel| channel.screens.standing.borrow().clone()).unwrap_or_default();
    let asleep = stands.title.is_empty();
    html! {
        section class="table" aria-label=(table.name) {
            h2 { (table.name) @if !asleep { ": " (stands.title) } }
            @if table.archived { p { "In the archive: its links lead nowhere." } }
            @else if asleep { p { "Not opened since the server was started." } }
            @if !asleep { p { (stands.now) "." } }
            @if !stands.last.is_empty() { p class="note" { "Last: " (stands.last) } }
            @if table.archived {
                (archiving(table, false))
                form method="post" action="delete" class="inline" {
                    input type="hidden" name="table" value=(table.name);
                    button type="submit" { "Delete …" }
                }
            } @else {
                ul {
                    li {
                        a href=(format!("/s/{}/", table.watch)) { "link to watch" } ", which shows what everybody knows"
                        @if stands.over { "; " a href=(format!("/s/{}/film#last", table.watch)) { "the film" } }
                    }
                    @for (number, (side, sitter)) in table.sides.iter().zip(&table.seats).enumerate() {
                        (seat_of(table, number, side, sitter))
                    }
                }
                (archiving(table, true))
            }
        }
    }
}

/// A seat of a game in the list.
fn seat_of(table: &HostedGame, number: usize, side: &str, sitter: &Sitter) -> Markup {
    html! {
        li {
            (side) ": "
            @match sitter {
                Sitter::Person(secret) => { a href=(format!("/s/{secret}/")) { "link of the seat" } },
                Sitter::Bot(player) => { "the bot " (player) },
            }
            form method="post" action="seat" class="inline" {
                input type="hidden" name="table" value=(table.name);
                input type="hidden" name="seat" value=(number);
                " " (players("player", &format!("{side} of {}", table.name))) " " button type="submit" { "Seat" }
            }
        }
    }
}

/// The button that puts a game into the archive, or brings it back.
fn archiving(table: &HostedGame, archived: bool) -> Markup {
    html! {
        form method="post" action="archive" class="inline" {
            input type="hidden" name="table" value=(table.name);
            input type="hidden" name="archived" value=(archived);
            button type="submit" { @if archived { "Archive" } @else { "Bring back" } }
        }
    }
}

/// The page that asks whether a game is to be deleted.
pub fn ask_to_delete(table: &str) -> String {
    let fields = [("table", table.to_string())];
    let question = ["Delete ", table, "?"].concat();
    let told = "Its record and its links are deleted for good.";
    ask("Delete a game", &question, told, ("delete", question.trim_end_matches('?'), &fields))
}

/// The page that asks whether another person is to have a seat.
pub fn ask_to_reseat(table: &str, seat: usize) -> String {
    let fields = [("table", table.to_string()), ("seat", seat.to_string()), ("player", String::new())];
    let question = ["A new link for a seat of ", table, "?"].concat();
    let told = "A person sits there. The link that they have leads nowhere any more once there is a new one.";
    ask("A new link", &question, told, ("seat", "Make a new link", &fields))
}

/// A page that asks whether something is meant that is not undone: an action, with its button and its fields.
fn ask(title: &str, question: &str, told: &str, (action, button, fields): (&str, &str, &[(&str, String)])) -> String {
    let body = html! {
        main class="list" {
            h1 { (question) }
            p { (told) }
            form method="post" action=(action) class="inline" {
                @for (name, value) in fields { input type="hidden" name=(name) value=(value); }
                input type="hidden" name="sure" value="true";
                button type="submit" { (button) }
            }
            p { a href="./" { "Back to the list" } }
        }
    };
    page(title, body)
}

/// A page of this server.
pub fn page(title: &str, body: Markup) -> String {
    page_at(title, body, None)
}

/// A page, with the number of the snapshot that it shows.
fn page_at(title: &str, body: Markup, shown: Option<&Snapshot>) -> String {
    let (version, at) = (shown.map(|shown| shown.version), shown.map(|shown| shown.at));
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
            body data-version=[version] data-at=[at] { (body) noscript { p { "This page needs JavaScript. Its script comes from this server." } } }
        }
    };
    page.into_string()
}
