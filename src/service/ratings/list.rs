//! Who is best at a title.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::shown::RatingShown;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::cursor;
use crate::store::Connection;
use crate::store::ratings::{self, RatingRow};

/// A page of rated people.
#[derive(Debug, Serialize, ToSchema)]
pub struct Ratings {
    /// Best first, by `at_least`.
    pub ratings: Vec<RatedPerson>,
    /// Pass this as `cursor` for the next page; null on the last one.
    pub next_cursor: Option<String>,
}

/// Somebody with his rating.
#[derive(Debug, Serialize, ToSchema)]
pub struct RatedPerson {
    /// Who.
    pub account: Uuid,
    /// The name.
    pub name: String,
    /// How good.
    #[serde(flatten)]
    pub rating: RatingShown,
}

/// The people who are rated for a title, a page at a time. Errors: `ruleset_not_found`, `invalid_parameter` for a cursor
/// of another list.
pub async fn list(
    app: &App,
    connection: &mut Connection,
    ruleset: &str,
    after: Option<&str>,
    limit: u16,
) -> Result<Ratings, Error> {
    let ruleset = app.ruleset(ruleset)?.id();
    let list = format!("ratings of {ruleset}");
    let after = after.map(|after| read(&list, after)).transpose()?;
    let mut rows = ratings::page(connection, ruleset, after, i64::from(limit) + 1).await?;
    let more = rows.len() > usize::from(limit);
    rows.truncate(usize::from(limit));
    let next_cursor = rows.last().filter(|_| more).map(|(row, _)| write(&list, row));
    let ratings = rows
        .into_iter()
        .map(|(row, name)| RatedPerson { account: row.account_id, name, rating: row.into() })
        .collect();
    Ok(Ratings { ratings, next_cursor })
}

fn write(list: &str, last: &RatingRow) -> String {
    cursor::write_text(list, &format!("{} {}", last.at_least, last.account_id))
}

fn read(list: &str, cursor: &str) -> Result<(i32, Uuid), Error> {
    let last = cursor::read_text(list, cursor)?;
    let parts = last.split_once(' ');
    let last = parts.and_then(|(at_least, account)| Some((at_least.parse().ok()?, account.parse().ok()?)));
    last.ok_or_else(|| Code::InvalidParameter.field("cursor", "This is no cursor of this list."))
}
