//! The file of a backup.
//!
//! A line that identifies the format; then, packed with gzip: a line of JSON with what follows, the rows of each table
//! as COPY writes them, each table ended by a line `\.`, and a line of JSON with how many rows each table has and what
//! they add up to; and after that the SHA-256 of all the bytes before, in hex.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::BackupError;
use super::database::BackupTable;
use time_control::Instant;

/// The first line. Its number is raised by every change that an older program can't read.
const MARK: &str = "ALTHING BACKUP 1\n";
/// The digest in hex, and the end of the line.
const SEAL_BYTES: u64 = 65;
/// The level of compression, of 9, as for answers over HTTP.
const LEVEL: u32 = 2;
/// The line that ends a table; no row is equal to it.
pub const END_OF_TABLE: &[u8] = b"\\.\n";

/// The header of a backup, before the rows.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    /// The version of the program that made it.
    pub althing: String,
    /// The version of PostgreSQL it comes from.
    pub postgres: String,
    pub taken_at: Instant,
    /// The migrations that had run, in their order.
    pub migrations: Vec<String>,
    /// The tables in the order in which they follow.
    pub tables: Vec<BackupTable>,
}

/// The footer of a backup, after the rows: for each table how many rows it has and what they add up to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    /// Name, number of rows and digest of each table, in the order of the header.
    pub tables: Vec<(String, u64, String)>,
}

/// A backup that is being written has the name of the backup, this, and the id of the process.
const PART: &str = ".part-";

/// Removes the files that killed backups left in this folder. The file of a backup that is still being written is
/// locked, and stays. A file that can't be removed stays, too: it does no harm.
fn remove_abandoned(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_str().and_then(|name| name.rsplit_once(PART)).map(|(_, process)| process);
        let is_part =
            process.is_some_and(|id| !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_digit()));
        // Only a file of such a name is opened: opening a pipe would wait, and a link leads elsewhere.
        if is_part
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
            && is_begun_backup(&file)
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Does the file begin like a backup? The file of a backup that was killed at once is empty.
fn is_begun_backup(file: &File) -> bool {
    let mut begin = Vec::new();
    let read = Read::take(file, MARK.len() as u64).read_to_end(&mut begin);
    read.is_ok() && MARK.as_bytes().starts_with(&begin)
}

/// Passes bytes on to the file and adds them to the seal.
struct Sealed {
    file: BufWriter<File>,
    digest: Sha256,
}

impl Write for Sealed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        let written_bytes = bytes.get(..written);
        self.digest.update(written_bytes.ok_or_else(|| io::Error::other("more was written than given"))?);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The file of a backup that is being written. It is locked, so that another backup does not take it for an abandoned
/// one, and is removed at the end: the finished backup has a name of its own.
struct PartFile {
    path: PathBuf,
    _lock: File,
}

impl Drop for PartFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// A backup that is being written, beside the place where it will be. Dropping it leaves nothing.
pub struct Draft {
    path: PathBuf,
    part: PartFile,
    packed: GzEncoder<Sealed>,
}

impl Draft {
    /// Begins a backup that will be at `path`.
    pub fn begin(path: &Path) -> Result<Self, BackupError> {
        if path.symlink_metadata().is_ok() {
            return Err(BackupError::Exists(path.to_owned()));
        }
        remove_abandoned(folder_of(path));
        // What has no file name is a folder, which exists or can't be written into.
        let mut name = path.file_name().unwrap_or_default().to_owned();
        name.push(format!("{PART}{}", std::process::id()));
        let beside = path.with_file_name(name);
        let writing = |why| BackupError::writing(path, why);
        // Only the owner may read the file: it contains addresses, password hashes and the secrets of games.
        let opened = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside);
        let file = opened.map_err(writing)?;
        // Without locks in this file system `remove_abandoned` gets none either, and so removes nothing.
        let _ = file.try_lock();
        let part = PartFile { path: beside, _lock: file.try_clone().map_err(writing)? };
        let mut sealed = Sealed { file: BufWriter::new(file), digest: Sha256::new() };
        sealed.write_all(MARK.as_bytes()).map_err(writing)?;
        Ok(Self { path: path.to_owned(), part, packed: GzEncoder::new(sealed, Compression::new(LEVEL)) })
    }

    pub fn write(&mut self, bytes: &[u8]) -> Result<(), BackupError> {
        self.packed.write_all(bytes).map_err(|why| BackupError::writing(&self.path, why))
    }

    /// Writes a value as a line of JSON.
    pub fn write_line(&mut self, value: &impl Serialize) -> Result<(), BackupError> {
        let mut line =
            serde_json::to_vec(value).map_err(|why| BackupError::writing(&self.path, why.into()))?;
        line.push(b'\n');
        self.write(&line)
    }

    /// Seals the backup, syncs it to the disk, reads it again, and puts it in its place.
    pub fn finish(self) -> Result<(), BackupError> {
        let Self { path, part, packed } = self;
        seal(packed).map_err(|why| BackupError::writing(&path, why))?;
        Backup::open(&part.path).map_err(|error| match error {
            BackupError::Damaged { what, .. } => BackupError::damaged(&path, what),
            other => other,
        })?;
        place(&part.path, &path).map_err(|why| match why.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists(path),
            _ => BackupError::writing(&path, why),
        })
    }
}

