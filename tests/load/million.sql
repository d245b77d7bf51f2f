-- Multiplies real games and their players: `filling.copies` says which game each copy is of, what it is called and how
-- much earlier it was played, and every table is found by the catalogue. Of the tables that name a game, all rows of that
-- game are copied; of those that name an account and no game, all rows of the player. What can't be found like that stands
-- in `filling.by_hand`. Ids inside of JSON stay those of the game that was played.
CREATE SCHEMA filling;
CREATE EXTENSION pg_stat_statements SCHEMA filling;
CREATE ROLE worker SUPERUSER LOGIN;

-- The games that were played: `share` is how large a part of all copies are copies of this one.
CREATE TABLE filling.sources (game uuid PRIMARY KEY, share float8 NOT NULL);
-- The players, and the instant at which all was played and settled.
CREATE TABLE filling.played (people uuid[] NOT NULL, at timestamptz NOT NULL);
-- The people of a copied game, in the order of `filling.played`; those who don't play in it, too.
CREATE TABLE filling.copies (place bigint PRIMARY KEY, source uuid, id uuid, people uuid[], at timestamptz, back interval);
-- Which game the copy at a place is of.
CREATE TABLE filling.places (place bigint PRIMARY KEY, source uuid);
-- So many copies of every player.
CREATE TABLE filling.crowds (place bigint PRIMARY KEY, people uuid[], at timestamptz, back interval);

