//! Mails about accounts, and mails to addresses without an account.

use serde::Serialize;
use std::sync::Arc;
use uuid::Uuid;

use super::{Addressing, UnsubscribeLink, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{ButtonLink, fill};
use crate::mail::mailer::Unsent;
use crate::notifications::{KindEntry, MailKind, Withheld, unasked};
use crate::service::access::personal_tokens;
use crate::service::accounts::verify_token;
use crate::service::addresses::{self, HOME};
use crate::service::channels;
use crate::service::codes::{self, CodePurpose};
use crate::service::competitions::{self, CompetitionNotice, NoticeStanding};
use crate::service::devices;
use crate::service::identity::email_key;
use crate::service::mail_links;
use crate::service::page_log_ins;
use crate::service::recovery::{Automatic, address_token, automatic, log_in_token, reset_token};
use crate::service::tokens::Purpose;
use crate::service::webhooks;
use crate::service::{App, Ctx};
use crate::store::mails::queue::ClaimedMail;
use crate::store::{Connection, accounts, operators};
use crate::texts::{self, Reader, ReaderTexts};

const SECONDS_OF_AN_HOUR: i64 = 3_600;

/// The values in a mail about an account, beside the texts of its kind.
#[derive(Default)]
struct Content {
    /// The path and query of the page that the mail links to.
    page: Option<String>,
    /// A short code to type.
    typed: Option<String>,
    /// The token that a client sends instead of opening the page.
    code: Option<String>,
    /// How long page and token are valid. A text names hours or minutes; the other one is 0.
    hours: i64,
    minutes: i64,
    /// The new address of the account.
    address: String,
    /// The URL of a webhook, a channel by its game and host, or what a device, a token or an app is called.
    target: String,
    /// The text of an announcement or a report.
    body: Option<String>,
    automatic: Option<Listed>,
    /// The round of a competition, and what the reader has to do with it.
    round: Option<i32>,
    competition: Option<CompetitionNotice>,
}

/// The webhooks and standing orders of an account, which act without its owner, and whether they are suspended.
struct Listed {
    automatic: Automatic,
    is_suspended: bool,
}

/// The email of a claimed mail; withheld when what it would prove or say is no longer true.
pub async fn email(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    entry: KindEntry,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let (content, language) = match (mail.account, &mail.reader, mail.to()) {
        (None, _, Some(address)) if entry.kind == MailKind::SignUp => {
            // A mail that was queued without a language is in the fallback language.
            let language = mail.payload.language.as_deref().unwrap_or(texts::FALLBACK);
            (sign_up(ctx, mail, address).await?, language)
        }
        (Some(account), Some(reader), Some(address)) => {
            if entry.kind == MailKind::VerifyAddress && reader.verified_at.is_some() {
                return Err(Withheld::AddressProved.into());
            }
            (content(ctx, mail, (account, address), entry.kind).await?, reader.language.as_str())
        }
        _ => return Err(Withheld::AccountDeleted.into()),
    };
    if unasked::is_unasked(entry.kind) && entry.kind != MailKind::SignUp {
        super::admit(ctx, mail, entry.kind).await?;
    }
    let unsubscribe = unsubscribe_link(ctx, mail, addressing.to).await?;
    let writer = AccountWriter { content: &content, kind: entry.kind, language, app: &ctx.app };
    let says = writer.write(mail.name(), unsubscribe.as_ref()).map_err(|error| Unsent::broken(&error))?;
    let id = format!("account.{}@{}", mail.key.id, addressing.domain);
    let unsubscribe = unsubscribe.map(|link| link.url);
    Ok(Email { unsubscribe, ..Email::new(addressing.to, mail.name(), id, ctx.app.now(), says) })
}

/// The mail to an address without an account, with the link to make one. Withheld when the address has an account by
/// now.
async fn sign_up(ctx: &mut Ctx, mail: &ClaimedMail, address: &str) -> Result<Content, Unsent> {
    let email_key = email_key(address);
    if accounts::owner_of(&mut ctx.db, &email_key).await?.is_some() {
        return Err(Withheld::AddressProved.into());
    }
    // The mail is admitted before its link is made, so that a held mail makes none.
    super::admit(ctx, mail, MailKind::SignUp).await?;
    let link = mail_links::create_sign_up_link(ctx, address).await?;
    let hours = ctx.app.settings.accounts.verify_seconds / SECONDS_OF_AN_HOUR;
    Ok(Content { page: Some(format!("/sign-up/{link}")), hours, ..Content::default() })
}

/// The values of a mail of this kind to `address`; withheld when the mail has become pointless.
async fn content(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    (account, address): (Uuid, &str),
    kind: MailKind,
) -> Result<Content, Unsent> {
    let settings = Arc::clone(&ctx.app.settings);
    let limits = &settings.accounts;
    Ok(match kind {
        MailKind::VerifyAddress => {
            let token = verify_token(ctx, account).await?;
            let hours = limits.verify_seconds / SECONDS_OF_AN_HOUR;
            Content { hours, ..proof("/accounts/verify", token) }
        }
        MailKind::ResetPassword => {
            let token = reset_token(ctx, account).await?.ok_or(Withheld::LinkClosed)?;
            Content { minutes: limits.reset_seconds / 60, ..proof("/accounts/reset", token) }
        }
        MailKind::LogIn => {
            let token = log_in_token(ctx, account).await?.ok_or(Withheld::LinkClosed)?;
            let typed = codes::code_of_mail(ctx, account, CodePurpose::LogIn).await?;
            let minutes = limits.log_in_link_seconds / 60;
            Content { typed, code: Some(token), minutes, ..Content::default() }
        }
        MailKind::PageLogIn => {
            let log_in = mail.payload.page_log_in.ok_or(Withheld::LinkClosed)?;
            let (typed, link) =
                page_log_ins::code_and_link(ctx, log_in).await?.ok_or(Withheld::LinkClosed)?;
            let (page, minutes) = (Some(format!("/oauth/log-in/{link}")), page_log_ins::LOG_IN_MINUTES);
            Content { page, typed: Some(typed), minutes, ..Content::default() }
        }
        MailKind::ApproveAddress => {
            let open = address_token(ctx, account, Purpose::ApproveAddress).await?;
            address_change(open.ok_or(Withheld::AddressChangeClosed)?)
        }
        MailKind::ProveAddress => {
            let open = address_token(ctx, account, Purpose::ProveAddress).await?;
            // If the account has begun a newer change since then, that one has its own mail, to the newer address.
            let open = open.filter(|(_, new_address)| new_address == address);
            address_change(open.ok_or(Withheld::AddressChangeClosed)?)
        }
        MailKind::PasswordWasReset => listing(automatic_of(&mut ctx.db, account, address).await?, true),
        MailKind::PasswordChanged | MailKind::SessionsEnded | MailKind::AddressChanged => {
            listing(automatic_of(&mut ctx.db, account, address).await?, false)
        }
        MailKind::WebhookDisabled => {
            let target = webhooks::given_up(&mut ctx.db, account).await?.ok_or(Withheld::WebhookEnabled)?;
            Content { target, ..Content::default() }
        }
        MailKind::DeviceCode | MailKind::TokenCode | MailKind::ExportCode | MailKind::DeletionCode => {
            let purpose = CodePurpose::of_mail(kind).ok_or(Withheld::LinkClosed)?;
            let code = codes::code_of_mail(ctx, account, purpose).await?.ok_or(Withheld::LinkClosed)?;
            Content { typed: Some(code), minutes: codes::CODE_MINUTES, ..Content::default() }
        }
        MailKind::DeviceRemembered => {
            let target = devices::latest(&mut ctx.db, account).await?.ok_or(Withheld::NothingLeft)?;
            Content { target, page: Some(HOME.to_owned()), ..Content::default() }
        }
        MailKind::TokenMade => {
            let target = personal_tokens::latest(&mut ctx.db, account).await?.ok_or(Withheld::NothingLeft)?;
            Content { target, page: Some(HOME.to_owned()), ..Content::default() }
        }
        MailKind::AppAllowed => {
            let (client, origin) = mail.payload.app.clone().ok_or(Withheld::NothingLeft)?;
            let target = if origin.is_empty() { client } else { format!("{client} ({origin})") };
            Content { target, page: Some(format!("{HOME}?show=access")), ..Content::default() }
        }
        MailKind::ChannelDisabled => {
            let target = channels::given_up(&mut ctx.db, account).await?.ok_or(Withheld::ChannelEnabled)?;
            Content { target, ..Content::default() }
        }
        MailKind::AccountLink | MailKind::Welcome => {
            let link = mail_links::create_account_link(ctx, account).await?;
            Content { page: Some(format!("/account/{link}")), ..Content::default() }
        }
        MailKind::Announcement => Content { body: Some(announced(ctx, mail).await?), ..Content::default() },
        MailKind::Reported => {
            let report = operators::latest_open_report(&mut ctx.db).await?.ok_or(Withheld::NothingLeft)?;
            Content { body: Some(report.text).filter(|text| !text.is_empty()), ..Content::default() }
        }
        MailKind::CompetitionInvitation => {
            let id = mail.key.partition;
            let invitation =
                competitions::invitation(ctx, id, account).await?.ok_or(Withheld::NothingLeft)?;
            let page = competition_page(id, invitation.is_public);
            Content { page: Some(page), target: invitation.name, ..Content::default() }
        }
        MailKind::RoundPaired | MailKind::CompetitionOver | MailKind::CompetitionCancelled => {
            let (id, round) = (mail.key.partition, mail.payload.round);
            let notice = competitions::notice(ctx, id, round, account).await?.ok_or(Withheld::NothingLeft)?;
            let (page, target) = (Some(competition_page(id, notice.is_public)), notice.name.clone());
            Content { page, target, round, competition: Some(notice), ..Content::default() }
        }
        MailKind::AddressInUse | MailKind::AddressWanted | MailKind::Test => Content::default(),
        other => {
            return Err(Unsent::Never(format!("there is no mail {} about accounts", other.name())));
        }
    })
}

/// The page of a competition that the reader can open.
fn competition_page(id: Uuid, is_public: bool) -> String {
    match is_public {
        true => addresses::competition_page(id),
        false => format!("{HOME}?show=competition&id={id}"),
    }
}

/// What a mail of a topic says, for a mail that collects several: its subject, and what it tells.
pub(super) async fn heading_and_text(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    kind: MailKind,
) -> Result<(String, String), Unsent> {
    let (Some(account), Some(address)) = (mail.account, mail.to()) else {
        return Err(Withheld::AccountDeleted.into());
    };
    let address = address.to_owned();
    let content = content(ctx, mail, (account, &address), kind).await?;
    let writer = AccountWriter { content: &content, kind, language: mail.language(), app: &ctx.app };
    let says = writer.page(mail.name(), None);
    let link = says.button.map(|button| button.url);
    Ok((says.subject, says.body.into_iter().chain(link).collect::<Vec<_>>().join("\n")))
}

/// The text of the announcement that the mail is about; withheld when it is over.
async fn announced(ctx: &mut Ctx, mail: &ClaimedMail) -> Result<String, Unsent> {
    let Some(id) = mail.payload.announcement else {
        return Err(Unsent::Never("a mail about an announcement names none".to_owned()));
    };
    let row = operators::announcement(&mut ctx.db, id, ctx.app.now()).await?;
    Ok(row.ok_or(Withheld::AnnouncementOver)?.text)
}

/// Why a waiting mail is stale: its link has expired, its address is proved already, or its account is deleted.
pub async fn staleness(
    ctx: &mut Ctx,
    mail: &ClaimedMail,
    kind: MailKind,
) -> Result<Option<Withheld>, Unsent> {
    let (Some(account), Some(reader), Some(address)) = (mail.account, &mail.reader, mail.to()) else {
        // A mail that never had an account is checked when it is composed.
        return Ok(mail.account.map(|_| Withheld::AccountDeleted));
    };
    let has_token = CodePurpose::of_mail(kind).is_some()
        || matches!(
            kind,
            MailKind::ResetPassword | MailKind::PageLogIn | MailKind::ApproveAddress | MailKind::ProveAddress
        );
    if kind == MailKind::VerifyAddress && reader.verified_at.is_some() {
        return Ok(Some(Withheld::AddressProved));
    }
    match has_token {
        // Composing is a safe test here: the tokens of these kinds are sealed anew each time, and nothing is stored.
        true => match content(ctx, mail, (account, address), kind).await {
            Err(Unsent::Withheld(withheld)) => Ok(Some(withheld)),
            Err(unsent) => Err(unsent),
            Ok(_) => Ok(None),
        },
        false => Ok(None),
    }
}

/// The values of a mail with a token that proves that the mail arrived. A page or a client sends it back.
fn proof(page: &str, token: String) -> Content {
    Content { page: Some(format!("{page}?token={token}")), code: Some(token), ..Content::default() }
}

fn address_change((token, address): (String, String)) -> Content {
    Content { address, ..proof("/accounts/email", token) }
}

fn listing(automatic: Automatic, is_suspended: bool) -> Content {
    Content { automatic: Some(Listed { automatic, is_suspended }), ..Content::default() }
}

/// The webhooks and standing orders of an account. Only the mail to its present address names them: the old address may
/// belong to another person by now.
async fn automatic_of(connection: &mut Connection, account: Uuid, email: &str) -> Result<Automatic, Unsent> {
    if accounts::has_address(connection, account, &email_key(email)).await? {
        Ok(automatic(connection, account).await?)
    } else {
        Ok(Automatic::default())
    }
}

/// The values of the templates `account.*`.
#[derive(Serialize)]
struct AccountEmailPage {
    language: &'static str,
    /// The name of the club.
    club: String,
    subject: String,
    lead: String,
    body: Option<String>,
    button: Option<ButtonLink>,
    codes: Vec<CodeSection>,
    lists: Vec<List>,
    closing: String,
    unsubscribe: Option<ButtonLink>,
}

#[derive(Serialize)]
struct CodeSection {
    lead: String,
    code: String,
}

#[derive(Serialize)]
struct List {
    lead: String,
    items: Vec<String>,
}

/// The most games that are listed; more are only counted.
const MOST_GAMES: usize = 20;

/// The lists of webhooks and standing orders, in the texts of the section `automatic`.
fn lists(
    Listed { automatic, is_suspended }: &Listed,
    speak: impl Fn(&str, minijinja::Value) -> String,
) -> Vec<List> {
    let lead = |running: &'static str, suspended: &'static str| {
        speak(if *is_suspended { suspended } else { running }, minijinja::context! {})
    };
    let mut lists = Vec::new();
    if !automatic.webhooks.is_empty() {
        let items = automatic.webhooks.clone();
        lists.push(List { lead: lead("webhooks", "webhooks_suspended"), items });
    }
    if !automatic.orders.is_empty() {
        let line =
            |(game, count): &(String, i64)| speak("orders_of_game", minijinja::context! { game, count });
        let mut items: Vec<String> = automatic.orders.iter().take(MOST_GAMES).map(line).collect();
        if let Some(count) = automatic.orders.len().checked_sub(MOST_GAMES).filter(|more| *more > 0) {
            items.push(speak("more_games", minijinja::context! { count }));
        }
        lists.push(List { lead: lead("orders", "orders_suspended"), items });
    }
    lists
}

/// The reader's table and the standings, line by line, in the texts of the section `competition`.
fn competition_text(
    notice: &CompetitionNotice,
    round: Option<i32>,
    say: &dyn Fn(&str, minijinja::Value) -> String,
) -> String {
    let mut lines = Vec::new();
    match &notice.table {
        Some((table, others)) if others.is_empty() => {
            lines.push(say("table_alone", minijinja::context! { table }));
        }
        Some((table, others)) => lines.push(say("table", minijinja::context! { table, others })),
        None if notice.has_bye => lines.push(say("bye", minijinja::context! {})),
        None => {}
    }
    // Before anybody has played the standings say nothing but the lots.
    if round != Some(1) && !notice.standings.is_empty() {
        if round.is_some() {
            lines.extend([String::new(), say("standing", minijinja::context! {})]);
        }
        let key = if notice.has_divisions { "row_division" } else { "row" };
        lines.extend(notice.standings.iter().map(|row| {
            let NoticeStanding { division, rank, who, match_points } = row;
            let (sign, size) = (if *match_points < 0 { "-" } else { "" }, match_points.unsigned_abs());
            let points = format!("{sign}{}.{:02}", size / 100, size % 100);
            say(key, minijinja::context! { division, rank, who, points })
        }));
    }
    lines.join("\n")
}

struct AccountWriter<'c> {
    content: &'c Content,
    kind: MailKind,
    language: &'c str,
    app: &'c App,
}

