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

/// What follows the number of games if the run was interrupted.
pub fn stopped_early(stopped: bool, wanted: u64) -> String {
    if stopped { format!(" (stopped early: {wanted} were wanted)") } else { String::new() }
}
