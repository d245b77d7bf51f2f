//! What the pages of a game show once it is over: who won, with which points, and how they grew.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::error::Error;
use crate::service::Ctx;
use crate::service::identity::Language;
use crate::service::loaded_game::LoadedGame;
use crate::service::pictures::{PictureRequest, PictureStyle};
use crate::service::ratings::RatingChange;
use crate::service::results::final_score;
use crate::texts::{GameSentences, capital, when};
use crate::time_control::Instant;
use rules::render::Theme;
use rules::{Outcome, RankedSeat, Seat};

/// How a game ended, and who reads of it.
pub struct Ending<'m> {
    pub loaded: &'m LoadedGame,
    pub outcome: Option<&'m Outcome>,
    pub finished_at: Option<Instant>,
    /// What the game did to the rating of the reader.
    pub rating_change: Option<&'m RatingChange>,
    /// The names of the players, as pictures show them.
    pub names: Vec<String>,
    pub language: &'m str,
    pub time_zone: &'m str,
}

/// The result for `seat/result.html`; without one, only when the game ended.
pub async fn shown(ctx: &mut Ctx, ending: Ending<'_>, sentences: &GameSentences<'_>) -> Result<Value, Error> {
    let Ending { loaded, outcome, finished_at, rating_change, names, language, time_zone } = ending;
    let ended_at = finished_at.map(|at| when(at, time_zone, language));
    let Some(outcome) = outcome else {
        return Ok(context! { ended_at });
    };
    let language = Language::try_from(language.to_owned()).unwrap_or_default();
    let style = PictureStyle { language, theme: Theme::Page, ..PictureStyle::default() };
    // Everybody sees the same chart.
    let request = PictureRequest::of_present(loaded, None, names, style);
    let score = final_score(ctx, loaded, &request).await?;
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
        rating_change => Serde(rating_change),
    })
}

fn winners(outcome: &Outcome) -> Vec<Seat> {
    outcome.winners().map(|place| place.seat).collect()
}
