//! A whole club without a client: found by mail, seated, played to the end and begun again, by replies alone, by pages
//! alone, and by both. No request of the API is made.

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::{ask_for_page, latest_with, link, stored};
use crate::harness::{Browser, Page, PostOffice, seeded_dice};
use crate::replies::mail_server::Draft;
use crate::support::Mail;

const HOST: &str = "hall@example.net";
/// The one who only replies, the one who only uses pages, and the one who does both.
const GUESTS: [&str; 3] = ["ref@example.net", "sif@example.net", "tor@example.net"];
/// Far more than any of these games needs.
const MOST_MAILS: usize = 5_000;
/// The most answers given on a page at one sitting.
const MOST_ANSWERS: usize = 300;

struct Club {
    office: PostOffice,
    browser: Browser,
    dice: ChaCha8Rng,
    replied: usize,
    pressed: usize,
}

impl Club {
    fn at(office: PostOffice) -> Self {
        let browser = Browser::new(&office);
        Self { office, browser, dice: seeded_dice(17), replied: 0, pressed: 0 }
    }

    fn reply(&mut self, mail: &Mail, text: &str) {
        let draft = Draft { from: mail.to[0].clone(), ..Draft::plain("x", mail, text) };
        assert_eq!(draft.sent(self.office.replies_at()), "250 2.0.0 taken", "{}", mail.text());
        self.replied += 1;
    }

    /// The host makes an account, opens a table and invites three addresses that nobody knows.
    async fn gather(&mut self, ruleset: &str) {
        let sign_up = ask_for_page(&self.office, &self.browser, HOST).await;
        let page = self.browser.send_form(&sign_up.form("sign_up").with("name", "Hall")).await;
        let address = page.0.address.split('?').next().unwrap().to_owned();
        let begin = self.browser.open(&format!("{address}?show=games")).await.form("begin");
        let begin = begin.with("ruleset", ruleset).with("seats", "4").with("clock", "untimed");
        let table = self.browser.send_form(&begin).await;
        for guest in GUESTS {
            self.browser.send_form(&table.form("invite").with("who", guest)).await.says(guest);
        }
        for (guest, name) in GUESTS.into_iter().zip(["Ref", "Sif", "Tor"]) {
            let invitation = latest_with(&self.office, guest, "/invite/").await;
            if name == "Ref" {
                self.reply(&invitation, "Yes, my name is Ref.\n\nThanks!");
                self.office
                    .until_stored("SELECT name AS value FROM accounts WHERE name = 'Ref'", &["Ref"])
                    .await;
            } else {
                let form = self.browser.open(&link(&invitation)).await.form("accept").with("name", name);
                self.browser.send_form(&form).await.says("You have a seat at this table.");
            }
        }
        self.office.until_stored("SELECT status AS value FROM games", &["running"]).await;
    }

    /// Reads one mail after the other, and answers those that ask something, until everybody has read how it ended.
    async fn play(&mut self) {
        let (mut read, mut ended) = (0, 0);
        while ended <= GUESTS.len() {
            let mail = self.office.mails(read + 1).await[read].clone();
            read += 1;
            assert!(read < MOST_MAILS, "the game does not end");
            assert!(mail.raw.len() <= 100_000, "{} weighs {} bytes", mail.message_id(), mail.raw.len());
            if mail.message_id().contains(".game_ended") {
                ended += 1;
                continue;
            }
            let numbers = ready_answers(&mail);
            let replies = match mail.to[0].as_str() {
                "ref@example.net" => true,
                "tor@example.net" => self.dice.random_ratio(1, 2),
                _ => false,
            };
            if replies && !numbers.is_empty() {
                let ends = numbers.iter().filter(|(_, what)| what.starts_with("End "));
                let end = ends.map(|(number, _)| *number).next().filter(|_| self.dice.random_ratio(2, 3));
                let number = end.unwrap_or_else(|| numbers.choose(&mut self.dice).unwrap().0);
                self.reply(&mail, &format!("Hi,\n\n{number}\n\nBest,\nme"));
            } else if !replies && mail.text().contains("/seat/") {
                self.play_on_page(&link(&mail)).await;
            }
        }
    }

