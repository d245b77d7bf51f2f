//! Does an action cost more in a long game than in a young one? Both are asked in turn, one action at a time.

use futures_util::future::join_all;
use rules::AnyRuleset;

use crate::acts::{Lane, quantile};
use crate::plan;
use crate::stage::{Person, Stage};

/// How many games of each age.
const GAMES: usize = 10;
/// How often they take turns, and how many actions of each game are timed in one.
const ROUNDS: usize = 5;
const TIMED: usize = 30;
/// What is called old and young, in actions.
const OLD: usize = 1_000;
const YOUNG: usize = 10;

/// The median latency in old games over that in young ones: of five such ratios the median, and the lowest and highest.
pub async fn measure(stage: &Stage, title: &dyn AnyRuleset, people: &[Person]) -> [f64; 3] {
    let mut old = games(stage, title, people, OLD).await;
    let mut young = games(stage, title, people, YOUNG).await;
    let mut ratios = Vec::new();
    for _ in 0..ROUNDS {
        let mut latencies = (Vec::new(), Vec::new());
        for (index, (old, young)) in old.iter_mut().zip(&mut young).enumerate() {
            // The server gives new connections to its threads in turns: always in this order, all old games would be
            // with one thread, and the ratio would be that of two threads as well.
            let mut pair = [&mut *old, &mut *young];
            pair.rotate_left(index % 2);
            for lane in pair {
                lane.connect(&stage.address).await;
            }
            for _ in 0..TIMED {
                latencies.0.push(old.act().await);
                latencies.1.push(young.act().await);
            }
        }
        let (old, young) = (quantile(&mut latencies.0, 0.5), quantile(&mut latencies.1, 0.5));
        ratios.push(old.as_secs_f64() / young.as_secs_f64());
    }
    ratios.sort_by(f64::total_cmp);
    [ratios[ROUNDS / 2], ratios[0], ratios[ROUNDS - 1]]
}

/// Games of some age that go on long enough.
async fn games(stage: &Stage, title: &dyn AnyRuleset, people: &[Person], age: usize) -> Vec<Lane> {
    let mut lanes = Vec::new();
    let mut tried = 0;
    while lanes.len() < GAMES {
        let game = stage.game(people, &format!("age{age}game{tried}")).await;
        let plan = plan::ahead(title, &stage.database(), &game, "random", age + ROUNDS * TIMED);
        tried += 1;
        if plan.steps.len() == age + ROUNDS * TIMED {
            lanes.push(Lane::of(vec![plan]));
        }
    }
    join_all(lanes.iter_mut().map(|lane| grow(stage, lane, age))).await;
    lanes
}

async fn grow(stage: &Stage, lane: &mut Lane, age: usize) {
    lane.connect(&stage.address).await;
    for _ in 0..age {
        lane.act().await;
    }
}
