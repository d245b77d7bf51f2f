//! What is to be sent is sent, several at the same moment: claimed, carried, settled.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use crate::app::App;
use crate::error::Error;
use crate::service::webhooks::{self, Outcome, Parcel};
use crate::store::{Pool, pool};
use crate::telemetry::metrics;
use crate::webhooks::Messenger;
use crate::work::meanwhile::meanwhile;
use crate::work::shift::Shift;

/// How long what is on its way may still take when the work is to end.
const GRACE: Duration = Duration::from_secs(8);
/// How often noting an outcome is tried, and how long is waited in between. What could not be noted is sent again.
const MOST_NOTES: usize = 10;
const NOTE_AGAIN: Duration = Duration::from_millis(500);

pub struct Office {
    pub app: App,
    pub pool: Pool,
    pub messenger: Messenger,
}

pub async fn deliver(office: &Office, mut shift: Shift) {
    let at_once = office.app.settings.webhooks.at_once.max(1);
    let mut on_their_way = FuturesUnordered::new();
    while !shift.is_over() {
        let free = at_once - on_their_way.len();
        let parcels = meanwhile(claim(office, free), &mut on_their_way).await;
        let is_more = !parcels.is_empty();
        on_their_way.extend(parcels.into_iter().map(|parcel| carry(office, parcel)));
        if is_more && on_their_way.len() < at_once {
            // What came after these in the same game may go as soon as they have.
            tokio::select! {
                Some(()) = on_their_way.next() => continue,
                goes_on = shift.goes_on() => if goes_on { continue } else { break },
            }
        }
        tokio::select! {
            Some(()) = on_their_way.next() => {}
            _ = shift.goes_on() => {}
        }
    }
    let rest = async { while on_their_way.next().await.is_some() {} };
    if tokio::time::timeout(GRACE, rest).await.is_err() {
        tracing::warn!(
            "what is sent to webhooks was left on its way; it is sent again when its lease is over"
        );
    }
}

async fn claim(office: &Office, most: usize) -> Vec<Parcel> {
    if most == 0 {
        return vec![];
    }
    let claimed = async {
        let mut connection = pool::acquire(&office.pool).await?;
        webhooks::claim(&office.app, &mut connection, most).await
    };
    claimed.await.unwrap_or_else(|error: Error| {
        tracing::error!(%error, "nothing could be claimed for webhooks");
        vec![]
    })
}

async fn carry(office: &Office, parcel: Parcel) {
    let outcome = office.messenger.carry(&parcel).await;
    let delivery = parcel.claimed.id;
    match &outcome {
        Outcome::Answered(status) => tracing::info!(%delivery, status, "a webhook answered"),
        Outcome::Failed(problem) => tracing::info!(%delivery, problem, "a webhook could not be reached"),
    }
    metrics::webhook_called(matches!(outcome, Outcome::Answered(200..=299)));
    for _ in 0..MOST_NOTES {
        match note(office, &parcel, &outcome).await {
            Ok(true) => return,
            Ok(false) => {
                tracing::info!(%delivery, "nobody waits any more for what came of it");
                return;
            }
            Err(error) => tracing::warn!(%delivery, %error, "an outcome could not be noted"),
        }
        tokio::time::sleep(NOTE_AGAIN).await;
    }
}

async fn note(office: &Office, parcel: &Parcel, outcome: &Outcome) -> Result<bool, Error> {
    let mut connection = pool::acquire(&office.pool).await?;
    webhooks::settle(&office.app, &mut connection, parcel, outcome).await
}
