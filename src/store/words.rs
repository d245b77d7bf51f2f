//! Words that stand in columns of their own because they are searched for.

use std::io::Write;

use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::expression::AsExpression;
use diesel::pg::{Pg, PgValue};
use diesel::serialize::{self, IsNull, Output, ToSql};
use diesel::sql_types::Text;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Seats are free.
    Open,
    /// Every seat is taken; everybody says that he is there before it starts.
    Confirming,
    /// Being played.
    Running,
    /// The table has agreed to let it rest: nobody can act.
    Paused,
    /// Over, with a result.
    Finished,
    /// Called off by its owner or by a vote; no result.
    Cancelled,
    /// It never started.
    Expired,
    /// Struck out by an operator; no result counts.
    Voided,
}

/// Who may find and see a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema, AsExpression, FromSqlRow)]
#[diesel(sql_type = Text)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Listed, and seen by everybody.
    Public,
    /// Not listed; seen by everybody who knows its id.
    Unlisted,
    /// Seen by its members only.
    Private,
}

impl Status {
    pub const ALL: [Self; 8] = [
        Self::Open,
        Self::Confirming,
        Self::Running,
        Self::Paused,
        Self::Finished,
        Self::Cancelled,
        Self::Expired,
        Self::Voided,
    ];

    /// Has it begun and not ended?
    pub fn is_in_play(self) -> bool {
        matches!(self, Self::Running | Self::Paused)
    }

    /// Can nothing happen in it any more?
    pub fn is_over(self) -> bool {
        matches!(self, Self::Finished | Self::Cancelled | Self::Expired | Self::Voided)
    }

    /// The status that a stored word names.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.word() == word)
    }

    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Confirming => "confirming",
            Self::Running => "running",
            Self::Paused => "paused",
            Self::Finished => "finished",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Voided => "voided",
        }
    }
}

impl Visibility {
    pub fn word(self) -> &'static str {
        match self {
            Self::Public => "public",
            Self::Unlisted => "unlisted",
            Self::Private => "private",
        }
    }
}

impl ToSql<Text, Pg> for Status {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self.word().as_bytes())?;
        Ok(IsNull::No)
    }
}

impl ToSql<Text, Pg> for Visibility {
    fn to_sql<'b>(&'b self, out: &mut Output<'b, '_, Pg>) -> serialize::Result {
        out.write_all(self.word().as_bytes())?;
        Ok(IsNull::No)
    }
}

impl FromSql<Text, Pg> for Status {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        let status = std::str::from_utf8(value.as_bytes()).ok().and_then(Self::from_word);
        status.ok_or_else(|| "unknown status of a game".into())
    }
}

impl FromSql<Text, Pg> for Visibility {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            b"public" => Ok(Self::Public),
            b"unlisted" => Ok(Self::Unlisted),
            b"private" => Ok(Self::Private),
            _ => Err("unknown visibility of a game".into()),
        }
    }
}
