//! Writes Apache Parquet: a table column by column, in groups of rows, uncompressed. Texts are numbers of a dictionary that
//! each group has, and numbers are plain. That is all that games need; the crate of that name does more, and brings along
//! what `deny.toml` excludes. The format is that of <https://parquet.apache.org/docs/file-format/>; its headers are in the
//! compact protocol of Thrift.

use serde_json::Value;
use std::collections::BTreeMap;
use std::io::{Result, Write};

/// How many rows a group has. They are held in memory.
const GROUP: u64 = 50_000;
const MARK: &[u8] = b"PAR1";

/// Types, encodings and kinds of pages, by their numbers in the format.
const INT64: i64 = 2;
const BYTE_ARRAY: i64 = 6;
const PLAIN: i64 = 0;
const RLE: i64 = 3;
const RLE_DICTIONARY: i64 = 8;
const DATA_PAGE: i64 = 0;
const DICTIONARY_PAGE: i64 = 2;
/// How readers take values: texts are in UTF-8, and these numbers have no sign.
const UTF8: i64 = 0;
const UINT_64: i64 = 14;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum ParquetKind {
    /// Texts.
    Text,
    /// Numbers that may be below zero.
    Signed,
    /// Numbers from zero on.
    Unsigned,
}

/// A column, and its values of the group that is being collected.
struct ParquetColumn {
    name: String,
    kind: ParquetKind,
    /// Numbers, or those of the texts in the dictionary.
    values: Vec<u64>,
    dictionary: BTreeMap<String, u64>,
    texts: Vec<u8>,
}

/// Where a column of a group stands.
struct Chunk {
    values: u64,
    dictionary: Option<u64>,
    data: u64,
    length: u64,
}

/// A Parquet file that is being written.
pub struct ParquetFile<W: Write> {
    file: W,
    length: u64,
    columns: Vec<ParquetColumn>,
    groups: Vec<Vec<Chunk>>,
    rows: u64,
}

/// A struct in the compact protocol.
#[derive(Default)]
struct Compact {
    bytes: Vec<u8>,
    last: u8,
}

