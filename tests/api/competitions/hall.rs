//! A competition that is played: people and bots, the games of its tables, and time.

use std::fs;
use std::process::Command;
use std::time::Duration;

use chrono::TimeDelta;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::harness::record_file::ended;
use crate::harness::{Person, PostOffice, Table, described, seeded_dice};
use crate::replies::mail_server::Draft;
use crate::replies::taken::Asked;

const VERIFY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pairings/verify.py");
const STEP: Duration = Duration::from_millis(10);
/// How many moves all games of a competition may take together.
const MOST_MOVES: usize = 20_000;
/// How often in a row bots and workers may be waited for, a step each, while nobody can move.
const MOST_RESTS: usize = 3_000;

pub struct Hall {
    pub office: PostOffice,
    pub organiser: Person,
    pub people: Vec<Person>,
    pub path: String,
    dice: ChaCha8Rng,
    /// How many mails were read by those who play by mail.
    read: usize,
    replied: usize,
    /// Does the last mail to them offer nothing that a number alone answers, such as cards to be chosen?
    takes_more_than_a_number: bool,
}

impl Hall {
    /// A competition in short games, which so many people signed up for; the first one organises it.
    pub async fn open(people: usize, competition: &Value) -> Self {
        Self::open_at(
            PostOffice::open_short_with(1, 2, |settings| {
                settings.accounts.access_seconds = 100_000_000;
                settings.replies.bind = "127.0.0.1:0".to_owned();
                settings.replies.domain = "play.example.org".to_owned();
            }),
            people,
            competition,
        )
        .await
    }

    pub async fn open_at(office: PostOffice, people: usize, competition: &Value) -> Self {
        let mut all = Vec::new();
        for number in 0..people {
            all.push(office.service.person(&format!("Player{number}")).await);
        }
        let made = all[0].post("/v1/competitions", competition).await.must_be(201);
        described::must_fit("CompetitionDetails", &made);
        let path = format!("/v1/competitions/{}", made["id"].as_str().unwrap());
        for person in &all {
            let entered = person.post(&format!("{path}/sign-up"), &json!({})).await.must_be(200);
            described::must_fit("CompetitionEntrant", &entered);
        }
        Self {
            office,
            organiser: all[0].clone(),
            people: all,
            path,
            dice: seeded_dice(1),
            read: 0,
            replied: 0,
            takes_more_than_a_number: false,
        }
    }

    pub async fn show(&self) -> Value {
        self.organiser.get(&self.path).await.must_be(200)
    }

    /// The organiser pairs a round.
    pub async fn pair(&self, round: usize) -> Value {
        let paired = self
            .organiser
            .post(&format!("{}/rounds", self.path), &json!({"round": round}))
            .await
            .must_be(200);
        described::must_fit("CompetitionRound", &paired);
        paired
    }

    pub async fn rounds(&self) -> Vec<Value> {
        let page = self.organiser.get(&format!("{}/rounds", self.path)).await.must_be(200);
        described::must_fit("CompetitionRoundPage", &page);
        page["items"].as_array().unwrap().clone()
    }

    pub async fn standings(&self) -> Vec<Value> {
        let page = self.organiser.get(&format!("{}/standings", self.path)).await.must_be(200);
        described::must_fit("CompetitionStandingPage", &page);
        page["items"].as_array().unwrap().clone()
    }

    /// Waits until workers have nothing to do for the competition.
    pub async fn quiet(&self) {
        let now = self.office.service.app.now().to_rfc3339();
        let open = format!(
            "SELECT 'x' AS value FROM competition_tables WHERE seated IS NULL AND ready_at <= '{now}' \
             UNION ALL SELECT 'x' FROM games WHERE competition_id IS NOT NULL AND finished_at IS NOT NULL \
             AND competition_counted_at IS NULL \
             UNION ALL SELECT 'x' FROM competitions WHERE due_at <= '{now}'"
        );
        self.office.until_stored(&open, &[]).await;
    }

    /// The tables that are played, with who sits there by seat.
    pub async fn running(&self) -> Vec<Table> {
        self.quiet().await;
        let rounds = self.rounds().await;
        let tables = rounds.iter().flat_map(|round| round["tables"].as_array().unwrap());
        let running = tables.filter(|table| table["ended_at"].is_null() && !table["game_id"].is_null());
        let mut found = Vec::new();
        for table in running {
            let id = table["game_id"].as_str().unwrap().to_owned();
            let path = format!("/v1/games/{id}");
            let shown = self.organiser.get(&path).await.must_be(200);
            if shown["status"] != "running" {
                continue;
            }
            let seats = shown["seats"].as_array().unwrap();
            let nobody = self.office.service.stranger();
            let player = |seat: &Value| {
                let plays = |person: &&Person| {
                    seat["account_id"] == *person.id
                        && seat["caretaker"].is_null()
                        && seat["resigned"] == false
                };
                self.people.iter().find(plays).cloned().unwrap_or_else(|| nobody.clone())
            };
            found.push(Table { id, path, players: seats.iter().map(player).collect() });
        }
        found
    }

