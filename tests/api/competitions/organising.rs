//! Who may sign up, organise and see a competition, and what happens at the same moment.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::hall::Hall;
use crate::harness::{Page, Person, PostOffice, Service, described, process, until};

fn duels(name: &str) -> Value {
    json!({
        "name": name, "form": {"type": "swiss", "rounds": 3}, "tables": {"size": 2}, "games": {"ruleset": "toy"},
        "schedule": {"next_round": {"type": "by_organisers"}},
    })
}

async fn create(organiser: &Person, competition: &Value) -> String {
    let made = organiser.post("/v1/competitions", competition).await.must_be(201);
    format!("/v1/competitions/{}", made["id"].as_str().unwrap())
}

async fn sign_up(person: &Person, path: &str) -> Value {
    person.post(&format!("{path}/sign-up"), &json!({})).await.must_be(200)
}

/// What everybody is called who signed up, with their parts.
async fn entrants(person: &Person, path: &str) -> Vec<(String, String)> {
    let page = person.get(&format!("{path}/entrants")).await.must_be(200);
    described::must_fit("CompetitionEntrantPage", &page);
    let text = |one: &Value, field: &str| one[field].as_str().unwrap().to_owned();
    page["items"].as_array().unwrap().iter().map(|one| (text(one, "name"), text(one, "role"))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, role)| ((*name).to_owned(), (*role).to_owned())).collect()
}

#[tokio::test]
async fn who_comes_late_is_a_substitute_and_moves_up_when_somebody_leaves() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let mut small = duels("Small");
    small["most_entrants"] = json!(2);
    let path = create(&aud, &small).await;
    for person in [&aud, &bjarni, &cnut, &cnut] {
        sign_up(person, &path).await;
    }
    assert_eq!(
        entrants(&aud, &path).await,
        pairs(&[("Aud", "entrant"), ("Bjarni", "entrant"), ("Cnut", "substitute")])
    );
    bjarni.post(&format!("{path}/withdraw"), &json!({})).await.must_be(204);
    assert_eq!(entrants(&aud, &path).await, pairs(&[("Aud", "entrant"), ("Cnut", "entrant")]));
    sign_up(&bjarni, &path).await;
    aud.delete(&format!("{path}/entrants/{}", cnut.id)).await.must_be(204);
    assert_eq!(entrants(&aud, &path).await, pairs(&[("Aud", "entrant"), ("Bjarni", "entrant")]));
}

#[tokio::test]
async fn a_round_that_is_paired_by_many_at_once_is_paired_once() {
    let mut office = PostOffice::open();
    office.employ();
    let hall = Hall::open_at(office, 7, &duels("Once")).await;
    let body = json!({"round": 1});
    let path = format!("{}/rounds", hall.path);
    let answers = join_all((0..8).map(|_| hall.organiser.post(&path, &body))).await;
    let paired: Vec<Value> =
        answers.into_iter().map(|answer| answer.must_be(200)["tables"].clone()).collect();
    let seats = |tables: &Value| -> Vec<Value> {
        tables.as_array().unwrap().iter().map(|table| table["seats"].clone()).collect()
    };
    assert!(paired.iter().all(|tables| seats(tables) == seats(&paired[0])), "{paired:?}");
    hall.quiet().await;
    let count = |table: &str| {
        hall.office.service.database.texts(&format!("SELECT count(*)::text AS value FROM {table}"))
    };
    assert_eq!(
        (count("competition_rounds"), count("competition_tables")),
        (vec!["1".to_owned()], vec!["3".to_owned()])
    );
    assert_eq!(count("games"), ["3"], "two workers began three games");
    let refused = hall.organiser.post(&path, &json!({"round": 2})).await;
    refused.must_refuse(409, "round_not_over");
    hall.organiser.post(&path, &json!({"round": 3})).await.must_refuse(409, "round_not_next");
}

