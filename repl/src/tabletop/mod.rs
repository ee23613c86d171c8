//! The front end of games that are folders: whatever is shown of one, its folder says.

mod cards;
mod front;
mod pictured;
mod scene;
mod sentences;
mod tables;
mod title;
