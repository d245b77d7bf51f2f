//! `/seat/{link}?at=…`: the game at one of its steps, as the seat saw it then. It changes nothing.

use minijinja::value::Serde;
use minijinja::{Value, context};

use crate::error::Error;
use crate::http::pages::page::HtmlPage;
use crate::http::pages::words::PageWords;
use crate::service::Ctx;
use crate::service::mail_links::OpenedSeat;
use crate::service::past::{PastStep, StepAsked};
use crate::service::turn_log::recent_turns;
use crate::texts::{GameSentences, short_when};
use rules::render::{PlayerOverview, symbols};

/// The parameter that names the step: a version, or the word for the last own one.
pub const STEP: &str = "at";

/// The page of a step at `address`.
pub async fn page(ctx: &mut Ctx, address: &str, opened: &OpenedSeat, at: &str) -> Result<HtmlPage, Error> {
    let OpenedSeat { link, loaded } = opened;
    let step = PastStep::find(ctx, opened, StepAsked::of(at)).await?;
    let facts = step.facts(loaded, link.seat);
    let sentences = GameSentences::new(facts);
    let then = sentences.at(step.version);
    let words = PageWords::new(&step.context.language).about_game(sentences.texts());
    let links = step.links(&facts, then.as_ref().unwrap_or(&sentences))?;
    let turns = recent_turns(&facts, &sentences, std::slice::from_ref(&step.entry), step.turn_before)?;
    let board = step.board(loaded, link.seat)?;
    let overview = step.overview(link.seat);
    let player = |player: &PlayerOverview| {
        context! {
            name => then.as_ref().unwrap_or(&sentences).name(player.seat),
            is_bot => step.context.people.get(usize::from(player.seat)).is_some_and(Option::is_none),
            ..Value::from(Serde(player))
        }
    };
    let values = context! {
        page_address => address,
        version => step.version,
        present => step.present,
        is_other => step.is_other,
        happened_at => short_when(step.entry.created_at, &step.context.time_zone, &step.context.language),
        happened => Serde(&turns),
        players => overview.players.iter().map(player).collect::<Vec<_>>(),
        hand => Serde(&overview.hand),
        symbols => symbols(&overview),
        board => board.map(|board| context! { svg => board.svg, text => board.text }),
        links => Serde([
            ("start", (step.version > 0).then_some(0)),
            ("turn_back", links.turn_back),
            ("back", links.back),
            ("forward", links.forward),
            ("turn_forward", links.turn_forward),
        ]),
    };
    Ok(HtmlPage::new("seat/past.html", &words, values))
}
