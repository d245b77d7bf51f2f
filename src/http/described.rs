//! Validates requests against the description that this server serves: the body and the parameters of each operation.
//! A refusal names all mistakes at once.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::web::Data;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::openapi;
use super::router::PathTemplate;
use crate::cache::MadeOnce;
use crate::error::{Code, Error, MOST_MISTAKES, Mistake, RequestPart, Sentence};
use crate::service::App;
use crate::service::rulesets::RulesetRegistry;
use crate::validation::{
    CompiledSchema, MOST_UNKNOWN, referred, remove_notes, whole_numbers, with_control_characters,
};

/// The schemas of an operation's body and parameters, compiled when the operation is first called.
pub struct DescribedOperation {
    /// `None` where the operation takes no JSON.
    body: Option<CompiledSchema>,
    path: Vec<DescribedParameter>,
    query: Vec<DescribedParameter>,
}

struct DescribedParameter {
    name: String,
    is_required: bool,
    schema: CompiledSchema,
}

/// The parts of the description that are about requests, and the compiled operations by path and method. The whole
/// description takes megabytes, and a server keeps it only once a client has read it.
struct Described {
    requests: DescribedRequests,
    /// By path, then in the order of [`METHODS`].
    operations: HashMap<String, [OnceLock<Option<DescribedOperation>>; METHODS.len()]>,
}

/// What the description says of requests. It is kept as text, which takes a tenth of the memory of parsed JSON, and is
/// parsed where an operation is called for the first time.
#[derive(Deserialize)]
struct DescribedRequests {
    /// By path, then by method: [`DescribedRequest`].
    paths: HashMap<String, Box<RawValue>>,
    /// Those that operations share.
    parameters: HashMap<String, Box<RawValue>>,
    /// The types that requests refer to.
    types: HashMap<String, Box<RawValue>>,
}

#[derive(Serialize, Deserialize)]
struct DescribedRequest {
    /// The schema of its JSON; null where the operation takes none.
    body: Value,
    parameters: Value,
}

/// The JSON Pointer, within an operation of the description, to the schema of its body.
const BODY: &str = "/requestBody/content/application~1json/schema";

/// The most entries of a parameter that is a list. The entries are words of closed lists that are far shorter.
const MOST_ITEMS: usize = 100;

const METHODS: [Method; 5] = [Method::GET, Method::POST, Method::PUT, Method::PATCH, Method::DELETE];

