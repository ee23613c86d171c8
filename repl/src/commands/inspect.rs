//! `wilderness inspect`: shows what the rules say about positions.

use crate::commands::games::{self, Game};
use crate::options::content::ContentArg;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::PathBuf;
use std::process::ExitCode;
use wilderness_engine::faults::Source;

#[derive(ClapArgs)]
pub struct Args {
    /// A position, or an array of positions, as JSON.
    #[arg(required_unless_present = "los")]
    file: Option<PathBuf>,
    // Before `game`, which it looks at.
    #[command(flatten)]
    content: ContentArg,
    /// The game, if a position does not say it.
    #[arg(long, value_name = "GAME|FOLDER")]
    game: Option<String>,
    /// Print which hexes see which on an empty map, as JSON.
    #[arg(long, value_name = "MAP", conflicts_with = "file")]
    los: Option<String>,
    /// Print JSON.
    #[arg(long, conflicts_with = "text")]
    json: bool,
    /// Print text (the default).
    #[arg(long)]
    text: bool,
    /// The pieces whose reach is computed; by default, all pieces of the active side.
    #[arg(long, value_delimiter = ',', value_name = "PIECES")]
    reach: Option<Vec<String>>,
}

/// What is asked of a game.
pub struct Inspect<'a> {
    /// The positions; none if lines of sight are asked for.
    source: Option<&'a Source>,
    /// The map whose lines of sight are asked for.
    pub map: Option<&'a str>,
    /// The content that is named.
    pub content: &'a ContentArg,
    /// The pieces whose reach is asked for.
    pub reach: Option<&'a [String]>,
    /// Whether to print JSON.
    pub json: bool,
}

impl<'a> Inspect<'a> {
    /// The text with the positions.
    ///
    /// # Errors
    /// If it is about lines of sight, which this game does not have.
    pub fn positions(&self) -> miette::Result<&'a Source> {
        let none = || miette!(help = "name the game with `--game`", "this game has no maps with lines of sight");
        self.source.ok_or_else(none)
    }
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let source = args.file.as_deref().map(Source::read_positions).transpose()?;
    let Args { los, content, reach, json, .. } = args;
    let asked = Inspect { source: source.as_ref(), map: los.as_deref(), content, reach: reach.as_deref(), json: *json };
    game(args)?.inspect(&asked)?;
    Ok(ExitCode::SUCCESS)
}

/// The game that is asked: the one that is named, that of the position, or the one that has the map.
fn game(args: &Args) -> miette::Result<Game> {
    if let Some(word) = &args.game {
        return Ok(games::of_words(word)?);
    }
    let of_position = args.file.as_deref().map(games::of_position).transpose()?.flatten();
    let with_maps = || games::all().iter().copied().map(|game| (game, game.maps(&args.content)));
    let of_map = args.los.as_ref().and_then(|map| {
        let has_it = with_maps().find(|(_, maps)| maps.contains(map));
        has_it.or_else(|| with_maps().find(|(_, maps)| !maps.is_empty())).map(|(game, _)| game)
    });
    Ok(of_position.or(of_map).unwrap_or(games::first()?))
}
