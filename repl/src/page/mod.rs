//! Games on pages in a browser: the picture, the question, the hand and the news, in step with the session. A page sends
//! lines and answers as the prompt does, and is sent what changes. It knows no game: [`Pictured`] tells it about one.
//!
//! [`Pictured`]: crate::board::pictured::Pictured

pub mod beside;
mod connections;
pub(crate) mod game_channel;
mod game_files;
pub mod game_threads;
mod ground;
pub(crate) mod guard;
pub mod host;
pub mod hosted_games;
pub mod open_game;
mod operator;
mod ordered_film;
mod past;
mod reach;
pub mod room;
pub mod seat_memory;
mod sections;
pub mod server;
mod shell;
pub mod snapshot;
mod talk;
pub mod window_passer;
