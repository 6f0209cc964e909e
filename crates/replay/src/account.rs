//! The account that the replay library keeps of a run, in memory that outlives the program. The
//! layout is that of `struct account` in runtime/replay/replay.h.

use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::os::unix::fs::FileExt;

const MAGIC: u64 = 0x3150_525f_4e4c_4e44;
const RECORD_BYTES: u64 = 8;
/// Where we say how many targets there are.
const TARGET_COUNT_OFFSET: u64 = 32;
const TEXT_OFFSET: usize = 40;
const TEXT_BYTES: usize = 1024;
const PROBES_OFFSET: usize = TEXT_OFFSET + TEXT_BYTES;
const PROBE_BYTES: usize = 32;
const PROBE_CAPACITY: usize = 128;
const TARGETS_OFFSET: usize = PROBES_OFFSET + PROBE_CAPACITY * PROBE_BYTES;
const TARGET_BYTES: usize = 8;

/// Why the replay library has ended the program, or what it has seen just before the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    Running,
    AssertionFailed,
    Aborted,
    ReachError,
    AssumeViolated,
    Divergence,
    SilentExit,
    ReportedError,
    ReachedUnreachable,
    UndefinedFunction,
    NoInput,
    TargetPassed,
}

/// In the order of their numbers.
const STATUSES: [Status; 12] = [
    Status::Running,
    Status::AssertionFailed,
    Status::Aborted,
    Status::ReachError,
    Status::AssumeViolated,
    Status::Divergence,
    Status::SilentExit,
    Status::ReportedError,
    Status::ReachedUnreachable,
    Status::UndefinedFunction,
    Status::NoInput,
    Status::TargetPassed,
];

/// A condition that a probe has found violated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Probe {
    pub kind: ProbeKind,
    /// Of an access: its offset in the object, its size, and the size of the object. Of an
    /// operation: its operands (a shift's amount first) and its width.
    pub numbers: [i64; 3],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProbeKind {
    OutOfBoundsRead,
    OutOfBoundsWrite,
    NullDereference,
    UseAfterFree,
    DivisionByZero,
    OverWideShift,
    SignedOverflow,
    ReachedUnreachable,
    UndefinedBehaviour,
}

/// In the order of their numbers, which start with 1.
const PROBE_KINDS: [ProbeKind; 9] = [
    ProbeKind::OutOfBoundsRead,
    ProbeKind::OutOfBoundsWrite,
    ProbeKind::NullDereference,
    ProbeKind::UseAfterFree,
    ProbeKind::DivisionByZero,
    ProbeKind::OverWideShift,
    ProbeKind::SignedOverflow,
    ProbeKind::ReachedUnreachable,
    ProbeKind::UndefinedBehaviour,
];

impl ProbeKind {
    /// The name of the program error.
    pub fn name(self) -> &'static str {
        match self {
            ProbeKind::OutOfBoundsRead => "out-of-bounds-read",
            ProbeKind::OutOfBoundsWrite => "out-of-bounds-write",
            ProbeKind::NullDereference => "null-dereference",
            ProbeKind::UseAfterFree => "use-after-free",
            ProbeKind::DivisionByZero => "division-by-zero",
            ProbeKind::OverWideShift => "over-wide-shift",
            ProbeKind::SignedOverflow => "signed-overflow",
            ProbeKind::ReachedUnreachable => "reached-unreachable",
            ProbeKind::UndefinedBehaviour => "undefined-behaviour",
        }
    }
}

impl Probe {
    /// What was violated, as one sentence without a full stop.
    pub fn describe(&self) -> String {
        let [a, b, c] = self.numbers;
        // No operation has no width, and no access no size.
        if self.numbers == [0; 3] {
            return format!("a check of the sanitizer fails ({})", self.kind.name());
        }
        match self.kind {
            ProbeKind::OutOfBoundsRead | ProbeKind::OutOfBoundsWrite => {
                let verb = if self.kind == ProbeKind::OutOfBoundsRead { "reads" } else { "writes" };
                format!("{verb} {b} bytes at offset {a} of an object of {c} bytes")
            }
            ProbeKind::NullDereference => format!("uses {b} bytes at address {a:#x}"),
            ProbeKind::UseAfterFree => {
                format!("uses {b} bytes at offset {a} of a freed object of {c} bytes")
            }
            ProbeKind::DivisionByZero => format!("divides {a} by {b} in {c} bits"),
            ProbeKind::OverWideShift => format!("shifts {c} bits by {a}", a = a as u64),
            ProbeKind::SignedOverflow => format!("overflows {c} bits with {a} and {b}"),
            ProbeKind::ReachedUnreachable | ProbeKind::UndefinedBehaviour => {
                self.kind.name().to_owned()
            }
        }
    }
}

