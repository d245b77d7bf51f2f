//! The page of a seat, which the link of a mail opens.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Browser, PostOffice, Table, seeded_dice};
use crate::replies::{latest, page};
use crate::support::Mail;

const SECONDS_OF_A_DAY: i64 = 86_400;

/// A game without clocks in which a player has been called, the page of that player, and a browser.
pub struct Called {
    pub office: PostOffice,
    pub table: Table,
    pub seat: usize,
    pub mail: Mail,
    pub page: String,
    pub browser: Browser,
}

impl Called {
    pub async fn to(ruleset: &str) -> Self {
        let office = PostOffice::open();
        let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
        let untimed = json!({"ruleset": ruleset, "seats": 3, "clock": {"type": "untimed"}});
        let table = Table::with(&untimed, &people).await;
        office.quiet().await;
        let seat = table.awaited().await[0];
        let mail = latest(&office.sink.taken(), &table.player(seat).name);
        let (page, browser) = (page(&mail), Browser::new(&office));
        Self { office, table, seat, mail, page, browser }
    }

    pub fn version(&self) -> Vec<String> {
        let query =
            format!("SELECT version::text AS value FROM positions WHERE game_id = '{}'", self.table.id);
        self.office.service.database.texts(&query)
    }

    /// The page says so, whether it is opened or a button of it is pressed, tells nothing else, and does nothing.
    async fn is_dead(&self, address: &str, status: u16, sentence: &str) {
        let before = self.version();
        let act = [("press", "act"), ("decision", "x"), ("action", "{}"), ("version", "1")];
        for page in [self.browser.open(address).await, self.browser.press(address, &act).await] {
            assert_eq!(page.0.status, status, "{}", page.0.text);
            page.says(sentence);
            assert!(!page.0.text.contains("<form") && !page.0.text.contains("<svg"), "{}", page.0.text);
        }
        assert_eq!(self.version(), before);
    }
}

#[tokio::test]
async fn a_scanner_that_follows_every_link_changes_nothing() {
    let called = Called::to("landnam").await;
    let before = called.version();
    let page = called.browser.open(&called.page).await;
    assert_eq!((page.0.status, page.0.content_type.as_str()), (200, "text/html; charset=utf-8"));
    assert!(!page.0.text.contains("<script") && !page.0.text.contains("src="), "{}", page.0.text);
    for link in page.options().iter().chain(&page.places()) {
        let linked = called.browser.open(&format!("{}{link}", called.page)).await;
        assert_eq!(linked.0.status, 200, "{}", linked.0.text);
        let request = called.browser.0.request(Method::HEAD, &called.page);
        assert_eq!(called.browser.0.send(request).await.status, 200);
    }
    assert_eq!(called.version(), before);
}

#[tokio::test]
async fn a_page_is_kept_by_nobody_and_tells_no_other_page_where_it_was() {
    let called = Called::to("toy").await;
    let response = called.browser.0.request(Method::GET, &called.page).send().await.unwrap();
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(
        (header("cache-control"), header("referrer-policy")),
        ("no-store".into(), "no-referrer".into())
    );
    assert!(header("content-security-policy").contains("default-src 'none'"));
}

#[tokio::test]
async fn the_link_is_short_and_stands_in_the_mail_once_in_each_part() {
    let called = Called::to("settlers").await;
    assert!("https://games.example.org".len() + called.page.len() <= 80, "{}", called.page);
    assert_eq!(called.mail.text().matches("/seat/").count(), 1);
    let stored = "SELECT encode(secret_hash, 'escape') AS value FROM mail_links";
    for hash in called.office.service.database.texts(stored) {
        assert!(!called.page.contains(&hash));
    }
}

