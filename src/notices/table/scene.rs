//! A table that is being played, and who reads about it.

use super::sheet::{Words, called};
use crate::app::App;
use crate::clock::Instant;
use crate::error::Error;
use crate::notices::texts::{Catalogue, Reader, Speech, notices};
use crate::notices::when::when;
use crate::service::table::Table;
use crate::store::outbox::Claimed;
use crate::store::seats::ShownSeat;
use crate::store::{Connection, accounts, games, operators, seats};
use rules::Seat;

/// A table, its people, and the reader of a notice.
pub struct Scene {
    pub table: Table,
    /// The seat that the notice is about.
    pub seat: Seat,
    name: String,
    seats: Vec<ShownSeat>,
    reader: accounts::AccountRow,
    /// Where mails of this kind are ended.
    link: Option<String>,
}

impl Scene {
    /// The scene of a notice as it is now; `None` when its reader is gone, banned, or has not proved his address.
    pub async fn now(
        app: &App,
        connection: &mut Connection,
        notice: &Claimed,
        link: Option<&str>,
    ) -> Result<Option<Self>, Error> {
        let reader = accounts::find(connection, notice.account).await?;
        let reader = reader.filter(|row| row.verified_at.is_some() && row.deleted_at.is_none());
        let (Some(reader), Ok(seat)) = (reader, Seat::try_from(notice.seat)) else { return Ok(None) };
        let Some(game) = games::get(connection, notice.game).await? else { return Ok(None) };
        if operators::is_banned(connection, reader.id).await? {
            return Ok(None);
        }
        let table = Table::open_for_worker(app, connection, notice.game).await?;
        let seats = seats::shown(connection, &[notice.game]).await?;
        Ok(Some(Self { table, seat, name: game.name, seats, reader, link: link.map(str::to_owned) }))
    }

    pub fn holds_seat(&self) -> bool {
        self.table.present.accounts.get(usize::from(self.seat)) == Some(&Some(self.reader.id))
    }

    pub fn is_member(&self) -> bool {
        self.table.present.accounts.contains(&Some(self.reader.id))
    }

    pub fn bot(&self) -> Option<&str> {
        self.table.present.bots.get(usize::from(self.seat))?.as_deref()
    }

    /// An instant as the reader's clock shows it, in his language.
    pub fn when(&self, at: Instant) -> String {
        when(at, &self.reader.time_zone, &self.reader.language)
    }

    /// Words to the reader, that may name the table, the seat, and what else stands in `here`.
    pub fn words<const N: usize>(&self, here: [(&str, minijinja::Value); N]) -> Words {
        let title = self.table.title.name();
        let about = [
            ("table", called(&self.name, title).into()),
            ("title", title.into()),
            ("seat", usize::from(self.seat).into()),
        ];
        let me = self.holds_seat().then_some(usize::from(self.seat));
        let reader = Reader { me, players: players(&self.reader.language, &self.seats) };
        Words::new(&self.reader.language, reader, about.into_iter().chain(here), self.link.as_deref())
    }
}

/// Everybody's name, by seat.
fn players(language: &str, seats: &[ShownSeat]) -> Vec<String> {
    let catalogue = Catalogue::read(notices(language));
    let speech = Speech::new(Reader::default(), &catalogue, None);
    let bot = |name: &str| {
        let template = catalogue.text("words", "bot").unwrap_or_default();
        speech.as_it_is(template, minijinja::context! { name })
    };
    let name =
        |seat: &ShownSeat| seat.name.clone().or_else(|| seat.bot.as_deref().map(bot)).unwrap_or_default();
    seats.iter().map(name).collect()
}
