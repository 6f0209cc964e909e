//! Test cases as `.ktest` files, the format of KLEE: its `ktest-tool`, its replay library and other
//! tools read what this writes.
//!
//! All numbers are 32 bits, big-endian:
//!
//! ```text
//! "KTEST"  version = 3
//! number of arguments      then for each: length, bytes
//! symArgvs  symArgvLen     sizes of a symbolic argv; only from version 2 on
//! number of objects        then for each: length of the name, name, length, bytes
//! ```
//!
//! Reading accepts versions 1 to 3 and the older mark "BOUT\n". It trusts nothing: a length that the
//! file does not have is an error before anything is allocated for it. Bytes after the last object
//! are ignored, as KLEE does.

use dunlin_results::InputBytes;
use thiserror::Error;

const MAGIC: &[u8; 5] = b"KTEST";
const OLD_MAGIC: &[u8; 5] = b"BOUT\n";
const VERSION: u32 = 3;

/// The inputs of one path.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TestCase {
    /// The command of the program: its name, then its arguments. KLEE's `ktest-tool` needs the name.
    pub args: Vec<String>,
    /// How many arguments are symbolic, and how long each is; zero where argv is concrete.
    pub sym_argvs: u32,
    pub sym_argv_len: u32,
    /// In the order in which the path made them symbolic.
    pub objects: Vec<InputBytes>,
}

