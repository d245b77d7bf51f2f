//! The page of an invitation.

use serde_json::json;

use super::{Club, count_to, latest_to, link, stored};
use crate::harness::Browser;
use crate::replies::mail_server::Draft;

const NEW: &str = "unn@example.net";

#[tokio::test]
async fn an_unknown_address_sees_who_invites_picks_a_name_and_sits_down() {
    let club = Club::open().await;
    let (game, page) = club.invite(NEW, 2).await;
    let shown = club.browser.open(&page).await;
    shown.says("Aud invites you to").says("A seat is kept for you").says("Your name in games");
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["1"]);
    let form = shown.form("accept").with("name", "Unn").with("language", "de");
    let seated = club.browser.send_form(&form.with("time_zone", "Europe/Berlin")).await;
    assert!(seated.0.address.starts_with("/seat/"), "{}", seated.0.address);
    seated.says("Du hast einen Platz an diesem Tisch.");
    // The game was full then, and has begun.
    let status = club.aud.get(&game).await.must_be(200);
    assert_eq!((&status["status"], &status["seats"].as_array().unwrap().len()), (&json!("running"), &2));
    let profile = club.aud.get("/v1/people/Unn").await;
    assert_eq!(profile.status, 200, "{}", profile.text);
    let account = "SELECT language || ' ' || time_zone || ' ' || password_hash AS value FROM accounts \
                   WHERE name = 'Unn' AND verified_at IS NOT NULL";
    assert_eq!(stored(&club.office, account), ["de Europe/Berlin "]);
    club.office.quiet().await;
    let welcome = club.office.sink.taken().into_iter().find(|mail| mail.subject().contains("Willkommen"));
    assert!(link(&welcome.expect("a welcome")).starts_with("/account/"));
    // The link of the invitation is used up, and says where to go on.
    club.browser.open(&page).await.says("Diese Einladung wurde angenommen.");
    let again = club.browser.press(&page, &[("press", "accept"), ("name", "Other")]).await;
    assert!(again.0.status >= 400, "{}", again.0.text);
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["2"]);
    // Without a password nobody logs in with one.
    for password in ["", " ", "a long ship west"] {
        let log_in = json!({"login": "Unn", "password": password});
        assert!(club.office.service.stranger().post("/v1/sessions", &log_in).await.status >= 400);
    }
}

#[tokio::test]
async fn who_accepts_by_a_reply_gets_an_account_in_the_language_of_the_invitation() {
    let club = Club::open().await;
    club.aud.patch("/v1/me", &json!({"language": "sv"})).await.must_be(200);
    club.invite(NEW, 3).await;
    let invitation = latest_to(&club.office, NEW).await;
    let draft = Draft { from: NEW.to_owned(), ..Draft::plain("x", &invitation, "ja, jag heter Unn") };
    assert_eq!(draft.sent(club.office.replies_at()), "250 2.0.0 taken", "{}", invitation.text());
    let account = "SELECT language AS value FROM accounts WHERE name = 'Unn'";
    club.office.until_stored(account, &["sv"]).await;
}

#[tokio::test]
async fn an_invitation_says_what_is_played_otherwise_than_usual() {
    let club = Club::open().await;
    let options = json!({"layout": "variable", "trade_build": "combined", "victory_points": 8});
    let changed = club.invite_to("settlers", options, "unn@example.net").await;
    let shown = club.browser.open(&changed).await;
    shown.says("laid out at random").says("mixed freely").says("8 points are needed to win");
    shown.says_not("half of them").says("does not count for ratings");
    let said = latest_to(&club.office, "unn@example.net").await.text();
    assert!(said.contains("8 points are needed to win."), "{said}");
    let deck = json!({"fate_deck": {"find_bog": 4, "uproar": 1, "landfall": 20}});
    let shown = club.browser.open(&club.invite_to("landnam", deck, "unn2@example.net").await).await;
    let line = "This game has fate cards of its own: 4 Find Bog, 20 Landfall and 1 Uproar.";
    shown.says(line).says("does not count for ratings");
    let said = latest_to(&club.office, "unn2@example.net").await.text().replace('\n', " ");
    assert!(said.contains(line), "{said}");
    let usual = club.invite_to("settlers", json!({}), "svein@example.net").await;
    club.browser.open(&usual).await.says_not("needed to win").says_not("at random");
}

