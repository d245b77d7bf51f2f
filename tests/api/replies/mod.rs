//! Playing by mail: the page that its link opens, and replies.

mod as_written;
mod bounces;
pub mod mail_server;
mod private;
mod refused;
pub mod taken;
mod turns;
mod whole_games;

use crate::support::Mail;

/// The path of the page that a mail leads to.
pub fn page(mail: &Mail) -> String {
    let text = mail.text();
    let path = text.lines().find_map(|line| line.trim().split_once("/seat/"));
    format!("/seat/{}", path.unwrap_or_else(|| panic!("no link: {text}")).1)
}

/// The latest mail to somebody of that name.
pub fn latest(mails: &[Mail], name: &str) -> Mail {
    let address = format!("{}@example.org", name.to_lowercase());
    mails.iter().rev().find(|mail| mail.to == [address.clone()]).expect("a mail").clone()
}
