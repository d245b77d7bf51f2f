//! The pages of competitions: for everybody, and on the page of an account.
//!
//! Nobody plays here: what a table came to is stored as a worker would store it.

use reqwest::Method;
use serde_json::{Value, json};

use super::{Club, ask_for_page};
use crate::harness::{Page, Person, Service, described};

/// The HTML of a page has at most so many bytes, however large a competition is.
const MOST_BYTES: usize = 150_000;
const LANGUAGES: [&str; 4] = ["en", "de", "nn", "sv"];

/// A competition of an organiser.
pub struct Opened {
    organiser: Person,
    pub id: String,
}

impl Opened {
    pub async fn by(organiser: &Person, more: Value) -> Self {
        let mut body = json!({
            "name": "Autumn <b>Swiss</b>", "about": "A move a day.\nBe kind.", "form": {"type": "swiss", "rounds": 3},
            "tables": {"size": 2, "bot": "random"}, "games": {"ruleset": "toy"},
            "schedule": {"next_round": {"type": "by_organisers"}},
        });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let made = organiser.post("/v1/competitions", &body).await.must_be(201);
        Self { organiser: organiser.clone(), id: made["id"].as_str().unwrap().to_owned() }
    }

    pub fn page(&self) -> String {
        format!("/competitions/{}", self.id)
    }

    fn api(&self, what: &str) -> String {
        format!("/v1/competitions/{}{what}", self.id)
    }

    async fn sign_up(&self, people: &[Person]) {
        for person in people {
            person.post(&self.api("/sign-up"), &json!({})).await.must_be(200);
        }
    }

    async fn pair(&self, round: usize) -> Value {
        let paired = self.organiser.post(&self.api("/rounds"), &json!({"round": round})).await.must_be(200);
        described::must_fit("CompetitionRound", &paired);
        paired
    }

    /// Every table of the round has the same result, by seat.
    fn end(&self, service: &Service, round: usize, results: &Value) {
        service.database.run(&format!(
            "UPDATE competition_tables SET seated = '[]', ended_at = '2026-11-20', results = '{results}' \
             WHERE competition_id = '{}' AND round = {round}",
            self.id
        ));
    }
}

fn first_wins() -> Value {
    json!([{"place": 1, "points": 12, "by": "owner"}, {"place": 2, "points": 4, "by": "owner"}])
}

pub async fn opened(person: &Person, address: &str, language: &str) -> Page {
    let request = person.request(Method::GET, address).header("Accept-Language", language.to_owned());
    let page = Page(person.send(request).await);
    assert_eq!(page.0.status, 200, "{address}: {}", page.0.text);
    assert!(page.0.text.len() <= MOST_BYTES, "{address}: {} bytes", page.0.text.len());
    page.says_not("<script");
    page
}

pub fn meta(page: &Page, name: &str) -> Option<String> {
    let (_, rest) = page.0.text.split_once(&format!("\"{name}\" content=\""))?;
    rest.split('"').next().map(|text| text.replace("&#x2f;", "/").replace("&amp;", "&"))
}

async fn four(service: &Service) -> [Person; 4] {
    service.people(["Aud", "Bjarni", "Cnut", "Dalla"]).await
}

#[tokio::test]
async fn an_open_competition_says_how_it_is_played_and_how_to_sign_up() {
    let service = Service::start();
    let people = four(&service).await;
    let form = json!({
        "form": {"type": "league", "rounds": 3, "divisions": 2},
        "schedule": {"starts_at": "2027-01-04T18:00:00Z", "next_round": {"type": "every_days", "days": 7}},
        "games": {"ruleset": "landnam", "clock": {"type": "plain", "hours": 36}}, "tables": {"size": 3, "most": 4},
    });
    let competition = Opened::by(&people[0], form).await;
    competition.sign_up(&people).await;
    let stranger = service.stranger();
    let page = opened(&stranger, &competition.page(), "en").await;
    page.says("Players can sign up.").says("4 January 2027").says("4 signed up, for 200 places.");
    page.says("A move a day.").says("A league of 3 rounds in 2 divisions").says("3 to 4 where the numbers");
    page.says("A round is paired every 7 days.")
        .says("There are 36 hours for each move.")
        .says("gives a point");
    page.says("Aud, Bjarni, Cnut, Dalla").says("Organised by Aud").says("/rules/landnam");
    page.says("href=\"/home?show=competitions\"").says("/export\"").says_not("noindex");
    assert!(!page.0.text.contains("<b>Swiss"), "{}", page.0.text);
    let shown = stranger.get(&competition.api("")).await.must_be(200);
    page.says(shown["commitment"].as_str().unwrap());
    assert_eq!(meta(&page, "og:title").as_deref(), Some("Autumn &lt;b&gt;Swiss&lt;/b&gt;"));
    assert!(meta(&page, "og:image").unwrap().ends_with("/icon-512.png"), "nobody has played");
    let described = meta(&page, "og:description").unwrap();
    assert!(described.contains("a league. Players can sign up."), "{described}");
    assert_eq!(stranger.get(&format!("{}/standings.png", competition.page())).await.status, 404);
    for language in LANGUAGES {
        opened(&stranger, &competition.page(), language).await.says("Aud, Bjarni, Cnut, Dalla");
        opened(&stranger, "/competitions", language).await.says(&competition.page());
    }
    // Those who play see no more of it here than others do.
    let own = opened(&people[1], &competition.page(), "en").await;
    assert_eq!(own.0.text, page.0.text);
}

