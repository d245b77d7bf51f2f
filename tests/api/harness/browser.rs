//! A browser without scripts and without an account: it opens links, fills in forms and presses buttons.

use std::cell::RefCell;

use form_urlencoded::Serializer;
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder};
use sha2::{Digest, Sha256};

use super::{Answer, Person, PostOffice, Service};

const FORM: &str = "application/x-www-form-urlencoded";

/// An answer that is looked at, as its button sends it.
pub struct Preview {
    pub decision: String,
    pub action: String,
    pub version: String,
}

/// A page as its reader sees it.
pub struct Page(pub Answer);

/// A form of a page, with what it would send as it is.
#[derive(Debug, Clone)]
pub struct WebForm {
    /// Where it is posted.
    pub action: String,
    pub fields: Vec<(String, String)>,
    /// The names of its fields, boxes that are not ticked too.
    pub names: Vec<String>,
    /// What it says.
    pub text: String,
}

impl Page {
    /// The addresses at which the options that it lists can be looked at, those with a button that acts at once, too.
    pub fn options(&self) -> Vec<String> {
        self.answers().into_iter().map(|(address, _)| address).collect()
    }

    /// The same with what each does.
    pub fn answers(&self) -> Vec<(String, String)> {
        let items = self.0.text.split("<li>").skip(1).filter_map(|item| item.split("</li>").next());
        let read = |item: &str| {
            let (address, rest) = match item.split_once("<button") {
                Some((form, rest)) => {
                    let field =
                        |name: &str| attribute(form.split_once(&format!(" name=\"{name}\""))?.1, "value");
                    let digest = hex::encode(&Sha256::digest(field("action")?)[..8]);
                    (format!("?decision={}&choice={digest}", field("decision")?), rest)
                }
                None => {
                    let (address, rest) = item.strip_prefix("<a href=\"")?.split_once('"')?;
                    (unescaped(address), rest)
                }
            };
            Some((address, unescaped(rest.split_once('>')?.1.split('<').next()?)))
        };
        items.filter_map(read).filter(|(address, _)| address.starts_with("?decision=")).collect()
    }

    /// The addresses of the places on the board that can be tapped.
    pub fn places(&self) -> Vec<String> {
        self.links("?place=")
    }

    /// Where links lead that begin like that.
    pub fn links(&self, begin: &str) -> Vec<String> {
        let targets = self.0.text.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
        targets.map(unescaped).filter(|target| target.starts_with(begin)).collect()
    }

    /// What stands in a hidden field.
    pub fn field(&self, name: &str) -> Option<String> {
        let (_, rest) = self.0.text.split_once(&format!("name=\"{name}\" value=\""))?;
        rest.split('"').next().map(unescaped)
    }

    pub fn preview(&self) -> Option<Preview> {
        let (_, preview) = self.0.text.split_once("class=\"preview\"")?;
        let field = |name: &str| attribute(preview.split_once(&format!(" name=\"{name}\""))?.1, "value");
        Some(Preview { decision: field("decision")?, action: field("action")?, version: field("version")? })
    }

    /// The forms that are posted.
    pub fn forms(&self) -> Vec<WebForm> {
        let folder = self.0.address.split('?').next().and_then(|path| path.rsplit_once('/'));
        let folder = folder.map_or("", |(folder, _)| folder);
        let whole = |mut form: WebForm| {
            if !form.action.starts_with('/') {
                form.action = format!("{folder}/{}", form.action);
            }
            form
        };
        let forms = self.0.text.split("<form method=\"post\"").skip(1);
        forms.map(WebForm::read).map(whole).collect()
    }

    /// The form whose button does that.
    #[track_caller]
    pub fn form(&self, press: &str) -> WebForm {
        let is_it =
            |form: &WebForm| form.fields.iter().any(|(name, value)| name == "press" && value == press);
        let found = self.forms().into_iter().find(is_it);
        found.unwrap_or_else(|| panic!("nothing to press for {press}: {}", self.0.text))
    }

    pub fn can(&self, press: &str) -> bool {
        self.0.text.contains(&format!("name=\"press\" value=\"{press}\""))
    }