/// Why a file is not a test.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum KtestError {
    #[error("not a .ktest file: it starts neither with KTEST nor with BOUT")]
    Magic,
    #[error("a .ktest file of version {0}, but only versions 1 to {VERSION} are known")]
    Version(u32),
    #[error("the file ends within {what}")]
    Truncated { what: &'static str },
    #[error("{what} is given as {length} bytes, but only {left} are left in the file")]
    TooLong { what: &'static str, length: u32, left: usize },
    #[error("{what} is given as {count}, more than the rest of the file can hold")]
    TooMany { what: &'static str, count: u32 },
}

impl TestCase {
    /// The file. Lengths beyond 32 bits do not exist: an object that large has no place in a test.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        let number = |bytes: &mut Vec<u8>, value: usize| {
            let value = u32::try_from(value).expect("a part of a test has less than 4 GiB");
            bytes.extend(value.to_be_bytes());
        };
        bytes.extend(VERSION.to_be_bytes());
        number(&mut bytes, self.args.len());
        for arg in &self.args {
            number(&mut bytes, arg.len());
            bytes.extend(arg.as_bytes());
        }
        bytes.extend(self.sym_argvs.to_be_bytes());
        bytes.extend(self.sym_argv_len.to_be_bytes());
        number(&mut bytes, self.objects.len());
        for object in &self.objects {
            number(&mut bytes, object.name.len());
            bytes.extend(object.name.as_bytes());
            number(&mut bytes, object.bytes.len());
            bytes.extend(&object.bytes);
        }
        bytes
    }

    pub fn read(file: &[u8]) -> Result<TestCase, KtestError> {
        let rest = file.strip_prefix(MAGIC).or_else(|| file.strip_prefix(OLD_MAGIC));
        let mut reader = Reader { rest: rest.ok_or(KtestError::Magic)? };
        let version = reader.number("the version")?;
        if !(1..=VERSION).contains(&version) {
            return Err(KtestError::Version(version));
        }
        let mut test = TestCase::default();
        let arguments = reader.count("the number of arguments", 4)?;
        for _ in 0..arguments {
            test.args.push(reader.text("an argument")?);
        }
        if version >= 2 {
            test.sym_argvs = reader.number("the number of symbolic arguments")?;
            test.sym_argv_len = reader.number("the length of symbolic arguments")?;
        }
        let objects = reader.count("the number of objects", 8)?;
        for _ in 0..objects {
            let name = reader.text("the name of an object")?;
            let bytes = reader.bytes("an object")?.to_vec();
            test.objects.push(InputBytes { name, bytes });
        }
        Ok(test)
    }

    /// The object with this name, the first if there are several.
    pub fn object(&self, name: &str) -> Option<&InputBytes> {
        self.objects.iter().find(|object| object.name == name)
    }
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn number(&mut self, what: &'static str) -> Result<u32, KtestError> {
        let (number, rest) = self.rest.split_first_chunk().ok_or(KtestError::Truncated { what })?;
        self.rest = rest;
        Ok(u32::from_be_bytes(*number))
    }

    /// A number of things that take at least `each` bytes.
    fn count(&mut self, what: &'static str, each: usize) -> Result<u32, KtestError> {
        let count = self.number(what)?;
        if count as usize > self.rest.len() / each {
            return Err(KtestError::TooMany { what, count });
        }
        Ok(count)
    }

    fn bytes(&mut self, what: &'static str) -> Result<&'a [u8], KtestError> {
        let length = self.number(what)?;
        let left = self.rest.len();
        let (bytes, rest) = self
            .rest
            .split_at_checked(length as usize)
            .ok_or(KtestError::TooLong { what, length, left })?;
        self.rest = rest;
        Ok(bytes)
    }

    /// Names are C strings: some writers count the NUL at the end.
    fn text(&mut self, what: &'static str) -> Result<String, KtestError> {
        let bytes = self.bytes(what)?;
        let bytes = bytes.strip_suffix(b"\0").unwrap_or(bytes);
        Ok(String::from_utf8_lossy(bytes).into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn example() -> TestCase {
        TestCase {
            args: vec!["maze.bc".into(), "-v".into()],
            sym_argvs: 0,
            sym_argv_len: 0,
            objects: vec![InputBytes { name: "program".into(), bytes: b"ssdd\0\xff".to_vec() }],
        }
    }

    #[test]
    fn the_format_is_klees() {
        let expected: &[u8] = b"KTEST\0\0\0\x03\
            \0\0\0\x02\0\0\0\x07maze.bc\0\0\0\x02-v\
            \0\0\0\0\0\0\0\0\
            \0\0\0\x01\0\0\0\x07program\0\0\0\x06ssdd\0\xff";
        assert_eq!(example().to_bytes(), expected);
        assert_eq!(TestCase::read(expected), Ok(example()));
        assert_eq!(example().object("program").unwrap().bytes.len(), 6);
        assert_eq!(example().object("other"), None);
    }

    #[test]
    fn older_files_are_read() {
        let version_1: &[u8] = b"BOUT\n\0\0\0\x01\0\0\0\0\0\0\0\x01\0\0\0\x01a\0\0\0\x01\x07";
        let test = TestCase::read(version_1).unwrap();
        assert_eq!(test.objects, [InputBytes { name: "a".into(), bytes: vec![7] }]);
    }

    #[test]
    fn every_problem_has_its_message() {
        let message = |file: &[u8]| TestCase::read(file).unwrap_err().to_string();
        assert!(message(b"").contains("not a .ktest file"));
        assert!(message(b"ELF............").contains("not a .ktest file"));
        assert!(message(b"KTEST\0\0\0\x09").contains("version 9"));
        assert!(message(b"KTEST\0\0\0\x03").contains("ends within the number of arguments"));
        assert!(message(b"KTEST\0\0\0\x03\xff\xff\xff\xff").contains("more than the rest"));
        let mut file = example().to_bytes();
        file.push(0);
        assert_eq!(TestCase::read(&file), Ok(example()));
        file.truncate(file.len() - 3);
        assert!(message(&file).contains("an object is given as 6 bytes, but only 4 are left"));
    }

    #[test]
    fn every_shortened_file_is_an_error() {
        let file = example().to_bytes();
        for length in 0..file.len() {
            assert!(TestCase::read(&file[..length]).is_err(), "{length} bytes");
        }
    }

    fn any_test() -> impl Strategy<Value = TestCase> {
        let object = ("[a-z_0-9é]{0,12}", proptest::collection::vec(any::<u8>(), 0..40));
        let object = object.prop_map(|(name, bytes)| InputBytes { name, bytes });
        let args = proptest::collection::vec("[ -~]{0,9}", 0..5);
        let objects = proptest::collection::vec(object, 0..6);
        (args, any::<u32>(), any::<u32>(), objects).prop_map(
            |(args, sym_argvs, sym_argv_len, objects)| TestCase {
                args,
                sym_argvs,
                sym_argv_len,
                objects,
            },
        )
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(test in any_test()) {
            prop_assert_eq!(TestCase::read(&test.to_bytes()), Ok(test));
        }

        /// A damaged file is an error or another test; whatever is read fits into the file.
        #[test]
        fn damage_does_no_harm(
            test in any_test(),
            changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
            cut in any::<prop::sample::Index>(),
            shorten in any::<bool>(),
        ) {
            let mut file = test.to_bytes();
            for (at, byte) in changes {
                let at = at.index(file.len());
                file[at] = byte;
            }
            if shorten {
                file.truncate(cut.index(file.len()));
            }
            if let Ok(read) = TestCase::read(&file) {
                let sizes = read.objects.iter().map(|object| object.bytes.len()).sum::<usize>();
                prop_assert!(sizes <= file.len());
                prop_assert!(read.objects.capacity() <= file.len());
            }
        }

        #[test]
        fn noise_does_no_harm(noise in proptest::collection::vec(any::<u8>(), 0..200)) {
            let mut file = b"KTEST\0\0\0\x03".to_vec();
            file.extend(noise);
            if let Ok(read) = TestCase::read(&file) {
                prop_assert!(read.args.len() + read.objects.len() <= file.len());
            }
        }
    }
}
