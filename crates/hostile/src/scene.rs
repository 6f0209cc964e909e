//! What hostile programs may touch: all of it is made for them, and gone afterwards.

use dunlin_sandbox::{Limits, Rule, Sandbox};
use std::ffi::{CString, OsString};
use std::fs::{self, File, OpenOptions};
use std::io;
use std::net::TcpListener;
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// The account that the sandbox runs programs as if we are root.
const NOBODY: u32 = 65534;
/// An ordinary user, and another one; nobody else should use them.
pub const USER: u32 = 54320;
const ANOTHER: u32 = 54321;

pub struct Scene {
    folder: tempfile::TempDir,
    given: PathBuf,
    victim: Child,
    _server: TcpListener,
    _fifo: File,
    _opened: File,
    segment: i32,
    environment: Vec<(&'static str, OsString)>,
    runs: u64,
}

/// What programs may use in a trial.
pub fn limits() -> Limits {
    Limits {
        wall_time: Duration::from_secs(30),
        cpu_time: Duration::from_secs(15),
        memory_bytes: 32 << 20,
        file_bytes: 1 << 20,
        disk_bytes: 4 << 20,
        threads: 64,
        output_bytes: crate::programs::KEPT_BYTES,
        report_bytes: crate::programs::KEPT_BYTES,
        ..Limits::default()
    }
}

/// How many segments of a mebibyte a program makes.
const SEGMENTS: i32 = 96;

impl Scene {
    /// For trials in a sandbox. `programs` is the folder of compiled programs, `terminal` one that was made for
    /// them.
    pub fn new(programs: &Path, terminal: &Path, sandbox: Sandbox) -> io::Result<Scene> {
        let given_away = sandbox.rules().contains(Rule::Account);
        let folder = tempfile::Builder::new().prefix("dunlin-hostile-").tempdir()?;
        let path = |name: &str| folder.path().join(name);
        open(folder.path(), 0o711)?;
        let given = path("given");
        fs::create_dir(&given)?;
        open(&given, 0o755)?;
        let file = |name: &str, mode: u32| -> io::Result<PathBuf> {
            let file = folder.path().join(name);
            fs::write(&file, "content")?;
            open(&file, mode)?;
            Ok(file)
        };
        let written = file("given/file", 0o666)?;
        let own = file("given/own", 0o600)?;
        let of_root = file("given/of_root", 0o600)?;
        let of_another = file("given/of_another", 0o600)?;
        if given_away {
            chown(&own, Some(NOBODY), Some(NOBODY))?;
            chown(&of_another, Some(ANOTHER), Some(ANOTHER))?;
        }
        let secret = file("secret", 0o644)?;
        let other = given.join("other");
        fs::copy(programs.join("other"), &other)?;
        open(&other, 0o755)?;
        let fifo = given.join("fifo");
        let opened_fifo = make_fifo(&fifo)?;
        let opened = inheritable(&path("opened"))?;
        let server = TcpListener::bind("127.0.0.1:0")?;
        let port = server.local_addr()?.port();
        let victim = start_victim(given_away)?;
        // A process has one scene at a time.
        let key = 0x0d00_0000 | (std::process::id() as i32 & 0xffff) << 8;
        let segment = make_segment(key)?;
        let limits = limits();
        let text = |number: &dyn ToString| OsString::from(number.to_string());
        let environment = vec![
            ("TERMINAL", terminal.into()),
            ("FIFO", fifo.into()),
            ("FILE", written.into()),
            ("OWN", own.into()),
            ("OF_ROOT", of_root.into()),
            ("OF_ANOTHER", of_another.into()),
            ("SECRET", secret.into()),
            ("OTHER", other.into()),
            ("LOADER", "/lib64/ld-linux-x86-64.so.2".into()),
            ("PORT", text(&port)),
            ("VICTIM", text(&victim.id())),
            ("SEGMENT", text(&key)),
            ("SEGMENTS", text(&(key + 1))),
            ("HOST_NAME", host_name()),
            ("DESCRIPTOR", text(&opened.as_raw_fd())),
            ("MEMORY", text(&limits.memory_bytes)),
            ("PIPES", text(&(48 << 20))),
            ("DISK", text(&limits.disk_bytes)),
            ("FILE_SIZE", text(&limits.file_bytes)),
            ("THREADS", text(&limits.threads)),
            ("SECONDS", text(&1)),
            ("PROCESSOR_SECONDS", text(&1)),
        ];
        Ok(Scene {
            folder,
            given,
            victim,
            _server: server,
            _fifo: opened_fifo,
            _opened: opened,
            segment,
            environment,
            runs: 0,
        })
    }

