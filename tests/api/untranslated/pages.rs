//! The pages of invitations, tables that wait, offers and accounts, each of their parts, and the mails that lead there.

use serde_json::json;

use super::shown::Shown;
use super::{all_read_the_pseudolocale, readers};
use crate::harness::{Browser, Page, Person, PostOffice, Table};
use crate::overlap::share;
use crate::pages::{latest_with, link};
use crate::replies::mail_server::Draft;

/// The kinds of mail that lead to a page of an account, or tell its owner of something.
pub const KINDS: [&str; 5] = ["account_link", "announcement", "reported", "sign_up", "welcome"];
/// The kinds with a code to type on such a page, and what they lead to.
pub const WITH_CODES: [&str; 8] = [
    "app_allowed",
    "deletion_code",
    "device_code",
    "device_remembered",
    "export_code",
    "page_log_in",
    "token_code",
    "token_made",
];

struct Visitor {
    office: PostOffice,
    browser: Browser,
    shown: Shown,
}

impl Visitor {
    fn at(office: PostOffice) -> Self {
        let browser = Browser::new(&office);
        Self { office, browser, shown: Shown::default() }
    }

    /// A link that opens nothing says so in the language of the browser: its reader is not known.
    fn see(&mut self, page: Page) -> Page {
        if page.0.text.contains("<h1>This link does not work</h1>") {
            return page;
        }
        self.shown.markup(&page.0.address, &page.0.text);
        page
    }

    async fn open(&mut self, address: &str) -> Page {
        let page = self.browser.open(address).await;
        self.see(page)
    }

    /// Presses a button of a page with what is filled in, and looks at what comes of it.
    async fn press(&mut self, page: &Page, press: &str, fields: &[(&str, &str)]) -> Page {
        let form = fields.iter().fold(page.form(press), |form, (name, value)| form.with(name, value));
        let page = self.browser.send_form(&form).await;
        self.see(page)
    }

    /// Buttons that do nothing: what is wrong is said.
    async fn press_in_vain(&mut self, address: &str) {
        let long = "þ".repeat(5_000);
        for fields in [
            vec![("press", "þ")],
            vec![],
            vec![("press", "say"), ("text", &long)],
            vec![("press", "say"), ("text", "")],
            vec![("press", "invite"), ("who", "@")],
            vec![("press", "invite"), ("who", "Nobody")],
            vec![("press", "kick"), ("account", "01934490-0000-7000-8000-000000000001")],
            vec![("press", "open"), ("game", "01934490-0000-7000-8000-000000000001")],
            vec![("press", "cancel_game")],
            vec![("press", "resign")],
            vec![("press", "take")],
        ] {
            let page = self.browser.press(address, &fields).await;
            self.see(page);
        }
    }

    /// Where the latest mail to a player leads that leads to such a page.
    async fn link_to(&self, name: &str, page: &str) -> String {
        link(&latest_with(&self.office, &format!("{}@example.org", name.to_lowercase()), page).await)
    }
}

