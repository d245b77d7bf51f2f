//! Mails composed of the parts that replies have: a greeting, an answer, words, a signature with numbers in it, and a quote
//! of our mail in the shapes of many programs. What is certain is done, and nothing else; no secret of ours is posted.

use crate::harness::seeded_dice;
use althing::service::replies::{NewReplyAddress, create_reply_address, domain};
use althing::store::reply_addresses::ReplyTopic;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::settlers::first;
use super::{Correspondence, LANGUAGES, Scene, ask, headers, meaning_of};
use crate::replies::mail_server::Draft;
use crate::replies::turns;
use crate::support::Mail;

/// How programs introduce a quote. Below some of them a whole mail stands without marks.
const INTROS: [&str; 24] = [
    "On Fri, Nov 20, 2026 at 1:00 PM Althing <althing@localhost> wrote:",
    "On Fri, Nov 20, 2026 at 1:00 PM Althing\n<althing@localhost> wrote:",
    "On 20 Nov 2026, at 13:00, Althing <althing@localhost> wrote:",
    "On 20/11/2026 13:00, Althing wrote:",
    "Den fre. 20. nov. 2026 kl. 13:00 skrev Althing <althing@localhost>:",
    "Den 20.11.2026 13:00, Althing skreiv:",
    "På fredag 20. november 2026 13:00:00 skreiv Althing:",
    "fre 20 nov. 2026 kl. 13:00 skrev Althing <\nalthing@localhost>:",
    "Am Fr., 20. Nov. 2026 um 13:00 Uhr schrieb Althing <althing@localhost>:",
    "    Am Freitag, 20. November 2026 um 13:00:00 MEZ hat Althing <althing@localhost> Folgendes geschrieben:  ",
    "20. Nov. 2026, 13:00 von althing@localhost:",
    "Althing <althing@localhost> schrieb:",
    "Althing <althing@localhost> writes:",
    "Le ven. 20 nov. 2026 à 13:00, Althing <althing@localhost> a écrit :",
    "Op vrijdag 20 november 2026 heeft Althing <althing@localhost> het volgende geschreven:",
    "pá 20. 11. 2026 v 13:00 odesílatel Althing <althing@localhost> napsal:",
    "2026年11月20日(金) 13:00 Althing <althing@localhost>:",
    "2026-11-20 13:00 GMT+01:00 Althing <althing@localhost>:",
    "---- On Fri, 20 Nov 2026 13:00:00 +0100 Althing <althing@localhost> wrote ----",
    "-----Original Message-----\nFrom: Althing <althing@localhost>\nSent: Friday, November 20, 2026 1:00 PM\nTo: Aud\nSubject: x",
    "________________________________\nFra: Althing <althing@localhost>\nSendt: fredag 20. november 2026 13:00\nTil: Aud\nEmne: x",
    "Von: Althing\nGesendet: Freitag, 20. November 2026 13:00\nAn: Aud\nBetreff: x",
    "Lähettäjä: Althing <althing@localhost>\nLähetetty: perjantai 20. marraskuuta 2026 13.00\nVastaanottaja: Aud\nAihe: x",
    "",
];
const GREETINGS: [&str; 9] = [
    "",
    "",
    "Hi!",
    "Hello Althing,",
    "Hei alle saman",
    "Hej!",
    "Hallo zusammen,",
    "Liebe Runde,",
    "God morgen!",
];
const SIGNATURES: [&str; 10] = [
    "",
    "Best regards\nAud Ketilsdotter\n12 Main Street, NY 10001",
    "Mvh\nAud\nStorgata 5\n5020 Bergen\nTlf. 22 33 44 55",
    "Med vänliga hälsningar\nAud\n2\n411 38 Göteborg",
    "Mit freundlichen Grüßen\nAud\nHauptstr. 5\n12345 Berlin\n+49 911 123456",
    "LG Aud\n20.11.2026",
    "-- \nAud\n4",
    "Sent from my iPhone",
    "Skickat från min iPhone",
    "Hent Outlook for Android<https://aka.ms/x>",
];
/// Words with numbers in them that are none of an answer.
const CHATTER: [&str; 14] = [
    "Das 2. Spiel war toll!",
    "Den 2. november er eg på ferie.",
    "The 2nd game was fun, see you at 3",
    "2 days late, sorry about that",
    "I waited for the last\n2\ndays",
    "My number is 22 33 44 55",
    "I have 1 or 2 questions",
    "Meine 2. Siedlung!",
    "Nummer 2 hade varit bättre",
    "13:00 is fine",
    "Flight 3 leaves on 2026-11-20",
    "1 2 3 go",
    "Not 3, I think",
    "Vi ses kl. 3, eller 2",
];

