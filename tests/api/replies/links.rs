//! Links that give one answer each.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use reqwest::Method;
use serde_json::json;

use super::{latest, links};
use crate::harness::{Answer, Person, PostOffice, Table};

const SECONDS_OF_A_DAY: i64 = 86_400;

/// A game in which somebody has just been called, his links, and his seat.
struct Called {
    office: PostOffice,
    table: Table,
    seat: usize,
    links: Vec<String>,
}

impl Called {
    /// Plays until somebody is called who has a few answers, but not too many for links.
    async fn now() -> Self {
        let office = PostOffice::open();
        let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
        // Without clocks, so that nothing but the link moves the game when the days go by.
        let untimed = json!({"ruleset": "landnam", "seats": 3, "clock": {"type": "untimed"}});
        let table = Table::with(&untimed, &people).await;
        let mut dice = ChaCha8Rng::seed_from_u64(5);
        loop {
            office.quiet().await;
            let version = table.version().await;
            let seat = table.awaited().await[0];
            let mail = latest(&office.sink.taken(), &table.player(seat).name);
            let links = links(&mail);
            if mail.message_id().contains(&format!(".{version}.{seat}.your_turn")) && links.len() >= 2 {
                return Self { office, table, seat, links };
            }
            table.go_on(&mut dice).await.unwrap();
        }
    }

    /// Whoever presses a button is nobody to the service.
    fn stranger(&self) -> Person {
        self.office.service.stranger()
    }

    async fn look(&self, link: &str) -> Answer {
        self.stranger().get(&format!("/games/answer?token={link}")).await
    }

    async fn press(&self, link: &str) -> Answer {
        let form = "application/x-www-form-urlencoded";
        self.stranger().post_text("/games/answer", form, format!("token={link}")).await
    }

    /// Both the page and its button say so, and nothing happens.
    async fn is_dead(&self, link: &str, status: u16, sentence: &str) {
        let before = self.version();
        for page in [self.look(link).await, self.press(link).await] {
            assert_eq!(page.status, status, "{}", page.text);
            assert!(page.text.contains(sentence), "{}", page.text);
            let gives_no_answer =
                page.text.matches("<form").count() == page.text.matches("\"take_back\"").count();
            assert!(gives_no_answer && !page.text.contains("href"), "{}", page.text);
        }
        assert_eq!(self.version(), before);
    }

    fn version(&self) -> Vec<String> {
        let query =
            format!("SELECT version::text AS value FROM positions WHERE game_id = '{}'", self.table.id);
        crate::support::texts(&self.office.service.database.url(), &query).unwrap()
    }
}

#[tokio::test]
async fn a_scanner_that_looks_at_every_link_five_times_changes_nothing() {
    let called = Called::now().await;
    let before = called.version();
    for link in &called.links {
        for _ in 0..5 {
            let page = called.look(link).await;
            assert_eq!((page.status, page.content_type.as_str()), (200, "text/html; charset=utf-8"));
            assert!(page.text.contains("Nothing has happened yet"), "{}", page.text);
            assert!(!page.text.contains("<script") && !page.text.contains("src="), "{}", page.text);
            let path = format!("/games/answer?token={link}");
            let request = called.stranger().request(Method::HEAD, &path);
            assert_eq!(called.stranger().send(request).await.status, 200);
        }
    }
    assert_eq!(called.version(), before);
    assert_eq!(called.press(&called.links[0]).await.status, 200);
    assert_ne!(called.version(), before);
}

#[tokio::test]
async fn a_page_is_kept_by_nobody_and_tells_no_other_page_where_it_was() {
    let called = Called::now().await;
    let request = called.stranger().request(Method::GET, &format!("/games/answer?token={}", called.links[0]));
    let response = request.send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(
        (header("cache-control"), header("referrer-policy")),
        ("no-store".into(), "no-referrer".into())
    );
    assert!(header("content-security-policy").contains("default-src 'none'"));
}

#[tokio::test]
async fn a_link_works_once_and_so_does_the_mail() {
    let called = Called::now().await;
    let page = called.press(&called.links[0]).await;
    assert!(page.status == 200 && page.text.contains("Your answer was sent."), "{}", page.text);
    for link in &called.links[..2] {
        called.is_dead(link, 410, "was used before").await;
    }
}