#[tokio::test]
async fn invitations_and_tables_that_wait_are_shown_without_english() {
    let mut visitor = Visitor::at(PostOffice::open());
    let [aud, ..] = readers(&visitor.office).await;
    let game = json!({"ruleset": "nord", "seats": 4, "name": "Þing", "visibility": "private",
                      "start": "on_confirmation", "description": "Þæ", "options": {"island": "variable"}});
    let path = aud.open(&game).await;
    for name in ["Bjarni", "Cnut"] {
        aud.post(&format!("{path}/invitations"), &json!({"name": name, "reserve": true})).await.must_be(201);
    }
    let unknown = json!({"email": "dalla@example.org"});
    aud.post(&format!("{path}/invitations"), &unknown).await.must_be(201);
    let address = visitor.link_to("Dalla", "/invite/").await;
    let invitation = visitor.browser.open(&address).await;
    visitor.press_in_vain(&visitor.link_to("Bjarni", "/invite/").await).await;
    let invitation_of_bjarni = visitor.open(&visitor.link_to("Bjarni", "/invite/").await).await;
    let seat = visitor.press(&invitation_of_bjarni, "accept", &[]).await;
    let seat_address = seat.0.address.split('?').next().unwrap().to_owned();
    let invitation_of_cnut = visitor.open(&visitor.link_to("Cnut", "/invite/").await).await;
    visitor.press(&invitation_of_cnut, "report", &[("text", "Þ")]).await;
    visitor.press(&seat, "say", &[("text", "Þ\nð")]).await;
    visitor.press_in_vain(&seat_address).await;
    // The owner's page, by way of the own one.
    visitor.browser.press("/account", &[("email", "aud@example.org")]).await;
    let account = visitor.open(&visitor.link_to("Aud", "/account/").await).await;
    let table = visitor.press(&account, "open", &[]).await;
    let table = visitor.press(&table, "invite", &[("who", "unn@example.org")]).await;
    let table = visitor.press(&table, "withdraw_invitation", &[]).await;
    visitor.press_in_vain(table.0.address.split('?').next().unwrap()).await;
    let new = invitation.form("accept").with("name", "Dalla");
    let seated = visitor.browser.send_form(&new).await;
    assert!(seated.0.address.starts_with("/seat/"), "{}", seated.0.text);
    all_read_the_pseudolocale(&visitor.office);
    let table = visitor.open(&table.0.address).await;
    let table = visitor.press(&table, "kick", &[]).await;
    let cancel = table.form("cancel_game").ticked("sure", "yes");
    let cancelled = visitor.browser.send_form(&cancel).await;
    visitor.see(cancelled);
    visitor.open(&seat_address).await;
    visitor.open(&address).await;
    visitor.shown.must_be_translated();
}

#[tokio::test]
async fn an_account_and_its_settings_are_shown_without_english() {
    let mut visitor = Visitor::at(PostOffice::open());
    let people = readers(&visitor.office).await;
    let table = Table::with(&json!({"ruleset": "landnam", "seats": 3, "name": "Þing"}), &people).await;
    let waiting = json!({"ruleset": "settlers", "seats": 3});
    people[1].post("/v1/games", &waiting).await.must_be(201);
    let vote = json!({"kind": "pause"});
    people[0].post(&format!("{}/votes", table.path), &vote).await.must_be(201);
    people[0].post(&format!("{}/messages", table.path), &json!({"text": "Þ"})).await.must_be(201);
    visitor.browser.press("/account", &[("email", "bjarni@example.org")]).await;
    let address = visitor.link_to("Bjarni", "/account/").await;
    visitor.open(&address).await;
    let games = visitor.open(&format!("{address}?show=games")).await;
    visitor.press(&games, "begin", &[("seats", "99")]).await;
    visitor.press(&games, "begin", &[("bots", "9")]).await;
    visitor.press(&games, "begin", &[("name", "Þing")]).await;
    competitions_and_clubs(&mut visitor, &people, &address).await;
    club(&mut visitor, &people, &address).await;
    let settings = visitor.open(&format!("{address}?show=settings")).await;
    visitor.press(&settings, "set_profile", &[("time_zone", "þ")]).await;
    visitor.press(&settings, "set_profile", &[("name", "Aud")]).await;
    visitor.press(&settings, "mail_password_link", &[]).await;
    let mails = visitor.open(&format!("{address}?show=mails")).await;
    visitor.press(&mails, "set_mails", &[("digest_hour", "9")]).await;
    visitor.press(&mails, "set_mails", &[("batch_minutes", "0")]).await;
    let times = visitor.open(&format!("{address}?show=times")).await;
    visitor.press(&times, "book_vacation", &[("first_day", "2026-12-01"), ("last_day", "2026-12-07")]).await;
    visitor.press(&times, "book_vacation", &[("first_day", "2026-12-01"), ("last_day", "2026-12-07")]).await;
    visitor.press(&times, "set_nights", &[("sleep_from", "23:00"), ("sleep_until", "07:00")]).await;
    let times = visitor.open(&format!("{address}?show=times")).await;
    visitor.press(&times, "cancel_vacation", &[]).await;
    for part in ["access", "settings"] {
        let shown = visitor.open(&format!("{address}?show={part}")).await;
        for ask in shown.forms().into_iter().filter(|form| form.value("press") == Some("mail_code")) {
            visitor.press(&shown, "mail_code", &[("purpose", ask.value("purpose").unwrap())]).await;
        }
    }
    let access = visitor.open(&format!("{address}?show=access")).await;
    visitor.press(&access, "remember_device", &[("code", "0")]).await;
    visitor.press(&access, "make_token", &[("name", "þ"), ("code", "0")]).await;
    visitor.office.quiet().await;
    let mails = visitor.office.sink.taken();
    let codes: Vec<String> = mails.iter().filter_map(|mail| crate::pages::code_in(&mail.text())).collect();
    assert_eq!(codes.len(), 4, "one for each purpose");
    for code in &codes {
        let made = access.form("make_token").with("name", "þ").with("code", code).ticked("scope", "orders");
        let made = visitor.browser.send_form(&made).await;
        visitor.see(made);
        // It leads to the page of the cookie, which this browser does not keep.
        visitor.browser.send_form(&access.form("remember_device").with("code", code)).await;
    }
    for shown in crate::oauth::shown_to("Bjarni", &visitor.office).await {
        // Before somebody is logged in, the page is in the language of the browser.
        if shown.can("allow") {
            visitor.see(shown);
        }
    }
    let access = visitor.open(&format!("{address}?show=access")).await;
    assert!(access.can("end_device") && access.can("end_token") && access.can("end_app"));
    visitor.office.quiet().await;
    super::kinds::mails_of(&visitor.office, &WITH_CODES).must_be_translated();
    let settings = visitor.open(&format!("{address}?show=settings")).await;
    visitor.press(&settings, "delete_account", &[("code", "0")]).await;
    visitor.press(&settings, "export_data", &[("code", "0")]).await;
    visitor.press_in_vain(&address).await;
    visitor
        .office
        .tamper("INSERT INTO stopped_addresses SELECT id, email_key, '5.1.1', '2026-11-20' FROM accounts");
    let account = visitor.open(&address).await;
    visitor.press(&account, "resume_mail", &[]).await;
    visitor.press(&account, "end_links", &[]).await;
    visitor.shown.must_be_translated();
}

