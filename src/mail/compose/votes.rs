//! Mails about votes and seats of a game in play. May know the game, its players and its votes, but never a view, since
//! the reader of such a mail may have no seat, or none any more.

use minijinja::value::Serde;
use uuid::Uuid;

use super::{GameDraft, GameMail, outlined};
use crate::error::Error;
use crate::mail::layout::{EmailOutline, EmailTexts};
use crate::mail::mailer::Unsent;
use crate::notifications::{VoteGuard, Withheld};
use crate::service::bot_names::{NamedSeat, bot_names};
use crate::service::loaded_game::LoadedGame;
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::pictures::names;
use crate::service::replies::{NewReplyAddress, create_reply_address};
use crate::service::votes::{self, Vote, VoteStatus};
use crate::service::{App, Ctx};
use crate::store::reply_addresses::ReplyTopic;
use crate::store::seats::ShownSeat;
use crate::store::{accounts, blocks, games, operators, seats};
use crate::texts::{self, Reader, when};
use crate::time_control::Instant;
use rules::Seat;

/// The draft of a mail; withheld when its guard no longer holds.
pub(super) async fn draft(ctx: &mut Ctx, mail: &GameMail<'_>, guard: VoteGuard) -> Result<GameDraft, Unsent> {
    let context = VoteEmailContext::load(ctx, mail).await?;
    let is_in_play = context.game.present.status.is_in_play();
    match guard {
        VoteGuard::NoSeat => {
            context.must_have_no_seat()?;
            let link = mail_links::create_account_link(ctx, mail.account).await?;
            let outline = EmailOutline {
                button: Some(("button_account", url(&ctx.app, "account", &link))),
                notes: vec!["link_note_account", "why_table"],
                ..EmailOutline::default()
            };
            Ok(context.outlined(mail, outline, None, []))
        }
        _ if !is_in_play => Err(Withheld::GameNotInPlay.into()),
        VoteGuard::SeatOfferOpen => {
            context.must_have_no_seat()?;
            offer(ctx, &context, mail).await
        }
        _ if !context.holds_seat() => Err(Withheld::SeatLeft.into()),
        VoteGuard::CaretakerPlays => {
            let bot = context.bot().ok_or(Withheld::CaretakerGone)?;
            let asks = ("button_come_back", "reply_caretaker");
            about_seat(ctx, (&context, mail), ReplyTopic::Caretaker, asks, vec![], [("bot", bot.into())])
                .await
        }
        VoteGuard::VoteClosed => {
            let vote = vote(ctx, &context, mail).await?.ok_or(Withheld::VoteClosed)?;
            if vote.status == VoteStatus::Open {
                return Err(Withheld::VoteOpen.into());
            }
            let (asks, facts) = (("button_look", "reply_game"), vec!["vote", "decided"]);
            let values = context.about(&vote);
            about_seat(ctx, (&context, mail), ReplyTopic::Game, asks, facts, values).await
        }
        VoteGuard::BallotMissing => {
            let vote = vote(ctx, &context, mail).await?.ok_or(Withheld::VoteClosed)?;
            if vote.status != VoteStatus::Open || !vote.voters.contains(&context.seat) {
                return Err(Withheld::VoteClosed.into());
            }
            if vote.ballots.iter().any(|ballot| ballot.seat == context.seat) {
                return Err(Withheld::BallotCast.into());
            }
            let (asks, facts) = (("button_vote", "reply_vote"), vec!["vote", "needed", "expires"]);
            let values = context.about(&vote);
            about_seat(ctx, (&context, mail), ReplyTopic::Vote, asks, facts, values).await
        }
    }
}

fn url(app: &App, page: &str, link: &str) -> String {
    format!("{}/{page}/{link}", app.settings.http.public_url)
}

/// The vote that the mail is about.
async fn vote(ctx: &mut Ctx, context: &VoteEmailContext, mail: &GameMail<'_>) -> Result<Option<Vote>, Error> {
    match mail.mail.decision.as_deref().map(Uuid::try_parse) {
        Some(Ok(vote)) => votes::read(ctx, &context.game, vote).await,
        _ => Ok(None),
    }
}

