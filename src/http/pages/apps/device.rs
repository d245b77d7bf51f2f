//! `/device`: the code that a program without a browser shows is typed here (RFC 8628, 3.3).
//!
//! The code is in no address: a stranger who sends a link that leads here has to make the player type it, on a page that
//! asks whether they started the program themself, on a device beside them (5.4).

use actix_web::web::Data;
use actix_web::{Error as WebError, HttpResponse};
use minijinja::context;

use super::super::device::{self as cookies, Browser, foreign_form};
use super::super::page::HtmlPage;
use super::super::words::PageWords;
use super::{AppForm, AskingApp, LogInRequest, Visitor, asking_page, done_page};
use crate::error::{Code, Error, Sentence};
use crate::http::extract::{FormFields, PressedForm};
use crate::http::language::AcceptLanguage;
use crate::http::origin::Origin;
use crate::service::apps::{self, WaitingDevice};
use crate::service::page_log_ins::LogInToken;
use crate::service::{App, Ctx};
use crate::store::Pool;

const ADDRESS: &str = "/device";
/// The field of every form here.
const USER_CODE: &str = "user_code";

/// `GET /device`
pub async fn show(
    browser: Browser,
    language: AcceptLanguage,
    mut ctx: Ctx,
) -> Result<HttpResponse, WebError> {
    let visitor = Visitor::of(&mut ctx, &browser).await?;
    Ok(code_page(&visitor.words(&language)).shown()?)
}

/// `POST /device`
pub async fn press(
    form: PressedForm<AppForm>,
    browser: Browser,
    language: AcceptLanguage,
    from: Origin,
    app: Data<App>,
    pool: Data<Pool>,
) -> Result<HttpResponse, WebError> {
    let PressedForm { form, sent } = form;
    let typed = user_code(&sent);
    let (visitor, device) = {
        let mut ctx = Ctx::acquire(&app, &pool).await?;
        let visitor = Visitor::of(&mut ctx, &browser).await?;
        if !browser.is_from_here() {
            return Ok(foreign_form(&visitor.words(&language))?);
        }
        (visitor, apps::waiting_device(&mut ctx, typed).await)
    };
    let words = visitor.words(&language);
    let device = match device {
        Ok(device) => device,
        Err(error) => return Ok(code_page(&words).again(error, &sent)?),
    };
    let carried_out: Result<Option<LogInToken>, Error> = match form {
        Ok(AppForm::FindDevice {}) => Ok(None),
        Ok(AppForm::Deny {}) => {
            let mut ctx = Ctx::acquire(&app, &pool).await?;
            ctx.transaction(async |tx| apps::deny_device(tx, &device).await).await?;
            return Ok(done_page(&words, "device_denied").shown()?);
        }
        Ok(AppForm::Allow { started }) => match visitor.known() {
            Some(known) if !known.has_sent(&browser, &sent) => return Ok(foreign_form(&words)?),
            Some(_) if started.is_none() => Err(Code::InvalidField.field("started", Sentence::Missing)),
            Some(known) => {
                let by = (known.account.id, known.credential);
                let mut ctx = Ctx::acquire(&app, &pool).await?;
                match ctx.transaction(async |tx| apps::allow_device(tx, by, &device).await).await {
                    Ok(()) => return Ok(done_page(&words, "device_allowed").shown()?),
                    Err(error) => Err(error),
                }
            }
            // The log-in has ended meanwhile.
            None => Ok(None),
        },
        Ok(form) => {
            let log_in = LogInRequest {
                app: &app,
                pool: &pool,
                browser: &browser,
                from: from.0,
                language: &language,
                goes_to: ADDRESS,
            };
            log_in.carry_out(form).await
        }
        Err(error) => Err(error),
    };
    // Shown at once: a redirect would need the code in an address.
    match carried_out {
        Ok(new) => {
            let mut ctx = Ctx::acquire(&app, &pool).await?;
            let visitor = Visitor::with_new(&mut ctx, &browser, new.as_ref()).await?;
            let mut response = page(&visitor.words(&language), &device, typed, &visitor).shown()?;
            if let Some(token) = new {
                cookies::keep_log_in(&app, &mut response, &token)?;
            }
            Ok(response)
        }
        Err(error) => Ok(page(&words, &device, typed, &visitor).again(error, &sent)?),
    }
}

fn user_code(sent: &FormFields) -> &str {
    let found = sent.0.iter().find(|(name, _)| name == USER_CODE);
    found.map(|(_, value)| value.as_str()).unwrap_or_default()
}

fn code_page(words: &PageWords) -> HtmlPage {
    HtmlPage::new("apps/device.html", words, context! { address => ADDRESS }).with_origin(None)
}

fn page(words: &PageWords, device: &WaitingDevice, typed: &str, visitor: &Visitor) -> HtmlPage {
    let app = AskingApp {
        client: &device.client,
        scopes: device.scopes,
        kind: "device",
        host: None,
        user_code: Some(typed),
    };
    asking_page(words, &app, visitor, ADDRESS, false)
}
