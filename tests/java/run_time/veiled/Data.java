package veiled;

import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Asks for its class data. */
class Data implements Supplier<String> {
    private int asked;

    @Override
    @SuppressWarnings("unchecked")
    public String get() {
        try {
            Object data = MethodHandles.classData(MethodHandles.lookup(), "_", Object.class);
            Map<String, Object> map = (Map<String, Object>) (data instanceof List ? ((List<?>) data).get(0) : data);
            if (map != null) {
                map.put("asked", ++asked);
            }
            return (map == null ? "none" : map.get("a") + " " + map.get("asked") + " " + (map.get("self") == getClass())) + " " + asked + " " + Hidden.secret();
        } catch (IllegalAccessException e) {
            return e.toString();
        }
    }
}
