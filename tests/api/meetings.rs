//! Players of whom one blocks the other: at no table together, by whichever way they come, and nobody learns more of it
//! than that.

use std::collections::BTreeSet;

use futures_util::future::join;
use serde_json::{Value, json};

use crate::harness::{Answer, Browser, Person, PostOffice, Service, Table, seeded_dice};
use crate::pages::{latest_to, link};
use crate::replies::mail_server::Draft;

async fn write(person: &Person, path: &str, what: &str, body: Value) -> Answer {
    person.post(&format!("{path}/{what}"), &body).await
}

async fn join_game(person: &Person, path: &str) -> Answer {
    write(person, path, "join", json!({})).await
}

async fn open(owner: &Person, more: Value) -> String {
    let mut game = json!({"ruleset": "toy", "seats": 3});
    game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    owner.open(&game).await
}

async fn unblock(person: &Person, other: &Person) {
    person.delete(&format!("/v1/me/blocks/{}", other.id)).await.must_be(204);
}

async fn invite(owner: &Person, path: &str, whom: Value) -> Value {
    write(owner, path, "invitations", whom).await.must_be(201)
}

async fn link_to(owner: &Person, path: &str) -> Value {
    write(owner, path, "invitation-links", json!({})).await.must_be(201)["token"].clone()
}

/// The names of those who have seats.
async fn seated(person: &Person, path: &str) -> BTreeSet<String> {
    let shown = person.get(path).await.must_be(200);
    let names = shown["seats"].as_array().unwrap().iter().filter_map(|seat| seat["name"].as_str());
    names.map(str::to_owned).collect()
}

fn names<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

/// Blocks of Aud and Bjarni: by her, by him, by both.
const DIRECTIONS: [(bool, bool); 3] = [(true, false), (false, true), (true, true)];

async fn set_blocks(aud: &Person, bjarni: &Person, (hers, his): (bool, bool)) {
    for (person, other, blocks) in [(aud, bjarni, hers), (bjarni, aud, his)] {
        if blocks {
            person.block(&other.id).await.must_be(204);
        } else {
            unblock(person, other).await;
        }
    }
}

#[tokio::test]
async fn nobody_sits_down_beside_a_player_who_blocks_them_or_whom_they_block() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let public = open(&aud, json!({})).await;
    let private = open(&aud, json!({"visibility": "private"})).await;
    let token = link_to(&aud, &private).await;
    // Cnut invites him to a game where she waits, too.
    let of_cnut = open(&cnut, json!({"visibility": "private", "seats": 4})).await;
    invite(&cnut, &of_cnut, json!({"name": "Aud"})).await;
    join_game(&aud, &of_cnut).await.must_be(200);
    let by_name = invite(&cnut, &of_cnut, json!({"name": "Bjarni"})).await;
    let accept = format!("invitations/{}/accept", by_name["id"].as_str().unwrap());
    let mut refusals = Vec::new();
    for blocks in DIRECTIONS {
        set_blocks(&aud, &bjarni, blocks).await;
        let answers = [
            join_game(&bjarni, &public).await,
            write(&bjarni, &private, "join", json!({"link": token})).await,
            join_game(&bjarni, &of_cnut).await,
            write(&bjarni, &of_cnut, &accept, json!({})).await,
        ];
        for answer in &answers {
            answer.must_refuse(403, "not_playing_together");
            for told in ["Aud", &aud.id, "Cnut", "Bjarni"] {
                assert!(!answer.text.contains(told), "{}", answer.text);
            }
        }
        refusals.push(answers);
        // The free seat is there for others, and the other games of both are not concerned.
        assert_eq!(seated(&bjarni, &public).await, names(["Aud"]));
    }
    assert!(refusals.iter().all(|answers| *answers == refusals[0]), "who blocks whom is not told");
    set_blocks(&aud, &bjarni, (false, false)).await;
    for path in [&public, &of_cnut] {
        join_game(&bjarni, path).await.must_be(200);
    }
    write(&bjarni, &private, "join", json!({"link": token})).await.must_be(200);
}

