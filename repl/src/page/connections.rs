//! Connections of the server: how many there are at once, and how long each may stall.

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;

/// The most connections at once.
const CONNECTIONS: usize = 512;
/// The most connections beyond these that are told so; further ones are closed.
const TURNED_AWAY: usize = 64;
/// The longest time for a request's headers.
const HEADERS: Duration = Duration::from_secs(10);
/// The longest time in which a client takes nothing of what is sent.
const WRITING: Duration = Duration::from_secs(20);
/// The longest time for telling a client that the server is full.
const TELLING: Duration = Duration::from_secs(2);
/// The most bytes that are read ahead.
const READ_AHEAD: usize = 16 * 1024;

const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nRetry-After: 5\r\n\
                    Content-Length: 45\r\nConnection: close\r\n\r\nThis server is full; try again in a few seconds";

/// Takes connections, each with limits on reading and writing.
pub async fn accept(listener: TcpListener, router: Router) -> std::io::Result<()> {
    accept_at_most(CONNECTIONS, listener, router).await
}

async fn accept_at_most(most: usize, listener: TcpListener, router: Router) -> std::io::Result<()> {
    let (slots, turned_away) = (Arc::new(Semaphore::new(most)), Arc::new(Semaphore::new(TURNED_AWAY)));
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of files, for example: others will be closed meanwhile.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(slot) = slots.clone().try_acquire_owned() else {
            if let Ok(slot) = turned_away.clone().try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = timeout(TELLING, turn_away(stream)).await;
                    drop(slot);
                });
            }
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            let mut stream = TimeoutStream::new(stream);
            stream.set_write_timeout(Some(WRITING));
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(HEADERS).max_buf_size(READ_AHEAD);
            // A client that breaks off needs no answer.
            let _ = connection.serve_connection(TokioIo::new(Box::pin(stream)), service).await;
            drop(slot);
        });
    }
}

/// Says that the server is full. What the client has sent is read, since closing before that would lose the answer.
async fn turn_away(mut stream: TcpStream) -> std::io::Result<()> {
    stream.write_all(FULL.as_bytes()).await?;
    stream.shutdown().await?;
    let mut rest = [0; 1024];
    while stream.read(&mut rest).await? > 0 {}
    Ok(())
}
