//! What the players of a game decide together on the pages of their seats, and what each does alone.

use serde_json::json;

use super::seat::Called;
use super::{ask_for_page, latest_to, latest_with, link};
use crate::harness::seeded_dice;
use crate::overlap::share;

impl Called {
    /// The page of another seat, asked for by its player's address.
    async fn page_of(&self, seat: usize) -> String {
        let email = format!("{}@example.org", self.table.player(seat).name.to_lowercase());
        let account = ask_for_page(&self.office, &self.browser, &email).await;
        let opened = self.browser.send_form(&account.form("open")).await;
        opened.0.address.split('?').next().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_vote_is_opened_cast_withdrawn_and_carried() {
    let called = Called::to("toy").await;
    let others = [(called.seat + 1) % 3, (called.seat + 2) % 3];
    let form = called.browser.open(&format!("{}?show=table", called.page)).await.form("open_vote");
    let opened = called.browser.send_form(&form.clone().with("kind", "pause")).await;
    opened.says("The others are being asked.").says("You want to pause the game");
    opened.says_not("Vote yes").says("Vote no");
    let withdrawn = called.browser.send_form(&opened.form("withdraw_vote")).await;
    withdrawn.says("Your proposal was withdrawn.");
    let log = called.browser.open(&format!("{}?show=log", called.page)).await;
    log.says("The vote failed: it was withdrawn.");
    called.browser.send_form(&form.with("kind", "pause")).await;
    let other = called.page_of(others[0]).await;
    let vote = called.browser.open(&other).await.form("vote").by("ballot", "yes");
    let carried = called.browser.send_form(&vote).await;
    carried.says("Your vote was cast.").says("The game is paused.");
    let again = called.browser.send_form(&vote).await;
    assert!(again.0.status >= 400 && again.0.content_type.starts_with("text/html"), "{}", again.0.text);
    let table = called.browser.open(&format!("{other}?show=table")).await;
    let resume = table.form("open_vote");
    assert!(resume.fields.contains(&("kind".to_owned(), "resume".to_owned())), "{resume:?}");
}

#[tokio::test]
async fn a_seat_is_given_to_a_named_player_who_takes_it_on_a_page() {
    let called = Called::to("toy").await;
    let dalla = called.office.service.person("Dalla").await;
    let form = called.browser.open(&format!("{}?show=table", called.page)).await.form("replace_seat");
    let unknown = form.clone().with("successor", "named").with("name", "Nobody");
    assert_eq!(called.browser.send_form(&unknown).await.0.status, 404);
    called.browser.send_form(&form.with("successor", "named").with("name", "Dalla")).await;
    let mail = latest_to(&called.office, "dalla@example.org").await;
    let address = link(&mail);
    assert!(address.starts_with("/offer/"), "{}", mail.text());
    let offer = called.browser.open(&address).await;
    offer.says("The players ask you to take over the seat").says_not("awake");
    // The hours of those who stay count, and not those of the player who goes.
    for player in called.table.players.iter().chain([&dalla]) {
        share(player, "UTC", ["22:00", "08:00"], json!([])).await;
    }
    let with_hours = called.browser.open(&address).await;
    for (seat, player) in called.table.players.iter().enumerate() {
        let sentence = format!("You and {} are usually both awake 08:00–22:00.", player.name);
        assert_eq!(with_hours.0.text.contains(&sentence), seat != called.seat, "{sentence}");
    }
    let taken = called.browser.send_form(&offer.form("take")).await;
    taken.says("The seat is yours now.").says("The game is waiting for");
    let again = called.browser.press(&address, &[("press", "take")]).await;
    assert!(again.0.status >= 400, "{}", again.0.text);
    let game = dalla.get(&called.table.path).await.must_be(200);
    assert_eq!(game["your_seat"], called.seat);
    // Whoever had the seat has it no more, by no link.
    let dead = called.browser.open(&called.page).await;
    assert_eq!(dead.0.status, 403);
    dead.says("a seat that you don’t have any more").says_not("<form method").says_not("is waiting for");
    let act = [("press", "say"), ("text", "still here")];
    assert_eq!(called.browser.press(&called.page, &act).await.0.status, 403);
}

#[tokio::test]
async fn a_bot_plays_until_its_player_comes_back_by_the_page() {
    let called = Called::to("toy").await;
    let form = called.browser.open(&format!("{}?show=table", called.page)).await.form("replace_seat");
    called.browser.send_form(&form.with("successor", "bot")).await;
    let page = called.browser.open(&called.page).await;
    page.says("A bot plays this seat for you");
    assert!(page.options().is_empty());
    let back = called.browser.send_form(&page.form("come_back")).await;
    back.says("You have taken over from the bot.");
}

#[tokio::test]
async fn a_note_is_written_for_oneself_alone() {
    let called = Called::to("toy").await;
    let part = format!("{}?show=table", called.page);
    let form = called.browser.open(&part).await.form("write_note").with("text", "Mind <Aud>\n& the rest");
    let saved = called.browser.send_form(&form).await;
    saved.says("Your note was saved.");
    assert_eq!(
        saved.form("write_note").fields.iter().find(|(name, _)| name == "text").unwrap().1,
        "Mind <Aud>\n& the rest"
    );
    let other = called.page_of((called.seat + 1) % 3).await;
    called.browser.open(&format!("{other}?show=table")).await.says_not("Mind");
}

#[tokio::test]
async fn giving_up_takes_a_tick() {
    let called = Called::to("toy").await;
    let form = called.browser.open(&format!("{}?show=table", called.page)).await.form("resign");
    let refused = called.browser.send_form(&form).await;
    assert_eq!(refused.0.status, 422);
    refused.says("Tick the box if you are sure.");
    let given_up = called.browser.send_form(&form.ticked("sure", "yes")).await;
    given_up.says("You have given up.");
    let game = called.table.player(called.seat).get(&called.table.path).await.must_be(200);
    assert_eq!(game["seats"][called.seat]["resigned"], true);
}

#[tokio::test]
async fn mails_of_one_game_are_set_and_a_message_goes_to_one_player() {
    let called = Called::to("toy").await;
    let form = called.browser.open(&format!("{}?show=mails", called.page)).await.form("set_mails");
    assert!(!form.names.contains(&"mode.announcement".to_owned()), "{form:?}");
    called.browser.send_form(&form.with("mode.message", "never")).await.says("Saved.");
    let player = called.table.player(called.seat);
    let set = player.get(&format!("{}/notification-preferences", called.table.path)).await.must_be(200);
    assert_eq!(set["modes"], json!({"message": "never"}));
    let other = (called.seat + 1) % 3;
    let say = called.browser.open(&called.page).await.form("say");
    let whispered = say.with("text", "Just between us").with("to", &other.to_string());
    called.browser.send_form(&whispered).await.says("(not to everybody)").says("Just between us");
    let third = called.table.player((called.seat + 2) % 3);
    let messages = third.get(&format!("{}/messages", called.table.path)).await.must_be(200);
    assert_eq!(messages["items"], json!([]));
}

#[tokio::test]
async fn once_it_is_over_the_page_says_how_to_check_the_dice_and_begins_anew() {
    let called = Called::to("toy").await;
    let record = format!("{}/record", called.page);
    assert_eq!(called.browser.open(&record).await.0.json["complete"], false);
    let mut dice = seeded_dice(3);
    called.table.play(2_000, &mut dice).await;
    let page = called.browser.open(&called.page).await;
    page.says("class=\"winner\"").says("Check the dice and cards").says("The fingerprint:");
    let game = called.table.player(called.seat).get(&called.table.path).await.must_be(200);
    page.says(game["commitment"].as_str().unwrap());
    assert_eq!(page.links(&record), [record.as_str()]);
    let downloaded = called.browser.open(&record).await;
    assert_eq!((downloaded.0.status, downloaded.0.json["complete"].as_bool()), (200, Some(true)));
    let again = called.browser.send_form(&page.form("rematch")).await;
    again.says("You have a seat in the rematch.");
    latest_with(&called.office, &other_address(&called), "/invite/").await;
    // Pressed by another, it is the same rematch.
    let page = called.page_of((called.seat + 1) % 3).await;
    assert!(page.starts_with("/seat/"));
    let rematches = "SELECT count(*)::text AS value FROM games WHERE rematch_of IS NOT NULL";
    assert_eq!(super::stored(&called.office, rematches), ["1"]);
    // The game before had no wait, and the page proposes one.
    let delay =
        "SELECT terms::json ->> 'order_delay_seconds' AS value FROM games WHERE rematch_of IS NOT NULL";
    assert_eq!(super::stored(&called.office, delay), ["900"]);
}

fn other_address(called: &Called) -> String {
    format!("{}@example.org", called.table.player((called.seat + 1) % 3).name.to_lowercase())
}
