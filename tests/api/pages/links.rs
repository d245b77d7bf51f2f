//! Attacks on links: guessed, used for something else, used by another account, after recovery, by programs that follow
//! every link.

use reqwest::Method;
use serde_json::json;

use super::{Club, ask_for_page, latest_with, link, stored};
use crate::harness::Browser;

const PAGES: [&str; 5] = ["seat", "invite", "offer", "account", "sign-up"];

fn token(page: &str) -> &str {
    page.split('?').next().unwrap().rsplit('/').next().unwrap()
}

/// A link of each kind, all mailed to Bjarni but that for signing up.
async fn links(club: &Club) -> Vec<String> {
    let bjarni = club.office.service.person("Bjarni").await;
    let mut links = Vec::new();
    let (_, invitation) = club.invite("bjarni@example.org", 3).await;
    links.push(invitation.clone());
    let seated = club.browser.send_form(&club.browser.open(&invitation).await.form("accept")).await;
    links.push(seated.0.address.split('?').next().unwrap().to_owned());
    for email in ["bjarni@example.org", "new@example.net"] {
        links.push(ask_for_page(&club.office, &club.browser, email).await.0.address);
    }
    assert_eq!(bjarni.get("/v1/me").await.status, 200);
    links
}

#[tokio::test]
async fn a_link_opens_one_kind_of_page_and_cannot_be_guessed() {
    let club = Club::open().await;
    let links = links(&club).await;
    for own in &links {
        let secret = token(own);
        assert_eq!(secret.len(), 43, "16 bytes of an id and 16 of a secret: {own}");
        assert!("https://games.example.org".len() + own.len() <= 80, "{own}");
        assert_eq!(club.browser.open(own).await.0.status, 200, "{own}");
        let mut other = secret.to_owned();
        other.replace_range(40..41, if &secret[40..41] == "A" { "E" } else { "A" });
        for page in PAGES {
            let is_own = own.starts_with(&format!("/{page}/"));
            for wrong in [secret, &other, &secret[..42], "x", ""].iter().skip(usize::from(is_own)) {
                let address = format!("/{page}/{wrong}");
                let opened = club.browser.open(&address).await;
                let expected = if wrong.is_empty() { opened.0.status } else { 404 };
                assert_eq!(opened.0.status, expected, "{address}: {}", opened.0.text);
                assert!(
                    !opened.0.text.contains("Bjarni") && !opened.0.text.contains("Þ"),
                    "{}",
                    opened.0.text
                );
                let pressed = club.browser.press(&address, &[("press", "end_links")]).await;
                assert!(pressed.0.status >= 400, "{address}");
            }
        }
        // A link is no token of the API.
        club.aud.with_token(secret).get("/v1/me").await.must_refuse(401, "token_invalid");
    }
    for hash in stored(&club.office, "SELECT encode(secret_hash, 'base64') AS value FROM mail_links") {
        assert!(links.iter().all(|link| !link.contains(hash.trim_end_matches('='))));
    }
}

#[tokio::test]
async fn programs_that_follow_every_link_change_nothing() {
    let club = Club::open().await;
    let links = links(&club).await;
    let all = "SELECT (SELECT count(*) FROM accounts)::text || (SELECT count(*) FROM seats)::text \
               || (SELECT count(*) FROM mail_links)::text || (SELECT count(*) FROM mails)::text \
               || (SELECT string_agg(state, '') FROM invitations)::text AS value";
    let before = stored(&club.office, all);
    for page in &links {
        for method in [Method::GET, Method::HEAD] {
            let request = club.browser.0.request(method, page);
            let opened = club.browser.0.send(request).await;
            assert_eq!(opened.status, 200, "{page}");
        }
        let opened = club.browser.open(page).await;
        for inner in opened.links("/").iter().chain(&opened.links("?")) {
            let address = if inner.starts_with('?') { format!("{page}{inner}") } else { inner.clone() };
            club.browser.open(&address).await;
        }
        assert!(!opened.0.text.contains("<script") && !opened.0.text.contains(" src="), "{}", opened.0.text);
    }
    assert_eq!(stored(&club.office, all), before);
}

