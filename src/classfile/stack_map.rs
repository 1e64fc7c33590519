//! `StackMapTable` (JVMS §4.7.4): decoded to full frames, encoded in the shortest form.
//!
//! Each frame is told by its difference from the one before, the first from the frame that the descriptor gives.

use super::class::{ClassFile, MethodInfo};
use super::code::{Frame, Label, VType};
use super::decode::Places;
use super::descriptor;
use super::error::Step;
use ristretto_classfile::byte_reader::ByteReader;
use std::collections::BTreeMap;

/// `ACC_STATIC`.
const STATIC: u16 = 0x0008;

/// The frame at the start of a method of the class (JVMS §4.10.1.6), which no table holds.
pub(super) fn initial_frame(class: &str, method: &MethodInfo) -> Step<Frame> {
    let parsed = descriptor::parse_method(&method.descriptor)
        .ok_or_else(|| format!("{} is not a method descriptor", method.descriptor))?;
    let receiver = match method.name.as_str() {
        _ if method.access & STATIC != 0 => None,
        "<init>" if class != "java/lang/Object" => Some(VType::UninitializedThis),
        _ => Some(VType::Object(class.to_owned())),
    };
    let parameters = parsed.parameters.iter().filter_map(|parameter| descriptor::vtype(parameter));
    Ok(Frame { locals: receiver.into_iter().chain(parameters).collect(), stack: Vec::new() })
}

/// A verification type with its tag; the class of tag 7, the offset of the `new` of tag 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Entry<'a> {
    tag: u8,
    class: &'a str,
    offset: u16,
}

/// A frame whose labels are offsets.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct PlacedFrame<'a> {
    /// Locals, no `Top` last.
    locals: Vec<Entry<'a>>,
    /// Operand stack, top last.
    stack: Vec<Entry<'a>>,
}

impl<'a> PlacedFrame<'a> {
    /// `new_offset` gives the offset of the `new` behind a label.
    pub(super) fn new<E>(
        frame: &'a Frame,
        mut new_offset: impl FnMut(Label) -> std::result::Result<u16, E>,
    ) -> std::result::Result<Self, E> {
        let mut place = |entry: &'a VType| {
            let simple = |tag| Entry { tag, ..Entry::default() };
            Ok(match entry {
                VType::Top => simple(0),
                VType::Int => simple(1),
                VType::Float => simple(2),
                VType::Double => simple(3),
                VType::Long => simple(4),
                VType::Null => simple(5),
                VType::UninitializedThis => simple(6),
                VType::Object(name) => Entry { class: name, ..simple(7) },
                VType::Uninitialized(label) => Entry { offset: new_offset(*label)?, ..simple(8) },
            })
        };
        let mut locals = frame.locals.iter().map(&mut place).collect::<std::result::Result<Vec<_>, E>>()?;
        let stack = frame.stack.iter().map(&mut place).collect::<std::result::Result<_, E>>()?;
        while locals.last().is_some_and(|last| last.tag == 0) {
            locals.pop();
        }
        Ok(Self { locals, stack })
    }
}

/// The table's content for frames by offset. `class_ref` gives the index of a class, asked for only if it is written: what
/// a frame takes over from the one before needs no constant.
pub(super) fn encode<E>(
    initial: &PlacedFrame<'_>,
    frames: &BTreeMap<usize, PlacedFrame<'_>>,
    class_ref: impl FnMut(&str) -> std::result::Result<u16, E>,
) -> std::result::Result<Vec<u8>, E> {
    let mut encoder = Encoder { out: (frames.len() as u16).to_be_bytes().to_vec(), class_ref };
    let (mut before, mut next) = (initial, 0);
    for (&offset, frame) in frames {
        encoder.frame((offset - next) as u16, before, frame)?;
        (before, next) = (frame, offset + 1);
    }
    Ok(encoder.out)
}

struct Encoder<F> {
    out: Vec<u8>,
    class_ref: F,
}

