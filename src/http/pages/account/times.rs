//! When a player's time counts: nights, days off and vacations.

use chrono::NaiveDate;
use minijinja::value::Serde;
use minijinja::{Value, context};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::{Error as Unknown, StrDeserializer};
use uuid::Uuid;

use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::link::AfterPress;
use crate::service::accounts::{self, UpdateAccount};
use crate::service::availability::{self, CreateVacation, DayOff, SleepWindow, UpdateAvailability};
use crate::service::{Ctx, deadlines};
use crate::store::accounts::AccountRow;
use crate::texts::long_date;

/// The field of each day of the week that is ticked.
const DAY_FIELD: &str = "day_off";

#[derive(Debug, Deserialize)]
pub struct NightsForm {
    sleep_from: String,
    sleep_until: String,
    /// Is ticked when others who share their hours may see the player's.
    shares: Option<String>,
}

#[derive(Debug, Deserialize)]
pub struct VacationForm {
    first_day: String,
    last_day: String,
}

impl NightsForm {
    pub async fn set(self, ctx: &mut Ctx, account: Uuid, sent: &FormFields) -> Result<AfterPress, Error> {
        let sleep = match (self.sleep_from.trim(), self.sleep_until.trim()) {
            ("", "") => None,
            (from, until) => Some(SleepWindow { from: from.to_owned(), until: until.to_owned() }),
        };
        let ticked = sent.0.iter().filter(|(name, _)| name == DAY_FIELD);
        let day = |(_, word): &(String, String)| {
            let word: StrDeserializer<'_, Unknown> = word.as_str().into_deserializer();
            DayOff::deserialize(word).map_err(|_| Code::InvalidField.at("days_off"))
        };
        let change = UpdateAvailability { sleep, days_off: ticked.map(day).collect::<Result<_, _>>()? };
        let sharing =
            UpdateAccount { shares_availability: Some(self.shares.is_some()), ..UpdateAccount::default() };
        ctx.transaction(async |tx| {
            availability::set(tx, account, &change).await?;
            accounts::change_profile(tx, account, sharing).await
        })
        .await?;
        deadlines::apply_availability(ctx, account).await;
        Ok(AfterPress::Page("nights_set"))
    }
}

impl VacationForm {
    pub async fn book(self, ctx: &mut Ctx, account: Uuid) -> Result<AfterPress, Error> {
        let new = CreateVacation {
            first_day: date("first_day", &self.first_day)?,
            last_day: date("last_day", &self.last_day)?,
        };
        ctx.transaction(async |tx| availability::book(tx, account, &new).await).await?;
        deadlines::apply_availability(ctx, account).await;
        Ok(AfterPress::Page("vacation_booked"))
    }
}

fn date(field: &'static str, text: &str) -> Result<NaiveDate, Error> {
    text.trim().parse().map_err(|_| Code::InvalidField.field(field, Sentence::MustBeDate))
}

pub async fn cancel(ctx: &mut Ctx, account: Uuid, vacation: Uuid) -> Result<AfterPress, Error> {
    ctx.transaction(async |tx| availability::cancel(tx, account, vacation).await).await?;
    deadlines::apply_availability(ctx, account).await;
    Ok(AfterPress::Page("vacation_cancelled"))
}

/// What the page shows: nights and days off as they are set, and the vacations that are not over.
pub async fn shown(ctx: &mut Ctx, account: &AccountRow) -> Result<Value, Error> {
    let set = availability::show(ctx, account.id).await?;
    let today = availability::today_of(&ctx.app, account);
    let vacations = set.vacations.iter().filter(|vacation| vacation.last_day >= today).map(|vacation| {
        context! {
            id => Serde(vacation.id),
            first => long_date(vacation.first_day, &account.language),
            last => long_date(vacation.last_day, &account.language),
            has_begun => vacation.first_day <= today,
        }
    });
    let vacations: Vec<Value> = vacations.collect();
    Ok(context! {
        sleep => Serde(&set.sleep),
        days_off => Serde(&set.days_off),
        shares => account.shares_availability,
        zone => &account.time_zone,
        vacations,
        vacation_days => Serde(&set.vacation_days),
        today => today.to_string(),
    })
}
