//! What the buttons of a player's own page send, and the use cases that they call.

use std::borrow::Cow;
use std::str::FromStr;

use serde::Deserialize;
use uuid::Uuid;

use super::credentials::TokenForm;
use super::news;
use super::times::{self, NightsForm, VacationForm};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::access::PageAccess;
use crate::http::pages::choices;
use crate::http::pages::device::Browser;
use crate::http::pages::invitation::new_player;
use crate::http::pages::link::{AfterPress, in_transaction};
use crate::notifications::{QuietHours, suppression};
use crate::service::access::personal_tokens;
use crate::service::accounts::{self, AccountExport, NewPlayer, UpdateAccount};
use crate::service::addresses::seat_page;
use crate::service::apps;
use crate::service::codes::CodePurpose;
use crate::service::deadlines;
use crate::service::devices::DeviceToken;
use crate::service::identity::EmailAddress;
use crate::service::limits::{self, CountedAction, LimitSubject};
use crate::service::loaded_game::LoadedGame;
use crate::service::lobby::{self, CreateGame, JoinGame, PROPOSED_ORDER_DELAY_SECONDS, StartRule};
use crate::service::mail_links::{self, LinkOrigin};
use crate::service::preferences::{self, UpdateDeliveryPreferences};
use crate::service::push;
use crate::service::recovery::{self, LinkRequest};
use crate::service::tag::Seen;
use crate::service::{App, Ctx, sessions};
use crate::store::accounts::AccountRow;
use crate::store::games::Visibility;
use crate::store::invitations;
use crate::store::pages::Place;
use rules::Seat;

/// What a button sends. All of a form are texts.
#[derive(Debug, Deserialize)]
#[serde(tag = "press", rename_all = "snake_case")]
pub enum AccountForm {
    /// The page of the player's seat in a game.
    Open {
        game: Uuid,
    },
    OpenInvitation {
        game: Uuid,
        invitation: Uuid,
    },
    OpenOffer {
        game: Uuid,
        seat: String,
    },
    /// Takes a seat in a game that is open to all.
    Join {
        game: Uuid,
    },
    /// Opens a game.
    Begin(NewGameForm),
    /// Signs up for a competition, or comes back into it.
    SignUp {
        competition: Uuid,
    },
    Withdraw {
        competition: Uuid,
    },
    /// Pairs a round of a competition that the player organises.
    PairRound {
        competition: Uuid,
        round: String,
    },
    /// Invites a player to a competition that the player organises.
    InvitePlayer {
        competition: Uuid,
        name: String,
    },
    JoinClub {
        club: Uuid,
        /// Is there where the button stands on the page of the club, and not in the list.
        on: Option<String>,
    },
    LeaveClub {
        club: Uuid,
        on: Option<String>,
    },
    /// Writes a message to the members of a club.
    SayInClub {
        club: Uuid,
        #[serde(default)]
        text: String,
    },
    RemoveClubMessage {
        club: Uuid,
        message: Uuid,
    },
    /// Answers a player who asked to join a club that this one organises.
    LetIntoClub {
        club: Uuid,
        account: Uuid,
    },
    TurnDownForClub {
        club: Uuid,
        account: Uuid,
    },
    SetProfile {
        name: String,
        language: String,
        time_zone: String,
        #[serde(default)]
        about: String,
        /// Ticked: nobody finds the player by the beginning of the name.
        unlisted: Option<String>,
    },
    SetMails(MailsForm),
    SetNights(NightsForm),
    BookVacation(VacationForm),
    CancelVacation {
        vacation: Uuid,
    },
    /// Mail a code for one of the forms below.
    MailCode {
        purpose: CodePurpose,
    },
    RememberDevice {
        code: String,
    },
    EndDevice {
        device: Uuid,
    },
    SignOut {},
    EndSession {
        session: Uuid,
    },
    MakeToken(TokenForm),
    EndToken {
        token: Uuid,
    },
    EndApp {
        app: Uuid,
    },
    ExportData {
        code: String,
    },
    DeleteAccount {
        code: String,
        sure: Option<String>,
    },
    /// Mail a link to set a password, for clients that ask for one.
    MailPasswordLink {},
    ResumeMail {},
    /// Make new addresses of feeds, or end them.
    RenewFeeds {},
    EndFeeds {},
    /// Subscribes the browser, whose script fills in the fields.
    SubscribePush(news::PushForm),
    TestPush {
        subscription: Uuid,
    },
    EndPush {
        subscription: Uuid,
    },
    /// End this link and all earlier ones.
    EndLinks {},
}

