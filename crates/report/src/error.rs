//! A program error as text for a person: what, where in the source, how it was called, and the life
//! of the object concerned.

use dunlin_exec::{ErrorReport, Place};
use dunlin_ir::{Module, Pos};
use std::fmt::Write;

/// The whole report.
pub fn error_text(module: &Module, report: &ErrorReport) -> String {
    let mut text = String::new();
    let mut line = |content: String| text.push_str(&(content + "\n"));
    line(format!("{}: {}", report.kind.name(), report.message));
    if let Some(place) = report.place() {
        line(format!("  at {}", show_place(module, place)));
        if let Some(excerpt) = place.pos.and_then(|pos| source_excerpt(module, pos)) {
            line(String::new());
            line(excerpt.trim_end().to_string());
        }
    }
    if report.stack.len() > 1 {
        line("\ncall stack".to_string());
        let width = report.stack.iter().map(|place| place.function.len()).max().unwrap_or(0);
        for (depth, place) in elide(&report.stack) {
            match place {
                Some(place) => {
                    let pos = place.pos.map_or_else(String::new, |pos| module.show_pos(pos));
                    let runtime = if place.runtime { "  (Dunlin's runtime)" } else { "" };
                    line(format!("  #{depth:<3} {:width$}  {pos}{runtime}", place.function));
                }
                None => line(format!("  … {depth} more …")),
            }
        }
    }
    if let Some(object) = &report.object {
        let unit = if object.size == 1 { "byte" } else { "bytes" };
        line(format!("\nobject: {}, {} {unit}", object.what, object.size));
        for (label, place) in [("allocated", &object.allocated), ("freed", &object.freed)] {
            if let Some(place) = place {
                line(format!("  {label} at {}", show_place(module, place)));
            }
        }
    }
    text
}

fn show_place(module: &Module, place: &Place) -> String {
    match place.pos {
        Some(pos) => format!("{} in `{}`", module.show_pos(pos), place.function),
        None => format!("an unknown line of `{}`", place.function),
    }
}

/// The frames with their numbers; of a deep stack, the middle is only counted.
fn elide(stack: &[Place]) -> Vec<(usize, Option<&Place>)> {
    const SHOWN: usize = 12;
    let all = stack.iter().enumerate().map(|(depth, place)| (depth, Some(place)));
    if stack.len() <= 2 * SHOWN {
        return all.collect();
    }
    let tail = stack.len() - SHOWN;
    let mut shown: Vec<_> = all.clone().take(SHOWN).collect();
    shown.push((tail - SHOWN, None));
    shown.extend(all.skip(tail));
    shown
}

/// The line of a position with its neighbours, if the source file is there.
pub fn source_excerpt(module: &Module, pos: Pos) -> Option<String> {
    let file = module.file(pos.file);
    if file.is_withheld() {
        let text =
            "  (its text is not shown: Dunlin was not to read it; --allow-read PATH allows it)";
        return Some(text.to_owned());
    }
    let source = file.read_text()?;
    let source = String::from_utf8_lossy(&source);
    let lines: Vec<&str> = source.lines().collect();
    let index = (pos.line as usize).checked_sub(1).filter(|&index| index < lines.len())?;
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate().take(index + 3).skip(index.saturating_sub(2)) {
        let mark = if number == index { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark} {:>4} | {line}", number + 1);
        if number == index && pos.column > 0 {
            // Tabs of the line are kept, so that the mark stands under its column.
            let before = line.chars().take(pos.column as usize - 1);
            let pad: String = before.map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
            let _ = writeln!(text, "         | {pad}^");
        }
    }
    Some(text)
}
