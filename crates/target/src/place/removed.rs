//! Lines without code: why there is none, and which line may stand for them.
//!
//! A line that is blank, a comment or a declaration has nothing to execute; the next line with code is
//! executed whenever it would be, if both are counted together in the regions of the source. That must hold for
//! all that stands in the line: `: f(x)` begins in the region around it. Code that the compiler removed
//! is another matter: what comes after it says nothing about it. Where the regions are not known, as for
//! bitcode, only blank lines and comments just above a line have one that stands for them.

use super::Regions;
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
        let text = module.file(files[0]).read_text();
        let text = text.map(|text| {
            String::from_utf8_lossy(&text).split('\n').map(str::to_owned).collect::<Vec<_>>()
        });
        Without { text, line, functions }
    }

    /// The compiler has seen that no path leads to the line.
    pub fn is_removed(&self) -> bool {
        let spots = self.spots(self.line);
        let removed = |function: &FunctionRegions| spots.iter().all(|&at| function.is_removed(at));
        !self.functions.is_empty() && self.functions.iter().all(removed)
    }

    /// Whether what is executed at line `next`, which comes later, says the same about this one.
    pub fn belongs_to(&self, next: u32) -> bool {
        // The end of a function belongs to its returns, wherever they are.
        if self.words(next).is_some_and(|words| words.is_empty()) {
            return false;
        }
        if self.functions.is_empty() {
            let blank = |line| self.code_at(line).is_some_and(|code| code.is_empty());
            return (self.line..next).all(blank);
        }
        let (here, there) = (self.spots(self.line), self.spots(next)[0]);
        self.functions.iter().all(|function| {
            let count = function.count(there);
            count.is_some() && here.iter().all(|&spot| function.count(spot) == count)
        })
    }

    /// Where something stands in a line that can be executed. A line without any has one spot: where its
    /// text begins. A blank line or comment has also that of the next text: a region begins with its first
    /// statement, and before it counts what was before, be it a block that a label entered.
    fn spots(&self, line: u32) -> Vec<Spot> {
        let of = |line: u32, columns: Vec<usize>| {
            columns.into_iter().map(move |column| (line, column as u32 + 1))
        };
        if let Some(words) = self.words(line).filter(|words| !words.is_empty()) {
            return of(line, words).collect();
        }
        let first = |line| self.code_at(line).and_then(|code| code.first().copied());
        let mut spots: Vec<Spot> = of(line, vec![first(line).unwrap_or(0)]).collect();
        if first(line).is_none() {
            let lines = self.text.as_ref().map_or(0, |text| text.len() as u32);
            let next = (line + 1..=lines).find_map(|line| Some((line, first(line)?)));
            spots.extend(next.map(|(line, column)| (line, column as u32 + 1)));
        }
        spots
    }

    /// Where a line has names and numbers, not what separates them.
    fn words(&self, line: u32) -> Option<Vec<usize>> {
        let content = self.text.as_ref()?.get(line as usize - 1)?;
        let is_word = |&at: &usize| {
            let byte = content.as_bytes()[at];
            byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'"' | b'\'') || !byte.is_ascii()
        };
        let mut words: Vec<usize> = self.code_at(line)?.into_iter().filter(is_word).collect();
        if let Some(&first) = words.first()
            && content[first..].starts_with("else")
            && !words.contains(&(first + 4))
        {
            words.drain(..4);
        }
        Some(words)
    }

    fn code_at(&self, line: u32) -> Option<Vec<usize>> {
        let text = self.text.as_ref().filter(|text| text.len() >= line as usize)?;
        Some(code_of(text, line))
    }
}

/// Where a line has something other than blanks and comments: bytes from its start.
fn code_of(text: &[String], line: u32) -> Vec<usize> {
    let mut inside = false;
    let mut found = Vec::new();
    for text in text.iter().take(line as usize) {
        found.clear();
        let mut at = 0;
        let mut quote: Option<char> = None;
        while let Some(first) = text[at..].chars().next() {
            let rest = &text[at..];
            let mut taken = first.len_utf8();
            match quote {
                _ if inside => {
                    if rest.starts_with("*/") {
                        (inside, taken) = (false, 2);
                    }
                }
                Some(open) => {
                    found.push(at);
                    if first == '\\' {
                        taken += rest[1..].chars().next().map_or(0, char::len_utf8);
                    } else if first == open {
                        quote = None;
                    }
                }
                None if rest.starts_with("//") => break,
                None if rest.starts_with("/*") => (inside, taken) = (true, 2),
                None => {
                    if !first.is_whitespace() {
                        found.push(at);
                    }
                    quote = matches!(first, '"' | '\'').then_some(first);
                }
            }
            at += taken;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use dunlin_ir::regions::Region;

    fn lines(text: &str) -> Vec<String> {
        text.split('\n').map(str::to_owned).collect()
    }

    #[test]
    fn blank_lines_and_comments() {
        let text = "int a; // x\n\n  // y\n/* z\n still\n*/ int b;\n \"/*\";\nc = '\"'; /**/\n /**/ \nint d;";
        let text = lines(text);
        let blank: Vec<u32> = (1..=10).filter(|&line| code_of(&text, line).is_empty()).collect();
        assert_eq!(blank, [2, 3, 4, 5, 9]);
        assert_eq!(code_of(&text, 6), [3, 4, 5, 7, 8]);
    }

    #[test]
    fn a_comment_behind_a_block_that_a_label_enters() {
        let text =
            lines("{\n  return 0;\n  if (0) {\n  in:\n    n++;\n  }\n  // here\n  n += 2;\n}\n");
        let region = |start, end, count| Region { start, end, count, removed: count == 0 };
        let regions = vec![
            region((1, 1), (9, 2), 1),
            region((3, 3), (9, 2), 0),
            region((4, 3), (6, 4), 2),
            region((8, 3), (8, 10), 3),
        ];
        let functions = vec![FunctionRegions { name: "f".into(), regions }];
        let without = Without { text: Some(text), line: 7, functions };
        assert!(!without.is_removed(), "the next statement is executed");
        assert!(!without.belongs_to(8), "but the region around says nothing of it");
    }

    #[test]
    fn what_separates_is_not_executed() {
        let text = lines("  ? a1 // b\n} else {\n\n  } else r++;\n elsewhere;\n/* c */ : d;");
        let without = Without { text: Some(text), line: 1, functions: Vec::new() };
        let columns = |line| without.spots(line).iter().map(|spot| spot.1).collect::<Vec<_>>();
        assert_eq!(columns(1), [5, 6]);
        assert_eq!(columns(2), [1]);
        assert_eq!(columns(3), [1, 3], "its own and where the next text begins");
        assert_eq!(columns(4), [10]);
        assert_eq!(columns(5).len(), 9);
        assert_eq!(columns(6), [11]);
        assert_eq!(columns(7), [1], "behind the end");
    }
}
