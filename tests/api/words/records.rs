//! Records in words: each entry as the page of that step tells it, outside of the seal.

use serde_json::{Value, json};

use super::{LANGUAGES, ask, list};
use crate::harness::{Service, Table, record_file::File, seeded_dice};

#[tokio::test]
async fn a_record_in_words_is_the_record_with_sentences_and_its_seal_holds() {
    let service = Service::start_short(4);
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("nord", &people).await;
    let mut dice = seeded_dice(6);
    table.play(12, &mut dice).await;
    compare(&table, false).await;
    table.play(1_000, &mut dice).await;
    assert_eq!(table.player(0).get(&table.path).await.json["status"], "finished");
    compare(&table, true).await;
    let record = ask(table.player(0), "sv", &format!("{}/record?include=texts", table.path), None, &[]).await;
    let file = File::new("record-in-words");
    file.holding(&record.text);
    for (verifier, (agrees, said)) in
        [("verify", file.verify()), ("replay", file.replay()), ("python", file.python())]
    {
        assert!(agrees, "{verifier}: {said}");
    }
}

/// The record in each language, held against the plain one and against the events as they were told at each version.
async fn compare(table: &Table, is_over: bool) {
    let player = table.player(0);
    let path = format!("{}/record", table.path);
    let plain = ask(player, "en", &path, None, &[]).await;
    let mut tags = vec![plain.header("etag").to_owned()];
    for language in LANGUAGES {
        let worded = ask(player, language, &format!("{path}?include=texts"), None, &[]).await;
        tags.push(worded.header("etag").to_owned());
        let worded = worded.must_be_in(language);
        super::must_fit("GameRecord", &worded);
        let mut bare = worded.clone();
        let mut actions = 0;
        for entry in bare["entries"].as_array_mut().unwrap() {
            let texts = entry.as_object_mut().unwrap().remove("texts").unwrap();
            assert_eq!(texts["action"].is_string(), !entry["action"].is_null(), "{entry}");
            actions += usize::from(texts["action"].is_string());
            for name in ["events", "service_events"] {
                assert_eq!(list(&texts[name]).len(), list(&entry[name]).len(), "{entry}");
            }
        }
        assert_eq!(bare, plain.json);
        assert!(actions > 3, "{actions}");
        // As a spectator once it is over, since everybody gets the same record; before as the seat.
        let how = if is_over { "&as=spectator" } else { "" };
        for entry in list(&worded["entries"]).iter().step_by(3) {
            let version = entry["version"].as_i64().unwrap();
            let path =
                format!("{}/events?include=texts&version={version}&after={}{how}", table.path, version - 1);
            let told =
                ask(player, language, &path.replace("&after=-1", ""), None, &[]).await.must_be_in(language);
            let texts: Vec<&Value> = list(&told["items"]).iter().map(|event| &event["text"]).collect();
            let recorded =
                list(&entry["texts"]["service_events"]).iter().chain(list(&entry["texts"]["events"]));
            assert_eq!(recorded.collect::<Vec<_>>(), texts, "version {version}");
        }
    }
    tags.sort();
    tags.dedup();
    assert_eq!(tags.len(), 1 + LANGUAGES.len());
    let (path, tags) = (format!("{path}?include=texts"), tags.join(", "));
    let known = ask(player, "sv", &path, None, &[("If-None-Match", &tags)]).await;
    assert_eq!(known.status, 304);
}

#[tokio::test]
async fn orders_answer_in_words_and_what_is_stored_of_them_has_none() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let island = json!({"ruleset": "nord", "seats": 3, "options": {"island": "variable"}});
    let table = Table::with(&island, &people).await;
    let seat = table.awaited().await[0];
    let player = table.player(seat);
    let start = table.legal(seat).await["decisions"][0]["actions"][0]["settlement"].clone();
    let body = json!({"ruleset": "nord", "order": {"type": "start", "settlements": [start]}});
    let tried =
        ask(player, "de", &format!("{}/orders/dry-run?include=texts", table.path), Some(&body), &[]).await;
    let tried = tried.must_be_in("de");
    super::must_fit("StandingOrderDryRun", &tried);
    super::must_be_said(tried["text"].as_str().unwrap());
    let path = format!("{}/orders?include=texts", table.path);
    let key = [("Idempotency-Key", "order")];
    let set = ask(player, "de", &path, Some(&body), &key).await;
    assert_eq!((set.status, set.header("content-language")), (201, "de"), "{}", set.text);
    super::must_fit("StandingOrderResult", &set.json);
    let told = set.json["events"][0]["text"].as_str().unwrap();
    super::must_be_said(told);
    let again = ask(player, "de", &path, Some(&body), &key).await;
    assert_eq!(again.text, set.text);
    let swedish = ask(player, "sv", &path, Some(&body), &key).await;
    assert_eq!((swedish.status, swedish.header("content-language")), (201, "sv"));
    assert_ne!(swedish.json["events"][0]["text"], told);
    let plain = ask(player, "de", &format!("{}/orders", table.path), Some(&body), &key).await;
    assert!(plain.status == 201 && !plain.text.contains("\"text\""), "{}", plain.text);
}
