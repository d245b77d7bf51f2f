-- A service with {games} games and half as many people: nothing is due, and each table that anything is looked for in
-- has its share of rows. Statistics see the queue of the relay as long as it is on a busy evening, and then it is empty.
INSERT INTO accounts (id, name, name_key, email, email_key, password_hash, language, verified_at, created_at)
SELECT md5('a' || i)::uuid, 'p' || i, 'p' || i, i || '@example.org', i || '@example.org', 'x', 'en', '2026-01-01', '2026-01-01'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO games (id, ruleset, rules_version, name, status, visibility, owner_id, seat_count, deal_seats, options, components, components_digest, commitment, secret, created_at, started_at, finished_at, rated_at, lobby_due_at, last_change, name_key)
SELECT md5('g' || i)::uuid, 'settlers', 1, 'g' || i, CASE i % 20 WHEN 0 THEN 'open' WHEN 1 THEN 'finished' ELSE 'running' END, 'public', md5('a' || (1 + i % ({games} / 2)))::uuid, 3, false, '{}', '{}', '\x00', '\x00', '\x00', '2026-01-01', '2026-01-01',
    CASE i % 20 WHEN 1 THEN timestamptz '2026-02-01' END, CASE i % 20 WHEN 1 THEN timestamptz '2026-02-01' END, CASE i % 20 WHEN 0 THEN timestamptz '2099-01-01' END, 1, 'g' || i
    FROM generate_series(1, {games}) i;
INSERT INTO seats (game_id, seat, account_id, entropy, join_order, joined_at)
    SELECT md5('g' || i)::uuid, s, md5('a' || (1 + (i * 7 + s * 31) % ({games} / 2)))::uuid, '', s, '2026-01-01'
    FROM generate_series(1, {games}) i, generate_series(0, 2) s;
INSERT INTO positions (game_id, version, state, updated_at, summary)
    SELECT md5('g' || i)::uuid, 40, '{}', '2026-01-01', '{}'
    FROM generate_series(1, {games}) i WHERE i % 20 > 0;
INSERT INTO entries (game_id, version, made_by, seat, events, created_at)
    SELECT md5('g' || i)::uuid, v, 'seat', 0, '[]', '2026-01-01'
    FROM generate_series(1, {games}) i, generate_series(39, 40) v WHERE i % 20 > 0;
INSERT INTO decisions (game_id, seat, decision, kind, blocking, version, opened_at, deadline, warn_at, warn_again_at)
    SELECT md5('g' || i)::uuid, 0, 't1.move.0', 'move', true, 40, '2026-01-01', '2099-01-01', '2098-01-01', '2098-12-01'
    FROM generate_series(1, {games}) i WHERE i % 20 > 1;
INSERT INTO mails (partition, id, version, seat, kind, account_id, decision, created_at, due_at, attempts, settled_at, result)
    SELECT md5('g' || i)::uuid, md5('n' || i)::uuid, 40, 0, 'your_turn', md5('a' || (1 + i % ({games} / 2)))::uuid, 't1', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'sent'
    FROM generate_series(1, {games}) i;
INSERT INTO mails (partition, id, version, seat, kind, account_id, decision, created_at, due_at, held)
    SELECT md5('g' || i)::uuid, md5('q' || i)::uuid, 41, 0, 'your_turn', md5('a' || (1 + i % ({games} / 2)))::uuid, 't1', '2026-01-01', '2098-01-01', 'quiet'
    FROM generate_series(1, {games}) i WHERE i % 20 > 0;
INSERT INTO mails (partition, id, kind, account_id, payload, created_at, due_at, attempts, settled_at, result)
    SELECT md5('g' || i)::uuid, md5('m' || i)::uuid, 'invitation', md5('a' || (1 + i % ({games} / 2)))::uuid, '{"invitation": "01934490-0000-7000-8000-000000000001"}', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'sent'
    FROM generate_series(1, {games}) i;
INSERT INTO mails (partition, id, kind, account_id, seat, payload, created_at, due_at, attempts, settled_at, result)
    SELECT md5('g' || i)::uuid, md5('r' || i)::uuid, 'receipt', md5('a' || (1 + i % ({games} / 2)))::uuid, 0, '{"answer": {"since": 1}}', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'sent'
    FROM generate_series(1, {games}) i;
INSERT INTO mails (partition, id, account_id, kind, created_at, due_at, attempts, settled_at, result)
    SELECT md5('a' || i)::uuid, md5('m' || i)::uuid, md5('a' || i)::uuid, 'verify_address', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'sent'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO mails (partition, id, account_id, kind, created_at, due_at, attempts, settled_at, result)
    SELECT md5('a' || i)::uuid, md5('d' || i)::uuid, md5('a' || i)::uuid, 'digest', '2026-01-01', '2026-01-01', 1, '2026-01-01', 'sent'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO relayed (game_id, version, message, change)
    SELECT md5('g' || i)::uuid, CASE WHEN i % 20 > 0 THEN 40 ELSE -1 END, 0, 1
    FROM generate_series(1, {games}) i;
