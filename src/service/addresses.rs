//! The addresses of pages that hold no secret, below the public URL: mails, feeds, pushes and posts lead there.

use uuid::Uuid;

use crate::notifications::MailKind;

/// The own page of the member of a remembered device; any other browser is asked for a mail address there.
pub const HOME: &str = "/home";

/// The seat of the member of a remembered device in a game; likewise.
pub fn seat_page(game: Uuid) -> String {
    format!("/play/{game}")
}

/// The page of a game for those who have no seat in it.
pub fn public_page(game: Uuid) -> String {
    format!("/games/{game}")
}

/// The page of a competition for everybody who may see it without an account.
pub fn competition_page(competition: Uuid) -> String {
    format!("/competitions/{competition}")
}

/// The page of a club for everybody, if it is public.
pub fn club_page(club: Uuid) -> String {
    format!("/clubs/{club}")
}

/// Where a notice about a game leads: an invitation is answered on the own page.
pub fn page_of_notice(kind: MailKind, game: Uuid) -> String {
    match kind {
        MailKind::Invitation => HOME.to_owned(),
        _ => seat_page(game),
    }
}
