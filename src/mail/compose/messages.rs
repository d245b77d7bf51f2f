//! The mail about messages, with all that its reader has not read when it is sent.

use minijinja::context;

use super::votes::players;
use super::{GameDraft, GameMail};
use crate::mail::layout::{ButtonLink, GameSection, GameText, RecentEvents, ReplyLine};
use crate::mail::mailer::Unsent;
use crate::notifications::Withheld;
use crate::service::Ctx;
use crate::service::loaded_game::LoadedGame;
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::replies::{NewReplyAddress, create_reply_address};
use crate::service::turn_log::TurnGroup;
use crate::store::messages::{self, BoxMessage, UnreadMessage};
use crate::store::reply_addresses::ReplyTopic;
use crate::store::{games, seats};
use crate::texts::{self, Reader, ReaderTexts};

/// The most messages that are shown: the latest ones.
const MAX_MESSAGES: i64 = 20;
/// The most characters of a message that are shown.
const MAX_LENGTH: usize = 500;

/// The draft of a mail about messages. They are all public, or all from one player to chosen seats, so that a reply has
/// one audience. Withheld when nothing is unread, or the reader has left the game.
pub(super) async fn draft(ctx: &mut Ctx, mail: &GameMail<'_>) -> Result<GameDraft, Unsent> {
    let (game, account) = (mail.game, mail.account);
    let loaded = LoadedGame::open_for_worker(ctx, game).await?;
    if !loaded.present.accounts.contains(&Some(account)) {
        return Err(Withheld::SeatLeft.into());
    }
    let private_from = mail.mail.payload.private_from;
    let mut unread = messages::unread(&mut ctx.db, (game, account), private_from, MAX_MESSAGES).await?;
    unread.reverse();
    if unread.is_empty() {
        return Err(Withheld::MessagesRead.into());
    }
    let stored = games::get(&mut ctx.db, game).await?.ok_or(Withheld::GameGone)?;
    let seats = seats::shown(&mut ctx.db, &[game]).await?;
    let seat = loaded.present.version.and_then(|_| loaded.seat_of(account));
    let seat_link = mail_links::create_seat_link(ctx, (game, account), seat, LinkOrigin::Mail).await?;
    let address = NewReplyAddress {
        seat,
        addressee: private_from,
        ..NewReplyAddress::of(ReplyTopic::Messages, game, Some(account))
    };
    let reply = create_reply_address(ctx, address).await?;
    let url = format!("{}/seat/{seat_link}", ctx.app.settings.http.public_url);
    let language = texts::code(mail.mail.language());
    let reader = Reader { language, me: seat.map(usize::from), players: players(game, &seats) };
    Ok(write(mail, reader, &stored.name, &unread, url, reply))
}

fn write(
    mail: &GameMail<'_>,
    reader: Reader,
    table: &str,
    unread: &[UnreadMessage],
    url: String,
    reply: Option<String>,
) -> GameDraft {
    let language = reader.language;
    let texts = ReaderTexts::new(texts::emails(language), reader);
    let newest = unread.last();
    let count = newest.map_or(0, |newest| newest.count);
    let from = newest.map_or("?", |newest| name(&newest.message));
    let replies = reply.is_some();
    let say_in = |section: &str, key: &str, count: i64| {
        texts.say(section, key, context! { table, count, from, replies })
    };
    let say = |key: &str, count: i64| say_in("lines", key, count);
    let left_out = count - unread.len() as i64;
    let is_private = mail.mail.payload.private_from.is_some();
    let reply_text = if is_private { "reply_private" } else { "reply_messages" };
    let section = GameSection {
        happened: Some(RecentEvents {
            heading: say_in("headings", "happened_message", count),
            earlier: (left_out > 0).then(|| say("earlier_messages", left_out)),
            // What was said is in no turn.
            turns: vec![TurnGroup {
                lines: unread.iter().map(|copy| line(&copy.message, &texts)).collect(),
                ..TurnGroup::default()
            }],
        }),
        replies: reply
            .iter()
            .map(|_| ReplyLine {
                here: say(reply_text, count),
                there: say_in("in_digest", reply_text, count),
            })
            .collect(),
        button: Some(ButtonLink { label: say("button_answer", count), url }),
        ..GameSection::default()
    };
    // The id has the number of the newest message: the version may be that of an earlier mail about messages.
    let newest = mail.mail.decision.as_deref().unwrap_or("0");
    GameDraft {
        id: format!("{}.m{newest}.{}.{}", mail.game, mail.seat, mail.entry.name),
        text: GameText {
            language,
            subject: say_in("subject", mail.entry.name, count),
            lead: say_in("lead", if is_private { "private_message" } else { mail.entry.name }, count),
            section,
            notes: vec![say("link_note", count), say("why", count)],
        },
        reply,
        picture: None,
        reply_to_mail: None,
    }
}

/// The name of the sender; a deleted account has none.
fn name(copy: &BoxMessage) -> &str {
    copy.name.as_deref().unwrap_or("?")
}

fn line(copy: &BoxMessage, texts: &ReaderTexts) -> String {
    let shown: String = copy.text.chars().take(MAX_LENGTH).collect();
    let rest = if copy.text.chars().nth(MAX_LENGTH).is_some() { "…" } else { "" };
    // The line breaks of a message are kept, and its lines are indented in the plain text.
    let shown = shown.lines().map(str::trim).collect::<Vec<_>>().join("\n    ");
    let from = name(copy);
    let Some(seats) = &copy.to_seats else { return format!("{from}: {shown}{rest}") };
    let to: Vec<String> = seats.iter().map(|seat| texts.whom(*seat)).collect();
    format!("{}: {shown}{rest}", texts.phrase("lines", "said_privately", context! { from, to }))
}
