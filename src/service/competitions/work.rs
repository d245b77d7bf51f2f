//! What makes a competition go on: pairing a round, beginning its games, and counting those that are over.

use std::sync::Arc;

use chrono::TimeDelta;
use pairing::{CannotPair, Pairing, PlayedBy, TableSeat};
use uuid::Uuid;

use super::entrants::with_places;
use super::results::{of_table, seated};
use super::settings::{FormSettings, NextRound, Terms};
use super::stored::Stored;
use super::{close, is_public};
use crate::error::{Code, Error};
use crate::notifications::{MailKind, enqueue};
use crate::record::format::CompetitionPlace;
use crate::service::lobby::{self, GameSettings, SeatedGame, SeatedPlayer};
use crate::service::stored_json::encode;
use crate::service::webhooks::{self, CompetitionNews, WebhookCompetitionKind};
use crate::service::{Ctx, Tx};
use crate::store::competition_rounds::{self, RoundRow, TableRow};
use crate::store::competitions::{self, CompetitionRow, CompetitionStatus, EntrantRow};
use crate::store::games::Visibility;
use crate::store::{accounts, games, seats};
use crate::time_control::Instant;

/// A table whose game could not begin is tried again after this time.
const PAUSE: TimeDelta = TimeDelta::minutes(5);
/// The longest part of a competition's name in the names of its games, in characters.
const NAME_CHARS: usize = 68;

/// Why the next round is not paired.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotPaired {
    /// There is no next round.
    Over,
    /// Too few are left for a table.
    TooFew,
}

/// Does one thing that is due in any competition; `false` if nothing is.
pub async fn advance(ctx: &mut Ctx) -> Result<bool, Error> {
    Ok(count_game(ctx).await? || pair_due(ctx).await? || begin_game(ctx).await?)
}

/// Puts off the table that failed, so that it does not delay the others.
pub async fn put_off(ctx: &mut Ctx) -> Result<(), Error> {
    let now = ctx.app.now();
    Ok(competition_rounds::put_off(&mut ctx.db, now, now + PAUSE).await?)
}

/// Counts a game that is over.
async fn count_game(ctx: &mut Ctx) -> Result<bool, Error> {
    let Some(game) = games::to_count(&mut ctx.db).await? else { return Ok(false) };
    ctx.transaction(async |tx| {
        let now = tx.app.now();
        let broken = || Error::bug(format!("game {game} is of no competition"));
        let game = games::get(&mut tx.db, game).await?.ok_or_else(broken)?;
        let id = GameSettings::of(&game)?.competition.ok_or_else(broken)?.competition;
        let row = competitions::lock(&mut tx.bare(), id).await?;
        // Another worker may have counted it before the lock was ours.
        if !games::counted(&mut tx.db, game.id, now).await? {
            return Ok(true);
        }
        let Some(row) = row.filter(|row| row.status == CompetitionStatus::Running) else { return Ok(true) };
        let stored = Stored::load(&mut tx.db, row).await?;
        let Some(table) = stored.tables.iter().find(|table| table.game_id == game.id) else {
            return Ok(true);
        };
        let shown = seats::shown(&mut tx.db, &[game.id]).await?;
        let results = of_table(&stored, table, &game, &shown)?;
        let text = results.as_ref().map(encode).transpose()?;
        let known_from = stored.row.round + 1;
        competition_rounds::end(&mut tx.db, game.id, text.as_deref(), known_from, now).await?;
        // Who vanished is not paired again, so that nobody waits for them a second time.
        for (account, result) in seated(table)?.into_iter().zip(results.iter().flatten()) {
            let entrant =
                stored.entrants.iter().find(|entrant| account.is_some() && entrant.account_id == account);
            let entrant = entrant.filter(|entrant| entrant.withdrawn_from.is_none());
            if let (Some(entrant), PlayedBy::Lapse) = (entrant, result.by) {
                competitions::withdraw(&mut tx.db, entrant, Some(stored.row.round + 1)).await?;
            }
        }
        progress(tx, id).await?;
        Ok(true)
    })
    .await
}

