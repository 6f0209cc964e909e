//! What workers find, as it goes into the output folder: tests, errors, traces, counts.
//!
//! Workers write their tests themselves, side by side; only what must be compared with what others
//! found (distinct errors) is behind a lock.

use super::checkpoint::packed_trace;
use super::trace_text::trace_text;
use crate::inputs::test_of;
use crate::options::{TestFormat, TestOptions};
use crate::watcher::{Event, Watcher};
use dunlin_exec::explore::{Shared, Sink};
use dunlin_exec::{Decision, Ended, Outcome, Whereabouts};
use dunlin_report::{OutputFolder, TestExtent, testcomp};
use dunlin_results::{ErrorKind, ErrorReport, InputBytes, LeftOutAt, Paths, Position, StopReason};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// So many partial tests are replayed for coverage.
const PARTIAL_REPLAYS: usize = 64;

/// What makes two errors the same one.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct ErrorKey {
    pub kind: ErrorKind,
    pub function: Arc<str>,
    pub position: Option<Position>,
    /// Where in the runtime library, if the error came from there.
    pub runtime_function: Option<Arc<str>>,
    /// Told apart by its number, if every error is wanted.
    pub number: u64,
}

/// The representative of a distinct error: the one with the least trace.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct FoundError {
    pub report: ErrorReport,
    #[serde(with = "packed_trace")]
    pub trace: Vec<Decision>,
    pub inputs: Option<Vec<InputBytes>>,
    pub whereabouts: Whereabouts,
    /// Its test, by number.
    pub test: Option<u64>,
    /// How many paths end in it.
    pub paths: u64,
}

/// A bug of Dunlin, with what reproduces it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Bug {
    pub what: String,
    #[serde(with = "packed_trace")]
    pub trace: Vec<Decision>,
    pub inputs: Option<Vec<InputBytes>>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Inner {
    pub paths: Paths,
    pub errors: BTreeMap<ErrorKey, FoundError>,
    /// What was left out, and how often.
    pub left_out: BTreeMap<LeftOutAt, u64>,
    pub engine_bugs: Vec<Bug>,
    pub notes: Vec<String>,
    /// By mark: a path that has ended was there.
    pub covered: Vec<bool>,
    /// By mark: a path that was not followed to its end was there. As long as the last mark needs.
    pub partly_covered: Vec<bool>,
    pub partial: u64,
    /// Where one of those stands; not kept, since it goes on.
    #[serde(skip)]
    pub partial_at: Option<String>,
    /// The inputs of some of those, to see where they lead; not kept either.
    #[serde(skip)]
    pub partial_inputs: Vec<Vec<InputBytes>>,
    /// How many of those have no test, since there was no time to write it; not kept.
    #[serde(skip)]
    pub without_test: u64,
    /// The operations where errors were found, and which.
    pub error_operations: BTreeMap<u32, BTreeSet<ErrorKey>>,
    /// States that could not come to what is looked for any more.
    pub dropped: u64,
    /// The status of the last path that finished.
    pub last_status: Option<i32>,
}

/// The file of traces.
struct Traces {
    out: BufWriter<File>,
    length: u64,
}

/// Where results begin: with nothing, or with those of an earlier run.
pub struct Beginning {
    pub inner: Inner,
    /// The number of the last test.
    pub tests: u64,
    /// The file of traces and its length.
    pub traces: (File, u64),
}

/// What was found and written so far.
pub struct Written {
    next_test: AtomicU64,
    inner: Mutex<Inner>,
    traces: Mutex<Traces>,
    problem: Mutex<Option<String>>,
}

impl Written {
    pub fn new(beginning: Beginning) -> Written {
        let (file, length) = beginning.traces;
        let out = BufWriter::with_capacity(1 << 16, file);
        Written {
            next_test: AtomicU64::new(beginning.tests),
            inner: Mutex::new(beginning.inner),
            traces: Mutex::new(Traces { out, length }),
            problem: Mutex::new(None),
        }
    }
}

