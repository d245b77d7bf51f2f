//! The genitive of names, by which texts say whose something is.

/// `Aud's`, `Auds`: what stands before the thing. In a language whose names have no genitive, what stands after it:
/// `til Aud`. A language that is not known takes the English ending.
pub fn genitive(language: &str, name: &str) -> String {
    // The mark of a bot stands behind its name; the ending belongs to the name itself.
    if let Some((name, mark)) = name.rsplit_once(" (")
        && mark.ends_with(')')
        && language != "nn"
    {
        return format!("{} ({mark}", genitive(language, name));
    }
    match language {
        "nn" => format!("til {name}"),
        "sv" => format!("{name}{}", swedish_ending(name)),
        "de" => format!("{name}{}", german_ending(name)),
        _ => format!("{name}'s"),
    }
}

/// The Swedish ending: none after a hissing sound, and behind a colon after a figure.
fn swedish_ending(name: &str) -> &'static str {
    match name.chars().last() {
        Some('s' | 'S' | 'x' | 'X' | 'z' | 'Z') => "",
        Some(last) if last.is_ascii_digit() => ":s",
        _ => "s",
    }
}

/// The German ending: an apostrophe after a hissing sound (`Hans' Schiff`).
fn german_ending(name: &str) -> &'static str {
    let hisses = ["s", "ß", "x", "z", "ce"];
    let name = name.to_lowercase();
    if hisses.iter().any(|ending| name.ends_with(ending)) { "'" } else { "s" }
}

#[cfg(test)]
mod tests {
    use super::genitive;

    #[test]
    fn each_language_says_whose_in_its_own_way() {
        let said = |name: &str| ["en", "nn", "sv", "de", "xx"].map(|language| genitive(language, name));
        assert_eq!(said("Aud"), ["Aud's", "til Aud", "Auds", "Auds", "Aud's"]);
        assert_eq!(said("Hans"), ["Hans's", "til Hans", "Hans", "Hans'", "Hans's"]);
        assert_eq!(said("Alice"), ["Alice's", "til Alice", "Alices", "Alice'", "Alice's"]);
        assert_eq!(said("Seat 2"), ["Seat 2's", "til Seat 2", "Seat 2:s", "Seat 2s", "Seat 2's"]);
    }

    #[test]
    fn names_that_end_with_a_hissing_sound_take_no_further_one() {
        assert_eq!(["Lars", "Max", "MORITZ"].map(|name| genitive("sv", name)), ["Lars", "Max", "MORITZ"]);
        let german = ["Max", "Fritz", "STRAUSS", "Voß", "Beatrice"].map(|name| genitive("de", name));
        assert_eq!(german, ["Max'", "Fritz'", "STRAUSS'", "Voß'", "Beatrice'"]);
    }

    #[test]
    fn the_mark_of_a_bot_stands_behind_the_ending() {
        let said = ["en", "nn", "sv", "de"].map(|language| genitive(language, "steady (bot)"));
        assert_eq!(said, ["steady's (bot)", "til steady (bot)", "steadys (bot)", "steadys (bot)"]);
    }
}
