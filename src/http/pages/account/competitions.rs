//! Competitions on a player's own page, with the list of clubs: where they stand, and the buttons to take part.

use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};
use uuid::Uuid;

use super::club::{is_member, line as club_line};
use super::form::{AccountPress, number};
use crate::error::Error;
use crate::http::pages::competition::{CompetitionBody, CompetitionSentences};
use crate::http::pages::link::{AfterPress, in_transaction};
use crate::http::pages::page::PageQuery;
use crate::http::pages::words::PageWords;
use crate::service::clubs::{self, Club, ClubQuery};
use crate::service::competitions::{
    self, CompetitionDetails, CompetitionQuery, EntrantPart, EntrantRole, InviteToCompetition, PairRound,
};
use crate::service::limits::CountedAction;
use crate::service::{App, Ctx};
use crate::store::accounts::AccountRow;
use crate::store::clubs::ClubJoining;
use crate::store::competitions::CompetitionStatus;

/// The most competitions of each status in which the player takes part that are shown, with where they stand.
const MOST_OWN: u16 = 10;
/// The most that are over.
const MOST_OVER: u16 = 5;
/// The most that are open for sign-up, and the most clubs.
const MOST_OPEN: u16 = 30;
const MOST_CLUBS: u16 = 100;

impl AccountPress<'_> {
    pub(super) async fn sign_up(&self, ctx: &mut Ctx, competition: Uuid) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        let signed =
            ctx.transaction(async |tx| competitions::sign_up(tx, competition, account).await).await?;
        Ok(AfterPress::Page(match signed.role {
            EntrantRole::Substitute => "competition_substitute",
            EntrantRole::Entrant | EntrantRole::Withdrawn => "competition_signed_up",
        }))
    }

    pub(super) async fn withdraw(&self, ctx: &mut Ctx, competition: Uuid) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        Ok(in_transaction!(ctx, competitions::withdraw(competition, account), "competition_left"))
    }

    pub(super) async fn pair_round(
        &self,
        ctx: &mut Ctx,
        competition: Uuid,
        round: &str,
    ) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let (account, round) = (self.account.id, PairRound { round: number("round", round)? });
        Ok(in_transaction!(ctx, competitions::pair(competition, account, &round), "round_paired"))
    }

    pub(super) async fn invite_player(
        &self,
        ctx: &mut Ctx,
        competition: Uuid,
        name: String,
    ) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Invite).await?;
        let (account, request) = (self.account.id, InviteToCompetition { name });
        Ok(in_transaction!(ctx, competitions::invite(competition, account, &request), "competition_invited"))
    }
}

/// What the home page shows of clubs and competitions: those of the player that are not over.
pub async fn on_home(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let clubs = clubs::of_account(&mut ctx.db, account.id, None, MOST_CLUBS).await?.items;
    let own = own(ctx, words, account, &[CompetitionStatus::Running, CompetitionStatus::Open]).await?;
    let clubs = clubs.into_iter().filter(|club| is_member(club) && club.ended_at.is_none());
    Ok(
        context! { clubs => clubs.map(|club| club_line(words, &club)).collect::<Vec<_>>(), competitions => own },
    )
}

