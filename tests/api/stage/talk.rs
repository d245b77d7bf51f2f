//! How somebody comes to send what is said at a table.

use serde_json::json;

use super::lobby::{at_a_table, owner};
use super::{Asked, rows_of};
use crate::harness::Service;

pub async fn say(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let (body, other) = (json!({"text": "Wool for iron?"}), json!({"text": "Iron for wool?"}));
    Asked::new(person, format!("{path}/messages"), [body, other], rows_of("messages"))
}

pub async fn mark_read(service: &Service) -> Asked {
    let (aud, person, path) = owner(service, true).await;
    for text in ["Wool for iron?", "Iron for wool?", "Anybody?"] {
        aud.post(&format!("{path}/messages"), &json!({"text": text})).await.must_be(201);
    }
    let effect = "SELECT count(*) FROM message_boxes WHERE read_number = 3";
    let path = format!("{path}/messages/read");
    Asked::new(person, path, [json!({"number": 3}), json!({"number": 2})], effect)
}

pub async fn write_note(service: &Service) -> Asked {
    let (person, path) = at_a_table(service, true).await;
    let (body, other) = (json!({"text": "Bjarni hoards wool."}), json!({"text": ""}));
    Asked::new(person, format!("{path}/note"), [body, other], rows_of("notes"))
}
