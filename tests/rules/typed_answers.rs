//! What people fill into answers.

use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use rules::legal::KindLimit;
use rules::typed_answers::{AnswerWords, example, fill, fold, words as words_of};
use rules::{Field, FieldKind, Json, Shape};

fn raw(value: &Value) -> Json {
    to_raw_value(value).unwrap()
}

fn read(action: &Json) -> Value {
    serde_json::from_str(action.get()).unwrap()
}

fn bundle(name: &'static str, not_in: Option<&'static str>) -> Field {
    let most = ["wool", "grain", "iron"].map(|kind| KindLimit { kind, max: 3 }).to_vec();
    Field { name, kind: FieldKind::Bundle { limits: most, min_total: 1, max_total: 4, not_in } }
}

fn offer() -> Shape<Json> {
    let to = Field { name: "to", kind: FieldKind::Seats { of: vec![1, 3], min: 1 } };
    let action = raw(&json!({"type": "offer_trade", "give": {}, "want": {}}));
    Shape { action, fields: vec![bundle("give", None), bundle("want", Some("give")), to] }
}

fn stake() -> Shape<Json> {
    let cards = Field { name: "cards", kind: FieldKind::Integer { min: 1, max: 2 } };
    Shape { action: raw(&json!({"type": "sue", "unit": 5, "cards": 1})), fields: vec![cards] }
}

fn words(is_german: bool) -> AnswerWords {
    let mut words = AnswerWords::default();
    let (kinds, fields, and) = if is_german {
        let kinds = [("wool", "Wolle"), ("grain", "Korn"), ("iron", "Eisen")];
        (kinds, [("give", "gebe"), ("want", "möchte"), ("to", "an"), ("cards", "Karten")], "und")
    } else {
        let kinds = [("wool", "wool"), ("grain", "grain"), ("iron", "iron")];
        (kinds, [("give", "give"), ("want", "want"), ("to", "to"), ("cards", "cards")], "and")
    };
    kinds.iter().for_each(|(id, name)| words.add(id, &[name]));
    fields.iter().for_each(|(id, name)| words.add(id, &[name]));
    words.joining.push(and.to_owned());
    words.set_players(&["Dalla", "Aud", "Unn", "Aud Djupaudga"].map(str::to_owned));
    words
}

#[track_caller]
fn means(shape: &Shape<Json>, is_german: bool, typed: &str, action: &Value) {
    let filled = fill(shape, typed, &words(is_german)).map(|action| read(&action));
    assert_eq!(filled.as_ref(), Ok(action), "{typed}");
}

#[track_caller]
fn is_refused(shape: &Shape<Json>, typed: &str, because: &str) {
    let why = fill(shape, typed, &words(false)).unwrap_err();
    let why = serde_json::to_string(&why).unwrap();
    assert!(why.contains(because), "{typed}: {why}");
}

#[test]
fn fields_are_filled_by_their_names_in_the_words_of_a_language_or_of_the_api() {
    let offered = json!({"type": "offer_trade", "give": {"grain": 1, "wool": 2}, "want": {"iron": 1}});
    for typed in [
        "give: 2 wool, 1 grain, want: 1 iron",
        "give=wool:2,grain:1 want=iron:1",
        "give = wool:2,grain want = iron",
        ": give: wool 2, grain; want: iron",
        "want: 1 iron, give: 2 wool and 1 grain",
        "give 2 wool, 1 grain, want 1 iron",
    ] {
        means(&offer(), false, typed, &offered);
    }
    for typed in [
        "gebe: 2 Wolle und 1 Korn, möchte: 1 Eisen",
        "GEBE: 2 wolle, korn, moechte: Eisen",
        "give=wool:2,grain:1 want=iron:1",
    ] {
        means(&offer(), true, typed, &offered);
    }
    let to_two = json!({"type": "offer_trade", "give": {"wool": 1}, "want": {"iron": 1}, "to": [1, 3]});
    for typed in ["give: wool, want: iron, to: Aud and Aud Djupaudga", "give=wool want=iron to=1,3"] {
        means(&offer(), false, typed, &to_two);
    }
}

#[test]
fn what_is_wrong_with_a_field_is_named() {
    for (typed, because) in [
        ("", r#""still_empty","name":"give""#),
        ("give: wool", r#""still_empty","name":"want""#),
        ("give: 4 wool, want: iron", r#""count":4,"kind":"wool""#),
        ("give: -1 wool, want: iron", "no_bundle"),
        ("give: 1 gold, want: iron", "no_bundle"),
        ("give: wool, want: wool", r#""count":1,"kind":"wool""#),
        ("give: 3 wool, 3 grain, want: iron", r#""total":6,"min":1,"max":4"#),
        (
            "give: wool, want: iron, to: 2",
            r#""no_seats","name":"to","given":"2","of":["Aud","Aud Djupaudga"]"#,
        ),
        ("give: wool, want: iron, to: Olaf", "no_seats"),
        ("give: wool or grain, want: iron", "no_bundle"),
        ("2 wool for 1 iron", "no_such_field"),
        ("give: wool, give: grain, want: iron", "no_such_field"),
    ] {
        is_refused(&offer(), typed, because);
    }
    for (typed, because) in
        [("3", r#""min":1,"max":2"#), ("cards: none", "no_number"), ("", "still_empty"), ("2 2", "no_number")]
    {
        is_refused(&stake(), typed, because);
    }
}

#[test]
fn the_one_field_of_an_answer_needs_no_name() {
    let two = json!({"type": "sue", "unit": 5, "cards": 2});
    for typed in ["2", "cards: 2", "cards=2", "cards 2", "2 cards"] {
        means(&stake(), false, typed, &two);
    }
    means(&stake(), true, "2 Karten", &two);
}

#[test]
fn the_example_can_be_sent_as_it_stands() {
    assert_eq!(example(&offer(), &words(false)), "give: 1 wool, want: 1 grain");
    assert_eq!(example(&offer(), &words(true)), "gebe: 1 Wolle, möchte: 1 Korn");
    assert_eq!(example(&stake(), &words(true)), "Karten: 1");
    for (shape, is_german) in [(offer(), false), (offer(), true), (stake(), false), (stake(), true)] {
        let words = words(is_german);
        assert!(fill(&shape, &example(&shape, &words), &words).is_ok());
    }
}

#[test]
fn accents_and_capitals_make_no_difference_and_a_minus_belongs_to_its_number() {
    for jarn in ["jarn", "Järn", "JAERN", "jærn", "ja\u{308}rn"] {
        assert_eq!(fold(jarn), "jarn", "{jarn}");
    }
    assert_eq!(fold("Straße"), fold("strasse"));
    assert_eq!(fold("Møøse Ångström ３"), "moose angstrom 3");
    assert_eq!(
        words_of("Move Bjarni’s ship from hex −4,1 (sea 5) to 3,-2!"),
        ["move", "bjarnis", "ship", "from", "hex", "-4", "1", "sea", "5", "to", "3", "-2"]
    );
    assert_eq!(words_of("corner 1,-2,N; Land-Arbeiter"), ["corner", "1", "-2", "n", "land", "arbeiter"]);
    assert_eq!(words_of("wool,grain 2, 3 - well"), ["wool", "grain", "2", "3", "well"]);
    assert_eq!(words_of("''  -- ,, 🚀 …,"), Vec::<String>::new());
}
