//! Everything that is stored about somebody, for himself.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Account, show};
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::service::audit::{self, Kind};
use crate::store::{self, Connection, export};
use rules::Json;

/// Everything about me.
#[derive(Debug, Serialize, ToSchema)]
pub struct Export {
    /// When it was put together.
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: Instant,
    /// The account.
    pub account: Account,
    /// The rest, by what it is: `sessions`, `personal_tokens`, `games`, `actions`, `votes`, `messages`, `read_marks`,
    /// `notes`, `stream`, `blocks`, `notices`, `account_mails`, `audit` and more; each a list of objects.
    #[schema(value_type = BTreeMap<String, Vec<serde_json::Map<String, serde_json::Value>>>)]
    pub sections: BTreeMap<&'static str, Json>,
}

/// Puts it together, as it was at one instant.
pub async fn export(app: &App, connection: &mut Connection, account: Uuid) -> Result<Export, Error> {
    audit::note(connection, app, account, Kind::DataExported, json!({})).await?;
    store::transaction(connection, async |connection| {
        export::begin_export(connection).await?;
        let told = show(connection, account).await?;
        let sections = export::sections(connection, account).await?.into_iter();
        let sections = sections.map(|(name, text)| Ok((name, RawValue::from_string(text)?)));
        let sections: Result<_, serde_json::Error> = sections.collect();
        let sections = sections.map_err(|error| Error::Internal(error.to_string()))?;
        Ok(Export { exported_at: app.now(), account: told, sections })
    })
    .await
}
