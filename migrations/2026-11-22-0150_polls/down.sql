DROP INDEX sessions_unused;
