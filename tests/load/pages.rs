//! Opening pages of seats while everybody else acts, as a player does who follows the link of a mail.

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

#[derive(Debug, Default)]
pub struct Pages {
    pub half_within: Duration,
    pub nearly_all_within: Duration,
    pub heaviest: usize,
    /// Actions a second meanwhile.
    pub acts: f64,
}

/// Lets one reader open one page after the other, a tenth of a second apart, while the lanes play.
pub async fn measure(stage: &Stage, lanes: &mut [Lane], seconds: f64) -> Pages {
    let links = links(stage, lanes);
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let reading = async {
        let mut wire = Wire::open(&stage.address).await.expect("it listens");
        let (mut latencies, mut heaviest) = (Vec::new(), 0);
        for link in links.iter().cycle() {
            if Instant::now() >= until {
                break;
            }
            let begun = Instant::now();
            let page = wire.get(link, "").await.expect("the server answers");
            latencies.push(begun.elapsed());
            assert_eq!(page.status, 200, "{}", String::from_utf8_lossy(page.body));
            heaviest = heaviest.max(page.body.len());
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        (latencies, heaviest)
    };
    let (played, (mut latencies, heaviest)) =
        tokio::join!(acts::play(&stage.address, lanes, seconds), reading);
    Pages {
        half_within: quantile(&mut latencies, 0.5),
        nearly_all_within: quantile(&mut latencies, 0.95),
        heaviest,
        acts: played.actions as f64 / played.seconds,
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
