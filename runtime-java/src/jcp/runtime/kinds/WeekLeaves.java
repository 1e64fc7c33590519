package jcp.runtime.kinds;

import java.time.DayOfWeek;
import java.time.temporal.WeekFields;
import jcp.runtime.jvm.Access;

/** The rules of weeks, of which the JDK keeps one for each first day and number of days, and their fields; apart, so that they are loaded where they are met. */
public final class WeekLeaves {
    static final String WEEK = "week-fields";
    static final String FIELD = "week-field";
    /** Fields of {@code WeekFields}. */
    private static final String[] FIELDS = {"dayOfWeek", "weekOfMonth", "weekOfYear", "weekOfWeekBasedYear", "weekBasedYear"};

    private WeekLeaves() {}

    static String[] capture(Object o) {
        WeekFields of = (WeekFields) (o instanceof WeekFields ? o : Access.getField(o, o.getClass(), "weekDef"));
        String first = of.getFirstDayOfWeek().name();
        String days = Integer.toString(of.getMinimalDaysInFirstWeek());
        if (week(first, days) != of) {
            return null;
        }
        if (o == of) {
            return new String[] {WEEK, first, days};
        }
        for (String name : FIELDS) {
            if (Access.getField(of, WeekFields.class, name) == o) {
                return new String[] {FIELD, first, days, name};
            }
        }
        return null;
    }

    static Object make(String[] leaf) {
        WeekFields week = week(leaf[1], leaf[2]);
        return leaf[0].equals(WEEK) ? week : Access.getField(week, WeekFields.class, leaf[3]);
    }

    private static WeekFields week(String first, String days) {
        return WeekFields.of(DayOfWeek.valueOf(first), Integer.parseInt(days));
    }
}
