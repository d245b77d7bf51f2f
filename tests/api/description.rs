//! The description of the service: the file, what the code makes, and what is served are one and the same.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Map, Value};

use crate::harness::{Person, Service, described as types};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/openapi.yaml");

async fn described(stranger: &Person) -> Value {
    stranger.get("/openapi.json").await.must_be(200)
}

/// A member of the description, or what it refers to.
fn resolved<'d>(description: &'d Value, member: &'d Value) -> &'d Value {
    let target = member["$ref"].as_str().and_then(|reference| reference.strip_prefix('#'));
    target.map_or(member, |target| description.pointer(target).unwrap())
}

fn has_example(content: &Value) -> bool {
    content["example"].is_null() != content["examples"].is_null()
}

/// Every operation with its address and method.
fn operations(description: &Value) -> Vec<(String, String, Value)> {
    let paths = description["paths"].as_object().unwrap();
    let operations = paths.iter().flat_map(|(path, operations)| {
        operations
            .as_object()
            .unwrap()
            .iter()
            .map(move |(method, operation)| (path.clone(), method.to_uppercase(), operation.clone()))
    });
    operations.collect()
}

#[tokio::test]
async fn the_file_says_what_the_server_says() {
    let service = Service::start_as_released();
    let stranger = service.stranger();
    let served = stranger.get("/openapi.yaml").await;
    let file = std::fs::read_to_string(FILE).unwrap();
    assert!(served.text == file, "openapi.yaml is out of date: `cargo run -- openapi > openapi.yaml`");
    let from_file: Value = yaml_serde::from_str(&file).unwrap();
    assert_eq!(described(&stranger).await, from_file);
}

#[tokio::test]
async fn every_address_takes_exactly_the_methods_that_are_described() {
    let service = Service::start();
    let stranger = service.stranger();
    let mut by_path = std::collections::BTreeMap::<String, BTreeSet<String>>::new();
    for (path, method, _) in operations(&described(&stranger).await) {
        by_path.entry(path).or_default().insert(method);
    }
    for (path, methods) in by_path {
        let request = stranger.request(Method::TRACE, &path.replace(['{', '}'], ""));
        let response = request.send().await.unwrap();
        assert_eq!(response.status(), 405, "{path}");
        let allowed = response.headers()["allow"].to_str().unwrap().to_owned();
        let allowed: BTreeSet<String> =
            allowed.split(", ").filter(|method| *method != "HEAD").map(str::to_owned).collect();
        assert_eq!(allowed, methods, "{path}");
    }
}

#[tokio::test]
async fn options_that_only_tests_use_are_not_described_and_house_rules_are() {
    let service = Service::start();
    let stranger = service.stranger();
    let text = described(&stranger).await.to_string();
    for hidden in ["SettlersCustomBoard", "diagram", "which tests use"] {
        assert!(!text.contains(hidden), "{hidden}");
    }
    let options = async |ruleset: &str, name: &str| {
        let ruleset = stranger.get(&format!("/v1/rulesets/{ruleset}")).await.must_be(200);
        let schema = &ruleset["schemas"]["options"];
        assert_eq!(schema["$ref"], format!("#/$defs/{name}"), "{schema}");
        schema.clone()
    };
    let described = options("settlers", "SettlersOptions").await;
    let settlers = &described["$defs"]["SettlersOptions"]["properties"];
    assert!(settlers.get("board").is_none() && settlers.get("layout").is_some(), "{settlers}");
    for (rule, least, most) in [("victory_points", 8, 12), ("discard_limit", 7, 9)] {
        let rule = &settlers[rule];
        assert_eq!((&rule["minimum"], &rule["maximum"]), (&Value::from(least), &Value::from(most)), "{rule}");
    }
    assert!(!described.to_string().contains("custom"), "{described}");
    let described = options("nord", "NordOptions").await;
    let nord = &described["$defs"]["NordOptions"]["properties"];
    assert!(nord.get("diagram").is_none() && nord.get("custom").is_some(), "{nord}");
}