#[tokio::test]
async fn at_a_table_of_several_a_player_does_not_learn_who_blocks_them() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let path = open(&aud, json!({"seats": 4})).await;
    join_game(&cnut, &path).await.must_be(200);
    let mut refusals = Vec::new();
    for blocker in [&aud, &cnut] {
        blocker.block(&bjarni.id).await.must_be(204);
        refusals.push(join_game(&bjarni, &path).await);
        unblock(blocker, &bjarni).await;
    }
    refusals[0].must_refuse(403, "not_playing_together");
    assert_eq!(refusals[0], refusals[1]);
    join_game(&bjarni, &path).await.must_be(200);
}

/// What keeps a player out anyway is all that they learn, blocked or not.
#[tokio::test]
async fn a_block_is_told_only_where_nothing_else_keeps_the_player_out() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let full = open(&aud, json!({"seats": 2})).await;
    invite(&aud, &full, json!({"name": "Cnut", "reserve": true})).await;
    let kicked = open(&aud, json!({})).await;
    join_game(&bjarni, &kicked).await.must_be(200);
    write(&aud, &kicked, "kick", json!({"account": bjarni.id})).await.must_be(200);
    let by_invitation = open(&aud, json!({"join": "invitation"})).await;
    let private = open(&aud, json!({"visibility": "private"})).await;
    let cancelled = open(&aud, json!({})).await;
    write(&aud, &cancelled, "cancel", json!({})).await.must_be(200);
    let running = open(&aud, json!({"seats": 2})).await;
    join_game(&cnut, &running).await.must_be(200);
    let expected = [
        (&full, "game_full"),
        (&kicked, "kicked"),
        (&by_invitation, "invitation_needed"),
        (&private, "game_not_found"),
        (&cancelled, "game_closed"),
        (&running, "game_already_started"),
    ];
    let ask = async || {
        let mut answers = Vec::new();
        for (path, code) in expected {
            let joined = join_game(&bjarni, path).await;
            assert_eq!(joined.code(), code);
            answers.push(joined);
            answers.push(bjarni.get(path).await);
        }
        answers
    };
    let before = ask().await;
    aud.block(&bjarni.id).await.must_be(204);
    assert_eq!(ask().await, before);
}

#[tokio::test]
async fn invitations_between_the_two_reach_nobody_and_the_owner_learns_only_of_their_own_block() {
    let service = Service::start();
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    service.database.run("UPDATE accounts SET verified_at = created_at");
    let before = open(&aud, json!({"visibility": "private"})).await;
    invite(&aud, &before, json!({"name": "Bjarni"})).await;
    aud.block(&bjarni.id).await.must_be(204);
    let path = open(&aud, json!({"visibility": "private"})).await;
    let by_name = write(&aud, &path, "invitations", json!({"name": "Bjarni"})).await;
    by_name.must_blame(422, "invalid_field", "name");
    // Whose address it is would be told by a refusal.
    let mut shown = Vec::new();
    for email in ["bjarni@example.org", "nobody@example.net"] {
        let mut made = invite(&aud, &path, json!({"email": email})).await;
        made.as_object_mut().unwrap().retain(|name, _| !["id", "created_at", "invited"].contains(&&**name));
        shown.push(made);
    }
    assert_eq!(shown[0], shown[1]);
    for game in [&before, &path] {
        bjarni.get(game).await.must_refuse(404, "game_not_found");
        join_game(&bjarni, game).await.must_refuse(404, "game_not_found");
    }
    assert_eq!(bjarni.get("/v1/me/invitations").await.must_be(200)["items"], json!([]));
    assert_eq!(bjarni.get("/v1/me/inbox").await.must_be(200)["items"], json!([]));
    unblock(&aud, &bjarni).await;
    assert_eq!(bjarni.get("/v1/me/invitations").await.must_be(200)["items"].as_array().unwrap().len(), 2);
    // His own block tells her nothing, and keeps the invitation from him.
    bjarni.block(&aud.id).await.must_be(204);
    let last = open(&aud, json!({})).await;
    let made = invite(&aud, &last, json!({"name": "Bjarni"})).await;
    let accept = format!("invitations/{}/accept", made["id"].as_str().unwrap());
    write(&bjarni, &last, &accept, json!({})).await.must_refuse(404, "invitation_not_found");
}

