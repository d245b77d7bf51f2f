//! The mail that holds several notifications, of several games: what was collected and still holds, and once a day
//! everything that is open. Each is checked again when the mail is sent; what no longer holds is left out.

use minijinja::context;
use uuid::Uuid;

use super::{Addressing, unsubscribe_link};
use crate::error::Error;
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{
    AddressItem, AddressSection, ButtonLink, GameEmailPage, RecentEvents, StandingSection, fill,
};
use crate::mail::mailer::Unsent;
use crate::notifications::{DigestKind, Withheld, delivery};
use crate::service::App;
use crate::service::streams::{self, InboxItem, InboxItemType};
use crate::store::mails::queue::{self, ClaimedMail, MailReader};
use crate::store::{Connection, games};
use crate::texts::{self, Catalogue, Reader, TextRenderer, when};

/// The most lines of a part; what is beyond is counted.
const MAX_LINES: usize = 50;

/// What a notification says in one line, and where its game is.
#[derive(Debug, Clone)]
struct DigestLine {
    game: Uuid,
    name: String,
    text: String,
    url: String,
}

/// The email; withheld when nothing of it holds any more.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &ClaimedMail,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let (Some(account), Some(reader)) = (mail.account, &mail.reader) else {
        return Err(Withheld::AccountDeleted.into());
    };
    let Some(kind) = DigestKind::named(&mail.kind) else {
        return Err(Unsent::Never(format!("there is no digest {}", mail.kind)));
    };
    let catalogue = Catalogue::read(texts::emails(&reader.language));
    let collected = collected(app, connection, mail, addressing).await?;
    let open = match kind {
        DigestKind::Batch => vec![],
        DigestKind::Daily => open(app, connection, account, reader, &catalogue).await?,
    };
    if collected.is_empty() && open.is_empty() {
        return Err(Withheld::NothingLeft.into());
    }
    let link = unsubscribe_link(app, connection, Some(account), kind.name()).await?;
    let says = write(kind, &reader.language, &catalogue, (&collected, &open), link.as_deref());
    let says = says.map_err(|error| Unsent::broken(&error))?;
    let domain = addressing.domain;
    let id = format!("collection.{}@{domain}", mail.key.id);
    let list = Some(format!("{}.notices.{domain}", kind.name()));
    Ok(Email { list, unsubscribe: link, ..Email::new(addressing.to, &reader.name, id, app.now(), says) })
}

/// A line for each mail that still holds and is still wanted, oldest first.
async fn collected(
    app: &App,
    connection: &mut Connection,
    digest: &ClaimedMail,
    addressing: Addressing<'_>,
) -> Result<Vec<DigestLine>, Unsent> {
    let mut lines = Vec::new();
    for mail in queue::collected(connection, digest).await? {
        if !delivery::is_wanted(app.kinds(), connection, &mail).await? {
            continue;
        }
        match super::line(app, connection, &mail, addressing).await {
            Ok(text) => lines.push(line(app, connection, mail.key.partition, text).await?),
            Err(unsent) if unsent.is_withdrawn() => {}
            Err(unsent) => return Err(unsent),
        }
    }
    Ok(lines)
}

async fn line(app: &App, connection: &mut Connection, game: Uuid, text: String) -> Result<DigestLine, Error> {
    let name = match games::get(connection, game).await? {
        Some(stored) if !stored.name.is_empty() => stored.name,
        Some(stored) => app.ruleset(&stored.ruleset)?.name().to_owned(),
        None => String::new(),
    };
    let url = format!("{}/v1/games/{game}", app.settings.http.public_url);
    Ok(DigestLine { game, name, text, url })
}

/// A line for each item of the inbox, the most urgent first.
async fn open(
    app: &App,
    connection: &mut Connection,
    account: Uuid,
    reader: &MailReader,
    catalogue: &Catalogue,
) -> Result<Vec<DigestLine>, Error> {
    let most = u16::try_from(MAX_LINES).unwrap_or(u16::MAX);
    let inbox = streams::inbox(app, connection, account, None, most, &[]).await?;
    let renderer = TextRenderer::new(Reader::default(), catalogue, None);
    let mut lines = Vec::new();
    for item in inbox.items {
        let ruleset = app.ruleset(&item.ruleset)?.name();
        let table = if item.game_name.is_empty() { ruleset } else { &item.game_name };
        let until = item.deadline.map(|until| when(until, &reader.time_zone, &reader.language));
        let template = catalogue.text("open", word(&item)).unwrap_or_default();
        let text =
            renderer.say(template, context! { table, until, count => item.unread.unwrap_or_default() });
        let url = format!("{}/v1/games/{}", app.settings.http.public_url, item.game_id);
        lines.push(DigestLine { game: item.game_id, name: table.to_owned(), text, url });
    }
    Ok(lines)
}

/// The name of the text of an item.
fn word(item: &InboxItem) -> &'static str {
    match item.item_type {
        InboxItemType::Decision if item.awaited => "awaited",
        InboxItemType::Decision => "invited_to_answer",
        InboxItemType::Confirmation => "confirmation",
        InboxItemType::Vote => "vote",
        InboxItemType::SeatOffer => "seat_offer",
        InboxItemType::Invitation => "invitation",
        InboxItemType::Messages => "messages",
    }
}

/// The games of these lines with their addresses, each once.
fn games_of<'l>(lines: impl Iterator<Item = &'l DigestLine>) -> Vec<(String, String)> {
    let mut seen = std::collections::BTreeSet::new();
    let fresh = lines.filter(|line| seen.insert(line.game));
    fresh.map(|line| (line.name.clone(), line.url.clone())).collect()
}

fn write(
    kind: DigestKind,
    language: &str,
    catalogue: &Catalogue,
    (collected, open): (&[DigestLine], &[DigestLine]),
    link: Option<&str>,
) -> Result<Composed, String> {
    let renderer = TextRenderer::new(Reader::default(), catalogue, None);
    let count = collected.len() + open.len();
    let say = |section: &str, key: &str, count: usize| {
        let template = catalogue.text(section, key).unwrap_or_default();
        renderer.say(template, minijinja::context! { count })
    };
    let part = |heading: &str, lines: &[DigestLine]| {
        let more = lines.len().saturating_sub(MAX_LINES);
        let mut shown: Vec<String> = lines.iter().take(MAX_LINES).map(|line| line.text.clone()).collect();
        shown.extend((more > 0).then(|| say("lines", "more_lines", more)));
        (!shown.is_empty())
            .then(|| StandingSection { heading: say("headings", heading, count), lines: shown })
    };
    let (first, second) = (part("collected", collected), part("open", open));
    let games = games_of(collected.iter().chain(open).take(MAX_LINES));
    let page = GameEmailPage {
        language: texts::code(language),
        subject: say("subject", kind.name(), count),
        lead: say("lead", kind.name(), count),
        // The page has room for two lists, of other headings.
        happened: second.map(|list| RecentEvents { heading: list.heading, earlier: None, lines: list.lines }),
        standing: first,
        addresses: Some(AddressSection {
            heading: say("headings", "where_table", count),
            listed: games.into_iter().map(|(what, url)| AddressItem { method: "GET", url, what }).collect(),
            example: None,
        }),
        unsubscribe: link
            .map(|url| ButtonLink { label: say("lines", "unsubscribe", count), url: url.to_owned() }),
        ..GameEmailPage::default()
    };
    fill("game", page.subject.clone(), &page)
}