#[tokio::test]
async fn rounds_and_standings_are_shown_with_what_became_of_players() {
    let service = Service::start();
    let people = four(&service).await;
    let competition = Opened::by(&people[0], json!({})).await;
    competition.sign_up(&people).await;
    let stranger = service.stranger();
    competition.pair(1).await;
    let page = opened(&stranger, &competition.page(), "en").await;
    page.says("Round 1 of 3.").says("Table 2 ").says("(not begun yet)");
    page.says_not("class=\"standings\"").says("Those who sign up now are substitutes");
    assert!(page.links("/games/").is_empty(), "no game has begun");
    let lapsed =
        json!([{"place": 1, "points": 12, "by": "replacement"}, {"place": 2, "points": 4, "by": "lapse"}]);
    competition.end(&service, 1, &lapsed);
    let round = stranger.get(&competition.api("/rounds/1")).await.must_be(200);
    competition.pair(2).await;
    let correction =
        json!({"entrant": 0, "table": {"round": 1, "table": 0}, "change": -50, "note": "Late <i>again</i>"});
    people[0].post(&competition.api("/corrections"), &correction).await.must_be(201);
    let page = opened(&stranger, &competition.page(), "en").await;
    page.says("Round 2 of 3.").says("Earlier rounds").says("<details><summary>Round 1</summary>");
    page.says("played to the end by somebody else").says("did not play to the end");
    page.says("one game not played to the end").says("−0.5").says("(round 1, table 1)");
    assert!(page.0.text.contains("Late &lt;i&gt;again"), "{}", page.0.text);
    page.says("class=\"standings\"").says("Equal points are told apart").says("at last by lot");
    let first = round["tables"][0]["game_id"].as_str().unwrap();
    assert!(page.links("/games/").contains(&format!("/games/{first}")));
    for language in LANGUAGES {
        let page = opened(&stranger, &competition.page(), language).await;
        page.says("class=\"standings\"").says("Aud").says("Dalla");
        assert!(language == "en" || page.0.text.contains("−0,5"), "{language}");
    }
    let alone = opened(&stranger, &format!("{}?round=1", competition.page()), "en").await;
    alone.says("Round 1</h2>").says_not("Round 2</h2>").says("noindex").says("The whole competition");
    let alone = opened(&stranger, &format!("{}?part=standings&from=2", competition.page()), "en").await;
    alone.says("<td>2.</td>").says_not("<td>1.</td>").says_not("Round 1</");
    for nonsense in ["?round=99", "?round=x", "?from=99999999999999999999", "?part=x&from=-1"] {
        opened(&stranger, &format!("{}{nonsense}", competition.page()), "en").await.says("Round 2</h2>");
    }
}

#[tokio::test]
async fn a_bye_a_substitute_and_the_end_are_said() {
    let service = Service::start();
    let people = four(&service).await;
    let competition =
        Opened::by(&people[0], json!({"form": {"type": "swiss", "rounds": 1}, "most_entrants": 3})).await;
    competition.sign_up(&people).await;
    let stranger = service.stranger();
    opened(&stranger, &competition.page(), "en").await.says("Substitutes").says("<p>Dalla</p>");
    competition.pair(1).await;
    let page = opened(&stranger, &competition.page(), "en").await;
    page.says("Bye: ").says("and get 0.5 points for it.").says("<p>Dalla</p>");
    competition.end(&service, 1, &first_wins());
    opened(&stranger, &competition.page(), "en").await.says("one bye").says("(12)").says("1. ");
    let off = Opened::by(&people[0], json!({"name": "Never"})).await;
    people[0].delete(&off.api("")).await.must_be(204);
    opened(&stranger, &off.page(), "de").await.says("Abgesagt").says_not("/home?show=competitions");
    opened(&stranger, "/competitions", "en").await.says_not("Never");
}

