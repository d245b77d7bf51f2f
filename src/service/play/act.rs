//! A seat answers a decision.

use uuid::Uuid;

use super::commit::{AtTable, Change, Request, commit};
use super::reply::{Reply, deadlines};
use super::told;
use super::tries::tries;
use crate::app::App;
use crate::error::{Code, Error};
use crate::service::history;
use crate::service::table::Table;
use crate::service::tag::Seen;
use crate::store::Connection;
use crate::work::Moved;
use rules::entry::PerformError;
use rules::{AnyGame, Author, Chance, Json, Refusal, Seat};

/// What somebody asks for.
#[derive(Debug)]
pub struct Act {
    pub game: Uuid,
    pub account: Uuid,
    /// The title that he thinks the game is of, if he says so.
    pub ruleset: Option<String>,
    pub decision: String,
    pub action: Json,
    /// The name of the request: a repeat under the same one has no second effect.
    pub key: Option<String>,
    /// What tells the body from another one under the same key.
    pub body: [u8; 32],
    /// What he has seen of the game, if it matters to him.
    pub seen: Seen,
}

/// Carries an action out, with everything that follows from it, or says why not and changes nothing.
pub async fn act(app: &App, connection: &mut Connection, act: &Act) -> Result<Reply, Error> {
    for _ in tries(Author::Seat.into_str()) {
        if let Some(reply) = attempt(app, connection, act).await? {
            return Ok(reply);
        }
    }
    Err(Code::Busy.problem())
}

/// One try; `None` when somebody else moved the game in between.
async fn attempt(app: &App, connection: &mut Connection, act: &Act) -> Result<Option<Reply>, Error> {
    let table = Table::open(app, connection, act.game, Some(act.account), act.key.as_deref()).await?;
    let seat = table.member()?;
    if let Some(reply) = earlier(connection, &table, seat, act).await? {
        return Ok(Some(reply));
    }
    // A repeat is answered whatever it names: what it has done itself has moved the game.
    act.seen.must_have(&table.tag(Some(seat)))?;
    let (base, mut game) = table.running()?;
    if table.present.bots.get(usize::from(seat)).is_some_and(Option::is_some) {
        return Err(Code::CaretakerPlays.problem());
    }
    judge(&table, game.as_ref(), seat, act)?;
    let before = game.awaiting();
    let mut chance = Chance::seeded(table.game_seed()?);
    let mut entries = game
        .perform(version(base)?, Author::Seat, Some(seat), &act.action, &mut chance)
        .map_err(|stopped| refused(&stopped))?;
    let at = app.now();
    let change = Change {
        table: &table,
        base,
        at,
        entries: &mut entries,
        before: &before,
        game: game.as_mut(),
        acting: Some(seat),
        request: act.key.as_deref().map(|key| Request { key, body: &act.body }),
        at_table: AtTable::default(),
    };
    let Some(committed) = commit(app, connection, change).await? else {
        return Ok(None);
    };
    app.wake.moved(Moved::Game(act.game));
    if committed.leaves_work {
        app.wake.call_workers();
    }
    let events = told::from_write(table.title.as_ref(), &entries, None, at, Some(seat))?;
    Ok(Some(Reply::of(
        table.title.id(),
        game.as_ref(),
        (base, committed.version),
        seat,
        events,
        &committed.deadlines,
    )))
}

/// Is the decision open for this seat, and does the action answer it?
fn judge(table: &Table, game: &dyn AnyGame, seat: Seat, act: &Act) -> Result<(), Error> {
    let title = table.title.id();
    if act.ruleset.as_deref().is_some_and(|ruleset| ruleset != title) {
        return Err(Code::InvalidField.field("ruleset", format!("This is a game of `{title}`.")));
    }
    let open = game.awaiting();
    if !open.iter().any(|decision| decision.id == act.decision && decision.seat == seat) {
        return Err(not_open(game, open.iter().any(|decision| decision.id == act.decision), &act.decision));
    }
    match game.decision_for(seat, &act.action)? {
        Some(answered) if answered.id == act.decision => Ok(()),
        Some(other) => Err(wrong_phase(format!("This action answers {}, not this decision.", other.id))),
        None => Err(wrong_phase("This action answers no decision that is open for your seat.".to_owned())),
    }
}

fn not_open(game: &dyn AnyGame, for_another: bool, decision: &str) -> Error {
    if for_another && !game.is_shared(decision) {
        return Code::NotYourDecision.problem();
    }
    match game.closed_code(decision) {
        "offer_closed" => Code::OfferClosed.problem(),
        _ => Code::DecisionClosed.problem(),
    }
}

fn wrong_phase(sentence: String) -> Error {
    Refusal::new("wrong_phase", sentence).of("action.type").into()
}

fn refused(stopped: &PerformError) -> Error {
    match stopped {
        // Found gone by the rules or by the decision's id: the client has to look again in either case.
        PerformError::Refused(refusal) if refusal.code == "offer_closed" => Code::OfferClosed.problem(),
        PerformError::Refused(refusal) => refusal.clone().into(),
        PerformError::Unsettled(error) => {
            Error::Internal(format!("an action was not followed through: {error}"))
        }
    }
}

fn version(base: i64) -> Result<u64, Error> {
    u64::try_from(base).map_err(|_| Error::Internal(format!("a running game at version {base}")))
}

/// The answer that the same request got before, rebuilt from the log.
async fn earlier(
    connection: &mut Connection,
    table: &Table,
    seat: Seat,
    act: &Act,
) -> Result<Option<Reply>, Error> {
    let present = &table.present;
    let (Some(first), Some(last)) = (present.earlier_version, present.earlier_last) else { return Ok(None) };
    if present.earlier_body.as_deref() != Some(act.body.as_slice()) {
        return Err(Code::KeyReused.problem());
    }
    let entries = history::between(connection, table, first - 1, last).await?;
    let events = told::from_log(table.title.as_ref(), &entries, Some(seat))?;
    let game = history::game_at(connection, table, last).await?;
    let deadlines = deadlines(entries.last().and_then(|entry| entry.deadlines.as_deref()))?;
    Ok(Some(Reply::of(table.title.id(), game.as_ref(), (first - 1, last), seat, events, &deadlines)))
}
