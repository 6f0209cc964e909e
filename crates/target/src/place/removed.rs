//! Lines without code: why there is none, and which line may stand for them.
//!
//! A line that is blank, a comment or a declaration has nothing to execute; the next line with code is
//! executed whenever it would be, if both are counted together in the regions of the source. Code that the compiler removed
//! is another matter: what comes after it says nothing about it. Where the regions are not known, as for
//! bitcode, only blank lines and comments have a line that stands for them.

use super::{Regions, files};
use dunlin_ir::regions::{FunctionRegions, Spot};
use dunlin_ir::{FileId, Module};

pub struct Without {
    /// The text of the file, by line, if it is there.
    text: Option<Vec<String>>,
    line: u32,
    /// Of each function that may have the line.
    functions: Vec<FunctionRegions>,
}

impl Without {
    /// What is known of a line of a file that has no code.
    pub fn code(module: &Module, files: &[FileId], line: u32, regions: Regions<'_>) -> Without {
        let own = |name: &str| {
            // The linker tells private functions of one name apart by a number.
            let plain = |own: &str| match own.rsplit_once('.') {
                Some((plain, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
                    plain == name
                }
                _ => own == name,
            };
            module.funcs.iter().filter(|func| !func.is_declaration() && !func.runtime).any(|func| {
                let begins = func.pos.filter(|pos| files.contains(&pos.file));
                begins.is_some_and(|pos| pos.line <= line) && plain(&func.name)
            })
        };
        let mut functions = regions();
        functions.retain(|function| {
            let body = &function.regions[0];
            body.start.0 <= line && line <= body.end.0 && own(&function.name)
        });
        let text = files::read_source(module.file(files[0]));
        let text = text.map(|text| {
            String::from_utf8_lossy(&text).split('\n').map(str::to_owned).collect::<Vec<_>>()
        });
        Without { text, line, functions }
    }

    /// The compiler has seen that no path leads to the line.
    pub fn is_removed(&self) -> bool {
        let spot = self.spot(self.line);
        !self.functions.is_empty()
            && self.functions.iter().all(|function| function.is_removed(spot))
    }

    /// Whether what is executed at line `next`, which comes later, says the same about this one.
    pub fn belongs_to(&self, next: u32) -> bool {
        if self.functions.is_empty() {
            return self.text.as_ref().is_some_and(|text| is_blank(text, self.line));
        }
        let (here, there) = (self.spot(self.line), self.spot(next));
        self.functions.iter().all(|function| {
            let count = function.count(here);
            count.is_some() && count == function.count(there)
        })
    }

    /// Where the text of a line begins.
    fn spot(&self, line: u32) -> Spot {
        let text = self.text.as_ref().and_then(|text| text.get(line as usize - 1));
        let blanks = text.map_or(0, |text| {
            let rest = text.trim_start();
            if rest.is_empty() { 0 } else { text.len() - rest.len() }
        });
        (line, blanks as u32 + 1)
    }
}

/// Whether a line has nothing but blanks and comments.
fn is_blank(text: &[String], line: u32) -> bool {
    let mut inside = false;
    for (number, text) in (1..=line).zip(text) {
        let mut rest = text.as_str();
        let mut blank = true;
        let mut quote: Option<char> = None;
        while let Some(first) = rest.chars().next() {
            let mut taken = first.len_utf8();
            match quote {
                _ if inside => {
                    if rest.starts_with("*/") {
                        (inside, taken) = (false, 2);
                    }
                }
                Some(open) => {
                    if first == '\\' {
                        taken += rest[1..].chars().next().map_or(0, char::len_utf8);
                    } else if first == open {
                        quote = None;
                    }
                }
                None if rest.starts_with("//") => break,
                None if rest.starts_with("/*") => (inside, taken) = (true, 2),
                None => {
                    blank &= first.is_whitespace();
                    quote = matches!(first, '"' | '\'').then_some(first);
                }
            }
            rest = &rest[taken..];
        }
        if number == line {
            return blank;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_blank;

    #[test]
    fn blank_lines_and_comments() {
        let text = "int a; // x\n\n  // y\n/* z\n still\n*/ int b;\n \"/*\";\nc = '\"'; /**/\n /**/ \nint d;";
        let text: Vec<String> = text.split('\n').map(str::to_owned).collect();
        let blank: Vec<u32> = (1..=12).filter(|&line| is_blank(&text, line)).collect();
        assert_eq!(blank, [2, 3, 4, 5, 9]);
    }
}
