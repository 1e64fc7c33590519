import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;

class InFolder {
    static int A = 1;
    static int B = 2;

    public static void main(String[] args) throws IOException {
        int read;
        try (FileInputStream in = new FileInputStream("number.txt")) {
            read = in.read() - '0';
        }
        try (FileOutputStream out = new FileOutputStream("number.txt")) {
            out.write('9');
        }
        System.out.println(B);
        crit(read + A);
    }

    static void crit(int v) {}
}
