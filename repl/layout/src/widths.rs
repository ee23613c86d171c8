//! The widths of texts, from a table: a picture has the same layout on every machine. The figures are those of the
//! metric family to which Arial, Helvetica and Liberation Sans belong; each text is fitted to its width in the picture.

/// The widths of the characters from space to `~`, in thousandths of the font size.
const ASCII: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556, 556, 556,
    556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278, 500, 667, 556, 833,
    722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556,
    556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334,
    260, 334, 584,
];

/// The width of any other character: most are letters with accents.
const OTHER: u16 = 556;

/// Bold letters are wider by this factor.
const BOLD: f32 = 1.07;

/// The width of a text in a font of this size.
pub fn width(text: &str, size: f32, bold: bool) -> f32 {
    let thousandths: u32 = text.chars().map(|letter| u32::from(of(letter))).sum();
    thousandths as f32 / 1000.0 * size * if bold { BOLD } else { 1.0 }
}

fn of(letter: char) -> u16 {
    let index = (letter as usize).checked_sub(' ' as usize);
    index.and_then(|index| ASCII.get(index)).copied().unwrap_or(OTHER)
}
