//! The board in a mail, as its reader may see it: a map in the text, and a picture if it is made in time.

use std::sync::Arc;
use std::time::Duration;

use crate::error::Error;
use crate::service::identity::Language;
use crate::service::pictures::{PictureCaller, changed_places, names};
use crate::service::replies::QuestionContext;
use crate::service::{App, Ctx};
use crate::store::game_mail_context::GameMailContext;
use rules::render::{Marks, PictureParts, RenderOptions};
use rules::{AnyGame, AnyRuleset};

#[derive(Debug)]
pub struct Board {
    pub map: String,
    /// A PNG.
    pub picture: Option<Arc<Vec<u8>>>,
}

/// The widths in pixels that are tried until the picture is small enough.
const WIDTHS: [u16; 3] = [480, 400, 320];
/// The most bytes of a picture. Base64 makes it a third larger in the mail.
const MAX_BYTES: usize = 32_000;
/// The longest wait for a picture: the data of a mail must still be true when it is sent.
const TIMEOUT: Duration = Duration::from_millis(900);

pub async fn of(
    ctx: &mut Ctx,
    (ruleset, game): (&dyn AnyRuleset, &dyn AnyGame),
    reader: &QuestionContext,
    context: &GameMailContext,
    language: &str,
) -> Result<Option<Board>, Error> {
    let viewer = Some(reader.seat);
    let changed = changed_places(&mut ctx.db, ruleset, reader.game, (context.version, viewer)).await?;
    let language = Language::try_from(language.to_owned()).unwrap_or_default();
    let options = RenderOptions {
        names: names(language, context.people.iter().zip(&context.bots)),
        language: language.code().to_owned(),
        parts: PictureParts::Upper,
        marks: Marks { changed, ..Marks::default() },
        is_over: context.is_over,
        ..RenderOptions::default()
    };
    let Some(drawing) = game.render(viewer, &options) else { return Ok(None) };
    let picture = if ctx.app.settings.mail.pictures { picture(&ctx.app, drawing.svg).await } else { None };
    Ok(Some(Board { map: drawing.text, picture }))
}

/// The widest picture that is small enough, if it is made in time.
async fn picture(app: &App, svg: String) -> Option<Arc<Vec<u8>>> {
    let made = async {
        for width in WIDTHS {
            match app.png_renderer.png(svg.clone(), width, PictureCaller::Server).await {
                Ok(png) if png.len() <= MAX_BYTES => return Some(png),
                Ok(_) => {}
                Err(error) => {
                    tracing::warn!(%error, "a mail goes without its picture");
                    return None;
                }
            }
        }
        None
    };
    tokio::time::timeout(TIMEOUT, made).await.ok().flatten()
}
