//! Every operation and every page of the service: the one list from which the router and the description are made.
//! Method and address of an operation stand in its annotation.

use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};

use super::deprecation::Deprecation;
use super::extract::BODY_LIMIT;
use super::router::{Router, refuse_route};
use super::{
    accounts, actions, address, availability, docs, games, health, inbox, invitation_links, invitations,
    messages, metrics, openapi, operators, orders, pages, password, people, personal_tokens, pictures,
    preferences, record, rulesets, seats, sessions, streams, views, votes, webhooks,
};

macro_rules! operations {
    ($router:ident: $($module:ident::{$($handler:ident),* $(,)?};)*) => {
        pastey::paste! {$($(
            $router.operation::<$module::[<__path_ $handler>], _, _>($module::$handler);
        )*)*}
    };
}

/// The operations that will go, and when (`/docs/policy` says how long they stay).
const DEPRECATED: &[Deprecation] = &[];

/// What the service answers.
pub fn all() -> Router {
    let mut router = Router::new(DEPRECATED);
    operations!(router:
        health::{healthz, readyz};
        metrics::{metrics};
        accounts::{register, ask_for_verification, verify, me, update, audit, export, delete};
        password::{ask, reset, change};
        address::{show, change, cancel, answer};
        availability::{show, set, book, cancel};
        sessions::{
            log_in, refresh, ask_for_link, log_in_with_link, log_out, list, end_others, end_one,
        };
        personal_tokens::{list, create, end};
        people::{show, games, rating_changes, blocked, block, unblock};
        rulesets::{list, show, ratings};
        games::{create, list, show, change, cancel, rematch};
        seats::{join, leave, confirm, kick, take, come_back, resign};
        invitations::{create, list, withdraw, accept, decline, received};
        invitation_links::{create, list, revoke, look};
        views::{view, legal, events};
        actions::{act, preview, take_back};
        orders::{list, create, dry_run, resume, remove};
        votes::{list, create, cast, withdraw};
        messages::{list, say, mark_read, note, write_note};
        pictures::{board_svg, board_png, board_text, chart_svg, chart_png};
        record::{record};
        inbox::{show};
        streams::{game, me, ticket};
        preferences::{show, set, deliveries, test, for_game, set_for_game};
        webhooks::{
            list, create, get, update, delete, rotate, deliveries, test, replay,
        };
        operators::{
            look_up, audit, ban, lift_ban, void, list_dead_letters, retry_dead_letter, retry_dead_letters, drop_dead_letter,
            list_reports, close_report, list_announcements, announce, end_announcement,
        };
    );
    router.page(Method::GET, "/", openapi::home);
    router.page(Method::GET, "/openapi.json", openapi::json);
    router.page(Method::GET, "/openapi.yaml", openapi::yaml);
    router.page(Method::GET, "/docs", docs::home);
    router.page(Method::GET, "/docs/style.css", docs::style);
    router.page(Method::GET, "/docs/{page:.*}", docs::page);
    router.page(Method::GET, "/accounts/verify", pages::show_verify);
    router.page(Method::POST, "/accounts/verify", pages::verify);
    router.page(Method::GET, "/accounts/reset", pages::show_reset);
    router.page(Method::POST, "/accounts/reset", pages::reset);
    router.page(Method::GET, "/accounts/email", pages::show_address);
    router.page(Method::POST, "/accounts/email", pages::answer_address);
    router.page(Method::GET, "/seat/{link}", pages::seat::show);
    router.page(Method::POST, "/seat/{link}", pages::seat::press);
    router.page(Method::GET, "/seat/{link}/record", pages::seat::record);
    router.page(Method::GET, "/invite/{link}", pages::invitation::show);
    router.page(Method::POST, "/invite/{link}", pages::invitation::press);
    router.page(Method::GET, "/offer/{link}", pages::seat_offer::show);
    router.page(Method::POST, "/offer/{link}", pages::seat_offer::press);
    router.page(Method::GET, "/account", pages::account::ask);
    router.page(Method::POST, "/account", pages::account::request_link);
    router.page(Method::GET, "/account/{link}", pages::account::show);
    router.page(Method::POST, "/account/{link}", pages::account::press);
    router.page(Method::GET, "/sign-up/{link}", pages::sign_up::show);
    router.page(Method::POST, "/sign-up/{link}", pages::sign_up::press);
    router.page(Method::GET, "/notifications/unsubscribe", pages::unsubscribe::show);
    router.page(Method::POST, "/notifications/unsubscribe", pages::unsubscribe::end);
    router.page(Method::GET, "/notifications/refuse", pages::refuse::show);
    router.page(Method::POST, "/notifications/refuse", pages::refuse::set);
    router
}

/// Puts all of it into the web framework.
pub fn mount(service: &mut ServiceConfig) {
    service.app_data(PayloadConfig::new(BODY_LIMIT));
    all().mount(service);
    service.default_service(web::to(refuse_route));
}
