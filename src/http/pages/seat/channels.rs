//! The part of the page with the channels of the game: where its news is posted, the owner's forms, and the players'
//! agreement in a private game. It is the same before and after the start.

use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Deserialize;
use uuid::Uuid;

use crate::error::Error;
use crate::http::pages::link::{AfterPress, in_transaction};
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::accounts;
use crate::service::channels::{
    self, Channel, ChannelCaller, ChannelPostStatus, CreateChannel, UpdateChannel,
};
use crate::service::identity::Language;
use crate::service::lobby::{self, GameDetails};
use crate::service::mail_links::{OpenedSeat, SeatLink};
use crate::store::accounts::AccountRow;
use crate::store::game_channels::ChannelFormat;
use crate::store::games::Visibility;

/// The name of the part in addresses.
pub const PART: &str = "channels";
/// What can be set here. A program needs the secret that signs, which is shown once, so it is for the API.
const FORMATS: [ChannelFormat; 4] =
    [ChannelFormat::Discord, ChannelFormat::Slack, ChannelFormat::Matrix, ChannelFormat::Telegram];

/// What the form of a new channel sends.
#[derive(Deserialize)]
pub struct ChannelForm {
    format: ChannelFormat,
    #[serde(default)]
    url: String,
    #[serde(default)]
    token: String,
    #[serde(default)]
    room: String,
    language: Language,
    time_zone: String,
}

// By hand: the form has an address in it, which no log may show.
impl std::fmt::Debug for ChannelForm {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ChannelForm").field("format", &self.format).finish_non_exhaustive()
    }
}

/// What services are called, everywhere alike.
fn service_name(format: ChannelFormat) -> &'static str {
    match format {
        ChannelFormat::Discord => "Discord",
        ChannelFormat::Slack => "Slack",
        ChannelFormat::Matrix => "Matrix",
        ChannelFormat::Telegram => "Telegram",
        ChannelFormat::Althing => "API",
    }
}

pub async fn page(ctx: &mut Ctx, address: &str, opened: &OpenedSeat) -> Result<HtmlPage, Error> {
    let link = opened.link;
    let reader = accounts::stored(&mut ctx.db, link.account).await?;
    let game = lobby::get(ctx, link.game, Some(link.account)).await?;
    let set = channels::list(ctx, link.game, link.account).await?.items;
    let words = PageWords::new(&reader.language);
    let is_owner = game.owner == link.account;
    let can_be_set = is_owner && !game.status.is_over();
    let is_free = |format: &ChannelFormat| set.iter().all(|channel| channel.format != *format);
    let formats = FORMATS.into_iter().filter(|format| can_be_set && is_free(format));
    let formats = formats.map(|format| context! { word => format.word(), service => service_name(format) });
    let shown = set.iter().map(|channel| shown(channel, &game, &reader, &words));
    let values = context! {
        address,
        page_address => address,
        table => words.table_name(&ctx.app, &game.name, &game.ruleset),
        is_private => game.visibility == Visibility::Private,
        is_owner,
        formats => formats.collect::<Vec<_>>(),
        channels => shown.collect::<Vec<_>>(),
        own_language => &reader.language,
        own_time_zone => &reader.time_zone,
    };
    Ok(HtmlPage::new("seat/channels.html", &words, values))
}

fn shown(channel: &Channel, game: &GameDetails, reader: &AccountRow, words: &PageWords) -> Value {
    let name = |account: Uuid| {
        let seat = game.seats.iter().find(|seat| seat.account == Some(account));
        seat.map_or_else(|| words.phrase("words", "nobody"), |seat| words.occupant(seat))
    };
    let missing = channel.agreements.iter().filter(|agreement| !agreement.agrees);
    let missing: Vec<String> = missing.map(|agreement| name(agreement.account)).collect();
    let is_own = channel.set_by == reader.id && game.owner == reader.id;
    let is_enabled = channel.disabled_at.is_none();
    let state = match (is_enabled, missing.is_empty()) {
        (true, _) if channel.posting => "posts",
        (true, false) => "waits",
        _ => "rests",
    };
    let last = channel.last_post.as_ref();
    let last_state = last.map(|post| match post.status {
        ChannelPostStatus::Waiting => "waiting",
        ChannelPostStatus::Delivered => "delivered",
        ChannelPostStatus::Failed => "failed",
        ChannelPostStatus::Dropped => "dropped",
    });
    context! {
        id => Serde(channel.id),
        service => service_name(channel.format),
        host => &channel.host,
        who => match channel.club_id {
            Some(_) => words.phrase("words", "the_club"),
            None => name(channel.set_by),
        },
        missing,
        state,
        reason => channel.disabled_reason.map(|why| why.into_str()),
        last => last_state,
        problem => last.and_then(|post| post.problem.as_deref()),
        agrees => channel.agreements.iter().any(|agreement| agreement.account == reader.id && agreement.agrees),
        is_testable => is_own && channel.posting,
        is_resumable => is_own && !is_enabled && !game.status.is_over(),
    }
}

fn caller(link: SeatLink) -> ChannelCaller {
    ChannelCaller { account: link.account, credential: link.credential }
}

pub async fn set(ctx: &mut Ctx, link: SeatLink, form: ChannelForm) -> Result<AfterPress, Error> {
    let new = CreateChannel {
        format: form.format,
        url: Some(form.url),
        token: Some(form.token),
        room: Some(form.room),
        language: Some(form.language),
        time_zone: Some(form.time_zone),
        topics: None,
        pictures: None,
    };
    Ok(in_transaction!(ctx, channels::create(link.game, caller(link), new), "channel_set"))
}

pub async fn test(ctx: &mut Ctx, link: SeatLink, channel: Uuid) -> Result<AfterPress, Error> {
    Ok(in_transaction!(ctx, channels::send_test((link.game, channel), caller(link)), "channel_tested"))
}

pub async fn end(ctx: &mut Ctx, link: SeatLink, channel: Uuid) -> Result<AfterPress, Error> {
    Ok(in_transaction!(ctx, channels::delete((link.game, channel), caller(link)), "channel_ended"))
}

pub async fn resume(ctx: &mut Ctx, link: SeatLink, channel: Uuid) -> Result<AfterPress, Error> {
    let change = UpdateChannel { enabled: Some(true), ..UpdateChannel::default() };
    Ok(in_transaction!(ctx, channels::update((link.game, channel), caller(link), change), "channel_resumed"))
}