#[tokio::test]
async fn an_invited_player_gets_one_mail_unless_they_block_the_organiser_or_have_signed_up() {
    let mut office = PostOffice::open();
    let [aud, bjarni, cnut, dalla] = office.service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let path = create(&aud, &duels("Asked")).await;
    let invitations = format!("{path}/invitations");
    cnut.block(&aud.id).await.must_be(204);
    sign_up(&dalla, &path).await;
    for name in ["Bjarni", "bjarni", "Cnut", "Dalla", "Aud"] {
        aud.post(&invitations, &json!({"name": name})).await.must_be(204);
    }
    aud.post(&invitations, &json!({"name": "Nobody"})).await.must_refuse(404, "account_not_found");
    aud.block(&dalla.id).await.must_be(204);
    aud.post(&invitations, &json!({"name": "Dalla"})).await.must_refuse(422, "invalid_field");
    bjarni.post(&invitations, &json!({"name": "Cnut"})).await.must_refuse(403, "not_an_organiser");
    let invited = office
        .service
        .database
        .texts("SELECT account_id::text AS value FROM mails WHERE kind = 'competition_invitation'");
    assert_eq!(invited, std::slice::from_ref(&bjarni.id));
    office.employ();
    office.quiet().await;
    let mails = office.sink.taken();
    let mails: Vec<_> = mails.iter().filter(|mail| mail.subject().contains("Asked")).collect();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text().contains(path.strip_prefix("/v1").unwrap()), "{}", mails[0].text());
    let club = json!({"name": "Few"});
    let club = aud.post("/v1/clubs", &club).await.must_be(201)["id"].clone();
    let mut of_club = duels("Of few");
    of_club["club_id"] = club;
    let path = create(&aud, &of_club).await;
    let refused = aud.post(&format!("{path}/invitations"), &json!({"name": "Bjarni"})).await;
    refused.must_refuse(403, "not_a_club_member");
}

#[tokio::test]
async fn the_page_of_a_game_leads_to_its_competition() {
    let mut office = PostOffice::open();
    office.employ();
    let hall = Hall::open_at(office, 2, &duels("Led to")).await;
    hall.pair(1).await;
    hall.quiet().await;
    let id = hall.path.rsplit('/').next().unwrap();
    let games = hall.organiser.get(&format!("/v1/games?competition={id}")).await.must_be(200);
    let game = games["items"][0]["id"].as_str().unwrap();
    let page = Page(hall.office.service.stranger().get(&format!("/games/{game}")).await);
    let leads_to = page.links("/competitions/");
    assert_eq!(leads_to, [hall.path.strip_prefix("/v1").unwrap()]);
}

#[tokio::test]
async fn only_organisers_pair_correct_and_remove() {
    let office = PostOffice::open();
    let hall = Hall::open_at(office, 4, &duels("Mine")).await;
    let (other, path) = (&hall.people[1], &hall.path);
    other.post(&format!("{path}/rounds"), &json!({"round": 1})).await.must_refuse(403, "not_an_organiser");
    other.patch(path, &json!({"name": "Yours"})).await.must_refuse(403, "not_an_organiser");
    other.delete(path).await.must_refuse(403, "not_an_organiser");
    hall.organiser
        .post(&format!("{path}/corrections"), &json!({"entrant": 0, "change": 100, "note": "x"}))
        .await
        .must_refuse(409, "competition_not_running");
    hall.pair(1).await;
    let correction =
        json!({"entrant": 0, "table": {"round": 1, "table": 0}, "change": -50, "note": "Came late."});
    other.post(&format!("{path}/corrections"), &correction).await.must_refuse(403, "not_an_organiser");
    let made = hall.organiser.post(&format!("{path}/corrections"), &correction).await.must_be(201);
    described::must_fit("CompetitionCorrection", &made);
    let listed = other.get(&format!("{path}/corrections")).await.must_be(200);
    assert_eq!((&listed["items"][0], &made["from_round"]), (&made, &json!(2)));
    let standings = hall.standings().await;
    let corrected = standings.iter().find(|row| row["entrant"] == 0).unwrap();
    assert_eq!((&corrected["corrected"], &corrected["match_points"]), (&json!(-50), &json!(-50)));
    let unknown =
        json!({"entrant": 0, "table": {"round": 2, "table": 0}, "change": -50, "note": "Came late."});
    hall.organiser.post(&format!("{path}/corrections"), &unknown).await.must_refuse(404, "round_not_found");
}

#[tokio::test]
async fn people_who_block_each_other_meet_in_a_competition_that_both_entered() {
    let office = PostOffice::open();
    let hall = Hall::open_at(office, 2, &duels("Foes")).await;
    hall.people[0].block(&hall.people[1].id).await.must_be(204);
    hall.pair(1).await;
    let tables = hall.running().await;
    assert_eq!((tables.len(), tables[0].players.len()), (1, 2));
    let shown = hall.people[1].get(&tables[0].path).await.must_be(200);
    assert_eq!(format!("/v1/competitions/{}", shown["competition"]["id"].as_str().unwrap()), hall.path);
    assert_eq!((&shown["competition"]["round"], &shown["competition"]["table"]), (&json!(1), &json!(0)));
}

