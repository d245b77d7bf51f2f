//! With whom a player is usually awake at the same hours, in sentences. Of those who do not share their hours, or whose
//! hours are others, nothing is said: not even that there is nothing to say.

use minijinja::context;
use uuid::Uuid;

use super::words::PageWords;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::availability::DayOff;
use crate::service::lobby::GameDetails;
use crate::service::people::{self, SharedHours};
use crate::store::accounts::AccountRow;
use crate::texts::weekday;

/// The section of the texts.
const TEXTS: &str = "times";
const EVERY_DAY: usize = 7;
/// So many days in a row are named by the first and the last.
const LEAST_IN_ROW: usize = 3;

/// A sentence for each player with whom the reader shares hours, in the order of their names.
#[derive(Default)]
pub struct HourSentences(Vec<(Uuid, String)>);

impl HourSentences {
    /// About those of `others` who share their hours with the reader.
    pub async fn load(
        ctx: &mut Ctx,
        words: &PageWords,
        reader: &AccountRow,
        others: &[Uuid],
    ) -> Result<Self, Error> {
        // Most players share nothing, and cost no query.
        if !reader.shares_availability || others.is_empty() {
            return Ok(Self::default());
        }
        let overlap = match people::overlap_with(ctx, reader.id, others).await {
            Err(error) if error.is(Code::AvailabilityNotShared) => return Ok(Self::default()),
            overlap => overlap?,
        };
        let with_hours = overlap.players.into_iter().filter(|player| !player.hours.is_empty());
        let sentences = with_hours.map(|player| {
            let hours: Vec<String> = player.hours.iter().map(|hours| phrase(words, hours)).collect();
            let about = context! { name => player.name, hours };
            (player.account_id, words.say_of(TEXTS, "shared", about))
        });
        Ok(Self(sentences.collect()))
    }

    /// Those about these players.
    pub fn about(&self, players: &[Uuid]) -> Vec<String> {
        let sentences = self.0.iter().filter(|(player, _)| players.contains(player));
        sentences.map(|(_, sentence)| sentence.clone()).collect()
    }

    /// Those about the players of a game.
    pub fn at_table(&self, game: &GameDetails) -> Vec<String> {
        self.about(&players(game))
    }
}

/// Who has a seat in a game, without bots.
pub fn players(game: &GameDetails) -> Vec<Uuid> {
    game.seats.iter().filter_map(|seat| seat.account_id).collect()
}

fn phrase(words: &PageWords, hours: &SharedHours) -> String {
    let SharedHours { days, from, until } = hours;
    let days = (days.len() < EVERY_DAY).then(|| named(days, words.code()));
    words.phrase_of(TEXTS, "hours", context! { from, until, all_day => from == until, days })
}

/// The days, which are in their order.
fn named(days: &[DayOff], language: &str) -> Vec<String> {
    let rows = days.chunk_by(|day, next| day.number() + 1 == next.number());
    let name = |day: &DayOff| weekday(day.number(), language);
    let named = rows.flat_map(|row| match row {
        [first, .., last] if row.len() >= LEAST_IN_ROW => vec![format!("{}–{}", name(first), name(last))],
        row => row.iter().map(name).collect(),
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::{DayOff, named};

    #[test]
    fn days_in_a_row_are_named_by_the_first_and_the_last() {
        use DayOff::{Friday, Monday, Saturday, Sunday, Thursday, Tuesday, Wednesday};
        let weekdays = [Monday, Tuesday, Wednesday, Thursday, Friday];
        assert_eq!(named(&weekdays, "en"), ["Monday–Friday"]);
        assert_eq!(named(&[Monday, Friday, Saturday, Sunday], "sv"), ["måndag", "fredag–söndag"]);
        assert_eq!(named(&[Saturday, Sunday], "de"), ["Samstag", "Sonntag"]);
    }
}
