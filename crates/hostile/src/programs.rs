//! The hostile programs, and which rules stop each.

use dunlin_sandbox::{Finished, Isolation, Limits, Rule, Rules};
use std::time::Duration;

/// A program that tries to get out.
pub struct Program {
    pub name: &'static str,
    pub source: &'static str,
    /// Each of these alone stops it.
    pub stopped_by: &'static [Rule],
    pub takes: Takes,
}

/// What a trial of a program takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// We are root, and the program could be root as well.
    Root,
    /// We are an ordinary user, with whom the program shares the account.
    User,
    /// Some seconds.
    Time,
}

/// How a program that gets out ends.
pub const GOT_OUT: i32 = 42;

/// What trials keep of an output.
pub const KEPT_BYTES: usize = 1 << 16;

impl Program {
    /// Whether a program that has ended so has got out.
    pub fn got_out(&self, finished: &Finished) -> bool {
        match self.name {
            "output" => finished.stdout.len() > KEPT_BYTES,
            "report" => finished.report.len() > KEPT_BYTES,
            _ => finished.ended == dunlin_sandbox::Ended::Exit(GOT_OUT),
        }
    }

    /// What it may use, of what others may.
    pub fn limits(&self, usual: Limits) -> Limits {
        let second = Duration::from_secs(1);
        match self.name {
            "sleep" => Limits { wall_time: second, ..usual },
            "compute" => Limits { cpu_time: second, ..usual },
            _ => usual,
        }
    }

    /// Whether it makes sense for this account and isolation.
    pub fn is_for(&self, isolation: Isolation, is_root: bool) -> bool {
        let own_namespace = isolation == Isolation::UserNamespaces;
        match (self.takes, self.name) {
            // Root in its own user namespace is root outside, too.
            (Takes::Root, _) => is_root && !own_namespace,
            (Takes::User, _) => {
                !is_root && isolation == Isolation::Landlock && !memory_is_guarded()
            }
            // The kernel does not limit root's threads.
            (_, "threads") => !(is_root && own_namespace),
            _ => true,
        }
    }

    /// The rules among these that stop it on this machine.
    pub fn stopping(&self, rules: Rules) -> Rules {
        // What Landlock guards is more from version to version.
        let since = match self.name {
            "connect" => 4,
            "signal_others" => 6,
            _ => 1,
        };
        let stops =
            |rule: &Rule| *rule != Rule::Landlock || dunlin_sandbox::landlock_version() >= since;
        self.stopped_by.iter().copied().filter(stops).collect::<Rules>().and(rules)
    }
}

/// Whether the kernel keeps processes of one user from reading each other's memory, with or without us.
fn memory_is_guarded() -> bool {
    let scope = std::fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope");
    scope.is_ok_and(|scope| scope.trim() != "0")
}

macro_rules! programs {
    ($($name:literal $takes:ident: $($rule:ident)*;)*) => {
        /// All of them.
        pub const PROGRAMS: &[Program] = &[$(Program {
            name: $name,
            source: include_str!(concat!("../programs/", $name, ".c")),
            stopped_by: &[$(Rule::$rule),*],
            takes: Takes::$takes,
        }),*];
    };
}

programs! {
    "terminal" Nothing: Files Landlock;
    "controlling_terminal" Nothing: Session Files Landlock;
    "fifo" Nothing: Landlock;
    "write_file" Nothing: ReadOnly Landlock;
    "read_file" Nothing: Files Landlock;
    "read_root" Root: Account;
    "read_foreign" Root: Account Privileges;
    "change_mode" Nothing: ReadOnly Attributes;
    "connect" Nothing: Network SystemCalls Landlock;
    "list_ports" Nothing: Network;
    "shared_segment" Nothing: Ipc SystemCalls;
    "list_segments" Nothing: Ipc;
    "signal_others" Nothing: Processes Signals Landlock;
    "list_processes" Nothing: Processes;
    "read_memory" User: Landlock;
    "host_name" Nothing: HostName;
    "start_program" Nothing: OneProgram Landlock;
    "start_by_loader" Nothing: OneProgram;
    "start_from_memory" Nothing: SystemCalls OneProgram;
    "start_process" Nothing: OneProcess;
    "environment" Nothing: Environment;
    "descriptors" Nothing: Descriptors;
    "memory" Nothing: Memory Cgroup;
    "page_tables" Nothing: Memory Cgroup;
    "shared_memory" Nothing: SystemCalls Cgroup;
    "shared_zeros" Nothing: Files Landlock Cgroup;
    "nameless_files" Nothing: SystemCalls Cgroup;
    "detached_segments" Nothing: SystemCalls Cgroup;
    "pipes" Nothing: OpenFiles Cgroup;
    "disk" Nothing: Disk;
    "unlinked_files" Nothing: Disk;
    "hidden_files" Nothing: Disk;
    "many_files" Time: Disk;
    "large_file" Nothing: FileSize;
    "core_dump" Nothing: CoreDumps;
    "sleep" Time: Time;
    "compute" Time: ProcessorTime;
    "threads" Nothing: Threads;
    "output" Nothing: Output;
    "report" Nothing: Report;
    "close_report" Nothing: Report;
}

/// What those programs start that start others.
pub const OTHER: (&str, &str) = ("other", include_str!("../programs/other.c"));

pub const HEADER: (&str, &str) = ("hostile.h", include_str!("../programs/hostile.h"));
