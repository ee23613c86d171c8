//! The server of pages: routes, what it sends, and its limits. The games are elsewhere; here nothing is decided.

use super::connections::accept;
use super::guard::{self, Names};
use super::hosted_games::{HostedGames, SeatLink};
use super::snapshot::Snapshot;
use super::{operator, shell};
use crate::options::offered::SideWord;
use crate::options::players::Players;
use crate::prompt::display::{PageWish, Said, SentWish};
use crate::text::out;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Query, Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use std::convert::Infallible;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc, watch};
use tokio::time::timeout;
use tokio_stream::wrappers::ReceiverStream;

/// The files of the pages, by their paths: what they are, and their text.
const FILES: [(&str, &str, &str); 7] = [
    ("/page.js", SCRIPT, include_str!("page.js")),
    ("/link.js", SCRIPT, include_str!("link.js")),
    ("/map.js", SCRIPT, include_str!("map.js")),
    ("/past.js", SCRIPT, include_str!("past.js")),
    ("/reach.js", SCRIPT, include_str!("reach.js")),
    ("/page.css", "text/css; charset=utf-8", include_str!("page.css")),
    ("/icon.svg", "image/svg+xml", ICON),
];
const SCRIPT: &str = "text/javascript; charset=utf-8";
const ICON: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'><path fill='#1d4f91' d='M2 2h14v28H2z'/>\
                    <path fill='#b3261e' d='M16 2h14v28H16z'/></svg>";

/// What the links of a game in the archive say.
const ARCHIVED: &str = "This game is in the archive. Who runs this server can bring it back.";
/// The most bytes of a request's body.
const BODY: usize = 4096;
/// The longest time that a wish may take: a bot may think.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a look costs, in lines that could be sent instead.
const LOOK: f64 = 0.2;
/// What the places in reach cost, and some of the past, in lines that could be sent instead.
const ASK: f64 = 3.0;
/// What a film costs, in lines that could be sent instead.
const FILM: f64 = 20.0;
/// How many films are made at once.
const FILMS: usize = 2;
/// The most letters of a word by which a page tells one wish from another.
const LONGEST_ID: usize = 40;
/// The longest time for a request's body.
const BODY_TIME: Duration = Duration::from_secs(10);

/// Begins a game for the operator: the word of the game, a scenario, and who plays the sides.
pub type Begin = Box<dyn Fn(&str, &str, &Players) -> Result<(), String> + Send + Sync>;

/// A game that can be begun.
pub struct OfferedGame {
    /// The word for it: of a folder or pack, its name.
    pub word: String,
    /// What it is called.
    pub name: String,
    /// Who made it, and what others may do with it, if that is said.
    pub made_by: String,
    /// Its scenarios, each with its title.
    pub scenarios: Vec<(String, String)>,
    /// Its sides, in order.
    pub sides: Vec<SideWord>,
}

/// What a server serves.
pub struct ServedSite {
    /// The games.
    pub tables: Arc<HostedGames>,
    /// The secret of the operator's link; none if there is no list of games.
    pub operator: Option<String>,
    /// The games that can be begun.
    pub games: Vec<OfferedGame>,
    /// Begins a game.
    pub begin: Begin,
}

pub(super) struct App {
    pub(super) site: ServedSite,
    names: Names,
    /// How many films are made at once.
    films: Semaphore,
}

pub(super) type Shared = State<Arc<App>>;

/// Serves pages at an address until something else ends; `ready` is told the address.
///
/// # Errors
/// If nothing can listen there.
pub fn serve(
    site: ServedSite,
    address: SocketAddr,
    public: Option<&str>,
    ready: impl FnOnce(SocketAddr),
    until: impl Future<Output = ()>,
) -> std::io::Result<()> {
    // A client that hangs up must not end the program, as a reader of a pipe does.
    signal_hook::flag::register(signal_hook::consts::SIGPIPE, Arc::default())?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async move {
        let listener = TcpListener::bind(address).await?;
        let address = listener.local_addr()?;
        let app = Arc::new(App { site, names: Names::of(address, public), films: Semaphore::new(FILMS) });
        ready(address);
        tokio::select! {
            ended = accept(listener, router(app)) => ended,
            () = until => Ok(()),
        }
    })
}

