//! Bjarni is invited.

use chrono::TimeDelta;
use serde_json::Value;

use super::{id, noon, value};
use crate::service::lobby::{
    Asked, Invitation, InvitationState, Invitations, Link, Links, MadeLink, Received, ReceivedInvitations,
};

pub fn invitation() -> Value {
    value(&bjarni())
}

pub fn invitations() -> Value {
    value(&Invitations { invitations: vec![bjarni()], next_cursor: None })
}

pub fn received_invitations() -> Value {
    let received = Received {
        id: id(0x11),
        game: id(0x01),
        game_name: "Landnám on Fridays".to_owned(),
        ruleset: "landnam".to_owned(),
        invited_by: id(0xa0),
        inviter: "Aud".to_owned(),
        reserve: true,
        created_at: noon(),
    };
    value(&ReceivedInvitations { invitations: vec![received], next_cursor: None })
}

pub fn made_link() -> Value {
    let token = "AZNEn2jAey-MPhorPE1eAQECAwQFBgcICQoLDA0ODxAREhMUFRYXGA".to_owned();
    value(&MadeLink { token, link: link() })
}

pub fn invitation_links() -> Value {
    value(&Links { links: vec![link()], next_cursor: None })
}

fn bjarni() -> Invitation {
    Invitation {
        id: id(0x11),
        game: id(0x01),
        invited: Asked { account: Some(id(0xa1)), name: Some("Bjarni".to_owned()), email: None },
        state: InvitationState::Open,
        reserve: true,
        created_at: noon(),
        decided_at: None,
    }
}

fn link() -> Link {
    Link {
        id: id(0x12),
        uses_left: 3,
        created_at: noon(),
        expires_at: noon() + TimeDelta::hours(48),
        revoked_at: None,
    }
}
