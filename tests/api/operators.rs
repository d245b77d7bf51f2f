//! Those who run the service: what they may do, and that nobody else may.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::harness::{Listener, Person, PostOffice, Server, Service, Table, seeded_dice};
use crate::support::texts;

/// A service with an operator, and people.
pub struct House {
    pub service: Service,
    server: Server,
    pub operator: Person,
}

impl House {
    pub async fn open() -> Self {
        let service = Service::start();
        let (server, operator) = operated(&service).await;
        Self { service, server, operator }
    }

    pub async fn person(&self, name: &str) -> Person {
        Person::register(&self.server.address, name).await
    }

    /// People who register one second after the other.
    pub async fn people_in_turn<const N: usize>(&self, names: [&str; N]) -> [Person; N] {
        let mut people = Vec::new();
        for name in names {
            self.service.app.clock.advance(chrono::TimeDelta::seconds(1));
            people.push(self.person(name).await);
        }
        people.try_into().unwrap_or_else(|_| panic!("as many as there are names"))
    }
}

/// One more server of a service, and an operator there.
async fn operated(service: &Service) -> (Server, Person) {
    let operator = service.person("Ulfljot").await;
    let mut settings = (*service.app.settings).clone();
    settings.operators.accounts = vec![operator.id.parse().unwrap()];
    let mut app = service.app.clone();
    app.settings = Arc::new(settings);
    let server = Server::start(app, service.database.url());
    let operator = operator.at(&server.address);
    (server, operator)
}

pub fn ban_of(person: &Person) -> String {
    format!("/v1/admin/accounts/{}/ban", person.id)
}

pub fn because() -> Value {
    json!({"reason": "two accounts at one table"})
}

#[tokio::test]
async fn who_is_no_operator_is_told_so_whatever_he_asks_for() {
    let house = House::open().await;
    let aud = house.person("Aud").await;
    let game = "/v1/admin/games/01934490-0000-7000-8000-000000000000/void";
    for path in ["/v1/admin/accounts/Aud", "/v1/admin/accounts/Nobody", "/v1/admin/dead-letters"] {
        aud.get(path).await.must_refuse(403, "operator_required");
    }
    aud.put(&ban_of(&house.operator), &because()).await.must_refuse(403, "operator_required");
    aud.post(game, &because()).await.must_refuse(403, "operator_required");
    house.service.stranger().get("/v1/admin/dead-letters").await.must_refuse(401, "unauthenticated");
    // A token of an operator needs the scope, and only operators can give it.
    let blunt = house.operator.with_scopes(&["games:read"]).await;
    blunt.get("/v1/admin/dead-letters").await.must_refuse(403, "scope_too_small");
    house.operator.with_scopes(&["admin"]).await.get("/v1/admin/dead-letters").await.must_be(200);
}

#[tokio::test]
async fn a_ban_ends_sessions_and_tokens_and_keeps_people_out_until_it_is_lifted() {
    let house = House::open().await;
    let aud = house.person("Aud").await;
    let bot = aud.with_scopes(&["account:read"]).await;
    bot.get("/v1/me").await.must_be(200);
    for _ in 0..2 {
        assert_eq!(house.operator.put(&ban_of(&aud), &because()).await.status, 204);
    }
    aud.get("/v1/me").await.must_refuse(401, "session_ended");
    bot.get("/v1/me").await.must_refuse(403, "account_banned");
    let log_in = json!({"login": "Aud", "password": "a long ship west"});
    aud.post("/v1/sessions", &log_in).await.must_refuse(403, "account_banned");
    let wrong = json!({"login": "Aud", "password": "not the password"});
    aud.post("/v1/sessions", &wrong).await.must_refuse(401, "wrong_credentials");
    let shown = house.operator.get("/v1/admin/accounts/aud@example.org").await.must_be(200);
    assert_eq!((&shown["id"], &shown["ban"]["reason"]), (&json!(aud.id), &because()["reason"]));
    assert_eq!(house.operator.delete(&ban_of(&aud)).await.status, 204);
    aud.post("/v1/sessions", &log_in).await.must_be(201);
    bot.get("/v1/me").await.must_be(200);
    let notes = house.operator.get(&format!("/v1/admin/accounts/{}/audit", aud.id)).await.must_be(200);
    let kinds: Vec<&str> =
        notes["items"].as_array().unwrap().iter().filter_map(|note| note["kind"].as_str()).collect();
    assert!(kinds.contains(&"banned") && kinds.contains(&"ban_lifted"), "{kinds:?}");
}

#[tokio::test]
async fn no_operator_is_banned_and_nobody_who_is_not_there() {
    let house = House::open().await;
    house.operator.put(&ban_of(&house.operator), &because()).await.must_blame(
        400,
        "invalid_parameter",
        "account_id",
    );
    let nobody = "/v1/admin/accounts/01934490-0000-7000-8000-000000000000/ban";
    house.operator.put(nobody, &because()).await.must_refuse(404, "account_not_found");
    let aud = house.person("Aud").await;
    for reason in ["", " ", "a\u{202e}b", "a\u{0007}b", &"x".repeat(501)] {
        house.operator.put(&ban_of(&aud), &json!({"reason": reason})).await.must_blame(
            422,
            "invalid_field",
            "reason",
        );
    }
    aud.get("/v1/me").await.must_be(200);
}