#[tokio::test]
async fn the_standings_are_a_picture_that_links_show() {
    let service = Service::start();
    let people = four(&service).await;
    let competition = Opened::by(&people[0], json!({"name": "Þing"})).await;
    competition.sign_up(&people).await;
    competition.pair(1).await;
    competition.end(&service, 1, &first_wins());
    let stranger = service.stranger();
    let page = opened(&stranger, &competition.page(), "nn").await;
    let sizes = ["og:image:width", "og:image:height"].map(|name| meta(&page, name));
    assert_eq!(sizes, [Some("1200".to_owned()), Some("630".to_owned())]);
    assert_eq!(meta(&page, "og:image:alt").as_deref(), Some("Tabellen i Þing"));
    let image = meta(&page, "og:image").unwrap();
    let image = &image[image.find("/competitions/").unwrap()..];
    assert!(image.ends_with("&l=nn") && page.links("/competitions/").contains(&image.to_owned()), "{image}");
    let answer = stranger.request(Method::GET, image).send().await.unwrap();
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(
        (answer.status().as_u16(), header("content-type").as_str(), header("cache-control").as_str()),
        (200, "image/png", "public, max-age=3600")
    );
    let tag = header("etag");
    let png = answer.bytes().await.unwrap();
    assert_eq!((&png[16..20], &png[20..24]), (&1200_u32.to_be_bytes()[..], &630_u32.to_be_bytes()[..]));
    let again = stranger.request(Method::GET, image).header("If-None-Match", tag).send().await.unwrap();
    assert_eq!(again.status().as_u16(), 304);
    people[0]
        .post(&competition.api("/corrections"), &json!({"entrant": 1, "change": 300, "note": "x"}))
        .await
        .must_be(201);
    competition.pair(2).await;
    let newer = meta(&opened(&stranger, &competition.page(), "nn").await, "og:image").unwrap();
    assert!(!newer.ends_with(image), "{newer}");
    let old = stranger.request(Method::GET, image).send().await.unwrap();
    assert_eq!(old.headers()["cache-control"], "no-cache");
}

/// Everything of an answer that a stranger can tell it by.
pub async fn whole(person: &Person, address: &str) -> (u16, String) {
    let request = person.request(Method::GET, address).header("Accept-Language", "en").send().await.unwrap();
    (request.status().as_u16(), request.text().await.unwrap())
}

#[tokio::test]
async fn a_competition_of_a_private_club_is_told_apart_from_none_by_nothing() {
    let club = Club::open().await;
    let private = json!({"name": "Hall", "visibility": "private"});
    let made = club.aud.post("/v1/clubs", &private).await.must_be(201);
    let competition = Opened::by(&club.aud, json!({"club_id": made["id"], "name": "Hidden cup"})).await;
    let stranger = club.office.service.stranger();
    let unknown = whole(&stranger, "/competitions/01900000-0000-7000-8000-000000000000").await;
    assert_eq!(unknown.0, 404);
    assert!(unknown.1.contains("There is no such competition"));
    for rest in ["", "?round=1", "?part=standings", "/standings.png", "/standings.png?v=1&l=nn"] {
        for person in [&stranger, &club.aud] {
            assert_eq!(whole(person, &format!("{}{rest}", competition.page())).await, unknown, "{rest}");
        }
    }
    for id in ["x", &competition.id.to_uppercase(), &competition.id.replace('-', "")] {
        assert_eq!(whole(&stranger, &format!("/competitions/{id}")).await, unknown, "{id}");
    }
    opened(&stranger, "/competitions", "en").await.says_not("Hidden cup");
    // Its members see it on their own page.
    let page = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let own = page.links(&page.0.address);
    let own = own.iter().find(|link| link.contains(&competition.id)).expect("it is the organiser's");
    club.browser.open(own).await.says("Hidden cup").says("For the members of Hall");
    club.office.service.person("Bjarni").await;
    let other = ask_for_page(&club.office, &club.browser, "bjarni@example.org").await;
    let asked = format!("{}?show=competition&id={}", other.0.address, competition.id);
    club.browser.open(&asked).await.says("There is no such competition").says_not("Hidden cup");
}