    #[track_caller]
    pub fn says(&self, sentence: &str) -> &Self {
        assert!(unescaped(&self.0.text).contains(sentence), "{sentence}: {}", self.0.text);
        self
    }

    #[track_caller]
    pub fn says_not(&self, sentence: &str) -> &Self {
        assert!(!unescaped(&self.0.text).contains(sentence), "{sentence}: {}", self.0.text);
        self
    }
}

impl WebForm {
    /// From what stands behind `<form method="post"`.
    fn read(html: &str) -> Self {
        let html = html.split("</form>").next().unwrap_or_default();
        let action = attribute(html, "action").unwrap_or_default();
        let (mut fields, mut names) = (Vec::new(), Vec::new());
        for (at, _) in html.match_indices('<') {
            let rest = &html[at..];
            let tag = rest.split('>').next().unwrap_or_default();
            let Some(name) = attribute(tag, "name") else { continue };
            let value = || attribute(tag, "value").unwrap_or_default();
            if tag.starts_with("<input") {
                names.push(name.clone());
                let is_ticked =
                    ["checkbox", "radio"].iter().any(|kind| tag.contains(&format!("type=\"{kind}\"")));
                if !is_ticked || tag.contains(" checked") {
                    fields.push((name, value()));
                }
            } else if tag.starts_with("<select") {
                names.push(name.clone());
                let select = rest.split("</select>").next().unwrap_or_default();
                let chosen = select.split("<option").find(|option| option.contains(" selected"));
                let chosen = chosen.or_else(|| select.split("<option").nth(1));
                fields.push((name, chosen.and_then(|option| attribute(option, "value")).unwrap_or_default()));
            } else if tag.starts_with("<textarea") {
                names.push(name.clone());
                let text = rest.split_once('>').and_then(|(_, rest)| rest.split("</textarea>").next());
                fields.push((name, unescaped(text.unwrap_or_default().trim_start_matches('\n'))));
            }
        }
        let text = html.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
        Self { action, fields, names, text: unescaped(&text.collect::<String>()) }
    }

    /// With another value in a field that it has.
    #[track_caller]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        assert!(self.names.iter().any(|known| known == name), "no field {name} in {self:?}");
        self.fields.retain(|(known, _)| known != name);
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// What it sends in a field.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// With the value of one of several buttons.
    pub fn by(mut self, name: &str, value: &str) -> Self {
        self.fields.push((name.to_owned(), value.to_owned()));
        self
    }

    /// With a box ticked beside those that are.
    pub fn ticked(self, name: &str, value: &str) -> Self {
        self.by(name, value)
    }
}

fn attribute(tag: &str, name: &str) -> Option<String> {
    let (_, rest) = tag.split_once(&format!(" {name}=\""))?;
    rest.split('"').next().map(unescaped)
}

