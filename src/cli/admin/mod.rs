//! `althing admin`: what operators do at the shell of the server, without logging in and without mail.
//!
//! Calls the same use cases as `/v1/admin`, and is recorded in the same audit log. Who may run it is decided by the
//! system: who can open the database can do everything anyway.

mod accounts;
mod dead_letters;
mod games;
mod open;
mod queues;
mod table;

use clap::Subcommand;
use serde::Serialize;

use super::{Outcome, say, say_json};
use crate::error::Error;
use crate::service::operators::OperatorReason;
use crate::service::page::Page;

#[derive(clap::Args)]
pub struct AdminArguments {
    /// For programs.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    deed: Deed,
}

#[derive(Subcommand)]
enum Deed {
    /// Lists accounts, or shows one.
    #[command(subcommand)]
    Accounts(accounts::AccountsCommand),
    /// Makes an account, and prints the link that sets its password. Its address counts as verified.
    Create(accounts::CreateArguments),
    /// Takes the address of an account as verified, without a mail.
    Verify(accounts::AccountArgument),
    /// Prints a link that sets a new password, once; it is valid as long as a mailed one.
    ResetPassword(accounts::AccountArgument),
    /// Makes an account an operator, who may use everything under /v1/admin.
    MakeOperator(accounts::AccountArgument),
    /// Takes that back.
    RemoveOperator(accounts::AccountArgument),
    /// Ends the sessions and tokens of an account, and lets nobody log in to it.
    Ban(accounts::BanArguments),
    /// Lifts a ban.
    Unban(accounts::AccountArgument),
    /// Shows what happened to the security of an account, or what was done at the shell.
    Audit(accounts::AuditArguments),
    /// Lists games, or shows one.
    #[command(subcommand)]
    Games(games::GamesCommand),
    /// Ends a game without a result, for everyone to see.
    Void(games::VoidArguments),
    /// Shows what waits in each queue of work, and for how long.
    Queues,
    /// Lists mails that were given up, or has them tried again.
    #[command(subcommand)]
    DeadLetters(dead_letters::DeadLettersCommand),
}

pub fn run(file: Option<&str>, arguments: AdminArguments) -> Outcome {
    let form = Form { is_json: arguments.json };
    match arguments.deed {
        Deed::Accounts(command) => accounts::list_or_show(file, form, command),
        Deed::Create(arguments) => accounts::create(file, form, arguments),
        Deed::Verify(account) => accounts::verify(file, form, &account),
        Deed::ResetPassword(account) => accounts::reset_password(file, form, &account),
        Deed::MakeOperator(account) => accounts::make_operator(file, form, &account),
        Deed::RemoveOperator(account) => accounts::remove_operator(file, form, &account),
        Deed::Ban(arguments) => accounts::ban(file, form, arguments),
        Deed::Unban(account) => accounts::unban(file, form, &account),
        Deed::Audit(arguments) => accounts::audit_log(file, form, &arguments),
        Deed::Games(command) => games::list_or_show(file, form, command),
        Deed::Void(arguments) => games::void(file, form, arguments),
        Deed::Queues => queues::run(file, form),
        Deed::DeadLetters(command) => dead_letters::run(file, form, command),
    }
}

/// How many things are listed unless more are asked for.
const USUAL: u16 = 20;
/// The most that the use cases list at once.
const AT_ONCE: u16 = 100;

/// The first `limit` things of a list that comes in pages; `page` gives the one at a cursor, with so many things at most.
async fn first<T>(
    limit: u16,
    mut page: impl AsyncFnMut(u16, Option<String>) -> Result<Page<T>, Error>,
) -> Result<Vec<T>, Error> {
    let mut found = Vec::new();
    let (mut left, mut cursor) = (limit, None);
    while left > 0 {
        let Page { items, next_cursor, .. } = page(left.min(AT_ONCE), cursor).await?;
        left = left.saturating_sub(u16::try_from(items.len()).unwrap_or(u16::MAX));
        found.extend(items);
        cursor = next_cursor;
        if cursor.is_none() {
            break;
        }
    }
    Ok(found)
}

/// How results are printed.
#[derive(Debug, Clone, Copy)]
struct Form {
    is_json: bool,
}

impl Form {
    /// Prints a result: as JSON for programs, in these words for people.
    fn tell(self, value: &impl Serialize, words: impl FnOnce() -> String) -> Result<(), String> {
        if self.is_json {
            return say_json(value);
        }
        say(&words());
        Ok(())
    }
}

/// Why something is done to an account or a game.
#[derive(clap::Args)]
struct ReasonArgument {
    /// Stays in the audit log, where the person concerned can read it.
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

impl From<ReasonArgument> for OperatorReason {
    fn from(argument: ReasonArgument) -> Self {
        Self { reason: argument.reason }
    }
}
