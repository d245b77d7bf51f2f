//! A server in this process, on a free port.

use actix_web::dev::ServerHandle;
use althing::http::server;
use althing::service::App;

use crate::support::pooler;

/// Runs until it is dropped.
pub struct Server {
    /// Where it listens, `http://host:port`.
    pub address: String,
    handle: ServerHandle,
}

impl Server {
    /// Starts it on a thread of its own.
    pub fn start(app: App, database_url: String) -> Self {
        let (app, database_url) = pooler::behind(app, database_url);
        let (tell, told) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let bound = server::bind(app, database_url).unwrap();
                tell.send((bound.address, bound.server.handle())).unwrap();
                bound.server.await.unwrap();
            });
        });
        let (address, handle) = told.recv().unwrap();
        Self { address: format!("http://{address}"), handle }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // The command is sent at once; nobody waits for the end.
        drop(self.handle.stop(false));
    }
}
