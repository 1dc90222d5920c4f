//! The thread to which a table belongs: who wants something of it stands in a queue, so that no rule blocks the network.

use crate::desk::{Denied, Desk, News};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};

/// Who may wait at a time.
const MOST_WAITING: usize = 512;

/// Sockets of a table at a time.
const MOST_SOCKETS: u32 = 200;

type Job = Box<dyn FnOnce(&mut Desk) + Send>;

/// The way to a table.
#[derive(Clone)]
pub(crate) struct Owner {
    queue: SyncSender<Job>,
    news: watch::Receiver<News>,
    sockets: Arc<Semaphore>,
}

impl Owner {
    /// Gives a table a thread, which ends once nobody can ask it any more.
    pub(crate) fn of(desk: Desk) -> std::io::Result<(Self, JoinHandle<()>)> {
        let (queue, jobs) = sync_channel::<Job>(MOST_WAITING);
        let news = desk.news();
        let run = move || {
            let mut desk = desk;
            for job in jobs {
                job(&mut desk);
            }
        };
        let thread = thread::Builder::new().name("table".to_owned()).spawn(run)?;
        Ok((Self { queue, news, sockets: Arc::new(Semaphore::new(MOST_SOCKETS as usize)) }, thread))
    }

    /// What is told of changes.
    pub(crate) fn news(&self) -> watch::Receiver<News> {
        self.news.clone()
    }

    /// A place for one more socket, if there is any.
    pub(crate) fn socket(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.sockets).try_acquire_owned().ok()
    }

    /// Waits until no socket is left.
    pub(crate) async fn all_have_gone(&self) {
        let _ = self.sockets.acquire_many(MOST_SOCKETS).await;
    }

    /// Asks the table something.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&mut Desk) -> Result<T, Denied> + Send + 'static,
    ) -> Result<T, Denied> {
        let (tell, told) = oneshot::channel();
        let job = move |desk: &mut Desk| {
            let answer = catch_unwind(AssertUnwindSafe(|| question(desk))).unwrap_or_else(|_| Err(desk.broke()));
            // Whoever asked may have gone.
            let _ = tell.send(answer);
        };
        match self.queue.try_send(Box::new(job)) {
            Ok(()) => told.await.unwrap_or(Err(Denied::Broken)),
            Err(TrySendError::Full(_)) => Err(Denied::TooMuch),
            Err(TrySendError::Disconnected(_)) => Err(Denied::Broken),
        }
    }
}
