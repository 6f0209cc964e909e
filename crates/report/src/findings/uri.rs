//! Which file an `artifactLocation` names.
//!
//! A report names files by URIs: absolute ones, ones that are relative to a folder which the report
//! names elsewhere (`originalUriBaseIds`, possibly in several steps) or does not name at all, and
//! sometimes plain paths. Nothing here looks at files: paths are made from the text alone.

use super::index;
use serde_json::Value;
use std::borrow::Cow;

/// More steps from folder to folder than any report has: they would go in circles.
const MOST_STEPS: usize = 32;

/// What a URI names.
enum Name {
    Path(String),
    /// Something that is no file of this system, as it came.
    Other(String),
}

/// The path or, for another scheme than `file`, the URI.
pub fn file(run: &Value, location: &Value) -> Option<String> {
    // The list of artifacts may have the name.
    let listed = index(&location["index"]).and_then(|index| run["artifacts"].get(index));
    let listed = listed.map(|artifact| &artifact["location"]);
    let mut named = [Some(location), listed].into_iter().flatten();
    let location = named.find(|location| uri_of(location).is_some())?;
    resolve(run, location, MOST_STEPS).map(|name| match name {
        Name::Path(name) | Name::Other(name) => name,
    })
}

fn uri_of(location: &Value) -> Option<&str> {
    location["uri"].as_str().filter(|uri| !uri.is_empty())
}

fn resolve(run: &Value, location: &Value, steps: usize) -> Option<Name> {
    let uri = uri_of(location);
    let path = match uri.map(name) {
        Some(Name::Path(path)) if !is_absolute(&path) => Some(path),
        None => None,
        absolute => return absolute,
    };
    let base = location["uriBaseId"].as_str().filter(|_| steps > 0);
    let base = base.map(|id| &run["originalUriBaseIds"][id]);
    match (base.and_then(|base| resolve(run, base, steps - 1)), path) {
        (Some(Name::Path(folder)), Some(path)) => {
            Some(Name::Path(tidy(&format!("{folder}/{path}"))))
        }
        (Some(Name::Other(folder)), Some(_)) => {
            let (folder, uri) = (folder.trim_end_matches('/'), uri.unwrap_or_default());
            Some(Name::Other(format!("{folder}/{uri}")))
        }
        (folder, None) => folder,
        (None, Some(path)) => Some(Name::Path(path)),
    }
}

fn name(uri: &str) -> Name {
    let path = |text: &str| Name::Path(tidy(&decode(text)));
    let Some((scheme, rest)) = uri.split_once(':') else { return path(uri) };
    let of_scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-');
    // One letter is a drive, and a plain path may have a colon anywhere, as in `a.c:3`.
    if scheme.len() < 2 || !scheme.chars().all(of_scheme) {
        return path(uri);
    }
    if !scheme.eq_ignore_ascii_case("file") {
        return Name::Other(uri.to_owned());
    }
    let Some(rest) = rest.strip_prefix("//") else { return path(rest) };
    let (host, absolute) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    if !host.is_empty() && !host.eq_ignore_ascii_case("localhost") {
        return Name::Other(uri.to_owned());
    }
    // `file:///C:/a.c`
    let drive = absolute.strip_prefix('/').filter(|path| starts_with_drive(path));
    path(drive.unwrap_or(absolute))
}

fn is_absolute(path: &str) -> bool {
    path.starts_with('/') || starts_with_drive(path)
}

fn starts_with_drive(path: &str) -> bool {
    let mut chars = path.chars();
    chars.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && chars.next() == Some(':')
        && matches!(chars.next(), Some('/' | '\\'))
}

/// With `%20` and the like replaced; what is no such code stays.
fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| tail.first_chunk::<2>()).flatten();
        let digits = code.and_then(|code| {
            let [high, low] = code.map(|digit| char::from(digit).to_digit(16));
            Some(high? * 16 + low?)
        });
        match digits {
            Some(byte) => {
                bytes.push(byte as u8);
                rest = &tail[2..];
            }
            None => {
                bytes.push(first);
                rest = tail;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&bytes).into_owned())
}

/// Without `.`, doubled slashes, and `..` as far as there is a folder to leave.
fn tidy(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        match parts.last() {
            Some(&last) if part == ".." && last != ".." => {
                parts.pop();
            }
            None if part == ".." && path.starts_with('/') => {}
            _ => parts.push(part),
        }
    }
    match (path.starts_with('/'), parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}