#[tokio::test]
async fn every_operation_says_what_it_does_and_how_it_can_end() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    for (path, method, operation) in operations(&description) {
        let place = format!("{method} {path}");
        assert!(operation["summary"].as_str().is_some_and(|summary| !summary.is_empty()), "{place}: summary");
        assert!(operation["operationId"].as_str().is_some_and(|id| id.contains('_')), "{place}: id");
        assert!(
            operation["x-problem-codes"].is_array() && operation["responses"]["default"]["$ref"].is_string(),
            "{place}: codes"
        );
        for placeholder in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
            let parameters = operation["parameters"].as_array().unwrap();
            assert!(
                parameters.iter().any(|parameter| resolved(&description, parameter)["name"] == placeholder),
                "{place}: {placeholder}"
            );
        }
        let body = &operation["requestBody"]["content"]["application/json"];
        assert!(operation["requestBody"].is_null() || has_example(body), "{place}: example to send");
        let responses = operation["responses"].as_object().unwrap();
        for (status, response) in responses.iter().filter(|(status, _)| status.starts_with('2')) {
            let kinds = response["content"].as_object().cloned().unwrap_or_default();
            assert_eq!(kinds.is_empty(), status == "204", "{place}: what {status} holds");
            for (kind, content) in kinds {
                // A picture is known by its kind alone; whatever can be read is shown.
                let shown = kind.starts_with("image/") || has_example(&content);
                assert!(shown && !content["schema"].is_null(), "{place}: {status} as {kind}");
            }
        }
    }
}

#[tokio::test]
async fn every_example_of_an_answer_is_what_its_type_says() {
    let description = described(&Service::start_as_released().stranger()).await;
    let mut held = 0;
    for (_, _, operation) in operations(&description) {
        let responses = operation["responses"].as_object().unwrap().values();
        let contents = responses.filter_map(|response| response["content"].as_object()).flat_map(Map::values);
        for content in contents {
            let Some(name) = content["schema"]["$ref"].as_str().and_then(|target| target.rsplit('/').next())
            else {
                continue;
            };
            let shared = content["examples"].as_object().into_iter().flat_map(Map::values);
            let shared = shared.map(|example| &resolved(&description, example)["value"]);
            for example in content.get("example").into_iter().chain(shared) {
                types::must_fit(name, example);
                held += 1;
            }
        }
    }
    assert!(held > 80, "{held} examples");
}

#[tokio::test]
async fn every_operation_that_takes_a_token_says_what_the_token_must_be_good_for() {
    let service = Service::start();
    for (path, method, operation) in operations(&described(&service.stranger()).await) {
        let (scope, session) = (&operation["x-scope"], &operation["x-session-only"]);
        let takes_tokens = !operation["security"].as_array().unwrap().is_empty();
        let any = &operation["x-any-token"];
        let said = [scope.is_string(), session.is_boolean(), any.is_boolean()];
        assert_eq!(
            said.into_iter().filter(|said| *said).count(),
            usize::from(takes_tokens),
            "{method} {path}"
        );
    }
}

#[tokio::test]
async fn every_union_of_actions_and_events_has_names_and_a_discriminator() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    let schemas = &description["components"]["schemas"];
    let unions = [
        ("ServiceEvent", 8),
        ("LandnamAction", 20),
        ("LandnamGameEvent", 28),
        ("NordAction", 4),
        ("NordGameEvent", 28),
        ("SettlersAction", 20),
        ("SettlersGameEvent", 28),
    ];
    for (union, least) in unions {
        let mapping = mapping(schemas, union);
        assert!(mapping.len() > least, "{union} has {} alternatives", mapping.len());
        assert_eq!(schemas[union]["oneOf"].as_array().unwrap().len(), mapping.len(), "{union}");
        for (tag, target) in mapping {
            let name = target.as_str().unwrap().rsplit('/').next().unwrap();
            assert_eq!(schemas[name]["properties"]["type"]["const"], *tag, "{name}");
            assert_eq!(schemas[name]["required"][0], "type", "{name}");
        }
    }
}

