-- Everything that is stored about an account, for its owner: the sections of the export, each one query; `$1` is the
-- account. They contain no credentials (hashes of passwords and tokens), and nothing that belongs to other accounts.

-- section: sessions
SELECT id, device, created_at, last_used_at, ended_at
FROM sessions WHERE account_id = $1 ORDER BY id

-- section: personal_tokens
SELECT id, name, scopes, created_at, expires_at, last_used_at
FROM personal_tokens WHERE account_id = $1 AND grant_id IS NULL ORDER BY id

-- section: apps
SELECT a.id, a.client_id, a.origin AS redirect_origin, a.created_at, a.last_used_at,
    (SELECT json_agg(json_build_object('scopes', g.scopes, 'created_at', g.created_at, 'expires_at', g.expires_at)
        ORDER BY g.created_at, g.id) FROM app_grants g WHERE g.app_id = a.id) AS grants
FROM apps a WHERE a.account_id = $1 ORDER BY a.created_at, a.id

-- section: address_changes
SELECT email, asked_at, expires_at, approved_at, proved_at
FROM address_changes WHERE account_id = $1

-- section: games
SELECT g.id AS game, g.ruleset, g.name, g.status, g.visibility, s.seat, s.join_order, s.joined_at,
    encode(s.entropy, 'hex') AS entropy, g.owner_id = $1 AS owner, g.created_at, g.started_at, g.finished_at,
    g.outcome::json AS outcome
FROM seats s JOIN games g ON g.id = s.game_id WHERE s.account_id = $1 ORDER BY g.id

-- section: actions
SELECT e.game_id AS game, e.version, e.made_by, e.action::json AS action, e.created_at
FROM seats s JOIN entries e ON e.game_id = s.game_id AND e.seat = s.seat AND e.created_at >= s.joined_at
WHERE s.account_id = $1 AND e.made_by IN ('seat', 'order') AND e.action IS NOT NULL
ORDER BY e.game_id, e.version

-- section: messages
SELECT game_id AS game, id, seat, to_seats, text, created_at
FROM messages WHERE account_id = $1 ORDER BY game_id, message

-- section: read_marks
SELECT game_id AS game, last_number AS messages, read_number AS read
FROM message_boxes WHERE account_id = $1 ORDER BY game_id

-- section: votes
SELECT v.game_id AS game, v.id, v.kind, v.seat, v.account_id AS account, v.bot, v.opened_at, v.closed_at,
    v.result
FROM seats s JOIN votes v ON v.game_id = s.game_id AND v.opened_by = s.seat AND v.opened_at >= s.joined_at
WHERE s.account_id = $1 ORDER BY v.game_id, v.id

-- section: ballots
SELECT b.game_id AS game, b.vote_id AS vote, b.yes, b.cast_at
FROM seats s JOIN ballots b ON b.game_id = s.game_id AND b.seat = s.seat AND b.cast_at >= s.joined_at
WHERE s.account_id = $1 ORDER BY b.game_id, b.vote_id

-- section: seat_offers
SELECT game_id AS game, seat, expires_at
FROM seat_offers WHERE account_id = $1 ORDER BY game_id, seat

-- section: stream
-- The position of a message is left out: it counts the private messages of others.
SELECT number, kind, game_id AS game, seat, CASE WHEN kind = 'entry' THEN position END AS version, call,
    decision, created_at
FROM stream_items WHERE account_id = $1 ORDER BY number

-- section: stream_tickets
SELECT path, expires_at, ends_at
FROM stream_tickets WHERE account_id = $1 ORDER BY expires_at, path

-- section: password_resets
SELECT requested_at AS asked_at, expires_at
FROM one_time_links WHERE account_id = $1 AND kind = 'reset_password'

-- section: repeatable_requests
SELECT route, key, status, created_at
FROM replies WHERE account_id = $1 ORDER BY created_at, route, key

-- section: notes
SELECT game_id AS game, text, updated_at
FROM notes WHERE account_id = $1 ORDER BY game_id

