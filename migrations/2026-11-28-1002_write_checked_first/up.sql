-- The same function in simpler statements: what an action was judged by is checked before the position is updated, each by a
-- statement of its own. An UPDATE with five conditions on other tables cost a seventh of the function, and on a node of Citus,
-- which plans such a statement anew each time, a quarter. A check sees what its statement would have seen before: the
-- conditions on other tables were never looked at again after a wait for the row.
CREATE OR REPLACE FUNCTION write_game_1(
    -- what the action was decided on
    game uuid,
    base bigint,
    base_digest bytea,
    base_order_changes bigint,
    -- who acts by what; all null: no request, or one whose caller was checked otherwise
    caller uuid,
    caller_session uuid,
    caller_token uuid,
    -- how many milliseconds another transaction may keep a row locked; null: as the session waits
    lock_limit text,
    -- the position
    new_version bigint,
    new_digest bytea,
    new_state text,
    new_summary text,
    new_clocks text,
    new_take_backs text,
    new_earlier_clocks text,
    written_at timestamptz,
    is_snapshot boolean,
    request_id uuid,
    calls_due_at timestamptz,
    bot_is_due boolean,
    game_is_over boolean,
    new_outcome text,
    new_status text,
    -- the entries of the log
    entry_version bigint[],
    entry_made_by text[],
    entry_seat smallint[],
    entry_action text[],
    entry_events text[],
    entry_draws text[],
    entry_request_key text[],
    entry_body_hash bytea[],
    entry_last_version bigint[],
    entry_service_events text[],
    entry_standing text[],
    entry_deadlines text[],
    entry_digest bytea[],
    entry_take_backs text[],
    -- the decisions that closed, and those that opened, some in the place of one that closed
    closed_seat smallint[],
    closed_decision text[],
    opened_seat smallint[],
    opened_decision text[],
    opened_kind text[],
    opened_blocking boolean[],
    opened_deadline timestamptz[],
    opened_warn_at timestamptz[],
    opened_warn_again_at timestamptz[],
    opened_in_place_of_seat smallint[],
    opened_in_place_of text[],
    -- the standing orders that can't apply any more, and the decisions that orders will answer
    disarmed_id uuid[],
    disarmed_reason text[],
    ordered_seat smallint[],
    ordered_decision text[],
    ordered_due_at timestamptz[],
    -- the mails to players who are called
    call_seat smallint[],
    call_kind text[],
    call_account uuid[],
    call_decision text[],
    call_due_at timestamptz[]
) RETURNS bigint LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    -- one of the decisions that opened, the one in whose place it did, and one of the orders
    the_old_seat smallint;
    the_old_decision text;
    the_seat smallint;
    the_decision text;
    the_kind text;
    the_blocking boolean;
    the_deadline timestamptz;
    the_warn_at timestamptz;
    the_warn_again_at timestamptz;
    the_order uuid;
    the_reason text;
