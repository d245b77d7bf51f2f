//! Every route of the service on one page.

use actix_web::web::{self, PayloadConfig, ServiceConfig};

use super::address::{self, Address};
use super::branches::Branches;
use super::extract::BODY_LIMIT;
use super::{
    accounts, actions, audit, availability, blocks, departure, email, games, health, invitation_links,
    invitations, log_in_links, look, metrics, openapi, operators, orders, pages, password, personal_tokens,
    pictures, resign, rulesets, seats, sessions, tables,
};
use super::{inbox, notices, streams, talk};
use super::{people, ratings, records};
use super::{successors, votes, webhooks};

pub fn all(service: &mut ServiceConfig) {
    service.app_data(PayloadConfig::new(BODY_LIMIT));
    let mut branches = Branches::default();
    let routes = &mut branches;
    Address::new("/healthz").get(health::healthz).add_to(routes);
    Address::new("/readyz").get(health::readyz).add_to(routes);
    Address::new("/metrics").get(metrics::metrics).add_to(routes);
    Address::new("/openapi.json").get(openapi::json).add_to(routes);
    Address::new("/openapi.yaml").get(openapi::yaml).add_to(routes);
    Address::new("/").get(openapi::home).add_to(routes);
    Address::new("/docs").get(openapi::docs_home).add_to(routes);
    Address::new("/docs/{file:.*}").get(openapi::docs).add_to(routes);
    Address::new("/v1/accounts").post(accounts::register).add_to(routes);
    Address::new("/v1/accounts/verify").post(accounts::verify).add_to(routes);
    Address::new("/accounts/verify").get(pages::show_verify).post(pages::verify).add_to(routes);
    Address::new("/accounts/reset").get(pages::show_reset).post(pages::reset).add_to(routes);
    Address::new("/accounts/address").get(pages::show_address).post(pages::answer_address).add_to(routes);
    Address::new("/games/answer").get(pages::show_answer).post(pages::answer).add_to(routes);
    let page = Address::new("/notices/unsubscribe").get(pages::unsubscribe::show);
    page.post(pages::unsubscribe::end).add_to(routes);
    Address::new("/v1/accounts/verification").post(accounts::ask_for_verification).add_to(routes);
    Address::new("/v1/accounts/reset").post(password::ask).add_to(routes);
    Address::new("/v1/accounts/reset/confirm").post(password::reset).add_to(routes);
    Address::new("/v1/accounts/address").post(email::answer).add_to(routes);
    Address::new("/v1/me").get(accounts::me).patch(accounts::update).delete(departure::delete).add_to(routes);
    Address::new("/v1/me/export").get(departure::export).add_to(routes);
    Address::new("/v1/me/password").post(password::change).add_to(routes);
    let address = Address::new("/v1/me/address").get(email::show).post(email::change);
    address.delete(email::cancel).add_to(routes);
    Address::new("/v1/me/notices").get(notices::show).put(notices::set).add_to(routes);
    Address::new("/v1/me/notices/deliveries").get(notices::deliveries).add_to(routes);
    Address::new("/v1/me/notices/test").post(notices::test).add_to(routes);
    let of_game = Address::new("/v1/games/{game_id}/notices").get(notices::for_game);
    of_game.put(notices::set_for_game).add_to(routes);
    Address::new("/v1/me/audit").get(audit::list).add_to(routes);
    Address::new("/v1/me/availability").get(availability::show).put(availability::set).add_to(routes);
    Address::new("/v1/me/vacations").post(availability::book).add_to(routes);
    Address::new("/v1/me/vacations/{vacation_id}").delete(availability::cancel).add_to(routes);
    Address::new("/v1/me/sessions").get(sessions::list).delete(sessions::end_others).add_to(routes);
    Address::new("/v1/me/sessions/{session_id}").delete(sessions::end_one).add_to(routes);
    Address::new("/v1/me/blocks").get(blocks::list).add_to(routes);
    Address::new("/v1/me/blocks/{account_id}").put(blocks::add).delete(blocks::remove).add_to(routes);
    Address::new("/v1/me/tokens").get(personal_tokens::list).post(personal_tokens::create).add_to(routes);
    Address::new("/v1/me/tokens/{token_id}").delete(personal_tokens::end).add_to(routes);
    Address::new("/v1/sessions").post(sessions::log_in).add_to(routes);
    Address::new("/v1/sessions/refresh").post(sessions::refresh).add_to(routes);
    Address::new("/v1/sessions/link").post(log_in_links::ask).add_to(routes);
    Address::new("/v1/sessions/link/confirm").post(log_in_links::log_in).add_to(routes);
    Address::new("/v1/sessions/current").delete(sessions::log_out).add_to(routes);
    Address::new("/v1/rulesets").get(rulesets::list).add_to(routes);
    Address::new("/v1/rulesets/{ruleset}").get(rulesets::show).add_to(routes);
    Address::new("/v1/rulesets/{ruleset}/ratings").get(ratings::list).add_to(routes);
    Address::new("/v1/games").get(games::list).post(games::create).add_to(routes);
    Address::new("/v1/games/{game_id}").get(games::show).patch(tables::change).add_to(routes);
    Address::new("/v1/games/{game_id}/join").post(seats::join).add_to(routes);
    Address::new("/v1/games/{game_id}/leave").post(seats::leave).add_to(routes);
    Address::new("/v1/games/{game_id}/votes").get(votes::list).post(votes::create).add_to(routes);
    Address::new("/v1/games/{game_id}/votes/{vote_id}").delete(votes::withdraw).add_to(routes);
    Address::new("/v1/games/{game_id}/votes/{vote_id}/ballots").post(votes::cast).add_to(routes);
    Address::new("/v1/games/{game_id}/seats/{seat}/take").post(successors::take).add_to(routes);
    Address::new("/v1/games/{game_id}/return").post(successors::come_back).add_to(routes);
    Address::new("/v1/games/{game_id}/resign").post(resign::resign).add_to(routes);
    Address::new("/v1/games/{game_id}/confirm").post(seats::confirm).add_to(routes);
    Address::new("/v1/games/{game_id}/kick").post(tables::kick).add_to(routes);
    Address::new("/v1/games/{game_id}/cancel").post(tables::cancel).add_to(routes);
    Address::new("/v1/games/{game_id}/rematch").post(tables::rematch).add_to(routes);
    Address::new("/v1/games/{game_id}/invitations")
        .get(invitations::list)
        .post(invitations::create)
        .add_to(routes);
    Address::new("/v1/games/{game_id}/invitations/{invitation_id}")
        .delete(invitations::withdraw)
        .add_to(routes);
    Address::new("/v1/games/{game_id}/invitations/{invitation_id}/accept")
        .post(invitations::accept)
        .add_to(routes);
    Address::new("/v1/games/{game_id}/invitations/{invitation_id}/decline")
        .post(invitations::decline)
        .add_to(routes);
    Address::new("/v1/me/invitations").get(invitations::received).add_to(routes);
    Address::new("/v1/games/{game_id}/links")
        .get(invitation_links::list)
        .post(invitation_links::create)
        .add_to(routes);
    Address::new("/v1/games/{game_id}/links/{link_id}").delete(invitation_links::revoke).add_to(routes);
    Address::new("/v1/links").post(invitation_links::look).add_to(routes);
    Address::new("/v1/games/{game_id}/view").get(look::view).add_to(routes);
    Address::new("/v1/games/{game_id}/legal").get(look::legal).add_to(routes);
    Address::new("/v1/games/{game_id}/actions").post(actions::act).add_to(routes);
    Address::new("/v1/games/{game_id}/orders").get(orders::list).post(orders::create).add_to(routes);
    Address::new("/v1/games/{game_id}/orders/dry-run").post(orders::dry_run).add_to(routes);
    Address::new("/v1/games/{game_id}/orders/{order_id}").delete(orders::remove).add_to(routes);
    Address::new("/v1/games/{game_id}/orders/{order_id}/resume").post(orders::resume).add_to(routes);
    Address::new("/v1/games/{game_id}/board.svg").get(pictures::board_svg).add_to(routes);
    Address::new("/v1/games/{game_id}/board.png").get(pictures::board_png).add_to(routes);
    Address::new("/v1/games/{game_id}/board.txt").get(pictures::board_text).add_to(routes);
    Address::new("/v1/games/{game_id}/chart.svg").get(pictures::chart_svg).add_to(routes);
    Address::new("/v1/games/{game_id}/chart.png").get(pictures::chart_png).add_to(routes);
    Address::new("/v1/games/{game_id}/events").get(look::events).add_to(routes);
    Address::new("/v1/people/{person}").get(people::show).add_to(routes);
    Address::new("/v1/people/{person}/games").get(people::games).add_to(routes);
    Address::new("/v1/people/{person}/ratings/{ruleset}").get(people::rating_changes).add_to(routes);
    Address::new("/v1/games/{game_id}/record").get(records::record).add_to(routes);
    Address::new("/v1/announcements").get(operators::announcements::list).add_to(routes);
    following(routes);
    sending(routes);
    operation(routes);
    branches.grow(service);
    service.default_service(web::to(address::refuse_route));
}

