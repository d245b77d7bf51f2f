//! The pages of clubs: for everybody, and on the page of an account.

use serde_json::json;

use super::competitions::{Opened, meta, opened, whole};
use super::{Club, ask_for_page, latest_with, link};
use crate::clubs::{found_club, join, set_role};
use crate::harness::{Browser, Page, Person, PostOffice, Service, Table, WebForm, seeded_dice};
use crate::overlap::share;

const LANGUAGES: [&str; 4] = ["en", "de", "nn", "sv"];
const NOBODY: &str = "01900000-0000-7000-8000-000000000000";

fn page_of(club: &str) -> String {
    format!("/clubs/{club}")
}

/// The address of the own page of a player.
async fn own(club: &Club, name: &str) -> String {
    let page =
        ask_for_page(&club.office, &club.browser, &format!("{}@example.org", name.to_lowercase())).await;
    page.0.address.split('?').next().unwrap().to_owned()
}

/// The address of a club on the own page of a player.
async fn own_club(club: &Club, name: &str, id: &str) -> String {
    format!("{}?show=club&id={id}", own(club, name).await)
}

/// The form of a button that stands with these words.
fn form(page: &Page, press: &str, says: &str) -> WebForm {
    let forms = page.forms().into_iter();
    let mut found = forms.filter(|form| form.value("press") == Some(press) && form.text.contains(says));
    found.next().unwrap_or_else(|| panic!("{press} {says}: {}", page.0.text))
}

async fn say(person: &Person, club: &str, text: &str) {
    person.post(&format!("/v1/clubs/{club}/messages"), &json!({"text": text})).await.must_be(201);
}

async fn game_of(person: &Person, club: &str, name: &str, visibility: &str) -> String {
    let game = json!({"ruleset": "toy", "seats": 3, "club_id": club, "name": name, "visibility": visibility});
    person.open(&game).await.rsplit('/').next().unwrap().to_owned()
}

#[tokio::test]
async fn a_public_club_says_what_it_is_what_is_played_and_how_one_joins() {
    let service = Service::start();
    let people = service.people(["Aud", "Bjarni", "Cnut"]).await;
    let [aud, bjarni, cnut] = &people;
    let clock = json!({"type": "plain", "hours": 36});
    let terms = json!({"name": "Friday <b>sagas</b>", "about": "A move a day.\nFor years.", "joining": "open",
                       "defaults": {"ruleset": "landnam", "clock": clock}});
    let club = found_club(aud, terms).await;
    for person in [bjarni, cnut] {
        join(person, &club).await.must_be(200);
    }
    let ended = json!({"ruleset": "toy", "seats": 2, "club_id": club, "name": "Old saga"});
    let ended = Table::with(&ended, &[aud.clone(), bjarni.clone()]).await;
    ended.play(usize::MAX, &mut seeded_dice(5)).await;
    let hidden = json!({"ruleset": "toy", "seats": 2, "club_id": club, "name": "Hidden saga", "visibility": "private"});
    Table::with(&hidden, &[aud.clone(), cnut.clone()]).await.play(usize::MAX, &mut seeded_dice(6)).await;
    let runs = json!({"ruleset": "toy", "seats": 2, "club_id": club, "name": "Long saga"});
    let runs = Table::with(&runs, &[aud.clone(), bjarni.clone()]).await;
    let waits = game_of(bjarni, &club, "New saga", "public").await;
    game_of(cnut, &club, "Hidden new saga", "private").await;
    let cup = Opened::by(aud, json!({"name": "Autumn cup", "club_id": club})).await;
    let off = Opened::by(aud, json!({"name": "Never", "club_id": club})).await;
    aud.delete(&format!("/v1/competitions/{}", off.id)).await.must_be(204);
    let stranger = service.stranger();
    let page = opened(&stranger, &page_of(&club), "en").await;
    page.says("3 members. Everybody can join at once.").says("A move a day.\nFor years.");
    page.says("The game: Landnám").says("There are 36 hours for each move.").says("/rules/landnam");
    page.says("Games with free seats").says("New saga").says("Games in progress").says("Long saga");
    page.says_not("Hidden").says_not("Old saga").says_not("Never");
    for game in [&waits, &runs.id] {
        assert_eq!(page.links(&format!("/games/{game}")).len(), 1, "{game}");
    }
    page.says("Autumn cup").says("a Swiss. Players can sign up.");
    assert_eq!(page.links("/competitions/"), [cup.page()]);
    // Cnut has ended no game that everybody may see.
    page.says("Standings").says("<th scope=\"row\">Bjarni</th><td>1</td>").says_not(">Cnut</th>");
    page.says_not("noindex");
    assert!(!page.0.text.contains("<b>sagas"), "{}", page.0.text);
    page.says(&format!("/home?show=club&id={club}")).says("Join on your own page");
    assert_eq!([page.links("/clubs"), page.links("/competitions")].map(|links| links.len()), [1, 2]);
    assert_eq!(meta(&page, "og:title").as_deref(), Some("Friday &lt;b&gt;sagas&lt;/b&gt;"));
    assert_eq!(meta(&page, "og:description").as_deref(), Some("3 members. Everybody can join at once."));
    assert!(meta(&page, "og:url").unwrap().ends_with(&page_of(&club)));
    for language in LANGUAGES {
        opened(&stranger, &page_of(&club), language).await.says("New saga");
        opened(&stranger, "/clubs", language).await.says(&page_of(&club)).says("/competitions");
        opened(&stranger, "/competitions", language).await.says("href=\"/clubs\"");
        // The competition leads back.
        opened(&stranger, &cup.page(), language).await.says(&format!("href=\"{}\"", page_of(&club)));
    }
    // Its members see no more of it here than others do.
    assert_eq!(opened(bjarni, &page_of(&club), "en").await.0.text, page.0.text);
    aud.patch(&format!("/v1/clubs/{club}"), &json!({"joining": "link"})).await.must_be(200);
    let by_link = opened(&stranger, &page_of(&club), "en").await;
    by_link.says("You need an invitation link from its organisers").says_not("Join on your own page");
    aud.delete(&format!("/v1/clubs/{club}")).await.must_be(204);
    opened(&stranger, &page_of(&club), "en").await.says("3 members. The club has ended.");
    opened(&stranger, "/clubs", "en").await.says_not("sagas").says("There is none at the moment.");
}

