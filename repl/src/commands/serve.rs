//! `wilderness serve`: games as pages in a browser.

use super::opening::Opening;
use crate::commands::games;
use crate::options::content::ContentArg;
use crate::options::own_games;
use crate::options::players::Players;
use crate::options::start::{Start, no_effect_on_a_record};
use crate::page::game_channel::GameChannel;
use crate::page::game_threads::GameThreads;
use crate::page::guard::{is_secret, secret};
use crate::page::hosted_games::{HostedGame, HostedGames, Sitter, remembered, seated_sides, seats_file, sitters};
use crate::page::room::Room;
use crate::page::seat_memory::SeatMemory;
use crate::page::server::{OfferedGame, ServedSite, serve};
use crate::prompt::input::state_file;
use crate::prompt::thinking::with_bots_waiting;
use crate::text::out;
use clap::Args as ClapArgs;
use miette::miette;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use wilderness_engine::content::Catalogue;
use wilderness_engine::files::{is_empty, make_private, make_private_directory, write_whole};
use wilderness_lab::Player;

/// The file of the operator's secret in the directory of the games.
const OPERATOR_FILE: &str = "operator";
/// The port that pages are served at, unless another is named.
const PORT: u16 = 8017;

/// What to serve, and where.
#[derive(ClapArgs)]
pub struct Args {
    /// The save or record to go on with; without it, the games in the directory.
    save: Option<PathBuf>,
    #[command(flatten)]
    start: Start,
    #[command(flatten)]
    content: ContentArg,
    /// The seed of dice and cards of a game that begins.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    #[command(flatten)]
    players: Players,
    /// The directory of the games, by default one of yours: a record and a file of seats for each.
    #[arg(long, value_name = "DIR", conflicts_with = "save")]
    games: Option<PathBuf>,
    /// The address to listen at. By default only this machine can reach it.
    #[arg(long, value_name = "ADDRESS:PORT", default_value_t = Args::default().listen)]
    listen: SocketAddr,
    /// The name under which a proxy with TLS in front of this server is reached: `games.example`.
    #[arg(long, value_name = "HOST")]
    public: Option<String>,
}

impl Default for Args {
    fn default() -> Args {
        Args {
            save: None,
            start: Start::default(),
            content: ContentArg::default(),
            seed: None,
            players: Players::default(),
            games: None,
            listen: SocketAddr::from(([127, 0, 0, 1], PORT)),
            public: None,
        }
    }
}

impl Args {
    /// Whether a new game is asked for.
    fn begins(&self) -> bool {
        self.seed.is_some() || self.start != Start::default() || !self.players.is_empty()
    }
}

/// Serves until the program is ended.
pub fn run(args: &Args) -> miette::Result<ExitCode> {
    if args.listen.ip().is_unspecified() && args.public.is_none() {
        let help = "listen at the address of one network, or give the name that players use: `--public games.example`";
        return Err(miette!(help = help, "{}: pages answer only to names that they know", args.listen));
    }
    let tables = Arc::new(HostedGames::default());
    let host = GameOpener::new(args, tables.clone())?;
    match &args.save {
        Some(_) if args.start != Start::default() || args.seed.is_some() => {
            let mut given = args.start.given();
            given.extend(args.seed.map(|_| "--seed".to_string()));
            return Err(no_effect_on_a_record(&given, "begin another game without SAVE"));
        }
        Some(file) => host.open(file, Some(file.clone()), &args.players)?,
        None => {
            host.open_all()?;
            if args.begins() || tables.list(|_| ()).is_empty() {
                host.begin(host.opening.clone(), &args.players)?;
            }
        }
    }
    let operator = match args.save {
        None => Some(host.operator()?),
        Some(_) => None,
    };
    let games = host.games();
    let begin = Box::new(move |game: &str, scenario: &str, players: &Players| {
        // A folder that names no scenario is listed by its own word.
        let mut start = if scenario == game { Start::default() } else { Start::of_scenario(scenario) };
        start.game = Some(game.into());
        let named = games::all().iter().find(|known| known.word() == game).map(|known| host.content_of(*known));
        let content = ContentArg::of_word(game).or(named).unwrap_or_else(|| host.opening.content.clone());
        let opening = Opening { start, content, seed: None, load: None, ..host.opening.clone() };
        host.begin(opening, players).map_err(|report| report.to_string())
    });
    let shown = tables.clone();
    let secret = operator.clone();
    let site = ServedSite { tables, operator, games, begin };
    let ready = |address| tell(&shown, secret.as_deref(), address, args.public.as_deref());
    let failed = |error| miette!(help = "`--listen 127.0.0.1:0` takes any free port", "{}: {error}", args.listen);
    serve(site, args.listen, args.public.as_deref(), ready, std::future::pending()).map_err(failed)?;
    Ok(ExitCode::SUCCESS)
}

