//! Mails about votes and seats of a game that is being played.

use serde_json::{Value, json};

use super::to_whom;
use crate::harness::Browser;
use crate::harness::{Person, PostOffice, Table};
use crate::pages::link;
use crate::replies::mail_server::Draft;
use crate::replies::{latest, page};
use crate::support::Mail;

const ASKED: &str = "please vote";
/// How each notice of the table ended, by kind.
const RESULTS: &str = "SELECT kind || ' ' || coalesce(result, '-') || ' ' || count(*) AS value FROM mails \
    WHERE kind IN ('vote', 'seat_offered', 'caretaker_seated', 'seat_replaced') \
    GROUP BY kind, result ORDER BY kind, result";

/// A game of three, whose first mails have come.
async fn three(office: &PostOffice) -> Table {
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let game = json!({"ruleset": "toy", "seats": 3, "name": "Thing", "visibility": "private"});
    let opened = people[0].post("/v1/games", &game).await.must_be(201);
    let path = format!("/v1/games/{}", opened["id"].as_str().unwrap());
    for joiner in &people[1..] {
        let link =
            people[0].post(&format!("{path}/invitation-links"), &json!({"uses": 1})).await.must_be(201);
        joiner.post(&format!("{path}/join"), &json!({"link": link["token"]})).await.must_be(200);
    }
    let shown = people[0].get(&path).await.must_be(200);
    let seats = shown["seats"].as_array().unwrap().iter();
    let players = seats.filter_map(|seat| people.iter().find(|one| seat["account"] == one.id)).cloned();
    Table { id: opened["id"].as_str().unwrap().to_owned(), players: players.collect(), path }
}

async fn propose(table: &Table, seat: usize, vote: Value) -> Value {
    table.post(seat, "votes", &vote).await.must_be(201)
}

async fn say(table: &Table, seat: usize, vote: &Value, ballot: &str) -> Value {
    table.ballot(seat, vote, ballot).await.must_be(200)
}

fn address(table: &Table, seat: usize) -> String {
    format!("{}@example.org", table.player(seat).name.to_lowercase())
}

/// The mails whose subject ends so.
fn about(mails: &[Mail], subject: &str) -> Vec<Mail> {
    mails.iter().filter(|mail| mail.subject().ends_with(subject)).cloned().collect()
}

#[tokio::test]
async fn a_mail_names_who_had_a_seat_when_something_happened_there() {
    let office = PostOffice::open_with(1, |_| {});
    let table = three(&office).await;
    let dalla = office.service.person("Dalla").await;
    office.mails(3).await;
    let bet = async |player: &Person| {
        let legal = player.get(&format!("{}/legal", table.path)).await.must_be(200);
        let body = json!({
            "decision": legal["decisions"][0]["decision"]["id"], "action": {"type": "bet", "amount": 1},
        });
        player.post(&format!("{}/actions", table.path), &body).await.must_be(200)
    };
    bet(table.player(0)).await;
    bet(table.player(1)).await;
    let replace = json!({"kind": "replace_seat", "seat": 1, "account": dalla.id});
    let vote = propose(&table, 0, replace).await;
    say(&table, 2, &vote, "yes").await;
    dalla.post(&format!("{}/seats/1/take", table.path), &json!({})).await.must_be(200);
    bet(table.player(2)).await;
    office.quiet().await;
    let mails = office.sink.taken();
    let former = &table.player(1).name;
    let turns = about(&mails, "it is your turn");
    let told = turns.iter().rfind(|mail| mail.to == [address(&table, 0)]).unwrap().text();
    assert!(told.contains(&format!("Somebody else may take {former}'s seat.")), "{told}");
    assert!(told.contains(&format!("Somebody else has {former}'s seat now.")), "{told}");
    assert!(!told.contains("Dalla's seat"), "{told}");
}

