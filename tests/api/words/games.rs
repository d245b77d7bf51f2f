//! Whole games by a client that has no sentence, fills nothing in, and reads nothing between two steps of its own.

use rand::seq::IndexedRandom;
use serde_json::{Value, json};

use super::{
    LANGUAGES, NAMES, ask, decisions_must_be_said, list, must_be_said, must_fit, position_must_be_said,
    sentences,
};
use crate::harness::{Service, Table, seeded_dice};

/// What a game showed.
#[derive(Debug, Default)]
struct Shown {
    steps: usize,
    /// Requests other than steps.
    reads: usize,
    /// Steps after which the same seat went on.
    went_on: usize,
    events: usize,
    told: usize,
    types: Vec<String>,
    is_over: bool,
}

/// Plays with ready requests alone, each seat in a language of its own, for so many steps at most.
async fn play(ruleset: &str, most: usize, seed: u64) -> Shown {
    let service = Service::start();
    let people = service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let mut dice = seeded_dice(seed);
    let mut shown = Shown::default();
    let mut awaited = table.awaited().await;
    while let Some(seat) = awaited.first().copied().filter(|_| shown.steps < most) {
        let (player, language) = (table.player(seat), LANGUAGES[seat]);
        let path = format!("{}/legal?include=texts,requests,view", table.path);
        let first = ask(player, language, &path, None, &[]).await.must_be_in(language);
        shown.reads += 1;
        must_fit("LegalActions", &first);
        let mut decisions = first["decisions"].clone();
        loop {
            decisions_must_be_said(&decisions);
            let ready = |legal: &Value| {
                let requests = list(&legal["requests"]).to_vec();
                assert_eq!(requests.len(), list(&legal["actions"]).len());
                let blocks = legal["decision"]["blocking"] == true;
                assert!(!blocks || !requests.is_empty(), "nothing is ready: {legal}");
                if blocks { requests } else { Vec::new() }
            };
            let requests: Vec<Value> = list(&decisions).iter().flat_map(ready).collect();
            let Some(request) = requests.choose(&mut dice) else { break };
            shown.types.push(request["action"]["type"].as_str().unwrap().to_owned());
            let path = format!("{}/actions?include=texts,requests,view", table.path);
            let reply = ask(player, language, &path, Some(request), &[]).await.must_be_in(language);
            must_fit("ActionResult", &reply);
            shown.steps += 1;
            for event in list(&reply["events"]) {
                let text = event["text"].as_str().unwrap();
                shown.events += 1;
                if !text.is_empty() {
                    must_be_said(text);
                    shown.told += 1;
                }
            }
            if shown.steps % 5 == 0 || !reply["outcome"].is_null() {
                let path = format!("{}/view?include=texts", table.path);
                let view = ask(player, language, &path, None, &[]).await.must_be_in(language);
                must_fit("GameView", &view);
                assert_eq!(reply["view"], view);
                position_must_be_said(&view);
            }
            awaited = awaited_of(&reply);
            decisions = reply["legal"].clone();
            if !awaited.contains(&seat) || shown.steps >= most {
                break;
            }
            shown.went_on += 1;
        }
    }
    shown.is_over = awaited.is_empty();
    shown
}

fn awaited_of(reply: &Value) -> Vec<usize> {
    let blocking = list(&reply["awaited"]).iter().filter(|open| open["blocking"] == true);
    blocking.map(|open| usize::try_from(open["seat"].as_u64().unwrap()).unwrap()).collect()
}

fn must_show_a_whole_game(shown: &Shown) {
    println!("{} steps, {} reads, {} events", shown.steps, shown.reads, shown.events);
    assert!(shown.is_over, "{shown:?}");
    // Each read is the first one of a seat that others have made wait; every step after it is one request.
    assert_eq!(shown.reads, shown.steps - shown.went_on, "{shown:?}");
    // A log is silent about much, such as the end of a turn, after which the next one begins.
    assert!(shown.told * 2 > shown.events, "{shown:?}");
}

#[tokio::test]
async fn a_client_without_a_sentence_shows_a_whole_game_of_nord_in_four_languages() {
    must_show_a_whole_game(&play("nord", 400, 3).await);
}

#[tokio::test]
async fn a_client_without_a_sentence_shows_a_whole_game_of_landnam_in_four_languages() {
    let shown = play("landnam", 4_000, 4).await;
    must_show_a_whole_game(&shown);
    assert!(shown.went_on > 30, "{shown:?}");
}

