//! The board of a mail, as its reader may see it: a map in its text, and a picture where one is made in time.

use std::sync::Arc;
use std::time::Duration;

use crate::service::App;
use crate::store::game_mail_context::GameMailContext;
use rules::{AnyGame, Seat};

#[derive(Debug)]
pub struct Board {
    pub map: String,
    /// The picture, where there is one: a PNG.
    pub picture: Option<Arc<Vec<u8>>>,
}

/// Widths in pixels that are tried, until a picture is light enough.
const WIDTHS: [u16; 3] = [480, 400, 320];
/// The most that a picture may weigh, in bytes; in a mail it grows by a third.
const MAX_BYTES: usize = 45_000;
/// A mail waits no longer for its picture: what it says must still be true when it leaves.
const TIMEOUT: Duration = Duration::from_millis(900);

/// The board of a game that is not over.
pub async fn of(app: &App, game: &dyn AnyGame, seat: Seat, context: &GameMailContext) -> Option<Board> {
    if game.outcome().is_some() {
        return None;
    }
    let names: Vec<String> = context.people.iter().zip(&context.bots).map(name).collect();
    let drawing = game.render(Some(seat), &names)?;
    let picture = if app.settings.mail.pictures { picture(app, drawing.board).await } else { None };
    Some(Board { map: drawing.text, picture })
}

fn name((person, bot): (&Option<String>, &Option<String>)) -> String {
    match (person, bot) {
        (Some(person), _) => person.clone(),
        (None, Some(bot)) => format!("{bot} (bot)"),
        (None, None) => String::new(),
    }
}

/// The widest picture that is light enough, if it is made in time.
async fn picture(app: &App, svg: String) -> Option<Arc<Vec<u8>>> {
    let made = async {
        for width in WIDTHS {
            match app.png_renderer.png(svg.clone(), width).await {
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
