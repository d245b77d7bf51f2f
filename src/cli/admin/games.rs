//! What is done to games.

use clap::Subcommand;
use serde_json::json;
use uuid::Uuid;

use super::open::with_service;
use super::table::{at, in_line, table};
use super::{Form, ReasonArgument, USUAL, first};
use crate::cli::Outcome;
use crate::service::audit::SHELL;
use crate::service::operators::games::{self, GameForOperators, OperatorGameQuery, SeatForOperators};
use crate::service::operators::{self, OperatorReason};
use crate::store::games::Status;

#[derive(Subcommand)]
pub enum GamesCommand {
    /// Lists games, the newest first.
    List {
        /// Only those of this status: open, confirming, running, paused, finished, cancelled, expired or voided.
        #[arg(long)]
        status: Option<Status>,
        /// Only those of this ruleset.
        #[arg(long)]
        ruleset: Option<String>,
        /// Only those in which this account has a seat: its id, its whole name or its email address.
        #[arg(long)]
        account: Option<String>,
        /// How many at most.
        #[arg(long, default_value_t = USUAL)]
        limit: u16,
    },
    /// Shows a game, its players, and whom it waits for.
    Show {
        /// The id of the game.
        game: Uuid,
    },
}

#[derive(clap::Args)]
pub struct VoidArguments {
    /// The id of the game.
    game: Uuid,
    #[command(flatten)]
    reason: ReasonArgument,
}

pub fn list_or_show(file: Option<&str>, form: Form, command: GamesCommand) -> Outcome {
    with_service(file, async |ctx| match command {
        GamesCommand::Show { game } => {
            let (game, seats) = games::show(ctx, game).await?;
            Ok(form.tell(&json!({"game": game, "seats": seats}), || described(&game, &seats))?)
        }
        GamesCommand::List { status, ruleset, account, limit } => {
            let mut query = OperatorGameQuery { status, ruleset, account, ..OperatorGameQuery::default() };
            let page = async |limit, cursor| {
                (query.limit, query.cursor) = (Some(limit), cursor);
                games::page(ctx, &query).await
            };
            let found = first(limit, page).await?;
            let head = ["ID", "NAME", "RULESET", "STATUS", "CREATED", "LAST CHANGE", "WAITS FOR"];
            Ok(form.tell(&found, || table(head, &found.iter().map(row).collect::<Vec<_>>()))?)
        }
    })
}

fn row(game: &GameForOperators) -> [String; 7] {
    [
        game.id.to_string(),
        in_line(&game.name),
        game.ruleset.clone(),
        game.status.word().to_owned(),
        at(Some(game.created_at)),
        at(game.updated_at),
        waits_for(game),
    ]
}

/// Why a game does not go on by itself.
fn waits_for(game: &GameForOperators) -> String {
    match (game.status, game.awaited_seats) {
        (Status::Open, _) => format!("{} of {} seats", game.free_seats, game.seats),
        (Status::Confirming, _) => "players to confirm".to_owned(),
        (Status::Running, awaited) if awaited > 0 => match game.deadline {
            Some(_) => format!("{awaited} players, until {}", at(game.deadline)),
            None => format!("{awaited} players"),
        },
        _ => "-".to_owned(),
    }
}

fn described(game: &GameForOperators, seats: &[SeatForOperators]) -> String {
    let facts = format!(
        "id        {}\nname      {}\nruleset   {}\nstatus    {}\nseen by   {}\nowner     {}\ncreated   {}\nstarted   {}\nended     {}\n\
         changed   {}\nwaits for {}",
        game.id,
        in_line(&game.name),
        game.ruleset,
        game.status.word(),
        game.visibility.word(),
        game.owner,
        at(Some(game.created_at)),
        at(game.started_at),
        at(game.finished_at),
        at(game.updated_at),
        waits_for(game),
    );
    let cells = |seat: &SeatForOperators| {
        let name = seat.name.as_deref().map(in_line);
        let player = name.or_else(|| seat.bot.as_ref().map(|bot| format!("bot {bot}")));
        let state = match (seat.resigned_at, seat.awaited) {
            (Some(_), _) => "resigned".to_owned(),
            (None, true) => format!("awaited until {}", at(seat.deadline)),
            (None, false) => "-".to_owned(),
        };
        let account = seat.account.map_or_else(|| "-".to_owned(), |account| account.to_string());
        [seat.seat.to_string(), player.unwrap_or_else(|| "-".to_owned()), account, state]
    };
    let seats = table(["SEAT", "PLAYER", "ACCOUNT", "STATE"], &seats.iter().map(cells).collect::<Vec<_>>());
    format!("{facts}\n\n{seats}")
}

pub fn void(file: Option<&str>, form: Form, VoidArguments { game, reason }: VoidArguments) -> Outcome {
    let reason: OperatorReason = reason.into();
    with_service(file, async |ctx| {
        let reason = reason.text()?;
        ctx.transaction(async |tx| operators::void(tx, SHELL, game, &reason).await).await?;
        Ok(form.tell(&json!({"id": game, "changed": true}), || format!("{game}: is void"))?)
    })
}
