//! Listening, and leaving in good order.

use crate::desk::News;
use crate::hall::{Hall, Places};
use crate::http::{Peer, router};
use crate::links::Way;
use crate::owner::Owner;
use crate::seats::{KeyHash, Seats, new_key};
use crate::start::{Fights, START, Start};
use affray_session::{Save, Table};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The port, unless another is wished.
const PORT: u16 = 4774;

/// Ports after it that are tried where it is taken.
const MORE_PORTS: u16 = 20;

/// Connections at a time.
const MOST_CONNECTIONS: usize = 1000;

/// The head of a request has to be there within this time.
const HEAD: Duration = Duration::from_secs(10);

/// Who is still being told something at the end has so much time to take it.
const DRAIN: Duration = Duration::from_secs(2);

/// How a table is hosted.
#[derive(Debug, Clone, Default)]
pub struct Where {
    /// The port; without it 4774, or the next one that is free.
    pub port: Option<u16>,
    /// Whoever reaches this machine reaches the table; otherwise this machine alone.
    pub lan: bool,
    /// Questions that nearly always have one sensible answer are asked too.
    pub ask_all: bool,
    /// A fight that goes on keeps its seats.
    pub goes_on: bool,
    /// Those who get a seat of their own.
    pub players: Vec<Player>,
}

/// Somebody who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// What the seat is called.
    pub name: String,
    /// The names of the combatants that it plays, or beginnings of them.
    pub figures: Vec<String>,
}

/// A link to a seat: a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// What the seat is called.
    pub seat: String,
    /// The link.
    pub link: String,
}

/// Tables that have their place in the network.
pub struct Hosted {
    /// The links: the game master's, the spectators', and those of players; or that of the evening's start.
    pub links: Vec<Link>,
    /// Its addresses, the likeliest first.
    pub addresses: Vec<String>,
    runtime: Runtime,
    listener: TcpListener,
    hall: Hall,
    /// The table with which the server ends.
    only: Option<Owner>,
}

/// Gives a table its place in the network; [`Hosted::run`] then serves it. Of a new fight that cannot be hosted no file
/// is left.
///
/// # Errors
/// If the seats or the log cannot be written, a player has no such figure, or the port is taken.
pub fn host(table: Box<dyn Table + Send>, save: Save, place: &Where) -> io::Result<Hosted> {
    let files = [Seats::path_of(save.path()), save.path().to_owned()];
    let places = Places { ask_all: place.ask_all, goes_on: place.goes_on, players: place.players.clone() };
    let hosted = open(place, None).and_then(|mut hosted| {
        let (id, links) = hosted.hall.host(table, save, &places)?;
        hosted.only = hosted.hall.table(&id).ok();
        Ok(Hosted { links, ..hosted })
    });
    if hosted.is_err() && !place.goes_on {
        for file in files.iter().filter(|file| file.is_file()) {
            let _ = std::fs::remove_file(file);
        }
    }
    hosted
}

/// Gives the page of the evening's start its place in the network: from there fights are put together, begun and gone on
/// with.
///
/// # Errors
/// If the port is taken.
pub fn evening(fights: Box<dyn Fights>, place: &Where) -> io::Result<Hosted> {
    let key = new_key(START)?;
    let start = (KeyHash::of(&key), Start::new(fights));
    let mut hosted = open(place, Some(start))?;
    hosted.links = vec![Link { seat: "The evening".to_owned(), link: hosted.hall.way().link(&key) }];
    Ok(hosted)
}

/// A place in the network without tables.
#[cfg(test)]
pub(crate) fn empty(place: &Where) -> io::Result<Hosted> {
    open(place, None)
}

fn open(place: &Where, start: Option<(KeyHash, Start)>) -> io::Result<Hosted> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(listen(place))?;
    let way = Way::to(listener.local_addr()?);
    let (addresses, hall) = (way.all(), Hall::new(way, start));
    Ok(Hosted { links: Vec::new(), addresses, runtime, listener, hall, only: None })
}

