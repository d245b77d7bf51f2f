//! What an order would do now.

use serde::Serialize;
use uuid::Uuid;

use super::seat_in_play;
use super::set::Asked;
use crate::app::App;
use crate::error::Error;
use crate::service::table::Table;
use crate::store::Connection;
use rules::Json;
use rules::schemas::{AnyAction, AnyOrder};

/// What an order would do now if it were the only one.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Rehearsal {
    /// The title, in whose terms it is.
    pub ruleset: &'static str,
    /// The version of the game that this holds for.
    pub version: i64,
    /// The order as it would be kept.
    #[schema(value_type = AnyOrder)]
    pub order: Json,
    /// The decision that it would answer; null: none that is open now.
    pub decision: Option<String>,
    /// What it would answer.
    #[schema(value_type = Option<AnyAction>)]
    pub action: Option<Json>,
}

/// Tries an order of `account` and keeps nothing. Errors: `game_not_found`, `not_a_member`, `game_not_running`,
/// `seat_resigned`, `invalid_field`; refused: `malformed_order`, `invalid_order`.
pub async fn dry_run(
    app: &App,
    connection: &mut Connection,
    game: Uuid,
    account: Uuid,
    asked: &Asked,
) -> Result<Rehearsal, Error> {
    let table = Table::open(app, connection, game, Some(account), None).await?;
    let seat = seat_in_play(&table, asked.ruleset.as_deref())?;
    let (version, game) = table.in_play()?;
    let order = game.accept_order(seat, &asked.order)?;
    let choice = game.dry_run(seat, &order);
    let (decision, action) = choice.map(|choice| (choice.decision, choice.action)).unzip();
    Ok(Rehearsal { ruleset: table.title.id(), version, order, decision, action })
}
