//! What can be replied where the rules ask nothing: to an invitation, a full table, a vote, an offer, the end of a game.

use althing::service::Ctx;
use althing::service::replies::{NewReplyAddress, create_reply_address, domain};
use althing::store::reply_addresses::ReplyTopic;
use serde_json::json;

use super::{LANGUAGES, NAMES, Row, headers, meaning_of};
use crate::harness::{Person, PostOffice, Table, connect};
use crate::replies::mail_server::Draft;

const INVITATION: &[Row] = rows! {
    "Yes!" | "Ja!" | "Ja!" | "Ja!" => "(accepted)";
    "Yes please, Bjarni" | "Ja takk, Bjarni" | "Ja tack, Bjarni" | "Ja, gern, Bjarni" => "(accepted)";
    "Hi Aud!\n\nSure.\n\nBest,\nB." | "Hei Aud!\n\nJau.\n\nMvh\nB."
        | "Hej Aud!\n\nGärna.\n\nMvh\nB." | "Hallo Aud!\n\nGerne.\n\nLG\nB." => "(accepted)";
    "Yes, of course!" | "Ja, sjølvsagt!" | "Ja, självklart!" | "Ja, natürlich!" => "(accepted)";
    "👍" => "(accepted)";
    "No thanks." | "Nei takk." | "Nej tack." | "Nein danke." => "(declined)";
    "No, sorry" | "Nei, dessverre" | "Nej, tyvärr" | "Nein, leider nicht" => "(declined)";
    "No, sorry, no time" | "Nei, eg har ikkje tid" | "Nej, jag har inte tid" | "Nein danke, aber viel Spaß euch!" => "!plain_yes_or_no";
    "Maybe" | "Kanskje" | "Kanske" | "Vielleicht" => "!plain_yes_or_no";
    "Yes, but not this week" | "Ja, men ikkje denne veka"
        | "Ja, men inte den här veckan" | "Ja, aber nicht diese Woche" => "!plain_yes_or_no";
    "Yes if Unn plays too" | "Ja dersom Unn spelar" | "Ja om Unn spelar" | "Ja, leider kann ich nicht." => "!plain_yes_or_no";
    "Yes\n\nBut only after Christmas." | "Ja\n\nMen fyrst etter jul."
        | "Ja\n\nMen först efter jul." | "Ja\n\nAber erst nach Weihnachten." => "!plain_yes_or_no";
    "Yes?" | "Ja?" | "Ja?" | "Ja?" => "!plain_yes_or_no";
    "Help" | "Hjelp" | "Hjälp" | "Hilfe" => "(help)";
    "3" => "!plain_yes_or_no";
    "" => "!no_answer";
};

/// The invited address has no account.
const NEWCOMER: &[Row] = rows! {
    "yes" | "ja takk" | "ja tack" | "ja gern" => "(accepted) as newcomer";
    "Yes please, my name is Yrsa." | "Ja takk, eg heiter Yrsa."
        | "Ja tack, jag heter Yrsa." | "Ja, gern, ich heiße Yrsa." => "(accepted) as Yrsa";
    "yes, my name is Gro Ketilsdotter\n\n-- \nGro" | "ja, eg heiter Gro Ketilsdotter\n\n-- \nGro"
        | "ja, jag heter Gro Ketilsdotter\n\n-- \nGro" | "ja, ich heiße Gro Ketilsdotter\n\n-- \nGro" => "(accepted) as Gro Ketilsdotter";
    "Yes, Unn" | "Ja, Unn" | "Ja, Unn" | "Ja, Unn" => "!plain_yes_or_no";
    "Yes maybe" | "Ja kanskje" | "Ja kanske" | "Ja vielleicht" => "!plain_yes_or_no";
    "Ok hello, I have no time" | "Ja hallo, eg har ikkje tid"
        | "Ja hallå, jag har inte tid" | "Ja hallo, leider habe ich keine Zeit." => "!plain_yes_or_no";
    "Yes, my name is Unn. But not now" | "Ja, eg heiter Unn. Men ikkje no"
        | "Ja, jag heter Unn. Men inte nu" | "Ja, ich heiße Unn. Aber nicht jetzt" => "!plain_yes_or_no";
    "yes, my name is Aud" | "ja, eg heiter Aud" | "ja, jag heter Aud" | "ja, ich heiße Aud" => "!name_taken";
    "no" | "nei" | "nej" | "nein" => "(declined)";
};

