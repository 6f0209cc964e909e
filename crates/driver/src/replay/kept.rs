//! What the engine did on the tests, from the pass that finds their errors to the native runs.
//!
//! The native program is built for the errors of all tests, so that all are followed before the first one
//! runs. What the engine did on one may take hundreds of megabytes. Hence only a bounded amount is kept,
//! and the engine follows the other tests a second time, each just before its native run.

use dunlin_exec::explore::retrace::Retraced;
use dunlin_report::TestCase;
use std::collections::HashMap;

/// A test and what the engine did on it.
pub struct FollowedTest {
    pub case: TestCase,
    pub followed: Retraced,
}

impl FollowedTest {
    fn bytes(&self) -> usize {
        let objects =
            self.case.objects.iter().map(|o| size_of_val(o) + o.name.len() + o.bytes.len());
        let arguments = self.case.args.iter().map(|arg| size_of_val(arg) + arg.len());
        size_of::<TestCase>()
            + objects.sum::<usize>()
            + arguments.sum::<usize>()
            + self.followed.held_bytes()
    }
}

/// Tests by their position, at most as many as fit.
pub struct Kept {
    tests: HashMap<usize, FollowedTest>,
    room: usize,
}

impl Kept {
    pub fn new(bytes: usize) -> Kept {
        Kept { tests: HashMap::new(), room: bytes }
    }

    /// Keeps a test if there is room for it.
    pub fn offer(&mut self, number: usize, test: FollowedTest) {
        if let Some(room) = self.room.checked_sub(test.bytes()) {
            self.room = room;
            self.tests.insert(number, test);
        }
    }

    pub fn take(&mut self, number: usize) -> Option<FollowedTest> {
        self.tests.remove(&number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_exec::{Ended, Outcome};

    fn printed(bytes: usize) -> FollowedTest {
        let followed = Retraced {
            ended: Ended::at_start(Outcome::Silent),
            transfers: Vec::new(),
            asked: Vec::new(),
            marks: Vec::new(),
            stdout: vec![b'x'; bytes],
            stdout_bytes: bytes as u64,
            stdout_digest: [0; 32],
            instructions: 0,
            uses_addresses: false,
        };
        FollowedTest { case: TestCase::default(), followed }
    }

    #[test]
    fn only_what_fits_is_kept() {
        let mut kept = Kept::new(10_000);
        for (number, bytes) in [6_000, 6_000, 1_000].into_iter().enumerate() {
            kept.offer(number, printed(bytes));
        }
        let mut length = |number| kept.take(number).map(|test| test.followed.stdout.len());
        assert_eq!([0, 1, 2].map(&mut length), [Some(6_000), None, Some(1_000)]);
        assert_eq!(length(0), None, "each is taken once");
    }

    #[test]
    fn small_tests_take_room_as_well() {
        let mut kept = Kept::new(10_000);
        (0..1_000).for_each(|number| kept.offer(number, printed(0)));
        assert!(kept.tests.len() < 100, "{}", kept.tests.len());
    }
}
