//! Tests in the exchange format of Test-Comp: a `metadata.xml` for the whole suite, and a file for
//! each test with one `<input>` per call of a nondeterministic function, in the order of the calls.
//!
//! An object that `__VERIFIER_nondet_TYPE` made is called `nondet_TYPE`; its value is written as a
//! decimal literal of that type. `nondet_memory` is an input for each byte, as the competition's
//! executor reads it. Any other object (made by `klee_make_symbolic`) has no counterpart in the
//! format: it becomes one input, a C string literal of its bytes, with its name as `variable`.

use crate::ktest::TestCase;
use dunlin_results::{InputBytes, is_unwritten};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};
use std::{fs, io};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

/// What is known about a whole suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metadata {
    /// Name and version of the tool.
    pub producer: String,
    /// What the tests are for, in the language of the competition.
    pub specification: String,
    pub program_file: String,
    /// SHA-256 of the program file, in hexadecimal.
    pub program_hash: String,
    pub entry_function: String,
    /// 32 or 64.
    pub pointer_bits: u32,
    /// ISO 8601, in UTC.
    pub creation_time: String,
}

impl Metadata {
    /// Covers all branches of `program`, which is read for its hash.
    pub fn of_program(
        program: &Path,
        entry_function: &str,
        pointer_bits: u32,
        now: SystemTime,
    ) -> io::Result<Metadata> {
        let program_hash = sha256_of(program)?;
        Ok(Metadata {
            producer: concat!("Dunlin ", env!("CARGO_PKG_VERSION")).to_owned(),
            specification: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )".to_owned(),
            program_file: program.display().to_string(),
            program_hash,
            entry_function: entry_function.to_owned(),
            pointer_bits,
            creation_time: iso_time(now),
        })
    }

    /// `metadata.xml`.
    pub fn to_xml(&self) -> String {
        let mut xml = prologue("test-metadata");
        xml.push_str("<test-metadata>\n");
        let architecture = format!("{}bit", self.pointer_bits);
        for (element, content) in [
            ("sourcecodelang", "C"),
            ("producer", &self.producer),
            ("specification", &self.specification),
            ("programfile", &self.program_file),
            ("programhash", &self.program_hash),
            ("entryfunction", &self.entry_function),
            ("architecture", &architecture),
            ("creationtime", &self.creation_time),
        ] {
            let _ = writeln!(xml, "  <{element}>{}</{element}>", escape(content));
        }
        xml.push_str("</test-metadata>\n");
        xml
    }
}

/// SHA-256 of a file, in hexadecimal.
pub(crate) fn sha256_of(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    for byte in Sha256::digest(fs::read(file)?) {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// Packs a folder of tests, with their metadata, into an archive that must not exist.
pub fn write_suite(folder: &Path, archive: &Path) -> io::Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        names.push(entry?.file_name());
    }
    names.sort();
    let file = File::create_new(archive)?;
    let mut zip = ZipWriter::new(BufWriter::new(file));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for name in names {
        let content = fs::read(folder.join(&name))?;
        zip.start_file(name.to_string_lossy(), options)?;
        zip.write_all(&content)?;
    }
    zip.finish()?.flush()
}

/// The file of one test.
pub fn test_xml(test: &TestCase) -> String {
    let mut xml = prologue("testcase");
    xml.push_str("<testcase>\n");
    // The format has no place for what memory holds that the program did not write.
    for object in test.objects.iter().filter(|object| !is_unwritten(&object.name)) {
        for input in inputs_of(object) {
            let mut attributes = String::new();
            for (name, value) in [("variable", input.variable), ("type", input.ty)] {
                if let Some(value) = value {
                    let _ = write!(attributes, " {name}=\"{}\"", escape(&value));
                }
            }
            let _ = writeln!(xml, "  <input{attributes}>{}</input>", escape(&input.value));
        }
    }
    xml.push_str("</testcase>\n");
    xml
}

struct Input {
    variable: Option<String>,
    ty: Option<String>,
    value: String,
}