    /// Answers until the page asks nothing more.
    async fn play_on_page(&mut self, address: &str) {
        let mut page = self.browser.open(address).await;
        for _ in 0..MOST_ANSWERS {
            let answers = page.answers();
            if !waits_for_reader(&page) || answers.is_empty() {
                return;
            }
            let ends = answers.iter().filter(|(_, what)| what.starts_with("End "));
            let end = ends.map(|(option, _)| option.clone()).next().filter(|_| self.dice.random_ratio(2, 3));
            let option = end.unwrap_or_else(|| answers.choose(&mut self.dice).unwrap().0.clone());
            page = self.browser.answer(address, &option).await;
            page.says("Done.");
            self.pressed += 1;
        }
        panic!("a turn does not end: {}", page.0.text);
    }

    /// One replies, one presses a button: both sit at the same new table.
    async fn begin_anew(&mut self) {
        let [by_reply, by_page, _] = GUESTS;
        let last = latest_with(&self.office, by_reply, "rematch").await;
        self.reply(&last, "Rematch!");
        let seated = "SELECT count(*)::text AS value FROM seats JOIN games ON games.id = game_id \
                      WHERE rematch_of IS NOT NULL AND account_id IS NOT NULL";
        self.office.until_stored(seated, &["1"]).await;
        let delay =
            "SELECT terms::json ->> 'order_delay_seconds' AS value FROM games WHERE rematch_of IS NOT NULL";
        assert_eq!(stored(&self.office, delay), ["900"], "as mails propose it");
        let last = latest_with(&self.office, by_page, "rematch").await;
        let over = self.browser.open(&link(&last)).await;
        over.says("class=\"winner\"").says("Check the dice and cards");
        self.browser.send_form(&over.form("rematch")).await.says("You have a seat in the rematch.");
        assert_eq!(stored(&self.office, seated), ["2"]);
    }
}

/// The numbered answers of a mail that need nothing filled in.
fn ready_answers(mail: &Mail) -> Vec<(usize, String)> {
    let option = |line: &str| {
        let (number, what) = line.strip_prefix("  ")?.split_once(". ")?;
        Some((number.parse().ok()?, what.to_owned()))
    };
    let text = mail.text();
    let all: Vec<(usize, String)> = text.lines().filter_map(option).collect();
    all.into_iter().filter(|(_, what)| !what.ends_with(", with")).collect()
}

fn waits_for_reader(page: &Page) -> bool {
    let status = page.0.text.split("<section").next().unwrap_or_default();
    let awaited = status.split("The game is waiting for ").nth(1).and_then(|rest| rest.split('.').next());
    awaited.is_some_and(|awaited| awaited.split([' ', ',']).any(|word| word == "you"))
}

async fn is_played_without_a_client(ruleset: &str, office: PostOffice) {
    let mut club = Club::at(office);
    club.gather(ruleset).await;
    club.play().await;
    assert!(club.replied > 3 && club.pressed > 3, "{} {}", club.replied, club.pressed);
    assert_eq!(stored(&club.office, "SELECT status AS value FROM games"), ["finished"]);
    club.begin_anew().await;
    let passwords = "SELECT DISTINCT password_hash AS value FROM accounts";
    assert_eq!(stored(&club.office, passwords), [""]);
    assert_eq!(stored(&club.office, "SELECT 'x' AS value FROM sessions"), [""; 0]);
}

#[tokio::test]
async fn three_unknown_addresses_and_their_host_play_a_short_game_of_landnam_without_a_client() {
    is_played_without_a_client("landnam", PostOffice::open_short_for_replies(1)).await;
}

#[tokio::test]
async fn three_unknown_addresses_and_their_host_play_a_short_game_of_the_settlers_without_a_client() {
    is_played_without_a_client("settlers", PostOffice::open_short_for_replies(1)).await;
}