#[tokio::test]
async fn a_whole_turn_is_played_on_the_page_without_another_mail() {
    let called = Called::to("settlers").await;
    let mails = called.office.sink.taken().len();
    let page = called.browser.open(&called.page).await;
    // The board leads to the same answers.
    let places = page.places();
    assert_eq!(places.len(), 54);
    let place = places.iter().find(|place| place.ends_with("vertex.20")).unwrap();
    let tapped = called.browser.open(&format!("{}{place}", called.page)).await;
    tapped.says("Found a settlement on 8 ore · 10 brick · coast");
    let next = called.browser.answer(&called.page, place).await;
    next.says("Done.");
    let roads = next.options();
    assert!((2..=3).contains(&roads.len()), "{}", next.0.text);
    let preview = called.browser.open(&format!("{}{}", called.page, roads[0])).await;
    let other = called.table.player((called.seat + 1) % 3).name.clone();
    preview.says("Then:").says(&format!("Then it is {other}'s turn."));
    let done = called.browser.answer(&called.page, &roads[0]).await;
    done.says("Done.").says("The game is waiting for").says("Take back the last move");
    assert!(done.options().is_empty());
    called.office.quiet().await;
    let player = &called.table.player(called.seat).name;
    let to_player = called.office.sink.taken().split_off(mails);
    let address = format!("{}@example.org", player.to_lowercase());
    assert!(to_player.iter().all(|mail| mail.to != [address.clone()]), "a page needs no receipt");
}

#[tokio::test]
async fn what_was_pressed_twice_is_done_once_and_what_is_stale_is_not_done() {
    let called = Called::to("settlers").await;
    let options = called.browser.open(&called.page).await.options();
    let first = called.browser.open(&format!("{}{}", called.page, options[0])).await.preview().unwrap();
    let other = called.browser.open(&format!("{}{}", called.page, options[30])).await.preview().unwrap();
    let (one, again) =
        tokio::join!(called.browser.send(&called.page, &first), called.browser.send(&called.page, &first));
    assert_eq!((one.0.status, again.0.status), (200, 200), "{}\n{}", one.0.text, again.0.text);
    let version = called.version();
    let late = called.browser.send(&called.page, &other).await;
    assert!([409, 422].contains(&late.0.status), "{}", late.0.text);
    assert!(late.0.text.contains("role=\"alert\"") && !late.options().is_empty(), "{}", late.0.text);
    assert_eq!(called.version(), version);
}

#[tokio::test]
async fn a_form_with_numbers_is_validated_before_it_is_sent() {
    let called = Called::to("landnam").await;
    let mut dice = seeded_dice(5);
    // Until there is something to fill in.
    for _ in 0..400 {
        called.office.quiet().await;
        let seat = called.table.awaited().await[0];
        let mail = latest(&called.office.sink.taken(), &called.table.player(seat).name);
        let address = page(&mail);
        let shown = called.browser.open(&address).await;
        let value = |text: &str| text.split('"').next().unwrap().to_owned();
        if let Some((before, shape)) = shown.0.text.split_once("name=\"shape\" value=\"") {
            let (_, decision) = before.rsplit_once("name=\"decision\" value=\"").unwrap();
            let (shape, decision) = (value(shape), value(decision));
            let empty = format!("{address}?decision={decision}&shape={shape}&f.give.wool=999");
            let refused = called.browser.open(&empty).await;
            assert!(refused.preview().is_none(), "{}", refused.0.text);
            refused.says("These numbers don't fit.");
            // Sent at once they do nothing, either.
            let before = called.version();
            let sent = [
                ("press", "act_filled"),
                ("decision", &decision),
                ("shape", &shape),
                ("version", "1"),
                ("f.give.wool", "999"),
            ];
            let refused = called.browser.press(&address, &sent).await;
            assert!(
                refused.0.status >= 400 && refused.0.text.contains("role=\"alert\""),
                "{}",
                refused.0.text
            );
            refused.says("These numbers don't fit.");
            assert_eq!(called.version(), before);
            return;
        }
        called.table.go_on(&mut dice).await.unwrap();
    }
    panic!("nothing is ever filled in");
}

