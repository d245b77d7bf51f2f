//! How the players of a club did in its finished games.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{Club, show};
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::page::{self, Page};
use crate::store::Connection;
use crate::store::club_members::ClubRole;
use crate::store::clubs::{self, ClubGames, ClubResultRow};
use crate::time_control::Instant;

/// How many players a page has: at most, and by default.
const MAX_LISTED: u16 = 100;
const DEFAULT_LISTED: u16 = 50;
/// A whole share of places, as it is ordered by: finer than the thousandths that are shown.
const WHOLE: i64 = 1_000_000;

/// Which games of a club count for its standings.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct StandingQuery {
    /// Only games of this ruleset: places of different games are not compared.
    pub ruleset: String,
    /// Only games that ended then or later.
    #[param(value_type = Option<String>, format = DateTime)]
    pub since: Option<Instant>,
    /// Only games that ended earlier.
    #[param(value_type = Option<String>, format = DateTime)]
    pub until: Option<Instant>,
    /// The most players of a page; 50 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
    /// The `next_cursor` of the page before, or the `prev_cursor` of the page after.
    pub cursor: Option<String>,
}

/// How a player did in the finished games of a club.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct ClubStanding {
    pub account_id: Uuid,
    pub name: String,
    /// Does the player belong to the club now? Others may have left, or joined a public game of it.
    pub is_member: bool,
    /// In how many games the player had a seat at the end.
    #[schema(minimum = 1)]
    pub games: i64,
    /// How many of them the player won, alone or with others.
    #[schema(minimum = 0)]
    pub wins: i64,
    /// How often the player came first, second and so on, up to the last place that the player had.
    pub places: Vec<i64>,
    /// In thousandths: how many of the others at the table the player came before on average, those with the same place
    /// by half. 1000 for a player who always won alone, 0 for one who always came last.
    #[schema(minimum = 0, maximum = 1000)]
    pub average_place_share: i64,
}

/// The place of a player in the order of the standings: the greatest share first, so both numbers are less than 0.
type StandingKey = ((i64, i64), Uuid);

/// The players of the finished games of a club, the greatest share of places first: of all games for members, of public
/// ones for others. Errors: `club_not_found`, `invalid_parameter`.
pub async fn standings(
    ctx: &mut Ctx,
    club: Uuid,
    account: Option<Uuid>,
    query: StandingQuery,
) -> Result<Page<ClubStanding>, Error> {
    let StandingQuery { ruleset, since, until, limit, cursor } = query;
    let limit = page::limit(limit, DEFAULT_LISTED, MAX_LISTED)?;
    ctx.app.rulesets.wanted(Code::InvalidParameter, &ruleset)?;
    let list = format!("standings of {club} {ruleset} {since:?} {until:?}");
    let place = page::place(&list, cursor.as_deref())?;
    let role = show(&mut ctx.db, club, account).await?.your_role;
    let with_private = role.is_some_and(|role| role >= ClubRole::Member);
    let games = ClubGames { club, ruleset: Some(ruleset), since, until, with_private };
    let standings = added_up(clubs::results(&mut ctx.db, &games).await?);
    // However many pages are read, all games are counted for each: the standings are never as long as the list of games.
    Ok(page::of_sorted(&list, standings, limit, &place, |(key, _)| *key).map(|(_, standing)| standing))
}

/// The standings of the games of one ruleset.
#[derive(Debug)]
pub struct RulesetStandings {
    pub ruleset: String,
    /// The greatest share of places first.
    pub best: Vec<ClubStanding>,
    /// How many players come after these.
    pub more: usize,
}

/// The standings of each ruleset that was played to an end in a club, as far as the account to which the club is shown
/// may see its games; of each the best.
pub async fn best_of_rulesets(
    connection: &mut Connection,
    club: &Club,
    most: usize,
) -> Result<Vec<RulesetStandings>, Error> {
    let with_private = club.your_role.is_some_and(|role| role >= ClubRole::Member);
    let games = ClubGames { club: club.id, ruleset: None, since: None, until: None, with_private };
    let mut rulesets: BTreeMap<String, Vec<ClubResultRow>> = BTreeMap::new();
    for result in clubs::results(connection, &games).await? {
        rulesets.entry(result.ruleset.clone()).or_default().push(result);
    }
    let best = |(ruleset, results): (String, Vec<ClubResultRow>)| {
        let standings = added_up(results);
        let more = standings.len().saturating_sub(most);
        let best = standings.into_iter().take(most).map(|(_, standing)| standing).collect();
        RulesetStandings { ruleset, best, more }
    };
    Ok(rulesets.into_iter().map(best).collect())
}

/// The standing of each player, in order: the greatest share first, then who played more, then by account.
fn added_up(results: Vec<ClubResultRow>) -> Vec<(StandingKey, ClubStanding)> {
    let mut players: BTreeMap<Uuid, (ClubStanding, i64)> = BTreeMap::new();
    for result in results {
        let (standing, share) = players.entry(result.account).or_insert_with(|| {
            let ClubResultRow { account, name, is_member, .. } = &result;
            let (account_id, name, is_member) = (*account, name.clone(), *is_member);
            let places = Vec::new();
            (
                ClubStanding {
                    account_id,
                    name,
                    is_member,
                    games: 0,
                    wins: 0,
                    places,
                    average_place_share: 0,
                },
                0,
            )
        });
        standing.games += result.games;
        *share += result.games * share_of(&result);
        let place = usize::try_from(result.rank).unwrap_or(1).max(1);
        if standing.places.len() < place {
            standing.places.resize(place, 0);
        }
        if let Some(count) = standing.places.get_mut(place - 1) {
            *count += result.games;
        }
    }
    let mut standings: Vec<(StandingKey, ClubStanding)> = players
        .into_values()
        .map(|(mut standing, share)| {
            let average = share / standing.games.max(1);
            standing.wins = standing.places.first().copied().unwrap_or_default();
            standing.average_place_share = (average * 1000 + WHOLE / 2) / WHOLE;
            (((-average, -standing.games), standing.account_id), standing)
        })
        .collect();
    standings.sort_by_key(|(key, _)| *key);
    standings
}

/// The share of a place: of the others, those who came after it, and half of those who share it.
fn share_of(result: &ClubResultRow) -> i64 {
    match result.seats - 1 {
        others if others > 0 => WHOLE * (2 * result.behind + result.beside) / (2 * others),
        // Nobody else was there to come before.
        _ => WHOLE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(
        account: u128,
        (rank, behind, beside, seats): (i32, i64, i64, i64),
        games: i64,
    ) -> ClubResultRow {
        let account = Uuid::from_u128(account);
        let (ruleset, name) = (String::new(), String::new());
        ClubResultRow { ruleset, account, name, is_member: true, rank, behind, beside, seats, games }
    }

    #[test]
    fn shares_are_averaged_over_games_and_shared_places_lie_between() {
        let standings = added_up(vec![
            result(1, (1, 3, 0, 4), 1),
            result(1, (4, 0, 0, 4), 1),
            result(2, (2, 1, 1, 4), 3),
            result(3, (1, 0, 1, 2), 1),
        ]);
        let shown: Vec<_> = standings
            .iter()
            .map(|(_, one)| {
                (
                    one.account_id.as_u128(),
                    one.games,
                    one.wins,
                    one.places.as_slice(),
                    one.average_place_share,
                )
            })
            .collect();
        assert_eq!(
            shown,
            [
                (2, 3, 0, [0, 3].as_slice(), 500),
                (1, 2, 1, [1, 0, 0, 1].as_slice(), 500),
                (3, 1, 1, [1].as_slice(), 500),
            ]
        );
    }
}