#[derive(Debug, Deserialize)]
pub struct NewGameForm {
    ruleset: String,
    #[serde(default)]
    name: String,
    seats: String,
    bots: String,
    visibility: Visibility,
    start: StartRule,
    clock: String,
    /// Missing where the page was opened before there was such a field: then as proposed.
    order_delay: Option<String>,
    #[serde(default)]
    description: String,
}

#[derive(Debug, Deserialize)]
pub struct MailsForm {
    quiet_from: String,
    quiet_to: String,
    warn_in_quiet: Option<String>,
    digest_hour: String,
    batch_minutes: String,
    hold_down_minutes: String,
}

impl AccountForm {
    /// The part of the page that the button stands on, as the address names it.
    pub fn part(&self) -> Option<Cow<'static, str>> {
        match self {
            Self::SayInClub { club, .. }
            | Self::RemoveClubMessage { club, .. }
            | Self::LetIntoClub { club, .. }
            | Self::TurnDownForClub { club, .. }
            | Self::JoinClub { club, on: Some(_) }
            | Self::LeaveClub { club, on: Some(_) } => Some(Cow::Owned(format!("club&id={club}"))),
            _ => self.named_part().map(Cow::Borrowed),
        }
    }

    fn named_part(&self) -> Option<&'static str> {
        match self {
            Self::Join { .. } | Self::Begin(_) => Some("games"),
            Self::SignUp { .. }
            | Self::Withdraw { .. }
            | Self::PairRound { .. }
            | Self::InvitePlayer { .. }
            | Self::JoinClub { .. }
            | Self::LeaveClub { .. } => Some("competitions"),
            Self::SetMails(_) => Some("mails"),
            Self::RenewFeeds {}
            | Self::EndFeeds {}
            | Self::SubscribePush(_)
            | Self::TestPush { .. }
            | Self::EndPush { .. } => Some("news"),
            Self::SetNights(_) | Self::BookVacation(_) | Self::CancelVacation { .. } => Some("times"),
            Self::MailCode { purpose } => Some(match purpose {
                CodePurpose::RememberDevice | CodePurpose::MakeToken | CodePurpose::LogIn => "access",
                CodePurpose::ExportData | CodePurpose::DeleteAccount => "settings",
            }),
            Self::RememberDevice { .. }
            | Self::EndDevice { .. }
            | Self::EndSession { .. }
            | Self::MakeToken(_)
            | Self::EndToken { .. }
            | Self::EndApp { .. } => Some("access"),
            Self::SetProfile { .. }
            | Self::MailPasswordLink {}
            | Self::ExportData { .. }
            | Self::DeleteAccount { .. } => Some("settings"),
            _ => None,
        }
    }
}

/// What follows a pressed button.
pub enum AfterAccountPress {
    Page(AfterPress),
    /// The browser is remembered from now on.
    Remembered(DeviceToken),
    /// The browser is not remembered any more: the name of a text.
    SignedOut(&'static str),
    /// The new token, which is shown once.
    TokenMade(String),
    Export(Box<AccountExport>),
}

impl From<AfterPress> for AfterAccountPress {
    fn from(next: AfterPress) -> Self {
        Self::Page(next)
    }
}

/// A button pressed on the page of an account.
pub struct AccountPress<'p> {
    pub access: PageAccess<'p>,
    pub account: &'p AccountRow,
    pub browser: &'p Browser,
    pub sent: &'p FormFields,
}

