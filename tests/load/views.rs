//! Looking at games: the service beside a bare handler that gives away the same row of the same kind of pool. The first
//! look of each seat at each version is measured by itself; then nobody moves, and the service has the games, and what
//! it sent last, at hand. All take turns, so that they meet the same machine.

use std::time::{Duration, Instant};

use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use althing::store::positions::{self, LoadOptions};
use althing::store::{Pool, pool};
use futures_util::future::join_all;
use uuid::Uuid;

use crate::acts::Lane;
use crate::wire::Wire;

/// How often they take turns.
const ROUNDS: usize = 5;
/// Connections of each worker, as the service has them.
const POOL: usize = 8;

/// How many views a second the service gives, of each kind, over what the bare handler gives.
#[derive(Debug, Default)]
pub struct Views {
    /// Of a version that the seat has not seen.
    pub first: f64,
    /// Of one that it has seen, without saying so.
    pub repeated: f64,
    /// Of one that it names.
    pub not_modified: f64,
    /// Views a second that were seen before.
    pub per_second: f64,
}

/// Lets the lanes look for so many seconds at each.
pub async fn measure(address: &str, database: &str, lanes: &mut [Lane], seconds: f64) -> Views {
    let bare = bare(database.to_owned());
    let first = first_looks(address, &bare, lanes, seconds).await;
    let turn = seconds / ROUNDS as f64;
    let (mut repeated, mut not_modified, mut read) = (0.0, 0.0, 0.0);
    for _ in 0..ROUNDS {
        repeated += look(address, lanes, turn, Way::Full).await / ROUNDS as f64;
        not_modified += look(address, lanes, turn, Way::Seen).await / ROUNDS as f64;
        read += look(&bare, lanes, turn, Way::Full).await / ROUNDS as f64;
    }
    Views { first, repeated: repeated / read, not_modified: not_modified / read, per_second: repeated }
}

/// Each lane acts, and then each of its seats looks once at the service, and once at the bare handler; only the looks are
/// timed. How many looks a second the service had over those of the bare handler.
async fn first_looks(address: &str, bare: &str, lanes: &mut [Lane], seconds: f64) -> f64 {
    let (mut at_service, mut at_bare) = (wires(address, lanes.len()).await, wires(bare, lanes.len()).await);
    for lane in lanes.iter_mut() {
        lane.connect(address).await;
    }
    let (mut by_service, mut by_bare) = (Duration::ZERO, Duration::ZERO);
    while (by_service + by_bare).as_secs_f64() < seconds {
        join_all(lanes.iter_mut().map(Lane::act)).await;
        by_service += look_once(&mut at_service, lanes).await;
        by_bare += look_once(&mut at_bare, lanes).await;
    }
    by_bare.as_secs_f64() / by_service.as_secs_f64()
}

async fn wires(address: &str, count: usize) -> Vec<Wire> {
    let wires = join_all((0..count).map(|_| Wire::open(address))).await;
    wires.into_iter().map(|wire| wire.expect("it listens")).collect()
}

/// How long it takes until every seat has looked.
async fn look_once(wires: &mut [Wire], lanes: &[Lane]) -> Duration {
    let begun = Instant::now();
    let looks = wires.iter_mut().zip(lanes).map(|(wire, lane)| async move {
        let path = format!("/v1/games/{}/view", lane.game().id);
        for token in &lane.game().tokens {
            assert_eq!(wire.get(&path, token).await.expect("the server answers").status, 200);
        }
    });
    join_all(looks).await;
    begun.elapsed()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Full,
    /// With the tag of what is there.
    Seen,
}

async fn look(address: &str, lanes: &[Lane], seconds: f64, way: Way) -> f64 {
    let begun = Instant::now();
    let until = begun + Duration::from_secs_f64(seconds);
    let lookers = lanes.iter().map(|lane| async move {
        let mut wire = Wire::open(address).await.expect("it listens");
        let path = format!("/v1/games/{}/view", lane.game().id);
        let tokens = &lane.game().tokens;
        let mut tags = Vec::new();
        for token in tokens {
            tags.push(wire.get(&path, token).await.expect("an answer").tag());
        }
        let mut views = 0;
        while Instant::now() < until {
            let token = &tokens[views % tokens.len()];
            let reply = match way {
                Way::Full => wire.get(&path, token).await,
                Way::Seen => wire.get_unless(&tags[views % tokens.len()], &path, token).await,
            };
            let status = reply.expect("the server answers").status;
            assert_eq!(status, if way == Way::Seen { 304 } else { 200 });
            views += 1;
        }
        views
    });
    let views: usize = join_all(lookers).await.into_iter().sum();
    views as f64 / begun.elapsed().as_secs_f64()
}

/// A server that does nothing but read the row; as many workers as the service has. It lives as long as the process.
fn bare(database: String) -> String {
    let (say, heard) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        actix_web::rt::System::new().block_on(async move {
            let factory = move || {
                let pool = pool::open(&database, POOL).expect("a pool");
                App::new().app_data(Data::new(pool)).route("/v1/games/{game}/view", web::get().to(row))
            };
            let workers = std::thread::available_parallelism().map_or(2, usize::from);
            let server = HttpServer::new(factory).workers(workers).disable_signals().bind("127.0.0.1:0");
            let server = server.expect("a port");
            say.send(server.addrs()[0].to_string()).expect("somebody listens");
            server.run().await.expect("it serves");
        });
    });
    heard.recv().expect("it listens")
}

async fn row(pool: Data<Pool>, game: web::Path<Uuid>) -> HttpResponse {
    let mut connection = pool::acquire(&pool).await.expect("a connection");
    let present = positions::load(&mut connection, *game, LoadOptions::default()).await.expect("an answer");
    let state = present.and_then(|present| present.state).unwrap_or_default();
    HttpResponse::Ok().content_type("application/json").body(state)
}
