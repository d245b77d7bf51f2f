//! Tags of answers with sentences: one for each language and each thing that is included.

use super::{LANGUAGES, ask, list};
use crate::harness::{Service, Table};

#[tokio::test]
async fn a_tag_is_of_one_language_and_of_what_is_included() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("nord", &people).await;
    let player = table.player(0);
    let mut tags = Vec::new();
    for what in ["legal", "legal?include=requests", "legal?include=view", "legal?include=requests,view"] {
        let heard = ask(player, "sv", &format!("{}/{what}", table.path), None, &[]).await;
        assert_eq!(heard.header("content-language"), "", "{what}");
        assert!(!heard.header("vary").contains("Language"), "{what}");
        tags.push((what, "sv", heard.header("etag").to_owned()));
    }
    for language in LANGUAGES {
        for what in ["legal?include=texts", "legal?include=texts,view", "events?include=texts"] {
            let heard = ask(player, language, &format!("{}/{what}", table.path), None, &[]).await;
            tags.push((what, language, heard.header("etag").to_owned()));
            heard.must_be_in(language);
        }
    }
    for (place, (what, language, tag)) in tags.iter().enumerate() {
        let same = |other: &&(&str, &str, String)| {
            other.2 == *tag && other.0.split('?').next() == what.split('?').next()
        };
        assert_eq!(tags.iter().filter(same).count(), 1, "{place}: {tag}");
        let path = format!("{}/{what}", table.path);
        let known = ask(player, language, &path, None, &[("If-None-Match", tag)]).await;
        assert_eq!((known.status, known.text.as_str()), (304, ""), "{what} {language}");
        assert_eq!(known.header("etag"), tag);
        let other = if *language == "de" { "en" } else { "de" };
        let heard = ask(player, other, &path, None, &[("If-None-Match", tag)]).await;
        assert_eq!(heard.status, if what.contains("texts") { 200 } else { 304 }, "{what} {language}");
    }
}

#[tokio::test]
async fn a_tag_of_sentences_goes_with_a_name_and_is_good_for_a_write() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("nord", &people).await;
    let seat = table.awaited().await[0];
    let (player, path) = (table.player(seat), format!("{}/legal?include=texts,requests", table.path));
    let before = ask(player, "en", &path, None, &[]).await;
    let tag = before.header("etag").to_owned();
    // What an account is called changes only when it is deleted; here it is changed behind the service's back.
    let other = &table.player(1 - seat).id;
    let renamed = format!("UPDATE accounts SET name = 'Bersi', name_key = 'bersi' WHERE id = '{other}'");
    service.database.run(&renamed);
    let heard = ask(player, "en", &path, None, &[("If-None-Match", &tag)]).await;
    assert_eq!(heard.status, 200);
    assert_ne!(heard.header("etag"), tag);

    let request = &list(&before.json["decisions"][0]["requests"])[0];
    let act = format!("{}/actions?include=texts", table.path);
    let acted = ask(player, "en", &act, Some(request), &[("If-Match", &tag)]).await;
    // The tag of a reply is that of the game alone.
    let plain = acted.header("etag").to_owned();
    acted.must_be_in("en");
    let shown = ask(player, "en", &format!("{}/view", table.path), None, &[]).await;
    assert_eq!(shown.header("etag"), plain);
    let stale = ask(player, "en", &act, Some(request), &[("If-Match", &tag)]).await;
    assert_eq!(stale.status, 412, "{}", stale.text);
}

#[tokio::test]
async fn the_inbox_says_what_is_asked_in_each_game() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut tables = Vec::new();
    for ruleset in ["nord", "settlers", "landnam"] {
        tables.push(Table::of(ruleset, &[aud.clone(), bjarni.clone(), cnut.clone()]).await);
    }
    let mut asked = 0;
    for (person, language) in [(&aud, "nn"), (&bjarni, "de"), (&cnut, "sv")] {
        let inbox = ask(person, language, "/v1/me/inbox?include=texts,requests,legal,view", None, &[]).await;
        let inbox = inbox.must_be_in(language);
        super::must_fit("Inbox", &inbox);
        for item in list(&inbox["items"]).iter().filter(|item| item["type"] == "decision") {
            let is_its = |game: &&serde_json::Value| game["game_id"] == item["game_id"];
            let game = list(&inbox["games"]).iter().find(is_its).unwrap();
            let table = tables.iter().find(|table| item["game_id"] == *table.id).unwrap();
            let path = format!("{}/legal?include=texts,requests", table.path);
            let legal = ask(person, language, &path, None, &[]).await.must_be_in(language);
            assert_eq!(game["legal"], legal);
            let is_open = |legal: &&serde_json::Value| legal["decision"]["id"] == item["decision"];
            let open = list(&legal["decisions"]).iter().find(is_open).unwrap();
            assert_eq!(item["text"], open["texts"]["decision"]);
            asked += 1;
        }
        let plain = ask(person, language, "/v1/me/inbox?include=legal", None, &[]).await;
        assert!(!plain.text.contains("\"text") && plain.header("content-language").is_empty());
    }
    assert!(asked >= 3, "{asked}");
}
