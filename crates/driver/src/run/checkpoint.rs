//! The checkpoint file: everything that an exploration needs to go on, and how it is written and read.
//!
//! `checkpoint/state.bin` appears whole or not at all: it is written under another name, brought to the
//! disk and renamed. It begins with a magic number, the version of the format and a checksum of the
//! rest; what fails these is refused with a message and never looked into.

use super::results::Inner;
use dunlin_exec::{MemoryCounters, PackedInputs, Whereabouts, WorkItem};
use dunlin_report::Sharing;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Duration;

const NAME: &str = "state.bin";
const MAGIC: &[u8; 8] = b"dunlincp";
/// Changes with everything that is stored.
const FORMAT: u32 = 7;
const CHECKSUM: usize = 32;
const HEADER: usize = MAGIC.len() + 4 + CHECKSUM;

/// What must be the same for an exploration to go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stamp {
    /// The version of Dunlin.
    pub dunlin: String,
    /// A digest of the program as it is executed.
    pub program: [u8; 32],
    /// Options that change paths or results, with their values.
    pub options: Vec<(String, String)>,
}

impl Stamp {
    /// How this run differs from the one that left `earlier`, in words for the user.
    pub fn difference(&self, earlier: &Stamp) -> Option<String> {
        if self.dunlin != earlier.dunlin {
            return Some(format!("it was left by version {} of Dunlin", earlier.dunlin));
        }
        for (name, value) in &self.options {
            let before = earlier.options.iter().find(|(other, _)| other == name);
            let before = before.map_or("not known", |(_, value)| value.as_str());
            if before != value {
                return Some(format!("{name} was {before} and is {value} now"));
            }
        }
        (self.program != earlier.program).then(|| "the program is not the same".to_string())
    }
}

/// Numbers that go on counting.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// The number of the last test.
    pub tests: u64,
    /// How long `paths.txt` was.
    pub traces_length: u64,
    pub instructions: u64,
    pub paths: u64,
    pub forks: u64,
    pub states_peak: u64,
    pub time: Duration,
    pub queries_asked: u64,
    pub queries_answered: Vec<(String, u64)>,
    /// Those that reached a backend.
    pub queries_smt: u64,
    pub sharing: Sharing,
    pub smt_ms: f64,
    pub memory: MemoryCounters,
}

/// A checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct Saved {
    pub stamp: Stamp,
    pub counts: Counts,
    pub inner: Inner,
    pub items: Vec<WorkItem>,
}

/// An item after another one in sorted order.
#[derive(Serialize, Deserialize)]
struct PackedItem {
    /// So many bytes of its trace are those of the one before it.
    shared: usize,
    rest: Vec<u8>,
    inputs: PackedInputs,
    whereabouts: Whereabouts,
}

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

/// What is stored apart from the items. Quick: workers stand still meanwhile.
pub fn encode(stamp: &Stamp, counts: &Counts, inner: &Inner) -> Vec<u8> {
    let mut payload = Vec::new();
    append(&mut payload, stamp);
    append(&mut payload, counts);
    append(&mut payload, inner);
    payload
}

fn append<T: Serialize + ?Sized>(payload: &mut Vec<u8>, value: &T) {
    postcard::to_io(value, payload).expect("memory takes everything, and all lengths are known");
}

/// Writes a checkpoint into its folder, in place of the last one: what [`encode`] gave, and the items,
/// sorted, so that the file says what they have in common once. Piece by piece: there may be as many items as
/// memory holds.
pub fn write(folder: &Path, payload: &[u8], items: &mut [&WorkItem]) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    let unfinished = folder.join("state.tmp");
    let written = write_new(&unfinished, payload, items)
        .and_then(|()| fs::rename(&unfinished, folder.join(NAME)))
        // The new name is part of the folder.
        .and_then(|()| File::open(folder)?.sync_all());
    if written.is_err() {
        // Whether this succeeds does not matter: the first problem is the one to tell.
        let _ = fs::remove_file(&unfinished);
    }
    written
}

