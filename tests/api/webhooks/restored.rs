//! Webhooks after a restore.

use std::collections::BTreeSet;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::{Hook, Receiver, at_home, open};
use crate::backups::carried;
use crate::harness::{PostOffice, Table, until};

const WAITING: &str = "SELECT topic AS value FROM webhook_deliveries WHERE settled_at IS NULL";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_webhook_was_to_be_told_is_told_once_after_a_restore() {
    let mut office = open(1);
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let hook = Hook::of(&people[0], &receiver).await;
    let table = Table::of("landnam", &people).await;
    let mut dice = ChaCha8Rng::seed_from_u64(3);
    table.play(4, &mut dice).await;
    until("something is told", || !receiver.heard().is_empty()).await;
    office.until_stored(WAITING, &[]).await;
    office.close();
    let before = receiver.heard().len();
    while table.awaited().await.iter().all(|seat| table.player(*seat).id != hook.owner.id) {
        table.play(1, &mut dice).await;
    }
    // Somebody else's turn and this one's again, so that a call is new whatever was told before.
    table.play(12, &mut dice).await;

    let other = PostOffice::open_on(carried(&office.service.database, "webhooks"), 1, at_home);
    until("the rest is told", || receiver.heard().len() > before).await;
    other.until_stored(WAITING, &[]).await;
    let heard = receiver.heard();
    let ids: BTreeSet<&str> = heard.iter().map(|heard| heard.id()).collect();
    assert_eq!(ids.len(), heard.len(), "something was told twice");
    let delivered = "SELECT topic AS value FROM webhook_deliveries WHERE result = 'delivered'";
    let delivered = other.service.database.texts(delivered);
    assert_eq!(delivered.len(), heard.len());
    assert!(
        heard.iter().all(|heard| heard.signatures().contains(&heard.signature_by(&hook.secret).as_str()))
    );
}
