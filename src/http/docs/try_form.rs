//! The form by which a reader tries an operation. The script of the pages shows and sends it; without scripts there is none.

use minijinja::value::Serde;
use minijinja::{Value as Page, context};
use serde::Serialize;
use serde_json::Value;

use super::examples::{ShownExample, accepted_kinds, takes_token};
use super::reference::{ApiReference, OperationEntry, list, text};
use super::types::shown;

/// A parameter as a field of the form.
#[derive(Debug, Serialize)]
struct FormField {
    name: String,
    /// `path`, `query` or `header`.
    place: String,
    /// The `type` of the input; of a choice, none.
    input: &'static str,
    /// Of a choice: its values.
    choices: Vec<String>,
    is_required: bool,
    least: Option<String>,
    most: Option<String>,
    /// Shown while the field is empty.
    hint: String,
}

/// The values for the template of the form.
pub fn of(reference: &ApiReference, entry: &OperationEntry, operation: &Value) -> Page {
    let parameters = list(&operation["parameters"]).iter().map(|parameter| reference.resolve(parameter));
    let fields: Vec<FormField> = parameters.map(|parameter| field(reference, parameter)).collect();
    let body = operation.get("requestBody").map(|body| reference.resolve(body));
    let content = body.map(|body| &body["content"]["application/json"]);
    let mut bodies = content.map(|content| reference.examples(content)).unwrap_or_default();
    if content.is_some() && bodies.is_empty() {
        bodies.push(ShownExample { name: String::new(), text: "{}".to_owned(), is_long: false });
    }
    let kinds = accepted_kinds(reference, operation);
    context! {
        method => &entry.method,
        path => &entry.path,
        fields => Serde(fields),
        bodies => Serde(bodies),
        has_body => content.is_some(),
        accept => kinds.join(", "),
        takes_token => takes_token(operation),
        scope => operation["x-scope"].as_str().unwrap_or_default(),
        is_session_only => operation["x-session-only"] == true,
        changes => entry.method != "GET",
    }
}

fn field(reference: &ApiReference, parameter: &Value) -> FormField {
    let schema = reference.resolve(&parameter["schema"]);
    let name = text(&parameter["name"]);
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().map(text).filter(|kind| *kind != "null").collect(),
        _ => Vec::new(),
    };
    let choices = match kinds.as_slice() {
        ["boolean"] => vec!["true".to_owned(), "false".to_owned()],
        _ => choices(reference, schema),
    };
    let bound = |keyword: &str| schema.get(keyword).filter(|value| value.is_number()).map(Value::to_string);
    let example = parameter.get("example").or_else(|| schema.get("example")).map(shown);
    let hint = match (name, kinds.as_slice()) {
        // The script makes one.
        ("Idempotency-Key", _) => "a new one for each request".to_owned(),
        (_, ["array"]) => "several with commas between".to_owned(),
        _ => example.unwrap_or_default(),
    };
    FormField {
        name: name.to_owned(),
        place: text(&parameter["in"]).to_owned(),
        input: if kinds.as_slice() == ["integer"] { "number" } else { "text" },
        choices,
        is_required: parameter["required"] == true,
        least: bound("minimum"),
        most: bound("maximum"),
        hint,
    }
}

/// The values that there are, if they are listed.
fn choices(reference: &ApiReference, schema: &Value) -> Vec<String> {
    let forms = list(&schema["oneOf"]).iter().map(|form| reference.resolve(form));
    let constants = forms.clone().filter_map(|form| form.get("const"));
    let nested = forms.flat_map(|form| list(&form["enum"]));
    let values: Vec<String> =
        list(&schema["enum"]).iter().chain(constants).chain(nested).map(shown).collect();
    values
}