#[tokio::test]
async fn names_that_are_taken_or_can_be_none_are_refused_and_make_no_account() {
    let club = Club::open().await;
    let (_, page) = club.invite(NEW, 2).await;
    let form = club.browser.open(&page).await.form("accept");
    for (field, value) in
        [("name", "aud"), ("name", "x"), ("name", ""), ("time_zone", "Nowhere"), ("language", "xx")]
    {
        let refused = club.browser.send_form(&form.clone().with("name", "Unn").with(field, value)).await;
        assert!([409, 422].contains(&refused.0.status), "{field} {value}: {}", refused.0.text);
        assert!(refused.0.text.contains("role=\"alert\"") && refused.can("accept"), "{}", refused.0.text);
    }
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["1"]);
}

#[tokio::test]
async fn after_a_refusal_the_wrong_field_is_named_and_nothing_has_to_be_typed_again() {
    let club = Club::open().await;
    let (_, page) = club.invite(NEW, 2).await;
    let form = club.browser.open(&page).await.form("accept");
    let form = form.with("name", "aud").with("language", "sv").with("time_zone", "Europe/Berlin");
    let refused = club.browser.send_form(&form).await;
    refused.says("Your name in games: ");
    let again = refused.form("accept");
    for field in ["name", "language", "time_zone"] {
        assert_eq!(again.value(field), form.value(field), "{field}");
    }
    club.browser.send_form(&again.with("name", "Unn")).await.says("Du har en plats vid det här bordet.");
}

