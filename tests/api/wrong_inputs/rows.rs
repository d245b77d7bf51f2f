//! The wrong requests, by subject.

use serde_json::json;

use super::Row;

/// A row a line: the request (`null` is no body), then what it is answered and everything that is told to be wrong.
macro_rules! rows {
    ($($method:ident $path:literal $body:tt $(with $header:literal: $value:literal)?
        => $status:literal $code:ident {$($place:literal: $words:literal),*};)*) => {
        vec![$(Row {
            method: stringify!($method),
            path: $path,
            headers: &[$(($header, $value))?],
            body: json!($body),
            status: $status,
            code: stringify!($code),
            wrong: &[$(($place, $words)),*],
        }),*]
    };
}

/// Every row.
pub fn all() -> Vec<Row> {
    [accounts(), addresses(), creating(), lobby(), play(), settings(), talk()].concat()
}

/// Registering and logging in.
fn accounts() -> Vec<Row> {
    rows! {
        POST "/v1/accounts" {} => 422 invalid_field {"/email": "must be given", "/name": "must be given", "/password": "must be given"};
        POST "/v1/accounts" {"email": "dis@example.org", "password": "a long ship west"} => 422 invalid_field {"/name": "must be given"};
        POST "/v1/accounts" {"name": 7, "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "must be text"};
        POST "/v1/accounts" {"name": null, "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "must be text"};
        POST "/v1/accounts" {"name": ["Dis"], "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "must be text"};
        POST "/v1/accounts" {"name": "D", "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "2 to 32 characters"};
        POST "/v1/accounts" {"name": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "2 to 32 characters"};
        POST "/v1/accounts" {"name": "a@b", "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "letters and digits"};
        POST "/v1/accounts" {"name": "operator", "email": "dis@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/name": "reserved"};
        POST "/v1/accounts" {"name": "Dis", "email": "nobody", "password": "a long ship west"}
            => 422 invalid_field {"/email": "email address"};
        POST "/v1/accounts" {"name": "Dis", "email": true, "password": "a long ship west"} => 422 invalid_field {"/email": "must be text"};
        POST "/v1/accounts" {"name": "Dis", "email": null, "password": "a long ship west"} => 422 invalid_field {"/email": "must be text"};
        POST "/v1/accounts" {"name": "Dis", "email": "x".repeat(250) + "@example.org", "password": "a long ship west"}
            => 422 invalid_field {"/email": ""};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "short"}
            => 422 invalid_field {"/password": "8 to 128 characters"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "x".repeat(129)}
            => 422 invalid_field {"/password": "8 to 128 characters"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": 12345678}
            => 422 invalid_field {"/password": "must be text"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "a long ship west", "language": "fr"}
            => 422 invalid_field {"/language": "Allowed here: `en`, `nn`, `sv`, `de`"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "a long ship west", "language": 3}
            => 422 invalid_field {"/language": "must be text, or null"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "a long ship west", "admin": true}
            => 422 invalid_field {"/admin": "These are known: `email`, `language`, `name`, `password`"};
        POST "/v1/accounts" {"name": "Dis", "email": "dis@example.org", "password": "a long ship west", "Name": "Dis"}
            => 422 invalid_field {"/Name": "no such member"};
        POST "/v1/accounts" {"name": 1, "email": 2, "password": "x", "language": "xx", "a": 1, "b": 2}
            => 422 invalid_field {"/a": "no such", "/b": "no such", "/email": "be text", "/language": "Allowed", "/name": "be text", "/password": "8 to 128"};
        POST "/v1/accounts/verify" {"token": null, "password": "x"} => 422 invalid_field {"/password": "8 to 128", "/token": "be text"};
        POST "/v1/accounts/verification" {"email": "x"} => 422 invalid_field {"/email": "email address"};
        POST "/v1/accounts/email" {"token": "x", "answer": "maybe"} => 422 invalid_field {"/answer": "`maybe` is not possible"};
        POST "/v1/accounts/reset/confirm" {"token": 1, "password": "x"} => 422 invalid_field {"/password": "8 to 128", "/token": "be text"};
        POST "/v1/sessions" {} => 422 invalid_field {"/login": "must be given", "/password": "must be given"};
        POST "/v1/sessions" {"login": 1, "password": null} => 422 invalid_field {"/login": "be text", "/password": "be text"};
        POST "/v1/sessions" {"login": "Aud", "password": "x", "device_token": 5} => 422 invalid_field {"/device_token": "or null"};
        POST "/v1/sessions" {"login": "Aud", "password": "wrong password"} => 401 wrong_credentials {"-": "link by email"};
        POST "/v1/sessions/refresh" {"token": "x"} => 422 invalid_field {"/refresh_token": "must be given", "/token": "no such member"};
        POST "/v1/sessions/code" {"email": "x", "code": 1} => 422 invalid_field {"/code": "be text", "/email": "email address"};
        POST "/v1/sessions/code" {"email": "aud@example.org", "code": "0000 0000"} => 422 invalid_field {"/code": "code"};
        POST "/v1/sessions/refresh" {"refresh_token": "x"} => 401 refresh_token_invalid {"-": "Log in again"};
        POST "/v1/accounts" [] => 400 malformed_body {"-": "JSON object"};
        POST "/v1/accounts" "text" => 400 malformed_body {"-": "JSON object"};
        POST "/v1/accounts" 5 => 400 malformed_body {"-": "JSON object"};
    }
}

/// Paths, queries and headers.
fn addresses() -> Vec<Row> {
    rows! {
        GET "/v1/games/42" null => 400 invalid_parameter {"?game_id": "five groups"};
        GET "/v1/games/not-an-id/view" null => 400 invalid_parameter {"?game_id": "01934490"};
        GET "/v1/me/webhooks/7/deliveries" null => 400 invalid_parameter {"?webhook_id": "five groups"};
        POST "{game}/seats/x/take" {} => 400 invalid_parameter {"?seat": "whole number"};
        POST "{game}/seats/900/take" {} => 400 invalid_parameter {"?seat": ""};
        GET "/v1/games?name=%00&ruleset=%0d%0a" null
            => 400 invalid_parameter {"?name": "Control characters", "?ruleset": "Control characters"};
        GET "/v1/people/A%1bud" null => 400 invalid_parameter {"?person": "Control characters"};
        GET "/v1/games?status=,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,," null
            => 400 invalid_parameter {"?status": "100 entries"};
        GET "/v1/games?limit=ten" null => 400 invalid_parameter {"?limit": "whole number"};
        GET "/v1/games?limit=0" null => 400 invalid_parameter {"?limit": "from 1 to 100"};
        GET "/v1/games?limit=99999999999999999999" null => 400 invalid_parameter {"?limit": "whole number"};
        GET "/v1/games?limit=3.5" null => 400 invalid_parameter {"?limit": "whole number"};
        GET "/v1/games?colour=red" null => 400 invalid_parameter {"?colour": "These are known: `"};
        GET "/v1/games?status=asleep" null => 400 invalid_parameter {"?status": "Allowed: `open`"};
        GET "/v1/games?sort=oldest" null => 400 invalid_parameter {"?sort": "Allowed: `newest`"};
        GET "/v1/games?mine=maybe" null => 400 invalid_parameter {"?mine": "`true` or `false`"};
        GET "/v1/games?limit=1&limit=2" null => 400 invalid_parameter {"?limit": "only once"};
        GET "/v1/games?free_seats=-1" null => 400 invalid_parameter {"?free_seats": ""};
        GET "/v1/games?ruleset=chess" null => 400 invalid_parameter {"?ruleset": "`chess` is not possible here. Allowed: `"};
        GET "/v1/games?cursor=yesterday" null => 400 invalid_parameter {"?cursor": "not a cursor"};
        GET "/v1/games?limit=0&colour=red&sort=x&mine=2" null
            => 400 invalid_parameter {"?limit": "100", "?colour": "no such", "?sort": "Allowed", "?mine": "`true`"};
        GET "/v1/me/inbox?cursor=x" null => 400 invalid_parameter {"?cursor": "next_cursor"};
        GET "/v1/me/audit?limit=101" null => 400 invalid_parameter {"?limit": "from 1 to 100"};
        GET "{game}/view?version=x" null => 400 invalid_parameter {"?version": "whole number"};
        GET "{game}/view?version=-1&as=king" null => 400 invalid_parameter {"?version": "0 or more", "?as": "Allowed: `spectator`"};
        GET "{game}/view?version=9999" null => 422 version_beyond_present {"?version": "only come to version"};
        GET "{game}/events?after=9999" null => 422 version_beyond_present {"?after": "only come to version"};
        GET "{game}/events?wait=31&after=0" null => 400 invalid_parameter {"?wait": "from 0 to 30"};
        GET "{game}/events?limit=0&wait=x" null => 400 invalid_parameter {"?limit": "from 1 to 500", "?wait": "whole number"};
        GET "{game}/board.png?width=199" null => 400 invalid_parameter {"?width": "from 200 to 1200"};
        GET "{game}/board.svg?colour=red&as=king" null => 400 invalid_parameter {"?colour": "no such", "?as": "spectator"};
        GET "/v1/people/Aud/games?limit=x&page=2" null => 400 invalid_parameter {"?limit": "whole number", "?page": "no such parameter"};
        GET "/v1/rulesets/landnam/ratings?cursor=%00" null => 400 invalid_parameter {"?cursor": "Control characters"};
        GET "/v1/rulesets/chess" null => 404 ruleset_not_found {"-": "does not play"};
        GET "/v1/people/Nobody%20There" null => 404 account_not_found {"-": "No account"};
        GET "/v1/games/01934490-7c5e-7d31-b25f-0242ac120002" null => 404 game_not_found {"-": "can't see it"};
        GET "/v1/nothing" null => 404 route_not_found {"-": "openapi.json"};
        DELETE "/v1/games" null => 405 method_not_allowed {"-": "Allow"};
        POST "/v1/games/42/actions" {"decision": 5}
            => 400 invalid_parameter {"?game_id": "five groups", "/action": "given", "/decision": "be text"};
        POST "/v1/games/42/actions" {"decision": 5, "action": {}} with "If-Match": "x"
            => 400 invalid_parameter {"?game_id": "five groups", "#If-Match": "quotation", "/decision": "be text"};
    }
}

/// Creating games.
fn creating() -> Vec<Row> {
    rows! {
        POST "/v1/games" {"ruleset": "nord\u{0}", "seats": 3, "x": vec![0; 300]}
            => 422 invalid_field {"/ruleset": "", "/x": "no such member"};
        POST "/v1/games" {"x": vec![0; 1_000]} => 400 malformed_body {"": "1000 values"};
        POST "/v1/games" {"ruleset": "nord", "seats": 3, "name": "A\u{7}", "x": {}}
            => 422 invalid_field {"/name": "Control characters", "/x": "no such member"};
        POST "/v1/games" {} => 422 invalid_field {"/ruleset": "must be given", "/seats": "must be given"};
        POST "/v1/games" {"ruleset": "chess", "seats": 3} => 422 invalid_field {"/ruleset": "`chess` is not possible here. Allowed: `"};
        POST "/v1/games" {"ruleset": null, "seats": 3} => 422 invalid_field {"/ruleset": ""};
        POST "/v1/games" {"ruleset": "landnam", "seats": 99} => 422 invalid_field {"/seats": "from"};
        POST "/v1/games" {"ruleset": "landnam", "seats": -1} => 422 invalid_field {"/seats": "from"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 300} => 422 invalid_field {"/seats": "from"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 5000000000_i64} => 422 invalid_field {"/seats": "from"};
        POST "/v1/games" {"ruleset": "landnam", "seats": "3"} => 422 invalid_field {"/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3.5} => 422 invalid_field {"/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": null} => 422 invalid_field {"/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": [3]} => 422 invalid_field {"/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": true} => 422 invalid_field {"/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "name": "x".repeat(81)} => 422 invalid_field {"/name": "80 characters at most"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "name": 9} => 422 invalid_field {"/name": "be text, or null"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "name": " "} => 422 invalid_field {"/name": "1 to 80 characters"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "name": "Hall\u{202e}"} => 422 invalid_field {"/name": "invisible characters"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "description": "x".repeat(1001)}
            => 422 invalid_field {"/description": "1000 characters"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "visibility": "secret"}
            => 422 invalid_field {"/visibility": "Allowed: `public`"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "visibility": 1} => 422 invalid_field {"/visibility": ""};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "start": "now"} => 422 invalid_field {"/start": "`now` is not possible"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "join": "friends"} => 422 invalid_field {"/join": "Allowed: `open`"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "bots": "steady"} => 422 invalid_field {"/bots": "must be a list"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "bots": [1]} => 422 invalid_field {"/bots/0": "must be text"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "bots": ["genius"]}
            => 422 invalid_field {"/bots/0": "`genius` is not possible here"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "bots": ["steady", "steady", "steady"]}
            => 422 invalid_field {"/bots": "left for a person"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "entropy": "xyz"} => 422 invalid_field {"/entropy": "right form"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "language": "english"} => 422 invalid_field {"/language": "right form"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "confirm_hours": 0} => 422 invalid_field {"/confirm_hours": "from 1 to 336"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "confirm_hours": 337} => 422 invalid_field {"/confirm_hours": "from 1 to 336"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "caretaker_after": 21}
            => 422 invalid_field {"/caretaker_after": "from 1 to 20"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "order_delay_seconds": 86401}
            => 422 invalid_field {"/order_delay_seconds": "from 0 to 86400"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "deal_seats": "yes"} => 422 invalid_field {"/deal_seats": "`true` or `false`"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "deal_seats": null} => 422 invalid_field {"/deal_seats": "`true` or `false`"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "forbidden_orders": ["chess"]}
            => 422 invalid_field {"/forbidden_orders/0": "each once"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {}} => 422 invalid_field {"/clock/type": "must be given"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "sand"}}
            => 422 invalid_field {"/clock/type": "Allowed: `banked`, `plain`, `untimed`"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "plain"}}
            => 422 invalid_field {"/clock/hours": "must be given"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "plain", "hours": "24"}}
            => 422 invalid_field {"/clock/hours": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "plain", "hours": 0}}
            => 422 invalid_field {"/clock/hours": "from 1 to 720"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "banked", "free_hours": 0, "bank_hours": -1, "refund_hours": "x", "cap_hours": 9999}}
            => 422 invalid_field {"/clock/bank_hours": "from 0 to 720", "/clock/cap_hours": "from 0 to 720", "/clock/free_hours": "from 1 to 720", "/clock/refund_hours": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": {"type": "banked", "free_hours": 24, "bank_hours": 97, "refund_hours": 6, "cap_hours": 96}}
            => 422 invalid_field {"/clock/bank_hours": "from 0 to 96"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "clock": 5} => 422 invalid_field {"/clock": "must be an object"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "colour": "red"} => 422 invalid_field {"/colour": "no such member"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 99, "name": "x".repeat(200), "language": "english"}
            => 422 invalid_field {"/language": "right form", "/name": "80 characters", "/seats": "from"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 99, "bots": ["genius"], "visibility": "x", "clock": {"type": "plain", "hours": 0}}
            => 422 invalid_field {"/clock/hours": "720", "/seats": "from", "/visibility": "Allowed"};
        POST "/v1/games" {"ruleset": "nord", "seats": 2, "bots": ["genius"], "forbidden_orders": ["x"]}
            => 422 invalid_field {"/bots/0": "genius", "/forbidden_orders/0": "each once"};
        POST "/v1/games" {"ruleset": "settlers", "seats": 3, "options": {"fast": true}}
            => 422 invalid_options {"/options/fast": "no such member"};
        POST "/v1/games" {"ruleset": "settlers", "seats": 3, "options": {"first_seat": 3}}
            => 422 invalid_options {"/options/first_seat": "0 to 2"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "options": {"fate_deck": {"omen": 3, "uproar": 16}}}
            => 422 invalid_options {"/options/fate_deck": "20 to 60"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "options": {"fate_deck": {"omen": 61, "dragon": 3}}}
            => 422 invalid_options {"/options/fate_deck/dragon": "no such member", "/options/fate_deck/omen": "from 0 to 60"};
        POST "/v1/games" {"ruleset": "settlers", "seats": 3, "options": {"layout": "round"}}
            => 422 invalid_options {"/options/layout": "`round` is not possible"};
        POST "/v1/games" {"ruleset": "settlers", "seats": 3, "options": {"victory_points": 1, "discard_limit": "x"}}
            => 422 invalid_options {"/options/discard_limit": "whole number", "/options/victory_points": "from"};
        POST "/v1/games" {"ruleset": "nord", "seats": 3, "options": {"number": -1, "island": "big"}}
            => 422 invalid_options {"/options/island": "Allowed: `standard`", "/options/number": "from 0 to 999999"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3, "options": []} => 422 invalid_options {"/options": "must be an object"};
        POST "/v1/games" {"ruleset": "landnam", "seats": "x", "options": 7}
            => 422 invalid_field {"/options": "must be an object", "/seats": "whole number"};
        POST "/v1/games" {"ruleset": "landnam", "seats": 3} with "Idempotency-Key": "a b"
            => 400 invalid_parameter {"#Idempotency-Key": "visible ASCII"};
        POST "/v1/games" {"ruleset": "landnam", "seats": "x"} with "Idempotency-Key": "a b"
            => 400 invalid_parameter {"#Idempotency-Key": "visible ASCII", "/seats": "whole number"};
    }
}

