//! Programs with classes that javac does not leave like this: the class of a field is missing, as where an optional library is
//! not there, and several fields have one name, as obfuscators make them.

use std::path::Path;

use jcp::driver::jdk::JdkHome;

use crate::common;

fn verify(jdk: &JdkHome, folder: &Path, classes: &Path, line: usize) {
    let work = folder.join("work");
    std::fs::create_dir_all(&work).expect("folder");
    let mut jcp = common::jcp();
    jcp.args(["verify", "--strict", "--json", "--main", "Main", "--jdk"])
        .arg(&jdk.home)
        .arg("--classpath")
        .arg(classes);
    jcp.args(["--region", &format!("{line}, Main, Main.main &"), "--workdir"]).arg(work);
    let output = jcp.output().expect("jcp");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["result"], "equal", "{report:#}\n{}", String::from_utf8_lossy(&output.stderr));
}

const WITH_OPTIONAL: &str = "public class Main {
    interface Optional {}
    static class Delegate implements Optional {}
    static class Holder {
        Delegate delegate;
        byte small = 3;
        long large = 5;
        String named = \"holder\";
        static int count;
        static Delegate last;
        static String text;
        static void count() {
            count++;
            text = text + count;
        }
    }
    public static void main(String[] args) {
        Holder.text = \"counted \";
        Holder.count();
        Holder holder = new Holder();
        holder.large += args.length;
        System.out.println(Holder.text); // here
        Holder.count();
        System.out.println(holder.named + holder.small + holder.large);
        System.out.println(Holder.text + Holder.count);
    }
}
";

/// The fields of `Holder` cannot be listed, as what `Delegate` implements is missing; the program never needs it.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn the_class_of_a_field_is_missing() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Main.java", WITH_OPTIONAL)], folder.path());
        std::fs::remove_file(classes.join("Main$Optional.class")).expect("it was compiled");
        verify(&jdk, folder.path(), &classes, common::line(WITH_OPTIONAL, "here"));
    }
}

const SAME_NAMES: &str = "public class Main {
    static int fieldA = 3;
    static String fieldB = \"text\";
    static int[] fieldC = {1, 2};
    public static void main(String[] args) {
        fieldA += args.length + 1;
        fieldB = fieldB + fieldA;
        fieldC[1] = fieldA;
        System.out.println(\"before\"); // here
        System.out.println(fieldA + fieldB + fieldC[1] + fieldC.length);
    }
}
";

/// Fields are told by name and type (JVMS 4.5); obfuscators give the same name to fields of different types.
#[test]
#[ignore = "others show the same kind of thing: make test-all"]
fn fields_of_different_types_have_one_name() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Main.java", SAME_NAMES)], folder.path());
        let file = classes.join("Main.class");
        let mut bytes = std::fs::read(&file).expect("it was compiled");
        for name in [b"\x00\x06fieldB", b"\x00\x06fieldC"] {
            let at = bytes.windows(name.len()).position(|window| window == name).expect("the constant");
            bytes[at + name.len() - 1] = b'A';
        }
        std::fs::write(&file, bytes).expect("it can be written");
        verify(&jdk, folder.path(), &classes, common::line(SAME_NAMES, "here"));
    }
}

const LINKED: &str = "import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.function.IntSupplier;

public class Main {
    static IntSupplier kept;
    static class Counted implements IntSupplier {
        final int number;
        Counted(int number) { this.number = number; }
        public int getAsInt() { return number; }
    }
    public static void main(String[] args) {
        kept = new Counted(41 + args.length);
        System.out.println(\"before\"); // here
        IntSupplier made = () -> 0;
        System.out.println(made.getAsInt());
    }
}

class Linker {
    public static CallSite metafactory(MethodHandles.Lookup lookup, String name, MethodType type, MethodType a,
            MethodHandle b, MethodType c) throws ReflectiveOperationException {
        String field = System.getProperty(\"field\", \"kept\");
        return new ConstantCallSite(lookup.findStaticGetter(lookup.lookupClass(), field, IntSupplier.class));
    }
}
";

/// Compilers of other languages link their calls by bootstrap methods of their own, which may read what no instruction names.
#[test]
fn a_bootstrap_method_of_the_program() {
    for jdk in common::jdks_in_turn() {
        let folder = tempfile::tempdir().expect("folder");
        let classes = common::compile(&jdk, &[("Main.java", LINKED)], folder.path());
        let file = classes.join("Main.class");
        let class = std::fs::read(&file).expect("it was compiled");
        let (old, new) = (b"\x01\x00\x22java/lang/invoke/LambdaMetafactory", b"\x01\x00\x06Linker");
        let at = class.windows(old.len()).position(|window| window == old).expect("a lambda");
        std::fs::write(&file, [&class[..at], new, &class[at + old.len()..]].concat()).expect("write");
        verify(&jdk, folder.path(), &classes, common::line(LINKED, "here"));
    }
}
