//! A sound toy passes the trial; each defect is found, under the name of the law that it breaks.

use conformance::Conformance;
use conformance::playout::{Leave, Seating, seed_of};
use conformance::series::{self, Series};
use conformance::{self, Report, Sampling};
use rules::{Bots, Registered};

use super::barter::{self, Barter};
use super::toy::{Defect, Options, Toy};

fn seating<O: Default>(game: u64) -> Seating<O> {
    Seating {
        options: O::default(),
        bots: vec!["random".to_owned(); 3],
        seed: seed_of(7, game),
        leaves: vec![],
    }
}

/// One seat gives up at once, one on the way, and in some games the game ends with that.
fn seating_that_empties<O: Default>(game: u64) -> Seating<O> {
    let seats = 2 + game % 3;
    let leave = |nth: u64| Leave { after: nth * (3 + game), seat: u8::try_from(nth).expect("few seats") };
    let leaves = (0..2.min(seats - 1)).map(leave).collect();
    let bots = vec!["random".to_owned(); usize::try_from(seats).expect("few seats")];
    Seating { bots, leaves, ..seating(game) }
}

/// Ten games of three, and ten that some leave, under all laws; the first breach, if any.
fn tried<R: Bots + Conformance>(toy: &Registered<R>) -> Result<Report, String> {
    tried_with(toy, 1)
}

/// The same with previews after one write in so many.
fn tried_with<R: Bots + Conformance>(toy: &Registered<R>, previewed_one_in: u32) -> Result<Report, String> {
    let sampling = Sampling { costly_one_in: 2, previewed_one_in, ..Sampling::default() };
    let mut report = Report::default();
    for seating in (0..10).map(seating).chain((0..10).map(seating_that_empties)) {
        report.add(&conformance::run(toy, &seating, sampling).map_err(|fault| fault.to_string())?);
        report.add(&conformance::run_with_take_backs(toy, &seating).map_err(|fault| fault.to_string())?);
    }
    Ok(report)
}

#[test]
fn a_sound_game_passes_and_every_law_had_something_to_look_at() {
    let report = tried(&Toy::default().registered()).expect("a sound toy");
    assert!(report.entries > 10 * 61 && report.resigned > 10, "{report:?}");
    assert!(report.accepted > 500 && report.refused > 500, "{report:?}");
    assert!(report.randomized > 100 && report.redacted > 100, "{report:?}");
    assert!(report.ordered > 500, "{report:?}");
    assert!(report.largest_state > 0);
}

#[test]
fn a_sound_barter_passes_and_the_laws_about_taking_back_had_something_to_look_at() {
    let report = tried(&Barter::default().registered()).expect("a sound barter");
    assert!(report.foreseen > 1_000 && report.unlearnt > 200, "{report:?}");
    assert!(report.taken_back > 100 && report.returnable > report.taken_back, "{report:?}");
    assert!(report.kept_open > 20 && report.offers > 50 && report.replayed > 1_000, "{report:?}");
}

#[test]
fn every_defect_in_what_is_foreseen_and_taken_back_is_found_under_the_law_it_breaks() {
    for (defect, law) in [
        (barter::Defect::TellsUnmarked, "preview: "),
        (barter::Defect::ForeseesHands, "preview: "),
        (barter::Defect::PromisesDice, "preview: "),
        (barter::Defect::RefusesBySecrets, "preview: "),
        (barter::Defect::ShowsUnmarked, "taking back: "),
        (barter::Defect::NumbersOffersAgain, "offers: "),
        (barter::Defect::MarksItsIds, "ids: "),
        (barter::Defect::KeepsPoints, "take-back: "),
        (barter::Defect::ForgetsActs, "take-back: "),
    ] {
        let breach = tried(&Barter(Some(defect)).registered()).expect_err("a broken barter");
        assert!(breach.contains(law), "{defect:?} was found as: {breach}");
    }
}

#[test]
fn every_defect_is_found_under_the_law_it_breaks() {
    for (defect, law) in [
        (Defect::LosesCards, "the ruleset's law: "),
        (Defect::ShowsHands, "secrecy: "),
        (Defect::TellsCards, "secrecy: "),
        (Defect::ForgetsLapse, "lapse: "),
        (Defect::LapsesBySecrets, "secrecy: "),
        (Defect::ListsTooMuch, "legal: "),
        (Defect::ListsTooLittle, "foreign: "),
        (Defect::ReopensQuestions, "ids: "),
        (Defect::UndocumentedRefusal, "refusals: "),
        (Defect::StepsOnSecrets, "steps: "),
        (Defect::WaitsForNobody, "awaited: "),
        (Defect::WritesIllegibly, "stored form: "),
        (Defect::WaitsForTheResigned, "resigned: "),
        (Defect::PlaysForTheResigned, "resigned: "),
        (Defect::PaysTheResigned, "resigned: "),
        (Defect::RanksTheResigned, "resigned: "),
        (Defect::OrdersTooMuch, "orders: "),
    ] {
        // What steps on secrets would be foreseen by them, too: here the other laws look alone.
        let breach = tried_with(&Toy(Some(defect)).registered(), u32::MAX).expect_err("a broken toy");
        assert!(breach.contains(law), "{defect:?} was found as: {breach}");
    }
}

#[test]
fn two_runs_of_one_seed_give_the_same_record_and_another_seed_does_not() {
    let record = |game| conformance::record(&Toy::default(), &seating(game)).expect("a game");
    assert_eq!(record(1), record(1));
    assert_ne!(record(1), record(2));
}

#[test]
fn a_series_adds_up_whoever_plays_its_games() {
    let series = Series { options: Options {}, bots: vec!["random".to_owned(); 3], seed: 3 };
    let all = series::play(&Toy::default(), &series, 0..20).expect("games").counts;
    let mut halves = series::play(&Toy::default(), &series, 0..10).expect("games").counts;
    halves.add(series::play(&Toy::default(), &series, 10..20).expect("games").counts);
    assert_eq!(all, halves);
    assert_eq!((all.finished, all.actions, all.ended_by["turns"]), (20, 600, 20));
    assert!(all.wins_by_bot["random"] >= 20);
}

#[test]
fn everybody_moves_one_seat_on_from_game_to_game() {
    let bots = ["a", "b", "c"].map(str::to_owned).to_vec();
    let series = Series { options: Options {}, bots, seed: 1 };
    assert_eq!(series.seating(0).bots, ["a", "b", "c"]);
    assert_eq!(series.seating(1).bots, ["c", "a", "b"]);
    assert_eq!(series.seating(3).bots, ["a", "b", "c"]);
    assert_ne!(series.seating(0).seed, series.seating(1).seed);
}