#[tokio::test]
async fn pressed_twice_at_once_it_makes_one_account() {
    let club = Club::open().await;
    let (game, page) = club.invite(NEW, 3).await;
    let form = club.browser.open(&page).await.form("accept");
    let (one, other) = (form.clone().with("name", "Unn"), form.with("name", "Una"));
    let second = Browser::new(&club.office);
    let (one, other) = tokio::join!(club.browser.send_form(&one), second.send_form(&other));
    let is_seated = [&one, &other].map(|page| page.0.address.starts_with("/seat/"));
    assert!(is_seated[0] != is_seated[1], "{}\n{}", one.0.text, other.0.text);
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["2"]);
    assert_eq!(club.aud.get(&game).await.must_be(200)["seats"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_declined_invitation_frees_the_seat() {
    let club = Club::open().await;
    let (game, page) = club.invite(NEW, 2).await;
    assert_eq!(club.aud.get(&game).await.must_be(200)["free_seats"], 0);
    let declined = club.browser.send_form(&club.browser.open(&page).await.form("decline")).await;
    declined.says("This invitation was declined.");
    assert_eq!(club.aud.get(&game).await.must_be(200)["free_seats"], 1);
    let invitations = club.aud.get(&format!("{game}/invitations")).await.must_be(200);
    assert_eq!(invitations["items"][0]["status"], "declined");
}

#[tokio::test]
async fn an_address_that_refuses_for_good_hears_nothing_more_and_the_owner_learns_nothing() {
    let club = Club::open().await;
    let (_, page) = club.invite(NEW, 2).await;
    club.browser.send_form(&club.browser.open(&page).await.form("block")).await.says("declined");
    let hashes = stored(&club.office, "SELECT encode(email_hash, 'escape') AS value FROM refused_addresses");
    assert!(hashes.len() == 1 && !hashes[0].contains("unn"));
    let other = club.office.service.person("Bjarni").await;
    for owner in [&club.aud, &other] {
        let game = super::open_game(owner, "toy", 2, json!({})).await;
        let invited = json!({"email": "Unn@Example.net"});
        owner.post(&format!("{game}/invitations"), &invited).await.must_be(201);
    }
    club.office.quiet().await;
    assert_eq!(count_to(&club.office, NEW), 1);
    // Its owner can still come of their own will; others who type the address in bring one mail a day.
    let asked = club.browser.open("/account").await.forms()[0].clone().with("email", NEW);
    for (hours, count) in [(0, 2), (1, 2), (24, 3)] {
        club.office.after_seconds(hours * 3_600);
        club.browser.send_form(&asked).await.says("on its way");
        latest_to(&club.office, NEW).await;
        assert_eq!(count_to(&club.office, NEW), count, "after {hours} hours");
    }
}

#[tokio::test]
async fn a_player_blocks_the_inviter_alone() {
    let club = Club::open().await;
    let (bjarni, cnut) =
        (club.office.service.person("Bjarni").await, club.office.service.person("Cnut").await);
    let (_, page) = club.invite("bjarni@example.org", 2).await;
    let shown = club.browser.open(&page).await;
    shown.says("You play as Bjarni.").says_not("Your name in games");
    club.browser.send_form(&shown.form("block")).await.says("declined");
    assert_eq!(bjarni.get("/v1/me/blocks").await.must_be(200)["items"][0]["name"], "Aud");
    let count = count_to(&club.office, "bjarni@example.org");
    for owner in [&club.aud, &cnut] {
        let game = super::open_game(owner, "toy", 2, json!({})).await;
        owner.post(&format!("{game}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    }
    club.office.quiet().await;
    assert_eq!(count_to(&club.office, "bjarni@example.org"), count + 1);
}

#[tokio::test]
async fn operators_hear_of_a_report_once_and_close_it() {
    let mut club = Club::open().await;
    let operator = club.office.operator("Ordgar").await;
    let (game, page) = club.invite(NEW, 2).await;
    let browser = Browser(operator.with_token(""));
    let form = browser.open(&page).await.form("report").with("text", "This is <b>spam</b>.\nEvery day.");
    browser.send_form(&form).await.says("declined");
    assert!(browser.send_form(&form).await.0.status >= 400);
    let reports = operator.get("/v1/admin/reports").await.must_be(200);
    let report = &reports["items"][0];
    assert_eq!(
        (reports["items"].as_array().unwrap().len(), &report["text"]),
        (1, &json!("This is <b>spam</b>.\nEvery day."))
    );
    assert_eq!((&report["account"], &report["reported_by"]), (&json!(club.aud.id), &json!(null)));
    assert!(game.ends_with(report["game"].as_str().unwrap()));
    let mail = latest_to(&club.office, "ordgar@example.org").await;
    assert!(mail.text().contains("This is <b>spam</b>."), "{}", mail.text());
    club.aud.get("/v1/admin/reports").await.must_refuse(403, "operator_required");
    let one = format!("/v1/admin/reports/{}", report["id"].as_str().unwrap());
    assert_eq!(operator.delete(&one).await.status, 204);
    operator.delete(&one).await.must_refuse(404, "report_not_found");
    assert_eq!(operator.get("/v1/admin/reports").await.must_be(200)["items"], json!([]));
}

#[tokio::test]
async fn an_invitation_that_was_withdrawn_or_came_too_late_takes_nobody() {
    let club = Club::open().await;
    let (game, page) = club.invite(NEW, 3).await;
    let form = club.browser.open(&page).await.form("accept").with("name", "Unn");
    let id = club.aud.get(&format!("{game}/invitations")).await.must_be(200)["items"][0]["id"].clone();
    assert_eq!(club.aud.delete(&format!("{game}/invitations/{}", id.as_str().unwrap())).await.status, 204);
    club.browser.open(&page).await.says("This invitation was withdrawn.").says_not("<form");
    assert!(club.browser.send_form(&form).await.0.status >= 400);
    let (game, page) = club.invite("una@example.net", 2).await;
    let form = club.browser.open(&page).await.form("accept").with("name", "Una");
    club.aud.post(&format!("{game}/cancel"), &json!({})).await.must_be(200);
    club.browser.open(&page).await.says("The game has begun without you, or will not take place.");
    assert!(club.browser.send_form(&form).await.0.status >= 400);
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["1"]);
}
