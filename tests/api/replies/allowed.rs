//! Who may bring replies.

use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpStream};

use crate::harness::PostOffice;

/// What somebody is told who connects.
fn greeting(at: SocketAddr) -> String {
    let mut line = String::new();
    let stream = TcpStream::connect(at).unwrap();
    BufReader::new(stream).read_line(&mut line).unwrap();
    line
}

#[tokio::test]
async fn a_mail_server_that_is_not_named_is_turned_away_and_one_that_is_named_is_greeted() {
    let open = |allowed: &str| {
        let allowed = vec![allowed.parse().unwrap()];
        PostOffice::open_with(1, move |settings| {
            settings.replies.bind = "0.0.0.0:0".to_owned();
            settings.replies.domain = "play.example.org".to_owned();
            settings.replies.allowed = allowed;
        })
    };
    let (elsewhere, here) = (open("192.0.2.25"), open("127.0.0.0/8"));
    let at = |office: &PostOffice| SocketAddr::from(([127, 0, 0, 1], office.replies_at().port()));
    assert!(greeting(at(&elsewhere)).starts_with("554 5.7.1 "), "{}", greeting(at(&elsewhere)));
    assert!(greeting(at(&here)).starts_with("220 "));
}
