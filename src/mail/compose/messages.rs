//! The mail about messages: all that its reader has not read by then.

use super::{Addressing, GameMail, in_thread, unsubscribe_link};
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{ButtonLink, GameEmailPage, RecentEvents, fill};
use crate::mail::mailer::Unsent;
use crate::notifications::Withheld;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::replies;
use crate::store::messages::{self, BoxMessage, MessageSpan};
use crate::store::{Connection, games};
use crate::texts::{self, Catalogue, Reader, TextRenderer};

/// The most messages shown; of more the latest are shown.
const MAX_MESSAGES: i64 = 20;
/// The longest part of a message that is shown, in characters.
const MAX_LENGTH: usize = 500;

/// The email. Withheld when there is nothing to read any more, or the reader has left the game.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let (game, account) = (mail.game, mail.account);
    let loaded = LoadedGame::open_for_worker(app, connection, game).await?;
    let standing = messages::status(connection, game, account).await?;
    if !loaded.present.accounts.contains(&Some(account)) {
        return Err(Withheld::SeatLeft.into());
    }
    if standing.unread == 0 {
        return Err(Withheld::MessagesRead.into());
    }
    let stored = games::get(connection, game).await?.ok_or(Withheld::GameGone)?;
    let page = messages::page(connection, game, account, MessageSpan::Before(i64::MAX), MAX_MESSAGES).await?;
    let mut unread: Vec<BoxMessage> =
        page.into_iter().filter(|copy| copy.number > standing.read && copy.account != account).collect();
    unread.reverse();
    let link = unsubscribe_link(app, connection, Some(account), mail.entry.name).await?;
    let seat = loaded.present.version.and_then(|_| loaded.seat_of(account));
    let seat_link = replies::create_seat_link(app, connection, (game, account), seat).await?;
    let page = format!("{}/seat/{seat_link}", app.settings.http.public_url);
    let says = write(mail, &stored.name, (standing.unread, &unread), page, link.as_deref());
    let says = says.map_err(|error| Unsent::broken(&error))?;
    // The version may be that of an earlier mail; the number of the message is not.
    let newest = mail.mail.decision.as_deref().unwrap_or("0");
    let id = format!("{game}.m{newest}.{}.{}", mail.seat, mail.entry.name);
    Ok(Email { unsubscribe: link, ..in_thread(app, addressing, game, mail.mail.name(), &id, says) })
}

fn write(
    mail: &GameMail<'_>,
    table: &str,
    (count, unread): (i64, &[BoxMessage]),
    page_url: String,
    link: Option<&str>,
) -> Result<Composed, String> {
    let language = mail.mail.language();
    let catalogue = Catalogue::read(texts::emails(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    let say = |section: &str, key: &str, count: i64| {
        let template = catalogue.text(section, key).unwrap_or_default();
        renderer.say(template, minijinja::context! { table, count })
    };
    let left_out = count - i64::try_from(unread.len()).unwrap_or(count);
    let page = GameEmailPage {
        language: texts::code(language),
        subject: say("subject", mail.entry.name, count),
        lead: say("lead", mail.entry.name, count),
        happened: Some(RecentEvents {
            heading: say("headings", "happened_message", count),
            earlier: (left_out > 0).then(|| say("lines", "earlier_messages", left_out)),
            lines: unread.iter().map(line).collect(),
        }),
        button: Some(ButtonLink { label: say("lines", "button_answer", count), url: page_url }),
        notes: vec![say("lines", "link_note", count), say("lines", "why", count)],
        unsubscribe: link
            .map(|url| ButtonLink { label: say("lines", "unsubscribe", count), url: url.to_owned() }),
        ..GameEmailPage::default()
    };
    fill("game", page.subject.clone(), &page)
}

fn line(copy: &BoxMessage) -> String {
    let shown: String = copy.text.chars().take(MAX_LENGTH).collect();
    let rest = if copy.text.chars().nth(MAX_LENGTH).is_some() { "…" } else { "" };
    // Its lines stay lines, below each other also in the plain text.
    let shown = shown.lines().map(str::trim).collect::<Vec<_>>().join("\n    ");
    format!("{}: {shown}{rest}", copy.name.as_deref().unwrap_or("?"))
}
