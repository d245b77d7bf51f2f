//! How somebody comes to send each request that has a body, and what it does: one row for each.
//!
//! A row prepares a service until the request fits, and says how its effect is seen. What is done with the request is
//! the business of whoever uses the row.

mod accounts;
mod channels;
mod clubs;
mod competitions;
mod lobby;
mod notices;
mod operators;
mod play;
mod talk;
mod webhooks;

use std::pin::Pin;

use serde_json::Value;

use crate::harness::{Answer, Person, Service};

const PASSWORD: &str = "a long ship west";

/// A request that may be sent.
pub struct Asked {
    pub person: Person,
    pub path: String,
    pub body: Value,
    /// Another body that might have been sent instead; where it is the same, it is sent with a blank more.
    pub other: Value,
    /// A query for a number that the request changes,
    pub effect: String,
    /// by so much.
    pub by: i64,
}

type Prepared<'a> = Pin<Box<dyn Future<Output = Asked> + 'a>>;

/// A request that has a body.
pub struct Row {
    pub method: &'static str,
    /// As the description writes it.
    pub route: &'static str,
    /// Must addresses be verified?
    strict: bool,
    /// Is Aud an operator?
    operator: bool,
    /// Brings about that it can be sent.
    pub prepare: fn(&Service) -> Prepared<'_>,
}

impl Row {
    /// A service to which the request can be sent.
    pub async fn service(&self) -> Service {
        let operators = if self.operator { vec![first_id().await] } else { vec![] };
        Service::start_with(|settings| {
            settings.accounts.verify_addresses = self.strict;
            settings.operators.accounts = operators;
        })
    }
}

/// The id of whoever registers first: the same in every service with the same seed.
async fn first_id() -> uuid::Uuid {
    Service::start().person("Aud").await.id.parse().unwrap()
}

impl Asked {
    /// One that adds one to what `effect` counts.
    fn new(
        person: Person,
        path: impl Into<String>,
        [body, other]: [Value; 2],
        effect: impl Into<String>,
    ) -> Self {
        Self { person, path: path.into(), body, other, effect: effect.into(), by: 1 }
    }

    /// The number that the request changes, as it is now.
    pub fn count(&self, service: &Service) -> i64 {
        let counted = format!("SELECT ({})::text AS value", self.effect);
        service.database.texts(&counted)[0].parse().unwrap()
    }

    /// Sends `body` as it is written.
    pub async fn send(&self, method: &str, key: Option<&str>, body: String) -> Answer {
        let request = self.person.request(method.parse().unwrap(), &self.path);
        let request = key.into_iter().fold(request, |request, key| request.header("Idempotency-Key", key));
        self.person.send(request.header("Content-Type", "application/json").body(body)).await
    }
}

const fn row(method: &'static str, route: &'static str, prepare: fn(&Service) -> Prepared<'_>) -> Row {
    Row { method, route, strict: false, operator: false, prepare }
}

const fn post(route: &'static str, prepare: fn(&Service) -> Prepared<'_>) -> Row {
    row("POST", route, prepare)
}

const fn strict(row: Row) -> Row {
    Row { strict: true, ..row }
}

const fn of_operators(row: Row) -> Row {
    Row { operator: true, ..row }
}

