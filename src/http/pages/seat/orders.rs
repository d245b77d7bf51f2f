//! The part of the page with standing orders: those that are given, and those that can be.

use minijinja::value::Serde;
use minijinja::{Value, context};

use super::options::{OptionWriter, are_alike, fields, filled};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::FormFields;
use crate::http::pages::link::AfterPress;
use crate::service::Ctx;
use crate::service::mail_links::OpenedSeat;
use crate::service::orders::{self, CreateStandingOrder, StandingOrder, StandingOrderPage};
use crate::service::turn;
use crate::texts::GameSentences;
use rules::{Json, Shape, type_of};

/// The name of the boxes for ready orders.
const TICKED: &str = "order";

/// An order that the page offers, as the rules would keep it for this seat.
pub struct OfferedOrder {
    pub shape: Shape<Json>,
    /// The fingerprint of its template.
    digest: String,
    kept: Option<Json>,
}

/// The orders that the seat can give now and the game allows.
pub fn offered(opened: &OpenedSeat, set: &StandingOrderPage) -> Result<Vec<OfferedOrder>, Error> {
    let (_, game) = opened.loaded.in_play()?;
    let order = |shape: Shape<Json>| OfferedOrder {
        digest: turn::digest(&shape.action),
        kept: game.accept_order(opened.link.seat, &shape.action).ok(),
        shape,
    };
    let is_allowed =
        |shape: &Shape<Json>| !set.forbidden_orders.contains(&type_of(&shape.action).unwrap_or_default());
    let all = opened.loaded.ruleset.offered_orders().into_iter().filter(is_allowed).map(order);
    Ok(all.filter(|order| order.kept.is_some()).collect())
}

impl OfferedOrder {
    /// Is there nothing to fill in?
    fn is_ready(&self) -> bool {
        self.shape.fields.is_empty()
    }

    /// The same order among those that are given and at work.
    fn given<'o>(&self, set: &'o StandingOrderPage) -> Option<&'o StandingOrder> {
        let is_same = |order: &&StandingOrder| {
            let kept = self.kept.as_ref().map(|kept| kept.get());
            order.spent.is_none() && kept == Some(order.order.get())
        };
        set.items.iter().find(is_same)
    }
}

/// Gives the ready orders that are ticked, and takes the others of them back.
pub async fn tick(ctx: &mut Ctx, opened: &OpenedSeat, sent: &FormFields) -> Result<AfterPress, Error> {
    let link = opened.link;
    let set = orders::list(ctx, link.game, link.account).await?;
    for order in offered(opened, &set)?.iter().filter(|order| order.is_ready()) {
        let is_ticked = sent.has(TICKED, &order.digest);
        match (is_ticked, order.given(&set)) {
            (true, None) => give_order(ctx, opened, order.shape.action.clone()).await?,
            (false, Some(given)) => {
                ctx.transaction(async |tx| orders::remove(tx, link.game, link.account, given.id).await)
                    .await?;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    Ok(AfterPress::Page("orders_set"))
}

/// Gives the order whose template has the fingerprint `shape`, filled in.
pub async fn give(ctx: &mut Ctx, opened: &OpenedSeat, sent: &FormFields) -> Result<AfterPress, Error> {
    let link = opened.link;
    let set = orders::list(ctx, link.game, link.account).await?;
    let offered = offered(opened, &set)?;
    let order = offered.iter().find(|order| sent.has("shape", &order.digest));
    let order = order.ok_or_else(|| Code::OrderNotFound.problem())?;
    let order = filled(&order.shape, &fields(&sent.0));
    let order = order.ok_or_else(|| Code::MalformedOrder.because(Sentence::NumbersDoNotFit))?;
    give_order(ctx, opened, order).await?;
    Ok(AfterPress::Page("orders_set"))
}

async fn give_order(ctx: &mut Ctx, opened: &OpenedSeat, order: Json) -> Result<(), Error> {
    let link = opened.link;
    let request = CreateStandingOrder { ruleset: None, order };
    ctx.transaction(async |tx| orders::set(tx, link.game, (link.account, link.credential), &request).await)
        .await?;
    Ok(())
}

/// What the page shows of them: `given`, `ready` ones to tick, and those that are `to_fill_in`.
pub async fn shown(
    ctx: &mut Ctx,
    opened: &OpenedSeat,
    sentences: &GameSentences<'_>,
) -> Result<Value, Error> {
    let set = orders::list(ctx, opened.link.game, opened.link.account).await?;
    let offered = offered(opened, &set)?;
    let (ready, to_fill_in): (Vec<_>, Vec<_>) = offered.iter().partition(|order| order.is_ready());
    // An order that is shown as a ticked box is not listed a second time.
    let has_tick = |order: &StandingOrder| {
        order.suspended.is_none()
            && ready.iter().any(|box_| box_.given(&set).is_some_and(|own| own.id == order.id))
    };
    let given = set.items.iter().filter(|order| !has_tick(order)).map(|order| {
        let (kind, content) = (type_of(&order.order).unwrap_or_default(), order.order.get());
        let text = match &order.spent {
            Some(spent) => sentences.disarmed(&kind, content, &spent.reason),
            None => sentences.order(&kind, content),
        };
        let is_suspended = order.suspended.is_some() && order.spent.is_none();
        context! { id => Serde(order.id), text, is_suspended }
    });
    let options = OptionWriter { ruleset: opened.loaded.ruleset.as_ref(), sentences };
    let shown = |order: &&OfferedOrder| {
        context! {
            digest => &order.digest,
            text => sentences.offered_order(&order.shape),
            is_given => order.given(&set).is_some(),
        }
    };
    // Orders of one kind with the same fields are one form, in which the reader says which of them it is.
    let mut forms: Vec<Vec<&OfferedOrder>> = Vec::new();
    for order in to_fill_in {
        let is_alike = |form: &&mut Vec<&OfferedOrder>| {
            form.first().is_some_and(|other| are_alike(&other.shape, &order.shape))
        };
        match forms.iter_mut().find(is_alike) {
            Some(form) => form.push(order),
            None => forms.push(vec![order]),
        }
    }
    let form = |form: &Vec<&OfferedOrder>| {
        let fields = form.first().map(|order| options.inputs(&order.shape.fields));
        context! { orders => form.iter().map(shown).collect::<Vec<_>>(), fields }
    };
    Ok(context! {
        given => given.collect::<Vec<_>>(),
        ready => ready.iter().map(shown).collect::<Vec<_>>(),
        to_fill_in => forms.iter().map(form).collect::<Vec<_>>(),
    })
}
