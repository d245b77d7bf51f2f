//! How an operator comes to send something.

use serde_json::json;

use super::{Asked, rows_of};
use crate::harness::{Service, Table};

pub async fn void(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    Asked::new(
        people[0].clone(),
        format!("/v1/admin/games/{}/void", table.id),
        [json!({"reason": "A defect of ours."}), json!({"reason": "Another one."})],
        "SELECT count(*) FROM games WHERE status = 'voided'",
    )
}

pub async fn announce(service: &Service) -> Asked {
    Asked::new(
        service.person("Aud").await,
        "/v1/admin/announcements",
        [json!({"text": "The server rests on Sunday."}), json!({"text": "The server rests on Monday."})],
        rows_of("announcements"),
    )
}

pub async fn ban(service: &Service) -> Asked {
    let [operator, bjarni] = service.people(["Aud", "Bjarni"]).await;
    Asked::new(
        operator,
        format!("/v1/admin/accounts/{}/ban", bjarni.id),
        [json!({"reason": "Played with two accounts at one table."}), json!({"reason": "Another one."})],
        rows_of("bans"),
    )
}
