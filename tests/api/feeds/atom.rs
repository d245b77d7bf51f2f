//! A reader of Atom feeds, which holds them to the rules of RFC 4287 that readers stumble over.

use std::collections::BTreeSet;

use althing::time_control::Instant;

const NAMESPACE: &str = "http://www.w3.org/2005/Atom";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    pub id: String,
    pub title: String,
    pub updated: Instant,
    pub link: String,
    pub content: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Read {
    pub id: String,
    pub title: String,
    pub updated: Instant,
    pub language: String,
    pub entries: Vec<Entry>,
}

type Node<'n> = roxmltree::Node<'n, 'n>;

/// Reads a feed. Panics where a rule is broken.
pub fn read(text: &str) -> Read {
    let document = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let feed = document.root_element();
    assert_eq!((feed.tag_name().name(), feed.tag_name().namespace()), ("feed", Some(NAMESPACE)));
    let entries: Vec<Entry> =
        feed.children().filter(|node| node.has_tag_name((NAMESPACE, "entry"))).map(entry).collect();
    // 4.1.1: without an author of the feed each entry needs one.
    let author = feed.children().find(|node| node.has_tag_name((NAMESPACE, "author"))).expect("an author");
    assert!(!only(author, "name").is_empty());
    let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids.len(), entries.len(), "an id comes twice");
    assert!(entries.is_sorted_by(|one, next| one.updated >= next.updated), "{entries:?}");
    assert!(entries.len() <= 50);
    let known = ["id", "title", "updated", "author", "generator", "link", "entry"];
    let strange =
        feed.children().filter(Node::is_element).find(|node| !known.contains(&node.tag_name().name()));
    assert!(strange.is_none(), "{strange:?}");
    Read {
        id: uri(only(feed, "id")),
        title: only(feed, "title"),
        updated: instant(&only(feed, "updated")),
        language: feed.attribute(("http://www.w3.org/XML/1998/namespace", "lang")).unwrap().to_owned(),
        entries,
    }
}

fn entry(node: Node<'_>) -> Entry {
    let known = ["id", "title", "updated", "link", "content"];
    let strange =
        node.children().filter(Node::is_element).find(|node| !known.contains(&node.tag_name().name()));
    assert!(strange.is_none(), "{strange:?}");
    // 4.1.2: an entry without content needs an alternate link; so that it leads somewhere, each has one here.
    let link = node.children().find(|node| node.has_tag_name((NAMESPACE, "link"))).expect("a link");
    assert_eq!(link.attribute("rel"), Some("alternate"));
    let content = node.children().find(|node| node.has_tag_name((NAMESPACE, "content")));
    assert!(content.is_none_or(|content| content.attribute("type") == Some("text")));
    Entry {
        id: uri(only(node, "id")),
        title: only(node, "title"),
        updated: instant(&only(node, "updated")),
        link: link.attribute("href").unwrap().to_owned(),
        content: content.and_then(|content| content.text()).unwrap_or_default().to_owned(),
    }
}

/// The text of the only child of that name, in which there are no elements.
fn only(node: Node<'_>, name: &str) -> String {
    let found: Vec<_> = node.children().filter(|node| node.has_tag_name((NAMESPACE, name))).collect();
    assert_eq!(found.len(), 1, "{name}");
    assert!(found[0].children().all(|child| child.is_text()), "{name} holds more than text");
    found[0].text().unwrap_or_default().to_owned()
}

fn uri(id: String) -> String {
    let uuid = id.strip_prefix("urn:uuid:").unwrap_or_else(|| panic!("{id}"));
    assert!(uuid.parse::<uuid::Uuid>().is_ok(), "{id}");
    id
}

fn instant(text: &str) -> Instant {
    text.parse().unwrap_or_else(|_| panic!("{text}"))
}
