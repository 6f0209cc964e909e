//! What sanitizers have reported, and which program error of Dunlin's that is.

use crate::symbols;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tool {
    Address,
    Leak,
}

impl Tool {
    pub fn name(self) -> &'static str {
        match self {
            Tool::Address => "AddressSanitizer",
            Tool::Leak => "LeakSanitizer",
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Read,
    Write,
}

/// A report that has ended the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SanitizerReport {
    pub tool: Tool,
    /// In the sanitizer's words, such as `heap-buffer-overflow`.
    pub kind: String,
    pub access: Option<Access>,
    /// The name of the program error, if it is one of Dunlin's.
    pub error: Option<&'static str>,
    /// Where the machine stopped the program: such an access hit no memory at all, so that it was
    /// outside of every object.
    pub unmapped: bool,
    /// Innermost first; only those in the program.
    pub frames: Vec<Frame>,
    /// The report as it was written.
    pub text: String,
}

/// A place in the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub function: String,
    pub file: String,
    /// 0 if it is not known, as `column`.
    pub line: u32,
    pub column: u32,
}

/// Undefined behaviour that did not end the program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UndefinedBehaviour {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub message: String,
    /// The name of the program error, if it is one of Dunlin's.
    pub error: Option<&'static str>,
}

/// How many frames are looked up.
const FRAMES: usize = 16;

/// The report of AddressSanitizer or its leak checker in a log, if there is one.
pub(crate) fn parse_report(log: &str, executable: &Path) -> Option<SanitizerReport> {
    let (tool, said) = [Tool::Address, Tool::Leak].into_iter().find_map(|tool| {
        let mark = format!("ERROR: {}: ", tool.name());
        let at = log.find(&mark)? + mark.len();
        Some((tool, &log[at..]))
    })?;
    let first = said.lines().next().unwrap_or_default();
    let kind = kind_of(first);
    let access = access_of(said);
    let address = first.split("unknown address 0x").nth(1).map(|text| {
        let end = text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len());
        u64::from_str_radix(&text[..end], 16).unwrap_or(u64::MAX)
    });
    let error = match tool {
        Tool::Leak => Some("memory-leak"),
        Tool::Address => error_of(&kind, access, address),
    };
    let offsets = offsets_in(said, executable);
    let mut frames =
        if offsets.is_empty() { Vec::new() } else { symbols::frames(executable, &offsets) };
    let unmapped = matches!(kind.as_str(), "SEGV" | "BUS");
    // What is freed may be no address at all: then the sanitizer itself stumbles over it.
    let error = if unmapped && is_in_free(&frames) { Some("invalid-free") } else { error };
    frames.retain(is_of_program);
    Some(SanitizerReport { tool, kind, access, error, unmapped, frames, text: log.to_owned() })
}

fn is_in_free(frames: &[Frame]) -> bool {
    let plain = |name: &'_ str| {
        let name = name.trim_start_matches('_').trim_start_matches("interceptor_");
        matches!(name, "free" | "realloc")
    };
    frames.iter().take_while(|frame| !is_of_program(frame)).any(|frame| plain(&frame.function))
}

/// The replay library and the sanitizer's runtime are not the program.
fn is_of_program(frame: &Frame) -> bool {
    let ours = ["__asan", "__interceptor_", "___interceptor_", "__ubsan", "__dunlin", "_start"];
    frame.line > 0
        && !ours.iter().any(|prefix| frame.function.starts_with(prefix))
        && !frame.file.contains("/compiler-rt/")
}

/// The first words of a report, without what varies.
fn kind_of(first: &str) -> String {
    let attempts = [
        ("attempting double-free", "double-free"),
        ("attempting free on address", "bad-free"),
        ("attempting to call malloc_usable_size", "bad-malloc_usable_size"),
        ("detected memory leaks", "memory-leak"),
    ];
    let attempt = attempts.iter().find(|(start, _)| first.starts_with(start));
    match attempt {
        Some((_, kind)) => (*kind).to_owned(),
        None => {
            let end = first.find([' ', ':', '(']).unwrap_or(first.len());
            first[..end].to_owned()
        }
    }
}

