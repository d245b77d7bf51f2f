//! The icons, and the files that browsers and search engines ask for.

use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service};

/// The bytes of an answer, with its type.
async fn file(person: &Person, address: &str) -> (String, Vec<u8>) {
    let response = person.request(Method::GET, address).send().await.unwrap();
    assert_eq!(response.status().as_u16(), 200, "{address}");
    let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
    assert!(header("cache-control").starts_with("public, max-age="), "{address}");
    let (tag, content_type) = (header("etag"), header("content-type"));
    let again = person.request(Method::GET, address).header("If-None-Match", tag).send().await.unwrap();
    assert_eq!(again.status().as_u16(), 304, "{address}");
    (content_type, response.bytes().await.unwrap().to_vec())
}

/// The width and the height of a PNG.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn the_icons_have_the_sizes_that_manifest_and_pages_name() {
    let service = Service::start();
    let stranger = service.stranger();
    let (content_type, manifest) = file(&stranger, "/manifest.webmanifest").await;
    assert_eq!(content_type, "application/manifest+json");
    let manifest: Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!((&manifest["start_url"], &manifest["display"]), (&json!("/home"), &json!("standalone")));
    assert_eq!(
        (&manifest["lang"], manifest["name"].as_str()),
        (&json!("en"), Some(&*service.app.settings.club.name))
    );
    let icons = manifest["icons"].as_array().unwrap();
    assert!(icons.iter().any(|icon| icon["purpose"] == "maskable") && icons.len() == 4);
    for icon in icons {
        let (content_type, png) = file(&stranger, icon["src"].as_str().unwrap()).await;
        let (width, height) = size(&png);
        assert_eq!(
            (content_type.as_str(), json!(format!("{width}x{height}"))),
            ("image/png", icon["sizes"].clone())
        );
    }
    let (_, touch) = file(&stranger, "/apple-touch-icon.png").await;
    assert_eq!(size(&touch), (180, 180));
    let (_, ico) = file(&stranger, "/favicon.ico").await;
    let length = u32::from_le_bytes(ico[14..18].try_into().unwrap()) as usize;
    let start = u32::from_le_bytes(ico[18..22].try_into().unwrap()) as usize;
    assert_eq!((&ico[..8], start + length), (&[0, 0, 1, 0, 1, 0, 48, 48][..], ico.len()));
    assert_eq!(size(&ico[start..]), (48, 48));
    let (content_type, svg) = file(&stranger, "/favicon.svg").await;
    assert!(content_type == "image/svg+xml" && svg.starts_with(b"<svg "));
    let page = stranger.get("/account").await;
    for link in ["/favicon.svg", "/favicon.ico", "/apple-touch-icon.png", "/manifest.webmanifest"] {
        assert!(page.text.contains(&format!("href=\"{link}\"")), "{link}");
    }
    let swedish = stranger.request(Method::GET, "/manifest.webmanifest").header("Accept-Language", "sv");
    assert_eq!(stranger.send(swedish).await.json["lang"], "sv");
}

/// May a search engine visit this path, by the longest rule that fits?
fn allows(robots: &str, path: &str) -> bool {
    let rules = robots.lines().filter_map(|line| line.split_once(": "));
    let rules = rules.filter(|(kind, begin)| ["Allow", "Disallow"].contains(kind) && path.starts_with(begin));
    rules.max_by_key(|(_, begin)| begin.len()).is_none_or(|(kind, _)| kind == "Allow")
}

#[tokio::test]
async fn search_engines_are_kept_to_public_pages() {
    let service = Service::start();
    let (content_type, robots) = file(&service.stranger(), "/robots.txt").await;
    assert!(content_type.starts_with("text/plain"));
    let robots = String::from_utf8(robots).unwrap();
    assert!(robots.starts_with("User-agent: *\n"));
    for path in [
        "/games/1",
        "/games/1/picture.png",
        "/clubs",
        "/clubs/1",
        "/competitions",
        "/competitions/1/standings.png",
        "/rules",
        "/rules/nord",
        "/docs/guide",
        "/icon-192.png",
    ] {
        assert!(allows(&robots, path), "{path}");
    }
    for path in [
        "/seat/x",
        "/invite/x",
        "/offer/x",
        "/account",
        "/account/x",
        "/sign-up/x",
        "/unsubscribe/x",
        "/home",
        "/play/x",
        "/notifications/refuse",
        "/accounts/verify",
        "/v1/games",
    ] {
        assert!(!allows(&robots, path), "{path}");
    }
}
