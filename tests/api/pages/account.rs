//! The page of an account, and getting there.

use reqwest::Method;
use serde_json::json;

use super::{Club, ask_for_page, count_to, latest_to, latest_with, open_game, stored};
use crate::harness::{Browser, Page, PostOffice};

async fn page_of(club: &Club, email: &str) -> Page {
    ask_for_page(&club.office, &club.browser, email).await
}

#[tokio::test]
async fn whoever_has_an_address_makes_an_account_and_begins_a_game() {
    let club = Club::open().await;
    let sign_up = page_of(&club, "unn@example.net").await;
    sign_up.says("Choose your name").says("unn@example.net");
    let form = sign_up.form("sign_up").with("name", "Unn").with("time_zone", "Atlantic/Reykjavik");
    for wrong in ["aud", "U", ""] {
        let refused = club.browser.send_form(&form.clone().with("name", wrong)).await;
        assert!(refused.0.status >= 400 && refused.can("sign_up"), "{wrong}: {}", refused.0.text);
    }
    let page = club.browser.send_form(&form).await;
    page.says("Welcome! This is your page.").says("Unn’s page").says("Nothing is waiting for you.");
    // The link has done its work.
    assert!(club.browser.send_form(&form.with("name", "Una")).await.0.status >= 400);
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM accounts"), ["2"]);
    let address = page.0.address.split('?').next().unwrap().to_owned();
    let games = club.browser.open(&format!("{address}?show=games")).await;
    let begin = games.form("begin").with("ruleset", "landnam").with("seats", "3").with("bots", "1");
    let table = club.browser.send_form(&begin.with("name", "Þing").with("description", "For all.")).await;
    table.says("Your table is open.").says("Your seat at Þing").says("(bot)").says("One seat is free");
    table.says("Standing orders are carried out after a random time of up to 15 minutes.");
    let stored_game = "SELECT visibility || ' ' || seat_count AS value FROM games";
    assert_eq!(stored(&club.office, stored_game), ["private 3"]);
    let page = club.browser.open(&address).await;
    page.says("Þing (Landnám): Unn");
    let again = club.browser.send_form(&page.form("open")).await;
    again.says("Your seat at Þing");
}

#[tokio::test]
async fn a_page_proposes_a_random_wait_of_standing_orders_which_may_be_declined() {
    let club = Club::open().await;
    let address = page_of(&club, "aud@example.org").await.0.address.split('?').next().unwrap().to_owned();
    let page = club.browser.open(&format!("{address}?show=games")).await;
    page.says("which standing orders are not there").says("a twentieth of the time left");
    let form = page.form("begin").with("ruleset", "toy").with("seats", "3");
    assert_eq!(form.value("order_delay"), Some("random"));
    for delay in ["random", "at_once", "sometime"] {
        let sent = club.browser.send_form(&form.clone().with("order_delay", delay)).await;
        assert_eq!(sent.0.status == 422, delay == "sometime", "{delay}");
    }
    let delays = "SELECT terms::json ->> 'order_delay_seconds' AS value FROM games ORDER BY created_at, id";
    let mut stored = stored(&club.office, delays);
    stored.sort();
    assert_eq!(stored, ["0", "900"]);
}

#[tokio::test]
async fn a_game_that_can_not_begin_so_is_refused_at_the_field_and_the_rest_is_kept() {
    let club = Club::open().await;
    let address = page_of(&club, "aud@example.org").await.0.address.split('?').next().unwrap().to_owned();
    let form = club.browser.open(&format!("{address}?show=games")).await.form("begin");
    let form =
        form.with("ruleset", "nord").with("visibility", "public").with("description", "For all.\nNo hurry");
    for (field, value, sentence) in [
        ("seats", "two", "Seats, bots included: This must be a whole number"),
        ("bots", "-1", "Bots: This must be a whole number"),
        ("clock", "never", "Time for each move: This value can't be used here"),
        ("name", &"x".repeat(81), "A name for it, if you like: This must have 1 to 80 characters"),
    ] {
        let wrong = form.clone().with(field, value);
        let refused = club.browser.send_form(&wrong).await;
        assert_eq!(refused.0.status, 422, "{field}");
        refused.says(sentence);
        let again = refused.form("begin");
        for kept in ["ruleset", "visibility", "description", "name", "seats"] {
            assert_eq!(again.value(kept), wrong.value(kept), "{field}: {kept}");
        }
    }
    assert_eq!(stored(&club.office, "SELECT count(*)::text AS value FROM games"), ["0"]);
}

