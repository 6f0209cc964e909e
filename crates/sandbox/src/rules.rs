//! What keeps a program in: one rule for each way out that is closed.
//!
//! Every rule has hostile programs (`crates/sandbox/hostile`) that it stops, and that get out when the
//! rules that stop them are left out. That is what leaving out is for: tests and `./dev bench hostile`.

use crate::Isolation;
use std::fmt::{self, Display};

/// One of the things that keep a program in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rule {
    Files,
    ReadOnly,
    Landlock,
    Session,
    Network,
    Ipc,
    Processes,
    HostName,
    Account,
    Privileges,
    SystemCalls,
    OneProgram,
    OneProcess,
    Signals,
    Attributes,
    Environment,
    Descriptors,
    Memory,
    Cgroup,
    Disk,
    FileSize,
    CoreDumps,
    Time,
    ProcessorTime,
    Threads,
    OpenFiles,
    Output,
    Report,
}

impl Rule {
    pub const ALL: [Rule; 28] = [
        Rule::Files,
        Rule::ReadOnly,
        Rule::Landlock,
        Rule::Session,
        Rule::Network,
        Rule::Ipc,
        Rule::Processes,
        Rule::HostName,
        Rule::Account,
        Rule::Privileges,
        Rule::SystemCalls,
        Rule::OneProgram,
        Rule::OneProcess,
        Rule::Signals,
        Rule::Attributes,
        Rule::Environment,
        Rule::Descriptors,
        Rule::Memory,
        Rule::Cgroup,
        Rule::Disk,
        Rule::FileSize,
        Rule::CoreDumps,
        Rule::Time,
        Rule::ProcessorTime,
        Rule::Threads,
        Rule::OpenFiles,
        Rule::Output,
        Rule::Report,
    ];

    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// What it promises, as one sentence.
    pub fn promise(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Rule::Files => (
                "files",
                "The program sees the system's programs and libraries, a /dev of its own and its scratch folder; no other file, device, FIFO or socket exists.",
            ),
            Rule::ReadOnly => {
                ("read-only", "What the program sees is read-only, but for its scratch folder.")
            }
            Rule::Landlock => (
                "landlock",
                "Landlock lets the program open only what it may read, and for writing only what is in its scratch folder: no FIFO and no device.",
            ),
            Rule::Session => ("session", "The program has no controlling terminal."),
            Rule::Network => {
                ("network", "The program has a network of its own, which leads nowhere.")
            }
            Rule::Ipc => ("ipc", "The program does not see shared memory and queues of others."),
            Rule::Processes => (
                "processes",
                "The program does not see other processes, and all of its own end with it.",
            ),
            Rule::HostName => ("host-name", "The program does not learn the machine's name."),
            Rule::Account => ("account", "Root runs the program as nobody."),
            Rule::Privileges => {
                ("privileges", "The program has no capability, and cannot gain any.")
            }
            Rule::SystemCalls => (
                "system-calls",
                "Only system calls that ordinary programs need are answered: no sockets, no memory without a name, no shared segments, no administration.",
            ),
            Rule::OneProgram => ("one-program", "The program cannot start another one."),
            Rule::OneProcess => ("one-process", "The program can start threads, but no process."),
            Rule::Signals => ("signals", "The program can send signals only to itself."),
            Rule::Attributes => (
                "attributes",
                "The program cannot change the mode, owner, times or attributes of a file.",
            ),
            Rule::Environment => {
                ("environment", "The program does not see our environment variables.")
            }
            Rule::Descriptors => ("descriptors", "The program gets none of our open files."),
            Rule::Memory => (
                "memory",
                "The memory of the program and of all its processes is counted every 10 ms, page tables and swapped pages included; above the limit it is stopped.",
            ),
            Rule::Cgroup => (
                "cgroup",
                "The kernel counts all memory that the program causes, also what is not mapped, and ends it above the limit.",
            ),
            Rule::Disk => ("disk", "The files in the scratch folder have a limit together."),
            Rule::FileSize => ("file-size", "Each file has a limit."),
            Rule::CoreDumps => (
                "core-dumps",
                "A crash leaves no core dump, nor does it start the system's program for them.",
            ),
            Rule::Time => ("time", "The program is stopped when its time is over."),
            Rule::ProcessorTime => {
                ("processor-time", "The program is stopped when its processor time is over.")
            }
            Rule::Threads => ("threads", "The number of threads is limited."),
            Rule::OpenFiles => (
                "open-files",
                "The number of open files is limited, and so is what pipes can hold.",
            ),
            Rule::Output => ("output", "Only the first part of the program's output is kept."),
            Rule::Report => (
                "report",
                "Reports of sanitizers come through one pipe that the program cannot close or replace; only their first and last part is kept.",
            ),
        }
    }

    /// Whether it belongs to an isolation at all; it may still be that the kernel does not have it.
    pub fn belongs_to(self, isolation: Isolation) -> bool {
        let separate = isolation != Isolation::Landlock;
        match self {
            Rule::Files
            | Rule::ReadOnly
            | Rule::Network
            | Rule::Ipc
            | Rule::Processes
            | Rule::HostName => separate,
            Rule::Signals | Rule::Attributes => !separate,
            Rule::Account => crate::runs_as_nobody(isolation),
            _ => true,
        }
    }
}

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Some of the rules.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Rules(u32);

impl Rules {
    pub const NONE: Rules = Rules(0);

    pub fn all() -> Rules {
        Rule::ALL.into_iter().collect()
    }

    pub fn contains(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u8) != 0
    }

    pub fn with(self, rule: Rule) -> Rules {
        Rules(self.0 | 1 << rule as u8)
    }

    pub fn without(self, others: Rules) -> Rules {
        Rules(self.0 & !others.0)
    }

    pub fn and(self, others: Rules) -> Rules {
        Rules(self.0 & others.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Rule> {
        Rule::ALL.into_iter().filter(move |&rule| self.contains(rule))
    }
}

impl FromIterator<Rule> for Rules {
    fn from_iter<I: IntoIterator<Item = Rule>>(rules: I) -> Rules {
        rules.into_iter().fold(Rules::NONE, Rules::with)
    }
}

impl Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.iter().map(Rule::name).collect();
        f.write_str(&names.join(", "))
    }
}
