//! Mails: who gets which, when, and that what is in them is true.

mod accounts;
mod calls;
mod content;
mod delivery;
mod emails;
mod languages;
mod per_turn;
mod reasons;
mod secrecy;
mod settings;
mod tables;
mod unasked;
mod unsubscribe;
mod votes;
mod waiting;

use crate::support::Mail;

/// The mails whose subject ends so, by recipient.
pub fn to_whom(mails: &[Mail], subject: &str) -> Vec<String> {
    let meant = mails.iter().filter(|mail| mail.subject().ends_with(subject));
    let mut people: Vec<String> = meant.map(|mail| mail.to.join(" ")).collect();
    people.sort();
    people
}
