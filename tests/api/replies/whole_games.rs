//! Whole games of people who only read and answer their mail: after joining, nobody calls the API.

use std::collections::BTreeMap;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::mail_server::Draft;
use super::page;
use super::taken::Asked;
use crate::harness::{Browser, seeded_dice};
use crate::harness::{PostOffice, Table, stored};
use crate::support::Mail;

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];
/// Far more than any of these games needs.
const MOST_MAILS: usize = 3_000;

/// How people answer.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Replies,
    /// On the page of the seat.
    Pages,
    /// The first two by replies, the third on the page, the fourth by both.
    Mixed,
}

/// Four people, and what they have answered.
struct Players {
    office: PostOffice,
    by: By,
    dice: ChaCha8Rng,
    pressed: usize,
    replied: usize,
    /// What was answered to which mail, as that mail offered it.
    said: BTreeMap<String, String>,
}

impl Players {
    /// Answers a mail that asks something.
    async fn answer(&mut self, mail: &Mail) {
        if self.uses_page(mail) {
            return self.play_on_page(&page(mail)).await;
        }
        let text = self.text(mail);
        let option = Asked::options(mail).into_iter().find(|(number, _)| number.to_string() == text);
        self.said.extend(option.map(|(_, what)| (format!("re-{}", mail.message_id()), what)));
        let name = mail.to[0].split('@').next().unwrap().to_owned();
        let answer = Draft::plain(&name, mail, &text).sent(self.office.replies_at());
        assert_eq!(answer, "250 2.0.0 taken");
        self.replied += 1;
    }

    fn uses_page(&mut self, mail: &Mail) -> bool {
        match self.by {
            By::Replies => false,
            By::Pages => true,
            By::Mixed if mail.to[0].starts_with("cnut") => true,
            By::Mixed => mail.to[0].starts_with("dalla") && self.dice.random_ratio(1, 2),
        }
    }

    /// Answers until the game waits for somebody else.
    async fn play_on_page(&mut self, address: &str) {
        let browser = Browser::new(&self.office);
        let mut page = browser.open(address).await;
        while page.0.text.split("<section").next().is_some_and(waits_for_reader) {
            let answers = page.answers();
            let (option, offered) = match answers.iter().find(|(_, what)| what.starts_with("End ")) {
                Some(end) if self.dice.random_ratio(2, 3) => end.clone(),
                _ => answers.choose(&mut self.dice).expect("an answer").clone(),
            };
            let preview = browser.open(&format!("{address}{option}")).await;
            preview.says(&offered);
            let chosen = preview.preview().expect("an answer to send");
            page = browser.send(address, &chosen).await;
            page.says("Done.");
            self.pressed += 1;
        }
    }

    /// A receipt tells what was answered in the words in which it was offered.
    fn must_be_told(&self, receipt: &Mail) {
        let Some(offered) = self.said.get(&receipt.header("In-Reply-To")) else { return };
        let text = receipt.text();
        assert!(text.contains(&format!("Your move: {offered}.")), "`{offered}` was answered: {text}");
    }

    /// What he writes: a number, and behind that of an answer with something to fill in what the mail shows as an example.
    fn text(&mut self, mail: &Mail) -> String {
        let text = mail.text();
        let example =
            text.lines().find_map(|line| line.trim().split_once("as in: ")).map(|(_, example)| example);
        let ready: Vec<(usize, String)> =
            Asked::options(mail).into_iter().filter(|(_, what)| !what.ends_with(", with")).collect();
        match example {
            Some(example) if ready.is_empty() || self.dice.random_ratio(1, 10) => example.to_owned(),
            _ => {
                let numbers: Vec<String> = ready.iter().map(|(number, _)| number.to_string()).collect();
                self.choose(&numbers, &ready).clone()
            }
        }
    }

    /// One of these: where something can be ended, often that, so that the game goes on.
    fn choose<'c>(&mut self, choices: &'c [String], options: &[(usize, String)]) -> &'c String {
        let end = options.iter().position(|(_, what)| what.starts_with("End "));
        match end.and_then(|end| choices.get(end)) {
            Some(end) if self.dice.random_ratio(2, 3) => end,
            _ => choices.choose(&mut self.dice).unwrap(),
        }
    }
}

fn waits_for_reader(status: &str) -> bool {
    let awaited = status.split("The game is waiting for ").nth(1).and_then(|rest| rest.split('.').next());
    awaited.is_some_and(|awaited| awaited.split([' ', ',']).any(|word| word == "you"))
}

async fn is_played_by_mail(ruleset: &str, by: By) {
    let office = PostOffice::open_short_for_replies(1);
    let people = office.service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let dice = seeded_dice(11);
    let mut players = Players { office, by, dice, pressed: 0, replied: 0, said: BTreeMap::new() };
    let (mut read, mut ended, mut kinds) = (0, 0, Vec::new());
    while ended < NAMES.len() {
        let mail = players.office.mails(read + 1).await[read].clone();
        read += 1;
        assert!(read < MOST_MAILS, "the game does not end");
        assert!(mail.raw.len() <= 100_000, "{} weighs {} bytes", mail.message_id(), mail.raw.len());
        let kind = mail.message_id().split(['.', '@']).nth(3).unwrap().to_owned();
        ended += usize::from(kind == "game_ended");
        if kind == "receipt" {
            players.must_be_told(&mail);
        }
        // Who plays on the page has answered most mails before they are read.
        let is_asked = !Asked::options(&mail).is_empty();
        if is_asked || by == By::Pages && mail.text().contains("/seat/") {
            players.answer(&mail).await;
        }
        kinds.push(kind);
    }
    players.office.quiet().await;
    let title = players.office.service.app.ruleset(ruleset).unwrap();
    stored::must_be_whole(title, &players.office.service.database, &table);
    let log = stored::records(&players.office.service.database, "entries", &table.id);
    let by_seats = log.iter().filter(|entry| entry["made_by"] == "seat");
    assert!(by_seats.clone().count() >= NAMES.len(), "{kinds:?}");
    let is_by_mail = |key: &str| key.starts_with("mail.") || key.starts_with("page.");
    assert!(by_seats.clone().all(|entry| is_by_mail(entry["request_key"].as_str().unwrap())));
    assert_eq!((players.replied > 0, players.pressed > 0), (by != By::Pages, by != By::Replies), "{kinds:?}");
}

#[tokio::test]
async fn four_people_who_only_read_and_answer_mail_play_landnam_to_its_end() {
    is_played_by_mail("landnam", By::Replies).await;
}

#[tokio::test]
async fn four_people_who_only_read_and_answer_mail_play_the_settlers_to_their_end() {
    is_played_by_mail("settlers", By::Replies).await;
}

#[tokio::test]
async fn four_people_who_only_read_and_answer_mail_play_nord_to_its_end() {
    is_played_by_mail("nord", By::Replies).await;
}

#[tokio::test]
async fn four_people_who_play_on_pages_alone_play_landnam_to_its_end() {
    is_played_by_mail("landnam", By::Pages).await;
}

#[tokio::test]
async fn replies_and_pages_go_together_in_a_game_of_the_settlers() {
    is_played_by_mail("settlers", By::Mixed).await;
}
