//! Mails leave, several at the same moment.

use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;

use super::meanwhile::meanwhile;
use super::shift::Shift;
use crate::mail::MailSender;
use crate::store::mails::queue::Lane;

/// How long mails that are on their way may still take when the work is to end.
const GRACE: Duration = Duration::from_secs(8);

/// Sends what is due in a lane whenever there is something in it.
pub async fn send(sender: &MailSender, lane: Lane, mut shift: Shift) {
    let at_once = sender.app.settings.work.mails_at_once.max(1);
    let mut on_their_way = FuturesUnordered::new();
    // A claim costs about as much for one mail as for several: it is worth it for half of the places, and now and then
    // for a single one, since mails that hang must not hold the others up.
    let mut is_worth_it = true;
    while !shift.is_over() {
        if is_worth_it {
            let free = at_once - on_their_way.len();
            for claimed in meanwhile(sender.claim(lane, free), &mut on_their_way).await {
                on_their_way.push(sender.deliver(claimed));
            }
        }
        tokio::select! {
            Some(()) = on_their_way.next() => is_worth_it = on_their_way.len() * 2 <= at_once,
            _ = shift.goes_on() => is_worth_it = true,
        }
    }
    let rest = async { while on_their_way.next().await.is_some() {} };
    if tokio::time::timeout(GRACE, rest).await.is_err() {
        tracing::warn!("mails were left on their way; they are sent again when their lease is over");
    }
}
