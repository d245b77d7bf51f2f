//! Recovery: whoever had got in is shut out, and the owner is told of what goes on by itself.

use althing::config::Settings;
use althing::service::recovery::{answer_requests, reset_token};
use serde_json::{Value, json};

use crate::harness::{Answer, Listener, Person, PostOffice, Server, Service, Table, connect, seeded_app};
use crate::passwords::token;
use crate::support::Mail;
use crate::webhooks::receiver::Receiver;

const OLD: &str = "a long ship west";
const NEW: &str = "a longer ship west";

fn at_home(settings: &mut Settings) {
    settings.webhooks.allow_private = true;
    settings.webhooks.allow_plain = true;
}

/// Somebody with everything that can be issued, and a second log-in.
struct Owner {
    office: PostOffice,
    elsewhere: Server,
    receiver: Receiver,
    table: Table,
    seat: usize,
    person: Person,
    second: Person,
    bot: Person,
    webhook: String,
    order: String,
}

impl Owner {
    /// At a game of the toy in which the other seat is asked. The standing order answers the next question.
    async fn new() -> Self {
        let office = PostOffice::open_with(1, at_home);
        let url = office.service.database.url();
        let elsewhere = Server::start(seeded_app(2, at_home), url);
        let people = office.service.people(["Aud", "Bjarni"]).await;
        let table = Table::of("toy", &people).await;
        let seat = 1 - table.awaited().await[0];
        let person = table.player(seat).clone();
        let order = json!({"order": {"type": "keep_betting", "amount": 1}});
        let order = person.post(&format!("{}/orders", table.path), &order).await.must_be(201);
        let receiver = Receiver::start();
        let webhook = person.post("/v1/me/webhooks", &json!({"url": receiver.url()})).await.must_be(201);
        Self {
            elsewhere,
            seat,
            second: person.again().await,
            bot: person.with_scopes(&["games:read", "account:read"]).await,
            webhook: format!("/v1/me/webhooks/{}", webhook["webhook"]["id"].as_str().unwrap()),
            order: format!("{}/orders/{}", table.path, order["order"]["id"].as_str().unwrap()),
            office,
            receiver,
            table,
            person,
        }
    }

    fn address(&self) -> String {
        format!("{}@example.org", self.person.name.to_lowercase())
    }

    /// The mails to an address with that subject, of which one must come.
    async fn told(&self, address: &str, subject: &str) -> Mail {
        let found = |mails: Vec<Mail>| {
            mails.into_iter().find(|mail| mail.to == [address] && mail.subject() == subject)
        };
        crate::harness::until(subject, || found(self.office.sink.taken()).is_some()).await;
        found(self.office.sink.taken()).unwrap()
    }

    async fn reset(&self) {
        let stranger = self.office.service.stranger();
        stranger.post("/v1/accounts/reset", &json!({"email": self.address()})).await.must_be(202);
        let link = token(&self.told(&self.address(), "Set a new password for Althing").await);
        let confirm = json!({"token": link, "password": NEW});
        stranger.post("/v1/accounts/reset/confirm", &confirm).await.must_be(204);
    }

    async fn log_in(&self, password: &str) -> Person {
        let log_in = json!({"login": self.person.name, "password": password});
        let tokens = self.person.with_token("").post("/v1/sessions", &log_in).await.must_be(201);
        self.person.with_token(tokens["access_token"].as_str().unwrap())
    }

    /// The seat that is asked bets, so that the owner's is asked next.
    async fn pass_the_turn(&self) {
        let other = self.table.player(1 - self.seat);
        let legal = other.get(&format!("{}/legal", self.table.path)).await.must_be(200);
        let decision = &legal["decisions"][0]["decision"]["id"];
        let bet = json!({"decision": decision, "action": {"type": "bet", "amount": 2}});
        other.post(&format!("{}/actions", self.table.path), &bet).await.must_be(200);
    }
}

async fn order_of(person: &Person, table: &Table) -> Value {
    person.get(&format!("{}/orders", table.path)).await.must_be(200)["items"][0].clone()
}

