//! Resources of the class path that change between runs (`jcp run`, `jcp instrument --since`): one that the captured run asked for before its
//! checkpoint is captured again, others are not, and the program finds them as they are now.
//!
//! Each run prints what the original would print from there on. Left out: files that a program opens by their own names.

use std::path::Path;
use std::process::Output;

use crate::common;

const SOURCE: &str = "\
import java.io.InputStream;
import java.util.ResourceBundle;
public class Main {
    static String price;
    static String word;
    static String text(String name) throws Exception {
        try (InputStream in = Main.class.getResourceAsStream(name)) {
            return in == null ? \"none\" : new String(in.readAllBytes());
        }
    }
    public static void main(String[] args) throws Exception {
        price = text(\"/data/price.txt\");
        word = ResourceBundle.getBundle(\"words\").getString(\"word\");
        answer();
    }
    static void answer() throws Exception {
        System.out.println(price + \" \" + word + \" \" + text(\"/late.txt\") + \" \" + text(\"/never.txt\"));
    }
}
";

/// What is found at first: the contents, and what the program prints.
const FILES: &[(&str, &str)] = &[("data/price.txt", "12"), ("words.properties", "word=tea"), ("late.txt", "hot")];
const UNCHANGED: &str = "the program has not changed";

struct Project {
    folder: tempfile::TempDir,
    is_jar: bool,
    jdk: jcp::driver::jdk::JdkHome,
}

impl Project {
    fn new(jdk: jcp::driver::jdk::JdkHome, is_jar: bool) -> Self {
        let project = Self { folder: tempfile::tempdir().expect("a folder"), is_jar, jdk };
        let classes = common::compile(&project.jdk, &[("Main.java", SOURCE)], project.at());
        std::fs::rename(classes, project.at().join("classes")).expect("classes");
        FILES.iter().for_each(|(name, text)| project.write(name, text));
        project
    }

    fn at(&self) -> &Path {
        self.folder.path()
    }

    fn write(&self, name: &str, text: &str) {
        let file = self.at().join("classes").join(name);
        std::fs::create_dir_all(file.parent().expect("a folder")).expect("a folder");
        std::fs::write(file, text).expect("a file");
    }

    fn jcp(&self, command: &str, more: &[&str]) -> Output {
        let mut jcp = common::jcp();
        jcp.current_dir(self.at())
            .arg(command)
            .args(["--region", "Main.answer", "-o", "out", "--jdk"])
            .arg(&self.jdk.home);
        if self.is_jar {
            common::pack(&self.at().join("classes"), Some("Main"), &self.at().join("app.jar"));
            jcp.arg("app.jar");
        } else {
            jcp.args(["--classpath", "classes", "--main", "Main"]);
        }
        jcp.args(more).output().expect("jcp runs")
    }

    /// What `jcp run` prints, and why it does what it does.
    fn run(&self) -> (String, String) {
        let output = self.jcp("run", &[]);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text").trim().to_owned();
        let said = text(output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        (text(output.stdout), said.strip_prefix("jcp: ").map(str::to_owned).expect("a reason"))
    }

    fn runs(&self, printed: &str, said: &str) {
        assert_eq!(self.run(), (printed.to_owned(), said.to_owned()), "jar: {}", self.is_jar);
    }
}

#[test]
fn a_resource_that_the_captured_run_asked_for_is_read_again() {
    for (jdk, is_jar) in common::jdks_in_turn().into_iter().flat_map(|jdk| [(jdk.clone(), true), (jdk, false)]) {
        let project = Project::new(jdk, is_jar);
        let replays = format!("replays from the checkpoint: {UNCHANGED}");
        project.runs("12 tea hot none", "captures: there are no jars of this program yet");
        project.runs("12 tea hot none", &replays);
        let other = if is_jar {
            "replays from the checkpoint: the program changed only after the checkpoint".to_owned()
        } else {
            format!("{replays}, nor any resource that it asked for before the checkpoint")
        };
        // what is asked for only later
        project.write("late.txt", "cold");
        project.runs("12 tea cold none", &other);
        project.write("never.txt", "now");
        project.runs("12 tea cold now", &other);
        // before
        let changed = |name: &str, how: &str| {
            let why = "the program asked for it before the checkpoint";
            format!("captures: the program changed: the resource \"{name}\" {how}, and {why}")
        };
        project.write("data/price.txt", "15");
        project.runs("15 tea cold now", &changed("data/price.txt", "changed"));
        project.runs("15 tea cold now", &replays);
        // one that was looked for in vain comes first
        project.write("words_en.properties", "word=milk");
        let (printed, said) = project.run();
        assert!(printed == "15 milk cold now" || printed == "15 tea cold now", "{printed}: by the machine's language");
        assert_eq!(said.starts_with("captures"), printed.contains("milk"), "{said}");
    }
}

#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn a_jar_of_an_older_version_tells_the_resources_that_it_was_made_with() {
    let project = Project::new(common::any_jdk(), true);
    let done = |output: Output| (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert_eq!(done(project.jcp("instrument", &[])).0, Some(0));
    let since = ["--since", "out/app-capture.jar"];
    assert_eq!(done(project.jcp("instrument", &since)).0, Some(0));
    project.write("late.txt", "cold");
    let (status, said) = done(project.jcp("instrument", &since));
    assert_eq!(status, Some(3), "no run tells that it is asked for later: {said}");
    assert!(said.contains("the resource \"late.txt\" changed, and Main.text"), "{said}");
    assert!(said.contains("may ask for it before the checkpoint"), "{said}");
}
