//! Clubs on a player's own page: the list of them, one club with what its members write, and the buttons.

use minijinja::value::{Serde, merge_maps};
use minijinja::{Value, context};
use uuid::Uuid;

use super::form::AccountPress;
use crate::error::Error;
use crate::http::pages::club::{ClubBody, ClubReader};
use crate::http::pages::hour_sentences::HourSentences;
use crate::http::pages::link::{AfterPress, in_transaction};
use crate::http::pages::page::PageQuery;
use crate::http::pages::public::from_cursor;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::addresses::club_page;
use crate::service::clubs::{self, Club, ClubMember, ClubMessage, CreateClubMessage};
use crate::service::limits::CountedAction;
use crate::store::accounts::AccountRow;
use crate::store::club_members::ClubRole;
use crate::store::clubs::{ClubJoining, ClubVisibility};
use crate::texts::short_when;

/// The section of the texts.
const TEXTS: &str = "club";
const MOST_MEMBERS: i64 = 200;
const MOST_APPLICANTS: i64 = 50;
const MOST_MESSAGES: u16 = 20;

impl AccountPress<'_> {
    pub(super) async fn join_club(&self, ctx: &mut Ctx, club: Uuid) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        let member = ctx.transaction(async |tx| clubs::join(tx, club, account, None).await).await?;
        Ok(AfterPress::Page(match member.role {
            ClubRole::Applicant => "club_asked",
            _ => "club_joined",
        }))
    }

    pub(super) async fn leave_club(&self, ctx: &mut Ctx, club: Uuid) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        Ok(in_transaction!(ctx, clubs::leave(club, account), "club_left"))
    }

    pub(super) async fn say_in_club(
        &self,
        ctx: &mut Ctx,
        club: Uuid,
        text: String,
    ) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Message).await?;
        let (account, message) = (self.account.id, CreateClubMessage { text });
        Ok(in_transaction!(ctx, clubs::post_message(club, account, &message), "said"))
    }

    pub(super) async fn remove_club_message(
        &self,
        ctx: &mut Ctx,
        club: Uuid,
        message: Uuid,
    ) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let account = self.account.id;
        Ok(in_transaction!(ctx, clubs::remove_message(club, account, message), "club_message_removed"))
    }

    pub(super) async fn answer_applicant(
        &self,
        ctx: &mut Ctx,
        club: Uuid,
        applicant: Uuid,
        lets_in: bool,
    ) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Change).await?;
        let people = (self.account.id, applicant);
        let role =
            ctx.transaction(async |tx| clubs::answer_applicant(tx, club, people, lets_in).await).await?;
        Ok(AfterPress::Page(if role.is_some() { "club_let_in" } else { "club_turned_down" }))
    }
}

pub(super) fn is_member(club: &Club) -> bool {
    club.your_role.is_some_and(|role| role >= ClubRole::Member)
}

/// A club in a list.
pub(super) fn line(words: &PageWords, club: &Club) -> Value {
    let is_applicant = club.your_role == Some(ClubRole::Applicant);
    let about = context! { name => &club.name, members => club.member_count, is_applicant };
    context! {
        id => Serde(club.id),
        line => words.say_of("competition", "club", about),
        by_request => club.joining == ClubJoining::Request,
        is_applicant,
        // A club may have become private after the player asked to join.
        can_open => is_member(club) || club.visibility == ClubVisibility::Public,
    }
}

/// The page of one club, as the player may see it; `from` goes on with its messages at a cursor. Error: `club_not_found`.
pub async fn one(
    ctx: &mut Ctx,
    words: &PageWords,
    account: &AccountRow,
    (address, query): (&str, &PageQuery),
) -> Result<Value, Error> {
    let id = query.id();
    let club = clubs::show(&mut ctx.db, id, Some(account.id)).await?;
    let body = ClubBody::load(ctx, words, &club, ClubReader::Player(account, address)).await?;
    let members = clubs::first_members(&mut ctx.db, &club, MOST_MEMBERS).await?;
    let applicants = match club.ended_at {
        None => clubs::applicants(&mut ctx.db, &club, MOST_APPLICANTS).await?,
        Some(_) => Vec::new(),
    };
    let is_member = is_member(&club);
    let from = query.get("from").filter(|_| is_member);
    let part = async |cursor: Option<String>| {
        clubs::messages(ctx, id, account.id, cursor.as_deref(), MOST_MESSAGES).await
    };
    let (messages, older) = match is_member {
        true => from_cursor(from, part).await.map(|page| (page.items, page.next_cursor))?,
        false => (Vec::new(), None),
    };
    // The hours of all members are for members: before that, those at tables that wait.
    let of_members = members.iter().filter(|_| is_member).map(|member| member.account_id);
    let of_members: Vec<Uuid> = of_members.collect();
    let others: Vec<Uuid> = of_members.iter().copied().chain(body.waiting_players()).collect();
    let hours = HourSentences::load(ctx, words, account, &others).await?;
    let goes_on = club.ended_at.is_none();
    let is_organiser = club.your_role.is_some_and(|role| role >= ClubRole::Organiser);
    let message = |message: &ClubMessage| {
        context! {
            id => Serde(message.id),
            name => message.name.clone().unwrap_or_else(|| words.phrase("words", "nobody")),
            at => short_when(message.at, &account.time_zone, words.code()),
            text => &message.text,
            may_remove => is_organiser || message.account_id == account.id,
        }
    };
    let shown = i64::try_from(members.len()).unwrap_or_default();
    let own = context! {
        own_role => club.your_role.map(|role| words.say(TEXTS, own_role(role))),
        may_join => goes_on && club.your_role.is_none() && club.joining != ClubJoining::Link,
        by_request => club.joining == ClubJoining::Request,
        may_leave => club.your_role.is_some(),
        is_applicant => club.your_role == Some(ClubRole::Applicant),
        applicants => applicants.iter().map(applicant).collect::<Vec<_>>(),
        is_member,
        may_say => is_member && goes_on,
        messages => messages.iter().map(message).collect::<Vec<_>>(),
        older_messages => older.map(|cursor| format!("{address}?show=club&id={id}&from={cursor}")),
        newest_messages => from.map(|_| format!("{address}?show=club&id={id}")),
        members => members.iter().map(|member| name(words, member)).collect::<Vec<_>>(),
        more_members => club.member_count - shown,
        shared_hours => hours.about(&of_members),
        public_page => (club.visibility == ClubVisibility::Public).then(|| club_page(id)),
    };
    Ok(merge_maps([own, body.values(&ctx.app, &hours)]))
}

fn own_role(role: ClubRole) -> &'static str {
    match role {
        ClubRole::Applicant => "own_applicant",
        ClubRole::Member => "own_member",
        ClubRole::Organiser => "own_organiser",
        ClubRole::Owner => "own_owner",
    }
}

fn applicant(member: &ClubMember) -> Value {
    context! { id => Serde(member.account_id), name => &member.name }
}

/// The name of a member, with the role of those who may do more than others.
fn name(words: &PageWords, member: &ClubMember) -> String {
    let with_role = |key| words.phrase_of(TEXTS, key, context! { name => &member.name });
    match member.role {
        ClubRole::Owner => with_role("owner"),
        ClubRole::Organiser => with_role("organiser"),
        ClubRole::Member | ClubRole::Applicant => member.name.clone(),
    }
}
