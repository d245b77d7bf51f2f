//! The time zones of the world, found by a city as people type it.

use std::collections::BTreeSet;

use chrono_tz::{TZ_VARIANTS, Tz};
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

use crate::error::{Code, Error, Sentence};

/// Larger cities that have the time of another one: in each line a zone, and the cities after a colon.
const CITIES: &str = include_str!("cities.txt");

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

/// What can be typed or chosen as a time zone: cities with what they lie in, in alphabetical order.
pub fn cities() -> Vec<String> {
    let old = old_names();
    let names = TZ_VARIANTS.iter().map(|zone| zone.name()).filter(|name| !old.contains(*name));
    let of_zones = names.filter_map(label);
    let others = other_cities().map(|(city, zone)| city_label(city, zone));
    let mut labels: Vec<String> = of_zones.chain(others).chain(["UTC".to_owned()]).collect();
    labels.sort_by_cached_key(|label| folded(label));
    labels
}

/// A zone as a page shows it.
pub fn shown(zone: &str) -> String {
    label(zone).unwrap_or_else(|| zone.to_owned())
}

/// The time zone that was typed or chosen: its name, or a city with or without what it lies in, in any case and with or
/// without accents. Error: `invalid_field` at `time_zone`.
pub fn find(typed: &str) -> Result<String, Error> {
    let typed = typed.trim();
    if let Ok(zone) = typed.parse::<Tz>() {
        return Ok(zone.name().to_owned());
    }
    let wanted = folded(typed).replace('_', " ");
    let is_meant = |label: &str| {
        let label = folded(label);
        label == wanted || label.split_once(" (").is_some_and(|(city, _)| city == wanted)
    };
    let of_zones = TZ_VARIANTS.iter().map(|zone| zone.name());
    let of_zones = of_zones.filter(|zone| label(zone).is_some_and(|label| is_meant(&label)));
    let others = other_cities().filter(|(city, zone)| is_meant(&city_label(city, zone)));
    let old = old_names();
    let (kept, current): (BTreeSet<&str>, BTreeSet<&str>) =
        of_zones.chain(others.map(|(_, zone)| zone)).partition(|zone| old.contains(*zone));
    // A name for old programs counts where there is no other, as for Saigon.
    let found = if current.is_empty() { kept } else { current };
    match found.into_iter().collect::<Vec<_>>().as_slice() {
        [zone] => Ok((*zone).to_owned()),
        [] => Err(Code::InvalidField.field("time_zone", Sentence::CityUnknown)),
        several => {
            let cities = several.iter().map(|zone| shown(zone)).collect();
            Err(Code::InvalidField.field("time_zone", Sentence::CityOfSeveral { cities }))
        }
    }
}

/// In small letters without accents, as cities are typed on any keyboard.
fn folded(text: &str) -> String {
    let plain = |letter: char| match letter {
        'ø' => 'o',
        'ł' => 'l',
        'ı' => 'i',
        other => other,
    };
    let letters = text.to_lowercase().nfkd().filter(|letter| !is_combining_mark(*letter)).collect::<String>();
    letters.chars().map(plain).collect()
}

/// Each with its zone.
fn other_cities() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = CITIES.lines().filter_map(|line| line.split_once(':'));
    lines.flat_map(|(zone, cities)| cities.split(',').map(move |city| (city.trim(), zone)))
}

fn city_label(city: &str, zone: &str) -> String {
    let region = zone.split('/').next().unwrap_or_default();
    format!("{city} ({region})")
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

    use super::{cities, find, old_names, other_cities, shown};

    #[test]
    fn places_stand_before_what_they_lie_in() {
        let cities = cities();
        for label in [
            "UTC",
            "Oslo (Europe)",
            "Buenos Aires (Argentina, America)",
            "Ho Chi Minh (Asia)",
            "Bergen (Europe)",
        ] {
            assert!(cities.iter().any(|known| known == label), "{label}");
        }
        assert_eq!(shown("America/Argentina/Buenos_Aires"), "Buenos Aires (Argentina, America)");
    }

    #[test]
    fn names_for_old_programs_are_not_proposed() {
        let cities = cities();
        for label in
            ["Saigon (Asia)", "LHI (Australia)", "ACT (Australia)", "Currie (Australia)", "Kiev (Europe)"]
        {
            assert!(cities.iter().all(|known| known != label), "{label}");
        }
        assert!(cities.len() < 800, "{}", cities.len());
    }

    #[test]
    fn every_old_name_is_one_that_programs_may_still_send() {
        for name in old_names() {
            assert!(name.parse::<Tz>().is_ok(), "{name}");
        }
    }

    #[test]
    fn a_zone_is_found_by_its_city_as_people_type_it() {
        for (typed, zone) in [
            ("Oslo", "Europe/Oslo"),
            (" oslo ", "Europe/Oslo"),
            ("Oslo (Europe)", "Europe/Oslo"),
            ("Europe/Oslo", "Europe/Oslo"),
            ("bergen", "Europe/Oslo"),
            ("GÖTEBORG", "Europe/Stockholm"),
            ("goteborg", "Europe/Stockholm"),
            ("Zurich", "Europe/Zurich"),
            ("são paulo", "America/Sao_Paulo"),
            ("new york", "America/New_York"),
            ("Saigon", "Asia/Saigon"),
            ("UTC", "UTC"),
        ] {
            assert_eq!(find(typed).unwrap(), zone, "{typed}");
        }
        for nowhere in ["", "Atlantis", "Europe", "Osl", "(Europe)"] {
            assert!(find(nowhere).is_err(), "{nowhere}");
        }
    }

    #[test]
    fn what_is_proposed_is_found_and_what_is_set_can_be_kept() {
        for label in cities() {
            assert!(find(&label).is_ok(), "{label}");
        }
        let old = old_names();
        for zone in chrono_tz::TZ_VARIANTS.iter().map(|zone| zone.name()) {
            let found = find(&shown(zone)).unwrap();
            assert!(found == zone || old.contains(zone), "{zone} is found as {found}");
        }
        for (city, zone) in other_cities() {
            assert_eq!(zone.parse::<Tz>().map(|zone| zone.name()), Ok(zone), "{city}");
        }
    }
}
