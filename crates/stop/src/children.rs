//! Child processes that are not to outlive this one, and whose memory is ours.

use crate::memory::resident_bytes_of;
use std::sync::{Mutex, PoisonError};

/// A process, and whether it leads a group that ends with it.
#[derive(Clone, Copy)]
struct Known {
    pid: libc::pid_t,
    group: bool,
    /// May be ended when memory is short: somebody is prepared for that.
    expendable: bool,
}

static CHILDREN: Mutex<Vec<Known>> = Mutex::new(Vec::new());

/// A child that the guard knows. To be dropped before the child is waited for, so that its id is its own
/// until then.
pub struct Child(libc::pid_t);

impl Child {
    /// A child, with all processes of the group that it leads.
    pub fn with_group(pid: u32) -> Child {
        Child::know(pid, true, false)
    }

    /// A child that may be ended when memory is short.
    pub fn expendable(pid: u32) -> Child {
        Child::know(pid, false, true)
    }

    fn know(pid: u32, group: bool, expendable: bool) -> Child {
        // Ids of processes are far below the limit.
        let pid = pid as libc::pid_t;
        children().push(Known { pid, group, expendable });
        Child(pid)
    }

    /// Ends it, and its group.
    pub fn kill(&self) {
        let known = children().iter().find(|known| known.pid == self.0).copied();
        if let Some(known) = known {
            known.kill();
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        children().retain(|known| known.pid != self.0);
    }
}

impl Known {
    fn kill(self) {
        if self.pid > 1 {
            let target = if self.group { -self.pid } else { self.pid };
            // SAFETY: a child that was not waited for, so that the id is its own.
            unsafe { libc::kill(target, libc::SIGKILL) };
        }
    }
}

fn children() -> std::sync::MutexGuard<'static, Vec<Known>> {
    CHILDREN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The resident memory of all known children.
pub fn children_bytes() -> u64 {
    let pids: Vec<libc::pid_t> = children().iter().map(|known| known.pid).collect();
    pids.into_iter().map(|pid| resident_bytes_of(&pid.to_string())).sum()
}

/// Ends the largest child that may be ended, if there is one.
pub(crate) fn end_largest_expendable() -> bool {
    let known = children();
    let expendable = known.iter().filter(|known| known.expendable);
    let largest = expendable.max_by_key(|known| resident_bytes_of(&known.pid.to_string()));
    largest.inspect(|known| known.kill()).is_some()
}

pub(crate) fn end_all() {
    children().iter().for_each(|known| known.kill());
}