fn mapping(schemas: &Value, union: &str) -> Map<String, Value> {
    assert_eq!(schemas[union]["discriminator"]["propertyName"], "type", "{union}");
    schemas[union]["discriminator"]["mapping"].as_object().unwrap().clone()
}

#[tokio::test]
async fn every_event_that_is_sent_unasked_is_a_type_of_its_own_with_a_discriminator() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    let schemas = &description["components"]["schemas"];
    let topics = schemas["WebhookTopic"]["enum"].as_array().unwrap().clone();
    let of_streams = ["opened", "lobby_change", "game_events", "message", "reset", "end"];
    let events = [
        ("GameStreamEvent", of_streams.map(Value::from).to_vec()),
        ("AccountStreamEvent", of_streams.into_iter().chain(["notification"]).map(Value::from).collect()),
        (
            "PersonStreamEvent",
            ["opened", "lobby_change", "game_events", "reset", "end"].map(Value::from).to_vec(),
        ),
        ("CompetitionStreamEvent", ["opened", "competition_changed", "end"].map(Value::from).to_vec()),
        ("WebhookEvent", topics.clone()),
    ];
    for (union, tags) in events {
        assert_eq!(schemas[union]["discriminator"]["propertyName"], "type");
        let mapping = schemas[union]["discriminator"]["mapping"].as_object().unwrap();
        assert_eq!(
            (mapping.len(), schemas[union]["oneOf"].as_array().unwrap().len()),
            (tags.len(), tags.len())
        );
        for tag in tags {
            let name = mapping[tag.as_str().unwrap()].as_str().unwrap().rsplit('/').next().unwrap();
            let properties = schemas[name]["properties"].as_object().unwrap();
            assert_eq!(properties["type"]["const"], tag, "{name}");
            let required = schemas[name]["required"].as_array().unwrap();
            assert_eq!((required[0].as_str(), required.len()), (Some("type"), properties.len()), "{name}");
        }
    }
    for (path, event) in
        [("/v1/games/{game_id}/stream", "GameStreamEvent"), ("/v1/me/stream", "AccountStreamEvent")]
    {
        let response = &description["paths"][path]["get"]["responses"]["200"];
        let content = &response["content"]["text/event-stream"];
        assert_eq!(content["schema"]["$ref"], format!("#/components/schemas/{event}"));
        types::must_fit(event, &content["example"]);
        assert!(response["description"].as_str().unwrap().contains("\nevent: opened\ndata: {"), "{response}");
    }
    let webhooks = description["webhooks"].as_object().unwrap();
    // A channel of our own format gets another thing than webhooks do.
    assert_eq!(webhooks.len(), topics.len() + 1);
    let post = &webhooks["channel_post"]["post"]["requestBody"]["content"]["application/json"];
    types::must_fit("ChannelEvent", &post["example"]);
    for topic in topics {
        let topic = topic.as_str().unwrap();
        let entry = &webhooks[topic]["post"];
        assert_eq!(entry["operationId"], format!("receive_{topic}"));
        let content = &entry["requestBody"]["content"]["application/json"];
        assert_eq!(content["schema"]["$ref"], schemas["WebhookEvent"]["discriminator"]["mapping"][topic]);
        assert_eq!(content["example"]["type"], topic);
        types::must_fit("WebhookEvent", &content["example"]);
        assert!(entry["tags"].is_null() && entry["security"] == serde_json::json!([]), "{entry}");
    }
}

#[tokio::test]
async fn what_the_service_does_in_a_game_is_told_apart_from_events_of_the_rules_by_the_same_discriminator() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    let schemas = &description["components"]["schemas"];
    let of_the_service = mapping(schemas, "ServiceEvent");
    for ruleset in ["Landnam", "Nord", "Settlers"] {
        let all = mapping(schemas, &format!("{ruleset}GameEvent"));
        for (tag, target) in &of_the_service {
            assert_eq!(all.get(tag), Some(target), "{ruleset}");
        }
        let of_the_rules = all.iter().filter(|(tag, _)| !of_the_service.contains_key(*tag));
        for (tag, target) in of_the_rules {
            let prefix = format!("#/components/schemas/{ruleset}");
            assert!(target.as_str().unwrap().starts_with(&prefix), "{tag}: {target}");
        }
    }
}

