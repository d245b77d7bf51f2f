//! The OpenAPI document of this release, made from annotations and signatures.

use std::ops::Deref;

use serde_json::Value;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{
    AuthorizationCode, Flow, HttpAuthScheme, HttpBuilder, OAuth2, SecurityScheme,
};
use utoipa::{Modify, OpenApi};

use super::narrowed::{Narrowing, narrow};
use super::{operations, rulesets, shared, yaml};
use crate::cache::MadeOnce;
use crate::error::Error;
use crate::http::includes::TextInclude;
use crate::http::problem::{Problem, ProblemCode, add_codes};
use crate::http::routes;
use crate::http::views::ViewAs;
use crate::service::access::Scope;
use crate::service::channels::{ChannelEvent, ChannelEventData, ChannelEventLinks};
use crate::service::lobby::GameSort;
use crate::service::log::ServiceEvent;
use crate::service::operators::accounts::AccountStanding;
use crate::service::play::PlayInclude;
use crate::service::rulesets::RulesetRegistry;
use crate::service::streams::{
    AccountStreamPlace, CompetitionChanged, CompetitionStreamPlace, GameStreamPlace, GameUpdated,
    InboxInclude, LobbyChanged, MessagePosted, NotificationRaised, PersonStreamPlace, StreamEnded,
};
use crate::service::webhooks::{
    WebhookCallData, WebhookCallEndedData, WebhookCompetitionData, WebhookDeadlineData,
    WebhookInvitationData, WebhookMembershipData, WebhookMessageData, WebhookSeatData, WebhookSeatOfferData,
    WebhookTestData, WebhookVoteData,
};
use rules::preview::Consequence;
use rules::render::{GroundColour, SeatStyle};
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
    // The order in which the pages show them: what a client does most comes first.
    tags(
        (name = "play", description = "Viewing a game, listing legal actions, acting, taking back"),
        (name = "games", description = "Creating, finding, joining and leaving games"),
        (name = "inbox", description = "Everything that waits for you, over all games"),
        (name = "streams", description = "Server-sent events of a game or of all your games"),
        (name = "rulesets", description = "The games that can be played: options, components, schemas, ratings"),
        (name = "pictures", description = "Boards and charts as SVG, PNG and text"),
        (name = "invitations", description = "Inviting players to a game by name, address or link"),
        (name = "orders", description = "Standing orders: secret answers given in advance"),
        (name = "votes", description = "Votes of the players, and seats that change hands"),
        (name = "messages", description = "Messages to other players of a game, and private notes"),
        (name = "records", description = "Complete records of games, for replaying and verifying, alone or all of a player"),
        (name = "people", description = "Finding players, their public profiles and games, following, befriending and blocking them"),
        (name = "clubs", description = "People who play together: members, roles, links, messages, standings, channels; their games are in the list of games"),
        (name = "competitions", description = "Leagues, Swisses and knockouts: entrants, rounds and standings, with pairings that anybody can check"),
        (name = "accounts", description = "Registering, verifying and changing the email address, settings, deletion"),
        (name = "sessions", description = "Logging in, refreshing access tokens, logging out"),
        (name = "tokens", description = "Personal access tokens for clients and bots"),
        (name = "webhooks", description = "Signed JSON sent to a program of yours"),
        (name = "channels", description = "News of a game, posted to Discord, Slack, Matrix, Telegram or a program"),
        (name = "notifications", description = "Emails: which, when, and what became of each"),
        (name = "operators", description = "Health, metrics, and what operators of the server do"),
    ),
    components(schemas(
        Problem, ProblemCode, ViewAs, ServiceEvent, Consequence, GroundColour, SeatStyle, GameSort, InboxInclude,
        PlayInclude, TextInclude, AccountStanding,
        // What is sent without being asked for; no operation takes or gives it.
        GameStreamPlace, AccountStreamPlace, PersonStreamPlace, CompetitionStreamPlace, CompetitionChanged, LobbyChanged, GameUpdated, MessagePosted, NotificationRaised, StreamEnded,
        WebhookCallData, WebhookCallEndedData, WebhookDeadlineData, WebhookSeatData, WebhookVoteData,
        WebhookSeatOfferData, WebhookInvitationData, WebhookMembershipData, WebhookMessageData, WebhookCompetitionData, WebhookTestData,
        ChannelEvent, ChannelEventData, ChannelEventLinks,
    )),
    modifiers(&Tokens),
)]
struct Annotated;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut Document) {
        let personal = "A personal access token, or the token of an app (`app_token`), with the scope that the operation names.";
        let components = document.components.get_or_insert_default();
        for (name, format, about) in [
            ("access_token", "JWT", "The `access_token` of a session."),
            ("personal_token", "althing_pat_…", personal),
        ] {
            let scheme = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format(format);
            let scheme = scheme.description(Some(about)).build();
            components.add_security_scheme(name, SecurityScheme::Http(scheme));
        }
        let scopes = Scope::of_apps().map(|scope| (scope.word(), scope.about())).collect();
        let flow =
            AuthorizationCode::with_refresh_url("/oauth/authorize", "/oauth/token", scopes, "/oauth/token");
        let app = "The access token of an app that the player has allowed (OAuth 2.1), by a code with PKCE or from a \
            device. Apps are not registered. The addresses are at `/.well-known/oauth-authorization-server`.";
        let app = OAuth2::with_description([Flow::AuthorizationCode(flow)], app);
        components.add_security_scheme("app_token", SecurityScheme::OAuth2(app));
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
}

impl Description {
    /// That of the service which has this registry. Error: a defect of this release.
    pub fn of(rulesets: &RulesetRegistry) -> Result<&'static Self, Error> {
        static MADE: MadeOnce<Vec<&str>, Description> = MadeOnce::new();
        let make = || describe(&rulesets.iter().collect::<Vec<_>>());
        let made = MADE.get(rulesets.ids(), "the description of the API", make);
        made.ok_or_else(|| Error::internal("the description of the API", "it can't be made"))
    }

    /// The part of it that a client needs. Error: the service does not play that ruleset.
    pub fn part(&self, narrowing: &Narrowing, rulesets: &[&str]) -> Result<Self, String> {
        match &narrowing.ruleset {
            Some(ruleset) if !rulesets.contains(&ruleset.as_str()) => {
                Err(format!("there is no ruleset {ruleset}, but {}", rulesets.join(", ")))
            }
            _ if narrowing.is_whole() => Ok(Self { document: self.document.clone() }),
            _ => Ok(Self { document: narrow(&self.document, narrowing, rulesets) }),
        }
    }

    /// As `openapi.yaml` keeps it.
    pub fn yaml(&self) -> String {
        as_yaml(&self.document)
    }

    pub fn json(&self) -> String {
        as_json(&self.document)
    }
}

pub(super) fn as_yaml(document: &Value) -> String {
    yaml::document(&members(document))
}

pub(super) fn as_json(document: &Value) -> String {
    let members = members(document).map(|(member, value)| format!("\"{member}\":{value}"));
    format!("{{{}}}", members.join(","))
}

fn members(document: &Value) -> [(&'static str, &Value); MEMBERS.len()] {
    MEMBERS.map(|member| (member, &document[member]))
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
    Ok(Description { document })
}
