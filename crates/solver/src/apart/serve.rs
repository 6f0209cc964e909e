//! The process with a backend: answers questions until nobody asks any more.

use super::message::{self, Asked, Said, Told};
use crate::backend::{Answer, Backend, Budget, Reason};
use crate::bitwuzla::Bitwuzla;
use crate::z3::Z3;
use dunlin_term::Receiver;
use std::fs::File;
use std::io::{self, BufReader};
use std::os::fd::FromRawFd;
use std::thread;
use std::time::Instant;

/// Solver libraries recurse over terms.
const STACK_BYTES: usize = 1 << 30;

/// What such a process runs: serves the backend of this name and ends the process.
pub fn serve(name: &str) -> ! {
    let backend: Option<Box<dyn Backend + Send>> = match name {
        "bitwuzla" => Some(Box::new(Bitwuzla::new())),
        "z3" => Some(Box::new(Z3::new())),
        _ => None,
    };
    // SAFETY: plain numbers. Of no use without the one who asks.
    unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
    let served = backend.map(|mut backend| {
        let serve = move || answer(&mut *backend);
        let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(serve);
        worker.map(|worker| worker.join())
    });
    let status = i32::from(!matches!(served, Some(Ok(Ok(Ok(()))))));
    // SAFETY: ends the process without destructors of libraries, which nobody needs.
    unsafe { libc::_exit(status) }
}

fn answer(backend: &mut dyn Backend) -> io::Result<()> {
    let mut stdin = BufReader::new(io::stdin());
    // What a library prints goes elsewhere.
    // SAFETY: the descriptors are those of the process; the new one is owned by nobody else.
    let mut stdout = unsafe {
        let own = libc::fcntl(1, libc::F_DUPFD_CLOEXEC, 3);
        if own < 0 || libc::dup2(2, 1) < 0 {
            return Err(io::Error::last_os_error());
        }
        File::from_raw_fd(own)
    };
    let mut receiver = Receiver::default();
    loop {
        let asked: Asked = message::read(&mut stdin)?;
        let said = if receiver.receive(asked.pieces)
            && let Some(constraints) = receiver.terms_of(&asked.constraints)
        {
            let deadline = asked.left.and_then(|left| Instant::now().checked_add(left));
            let budget = Budget { conflicts: asked.conflicts, deadline };
            match backend.check(&receiver.terms, &constraints, budget) {
                Answer::Sat(model) => Said::Sat(receiver.values(&model)),
                Answer::Unsat => Said::Unsat,
                Answer::Unknown(reason) => Said::Unknown(reason.into()),
            }
        } else {
            Said::Unknown(Reason::Failure.into())
        };
        message::write(&mut stdout, &Told { said, statistics: backend.statistics() })?;
    }
}
