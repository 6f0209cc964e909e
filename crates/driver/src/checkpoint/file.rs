//! The file of a checkpoint, and how it is written and read.
//!
//! `checkpoint/state.bin` appears whole or not at all: it is written under another name, brought to the
//! disk and renamed. It begins with a magic number, the version of the format and a checksum of the
//! rest; what fails these is refused with a message and never looked into. The rest is the stamp and then what
//! the command has put there.

use super::stamp::Stamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

const NAME: &str = "state.bin";
const MAGIC: &[u8; 8] = b"dunlincp";
/// Changes with everything that is stored.
const FORMAT: u32 = 9;
const CHECKSUM: usize = 32;
const HEADER: usize = MAGIC.len() + 4 + CHECKSUM;
/// So much is written at once.
const PIECE: usize = 1 << 20;

/// Why there is no checkpoint to go on from.
#[derive(Debug)]
pub enum Unreadable {
    Missing,
    Io(io::Error),
    NotACheckpoint,
    OtherFormat(u32),
    Damaged,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unreadable::Missing => write!(f, "it is not there"),
            Unreadable::Io(error) => write!(f, "{error}"),
            Unreadable::NotACheckpoint => write!(f, "it is no checkpoint of Dunlin"),
            Unreadable::OtherFormat(version) => {
                write!(f, "it has format {version}, this version of Dunlin reads format {FORMAT}")
            }
            Unreadable::Damaged => write!(f, "it is damaged"),
        }
    }
}

/// What is written behind the header: piece by piece, since there may be as many work items as memory holds.
pub struct Content {
    file: File,
    checksum: Sha256,
    piece: Vec<u8>,
    /// The first one: what writes values forgets it.
    problem: Option<io::Error>,
}

impl Content {
    fn new(file: File) -> Content {
        let piece = Vec::with_capacity(PIECE);
        Content { file, checksum: Sha256::new(), piece, problem: None }
    }

    /// Writes a value, to be read by [`take`].
    pub fn put<T: Serialize + ?Sized>(&mut self, value: &T) -> io::Result<()> {
        let put = postcard::to_io(value, &mut *self).map(|_| ());
        match (self.problem.take(), put) {
            (Some(problem), _) => Err(problem),
            (None, Err(error)) => Err(io::Error::other(error)),
            (None, Ok(())) => Ok(()),
        }
    }

    fn write_piece(&mut self) -> io::Result<()> {
        self.checksum.update(&self.piece);
        let written = self.file.write_all(&self.piece);
        self.piece.clear();
        written
    }

    /// Writes the header and brings all to the disk.
    fn finish(mut self) -> io::Result<()> {
        self.write_piece()?;
        let mut header = Vec::with_capacity(HEADER);
        header.extend_from_slice(MAGIC);
        header.extend_from_slice(&FORMAT.to_le_bytes());
        header.extend_from_slice(&self.checksum.finalize());
        self.file.seek(SeekFrom::Start(0))?;
        self.file.write_all(&header)?;
        self.file.sync_all()
    }
}

