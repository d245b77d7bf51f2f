//! Says once what several operations have in common: parameters and examples that are the same become components.

use std::collections::BTreeMap;

use rules::schemas;
use serde_json::{Map, Value, json};

use super::operations;

/// Examples below this size, in bytes, are shorter than what it takes to share them.
const SMALL: usize = 200;

/// Moves what is repeated to the components of the document.
pub fn share(document: &mut Value) -> Result<(), String> {
    let mut parameters = Repeated::default();
    let mut examples = Repeated::default();
    for operation in operations::all(document)? {
        for parameter in operation.get("parameters").and_then(Value::as_array).into_iter().flatten() {
            if let Some(name) = parameter.get("name").and_then(Value::as_str) {
                parameters.count(name, parameter);
            }
        }
        contents(operation, &mut |content| {
            if let (Some(name), Some(example)) = (shown(content), content.get("example")) {
                examples.count(&name, example);
            }
        });
    }
    let (parameters, examples) = (parameters.shared(0), examples.shared(SMALL));
    for operation in operations::all(document)? {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some(name) = name_of(&parameters, parameter) {
                *parameter = json!({ "$ref": format!("#/components/parameters/{name}") });
            }
        }
        contents(operation, &mut |content| {
            let shared =
                content.get("example").and_then(|example| name_of(&examples, example)).map(str::to_owned);
            if let (Some(name), Some(content)) = (shared, content.as_object_mut()) {
                content.remove("example");
                let reference = json!({ "$ref": format!("#/components/examples/{name}") });
                content.insert("examples".to_owned(), json!({ name: reference }));
            }
        });
    }
    let members = parameters.into_iter().collect::<Map<_, _>>();
    let known = document["components"]["parameters"].as_object_mut().ok_or("there are no parameters")?;
    for (name, parameter) in members {
        if known.insert(name.clone(), parameter).is_some() {
            return Err(format!("two parameters are called {name}"));
        }
    }
    document["components"]["examples"] =
        examples.into_iter().map(|(name, example)| (name, json!({ "value": example }))).collect();
    Ok(())
}

/// Values by the name that each would be shared under, with how often each occurs.
#[derive(Default)]
struct Repeated(BTreeMap<String, Vec<(Value, usize)>>);

impl Repeated {
    fn count(&mut self, name: &str, value: &Value) {
        let known = self.0.entry(schemas::pascal(name)).or_default();
        match known.iter_mut().find(|(known, _)| known == value) {
            Some((_, times)) => *times += 1,
            None => known.push((value.clone(), 1)),
        }
    }

    /// Of each name the value that occurs most often, if it does more than once and is not small.
    fn shared(self, small: usize) -> BTreeMap<String, Value> {
        let most = self.0.into_iter().filter_map(|(name, values)| {
            let (value, times) = values.into_iter().max_by_key(|(_, times)| *times)?;
            (times > 1 && value.to_string().len() > small).then_some((name, value))
        });
        most.collect()
    }
}

fn name_of<'n>(shared: &'n BTreeMap<String, Value>, value: &Value) -> Option<&'n str> {
    shared.iter().find(|(_, known)| *known == value).map(|(name, _)| name.as_str())
}

/// The type that a content refers to, after which its example is called.
fn shown(content: &Value) -> Option<String> {
    Some(content.get("schema")?.get("$ref")?.as_str()?.rsplit('/').next()?.to_owned())
}

/// Every content that an operation takes or gives.
fn contents(operation: &mut Value, each: &mut dyn FnMut(&mut Value)) {
    let responses = operation.get_mut("responses").and_then(Value::as_object_mut).into_iter().flatten();
    for (_, response) in responses {
        if let Some(Value::Object(content)) = response.get_mut("content") {
            content.values_mut().for_each(&mut *each);
        }
    }
}
