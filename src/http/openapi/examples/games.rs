//! Games as the lobby shows them, and invitations to them.

use chrono::TimeDelta;
use serde_json::Value;
use serde_json::value::RawValue;

use super::{id, noon, value};
use crate::service::lobby::{
    CreatedInvitationLink, GameDetails, GameProgress, Invitation, InvitationLink, InvitationStatus, Invitee,
    JoinRule, ReceivedInvitation, SeatOccupant, StartRule,
};
use crate::service::page::Page;
use crate::store::games::{Status, Visibility};
use crate::time_control::Clock;
use rules::tagged_options::tagged;
use rules::{Json, chance};

pub fn game() -> Value {
    value(&shown())
}

pub fn games() -> Value {
    value(&Page::whole(vec![shown()]))
}

fn shown() -> GameDetails {
    let person = |seat, account, name: &str| SeatOccupant {
        seat: Some(seat),
        account: Some(id(account)),
        name: Some(name.to_owned()),
        bot: None,
        caretaker: None,
        resigned: false,
        confirmed: None,
    };
    let bot = SeatOccupant {
        seat: Some(2),
        account: None,
        name: None,
        bot: Some("steady".to_owned()),
        caretaker: None,
        resigned: false,
        confirmed: None,
    };
    GameDetails {
        revision: 3,
        mark: None,
        progress: Some(GameProgress {
            version: 41,
            turn: 3,
            active: 2,
            awaited: vec![1, 2],
            points: vec![2, 1, 2],
            deadline: Some(noon()),
        }),
        id: id(0x01),
        ruleset: "landnam".to_owned(),
        name: "Landnám on Fridays".to_owned(),
        status: Status::Running,
        visibility: Visibility::Public,
        owner: id(0xa0),
        seat_count: 3,
        deal_seats: true,
        seats: vec![person(0, 0xa0, "Aud"), person(1, 0xa1, "Bjarni"), bot],
        your_seat: Some(0),
        options: options(),
        house_rules: Vec::new(),
        rated: true,
        commitment: hex::encode(chance::commitment(&[0x5e; 32])),
        outcome: None,
        created_at: noon(),
        started_at: Some(noon()),
        finished_at: None,
        description: "A move a day".to_owned(),
        language: Some("en".to_owned()),
        start: StartRule::WhenFull,
        join: JoinRule::Open,
        confirm_hours: 48,
        clock: Clock::usual(),
        caretaker_after: 3,
        forbidden_orders: vec![],
        order_delay_seconds: 0,
        free_seats: 0,
        confirm_until: None,
        rematch_of: None,
    }
}

/// Of a ruleset without variants.
fn options() -> Json {
    RawValue::from_string("{}".to_owned()).map(|none| tagged("landnam", &none)).unwrap_or_default()
}

pub fn invitation() -> Value {
    value(&bjarni())
}

pub fn invitations() -> Value {
    value(&Page::whole(vec![bjarni()]))
}

pub fn received_invitations() -> Value {
    let received = ReceivedInvitation {
        id: id(0x11),
        game: id(0x01),
        game_name: "Landnám on Fridays".to_owned(),
        ruleset: "landnam".to_owned(),
        invited_by: id(0xa0),
        inviter: "Aud".to_owned(),
        reserve: true,
        created_at: noon(),
    };
    value(&Page::whole(vec![received]))
}

pub fn made_link() -> Value {
    let token = "AZNEn2jAey-MPhorPE1eAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGA".to_owned();
    value(&CreatedInvitationLink { token, link: link() })
}

pub fn invitation_links() -> Value {
    value(&Page::whole(vec![link()]))
}

fn bjarni() -> Invitation {
    Invitation {
        id: id(0x11),
        game: id(0x01),
        invited: Invitee { account: Some(id(0xa1)), name: Some("Bjarni".to_owned()), email: None },
        status: InvitationStatus::Open,
        reserve: true,
        created_at: noon(),
        decided_at: None,
    }
}

fn link() -> InvitationLink {
    InvitationLink {
        id: id(0x12),
        uses_left: 3,
        created_at: noon(),
        expires_at: noon() + TimeDelta::hours(48),
        revoked_at: None,
    }
}
