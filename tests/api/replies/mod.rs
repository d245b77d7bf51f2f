//! Answering by mail: links and replies.

mod allowed;
mod bounces;
mod links;
pub mod mail_server;
mod refused;
mod taken;
mod whole_games;

use crate::support::Mail;

/// The tokens of the links in a mail, in the order of the answers.
pub fn links(mail: &Mail) -> Vec<String> {
    let text = mail.text();
    let tokens = text.lines().filter_map(|line| line.trim().split_once("/games/answer?token="));
    tokens.map(|(_, token)| token.to_owned()).collect()
}

/// The latest mail to somebody of that name.
pub fn latest(mails: &[Mail], name: &str) -> Mail {
    let address = format!("{}@example.org", name.to_lowercase());
    mails.iter().rev().find(|mail| mail.to == [address.clone()]).expect("a mail").clone()
}
