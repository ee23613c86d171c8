//! A page beside the prompt: it shows what is seen there, and what is clicked is done in the session of the prompt.

use super::game_channel::GameChannel;
use super::guard::secret;
use super::host::{GamePages, Seer};
use super::hosted_games::HostedGames;
use super::room::Room;
use super::seat_memory::SeatMemory;
use super::server::{ServedSite, serve};
use crate::front::Front;
use crate::front::Session;
use crate::options::players::Players;
use crate::prompt::display::{Display, Said, Sender, SentWish};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::sync::oneshot;

/// How long the server of a page waits for what it still sends, once the page is closed.
const FAREWELL: Duration = Duration::from_millis(100);

/// The page and its server, which ends with this value.
struct Beside<F: Front> {
    host: GamePages<F>,
    address: String,
    tables: Arc<HostedGames>,
    secret: String,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

/// Opens a page on a free port of this machine.
///
/// # Errors
/// Why nothing can listen there.
pub fn open<F: Front>(messages: Sender) -> Result<Box<dyn Display<F>>, String> {
    let (host, screens) = GamePages::new([Seer::Prompt], SeatMemory::default());
    let prompt = GameChannel::new(messages, screens, Arc::default());
    let room = Room::new(Box::new(|| Err("the prompt has ended".into())), Some(prompt));
    let (stop, stopped) = oneshot::channel::<()>();
    let (ready, begun) = channel();
    let secret = secret();
    let tables = Arc::new(HostedGames::default());
    tables.link(&secret, room, 0);
    let links = tables.clone();
    let begin = Box::new(|_: &str, _: &str, _: &Players| Err("games are begun at the prompt".into()));
    let site = ServedSite { tables, operator: None, games: Vec::new(), begin };
    let listen = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
    let thread = std::thread::Builder::new().name("page".into()).spawn(move || {
        let told = ready.clone();
        let until = async move {
            drop(stopped.await);
            // Pages are told that their link is gone.
            tokio::time::sleep(FAREWELL).await;
        };
        let ended = serve(site, listen, None, |address| drop(told.send(Ok(address))), until);
        // This does not delay anything once the page is open.
        let _ = ended.map_err(|error| ready.send(Err(error.to_string())));
    });
    let thread = thread.map_err(|error| error.to_string())?;
    let address = begun.recv().map_err(|_| "the server of the page ended".to_string())??;
    let address = format!("http://{address}/s/{secret}/");
    Ok(Box::new(Beside { host, address, tables: links, secret, stop: Some(stop), thread: Some(thread) }))
}

impl<F: Front> Display<F> for Beside<F> {
    fn address(&self) -> &str {
        &self.address
    }

    fn show(&mut self, session: &mut Session<F>) {
        self.host.publish(session);
    }

    fn notice(&mut self, text: &str) {
        self.host.notice(text);
    }

    fn carry_out(&mut self, session: &mut Session<F>, seat: usize, wish: SentWish) -> (Said, Option<String>) {
        self.host.fulfil(session, seat, wish)
    }
}

impl<F: Front> Drop for Beside<F> {
    fn drop(&mut self) {
        self.tables.unlink(&self.secret);
        self.stop = None;
        let _ = self.thread.take().map(JoinHandle::join);
    }
}