/// What the part of the page about clubs and competitions shows.
pub async fn shown(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Value, Error> {
    let clubs = clubs::of_account(&mut ctx.db, account.id, None, MOST_CLUBS).await?.items;
    let own = own(ctx, words, account, &[CompetitionStatus::Running, CompetitionStatus::Open]).await?;
    let over = own_over(ctx, words, account).await?;
    let open = CompetitionQuery {
        status: Some(CompetitionStatus::Open),
        limit: Some(MOST_OPEN),
        ..CompetitionQuery::default()
    };
    let open = competitions::list(ctx, Some(account.id), open).await?.items;
    let may_enter = |details: &&CompetitionDetails| {
        let is_of = |club: &Club| Some(club.id) == details.club_id && is_member(club);
        let is_own = details.entered || details.organiser == account.id;
        !is_own && (details.club_id.is_none() || clubs.iter().any(is_of))
    };
    let open = open.iter().filter(may_enter).map(|details| line(&ctx.app, words, account, details));
    let open: Vec<Value> = open.collect();
    let search = ClubQuery { limit: Some(MOST_OPEN), ..ClubQuery::default() };
    let others = clubs::list(&mut ctx.db, Some(account.id), search).await?.items;
    let others = others.iter().filter(|club| club.your_role.is_none() && club.joining != ClubJoining::Link);
    let others: Vec<Value> = others.map(|club| club_line(words, club)).collect();
    let clubs: Vec<Value> =
        clubs.iter().filter(|club| club.ended_at.is_none()).map(|club| club_line(words, club)).collect();
    Ok(context! { competitions => own, over, open, clubs, other_clubs => others })
}

/// The page of one competition, as the player may see it. Error: `competition_not_found`.
pub async fn one(
    ctx: &mut Ctx,
    words: &PageWords,
    account: &AccountRow,
    (address, query): (&str, &PageQuery),
) -> Result<Value, Error> {
    let id = query.id();
    let overview = competitions::overview(ctx, id, Some(account.id)).await?;
    let part = competitions::entrant_part(ctx, &overview.details, account.id).await?;
    let base = format!("{address}?show=competition&id={id}&");
    let club_page = match overview.details.club_id {
        // Those who entered see a competition of a private club that they have left.
        Some(club) if clubs::sees(&mut ctx.db, club, Some(account.id)).await? => {
            Some(format!("{address}?show=club&id={club}"))
        }
        _ => None,
    };
    let zone = &account.time_zone;
    let body = CompetitionBody { app: &ctx.app, words, overview: &overview, zone, base: &base, club_page };
    let own = own_line(&ctx.app, words, account, &overview.details, part);
    Ok(merge_maps([context! { own }, body.values(query)]))
}

async fn own(
    ctx: &mut Ctx,
    words: &PageWords,
    account: &AccountRow,
    statuses: &[CompetitionStatus],
) -> Result<Vec<Value>, Error> {
    let mut lines = Vec::new();
    for status in statuses {
        for details in competitions::list(ctx, Some(account.id), mine(*status, MOST_OWN)).await?.items {
            let part = competitions::entrant_part(ctx, &details, account.id).await?;
            lines.push(own_line(&ctx.app, words, account, &details, part));
        }
    }
    Ok(lines)
}

/// Those of this status in which the player takes part.
fn mine(status: CompetitionStatus, most: u16) -> CompetitionQuery {
    CompetitionQuery { status: Some(status), mine: true, limit: Some(most), ..CompetitionQuery::default() }
}

async fn own_over(ctx: &mut Ctx, words: &PageWords, account: &AccountRow) -> Result<Vec<Value>, Error> {
    let mine = mine(CompetitionStatus::Finished, MOST_OVER);
    let over = competitions::list(ctx, Some(account.id), mine).await?.items;
    Ok(over.iter().map(|details| line(&ctx.app, words, account, details)).collect())
}

/// A competition in a list.
fn line(app: &App, words: &PageWords, account: &AccountRow, details: &CompetitionDetails) -> Value {
    let sentences = CompetitionSentences { app, words, details, zone: &account.time_zone };
    context! { id => Serde(details.id), name => &details.name, about => sentences.summary() }
}

/// The same with what the player has to do with it, and what they may do.
fn own_line(
    app: &App,
    words: &PageWords,
    account: &AccountRow,
    details: &CompetitionDetails,
    part: Option<EntrantPart>,
) -> Value {
    let goes_on = details.ended_at.is_none();
    let role = part.as_ref().map(|part| part.role);
    let note = part.as_ref().map(|part| standing(words, details, part));
    context! {
        note,
        may_withdraw => goes_on && matches!(role, Some(EntrantRole::Entrant | EntrantRole::Substitute)),
        may_sign_up => goes_on && role.is_none_or(|role| role == EntrantRole::Withdrawn),
        may_invite => goes_on && details.organising,
        next_round => (goes_on && details.organising).then(|| details.round + 1),
        ..line(app, words, account, details)
    }
}

/// With whom the player sits in the latest round, and where they stand.
fn standing(words: &PageWords, details: &CompetitionDetails, part: &EntrantPart) -> String {
    let say = |key: &str, about: Value| words.say_of("competition", key, about);
    let mut said = Vec::new();
    match part.role {
        EntrantRole::Substitute => said.push(say("own_substitute", context! {})),
        EntrantRole::Withdrawn => said.push(say("own_withdrawn", context! {})),
        EntrantRole::Entrant if details.status == CompetitionStatus::Open => {
            said.push(say("own_entrant", context! {}));
        }
        EntrantRole::Entrant => {}
    }
    if details.status == CompetitionStatus::Running {
        match &part.table {
            Some((table, others)) => said.push(say("own_table", context! { table, others })),
            None if part.has_bye => said.push(say("own_bye", context! {})),
            None => {}
        }
    }
    if let Some(own) = &part.standing {
        let division = part.has_divisions.then_some(own.division + 1);
        let points = words.hundredths(own.match_points);
        said.push(say("own_standing", context! { rank => own.rank, of => part.of, division, points }));
    }
    said.join(" ")
}
