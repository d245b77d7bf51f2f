//! Every mail that is not sent says why: to its reader, and in what is stored.

use std::collections::BTreeSet;

use althing::notifications::Withheld;
use reqwest::Method;
use serde_json::{Value, json};

use crate::harness::{PostOffice, Table, seeded_dice};
use crate::support::texts;

/// A mail that is put into the queue, and why it is not sent.
struct Case {
    kind: &'static str,
    partition: String,
    account: String,
    /// Columns of its own, with their values.
    more: String,
    reason: String,
}

impl Case {
    fn new(kind: &'static str, partition: &str, account: &str, more: &str, reason: Withheld) -> Self {
        let (partition, account, more) = (partition.to_owned(), account.to_owned(), more.to_owned());
        Self { kind, partition, account, more, reason: reason.reason().to_owned() }
    }

    fn of_account(kind: &'static str, account: &str, reason: Withheld) -> Self {
        Self::new(kind, account, account, "{}", reason)
    }

    /// The mail, to be put in under the number of the case.
    fn insert(&self, number: usize) -> String {
        let Self { kind, partition, account, more, .. } = self;
        format!(
            "INSERT INTO mails SELECT (jsonb_populate_record(NULL::mails, jsonb_build_object('partition', '{partition}', \
             'id', md5('case' || {number})::uuid, 'kind', '{kind}', 'account_id', '{account}', \
             'created_at', '2026-11-20', 'due_at', '2000-01-01', 'attempts', 0, 'abandoned', 0) || '{more}')).*"
        )
    }
}

