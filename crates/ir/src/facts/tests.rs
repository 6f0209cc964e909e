//! What the tests share: ranges and sets of small widths, and programs as text.

mod calls;
mod globals;
mod operations;
mod programs;
mod random;

use super::{Facts, Range};
use crate::ids::FuncId;
use crate::module::Module;

/// Every range of a width of at most 4 bits.
fn all_ranges(width: u32) -> Vec<Range> {
    let half = 1u64 << (width - 1);
    let intervals = |start: u64| {
        let mut found = vec![Range::empty(width)];
        for first in start..start + half {
            found.extend((first..start + half).map(|last| Range::unsigned(width, first, last)));
        }
        found
    };
    let (low, high) = (intervals(0), intervals(half));
    low.iter().flat_map(|low| high.iter().map(|high| low.join(*high))).collect()
}

/// Every range that is an interval of unsigned or of signed numbers.
fn all_intervals(width: u32) -> Vec<Range> {
    let is_interval = |range: &Range| {
        let (Some(unsigned), Some(signed)) = (range.unsigned_bounds(), range.signed_bounds())
        else {
            return true;
        };
        range.count() == unsigned.1 - unsigned.0 + 1
            || range.count() == (signed.1 - signed.0) as u64 + 1
    };
    all_ranges(width).into_iter().filter(is_interval).collect()
}

/// The numbers in a range, as bits.
fn members(range: &Range) -> u16 {
    (0..1u64 << range.width())
        .filter(|&number| range.contains(number))
        .map(|number| 1 << number)
        .sum()
}

/// The least range with these numbers.
fn hull(width: u32, members: u16) -> Range {
    let numbers = (0..1u64 << width).filter(|number| members >> number & 1 == 1);
    numbers.fold(Range::empty(width), |all, number| all.join(Range::constant(width, number)))
}

fn parse(text: &str) -> Module {
    let text = format!("module \"m\" target 64 \"x86_64\"\n{text}");
    let module = crate::parse::parse(&text).unwrap_or_else(|error| panic!("{error} in {text}"));
    if let Err(errors) = crate::verify::verify(&module) {
        panic!("{errors:?} in {text}");
    }
    module
}

/// The facts of a program that starts with its function `main`.
fn facts(module: &Module) -> Facts {
    let start = module.find_func("main").expect("there is a main");
    Facts::of(module, start, true)
}

fn func(module: &Module, name: &str) -> FuncId {
    module.find_func(name).expect("it exists")
}
