//! Facts about values that hold whenever a program is executed from its start function: what registers and
//! global variables can be.
//!
//! An abstract interpretation over intervals, by [`Facts::of`], for the whole program at once and without
//! contexts of calls. A backward executor refutes paths by it: so everything that is not understood is "any
//! value", and a wrong fact would be a wrong proof.
//!
//! Promises, for every execution that begins with a call of the start function:
//! - a register has a value in [`Facts::register`] whenever it is defined, and one in [`Facts::at`] wherever
//!   control is in that block (from its first instruction to its terminator, calls from it included) and the register is defined;
//! - a block with [`Facts::is_reached`] false is not executed, and the facts about what it defines are empty;
//! - where [`Facts::global`] knows something, the place holds one of these values at any time.
//!
//! Operations mean what [`crate::semantics`] says, which is total: signed and unsigned overflow wrap, a
//! division by zero and an over-wide shift have a result, `assume` and `check` say nothing. Whoever ends a path
//! there has fewer executions, for which the facts hold as well.
//!
//! Assumes:
//! - The module is the one that is executed, with the function that starts it: nothing is changed or added later.
//!   Constructors and destructors may run at any time; the start function may get any arguments.
//! - A call reaches its callee, or, through a pointer, some function whose address is taken. A declared
//!   function does what the engine's function of that name does; any other may call
//!   back every function whose address is taken, with whatever arguments, and gives anything.
//! - Memory is as the engine has it: an address leads to an object only if it was computed from
//!   the object's address, or the address was seen as a number or compared. In the C sense: of a variable
//!   whose address goes nowhere, nobody guesses it.
//! - With `globals_are_known`, variables have their initial values when the program starts. Without it (execution starts in
//!   some function in the middle), they hold anything, and nothing is known of them.
//!
//! - There are no threads, and no signal handlers that run between two instructions.
//!
//! Of a function that calls `setjmp`, or that jumps in a way that the front end cannot express, nothing is known, and all of it
//! may be executed: control comes back with registers of another time, or where no edge leads. Behind any other
//! `unsupported` instruction execution goes on, with any results.
//! Registers of more than 64 bits are not followed, nor is memory other than what [`Facts::global`] tells.
//!
//! [`range`]: the domain; [`arithmetic`], [`predicates`]: operations on it; [`conditions`], [`names`]: what branches say;
//! [`places`], [`values`], [`reloads`]: variables; [`body`], [`summary`], [`visit`], [`calls`], [`solve`]: the fixpoint.

mod arithmetic;
mod body;
mod calls;
mod conditions;
mod evaluate;
mod names;
mod places;
mod predicates;
mod range;
mod reloads;
mod solve;
mod summary;
#[cfg(test)]
mod tests;
mod values;
mod visit;

pub use range::Range;
pub use values::{MOST_NUMBERS, Values};

use crate::ids::{BlockId, FuncId, GlobalId, Reg};
use crate::module::Module;
use names::Names;
use places::{CellId, initial};
use rustc_hash::FxHashMap;

/// What is known of a program.
pub struct Facts {
    /// By function: the types of its registers, as widths.
    widths: Vec<Vec<u32>>,
    /// By function, if it is called.
    functions: Vec<Option<FunctionFacts>>,
    cells: FxHashMap<(GlobalId, u64), (u32, Values)>,
    /// By global: its initial data, if nothing ever writes to it.
    read_only: Vec<bool>,
    /// The analysis was cut off: everything is possible.
    is_cut_off: bool,
}

struct FunctionFacts {
    names: Names,
    /// By name.
    values: Vec<Range>,
    /// By block.
    reached: Vec<bool>,
}

impl Facts {
    /// Analyses a program that is executed from `start` on. `globals_are_known` if its variables have their initial
    /// values then.
    pub fn of(module: &Module, start: FuncId, globals_are_known: bool) -> Facts {
        let widths = module.funcs.iter();
        let widths =
            widths.map(|func| func.regs.iter().map(|ty| ty.bits(&module.target)).collect());
        let mut solver = solve::Solver::new(module, start, globals_are_known);
        let is_cut_off = !solver.solve();
        let is_known = globals_are_known && !is_cut_off && !solver.globals_are_forgotten;
        let functions = solver.bodies.into_iter().map(|body| {
            let body = *body?;
            Some(FunctionFacts { names: body.names, values: body.values, reached: body.reached })
        });
        let mut cells = FxHashMap::default();
        for (&place, &CellId(id)) in &solver.places.by_offset {
            let values = &solver.contents[id as usize].values;
            if is_known && !values.range().is_full() {
                let width = solver.places.cells[id as usize].width;
                cells.insert(place, (width, values.clone()));
            }
        }
        Facts {
            widths: widths.collect(),
            functions: functions.collect(),
            cells,
            read_only: solver.places.is_read_only.iter().map(|&is| is && is_known).collect(),
            is_cut_off,
        }
    }

    /// What a register can be, wherever it is defined.
    pub fn register(&self, func: FuncId, reg: Reg) -> Range {
        self.look(func, reg, |facts| facts.values[reg.index()])
    }

    /// What a register can be while control is in a block: as [`Facts::register`], with what the branches say that lead
    /// there.
    pub fn at(&self, func: FuncId, block: BlockId, reg: Reg) -> Range {
        let width = self.widths[func.index()][reg.index()];
        self.look(func, reg, |facts| match facts.reached[block.index()] {
            true => facts.values[facts.names.at(block, reg).index()],
            false => Range::empty(width),
        })
    }

    fn look(&self, func: FuncId, reg: Reg, look: impl Fn(&FunctionFacts) -> Range) -> Range {
        let width = self.widths[func.index()][reg.index()];
        if self.is_cut_off {
            return Range::full(width);
        }
        self.functions[func.index()].as_ref().map_or(Range::empty(width), look)
    }

    /// Whether a block may be executed.
    pub fn is_reached(&self, func: FuncId, block: BlockId) -> bool {
        let facts = self.functions[func.index()].as_ref();
        self.is_cut_off || facts.is_some_and(|facts| facts.reached[block.index()])
    }

    /// What `size` bytes at an offset of a variable can hold, as a number of so many bytes; none if nothing is known.
    pub fn global(&self, module: &Module, id: GlobalId, offset: u64, size: u64) -> Option<Values> {
        if let Some((width, values)) = self.cells.get(&(id, offset))
            && u64::from(*width) == 8 * size
        {
            return Some(values.clone());
        }
        if !self.read_only[id.index()] || !(1..=8).contains(&size) {
            return None;
        }
        let initial = initial(module, id, offset, 8 * size as u32);
        (!initial.is_full()).then(|| Values::initial(initial))
    }

    /// Whether nothing ever writes to a variable: it has its initial data.
    pub fn is_never_written(&self, id: GlobalId) -> bool {
        self.read_only[id.index()]
    }

    /// Whether the program was too much for the analysis, so that it knows nothing.
    pub fn is_cut_off(&self) -> bool {
        self.is_cut_off
    }
}
