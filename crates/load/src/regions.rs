//! The regions of sources, as clang's coverage mapping has them.
//!
//! clang counts executions of regions for source coverage: each has a counter, an expression over
//! counters, or zero where no path leads. Here nothing is executed. A second run of clang only tells the
//! mapping, and which counters its code increments: of a region that constant conditions exclude there is
//! no code, hence no increment, and its counter is zero in every sum.

use dunlin_ir::regions::{FunctionRegions, Region, Spot};
use std::collections::{BTreeMap, HashMap, HashSet};

/// What makes clang tell the mapping on its standard output and write code that has the counters.
pub(crate) const FLAGS: [&str; 9] = [
    "-fprofile-instr-generate",
    "-fcoverage-mapping",
    "-Xclang",
    "-dump-coverage-mapping",
    "-Xclang",
    "-disable-llvm-passes",
    "-S",
    "-emit-llvm",
    "-w",
];

/// How often a region is executed, as far as it is known: how often each counter is in the sum. Counters
/// that are never incremented are left out. No counter: never.
type Sum = BTreeMap<u32, i64>;

/// The regions in what clang has told and in the assembly that it wrote.
pub(crate) fn parse(mapping: &str, assembly: &str) -> Vec<FunctionRegions> {
    let counted = increments(assembly);
    let mut functions: Vec<FunctionRegions> = Vec::new();
    let mut counters: Option<&HashSet<u32>> = None;
    let mut sums: Vec<Sum> = Vec::new();
    for line in mapping.lines() {
        if let Some(name) = line.strip_suffix(':').filter(|_| !line.starts_with(' ')) {
            // The names of private functions begin with that of the file.
            let own = name.rsplit([':', ';']).next().unwrap_or(name);
            counters = counted.get(name).or_else(|| counted.get(&name.replace([':', ';'], "_")));
            sums.clear();
            functions.push(FunctionRegions { name: own.to_owned(), regions: Vec::new() });
        } else if let (Some(function), Some(counters)) = (functions.last_mut(), counters)
            && let Some((start, end, expression)) = region(line)
        {
            let sum = sum(expression, counters);
            let removed = sum.is_empty();
            let known = sums.iter().position(|other| *other == sum);
            let count = known.unwrap_or_else(|| {
                sums.push(sum);
                sums.len() - 1
            });
            function.regions.push(Region { start, end, count: count as u32, removed });
        }
    }
    functions.retain(|function| !function.regions.is_empty());
    functions
}

/// `File 0, 9:12 -> 14:6 = #1`: a region in the function's own file. A gap, the text between a region and
/// the next, counts with the next.
fn region(line: &str) -> Option<(Spot, Spot, &str)> {
    let line = line.trim_start();
    let rest = line.strip_prefix("Gap,").unwrap_or(line).strip_prefix("File 0, ")?;
    let (places, expression) = rest.split_once(" = ")?;
    let (start, end) = places.split_once(" -> ")?;
    let spot = |text: &str| {
        let (line, column) = text.split_once(':')?;
        Some((line.parse().ok()?, column.parse().ok()?))
    };
    Some((spot(start)?, spot(end)?, expression.trim()))
}

/// The sum of an expression such as `((#0 + #3) - #2)`.
fn sum(expression: &str, counters: &HashSet<u32>) -> Sum {
    let mut sum = Sum::new();
    // By parenthesis that is open: whether what is in it is subtracted.
    let mut open = vec![false];
    let mut subtract = false;
    let mut rest = expression;
    while let Some(first) = rest.chars().next() {
        rest = &rest[first.len_utf8()..];
        match first {
            '(' => open.push(subtract),
            ')' => drop(open.pop()),
            '+' => subtract = open.last().copied().unwrap_or(false),
            '-' => subtract = !open.last().copied().unwrap_or(false),
            '#' => {
                let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                let number = rest[..digits].parse().ok();
                rest = &rest[digits..];
                if let Some(number) = number.filter(|number| counters.contains(number)) {
                    *sum.entry(number).or_default() += if subtract { -1 } else { 1 };
                }
            }
            _ => {}
        }
    }
    sum.retain(|_, times| *times != 0);
    sum
}

/// By function, as the counters name it: which of its counters are incremented somewhere.
fn increments(assembly: &str) -> HashMap<String, HashSet<u32>> {
    let mut found: HashMap<String, HashSet<u32>> = HashMap::new();
    for line in assembly.lines() {
        let Some((_, call)) = line.split_once("@llvm.instrprof.increment(ptr @") else { continue };
        let Some((name, numbers)) = call.split_once(", ") else { continue };
        let name = name.trim_matches('"');
        let Some(name) = name.strip_prefix("__profn_") else { continue };
        let last = numbers.split(')').next().and_then(|all| all.rsplit(' ').next());
        if let Some(number) = last.and_then(|number| number.parse().ok()) {
            found.entry(name.to_owned()).or_default().insert(number);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_clang_tells() {
        let mapping = "main:\n  File 0, 7:33 -> 43:2 = #0\n  Branch,File 0, 9:9 -> 9:10 = 0, 0\n  \
                       Gap,File 0, 9:11 -> 9:12 = #1\n  File 0, 9:12 -> 14:6 = #1\n  \
                       File 0, 18:9 -> 18:22 = (#0 - #2)\n  File 0, 34:9 -> 35:6 = 0\n  \
                       File 1, 3:1 -> 3:9 = #3\na.c:helper:\n  File 0, 2:26 -> 6:2 = #0\nunused:\n  \
                       File 0, 60:1 -> 61:2 = 0\n";
        let assembly = "  call void @llvm.instrprof.increment(ptr @__profn_main, i64 3, i32 9, i32 0), !dbg !34\n\
                        declare void @llvm.instrprof.increment(ptr, i64, i32, i32) #1\n  \
                        call void @llvm.instrprof.increment(ptr @__profn_a.c_helper, i64 3, i32 2, i32 0)\n";
        let found = parse(mapping, assembly);
        let names: Vec<&str> = found.iter().map(|function| &*function.name).collect();
        assert_eq!(names, ["main", "helper"], "of what has no code nothing is known");
        let removed: Vec<bool> = found[0].regions.iter().map(|region| region.removed).collect();
        assert_eq!(removed, [false, true, true, false, true]);
        let counts: Vec<u32> = found[0].regions.iter().map(|region| region.count).collect();
        assert_eq!(counts, [0, 1, 1, 0, 1], "what is never counted is zero");
        assert_eq!((found[0].regions[2].start, found[0].regions[2].end), ((9, 12), (14, 6)));
        assert!(!found[1].regions[0].removed);
    }

    #[test]
    fn sums() {
        let counters = (0..5).collect();
        let of = |text: &str| sum(text, &counters).into_iter().collect::<Vec<_>>();
        assert_eq!(of("#3"), [(3, 1)]);
        assert_eq!(of("((#0 + #3) - #2)"), [(0, 1), (2, -1), (3, 1)]);
        assert_eq!(of("(#0 - (#1 - #2))"), [(0, 1), (1, -1), (2, 1)]);
        assert_eq!(of("((#0 - #1) + #1)"), [(0, 1)]);
        assert_eq!(of("(0 - #9)"), []);
        assert_eq!(of("((#1 + #12) - #1)"), []);
        assert_eq!(
            of("((#0 - (#1 + #2)) - (#3 - #4))"),
            [(0, 1), (1, -1), (2, -1), (3, -1), (4, 1)]
        );
    }
}
