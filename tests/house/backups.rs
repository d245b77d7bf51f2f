//! `althing backup` and `althing restore`: what they refuse, and that they do all of it or nothing.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::althing::{Server, althing, refusal};
use crate::folders::Playground;
use crate::support::{TestDatabase, citus_nodes};

const MARK: &str = "ALTHING BACKUP 1\n";
const SEAL: usize = 65;

fn command(database: &TestDatabase, role: &str, file: &Path) -> Command {
    let mut command = althing(Path::new("/nonexistent"));
    command.env("DATABASE_URL", database.url()).arg(role).arg(file);
    command
}

fn said(output: Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A database with a few rows in tables that refer to each other, and some that need care.
fn filled() -> TestDatabase {
    let database = TestDatabase::create();
    database.run(&include_str!("../load/world.sql").replace("{games}", "40"));
    let odd = "UPDATE accounts SET about = E'a\\\\b\\t\\n\\\\.\\n\\u00e6 \\U0001F600', deleted_at = '2026-01-01 00:00:00.123456'; \
        INSERT INTO ratings (ruleset, account_id, rating, uncertainty, games, updated_at) \
        SELECT 'nord', id, 1500.1234567890123, 1e-300, 3, now() FROM accounts; \
        INSERT INTO rate_limits VALUES ('\\x00ff', now())";
    database.run(odd);
    database
}

/// Everything in a database, and its schema. That of shards is their own; what is restored of them lies in one database.
fn everything(database: &TestDatabase) -> Vec<String> {
    let tables = "SELECT tablename::text AS value FROM pg_tables WHERE schemaname = 'public' ORDER BY 1";
    let of = |table: &String| {
        let rows = if table.contains("diesel") { "version" } else { "r::text" };
        format!(
            "SELECT concat_ws(' ', '{table}', count(*), md5(string_agg({rows}, ' ' ORDER BY {rows}))) AS value FROM {table} r"
        )
    };
    let tables = database.texts(tables);
    let schema = "SELECT indexdef AS value FROM pg_indexes WHERE schemaname = 'public' UNION ALL \
        SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint \
        WHERE connamespace = 'public'::regnamespace ORDER BY 1";
    let mut all = if citus_nodes().is_none() { database.texts(schema) } else { Vec::new() };
    for table in &tables {
        all.extend(database.texts(&of(table)));
    }
    all
}

/// A backup in a folder of its own.
fn taken(database: &TestDatabase) -> (Playground, PathBuf) {
    let playground = Playground::new();
    let file = playground.path().join("backup");
    let told = said(command(database, "backup", &file).output().unwrap());
    assert!(told.contains("backed up"), "{told}");
    (playground, file)
}

/// What restoring says; nothing may be left of it.
fn refused(file: &Path) -> String {
    let database = TestDatabase::create_bare();
    let sentence = refusal(command(&database, "restore", file));
    assert_eq!(everything(&database), Vec::<String>::new(), "{sentence}");
    sentence
}

/// The lines in a backup.
fn unpacked(file: &Path) -> Vec<String> {
    let bytes = fs::read(file).unwrap();
    let mut text = String::new();
    GzDecoder::new(&bytes[MARK.len()..bytes.len() - SEAL]).read_to_string(&mut text).unwrap();
    text.split_inclusive('\n').map(str::to_owned).collect()
}

/// A backup of these lines, with a seal that fits.
fn pack(file: &Path, lines: &[String]) {
    let mut packed = GzEncoder::new(MARK.as_bytes().to_vec(), Compression::fast());
    packed.write_all(lines.concat().as_bytes()).unwrap();
    let mut bytes = packed.finish().unwrap();
    let seal = hex::encode(Sha256::digest(&bytes));
    writeln!(bytes, "{seal}").unwrap();
    fs::write(file, bytes).unwrap();
}

#[test]
fn what_was_backed_up_is_restored_row_by_row_with_its_schema() {
    let database = filled();
    let (_playground, file) = taken(&database);
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let other = TestDatabase::create_bare();
    said(command(&other, "restore", &file).output().unwrap());
    assert_eq!(everything(&other), everything(&database));
    assert_eq!(althing::store::migrate::up(&other.url()).unwrap(), Vec::<String>::new());
    // And again: the copy's copy is the same.
    let (_playground, again) = taken(&other);
    assert_eq!(unpacked(&again)[1..].concat().len(), unpacked(&file)[1..].concat().len());
}

#[test]
fn a_backup_takes_no_other_files_place_and_leaves_nothing_when_it_fails() {
    let database = filled();
    let (playground, file) = taken(&database);
    let before = fs::read(&file).unwrap();
    assert!(refusal(command(&database, "backup", &file)).contains("exists already"));
    assert_eq!(fs::read(&file).unwrap(), before);
    let nowhere = refusal(command(&database, "backup", Path::new("/nonexistent/backup")));
    assert!(nowhere.contains("/nonexistent/backup"), "{nowhere}");
    let empty = playground.path().join("of-nothing");
    let bare = TestDatabase::create_bare();
    assert!(refusal(command(&bare, "backup", &empty)).contains("nothing to back up"));
    assert_eq!(playground.path().read_dir().unwrap().count(), 1);
}

#[test]
fn what_a_killed_backup_left_is_removed_by_the_next_one_into_its_folder_and_nothing_else_is() {
    let database = filled();
    let playground = Playground::new();
    let place = |name: &str| playground.path().join(name);
    for (name, begin) in [
        ("backup.part-17", MARK),
        ("monday.part-4194304", MARK),
        ("killed-at-once.part-18", ""),
        ("being-written.part-19", MARK),
        ("of-somebody-else.part-20", "another beginning"),
        ("named-alike.part-x", MARK),
        ("no-part", MARK),
    ] {
        fs::write(place(name), begin).unwrap();
    }
    let written = fs::File::open(place("being-written.part-19")).unwrap();
    written.try_lock().unwrap();
    said(command(&database, "backup", &place("backup")).output().unwrap());
    let entries = playground.path().read_dir().unwrap();
    let mut left: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    left.sort_unstable();
    let kept =
        ["backup", "being-written.part-19", "named-alike.part-x", "no-part", "of-somebody-else.part-20"];
    assert_eq!(left, kept);
}

#[test]
fn a_full_disk_ends_a_backup_with_an_error_and_without_a_file() {
    let database = filled();
    let playground = Playground::new();
    let file = playground.path().join("backup");
    // The system refuses to make the file longer, as it does when there is no room.
    let mut limited = Command::new("sh");
    limited.args(["-c", "trap '' XFSZ; ulimit -f 1; exec \"$0\" backup \"$1\""]);
    limited.arg(env!("CARGO_BIN_EXE_althing")).arg(&file).env("DATABASE_URL", database.url());
    let sentence = refusal(limited);
    assert!(sentence.contains("can't be written"), "{sentence}");
    assert_eq!(playground.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_backup_that_was_cut_off_or_changed_is_refused_and_nothing_is_restored() {
    let database = filled();
    let (playground, file) = taken(&database);
    let whole = fs::read(&file).unwrap();
    let damaged = playground.path().join("damaged");
    for length in [0, 5, MARK.len(), MARK.len() + 30, whole.len() / 2, whole.len() - SEAL, whole.len() - 1] {
        fs::write(&damaged, &whole[..length]).unwrap();
        let sentence = refused(&damaged);
        let expected = if length < MARK.len() { "is no backup" } else { "is damaged" };
        assert!(sentence.contains(expected), "{length}: {sentence}");
    }
    for place in
        [0, MARK.len() + 3, whole.len() / 3, whole.len() / 2, whole.len() - SEAL - 4, whole.len() - 2]
    {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(&damaged, &bytes).unwrap();
        let sentence = refused(&damaged);
        assert!(sentence.contains("is damaged") || sentence.contains("is no backup"), "{place}: {sentence}");
    }
    let mut longer = whole.clone();
    longer.extend_from_slice(b"x\n");
    fs::write(&damaged, &longer).unwrap();
    assert!(refused(&damaged).contains("is damaged"));
    assert!(refused(Path::new("/nonexistent/backup")).contains("can't be read"));
    assert!(refused(Path::new("/etc/passwd")).contains("is no backup"));
}

#[test]
fn rows_that_are_missing_doubled_or_other_than_they_were_are_refused_though_the_seal_fits() {
    let database = filled();
    let (_playground, file) = taken(&database);
    let lines = unpacked(&file);
    let row = lines.iter().position(|line| line.contains("1@example.org")).unwrap();
    let mut fewer = lines.clone();
    fewer.remove(row);
    let mut doubled = lines.clone();
    doubled.insert(row, lines[row].clone());
    let mut other = lines.clone();
    other[row] = other[row].replacen("example.org", "example.net", 1);
    for (lines, expected) in [(fewer, "damaged"), (doubled, "database said"), (other, "did not come out")] {
        pack(&file, &lines);
        let sentence = refused(&file);
        // A row that another one refers to, or that is there twice, is refused by the database itself.
        assert!(sentence.contains(expected) || sentence.contains("database said"), "{sentence}");
    }
    pack(&file, &lines);
    said(command(&TestDatabase::create_bare(), "restore", &file).output().unwrap());
}

#[test]
fn a_database_that_is_not_empty_is_refused_and_stays_as_it_is() {
    let database = filled();
    let (_playground, file) = taken(&database);
    let before = everything(&database);
    assert!(refusal(command(&database, "restore", &file)).contains("not empty"));
    assert_eq!(everything(&database), before);
    // Nor one that holds something of somebody else, be it empty.
    let foreign = TestDatabase::create_bare();
    foreign.run("CREATE VIEW sagas AS SELECT 1");
    assert!(refusal(command(&foreign, "restore", &file)).contains("sagas"));
    // One that was migrated holds tables; taken back, it is empty again.
    let migrated = TestDatabase::create();
    assert!(refusal(command(&migrated, "restore", &file)).contains("not empty"));
    althing::store::migrate::down(&migrated.url()).unwrap();
    said(command(&migrated, "restore", &file).output().unwrap());
    assert_eq!(everything(&migrated), before);
}

#[test]
fn a_backup_of_a_newer_version_is_refused_by_the_name_of_what_is_unknown() {
    let database = filled();
    let (_playground, file) = taken(&database);
    let mut lines = unpacked(&file);
    let mut header: Value = serde_json::from_str(&lines[0]).unwrap();
    header["althing"] = json!("9.9.9");
    header["migrations"].as_array_mut().unwrap().push(json!("209901010001"));
    lines[0] = format!("{header}\n");
    pack(&file, &lines);
    let sentence = refused(&file);
    assert!(sentence.contains("9.9.9") && sentence.contains("209901010001"), "{sentence}");
}

#[test]
fn a_backup_of_an_older_version_is_brought_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let mut names: Vec<String> =
        folder.read_dir().unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    // The first three are of another time: they knew accounts and games, and little else.
    let older = TestDatabase::create_bare();
    older.run(
        "CREATE TABLE __diesel_schema_migrations (version text PRIMARY KEY, run_on timestamp DEFAULT now())",
    );
    for name in &names[..3] {
        older.run(&fs::read_to_string(folder.join(name).join("up.sql")).unwrap());
        let version = name.split('_').next().unwrap().replace('-', "");
        older.run(&format!("INSERT INTO __diesel_schema_migrations VALUES ('{version}')"));
    }
    let account = "INSERT INTO accounts VALUES (md5('a')::uuid, 'Aud', 'aud', 'a@example.org', 'a@example.org', 'x', 'en', \
                   '2026-01-01', '2026-01-01')";
    older.run(account);
    let (_playground, file) = taken(&older);
    let restored = TestDatabase::create_bare();
    said(command(&restored, "restore", &file).output().unwrap());
    assert_eq!(althing::store::migrate::up(&restored.url()).unwrap(), Vec::<String>::new());
    let found = restored.texts("SELECT name || time_zone AS value FROM accounts");
    assert_eq!(found, ["AudUTC"]);
}

#[test]
fn the_private_database_is_backed_up_while_it_is_used_and_restored_into_another_folder() {
    let (one, other) = (Playground::new(), Playground::new());
    let file = one.path().join("backup");
    let backup = |playground: &Playground, role: &str| {
        let mut command = althing(&playground.data());
        command.arg(role).arg(&file);
        command
    };
    let registered = |server: &Server| server.answer("/v1/games").contains("\"items\"");
    {
        let server = Server::start(althing(&one.data()));
        assert!(registered(&server));
        said(backup(&one, "backup").output().unwrap());
        assert_eq!(server.get("/readyz"), 200, "the database was taken away from the service");
    }
    one.wait_until_stopped();
    said(backup(&other, "restore").output().unwrap());
    other.wait_until_stopped();
    assert!(refusal(backup(&other, "restore")).contains("not empty"));
    let server = Server::start(althing(&other.data()));
    assert!(registered(&server) && server.get("/readyz") == 200);
    // While nobody uses it, it is started for the backup.
    fs::remove_file(&file).unwrap();
    said(backup(&one, "backup").output().unwrap());
    assert!(File::open(&file).is_ok());
}
