//! Links to the page of an invitation: who holds one may accept it for the account or the address that it was mailed to.

use uuid::Uuid;

use super::{DeadLink, LinkOrigin, MailLinkToken, NewLink, create_seat_link};
use crate::error::{Code, Error};
use crate::notifications::unasked;
use crate::service::accounts::{self, NewPlayer};
use crate::service::lobby::{self, GameDetails, InvitationStatus};
use crate::service::tag::Seen;
use crate::service::{Ctx, Tx};
use crate::service::{people, reports};
use crate::store::accounts::AccountRow;
use crate::store::games::Game;
use crate::store::invitations::InvitationRow;
use crate::store::mail_links::{LinkPurpose, MailLinkRow};
use crate::store::{self, Connection, games, invitations};

/// An invitation behind a link that works.
pub struct OpenedInvitation {
    pub invitation: InvitationRow,
    pub status: InvitationStatus,
    pub game: GameDetails,
    pub inviter: AccountRow,
    pub invited: InvitedReader,
}

/// Who holds the link, as far as that is known.
pub enum InvitedReader {
    Account(Box<AccountRow>),
    /// This address has no account yet.
    Address(String),
}

impl InvitedReader {
    pub fn account(&self) -> Option<Uuid> {
        match self {
            Self::Account(row) => Some(row.id),
            Self::Address(_) => None,
        }
    }
}

/// Makes a link to an invitation, and returns the last part of its address. `reader` is the account that the mail goes
/// to; `None`: the invited address has none.
pub async fn create_invitation_link(
    ctx: &mut Ctx,
    invitation: &InvitationRow,
    reader: Option<Uuid>,
    origin: LinkOrigin<'_>,
) -> Result<String, Error> {
    if let Some(account) = reader {
        let new = NewLink::new(LinkPurpose::Invitation, invitation.game_id, account);
        let new = NewLink { invitation: Some(invitation.id), ..new };
        return super::create(ctx, new, origin).await;
    }
    let token = MailLinkToken::new(&ctx.app, invitation.game_id);
    let row = MailLinkRow {
        invitation_id: Some(invitation.id),
        email_key: invitation.email_key.clone(),
        ..super::without_account(&ctx.app, &token, LinkPurpose::Invitation)
    };
    super::add(ctx, &row).await?;
    Ok(token.to_string())
}

/// The invitation behind a link, or why there is none. Changes nothing.
pub async fn open_invitation_link(
    ctx: &mut Ctx,
    token: &str,
) -> Result<Result<OpenedInvitation, DeadLink>, Error> {
    let row = match super::find(ctx, token, LinkPurpose::Invitation).await? {
        Ok(row) => row,
        Err(dead) => return Ok(Err(dead)),
    };
    let invitation = match row.invitation_id {
        Some(id) => invitations::find(&mut ctx.db, row.partition, id).await?,
        None => None,
    };
    let (Some(invitation), Some(game)) = (invitation, games::get(&mut ctx.db, row.partition).await?) else {
        return Ok(Err(DeadLink::Unknown));
    };
    let Some(inviter) = store::accounts::find(&mut ctx.db, invitation.invited_by).await? else {
        return Ok(Err(DeadLink::Unknown));
    };
    let Some(invited) = invited(&mut ctx.db, &row, &invitation).await? else {
        return Ok(Err(DeadLink::Unknown));
    };
    Ok(Ok(OpenedInvitation {
        status: status(&invitation, &game)?,
        game: lobby::details_for(&mut ctx.db, game, invited.account()).await?,
        invitation,
        inviter,
        invited,
    }))
}

/// The status that the holder of the link is shown: a game that has started takes no player, whatever is stored of the
/// invitation.
fn status(invitation: &InvitationRow, game: &Game) -> Result<InvitationStatus, Error> {
    match invitation.state {
        InvitationStatus::Open if lobby::must_wait(game.status).is_err() => Ok(InvitationStatus::Closed),
        status => Ok(status),
    }
}