/// What takes an Idempotency-Key: every POST that creates or acts.
pub const KEYED: &[Row] = &[
    strict(post("/v1/accounts", |service| Box::pin(accounts::register(service)))),
    strict(post("/v1/accounts/verify", |service| Box::pin(accounts::verify(service)))),
    post("/v1/accounts/verification", |service| Box::pin(accounts::ask(service, "verification"))),
    post("/v1/accounts/reset", |service| Box::pin(accounts::ask(service, "reset"))),
    post("/v1/accounts/reset/confirm", |service| Box::pin(accounts::reset(service))),
    post("/v1/accounts/email", |service| Box::pin(accounts::answer_address(service))),
    post("/v1/me/password", |service| Box::pin(accounts::change_password(service))),
    post("/v1/me/email", |service| Box::pin(accounts::change_address(service))),
    post("/v1/me/vacations", |service| Box::pin(accounts::book_vacation(service))),
    post("/v1/sessions", |service| Box::pin(accounts::log_in(service))),
    post("/v1/sessions/refresh", |service| Box::pin(accounts::refresh(service))),
    post("/v1/sessions/link", |service| Box::pin(accounts::ask_at(service, "/v1/sessions/link"))),
    post("/v1/sessions/link/confirm", |service| Box::pin(accounts::log_in_by_link(service))),
    post("/v1/sessions/code", |service| Box::pin(accounts::log_in_by_code(service))),
    post("/v1/me/tokens", |service| Box::pin(accounts::make_token(service))),
    post("/v1/games", |service| Box::pin(lobby::open_table(service))),
    post("/v1/game-batches", |service| Box::pin(lobby::open_tables(service))),
    post("/v1/games/{game_id}/join", |service| Box::pin(lobby::join(service))),
    post("/v1/games/{game_id}/leave", |service| Box::pin(lobby::leave(service))),
    post("/v1/games/{game_id}/confirm", |service| Box::pin(lobby::confirm(service))),
    post("/v1/games/{game_id}/actions", |service| Box::pin(play::act(service))),
    post("/v1/games/{game_id}/take-back", |service| Box::pin(play::take_back(service))),
    post("/v1/games/{game_id}/resign", |service| Box::pin(play::resign(service))),
    post("/v1/games/{game_id}/orders", |service| Box::pin(play::leave_order(service))),
    post("/v1/games/{game_id}/orders/{order_id}/resume", |service| Box::pin(play::resume_order(service))),
    post("/v1/games/{game_id}/votes", |service| Box::pin(play::open_vote(service))),
    post("/v1/games/{game_id}/votes/{vote_id}/ballots", |service| Box::pin(play::cast_ballot(service))),
    post("/v1/games/{game_id}/seats/{seat}/take", |service| Box::pin(play::take_seat(service))),
    post("/v1/games/{game_id}/return", |service| Box::pin(play::come_back(service))),
    post("/v1/games/{game_id}/kick", |service| Box::pin(lobby::kick(service))),
    post("/v1/games/{game_id}/cancel", |service| Box::pin(lobby::cancel(service))),
    post("/v1/games/{game_id}/invitations", |service| Box::pin(lobby::invite(service))),
    post("/v1/games/{game_id}/invitations/{invitation_id}/accept", |service| {
        Box::pin(lobby::answer(service, "accept"))
    }),
    post("/v1/games/{game_id}/invitations/{invitation_id}/decline", |service| {
        Box::pin(lobby::answer(service, "decline"))
    }),
    post("/v1/games/{game_id}/invitation-links", |service| Box::pin(lobby::make_link(service))),
    post("/v1/clubs", |service| Box::pin(clubs::found(service))),
    post("/v1/clubs/{club_id}/join", |service| Box::pin(clubs::join(service))),
    post("/v1/clubs/{club_id}/leave", |service| Box::pin(clubs::leave(service))),
    post("/v1/clubs/{club_id}/invitation-links", |service| Box::pin(clubs::make_link(service))),
    post("/v1/competitions", |service| Box::pin(competitions::create(service))),
    post("/v1/competitions/{competition_id}/invitations", |service| Box::pin(competitions::invite(service))),
    post("/v1/competitions/{competition_id}/sign-up", |service| Box::pin(competitions::sign_up(service))),
    post("/v1/competitions/{competition_id}/withdraw", |service| Box::pin(competitions::withdraw(service))),
    post("/v1/competitions/{competition_id}/rounds", |service| Box::pin(competitions::pair(service))),
    post("/v1/competitions/{competition_id}/entrants/{account_id}/replace", |service| {
        Box::pin(competitions::replace(service))
    }),
    post("/v1/competitions/{competition_id}/corrections", |service| Box::pin(competitions::correct(service))),
    post("/v1/competitions/{competition_id}/next-season", |service| {
        Box::pin(competitions::begin_next_season(service))
    }),
    post("/v1/clubs/{club_id}/messages", |service| Box::pin(clubs::say(service))),
    post("/v1/clubs/{club_id}/channels", |service| Box::pin(clubs::set_channel(service))),
    post("/v1/games/{game_id}/rematch", |service| Box::pin(lobby::rematch(service))),
    post("/v1/games/{game_id}/messages", |service| Box::pin(talk::say(service))),
    post("/v1/me/notifications/test", |service| Box::pin(notices::test_mail(service))),
    post("/v1/me/feeds/renew", |service| Box::pin(notices::renew_feeds(service))),
    post("/v1/me/push-subscriptions", |service| Box::pin(webhooks::subscribe_browser(service))),
    post("/v1/me/push-subscriptions/{subscription_id}/test", |service| {
        Box::pin(webhooks::test_browser(service))
    }),
    post("/v1/me/webhooks", |service| Box::pin(webhooks::make(service))),
    post("/v1/me/webhooks/{webhook_id}/secret", |service| Box::pin(webhooks::rotate(service))),
    post("/v1/me/webhooks/{webhook_id}/test", |service| Box::pin(webhooks::test(service))),
    post("/v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay", |service| {
        Box::pin(webhooks::replay(service))
    }),
    post("/v1/games/{game_id}/channels", |service| Box::pin(channels::set(service))),
    post("/v1/games/{game_id}/channels/{channel_id}/test", |service| Box::pin(channels::test(service))),
    post("/v1/me/stream-tickets", |service| Box::pin(accounts::make_ticket(service))),
    of_operators(post("/v1/admin/games/{game_id}/void", |service| Box::pin(operators::void(service)))),
    of_operators(post("/v1/admin/announcements", |service| Box::pin(operators::announce(service)))),
];

