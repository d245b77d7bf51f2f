//! How much it costs a server to tell everybody at once: 2,500 games, each followed by its four seats, and 100 actions a
//! second over all of them.
//!
//! Delivery is timed from the moment the commit is known, which is when its action is answered; what is heard before
//! that counts as heard at once. Every event that a listener hears is held against the versions the actions led to.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measure that breaks says where"
)]
#![allow(dead_code, reason = "the tools of the other measure are used in part")]

#[path = "../support/sql.rs"]
mod sql;

mod listen;
mod plan;
mod processes;
mod stage;
mod wire;

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use listen::Heard;
use plan::Plan;
use stage::{Person, SEATS, Stage};
use wire::Wire;

/// How many games are followed.
const GAMES: usize = 2_500;
/// How many people play them, four at a table.
const PEOPLE: usize = 100;
/// Actions a second over all games.
const RATE: f64 = 100.0;
/// How many connections act; each in as many games.
const ACTORS: usize = 10;
/// How long is waited for what has not been heard yet.
const PATIENCE: Duration = Duration::from_secs(10);

/// `--seconds N`: how long is acted.
fn main() {
    let seconds = stage::argument("--seconds", 30.0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    println!("{}", runtime.expect("a runtime").block_on(measure(seconds)));
}

async fn measure(seconds: f64) -> Value {
    let stage = Stage::set();
    let people = people(&stage).await;
    let plans = plans(&stage, &people, seconds).await;
    // A round of actions first, so that what the server keeps in any case is there before it is weighed.
    let mut warm = Wire::open(&stage.address).await.expect("it listens");
    for plan in &plans {
        let path = format!("/v1/games/{}/view", plan.game.id);
        warm.get(&path, &plan.game.tokens[0]).await.expect("the server answers");
    }
    let before = processes::resident(stage.server);
    let mut listeners = Vec::new();
    for (game, plan) in plans.iter().enumerate() {
        for token in &plan.game.tokens {
            listeners.push(listen::open(&stage.address, game, &plan.game.id, token).await);
        }
    }
    let opened = processes::resident(stage.server) - before;
    let processor = processes::time(stage.server);
    let begun = Instant::now();
    let told = act(&stage, &plans, seconds).await;
    let taken = begun.elapsed().as_secs_f64();
    let processor = processes::time(stage.server) - processor;
    let growth = processes::resident(stage.server) - before;
    let Heard { mut delays, missed, doubled, overtaken } = listen::compare(listeners, &told, PATIENCE).await;
    delays.sort_unstable();
    let quantile = |share: f64| {
        let index = ((delays.len() as f64 * share) as usize).min(delays.len().saturating_sub(1));
        round(delays.get(index).copied().unwrap_or_default().as_secs_f64() * 1e3)
    };
    let actions: usize = told.iter().map(Vec::len).sum();
    json!({
        "listeners": GAMES * SEATS,
        "games": GAMES,
        "rss_growth_mb": round(growth),
        "kb_per_listener": round(growth * 1024.0 / (GAMES * SEATS) as f64),
        "rss_opened_mb": round(opened),
        "rss_peak_mb": round(processes::peak(stage.server)),
        "p50_ms": quantile(0.5),
        "p99_ms": quantile(0.99),
        "max_ms": quantile(1.0),
        "asked": (seconds * RATE) as usize,
        "actions": actions,
        "actions_per_s": round(actions as f64 / taken),
        "overtaken": overtaken,
        "heard": delays.len(),
        "missed": missed,
        "doubled": doubled,
        "server_processor": round(processor / taken),
        "load_average": load_average(),
    })
}

fn round(value: f64) -> f64 {
    (value * 1e3).round() / 1e3
}

/// How busy the whole machine was during the last minute.
fn load_average() -> f64 {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|first| first.parse().ok()).unwrap_or_default()
}

async fn people(stage: &Stage) -> Vec<Person> {
    let mut people = Vec::new();
    for index in 0..PEOPLE {
        people.push(stage.person(&format!("listener{index}")).await);
    }
    people
}

/// The games, each played ahead as far as it will be played.
async fn plans(stage: &Stage, people: &[Person], seconds: f64) -> Vec<Plan> {
    let title = rulesets::find("landnam").expect("it is registered");
    let steps = (seconds * RATE / GAMES as f64).ceil() as usize + 1;
    let mut plans = Vec::new();
    for index in 0..GAMES {
        let first = index * SEATS % PEOPLE;
        let game = stage.game(&people[first..first + SEATS], &format!("game{index}")).await;
        plans.push(plan::ahead(title.as_ref(), &stage.database(), &game, "steady", steps));
    }
    plans
}

/// When each version of each game was known to be stored.
pub type RedactedEvent = Vec<Vec<(i64, Instant)>>;

/// Acts in all games in turns, at an even pace.
async fn act(stage: &Stage, plans: &[Plan], seconds: f64) -> RedactedEvent {
    let total = (seconds * RATE) as usize;
    let begun = Instant::now();
    let mut actors = Vec::new();
    for actor in 0..ACTORS {
        let mut wire = Wire::open(&stage.address).await.expect("it listens");
        actors.push(async move {
            let mut told = Vec::new();
            for index in (actor..total).step_by(ACTORS) {
                let due = begun + Duration::from_secs_f64(index as f64 / RATE);
                tokio::time::sleep_until(due.into()).await;
                // A game is always acted in by the same actor, so that its actions keep their order.
                let lane = GAMES / ACTORS;
                let turn = index / ACTORS;
                let game = (turn % lane) * ACTORS + actor;
                let Some(step) = plans.get(game).and_then(|plan| plan.steps.get(turn / lane)) else {
                    continue;
                };
                told.push(do_step(&mut wire, &plans[game], game, step, index).await);
            }
            told
        });
    }
    let mut told: RedactedEvent = vec![Vec::new(); GAMES];
    for (game, version, at) in futures_util::future::join_all(actors).await.into_iter().flatten() {
        told[game].push((version, at));
    }
    told
}

async fn do_step(
    wire: &mut Wire,
    plan: &Plan,
    game: usize,
    step: &plan::Step,
    index: usize,
) -> (usize, i64, Instant) {
    let path = format!("/v1/games/{}/actions", plan.game.id);
    let reply = wire.post(&path, &plan.game.tokens[step.seat], &format!("k{index}"), &step.body).await;
    let reply = reply.expect("the server answers");
    let at = Instant::now();
    assert_eq!(reply.status, 200, "{}: {}", step.body, String::from_utf8_lossy(reply.body));
    let reply: Value = serde_json::from_slice(reply.body).expect("JSON");
    (game, reply["version"].as_i64().expect("a version"), at)
}
