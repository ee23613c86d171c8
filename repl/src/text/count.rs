//! Numbers as people read them.

/// A number with a comma between thousands: `12,345`.
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let first = digits.len() % 3;
    let (head, rest) = digits.split_at(first);
    let groups = rest.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned());
    let groups: Vec<String> = [head.to_string()].into_iter().filter(|head| !head.is_empty()).chain(groups).collect();
    groups.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_apart() {
        assert_eq!([0, 999, 1000, 12_345, 1_234_567].map(thousands), ["0", "999", "1,000", "12,345", "1,234,567"]);
    }
}