impl DescribedOperation {
    /// The operation that a request calls; `None` for a page, which is not described.
    pub fn of(request: &HttpRequest) -> Option<&'static Self> {
        let method = if request.method() == Method::HEAD { &Method::GET } else { request.method() };
        let place = METHODS.iter().position(|known| known == method)?;
        let path: Arc<str> = PathTemplate::of(request)?;
        let described = Described::of(&request.app_data::<Data<App>>()?.rulesets)?;
        let operation = described.operations.get(&*path)?.get(place)?;
        let compile = || {
            let compiled = described.compile(&path, &method.as_str().to_lowercase());
            compiled
                .inspect_err(|defect| tracing::error!(defect, %path, "an operation can't be checked"))
                .ok()
        };
        operation.get_or_init(compile).as_ref()
    }

    /// Turns numbers such as `2.0` into integers in `body`, then validates it.
    pub fn check_body(&self, body: &mut Value) -> Result<(), Error> {
        whole_numbers(body);
        let mut mistakes = self.body.as_ref().map(|schema| schema.mistakes(body)).unwrap_or_default();
        for pointer in with_control_characters(body) {
            if !mistakes.iter().any(|(known, _)| *known == pointer) {
                mistakes.push((pointer, Sentence::ControlCharacter));
            }
        }
        mistakes.sort_by(|(one, _), (other, _)| one.cmp(other));
        if mistakes.is_empty() {
            return Ok(());
        }
        let code = code_of_mistakes(mistakes.iter().map(|(pointer, _)| pointer.as_str()));
        let mistake = |(pointer, sentence)| Mistake::new(RequestPart::Body(pointer), sentence);
        Err(code.mistaken(mistakes.into_iter().map(mistake).collect()))
    }

    pub fn check_path(&self, request: &HttpRequest) -> Result<(), Error> {
        let given = |name: &str| request.match_info().get(name).unwrap_or_default().to_owned();
        refuse(self.path.iter().filter_map(|parameter| {
            let mistake = parameter.mistake(&[given(&parameter.name)])?;
            Some(Mistake::new(RequestPart::Parameter(parameter.name.clone()), mistake))
        }))
    }

    /// Is this the name of a query parameter that holds several values?
    pub fn takes_list(&self, name: &str) -> bool {
        self.query_parameter(name).is_some_and(|known| known.schema.kind() == Some("array"))
    }

    fn query_parameter(&self, name: &str) -> Option<&DescribedParameter> {
        self.query.iter().find(|known| known.name == name)
    }

    pub fn check_query(&self, query: &str) -> Result<(), Error> {
        let mut given: Vec<(Cow<'_, str>, Vec<String>)> = Vec::new();
        // The index in `given` of each known parameter, so that a repeated name is found without a search.
        let mut places = vec![None; self.query.len()];
        let mut unknown = 0;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let known = self.query.iter().position(|known| known.name == name);
            let place = match known.and_then(|known| places.get_mut(known)) {
                Some(place) => *place.get_or_insert(given.len()),
                None => {
                    unknown += 1;
                    // The search below compares each unknown name with all others: 12,000 of them took 184 ms.
                    if unknown > MOST_UNKNOWN {
                        let first = given
                            .into_iter()
                            .map(|(name, _)| name)
                            .find(|name| self.query_parameter(name).is_none());
                        let first = first.unwrap_or(name).into_owned();
                        let sentence = Sentence::UnknownAtMost { most: MOST_UNKNOWN };
                        return refuse([Mistake::new(RequestPart::Parameter(first), sentence)].into_iter());
                    }
                    given.iter().position(|(other, _)| *other == name).unwrap_or(given.len())
                }
            };
            match given.get_mut(place) {
                // Values beyond the bound are dropped: the ones that are kept are already too many, and are refused.
                Some((_, values)) if values.len() > MOST_ITEMS => {}
                Some((_, values)) => values.push(value.into_owned()),
                None => given.push((name, vec![value.into_owned()])),
            }
        }
        let lacking = self.query.iter().zip(&places);
        let lacking = lacking.filter(|(known, place)| known.is_required && place.is_none());
        let lacking = lacking
            .map(|(known, _)| Mistake::new(RequestPart::Parameter(known.name.clone()), Sentence::Missing));
        refuse(lacking.chain(given.into_iter().filter_map(|(name, values)| {
            let sentence = match self.query_parameter(&name) {
                Some(parameter) => parameter.mistake(&values)?,
                None => {
                    let known = self.query.iter().map(|known| known.name.clone()).collect();
                    Sentence::UnknownParameter { known }
                }
            };
            Some(Mistake::new(RequestPart::Parameter(name.into_owned()), sentence))
        })))
    }
}

fn refuse(mistakes: impl Iterator<Item = Mistake>) -> Result<(), Error> {
    let mistakes: Vec<Mistake> = mistakes.take(MOST_MISTAKES + 1).collect();
    if mistakes.is_empty() { Ok(()) } else { Err(Code::InvalidParameter.mistaken(mistakes)) }
}