-- Rows of each table that are copied with a game or with a player, and the rows of it that are meant.
CREATE TABLE filling.tables (name text, kind text, game_column text, rows text);
CREATE TABLE filling.by_hand (name text, kind text, game_column text, rows text);
INSERT INTO filling.by_hand VALUES
    ('games', 'game', 'id', 'id = ANY ($1)'),
    ('accounts', 'person', NULL, 'id = ANY ($2)'),
    ('refresh_tokens', 'person', NULL, 'session_id IN (SELECT id FROM sessions WHERE account_id = ANY ($2))'),
    -- A partition is a game or an account. Of a finished game the links have expired, and the last mail to each player is
    -- enough: all of them would fill half of the disk.
    ('mails', 'game', 'partition', 'partition = ANY ($1) AND (partition IN (SELECT id FROM games WHERE status = ''running'')
        OR NOT EXISTS (SELECT FROM mails l WHERE (l.partition, l.account_id) = (t.partition, t.account_id) AND l.id > t.id))'),
    ('mails', 'person', NULL, 'partition = ANY ($2)'),
    ('mail_links', 'game', 'partition', 'partition = ANY ($1)
        AND partition IN (SELECT id FROM games WHERE status = ''running'')'),
    ('mail_links', 'person', NULL, 'partition = ANY ($2)'),
    -- Numbered without gaps for each account; streams hold the last days only, in which finished games have no part.
    ('stream_items', 'numbered', 'game_id', 'game_id = ANY ($1) AND game_id IN (SELECT id FROM games WHERE status = ''running'')
        AND (SELECT count(*) FROM stream_items l WHERE (l.account_id, l.game_id) = (t.account_id, t.game_id)
        AND l.number > t.number) < 6'),
    ('rating_changes', 'numbered', 'game_id', 'game_id = ANY ($1)'),
    ('stream_heads', 'counted', NULL, 'false');

-- A UUID of version 7 of this instant; the same text gives the same.
CREATE FUNCTION filling.id_at(at timestamptz, seed text) RETURNS uuid LANGUAGE sql STABLE AS $$
    SELECT overlay(overlay(md5(seed) placing lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' from 1 for 13)
        placing 'a' from 17 for 1)::uuid $$;

-- The ids of the copies of all players at a place among the crowds.
CREATE FUNCTION filling.people_at(place bigint) RETURNS uuid[] LANGUAGE sql STABLE AS $$
    SELECT array_agg(filling.id_at(p.at - interval '6 days' + place * interval '0.5 s', o.id::text || place) ORDER BY o.n)
    FROM filling.played p, unnest(p.people) WITH ORDINALITY o (id, n) $$;

-- What a column of a copied row holds: `t` is the row that was there, `c` the copy.
CREATE FUNCTION filling.value(owner regclass, attribute pg_attribute, game_column text) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
    played filling.played;
    name text := attribute.attname;
    is_unique bool := EXISTS (SELECT FROM pg_index i
        WHERE i.indrelid = owner AND i.indisunique AND attribute.attnum = ANY (i.indkey));
    -- Is there no id beside it that tells copies apart?
    alone bool := is_unique AND NOT EXISTS (SELECT FROM pg_index i
        JOIN pg_attribute a ON a.attrelid = owner AND a.attnum = ANY (i.indkey) AND a.atttypid = 'uuid'::regtype
        WHERE i.indrelid = owner AND i.indisunique AND attribute.attnum = ANY (i.indkey));
BEGIN
    SELECT * INTO played FROM filling.played;
    RETURN CASE
        WHEN name = game_column THEN 'c.id'
        WHEN name = 'number' AND owner::text IN ('stream_items', 'rating_changes')
            THEN 'row_number() OVER (PARTITION BY ' || filling.value(owner, (SELECT a FROM pg_attribute a WHERE attrelid = owner
                AND attname = 'account_id'), NULL) || CASE owner::text WHEN 'rating_changes' THEN ', t.ruleset' ELSE '' END
                || ' ORDER BY c.place, t.number)'
        WHEN attribute.atttypid = 'uuid'::regtype THEN format('CASE WHEN t.%1$I IS NOT NULL THEN coalesce(
            c.people[array_position(%2$L::uuid[], t.%1$I)], filling.id_at(c.at, t.%1$I::text || c.place)) END', name, played.people)
        -- Deadlines stay where they are, so that nothing is due.
        WHEN attribute.atttypid = 'timestamptz'::regtype
            THEN format('CASE WHEN t.%1$I <= %2$L THEN t.%1$I - c.back ELSE t.%1$I END', name, played.at)
        WHEN attribute.atttypid = 'bytea'::regtype AND (is_unique OR name = 'digest')
            THEN format('sha256(t.%I || int8send(c.place))', name)
        WHEN attribute.atttypid = 'text'::regtype AND (alone OR owner::text || name IN ('accountsname', 'accountsemail'))
            THEN format('t.%I || c.place', name)
        WHEN owner::text || name IN ('gamesname', 'gamesname_key') THEN format('t.%I || '' '' || c.place', name)
        ELSE format('t.%I', name)
    END;
END $$;

-- Keeps the rows that are to be multiplied.
CREATE PROCEDURE filling.begin() LANGUAGE plpgsql AS $$
DECLARE
    games uuid[] := (SELECT array_agg(game) FROM filling.sources);
    people uuid[] := (SELECT p.people FROM filling.played p);
    one filling.tables;
    found bigint;
BEGIN
    INSERT INTO filling.tables SELECT * FROM filling.by_hand;
    INSERT INTO filling.tables
        SELECT c.relname, CASE WHEN bool_or(a.attname = 'game_id') THEN 'game' ELSE 'person' END,
            max(a.attname) FILTER (WHERE a.attname = 'game_id'),
            CASE WHEN bool_or(a.attname = 'game_id') THEN 'game_id = ANY ($1)' ELSE 'account_id = ANY ($2)' END
        FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname IN ('game_id', 'account_id')
        WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT IN (SELECT name FROM filling.by_hand)
        GROUP BY c.relname;
    FOR one IN SELECT * FROM filling.tables LOOP
        EXECUTE format('CREATE TABLE filling.%I (LIKE public.%I)', one.kind || '_' || one.name, one.name);
        EXECUTE format('INSERT INTO filling.%1$I SELECT * FROM %2$I t WHERE %3$s', one.kind || '_' || one.name, one.name,
            replace(replace(one.rows, '$1', quote_literal(games) || '::uuid[]'), '$2', quote_literal(people) || '::uuid[]'));
        GET DIAGNOSTICS found = ROW_COUNT;
        IF found = 0 THEN
            DELETE FROM filling.tables t WHERE (t.name, t.kind) = (one.name, one.kind);
        END IF;
        EXECUTE format('ANALYZE filling.%I', one.kind || '_' || one.name);
    END LOOP;
END $$;

-- Copies the rows of a table for each of those copies that lies from one place to another.
CREATE PROCEDURE filling.copy(one filling.tables, copies text, first bigint, last bigint) LANGUAGE plpgsql AS $$
DECLARE
    columns text;
    expressions text;
BEGIN
    SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum),
        string_agg(filling.value(a.attrelid, a, one.game_column), ', ' ORDER BY a.attnum) INTO columns, expressions
        FROM pg_attribute a WHERE a.attrelid = one.name::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '';
    EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM %s c %s WHERE c.place BETWEEN %s AND %s', one.name, columns, expressions,
        copies,
        CASE one.kind WHEN 'person' THEN format('CROSS JOIN filling.%I t', 'person_' || one.name)
            ELSE format('JOIN filling.%I t ON t.%I = c.source', one.kind || '_' || one.name, one.game_column) END, first, last);
END $$;

-- Plans copies up to so many games; each new account has about 12 of the new games, which lie anywhere among them.
CREATE PROCEDURE filling.plan(games bigint) LANGUAGE plpgsql AS $$
DECLARE
    played filling.played;
    many int;
    first bigint := 1 + (SELECT coalesce(max(place), 0) FROM filling.copies);
    first_crowd bigint := 1 + (SELECT coalesce(max(place), 0) FROM filling.crowds);
    crowds bigint;
    one filling.tables;
BEGIN
    SELECT * INTO played FROM filling.played;
    many := cardinality(played.people);
    SELECT ceil((games - first + 1) * sum(s.share) / (12 * many)) INTO crowds
        FROM filling.sources s JOIN filling.game_seats t ON t.game_id = s.game WHERE t.account_id IS NOT NULL;
    INSERT INTO filling.crowds SELECT n, filling.people_at(n), played.at - interval '6 days' + n * interval '0.5 s',
        interval '6 days' - n * interval '0.5 s' FROM generate_series(first_crowd, first_crowd + crowds - 1) n;
    ANALYZE filling.crowds;
    FOR one IN SELECT * FROM filling.tables WHERE kind = 'person' LOOP
        CALL filling.copy(one, 'filling.crowds', first_crowd, first_crowd + crowds - 1);
    END LOOP;
    -- The copies of a game are spread evenly over all places.
    INSERT INTO filling.places
        SELECT first - 1 + row_number() OVER (ORDER BY (n - 0.5) / (s.share * (games - first + 1)), s.game), s.game
        FROM filling.sources s, generate_series(1, ceil(s.share * (games - first + 1))::bigint) n;
    DELETE FROM filling.places WHERE place > games;
    ANALYZE filling.places;
END $$;

-- Copies the games from one place to another; their players are among the crowds from one place to another.
CREATE PROCEDURE filling.copy_games(first bigint, last bigint, first_crowd bigint, last_crowd bigint) LANGUAGE plpgsql AS $$
DECLARE
    one filling.tables;
BEGIN
    CREATE TEMP TABLE batch ON COMMIT DROP AS
        SELECT g.place, g.source, filling.id_at(g.at, g.source::text || g.place) AS id,
            ARRAY(SELECT (SELECT w.people[n] FROM filling.crowds w
                WHERE w.place = first_crowd + abs(hashint8extended(g.place * 32 + n, 1) % (last_crowd - first_crowd + 1)))
                FROM generate_series(1, cardinality(g.people)) n) AS people, g.at, g.played - g.at AS back
        FROM (SELECT c.place, c.source, p.people, p.at AS played, p.at - interval '5 days' + c.place * interval '0.4 s' AS at
            FROM filling.places c, filling.played p WHERE c.place BETWEEN first AND last ORDER BY c.place) g;
    ANALYZE batch;
    INSERT INTO filling.copies SELECT * FROM batch;
    FOR one IN SELECT * FROM filling.tables WHERE kind = 'game' LOOP
        CALL filling.copy(one, 'batch', first, last);
    END LOOP;
END $$;

-- Copies what is numbered for each account, of the games from one place to another.
CREATE PROCEDURE filling.number(first bigint, last bigint) LANGUAGE plpgsql AS $$
DECLARE
    one filling.tables;
BEGIN
    ANALYZE filling.copies;
    FOR one IN SELECT * FROM filling.tables WHERE kind = 'numbered' LOOP
        CALL filling.copy(one, 'filling.copies', first, last);
    END LOOP;
    ANALYZE stream_items, rating_changes;
    INSERT INTO stream_heads SELECT account_id, max(number) FROM stream_items GROUP BY account_id ON CONFLICT DO NOTHING;
    UPDATE ratings r SET games = c.games FROM (SELECT account_id, ruleset, max(number) AS games FROM rating_changes
        GROUP BY account_id, ruleset) c WHERE (r.account_id, r.ruleset) = (c.account_id, c.ruleset) AND r.games <> c.games;
END $$;
