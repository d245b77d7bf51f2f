//! Devices: what they are called in the list of sessions (a few words from the User-Agent, which a client can make up),
//! and how one that has logged in before is known again.

use uuid::Uuid;

use super::LogInCandidate;
use crate::error::{Code, Error};
use crate::service::Ctx;
use crate::service::tokens::{self, Claims, Purpose};
use crate::store::recoveries;

const DAY: i64 = 86_400;

const MAX_CHARS: usize = 60;

/// Browsers by their mark in the User-Agent. A browser that also writes the mark of another comes before that one.
const PROGRAMS: [(&str, &str); 7] = [
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

const SYSTEMS: [(&str, &str); 7] = [
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
];

/// `Firefox on Linux` for a browser, else the name the program gives itself; empty for none.
pub fn device(user_agent: &str) -> String {
    let find = |table: &[(&str, &'static str)]| {
        table.iter().find(|(mark, _)| user_agent.contains(mark)).map(|(_, name)| *name)
    };
    let system = find(&SYSTEMS);
    match (user_agent.starts_with("Mozilla/").then(|| find(&PROGRAMS)).flatten(), system) {
        (Some(program), Some(system)) => format!("{program} on {system}"),
        (Some(program), None) => program.to_owned(),
        (None, _) => plain(user_agent),
    }
}

/// The first word, without anything that is not printed.
fn plain(user_agent: &str) -> String {
    let word = user_agent.split([' ', '(']).next().unwrap_or_default();
    word.chars().filter(char::is_ascii_graphic).take(MAX_CHARS).collect()
}

/// A token that recognises a device that has logged in before, until the account is recovered. It names the session, so
/// that a client that refreshes it often is still one device.
pub(super) async fn issue(ctx: &mut Ctx, account: Uuid, session: Uuid) -> Result<String, Error> {
    let id = recoveries::current(&mut ctx.db, account).await?;
    let claims = Claims { account, session: Some(session), id };
    let seconds = ctx.app.settings.accounts.device_days.saturating_mul(DAY);
    tokens::issue(ctx, Purpose::Device, claims, seconds).await
}

/// The account and the session of a device token, if it is a valid one of the account to log in to. An invalid token
/// counts as none, since a client that has lost its own may still try.
pub async fn known_device(
    ctx: &mut Ctx,
    candidate: &LogInCandidate,
    token: Option<&str>,
) -> Result<Option<(Uuid, Uuid)>, Error> {
    let (Some(account), Some(token)) = (candidate.account(), token) else { return Ok(None) };
    let claims = match tokens::check(ctx, Purpose::Device, token).await {
        Ok(claims) => claims,
        Err(error) if error.is(Code::TokenInvalid) || error.is(Code::TokenExpired) => return Ok(None),
        Err(error) => return Err(error),
    };
    let is_current = claims.id.is_some() && recoveries::current(&mut ctx.db, account).await? == claims.id;
    Ok(claims.session.filter(|_| claims.account == account && is_current).map(|session| (account, session)))
}

#[cfg(test)]
mod tests {
    use super::device;

    #[test]
    fn browsers_are_named_with_their_system_and_others_as_they_name_themselves() {
        let firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        assert_eq!(device(firefox), "Firefox on Linux");
        let safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 \
                      Mobile/15E148 Safari/604.1";
        assert_eq!(device(safari), "Safari on iPhone");
        assert_eq!(device("curl/8.5.0"), "curl/8.5.0");
        assert_eq!(device("longship/1.2 (beta; someone@example.org)"), "longship/1.2");
        assert_eq!(device(""), "");
        assert_eq!(device(&"x".repeat(9_000)).len(), 60);
    }
}
