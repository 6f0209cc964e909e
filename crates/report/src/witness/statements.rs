//! Where statements begin and calls end, as far as the text of a C source tells: witnesses name such places, and debug
//! information has others.
//!
//! This is no parser. A source is cut into tokens, and what begins a statement is told by brackets, semicolons and a few
//! keywords. What a macro makes is not seen: there, a place is not found, and a witness says less.

/// Line and column, both from 1 on; columns count bytes, as in debug information.
pub type Place = (u32, u32);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Token<'t> {
    text: &'t str,
    at: Place,
}

impl Token<'_> {
    fn is_name(&self) -> bool {
        self.text.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
    }
}

/// What a bracket encloses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bracket {
    /// Statements, or declarations.
    Block,
    /// The values of an array or a struct.
    Values,
    /// `( )` or `[ ]`, of a statement that has more statements behind it (`if`, `while`), or of another.
    Parenthesis { heads: bool },
}

/// The text of a source.
pub struct Statements<'t> {
    tokens: Vec<Token<'t>>,
    /// By token: the first one of its statement.
    starts: Vec<usize>,
}

/// A call whose result a variable gets: `x = f();` or `int x = f();`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assigned<'t> {
    pub variable: &'t str,
    /// The words before it, if it is declared there.
    pub declared: Option<String>,
    /// Where the statement begins that is executed next.
    pub next: Place,
}

impl<'t> Statements<'t> {
    pub fn new(text: &'t str) -> Statements<'t> {
        let tokens = tokens(text);
        let starts = starts(&tokens);
        Statements { tokens, starts }
    }

    /// Where the statement begins that has code at a place.
    pub fn statement(&self, at: Place) -> Option<Place> {
        let token = self.token(at)?;
        Some(self.tokens[self.starts[token]].at)
    }

    /// The closing parenthesis of the call without arguments that begins at a place.
    pub fn call_end(&self, at: Place, function: &str) -> Option<Place> {
        let name = self.token(at)?;
        let texts: Vec<&str> = self.tokens[name..].iter().take(4).map(|token| token.text).collect();
        match texts[..] {
            [call, "(", ")", ..] if call == function => Some(self.tokens[name + 2].at),
            [call, "(", "void", ")"] if call == function => Some(self.tokens[name + 3].at),
            _ => None,
        }
    }

    /// Which variable gets what the call at a place returns, if that is all that its statement does, and if the
    /// next statement in the text is the next that is executed.
    pub fn assigned(&self, at: Place, function: &str) -> Option<Assigned<'t>> {
        let end = self.call_end(at, function)?;
        let (call, end) = (self.token(at)?, self.token(end)?);
        let start = self.starts[call];
        let text = |index: usize| self.tokens.get(index).map_or("", |token| token.text);
        if call < start + 2 || text(call - 1) != "=" || text(end + 1) != ";" {
            return None;
        }
        let (name, next) = (call - 2, end + 2);
        let words = &self.tokens[start..name];
        // Not below an `if` or a loop without braces: what comes next is not what stands next.
        let behind_statement = matches!(text(start.checked_sub(1)?), ";" | "{" | "}");
        let is_plain = words.iter().all(Token::is_name) && self.tokens[name].is_name();
        let goes_on = *self.starts.get(next)? == next
            && self.tokens[next].is_name()
            && !LEAVE_ORDER.contains(&text(next))
            && text(next + 1) != ":";
        let words: Vec<&str> = words.iter().map(|word| word.text).collect();
        (behind_statement && is_plain && goes_on).then(|| Assigned {
            variable: self.tokens[name].text,
            declared: (!words.is_empty()).then(|| words.join(" ")),
            next: self.tokens[next].at,
        })
    }

    fn token(&self, at: Place) -> Option<usize> {
        self.tokens.binary_search_by_key(&at, |token| token.at).ok()
    }
}

/// Statements that are not executed once, or not after the one before them.
const LEAVE_ORDER: [&str; 6] = ["while", "for", "do", "case", "default", "else"];

