//! Access: what a caller may do (everything after a log-in, or what the scopes of a token name), and who runs the
//! service.
//!
//! Knows how a token is created and looked up; knows nothing of what an operation does with it.

pub mod personal_tokens;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::error::{Code, Error, More, Sentence};
use crate::service::{App, Ctx};
use crate::store::write::WriteCaller;
use crate::store::{Connection, devices, mail_links, operators, page_log_ins, sessions};

/// What a caller may do with the credential they sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grant {
    /// Logged in: everything that is the caller's.
    Session(Uuid),
    /// With a personal access token, or the access token of an app: what its scopes name.
    Token { id: Uuid, scopes: Scopes },
}

impl Grant {
    /// Refuses a grant without `scope`. Error: `scope_too_small`, which names the scope.
    pub fn require(self, scope: Scope) -> Result<(), Error> {
        match self {
            Self::Session(_) => Ok(()),
            Self::Token { scopes, .. } if scopes.contains(scope) => Ok(()),
            Self::Token { .. } => {
                let message = Sentence::ScopeLacking { scope: scope.word() };
                Err(Code::ScopeTooSmall.with(message, More::Scope(scope.word())))
            }
        }
    }

    /// Refuses a credential that has ended or expired, or whose account is banned or gone. For what must not outlive
    /// its credential; checked after a row is locked that ending the credential locks, too.
    pub async fn ensure_valid(self, ctx: &mut Ctx) -> Result<(), Error> {
        let (session, token) = match self {
            Self::Session(id) => (Some(id), None),
            Self::Token { id, .. } => (None, Some(id)),
        };
        let ended =
            sessions::ended_credentials(&mut ctx.db, session.as_slice(), token.as_slice(), ctx.app.now())
                .await?;
        match session {
            _ if ended.is_empty() => Ok(()),
            Some(_) => Err(Code::SessionEnded.problem()),
            None => Err(Code::TokenInvalid.problem()),
        }
    }

    /// This credential of an account, for a write that holds only while it is valid.
    pub fn of(self, account: Uuid) -> WriteCaller {
        let (session, token) = match self {
            Self::Session(id) => (Some(id), None),
            Self::Token { id, .. } => (None, Some(id)),
        };
        WriteCaller { account, session, token }
    }

    /// The id of the session; refuses a token.
    pub fn session_only(self) -> Result<Uuid, Error> {
        match self {
            Self::Session(session) => Ok(session),
            Self::Token { .. } => Err(Code::SessionRequired.problem()),
        }
    }
}

/// What lets a caller act for an account. What must not outlive it, such as a standing order or a token, is not stored
/// once it has ended.
#[derive(Debug, Clone, Copy)]
pub enum AccountCredential {
    Grant(Grant),
    /// The link of a mail, by the hash of its secret.
    MailLink {
        partition: Uuid,
        secret_hash: [u8; 32],
    },
    /// A remembered device.
    Device {
        account: Uuid,
        id: Uuid,
    },
    /// A browser that logged in on a page where apps are allowed.
    PageLogIn(Uuid),
}

impl From<Grant> for AccountCredential {
    fn from(grant: Grant) -> Self {
        Self::Grant(grant)
    }
}

impl AccountCredential {
    /// As [`Grant::ensure_valid`].
    pub async fn ensure_valid(self, ctx: &mut Ctx) -> Result<(), Error> {
        let ended = || Code::SessionEnded.problem();
        let (partition, secret_hash) = match self {
            Self::Grant(grant) => return grant.ensure_valid(ctx).await,
            Self::MailLink { partition, secret_hash } => (partition, secret_hash),
            Self::Device { account, id } => {
                let is_valid = devices::is_valid(&mut ctx.db, account, id).await?;
                return if is_valid { Ok(()) } else { Err(ended()) };
            }
            Self::PageLogIn(id) => {
                let is_valid = page_log_ins::is_valid(&mut ctx.db, id, ctx.app.now()).await?;
                return if is_valid { Ok(()) } else { Err(ended()) };
            }
        };
        let found = mail_links::find(&mut ctx.db, partition, &secret_hash).await?.ok_or_else(ended)?;
        let is_valid = found.link.account_id.is_some() && found.is_current() && !found.is_banned;
        if is_valid { Ok(()) } else { Err(ended()) }
    }
}

/// Is the account an operator by the settings? They name ids: unlike a name or an address, an id can't be taken over by
/// another account.
pub fn is_set_as_operator(app: &App, account: Uuid) -> bool {
    app.settings.operators.accounts.contains(&account)
}

/// Is the account an operator, by the settings or because it was made one at the shell?
pub async fn is_operator(ctx: &mut Ctx, account: Uuid) -> Result<bool, Error> {
    Ok(is_set_as_operator(&ctx.app, account) || operators::is_operator(&mut ctx.db, account).await?)
}

/// Refuses an account that is no operator.
pub async fn operator(ctx: &mut Ctx, account: Uuid) -> Result<(), Error> {
    if is_operator(ctx, account).await? { Ok(()) } else { Err(Code::OperatorRequired.problem()) }
}

/// Every operator once.
pub async fn all_operators(ctx: &mut Ctx) -> Result<Vec<Uuid>, Error> {
    let mut all = operators::all(&mut ctx.db).await?;
    all.extend(&ctx.app.settings.operators.accounts);
    all.sort_unstable();
    all.dedup();
    Ok(all)
}

