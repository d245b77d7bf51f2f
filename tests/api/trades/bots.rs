//! A bot that offers something to a person leaves its turn until the person has answered, or for eight hours.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Person, PostOffice};

const STEP: Duration = Duration::from_millis(10);
const MOST_STEPS: usize = 3_000;

/// A game of the Settlers against two bots that make offers, at an offer of one of them.
struct Offered {
    office: PostOffice,
    aud: Person,
    path: String,
    decision: String,
}

impl Offered {
    async fn open() -> Self {
        let office = PostOffice::open_with(1, |settings| settings.accounts.access_seconds = 100_000_000);
        let aud = office.service.person("Aud").await;
        let game = json!({"ruleset": "settlers", "seats": 3, "bots": ["strong", "strong"]});
        let made = aud.post("/v1/games", &game).await.must_be(201);
        let path = format!("/v1/games/{}", made["id"].as_str().unwrap());
        for _ in 0..MOST_STEPS {
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
            } else if let Some(offer) = offer {
                let decision = offer["decision"]["id"].as_str().unwrap().to_owned();
                return Self { office, aud, path, decision };
            } else {
                tokio::time::sleep(STEP).await;
            }
        }
        panic!("no bot offered anything");
    }

    /// The version of the game when everybody else has answered and the bot has put its turn off.
    async fn waits(&self) -> i64 {
        let now = self.office.service.app.now().to_rfc3339();
        let due = format!(
            "SELECT CASE WHEN due_at > '{now}'::timestamptz + interval '7 hours' THEN 'waits' ELSE 'due' END AS value \
             FROM bot_turns ORDER BY due_at LIMIT 1"
        );
        self.office.until_stored(&due, &["waits"]).await;
        self.version().await
    }

    async fn goes_on(&self, from: i64) {
        for _ in 0..MOST_STEPS {
            if self.version().await > from {
                return;
            }
            tokio::time::sleep(STEP).await;
        }
        panic!("the bot does not go on");
    }

    async fn version(&self) -> i64 {
        let view: Value = self.aud.get(&format!("{}/view", self.path)).await.must_be(200);
        view["version"].as_i64().unwrap()
    }
}

#[tokio::test]
async fn a_bot_goes_on_when_its_offer_was_declined() {
    let offered = Offered::open().await;
    let version = offered.waits().await;
    let legal = offered.aud.get(&format!("{}/legal", offered.path)).await.must_be(200);
    let open = legal["decisions"].as_array().unwrap();
    let asked = open.iter().find(|one| one["decision"]["id"] == *offered.decision).unwrap();
    let mut listed = asked["actions"].as_array().unwrap().iter();
    let declines = listed.find(|action| action["type"] == "reject_trade").unwrap();
    let body = json!({"decision": offered.decision, "action": declines});
    offered.aud.post(&format!("{}/actions", offered.path), &body).await.must_be(200);
    // The answer is one version; what comes after it is the bot's.
    offered.goes_on(version + 1).await;
}

#[tokio::test]
async fn a_bot_goes_on_after_eight_hours_without_an_answer() {
    let offered = Offered::open().await;
    let version = offered.waits().await;
    offered.office.after_seconds(8 * 3_600);
    offered.goes_on(version).await;
}
