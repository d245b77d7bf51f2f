//! Clubs: founding, joining, roles, links, and their games.

use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, described};

const CLUB: &str = "Friday sagas";

pub async fn found_club(owner: &Person, terms: Value) -> String {
    let mut body = json!({"name": CLUB});
    body.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let club = owner.post("/v1/clubs", &body).await.must_be(201);
    described::must_fit("Club", &club);
    assert_eq!(
        (&club["your_role"], &club["owner"], &club["member_count"]),
        (&json!("owner"), &json!(owner.id), &json!(1))
    );
    club["id"].as_str().unwrap().to_owned()
}

pub async fn join(person: &Person, club: &str) -> Answer {
    person.post(&format!("/v1/clubs/{club}/join"), &json!({})).await
}

async fn join_by(person: &Person, club: &str, link: &str) -> Answer {
    person.post(&format!("/v1/clubs/{club}/join"), &json!({"link": link})).await
}

async fn link_to(organiser: &Person, club: &str, uses: u16) -> String {
    let made = organiser.post(&format!("/v1/clubs/{club}/invitation-links"), &json!({"uses": uses})).await;
    made.must_be(201)["token"].as_str().unwrap().to_owned()
}

pub async fn set_role(by: &Person, club: &str, other: &Person, role: &str) -> Answer {
    by.put(&format!("/v1/clubs/{club}/members/{}", other.id), &json!({"role": role})).await
}

async fn leave(person: &Person, club: &str) -> Answer {
    person.post(&format!("/v1/clubs/{club}/leave"), &json!({})).await
}

async fn role_of(person: &Person, club: &str) -> Value {
    person.get(&format!("/v1/clubs/{club}")).await.must_be(200)["your_role"].clone()
}

/// The names of the members, with their roles.
async fn members(person: &Person, club: &str, query: &str) -> Vec<(String, String)> {
    let page = person.get(&format!("/v1/clubs/{club}/members{query}")).await.must_be(200);
    described::must_fit("ClubMemberPage", &page);
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    let items = page["items"].as_array().unwrap();
    let mut members: Vec<_> = items.iter().map(|one| (text(one, "name"), text(one, "role"))).collect();
    members.sort_unstable();
    members
}

#[tokio::test]
async fn a_club_is_founded_found_by_its_name_changed_and_ended() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let stranger = service.stranger();
    let club = found_club(&aud, json!({"about": "A move a day."})).await;
    let address = format!("/v1/clubs/{club}");
    for (name, found) in
        [("", 1), ("fri", 1), ("FRIDÁY%20sa", 1), ("sagas", 0), ("friday%20sagas%20of", 0), ("%25", 1)]
    {
        let page = stranger.get(&format!("/v1/clubs?name={name}")).await.must_be(200);
        described::must_fit("ClubPage", &page);
        assert_eq!(page["items"].as_array().unwrap().len(), found, "{name}");
    }
    for taken in [CLUB, "friday  SAGAS!", "Fríday sagas"] {
        bjarni.post("/v1/clubs", &json!({"name": taken})).await.must_refuse(409, "club_name_taken");
    }
    let other = bjarni.post("/v1/clubs", &json!({"name": "Monday sagas"})).await.must_be(201);
    let other = format!("/v1/clubs/{}", other["id"].as_str().unwrap());
    bjarni.patch(&other, &json!({"name": CLUB})).await.must_refuse(409, "club_name_taken");
    bjarni.patch(&address, &json!({"about": "Mine."})).await.must_refuse(403, "not_a_club_member");
    let changed = aud.patch(&address, &json!({"name": "Sunday sagas", "joining": "open"})).await.must_be(200);
    assert_eq!((&changed["name"], &changed["about"]), (&json!("Sunday sagas"), &json!("A move a day.")));
    bjarni.patch(&other, &json!({"name": CLUB})).await.must_be(200);
    bjarni.delete(&address).await.must_refuse(403, "not_a_club_member");
    join(&bjarni, &club).await.must_be(200);
    bjarni.delete(&address).await.must_refuse(403, "club_role_too_small");
    aud.delete(&address).await.must_be(204);
    aud.delete(&address).await.must_refuse(409, "club_ended");
    assert_ne!(bjarni.get(&address).await.must_be(200)["ended_at"], Value::Null);
    assert_eq!(stranger.get("/v1/clubs?name=sunday").await.must_be(200)["items"], json!([]));
    assert_eq!(bjarni.get("/v1/me/clubs").await.must_be(200)["items"].as_array().unwrap().len(), 2);
    aud.post("/v1/clubs", &json!({"name": "Sunday sagas"})).await.must_be(201);
}