/// Says where the pages are.
fn tell(tables: &HostedGames, operator: Option<&str>, address: SocketAddr, public: Option<&str>) {
    let mut text = String::new();
    if !address.ip().is_loopback() {
        text.push_str(BEYOND);
    }
    let root = public.map_or_else(|| format!("http://{address}"), |host| format!("https://{host}"));
    let lines = tables.list(|table| {
        let seats = table.sides.iter().zip(&table.seats);
        let line = |(side, sitter): (&String, &Sitter)| match sitter {
            Sitter::Person(secret) => format!("  {side:8} {root}/s/{secret}/\n"),
            Sitter::Bot(player) => format!("  {side:8} the bot {player}\n"),
        };
        format!("{}\n{}", table.name, seats.map(line).collect::<String>())
    });
    text.extend(lines);
    if let Some(secret) = operator {
        text.push_str(&format!("All games, and new ones: {root}/o/{secret}/\n{OPERATOR}"));
    }
    // The terminal in which it was started may be closed; the pages are there all the same.
    let _ = out::write(&text);
}

const BEYOND: &str = "\
This server can be reached from other machines, without encryption: anyone who listens in
on the way learns the links, and with them the seats. Put it behind a proxy with TLS:
listen at 127.0.0.1, let the proxy pass requests on with their Host header, and give
its name with `--public games.example`.
";
const OPERATOR: &str = "\
The directory of the games shows everything, both hands and the order of the cards; if
you play yourself, do not look into it. Ctrl-C ends the server; the games are saved.
";

/// Opens the game of a file, with those at its seats.
fn wake(
    threads: &GameThreads,
    opening: &Opening,
    record: &Path,
    sides: &[String],
    seats: &[Sitter],
    memory: &SeatMemory,
) -> Result<GameChannel, String> {
    let bots = sides.iter().zip(seats).filter_map(|(side, sitter)| match sitter {
        Sitter::Bot(player) => Some((side.clone(), *player)),
        Sitter::Person(_) => None,
    });
    let bots: Vec<(String, Player)> = bots.collect();
    let apart = bots.is_empty();
    let searches = bots.iter().any(|(_, player)| player.searches());
    let opening = Opening { players: Players::new(bots), apart, ..opening.clone() };
    let (record, memory) = (record.to_path_buf(), memory.clone());
    let open = move || match opening.open(false) {
        Err(faults) => Err(format!("{:?}", miette::Report::from(faults))),
        Ok(game) => game.on_pages(&record, memory),
    };
    // A bot that searches begins once the game is open.
    threads.open(searches, move || if searches { with_bots_waiting(open) } else { open() })
}

/// Opens and begins games for the server.
struct GameOpener {
    tables: Arc<HostedGames>,
    /// Where they are played.
    threads: Arc<GameThreads>,
    /// Where games are kept.
    directory: PathBuf,
    /// What a game that begins has in common with the others.
    opening: Opening,
    /// Held while a name is chosen for a game.
    names: Mutex<()>,
}

impl GameOpener {
    fn new(args: &Args, tables: Arc<HostedGames>) -> miette::Result<GameOpener> {
        let directory = args.games.clone().or_else(|| state_file("games"));
        let directory =
            directory.ok_or_else(|| miette!("no state directory on this system: name one with `--games`"))?;
        let opening = Opening {
            start: args.start.clone(),
            seed: args.seed,
            load: None,
            players: Players::default(),
            content: args.content.clone(),
            apart: true,
        };
        Ok(GameOpener { tables, threads: Arc::default(), directory, opening, names: Mutex::default() })
    }

    /// Adds a game that is kept in a file: opened now, from a record or as the opening says; or from its file as soon as it
    /// is asked for.
    fn table(&self, opening: &Opening, record: &Path, players: &Players, now: bool) -> miette::Result<()> {
        let failed = |why: String| miette!("{}: {why}", record.display());
        let kept = seated_sides(record).unwrap_or_default();
        let sides = match kept.is_empty() || now {
            false => kept,
            true => {
                let sides = opening.game()?.sides(&opening.content, opening.load.as_deref())?;
                sides.into_iter().map(|side| side.id.to_string()).collect()
            }
        };
        let seats = sitters(record, &sides, players).map_err(|error| failed(error.to_string()))?;
        let memory = remembered(record, &sides).map_err(|error| failed(error.to_string()))?;
        let wake_now = || wake(&self.threads, opening, record, &sides, &seats, &memory);
        let channel = now.then(wake_now).transpose().map_err(failed)?;
        let (again, file) = (Opening { load: Some(record.into()), ..opening.clone() }, record.to_path_buf());
        let names = sides.clone();
        let (threads, kept) = (self.threads.clone(), memory.clone());
        let wakes = move || {
            let seats = sitters(&file, &names, &Players::default()).map_err(|error| error.to_string())?;
            wake(&threads, &again, &file, &names, &seats, &kept)
        };
        let room = Room::new(Box::new(wakes), channel);
        let table = HostedGame::new(record.into(), room, sides, seats, memory);
        self.tables.add(table.map_err(|error| failed(error.to_string()))?);
        Ok(())
    }