#[tokio::test]
async fn two_links_of_a_mail_pressed_together_do_one_thing() {
    let called = Called::now().await;
    let (one, other) = tokio::join!(called.press(&called.links[0]), called.press(&called.links[1]));
    let mut statuses = [one.status, other.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 410], "{}\n{}", one.text, other.text);
    let answers = "SELECT count(*)::text AS value FROM entries WHERE request_key LIKE 'mail.%'";
    called.office.until_stored(answers, &["1"]).await;
}

#[tokio::test]
async fn a_link_whose_question_has_passed_says_who_is_awaited_now() {
    let called = Called::now().await;
    let action = called.table.player(called.seat).get(&format!("{}/legal", called.table.path)).await;
    let legal = &action.json["decisions"][0];
    let body = json!({"decision": legal["decision"]["id"], "action": legal["actions"][0]});
    let path = format!("{}/actions", called.table.path);
    called.table.player(called.seat).post(&path, &body).await.must_be(200);
    called.is_dead(&called.links[1], 410, "no longer open").await;
    called.is_dead(&called.links[1], 410, "The game waits for").await;
}

#[tokio::test]
async fn a_link_grows_old() {
    let called = Called::now().await;
    called.office.after_seconds(31 * SECONDS_OF_A_DAY);
    called.is_dead(&called.links[0], 410, "too old").await;
}

#[tokio::test]
async fn a_link_of_somebody_who_may_not_play_does_nothing() {
    let called = Called::now().await;
    let id = &called.table.player(called.seat).id;
    called.office.tamper("UPDATE games SET status = 'paused'");
    called.is_dead(&called.links[0], 409, "The game rests").await;
    called.office.tamper("UPDATE games SET status = 'running'");
    called.office.tamper(&format!("INSERT INTO bans VALUES ('{id}', '{id}', 'x', '2026-11-20')"));
    called.is_dead(&called.links[0], 403, "barred").await;
    called.office.tamper("DELETE FROM bans");
    called
        .office
        .tamper(&format!("UPDATE seats SET account_id = NULL, bot = 'random' WHERE account_id = '{id}'"));
    called.is_dead(&called.links[0], 403, "no longer have").await;
}

#[tokio::test]
async fn a_link_is_no_log_in_and_a_log_in_is_no_link() {
    let called = Called::now().await;
    let player = called.table.player(called.seat);
    player.with_token(&called.links[0]).get("/v1/me").await.must_refuse(401, "token_invalid");
    called.is_dead(&player.token, 404, "no link of ours").await;
    let (head, tail) = called.links[0].rsplit_once('.').unwrap();
    let (head, body) = head.rsplit_once('.').unwrap();
    let other = called.links[1].split('.').nth(1).unwrap();
    assert_ne!(body, other);
    for forged in ["", "x", &format!("{head}.{other}.{tail}"), &format!("{head}.{body}.")] {
        called.is_dead(forged, 404, "no link of ours").await;
    }
}

#[tokio::test]
async fn links_are_counted_by_where_they_are_pressed() {
    let office = PostOffice::open_with(1, |settings| {
        settings.limits.enabled = true;
        settings.limits.change = "3/hour".parse().unwrap();
    });
    let stranger = office.service.stranger();
    for _ in 0..3 {
        assert_eq!(stranger.get("/games/answer?token=x").await.status, 404);
    }
    stranger.get("/games/answer?token=x").await.must_refuse(429, "too_many_requests");
}

#[tokio::test]
async fn links_in_an_old_mailbox_do_and_tell_nothing_once_the_address_has_changed() {
    let called = Called::now().await;
    let person = called.table.player(called.seat).clone();
    let asked = json!({"email": "elsewhere@example.net", "password": "a long ship west"});
    person.post("/v1/me/email", &asked).await.must_be(202);
    called.office.quiet().await;
    let mails = called.office.sink.taken();
    for mail in mails.iter().filter(|mail| mail.text().contains("/accounts/email?token=")) {
        let answer = json!({"token": crate::passwords::token(mail), "answer": "confirm"});
        called.stranger().post("/v1/accounts/email", &answer).await.must_be(200);
    }
    for link in &called.links[..2] {
        called.is_dead(link, 410, "This link has ended").await;
        let page = called.look(link).await.text;
        assert!(!page.contains("waits for") && !page.contains("Aud"), "{page}");
    }
}
