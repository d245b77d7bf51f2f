//! The thread that looks for what is new, for everybody who follows something at this server.

use std::io;
use std::sync::Arc;
use std::thread::Builder;

use tokio::sync::watch;

use crate::app::App;
use crate::service::following::{Hub, follow};
use crate::store;
use crate::store::connect::Target;

/// Keeps the thread; it ends with the last copy.
#[derive(Clone)]
pub struct Looker {
    _stop: Arc<watch::Sender<()>>,
}

impl Looker {
    /// Starts the thread, with a connection of its own.
    pub fn start(app: &App, hub: &Hub, database: &Target) -> io::Result<Self> {
        let (stop, stopped) = watch::channel(());
        let pool = store::pool::of(database, 1).map_err(io::Error::other)?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let (app, hub) = (app.clone(), hub.clone());
        Builder::new()
            .name("streams".to_owned())
            .spawn(move || runtime.block_on(follow(&app, &hub, &pool, stopped)))?;
        Ok(Self { _stop: Arc::new(stop) })
    }
}
