//! How many actions a second a server carries out on nodes over which the games are spread, beside the same server on one
//! PostgreSQL with the same settings, in turns. Neither writes several games in a statement.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a measure that breaks says where"
)]
#![allow(dead_code, reason = "the tools of the other measure are used in part")]

#[path = "../support/sql.rs"]
mod sql;

mod acts;
mod plan;
mod processes;
mod stage;
mod wire;

use futures_util::future::join_all;
use serde_json::{Value, json};

use acts::{Lane, Played};
use stage::{Person, SEATS, Stage};

/// Games that are played at the same time.
const LANES: usize = 16;
const ROUNDS: usize = 5;
/// More actions a second than are planned for would end the measure.
const FASTEST: f64 = 3_000.0;

/// `--plain URL --spread URL [--seconds N]`: the two databases, and how long each is acted on.
fn main() {
    let seconds = stage::argument("--seconds", 20.0_f64).max(ROUNDS as f64);
    let database = |name| stage::argument::<String>(name, String::new());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let measure = measure(database("--plain"), database("--spread"), seconds / ROUNDS as f64);
    println!("{}", runtime.expect("a runtime").block_on(measure));
}

async fn measure(plain: String, spread: String, seconds: f64) -> Value {
    let mut places = [place(plain, seconds).await, place(spread, seconds).await];
    for (stage, lanes) in &mut places {
        acts::play(&stage.address, lanes, 1.0).await;
    }
    let (mut played, mut ratios) = ([Played::default(), Played::default()], Vec::new());
    for _ in 0..ROUNDS {
        let mut round = [0.0; 2];
        for (((stage, lanes), all), rate) in places.iter_mut().zip(&mut played).zip(&mut round) {
            let more = acts::play(&stage.address, lanes, seconds).await;
            *rate = more.per_second();
            all.add(more);
        }
        ratios.push(round[1] / round[0]);
    }
    let [plain, spread] = played.each_ref().map(Played::per_second);
    let rounded = |value: f64| (value * 1e3).round() / 1e3;
    json!({
        "plain_per_s": plain.round(),
        "spread_per_s": spread.round(),
        "ratio": rounded(spread / plain),
        "ratio_by_round": ratios.into_iter().map(rounded).collect::<Vec<_>>(),
    })
}

/// A server on this database, and games with enough to do.
async fn place(database: String, seconds: f64) -> (Stage, Vec<Lane>) {
    let stage = Stage::on(database, &[("ALTHING__DATABASE__GAMES_PER_STATEMENT", "1")]);
    let title = rulesets::find("landnam").expect("it is registered");
    let enough = ((seconds * ROUNDS as f64 + 1.0) * FASTEST / LANES as f64) as usize;
    let mut lanes = Vec::new();
    for lane in 0..LANES {
        let names: Vec<String> = (0..SEATS).map(|seat| format!("player{}", lane * SEATS + seat)).collect();
        let people: Vec<Person> = join_all(names.iter().map(|name| stage.person(name))).await;
        let (mut plans, mut planned) = (Vec::new(), 0);
        while planned < enough {
            let game = stage.game(&people, &format!("lane{lane}game{}", plans.len())).await;
            let plan = plan::ahead(title.as_ref(), &stage.database(), &game, "steady", usize::MAX);
            planned += plan.steps.len();
            plans.push(plan);
        }
        lanes.push(Lane::of(plans));
    }
    (stage, lanes)
}
