//! Opening pages of seats while everybody else acts, as a player does who follows the link of a mail. Rounds with a
//! reader and rounds without take turns, so that both meet the same machine.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use uuid::Uuid;

use crate::acts::{self, Lane, quantile};
use crate::sql;
use crate::stage::Stage;
use crate::wire::Wire;

/// Of the links that are made here.
const SECRET: [u8; 16] = [7; 16];

/// Of each kind.
const ROUNDS: usize = 5;

#[derive(Debug, Default)]
pub struct Pages {
    pub half_within: Duration,
    pub nearly_all_within: Duration,
    pub heaviest: usize,
    /// Actions a second beside the reader, as a share of those without one.
    pub acts_ratio: f64,
}

/// Lets the lanes play for so many seconds beside a reader, and for as long without one.
pub async fn measure(stage: &Stage, lanes: &mut [Lane], seconds: f64) -> Pages {
    let links = links(stage, lanes);
    let turn = seconds / ROUNDS as f64;
    let (mut alone, mut beside, mut reader) = (0.0, 0.0, Reader::default());
    for _ in 0..ROUNDS {
        alone += acts::play(&stage.address, lanes, turn).await.per_second();
        let reading = reader.read(&stage.address, &links, turn);
        beside += tokio::join!(acts::play(&stage.address, lanes, turn), reading).0.per_second();
    }
    Pages {
        half_within: quantile(&mut reader.latencies, 0.5),
        nearly_all_within: quantile(&mut reader.latencies, 0.95),
        heaviest: reader.heaviest,
        acts_ratio: beside / alone,
    }
}

#[derive(Default)]
struct Reader {
    latencies: Vec<Duration>,
    /// The bytes of the largest page.
    heaviest: usize,
}

impl Reader {
    /// Opens one page after the other, a tenth of a second apart.
    async fn read(&mut self, address: &str, links: &[String], seconds: f64) {
        let until = Instant::now() + Duration::from_secs_f64(seconds);
        let mut wire = Wire::open(address).await.expect("it listens");
        let mut next = self.latencies.len();
        while Instant::now() < until {
            let begun = Instant::now();
            let page = wire.get(&links[next % links.len()], "").await.expect("the server answers");
            self.latencies.push(begun.elapsed());
            assert_eq!(page.status, 200, "{}", String::from_utf8_lossy(page.body));
            self.heaviest = self.heaviest.max(page.body.len());
            next += 1;
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    }
}

/// A link to a seat of each game that is being played, stored as if it had been mailed.
fn links(stage: &Stage, lanes: &[Lane]) -> Vec<String> {
    let link = |lane: &Lane| {
        let game: Uuid = lane.game().id.parse().expect("an id");
        let statement = format!(
            "INSERT INTO mail_links (partition, secret_hash, purpose, account_id, seat, recovery_id, created_at) \
             SELECT s.game_id, sha256('\\x{}'), 'seat', s.account_id, s.seat, a.recovery_id, now() \
             FROM seats s JOIN accounts a ON a.id = s.account_id WHERE s.game_id = '{game}' AND s.seat = 0",
            hex::encode(SECRET)
        );
        sql::run(&stage.database(), &statement).expect("a link");
        let token = BASE64_URL_SAFE_NO_PAD.encode([game.as_bytes().as_slice(), &SECRET].concat());
        format!("/seat/{token}")
    };
    lanes.iter().map(link).collect()
}
