//! What the domain name system says about the domain that mails are from.
//!
//! The standard library asks for addresses alone. A question for another record is one small packet to the name server
//! of this machine, and its answer is read as far as these checks need it (RFC 1035, RFC 6891).

use std::fs;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpStream, UdpSocket};

use crate::app::Secrets;

const PORT: u16 = 53;
const PATIENCE: Duration = Duration::from_secs(3);
const TRIES: usize = 2;
/// The largest answer by UDP that is asked for; larger ones come by TCP.
const MOST_BY_UDP: u16 = 1232;
const HEADER: usize = 12;
const OPT: u16 = 41;
const INTERNET: u16 = 1;

/// Which records are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordKind {
    /// Texts.
    Txt,
    /// Which servers take the mail of a domain.
    Mx,
}

impl RecordKind {
    fn number(self) -> u16 {
        match self {
            Self::Txt => 16,
            Self::Mx => 15,
        }
    }
}

/// A name server.
#[derive(Debug, Clone, Copy)]
pub struct Resolver(SocketAddr);

impl Resolver {
    /// The one at `named`, an address with or without a port, or else the first of this machine.
    pub fn new(named: Option<&str>) -> Result<Self, String> {
        let Some(named) = named else { return Ok(Self(SocketAddr::new(of_this_machine(), PORT))) };
        let address = named.parse().or_else(|_| named.parse().map(|ip: IpAddr| SocketAddr::new(ip, PORT)));
        address
            .map(Self)
            .map_err(|_| "--resolver must be the address of a name server, as 9.9.9.9".to_owned())
    }

    /// The records of a name, each as its data; texts are put together. None if there is no such name.
    pub async fn ask(self, name: &str, kind: RecordKind) -> Result<Vec<Vec<u8>>, String> {
        let [high, low] = Secrets::System.bytes();
        let number = u16::from_be_bytes([high, low]);
        let question = question(number, name, kind).ok_or_else(|| format!("{name} is no name for DNS"))?;
        let mut problem = String::new();
        for _ in 0..TRIES {
            match tokio::time::timeout(PATIENCE, self.exchange(&question)).await {
                Ok(Ok(answer)) => return read(&answer, number, kind),
                Ok(Err(error)) => problem = error.to_string(),
                Err(_) => "no answer in time".clone_into(&mut problem),
            }
        }
        Err(format!("the name server {} can't be asked ({problem})", self.0))
    }

    async fn exchange(self, question: &[u8]) -> std::io::Result<Vec<u8>> {
        let own: IpAddr = if self.0.is_ipv4() {
            Ipv4Addr::UNSPECIFIED.into()
        } else {
            std::net::Ipv6Addr::UNSPECIFIED.into()
        };
        let socket = UdpSocket::bind((own, 0)).await?;
        socket.connect(self.0).await?;
        socket.send(question).await?;
        let mut answer = vec![0; usize::from(MOST_BY_UDP)];
        let length = socket.recv(&mut answer).await?;
        answer.truncate(length);
        if answer.get(2).is_some_and(|flags| flags & 2 != 0) {
            self.exchange_by_tcp(question).await
        } else {
            Ok(answer)
        }
    }

    async fn exchange_by_tcp(self, question: &[u8]) -> std::io::Result<Vec<u8>> {
        let mut stream = TcpStream::connect(self.0).await?;
        let length = u16::try_from(question.len()).unwrap_or_default();
        stream.write_all(&[&length.to_be_bytes(), question].concat()).await?;
        let mut answer = vec![0; usize::from(stream.read_u16().await?)];
        stream.read_exact(&mut answer).await?;
        Ok(answer)
    }
}