#[tokio::test]
async fn what_can_be_no_club_is_refused_by_field() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    for (body, part) in [
        (json!({}), "name"),
        (json!({"name": "!?"}), "name"),
        (json!({"name": "x".repeat(81)}), "name"),
        (json!({"name": "A", "about": "x".repeat(4001)}), "about"),
        (json!({"name": "A", "joining": "never"}), "joining"),
        (json!({"name": "A", "defaults": {"ruleset": "chess"}}), "defaults.ruleset"),
        (json!({"name": "A", "defaults": {"clock": {"type": "plain", "hours": 0}}}), "defaults.clock.hours"),
        (json!({"name": "A", "defaults": {"forbidden_orders": ["none"]}}), "defaults.forbidden_orders[0]"),
        (json!({"name": "A", "extra": 1}), "extra"),
    ] {
        aud.post("/v1/clubs", &body).await.must_blame(422, "invalid_field", part);
    }
    assert_eq!(aud.get("/v1/clubs").await.must_be(200)["items"], json!([]));
    for number in 0..10 {
        aud.post("/v1/clubs", &json!({"name": format!("Club {number}")})).await.must_be(201);
    }
    aud.post("/v1/clubs", &json!({"name": "One more"})).await.must_refuse(409, "too_many_clubs");
}

#[tokio::test]
async fn players_join_at_once_by_request_or_by_link() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    let address = format!("/v1/clubs/{club}");
    for _ in 0..2 {
        assert_eq!(join(&bjarni, &club).await.must_be(200)["role"], "member");
    }
    leave(&bjarni, &club).await.must_be(204);
    leave(&bjarni, &club).await.must_be(204);
    aud.patch(&address, &json!({"joining": "request"})).await.must_be(200);
    assert_eq!(join(&bjarni, &club).await.must_be(200)["role"], "applicant");
    assert_eq!(members(&aud, &club, "").await, [("Aud".into(), "owner".into())]);
    assert_eq!(members(&aud, &club, "?role=applicant").await, [("Bjarni".into(), "applicant".into())]);
    bjarni.get(&format!("{address}/members?role=applicant")).await.must_refuse(403, "club_role_too_small");
    assert_eq!(aud.get(&address).await.must_be(200)["applicant_count"], 1);
    assert_eq!(bjarni.get(&address).await.must_be(200)["applicant_count"], Value::Null);
    set_role(&bjarni, &club, &bjarni, "member").await.must_refuse(403, "not_a_club_member");
    assert_eq!(set_role(&aud, &club, &bjarni, "member").await.must_be(200)["role"], "member");
    aud.patch(&address, &json!({"joining": "link"})).await.must_be(200);
    join(&cnut, &club).await.must_refuse(403, "club_link_needed");
    let link = link_to(&aud, &club, 1).await;
    assert_eq!(join_by(&cnut, &club, &link).await.must_be(200)["role"], "member");
    let again = service.person("Dalla").await;
    join_by(&again, &club, &link).await.must_refuse(404, "link_not_found");
    let links = aud.get(&format!("{address}/invitation-links")).await.must_be(200);
    assert_eq!(links["items"][0]["uses_left"], 0);
    cnut.get(&format!("{address}/invitation-links")).await.must_refuse(403, "club_role_too_small");
    let spare = link_to(&aud, &club, 5).await;
    let links = aud.get(&format!("{address}/invitation-links")).await.must_be(200);
    let unused = links["items"].as_array().unwrap().iter().find(|link| link["uses_left"] == 5);
    let id = unused.unwrap()["id"].as_str().unwrap();
    for _ in 0..2 {
        aud.delete(&format!("{address}/invitation-links/{id}")).await.must_be(204);
    }
    join_by(&again, &club, &spare).await.must_refuse(404, "link_not_found");
}