#[tokio::test]
async fn a_private_club_is_told_apart_from_none_by_nothing() {
    let club = Club::open().await;
    let hall = found_club(&club.aud, json!({"name": "Hidden hall", "visibility": "private"})).await;
    let cup = Opened::by(&club.aud, json!({"club_id": hall, "name": "Hidden cup"})).await;
    let stranger = club.office.service.stranger();
    let unknown = whole(&stranger, &page_of(NOBODY)).await;
    assert_eq!(unknown.0, 404);
    assert!(unknown.1.contains("There is no such club"), "{}", unknown.1);
    for person in [&stranger, &club.aud] {
        assert_eq!(whole(person, &page_of(&hall)).await, unknown);
    }
    let open = found_club(&club.aud, json!({"name": "Open hall"})).await;
    for id in ["x", &open.to_uppercase(), &open.replace('-', "")] {
        assert_eq!(whole(&stranger, &page_of(id)).await, unknown, "{id}");
    }
    opened(&stranger, "/clubs", "en").await.says("Open hall").says_not("Hidden");
    // Nor on the own page of somebody else, whom none of its buttons obeys.
    let cnut = club.office.service.person("Cnut").await;
    let address = own(&club, "Cnut").await;
    let there = async |id: &str| {
        let page = club.browser.open(&format!("{address}?show=club&id={id}")).await;
        page.says("There is no such club").says_not("Hidden");
        page.0.text.replace(id, "")
    };
    assert_eq!(there(&hall).await, there(NOBODY).await);
    there("x").await;
    for press in [
        "say_in_club",
        "join_club",
        "leave_club",
        "let_into_club",
        "turn_down_for_club",
        "remove_club_message",
    ] {
        let answer = async |id: &str| {
            let sent = [
                ("press", press),
                ("club", id),
                ("on", "club"),
                ("text", "x"),
                ("account", &*cnut.id),
                ("message", NOBODY),
            ];
            let page = club.browser.press(&address, &sent).await;
            page.says_not("Hidden");
            (page.0.status, page.0.text.replace(id, ""))
        };
        let refused = answer(&hall).await;
        assert_eq!((refused.0, &refused), (404, &answer(NOBODY).await), "{press}");
    }
    // Its members open it from their own page, and its competition leads there.
    let page = club.browser.open(&own_club(&club, "Aud", &hall).await).await;
    page.says("Hidden hall").says("The club is yours.").says("Hidden cup").says_not("/clubs/");
    let cup = page.links("/account/").into_iter().find(|link| link.contains(&cup.id)).unwrap();
    let cup = club.browser.open(&cup).await;
    cup.says("For the members of Hidden hall").says(&format!("show=club&id={hall}"));
}

