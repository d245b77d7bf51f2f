//! What can be said about a problem: each sentence by its name, with what is filled in.
//!
//! The words are in the catalogues (`texts/en/problems.json` and its siblings), in the section `sentences`, under the
//! name of the variant in small letters. Tests here hold that every variant has a text in every language, with the same
//! gaps.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::Code;
use crate::texts::{FALLBACK, problems};

/// A sentence about what is wrong in this case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Sentence {
    Missing,
    UnknownMember { known: Vec<String> },
    NotUsable,
    NotAmong { allowed: Vec<String>, given: Option<String> },
    OneOf { allowed: Vec<String> },
    MustBeText { or_null: bool },
    MustBeWholeNumber { or_null: bool },
    MustBeNumber { or_null: bool },
    MustBeBoolean { or_null: bool },
    MustBeList { or_null: bool },
    MustBeObject { or_null: bool },
    MustBeId,
    MustBeEmail,
    MustBeInstant,
    MustBeDate,
    Between { least: i64, most: i64 },
    AtLeast { least: i64 },
    AtMost { most: i64 },
    CharactersBetween { least: u64, most: u64 },
    CharactersAtMost { most: u64 },
    CharactersAtLeast { least: u64 },
    ItemsExactly { count: u64 },
    ItemsBetween { least: u64, most: u64 },
    ItemsAtMost { most: u64 },
    ItemsAtLeast { least: u64 },
    Empty,
    Doubled,
    WrongForm { pattern: String },
    SeveralMistakes { count: usize },
    MoreMistakes { named: usize },
    UnknownAtMost { most: usize },
    ValuesAtMost { most: usize },
    QueryAtMost { most: usize },
    ControlCharacter,
    NotJson { column: usize, line: usize },
    NotObject,
    UnknownParameter { known: Vec<String> },
    GivenTwice,
    AnswerTookTooLong,
    MustBeTags,
    FormWanted,
    BodyBroken,
    BearerWanted,
    MustBeKey { most: usize },
    NameOrEmail,
    NameNotEmail,
    MustBeHex { most: usize },
    NotAnEventId,
    TicketOnlyGet,
    WaitNeedsAfter,
    MineWanted,
    GameOrPerson,
    BeyondPresent { version: i64 },
    SuccessorTwice,
    SeatWanted,
    SeatNotWanted,
    SuccessorNotWanted,
    NoHourLeft,
    ScopeLacking { scope: &'static str },
    CodeWrong,
    DevicesAtMost { most: u64 },
    TokensAtMost { most: i64 },
    ScopeWanted,
    WithinAYear,
    MustBeTimeZone,
    CityUnknown,
    CityOfSeveral { cities: Vec<String> },
    NightAtMost { hours: i64 },
    MustBeTime,
    VacationFrom { today: String },
    VacationEndsFirst,
    VacationTooLate,
    VacationOverlaps,
    VacationLeft { left: i64, year: i32 },
    NotYourself,
    NotFollowingYourself,
    BlockedByYou,
    NotYourOwnFriend,
    NotACursor,
    TriedByMany,
    TooOften { seconds: u64 },
    NotStarted,
    GameIsOver,
    OtherRuleset { own: &'static str },
    PlayersBetween { least: u8, most: u8 },
    SeatForPerson,
    OrderKinds { allowed: Vec<String> },
    SeatsTooFew,
    NoSeatToReserve,
    NobodyNamed,
    PersonHasSeat,
    Declined,
    SeatsKept,
    OwnerNotKicked,
    MustBeTicked,
    NumbersDoNotFit,
    PersonWithoutSeat,
    MustBeLanguage,
    LetterNeeded,
    TablesDoNotFit,
    OnlyInLeagues,
    OnlyToAll,
    SeatsOrAll,
    NoSuchSeat,
    NobodyThere,
    OwnSeat,
    NamedTwice,
    Unreadable,
    UnreadableText,
    SecretInText,
    OperatorNotBanned,
    PicturesBusy,
    PicturesOfAccount,
    PicturesOfStrangers,
    PicturesFullForStrangers,
    NothingToTakeBack,
    TakeBackUntil { version: i64 },
    TakeBackTo { versions: Vec<i64> },
    OrderWouldAnswer,
    SameAddress,
    ChangeOver,
    LinkUsed,
    StreamsFull,
    StreamsOfAddress,
    StreamsOfAccount,
    ExportsOfAccount { most: usize },
    StreamsOfStrangers,
    StreamsFullForStrangers,
    TicketPaths,
    ChangedBeforeStart,
    NowAtVersion { version: i64 },
    NoClocks,
    BotThere,
    SuccessorWanted,
    OthersVote,
    WebhooksAtMost { most: i64 },
    NoSeatInGame,
    MustBeUrl,
    UrlNotHttps,
    UrlWithPassword,
    UrlWithFragment,
    UrlPort,
    UrlHost,
    UrlPrivate,
    AnswersOther { decision: String },
    AnswersNone { decision: String, kinds: Vec<String> },
    OpenDecisions { decision: String, open: Vec<String> },
    PasswordLength,
    NameLength,
    NameCharacter,
    NameDeparted,
    NameReserved,
    NameLikeId,
}

impl Sentence {
    /// A number is not within bounds.
    pub fn between<N: Copy + Into<i64>>(bounds: &RangeInclusive<N>) -> Self {
        Self::Between { least: (*bounds.start()).into(), most: (*bounds.end()).into() }
    }

    /// A word is none of those that are allowed.
    pub fn not_among(given: &str, allowed: &[&str]) -> Self {
        /// What is longer is not repeated.
        const LONGEST: usize = 40;
        let is_short = given.chars().count() <= LONGEST && !given.contains(char::is_control);
        let allowed = allowed.iter().map(ToString::to_string).collect();
        Self::NotAmong { given: is_short.then(|| given.to_owned()), allowed }
    }

    /// The sentence without gaps that has this name. What reads a value by serde can give the name as its error.
    pub fn named(name: &str) -> Option<Self> {
        use strum::IntoEnumIterator;
        Self::iter().find(|sentence| <&'static str>::from(sentence) == name && sentence.filled().is_null())
    }

    /// The sentence in a language; in English where the language is none of ours.
    pub fn in_language(&self, language: &str) -> String {
        problems::sentence(language, self.into(), &self.filled())
    }

    /// The sentence for those who have set no language, such as a log.
    pub fn english(&self) -> String {
        self.in_language(FALLBACK)
    }

    /// What is filled in; null without gaps.
    fn filled(&self) -> serde_json::Value {
        let name: &'static str = self.into();
        let whole = serde_json::to_value(self).unwrap_or_default();
        whole.get(name).cloned().unwrap_or_default()
    }
}

/// What a problem says of this case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProblemText {
    Said(Sentence),
    Usual(Code),
}

impl ProblemText {
    pub fn in_language(&self, language: &str) -> Cow<'static, str> {
        match self {
            Self::Said(sentence) => sentence.in_language(language).into(),
            Self::Usual(code) => problems::detail(language, code.row().0).into(),
        }
    }
}

