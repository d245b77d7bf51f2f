//! The time zones of the world, as a page lists them.

use std::collections::BTreeSet;

use chrono_tz::TZ_VARIANTS;

/// The regions whose zones are named after places; the others are names of long ago.
const REGIONS: [&str; 9] =
    ["Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"];

/// Names that the database of time zones keeps for old programs, by region. Each place goes by another name there, or
/// has the time of a larger one: a reader who looks for Ho Chi Minh or Sydney need not pass Saigon and NSW.
const OLD_NAMES: [(&str, &str); 8] = [
    ("Africa", "Asmera Timbuktu"),
    (
        "America",
        "Argentina/ComodRivadavia Atka Buenos_Aires Catamarca Coral_Harbour Cordoba Ensenada Fort_Wayne \
         Godthab Indianapolis Jujuy Knox_IN Louisville Mendoza Montreal Nipigon Pangnirtung Porto_Acre \
         Rainy_River Rosario Santa_Isabel Shiprock Thunder_Bay Virgin Yellowknife",
    ),
    ("Antarctica", "South_Pole"),
    (
        "Asia",
        "Ashkhabad Calcutta Choibalsan Chongqing Chungking Dacca Harbin Istanbul Kashgar Katmandu Macao \
         Rangoon Saigon Tel_Aviv Thimbu Ujung_Pandang Ulan_Bator",
    ),
    ("Atlantic", "Faeroe Jan_Mayen"),
    ("Australia", "ACT Canberra Currie LHI NSW North Queensland South Tasmania Victoria West Yancowinna"),
    ("Europe", "Belfast Kiev Nicosia Tiraspol Uzhgorod Zaporozhye"),
    ("Pacific", "Enderbury Johnston Ponape Samoa Truk Yap"),
];

/// The zones by their places, each with its label; `chosen` is among them.
pub fn time_zones(chosen: &str) -> Vec<(String, String)> {
    let old = old_names();
    let names = TZ_VARIANTS.iter().map(|zone| zone.name()).filter(|name| !old.contains(*name));
    let mut zones: Vec<_> = names.filter_map(|name| Some((name.to_owned(), label(name)?))).collect();
    zones.sort_by(|(_, one), (_, other)| one.cmp(other));
    zones.insert(0, ("UTC".to_owned(), "UTC".to_owned()));
    if zones.iter().all(|(known, _)| known != chosen) {
        zones.insert(0, (chosen.to_owned(), chosen.to_owned()));
    }
    zones
}

fn old_names() -> BTreeSet<String> {
    let of_region = |(region, places): &(&str, &str)| {
        places.split_whitespace().map(|place| format!("{region}/{place}")).collect::<Vec<_>>()
    };
    OLD_NAMES.iter().flat_map(of_region).collect()
}

/// The place before what it lies in, since lists are searched by their first letters: `Oslo (Europe)`, `Knox (Indiana,
/// America)`. `None` for a zone that is not named after a place.
fn label(name: &str) -> Option<String> {
    let mut parts: Vec<&str> = name.split('/').collect();
    let place = parts.pop()?;
    let is_known = parts.first().is_some_and(|region| REGIONS.contains(region));
    parts.reverse();
    is_known.then(|| format!("{place} ({})", parts.join(", ")).replace('_', " "))
}

#[cfg(test)]
mod tests {
    use chrono_tz::Tz;

    use super::{old_names, time_zones};

    fn labels() -> Vec<String> {
        time_zones("UTC").into_iter().map(|(_, label)| label).collect()
    }

    #[test]
    fn places_stand_before_what_they_lie_in() {
        let labels = labels();
        for label in ["UTC", "Oslo (Europe)", "Buenos Aires (Argentina, America)", "Ho Chi Minh (Asia)"] {
            assert!(labels.iter().any(|known| known == label), "{label}");
        }
    }

    #[test]
    fn names_for_old_programs_are_left_out() {
        let labels = labels();
        for label in
            ["Saigon (Asia)", "LHI (Australia)", "ACT (Australia)", "Currie (Australia)", "Kiev (Europe)"]
        {
            assert!(labels.iter().all(|known| known != label), "{label}");
        }
        assert!(labels.len() < 430, "{}", labels.len());
    }

    #[test]
    fn every_old_name_is_one_that_programs_may_still_send() {
        for name in old_names() {
            assert!(name.parse::<Tz>().is_ok(), "{name}");
        }
    }

    #[test]
    fn the_zone_that_is_set_can_always_be_kept() {
        assert_eq!(time_zones("Asia/Saigon")[0].0, "Asia/Saigon");
    }
}
