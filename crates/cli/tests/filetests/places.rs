//! Lines of a file test that have a name: `--target @NAME` means the line that ends with the comment
//! `// target NAME`, and `@target` the one with `// target`.

/// The words of a `run:` line with `FILE:LINE` for every name.
pub fn with_lines(
    words: &[String],
    file: &str,
    text: &str,
    comment: &str,
) -> Result<Vec<String>, String> {
    words
        .iter()
        .map(|word| match word.split_once('@') {
            Some((before @ ("" | "--target="), name)) => {
                Ok(format!("{before}{file}:{}", line_of(name, text, comment)?))
            }
            _ => Ok(word.clone()),
        })
        .collect()
}

/// The number of the line that bears a name.
fn line_of(name: &str, text: &str, comment: &str) -> Result<usize, String> {
    // Prose and directives at the top start with the comment sign; no line of code does.
    let lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with(comment));
    let mut named = lines.filter(|(_, line)| name_on(line, comment) == Some(name));
    match (named.next(), named.next()) {
        (Some((number, _)), None) => Ok(number + 1),
        (None, _) => Err(format!("no line ends with the comment that names @{name}")),
        (Some((first, _)), Some((second, _))) => {
            Err(format!("@{name} is the name of lines {} and {}", first + 1, second + 1))
        }
    }
}

/// The name at the end of a line.
fn name_on<'l>(line: &'l str, comment: &str) -> Option<&'l str> {
    let (_, said) = line.rsplit_once(comment)?;
    let words: Vec<&str> = said.split_whitespace().collect();
    match words[..] {
        ["target"] => Some("target"),
        ["target", name] => Some(name),
        _ => None,
    }
}