/// Pairs a round whose date has come.
async fn pair_due(ctx: &mut Ctx) -> Result<bool, Error> {
    let now = ctx.app.now();
    ctx.transaction(async |tx| {
        let Some(row) = competitions::claim_due(&mut tx.bare(), now).await? else { return Ok(false) };
        let id = row.id;
        competitions::change(&mut tx.db, &CompetitionRow { due_at: None, ..row.clone() }).await?;
        if row.status == CompetitionStatus::Open {
            // With too few entrants it stays open, nobody has a number yet, and its organisers begin it later.
            if pair_first(tx, CompetitionRow { due_at: None, ..row }).await?.is_err() {
                competitions::number(&mut tx.db, id, &[]).await?;
            }
        } else {
            progress(tx, id).await?;
        }
        Ok(true)
    })
    .await
}

/// Pairs as many rounds as it is time for, and ends a competition whose last round is over. Its row is locked.
pub async fn progress(tx: &mut Tx<'_>, id: Uuid) -> Result<(), Error> {
    loop {
        let Some(row) = competitions::find(&mut tx.db, id).await? else { return Ok(()) };
        if row.status != CompetitionStatus::Running {
            return Ok(());
        }
        let stored = Stored::load(&mut tx.db, row).await?;
        let now = tx.app.now();
        let free = free_tables(&stored)?;
        if !free.is_empty() {
            competition_rounds::ready(&mut tx.db, &free, now).await?;
            tx.notify_after_commit();
        }
        // These don't pair what follows now, but end when nothing does.
        let waits =
            matches!(stored.terms.schedule.next_round, NextRound::ByOrganisers | NextRound::EveryDays { .. });
        let is_over = stored.all_is_over();
        let row = stored.row.clone();
        let next = if is_time(&stored, &free, now) {
            pair_next(tx, stored).await?.err()
        } else if is_over && waits {
            next_pairing(&stored).await?.err()
        } else {
            return Ok(());
        };
        match next {
            Some(_) if is_over => return close(tx, row, CompetitionStatus::Finished).await,
            Some(_) => return Ok(()),
            None if waits => return Ok(()),
            None => {}
        }
    }
}

fn is_time(stored: &Stored, free: &[Uuid], now: Instant) -> bool {
    match stored.terms.schedule.next_round {
        NextRound::WhenOver => stored.round_is_over(),
        NextRound::WhenFree => stored
            .tables_of(stored.row.round)
            .all(|table| table.ready_at.is_some() || free.contains(&table.game_id)),
        NextRound::ByOrganisers => false,
        NextRound::EveryDays { .. } => {
            let date = next_date(&stored.terms, stored.rounds.last());
            let is_knockout = matches!(stored.terms.form, FormSettings::Knockout { .. });
            date.is_some_and(|date| date <= now) && (!is_knockout || stored.round_is_over())
        }
    }
}

/// When the round after the last one is paired by date; `None` also where there are no more rounds.
pub fn next_date(terms: &Terms, last: Option<&RoundRow>) -> Option<Instant> {
    let last = last.filter(|last| terms.rounds().is_none_or(|rounds| i64::from(last.round) < rounds))?;
    match terms.schedule.next_round {
        NextRound::EveryDays { days } => Some(last.paired_at + TimeDelta::days(days.into())),
        _ => None,
    }
}

/// The games of tables that wait for players who are free by now.
fn free_tables(stored: &Stored) -> Result<Vec<Uuid>, Error> {
    let players = |table: &TableRow| {
        let seats = stored.paired(table)?.seats.iter().copied();
        Ok::<_, Error>(seats.filter(|seat| matches!(seat, TableSeat::Entrant(_))).collect::<Vec<_>>())
    };
    let mut busy = Vec::new();
    let mut free = Vec::new();
    for table in stored.tables.iter().filter(|table| table.ended_at.is_none()) {
        let mut own = players(table)?;
        if table.ready_at.is_none() && own.iter().all(|player| !busy.contains(player)) {
            free.push(table.game_id);
        }
        busy.append(&mut own);
    }
    Ok(free)
}

/// Closes the sign-up of a competition, which is locked, and pairs its first round.
pub async fn pair_first(tx: &mut Tx<'_>, row: CompetitionRow) -> Result<Result<(), NotPaired>, Error> {
    let row = numbered(tx, row).await?;
    let stored = Stored::load(&mut tx.db, row).await?;
    pair_next(tx, stored).await
}

