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
