//! Holds what the server sends by itself to the description that clients are generated from.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex};

use althing::http::openapi;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::toy::Toy;

/// The description of a service that plays what the tests play.
static DESCRIPTION: LazyLock<Value> = LazyLock::new(|| {
    let mut played = rulesets::all();
    played.push(Box::new(Toy(None).registered()));
    openapi::describe(played.as_slice()).unwrap().document
});

/// The JSON must be of a type of the description.
pub fn must_fit(name: &str, told: &Value) {
    let problems: Vec<String> = validator(name)
        .iter_errors(told)
        .map(|problem| format!("{}: {problem}", problem.instance_path()))
        .collect();
    assert!(problems.is_empty(), "this is no {name}: {problems:#?}\n{told:#}");
}

fn validator(name: &str) -> Arc<Validator> {
    static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);
    let mut validators = VALIDATORS.lock().unwrap();
    let made = validators.entry(name.to_owned()).or_insert_with(|| {
        let schema = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$ref": format!("#/components/schemas/{name}"),
            "components": DESCRIPTION["components"],
        });
        Arc::new(jsonschema::validator_for(&schema).unwrap())
    });
    made.clone()
}