BEGIN
    IF lock_limit IS NOT NULL THEN
        PERFORM set_config('lock_timeout', lock_limit, true);
    END IF;

    IF caller IS NOT NULL THEN
        PERFORM FROM accounts a
        WHERE a.id = caller AND a.deleted_at IS NULL
            AND NOT EXISTS (SELECT FROM bans b WHERE b.account_id = caller)
            AND (caller_session IS NULL OR EXISTS (
                SELECT FROM sessions s WHERE s.id = caller_session AND s.ended_at IS NULL))
            AND (caller_token IS NULL OR EXISTS (
                SELECT FROM personal_tokens t WHERE t.id = caller_token AND t.expires_at > written_at));
        IF NOT FOUND THEN
            RETURN NULL;
        END IF;
    END IF;
    -- Who carries out the same request meanwhile changes the version.
    IF entry_request_key[1] IS NOT NULL THEN
        PERFORM FROM entries e
        WHERE e.game_id = game AND e.seat = entry_seat[1] AND e.request_key = entry_request_key[1];
        IF FOUND THEN
            RETURN NULL;
        END IF;
    END IF;

    UPDATE positions p
    SET version = new_version, digest = new_digest, state = new_state, summary = new_summary, clocks = new_clocks,
        updated_at = written_at, take_backs = new_take_backs, earlier_clocks = new_earlier_clocks
    WHERE p.game_id = game AND p.version = base AND p.digest = base_digest AND p.order_changes = base_order_changes;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;

    FOR i IN 1 .. cardinality(entry_version) LOOP
        INSERT INTO entries (game_id, version, made_by, seat, action, events, draws, request_key, body_hash,
            last_version, service_events, standing, deadlines, digest, take_backs, created_at)
        VALUES (game, entry_version[i], entry_made_by[i], entry_seat[i], entry_action[i], entry_events[i],
            entry_draws[i], entry_request_key[i], entry_body_hash[i], entry_last_version[i], entry_service_events[i],
            entry_standing[i], entry_deadlines[i], entry_digest[i], entry_take_backs[i], written_at);
    END LOOP;
    IF is_snapshot THEN
        INSERT INTO snapshots (game_id, version, state) VALUES (game, new_version, new_state);
    END IF;

    FOR i IN 1 .. cardinality(closed_seat) LOOP
        DELETE FROM decisions d WHERE d.game_id = game AND d.seat = closed_seat[i] AND d.decision = closed_decision[i];
    END LOOP;
    FOR i IN 1 .. cardinality(opened_seat) LOOP
        -- Most decisions open in the place of one that closes: the row is moved, so that its table does not grow by a
        -- dead row with each action.
        IF opened_in_place_of[i] IS NOT NULL THEN
            the_old_seat := opened_in_place_of_seat[i];
            the_old_decision := opened_in_place_of[i];
            the_seat := opened_seat[i];
            the_decision := opened_decision[i];
            PERFORM FROM decisions d WHERE d.game_id = game AND d.seat = the_seat AND d.decision = the_decision;
            IF NOT FOUND THEN
                the_kind := opened_kind[i];
                the_blocking := opened_blocking[i];
                the_deadline := opened_deadline[i];
                the_warn_at := opened_warn_at[i];
                the_warn_again_at := opened_warn_again_at[i];
                UPDATE decisions d
                SET seat = the_seat, decision = the_decision, kind = the_kind, blocking = the_blocking,
                    deadline = the_deadline, warn_at = the_warn_at, warn_again_at = the_warn_again_at,
                    version = new_version, opened_at = written_at, put_off_until = NULL
                WHERE d.game_id = game AND d.seat = the_old_seat AND d.decision = the_old_decision;
                CONTINUE WHEN FOUND;
            END IF;
            -- A row with the new id is there already, left behind by a position that was replaced by hand.
            DELETE FROM decisions d
            WHERE d.game_id = game AND d.seat = the_old_seat AND d.decision = the_old_decision;
        END IF;
        -- A decision that was open and blocks the game only now is opened again.
        INSERT INTO decisions (game_id, seat, decision, kind, blocking, deadline, warn_at, warn_again_at, version, opened_at)
        VALUES (game, opened_seat[i], opened_decision[i], opened_kind[i], opened_blocking[i], opened_deadline[i],
            opened_warn_at[i], opened_warn_again_at[i], new_version, written_at)
        ON CONFLICT (game_id, seat, decision) DO UPDATE
        SET blocking = excluded.blocking, version = excluded.version, opened_at = excluded.opened_at,
            deadline = excluded.deadline, warn_at = excluded.warn_at, warn_again_at = excluded.warn_again_at;
    END LOOP;

    FOR i IN 1 .. cardinality(disarmed_id) LOOP
        the_order := disarmed_id[i];
        the_reason := disarmed_reason[i];
        UPDATE orders o SET disarmed_at = written_at, disarmed_version = new_version, reason = the_reason
        WHERE o.game_id = game AND o.id = the_order;
    END LOOP;
    FOR i IN 1 .. cardinality(ordered_seat) LOOP
        INSERT INTO order_turns (game_id, seat, decision, due_at)
        VALUES (game, ordered_seat[i], ordered_decision[i], ordered_due_at[i])
        ON CONFLICT DO NOTHING;
    END LOOP;
    IF bot_is_due THEN
        INSERT INTO bot_turns (game_id, version, due_at) VALUES (game, new_version, written_at);
    END IF;

    -- Mails and the row for the relay are written by what makes them true, so that neither can be missed. The id of a
    -- mail is derived, so that the same mail is not queued twice.
    FOR i IN 1 .. cardinality(call_seat) LOOP
        INSERT INTO mails (partition, id, kind, account_id, seat, version, decision, request, created_at, due_at)
        VALUES (game,
            overlay(overlay(md5(concat_ws('.', game, new_version, call_seat[i], call_kind[i]))
                placing '8' from 13 for 1) placing 'a' from 17 for 1)::uuid,
            call_kind[i], call_account[i], call_seat[i], new_version, call_decision[i], request_id, written_at,
            coalesce(call_due_at[i], calls_due_at));
    END LOOP;
    INSERT INTO relay_due (game_id, kind, position) VALUES (game, 'entry', new_version);

    -- The game's own row is touched last, and only when its status changes.
    IF new_status IS NOT NULL THEN
        UPDATE games g
        SET status = new_status, finished_at = CASE WHEN game_is_over THEN written_at END,
            outcome = coalesce(new_outcome, g.outcome)
        WHERE g.id = game;
    END IF;
    RETURN (SELECT g.revision FROM games g WHERE g.id = game);
END $$;