async fn ticket(person: &Person) -> String {
    let ticket = person.post("/v1/me/stream-tickets", &json!({"path": "/v1/me/stream"})).await.must_be(201);
    format!("/v1/me/stream?ticket={}", ticket["ticket"].as_str().unwrap())
}

/// The stream says why it ends.
async fn ends(mut stream: Listener) {
    loop {
        let frame = stream.next().await;
        if frame.event == "end" {
            assert_eq!(frame.data["reason"], "access_ended");
            return;
        }
    }
}

#[tokio::test]
async fn a_reset_ends_everything_issued_and_suspends_webhooks_and_orders_until_their_owner_resumes_them() {
    let owner = Owner::new().await;
    let stream = Listener::open(&owner.bot.at(&owner.elsewhere.address), "/v1/me/stream", None).await;
    let ticket = ticket(&owner.second).await;
    owner.reset().await;
    ends(stream).await;
    owner.office.service.stranger().get(&ticket).await.must_refuse(401, "token_invalid");
    owner.bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    for session in [&owner.person, &owner.second] {
        session.get("/v1/me").await.must_refuse(401, "session_ended");
    }

    let back = owner.log_in(NEW).await;
    let webhook = back.get(&owner.webhook).await.must_be(200);
    assert_eq!((&webhook["enabled"], &webhook["disabled_reason"]), (&json!(false), &json!("password_reset")));
    let order = order_of(&back, &owner.table).await;
    assert_eq!((&order["suspended"]["reason"], &order["spent"]), (&json!("password_reset"), &json!(null)));
    owner.pass_the_turn().await;
    assert_eq!(owner.table.awaited().await, [owner.seat], "a suspended order answers nothing");
    let mail = owner.told(&owner.address(), "Your Althing password was changed").await.text();
    assert!(mail.contains(&owner.receiver.url()) && mail.contains("These webhooks are suspended"), "{mail}");
    assert!(mail.contains("- 1 in the game") && mail.contains("on the page of your seat"), "{mail}");
    owner.office.quiet().await;
    let heard = owner.receiver.heard();
    assert!(heard.iter().all(|request| request.topic() != "your_turn"), "{heard:?}");

    let resume = format!("{}/resume", owner.order);
    let resumed = back.post(&resume, &json!({})).await.must_be(200);
    assert!(resumed["order"]["suspended"].is_null() && !resumed["events"].as_array().unwrap().is_empty());
    assert_eq!(owner.table.awaited().await, [1 - owner.seat], "it answers at once what is open");
    let again = back.post(&resume, &json!({})).await.must_be(200);
    assert_eq!((&again["version"], &again["events"]), (&resumed["version"], &json!([])));
    let webhook = back.patch(&owner.webhook, &json!({"enabled": true})).await.must_be(200);
    assert_eq!((&webhook["enabled"], &webhook["disabled_reason"]), (&json!(true), &json!(null)));
    let stranger = owner.table.player(1 - owner.seat);
    stranger.post(&resume, &json!({})).await.must_refuse(404, "order_not_found");
}

#[tokio::test]
async fn a_changed_password_ends_tokens_and_other_sessions_and_the_mail_lists_what_goes_on() {
    let owner = Owner::new().await;
    let (first, second) = (ticket(&owner.person).await, ticket(&owner.second).await);
    let stream = Listener::open(&owner.second.at(&owner.elsewhere.address), "/v1/me/stream", None).await;
    let change = json!({"old_password": OLD, "new_password": NEW});
    owner.person.post("/v1/me/password", &change).await.must_be(204);
    owner.person.get("/v1/me").await.must_be(200);
    owner.second.get("/v1/me").await.must_refuse(401, "session_ended");
    owner.bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    ends(stream).await;
    for ticket in [first, second] {
        owner.office.service.stranger().get(&ticket).await.must_refuse(401, "token_invalid");
    }
    let mail = owner.told(&owner.address(), "Your Althing password was changed").await.text();
    assert!(mail.contains(&owner.receiver.url()) && mail.contains("Your webhooks go on"), "{mail}");
    assert_eq!(owner.person.get(&owner.webhook).await.must_be(200)["enabled"], true);
    assert!(order_of(&owner.person, &owner.table).await["suspended"].is_null());
}