/// The code for mistakes at these pointers. The parts of a body that a ruleset reads have codes of their own; they
/// apply when all mistakes lie within one such part.
fn code_of_mistakes<'p>(mut pointers: impl Iterator<Item = &'p str> + Clone) -> Code {
    const OF_RULESETS: [(&str, Code); 3] = [
        ("/action", Code::MalformedAction),
        ("/order", Code::MalformedOrder),
        ("/options", Code::InvalidOptions),
    ];
    let within = |pointer: &str, part: &str| {
        pointer.strip_prefix(part).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let found =
        OF_RULESETS.into_iter().find(|(part, _)| pointers.clone().all(|pointer| within(pointer, part)));
    found.filter(|_| pointers.next().is_some()).map_or(Code::InvalidField, |(_, code)| code)
}

impl DescribedParameter {
    /// What is wrong with the values that were sent for this parameter.
    fn mistake(&self, given: &[String]) -> Option<Sentence> {
        let value = match (self.schema.kind(), given) {
            (Some("array"), texts) => {
                let texts = texts.iter().flat_map(|text| text.split(','));
                let items = texts.map(|text| typed(self.schema.item_kind(), text)).take(MOST_ITEMS + 1);
                let items: Vec<Value> = items.collect();
                if items.len() > MOST_ITEMS {
                    return Some(Sentence::ItemsAtMost { most: MOST_ITEMS as u64 });
                }
                Value::Array(items)
            }
            (kind, [one]) => typed(kind, one),
            _ => return Some(Sentence::GivenTwice),
        };
        // An id is taken in any spelling that `Uuid` parses, such as one without hyphens. The format of the schema is
        // stricter.
        let mistakes = self.schema.mistakes(&value).into_iter().map(|(_, sentence)| sentence);
        let is_id = |text: &String| Uuid::parse_str(text).is_ok();
        mistakes.into_iter().find(|sentence| *sentence != Sentence::MustBeId || !given.iter().all(is_id))
    }
}

/// The text as a JSON value of the type `kind`. A text that is no such value stays a string, which the schema refuses.
fn typed(kind: Option<&str>, text: &str) -> Value {
    match kind {
        Some("integer") => text.parse::<i64>().map_or_else(|_| json!(text), Value::from),
        Some("boolean") => text.parse::<bool>().map_or_else(|_| json!(text), Value::from),
        _ => json!(text),
    }
}

impl Described {
    /// The described requests of a service with these rulesets; `None` if its description is broken.
    fn of(rulesets: &RulesetRegistry) -> Option<&'static Self> {
        static MADE: MadeOnce<Vec<&str>, Described> = MadeOnce::new();
        let make = || {
            let shipped: Vec<_> = rulesets.iter().collect();
            let text = DescribedRequests::text(openapi::describe(&shipped)?.document);
            // Read only now, when the description is gone: small parts that are made among those of it would keep
            // its pages from being given back.
            let requests: DescribedRequests =
                text.and_then(|text| serde_json::from_str(&text)).map_err(|error| error.to_string())?;
            let operations = requests.paths.keys().map(|path| (path.clone(), Default::default())).collect();
            Ok(Self { requests, operations })
        };
        MADE.get(rulesets.ids(), "what checks requests", make)
    }

    /// Compiles the schemas of an operation. Error: the description is broken.
    fn compile(&self, path: &str, method: &str) -> Result<DescribedOperation, String> {
        let DescribedRequest { body, parameters } = self.requests.of(path, method)?;
        let body = if body.is_null() { None } else { Some(self.requests.schema(&body)?) };
        let mut described = DescribedOperation { body, path: Vec::new(), query: Vec::new() };
        for parameter in parameters.as_array().into_iter().flatten() {
            let shared = parameter.get("$ref").and_then(Value::as_str);
            let shared = shared.and_then(|target| target.rsplit('/').next());
            let shared = shared.and_then(|name| self.requests.parameters.get(name));
            let parameter = shared.map_or_else(|| Ok(parameter.clone()), |text| parsed(text))?;
            let place = match parameter["in"].as_str() {
                Some("path") => &mut described.path,
                Some("query") => &mut described.query,
                _ => continue,
            };
            place.push(DescribedParameter {
                name: parameter["name"].as_str().unwrap_or_default().to_owned(),
                is_required: parameter["required"] == true,
                schema: self.requests.schema(&parameter["schema"])?,
            });
        }
        Ok(described)
    }
}

impl DescribedRequests {
    /// What a description says of requests, as JSON.
    fn text(mut document: Value) -> serde_json::Result<String> {
        let mut take = |pointer: &str| match document.pointer_mut(pointer).map(Value::take) {
            Some(Value::Object(members)) => members,
            _ => Map::new(),
        };
        let mut paths = take("/paths");
        for operation in paths.values_mut().filter_map(Value::as_object_mut).flat_map(Map::values_mut) {
            let body = operation.pointer_mut(BODY).map(Value::take).unwrap_or_default();
            *operation = json!(DescribedRequest { body, parameters: operation["parameters"].take() });
        }
        let parameters = take("/components/parameters");
        let mut all = take("/components/schemas");
        let mut types = Map::new();
        let requests = paths.values().chain(parameters.values());
        let mut wanted: Vec<String> = requests.flat_map(referred).collect();
        while let Some(name) = wanted.pop() {
            // `remove` gives `None` for a type that was taken before, and for a reference to a parameter.
            if let Some(mut schema) = all.remove(&name) {
                remove_notes(&mut schema);
                wanted.extend(referred(&schema));
                types.insert(name, schema);
            }
        }
        serde_json::to_string(&json!({ "paths": paths, "parameters": parameters, "types": types }))
    }

    fn of(&self, path: &str, method: &str) -> Result<DescribedRequest, String> {
        let methods = self.paths.get(path).ok_or("there is no such path")?;
        let mut methods: HashMap<String, DescribedRequest> = parsed(methods)?;
        methods.remove(method).ok_or_else(|| "there is no such operation".to_owned())
    }

    /// Compiles a schema, with the types that it refers to.
    fn schema(&self, schema: &Value) -> Result<CompiledSchema, String> {
        let mut types = Map::new();
        let mut wanted = referred(schema);
        while let Some(name) = wanted.pop() {
            if let Some(text) = self.types.get(&name).filter(|_| !types.contains_key(&name)) {
                let found: Value = parsed(text)?;
                wanted.extend(referred(&found));
                types.insert(name, found);
            }
        }
        CompiledSchema::compile(schema, &types)
    }
}

fn parsed<T: DeserializeOwned>(text: &RawValue) -> Result<T, String> {
    serde_json::from_str(text.get()).map_err(|error| error.to_string())
}
