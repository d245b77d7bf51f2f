//! Plain text in the formats of chat services: what people chose as a name or a title mentions nobody, marks nothing up
//! and becomes no link.

/// A text of at most so many UTF-16 units after each character went through `escape`; what is left out is an ellipsis.
/// The services count in these units, or in characters, which are never more.
pub fn within(text: &str, most: usize, escape: impl Fn(char) -> String) -> String {
    let units = |text: &str| text.encode_utf16().count();
    let mut whole = String::new();
    let mut used = 0;
    // Up to here the text is cut if the rest does not fit.
    let mut end = 0;
    for character in text.chars() {
        let escaped = escape(character);
        used += units(&escaped);
        if used > most {
            whole.truncate(end);
            whole.push('…');
            return whole;
        }
        whole.push_str(&escaped);
        if used < most {
            end = whole.len();
        }
    }
    whole
}

/// Markdown of Discord: a backslash takes its meaning from any punctuation. `<`, `@`, `#` and `:` begin mentions,
/// channels, emoji and addresses.
pub fn markdown(character: char) -> String {
    match character {
        '\\' | '`' | '*' | '_' | '~' | '|' | '>' | '<' | '@' | '#' | '[' | ']' | '(' | ')' | '-' | '+'
        | ':' | '!' | '.' | '/' | '&' => format!("\\{character}"),
        _ => character.to_string(),
    }
}

/// The three characters that have a meaning in the mark-up of Slack.
pub fn slack(character: char) -> String {
    match character {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        _ => character.to_string(),
    }
}

pub fn html(character: char) -> String {
    match character {
        '"' => "&quot;".to_owned(),
        '\'' => "&#39;".to_owned(),
        _ => slack(character),
    }
}

/// A text for services that look for mentions, tags, commands and addresses in plain text, and have no escape: the
/// characters by which they know them are replaced by their wide twins.
pub fn inert(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let is_word = |at: Option<&char>| at.is_some_and(|character| character.is_alphanumeric());
    let replaced = characters.iter().enumerate().map(|(place, &character)| {
        let before = place.checked_sub(1).and_then(|before| characters.get(before));
        let after = characters.get(place + 1);
        match character {
            '@' => '＠',
            '#' => '＃',
            '$' => '＄',
            ':' if after == Some(&'/') => '：',
            // A slash at the beginning of a word is a command.
            '/' if !is_word(before) && is_word(after) => '／',
            // A dot within a word makes a domain of it, unless it stands between figures.
            '.' if is_word(before) && after.is_some_and(|after| after.is_alphabetic()) => '․',
            _ => character,
        }
    });
    replaced.collect()
}

/// As [`inert`], for readers of Markdown without an escape.
pub fn inert_markdown(text: &str) -> String {
    let wide = |character| match character {
        '*' => '＊',
        '_' => '＿',
        '~' => '～',
        '`' => '｀',
        '[' => '［',
        ']' => '］',
        '<' => '＜',
        '>' => '＞',
        '|' => '｜',
        '\\' => '＼',
        '!' => '！',
        '&' => '＆',
        _ => character,
    };
    inert(text).chars().map(wide).collect()
}
