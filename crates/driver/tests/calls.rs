//! Calls of the library in one process: a stop is obeyed, results can be written and read, options that make
//! no sense are refused. Not a usual test: loading starts this program again, which must then serve.

use dunlin_driver::*;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const ENDLESS: &str = "#include <klee/klee.h>\nint main(void) {\n  unsigned n, i = 0;\n  \
                       klee_make_symbolic(&n, sizeof n, \"n\");\n  while (i != n) i++;\n  return 0;\n}\n";

fn main() {
    serve_children();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("endless.c"), ENDLESS).unwrap();
    an_exploration_stops_when_it_is_asked_to(folder.path());
    a_search_stops_when_it_is_asked_to(folder.path());
    targets_are_checked_before_the_work(folder.path());
    reports_follow_from_what_is_kept(folder.path());
}

/// Asks for the end when so many paths have ended, or there was progress.
#[derive(Default)]
struct Impatient {
    stop: Stop,
    paths: AtomicU64,
    tests: AtomicU64,
}

impl Watcher for Impatient {
    fn event(&self, event: &Event<'_>) {
        match event {
            Event::PathEnded { .. } if self.paths.fetch_add(1, Ordering::Relaxed) == 99 => {
                self.stop.ask();
            }
            Event::Test { .. } => {
                self.tests.fetch_add(1, Ordering::Relaxed);
            }
            Event::Progress(Progress::Hunt(_)) => self.stop.ask(),
            _ => {}
        }
    }
}

fn an_exploration_stops_when_it_is_asked_to(folder: &Path) {
    let watcher = Impatient::default();
    let options = RunOptions { output: Some(folder.join("run")), ..RunOptions::default() };
    let program = Loaded::new(LoadOptions::new([folder.join("endless.c")]), &options.exec).unwrap();
    let started = Instant::now();
    let result = run(program, &options, &watcher, &watcher.stop).unwrap();
    assert!(started.elapsed() < Duration::from_secs(60), "{:?}", started.elapsed());
    assert_eq!(result.summary.stopped_by.as_deref(), Some("interrupt"));
    assert!(result.summary.paths.finished >= 100, "{:?}", result.summary.paths);
    assert_eq!(result.summary.tests, watcher.tests.into_inner(), "every test was told");
    let text = serde_json::to_string(&result).unwrap();
    assert_eq!(serde_json::from_str::<RunResult>(&text).unwrap(), result);
}

fn a_search_stops_when_it_is_asked_to(folder: &Path) {
    let watcher = Impatient::default();
    let hunt = HuntSettings { output: Some(folder.join("reach")), ..HuntSettings::default() };
    let options = ReachOptions {
        targets: vec!["endless.c:6".into()],
        condition: Some("n > 4000000000".into()),
        hunt,
    };
    let load = LoadOptions::new([folder.join("endless.c")]);
    let program = Loaded::with_all_lines(load, true).unwrap();
    let result = reach(program, &options, &watcher, &watcher.stop).unwrap();
    let target = &result.summary.targets[0];
    assert_eq!(target.verdict, dunlin_report::Verdict::Unknown, "{target:?}");
    assert!(target.why.contains("an interrupt"), "{}", target.why);
    let text = serde_json::to_string(&result).unwrap();
    assert_eq!(serde_json::from_str::<ReachResult>(&text).unwrap(), result);
}

fn targets_are_checked_before_the_work(folder: &Path) {
    let program = || {
        let load = LoadOptions::new([folder.join("endless.c")]);
        Loaded::with_all_lines(load, false).unwrap()
    };
    let named = |targets: &[&str]| ReachOptions {
        targets: targets.iter().map(|target| target.to_string()).collect(),
        ..ReachOptions::default()
    };
    let failed = |options| reach(program(), &options, &Quiet, &Stop::new()).unwrap_err();
    let failure = failed(named(&["nowhere", "endless.c:99"]));
    assert_eq!((failure.kind, failure.messages.len()), (FailureKind::BadInput, 2), "{failure}");
    let conditional = ReachOptions { condition: Some("n >".into()), ..named(&["main"]) };
    assert!(check_targets(&conditional).is_err());
}

const BROKEN: &str = "#include <klee/klee.h>\n#include <stdlib.h>\nstatic int get(int *p, unsigned i) {\n  \
                      return p[i];\n}\nint main(void) {\n  unsigned i;\n  \
                      klee_make_symbolic(&i, sizeof i, \"i\");\n  int *p = calloc(4, 4);\n  \
                      int x = get(p, i);\n  free(p);\n  return x;\n}\n";

/// Everything for people and other tools can be made again from results.json, without the program.
fn reports_follow_from_what_is_kept(folder: &Path) {
    let source = folder.join("broken.c");
    std::fs::write(&source, BROKEN).unwrap();
    let output = folder.join("kept");
    let options = RunOptions { output: Some(output.clone()), ..RunOptions::default() };
    let program = Loaded::new(LoadOptions::new([&source]), &options.exec).unwrap();
    let result = run(program, &options, &Quiet, &Stop::new()).unwrap();
    std::fs::remove_file(&source).unwrap();
    let file = |name: &str| std::fs::read_to_string(output.join(name)).unwrap();
    let kept: RunResult = serde_json::from_str(&file("results.json")).unwrap();
    assert_eq!(kept, result);
    assert_eq!(kept.errors.len(), 1, "{:?}", kept.summary);
    assert_eq!(kept.sarif(), file("errors.sarif"));
    assert_eq!(kept.coverage.to_lcov(), file("coverage.lcov"));
    assert_eq!(kept.summary.to_json(), file("summary.json"));
    let text = kept.errors[0].text();
    assert_eq!(text, file("errors/000001.txt"));
    assert!(text.contains(">    4 |   return p[i];") && text.contains("allocated at"), "{text}");
}
