//! The list of all operations and pages of the service. Both the router and the description are made from it. Method
//! and path of an operation are in its `#[utoipa::path]`.

use actix_web::http::Method;
use actix_web::web::{self, PayloadConfig, ServiceConfig};

use super::deprecation::Deprecation;
use super::extract::BODY_LIMIT;
use super::router::{Router, refuse_route};
use super::{
    accounts, actions, address, apps, availability, channels, club_messages, clubs, competitions, docs,
    feeds, game_exports, games, health, inbox, invitation_links, invitations, messages, metrics, oauth,
    openapi, operators, orders, pages, password, people, personal_tokens, pictures, preferences, push,
    record, rulesets, scripts, seats, sessions, streams, views, votes, webhooks,
};

macro_rules! operations {
    ($router:ident: $($module:ident::{$($handler:ident),* $(,)?};)*) => {
        pastey::paste! {$($(
            $router.operation::<$module::[<__path_ $handler>], _, _>($module::$handler);
        )*)*}
    };
}

/// The operations that will be removed, and when (`/docs/policy` says how long they stay).
const DEPRECATED: &[Deprecation] = &[];

/// The router with every operation and page.
pub fn all() -> Router {
    let mut router = Router::new(DEPRECATED);
    operations!(router:
        health::{get_health, get_readiness};
        metrics::{get_metrics};
        accounts::{
            create_account, request_verification, verify_account, get_me, update_me, list_audit_log,
            export_account, delete_account,
        };
        password::{request_password_reset, reset_password, change_password};
        address::{get_email, change_email, cancel_email_change, answer_email_change};
        availability::{
            get_availability, set_availability, get_availability_overlap, create_vacation, delete_vacation,
        };
        sessions::{
            create_session, refresh_session, request_login_link, create_session_with_link, create_session_with_code,
            delete_current_session, list_sessions, delete_other_sessions, delete_session,
        };
        personal_tokens::{list_personal_tokens, create_personal_token, delete_personal_token};
        apps::{get_current_token, list_apps, delete_app};
        people::{
            list_people, get_profile, list_finished_games, get_crosstable, list_rating_changes,
            list_blocked_accounts, block_account, unblock_account, list_following, follow_player, unfollow_player,
            list_friends, add_friend, remove_friend,
        };
        clubs::{
            create_club, list_clubs, list_my_clubs, get_club, update_club, end_club, join_club, leave_club,
            list_club_members, set_club_role, remove_club_member, create_club_link, list_club_links, delete_club_link,
            get_club_link, list_club_standings,
        };
        club_messages::{create_club_message, list_club_messages, delete_club_message};
        competitions::{
            create_competition, list_competitions, get_competition, update_competition, cancel_competition,
            sign_up_for_competition, withdraw_from_competition, list_competition_entrants, remove_competition_entrant,
            replace_competition_entrant, pair_competition_round, list_competition_rounds, get_competition_round,
            get_competition_standings, correct_competition_standings, list_competition_corrections, export_competition,
            begin_next_season, invite_to_competition,
        };
        rulesets::{list_rulesets, get_ruleset, list_ratings};
        games::{create_game, create_games, list_games, get_game, update_game, cancel_game, create_rematch};
        seats::{join_game, leave_game, confirm_presence, kick_player, take_seat, return_to_game, resign_game};
        invitations::{
            create_invitation, list_invitations, delete_invitation, accept_invitation, decline_invitation,
            list_received_invitations,
        };
        invitation_links::{
            create_invitation_link, list_invitation_links, delete_invitation_link, get_invitation_link,
        };
        views::{get_game_view, list_legal_actions, list_game_events};
        actions::{create_action, preview_action, take_back};
        orders::{list_orders, create_order, dry_run_order, resume_order, delete_order};
        votes::{list_votes, create_vote, cast_ballot, withdraw_vote};
        messages::{list_messages, create_message, mark_messages_read, get_note, update_note};
        pictures::{get_board_svg, get_board_png, get_board_text, get_chart_svg, get_chart_png};
        record::{get_record};
        game_exports::{export_my_games, export_games_of_person, export_games_of_competition};
        inbox::{get_inbox};
        streams::{stream_game, stream_account, stream_person, stream_competition, create_stream_ticket};
        preferences::{
            get_notification_preferences, update_notification_preferences, list_notification_deliveries,
            send_test_email, get_game_notification_preferences, update_game_notification_preferences,
        };
        feeds::{get_feeds, renew_feeds, delete_feeds};
        webhooks::{
            list_webhooks, create_webhook, get_webhook, update_webhook, delete_webhook, rotate_webhook_secret,
            list_webhook_deliveries, test_webhook, replay_webhook_delivery,
        };
        push::{
            get_push_key, list_push_subscriptions, create_push_subscription, delete_push_subscription,
            test_push_subscription,
        };
        channels::{
            list_channels, create_channel, get_channel, update_channel, delete_channel, test_channel,
            agree_to_channel, disagree_with_channel, list_club_channels, create_club_channel, delete_club_channel,
        };
        operators::{
            list_accounts, get_account, list_account_audit_log, ban_account, unban_account, send_password_reset,
            list_all_games, void_game, get_work_queues, list_dead_letters, retry_dead_letter, retry_dead_letters, delete_dead_letter, list_reports, delete_report,
            list_announcements, create_announcement, delete_announcement,
        };
    );
    router.page(Method::GET, "/", openapi::home);
    router.page(Method::GET, "/openapi.json", openapi::json);
    router.page(Method::GET, "/openapi.yaml", openapi::yaml);
    router.page(Method::GET, "/docs", docs::home);
    router.page(Method::GET, "/docs/style.css", docs::style);
    router.page(Method::GET, "/docs/docs.js", docs::script);
    router.page(Method::GET, "/docs/search.json", docs::search);
    router.page(Method::GET, "/docs/{page:.*}", docs::page);
    router.page(Method::GET, "/games/{game_id}", pages::game::show);
    router.page(Method::GET, "/games/{game_id}/picture.png", pages::game::picture);
    router.page(Method::GET, "/competitions", pages::competition::list);
    router.page(Method::GET, "/competitions/{competition_id}", pages::competition::show);
    router.page(Method::GET, "/competitions/{competition_id}/standings.png", pages::competition::picture);
    router.page(Method::GET, "/clubs", pages::club::list);
    router.page(Method::GET, "/clubs/{club_id}", pages::club::show);
    router.page(Method::GET, "/rules", pages::aids::list);
    router.page(Method::GET, "/rules/{ruleset}", pages::aids::show);
    router.page(Method::GET, "/manifest.webmanifest", pages::icons::manifest);
    router.page(Method::GET, "/robots.txt", pages::icons::robots);
    router.page(Method::GET, "/favicon.svg", pages::icons::svg);
    router.page(Method::GET, "/favicon.ico", pages::icons::ico);
    router.page(Method::GET, "/apple-touch-icon.png", pages::icons::touch);
    router.page(Method::GET, "/icon-192.png", pages::icons::small);
    router.page(Method::GET, "/icon-512.png", pages::icons::large);
    router.page(Method::GET, "/accounts/verify", pages::show_verify);
    router.page(Method::POST, "/accounts/verify", pages::verify);
    router.page(Method::GET, "/accounts/reset", pages::show_reset);
    router.page(Method::POST, "/accounts/reset", pages::reset);
    router.page(Method::GET, "/accounts/email", pages::show_address);
    router.page(Method::POST, "/accounts/email", pages::answer_address);
    router.page(Method::GET, "/seat/{link}", pages::seat::show);
    router.page(Method::POST, "/seat/{link}", pages::seat::press);
    router.page(Method::GET, "/seat/{link}/record", pages::seat::record);
    router.page(Method::GET, "/pictures/{picture}", pictures::for_channel::show);
    router.page(Method::GET, "/invite/{link}", pages::invitation::show);
    router.page(Method::POST, "/invite/{link}", pages::invitation::press);
    router.page(Method::GET, "/offer/{link}", pages::seat_offer::show);
    router.page(Method::POST, "/offer/{link}", pages::seat_offer::press);
    router.page(Method::GET, "/account", pages::account::ask);
    router.page(Method::POST, "/account", pages::account::request_link);
    router.page(Method::GET, "/account/{link}", pages::account::show);
    router.page(Method::POST, "/account/{link}", pages::account::press);
    router.page(Method::GET, "/home", pages::account::show_home);
    router.page(Method::POST, "/home", pages::account::press_home);
    router.page(Method::GET, "/play/{game_id}", pages::play::show);
    router.page(Method::POST, "/play/{game_id}", pages::play::press);
    router.page(Method::GET, "/play/{game_id}/record", pages::play::record);
    router.page(Method::GET, oauth::METADATA, oauth::metadata);
    router.page(Method::POST, "/oauth/token", oauth::token);
    router.page(Method::POST, "/oauth/device_authorization", oauth::authorize_device);
    router.page(Method::POST, "/oauth/revoke", oauth::revoke);
    router.page(Method::POST, "/oauth/introspect", oauth::introspect);
    router.page(Method::GET, "/oauth/authorize", pages::apps::consent::show);
    router.page(Method::POST, "/oauth/authorize", pages::apps::consent::press);
    router.page(Method::GET, "/oauth/log-in/{link}", pages::apps::log_in::show);
    router.page(Method::POST, "/oauth/log-in/{link}", pages::apps::log_in::press);
    router.page(Method::GET, "/device", pages::apps::device::show);
    router.page(Method::POST, "/device", pages::apps::device::press);
    router.page(Method::GET, "/push.js", scripts::push);
    router.page(Method::GET, "/service-worker.js", scripts::service_worker);
    router.page(Method::GET, "/feeds/{secret}/calendar.ics", feeds::calendar);
    router.page(Method::GET, "/feeds/{secret}/clubs/{club_id}/calendar.ics", feeds::club_calendar);
    router.page(Method::GET, "/feeds/{secret}/news.atom", feeds::news);
    router.page(Method::GET, "/games/{game_id}/news.atom", feeds::game_news);
    router.page(Method::GET, "/sign-up/{link}", pages::sign_up::show);
    router.page(Method::POST, "/sign-up/{link}", pages::sign_up::press);
    router.page(Method::GET, "/unsubscribe/{token}", pages::one_click::show_unsubscribe);
    router.page(Method::POST, "/unsubscribe/{token}", pages::one_click::unsubscribe);
    router.page(Method::GET, "/notifications/unsubscribe", pages::one_click::show_unsubscribe_of_query);
    router.page(Method::POST, "/notifications/unsubscribe", pages::one_click::unsubscribe_by_form);
    router.page(Method::GET, "/notifications/refuse", pages::one_click::show_refuse);
    router.page(Method::POST, "/notifications/refuse", pages::one_click::refuse);
    router
}

/// Registers the router with actix, with the limit for bodies and the answer to unknown addresses.
/// What a process answers that only works: how it is.
pub fn mount_monitoring(service: &mut ServiceConfig) {
    let mut router = Router::new(DEPRECATED);
    operations!(router:
        health::{get_health, get_readiness};
        metrics::{get_metrics};
    );
    router.mount(service);
    service.default_service(web::to(refuse_route));
}

pub fn mount(service: &mut ServiceConfig) {
    service.app_data(PayloadConfig::new(BODY_LIMIT));
    all().mount(service);
    service.default_service(web::to(refuse_route));
}
