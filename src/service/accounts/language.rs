//! The language somebody is written to in.

use serde::Deserialize;

/// A language that somebody can choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(try_from = "String")]
pub enum Language {
    /// `nn`
    Nynorsk,
    /// `en`
    #[default]
    English,
    /// `sv`
    Swedish,
    /// `de`
    German,
}

/// Why a text is not such a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("The languages are nn, en, sv and de.")]
pub struct BadLanguage;

impl Language {
    const ALL: [Self; 4] = [Self::Nynorsk, Self::English, Self::Swedish, Self::German];

    pub fn code(self) -> &'static str {
        match self {
            Self::Nynorsk => "nn",
            Self::English => "en",
            Self::Swedish => "sv",
            Self::German => "de",
        }
    }
}

impl TryFrom<String> for Language {
    type Error = BadLanguage;

    fn try_from(text: String) -> Result<Self, BadLanguage> {
        Self::ALL.into_iter().find(|language| language.code() == text).ok_or(BadLanguage)
    }
}
