//! Two want different things of one table that waits, at the same instant, at two servers: one comes first, the other
//! is told plainly what he came too late for, and the table is whole.

use std::collections::BTreeSet;

use futures_util::future::join;
use serde_json::{Value, json};

use crate::harness::{Answer, Person, Service, Table, stored};

const ROUNDS: usize = 12;

/// Two people at two servers, again and again.
struct Race {
    service: Service,
    /// Owns the table.
    aud: Person,
    /// Talks to the other server.
    bjarni: Person,
}

impl Race {
    async fn open() -> Self {
        let service = Service::start_servers(2);
        let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
        let bjarni = bjarni.at(&service.servers[1].address);
        Self { service, aud, bjarni }
    }

    /// A table of Aud with these settings more than a title.
    async fn table(&self, more: Value) -> String {
        let mut game = json!({"ruleset": "toy", "seats": 2});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.aud.open(&game).await
    }

    /// A full table that asks, and at which only Bjarni has not confirmed.
    async fn waiting_for_bjarni(&self) -> String {
        let path = self.table(json!({"start": "on_confirmation"})).await;
        let full = write(&self.bjarni, &path, "join").await.must_be(200);
        assert_eq!(full["status"], "confirming");
        write(&self.aud, &path, "confirm").await.must_be(200);
        path
    }

    /// The table as it stands, which must fit together.
    async fn whole(&self, path: &str) -> Value {
        let shown = self.aud.get(path).await.must_be(200);
        let seats = shown["seats"].as_array().unwrap();
        let (taken, count) = (seats.len() as u64, shown["seat_count"].as_u64().unwrap());
        let people: BTreeSet<_> = seats.iter().filter_map(|seat| seat["account"].as_str()).collect();
        assert_eq!(people.len(), seats.len(), "nobody sits twice: {shown}");
        assert!(seats.is_empty() || people.contains(shown["owner"].as_str().unwrap()), "{shown}");
        match shown["status"].as_str().unwrap() {
            "open" => {
                assert_eq!(shown["free_seats"], count - taken, "{shown}");
                assert!(seats.iter().all(|seat| seat["confirmed"].is_null()), "{shown}");
            }
            "cancelled" => assert_eq!(shown["free_seats"], 0, "{shown}"),
            "running" => {
                assert_eq!((taken, &shown["free_seats"]), (count, &json!(0)), "{shown}");
                let id = shown["id"].as_str().unwrap().to_owned();
                let table = Table { id, path: path.to_owned(), players: vec![] };
                let toy = self.service.app.ruleset("toy").unwrap();
                stored::must_be_whole(toy, &self.service.database, &table);
            }
            other => panic!("a table that is {other}: {shown}"),
        }
        shown
    }

    /// Bjarni does what starts the game while somebody does something else; one of the two is refused. Gives the table if
    /// the game has not started.
    async fn starts_unless(
        &self,
        round: usize,
        path: &str,
        start: &str,
        (other, done): (impl Future<Output = Answer>, u16),
        (status, code): (u16, &str),
    ) -> Option<Value> {
        let (started, other) = at_once(round, write(&self.bjarni, path, start), other).await;
        let shown = self.whole(path).await;
        if other.status == done {
            started.must_refuse(status, code);
            return Some(shown);
        }
        assert_eq!(started.must_be(200)["status"], "running");
        other.must_refuse(409, "game_already_started");
        assert_eq!(shown["status"], "running");
        None
    }
}

async fn write(person: &Person, path: &str, what: &str) -> Answer {
    person.post(&format!("{path}/{what}"), &json!({})).await
}

/// Both at once; which of the two sets out first changes from round to round.
async fn at_once(
    round: usize,
    one: impl Future<Output = Answer>,
    other: impl Future<Output = Answer>,
) -> (Answer, Answer) {
    if round.is_multiple_of(2) {
        join(one, other).await
    } else {
        let (other, one) = join(other, one).await;
        (one, other)
    }
}

#[tokio::test]
async fn whoever_confirms_while_he_leaves_does_one_of_the_two() {
    let race = Race::open().await;
    for round in 0..ROUNDS {
        let path = race.waiting_for_bjarni().await;
        let there = race.bjarni.at(&race.service.servers[0].address);
        let leaves = (write(&there, &path, "leave"), 204);
        if let Some(shown) = race.starts_unless(round, &path, "confirm", leaves, (403, "not_a_member")).await
        {
            assert_eq!(shown["status"], "open");
            write(&race.aud, &path, "cancel").await.must_be(200);
        }
    }
}

#[tokio::test]
async fn whoever_confirms_while_another_leaves_starts_the_game_or_is_no_longer_asked() {
    let race = Race::open().await;
    for round in 0..ROUNDS {
        let path = race.waiting_for_bjarni().await;
        let leaves = (write(&race.aud, &path, "leave"), 204);
        if let Some(shown) =
            race.starts_unless(round, &path, "confirm", leaves, (409, "not_confirming")).await
        {
            assert_eq!((&shown["status"], &shown["owner"]), (&json!("open"), &json!(race.bjarni.id)));
            write(&race.bjarni, &path, "cancel").await.must_be(200);
        }
    }
}