/// The settlement at vertex 20 and the road on edge 22, as mails in each language word them.
const WORDS: [[&str; 2]; LANGUAGES.len()] = [
    [
        "Found a settlement on 8 ore · 10 brick · coast",
        "Lay the road on the east coast of 10 brick, towards ore harbour 2:1",
    ],
    [
        "Set eit hus ved 8 malm · 10 leire · kyst",
        "Legg vegen på austkysten av 10 leire, mot hamn 2:1 for malm",
    ],
    [
        "Ställ ett hus vid 8 malm · 10 lera · kust",
        "Lägg vägen på östra kusten av 10 lera, mot hamn 2:1 för malm",
    ],
    [
        "Eine Siedlung an 8 Erz · 10 Lehm · Küste gründen",
        "Die Straße an der Ostküste von 10 Lehm, Richtung Hafen 2:1 für Erz legen",
    ],
];

/// A mail, and what it must come to.
struct Composed {
    headers: Vec<String>,
    body: String,
    means: &'static str,
}

/// The quote of a mail with its marks, or without.
fn quote(mail: &Mail, intro: &str, is_marked: bool) -> String {
    let text = mail.text();
    if !is_marked {
        return format!("{intro}\n\n{text}");
    }
    let marked: String = text.lines().map(|line| format!("> {line}\n")).collect();
    format!("{intro}\n{marked}")
}

fn as_page(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped
        .lines()
        .map(|line| if line.is_empty() { "<div><br></div>".to_owned() } else { format!("<div>{line}</div>") })
        .collect()
}

/// A reply to the question where the first settlement is founded, number 21, and then its road.
fn composed(dice: &mut ChaCha8Rng, mail: &Mail, [settlement, road]: [&str; 2]) -> Composed {
    let one = "place_setup_settlement vertex=20";
    let two = "place_setup_settlement vertex=20; place_setup_road edge=22";
    let (numbered, worded) = (format!("21. {settlement}"), format!("{settlement}\n{road}"));
    let (answer, means) = *[
        ("21", one),
        ("21.", one),
        ("(21)", one),
        (settlement, one),
        (numbered.as_str(), one),
        ("21, 1", two),
        ("21\n1", two),
        (worded.as_str(), two),
    ]
    .choose(dice)
    .unwrap();
    let greeting = GREETINGS.choose(dice).unwrap();
    let signature = SIGNATURES.choose(dice).unwrap();
    let chatter = CHATTER.choose(dice).unwrap();
    let (before, behind) = match dice.random_range(0..4) {
        0 => (format!("{chatter}\n\n"), String::new()),
        1 => (String::new(), format!("\n\n{chatter}")),
        _ => (String::new(), String::new()),
    };
    let means: &'static str = match (before.is_empty(), behind.is_empty()) {
        (false, _) => "!unread",
        (_, false) if means == one => "place_setup_settlement vertex=20; !unread",
        (_, false) => "place_setup_settlement vertex=20; place_setup_road edge=22; !unread",
        _ => means,
    };
    let own = format!("{greeting}\n\n{before}{answer}{behind}\n\n{signature}");
    let own = own.trim().to_owned();
    let intro = INTROS.choose(dice).unwrap();
    let is_marked = dice.random_ratio(1, 2);
    if dice.random_ratio(1, 3) {
        let html = mail.html();
        let page = match dice.random_range(0..3) {
            0 => format!(
                "{}<br><div class=\"gmail_quote\">{}<blockquote>{html}</blockquote></div>",
                as_page(&own),
                as_page(intro)
            ),
            1 => format!(
                "{}<div class=\"moz-cite-prefix\">x wrote:<br></div><blockquote type=\"cite\">{html}</blockquote>",
                as_page(&own)
            ),
            _ => format!("{}{}{html}", as_page(&own), as_page(intro)),
        };
        let headers = vec!["Subject: Re: x".to_owned(), "Content-Type: text/html; charset=utf-8".to_owned()];
        return Composed { headers, body: page, means };
    }
    let quote = quote(mail, intro, is_marked);
    // Below a marked quote stand answers; below an unmarked one nothing is known to be the writer's.
    let body = if is_marked && !intro.is_empty() && dice.random_ratio(1, 3) {
        format!("{quote}\n{own}")
    } else {
        format!("{own}\n\n{quote}")
    };
    Composed { headers: headers(), body, means }
}

