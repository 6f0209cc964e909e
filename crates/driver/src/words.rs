//! Numbers in sentences.

/// `1 path`, `1,200 paths`.
pub fn counted(count: u64, what: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {what}{ending}", group_digits(count))
}

/// 1234567 as 1,234,567.
pub fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// What ends all work, for a person.
pub fn stopped_by(why: dunlin_stop::Why) -> &'static str {
    match why {
        dunlin_stop::Why::Time => "--max-time",
        dunlin_stop::Why::Memory => "--max-memory",
        dunlin_stop::Why::Interrupted => "an interrupt",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped() {
        assert_eq!(group_digits(0), "0");
        assert_eq!(group_digits(999), "999");
        assert_eq!(group_digits(1_234_567), "1,234,567");
    }
}
