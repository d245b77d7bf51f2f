//! Mails about votes and seats of a game that is being played. May know the game, its people and its votes; never a
//! view: the reader of such a mail may have no seat, or none any more.

use serde_json::json;
use uuid::Uuid;

use super::{Addressing, GameMail, in_thread, unsubscribe_link};
use crate::error::Error;
use crate::mail::email::{Composed, Email};
use crate::mail::layout::{ApiLink, EmailOutline, EmailTexts, game_name};
use crate::mail::mailer::Unsent;
use crate::notifications::{MailKind, VoteGuard, Withheld};
use crate::service::App;
use crate::service::loaded_game::LoadedGame;
use crate::service::replies;
use crate::service::votes::{self, Vote, VoteStatus};
use crate::store::seats::ShownSeat;
use crate::store::{Connection, accounts, games, operators, people, seats};
use crate::texts::{self, Catalogue, Reader, TextRenderer, emails, when};
use crate::time_control::Instant;
use rules::Seat;

/// The email. Withheld when it has become pointless.
pub async fn email(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    guard: VoteGuard,
    addressing: Addressing<'_>,
) -> Result<Email, Unsent> {
    let link = unsubscribe_link(app, connection, Some(mail.account), mail.entry.name).await?;
    let context = VoteEmailContext::load(app, connection, mail, link.as_deref()).await?;
    let says = write(app, connection, mail, guard, &context).await?;
    let id = mail.message_id();
    Ok(Email { unsubscribe: link, ..in_thread(app, addressing, mail.game, mail.mail.name(), &id, says) })
}

async fn write(
    app: &App,
    connection: &mut Connection,
    mail: &GameMail<'_>,
    guard: VoteGuard,
    context: &VoteEmailContext,
) -> Result<Composed, Unsent> {
    let is_in_play = context.game.present.status.is_in_play();
    match guard {
        VoteGuard::NoSeat => {
            context.must_have_no_seat()?;
            broken(seat_replaced(app, context))
        }
        _ if !is_in_play => Err(Withheld::GameNotInPlay.into()),
        VoteGuard::SeatOfferOpen => {
            context.must_have_no_seat()?;
            offer(app, connection, context, mail).await
        }
        _ if !context.holds_seat() => Err(Withheld::SeatLeft.into()),
        VoteGuard::CaretakerPlays => {
            let bot = context.bot().ok_or(Withheld::CaretakerGone)?;
            broken(caretaker_seated(context, bot))
        }
        VoteGuard::VoteClosed => {
            let vote = vote(app, connection, context, mail).await?.ok_or(Withheld::VoteClosed)?;
            if vote.status == VoteStatus::Open {
                return Err(Withheld::VoteOpen.into());
            }
            broken(decided(context, &vote))
        }
        VoteGuard::BallotMissing => {
            let vote = vote(app, connection, context, mail).await?.ok_or(Withheld::VoteClosed)?;
            if vote.status != VoteStatus::Open || !vote.voters.contains(&context.seat) {
                return Err(Withheld::VoteClosed.into());
            }
            if vote.ballots.iter().any(|ballot| ballot.seat == context.seat) {
                return Err(Withheld::BallotCast.into());
            }
            broken(ask(context, &vote))
        }
    }
}

fn broken(composed: Result<Composed, String>) -> Result<Composed, Unsent> {
    composed.map_err(|error| Unsent::broken(&error))
}

/// The vote that the mail is about.
async fn vote(
    app: &App,
    connection: &mut Connection,
    context: &VoteEmailContext,
    mail: &GameMail<'_>,
) -> Result<Option<Vote>, Error> {
    match mail.mail.decision.as_deref().map(Uuid::try_parse) {
        Some(Ok(vote)) => votes::read(app, connection, &context.game, vote).await,
        _ => Ok(None),
    }
}

fn ask(context: &VoteEmailContext, vote: &Vote) -> Result<Composed, String> {
    about(context, vote).write(EmailOutline {
        kind: MailKind::Vote.name(),
        facts: vec!["vote", "needed", "expires"],
        button: context.button("button_vote"),
        why: "why",
        ..EmailOutline::default()
    })
}

fn decided(context: &VoteEmailContext, vote: &Vote) -> Result<Composed, String> {
    about(context, vote).write(EmailOutline {
        kind: MailKind::VoteDecided.name(),
        facts: vec!["vote", "decided"],
        button: context.button("button_look"),
        why: "why",
        ..EmailOutline::default()
    })
}

/// What the texts say of a vote.
fn about(context: &VoteEmailContext, vote: &Vote) -> EmailTexts {
    let status = match vote.status {
        VoteStatus::Open => "open",
        VoteStatus::Carried => "carried",
        VoteStatus::Refused => "refused",
        VoteStatus::Expired => "expired",
        VoteStatus::Withdrawn => "withdrawn",
    };
    let more = [("status", status.into()), ("until", context.when(vote.expires_at).into())];
    context.texts(vote.facts(context.seat).into_iter().chain(more))
}

