//! `wilderness board`: a picture of the board.

use crate::board::{PICTURE, svg};
use crate::front::Origin as _;
use crate::text::out;
use crate::war::content::ContentArg;
use crate::war::show;
use crate::war::start::{Start, no_effect_on_a_record, side};
use clap::{Args as ClapArgs, ValueEnum};
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_engine::faults::Source;
use wilderness_engine::files::Output;
use wilderness_engine::scene::Scene;
use wilderness_war::Side;
use wilderness_war::game::Game;
use wilderness_war::record::Record;
use wilderness_war::scene;
use wilderness_war::table::Windows;

#[derive(ClapArgs)]
pub struct Args {
    /// A save or record, or a position as JSON; without it, the start of the scenario.
    file: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The side that looks on; without it, the side that decides.
    #[arg(long = "as", value_name = "SIDE", value_parser = side)]
    seer: Option<Side>,
    /// Mark a set of spaces; can be given several times.
    #[arg(long, value_name = "LAYER")]
    layer: Vec<LayerName>,
    /// Write the picture to this file: a new file, or an earlier picture.
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    /// Let `--out` overwrite any other file.
    #[arg(long)]
    force: bool,
}

/// A set of spaces that a picture can mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum LayerName {
    /// Where drilled troops of the side that looks on are in supply.
    Supply,
    /// Where the side that looks on can raid.
    Raids,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let mut inputs: Vec<&Path> = args.start.inputs().chain(args.content.inputs()).collect();
    inputs.extend(args.file.as_deref());
    let output = Output::claim(&args.out, PICTURE, &inputs, args.force).map_err(|refused| miette!("{refused}"))?;
    let scene = scene_of(&game(args)?, args);
    output.write(&svg(&scene)).map_err(|refused| miette!("{refused}"))?;
    out::print(&format!("{}, {}: {}\n", scene.title, scene.caption, args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// The game in the file, or one that begins.
fn game(args: &Args) -> miette::Result<Game> {
    let source = args.file.as_deref().map(Source::read).transpose()?;
    let is_record = source.as_ref().is_some_and(|source| !source.text().trim_start().starts_with(['{', '[']));
    let scripts = Rc::new(args.content.named().for_start(&args.start)?.load()?);
    if let (Some(source), true) = (&source, is_record) {
        let given = args.start.given();
        if !given.is_empty() {
            return Err(no_effect_on_a_record(&given, "leave the file out"));
        }
        let record = Record::parse(source)?;
        let scripts = record.header.completed(scripts)?;
        let played = record.play_through(scripts, None, false)?;
        return played.fault.map_or(Ok(played.game), |fault| Err(fault.into()));
    }
    let start = args.start.clone().or_position(args.file.clone());
    Ok(start.header(|_| 1, Windows::Holder, &scripts)?.begin(scripts)?)
}

/// What the side that looks on sees, with the choices of the question that is open for it.
fn scene_of(game: &Game, args: &Args) -> Scene {
    let decision = game.decision();
    let seer = args.seer.or(decision.map(|decision| decision.side)).unwrap_or(Side::French);
    let view = game.view(seer);
    let mut scene = show::map::scene_of(game, seer);
    for layer in &args.layer {
        scene.layers.push(match layer {
            LayerName::Supply => scene::layer(format!("{seer} supply"), Some(seer), view.supplied(seer)),
            LayerName::Raids => scene::layer(format!("{seer} raids"), Some(seer), view.raid_targets()),
        });
    }
    scene
}
