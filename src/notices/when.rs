//! Instants as people read them.

use chrono_tz::Tz;

use crate::clock::Instant;

/// An instant to the minute, as the clock of `zone` shows it, in figures that every language reads; an unknown zone is
/// UTC.
pub fn when(at: Instant, zone: &str) -> String {
    let zone: Tz = zone.parse().unwrap_or(Tz::UTC);
    format!("{} ({})", at.with_timezone(&zone).format("%Y-%m-%d %H:%M"), zone.name())
}

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn everybody_reads_his_own_clock() {
        let noon = "2026-07-01T12:00:00Z".parse().unwrap_or_default();
        assert_eq!(when(noon, "Europe/Oslo"), "2026-07-01 14:00 (Europe/Oslo)");
        assert_eq!(when(noon, "Middle/Earth"), "2026-07-01 12:00 (UTC)");
    }
}
