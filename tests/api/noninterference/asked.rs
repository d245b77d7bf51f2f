//! Everything that somebody can find out about a game.

use std::collections::BTreeMap;

use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use super::other_game::{NOBODY, Viewer};
use crate::harness::{Person, Service, Table};

/// An answer with everything in it that could tell something: status, headers, bytes.
#[derive(Debug, PartialEq)]
pub struct Answered {
    pub asked: String,
    pub status: u16,
    headers: BTreeMap<String, String>,
    pub body: Vec<u8>,
}

impl Answered {
    /// Where this answer and another part, for whoever looks for the leak.
    pub fn against(&self, other: &Self) -> String {
        let (here, there) = (lossy(&self.body), lossy(&other.body));
        let same = here.chars().zip(there.chars()).take_while(|(one, other)| one == other).count();
        let around = |text: &str| text.chars().skip(same.saturating_sub(200)).take(400).collect::<String>();
        format!(
            "{}\n{} {:?}\n…{}\n{} {:?}\n…{}",
            self.asked,
            self.status,
            self.headers,
            around(&here),
            other.status,
            other.headers,
            around(&there)
        )
    }
}

/// Asks, and waits for the whole answer.
pub async fn ask(asked: String, request: RequestBuilder) -> Answered {
    ask_until(asked, request, None).await
}

/// Asks; of a stream so much is read as it takes to hold the frame of this id.
async fn ask_until(asked: String, request: RequestBuilder, last: Option<&str>) -> Answered {
    let mut response = request.send().await.unwrap();
    let status = response.status().as_u16();
    let headers =
        response.headers().iter().map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()));
    // These two differ from one request to the next, whatever is asked.
    let headers = headers.filter(|(name, _)| !["date", "x-request-id"].contains(&name.as_str())).collect();
    let mut body = Vec::new();
    // The mark of the history may follow.
    let last = last.filter(|_| status == 200).map(|id| [format!("id: {id}\n"), format!("id: {id}~")]);
    while last.as_ref().is_none_or(|last| end_of(&body, last).is_none()) {
        let chunk = tokio::time::timeout(std::time::Duration::from_secs(20), response.chunk()).await;
        let chunk = chunk.unwrap_or_else(|_| panic!("{asked} says no more after {}", lossy(&body))).unwrap();
        let Some(chunk) = chunk else { break };
        body.extend_from_slice(&chunk);
    }
    // How often a stream says that it is alive hangs on the clock on the wall, and whether the end of the stream of a game
    // that is over came with the last frame on how the pieces were cut.
    let body = match &last {
        Some(last) => {
            let end = end_of(&body, last).unwrap_or(body.len());
            lossy(&body[..end]).replace("\n:\n\n", "\n").into_bytes()
        }
        None => body,
    };
    Answered { asked, status, headers, body }
}

/// Where the frame with one of these lines ends, once it is whole.
fn end_of(body: &[u8], lines: &[String; 2]) -> Option<usize> {
    let text = lossy(body);
    let at = lines.iter().filter_map(|line| text.rfind(line)).max()?;
    text[at..].find("\n\n").map(|length| at + length + 2)
}

fn lossy(body: &[u8]) -> String {
    String::from_utf8_lossy(body).into_owned()
}

/// What can be read of a game. A record with texts replays the whole log, which a disguised game does not fit: its texts
/// come from the same views and redacted events as the others.
pub fn readings(kept: i64) -> Vec<String> {
    let paths = [
        "",
        "/view",
        "/view?include=texts",
        "/view?as=spectator&include=texts",
        "/view?as=spectator",
        "/view?version=99999",
        "/legal",
        "/legal?include=texts,requests,view",
        "/events?limit=500",
        "/events?limit=500&include=texts",
        "/events?as=spectator",
        "/events?as=spectator&include=texts",
        "/events?after=7&limit=3",
        "/record",
        "/board.svg",
        "/board.svg?parts=board&theme=dark&marks=legal&language=de",
        "/board.txt",
        "/chart.svg",
        "/messages",
        "/messages?limit=2",
        "/note",
        "/orders",
        "/votes",
        "/votes?limit=1",
        "/invitations",
        "/invitation-links",
    ];
    let of_kept = [
        format!("/view?version={kept}"),
        format!("/legal?version={kept}"),
        format!("/events?after={}&wait=20", kept - 1),
    ];
    paths.map(str::to_owned).into_iter().chain(of_kept).collect()
}

