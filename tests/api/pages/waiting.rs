//! The page of a seat before the game begins.

use serde_json::json;

use super::{Club, ask_for_page, count_to, latest_to, latest_with, link, open_game};

/// The page of the owner of a game, which a message of somebody else brought.
async fn owners_page(club: &Club, game: &str) -> String {
    // Owners ask for the link to their own page, and open the table there.
    let page = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let id = game.rsplit('/').next().unwrap();
    let is_it = |form: &&crate::harness::WebForm| form.fields.iter().any(|(_, value)| value == id);
    let opened = club.browser.send_form(page.forms().iter().find(is_it).expect("the game")).await;
    assert!(opened.0.address.starts_with("/seat/"), "{}", opened.0.text);
    opened.0.address
}

#[tokio::test]
async fn an_owner_invites_by_name_and_by_address_takes_back_and_sends_away() {
    let club = Club::open().await;
    let bjarni = club.office.service.person("Bjarni").await;
    let game = open_game(&club.aud, "toy", 3, json!({"name": "Þing", "description": "Slowly."})).await;
    let address = owners_page(&club, &game).await;
    let page = club.browser.open(&address).await;
    page.says("Your seat at Þing")
        .says("At the table: Aud")
        .says("2 seats are free")
        .says("About it: Slowly.");
    let invite = page.form("invite");
    let page = club.browser.send_form(&invite.clone().with("who", "Bjarni")).await;
    page.says("The invitation is on its way.").says("Invited: Bjarni");
    let page = club.browser.send_form(&invite.clone().with("who", "unn@example.net")).await;
    page.says("Invited: unn@example.net").says("No seat is free");
    for wrong in ["Nobody", "Aud", "@", "Bjarni"] {
        let refused = club.browser.send_form(&invite.clone().with("who", wrong)).await;
        assert!(
            refused.0.status >= 400 && refused.0.text.contains("role=\"alert\""),
            "{wrong}: {}",
            refused.0.text
        );
    }
    let withdrawn = club.browser.send_form(&page.form("withdraw_invitation")).await;
    withdrawn.says("The invitation was withdrawn.").says("One seat is free");
    let invitations = bjarni.get("/v1/me/invitations").await.must_be(200);
    let is_withdrawn = invitations["items"] == json!([]);
    // Whichever of the two was withdrawn: Bjarni sits down if his still stands, and joins with a new one else.
    if is_withdrawn {
        club.browser
            .send_form(&invite.clone().with("who", "Bjarni"))
            .await
            .says("The invitation is on its way.");
    }
    let invited = link(&latest_to(&club.office, "bjarni@example.org").await);
    club.browser.send_form(&club.browser.open(&invited).await.form("accept")).await.says("You have a seat");
    let page = club.browser.open(&address).await;
    page.says("Aud and Bjarni");
    club.browser.send_form(&page.form("kick")).await.says("The player was removed from the table.");
    assert_eq!(club.aud.get(&game).await.must_be(200)["seats"].as_array().unwrap().len(), 1);
    let mail = latest_to(&club.office, "bjarni@example.org").await;
    assert!(mail.message_id().contains("table."), "{}", mail.text());
}

#[tokio::test]
async fn calling_a_game_off_takes_a_tick_and_leaving_does_not() {
    let club = Club::open().await;
    let game = open_game(&club.aud, "toy", 3, json!({})).await;
    let address = owners_page(&club, &game).await;
    let cancel = club.browser.open(&address).await.form("cancel_game");
    let refused = club.browser.send_form(&cancel).await;
    assert_eq!(refused.0.status, 422);
    refused.says("Tick the box if you are sure.");
    assert_eq!(club.aud.get(&game).await.must_be(200)["status"], "open");
    club.browser.send_form(&cancel.ticked("sure", "yes")).await.says("The game was called off.");
    assert_eq!(club.aud.get(&game).await.must_be(200)["status"], "cancelled");
    let again = club.browser.open(&address).await;
    again.says("The game was called off.");
    assert!(!again.can("invite") && !again.can("leave"), "{}", again.0.text);
}

#[tokio::test]
async fn players_confirm_talk_and_leave() {
    let club = Club::open().await;
    let game = open_game(&club.aud, "toy", 2, json!({"start": "on_confirmation"})).await;
    let invited = json!({"email": "unn@example.net"});
    club.aud.post(&format!("{game}/invitations"), &invited).await.must_be(201);
    let invitation = link(&latest_to(&club.office, "unn@example.net").await);
    let form = club.browser.open(&invitation).await.form("accept").with("name", "Unn");
    let seated = club.browser.send_form(&form).await;
    seated.says("All seats are taken.").says("Not confirmed yet: Aud and Unn");
    // The mail asks, too, and leads to the same page.
    // So does the welcome to the new account, to its own page; the two leave at the same time.
    let mail = latest_with(&club.office, "unn@example.net", "/seat/").await;
    let page = club.browser.open(&link(&mail)).await;
    let said = club.browser.send_form(&page.form("say").with("text", "Hello\n<i>all</i>")).await;
    said.says("Your message was sent.").says("Unn: Hello\n<i>all</i>");
    let confirmed = club.browser.send_form(&page.form("confirm")).await;
    confirmed.says("You confirmed that you are ready.").says("Not confirmed yet: Aud");
    assert!(!confirmed.can("confirm"));
    let left = club.browser.send_form(&confirmed.form("leave")).await;
    left.says("You left the table.").says_not("Aud");
    assert_eq!(club.aud.get(&game).await.must_be(200)["seats"].as_array().unwrap().len(), 1);
    let gone = club.browser.open(&link(&mail)).await;
    assert_eq!(gone.0.status, 403);
    gone.says("a seat that you don’t have any more").says_not("<form");
}

#[tokio::test]
async fn a_link_from_before_the_start_opens_the_seat_that_was_dealt() {
    let club = Club::open().await;
    let (game, invitation) = club.invite("unn@example.net", 3).await;
    let form = club.browser.open(&invitation).await.form("accept").with("name", "Unn");
    let waiting = club.browser.send_form(&form).await;
    let address = waiting.0.address.split('?').next().unwrap().to_owned();
    assert!(waiting.can("leave") && !waiting.can("invite"), "only the owner invites");
    let bjarni = club.office.service.person("Bjarni").await;
    club.aud.post(&format!("{game}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    bjarni.post(&format!("{game}/join"), &json!({})).await.must_be(200);
    let page = club.browser.open(&address).await;
    assert_eq!(page.0.status, 200);
    page.says("The game is waiting for");
    assert_eq!(count_to(&club.office, "nobody@example.org"), 0);
}