impl AccountPress<'_> {
    pub async fn carry_out(
        &self,
        ctx: &mut Ctx,
        form: Result<AccountForm, Error>,
    ) -> Result<AfterAccountPress, Error> {
        let account = self.account.id;
        let next = match form? {
            AccountForm::Open { game } => AfterPress::Elsewhere(self.seat(ctx, game, None).await?).into(),
            AccountForm::OpenInvitation { game, invitation } => {
                self.invitation(ctx, game, invitation).await?.into()
            }
            AccountForm::OpenOffer { game, seat } => self.offer(ctx, game, &seat).await?.into(),
            AccountForm::Join { game } => {
                self.count(ctx, CountedAction::Change).await?;
                ctx.transaction(async |tx| {
                    lobby::join(tx, game, account, JoinGame::default(), Seen::Nothing).await
                })
                .await?;
                AfterPress::Elsewhere(self.seat(ctx, game, Some("accepted")).await?).into()
            }
            AccountForm::Begin(new) => {
                self.count(ctx, CountedAction::CreateGame).await?;
                let request = new.request(&ctx.app, self.account)?;
                let game = ctx.transaction(async |tx| lobby::create(tx, account, request).await).await?;
                AfterPress::Elsewhere(self.seat(ctx, game.id, Some("begun")).await?).into()
            }
            AccountForm::SignUp { competition } => self.sign_up(ctx, competition).await?.into(),
            AccountForm::Withdraw { competition } => self.withdraw(ctx, competition).await?.into(),
            AccountForm::PairRound { competition, round } => {
                self.pair_round(ctx, competition, &round).await?.into()
            }
            AccountForm::InvitePlayer { competition, name } => {
                self.invite_player(ctx, competition, name).await?.into()
            }
            AccountForm::JoinClub { club, .. } => self.join_club(ctx, club).await?.into(),
            AccountForm::LeaveClub { club, .. } => self.leave_club(ctx, club).await?.into(),
            AccountForm::SayInClub { club, text } => self.say_in_club(ctx, club, text).await?.into(),
            AccountForm::RemoveClubMessage { club, message } => {
                self.remove_club_message(ctx, club, message).await?.into()
            }
            AccountForm::LetIntoClub { club, account } => {
                self.answer_applicant(ctx, club, account, true).await?.into()
            }
            AccountForm::TurnDownForClub { club, account } => {
                self.answer_applicant(ctx, club, account, false).await?.into()
            }
            AccountForm::SetProfile { name, language, time_zone, about, unlisted } => {
                let NewPlayer { name, language, time_zone } = new_player(&name, &language, &time_zone)?;
                let change = UpdateAccount {
                    name: Some(name),
                    language: Some(language),
                    time_zone: Some(time_zone),
                    about: Some(about),
                    searchable: Some(unlisted.is_none()),
                    shares_availability: None,
                    resume_mail: None,
                };
                let done = in_transaction!(ctx, accounts::change_profile(account, change), "profile_set");
                // Nights and days off follow the zone.
                deadlines::apply_availability(ctx, account).await;
                done.into()
            }
            AccountForm::SetMails(form) => {
                let change = form.preferences(self.sent)?;
                in_transaction!(ctx, preferences::set(account, change), "mails_set").into()
            }
            AccountForm::SetNights(form) => form.set(ctx, account, self.sent).await?.into(),
            AccountForm::BookVacation(form) => form.book(ctx, account).await?.into(),
            AccountForm::CancelVacation { vacation } => times::cancel(ctx, account, vacation).await?.into(),
            AccountForm::MailCode { purpose } => self.mail_code(ctx, purpose).await?.into(),
            AccountForm::RememberDevice { code } => self.remember_device(ctx, &code).await?,
            AccountForm::EndDevice { device } => self.end_device(ctx, device).await?,
            AccountForm::SignOut {} => self.sign_out(ctx).await?,
            AccountForm::EndSession { session } => {
                let done = in_transaction!(ctx, sessions::end_one(account, session), "session_ended");
                recovery::clear_credential_caches(&ctx.app);
                done.into()
            }
            AccountForm::MakeToken(form) => self.make_token(ctx, form).await?,
            AccountForm::EndToken { token } => {
                let done = in_transaction!(ctx, personal_tokens::end(account, token), "token_ended");
                recovery::clear_credential_caches(&ctx.app);
                done.into()
            }
            AccountForm::EndApp { app } => {
                let done = in_transaction!(ctx, apps::end(account, app), "app_ended");
                recovery::clear_credential_caches(&ctx.app);
                done.into()
            }
            AccountForm::ExportData { code } => self.export(ctx, &code).await?,
            AccountForm::DeleteAccount { code, sure } => self.delete(ctx, &code, sure.as_deref()).await?,
            AccountForm::MailPasswordLink {} => self.mail_password_link(ctx).await?.into(),
            AccountForm::ResumeMail {} => {
                suppression::resume(&mut ctx.db, account).await?;
                AfterPress::Page("mail_resumed").into()
            }
            AccountForm::RenewFeeds {} => {
                self.count(ctx, CountedAction::Change).await?;
                news::renew(ctx, self.account, self.access).await?.into()
            }
            AccountForm::SubscribePush(form) => {
                self.count(ctx, CountedAction::Change).await?;
                news::subscribe(ctx, self.account, self.access, form).await?.into()
            }
            AccountForm::TestPush { subscription } => {
                self.count(ctx, CountedAction::Costly).await?;
                in_transaction!(ctx, push::test(account, subscription), "push_tested").into()
            }
            AccountForm::EndPush { subscription } => {
                in_transaction!(ctx, push::delete(account, subscription), "push_ended").into()
            }
            AccountForm::EndFeeds {} => news::end(ctx, self.account).await?.into(),
            AccountForm::EndLinks {} => {
                ctx.transaction(async |tx| mail_links::end_account_links(tx, account).await).await?;
                match self.access {
                    PageAccess::Link(_) => {
                        AfterPress::Nowhere(self.account.language.clone(), "account_links_ended").into()
                    }
                    PageAccess::Device(_) => AfterAccountPress::SignedOut("all_ended"),
                }
            }
        };
        ctx.app.events.notify();
        Ok(next)
    }

    async fn mail_password_link(&self, ctx: &mut Ctx) -> Result<AfterPress, Error> {
        self.count(ctx, CountedAction::Mail).await?;
        let email = EmailAddress::try_from(self.account.email.clone());
        let email = email.map_err(|_| Code::InvalidField.field("email", Sentence::MustBeEmail))?;
        recovery::request_link(ctx, LinkRequest::Reset, &email, None).await?;
        Ok(AfterPress::Page("password_mailed"))
    }

    /// The page of a seat that is offered to the player.
    async fn offer(&self, ctx: &mut Ctx, game: Uuid, seat: &str) -> Result<AfterPress, Error> {
        let seat: Seat = seat.parse().map_err(|_| Code::InvalidField.at("seat"))?;
        let (account, origin) = (self.account.id, self.origin());
        let link = mail_links::create_seat_offer_link(ctx, (game, seat), account, origin).await?;
        Ok(AfterPress::Elsewhere(format!("/offer/{link}")))
    }

    /// The origin of links that the page leads to: they end when the link of this page or its device ends.
    fn origin(&self) -> LinkOrigin<'_> {
        self.access.origin()
    }

    pub(super) async fn count(&self, ctx: &mut Ctx, counted: CountedAction) -> Result<(), Error> {
        limits::take(ctx, counted, LimitSubject::Account(self.account.id)).await
    }

    /// The address of the page of the player's seat.
    async fn seat(&self, ctx: &mut Ctx, game: Uuid, done: Option<&str>) -> Result<String, Error> {
        let account = self.account.id;
        let done = done.map(|done| format!("?done={done}")).unwrap_or_default();
        if self.access.device().is_some() {
            return Ok(format!("{}{done}", seat_page(game)));
        }
        let loaded = LoadedGame::open(ctx, game, Some(account), None).await?;
        let seat = loaded.member()?;
        let seat = loaded.present.version.map(|_| seat);
        let place = (game, account);
        let link = mail_links::create_seat_link(ctx, place, seat, self.origin()).await?;
        Ok(format!("/seat/{link}{done}"))
    }

    /// The page of an invitation that reaches the player.
    async fn invitation(&self, ctx: &mut Ctx, game: Uuid, invitation: Uuid) -> Result<AfterPress, Error> {
        let account = self.account.id;
        let reaching =
            invitations::ReachingFilter { account, game: Some(game), place: Place::Beginning, limit: 10 };
        let rows = invitations::reaching(&mut ctx.db, reaching).await?;
        let row = rows.iter().find(|row| row.id == invitation);
        let row = row.ok_or_else(|| Code::InvitationNotFound.problem())?;
        let (reader, origin) = (Some(account), self.origin());
        let link = mail_links::create_invitation_link(ctx, row, reader, origin).await?;
        Ok(AfterPress::Elsewhere(format!("/invite/{link}")))
    }
}

