//! What the players of a game decide together, and what they say to each other.

use serde::Serialize;

use super::page::PageWriter;
use crate::http::pages::choices::{choice, lines, select};
use crate::http::pages::page::{Button, Input, PageForm, Section};
use crate::service::log::{Ballot, VoteKind};
use crate::service::messages::Message;
use crate::service::votes::Vote;
use crate::store::games::{Status, Visibility};
use crate::texts::when;
use rules::Seat;

#[derive(Debug, Serialize)]
pub struct MessagePart {
    pub from: String,
    pub text: String,
}

impl PageWriter<'_> {
    /// The open votes, with the ballots that the reader may cast.
    pub fn open_votes(&self) -> Vec<Section> {
        let mut sections: Vec<Section> = self.moment.votes.iter().map(|vote| self.vote(vote)).collect();
        if let Some(first) = sections.first_mut() {
            first.heading = Some(self.say("votes"));
        }
        sections
    }

    fn vote(&self, vote: &Vote) -> Section {
        let seat = self.opened.link.seat;
        let until = when(vote.expires_at, &self.moment.time_zone, &self.moment.language);
        let cast = vote.ballots.iter().find(|cast| cast.seat == seat).map(|cast| cast.ballot);
        let offered = [(Ballot::Yes, "yes", "vote_yes"), (Ballot::No, "no", "vote_no")];
        let is_voter = vote.voters.contains(&seat) && !self.moment.has_caretaker;
        let buttons = offered.into_iter().filter(|(ballot, ..)| is_voter && cast != Some(*ballot));
        let button = |(_, value, key)| Button { name: Some("ballot"), value, ..Button::quiet(self.say(key)) };
        let id = vote.id.to_string();
        let ballots = PageForm {
            buttons: buttons.map(button).collect(),
            ..PageForm::press(self.post_address, "vote").sending("vote", &id)
        };
        let withdraw = (vote.opened_by == seat && !self.moment.has_caretaker).then(|| {
            let button = Button::quiet(self.say("vote_withdraw"));
            PageForm::press(self.post_address, "withdraw_vote").sending("vote", &id).with(button)
        });
        Section {
            list: vec![
                self.sentences.text("facts", "vote", vote.facts(seat)),
                self.sentences.text("facts", "needed", vote.facts(seat)),
                self.sentences.text("facts", "expires", [("until", until.into())]),
            ],
            forms: std::iter::once(ballots).filter(|form| !form.buttons.is_empty()).chain(withdraw).collect(),
            ..Section::default()
        }
    }

    /// What can be put to the vote.
    pub fn new_votes(&self) -> Vec<Section> {
        let moment = self.moment;
        if !moment.status.is_in_play() || moment.has_caretaker {
            return Vec::new();
        }
        let is_possible = |kind: &VoteKind| match kind {
            VoteKind::Pause => moment.status == Status::Running,
            VoteKind::Resume => moment.status == Status::Paused,
            VoteKind::ExtendClocks => self.opened.loaded.present.clock.is_some(),
            VoteKind::EndByRanking | VoteKind::Cancel => true,
            // It has a form of its own.
            VoteKind::ReplaceSeat => false,
        };
        let kinds = VoteKind::ALL.into_iter().filter(is_possible);
        let kinds: Vec<_> =
            kinds.map(|kind| choice(kind.word(), &self.say(&format!("vote_{}", kind.word())))).collect();
        let first = kinds.first().map(|kind| kind.value.clone()).unwrap_or_default();
        let open = PageForm {
            inputs: vec![select("kind", self.say("vote_kind"), &first, kinds)],
            ..PageForm::press(self.post_address, "open_vote").with(Button::quiet(self.say("vote_open")))
        };
        vec![
            Section { text: vec![self.say("vote_text")], ..Section::of(self.say("vote_open"), vec![open]) },
            Section {
                text: vec![self.say("replace_text")],
                ..Section::of(self.say("replace"), vec![self.replacement()])
            },
        ]
    }

    fn replacement(&self) -> PageForm {
        let loaded = &self.opened.loaded;
        let seats = (0..).zip(&self.moment.people);
        let seats: Vec<_> = seats
            .filter(|(seat, _)| !loaded.has_resigned(*seat))
            .map(|(seat, _)| choice(&seat.to_string(), &self.sentences.player(seat)))
            .collect();
        let mut successors =
            vec![choice("bot", &self.say("replace_bot")), choice("named", &self.say("replace_named"))];
        if loaded.present.visibility != Visibility::Private {
            successors.push(choice("anybody", &self.say("replace_anybody")));
        }
        let name =
            Input { name: "name".to_owned(), label: self.say("replace_name"), most: 32, ..Input::default() };
        let own = self.opened.link.seat.to_string();
        PageForm {
            inputs: vec![
                select("seat", self.say("replace_seat"), &own, seats),
                select("successor", self.say("replace_by"), "bot", successors),
                name,
            ],
            ..PageForm::press(self.post_address, "replace_seat").with(Button::quiet(self.say("replace")))
        }
    }

    /// The field for a message, to everybody or to one other player.
    pub fn message_form(&self) -> PageForm {
        let own = self.opened.link.seat;
        let people = (0..).zip(&self.moment.people).filter(|(seat, name)| *seat != own && name.is_some());
        let others: Vec<_> = people
            .map(|(seat, _): (Seat, _)| choice(&seat.to_string(), &self.sentences.player(seat)))
            .collect();
        let to = (others.len() > 1).then(|| {
            let all = std::iter::once(choice("", &self.say("to_everybody")));
            select("to", self.say("to"), "", all.chain(others).collect())
        });
        PageForm {
            inputs: std::iter::once(lines("text", self.say("say"), 2000, true)).chain(to).collect(),
            ..PageForm::press(self.post_address, "say").with(Button::quiet(self.say("say_button")))
        }
    }

    pub fn message(&self, message: &Message) -> MessagePart {
        let gone = || self.sentences.text("words", "nobody", []);
        let from = message.name.clone().unwrap_or_else(gone);
        let from = match &message.to {
            Some(_) => self.sentences.text("seat_page", "said_privately", [("from", from.into())]),
            None => from,
        };
        MessagePart { from, text: message.text.clone() }
    }
}
