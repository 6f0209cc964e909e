//! A confined process opens what it was allowed to and nothing else, by each means that works here.

use dunlin_sandbox::{Access, ConfinedLimits, Confinement, Means, Toolchain};
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

const SECRET: &str = "the secret of this test";

/// A folder with `sources/beside.h`, which may be read, `scratch`, which may be written, and a secret
/// beside them.
struct Place {
    folder: tempfile::TempDir,
    access: Access,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["sources", "scratch"] {
            fs::create_dir(path(name)).unwrap();
        }
        fs::write(path("sources/beside.h"), "beside").unwrap();
        fs::write(path("secret"), SECRET).unwrap();
        fs::set_permissions(path("secret"), fs::Permissions::from_mode(0o600)).unwrap();
        symlink("../secret", path("sources/link.h")).unwrap();
        let mut access = Toolchain::new(Path::new("/bin/sh")).access();
        access.read.push(path("sources"));
        access.write.push(path("scratch"));
        Place { folder, access }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run_with(&self, means: Means, limits: ConfinedLimits, script: &str) -> Output {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).current_dir(self.path().join("sources"));
        Confinement::with(means, &self.access, limits).unwrap().apply(&mut command);
        command.output().unwrap()
    }

    fn run(&self, means: Means, script: &str) -> Output {
        self.run_with(means, limits(), script)
    }

    #[track_caller]
    fn succeeds(&self, means: Means, script: &str) -> String {
        let output = self.run(means, script);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{means}: {script}: {text}{error}");
        text
    }

    #[track_caller]
    fn fails(&self, means: Means, script: &str) {
        let output = self.run(means, script);
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(!output.status.success(), "{means}: {script}: {text}");
        assert!(!text.contains(SECRET), "{means}: {script}: {text}");
    }
}

fn limits() -> ConfinedLimits {
    ConfinedLimits {
        memory_bytes: 4 << 30,
        cpu_time: Duration::from_secs(20),
        file_bytes: 64 << 20,
    }
}

/// Every means that works on this machine; at least one does.
fn means() -> Vec<Means> {
    let works = |means: &Means| {
        let mut command = Command::new("/bin/true");
        let access = Toolchain::new(Path::new("/bin/true")).access();
        Confinement::with(*means, &access, limits()).is_ok_and(|confinement| {
            confinement.apply(&mut command);
            command.status().is_ok_and(|status| status.success())
        })
    };
    let working: Vec<Means> = [Means::Landlock, Means::Mounts].into_iter().filter(works).collect();
    assert!(!working.is_empty(), "nothing works here");
    working
}

#[test]
fn only_what_is_allowed_is_read() {
    let mut place = Place::new();
    for means in means() {
        assert_eq!(place.succeeds(means, "cat beside.h"), "beside");
        for name in ["../secret", "link.h", "../sources/../secret", "/proc/self/root/etc/passwd"] {
            place.fails(means, &format!("cat {name}"));
        }
        place.fails(means, &format!("cat {}", place.path().join("secret").display()));
        place.fails(means, "ls .. | grep secret");
        place.fails(means, "cat /etc/passwd");
        place.fails(means, "cat /proc/$PPID/environ");
        place.fails(means, "cat /proc/self/environ");
    }
    place.access.read.push(place.path().join("secret"));
    for means in means() {
        assert_eq!(place.succeeds(means, "cat ../secret"), SECRET, "the rule is what refuses it");
    }
}

#[test]
fn only_the_scratch_folder_is_written() {
    let place = Place::new();
    for means in means() {
        place.succeeds(means, "echo x > ../scratch/new && mv ../scratch/new ../scratch/other");
        place.succeeds(means, "rm ../scratch/other && echo x > /dev/null");
        for script in [
            "echo x > new",
            "echo x >> beside.h",
            "rm beside.h",
            "mkdir folder",
            "chmod 777 beside.h",
            "touch -d 2001-01-01 beside.h",
            "ln beside.h ../scratch/linked && echo x >> ../scratch/linked",
        ] {
            place.fails(means, script);
        }
        assert_eq!(fs::read_to_string(place.path().join("sources/beside.h")).unwrap(), "beside");
    }
}

#[test]
fn what_is_written_cannot_be_executed() {
    let place = Place::new();
    for means in means() {
        place.fails(means, "cp /bin/true ../scratch/program && ../scratch/program");
    }
}

#[test]
fn no_sockets_and_no_terminal() {
    let mut place = Place::new();
    let source = "#include <sys/socket.h>\n#include <fcntl.h>\n#include <unistd.h>\n\
        #include <sys/ptrace.h>\n\
        int main(int n, char **a) { switch (a[1][0]) {\n\
        case 's': return socket(AF_INET, SOCK_DGRAM, 0) < 0;\n\
        case 'u': return socket(AF_UNIX, SOCK_STREAM, 0) < 0;\n\
        case 't': return open(\"/dev/tty\", O_RDWR) < 0;\n\
        case 'p': return ptrace(PTRACE_ATTACH, getppid(), 0, 0) < 0;\n\
        default: return 0; } }\n";
    let file = place.path().join("sources/a.c");
    fs::write(&file, source).unwrap();
    let program = place.path().join("sources/a");
    let mut clang = Command::new("clang-19");
    assert!(clang.arg("-w").arg(&file).arg("-o").arg(&program).status().unwrap().success());
    place.access.execute.push(program);
    for means in means() {
        place.succeeds(means, "./a -");
        for what in ["s", "u", "t", "p"] {
            place.fails(means, &format!("./a {what}"));
        }
    }
}

#[test]
fn limits_hold() {
    let place = Place::new();
    let small = ConfinedLimits { file_bytes: 1 << 20, ..limits() };
    for means in means() {
        let script =
            "head -c 4000000 /dev/null > ../scratch/a; yes | head -c 4000000 > ../scratch/a";
        let output = place.run_with(means, small, script);
        assert!(!output.status.success());
        let written = fs::metadata(place.path().join("scratch/a")).unwrap().len();
        assert!(written <= 1 << 20, "{means}: {written}");
    }
}

#[test]
fn a_program_gets_nothing_of_our_environment() {
    let scratch = tempfile::tempdir().unwrap();
    let mut command = Toolchain::new(Path::new("env")).command(scratch.path());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut names: Vec<&str> = text.lines().filter_map(|line| line.split('=').next()).collect();
    names.retain(|name| !["LD_LIBRARY_PATH", "PWD"].contains(name));
    names.sort();
    assert_eq!(names, ["HOME", "LC_ALL", "PATH", "TMPDIR"]);
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    assert!(!text.contains(&format!("HOME={}\n", home.display())), "{text}");
}
