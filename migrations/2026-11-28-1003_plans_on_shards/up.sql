-- What `althing shard` does with this function, where the games are spread already. A later migration that replaces the
-- function takes the setting away, and needs the same after it.
DO $$ BEGIN
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'games'::regclass) THEN
            EXECUTE format('ALTER FUNCTION %s SET plan_cache_mode = force_custom_plan', 'write_game_1'::regproc::regprocedure);
        END IF;
    END IF;
END $$;
