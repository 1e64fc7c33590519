class TwoLists {
    static int WANTED = 3;
    static int OTHER = 5;
    static int SHOWN = 7;

    static class Named {
        public String toString() {
            return "named " + SHOWN;
        }

        public int hashCode() {
            return SHOWN;
        }
    }

    static void crit(Object value) {
        System.out.println(value);
    }

    public static void main(String[] args) {
        java.util.List<Object> wanted = new java.util.ArrayList<>();
        java.util.List<Object> other = new java.util.ArrayList<>();
        wanted.add(WANTED);
        other.add(OTHER);
        other.add(new Named());
        java.util.Map<Object, Object> table = new java.util.HashMap<>();
        table.put(other.get(1), other);
        System.out.println(table);
        java.util.List<?>[] all = {wanted, other};
        System.out.println(new java.util.ArrayList<Object>(java.util.Arrays.asList(all)).size());
        Object value = wanted.get(0);
        crit(value);
    }
}