fn inputs_of(object: &InputBytes) -> Vec<Input> {
    let bytes = &object.bytes;
    let typed = |ty: &str, value| Input { variable: None, ty: Some(ty.to_owned()), value };
    if let Some(ty) = object.name.strip_prefix("nondet_") {
        if ty == "memory" {
            let byte = |byte: &u8| typed("unsigned char", byte.to_string());
            return bytes.iter().map(byte).collect();
        }
        if let Some((c_type, value)) = literal(ty, bytes) {
            return vec![typed(c_type, value)];
        }
    }
    vec![Input {
        variable: Some(object.name.clone()),
        ty: Some(format!("char[{}]", bytes.len())),
        value: string_literal(bytes),
    }]
}

/// The types of the competition's functions `__VERIFIER_nondet_TYPE`, with the name in C and how the
/// bytes are to be read.
const TYPES: [(&str, &str, Reading); 69] = [
    ("bool", "_Bool", Reading::Unsigned),
    ("_Bool", "_Bool", Reading::Unsigned),
    ("char", "char", Reading::Signed),
    ("schar", "signed char", Reading::Signed),
    ("S8", "signed char", Reading::Signed),
    ("s8", "signed char", Reading::Signed),
    ("int8", "signed char", Reading::Signed),
    ("int8_t", "signed char", Reading::Signed),
    ("uchar", "unsigned char", Reading::Unsigned),
    ("unsigned_char", "unsigned char", Reading::Unsigned),
    ("U8", "unsigned char", Reading::Unsigned),
    ("u8", "unsigned char", Reading::Unsigned),
    ("uint8", "unsigned char", Reading::Unsigned),
    ("uint8_t", "unsigned char", Reading::Unsigned),
    ("short", "short", Reading::Signed),
    ("S16", "short", Reading::Signed),
    ("s16", "short", Reading::Signed),
    ("int16", "short", Reading::Signed),
    ("int16_t", "short", Reading::Signed),
    ("ushort", "unsigned short", Reading::Unsigned),
    ("unsigned_short", "unsigned short", Reading::Unsigned),
    ("U16", "unsigned short", Reading::Unsigned),
    ("u16", "unsigned short", Reading::Unsigned),
    ("uint16", "unsigned short", Reading::Unsigned),
    ("uint16_t", "unsigned short", Reading::Unsigned),
    ("int", "int", Reading::Signed),
    ("S32", "int", Reading::Signed),
    ("s32", "int", Reading::Signed),
    ("int32", "int", Reading::Signed),
    ("int32_t", "int", Reading::Signed),
    ("uint", "unsigned int", Reading::Unsigned),
    ("unsigned", "unsigned int", Reading::Unsigned),
    ("unsigned_int", "unsigned int", Reading::Unsigned),
    ("U32", "unsigned int", Reading::Unsigned),
    ("u32", "unsigned int", Reading::Unsigned),
    ("uint32", "unsigned int", Reading::Unsigned),
    ("uint32_t", "unsigned int", Reading::Unsigned),
    ("long", "long", Reading::Signed),
    ("ulong", "unsigned long", Reading::Unsigned),
    ("unsigned_long", "unsigned long", Reading::Unsigned),
    ("longlong", "long long", Reading::Signed),
    ("long_long", "long long", Reading::Signed),
    ("S64", "long long", Reading::Signed),
    ("s64", "long long", Reading::Signed),
    ("int64", "long long", Reading::Signed),
    ("int64_t", "long long", Reading::Signed),
    ("ulonglong", "unsigned long long", Reading::Unsigned),
    ("unsigned_long_long", "unsigned long long", Reading::Unsigned),
    ("U64", "unsigned long long", Reading::Unsigned),
    ("u64", "unsigned long long", Reading::Unsigned),
    ("uint64", "unsigned long long", Reading::Unsigned),
    ("uint64_t", "unsigned long long", Reading::Unsigned),
    ("int128", "__int128", Reading::Signed),
    ("uint128", "unsigned __int128", Reading::Unsigned),
    ("size_t", "size_t", Reading::Unsigned),
    ("ssize_t", "ssize_t", Reading::Signed),
    ("ptrdiff_t", "ptrdiff_t", Reading::Signed),
    ("intptr_t", "intptr_t", Reading::Signed),
    ("uintptr_t", "uintptr_t", Reading::Unsigned),
    ("off_t", "off_t", Reading::Signed),
    ("loff_t", "loff_t", Reading::Signed),
    ("sector_t", "sector_t", Reading::Unsigned),
    ("pthread_t", "unsigned long", Reading::Unsigned),
    ("pointer", "void *", Reading::Unsigned),
    ("pchar", "char *", Reading::Unsigned),
    ("charp", "char *", Reading::Unsigned),
    ("const_char_pointer", "char *", Reading::Unsigned),
    ("float", "float", Reading::Float),
    ("double", "double", Reading::Float),
];

