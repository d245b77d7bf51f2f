//! The OpenAPI document of this release, made from annotations and signatures.

use std::ops::Deref;
use std::sync::OnceLock;

use serde_json::Value;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use super::{operations, rulesets, shared, yaml};
use crate::cache::MadeOnce;
use crate::error::Error;
use crate::http::compression::FixedText;
use crate::http::problem::{Problem, ProblemCode, add_codes};
use crate::http::routes;
use crate::http::views::ViewAs;
use crate::service::channels::{ChannelEvent, ChannelEventData, ChannelEventLinks};
use crate::service::lobby::GameSort;
use crate::service::log::ServiceEvent;
use crate::service::rulesets::RulesetRegistry;
use crate::service::streams::{
    AccountStreamPlace, GameStreamPlace, GameUpdated, InboxInclude, LobbyChanged, MessagePosted,
    NotificationRaised, PersonStreamPlace, StreamEnded,
};
use crate::service::webhooks::{
    WebhookCallData, WebhookCallEndedData, WebhookDeadlineData, WebhookInvitationData, WebhookMembershipData,
    WebhookMessageData, WebhookSeatData, WebhookSeatOfferData, WebhookTestData, WebhookVoteData,
};
use rules::preview::Consequence;
use rules::{AnyRuleset, CONTRACT_REFUSALS};

/// How a client begins; shown above the operations.
const ABOUT: &str = "\
A server for slow board games. Register, verify the address, log in; create a game or join one; whenever a seat is \
awaited, `GET /v1/games/{game_id}/legal` lists its answers ready to send, and `POST /v1/games/{game_id}/actions` takes \
one.

Instants are RFC 3339 in UTC. Numbers are whole. A request with a field that the operation does not know is refused. \
Every refusal is `application/problem+json` with a stable `code`, on which a client may branch, and the parts of the request \
that are wrong in `errors`. `title` and `detail` are in the language of `Accept-Language`: en, nn, sv or de. A POST with an `Idempotency-Key` may be repeated: it has one effect and one reply. Every response \
carries an `X-Request-Id`, under which the server logged it.";

#[derive(OpenApi)]
#[openapi(
    info(title = "Althing", description = ABOUT, license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    servers((url = "/", description = "This server")),
    tags(
        (name = "accounts", description = "Registering, verifying and changing the email address, settings, deletion"),
        (name = "sessions", description = "Logging in, refreshing access tokens, logging out"),
        (name = "tokens", description = "Personal access tokens for clients and bots"),
        (name = "people", description = "Finding players, their public profiles and games, following and blocking them"),
        (name = "rulesets", description = "The games that can be played: options, components, schemas, ratings"),
        (name = "games", description = "Creating, finding, joining and leaving games"),
        (name = "invitations", description = "Inviting players to a game by name, address or link"),
        (name = "play", description = "Viewing a game, listing legal actions, acting, taking back"),
        (name = "orders", description = "Standing orders: secret answers given in advance"),
        (name = "votes", description = "Votes of the players, and seats that change hands"),
        (name = "messages", description = "Messages to other players of a game, and private notes"),
        (name = "pictures", description = "Boards and charts as SVG, PNG and text"),
        (name = "records", description = "Complete records of games, for replaying and verifying, alone or all of a player"),
        (name = "inbox", description = "Everything that waits for you, over all games"),
        (name = "streams", description = "Server-sent events of a game, of all your games, or of a player's public ones"),
        (name = "webhooks", description = "Signed JSON sent to a program of yours"),
        (name = "channels", description = "News of a game, posted to Discord, Slack, Matrix, Telegram or a program"),
        (name = "notifications", description = "Emails: which, when, and what became of each"),
        (name = "operators", description = "Health, metrics, and what operators of the server do"),
    ),
    components(schemas(
        Problem, ProblemCode, ViewAs, ServiceEvent, Consequence, GameSort, InboxInclude,
        // What is sent without being asked for; no operation takes or gives it.
        GameStreamPlace, AccountStreamPlace, PersonStreamPlace, LobbyChanged, GameUpdated, MessagePosted, NotificationRaised, StreamEnded,
        WebhookCallData, WebhookCallEndedData, WebhookDeadlineData, WebhookSeatData, WebhookVoteData,
        WebhookSeatOfferData, WebhookInvitationData, WebhookMembershipData, WebhookMessageData, WebhookTestData,
        ChannelEvent, ChannelEventData, ChannelEventLinks,
    )),
    modifiers(&Tokens),
)]
struct Annotated;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut Document) {
        let personal = "A personal access token that was given the scope which the operation names.";
        let components = document.components.get_or_insert_default();
        for (name, format, about) in [
            ("access_token", "JWT", "The `access_token` of a session."),
            ("personal_token", "althing_pat_…", personal),
        ] {
            let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format);
            let scheme = scheme.description(Some(about)).build();
            components.add_security_scheme(name, SecurityScheme::Http(scheme));
        }
    }
}

/// The description as far as the annotations and the signatures of the handlers go.
fn annotated() -> Document {
    let mut document = Annotated::openapi();
    routes::all().describe(&mut document);
    document
}

/// The members of the document in the order in which people read them.
const MEMBERS: [&str; 7] = ["openapi", "info", "servers", "tags", "paths", "webhooks", "components"];

/// The description of a service that plays certain rulesets.
pub struct Description {
    pub document: Value,
    /// As it is served.
    pub(super) json_text: OnceLock<FixedText>,
    pub(super) yaml_text: OnceLock<FixedText>,
}

impl Description {
    /// That of the service which has this registry. Error: a defect of this release.
    pub fn of(rulesets: &RulesetRegistry) -> Result<&'static Self, Error> {
        static MADE: MadeOnce<Vec<&str>, Description> = MadeOnce::new();
        let make = || describe(&rulesets.iter().collect::<Vec<_>>());
        let made = MADE.get(rulesets.ids(), "the description of the API", make);
        made.ok_or_else(|| Error::internal("the description of the API", "it can't be made"))
    }

    /// As `openapi.yaml` keeps it.
    pub fn yaml(&self) -> String {
        yaml::document(&self.members())
    }

    pub fn json(&self) -> String {
        let members = self.members().map(|(member, value)| format!("\"{member}\":{value}"));
        format!("{{{}}}", members.join(","))
    }

    fn members(&self) -> [(&'static str, &Value); MEMBERS.len()] {
        MEMBERS.map(|member| (member, &self.document[member]))
    }
}

/// The description of a service that plays these rulesets. An error is a defect of this release or of one of them.
pub fn describe<R: Deref<Target = dyn AnyRuleset>>(rulesets: &[R]) -> Result<Description, String> {
    let shipped: Vec<&dyn AnyRuleset> = rulesets.iter().map(Deref::deref).collect();
    let shipped = shipped.as_slice();
    let broken = |error: &dyn std::fmt::Display| error.to_string();
    let mut document = serde_json::to_value(annotated()).map_err(|error| broken(&error))?;
    operations::add(&mut document, shipped)?;
    let refusals = shipped.iter().flat_map(|ruleset| ruleset.refusals());
    let refusals = CONTRACT_REFUSALS.iter().chain(refusals).map(|refusal| refusal.code);
    add_codes(&mut document["components"]["schemas"]["ProblemCode"], refusals);
    rulesets::add(&mut document, shipped)?;
    operations::add_links(&mut document)?;
    shared::share(&mut document)?;
    Ok(Description { document, json_text: OnceLock::new(), yaml_text: OnceLock::new() })
}