#[tokio::test]
async fn a_player_signs_up_withdraws_and_sees_where_they_stand_without_a_client() {
    let club = Club::open().await;
    let others = club.office.service.people(["Bjarni", "Cnut", "Dalla"]).await;
    let competition = Opened::by(&club.aud, json!({"name": "Autumn cup"})).await;
    competition.sign_up(&others).await;
    let home = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let address = home.0.address.split('?').next().unwrap().to_owned();
    home.says("Clubs and competitions").says("Autumn cup");
    let part = club.browser.open(&format!("{address}?show=competitions")).await;
    part.says("Autumn cup");
    let signed = club.browser.send_form(&part.form("sign_up")).await;
    signed.says("You have signed up.");
    assert!(!signed.can("sign_up"));
    let left = club.browser.send_form(&signed.form("withdraw")).await;
    left.says("You have withdrawn.");
    let again = club.browser.send_form(&left.form("sign_up")).await;
    let invite = again.form("invite_player");
    club.browser
        .send_form(&invite.clone().with("name", "Bjarni"))
        .await
        .says("The invitation is on its way.");
    assert_eq!(club.browser.send_form(&invite.with("name", "Nobody")).await.0.status, 404);
    // A form that is sent twice pairs one round.
    let pair = again.form("pair_round");
    club.browser
        .send_form(&pair)
        .await
        .says("The round is paired.")
        .says("You play at table ")
        .says("Round 1 of 3.");
    let twice = club.browser.send_form(&pair).await;
    twice.says("The round is paired.");
    let early = club.browser.send_form(&twice.form("pair_round")).await;
    assert!(early.0.status == 409 && early.0.text.contains("role=\"alert\""), "{}", early.0.text);
    club.office.until_stored("SELECT 'x' AS value FROM competition_tables WHERE seated IS NULL", &[]).await;
    competition.end(&club.office.service, 1, &first_wins());
    let home = club.browser.open(&address).await;
    home.says(" of 4, points: ");
    let whole = club.browser.open(&format!("{address}?show=competition&id={}", competition.id)).await;
    whole.says("class=\"standings\"").says("Bjarni").says("noindex");
    assert!(whole.can("withdraw") && !whole.can("sign_up"));
    let foreign = format!("{address}?show=competition&id=x");
    club.browser.open(&foreign).await.says("There is no such competition");
}

#[tokio::test]
async fn clubs_are_joined_and_left_without_a_client() {
    let club = Club::open().await;
    club.office.service.person("Bjarni").await;
    for (name, joining) in [("Open hall", "open"), ("Shut hall", "request"), ("Linked hall", "link")] {
        club.aud.post("/v1/clubs", &json!({"name": name, "joining": joining})).await.must_be(201);
    }
    let home = ask_for_page(&club.office, &club.browser, "bjarni@example.org").await;
    let part = club.browser.open(&format!("{}?show=competitions", home.0.address)).await;
    part.says("Open hall, 1 member").says("Shut hall").says_not("Linked hall");
    let form = |page: &Page, press: &str, says: &str| {
        let forms = page.forms().into_iter();
        let mut found = forms.filter(|form| form.value("press") == Some(press) && form.text.contains(says));
        found.next().unwrap_or_else(|| panic!("{press} {says}"))
    };
    club.browser.send_form(&form(&part, "join_club", "Shut")).await.says("You have asked to join.");
    let joined = club.browser.send_form(&form(&part, "join_club", "Open")).await;
    joined.says("You are a member now.").says("Open hall, 2 members").says("you asked to join");
    assert!(!joined.can("join_club"));
    club.browser.open(&home.0.address).await.says("Open hall, 2 members").says_not("Shut hall");
    let left = club.browser.send_form(&form(&joined, "leave_club", "Open")).await;
    left.says("You have left the club.");
    club.browser.send_form(&form(&left, "leave_club", "Shut")).await;
    let own = ask_for_page(&club.office, &club.browser, "aud@example.org").await;
    let own = club.browser.open(&format!("{}?show=competitions", own.0.address)).await;
    club.browser.send_form(&form(&own, "leave_club", "Linked")).await.says("You have left the club.");
}

#[tokio::test]
async fn a_large_competition_is_shown_on_small_pages() {
    let service = Service::start();
    let [aud] = service.people(["Aud"]).await;
    let competition = Opened::by(&aud, json!({"most_entrants": 600})).await;
    // People with the longest names, as the accounts of which they are.
    service.database.run(&format!(
        "INSERT INTO competition_entrants (competition_id, sign_up, bot, signed_up_at) \
         SELECT '{}', n, 'random' || repeat('x', 20) || n, '2026-11-20' FROM generate_series(10, 429) n",
        competition.id
    ));
    let stranger = service.stranger();
    opened(&stranger, &competition.page(), "de").await.says("und 220 weitere");
    for round in 1..=3 {
        competition.pair(round).await;
        competition.end(&service, round, &first_wins());
    }
    let page = opened(&stranger, &competition.page(), "de").await;
    page.says("Tabelle").says("Mehr zeigen").says("Runde 3</h2>").says_not("<summary>");
    let (mut tables, mut next) = (0, Some(format!("{}?round=3", competition.page())));
    while let Some(address) = next {
        let page = opened(&stranger, &address, "de").await;
        tables += page.links("/games/").len();
        next = page.links(&format!("{}?round=3&from=", competition.page())).pop();
    }
    assert_eq!(tables, 210);
    let (mut rows, mut next) = (0, Some(format!("{}?part=standings", competition.page())));
    while let Some(address) = next {
        let page = opened(&stranger, &address, "de").await;
        rows += page.0.text.matches("<tr><td>").count() - 1;
        next = page.links(&format!("{}?part=standings&from=", competition.page())).pop();
    }
    assert_eq!(rows, 420);
}
