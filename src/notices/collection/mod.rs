//! The mail that holds several notices, of several games: what was collected and still holds, and once a day everything
//! that is open.
//!
//! May know what the mails of single notices know, and the reader's inbox. Each notice is looked at again when the mail
//! is sent; what no longer holds is left out.

mod collected;
mod line;
mod open;

use lettre::address::Address as MailAddress;

use self::line::Line;
use super::game::page::{Address, Addresses, Page, Standing};
use super::letter::{Letter, Written};
use super::texts::{self, Catalogue, LAYOUTS, Reader, Speech};
use super::unsubscribe;
use crate::app::App;
use crate::error::Error;
use crate::service::notice_settings::Collection;
use crate::store::Connection;
use crate::store::mail_collections::Claimed;

/// The most lines of a part; what is beyond is counted.
const MOST: usize = 50;

/// The letter; `None` when nothing of it holds any more.
pub async fn letter(
    app: &App,
    connection: &mut Connection,
    kind: Collection,
    mail: &Claimed,
    to: &MailAddress,
    domain: &str,
) -> Result<Option<Letter>, Error> {
    let language = mail.language.as_deref().unwrap_or_default();
    let catalogue = Catalogue::read(texts::notices(language));
    let collected = collected::lines(app, connection, mail, &catalogue, to, domain).await?;
    let open = match kind {
        Collection::Batch => vec![],
        Collection::Digest => open::lines(app, connection, mail, &catalogue).await?,
    };
    if collected.is_empty() && open.is_empty() {
        return Ok(None);
    }
    let link = unsubscribe::link(app, connection, Some(mail.account), kind.word()).await?;
    let says = write(kind, language, &catalogue, (&collected, &open), link.as_deref());
    Ok(Some(Letter {
        to: to.clone(),
        name: mail.name.clone().unwrap_or_default(),
        message_id: format!("collection.{}@{domain}", mail.id),
        thread: None,
        list: Some(format!("{}.notices.{domain}", kind.word())),
        reply_to: None,
        reply_to_mail: None,
        picture: None,
        unsubscribe: link,
        date: app.now(),
        says: says.map_err(Error::Internal)?,
    }))
}

fn write(
    kind: Collection,
    language: &str,
    catalogue: &Catalogue,
    (collected, open): (&[Line], &[Line]),
    link: Option<&str>,
) -> Result<Written, String> {
    let speech = Speech::new(Reader::default(), catalogue, None);
    let count = collected.len() + open.len();
    let say = |section: &str, key: &str, count: usize| {
        let template = catalogue.text(section, key).unwrap_or_default();
        speech.say(template, minijinja::context! { count, url => link.unwrap_or_default() })
    };
    let part = |heading: &str, lines: &[Line]| {
        let more = lines.len().saturating_sub(MOST);
        let mut shown: Vec<String> = lines.iter().take(MOST).map(|line| line.text.clone()).collect();
        shown.extend((more > 0).then(|| say("lines", "more_lines", more)));
        (!shown.is_empty()).then(|| Standing { heading: say("headings", heading, count), lines: shown })
    };
    let (first, second) = (part("collected", collected), part("open", open));
    let games = line::games(collected.iter().chain(open).take(MOST));
    let page = Page {
        language: texts::code(language),
        subject: say("subject", kind.word(), count),
        lead: say("lead", kind.word(), count),
        happened: second.map(line::as_happened),
        standing: first,
        addresses: Addresses {
            heading: say("headings", "where_table", count),
            listed: games.into_iter().map(|(what, url)| Address { method: "GET", url, what }).collect(),
            example: None,
        },
        notes: link.map(|_| say("lines", "unsubscribe", count)).into_iter().collect(),
        ..Page::default()
    };
    let (text, html) = (LAYOUTS.fill("game.txt", &page)?, LAYOUTS.fill("game.html", &page)?);
    Ok(Written { subject: page.subject, text, html })
}