/// Without the escapes of HTML.
pub fn unescaped(text: &str) -> String {
    let escapes =
        [("&#x27;", "'"), ("&quot;", "\""), ("&#x2f;", "/"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    escapes.iter().fold(text.to_owned(), |text, (escaped, plain)| text.replace(escaped, plain))
}

pub struct Browser(pub Person);

impl Browser {
    pub fn new(office: &PostOffice) -> Self {
        Self(office.service.stranger())
    }

    pub async fn open(&self, address: &str) -> Page {
        Page(self.0.get(address).await)
    }

    /// Sends a form, and follows where it leads.
    pub async fn press(&self, address: &str, fields: &[(&str, &str)]) -> Page {
        let form = Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.0.request(Method::POST, address).header("Content-Type", FORM).body(form);
        Page(self.0.send(request).await)
    }

    /// Sends a form as it is filled in.
    pub async fn send_form(&self, form: &WebForm) -> Page {
        let fields: Vec<(&str, &str)> =
            form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.press(&form.action, &fields).await
    }

    /// Looks at an answer and sends it.
    pub async fn answer(&self, address: &str, option: &str) -> Page {
        let preview = self.open(&format!("{address}{option}")).await;
        let chosen = preview.preview().unwrap_or_else(|| panic!("nothing to send: {}", preview.0.text));
        self.send(address, &chosen).await
    }

    pub async fn send(&self, address: &str, chosen: &Preview) -> Page {
        let Preview { decision, action, version } = chosen;
        let fields = [("press", "act"), ("decision", decision), ("action", action), ("version", version)];
        self.press(address, &fields).await
    }
}

/// A browser that keeps the cookie of the service, and says where its forms come from, as browsers do.
pub struct CookieBrowser {
    server: String,
    client: Client,
    /// `name=value`.
    pub cookie: RefCell<Option<String>>,
    /// The cookie of a log-in for some minutes, likewise.
    pub log_in: RefCell<Option<String>>,
}

/// A request of a [`CookieBrowser`], or one that another site has made it send.
#[derive(Default)]
pub struct Crafted<'r> {
    pub origin: Option<&'r str>,
    /// Sent instead of the browser's own.
    pub cookie: Option<&'r str>,
    pub fields: &'r [(&'r str, &'r str)],
}

const MOST_REDIRECTS: usize = 5;

impl CookieBrowser {
    pub fn new(office: &PostOffice) -> Self {
        Self::of(&office.service)
    }

    pub fn of(service: &Service) -> Self {
        let client = Client::builder().no_proxy().pool_max_idle_per_host(0).redirect(Policy::none());
        Self {
            server: service.servers[0].address.clone(),
            client: client.build().unwrap(),
            cookie: RefCell::new(None),
            log_in: RefCell::new(None),
        }
    }

    /// The origin of the pages of the service.
    pub fn origin(&self) -> &str {
        &self.server
    }

    pub async fn open(&self, address: &str) -> Page {
        self.follow(self.client.request(Method::GET, self.at(address)), None).await
    }

    /// Sends a form as it is filled in, from a page of the service.
    pub async fn send_form(&self, form: &WebForm) -> Page {
        let fields: Vec<(&str, &str)> =
            form.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        self.post(&form.action, &Crafted { origin: Some(&self.server), fields: &fields, cookie: None }).await
    }

    /// Sends a POST as it is crafted.
    pub async fn post(&self, address: &str, crafted: &Crafted<'_>) -> Page {
        let form = Serializer::new(String::new()).extend_pairs(crafted.fields).finish();
        let mut request =
            self.client.request(Method::POST, self.at(address)).header("Content-Type", FORM).body(form);
        if let Some(origin) = crafted.origin {
            request = request.header("Origin", origin);
        }
        self.follow(request, crafted.cookie).await
    }

    fn at(&self, address: &str) -> String {
        format!("{}{address}", self.server)
    }

    async fn follow(&self, mut request: RequestBuilder, cookie: Option<&str>) -> Page {
        for _ in 0..MOST_REDIRECTS {
            let own = [self.cookie.borrow().clone(), self.log_in.borrow().clone()];
            let own = own.into_iter().flatten().collect::<Vec<_>>().join("; ");
            let sent = cookie.unwrap_or(&own);
            if !sent.is_empty() {
                request = request.header("Cookie", sent);
            }
            let response = request.header("User-Agent", USER_AGENT).send().await.unwrap();
            if let Some(set) = response.headers().get("set-cookie") {
                let set = set.to_str().unwrap();
                assert!(
                    set.contains("HttpOnly") && set.contains("SameSite=Lax") && set.contains("Path=/"),
                    "{set}"
                );
                let kept = set.split(';').next().unwrap().to_owned();
                let jar = if kept.contains("althing-log-in=") { &self.log_in } else { &self.cookie };
                *jar.borrow_mut() = Some(kept).filter(|_| !set.contains("Max-Age=0"));
            }
            let answer = Answer::of(response).await;
            match &answer.marks.location {
                Some(location) if answer.status == 303 => {
                    request = self.client.request(Method::GET, self.at(location));
                }
                _ => return Page(answer),
            }
        }
        panic!("it is redirected again and again");
    }
}

const USER_AGENT: &str = "Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0";