fn tokens(text: &str) -> Vec<Token<'_>> {
    let bytes = text.as_bytes();
    let byte = |at: usize| bytes.get(at).copied().unwrap_or(0);
    let (mut at, mut line, mut line_start) = (0, 1, 0);
    let mut tokens: Vec<Token<'_>> = Vec::new();
    while at < bytes.len() {
        let begin = at;
        let place = (line, (at - line_start + 1) as u32);
        let is_first = bytes[line_start..at].iter().all(u8::is_ascii_whitespace);
        match byte(at) {
            b'#' if is_first => at = end_of_line(bytes, at, true),
            b'/' if byte(at + 1) == b'/' => at = end_of_line(bytes, at, true),
            b'/' if byte(at + 1) == b'*' => {
                at = text[at + 2..].find("*/").map_or(bytes.len(), |end| at + 2 + end + 2);
            }
            quote @ (b'"' | b'\'') => {
                at += 1;
                while at < bytes.len() && !matches!(byte(at), b'\n') && byte(at) != quote {
                    at += if byte(at) == b'\\' { 2 } else { 1 };
                }
                at = (at + 1).min(bytes.len());
                tokens.push(Token { text: text.get(begin..at).unwrap_or(""), at: place });
            }
            c if c.is_ascii_alphanumeric() || c == b'_' => {
                while byte(at).is_ascii_alphanumeric() || byte(at) == b'_' {
                    at += 1;
                }
                tokens.push(Token { text: &text[begin..at], at: place });
            }
            c if c.is_ascii_punctuation() => {
                let compares = matches!(c, b'=' | b'!' | b'<' | b'>') && byte(at + 1) == b'=';
                at += if compares { 2 } else { 1 };
                tokens.push(Token { text: &text[begin..at], at: place });
            }
            _ => at += 1,
        }
        at = at.min(bytes.len());
        for newline in (begin..at).filter(|&index| bytes[index] == b'\n') {
            line += 1;
            line_start = newline + 1;
        }
    }
    tokens
}

/// Behind the end of a line, which goes on behind a backslash.
fn end_of_line(bytes: &[u8], mut at: usize, continues: bool) -> usize {
    while at < bytes.len() && bytes[at] != b'\n' {
        at += if continues && bytes[at] == b'\\' { 2 } else { 1 };
    }
    at.min(bytes.len())
}

