//! Builds, binds and runs the web server.

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::thread::Builder;

use actix_web::dev::Server;
use actix_web::middleware::{Condition, from_fn};
use actix_web::web::Data;
use actix_web::{App as Web, HttpServer};
use tokio::sync::watch;
use tracing_actix_web::TracingLogger;

use super::compression;
use super::cors;
use super::language;
use super::layers::{self, RequestSpan};
use super::metrics::{self, Pools};
use super::routes;
use crate::app::shutdown::Shutdown;
use crate::service::App;
use crate::service::statement_queue::StatementQueue;
use crate::service::streams::{self, Hub};
use crate::store;
use crate::store::connect::DatabaseTarget;
use crate::store::positions::VersionKey;
use crate::store::write::Write;
use crate::telemetry;

/// How long running requests may still take after the signal to stop, in seconds.
const GRACE_SECONDS: u64 = 8;

/// A server that is bound but not yet awaited, and the address it listens on.
pub struct Bound {
    pub server: Server,
    pub address: SocketAddr,
    /// The open streams. The hub is closed before the server is stopped, since a stream would otherwise stay open until
    /// the grace period ends.
    pub hub: Hub,
}

/// Binds and builds the server; each worker thread opens a pool of its own to `database_url`.
pub fn bind(app: App, database_url: String) -> io::Result<Bound> {
    let listener = listen(&app.settings.http.bind, "ALTHING__HTTP__BIND")?;
    let address = listener.local_addr()?;
    let workers = match app.settings.http.workers {
        0 => std::thread::available_parallelism().map_or(2, usize::from),
        some => some,
    };
    let database = DatabaseTarget::new(&database_url, &app.connections).map_err(io::Error::other)?;
    let hub = Hub::default();
    let poller = StreamPoller::start(&app, &hub, &database)?;
    let shared = hub.clone();
    telemetry::metrics::begin();
    let pools = Pools::default();
    let most_connections = app.settings.http.max_connections.div_ceil(workers);
    let factory = move || {
        let pool = match store::pool::of(&database, app.settings.database.pool_size) {
            Ok(pool) => pool,
            Err(problem) => unreachable!("a pool opens without a connection: {problem}"),
        };
        pools.add(&pool);
        // The layer that is wrapped last runs first.
        Web::new()
            .wrap(from_fn(layers::refuse_long_paths))
            .wrap(from_fn(compression::compress))
            .wrap(from_fn(cors::admit))
            .wrap(layers::safe_headers())
            .wrap(from_fn(language::prefer))
            .wrap(from_fn(layers::identify))
            .wrap(Condition::new(app.settings.traces.are_wanted(), from_fn(layers::trace)))
            .wrap(TracingLogger::<RequestSpan>::new())
            .wrap(from_fn(metrics::measure))
            .wrap(from_fn(layers::decline_http2))
            .app_data(Data::new(pools.clone()))
            .app_data(Data::new(app.clone()))
            .app_data(StatementQueue::<Write>::new(pool.clone(), app.games_per_statement()))
            .app_data(StatementQueue::<VersionKey>::new(pool.clone(), app.games_per_statement()))
            .app_data(Data::new(pool))
            .app_data(Data::new(shared.clone()))
            .app_data(Data::new(poller.clone()))
            .configure(routes::mount)
    };
    let server = HttpServer::new(factory)
        .workers(workers)
        .max_connections(most_connections)
        .shutdown_timeout(GRACE_SECONDS)
        .disable_signals()
        .listen(listener)?
        .run();
    Ok(Bound { server, address, hub })
}

/// The thread that polls the database for all streams of this server. It ends when the last clone is dropped.
#[derive(Clone)]
struct StreamPoller {
    _stop: Arc<watch::Sender<()>>,
}

impl StreamPoller {
    /// Starts the thread, with a connection of its own.
    fn start(app: &App, hub: &Hub, database: &DatabaseTarget) -> io::Result<Self> {
        let (stop, stopped) = watch::channel(());
        let pool = store::pool::of(database, 1).map_err(io::Error::other)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (app, hub) = (app.clone(), hub.clone());
        Builder::new()
            .name("streams".to_owned())
            .spawn(move || runtime.block_on(streams::poll(&app, &hub, &pool, stopped)))?;
        Ok(Self { _stop: Arc::new(stop) })
    }
}

/// The socket, or an error that says what to do.
pub fn listen(address: &str, variable: &str) -> io::Result<TcpListener> {
    let advice = format!("set another address with {variable} (port 0 takes a free one)");
    TcpListener::bind(address).map_err(|why| match why.kind() {
        io::ErrorKind::AddrInUse => {
            io::Error::new(why.kind(), format!("{address} is taken by another process: end it, or {advice}"))
        }
        kind => io::Error::new(kind, format!("{address} can't be listened on ({why}): {advice}")),
    })
}

/// Serves until the signal to stop; `ready` gets the address once the port is open.
pub fn run(app: App, database_url: String, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    actix_web::rt::System::new().block_on(async move {
        let shutdown = Shutdown::listen()?;
        let (stopping, stop_delay) = (app.stopping.clone(), app.settings.http.stop_delay());
        let bound = bind(app, database_url)?;
        let (handle, hub) = (bound.server.handle(), bound.hub);
        actix_web::rt::spawn(async move {
            shutdown.requested().await;
            // A balancer that asks meanwhile learns that this server is not ready, and sends new requests elsewhere.
            stopping.begin();
            actix_web::rt::time::sleep(stop_delay).await;
            tracing::info!("stopping: the open requests are answered");
            hub.close();
            handle.stop(true).await;
        });
        ready(bound.address);
        bound.server.await
    })
}

/// Answers at `work.bind` how a process is that only works, in a thread of its own; nowhere if it is empty. The thread ends
/// with the process.
pub fn monitor(app: &App, database_url: &str) -> io::Result<()> {
    let bind = &app.settings.work.bind;
    if bind.is_empty() {
        return Ok(());
    }
    let listener = listen(bind, "ALTHING__WORK__BIND")?;
    tracing::info!(address = %listener.local_addr()?, "health and metrics of the worker");
    telemetry::metrics::begin();
    let database = DatabaseTarget::new(database_url, &app.connections).map_err(io::Error::other)?;
    let pool = store::pool::of(&database, 1).map_err(io::Error::other)?;
    let pools = Pools::default();
    pools.add(&pool);
    let app = app.clone();
    let factory = move || {
        Web::new()
            .wrap(layers::safe_headers())
            .wrap(from_fn(language::prefer))
            .wrap(from_fn(layers::identify))
            .app_data(Data::new(pools.clone()))
            .app_data(Data::new(app.clone()))
            .app_data(Data::new(pool.clone()))
            .configure(routes::mount_monitoring)
    };
    Builder::new().name("monitor".to_owned()).spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let server = HttpServer::new(factory).workers(1).disable_signals().listen(listener);
            let served = match server {
                Ok(server) => server.run().await,
                Err(error) => Err(error),
            };
            if let Err(error) = served {
                tracing::error!(%error, "health and metrics can't be asked any more");
            }
        });
    })?;
    Ok(())
}