async fn listen(place: &Where) -> io::Result<TcpListener> {
    let ip: IpAddr = if place.lan { Ipv4Addr::UNSPECIFIED.into() } else { Ipv4Addr::LOCALHOST.into() };
    let told = |port: u16, error: io::Error| {
        io::Error::new(error.kind(), format!("port {port} cannot be used ({error}): choose another with `--port`"))
    };
    if let Some(port) = place.port {
        return TcpListener::bind((ip, port)).await.map_err(|error| told(port, error));
    }
    for port in PORT..PORT + MORE_PORTS {
        match TcpListener::bind((ip, port)).await {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            done => return done.map_err(|error| told(port, error)),
        }
    }
    TcpListener::bind((ip, 0)).await
}

impl Hosted {
    /// Serves until Ctrl-C or until the system asks it to end.
    ///
    /// # Errors
    /// Why the table stopped by itself.
    pub fn run(self) -> Result<(), String> {
        self.run_until(interrupted())
    }

    #[cfg(test)]
    pub(crate) fn hall(&self) -> Hall {
        self.hall.clone()
    }

    pub(crate) fn run_until(self, end: impl Future<Output = ()>) -> Result<(), String> {
        let Self { runtime, listener, hall, only, .. } = self;
        let done = runtime.block_on(serve(listener, &hall, only, end));
        // Sockets that still wait are dropped, and with them the last ways to the tables.
        runtime.shutdown_timeout(DRAIN);
        // What the tables were doing they have done and saved then.
        let ended = hall.end();
        done.and_then(
            |()| if ended { Ok(()) } else { Err("the program made a mistake; what was told is saved".to_owned()) },
        )
    }
}

/// Waits until somebody wants an end.
async fn interrupted() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut ended) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = ended.recv() => return,
                _ = tokio::signal::ctrl_c() => return,
            }
        }
    }
    // Without it only a kill ends the server, which loses nothing.
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Waits until the table with which the server ends stands still, and says why; for ever where there is none.
async fn stopped(only: Option<Owner>) -> Option<String> {
    let Some(mut news) = only.map(|owner| owner.news()) else { return std::future::pending().await };
    let stopped = news.wait_for(|news: &News| news.closed.is_some()).await;
    stopped.ok().and_then(|news| news.closed.clone()).map(|why| why.to_string())
}

async fn serve(
    listener: TcpListener,
    hall: &Hall,
    only: Option<Owner>,
    end: impl Future<Output = ()>,
) -> Result<(), String> {
    let (closing, closed) = watch::channel(());
    let service = TowerToHyperService::new(router(hall.clone()));
    let stopped = stopped(only);
    tokio::pin!(stopped);
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections = JoinSet::new();
    tokio::pin!(end);
    let why = loop {
        let (stream, from) = tokio::select! {
            () = &mut end => break None,
            why = &mut stopped => break why,
            accepted = listener.accept() => match accepted {
                Ok((stream, from)) => (stream, Peer(from.ip())),
                // Such as too many open files: it passes.
                Err(_) => { tokio::time::sleep(Duration::from_millis(100)).await; continue }
            },
            Some(_) = connections.join_next() => continue,
        };
        // One too many is closed at once.
        let Ok(place) = Arc::clone(&places).try_acquire_owned() else { continue };
        let _ = stream.set_nodelay(true);
        let (service, mut closed) = (service.clone(), closed.clone());
        connections.spawn(async move {
            let _place = place;
            let mut http = http1::Builder::new();
            http.timer(TokioTimer::new()).header_read_timeout(HEAD);
            let service = service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(from);
                service.call(request)
            });
            let connection = http.serve_connection(TokioIo::new(stream), service).with_upgrades();
            tokio::pin!(connection);
            // Whoever breaks off has gone.
            tokio::select! {
                _ = connection.as_mut() => {}
                _ = closed.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
        });
    };
    drop(listener);
    let _ = closing.send(());
    // Told before the end, so that no page waits in vain.
    let tables = hall.all();
    for (_, owner) in &tables {
        let _ = owner
            .ask(|desk| {
                desk.close();
                Ok(())
            })
            .await;
    }
    let drain = async {
        while connections.join_next().await.is_some() {}
        for (_, owner) in &tables {
            owner.all_have_gone().await;
        }
    };
    let _ = timeout(DRAIN, drain).await;
    why.map_or(Ok(()), Err)
}
