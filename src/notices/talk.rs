//! The mail about messages: all that its reader has not read by then.

use lettre::address::Address as MailAddress;

use super::game::page::{Address, Addresses, Happened, Page};
use super::letter::{Letter, Written};
use super::texts::{self, Catalogue, LAYOUTS, Reader, Speech};
use super::unsubscribe;
use crate::app::App;
use crate::error::Error;
use crate::service::table::Table;
use crate::store::messages::{self, BoxMessage, MessageSpan};
use crate::store::outbox::Claimed;
use crate::store::{Connection, games};

pub const KIND: &str = "message";
/// The most messages shown; of more the latest are shown.
const MOST: i64 = 20;
/// The longest part of a message that is shown, in characters.
const LONGEST: usize = 500;

/// The letter; `None` when there is nothing to read any more, or the reader has left the table.
pub async fn letter(
    app: &App,
    connection: &mut Connection,
    notice: &Claimed,
    to: &MailAddress,
    domain: &str,
) -> Result<Option<Letter>, Error> {
    let (game, account) = (notice.game, notice.account);
    let table = Table::open_for_worker(app, connection, game).await?;
    let standing = messages::status(connection, game, account).await?;
    if standing.unread == 0 || !table.present.accounts.contains(&Some(account)) {
        return Ok(None);
    }
    let Some(stored) = games::get(connection, game).await? else { return Ok(None) };
    let page = messages::page(connection, game, account, MessageSpan::Before(i64::MAX), MOST).await?;
    let mut unread: Vec<BoxMessage> =
        page.into_iter().filter(|copy| copy.number > standing.read && copy.account != account).collect();
    unread.reverse();
    let link = unsubscribe::link(app, connection, Some(account), KIND).await?;
    let says = write(app, notice, &stored.name, (standing.unread, &unread), link.as_deref());
    let mark = notice.decision.as_deref().unwrap_or("0");
    Ok(Some(Letter {
        to: to.clone(),
        name: notice.name.clone().unwrap_or_default(),
        // The version may be that of an earlier notice; the number of the message is not.
        message_id: format!("{game}.m{mark}.{}.{KIND}@{domain}", notice.seat),
        thread: Some(format!("{game}@{domain}")),
        list: Some(format!("{game}.games.{domain}")),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: link,
        date: app.now(),
        says: says.map_err(Error::Internal)?,
    }))
}

fn write(
    app: &App,
    notice: &Claimed,
    table: &str,
    (count, unread): (i64, &[BoxMessage]),
    link: Option<&str>,
) -> Result<Written, String> {
    let language = notice.language.as_deref().unwrap_or_default();
    let catalogue = Catalogue::read(texts::notices(language));
    let speech = Speech::new(Reader::default(), &catalogue, None);
    let say = |section: &str, key: &str, count: i64| {
        let template = catalogue.text(section, key).unwrap_or_default();
        speech.say(template, minijinja::context! { table, count, url => link.unwrap_or_default() })
    };
    let left_out = count - i64::try_from(unread.len()).unwrap_or(count);
    let url = format!("{}/v1/games/{}/messages", app.settings.http.public_url, notice.game);
    let page = Page {
        language: texts::code(language),
        subject: say("subject", KIND, count),
        lead: say("lead", KIND, count),
        happened: Some(Happened {
            heading: say("headings", "happened_message", count),
            earlier: (left_out > 0).then(|| say("lines", "earlier_messages", left_out)),
            lines: unread.iter().map(line).collect(),
        }),
        addresses: Addresses {
            heading: say("headings", "where_message", count),
            listed: vec![Address { method: "GET", url, what: say("lines", "messages", count) }],
            example: None,
        },
        notes: [Some("why"), link.map(|_| "unsubscribe")]
            .into_iter()
            .flatten()
            .map(|line| say("lines", line, count))
            .collect(),
        ..Page::default()
    };
    let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
    Ok(Written { subject: page.subject, text, html })
}

fn line(copy: &BoxMessage) -> String {
    let text = copy.text.split_whitespace().collect::<Vec<_>>().join(" ");
    let shown: String = text.chars().take(LONGEST).collect();
    let rest = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("{}: {shown}{rest}", copy.name.as_deref().unwrap_or("?"))
}