/// The first name server of `/etc/resolv.conf`; without one, this machine is its own.
fn of_this_machine() -> IpAddr {
    let text = fs::read_to_string("/etc/resolv.conf").unwrap_or_default();
    let mut named = text.lines().filter_map(|line| line.trim().strip_prefix("nameserver"));
    named.find_map(|address| address.trim().parse().ok()).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// `None` for a name that DNS can't have.
fn question(number: u16, name: &str, kind: RecordKind) -> Option<Vec<u8>> {
    let mut packet = Vec::new();
    // Recursion is wanted; one question, and one additional record, which says how long the answer may be.
    for word in [number, 0x0100, 1, 0, 0, 1] {
        packet.extend(word.to_be_bytes());
    }
    for label in name.trim_end_matches('.').split('.') {
        let length = u8::try_from(label.len()).ok().filter(|length| (1..=63).contains(length))?;
        packet.push(length);
        packet.extend(label.bytes());
    }
    packet.push(0);
    if packet.len() > HEADER + 255 {
        return None;
    }
    for word in [kind.number(), INTERNET] {
        packet.extend(word.to_be_bytes());
    }
    packet.push(0);
    for word in [OPT, MOST_BY_UDP, 0, 0, 0] {
        packet.extend(word.to_be_bytes());
    }
    Some(packet)
}

fn read(answer: &[u8], number: u16, kind: RecordKind) -> Result<Vec<Vec<u8>>, String> {
    let nonsense = || "the name server's answer makes no sense".to_owned();
    let header = |word: usize| u16_at(answer, word * 2).ok_or_else(nonsense);
    let flags = header(1)?;
    if header(0)? != number || flags & 0x8000 == 0 {
        return Err(nonsense());
    }
    match flags & 0xf {
        0 => {}
        // There is no such name.
        3 => return Ok(Vec::new()),
        code => return Err(format!("the name server answers with the error {code}")),
    }
    records(answer, header(2)?, header(3)?, kind).ok_or_else(nonsense)
}

/// The data of the records of the kind among the answers.
fn records(answer: &[u8], questions: u16, answers: u16, kind: RecordKind) -> Option<Vec<Vec<u8>>> {
    let mut at = HEADER;
    for _ in 0..questions {
        at = after_name(answer, at)? + 4;
    }
    let mut found = Vec::new();
    for _ in 0..answers {
        at = after_name(answer, at)?;
        let (of, length) = (u16_at(answer, at)?, usize::from(u16_at(answer, at + 8)?));
        let data = answer.get(at + 10..at + 10 + length)?;
        at += 10 + length;
        if of == kind.number() {
            found.push(if kind == RecordKind::Txt { text(data)? } else { data.to_vec() });
        }
    }
    Some(found)
}

/// Where the name that begins at a place ends. Names that were written before are referred to, which ends this one.
fn after_name(answer: &[u8], mut at: usize) -> Option<usize> {
    loop {
        match *answer.get(at)? {
            0 => return Some(at + 1),
            length @ 1..=63 => at += 1 + usize::from(length),
            192.. => return Some(at + 2),
            _ => return None,
        }
    }
}

/// A text comes in strings of up to 255 bytes.
fn text(mut data: &[u8]) -> Option<Vec<u8>> {
    let mut whole = Vec::new();
    while let Some((length, rest)) = data.split_first() {
        let (part, rest) = rest.split_at_checked(usize::from(*length))?;
        whole.extend(part);
        data = rest;
    }
    Some(whole)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().copied().map(u16::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::{RecordKind, question, read};

    /// An answer to a question for texts, with these strings in one record.
    fn answered(strings: &[&str]) -> Vec<u8> {
        let mut packet = question(7, "example.org", RecordKind::Txt).unwrap();
        packet.truncate(packet.len() - 11);
        (packet[2], packet[7], packet[11]) = (0x80, 1, 0);
        let data: Vec<u8> = strings
            .iter()
            .flat_map(|part| [&[u8::try_from(part.len()).unwrap()], part.as_bytes()].concat())
            .collect();
        // The name is that of the question, by reference.
        packet.extend([192, 12, 0, 16, 0, 1, 0, 0, 0, 60]);
        packet.extend(u16::try_from(data.len()).unwrap().to_be_bytes());
        packet.extend(data);
        packet
    }

    #[test]
    fn a_text_is_put_together_of_its_strings() {
        let answer = answered(&["v=spf1 mx ", "-all"]);
        assert_eq!(read(&answer, 7, RecordKind::Txt), Ok(vec![b"v=spf1 mx -all".to_vec()]));
        assert_eq!(read(&answer, 7, RecordKind::Mx), Ok(vec![]));
        assert!(read(&answer, 8, RecordKind::Txt).is_err(), "an answer to another question");
    }

    #[test]
    fn no_part_of_an_answer_breaks_anything() {
        let whole = answered(&["v=spf1 -all"]);
        for length in 0..whole.len() {
            assert!(read(&whole[..length], 7, RecordKind::Txt).is_err(), "{length} bytes");
        }
        for at in 0..whole.len() {
            for byte in [0, 1, 63, 64, 127, 192, 255] {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = read(&changed, 7, RecordKind::Txt);
            }
        }
    }

    #[test]
    fn what_is_no_name_is_not_asked_for() {
        for wrong in ["", "a..b", &"x".repeat(64), &["x".repeat(60).as_str(); 5].join(".")] {
            assert_eq!(question(7, wrong, RecordKind::Txt), None, "{wrong}");
        }
    }
}
