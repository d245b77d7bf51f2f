//! Games that are played at the same time, one connection each.

use std::time::{Duration, Instant};

use futures_util::future::join_all;

use crate::plan::Plan;
use crate::wire::Wire;

/// The games that one connection plays, one after the other.
pub struct Lane {
    wire: Option<Wire>,
    plans: Vec<Plan>,
    plan: usize,
    step: usize,
}

/// What one round of play gave.
#[derive(Default)]
pub struct Played {
    pub actions: usize,
    pub seconds: f64,
    pub latencies: Vec<Duration>,
}

impl Played {
    pub fn per_second(&self) -> f64 {
        self.actions as f64 / self.seconds
    }

    pub fn add(&mut self, more: Self) {
        self.actions += more.actions;
        self.seconds += more.seconds;
        self.latencies.extend(more.latencies);
    }
}

impl Lane {
    pub fn of(plans: Vec<Plan>) -> Self {
        Self { wire: None, plans, plan: 0, step: 0 }
    }

    /// Opens a connection; the server closes one that was idle for some seconds.
    pub async fn connect(&mut self, address: &str) {
        self.wire = Some(Wire::open(address).await.expect("it listens"));
    }

    /// Sends the next action; how long the answer took.
    pub async fn act(&mut self) -> Duration {
        while self.plans.get(self.plan).is_some_and(|plan| self.step >= plan.steps.len()) {
            (self.plan, self.step) = (self.plan + 1, 0);
        }
        let plan = self.plans.get(self.plan).expect("enough games were planned");
        let step = &plan.steps[self.step];
        let (path, key) = (format!("/v1/games/{}/actions", plan.game.id), format!("k{}", self.step));
        let wire = self.wire.as_mut().expect("it is connected");
        let begun = Instant::now();
        let reply = wire.post(&path, &plan.game.tokens[step.seat], &key, &step.body).await;
        let reply = reply.expect("the server answers");
        let taken = begun.elapsed();
        assert_eq!(reply.status, 200, "{}: {}", step.body, String::from_utf8_lossy(reply.body));
        self.step += 1;
        taken
    }

    /// The game that is being played, and the tokens of its seats.
    pub fn game(&self) -> &crate::stage::Game {
        &self.plans[self.plan.min(self.plans.len() - 1)].game
    }
}

/// All lanes play for some seconds.
pub async fn play(address: &str, lanes: &mut [Lane], seconds: f64) -> Played {
    for lane in lanes.iter_mut() {
        lane.connect(address).await;
    }
    let begun = Instant::now();
    let until = begun + Duration::from_secs_f64(seconds);
    let lanes = lanes.iter_mut().map(|lane| async move {
        let mut latencies = Vec::new();
        while Instant::now() < until {
            latencies.push(lane.act().await);
        }
        latencies
    });
    let latencies: Vec<Duration> = join_all(lanes).await.into_iter().flatten().collect();
    Played { actions: latencies.len(), seconds: begun.elapsed().as_secs_f64(), latencies }
}

/// The value below which this share of them lies.
pub fn quantile(values: &mut [Duration], share: f64) -> Duration {
    values.sort_unstable();
    let index = ((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1));
    values.get(index).copied().unwrap_or_default()
}