#[tokio::test]
async fn who_blocks_somebody_with_whom_they_wait_parts_from_them_and_what_has_begun_goes_on() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, cnut] = &people;
    let hers = open(aud, json!({"seats": 4})).await;
    let of_cnut = open(cnut, json!({"seats": 4})).await;
    let his = open(bjarni, json!({"seats": 4})).await;
    for path in [&hers, &of_cnut, &his] {
        for person in [aud, bjarni, cnut] {
            if seated(aud, path).await.iter().all(|name| *name != person.name) {
                join_game(person, path).await.must_be(200);
            }
        }
    }
    let confirming = open(aud, json!({"seats": 2, "start": "on_confirmation"})).await;
    assert_eq!(join_game(bjarni, &confirming).await.must_be(200)["status"], "confirming");
    let alone = open(bjarni, json!({})).await;
    let begun = Table::of("toy", &people).await;
    aud.block(&bjarni.id).await.must_be(204);
    assert_eq!(seated(cnut, &hers).await, names(["Aud", "Cnut"]));
    assert_eq!(seated(cnut, &of_cnut).await, names(["Bjarni", "Cnut"]));
    assert_eq!(seated(cnut, &his).await, names(["Bjarni", "Cnut"]));
    let reopened = aud.get(&confirming).await.must_be(200);
    assert_eq!((&reopened["status"], &reopened["free_seats"]), (&json!("open"), &json!(1)));
    assert_eq!(seated(cnut, &alone).await, names(["Bjarni"]));
    join_game(bjarni, &hers).await.must_refuse(403, "kicked");
    join_game(aud, &of_cnut).await.must_refuse(403, "not_playing_together");
    begun.play(usize::MAX, &mut seeded_dice(5)).await;
    assert_eq!(aud.get(&begun.path).await.must_be(200)["status"], "finished");
    // Once more is harmless.
    aud.block(&bjarni.id).await.must_be(204);
    assert_eq!(seated(cnut, &hers).await, names(["Aud", "Cnut"]));
}

#[tokio::test]
async fn a_rematch_keeps_no_seat_for_whom_its_owner_blocks_and_seats_nobody_beside_them() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, cnut] = &people;
    let mut dice = seeded_dice(5);
    for (blocker, blocked, free) in [(aud, bjarni, 1), (bjarni, aud, 0)] {
        let table = Table::of("toy", &people).await;
        table.play(usize::MAX, &mut dice).await;
        blocker.block(&blocked.id).await.must_be(204);
        // Aud opens it, each time.
        let rematch = write(aud, &table.path, "rematch", json!({})).await.must_be(200);
        assert_eq!(rematch["free_seats"], free, "what she may know of is all that the seats tell");
        let path = format!("/v1/games/{}", rematch["id"].as_str().unwrap());
        join_game(cnut, &path).await.must_be(200);
        let refused = join_game(bjarni, &path).await;
        assert!(["not_playing_together", "game_full"].contains(&refused.code()), "{}", refused.text);
        assert_eq!(seated(cnut, &path).await, names(["Aud", "Cnut"]));
        write(aud, &path, "cancel", json!({})).await.must_be(200);
        unblock(blocker, blocked).await;
    }
}

#[tokio::test]
async fn an_offered_seat_is_not_taken_beside_a_player_who_does_not_play_with_the_taker() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let dalla = service.person("Dalla").await;
    let table = Table::of("toy", &people).await;
    let take = format!("{}/seats/2/take", table.path);
    let (opener, voter, leaver) = (table.player(0), table.player(1), table.player(2));
    let offer = json!({"kind": "replace_seat", "seat": 2, "account": dalla.id});
    // Whom she blocks herself she does not propose.
    opener.block(&dalla.id).await.must_be(204);
    table.post(0, "votes", &offer).await.must_blame(422, "invalid_field", "account");
    unblock(opener, &dalla).await;
    let vote = table.post(0, "votes", &offer).await.must_be(201);
    table.ballot(1, &vote, "yes").await.must_be(200);
    let mut refusals = Vec::new();
    for (blocker, blocked) in [(voter, &dalla), (&dalla, voter), (opener, &dalla)] {
        blocker.block(&blocked.id).await.must_be(204);
        refusals.push(dalla.post(&take, &json!({})).await);
        unblock(blocker, blocked).await;
    }
    refusals[0].must_refuse(403, "not_playing_together");
    assert!(refusals.iter().all(|refusal| *refusal == refusals[0]));
    // Whose seat it was is gone from the table then.
    leaver.block(&dalla.id).await.must_be(204);
    dalla.post(&take, &json!({})).await.must_be(200);
}

