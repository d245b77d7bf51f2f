//! The unions of what streams tell. Each event is a type of its own, with the `type` by which a client tells them apart.

use std::borrow::Cow;

use rules::schemas::{distinguished, tag_with};
use serde_json::{Map, Value, json};
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ObjectBuilder, RefOr};
use utoipa::{PartialSchema, ToSchema};

const COMPONENTS: &str = "#/components/schemas/";

/// Declares types that annotations name and that are described here.
macro_rules! unions {
    ($($name:ident)*) => {$(
        pub struct $name;

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                ObjectBuilder::new().into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($name))
            }
        }
    )*};
}

unions!(GameStreamEvent AccountStreamEvent PersonStreamEvent CompetitionStreamEvent);

/// An event of a stream: its tag, the name of its type, the type that it has its members from, and what it says.
/// Without words of its own it says what that type says.
struct Told {
    tag: &'static str,
    name: &'static str,
    members: &'static str,
    about: Option<&'static str>,
}

const fn told(tag: &'static str, name: &'static str) -> Told {
    Told { tag, name, members: name, about: None }
}

const LOBBY_CHANGE: Told = told("lobby_change", "LobbyChanged");
const GAME_EVENTS: Told = told("game_events", "GameUpdated");
const MESSAGE: Told = told("message", "MessagePosted");
const NOTIFICATION: Told = told("notification", "NotificationRaised");
const END: Told = told("end", "StreamEnded");

const OF_GAME: [Told; 6] = [
    Told {
        tag: "opened",
        name: "GameStreamOpened",
        members: "GameStreamPlace",
        about: Some(
            "The stream of a game is open. It comes first, unless the stream goes on after an event that you named.",
        ),
    },
    LOBBY_CHANGE,
    GAME_EVENTS,
    MESSAGE,
    Told {
        tag: "reset",
        name: "GameStreamReset",
        members: "GameStreamPlace",
        about: Some(
            "The database lost what you got last, as a failover or a restore may: discard what you have of the game and \
             read the view again. The stream goes on from here.",
        ),
    },
    END,
];

const OF_ACCOUNT: [Told; 7] = [
    Told {
        tag: "opened",
        name: "AccountStreamOpened",
        members: "AccountStreamPlace",
        about: Some(
            "The stream of your account is open. It comes first, unless the stream goes on after an event that you named.",
        ),
    },
    LOBBY_CHANGE,
    GAME_EVENTS,
    MESSAGE,
    NOTIFICATION,
    Told {
        tag: "reset",
        name: "AccountStreamReset",
        members: "AccountStreamPlace",
        about: Some(
            "What you got last is no longer kept, or was lost by the database: look into your inbox, and read the games \
             that you follow again. The stream goes on from here.",
        ),
    },
    END,
];

const OF_PERSON: [Told; 5] = [
    Told {
        tag: "opened",
        name: "PersonStreamOpened",
        members: "PersonStreamPlace",
        about: Some(
            "The stream of a player's public games is open. It comes first, unless the stream goes on after an event that \
             you named.",
        ),
    },
    LOBBY_CHANGE,
    GAME_EVENTS,
    Told {
        tag: "reset",
        name: "PersonStreamReset",
        members: "PersonStreamPlace",
        about: Some(
            "What you got last is no longer kept, was lost by the database, or is not public any more: read the games that \
             you follow again. The stream goes on from here.",
        ),
    },
    END,
];

const OF_COMPETITION: [Told; 3] = [
    Told {
        tag: "opened",
        name: "CompetitionStreamOpened",
        members: "CompetitionStreamPlace",
        about: Some(
            "The stream of a competition is open. It comes first, unless the stream goes on after an event that you named.",
        ),
    },
    told("competition_changed", "CompetitionChanged"),
    END,
];

/// Puts the unions in the places of the types that annotations name. An error is a defect of this release.
pub fn add(schemas: &mut Map<String, Value>) -> Result<(), String> {
    let about = "An event of the stream of a game, as the data of one server-sent event. `type` is also the name of that \
                 event. More types may be added: skip those you don't know.";
    add_union(schemas, "GameStreamEvent", about, &OF_GAME)?;
    let about = "An event of the stream of an account, as the data of one server-sent event. `type` is also the name of \
                 that event. More types may be added: skip those you don't know.";
    add_union(schemas, "AccountStreamEvent", about, &OF_ACCOUNT)?;
    let about = "An event of the stream of a player's public games, as the data of one server-sent event. `type` is also the \
                 name of that event. More types may be added: skip those you don't know.";
    add_union(schemas, "PersonStreamEvent", about, &OF_PERSON)?;
    let about = "An event of the stream of a competition, as the data of one server-sent event. `type` is also the name of \
                 that event. More types may be added: skip those you don't know.";
    add_union(schemas, "CompetitionStreamEvent", about, &OF_COMPETITION)
}

fn add_union(schemas: &mut Map<String, Value>, name: &str, about: &str, told: &[Told]) -> Result<(), String> {
    let mut mapping = Map::new();
    for Told { tag, name, members, about } in told {
        let members = schemas.get(*members).ok_or_else(|| format!("there is no type {members}"))?;
        let mut event = members.as_object().cloned().unwrap_or_default();
        tag_with(&mut event, "type", tag);
        if let Some(about) = about {
            event.insert("description".to_owned(), json!(about));
        }
        mapping.insert((*tag).to_owned(), json!(format!("{COMPONENTS}{name}")));
        schemas.insert((*name).to_owned(), Value::Object(event));
    }
    schemas.insert(name.to_owned(), distinguished(json!(about), "type", mapping));
    Ok(())
}