/// Pairs the next round of a competition, which is locked.
pub async fn pair_next(tx: &mut Tx<'_>, stored: Stored) -> Result<Result<(), NotPaired>, Error> {
    let pairing = match next_pairing(&stored).await? {
        Ok(pairing) => pairing,
        Err(cause) => return Ok(Err(cause)),
    };
    let Stored { mut row, terms, entrants, .. } = stored;
    let now = tx.app.now();
    let round = row.round + 1;
    let waits = terms.schedule.next_round == NextRound::WhenFree;
    let table = |number: i32| TableRow {
        competition_id: row.id,
        round,
        number,
        game_id: tx.app.new_id(),
        ready_at: Some(now).filter(|_| !waits),
        seated: None,
        ended_at: None,
        results: None,
        known_from: None,
    };
    let tables: Vec<TableRow> = (0..).take(pairing.tables.len()).map(table).collect();
    let paired = RoundRow { competition_id: row.id, round, pairing: encode(&pairing)?, paired_at: now };
    competition_rounds::add(&mut tx.db, &paired, &tables).await?;
    row.started_at = row.started_at.or(Some(now));
    row.status = CompetitionStatus::Running;
    row.round = round;
    row.due_at = next_date(&terms, Some(&paired));
    competitions::change(&mut tx.db, &row).await?;
    let playing = entrants.iter().filter(|entrant| entrant.withdrawn_from.is_none_or(|from| from > round));
    let playing: Vec<Uuid> = playing.filter_map(|entrant| entrant.account_id).collect();
    tell(tx, &row, WebhookCompetitionKind::RoundPaired, &playing).await?;
    Ok(Ok(()))
}

/// Closes the sign-up: entrants get their numbers, and a league its divisions.
async fn numbered(tx: &mut Tx<'_>, mut row: CompetitionRow) -> Result<CompetitionRow, Error> {
    let rows = competitions::entrants(&mut tx.db, row.id).await?;
    let sign_ups = with_places(&row, &rows);
    competitions::number(&mut tx.db, row.id, &sign_ups).await?;
    let mut stored = Stored::load(&mut tx.db, row.clone()).await?;
    if let FormSettings::League { divisions, .. } = stored.terms.form {
        let before = match row.season_of {
            Some(before) => competitions::find(&mut tx.db, before).await?,
            None => None,
        };
        let fresh = pairing::first_divisions(&stored.competition, &stored.secret()?, divisions.into());
        stored.terms.divisions = match before {
            Some(before) => {
                let before = Stored::load(&mut tx.db, before).await?;
                as_season_before(&before, &stored.entrants, fresh)?
            }
            None => fresh,
        };
        row.terms = encode(&stored.terms)?;
    }
    Ok(row)
}

/// The divisions as the season before left them, without those who did not sign up again. Places that are free go to the
/// best of those who come next; newcomers, in the order of `fresh`, come last.
fn as_season_before(
    before: &Stored,
    entrants: &[EntrantRow],
    fresh: Vec<Vec<u32>>,
) -> Result<Vec<Vec<u32>>, Error> {
    let divisions = pairing::next_divisions(&before.competition, &before.standings()?);
    let number_now = |old: u32| {
        let old = before.entrant(old)?;
        let same = |now: &&EntrantRow| match old.account_id {
            Some(account) => now.account_id == Some(account),
            None => false,
        };
        entrants.iter().find(same).and_then(|now| now.number).and_then(|number| u32::try_from(number).ok())
    };
    let mut order: Vec<u32> = divisions.iter().flatten().filter_map(|old| number_now(*old)).collect();
    let newcomers: Vec<u32> = fresh.into_iter().flatten().filter(|one| !order.contains(one)).collect();
    order.extend(newcomers);
    let mut order = order.into_iter();
    let mut next: Vec<Vec<u32>> =
        divisions.iter().map(|members| order.by_ref().take(members.len()).collect()).collect();
    match next.last_mut() {
        Some(lowest) => lowest.extend(order),
        None => next.push(order.collect()),
    }
    next.retain(|members| !members.is_empty());
    Ok(next)
}

/// The pairing of the next round, which is not stored yet.
async fn next_pairing(stored: &Stored) -> Result<Result<Pairing, NotPaired>, Error> {
    let id = stored.row.id;
    let secret = stored.secret()?;
    if stored.terms.rounds().is_some_and(|rounds| i64::from(stored.row.round) >= rounds) {
        return Ok(Err(NotPaired::Over));
    }
    // Hundreds of entrants take the processor for a while, and the thread has other requests to answer.
    let competition = stored.competition.clone();
    let work = tokio::task::spawn_blocking(move || pairing::pair(&competition, &secret));
    match work.await.map_err(|error| Error::internal(format!("the pairing of competition {id}"), error))? {
        Ok(pairing) => Ok(Ok(pairing)),
        Err(CannotPair::Over) => Ok(Err(NotPaired::Over)),
        Err(CannotPair::TooFew) => Ok(Err(NotPaired::TooFew)),
        Err(error @ (CannotPair::Settings | CannotPair::History)) => {
            Err(Error::internal(format!("the pairing of competition {id}"), error))
        }
    }
}