pub struct Results<'a> {
    pub folder: &'a OutputFolder,
    pub tests: &'a TestOptions,
    /// Report every path that ends in an error.
    pub all_errors: bool,
    /// The program's name and arguments.
    pub arguments: &'a [String],
    pub shared: &'a Shared,
    pub watcher: &'a dyn Watcher,
    pub written: Written,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Results<'_> {
    pub fn inner(&self) -> MutexGuard<'_, Inner> {
        lock(&self.written.inner)
    }

    pub fn tests(&self) -> u64 {
        self.written.next_test.load(Ordering::Relaxed)
    }

    /// What could not be written.
    pub fn problem(&self) -> Option<String> {
        lock(&self.written.problem).clone()
    }

    pub fn flush(&self) {
        let flushed = self.flush_traces();
        self.check(flushed, "paths.txt");
    }

    /// Writes out the traces; how long their file is.
    pub fn flush_traces(&self) -> std::io::Result<u64> {
        let mut traces = lock(&self.written.traces);
        traces.out.flush()?;
        Ok(traces.length)
    }

    /// Brings the traces that were written out to the disk.
    pub fn sync_traces(&self) -> std::io::Result<()> {
        let file = lock(&self.written.traces).out.get_ref().try_clone()?;
        file.sync_data()
    }

    /// Writes the tests of errors again: one may have been replaced after the checkpoint.
    pub fn write_error_tests(&self) {
        let inner = self.inner();
        for error in inner.errors.values() {
            if let (Some(number), Some(inputs)) = (error.test, &error.inputs) {
                self.write_test(number, TestExtent::Whole, inputs);
            }
        }
    }

    /// A path that was not followed to its end, since the exploration stopped.
    pub fn unfinished(&self, inputs: &[InputBytes]) {
        {
            let mut inner = self.inner();
            inner.partial += 1;
            if inner.partial_inputs.len() < PARTIAL_REPLAYS {
                inner.partial_inputs.push(inputs.to_vec());
            }
        }
        // On a full disk there is nothing to be gained by trying.
        if self.problem().is_none() {
            self.new_test(TestExtent::Partial, Some(inputs));
        }
    }

    /// A worker was lost, with all its states.
    pub fn lost_worker(&self, what: String) {
        self.inner().engine_bugs.push(Bug { what, trace: Vec::new(), inputs: None });
    }

    /// A result that cannot be written ends the run: nothing may be lost silently.
    pub fn check<T>(&self, result: std::io::Result<T>, what: &str) -> Option<T> {
        match result {
            Ok(value) => Some(value),
            Err(error) => {
                lock(&self.written.problem)
                    .get_or_insert_with(|| format!("cannot write {what}: {error}"));
                self.shared.stop(StopReason::Disk);
                None
            }
        }
    }

    /// Writes a test under a number.
    fn write_test(&self, number: u64, extent: TestExtent, inputs: &[InputBytes]) {
        let test = test_of(self.arguments, inputs);
        let content = match self.tests.format {
            TestFormat::Ktest => test.to_bytes(),
            TestFormat::TestComp => testcomp::test_xml(&test).into_bytes(),
        };
        let written =
            self.folder.write_test(number, extent, self.tests.format.extension(), &content);
        self.check(written, "a test");
        self.watcher.event(&Event::Test { number });
    }

    fn new_test(&self, extent: TestExtent, inputs: Option<&[InputBytes]>) -> Option<u64> {
        let inputs = inputs?;
        if !self.tests.write || self.tests.only_errors {
            return None;
        }
        let number = self.written.next_test.fetch_add(1, Ordering::Relaxed) + 1;
        self.write_test(number, extent, inputs);
        Some(number)
    }

    fn trace(&self, kind: &str, ended: &Ended, test: Option<u64>) {
        let test = test.map_or_else(|| "-".to_string(), |number| format!("{number:06}"));
        let line = format!("{test} {kind} {}\n", trace_text(&ended.decisions));
        let mut traces = lock(&self.written.traces);
        let written = traces.out.write_all(line.as_bytes());
        traces.length += line.len() as u64;
        drop(traces);
        self.check(written, "paths.txt");
        self.watcher.event(&Event::PathEnded { how: kind });
    }

    fn print(&self, ended: &Ended) {
        if !ended.output.is_empty() {
            let pieces = ended.output.iter().map(|(fd, bytes)| (*fd, &bytes[..]));
            self.watcher.program_writes(&pieces.collect::<Vec<_>>());
        }
    }

    fn error(&self, ended: &Ended) -> Option<u64> {
        let report = ended.report.as_ref()?;
        let place = report.place();
        let innermost = report.stack.innermost.first();
        let key = ErrorKey {
            kind: report.kind,
            function: place.map_or_else(|| "".into(), |place| place.function.clone()),
            position: place.and_then(|place| place.position.clone()),
            runtime_function: innermost
                .filter(|place| place.runtime)
                .map(|place| place.function.clone()),
            number: 0,
        };
        let mut inner = self.inner();
        inner.paths.errors += 1;
        let key = match self.all_errors {
            true => ErrorKey { number: inner.paths.errors, ..key },
            false => key,
        };
        inner.error_operations.entry(ended.pc).or_default().insert(key.clone());
        let known = inner.errors.get(&key);
        if let Some(known) = known
            && (self.tests.covering || known.trace <= ended.decisions)
        {
            let known = inner.errors.get_mut(&key).expect("found above");
            known.paths += 1;
            let test = known.test;
            // Another path to the same error has a test of its own, and replaces none.
            return match self.tests.covering {
                true if ended.new_coverage => {
                    drop(inner);
                    self.new_test(TestExtent::Whole, ended.inputs.as_deref())
                }
                true => None,
                false => test,
            };
        }
        if known.is_none() {
            self.watcher.event(&Event::Error { kind: report.kind });
        }
        // A lesser trace takes over the number of the test.
        let (test, paths) = known.map_or((None, 0), |known| (known.test, known.paths));
        let write = self.tests.write && ended.inputs.is_some();
        let test = match test {
            None if write => Some(self.written.next_test.fetch_add(1, Ordering::Relaxed) + 1),
            test => test,
        };
        let found = FoundError {
            report: report.clone(),
            trace: ended.decisions.clone(),
            inputs: ended.inputs.clone(),
            whereabouts: ended.whereabouts.clone(),
            test,
            paths: paths + 1,
        };
        inner.errors.insert(key, found);
        if let (Some(number), Some(inputs)) = (test, &ended.inputs)
            && write
        {
            // Under the lock, so that the least trace also has the last word about the file.
            self.write_test(number, TestExtent::Whole, inputs);
        }
        test
    }
}