#[tokio::test]
async fn every_reason_comes_true_and_is_shown() {
    let mut office = PostOffice::open_with(0, |_| {});
    let people = office.service.people(["Aud", "Bjarni", "Cnut"]).await;
    let table = Table::of("toy", &people).await;
    let (actor, ..) = table.go_on(&mut seeded_dice(3)).await.unwrap();
    let awaited = table.awaited().await[0];
    let idle = (0..3).find(|seat| *seat != awaited && *seat != 2).unwrap();
    let opener = usize::from(awaited == 0);
    let pause = json!({"kind": "pause"});
    let vote = table.post(opener, "votes", &pause).await.must_be(201);
    let vote = vote["id"].as_str().unwrap();

    let others = office.service.people(["Dalla", "Egil", "Frida", "Gyda"]).await;
    let [dalla, egil, frida, gyda] = [0, 1, 2, 3].map(|index: usize| others[index].id.clone());
    let open = async |more: Value| {
        let mut game = json!({"ruleset": "toy", "seats": 2, "name": "Thing"});
        game.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        people[0].post("/v1/games", &game).await.must_be(201)["id"].as_str().unwrap().to_owned()
    };
    let lobby = open(json!({})).await;
    let invited = json!({"name": "Dalla"});
    let invited = people[0].post(&format!("/v1/games/{lobby}/invitations"), &invited).await.must_be(201);
    let invited = invited["id"].as_str().unwrap();
    let confirming = open(json!({"start": "on_confirmation"})).await;
    people[1].post(&format!("/v1/games/{confirming}/join"), &json!({})).await.must_be(200);
    people[0].post(&format!("/v1/games/{confirming}/confirm"), &json!({})).await.must_be(200);

    let decision = texts(
        &office.service.database.url(),
        &format!(
            "SELECT decision AS value FROM decisions WHERE game_id = '{}' AND seat = {awaited}",
            table.id
        ),
    );
    let decision = decision.unwrap()[0].clone();
    let player = |seat: usize| table.player(seat).id.clone();
    let (aud, bjarni) = (people[0].id.clone(), people[1].id.clone());
    // The reader whose address is suppressed sits where nothing else is looked at.
    let stopped = player(2);
    let nobody = "01934490-0000-7000-8000-000000000001";
    let at = |seat: usize, version: i64| json!({"seat": seat, "version": version});
    let of_game = |kind, account: &str, more: Value, reason| {
        Case::new(kind, &table.id, account, &more.to_string(), reason)
    };
    let about = |seat: usize, decision: &str| json!({"seat": seat, "decision": decision});
    let in_lobby = |kind, account: &str, more: Value, reason| {
        Case::new(kind, &lobby, account, &more.to_string(), reason)
    };
    let again = |mut more: Value| {
        more["attempts"] = json!(2);
        more
    };
    let mut cases = vec![
        Case::of_account("test", &gyda, Withheld::AccountDeleted),
        of_game("seat_replaced", &frida, at(0, 900), Withheld::AccountBanned),
        of_game("seat_replaced", &egil, at(0, 901), Withheld::AddressUnproved),
        Case::of_account("verify_address", &dalla, Withheld::AddressProved),
        Case::of_account("reset_password", &dalla, Withheld::LinkClosed),
        Case::of_account("log_in", &dalla, Withheld::LinkClosed),
        Case::of_account("approve_address", &dalla, Withheld::AddressChangeClosed),
        Case::of_account("prove_address", &dalla, Withheld::AddressChangeClosed),
        Case::of_account("webhook_disabled", &dalla, Withheld::WebhookEnabled),
        Case::of_account("channel_disabled", &dalla, Withheld::ChannelEnabled),
        Case::of_account("batch", &dalla, Withheld::NothingLeft),
        Case::new(
            "announcement",
            nobody,
            &dalla,
            &json!({"payload": {"announcement": nobody}}).to_string(),
            Withheld::AnnouncementOver,
        ),
        Case::new("game_started", nobody, &dalla, &at(0, 1).to_string(), Withheld::GameGone),
        Case::new("vote", &lobby, &aud, &about(0, vote).to_string(), Withheld::GameNotInPlay),
        of_game("game_started", &dalla, at(0, 902), Withheld::SeatLeft),
        of_game("seat_replaced", &player(idle), at(idle, 903), Withheld::SeatTaken),
        of_game("your_turn", &player(idle), about(idle, "closed"), Withheld::DecisionClosed),
        of_game("deadline_near", &player(awaited), about(awaited, &decision), Withheld::DeadlineMoved),
        of_game("deadline_nearer", &player(idle), about(idle, "closed"), Withheld::DecisionClosed),
        of_game("lapse_played", &player(actor), at(actor, 0), Withheld::ActedSince),
        of_game("offer_answered", &player(actor), at(actor, 0), Withheld::ActedSince),
        of_game("message", &player(idle), at(idle, 904), Withheld::MessagesRead),
        of_game("vote", &player(idle), about(idle, nobody), Withheld::VoteClosed),
        of_game("vote_decided", &player(opener), about(opener, vote), Withheld::VoteOpen),
        of_game("vote", &player(opener), about(opener, vote), Withheld::BallotCast),
        of_game("seat_offered", &dalla, at(0, 905), Withheld::OfferClosed),
        of_game("caretaker_seated", &player(idle), at(idle, 906), Withheld::CaretakerGone),
        in_lobby(
            "invitation",
            &dalla,
            json!({"payload": {"invitation": nobody}}),
            Withheld::InvitationClosed,
        ),
        in_lobby(
            "invitation",
            &dalla,
            json!({"payload": {"invitation": invited}}),
            Withheld::SenderUnwelcome,
        ),
        in_lobby("game_cancelled", &dalla, json!({}), Withheld::TableChanged),
        in_lobby("game_expired", &dalla, json!({}), Withheld::TableChanged),
        in_lobby("kicked", &aud, json!({}), Withheld::SeatTaken),
        Case::new("confirm_presence", &confirming, &aud, "{}", Withheld::PresenceConfirmed),
        Case::new(
            "confirm_presence",
            &confirming,
            &bjarni,
            &json!({"created_at": "2000-01-01"}).to_string(),
            Withheld::Repeated,
        ),
        of_game("unpayable_offer", &player(idle), at(idle, 907), Withheld::Preference),
        of_game("game_started", &stopped, again(at(2, 908)), Withheld::AddressSuppressed),
        Case::of_account("address_in_use", &dalla, Withheld::AddressRefused),
        Case::of_account("address_in_use", &bjarni, Withheld::AddressLimit),
        // Gyda's account has the same address, and is the younger one.
        Case::new(
            "verify_address",
            &egil,
            &egil,
            &json!({"created_at": office.service.app.now(), "held": "address_limit"}).to_string(),
            Withheld::RegisteredAgain,
        ),
    ];
    let told: BTreeSet<_> = cases.iter().map(|case| case.reason.clone()).collect();
    let all: BTreeSet<_> = Withheld::ALL.iter().map(|withheld| withheld.reason().to_owned()).collect();
    assert_eq!(told, all, "each reason has a case");
    let mut unknown = Case::of_account("no_such_kind", &dalla, Withheld::NothingLeft);
    unknown.more = again(json!({})).to_string();
    unknown.reason = "dead: there is no kind of mail no_such_kind".to_owned();
    cases.push(unknown);

    office.tamper("UPDATE mails SET settled_at = created_at, result = 'sent'");
    office.tamper(&format!("UPDATE accounts SET deleted_at = created_at WHERE id = '{gyda}'"));
    office.tamper(&format!("UPDATE accounts SET verified_at = NULL WHERE id = '{egil}'"));
    office.tamper(&format!(
        "INSERT INTO bans SELECT id, id, 'x', created_at FROM accounts WHERE id = '{frida}'"
    ));
    office.tamper(&format!(
        "INSERT INTO blocks SELECT '{dalla}', id, created_at FROM accounts WHERE id = '{aud}'"
    ));
    office.tamper(&format!(
        "INSERT INTO stopped_addresses SELECT id, email_key, '5.1.1', created_at FROM accounts WHERE id = '{stopped}'"
    ));
    office.tamper(&format!("UPDATE accounts SET email_key = 'egil@example.org' WHERE id = '{gyda}'"));
    office.tamper("INSERT INTO refused_addresses VALUES (sha256('dalla@example.org'), '2026-11-20')");
    let now = office.service.app.now().to_rfc3339();
    office.tamper(&format!(
        "INSERT INTO unasked_mails VALUES (sha256('bjarni@example.org'), \
         array_fill('{nobody}'::uuid, ARRAY[2]), array_fill('{now}'::timestamptz, ARRAY[2]))"
    ));
    for (number, case) in cases.iter().enumerate() {
        office.tamper(&case.insert(number));
    }
    office.employ();
    office.quiet().await;
    for (number, case) in cases.iter().enumerate() {
        let stored = format!(
            "SELECT coalesce(reason, result, problem, '-') AS value FROM mails WHERE id = md5('case' || {number})::uuid"
        );
        office.until_stored(&stored, &[&case.reason]).await;
    }
    assert_eq!(office.sink.taken(), []);
    let unsaid = "SELECT kind AS value FROM mails WHERE settled_at IS NOT NULL \
                  AND result NOT IN ('sent', 'collected') AND reason IS NULL";
    assert_eq!(office.service.database.texts(unsaid), Vec::<String>::new());

    let shown = others[0].get("/v1/me/notifications/deliveries?limit=50").await.must_be(200);
    let shown = shown["items"].as_array().unwrap();
    let shown: BTreeSet<_> =
        shown.iter().filter_map(|mail| mail["reason"].as_str()).map(str::to_owned).collect();
    let to_dalla = cases.iter().filter(|case| case.account == dalla).map(|case| case.reason.clone());
    assert_eq!(shown, to_dalla.collect());
}

#[tokio::test]
async fn a_mail_names_the_request_that_caused_it() {
    let office = PostOffice::open_with(0, |_| {});
    let people = office.service.people(["Aud", "Bjarni"]).await;
    let table = Table::of("toy", &people).await;
    let seat = table.awaited().await[0];
    let player = table.player(seat);
    let this = table.moves(seat, &mut seeded_dice(3)).await[0].clone();
    for (path, body, kind) in [
        (format!("{}/actions", table.path), this.body(), "your_turn"),
        (format!("{}/messages", table.path), json!({"text": "Well played."}), "message"),
        ("/v1/me/notifications/test".to_owned(), json!({}), "test"),
    ] {
        let response = player.request(Method::POST, &path).json(&body).send().await.unwrap();
        assert!(response.status().is_success(), "{path}: {}", response.status());
        let request = response.headers()["x-request-id"].to_str().unwrap();
        let query = format!("SELECT kind AS value FROM mails WHERE request = '{request}'");
        assert_eq!(office.service.database.texts(&query), [kind], "{path}");
    }
}