#[tokio::test]
async fn a_game_that_is_struck_out_is_over_for_everybody_and_without_a_result() {
    let house = House::open().await;
    let aud = house.person("Aud").await;
    let table = json!({"ruleset": "landnam", "seats": 3, "bots": ["steady", "steady"]});
    let game = aud.post("/v1/games", &table).await.must_be(201);
    let id = game["id"].as_str().unwrap().to_owned();
    let void = format!("/v1/admin/games/{id}/void");
    let why = because();
    let answers = tokio::join!(
        house.operator.post_under("k", &void, &why),
        house.operator.post_under("k", &void, &why),
        house.operator.post_under("k", &void, &why),
    );
    assert_eq!([answers.0.status, answers.1.status, answers.2.status], [204; 3]);
    let shown = aud.get(&format!("/v1/games/{id}")).await.must_be(200);
    assert_eq!((&shown["status"], &shown["outcome"]), (&json!("voided"), &Value::Null));
    let stored = texts(
        &house.service.database.url(),
        &format!(
            "SELECT service_events AS value FROM entries WHERE game_id = '{id}' AND service_events IS NOT NULL"
        ),
    );
    assert_eq!(stored.unwrap(), [r#"[{"type":"game_voided"}]"#]);
    house.operator.post(&void, &because()).await.must_refuse(409, "game_not_running");
    let open = aud.post("/v1/games", &json!({"ruleset": "landnam", "seats": 3})).await.must_be(201);
    let open = open["id"].as_str().unwrap();
    assert_eq!(house.operator.post(&format!("/v1/admin/games/{open}/void"), &because()).await.status, 204);
    assert_eq!(aud.get(&format!("/v1/games/{open}")).await.must_be(200)["status"], "voided");
}

#[tokio::test]
async fn everybody_at_a_game_that_is_struck_out_is_told_at_once_and_asked_nothing_any_more() {
    let office = PostOffice::open();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    table.play(3, &mut seeded_dice(3)).await;
    office.quiet().await;
    let (known, version) = (office.sink.taken().len(), table.version().await);
    let (_server, operator) = operated(&office.service).await;
    let seat = table.awaited().await[0];
    let this = table.moves(seat, &mut seeded_dice(3)).await[0].clone();
    let mut watching =
        Listener::open(&office.service.stranger(), &format!("{}/stream", table.path), None).await;
    watching.must_tell("opened").await;
    let mut own = Listener::open(&people[0], "/v1/me/stream", None).await;
    own.must_tell("opened").await;
    let void = format!("/v1/admin/games/{}/void", table.id);
    assert_eq!(operator.post(&void, &because()).await.status, 204);
    let frame = watching.must_tell("game_events").await;
    let event = &frame.data["update"]["events"][0];
    assert_eq!((&event["version"], &event["by"]), (&json!(version + 1), &json!("server")));
    assert_eq!(event["event"], json!({"type": "game_voided"}));
    let mut heard = [own.next().await, own.next().await];
    heard.sort_by(|one, other| other.event.cmp(&one.event));
    assert_eq!((&heard[0].event, &heard[0].data["kind"]), (&"notification".to_owned(), &json!("game_ended")));
    assert_eq!(heard[1].data["update"]["events"][0]["event"], json!({"type": "game_voided"}));
    let mails = office.mails(known + 3).await;
    let mut told: Vec<String> = mails[known..].iter().flat_map(|mail| mail.to.clone()).collect();
    told.sort();
    assert_eq!(told, ["aud@example.org", "bjarni@example.org", "cnut@example.org"]);
    for mail in &mails[known..] {
        assert!(mail.subject().contains("the game is over"), "{}", mail.subject());
        assert!(mail.text().contains("An operator voided the game."), "{}", mail.text());
    }
    table.make(seat, &this).await.must_refuse(409, "game_not_running");
    assert_eq!(table.player(seat).get("/v1/me/inbox").await.must_be(200)["items"], json!([]));
    table.post(0, "resign", &json!({})).await.must_refuse(409, "game_not_running");
}

#[tokio::test]
async fn people_at_a_table_that_is_struck_out_before_the_start_are_told_and_nobody_is_invited_any_more() {
    let house = House::open().await;
    let [aud, bjarni] = [house.person("Aud").await, house.person("Bjarni").await];
    let opened = aud.post("/v1/games", &json!({"ruleset": "toy", "seats": 3})).await.must_be(201);
    let id = opened["id"].as_str().unwrap();
    let path = format!("/v1/games/{id}");
    aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let void = format!("/v1/admin/games/{id}/void");
    assert_eq!(house.operator.post(&void, &because()).await.status, 204);
    assert_eq!(bjarni.get("/v1/me/invitations").await.must_be(200)["items"], json!([]));
    bjarni.post(&format!("{path}/join"), &json!({})).await.must_refuse(409, "game_closed");
    let told = format!(
        "SELECT account_id::text AS value FROM mails WHERE partition = '{id}' AND kind = 'game_cancelled'"
    );
    assert_eq!(house.service.database.texts(&told), [aud.id]);
}

#[tokio::test]
async fn a_game_that_is_struck_out_while_somebody_acts_is_over_before_or_after_it() {
    let house = House::open().await;
    for round in 0..5_u64 {
        let names = [format!("Aud{round}"), format!("Bjarni{round}")];
        let people = [house.person(&names[0]).await, house.person(&names[1]).await];
        let table = Table::of("toy", &people).await;
        let seat = table.awaited().await[0];
        let this = table.moves(seat, &mut seeded_dice(round)).await[0].clone();
        let void = format!("/v1/admin/games/{}/void", table.id);
        let because = because();
        let (voided, acted) = tokio::join!(house.operator.post(&void, &because), table.make(seat, &this));
        assert_eq!(voided.status, 204, "{}", voided.text);
        assert!(acted.status == 200 || acted.code() == "game_not_running", "{}", acted.text);
        assert_eq!(people[0].get(&table.path).await.must_be(200)["status"], "voided");
    }
}

#[tokio::test]
async fn dead_letters_are_listed_page_by_page_tried_again_and_put_away() {
    let house = House::open().await;
    let url = house.service.database.url();
    for number in 1..=3 {
        let statement = format!(
            "INSERT INTO mails (partition, id, account_id, kind, created_at, due_at, attempts, settled_at, result, reason, \
             problem, request) VALUES ('{0}', '01934490-0000-7000-8000-00000000000{number}', '{0}', 'verify_address', \
             '2026-11-19', '2026-11-19', 8, '2026-11-20', 'dead', 'dead: 452 4.2.2', 'the mailbox is full', '01934490-0000-4000-8000-0000000000cc')",
            house.operator.id
        );
        house.service.database.run(&statement);
    }
    let operator = &house.operator;
    let first = operator.get("/v1/admin/dead-letters?limit=2").await.must_be(200);
    let cursor = first["next_cursor"].as_str().unwrap();
    let rest = operator.get(&format!("/v1/admin/dead-letters?cursor={cursor}")).await.must_be(200);
    assert_eq!(rest["items"].as_array().unwrap().len(), 1);
    assert_eq!(rest["items"][0]["reason"], "dead: 452 4.2.2");
    assert_eq!(rest["items"][0]["request_id"], "01934490-0000-4000-8000-0000000000cc");
    let announcements = operator.get(&format!("/v1/announcements?cursor={cursor}")).await;
    announcements.must_blame(400, "invalid_parameter", "cursor");
    let id = |letter: &Value| letter["id"].as_str().unwrap().to_owned();
    let (kept, dropped) = (id(&first["items"][0]), id(&first["items"][1]));
    assert_eq!(operator.put(&format!("/v1/admin/dead-letters/{kept}/retry"), &Value::Null).await.status, 204);
    assert_eq!(operator.delete(&format!("/v1/admin/dead-letters/{dropped}")).await.status, 204);
    operator
        .delete(&format!("/v1/admin/dead-letters/{dropped}"))
        .await
        .must_refuse(404, "dead_letter_not_found");
    let left = operator.get("/v1/admin/dead-letters").await.must_be(200);
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
    let waiting = texts(
        &url,
        "SELECT partition || '.' || id AS value FROM mails WHERE settled_at IS NULL AND attempts = 0",
    );
    assert_eq!(waiting.unwrap(), [kept]);
}

#[tokio::test]
async fn what_is_announced_is_read_by_everybody_until_it_expires_or_is_taken_back() {
    let house = House::open().await;
    let stranger = house.service.stranger();
    let announce = async |text: &str| {
        let body = json!({"text": text, "expires_at": "2026-11-21T12:00:00Z"});
        house.operator.post("/v1/admin/announcements", &body).await.must_be(201)
    };
    let (first, second) = (announce("The server rests on Sunday.").await, announce("It does not.").await);
    let listed = stranger.get("/v1/announcements").await.must_be(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 2);
    let path = format!("/v1/admin/announcements/{}", second["id"].as_str().unwrap());
    assert_eq!(house.operator.delete(&path).await.status, 204);
    house.operator.delete(&path).await.must_refuse(404, "announcement_not_found");
    let listed = stranger.get("/v1/announcements").await.must_be(200);
    assert_eq!(listed["items"], json!([first]));
    house.service.app.clock.advance(chrono::TimeDelta::days(2));
    assert_eq!(stranger.get("/v1/announcements").await.must_be(200)["items"], json!([]));
}