/// Whoever writes a client for one title meets nothing of another.
#[tokio::test]
async fn what_is_of_a_title_has_a_form_for_each_told_apart_by_the_ruleset() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    let schemas = &description["components"]["schemas"];
    for union in ["GameView", "LegalActions", "EventPage", "ActionResult", "ActionRequest", "GameRecord"] {
        assert_eq!(schemas[union]["discriminator"]["propertyName"], "ruleset", "{union}");
        for (ruleset, title) in [("landnam", "Landnam"), ("nord", "Nord"), ("settlers", "Settlers")] {
            let form = format!("{title}{union}");
            let target = &schemas[union]["discriminator"]["mapping"][ruleset];
            assert_eq!(*target, format!("#/components/schemas/{form}"));
            assert_eq!(schemas[&form]["properties"]["ruleset"]["const"], ruleset, "{form}");
            let led_to = all_led_to(schemas, &form);
            for other in ["Landnam", "Nord", "Settlers"].into_iter().filter(|other| *other != title) {
                assert!(!led_to.iter().any(|name| name.starts_with(other)), "{form} leads to {led_to:?}");
            }
        }
    }
    for (path, method, operation) in operations(&description) {
        let text = operation.to_string();
        for title in ["/Landnam", "/Nord", "/Settlers"] {
            assert!(!text.contains(&format!("schemas{title}")), "{method} {path} takes one title only");
        }
    }
}

/// Every type that a type is made of, directly or not.
fn all_led_to(schemas: &Value, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut next = vec![name.to_owned()];
    while let Some(name) = next.pop() {
        let text = schemas[&name].to_string();
        let referred = text.split("\"#/components/schemas/").skip(1);
        next.extend(
            referred
                .filter_map(|rest| rest.split('"').next())
                .map(str::to_owned)
                .filter(|name| !found.contains(name)),
        );
        found.insert(name);
    }
    found
}

/// A union that is not told apart by a property is one thing or nothing.
#[tokio::test]
async fn every_union_of_types_has_a_discriminator() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    must_discriminate(&description["components"]["schemas"], "");
}

fn must_discriminate(schema: &Value, path: &str) {
    if let Some(members) = schema.get("oneOf").or_else(|| schema.get("anyOf")).and_then(Value::as_array) {
        let types = members.iter().filter(|member| member["$ref"].is_string()).count();
        assert!(types < 2 || schema["discriminator"].is_object(), "{path} has {types} forms");
    }
    match schema {
        Value::Object(members) => {
            members.iter().for_each(|(name, value)| must_discriminate(value, &format!("{path}/{name}")));
        }
        Value::Array(items) => items.iter().for_each(|item| must_discriminate(item, path)),
        _ => {}
    }
}

/// In some languages the maker of a thing is called `NewThing`.
#[tokio::test]
async fn no_type_is_called_like_the_maker_of_another_or_like_its_own_member() {
    let service = Service::start();
    let description = described(&service.stranger()).await;
    let schemas = description["components"]["schemas"].as_object().unwrap();
    for name in schemas.keys() {
        assert!(!schemas.contains_key(&format!("New{name}")), "New{name}");
        for member in schemas[name]["properties"].as_object().into_iter().flat_map(|members| members.keys()) {
            assert_ne!(&in_capitals(member), name, "{name} has a member {member}");
        }
    }
}

/// `account_id` as languages with capitals write it: `AccountId`.
fn in_capitals(member: &str) -> String {
    let word =
        |word: &str| word.get(..1).unwrap_or_default().to_uppercase() + word.get(1..).unwrap_or_default();
    member.split('_').map(word).collect()
}