fn operation(routes: &mut Branches) {
    use operators::{accounts, announcements, dead_letters, games};
    Address::new("/v1/admin/accounts/{account}").get(accounts::look_up).add_to(routes);
    Address::new("/v1/admin/accounts/{account_id}/audit").get(accounts::audit).add_to(routes);
    let ban = Address::new("/v1/admin/accounts/{account_id}/ban");
    ban.put(accounts::ban).delete(accounts::lift_ban).add_to(routes);
    Address::new("/v1/admin/games/{game_id}/void").post(games::void).add_to(routes);
    Address::new("/v1/admin/dead-letters").get(dead_letters::list).add_to(routes);
    Address::new("/v1/admin/dead-letters/{letter_id}").delete(dead_letters::drop).add_to(routes);
    Address::new("/v1/admin/dead-letters/{letter_id}/retry").put(dead_letters::retry).add_to(routes);
    Address::new("/v1/admin/announcements").post(announcements::announce).add_to(routes);
    Address::new("/v1/admin/announcements/{announcement_id}").delete(announcements::end).add_to(routes);
}

/// What is sent to programs of other people.
fn sending(routes: &mut Branches) {
    use webhooks::{deliveries, endpoints};
    Address::new("/v1/me/webhooks").get(endpoints::list).post(endpoints::create).add_to(routes);
    let webhook = Address::new("/v1/me/webhooks/{webhook_id}").get(endpoints::show).patch(endpoints::change);
    webhook.delete(endpoints::remove).add_to(routes);
    Address::new("/v1/me/webhooks/{webhook_id}/secret").post(endpoints::rotate).add_to(routes);
    Address::new("/v1/me/webhooks/{webhook_id}/test").post(deliveries::test).add_to(routes);
    Address::new("/v1/me/webhooks/{webhook_id}/deliveries").get(deliveries::list).add_to(routes);
    Address::new("/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay")
        .post(deliveries::replay)
        .add_to(routes);
}

/// What happens without being asked for, and what people say.
fn following(routes: &mut Branches) {
    Address::new("/v1/me/inbox").get(inbox::show).add_to(routes);
    Address::new("/v1/me/stream").get(streams::me).add_to(routes);
    Address::new("/v1/me/stream-tickets").post(streams::ticket).add_to(routes);
    Address::new("/v1/games/{game_id}/stream").get(streams::game).add_to(routes);
    Address::new("/v1/games/{game_id}/messages").get(talk::list).post(talk::say).add_to(routes);
    Address::new("/v1/games/{game_id}/messages/read").put(talk::mark_read).add_to(routes);
    Address::new("/v1/games/{game_id}/note").get(talk::note).put(talk::write_note).add_to(routes);
}