/// What can be seen of a public game by everybody who has a browser.
const PAGES: [&str; 4] = ["", "?at=last", "?at=99999", "?show=board"];

/// What can be read besides.
const ELSEWHERE: [&str; 16] = [
    "/v1/games",
    "/v1/games?mine=true",
    "/v1/games?player=Aud&status=running",
    "/v1/games?name=landnam",
    "/v1/me",
    "/v1/me/inbox",
    "/v1/me/inbox?include=legal&include=view",
    "/v1/me/inbox?include=legal,texts,requests",
    "/v1/me/invitations",
    "/v1/me/blocks",
    "/v1/me/audit",
    "/v1/announcements",
    "/v1/people/Aud",
    "/v1/people/Aud/games",
    "/v1/people/Aud/ratings/landnam",
    "/v1/rulesets/landnam/ratings",
];

/// What somebody can try that is refused: guesses, answers for others, malformed and stale ones.
fn guesses(view: &Value) -> Vec<(&'static str, Value, Option<&'static str>)> {
    let awaited = view["awaited"].as_array().unwrap().iter().map(|awaited| awaited["decision"].clone());
    let decisions = awaited.chain([json!("t1.build.1"), json!("nothing")]);
    let mut guesses = Vec::new();
    for decision in decisions {
        for action in [
            json!({"type": "cheat"}),
            json!({"type": "play_harvest_card", "card": "good_year", "hex": "Z99"}),
            json!({"type": "offer_trade", "give": {"iron": 19}, "take": {"wool": 1}}),
            json!({"type": "roll_dice"}),
            json!({"type": "discard", "cards": {"ore": 19}}),
            json!({"type": "offer_trade", "give": {"ore": 19}, "get": {"wool": 1}}),
            json!({"type": "accept_trade", "offer": 999}),
        ] {
            guesses.push(("/actions", json!({"decision": decision, "action": action}), None));
        }
        let stale = json!({"decision": decision, "action": {"type": "end_turn"}});
        guesses.push(("/actions", stale, Some("\"stale\"")));
    }
    guesses.extend([
        ("/orders", json!({"order": {"type": "raise", "up_to": -1}}), None),
        ("/orders", json!({"order": {"type": "robber", "victims": [9]}}), None),
        ("/orders/dry-run", json!({"order": {"type": "hand_over", "to": 9}}), None),
        ("/messages", json!({"text": "a", "to": [9]}), None),
        ("/votes", json!({"kind": "resume"}), None),
        ("/votes/01900000-0000-7000-8000-000000000000/ballots", json!({"ballot": "yes"}), None),
        ("/seats/1/take", json!({}), None),
        ("/join", json!({}), None),
        ("/leave", json!({}), None),
        ("/confirm", json!({}), None),
        ("/rematch", json!({}), None),
        ("/invitations", json!({"name": "Dalla"}), None),
    ]);
    guesses
}

