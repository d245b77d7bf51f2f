//! What is pushed, when, and what it says.

use conformance::Conformance;
use rulesets::landnam::Landnam;
use rulesets::nord::Nord;
use rulesets::settlers::Settlers;
use serde_json::{Value, json};

use super::service::{Browser, PushService};
use super::{at_home, settled, subscribe, test};
use crate::harness::{PostOffice, Table, seeded_dice, stored, until};

#[tokio::test]
async fn a_push_says_in_which_game_a_player_is_needed_and_is_signed_and_encrypted_for_one_browser() {
    let office = PostOffice::open_with(1, at_home);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let (service, browsers) = (PushService::start(), [Browser::new("aud"), Browser::new("bjarni")]);
    for (person, browser) in people.iter().zip(&browsers) {
        subscribe(person, &service, browser).await;
    }
    let table = Table::with(&json!({"ruleset": "toy", "seats": 2, "name": "Kattegat"}), &people).await;
    let asked = table.player(table.awaited().await[0]).clone();
    let place = people.iter().position(|person| person.id == asked.id).unwrap();
    let calls = || {
        let mine = service
            .pushed()
            .into_iter()
            .filter(|push| push.path.starts_with(&format!("/send/{}", asked.name.to_lowercase())));
        mine.map(|push| (push.read_by(&browsers[place]), push)).collect::<Vec<_>>()
    };
    let is_call = |told: &Value| told["body"] == "The game is waiting for you";
    until("the call came", || calls().iter().any(|(told, _)| is_call(told))).await;
    let (told, push) = calls().into_iter().find(|(told, _)| is_call(told)).unwrap();
    assert_eq!(
        told,
        json!({"title": "Kattegat", "body": "The game is waiting for you", "url": format!("/play/{}", table.id), "tag": table.id})
    );
    assert_eq!((push.headers["urgency"].as_str(), push.headers["ttl"].as_str()), ("high", "86400"));
    let topic = &push.headers["topic"];
    assert!(
        topic.len() <= 32 && topic.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    );
    assert!(!topic.contains(&table.id) && push.path.ends_with("?secret=capability"));
    let key = office.service.stranger().get("/v1/push-key").await.must_be(200);
    let claims = push.claims(key["application_server_key"].as_str().unwrap());
    assert_eq!(claims["aud"], service.origin());
    let left = claims["exp"].as_i64().unwrap() - office.service.app.now().timestamp();
    assert!((1..=86_400).contains(&left), "{claims}");
    let contact = claims["sub"].as_str().unwrap();
    assert!(contact.starts_with("mailto:") || contact.starts_with("https:"), "{contact}");
    // No two messages are encrypted alike, and no other browser can read them.
    settled(&office).await;
    let pushed = service.pushed();
    assert!(
        pushed
            .iter()
            .enumerate()
            .all(|(at, one)| pushed[..at].iter().all(|other| other.body[..16] != one.body[..16]))
    );
    let read_by_other =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| push.plain_text(&browsers[1 - place])));
    assert!(read_by_other.is_err());
}

