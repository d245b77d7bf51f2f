//! Who may see a private game: the same answer from everything that reads it.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Listener, Person, Service};

const READS: [&str; 14] = [
    "",
    "/view",
    "/view?as=spectator",
    "/legal",
    "/events",
    "/stream",
    "/messages",
    "/votes",
    "/note",
    "/notification-preferences",
    "/orders",
    "/record",
    "/board.svg",
    "/board.txt",
];

/// Is the game there for this person? Every endpoint must say the same. What else they answer is their own matter: a
/// view before the start, for instance, is a conflict.
async fn sees(person: &Person, path: &str) -> bool {
    let mut seen = Vec::new();
    for read in READS {
        let response = person.request(Method::GET, &format!("{path}{read}")).send().await.unwrap();
        let status = response.status().as_u16();
        // An open stream has no end to wait for. Without an account, what is of an account is refused at once.
        if status == 401 {
            continue;
        }
        let hidden = status == 404 && response.json::<Value>().await.unwrap()["code"] == "game_not_found";
        seen.push((read, !hidden));
    }
    assert!(seen.iter().all(|(_, sees)| *sees == seen[0].1), "{} at {path}: {seen:?}", person.name);
    seen[0].1
}

async fn opened(owner: &Person, visibility: &str) -> String {
    let game = json!({"ruleset": "toy", "seats": 2, "visibility": visibility});
    owner.open(&game).await
}

async fn invite(owner: &Person, path: &str, whom: Value) -> String {
    let invited = owner.post(&format!("{path}/invitations"), &whom).await.must_be(201);
    format!("{path}/invitations/{}", invited["id"].as_str().unwrap())
}

#[tokio::test]
async fn the_invited_see_a_private_game_everywhere_until_it_starts_and_strangers_nowhere() {
    let service = Service::start();
    let [aud, bjarni, cnut, dalla] = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let [egil, finn, gro, hild] = service.people(["Egil", "Finn", "Gro", "Hild"]).await;
    service.database.run("UPDATE accounts SET verified_at = created_at WHERE name = 'Cnut'");
    service.database.run("UPDATE accounts SET verified_at = NULL WHERE name = 'Hild'");
    let path = opened(&aud, "private").await;
    invite(&aud, &path, json!({"name": "Bjarni"})).await;
    invite(&aud, &path, json!({"email": "cnut@example.org"})).await;
    invite(&aud, &path, json!({"email": "hild@example.org"})).await;
    let declined = invite(&aud, &path, json!({"name": "Dalla"})).await;
    dalla.post(&format!("{declined}/decline"), &json!({})).await.must_be(204);
    invite(&aud, &path, json!({"name": "Egil"})).await;
    assert_eq!(egil.block(&aud.id).await.status, 204);
    let seat = invite(&aud, &path, json!({"name": "Gro"})).await;
    let nobody = service.stranger();
    let cases = [
        (&aud, true),
        (&bjarni, true),
        (&cnut, true),
        (&gro, true),
        (&hild, false),
        (&dalla, false),
        (&egil, false),
        (&finn, false),
        (&nobody, false),
    ];
    for (person, expected) in cases {
        assert_eq!(sees(person, &path).await, expected, "{}", person.name);
    }
    let stream = format!("{path}/stream");
    let mut listener = Listener::open(&bjarni, &stream, None).await;
    listener.must_tell("opened").await;
    gro.post(&format!("{seat}/accept"), &json!({})).await.must_be(200);
    for (person, expected) in [(&aud, true), (&gro, true), (&bjarni, false), (&cnut, false), (&finn, false)] {
        assert_eq!(sees(person, &path).await, expected, "{} after the start", person.name);
    }
    // The stream of a guest ends with the invitation, and tells nothing of what made it end.
    assert_eq!(listener.must_tell("end").await.data["reason"], "game_gone");
}

#[tokio::test]
async fn everybody_sees_a_public_game_everywhere() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let path = opened(&aud, "public").await;
    for person in [&aud, &bjarni, &service.stranger()] {
        assert!(sees(person, &path).await);
    }
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_be(200);
    for person in [&aud, &bjarni, &service.stranger()] {
        assert!(sees(person, &path).await);
    }
}