#[tokio::test]
async fn the_last_answer_is_taken_back_by_a_button() {
    let called = Called::to("settlers").await;
    let options = called.browser.open(&called.page).await.options();
    let next = called.browser.answer(&called.page, &options[0]).await;
    let version = next.field("version").expect("an answer to take back");
    let back = [("press", "take_back"), ("version", version.as_str())];
    let returned = called.browser.press(&called.page, &back).await;
    returned.says("Your move was taken back.");
    assert_eq!(returned.options().len(), 54);
    let again = called.browser.press(&called.page, &back).await;
    assert!(again.0.status >= 400 && again.0.text.contains("role=\"alert\""), "{}", again.0.text);
}

#[tokio::test]
async fn a_link_stays_valid_for_a_week_after_a_newer_one_was_mailed() {
    let called = Called::to("settlers").await;
    // The same player is called again, after all have placed.
    let mut dice = seeded_dice(5);
    let name = called.table.player(called.seat).name.clone();
    let newer = loop {
        called.table.go_on(&mut dice).await.unwrap();
        called.office.quiet().await;
        let mail = latest(&called.office.sink.taken(), &name);
        if mail.message_id() != called.mail.message_id() {
            break page(&mail);
        }
    };
    assert_ne!(newer, called.page);
    assert_eq!(called.browser.open(&called.page).await.0.status, 200);
    called.office.after_seconds(8 * SECONDS_OF_A_DAY);
    called.is_dead(&called.page, 410, "The link has expired").await;
    assert_eq!(called.browser.open(&newer).await.0.status, 200);
    called.office.after_seconds(31 * SECONDS_OF_A_DAY);
    called.is_dead(&newer, 410, "The link has expired").await;
}

#[tokio::test]
async fn a_guessed_link_opens_nothing() {
    let called = Called::to("toy").await;
    let token = called.page.strip_prefix("/seat/").unwrap();
    let player = called.table.player(called.seat);
    player.with_token(token).get("/v1/me").await.must_refuse(401, "token_invalid");
    let mut other = token.to_owned();
    let last = if other.ends_with('A') { "E" } else { "A" };
    other.replace_range(40..41, last);
    for guessed in ["x", &token[..42], &format!("{token}A"), &other, &player.token] {
        called.is_dead(&format!("/seat/{guessed}"), 404, "The link is broken").await;
    }
}

#[tokio::test]
async fn a_link_is_dead_once_its_player_may_not_play() {
    let called = Called::to("toy").await;
    let id = &called.table.player(called.seat).id;
    called.office.tamper(&format!("INSERT INTO bans VALUES ('{id}', '{id}', 'x', '2026-11-20')"));
    called.is_dead(&called.page, 403, "banned").await;
    called.office.tamper("DELETE FROM bans");
    let replaced = format!("UPDATE seats SET account_id = NULL, bot = 'random' WHERE account_id = '{id}'");
    called.office.tamper(&replaced);
    called.is_dead(&called.page, 403, "a seat that you don’t have any more").await;
}

#[tokio::test]
async fn a_paused_or_finished_game_is_shown_and_not_played() {
    let called = Called::to("settlers").await;
    for (status, sentence) in [("paused", "The game is paused."), ("cancelled", "The game is over.")] {
        called.office.tamper(&format!("UPDATE games SET status = '{status}'"));
        let page = called.browser.open(&called.page).await;
        page.says(sentence);
        assert!(page.options().is_empty() && page.places().is_empty(), "{}", page.0.text);
        let act = [("press", "act"), ("decision", "setup_settlement.0"), ("action", "{}"), ("version", "1")];
        let pressed = called.browser.press(&called.page, &act).await;
        assert!(pressed.0.status >= 400, "{}", pressed.0.text);
    }
}

#[tokio::test]
async fn links_in_an_old_mailbox_tell_nothing_once_the_address_has_changed() {
    let called = Called::to("toy").await;
    let person = called.table.player(called.seat).clone();
    let asked = json!({"email": "elsewhere@example.net", "password": "a long ship west"});
    person.post("/v1/me/email", &asked).await.must_be(202);
    called.office.quiet().await;
    let mails = called.office.sink.taken();
    for mail in mails.iter().filter(|mail| mail.text().contains("/accounts/email?token=")) {
        let answer = json!({"token": crate::passwords::token(mail), "answer": "confirm"});
        called.browser.0.post("/v1/accounts/email", &answer).await.must_be(200);
    }
    called.is_dead(&called.page, 410, "The link is no longer valid").await;
    let page = called.browser.open(&called.page).await.0.text;
    assert!(!page.contains("is waiting for") && !page.contains("Aud"), "{page}");
}