fn write_new(path: &Path, payload: &[u8], items: &mut [&WorkItem]) -> io::Result<()> {
    items.sort_unstable_by(|a, b| a.packed_trace().cmp(b.packed_trace()));
    let mut file = File::create(path)?;
    // The checksum comes first and is known last.
    file.write_all(&[0; HEADER])?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut checksum = Sha256::new();
    let mut put = |bytes: &[u8]| {
        checksum.update(bytes);
        out.write_all(bytes)
    };
    put(payload)?;
    let mut piece = Vec::new();
    append(&mut piece, &items.len());
    let mut last: &[u8] = &[];
    for item in items {
        let trace = item.packed_trace();
        let shared = last.iter().zip(trace).take_while(|(a, b)| a == b).count();
        append(&mut piece, &(shared, &trace[shared..], item.packed_inputs(), &item.whereabouts));
        put(&piece)?;
        piece.clear();
        last = trace;
    }
    put(&piece)?;
    let mut file = out.into_inner()?;
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&FORMAT.to_le_bytes());
    header.extend_from_slice(&checksum.finalize());
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header)?;
    file.sync_all()
}

/// Reads the checkpoint in a folder.
pub fn read(folder: &Path) -> Result<Saved, Unreadable> {
    let bytes = match fs::read(folder.join(NAME)) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Unreadable::Missing),
        Err(error) => return Err(Unreadable::Io(error)),
    };
    decode(&bytes)
}

fn decode(bytes: &[u8]) -> Result<Saved, Unreadable> {
    let (magic, rest) = bytes.split_first_chunk().ok_or(Unreadable::NotACheckpoint)?;
    if magic != MAGIC {
        return Err(Unreadable::NotACheckpoint);
    }
    let (format, rest) = rest.split_first_chunk().ok_or(Unreadable::Damaged)?;
    let format = u32::from_le_bytes(*format);
    if format != FORMAT {
        return Err(Unreadable::OtherFormat(format));
    }
    let (checksum, payload) = rest.split_first_chunk::<CHECKSUM>().ok_or(Unreadable::Damaged)?;
    if Sha256::digest(payload)[..] != checksum[..] {
        return Err(Unreadable::Damaged);
    }
    decode_payload(payload).ok_or(Unreadable::Damaged)
}

fn decode_payload(mut payload: &[u8]) -> Option<Saved> {
    let stamp = take(&mut payload)?;
    let counts = take(&mut payload)?;
    let inner = take(&mut payload)?;
    let count: usize = take(&mut payload)?;
    let mut items: Vec<WorkItem> = Vec::new();
    for _ in 0..count {
        let packed: PackedItem = take(&mut payload)?;
        let last = items.last().map_or(&[][..], WorkItem::packed_trace);
        let mut trace = last.get(..packed.shared)?.to_vec();
        trace.extend(packed.rest);
        items.push(WorkItem::from_packed(trace, packed.inputs, packed.whereabouts)?);
    }
    payload.is_empty().then_some(Saved { stamp, counts, inner, items })
}

fn take<'b, T: Deserialize<'b>>(payload: &mut &'b [u8]) -> Option<T> {
    let (value, rest) = postcard::take_from_bytes(payload).ok()?;
    *payload = rest;
    Some(value)
}

/// Decisions in their packed form.
pub mod packed_trace {
    use dunlin_exec::{Decision, pack, unpack};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    pub fn serialize<S: Serializer>(trace: &[Decision], to: S) -> Result<S::Ok, S::Error> {
        pack(trace).serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<Decision>, D::Error> {
        let bytes = Vec::<u8>::deserialize(from)?;
        unpack(&bytes).ok_or_else(|| D::Error::custom("not a trace"))
    }
}

#[cfg(test)]
mod tests;