-- section: orders
SELECT game_id AS game, id, seat, content::json AS "order", set_at, disarmed_at, reason, suspended_at
FROM orders WHERE account_id = $1 ORDER BY game_id, number

-- section: invitations
SELECT game_id AS game, id, state, reserves AS reserve, created_at, decided_at
FROM invitations
WHERE account_id = $1 OR email_key = (SELECT email_key FROM accounts WHERE id = $1 AND verified_at IS NOT
    NULL)
ORDER BY id

-- section: invitations_sent
SELECT game_id AS game, id, account_id AS account, email, state, reserves AS reserve, created_at, decided_at
FROM invitations WHERE invited_by = $1 ORDER BY id

-- section: invitation_links
SELECT game_id AS game, id, created_at, expires_at, uses_left, revoked_at
FROM invitation_links WHERE made_by = $1 ORDER BY id

-- section: table_mails
SELECT partition AS game, kind, created_at, settled_at, result, reason
FROM mails WHERE account_id = $1 AND partition <> $1 AND seat IS NULL ORDER BY created_at, id

-- section: table_changes
SELECT game_id AS game, event::json AS event, created_at
FROM table_changes WHERE account_id = $1 ORDER BY game_id, change

-- section: kicks
SELECT game_id AS game, kicked_at
FROM kicks WHERE account_id = $1 ORDER BY game_id

-- section: reports
SELECT account_id AS account, game_id AS game, text, created_at, closed_at
FROM reports WHERE reported_by = $1 ORDER BY id

-- section: blocks
SELECT blocked_id AS account, created_at
FROM blocks WHERE account_id = $1 ORDER BY blocked_id

-- section: follows
SELECT followed_id AS account, created_at
FROM follows WHERE account_id = $1 ORDER BY followed_id

-- section: friends
SELECT coalesce(m.friend_id, t.account_id) AS account, CASE WHEN t.account_id IS NULL THEN 'sent'
    WHEN m.friend_id IS NULL THEN 'received' ELSE 'accepted' END AS status, greatest(m.asked_at, t.asked_at) AS since
FROM (SELECT * FROM friends WHERE account_id = $1 AND asked_at IS NOT NULL) m
FULL JOIN (SELECT * FROM friends WHERE friend_id = $1 AND asked_at IS NOT NULL AND refused_at IS NULL) t
    ON t.account_id = m.friend_id ORDER BY 1

-- section: clubs
SELECT club_id AS club, name, role, joined_at, removed_at
FROM club_members JOIN clubs ON clubs.id = club_id WHERE account_id = $1 ORDER BY club_id

-- section: competitions
SELECT c.id AS competition, c.name, c.organiser_id = $1 AS organiser, e.number, e.signed_up_at, e.withdrawn_from
FROM competitions c LEFT JOIN competition_entrants e ON e.competition_id = c.id AND e.account_id = $1
WHERE c.organiser_id = $1 OR e.account_id = $1 ORDER BY c.id

-- section: club_messages
SELECT club_id AS club, id, number, text, created_at
FROM club_messages WHERE account_id = $1 ORDER BY club_id, number

-- section: notices
SELECT partition AS game, version, seat, kind, created_at, settled_at, result, reason
FROM mails WHERE account_id = $1 AND seat IS NOT NULL AND payload IS NULL ORDER BY partition, version

-- section: answer_mails
SELECT partition AS game, kind, seat, payload->'answer'->>'said' AS said, payload->'answer'->>'sentence' AS
    sentence, created_at, settled_at, result, reason
FROM mails
WHERE account_id = $1 AND seat IS NOT NULL AND payload IS NOT NULL ORDER BY partition, created_at, id

-- section: stopped_addresses
SELECT email_key AS address, status, stopped_at
FROM stopped_addresses WHERE account_id = $1

-- section: notice_settings
SELECT modes::json AS modes, quiet_from, quiet_to, warn_in_quiet, digest_hour, batch_minutes,
    hold_down_minutes, updated_at
FROM notice_settings WHERE account_id = $1

-- section: game_notice_settings
SELECT game_id AS game, modes::json AS modes, updated_at
FROM game_notice_settings WHERE account_id = $1 ORDER BY game_id

