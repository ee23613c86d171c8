//! The operator's list of games, and what is done there: games are begun, seated, put into the archive, and deleted.

use super::server::{App, OfferedGame, Shared, body_of, nothing};
use super::shell;
use crate::options::offered::SideWord;
use crate::options::players::Players;
use crate::prompt::display::PageWish;
use axum::extract::{Form, Path, Request, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use serde::Deserialize;
use std::collections::BTreeMap;
use wilderness_lab::Player;

impl App {
    fn is_operator(&self, secret: &str) -> bool {
        self.site.operator.as_deref() == Some(secret)
    }

    fn list(&self, wrong: &str) -> Response {
        let tables = self.site.tables.list(|table| (table.archived, shell::table(table)));
        Html(shell::list(&tables, &self.site.games, wrong)).into_response()
    }
}

/// The operator's list of games.
pub async fn list(State(app): Shared, Path(secret): Path<String>) -> Response {
    if app.is_operator(&secret) { app.list("") } else { nothing().await }
}

/// Begins a game. The form has the fields `game` and `scenario`, and one for each side: a bot, or nothing for a person.
pub async fn new(State(app): Shared, Path(secret): Path<String>, request: Request) -> Response {
    if !app.is_operator(&secret) {
        return nothing().await;
    }
    let form = match body_of::<Form<BTreeMap<String, String>>>(request).await {
        Ok(Form(form)) => form,
        Err(response) => return response,
    };
    let field = |name: &str| form.get(name).cloned().unwrap_or_default();
    let (word, scenario) = (field("game"), field("scenario"));
    let is_meant = |offered: &&OfferedGame| {
        let has_scenario = offered.scenarios.iter().any(|(id, _)| *id == scenario);
        has_scenario && (word.is_empty() || offered.word == word)
    };
    let Some(offered) = app.site.games.iter().find(is_meant) else { return app.list("there is no such scenario") };
    let bot = |side: &SideWord| Some((side.id.to_string(), field(side.id).parse().ok()?));
    let players = Players::new(offered.sides.iter().filter_map(bot));
    let (shared, word) = (app.clone(), offered.word.clone());
    let begun = tokio::task::spawn_blocking(move || (shared.site.begin)(&word, &scenario, &players));
    match begun.await {
        Ok(Ok(())) => Redirect::to("./").into_response(),
        Ok(Err(wrong)) => app.list(&wrong),
        Err(_) => app.list("the game could not be begun"),
    }
}

#[derive(Deserialize)]
pub struct NewSitter {
    table: String,
    seat: usize,
    player: String,
    /// Whether this is certain: where a person sits, another is seated only then.
    #[serde(default)]
    sure: bool,
}

pub async fn reseat(State(app): Shared, Path(secret): Path<String>, request: Request) -> Response {
    if !app.is_operator(&secret) {
        return nothing().await;
    }
    let wanted = match body_of::<Form<NewSitter>>(request).await {
        Ok(Form(wanted)) => wanted,
        Err(response) => return response,
    };
    let player = wanted.player.parse::<Player>().ok();
    if player.is_none() && !wanted.sure && app.site.tables.is_person(&wanted.table, wanted.seat) {
        return Html(shell::ask_to_reseat(&wanted.table, wanted.seat)).into_response();
    }
    match app.site.tables.reseat(&wanted.table, wanted.seat, player) {
        Ok(room) => match room.send(wanted.seat, PageWish::Bot(player).into()).await {
            // The game may have been closed, to go on in another thread.
            Ok(_) => match room.open().await {
                Ok(_) => Redirect::to("./").into_response(),
                Err(why) => app.list(&why),
            },
            Err(why) => app.list(&why),
        },
        Err(wrong) => app.list(&wrong),
    }
}

#[derive(Deserialize)]
pub struct ArchivedGame {
    table: String,
    /// Whether it goes into the archive, or comes back.
    archived: bool,
}

/// Puts a game into the archive, or brings it back.
pub async fn archive(State(app): Shared, Path(secret): Path<String>, request: Request) -> Response {
    if !app.is_operator(&secret) {
        return nothing().await;
    }
    let wanted = match body_of::<Form<ArchivedGame>>(request).await {
        Ok(Form(wanted)) => wanted,
        Err(response) => return response,
    };
    match app.site.tables.archive(&wanted.table, wanted.archived) {
        Ok(()) => Redirect::to("./").into_response(),
        Err(wrong) => app.list(&wrong),
    }
}

#[derive(Deserialize)]
pub struct DeletedGame {
    table: String,
    /// Whether this is certain: it is asked first.
    #[serde(default)]
    sure: bool,
}

/// Deletes a game of the archive for good, once that is certain.
pub async fn delete(State(app): Shared, Path(secret): Path<String>, request: Request) -> Response {
    if !app.is_operator(&secret) {
        return nothing().await;
    }
    let wanted = match body_of::<Form<DeletedGame>>(request).await {
        Ok(Form(wanted)) => wanted,
        Err(response) => return response,
    };
    if !wanted.sure {
        return Html(shell::ask_to_delete(&wanted.table)).into_response();
    }
    match app.site.tables.delete(&wanted.table) {
        Ok(()) => Redirect::to("./").into_response(),
        Err(wrong) => app.list(&wrong),
    }
}
