//! `althing doctor`: looks at everything that the service needs, and says what is wrong and what to do about it.
//!
//! Each check asks the thing itself: it opens a connection, writes a file, asks a name server. None changes anything but
//! by the test mail that is asked for. A check whose ground is missing is skipped, and says why.

mod database;
mod dns;
mod machine;
mod mail;
mod names;
mod public_address;
mod server;

use serde::Serialize;
use strum::IntoStaticStr;

use self::dns::Resolver;
use super::{Outcome, block_on, exit_code, preflight, say, say_json, start};
use crate::config::Settings;
use crate::store::connect::valid_until;

#[derive(clap::Args)]
pub struct DoctorArguments {
    /// For programs.
    #[arg(long)]
    json: bool,
    /// Sends a mail to this address, so that you see whether it arrives.
    #[arg(long, value_name = "ADDRESS")]
    send_test_mail: Option<lettre::Address>,
    /// The name server that is asked about the domain of your mails; by default the one of this machine.
    #[arg(long, value_name = "ADDRESS")]
    resolver: Option<String>,
    /// The selector under which your mail server signs (DKIM), so that its key can be looked up.
    #[arg(long, value_name = "NAME")]
    dkim_selector: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CheckResult {
    Ok,
    /// Players can play, but something should be looked at.
    Warning,
    Failed,
    Skipped,
}

/// What one check found.
#[derive(Debug, Serialize)]
pub struct DoctorCheck {
    name: &'static str,
    result: CheckResult,
    found: String,
    /// What to do about it; null if nothing needs to be done.
    advice: Option<String>,
}

impl DoctorCheck {
    fn ok(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, result: CheckResult::Ok, found: found.into(), advice: None }
    }

    fn skipped(name: &'static str, found: impl Into<String>) -> Self {
        Self { name, result: CheckResult::Skipped, found: found.into(), advice: None }
    }

    fn warning(name: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { name, result: CheckResult::Warning, found: found.into(), advice: Some(advice.into()) }
    }

    fn failed(name: &'static str, found: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { name, result: CheckResult::Failed, found: found.into(), advice: Some(advice.into()) }
    }
}

pub fn run(file: Option<&str>, arguments: &DoctorArguments) -> Outcome {
    let resolver = Resolver::new(arguments.resolver.as_deref())?;
    let checks = match start::settings_with_quiet_log(file) {
        Ok(settings) => examine(file, &settings, arguments, resolver)?,
        Err(problem) => vec![
            DoctorCheck::failed("settings", problem, "correct it: nothing else can be looked at before"),
            DoctorCheck::skipped("everything else", "the settings can't be used"),
        ],
    };
    let is_well = checks.iter().all(|check| check.result != CheckResult::Failed);
    if arguments.json {
        say_json(&serde_json::json!({"ok": is_well, "checks": checks}))?;
    } else {
        checks.iter().for_each(tell);
        say(&summary(&checks));
    }
    Ok(exit_code(is_well))
}

fn examine(
    file: Option<&str>,
    settings: &Settings,
    arguments: &DoctorArguments,
    resolver: Resolver,
) -> Result<Vec<DoctorCheck>, String> {
    let mut checks = vec![of_settings(file, settings)];
    let database = database::open(settings);
    let folder = database.as_ref().ok().and_then(|database| database.folder());
    block_on(async {
        checks.extend(database::examine(settings, &database).await);
        checks.extend(machine::examine(settings, folder));
        checks.push(server::examine(settings).await);
        checks.extend(mail::examine(settings, folder, arguments.send_test_mail.as_ref()).await);
        checks.extend(names::examine(settings, resolver, arguments.dkim_selector.as_deref()).await);
        checks.extend(public_address::examine(settings).await);
    })?;
    if let Ok(database) = database {
        database.close();
    }
    Ok(checks)
}

fn of_settings(file: Option<&str>, settings: &Settings) -> DoctorCheck {
    let changed = Settings::changed(file).map(|changed| changed.len()).unwrap_or_default();
    match preflight::check_beside_a_server(settings) {
        Ok(()) => DoctorCheck::ok(
            "settings",
            format!(
                "they can be used; settings file: {}, not as by default: {changed}",
                file.unwrap_or("none")
            ),
        ),
        Err(problem) => {
            DoctorCheck::failed("settings", problem, "althing config --defaults explains every key")
        }
    }
}

fn tell(check: &DoctorCheck) {
    let result: &str = check.result.into();
    say(&format!("{result:<8} {:<16} {}", check.name, check.found));
    if let Some(advice) = &check.advice {
        say(&format!("{:25} → {advice}", ""));
    }
}

fn summary(checks: &[DoctorCheck]) -> String {
    let count = |wanted| checks.iter().filter(|check| check.result == wanted).count();
    format!(
        "ok: {}, warnings: {}, failed: {}, skipped: {}",
        count(CheckResult::Ok),
        count(CheckResult::Warning),
        count(CheckResult::Failed),
        count(CheckResult::Skipped)
    )
}

/// Days from now until then.
fn days_until(then: crate::time_control::Instant) -> i64 {
    (then - crate::app::clock::SystemClock::System.now()).num_days()
}

/// How a certificate stands that is valid until `end`.
fn certificate_check(name: &'static str, whose: &str, certificate: Option<&[u8]>) -> DoctorCheck {
    let Some(end) = certificate.and_then(valid_until) else {
        return DoctorCheck::skipped(name, format!("{whose} can't be read"));
    };
    let (days, date) = (days_until(end), end.format("%Y-%m-%d"));
    match days {
        ..0 => DoctorCheck::failed(name, format!("{whose} ended on {date}"), "renew it"),
        0..14 => DoctorCheck::warning(name, format!("{whose} ends on {date}, in {days} days"), "renew it"),
        _ => DoctorCheck::ok(name, format!("{whose} is valid until {date}, {days} days")),
    }
}