#[tokio::test]
async fn what_is_certain_in_three_hundred_mails_is_done_and_nothing_else() {
    let mut dice = seeded_dice(41);
    let start = first();
    let scene = Scene::new("settlers", &start.state, usize::from(start.state.table.active), &[]);
    let mut wrong = Vec::new();
    for (column, language) in LANGUAGES.into_iter().enumerate() {
        let (_office, _, _, mail) = turns::first(language).await;
        let mut correspondence = Correspondence::about("settlers", column).await;
        for number in 0..75 {
            let Composed { headers, body, means } = composed(&mut dice, &mail, WORDS[column]);
            let came_to = correspondence.deliver(&scene, headers, body.clone()).await;
            if came_to != means {
                let shown: String = body.chars().take(400).collect();
                wrong.push(format!("{language} {number}: means {came_to}\n not {means}\n{shown}\n"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n---\n"));
}

/// Parts of our own mail in any order and broken anywhere, between other words.
fn mangled(dice: &mut ChaCha8Rng, mail: &Mail) -> String {
    let text = mail.text();
    let lines: Vec<&str> = text.lines().collect();
    let mut body = String::new();
    for _ in 0..dice.random_range(1..6) {
        let from = dice.random_range(0..lines.len());
        let to = (from + dice.random_range(1..30)).min(lines.len());
        let mark = ["", "", "> ", "| ", "    "].choose(dice).unwrap();
        let width = *[20, 40, 72, 1_000].choose(dice).unwrap();
        for line in &lines[from..to] {
            let letters: Vec<char> = line.chars().collect();
            for broken in letters.chunks(width) {
                body.push_str(&format!("{mark}{}\n", broken.iter().collect::<String>()));
            }
        }
        match dice.random_range(0..4) {
            0 => body.push_str(&format!("\n{}\n\n", CHATTER.choose(dice).unwrap())),
            1 => body.push_str(&format!("{}\n", INTROS.choose(dice).unwrap())),
            2 => body.push_str(&text),
            _ => body.push('\n'),
        }
    }
    body
}

#[tokio::test]
async fn no_mail_posts_a_link_of_ours_and_none_plays_more_than_its_block() {
    let (_office, _, _, mail) = turns::first("en").await;
    let text = mail.text();
    let secret = text.split("/seat/").nth(1).unwrap().split_whitespace().next().unwrap().to_owned();
    let mut dice = seeded_dice(42);
    let mut correspondence = Correspondence::about("settlers", 0).await;
    let start = first();
    let scene = Scene::new("settlers", &start.state, usize::from(start.state.table.active), &[]);
    let writer = &correspondence.table.player(scene.seat).clone();
    for number in 0..200 {
        let words =
            *["Fine by me!", "say Good luck", "Das 2. Spiel war toll!", ""].choose(&mut dice).unwrap();
        let body = format!("{words}\n\n{}", mangled(&mut dice, &mail));
        if number % 2 == 0 {
            let about = NewReplyAddress::of(
                ReplyTopic::Messages,
                correspondence.table.id.parse().unwrap(),
                Some(writer.id.parse().unwrap()),
            );
            let app = correspondence.office.service.app.clone();
            let local = create_reply_address(&mut correspondence.ctx, about).await.unwrap().unwrap();
            correspondence.sent += 1;
            let draft = Draft {
                from: format!("{}@example.org", writer.name.to_lowercase()),
                to: format!("{local}@{}", domain(&app.settings)),
                id: format!("mangled-{number}@example.org"),
                headers: headers(),
                text: body,
            };
            meaning_of(&correspondence.office, &mut correspondence.ctx.db, draft).await;
        } else {
            let came_to = correspondence.deliver(&scene, headers(), body.clone()).await;
            // A line of the list of options is an answer in the words of the mail, and the next one ends the block.
            let played = came_to.matches("place_").count();
            assert!(played <= 1, "{came_to}: {body}");
        }
    }
    let posted = ask(&mut correspondence.ctx.db, "SELECT text AS value FROM messages").await;
    assert!(!posted.is_empty());
    for text in posted {
        assert!(!text.contains(&secret) && !text.contains("/seat/"), "{text}");
    }
}
