//! What the mails of a competition tell one of its entrants.

use pairing::TableSeat;
use uuid::Uuid;

use super::computed::Computed;
use super::is_public;
use super::stored::Stored;
use crate::error::Error;
use crate::service::Ctx;
use crate::store::competitions;

/// How many rows of the standings a mail has, and the reader's own beside them.
const ROWS: usize = 10;

pub struct CompetitionNotice {
    pub name: String,
    /// The reader's table in the round; none for a bye.
    pub table: Option<EntrantTable>,
    pub has_bye: bool,
    /// The best, and the reader.
    pub standings: Vec<NoticeStanding>,
    pub has_divisions: bool,
    /// Is there a page that everybody can open? Of a private club there is none.
    pub is_public: bool,
}

pub struct NoticeStanding {
    pub division: usize,
    pub rank: usize,
    pub who: String,
    /// In hundredths.
    pub match_points: i64,
}

/// What a mail about a round, or about the end, says; `None` when a later round is paired by now, or the competition is
/// gone.
pub async fn notice(
    ctx: &mut Ctx,
    competition: Uuid,
    round: Option<i32>,
    account: Uuid,
) -> Result<Option<CompetitionNotice>, Error> {
    let Some(row) = competitions::find(&mut ctx.db, competition).await? else { return Ok(None) };
    if round.is_some_and(|round| round != row.round || row.ended_at.is_some()) {
        return Ok(None);
    }
    let is_public = is_public(&mut ctx.db, &row).await?;
    let computed = Computed::load(ctx, row).await?;
    let Computed { stored, names, standings } = &*computed;
    let own = stored.entrants.iter().position(|entrant| entrant.account_id == Some(account));
    let mut notice = CompetitionNotice {
        name: stored.row.name.clone(),
        table: None,
        has_bye: false,
        standings: Vec::new(),
        has_divisions: false,
        is_public,
    };
    if stored.row.round > 0 {
        notice.has_divisions = standings.iter().any(|row| row.division > 0);
        let is_own = |entrant: u32| own.is_some_and(|own| own == entrant as usize);
        let shown = standings.iter().enumerate().filter(|(place, row)| *place < ROWS || is_own(row.entrant));
        notice.standings = shown
            .map(|(_, row)| NoticeStanding {
                division: row.division + 1,
                rank: row.rank,
                who: names.get(row.entrant as usize).cloned().unwrap_or_default(),
                match_points: row.match_points,
            })
            .collect();
    }
    if let (Some(round), Some(own)) = (round, own) {
        (notice.table, notice.has_bye) = table_of(stored, round, own, names)?;
    }
    Ok(Some(notice))
}

/// The table of an entrant, counted from 1, and the others there by name.
pub type EntrantTable = (i32, Vec<String>);

/// The table of an entrant in a round; and has the entrant a bye?
pub fn table_of(
    stored: &Stored,
    round: i32,
    own: usize,
    names: &[String],
) -> Result<(Option<EntrantTable>, bool), Error> {
    let pairing = &stored.played(round)?.pairing;
    let sits = |seat: &TableSeat| seat.entrant() == Some(own);
    let has_bye = pairing.byes.iter().any(|bye| bye.entrant as usize == own);
    let table = (1..).zip(&pairing.tables).find(|(_, table)| table.seats.iter().any(sits));
    let table = table.map(|(number, table)| {
        let others = table.seats.iter().filter(|seat| !sits(seat)).filter_map(|seat| seat.entrant());
        (number, others.filter_map(|other| names.get(other).cloned()).collect())
    });
    Ok((table, has_bye))
}
