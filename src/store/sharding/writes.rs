//! How the function that writes a game runs on the node of the game. There a statement that names a table that is spread
//! costs 0.1 ms before it runs, and the function has eight of them. So each shard has a copy of the function that names
//! the shard's own tables, and the function itself only finds the shard: by pgbench, it is called half as often in a second
//! as on one PostgreSQL, instead of a quarter.

use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::super::Connection;
use super::super::sql::{by_name, sql};
use super::ShardError;

/// The functions that write a game, of this release and of the one before, with what was made of them.
const FUNCTIONS: &str = "SELECT p.proname::text AS name, pg_get_function_arguments(p.oid) AS arguments, \
    p.pronargs AS argument_count, p.prosrc AS body, coalesce(p.proconfig, '{}') AS settings \
    FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace \
    AND p.proname ~ '^write_game_\\d+(_anywhere|_on_\\d+)?$' ORDER BY p.proname";

/// The shards of games, with the tables that lie in each: a table and its name in this shard. What every node has a copy
/// of lies in all of them.
const SHARDS: &str = "SELECT s.shardid, \
    array_agg(t.logicalrelid::text ORDER BY t.logicalrelid::text), \
    array_agg(t.logicalrelid::text || '_' || t.shardid ORDER BY t.logicalrelid::text) \
    FROM pg_dist_shard s JOIN pg_dist_shard t \
    ON t.shardminvalue IS NULL OR (t.shardminvalue, t.shardmaxvalue) = (s.shardminvalue, s.shardmaxvalue) \
    JOIN pg_dist_partition p ON p.logicalrelid = t.logicalrelid AND (p.partmethod = 'h' OR p.repmodel = 't') \
    WHERE s.logicalrelid = 'games'::regclass GROUP BY s.shardid ORDER BY s.shardid";

by_name! {
    /// A function of the database.
    struct Function {
        name: String,
        arguments: String,
        argument_count: i16,
        body: String,
        /// Each as `name=value`.
        settings: Vec<String>,
    }
}

impl Function {
    /// Another function with the same arguments.
    fn made_as(&self, name: String, settings: Vec<String>, body: String) -> Self {
        Self { name, settings, body, arguments: self.arguments.clone(), argument_count: self.argument_count }
    }

    fn is_like(&self, other: &Self) -> bool {
        self.name == other.name && self.settings == other.settings && self.body == other.body
    }

    /// The statement that makes it.
    fn statement(&self) -> String {
        let Self { name, arguments, body, .. } = self;
        let settings = self.settings.iter().filter_map(|setting| setting.split_once('='));
        let settings: String = settings.map(|(name, value)| format!(" SET {name} TO '{value}'")).collect();
        format!(
            "CREATE OR REPLACE FUNCTION {name}({arguments}) RETURNS bigint LANGUAGE plpgsql{settings} AS $body${body}$body$"
        )
    }
}

/// What is made of a function that writes a game.
struct Spread {
    /// As every node may run it, by the names of the tables that are spread.
    anywhere: Function,
    /// For each shard.
    copies: Vec<Function>,
    /// The function itself, which finds the shard.
    finding: Function,
}

impl Spread {
    /// `written` is the function as a migration made it.
    fn of(name: &str, written: &Function, shards: &[Shard]) -> Self {
        let mut settings = written.settings.clone();
        settings.retain(|setting| !setting.starts_with("plan_cache_mode="));
        let copy = |shard: &Shard| {
            let body = shard.named_in(&written.body);
            written.made_as(format!("{name}_on_{}", shard.id), settings.clone(), body)
        };
        let copies: Vec<Function> = shards.iter().map(copy).collect();
        // It plans its statements anew each time: a node of Citus 13.2 adds to a plan that is kept each time that it is
        // carried out within a function, so that a session had a gigabyte after 6,000 actions.
        settings.push("plan_cache_mode=force_custom_plan".to_owned());
        let anywhere = written.made_as(format!("{name}_anywhere"), settings, written.body.clone());
        let body = finding_the_shard(shards, &copies, &anywhere);
        let finding = written.made_as(name.to_owned(), Vec::new(), body);
        Self { anywhere, copies, finding }
    }
}