#[tokio::test]
async fn no_reference_of_the_description_leads_nowhere() {
    let service = Service::start();
    must_lead_somewhere(&described(&service.stranger()).await);
}

fn must_lead_somewhere(description: &Value) {
    let text = description.to_string();
    let references = text.split("\"#/").skip(1).filter_map(|rest| rest.split('"').next());
    for reference in references {
        assert!(description.pointer(&format!("/{reference}")).is_some(), "{reference}");
    }
}

#[tokio::test]
async fn a_client_for_one_ruleset_gets_the_types_of_that_one_alone_by_the_same_names() {
    let service = Service::start();
    let stranger = service.stranger();
    let whole = described(&stranger).await;
    for (ruleset, own, others) in [
        ("nord", "Nord", ["Landnam", "Settlers"]),
        ("landnam", "Landnam", ["Nord", "Settlers"]),
        ("settlers", "Settlers", ["Landnam", "Nord"]),
    ] {
        let part = stranger.get(&format!("/openapi.json?ruleset={ruleset}")).await.must_be(200);
        let (types, all) = (&part["components"]["schemas"], &whole["components"]["schemas"]);
        for (name, schema) in types.as_object().unwrap() {
            assert!(!others.iter().any(|other| name.starts_with(other)), "{ruleset}: {name}");
            assert!(all[name].is_object(), "{ruleset}: {name} is not in the whole");
            // What does not differ between rulesets is the same.
            if !name.starts_with(own) && !schema.to_string().contains(own) && name != "CreateGame" {
                assert_eq!(*schema, all[name], "{name}");
            }
        }
        let sent = &part["paths"]["/v1/games/{game_id}/actions"]["post"]["requestBody"]["content"];
        let sent = &sent["application/json"];
        assert_eq!(sent["schema"]["$ref"], format!("#/components/schemas/{own}ActionRequest"));
        assert_eq!(sent["examples"].as_object().unwrap().keys().collect::<Vec<_>>(), [ruleset]);
        assert_eq!(types["CreateGame"]["properties"]["ruleset"]["enum"], serde_json::json!([ruleset]));
        // Every operation is there, and no reference leads nowhere.
        assert_eq!(operations(&part).len(), operations(&whole).len());
        must_lead_somewhere(&part);
    }
}

#[tokio::test]
async fn the_description_can_leave_out_what_operators_do() {
    let service = Service::start();
    let stranger = service.stranger();
    let whole = described(&stranger).await;
    let part = stranger.get("/openapi.json?without=operators").await.must_be(200);
    assert!(part["paths"]["/v1/games"].is_object() && part["paths"]["/v1/admin/reports"].is_null());
    let left = operations(&part).len();
    let of_operators =
        operations(&whole).into_iter().filter(|(.., one)| one["tags"][0] == "operators").count();
    assert!(of_operators > 10, "{of_operators}");
    assert_eq!(left + of_operators, operations(&whole).len());
    assert!(!part["tags"].to_string().contains("operators"), "{}", part["tags"]);
    assert!(part["components"]["schemas"]["DeadLetter"].is_null());
    must_lead_somewhere(&part);
    let both = stranger.get("/openapi.json?ruleset=nord&without=operators").await;
    let whole = stranger.get("/openapi.json").await;
    assert!(both.text.len() * 4 < whole.text.len() * 3, "{} of {}", both.text.len(), whole.text.len());
    let yaml = stranger.get("/openapi.yaml?ruleset=nord&without=operators").await;
    let yaml: Value = yaml_serde::from_str(&yaml.text).unwrap();
    assert_eq!(yaml, both.must_be(200));
}

