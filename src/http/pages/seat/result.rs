//! What the page of a seat shows once the game is over: who won, with which points, and how they grew.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::error::Error;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::mail_links::{OpenedSeat, SeatMoment};
use crate::service::pictures::{self, PictureRequest, PictureStyle};
use crate::service::results::final_score;
use crate::texts::{GameSentences, capital, when};
use rules::render::Theme;
use rules::{Outcome, RankedSeat, Seat};

/// The result for `seat/result.html`; without one, only when the game ended.
pub async fn shown(
    ctx: &mut Ctx,
    opened: &OpenedSeat,
    moment: &SeatMoment,
    sentences: &GameSentences<'_>,
) -> Result<Value, Error> {
    let ended_at = moment.finished_at.map(|at| when(at, &moment.time_zone, &moment.language));
    let Some(outcome) = &moment.outcome else {
        return Ok(context! { ended_at });
    };
    let language = Language::try_from(moment.language.clone()).unwrap_or_default();
    let names = pictures::names(moment.people.iter().zip(&moment.bots));
    let style = PictureStyle { language, theme: Theme::Page, ..PictureStyle::default() };
    // Everybody sees the same chart.
    let request = PictureRequest::of_present(&opened.loaded, None, names, style);
    let score = final_score(ctx, &opened.loaded, &request).await?;
    let sources = score.sources.iter().map(|source| {
        let points = |seat: Seat| source.points.get(usize::from(seat)).copied().unwrap_or_default();
        let points: Vec<i32> = outcome.ranking.iter().map(|place| points(place.seat)).collect();
        context! { name => sentences.score_source(source.name), points => points }
    });
    let player = |place: &RankedSeat| {
        let RankedSeat { rank, seat, points } = *place;
        context! { seat, rank, points, name => capital(&sentences.player(seat)) }
    };
    Ok(context! {
        ended_at,
        winner => sentences.winner(outcome),
        winners => winners(outcome),
        why => sentences.ended_by(&outcome.ended_by),
        places => sentences.places(outcome),
        players => outcome.ranking.iter().map(player).collect::<Vec<_>>(),
        sources => sources.collect::<Vec<_>>(),
        chart => &score.chart,
        rating_change => Serde(&moment.rating_change),
    })
}

fn winners(outcome: &Outcome) -> Vec<Seat> {
    outcome.winners().map(|place| place.seat).collect()
}