#[tokio::test]
async fn whoever_is_asked_to_vote_hears_once_what_about_and_votes_on_the_page() {
    let office = PostOffice::open_with(2, |_| {});
    let table = three(&office).await;
    office.mails(3).await;
    propose(&table, 0, json!({"kind": "pause"})).await;
    let asked = about(&office.mails(5).await, ASKED);
    let mut others = [address(&table, 1), address(&table, 2)];
    others.sort();
    assert_eq!(to_whom(&asked, ASKED), others);
    for mail in &asked {
        let opener = &table.player(0).name;
        for said in [
            &format!("{opener} wants to pause the game"),
            "2 of 3 must say yes; 1 has, 0 said no",
            "Monday 23 November 2026, 12:00 (UTC)",
        ] {
            assert!(mail.text().contains(said) && mail.html().contains(said), "no {said} in {}", mail.text());
        }
        assert_eq!(mail.header("References"), format!("{}@localhost", table.id));
    }
    let mine = asked.iter().find(|mail| mail.to == [address(&table, 1)]).unwrap();
    let (address, browser) = (page(mine), Browser::new(&office));
    let vote = browser.open(&address).await.field("vote").expect("a vote");
    let voted = browser.press(&address, &[("press", "vote"), ("vote", &vote), ("ballot", "yes")]).await;
    voted.says("Your vote was cast.").says("The game is paused.");
    office.after_seconds(60);
    office.quiet().await;
    assert_eq!(about(&office.sink.taken(), ASKED).len(), 2);
    office.until_stored(RESULTS, &["vote sent 2"]).await;
}

const DECIDED: &str = "the vote you called is over";

#[tokio::test]
async fn whoever_opened_a_vote_hears_once_how_it_ended_unless_they_ended_it() {
    let office = PostOffice::open();
    let table = three(&office).await;
    let pause = propose(&table, 0, json!({"kind": "pause"})).await;
    assert_eq!(say(&table, 1, &pause, "yes").await["status"], "carried");
    office.quiet().await;
    let heard = about(&office.sink.taken(), DECIDED);
    assert_eq!(to_whom(&heard, DECIDED), [address(&table, 0)]);
    let text = heard[0].text();
    assert!(
        text.contains("You want to pause the game") && text.contains("The vote was carried: 2 yes, 0 no"),
        "{text}"
    );
    let resume = propose(&table, 1, json!({"kind": "resume"})).await;
    let path = format!("{}/votes/{}", table.path, resume["id"].as_str().unwrap());
    assert_eq!(table.player(1).delete(&path).await.status, 204);
    let refused = propose(&table, 1, json!({"kind": "resume"})).await;
    for seat in [0, 2] {
        say(&table, seat, &refused, "no").await;
    }
    office.quiet().await;
    let heard = about(&office.sink.taken(), DECIDED);
    assert_eq!(to_whom(&heard[1..], DECIDED), [address(&table, 1)]);
    assert!(heard[1].text().contains("The vote was lost: 1 yes, 2 no"), "{}", heard[1].text());
}

#[tokio::test]
async fn nobody_is_asked_who_has_voted_nor_about_what_is_decided_or_taken_back() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let table = three(&office).await;
    let decided = propose(&table, 0, json!({"kind": "pause"})).await;
    assert_eq!(say(&table, 1, &decided, "yes").await["status"], "carried");
    let back = propose(&table, 0, json!({"kind": "cancel"})).await;
    let path = format!("{}/votes/{}", table.path, back["id"].as_str().unwrap());
    assert_eq!(table.player(0).delete(&path).await.status, 204);
    let open = propose(&table, 0, json!({"kind": "end_by_ranking"})).await;
    assert_eq!(say(&table, 1, &open, "yes").await["status"], "open");
    office.after_seconds(61);
    office.until_stored(RESULTS, &["vote sent 1", "vote stale 5"]).await;
    assert_eq!(to_whom(&office.sink.taken(), ASKED), [address(&table, 2)]);
    let told = about(&office.sink.taken(), ASKED).remove(0);
    assert!(told.text().contains("3 of 3 must say yes; 2 have, 0 said no"), "{}", told.text());
}

#[tokio::test]
async fn a_vote_that_expires_before_the_mail_leaves_asks_nobody() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 7_200);
    let table = three(&office).await;
    propose(&table, 0, json!({"kind": "cancel", "hours": 1})).await;
    office.after_seconds(7_201);
    office.until_stored(RESULTS, &["vote stale 2"]).await;
    assert_eq!(to_whom(&office.sink.taken(), ASKED), Vec::<String>::new());
}

#[tokio::test]
async fn a_vote_does_not_silence_a_call_whose_first_question_has_given_way() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let table = three(&office).await;
    let called = table.awaited().await[0];
    office.tamper("UPDATE mails SET decision = 'an earlier one' WHERE kind = 'your_turn'");
    propose(&table, (called + 1) % 3, json!({"kind": "pause"})).await;
    office.after_seconds(61);
    let mails = office.mails(5).await;
    assert_eq!(to_whom(&mails, "it is your turn"), [address(&table, called)]);
    assert_eq!(to_whom(&mails, ASKED).len(), 2);
}

