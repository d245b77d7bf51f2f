//! What is sent to webhooks: a type and an entry under `webhooks` for each topic.

use rules::schemas::{distinguished, pascal};
use rules::{CallClass, CallKind};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::examples;
use crate::error::Error;
use crate::notifications::{Kinds, OwnTopic, WebhookTopic};
use crate::service::webhooks::WebhookEvent;

const COMPONENTS: &str = "#/components/";

/// The summary and the description of what is posted to a channel of our own format.
const CHANNEL_POST: (&str, &str) = (
    "News of a game",
    "Posted to a channel of the format `althing`, which the owner of a game set for its news: what a spectator may know.",
);

/// Puts the union of all bodies in the place of the type that annotations name, and adds the entries under `webhooks`.
/// An error is a defect of this release.
pub fn add(document: &mut Value, kinds: &Kinds) -> Result<(), String> {
    let (mut types, mut entries, mut mapping) = (Map::new(), Map::new(), Map::new());
    for topic in kinds.webhook_topics() {
        let event = examples::webhook_event(topic).map_err(|error: Error| error.to_string())?;
        let TopicDescription { summary, about } = describe_topic(topic);
        let topic = topic.name();
        let name = format!("{}WebhookEvent", pascal(topic));
        types.insert(name.clone(), body(topic, &summary, &event));
        mapping.insert(topic.to_owned(), json!(format!("{COMPONENTS}schemas/{name}")));
        entries.insert(
            topic.to_owned(),
            json!({ "post": entry(topic, &name, (&summary, &about), &json!(event)) }),
        );
    }
    let (topic, name) = ("channel_post", "ChannelEvent");
    let post = entry(topic, name, CHANNEL_POST, &examples::channel_event());
    entries.insert(topic.to_owned(), json!({ "post": post }));
    let about = "What is sent to a webhook, in a request of its own. `type` is the topic. More topics may be added, but \
                 none is sent that the webhook does not ask for.";
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    let schemas = schemas.ok_or("the annotations name no types")?;
    schemas.extend(types);
    schemas.insert("WebhookEvent".to_owned(), distinguished(json!(about), "type", mapping));
    document["webhooks"] = Value::Object(entries);
    let parameters = document.pointer_mut("/components/parameters").and_then(Value::as_object_mut);
    parameters.ok_or("there are no parameters")?.extend(headers());
    let responses = document.pointer_mut("/components/responses").and_then(Value::as_object_mut);
    responses.ok_or("there are no responses")?.extend(answers());
    Ok(())
}

fn body(topic: &str, summary: &str, event: &WebhookEvent) -> Value {
    let data = format!("{COMPONENTS}schemas/{}", event.data.type_name());
    json!({
        "type": "object",
        "description": format!("{summary}: what is sent under `{topic}`."),
        "properties": {
            "type": { "type": "string", "const": topic },
            "timestamp": { "type": "string", "format": "date-time", "description": "When it happened." },
            "data": { "$ref": data },
        },
        "required": ["type", "timestamp", "data"],
    })
}

fn entry(topic: &str, name: &str, (summary, about): (&str, &str), event: &Value) -> Value {
    let parameters = ["WebhookIdHeader", "WebhookTimestampHeader", "WebhookSignatureHeader"];
    let parameters = parameters.map(|name| json!({ "$ref": format!("{COMPONENTS}parameters/{name}") }));
    json!({
        "operationId": format!("receive_{topic}"),
        "summary": summary,
        "description": about,
        "security": [],
        "parameters": parameters,
        "requestBody": {
            "required": true,
            "content": { "application/json": {
                "schema": { "$ref": format!("{COMPONENTS}schemas/{name}") },
                "example": event,
            } },
        },
        "responses": {
            "2XX": { "$ref": format!("{COMPONENTS}responses/WebhookReceived") },
            "default": { "$ref": format!("{COMPONENTS}responses/WebhookFailed") },
        },
    })
}

