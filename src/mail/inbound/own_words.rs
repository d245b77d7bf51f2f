//! Finds the lines that the writer of a mail wrote, without what mail programs quote and add (decision 41).
//!
//! Quotes are found by their marks and by what our own mails contain (marker line, addresses, links, sentences), never
//! by the phrases of mail programs, which differ in each language.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::service::App;
use crate::service::replies::{self, Above, OwnLine};
use crate::texts::{self, Catalogue, MAIL_PHRASES};
use rules::typed_answers::words;

/// The most lines of a mail that are read, and characters of a line. Our longest mails have about 600 lines.
const MAX_LINES: usize = 5_000;
const MAX_LETTERS: usize = 2_000;
/// The most own lines that are returned.
const MAX_OWN_LINES: usize = 200;
/// The most lines of a paragraph that introduces a quote.
const MAX_INTRO: usize = 8;
/// The longest name of a quoted header such as `From: …`, in characters.
const MAX_HEADER_NAME: usize = 30;
/// The fewest words of a sentence that marks a line as ours: the writer may well use a shorter one.
const MIN_SENTENCE: usize = 5;

/// What identifies text of our own mails.
pub struct OurMails {
    /// Our addresses and the beginning of every link, in small letters.
    addresses: Vec<String>,
    /// The words of our name as a sender; may be empty.
    name: Vec<String>,
}

/// The marker line, above which replies are written, in every language.
static MARKERS: LazyLock<Vec<Vec<String>>> = LazyLock::new(|| {
    let emails = texts::CODES.iter().map(|code| Catalogue::read(texts::emails(code)));
    emails.filter_map(|emails| emails.text("lines", "marker").map(words)).collect()
});

/// The fixed sentences of our mails.
static SENTENCES: LazyLock<HashSet<Vec<String>>> = LazyLock::new(|| {
    let emails = texts::CODES.iter().map(|code| Catalogue::read(texts::emails(code)));
    let texts = emails.flat_map(|emails| {
        let sections = ["lines", "lead", "help"].map(|section| emails.section(section));
        sections.into_iter().flat_map(|section| section.values().cloned().collect::<Vec<_>>())
    });
    let texts: Vec<String> = texts.filter_map(|text| text.as_str().map(str::to_owned)).collect();
    let sentences = texts.iter().flat_map(|text| text.split(['\n', '{', '}', '%']).map(words));
    sentences.filter(|sentence| sentence.len() >= MIN_SENTENCE).collect()
});

impl OurMails {
    pub fn of(app: &App) -> Self {
        // It always parses: a process does not start with another sender.
        let from = app.settings.mail.sender(&app.settings.club).ok();
        let name = from.as_ref().and_then(|from| from.name.as_deref()).map(words).unwrap_or_default();
        let domain = replies::domain(&app.settings);
        let local = from.as_ref().map(|from| from.email.user().to_lowercase()).unwrap_or_default();
        // Players may have addresses in our domain: only the addresses that we send from and are answered at are ours.
        let of_domain = [format!("{local}@{domain}")];
        let own = from.map(|from| from.email.to_string().to_lowercase());
        let links = app.settings.http.public_url.to_lowercase();
        let addresses = of_domain.into_iter().chain(own).chain([links]).filter(|text| text.len() > 1);
        Self { addresses: addresses.collect(), name }
    }

    #[cfg(test)]
    pub fn named(name: &str, address: &str) -> Self {
        Self { addresses: vec![address.to_owned()], name: words(name) }
    }

    fn has_address(&self, small: &str) -> bool {
        self.addresses.iter().any(|address| small.contains(address))
            || ["reply+", "bounce+"].iter().any(|local| small.contains(local) && small.contains('@'))
            || ["/seat/", "/invite/", "/account/", "/offer/", "/unsubscribe/"]
                .iter()
                .any(|path| has_secret_behind(small, path))
    }

    fn has_name(&self, said: &[String]) -> bool {
        !self.name.is_empty() && said.windows(self.name.len()).any(|words| words == self.name)
    }
}

/// Does the path have the secret of a link behind it? A secret has more letters than any word.
fn has_secret_behind(small: &str, path: &str) -> bool {
    const MIN_SECRET: usize = 30;
    let is_of_secret = |c: &char| c.is_ascii_alphanumeric() || ['-', '_'].contains(c);
    small.split(path).skip(1).any(|behind| behind.chars().take_while(is_of_secret).count() >= MIN_SECRET)
}

fn is_marked(line: &str) -> bool {
    line.starts_with('>')
}

fn is_rule(line: &str) -> bool {
    const MIN_RULE: usize = 4;
    line.chars().take_while(|c| "-_=*~–—".contains(*c)).count() >= MIN_RULE
}

fn begins_signature(line: &str) -> bool {
    let small = line.to_lowercase();
    let is_short_rule = line == "--" || line.chars().count() > 1 && line.chars().all(|c| "–—_".contains(c));
    is_short_rule
        || line == "—"
        || MAIL_PHRASES.devices.iter().any(|phrase| small.starts_with(phrase))
        || MAIL_PHRASES.programs.iter().any(|phrase| small.contains(phrase))
}

