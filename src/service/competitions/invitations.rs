//! Invitations: a mail to a player whom organisers name, once for each competition. Nothing else is stored of it, and
//! those who see the competition sign up without one.

use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{is_public, lock_as_organiser, must_go_on};
use crate::error::{Code, Error};
use crate::notifications::enqueue;
use crate::service::{Ctx, Tx, accounts, clubs};
use crate::store::{blocks, competitions};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct InviteToCompetition {
    /// What the player is called.
    #[schema(max_length = 32)]
    pub name: String,
}

/// What the mail says.
pub struct CompetitionInvitation {
    pub name: String,
    /// Is there a page that everybody can open? Of a private club there is none.
    pub is_public: bool,
}

/// Invites a player by mail, by the organisers; harmless to repeat, and for one who has signed up. It does not tell
/// whether the player blocks the organiser: then no mail leaves. Errors: those of an organiser,
/// `competition_not_running`, `account_not_found`, `not_a_club_member`, `invalid_field` for one whom the organiser blocks.
pub async fn invite(
    tx: &mut Tx<'_>,
    competition: Uuid,
    organiser: Uuid,
    request: &InviteToCompetition,
) -> Result<(), Error> {
    let row = lock_as_organiser(tx, competition, organiser).await?;
    must_go_on(&row)?;
    let invited = accounts::invited(&mut tx.db, organiser, &request.name).await?.id;
    if let Some(club) = row.club_id
        && !clubs::is_member(&mut tx.db, club, invited).await?
    {
        return Err(Code::NotAClubMember.at("name"));
    }
    if invited == organiser || blocks::exists(&mut tx.db, invited, organiser).await? {
        return Ok(());
    }
    if competitions::entrant(&mut tx.db, row.id, invited).await?.is_none() {
        enqueue::competition_invitation(&tx.ctx.app, &mut tx.ctx.db, row.id, invited).await?;
    }
    Ok(())
}

/// What the mail says when it leaves; `None` when the player has signed up by then, or nobody can any more.
pub async fn invitation(
    ctx: &mut Ctx,
    competition: Uuid,
    account: Uuid,
) -> Result<Option<CompetitionInvitation>, Error> {
    let row = competitions::find(&mut ctx.db, competition).await?;
    let Some(row) = row.filter(|row| row.ended_at.is_none()) else { return Ok(None) };
    if competitions::entrant(&mut ctx.db, competition, account).await?.is_some()
        || blocks::exists(&mut ctx.db, account, row.organiser_id).await?
    {
        return Ok(None);
    }
    let is_public = is_public(&mut ctx.db, &row).await?;
    Ok(Some(CompetitionInvitation { name: row.name, is_public }))
}
