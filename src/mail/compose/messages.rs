//! The mail about messages: all that its reader has not read by then.

use super::{GameDraft, GameMail};
use crate::mail::layout::{ButtonLink, GameSection, GameText, RecentEvents};
use crate::mail::mailer::Unsent;
use crate::notifications::Withheld;
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::replies::{NewReplyAddress, create_reply_address};
use crate::store::messages::{self, BoxMessage, MessageSpan};
use crate::store::reply_addresses::ReplyTopic;
use crate::store::{Connection, games};
use crate::texts::{self, Catalogue, Reader, TextRenderer};

/// The most messages shown; of more the latest are shown.
const MAX_MESSAGES: i64 = 20;
/// The longest part of a message that is shown, in characters.
const MAX_LENGTH: usize = 500;

/// What it says. Withheld when there is nothing to read any more, or the reader has left the game.
pub(super) async fn draft(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
) -> Result<GameDraft, Unsent> {
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
    let seat = loaded.present.version.and_then(|_| loaded.seat_of(account));
    let seat_link =
        mail_links::create_seat_link(app, connection, (game, account), seat, LinkOrigin::Mail).await?;
    let address = NewReplyAddress { seat, ..NewReplyAddress::of(ReplyTopic::Messages, game, Some(account)) };
    let reply = create_reply_address(app, connection, address).await?;
    let url = format!("{}/seat/{seat_link}", app.settings.http.public_url);
    Ok(write(mail, &stored.name, (standing.unread, &unread), url, reply))
}

fn write(
    mail: &GameMail<'_>,
    table: &str,
    (count, unread): (i64, &[BoxMessage]),
    url: String,
    reply: Option<String>,
) -> GameDraft {
    let language = mail.mail.language();
    let catalogue = Catalogue::read(texts::emails(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    let replies = reply.is_some();
    let say = |section: &str, key: &str, count: i64| {
        let template = catalogue.text(section, key).unwrap_or_default();
        renderer.say(template, minijinja::context! { table, count, replies })
    };
    let left_out = count - i64::try_from(unread.len()).unwrap_or(count);
    let section = GameSection {
        happened: Some(RecentEvents {
            heading: say("headings", "happened_message", count),
            earlier: (left_out > 0).then(|| say("lines", "earlier_messages", left_out)),
            lines: unread.iter().map(line).collect(),
        }),
        remarks: reply.iter().map(|_| say("lines", "reply_messages", count)).collect(),
        button: Some(ButtonLink { label: say("lines", "button_answer", count), url }),
        ..GameSection::default()
    };
    // The version may be that of an earlier mail; the number of the message is not.
    let newest = mail.mail.decision.as_deref().unwrap_or("0");
    GameDraft {
        id: format!("{}.m{newest}.{}.{}", mail.game, mail.seat, mail.entry.name),
        text: GameText {
            language: texts::code(language),
            subject: say("subject", mail.entry.name, count),
            lead: say("lead", mail.entry.name, count),
            section,
            notes: vec![say("lines", "link_note", count), say("lines", "why", count)],
        },
        reply,
        picture: None,
        reply_to_mail: None,
    }
}

fn line(copy: &BoxMessage) -> String {
    let shown: String = copy.text.chars().take(MAX_LENGTH).collect();
    let rest = if copy.text.chars().nth(MAX_LENGTH).is_some() { "…" } else { "" };
    // Its lines stay lines, below each other also in the plain text.
    let shown = shown.lines().map(str::trim).collect::<Vec<_>>().join("\n    ");
    format!("{}: {shown}{rest}", copy.name.as_deref().unwrap_or("?"))
}