/// Games before their start, and invitations.
fn lobby() -> Vec<Row> {
    rows! {
        PATCH "{open}" {"name": ""} => 422 invalid_field {"/name": "1 to 80"};
        PATCH "{open}" {"seats": 0, "bots": [null], "visibility": "all"}
            => 422 invalid_field {"/bots/0": "be text", "/seats": "from", "/visibility": "Allowed"};
        PATCH "{open}" {"status": "running"} => 422 invalid_field {"/status": "no such member"};
        PATCH "{open}" {"language": "EN"} => 422 invalid_field {"/language": "right form"};
        POST "{open}/join" {"entropy": "zz"} => 422 invalid_field {"/entropy": "right form"};
        POST "{open}/join" {"entropy": 5, "x": 1} => 422 invalid_field {"/entropy": "be text, or null", "/x": "no such"};
        POST "{open}/cancel" {"why": "x"} => 422 invalid_field {"/why": "no such member"};
        POST "{open}/kick" {"account": "Bjarni"} => 422 invalid_field {"/account": "five groups"};
        POST "{open}/kick" {} => 422 invalid_field {"/account": "must be given"};
        POST "{open}/kick" {"account": "{me}"} => 422 invalid_field {"/account": "remove yourself"};
        POST "{open}/kick" {"account": "{other}"} => 422 invalid_field {"/account": "no seat"};
        POST "{open}/invitations" {} => 422 invalid_field {"/name": "name or an email"};
        POST "{open}/invitations" {"name": "Bjarni", "email": "b@example.org"} => 422 invalid_field {"/email": "not both"};
        POST "{open}/invitations" {"email": "b", "reserve": "x"} => 422 invalid_field {"/email": "email address", "/reserve": "`true`"};
        POST "{open}/invitations" {"name": "Nobody There"} => 404 account_not_found {"/name": "Nobody has this name"};
        POST "{open}/invitation-links" {"hours": 0, "uses": 101} => 422 invalid_field {"/hours": "from 1 to 720", "/uses": "from 1 to 100"};
        POST "/v1/invitation-links/lookup" {"link": "x".repeat(101)} => 422 invalid_field {"/link": "100 characters"};
        POST "{open}/messages" {"text": "hi", "to": [0]} => 422 invalid_field {"/to": "Before the start"};
    }
}

