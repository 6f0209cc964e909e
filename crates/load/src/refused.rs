//! Which files a compiler wanted and was not allowed to read, by what it says.

use std::path::Path;

/// How compilers and linkers say that they could not open a file, whose name is in quotes.
const COMPLAINTS: [&str; 4] =
    ["file not found", "Could not find incbin file", "cannot open", "Permission denied"];

/// What the user can do about the files in `message` that were refused; nothing if there are none.
pub fn note_on_refused(message: &str) -> Option<String> {
    let complaints = message.lines().filter(|line| COMPLAINTS.iter().any(|c| line.contains(c)));
    let mut refused: Vec<&str> = complaints.filter_map(refused_in).collect();
    refused.dedup();
    let first = refused.first()?;
    let others = if refused.len() > 1 { " and others" } else { "" };
    Some(format!(
        "dunlin: note: {first}{others} may not be read: compilers read only the sources and their \
         folders, what options for clang name, system headers and the toolchain; --allow-read PATH \
         allows more"
    ))
}

/// Variables by which clang finds headers when nobody clears its environment.
const HEADER_VARIABLES: [&str; 2] = ["CPATH", "C_INCLUDE_PATH"];

/// That a header which is missing may be where only the user's environment says.
pub(crate) fn note_on_environment(message: &str) -> Option<String> {
    let missing = message.lines().any(|line| line.contains("file not found"));
    let is_set = |name: &&&str| std::env::var_os(name).is_some();
    let name = HEADER_VARIABLES.iter().find(is_set).filter(|_| missing)?;
    Some(format!(
        "dunlin: note: {name} has no effect: compilers do not see the environment; -I names folders"
    ))
}

/// The file that a line is about, if it was refused and not just missing. A name that is only looked up
/// in folders is missing.
fn refused_in(line: &str) -> Option<&str> {
    let name = line.split('\'').nth(1).or_else(|| line.split('"').nth(1));
    let name = name.or_else(|| {
        // As a linker writes it: "ld: cannot open /a/b: Permission denied".
        line.rsplit(": ").find_map(|part| part.rsplit(' ').next().filter(|w| w.starts_with('/')))
    })?;
    let outside = Path::new(name).is_absolute() || name.split('/').any(|part| part == "..");
    (outside || line.contains("Permission denied")).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::note_on_refused;

    #[test]
    fn what_was_refused_is_told_from_what_is_missing() {
        let note = |text: &str| note_on_refused(text).unwrap_or_default();
        let refused = "a.c:1:10: fatal error: cannot open file 'src/../x': Permission denied";
        assert!(note(refused).contains("src/../x may not be read"));
        assert!(note(refused).ends_with("--allow-read PATH allows more"));
        assert!(note("fatal error: '/root/x' file not found").contains("/root/x may"));
        assert!(note("error: Could not find incbin file '/root/x'").contains("/root/x may"));
        assert!(note("/usr/bin/ld: cannot open /x/y: Permission denied").contains("/x/y may"));
        assert_eq!(note("fatal error: 'y.h' file not found"), "");
        assert_eq!(note("error: use of undeclared identifier '/root/x'"), "");
    }
}