/// The second of these people signs up, withdraws and plays on their page, and joins and leaves a club.
async fn competitions_and_clubs(visitor: &mut Visitor, people: &[Person], address: &str) {
    let club = json!({"name": "Þæ", "joining": "open"});
    people[0].post("/v1/clubs", &club).await.must_be(201);
    let cup = json!({"name": "Þæ", "about": "Þ", "form": {"type": "knockout"}, "tables": {"size": 2, "most": 3},
                     "games": {"ruleset": "nord"}, "schedule": {"next_round": {"type": "every_days", "days": 2}}});
    let league = json!({"name": "Þæ", "form": {"type": "league", "rounds": 2, "divisions": 2}, "tables": {"size": 2},
                        "games": {"ruleset": "nord"}});
    let mut ids = Vec::new();
    for competition in [cup, league] {
        let made = people[1].post("/v1/competitions", &competition).await.must_be(201);
        ids.push(made["id"].as_str().unwrap().to_owned());
    }
    for person in [&people[0], &people[2]] {
        person.post(&format!("/v1/competitions/{}/sign-up", ids[0]), &json!({})).await.must_be(200);
    }
    let part = visitor.open(&format!("{address}?show=competitions")).await;
    let sign_up = part.forms().into_iter().filter(|form| form.value("press") == Some("sign_up"));
    for form in sign_up.collect::<Vec<_>>() {
        let page = visitor.browser.send_form(&form).await;
        visitor.see(page);
    }
    let part = visitor.open(&format!("{address}?show=competitions")).await;
    let part = visitor.press(&part, "join_club", &[]).await;
    let pair = part.forms().into_iter().filter(|form| form.value("press") == Some("pair_round"));
    for form in pair.collect::<Vec<_>>() {
        let page = visitor.browser.send_form(&form).await;
        visitor.see(page);
    }
    visitor.office.tamper(
        "UPDATE competition_tables SET seated = '[]', ended_at = '2026-11-20', results = \
         '[{\"place\":1,\"points\":2,\"by\":\"owner\"},{\"place\":2,\"points\":1,\"by\":\"replacement\"},\
          {\"place\":3,\"points\":0,\"by\":\"lapse\"}]'",
    );
    for id in &ids {
        visitor.open(&format!("{address}?show=competition&id={id}")).await;
        visitor.open(&format!("{address}?show=competition&id={id}&round=1")).await;
    }
    visitor.open(address).await;
    let part = visitor.open(&format!("{address}?show=competitions")).await;
    let part = visitor.press(&part, "withdraw", &[]).await;
    visitor.press(&part, "leave_club", &[]).await;
    visitor.open(&format!("{address}?show=competition&id=x")).await;
}