#[tokio::test]
async fn the_competition_of_a_private_club_is_answered_to_strangers_as_if_it_did_not_exist() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let club = json!({"name": "Secret sagas", "visibility": "private", "joining": "link"});
    let club = aud.post("/v1/clubs", &club).await.must_be(201)["id"].as_str().unwrap().to_owned();
    let link = aud.post(&format!("/v1/clubs/{club}/invitation-links"), &json!({})).await.must_be(201);
    bjarni.post(&format!("/v1/clubs/{club}/join"), &json!({"link": link["token"]})).await.must_be(200);
    let mut competition = duels("Hidden");
    competition["club_id"] = json!(club);
    bjarni.post("/v1/competitions", &competition).await.must_refuse(403, "club_role_too_small");
    cnut.post("/v1/competitions", &competition).await.must_refuse(404, "club_not_found");
    let path = create(&aud, &competition).await;
    sign_up(&bjarni, &path).await;

    let nowhere = "/v1/competitions/01934490-0000-7000-8000-000000000000";
    for stranger in [&cnut, &service.stranger()] {
        for below in ["", "/entrants", "/rounds", "/rounds/1", "/standings", "/corrections", "/export"] {
            let (hidden, missing) = (
                stranger.get(&format!("{path}{below}")).await,
                stranger.get(&format!("{nowhere}{below}")).await,
            );
            assert_eq!((hidden.status, hidden.code()), (missing.status, missing.code()), "{below}");
            assert_eq!(hidden.code(), "competition_not_found");
        }
        let listed = stranger.get("/v1/competitions").await.must_be(200);
        assert_eq!(listed["items"], json!([]));
    }
    for (what, body) in [("sign-up", json!({})), ("withdraw", json!({})), ("rounds", json!({"round": 1}))] {
        cnut.post(&format!("{path}/{what}"), &body).await.must_refuse(404, "competition_not_found");
    }
    // Who has left the club still sees what they play in.
    bjarni.post(&format!("/v1/clubs/{club}/leave"), &json!({})).await.must_be(204);
    bjarni.get(&path).await.must_be(200);
    let listed = bjarni.get("/v1/competitions?mine=true").await.must_be(200);
    assert_eq!(listed["items"][0]["name"], "Hidden");
}

#[tokio::test]
async fn terms_that_contradict_each_other_are_refused_by_name() {
    let service = Service::start();
    let aud = service.person("Aud").await;
    let wrong = |change: Value| {
        let mut body = duels("Wrong");
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        body
    };
    for (change, part) in [
        (json!({"form": {"type": "swiss", "rounds": 0}}), "form.rounds"),
        (json!({"form": {"type": "knockout", "advance": 2}}), "tables"),
        (json!({"tables": {"size": 9}}), "tables.size"),
        (json!({"tables": {"size": 2, "least": 3}}), "tables"),
        (json!({"tables": {"size": 2, "bot": "nobody"}}), "tables.bot"),
        (json!({"games": {"ruleset": "chess"}}), "games.ruleset"),
        (json!({"games": {"ruleset": "toy", "clock": {"type": "plain", "hours": 0}}}), "games.clock.hours"),
        (json!({"bots": ["nobody"]}), "bots[0]"),
        (json!({"most_entrants": 1}), "most_entrants"),
        (json!({"schedule": {"next_round": {"type": "when_free"}}}), "schedule.next_round"),
        (json!({"schedule": {"next_round": {"type": "every_days", "days": 0}}}), "schedule.next_round.days"),
    ] {
        aud.post("/v1/competitions", &wrong(change)).await.must_blame(422, "invalid_field", part);
    }
    let path = create(&aud, &duels("Right")).await;
    aud.post(&format!("{path}/rounds"), &json!({"round": 1})).await.must_refuse(409, "competition_too_small");
    aud.delete(&path).await.must_be(204);
    aud.post(&format!("{path}/sign-up"), &json!({})).await.must_refuse(409, "competition_not_running");
}

