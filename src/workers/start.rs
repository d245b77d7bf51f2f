//! The threads of the workers: which jobs run on which, and how they end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::thread::{Builder, JoinHandle};
use std::time::Duration;

use tokio::sync::watch;

use super::channels::ChannelWorker;
use super::poll::{Poll, QueueOf, Stop};
use super::push::PushWorker;
use super::webhooks::WebhookWorker;
use super::{jobs, notify};
use crate::app::shutdown::Shutdown;
use crate::mail::inbound::SmtpServer;
use crate::mail::{MailSender, Mailer};
use crate::service::App;
use crate::store::connect::DatabaseTarget;
use crate::store::mails::queue::Lane;
use crate::store::queues::DueQueues;
use crate::store::{Pool, pool};
use crate::webhooks::RequestSender;

/// Work that is done on threads of its own, until it or the process is requested to stop.
pub struct Workers {
    stop: watch::Sender<bool>,
    /// What was found when the queues were last looked into.
    found: watch::Sender<DueQueues>,
    /// Never read itself: jobs get copies of it, which miss nothing that was found before they began.
    due: watch::Receiver<DueQueues>,
    threads: Vec<JoinHandle<()>>,
    replies_at: Option<SocketAddr>,
}

impl Workers {
    /// Starts every job. Mails and clocks have threads of their own, so that no bot's computation delays them.
    pub fn start(app: &App, url: &str, mailer: Mailer) -> io::Result<Self> {
        tracing::info!("workers started");
        let (mut workers, app) = (Self::new(), &Arc::new(app.clone()));
        let database = database(app, url)?;
        workers.exchange_events(app, &database, true)?;
        workers.send_mails(app, &database, mailer)?;
        let (bots, pool) = (workers.polls()(|due| due.bots), open(&database, 1)?);
        let bots_app = app.clone();
        workers.spawn("bots", async move || jobs::move_bots(&bots_app, &pool, bots).await)?;
        workers.receive_mails(app, &database)?;
        workers.serve_webhooks(app, &database)?;
        // This job gives the heartbeat of the workers, so it must not wait until something is due.
        let interval = Duration::from_millis(app.settings.work.poll_milliseconds);
        let clocks = Poll::new(workers.due.clone(), |due| due.clocks, workers.stop(), Some(interval));
        let (app, pool) = (app.clone(), open(&database, 1)?);
        workers.spawn("clocks", async move || jobs::keep_clocks(&app, &pool, clocks).await)?;
        Ok(workers)
    }

    /// Starts only what a process that serves requests needs: exchanging events with other processes, and keeping its
    /// clock.
    pub fn start_for_serving(app: &App, url: &str) -> io::Result<Self> {
        let mut workers = Self::new();
        let database = database(app, url)?;
        workers.exchange_events(&Arc::new(app.clone()), &database, false)?;
        Ok(workers)
    }

    /// The bound address of the reply server; `None` if it is off.
    pub fn replies_at(&self) -> Option<SocketAddr> {
        self.replies_at
    }

    /// Events have a thread of their own, so that nothing delays a notification of work. Where the process has jobs, that
    /// thread also looks for what is due.
    fn exchange_events(
        &mut self,
        app: &Arc<App>,
        database: &DatabaseTarget,
        has_jobs: bool,
    ) -> io::Result<()> {
        let (app, found, stop) = (app.clone(), self.found.clone(), self.stop());
        let (pool, listen_at) = (open(database, 2)?, database.clone());
        self.spawn("events", async move || {
            let look = async {
                if has_jobs {
                    jobs::look_for_work((&app, &pool), (app.events.work(), &found), stop.clone()).await;
                }
            };
            tokio::join!(
                look,
                notify::notify_others(&app.events, &pool, stop.clone()),
                notify::listen(&app.events, &listen_at, stop.clone()),
                jobs::correct_clock(&app, &pool, stop.clone()),
            );
        })
    }