/// The second of these people owns a club that others ask to join, and shares hours with one of them.
async fn club(visitor: &mut Visitor, people: &[Person], address: &str) {
    let clock = json!({"type": "plain", "hours": 36});
    let club = json!({"name": "Æþ", "about": "Þ", "defaults": {"ruleset": "nord", "clock": clock}});
    let club = people[1].post("/v1/clubs", &club).await.must_be(201);
    let id = club["id"].as_str().unwrap();
    let ask =
        async |person: &Person| person.post(&format!("/v1/clubs/{id}/join"), &json!({})).await.must_be(200);
    ask(&people[0]).await;
    for person in &people[..2] {
        share(person, "UTC", ["22:00", "08:00"], json!(["monday", "saturday", "sunday"])).await;
    }
    let opened = visitor.open(&format!("{address}?show=club&id={id}")).await;
    visitor.press(&opened, "let_into_club", &[]).await;
    let page = visitor.press(&opened, "say_in_club", &[("text", "Þ\nð")]).await;
    visitor.press(&page, "say_in_club", &[("text", "")]).await;
    visitor.press(&page, "remove_club_message", &[]).await;
    ask(&people[2]).await;
    let page = visitor.open(&format!("{address}?show=club&id={id}")).await;
    visitor.press(&page, "turn_down_for_club", &[]).await;
    visitor.press(&page, "leave_club", &[]).await;
    let game = json!({"ruleset": "nord", "seats": 3, "club_id": id, "name": "Þing"});
    people[0].post("/v1/games", &game).await.must_be(201);
    let running = json!({"ruleset": "nord", "seats": 2, "club_id": id, "name": "Þing"});
    Table::with(&running, &people[..2]).await;
    let cup = json!({"name": "Þæ", "club_id": id, "form": {"type": "knockout"}, "tables": {"size": 2},
                     "games": {"ruleset": "nord"}});
    people[1].post("/v1/competitions", &cup).await.must_be(201);
    visitor.open(&format!("{address}?show=club&id={id}")).await.says("Þing");
    visitor.open(&format!("{address}?show=games")).await;
    people[1].delete(&format!("/v1/clubs/{id}")).await.must_be(204);
    visitor.open(&format!("{address}?show=club&id={id}")).await;
    visitor.open(&format!("{address}?show=club&id=x")).await;
}

