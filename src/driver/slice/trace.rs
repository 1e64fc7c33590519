//! A stack trace as a JVM prints it: `at Class.method(File.java:LINE)` for each frame, the innermost first.
//!
//! Only the first trace of a text counts: it ends where frames end, at `Caused by:`, `... 3 more`, or the head of the next one. What stands
//! before it, the exception's line and others, is passed over, as are the lines of locks in thread dumps. In front of a class
//! may stand the names of its loader, module and version: `app//`, `java.base@17.0.1/`.

/// A frame of a trace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Its class, binary name with dots.
    pub class: String,
    /// Its method.
    pub method: String,
    /// Its line, if the trace tells one.
    pub line: Option<u16>,
}

impl Frame {
    /// `Class.method:LINE`, for people.
    pub fn shown(&self) -> String {
        let line = self.line.map_or_else(String::new, |line| format!(":{line}"));
        format!("{}.{}{line}", self.class, self.method)
    }
}

/// The frames of the first trace in a text, the innermost first; empty if there is none.
pub fn parse(text: &str) -> Vec<Frame> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with("- "));
    let of_trace = lines.map(frame).skip_while(Option::is_none);
    of_trace.map_while(|frame| frame).collect()
}

fn frame(line: &str) -> Option<Frame> {
    let (place, rest) = line.strip_prefix("at ")?.split_once('(')?;
    let (location, _) = rest.split_once(')')?;
    let place = place.rsplit('/').next()?.trim();
    let (class, method) = place.rsplit_once('.')?;
    let line = location.rsplit_once(':').and_then(|(_, line)| line.parse().ok());
    let has_names = !class.is_empty() && !method.is_empty();
    has_names.then(|| Frame { class: class.to_owned(), method: method.to_owned(), line })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<String> {
        parse(text).iter().map(Frame::shown).collect()
    }

    #[test]
    fn the_first_trace_is_read_to_its_end() {
        let text = "Exception in thread \"main\" java.lang.RuntimeException: at last (it failed)\n\
                    \tat app//a.B$C.<init>(B.java:7)\n\
                    \tat java.base@17.0.1/java.util.List.of(Unknown Source)\n\
                    \tat a.B.lambda$main$0(B.java) ~[app.jar:?]\n\
                    \tat a.B.run(Native Method)\n\
                    Caused by: java.lang.Error\n\tat a.B.other(B.java:1)\n\t... 3 more\n";
        assert_eq!(shown(text), ["a.B$C.<init>:7", "java.util.List.of", "a.B.lambda$main$0", "a.B.run"]);
        assert_eq!(shown("\tat A.f(A.java:1)\r\n\tat A.main(A.java:2)\r\n\n\tat B.g(B.java:3)"), ["A.f:1", "A.main:2"]);
    }

    #[test]
    fn locks_of_thread_dumps_are_passed_over() {
        let text = "\"main\" #1 prio=5\n   java.lang.Thread.State: RUNNABLE\n\tat A.f(A.java:1)\n\t- locked <0x0a> (a A)\n\tat A.main(A.java:2)\n";
        assert_eq!(shown(text), ["A.f:1", "A.main:2"]);
    }

    #[test]
    fn what_is_no_frame_is_none() {
        assert_eq!(shown(""), Vec::<String>::new());
        assert_eq!(
            shown("at nothing\nat (A.java:1)\nat .f(A.java:1)\nat A.(A.java:1)\nat A.f A.java:1"),
            Vec::<String>::new()
        );
        assert_eq!(shown("at A.f(A.java:70000)"), ["A.f"]);
    }
}