    /// Opens the game of a record.
    fn open(&self, record: &Path, load: Option<PathBuf>, players: &Players) -> miette::Result<()> {
        self.table(&Opening { load, ..self.opening.clone() }, record, players, true)
    }

    /// Opens all games of the directory; what cannot be opened is told, and stays.
    fn open_all(&self) -> miette::Result<()> {
        let unreadable = |error: std::io::Error| miette!("{}: {error}", self.directory.display());
        make_private_directory(&self.directory).map_err(unreadable)?;
        let entries = std::fs::read_dir(&self.directory).map_err(unreadable)?;
        let mut records: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        records.retain(|path| path.extension().is_some_and(|end| end == "record") && seats_file(path).exists());
        records.sort();
        for record in records {
            let opening = Opening { load: Some(record.clone()), ..self.opening.clone() };
            if let Err(report) = self.table(&opening, &record, &Players::default(), false) {
                out::warn(&format!("{report:?}\nThis game is not served; it stays where it is.\n"));
            }
        }
        Ok(())
    }

    /// The secret of the link to the list of games: the same as the last time.
    fn operator(&self) -> miette::Result<String> {
        let file = self.directory.join(OPERATOR_FILE);
        let failed = |error: std::io::Error| miette!("{}: {error}", file.display());
        let kept = std::fs::read_to_string(&file).unwrap_or_default();
        if is_secret(kept.trim()) {
            return Ok(kept.trim().into());
        }
        let secret = secret();
        make_private(&file).map_err(failed)?;
        write_whole(&file, &format!("{secret}\n")).map_err(failed)?;
        Ok(secret)
    }

    /// Begins a game in the directory.
    fn begin(&self, opening: Opening, players: &Players) -> miette::Result<()> {
        let _guard = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let record = |number: &usize| self.directory.join(format!("game-{number}.record"));
        let is_free = |number: &usize| !record(number).exists() && !seats_file(&record(number)).exists();
        let number = (1..).find(is_free).unwrap_or_default();
        let record = record(&number);
        // Both hands are in it.
        make_private(&record).map_err(|error| miette!("{}: {error}", record.display()))?;
        let begun = self.table(&opening, &record, players, true);
        if begun.is_err() && is_empty(&record).unwrap_or_default() {
            let _ = std::fs::remove_file(&record);
        }
        begun
    }

    /// The games that can be begun. What is wrong with the content of one is said when it is begun.
    fn games(&self) -> Vec<OfferedGame> {
        let offered = |game: games::Game, word: String, content: &ContentArg| {
            let listed = game.scenarios(content).0;
            // A folder is called as its only scenario.
            let name = match &listed[..] {
                _ if word == game.word() => game.name().to_string(),
                [only] => only.name.clone(),
                _ => word.clone(),
            };
            let made_by = listed.first().map_or_else(String::new, |listed| listed.made_by.clone());
            let scenarios = listed.into_iter().map(|listed| (listed.id, listed.name)).collect();
            OfferedGame { word, name, made_by, scenarios, sides: game.sides(content, None).unwrap_or_default() }
        };
        let all = games::all().iter().flat_map(|game| {
            let own = own_games::all().into_iter().filter(|own| game.opens(&own.path));
            let own = own.map(|own| (own.name, ContentArg::of_folder(&own.path)));
            let contents = self.contents(*game).into_iter().map(|(word, content)| (word.to_string(), content));
            contents.chain(own).map(move |(word, content)| offered(*game, word, &content)).collect::<Vec<_>>()
        });
        all.collect()
    }

    /// What a game can be begun with, and the word for it: the content that the server was given; where that is none of the
    /// game's, and the program has folders of it, each of these.
    fn contents(&self, game: games::Game) -> Vec<(&'static str, ContentArg)> {
        let given = &self.opening.content;
        let is_given = |known| given.root().is_some() && !given.is_of_others(known);
        let folders = game.catalogue().filter(|known| !is_given(known)).into_iter().flat_map(Catalogue::folders);
        let named = |word| Some((word, ContentArg::of_word(word)?));
        let folders: Vec<(&'static str, ContentArg)> = folders.filter_map(named).collect();
        if folders.is_empty() { vec![(game.word(), self.content_of(game))] } else { folders }
    }

    /// What the server was given, if that is not content of another game.
    fn content_of(&self, game: games::Game) -> ContentArg {
        let given = &self.opening.content;
        let is_of_others = given.folder.is_some() || game.catalogue().is_some_and(|known| given.is_of_others(known));
        if is_of_others { ContentArg::default() } else { given.clone() }
    }
}