INSERT INTO table_changes (game_id, change, event, created_at)
    SELECT md5('g' || i)::uuid, 1, '{}', '2026-01-01'
    FROM generate_series(1, {games}) i;
INSERT INTO stream_heads (account_id, last_number)
    SELECT md5('a' || i)::uuid, 10
    FROM generate_series(1, {games} / 2) i;
INSERT INTO stream_items (account_id, number, kind, game_id, seat, position, created_at)
    SELECT md5('a' || i)::uuid, n, 'entry', md5('g' || i)::uuid, 0, 1, '2099-01-01'
    FROM generate_series(1, {games} / 2) i, generate_series(1, 10) n;
INSERT INTO votes (game_id, id, kind, opened_by, opened_at, expires_at, closed_at, result)
    SELECT md5('g' || i)::uuid, md5('v' || i)::uuid, 'pause', 0, '2026-01-01', '2026-01-02', '2026-01-02', 'expired'
    FROM generate_series(1, {games}) i;
INSERT INTO votes (game_id, id, kind, opened_by, opened_at, expires_at)
    SELECT md5('g' || i)::uuid, md5('w' || i)::uuid, 'cancel', 0, '2026-01-01', '2099-01-02'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO talks (game_id, last_message) SELECT md5('g' || i)::uuid, 0 FROM generate_series(1, {games}) i;
INSERT INTO message_boxes (game_id, account_id, last_number, read_number)
    SELECT md5('g' || i)::uuid, md5('a' || (1 + (i * 7 + s * 31) % ({games} / 2)))::uuid, 0, 0
    FROM generate_series(1, {games}) i, generate_series(0, 2) s ON CONFLICT DO NOTHING;
INSERT INTO mail_questions (game_id, mark, account_id, seat, version, decision, also, options, actions, created_at)
    SELECT md5('g' || i)::uuid, '\x00', md5('a' || (1 + i % ({games} / 2)))::uuid, 0, 1, 't', '[]', '[]', 0, '2099-01-01'
    FROM generate_series(1, {games}) i;
INSERT INTO sessions (id, account_id, created_at, last_used_at)
    SELECT md5('s' || i)::uuid, md5('a' || i)::uuid, '2099-01-01', '2099-01-01'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO refresh_tokens (token_hash, session_id, created_at, expires_at)
    SELECT sha256(i::text::bytea), md5('s' || i)::uuid, '2099-01-01', '2099-01-01'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO replies (account_id, route, key, body_hash, status, body, created_at)
    SELECT md5('a' || i)::uuid, 'r', 'k', '\x00', 200, '', '2099-01-01'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO audit_log (id, account_id, kind, at, detail)
    SELECT md5('s' || i)::uuid, md5('a' || i)::uuid, 'login', '2099-01-01', '{}'
    FROM generate_series(1, {games} / 2) i;
INSERT INTO webhooks (id, account_id, url, description, topics, created_at, since, looked_at, looked_number, secret)
    SELECT md5('h' || i)::uuid, md5('a' || i)::uuid, 'https://example.org', '', '{your_turn,no_longer_awaited}', '2026-06-01', '2026-06-01', '2026-06-01', 10, '\x00'
    FROM generate_series(1, 3) i;
INSERT INTO webhook_deliveries (id, webhook_id, topic, game_id, body, happened_at, place, created_at, due_at, attempts, tries, settled_at, result)
    SELECT md5('m' || i)::uuid, md5('h' || (1 + i % 3))::uuid, 'your_turn', md5('g' || i)::uuid, '{}', '2026-01-01', 1, '2099-01-01', '2026-01-01', 1, 1, '2026-01-01', 'delivered'
    FROM generate_series(1, {games}) i;
INSERT INTO webhook_waits (webhook_id, game_id, seat, version, kind, decision, begun_at, ended_at)
    SELECT md5('h' || (1 + i % 3))::uuid, md5('g' || i)::uuid, 0, 1, 'your_turn', 't', '2026-01-01', '2099-01-01'
    FROM generate_series(1, {games}) i;
INSERT INTO invitations (game_id, id, account_id, invited_by, state, reserves, created_at)
    SELECT md5('g' || i)::uuid, md5('i' || i)::uuid, md5('a' || (1 + i % ({games} / 2)))::uuid, md5('a1')::uuid, 'accepted', false, '2026-01-01'
    FROM generate_series(1, {games}) i;
INSERT INTO relay_due (game_id, kind, position)
    SELECT md5('g' || i)::uuid, 'entry', 40
    FROM generate_series(1, {games} / 4) i;
ANALYZE;
DELETE FROM relay_due;