    fn send_mails(&mut self, app: &Arc<App>, database: &DatabaseTarget, mailer: Mailer) -> io::Result<()> {
        let pool = open(database, app.settings.database.pool_size)?;
        let (sender, stop) = (MailSender { app: app.clone(), pool, mailer }, self.stop());
        let poll = self.polls();
        self.spawn("mails", async move || {
            let (app, pool) = (&sender.app, &sender.pool);
            tokio::join!(
                jobs::send_mails(&sender, Lane::Accounts, poll(|due| due.account_mails)),
                jobs::send_mails(&sender, Lane::Games, poll(|due| due.game_mails)),
                jobs::close_lobbies(app, pool, poll(|due| due.lobbies)),
                jobs::close_votes(app, pool, poll(|due| due.votes)),
                jobs::rate_games(app, pool, poll(|due| due.ratings)),
                jobs::run_competitions(app, pool, poll(|due| due.competitions)),
                jobs::clean_up(app, pool, stop.clone()),
                jobs::relay_streams(app, pool, stop.clone()),
            );
        })
    }

    /// Inbound mail has a thread of its own, so that no slow client delays anything else.
    fn receive_mails(&mut self, app: &Arc<App>, database: &DatabaseTarget) -> io::Result<()> {
        let Some(server) = SmtpServer::bind(app)? else { return Ok(()) };
        self.replies_at = Some(server.address()?);
        let (app, mut stop) = (app.clone(), self.stop());
        let pool = open(database, app.settings.database.pool_size)?;
        self.spawn("replies", async move || server.serve(&app, &pool, stop.requested()).await)
    }

    /// Webhooks, channels of games and pushes have a thread of their own, so that no TLS handshake delays a mail.
    fn serve_webhooks(&mut self, app: &Arc<App>, database: &DatabaseTarget) -> io::Result<()> {
        let sender = Arc::new(RequestSender::new(app).map_err(io::Error::other)?);
        let pool = open(database, app.settings.database.pool_size)?;
        let channels = ChannelWorker { app: app.clone(), pool: pool.clone(), sender: Arc::clone(&sender) };
        let push = PushWorker { app: app.clone(), pool: pool.clone(), sender: Arc::clone(&sender) };
        let (worker, poll) = (WebhookWorker { app: app.clone(), pool, sender }, self.polls());
        self.spawn("webhooks", async move || {
            tokio::join!(
                worker.enqueue(poll(|due| due.webhook_news)),
                worker.deliver(poll(|due| due.webhook_deliveries)),
                channels.compose(poll(|due| due.channel_news)),
                channels.deliver(poll(|due| due.channel_posts)),
                push.deliver(poll(|due| due.pushes)),
            );
        })
    }

    /// Ends the work: rows that were begun may be finished within some seconds.
    pub fn end(self) {
        self.stop.send_replace(true);
        self.wait();
    }

    /// Waits until the work has ended because the process was requested to stop.
    pub fn wait(mut self) {
        for thread in self.threads.drain(..) {
            if thread.join().is_err() {
                tracing::error!("a thread of the worker died");
            }
        }
    }

    fn new() -> Self {
        let (found, due) = watch::channel(DueQueues::default());
        Self { stop: watch::Sender::new(false), found, due, threads: Vec::new(), replies_at: None }
    }

    /// Makes polls of single queues.
    fn polls(&self) -> impl Fn(QueueOf) -> Poll + use<> {
        let (due, stop) = (self.due.clone(), self.stop());
        move |queue| Poll::new(due.clone(), queue, stop.clone(), None)
    }

    fn stop(&self) -> Stop {
        Stop::new(self.stop.subscribe())
    }

    /// Runs `work` on a thread of its own. The future is made on that thread and never leaves it, so that it need not
    /// be `Send`.
    fn spawn(&mut self, name: &str, work: impl AsyncFnOnce() + Send + 'static) -> io::Result<()> {
        let stop = self.stop.clone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let thread = Builder::new().name(name.to_owned()).spawn(move || {
            runtime.block_on(async {
                let Ok(shutdown) = Shutdown::listen() else { return work().await };
                let stop_requested = async {
                    shutdown.requested().await;
                    stop.send_replace(true);
                };
                let mut work = std::pin::pin!(work());
                tokio::select! {
                    () = &mut work => {}
                    () = stop_requested => work.await,
                }
            });
        })?;
        self.threads.push(thread);
        Ok(())
    }
}

fn database(app: &App, url: &str) -> io::Result<DatabaseTarget> {
    DatabaseTarget::new(url, &app.connections_of_workers()).map_err(io::Error::other)
}

fn open(database: &DatabaseTarget, size: usize) -> io::Result<Pool> {
    pool::of(database, size).map_err(io::Error::other)
}