#[tokio::test]
async fn what_is_no_longer_true_or_not_wanted_is_not_pushed_and_quiet_hours_are_quiet() {
    let office = PostOffice::open_with(1, at_home);
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let (service, browser) = (PushService::start(), Browser::new("aud"));
    let subscription = subscribe(&people[0], &service, &browser).await;
    let kinds = || {
        service
            .pushed()
            .iter()
            .map(|push| push.read_by(&browser)["body"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    // It is one o'clock in Oslo: everything waits until two, warnings too.
    let preferences = json!({"modes": {"game_started": "never", "message": "daily"}, "quiet_hours": {"from": 13, "to": 14}});
    people[0].put("/v1/me/notifications/preferences", &preferences).await.must_be(200);
    people[0].patch("/v1/me", &json!({"time_zone": "Europe/Oslo"})).await.must_be(200);
    let table = Table::of("toy", &people).await;
    table.player(1).post(&format!("{}/messages", table.path), &json!({"text": "psst"})).await.must_be(201);
    test(&people[0], &subscription).await;
    settled(&office).await;
    assert_eq!(kinds(), ["Notifications work on this device."]);
    // Until the hours are over, everything has been answered.
    table.play(10_000, &mut seeded_dice(1)).await;
    office.after_seconds(3_600);
    until("the end was told", || kinds().len() > 1).await;
    settled(&office).await;
    let told = kinds();
    assert!(told.contains(&"The game is over".to_owned()), "{told:?}");
    for other in ["The game is waiting for you", "The game has begun", "A message for you"] {
        assert!(!told.contains(&other.to_owned()), "{other}: {told:?}");
    }
}

#[tokio::test]
async fn the_language_is_that_of_the_account() {
    let office = PostOffice::open_with(1, at_home);
    let aud = office.service.person("Aud").await;
    let (service, browser) = (PushService::start(), Browser::new("aud"));
    let subscription = subscribe(&aud, &service, &browser).await;
    for (language, body) in [
        ("nn", "Varsla verkar på denne eininga."),
        ("sv", "Aviseringar fungerar på den här enheten."),
        ("de", "Mitteilungen funktionieren auf diesem Gerät."),
    ] {
        aud.patch("/v1/me", &json!({"language": language})).await.must_be(200);
        let before = service.pushed().len();
        test(&aud, &subscription).await;
        until("the test came", || service.pushed().len() > before).await;
        let told = service.pushed()[before].read_by(&browser);
        assert_eq!(told, json!({"title": "Althing", "body": body, "url": "/home", "tag": "test"}));
    }
}

#[tokio::test]
async fn hands_are_in_no_push_of_any_ruleset() {
    let office = PostOffice::open_with(1, at_home);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let (service, browser) = (PushService::start(), Browser::new("aud"));
    subscribe(&people[0], &service, &browser).await;
    for ruleset in ["landnam", "settlers", "nord"] {
        let game = json!({"ruleset": ruleset, "seats": 3, "name": "Kattegat"});
        let table = Table::with(&game, &people).await;
        table.play(40, &mut seeded_dice(19)).await;
    }
    settled(&office).await;
    let pushed = service.pushed();
    assert!(pushed.len() > 3, "{}", pushed.len());
    for push in pushed {
        let told = push.read_by(&browser);
        let names: Vec<&String> = told.as_object().unwrap().keys().collect();
        assert_eq!(names, ["body", "tag", "title", "url"]);
        let body = told["body"].as_str().unwrap();
        // Cards are counted, and nothing else in these sentences is.
        assert!(!body.bytes().any(|byte| byte.is_ascii_digit()), "{body}");
        assert!(!told["url"].as_str().unwrap().contains("/seat/"));
    }
}

#[tokio::test]
async fn pushes_of_games_that_differ_in_what_is_hidden_are_the_same_byte_for_byte() {
    hidden_cards_change_no_push(&Landnam::default()).await;
    hidden_cards_change_no_push(&Settlers::default()).await;
    hidden_cards_change_no_push(&Nord::default()).await;
}

async fn hidden_cards_change_no_push<R: Conformance>(rules: &R) {
    let office = PostOffice::open_with(1, at_home);
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let service = PushService::start();
    let table = Table::of(R::ID, &people).await;
    let mut dice = seeded_dice(29);
    table.play(30, &mut dice).await;
    let seat = table.awaited().await[0];
    let (browser, player) = (Browser::new("phone"), table.player(seat));
    let subscription = subscribe(player, &service, &browser).await;
    let id = subscription["id"].as_str().unwrap();
    // The clock stands still, so that what was before counts as new. A test comes after it.
    test(player, &subscription).await;
    settled(&office).await;
    // The last calls of the player are told to the new browser, once for each state of the game.
    let calls = format!(
        "INSERT INTO push_deliveries (id, subscription_id, kind, game_id, seat, reference, happened_at, due_at, tries) \
         SELECT gen_random_uuid(), '{id}', m.kind, m.partition, m.seat, m.decision, m.created_at, m.created_at, 0 \
         FROM mails m WHERE m.account_id = '{}' AND m.partition = '{}'",
        player.id, table.id
    );
    let state = stored::state(&office.service.database, &table.id);
    let parsed: R::State = serde_json::from_str(&state).unwrap();
    let mut told: Vec<Vec<Vec<u8>>> = Vec::new();
    for round in 0..3 {
        if round > 0 {
            let disguised = rules.randomize_hidden(&parsed, u8::try_from(seat).ok(), &mut dice);
            stored::replace_state(
                &office.service.database,
                &table.id,
                &serde_json::to_string(&disguised).unwrap(),
            );
        }
        let before = service.pushed().len();
        office.tamper(&calls);
        office.after_seconds(1);
        settled(&office).await;
        let mut new: Vec<Vec<u8>> =
            service.pushed()[before..].iter().map(|push| push.plain_text(&browser)).collect();
        new.sort();
        told.push(new);
    }
    assert!(!told[0].is_empty(), "{}", R::ID);
    assert!(told.iter().all(|one| *one == told[0]), "{}", R::ID);
}