#[tokio::test]
async fn a_part_of_the_description_that_there_is_not_is_refused_by_the_parameter() {
    let service = Service::start();
    let stranger = service.stranger();
    for (query, parameter) in [
        ("ruleset=chess", "ruleset"),
        ("without=players", "without"),
        ("tag=play", "tag"),
        ("ruleset=", "ruleset"),
    ] {
        for kind in ["json", "yaml"] {
            let refused = stranger.get(&format!("/openapi.{kind}?{query}")).await;
            refused.must_blame(400, "invalid_parameter", parameter);
        }
    }
    // A part has a tag of its own, by which it is asked for again.
    let tag = async |address: &str, seen: &str| {
        let request = stranger.request(Method::GET, address).header("If-None-Match", seen);
        let response = request.send().await.unwrap();
        (response.status().as_u16(), response.headers()["etag"].to_str().unwrap().to_owned())
    };
    let (_, whole) = tag("/openapi.json", "\"\"").await;
    let (status, part) = tag("/openapi.json?ruleset=nord", &whole).await;
    assert_eq!((status, part == whole), (200, false));
    assert_eq!(tag("/openapi.json?ruleset=nord", &part).await, (304, part));
}

/// A header is text or is not there; a generator that is told of null writes what no compiler takes.
#[tokio::test]
async fn no_header_of_a_request_may_be_null() {
    let description = described(&Service::start().stranger()).await;
    let mut headers = 0;
    for (path, method, operation) in operations(&description) {
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let parameter = resolved(&description, parameter);
            if parameter["in"] == "header" {
                headers += 1;
                assert_eq!(parameter["schema"]["type"], "string", "{method} {path}: {parameter}");
            }
        }
    }
    assert!(headers > 30, "{headers}");
}

#[tokio::test]
async fn a_ruleset_is_shown_with_schemas_that_stand_alone() {
    let service = Service::start();
    let stranger = service.stranger();
    let listed = stranger.get("/v1/rulesets").await.must_be(200);
    assert!(listed["items"].as_array().unwrap().iter().any(|ruleset| ruleset["id"] == "landnam"));
    let landnam = stranger.get("/v1/rulesets/landnam").await.must_be(200);
    assert_eq!(landnam["players"], serde_json::json!({"min": 3, "max": 5}));
    assert!(landnam["components"].is_object());
    assert!(landnam["refusals"].as_array().unwrap().iter().any(|row| row["code"] == "not_affordable"));
    let action = &landnam["schemas"]["action"];
    assert_eq!(action["$ref"], "#/$defs/LandnamAction");
    let text = action.to_string();
    for reference in text.split("\"#/$defs/").skip(1).filter_map(|rest| rest.split('"').next()) {
        assert!(!action["$defs"][reference].is_null(), "{reference}");
    }
    let settlers = stranger.get("/v1/rulesets/settlers").await.must_be(200);
    assert_eq!(settlers["players"], serde_json::json!({"min": 3, "max": 4}));
    assert_eq!(settlers["schemas"]["view"]["$ref"], "#/$defs/SettlersView");
    let nord = stranger.get("/v1/rulesets/nord").await.must_be(200);
    assert_eq!(nord["players"], serde_json::json!({"min": 2, "max": 4}));
    assert_eq!(nord["schemas"]["view"]["$ref"], "#/$defs/NordView");
    stranger.get("/v1/rulesets/chess").await.must_refuse(404, "ruleset_not_found");
}

#[tokio::test]
async fn a_browser_that_opens_the_bare_address_is_led_to_the_description_and_a_program_is_told_where_it_is() {
    let service = Service::start();
    let stranger = service.stranger();
    let address = format!("{}/", service.servers[0].address);
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
    let browser = client.get(&address).header("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    let led = browser.send().await.unwrap();
    assert_eq!((led.status().as_u16(), led.headers()["location"].to_str().unwrap()), (303, "/docs"));
    assert_eq!(led.headers()["vary"], "Accept");
    let told = stranger.get("/").await.must_be(200);
    assert_eq!(told["service"], "althing");
    for place in ["description", "docs"] {
        assert_eq!(stranger.get(told[place].as_str().unwrap()).await.status, 200, "{place}");
    }
    assert_eq!(client.delete(&address).send().await.unwrap().status(), 405);
}