/// Acting and taking back.
fn play() -> Vec<Row> {
    rows! {
        PATCH "{game}" {"name": "Hall"} => 409 game_already_started {"-": "before the game starts"};
        POST "{game}/join" {} => 409 already_joined {"-": "have a seat"};
        POST "{game}/actions" {} => 422 invalid_field {"/action": "must be given", "/decision": "must be given"};
        POST "{game}/actions" {"ruleset": "settlers", "action": {"type": "place_setup_settlement", "vertex": 3}}
            => 422 invalid_field {"/decision": "must be given"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": 5, "action": {"type": "place_setup_settlement", "vertex": 3}}
            => 422 invalid_field {"/decision": "be text"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": null}
            => 422 invalid_field {"/action": "must be given", "/decision": "be text"};
        POST "{game}/actions" {"ruleset": 5, "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": 3}}
            => 422 invalid_field {"/ruleset": ""};
        POST "{game}/actions" {"ruleset": "landnam", "decision": "{decision}", "action": {"type": "end_turn"}}
            => 422 invalid_field {"/ruleset": "game of `settlers`"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": 5, "action": {"type": "fly"}}
            => 422 invalid_field {"/action/type": "`fly` is not possible", "/decision": "be text"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": 3}, "more": 1}
            => 422 invalid_field {"/more": "no such member"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": null}
            => 422 malformed_action {"/action": "must be an object"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": []}
            => 422 malformed_action {"/action": "must be an object"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": "end_turn"}
            => 422 malformed_action {"/action": "must be an object"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {}}
            => 422 malformed_action {"/action/type": "must be given"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "fly"}}
            => 422 malformed_action {"/action/type": "`fly` is not possible here. Allowed: `"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": 5}}
            => 422 malformed_action {"/action/type": "`5`"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement"}}
            => 422 malformed_action {"/action/vertex": "must be given"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": 54}}
            => 422 malformed_action {"/action/vertex": "from 0 to 53"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": "3"}}
            => 422 malformed_action {"/action/vertex": "whole number"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": -1}}
            => 422 malformed_action {"/action/vertex": "from 0 to 53"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": 3, "foo": 1}}
            => 422 malformed_action {"/action/foo": "These are known: `type`, `vertex`"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "offer_trade", "give": {"gold": 1}, "get": 5, "to": ["x"]}}
            => 422 malformed_action {"/action/get": "an object", "/action/give/gold": "These are known: `brick`", "/action/to/0": "whole number"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "discard", "cards": {"ore": -1, "wool": 1.5}}}
            => 422 malformed_action {"/action/cards/ore": "from 1 to 19", "/action/cards/wool": "whole number"};
        POST "{game}/actions" {"decision": "{decision}", "action": {"type": "fly"}}
            => 422 malformed_action {"/action/type": "`fly` is not possible here"};
        POST "{game}/actions" {"decision": "{decision}", "action": {"type": "place_setup_settlement", "vertex": 54, "foo": 1}}
            => 422 malformed_action {"/action/foo": "no such", "/action/vertex": "from 0 to 53"};
        POST "{game}/actions" {"ruleset": null, "decision": "{decision}", "action": {"type": "discard", "cards": {"ore": "x"}}}
            => 422 malformed_action {"/action/cards/ore": "whole number"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "roll"}}
            => 422 wrong_phase {"/action/type": "place_setup_settlement"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "end_turn"}}
            => 422 wrong_phase {"/action/type": "These do: `place_setup_settlement`"};
        POST "{game}/actions" {"ruleset": "settlers", "decision": "t9.never", "action": {"type": "place_setup_settlement", "vertex": 3}}
            => 409 decision_closed {"/decision": "`t9.never` is not open for your seat. These are open:"};
        POST "{game}/actions/preview" {"ruleset": "settlers", "decision": "{decision}", "action": {"type": "fly"}}
            => 422 malformed_action {"/action/type": "`fly`"};
        POST "{game}/actions/preview" {"ruleset": "settlers", "decision": "t9.never", "action": {"type": "place_setup_settlement", "vertex": 3}}
            => 409 decision_closed {"/decision": "not open"};
        POST "{landnam}/actions" {"ruleset": "landnam", "decision": "d", "action": {"type": "step", "unit": "x", "to": 1}}
            => 422 malformed_action {"/action/to": "be text", "/action/unit": "whole number"};
        POST "{landnam}/actions" {"ruleset": "landnam", "decision": "d", "action": {"type": "play_movement_card", "card": "ace"}}
            => 422 malformed_action {"/action/card": "Allowed: `find_bog`"};
        POST "{landnam}/actions" {"ruleset": "landnam", "decision": "d", "action": {"type": "sue", "unit": 0, "cards": {"wool": 1}}}
            => 422 malformed_action {"/action/cards": "whole number"};
        POST "{landnam}/actions" {"ruleset": "landnam", "decision": "d", "action": {"type": "build_unit"}}
            => 422 malformed_action {"/action/corner": "given", "/action/hex": "given", "/action/unit": "given"};
        POST "{nord}/actions" {"ruleset": "nord", "decision": "d", "action": {"type": "choose_start", "settlement": "s9"}}
            => 422 malformed_action {"/action/settlement": "right form"};
        POST "{nord}/actions" {"ruleset": "nord", "decision": "d", "action": {"type": "place_workers", "fields": []}}
            => 422 malformed_action {"/action/fields": "1 to 8 entries"};
        POST "{nord}/actions" {"ruleset": "nord", "decision": "d", "action": {"type": "place_workers", "fields": ["x", 3]}}
            => 422 malformed_action {"/action/fields/0": "right form", "/action/fields/1": "be text"};
        POST "{nord}/actions" {"ruleset": "nord", "decision": "d", "action": {"type": "attack", "from": "s1", "to": "s2", "attackers": ["1,1"], "fifth": 7}}
            => 422 malformed_action {"/action/fifth": ""};
        POST "{game}/take-back" {"version": -1} => 422 invalid_field {"/version": "0 or more"};
        POST "{game}/take-back" {"version": "x"} => 422 invalid_field {"/version": "whole number"};
        POST "{game}/take-back" {"version": 1} => 409 cannot_take_back {"-": "can't"};
        POST "{game}/resign" {} with "If-Match": "four" => 400 invalid_parameter {"#If-Match": "quotation marks"};
        POST "{game}/resign" {} with "If-Match": "\"1.1.1.1\"" => 412 version_stale {"-": "have not seen"};
    }
}

/// What an account sets.
fn settings() -> Vec<Row> {
    rows! {
        PATCH "/v1/me" {"language": "fr", "time_zone": 5, "resume_mail": "x"}
            => 422 invalid_field {"/language": "Allowed", "/resume_mail": "`true`", "/time_zone": "be text"};
        PATCH "/v1/me" {"time_zone": "Mars/Olympus"} => 422 invalid_field {"/time_zone": "Europe/Oslo"};
        PATCH "/v1/me" {"about": "x".repeat(1001)} => 422 invalid_field {"/about": "1000"};
        PATCH "/v1/me" {"name": "Bjarni"} => 409 name_taken {"/name": "already has this name"};
        PUT "/v1/me/availability" {"days_off": ["funday"], "sleep": {"from": "25:00"}}
            => 422 invalid_field {"/days_off/0": "Allowed: `monday`", "/sleep/from": "right form", "/sleep/until": "given"};
        PUT "/v1/me/availability" {"days_off": ["monday", "tuesday", "wednesday", "thursday"]}
            => 422 invalid_field {"/days_off": "3 entries at most"};
        PUT "/v1/me/availability" {"sleep": {"from": "20:00", "until": "19:00"}} => 422 invalid_field {"/sleep/until": "hours long"};
        POST "/v1/me/vacations" {"first_day": "tomorrow", "last_day": 5}
            => 422 invalid_field {"/first_day": "2026-12-24", "/last_day": "be text"};
        POST "/v1/me/vacations" {"first_day": "2001-01-01", "last_day": "2001-01-02"}
            => 422 invalid_field {"/first_day": "today at the earliest"};
        PUT "/v1/me/notifications/preferences" {"batch_minutes": 0, "digest_hour": 24, "quiet_hours": {"from": -1}, "modes": {"your_turn": "loudly"}}
            => 422 invalid_field {"/batch_minutes": "from 1 to 720", "/digest_hour": "from 0 to 23", "/modes/your_turn": "Allowed: `instantly`", "/quiet_hours/from": "from 0 to 23", "/quiet_hours/to": "given"};
        PUT "/v1/me/notifications/preferences" {"modes": {"thunder": "never"}} => 422 invalid_field {"/modes/thunder": "no such"};
        PUT "/v1/me/notifications/preferences" {"quiet_hours": {"from": 3, "to": 3}} => 422 invalid_field {"/quiet_hours/to": "no hour"};
        POST "/v1/me/email" {"email": "x"} => 422 invalid_field {"/email": "email address", "/password": "given"};
        POST "/v1/me/email" {"email": "n@example.org", "password": "wrong"} => 403 wrong_password {"/password": "present password"};
        POST "/v1/me/password" {"old_password": "x", "new_password": "y"} => 422 invalid_field {"/new_password": "8 to 128"};
        POST "/v1/me/tokens" {"name": "", "scopes": ["all"]}
            => 422 invalid_field {"/name": "1 to 80", "/scopes/0": "Allowed: `games:read`"};
        POST "/v1/me/tokens" {"name": "bot", "scopes": []} => 422 invalid_field {"/scopes": "at least 1 entry"};
        POST "/v1/me/tokens" {"name": "bot", "scopes": ["games:read"], "expires_at": "soon"}
            => 422 invalid_field {"/expires_at": "2026-12-24T18:00:00Z"};
        POST "/v1/me/tokens" {"name": "bot", "scopes": ["games:read"], "expires_at": "2001-01-01T00:00:00Z"}
            => 422 invalid_field {"/expires_at": "within a year"};
        POST "/v1/me/stream-tickets" {"path": "/v1/me"} => 422 invalid_field {"/path": "A ticket opens"};
        POST "/v1/me/webhooks" {"url": "ftp://x.example.org"} => 422 invalid_field {"/url": "https://"};
        POST "/v1/me/webhooks" {"url": "here"} => 422 invalid_field {"/url": "must be a URL"};
        POST "/v1/me/webhooks" {"url": "https://a:b@x.example.org"} => 422 invalid_field {"/url": "signature"};
        POST "/v1/me/webhooks" {"url": "https://x.example.org", "topics": ["rain"], "games": [5]}
            => 422 invalid_field {"/games/0": "be text", "/topics/0": "`rain` is not possible"};
        POST "/v1/me/webhooks" {"url": "https://x.example.org", "topics": [], "games": ["x"]}
            => 422 invalid_field {"/games/0": "five groups", "/topics": "at least 1 entry"};
        POST "/v1/me/webhooks" {"url": "https://x.example.org", "games": ["01934490-7c5e-7d31-b25f-0242ac120002"]}
            => 422 invalid_field {"/games/0": "no seat"};
        DELETE "/v1/me" {"password": 5} => 422 invalid_field {"/password": "be text"};
        PUT "/v1/me/blocks/{me}" null => 400 invalid_parameter {"?account_id": "block yourself"};
        PUT "/v1/me/following/{me}" null => 400 invalid_parameter {"?account_id": "follow yourself"};
        PUT "/v1/me/friends/{me}" null => 400 invalid_parameter {"?account_id": "your own friend"};
    }
}

/// Standing orders, messages, notes and votes.
fn talk() -> Vec<Row> {
    rows! {
        POST "{game}/orders" {} => 422 malformed_order {"/order": "must be given"};
        POST "{game}/orders" {"order": {"type": "end_turn"}, "seat": 1} => 422 invalid_field {"/seat": "no such member"};
        POST "{game}/orders" {"ruleset": "settlers", "order": {"type": "win"}} => 422 malformed_order {"/order/type": "Allowed: `"};
        POST "{game}/orders" {"ruleset": "settlers", "order": {}} => 422 malformed_order {"/order/type": "must be given"};
        POST "{game}/orders" {"ruleset": "settlers", "order": []} => 422 malformed_order {"/order": "an object"};
        POST "{game}/orders" {"ruleset": "settlers", "order": {"type": "trade", "rules": []}}
            => 422 malformed_order {"/order/rules": "1 to 20 entries"};
        POST "{game}/orders" {"ruleset": "settlers", "order": {"type": "robber", "victims": []}}
            => 422 malformed_order {"/order/victims": "at least 1 entry"};
        POST "{game}/orders" {"ruleset": "settlers", "order": {"type": "robber", "victims": ["x"], "spare": [19]}}
            => 422 malformed_order {"/order/spare/0": "from 0 to 18", "/order/victims/0": "whole number"};
        POST "{nord}/orders" {"ruleset": "nord", "order": {"type": "start", "settlements": ["s1", "x"]}}
            => 422 malformed_order {"/order/settlements/1": "right form"};
        POST "{landnam}/orders" {"ruleset": "landnam", "order": {"type": "raise", "up_to": -1, "keep": "x"}}
            => 422 malformed_order {"/order/keep": "whole number", "/order/up_to": ""};
        POST "{landnam}/orders/dry-run" {"order": {"type": "raise"}} => 422 malformed_order {"/order/up_to": "must be given"};
        DELETE "{game}/orders/01934490-7c5e-7d31-b25f-0242ac120002" null => 404 order_not_found {"-": "no standing order"};
        POST "{game}/messages" {"text": ""} => 422 invalid_field {"/text": "1 to 2000"};
        POST "{game}/messages" {"text": "x".repeat(2001)} => 422 invalid_field {"/text": "1 to 2000"};
        POST "{game}/messages" {"text": "hi", "to": "all"} => 422 invalid_field {"/to": "a list, or null"};
        POST "{game}/messages" {"text": "hi", "to": []} => 422 invalid_field {"/to": "Name a seat"};
        POST "{game}/messages" {"text": "hi", "to": [0]} => 422 invalid_field {"/to/0": "own seat"};
        POST "{game}/messages" {"text": "hi", "to": [7]} => 422 invalid_field {"/to/0": "no such seat"};
        POST "{game}/messages" {"text": "hi", "to": [1, 1]} => 422 invalid_field {"/to/1": "named twice"};
        POST "{game}/messages" {"text": "a\u{0007}b"} => 422 invalid_field {"/text": "Control characters"};
        PUT "{game}/messages/read" {"number": 99} => 422 invalid_field {"/number": "from 0 to 0"};
        PUT "{game}/note" {"text": null} => 422 invalid_field {"/text": "be text"};
        POST "{game}/votes" {"kind": "surrender"} => 422 invalid_field {"/kind": "Allowed: `pause`"};
        POST "{game}/votes" {"kind": "pause", "hours": 0} => 422 invalid_field {"/hours": "from 1 to 336"};
        POST "{game}/votes" {"kind": "replace_seat"} => 422 invalid_field {"/seat": "Name the seat"};
        POST "{game}/votes" {"kind": "pause", "seat": 1} => 422 invalid_field {"/seat": "Only a vote"};
        POST "{game}/votes" {"kind": "replace_seat", "seat": 1, "bot": "genius"} => 422 invalid_field {"/bot": "`genius` is not possible"};
        POST "{game}/votes" {"kind": "replace_seat", "seat": 1, "account": "x", "hours": "y"}
            => 422 invalid_field {"/account": "five groups", "/hours": "whole number"};
        POST "{game}/votes/01934490-7c5e-7d31-b25f-0242ac120002/ballots" {"ballot": "maybe"}
            => 422 invalid_field {"/ballot": "Allowed: `yes`"};
        GET "{game}/messages?cursor=x" null => 400 invalid_parameter {"?cursor": "cursor"};
    }
}