fn seal(packed: GzEncoder<Sealed>) -> io::Result<()> {
    let Sealed { mut file, digest } = packed.finish()?;
    writeln!(file, "{}", hex::encode(digest.finalize()))?;
    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

/// Puts the backup in its place by a hard link, which never replaces another file, as a rename would.
fn place(part: &Path, path: &Path) -> io::Result<()> {
    match fs::hard_link(part, path) {
        Err(why) if why.kind() != io::ErrorKind::AlreadyExists && path.symlink_metadata().is_err() => {
            // Not every file system has hard links.
            fs::rename(part, path)?;
        }
        linked => linked?,
    }
    // The new name is on the disk only when its folder is synced.
    File::open(folder_of(path))?.sync_all()
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A backup that is whole, to be read from its beginning to its end.
pub struct Backup {
    path: PathBuf,
    lines: BufReader<GzDecoder<io::Take<BufReader<File>>>>,
}

impl Backup {
    /// Opens a backup and compares every byte with its seal.
    pub fn open(path: &Path) -> Result<Self, BackupError> {
        let reading = |why| BackupError::reading(path, why);
        let file = File::open(path).map_err(reading)?;
        let length = file.metadata().map_err(reading)?.len();
        let mut mark = Vec::new();
        let mark_bytes = MARK.len() as u64;
        Read::take(&file, mark_bytes).read_to_end(&mut mark).map_err(reading)?;
        if mark != MARK.as_bytes() {
            return Err(BackupError::NoBackup(path.to_owned()));
        }
        let sealed_bytes = length.saturating_sub(SEAL_BYTES);
        if sealed_bytes <= mark_bytes {
            return Err(BackupError::damaged(path, "its end is missing"));
        }
        let mut digest = Sha256::new();
        digest.update(&mark);
        let mut sealed = BufReader::new(file).take(sealed_bytes - mark_bytes);
        loop {
            let bytes = sealed.fill_buf().map_err(reading)?;
            if bytes.is_empty() {
                break;
            }
            digest.update(bytes);
            let read = bytes.len();
            sealed.consume(read);
        }
        let mut file = sealed.into_inner();
        let mut seal = String::new();
        // A seal is text: other bytes are damage, and no error of reading.
        let is_text = file.read_to_string(&mut seal).is_ok();
        if !is_text || seal != format!("{}\n", hex::encode(digest.finalize())) {
            return Err(BackupError::damaged(path, "it is cut off, or its bytes were changed"));
        }
        file.seek(SeekFrom::Start(mark_bytes)).map_err(reading)?;
        let packed = GzDecoder::new(file.take(sealed_bytes - mark_bytes));
        Ok(Self { path: path.to_owned(), lines: BufReader::new(packed) })
    }

    /// The next line with its end, at most as many bytes as a row may have.
    pub fn line(&mut self) -> Result<Vec<u8>, BackupError> {
        let mut line = Vec::new();
        let read = self.lines.read_until(b'\n', &mut line);
        read.map_err(|why| BackupError::damaged(&self.path, why.to_string()))?;
        if line.last() != Some(&b'\n') {
            return Err(BackupError::damaged(&self.path, "it ends within a table"));
        }
        Ok(line)
    }

    pub fn value<T: for<'de> Deserialize<'de>>(&mut self) -> Result<T, BackupError> {
        let line = self.line()?;
        serde_json::from_slice(&line).map_err(|why| BackupError::damaged(&self.path, why.to_string()))
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}