#[derive(Clone, Copy)]
enum Reading {
    Signed,
    Unsigned,
    Float,
}

/// An integer that a function of the competition returned.
pub(crate) struct Integer {
    /// As C calls it.
    pub ty: &'static str,
    pub value: i128,
}

/// The integer of little-endian bytes; `None` if they are none of such a type, or one of more than 64 bits.
pub(crate) fn integer(ty: &str, bytes: &[u8]) -> Option<Integer> {
    let &(_, c_type, reading) = TYPES.iter().find(|(name, ..)| *name == ty)?;
    let is_pointer = c_type.ends_with('*');
    if matches!(reading, Reading::Float) || is_pointer || !matches!(bytes.len(), 1 | 2 | 4 | 8) {
        return None;
    }
    let value = literal(ty, bytes)?.1.parse().ok()?;
    Some(Integer { ty: c_type, value })
}

/// The type in C and the value of little-endian bytes; `None` if they are no value of such a type.
fn literal(ty: &str, bytes: &[u8]) -> Option<(&'static str, String)> {
    let &(_, c_type, reading) = TYPES.iter().find(|(name, ..)| *name == ty)?;
    if bytes.is_empty() || bytes.len() > 16 {
        return None;
    }
    let mut wide = [0; 16];
    wide[..bytes.len()].copy_from_slice(bytes);
    let unsigned = u128::from_le_bytes(wide);
    let value = match (reading, bytes.len()) {
        (Reading::Unsigned, _) => unsigned.to_string(),
        (Reading::Signed, length) => {
            let unused = 128 - 8 * length as u32;
            ((unsigned << unused).cast_signed() >> unused).to_string()
        }
        // `{:?}` prints as many digits as it takes to read the same number again.
        (Reading::Float, 4) => format!("{:?}", f32::from_bits(unsigned as u32)).to_lowercase(),
        (Reading::Float, 8) => format!("{:?}", f64::from_bits(unsigned as u64)).to_lowercase(),
        (Reading::Float, _) => return None,
    };
    Some((c_type, value))
}

/// Bytes as a C string literal. Escapes are octal with three digits, which the next character cannot
/// become a part of.
fn string_literal(bytes: &[u8]) -> String {
    let mut text = String::from("\"");
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                text.push('\\');
                text.push(byte.into());
            }
            b' '..=b'~' => text.push(byte.into()),
            _ => {
                let _ = write!(text, "\\{byte:03o}");
            }
        }
    }
    text + "\""
}

fn prologue(document: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n\
         <!DOCTYPE {document} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {document} 1.1//EN\" \
         \"https://sosy-lab.org/test-format/{document}-1.1.dtd\">\n"
    )
}

