//! How often a caller may do something, in all processes together.
//!
//! Requests that are made all the time (views, legal actions, events, acting) are not counted: they cost little, and
//! counting would cost more.

use std::net::IpAddr;

use chrono::TimeDelta;
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::identity::{self, Name};
use crate::config::{Limit, LimitSettings};
use crate::error::{Code, Error, More, Sentence};
use crate::service::{App, Ctx};
use crate::store::rate_limits::{self, CountResult, CountedEvent};
use crate::telemetry::metrics;

#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum CountedAction {
    Register,
    LogIn,
    LogInFailures,
    LogInFailuresPerName,
    Mail,
    CreateGame,
    Invite,
    Message,
    Stream,
    Feed,
    Search,
    Costly,
    Change,
}

impl CountedAction {
    /// The name of its limit, as in the settings.
    pub fn word(self) -> &'static str {
        self.into_str()
    }

    /// How often it may be done.
    pub fn limit(self, settings: &LimitSettings) -> Limit {
        match self {
            Self::Register => settings.register,
            Self::LogIn => settings.log_in,
            Self::LogInFailures => settings.log_in_failures,
            Self::LogInFailuresPerName => settings.log_in_failures_per_name,
            Self::Mail => settings.mail,
            Self::CreateGame => settings.create_game,
            Self::Invite => settings.invite,
            Self::Message => settings.message,
            Self::Stream => settings.stream,
            Self::Feed => settings.feed,
            Self::Search => settings.search,
            Self::Costly => settings.costly,
            Self::Change => settings.change,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LimitSubject {
    /// An account, wherever it calls from.
    Account(Uuid),
    /// All who send mail about a game and are not known by their address as an account.
    Game(Uuid),
    /// All who call from a network address.
    Address(IpAddr),
}

impl LimitSubject {
    fn name(self) -> String {
        match self {
            Self::Account(account) => account.to_string(),
            Self::Game(game) => game.to_string(),
            Self::Address(address) => subscriber(address).to_string(),
        }
    }
}

/// The network that is counted for an address: of IPv6 its first half, since one subscriber has a whole /64 to choose
/// from.
pub fn subscriber(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [first, second, third, fourth, ..] = address.segments();
            IpAddr::V6([first, second, third, fourth, 0, 0, 0, 0].into())
        }
        address => address,
    }
}

/// Counts one more. Error: `too_many_requests`, which says when to try again.
pub async fn take(ctx: &mut Ctx, counted: CountedAction, subject: LimitSubject) -> Result<(), Error> {
    take_several(ctx, counted, subject, 1).await.map_err(|(error, _)| error).map(|_| ())
}

/// How much of a limit is used up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitUse {
    pub limit: Limit,
    /// How many more may come now.
    pub remaining: u32,
    /// After how many seconds the whole limit is free again.
    pub free_in: u64,
}

/// Counts `many` more, or none of them; gives how much of the limit is then used, also with the error; `None` where
/// nothing is counted. Error: `too_many_requests`.
pub async fn take_several(
    ctx: &mut Ctx,
    counted: CountedAction,
    subject: LimitSubject,
    many: u32,
) -> Result<Option<LimitUse>, (Error, Option<LimitUse>)> {
    let settings = &ctx.app.settings.limits;
    if !settings.enabled || many == 0 {
        return Ok(None);
    }
    let limit = counted.limit(settings);
    let bucket = bucket(counted, &subject.name());
    let one = event(&ctx.app, limit, &bucket);
    let share = one.share * i32::try_from(many).unwrap_or(i32::MAX);
    let taken = rate_limits::take(&mut ctx.db, CountedEvent { share, ..one }).await;
    let taken = taken.map_err(|error| (error.into(), None))?;
    let used = Some(LimitUse::of(limit, &one, &taken));
    match taken.wait {
        None => Ok(used),
        Some(wait) => {
            metrics::rate_limited(counted.word());
            Err((too_many(wait), used))
        }
    }
}

impl LimitUse {
    fn of(limit: Limit, one: &CountedEvent<'_>, taken: &CountResult) -> Self {
        let until_free = taken.empty_at.map_or(TimeDelta::zero(), |at| (at - one.now).max(TimeDelta::zero()));
        let (room, share) = (one.span - until_free, one.share);
        let share = share.num_microseconds().unwrap_or(i64::MAX).max(1);
        let remaining = room.num_microseconds().unwrap_or(0).max(0) / share;
        Self {
            limit,
            remaining: u32::try_from(remaining).unwrap_or(limit.count),
            free_in: seconds(until_free),
        }
    }
}

