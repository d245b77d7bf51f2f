//! What people type, and what it is taken for.

use serde_json::value::to_raw_value;
use serde_json::{Value, json};

use rules::legal::KindLimit;
use rules::typed_answers::{AnswerTexts, AnswerWords, Leeway, OpenAnswers, example, fill, gap};
use rules::{Decision, Field, FieldKind, Json, Legal, Shape};

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

fn decision(id: &str, kind: &'static str) -> Decision {
    Decision { id: id.to_owned(), seat: 0, kind, blocking: true, call: None }
}

fn legal() -> Vec<Legal<Json>> {
    let actions = vec![
        raw(&json!({"type": "end_turn"})),
        raw(&json!({"type": "build_town", "corner": "1,2,N"})),
        raw(&json!({"type": "build_town", "corner": "1,3,S"})),
        raw(&json!({"type": "step", "unit": 5, "from": "3,5", "to": "3,4"})),
        raw(&json!({"type": "place_workers", "fields": ["4,6"]})),
        raw(&json!({"type": "place_workers", "fields": ["4,6", "-1,6"]})),
    ];
    let asked = Legal { decision: decision("t1.build.0", "build"), actions, shapes: vec![offer(), stake()] };
    let actions = vec![raw(&json!({"type": "decline", "offer": 7}))];
    vec![asked, Legal { decision: decision("t1.offer7", "answer"), actions, shapes: vec![] }]
}

/// Sentences of a language in which verbs stand at the end, as far as that matters here.
struct Sentences {
    is_german: bool,
}

impl Sentences {
    fn say(&self, action: &Value, cards: impl Fn(&str) -> String) -> String {
        let text = |name: &str| action[name].as_str().unwrap_or_default().to_owned();
        let places = || {
            let fields = action["fields"].as_array().unwrap().iter();
            fields.map(|field| field.as_str().unwrap()).collect::<Vec<_>>().join(" and ")
        };
        match (action["type"].as_str().unwrap(), self.is_german) {
            ("end_turn", false) => "End your turn".to_owned(),
            ("end_turn", true) => "Deinen Zug beenden".to_owned(),
            ("build_town", false) => format!("Expand your farm at corner {} to a town", text("corner")),
            ("build_town", true) => format!("Deinen Hof an Ecke {} zum Dorf ausbauen", text("corner")),
            ("step", false) => format!("Move your ship from hex {} to hex {}", text("from"), text("to")),
            ("step", true) => {
                format!("Dein Schiff von Feld {} auf Feld {} bewegen", text("from"), text("to"))
            }
            ("place_workers", _) => format!("Place workers on {}", places()),
            ("decline", _) => "Decline the offer".to_owned(),
            ("offer_trade", false) => format!("Offer {} for {}", cards("give"), cards("want")),
            ("offer_trade", true) => format!("{} für {} anbieten", cards("give"), cards("want")),
            ("sue", false) => {
                format!("Sue over Aud’s ship on hex 2,1 (bog 4) and stake {} cards", cards("cards"))
            }
            ("sue", true) => format!(
                "Aud wegen des Schiffs auf Feld 2,1 (Moor 4) verklagen und {} Karten einsetzen",
                cards("cards")
            ),
            (other, _) => panic!("{other}"),
        }
    }
}

impl AnswerTexts for Sentences {
    fn action(&self, action: &Json) -> String {
        let action = read(action);
        let cards = |name: &str| match &action[name] {
            Value::Object(cards) => {
                let each = cards
                    .iter()
                    .map(|(kind, count)| format!("{count} {}", words(self.is_german).show_kind(kind)));
                each.collect::<Vec<_>>().join(" and ")
            }
            number => number.to_string(),
        };
        self.say(&action, cards)
    }

    fn shape(&self, shape: &Shape<Json>) -> String {
        let mark = |name: &str| {
            let at = shape.fields.iter().position(|field| field.name == name).unwrap();
            if name == "cards" { gap(at).to_string() } else { format!("1 {}", gap(at)) }
        };
        self.say(&read(&shape.action), mark)
    }
}

fn words(is_german: bool) -> AnswerWords {
    let mut words = AnswerWords::default();
    if is_german {
        for (id, names) in [("wool", "Wolle"), ("grain", "Korn"), ("iron", "Eisen")] {
            words.add_kind(id, &[names]);
        }
        words.add_field("give", &["gebe", "ich gebe", "biete"]);
        words.add_field("want", &["möchte"]);
        words.add_field("to", &["nur an", "an"]);
        words.add_field("cards", &["Karten"]);
        words.add_joining(["und"]);
        words.add_trading(["gegen", "für"]);
        words.add_fillers(["ich", "bitte", "meinen", "eine", "den"]);
        words.add_number("zwei", 2);
    } else {
        for id in ["wool", "grain", "iron"] {
            words.add_kind(id, &[id]);
        }
        words.add_field("give", &["give", "i give"]);
        words.add_field("want", &["want"]);
        words.add_field("to", &["to", "only to"]);
        words.add_field("cards", &["cards"]);
        words.add_joining(["and"]);
        words.add_trading(["for"]);
        words.add_fillers(["i", "please", "my", "a", "the"]);
        words.add_number("two", 2);
    }
    words.set_players(&["Dalla", "Aud", "Unn", "Aud Djupaudga"].map(str::to_owned));
    words
}

