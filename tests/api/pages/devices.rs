//! A remembered device: getting it, what it opens, and everything that must not pass for it.

use serde_json::json;

use super::seat::Called;
use super::{Club, ask_for_page, code, count_to, latest_to, latest_with, open_game, stored};
use crate::harness::{Browser, CookieBrowser, Crafted, Page, PostOffice, WebForm};

const AUD: &str = "aud@example.org";

/// The address of Aud's own page, by a mailed link.
async fn own_page(club: &Club) -> String {
    own_page_of(&club.office, &club.browser, AUD).await
}

async fn own_page_of(office: &PostOffice, asking: &Browser, email: &str) -> String {
    without_query(&ask_for_page(office, asking, email).await)
}

fn without_query(page: &Page) -> String {
    page.0.address.split('?').next().unwrap().to_owned()
}

/// A browser that Aud's page remembers.
async fn remembered(club: &Club) -> CookieBrowser {
    let browser = CookieBrowser::new(&club.office);
    let page = browser.open(&own_page(club).await).await;
    remember(&club.office, &browser, &page, AUD).await.says("This device is remembered");
    browser
}

/// Asks for the code on a member's own page, and types it.
async fn remember(office: &PostOffice, browser: &CookieBrowser, page: &Page, email: &str) -> Page {
    let form = code_form(office, browser, page, email).await;
    browser.send_form(&form).await
}

/// The form to remember a browser, with the code that was mailed.
async fn code_form(office: &PostOffice, browser: &CookieBrowser, page: &Page, email: &str) -> WebForm {
    let asked = browser.send_form(&page.form("mail_code")).await;
    asked.says("An email with a code is on its way");
    let mail = latest_with(office, email, "wants that browser to be remembered").await;
    let page = browser.open(&without_query(&asked)).await;
    page.form("remember_device").with("code", &code(&mail))
}

fn count(club: &Club) -> usize {
    stored(&club.office, "SELECT id::text AS value FROM devices").len()
}

#[tokio::test]
async fn a_remembered_device_opens_the_page_and_the_games_of_its_member_without_a_link() {
    let called = Called::to("landnam").await;
    let name = called.table.player(called.seat).name.clone();
    let email = format!("{}@example.org", name.to_lowercase());
    let browser = CookieBrowser::new(&called.office);
    let page = ask_for_page(&called.office, &called.browser, &email).await;
    remember(&called.office, &browser, &page, &email).await.says("This device is remembered");
    let reported = latest_with(&called.office, &email, "now opens your pages").await;
    assert!(reported.subject().contains("Firefox on Android"), "{}", reported.subject());
    let home = browser.open("/home").await;
    home.says(&format!("{name}’s page")).says("It is your move");
    assert!(!home.can("open"), "a device needs no link of its own: {}", home.0.text);
    let seat = home.links("/play/").remove(0);
    assert_eq!(seat, format!("/play/{}", called.table.id));
    // A whole step is made there, and the record taken along.
    let before = called.version();
    let option = browser.open(&seat).await.options().remove(0);
    let preview = browser.open(&format!("{seat}{option}")).await;
    let act = preview.forms().into_iter().find(|form| form.value("press") == Some("act")).expect("a move");
    assert_eq!(act.action.split('?').next(), Some(seat.as_str()));
    browser.send_form(&act).await.says("Done.");
    assert_ne!(called.version(), before);
    assert_eq!(browser.open(&format!("{seat}/record")).await.0.content_type, "application/json");
    // A year after it was used last it is not remembered any more; used in between, it is.
    for days in [360, 360] {
        called.office.after_seconds(days * 86_400);
        browser.open("/home").await.says(&format!("{name}’s page"));
    }
    called.office.after_seconds(367 * 86_400);
    browser.open("/home").await.says("Enter your email address");
}

#[tokio::test]
async fn a_browser_without_a_device_is_asked_for_an_address_wherever_a_feed_leads() {
    let club = Club::open().await;
    let game = open_game(&club.aud, "toy", 2, json!({"bots": ["random"]})).await;
    let id = game.rsplit('/').next().unwrap();
    let unknown = "01a1f8d3-ea00-75ee-b7c2-d97df24f3bfa";
    let browser = CookieBrowser::new(&club.office);
    let asked = browser.open("/home").await;
    asked.says("Enter your email address");
    for game in [id, unknown] {
        assert_eq!(browser.open(&format!("/play/{game}")).await.0.text, asked.0.text);
    }
    // Nobody learns from a device of their own which private games of others there are.
    let stranger = CookieBrowser::new(&club.office);
    club.office.service.person("Bjarni").await;
    let page = ask_for_page(&club.office, &club.browser, "bjarni@example.org").await;
    remember(&club.office, &stranger, &page, "bjarni@example.org").await.says("This device is remembered");
    let of = |page: Page, game: &str| (page.0.status, page.0.text.replace(game, "GAME"));
    let private = of(stranger.open(&format!("/play/{id}")).await, id);
    assert_eq!(private, of(stranger.open(&format!("/play/{unknown}")).await, unknown));
}