impl NewGameForm {
    fn request(self, app: &App, owner: &AccountRow) -> Result<CreateGame, Error> {
        let seats: u8 = number("seats", &self.seats)?;
        let bots: usize = number("bots", &self.bots)?;
        // The strongest is the last one.
        let bot = app.ruleset(&self.ruleset).ok().and_then(|ruleset| ruleset.bots().last().copied());
        let bots = vec![bot.unwrap_or_default().to_owned(); bots.min(usize::from(seats))];
        let clock = choices::clock(&self.clock)?;
        let order_delay = self.order_delay.as_deref().map(choices::order_delay).transpose()?;
        let name = Some(self.name.trim().to_owned()).filter(|name| !name.is_empty());
        Ok(CreateGame {
            name,
            visibility: self.visibility,
            bots,
            description: Some(self.description),
            language: Some(owner.language.clone()),
            start: self.start,
            clock: Some(clock),
            order_delay_seconds: Some(order_delay.unwrap_or(PROPOSED_ORDER_DELAY_SECONDS)),
            ..CreateGame::new(self.ruleset, seats)
        })
    }
}

/// The number that was typed into a field.
pub(super) fn number<T: FromStr>(field: &'static str, text: &str) -> Result<T, Error> {
    let number = text.trim().parse();
    number.map_err(|_| Code::InvalidField.field(field, Sentence::MustBeWholeNumber { or_null: false }))
}

impl MailsForm {
    fn preferences(self, sent: &FormFields) -> Result<UpdateDeliveryPreferences, Error> {
        let quiet_hours = match (self.quiet_from.as_str(), self.quiet_to.as_str()) {
            ("", _) | (_, "") => None,
            (from, to) => Some(QuietHours { from: number("quiet_from", from)?, to: number("quiet_to", to)? }),
        };
        let hold_down = match self.hold_down_minutes.trim() {
            "" => None,
            minutes => Some(number("hold_down_minutes", minutes)?),
        };
        Ok(UpdateDeliveryPreferences {
            modes: choices::mail_modes(sent)?,
            quiet_hours,
            warn_in_quiet_hours: self.warn_in_quiet.is_some(),
            digest_hour: Some(number("digest_hour", &self.digest_hour)?),
            batch_minutes: Some(number("batch_minutes", &self.batch_minutes)?),
            hold_down_minutes: hold_down,
        })
    }
}
