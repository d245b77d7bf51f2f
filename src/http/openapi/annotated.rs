//! What the annotations of the handlers say.

use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::{Modify, OpenApi};

use crate::http::problem::Problem;
use crate::http::webhooks::{deliveries, endpoints};
use crate::http::{
    accounts, actions, audit, availability, blocks, departure, email, games, health, invitation_links,
    invitations, log_in_links, look, metrics, operators, password, personal_tokens, pictures, resign,
    rulesets, seats, sessions, tables,
};
use crate::http::{inbox, notices, orders, streams, talk};
use crate::http::{people, ratings, records};
use crate::http::{successors, votes};
use crate::service::lobby::Sort;
use crate::service::log::TableEvent;

/// How a client begins; shown above the operations.
const ABOUT: &str = "\
A server for slow board games. Register, verify the address, log in; open a table or join one; whenever a seat is \
awaited, `GET /v1/games/{game_id}/legal` lists its answers ready to send, and `POST /v1/games/{game_id}/actions` takes \
one.

Instants are RFC 3339 in UTC. Numbers are whole. A request with a field that the operation does not know is refused. \
Every refusal is `application/problem+json` with a stable `code`, on which a client may branch, and the `field` that is \
wrong, where one is. A POST with an `Idempotency-Key` may be repeated: it has one effect and one reply. Every response \
carries an `X-Request-Id`, under which the server logged it.";

#[derive(OpenApi)]
#[openapi(
    info(title = "Althing", description = ABOUT, license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    servers((url = "/", description = "This server")),
    tags(
        (name = "accounts", description = "Becoming somebody"),
        (name = "people", description = "Others: who they are, and whom one does not want to hear from"),
        (name = "sessions", description = "Logging in and out"),
        (name = "tokens", description = "Personal access tokens, for clients and bots"),
        (name = "rulesets", description = "What can be played"),
        (name = "games", description = "Tables: opening, finding, joining, leaving"),
        (name = "invitations", description = "Asking people to a table, and being asked"),
        (name = "play", description = "Looking at a game and acting in it"),
        (name = "orders", description = "Answers given in advance, for nobody but you to know"),
        (name = "pictures", description = "Games drawn: for eyes, and for readers of screens"),
        (name = "records", description = "What is kept of a game, for whoever wants to check it"),
        (name = "following", description = "What awaits you, and streams of what happens"),
        (name = "notices", description = "Mails to you: which, when, and what became of them"),
        (name = "webhooks", description = "What concerns you, sent to a program of yours as signed JSON"),
        (name = "talk", description = "What people say at a table, and note for themselves"),
        (name = "votes", description = "What a table decides together"),
        (name = "operation", description = "For those who run the server"),
    ),
    paths(
        accounts::register, accounts::verify, accounts::me, availability::show, availability::set,
        availability::book, availability::cancel, audit::list, blocks::list, blocks::add,
        blocks::remove, personal_tokens::create, personal_tokens::list, personal_tokens::end,
        sessions::log_in, sessions::refresh, sessions::log_out, sessions::list, sessions::end_others,
        sessions::end_one, log_in_links::ask, log_in_links::log_in, rulesets::list, rulesets::show, games::create, games::list, games::show,
        seats::join, seats::leave, look::view, look::legal, look::events, actions::act, pictures::board_svg,
        pictures::board_png, pictures::board_text, pictures::chart_svg, pictures::chart_png, records::record, people::show, people::games,
        people::rating_changes, ratings::list,
        inbox::show, streams::game, streams::me, streams::ticket, talk::say, talk::list, talk::mark_read,
        talk::note, talk::write_note, health::healthz, health::readyz, metrics::metrics, resign::resign, votes::create, votes::list, votes::cast, votes::withdraw, orders::list, orders::create, orders::dry_run, orders::resume, orders::remove, successors::take, successors::come_back,
        operators::announcements::list, operators::announcements::announce, operators::announcements::end,
        operators::accounts::look_up, operators::accounts::audit, operators::accounts::ban,
        operators::accounts::lift_ban, operators::games::void, operators::dead_letters::list,
        operators::dead_letters::retry, operators::dead_letters::drop, accounts::update, departure::delete,
        departure::export, accounts::ask_for_verification, password::ask, password::reset, password::change,
        email::show, email::change, email::cancel, email::answer, seats::confirm, tables::change, tables::kick, tables::cancel,
        tables::rematch, invitations::create, invitations::list, invitations::withdraw, invitations::accept,
        invitations::decline, invitations::received, invitation_links::create, invitation_links::list,
        invitation_links::revoke, invitation_links::look, notices::show, notices::set, notices::deliveries,
        notices::test, notices::for_game, notices::set_for_game, endpoints::list, endpoints::create, endpoints::show,
        endpoints::change, endpoints::remove, endpoints::rotate, deliveries::list, deliveries::test, deliveries::replay,
    ),
    components(schemas(Problem, look::Place, TableEvent, Sort)),
    modifiers(&Tokens),
)]
struct Annotated;

struct Tokens;

impl Modify for Tokens {
    fn modify(&self, document: &mut Document) {
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("JWT")
            .description(Some("The `access_token` of a session."))
            .build();
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("access_token", SecurityScheme::Http(scheme));
        let scheme = HttpBuilder::new()
            .scheme(HttpAuthScheme::Bearer)
            .bearer_format("althing_pat_…")
            .description(Some("A personal access token that was given the scope which the operation names."))
            .build();
        components.add_security_scheme("personal_token", SecurityScheme::Http(scheme));
    }
}

/// The description as far as the annotations go.
pub fn document() -> Document {
    Annotated::openapi()
}