#[tokio::test]
async fn whoever_confirms_while_he_is_sent_away_plays_or_has_no_seat() {
    let race = Race::open().await;
    let whom = json!({"account": race.bjarni.id});
    for round in 0..ROUNDS {
        let path = race.waiting_for_bjarni().await;
        let kick = format!("{path}/kick");
        let kicks = (race.aud.post(&kick, &whom), 200);
        if let Some(shown) = race.starts_unless(round, &path, "confirm", kicks, (403, "not_a_member")).await {
            assert_eq!(shown["status"], "open");
            write(&race.aud, &path, "cancel").await.must_be(200);
        }
    }
}

#[tokio::test]
async fn a_table_that_is_joined_and_called_off_at_once_starts_or_is_closed() {
    let race = Race::open().await;
    for round in 0..ROUNDS {
        let path = race.table(json!({})).await;
        let cancels = (write(&race.aud, &path, "cancel"), 200);
        if let Some(shown) = race.starts_unless(round, &path, "join", cancels, (409, "game_closed")).await {
            assert_eq!(shown["status"], "cancelled");
        }
    }
}

#[tokio::test]
async fn of_two_who_want_the_last_seat_at_the_same_moment_one_gets_it() {
    let race = Race::open().await;
    let cnut = race.service.person("Cnut").await;
    for round in 0..ROUNDS {
        let asks = round % 4 < 2;
        let start = if asks { "on_confirmation" } else { "when_full" };
        let path = race.table(json!({"start": start})).await;
        let (one, other) =
            at_once(round, write(&race.bjarni, &path, "join"), write(&cnut, &path, "join")).await;
        let (seated, late) = if one.status == 200 { (one, other) } else { (other, one) };
        if asks {
            assert_eq!(seated.must_be(200)["status"], "confirming");
            late.must_refuse(409, "game_full");
            write(&race.aud, &path, "cancel").await.must_be(200);
        } else {
            assert_eq!(seated.must_be(200)["status"], "running");
            late.must_refuse(409, "game_already_started");
        }
        race.whole(&path).await;
    }
}

#[tokio::test]
async fn whoever_leaves_while_the_last_seat_is_taken_plays_or_leaves_a_table_that_waits() {
    let race = Race::open().await;
    let cnut = race.service.person("Cnut").await;
    for round in 0..ROUNDS {
        let path = race.table(json!({"seats": 3})).await;
        write(&race.bjarni, &path, "join").await.must_be(200);
        let (joined, left) =
            at_once(round, write(&cnut, &path, "join"), write(&race.bjarni, &path, "leave")).await;
        let joined = joined.must_be(200);
        let status = if left.status == 204 {
            write(&race.aud, &path, "cancel").await.must_be(200);
            "cancelled"
        } else {
            left.must_refuse(409, "game_already_started");
            assert_eq!(joined["status"], "running");
            "running"
        };
        let shown = race.whole(&path).await;
        assert_eq!(shown["status"], status);
        let seats = shown["seats"].as_array().unwrap();
        assert!(seats.iter().any(|seat| seat["account"] == *cnut.id), "{shown}");
        assert_eq!(seats.iter().any(|seat| seat["account"] == *race.bjarni.id), status == "running");
    }
}

#[tokio::test]
async fn an_invitation_that_is_accepted_and_taken_back_at_once_gives_a_seat_or_none() {
    let race = Race::open().await;
    for round in 0..ROUNDS {
        let private = round % 4 < 2;
        let visibility = if private { "private" } else { "public" };
        let path = race.table(json!({"seats": 3, "visibility": visibility})).await;
        let asked = json!({"name": "Bjarni", "reserve": true});
        let made = race.aud.post(&format!("{path}/invitations"), &asked).await.must_be(201);
        let invitation = format!("{path}/invitations/{}", made["id"].as_str().unwrap());
        let (accepted, withdrawn) =
            at_once(round, write(&race.bjarni, &invitation, "accept"), race.aud.delete(&invitation)).await;
        let seats = if withdrawn.status == 204 {
            accepted.must_refuse(404, if private { "game_not_found" } else { "invitation_not_found" });
            1
        } else {
            accepted.must_be(200);
            withdrawn.must_refuse(409, "invitation_accepted");
            2
        };
        let shown = race.whole(&path).await;
        assert_eq!(shown["seats"].as_array().unwrap().len(), seats, "{shown}");
        write(&race.aud, &path, "cancel").await.must_be(200);
    }
}

#[tokio::test]
async fn two_who_want_a_rematch_at_once_get_one_table() {
    let race = Race::open().await;
    for round in 0..ROUNDS {
        let path = race.table(json!({})).await;
        write(&race.bjarni, &path, "join").await.must_be(200);
        write(&race.aud, &path, "rematch").await.must_refuse(409, "game_not_over");
        write(&race.bjarni, &path, "resign").await.must_be(200);
        let (one, other) =
            at_once(round, write(&race.aud, &path, "rematch"), write(&race.bjarni, &path, "rematch")).await;
        let (one, other) = (one.must_be(200), other.must_be(200));
        assert_eq!(one["id"], other["id"]);
        assert_eq!(one["free_seats"], 0, "the other seat is kept");
        let invited = if one["owner"] == *race.aud.id { &race.bjarni } else { &race.aud };
        let new = format!("/v1/games/{}", one["id"].as_str().unwrap());
        assert_eq!(write(invited, &new, "join").await.must_be(200)["status"], "running");
        assert_eq!(race.whole(&new).await["rematch_of"], path.rsplit_once('/').unwrap().1);
    }
}