async fn offer(
    app: &App,
    connection: &mut Connection,
    context: &VoteEmailContext,
    mail: &GameMail<'_>,
) -> Result<Composed, Unsent> {
    let until = seats::offer_to(connection, mail.game, mail.seat, mail.account).await?;
    let until = until.filter(|until| *until > app.now() && !context.game.has_resigned(context.seat));
    let until = until.ok_or(Withheld::OfferClosed)?;
    let proposer = vote(app, connection, context, mail).await?.map(|vote| usize::from(vote.opened_by));
    let proposer = proposer.and_then(|seat| context.game.present.accounts.get(seat).copied().flatten());
    let proposer: Vec<Uuid> = proposer.into_iter().collect();
    if !people::blocked_among(connection, mail.account, &proposer).await?.is_empty() {
        return Err(Withheld::SenderUnwelcome.into());
    }
    let game = address(app, context);
    let take = format!("{game}/seats/{}/take", context.seat);
    let written = context.texts([("until", context.when(until).into())]).write(EmailOutline {
        kind: MailKind::SeatOffered.name(),
        facts: vec!["expires"],
        links: vec![("POST", take.clone(), "take"), ("GET", game, "table")],
        answer: Some((take, json!({}))),
        why: "why_offered",
        ..EmailOutline::default()
    });
    broken(written)
}

fn caretaker_seated(context: &VoteEmailContext, bot: &str) -> Result<Composed, String> {
    context.texts([("bot", bot.into())]).write(EmailOutline {
        kind: MailKind::CaretakerSeated.name(),
        button: context.button("button_come_back"),
        why: "why",
        ..EmailOutline::default()
    })
}

fn seat_replaced(app: &App, context: &VoteEmailContext) -> Result<Composed, String> {
    let others: ApiLink =
        ("GET", format!("{}/v1/games?status=open", app.settings.http.public_url), "open_tables");
    let kind = MailKind::SeatReplaced.name();
    context.texts([]).write(EmailOutline {
        kind,
        links: vec![others],
        why: "why_table",
        ..EmailOutline::default()
    })
}

fn address(app: &App, context: &VoteEmailContext) -> String {
    format!("{}/v1/games/{}", app.settings.http.public_url, context.game.id)
}

/// A game, its players, and the reader of the email.
struct VoteEmailContext {
    game: LoadedGame,
    /// The seat that the email is about.
    seat: Seat,
    name: String,
    seats: Vec<ShownSeat>,
    reader: accounts::AccountRow,
    /// The page of the reader's seat; `None`: they have none.
    page: Option<String>,
    /// Where mails of this kind are ended.
    link: Option<String>,
}

impl VoteEmailContext {
    /// As it is now; withheld when its reader is gone, banned, or has not proved their address.
    async fn load(
        app: &App,
        connection: &mut Connection,
        mail: &GameMail<'_>,
        link: Option<&str>,
    ) -> Result<Self, Unsent> {
        let reader = accounts::find(connection, mail.account).await?;
        let reader = reader.filter(|row| row.deleted_at.is_none()).ok_or(Withheld::AccountDeleted)?;
        if reader.verified_at.is_none() {
            return Err(Withheld::AddressUnproved.into());
        }
        let seat = Seat::try_from(mail.seat);
        let seat = seat.map_err(|_| Unsent::Never(format!("there is no seat {}", mail.seat)))?;
        let stored = games::get(connection, mail.game).await?.ok_or(Withheld::GameGone)?;
        if operators::is_banned(connection, reader.id).await? {
            return Err(Withheld::AccountBanned.into());
        }
        let game = LoadedGame::open_for_worker(app, connection, mail.game).await?;
        let seats = seats::shown(connection, &[mail.game]).await?;
        let (name, link) = (stored.name, link.map(str::to_owned));
        let mut context = Self { game, seat, name, seats, reader, page: None, link };
        if context.holds_seat() {
            let account = context.reader.id;
            let token = replies::create_seat_link(app, connection, (mail.game, account), Some(seat)).await?;
            context.page = Some(format!("{}/seat/{token}", app.settings.http.public_url));
        }
        Ok(context)
    }

    fn button(&self, label: &'static str) -> Option<(&'static str, String)> {
        self.page.clone().map(|page| (label, page))
    }

    fn must_have_no_seat(&self) -> Result<(), Withheld> {
        if self.is_member() { Err(Withheld::SeatTaken) } else { Ok(()) }
    }

    fn holds_seat(&self) -> bool {
        self.game.present.accounts.get(usize::from(self.seat)) == Some(&Some(self.reader.id))
    }

    fn is_member(&self) -> bool {
        self.game.present.accounts.contains(&Some(self.reader.id))
    }

    fn bot(&self) -> Option<&str> {
        self.game.present.bots.get(usize::from(self.seat))?.as_deref()
    }

    /// An instant as the reader's clock shows it, in their language.
    fn when(&self, at: Instant) -> String {
        when(at, &self.reader.time_zone, &self.reader.language)
    }

    /// The texts for the reader; they may name the game, the seat, and what stands in `values`.
    fn texts<'v>(&self, values: impl IntoIterator<Item = (&'v str, minijinja::Value)>) -> EmailTexts {
        let ruleset = self.game.ruleset.name();
        let about = [
            ("table", game_name(&self.name, ruleset).into()),
            ("title", ruleset.into()),
            ("seat", usize::from(self.seat).into()),
        ];
        let me = self.holds_seat().then_some(usize::from(self.seat));
        let language = texts::code(&self.reader.language);
        let reader = Reader { language, me, players: players(language, &self.seats) };
        EmailTexts::new(&self.reader.language, reader, about.into_iter().chain(values), self.link.as_deref())
    }
}

/// The name of each player, by seat.
fn players(language: &str, seats: &[ShownSeat]) -> Vec<String> {
    let catalogue = Catalogue::read(emails(language));
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    let bot = |name: &str| {
        let template = catalogue.text("words", "bot").unwrap_or_default();
        renderer.phrase(template, minijinja::context! { name })
    };
    let name =
        |seat: &ShownSeat| seat.name.clone().or_else(|| seat.bot.as_deref().map(bot)).unwrap_or_default();
    seats.iter().map(name).collect()
}