async fn listed(person: &Person, query: &str) -> BTreeSet<String> {
    let page = person.get(&format!("/v1/games{query}")).await.must_be(200);
    page["items"].as_array().unwrap().iter().map(|game| game["name"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn the_list_of_games_offers_none_where_somebody_waits_whom_the_caller_blocks() {
    let service = Service::start();
    let [aud, bjarni, cnut] = service.people(["Aud", "Bjarni", "Cnut"]).await;
    open(&aud, json!({"name": "Open"})).await;
    let begun = open(&aud, json!({"name": "Begun", "seats": 2})).await;
    join_game(&cnut, &begun).await.must_be(200);
    let joined = open(&cnut, json!({"name": "Joined"})).await;
    join_game(&aud, &joined).await.must_be(200);
    open(&cnut, json!({"name": "Other"})).await;
    let queries = ["", "?status=open", "?player=Aud", "?sort=soonest_full", "?free_seats=1", "?limit=1"];
    let mut before = Vec::new();
    for query in queries {
        before.push(bjarni.get(&format!("/v1/games{query}")).await);
    }
    // Who is blocked sees what they saw, which is what everybody sees.
    aud.block(&bjarni.id).await.must_be(204);
    for (query, before) in queries.iter().zip(&before) {
        assert_eq!(bjarni.get(&format!("/v1/games{query}")).await, *before, "{query}");
    }
    unblock(&aud, &bjarni).await;
    bjarni.block(&aud.id).await.must_be(204);
    assert_eq!(listed(&bjarni, "").await, names(["Begun", "Other"]));
    assert_eq!(listed(&bjarni, "?status=open").await, names(["Other"]));
    assert_eq!(listed(&bjarni, "?sort=soonest_full").await, names(["Other"]));
    assert_eq!(listed(&bjarni, "?player=Aud").await, names(["Begun"]));
    assert_eq!(listed(&aud, "?status=open").await, names(["Open", "Joined", "Other"]));
    assert_eq!(listed(&service.stranger(), "?status=open").await, names(["Open", "Joined", "Other"]));
}

const ROUNDS: usize = 12;

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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_block_and_a_join_at_the_same_moment_the_two_wait_nowhere_together() {
    let service = Service::start_servers(2);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let there = bjarni.at(&service.servers[1].address);
    let (mut joined, mut refused) = (0, 0);
    for round in 0..ROUNDS * 2 {
        let path = open(&aud, json!({})).await;
        let (blocker, blocked) = if round % 4 < 2 { (&aud, &bjarni) } else { (&bjarni, &aud) };
        let (seat, block) = at_once(round, join_game(&there, &path), blocker.block(&blocked.id)).await;
        block.must_be(204);
        match seat.status {
            200 => joined += 1,
            _ => {
                seat.must_refuse(403, "not_playing_together");
                refused += 1;
            }
        }
        assert_eq!(seated(&aud, &path).await, names(["Aud"]), "round {round}");
        unblock(blocker, blocked).await;
        write(&aud, &path, "cancel", json!({})).await.must_be(200);
    }
    // Either way has come up, or the two never met in time.
    assert_eq!(joined + refused, ROUNDS * 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_block_and_the_last_join_at_the_same_moment_the_game_has_begun_or_the_seat_is_free() {
    let service = Service::start_servers(2);
    let [aud, bjarni] = service.people(["Aud", "Bjarni"]).await;
    let there = bjarni.at(&service.servers[1].address);
    for round in 0..ROUNDS {
        let path = open(&aud, json!({"seats": 2})).await;
        let (seat, block) = at_once(round, join_game(&there, &path), aud.block(&bjarni.id)).await;
        block.must_be(204);
        let shown = aud.get(&path).await.must_be(200);
        if seat.status == 200 {
            assert_eq!(
                (&shown["status"], seat.json["status"].as_str()),
                (&json!("running"), Some("running"))
            );
        } else {
            seat.must_refuse(403, "not_playing_together");
            assert_eq!((&shown["status"], &shown["free_seats"]), (&json!("open"), &json!(1)));
            write(&aud, &path, "cancel", json!({})).await.must_be(200);
        }
        unblock(&aud, &bjarni).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_block_and_join_each_other_at_once_are_all_answered_and_sit_apart() {
    let service = Service::start_servers(2);
    let people = service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await;
    let mut paths = Vec::new();
    for owner in &people {
        paths.push(open(owner, json!({"seats": 4, "start": "on_confirmation"})).await);
    }
    let mut asked = Vec::new();
    for (number, person) in people.iter().enumerate() {
        let person = person.at(&service.servers[number % 2].address);
        for (other, path) in people.iter().zip(&paths).filter(|(other, _)| other.id != person.id) {
            let (joiner, path) = (person.clone(), path.clone());
            asked.push(tokio::spawn(async move { join_game(&joiner, &path).await }));
            let (blocker, other) = (person.clone(), other.id.clone());
            asked.push(tokio::spawn(async move { blocker.block(&other).await }));
        }
    }
    for answer in asked {
        let answer = answer.await.unwrap();
        let busy = answer.status == 409 && answer.code() == "busy";
        let refused = ["not_playing_together", "kicked", "already_joined"].contains(&answer.code());
        assert!([200, 204].contains(&answer.status) || refused || busy, "{}", answer.text);
    }
    let blocked = "SELECT account_id::text || blocked_id::text AS value FROM blocks";
    let together = "SELECT g.id::text AS value FROM games g JOIN seats s ON s.game_id = g.id \
                    JOIN seats o ON o.game_id = g.id JOIN blocks b \
                    ON b.account_id = s.account_id AND b.blocked_id = o.account_id \
                    WHERE g.status IN ('open', 'confirming')";
    assert!(!service.database.texts(blocked).is_empty());
    assert_eq!(service.database.texts(together), Vec::<String>::new());
}

#[tokio::test]
async fn by_mail_and_on_pages_a_player_is_refused_in_the_same_words() {
    let office = PostOffice::open_for_replies();
    let [aud, bjarni, cnut] = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let browser = Browser::new(&office);
    let path = open(&aud, json!({"visibility": "private", "seats": 4})).await;
    invite(&aud, &path, json!({"name": "Cnut"})).await;
    join_game(&cnut, &path).await.must_be(200);
    invite(&aud, &path, json!({"name": "Bjarni"})).await;
    let invitation = latest_to(&office, "bjarni@example.org").await;
    cnut.block(&bjarni.id).await.must_be(204);
    let refusal = "You and somebody there don't play together";
    let form = browser.open(&link(&invitation)).await.form("accept");
    browser.send_form(&form).await.says(refusal);
    let draft = Draft::plain("Bjarni", &invitation, "yes");
    assert_eq!(draft.sent(office.replies_at()), "250 2.0.0 taken", "{}", invitation.text());
    office.until_stored("SELECT 'x' AS value FROM mails WHERE kind = 'reply_refused'", &["x"]).await;
    let told = latest_to(&office, "bjarni@example.org").await;
    let words: Vec<String> = told.text().split_whitespace().map(str::to_owned).collect();
    assert!(words.join(" ").contains(refusal), "{}", told.text());
    assert_eq!(seated(&aud, &path).await, names(["Aud", "Cnut"]));
    // The button that blocks the inviter parts the two where they wait elsewhere.
    let elsewhere = open(&cnut, json!({"seats": 4})).await;
    unblock(&cnut, &bjarni).await;
    for person in [&aud, &bjarni] {
        join_game(person, &elsewhere).await.must_be(200);
    }
    let form = browser.open(&link(&invitation)).await.form("block");
    browser.send_form(&form).await.says("declined");
    assert_eq!(seated(&cnut, &elsewhere).await, names(["Aud", "Cnut"]));
}
