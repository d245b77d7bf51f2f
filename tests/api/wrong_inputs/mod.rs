//! Requests that are wrong, each with what the caller is told: all of what is wrong, where, in four languages, and in no
//! words but our own.

mod rows;

use althing::texts::{CODES, FALLBACK};
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{Person, Service, Table};

/// A wrong request and what it is answered.
#[derive(Clone)]
pub struct Row {
    pub method: &'static str,
    /// `{game}` stands for a running game of the Settlers, `{landnam}` and `{nord}` for others, `{open}` for one that has
    /// not started, `{decision}` for the open decision in `{game}`, `{me}` and `{other}` for accounts.
    pub path: &'static str,
    pub headers: &'static [(&'static str, &'static str)],
    /// Null: none.
    pub body: Value,
    pub status: u16,
    pub code: &'static str,
    /// Everything that is wrong: `/pointer`, `?parameter` or `#Header`, with words that the English sentence has. A dash
    /// stands for the problem itself.
    pub wrong: &'static [(&'static str, &'static str)],
}

/// Words of the library that reads JSON, and of the one that holds it against a schema.
const NOT_OURS: [&str; 14] = [
    "u8",
    "u16",
    "i16",
    "i64",
    "enum",
    "expected",
    "invalid type",
    "invalid value",
    "unknown variant",
    "unknown field",
    "missing field",
    "schema",
    "instance",
    "deserialize",
];

struct Places {
    person: Person,
    names: Vec<(&'static str, String)>,
}

impl Places {
    async fn of(service: &Service) -> Self {
        let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
        let people = [aud, bjarni, cnut];
        let mut names = vec![("{me}", people[0].id.clone()), ("{other}", people[1].id.clone())];
        for (name, ruleset) in [("{game}", "settlers"), ("{landnam}", "landnam"), ("{nord}", "nord")] {
            let table =
                Table::with(&json!({"ruleset": ruleset, "seats": 3, "deal_seats": false}), &people).await;
            if ruleset == "settlers" {
                let legal = people[0].get(&format!("{}/legal", table.path)).await.must_be(200);
                let decision = legal["decisions"][0]["decision"]["id"].as_str().unwrap();
                names.push(("{decision}", decision.to_owned()));
            }
            names.push((name, table.path));
        }
        let open = people[0].post("/v1/games", &json!({"ruleset": "nord", "seats": 3})).await.must_be(201);
        names.push(("{open}", format!("/v1/games/{}", open["id"].as_str().unwrap())));
        Self { person: people[0].clone(), names }
    }

    fn fill(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, place)| text.replace(name, place))
    }

    async fn send(&self, row: &Row, language: &str) -> (String, Value) {
        let method = Method::from_bytes(row.method.as_bytes()).unwrap();
        let mut request =
            self.person.request(method, &self.fill(row.path)).header("Accept-Language", language);
        for (name, value) in row.headers {
            request = request.header(*name, *value);
        }
        if !row.body.is_null() {
            let body = serde_json::from_str::<Value>(&self.fill(&row.body.to_string())).unwrap();
            request = request.json(&body);
        }
        let response = request.send().await.unwrap();
        let shown = format!("{} {} {}", row.method, row.path, row.body);
        let header =
            |name: &str| response.headers().get(name).map(|value| value.to_str().unwrap().to_owned());
        if header("content-type").as_deref() != Some("application/problem+json") {
            return (shown, json!({"status": response.status().as_u16()}));
        }
        assert_eq!(header("content-language").as_deref(), Some(language), "{shown}");
        let vary = response
            .headers()
            .get_all("vary")
            .iter()
            .any(|value| value.to_str().unwrap().contains("Accept-Language"));
        assert!(vary, "{shown}");
        let text = response.text().await.unwrap();
        for words in NOT_OURS {
            assert!(!told(&text, words), "{shown}: {text}");
        }
        let problem = serde_json::from_str(&text).unwrap();
        (shown, problem)
    }
}

/// Does a sentence of the problem have these words? What is repeated of the request, in backquotes, does not count.
fn told(problem: &str, words: &str) -> bool {
    let problem: Value = serde_json::from_str(problem).unwrap();
    let mut sentences = vec![problem["title"].clone(), problem["detail"].clone()];
    sentences.extend(problem["errors"].as_array().into_iter().flatten().map(|part| part["detail"].clone()));
    sentences.iter().filter_map(Value::as_str).any(|sentence| {
        let plain: String = sentence.split('`').step_by(2).collect();
        plain
            .split(|c: char| !c.is_alphanumeric() && c != ' ')
            .any(|piece| format!(" {} ", piece.trim()).contains(&format!(" {words} ")))
    })
}