#[tokio::test]
async fn a_changed_address_ends_tokens_and_every_session_but_the_one_that_asked() {
    let owner = Owner::new().await;
    let new = "elsewhere@example.net";
    let asked = json!({"email": new, "password": OLD});
    owner.second.post("/v1/me/email", &asked).await.must_be(202);
    for (address, subject) in [
        (owner.address(), "Your Althing account is to have another address"),
        (new.to_owned(), "Confirm your new address for Althing"),
    ] {
        let answer = json!({"token": token(&owner.told(&address, subject).await), "answer": "confirm"});
        owner.office.service.stranger().post("/v1/accounts/email", &answer).await.must_be(200);
    }
    owner.second.get("/v1/me").await.must_be(200);
    owner.person.get("/v1/me").await.must_refuse(401, "session_ended");
    owner.bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    let subject = "Your Althing account has another address";
    let to_new = owner.told(new, subject).await.text();
    assert!(to_new.contains(&owner.receiver.url()) && to_new.contains("- 1 in the game"), "{to_new}");
    // The old mailbox may be somebody else's by now.
    let to_old = owner.told(&owner.address(), subject).await.text();
    assert!(!to_old.contains(&owner.receiver.url()) && !to_old.contains("- 1 in"), "{to_old}");
}

#[tokio::test]
async fn ending_all_other_sessions_ends_tokens_links_and_a_pending_change_of_address_and_a_mail_says_so() {
    let owner = Owner::new().await;
    let asked = json!({"email": "thief@example.net", "password": OLD});
    owner.second.post("/v1/me/email", &asked).await.must_be(202);
    let approve =
        token(&owner.told(&owner.address(), "Your Althing account is to have another address").await);
    let stranger = owner.office.service.stranger();
    stranger.post("/v1/sessions/link", &json!({"email": owner.address()})).await.must_be(202);
    let link = json!({"token": token(&owner.told(&owner.address(), "Log in to Althing").await)});
    for _ in 0..2 {
        owner.person.delete("/v1/me/sessions").await.must_be(204);
    }
    owner.person.get("/v1/me").await.must_be(200);
    owner.second.get("/v1/me").await.must_refuse(401, "session_ended");
    owner.bot.get("/v1/me").await.must_refuse(401, "token_invalid");
    let approve = json!({"token": approve, "answer": "confirm"});
    stranger.post("/v1/accounts/email", &approve).await.must_refuse(401, "token_invalid");
    stranger.post("/v1/sessions/link/confirm", &link).await.must_refuse(401, "token_invalid");
    let subject = "You were logged out of Althing elsewhere";
    let mail = owner.told(&owner.address(), subject).await.text();
    assert!(mail.contains(&owner.receiver.url()) && mail.contains("- 1 in the game"), "{mail}");
    owner.office.quiet().await;
    let mails = owner.office.sink.taken();
    assert_eq!(mails.iter().filter(|mail| mail.subject() == subject).count(), 1, "said once");
}

#[tokio::test]
async fn the_mail_that_lists_what_goes_on_is_written_in_every_language() {
    for (language, lead) in [("nn", "ståande ordrane"), ("sv", "stående order"), ("de", "Daueraufträge")] {
        let owner = Owner::new().await;
        owner.person.patch("/v1/me", &json!({"language": language})).await.must_be(200);
        owner.person.delete("/v1/me/sessions").await.must_be(204);
        let url = owner.receiver.url();
        let listed = |mail: &Mail| mail.text().contains(&url);
        crate::harness::until(language, || owner.office.sink.taken().iter().any(listed)).await;
        let mail = owner.office.sink.taken().into_iter().find(listed).unwrap();
        assert!(mail.text().contains(lead), "{}", mail.text());
        assert!(mail.html().contains("<li>"), "{}", mail.html());
    }
}