const PRESENCE: &[Row] = rows! {
    "I'm here" | "Eg er her" | "Jag är här" | "Ich bin da" => "(confirmed)";
    "ok" | "ja" | "ja" | "ok" => "(confirmed)";
    "No, sorry" | "Nei, orsak" | "Nej, tyvärr" | "Nein, leider nicht" => "(left)";
    "No" | "Nei" | "Nej" | "Nein" => "(left)";
    "Yes\nsay See you all there" | "Ja\nsei Vi sest" | "Ja\nsäg Vi ses" | "Ja\nsag Bis gleich" => "(confirmed); (said)";
};

const VOTE: &[Row] = rows! {
    "yes" | "ja" | "ja" | "ja" => "(voted_yes)";
    "Agreed." | "Ja takk!" | "Gärna!" | "Einverstanden." => "(voted_yes)";
    "no" | "nei" | "nej" | "nein" => "(voted_no)";
    "no\n\nsay Let us play on" | "nei\n\nsei Lat oss spele vidare"
        | "nej\n\nsäg Låt oss spela vidare" | "nein\n\nsag Lasst uns weiterspielen" => "(voted_no); (said)";
    "Ok, I am against it." | "Ok, eg er imot." | "Ok, jag är emot." | "Ok, ich bin dagegen." => "!plain_yes_or_no";
    "I don't know" | "Eg veit ikkje" | "Jag vet inte" | "Ich weiß nicht" => "!plain_yes_or_no";
};

const SEAT_OFFER: &[Row] = rows! {
    "Yes, I accept" | "Ja, gjerne det" | "Ja, det gör jag" | "Ja, mache ich" => "(seat_taken)";
    "yes" | "ja" | "ja" | "ja" => "(seat_taken)";
    "no thanks" | "nei takk" | "nej tack" | "nein danke" => "(seat_not_taken)";
};

const OTHERS: &[Row] = rows! {
    "rematch" | "omkamp" | "revansch" | "Revanche" => "!game_not_over";
    "say Hello" | "sei Hei" | "säg Hej" | "sag Hallo" => "(said)";
    "say Hello\nHow are you?" | "sei Hei\nKorleis går det?" | "säg Hej\nHur är det?" | "sag Hallo\nWie geht's?" => "(said)";
    "settings" | "innstillingar" | "inställningar" | "Einstellungen" => "(settings_sent)";
    "yes" | "ja" | "ja" | "ja" => "!nothing_asked";
    "rematch\nbut not today" | "omkamp\nmen ikkje i dag" | "revansch\nmen inte i dag" | "Revanche\naber nicht heute" => "!plain_yes_or_no";
};

const TOPICS: [(ReplyTopic, &[Row]); 6] = [
    (ReplyTopic::Invitation, INVITATION),
    (ReplyTopic::Presence, PRESENCE),
    (ReplyTopic::Vote, VOTE),
    (ReplyTopic::SeatOffer, SEAT_OFFER),
    (ReplyTopic::Game, OTHERS),
    (ReplyTopic::Invitation, NEWCOMER),
];

/// How many replies there are in one language.
pub fn count() -> usize {
    TOPICS.iter().map(|(_, rows)| rows.len()).sum()
}

struct Club {
    office: PostOffice,
    ctx: Ctx,
    people: [Person; NAMES.len()],
    column: usize,
    sent: usize,
}

impl Club {
    async fn reading(column: usize) -> Self {
        let office = super::office_without_post();
        let people = office.service.people(NAMES).await;
        office.tamper(&format!("UPDATE accounts SET language = '{}'", LANGUAGES[column]));
        let ctx = connect(&office.service).await;
        Self { office, ctx, people, column, sent: 0 }
    }

