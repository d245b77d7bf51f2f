//! How an operator comes to send something.

use serde_json::json;

use super::{Asked, rows_of};
use crate::harness::{Service, Table};

pub async fn void(service: &Service) -> Asked {
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("landnam", &people).await;
    Asked {
        person: people[0].clone(),
        path: format!("/v1/admin/games/{}/void", table.id),
        body: json!({"reason": "A defect of ours."}),
        other: json!({"reason": "Another one."}),
        effect: "SELECT count(*) FROM games WHERE status = 'voided'".to_owned(),
        by: 1,
    }
}

pub async fn announce(service: &Service) -> Asked {
    Asked {
        person: service.person("Aud").await,
        path: "/v1/admin/announcements".to_owned(),
        body: json!({"text": "The server rests on Sunday."}),
        other: json!({"text": "The server rests on Monday."}),
        effect: rows_of("announcements"),
        by: 1,
    }
}

pub async fn ban(service: &Service) -> Asked {
    let [operator, bjarni] = service.people(["Aud", "Bjarni"]).await;
    Asked {
        person: operator,
        path: format!("/v1/admin/accounts/{}/ban", bjarni.id),
        body: json!({"reason": "Played with two accounts at one table."}),
        other: json!({"reason": "Another one."}),
        effect: rows_of("bans"),
        by: 1,
    }
}
