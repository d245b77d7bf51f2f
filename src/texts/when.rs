//! Instants as text for players.

use chrono::{DateTime, Datelike, Timelike, Utc};
use chrono_tz::Tz;
use minijinja::context;

use super::{Catalogue, Reader, TextRenderer, emails};

/// An instant to the minute, as the clock of `zone` shows it, in the words of `language`; an unknown zone is UTC.
pub fn when(at: DateTime<Utc>, zone: &str, language: &str) -> String {
    let zone: Tz = zone.parse().unwrap_or(Tz::UTC);
    let local = at.with_timezone(&zone);
    let catalogue = Catalogue::read(emails(language));
    let name = |section: &str, index: u32| {
        let names = catalogue.list(section);
        usize::try_from(index).ok().and_then(|index| names.get(index).copied()).unwrap_or_default()
    };
    let context = context! {
        weekday => name("weekdays", local.weekday().num_days_from_monday()),
        day => local.day(),
        month => name("months", local.month0()),
        year => local.year(),
        hour => format!("{:02}", local.hour()),
        minute => format!("{:02}", local.minute()),
        zone => zone.name(),
    };
    let renderer = TextRenderer::new(Reader::default(), &catalogue, None);
    renderer.phrase(catalogue.text("lines", "instant").unwrap_or_default(), context)
}

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn each_reader_gets_their_own_clock_and_language() {
        let noon = "2026-07-01T12:00:00Z".parse().unwrap_or_default();
        assert_eq!(when(noon, "Europe/Oslo", "en"), "Wednesday 1 July 2026, 14:00 (Europe/Oslo)");
        assert_eq!(when(noon, "Europe/Oslo", "nn"), "onsdag 1. juli 2026 kl. 14.00 (Europe/Oslo)");
        assert_eq!(when(noon, "Europe/Stockholm", "sv"), "onsdag 1 juli 2026 kl. 14.00 (Europe/Stockholm)");
        assert_eq!(when(noon, "Europe/Berlin", "de"), "Mittwoch, 1. Juli 2026, 14:00 Uhr (Europe/Berlin)");
        assert_eq!(when(noon, "Middle/Earth", "en"), "Wednesday 1 July 2026, 12:00 (UTC)");
    }
}
