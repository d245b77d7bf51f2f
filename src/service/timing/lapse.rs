//! Nobody answered in time: the rules answer, and after some lapses in a row a bot takes the seat over.

use uuid::Uuid;

use super::timed::Timed;
use crate::app::App;
use crate::clocks::Running;
use crate::error::Error;
use crate::notifications::MailKind;
use crate::service::calls::Notice;
use crate::service::play::{AtTable, Change, commit};
use crate::service::table::Table;
use crate::service::votes;
use crate::store::Connection;
use crate::store::games::Visibility;
use crate::store::ratings::{self, ReliabilityCounts};
use rules::{Author, Chance, Decision};

/// Plays what the rules provide for an absent seat. The caller holds the position of the game.
pub async fn lapse(
    app: &App,
    connection: &mut Connection,
    table: Table,
    timed: &Timed,
    over: &Running,
) -> Result<(), Error> {
    let seat = over.seat;
    let broken =
        |what: &str| Error::Internal(format!("{} of game {} can't lapse: {what}", over.decision, table.id));
    let (base, mut game) = table.running()?;
    let before = game.awaiting();
    let is_it = |decision: &&Decision| decision.seat == seat && decision.id == over.decision;
    let decision = before.iter().find(is_it).ok_or_else(|| broken("it is not open"))?;
    let action = game.lapse(decision).ok_or_else(|| broken("the rules have no answer"))?;
    let version = u64::try_from(base).map_err(|_| broken("the game has not begun"))?;
    let mut chance = Chance::seeded(table.game_seed()?);
    let mut entries = game
        .perform(version, Author::Lapse, Some(seat), &action, &mut chance)
        .map_err(|stopped| broken(&stopped.to_string()))?;
    let owner = table.present.accounts.get(usize::from(seat)).copied().flatten();
    let told =
        owner.map(|account| Notice { seat, kind: MailKind::LapsePlayed.name(), account, decision: None });
    let notices: Vec<Notice> = told.into_iter().collect();
    let change = Change {
        table: &table,
        base,
        at: app.now(),
        entries: &mut entries,
        before: &before,
        game: game.as_mut(),
        acting: Some(seat),
        request: None,
        at_table: AtTable { notices: &notices, ..AtTable::default() },
    };
    commit(app, connection, change).await?.ok_or_else(|| broken("it was moved while it was held"))?;
    count(connection, &table, owner).await?;
    let in_a_row = timed.clocks.seats.get(usize::from(seat)).map_or(0, |own| own.lapses) + 1;
    let Some(account) = owner.filter(|_| in_a_row >= timed.timing.caretaker_after) else { return Ok(()) };
    let bot = votes::caretaker(table.title.as_ref()).ok_or_else(|| broken("its title has no bots"))?;
    votes::entrust(app, connection, table.id, account, bot, votes::Owner::MayReturn).await
}

/// Whoever has sat down since is not to blame, so it is counted now and not at the end; and as results are, in public
/// games alone.
async fn count(connection: &mut Connection, table: &Table, owner: Option<Uuid>) -> Result<(), Error> {
    let Some(account_id) = owner.filter(|_| table.present.visibility == Visibility::Public) else {
        return Ok(());
    };
    Ok(ratings::add_reliability(
        connection,
        &ReliabilityCounts { account_id, lapses: 1, ..ReliabilityCounts::default() },
    )
    .await?)
}
