//! The text of a mail that is only a page.

use mail_parser::decoders::html::html_to_text;

/// Where mail programs begin to quote in pages.
const QUOTES: [&str; 11] = [
    "<blockquote",
    "class=\"gmail_quote",
    "class=\"gmail_attr",
    "class=\"gmail_signature",
    "class=\"yahoo_quoted",
    "class=\"moz-cite-prefix",
    "class=\"moz-signature",
    "id=\"appendonsend",
    "id=\"divrplyfwdmsg",
    "id=\"mail-editor-reference-message-container",
    "id=\"signature",
];
const ENDS: [&str; 7] = ["</div", "</li", "</tr", "</h1", "</h2", "</table", "<hr"];

/// The page as text, up to where it quotes.
pub fn as_text(page: &str) -> String {
    // Only ASCII changes its case here, so that what is found in one stands in the same place in the other.
    let small = page.to_ascii_lowercase();
    let quoted = QUOTES.iter().filter_map(|mark| small.find(mark)).min();
    let own =
        quoted.and_then(|at| page.get(..page.get(..at)?.rfind('<').unwrap_or(at).max(start(&small, at))));
    html_to_text(&with_ends(own.unwrap_or(page)))
}

/// A mark that opens an element begins with it; any other stands inside of one.
fn start(small: &str, at: usize) -> usize {
    if small.get(at..).is_some_and(|rest| rest.starts_with('<')) { at } else { 0 }
}

/// The same page with a line's end wherever an element ends that stands on lines of its own.
fn with_ends(page: &str) -> String {
    let small = page.to_ascii_lowercase();
    let mut places: Vec<usize> =
        ENDS.iter().flat_map(|end| small.match_indices(end).map(|(at, _)| at)).collect();
    places.sort_unstable();
    let mut text = String::with_capacity(page.len() + places.len() * 4);
    let mut from = 0;
    for at in places {
        text.push_str(page.get(from..at).unwrap_or_default());
        text.push_str("<br>");
        from = at;
    }
    text.push_str(page.get(from..).unwrap_or_default());
    text
}

#[cfg(test)]
mod tests {
    use super::as_text;

    fn lines(page: &str) -> Vec<String> {
        let text = as_text(page);
        text.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect()
    }

    #[test]
    fn a_page_is_read_line_by_line_up_to_the_quote() {
        let gmail = "<div dir=\"ltr\">3</div><br><div class=\"gmail_quote\"><div>On x wrote:</div>4</div>";
        assert_eq!(lines(gmail), ["3"]);
        assert_eq!(
            lines("<html><head><style>p { x: 1 }</style></head><p>3</p><blockquote>4</blockquote>"),
            ["3"]
        );
        assert_eq!(lines("<DIV>3</DIV><div id=\"divRplyFwdMsg\">From: x</div>"), ["3"]);
        assert_eq!(lines("<div>3</div><div>thanks &amp; bye</div>"), ["3", "thanks & bye"]);
    }
}
