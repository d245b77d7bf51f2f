//! The export of everything that is stored about an account, for its owner: one member for each subject, with the names
//! that the rest of the API has.
//!
//! What is stored is read as JSON by SQL and never parsed here.

mod declare;
mod subjects;

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use self::subjects::{ExportedData, SUBJECTS};
use super::{Account, show};
use crate::error::Error;
use crate::service::Ctx;
use crate::service::audit::{self, AuditKind};
use crate::service::stored_json::raw;
use crate::store;
use crate::time_control::Instant;
use rules::Json;

/// Everything that the server stores about you.
#[derive(Debug, Serialize, ToSchema)]
pub struct AccountExport {
    #[schema(value_type = String, format = DateTime)]
    pub exported_at: Instant,
    /// As `GET /v1/me` shows it.
    pub account: Account,
    /// Everything else, by subject.
    #[schema(value_type = ExportedData)]
    pub data: ExportedSubjects,
    /// The same with older names: lists of objects, by subject. Read `data` instead.
    #[schema(value_type = BTreeMap<String, Vec<serde_json::Map<String, serde_json::Value>>>, deprecated)]
    pub sections: BTreeMap<&'static str, Json>,
}

/// The subjects by their names, each a list as JSON.
#[derive(Debug)]
pub struct ExportedSubjects(Vec<(&'static str, Json)>);

impl Serialize for ExportedSubjects {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, list)| (name, list)))
    }
}

/// Builds the export, with everything as it was at one instant.
pub async fn export(ctx: &mut Ctx, account: Uuid) -> Result<AccountExport, Error> {
    audit::record(ctx, account, AuditKind::DataExported, json!({})).await?;
    ctx.transaction(async |tx| {
        store::export::begin_export(&mut tx.bare()).await?;
        let shown = show(&mut tx.db, account).await?;
        let sections = store::export::sections(&mut tx.db, account).await?.into_iter();
        let sections = sections.map(|(name, text)| Ok((name, raw(text)?))).collect::<Result<_, Error>>()?;
        let mut data = Vec::with_capacity(SUBJECTS.len());
        for subject in SUBJECTS {
            let text = store::export::renamed(&mut tx.db, account, subject.section, subject.columns).await?;
            data.push((subject.name, raw(text)?));
        }
        let data = ExportedSubjects(data);
        Ok(AccountExport { exported_at: tx.app.now(), account: shown, data, sections })
    })
    .await
}
