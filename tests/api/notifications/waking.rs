//! A worker hears of work without looking for it.

use althing::app::events::EventBus;
use althing::mail::Mailer;
use althing::workers::Workers;

use crate::harness::{PostOffice, until};

/// Longer than the test may take: only a knock can wake the worker.
const FOR_EVER: u64 = 60_000;

#[tokio::test]
async fn a_worker_in_the_same_process_is_woken_by_a_knock() {
    let office = PostOffice::open_with(1, |settings| {
        settings.accounts.verify_addresses = true;
        settings.work.poll_milliseconds = FOR_EVER;
    });
    office.register("Aud").await;
    office.mails(1).await;
}

#[tokio::test]
async fn a_worker_of_another_process_is_woken_through_the_database() {
    let office = PostOffice::open_with(0, |settings| {
        settings.accounts.verify_addresses = true;
        settings.work.poll_milliseconds = FOR_EVER;
    });
    let url = office.service.database.url();
    // An App of its own stands for another process: nothing is shared but the database.
    let mut elsewhere = office.service.app.clone();
    elsewhere.events = EventBus::default();
    let mailer = Mailer::new(&elsewhere.settings.mail, None).unwrap();
    let workers = Workers::start(&elsewhere, &url, mailer).unwrap();
    let notifier = Workers::start_for_serving(&office.service.app, &url).unwrap();
    office.register("Aud").await;
    // The listener may have come to the door after the knock; then another one follows.
    until("the mail comes", || {
        office.service.app.events.notify();
        !office.sink.taken().is_empty()
    })
    .await;
    notifier.end();
    workers.end();
}