    /// What a new mail is about, with a game of its own, and the address that it was sent to.
    async fn asked(&self, topic: ReplyTopic, is_new: bool) -> (NewReplyAddress<'static>, String) {
        let [aud, bjarni, cnut, dalla] = &self.people;
        let own = |person: &Person| Some(person.id.parse().unwrap());
        let of_bjarni = "bjarni@example.org".to_owned();
        match topic {
            ReplyTopic::Invitation => {
                let game = json!({"ruleset": "nord", "seats": 3, "language": LANGUAGES[self.column]});
                let opened = aud.post("/v1/games", &game).await.must_be(201);
                let game = opened["id"].as_str().unwrap();
                let email = format!("newcomer+{}@example.org", self.sent);
                let whom = if is_new { json!({"email": email}) } else { json!({"name": "Bjarni"}) };
                let invited = aud.post(&format!("/v1/games/{game}/invitations"), &whom).await.must_be(201);
                let account = if is_new { None } else { own(bjarni) };
                let invitation = Some(invited["id"].as_str().unwrap().parse().unwrap());
                let about = NewReplyAddress::of(topic, game.parse().unwrap(), account);
                (NewReplyAddress { invitation, ..about }, if is_new { email } else { of_bjarni })
            }
            ReplyTopic::Presence => {
                let game = json!({"ruleset": "nord", "seats": 3, "start": "on_confirmation"});
                let opened = aud.post("/v1/games", &game).await.must_be(201);
                let game = opened["id"].as_str().unwrap();
                for person in [bjarni, cnut] {
                    person.post(&format!("/v1/games/{game}/join"), &json!({})).await.must_be(200);
                }
                (NewReplyAddress::of(topic, game.parse().unwrap(), own(bjarni)), of_bjarni)
            }
            _ => {
                let table = Table::of("nord", &self.people[..3]).await;
                let seat = table.players.iter().position(|player| player.id == bjarni.id).unwrap();
                let (body, reader, email) = match topic {
                    ReplyTopic::SeatOffer => {
                        let body = json!({"kind": "replace_seat", "seat": seat, "account": dalla.id});
                        (Some((bjarni, body)), dalla, "dalla@example.org".to_owned())
                    }
                    ReplyTopic::Vote => (Some((aud, json!({"kind": "pause"}))), bjarni, of_bjarni),
                    _ => (None, bjarni, of_bjarni),
                };
                let mut about = NewReplyAddress::of(topic, table.id.parse().unwrap(), own(reader));
                about.seat = Some(u8::try_from(seat).unwrap());
                if let Some((opener, body)) = body {
                    let vote = opener.post(&format!("{}/votes", table.path), &body).await.must_be(201);
                    if topic == ReplyTopic::Vote {
                        about.decision = Some(vote["id"].as_str().unwrap().to_owned().leak());
                    }
                }
                (about, email)
            }
        }
    }

    /// What a reply came to.
    async fn reply(&mut self, topic: ReplyTopic, row: &Row, is_new: bool) -> String {
        self.sent += 1;
        let (about, from) = self.asked(topic, is_new).await;
        let (app, game) = (self.office.service.app.clone(), about.game);
        let local = create_reply_address(&mut self.ctx, about).await.unwrap().unwrap();
        let draft = Draft {
            from: from.clone(),
            to: format!("{local}@{}", domain(&app.settings)),
            id: format!("table-{}@example.org", self.sent),
            headers: headers(),
            text: row.says[self.column].to_owned(),
        };
        let told = meaning_of(&self.office, &mut self.ctx.db, draft).await;
        if matches!(topic, ReplyTopic::Invitation | ReplyTopic::Presence) {
            let cancel = format!("/v1/games/{game}/cancel");
            self.people[0].post(&cancel, &json!({})).await.must_be(200);
        }
        let name = format!("SELECT name AS value FROM accounts WHERE email = '{from}'");
        match super::ask(&mut self.ctx.db, &name).await.pop().filter(|_| is_new) {
            Some(name) => format!("{told} as {name}"),
            None => told,
        }
    }
}

/// Every row comes to what it says, in one language.
pub async fn are_understood(column: usize) {
    let mut club = Club::reading(column).await;
    let mut wrong = Vec::new();
    for (place, (topic, rows)) in TOPICS.into_iter().enumerate() {
        for row in rows {
            let means = club.reply(topic, row, place + 1 == TOPICS.len()).await;
            if means != row.means {
                wrong.push(format!(
                    "{topic:?} {:?}\n    means {means}\n    not   {}",
                    row.says[column], row.means
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{} in {}:\n{}", wrong.len(), LANGUAGES[column], wrong.join("\n"));
}
