//! Writes an archive in the format ZIP, without compressing what is in it.

/// The version of the format that a reader must know.
const VERSION: u16 = 20;
/// The first of January 1980: the archive is the same whenever it is written.
const DATE: u16 = 0x21;
/// The flag that says that names are in UTF-8.
const IS_UTF8: u16 = 1 << 11;

/// An archive with these files, by their names in it.
pub fn archive(files: &[(String, Vec<u8>)]) -> Vec<u8> {
    let (mut all, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        let (at, described) = (length(all.len()), described(name, content));
        all.extend(b"PK\x03\x04");
        all.extend(&described);
        all.extend(name.bytes().chain(content.iter().copied()));
        directory.extend(b"PK\x01\x02");
        directory.extend(VERSION.to_le_bytes());
        directory.extend(described);
        // No comment, the first disk, and no attributes.
        directory.extend([0; 10]);
        directory.extend(at);
        directory.extend(name.bytes());
    }
    let (begin, count) = (length(all.len()), (files.len() as u16).to_le_bytes());
    all.extend(&directory);
    all.extend(b"PK\x05\x06\0\0\0\0");
    all.extend([count, count].concat());
    all.extend([length(directory.len()), begin].concat());
    all.extend([0; 2]);
    all
}

/// What is said of a file both before it and in the directory.
fn described(name: &str, content: &[u8]) -> Vec<u8> {
    let numbers = [VERSION, IS_UTF8, 0, 0, DATE].map(u16::to_le_bytes);
    let mut described = numbers.concat();
    described.extend(checksum(content).to_le_bytes());
    described.extend([length(content.len()), length(content.len())].concat());
    described.extend((name.len() as u16).to_le_bytes());
    described.extend([0; 2]);
    described
}

/// A length, as the format writes it: what is archived is far smaller than what that can hold.
fn length(of: usize) -> [u8; 4] {
    (of as u32).to_le_bytes()
}

/// The CRC-32 of some bytes.
fn checksum(bytes: &[u8]) -> u32 {
    !bytes
        .iter()
        .fold(!0, |sum: u32, byte| (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xEDB8_8320 * (sum & 1))))
}
