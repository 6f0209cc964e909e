//! The options about the world of the program: allocations, and what nobody has computed. The same for
//! every command that executes it.

use crate::solver_args::Switch;
use clap::{Args, ValueEnum};
use dunlin_exec::{ExecOptions, MemoryModel, MemoryOptions};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub struct ModelArgs {
    /// What memory holds that the program did not write: locals, and blocks of the heap
    #[arg(long, value_name = "WHAT", value_enum, default_value_t = Uninitialised::Symbolic)]
    pub uninitialised: Uninitialised,

    /// Whether a claim may depend on the addresses that Dunlin chose for objects
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Addresses::Free)]
    pub addresses: Addresses,

    /// With free addresses: whether a new object may lie where a freed one lay
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::On, hide_possible_values = true)]
    pub reuse_addresses: Switch,

    /// Also explore what happens when an allocation fails
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// Where the input decides the size of an allocation: the largest size, in bytes, that is explored. All
    /// sizes up to it are if there are at most 64, else the smallest, the greatest and those that the
    /// program's constants tell apart; what is left out is said
    #[arg(long, value_name = "N", default_value_t = 4096)]
    pub capacity: u64,

    /// Where execution starts in a function other than main (--entry, ccbse): how many elements an
    /// array behind a lazily symbolic pointer has
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub lazy_array: u64,

    /// There: how many pointers lazily made objects are away from arguments and variables at most
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub lazy_depth: u32,

    /// There: lazily symbolic pointers may lead to the same object
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::Off, hide_possible_values = true)]
    pub lazy_alias: Switch,

    /// There: lazily symbolic pointers to scalars may lead to any element of their array
    #[arg(long, value_name = "on|off", value_enum, default_value_t = Switch::Off, hide_possible_values = true)]
    pub lazy_inside: Switch,

    /// What happens where a pointer may mean several objects
    #[arg(long, value_name = "MODEL", value_enum, default_value_t = Memory::Auto)]
    pub memory: Memory,

    /// The most bytes that a segment may have; where it would have more, execution forks
    #[arg(long, value_name = "BYTES", default_value_t = 65536)]
    pub segment_budget: u64,

    /// Ask first about objects that were allocated under the same K callers as those that a pointer meant
    /// before at the same place, and about all others at once [default: about each]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(0..=64))]
    pub resolve_context: Option<u32>,

    /// Share a segment with other states that brought the same objects together at the same place
    #[arg(long)]
    pub reuse_segments: bool,

    /// Split large objects that are accessed at symbolic places into parts of so many bytes, one state
    /// for each part [default: objects stay whole]
    #[arg(long, value_name = "BYTES", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub split_objects: Option<u64>,

    /// With --split-objects: only objects of more than so many bytes
    #[arg(long, value_name = "BYTES", default_value_t = 300)]
    pub split_threshold: u64,

    /// Move an object to another hidden address after every N decisions of a path; changes nothing that
    /// a program can see, and tests that
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub relocate_every: Option<u64>,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addresses {
    /// It holds wherever objects may lie; where the program looks, both sides are followed
    Free,
    /// It holds for these addresses, which the verdict says
    Fixed,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Uninitialised {
    /// Anything, as input of the test: no assumption
    Symbolic,
    /// Zero, which is an assumption of the verdict
    Zero,
    /// A result that depends on it is an error
    Error,
}

impl From<Uninitialised> for dunlin_exec::Uninitialised {
    fn from(chosen: Uninitialised) -> Self {
        match chosen {
            Uninitialised::Symbolic => dunlin_exec::Uninitialised::Symbolic,
            Uninitialised::Zero => dunlin_exec::Uninitialised::Zero,
            Uninitialised::Error => dunlin_exec::Uninitialised::Error,
        }
    }
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Memory {
    /// Whatever suits the sizes and the number of the objects
    Auto,
    /// One state for each object
    Fork,
    /// Choices between what the objects hold
    Ite,
    /// Their contents move into a segment
    Segments,
    /// Segments from an analysis of the whole program before it runs
    StaticSegments,
}

impl ModelArgs {
    /// With no checks switched on.
    pub fn exec_options(&self) -> ExecOptions {
        ExecOptions {
            uninitialised: self.uninitialised.into(),
            capacity: self.capacity,
            malloc_may_fail: self.malloc_may_fail,
            lazy_array: self.lazy_array,
            lazy_depth: self.lazy_depth,
            lazy_alias: self.lazy_alias == Switch::On,
            lazy_inside: self.lazy_inside == Switch::On,
            free_addresses: self.addresses == Addresses::Free,
            reuse_addresses: self.reuse_addresses == Switch::On,
            memory: self.memory_options(),
            ..ExecOptions::default()
        }
    }

    fn memory_options(&self) -> MemoryOptions {
        MemoryOptions {
            model: match self.memory {
                Memory::Auto => MemoryModel::Auto,
                Memory::Fork => MemoryModel::Fork,
                Memory::Ite => MemoryModel::Ite,
                Memory::Segments => MemoryModel::Segments,
                Memory::StaticSegments => MemoryModel::StaticSegments,
            },
            segment_budget: self.segment_budget,
            resolve_context: self.resolve_context,
            reuse_segments: self.reuse_segments,
            split_objects: self.split_objects,
            split_threshold: self.split_threshold,
            relocate_every: self.relocate_every,
        }
    }
}
