//! The mails about an account.

use serde::Serialize;
use serde_json::{Value, json};

use super::command;
use super::letter::Written;
use super::texts::{self, Catalogue, LAYOUTS, Reader, Speech};

/// What a mail about an account is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// Prove with this token that mail arrives.
    VerifyAddress {
        /// What is to be sent back.
        token: String,
        /// How long it is good for.
        hours: i64,
    },
    /// Somebody registered with the address of this account.
    AddressInUse,
    /// Set a new password with this token.
    ResetPassword {
        /// What is to be sent back.
        token: String,
        /// How long it is good for.
        minutes: i64,
    },
    /// To the old address: agree to the new one.
    ApproveAddress {
        /// What is to be sent back.
        token: String,
        /// The new address.
        email: String,
    },
    /// To the new address: prove that mail arrives.
    ProveAddress {
        /// What is to be sent back.
        token: String,
        /// The new address.
        email: String,
    },
    /// To an address that has an account: somebody wanted it for another one.
    AddressWanted,
    /// The password is another one.
    PasswordChanged,
    /// The address is another one; told to both.
    AddressChanged,
    /// Mails arrive.
    Test,
    /// A webhook was given up.
    WebhookDisabled {
        /// Where it pointed.
        target: String,
    },
}

/// A token, and where it goes.
struct Proof<'a> {
    token: &'a str,
    /// The page for people who have no client.
    page: &'static str,
    /// The operation.
    operation: &'static str,
    body: Value,
}

impl Reason {
    fn word(&self) -> &'static str {
        match self {
            Self::VerifyAddress { .. } => "verify_address",
            Self::AddressInUse => "address_in_use",
            Self::ResetPassword { .. } => "reset_password",
            Self::ApproveAddress { .. } => "approve_address",
            Self::ProveAddress { .. } => "prove_address",
            Self::AddressWanted => "address_wanted",
            Self::PasswordChanged => "password_changed",
            Self::AddressChanged => "address_changed",
            Self::Test => "test",
            Self::WebhookDisabled { .. } => crate::service::webhooks::DISABLED_MAIL,
        }
    }

    fn proof(&self) -> Option<Proof<'_>> {
        let (token, page, operation, body) = match self {
            Self::VerifyAddress { token, .. } => {
                (token, "/accounts/verify", "/v1/accounts/verify", json!({ "token": token }))
            }
            Self::ResetPassword { token, .. } => {
                let body = json!({ "token": token, "password": "a new password" });
                (token, "/accounts/reset", "/v1/accounts/reset/confirm", body)
            }
            Self::ApproveAddress { token, .. } | Self::ProveAddress { token, .. } => {
                let body = json!({ "token": token, "answer": "confirm" });
                (token, "/accounts/address", "/v1/accounts/address", body)
            }
            Self::AddressInUse
            | Self::AddressWanted
            | Self::PasswordChanged
            | Self::AddressChanged
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
            Self::ResetPassword { minutes: good, .. } => minutes = *good,
            Self::ApproveAddress { email, .. } | Self::ProveAddress { email, .. } => address = email,
            Self::WebhookDisabled { target: given } => target = given,
            Self::AddressInUse
            | Self::AddressWanted
            | Self::PasswordChanged
            | Self::AddressChanged
            | Self::Test => {}
        }
        minijinja::context! { name, hours, minutes, address, url, target }
    }
}

/// Everything on the page.
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
    closing: String,
}

/// Subject, text and page for the owner of the account `name`.
pub fn write(reason: &Reason, name: &str, language: &str, public_url: &str) -> Result<Written, String> {
    let catalogue = Catalogue::read(texts::accounts(language));
    let speech = Speech::new(Reader::default(), &catalogue, None);
    let context = reason.context(name, public_url);
    let speak = |section: &str, key: &str| {
        speech.say(catalogue.text(section, key).unwrap_or_default(), context.clone())
    };
    let say = |key: &str| speak(reason.word(), key);
    let proof = reason.proof();
    let page = Page {
        language: texts::code(language),
        subject: say("subject"),
        lead: say("lead"),
        link: proof.as_ref().map(|proof| format!("{public_url}{}?token={}", proof.page, proof.token)),
        link_lead: speak("proof", "link_lead"),
        token: proof.as_ref().map(|proof| proof.token.to_owned()),
        token_lead: speak("proof", "token_lead"),
        command_lead: speak("proof", "command_lead"),
        command: proof.as_ref().map(|proof| {
            command::post(&format!("{public_url}{}", proof.operation), false, &proof.body.to_string())
        }),
        closing: say("closing"),
    };
    let (text, html) = (LAYOUTS.fill("account.txt", &page)?, LAYOUTS.fill("account.html", &page)?);
    Ok(Written { subject: page.subject, text, html })
}
