//! The pseudolocale: a made-up language that no player is offered, English with an accented look-alike for each letter.
//!
//! Its texts are made from the English catalogues when somebody first reads it. What such a reader still sees in plain
//! letters comes from no catalogue, and would be English in every other language, too.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use rules::stand_in::{self, MadeLanguage};
use serde_json::Value;

/// The code under which accounts have it, after the locale that other software has for the same purpose.
pub const CODE: &str = "en-XA";

/// The catalogues that were made, by the address of the English one in the binary.
static MADE: Mutex<Option<HashMap<usize, &'static str>>> = Mutex::new(None);

/// From now on this process writes to readers of [`CODE`] in made-up letters.
pub fn add() {
    stand_in::add(MadeLanguage { code: CODE, catalogue: made_of });
}

/// The catalogue that stands in where there is none for `language`: the English one, or the made-up one.
pub fn stand_in(language: &str, english: &'static str) -> &'static str {
    if language == CODE { made_of(english) } else { english }
}

fn made_of(english: &'static str) -> &'static str {
    let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    // There are a few catalogues, all in the binary: what is kept of them for the life of the process has a bound.
    made.get_or_insert_default().entry(english.as_ptr().addr()).or_insert_with(|| catalogue(english).leak())
}

/// A catalogue of templates with other letters in them; one that is no JSON as it is.
fn catalogue(english: &str) -> String {
    let Ok(mut texts) = serde_json::from_str(english) else { return english.to_owned() };
    replace_texts(&mut texts);
    texts.to_string()
}

fn replace_texts(value: &mut Value) {
    match value {
        Value::String(text) => *text = template(text),
        Value::Array(items) => items.iter_mut().for_each(replace_texts),
        Value::Object(members) => members.values_mut().for_each(replace_texts),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// A template with other letters in what it writes, and the same syntax: that of minijinja (`{{ }}`, `{% %}`), or
/// `{name}` and `{n|card|cards}` of [`Phrases`](rules::render::Phrases).
fn template(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        out.extend(rest[..at].chars().map(look_alike));
        rest = &rest[at..];
        let code = if rest.starts_with("{{") {
            let code = expression(rest);
            out.push_str(&with_output_replaced(code));
            code
        } else {
            let end = if rest.starts_with("{%") { "%}" } else { "}" };
            let code = rest.find(end).map_or(rest, |at| &rest[..at + end.len()]);
            out.push_str(&with_forms_replaced(code));
            code
        };
        rest = &rest[code.len()..];
    }
    out.extend(rest.chars().map(look_alike));
    out
}

/// `{n|card|cards}` with other letters in the forms of the word.
fn with_forms_replaced(code: &str) -> String {
    match code.split_once('|') {
        Some((name, forms)) if !code.starts_with("{%") => {
            format!("{name}|{}", forms.chars().map(look_alike).collect::<String>())
        }
        _ => code.to_owned(),
    }
}

/// A part of an expression, and how many brackets are open around it.
struct Token<'t> {
    text: &'t str,
    depth: usize,
}

impl Token<'_> {
    fn is_literal(&self) -> bool {
        self.text.starts_with(['\'', '"'])
    }
}

/// The whole of `{{ … }}` at the beginning of `text`.
fn expression(text: &str) -> &str {
    let length: usize = tokens(text).iter().map(|token| token.text.len()).sum();
    &text[..length]
}

/// Filters that write what they are given.
const WRITING: [&str; 1] = ["whose"];

/// An expression with other letters in the literals that it writes. A literal in brackets is a key or an argument, one
/// beside a comparison is compared, and one before `|` is for a filter.
fn with_output_replaced(code: &str) -> String {
    let tokens = tokens(code);
    let is_compared = |with: &str| ["==", "!=", "<", ">", "<=", ">=", "in", "not"].contains(&with);
    let replaced = tokens.iter().enumerate().map(|(at, token)| {
        let before = first_of(tokens[..at].iter().rev());
        let after = first_of(tokens[at + 1..].iter());
        let is_used = is_compared(before) || is_compared(after) || after == "|";
        let is_written = before == "(" && at > 1 && WRITING.contains(&tokens[at - 2].text);
        let is_output = token.is_literal() && (token.depth == 0 && !is_used || is_written);
        if is_output { literal(token.text) } else { token.text.to_owned() }
    });
    replaced.collect()
}

/// The first that is no blank; empty where there is none.
fn first_of<'t>(mut tokens: impl Iterator<Item = &'t Token<'t>>) -> &'t str {
    tokens.find(|token| !token.text.trim().is_empty()).map_or("", |token| token.text)
}

/// A literal with other letters; what is escaped stays.
fn literal(text: &str) -> String {
    let mut is_escaped = false;
    let replace = |letter| {
        let kept = is_escaped;
        is_escaped = !is_escaped && letter == '\\';
        if kept { letter } else { look_alike(letter) }
    };
    text.chars().map(replace).collect()
}

/// The parts of `{{ … }}` at the beginning of `text`, braces and blanks included.
fn tokens(text: &str) -> Vec<Token<'_>> {
    let (open, mut rest) = text.split_at(2);
    let mut tokens = vec![Token { text: open, depth: 0 }];
    let mut depth = 0_usize;
    while let Some(first) = rest.chars().next() {
        let is_end = depth == 0 && rest.starts_with("}}");
        let length = match first {
            _ if is_end => 2,
            '\'' | '"' => literal_length(rest, first),
            _ if is_of_word(first) => rest.find(|letter| !is_of_word(letter)).unwrap_or(rest.len()),
            '=' | '!' | '<' | '>' if rest[1..].starts_with('=') => 2,
            _ => first.len_utf8(),
        };
        if matches!(first, ')' | ']' | '}') {
            depth = depth.saturating_sub(1);
        }
        let (token, after) = rest.split_at(length);
        tokens.push(Token { text: token, depth });
        if is_end {
            break;
        }
        if matches!(first, '(' | '[' | '{') {
            depth += 1;
        }
        rest = after;
    }
    tokens
}

