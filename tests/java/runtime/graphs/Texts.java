import java.util.ArrayList;
import java.util.List;

/** Strings by content and identity, boxes inside and outside of the caches. */
public class Texts {
    static final String CONSTANT = "constant";
    static final String COMPUTED = new StringBuilder("comp").append("uted").toString();

    static class Holder {
        final String literal = "literal";
        final String constant = CONSTANT;
        String copy = new String("literal");
        String interned = new StringBuilder("made at ").append("run time").toString().intern();
    }

    static class Boxed {
        final Integer small = 127;
        final Integer same = 127;
        final Integer large = 128;
        final Integer other = 128;
        final Object largeAgain = large;
        final Long smallLong = -128L;
        final Long largeLong = 1L << 40;
        final Short shortBox = (short) 12;
        final Short shortLarge = (short) 1200;
        final Byte byteBox = (byte) -1;
        final Character letter = 'a';
        final Character far = '\u4e00';
        final Boolean yes = true;
        final Float real = 1.5f;
        final Double nan = Double.NaN;
        @SuppressWarnings({"deprecation", "removal"})
        final Integer ownSmall = new Integer(5);
        @SuppressWarnings({"deprecation", "removal"})
        final Boolean ownTrue = new Boolean(true);
    }

    public static void main(String[] args) {
        List<String> texts = new ArrayList<>();
        texts.add("");
        texts.add(new String());
        texts.add("\u00e4\u00ff");
        texts.add("\u20ac\ud83d\ude00");
        texts.add("lone \ud800 and \udc00");
        texts.add("\udc00\ud800");
        texts.add("zero \0 inside");
        StringBuilder wide = new StringBuilder();
        for (int i = 0; i < 100_000; i++) {
            wide.append((char) (i * 7));
        }
        texts.add(wide.toString());
        texts.add("x".repeat(70_000));
        after(texts, new Holder(), new Boxed(), "literal".toCharArray(), COMPUTED);
    }

    static void after(List<String> texts, Holder holder, Boxed boxed, char[] chars, String computed) {
        System.out.println("before");
        for (String text : texts) { // here
            System.out.println(text.length() + " " + text.hashCode() + " " + text.codePoints().sum() + " " + text.equals(new String(text.toCharArray())));
        }
        System.out.println(texts.get(0) == "");
        System.out.println(texts.get(1) == "");
        System.out.println((holder.literal == "literal") + " " + (holder.constant == CONSTANT) + " " + (CONSTANT == "constant"));
        System.out.println((holder.copy == "literal") + " " + (holder.copy.intern() == holder.literal) + " " + holder.copy.equals("literal"));
        System.out.println((computed == COMPUTED) + " " + (holder.interned == "made at run time"));
        System.out.println((new String(chars).intern() == holder.literal) + " " + switchOn(holder.copy));
        System.out.println((holder.interned == new StringBuilder("made at ").append("run time").toString().intern()));
        System.out.println((boxed.small == boxed.same) + " " + (boxed.small == Integer.valueOf(127)) + " " + (boxed.large == boxed.other)
            + " " + (boxed.large == boxed.largeAgain) + " " + (boxed.large == Integer.valueOf(128)) + " " + (boxed.large.equals(boxed.other)) + " " + boxed.smallLong.equals(-128L));
        System.out.println((boxed.smallLong == Long.valueOf(-128)) + " " + boxed.largeLong + " " + (boxed.shortBox == Short.valueOf((short) 12))
            + " " + boxed.shortLarge + " " + (boxed.byteBox == Byte.valueOf((byte) -1)) + " " + (boxed.letter == Character.valueOf('a'))
            + " " + (int) boxed.far + " " + (boxed.yes == Boolean.TRUE) + " " + boxed.real + " " + boxed.nan);
        System.out.println((boxed.ownSmall == Integer.valueOf(5)) + " " + boxed.ownSmall + " " + (boxed.ownTrue == Boolean.TRUE) + " " + boxed.ownTrue);
    }

    static int switchOn(String text) {
        switch (text) {
            case "literal": return 1;
            case "constant": return 2;
            default: return 0;
        }
    }
}
