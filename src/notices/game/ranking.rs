//! How a game ended.

use super::Moment;
use super::page::Ranking;
use super::voice::Voice;

/// The result, once there is one.
pub fn ranking(moment: &Moment<'_>, voice: &Voice<'_>) -> Option<Ranking> {
    let outcome = moment.game.outcome()?;
    let places = outcome.ranking.iter().map(|place| {
        voice.line(
            "place",
            [
                ("rank", place.rank.into()),
                ("player", voice.player(place.seat).into()),
                ("points", place.points.into()),
            ],
        )
    });
    Some(Ranking {
        heading: voice.heading("ranking"),
        why: voice.ended_by(&outcome.ended_by),
        places: places.collect(),
    })
}
