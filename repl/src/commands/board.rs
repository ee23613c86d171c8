//! `wilderness board`: a picture of the board.

use crate::board::part::part;
use crate::board::{PICTURE, svg};
use crate::commands::games::{self, Beginning, Title};
use crate::commands::replay::misfit;
use crate::front::Origin as _;
use crate::front::sides;
use crate::options::content::ContentArg;
use crate::options::players::side;
use crate::options::start::{Start, no_effect_on_a_record};
use crate::prompt::board::scene;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use wilderness_engine::Game;
use wilderness_engine::faults::Source;
use wilderness_engine::files::Output;
use wilderness_engine::record::{Header as _, Record};
use wilderness_engine::scene::Scene;

#[derive(ClapArgs)]
pub struct Args {
    /// A save or record, or a position as JSON, of any game; without it, the start of the scenario.
    file: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The side that looks on; without it, the side that decides.
    #[arg(long = "as", value_name = "SIDE")]
    seer: Option<String>,
    /// Mark a set of places; can be given several times. Each game has its own: a layer that it does not have is refused
    /// with a list of them. Some are of a piece or place, named by its id: `reach=montcalm`.
    #[arg(long, value_name = "LAYER")]
    layer: Vec<String>,
    /// Draw one theatre of the map as large as the whole map, by its word, as `show map` names them: `hudson`.
    #[arg(long, value_name = "WORD")]
    theatre: Option<String>,
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
    let game = match args.record()? {
        Some(source) => games::of_record(Path::new(source.name()))?,
        None => games::of_start(&args.start(), &args.content, false)?,
    };
    let scene = game.board(args)?;
    output.write(&svg(&scene)).map_err(|refused| miette!("{refused}"))?;
    out::print(&format!("{}, {}: {}\n", scene.title, scene.caption, args.out.display()))?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    /// The file, if it is a record, and no position.
    fn record(&self) -> miette::Result<Option<Source>> {
        let source = self.file.as_deref().map(Source::read).transpose()?;
        Ok(source.filter(|source| !source.text().trim_start().starts_with(['{', '['])))
    }

    /// The start of a game without a record.
    fn start(&self) -> Start {
        self.start.clone().or_position(self.file.as_deref())
    }
}

/// The game of the record, or one that begins.
fn game<F: Title>(args: &Args) -> miette::Result<Game<F>> {
    if let Some(source) = args.record()? {
        let given = args.start.given();
        if !given.is_empty() {
            return Err(no_effect_on_a_record(&given, "leave the file out"));
        }
        let record = Record::<F>::parse(&source)?;
        let scripts = record.header.completed(F::origin(&args.content, false).load()?)?;
        let played = record.play_through(scripts, None, false)?;
        return played.fault.map_or(Ok(played.game), |fault| Err(misfit(fault, args.seer.is_some())));
    }
    let start = args.start();
    let scripts = F::with_scenario_file(F::origin(&args.content, false), &start)?.load()?;
    let mut game = Game::begin(&F::header(&start, &Beginning::with_seed(1), &scripts)?, scripts)?;
    if !F::is_set_up(&game) {
        game.past_mut().proceed_step().map_err(|halt| miette!("{halt}"))?;
    }
    Ok(game)
}

/// What the side that looks on sees, or the side that decides; with the layers that are asked for.
pub fn scene_of<F: Title>(args: &Args) -> miette::Result<Scene> {
    let game = game::<F>(args)?;
    let sides = sides::<F>(game.scripts());
    let seer = args.seer.as_deref().map(|word| side(word, &sides)).transpose()?;
    let Some(seer) = seer.or(game.decision().map(|decision| decision.side)).or(sides.first().copied()) else {
        return Err(miette!("{} has no sides", F::NAME));
    };
    let mut scene = scene(&game, seer);
    for asked in &args.layer {
        let (name, of) = asked.split_once('=').map_or((asked.as_str(), None), |(name, of)| (name, Some(of)));
        scene.layers.push(F::layer(&game, seer, name, of).map_err(|why| {
            let known: Vec<String> = F::LAYERS.iter().map(|(name, what)| format!("{name}: {what}")).collect();
            miette!(help = known.join("\n"), "{why}")
        })?);
    }
    match &args.theatre {
        Some(name) => part(&scene, name).map_err(|why| miette!("{why}")),
        None => Ok(scene),
    }
}
