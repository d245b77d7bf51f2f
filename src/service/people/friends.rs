//! Friends: players who have asked each other. They are not two follows that meet, since who is followed is promised not
//! to learn of it, and would: by becoming a friend.
//!
//! Who is refused does not learn of it: their request stays on their own list. So does the request of a player whom the
//! other blocks, so that they can't be told apart.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

pub use crate::store::friends::FriendStatus;

use crate::error::{Code, Error, Sentence};
use crate::service::Tx;
use crate::service::page::{self, Page};
use crate::store::friends::{self, FriendRow};
use crate::store::people::PersonKey;
use crate::store::{Connection, blocks, people};
use crate::time_control::Instant;

/// The most players that an account has asked, friends included.
const MAX_FRIENDS: i64 = 500;
/// How many friends a page has: at most, and by default.
const MAX_LISTED: u16 = 100;
const DEFAULT_LISTED: u16 = 50;

/// A player who is your friend, or whom one of you has asked to be.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Friend {
    /// The id of the player's account.
    pub account_id: Uuid,
    pub name: String,
    pub status: FriendStatus,
    /// Since when you are friends, or when the request was made.
    #[schema(value_type = String, format = DateTime)]
    pub since: Instant,
}

/// Which of your friends and requests are listed.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct FriendQuery {
    /// `accepted` if left out: only friends.
    #[serde(default)]
    #[param(required = false)]
    pub status: FriendStatus,
    /// The most players of a page; 50 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// The friends of `account`, or its requests. Error: `invalid_parameter` for a cursor of another list.
pub async fn friends(
    connection: &mut Connection,
    account: Uuid,
    query: &FriendQuery,
) -> Result<Page<Friend>, Error> {
    let limit = page::limit(query.limit, DEFAULT_LISTED, MAX_LISTED)?;
    let list = format!("friends of {account} {:?}", query.status);
    let place = page::place(&list, query.cursor.as_deref())?;
    let rows = friends::page(connection, account, query.status, place, i64::from(limit) + 1).await?;
    Ok(page::cut(&list, rows, limit, &place, |row| row.account).map(Friend::from))
}

/// `account` asks `other` to be friends, or agrees if the other has asked; harmless to repeat. Errors:
/// `account_not_found`, `too_many_friends`, `invalid_parameter` for oneself and for a player whom the account blocks.
pub async fn befriend(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<Friend, Error> {
    if account == other {
        return Err(Code::InvalidParameter.field("account_id", Sentence::NotYourOwnFriend));
    }
    let not_found = || Code::AccountNotFound.problem();
    if !blocks::hold_pair(&mut tx.bare(), account, other).await? {
        return Err(not_found());
    }
    people::find(&mut tx.db, PersonKey::Id(other)).await?.ok_or_else(not_found)?;
    if blocks::exists(&mut tx.db, account, other).await? {
        return Err(Code::InvalidParameter.field("account_id", Sentence::BlockedByYou));
    }
    let asked = friends::find(&mut tx.db, account, other).await?.map(|row| row.status);
    if !matches!(asked, Some(FriendStatus::Accepted | FriendStatus::Sent)) {
        if friends::count(&mut tx.db, account).await? >= MAX_FRIENDS {
            return Err(Code::TooManyFriends.problem());
        }
        let is_refused = blocks::exists(&mut tx.db, other, account).await?;
        friends::ask(&mut tx.ctx.db, account, other, is_refused, tx.ctx.app.now()).await?;
    }
    let row = friends::find(&mut tx.db, account, other).await?;
    row.map(Friend::from).ok_or_else(|| Error::bug(format!("{account} has not asked {other}")))
}

/// Ends the friendship of `account` with `other`, takes its request back, or refuses the other's; harmless to repeat.
pub async fn part_from(tx: &mut Tx<'_>, account: Uuid, other: Uuid) -> Result<(), Error> {
    blocks::hold_pair(&mut tx.bare(), account, other).await?;
    Ok(friends::end(&mut tx.ctx.db, account, other, tx.ctx.app.now()).await?)
}

impl From<FriendRow> for Friend {
    fn from(row: FriendRow) -> Self {
        Self { account_id: row.account, name: row.name, status: row.status, since: row.since }
    }
}
