//! `StackMapTable` (JVMS §4.7.4): decoded to full frames, encoded in the shortest form.

use super::class::{ClassFile, MethodInfo, Step};
use super::code::{Frame, Label, VType};
use super::decode::Places;
use super::descriptor;
use ristretto_classfile::byte_reader::ByteReader;
use std::collections::BTreeMap;

/// `ACC_STATIC`.
const STATIC: u16 = 0x0008;

/// The frame at the start of a method of the class (JVMS §4.10.1.6), which no table holds.
pub(super) fn initial_frame(class: &str, method: &MethodInfo) -> Step<Frame> {
    let parsed = descriptor::parse_method(&method.descriptor)
        .ok_or_else(|| format!("{} is no method descriptor", method.descriptor))?;
    let receiver = match method.name.as_str() {
        _ if method.access & STATIC != 0 => None,
        "<init>" if class != "java/lang/Object" => Some(VType::UninitializedThis),
        _ => Some(VType::Object(class.to_owned())),
    };
    let parameters = parsed.parameters.iter().filter_map(|parameter| descriptor::vtype(parameter));
    Ok(Frame { locals: receiver.into_iter().chain(parameters).collect(), stack: Vec::new() })
}

/// A verification type as encoded: its tag, and for tags 7 and 8 the index or offset.
pub(super) type Encoded = (u8, u16);

/// A frame ready to be written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub(super) struct EncodedFrame {
    /// Locals, no `Top` last.
    pub(super) locals: Vec<Encoded>,
    /// Operand stack, top last.
    pub(super) stack: Vec<Encoded>,
}

impl EncodedFrame {
    /// Encodes the types; `class_ref` gives the index of a class constant, `new_offset` the offset of the `new` behind a
    /// label.
    pub(super) fn new<E>(
        frame: &Frame,
        mut class_ref: impl FnMut(&str) -> std::result::Result<u16, E>,
        mut new_offset: impl FnMut(Label) -> std::result::Result<u16, E>,
    ) -> std::result::Result<Self, E> {
        let mut encode = |entry: &VType| {
            Ok(match entry {
                VType::Top => (0, 0),
                VType::Int => (1, 0),
                VType::Float => (2, 0),
                VType::Double => (3, 0),
                VType::Long => (4, 0),
                VType::Null => (5, 0),
                VType::UninitializedThis => (6, 0),
                VType::Object(name) => (7, class_ref(name)?),
                VType::Uninitialized(label) => (8, new_offset(*label)?),
            })
        };
        let mut locals = frame.locals.iter().map(&mut encode).collect::<std::result::Result<Vec<_>, E>>()?;
        let stack = frame.stack.iter().map(&mut encode).collect::<std::result::Result<_, E>>()?;
        while locals.last() == Some(&(0, 0)) {
            locals.pop();
        }
        Ok(Self { locals, stack })
    }
}

/// The table's content for frames at ascending offsets.
pub(super) fn encode<'a>(
    initial: &'a EncodedFrame,
    frames: impl ExactSizeIterator<Item = (u16, &'a EncodedFrame)>,
) -> Vec<u8> {
    let mut out = (frames.len() as u16).to_be_bytes().to_vec();
    let (mut before, mut last) = (initial, None);
    for (offset, frame) in frames {
        let delta = last.map_or(offset, |last: u16| offset - last - 1);
        encode_frame(&mut out, delta, before, frame);
        (before, last) = (frame, Some(offset));
    }
    out
}

/// Appends the shortest form of the frame.
fn encode_frame(out: &mut Vec<u8>, delta: u16, before: &EncodedFrame, frame: &EncodedFrame) {
    let short = u8::try_from(delta).ok().filter(|&delta| delta < 64);
    let common = before.locals.iter().zip(&frame.locals).take_while(|(a, b)| a == b).count();
    let (dropped, added) = (before.locals.len() - common, frame.locals.len() - common);
    match (frame.stack.as_slice(), dropped, added, short) {
        ([], 0, 0, Some(delta)) => out.push(delta),
        ([], 0, 0, None) => head(out, 251, delta),
        ([only], 0, 0, Some(delta)) => {
            out.push(64 + delta);
            encode_types(out, &[*only]);
        }
        ([only], 0, 0, None) => {
            head(out, 247, delta);
            encode_types(out, &[*only]);
        }
        ([], 1..=3, 0, _) => head(out, 251 - dropped as u8, delta),
        ([], 0, 1..=3, _) => {
            head(out, 251 + added as u8, delta);
            encode_types(out, &frame.locals[common..]);
        }
        _ => {
            head(out, 255, delta);
            for types in [&frame.locals, &frame.stack] {
                out.extend((types.len() as u16).to_be_bytes());
                encode_types(out, types);
            }
        }
    }
}

fn head(out: &mut Vec<u8>, kind: u8, delta: u16) {
    out.push(kind);
    out.extend(delta.to_be_bytes());
}

fn encode_types(out: &mut Vec<u8>, types: &[Encoded]) {
    for &(tag, value) in types {
        out.push(tag);
        if tag >= 7 {
            out.extend(value.to_be_bytes());
        }
    }
}

/// The frames of the table's content.
pub(super) fn decode(
    class: &ClassFile,
    content: &[u8],
    initial: Frame,
    places: &mut Places,
) -> Step<BTreeMap<Label, Frame>> {
    let mut decoder = Decoder { class, reader: ByteReader::new(content), places };
    let mut frames = BTreeMap::new();
    let (mut frame, mut offset) = (initial, None);
    for _ in 0..decoder.reader.read_u16()? {
        let delta = decoder.frame(&mut frame)?;
        let at = offset.map_or(delta, |before: usize| before + 1 + delta);
        offset = Some(at);
        frames.insert(decoder.places.strict(at)?, frame.clone());
    }
    if decoder.reader.remaining() > 0 {
        return Err("bytes behind the last stack-map frame".into());
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
