//! The start: seats are dealt, the game is set up, and whoever is asked first is called.

use super::changes::{TableChange, note};
use super::create::raw;
use super::terms::Terms;
use crate::app::App;
use crate::error::Error;
use crate::record::DEAL;
use crate::service::availability;
use crate::service::play::{AtTable, Change, commit};
use crate::service::table::Table;
use crate::store::games::Game;
use crate::store::invitations::{self, CLOSED};
use crate::store::seats::SeatRow;
use crate::store::{Connection, games, seats, write};
use rules::{Chance, chance};

/// Starts the game with these people and bots, in the order of joining. The caller holds its row.
pub async fn start(
    app: &App,
    connection: &mut Connection,
    stored: &Game,
    joined: Vec<SeatRow>,
) -> Result<(), Error> {
    let game = stored.id;
    let broken = |what: &str| Error::Internal(format!("game {game} can't start: {what}"));
    let secret = games::secret(connection, game).await?.and_then(|secret| secret.try_into().ok());
    let secret = secret.ok_or_else(|| broken("its secret is gone"))?;
    let seed = chance::game_seed(&secret, joined.iter().map(|joiner| joiner.entropy.as_slice()));
    let mut chance = Chance::seeded(seed);
    chance.begin(0);
    let dealt = deal(stored, joined, &mut chance);
    seats::clear(connection, game).await?;
    seats::take(connection, &dealt).await?;
    let clock = Terms::of(stored)?.timing()?;
    games::start(connection, game, &seed, clock.as_deref(), app.now()).await?;
    if clock.is_some() {
        availability::copy_to(connection, game, &dealt).await?;
    }
    invitations::decide(connection, game, None, CLOSED, app.now()).await?;
    note(app, connection, game, &[TableChange::GameStarted {}]).await?;
    set_up(app, connection, stored, &mut chance).await
}

/// The seats as they are played: dealt by the first draw of entry 0, or taken in the order of joining.
fn deal(game: &Game, joined: Vec<SeatRow>, chance: &mut Chance) -> Vec<SeatRow> {
    let count = u32::try_from(joined.len()).unwrap_or(u32::MAX);
    let order = if game.deal_seats { chance.shuffle(DEAL, count) } else { (0..count).collect() };
    let in_order = order.iter().filter_map(|&original| joined.get(original as usize).cloned());
    (0..).zip(in_order).map(|(seat, joiner)| SeatRow { seat, ..joiner }).collect()
}

async fn set_up(
    app: &App,
    connection: &mut Connection,
    stored: &Game,
    chance: &mut Chance,
) -> Result<(), Error> {
    let broken = |what: String| Error::Internal(format!("game {} can't be set up: {what}", stored.id));
    let at = app.now();
    write::prepare(connection, stored.id, at).await?;
    let table = Table::open_for_worker(app, connection, stored.id).await?;
    let options = raw(stored.options.clone())?;
    let count = u8::try_from(stored.seat_count).map_err(|error| broken(error.to_string()))?;
    let mut game = table.title.blank(&options, count).map_err(|refusal| broken(refusal.to_string()))?;
    let mut entries = game.start(chance).map_err(|fault| broken(fault.to_string()))?;
    let change = Change {
        table: &table,
        base: -1,
        at,
        entries: &mut entries,
        before: &[],
        game: game.as_mut(),
        acting: None,
        request: None,
        at_table: AtTable::default(),
    };
    match commit(app, connection, change).await? {
        Some(_) => Ok(()),
        None => Err(broken("its place was taken".to_owned())),
    }
}
