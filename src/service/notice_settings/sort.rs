//! Claimed mails are sorted by what their readers want of them.

use std::collections::HashMap;

use uuid::Uuid;

use super::{Course, Habits, Topic, Way};
use crate::app::App;
use crate::error::Error;
use crate::store::mail_collections::{self, Begun};
use crate::store::reading::{self, Kept, Reading};
use crate::store::{self, Connection, notice_settings};

/// Puts aside what is to be held, collected or not sent, and gives back what is to be sent now.
pub async fn sort<M: Reading>(
    app: &App,
    connection: &mut Connection,
    claimed: Vec<M>,
) -> Result<Vec<M>, Error> {
    let habits = habits(connection, &claimed).await?;
    let mut wanted = Vec::new();
    for mail in claimed {
        match course(app, &habits, &mail) {
            Course::Now => wanted.push(mail),
            other => put_aside(app, connection, &mail, other).await?,
        }
    }
    Ok(wanted)
}

type AllHabits = HashMap<(Uuid, Uuid), Habits>;

/// What the readers of these mails want, as far as they have set anything.
async fn habits(connection: &mut Connection, claimed: &[impl Reading]) -> Result<AllHabits, Error> {
    let pairs = claimed.iter().filter_map(|mail| Some((mail.account()?, mail.game())));
    let (accounts, games): (Vec<Uuid>, Vec<Uuid>) = pairs.unzip();
    if accounts.is_empty() {
        return Ok(AllHabits::new());
    }
    let held = notice_settings::held(connection, &accounts, &games).await?;
    Ok(held.iter().map(|held| ((held.account, held.game), Habits::of(held))).collect())
}

fn course(app: &App, habits: &AllHabits, mail: &impl Reading) -> Course {
    let habits = mail.account().and_then(|account| habits.get(&(account, mail.game())));
    match (habits, Topic::of_kind(mail.kind())) {
        (Some(habits), Some(topic)) => habits.course(topic, mail.written_at(), app.now()),
        (None, Some(topic)) if topic.default_way() == Way::Never => Course::Mute,
        _ => Course::Now,
    }
}

async fn put_aside(
    app: &App,
    connection: &mut Connection,
    mail: &impl Reading,
    course: Course,
) -> Result<(), Error> {
    let at = app.now();
    match (course, mail.account()) {
        (Course::Hold { until, why }, _) => {
            reading::keep(connection, mail, Kept::Held { until, why }).await?;
        }
        (Course::Collect { into, due_at }, Some(account)) => {
            let begun = Begun { id: app.new_id(), account, kind: into.word(), now: at, due_at };
            store::transaction(connection, async |connection| {
                let into = mail_collections::open(connection, &begun).await?;
                Ok(reading::keep(connection, mail, Kept::Collected { at, into }).await?)
            })
            .await?;
        }
        (Course::Mute, _) => {
            reading::keep(connection, mail, Kept::Muted { at }).await?;
        }
        (Course::Now | Course::Collect { .. }, _) => {}
    }
    Ok(())
}