impl<E, F: FnMut(&str) -> std::result::Result<u16, E>> Encoder<F> {
    /// Appends the shortest form of the frame.
    fn frame(&mut self, delta: u16, before: &PlacedFrame<'_>, frame: &PlacedFrame<'_>) -> std::result::Result<(), E> {
        let short = u8::try_from(delta).ok().filter(|&delta| delta < 64);
        let common = before.locals.iter().zip(&frame.locals).take_while(|(a, b)| a == b).count();
        let (dropped, added) = (before.locals.len() - common, frame.locals.len() - common);
        match (frame.stack.len(), dropped, added, short) {
            (0, 0, 0, Some(delta)) => self.out.push(delta),
            (0, 0, 0, None) => self.head(251, delta),
            (1, 0, 0, Some(delta)) => {
                self.out.push(64 + delta);
                self.entries(&frame.stack)?;
            }
            (1, 0, 0, None) => {
                self.head(247, delta);
                self.entries(&frame.stack)?;
            }
            (0, 1..=3, 0, _) => self.head(251 - dropped as u8, delta),
            (0, 0, 1..=3, _) => {
                self.head(251 + added as u8, delta);
                self.entries(&frame.locals[common..])?;
            }
            _ => {
                self.head(255, delta);
                for entries in [&frame.locals, &frame.stack] {
                    self.out.extend((entries.len() as u16).to_be_bytes());
                    self.entries(entries)?;
                }
            }
        }
        Ok(())
    }

    fn head(&mut self, kind: u8, delta: u16) {
        self.out.push(kind);
        self.out.extend(delta.to_be_bytes());
    }

    fn entries(&mut self, entries: &[Entry<'_>]) -> std::result::Result<(), E> {
        for entry in entries {
            self.out.push(entry.tag);
            match entry.tag {
                7 => self.out.extend((self.class_ref)(entry.class)?.to_be_bytes()),
                8 => self.out.extend(entry.offset.to_be_bytes()),
                _ => {}
            }
        }
        Ok(())
    }
}

/// The frames of the table's content, none of which has more than `max_locals` locals.
pub(super) fn decode(
    class: &ClassFile,
    content: &[u8],
    initial: Frame,
    max_locals: u16,
    places: &mut Places,
) -> Step<BTreeMap<Label, Frame>> {
    let mut decoder = Decoder { class, reader: ByteReader::new(content), places };
    let mut frames = BTreeMap::new();
    let (mut frame, mut offset) = (initial, None);
    for _ in 0..decoder.reader.read_u16()? {
        let delta = decoder.frame(&mut frame)?;
        if frame.locals.len() > usize::from(max_locals) {
            return Err(format!("a stack-map frame has more than {max_locals} locals").into());
        }
        let at = offset.map_or(delta, |before: usize| before + 1 + delta);
        offset = Some(at);
        frames.insert(decoder.places.strict(at)?, frame.clone());
    }
    if decoder.reader.remaining() > 0 {
        return Err("bytes after the last stack-map frame".into());
    }
    Ok(frames)
}

struct Decoder<'a, 'b> {
    class: &'a ClassFile,
    reader: ByteReader<'a>,
    places: &'b mut Places,
}

impl Decoder<'_, '_> {
    /// Makes `frame` the next one and returns its offset delta.
    fn frame(&mut self, frame: &mut Frame) -> Step<usize> {
        let kind = self.reader.read_u8()?;
        let delta = match kind {
            0..=127 => (kind % 64).into(),
            247..=255 => self.reader.read_u16()?,
            _ => return Err(format!("stack-map frame type {kind}").into()),
        };
        frame.stack.clear();
        match kind {
            64..=127 | 247 => frame.stack.push(self.vtype()?),
            248..=250 => {
                let kept = frame.locals.len().checked_sub(usize::from(251 - kind));
                frame.locals.truncate(kept.ok_or("a stack-map frame drops more locals than there are")?);
            }
            252..=254 => {
                for _ in 251..kind {
                    frame.locals.push(self.vtype()?);
                }
            }
            255 => (frame.locals, frame.stack) = (self.vtypes()?, self.vtypes()?),
            _ => {}
        }
        Ok(delta.into())
    }

    fn vtypes(&mut self) -> Step<Vec<VType>> {
        let count = self.reader.read_u16()?;
        (0..count).map(|_| self.vtype()).collect()
    }

    fn vtype(&mut self) -> Step<VType> {
        Ok(match self.reader.read_u8()? {
            0 => VType::Top,
            1 => VType::Int,
            2 => VType::Float,
            3 => VType::Double,
            4 => VType::Long,
            5 => VType::Null,
            6 => VType::UninitializedThis,
            7 => VType::Object(self.class.read_class(self.reader.read_u16()?)?.to_owned()),
            8 => VType::Uninitialized(self.places.new_insn(self.reader.read_u16()?.into())?),
            tag => return Err(format!("verification type {tag}").into()),
        })
    }
}