/// The writer's own lines; an empty line stands between two paragraphs.
pub fn own_words(text: &str, ours: &OurMails) -> Vec<OwnLine> {
    let cut = |line: &str| line.chars().take(MAX_LETTERS).collect::<String>().trim().to_owned();
    let mut lines: Vec<String> = text.lines().take(MAX_LINES).map(cut).collect();
    // The paragraph above each run of marked lines may introduce the quote ("On … wrote:"); then it is part of the
    // quote.
    let mut quoted: Vec<bool> = lines.iter().map(|line| is_marked(line)).collect();
    let starts: Vec<usize> = (0..lines.len())
        .filter(|at| quoted[*at] && at.checked_sub(1).is_none_or(|before| !quoted[before]))
        .collect();
    for start in starts {
        let from = intro(&lines, &quoted, start, ours);
        quoted[from..start].fill(true);
    }
    let is_own = |at: &usize| !quoted[*at];
    // Everything from the first line of ours on is cut off, not only from the marker: a mail program may have put the
    // parts of our mail in another order, with a secret link above the marker, which must not be posted as a message.
    let end = (0..lines.len()).filter(is_own).find(|at| is_marker(&lines, *at) || is_ours(&lines[*at], ours));
    if let Some(end) = end {
        let from = intro(&lines, &quoted, end, ours);
        lines.truncate(from);
    }
    let mut own: Vec<OwnLine> = Vec::new();
    let (mut above, mut blank) = (Above::Own, false);
    for (line, is_quoted) in lines.into_iter().zip(quoted) {
        if is_quoted {
            (above, blank) = (Above::Quote, false);
        } else if line.is_empty() {
            blank = true;
            if above == Above::Quote {
                above = Above::QuoteAndBlank;
            }
        } else if begins_signature(&line) {
            // A line of this form above all own lines belongs to a banner, not to a signature.
            if !own.is_empty() {
                break;
            }
        } else {
            if blank && !own.is_empty() {
                own.push(OwnLine::default());
            }
            own.push(OwnLine { text: line, above });
            (above, blank) = (Above::Own, false);
        }
        if own.len() >= MAX_OWN_LINES {
            break;
        }
    }
    own
}

/// Is this line the marker? A mail program may have broken the marker into two lines.
fn is_marker(lines: &[String], at: usize) -> bool {
    let mut said = words(&lines[at]);
    let holds = |said: &[String]| {
        MARKERS
            .iter()
            .any(|marker| !marker.is_empty() && said.windows(marker.len()).any(|words| words == marker))
    };
    if holds(&said) {
        return true;
    }
    let begins = |said: &[String]| MARKERS.iter().any(|marker| !said.is_empty() && marker.starts_with(said));
    // The line must begin the marker to be joined with the next: otherwise the writer's line above the marker would be
    // cut off, too.
    begins(&said) && {
        said.extend(lines.get(at + 1).map(|next| words(next)).unwrap_or_default());
        holds(&said)
    }
}

fn is_ours(line: &str, ours: &OurMails) -> bool {
    if ours.has_address(&line.to_lowercase()) {
        return true;
    }
    let said = words(line);
    said.len() >= MIN_SENTENCE && SENTENCES.contains(&said)
}

/// The first line of the paragraph that introduces the quote at `end`; `end` itself where there is none.
fn intro(lines: &[String], quoted: &[bool], end: usize, ours: &OurMails) -> usize {
    let above =
        |at: usize| (0..at).rev().find(|at| quoted[*at] || !lines[*at].is_empty()).filter(|at| !quoted[*at]);
    let mut from = end;
    let mut last = above(end);
    if let Some(at) = last.filter(|at| is_rule(&lines[*at]) && !ours.has_address(&lines[*at].to_lowercase()))
    {
        (from, last) = (at, above(at));
    }
    let Some(last) = last else { return from };
    let lowest = last.saturating_sub(MAX_INTRO);
    let first =
        (lowest..=last).rev().take_while(|at| !quoted[*at] && !lines[*at].is_empty()).last().unwrap_or(last);
    let Some(begin) =
        headers(&lines[first..=last]).map(|at| first + at).or_else(|| attribution(lines, first, last, ours))
    else {
        return from;
    };
    from = begin;
    // "-----Original Message-----"
    above(from).filter(|at| is_rule(&lines[*at])).unwrap_or(from)
}

/// The first line of quoted headers, as mail programs put them above a whole mail: at least three short lines with
/// colons.
fn headers(block: &[String]) -> Option<usize> {
    const MIN_HEADERS: usize = 3;
    let is_header = |line: &String| {
        // A number with fields is an answer, such as "17: give: 2 wool".
        let name = line.split(':').next().unwrap_or_default();
        line.contains(':')
            && name.chars().count() <= MAX_HEADER_NAME
            && !name.contains(|c: char| c.is_ascii_digit())
    };
    let first = block.iter().position(is_header)?;
    (block.iter().filter(|line| is_header(line)).count() >= MIN_HEADERS).then_some(first)
}

/// The first line of the sentence that names us as the writer of the quote below. The sentence may be broken into
/// lines, and the player's answer may stand right above it, so it is followed upwards line by line.
fn attribution(lines: &[String], first: usize, last: usize, ours: &OurMails) -> Option<usize> {
    let holds = |from: usize| {
        let text = lines[from..=last].join(" ");
        let is_dated = text.contains(':') || text.contains(|c: char| c.is_ascii_digit());
        ours.has_address(&text.to_lowercase()) || is_dated && ours.has_name(&words(&text))
    };
    let mut from = (first..=last).rev().find(|from| holds(*from))?;
    while from > first && goes_on(&lines[from - 1], ours) {
        from -= 1;
    }
    Some(from)
}

/// Does an attribution continue behind this line? Such a line has a date or our name, and does not end like a sentence.
fn goes_on(line: &str, ours: &OurMails) -> bool {
    let number = |part: &str| part.parse::<u32>().ok();
    let parts = line.split(|c: char| !c.is_ascii_digit());
    let has_year = parts.clone().any(|part| part.len() == 4 && number(part).is_some_and(|year| year > 1_900));
    let has_day = line.ends_with(',') && parts.filter_map(number).any(|day| (1..=31).contains(&day));
    !line.ends_with(['.', '!', '?']) && (has_year || has_day || ours.has_name(&words(line)))
}