impl From<Sentence> for ProblemText {
    fn from(sentence: Sentence) -> Self {
        Self::Said(sentence)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::Value;
    use strum::IntoEnumIterator;

    use super::{Code, Sentence};
    use crate::texts::{CODES, FALLBACK, problems};

    #[test]
    fn every_sentence_has_a_text_in_every_language_with_the_same_gaps() {
        for language in CODES {
            let mut names = BTreeSet::new();
            for sentence in Sentence::iter() {
                let name: &'static str = (&sentence).into();
                names.insert(name.to_owned());
                let text = problems::template(language, name);
                assert!(text.is_some(), "{name} in {language}");
                let text = text.unwrap_or_default();
                let gaps: BTreeSet<String> = match sentence.filled() {
                    Value::Object(filled) => filled.keys().cloned().collect(),
                    _ => BTreeSet::new(),
                };
                let environment = minijinja::Environment::new();
                let used = environment.template_from_str(&text).unwrap().undeclared_variables(false);
                let used: BTreeSet<String> = used.into_iter().collect();
                assert_eq!(used, gaps, "{name} in {language}");
            }
            assert_eq!(problems::names(language), names, "{language}");
        }
    }

    #[test]
    fn every_code_has_a_title_and_a_usual_detail_in_every_language() {
        let english = |code: &str| (problems::title(FALLBACK, code), problems::detail(FALLBACK, code));
        for code in Code::ALL.iter().map(|code| code.row().0).chain([problems::REFUSED]) {
            for language in CODES {
                let (title, detail) = (problems::title(language, code), problems::detail(language, code));
                assert!(title.ends_with('.') && detail.ends_with(['.', '!']), "{code} in {language}");
                assert!(language == FALLBACK || (title, detail) != english(code), "{code} in {language}");
            }
        }
        assert_eq!(problems::title(FALLBACK, "no_such_code"), "");
    }
}