#[tokio::test]
async fn the_owner_of_a_forwarded_mail_ends_all_links_and_is_mailed_a_new_one() {
    let called = Called::to("settlers").await;
    called.browser.open(&called.page).await.says("Anyone who has this link can play your seat.");
    let ended = called.browser.press(&called.page, &[("press", "end_links")]).await;
    ended.says("All links to this seat are invalid now.");
    called.is_dead(&called.page, 404, "The link is broken, incomplete or too old.").await;
    called.office.quiet().await;
    let mail = latest(&called.office.sink.taken(), &called.table.player(called.seat).name);
    assert!(mail.message_id().contains(".links_ended@"), "{}", mail.message_id());
    let page = called.browser.open(&page(&mail)).await;
    assert_eq!((page.0.status, page.options().len()), (200, 54));
}

#[tokio::test]
async fn messages_are_read_and_written_on_the_page() {
    let called = Called::to("toy").await;
    let other = called.table.player((called.seat + 1) % 3);
    let text = "Well played.\nNext time <i>I</i> win.";
    other.post(&format!("{}/messages", called.table.path), &json!({"text": text})).await.must_be(201);
    called.office.after_seconds(601);
    called.office.quiet().await;
    let mail = latest(&called.office.sink.taken(), &called.table.player(called.seat).name);
    assert!(mail.text().contains("Well played.\n    Next time <i>I</i> win."), "{}", mail.text());
    let address = page(&mail);
    called.browser.open(&address).await.says(text);
    let said = called.browser.press(&address, &[("press", "say"), ("text", "Thanks!")]).await;
    said.says("Your message was sent.").says("Thanks!");
    let unread = called.table.get(called.seat, "messages").await;
    assert_eq!(unread.must_be(200)["unread"], 0);
    let empty = called.browser.press(&address, &[("press", "say"), ("text", " ")]).await;
    assert_eq!(empty.0.status, 422);
}

#[tokio::test]
async fn the_page_speaks_the_language_of_its_player() {
    let called = Called::to("settlers").await;
    let player = called.table.player(called.seat);
    for (language, sentence) in
        [("nn", "Spelet ventar på deg"), ("sv", "Spelet väntar på dig"), ("de", "Das Spiel wartet auf dich")]
    {
        player.patch("/v1/me", &json!({"language": language})).await.must_be(200);
        let page = called.browser.open(&called.page).await;
        page.says(&format!("<html lang=\"{language}\">")).says(sentence);
    }
}

#[tokio::test]
async fn a_question_that_the_player_has_no_answer_to_is_not_asked() {
    let called = Called::to("landnam").await;
    let (table, mut dice) = (&called.table, seeded_dice(5));
    let mut seen = 0;
    for _ in 0..400 {
        for seat in 0..3 {
            let legal = table.legal(seat).await;
            let decisions = legal["decisions"].as_array().unwrap();
            let is_empty =
                |one: &&serde_json::Value| one["actions"] == json!([]) && one["shapes"] == json!([]);
            if decisions.iter().filter(is_empty).count() == 0 {
                continue;
            }
            seen += 1;
            let email = format!("{}@example.org", table.player(seat).name.to_lowercase());
            called.office.after_seconds(61);
            let account = super::ask_for_page(&called.office, &called.browser, &email).await;
            let page = called.browser.send_form(&account.form("open")).await;
            let asked =
                page.0.text.split("<section").skip(1).filter_map(|part| part.split("</section>").next());
            for part in asked.filter(|part| part.contains("<h2>")) {
                assert!(part.contains("<li>") || part.contains("<form"), "{part}");
            }
        }
        if seen >= 3 || table.go_on(&mut dice).await.is_none() {
            break;
        }
    }
    assert!(seen > 0, "no seat had a question without answers");
}