-- section: collected_mails
SELECT kind, created_at, settled_at, result, reason
FROM mails WHERE partition = $1 AND kind IN ('batch', 'digest') ORDER BY created_at, id

-- section: account_mails
SELECT kind, address, created_at, settled_at, result, reason
FROM mails WHERE partition = $1 AND kind NOT IN ('batch', 'digest') ORDER BY created_at, id

-- section: webhooks
SELECT id, url, description, topics, games, created_at, failing_since, disabled_at, disabled_reason
FROM webhooks WHERE account_id = $1 ORDER BY id

-- section: webhook_deliveries
SELECT d.webhook_id AS webhook, d.id, d.topic, d.body::json AS body, d.attempts, d.tried_at, d.status,
    d.problem, d.created_at, d.settled_at, d.result
FROM webhooks w JOIN webhook_deliveries d ON d.webhook_id = w.id
WHERE w.account_id = $1 ORDER BY d.created_at, d.id

-- section: devices
SELECT id, label, created_at, last_used_at
FROM devices WHERE account_id = $1 ORDER BY created_at, id

-- section: feed_addresses
SELECT created_at
FROM feed_addresses WHERE account_id = $1

-- section: push_subscriptions
-- The address and the keys let anyone push to the browser, so they are left out.
SELECT id, label, host, created_at, failing_since
FROM push_subscriptions WHERE account_id = $1 ORDER BY created_at, id

-- section: push_deliveries
SELECT d.subscription_id AS push_subscription, d.kind, d.game_id AS game, d.seat, d.happened_at, d.settled_at, d.result
FROM push_subscriptions s JOIN push_deliveries d ON d.subscription_id = s.id
WHERE s.account_id = $1 ORDER BY d.happened_at, d.id

-- section: game_channels
-- The address is left out: who has it may post there. Those of clubs are a section of their own.
SELECT game_id AS game, id, format, host, language, time_zone, topics, has_pictures, created_at, failing_since,
    disabled_at, disabled_reason
FROM game_channels WHERE created_by = $1 AND club_id IS NULL ORDER BY game_id, id

-- section: club_channels
-- The address is left out: who has it may post there.
SELECT club_id AS club, id, format, host, language, time_zone, topics, has_pictures, created_at, failing_since,
    disabled_at, disabled_reason
FROM club_channels WHERE created_by = $1 ORDER BY club_id, id

-- section: channel_agreements
SELECT game_id AS game, channel_id AS channel, agreed_at
FROM channel_agreements WHERE account_id = $1 ORDER BY game_id, channel_id

-- section: channel_posts
SELECT p.game_id AS game, p.channel_id AS channel, p.id, p.is_test AS test, p.content::json AS content, p.attempts,
    p.tried_at, p.http_status, p.problem, p.created_at, p.settled_at, p.result
FROM game_channels c JOIN channel_posts p ON p.game_id = c.game_id AND p.channel_id = c.id
WHERE c.created_by = $1 AND c.club_id IS NULL ORDER BY p.created_at, p.id

-- section: availability
SELECT sleep_from, sleep_until, days_off
FROM availability WHERE account_id = $1

-- section: vacations
SELECT id, first_day, last_day
FROM vacations WHERE account_id = $1 ORDER BY first_day

-- section: ratings
SELECT ruleset, rating, uncertainty, games, updated_at
FROM ratings WHERE account_id = $1 ORDER BY ruleset

-- section: rating_changes
SELECT ruleset, number, game_id AS game, rank, players, rating_before, uncertainty_before, rating_after,
    uncertainty_after, rated_at
FROM rating_changes WHERE account_id = $1 ORDER BY ruleset, number

-- section: reliability
SELECT games_finished, resigned, caretaken, lapses
FROM reliability WHERE account_id = $1

-- section: operator
SELECT made_at
FROM operators WHERE account_id = $1

-- section: bans
SELECT reason, banned_at
FROM bans WHERE account_id = $1

-- section: audit
SELECT id, kind, at, address, detail::json AS detail
FROM audit_log WHERE account_id = $1 ORDER BY id
