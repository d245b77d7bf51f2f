//! Where a browser is sent back to after it asked for access.
//!
//! Nobody registers an app, so any address of these forms may be named, and the player is shown whose it is: `https`,
//! this device by any port (RFC 8252, 7.3), and schemes that an app claims for itself, which must have a dot as reversed
//! domains do (7.1). An address is taken only as a browser would write it itself. So what is shown is where the browser
//! goes, however the address may be spelled.

use form_urlencoded::Serializer;
use url::{Host, Url};

const MAX_CHARS: usize = 1_000;
/// What the answer adds. An address that has one of these already would give the app somebody else's answer.
const ANSWERS: [&str; 6] = ["code", "state", "iss", "error", "error_description", "error_uri"];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RedirectKind {
    /// A site of the web.
    Site,
    /// A program on the device of the browser.
    Loopback,
    /// An app on that device, by its scheme.
    Scheme,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Redirect {
    /// As the app sent it; it must send the same with the code.
    pub text: String,
    pub kind: RedirectKind,
    /// What is shown: the host with a port that is not the usual one, or the scheme.
    pub host: String,
    /// What the app is listed by. A program listens on another port each time, so a loopback address has none here.
    pub origin: String,
}

impl Redirect {
    /// `None` for what is no address of these forms.
    pub fn read(text: &str) -> Option<Self> {
        let url = (text.len() <= MAX_CHARS).then(|| Url::parse(text).ok())??;
        // Browsers read `https://good.example\@evil.example` or a tab in a host in ways of their own. What is not spelled
        // as the standard writes it (WHATWG URL, which browsers follow) is refused; a slash alone may be left out.
        let is_plain = url.as_str() == text
            || (url.path() == "/" && url.query().is_none() && url.as_str() == format!("{text}/"));
        let names_nobody = url.username().is_empty() && url.password().is_none();
        let has_no_answer = url.query_pairs().all(|(name, _)| !ANSWERS.contains(&name.as_ref()));
        // RFC 6749, 3.1.2: no fragment, not even an empty one.
        if !is_plain || !names_nobody || !has_no_answer || url.fragment().is_some() {
            return None;
        }
        let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
        let named = url.host_str().filter(|host| !host.is_empty());
        let (kind, host, origin) = match (url.scheme(), named) {
            ("https", Some(host)) => {
                let host = format!("{host}{port}");
                (RedirectKind::Site, host.clone(), format!("https://{host}"))
            }
            ("http", Some(host)) if is_loopback(&url) => {
                (RedirectKind::Loopback, format!("{host}{port}"), format!("http://{host}"))
            }
            (scheme, _) if is_reversed_domain(scheme) && url.path().starts_with('/') | named.is_some() => {
                (RedirectKind::Scheme, scheme.to_owned(), format!("{scheme}:"))
            }
            _ => return None,
        };
        Some(Self { text: text.to_owned(), kind, host, origin })
    }

    /// The address with the answer added to its query (RFC 6749, 4.1.2), and who answers (RFC 9207, 2).
    pub fn answer(&self, pairs: &[(&str, &str)], state: Option<&str>, issuer: &str) -> String {
        let mut query = Serializer::new(String::new());
        query.extend_pairs(pairs).extend_pairs(state.map(|state| ("state", state)));
        query.append_pair("iss", issuer);
        let mark = if self.text.contains('?') { '&' } else { '?' };
        format!("{}{mark}{}", self.text, query.finish())
    }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.octets() == [127, 0, 0, 1],
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

/// `org.example.app`: two labels at least. No scheme that a browser runs or reads by itself has a dot.
fn is_reversed_domain(scheme: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty()
            && label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    };
    scheme.contains('.') && scheme.split('.').all(is_label)
}

#[cfg(test)]
mod tests {
    use super::{Redirect, RedirectKind};

    #[test]
    fn sites_this_device_and_apps_are_redirected_to_and_shown_by_their_host() {
        for (text, kind, host, origin) in [
            ("https://a.example/cb", RedirectKind::Site, "a.example", "https://a.example"),
            ("https://a.example", RedirectKind::Site, "a.example", "https://a.example"),
            ("https://a.example:8443/cb?x=1", RedirectKind::Site, "a.example:8443", "https://a.example:8443"),
            (
                "https://xn--alhing-1ua.example/",
                RedirectKind::Site,
                "xn--alhing-1ua.example",
                "https://xn--alhing-1ua.example",
            ),
            ("http://127.0.0.1:51004/cb", RedirectKind::Loopback, "127.0.0.1:51004", "http://127.0.0.1"),
            ("http://[::1]:51004/", RedirectKind::Loopback, "[::1]:51004", "http://[::1]"),
            ("http://localhost:3000/cb", RedirectKind::Loopback, "localhost:3000", "http://localhost"),
            ("org.example.app:/cb", RedirectKind::Scheme, "org.example.app", "org.example.app:"),
            ("org.example.app://cb", RedirectKind::Scheme, "org.example.app", "org.example.app:"),
        ] {
            let redirect = Redirect::read(text).expect(text);
            assert_eq!(
                (redirect.kind, redirect.host.as_str(), redirect.origin.as_str()),
                (kind, host, origin)
            );
        }
    }

    #[test]
    fn nothing_else_is_redirected_to() {
        for text in [
            "",
            "/cb",
            "//a.example/cb",
            "a.example/cb",
            "http://a.example/cb",
            "http://127.0.0.1.a.example/cb",
            "http://localhost.a.example/cb",
            "http://127.0.0.2/cb",
            "http://0.0.0.0/cb",
            "http://2130706433/cb",
            "https://good.example@evil.example/cb",
            "https://good.example:x@evil.example/",
            "https://good.example\\@evil.example/",
            "https:\\\\evil.example/cb",
            "https:evil.example/cb",
            "https:///evil.example/cb",
            "https://evil.example/cb#",
            "https://evil.example/cb#good",
            "https://EVIL.example/cb",
            "https://evil.example/a/../cb",
            "https://ev\til.example/cb",
            "https://evil.example/cb\r\nSet-Cookie: a=b",
            " https://evil.example/cb",
            "https://evil.example/c b",
            "https://æ.example/cb",
            "https://evil.example/cb?code=stolen",
            "https://evil.example/cb?state=x",
            "https://evil.example/cb?a=b&error=x",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "vbscript:x",
            "blob:https://a.example/x",
            "about:blank",
            "ftp://a.example/cb",
            "ws://a.example/cb",
            "intent://a.example/#Intent;end",
            "myapp:/cb",
            "myapp://cb",
            "org.example.app:cb",
            "org..app:/cb",
            ".app:/cb",
            "org.example.:/cb",
            "view-source:https://a.example",
            "mailto:a@b.example",
        ] {
            assert_eq!(Redirect::read(text), None, "{text}");
        }
        assert_eq!(Redirect::read(&format!("https://a.example/{}", "x".repeat(1_000))), None);
    }

    #[test]
    fn the_answer_is_added_to_the_query() {
        let answer = |text| {
            Redirect::read(text).map(|to| to.answer(&[("code", "c d")], Some("a&b=c"), "https://us.example"))
        };
        let query = "code=c+d&state=a%26b%3Dc&iss=https%3A%2F%2Fus.example";
        assert_eq!(
            answer("https://a.example/cb").as_deref(),
            Some(format!("https://a.example/cb?{query}").as_str())
        );
        assert_eq!(
            answer("https://a.example/cb?x=1").as_deref(),
            Some(format!("https://a.example/cb?x=1&{query}").as_str())
        );
    }
}