fn router(app: Arc<App>) -> Router {
    let files = FILES.into_iter().fold(Router::new(), |files, (path, kind, text)| {
        files.route(path, get(async move |headers: HeaderMap| file(&headers, kind, text)))
    });
    files
        .route("/s/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/s/{secret}/"))))
        .route("/o/{secret}", get(async |Path(secret): Path<String>| Redirect::permanent(&format!("/o/{secret}/"))))
        .route("/s/{secret}/", get(seat))
        .route("/s/{secret}/state", get(state))
        .route("/s/{secret}/events", get(events))
        .route("/s/{secret}/film", get(film))
        .route("/s/{secret}/reach", get(reach))
        .route("/s/{secret}/past", get(past))
        .route("/s/{secret}/wish", post(wish))
        .route("/o/{secret}/", get(operator::list))
        .route("/o/{secret}/new", post(operator::new))
        .route("/o/{secret}/seat", post(operator::reseat))
        .route("/o/{secret}/archive", post(operator::archive))
        .route("/o/{secret}/delete", post(operator::delete))
        .fallback(nothing)
        .method_not_allowed_fallback(nothing)
        .layer(DefaultBodyLimit::max(BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guarded))
        .with_state(app)
}

/// A file of the pages. A browser keeps it, and asks each time whether it is still the same.
fn file(headers: &HeaderMap, kind: &'static str, text: &'static str) -> Response {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes().ends_with(tag.as_bytes()));
    let kept = [(header::CACHE_CONTROL, "no-cache"), (header::CONTENT_TYPE, kind)];
    let tagged = [(header::ETAG, tag)];
    if known { (StatusCode::NOT_MODIFIED, kept, tagged).into_response() } else { (kept, tagged, text).into_response() }
}

/// Admits a request, and adds the headers to the answer.
async fn guarded(State(app): Shared, request: Request, next: Next) -> Response {
    let reads = request.method().is_safe();
    let headers = request.headers();
    let admitted = if reads { app.names.admit(headers) } else { app.names.admit_change(headers) };
    let is_film = request.uri().path().ends_with("/film");
    let mut response = match admitted {
        false => refused(StatusCode::FORBIDDEN, "this server does not answer to that name or page"),
        true => next.run(request).await,
    };
    guard::add_headers(response.headers_mut(), is_film);
    response
}

fn refused(status: StatusCode, why: &'static str) -> Response {
    (status, why).into_response()
}

/// Refuses what is too much, and says in how many seconds it can be tried again.
fn too_many(why: &'static str) -> Response {
    (StatusCode::TOO_MANY_REQUESTS, [(header::RETRY_AFTER, "1")], why).into_response()
}

pub(super) async fn nothing() -> Response {
    refused(StatusCode::NOT_FOUND, "there is nothing here")
}

/// What is said of a link that leads nowhere: its game may be in the archive.
async fn gone(app: &App, secret: &str) -> Response {
    if app.site.tables.is_archived(secret) { refused(StatusCode::GONE, ARCHIVED) } else { nothing().await }
}

/// The page of a seat.
async fn seat(State(app): Shared, Path(secret): Path<String>) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    match seen(&place).await {
        Ok(seen) => Html(shell::seat(&seen.borrow().clone())).into_response(),
        Err(response) => response,
    }
}

/// What a seat sees, as it changes. A game that sleeps wakes.
async fn seen(place: &SeatLink) -> Result<watch::Receiver<Arc<Snapshot>>, Response> {
    match place.room.open().await {
        Ok(channel) => channel.look(place.seat).await.ok_or_else(|| refused(StatusCode::NOT_FOUND, "no such seat")),
        Err(why) => Err(closed(&why)),
    }
}