async fn invited(
    connection: &mut Connection,
    link: &MailLinkRow,
    invitation: &InvitationRow,
) -> Result<Option<InvitedReader>, Error> {
    let account = match (link.account_id, &invitation.email_key) {
        (Some(account), _) => Some(account),
        // The owner of the address may have made an account since the mail was sent.
        (None, Some(email_key)) => store::accounts::owner_of(connection, email_key).await?,
        (None, None) => None,
    };
    Ok(match account {
        Some(account) => store::accounts::find(connection, account)
            .await?
            .filter(|row| row.deleted_at.is_none())
            .map(|row| InvitedReader::Account(Box::new(row))),
        None => invitation.email.clone().map(InvitedReader::Address),
    })
}

/// Accepts the invitation, with an account made for `new` where the address has none, and returns the link to the page
/// of the seat. Errors: those of [`lobby::accept`] and [`accounts::create_by_mail`].
pub async fn accept_invitation(
    tx: &mut Tx<'_>,
    (opened, token): (&OpenedInvitation, &str),
    new: Option<&NewPlayer>,
) -> Result<AcceptedInvitation, Error> {
    let InvitationRow { game_id, id, .. } = opened.invitation;
    let (account, is_new) = match (&opened.invited, new) {
        (InvitedReader::Account(row), _) => (row.id, false),
        (InvitedReader::Address(email), Some(new)) => (accounts::create_by_mail(tx, email, new).await?, true),
        (InvitedReader::Address(_), None) => return Err(Code::InvalidField.problem()),
    };
    lobby::accept(tx, game_id, id, account, Vec::new(), &Seen::Nothing).await?;
    // Links that were mailed to an address end when it gets an account: the new link must not end with `token`.
    let origin = if is_new { LinkOrigin::Mail } else { LinkOrigin::Page(token) };
    let link = create_seat_link(tx, (game_id, account), None, origin).await?;
    Ok(AcceptedInvitation { account, is_new, link })
}

pub struct AcceptedInvitation {
    pub account: Uuid,
    /// Was the account made by it?
    pub is_new: bool,
    /// The last part of the address of the page of the seat.
    pub link: String,
}

/// Declines the invitation. One that was answered or closed before stays as it is.
pub async fn decline_invitation(tx: &mut Tx<'_>, opened: &OpenedInvitation) -> Result<(), Error> {
    if opened.status != InvitationStatus::Open {
        return Ok(());
    }
    let InvitationRow { game_id, id, account_id, .. } = opened.invitation;
    match (&opened.invited, account_id) {
        (InvitedReader::Account(row), _) => lobby::decline(tx, game_id, id, row.id).await,
        (InvitedReader::Address(_), _) => lobby::decline_for_address(tx, game_id, id).await,
    }
}

/// Declines, and sees that no more invitations come: to an account from this player, to an address without one from
/// anybody.
pub async fn block_invitations(ctx: &mut Ctx, opened: &OpenedInvitation) -> Result<(), Error> {
    stop_invitations(ctx, opened, async |tx| decline_invitation(tx, opened).await).await
}

/// As [`block_invitations`], after `first`, in its transaction.
async fn stop_invitations(
    ctx: &mut Ctx,
    opened: &OpenedInvitation,
    first: impl AsyncFn(&mut Tx<'_>) -> Result<(), Error>,
) -> Result<(), Error> {
    match &opened.invited {
        InvitedReader::Account(row) => people::block(ctx, row.id, opened.inviter.id, first).await,
        InvitedReader::Address(_) => {
            ctx.transaction(async |tx| {
                first(tx).await?;
                let email_key = opened.invitation.email_key.as_deref().unwrap_or_default();
                unasked::refuse(&tx.ctx.app, &mut tx.ctx.db, email_key).await
            })
            .await
        }
    }
}

/// Reports the inviter to the operators, and blocks them, as long as the invitation is open.
pub async fn report_invitation(ctx: &mut Ctx, opened: &OpenedInvitation, text: &str) -> Result<(), Error> {
    if opened.status != InvitationStatus::Open {
        return Err(Code::InvitationNotFound.problem());
    }
    let about = (opened.inviter.id, opened.invitation.game_id);
    stop_invitations(ctx, opened, async |tx| {
        reports::add(tx, about, opened.invited.account(), text).await?;
        decline_invitation(tx, opened).await
    })
    .await
}
