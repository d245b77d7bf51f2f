//! A bot that offers something to a person leaves its turn until the person has answered, or for eight hours.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Person, PostOffice};

const STEP: Duration = Duration::from_millis(10);
const MOST_STEPS: usize = 3_000;

/// A game of the Settlers against two bots that make offers, while one of them waits for the answer of the player.
struct Offered {
    office: PostOffice,
    aud: Person,
    path: String,
    decision: String,
    /// The version of the game meanwhile.
    version: i64,
}

impl Offered {
    async fn open() -> Self {
        let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
        let aud = office.service.person("Aud").await;
        let game = json!({"ruleset": "settlers", "seats": 3, "bots": ["strong", "strong"]});
        let made = aud.post("/v1/games", &game).await.must_be(201);
        let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
        for _ in 0..MOST_STEPS {
            // While a bot waits, nothing moves.
            let waits = waits(&office);
            let legal = aud.get(&format!("{path}/legal")).await;
            let open = match legal.status {
                200 => legal.json["decisions"].as_array().unwrap().clone(),
                _ => Vec::new(),
            };
            let of = |blocking: bool| open.iter().find(move |one| one["decision"]["blocking"] == blocking);
            let offer = of(false).filter(|one| one["decision"]["kind"] == "trade_answer");
            if let Some(asked) = of(true) {
                let listed = asked["actions"].as_array().unwrap();
                let ends = listed.iter().find(|action| action["type"] == "end_turn");
                let body = json!({"decision": asked["decision"]["id"], "action": ends.unwrap_or(&listed[0])});
                aud.post(&format!("{path}/actions"), &body).await;
            } else if let Some(offer) = offer.filter(|_| waits) {
                let decision = offer["decision"]["id"].as_str().unwrap().to_owned();
                let version = version(&aud, &path).await;
                return Self { office, aud, path, decision, version };
            } else {
                // The other bot may take the offer before its maker waits for the player.
                tokio::time::sleep(STEP).await;
            }
        }
        panic!("no bot waited for an answer");
    }

    async fn goes_on(&self, from: i64) {
        for _ in 0..MOST_STEPS {
            if version(&self.aud, &self.path).await > from {
                return;
            }
            tokio::time::sleep(STEP).await;
        }
        panic!("the bot does not go on");
    }
}

/// Has a bot put its turn off?
fn waits(office: &PostOffice) -> bool {
    let now = office.service.app.now().to_rfc3339();
    let put_off = format!(
        "SELECT 'waits' AS value FROM bot_turns WHERE due_at > '{now}'::timestamptz + interval '7 hours' LIMIT 1"
    );
    !office.service.database.texts(&put_off).is_empty()
}

async fn version(player: &Person, path: &str) -> i64 {
    let view: Value = player.get(&format!("{path}/view")).await.must_be(200);
    view["version"].as_i64().unwrap()
}

#[tokio::test]
async fn a_bot_goes_on_when_its_offer_was_declined() {
    let offered = Offered::open().await;
    let legal = offered.aud.get(&format!("{}/legal", offered.path)).await.must_be(200);
    let open = legal["decisions"].as_array().unwrap();
    let asked = open.iter().find(|one| one["decision"]["id"] == *offered.decision).unwrap();
    let mut listed = asked["actions"].as_array().unwrap().iter();
    let declines = listed.find(|action| action["type"] == "reject_trade").unwrap();
    let body = json!({"decision": offered.decision, "action": declines});
    offered.aud.post(&format!("{}/actions", offered.path), &body).await.must_be(200);
    // The answer is one version; what comes after it is the bot's.
    offered.goes_on(offered.version + 1).await;
}

#[tokio::test]
async fn a_bot_goes_on_after_eight_hours_without_an_answer() {
    let offered = Offered::open().await;
    offered.office.after_seconds(8 * 3_600);
    offered.goes_on(offered.version).await;
}
