//! Converts HTML to the lines of text that a reader sees, in one pass.
//!
//! A quote becomes one line with the mark of a quote, so that it is recognised as in plain text. The converter of
//! `mail-parser` is not used, because it drops the marks of quotes and the numbers of lists.

use mail_parser::decoders::html::html_to_text;

/// Classes and ids of the elements in which mail programs put quotes, introductions of quotes, and signatures.
const QUOTES: [&str; 9] = [
    "gmail_quote",
    "gmail_attr",
    "gmail_signature",
    "yahoo_quoted",
    "moz-cite-prefix",
    "moz-signature",
    "divrplyfwdmsg",
    "mail-editor-reference-message-container",
    "id=\"signature",
];
/// Elements that stand on lines of their own.
const BLOCKS: [&str; 17] = [
    "p", "div", "li", "ol", "ul", "tr", "table", "h1", "h2", "h3", "h4", "hr", "pre", "section", "article",
    "center", "body",
];
/// Elements whose content is not shown.
const UNSEEN: [&str; 4] = ["style", "script", "title", "head"];

/// An open element that is skipped with its content.
struct Passed<'p> {
    name: &'p str,
    /// How many elements of that name are open, counting itself.
    depth: usize,
    is_quote: bool,
}

#[derive(Default)]
struct Writer {
    text: String,
    /// The current line; its entities are not decoded yet.
    line: String,
    /// The next number of each open list; `None` for a list without numbers.
    lists: Vec<Option<u32>>,
}

impl Writer {
    fn end_line(&mut self) {
        self.text.push_str(html_to_text(&self.line).trim());
        self.text.push('\n');
        self.line.clear();
    }

    fn end_block(&mut self) {
        if !self.line.trim().is_empty() {
            self.end_line();
        }
    }

    fn quote(&mut self) {
        self.end_block();
        // Where an element ends, a reader sees a space.
        self.text.push_str(">\n\n");
    }

    fn tag(&mut self, name: &str, tag: &str, ends: bool) {
        if name == "br" {
            return self.end_line();
        }
        if !BLOCKS.contains(&name) {
            if name == "td" || name == "th" {
                self.line.push(' ');
            }
            return;
        }
        self.end_block();
        match (name, ends) {
            ("ol", false) => self.lists.push(Some(attribute(tag, "start").unwrap_or(1))),
            ("ul", false) => self.lists.push(None),
            ("ol" | "ul", true) => drop(self.lists.pop()),
            ("li", false) => {
                if let Some(Some(next)) = self.lists.last_mut() {
                    let number = attribute(tag, "value").unwrap_or(*next);
                    self.line = format!("{number}. ");
                    *next = number.saturating_add(1);
                }
            }
            _ => {}
        }
    }
}

/// The value of a numeric attribute.
fn attribute(tag: &str, name: &str) -> Option<u32> {
    let behind = tag.split_once(name)?.1.trim_start().strip_prefix('=')?;
    let digits = behind.trim_start_matches(['"', '\'', ' ']);
    digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

pub fn html_lines(page: &str) -> String {
    // Only ASCII letters change their case, so that byte offsets are the same in both texts.
    let small = page.to_ascii_lowercase();
    let mut writer = Writer::default();
    let mut passed: Option<Passed<'_>> = None;
    let mut at = 0;
    while let Some(open) = small.get(at..).and_then(|rest| rest.find('<')) {
        let open = at + open;
        if passed.is_none() {
            // A line break in the source is a blank on the page.
            writer.line.push_str(&page.get(at..open).unwrap_or_default().replace(['\n', '\r'], " "));
        }
        let rest = small.get(open..).unwrap_or_default();
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        let Some(length) = rest.find(end) else { break };
        let tag = rest.get(1..length).unwrap_or_default();
        at = open + length + end.len();
        let (ends, inner) = tag.strip_prefix('/').map_or((false, tag), |inner| (true, inner));
        let name = inner.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        if let Some(element) = passed.as_mut() {
            if element.name == name {
                element.depth = if ends { element.depth - 1 } else { element.depth + 1 };
                if element.depth == 0 {
                    if element.is_quote {
                        writer.quote();
                    }
                    passed = None;
                }
            }
            continue;
        }
        let is_quote = !ends && (name == "blockquote" || QUOTES.iter().any(|mark| inner.contains(mark)));
        let is_whole = inner.ends_with('/') || ["br", "hr", "img", "meta", "input"].contains(&name);
        if !ends && !is_whole && (is_quote || UNSEEN.contains(&name)) {
            passed = Some(Passed { name, depth: 1, is_quote });
            continue;
        }
        writer.tag(name, inner, ends);
    }
    match passed {
        // The element was never closed, so it holds all that follows.
        Some(element) if element.is_quote => writer.quote(),
        Some(_) => {}
        None => {
            writer.line.push_str(&page.get(at..).unwrap_or_default().replace(['\n', '\r'], " "));
            writer.end_block();
        }
    }
    writer.text
}