fn varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 0x7f {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// A signed number, with its sign in the last bit.
fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

/// Types of the protocol.
const I32: u8 = 5;
const I64: u8 = 6;
const BINARY: u8 = 8;
const LIST: u8 = 9;
const STRUCT: u8 = 12;

impl Compact {
    fn field(mut self, id: u8, kind: u8, value: &[u8]) -> Compact {
        self.bytes.push((id - self.last) << 4 | kind);
        self.bytes.extend(value);
        self.last = id;
        self
    }

    fn number(self, id: u8, kind: u8, number: i64) -> Compact {
        let mut bytes = Vec::new();
        varint(&mut bytes, zigzag(number));
        self.field(id, kind, &bytes)
    }

    fn int(self, id: u8, number: i64) -> Compact {
        self.number(id, I32, number)
    }

    fn long(self, id: u8, number: u64) -> Compact {
        self.number(id, I64, number as i64)
    }

    fn text(self, id: u8, text: &str) -> Compact {
        self.field(id, BINARY, &binary(text))
    }

    fn inner(self, id: u8, inner: Compact) -> Compact {
        self.field(id, STRUCT, &inner.end())
    }

    fn list(self, id: u8, kind: u8, items: &[Vec<u8>]) -> Compact {
        let mut bytes = Vec::new();
        match items.len() {
            short @ ..15 => bytes.push((short as u8) << 4 | kind),
            long => {
                bytes.push(0xf0 | kind);
                varint(&mut bytes, long as u64);
            }
        }
        items.iter().for_each(|item| bytes.extend(item));
        self.field(id, LIST, &bytes)
    }

    fn end(mut self) -> Vec<u8> {
        self.bytes.push(0);
        self.bytes
    }
}

fn binary(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(&mut bytes, text.len() as u64);
    bytes.extend(text.as_bytes());
    bytes
}

fn item(number: i64) -> Vec<u8> {
    let mut bytes = Vec::new();
    varint(&mut bytes, zigzag(number));
    bytes
}

/// Numbers of a dictionary of this size, packed bit by bit.
fn packed(numbers: &[u64], size: u64) -> Vec<u8> {
    let width = u64::BITS - size.saturating_sub(1).max(1).leading_zeros();
    let groups = numbers.len().div_ceil(8);
    let mut bytes = vec![width as u8];
    varint(&mut bytes, (groups as u64) << 1 | 1);
    let (mut bits, mut count) = (0_u128, 0);
    for number in numbers.iter().copied().chain(std::iter::repeat_n(0, groups * 8 - numbers.len())) {
        bits |= u128::from(number) << count;
        count += width;
        while count >= 8 {
            bytes.push(bits as u8);
            (bits, count) = (bits >> 8, count - 8);
        }
    }
    bytes
}

impl ParquetColumn {
    fn add(&mut self, value: &Value) {
        if self.kind != ParquetKind::Text {
            let number = value.as_u64().or_else(|| value.as_i64().map(|number| number as u64));
            return self.values.push(number.unwrap_or_default());
        }
        let text = value.as_str().unwrap_or_default();
        let new = self.dictionary.len() as u64;
        let number = self.dictionary.get(text).copied().unwrap_or(new);
        if number == new {
            self.dictionary.insert(text.into(), new);
            self.texts.extend((text.len() as u32).to_le_bytes());
            self.texts.extend(text.as_bytes());
        }
        self.values.push(number);
    }

    fn kind(&self) -> i64 {
        if self.kind == ParquetKind::Text { BYTE_ARRAY } else { INT64 }
    }

    fn schema(&self) -> Vec<u8> {
        let column = Compact::default().int(1, self.kind()).int(3, 0).text(4, &self.name);
        match self.kind {
            ParquetKind::Text => column.int(6, UTF8),
            ParquetKind::Unsigned => column.int(6, UINT_64),
            ParquetKind::Signed => column,
        }
        .end()
    }

    fn metadata(&self, chunk: &Chunk) -> Vec<u8> {
        let encodings = if chunk.dictionary.is_some() { vec![PLAIN, RLE_DICTIONARY] } else { vec![PLAIN] };
        let encodings: Vec<Vec<u8>> = encodings.into_iter().map(item).collect();
        let facts = Compact::default()
            .int(1, self.kind())
            .list(2, I32, &encodings)
            .list(3, BINARY, &[binary(&self.name)])
            .int(4, 0)
            .long(5, chunk.values)
            .long(6, chunk.length)
            .long(7, chunk.length)
            .long(9, chunk.data);
        let facts = chunk.dictionary.into_iter().fold(facts, |facts, at| facts.long(11, at));
        Compact::default().long(2, chunk.dictionary.unwrap_or(chunk.data)).inner(3, facts).end()
    }
}

impl<W: Write> ParquetFile<W> {
    /// Begins a file with these columns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(file: W, columns: Vec<(String, ParquetKind)>) -> Result<ParquetFile<W>> {
        let column = |(name, kind)| ParquetColumn {
            name,
            kind,
            values: Vec::new(),
            dictionary: BTreeMap::new(),
            texts: Vec::new(),
        };
        let columns = columns.into_iter().map(column).collect();
        let mut begun = ParquetFile { file, length: 0, columns, groups: Vec::new(), rows: 0 };
        begun.put(MARK)?;
        Ok(begun)
    }

    fn put(&mut self, bytes: &[u8]) -> Result<()> {
        self.length += bytes.len() as u64;
        self.file.write_all(bytes)
    }

    /// Writes a page, and says where it begins.
    fn page(&mut self, kind: i64, about: (u8, Compact), bytes: &[u8]) -> Result<u64> {
        let (at, length) = (self.length, bytes.len() as i64);
        let header = Compact::default().int(1, kind).int(2, length).int(3, length).inner(about.0, about.1);
        self.put(&header.end())?;
        self.put(bytes)?;
        Ok(at)
    }

    /// Writes a row: a value for each column.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, values: &[Value]) -> Result<()> {
        self.columns.iter_mut().zip(values).for_each(|(column, value)| column.add(value));
        self.rows += 1;
        if self.rows.is_multiple_of(GROUP) { self.end_group() } else { Ok(()) }
    }

    /// Writes the rows that have been collected.
    fn end_group(&mut self) -> Result<()> {
        let mut chunks = Vec::new();
        for index in 0..self.columns.len() {
            let column = &mut self.columns[index];
            let (values, texts) = (std::mem::take(&mut column.values), std::mem::take(&mut column.texts));
            let texts_count = std::mem::take(&mut column.dictionary).len() as u64;
            let (is_text, begin) = (column.kind == ParquetKind::Text, self.length);
            let of_data = |encoding| {
                let header = Compact::default().int(1, values.len() as i64).int(2, encoding);
                (5, header.int(3, RLE).int(4, RLE))
            };
            let (dictionary, data) = if is_text {
                let header = Compact::default().int(1, texts_count as i64).int(2, PLAIN);
                let at = self.page(DICTIONARY_PAGE, (7, header), &texts)?;
                (Some(at), self.page(DATA_PAGE, of_data(RLE_DICTIONARY), &packed(&values, texts_count))?)
            } else {
                let bytes: Vec<u8> = values.iter().flat_map(|number| number.to_le_bytes()).collect();
                (None, self.page(DATA_PAGE, of_data(PLAIN), &bytes)?)
            };
            chunks.push(Chunk { values: values.len() as u64, dictionary, data, length: self.length - begin });
        }
        self.groups.push(chunks);
        Ok(())
    }

    /// Writes the rest, and returns the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> Result<W> {
        if self.columns.first().is_some_and(|column| !column.values.is_empty()) {
            self.end_group()?;
        }
        let root = Compact::default().text(4, "games").int(5, self.columns.len() as i64).end();
        let schema: Vec<Vec<u8>> = [root].into_iter().chain(self.columns.iter().map(ParquetColumn::schema)).collect();
        let group = |chunks: &Vec<Chunk>| {
            let columns: Vec<Vec<u8>> =
                self.columns.iter().zip(chunks).map(|(column, chunk)| column.metadata(chunk)).collect();
            let length = chunks.iter().map(|chunk| chunk.length).sum();
            let rows = chunks.first().map_or(0, |chunk| chunk.values);
            Compact::default().list(1, STRUCT, &columns).long(2, length).long(3, rows).end()
        };
        let groups: Vec<Vec<u8>> = self.groups.iter().map(group).collect();
        let footer = Compact::default()
            .int(1, 1)
            .list(2, STRUCT, &schema)
            .long(3, self.rows)
            .list(4, STRUCT, &groups)
            .text(6, "wilderness")
            .end();
        self.put(&footer)?;
        self.put(&(footer.len() as u32).to_le_bytes())?;
        self.put(MARK)?;
        Ok(self.file)
    }
}
