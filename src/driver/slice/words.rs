//! What the kinds of dependences and the levels of slices are called, for people: the list and the page say the same.
//! A reason has two parts; between them stands the line that depends on the line in question.

/// Why a line is in a slice: the words before and after the line that depends on it.
pub fn because(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "value" => ("its value goes to ", ""),
        "heap" => ("", " reads what it writes"),
        "base" => ("it says which object ", " means"),
        "control" => ("it decides whether ", " runs"),
        "interference" => ("", " may read what it writes in another thread"),
        _ => ("it calls ", ""),
    }
}

/// Why a line is in a forward slice or a chop: the words before and after the line that it depends on.
pub fn because_of(kind: &str) -> (&'static str, &'static str) {
    match kind {
        "value" => ("its value comes from ", ""),
        "heap" => ("it reads what ", " writes"),
        "base" => ("", " says which object it means"),
        "control" => ("", " decides whether it runs"),
        "interference" => ("it may read what ", " writes in another thread"),
        _ => ("", " calls it"),
    }
}

/// What stands above the captured values that a slice needs.
pub fn needs(count: usize) -> &'static str {
    if count == 0 { "needs nothing that was captured" } else { "needs of what was captured:" }
}

/// What a level means.
pub fn level(level: &str) -> &'static str {
    match level {
        "two-phase" => "each call returns to where it came from",
        "contexts" => "each call returns to where it came from, and no thread's later steps influence its earlier ones",
        "iterated two-phase" => {
            "each call returns to where it came from; the order of the threads' steps is not looked at"
        }
        _ => "a call may return to any caller",
    }
}