    pub fn environment(&self) -> &[(&'static str, OsString)] {
        &self.environment
    }

    /// What the program may read, beside the system.
    pub fn readable(&self) -> Vec<PathBuf> {
        vec![self.given.clone()]
    }

    /// An empty folder for one run.
    pub fn scratch(&mut self, sandbox: Sandbox) -> io::Result<PathBuf> {
        self.runs += 1;
        let scratch = self.folder.path().join(format!("scratch{}", self.runs));
        fs::create_dir(&scratch)?;
        sandbox.hand_over(&scratch).map_err(io::Error::other)?;
        Ok(scratch)
    }

    /// Removes what a run may have left, in its folder and in the machine.
    pub fn clean(&self, scratch: &Path) -> io::Result<()> {
        // What one of them makes so that nobody can look into it.
        let hidden = scratch.join("folder");
        if hidden.is_dir() {
            open(&hidden, 0o700)?;
        }
        fs::remove_dir_all(scratch)?;
        let first = self.environment.iter().find(|(name, _)| *name == "SEGMENTS");
        let first = first.and_then(|(_, key)| key.to_str()?.parse::<i32>().ok()).unwrap_or(0);
        for key in first..first + SEGMENTS {
            // SAFETY: plain numbers; the keys are those that only our programs use.
            unsafe {
                let segment = libc::shmget(key, 0, 0);
                if segment >= 0 {
                    libc::shmctl(segment, libc::IPC_RMID, std::ptr::null_mut());
                }
            }
        }
        Ok(())
    }
}

impl Drop for Scene {
    fn drop(&mut self) {
        let _ = self.victim.kill();
        let _ = self.victim.wait();
        // SAFETY: a segment that this scene has made.
        unsafe { libc::shmctl(self.segment, libc::IPC_RMID, std::ptr::null_mut()) };
    }
}

fn open(path: &Path, mode: u32) -> io::Result<()> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode))
}

/// A FIFO that somebody listens to.
fn make_fifo(path: &Path) -> io::Result<File> {
    let name = CString::new(path.as_os_str().as_bytes())?;
    // SAFETY: a zero-terminated path.
    if unsafe { libc::mkfifo(name.as_ptr(), 0o600) } != 0 {
        return Err(io::Error::last_os_error());
    }
    open(path, 0o666)?;
    OpenOptions::new().read(true).custom_flags(libc::O_NONBLOCK).open(path)
}

/// An open file that started programs would get, as a careless tool has it.
fn inheritable(path: &Path) -> io::Result<File> {
    let file = File::create(path)?;
    set_inherited(file.as_raw_fd());
    Ok(file)
}

fn set_inherited(fd: RawFd) {
    // SAFETY: a descriptor that the caller has open.
    unsafe { libc::fcntl(fd, libc::F_SETFD, 0) };
}

/// A process of the account that programs run as. It ends with its input.
fn start_victim(given_away: bool) -> io::Result<Child> {
    let mut victim = Command::new("/bin/cat");
    victim.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
    if given_away {
        victim.uid(NOBODY).gid(NOBODY);
    }
    victim.spawn()
}

/// Shared memory that anybody may write to.
fn make_segment(key: i32) -> io::Result<i32> {
    // SAFETY: plain numbers.
    let segment = unsafe { libc::shmget(key, 4096, libc::IPC_CREAT | 0o666) };
    if segment < 0 { Err(io::Error::last_os_error()) } else { Ok(segment) }
}

fn host_name() -> OsString {
    fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default().trim().into()
}
