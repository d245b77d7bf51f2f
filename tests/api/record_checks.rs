//! Whatever is altered in a record, both verifiers find it; and nothing that can be read from a file breaks them.

use std::process::Command;

use althing::record::format::Seal;
use rand::RngExt;
use serde_json::{Value, json};

use crate::harness::record_file::{File, ended};
use crate::harness::{Service, Table, seeded_dice};

/// The record of a short game that was played over HTTP.
async fn real_record(ruleset: &str) -> Value {
    let service = Service::start_short(2);
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::with(&json!({"ruleset": ruleset, "seats": 3, "entropy": "a0b1"}), &people).await;
    table.play(usize::MAX, &mut seeded_dice(31)).await;
    people[0].get(&format!("{}/record", table.path)).await.must_be(200)
}

/// Puts the seal of everything in it on a record that was altered.
fn reseal(record: &mut Value) {
    let mut seal = Seal::begin(record);
    for entry in record["entries"].as_array_mut().unwrap() {
        seal.add(entry);
        entry["digest"] = json!(seal.hex());
    }
    record["digest"] = json!(seal.hex());
}

type Alteration = (&'static str, Box<dyn Fn(&mut Value)>);

fn entries(record: &mut Value) -> &mut Vec<Value> {
    record["entries"].as_array_mut().unwrap()
}

/// The versions of the entries that drew something of that kind.
fn drew(record: &Value, kind: &str) -> Vec<usize> {
    let entries = record["entries"].as_array().unwrap().iter().enumerate();
    let drew = entries
        .filter(|(_, entry)| entry["draws"].as_array().unwrap().iter().any(|draw| draw["kind"] == kind));
    drew.map(|(version, _)| version).collect()
}

fn acted(record: &Value) -> Vec<usize> {
    let entries = record["entries"].as_array().unwrap().iter().enumerate();
    entries.filter(|(_, entry)| entry["by"] == "seat").map(|(version, _)| version).collect()
}

/// One face further.
fn turn_over(draw: &mut Value) {
    let (value, faces) = (draw["value"].as_u64().unwrap(), draw["faces"].as_u64().unwrap());
    draw["value"] = json!(value % faces + 1);
}

fn alter(name: &'static str, how: impl Fn(&mut Value) + 'static) -> Alteration {
    (name, Box::new(how))
}

/// What chance gave, or what it came from, is another: both verifiers find it even under a new seal.
fn of_chance(record: &Value) -> Vec<Alteration> {
    let (dice, shuffles) = (drew(record, "die"), drew(record, "shuffle"));
    let (first, last) = (dice[0], dice[dice.len() - 1]);
    let shuffled = shuffles[0];
    vec![
        alter("the first die", move |record| turn_over(&mut entries(record)[first]["draws"][0])),
        alter("the last die", move |record| turn_over(&mut entries(record)[last]["draws"][0])),
        alter("a shuffle", move |record| {
            let draws = entries(record)[shuffled]["draws"].as_array_mut().unwrap();
            let order = draws.iter_mut().find(|draw| draw["kind"] == "shuffle").unwrap()["value"]
                .as_array_mut()
                .unwrap();
            order.swap(0, 1);
        }),
        alter("a missing draw", move |record| {
            entries(record)[first]["draws"].as_array_mut().unwrap().remove(0);
        }),
        alter("draws in another order", move |record| {
            let (one, other) =
                (entries(record)[first]["draws"].clone(), entries(record)[last]["draws"].clone());
            assert_ne!(one, other);
            entries(record)[first]["draws"] = other;
            entries(record)[last]["draws"] = one;
        }),
        alter("an extra draw at the front", move |record| {
            let extra = json!({"kind": "pick", "purpose": "luck", "of": 1, "value": 0});
            entries(record)[first]["draws"].as_array_mut().unwrap().insert(0, extra);
        }),
        alter("another secret", |record| record["secret"] = json!("00".repeat(32))),
        alter("another commitment", |record| record["commitment"] = json!("00".repeat(32))),
        alter("another entropy", |record| record["players"][0]["entropy"] = json!("a0b2")),
        alter("an entropy that nobody gave", |record| record["players"][2]["entropy"] = json!("00")),
        alter("other seats", |record| {
            let (one, other) = (record["players"][0]["seat"].clone(), record["players"][1]["seat"].clone());
            record["players"][0]["seat"] = other;
            record["players"][1]["seat"] = one;
        }),
        alter("another order of joining", |record| record["players"].as_array_mut().unwrap().swap(0, 1)),
        alter("a player too many", |record| {
            let one = record["players"][0].clone();
            record["players"].as_array_mut().unwrap().push(one);
        }),
        alter("a removed entry", move |record| {
            entries(record).remove(first);
        }),
        alter("a removed last entry", |record| {
            entries(record).pop();
        }),
        alter("a doubled entry", move |record| {
            let one = entries(record)[first].clone();
            entries(record).insert(first, one);
        }),
        alter("swapped entries", move |record| entries(record).swap(first, first + 1)),
    ]
}

/// What was done or happened is another: the seal tells both verifiers; under a new seal the rules tell `replay`.
fn of_play(record: &Value) -> Vec<Alteration> {
    let acts = acted(record);
    let (one, other, last) = (acts[2], acts[3], acts[acts.len() - 1]);
    let die = drew(record, "die")[1];
    vec![
        alter("reordered actions", move |record| {
            let (first, second) = (entries(record)[one].clone(), entries(record)[other].clone());
            for what in ["action", "seat", "events"] {
                entries(record)[one][what] = second[what].clone();
                entries(record)[other][what] = first[what].clone();
            }
            assert_ne!(first["action"], second["action"]);
        }),
        alter("an action of another seat", move |record| {
            let seat = entries(record)[one]["seat"].as_u64().unwrap();
            entries(record)[one]["seat"] = json!((seat + 1) % 3);
        }),
        alter("another action", move |record| entries(record)[one]["action"] = json!({"type": "end_turn"})),
        alter("an action that is none", move |record| {
            entries(record)[last]["action"] = json!({"type": "cheat"})
        }),
        alter("no action", move |record| entries(record)[last]["action"] = json!(null)),
        alter("an event left out", move |record| {
            entries(record)[last]["events"].as_array_mut().unwrap().pop();
        }),
        alter("another event", move |record| {
            let event = entries(record)[one]["events"][0].clone();
            entries(record)[last]["events"].as_array_mut().unwrap().push(event);
        }),
        alter("a lapse", move |record| entries(record)[die]["by"] = json!("lapse")),
        alter("another purpose", move |record| entries(record)[die]["draws"][0]["purpose"] = json!("luck")),
        alter("another range", move |record| {
            let draw = &mut entries(record)[die]["draws"][0];
            draw["faces"] = json!(u32::MAX);
        }),
        alter("another winner", |record| record["outcome"]["ranking"].as_array_mut().unwrap().reverse()),
        alter("no winner", |record| record["outcome"] = json!(null)),
        alter("another turn limit", |record| record["components"]["turn_limit_per_player"] = json!(1)),
    ]
}

#[tokio::test]
async fn one_altered_draw_or_reordered_action_in_a_record_is_found_by_both_verifiers() {
    every_alteration_is_found("landnam").await;
}

#[tokio::test]
async fn one_altered_draw_or_reordered_action_in_a_record_of_the_settlers_is_found_by_both_verifiers() {
    every_alteration_is_found("settlers").await;
}

async fn every_alteration_is_found(ruleset: &str) {
    let record = real_record(ruleset).await;
    let file = File::new(&format!("altered-{ruleset}"));
    file.holding(record.to_string());
    let (fine, said) = file.althing("verify");
    assert!(fine, "{said}");
    assert_eq!(file.python(), (true, said));
    let (fine, said) = file.althing("replay");
    assert!(fine, "{said}");
    let (chance, play) = (of_chance(&record), of_play(&record));
    let alter = |how: &dyn Fn(&mut Value), is_sealed: bool| {
        let mut altered = record.clone();
        how(&mut altered);
        if is_sealed {
            reseal(&mut altered);
        }
        file.holding(altered.to_string());
    };
    for (name, how) in chance.iter().chain(&play) {
        alter(how, false);
        let (fine, said) = file.verify();
        assert!(!fine, "{name} was not found");
        assert_eq!(file.python(), (false, said), "{name}");
    }
    for (name, how) in &chance {
        alter(how, true);
        let (fine, said) = file.verify();
        assert!(!fine, "{name} was not found under a new seal");
        assert!(!said.contains("seal"), "{name}: {said}");
        assert_eq!(file.python(), (false, said), "{name}");
    }
    for (name, how) in &play {
        alter(how, true);
        let (fine, said) = file.replay();
        assert!(!fine, "{name} was not found by the rules");
        assert!(!said.contains("seal"), "{name}: {said}");
    }
}

#[tokio::test]
async fn the_first_draw_that_differs_is_named() {
    let record = real_record("landnam").await;
    let dice = drew(&record, "die");
    let mut altered = record.clone();
    for version in [dice[4], dice[2], dice[3]] {
        turn_over(&mut entries(&mut altered)[version]["draws"][1]);
    }
    let draw = &record["entries"][dice[2]]["draws"][1];
    let (was, is) = (&draw["value"], &altered["entries"][dice[2]]["draws"][1]["value"]);
    let purpose = draw["purpose"].as_str().unwrap();
    let expected = format!("version {}: draw 1 ({purpose}) is {is} and should be {was}", dice[2]);
    let file = File::new("first");
    file.holding(altered.to_string());
    assert_eq!(file.althing("verify"), (false, expected.clone()));
    assert_eq!(file.python(), (false, expected));
    let (_, said) = file.althing("replay");
    assert!(said.starts_with(&format!("version {}: its events should be", dice[2])), "{said}");
}

#[tokio::test]
async fn a_record_that_is_none_gets_a_sentence() {
    let record = real_record("landnam").await;
    let text = record.to_string();
    let file = File::new("malformed");
    let mut malformed: Vec<Vec<u8>> = vec![
        vec![],
        b"null".to_vec(),
        b"[]".to_vec(),
        b"{}".to_vec(),
        b"\xff\xfe".to_vec(),
        b"{\"format\":\"althing/record\",\"format_version\":1,\"complete\":true}".to_vec(),
        [b"[".repeat(100_000), b"]".repeat(100_000)].concat(),
        text.as_bytes()[..text.len() / 2].to_vec(),
        text.as_bytes()[..text.len() - 1].to_vec(),
        text.replacen("\"version\":3", "\"version\":3e400", 1).into_bytes(),
        text.replacen("\"version\":3", &format!("\"version\":{}", "9".repeat(5_000)), 1).into_bytes(),
    ];
    let wrong =
        [json!(null), json!(-1), json!(1e30), json!("x"), json!([]), json!({}), json!(true), json!(u64::MAX)];
    let pointers = [
        "/secret",
        "/players",
        "/players/0",
        "/players/0/entropy",
        "/players/1/join_order",
        "/players/0/seat",
        "/seat_count",
        "/entries",
        "/entries/0",
        "/entries/0/version",
        "/entries/1/draws",
        "/entries/0/draws/0",
        "/entries/0/draws/0/of",
        "/entries/0/draws/0/value",
        "/entries/0/draws/0/kind",
        "/entries/2/events",
        "/digest",
        "/entries/1/digest",
        "/last_version",
        "/format",
        "/format_version",
        "/complete",
        "/deal_seats",
        "/commitment",
    ];
    for (index, pointer) in pointers.iter().enumerate() {
        for value in wrong.iter().cycle().skip(index * 3).take(3) {
            let mut other = record.clone();
            *other.pointer_mut(pointer).unwrap() = value.clone();
            // Some of these are what the record held, or a smaller record that is whole.
            if other != record {
                malformed.push(other.to_string().into_bytes());
            }
        }
    }
    let mut dice = seeded_dice(2);
    for _ in 0..20 {
        let mut bytes = text.clone().into_bytes();
        for _ in 0..3 {
            let at = dice.random_range(0..bytes.len());
            bytes[at] = dice.random_range(0x20..0x7f);
        }
        malformed.push(bytes);
    }
    for bytes in malformed {
        file.holding(&bytes);
        let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).into_owned();
        let (rust, said) = file.verify();
        let (python, says) = file.python();
        let unsealed = String::from_utf8_lossy(&bytes).matches("\"name\":").count() > 0;
        assert_eq!(rust, python, "{said} / {says}: {shown}");
        assert!(!rust || unsealed, "{said}: {shown}");
        file.replay();
    }
    for bytes in [&b""[..], b"[]", b"\xff", &b"[".repeat(100_000)] {
        file.holding(bytes);
        for role in ["verify", "replay"] {
            let (fine, said) = file.althing(role);
            assert!(!fine, "{said}");
        }
    }
    let missing = Command::new(env!("CARGO_BIN_EXE_althing"))
        .args(["verify", "/nowhere/record.json"])
        .output()
        .unwrap();
    assert!(!ended(missing).0);
}
