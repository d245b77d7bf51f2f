//! Codes that are mailed at the moment something is done that no link may do by itself: tokens, data, deletion.

use super::{Club, ask_for_page, code, count_to, latest_with, stored};
use crate::harness::{Page, WebForm};

async fn part(club: &Club, part: &str) -> (String, Page) {
    let page = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let own = page.0.address.split('?').next().unwrap().to_owned();
    let address = format!("{own}?show={part}");
    let page = club.browser.open(&address).await;
    (address, page)
}

/// The form that takes the code, with the code typed.
async fn typed(club: &Club, part_name: &str, purpose: &str, says: &str) -> WebForm {
    let (address, page) = part(club, part_name).await;
    let ask = page
        .forms()
        .into_iter()
        .find(|form| form.value("press") == Some("mail_code") && form.value("purpose") == Some(purpose));
    club.browser.send_form(&ask.expect("a button")).await.says("An email with a code is on its way");
    let mail = latest_with(&club.office, "aud@example.org", says).await;
    club.browser.open(&address).await.form(purpose).with("code", &code(&mail))
}

#[tokio::test]
async fn a_token_is_made_with_a_mailed_code_shown_once_and_reported() {
    let club = Club::open().await;
    let form = typed(&club, "access", "make_token", "wants to make a token").await;
    assert!(form.fields.iter().all(|(name, _)| name != "scope"), "nothing is ticked before");
    assert!(!club.browser.open(&form.action).await.0.text.contains("value=\"admin\""));
    let form = form.with("name", "My bot").with("days", "30");
    for scope in ["admin", "everything", ""] {
        let refused = club.browser.send_form(&form.clone().ticked("scope", scope)).await;
        assert_eq!(refused.0.status, 422, "{scope}");
    }
    assert_eq!(club.browser.send_form(&form).await.0.status, 422, "no scope");
    let made = club
        .browser
        .send_form(&form.clone().ticked("scope", "games:read").ticked("scope", "games:play"))
        .await;
    made.says("Copy it now");
    let (_, token) = made.0.text.split_once("<pre>").unwrap();
    let token = token.split('<').next().unwrap().to_owned();
    let bot = club.office.service.stranger().with_token(token.clone());
    bot.get("/v1/me/inbox").await.must_be(200);
    bot.get("/v1/me").await.must_refuse(403, "scope_too_small");
    let report = latest_with(&club.office, "aud@example.org", "A program that has it can act for you").await;
    assert!(report.subject().contains("My bot") && !report.text().contains(&token));
    // The code is used up, and the token is not shown again.
    let again = club.browser.send_form(&form.ticked("scope", "games:read")).await;
    assert_eq!(again.0.status, 422, "{}", again.0.text);
    let (_, access) = part(&club, "access").await;
    access.says("My bot: read your games and play, join and vote").says_not(&token);
    club.browser.send_form(&access.form("end_token")).await.says("The token is no longer valid.");
    bot.get("/v1/me/inbox").await.must_refuse(401, "token_invalid");
}

#[tokio::test]
async fn ten_wrong_codes_end_a_code_and_one_that_is_too_old_is_worth_nothing() {
    let club = Club::open().await;
    let form = typed(&club, "settings", "export_data", "wants to download").await;
    let right = form.value("code").unwrap().to_owned();
    for _ in 0..10 {
        let refused = club.browser.send_form(&form.clone().with("code", "0000 0000")).await;
        refused.says("This code is not right");
    }
    assert_eq!(club.browser.send_form(&form).await.0.status, 422, "the eleventh try, though it is right");
    // Pressed again within a minute no other mail is sent.
    let sent = count_to(&club.office, "aud@example.org");
    club.office.after_seconds(61);
    let form = typed(&club, "settings", "export_data", "wants to download").await;
    assert_ne!(form.value("code").unwrap(), right);
    assert!(count_to(&club.office, "aud@example.org") > sent);
    club.office.after_seconds(16 * 60);
    assert_eq!(club.browser.send_form(&form).await.0.status, 422, "a quarter of an hour is over");
}

#[tokio::test]
async fn a_code_for_one_thing_is_good_for_nothing_else_and_for_nobody_else() {
    let club = Club::open().await;
    let export = typed(&club, "settings", "export_data", "wants to download").await;
    let code = export.value("code").unwrap().to_owned();
    let (address, page) = part(&club, "settings").await;
    let ask = page.forms().into_iter().find(|form| form.value("purpose") == Some("delete_account")).unwrap();
    club.browser.send_form(&ask).await;
    let delete = club.browser.open(&address).await.form("delete_account").ticked("sure", "yes");
    assert_eq!(club.browser.send_form(&delete.with("code", &code)).await.0.status, 422);
    club.office.service.person("Bjarni").await;
    let page = ask_for_page(&club.office, &club.browser, "bjarni@example.org").await;
    let own = page.0.address.split('?').next().unwrap().to_owned();
    let other = club.browser.press(&own, &[("press", "export_data"), ("code", &code)]).await;
    assert_eq!(other.0.status, 422);
    assert_eq!(
        stored(&club.office, "SELECT name AS value FROM accounts WHERE deleted_at IS NULL ORDER BY name"),
        ["Aud", "Bjarni"]
    );
}

#[tokio::test]
async fn what_is_stored_is_taken_along_as_a_file() {
    let club = Club::open().await;
    let form = typed(&club, "settings", "export_data", "wants to download").await;
    let file = club.browser.send_form(&form).await;
    assert_eq!((file.0.status, file.0.content_type.as_str()), (200, "application/json"));
    assert_eq!(file.0.json["account"]["email"], "aud@example.org");
    assert!(file.0.json["sections"]["devices"].is_array());
    assert_eq!(club.browser.send_form(&form).await.0.status, 422, "once");
}

#[tokio::test]
async fn an_account_is_deleted_with_a_tick_and_a_code() {
    let club = Club::open().await;
    let form = typed(&club, "settings", "delete_account", "wants to delete").await;
    let refused = club.browser.send_form(&form).await;
    refused.says("Tick the box");
    let done = club.browser.send_form(&form.clone().ticked("sure", "yes")).await;
    done.says("Your account is deleted");
    assert_eq!(club.browser.open(&form.action).await.0.status, 404);
    club.aud.get("/v1/me").await.must_refuse(401, "session_ended");
    let left = "SELECT 'x' AS value FROM accounts WHERE name = 'Aud' OR email_key = 'aud@example.org'";
    assert!(stored(&club.office, left).is_empty());
    assert_eq!(club.office.service.stranger().get("/v1/games").await.status, 200);
}