#[tokio::test]
async fn a_successor_is_offered_the_seat_and_whoever_had_it_hears_that_it_is_gone() {
    let office = PostOffice::open();
    let table = three(&office).await;
    let newcomer = office.service.person("Dagny").await;
    office.mails(3).await;
    let vote = propose(&table, 0, json!({"kind": "replace_seat", "seat": 2, "account": newcomer.id})).await;
    assert_eq!(to_whom(&office.mails(4).await, ASKED), [address(&table, 1)], "not the seat that it is about");
    say(&table, 1, &vote, "yes").await;
    // The offer, and to whoever called the vote how it ended.
    let mails = office.mails(6).await;
    assert_eq!(to_whom(&mails, "you are offered a seat"), ["dagny@example.org"]);
    let offer = &about(&mails, "you are offered a seat").remove(0);
    let owner = &table.player(2).name;
    for said in [&format!("{owner}'s seat"), "Friday 27 November 2026, 12:00 (UTC)"] {
        assert!(offer.text().contains(said), "no {said} in {}", offer.text());
    }
    let browser = Browser::new(&office);
    let taken = browser.open(&link(offer)).await.form("take");
    browser.send_form(&taken).await.says("The seat is yours now.");
    office.quiet().await;
    let mails = office.sink.taken();
    assert_eq!(to_whom(&mails, "somebody else has your seat"), [address(&table, 2)]);
    let gone = about(&mails, "somebody else has your seat").remove(0);
    assert!(!gone.text().contains("Dagny"), "who sits at a private table is told to nobody: {}", gone.text());
    office.until_stored(RESULTS, &["seat_offered sent 1", "seat_replaced sent 1", "vote sent 1"]).await;
}

#[tokio::test]
async fn no_seat_is_offered_to_somebody_who_blocks_the_proposer_or_that_is_taken_already() {
    let office = PostOffice::open_with(1, |settings| settings.mail.hold_down_seconds = 60);
    let table = three(&office).await;
    let [dagny, eyvind] = office.service.people(["Dagny", "Eyvind"]).await;
    assert_eq!(dagny.block(&table.player(0).id).await.status, 204);
    for (seat, successor) in [(2, &dagny), (1, &eyvind)] {
        let vote = json!({"kind": "replace_seat", "seat": seat, "account": successor.id});
        let vote = propose(&table, 0, vote).await;
        say(&table, 3 - seat, &vote, "yes").await;
    }
    eyvind.post(&format!("{}/seats/1/take", table.path), &json!({})).await.must_be(200);
    office.after_seconds(61);
    let expected = ["seat_offered stale 2", "seat_replaced sent 1", "vote stale 2"];
    office.until_stored(RESULTS, &expected).await;
}

#[tokio::test]
async fn an_owner_hears_that_a_bot_plays_for_them_unless_they_wanted_it_and_comes_back_on_the_page() {
    let office = PostOffice::open();
    let table = three(&office).await;
    office.mails(3).await;
    let bot = |seat: usize| json!({"kind": "replace_seat", "seat": seat, "bot": "random"});
    assert_eq!(propose(&table, 1, bot(1)).await["status"], "carried");
    let vote = propose(&table, 0, bot(2)).await;
    assert_eq!(vote["status"], "carried", "nobody else may vote: {vote}");
    office.quiet().await;
    let told = about(&office.sink.taken(), "a bot plays for you");
    assert_eq!(to_whom(&told, "a bot plays for you"), [address(&table, 2)]);
    assert!(told[0].text().contains(", a bot, plays for you"), "{}", told[0].text());
    let browser = Browser::new(&office);
    let returned = browser.press(&page(&told[0]), &[("press", "come_back")]).await;
    returned.says("You have taken over from the bot.");
    let shown = table.player(2).get(&table.path).await.must_be(200);
    assert_eq!(
        (&shown["seats"][2]["caretaker"], &shown["seats"][1]["caretaker"]),
        (&Value::Null, &json!("random"))
    );
}

