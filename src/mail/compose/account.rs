//! The mails about an account.

use serde::Serialize;
use serde_json::{Value, json};

use uuid::Uuid;

use super::Addressing;
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{curl_post, fill};
use crate::mail::mailer::Unsent;
use crate::notifications::{MailKind, Withheld};
use crate::service::App;
use crate::service::accounts::verify_token;
use crate::service::identity::email_key;
use crate::service::recovery::{Automatic, address_token, automatic, log_in_token, reset_token};
use crate::service::tokens::Purpose;
use crate::service::webhooks;
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts};
use crate::texts::{self, Catalogue, Reader, TextRenderer};

const SECONDS_OF_AN_HOUR: i64 = 3_600;

/// What a mail about an account says beyond the texts of its kind.
#[derive(Default)]
struct Content {
    proof: Option<Proof>,
    /// How long the proof is valid, as its text counts.
    hours: i64,
    minutes: i64,
    /// The new address of the account.
    address: String,
    /// The URL of a webhook.
    target: String,
    automatic: Option<Listed>,
}

/// A token that proves to the API that the mail arrived.
struct Proof {
    token: String,
    /// The page for people who have no client; there is none where only a client has a use for the token.
    page: Option<&'static str>,
    operation: &'static str,
    body: Value,
}

/// What goes on by itself, and whether it is suspended.
struct Listed {
    automatic: Automatic,
    is_suspended: bool,
}

/// The email. Withheld when what it would prove or say is so no more.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    kind: MailKind,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let (Some(account), Some(reader), Some(address)) = (mail.account, &mail.reader, mail.to()) else {
        return Err(Withheld::AccountDeleted.into());
    };
    if kind == MailKind::VerifyAddress && reader.verified_at.is_some() {
        return Err(Withheld::AddressProved.into());
    }
    let content = content(app, connection, account, address, kind).await?;
    let public_url = &app.settings.http.public_url;
    let says = write(&content, kind, &reader.name, &reader.language, public_url)
        .map_err(|error| Unsent::broken(&error))?;
    let id = format!("account.{}@{}", mail.key.id, addressing.domain);
    Ok(Email::new(addressing.to, &reader.name, id, app.now(), says))
}

/// What the mail of that kind says to `address` now; withheld when it would be of no use any more.
async fn content(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    address: &str,
    kind: MailKind,
) -> Result<Content, Unsent> {
    let limits = &app.settings.accounts;
    Ok(match kind {
        MailKind::VerifyAddress => {
            let token = verify_token(app, connection, account).await?;
            let hours = limits.verify_seconds / SECONDS_OF_AN_HOUR;
            let body = json!({ "token": token });
            let page = Some("/accounts/verify");
            let proof = Proof { token, page, operation: "/v1/accounts/verify", body };
            Content { proof: Some(proof), hours, ..Content::default() }
        }
        MailKind::ResetPassword => {
            let token = reset_token(app, connection, account).await?.ok_or(Withheld::LinkClosed)?;
            let body = json!({ "token": token, "password": "a new password" });
            let page = Some("/accounts/reset");
            let proof = Proof { token, page, operation: "/v1/accounts/reset/confirm", body };
            Content { proof: Some(proof), minutes: limits.reset_seconds / 60, ..Content::default() }
        }
        MailKind::LogIn => {
            let token = log_in_token(app, connection, account).await?.ok_or(Withheld::LinkClosed)?;
            let body = json!({ "token": token });
            let proof = Proof { token, page: None, operation: "/v1/sessions/link/confirm", body };
            Content { proof: Some(proof), minutes: limits.log_in_link_seconds / 60, ..Content::default() }
        }
        MailKind::ApproveAddress => {
            let open = address_token(app, connection, account, Purpose::ApproveAddress).await?;
            address_change(open.ok_or(Withheld::AddressChangeClosed)?)
        }
        MailKind::ProveAddress => {
            let open = address_token(app, connection, account, Purpose::ProveAddress).await?;
            // A newer change names another address, which has a mail of its own.
            let open = open.filter(|(_, new_address)| new_address == address);
            address_change(open.ok_or(Withheld::AddressChangeClosed)?)
        }
        MailKind::PasswordWasReset => listing(automatic_of(connection, account, address).await?, true),
        MailKind::PasswordChanged | MailKind::SessionsEnded | MailKind::AddressChanged => {
            listing(automatic_of(connection, account, address).await?, false)
        }
        MailKind::WebhookDisabled => {
            let target = webhooks::given_up(connection, account).await?.ok_or(Withheld::WebhookEnabled)?;
            Content { target, ..Content::default() }
        }
        MailKind::AddressInUse | MailKind::AddressWanted | MailKind::Test => Content::default(),
        other => {
            return Err(Unsent::Never(format!("there is no mail {} about accounts", other.name())));
        }
    })
}