#[tokio::test]
async fn a_client_without_a_sentence_shows_a_whole_game_of_the_settlers_and_its_discards_in_four_languages() {
    let shown = play("settlers", 4_000, 5).await;
    must_show_a_whole_game(&shown);
    assert!(shown.types.iter().any(|kind| kind == "discard"), "{shown:?}");
}

#[tokio::test]
async fn a_take_back_brings_along_what_was_requested_and_a_repeat_brings_the_same() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("nord", &people).await;
    let seat = table.awaited().await[0];
    let player = table.player(seat);
    let legal = ask(player, "sv", &format!("{}/legal?include=requests", table.path), None, &[]).await;
    assert_eq!(legal.header("content-language"), "");
    let request = list(&legal.json["decisions"][0]["requests"])[0].clone();
    assert_eq!(list(&legal.json["decisions"])[0].get("texts"), None);
    let path = format!("{}/actions?include=texts&include=view", table.path);
    let under = [("Idempotency-Key", "once")];
    let first = ask(player, "sv", &path, Some(&request), &under).await;
    let again = ask(player, "sv", &path, Some(&request), &under).await;
    assert_eq!(first.text, again.text);
    let body = first.must_be_in("sv");
    // Another language, and nothing at all, of the same reply.
    let german = ask(player, "de", &path, Some(&request), &under).await.must_be_in("de");
    assert_ne!(german["events"][0]["text"], body["events"][0]["text"]);
    let plain = format!("{}/actions", table.path);
    let plain = ask(player, "de", &plain, Some(&request), &under).await;
    assert_eq!((plain.status, plain.header("content-language")), (200, ""));
    assert!(!plain.text.contains("\"text") && plain.json.get("view").is_none(), "{}", plain.text);
    assert_eq!(plain.json["events"][0]["event"], body["events"][0]["event"]);

    let options = table.legal(seat).await["take_back"]["versions"].clone();
    let version = json!({"version": options[0]});
    let path = format!("{}/take-back?include=texts,requests,view", table.path);
    let back = ask(player, "nn", &path, Some(&version), &[]).await.must_be_in("nn");
    must_fit("ActionResult", &back);
    decisions_must_be_said(&back["legal"]);
    let path = format!("{}/view?include=texts", table.path);
    assert_eq!(back["view"], ask(player, "nn", &path, None, &[]).await.must_be_in("nn"));
    assert!(list(&back["legal"][0]["requests"]).contains(&json!({
        "ruleset": "nord", "decision": back["legal"][0]["decision"]["id"], "action": request["action"],
    })));
    must_be_said(back["events"][0]["text"].as_str().unwrap());
}

#[tokio::test]
async fn a_preview_says_what_the_list_says() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("settlers", &people).await;
    let seat = table.awaited().await[0];
    let player = table.player(seat);
    for language in LANGUAGES {
        let path = format!("{}/legal?include=texts,requests", table.path);
        let legal = ask(player, language, &path, None, &[]).await.must_be_in(language);
        let decision = &legal["decisions"][0];
        for place in [0, 7] {
            let path = format!("{}/actions/preview?include=texts", table.path);
            let request = &decision["requests"][place];
            let preview = ask(player, language, &path, Some(request), &[]).await.must_be_in(language);
            must_fit("Preview", &preview);
            assert_eq!(preview["texts"]["action"], decision["texts"]["actions"][place]);
            assert_eq!(preview["texts"]["effects"], decision["texts"]["effects"][place]);
            assert_eq!(sentences(&preview["texts"]["effects"]).len(), list(&preview["effects"]).len());
        }
    }
}

#[tokio::test]
async fn what_can_be_included_is_known_and_a_word_that_is_not_is_refused() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("nord", &people).await;
    for path in ["legal?include=text", "legal?include=", "events?include=view", "record?include=requests"] {
        let refused = table.get(0, path).await;
        assert_eq!((refused.status, refused.code()), (400, "invalid_parameter"), "{path}: {}", refused.text);
        assert!(refused.blames("include"), "{path}: {}", refused.text);
    }
    let version = table.version().await;
    let body = json!({"decision": "choose_start.0", "action": {"type": "choose_start", "settlement": "s1"}});
    let refused = table.post(0, "actions?include=everything", &body).await;
    refused.must_blame(400, "invalid_parameter", "include");
    assert_eq!(table.version().await, version);
}