#[tokio::test]
async fn a_private_club_does_not_exist_for_those_without_a_link() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"visibility": "private", "joining": "request"})).await;
    let link = link_to(&aud, &club, 5).await;
    let nothing = uuid::Uuid::nil().to_string();
    for stranger in [&bjarni, &service.stranger()] {
        assert_eq!(stranger.get("/v1/clubs").await.must_be(200)["items"], json!([]));
        for path in ["", "/members"] {
            let hidden = stranger.get(&format!("/v1/clubs/{club}{path}")).await;
            hidden.must_refuse(404, "club_not_found");
            let none = stranger.get(&format!("/v1/clubs/{nothing}{path}")).await;
            assert_eq!(hidden.text, none.text);
        }
        let games = stranger.get(&format!("/v1/games?club={club}")).await.must_be(200);
        assert_eq!(games["items"], json!([]));
    }
    let made_up = link.replace(&link[30..31], if &link[30..31] == "x" { "y" } else { "x" });
    for (path, body) in [("join", json!({})), ("join", json!({"link": made_up})), ("leave", json!({}))] {
        let hidden = bjarni.post(&format!("/v1/clubs/{club}/{path}"), &body).await;
        assert_eq!((hidden.status, hidden.code()), (404, "club_not_found"), "{path} {body}");
    }
    bjarni
        .patch(&format!("/v1/clubs/{club}"), &json!({"about": "x"}))
        .await
        .must_refuse(404, "club_not_found");
    set_role(&bjarni, &club, &bjarni, "owner").await.must_refuse(404, "club_not_found");
    bjarni
        .post("/v1/games", &json!({"ruleset": "nord", "seats": 2, "club_id": club}))
        .await
        .must_refuse(404, "club_not_found");
    let behind = bjarni.post("/v1/club-links/lookup", &json!({"link": link})).await.must_be(200);
    assert_eq!((&behind["name"], &behind["your_role"]), (&json!(CLUB), &Value::Null));
    bjarni.post("/v1/club-links/lookup", &json!({"link": made_up})).await.must_refuse(404, "link_not_found");
    assert_eq!(join_by(&bjarni, &club, &link).await.must_be(200)["role"], "member");
    assert_eq!(members(&bjarni, &club, "").await.len(), 2);
    leave(&bjarni, &club).await.must_be(204);
    bjarni.get(&format!("/v1/clubs/{club}")).await.must_refuse(404, "club_not_found");
    cnut.get(&format!("/v1/clubs/{club}")).await.must_refuse(404, "club_not_found");
}

#[tokio::test]
async fn roles_are_given_and_taken_by_those_above() {
    let service = Service::start();
    let [aud, bjarni, cnut, dalla] = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    let address = format!("/v1/clubs/{club}");
    for person in [&bjarni, &cnut, &dalla] {
        join(person, &club).await.must_be(200);
    }
    set_role(&bjarni, &club, &bjarni, "organiser").await.must_refuse(403, "club_role_too_small");
    set_role(&aud, &club, &bjarni, "organiser").await.must_be(200);
    set_role(&bjarni, &club, &cnut, "organiser").await.must_refuse(403, "club_role_too_small");
    set_role(&aud, &club, &cnut, "organiser").await.must_be(200);
    set_role(&aud, &club, &cnut, "applicant").await.must_refuse(403, "club_role_too_small");
    set_role(&aud, &club, &aud, "member").await.must_refuse(403, "club_role_too_small");
    let remove =
        async |by: &Person, other: &Person| by.delete(&format!("{address}/members/{}", other.id)).await;
    remove(&bjarni, &cnut).await.must_refuse(403, "club_role_too_small");
    remove(&bjarni, &aud).await.must_refuse(403, "club_role_too_small");
    remove(&dalla, &bjarni).await.must_refuse(403, "club_role_too_small");
    for _ in 0..2 {
        remove(&bjarni, &dalla).await.must_be(204);
    }
    assert_eq!(role_of(&dalla, &club).await, Value::Null);
    join(&dalla, &club).await.must_refuse(403, "club_removed");
    let link = link_to(&bjarni, &club, 1).await;
    join_by(&dalla, &club, &link).await.must_be(200);
    leave(&aud, &club).await.must_refuse(409, "club_owner_stays");
    set_role(&aud, &club, &bjarni, "owner").await.must_be(200);
    assert_eq!(role_of(&aud, &club).await, "organiser");
    assert_eq!(bjarni.get(&address).await.must_be(200)["owner"], bjarni.id);
    set_role(&aud, &club, &aud, "owner").await.must_refuse(403, "club_role_too_small");
    leave(&aud, &club).await.must_be(204);
    set_role(&bjarni, &club, &aud, "member").await.must_refuse(404, "club_member_not_found");
}

#[tokio::test]
async fn a_club_of_a_deleted_account_goes_to_whoever_comes_next_or_ends() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(&aud, json!({"joining": "open"})).await;
    let alone = aud.post("/v1/clubs", &json!({"name": "Alone"})).await.must_be(201);
    join(&bjarni, &club).await.must_be(200);
    join(&cnut, &club).await.must_be(200);
    set_role(&aud, &club, &cnut, "organiser").await.must_be(200);
    assert_eq!(aud.get("/v1/me/export").await.must_be(200)["sections"]["clubs"].as_array().unwrap().len(), 2);
    aud.delete_with("/v1/me", &json!({"password": "a long ship west"})).await.must_be(204);
    assert_eq!(
        (role_of(&cnut, &club).await, role_of(&bjarni, &club).await),
        (json!("owner"), json!("member"))
    );
    let address = format!("/v1/clubs/{}", alone["id"].as_str().unwrap());
    let left = bjarni.get(&address).await.must_be(200);
    assert!(left["ended_at"].is_string() && left["owner"].is_null() && left["member_count"] == 0);
}