#[tokio::test]
async fn a_form_of_another_site_does_nothing_whatever_it_says() {
    let club = Club::open().await;
    let browser = remembered(&club).await;
    let page = browser.open("/home?show=settings").await;
    let form = page.form("set_profile").with("name", "Owned");
    let fields: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let token = form.value("form_token").expect("a token").to_owned();
    let without: Vec<(&str, &str)> =
        fields.iter().copied().filter(|(name, _)| *name != "form_token").collect();
    let own = browser.origin().to_owned();
    let port = own.rsplit(':').next().unwrap();
    let foreign = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        String::new(),
        format!("{own}.evil.example"),
        format!("http://evil.example@127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        "http://127.0.0.1".to_owned(),
        format!("http://127.0.0.1:{port}0"),
        format!("{own}/"),
        format!("{own} https://evil.example"),
        "file://".to_owned(),
    ];
    let mut refused = 0;
    for origin in &foreign {
        // With and without the token, which a site can't read, but somebody who was shown the page may know.
        for fields in [&fields, &without] {
            let crafted = Crafted { origin: Some(origin), fields, cookie: None };
            let answer = browser.post("/home", &crafted).await;
            assert_eq!(answer.0.status, 403, "{origin}: {}", answer.0.text);
            refused += 1;
        }
    }
    let mut half = token.clone();
    half.truncate(16);
    for token in ["", "x", &half, &"0".repeat(32), &format!("{token}0"), &token.to_uppercase()] {
        let mut fields = without.clone();
        fields.push(("form_token", token));
        let crafted = Crafted { origin: Some(&own), fields: &fields, cookie: None };
        assert_eq!(browser.post("/home", &crafted).await.0.status, 403, "{token}");
        refused += 1;
    }
    let no_origin = Crafted { origin: None, fields: &fields, cookie: None };
    assert_eq!(browser.post("/home", &no_origin).await.0.status, 403);
    let no_token = Crafted { origin: Some(&own), fields: &without, cookie: None };
    assert_eq!(browser.post("/home", &no_token).await.0.status, 403);
    assert!(refused >= 28, "{refused}");
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["name"], "Aud");
    // Sent by its own page the same form is taken.
    browser.send_form(&form).await.says("Your profile was saved.");
}

#[tokio::test]
async fn a_form_of_another_device_of_the_same_member_is_not_of_this_page() {
    let club = Club::open().await;
    let (one, other) = (remembered(&club).await, remembered(&club).await);
    assert_eq!(count(&club), 2);
    let form = one.open("/home?show=settings").await.form("set_profile").with("name", "Owned");
    assert_eq!(other.send_form(&form).await.0.status, 403);
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["name"], "Aud");
}

#[tokio::test]
async fn a_cookie_is_good_for_pages_alone_and_only_as_a_whole() {
    let club = Club::open().await;
    let game = open_game(&club.aud, "toy", 2, json!({"bots": ["random"]})).await;
    let browser = remembered(&club).await;
    let cookie = browser.cookie.borrow().clone().unwrap();
    let (name, value) = cookie.split_once('=').unwrap();
    // The API reads none.
    for path in ["/v1/me", "/v1/me/inbox", &format!("{game}/view"), "/v1/me/tokens"] {
        let request = club.office.service.stranger();
        let request =
            request.send(request.request(reqwest::Method::GET, path).header("Cookie", &cookie)).await;
        assert!([401, 404].contains(&request.status), "{path}: {}", request.text);
    }
    // Nor does a cookie pass for a link, or a link for a cookie.
    for page in ["/account/", "/seat/", "/invite/", "/offer/", "/sign-up/"] {
        let answer = Browser::new(&club.office).open(&format!("{page}{value}")).await;
        assert_eq!(answer.0.status, 404, "{page}");
    }
    let own = own_page(&club).await;
    let wrong = [
        String::new(),
        "x".to_owned(),
        value[..42].to_owned(),
        format!("{value}A"),
        value.to_lowercase(),
        own.rsplit('/').next().unwrap().to_owned(),
        format!("{}{}", &value[..22], "A".repeat(21)),
    ];
    for wrong in wrong {
        browser.cookie.replace(Some(format!("{name}={wrong}")));
        browser.open("/home").await.says("Enter your email address");
    }
    // What an attacker sets in a browser stays unknown: a device is remembered under a secret of the service's own.
    let planted = format!("{name}=AaH40-oAdymSr6LL6bjX1IYAkUGeV74eSn0-r6tDqYI");
    browser.cookie.replace(Some(planted.clone()));
    let page = browser.open(&own_page(&club).await).await;
    club.office.after_seconds(61);
    remember(&club.office, &browser, &page, AUD).await.says("This device is remembered");
    assert_ne!(browser.cookie.borrow().clone().unwrap(), planted);
    let thief = CookieBrowser::new(&club.office);
    thief.cookie.replace(Some(planted));
    thief.open("/home").await.says("Enter your email address");
}