#[tokio::test]
async fn many_clubs_are_listed_on_several_pages() {
    let service = Service::start();
    service.database.run(
        "INSERT INTO clubs (id, name, name_key, about, visibility, joining, defaults, created_at) \
         SELECT gen_random_uuid(), 'Hall ' || n, 'hall ' || n, '', 'public', 'open', '{}', '2026-11-20' \
         FROM generate_series(1, 120) n",
    );
    let stranger = service.stranger();
    let (mut seen, mut pages, mut next) = (Vec::new(), 0, Some("/clubs".to_owned()));
    while let Some(address) = next {
        let page = opened(&stranger, &address, "de").await;
        page.says("0 Mitglieder. Alle können sofort beitreten.");
        assert_eq!(page.0.text.contains("noindex"), pages > 0, "{address}");
        seen.extend(page.links("/clubs/"));
        pages += 1;
        next = page.links("/clubs?from=").pop();
    }
    seen.sort();
    seen.dedup();
    assert_eq!((seen.len(), pages), (120, 3));
    for nonsense in ["?from=x", "?from=", "?from=%25&x=1"] {
        opened(&stranger, &format!("/clubs{nonsense}"), "en").await.says("Hall ");
    }
}

#[tokio::test]
async fn members_read_and_write_messages_on_their_page_and_those_who_left_see_nothing() {
    let club = Club::open().await;
    let [bjarni, cnut] = club.office.service.people(["Bjarni", "Cnut"]).await;
    let hall = found_club(&club.aud, json!({"name": "Old hall", "joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &hall).await.must_be(200);
    }
    set_role(&club.aud, &hall, &cnut, "organiser").await.must_be(200);
    club.aud.patch(&format!("/v1/clubs/{hall}"), &json!({"visibility": "private"})).await.must_be(200);
    say(&club.aud, &hall, "A new saga on Friday?").await;
    game_of(&cnut, &hall, "Hidden saga", "private").await;
    let address = own(&club, "Bjarni").await;
    let home = club.browser.open(&address).await;
    let link =
        home.links(&address).into_iter().find(|link| link.contains(&hall)).expect("a link to the club");
    let list = club.browser.open(&format!("{address}?show=competitions")).await;
    assert!(list.links(&address).contains(&link), "{link}");
    let page = club.browser.open(&link).await;
    page.says("Old hall").says("You are a member.").says("Aud (owner), Cnut (organiser), Bjarni");
    page.says("A new saga on Friday?").says("Hidden saga").says("noindex").says_not("/clubs/");
    assert!(page.can("join") && page.can("leave_club") && !page.can("remove_club_message"));
    let said =
        club.browser.send_form(&page.form("say_in_club").with("text", "Gladly\n<i>all</i> of it")).await;
    said.says("Your message was sent.").says("Gladly\n<i>all</i> of it");
    assert!(!said.0.text.contains("<i>"), "{}", said.0.text);
    let refused = club.browser.send_form(&said.form("say_in_club").with("text", " ")).await;
    assert_eq!(refused.0.status, 422);
    refused.says("Write to the members: ").says("Old hall");
    // One's own message is taken away by oneself, every message by an organiser.
    let mine: Vec<_> =
        said.forms().into_iter().filter(|form| form.value("press") == Some("remove_club_message")).collect();
    assert_eq!(mine.len(), 1);
    let other = club.browser.open(&own_club(&club, "Cnut", &hall).await).await;
    let removals =
        other.forms().into_iter().filter(|form| form.value("press") == Some("remove_club_message"));
    let removals: Vec<_> = removals.collect();
    assert_eq!(removals.len(), 2);
    let theirs = removals[1].fields.clone();
    let fields: Vec<(&str, &str)> = theirs.iter().map(|(name, value)| (&**name, &**value)).collect();
    let stolen = club.browser.press(&address, &fields).await;
    assert_eq!(stolen.0.status, 403);
    stolen.says("A new saga on Friday?");
    club.browser.send_form(&removals[1]).await.says("The message was removed.").says_not("A new saga");
    club.browser.send_form(&mine[0]).await.says("The message was removed.").says_not("Gladly");
    say(&club.aud, &hall, "In secret").await;
    // Those whom one blocks are not read.
    bjarni.block(&club.aud.id).await.must_be(204);
    say(&cnut, &hall, "Well met").await;
    club.browser.open(&link).await.says("Well met").says_not("In secret");
    let left = club.browser.send_form(&page.form("leave_club")).await;
    left.says("You have left the club.").says_not("Old hall").says_not("There is no such club");
    let gone = club.browser.open(&link).await;
    gone.says("There is no such club").says_not("Well met").says_not("Hidden saga").says_not("Cnut");
    let late = club.browser.send_form(&page.form("say_in_club").with("text", "still here")).await;
    assert_eq!(late.0.status, 404);
    // The owner of the club can't go while others are there, and reads so on its page.
    let owner = club.browser.open(&own_club(&club, "Aud", &hall).await).await;
    let stays = club.browser.send_form(&owner.form("leave_club")).await;
    assert_eq!(stays.0.status, 409);
    stays.says("role=\"alert\"").says("The club is yours.");
}

#[tokio::test]
async fn older_messages_of_a_club_are_read_page_by_page() {
    let club = Club::open().await;
    let hall = found_club(&club.aud, json!({"name": "Old hall", "joining": "open"})).await;
    for number in 1..=45 {
        say(&club.aud, &hall, &format!("No. {number}.")).await;
    }
    let newest = own_club(&club, "Aud", &hall).await;
    let numbers =
        |page: &Page| (1..=45).filter(|number| page.0.text.contains(&format!("No. {number}."))).collect();
    let (mut seen, mut address, mut pages) = (Vec::<u32>::new(), newest.clone(), 0);
    loop {
        let page = club.browser.open(&address).await;
        let shown: Vec<u32> = numbers(&page);
        seen.extend(&shown);
        pages += 1;
        assert_eq!(page.0.text.contains("The newest messages"), pages > 1, "{address}");
        if !page.0.text.contains("Older messages") {
            break;
        }
        assert_eq!(shown.len(), 20, "{address}");
        address = page.links(&newest).into_iter().find(|link| link.contains("from=")).expect("a link");
    }
    seen.sort_unstable();
    assert_eq!((seen, pages), ((1..=45).collect(), 3));
    let last = club.browser.open(&address).await;
    assert!(last.links(&newest).contains(&newest), "a link back");
    // A link that was cut short leads to the newest.
    club.browser.open(&format!("{newest}&from=x")).await.says("No. 45.").says_not("No. 25.");
}

#[tokio::test]
async fn organisers_let_applicants_in_and_turn_them_down_by_a_press() {
    let club = Club::open().await;
    let [bjarni, cnut, dalla] = club.office.service.people(["Bjarni", "Cnut", "Dalla"]).await;
    let hall = found_club(&club.aud, json!({"joining": "request"})).await;
    let address = own_club(&club, "Bjarni", &hall).await;
    let page = club.browser.open(&address).await;
    page.says("Players ask to join").says("Members").says_not("Messages");
    assert!(!page.can("say_in_club") && !page.can("leave_club"));
    let asked = club.browser.send_form(&page.form("join_club")).await;
    asked.says("You have asked to join.").says("Take back").says("Friday sagas</h1>");
    assert!(!asked.can("join_club"));
    for person in [&cnut, &dalla] {
        join(person, &hall).await.must_be(200);
    }
    let of_aud = own_club(&club, "Aud", &hall).await;
    let organising = club.browser.open(&of_aud).await;
    organising.says("They ask to join").says("Let Dalla in");
    let let_in = form(&organising, "let_into_club", "Bjarni");
    let turn_down = form(&organising, "turn_down_for_club", "Bjarni");
    let done = club.browser.send_form(&let_in).await;
    done.says("The player is a member now.").says("Aud (owner), Bjarni").says_not("Let Bjarni in");
    let done = club.browser.send_form(&form(&done, "turn_down_for_club", "Cnut")).await;
    done.says("The request was turned down.").says_not("Cnut");
    // On a page that is old nobody is made less than they have become.
    club.browser.send_form(&turn_down).await.says("The player is a member now.");
    set_role(&club.aud, &hall, &bjarni, "organiser").await.must_be(200);
    club.browser.send_form(&let_in).await.says("Bjarni (organiser)");
    set_role(&club.aud, &hall, &bjarni, "member").await.must_be(200);
    assert_eq!(club.browser.send_form(&form(&organising, "let_into_club", "Cnut")).await.0.status, 404);
    // Neither members nor strangers see or answer those who ask.
    let member = club.browser.open(&address).await;
    member.says("You are a member.").says_not("Dalla");
    let own = address.split('?').next().unwrap();
    for press in ["let_into_club", "turn_down_for_club"] {
        let sent = [("press", press), ("club", &*hall), ("account", &*dalla.id)];
        assert_eq!(club.browser.press(own, &sent).await.0.status, 403, "{press}");
    }
    let stranger = own_club(&club, "Cnut", &hall).await;
    let own = stranger.split('?').next().unwrap();
    club.browser.open(&stranger).await.says_not("Dalla");
    for sent in [
        [("press", "let_into_club"), ("club", &*hall), ("account", &*cnut.id)],
        [("press", "say_in_club"), ("club", &*hall), ("text", "Hail")],
    ] {
        let refused = club.browser.press(own, &sent).await;
        assert_eq!(refused.0.status, 403, "{sent:?}");
        refused.says("role=\"alert\"").says("Friday sagas");
    }
    club.browser.open(&of_aud).await.says("Let Dalla in").says_not("Hail");
    // Once the club has ended there is nobody to answer, and nothing to be written.
    club.aud.delete(&format!("/v1/clubs/{hall}")).await.must_be(204);
    let ended = club.browser.open(&of_aud).await;
    ended.says("The club has ended.").says_not("Dalla");
    assert!(!ended.can("say_in_club"));
}

#[tokio::test]
async fn the_buttons_of_a_club_count_for_the_limits() {
    let office = PostOffice::open_with(1, |settings| {
        settings.limits.enabled = true;
        settings.limits.message = "1/hour".parse().unwrap();
        settings.replies.bind = "127.0.0.1:0".to_owned();
        settings.replies.domain = "play.example.org".to_owned();
    });
    let aud = office.service.person("Aud").await;
    let browser = Browser::new(&office);
    let club = Club { office, aud, browser };
    let hall = found_club(&club.aud, json!({})).await;
    let page = club.browser.open(&own_club(&club, "Aud", &hall).await).await;
    let hail = page.form("say_in_club").with("text", "Hail");
    club.browser.send_form(&hail).await.says("Your message was sent.");
    assert_eq!(club.browser.send_form(&hail).await.0.status, 429);
}

#[tokio::test]
async fn shared_hours_are_said_to_those_who_share_theirs_and_of_those_alone() {
    let club = Club::open().await;
    let [bjarni, cnut, dalla] = club.office.service.people(["Bjarni", "Cnut", "Dalla"]).await;
    let hall = found_club(&club.aud, json!({"joining": "open"})).await;
    for person in [&bjarni, &cnut] {
        join(person, &hall).await.must_be(200);
    }
    let offered = json!({"ruleset": "toy", "seats": 3, "name": "New saga", "club_id": hall});
    let offered = club.aud.open(&offered).await;
    cnut.post(&format!("{offered}/join"), &json!({})).await.must_be(200);
    let game = club.aud.open(&json!({"ruleset": "toy", "seats": 3, "visibility": "private"})).await;
    club.aud.post(&format!("{game}/invitations"), &json!({"name": "Bjarni"})).await.must_be(201);
    let invitation = link(&latest_with(&club.office, "bjarni@example.org", "/invite/").await);
    let address = own(&club, "Bjarni").await;
    let pages = [invitation, format!("{address}?show=games"), format!("{address}?show=club&id={hall}")];
    let none_says_any = async || {
        for page in &pages {
            club.browser.open(page).await.says_not("awake").says_not("Shared hours");
        }
    };
    none_says_any().await;
    share(&bjarni, "UTC", ["22:00", "08:00"], json!([])).await;
    none_says_any().await;
    share(&club.aud, "Atlantic/Reykjavik", ["23:00", "09:00"], json!(["saturday", "sunday"])).await;
    share(&dalla, "UTC", ["22:00", "08:00"], json!([])).await;
    let sentence = "You and Aud are usually both awake 09:00–22:00 (Monday–Friday).";
    for page in &pages {
        // Dalla is neither in the club nor at the table.
        club.browser.open(page).await.says(sentence).says_not("and Cnut are").says_not("Dalla");
    }
    club.browser.open(&pages[2]).await.says("Shared hours");
    // Where there is a table to sit down at, whoever is a stranger to the club reads it, too.
    let other = club.browser.open(&own_club(&club, "Dalla", &hall).await).await;
    other.says("New saga").says("You and Aud are usually both awake").says_not("and Bjarni are");
    // No vacation tells of itself.
    let today = club.office.service.app.now().date_naive();
    let vacation = json!({"first_day": today, "last_day": today + chrono::TimeDelta::days(6)});
    club.aud.post("/v1/me/vacations", &vacation).await.must_be(201);
    club.browser.open(&pages[2]).await.says(sentence);
    // By another clock nothing of the day is left to both.
    share(&club.aud, "UTC", ["08:00", "22:00"], json!([])).await;
    none_says_any().await;
    share(&club.aud, "UTC", ["22:00", "08:00"], json!([])).await;
    club.browser.open(&pages[0]).await.says("You and Aud are usually both awake 08:00–22:00.");
    club.aud.block(&bjarni.id).await.must_be(204);
    none_says_any().await;
}