impl AccountWriter<'_> {
    /// Subject, text and page for the owner of the account `name`.
    fn write(&self, name: &str, unsubscribe: Option<&UnsubscribeLink>) -> Result<Composed, String> {
        let page = self.page(name, unsubscribe);
        fill("account", page.subject.clone(), &page)
    }

    fn page(&self, name: &str, unsubscribe: Option<&UnsubscribeLink>) -> AccountEmailPage {
        let Self { content, kind, language, app } = self;
        let texts = ReaderTexts::new(texts::accounts(language), Reader::default());
        let public_url = &app.settings.http.public_url;
        let context = minijinja::context! {
            name,
            hours => content.hours,
            minutes => content.minutes,
            address => &content.address,
            target => &content.target,
            round => content.round,
            url => public_url,
            club => &app.settings.club.name,
        };
        let speak = |section: &str, key: &str| texts.say(section, key, context.clone());
        let say = |key: &str| speak(kind.name(), key);
        let of_list = |key: &str, context| texts.say("automatic", key, context);
        let typed_lead = match kind {
            MailKind::LogIn => "typed_in_client",
            MailKind::PageLogIn => "typed_instead",
            _ => "typed",
        };
        let code_lead = if content.page.is_some() { "code" } else { "code_alone" };
        let codes = [(&content.typed, typed_lead), (&content.code, code_lead)];
        let codes = codes.into_iter().filter_map(|(code, lead)| {
            code.as_ref().map(|code| CodeSection { lead: speak("proof", lead), code: code.clone() })
        });
        AccountEmailPage {
            language: texts::code(language),
            club: app.settings.club.name.clone(),
            subject: say("subject"),
            lead: say("lead"),
            body: content.body.clone().or_else(|| {
                let notice = content.competition.as_ref()?;
                Some(competition_text(notice, content.round, &|key, values| {
                    texts.say("competition", key, values)
                }))
            }),
            button: content
                .page
                .as_ref()
                .map(|page| ButtonLink { label: say("button"), url: format!("{public_url}{page}") }),
            codes: codes.collect(),
            lists: content.automatic.as_ref().map(|listed| lists(listed, of_list)).unwrap_or_default(),
            closing: say("closing"),
            unsubscribe: unsubscribe.map(|link| link.button(language)),
        }
    }
}