/// By token: the first one of its statement.
fn starts(tokens: &[Token<'_>]) -> Vec<usize> {
    let mut starts = Vec::with_capacity(tokens.len());
    // Each bracket with the statement that it is part of.
    let mut open: Vec<(Bracket, usize)> = Vec::new();
    let (mut start, mut begins) = (0, true);
    for (index, token) in tokens.iter().enumerate() {
        let before = |back: usize| index.checked_sub(back).map_or("", |at| tokens[at].text);
        let in_statements =
            !matches!(open.last(), Some((Bracket::Values | Bracket::Parenthesis { .. }, _)));
        if begins && token.text != "{" && token.text != "}" {
            (start, begins) = (index, false);
        }
        let belongs = start;
        match token.text {
            "(" | "[" => {
                let heads = HEADS.contains(&before(1)) && in_statements;
                open.push((Bracket::Parenthesis { heads }, start));
            }
            ")" | "]" => {
                if let Some((bracket, outer)) = open.pop() {
                    start = outer;
                    begins = bracket == Bracket::Parenthesis { heads: true };
                }
            }
            "{" => {
                let in_function = open.iter().any(|(bracket, _)| *bracket == Bracket::Block);
                let values = match before(1) {
                    "=" | "," => true,
                    // Of a compound literal; else the body of a function or of an `if`.
                    ")" => in_function && !begins,
                    "(" => false,
                    _ => !in_statements,
                };
                let bracket = if values { Bracket::Values } else { Bracket::Block };
                if begins {
                    start = index;
                }
                open.push((bracket, start));
                begins = !values;
            }
            "}" => {
                if let Some((bracket, outer)) = open.pop() {
                    start = outer;
                    begins = bracket == Bracket::Block;
                }
                // Of a statement that is an expression.
                if matches!(open.last(), Some((Bracket::Parenthesis { .. }, _))) {
                    begins = false;
                }
            }
            ";" if in_statements => begins = true,
            ":" if in_statements => {
                let label = index == start + 1 && tokens[start].is_name();
                begins = label || matches!(tokens[start].text, "case" | "default");
            }
            "else" | "do" if in_statements => begins = true,
            _ => {}
        }
        starts.push(if matches!(token.text, "{" | "}") { index } else { belongs });
    }
    starts
}

/// What has a parenthesis with a statement behind it.
const HEADS: [&str; 4] = ["if", "while", "for", "switch"];

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
#define MAX(a, b) \\
    ((a) < (b))
/* int x = f(); */ int g = 3; // f();
int main(void) {
  int x = f(); char c = ';';
  if (x == 5) x = g(x,
     a[2]);
  else { y = f(); z = (T){ 1, f() }; }
  for (i = 0; i < a[i]; i++) b[i] = f();
again: while (*p) { y = f (void) ; }
  switch (x) { case 3: return a[1]; default: w = ({ int q = 1; q + f(); }); }
  return f();
}
";

    fn place(what: &str, number: usize) -> Place {
        let (at, _) = TEXT.match_indices(what).nth(number).unwrap();
        let line = TEXT[..at].matches('\n').count() as u32 + 1;
        let column = at - TEXT[..at].rfind('\n').map_or(0, |newline| newline + 1);
        (line, column as u32 + 1)
    }

    #[track_caller]
    fn check_statement(what: &str, number: usize, start: &str) {
        let statements = Statements::new(TEXT);
        let found = statements.statement(place(what, number)).expect("a token");
        let line = TEXT.lines().nth(found.0 as usize - 1).unwrap();
        let text = &line[found.1 as usize - 1..];
        assert!(text.starts_with(start), "{what}: {text}");
    }

    #[test]
    fn statements_begin_behind_what_ends_others() {
        check_statement("f();", 2, "int x = f()");
        check_statement("a[2]", 0, "x = g(x,");
        check_statement("== 5", 0, "if (x");
        check_statement("f() }", 0, "z = (T)");
        check_statement("a[i];", 0, "for (i");
        check_statement("b[i]", 0, "b[i] = f()");
        check_statement("*p", 0, "while (*p)");
        check_statement("a[1]", 0, "return a[1]");
        check_statement("q + f()", 0, "q + f()");
        check_statement("f();\n}", 0, "return f()");
    }

    #[test]
    fn calls_end_with_a_parenthesis() {
        let statements = Statements::new(TEXT);
        assert_eq!(statements.call_end(place("f (void)", 0), "f"), Some((10, 32)));
        assert_eq!(statements.call_end(place("f();", 2), "f"), Some((5, 13)));
        assert_eq!(statements.call_end(place("f();", 2), "g"), None);
        assert_eq!(statements.call_end((1, 1), "f"), None);
    }

    #[test]
    fn a_variable_is_assigned_where_nothing_comes_between() {
        let assigned = |number| {
            let statements = Statements::new(TEXT);
            let found = statements.assigned(place("f()", number), "f")?;
            Some((found.variable, found.declared, found.next))
        };
        // In comments there is nothing.
        assert_eq!(assigned(0), None);
        assert_eq!(assigned(2), Some(("x", Some("int".to_string()), (5, 16))));
        assert_eq!(assigned(3), Some(("y", None, place("z =", 0))));
        // In a list, below a loop without braces, in a return.
        assert_eq!((assigned(4), assigned(5), assigned(7)), (None, None, None));
    }

    #[test]
    fn any_text_is_taken() {
        for text in
            ["", "}}", "f(", "\"", "'\\", "/*", "# \\\n", "a { ) ] }", "ä = f();\n\u{1F600}"]
        {
            let statements = Statements::new(text);
            assert_eq!(statements.starts.len(), statements.tokens.len());
            assert_eq!(statements.statement((9, 9)), None);
        }
    }
}
