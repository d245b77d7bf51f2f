//! Orders that have not acted change nothing for anybody but their owner, whatever is done beside them.

use serde_json::{Value, json};

use super::asked::everything;
use super::other_game::Viewer;
use crate::harness::{Service, Table, moves, relay_all, seeded_dice};

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];

/// Two services with the same secrets, and the same game in both.
async fn twins() -> [(Service, Table); 2] {
    let mut twins = Vec::new();
    for _ in 0..2 {
        let service = Service::start_seeded(1, 77);
        let people = service.people(NAMES).await;
        let table = Table::of("landnam", &people).await;
        twins.push((service, table));
    }
    twins.try_into().ok().unwrap()
}

/// Gives every seat but one orders that stand ready for other moments than those that come.
fn give_idle_orders(service: &Service, table: &Table, but: usize) {
    let kinds = [
        json!({"type": "accept_trade", "get": "iron", "pay": "wool", "up_to": 1, "keep": 19}),
        json!({"type": "concede", "from": 19}),
        json!({"type": "hand_over", "to": but, "from": 19}),
    ];
    let rows: Vec<String> = kinds
        .iter()
        .enumerate()
        .map(|(number, order)| {
            format!(
                "SELECT game_id, gen_random_uuid(), {number}, seat, account_id, 'idle', '{order}', joined_at \
                 FROM seats WHERE game_id = '{}' AND seat <> {but}",
                table.id
            )
        })
        .collect();
    let columns = "game_id, id, number, seat, account_id, kind, content, set_at";
    let give = format!("INSERT INTO orders ({columns}) {}", rows.join(" UNION ALL "));
    service.database.run(&give);
}

/// Makes the same moves at both tables; every reply is the same.
async fn play_alike(twins: &[(Service, Table); 2], count: usize) {
    let mut dice = seeded_dice(5);
    for _ in 0..count {
        let seat = twins[0].1.awaited().await[0];
        let mut replies: Vec<Value> = Vec::new();
        let legal = twins[0].1.player(seat).get(&format!("{}/legal", twins[0].1.path)).await.must_be(200);
        let listed = moves(&legal["decisions"], &mut dice);
        let this = &listed[replies.len() + listed.len() / 2];
        for (_, table) in twins {
            replies.push(table.make(seat, this).await.must_be(200));
        }
        assert_eq!(replies[0].to_string(), replies[1].to_string());
    }
}

#[tokio::test]
async fn games_that_differ_in_anothers_idle_orders_go_on_alike_to_me_byte_for_byte() {
    let twins = twins().await;
    let me = 0;
    give_idle_orders(&twins[1].0, &twins[1].1, me);
    play_alike(&twins, 40).await;
    let mut found = Vec::new();
    for (service, table) in &twins {
        relay_all(service).await;
        let person = table.player(me);
        let viewer = Viewer { seat: Some(0), account: person.id.clone() };
        found.push(everything(service, table, person, &viewer, 8).await);
    }
    let [here, there] = found.try_into().ok().unwrap();
    assert_eq!(here.len(), there.len());
    for (one, other) in here.iter().zip(&there) {
        assert!(one == other, "I can tell by {}", one.against(other));
    }
}
