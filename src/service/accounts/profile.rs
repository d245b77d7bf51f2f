//! What somebody says about himself.

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Account, Language, Name, show};
use crate::app::App;
use crate::error::{Code, Error};
use crate::notifications::suppression;
use crate::service::audit::{self, Kind};
use crate::service::plain;
use crate::store::accounts::Profile;
use crate::store::{self, Connection};

/// The most characters that somebody can say about himself.
const LONGEST_ABOUT: usize = 1_000;

/// What is to change; what is left out stays.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ProfileChange {
    /// The name others see; the same rules as when registering.
    #[schema(value_type = Option<String>, min_length = 2, max_length = 32)]
    pub name: Option<Name>,
    /// The language of mails: nn, en, sv or de.
    #[schema(value_type = Option<String>, pattern = "^(nn|en|sv|de)$")]
    pub language: Option<Language>,
    /// The time zone, by its IANA name.
    pub time_zone: Option<String>,
    /// What everybody may read about you, at most 1,000 characters.
    #[schema(max_length = 1000)]
    pub about: Option<String>,
    /// `true`: mail flows again to an address that mail came back from.
    pub resume_mail: Option<bool>,
}

/// Changes the profile of an account; to be called in a transaction. Errors: `invalid_field`, `name_taken`.
pub async fn change_profile(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    asked: ProfileChange,
) -> Result<Account, Error> {
    let profile = profile(&asked)?;
    if profile != Profile::default() {
        let before = show(connection, account).await?;
        let is_free = match &asked.name {
            Some(name) => store::accounts::claim_name_keys(connection, account, &name.keys()).await?,
            None => true,
        };
        if !is_free || !store::accounts::set_profile(connection, account, &profile).await? {
            return Err(Code::NameTaken.field("name", Code::NameTaken.row().2));
        }
        if profile.time_zone.as_ref().is_some_and(|zone| *zone != before.time_zone) {
            store::availability::note_change(connection, account, app.now()).await?;
        }
        if profile.name.is_some_and(|name| name != before.name) {
            audit::note(connection, app, account, Kind::NameChanged, json!({})).await?;
        }
    }
    if asked.resume_mail == Some(true) {
        suppression::resume(connection, account).await?;
    }
    show(connection, account).await
}

fn profile(asked: &ProfileChange) -> Result<Profile, Error> {
    let about = asked.about.as_deref().map(|about| plain::lines("about", about, 0, LONGEST_ABOUT));
    Ok(Profile {
        name: asked.name.as_ref().map(|name| name.shown().to_owned()),
        name_key: asked.name.as_ref().map(|name| name.key().to_owned()),
        language: asked.language.map(|language| language.code().to_owned()),
        time_zone: asked.time_zone.as_deref().map(zone).transpose()?,
        about: about.transpose()?,
    })
}

fn zone(text: &str) -> Result<String, Error> {
    let zone = text.parse::<chrono_tz::Tz>().map(|zone| zone.name().to_owned());
    zone.map_err(|_| Code::InvalidField.field("time_zone", "This is no time zone, such as Europe/Oslo."))
}
