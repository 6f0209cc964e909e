//! A program error as text for a person: what, where in the source, how it was called, and the life
//! of the object concerned.

use dunlin_results::{ErrorReport, SourcePlace};
use std::fmt::Write;

/// Of a deep stack, so many calls at both ends are shown.
const SHOWN: u64 = 12;

/// The whole report, with the lines of the source around its place if they are known.
pub fn error_text(report: &ErrorReport, excerpt: Option<&str>) -> String {
    let mut text = String::new();
    let mut line = |content: String| text.push_str(&(content + "\n"));
    line(format!("{}: {}", report.kind.name(), report.message));
    if let Some(place) = report.place() {
        line(format!("  at {}", show_place(place)));
        if let Some(excerpt) = excerpt {
            line(String::new());
            line(excerpt.trim_end().to_string());
        }
    }
    if report.stack.depth() > 1 {
        line("\ncall stack".to_string());
        let width = report.stack.calls().map(|place| place.function.len()).max().unwrap_or(0);
        let depth = report.stack.depth();
        // Of a deep stack, the middle is only counted.
        let whole = depth <= 2 * SHOWN;
        for (number, place) in report.stack.numbered() {
            if whole || number < SHOWN || number >= depth - SHOWN {
                let at = place.position.as_ref().map_or_else(String::new, |at| at.to_string());
                let runtime = if place.runtime { "  (Dunlin's runtime)" } else { "" };
                line(format!("  #{number:<3} {:width$}  {at}{runtime}", place.function));
            } else if number == SHOWN {
                line(format!("  … {} more …", depth - 2 * SHOWN));
            }
        }
    }
    if let Some(object) = &report.object {
        let unit = if object.size == 1 { "byte" } else { "bytes" };
        line(format!("\nobject: {}, {} {unit}", object.what, object.size));
        for (label, place) in [("allocated", &object.allocated), ("freed", &object.freed)] {
            if let Some(place) = place {
                line(format!("  {label} at {}", show_place(place)));
            }
        }
    }
    text
}

fn show_place(place: &SourcePlace) -> String {
    match &place.position {
        Some(_) => place.to_string(),
        None => format!("an unknown line of `{}`", place.function),
    }
}

/// A line of a source with its neighbours and a mark under the column, if there is such a line.
pub fn source_excerpt(source: &str, line: u32, column: u32) -> Option<String> {
    let lines: Vec<&str> = source.lines().collect();
    let index = (line as usize).checked_sub(1).filter(|&index| index < lines.len())?;
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate().take(index + 3).skip(index.saturating_sub(2)) {
        let mark = if number == index { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark} {:>4} | {line}", number + 1);
        if number == index && column > 0 {
            // Tabs of the line are kept, so that the mark stands under its column.
            let before = line.chars().take(column as usize - 1);
            let pad: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(text, "         | {pad}^");
        }
    }
    Some(text)
}