/// The parts that are wrong, as rows name them, with what is said of each.
fn parts(problem: &Value) -> Vec<(String, String)> {
    let text = |part: &Value, member: &str| part[member].as_str().map(str::to_owned);
    let place = |part: &Value| {
        text(part, "pointer")
            .or_else(|| text(part, "parameter").map(|name| format!("?{name}")))
            .or_else(|| text(part, "header").map(|name| format!("#{name}")))
            .unwrap()
    };
    let errors = problem["errors"].as_array().into_iter().flatten();
    errors.map(|part| (place(part), text(part, "detail").unwrap())).collect()
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_in_the_language_of_the_caller() {
    let service = Service::start();
    let places = Places::of(&service).await;
    let rows = rows::all();
    assert!(rows.len() >= 120, "{} rows", rows.len());
    let mut failed = Vec::new();
    for row in &rows {
        if let Err(why) = check(&places, row).await {
            failed.push(why);
        }
    }
    assert!(failed.is_empty(), "{} of {} rows:\n{}", failed.len(), rows.len(), failed.join("\n"));
}

async fn check(places: &Places, row: &Row) -> Result<(), String> {
    let (shown, english) = places.send(row, FALLBACK).await;
    let fail = |what: String| Err(format!("{shown}\n    {what}\n    {english}"));
    if (english["status"].as_u64(), english["code"].as_str()) != (Some(row.status.into()), Some(row.code)) {
        return fail(format!("not {} {}", row.status, row.code));
    }
    if english["type"] != format!("/docs/errors/{}", row.code) {
        return fail("another type".to_owned());
    }
    let told = parts(&english);
    let expected: Vec<&str> =
        row.wrong.iter().map(|(place, _)| *place).filter(|place| *place != "-").collect();
    if told.iter().map(|(place, _)| place.as_str()).collect::<Vec<_>>() != expected {
        return fail(format!("other parts than {expected:?}"));
    }
    for (place, words) in row.wrong {
        let sentence = match *place {
            "-" => english["detail"].as_str(),
            place => told.iter().find(|(told, _)| told == place).map(|(_, sentence)| sentence.as_str()),
        };
        if !sentence.is_some_and(|sentence| sentence.contains(words)) {
            return fail(format!("{place} is not told with {words:?}"));
        }
    }
    if told.len() == 1 && english["detail"] != told[0].1 {
        return fail("what is told of the only part is not the detail".to_owned());
    }
    for language in CODES.into_iter().filter(|code| *code != FALLBACK) {
        let (_, other) = places.send(row, language).await;
        let same = |member: &str| other[member] == english[member];
        if !["type", "status", "code"].into_iter().all(same) || ["title", "detail"].into_iter().any(same) {
            return fail(format!("in {language}: {other}"));
        }
        let others = parts(&other);
        let alike =
            told.iter().zip(&others).any(|((place, one), (another, other))| place != another || one == other);
        if others.len() != told.len() || alike {
            return fail(format!("in {language}: {other}"));
        }
    }
    Ok(())
}

#[tokio::test]
async fn a_problem_is_told_in_english_unless_one_of_our_languages_is_preferred() {
    let service = Service::start();
    let stranger = service.stranger();
    for (accepted, language) in
        [("", "en"), ("fr", "en"), ("nb-NO, en;q=0.5", "nn"), ("de-AT,de;q=0.9", "de")]
    {
        let request = stranger.request(Method::GET, "/v1/nothing").header("Accept-Language", accepted);
        let response = request.send().await.unwrap();
        assert_eq!(response.headers()["content-language"], language, "{accepted}");
    }
    let response = stranger.request(Method::GET, "/v1/rulesets").send().await.unwrap();
    assert!(response.headers().get("content-language").is_none(), "only problems are told in a language");
}

#[tokio::test]
async fn what_the_rules_refuse_is_told_in_the_language_of_the_caller() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let game = json!({"ruleset": "settlers", "seats": 3, "deal_seats": false});
    let table = Table::with(&game, &people).await;
    let legal = people[0].get(&format!("{}/legal", table.path)).await.must_be(200);
    let decision = &legal["decisions"][0]["decision"]["id"];
    let places = json!({"ruleset": "settlers", "decision": decision, "action": {"type": "place_setup_settlement", "vertex": 0}});
    people[0].post(&format!("{}/actions", table.path), &places).await.must_be(200);
    let seat = table.awaited().await[0];
    let legal = table.legal(seat).await;
    let mut roads = legal["decisions"][0]["actions"].as_array().unwrap().clone();
    let mut wrong = roads.remove(0);
    wrong["edge"] = json!(71);
    let act =
        json!({"ruleset": "settlers", "decision": legal["decisions"][0]["decision"]["id"], "action": wrong});
    let mut told = std::collections::BTreeSet::new();
    for language in CODES {
        let request = table.player(seat).request(Method::POST, &format!("{}/actions", table.path));
        let answer = table.player(seat).send(request.header("Accept-Language", language).json(&act)).await;
        assert_eq!((answer.status, answer.code()), (422, "not_connected"), "{}", answer.text);
        told.insert(answer.json["detail"].as_str().unwrap().to_owned());
        told.insert(answer.json["title"].as_str().unwrap().to_owned());
    }
    assert_eq!(told.len(), 8, "{told:?}");
}