fn access_of(said: &str) -> Option<Access> {
    said.lines().take(8).find_map(|line| {
        if line.starts_with("READ of size") || line.contains("caused by a READ memory access") {
            Some(Access::Read)
        } else if line.starts_with("WRITE of size")
            || line.contains("caused by a WRITE memory access")
        {
            Some(Access::Write)
        } else {
            None
        }
    })
}

fn error_of(kind: &str, access: Option<Access>, address: Option<u64>) -> Option<&'static str> {
    /// What the machine protects at the bottom of the address space.
    const NULL_PAGE: u64 = 4096;
    let outside = match access {
        Some(Access::Write) => "out-of-bounds-write",
        _ => "out-of-bounds-read",
    };
    match kind {
        "heap-buffer-overflow"
        | "stack-buffer-overflow"
        | "stack-buffer-underflow"
        | "dynamic-stack-buffer-overflow"
        | "global-buffer-overflow"
        | "container-overflow"
        | "unknown-crash" => Some(outside),
        "negative-size-param" => Some(outside),
        "heap-use-after-free" | "stack-use-after-return" | "stack-use-after-scope" => {
            Some("use-after-free")
        }
        _ if kind.ends_with("-param-overlap") => Some("overlapping-copy"),
        "double-free" => Some("double-free"),
        "bad-free" | "alloc-dealloc-mismatch" => Some("invalid-free"),
        "stack-overflow" => Some("stack-overflow"),
        "FPE" => Some("division-by-zero"),
        "ILL" | "ABRT" => Some("abort"),
        "SEGV" | "BUS" if address.is_some_and(|address| address < NULL_PAGE) => {
            Some("null-dereference")
        }
        "SEGV" | "BUS" => Some(outside),
        _ => None,
    }
}

/// The places of the first stack in a report that are in the executable, as `(path+0x1234)`.
fn offsets_in(said: &str, executable: &Path) -> Vec<u64> {
    let mark = format!("({}+0x", executable.display());
    let stack = said
        .lines()
        .skip_while(|line| !line.trim_start().starts_with('#'))
        .take_while(|line| line.trim_start().starts_with('#'));
    let offsets = stack.filter_map(|line| {
        let text = line.split(&mark).nth(1)?;
        u64::from_str_radix(text.split(')').next()?, 16).ok()
    });
    offsets.take(FRAMES).collect()
}

/// All undefined behaviour in a log: lines `file:line:column: runtime error: message`.
pub(crate) fn parse_undefined(log: &str) -> Vec<UndefinedBehaviour> {
    const MARK: &str = ": runtime error: ";
    let found = log.lines().filter_map(|line| {
        let (place, message) = line.split_once(MARK)?;
        let mut parts = place.rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        let file = parts.next()?.to_owned();
        let error = undefined_error(message);
        Some(UndefinedBehaviour { file, line, column, message: message.to_owned(), error })
    });
    found.collect()
}

