//! The threads that do the work, and how they end.

use std::io;
use std::net::SocketAddr;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use tokio::sync::watch;

use super::mailbox::Door;
use super::shift::{Shift, Stop};
use super::webhooks::Office;
use super::{bots, clocks, herald, mails, ratings, relay, sweep, tables, timekeeper, votes, webhooks};
use crate::app::App;
use crate::app::shutdown::Shutdown;
use crate::mail::{MailSender, Mailer};
use crate::store::connect::Target;
use crate::store::mails::queue::Lane;
use crate::store::{Pool, pool};
use crate::webhooks::Messenger;

/// Work that is being done on threads of its own. It ends when it is stopped, or when the process is told to stop.
pub struct Crew {
    stop: watch::Sender<bool>,
    threads: Vec<JoinHandle<()>>,
    replies_at: Option<SocketAddr>,
}

impl Crew {
    /// Mails leave, bots move and deadlines are kept. Mails and deadlines have threads of their own, so that no thinking
    /// bot holds them up.
    pub fn start(app: &App, url: &str, mailer: Mailer) -> io::Result<Self> {
        tracing::info!("working");
        let mut crew = Self::new();
        let stop = crew.stop();
        let database = database(app, url)?;
        let pool = open(&database, app.settings.database.pool_size)?;
        let (ours, listen_at) = (app.clone(), database.clone());
        crew.employ("mails", async move || {
            let sender = MailSender { app: ours, pool, mailer };
            let shift = || shift(&sender.app, &stop);
            tokio::join!(
                mails::send(&sender, Lane::Accounts, shift()),
                mails::send(&sender, Lane::Games, shift()),
                tables::close(&sender.app, &sender.pool, shift()),
                herald::tell(&sender.app.events, &sender.pool, stop.clone()),
                herald::listen(&sender.app.events, &listen_at, stop.clone()),
                votes::close(&sender.app, &sender.pool, shift()),
                ratings::rate(&sender.app, &sender.pool, shift()),
                sweep::sweep(&sender.app, &sender.pool, stop.clone()),
                relay::relay(&sender.app, &sender.pool, stop.clone()),
                timekeeper::keep(&sender.app, &sender.pool, stop.clone()),
            );
        })?;
        let (ours, stop, pool) = (app.clone(), crew.stop(), open(&database, 1)?);
        crew.employ("bots", async move || bots::play(&ours, &pool, shift(&ours, &stop)).await)?;
        crew.take_replies(app, &database)?;
        crew.serve_webhooks(app, &database)?;
        let (ours, stop, pool) = (app.clone(), crew.stop(), open(&database, 1)?);
        crew.employ("clocks", async move || clocks::watch(&ours, &pool, shift(&ours, &stop)).await)?;
        Ok(crew)
    }

    /// Where replies are taken, if they are.
    pub fn replies_at(&self) -> Option<SocketAddr> {
        self.replies_at
    }

    /// Mail comes in on a thread of its own, so that nobody who talks slowly holds anything else up.
    fn take_replies(&mut self, app: &App, database: &Target) -> io::Result<()> {
        let Some(door) = Door::open(app)? else { return Ok(()) };
        self.replies_at = Some(door.address()?);
        let (ours, stop, pool) = (app.clone(), self.stop(), open(database, app.settings.database.pool_size)?);
        self.employ("replies", async move || door.keep(&ours, &pool, stop).await)
    }

    /// Webhooks have a thread of their own, so that no certificate that has to be checked holds a mail up.
    fn serve_webhooks(&mut self, app: &App, database: &Target) -> io::Result<()> {
        let messenger = Messenger::new(app).map_err(io::Error::other)?;
        let pool = open(database, app.settings.database.pool_size)?;
        let (office, stop) = (Office { app: app.clone(), pool, messenger }, self.stop());
        self.employ("webhooks", async move || {
            let shift = || shift(&office.app, &stop);
            tokio::join!(
                webhooks::feed(&office.app, &office.pool, shift()),
                webhooks::deliver(&office, shift()),
            );
        })
    }

    /// Only tells other processes what there is to do and to see, and listens to them.
    pub fn start_herald(app: &App, url: &str) -> io::Result<Self> {
        let mut crew = Self::new();
        let database = database(app, url)?;
        let (ours, stop, pool) = (app.clone(), crew.stop(), open(&database, 1)?);
        crew.employ("herald", async move || {
            tokio::join!(
                herald::tell(&ours.events, &pool, stop.clone()),
                herald::listen(&ours.events, &database, stop.clone()),
                timekeeper::keep(&ours, &pool, stop),
            );
        })?;
        Ok(crew)
    }

    /// Ends the work: what has been begun is finished, within some seconds.
    pub fn end(self) {
        self.stop.send_replace(true);
        self.wait();
    }

    /// Waits until the work has ended, because the process was told to stop.
    pub fn wait(mut self) {
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the worker died");
            }
        }
    }

    fn new() -> Self {
        Self { stop: watch::Sender::new(false), threads: Vec::new(), replies_at: None }
    }

    fn stop(&self) -> Stop {
        Stop(self.stop.subscribe())
    }

    /// The work is begun on its thread and never leaves it.
    fn employ(&mut self, name: &str, work: impl AsyncFnOnce() + Send + 'static) -> io::Result<()> {
        let stop = self.stop.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = Builder::new().name(name.to_owned()).spawn(move || {
            runtime.block_on(async {
                let Ok(shutdown) = Shutdown::listen() else { return work().await };
                let told = async {
                    shutdown.requested().await;
                    stop.send_replace(true);
                };
                let mut work = std::pin::pin!(work());
                tokio::select! {
                    () = &mut work => {}
                    () = told => work.await,
                }
            });
        })?;
        self.threads.push(thread);
        Ok(())
    }
}

fn database(app: &App, url: &str) -> io::Result<Target> {
    Target::new(url, &app.connections_of_workers()).map_err(io::Error::other)
}

fn open(database: &Target, size: usize) -> io::Result<Pool> {
    pool::of(database, size).map_err(io::Error::other)
}

fn shift(app: &App, stop: &Stop) -> Shift {
    let poll = Duration::from_millis(app.settings.work.poll_milliseconds);
    Shift::new(app.events.work(), stop.clone(), poll)
}