/// The answer where a game cannot be opened: a page tries again.
fn closed(why: &str) -> Response {
    out::warn(&format!("{why}\n"));
    refused(
        StatusCode::SERVICE_UNAVAILABLE,
        "this game cannot be opened now; the server says why to the person who runs it",
    )
}

/// What changes at a seat, as it changes.
async fn events(State(app): Shared, Path(secret): Path<String>) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    let Ok(slot) = place.pages.clone().try_acquire_owned() else {
        return too_many("too many pages show this seat");
    };
    let seen = match seen(&place).await {
        Ok(seen) => seen,
        Err(response) => return response,
    };
    let (sender, receiver) = mpsc::channel::<Result<Event, Infallible>>(2);
    tokio::spawn(async move {
        follow(place, seen, sender).await;
        drop(slot);
    });
    let stream = Sse::new(ReceiverStream::new(receiver)).keep_alive(KeepAlive::default());
    // A proxy passes each event on at once: nginx keeps what it can unless it is told not to.
    ([(HeaderName::from_static("x-accel-buffering"), "no")], stream).into_response()
}

#[derive(Deserialize)]
struct ShownVersion {
    /// The number of the snapshot that the page shows.
    since: u64,
}

/// What a seat sees, for a page that asks from time to time; nothing if the page shows it already.
async fn state(State(app): Shared, Path(secret): Path<String>, Query(shown): Query<ShownVersion>) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    if !place.bucket.take(LOOK) {
        return too_many("too many looks at once");
    }
    let now = match seen(&place).await {
        Ok(seen) => seen.borrow().clone(),
        Err(response) => return response,
    };
    match now.version == shown.since {
        true => StatusCode::NO_CONTENT.into_response(),
        false => ([(header::CONTENT_TYPE, "application/json")], now.json_since(&Snapshot::default())).into_response(),
    }
}

/// Sends what changes at a seat until the page or the link is gone.
async fn follow(
    mut place: SeatLink,
    mut seen: watch::Receiver<Arc<Snapshot>>,
    sender: mpsc::Sender<Result<Event, Infallible>>,
) {
    let mut last = Arc::new(Snapshot::default());
    seen.mark_changed();
    loop {
        tokio::select! {
            changed = seen.changed() => if changed.is_err() { return },
            closed = place.open.changed() => if closed.is_err() {
                // A page that is gone already needs no farewell.
                let _ = sender.send(Ok(Event::default().event("gone").data(""))).await;
                return;
            },
            () = sender.closed() => return,
        }
        let now = seen.borrow_and_update().clone();
        if sender.send(Ok(Event::default().data(now.json_since(&last)))).await.is_err() {
            return;
        }
        last = now;
    }
}

/// What a page sends: one thing that it wants, and what tells it from others.
#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Sent {
    /// A word of the page for this wish, by which it is known if it is sent again.
    id: Option<String>,
    /// Whether it is sent again, since no answer came.
    again: bool,
    /// The number of answers that the page has seen.
    at: Option<usize>,
    line: Option<String>,
    token: Option<String>,
    layer: Option<String>,
    on: Option<bool>,
    refuse: Option<bool>,
    pass: Option<bool>,
    hand: Option<bool>,
    say: Option<String>,
}

impl Sent {
    /// The one thing that is wanted.
    fn wish(self) -> Option<SentWish> {
        let Sent { id, again, at, line, token, layer, on, refuse, pass, hand, say } = self;
        let wish = match (line, token, layer, on, refuse, pass, hand, say) {
            (Some(line), None, None, None, None, None, None, None) => PageWish::Line(line),
            (None, Some(token), None, None, None, None, None, None) => PageWish::Answer(at?, token),
            (None, None, Some(layer), Some(on), None, None, None, None) => PageWish::Layer(layer, on),
            (None, None, None, None, Some(true), None, None, None) => PageWish::Refuse,
            (None, None, None, None, None, Some(pass), None, None) => PageWish::PassWindows(pass),
            (None, None, None, None, None, None, Some(hand), None) => PageWish::ShowHand(hand),
            (None, None, None, None, None, None, None, Some(text)) => PageWish::Say(text),
            _ => return None,
        };
        let again = if again { Some(at?) } else { None };
        Some(SentWish { wish, id: id.filter(|id| id.len() <= LONGEST_ID), again })
    }
}

