//! The sentences of the API are those of pages and mails for the same facts.

use serde_json::{Value, json};

use super::{LANGUAGES, NAMES, ask, list, sentences};
use crate::harness::{Browser, PostOffice, Table, seeded_dice};
use crate::replies::{latest, page};
use crate::support::Mail;

/// The most options that are shown with their effects on a page.
const MOST_WITH_EFFECTS: usize = 12;
/// Of options that differ by their places a mail lists as many.
const MOST_PLACES: usize = 10;

fn plain(html: &str) -> String {
    let html = html.replace("&#x2f;", "/").replace("&#x27;", "'").replace("&quot;", "\"");
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The lines of the log of a page.
fn log(page: &str) -> Vec<String> {
    let (_, log) = page.split_once("<div class=\"log\">").unwrap_or_else(|| panic!("no log: {page}"));
    let log = log.split("</div>").next().unwrap();
    let lines = log.split("<li>").skip(1).filter_map(|item| item.split("</li>").next());
    lines.map(plain).collect()
}

/// The numbered options of a mail in any language.
fn options(mail: &Mail) -> Vec<(usize, String)> {
    let option = |line: &str| {
        let (number, what) = line.strip_prefix("  ")?.split_once(". ")?;
        Some((number.parse().ok()?, what.to_owned()))
    };
    mail.text().lines().filter_map(option).collect()
}

/// Is the only answer that stands ready one that pages and mails have as a form?
fn is_only_filled_in(legal: &Value) -> bool {
    legal["decision"]["kind"] == "discard"
}

/// What was compared.
#[derive(Debug, Default)]
struct Compared {
    options: usize,
    effects: usize,
    standing: usize,
    mailed: usize,
    /// Mails with all the options that are listed.
    called: usize,
    logged: usize,
}

async fn the_same_is_said_everywhere(ruleset: &str, moves: usize, seed: u64) -> Compared {
    let office = PostOffice::open();
    let people = office.service.people(NAMES).await;
    for (person, language) in people.iter().zip(LANGUAGES) {
        person.patch("/v1/me", &json!({"language": language})).await.must_be(200);
    }
    let untimed = json!({"ruleset": ruleset, "seats": 4, "clock": {"type": "untimed"}});
    let table = Table::with(&untimed, &people).await;
    let browser = Browser::new(&office);
    let (mut dice, mut compared) = (seeded_dice(seed), Compared::default());
    for _ in 0..6 {
        office.quiet().await;
        let Some(seat) = table.awaited().await.first().copied() else { break };
        let player = table.player(seat);
        let language = LANGUAGES[NAMES.iter().position(|name| *name == player.name).unwrap()];
        let mail = latest(&office.sink.taken(), &player.name);
        let shown = browser.open(&page(&mail)).await;
        let path = format!("{}/legal?include=texts", table.path);
        let legal = ask(player, language, &path, None, &[]).await.must_be_in(language);
        let answers: Vec<String> = shown.answers().into_iter().map(|(_, what)| what).collect();
        let asked = list(&legal["decisions"]).iter().filter(|legal| !is_only_filled_in(legal));
        for legal in asked.filter(|legal| !list(&legal["actions"]).is_empty()) {
            let texts = &legal["texts"];
            shown.says(texts["decision"].as_str().unwrap());
            let said = sentences(&texts["actions"]);
            for (place, said) in said.iter().enumerate() {
                assert!(answers.iter().any(|answer| answer == said), "{said}: {answers:?}");
                compared.options += 1;
                if list(&legal["actions"]).len() <= MOST_WITH_EFFECTS {
                    let effects: Vec<&str> = sentences(&texts["effects"][place])
                        .into_iter()
                        .filter(|text| !text.is_empty())
                        .collect();
                    if !effects.is_empty() {
                        shown.says(&format!("<small>{}</small>", effects.join(" ")));
                        compared.effects += 1;
                    }
                }
            }
        }
        let path = format!("{}/view?include=texts", table.path);
        let view = ask(player, language, &path, None, &[]).await.must_be_in(language);
        shown.says(view["texts"]["awaited"].as_str().unwrap());
        for line in sentences(&view["texts"]["standing"]) {
            shown.says(line);
            compared.standing += 1;
        }
        // The first decision that the game waits for is the one with numbers in the mail by which the seat was called.
        let numbered = list(&legal["decisions"]).iter().find(|legal| legal["decision"]["blocking"] == true);
        if let Some(numbered) = numbered.filter(|legal| !is_only_filled_in(legal)) {
            let said = sentences(&numbered["texts"]["actions"]);
            let is_its = |(number, what): &(usize, String)| said.get(number - 1) == Some(&what.as_str());
            let listed = options(&mail).into_iter().filter(|option| option.0 > 0).filter(is_its).count();
            let is_whole = listed >= said.len().min(MOST_PLACES);
            compared.mailed += if is_whole { listed } else { 0 };
            compared.called += usize::from(is_whole);
        }
        // A step of the game, at the moment in which it is the present.
        let version = table.version().await;
        let step = browser.open(&format!("{}?at={version}", page(&mail))).await;
        let after = if version == 0 { String::new() } else { format!("&after={}", version - 1) };
        let path = format!("{}/events?include=texts{after}", table.path);
        let events = ask(player, language, &path, None, &[]).await.must_be_in(language);
        let mut told: Vec<String> = Vec::new();
        for event in list(&events["items"]) {
            told.extend(
                [&event["text"], &event["remark"]].into_iter().filter_map(Value::as_str).map(str::to_owned),
            );
        }
        for line in log(&step.0.text) {
            assert!(told.contains(&line), "{line}: {told:?}");
            compared.logged += 1;
        }
        table.play(moves, &mut dice).await;
        // Until another seat is called: its mail is about what is now.
        for _ in 0..60 {
            if table.awaited().await.first() != Some(&seat) {
                break;
            }
            table.play(1, &mut dice).await;
        }
    }
    println!("{ruleset}: {compared:?}");
    compared
}

#[tokio::test]
async fn of_nord() {
    let compared = the_same_is_said_everywhere("nord", 3, 2).await;
    assert!(
        compared.options > 20 && compared.called > 0 && compared.standing > 0 && compared.logged > 3,
        "{compared:?}"
    );
}

#[tokio::test]
async fn of_the_settlers() {
    let compared = the_same_is_said_everywhere("settlers", 9, 3).await;
    assert!(compared.options > 50 && compared.effects > 5, "{compared:?}");
    assert!(
        compared.called > 0 && compared.standing > 0 && compared.mailed > 10 && compared.logged > 3,
        "{compared:?}"
    );
}

#[tokio::test]
async fn of_landnam() {
    let compared = the_same_is_said_everywhere("landnam", 9, 4).await;
    assert!(compared.options > 50 && compared.effects > 5, "{compared:?}");
    assert!(
        compared.called > 0 && compared.standing > 0 && compared.mailed > 10 && compared.logged > 3,
        "{compared:?}"
    );
}