impl Write for Content {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() >= PIECE
            && let Err(error) = self.write_piece()
        {
            let copy = io::Error::new(error.kind(), error.to_string());
            self.problem.get_or_insert(error);
            return Err(copy);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes a checkpoint into its folder, in place of the last one.
pub fn write(
    folder: &Path,
    stamp: &Stamp,
    content: impl FnOnce(&mut Content) -> io::Result<()>,
) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = folder.join("state.tmp");
    let written = write_new(&unfinished, stamp, content)
        .and_then(|()| fs::rename(&unfinished, folder.join(NAME)))
        // The new name is part of the folder.
        .and_then(|()| File::open(folder)?.sync_all());
    if written.is_err() {
        // Whether this succeeds does not matter: the first problem is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn write_new(
    path: &Path,
    stamp: &Stamp,
    content: impl FnOnce(&mut Content) -> io::Result<()>,
) -> io::Result<()> {
    let mut file = File::create(path)?;
    // The checksum comes first and is known last.
    file.write_all(&[0; HEADER])?;
    let mut out = Content::new(file);
    out.put(stamp)?;
    content(&mut out)?;
    out.finish()
}

/// Reads the checkpoint in a folder: its stamp, and the bytes that the command has put there.
pub fn read(folder: &Path) -> Result<(Stamp, Vec<u8>), Unreadable> {
    let bytes = match fs::read(folder.join(NAME)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unreadable::Missing),
        Err(error) => return Err(Unreadable::Io(error)),
    };
    decode(&bytes)
}

fn decode(bytes: &[u8]) -> Result<(Stamp, Vec<u8>), Unreadable> {
    let (magic, rest) = bytes.split_first_chunk().ok_or(Unreadable::NotACheckpoint)?;
    if magic != MAGIC {
        return Err(Unreadable::NotACheckpoint);
    }
    let (format, rest) = rest.split_first_chunk().ok_or(Unreadable::Damaged)?;
    let format = u32::from_le_bytes(*format);
    if format != FORMAT {
        return Err(Unreadable::OtherFormat(format));
    }
    let (checksum, mut payload) =
        rest.split_first_chunk::<CHECKSUM>().ok_or(Unreadable::Damaged)?;
    if Sha256::digest(payload)[..] != checksum[..] {
        return Err(Unreadable::Damaged);
    }
    let stamp = take(&mut payload).ok_or(Unreadable::Damaged)?;
    Ok((stamp, payload.to_vec()))
}

/// The next value of what a command has put into a checkpoint; none if it is something else.
pub fn take<'b, T: Deserialize<'b>>(content: &mut &'b [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(content).ok()?;
    *content = rest;
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stamp() -> Stamp {
        let options = vec![("--capacity".to_string(), "4096".to_string())];
        Stamp { dunlin: "1".into(), command: "run".into(), program: [7; 32], options }
    }

    fn file_in(folder: &Path, content: &str) -> Vec<u8> {
        write(folder, &stamp(), |out| out.put(content)).expect("it is written");
        fs::read(folder.join(NAME)).expect("it is there")
    }

    #[test]
    fn what_is_read_is_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let long = "abc".repeat(PIECE);
        file_in(folder.path(), &long);
        let (read_stamp, content) = read(folder.path()).expect("it is whole");
        let mut rest = &content[..];
        assert_eq!((read_stamp, take(&mut rest), rest), (stamp(), Some(long), &[][..]));
        assert_eq!(take::<u64>(&mut rest), None);
        let names: Vec<_> =
            fs::read_dir(folder.path()).unwrap().map(|e| e.unwrap().file_name()).collect();
        assert_eq!(names, [NAME], "nothing unfinished is left");
    }

    #[test]
    fn truncated_and_changed_files_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let bytes = file_in(folder.path(), "content");
        for length in 0..bytes.len() {
            assert!(decode(&bytes[..length]).is_err(), "{length} of {} bytes", bytes.len());
        }
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 0x10;
            assert!(decode(&changed).is_err(), "byte {at}");
        }
        let mut longer = bytes.clone();
        longer.push(0);
        assert!(matches!(decode(&longer), Err(Unreadable::Damaged)));
    }

    #[test]
    fn each_problem_has_its_message() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(read(folder.path()).unwrap_err().to_string(), "it is not there");
        fs::write(folder.path().join(NAME), "something else").unwrap();
        assert_eq!(read(folder.path()).unwrap_err().to_string(), "it is no checkpoint of Dunlin");
        let mut bytes = file_in(folder.path(), "content");
        let other = FORMAT + 1;
        bytes[MAGIC.len()..][..4].copy_from_slice(&other.to_le_bytes());
        let message = decode(&bytes).unwrap_err().to_string();
        let expected =
            format!("it has format {other}, this version of Dunlin reads format {FORMAT}");
        assert_eq!(message, expected);
    }

    #[test]
    fn a_checkpoint_that_cannot_be_written_leaves_the_last_one() {
        let folder = tempfile::tempdir().unwrap();
        file_in(folder.path(), "content");
        let failed = write(folder.path(), &stamp(), |_| Err(io::Error::other("full")));
        assert_eq!(failed.unwrap_err().to_string(), "full");
        // A folder in the way of the new file.
        fs::create_dir(folder.path().join("state.tmp")).unwrap();
        assert!(write(folder.path(), &stamp(), |out| out.put("new")).is_err());
        let (_, content) = read(folder.path()).expect("the old one");
        assert_eq!(take::<String>(&mut &content[..]).as_deref(), Some("content"));
    }
}
