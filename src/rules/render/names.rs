//! The players' names, which are anybody's text, as they may stand in a picture.

use std::borrow::Cow;

use crate::Seat;

/// The most characters of a name that are shown.
const MOST: usize = 20;

/// The names by seat.
#[derive(Debug, Clone, Copy)]
pub struct Names<'a>(pub &'a [String]);

impl Names<'_> {
    /// The name at `seat`, alone in its line: without control and direction characters, at most 20 characters long.
    /// `Seat 2` for one that is not known.
    pub fn alone(&self, seat: Seat) -> String {
        let name = self.0.get(usize::from(seat)).map_or(Cow::Borrowed(""), |name| clean(name));
        let name = name.trim();
        if name.is_empty() {
            return format!("Seat {seat}");
        }
        if name.chars().count() <= MOST {
            return name.to_owned();
        }
        let kept: String = name.chars().take(MOST - 1).collect();
        format!("{}…", kept.trim_end())
    }

    /// The same inside a sentence: a name that runs from right to left does not turn what stands around it.
    pub fn inside(&self, seat: Seat) -> String {
        let name = self.alone(seat);
        if name.chars().any(runs_leftwards) { format!("\u{2068}{name}\u{2069}") } else { name }
    }

    pub fn listed(&self, seats: &[Seat]) -> String {
        let names: Vec<String> = seats.iter().map(|&seat| self.inside(seat)).collect();
        names.join(", ")
    }
}

fn clean(name: &str) -> Cow<'_, str> {
    if !name.chars().any(unwanted) {
        return Cow::Borrowed(name);
    }
    Cow::Owned(name.chars().filter(|character| !unwanted(*character)).collect())
}

/// Control characters, and those that turn the direction of text or can't be seen.
fn unwanted(character: char) -> bool {
    character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
                | '\u{feff}' | '\u{fff9}'..='\u{ffff}'
        )
}

fn runs_leftwards(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}' | '\u{1_0800}'..='\u{1_0fff}' | '\u{1_e800}'..='\u{1_efff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned_clipped_and_never_empty() {
        let given = ["Ada\u{202e}\n", "", "x\u{0}", &"n".repeat(32)].map(str::to_owned);
        let names = Names(&given);
        assert_eq!([0, 1, 2, 9].map(|seat| names.alone(seat)), ["Ada", "Seat 1", "x", "Seat 9"]);
        assert_eq!(names.alone(3).chars().count(), MOST);
    }

    #[test]
    fn a_name_of_the_other_direction_is_kept_apart_in_a_sentence() {
        let given = ["דוד".to_owned(), "Ada".to_owned()];
        assert_eq!(Names(&given).listed(&[0, 1]), "\u{2068}דוד\u{2069}, Ada");
    }
}
