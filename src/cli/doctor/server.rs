//! Looks at the server that runs with these settings on this machine.

use super::DoctorCheck;
use crate::cli::health;
use crate::config::Settings;

pub async fn examine(settings: &Settings) -> DoctorCheck {
    let health = health::ask(settings).await;
    match health.is_ready() {
        true => DoctorCheck::ok("server", health.sentence()),
        false if health.is_reached() => DoctorCheck::failed("server", health.sentence(), "its log says why"),
        false => DoctorCheck::warning(
            "server",
            health.sentence(),
            "start althing, unless it runs on another machine",
        ),
    }
}
