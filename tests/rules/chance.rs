//! Fair chance, byte by byte: the vectors in `vectors.json` were computed with Python's `hmac` and `hashlib`.

use proptest::prelude::*;
use rules::chance::{commitment, game_seed};
use rules::{Chance, ChanceError, Draw};
use serde_json::{Value, json};

fn vectors() -> Vec<Value> {
    serde_json::from_str(include_str!("vectors.json")).expect("the vectors are JSON")
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("hex text")).expect("hex")
}

fn secret(vector: &Value) -> [u8; 32] {
    bytes(&vector["secret"]).try_into().expect("32 bytes")
}

fn numbers(value: &Value) -> Vec<u32> {
    value.as_array().expect("a list").iter().map(|n| n.as_u64().expect("a number") as u32).collect()
}

fn chance_of(vector: &Value) -> Chance {
    let entropies: Vec<Vec<u8>> = vector["entropies"].as_array().expect("a list").iter().map(bytes).collect();
    let seed = game_seed(&secret(vector), entropies.iter().map(Vec::as_slice));
    assert_eq!(hex::encode(seed), vector["game_seed"].as_str().expect("hex text"));
    Chance::seeded(seed)
}

#[test]
fn the_commitment_is_the_sha256_of_the_secret() {
    for vector in vectors() {
        assert_eq!(
            hex::encode(commitment(&secret(&vector))),
            vector["commitment"].as_str().expect("hex text")
        );
    }
}

#[test]
fn picks_follow_the_vectors() {
    for vector in vectors() {
        let mut chance = chance_of(&vector);
        for picks in vector["picks"].as_array().expect("a list") {
            chance.begin(picks["version"].as_u64().expect("a number"));
            let of = picks["of"].as_u64().expect("a number") as u32;
            for expected in numbers(&picks["values"]) {
                assert_eq!(chance.pick("test", of), expected, "version {} of {of}", picks["version"]);
            }
        }
    }
}

#[test]
fn a_die_is_a_pick_plus_one() {
    for vector in vectors() {
        let mut chance = chance_of(&vector);
        let picks = &vector["picks"][1];
        chance.begin(picks["version"].as_u64().expect("a number"));
        for expected in numbers(&picks["values"]) {
            assert_eq!(chance.die("test", 6), expected + 1);
        }
    }
}

#[test]
fn shuffles_follow_the_vectors() {
    for vector in vectors() {
        let mut chance = chance_of(&vector);
        for shuffle in vector["shuffles"].as_array().expect("a list") {
            chance.begin(shuffle["version"].as_u64().expect("a number"));
            let of = shuffle["of"].as_u64().expect("a number") as u32;
            assert_eq!(chance.shuffle("test", of), numbers(&shuffle["value"]));
        }
    }
}

#[test]
fn every_draw_is_recorded_with_purpose_range_and_value() {
    let mut chance = Chance::given(vec![json!(6), json!(0), json!([1, 0])]);
    chance.die("die", 6);
    chance.pick("green", 4);
    chance.shuffle("fate_deck", 2);
    assert_eq!(
        chance.take_draws(),
        [
            Draw::Die { purpose: "die".into(), faces: 6, value: 6 },
            Draw::Pick { purpose: "green".into(), of: 4, value: 0 },
            Draw::Shuffle { purpose: "fate_deck".into(), of: 2, value: vec![1, 0] },
        ]
    );
    assert_eq!(chance.finish(), Ok(()));
}

#[test]
fn a_value_given_by_hand_must_fit_its_draw() {
    for wrong in [json!(0), json!(7), json!(-1), json!(2.5), json!("3"), json!([1]), json!(4_294_967_297_u64)]
    {
        let mut chance = Chance::given(vec![wrong]);
        chance.die("die", 6);
        let fault = chance.finish().expect_err("the value does not fit");
        assert_eq!(fault.code(), "chance_out_of_range");
        assert!(fault.to_string().contains("`die`"), "{fault}");
    }
    for wrong in [json!([0, 1]), json!([0, 1, 1]), json!([1, 2, 3]), json!(0), json!([0, 1, 2, 3])] {
        let mut chance = Chance::given(vec![wrong]);
        chance.shuffle("fate_deck", 3);
        assert_eq!(chance.finish().expect_err("no permutation").code(), "chance_out_of_range");
    }
}

#[test]
fn one_value_too_few_or_too_many_is_a_fault() {
    let mut chance = Chance::given(vec![]);
    chance.pick("green", 3);
    assert_eq!(chance.finish(), Err(ChanceError::TooShort { purpose: "green".to_owned() }));
    let chance = Chance::given(vec![json!(1), json!(2)]);
    assert_eq!(chance.finish(), Err(ChanceError::TooLong { left: 2 }));
}

proptest! {
    #[test]
    fn draws_stay_in_range_and_shuffles_are_permutations(seed: [u8; 32], version: u64, n in 1_u32..5_000) {
        let mut chance = Chance::seeded(seed);
        chance.begin(version);
        prop_assert!(chance.pick("pick", n) < n);
        prop_assert!((1..=n).contains(&chance.die("die", n)));
        let mut order = chance.shuffle("shuffle", n.min(100));
        order.sort_unstable();
        prop_assert!(order.into_iter().eq(0..n.min(100)));
    }

    #[test]
    fn the_seed_depends_on_every_joiner_and_the_order(secret: [u8; 32], a: Vec<u8>, b: Vec<u8>) {
        prop_assume!(a != b);
        let both = game_seed(&secret, [a.as_slice(), b.as_slice()]);
        prop_assert_ne!(both, game_seed(&secret, [b.as_slice(), a.as_slice()]));
        prop_assert_ne!(both, game_seed(&secret, [a.as_slice()]));
    }
}
