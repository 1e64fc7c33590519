import java.beans.BeanInfo;
import java.beans.Introspector;
import java.beans.PropertyDescriptor;

/** Descriptions of a bean, as libraries keep them: its properties are set and read through them behind the checkpoint. */
public class Main {
    private String name = "none";
    private int[] counts = {1, 2};

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }

    public int getCounts(int index) {
        return counts[index];
    }

    public void setCounts(int index, int count) {
        counts[index] = count;
    }

    public static void main(String[] args) throws Exception {
        BeanInfo info = Introspector.getBeanInfo(Main.class, Object.class);
        PropertyDescriptor[] found = info.getPropertyDescriptors();
        Main bean = new Main();
        System.out.println(found.length); // here
        for (PropertyDescriptor each : found) {
            System.out.println(each.getName() + " " + each.getPropertyType() + " " + each.getReadMethod());
            if (each.getWriteMethod() != null) {
                each.getWriteMethod().invoke(bean, "set");
            }
        }
        System.out.println(bean.getName() + " " + info.getMethodDescriptors().length + " " + info.getBeanDescriptor().getName());
        System.out.println(Introspector.getBeanInfo(Main.class, Object.class).getPropertyDescriptors().length);
    }
}
