//! `?at=…`: the game at one of its steps, as the reader of the page saw it then. It changes nothing.

use minijinja::context;
use minijinja::value::Serde;

use super::overview;
use crate::error::Error;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::loaded_game::LoadedGame;
use crate::service::past::{PastStep, StepAsked};
use crate::service::spectators::GameReader;
use crate::service::turn_log::recent_turns;
use crate::texts::{GameSentences, short_when};

/// The parameter that names the step: a version, or the word for the last own one.
pub const STEP: &str = "at";

/// The page of a step at `address`.
pub async fn page(
    ctx: &mut Ctx,
    address: &str,
    (loaded, reader): (&LoadedGame, GameReader),
    at: &str,
) -> Result<HtmlPage, Error> {
    let step = PastStep::find(ctx, loaded, reader, StepAsked::of(at)).await?;
    let viewer = reader.viewer();
    let facts = step.facts(loaded, viewer);
    let sentences = GameSentences::new(facts);
    let then = sentences.at(step.version);
    let words = PageWords::new(&step.context.language).about_game(sentences.texts());
    let names_then = then.as_ref().unwrap_or(&sentences);
    let links = step.links(&facts, names_then)?;
    let turns = recent_turns(&facts, &sentences, std::slice::from_ref(&step.entry), step.turn_before)?;
    let board = step.board(loaded, viewer)?;
    // No clock ran that would matter now.
    let overview = overview::shown(&step.overview(viewer), names_then, &step.bots, |_| context! {});
    let values = context! {
        page_address => address,
        is_utc => viewer.is_none(),
        version => step.version,
        present => step.present,
        is_other => step.is_other,
        happened_at => short_when(step.entry.created_at, &step.context.time_zone, &step.context.language),
        happened => Serde(&turns),
        board => board.map(|board| context! { svg => board.svg, text => board.text }),
        links => Serde([
            ("start", (step.version > 0).then_some(0)),
            ("turn_back", links.turn_back),
            ("back", links.back),
            ("forward", links.forward),
            ("turn_forward", links.turn_forward),
        ]),
        ..overview
    };
    Ok(HtmlPage::new("seat/past.html", &words, values))
}
