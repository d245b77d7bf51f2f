//! Mails that were given up.

use clap::Subcommand;
use serde_json::json;

use super::open::with_service;
use super::table::{at, in_line, table};
use super::{AT_ONCE, Form, USUAL};
use crate::cli::Outcome;
use crate::service::audit::SHELL;
use crate::service::operators::dead_letters::{self, DeadLetter};

#[derive(Subcommand)]
pub enum DeadLettersCommand {
    /// Lists them with the reason, those that were given up last first.
    List {
        /// How many at most, up to 100.
        #[arg(long, default_value_t = USUAL)]
        limit: u16,
    },
    /// Has one tried again.
    Retry {
        /// Its id, as the list shows it.
        letter: String,
    },
    /// Has all tried again.
    RetryAll,
}

pub fn run(file: Option<&str>, form: Form, command: DeadLettersCommand) -> Outcome {
    with_service(file, async |ctx| {
        match command {
            DeadLettersCommand::List { limit } => {
                let letters = dead_letters::page(&mut ctx.db, None, limit.clamp(1, AT_ONCE)).await?.items;
                let words = || {
                    let head = ["ID", "GIVEN UP", "KIND", "TRIES", "REASON", "PROBLEM"];
                    table(head, &letters.iter().map(row).collect::<Vec<_>>())
                };
                form.tell(&letters, words)?;
            }
            DeadLettersCommand::Retry { letter } => {
                ctx.transaction(async |tx| dead_letters::retry(tx, SHELL, &letter).await).await?;
                form.tell(&json!({"id": letter, "changed": true}), || {
                    format!("{}: is due again", in_line(&letter))
                })?;
            }
            DeadLettersCommand::RetryAll => {
                let retried = dead_letters::retry_all(ctx, SHELL).await?;
                form.tell(&retried, || format!("{} mails are due again", retried.retried))?;
            }
        }
        Ok(())
    })
}

fn row(letter: &DeadLetter) -> [String; 6] {
    let text = |text: &Option<String>| text.as_deref().map_or_else(|| "-".to_owned(), in_line);
    [
        letter.id.clone(),
        at(Some(letter.given_up_at)),
        letter.kind.clone(),
        letter.attempts.to_string(),
        text(&letter.reason),
        text(&letter.problem),
    ]
}
