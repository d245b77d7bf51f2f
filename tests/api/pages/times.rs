//! Vacations, nights and days off on the page of an account.

use serde_json::json;

use super::{Club, ask_for_page};

async fn times(club: &Club) -> String {
    let page = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    format!("{}?show=times", page.0.address.split('?').next().unwrap())
}

#[tokio::test]
async fn vacations_are_booked_listed_and_cancelled_and_move_the_deadlines_as_by_the_api() {
    let club = Club::open().await;
    let clock = json!({"type": "plain", "hours": 24});
    let game =
        json!({"ruleset": "toy", "seats": 2, "visibility": "private", "bots": ["random"], "clock": clock});
    let game = club.aud.open(&game).await;
    let deadline =
        async || club.aud.get(&format!("{game}/view")).await.must_be(200)["awaited"][0]["deadline"].clone();
    let before = deadline().await;
    let address = times(&club).await;
    let page = club.browser.open(&address).await;
    page.says("Days left in 2026: 30.").says("away until 7 December");
    let book = page.form("book_vacation").with("first_day", "2026-11-20").with("last_day", "2026-11-29");
    let booked = club.browser.send_form(&book).await;
    booked.says("Your vacation is booked").says("From Friday 20 November 2026 to Sunday 29 November 2026");
    booked.says("Days left in 2026: 20.");
    let moved = deadline().await;
    assert_ne!(before, moved);
    // A second press is told that it overlaps, and what was typed is kept.
    let again = club.browser.send_form(&book).await;
    assert_eq!(again.0.status, 422);
    assert_eq!(again.form("book_vacation").value("last_day"), Some("2026-11-29"));
    for (first, last) in
        [("2026-11-01", "2026-11-02"), ("2026-12-09", "2026-12-01"), ("", "2026-12-01"), ("x", "y")]
    {
        let refused =
            club.browser.send_form(&book.clone().with("first_day", first).with("last_day", last)).await;
        assert_eq!(refused.0.status, 422, "{first} {last}");
    }
    // By the API it would have been the same.
    let set = club.aud.get("/v1/me/availability").await.must_be(200);
    let id = set["vacations"][0]["id"].as_str().unwrap().to_owned();
    club.aud.delete(&format!("/v1/me/vacations/{id}")).await.must_be(204);
    club.office.tamper("DELETE FROM vacations");
    let vacation = json!({"first_day": "2026-11-20", "last_day": "2026-11-29"});
    club.aud.post("/v1/me/vacations", &vacation).await.must_be(201);
    assert_eq!(deadline().await, moved);
    let page = club.browser.open(&address).await;
    page.says("End it today");
    club.browser
        .send_form(&page.form("cancel_vacation"))
        .await
        .says("The vacation is cancelled, or ends today.");
    assert!(deadline().await.as_str() < moved.as_str());
}

#[tokio::test]
async fn nights_and_days_off_are_set_by_the_clock_of_the_player() {
    let club = Club::open().await;
    let address = times(&club).await;
    let form = club.browser.open(&address).await.form("set_nights");
    let set = form.clone().with("sleep_from", "23:00").with("sleep_until", "07:30");
    let saved = club.browser.send_form(&set.ticked("day_off", "saturday").ticked("day_off", "sunday")).await;
    saved.says("Your nights and days off were saved");
    let stored = club.aud.get("/v1/me/availability").await.must_be(200);
    assert_eq!(stored["sleep"], json!({"from": "23:00", "until": "07:30"}));
    assert_eq!(stored["days_off"], json!(["saturday", "sunday"]));
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["shares_availability"], json!(false));
    let shared = club.browser.send_form(&saved.form("set_nights").ticked("shares", "on")).await;
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["shares_availability"], json!(true));
    let saved = shared;
    // What is set is shown, and saving it again changes nothing.
    club.browser.send_form(&saved.form("set_nights")).await;
    assert_eq!(club.aud.get("/v1/me/availability").await.must_be(200), stored);
    assert_eq!(club.aud.get("/v1/me").await.must_be(200)["shares_availability"], json!(true));
    let four = ["monday", "tuesday", "wednesday", "thursday"];
    let too_many = four.into_iter().fold(form.clone(), |form, day| form.ticked("day_off", day));
    assert_eq!(club.browser.send_form(&too_many).await.0.status, 422);
    for (from, until) in [("23:00", ""), ("25:00", "07:00"), ("12:00", "11:00"), ("x", "y")] {
        let wrong = form.clone().with("sleep_from", from).with("sleep_until", until);
        assert_eq!(club.browser.send_form(&wrong).await.0.status, 422, "{from} {until}");
    }
    assert_eq!(club.aud.get("/v1/me/availability").await.must_be(200), stored);
    club.browser.send_form(&form).await;
    assert_eq!(club.aud.get("/v1/me/availability").await.must_be(200)["sleep"], json!(null));
}
