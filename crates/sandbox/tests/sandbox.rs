//! Programs that misbehave are stopped, with every kind of isolation that works here.

use dunlin_sandbox::{Ended, Finished, Isolation, Job, Limits, Rule, Sandbox};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

struct Program {
    folder: tempfile::TempDir,
    executable: PathBuf,
}

fn open(path: &Path, mode: u32) {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

fn compile(source: &str, flags: &[&str]) -> Program {
    let folder = tempfile::tempdir().unwrap();
    open(folder.path(), 0o711);
    let file = folder.path().join("a.c");
    fs::write(&file, source).unwrap();
    let executable = folder.path().join("a");
    let mut clang = Command::new("clang-19");
    clang.args(["-w", "-O1"]).args(flags).arg(file).arg("-o").arg(&executable);
    assert!(clang.status().unwrap().success());
    open(&executable, 0o755);
    Program { folder, executable }
}

fn limits() -> Limits {
    Limits { wall_time: Duration::from_secs(5), memory_bytes: 64 << 20, ..Limits::default() }
}

/// Every isolation that works on this machine; at least one does.
fn sandboxes() -> Vec<Sandbox> {
    let working: Vec<Sandbox> =
        Isolation::ALL.into_iter().filter_map(|isolation| Sandbox::with(isolation).ok()).collect();
    assert!(!working.is_empty(), "no sandbox works here");
    working
}

fn run(sandbox: Sandbox, program: &Program, args: &[&str], limits: Limits) -> Finished {
    let scratch = program.folder.path().join(format!("scratch-{:?}", sandbox.isolation()));
    fs::create_dir_all(&scratch).unwrap();
    sandbox.hand_over(&scratch).unwrap();
    let args: Vec<_> = args.iter().map(Into::into).collect();
    let job = Job {
        args: &args,
        environment: &[("GIVEN", "yes".into())],
        limits,
        ..Job::new(&program.executable, &scratch)
    };
    sandbox.run(&job).unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn some_isolation_is_found() {
    let sandbox = Sandbox::detect().unwrap();
    assert_eq!(sandbox.isolation(), sandboxes()[0].isolation());
}

#[test]
fn what_is_missing_is_named() {
    for sandbox in sandboxes() {
        let missing = sandbox.missing();
        for missing in &missing {
            assert!(!sandbox.rules().contains(missing.rule) && !missing.why.is_empty());
        }
        let named = |rule: Rule| missing.iter().any(|missing| missing.rule == rule);
        let apart = sandbox.isolation() != Isolation::Landlock;
        for rule in [Rule::Files, Rule::Network, Rule::Ipc, Rule::Processes, Rule::HostName] {
            assert_eq!((sandbox.rules().contains(rule), named(rule)), (apart, !apart), "{rule}");
        }
        // These are needed only where others are missing.
        for rule in [Rule::Signals, Rule::Attributes] {
            assert_eq!((sandbox.rules().contains(rule), named(rule)), (!apart, false), "{rule}");
        }
        assert_eq!(sandbox.rules().contains(Rule::Cgroup), !named(Rule::Cgroup));
    }
}

#[test]
fn output_arguments_environment_and_status_come_through() {
    let program = compile(
        r#"#include <stdio.h>
           #include <stdlib.h>
           int main(int argc, char **argv, char **environment) {
               int count = 0;
               while (environment[count]) count++;
               printf("%s %s %d %d\n", argv[1], getenv("GIVEN"), count, getchar());
               fputs("bad", stderr);
               return 42;
           }"#,
        &[],
    );
    for sandbox in sandboxes() {
        let finished = run(sandbox, &program, &["one"], limits());
        assert_eq!(finished.ended, Ended::Exit(42), "{}", text(&finished.stderr));
        assert_eq!(text(&finished.stdout), "one yes 1 -1\n");
        assert_eq!(text(&finished.stderr), "bad");
    }
}

#[test]
fn there_is_no_network() {
    let program = compile(
        r#"#include <arpa/inet.h>
           #include <sys/socket.h>
           #include <sys/un.h>
           int main(void) {
               struct sockaddr_in to = {AF_INET, htons(80), {htonl(INADDR_LOOPBACK)}};
               int tcp = socket(AF_INET, SOCK_STREAM, 0);
               int local = socket(AF_UNIX, SOCK_STREAM, 0);
               return (tcp < 0 || connect(tcp, (void *)&to, sizeof to) < 0) && local < 0 ? 7 : 0;
           }"#,
        &[],
    );
    for sandbox in sandboxes() {
        assert_eq!(run(sandbox, &program, &[], limits()).ended, Ended::Exit(7));
    }
}

#[test]
fn only_the_scratch_folder_can_be_written() {
    let program = compile(
        r#"#include <fcntl.h>
           #include <stdio.h>
           #include <sys/stat.h>
           #include <unistd.h>
           int main(int argc, char **argv) {
               int allowed = 0;
               for (int i = 1; i < argc; i++)
                   if (open(argv[i], O_WRONLY | O_CREAT, 0666) >= 0 || unlink(argv[i]) == 0 ||
                       chmod(argv[i], 0777) == 0)
                       printf("%s\n", argv[i]);
               int own = open("own", O_WRONLY | O_CREAT, 0666);
               mkdir("folder", 0777);
               int deep = open("folder/deep", O_WRONLY | O_CREAT, 0666);
               return own >= 0 && deep >= 0 && write(own, "x", 1) == 1 ? 7 : 0;
           }"#,
        &[],
    );
    // A place where everybody may write outside of the sandbox.
    let outside = tempfile::tempdir().unwrap();
    open(outside.path(), 0o777);
    let victim = outside.path().join("victim");
    fs::write(&victim, "kept").unwrap();
    open(&victim, 0o666);
    let new = outside.path().join("new");
    let places = [victim.to_str().unwrap(), new.to_str().unwrap(), "/dev/shm/x", "/etc/hostname"];
    for sandbox in sandboxes() {
        let finished = run(sandbox, &program, &places, limits());
        let changed = text(&finished.stdout);
        assert_eq!((finished.ended, changed.as_str()), (Ended::Exit(7), ""));
    }
    assert_eq!(fs::read_to_string(&victim).unwrap(), "kept");
    assert!(!new.exists());
}

#[test]
fn there_are_no_further_processes() {
    let program = compile(
        r#"#include <pthread.h>
           #include <stdlib.h>
           #include <unistd.h>
           static void *work(void *p) { return p; }
           int main(void) {
               for (int i = 0; i < 1000; i++)
                   if (fork() >= 0) return 0;
               if (system("true") == 0) return 1;
               pthread_t thread;
               void *result = 0;
               if (pthread_create(&thread, 0, work, &thread)) return 2;
               pthread_join(thread, &result);
               return result == &thread ? 7 : 3;
           }"#,
        &["-pthread"],
    );
    for sandbox in sandboxes() {
        assert_eq!(run(sandbox, &program, &[], limits()).ended, Ended::Exit(7));
    }
}

#[test]
fn threads_are_limited() {
    let program = compile(
        r#"#include <pthread.h>
           #include <unistd.h>
           static void *work(void *p) { pause(); return p; }
           int main(void) {
               pthread_t thread;
               for (int i = 0; i < 100000; i++)
                   if (pthread_create(&thread, 0, work, 0)) _exit(7);
               return 0;
           }"#,
        &["-pthread"],
    );
    for sandbox in sandboxes() {
        let ended = run(sandbox, &program, &[], limits()).ended;
        // The kernel does not limit root's threads, which a user namespace made by root are: the
        // memory limit stops them then.
        let expected = [Ended::Exit(7), Ended::OutOfMemory];
        assert!(expected.contains(&ended), "{ended:?}");
        assert!(sandbox.isolation() == Isolation::UserNamespaces || ended == expected[0]);
    }
}

#[test]
fn memory_is_limited() {
    let program = compile(
        r#"#include <stdlib.h>
           #include <string.h>
           int main(void) {
               for (;;) memset(malloc(1 << 20), 1, 1 << 20);
           }"#,
        &["-fno-builtin"],
    );
    for sandbox in sandboxes() {
        assert_eq!(run(sandbox, &program, &[], limits()).ended, Ended::OutOfMemory);
    }
}

/// Until the program starts, its process is a copy of this one, which may have more than the limit.
#[test]
fn our_own_memory_does_not_count() {
    let program = compile("int main(void) { return 7; }", &[]);
    let ours = vec![1u8; 512 << 20];
    for sandbox in sandboxes() {
        for _ in 0..10 {
            assert_eq!(run(sandbox, &program, &[], limits()).ended, Ended::Exit(7));
        }
    }
    // It was resident until here.
    assert!(std::hint::black_box(&ours).len() as u64 > limits().memory_bytes);
}

#[test]
fn time_is_limited() {
    let spinning = compile("int main(void) { for (;;) __asm__ volatile(\"\"); }", &[]);
    let sleeping = compile("#include <unistd.h>\nint main(void) { for (;;) pause(); }", &[]);
    let wall = Limits { wall_time: Duration::from_millis(200), ..limits() };
    let cpu = Limits { cpu_time: Duration::from_secs(1), ..limits() };
    for sandbox in sandboxes() {
        for (program, limits) in [(&spinning, wall), (&sleeping, wall), (&spinning, cpu)] {
            let start = Instant::now();
            assert_eq!(run(sandbox, program, &[], limits).ended, Ended::TimedOut);
            assert!(start.elapsed() < Duration::from_secs(4));
        }
    }
}

#[test]
fn output_and_files_are_limited() {
    let program = compile(
        r#"#include <signal.h>
           #include <stdio.h>
           #include <unistd.h>
           int main(void) {
               static char block[1 << 16];
               for (int i = 0; i < 64; i++) write(1, block, sizeof block);
               signal(SIGXFSZ, SIG_IGN);
               FILE *file = fopen("large", "w");
               for (int i = 0; i < 64; i++) fwrite(block, 1, sizeof block, file);
               return ferror(file) ? 7 : 0;
           }"#,
        &[],
    );
    for sandbox in sandboxes() {
        let small = Limits { output_bytes: 1000, file_bytes: 1 << 20, ..limits() };
        let finished = run(sandbox, &program, &[], small);
        assert_eq!(finished.ended, Ended::Exit(7));
        assert_eq!((finished.stdout.len(), finished.stdout_bytes), (1000, 64 << 16));
    }
}

#[test]
fn others_cannot_be_signalled_and_own_signals_work() {
    let program = compile(
        r#"#include <signal.h>
           #include <stdlib.h>
           int main(int argc, char **argv) {
               if (kill(atoi(argv[1]), 0) == 0) return 1;
               abort();
           }"#,
        &[],
    );
    let own = std::process::id().to_string();
    for sandbox in sandboxes() {
        let ended = run(sandbox, &program, &[&own], limits()).ended;
        assert_eq!(ended, Ended::Signal(libc::SIGABRT));
    }
}

#[test]
fn a_missing_program_is_an_error() {
    let program = compile("int main(void) { return 0; }", &[]);
    let scratch = program.folder.path().join("scratch");
    fs::create_dir(&scratch).unwrap();
    for sandbox in sandboxes() {
        sandbox.hand_over(&scratch).unwrap();
        let job = Job { limits: limits(), ..Job::new(Path::new("/nonexistent"), &scratch) };
        let message = sandbox.run(&job).unwrap_err().to_string();
        assert!(message.contains("cannot start /nonexistent"), "{message}");
    }
}
