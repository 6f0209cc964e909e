//! The options about the world of the program: allocations, and what nobody has computed. The same for
//! every command that executes it.

use crate::solver_args::Switch;
use clap::Args;
use dunlin_exec::ExecOptions;

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Model")]
pub struct ModelArgs {
    /// Also explore what happens when an allocation fails
    #[arg(long)]
    pub malloc_may_fail: bool,

    /// The largest size, in bytes, that an allocation of a symbolic size gets
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
}

impl ModelArgs {
    /// With no checks switched on.
    pub fn exec_options(&self) -> ExecOptions {
        ExecOptions {
            capacity: self.capacity,
            malloc_may_fail: self.malloc_may_fail,
            lazy_array: self.lazy_array,
            lazy_depth: self.lazy_depth,
            lazy_alias: self.lazy_alias == Switch::On,
            lazy_inside: self.lazy_inside == Switch::On,
            ..ExecOptions::default()
        }
    }
}
