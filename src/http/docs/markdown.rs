//! Markdown to HTML: descriptions, and the pages that are written by hand. HTML in it is shown as text.

use pulldown_cmark::{CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd, html};

/// Where a name in a text leads: an operation, a type or a code. `None`: nowhere.
pub type Linker<'l> = &'l dyn Fn(&str) -> Option<String>;

/// A heading of a page: where it can be linked to, and what it says.
#[derive(Debug, serde::Serialize)]
pub struct PageHeading {
    pub id: String,
    pub text: String,
}

/// A description as HTML, for a part of a page.
pub fn render(markdown: &str, linker: Linker<'_>) -> String {
    let events = events(markdown, linker).into_iter().map(|event| match event {
        // Headings become paragraphs, since the page around them has headings of its own.
        Event::Start(Tag::Heading { .. }) => Event::Start(Tag::Paragraph),
        Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Paragraph),
        event => event,
    });
    let mut page = String::new();
    html::push_html(&mut page, events);
    page
}

/// A whole page as HTML, and its headings of the second level, for a table of contents.
pub fn render_page(markdown: &str, linker: Linker<'_>) -> (String, Vec<PageHeading>) {
    let mut events = events(markdown, linker);
    let mut headings: Vec<PageHeading> = Vec::new();
    for at in 0..events.len() {
        let Some(Event::Start(Tag::Heading { level: level @ (HeadingLevel::H2 | HeadingLevel::H3), .. })) =
            events.get(at)
        else {
            continue;
        };
        let (level, inside) = (*level, events.get(at + 1..).unwrap_or_default());
        let inside = inside.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let said: String = inside
            .filter_map(|event| match event {
                Event::Text(text) | Event::Code(text) => Some(&**text),
                _ => None,
            })
            .collect();
        let id = anchor(&said);
        if let Some(Event::Start(Tag::Heading { id: place, .. })) = events.get_mut(at) {
            *place = Some(CowStr::from(id.clone()));
        }
        if level == HeadingLevel::H2 {
            headings.push(PageHeading { id, text: said });
        }
    }
    let mut page = String::new();
    html::push_html(&mut page, events.into_iter());
    (page, headings)
}

/// The sections of a page by their headings, with what each says in plain text.
pub fn sections(markdown: &str) -> Vec<(String, String)> {
    let mut sections: Vec<(String, String)> = Vec::new();
    let mut in_heading = false;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2 | HeadingLevel::H3, .. }) => {
                in_heading = true;
                sections.push((String::new(), String::new()));
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Text(said) | Event::Code(said) => {
                if let Some((heading, text)) = sections.last_mut() {
                    if in_heading {
                        heading.push_str(&said);
                    } else {
                        text.push_str(&said);
                        text.push(' ');
                    }
                }
            }
            Event::SoftBreak => sections.iter_mut().last().into_iter().for_each(|(_, text)| text.push(' ')),
            _ => {}
        }
    }
    sections
}

/// A sentence as HTML without a paragraph of its own.
pub fn render_inline(markdown: &str, linker: Linker<'_>) -> String {
    let rendered = render(markdown, linker);
    let inside = rendered.trim().strip_prefix("<p>").and_then(|rest| rest.strip_suffix("</p>"));
    inside.map_or(rendered.clone(), str::to_owned)
}

/// The id of a heading: that of `If-Match and ETag` is `if-match-and-etag`.
pub fn anchor(heading: &str) -> String {
    let words = heading.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("-")
}

fn events<'m>(markdown: &'m str, linker: Linker<'_>) -> Vec<Event<'m>> {
    let (mut is_linked, mut is_bare) = (false, false);
    let parsed = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let mut events = Vec::new();
    for event in parsed {
        match event {
            Event::Html(text) | Event::InlineHtml(text) => events.push(Event::Text(text)),
            // Of an image only its alternative text is shown, so that a text can't make a browser load anything.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            // A file of the sources, which a page that is also read there may name, is not to be had here; nor is what could
            // run something.
            Event::Start(Tag::Link { dest_url, .. }) if !is_harmless(&dest_url) => is_bare = true,
            Event::End(TagEnd::Link) if is_bare => is_bare = false,
            Event::Start(link @ Tag::Link { .. }) => {
                is_linked = true;
                events.push(Event::Start(link));
            }
            Event::End(TagEnd::Link) => {
                is_linked = false;
                events.push(Event::End(TagEnd::Link));
            }
            // HTML has no links inside of links.
            Event::Code(name) => match linker(&name).filter(|_| !is_linked) {
                Some(target) => {
                    let (title, id) = (CowStr::from(""), CowStr::from(""));
                    let link = Tag::Link { link_type: LinkType::Inline, dest_url: target.into(), title, id };
                    events.extend([Event::Start(link), Event::Code(name), Event::End(TagEnd::Link)]);
                }
                None => events.push(Event::Code(name)),
            },
            event => events.push(event),
        }
    }
    events
}

fn is_harmless(target: &str) -> bool {
    target.starts_with(['/', '#']) || target.starts_with("https://") || target.starts_with("http://")
}

/// Escapes a text that stands between tags or within the quotes of an attribute.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for one in text.chars() {
        match one {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            one => escaped.push(one),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nowhere(_: &str) -> Option<String> {
        None
    }

    #[test]
    fn what_a_text_says_runs_nothing_and_loads_nothing() {
        let text = "<script>alert(1)</script> ![x](https://example.org/x.png) [y](javascript:alert(1)) <b>z</b>\n\n\
                    <iframe src=\"//x\"></iframe>";
        let shown = render(text, &nowhere);
        for bad in ["<script", "<img", "href", "<b>", "<iframe"] {
            assert!(!shown.contains(bad), "{bad}: {shown}");
        }
        assert!(shown.contains("&lt;script&gt;"), "{shown}");
    }

    #[test]
    fn a_link_to_a_file_of_the_sources_is_its_text() {
        let shown =
            render("See [`unit`](althing.service), [all](/docs) and [x](javascript:alert(1)).", &nowhere);
        assert_eq!(shown, "<p>See <code>unit</code>, <a href=\"/docs\">all</a> and x.</p>\n");
    }

    #[test]
    fn paragraphs_lists_and_names_are_shown_and_names_lead_to_their_pages() {
        let linker = |name: &str| (name == "busy").then(|| "/docs/errors/busy".to_owned());
        let shown = render("One `busy`, `x<y`.\n\n- two\n- three\n\n# four", &linker);
        assert_eq!(
            shown,
            "<p>One <a href=\"/docs/errors/busy\"><code>busy</code></a>, <code>x&lt;y</code>.</p>\n<ul>\n<li>two</li>\n\
             <li>three</li>\n</ul>\n<p>four</p>\n"
        );
    }

    #[test]
    fn headings_of_a_page_can_be_linked_to() {
        let (page, headings) = render_page("# A\n\n## If-Match & `ETag`\n\ntext\n\n### Deeper", &nowhere);
        assert_eq!(headings.len(), 1);
        assert_eq!(
            (headings[0].id.as_str(), headings[0].text.as_str()),
            ("if-match-etag", "If-Match & ETag")
        );
        assert!(page.contains("<h2 id=\"if-match-etag\">") && page.contains("<h3 id=\"deeper\">"), "{page}");
    }
}