/// Everything that `person` can find out.
pub async fn everything(
    service: &Service,
    table: &Table,
    person: &Person,
    viewer: &Viewer,
    kept: i64,
) -> Vec<Answered> {
    let mut answers = Vec::new();
    let of_game = readings(kept).into_iter().map(|path| format!("{}{path}", table.path));
    let feeds = feeds(table, person).await;
    let of_page = PAGES.map(|rest| format!("/games/{}{rest}", table.id)).into_iter();
    let of_tables = of_game.chain(of_page);
    for path in of_tables.chain(ELSEWHERE.map(str::to_owned)).chain(feeds) {
        answers.push(ask(path.clone(), person.request(Method::GET, &path)).await);
    }
    let view: Value = serde_json::from_slice(&answers[2].body).unwrap();
    answers.extend(streams(service, table, person, viewer, view["version"].as_i64().unwrap()).await);
    for (path, body, tag) in guesses(&view) {
        let request = person.request(Method::POST, &format!("{}{path}", table.path)).json(&body);
        let request = if let Some(tag) = tag { request.header("If-Match", tag) } else { request };
        let answer = ask(format!("{path} {body}"), request).await;
        assert!(answer.status >= 400, "{path} {body} was to be refused");
        answers.push(answer);
    }
    answers
}

/// The addresses of the news of a game, and of the calendar and the news of a person who has made them.
async fn feeds(table: &Table, person: &Person) -> Vec<String> {
    let mut feeds = vec![format!("/games/{}/news.atom", table.id)];
    let own = person.get("/v1/me/feeds").await.json;
    for url in [&own["calendar_url"], &own["news_url"]].into_iter().filter_map(|url| url.as_str()) {
        feeds.push(url[url.find("/feeds/").unwrap()..].to_owned());
    }
    feeds
}

/// Every stream from its beginning to where it stands: of the game from both places, by a ticket, and the person's own.
async fn streams(
    service: &Service,
    table: &Table,
    person: &Person,
    viewer: &Viewer,
    version: i64,
) -> Vec<Answered> {
    let number = |query: String| service.database.texts(&query)[0].clone();
    let messages = |reader: &str| {
        number(format!(
            "SELECT coalesce(max(number), 0)::text AS value FROM message_copies WHERE game_id = '{}' \
             AND account_id = '{reader}'",
            table.id
        ))
    };
    let (mine, public) = (messages(viewer.reader()), messages(NOBODY));
    let path = format!("{}/stream", table.path);
    let from = |path: &str, id: &str| person.request(Method::GET, path).header("Last-Event-ID", id);
    let mut heard =
        vec![ask_until(path.clone(), from(&path, "-1.0"), Some(&format!("{version}.{mine}"))).await];
    for (place, number) in [("", &mine), ("&as=spectator", &public)] {
        let in_words = format!("{path}?include=texts{place}");
        let request = from(&in_words, "-1.0").header("Accept-Language", "sv");
        heard.push(ask_until(in_words, request, Some(&format!("{version}.{number}"))).await);
    }
    let spectating = format!("{path}?as=spectator");
    let request = from(&spectating, "-1.0");
    heard.push(ask_until(spectating, request, Some(&format!("{version}.{public}"))).await);
    let ticket = person.post("/v1/me/stream-tickets", &json!({"path": path})).await;
    if let Some(ticket) = ticket.json["ticket"].as_str() {
        let open = format!("{path}?after_id=-1.0&ticket={ticket}");
        let nobody = person.with_token("").request(Method::GET, &open);
        let by_ticket = ask_until("by a ticket".to_owned(), nobody, Some(&format!("{version}.{mine}"))).await;
        assert_eq!(lossy(&by_ticket.body), lossy(&heard[0].body));
        heard.push(by_ticket);
    }
    let own = "/v1/me/stream";
    let last = number(format!(
        "SELECT coalesce(max(last_number), 0)::text AS value FROM stream_heads WHERE account_id = '{}'",
        viewer.account
    ));
    let request = if last == "0" { person.request(Method::GET, own) } else { from(own, "0") };
    heard.push(ask_until(own.to_owned(), request, Some(&last)).await);
    if last != "0" {
        let in_words = format!("{own}?include=texts");
        heard.push(ask_until(in_words.clone(), from(&in_words, "0"), Some(&last)).await);
    }
    heard
}
