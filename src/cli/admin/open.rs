//! Opens the database for a deed of an operator, and says in one sentence what came of it.

use std::sync::Arc;

use crate::app::Secrets;
use crate::app::clock::SystemClock;
use crate::cli::{Outcome, block_on, start};
use crate::config::Settings;
use crate::database::Database;
use crate::error::Error;
use crate::service::audit::at_the_shell;
use crate::service::{App, Ctx};
use crate::store::{migrate, pool};
use crate::texts::FALLBACK;
use crate::workers::set_clock;

/// Does `deed` with a connection to the database, recorded as done at the shell.
pub fn with_service(file: Option<&str>, deed: impl AsyncFnOnce(&mut Ctx) -> Result<(), Failure>) -> Outcome {
    let settings = start::settings_with_quiet_log(file)?;
    let database = Database::open(&settings.database).map_err(|error| error.to_string())?;
    let done = opened(settings, &database, deed);
    database.close();
    done.map(|()| std::process::ExitCode::SUCCESS)
}

fn opened(
    settings: Settings,
    database: &Database,
    deed: impl AsyncFnOnce(&mut Ctx) -> Result<(), Failure>,
) -> Result<(), String> {
    let url = database.url();
    let app = Arc::new(App::new(settings, SystemClock::corrected(), Secrets::System)?);
    block_on(async {
        let pool = pool::open_with(&url, 1, &app.connections)?;
        let mut ctx = Ctx::acquire(&app, &pool).await.map_err(|error| sentence(&error))?;
        prepare(&mut ctx, &database.direct_url()).await
    })??;
    set_clock(&app, &url).map_err(|error| error.to_string())?;
    block_on(async {
        let pool = pool::open_with(&url, 1, &app.connections)?;
        let mut ctx = Ctx::acquire(&app, &pool).await.map_err(|error| sentence(&error))?;
        at_the_shell(deed(&mut ctx)).await.map_err(|Failure(sentence)| sentence)
    })?
}

/// Makes the tables of an empty database. Others must be as this program knows them: it may be another version than the
/// one that serves.
async fn prepare(ctx: &mut Ctx, url: &str) -> Result<(), String> {
    let schema = migrate::check(&mut ctx.db).await.map_err(|error| error.to_string())?;
    if let Some(newest) = schema.newer.last() {
        return Err(format!(
            "a newer version of Althing was here (its migration {newest} is not known to this one): run that one's program"
        ));
    }
    match (schema.ran, schema.pending.len()) {
        (_, 0) => Ok(()),
        (0, _) => migrate::up(url).map(|_| ()).map_err(|error| error.to_string()),
        (_, pending) => Err(format!(
            "{pending} migrations have not run: start this version of Althing, or run althing migrate, first"
        )),
    }
}

/// Why a deed was not done, in one sentence.
#[derive(Debug)]
pub struct Failure(pub String);

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self(sentence(&error))
    }
}

impl From<String> for Failure {
    fn from(sentence: String) -> Self {
        Self(sentence)
    }
}

/// What the API says about a problem; of what broke inside, what the API only logs.
fn sentence(error: &Error) -> String {
    if !matches!(error, Error::Known(_) | Error::Refused(_)) {
        return error.to_string();
    }
    let mistakes = error.mistakes().iter().map(|mistake| mistake.text.in_language(FALLBACK));
    let mistakes: Vec<_> = mistakes.collect();
    let detail = if mistakes.is_empty() { error.detail(FALLBACK).into_owned() } else { mistakes.join(" ") };
    match error.title(FALLBACK) {
        title if title == detail => title,
        title => format!("{title} {detail}"),
    }
}