/// Text as content or attribute. XML cannot express control characters at all: they become `?`.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            c if c.is_control() => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// `2024-02-29T23:59:59Z`. Days become dates by counting years from March, so that the leap day is
/// the last of its year.
pub(crate) fn iso_time(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    // 1 March 0000 was 719,468 days before 1970; 400 years have 146,097 days.
    let since_march = days + 719_468;
    let (era, day_of_era) = (since_march / 146_097, since_march % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;
    use quick_xml::Reader;
    use quick_xml::events::Event;
    use std::time::Duration;

    fn object(name: &str, bytes: &[u8]) -> InputBytes {
        InputBytes { name: name.into(), bytes: bytes.into() }
    }

    /// The contents of all `<input>` elements, read by an XML parser.
    fn inputs(objects: Vec<InputBytes>) -> Vec<String> {
        let xml = test_xml(&TestCase { objects, ..TestCase::default() });
        let mut reader = Reader::from_str(&xml);
        let (mut inputs, mut text) = (Vec::new(), None);
        loop {
            match reader.read_event().unwrap() {
                Event::Start(tag) if tag.name().as_ref() == "input" => text = Some(String::new()),
                Event::Text(part) => {
                    if let Some(text) = &mut text {
                        text.push_str(&part);
                    }
                }
                Event::GeneralRef(name) => {
                    let c = quick_xml::escape::resolve_predefined_entity(&name).unwrap();
                    text.as_mut().unwrap().push_str(c);
                }
                Event::End(_) => inputs.extend(text.take()),
                Event::Eof => return inputs,
                _ => {}
            }
        }
    }

    #[test]
    fn values_are_decimal_literals_of_their_type() {
        let values = inputs(vec![
            object("nondet_int", &(-5i32).to_le_bytes()),
            object("nondet_uint", &u32::MAX.to_le_bytes()),
            object("nondet_char", &[0x80]),
            object("nondet_uchar", &[0x80]),
            object("nondet_longlong", &i64::MIN.to_le_bytes()),
            object("nondet_uint128", &u128::MAX.to_le_bytes()),
            object("nondet_bool", &[1]),
            object("nondet_float", &1.5f32.to_le_bytes()),
            object("nondet_double", &f64::NEG_INFINITY.to_le_bytes()),
            object("nondet_double", &0.1f64.to_le_bytes()),
            object("nondet_memory", &[1, 255]),
        ]);
        let expected = [
            "-5",
            "4294967295",
            "-128",
            "128",
            "-9223372036854775808",
            "340282366920938463463374607431768211455",
            "1",
            "1.5",
            "-inf",
            "0.1",
            "1",
            "255",
        ];
        assert_eq!(values, expected);
    }

    #[test]
    fn other_objects_are_string_literals() {
        let values = inputs(vec![
            object("a <&> \"b\"\u{1}", b"x<&>\"\\\n1"),
            object("nondet_int", &[1; 20]),
            object("nondet_color", &[7]),
        ]);
        assert_eq!(values[0], r#""x<&>\"\\\0121""#);
        assert_eq!(values[1], format!("\"{}\"", "\\001".repeat(20)));
        assert_eq!(values[2], r#""\007""#);
    }

    #[test]
    fn the_form_of_a_test_file() {
        let test =
            TestCase { objects: vec![object("nondet_int", &[3, 0, 0, 0])], ..TestCase::default() };
        let xml = test_xml(&test);
        assert!(xml.starts_with(
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE testcase"
        ));
        assert!(xml.ends_with("<testcase>\n  <input type=\"int\">3</input>\n</testcase>\n"));
    }

    #[test]
    fn metadata_names_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("a&b.c");
        fs::write(&program, "abc").unwrap();
        let metadata = Metadata::of_program(&program, "main", 32, UNIX_EPOCH).unwrap();
        let xml = metadata.to_xml();
        assert!(xml.contains("a&amp;b.c</programfile>"));
        assert!(xml.contains(
            "<programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad<"
        ));
        assert!(xml.contains("<architecture>32bit</architecture>"));
        assert!(xml.contains("<creationtime>1970-01-01T00:00:00Z</creationtime>"));
        assert!(Metadata::of_program(Path::new("/no/such.c"), "main", 64, UNIX_EPOCH).is_err());
    }

    #[test]
    fn dates() {
        let at = |seconds| iso_time(UNIX_EPOCH + Duration::from_secs(seconds));
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(951_868_799), "2000-02-29T23:59:59Z");
        assert_eq!(at(1_704_067_199), "2023-12-31T23:59:59Z");
        assert_eq!(at(4_107_542_400), "2100-03-01T00:00:00Z");
    }
}
