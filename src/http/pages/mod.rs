//! The pages that the links of mails lead to, for people who have no client at hand.
//!
//! A GET only shows: programs that look at every link of a mail change nothing. The button does it, with the same use
//! case as the operation of the API. No script, nothing from elsewhere, and what a person typed is escaped.

mod answer;
mod page;

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde::Deserialize;

pub use self::answer::{answer, show_answer};
use self::page::{Button, Page};
use super::extract::{Form, Query};
use crate::app::App;
use crate::error::Error;
use crate::service::accounts::{self, NewPassword, Progress, Verdict};
use crate::store::{self, Pool};

/// The token of a link.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Link {
    #[serde(default)]
    token: String,
}

/// The answer to a change of address.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Answer {
    token: String,
    answer: Verdict,
}

fn one(label: &'static str) -> Vec<Button> {
    vec![Button { label, value: None }]
}

fn verify_form(token: String) -> Page {
    Page {
        title: "Prove your address",
        text: "Press the button to prove that this mail address is yours. Then you can log in.",
        action: "verify",
        token,
        buttons: one("This address is mine"),
        ..Page::default()
    }
}

/// `GET /accounts/verify`
pub async fn show_verify(link: Query<Link>) -> Result<HttpResponse, Error> {
    verify_form(link.0.token).shown()
}

/// `POST /accounts/verify`
pub async fn verify(app: Data<App>, pool: Data<Pool>, form: Form<Link>) -> Result<HttpResponse, Error> {
    let token = form.0.token;
    let mut connection = store::pool::lend(&pool).await?;
    let done = store::transaction(&mut connection, async |connection| {
        accounts::verify(&app, connection, &token).await
    });
    match done.await {
        Ok(_) => done_page("Your address is proved", "You can log in now."),
        Err(error) => verify_form(token).refused(&error),
    }
}

fn reset_form(token: String) -> Page {
    Page {
        title: "Set a new password",
        text: "This logs you out everywhere and ends your personal access tokens.",
        action: "reset",
        token,
        asks_password: true,
        buttons: one("Set the password"),
        ..Page::default()
    }
}

/// `GET /accounts/reset`
pub async fn show_reset(link: Query<Link>) -> Result<HttpResponse, Error> {
    reset_form(link.0.token).shown()
}

/// `POST /accounts/reset`
pub async fn reset(app: Data<App>, pool: Data<Pool>, form: Form<NewPassword>) -> Result<HttpResponse, Error> {
    let NewPassword { token, password } = form.0;
    let done = async {
        {
            let mut connection = store::pool::lend(&pool).await?;
            accounts::whose_password(&app, &mut connection, &token).await?;
        }
        let hash = app.passwords.hash(&app, password.into_secret()).await?;
        let mut connection = store::pool::lend(&pool).await?;
        store::transaction(&mut connection, async |connection| {
            accounts::reset_password(&app, connection, &token, &hash).await
        })
        .await
    };
    match done.await {
        Ok(()) => {
            accounts::shut_out(&app);
            app.wake.knock();
            done_page("Your password is set", "Log in with it.")
        }
        Err(error) => reset_form(token).refused(&error),
    }
}

fn address_form(token: String) -> Page {
    Page {
        title: "Change of address",
        text: "Your account is to have another mail address. It changes when the old address and the new one have \
               both agreed.",
        action: "address",
        token,
        buttons: vec![
            Button { label: "I agree", value: Some("confirm") },
            Button { label: "Cancel the change", value: Some("cancel") },
        ],
        ..Page::default()
    }
}

/// `GET /accounts/address`
pub async fn show_address(link: Query<Link>) -> Result<HttpResponse, Error> {
    address_form(link.0.token).shown()
}

/// `POST /accounts/address`
pub async fn answer_address(
    app: Data<App>,
    pool: Data<Pool>,
    form: Form<Answer>,
) -> Result<HttpResponse, Error> {
    let Answer { token, answer } = form.0;
    let mut connection = store::pool::lend(&pool).await?;
    let done = store::transaction(&mut connection, async |connection| {
        accounts::answer_address(&app, connection, &token, answer).await
    });
    match done.await.map(|progress| progress.state) {
        Ok(Progress::Waiting) => done_page("Thank you", "Now the other address must agree as well."),
        Ok(Progress::Changed) => {
            app.wake.knock();
            done_page("Your address is changed", "Mail goes to the new one from now on.")
        }
        Ok(Progress::Cancelled) => done_page("The change is cancelled", "Your address stays as it was."),
        Err(error) => address_form(token).refused(&error),
    }
}

fn done_page(title: &'static str, text: &'static str) -> Result<HttpResponse, Error> {
    Page { title, text, ..Page::default() }.shown()
}