#[tokio::test]
async fn whatever_shuts_a_thief_out_ends_devices_and_what_they_led_to() {
    for way in ["sign_out", "end_device", "end_links", "reset", "sessions", "ban", "delete"] {
        let club = Club::open().await;
        let browser = remembered(&club).await;
        let stale = browser.open("/home?show=settings").await.form("set_profile").with("name", "Owned");
        let cookie = browser.cookie.borrow().clone();
        // A link that a page of the device led to.
        let bjarni = club.office.service.person("Bjarni").await;
        let game = open_game(&bjarni, "toy", 2, json!({})).await;
        bjarni.post(&format!("{game}/invitations"), &json!({"name": "Aud"})).await.must_be(201);
        let invitation = browser.send_form(&browser.open("/home").await.form("open_invitation")).await;
        invitation.says("Bjarni");
        let invitation = invitation.0.address;
        match way {
            "sign_out" => {
                let access = browser.open("/home?show=access").await;
                browser.send_form(&access.form("end_device")).await.says("You are signed out on this device");
            }
            "end_device" => {
                let access = club.browser.open(&format!("{}?show=access", own_page(&club).await)).await;
                club.browser.send_form(&access.form("end_device")).await.says("not remembered any more");
            }
            "end_links" => {
                let page = club.browser.open(&own_page(&club).await).await;
                club.browser.send_form(&page.form("end_links")).await;
            }
            "reset" => {
                let email = json!({"email": "aud@example.org"});
                club.office.service.stranger().post("/v1/accounts/reset", &email).await.must_be(202);
                let mail = latest_with(&club.office, "aud@example.org", "/accounts/reset").await;
                let text = mail.text();
                let (_, token) = text.split_once("/accounts/reset?token=").unwrap();
                let token = token.split_whitespace().next().unwrap();
                let reset = json!({"token": token, "password": "a longer ship west"});
                club.office.service.stranger().post("/v1/accounts/reset/confirm", &reset).await.must_be(204);
            }
            "sessions" => {
                club.aud.delete("/v1/me/sessions").await.must_be(204);
            }
            "ban" => club.office.tamper(&format!(
                "INSERT INTO bans (account_id, banned_by, reason, banned_at) SELECT id, id, 'x', created_at FROM accounts WHERE id = '{}'",
                club.aud.id
            )),
            _ => {
                club.aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
            }
        }
        browser.cookie.replace(cookie);
        let shown = browser.open("/home").await;
        assert!(!shown.0.text.contains("Aud’s page"), "{way}: {}", shown.0.text);
        browser.send_form(&stale).await;
        let named = stored(&club.office, "SELECT 'x' AS value FROM accounts WHERE name = 'Owned'");
        assert!(named.is_empty(), "{way}");
        let dead = Browser::new(&club.office).open(&invitation).await;
        assert!([404, 410, 403].contains(&dead.0.status), "{way}: {}", dead.0.text);
    }
}

#[tokio::test]
async fn a_second_member_on_the_same_browser_takes_the_place_of_the_first() {
    let club = Club::open().await;
    let browser = remembered(&club).await;
    let before = browser.cookie.borrow().clone();
    club.office.service.person("Bjarni").await;
    let own = own_page_of(&club.office, &club.browser, "bjarni@example.org").await;
    // The link of another member wins over the cookie: the page is Bjarni's, and so is what is pressed there.
    let page = browser.open(&own).await;
    page.says("Bjarni’s page").says_not("Aud");
    let settings = browser.open(&format!("{own}?show=settings")).await;
    browser.send_form(&settings.form("set_profile").with("about", "From Iceland")).await;
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["about"], "");
    browser.open("/home").await.says("Aud’s page");
    remember(&club.office, &browser, &page, "bjarni@example.org").await.says("Bjarni’s page");
    browser.open("/home").await.says("Bjarni’s page").says_not("Aud");
    // The device that the browser was is gone.
    assert_eq!(count(&club), 1);
    browser.cookie.replace(before);
    browser.open("/home").await.says("Enter your email address");
}