#[tokio::test]
async fn of_many_who_use_a_link_at_once_as_many_join_as_it_has_uses() {
    let service = Service::start();
    let [aud, bjarni, cnut, dalla, egil] = service.people(["Aud", "Bjarni", "Cnut", "Dalla", "Egil"]).await;
    let club = found_club(&aud, json!({"joining": "link"})).await;
    let link = link_to(&aud, &club, 2).await;
    let join = |person| join_by(person, &club, &link);
    let answers = tokio::join!(join(&bjarni), join(&cnut), join(&dalla), join(&egil));
    let mut statuses = [answers.0.status, answers.1.status, answers.2.status, answers.3.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 404, 404]);
    let over = tokio::join!(set_role(&aud, &club, &bjarni, "owner"), set_role(&aud, &club, &cnut, "owner"));
    let owners = members(&aud, &club, "?role=owner").await;
    assert!(owners.len() == 1, "{owners:?} after {} and {}", over.0.status, over.1.status);
}

#[tokio::test]
async fn members_see_and_join_the_games_of_their_club_and_nobody_else_does() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = found_club(
        &aud,
        json!({
            "joining": "open",
            "defaults": {"ruleset": "nord", "clock": {"type": "plain", "hours": 36}, "forbidden_orders": ["start", "roll"]},
        }),
    );
    let club = club.await;
    join(&bjarni, &club).await.must_be(200);
    let game = json!({"ruleset": "nord", "seats": 3, "club_id": club, "visibility": "private"});
    cnut.post("/v1/games", &game).await.must_refuse(403, "not_a_club_member");
    let made = aud.post("/v1/games", &game).await.must_be(201);
    assert_eq!((&made["club_id"], &made["clock"]["hours"]), (&json!(club), &json!(36)));
    assert_eq!(made["forbidden_orders"], json!(["start"]), "of the club's kinds those of this ruleset");
    let address = format!("/v1/games/{}", made["id"].as_str().unwrap());
    assert_eq!(bjarni.get(&address).await.must_be(200)["club_id"], club);
    cnut.get(&address).await.must_refuse(404, "game_not_found");
    let listed = async |person: &Person| {
        let page = person.get(&format!("/v1/games?club={club}")).await.must_be(200);
        page["items"].as_array().unwrap().len()
    };
    assert_eq!((listed(&aud).await, listed(&bjarni).await, listed(&cnut).await), (1, 1, 0));
    assert_eq!(listed(&service.stranger()).await, 0);
    assert_eq!(
        bjarni.get("/v1/games").await.must_be(200)["items"],
        json!([]),
        "the lobby lists public games"
    );
    cnut.post(&format!("{address}/join"), &json!({})).await.must_refuse(404, "game_not_found");
    bjarni.post(&format!("{address}/join"), &json!({})).await.must_be(200);
    // Whoever leaves the club keeps the seats, and sees the other games no more.
    let second = aud.post("/v1/games", &game).await.must_be(201);
    leave(&bjarni, &club).await.must_be(204);
    bjarni.get(&address).await.must_be(200);
    bjarni
        .get(&format!("/v1/games/{}", second["id"].as_str().unwrap()))
        .await
        .must_refuse(404, "game_not_found");
    // A running game too.
    cnut.post(&format!("/v1/clubs/{club}/join"), &json!({})).await.must_be(200);
    cnut.post(&format!("{address}/join"), &json!({})).await.must_be(200);
    let dalla = service.person("Dalla").await;
    dalla.get(&format!("{address}/view")).await.must_refuse(404, "game_not_found");
    join(&dalla, &club).await.must_be(200);
    dalla.get(&format!("{address}/view")).await.must_be(200);
    aud.delete(&format!("/v1/clubs/{club}/members/{}", dalla.id)).await.must_be(204);
    dalla.get(&format!("{address}/view")).await.must_refuse(404, "game_not_found");
    aud.delete(&format!("/v1/clubs/{club}")).await.must_be(204);
    aud.post("/v1/games", &game).await.must_refuse(409, "club_ended");
    assert_eq!((listed(&aud).await, listed(&dalla).await), (2, 0));
}
