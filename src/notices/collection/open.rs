//! Everything that is open for a reader.

use minijinja::context;

use super::MOST;
use super::line::Line;
use crate::app::App;
use crate::error::Error;
use crate::notices::texts::{Catalogue, Reader, Speech};
use crate::notices::when::when;
use crate::service::following::{self, InboxItem, What};
use crate::store::Connection;
use crate::store::mail_collections::Claimed;

/// A line for each item of the inbox, the most urgent first.
pub async fn lines(
    app: &App,
    connection: &mut Connection,
    mail: &Claimed,
    catalogue: &Catalogue,
) -> Result<Vec<Line>, Error> {
    let most = u16::try_from(MOST).unwrap_or(u16::MAX);
    let inbox = following::inbox(app, connection, mail.account, None, most).await?;
    let speech = Speech::new(Reader::default(), catalogue, None);
    let zone = mail.time_zone.as_deref().unwrap_or_default();
    let language = mail.language.as_deref().unwrap_or_default();
    let mut lines = Vec::new();
    for item in inbox.items {
        let title = app.ruleset(&item.ruleset)?.name();
        let table = if item.game_name.is_empty() { title } else { &item.game_name };
        let until = item.deadline.map(|until| when(until, zone, language));
        let template = catalogue.text("open", word(&item)).unwrap_or_default();
        let text = speech.say(template, context! { table, until, count => item.unread.unwrap_or_default() });
        let url = format!("{}/v1/games/{}", app.settings.http.public_url, item.game_id);
        lines.push(Line { game: item.game_id, table: table.to_owned(), text, url });
    }
    Ok(lines)
}

/// The name of the text of an item.
fn word(item: &InboxItem) -> &'static str {
    match item.what {
        What::Decision if item.awaited => "awaited",
        What::Decision => "invited_to_answer",
        What::Confirmation => "confirmation",
        What::Vote => "vote",
        What::SeatOffer => "seat_offer",
        What::Invitation => "invitation",
        What::Messages => "messages",
    }
}