    /// One of the people reads mails that ask something and answers each with a number that it offers.
    fn reply(&mut self, by_mail: usize) {
        let mails = self.office.sink.taken();
        let address = format!("player{by_mail}@example.org");
        for mail in mails[self.read..].iter().filter(|mail| mail.to[0] == address) {
            let offered = Asked::options(mail);
            let alone = offered.iter().filter(|(_, what)| !what.ends_with(", with"));
            let numbers: Vec<usize> = alone.map(|(number, _)| *number).collect();
            self.takes_more_than_a_number = numbers.is_empty() && !offered.is_empty();
            if let Some(number) = numbers.choose(&mut self.dice) {
                let name = address.split('@').next().unwrap();
                let answer = Draft::plain(name, mail, &number.to_string()).sent(self.office.replies_at());
                assert_eq!(answer, "250 2.0.0 taken");
                self.replied += 1;
            }
        }
        self.read = mails.len();
    }

    /// Everybody moves but `absent`, until no game waits for anybody else or the competition is over. Time passes where
    /// games wait for them. One of the people only answers mails, if named, but for questions that a number can't answer.
    pub async fn play(&mut self, absent: &[usize], by_mail: Option<usize>) {
        let silent = by_mail.map(|number| self.people[number].id.clone());
        let absent: Vec<String> = absent.iter().map(|number| self.people[*number].id.clone()).collect();
        let (mut moves, mut rests) = (0, 0);
        loop {
            let tables = self.running().await;
            if tables.is_empty() {
                let shown = self.show().await;
                if shown["status"] != "running" || !shown["next_round_at"].is_null() {
                    return;
                }
                rests += 1;
                assert!(rests < MOST_RESTS, "{}", self.stuck().await);
                tokio::time::sleep(STEP).await;
                continue;
            }
            let mut waits = Vec::new();
            if let Some(by_mail) = by_mail {
                self.reply(by_mail);
            }
            for table in &tables {
                loop {
                    let awaited = table.awaited().await;
                    let can = |seat: &&usize| {
                        let person = table.player(**seat);
                        self.people.iter().any(|known| known.id == person.id)
                            && !absent.contains(&person.id)
                            && (self.takes_more_than_a_number || silent.as_ref() != Some(&person.id))
                    };
                    let able: Vec<usize> = awaited.iter().filter(can).copied().collect();
                    let Some(seat) = able.choose(&mut self.dice) else {
                        waits.push(awaited.iter().any(|seat| absent.contains(&table.player(*seat).id)));
                        break;
                    };
                    let listed = table.moves(*seat, &mut self.dice).await;
                    let Some(this) = listed.choose(&mut self.dice) else { break };
                    let answer = table.make(*seat, this).await;
                    // A bot may have answered between the list and the move, and taken the cards that were offered.
                    let is_late = match answer.status {
                        200 => false,
                        409 => true,
                        _ => !table.moves(*seat, &mut self.dice).await.contains(this),
                    };
                    assert!(answer.status == 200 || is_late, "{this:?}: {}", answer.text);
                    if silent.as_ref() == Some(&table.player(*seat).id) {
                        self.takes_more_than_a_number = false;
                    }
                    (moves, rests) = (moves + 1, 0);
                    assert!(moves < MOST_MOVES, "the competition takes too long");
                }
            }
            if waits.iter().any(|for_absent| *for_absent) {
                // Two days are more than every clock here leaves.
                self.after(TimeDelta::days(2)).await;
            } else {
                rests += 1;
                assert!(rests < MOST_RESTS, "{}", self.stuck().await);
                tokio::time::sleep(STEP).await;
            }
        }
    }

    /// What is known when nobody moves any more.
    async fn stuck(&self) -> String {
        let last = self.office.sink.taken().last().map(|mail| format!("{:?}: {}", mail.to, mail.text()));
        format!("nothing goes on: {}; the last mail: {}", self.show().await, last.unwrap_or_default())
    }

    pub fn must_have_replied(&self) {
        assert!(self.replied > 0, "nobody answered by mail");
    }

    pub async fn after(&self, time: TimeDelta) {
        self.office.after_seconds(time.num_seconds());
        tokio::time::sleep(STEP * 10).await;
        self.quiet().await;
    }

    /// A program of another make finds the pairings and the standings again.
    pub async fn must_verify(&self) -> Value {
        let export = self.organiser.get(&format!("{}/export", self.path)).await.must_be(200);
        described::must_fit("ExportedCompetition", &export);
        let file = std::env::temp_dir().join(format!("{}.json", self.path.rsplit('/').next().unwrap()));
        fs::write(&file, export.to_string()).unwrap();
        let (well, said) = ended(Command::new("python3").arg(VERIFY).arg(&file).output().unwrap());
        fs::remove_file(&file).unwrap();
        assert!(well, "{said}");
        serde_json::from_str(&said).unwrap()
    }
}
