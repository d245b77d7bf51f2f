//! Nothing is sent to this machine or its network unless the operator allows it, however a URL came to lead there.

use std::sync::Arc;

use althing::mail::Mailer;
use althing::workers::Workers;
use serde_json::json;

use super::receiver::{Receiver, Whim};
use super::{Hook, open, until_tried};
use crate::harness::PostOffice;

/// A worker on the same database whose operator allows neither private addresses nor plain HTTP, or only the latter.
fn strict_worker(office: &PostOffice, allow_plain: bool) -> Workers {
    let app = &office.service.app;
    let mut settings = (*app.settings).clone();
    settings.webhooks.allow_private = false;
    settings.webhooks.allow_plain = allow_plain;
    let mailer = Mailer::new(&settings, None).unwrap();
    let mut app = app.clone();
    app.settings = Arc::new(settings);
    Workers::start(&app, &office.service.database.url(), mailer).unwrap()
}

#[tokio::test]
async fn what_the_operator_does_not_allow_any_more_is_not_sent() {
    let office = open(0);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    for (attempt, (url, allow_plain, problem)) in [
        (receiver.url(), true, "Nothing is sent to private or reserved addresses."),
        (
            format!("http://localhost:{}/", receiver.port()),
            true,
            "Nothing is sent to private or reserved addresses.",
        ),
        (receiver.url(), false, "The URL must begin with `https://`."),
    ]
    .into_iter()
    .enumerate()
    {
        hook.change(json!({"url": url})).await;
        hook.test().await;
        let running = strict_worker(&office, allow_plain);
        until_tried(&office, &vec!["- 1"; attempt + 1]).await;
        running.end();
        let delivery = hook.deliveries().await.into_iter().find(|delivery| delivery["problem"] == problem);
        assert!(delivery.is_some_and(|delivery| delivery["http_status"].is_null()), "{problem}");
    }
    assert_eq!(receiver.connections(), 0);
}

#[tokio::test]
async fn a_redirect_to_a_private_address_is_not_followed() {
    let office = open(1);
    let (receiver, private) = (Receiver::start(), Receiver::start());
    let aud = office.service.person("Aud").await;
    let hook = Hook::of(&aud, &receiver).await;
    for status in 1..=2 {
        receiver.will([Whim::Redirect(private.url())]);
        hook.test().await;
        until_tried(&office, &vec!["- 1"; status]).await;
    }
    assert_eq!(private.connections(), 0);
}

/// A name of this machine besides `localhost`, where the system has one.
fn own_name() -> Option<String> {
    let hosts = std::fs::read_to_string("/etc/hosts").ok()?;
    let lines = hosts.lines().filter(|line| line.starts_with("127."));
    let mut names = lines.flat_map(|line| line.split_whitespace().skip(1));
    names.find(|name| !name.contains("localhost") && !name.contains('#')).map(str::to_owned)
}

#[tokio::test]
async fn a_name_with_a_private_address_is_answered_like_one_without_any() {
    let office = open(0);
    let (receiver, aud) = (Receiver::start(), office.service.person("Aud").await);
    let hook = Hook::of(&aud, &receiver).await;
    // Longer than any name may be, so that nobody is asked for it.
    let nowhere = format!("{}.example.org", "x".repeat(64));
    for (attempt, host) in [Some(nowhere), own_name()].into_iter().flatten().enumerate() {
        hook.change(json!({"url": format!("http://{host}:{}/", receiver.port())})).await;
        hook.test().await;
        let running = strict_worker(&office, true);
        until_tried(&office, &vec!["- 1"; attempt + 1]).await;
        running.end();
        for delivery in hook.deliveries().await {
            assert_eq!(delivery["problem"], "Its name leads to no address that may be called.", "{host}");
        }
    }
    assert_eq!(receiver.connections(), 0);
}
