//! The part of the page of a seat with the channels of its game.

use serde_json::json;

use super::{MINUTE, came, given, set};
use crate::harness::{Browser, Page, PostOffice, Table};
use crate::pages::{latest_to, link};
use crate::webhooks::receiver::Receiver;

/// The page of a seat that the mail to an address leads to.
async fn seat_page(office: &PostOffice, browser: &Browser, name: &str) -> (Page, String) {
    let address = link(&latest_to(office, &format!("{name}@example.org")).await);
    (browser.open(&format!("{address}?show=channels")).await, address)
}

#[tokio::test]
async fn an_owner_sets_tries_and_ends_a_channel_and_players_agree_on_their_pages() {
    let office = PostOffice::open_with(1, |settings| {
        super::with_local_hosts(settings);
        settings.mail.hold_down_seconds = 0;
    });
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    Table::of("toy", &people).await;
    office.tamper("UPDATE games SET visibility = 'private'");
    let browser = Browser::new(&office);
    let (page, address) = seat_page(&office, &browser, "aud").await;
    page.says("News of this game is posted nowhere.").says("This game is private");
    assert!(browser.open(&address).await.links(&address).iter().any(|link| link.ends_with("?show=channels")));
    let form = page.forms().into_iter().find(|form| form.value("format") == Some("discord")).unwrap();
    let wrong = browser.send_form(&form.clone().with("url", "https://evil.example/hidden-word")).await;
    assert!(wrong.0.status == 422 && !wrong.0.text.contains("hidden-word"), "{}", wrong.0.text);
    let url = format!("{}/{}", receiver.origin(), super::SECRET_PATH);
    let page = browser.send_form(&form.with("url", &url)).await;
    page.says("News of the game will be posted there.").says("Not yet: Bjarni");
    assert!(!page.0.text.contains(super::SECRET_PATH) && !page.can("test_channel"));
    let (page, _) = seat_page(&office, &browser, "bjarni").await;
    page.says("Discord (127.0.0.1), set by Aud");
    assert!(page.can("agree_to_channel") && !page.can("end_channel") && !page.can("set_channel"));
    let page = browser.send_form(&page.form("agree_to_channel")).await;
    page.says("You agreed to the channel.").says("News is posted to Discord");
    let (page, _) = seat_page(&office, &browser, "aud").await;
    browser.send_form(&page.form("test_channel")).await.says("The test is on its way.");
    came(&office, &receiver, 1).await;
    let page = browser.send_form(&page.form("end_channel")).await;
    page.says("The channel was ended.").says("posted nowhere");
    office.after_seconds(MINUTE);
    assert_eq!(receiver.requests().len(), 1);
}

#[tokio::test]
async fn the_page_of_a_seat_before_the_start_has_the_part_too_and_speaks_every_language() {
    let office = PostOffice::open_with(1, |settings| {
        super::with_local_hosts(settings);
        settings.mail.hold_down_seconds = 0;
    });
    let receiver = Receiver::start();
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    set(&super::owner_of(&table).await, &table.path, &given("matrix", &receiver)).await;
    let browser = Browser::new(&office);
    let words =
        [("nn", "Nytt vert lagt ut på Matrix"), ("sv", "Nytt läggs ut på Matrix"), ("de", "bei Matrix")];
    let (_, address) = seat_page(&office, &browser, "bjarni").await;
    for (language, said) in words {
        people[1].patch("/v1/me", &json!({"language": language})).await.must_be(200);
        browser.open(&format!("{address}?show=channels")).await.says(said);
    }
}
