//! The pages that links of mails open, by a browser without scripts.

mod account;
mod aids;
mod club;
mod clubs;
mod codes;
mod competitions;
mod devices;
mod icons;
mod invitation;
mod links;
mod orders;
mod past;
mod public;
mod seat;
mod table;
mod talk;
mod times;
mod waiting;

use serde_json::{Value, json};

use crate::harness::{Browser, Page, Person, PostOffice};
use crate::support::Mail;

/// The pages of the service, by what their addresses begin with.
const PAGES: [&str; 5] = ["/seat/", "/invite/", "/offer/", "/account/", "/sign-up/"];

/// The path of the page that a mail leads to.
pub fn link(mail: &Mail) -> String {
    let text = mail.text();
    let in_line =
        |line: &str| PAGES.iter().find_map(|page| line.find(page).map(|at| line[at..].trim().to_owned()));
    text.lines()
        .filter(|line| line.contains("http"))
        .find_map(in_line)
        .unwrap_or_else(|| panic!("no link: {text}"))
}

/// The latest mail to an address, once everything that is due has been sent.
pub async fn latest_to(office: &PostOffice, address: &str) -> Mail {
    latest_with(office, address, "").await
}

/// The latest of those that say so.
pub async fn latest_with(office: &PostOffice, address: &str, words: &str) -> Mail {
    // Requests for addresses become mails first.
    office.until_stored("SELECT 'x' AS value FROM address_requests", &[]).await;
    office.quiet().await;
    let mails = office.sink.taken();
    let mail = mails.iter().rev().find(|mail| mail.to == [address] && mail.text().contains(words));
    mail.unwrap_or_else(|| panic!("no mail to {address} with {words}")).clone()
}

/// The page of the account of an address, or the one where it is made, whose link was asked for.
pub async fn ask_for_page(office: &PostOffice, browser: &Browser, address: &str) -> Page {
    let form = browser.open("/account").await.forms()[0].clone().with("email", address);
    browser.send_form(&form).await;
    let known = format!("SELECT 'x' AS value FROM accounts WHERE email_key = '{address}'");
    let page = if stored(office, &known).is_empty() { "/sign-up/" } else { "/account/" };
    browser.open(&link(&latest_with(office, address, page).await)).await
}

/// The code of a mail, which is to be typed on a page.
pub fn code(mail: &Mail) -> String {
    let text = mail.text();
    code_in(&text).unwrap_or_else(|| panic!("no code: {text}"))
}

pub fn code_in(text: &str) -> Option<String> {
    let is_half = |half: &str| {
        half.len() == 4 && half.chars().all(|letter| letter.is_ascii_digit() || letter.is_ascii_uppercase())
    };
    let is_code =
        |line: &&str| line.split_once(' ').is_some_and(|(one, other)| is_half(one) && is_half(other));
    text.lines().map(str::trim).find(is_code).map(str::to_owned)
}

/// How many mails came to an address.
pub fn count_to(office: &PostOffice, address: &str) -> usize {
    office.sink.taken().iter().filter(|mail| mail.to == [address]).count()
}

pub fn stored(office: &PostOffice, query: &str) -> Vec<String> {
    office.service.database.texts(query)
}

/// An open game of Aud for so many players, and what creates it says.
pub async fn open_game(owner: &Person, ruleset: &str, seats: u8, more: Value) -> String {
    let mut body = json!({"ruleset": ruleset, "seats": seats, "visibility": "private"});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    owner.open(&body).await
}

/// A service with an owner of games, and a browser.
pub struct Club {
    pub office: PostOffice,
    pub aud: Person,
    pub browser: Browser,
}

impl Club {
    pub async fn open() -> Self {
        let office = PostOffice::open_for_replies();
        let aud = office.service.person("Aud").await;
        let browser = Browser::new(&office);
        Self { office, aud, browser }
    }

    /// Aud's game for so many players, to which an address was invited: its path and the page of the invitation.
    pub async fn invite(&self, address: &str, seats: u8) -> (String, String) {
        let game = open_game(&self.aud, "toy", seats, json!({})).await;
        let invited = json!({"email": address, "reserve": true});
        self.aud.post(&format!("{game}/invitations"), &invited).await.must_be(201);
        let page = link(&latest_to(&self.office, address).await);
        (game, page)
    }

    /// The page of an invitation to a game of Aud's that is played with these options.
    pub async fn invite_to(&self, ruleset: &str, options: Value, address: &str) -> String {
        let game = open_game(&self.aud, ruleset, 3, json!({"options": options})).await;
        self.aud.post(&format!("{game}/invitations"), &json!({"email": address})).await.must_be(201);
        link(&latest_to(&self.office, address).await)
    }
}
