//! `wilderness board`: a picture of the board.

use crate::battles::content::Origin as BattleOrigin;
use crate::battles::start::{battle_of, header as battle_header};
use crate::board::pictured::{self, Pictured};
use crate::board::{PICTURE, svg};
use crate::front::Origin as _;
use crate::options::content::ContentArg;
use crate::options::start::{Start, no_effect_on_a_record, side};
use crate::prompt::unfinished;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::rc::Rc;
use wilderness_battles::{FrenchAndIndianWarBattles as Battle, GAME as BATTLES, Side as BattleSide};
use wilderness_engine::Game;
use wilderness_engine::faults::Source;
use wilderness_engine::files::Output;
use wilderness_engine::record::Record;
use wilderness_engine::scene::Scene;
use wilderness_war::{Side, War, Windows};

#[derive(ClapArgs)]
pub struct Args {
    /// A save or record, or a position as JSON, of either game; without it, the start of the scenario.
    file: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The side that looks on; without it, the side that decides.
    #[arg(long = "as", value_name = "SIDE", value_parser = side)]
    seer: Option<Side>,
    /// Mark a set of places; can be given several times. In the war: supply, raids, threats, reach=PIECE, odds=PIECE. In
    /// a battle: zones, threats, odds, reach=UNIT, sight=HEX. Pieces and units are named by their ids.
    #[arg(long, value_name = "LAYER")]
    layer: Vec<String>,
    /// Write the picture to this file: a new file, or an earlier picture.
    #[arg(long, value_name = "FILE.svg")]
    out: PathBuf,
    /// Let `--out` overwrite any other file.
    #[arg(long)]
    force: bool,
}

pub fn run(args: &Args) -> miette::Result<ExitCode> {
    let mut inputs: Vec<&Path> = args.start.inputs().chain(args.content.inputs()).collect();
    inputs.extend(args.file.as_deref());
    let output = Output::claim(&args.out, PICTURE, &inputs, args.force).map_err(|refused| miette!("{refused}"))?;
    let scene = match battle(args)? {
        Some(battle) => {
            let seer = args.seer.map(|seer| match seer {
                Side::French => BattleSide::French,
                Side::British => BattleSide::British,
            });
            scene_of(&battle, seer, BattleSide::French, &args.layer)?
        }
        None => scene_of(&war(args)?, args.seer, Side::French, &args.layer)?,
    };
    output.write(&svg(&scene)).map_err(|refused| miette!("{refused}"))?;
    out::print(&format!("{}, {}: {}\n", scene.title, scene.caption, args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}

/// Whether a file is a record, and no position.
fn is_record(source: &Source) -> bool {
    !source.text().trim_start().starts_with(['{', '['])
}

/// The battle that the file or the options name, if they name one.
fn battle(args: &Args) -> miette::Result<Option<Game<Battle>>> {
    let origin = BattleOrigin::in_content_or_beside(args.content.root());
    let source = args.file.as_deref().map(Source::read).transpose()?;
    if let (Some(file), Some(source)) = (&args.file, source.as_ref().filter(|source| is_record(source))) {
        if unfinished::game_named_in(file).is_none_or(|game| game != BATTLES) {
            return Ok(None);
        }
        let played = Record::<Battle>::parse(source)?.play_through(Rc::new(origin.load()?), None, false)?;
        return played.fault.map_or(Ok(Some(played.game)), |fault| Err(fault.into()));
    }
    let start = args.start.clone().or_position(args.file.clone());
    let battles = Rc::new(origin.load()?);
    let Some(id) = battle_of(&start, &battles)? else { return Ok(None) };
    let mut game = Game::begin(&battle_header(&start, &id, 1)?, battles)?;
    game.proceed().map_err(|halt| miette!("{halt}"))?;
    Ok(Some(game))
}

/// The game of the war in the file, or one that begins.
fn war(args: &Args) -> miette::Result<Game<War>> {
    let source = args.file.as_deref().map(Source::read).transpose()?;
    let scripts = Rc::new(args.content.named().for_start(&args.start)?.load()?);
    if let Some(source) = source.as_ref().filter(|source| is_record(source)) {
        let given = args.start.given();
        if !given.is_empty() {
            return Err(no_effect_on_a_record(&given, "leave the file out"));
        }
        let record = Record::<War>::parse(source)?;
        let played = record.play_through(scripts, None, false)?;
        return played.fault.map_or(Ok(played.game), |fault| Err(fault.into()));
    }
    let start = args.start.clone().or_position(args.file.clone());
    Ok(start.header(|_| 1, Windows::Holder, &scripts)?.begin(scripts)?)
}

/// What the side that looks on sees, or the side that decides; with the layers that are asked for.
fn scene_of<F: Pictured>(
    game: &Game<F>,
    seer: Option<F::Side>,
    first: F::Side,
    layers: &[String],
) -> miette::Result<Scene> {
    let seer = seer.or(game.decision().map(|decision| decision.side)).unwrap_or(first);
    let mut scene = pictured::scene(game, seer);
    for asked in layers {
        let (name, of) = asked.split_once('=').map_or((asked.as_str(), None), |(name, of)| (name, Some(of)));
        scene.layers.push(F::layer(game, seer, name, of).map_err(|why| {
            let known: Vec<String> = F::LAYERS.iter().map(|(name, what)| format!("{name}: {what}")).collect();
            miette!(help = known.join("\n"), "{why}")
        })?);
    }
    Ok(scene)
}
