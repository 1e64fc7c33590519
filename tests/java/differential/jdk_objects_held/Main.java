import java.awt.print.PageFormat;
import java.beans.PropertyEditorSupport;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.lang.reflect.AnnotatedParameterizedType;
import java.lang.reflect.AnnotatedType;
import java.time.chrono.HijrahDate;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import javax.naming.CompositeName;
import javax.naming.ldap.LdapName;
import javax.sound.midi.MidiEvent;
import javax.sound.midi.Sequence;
import javax.sound.midi.ShortMessage;
import javax.sound.midi.Track;
import javax.sound.sampled.AudioFormat;
import javax.swing.undo.AbstractUndoableEdit;
import javax.swing.undo.UndoManager;

/**
 * Objects of the JDK that libraries keep in statics: walkers of stacks, controls of bundles, annotated types, dates, builders of
 * processes, names, sounds, pages, edits.
 */
public class Main {
    private static final StackWalker WALKER = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
    private static final StackWalker PLAIN = StackWalker.getInstance();
    private static final ResourceBundle.Control OWN = new OwnControl("own");
    private static final ResourceBundle.Control OF_THE_JDK = ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_CLASS);

    private static class OwnControl extends ResourceBundle.Control {
        private final String name;

        OwnControl(String name) {
            this.name = name;
        }

        @Override
        public Locale getFallbackLocale(String baseName, Locale locale) {
            System.out.println(name + " " + baseName);
            return null;
        }
    }

    @Target(ElementType.TYPE_USE)
    @Retention(RetentionPolicy.RUNTIME)
    @interface Size {
        int value();
    }

    private static List<@Size(3) String> field;

    public static void main(String[] args) throws Exception {
        AnnotatedType type = Main.class.getDeclaredField("field").getAnnotatedType();
        HijrahDate date = HijrahDate.of(1440, 2, 3);
        PropertyEditorSupport editor = new PropertyEditorSupport();
        editor.addPropertyChangeListener(event -> System.out.println("changed " + event.getSource().equals(editor)));
        ProcessBuilder builder = new ProcessBuilder("printf", "%s", "built").redirectErrorStream(true);
        builder.environment().put("OWN", "variable");
        LdapName name = new LdapName("cn=a,dc=b");
        CompositeName path = new CompositeName("a/b");
        AudioFormat sound = new AudioFormat(44100, 16, 2, true, false);
        Sequence sequence = new Sequence(Sequence.PPQ, 4);
        Track track = sequence.createTrack();
        track.add(new MidiEvent(new ShortMessage(ShortMessage.NOTE_ON, 60, 64), 1));
        PageFormat page = new PageFormat();
        page.setOrientation(PageFormat.LANDSCAPE);
        UndoManager edits = new UndoManager();
        edits.addEdit(new AbstractUndoableEdit());
        System.out.println("before"); // here
        editor.setValue(3);
        System.out.println(editor.getAsText());
        System.out.println(WALKER.walk(frames -> frames.count()) + " " + called());
        System.out.println(PLAIN == StackWalker.getInstance());
        System.out.println(OF_THE_JDK == ResourceBundle.Control.getControl(ResourceBundle.Control.FORMAT_CLASS));
        try {
            System.out.println(ResourceBundle.getBundle("none", Locale.ROOT, OWN));
        } catch (java.util.MissingResourceException e) {
            System.out.println(e.getClassName());
        }
        AnnotatedType element = ((AnnotatedParameterizedType) type).getAnnotatedActualTypeArguments()[0];
        System.out.println(type + " " + element.getAnnotation(Size.class) + " " + element.getType());
        Process process = builder.start();
        System.out.println(new String(process.getInputStream().readAllBytes()) + process.waitFor() + builder.environment().get("OWN"));
        System.out.println(name.getRdn(0) + " " + path.add("c") + " " + sound + " " + track.size() + sequence.getMicrosecondLength());
        edits.undo();
        System.out.println(page.getImageableWidth() + " " + edits.canUndo() + edits.canRedo());
        System.out.println(date + " " + date.lengthOfMonth() + " " + date.plus(7, ChronoUnit.MONTHS));
    }

    private static Class<?> called() {
        return WALKER.getCallerClass();
    }
}