impl Results<'_> {
    fn partly_covered(&self, marks: &[u32]) {
        let mut inner = self.inner();
        for &mark in marks {
            let mark = mark as usize;
            if inner.partly_covered.len() <= mark {
                inner.partly_covered.resize(mark + 1, false);
            }
            inner.partly_covered[mark] = true;
        }
    }
}

impl Sink for Results<'_> {
    fn path_ended(&self, ended: Ended) {
        let inputs = ended.inputs.as_deref();
        match &ended.outcome {
            Outcome::Finished { status } => {
                let wanted = !self.tests.only_new_coverage || ended.new_coverage;
                let test = if wanted { self.new_test(TestExtent::Whole, inputs) } else { None };
                self.trace("finished", &ended, test);
                let mut inner = self.inner();
                inner.paths.finished += 1;
                inner.last_status = Some(*status);
            }
            Outcome::Error(error) => {
                let kind = error.kind.name();
                let test = self.error(&ended);
                self.trace(kind, &ended, test);
            }
            Outcome::Unsupported { .. } => {
                let test = self.new_test(TestExtent::Partial, inputs);
                self.partly_covered(&ended.partial_marks);
                self.trace("unsupported", &ended, test);
                self.inner().paths.unsupported += 1;
            }
            Outcome::Limit { .. } => {
                let test = self.new_test(TestExtent::Partial, inputs);
                self.partly_covered(&ended.partial_marks);
                self.trace("limit", &ended, test);
                self.inner().paths.limited += 1;
            }
            Outcome::Interrupted | Outcome::Postponed | Outcome::NoPath => {
                unreachable!("workers begin such an operation again, and postpone nothing")
            }
            Outcome::Matched => {
                let wanted = self.tests.all && !self.tests.only_new_coverage || ended.new_coverage;
                let test = if wanted { self.new_test(TestExtent::Partial, inputs) } else { None };
                self.trace("matched", &ended, test);
                self.inner().paths.matched += 1;
            }
            Outcome::AssumedAway | Outcome::Silent => {
                let wanted = self.tests.covering && ended.new_coverage;
                let test = if wanted { self.new_test(TestExtent::Whole, inputs) } else { None };
                self.trace("assumed-away", &ended, test);
                self.inner().paths.assumed_away += 1;
            }
            Outcome::EngineBug { what } => {
                self.trace("engine-bug", &ended, None);
                let what = what.clone();
                let bug = Bug { what, trace: ended.decisions, inputs: ended.inputs };
                self.inner().engine_bugs.push(bug);
                return;
            }
        }
        if let Some(left) = ended.outcome.left_out() {
            self.left_out(LeftOutAt { left, place: ended.place.clone() });
        }
        self.print(&ended);
    }

    fn left_out(&self, left: LeftOutAt) {
        *self.inner().left_out.entry(left).or_default() += 1;
    }

    fn partial(&self, ended: Ended) {
        self.unfinished(ended.inputs.as_deref().unwrap_or_default());
        self.partly_covered(&ended.partial_marks);
        let mut inner = self.inner();
        if inner.partial_at.is_none() {
            inner.partial_at = Some(ended.place.to_string());
        }
    }

    fn without_test(&self, paths: u64) {
        let mut inner = self.inner();
        inner.partial += paths;
        inner.without_test += paths;
    }

    fn covered(&self, marks: &[u32]) {
        let mut inner = self.inner();
        for &mark in marks {
            inner.covered[mark as usize] = true;
        }
    }

    fn dropped(&self) {
        self.inner().dropped += 1;
    }

    fn note(&self, note: String) {
        let mut inner = self.inner();
        if !inner.notes.contains(&note) {
            inner.notes.push(note);
        }
    }
}
