//! Checks of what other mail servers look up about the domain that mails are from, and about that of replies.

use lettre::message::Mailbox;
use secrecy::ExposeSecret;

use super::DoctorCheck;
use super::dns::{RecordKind, Resolver};
use crate::config::Settings;
use crate::service::replies;

pub async fn examine(settings: &Settings, resolver: Resolver, selector: Option<&str>) -> Vec<DoctorCheck> {
    const NAMES: [&str; 3] = ["SPF", "DKIM", "DMARC"];
    let domain =
        settings.mail.from.parse::<Mailbox>().map(|from| from.email.domain().to_owned()).unwrap_or_default();
    let why_not = if settings.mail.smtp_url.expose_secret().is_empty() {
        Some("mails go into a folder, so no mail server looks at where they are from".to_owned())
    } else if !domain.contains('.') {
        Some(format!("mail.from is at {domain}, which is no domain of the internet"))
    } else {
        None
    };
    let mut checks = match why_not {
        Some(why) => NAMES.map(|name| DoctorCheck::skipped(name, why.clone())).into(),
        None => vec![
            spf(resolver, &domain).await,
            dkim(resolver, &domain, selector).await,
            dmarc(resolver, &domain).await,
        ],
    };
    checks.extend(mx(settings, resolver).await);
    checks
}

/// The texts of a name.
async fn texts(resolver: Resolver, name: &str) -> Result<Vec<String>, String> {
    let records = resolver.ask(name, RecordKind::Txt).await?;
    Ok(records.iter().map(|record| String::from_utf8_lossy(record).into_owned()).collect())
}

fn unasked(name: &'static str, record: &str, why: &str) -> DoctorCheck {
    DoctorCheck::skipped(name, format!("{why}: look at the record of {record} yourself"))
}

async fn spf(resolver: Resolver, domain: &str) -> DoctorCheck {
    let found = match texts(resolver, domain).await {
        Ok(texts) => texts,
        Err(why) => return unasked("SPF", domain, &why),
    };
    let is_spf =
        |text: &&String| text.split(' ').next().is_some_and(|word| word.eq_ignore_ascii_case("v=spf1"));
    let policies: Vec<&String> = found.iter().filter(is_spf).collect();
    match policies.as_slice() {
        [] => DoctorCheck::warning(
            "SPF",
            format!("{domain} does not say which servers send its mail"),
            format!("add a TXT record for {domain} that names your mail server, as v=spf1 mx -all"),
        ),
        [policy] => {
            DoctorCheck::ok("SPF", format!("{domain} says “{policy}”; see that it names your mail server"))
        }
        several => DoctorCheck::failed(
            "SPF",
            format!("{domain} has {} SPF records, which counts as an error", several.len()),
            "make one of them",
        ),
    }
}

async fn dkim(resolver: Resolver, domain: &str, selector: Option<&str>) -> DoctorCheck {
    let Some(selector) = selector else {
        return DoctorCheck::skipped(
            "DKIM",
            format!(
                "only your mail server knows its selector: give it as --dkim-selector, or look at SELECTOR._domainkey.{domain}"
            ),
        );
    };
    let name = format!("{selector}._domainkey.{domain}");
    let has_key = |text: &String| {
        let mut fields = text.split(';').filter_map(|field| field.trim().split_once('='));
        fields.any(|(key, value)| key.trim() == "p" && !value.trim().is_empty())
    };
    match texts(resolver, &name).await {
        Err(why) => unasked("DKIM", &name, &why),
        Ok(texts) if texts.iter().any(has_key) => DoctorCheck::ok("DKIM", format!("{name} has a key")),
        Ok(_) => DoctorCheck::failed(
            "DKIM",
            format!("{name} has no key, so no signature of your mail server can be checked"),
            "add the record that your mail server shows for this selector",
        ),
    }
}

/// The policy of a domain is its own, or that of a domain above it.
async fn dmarc(resolver: Resolver, domain: &str) -> DoctorCheck {
    let mut above = domain;
    loop {
        let name = format!("_dmarc.{above}");
        let found = match texts(resolver, &name).await {
            Ok(texts) => texts,
            Err(why) => return unasked("DMARC", &name, &why),
        };
        if let Some(policy) = found.iter().find(|text| text.starts_with("v=DMARC1")) {
            return DoctorCheck::ok("DMARC", format!("{name} says “{policy}”"));
        }
        match above.split_once('.') {
            Some((_, rest)) if rest.contains('.') => above = rest,
            _ => break,
        }
    }
    DoctorCheck::warning(
        "DMARC",
        format!("{domain} does not say what is to be done with mail that others send in its name"),
        format!("add a TXT record for _dmarc.{domain}, as v=DMARC1; p=none"),
    )
}

/// Where replies go, if any are received.
async fn mx(settings: &Settings, resolver: Resolver) -> Option<DoctorCheck> {
    if !settings.replies.are_taken() {
        return None;
    }
    let domain = replies::domain(settings);
    if !domain.contains('.') {
        return Some(DoctorCheck::skipped(
            "MX",
            format!("replies go to {domain}, which is no domain of the internet"),
        ));
    }
    Some(match resolver.ask(&domain, RecordKind::Mx).await {
        Err(why) => unasked("MX", &domain, &why),
        Ok(servers) if servers.is_empty() => DoctorCheck::warning(
            "MX",
            format!("{domain} names no server that takes its mail, so replies may come back to players"),
            "add an MX record that names the mail server which hands replies over to replies.bind",
        ),
        Ok(servers) => DoctorCheck::ok(
            "MX",
            format!("{domain} names the mail servers that take replies ({})", servers.len()),
        ),
    })
}