/// As many as may sign up, at the same moment, for fewer places.
#[tokio::test]
async fn a_thousand_sign_up_at_once_and_get_the_places_in_one_order() {
    let service = Service::start_servers(2);
    let organiser = service.person("Aud").await;
    let mut competition = duels("Crowd");
    competition["most_entrants"] = json!(900);
    let path = create(&organiser, &competition).await;
    let mut crowd = Vec::new();
    for tens in 0..100 {
        let register = async |one: usize| {
            Person::register(&service.servers[one % 2].address, &format!("Crowd{tens}-{one}")).await
        };
        crowd.extend(join_all((0..10).map(register)).await);
    }
    // Who is told that there is no room at the moment asks again, as clients do.
    let enter = async |person: &Person| {
        while person.post(&format!("{path}/sign-up"), &json!({})).await.status == 503 {}
    };
    join_all(crowd.iter().map(enter)).await;
    let of_role =
        |role: &str| format!("SELECT count(*)::text AS value FROM competition_entrants WHERE {role}");
    let count = |role: &str| service.database.texts(&of_role(role));
    assert_eq!(count("true"), ["1000"]);
    organiser.post(&format!("{path}/rounds"), &json!({"round": 1})).await.must_be(200);
    assert_eq!(
        (count("number < 900"), count("number IS NULL")),
        (vec!["900".to_owned()], vec!["100".to_owned()])
    );
    let twice = "SELECT count(*)::text AS value FROM (SELECT DISTINCT number FROM competition_entrants \
                 WHERE number IS NOT NULL) n";
    assert_eq!(service.database.texts(twice), ["900"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_while_it_pairs_leaves_nothing_and_the_next_one_pairs_once() {
    let service = Service::start_now();
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let mut competition = duels("Killed");
    competition["games"] = json!({"ruleset": "nord"});
    let path = create(&people[0], &competition).await;
    for person in &people {
        sign_up(person, &path).await;
    }
    // The first table of the round is stored, and the second one waits.
    let wait = "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
                IF NEW.number = 1 THEN PERFORM pg_sleep(20); END IF; RETURN NEW; END $$; \
                CREATE TRIGGER wait BEFORE INSERT ON competition_tables FOR EACH ROW EXECUTE FUNCTION wait()";
    service.database.run(wait);
    let mut server = process::serve(&service.database);
    let organiser = people[0].at(&format!("http://{}", server.address));
    let request = organiser.request(reqwest::Method::POST, &format!("{path}/rounds"));
    let asked = tokio::spawn(async move { organiser.try_send(request.json(&json!({"round": 1}))).await });
    let pairs = "SELECT 'x' AS value FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()";
    until("the round is being paired", || !service.database.texts(pairs).is_empty()).await;
    server.kill();
    assert!(asked.await.unwrap().is_none_or(|answer| answer.status >= 500));
    service.database.run(
        "DROP TRIGGER wait ON competition_tables; SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE wait_event = 'PgSleep' AND datname = current_database()",
    );
    let count = |what: &str| service.database.texts(&format!("SELECT count(*)::text AS value FROM {what}"));
    assert_eq!(
        (count("competition_rounds"), count("competition_tables")),
        (vec!["0".to_owned()], vec!["0".to_owned()])
    );
    let body = json!({"round": 1});
    let rounds = format!("{path}/rounds");
    for answer in join_all((0..2).map(|_| people[0].post(&rounds, &body))).await {
        answer.must_be(200);
    }
    assert_eq!(
        (count("competition_rounds"), count("competition_tables")),
        (vec!["1".to_owned()], vec!["2".to_owned()])
    );

    // A worker dies between the two games; the next one begins the other, and no game twice.
    service.database.run(
        "CREATE TRIGGER wait BEFORE UPDATE OF seated ON competition_tables FOR EACH ROW EXECUTE FUNCTION wait()",
    );
    let worker = process::work(&service.database);
    until("the second game is being begun", || !service.database.texts(pairs).is_empty()).await;
    drop(worker);
    service.database.run(
        "DROP TRIGGER wait ON competition_tables; SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
         WHERE wait_event = 'PgSleep' AND datname = current_database()",
    );
    let _worker = process::work(&service.database);
    let begun = "SELECT 'x' AS value FROM competition_tables WHERE seated IS NOT NULL";
    until("both games began", || service.database.texts(begun).len() == 2).await;
    assert_eq!(count("games WHERE status = 'running'"), ["2"]);
}
