//! docs/architecture.md against what is there: which crates use which, and that the files it names exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Edges = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn page() -> String {
    fs::read_to_string(root().join("docs/architecture.md")).unwrap()
}

/// What the page lists: a crate and those that it uses, one a line.
fn listed(page: &str) -> Edges {
    let (_, behind) = page.split_once("What each crate uses of the others").unwrap();
    let block = behind.split("```").nth(1).expect("the list is a block");
    let edges = block.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let mut words = line.split_whitespace().map(str::to_owned);
        (words.next().unwrap(), words.collect())
    });
    edges.collect()
}

/// What a manifest says of our own crates, without those that only tests use.
fn used(manifest: &str) -> BTreeSet<String> {
    let (_, behind) = manifest.split_once("\n[dependencies]\n").unwrap_or_default();
    let section = behind.split("\n[").next().unwrap_or_default();
    let names = section.lines().filter_map(|line| line.strip_prefix("dunlin-"));
    names.map(|rest| rest.split(['.', ' ', '=']).next().unwrap().to_owned()).collect()
}

fn manifests() -> Edges {
    let mut edges = Edges::new();
    for entry in fs::read_dir(root().join("crates")).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_string_lossy().into_owned();
        edges.insert(name, used(&fs::read_to_string(folder.join("Cargo.toml")).unwrap()));
    }
    edges
}

#[test]
fn crates_use_what_the_architecture_lists() {
    assert_eq!(manifests(), listed(&page()), "left: the manifests, right: docs/architecture.md");
}

/// A crate that uses another one is listed before it: there is no circle.
#[test]
fn dependencies_point_downwards() {
    let page = page();
    let edges = listed(&page);
    let mut open: BTreeSet<&String> = edges.keys().collect();
    while !open.is_empty() {
        let free = |name: &&String| !edges[*name].iter().any(|used| open.contains(used));
        let next: Vec<&String> = open.iter().copied().filter(free).collect();
        assert!(!next.is_empty(), "these use each other in a circle: {open:?}");
        next.iter().for_each(|name| assert!(open.remove(name)));
    }
}

#[test]
fn a_manifest_is_understood() {
    let manifest = "[package]\nname = \"x\"\n\n[dependencies]\ndunlin-ir.workspace = true\n\
                    dunlin-bitwuzla-sys = { path = \"y\" }\nserde = \"1\"\n\n\
                    [dev-dependencies]\ndunlin-bench = { path = \"z\" }\n";
    let expected = ["bitwuzla-sys", "ir"].map(str::to_owned);
    assert_eq!(used(manifest), BTreeSet::from(expected));
}

#[test]
fn files_that_the_page_names_are_there() {
    let page = page();
    let crates = manifests();
    let is_ours = |path: &&str| {
        let first = path.split('/').next().unwrap_or_default();
        path.contains("/src/") && crates.contains_key(first)
    };
    let named: BTreeSet<&str> = page.split('`').skip(1).step_by(2).filter(is_ours).collect();
    assert!(named.len() > 40, "{named:?}");
    let missing: Vec<&&str> =
        named.iter().filter(|path| !root().join("crates").join(path).exists()).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// The numbered points below "Invariants", each with its number.
fn invariants(page: &str) -> Vec<String> {
    let (_, behind) = page.split_once("\n## Invariants\n").expect("the page lists them");
    let section = behind.split("\n## ").next().expect("split gives a part");
    let mut found: Vec<String> = Vec::new();
    for line in section.lines() {
        if line.starts_with(&format!("{}. ", found.len() + 1)) {
            found.push(line.to_owned());
        } else if let Some(point) = found.last_mut() {
            point.push('\n');
            point.push_str(line);
        }
    }
    found
}

/// Files and folders that are named: those of crates without `crates/`, others from the root.
fn places(text: &str) -> Vec<PathBuf> {
    let named = text.split('`').skip(1).step_by(2);
    let is_file = |name: &&str| name.contains("/src/") || name.contains("tests/");
    let place = |name: &str| {
        let in_crates = root().join("crates").join(name);
        if in_crates.exists() { in_crates } else { root().join(name) }
    };
    named.filter(is_file).map(place).collect()
}

#[test]
fn invariants_name_what_holds_them() {
    let all = invariants(&page());
    assert!(all.len() > 20, "{}", all.len());
    for invariant in all {
        let named = places(&invariant);
        assert!(!named.is_empty(), "it names nothing: {invariant}");
        let missing: Vec<_> = named.iter().filter(|path| !path.exists()).collect();
        assert!(missing.is_empty(), "{missing:?} of: {invariant}");
    }
}

#[test]
fn points_and_places_are_understood() {
    let page = "x\n## Invariants\n\nWords.\n\n1. One\n   goes on (`ir/tests/nothing.rs`).\n2. Two `verify`.\n\n## Y\n1. No";
    let found = invariants(page);
    assert_eq!(found.len(), 2);
    assert!(places(&found[0]).iter().all(|place| !place.exists()) && !places(&found[0]).is_empty());
    assert!(places(&found[1]).is_empty());
}
