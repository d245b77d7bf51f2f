//! What people write around an answer out of politeness: greetings, sign-offs, and the numbers of their signatures.

/// What greetings begin with, in the languages of this service and a few more.
const GREETINGS: [&str; 46] = [
    "hi",
    "hello",
    "hey",
    "dear",
    "greetings",
    "good morning",
    "good day",
    "good afternoon",
    "good evening",
    "hei",
    "heisann",
    "hallo",
    "halla",
    "god dag",
    "god morgon",
    "god morgen",
    "god kveld",
    "god ettermiddag",
    "kjære",
    "hej",
    "hejsan",
    "hallå",
    "tjena",
    "tja",
    "god kväll",
    "god eftermiddag",
    "kära",
    "käre",
    "moin",
    "servus",
    "grüß",
    "grüezi",
    "guten tag",
    "guten morgen",
    "guten abend",
    "liebe",
    "lieber",
    "liebes",
    "bonjour",
    "salut",
    "hola",
    "ciao",
    "hoi",
    "ahoj",
    "halló",
    "sæl",
];

/// What sign-offs begin with, in the same languages.
const SIGN_OFFS: [&str; 61] = [
    "regards",
    "best",
    "kind regards",
    "warm regards",
    "with kind regards",
    "all the best",
    "cheers",
    "thanks",
    "thank you",
    "many thanks",
    "thx",
    "yours",
    "sincerely",
    "bye",
    "see you",
    "mvh",
    "helsing",
    "helsingar",
    "hilsen",
    "vennleg helsing",
    "venleg helsing",
    "vennlig hilsen",
    "med vennleg helsing",
    "med venleg helsing",
    "med vennlig hilsen",
    "beste helsing",
    "beste hilsen",
    "takk",
    "mange takk",
    "på førehand takk",
    "ha det",
    "hälsningar",
    "vänliga hälsningar",
    "med vänliga hälsningar",
    "med vänlig hälsning",
    "bästa hälsningar",
    "vänligen",
    "hälsar",
    "tack",
    "hej då",
    "gruß",
    "gruss",
    "grüße",
    "grüsse",
    "viele grüße",
    "liebe grüße",
    "beste grüße",
    "schöne grüße",
    "freundliche grüße",
    "mit freundlichen grüßen",
    "mit besten grüßen",
    "herzliche grüße",
    "mfg",
    "lg",
    "vg",
    "danke",
    "vielen dank",
    "tschüss",
    "bis bald",
    "bless",
    "kveðja",
];

/// What stands before the number of a telephone.
const TELEPHONES: [&str; 15] = [
    "telefon",
    "telephone",
    "telefax",
    "phone",
    "mobile",
    "mobil",
    "handy",
    "cell",
    "tlf",
    "tel",
    "mob",
    "fax",
    "ph",
    "t",
    "m",
];

/// Words of a courtesy besides the phrase itself, such as somebody's name.
const MOST_WORDS: usize = 4;
/// Digits that a number of a telephone has at least where nothing says that it is one.
const FEWEST_DIGITS: usize = 6;

/// Is the line nothing but a greeting?
pub fn is_greeting(line: &str) -> bool {
    is_one_of(line, &GREETINGS)
}

/// Does the line say goodbye? What follows it is a signature.
pub fn is_sign_off(line: &str) -> bool {
    is_one_of(line, &SIGN_OFFS)
}

/// A phrase and a name or two, but nothing that could be an answer.
fn is_one_of(line: &str, phrases: &[&str]) -> bool {
    if line.contains(|c: char| c.is_ascii_digit() || "={}".contains(c)) {
        return false;
    }
    let small = line.to_lowercase();
    let behind = phrases.iter().filter_map(|phrase| small.strip_prefix(phrase));
    let mut behind = behind.filter(|behind| !behind.starts_with(char::is_alphanumeric));
    let words =
        |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    behind.any(|behind| words(behind) <= MOST_WORDS)
}

/// Is the line nothing but the number of a telephone, as it stands in signatures?
pub fn is_telephone(line: &str) -> bool {
    let small = line.to_lowercase();
    let named = TELEPHONES.iter().find_map(|name| {
        let behind = small.strip_prefix(name)?;
        behind.starts_with(['.', ':', ' ']).then(|| behind.trim_start_matches(['.', ':', ' ']))
    });
    let number = named.unwrap_or(&small);
    let digits = number.chars().filter(char::is_ascii_digit).count();
    let fewest = if named.is_some() { 3 } else { FEWEST_DIGITS };
    digits >= fewest
        && number.chars().all(|c| c.is_ascii_digit() || c.is_whitespace() || "+-()/.–".contains(c))
}

#[cfg(test)]
mod tests {
    use super::{is_greeting, is_sign_off, is_telephone};

    #[test]
    fn greetings_are_told_from_answers() {
        for line in [
            "Hi!",
            "Hello Althing,",
            "Hei alle saman",
            "Hej!",
            "Liebe Runde,",
            "Guten Tag",
            "Good morning all!",
        ] {
            assert!(is_greeting(line), "{line}");
        }
        for line in ["Hi 3", "hide", "3", "Heimaey", "dear me, I can't decide between these two", "hi={1}"] {
            assert!(!is_greeting(line), "{line}");
        }
    }

    #[test]
    fn goodbyes_are_told_from_answers() {
        for line in [
            "Thanks, Aud",
            "Mvh Bjarni",
            "Med vänliga hälsningar",
            "Viele Grüße",
            "LG",
            "Best,",
            "Bless – Øl",
        ] {
            assert!(is_sign_off(line), "{line}");
        }
        for line in ["Bestow", "3 thanks", "best: wool=2", "end turn"] {
            assert!(!is_sign_off(line), "{line}");
        }
    }

    #[test]
    fn numbers_of_telephones_are_told_from_answers() {
        for line in [
            "22 33 44 55",
            "+47 22 33 44 55",
            "Tlf. 22334455",
            "(022) 33-44-55",
            "Mobil: 0911/123456",
            "m: 123",
        ] {
            assert!(is_telephone(line), "{line}");
        }
        for line in ["3", "3 4", "14", "123 45", "14 give=2 wool", "tel aviv", "move 123456"] {
            assert!(!is_telephone(line), "{line}");
        }
    }
}