#[tokio::test]
async fn a_game_that_its_players_end_is_told_with_its_ranking_and_on_the_page_too() {
    let office = PostOffice::open();
    let table = three(&office).await;
    let vote = propose(&table, 0, json!({"kind": "end_by_ranking"})).await;
    say(&table, 1, &vote, "yes").await;
    assert_eq!(say(&table, 2, &vote, "yes").await["status"], "carried");
    office.quiet().await;
    let told = about(&office.sink.taken(), "the game is over");
    assert_eq!(told.len(), 3);
    let outcome = table.player(0).get(&table.path).await.must_be(200)["outcome"].clone();
    let browser = Browser::new(&office);
    for mail in told {
        let over = browser.open(&link(&mail)).await;
        let text = mail.text();
        assert!(text.contains("The players voted to end the game"), "{text}");
        assert!(text.contains("Every die and card of this game can be checked"), "{text}");
        for place in outcome["ranking"].as_array().unwrap() {
            let seat = usize::try_from(place["seat"].as_u64().unwrap()).unwrap();
            let line = format!("{} points", place["points"]);
            assert!(text.contains(&line), "no {line} of seat {seat} in {text}");
        }
        over.says("The game ended on ").says("The players voted to end the game");
    }
}

#[tokio::test]
async fn nothing_waits_in_a_game_that_its_players_ended() {
    for ruleset in ["landnam", "settlers", "nord"] {
        let office = PostOffice::open_for_replies();
        let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
        let table = Table::of(ruleset, &people).await;
        office.quiet().await;
        let vote = propose(&table, 0, json!({"kind": "end_by_ranking"})).await;
        for seat in [1, 2] {
            say(&table, seat, &vote, "yes").await;
        }
        office.quiet().await;
        let mut ended = about(&office.sink.taken(), "the game is over");
        assert_eq!(ended.len(), 3, "{ruleset}");
        for mail in &ended {
            let text = mail.text();
            let board = text.split("THE BOARD").nth(1).unwrap();
            let head = board.trim_start().lines().take(3).collect::<Vec<_>>().join(" ");
            assert!(head.contains("The game is over") && !head.contains("turn."), "{ruleset}: {board}");
            assert!(!text.contains("waiting for") && !text.contains("YOUR DECISION"), "{ruleset}: {text}");
        }
        // In a picture the head says the same as a page of text, and no emblem says whose turn it is.
        let picture = people[0].get(&format!("{}/board.svg", table.path)).await;
        assert_eq!(picture.status, 200);
        assert!(
            picture.text.contains("The game is over") && !picture.text.contains("data-active"),
            "{ruleset}"
        );
        for ask in ["status", "nonsense"] {
            let mail = ended.pop().unwrap();
            let name = people.iter().find(|one| mail.to[0].starts_with(&one.name.to_lowercase())).unwrap();
            Draft::reply(&name.name, &mail, ask).sent(office.replies_at());
            office.quiet().await;
            let answer = latest(&office.sink.taken(), &name.name);
            assert_ne!(answer.message_id(), mail.message_id());
            let text = answer.text();
            assert!(!text.contains("is waiting for") && !text.contains("YOUR DECISION"), "{ruleset}: {text}");
        }
    }
}

#[tokio::test]
async fn what_can_be_replied_instead_stands_below_the_button() {
    let office = PostOffice::open_for_replies();
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    propose(&table, 0, json!({"kind": "pause"})).await;
    let lobby = json!({"ruleset": "toy", "seats": 2, "visibility": "private", "start": "on_confirmation"});
    let game = people[0].post("/v1/games", &lobby).await.must_be(201)["id"].as_str().unwrap().to_owned();
    let invite = json!({"name": "Bjarni"});
    people[0].post(&format!("/v1/games/{game}/invitations"), &invite).await.must_be(201);
    office.quiet().await;
    people[1].post(&format!("/v1/games/{game}/join"), &json!({})).await.must_be(200);
    office.quiet().await;
    let mails = office.sink.taken();
    for subject in ["it is your turn", "please vote", "invites you", "ready to start?"] {
        let mail = mails.iter().find(|mail| mail.subject().contains(subject));
        let mail = mail.unwrap_or_else(|| panic!("no mail: {subject}"));
        for (body, link) in [(mail.text(), "http"), (mail.html(), "<a class=\"button\"")] {
            let link = body.find(link).unwrap_or_else(|| panic!("{subject}: {body}"));
            let reply = body.find("By email: reply");
            let reply = reply.unwrap_or_else(|| panic!("{subject}: {body}"));
            assert!(link < reply, "{subject}: {body}");
        }
    }
}
