//! The examples of the description, sent for real: whoever copies one and puts his own ids into it gets what is
//! documented.

use rules::Chance;
use serde_json::Value;

use crate::harness::Service;
use crate::stage::{KEYED, KEYLESS, Row};

/// What only the service that is asked knows, and an example can't: ids and secrets. All else is sent as it is written.
const FILLED_IN: [(&str, &str); 16] = [
    ("/v1/accounts/verify", "token"),
    ("/v1/accounts/reset/confirm", "token"),
    ("/v1/accounts/email", "token"),
    ("/v1/sessions/refresh", "refresh_token"),
    ("/v1/sessions/link/confirm", "token"),
    ("/v1/sessions/code", "code"),
    ("/v1/sessions/code", "email"),
    ("/v1/games/{game_id}/actions", "decision"),
    ("/v1/games/{game_id}/actions", "action"),
    ("/v1/games/{game_id}/actions/preview", "decision"),
    ("/v1/games/{game_id}/actions/preview", "action"),
    ("/v1/games/{game_id}/take-back", "version"),
    ("/v1/games/{game_id}/kick", "account"),
    ("/v1/invitation-links/lookup", "link"),
    ("/v1/club-links/lookup", "link"),
    ("/v1/competitions/{competition_id}/entrants/{account_id}/replace", "by"),
];

/// An operation that takes a body.
struct Operation {
    path: String,
    /// In capitals.
    method: String,
    described: Value,
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// The bodies that its examples show.
    fn examples(&self) -> Vec<Value> {
        let kinds = self.described["requestBody"]["content"].as_object().unwrap();
        assert!(kinds.keys().all(|kind| kind == "application/json"), "{}: another kind of body", self.name());
        let body = &kinds["application/json"];
        let several = body["examples"].as_object().into_iter().flatten().map(|(_, one)| one["value"].clone());
        body.get("example").cloned().into_iter().chain(several).collect()
    }

    /// The statuses that say that it was done.
    fn successes(&self) -> Vec<u16> {
        let statuses = self.described["responses"].as_object().unwrap().keys();
        statuses
            .filter_map(|status| status.parse().ok())
            .filter(|status| (200..300).contains(status))
            .collect()
    }
}

/// Every operation of the description that takes a body.
async fn operations() -> Vec<Operation> {
    let description = Service::start_as_released().stranger().get("/openapi.json").await.must_be(200);
    let mut operations = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, described) in methods.as_object().unwrap() {
            let (method, described) = (method.to_uppercase(), described.clone());
            if !described["requestBody"].is_null() {
                operations.push(Operation { path: path.clone(), method, described });
            }
        }
    }
    operations
}

fn row(operation: &Operation) -> Option<&'static Row> {
    let mut rows = KEYED.iter().chain(KEYLESS);
    rows.find(|row| row.route == operation.path && row.method == operation.method)
}

#[tokio::test]
async fn every_example_of_a_body_is_taken_and_does_what_the_operation_is_for() {
    for operation in operations().await {
        let row = row(&operation);
        let row = row.unwrap_or_else(|| panic!("add a row to tests/api/stage/mod.rs: {}", operation.name()));
        let examples = operation.examples();
        assert!(!examples.is_empty(), "{}: no example", operation.name());
        for example in examples {
            post(&operation, row, example).await;
        }
    }
}

/// Sends an example to a service of its own.
async fn post(operation: &Operation, row: &Row, mut example: Value) {
    let name = operation.name();
    let service = row.service().await;
    let asked = (row.prepare)(&service).await;
    // An action that fits one game fits no other. That the one which is shown can be read is another test.
    if !example["action"].is_null() && asked.body["ruleset"] != example["ruleset"] {
        return;
    }
    for (_, field) in FILLED_IN.iter().filter(|(path, _)| *path == operation.path) {
        let place = example.get_mut(*field).unwrap_or_else(|| panic!("{name}: no {field} to fill in"));
        *place = asked.body[*field].clone();
    }
    let before = asked.count(&service);
    let answer = asked.send(row.method, None, example.to_string()).await;
    assert!(operation.successes().contains(&answer.status), "{name}: {example}: {}", answer.text);
    assert_eq!(asked.count(&service) - before, asked.by, "{name}: {example}: effects");
}

#[tokio::test]
async fn the_description_shows_an_action_of_each_ruleset_that_can_be_read() {
    for operation in operations().await.iter().filter(|operation| operation.path.contains("/actions")) {
        let examples = operation.examples();
        let shipped = rulesets::all();
        assert_eq!(examples.len(), shipped.len(), "{}", operation.name());
        for ruleset in shipped {
            let example = examples.iter().find(|example| example["ruleset"] == ruleset.id()).unwrap();
            let mut game = ruleset.blank(&ruleset.options(None).unwrap(), 3).unwrap();
            game.start(&mut Chance::seeded([1; 32])).unwrap();
            let action = serde_json::value::to_raw_value(&example["action"]).unwrap();
            // An action that does not read is refused before it is asked whether it fits.
            let read = game.decision_for(0, &action);
            assert!(read.is_ok(), "{example}: {}", read.unwrap_err());
            assert!(example["action"].as_object().unwrap().len() > 1, "{example} shows no more than a type");
        }
    }
}

#[tokio::test]
async fn nothing_is_filled_in_where_nothing_is_asked() {
    let operations = operations().await;
    for (path, field) in FILLED_IN {
        let is_there = operations.iter().any(|operation| operation.path == path);
        assert!(is_there, "no operation at {path} takes a body with {field}");
    }
}
