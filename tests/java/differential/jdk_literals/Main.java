import java.text.DecimalFormatSymbols;
import java.text.MessageFormat;
import java.text.SimpleDateFormat;
import java.time.Duration;
import java.time.Period;
import java.time.chrono.MinguoChronology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Scanner;
import java.util.concurrent.TimeUnit;
import java.util.logging.XMLFormatter;

/** Strings that the JDK interns and hands out are the same objects before and after the checkpoint. */
public class Main {
    private static List<String> handedOut(String[] args) {
        List<Object> nothing = new ArrayList<>();
        return List.of(Boolean.toString(args.length == 1), Boolean.toString(args.length != 1), String.valueOf(args.length > 5),
            String.valueOf((Object) (args.length > 5 ? args : null)), Double.toString(args.length / 0.0), Double.toString(args.length * Double.NaN),
            Float.toString(args.length / -0.0f), nothing.toString(), args[0].substring(args[0].length()), Thread.State.NEW.name(), TimeUnit.SECONDS.name(),
            Main.class.getName(), new Object() {}.getClass().getName(), Period.ZERO.toString(), Duration.ZERO.toString(),
            MinguoChronology.INSTANCE.getCalendarType(), DecimalFormatSymbols.getInstance(Locale.US).getInfinity(), new MessageFormat("").toPattern(),
            new SimpleDateFormat("y", Locale.US).getDateFormatSymbols().getLocalPatternChars(), new Scanner("").delimiter().pattern(),
            new XMLFormatter().getTail(null));
    }

    public static void main(String[] args) {
        List<String> kept = new ArrayList<>(handedOut(args));
        kept.add(args[0] + "own");
        List<Boolean> same = new ArrayList<>();
        compare(kept, handedOut(args), same);
        System.out.println(same);
        compare(kept, handedOut(args), same); // here
        System.out.println(same);
    }

    private static void compare(List<String> kept, List<String> now, List<Boolean> same) {
        for (int i = 0; i < now.size(); i++) {
            same.add(kept.get(i) == now.get(i));
        }
        String last = kept.get(kept.size() - 1);
        same.add(last == last.intern());
    }
}
