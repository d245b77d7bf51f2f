//! The part of the page with standing orders: those that are given, and those that can be.

use super::chosen;
use super::options::{FieldInputs, NumberInput, OptionWriter, SeatInput, bounds, typed};
use super::page::PageWriter;
use crate::error::{Code, Error};
use crate::http::extract::FormFields;
use crate::http::pages::page::{Button, Input, InputKind, PageForm, Section};
use crate::service::Ctx;
use crate::service::mail_links::OpenedSeat;
use crate::service::orders::{self, StandingOrder, StandingOrderPage, StandingOrderRequest};
use crate::service::replies;
use rules::typed_answers::{self, AnswerWords};
use rules::{Field, Json, Shape, type_of};

/// Its name in the address.
pub const PART: &str = "orders";
/// The name of the boxes for ready orders.
const TICKED: &str = "order";

/// An order that the page offers, as the rules would keep it for this seat.
pub struct OfferedOrder {
    pub shape: Shape<Json>,
    /// The fingerprint of its template.
    digest: String,
    kept: Option<Json>,
}

/// The orders that make sense for the seat now and are not forbidden.
pub fn offered(opened: &OpenedSeat, set: &StandingOrderPage) -> Result<Vec<OfferedOrder>, Error> {
    let (_, game) = opened.loaded.in_play()?;
    let order = |shape: Shape<Json>| OfferedOrder {
        digest: replies::digest(&shape.action),
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
pub async fn tick(ctx: &mut Ctx, opened: &OpenedSeat, fields: &FormFields) -> Result<(), Error> {
    let link = opened.link;
    let set = orders::list(ctx, link.game, link.account).await?;
    for order in offered(opened, &set)?.iter().filter(|order| order.is_ready()) {
        let is_ticked = fields.0.iter().any(|(name, value)| name == TICKED && *value == order.digest);
        match (is_ticked, order.given(&set)) {
            (true, None) => give_order(ctx, opened, order.shape.action.clone()).await?,
            (false, Some(given)) => {
                ctx.transaction(async |tx| orders::remove(tx, link.game, link.account, given.id).await)
                    .await?;
            }
            (true, Some(_)) | (false, None) => {}
        }
    }
    Ok(())
}

/// Gives the order whose template has that fingerprint, filled in. Error: `malformed_order`.
pub async fn give(
    ctx: &mut Ctx,
    opened: &OpenedSeat,
    digest: &str,
    fields: &FormFields,
) -> Result<(), Error> {
    let link = opened.link;
    let set = orders::list(ctx, link.game, link.account).await?;
    let offered = offered(opened, &set)?;
    let order = offered.iter().find(|order| order.digest == digest);
    let order = order.ok_or_else(|| Code::OrderNotFound.problem())?;
    let order =
        typed_answers::fill(&order.shape, &typed(&chosen::fields(&fields.0)), &AnswerWords::default());
    let order = order.map_err(|_| Code::MalformedOrder.problem())?;
    give_order(ctx, opened, order).await
}

async fn give_order(ctx: &mut Ctx, opened: &OpenedSeat, order: Json) -> Result<(), Error> {
    let link = opened.link;
    let request = StandingOrderRequest { ruleset: None, order };
    ctx.transaction(async |tx| orders::set(tx, link.game, (link.account, link.credential), &request).await)
        .await?;
    Ok(())
}

impl PageWriter<'_> {
    pub fn orders(&self, set: &StandingOrderPage, offered: &[OfferedOrder]) -> Vec<Section> {
        let mut sections = vec![Section { text: vec![self.say("orders_text")], ..Section::default() }];
        let of_boxes = |order: &StandingOrder| {
            let is_box = |box_: &&OfferedOrder| {
                box_.is_ready() && box_.given(set).is_some_and(|own| own.id == order.id)
            };
            order.suspended.is_none() && offered.iter().any(|box_| is_box(&box_))
        };
        let given = set.items.iter().filter(|order| !of_boxes(order));
        let given: Vec<PageForm> = given.map(|order| self.given_order(order)).collect();
        if !given.is_empty() {
            sections.push(Section::of(self.say("orders_given"), given));
        }
        let boxes = offered.iter().filter(|order| order.is_ready());
        let boxes: Vec<Input> = boxes.map(|order| self.order_box(order, set)).collect();
        if !boxes.is_empty() {
            let form = PageForm {
                inputs: boxes,
                ..PageForm::press(self.address, "tick_orders").with(Button::new(self.say("orders_save")))
            };
            sections.push(Section::of(self.say("orders_tick"), vec![form]));
        }
        let forms = offered.iter().filter(|order| !order.is_ready());
        let forms: Vec<PageForm> = forms.map(|order| self.order_form(order)).collect();
        if !forms.is_empty() {
            sections.push(Section::of(self.say("orders_fill"), forms));
        }
        sections
    }

    fn given_order(&self, order: &StandingOrder) -> PageForm {
        let kind = type_of(&order.order).unwrap_or_default();
        let what = self.sentences.order(&kind, order.order.get());
        let text = match (&order.spent, &order.suspended) {
            (Some(spent), _) => self.sentences.disarmed(&kind, order.order.get(), &spent.reason),
            (None, Some(_)) => self.sentences.text("seat_page", "order_suspended", [("what", what.into())]),
            (None, None) => what,
        };
        let press = |press: &str, key: &str| {
            let form = PageForm { text: Some(text.clone()), ..PageForm::press(self.address, press) };
            form.sending("order", order.id.to_string()).with(Button::quiet(self.say(key)))
        };
        if order.suspended.is_some() && order.spent.is_none() {
            return press("resume_order", "order_resume");
        }
        press("remove_order", "order_remove")
    }

    fn order_box(&self, order: &OfferedOrder, set: &StandingOrderPage) -> Input {
        Input {
            kind: InputKind::Check,
            name: TICKED.to_owned(),
            value: order.digest.clone(),
            label: self.sentences.offered_order(&order.shape),
            is_checked: order.given(set).is_some(),
            ..Input::default()
        }
    }

    fn order_form(&self, order: &OfferedOrder) -> PageForm {
        let form = PageForm::press(self.address, "give_order").sending("shape", &order.digest);
        PageForm {
            id: format!("order-{}", order.digest),
            folded: Some(self.sentences.offered_order(&order.shape)),
            inputs: order.shape.fields.iter().flat_map(|field| self.order_inputs(field)).collect(),
            ..form.with(Button::quiet(self.say("order_give")))
        }
    }

    /// The inputs of a field in a row, each with a label of its own.
    fn order_inputs(&self, field: &Field) -> Vec<Input> {
        let FieldInputs { legend, numbers, choices } =
            OptionWriter { sentences: self.sentences }.inputs(field);
        let number = |number: NumberInput| Input {
            kind: InputKind::Number,
            name: number.name,
            label: match number.label {
                Some(label) => format!("{legend}: {label} ({})", bounds(number.least, number.most)),
                None => legend.clone(),
            },
            value: number.value.to_string(),
            least: number.least.into(),
            most: number.most.into(),
            ..Input::default()
        };
        let choice = |choice: SeatInput| Input {
            kind: InputKind::Check,
            name: choice.name,
            value: choice.seat.to_string(),
            label: choice.label,
            ..Input::default()
        };
        numbers.into_iter().map(number).chain(choices.into_iter().map(choice)).collect()
    }
}
