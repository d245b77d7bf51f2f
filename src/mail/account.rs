//! The mails about an account.

use serde::Serialize;
use serde_json::{Value, json};

use super::email::Composed;
use super::layouts::LAYOUTS;
use super::outline::curl_post;
use crate::notifications::MailKind;
use crate::service::recovery::Automatic;
use crate::texts::{self, Catalogue, Reader, TextRenderer};

/// What a mail about an account says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AccountMail {
    /// Prove with this token that mail arrives.
    VerifyAddress {
        token: String,
        hours: i64,
    },
    /// A new account was registered with the address of this one.
    AddressInUse,
    /// Set a new password with this token.
    ResetPassword {
        token: String,
        minutes: i64,
    },
    /// To the old address: agree to the new one.
    ApproveAddress {
        token: String,
        email: String,
    },
    /// To the new address: prove that mail arrives.
    ProveAddress {
        token: String,
        email: String,
    },
    /// To an address that has an account: it was wanted for another one.
    AddressWanted,
    LogIn {
        token: String,
        minutes: i64,
    },
    /// The password is another one; what goes on by itself is listed.
    PasswordChanged(Automatic),
    /// The password was set by a link, and what goes on by itself is suspended.
    PasswordWasReset(Automatic),
    /// The address was changed: a mail to both, with what is suspended to the new one.
    AddressChanged(Automatic),
    SessionsEnded(Automatic),
    Test,
    WebhookDisabled {
        target: String,
    },
}

struct Proof<'a> {
    token: &'a str,
    /// The page for people who have no client; there is none where only a client has a use for the token.
    page: Option<&'static str>,
    operation: &'static str,
    body: Value,
}

impl AccountMail {
    fn proof(&self) -> Option<Proof<'_>> {
        let (token, page, operation, body) = match self {
            Self::VerifyAddress { token, .. } => {
                (token, Some("/accounts/verify"), "/v1/accounts/verify", json!({ "token": token }))
            }
            Self::ResetPassword { token, .. } => {
                let body = json!({ "token": token, "password": "a new password" });
                (token, Some("/accounts/reset"), "/v1/accounts/reset/confirm", body)
            }
            Self::ApproveAddress { token, .. } | Self::ProveAddress { token, .. } => {
                let body = json!({ "token": token, "answer": "confirm" });
                (token, Some("/accounts/address"), "/v1/accounts/address", body)
            }
            Self::LogIn { token, .. } => {
                (token, None, "/v1/sessions/link/confirm", json!({ "token": token }))
            }
            Self::AddressInUse
            | Self::AddressWanted
            | Self::PasswordChanged(_)
            | Self::PasswordWasReset(_)
            | Self::AddressChanged(_)
            | Self::SessionsEnded(_)
            | Self::Test
            | Self::WebhookDisabled { .. } => {
                return None;
            }
        };
        Some(Proof { token, page, operation, body })
    }

    /// What its texts may name.
    fn context(&self, name: &str, url: &str) -> minijinja::Value {
        let (mut hours, mut minutes, mut address) = (0, 0, "");
        let mut target = "";
        match self {
            Self::VerifyAddress { hours: good, .. } => hours = *good,
            Self::ResetPassword { minutes: good, .. } | Self::LogIn { minutes: good, .. } => minutes = *good,
            Self::ApproveAddress { email, .. } | Self::ProveAddress { email, .. } => address = email,
            Self::WebhookDisabled { target: given } => target = given,
            Self::AddressInUse
            | Self::AddressWanted
            | Self::PasswordChanged(_)
            | Self::PasswordWasReset(_)
            | Self::AddressChanged(_)
            | Self::SessionsEnded(_)
            | Self::Test => {}
        }
        minijinja::context! { name, hours, minutes, address, url, target }
    }

    /// What goes on by itself, and whether it is suspended.
    fn automatic(&self) -> Option<(&Automatic, bool)> {
        match self {
            Self::PasswordWasReset(automatic) => Some((automatic, true)),
            Self::PasswordChanged(automatic)
            | Self::AddressChanged(automatic)
            | Self::SessionsEnded(automatic) => Some((automatic, false)),
            _ => None,
        }
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
fn lists(mail: &AccountMail, speak: impl Fn(&str, minijinja::Value) -> String) -> Vec<List> {
    let Some((automatic, suspended)) = mail.automatic() else { return vec![] };
    let lead = |at_work: &'static str, resting: &'static str| {
        speak(if suspended { resting } else { at_work }, minijinja::context! {})
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
pub fn write(
    mail: &AccountMail,
    kind: MailKind,
    name: &str,
    language: &str,
    public_url: &str,
) -> Result<Composed, String> {
    let catalogue = Catalogue::read(texts::accounts(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    let context = mail.context(name, public_url);
    let speak = |section: &str, key: &str| {
        renderer.say(catalogue.text(section, key).unwrap_or_default(), context.clone())
    };
    let say = |key: &str| speak(kind.name(), key);
    let of_list =
        |key: &str, context| renderer.say(catalogue.text("automatic", key).unwrap_or_default(), context);
    let proof = mail.proof();
    let has_page = proof.as_ref().is_some_and(|proof| proof.page.is_some());
    let page = Page {
        language: texts::code(language),
        subject: say("subject"),
        lead: say("lead"),
        link: proof
            .as_ref()
            .and_then(|proof| Some(format!("{public_url}{}?token={}", proof.page?, proof.token))),
        link_lead: speak("proof", "link_lead"),
        token: proof.as_ref().map(|proof| proof.token.to_owned()),
        token_lead: speak("proof", if has_page { "token_lead" } else { "token_alone" }),
        command_lead: speak("proof", "command_lead"),
        command: proof.as_ref().map(|proof| {
            curl_post(&format!("{public_url}{}", proof.operation), false, &proof.body.to_string())
        }),
        lists: lists(mail, of_list),
        closing: say("closing"),
    };
    let (text, html) = (LAYOUTS.fill("account.txt", &page)?, LAYOUTS.fill("account.html", &page)?);
    Ok(Composed { subject: page.subject, text, html })
}
