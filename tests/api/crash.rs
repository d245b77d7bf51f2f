//! The server dies in the middle of play.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use crate::harness::{Person, Service, Table, moves, process, seeded_dice, stored, until};

const TABLES: usize = 4;
const MOVES: usize = 1_000;
const KILLS: usize = 4;

/// What a client was promised: the version an action led to, and the action.
type Acknowledgement = BTreeMap<i64, Value>;

/// Plays at a table until the server is gone or enough was played; everything that was acknowledged.
async fn play_until_it_dies(
    table: Table,
    seed: u64,
    count: Arc<AtomicUsize>,
    enough: usize,
) -> Acknowledgement {
    let mut dice = seeded_dice(seed);
    let mut acknowledged = BTreeMap::new();
    while count.load(Ordering::Relaxed) < enough {
        match try_move(&table, &mut dice).await {
            Some((version, action)) => acknowledged.insert(version, action),
            None => break,
        };
        count.fetch_add(1, Ordering::Relaxed);
    }
    acknowledged
}

/// One listed move of whoever is awaited; `None` when the server does not answer any more or the game is over.
async fn try_move(table: &Table, dice: &mut ChaCha8Rng) -> Option<(i64, Value)> {
    let get = |who: &Person, what: &str| {
        let request = who.request(reqwest::Method::GET, &format!("{}{what}", table.path));
        let who = who.clone();
        async move { who.try_send(request).await.map(|answer| answer.must_be(200)) }
    };
    let view = get(table.player(0), "/view").await?;
    let mut awaited = view["awaited"].as_array()?.iter().filter(|awaited| awaited["blocking"] == true);
    let seat = usize::try_from(awaited.next()?["seat"].as_u64()?).ok()?;
    let legal = get(table.player(seat), "/legal").await?;
    let this = moves(&legal["decisions"], dice).choose(dice)?.clone();
    let player = table.player(seat);
    let request = player.request(reqwest::Method::POST, &format!("{}/actions", table.path));
    let reply = player.try_send(request.json(&this.body())).await?.must_be(200);
    // The action is the first entry of its write; what the server did follows it.
    Some((reply["events"][0]["version"].as_i64()?, this.action))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_server_keeps_what_it_acknowledged_and_leaves_nothing_half_done() {
    let service = Service::start_now();
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let mut tables = Vec::new();
    for _ in 0..TABLES {
        tables.push(Table::of("landnam", &people).await);
    }
    let mut acknowledged = vec![Acknowledgement::new(); TABLES];
    for round in 0..KILLS {
        let mut server = process::serve(&service.database);
        let address = format!("http://{}", server.address);
        let (count, enough) = (Arc::new(AtomicUsize::new(0)), MOVES / KILLS);
        let playing: Vec<_> = (0..TABLES)
            .map(|index| {
                let mut table = tables[index].clone();
                table.players = table.players.iter().map(|player| player.at(&address)).collect();
                let seed = (round * TABLES + index) as u64;
                // Nobody stops by himself: the last action is under way when the server dies.
                tokio::spawn(play_until_it_dies(table, seed, count.clone(), usize::MAX))
            })
            .collect();
        until("enough is played", || count.load(Ordering::Relaxed) >= enough).await;
        server.kill();
        for (index, played) in playing.into_iter().enumerate() {
            acknowledged[index].extend(played.await.unwrap());
        }
    }
    let title = service.app.ruleset("landnam").unwrap();
    for (table, acknowledged) in tables.iter().zip(&acknowledged) {
        stored::must_be_whole(title, &service.database, table);
        must_hold(&service, table, acknowledged);
    }
    assert!(acknowledged.iter().map(BTreeMap::len).sum::<usize>() >= MOVES);
}

/// Every acknowledged action stands in the log under the version it was given.
fn must_hold(service: &Service, table: &Table, acknowledged: &Acknowledgement) {
    let log = stored::log(&service.database, &table.id);
    for (version, action) in acknowledged {
        let stored: Value = serde_json::from_str(log[version]["action"].as_str().unwrap()).unwrap();
        assert_eq!(stored["type"], action["type"], "version {version}");
    }
}