/// The shared memory of one run.
pub(crate) struct Account {
    pub file: File,
    capacity: u64,
    targets: usize,
}

/// What the library has written.
pub(crate) struct Entries {
    /// The program has come as far as to start.
    pub started: bool,
    pub status: Status,
    pub text: String,
    /// How many transfers there were, recorded or not.
    pub transfers: u64,
    pub probes: Vec<Probe>,
    pub probed: u64,
    /// How often each target was passed.
    pub targets: Vec<u64>,
}

impl Account {
    /// With room for so many transfers, and for this number of targets.
    pub fn new(capacity: u64, targets: usize) -> io::Result<Account> {
        let flags = libc::MFD_CLOEXEC | libc::MFD_ALLOW_SEALING;
        // SAFETY: a zero-terminated name; a new descriptor is owned by nobody else.
        let file = unsafe {
            let fd = libc::memfd_create(c"dunlin-replay".as_ptr(), flags);
            if fd < 0 {
                return Err(io::Error::last_os_error());
            }
            File::from_raw_fd(fd)
        };
        // Memory is used only for what is written.
        file.set_len(records_offset(targets) + capacity * RECORD_BYTES)?;
        file.write_all_at(&(targets as u64).to_le_bytes(), TARGET_COUNT_OFFSET)?;
        // The program has it as well: it neither holds more memory in it, nor takes away what we read.
        let seals = libc::F_SEAL_GROW | libc::F_SEAL_SHRINK | libc::F_SEAL_SEAL;
        // SAFETY: an open descriptor and plain numbers.
        if unsafe { libc::fcntl(file.as_raw_fd(), libc::F_ADD_SEALS, seals) } != 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Account { file, capacity, targets })
    }

    /// The first `transfers` that were recorded, as far as they fit: number and outcome of each.
    pub fn for_each_record(
        &self,
        transfers: u64,
        mut take: impl FnMut(u32, u32),
    ) -> io::Result<()> {
        // In parts, since there may be many.
        const PART: u64 = 1 << 16;
        let kept = transfers.min(self.capacity);
        let records = records_offset(self.targets);
        let mut bytes = vec![0; (PART * RECORD_BYTES) as usize];
        for start in (0..kept).step_by(PART as usize) {
            let count = PART.min(kept - start);
            let part = &mut bytes[..(count * RECORD_BYTES) as usize];
            self.file.read_exact_at(part, records + start * RECORD_BYTES)?;
            for record in part.chunks_exact(RECORD_BYTES as usize) {
                let [number, outcome] = [0, 4].map(|at| u32::from_le_bytes(array_at(record, at)));
                take(number, outcome);
            }
        }
        Ok(())
    }

    pub fn read(&self) -> io::Result<Entries> {
        let mut head = vec![0; records_offset(self.targets) as usize];
        self.file.read_exact_at(&mut head, 0)?;
        let word = |at: usize| u32::from_le_bytes(array_at(&head, at));
        let long = |at: usize| u64::from_le_bytes(array_at(&head, at));
        let text = &head[TEXT_OFFSET..TEXT_OFFSET + TEXT_BYTES];
        let end = text.iter().position(|&byte| byte == 0).unwrap_or(TEXT_BYTES);
        let violated = (word(20) as usize).min(PROBE_CAPACITY);
        let probes = (0..violated).filter_map(|i| {
            let at = PROBES_OFFSET + i * PROBE_BYTES;
            let kind = (word(at) as usize).checked_sub(1).and_then(|i| PROBE_KINDS.get(i))?;
            Some(Probe { kind: *kind, numbers: [8, 16, 24].map(|part| long(at + part) as i64) })
        });
        Ok(Entries {
            started: long(0) == MAGIC,
            status: STATUSES.get(word(16) as usize).copied().unwrap_or(Status::Running),
            text: String::from_utf8_lossy(&text[..end]).into_owned(),
            transfers: long(8),
            probes: probes.collect(),
            probed: long(24),
            targets: (0..self.targets).map(|i| long(TARGETS_OFFSET + i * TARGET_BYTES)).collect(),
        })
    }
}

/// Where the transfers begin: behind the counters of the targets.
fn records_offset(targets: usize) -> u64 {
    (TARGETS_OFFSET + targets * TARGET_BYTES) as u64
}

fn array_at<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    bytes.get(at..at + N).and_then(|slice| slice.try_into().ok()).unwrap_or([0; N])
}