pub async fn refuse_banned(connection: &mut Connection, account: Uuid) -> Result<(), Error> {
    if operators::is_banned(connection, account).await? { Err(Code::AccountBanned.problem()) } else { Ok(()) }
}

/// What a personal access token or an app may do.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum Scope {
    /// Read games, the lobby, the inbox, streams, pictures, records.
    #[serde(rename = "games:read")]
    #[strum(serialize = "games:read")]
    GamesRead,
    /// Create games, invite to them and manage them before they start.
    #[serde(rename = "games:create")]
    #[strum(serialize = "games:create")]
    GamesCreate,
    /// Join, leave, confirm, act, resign, vote.
    #[serde(rename = "games:play")]
    #[strum(serialize = "games:play")]
    GamesPlay,
    /// Give and cancel standing orders.
    Orders,
    /// Read and send messages, and edit notes.
    Messages,
    /// Create and manage webhooks.
    Webhooks,
    /// Read the account itself.
    #[serde(rename = "account:read")]
    #[strum(serialize = "account:read")]
    AccountRead,
    /// Change name, language, time zone and the text about the account.
    #[serde(rename = "profile:write")]
    #[strum(serialize = "profile:write")]
    ProfileWrite,
    /// Set which notifications come, how and when.
    #[serde(rename = "notifications:write")]
    #[strum(serialize = "notifications:write")]
    NotificationsWrite,
    /// Set nights and days off, and book vacations.
    #[serde(rename = "availability:write")]
    #[strum(serialize = "availability:write")]
    AvailabilityWrite,
    /// Block and unblock players.
    #[serde(rename = "social:write")]
    #[strum(serialize = "social:write")]
    SocialWrite,
    /// Found, join, leave and manage clubs.
    Clubs,
    /// Create competitions, sign up for them and organise them.
    Competitions,
    /// What operators do; only an operator can give it to a token, and no app ever has it.
    Admin,
}

impl Scope {
    /// The name of the scope, as it is sent and stored.
    pub fn word(self) -> &'static str {
        self.into_str()
    }

    /// What it allows, for the developers of apps.
    pub fn about(self) -> &'static str {
        match self {
            Self::GamesRead => "Read games, the lobby, the inbox, streams, pictures, records",
            Self::GamesCreate => "Create games, invite to them and manage them before they start",
            Self::GamesPlay => "Join, leave, confirm, act, resign, vote",
            Self::Orders => "Give and cancel standing orders",
            Self::Messages => "Read and send messages, and edit notes",
            Self::Webhooks => "Create and manage webhooks",
            Self::AccountRead => "Read the account itself",
            Self::ProfileWrite => "Change name, language, time zone and the text about the account",
            Self::NotificationsWrite => "Set which notifications come, how and when",
            Self::AvailabilityWrite => "Set nights and days off, and book vacations",
            Self::SocialWrite => "Block and unblock players",
            Self::Clubs => "Found, join, leave and manage clubs",
            Self::Competitions => "Create competitions, sign up for them, withdraw, and organise them",
            Self::Admin => "What operators do",
        }
    }

    /// The scopes that an app can be allowed.
    pub fn of_apps() -> impl Iterator<Item = Self> {
        Self::VARIANTS.iter().copied().filter(|scope| *scope != Self::Admin)
    }

    fn bit(self) -> u16 {
        1 << (self as u16)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Scopes(u16);

impl Scopes {
    pub fn contains(self, scope: Scope) -> bool {
        self.0 & scope.bit() != 0
    }

    /// Does it name everything that `other` names?
    pub fn contains_all(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The scopes in the order of their definition.
    pub fn list(self) -> Vec<Scope> {
        Scope::VARIANTS.iter().copied().filter(|scope| self.contains(*scope)).collect()
    }

    /// The scopes as they are stored: their names with spaces between.
    pub fn stored(self) -> String {
        self.list().into_iter().map(Scope::word).collect::<Vec<_>>().join(" ")
    }

    /// Reads what [`Scopes::stored`] wrote. A name that this release does not know gives nothing.
    pub fn from_stored(text: &str) -> Self {
        text.split(' ').filter_map(|word| word.parse::<Scope>().ok()).collect()
    }
}

impl FromIterator<Scope> for Scopes {
    fn from_iter<I: IntoIterator<Item = Scope>>(scopes: I) -> Self {
        Self(scopes.into_iter().fold(0, |bits, scope| bits | scope.bit()))
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::{Scope, Scopes};

    #[test]
    fn every_scope_is_sent_and_stored_under_its_name() {
        for scope in Scope::VARIANTS.iter().copied() {
            assert_eq!(serde_json::to_value(scope).unwrap(), scope.word());
            let alone: Scopes = [scope].into_iter().collect();
            assert_eq!(Scopes::from_stored(&alone.stored()), alone);
            assert_eq!(alone.list(), [scope]);
        }
        let all: Scopes = Scope::VARIANTS.iter().copied().collect();
        assert_eq!(Scopes::from_stored(&all.stored()), all);
        assert!(Scopes::from_stored("").is_empty() && Scopes::from_stored("games:delete").is_empty());
    }
}