#[tokio::test]
async fn every_part_of_the_page_of_a_seat_is_shown_without_english() {
    for ruleset in ["landnam", "settlers", "nord"] {
        let mut visitor = Visitor::at(PostOffice::open());
        let people = readers(&visitor.office).await;
        let dalla = visitor.office.service.person("Dalla").await;
        all_read_the_pseudolocale(&visitor.office);
        let table = Table::with(&json!({"ruleset": ruleset, "seats": 3, "name": "Þing"}), &people).await;
        visitor.office.quiet().await;
        let seat = table.awaited().await[0];
        let address = visitor.link_to(&table.player(seat).name, "/seat/").await;
        for part in ["orders", "table", "mails"] {
            let page = visitor.open(&format!("{address}?show={part}")).await;
            for form in page.forms() {
                let is_harmless = !["resign", "end_links", "replace_seat"]
                    .iter()
                    .any(|press| form.fields.contains(&("press".to_owned(), (*press).to_owned())));
                if is_harmless {
                    let pressed = visitor.browser.send_form(&form).await;
                    visitor.see(pressed);
                }
            }
        }
        for step in ["0", "last", "99999"] {
            visitor.open(&format!("{address}?at={step}")).await;
        }
        visitor.press_in_vain(&address).await;
        let other = (seat + 1) % 3;
        let offer = json!({"kind": "replace_seat", "seat": seat, "account": dalla.id});
        table.post(seat, "votes", &offer).await.must_be(201);
        let offer = visitor.link_to("Dalla", "/offer/").await;
        let page = visitor.open(&offer).await;
        visitor.press(&page, "take", &[]).await;
        visitor.open(&offer).await;
        for kind in ["end_by_ranking"] {
            let vote = table.post(other, "votes", &json!({"kind": kind})).await;
            let vote = vote.must_be(201)["id"].as_str().unwrap().to_owned();
            for voter in [&dalla, table.player((seat + 2) % 3)] {
                let ballots = format!("{}/votes/{vote}/ballots", table.path);
                voter.post(&ballots, &json!({"ballot": "yes"})).await;
            }
        }
        visitor.office.quiet().await;
        let ended = visitor.link_to(&table.player(other).name, "/seat/").await;
        visitor.open(&ended).await.says("<svg");
        visitor.shown.must_be_translated();
        Shown::mails(&visitor.office).must_be_translated();
    }
}

#[tokio::test]
async fn mails_of_accounts_without_a_client_are_written_without_english() {
    let mut office = PostOffice::open_with(0, |settings| {
        settings.replies.bind = "127.0.0.1:0".to_owned();
        settings.replies.domain = "play.example.org".to_owned();
    });
    let operator = office.operator("Aud").await;
    let [bjarni] = office.service.people(["Bjarni"]).await;
    all_read_the_pseudolocale(&office);
    let browser = Browser(operator.with_token(""));
    for email in ["bjarni@example.org", "unn@example.org"] {
        browser.press("/account", &[("email", email)]).await;
    }
    office.tamper(&format!("UPDATE address_requests SET language = '{}'", conformance::pseudolocale::CODE));
    let game = json!({"ruleset": "nord", "seats": 3, "name": "Þing"});
    let path = bjarni.open(&game).await;
    for email in ["dalla@example.org", "cnut@example.org"] {
        bjarni.post(&format!("{path}/invitations"), &json!({"email": email})).await.must_be(201);
    }
    // The form of an invitation offers no pseudolocale.
    office.tamper(&format!(
        "CREATE FUNCTION read_the_pseudolocale() RETURNS trigger LANGUAGE plpgsql AS \
         $$ BEGIN NEW.language := '{}'; RETURN NEW; END $$",
        conformance::pseudolocale::CODE
    ));
    office.tamper(
        "CREATE TRIGGER read_the_pseudolocale BEFORE INSERT ON accounts \
         FOR EACH ROW EXECUTE FUNCTION read_the_pseudolocale()",
    );
    operator.post("/v1/admin/announcements", &json!({"text": "Þæ"})).await.must_be(201);
    office.employ();
    let of_dalla = latest_with(&office, "dalla@example.org", "/invite/").await;
    let page = browser.open(&link(&of_dalla)).await;
    browser.send_form(&page.form("accept").with("name", "Dalla")).await;
    let invitation = latest_with(&office, "cnut@example.org", "/invite/").await;
    let report = browser.open(&link(&invitation)).await.form("report");
    browser.send_form(&report.with("text", "Þ")).await;
    for text in ["help", "status", "settings"] {
        let draft = Draft { from: "dalla@example.org".to_owned(), ..Draft::plain(text, &of_dalla, text) };
        assert_eq!(Draft { id: text.to_owned(), ..draft }.sent(office.replies_at()), "250 2.0.0 taken");
    }
    office.quiet().await;
    super::kinds::mails_of(&office, &KINDS).must_be_translated();
}