#[tokio::test]
async fn pages_of_a_device_are_framed_and_kept_by_nobody() {
    let club = Club::open().await;
    let browser = remembered(&club).await;
    let cookie = browser.cookie.borrow().clone().unwrap();
    let game = open_game(&club.aud, "toy", 2, json!({"bots": ["random"]})).await;
    let seat = format!("/play/{}", game.rsplit('/').next().unwrap());
    let client = reqwest::Client::builder().no_proxy().build().unwrap();
    for path in ["/home", "/home?show=access", &seat] {
        let request = client.get(format!("{}{path}", browser.origin())).header("Cookie", &cookie);
        let response = request.send().await.unwrap();
        let header = |name| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("x-frame-options"), "DENY", "{path}");
        assert!(header("content-security-policy").contains("frame-ancestors 'none'"), "{path}");
        assert_eq!(header("cache-control"), "no-store", "{path}");
        // Browsers send no `Origin` with a form under the policy of pages with a secret address.
        assert_eq!(header("referrer-policy"), "same-origin", "{path}");
    }
}

#[tokio::test]
async fn a_mailed_link_works_as_before_whatever_cookie_is_sent() {
    let club = Club::open().await;
    let browser = remembered(&club).await;
    let own = own_page(&club).await;
    let settings = format!("{own}?show=settings");
    let form = club.browser.open(&settings).await.form("set_profile").with("about", "Deep-minded");
    assert_eq!(form.value("form_token"), None);
    // Mail programs open links in browsers that name no origin, or another one.
    let fields: Vec<(&str, &str)> =
        form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    for origin in [None, Some("null"), Some("https://mail.example")] {
        let answer = browser.post(&own, &Crafted { origin, fields: &fields, cookie: None }).await;
        answer.says("Your profile was saved.");
    }
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["about"], "Deep-minded");
}

#[tokio::test]
async fn an_account_has_at_most_twenty_devices_and_ends_them_one_by_one() {
    let club = Club::open().await;
    let browser = remembered(&club).await;
    club.office.tamper(&format!(
        "INSERT INTO devices SELECT account_id, gen_random_uuid(), decode(md5(n::text), 'hex'), 'Desk ' || n, \
         created_at, last_used_at FROM devices, generate_series(1, 19) n WHERE account_id = '{}'",
        club.aud.id
    ));
    let another = CookieBrowser::new(&club.office);
    let page = another.open(&own_page(&club).await).await;
    club.office.after_seconds(61);
    remember(&club.office, &another, &page, AUD).await.says("20 devices can be remembered.");
    assert_eq!(count(&club), 20);
    let access = browser.open("/home?show=access").await;
    let desk = access.forms().into_iter().find(|form| form.text.contains("Desk 7,")).unwrap();
    browser.send_form(&desk).await.says("The device is not remembered any more.").says_not("Desk 7,");
    assert_eq!(count(&club), 19);
}

#[tokio::test]
async fn one_code_typed_at_two_browsers_at_once_remembers_one() {
    let club = Club::open().await;
    let (one, other) = (CookieBrowser::new(&club.office), CookieBrowser::new(&club.office));
    let page = one.open(&own_page(&club).await).await;
    let form = code_form(&club.office, &one, &page, AUD).await;
    tokio::join!(one.send_form(&form), other.send_form(&form));
    assert_eq!(count(&club), 1);
    let told = count_to(&club.office, "aud@example.org");
    latest_to(&club.office, "aud@example.org").await;
    assert!(count_to(&club.office, "aud@example.org") <= told + 1);
}

#[tokio::test]
async fn a_link_in_a_mail_about_a_game_does_not_lead_to_the_rest_of_the_account() {
    let called = Called::to("landnam").await;
    let seat = CookieBrowser::new(&called.office);
    let page = seat.open(&called.page).await;
    let home = page.links("/home").remove(0);
    seat.open(&home).await.says("Enter your email address");
    assert!(!page.can("remember_device") && !page.can("mail_code"));
}
