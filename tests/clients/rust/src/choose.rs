//! Chooses an action out of those that are listed as legal. Knows no rules.

use althing_client::models::{
    ActionRequest, Decision, Field, LandnamAction, LandnamActionRequest, LandnamActionShape, LegalActions,
    NordActionRequest, SettlersAction, SettlersActionRequest, SettlersActionShape, SettlersBundle,
};
use rand::seq::IndexedRandom;
use rand::Rng;

const SHAPES: f64 = 0.1;

/// An answer to one of the decisions that the game waits for; none if there is none.
pub fn choose(legal: &LegalActions) -> Option<ActionRequest> {
    match legal {
        LegalActions::Landnam(legal) => {
            let asked = awaited(&legal.decisions, |asked| &asked.decision)?;
            let action = one(&asked.actions, &asked.shapes, filled_of_landnam);
            let request = LandnamActionRequest::new(action, asked.decision.id.clone(), Default::default());
            Some(ActionRequest::Landnam(Box::new(request)))
        }
        LegalActions::Settlers(legal) => {
            let asked = awaited(&legal.decisions, |asked| &asked.decision)?;
            let action = one(&asked.actions, &asked.shapes, filled_of_settlers);
            let request = SettlersActionRequest::new(action, asked.decision.id.clone(), Default::default());
            Some(ActionRequest::Settlers(Box::new(request)))
        }
        LegalActions::Nord(legal) => {
            // NORD has no shapes.
            let asked = awaited(&legal.decisions, |asked| &asked.decision)?;
            let request =
                NordActionRequest::new(any(&asked.actions), asked.decision.id.clone(), Default::default());
            Some(ActionRequest::Nord(Box::new(request)))
        }
    }
}

fn any<T: Clone>(things: &[T]) -> T {
    things.choose(&mut rand::rng()).expect("there is something to choose from").clone()
}

/// One of the decisions that the game waits for.
fn awaited<T>(decisions: &[T], decision: impl Fn(&T) -> &Decision) -> Option<&T> {
    let blocking: Vec<&T> = decisions.iter().filter(|asked| decision(asked).blocking).collect();
    blocking.choose(&mut rand::rng()).copied()
}

/// A listed action, or now and then, and where there is no other, one that has to be filled in.
fn one<A: Clone, S: Clone>(actions: &[A], shapes: &[S], filled: fn(S) -> A) -> A {
    let shaped = !shapes.is_empty() && (actions.is_empty() || rand::rng().random_bool(SHAPES));
    if shaped {
        filled(any(shapes))
    } else {
        any(actions)
    }
}

fn filled_of_landnam(shape: LandnamActionShape) -> LandnamAction {
    let mut action = *shape.action;
    match &mut action {
        LandnamAction::Sue(action) => action.cards = integer(&shape.fields, "cards"),
        LandnamAction::Raise(action) => action.cards = integer(&shape.fields, "cards"),
        LandnamAction::AddToSuit(action) => action.cards = integer(&shape.fields, "cards"),
        // An offer is complete as it is listed: one card for one.
        _ => (),
    }
    action
}

fn filled_of_settlers(shape: SettlersActionShape) -> SettlersAction {
    let mut action = *shape.action;
    if let SettlersAction::Discard(action) = &mut action {
        *action.cards = bundle(&shape.fields, "cards");
    }
    action
}

/// A number for the open field of that name.
fn integer(fields: &[Field], name: &str) -> i32 {
    let number = fields.iter().find_map(|field| match field {
        Field::Integer(field) if field.name == name => Some(rand::rng().random_range(field.min..=field.max)),
        _ => None,
    });
    number.expect("the field is listed")
}

/// Cards for the open field of that name, as few as are asked for, from the first kinds.
fn bundle(fields: &[Field], name: &str) -> SettlersBundle {
    let mut cards = SettlersBundle::new();
    for field in fields {
        let Field::Bundle(field) = field else { continue };
        let mut left = if field.name == name { field.min_total } else { 0 };
        for limit in &field.limits {
            let given = limit.max.min(left);
            left -= given;
            let kind = match limit.kind.as_str() {
                "brick" => &mut cards.brick,
                "grain" => &mut cards.grain,
                "lumber" => &mut cards.lumber,
                "ore" => &mut cards.ore,
                _ => &mut cards.wool,
            };
            *kind = Some(given).filter(|given| *given > 0);
        }
    }
    cards
}
