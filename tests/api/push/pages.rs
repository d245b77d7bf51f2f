//! The page on which a browser is subscribed, as its script uses it.

use reqwest::Method;

use super::service::{Browser, PushService};
use super::{at_home, settled};
use crate::harness::{Browser as PlainBrowser, PostOffice};
use crate::pages::ask_for_page;

#[tokio::test]
async fn the_page_subscribes_tests_and_ends_and_runs_no_script_but_its_own() {
    let office = PostOffice::open_with(1, at_home);
    let aud = office.service.person("Aud").await;
    let plain = PlainBrowser::new(&office);
    let page = ask_for_page(&office, &plain, "aud@example.org").await;
    let address = page.0.address.split('?').next().unwrap().to_owned();
    let part = plain.open(&format!("{address}?show=news")).await;
    part.says("This browser can’t show notifications");
    let policy = async |path: &str| {
        let response = plain.0.request(Method::GET, path).send().await.unwrap();
        response.headers()["content-security-policy"].to_str().unwrap().to_owned()
    };
    let with_script = policy(&format!("{address}?show=news")).await;
    assert!(
        with_script.contains("script-src 'self'") && with_script.contains("worker-src 'self'"),
        "{with_script}"
    );
    assert!(!with_script.contains("unsafe-eval") && !with_script.contains("script-src 'unsafe-inline'"));
    assert!(!policy(&address).await.contains("script-src"), "no other page runs scripts");
    // Nothing in the page itself is a script.
    assert_eq!(part.0.text.matches("<script").count(), 1);
    assert!(
        part.0.text.contains("<script src=\"/push.js\" defer></script>") && !part.0.text.contains(" onclick")
    );
    let key = aud.get("/v1/push-key").await.must_be(200);
    assert!(
        part.0.text.contains(&format!("data-key=\"{}\"", key["application_server_key"].as_str().unwrap()))
    );
    let (service, browser) = (PushService::start(), Browser::new("phone"));
    let keys = browser.keys();
    let form =
        part.form("subscribe_push").with("endpoint", &service.endpoint("phone")).with("label", "My <phone>");
    let form =
        form.with("p256dh", keys["p256dh"].as_str().unwrap()).with("auth", keys["auth"].as_str().unwrap());
    let subscribed = plain.send_form(&form).await;
    subscribed.says("This device shows your notifications now.").says("My <phone>, since");
    assert!(!subscribed.0.text.contains("My <phone>") && !subscribed.0.text.contains("capability"));
    plain.send_form(&subscribed.form("test_push")).await.says("The test is on its way.");
    settled(&office).await;
    assert_eq!(service.pushed()[0].read_by(&browser)["body"], "Notifications work on this device.");
    let refused = plain.send_form(&part.form("subscribe_push").with("endpoint", "https://10.0.0.1/")).await;
    assert_eq!(refused.0.status, 422);
    plain.send_form(&subscribed.form("end_push")).await.says("This device gets no more notifications.");
    // Whoever ends the link of the page ends what was subscribed there.
    plain.send_form(&form).await.says("This device shows your notifications now.");
    plain.send_form(&plain.open(&address).await.form("end_links")).await;
    assert_eq!(office.service.database.texts("SELECT id::text AS value FROM push_subscriptions"), [""; 0]);
    assert_eq!(plain.send_form(&form).await.0.status, 404);
}

#[tokio::test]
async fn the_scripts_are_files_of_their_own_without_any_secret() {
    let office = PostOffice::open_with(0, at_home);
    let stranger = office.service.stranger();
    for path in ["/push.js", "/service-worker.js"] {
        let response = stranger.request(Method::GET, path).send().await.unwrap();
        assert_eq!(response.status(), 200);
        assert_eq!(response.headers()["content-type"], "text/javascript; charset=utf-8");
        assert_eq!(response.headers()["x-content-type-options"], "nosniff");
        let tag = response.headers()["etag"].clone();
        let text = response.text().await.unwrap();
        for forbidden in ["eval(", "innerHTML", "\"fetch\"", "caches", "importScripts", "http:"] {
            assert!(!text.contains(forbidden), "{path}: {forbidden}");
        }
        let again = stranger.request(Method::GET, path).header("If-None-Match", tag).send().await.unwrap();
        assert_eq!(again.status(), 304);
    }
}
