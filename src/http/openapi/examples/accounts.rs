//! An account: sessions, tokens, availability, what happened to it.

use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};

use super::{id, noon, value};
use crate::service::access::Scope;
use crate::service::access::personal_tokens::{CreatedPersonalToken, PersonalToken};
use crate::service::accounts::Account;
use crate::service::audit::{AuditEntry, AuditKind};
use crate::service::availability::{Availability, DayOff, SleepWindow, Vacation, VacationDays};
use crate::service::blocks::BlockedAccount;
use crate::service::operators::AccountForOperators;
use crate::service::operators::announcements::Announcement;
use crate::service::operators::dead_letters::DeadLetter;
use crate::service::page::Page;
use crate::service::recovery::{CurrentEmail, PendingEmail};
use crate::service::reports::PlayerReport;
use crate::service::sessions::{Session, SessionTokens};

pub fn account() -> Value {
    value(&aud())
}

pub fn tokens() -> Value {
    value(&SessionTokens {
        access_token: "eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl".to_owned(),
        token_type: "Bearer",
        expires_in: 900,
        refresh_token: "q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI".to_owned(),
        device_token: "eyJhbGciOiJIUzI1NiJ9.e30.ZGV2aWNl".to_owned(),
        account: aud(),
    })
}

pub fn export() -> Value {
    json!({
        "exported_at": noon(),
        "account": aud(),
        "sections": {
            "games": [{"game": id(1), "ruleset": "landnam", "seat": 0}],
            "blocks": [{"account": id(0xa9), "created_at": noon()}],
        },
    })
}

pub fn address() -> Value {
    value(&CurrentEmail { email: "aud@example.org".to_owned(), change: Some(pending()) })
}

pub fn pending_address() -> Value {
    value(&pending())
}

fn pending() -> PendingEmail {
    let email = "aud@example.net".to_owned();
    PendingEmail { email, approved: false, proved: true, expires_at: noon() }
}

pub fn sessions() -> Value {
    let session = Session {
        id: id(0xb1),
        device: "Firefox on Linux".to_owned(),
        created_at: noon(),
        last_used_at: noon(),
        current: true,
    };
    value(&Page::whole(vec![session]))
}

pub fn notes() -> Value {
    let kind = AuditKind::LoggedIn.word().to_owned();
    let address = Some("203.0.113.7".to_owned());
    let note =
        AuditEntry { id: id(0xb0), kind, at: noon(), address, detail: json!({"device": "Firefox on Linux"}) };
    value(&Page::whole(vec![note]))
}

/// The players that Aud blocks.
pub fn blocks() -> Value {
    let block = BlockedAccount { account: id(0xa9), name: "Bjarni".to_owned(), created_at: noon() };
    value(&Page::whole(vec![block]))
}

fn aud() -> Account {
    Account {
        id: id(0xa0),
        name: "Aud".to_owned(),
        email: "aud@example.org".to_owned(),
        language: "en".to_owned(),
        time_zone: "Atlantic/Reykjavik".to_owned(),
        about: "Settling in.".to_owned(),
        created_at: noon(),
        mail_stopped: None,
    }
}

/// When the time of the account counts.
pub fn availability() -> Value {
    value(&Availability {
        time_zone: "Atlantic/Reykjavik".to_owned(),
        sleep: Some(SleepWindow { from: "23:00".to_owned(), until: "07:00".to_owned() }),
        days_off: vec![DayOff::Saturday, DayOff::Sunday],
        vacations: vec![yule()],
        vacation_days: vec![VacationDays { year: 2026, left: 20 }, VacationDays { year: 2027, left: 28 }],
    })
}

pub fn vacation() -> Value {
    value(&yule())
}

fn yule() -> Vacation {
    let day = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap_or_default();
    Vacation { id: id(0x7a), first_day: day(2026, 12, 22), last_day: day(2027, 1, 2) }
}

pub fn made_token() -> Value {
    let token = "althing_pat_q83vEjRWeJASNFZ4kBI0VniQq83vEjRWeJASNFZ4kBI7Vx2A".to_owned();
    value(&CreatedPersonalToken { token, personal_token: bot() })
}

pub fn personal_tokens() -> Value {
    value(&Page::whole(vec![bot()]))
}

fn bot() -> PersonalToken {
    PersonalToken {
        id: id(0xd0),
        name: "my bot".to_owned(),
        scopes: vec![Scope::GamesRead, Scope::GamesPlay],
        created_at: noon(),
        expires_at: noon() + TimeDelta::days(90),
        last_used_at: None,
    }
}

pub fn account_for_operators() -> Value {
    value(&AccountForOperators {
        id: id(0xa0),
        name: "Aud".to_owned(),
        email: "aud@example.org".to_owned(),
        verified_at: Some(noon()),
        created_at: noon(),
        deleted_at: None,
        ban: None,
    })
}

/// Something announced.
pub fn announcement() -> Value {
    value(&rest())
}

pub fn announcements() -> Value {
    value(&Page::whole(vec![rest()]))
}

pub fn reports() -> Value {
    let report = PlayerReport {
        id: id(0xe2),
        account: id(0xa1),
        reported_by: None,
        game: id(0x10),
        text: "I know nobody of that name, and this is the fifth invitation.".to_owned(),
        created_at: noon(),
    };
    value(&Page::whole(vec![report]))
}

pub fn dead_letters() -> Value {
    let letter = DeadLetter {
        id: format!("{}.{}", id(0xa0), id(0xe0)),
        kind: "verify_address".to_owned(),
        account: Some(id(0xa0)),
        game: None,
        attempts: 8,
        problem: Some("handing over the mail: the answer was 452".to_owned()),
        reason: Some("dead: handing over the mail: the answer was 452".to_owned()),
        request_id: Some(id(0xc4)),
        created_at: noon(),
        given_up_at: noon() + TimeDelta::days(2),
    };
    value(&Page::whole(vec![letter]))
}

fn rest() -> Announcement {
    Announcement {
        id: id(0xe1),
        text: "The server rests on Sunday from 6 to 7 UTC.".to_owned(),
        created_at: noon(),
        expires_at: noon() + TimeDelta::days(7),
    }
}
