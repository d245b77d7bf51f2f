//! What was collected and still holds.

use lettre::address::Address;
use minijinja::context;

use super::line::Line;
use crate::app::App;
use crate::error::Error;
use crate::notices::kind::{self, Kind};
use crate::notices::table::{lobby, seat};
use crate::notices::talk;
use crate::notices::texts::{Catalogue, Reader, Speech};
use crate::service::lobby::MailKind;
use crate::service::notice_settings::{Habits, Topic, Way};
use crate::service::votes;
use crate::store::mail_collections::{self, Claimed};
use crate::store::occasion::{self, Occasion};
use crate::store::reading::Reading;
use crate::store::{Connection, games, notice_settings, outbox};

/// A line for each notice that still holds and is still wanted, oldest first.
pub async fn lines(
    app: &App,
    connection: &mut Connection,
    mail: &Claimed,
    catalogue: &Catalogue,
    to: &Address,
    domain: &str,
) -> Result<Vec<Line>, Error> {
    let mut lines = Vec::new();
    for notice in mail_collections::notices(connection, mail.id).await? {
        if is_wanted(connection, &notice).await?
            && let Some(said) = said(app, connection, &notice, catalogue, to, domain).await?
        {
            lines.push(line(app, connection, &notice, said).await?);
        }
    }
    for table in mail_collections::table_mails(connection, mail.id).await? {
        if is_wanted(connection, &table).await?
            && let Some(kind) = MailKind::of(&table.kind)
            && let Some(letter) = lobby::letter(app, connection, kind, &table, to, domain).await?
        {
            lines.push(line(app, connection, &table, letter.says.subject).await?);
        }
    }
    Ok(lines)
}

/// Does the reader still want such notices?
async fn is_wanted(connection: &mut Connection, notice: &impl Reading) -> Result<bool, Error> {
    let accounts: Vec<_> = notice.account().into_iter().collect();
    let held = notice_settings::held(connection, &accounts, &[notice.game()]).await?;
    let way = held.first().map(Habits::of).zip(Topic::of_kind(notice.kind()));
    Ok(way.is_none_or(|(habits, topic)| habits.way(topic) != Way::Never))
}

/// What a notice says in a few words, if it still holds.
async fn said(
    app: &App,
    connection: &mut Connection,
    notice: &outbox::Claimed,
    catalogue: &Catalogue,
    to: &Address,
    domain: &str,
) -> Result<Option<String>, Error> {
    if notice.kind == talk::KIND {
        let letter = talk::letter(app, connection, notice, to, domain).await?;
        return Ok(letter.map(|letter| letter.says.subject));
    }
    if let Some(kind) = votes::NoticeKind::of(&notice.kind) {
        return Ok(seat::says(app, connection, kind, notice, None).await?.map(|says| says.subject));
    }
    let Some(kind) = Kind::of(&app.rulesets, &notice.kind) else { return Ok(None) };
    let occasion = occasion::now(connection, notice).await?;
    let Some(occasion) = occasion.filter(|occasion| kind::holds(kind, notice, occasion)) else {
        return Ok(None);
    };
    let title = app.ruleset(&occasion.ruleset)?.name();
    Ok(Some(subject(kind, notice, &occasion, title, catalogue)))
}

fn subject(
    kind: Kind,
    notice: &outbox::Claimed,
    occasion: &Occasion,
    title: &str,
    catalogue: &Catalogue,
) -> String {
    let speech = Speech::new(Reader::default(), catalogue, None);
    let say = |section: &str, key: &str, context| {
        speech.as_it_is(catalogue.text(section, key).unwrap_or_default(), context)
    };
    let table = if occasion.name.is_empty() || occasion.name == title {
        let me = usize::try_from(notice.seat).ok();
        let others = occasion.people.iter().enumerate().filter(|(seat, _)| Some(*seat) != me);
        let others: Vec<String> = others.filter_map(|(_, name)| name.clone()).collect();
        say("words", "unnamed", context! { title, others })
    } else {
        occasion.name.clone()
    };
    say("subject", kind.word(), context! { table, title })
}

async fn line(
    app: &App,
    connection: &mut Connection,
    notice: &impl Reading,
    text: String,
) -> Result<Line, Error> {
    let game = notice.game();
    let stored = games::get(connection, game).await?;
    let table = match stored {
        Some(stored) if !stored.name.is_empty() => stored.name,
        Some(stored) => app.ruleset(&stored.ruleset)?.name().to_owned(),
        None => String::new(),
    };
    let url = format!("{}/v1/games/{game}", app.settings.http.public_url);
    Ok(Line { game, table, text, url })
}