fn undefined_error(message: &str) -> Option<&'static str> {
    let kinds = [
        ("division by zero", "division-by-zero"),
        ("division of ", "division-by-zero"),
        ("signed integer overflow", "signed-overflow"),
        ("cannot be represented in type", "signed-overflow"),
        ("left shift of negative value", "signed-overflow"),
        ("is outside the range of representable values of type", "signed-overflow"),
        ("shift exponent", "over-wide-shift"),
        ("out of bounds for type", "out-of-bounds-read"),
        ("execution reached an unreachable program point", "reached-unreachable"),
        ("execution reached the end of a value-returning function", "reached-unreachable"),
        (" of null pointer of type", "null-dereference"),
        ("to null pointer of type", "null-dereference"),
        ("within null pointer of type", "null-dereference"),
        ("on null pointer of type", "null-dereference"),
        ("store to address", "out-of-bounds-write"),
        ("with insufficient space for an object", "out-of-bounds-read"),
        ("implicit conversion from type", "undefined-behaviour"),
    ];
    // Alignment is no matter of bounds, whatever is accessed.
    if message.contains("misaligned address") || message.contains("unsigned integer overflow") {
        return Some("undefined-behaviour");
    }
    let known = kinds.iter().find(|(part, _)| message.contains(part)).map(|&(_, error)| error);
    // The quotient that is too large, which Dunlin counts as a division error.
    if known == Some("signed-overflow") && message.contains("division of ") {
        return Some("division-by-zero");
    }
    known.or(Some("undefined-behaviour"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(log: &str) -> SanitizerReport {
        parse_report(log, Path::new("/x/program")).expect("there is a report")
    }

    #[test]
    fn reports_become_program_errors() {
        let cases = [
            (
                "==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2\n\
                 WRITE of size 4 at 0x1 thread T0\n",
                "heap-buffer-overflow",
                "out-of-bounds-write",
            ),
            (
                "==1==ERROR: AddressSanitizer: stack-buffer-underflow on address 0x1 at pc\n\
                 READ of size 1 at 0x1 thread T0\n",
                "stack-buffer-underflow",
                "out-of-bounds-read",
            ),
            (
                "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000008 (pc 0x5)\n\
                 ==1==The signal is caused by a READ memory access.\n",
                "SEGV",
                "null-dereference",
            ),
            (
                "==1==ERROR: AddressSanitizer: SEGV on unknown address 0x7f0000000008 (pc 0x5)\n\
                 ==1==The signal is caused by a WRITE memory access.\n",
                "SEGV",
                "out-of-bounds-write",
            ),
            (
                "==1==ERROR: AddressSanitizer: attempting double-free on 0x1 in thread T0:\n",
                "double-free",
                "double-free",
            ),
            (
                "==1==ERROR: AddressSanitizer: attempting free on address which was not \
                 malloc()-ed: 0x1 in thread T0\n",
                "bad-free",
                "invalid-free",
            ),
            (
                "==1==ERROR: AddressSanitizer: FPE on unknown address 0x5 (pc 0x5)\n",
                "FPE",
                "division-by-zero",
            ),
            ("==1==ERROR: LeakSanitizer: detected memory leaks\n", "memory-leak", "memory-leak"),
        ];
        for (log, kind, error) in cases {
            let report = parse(log);
            assert_eq!((report.kind.as_str(), report.error), (kind, Some(error)), "{log}");
        }
        assert_eq!(parse_report("all is well\n", Path::new("p")), None);
    }

    #[test]
    fn only_the_first_stack_counts() {
        let said = "x\n    #0 0x5 (/x/program+0x1234) (BuildId: 1)\n    #1 0x6 (/lib/libc.so+0x1)\n\
                    \nallocated by\n    #0 0x5 (/x/program+0x99) (BuildId: 1)\n";
        assert_eq!(offsets_in(said, Path::new("/x/program")), [0x1234]);
    }

    #[test]
    fn undefined_behaviour_is_listed() {
        let log = "a.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be \
                   represented in type 'int'\nnothing\na.c:4:5: runtime error: division by zero\n\
                   a.c:5:1: runtime error: division of -2147483648 by -1 cannot be represented in \
                   type 'int'\na.c:6:1: runtime error: load of value 7\n";
        let found: Vec<_> = parse_undefined(log).into_iter().map(|u| (u.line, u.error)).collect();
        let expected = [
            (3, Some("signed-overflow")),
            (4, Some("division-by-zero")),
            (5, Some("division-by-zero")),
            (6, Some("undefined-behaviour")),
        ];
        assert_eq!(found, expected);
    }
}
