//! The messages of `%m`, the same as the runtime library's `strerror`, and the names of `%#m`.

const MESSAGES: &str = include_str!("../../../../runtime/libc/errno_messages.inc");

pub fn message(errno: i32) -> String {
    let line = usize::try_from(errno).ok().and_then(|number| MESSAGES.lines().nth(number));
    match line.map(|line| line.trim_end_matches(',').trim_matches('"')) {
        Some(text) if !text.is_empty() => text.to_string(),
        _ => format!("Unknown error {errno}"),
    }
}

/// In the order of the numbers; "-" where Linux has no such number.
const NAMES: &str = "
    0 EPERM ENOENT ESRCH EINTR EIO ENXIO E2BIG ENOEXEC EBADF ECHILD EAGAIN ENOMEM EACCES EFAULT
    ENOTBLK EBUSY EEXIST EXDEV ENODEV ENOTDIR EISDIR EINVAL ENFILE EMFILE ENOTTY ETXTBSY EFBIG
    ENOSPC ESPIPE EROFS EMLINK EPIPE EDOM ERANGE EDEADLK ENAMETOOLONG ENOLCK ENOSYS ENOTEMPTY
    ELOOP - ENOMSG EIDRM ECHRNG EL2NSYNC EL3HLT EL3RST ELNRNG EUNATCH ENOCSI EL2HLT EBADE EBADR
    EXFULL ENOANO EBADRQC EBADSLT - EBFONT ENOSTR ENODATA ETIME ENOSR ENONET ENOPKG EREMOTE
    ENOLINK EADV ESRMNT ECOMM EPROTO EMULTIHOP EDOTDOT EBADMSG EOVERFLOW ENOTUNIQ EBADFD
    EREMCHG ELIBACC ELIBBAD ELIBSCN ELIBMAX ELIBEXEC EILSEQ ERESTART ESTRPIPE EUSERS ENOTSOCK
    EDESTADDRREQ EMSGSIZE EPROTOTYPE ENOPROTOOPT EPROTONOSUPPORT ESOCKTNOSUPPORT EOPNOTSUPP
    EPFNOSUPPORT EAFNOSUPPORT EADDRINUSE EADDRNOTAVAIL ENETDOWN ENETUNREACH ENETRESET
    ECONNABORTED ECONNRESET ENOBUFS EISCONN ENOTCONN ESHUTDOWN ETOOMANYREFS ETIMEDOUT
    ECONNREFUSED EHOSTDOWN EHOSTUNREACH EALREADY EINPROGRESS ESTALE EUCLEAN ENOTNAM ENAVAIL
    EISNAM EREMOTEIO EDQUOT ENOMEDIUM EMEDIUMTYPE ECANCELED ENOKEY EKEYEXPIRED EKEYREVOKED
    EKEYREJECTED EOWNERDEAD ENOTRECOVERABLE ERFKILL EHWPOISON
";

/// The name of the constant, or the number where there is none.
pub fn name(errno: i32) -> String {
    let name = usize::try_from(errno).ok().and_then(|number| NAMES.split_whitespace().nth(number));
    match name {
        Some(name) if name != "-" => name.to_string(),
        _ => errno.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{message, name};

    #[test]
    fn names_follow_the_numbers() {
        assert_eq!(name(0), "0");
        assert_eq!(name(2), "ENOENT");
        assert_eq!(name(133), "EHWPOISON");
        assert_eq!(name(41), "41");
        assert_eq!(name(-1), "-1");
    }

    #[test]
    fn messages_follow_the_numbers() {
        assert_eq!(message(0), "Success");
        assert_eq!(message(2), "No such file or directory");
        assert_eq!(message(34), "Numerical result out of range");
        assert_eq!(message(133), "Memory page has hardware error");
        assert_eq!(message(41), "Unknown error 41");
        assert_eq!(message(134), "Unknown error 134");
        assert_eq!(message(-1), "Unknown error -1");
    }
}