/// Begins the game of a table.
async fn begin_game(ctx: &mut Ctx) -> Result<bool, Error> {
    let now = ctx.app.now();
    ctx.transaction(async |tx| {
        let Some(table) = competition_rounds::claim_ready(&mut tx.bare(), now).await? else {
            return Ok(false);
        };
        let broken = || Error::bug(format!("game {} is of no competition", table.game_id));
        let row = competitions::find(&mut tx.db, table.competition_id).await?.ok_or_else(broken)?;
        let stored = Stored::load(&mut tx.db, row).await?;
        let app = Arc::clone(&tx.app);
        let (_, ruleset) = app.rulesets.wanted(Code::RulesetNotFound, &stored.terms.games.ruleset)?;
        let substitute = stored.terms.bot(ruleset.as_ref()).map(str::to_owned);
        let seats = &stored.paired(&table)?.seats;
        let mut players = Vec::with_capacity(seats.len());
        for who in seats {
            let entrant = who.entrant().and_then(|number| stored.entrants.get(number));
            let account = entrant.and_then(|entrant| entrant.account_id);
            let account = match account {
                Some(account) => {
                    accounts::find(&mut tx.db, account).await?.filter(|found| found.deleted_at.is_none())
                }
                None => None,
            };
            let bot = entrant.and_then(|entrant| entrant.bot.clone()).or_else(|| substitute.clone());
            players.push(match (account, bot) {
                (Some(account), _) => SeatedPlayer::Account(account.id),
                (None, Some(bot)) => SeatedPlayer::Bot(bot),
                (None, None) => return Err(broken()),
            });
        }
        let seated: Vec<Option<Uuid>> = players.iter().map(SeatedPlayer::account).collect();
        competition_rounds::seat(&mut tx.db, table.game_id, &encode(&seated)?).await?;
        let name: String = stored.row.name.chars().take(NAME_CHARS).collect();
        let name = format!("{name} {}.{}", table.round, table.number + 1);
        let count =
            u8::try_from(players.len()).map_err(|error| Error::internal("the seats of a table", error))?;
        let mut request = stored.terms.game(name, count)?;
        request.club_id = stored.row.club_id;
        if !is_public(&mut tx.db, &stored.row).await? {
            request.visibility = Visibility::Private;
        }
        let place =
            CompetitionPlace { competition: table.competition_id, round: table.round, table: table.number };
        let game = SeatedGame { id: table.game_id, owner: stored.row.organiser_id, request, players, place };
        lobby::create_seated(tx, game).await?;
        tx.notify_after_commit();
        Ok(true)
    })
    .await
}

/// Tells entrants that a competition is over, or was called off.
pub async fn tell_end(tx: &mut Tx<'_>, row: &CompetitionRow) -> Result<(), Error> {
    let entrants = competitions::entrants(&mut tx.db, row.id).await?;
    let people: Vec<Uuid> = entrants.iter().filter_map(|entrant| entrant.account_id).collect();
    let kind = match row.status {
        CompetitionStatus::Finished => WebhookCompetitionKind::CompetitionOver,
        _ => WebhookCompetitionKind::CompetitionCancelled,
    };
    tell(tx, row, kind, &people).await
}

/// Queues the mails, and what programs of these accounts are sent.
async fn tell(
    tx: &mut Tx<'_>,
    row: &CompetitionRow,
    kind: WebhookCompetitionKind,
    accounts: &[Uuid],
) -> Result<(), Error> {
    let round = Some(row.round).filter(|round| *round > 0);
    let (mail, of_mail) = match kind {
        WebhookCompetitionKind::RoundPaired => (MailKind::RoundPaired, round),
        WebhookCompetitionKind::CompetitionOver => (MailKind::CompetitionOver, None),
        WebhookCompetitionKind::CompetitionCancelled => (MailKind::CompetitionCancelled, None),
    };
    enqueue::about_competition(&tx.ctx.app, &mut tx.ctx.db, row.id, of_mail, mail, accounts).await?;
    let news = CompetitionNews { kind, competition_id: row.id, name: &row.name, round };
    webhooks::about_competition(tx, accounts, &news).await?;
    tx.notify_after_commit();
    Ok(())
}