fn parsed(is_german: bool, typed: &str) -> Result<(String, Value), String> {
    let (legal, words, texts) = (legal(), words(is_german), Sentences { is_german });
    let read_as = OpenAnswers::new(&legal, &words, &texts).read(typed, Leeway::AnyOrder);
    read_as
        .map(|choice| (choice.decision, read(&choice.action)))
        .map_err(|why| serde_json::to_string(&why).unwrap())
}

#[track_caller]
fn means(typed: &str, action: &Value) {
    assert_eq!(parsed(false, typed), Ok(("t1.build.0".to_owned(), action.clone())), "{typed}");
}

#[track_caller]
fn means_in_german(typed: &str, action: &Value) {
    assert_eq!(parsed(true, typed), Ok(("t1.build.0".to_owned(), action.clone())), "{typed}");
}

#[track_caller]
fn is_refused(typed: &str, because: &str) {
    let why = parsed(false, typed).unwrap_err();
    assert!(why.contains(because), "{typed}: {why}");
}

#[test]
fn a_ready_answer_is_named_by_its_type_and_what_tells_it_from_others() {
    means("end_turn", &json!({"type": "end_turn"}));
    means("  End Turn ", &json!({"type": "end_turn"}));
    means("build_town corner=1,3,s", &json!({"type": "build_town", "corner": "1,3,S"}));
    means("place_workers fields=4,6", &json!({"type": "place_workers", "fields": ["4,6"]}));
    for two in ["4,6 -1,6", "4,6; -1,6", "4,6,-1,6"] {
        let typed = format!("place workers fields={two}");
        means(&typed, &json!({"type": "place_workers", "fields": ["4,6", "-1,6"]}));
    }
    means("step to=3,4", &json!({"type": "step", "unit": 5, "from": "3,5", "to": "3,4"}));
    is_refused("build town", r#""ambiguous","given":"build town","count":2"#);
    is_refused("build town corner=1,9,N", "Expand your farm at corner 1,2,N to a town");
    is_refused("build castle", "no_such_answer");
    is_refused("", "no_such_answer");
}

#[test]
fn a_ready_answer_is_named_by_its_own_words_or_by_those_that_tell_it_from_others() {
    let town = json!({"type": "build_town", "corner": "1,3,S"});
    for typed in [
        "Expand your farm at corner 1,3,S to a town",
        "expand farm 1,3,s",
        "farm at 1,3,S",
        "town 1,3,S please",
    ] {
        means(typed, &town);
    }
    for typed in ["Hof 1,3,S ausbauen", "baue den Hof an Ecke 1,3,S aus", "ausbauen 1,3,S"] {
        let found = parsed(true, typed);
        assert_eq!(found.is_ok(), !typed.ends_with(" aus"), "{typed}: {found:?}");
    }
    means("end", &json!({"type": "end_turn"}));
    means("end my turn, please", &json!({"type": "end_turn"}));
    means_in_german("beende meinen Zug", &json!({"type": "end_turn"}));
    let step = json!({"type": "step", "unit": 5, "from": "3,5", "to": "3,4"});
    means("move ship to 3,4", &step);
    means("move ship from 3,5 to 3,4", &step);
    is_refused("move ship from 3,4 to 3,5", "no_such_answer");
    is_refused("expand", r#""count":2"#);
    is_refused("expnad farm", "Expand your farm at corner 1,2,N to a town");
    is_refused("don't end", "no_such_answer");
    let other = parsed(false, "decline");
    assert_eq!(other.map(|(decision, _)| decision), Ok("t1.offer7".to_owned()), "it is open, too");
}

#[test]
fn open_fields_are_filled_within_their_bounds() {
    let offered = json!({"type": "offer_trade", "give": {"grain": 1, "wool": 2}, "want": {"iron": 1}});
    for typed in [
        "offer_trade give=2 wool, 1 grain want=1 iron",
        "offer trade give = wool:2,grain want = iron",
        "give: 2 wool, 1 grain, want: 1 iron",
        "I give 2 wool and a grain, want the iron",
        "want 1 iron, give two wool and grain",
        "offer 2 wool and 1 grain for 1 iron",
        "2x wool + grain for iron",
        "offer wool 2, grain 1, want 1 iron",
    ] {
        means(typed, &offered);
    }
    for typed in [
        "2 Wolle und 1 Korn für 1 Eisen anbieten",
        "biete zwei Wolle, Korn gegen Eisen",
        "gebe: 2 wool, 1 grain, möchte: iron",
    ] {
        means_in_german(typed, &offered);
    }
    let to_two = json!({"type": "offer_trade", "give": {"wool": 1}, "want": {"iron": 1}, "to": [1, 3]});
    for typed in [
        "offer_trade give=wool want=iron to=1, 3",
        "offer wool for iron to Aud and Aud Djupaudga",
        "give wool, want iron, only to: 1 and aud djupaudga",
    ] {
        means(typed, &to_two);
    }
    is_refused("offer_trade give=wool", r#""still_empty","name":"want""#);
    is_refused("offer_trade give=4 wool want=iron", r#""count":4,"kind":"wool""#);
    is_refused("offer 4 wool for 1 iron", r#""count":4,"kind":"wool""#);
    is_refused("offer_trade give=-1 wool want=iron", "no_bundle");
    is_refused("offer_trade give=gold want=iron", r#""count":1,"kind":"gold""#);
    is_refused("offer 2 gold for 1 iron", r#""count":2,"kind":"gold""#);
    is_refused("offer_trade give=wool want=wool", r#""count":1,"kind":"wool""#);
    is_refused("offer_trade give=wool:3,grain:3 want=iron", r#""total":6,"min":1,"max":4"#);
    is_refused(
        "offer_trade give=wool want=iron to=2",
        r#""no_seats","name":"to","given":"2","of":["Aud","Aud Djupaudga"]"#,
    );
    is_refused("offer wool for iron or grain", "no_such_answer");
    is_refused("want 2 wool for 1 iron", "no_bundle");
}

#[test]
fn a_number_is_filled_in_where_the_sentence_has_its_gap() {
    let two = json!({"type": "sue", "unit": 5, "cards": 2});
    for typed in [
        "sue unit=5 cards=2",
        "sue cards: 2",
        "sue over Aud's ship and stake 2 cards",
        "sue Aud two cards",
        "stake 2 cards",
    ] {
        means(typed, &two);
    }
    means_in_german("Aud wegen des Schiffs verklagen, zwei Karten", &two);
    is_refused("sue cards=3", r#""min":1,"max":2"#);
    is_refused("sue over Aud's ship and stake 3 cards", r#""min":1,"max":2"#);
    is_refused("sue unit=6 cards=1", r#""no_such_field","name":"unit""#);
    is_refused("sue Bjarni, 2 cards", "no_such_answer");
}

#[test]
fn json_goes_as_it_is_when_such_an_answer_can_be_given() {
    means(r#"{"type": "sue", "unit": 5, "cards": 9}"#, &json!({"type": "sue", "unit": 5, "cards": 9}));
    is_refused(r#"{"type": "castle"}"#, r#""no_such_type","given":"castle""#);
    is_refused(r#"{"type": "#, "not_json");
}

#[test]
fn behind_the_number_of_a_shape_its_fields_are_enough() {
    let filled = |typed| fill(&stake(), typed).map(|action| action.get().to_owned());
    assert_eq!(filled("2"), filled("cards=2"));
    assert!(filled("").is_err());
    let (legal, words, texts) = (legal(), words(false), Sentences { is_german: false });
    let open = OpenAnswers::new(&legal, &words, &texts);
    let filled = |typed| open.fill("t1.build.0", &offer().action, typed).unwrap();
    let offered = json!({"type": "offer_trade", "give": {"wool": 2}, "want": {"iron": 1}});
    for typed in [
        "2 wool for 1 iron",
        "give 2 wool want 1 iron",
        "offer 2 wool for 1 iron",
        ": give: wool 2; want: iron",
    ] {
        assert_eq!(filled(typed).map(|action| read(&action)), Ok(offered.clone()), "{typed}");
    }
    assert!(open.fill("t1.build.0", &stake().action, "2 cards").unwrap().is_ok());
    assert!(open.fill("t1.other", &stake().action, "2 cards").is_none());
}

#[test]
fn the_example_can_be_sent_as_it_stands() {
    assert_eq!(example(&offer(), &words(false)), "give: 1 wool, want: 1 grain");
    assert_eq!(example(&offer(), &words(true)), "gebe: 1 Wolle, möchte: 1 Korn");
    assert_eq!(example(&stake(), &words(true)), "Karten: 1");
    for is_german in [false, true] {
        let (legal, words, texts) = (legal(), words(is_german), Sentences { is_german });
        let open = OpenAnswers::new(&legal, &words, &texts);
        for shape in &legal[0].shapes {
            assert!(open.fill("t1.build.0", &shape.action, &example(shape, &words)).unwrap().is_ok());
        }
    }
}

#[test]
fn what_is_nearly_an_answer_is_told_from_names_and_chatter() {
    let (legal, words, texts) = (legal(), words(false), Sentences { is_german: false });
    let open = OpenAnswers::new(&legal, &words, &texts);
    for near in ["edn trun", "exapnd it", "offer a thing", "towards town"] {
        assert!(open.is_nearly_said(near), "{near}");
    }
    for far in ["Dalla", "Main Street 5", "a 3", "gone fishing"] {
        assert!(!open.is_nearly_said(far), "{far}");
    }
    assert!(open.is_nearly_card("2 grian") && !open.is_nearly_card("end turn"));
}