#[tokio::test]
async fn no_page_may_be_kept_framed_or_named_to_another() {
    let club = Club::open().await;
    for page in links(&club).await.iter().map(String::as_str).chain(["/account"]) {
        let response = club.browser.0.request(Method::GET, page).send().await.unwrap();
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("cache-control"), "no-store", "{page}");
        assert_eq!(header("referrer-policy"), "no-referrer", "{page}");
        let policy = header("content-security-policy");
        assert!(
            policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
    }
}

#[tokio::test]
async fn everything_mailed_before_a_recovery_is_dead_after_it_and_gives_no_order() {
    let club = Club::open().await;
    let links = links(&club).await;
    let of_account = &links[..3];
    let asked = club.browser.open(&format!("{}?show=settings", links[2])).await.form("mail_password_link");
    club.browser.send_form(&asked).await.says("on its way");
    let mail = latest_with(&club.office, "bjarni@example.org", "/accounts/reset").await;
    let reset = json!({"token": crate::passwords::token(&mail), "password": "a longer ship west"});
    assert_eq!(club.browser.0.post("/v1/accounts/reset/confirm", &reset).await.status, 204);
    for page in of_account {
        let dead = club.browser.open(page).await;
        assert!([404, 410].contains(&dead.0.status), "{page}: {}", dead.0.text);
        dead.says_not("<form method").says_not("Bjarni");
        for press in ["decline", "leave", "end_links", "tick_orders", "mail_account_link"] {
            assert!(club.browser.press(page, &[("press", press)]).await.0.status >= 400, "{page} {press}");
        }
    }
    let seats = "SELECT count(*)::text AS value FROM seats WHERE account_id IS NOT NULL";
    assert_eq!(stored(&club.office, seats), ["2"]);
    // The address still owns the account: it gets new links.
    club.office.after_seconds(61);
    ask_for_page(&club.office, &club.browser, "bjarni@example.org").await.says("Bjarni’s page");
}

#[tokio::test]
async fn a_link_does_for_its_own_account_what_it_does_whoever_is_logged_in() {
    let club = Club::open().await;
    let links = links(&club).await;
    // Aud's browser sends Aud's token along; the page is Bjarni's all the same, and nothing is done for Aud.
    let auds = Browser(club.aud.clone());
    let page = auds.open(&links[1]).await;
    assert!(!page.can("invite"), "the owner's buttons are not for the seat of another");
    let invite = [("press", "invite"), ("who", "unn@example.net")];
    assert_eq!(auds.press(&links[1], &invite).await.0.status, 403);
    auds.send_form(&page.form("leave")).await.says("You left the table.");
    let left = "SELECT name AS value FROM seats JOIN accounts ON accounts.id = account_id";
    assert_eq!(stored(&club.office, left), ["Aud"]);
}

#[tokio::test]
async fn whoever_holds_a_forwarded_mail_is_locked_out_with_one_tap() {
    let club = Club::open().await;
    let links = links(&club).await;
    for page in [&links[1], &links[2]] {
        let ended = club.browser.send_form(&club.browser.open(page).await.form("end_links")).await;
        ended.says("are invalid now");
        assert_eq!(club.browser.open(page).await.0.status, 404);
    }
    let fresh = link(&latest_with(&club.office, "bjarni@example.org", "/seat/").await);
    assert_eq!(club.browser.open(&fresh).await.0.status, 200);
}

#[tokio::test]
async fn a_link_to_an_account_lasts_a_week_and_a_banned_account_opens_nothing() {
    let club = Club::open().await;
    let links = links(&club).await;
    let ban = "INSERT INTO bans SELECT id, id, 'x', '2026-11-20' FROM accounts WHERE name = 'Bjarni'";
    club.office.tamper(ban);
    for page in &links[..3] {
        let dead = club.browser.open(page).await;
        assert_eq!(dead.0.status, 403, "{page}: {}", dead.0.text);
        dead.says("banned").says_not("<form method");
    }
    club.office.tamper("DELETE FROM bans");
    club.office.after_seconds(7 * 86_400 + 1);
    assert_eq!(club.browser.open(&links[2]).await.0.status, 410);
    assert_eq!(
        club.browser.open(&links[1]).await.0.status,
        200,
        "a seat's link lasts until a newer one is a week old"
    );
}
