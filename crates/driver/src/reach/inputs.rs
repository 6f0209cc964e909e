//! The inputs of a test, in words: what a person asks for first.

use dunlin_results::InputBytes;

/// More inputs, and more bytes of one, are in the test only.
const MOST_INPUTS: usize = 8;
const MOST_BYTES: usize = 40;

/// Such as `n = 10, text = "ab\0"`; none if the program has no inputs. What has the size of an integer
/// is shown as one, also as text if it may be one, and anything else as text.
pub fn in_words(inputs: &[InputBytes]) -> Option<String> {
    if inputs.is_empty() {
        return None;
    }
    let mut parts: Vec<String> = inputs
        .iter()
        .take(MOST_INPUTS)
        .map(|input| format!("{} = {}", input.name, value(&input.bytes)))
        .collect();
    if inputs.len() > MOST_INPUTS {
        parts.push(format!("and {} more", inputs.len() - MOST_INPUTS));
    }
    Some(parts.join(", "))
}

fn value(bytes: &[u8]) -> String {
    let number = match *bytes {
        [byte] if byte.is_ascii_graphic() => return format!("{byte} '{}'", byte.escape_ascii()),
        [byte] => (byte as i8).into(),
        [a, b] => i16::from_le_bytes([a, b]).into(),
        [a, b, c, d] => i32::from_le_bytes([a, b, c, d]).into(),
        _ => match <[u8; 8]>::try_from(bytes) {
            Ok(word) => i64::from_le_bytes(word),
            Err(_) => return text(bytes),
        },
    };
    if may_be_text(bytes) { format!("{number} or {}", text(bytes)) } else { number.to_string() }
}

/// At least two characters, and nothing else before zeros.
fn may_be_text(bytes: &[u8]) -> bool {
    let characters = bytes.iter().take_while(|&&byte| matches!(byte, b' '..=b'~')).count();
    characters >= 2 && bytes[characters..].iter().all(|&byte| byte == 0)
}

/// As in C, without the zeros at its end but for one.
fn text(bytes: &[u8]) -> String {
    let used = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    let zeros = bytes.len() - used;
    let shown = &bytes[..used.min(MOST_BYTES)];
    let more = match (used > MOST_BYTES, zeros) {
        (true, _) => format!("... ({} bytes)", bytes.len()),
        (false, 0 | 1) => String::new(),
        (false, zeros) => format!(" and {zeros} zeros"),
    };
    let end = if used <= MOST_BYTES && zeros == 1 { "\\0" } else { "" };
    format!("\"{}{end}\"{more}", shown.escape_ascii())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str, bytes: &[u8]) -> InputBytes {
        InputBytes { name: name.to_string(), bytes: bytes.to_vec() }
    }

    #[test]
    fn integers_and_texts() {
        let inputs = [
            input("n", &(-3_i32).to_le_bytes()),
            input("c", b"x"),
            input("b", &[0xff]),
            input("word", b"ab\n"),
            input("name", b"abc\0\0"),
            input("line", b"ab\0"),
            input("key", b"0-0\0"),
        ];
        let words = in_words(&inputs).expect("there are inputs");
        let expected = [
            r#"n = -3, c = 120 'x', b = -1, word = "ab\n", name = "abc" and 2 zeros, line = "ab\0""#,
            r#"key = 3157296 or "0-0\0""#,
        ];
        assert_eq!(words, expected.join(", "));
    }

    #[test]
    fn long_and_many_inputs_are_cut() {
        let words = in_words(&[input("long", &[b'a'; 100])]).expect("there is an input");
        assert_eq!(words, format!("long = \"{}\"... (100 bytes)", "a".repeat(40)));
        let many: Vec<InputBytes> = (0..10).map(|_| input("n", &[1, 0])).collect();
        assert!(in_words(&many).is_some_and(|words| words.ends_with("n = 1, and 2 more")));
        assert_eq!(in_words(&[]), None);
    }
}