fn is_of_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}

/// How long the literal is that begins `text` with a quotation mark.
fn literal_length(text: &str, mark: char) -> usize {
    let mut is_escaped = false;
    for (at, letter) in text.char_indices().skip(1) {
        if letter == mark && !is_escaped {
            return at + 1;
        }
        is_escaped = !is_escaped && letter == '\\';
    }
    text.len()
}

/// A letter for a letter, so that texts keep their lengths, and each of the small ones with its own capital.
const LOOK_ALIKES: &str = "åƀçðéƒĝĥîĵķļḿñöþǫŕšţûṽŵẋýž";

fn look_alike(letter: char) -> char {
    let index = match letter {
        'a'..='z' => u32::from(letter) - u32::from('a'),
        'A'..='Z' => u32::from(letter) - u32::from('A'),
        _ => return letter,
    };
    let small = LOOK_ALIKES.chars().nth(index as usize).unwrap_or(letter);
    if letter.is_uppercase() { small.to_uppercase().next().unwrap_or(letter) } else { small }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_a_look_alike_of_its_own_with_a_capital_of_one_letter() {
        let letters: Vec<char> = ('a'..='z').chain('A'..='Z').collect();
        let mut made: Vec<char> = letters.iter().copied().map(look_alike).collect();
        assert!(made.iter().all(|letter| letter.is_alphabetic() && !letter.is_ascii()), "{made:?}");
        assert!(('a'..='z').all(|small| {
            let capital = look_alike(small.to_ascii_uppercase());
            look_alike(small).to_uppercase().eq([capital]) && capital.to_lowercase().eq([look_alike(small)])
        }));
        made.sort_unstable();
        made.dedup();
        assert_eq!(made.len(), letters.len());
        assert_eq!(template("Æ is 7 – no?"), "Æ îš 7 – ñö?");
    }

    #[test]
    fn what_a_template_writes_has_other_letters_and_its_syntax_stays() {
        for (english, made) in [
            ("{{ table }}: you", "{{ table }}: ýöû"),
            ("{%- if a == 'on' %}on{% endif %}", "{%- if a == 'on' %}öñ{% endif %}"),
            ("{{ 'a dog' if n == 1 else n ~ ' dogs' }}", "{{ 'å ðöĝ' if n == 1 else n ~ ' ðöĝš' }}"),
            ("{{ 'no' if 'yes' == ballot else 'no' }}", "{{ 'ñö' if 'yes' == ballot else 'ñö' }}"),
            ("{{ 'no' if a in ['b'] else \"c\" }}", "{{ 'ñö' if a in ['b'] else \"ç\" }}"),
            ("{{ {\"M\": \"m\"}[k] | word }} of", "{{ {\"M\": \"m\"}[k] | word }} öƒ"),
            ("{{ 'sea' | word }} {{ a|join('; or ') }}", "{{ 'sea' | word }} {{ a|join('; or ') }}"),
            ("{{ seat | whose('your') }} ship", "{{ seat | whose('ýöûŕ') }} šĥîþ"),
            ("{{ 'it\\'s' }}{{ 'a }} b' }}", "{{ 'îţ\\'š' }}{{ 'å }} ƀ' }}"),
            ("{name} has {n} {n|card|cards}.", "{name} ĥåš {n} {n|çåŕð|çåŕðš}."),
            ("{{ unclosed 'a", "{{ unclosed 'å"),
            ("{unclosed", "{unclosed"),
        ] {
            assert_eq!(template(english), made);
        }
    }

    #[test]
    fn a_catalogue_keeps_its_keys_and_is_made_once() {
        let english = r#"{"words": {"and": "and"}, "days": ["Monday"]}"#;
        let made = stand_in(CODE, english);
        assert_eq!(made, r#"{"days":["Ḿöñðåý"],"words":{"and":"åñð"}}"#);
        assert_eq!(made.as_ptr(), stand_in(CODE, english).as_ptr());
        assert_eq!(stand_in("de", english), english);
    }
}