/// What takes a body and no key.
pub const KEYLESS: &[Row] = &[
    post("/v1/games/{game_id}/actions/preview", |service| Box::pin(play::preview(service))),
    post("/v1/games/{game_id}/orders/dry-run", |service| Box::pin(play::try_order(service))),
    post("/v1/invitation-links/lookup", |service| Box::pin(lobby::look_at_link(service))),
    post("/v1/club-links/lookup", |service| Box::pin(clubs::look_at_link(service))),
    row("PATCH", "/v1/clubs/{club_id}", |service| Box::pin(clubs::change(service))),
    row("PUT", "/v1/clubs/{club_id}/members/{account_id}", |service| Box::pin(clubs::let_in(service))),
    row("PATCH", "/v1/competitions/{competition_id}", |service| Box::pin(competitions::change(service))),
    row("PATCH", "/v1/games/{game_id}", |service| Box::pin(lobby::change(service))),
    row("PUT", "/v1/games/{game_id}/messages/read", |service| Box::pin(talk::mark_read(service))),
    row("PUT", "/v1/games/{game_id}/note", |service| Box::pin(talk::write_note(service))),
    row("PATCH", "/v1/me/webhooks/{webhook_id}", |service| Box::pin(webhooks::change(service))),
    row("PATCH", "/v1/games/{game_id}/channels/{channel_id}", |service| Box::pin(channels::change(service))),
    row("PUT", "/v1/me/notifications/preferences", |service| Box::pin(notices::set(service))),
    row("PUT", "/v1/games/{game_id}/notification-preferences", |service| {
        Box::pin(notices::set_for_game(service))
    }),
    row("PATCH", "/v1/me", |service| Box::pin(accounts::describe_myself(service))),
    row("PUT", "/v1/me/availability", |service| Box::pin(accounts::set_availability(service))),
    row("DELETE", "/v1/me", |service| Box::pin(accounts::depart(service))),
    of_operators(row("PUT", "/v1/admin/accounts/{account_id}/ban", |service| {
        Box::pin(operators::ban(service))
    })),
];

/// The rows of a table.
fn rows_of(table: &str) -> String {
    format!("SELECT count(*) FROM {table}")
}