/// The body that finds the shard.
///
/// A copy writes past Citus, and so has to do what Citus does for a write of its own, or a shard that moves to another node
/// would lose what is written meanwhile: it shares the lock that the move takes before it copies the rest (5: SHARE), and
/// looks whether the shard is still here, since its tables are left behind for a while. A shard that has come by a split
/// has no copy yet. Nor is one used at the coordinator, where a transaction may have written by other connections.
fn finding_the_shard(shards: &[Shard], copies: &[Function], anywhere: &Function) -> String {
    let arguments = (1..=anywhere.argument_count).map(|number| format!("${number}"));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let cases = shards.iter().zip(copies);
    let cases = cases.map(|(shard, copy)| {
        format!("\n            WHEN {} THEN RETURN {}({arguments});", shard.id, copy.name)
    });
    let cases: String = cases.collect();
    let anywhere = &anywhere.name;
    format!(
        "
DECLARE
    shard bigint := get_shard_id_for_distribution_column('games', game);
BEGIN
    PERFORM lock_shard_metadata(5, ARRAY[shard]);
    IF EXISTS (SELECT FROM pg_dist_placement p JOIN pg_dist_local_group l ON l.groupid = p.groupid
               WHERE p.shardid = shard AND l.groupid <> 0) THEN
        CASE shard{cases}
            ELSE NULL;
        END CASE;
    END IF;
    RETURN {anywhere}({arguments});
END "
    )
}

/// A shard of games.
struct Shard {
    id: i64,
    /// Each table, and its name in this shard.
    tables: Vec<(String, String)>,
}

impl Shard {
    /// A body of PL/pgSQL whose statements name the tables of this shard: a table stands after one of four words.
    fn named_in(&self, body: &str) -> String {
        let mut named = String::with_capacity(body.len() * 2);
        let mut is_table = false;
        for part in body.split_inclusive(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_') {
            let word = part.trim_end_matches(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
            let table = self.tables.iter().find(|(table, _)| is_table && table == word);
            named.push_str(table.map_or(word, |(_, in_shard)| in_shard));
            named.push_str(&part[word.len()..]);
            if !word.is_empty() {
                is_table = matches!(word, "FROM" | "INTO" | "UPDATE" | "JOIN");
            }
        }
        named
    }
}

/// Makes what is missing: the copies of functions that migrations have made anew, and those of new shards.
pub(super) async fn spread(connection: &mut Connection) -> Result<(), ShardError> {
    let shards: Vec<(i64, Vec<String>, Vec<String>)> = sql(SHARDS).values(connection).await?;
    let shards: Vec<Shard> = shards
        .into_iter()
        .map(|(id, tables, in_shard)| Shard { id, tables: tables.into_iter().zip(in_shard).collect() })
        .collect();
    let there: Vec<Function> = sql(FUNCTIONS).load(connection).await?;
    let named = |name: &str| there.iter().find(|function| function.name == name);
    let written = there
        .iter()
        .filter(|function| !function.name.contains("_anywhere") && !function.name.contains("_on_"));
    for function in written {
        let anywhere = named(&format!("{}_anywhere", function.name));
        // Is the body in the database what a migration made, or what was made of it?
        let written = anywhere.filter(|anywhere| function.body.contains(&anywhere.name)).unwrap_or(function);
        let spread = Spread::of(&function.name, written, &shards);
        let copies_of_it = format!("{}_on_", function.name);
        for copy in there.iter().filter(|function| function.name.starts_with(&copies_of_it)) {
            if !spread.copies.iter().any(|wanted| wanted.name == copy.name) {
                connection.batch_execute(&format!("DROP FUNCTION {}", copy.name)).await?;
            }
        }
        for wanted in std::iter::once(&spread.anywhere).chain(&spread.copies) {
            if !there.iter().any(|function| function.is_like(wanted)) {
                connection.batch_execute(&wanted.statement()).await?;
            }
        }
        if !function.is_like(&spread.finding) {
            connection.batch_execute(&spread.finding.statement()).await?;
            // It runs on the node of the game in one round trip. Within a transaction it runs at the coordinator: Citus
            // could be made to give it away there as well, but then it may read no copied table.
            let query = "SELECT create_distributed_function(p.oid::regprocedure, 'game', colocate_with => 'games')::text \
                FROM pg_proc p WHERE p.pronamespace = current_schema()::regnamespace AND p.proname = $1";
            sql(query).bind(&function.name).optional_value::<Option<String>>(connection).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_names_the_tables_of_its_shard_and_nothing_else_by_them() {
        let tables =
            ["mails", "mail_links", "decisions"].map(|table| (table.to_owned(), format!("{table}_7")));
        let shard = Shard { id: 1, tables: tables.into() };
        let body = "
            PERFORM FROM mails m WHERE NOT EXISTS (SELECT FROM mail_links) AND mails IS NULL;
            INSERT INTO decisions(seat) VALUES (1) ON CONFLICT DO UPDATE SET mails = other_mails;
            UPDATE\n decisions d SET seat = 1; -- decisions
            DELETE FROM others;";
        let named = "
            PERFORM FROM mails_7 m WHERE NOT EXISTS (SELECT FROM mail_links_7) AND mails IS NULL;
            INSERT INTO decisions_7(seat) VALUES (1) ON CONFLICT DO UPDATE SET mails = other_mails;
            UPDATE\n decisions_7 d SET seat = 1; -- decisions
            DELETE FROM others;";
        assert_eq!(shard.named_in(body), named);
    }
}
