//! Trade with the bank (rules page §7.2).

use super::ensure_open;
use crate::settlers::event::Recorder;
use crate::settlers::legal::Answers;
use crate::settlers::refusals::{self as no, Validation, ensure, refuse};
use crate::settlers::resource::{Bundle, Resource};
use crate::settlers::state::{State, Table};
use crate::settlers::view::PlayerView;
use rules::{Applied, Apply, Seat, wire};

/// Trades cards of one kind for one of another with the bank, at your best rate.
#[wire(Settlers)]
pub struct MaritimeTrade {
    /// The kind given; your rate says how many.
    pub give: Resource,
    pub get: Resource,
}

/// `rate` cards of one kind for one of another, with the bank.
#[wire(Settlers)]
pub struct MaritimeTraded {
    pub seat: Seat,
    pub give: Resource,
    pub rate: u8,
    pub get: Resource,
}

/// The best rate of a seat for one kind: 2 with its harbour, 3 with a generic one, else 4.
pub fn rate(table: &Table, seat: Seat, kind: Resource) -> u8 {
    let harbours = table.buildings_of(seat).filter_map(|(vertex, _)| table.board.harbour(vertex));
    let rates = harbours.map(|harbour| match harbour.resource() {
        None => 3,
        Some(only) if only == kind => 2,
        Some(_) => 4,
    });
    // Without a harbour.
    rates.min().unwrap_or(4)
}

pub fn rates(table: &Table, seat: Seat) -> Bundle {
    Bundle::new(Resource::ALL.map(|kind| rate(table, seat, kind)))
}

impl MaritimeTrade {
    pub fn decide(&self, recorder: &mut Recorder<'_>, seat: Seat) -> Validation {
        let &Self { give, get } = self;
        let rate = rate(&recorder.table, seat, give);
        self.validate(&PlayerView::after(recorder, seat), rate)?;
        recorder.record(MaritimeTraded { seat, give, rate, get });
        Ok(())
    }

    fn validate(&self, player: &PlayerView<'_>, rate: u8) -> Validation {
        ensure_open(player)?;
        ensure(self.give != self.get, refuse(no::SAME_KIND).at_field("get"))?;
        ensure(player.hand.get(self.give) >= rate, refuse(no::CANNOT_AFFORD).at_field("give"))?;
        ensure(player.table.bank.get(self.get) > 0, refuse(no::BANK_EMPTY).at_field("get"))
    }
}

impl Apply<State> for MaritimeTraded {
    fn apply(&self, state: &mut State) -> Applied {
        state.table.count_act(self.seat)?;
        state.pay(self.seat, Bundle::of(self.give, self.rate))?;
        state.pay_out(self.seat, Bundle::of(self.get, 1))
    }
}

pub fn list(answers: &mut Answers<'_>) {
    let player = answers.player;
    for (give, _) in player.hand.kinds() {
        // The rate depends on the kind given alone, and is found by a walk over all buildings.
        let rate = rate(player.table, player.seat, give);
        let trades = Resource::ALL.into_iter().map(|get| MaritimeTrade { give, get });
        answers.extend(trades.filter(|trade| trade.validate(&player, rate).is_ok()));
    }
}
