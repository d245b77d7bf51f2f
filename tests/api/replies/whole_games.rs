//! Whole games of people who only read and answer their mail: after joining, nobody calls the API.

use std::collections::BTreeMap;

use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

use super::links;
use super::mail_server::Draft;
use super::taken::Asked;
use crate::harness::{PostOffice, Table, stored};
use crate::support::Mail;

const NAMES: [&str; 4] = ["Aud", "Bjarni", "Cnut", "Dalla"];
/// Far more than any of these games needs.
const MOST_MAILS: usize = 3_000;

/// How people answer.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Replies,
    /// Links wherever a mail has any.
    Links,
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
        let links = links(mail);
        if self.by == By::Links && !links.is_empty() {
            let options = Asked::options(mail);
            let link = self.choose(&links, &options).clone();
            let offered =
                links.iter().position(|other| *other == link).map(|at| options[at].1.clone()).unwrap();
            let form = "application/x-www-form-urlencoded";
            let stranger = self.office.service.stranger();
            let page = stranger.post_text("/games/answer", form, format!("token={link}")).await;
            assert!([200, 410].contains(&page.status), "{}", page.text);
            let is_there = letters(&page.text).contains(&letters(&offered));
            assert!(page.status == 410 || is_there, "`{offered}` was answered: {}", page.text);
            self.pressed += 1;
            return;
        }
        let text = self.text(mail);
        let option = Asked::options(mail).into_iter().find(|(number, _)| number.to_string() == text);
        self.said.extend(option.map(|(_, what)| (format!("re-{}", mail.message_id()), what)));
        let name = mail.to[0].split('@').next().unwrap().to_owned();
        let answer = Draft::plain(&name, mail, &text).sent(self.office.replies_at());
        assert_eq!(answer, "250 2.0.0 taken");
        self.replied += 1;
    }

    /// A receipt tells what was answered in the words in which it was offered.
    fn must_be_told(&self, receipt: &Mail) {
        let Some(offered) = self.said.get(&receipt.header("In-Reply-To")) else { return };
        let text = receipt.text();
        assert!(text.contains(&format!("You answered: {offered}.")), "`{offered}` was answered: {text}");
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

/// Only letters and digits: in pages much else is written otherwise.
fn letters(text: &str) -> String {
    let plain = text.replace("&#x27;", "").replace("&quot;", "");
    plain.chars().filter(|c| c.is_alphanumeric()).collect()
}

async fn is_played_by_mail(ruleset: &str, by: By) {
    let office = PostOffice::open_short_for_replies(1);
    let people = office.service.people(NAMES).await;
    let table = Table::of(ruleset, &people).await;
    let dice = ChaCha8Rng::seed_from_u64(11);
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
        if !mail.header("Reply-To").is_empty() {
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
    assert!(by_seats.clone().all(|entry| entry["request_key"].as_str().unwrap().starts_with("mail.")));
    assert!(players.replied > 0 && (players.pressed > 0) == (by == By::Links), "{kinds:?}");
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
async fn four_people_who_press_links_where_there_are_any_play_landnam_to_its_end() {
    is_played_by_mail("landnam", By::Links).await;
}

#[tokio::test]
async fn four_people_who_press_links_where_there_are_any_play_the_settlers_to_their_end() {
    is_played_by_mail("settlers", By::Links).await;
}