#[tokio::test]
async fn nobody_learns_from_the_form_whether_an_address_has_an_account() {
    let club = Club::open().await;
    let form = club.browser.open("/account").await.forms()[0].clone();
    let known = club.browser.send_form(&form.clone().with("email", "aud@example.org")).await;
    let unknown = club.browser.send_form(&form.clone().with("email", "unn@example.net")).await;
    assert_eq!(known.0, unknown.0);
    for wrong in ["", "x", "a@b@c"] {
        let refused = club.browser.send_form(&form.clone().with("email", wrong)).await;
        assert_eq!(refused.0.status, 422, "{wrong}");
        assert!(refused.0.text.contains("role=\"alert\""));
    }
    latest_to(&club.office, "unn@example.net").await;
    assert_eq!(
        (count_to(&club.office, "aud@example.org"), count_to(&club.office, "unn@example.net")),
        (1, 1)
    );
    // A second request within a minute brings no second mail.
    club.browser.send_form(&form.with("email", "aud@example.org")).await;
    latest_to(&club.office, "aud@example.org").await;
    assert_eq!(count_to(&club.office, "aud@example.org"), 1);
}

#[tokio::test]
async fn everything_that_waits_is_one_tap_away() {
    let club = Club::open().await;
    let bjarni = club.office.service.person("Bjarni").await;
    let first = open_game(&club.aud, "toy", 2, json!({"name": "First"})).await;
    club.aud.post(&format!("{first}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let page = page_of(&club, "bjarni@example.org").await;
    page.says("First: you are invited.");
    let invitation = club.browser.send_form(&page.form("open_invitation")).await;
    invitation.says("Aud invites you to First");
    let seat = club.browser.send_form(&invitation.form("accept")).await;
    seat.says("You have a seat at this table.");
    club.aud.post(&format!("{first}/messages"), &json!({"text": "Hail"})).await.must_be(201);
    let public = json!({"name": "Second", "visibility": "public"});
    let second = open_game(&club.aud, "toy", 3, public).await;
    let address = page.0.address.clone();
    let page = club.browser.open(&address).await;
    page.says("First: 1 unread message");
    let games = club.browser.open(&format!("{address}?show=games")).await;
    games.says("Second");
    let joined = club.browser.send_form(&games.form("join")).await;
    joined.says("You have a seat at this table.");
    assert_eq!(club.aud.get(&second).await.must_be(200)["seats"].as_array().unwrap().len(), 2);
    assert!(!club.browser.open(&format!("{address}?show=games")).await.can("join"), "already joined");
    assert_eq!(bjarni.get("/v1/me").await.status, 200);
}

#[tokio::test]
async fn name_language_zone_and_mails_are_set_without_a_client() {
    let club = Club::open().await;
    let page = page_of(&club, "aud@example.org").await;
    let address = page.0.address.clone();
    let settings = format!("{address}?show=settings");
    let shown = club.browser.open(&settings).await;
    let profile =
        shown.form("set_profile").with("name", "Auðr").with("language", "sv").with("about", "Djupa");
    let saved = club.browser.send_form(&profile.with("time_zone", "Europe/Stockholm")).await;
    saved.says("Din profil är sparad.").says("<html lang=\"sv\">");
    let me = club.aud.get("/v1/me").await.must_be(200);
    assert_eq!(
        [&me["name"], &me["language"], &me["time_zone"], &me["about"]],
        ["Auðr", "sv", "Europe/Stockholm", "Djupa"]
    );
    let settings = format!("{address}?show=mails");
    let mails = club.browser.open(&settings).await.form("set_mails");
    let changed = mails
        .with("mode.message", "daily")
        .with("mode.your_turn", "batched")
        .with("quiet_from", "22")
        .with("quiet_to", "7")
        .with("digest_hour", "9")
        .with("hold_down_minutes", "15")
        .by("warn_in_quiet", "yes");
    club.browser.send_form(&changed).await.says("Sparat.");
    let set = club.aud.get("/v1/me/notifications/preferences").await.must_be(200);
    assert_eq!(
        [&set["modes"]["message"], &set["modes"]["your_turn"], &set["modes"]["vote"]],
        ["daily", "batched", "instantly"]
    );
    assert_eq!(set["quiet_hours"], json!({"from": 22, "to": 7}));
    assert_eq!([&set["digest_hour"], &set["hold_down_minutes"]], [&json!(9), &json!(15)]);
    assert_eq!(set["warn_in_quiet_hours"], true);
    // What is set is shown, and saving it again changes nothing.
    let again = club.browser.send_form(&club.browser.open(&settings).await.form("set_mails")).await;
    again.says("Sparat.");
    assert_eq!(club.aud.get("/v1/me/notifications/preferences").await.must_be(200), set);
    for (field, wrong) in
        [("hold_down_minutes", "x"), ("batch_minutes", "0"), ("mode.message", "never again")]
    {
        let refused = club.browser.send_form(&again.form("set_mails").with(field, wrong)).await;
        assert_eq!(refused.0.status, 422, "{field}");
        assert!(refused.can("set_mails"), "the same part again: {}", refused.0.text);
    }
    assert_eq!(club.aud.get("/v1/me/notifications/preferences").await.must_be(200), set);
}

#[tokio::test]
async fn a_password_can_be_set_later_by_mail() {
    let club = Club::open().await;
    let sign_up = page_of(&club, "unn@example.net").await;
    let page = club.browser.send_form(&sign_up.form("sign_up").with("name", "Unn")).await;
    let address = page.0.address.split('?').next().unwrap().to_owned();
    let asked = club.browser.open(&format!("{address}?show=settings")).await.form("mail_password_link");
    club.browser.send_form(&asked).await.says("An email with a link to set a password");
    let mail = latest_to(&club.office, "unn@example.net").await;
    let reset = mail
        .text()
        .lines()
        .find_map(|line| line.find("/accounts/reset").map(|at| line[at..].trim().to_owned()));
    let form = club.browser.open(&reset.expect("a link")).await.forms()[0].clone();
    club.browser.send_form(&form.with("password", "a long ship west")).await.says("Your password is set");
    let log_in = json!({"login": "Unn", "password": "a long ship west"});
    club.office.service.stranger().post("/v1/sessions", &log_in).await.must_be(201);
}

#[tokio::test]
async fn nobody_opens_the_game_invitation_or_offer_of_somebody_else() {
    let club = Club::open().await;
    let bjarni = club.office.service.person("Bjarni").await;
    let game = open_game(&club.aud, "toy", 3, json!({})).await;
    let invited = club.aud.post(&format!("{game}/invitations"), &json!({"email": "cnut@example.org"})).await;
    let invitation = invited.must_be(201)["id"].as_str().unwrap().to_owned();
    let id = game.rsplit('/').next().unwrap();
    let address = page_of(&club, "bjarni@example.org").await.0.address;
    for press in [
        vec![("press", "open"), ("game", id)],
        vec![("press", "open_invitation"), ("game", id), ("invitation", &invitation)],
        vec![("press", "join"), ("game", id)],
    ] {
        let refused = club.browser.press(&address, &press).await;
        assert_eq!(refused.0.status, 404, "{press:?}: {}", refused.0.text);
        refused.says_not("/seat/");
        assert!(refused.0.text.contains("role=\"alert\""), "{}", refused.0.text);
    }
    let offer = club.browser.press(&address, &[("press", "open_offer"), ("game", id), ("seat", "0")]).await;
    offer.says_not("<form method").says_not("Aud");
    assert_eq!(bjarni.get("/v1/me").await.status, 200);
    // Buttons that there are not.
    for press in
        [vec![("press", "sell")], vec![], vec![("press", "open")], vec![("press", "open"), ("game", "x")]]
    {
        let refused = club.browser.press(&address, &press).await;
        assert_eq!(refused.0.status, 422, "{press:?}");
        assert!(refused.0.text.contains("role=\"alert\"") && refused.0.content_type.starts_with("text/html"));
    }
}

#[tokio::test]
async fn a_seat_that_is_opened_often_has_one_link_and_it_ends_with_that_of_the_account() {
    let club = Club::open().await;
    open_game(&club.aud, "toy", 3, json!({"name": "Thing"})).await;
    let account = page_of(&club, "aud@example.org").await;
    let mut seats = std::collections::BTreeSet::new();
    for _ in 0..30 {
        let seat = club.browser.send_form(&account.form("open")).await;
        seats.insert(seat.0.address.split('?').next().unwrap().to_owned());
    }
    let links = "SELECT purpose AS value FROM mail_links ORDER BY purpose";
    assert_eq!(stored(&club.office, links), ["account", "seat"]);
    let seat = seats.pop_first().unwrap();
    assert!(seats.is_empty(), "{seats:?}");
    club.browser.send_form(&club.browser.open(&account.0.address).await.form("end_links")).await;
    assert!(club.browser.open(&seat).await.0.status >= 400, "it was opened from a link that is ended");
    assert_eq!(stored(&club.office, links), [""; 0]);
    // The owner asks for another one, and gets another link to the seat.
    club.office.after_seconds(61);
    let account = page_of(&club, "aud@example.org").await;
    let again = club.browser.send_form(&account.form("open")).await;
    again.says("Your seat at Thing");
    assert_ne!(again.0.address.split('?').next().unwrap(), seat);
}

#[tokio::test]
async fn a_link_that_was_ended_on_the_page_of_a_seat_is_not_opened_again() {
    let club = Club::open().await;
    open_game(&club.aud, "toy", 3, json!({"name": "Thing"})).await;
    let account = page_of(&club, "aud@example.org").await;
    let seat = club.browser.send_form(&account.form("open")).await;
    club.browser.send_form(&seat.form("end_links")).await;
    let again = club.browser.send_form(&account.form("open")).await;
    again.says("Your seat at Thing");
    assert_ne!(again.0.address, seat.0.address);
    assert!(club.browser.open(&seat.0.address).await.0.status >= 400);
}

#[tokio::test]
async fn what_was_made_of_a_link_by_several_steps_ends_with_it_and_mailed_links_do_not() {
    let club = Club::open().await;
    let bjarni = club.office.service.person("Bjarni").await;
    let game = open_game(&club.aud, "toy", 3, json!({"name": "Thing"})).await;
    club.aud.post(&format!("{game}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let mailed = super::link(&latest_to(&club.office, "bjarni@example.org").await);
    let account = page_of(&club, "bjarni@example.org").await;
    let invitation = club.browser.send_form(&account.form("open_invitation")).await;
    let seat = club.browser.send_form(&invitation.form("accept")).await;
    seat.says("You have a seat at this table.");
    club.browser.send_form(&club.browser.open(&account.0.address).await.form("end_links")).await;
    for opened in [&invitation, &seat] {
        assert!(club.browser.open(&opened.0.address).await.0.status >= 400, "{}", opened.0.address);
    }
    assert_eq!(club.browser.open(&mailed).await.0.status, 200);
    assert_eq!(bjarni.get("/v1/me").await.status, 200);
}

// The pages that confirm an address, set a password and change an address, by the buttons that they show.

const FIRST: &str = "a long ship west";
const SECOND: &str = "a short way home";
const THIRD: &str = "a way of my own";

/// The page of an account that the latest such mail to an address leads to.
async fn latest(office: &PostOffice, to: &str, page: &str) -> String {
    let text = latest_with(office, to, page).await.text();
    let line = text.lines().find(|line| line.contains(page)).unwrap_or_default();
    line[line.find("/accounts/").unwrap()..].trim().to_owned()
}

#[tokio::test]
async fn an_address_is_confirmed_a_password_set_and_an_address_changed_by_the_buttons_of_the_pages() {
    let office = PostOffice::open_with(1, |settings| settings.accounts.verify_addresses = true);
    let (person, browser) = (office.service.stranger(), Browser::new(&office));
    let account = json!({"name": "Aud", "email": "aud@example.org", "password": FIRST});
    person.post("/v1/accounts", &account).await.must_be(202);
    let page = browser.open(&latest(&office, "aud@example.org", "/accounts/verify?").await).await;
    page.says("The account Aud was registered with this email address.");
    let form = page.forms()[0].clone();
    assert_eq!(browser.send_form(&form.clone().with("password", "short")).await.0.status, 422);
    browser.send_form(&form.clone().with("password", THIRD)).await.says("Your address is confirmed");
    // What was given when the account was registered is no password any more, and the link sets no other.
    let log_in = async |password: &str| {
        person.post("/v1/sessions", &json!({"login": "Aud", "password": password})).await
    };
    log_in(FIRST).await.must_refuse(401, "wrong_credentials");
    log_in(THIRD).await.must_be(201);
    browser.send_form(&form.with("password", FIRST)).await.says("The password stays as it is.");
    log_in(FIRST).await.must_refuse(401, "wrong_credentials");
    person.post("/v1/accounts/reset", &json!({"email": "aud@example.org"})).await.must_be(202);
    let page = browser.open(&latest(&office, "aud@example.org", "/accounts/reset?").await).await;
    let form = page.forms()[0].clone().with("password", SECOND);
    assert_eq!(browser.send_form(&form).await.0.status, 200);
    let login = json!({"login": "Aud", "password": SECOND});
    let session = person.post("/v1/sessions", &login).await.must_be(201);
    let aud = person.with_token(session["access_token"].as_str().unwrap());
    let change = json!({"email": "new@example.org", "password": SECOND});
    let asked = aud.request(Method::POST, "/v1/me/email").json(&change);
    aud.send(asked).await.must_be(202);
    for (address, status) in [("aud@example.org", "waiting"), ("new@example.org", "changed")] {
        let page = browser.open(&latest(&office, address, "/accounts/email?").await).await;
        page.says("The account is called Aud.");
        let pressed = browser.send_form(&page.forms()[0].clone().by("answer", "confirm")).await;
        assert_eq!(pressed.0.status, 200, "{status}: {}", pressed.0.text);
    }
    let stored = "SELECT email AS value FROM accounts";
    assert_eq!(super::stored(&office, stored), ["new@example.org"]);
}