fn address_change((token, address): (String, String)) -> Content {
    let body = json!({ "token": token, "answer": "confirm" });
    let proof = Proof { token, page: Some("/accounts/email"), operation: "/v1/accounts/email", body };
    Content { proof: Some(proof), address, ..Content::default() }
}

fn listing(automatic: Automatic, is_suspended: bool) -> Content {
    Content { automatic: Some(Listed { automatic, is_suspended }), ..Content::default() }
}

/// What goes on by itself or is suspended, for the present address alone: the old one may be another's by now.
async fn automatic_of(connection: &mut Connection, account: Uuid, email: &str) -> Result<Automatic, Unsent> {
    if accounts::has_address(connection, account, &email_key(email)).await? {
        Ok(automatic(connection, account).await?)
    } else {
        Ok(Automatic::default())
    }
}

#[derive(Serialize)]
struct Page {
    language: &'static str,
    subject: String,
    lead: String,
    link: Option<String>,
    link_lead: String,
    token: Option<String>,
    token_lead: String,
    command_lead: String,
    command: Option<String>,
    lists: Vec<List>,
    closing: String,
}

/// Some things, one below the other.
#[derive(Serialize)]
struct List {
    lead: String,
    items: Vec<String>,
}

/// The most games that are listed; more are only counted.
const MOST_GAMES: usize = 20;

/// What goes on by itself or is suspended, in the words of the section `automatic`.
fn lists(
    Listed { automatic, is_suspended }: &Listed,
    speak: impl Fn(&str, minijinja::Value) -> String,
) -> Vec<List> {
    let lead = |running: &'static str, suspended: &'static str| {
        speak(if *is_suspended { suspended } else { running }, minijinja::context! {})
    };
    let mut lists = Vec::new();
    if !automatic.webhooks.is_empty() {
        let items = automatic.webhooks.clone();
        lists.push(List { lead: lead("webhooks", "webhooks_suspended"), items });
    }
    if !automatic.orders.is_empty() {
        let line =
            |(game, count): &(String, i64)| speak("orders_of_game", minijinja::context! { game, count });
        let mut items: Vec<String> = automatic.orders.iter().take(MOST_GAMES).map(line).collect();
        if let Some(count) = automatic.orders.len().checked_sub(MOST_GAMES).filter(|more| *more > 0) {
            items.push(speak("more_games", minijinja::context! { count }));
        }
        lists.push(List { lead: lead("orders", "orders_suspended"), items });
    }
    lists
}

/// Subject, text and page for the owner of the account `name`.
fn write(
    content: &Content,
    kind: MailKind,
    name: &str,
    language: &str,
    public_url: &str,
) -> Result<Composed, String> {
    let catalogue = Catalogue::read(texts::accounts(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    let context = minijinja::context! {
        name,
        hours => content.hours,
        minutes => content.minutes,
        address => &content.address,
        target => &content.target,
        url => public_url,
    };
    let speak = |section: &str, key: &str| {
        renderer.say(catalogue.text(section, key).unwrap_or_default(), context.clone())
    };
    let say = |key: &str| speak(kind.name(), key);
    let of_list =
        |key: &str, context| renderer.say(catalogue.text("automatic", key).unwrap_or_default(), context);
    let proof = content.proof.as_ref();
    let has_page = proof.is_some_and(|proof| proof.page.is_some());
    let page = Page {
        language: texts::code(language),
        subject: say("subject"),
        lead: say("lead"),
        link: proof.and_then(|proof| Some(format!("{public_url}{}?token={}", proof.page?, proof.token))),
        link_lead: speak("proof", "link_lead"),
        token: proof.map(|proof| proof.token.clone()),
        token_lead: speak("proof", if has_page { "token_lead" } else { "token_alone" }),
        command_lead: speak("proof", "command_lead"),
        command: proof.map(|proof| {
            curl_post(&format!("{public_url}{}", proof.operation), false, &proof.body.to_string())
        }),
        lists: content.automatic.as_ref().map(|listed| lists(listed, of_list)).unwrap_or_default(),
        closing: say("closing"),
    };
    fill("account", page.subject.clone(), &page)
}
