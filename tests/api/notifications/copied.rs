//! The command of a mail, sent as its reader would copy it.

use serde_json::Value;

use crate::harness::{Answer, Person};
use crate::support::Mail;

/// Where the command goes, without the server, and its body.
pub fn command(mail: &Mail) -> (String, Value) {
    let text = mail.text();
    let command = text.split("curl ").nth(1).expect("a command");
    let address = command.split_whitespace().next().unwrap();
    let path = address.split_once("/v1/").unwrap().1;
    let body = command.split("-d '").nth(1).unwrap().split('\'').next().unwrap();
    (format!("/v1/{path}"), serde_json::from_str(body).unwrap())
}

/// Somebody sends it.
pub async fn send(person: &Person, mail: &Mail) -> Answer {
    let (path, body) = command(mail);
    person.post(&path, &body).await
}

/// The mails whose subject ends so, by recipient.
pub fn to_whom(mails: &[Mail], subject: &str) -> Vec<String> {
    let meant = mails.iter().filter(|mail| mail.subject().ends_with(subject));
    let mut people: Vec<String> = meant.map(|mail| mail.to.join(" ")).collect();
    people.sort();
    people
}