/// The draft for a player who has a seat. The pair of names is the label of the button and the hint at what can be
/// replied.
async fn about_seat<'v>(
    ctx: &mut Ctx,
    (context, mail): (&VoteEmailContext, &GameMail<'_>),
    topic: ReplyTopic,
    (button, reply_text): (&'static str, &'static str),
    facts: Vec<&'static str>,
    values: impl IntoIterator<Item = (&'v str, minijinja::Value)>,
) -> Result<GameDraft, Unsent> {
    let seat = Some(context.seat);
    let link = mail_links::create_seat_link(ctx, (mail.game, mail.account), seat, LinkOrigin::Mail).await?;
    let decision = mail.mail.decision.as_deref().filter(|_| topic == ReplyTopic::Vote);
    let address =
        NewReplyAddress { seat, decision, ..NewReplyAddress::of(topic, mail.game, Some(mail.account)) };
    let reply = create_reply_address(ctx, address).await?;
    let outline = EmailOutline {
        facts,
        button: Some((button, url(&ctx.app, "seat", &link))),
        reply: reply.as_ref().map(|_| reply_text),
        notes: vec!["link_note", "why"],
        ..EmailOutline::default()
    };
    Ok(context.outlined(mail, outline, reply, values))
}

/// The draft for an account without a seat in the game, which is offered one.
async fn offer(ctx: &mut Ctx, context: &VoteEmailContext, mail: &GameMail<'_>) -> Result<GameDraft, Unsent> {
    let until = seats::offer_to(&mut ctx.db, mail.game, mail.seat, mail.account).await?;
    let until = until.filter(|until| *until > ctx.app.now() && !context.game.has_resigned(context.seat));
    let until = until.ok_or(Withheld::OfferClosed)?;
    let proposer = vote(ctx, context, mail).await?.map(|vote| usize::from(vote.opened_by));
    let proposer = proposer.and_then(|seat| context.game.present.accounts.get(seat).copied().flatten());
    if let Some(proposer) = proposer
        && blocks::exists(&mut ctx.db, mail.account, proposer).await?
    {
        return Err(Withheld::SenderUnwelcome.into());
    }
    let place = (mail.game, context.seat);
    let link = mail_links::create_seat_offer_link(ctx, place, mail.account, LinkOrigin::Mail).await?;
    let address = NewReplyAddress {
        seat: Some(context.seat),
        ..NewReplyAddress::of(ReplyTopic::SeatOffer, mail.game, Some(mail.account))
    };
    let reply = create_reply_address(ctx, address).await?;
    let outline = EmailOutline {
        facts: vec!["expires"],
        button: Some(("button_offer", url(&ctx.app, "offer", &link))),
        reply: reply.as_ref().map(|_| "reply_offer"),
        notes: vec!["link_note_invitation", "why_offered"],
        ..EmailOutline::default()
    };
    Ok(context.outlined(mail, outline, reply, [("until", context.when(until).into())]))
}

/// A game, its players, and the reader of the email.
struct VoteEmailContext {
    game: LoadedGame,
    /// The seat that the email is about.
    seat: Seat,
    name: String,
    seats: Vec<ShownSeat>,
    reader: accounts::AccountRow,
}

impl VoteEmailContext {
    /// Loads the game as it is now; withheld when the reader is gone or banned, or has not proved their address.
    async fn load(ctx: &mut Ctx, mail: &GameMail<'_>) -> Result<Self, Unsent> {
        let reader = accounts::find(&mut ctx.db, mail.account).await?;
        let reader = reader.filter(|row| row.deleted_at.is_none()).ok_or(Withheld::AccountDeleted)?;
        if reader.verified_at.is_none() {
            return Err(Withheld::AddressUnproved.into());
        }
        let seat = Seat::try_from(mail.seat);
        let seat = seat.map_err(|_| Unsent::Never(format!("there is no seat {}", mail.seat)))?;
        let stored = games::get(&mut ctx.db, mail.game).await?.ok_or(Withheld::GameGone)?;
        if operators::is_banned(&mut ctx.db, reader.id).await? {
            return Err(Withheld::AccountBanned.into());
        }
        let game = LoadedGame::open_for_worker(ctx, mail.game).await?;
        let seats = seats::shown(&mut ctx.db, &[mail.game]).await?;
        Ok(Self { game, seat, name: stored.name, seats, reader })
    }

    fn must_have_no_seat(&self) -> Result<(), Withheld> {
        if self.game.present.accounts.contains(&Some(self.reader.id)) {
            return Err(Withheld::SeatTaken);
        }
        Ok(())
    }

    fn holds_seat(&self) -> bool {
        self.game.present.accounts.get(usize::from(self.seat)) == Some(&Some(self.reader.id))
    }

    /// The name of the bot that plays the seat.
    fn bot(&self) -> Option<String> {
        let names = bot_names(self.game.id, self.seats.iter().map(NamedSeat::from));
        let name = names.into_iter().nth(usize::from(self.seat)).flatten();
        name.filter(|_| self.game.bot_of(self.seat).is_some())
    }

    /// An instant as the reader's clock shows it, in their language.
    fn when(&self, at: Instant) -> String {
        when(at, &self.reader.time_zone, &self.reader.language)
    }

    /// The values of a vote for the texts.
    fn about(&self, vote: &Vote) -> Vec<(&'static str, minijinja::Value)> {
        let status = Serde(vote.status).into();
        let more = [("status", status), ("until", self.when(vote.expires_at).into())];
        vote.facts(self.seat).into_iter().chain(more).collect()
    }

    /// The draft of an outline in the reader's language. Its texts may name the game, the seat, and `values`.
    fn outlined<'v>(
        &self,
        mail: &GameMail<'_>,
        outline: EmailOutline,
        reply: Option<String>,
        values: impl IntoIterator<Item = (&'v str, minijinja::Value)>,
    ) -> GameDraft {
        let language = texts::code(&self.reader.language);
        let ruleset = self.game.ruleset.as_ref();
        let about = [
            ("table", texts::game_name(&self.name, ruleset, language).into()),
            ("title", texts::title(ruleset, language).into()),
            ("seat", usize::from(self.seat).into()),
            ("replies", reply.is_some().into()),
        ];
        let me = self.holds_seat().then_some(usize::from(self.seat));
        let reader = Reader { language, me, players: players(self.game.id, &self.seats) };
        let texts = EmailTexts::new(&self.reader.language, reader, about.into_iter().chain(values));
        outlined(&texts, mail.entry.name, mail.message_id(), &outline, reply)
    }
}

/// The name of each player, by seat.
pub(super) fn players(game: Uuid, seats: &[ShownSeat]) -> Vec<String> {
    let bots = bot_names(game, seats.iter().map(NamedSeat::from));
    names(seats.iter().map(|seat| &seat.name).zip(&bots))
}