/// An attempt to log in, or to confirm an action with the password: counted as a failure until it succeeds.
#[derive(Debug, Clone, Copy)]
pub enum PasswordTry<'t> {
    /// By a name or mail address from a network address. Counted by both together, and by the name alone, whether or
    /// not any account has it: guesses from many addresses are limited, too.
    Stranger(&'t str, IpAddr),
    /// By a device that has logged in to the account before, with the session of that time. Counted by itself, so that
    /// strangers lock no owner out.
    Device(Uuid, Uuid),
    /// By a caller who is logged in.
    LoggedIn(Uuid),
}

impl PasswordTry<'_> {
    /// The bucket that a right password empties.
    fn own(&self) -> [u8; 32] {
        let subject = match self {
            Self::Stranger(login, from) => {
                format!("{}\0{}", LimitSubject::Address(*from).name(), spelled(login))
            }
            Self::Device(account, session) => format!("{account}\0{session}"),
            Self::LoggedIn(account) => account.to_string(),
        };
        bucket(CountedAction::LogInFailures, &subject)
    }

    /// The bucket shared with all attempts at the same name.
    fn shared(&self) -> Option<[u8; 32]> {
        match self {
            // By the name as it is given: counted by the account, it would show which name and address belong together.
            Self::Stranger(login, _) => Some(bucket(CountedAction::LogInFailuresPerName, &spelled(login))),
            Self::Device(..) | Self::LoggedIn(_) => None,
        }
    }
}

pub async fn password_tried(ctx: &mut Ctx, tried: PasswordTry<'_>) -> Result<(), Error> {
    // The own bucket first: an attempt that is refused there uses up nothing of the shared one.
    count(ctx, CountedAction::LogInFailures, &tried.own()).await?;
    let Some(shared) = tried.shared() else { return Ok(()) };
    match count(ctx, CountedAction::LogInFailuresPerName, &shared).await {
        Err(Error::Known(problem)) if problem.code == Code::TooManyRequests => {
            Err(Code::TooManyRequests.with(Sentence::TriedByMany, problem.more))
        }
        counted => counted,
    }
}

/// Takes the count of an attempt back, since it succeeded.
pub async fn password_right(ctx: &mut Ctx, tried: PasswordTry<'_>) -> Result<(), Error> {
    if !ctx.app.settings.limits.enabled {
        return Ok(());
    }
    rate_limits::clear(&mut ctx.db, &tried.own()).await?;
    if let Some(shared) = tried.shared() {
        // The attempts of others still count.
        let limit = CountedAction::LogInFailuresPerName.limit(&ctx.app.settings.limits);
        rate_limits::give_back(&mut ctx.db, event(&ctx.app, limit, &shared)).await?;
    }
    Ok(())
}

/// Spellings that differ in case only are the same login.
fn spelled(login: &str) -> String {
    let name = Name::try_from(login.to_owned()).map(|name| name.key().to_owned());
    name.unwrap_or_else(|_| identity::email_key(login))
}

fn bucket(counted: CountedAction, subject: &str) -> [u8; 32] {
    Sha256::digest(format!("{counted:?}\0{subject}")).into()
}

async fn count(ctx: &mut Ctx, counted: CountedAction, bucket: &[u8; 32]) -> Result<(), Error> {
    let settings = &ctx.app.settings.limits;
    if !settings.enabled {
        return Ok(());
    }
    match rate_limits::take(&mut ctx.db, event(&ctx.app, counted.limit(settings), bucket)).await?.wait {
        None => Ok(()),
        Some(wait) => Err(too_many(wait)),
    }
}

fn event<'b>(app: &App, limit: Limit, bucket: &'b [u8; 32]) -> CountedEvent<'b> {
    let span = TimeDelta::seconds(i64::from(limit.seconds));
    let share = span / i32::try_from(limit.count.max(1)).unwrap_or(i32::MAX);
    CountedEvent { bucket, now: app.now(), share, span }
}

/// Whole seconds, rounded up.
fn seconds(time: TimeDelta) -> u64 {
    u64::try_from(time.num_microseconds().unwrap_or(i64::MAX)).unwrap_or(0).div_ceil(1_000_000)
}

fn too_many(wait: TimeDelta) -> Error {
    let seconds = seconds(wait).max(1);
    Code::TooManyRequests.with(Sentence::TooOften { seconds }, More::RetryAfter(seconds))
}

/// Deletes counts that no longer matter.
pub async fn forget(ctx: &mut Ctx) -> Result<(), Error> {
    Ok(rate_limits::forget(&mut ctx.db, ctx.app.now()).await?)
}
