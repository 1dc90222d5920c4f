//! Listening, and leaving in good order.

use crate::desk::{Desk, News};
use crate::http::router;
use crate::links::Way;
use crate::owner::Owner;
use crate::seats::{Kind, Seats};
use affray_session::{Save, Table};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::thread::JoinHandle;
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
const MOST_CONNECTIONS: usize = 256;

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

/// A table that has its place in the network.
pub struct Hosted {
    /// The links: the game master's, the spectators', and those of players.
    pub links: Vec<Link>,
    /// Its addresses, the likeliest first.
    pub addresses: Vec<String>,
    runtime: Runtime,
    listener: TcpListener,
    owner: Owner,
    thread: JoinHandle<()>,
}

/// Gives a table its place in the network; [`Hosted::run`] then serves it. Of a new fight that cannot be hosted no file
/// is left.
///
/// # Errors
/// If the seats or the log cannot be written, a player has no such figure, or the port is taken.
pub fn host(table: Box<dyn Table + Send>, save: Save, place: &Where) -> io::Result<Hosted> {
    let path = save.path().to_owned();
    let hosted = give_place(table, save, place);
    if hosted.is_err() && !place.goes_on {
        for file in [Seats::path_of(&path), path].iter().filter(|file| file.is_file()) {
            let _ = std::fs::remove_file(file);
        }
    }
    hosted
}

fn give_place(table: Box<dyn Table + Send>, save: Save, place: &Where) -> io::Result<Hosted> {
    let mut seats = Seats::of(save.path(), place.goes_on)?;
    let mut keys = Vec::new();
    for (name, kind) in [("Game master", Kind::Master), ("Spectators", Kind::Spectator)] {
        keys.push((name.to_owned(), seats.let_in(name, kind, &[])?));
    }
    for player in &place.players {
        let mut figures = Vec::new();
        for figure in &player.figures {
            let found = table.find(figure).map_err(io::Error::other)?;
            figures.push(table.standing()[found].name.clone());
        }
        keys.push((player.name.clone(), seats.let_in(&player.name, Kind::Player, &figures)?));
    }
    if place.ask_all || !place.goes_on {
        seats.set_ask_all(place.ask_all)?;
    }
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let listener = runtime.block_on(listen(place))?;
    let way = Way::to(listener.local_addr()?);
    let links = keys.into_iter().map(|(seat, key)| Link { seat, link: way.link(&key) }).collect();
    let addresses = way.all();
    let desk = Desk::new(table, save, seats, way).map_err(io::Error::other)?;
    let (owner, thread) = Owner::of(desk)?;
    Ok(Hosted { links, addresses, runtime, listener, owner, thread })
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

    pub(crate) fn run_until(self, end: impl Future<Output = ()>) -> Result<(), String> {
        let Self { runtime, listener, owner, thread, .. } = self;
        let done = runtime.block_on(serve(listener, owner, end));
        // Sockets that still wait are dropped, and with them the last ways to the table.
        runtime.shutdown_timeout(DRAIN);
        // What the table was doing it has done and saved then.
        let ended = thread.join();
        done.and_then(|()| ended.map_err(|_| "the program made a mistake; what was told is saved".to_owned()))
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

async fn serve(listener: TcpListener, owner: Owner, end: impl Future<Output = ()>) -> Result<(), String> {
    let (closing, closed) = watch::channel(());
    let mut news = owner.news();
    let service = TowerToHyperService::new(router(owner.clone()));
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections = JoinSet::new();
    tokio::pin!(end);
    let stopped = loop {
        let stream = tokio::select! {
            () = &mut end => break None,
            stopped = news.wait_for(|news: &News| news.closed.is_some()) => {
                break stopped.ok().and_then(|news| news.closed.clone()).map(|why| why.to_string());
            }
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
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
    let _ = owner
        .ask(|desk| {
            desk.close();
            Ok(())
        })
        .await;
    let drain = async {
        while connections.join_next().await.is_some() {}
        owner.all_have_gone().await;
    };
    let _ = timeout(DRAIN, drain).await;
    stopped.map_or(Ok(()), Err)
}