async fn wish(State(app): Shared, Path(secret): Path<String>, request: Request) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    if !place.bucket.take(1.0) {
        return too_many("too many lines at once");
    }
    let kind = request.headers().get(header::CONTENT_TYPE);
    let is_json = kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    let body = match body_of::<axum::body::Bytes>(request).await {
        Ok(body) => body,
        Err(response) => return response,
    };
    let sent = if is_json { serde_json::from_slice::<Sent>(&body).ok() } else { None };
    let Some(wish) = sent.and_then(Sent::wish) else {
        return refused(StatusCode::BAD_REQUEST, "not a valid request");
    };
    let shows = matches!(wish.wish, PageWish::ShowHand(_));
    match timeout(PATIENCE, place.send(wish)).await {
        Ok(Ok(mut said)) => {
            if shows && let Err(error) = app.site.tables.keep_shown(&secret) {
                said.text = format!("This is forgotten when the server is started again: {error}");
            }
            Json(said).into_response()
        }
        Ok(Err(why)) => closed(&why),
        Err(_) => refused(StatusCode::REQUEST_TIMEOUT, "that takes too long"),
    }
}

/// The body of a request, read only once its secret is known.
pub(super) async fn body_of<T: FromRequest<()>>(request: Request) -> Result<T, Response> {
    match timeout(BODY_TIME, T::from_request(request, &())).await {
        Ok(body) => body.map_err(IntoResponse::into_response),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "that takes too long")),
    }
}

#[derive(Deserialize)]
struct FilmAsked {
    /// Whether it shows what turned the game.
    #[serde(default)]
    analysed: bool,
}

/// A film of the game so far.
async fn film(State(app): Shared, Path(secret): Path<String>, Query(asked): Query<FilmAsked>) -> Response {
    let FilmAsked { analysed } = asked;
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    if !place.bucket.take(FILM) {
        return too_many("too many films at once");
    }
    let Ok(_making) = app.films.acquire().await else { return closed("no more films are made") };
    match place.send(PageWish::Film { analysed }.into()).await {
        Ok(Said { done: true, text, .. }) => Html(text).into_response(),
        Ok(Said { .. }) => refused(StatusCode::CONFLICT, "no film can be made of this game"),
        Err(why) => closed(&why),
    }
}

#[derive(Deserialize)]
struct AnswersSeen {
    /// The number of answers that the page has seen.
    at: usize,
}

/// The places in reach at the question that a page shows.
async fn reach(State(app): Shared, Path(secret): Path<String>, Query(seen): Query<AnswersSeen>) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    told(&place, PageWish::Reach(seen.at)).await
}

#[derive(Deserialize)]
struct FirstEntry {
    /// The number of the first entry of the log.
    from: usize,
}

/// What has happened, entry by entry.
async fn past(State(app): Shared, Path(secret): Path<String>, Query(first): Query<FirstEntry>) -> Response {
    let Some(place) = app.site.tables.place(&secret) else { return gone(&app, &secret).await };
    told(&place, PageWish::Past(first.from)).await
}

/// What a game tells a page that asks, as JSON.
async fn told(place: &SeatLink, wish: PageWish) -> Response {
    if !place.bucket.take(ASK) {
        return too_many("too many questions at once");
    }
    match place.send(wish.into()).await {
        Ok(Said { done: true, text, .. }) => ([(header::CONTENT_TYPE, "application/json")], text).into_response(),
        Ok(Said { .. }) => refused(StatusCode::CONFLICT, "the past of this game cannot be shown"),
        Err(why) => closed(&why),
    }
}