/// The headers of each request, as Standard Webhooks names them.
fn headers() -> Map<String, Value> {
    let header = |name: &str, about: &str, schema: Value, example: &str| {
        json!({
            "name": name, "in": "header", "required": true, "description": about, "schema": schema, "example": example,
        })
    };
    let id = header(
        "webhook-id",
        "The id of the delivery, the same at every attempt: drop what you have had.",
        json!({ "type": "string", "format": "uuid" }),
        &Uuid::from_u128(0x0193_449f_68c0_7b2f_8c3e_1a2b_3c4d_5ee1).to_string(),
    );
    let timestamp = header(
        "webhook-timestamp",
        "The second of the attempt, counted from 1970: refuse what is older than some minutes.",
        json!({ "type": "string", "pattern": "^[0-9]+$" }),
        "1795176000",
    );
    let signature = header(
        "webhook-signature",
        "`v1,` and the base64 of an HMAC-SHA256, keyed with the secret, over id, timestamp and body with dots between. \
         While an old secret still signs it is two of them with a space between: one that is right is enough.",
        json!({ "type": "string", "pattern": "^v1,[A-Za-z0-9+/=]+( v1,[A-Za-z0-9+/=]+)*$" }),
        "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    );
    // `WebhookId` is the parameter of the paths of webhooks.
    let all = [
        ("WebhookIdHeader", id),
        ("WebhookTimestampHeader", timestamp),
        ("WebhookSignatureHeader", signature),
    ];
    all.into_iter().map(|(name, header)| (name.to_owned(), header)).collect()
}

/// How a receiver may answer.
fn answers() -> Map<String, Value> {
    let received = "You have it. Answer within 15 seconds, and do the work later; a body is not read.";
    let failed = "You don't have it: it is tried again, ten times over three days. After 410 nothing more is sent to the \
                  webhook; redirects are not followed.";
    let all = [("WebhookReceived", received), ("WebhookFailed", failed)];
    all.into_iter().map(|(name, about)| (name.to_owned(), json!({ "description": about }))).collect()
}

struct TopicDescription {
    summary: String,
    about: String,
}

fn describe_topic(topic: WebhookTopic) -> TopicDescription {
    let topic = match topic {
        WebhookTopic::Own(topic) => topic,
        WebhookTopic::Call(call) => return describe_call(call),
    };
    let (summary, about) = match topic {
        OwnTopic::NoLongerAwaited => (
            "A decision no longer waits for you",
            "A decision that you were called to was answered, by you or for you, or is over. A program that has asked \
                 somebody may stop asking.",
        ),
        OwnTopic::GameUpdated => (
            "A game has moved on",
            "A game of yours came to another version, by a move of yours or of another player. Read what happened with `GET \
                 /v1/games/{game_id}/events?after=`, one less than this version.",
        ),
        OwnTopic::Message => (
            "Somebody wrote to you",
            "There is a message that you may read, by somebody else. Its text is not sent: read it with `GET \
                 /v1/games/{game_id}/messages`.",
        ),
        OwnTopic::DeadlineNear => (
            "Your time is running out",
            "Your time for a decision is nearly over. Once it is over, the rules answer for you.",
        ),
        OwnTopic::Outage => (
            "The server was down",
            "The server was down for a while, and that time counts for no player: deadlines were moved. Read the view \
                 for yours.",
        ),
        OwnTopic::LapsePlayed => (
            "Your time ran out",
            "Your time for a decision was over, and the rules have answered it for you.",
        ),
        OwnTopic::OrderDisarmed => (
            "A standing order ended",
            "One of your standing orders can't apply any more, and will not answer for you. List the others with `GET \
                 /v1/games/{game_id}/orders`.",
        ),
        OwnTopic::Vote => (
            "A vote concerns you",
            "A vote was opened in which you have not voted, or one that you opened is decided.",
        ),
        OwnTopic::Invitation => (
            "You are invited",
            "You are invited to a game, by name or by your email address. Join it, or decline.",
        ),
        OwnTopic::SeatOffered => (
            "You are offered a seat",
            "The players of a game voted to offer you a seat. Take it with `POST \
                 /v1/games/{game_id}/seats/{seat}/take`.",
        ),
        OwnTopic::GameStarted => (
            "A game has started",
            "A game of yours has started, and the seats are dealt. You don't get it if you are called at once.",
        ),
        OwnTopic::GameEnded => ("A game is over", "A game of yours is over, with a result or without."),
        OwnTopic::Membership => (
            "Your place in a game has changed",
            "You lost your seat or are asked to confirm it, a bot plays for you, or a game that you had joined will \
                 not start.",
        ),
        OwnTopic::Competition => (
            "A competition goes on, or has ended",
            "A round of a competition that you entered is paired, the last one is over, or the organisers called it off. Your \
                 game begins by itself and is told under `game_started` or the call for your turn. Not sent to webhooks for \
                 certain games. Read the pairings with `GET /v1/competitions/{competition_id}/rounds/{round}`.",
        ),
        OwnTopic::Test => (
            "You asked for a test",
            "Sent when you ask for it, whether or not it is among the topics of the webhook.",
        ),
    };
    TopicDescription { summary: summary.to_owned(), about: about.to_owned() }
}

fn describe_call(CallKind { name, class }: CallKind) -> TopicDescription {
    let (summary, about) = match class {
        CallClass::Turn => {
            ("It is your turn".to_owned(), "The game waits for you. Once for each time it does.")
        }
        CallClass::Urgent => (
            format!("The game waits for you: {name}"),
            "A decision is open for you outside of your turn, and the game waits for it.",
        ),
        CallClass::Offer => (
            "You are offered something".to_owned(),
            "Another seat offers you something that you can accept. The game does not wait.",
        ),
        CallClass::UnpayableOffer => (
            "You are offered what you can't pay".to_owned(),
            "Another seat offers you something that you can't accept with what you hold. The game does not wait. Sent only \
             to webhooks that name this topic.",
        ),
        CallClass::Answer => (
            "Your offer was answered".to_owned(),
            "Other seats have answered what you offered, and it is yours to decide.",
        ),
    };
    let about = format!("{about} `GET /v1/games/{{game_id}}/legal` lists your answers, ready to send.");
    TopicDescription { summary, about }
}