#[tokio::test]
async fn a_reply_kept_for_a_repeat_gives_no_token_that_was_ended() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let thief = aud.again().await;
    let wanted = json!({"name": "bot", "scopes": ["games:read"]});
    let made = thief.post_under("k", "/v1/me/tokens", &wanted).await.must_be(201);
    let log_in = json!({"login": "Aud", "password": OLD});
    let tokens = aud.post_under("k", "/v1/sessions", &log_in).await.must_be(201);
    aud.delete("/v1/me/sessions").await.must_be(204);
    let again = aud.post_under("k", "/v1/me/tokens", &wanted).await.must_be(201);
    assert_ne!(again["token"], made["token"]);
    let later = aud.post_under("k", "/v1/sessions", &log_in).await.must_be(201);
    assert_ne!(later["refresh_token"], tokens["refresh_token"]);
    thief.with_token(made["token"].as_str().unwrap()).get("/v1/me").await.must_refuse(401, "token_invalid");
    let refresh = json!({"refresh_token": tokens["refresh_token"]});
    assert_eq!(aud.post("/v1/sessions/refresh", &refresh).await.status, 401);
}

/// The token of a reset, without a mail.
async fn reset_link(service: &Service, aud: &Person) -> Value {
    service.app.clock.advance(chrono::TimeDelta::seconds(61));
    aud.with_token("").post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let mut ctx = connect(service).await;
    answer_requests(&mut ctx).await.unwrap();
    let token = reset_token(&mut ctx, aud.id.parse().unwrap()).await.unwrap().unwrap();
    json!({"token": token, "password": OLD})
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_asked_for_at_the_moment_of_a_reset_does_not_outlive_it() {
    let service = Service::start_with(|settings| {
        settings.webhooks.per_account = 100;
        settings.http.workers = 2;
    });
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let aud = people[0].clone();
    let orders = format!("{}/orders", table.path);
    for round in 0..8 {
        let thief = aud.again().await;
        let link = reset_link(&service, &aud).await;
        let hook = json!({"url": format!("https://thief.example.org/{round}")});
        let order = json!({"order": {"type": "play_when_held", "card": 6}});
        let wanted = json!({"name": "bot", "scopes": ["account:read"]});
        let late = async |path: &str, body: &Value| -> Answer {
            tokio::time::sleep(std::time::Duration::from_millis(round)).await;
            thief.post(path, body).await
        };
        let (reset, token, _, _) = tokio::join!(
            aud.post("/v1/accounts/reset/confirm", &link),
            late("/v1/me/tokens", &wanted),
            late("/v1/me/webhooks", &hook),
            late(&orders, &order),
        );
        reset.must_be(204);
        if token.status == 201 {
            let bot = aud.with_token(token.json["token"].as_str().unwrap());
            bot.get("/v1/me").await.must_refuse(401, "token_invalid");
        }
        let at_work = "SELECT 'webhook' AS value FROM webhooks WHERE disabled_at IS NULL \
                       UNION ALL SELECT 'order' FROM orders WHERE suspended_at IS NULL \
                       UNION ALL SELECT 'token' FROM personal_tokens \
                       UNION ALL SELECT 'noted' FROM accounts WHERE orders_suspended_at IS NOT NULL";
        assert_eq!(service.database.texts(at_work), Vec::<String>::new(), "round {round}");
    }
}

#[tokio::test]
async fn orders_that_a_process_left_unsuspended_when_it_died_are_suspended_by_a_worker() {
    let owner = Owner::new().await;
    owner.reset().await;
    owner.office.tamper(
        "UPDATE orders SET suspended_at = NULL; UPDATE accounts a SET orders_suspended_at = o.set_at \
         FROM orders o WHERE o.account_id = a.id",
    );
    let resting = "SELECT 'x' AS value FROM orders WHERE suspended_at IS NOT NULL";
    owner.office.until_stored(resting, &["x"]).await;
    let left = "SELECT 'x' AS value FROM accounts WHERE orders_suspended_at IS NOT NULL";
    owner.office.until_stored(left, &[]).await;
}
